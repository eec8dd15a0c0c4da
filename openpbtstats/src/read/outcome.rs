//! Reads an outcome from JSON, and writes it where `serde` is asked to.

use std::time::Duration;

use serde::{Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::{Cause, Counterexample, Cover, Death, Doubt, Kind, Outcome, Shrinking, Tally, Untested, Verdict};

impl Outcome {
    /// Reads what [`to_json`](Outcome::to_json) writes; `None` if it is something else. A doubt or a cause that a later
    /// version added is read as a [`Doubt::Warning`] or a [`Cause::Error`] of its name.
    ///
    /// ```
    /// use openpbtstats::{Facts, Outcome, Tally};
    ///
    /// let outcome = Facts { tally: Tally { passed: 3, ..Tally::default() }, ..Facts::default() }.judge();
    /// assert_eq!(Outcome::of_json(&outcome.to_json()), Some(outcome));
    /// assert_eq!(Outcome::of_json("*all* is well"), None);
    /// ```
    pub fn of_json(text: &str) -> Option<Outcome> {
        let value: Value = serde_json::from_str(text).ok()?;
        let verdict = match value["verdict"].as_str()? {
            "unfinished" => Verdict::Unfinished,
            "passed" => Verdict::Passed,
            "proved" => Verdict::Proved { values: count(&value, "values") },
            "panicked as expected" => Verdict::PanickedAsExpected,
            "failed" => Verdict::Failed { causes: list(&value, "causes").map(cause).collect() },
            _ => return None,
        };
        Some(Outcome {
            verdict,
            doubts: list(&value, "doubts").map(doubt).collect(),
            tally: Tally {
                passed: count(&value, "passed"),
                failed: count(&value, "failed"),
                discarded: count(&value, "discarded"),
                sought: count(&value, "sought"),
            },
            seed: value["seed"].as_u64(),
            wanted: value["wanted"].as_u64(),
        })
    }
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RawValue::from_string(self.to_json()).map_err(serde::ser::Error::custom)?.serialize(serializer)
    }
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl Serialize for Shrinking {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

fn cause(value: &Value) -> Cause {
    let name = text(value, "cause");
    let message = || text(value, "message");
    match name.as_str() {
        "counterexample" => Cause::Counterexample(Counterexample {
            representation: text(value, "representation"),
            message: message(),
            place: value["place"].as_str().map(str::to_owned),
            shrinking: value["shrinking"].as_str().and_then(Shrinking::of_name),
            steps: count(value, "steps"),
            executions: count(value, "executions"),
            is_flaky: value["flaky"] == true,
            death: death(value),
        }),
        "died" => Cause::Died { death: death(value).unwrap_or(Death::Died { how: String::new() }), message: message() },
        "unrepeatable" => Cause::Unrepeatable { message: message() },
        "not covered" => Cause::NotCovered { name: text(value, "name"), cover: cover(value) },
        "nothing tested" => {
            let why = Untested::of_name(&text(value, "why")).unwrap_or_default();
            Cause::NothingTested { discarded: count(value, "discarded"), why }
        }
        "did not panic" => Cause::DidNotPanic,
        "other panic" => Cause::OtherPanic { expected: text(value, "expected") },
        "doubts" => Cause::Doubts,
        "error" => Cause::Error { message: message() },
        _ => Cause::Error { message: name },
    }
}

fn death(value: &Value) -> Option<Death> {
    let died = || Some(Death::Died { how: value["died"].as_str()?.to_owned() });
    if value["hung"] == true { Some(Death::Hung) } else { died() }
}

fn doubt(value: &Value) -> Doubt {
    let name = text(value, "doubt");
    match name.as_str() {
        "many discards" => Doubt::ManyDiscards {
            passed: count(value, "passed"),
            discarded: count(value, "discarded"),
            wanted: value["wanted"].as_u64().unwrap_or(u64::MAX),
        },
        "no cases" => Doubt::Nothing,
        "few different values" => {
            Doubt::FewDistinct { distinct: count(value, "distinct") as usize, among: count(value, "among") as usize }
        }
        "never happened" => Doubt::Never { label: text(value, "label") },
        "undecided" => Doubt::Undecided { name: text(value, "name"), cover: cover(value) },
        "huge values" => Doubt::Huge { choices: count(value, "choices") as usize },
        "slow" => {
            let time = value["seconds"].as_f64().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
            let (cases, generating) = (count(value, "cases"), count(value, "generating"));
            Doubt::Slow { time: time.unwrap_or_default(), cases, generating }
        }
        "stale failure" => Doubt::Stale {
            file: text(value, "file"),
            why: text(value, "why"),
            was: text(value, "was"),
            now: value["now"].as_str().map(str::to_owned),
        },
        "unreadable failure" => {
            Doubt::Unreadable { file: text(value, "file"), why: text(value, "why"), advice: text(value, "advice") }
        }
        "warning" => Doubt::Warning { title: text(value, "title"), text: text(value, "text") },
        _ => Doubt::Warning { title: name, text: String::new() },
    }
}

fn cover(value: &Value) -> Cover {
    Cover::new(value["percent"].as_f64().unwrap_or_default(), count(value, "count"), count(value, "cases"))
}

fn list<'v>(value: &'v Value, name: &str) -> impl Iterator<Item = &'v Value> + use<'v> {
    value[name].as_array().into_iter().flatten()
}

fn text(value: &Value, name: &str) -> String {
    value[name].as_str().unwrap_or_default().to_owned()
}

fn count(value: &Value, name: &str) -> u64 {
    value[name].as_u64().unwrap_or_default()
}
