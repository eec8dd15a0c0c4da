//! The facts of a run, from which `openpbtstats` decides what came of it: observed or not, they are the same.

use openpbtstats::{Cause, Counterexample, Death, Facts, Outcome, Sample, Shrinking, Untested};

use super::engine::{Rules, Tally};
use super::report::FailureReport;
use super::trial::{Trial, chance_of, size_of};
use super::{Checked, Finding};
use crate::core::choices::Tape;
use crate::core::cx::{Cx, DEFAULT_SIZE, SearchMode};
use crate::core::interpret::Walk;
use crate::core::journal::Totals;
use crate::core::panics::TIMEOUT;
use crate::run::shrink::Ended;

/// The facts of a run, without its failures. If there are some, nobody looks at how well it was tested.
pub(super) fn facts(
    trial: &mut dyn Trial,
    rules: &Rules,
    tally: Tally,
    proved: Option<u64>,
    totals: &Totals,
    has_failed: bool,
) -> Facts {
    let is_sampled = !has_failed && proved.is_none() && tally.passed >= Sample::CASES as u64;
    Facts {
        tally: tally.into(),
        seed: Some(rules.seed),
        wanted: Some(rules.cases).filter(|cases| *cases != u64::MAX),
        proved,
        sample: if is_sampled { Some(sample(trial, rules.seed)) } else { None },
        classes: totals.classes(),
        covers: totals.covers(tally.passed).into_iter().collect(),
        ..Facts::default()
    }
}

impl From<Tally> for openpbtstats::Tally {
    fn from(tally: Tally) -> openpbtstats::Tally {
        let Tally { passed, discarded, failed, sought } = tally;
        openpbtstats::Tally { passed, failed, discarded, sought }
    }
}

/// What decides about a run beside what it found.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Expectations<'e> {
    /// The name of the property, without its modules.
    pub(crate) name: &'e str,
    /// The text that a panic must contain, if there should be one.
    pub(crate) should_panic: Option<&'e str>,
    pub(crate) doubts_fail: bool,
}

impl Expectations<'_> {
    /// The outcome of a run by its facts and its report.
    pub(crate) fn judge(&self, mut facts: Facts, text: Option<&str>) -> Outcome {
        let is_missing = |expected: &&str| text.is_some_and(|text| !text.contains(expected));
        facts.expects_panic = self.should_panic.is_some();
        facts.missing_text = self.should_panic.filter(is_missing).map(str::to_owned);
        facts.doubts_fail = self.doubts_fail;
        facts.judge()
    }
}

impl Checked {
    /// The outcome of the run. `told` is what is reported of each finding, `text` all of it.
    pub(crate) fn outcome(&self, told: &[FailureReport], text: Option<&str>, expected: Expectations<'_>) -> Outcome {
        let mut facts = self.facts.clone();
        for (finding, told) in self.findings.iter().zip(told) {
            facts.failures.push(Cause::Counterexample(counterexample(expected.name, finding, told)));
        }
        for met in &self.unmade {
            facts.failures.push(Cause::Unrepeatable { message: met.panic.message.clone() });
        }
        if self.is_endless {
            facts.untested = Untested::RecursesForever;
        } else if self.is_empty {
            facts.untested = Untested::GeneratesNothing;
        }
        expected.judge(facts, text)
    }
}

fn counterexample(name: &str, finding: &Finding, told: &FailureReport) -> Counterexample {
    Counterexample {
        representation: representation(name, told),
        message: finding.panic.message.clone(),
        place: finding.panic.place.clone().filter(|_| finding.died.is_none()),
        shrinking: Some(shrinking(finding)),
        steps: finding.steps.len() as u64,
        executions: finding.executions,
        is_flaky: finding.is_flaky,
        death: finding.died.as_deref().map(death),
    }
}

/// How a process ended, by what stands in the place of the place of its panic.
pub(crate) fn death(how: &str) -> Death {
    if how == TIMEOUT { Death::Hung } else { Death::Died { how: how.to_owned() } }
}

