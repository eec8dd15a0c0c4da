//! What a suite of values tests, judged without the program under test: from the choices behind its values.

mod coverage;
mod description;
mod flat;
mod known;
mod thinned;

pub use coverage::{Coverage, Missing};
pub use description::{Description, ParseDescriptionError};
pub(crate) use flat::descriptions;
pub use thinned::Thinned;
pub(crate) use thinned::covering;

use std::collections::BTreeMap;
use std::fmt;

use crate::core::choices::Choices;
use crate::core::generator::Reflective;
use crate::core::interpret::{WhyNot, backward};

/// Returns how often each label was chosen for these values, if all of them are in range.
pub(crate) fn frequencies<G: Reflective + ?Sized>(
    generator: &G,
    values: &[G::Value],
) -> Result<BTreeMap<String, u64>, OutOfRange> {
    let mut found = OutOfRange { values: Vec::new(), frequencies: BTreeMap::new() };
    for (index, value) in values.iter().enumerate() {
        match likeliest(generator, value) {
            Some(choices) => found.add(&choices),
            None => found.values.extend(backward::why_not(generator, value).map(|why| (index, why))),
        }
    }
    if found.values.is_empty() { Ok(found.frequencies) } else { Err(found) }
}

fn likeliest<G: Reflective + ?Sized>(generator: &G, value: &G::Value) -> Option<Choices> {
    backward::likeliest(generator, value).or_else(|| backward::first(generator, value, true).ok().flatten())
}

/// An error: some values of a suite are out of the generator's range. It says which, and why.
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
    /// The indices of these values, each with the reason.
    pub values: Vec<(usize, WhyNot)>,
    /// How often each label was chosen for the others.
    pub frequencies: BTreeMap<String, u64>,
}

impl OutOfRange {
    #[inline]
    fn add(&mut self, choices: &Choices) {
        for (label, count) in choices.frequencies() {
            *self.frequencies.entry(label).or_insert(0) += count;
        }
    }
}

impl fmt::Display for OutOfRange {
    #[inline]
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
