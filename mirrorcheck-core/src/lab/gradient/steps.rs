//! The choices of a run, flat and small: a hunt makes very many of them.

use std::collections::HashMap;

use crate::core::choice::Ask;
use crate::core::cx::{Attempt, Attempts};
use crate::core::generator::Rejected;
use crate::lab::gradient::hashed;

/// A run with more choices is given up.
const MAX: usize = 100_000;

/// One choice.
#[derive(Debug, Clone, Copy)]
pub(super) struct RunStep {
    pub(super) index: u128,
    /// What kind of choice it is: those of one kind are made among the same alternatives, as far as can be told.
    pub(super) family: u64,
    /// Where what belongs to it ends: of a pick, its group; of a number, the next step.
    pub(super) end: u32,
    pub(super) is_pick: bool,
}

#[derive(Debug, Clone, Default)]
pub(super) struct Steps {
    pub(super) steps: Box<[RunStep]>,
    pub(super) size: u32,
}

/// Writes down what is chosen.
#[derive(Debug, Default)]
pub(super) struct Recorder {
    steps: Vec<RunStep>,
    /// The picks whose groups are open, and how many there were when each group began.
    picks: Vec<u32>,
    groups: Vec<u32>,
    hash: u64,
    attempts: Attempts<(usize, usize, usize, u64)>,
}

impl Recorder {
    #[inline]
    pub(super) fn clear(&mut self) {
        self.steps.clear();
        self.picks.clear();
        self.groups.clear();
        self.attempts.clear();
        self.hash = 0;
    }

    #[inline]
    pub(super) fn steps(&self) -> &[RunStep] {
        &self.steps
    }

    #[inline]
    pub(super) fn note(&mut self, ask: &Ask<'_>, index: u128) -> Result<(), Rejected> {
        let at = self.steps.len();
        if at >= MAX {
            return Err(Rejected);
        }
        let is_pick = ask.is_pick();
        if is_pick {
            self.picks.push(at as u32);
        }
        self.steps.push(RunStep { index, family: ask.family(), end: at as u32 + 1, is_pick });
        self.hash = hashed(self.hash, index);
        Ok(())
    }

    #[inline]
    pub(super) fn open(&mut self) {
        self.groups.push(self.picks.len() as u32);
    }

    #[inline]
    pub(super) fn close(&mut self) {
        let first = self.groups.pop().unwrap_or(0) as usize;
        let end = self.steps.len() as u32;
        for pick in self.picks.drain(first.min(self.picks.len())..) {
            self.steps[pick as usize].end = end;
        }
    }

    #[inline]
    pub(super) fn attempt(&mut self, attempt: Attempt) {
        let mark = (self.steps.len(), self.picks.len(), self.groups.len(), self.hash);
        if let Some((steps, picks, groups, hash)) = self.attempts.follow(attempt, mark) {
            self.steps.truncate(steps);
            self.picks.truncate(picks);
            self.groups.truncate(groups);
            self.hash = hash;
        }
    }

    /// What tells these choices from others, at this size where that makes a difference.
    #[inline]
    pub(super) fn fingerprint(&self, size: Option<u32>) -> u64 {
        hashed(hashed(self.hash, self.steps.len() as u128), size.map_or(0, |size| u128::from(size) + 1))
    }

    #[inline]
    pub(super) fn take(&mut self, size: u32) -> Steps {
        // What was chosen outside of every group has no other end than that of the run.
        while !self.groups.is_empty() {
            self.close();
        }
        let end = self.steps.len() as u32;
        self.picks.drain(..).for_each(|pick| self.steps[pick as usize].end = end);
        Steps { steps: self.steps.as_slice().into(), size }
    }
}

/// Makes up what an edit leaves open: of alternatives, the one that was seen to need the fewest choices.
#[derive(Debug, Default)]
pub(super) struct Fill {
    cheapest: HashMap<u64, (u32, u128)>,
}

impl Fill {
    #[inline]
    pub(super) fn learn(&mut self, run: &Steps) {
        for (at, step) in run.steps.iter().enumerate().filter(|(_, step)| step.is_pick) {
            let needs = (step.end - at as u32, step.index);
            let known = self.cheapest.entry(step.family).or_insert(needs);
            *known = needs.min(*known);
        }
    }

    #[inline]
    pub(super) fn smallest(&self, ask: &Ask<'_>) -> Option<u128> {
        let (_, index) = self.cheapest.get(&ask.family())?;
        ask.allows(*index).then_some(*index)
    }
}