/// How the shrinking of a failure ended.
pub(crate) fn shrinking(finding: &Finding) -> Shrinking {
    match finding.ended {
        // Only the process that died knows what the choices of its draws mean.
        Ended::Minimal if finding.met.body_draws && finding.died.is_some() => Shrinking::ArgumentsOnly,
        Ended::Minimal => Shrinking::Minimal,
        Ended::OutOfBudget => Shrinking::OutOfBudget,
        Ended::NotInRange if !finding.is_flaky => Shrinking::NotGenerated,
        Ended::NotInRange | Ended::NotFound | Ended::DoesNotFail | Ended::NoSuchPart => Shrinking::NotRepeated,
    }
}

/// A case as a call, with what the property drew: `name(list = [1], flag = true)`.
fn representation(name: &str, told: &FailureReport) -> String {
    let mut text = format!("{name}(");
    for (number, part) in told.value.iter().chain(told.drawn.iter().map(|drawn| &drawn.part)).enumerate() {
        text.push_str(if number == 0 { "" } else { ", " });
        text.push_str(&part.name);
        text.push_str(" = ");
        text.push_str(&part.short);
    }
    text.push(')');
    text
}

/// Makes some cases once more, to see how different they are. It stops as soon as there is nothing to say.
fn sample(trial: &mut dyn Trial, seed: u64) -> Sample {
    let mut sample = Sample::default();
    let mut seen: Vec<String> = Vec::new();
    // The largest size comes first.
    for case in (1..=Sample::CASES as u64).rev() {
        let Some((length, text)) = choices_of(trial, seed, case) else { continue };
        sample.among += 1;
        sample.choices = sample.choices.max(length);
        if length > Sample::HUGE {
            // More of them would take long. What is so large is not poor.
            sample.distinct = Sample::ENOUGH;
            return sample;
        }
        if !seen.contains(&text) {
            seen.push(text);
        }
        if seen.len() >= Sample::ENOUGH {
            break;
        }
    }
    sample.distinct = seen.len();
    if sample.is_poor() {
        sample.are_all = are_all(trial, sample.distinct);
    }
    if sample.is_poor() && draws_in_body(trial, seed) {
        // What the property draws is as much part of a case, and nobody has looked at that.
        sample.distinct = Sample::ENOUGH;
    }
    sample
}

/// Whether the property draws more than its generator, by running one more case.
fn draws_in_body(trial: &mut dyn Trial, seed: u64) -> bool {
    let case = Sample::CASES as u64;
    let mut cx = Cx::cold(chance_of(seed, case), size_of(case), SearchMode::First);
    if let Some(cold) = cx.cold_mut() {
        cold.tape = Some(Tape::new());
    }
    if trial.make(&mut cx).is_err() {
        return false;
    }
    let made = cx.tape_length();
    trial.test(&mut cx);
    cx.tape_length() != made
}

/// The value of a case as its choices: how many there are, and which.
fn choices_of(trial: &mut dyn Trial, seed: u64, case: u64) -> Option<(usize, String)> {
    let size = size_of(case);
    let mut cx = Cx::cold(chance_of(seed, case), size, SearchMode::First);
    if let Some(cold) = cx.cold_mut() {
        cold.tape = Some(Tape::new());
    }
    trial.make(&mut cx).ok()?;
    // Sizes differ from case to case; what was chosen is what counts.
    let choices = cx.into_cold()?.tape?.finish(DEFAULT_SIZE);
    Some((choices.len(), choices.to_string()))
}

/// Whether the generator makes no more than so many values.
fn are_all(trial: &mut dyn Trial, distinct: usize) -> bool {
    let (mut walk, mut values) = (Walk::new(), 0);
    // Each attempt may come to nothing; a language that is not seen to end in so many is not small.
    for _ in 0..20 * (distinct + 1) {
        let made = walk.advance(&mut |odometer, fuel| {
            let mut cx = Cx::answered(DEFAULT_SIZE, odometer);
            if let Some(cold) = cx.cold_mut() {
                cold.fuel = fuel.min(100_000);
            }
            let made = trial.make(&mut cx).ok();
            (made, cx.into_cold().and_then(|cold| cold.stop))
        });
        match made {
            None => return values <= distinct,
            Some(made) => values += usize::from(made.is_some()),
        }
    }
    false
}
