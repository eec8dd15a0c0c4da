//! Mutation: values near a given one, always in range.
//!
//! A value is mutated, like it is shrunk, by editing the choices that make it and running the generator again: the same
//! player replays both kinds of edits. A choice that is no longer possible is made again; missing choices become the
//! smallest that fit. So an edit changes only what depends on it.

mod edits;
mod mutator;
mod repair;

use std::fmt;
use std::ops::RangeInclusive;

use crate::core::choices::{Choices, Tape};
use crate::core::cx::Cx;
use crate::core::generator::{Focus, Generator, Reflective, Rejected};
use crate::core::interpret::{NoValue, ReplayError, WhyNot, backward, forward, replay};
use crate::core::rng::Rng;
use crate::run::shrink::{EditPlayer, Filler, Item, Needs, Tree, flat_item};
pub(crate) use edits::{Anatomy, Change};
use mutator::Maker;
pub(crate) use mutator::{Mutator, played};
use repair::Repair;

/// A kind of mutation.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::lab::Mutation;
///
/// // Nothing but the order changes.
/// let list = vec(0..=9, 3);
/// let swaps = list.mutate(&vec![1, 2, 3], 1).mix(|kind| u32::from(kind == Mutation::Swap));
/// for mut mutant in swaps.take(20) {
///     mutant.sort();
///     assert_eq!(mutant, [1, 2, 3]);
/// }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Mutation {
    /// Makes one choice differently. The choices below it are offered to the new alternative.
    Reroll,
    /// Turns a number into one near it, an end of its range or its negative; a character or an element into a
    /// neighbour.
    Step,
    /// Swaps two parts that are alike.
    Swap,
    /// Replaces a part by one of its own parts.
    Shrink,
    /// Replaces a part by a part of another value; see [`Mutants::splicing`].
    Splice,
    /// Removes elements of a collection.
    Remove,
    /// Repeats an element of a collection.
    Repeat,
    /// Inserts a new element into a collection.
    Insert,
}

impl Mutation {
    /// All kinds of mutations.
    ///
    /// ```
    /// use mirrorcheck::lab::Mutation;
    ///
    /// assert!(Mutation::ALL.contains(&Mutation::Swap));
    /// ```
    pub const ALL: [Mutation; 8] = [
        Mutation::Reroll,
        Mutation::Step,
        Mutation::Swap,
        Mutation::Shrink,
        Mutation::Splice,
        Mutation::Remove,
        Mutation::Repeat,
        Mutation::Insert,
    ];

    /// Returns how often this kind is tried relative to the others, by default.
    ///
    /// ```
    /// use mirrorcheck::lab::Mutation;
    ///
    /// assert!(Mutation::Reroll.usual_weight() > Mutation::Shrink.usual_weight());
    /// ```
    #[inline]
    pub fn usual_weight(self) -> u32 {
        match self {
            Mutation::Reroll => 6,
            Mutation::Step => 4,
            Mutation::Swap | Mutation::Splice | Mutation::Remove | Mutation::Insert => 2,
            Mutation::Shrink | Mutation::Repeat => 1,
        }
    }
}

/// The iterator that [`mutate`](crate::Lab::mutate) returns: endless, with settings for how to mutate.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let mutants: Vec<i32> = (0..=9).mutate(&7, 1).take(5).collect();
/// assert!(mutants.iter().all(|n| *n != 7));
/// assert_eq!((0..=9).mutate(&7, 1).nth(3), Some(mutants[3]));
/// assert_eq!(exact(7).mutate(&7, 1).next(), None);
/// ```
pub struct Mutants<G: Generator> {
    generator: G,
    start: Result<Start<G>, WhyNot>,
    seed: u64,
    position: u64,
    is_over: bool,
    mutator: Mutator,
}

/// The value to mutate.
struct Start<G: Generator> {
    anatomy: Anatomy,
    size: u32,
    same: Same<G>,
}

/// How to tell the value from others.
enum Same<G: Generator> {
    /// Other choices make other values.
    Never,
    /// Equal values have equal first reflections.
    Reflection(Choices, fn(&G, &G::Value, &Choices) -> bool),
    Equal(G::Value, fn(&G::Value, &G::Value) -> bool),
}

