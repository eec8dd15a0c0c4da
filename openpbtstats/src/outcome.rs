//! The outcome of a run: its verdict, its doubts and its numbers, and how they are written as JSON.

use crate::verdict::one_line;
use crate::write::{List, Object};
use crate::{Cause, Counterexample, Death, Doubt, Verdict};

/// The outcome of a run: what [`Facts::judge`](crate::Facts::judge) decides, and what an `info` line with the title
/// [`VERDICT`](crate::title::VERDICT) says as JSON.
///
/// ```
/// use openpbtstats::{Facts, Tally};
///
/// let facts = Facts { tally: Tally { passed: 3, ..Tally::default() }, seed: Some(7), ..Facts::default() };
/// assert_eq!(
///     facts.judge().to_json(),
///     r#"{"version":1,"verdict":"passed","passed":3,"failed":0,"discarded":0,"sought":0,"seed":7,"wanted":null,"doubts":[]}"#
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Outcome {
    /// Whether the test passed, and why not.
    pub verdict: Verdict,
    /// Reasons to doubt that a passing test tested enough, and advice.
    pub doubts: Vec<Doubt>,
    /// How many cases there were.
    pub tally: Tally,
    /// The seed of the run, if it has one.
    pub seed: Option<u64>,
    /// How many cases should have passed, if there is a limit.
    pub wanted: Option<u64>,
}

/// How many cases a run had.
///
/// ```
/// let tally = openpbtstats::Tally { passed: 3, discarded: 1, ..Default::default() };
/// assert_eq!(tally.failed, 0);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// How many passed.
    pub passed: u64,
    /// How many failed, without those of shrinking.
    pub failed: u64,
    /// How many were discarded.
    pub discarded: u64,
    /// How many more a search ran on the way to these.
    pub sought: u64,
}

/// An outcome in one word, the most urgent first.
///
/// ```
/// use openpbtstats::{Kind, Outcome};
///
/// assert_eq!(Outcome::default().kind(), Kind::Unfinished);
/// assert!(Kind::Failed < Kind::Passed);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The test failed.
    Failed,
    /// The run did not finish.
    Unfinished,
    /// The test passed, but there is a serious doubt.
    Doubtful,
    /// The test passed.
    Passed,
    /// The test is not in the latest build: what came of it does not count any more. A run cannot know that, but a reader
    /// of several may.
    Gone,
}

impl Kind {
    /// All kinds, the most urgent first.
    ///
    /// ```
    /// assert!(openpbtstats::Kind::ALL.is_sorted());
    /// ```
    pub const ALL: [Kind; 5] = [Kind::Failed, Kind::Unfinished, Kind::Doubtful, Kind::Passed, Kind::Gone];

    /// Returns the word.
    ///
    /// ```
    /// assert_eq!(openpbtstats::Kind::Doubtful.name(), "doubtful");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Kind::Failed => "failed",
            Kind::Unfinished => "unfinished",
            Kind::Doubtful => "doubtful",
            Kind::Passed => "passed",
            Kind::Gone => "gone",
        }
    }
}

impl Outcome {
    /// Returns the outcome in one word.
    ///
    /// ```
    /// use openpbtstats::{Kind, Outcome, Verdict};
    ///
    /// let outcome = Outcome { verdict: Verdict::PanickedAsExpected, ..Outcome::default() };
    /// assert_eq!(outcome.kind(), Kind::Passed);
    /// ```
    pub fn kind(&self) -> Kind {
        match self.verdict {
            Verdict::Unfinished => Kind::Unfinished,
            Verdict::Failed { .. } => Kind::Failed,
            _ if self.doubts.iter().any(Doubt::is_serious) => Kind::Doubtful,
            Verdict::Passed | Verdict::Proved { .. } | Verdict::PanickedAsExpected => Kind::Passed,
        }
    }

    /// Returns why the test failed: nothing if it did not.
    ///
    /// ```
    /// assert!(openpbtstats::Outcome::default().causes().is_empty());
    /// ```
    pub fn causes(&self) -> &[Cause] {
        match &self.verdict {
            Verdict::Failed { causes } => causes,
            _ => &[],
        }
    }

