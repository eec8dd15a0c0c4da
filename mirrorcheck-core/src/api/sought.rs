//! What a generator that only runs forward can do with a value once its choices are found by experiment.

use std::fmt::Debug;

use crate::core::generator::Generator;
use crate::core::interpret::bytes;
use crate::core::seek::BySeeking;
#[cfg(feature = "lab")]
use crate::lab::mutate::Mutants;
use crate::run::shrink::{Ended, Shrinker, Shrunk};

impl<G: Generator> BySeeking<G>
where
    G::Value: Debug + PartialEq,
{
    /// Returns the simplest value that still fails, like [`shrink`](crate::Interpretations::shrink) of a generator that runs
    /// backward. If the choices of the value are not found, it ends with
    /// [`Ended::NotFound`](crate::check::Ended::NotFound).
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let words = from_fn(|| (0..draw(1..=5)).map(|_| draw('a'..='z')).collect::<String>()).sought();
    /// let shrunk = words.shrink("query".to_owned(), |word| word.len() > 2);
    /// assert_eq!(shrunk.value, "aaa");
    /// ```
    pub fn shrink(&self, value: G::Value, still_fails: impl FnMut(&G::Value) -> bool) -> Shrunk<G::Value> {
        let find = |value: &G::Value| self.choices(value).ok_or(Ended::NotFound);
        Shrinker::new(self.generator()).shrink_found(value, still_fails, find)
    }

    /// Returns bytes from which [`from_bytes`](crate::Interpretations::from_bytes) makes the value: a seed for a fuzzer.
    /// `None` if its choices are not found.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let sums = from_fn(|| draw(0..=99) + draw(0..=99)).sought();
    /// let bytes = sums.to_bytes(&150).unwrap();
    /// assert_eq!(sums.from_bytes(&bytes), Ok(150));
    /// ```
    pub fn to_bytes(&self, value: &G::Value) -> Option<Vec<u8>> {
        bytes::of_choices(&self.choices(value)?)
    }

    /// Returns an endless iterator of mutants of a value, like [`mutate`](crate::Lab::mutate) of a generator that runs
    /// backward. There are none if the choices of the value are not found.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let sums = from_fn(|| draw(0..=99) + draw(0..=99)).sought();
    /// assert!(sums.mutate(&150, 1).take(20).all(|sum| sum != 150));
    /// ```
    #[cfg(feature = "lab")]
    pub fn mutate(&self, value: &G::Value, seed: u64) -> Mutants<G>
    where
        G: Clone,
    {
        Mutants::of_choices(self.generator().clone(), self.choices(value), seed)
    }
}
