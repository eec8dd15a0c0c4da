//! Tuning: the same generator with other weights, given by a function, learnt from examples, or loaded from a file.

mod learn;
mod mixture;
mod reweighing;
mod text;
mod weights;

pub use learn::{TuneError, Tuner};
pub(crate) use mixture::Shares;
pub use text::WeightsError;
pub use weights::Weights;
pub(crate) use weights::name_of;

use std::fmt;
use std::rc::Rc;

use crate::core::choice::{Ask, Role};
use crate::core::cx::Cx;
use crate::core::generator::{Focus, Generator, Reflective, Rejected};
use crate::core::interpret::WhyNot;
use crate::lab::trail::Trail;
use weights::{InUse, positive};

/// Gives choices other weights than they ask for.
pub(crate) trait Reweigher {
    fn shares(&self, ask: &Ask<'_>, trail: Option<&Trail>) -> Rc<Shares>;

    /// Returns whether it takes the context of a choice into account.
    fn needs_trail(&self) -> bool {
        false
    }

    /// Returns for how many choices of a run it applies, if not for all.
    fn lasting(&self) -> Option<u64> {
        None
    }
}

/// Ranges with more alternatives than this are not weighed one by one.
const MANY: u128 = 1_024;

/// The generator that [`weighted`](crate::Lab::weighted) returns.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let high = (0..=9).weighted(|label| if label == "9" { 3.0 } else { 1.0 });
/// assert_eq!(high.probability(&9), 0.25);
/// ```
#[derive(Clone)]
pub struct Weighted<G: ?Sized, F> {
    weight: F,
    generator: G,
}

impl<G, F> Weighted<G, F> {
    pub(crate) fn new(generator: G, weight: F) -> Weighted<G, F> {
        Weighted { generator, weight }
    }
}

impl<G: fmt::Debug, F> fmt::Debug for Weighted<G, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Weighted").field("generator", &self.generator).finish_non_exhaustive()
    }
}

/// Weighs alternatives by label.
struct ByLabel<'f>(&'f dyn Fn(&str) -> f64);

impl Reweigher for ByLabel<'_> {
    #[inline]
    fn shares(&self, ask: &Ask<'_>, _: Option<&Trail>) -> Rc<Shares> {
        Rc::new(if ask.is_pick() { self.pick(ask) } else { self.range(ask) })
    }
}

impl ByLabel<'_> {
    /// Returns the weight that the function gives an alternative, if it has a label.
    #[inline]
    fn weight(&self, ask: &Ask<'_>, index: u128) -> Option<f64> {
        ask.choice(index).label().map(|label| positive((self.0)(&label)))
    }

    #[inline]
    fn range(&self, ask: &Ask<'_>) -> Shares {
        if ask.last() >= MANY || ask.role() == Role::Count {
            return Shares::Same;
        }
        let weights: Option<Vec<f64>> = (0..=ask.last()).map(|index| self.weight(ask, index)).collect();
        let Some(weights) = weights else { return Shares::Same };
        let whole: f64 = weights.iter().sum();
        if whole > 0.0 && weights.iter().all(|weight| *weight == weights[0]) {
            return Shares::Same;
        }
        let share = |weight: f64| if whole > 0.0 { weight / whole } else { 0.0 };
        Shares::mixed(ask, (0..).zip(weights).map(|(index, weight)| (index, share(weight))), 0.0)
    }

    #[inline]
    fn pick(&self, ask: &Ask<'_>) -> Shares {
        let weights: Vec<Option<f64>> = (0..=ask.last()).map(|index| self.weight(ask, index)).collect();
        let open = || (0..).zip(&weights).filter(|(index, _)| ask.allows(*index));
        let labelled: f64 = open().filter(|(_, weight)| weight.is_some()).map(|(index, _)| ask.chance(index)).sum();
        let whole: f64 = open().filter_map(|(_, weight)| *weight).sum();
        if labelled == 0.0 {
            return Shares::Same;
        }
        Shares::each((0..).zip(&weights).map(|(index, weight)| match weight {
            _ if !ask.allows(index) => 0.0,
            None => ask.chance(index),
            Some(_) if whole == 0.0 => 0.0,
            Some(weight) => labelled * weight / whole,
        }))
    }
}

