//! Decides whether a property that passed was tested at all. Each doubt is one line with advice.

use std::fmt;
use std::time::Duration;

use super::engine::{Rules, Tally};
use super::trial::{Trial, chance_of, size_of};
use crate::core::choices::Tape;
use crate::core::cx::{Cx, DEFAULT_SIZE, SearchMode};
use crate::core::interpret::Walk;
use crate::core::journal::{Cover, Totals};

/// A reason to doubt that a passing property was really tested.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::Checker;
/// use mirrorcheck::check::Doubt;
///
/// let report = Checker::new(0..=99).examine(|n| assume(n < 10));
/// assert!(matches!(report.doubts[0], Doubt::ManyDiscards { .. }));
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Doubt {
    /// More cases were discarded than tested.
    ManyDiscards {
        /// How many cases were tested.
        passed: u64,
        /// How many were discarded.
        discarded: u64,
        /// How many should have been tested.
        wanted: u64,
    },
    /// No case ran.
    Nothing,
    /// Few of the values were distinct.
    FewDistinct {
        /// How many distinct values there were.
        distinct: usize,
        /// Among how many values.
        among: usize,
    },
    /// Something that you asked about never happened.
    Never {
        /// Its label.
        label: String,
    },
    /// It is undecided whether enough is covered.
    Undecided {
        /// What should be covered.
        name: String,
        /// How much of it is covered.
        cover: Cover,
    },
    /// A value is so large that making it takes most of the time.
    Huge {
        /// How many choices it has.
        choices: usize,
    },
    /// The run took long.
    Slow {
        /// How long it took.
        time: Duration,
        /// How many cases there were.
        cases: u64,
        /// The percentage of the time spent on making values.
        generating: u64,
    },
}

/// What to do where most cases are discarded, unless they are looked for already.
pub(super) fn advice(is_sought: bool) -> &'static str {
    if is_sought {
        "let the generator make what the property assumes"
    } else {
        "let the generator make what the property assumes, or have it looked for: `strategy = Gradient::default()`"
    }
}

impl Doubt {
    /// What it is about, in a word or two.
    pub(crate) fn title(&self) -> &'static str {
        match self {
            Doubt::ManyDiscards { .. } => "many discards",
            Doubt::Nothing => "nothing tested",
            Doubt::FewDistinct { .. } => "few different values",
            Doubt::Never { .. } => "never happened",
            Doubt::Undecided { .. } => "not decided",
            Doubt::Huge { .. } => "huge values",
            Doubt::Slow { .. } => "slow",
        }
    }
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Doubt::ManyDiscards { passed, discarded, wanted } => {
                let percent = 100.0 * *discarded as f64 / (passed + discarded).max(1) as f64;
                write!(f, "{discarded} cases were discarded ({percent:.0} %)")?;
                if passed < wanted {
                    write!(f, ", so that only {passed} of {wanted} were tested")?;
                }
                write!(f, "; {}", advice(false))
            }
            Doubt::Nothing => f.write_str("no case was run, so nothing was tested"),
            Doubt::FewDistinct { distinct, among } => {
                write!(
                    f,
                    "only {distinct} different values among {among} cases; is the generator as wide as it should be?"
                )
            }
            Doubt::Never { label } => {
                write!(f, "{label:?} never happened; the cases that it stands for were not tested")
            }
            Doubt::Undecided { name, cover } => {
                let Cover { percent, count, cases } = cover;
                write!(
                    f,
                    "{name:?} should cover {percent} %, and {count} of {cases} cases do not decide it; run more cases"
                )
            }
            Doubt::Huge { choices } => {
                write!(f, "a value has {choices} choices; smaller ones find bugs sooner: give lengths an upper bound")
            }
            Doubt::Slow { time, cases, generating } => {
                write!(f, "took {:.1} s for {cases} cases", time.as_secs_f64())?;
                if *generating > 50 {
                    write!(f, ", {generating} % of it to make values; make smaller ones, or fewer: `cases = …`")
                } else {
                    f.write_str("; `cases = …` sets how many there are, `jobs = …` how many threads share them")
                }
            }
        }
    }
}

/// A value with more choices than this is huge.
const HUGE: usize = 100_000;

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

pub(super) fn doubts(
    trial: &mut dyn Trial,
    rules: &Rules,
    tally: Tally,
    proved: Option<u64>,
    totals: &Totals,
) -> Vec<Doubt> {
    let mut doubts = Vec::new();
    let Tally { passed, discarded, .. } = tally;
    if passed == 0 && discarded == 0 {
        doubts.push(Doubt::Nothing);
    }
    if discarded > passed && passed > 0 {
        doubts.push(Doubt::ManyDiscards { passed, discarded, wanted: rules.cases.min(passed + discarded) });
    }
    if proved.is_none() && passed >= LOOKED_AT {
        if let Some(doubt) = look(trial, rules.seed) {
            doubts.push(doubt);
        }
    }
    for label in totals.never() {
        doubts.push(Doubt::Never { label });
    }
    for (name, cover) in totals.covers(passed) {
        if cover.is_enough().is_none() {
            doubts.push(Doubt::Undecided { name, cover });
        }
    }
    doubts
}

/// How many cases are looked at again.
const LOOKED_AT: u64 = 100;

/// Looks at some cases again. It ends as soon as there is nothing to say.
fn look(trial: &mut dyn Trial, seed: u64) -> Option<Doubt> {
    /// As many different values among a hundred cases are enough.
    const ENOUGH: usize = 10;
    let mut seen: Vec<String> = Vec::new();
    // The largest size comes first.
    for case in (1..LOOKED_AT + 1).rev() {
        let Some((length, text)) = choices_of(trial, seed, case) else { continue };
        if length > HUGE {
            return Some(Doubt::Huge { choices: length });
        }
        if !seen.contains(&text) {
            seen.push(text);
        }
        if seen.len() >= ENOUGH {
            return None;
        }
    }
    let distinct = seen.len();
    if are_all(trial, distinct) { None } else { Some(Doubt::FewDistinct { distinct, among: LOOKED_AT as usize }) }
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
