//! Ways to go on, and how often each led to something new: a bandit.

use crate::core::rng::Rng;

/// The least share of tries that each arm gets.
const LEAST: f64 = 1e-3;

/// What was long ago counts less: what is easy to find is found first.
const LONG: f64 = 10_000.0;

pub(super) struct Arms<const N: usize> {
    tried: [f64; N],
    new: [f64; N],
}

impl<const N: usize> Arms<N> {
    pub(super) fn new() -> Arms<N> {
        Arms { tried: [1.0; N], new: [1.0; N] }
    }

    /// In proportion to how often each was of use, but none is given up.
    pub(super) fn draw(&self, rng: &mut Rng) -> usize {
        let worth = |arm: usize| self.new[arm] / self.tried[arm] + LEAST;
        let whole: f64 = (0..N).map(worth).sum();
        let mut left = rng.unit() * whole;
        let found = (0..N).find(|&arm| {
            left -= worth(arm);
            left < 0.0
        });
        found.unwrap_or(0)
    }

    /// Rewards an arm with the worth of its result, from 0 to 1.
    pub(super) fn reward(&mut self, arm: usize, worth: f64) {
        self.tried[arm] += 1.0;
        self.new[arm] += worth;
        if self.tried[arm] > LONG {
            self.tried[arm] /= 2.0;
            self.new[arm] /= 2.0;
        }
    }
}
