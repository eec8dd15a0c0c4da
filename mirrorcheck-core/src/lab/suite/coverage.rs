//! How much of what a generator can make a suite contains.

use std::fmt;
use std::sync::Arc;

use super::description::Description;
use super::flat::{Flat, Index, MAX};
use super::known::KnownSequences;
use crate::core::choices::Choices;
use crate::core::generator::Reflective;
use crate::core::interpret::{Reflections, backward};

/// A value that can be made in more ways than this counts for these only.
const WAYS: usize = 100;

/// The result of [`coverage`](crate::Lab::coverage): how many of the descriptions that a generator can make are covered
/// by a suite.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let pair = (any::<bool>(), any::<bool>());
/// let coverage = pair.coverage(2, &[(false, true), (true, true)]);
/// assert_eq!((coverage.covered(), coverage.total()), (2, 4));
/// assert_eq!(coverage.missing()[0].to_string(), "(…false, …false): (false false)");
/// ```
#[derive(Debug, Clone)]
pub struct Coverage {
    strength: usize,
    total: usize,
    missing: Vec<Missing>,
    skipped: Vec<usize>,
    is_exact: bool,
}

/// A description that no value of a suite covers.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let digit = 0..=9;
/// let coverage = digit.coverage(1, &[0, 1, 2, 4, 5, 6, 7, 8, 9]);
/// let [missing] = coverage.missing() else { panic!() };
/// assert_eq!(missing.description.to_string(), "3");
/// assert_eq!(digit.replay(&missing.example), Ok(3));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Missing {
    /// The description.
    pub description: Description,
    /// The choices of a value that would cover it: [`replay`](crate::Interpretations::replay) makes the value. They are
    /// shared, because one value covers many descriptions.
    pub example: Arc<Choices>,
}

impl fmt::Display for Missing {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.description, self.example)
    }
}

impl Coverage {
    pub(crate) fn of<G: Reflective + ?Sized>(generator: &G, strength: usize, values: &[G::Value]) -> Coverage {
        let mut known = KnownSequences::of(generator, strength, 0);
        let mut covered = vec![false; known.len()];
        let (mut large, mut skipped) = (Vec::new(), Vec::new());
        for (index, value) in values.iter().enumerate() {
            let ways = ways(generator, value);
            if ways.is_empty() {
                skipped.push(index);
            }
            for choices in ways {
                let flat = Flat::of(&choices.term());
                match flat.descriptions(strength, &mut MAX.clone()) {
                    Some(found) => {
                        let numbers = known.number(found, None);
                        covered.resize(known.len(), false);
                        numbers.into_iter().for_each(|number| covered[number] = true);
                    }
                    None => large.push(flat),
                }
            }
        }
        let indices: Vec<Index<'_>> = large.iter().map(Flat::index).collect();
        let mut missing = Vec::new();
        for (description, number) in known.descriptions().filter(|&(_, number)| !covered[number]) {
            let pattern = description.pattern();
            let Some(example) = known.examples[number] else { continue };
            if !indices.iter().any(|index| index.covers(pattern.as_ref())) {
                let example = known.sequences[example].choices.clone();
                missing.push(Missing { description: description.clone(), example });
            }
        }
        let is_exact = known.is_complete && large.is_empty();
        Coverage { strength, total: known.len(), missing, skipped, is_exact }
    }

    /// Returns how many labels each description has.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// assert_eq!((0..=9).coverage(1, &[]).strength(), 1);
    /// ```
    #[inline]
    pub fn strength(&self) -> usize {
        self.strength
    }

    /// Returns how many descriptions the suite covers.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// assert_eq!((0..=9).coverage(1, &[3, 3, 4]).covered(), 2);
    /// ```
    #[inline]
    pub fn covered(&self) -> usize {
        self.total - self.missing.len()
    }

    /// Returns how many descriptions are known: those that the generator was found to make, and those of the suite.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// assert_eq!((0..=9).coverage(1, &[3, 3, 4]).total(), 10);
    /// ```
    #[inline]
    pub fn total(&self) -> usize {
        self.total
    }

    /// Returns the share that is covered, from 0 to 1; 1 if there is nothing to cover.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// assert_eq!((0..=9).coverage(1, &[3, 3, 4]).ratio(), 0.2);
    /// assert_eq!((0..=9).coverage(2, &[]).ratio(), 1.0); // a digit has only one label
    /// ```
    #[inline]
    pub fn ratio(&self) -> f64 {
        if self.total == 0 { 1.0 } else { self.covered() as f64 / self.total as f64 }
    }

    /// Returns the known descriptions that are not covered, each with an example.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let coverage = any::<bool>().coverage(1, &[true]);
    /// assert_eq!(coverage.missing()[0].description.to_string(), "false");
    /// ```
    #[inline]
    pub fn missing(&self) -> &[Missing] {
        &self.missing
    }

    /// Returns the indices of the values that do not count because they are out of range.
    /// [`why_not`](crate::Interpretations::why_not) says more.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// assert_eq!((0..=9).coverage(1, &[3, 30]).skipped(), [1]);
    /// ```
    #[inline]
    pub fn skipped(&self) -> &[usize] {
        &self.skipped
    }

    /// Returns whether the generator was enumerated completely, so that there are no other descriptions.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// assert!((0..=9).coverage(1, &[]).is_exact());
    /// assert!(!any::<Vec<u64>>().coverage(1, &[]).is_exact());
    /// ```
    #[inline]
    pub fn is_exact(&self) -> bool {
        self.is_exact
    }
}

fn ways<G: Reflective + ?Sized>(generator: &G, value: &G::Value) -> Vec<Choices> {
    let ways: Vec<Choices> = Reflections::new(generator, value).take(WAYS).collect();
    if ways.is_empty() { backward::first(generator, value, true).ok().flatten().into_iter().collect() } else { ways }
}

/// How many missing descriptions are written out.
const SHOWN: usize = 5;

impl fmt::Display for Coverage {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (covered, total) = (self.covered(), self.total);
        let percent = 100.0 * self.ratio();
        write!(f, "{}-way coverage: {covered} of {total} descriptions ({percent:.1} %)", self.strength)?;
        if !self.is_exact {
            f.write_str(", and there may be more")?;
        }
        if !self.missing.is_empty() {
            f.write_str("\nmissing, with choices that would cover it:")?;
        }
        for missing in self.missing.iter().take(SHOWN) {
            write!(f, "\n  {missing}")?;
        }
        if self.missing.len() > SHOWN {
            write!(f, "\n  and {} others", self.missing.len() - SHOWN)?;
        }
        match self.skipped.len() {
            0 => Ok(()),
            1 => write!(f, "\nnot counted: value {} is out of range", self.skipped[0]),
            n => write!(f, "\nnot counted: {n} values are out of range, the first is value {}", self.skipped[0]),
        }
    }
}