    /// Returns the counterexamples in the order in which they were found.
    ///
    /// ```
    /// assert_eq!(openpbtstats::Outcome::default().counterexamples().count(), 0);
    /// ```
    pub fn counterexamples(&self) -> impl Iterator<Item = &Counterexample> {
        self.causes().iter().filter_map(|cause| match cause {
            Cause::Counterexample(counterexample) => Some(counterexample),
            _ => None,
        })
    }

    /// Returns the outcome in one line. `distinct` is how many of the tested cases are different, where that is known.
    ///
    /// ```
    /// use openpbtstats::{Outcome, Tally, Verdict};
    ///
    /// let tally = Tally { passed: 300, ..Tally::default() };
    /// let outcome = Outcome { verdict: Verdict::Passed, tally, ..Outcome::default() };
    /// assert_eq!(outcome.sentence(Some(263)), "300 cases passed, 263 distinct");
    /// assert_eq!(outcome.sentence(None), "300 cases passed");
    /// ```
    pub fn sentence(&self, distinct: Option<u64>) -> String {
        let serious = self.doubts.iter().find(|doubt| doubt.is_serious()).map(|doubt| match doubt {
            Doubt::Warning { title, .. } => format!("there is a warning: {title}"),
            other => other.claim(),
        });
        let passed = match &self.verdict {
            Verdict::Unfinished => return "has not finished: it is still running, or its process died".to_owned(),
            Verdict::Failed { causes } => {
                // Of several values the shortest says most.
                let shortest = self.counterexamples().min_by_key(|it| it.representation.len());
                return match (shortest, causes.first(), serious) {
                    (_, Some(cause @ Cause::OtherPanic { .. }), _) => cause.sentence(),
                    (Some(it), ..) => Cause::Counterexample(it.clone()).sentence(),
                    (_, Some(Cause::Doubts), Some(claim)) => format!("fails: {}", one_line(&claim)),
                    (_, Some(cause), _) => cause.sentence(),
                    (_, None, _) => "fails".to_owned(),
                };
            }
            Verdict::Proved { values: 1 } => "proved: holds for the only value".to_owned(),
            Verdict::Proved { values } => format!("proved: holds for all {} values", grouped(*values)),
            Verdict::PanickedAsExpected => "panics as expected".to_owned(),
            Verdict::Passed if self.doubts.contains(&Doubt::Nothing) => {
                return "tested nothing, because no case ran".to_owned();
            }
            Verdict::Passed => {
                let passed = self.tally.passed;
                let cases =
                    if passed == 1 { "1 case passed".to_owned() } else { format!("{} cases passed", grouped(passed)) };
                match distinct {
                    Some(distinct) if distinct != passed => format!("{cases}, {} distinct", grouped(distinct)),
                    _ => cases,
                }
            }
        };
        match serious {
            Some(claim) => format!("passes, but {}", one_line(&claim)),
            None => passed,
        }
    }

    /// Returns the outcome as a JSON object on one line. Of very many causes and doubts it has the first, and of a long text
    /// the beginning: readers may not keep more than some 100 kB of a message.
    ///
    /// ```
    /// assert!(openpbtstats::Outcome::default().to_json().contains(r#""verdict":"unfinished""#));
    /// ```
    pub fn to_json(&self) -> String {
        let mut out = String::new();
        let mut object = Object::new(&mut out);
        object.number("version", 1);
        object.text("verdict", self.verdict.name());
        match &self.verdict {
            Verdict::Proved { values } => object.number("values", *values),
            Verdict::Failed { causes } => {
                object.list("causes", |list| some(list, causes, Cause::write));
            }
            Verdict::Unfinished | Verdict::Passed | Verdict::PanickedAsExpected => {}
        }
        let Tally { passed, failed, discarded, sought } = self.tally;
        for (name, count) in [("passed", passed), ("failed", failed), ("discarded", discarded), ("sought", sought)] {
            object.number(name, count);
        }
        object.optional_number("seed", self.seed);
        object.optional_number("wanted", self.wanted);
        object.list("doubts", |list| some(list, &self.doubts, Doubt::write));
        object.end();
        out
    }
}

/// Writes a number with a comma between thousands, as sentences about runs do.
///
/// ```
/// assert_eq!(openpbtstats::grouped(3412), "3,412");
/// ```
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

impl Verdict {
    fn name(&self) -> &'static str {
        match self {
            Verdict::Unfinished => "unfinished",
            Verdict::Passed => "passed",
            Verdict::Proved { .. } => "proved",
            Verdict::PanickedAsExpected => "panicked as expected",
            Verdict::Failed { .. } => "failed",
        }
    }
}

