//! What is rare among valid runs: which choices stand below which others.
//!
//! Nearly all new runs may differ from known ones in a place where everything is valid, such as a number that nobody looks at.
//! A test gains nothing by them. So a run is worth as much as the rarest choice below others in it.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::steps::Steps;
use super::{Same, hashed};

/// Numbers from here on count by powers of two.
const SMALL: u128 = 32;

/// So many picks above a choice are looked at, and which part of each it is in.
const ABOVE: usize = 2;

/// A run is kept apart if something of it was met less often than this.
const SELDOM: u32 = 4;

#[derive(Debug, Default)]
pub(super) struct Variety {
    /// How many runs had each, and the last of them, so that it counts once.
    met: HashMap<u64, (u32, u64), BuildHasherDefault<Same>>,
    runs: u64,
    /// The picks that a step is inside of, with where each ends and how many stand directly in it so far.
    around: Vec<(u64, u32, u128)>,
}

/// What a run is worth.
#[derive(Debug, Clone, Copy)]
pub(super) struct Worth {
    /// From 0 to 1.
    pub(super) share: f64,
    pub(super) is_rare: bool,
}

impl Variety {
    /// Counts what is in a run.
    pub(super) fn meet(&mut self, run: &Steps) -> Worth {
        self.runs += 1;
        self.around.clear();
        let mut least = u32::MAX;
        for (at, step) in run.steps.iter().enumerate() {
            while self.around.last().is_some_and(|(_, end, _)| *end <= at as u32) {
                self.around.pop();
            }
            let what = hashed(step.family, small(step.index));
            if let Some((_, _, place)) = self.around.last_mut() {
                *place += 1;
            }
            let mut path = what;
            let above = self.around.len().saturating_sub(ABOVE);
            if self.around.is_empty() {
                least = least.min(self.count(path));
            }
            for around in (above..self.around.len()).rev() {
                let (pick, _, place) = self.around[around];
                path = hashed(hashed(path, u128::from(pick)), place);
                least = least.min(self.count(path));
            }
            if step.is_pick {
                self.around.push((what, step.end, 0));
            }
        }
        let least = if least == u32::MAX { 0 } else { least };
        Worth { share: 1.0 / f64::from(1 + least), is_rare: least < SELDOM }
    }

    /// How many runs before this one had it.
    fn count(&mut self, what: u64) -> u32 {
        let (count, last) = self.met.entry(what).or_insert((0, 0));
        let before = *count - u32::from(*last == self.runs);
        if *last != self.runs {
            (*count, *last) = (*count + 1, self.runs);
        }
        before
    }
}

fn small(index: u128) -> u128 {
    if index < SMALL { index } else { SMALL + u128::from(u128::BITS - index.leading_zeros()) }
}
