//! What is left of a generator after some choices.

use super::backward;
use crate::core::choice::{Ask, Choice, Scale};
use crate::core::cx::{Answerer, Cx, DEFAULT_SIZE};
use crate::core::generator::{Focus, Generator, Reflective, Rejected};

/// A generator some of whose choices have been made: the papers' δ.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let five = (0..=9, any::<bool>()).derivative(5);
/// assert_eq!(five.sample(1).0, 5);
/// assert!(!five.contains(&(4, true)));
/// ```
#[derive(Debug, Clone)]
pub struct Derivative<G: ?Sized> {
    made: Vec<Choice>,
    generator: G,
}

impl<G> Derivative<G> {
    pub(crate) fn new(generator: G, choice: Choice) -> Derivative<G> {
        Derivative { generator, made: vec![choice] }
    }

    /// Returns what is left after one more choice.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let pair = (0..=9, any::<bool>());
    /// assert_eq!(pair.derivative(5).derivative(true).value_now(), Some((5, true)));
    /// ```
    pub fn derivative(&self, choice: impl Into<Choice>) -> Derivative<G>
    where
        G: Clone,
    {
        let mut next = self.clone();
        next.made.push(choice.into());
        next
    }
}

impl<G: Generator> Generator for Derivative<G> {
    type Value = G::Value;

    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, G::Value>) -> Result<G::Value, Rejected> {
        match focus {
            _ if cx.is_again() => self.generator.run(cx, focus),
            Focus::On(value) => cx.restricted(value, &self.generator, &self.made),
            _ => cx.with_prefix(&self.made, |cx| self.generator.run(cx, focus)),
        }
    }
}

impl<G: Reflective> Reflective for Derivative<G> {}

impl Cx<'_> {
    /// Backward, the ways of a derivative are those of the whole that begin with its choices.
    fn restricted<G: Generator>(
        &mut self,
        value: &G::Value,
        generator: &G,
        made: &[Choice],
    ) -> Result<G::Value, Rejected> {
        let size = self.size_unseen();
        let Ok((forest, size_was_read)) = backward::forest(generator, value, size) else {
            return Err(self.out_of_fuel());
        };
        if size_was_read {
            self.size();
        }
        let Some(rest) = forest.and_then(|forest| forest.after_choices(made)) else {
            return Err(self.reject(|| "the choices made so far do not lead to this value".to_owned()));
        };
        self.take_ways(rest, size);
        Cx::again(size, |cx| generator.run(cx, Focus::On(value)))
    }
}

/// Answers nothing, but remembers the question.
#[derive(Default)]
struct FirstAsk(Option<ChoicesNow>);

impl Answerer for FirstAsk {
    #[inline]
    fn answer(&mut self, ask: &Ask<'_>) -> Result<u128, Rejected> {
        self.0 = Some(ChoicesNow::of(ask));
        Err(Rejected)
    }
}

fn ask<G: Generator + ?Sized>(generator: &G) -> (Option<G::Value>, Option<ChoicesNow>) {
    let mut asked = FirstAsk::default();
    let run = crate::core::replay::run(generator, DEFAULT_SIZE, Some(&mut asked), u64::MAX);
    (run.value.ok(), asked.0)
}

pub(crate) fn choices_now<G: Generator + ?Sized>(generator: &G) -> ChoicesNow {
    ask(generator).1.unwrap_or_default()
}

pub(crate) fn value_now<G: Generator + ?Sized>(generator: &G) -> Option<G::Value> {
    match ask(generator) {
        (value, None) => value,
        (_, Some(_)) => None,
    }
}

pub(crate) fn is_void<G: Generator + ?Sized>(generator: &G) -> bool {
    matches!(ask(generator), (None, None))
}

/// The alternatives of one choice. A range may have very many, so they are listed lazily.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// assert_eq!((0..=9).choices_now().len(), 10);
/// assert!(exact('a').choices_now().is_empty());
/// ```
#[derive(Debug, Clone, Default)]
pub struct ChoicesNow {
    /// Named alternatives with their weights, where they are few enough to be weighted.
    listed: Vec<(u64, Choice)>,
    /// Very many, and the greatest index.
    range: Option<(Scale, u128)>,
}

impl ChoicesNow {
    #[inline]
    fn of(ask: &Ask<'_>) -> ChoicesNow {
        if !ask.is_pick() {
            return ChoicesNow { listed: Vec::new(), range: Some((ask.scale(), ask.last())) };
        }
        let listed = (0..=ask.last()).filter(|&i| ask.allows(i)).map(|i| (ask.weight(i), ask.choice(i))).collect();
        ChoicesNow { listed, range: None }
    }

    /// Returns whether there is nothing to choose.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// assert!((0..=9).derivative(7).choices_now().is_empty());
    /// ```
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.listed.is_empty() && self.range.is_none()
    }

    /// Returns the number of alternatives; `u128::MAX` also stands for 2^128.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// assert_eq!(any::<bool>().choices_now().len(), 2);
    /// ```
    #[inline]
    pub fn len(&self) -> u128 {
        self.range.as_ref().map_or(self.listed.len() as u128, |(_, last)| last.saturating_add(1))
    }

    /// Returns the alternatives in order.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Choice;
    ///
    /// assert!((-1..=1).choices_now().iter().eq([0, 1, -1].map(Choice::from)));
    /// ```
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Choice> + '_ {
        self.weighted().map(|(_, choice)| choice)
    }

    /// Returns the alternatives in order, with their weights.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Choice;
    ///
    /// let coin = pick([(1, "tails", exact(0)), (3, "heads", exact(1))]);
    /// assert!(coin.choices_now().weighted().eq([(1, Choice::from("tails")), (3, Choice::from("heads"))]));
    /// ```
    #[inline]
    pub fn weighted(&self) -> impl Iterator<Item = (u64, Choice)> + '_ {
        let range = self.range.iter();
        let range = range.flat_map(|(scale, last)| (0..=*last).map(|i| (scale.weight(i), scale.choice(i))));
        self.listed.iter().cloned().chain(range)
    }
}
