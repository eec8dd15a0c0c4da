//! Valid values for free: those of a generator that satisfy a predicate, without a generator of their own.

use std::fmt;

use crate::core::cx::Cx;
use crate::core::generator::{Focus, Generator};
use crate::lab::gradient::{Hunt, HuntOutcome};

/// After this many runs without a new value, the search ends.
pub(crate) const BUDGET: u64 = 200_000;

/// The values that [`valid`](crate::Lab::valid) returns.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let even = (0..=9).valid(|n| n % 2 == 0);
/// let mut found: Vec<i32> = even.samples(1).collect();
/// found.sort();
/// assert_eq!(found, [0, 2, 4, 6, 8]);
/// ```
#[derive(Clone)]
pub struct Valid<G: ?Sized, P> {
    pred: P,
    budget: u64,
    generator: G,
}

impl<G, P> Valid<G, P> {
    pub(crate) fn new(generator: G, pred: P) -> Valid<G, P> {
        Valid { pred, budget: BUDGET, generator }
    }
}

impl<G: fmt::Debug, P> fmt::Debug for Valid<G, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Valid").field("generator", &self.generator).finish_non_exhaustive()
    }
}

impl<G: Generator + Clone, P: Fn(&G::Value) -> bool> Valid<G, P> {
    /// Gives up after this many runs of the generator without a new value, if they are half of all runs, and after a
    /// quarter as many if nothing was found at all; the default is 200,000. Runs of many choices count several times.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// assert_eq!((0..=9).valid(|n| *n > 9).budget(100).samples(1).next(), None);
    /// ```
    #[must_use]
    pub fn budget(self, runs: u64) -> Self {
        Valid { budget: runs, ..self }
    }

    /// Returns values that satisfy the predicate, each sequence of choices once: a pure function of the seed. The
    /// iterator ends when it finds nothing new; [`ended`](ValidSamples::ended) says why.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let lists = vec(0..=9, 0..=8).valid(|list| list.is_sorted());
    /// assert_eq!(lists.samples(1).take(1000).count(), 1000);
    /// ```
    pub fn samples(&self, seed: u64) -> ValidSamples<'_, G, P> {
        ValidSamples { valid: self, hunt: Hunt::new(seed), found: 0 }
    }

    /// Returns one value that satisfies the predicate.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let none = (0..=9).valid(|n| *n > 9).budget(4000);
    /// let message = none.try_sample(1).unwrap_err().to_string();
    /// assert!(message.starts_with("nothing satisfies the predicate in 1000 runs"), "{message}");
    /// ```
    pub fn try_sample(&self, seed: u64) -> Result<G::Value, SearchOutcome> {
        let mut samples = self.samples(seed);
        samples.next().ok_or_else(|| samples.ended())
    }
}

/// The iterator that [`Valid::samples`] returns.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let valid = (0..=9).valid(|n| *n > 7);
/// let mut samples = valid.samples(1);
/// assert_eq!(samples.by_ref().count(), 2);
/// assert!(samples.ended().to_string().starts_with("2 values satisfy the predicate"));
/// ```
pub struct ValidSamples<'v, G, P> {
    valid: &'v Valid<G, P>,
    hunt: Hunt,
    found: u64,
}

impl<G: Generator, P: Fn(&G::Value) -> bool> Iterator for ValidSamples<'_, G, P> {
    type Item = G::Value;

    fn next(&mut self) -> Option<G::Value> {
        while self.hunt.may_go_on(self.valid.budget) {
            let size = self.hunt.begin();
            let mut cx = Cx::answered(size, &mut self.hunt);
            let made = self.valid.generator.run(&mut cx, Focus::Free);
            let read = cx.cold_mut().is_some_and(|cold| cold.size_was_read).then_some(size);
            let made = made.ok().filter(|value| (self.valid.pred)(value));
            if self.hunt.end(size, read, made.is_some()) == HuntOutcome::New {
                self.found += 1;
                return made;
            }
        }
        None
    }
}

impl<G, P> ValidSamples<'_, G, P> {
    /// Returns how the search has gone so far, to report when it has ended.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let valid = (0..=9).valid(|_| true);
    /// assert_eq!(valid.samples(1).ended().to_string(), "nothing satisfies the predicate in 0 runs of the generator");
    /// ```
    pub fn ended(&self) -> SearchOutcome {
        SearchOutcome { found: self.found, runs: self.hunt.runs() }
    }
}

/// The outcome of a search for valid values.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let ended = (0..=9).valid(|n| *n > 9).budget(80).try_sample(1).unwrap_err();
/// assert_eq!((ended.found, ended.runs), (0, 20));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchOutcome {
    /// How many values it found.
    pub found: u64,
    /// How many times it ran the generator.
    pub runs: u64,
}

impl fmt::Display for SearchOutcome {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.found {
            0 => write!(f, "nothing satisfies the predicate in {} runs of the generator", self.runs),
            found => write!(f, "{found} values satisfy the predicate, found in {} runs of the generator", self.runs),
        }
    }
}

impl std::error::Error for SearchOutcome {}
