//! What a suite of values tests, told without a look at the program that is tested: from the choices behind its values.

mod coverage;
mod description;
mod flat;
mod known;
mod thinned;

pub use coverage::{Coverage, Missing};
pub use description::{Description, ParseDescriptionError};
pub(crate) use flat::descriptions;
pub use thinned::Thinned;

use std::collections::BTreeMap;
use std::fmt;

use crate::core::choices::Choices;
use crate::core::generator::{Generator, Reflective};
use crate::core::interpret::{Interpretations, WhyNot};

/// What can be asked of a suite of values, wherever they came from, and suites that test much.
///
/// The labels of choices are what is counted. A *description* says of some labels how they stand to each other in a
/// value, and a suite covers it if one of its values has that: see [`Description`]. A suite that covers all descriptions
/// of t labels finds each fault that depends on no more than t choices.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let settings = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>());
/// // Sixteen values are possible, but each pair of settings is there in five or six.
/// let suite = settings.covering(2, 1);
/// assert!(suite.len() <= 6);
/// assert_eq!(settings.coverage(2, &suite).ratio(), 1.0);
/// ```
pub trait Suites: Generator {
    /// How often each label was chosen for these values, in the likeliest way to make each. Values that are out of range
    /// count for nothing; [`try_frequencies`](Self::try_frequencies) names them.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let frequencies = option(0..=9).frequencies(&[None, Some(3), Some(3)]);
    /// assert_eq!(frequencies["some"], 2);
    /// assert_eq!(frequencies["3"], 2);
    /// assert_eq!(frequencies["none"], 1);
    /// ```
    fn frequencies(&self, values: &[Self::Value]) -> BTreeMap<String, u64>
    where
        Self: Reflective,
    {
        self.try_frequencies(values).unwrap_or_else(|out_of_range| out_of_range.frequencies)
    }

    /// How often each label was chosen for these values, if all of them are in range.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let digit = 0..=9;
    /// assert_eq!(digit.try_frequencies(&[3, 3]).unwrap()["3"], 2);
    /// let error = digit.try_frequencies(&[3, 30]).unwrap_err();
    /// assert_eq!(error.to_string(), "1 value is out of range: value 1: 30 is not in 0..=9");
    /// ```
    fn try_frequencies(&self, values: &[Self::Value]) -> Result<BTreeMap<String, u64>, OutOfRange>
    where
        Self: Reflective,
    {
        let mut found = OutOfRange { values: Vec::new(), frequencies: BTreeMap::new() };
        for (index, value) in values.iter().enumerate() {
            match likeliest(self, value) {
                Some(choices) => found.add(&choices),
                None => found.values.extend(self.why_not(value).map(|why| (index, why))),
            }
        }
        if found.values.is_empty() { Ok(found.frequencies) } else { Err(found) }
    }

    /// How many of the descriptions of `strength` labels that the generator can make are covered by these values.
    ///
    /// The descriptions are found by going through the language of the generator, smallest first, and if that comes to no
    /// end soon, by random values of all sizes too; [`is_exact`](Coverage::is_exact) says whether these are all. A value
    /// covers what any of its ways to be made covers (of very many ways, the first hundred).
    ///
    /// Strength 1 asks for every label at every place of a tuple, 2 for every pair, which is where most faults are. There
    /// is one description of strength 0, which says nothing: any value in range covers it. From 4 up, large values have
    /// more descriptions than can be listed: these are asked for what is known from small ones only, and the answer is
    /// not exact. A value with fewer labels than `strength` covers nothing.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// #[derive(Debug, Clone, PartialEq)]
    /// enum Tree { Leaf, Node(Box<Tree>, i32, Box<Tree>) }
    ///
    /// #[generator]
    /// fn bst(lo: i32, hi: i32) -> Tree {
    ///     if lo > hi {
    ///         return Tree::Leaf;
    ///     }
    ///     pick([
    ///         (1, "leaf", Tree::Leaf),
    ///         (5, "node", {
    ///             let key = draw(lo..=hi);
    ///             let left = draw(bst(lo, key - 1));
    ///             let right = draw(bst(key + 1, hi));
    ///             Tree::Node(Box::new(left), key, Box::new(right))
    ///         }),
    ///     ])
    /// }
    ///
    /// let two = Tree::Node(Box::new(Tree::Leaf), 2, Box::new(Tree::Leaf));
    /// let coverage = bst(1, 3).coverage(2, &[two]);
    /// // The suite has a node with a 2, one with a leaf to the left, and one with a leaf to the right.
    /// assert_eq!(coverage.covered(), 3);
    /// let missing = &coverage.missing()[0];
    /// assert_eq!(missing.description.to_string(), "node(_, _, …3)");
    /// assert!(bst(1, 3).replay(&missing.example).is_ok());
    /// ```
    fn coverage(&self, strength: usize, values: &[Self::Value]) -> Coverage
    where
        Self: Reflective,
    {
        Coverage::of(self, strength, values)
    }

