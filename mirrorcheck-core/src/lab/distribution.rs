//! What a generator makes how often, told before any test runs.

mod estimate;
mod exact;
mod report;

pub use estimate::Estimate;
pub use report::{Distribution, Point};

use std::iter::Enumerate;

use crate::core::choices::Choices;
use crate::core::generator::Generator;
use crate::core::interpret::{Interpretations, Tiers};

/// How many samples an estimate takes if its language comes to no end soon.
const SAMPLES: usize = 10_000;

/// What can be asked of a generator's distribution.
///
/// Where all sequences of choices can be gone through, answers are exact; otherwise they come from samples, with an
/// interval that holds the truth in 99 of 100 cases. Both are about [`sample`](Interpretations::sample): values at the
/// default size, and only those that are not rejected.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let dice = (1..=6, 1..=6);
/// assert_eq!(dice.expect(|(a, b)| f64::from(a + b)).to_string(), "7");
/// assert_eq!(dice.chance_of(|(a, b)| a == b).to_string(), "0.166667");
/// ```
pub trait Distributions: Generator {
    /// The mean of a number that a value has, such as its size.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let short = vec(any::<bool>(), 0..=4).expect(|list| list.len() as f64);
    /// assert!(short.is_exact && (short.value - 2.0).abs() < 1e-9);
    /// let long = vec(any::<u64>(), 0..=100).expect(|list| list.len() as f64);
    /// assert!(!long.is_exact && long.low < 50.0 && 50.0 < long.high);
    /// ```
    fn expect(&self, f: impl Fn(&Self::Value) -> f64) -> Estimate {
        mean(self, &mut |value, _| f(value))
    }

    /// How likely it is that a value has a property.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let even = (0..=9).such_that(|n| n % 2 == 0);
    /// assert!((even.chance_of(|n| *n > 5).value - 0.4).abs() < 1e-9);
    /// ```
    fn chance_of(&self, pred: impl Fn(&Self::Value) -> bool) -> Estimate {
        chance(self, &mut |value, _| pred(value))
    }

    /// How likely it is that a label is chosen at least once.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let coins = (any::<bool>(), any::<bool>());
    /// assert_eq!(coins.chance_of_label("true").value, 0.75);
    /// ```
    fn chance_of_label(&self, label: &str) -> Estimate {
        chance(self, &mut |_, choices| has_label(choices, label))
    }

    /// How many choices are made, on average.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// // The length, and as many elements as it says.
    /// assert_eq!(vec(any::<bool>(), 0..=4).expected_choices().to_string(), "3");
    /// ```
    fn expected_choices(&self) -> Estimate {
        mean(self, &mut |_, choices| choices.len() as f64)
    }

    /// [`expect`](Self::expect) from so many samples, even where it could be exact.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let rolled = (1..=6).sampled_expect(|n| f64::from(*n), 1, 1_000);
    /// assert!(rolled.low < 3.5 && 3.5 < rolled.high);
    /// ```
    fn sampled_expect(&self, f: impl Fn(&Self::Value) -> f64, seed: u64, samples: usize) -> Estimate {
        estimate::sampled(self, seed, samples, &mut |value, _| f(value)).mean()
    }

    /// [`chance_of`](Self::chance_of) from so many samples, even where it could be exact.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let six = (1..=6).sampled_chance_of(|n| *n == 6, 1, 1_000);
    /// assert!(six.low < 1.0 / 6.0 && 1.0 / 6.0 < six.high);
    /// ```
    fn sampled_chance_of(&self, pred: impl Fn(&Self::Value) -> bool, seed: u64, samples: usize) -> Estimate {
        estimate::sampled(self, seed, samples, &mut |value, _| f64::from(u8::from(pred(value)))).chance()
    }

    /// What the generator makes in a run: how often each alternative is taken, how large values are, how often they
    /// repeat. From a thousand samples of all sizes.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let distribution = option(pick([(1, "no", exact(0)), (3, "yes", exact(1))])).distribution(1);
    /// let [_, answer] = distribution.points() else { panic!() };
    /// assert_eq!(answer.labels(), ["no", "yes"]);
    /// assert!(answer.share(1) > 0.6);
    /// println!("{distribution}");
    /// ```
    fn distribution(&self, seed: u64) -> Distribution {
        Distribution::of(self, seed)
    }

    /// How many values there are of each size, as [`all_values`](Interpretations::all_values) counts it, each when it is
    /// asked for.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let sizes: Vec<(usize, usize)> = (0..=9, 0..=9).sizes().take(4).collect();
    /// assert_eq!(sizes, [(0, 1), (1, 2), (2, 3), (3, 4)]);
    /// ```
    fn sizes(&self) -> Sizes<Self>
    where
        Self: Clone,
    {
        Sizes { tiers: self.all_values().by_size().enumerate() }
    }
}

impl<G: Generator + ?Sized> Distributions for G {}

/// A number that a value, or the choices behind it, have.
type Measure<'m, V> = dyn FnMut(&V, &Choices) -> f64 + 'm;

fn mean<G: Generator + ?Sized>(generator: &G, measure: &mut Measure<'_, G::Value>) -> Estimate {
    exact::mean(generator, measure).unwrap_or_else(|| estimate::sampled(generator, 0, SAMPLES, measure).mean())
}

fn chance<G: Generator + ?Sized>(generator: &G, pred: &mut dyn FnMut(&G::Value, &Choices) -> bool) -> Estimate {
    let mut measure = |value: &G::Value, choices: &Choices| f64::from(u8::from(pred(value, choices)));
    exact::mean(generator, &mut measure)
        .unwrap_or_else(|| estimate::sampled(generator, 0, SAMPLES, &mut measure).chance())
}

fn has_label(choices: &Choices, label: &str) -> bool {
    choices.sequence().any(|choice| choice.label().is_some_and(|name| name == label))
}

/// What [`sizes`](Distributions::sizes) gives: sizes from 0 up, each with the number of values that have it.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// assert_eq!(any::<bool>().sizes().last(), Some((1, 1)));
/// ```
pub struct Sizes<G: Generator> {
    tiers: Enumerate<Tiers<G>>,
}

impl<G: Generator> Iterator for Sizes<G> {
    type Item = (usize, usize);

    fn next(&mut self) -> Option<(usize, usize)> {
        self.tiers.next().map(|(size, tier)| (size, tier.len()))
    }
}
