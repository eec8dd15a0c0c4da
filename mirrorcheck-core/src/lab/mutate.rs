//! Mutation: values near a given one, always in range.
//!
//! A value is mutated by editing the choices that make it and running the generator again, as it is shrunk: the same
//! player replays both kinds of edits. Where a choice is no longer possible, it is remade; where choices are missing,
//! the least is made up that fits. So an edit in one place changes what depends on it, and nothing else.

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
    /// One choice is made differently. What was chosen below it is offered to the new alternative.
    Reroll,
    /// A number becomes one near it, an end of its range or its negative; a character or an element a neighbour.
    Step,
    /// Two parts that are alike change places.
    Swap,
    /// A part becomes one of its own parts.
    Shrink,
    /// A part becomes a part of another value; see [`Mutants::splicing`].
    Splice,
    /// Elements of a collection are removed.
    Remove,
    /// An element of a collection comes once more.
    Repeat,
    /// A new element is put into a collection.
    Insert,
}

impl Mutation {
    /// All kinds.
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

    /// How often each kind is tried in relation to the others, unless told otherwise.
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

/// What [`mutate`](crate::Lab::mutate) gives: an iterator without end, which can be told how to mutate.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let mutants: Vec<i32> = (0..=9).mutate(&7, 1).take(5).collect();
/// assert!(mutants.iter().all(|n| *n != 7));
/// assert_eq!((0..=9).mutate(&7, 1).nth(3), Some(mutants[3]));
/// assert_eq!(exact(7).mutate(&7, 1).next(), None);
/// ```
pub struct Mutants<G> {
    generator: G,
    start: Result<Start, WhyNot>,
    seed: u64,
    position: u64,
    is_over: bool,
    mutator: Mutator,
}

/// The value to mutate.
struct Start {
    anatomy: Anatomy,
    size: u32,
    /// Its first reflection, where other choices might make the same value.
    first: Option<Choices>,
}

impl<G: Reflective> Mutants<G> {
    pub(crate) fn new(generator: G, value: &G::Value, seed: u64) -> Mutants<G> {
        let mut mutator = Mutator::default();
        let start = taken_apart(&generator, value).map(|(tree, choices)| {
            let size = choices.size();
            mutator.learn(size, &mut |cx| generator.run(cx, Focus::Free).map(drop));
            mutator.needs.learn(&tree);
            let first = (!backward::has_only_way(&generator, value, size)).then_some(choices);
            Start { anatomy: Anatomy::new(tree).prepared(), size, first }
        });
        Mutants { generator, start, seed, position: 0, is_over: false, mutator }
    }

    /// Why there are no mutants, where the value is out of range.
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

    /// How many mutations each mutant has gone through, one after another. Mostly it is one.
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

    /// How often each kind of mutation is tried in relation to the others: 0 is never, as long as others come to
    /// anything.
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

    /// Parts of these values may take the place of parts like them. Values that are out of range are left out.
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

    /// Which parts may take each other's place, by the label of their first choice. Of those that the generator makes
    /// in the same way, all may, unless this says no.
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

impl<G: Reflective> Iterator for Mutants<G> {
    type Item = G::Value;

    fn next(&mut self) -> Option<G::Value> {
        let start = self.start.as_ref().ok().filter(|_| !self.is_over)?;
        let position = self.position;
        self.position += 1;
        let mut making = Making { generator: &self.generator, value: None, first: start.first.as_ref() };
        let found = self.mutator.mutant(&start.anatomy, start.size, (self.seed, position), &mut making);
        self.is_over = found.is_none();
        found.and(making.value)
    }

    fn nth(&mut self, n: usize) -> Option<G::Value> {
        self.position = self.position.saturating_add(n as u64);
        self.next()
    }
}

impl<G> fmt::Debug for Mutants<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mutants").field("seed", &self.seed).field("position", &self.position).finish_non_exhaustive()
    }
}

/// A generator that makes mutants of one value.
struct Making<'a, G: Generator> {
    generator: &'a G,
    value: Option<G::Value>,
    first: Option<&'a Choices>,
}

impl<G: Reflective> Maker for Making<'_, G> {
    fn make(&mut self, cx: &mut Cx<'_>) -> Result<(), Rejected> {
        self.value = Some(self.generator.run(cx, Focus::Free)?);
        Ok(())
    }

    fn is_other(&mut self) -> bool {
        let (Some(first), Some(value)) = (self.first, &self.value) else { return true };
        // Equal values have equal first reflections. What cannot be reflected on in time might be the same.
        matches!(backward::first(self.generator, value, true), Ok(Some(other)) if other != *first)
    }
}

/// The tree of a value, with its choices.
fn taken_apart<G: Reflective>(generator: &G, value: &G::Value) -> Result<(Tree, Choices), WhyNot> {
    let found = backward::first(generator, value, true).ok().flatten().and_then(|choices| {
        let tree = tree(&choices, &mut |cx| generator.run(cx, Focus::Free).map(drop))?;
        Some((tree, choices))
    });
    let unsound = "the generator makes nothing of the choices that it finds in this value";
    found.ok_or_else(|| backward::why_not(generator, value).unwrap_or_else(|| WhyNot::because(unsound)))
}

/// The tree of choices that fit exactly.
#[inline]
pub(crate) fn tree(choices: &Choices, make: &mut dyn FnMut(&mut Cx<'_>) -> Result<(), Rejected>) -> Option<Tree> {
    let sequence: Vec<Item> = choices.made().map(flat_item).collect();
    played(EditPlayer::recording(&sequence, usize::MAX, Filler::Random(Rng::new(0, 0))), choices.size(), make)
}

/// Choices that fit, out of such as may not.
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