    /// Random values without end, as [`samples`](Interpretations::samples) makes them, thinned out: of every `fan_out` of
    /// them the one whose descriptions of `strength` labels are the rarest so far. Fewer of them find the same faults,
    /// which is worth it where a test takes longer than a value. With a `fan_out` of 1 (or 0), these are the samples.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let pair = (0..=4, 0..=4);
    /// let thinned: Vec<_> = pair.thinned(2, 10, 1).take(25).collect();
    /// let samples: Vec<_> = pair.samples(1).take(25).collect();
    /// assert!(pair.coverage(2, &thinned).covered() > pair.coverage(2, &samples).covered());
    /// ```
    fn thinned(&self, strength: usize, fan_out: usize, seed: u64) -> Thinned<Self>
    where
        Self: Clone,
    {
        Thinned::new(self.clone(), strength, fan_out, seed)
    }

    /// A small suite that covers all descriptions of `strength` labels that are known, as for
    /// [`coverage`](Self::coverage). The seed decides which random values are looked at, where the generator could not be
    /// gone through completely.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let list = vec(any::<bool>(), 0..=3);
    /// let suite = list.covering(2, 1);
    /// assert!(suite.len() < list.all_values().count());
    /// assert!(list.coverage(2, &suite).missing().is_empty());
    /// ```
    fn covering(&self, strength: usize, seed: u64) -> Vec<Self::Value> {
        thinned::covering(self, strength, seed)
    }
}

impl<G: Generator + ?Sized> Suites for G {}

fn likeliest<G: Reflective + ?Sized>(generator: &G, value: &G::Value) -> Option<Choices> {
    generator.reflect_likeliest(value).or_else(|| generator.reflect_first(value).ok().flatten())
}

/// Values of a suite are out of the generator's range: which, and why.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let error = (0..=9).try_frequencies(&[30, 3, 40]).unwrap_err();
/// let indices: Vec<usize> = error.values.iter().map(|(index, _)| *index).collect();
/// assert_eq!(indices, [0, 2]);
/// assert_eq!(error.frequencies["3"], 1);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutOfRange {
    /// Their indices, each with the reason.
    pub values: Vec<(usize, WhyNot)>,
    /// How often each label was chosen for the others.
    pub frequencies: BTreeMap<String, u64>,
}

impl OutOfRange {
    fn add(&mut self, choices: &Choices) {
        for (label, count) in choices.frequencies() {
            *self.frequencies.entry(label).or_insert(0) += count;
        }
    }
}

impl fmt::Display for OutOfRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (count, are) = (self.values.len(), if self.values.len() == 1 { "value is" } else { "values are" });
        write!(f, "{count} {are} out of range")?;
        for (i, (index, why)) in self.values.iter().take(3).enumerate() {
            write!(f, "{} value {index}: {why}", if i == 0 { ":" } else { ";" })?;
        }
        if count > 3 { f.write_str("; …") } else { Ok(()) }
    }
}

impl std::error::Error for OutOfRange {}