impl<G: Generator, F: Fn(&str) -> f64> Generator for Weighted<G, F> {
    type Value = G::Value;

    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, G::Value>) -> Result<G::Value, Rejected> {
        run(&self.generator, &ByLabel(&self.weight), cx, focus)
    }
}

impl<G: Reflective, F: Fn(&str) -> f64> Reflective for Weighted<G, F> {}

/// A generator with [`Weights`], to be used like any other.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let like = vec(0..=9, 0..=3).tuned_like(&[vec![1, 2]]).unwrap();
/// assert_eq!(like.weights().get("1"), Some(1.0));
/// assert!(like.validate().is_sound());
/// ```
#[derive(Debug, Clone)]
pub struct Tuned<G: ?Sized> {
    weights: Rc<InUse>,
    left_out: Rc<Vec<(usize, WhyNot)>>,
    /// How many choices the longest example has.
    longest: Option<usize>,
    generator: G,
}

impl<G> Tuned<G> {
    pub(crate) fn new(generator: G, weights: Weights) -> Tuned<G> {
        Tuned { weights: Rc::new(weights.into()), left_out: Rc::default(), longest: None, generator }
    }
}

impl<G: Generator + Clone> Tuned<G> {
    /// Returns the weights, for you to read, edit or save.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let like = (0..=9).tuned_like(&[7, 7]).unwrap();
    /// assert_eq!(like.weights().get("7"), Some(2.0));
    /// ```
    pub fn weights(&self) -> &Weights {
        &self.weights.weights
    }

    /// Changes the weights. If they were learnt and could now make endless values, they apply only to a limited number
    /// of choices.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let like = (0..=9).tuned_like(&[7]).unwrap();
    /// assert_eq!(like.reweighed(|weights| weights.smoothing(0.0)).probability(&7), 1.0);
    /// ```
    #[must_use]
    pub fn reweighed(self, edit: impl FnOnce(Weights) -> Weights) -> Tuned<G> {
        learn::ending(Tuned { weights: Rc::new(edit(self.weights.weights.clone()).into()), ..self })
    }

    /// Sets the smoothing: see [`Weights::smoothing`].
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let only = (0..=9).tuned_like(&[7]).unwrap().smoothing(0.0);
    /// assert!(only.contains(&7) && !only.contains(&8));
    /// ```
    #[must_use]
    pub fn smoothing(self, smoothing: f64) -> Tuned<G> {
        self.reweighed(|weights| weights.smoothing(smoothing))
    }

    /// Returns the examples that were left out because the generator cannot make them: their indices, and why.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let like = (0..=9).tuned_like(&[7, 70]).unwrap();
    /// let (place, why) = &like.left_out()[0];
    /// assert_eq!((*place, why.to_string()), (1, "70 is not in 0..=9".to_owned()));
    /// ```
    pub fn left_out(&self) -> &[(usize, WhyNot)] {
        &self.left_out
    }
}

impl<G: Generator> Generator for Tuned<G> {
    type Value = G::Value;

    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, G::Value>) -> Result<G::Value, Rejected> {
        run(&self.generator, &*self.weights, cx, focus)
    }
}

impl<G: Reflective> Reflective for Tuned<G> {}

fn run<G: Generator>(
    generator: &G,
    weigher: &dyn Reweigher,
    cx: &mut Cx<'_>,
    focus: Focus<'_, G::Value>,
) -> Result<G::Value, Rejected> {
    match focus {
        _ if cx.is_again() => generator.run(cx, focus),
        Focus::On(value) => reweighing::backward(cx, weigher, generator, value),
        _ => reweighing::forward(cx, weigher, |cx| generator.run(cx, focus)),
    }
}