/// Characters of a text that are written, and bytes after which a list gets no longer.
const WRITTEN: usize = 1_000;
const LISTED: usize = 30_000;

/// Writes as many objects as a reader can be expected to keep.
fn some<T>(list: &mut List<'_>, items: &[T], write: impl Fn(&T, &mut Object<'_>)) {
    let end = list.length() + LISTED;
    for item in items {
        if list.length() > end {
            break;
        }
        list.object(|object| write(item, object));
    }
}

fn bounded(text: &str) -> String {
    match text.char_indices().nth(WRITTEN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

impl Cause {
    fn write(&self, object: &mut Object<'_>) {
        let mut cause = |name: &str| object.text("cause", name);
        match self {
            Cause::Counterexample(it) => {
                cause("counterexample");
                object.text("representation", &bounded(&it.representation));
                object.text("message", &bounded(&it.message));
                object.optional_text("place", it.place.as_deref());
                object.optional_text("shrinking", it.shrinking.map(|shrinking| shrinking.name()));
                object.number("steps", it.steps);
                object.number("executions", it.executions);
                object.flag("flaky", it.is_flaky);
                if let Some(death) = &it.death {
                    death.write(object);
                }
            }
            Cause::Died { death, message } => {
                cause("died");
                object.text("message", &bounded(message));
                death.write(object);
            }
            Cause::Unrepeatable { message } => {
                cause("unrepeatable");
                object.text("message", &bounded(message));
            }
            Cause::NotCovered { name, cover } => {
                cause("not covered");
                write_cover(object, name, cover);
            }
            Cause::NothingTested { discarded, why } => {
                cause("nothing tested");
                object.number("discarded", *discarded);
                object.text("why", why.name());
            }
            Cause::DidNotPanic => cause("did not panic"),
            Cause::OtherPanic { expected } => {
                cause("other panic");
                object.text("expected", &bounded(expected));
            }
            Cause::Doubts => cause("doubts"),
            Cause::Error { message } => {
                cause("error");
                object.text("message", &bounded(message));
            }
        }
    }
}

impl Death {
    fn write(&self, object: &mut Object<'_>) {
        match self {
            Death::Died { how } => object.text("died", how),
            Death::Hung => object.flag("hung", true),
        }
    }
}

impl Doubt {
    fn write(&self, object: &mut Object<'_>) {
        match self {
            Doubt::Warning { .. } => object.text("doubt", "warning"),
            _ => object.text("doubt", self.name()),
        }
        match self {
            Doubt::ManyDiscards { passed, discarded, wanted } => {
                object.number("passed", *passed);
                object.number("discarded", *discarded);
                object.optional_number("wanted", Some(*wanted).filter(|wanted| *wanted != u64::MAX));
            }
            Doubt::Nothing => {}
            Doubt::FewDistinct { distinct, among } => {
                object.number("distinct", *distinct as u64);
                object.number("among", *among as u64);
            }
            Doubt::Never { label } => object.text("label", &bounded(label)),
            Doubt::Undecided { name, cover } => write_cover(object, name, cover),
            Doubt::Huge { choices } => object.number("choices", *choices as u64),
            Doubt::Slow { time, cases, generating } => {
                object.seconds("seconds", *time);
                object.number("cases", *cases);
                object.number("generating", *generating);
            }
            Doubt::Stale { file, why, was, now } => {
                object.text("file", &bounded(file));
                object.text("why", &bounded(why));
                object.text("was", &bounded(was));
                object.optional_text("now", now.as_deref().map(bounded).as_deref());
            }
            Doubt::Unreadable { file, why, advice } => {
                object.text("file", &bounded(file));
                object.text("why", &bounded(why));
                object.text("advice", &bounded(advice));
            }
            Doubt::Warning { title, text } => {
                object.text("title", &bounded(title));
                object.text("text", &bounded(text));
            }
        }
        object.flag("serious", self.is_serious());
    }
}

fn write_cover(object: &mut Object<'_>, name: &str, cover: &crate::Cover) {
    object.text("name", &bounded(name));
    object.float("percent", cover.percent);
    object.number("count", cover.count);
    object.number("cases", cover.cases);
}
