//! Exact means: all sequences of choices, one after another, each as often as it is likely.
//!
//! A filter inside of a generator asks again until it is satisfied, so what it does not let through makes the rest of
//! *its* choices more likely, and nothing else. Each filter that is open has a number of its own for that: how likely it
//! is to be satisfied from here on. These numbers go back along the sequence together with the sum that is wanted; where a
//! filter begins, what it lets through is divided by the number, and the number dropped.

use super::{Estimate, Measure};
use crate::core::choice::Ask;
use crate::core::cx::{Answerer, Attempt, DEFAULT_SIZE};
use crate::core::generator::{Generator, Rejected};
use crate::core::replay::run_on;

/// How many sequences are gone through, and how many choices are made on the way, before it is given up.
const RUNS: usize = 10_000;
const CHOICES: usize = 200_000;
const FUEL: u64 = 1_000_000;
const STACKS: u32 = 4;

/// The mean of what is measured over all values that are not rejected; `None` if there are too many.
pub(super) fn mean<G: Generator + ?Sized>(generator: &G, measure: &mut Measure<'_, G::Value>) -> Option<Estimate> {
    let mut explorer = Explorer { left: CHOICES, ..Explorer::default() };
    for _ in 0..RUNS {
        explorer.begin();
        let run = run_on(STACKS, generator, DEFAULT_SIZE, Some(&mut explorer), FUEL);
        let has_value_anyway = run.value.is_ok() && explorer.has_failed;
        if explorer.is_lost || explorer.at != explorer.path.len() || has_value_anyway || run.stop.is_some() {
            return None;
        }
        let measured = run.value.ok().map(|value| measure(&value, &run.choices));
        if let Some([sum, accepted]) = explorer.next(measured) {
            return Some(Estimate::exact(sum / accepted));
        }
    }
    None
}

/// Answers with one sequence after another, as a path down a tree of choices.
#[derive(Default)]
struct Explorer {
    path: Vec<Stage>,
    /// How far down the path this run has come.
    at: usize,
    /// The filters that are open: where on the path they begin, and how often they were not satisfied.
    open: Vec<(usize, u32)>,
    /// A filter was not satisfied, which ends the run.
    has_failed: bool,
    /// It has given up: what is around it must do so, too.
    has_given_up: bool,
    /// There are too many choices, or the generator does not always ask the same.
    is_lost: bool,
    left: usize,
}

enum Stage {
    Choice {
        rank: u128,
        last: u128,
        chance: f64,
        /// From the alternatives before this one.
        sums: Vec<f64>,
    },
    /// A filter begins that asks so many times at most.
    Begins(u32),
    Ends,
}

impl Explorer {
    #[inline]
    fn begin(&mut self) {
        self.at = 0;
        self.open.clear();
        self.has_failed = false;
        self.has_given_up = false;
    }

    /// Goes past the beginning or the end of a filter.
    #[inline]
    fn pass(&mut self, stage: Stage) {
        match self.path.get(self.at) {
            Some(known) => self.is_lost |= std::mem::discriminant(known) != std::mem::discriminant(&stage),
            None => self.path.push(stage),
        }
        self.at += 1;
    }

    /// Takes the path back to the last choice that has another alternative; the sums of all if there is none.
    #[inline]
    fn next(&mut self, measured: Option<f64>) -> Option<[f64; 2]> {
        let mut sums = measured.map_or([0.0; 2], |measured| [measured, 1.0]).to_vec();
        let open = self.path.iter().fold(0, |open: usize, stage| match stage {
            Stage::Begins(_) => open + 1,
            Stage::Ends => open.saturating_sub(1),
            Stage::Choice { .. } => open,
        });
        // Filters that are open at the end were not satisfied.
        sums.resize(2 + open, 0.0);
        while let Some(stage) = self.path.pop() {
            match stage {
                Stage::Ends => sums.push(1.0),
                Stage::Begins(times) => {
                    let satisfied = sums.pop().map_or(0.0, |chance| chance.min(1.0));
                    let in_the_end = 1.0 - (1.0 - satisfied).powf(times.into());
                    let factor = if satisfied > 0.0 { in_the_end / satisfied } else { 0.0 };
                    sums.iter_mut().for_each(|sum| *sum *= factor);
                }
                Stage::Choice { rank, last, chance, sums: mut before } => {
                    before.resize(sums.len(), 0.0);
                    before.iter_mut().zip(&sums).for_each(|(before, sum)| *before += chance * sum);
                    if rank < last {
                        self.path.push(Stage::Choice { rank: rank + 1, last, chance: 0.0, sums: before });
                        return None;
                    }
                    sums = before;
                }
            }
        }
        Some([sums[0], sums[1]])
    }
}

impl Answerer for Explorer {
    #[inline]
    fn answer(&mut self, ask: &Ask<'_>) -> Result<u128, Rejected> {
        if self.has_failed {
            // Whoever goes on after a filter was not satisfied has another way that this does not see.
            self.is_lost |= self.has_given_up;
            return Err(Rejected);
        }
        if self.at == self.path.len() {
            let last = ask.last_rank();
            self.is_lost |= last >= RUNS as u128;
            self.path.push(Stage::Choice { rank: 0, last, chance: 0.0, sums: Vec::new() });
        }
        self.is_lost |= self.left == 0;
        self.left = self.left.saturating_sub(1);
        let stage = self.path.get_mut(self.at);
        let (Some(Stage::Choice { rank, chance, .. }), false) = (stage, self.is_lost) else {
            self.is_lost = true;
            return Err(Rejected);
        };
        self.at += 1;
        let index = ask.at_rank(*rank);
        self.is_lost |= index.is_none();
        let index = index.ok_or(Rejected)?;
        *chance = ask.chance(index);
        Ok(index)
    }

    #[inline]
    fn may_retry(&self) -> bool {
        !self.has_failed
    }

    #[inline]
    fn attempt(&mut self, attempt: Attempt) {
        match attempt {
            Attempt::Begins => {
                self.open.push((self.at, 0));
                self.pass(Stage::Begins(1));
            }
            Attempt::Failed => {
                self.has_failed = true;
                self.has_given_up = false;
                if let Some((_, failures)) = self.open.last_mut() {
                    *failures += 1;
                }
            }
            Attempt::Ends => match self.open.pop() {
                Some((begins, failures)) if self.has_failed => {
                    self.has_given_up = true;
                    if let Some(Stage::Begins(times)) = self.path.get_mut(begins) {
                        *times = (*times).max(failures + 1);
                    }
                }
                _ => self.pass(Stage::Ends),
            },
        }
    }
}