impl<G: Generator> Mutants<G> {
    /// The mutants of what choices make, if there are any.
    pub(crate) fn of_choices(generator: G, choices: Option<Choices>, seed: u64) -> Mutants<G>
    where
        G::Value: PartialEq,
    {
        let mut mutator = Mutator::default();
        let start = choices.and_then(|choices| {
            let value = replay(&generator, &choices).ok()?;
            let tree = tree(&choices, &mut |cx| generator.run(cx, Focus::Free).map(drop))?;
            Some(Start::new(&generator, &mut mutator, tree, choices.size(), Same::Equal(value, |a, b| a == b)))
        });
        let start =
            start.ok_or_else(|| WhyNot::because("no choices were found that make it, though there may be some"));
        Mutants { generator, start, seed, position: 0, is_over: false, mutator }
    }
}

impl<G: Generator> Start<G> {
    fn new(generator: &G, mutator: &mut Mutator, tree: Tree, size: u32, same: Same<G>) -> Start<G> {
        mutator.learn(size, &mut |cx| generator.run(cx, Focus::Free).map(drop));
        mutator.needs.learn(&tree);
        Start { anatomy: Anatomy::new(tree).prepared(), size, same }
    }
}

impl<G: Reflective> Mutants<G> {
    pub(crate) fn new(generator: G, value: &G::Value, seed: u64) -> Mutants<G> {
        let mut mutator = Mutator::default();
        let start = taken_apart(&generator, value).map(|(tree, choices)| {
            let size = choices.size();
            let same = if backward::has_only_way(&generator, value, size) {
                Same::Never
            } else {
                // What cannot be reflected on in time might be the same.
                Same::Reflection(choices, |generator, value, first| {
                    !matches!(backward::first(generator, value, true), Ok(Some(other)) if other != *first)
                })
            };
            Start::new(&generator, &mut mutator, tree, size, same)
        });
        Mutants { generator, start, seed, position: 0, is_over: false, mutator }
    }

    /// Lets parts of these values replace parts that are like them. Values that are out of range are ignored.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let names = vec(element_of(&["Ada", "Emmy", "Kurt", "Alan"]), 2);
    /// let mixed = names.mutate(&vec!["Ada", "Emmy"], 1).splicing(&[vec!["Kurt", "Alan"]]);
    /// assert!(mixed.take(100).any(|names| names == ["Kurt", "Emmy"]));
    /// ```
    pub fn splicing(mut self, values: &[G::Value]) -> Self {
        for value in values {
            if let Ok((tree, _)) = taken_apart(&self.generator, value) {
                self.mutator.needs.learn(&tree);
                self.mutator.donors.add(tree);
            }
        }
        self
    }
}

impl<G: Generator> Mutants<G> {
    /// Returns why there are no mutants, if the value is out of range.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let mut mutants = (0..=9).mutate(&10, 1);
    /// assert_eq!(mutants.why().unwrap().to_string(), "10 is not in 0..=9");
    /// assert_eq!(mutants.next(), None);
    /// assert!((0..=9).mutate(&9, 1).why().is_none());
    /// ```
    pub fn why(&self) -> Option<&WhyNot> {
        self.start.as_ref().err()
    }

    /// Sets how many mutations each mutant goes through, one after another. Usually it is one.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::lab::Mutation;
    ///
    /// let list = vec(0..=9, 5);
    /// let far = list.mutate(&vec![0; 5], 1).distance(3..=3).mix(|kind| u32::from(kind == Mutation::Reroll));
    /// assert!(far.take(100).any(|list| list.iter().filter(|n| **n != 0).count() == 3));
    /// ```
    pub fn distance(mut self, mutations: RangeInclusive<u32>) -> Self {
        self.mutator.distance = Some(mutations);
        self
    }

    /// Sets how often each kind of mutation is tried relative to the others: 0 means never, as long as other kinds
    /// succeed.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::lab::Mutation;
    ///
    /// let steps = (0..=1000).mutate(&500, 1).mix(|kind| if kind == Mutation::Step { 1 } else { 0 });
    /// assert!(steps.take(50).any(|n| n == 501));
    /// ```
    pub fn mix(mut self, weight: impl Fn(Mutation) -> u32) -> Self {
        self.mutator.mix = Mutation::ALL.map(weight);
        self
    }

    /// Sets which parts may replace each other, by the label of their first choice. By default, all parts that the
    /// generator makes in the same way may; this can forbid some of them.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::lab::Mutation;
    ///
    /// let list = vec(0..=9, 3);
    /// let only_swaps = |kind| u32::from(kind == Mutation::Swap);
    /// let is_even = |digit: &str| digit.parse::<u32>().unwrap() % 2 == 0;
    /// let swapped = list.mutate(&vec![1, 2, 3], 1).mix(only_swaps).compatible(move |a, b| is_even(a) == is_even(b));
    /// assert!(swapped.take(10).all(|list| list == [3, 2, 1]));
    /// ```
    pub fn compatible(mut self, compatible: impl Fn(&str, &str) -> bool + 'static) -> Self {
        self.mutator.compatible = Some(Box::new(compatible));
        self
    }
}

