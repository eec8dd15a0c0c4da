//! How often a generator makes what, known before any test runs.

mod estimate;
mod exact;
mod report;

pub use estimate::Estimate;
pub use report::{Distribution, Point};

use std::iter::Enumerate;

use crate::core::choices::Choices;
use crate::core::generator::Generator;
use crate::core::interpret::{AllValues, Tiers};
pub(crate) use estimate::sampled;

/// How many samples an estimate takes if the language cannot be enumerated quickly.
const SAMPLES: usize = 10_000;

/// A number computed from a value, or from the choices behind it.
type Measure<'m, V> = dyn FnMut(&V, &Choices) -> f64 + 'm;

pub(crate) fn mean<G: Generator + ?Sized>(generator: &G, measure: &mut Measure<'_, G::Value>) -> Estimate {
    exact::mean(generator, measure).unwrap_or_else(|| estimate::sampled(generator, 0, SAMPLES, measure).mean())
}

pub(crate) fn chance<G: Generator + ?Sized>(
    generator: &G,
    pred: &mut dyn FnMut(&G::Value, &Choices) -> bool,
) -> Estimate {
    let mut measure = |value: &G::Value, choices: &Choices| f64::from(u8::from(pred(value, choices)));
    exact::mean(generator, &mut measure)
        .unwrap_or_else(|| estimate::sampled(generator, 0, SAMPLES, &mut measure).chance())
}

#[inline]
pub(crate) fn has_label(choices: &Choices, label: &str) -> bool {
    choices.sequence().any(|choice| choice.label().is_some_and(|name| name == label))
}

/// The iterator that [`sizes`](crate::Lab::sizes) returns: sizes from 0 up, each with the number of values of that
/// size.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// assert_eq!(any::<bool>().sizes().last(), Some((1, 1)));
/// ```
pub struct Sizes<G: Generator> {
    tiers: Enumerate<Tiers<G>>,
}

impl<G: Generator> Sizes<G> {
    pub(crate) fn new(values: AllValues<G>) -> Sizes<G> {
        Sizes { tiers: values.by_size().enumerate() }
    }
}

impl<G: Generator> Iterator for Sizes<G> {
    type Item = (usize, usize);

    fn next(&mut self) -> Option<(usize, usize)> {
        self.tiers.next().map(|(size, tier)| (size, tier.len()))
    }
}
