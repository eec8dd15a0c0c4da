//! Drawing numbers in increasing order, so that each selection is as likely as any other.

use std::collections::BTreeSet;
use std::fmt;
use std::rc::Rc;

use super::catalogue::{Keys, SharedKeys};
use crate::core::choice::{Ask, Choice, Spread};
use crate::core::cx::Cx;
use crate::core::generator::{Focus, Generator, Rejected};
use crate::core::mass::Mass;
use crate::core::rng::Rng;

/// Chooses the numbers of `count` values in increasing order, with or without repetition, each by one choice.
pub(super) fn increasing<G: Generator>(
    keys: &Keys<G>,
    cx: &mut Cx<'_>,
    count: usize,
    shown: Option<Vec<u128>>,
    repeats: bool,
    mut each: impl FnMut(&mut Cx<'_>, u128) -> Result<(), Rejected>,
) -> Result<(), Rejected> {
    let Some(last) = keys.last() else { return Ok(()) };
    let focus = if shown.is_some() { Focus::On(&()) } else { Focus::Free };
    let shown = shown.or_else(|| cx.by_chance(&focus, |rng| select(rng, last, count, repeats)));
    let mut first = 0;
    for i in 0..count {
        let step = Next { keys, first, last, count: (count - i) as u128, repeats };
        let shown = match &shown {
            Some(indices) => match indices[i].checked_sub(first) {
                Some(offset) if offset <= Spread::last(&step) => Some(offset),
                _ => {
                    return Err(cx.reject(|| "an element appears twice or out of order".to_owned()));
                }
            },
            None => None,
        };
        let index = first + cx.choose(&Ask::spread(&step), shown)?;
        each(cx, index)?;
        first = if repeats { index } else { index + 1 };
    }
    Ok(())
}

/// Draws a random selection out of `0..=last`, sorted (Floyd's method: each number is drawn once).
fn select(rng: &mut Rng, last: u128, count: usize, repeats: bool) -> Vec<u128> {
    // With repetition, the gaps between numbers that are all different are made smaller by one.
    let last = if repeats { last.saturating_add(count.saturating_sub(1) as u128) } else { last };
    let mut chosen = BTreeSet::new();
    for most in last - (count as u128).saturating_sub(1).min(last)..=last {
        if chosen.len() == count {
            break;
        }
        let drawn = rng.up_to(most);
        if !chosen.insert(drawn) {
            chosen.insert(most);
        }
    }
    let spread = |(i, number): (usize, u128)| if repeats { number - i as u128 } else { number };
    chosen.into_iter().enumerate().map(spread).collect()
}

/// The choice of the least of `count` numbers in `first..=last`, when all selections are equally likely.
struct Next<'k, G: Generator> {
    keys: &'k Keys<G>,
    first: u128,
    last: u128,
    count: u128,
    repeats: bool,
}

impl<G: Generator> Next<'_, G> {
    /// Returns how many different numbers there are to choose from.
    fn pool(&self) -> u128 {
        let numbers = (self.last - self.first).saturating_add(1);
        if self.repeats { numbers.saturating_add(self.count - 1) } else { numbers }
    }

    /// Returns how likely it is that the least number is at least this far away.
    fn at_least(&self, offset: u128) -> f64 {
        let pool = self.pool() as f64;
        (0..self.count).map(|i| i as f64).fold(1.0, |chance, i| chance * (pool - offset as f64 - i) / (pool - i))
    }
}

impl<G: Generator> Next<'_, G> {
    /// Returns how likely it is that the least number is at least this far away, even below the smallest float.
    fn mass_from(&self, offset: u128) -> Mass {
        let pool = self.pool() as f64;
        let factor = |i: u128| Mass::from((pool - offset as f64 - i as f64) / (pool - i as f64));
        (0..self.count).fold(Mass::ONE, |mass, i| mass.times(factor(i)))
    }
}

impl<G: Generator> fmt::Debug for Next<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the least of {} in {}..={}", self.count, self.first, self.last)
    }
}

impl<G: Generator> Spread for Next<'_, G> {
    fn last(&self) -> u128 {
        self.pool() - self.count
    }

    fn choice(&self, index: u128) -> Choice {
        self.keys.choice(self.first + index)
    }

    fn find(&self, choice: &Choice) -> Option<u128> {
        self.keys.find(choice)?.checked_sub(self.first)
    }

    fn mass(&self, index: u128) -> Mass {
        // How many selections have this as their least number, of all: two products of the same value, the shorter one.
        let (pool, count, offset) = (self.pool() as f64, self.count as f64, index as f64);
        let factors = (self.count - 1).min(index);
        let is_short = factors == self.count - 1;
        (1..=factors).map(|i| i as f64).fold(Mass::from(count / pool), |mass, i| {
            mass.times(Mass::from(if is_short {
                (pool - offset - i) / (pool - i)
            } else {
                (pool - count - i + 1.0) / (pool - i)
            }))
        })
    }

    fn mass_among(&self, first: u128, last: u128) -> Mass {
        // That it is at least the first, times that it is then not beyond the last; by logarithms, because the latter is
        // next to nothing where there are many numbers.
        let left = (self.pool() - first) as f64;
        let steps = (last - first) as f64 + 1.0;
        let beyond: f64 = (0..self.count).map(|i| (-steps / (left - i as f64)).max(-1.0).ln_1p()).sum();
        self.mass_from(first).times(Mass::from(-beyond.exp_m1()))
    }

    fn draw(&self, rng: &mut Rng) -> u128 {
        // The greatest offset that is reached with at least the drawn chance.
        let drawn = (rng.next() >> 11) as f64 / (1u64 << 53) as f64;
        let (mut low, mut high) = (0, Spread::last(self));
        while low < high {
            let middle = high - (high - low) / 2;
            if self.at_least(middle) > drawn { low = middle } else { high = middle - 1 }
        }
        low
    }

    fn share(&self) -> Rc<dyn Spread> {
        SharedKeys::all(self)
    }
}
