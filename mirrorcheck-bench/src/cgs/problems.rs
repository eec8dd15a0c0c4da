//! What is looked for: each problem has a generator that follows the type, and a predicate that few values meet.
//!
//! All choices are uniform, so that nothing is tuned by hand.

pub(super) mod avl;
pub(super) mod bst;
pub(super) mod sorted;
pub(super) mod stlc;

use std::fmt::Debug;
use std::hash::Hash;

use mirrorcheck::Generator;

pub(super) trait Problem {
    /// Its name in the evaluation.
    const NAME: &'static str;
    /// How many samples the papers' algorithm takes of each derivative.
    const RATE: u64;
    /// How much more than rejection must be found.
    const GOAL: f64;
    type Value: Clone + Debug + Eq + Hash + 'static;

    fn generator() -> impl Generator<Value = Self::Value> + Clone + 'static;

    fn is_valid(value: &Self::Value) -> bool;

    /// How large a value is.
    fn size(value: &Self::Value) -> usize;

    /// How many valid values there are, where that is known: nobody can find more.
    fn all() -> Option<u64>;
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::hash::Hash;

    use mirrorcheck::{Generator, Interpretations};

    /// Makes every value of a small generator, and counts those that are valid.
    pub(super) fn valid_ones<G>(generator: G, is_valid: fn(&G::Value) -> bool) -> u64
    where
        G: Generator<Value: Eq + Hash> + Clone,
    {
        let valid: HashSet<G::Value> = generator.all_values().filter(is_valid).collect();
        valid.len() as u64
    }
}