impl<G: Generator> Iterator for Mutants<G> {
    type Item = G::Value;

    fn next(&mut self) -> Option<G::Value> {
        let start = self.start.as_ref().ok().filter(|_| !self.is_over)?;
        let position = self.position;
        self.position += 1;
        let mut making = Making { generator: &self.generator, value: None, same: &start.same };
        let found = self.mutator.mutant(&start.anatomy, start.size, (self.seed, position), &mut making);
        self.is_over = found.is_none();
        found.and(making.value)
    }

    fn nth(&mut self, n: usize) -> Option<G::Value> {
        self.position = self.position.saturating_add(n as u64);
        self.next()
    }
}

impl<G: Generator> fmt::Debug for Mutants<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mutants").field("seed", &self.seed).field("position", &self.position).finish_non_exhaustive()
    }
}

/// A generator that makes mutants of one value.
struct Making<'a, G: Generator> {
    generator: &'a G,
    value: Option<G::Value>,
    same: &'a Same<G>,
}

impl<G: Generator> Maker for Making<'_, G> {
    fn make(&mut self, cx: &mut Cx<'_>) -> Result<(), Rejected> {
        self.value = Some(self.generator.run(cx, Focus::Free)?);
        Ok(())
    }

    fn is_other(&mut self) -> bool {
        match (self.same, &self.value) {
            (Same::Reflection(first, is_same), Some(value)) => !is_same(self.generator, value, first),
            (Same::Equal(first, is_same), Some(value)) => !is_same(first, value),
            _ => true,
        }
    }
}

/// Returns the tree of a value, with its choices.
fn taken_apart<G: Reflective>(generator: &G, value: &G::Value) -> Result<(Tree, Choices), WhyNot> {
    let found = backward::first(generator, value, true).ok().flatten().and_then(|choices| {
        let tree = tree(&choices, &mut |cx| generator.run(cx, Focus::Free).map(drop))?;
        Some((tree, choices))
    });
    let unsound = "the generator makes nothing of the choices that it finds in this value";
    found.ok_or_else(|| backward::why_not(generator, value).unwrap_or_else(|| WhyNot::because(unsound)))
}

/// Returns the tree of choices that fit exactly.
#[inline]
pub(crate) fn tree(choices: &Choices, make: &mut dyn FnMut(&mut Cx<'_>) -> Result<(), Rejected>) -> Option<Tree> {
    let sequence: Vec<Item> = choices.made().map(flat_item).collect();
    played(EditPlayer::recording(&sequence, usize::MAX, Filler::Random(Rng::new(0, 0))), choices.size(), make)
}

/// Repairs choices that may not fit.
#[inline]
pub(crate) fn repaired_choices(
    choices: &Choices,
    needs: &Needs,
    make: &mut dyn FnMut(&mut Cx<'_>) -> Result<(), Rejected>,
) -> Option<Choices> {
    let mut repair = Repair::new(choices, Filler::Least(needs, Rng::new(0, 0)));
    let mut cx = Cx::answered(choices.size(), &mut repair);
    cx.cold_mut()?.tape = Some(Tape::new());
    make(&mut cx).ok()?;
    cx.into_cold()?.tape.map(|tape| tape.finish(choices.size()))
}

pub(crate) fn repaired<G: Generator + ?Sized>(
    generator: &G,
    choices: &Choices,
    seed: u64,
) -> Result<G::Value, NoValue> {
    match replay(generator, choices) {
        Ok(value) => return Ok(value),
        Err(ReplayError::Unknown { position, .. }) => {
            if let Some(value) = repair::without_some(generator, choices, position) {
                return Ok(value);
            }
        }
        Err(_) => {}
    }
    let mut mutator = Mutator::default();
    mutator.learn(choices.size(), &mut |cx| generator.run(cx, Focus::Free).map(drop));
    let fillers = [Filler::Least(&mutator.needs, Rng::new(seed, 0)), Filler::Random(Rng::new(seed, 1))];
    for filler in fillers {
        let mut repair = Repair::new(choices, filler);
        if let Ok(value) = generator.run(&mut Cx::answered(choices.size(), &mut repair), Focus::Free) {
            return Ok(value);
        }
    }
    forward::sample(generator, seed).map(|(value, _)| value)
}
