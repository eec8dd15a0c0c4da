//! The descriptions that a generator can make, as far as they are found.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::description::Description;
use super::flat::{Flat, MAX};
use crate::core::choices::Choices;
use crate::core::cx::DEFAULT_SIZE;
use crate::core::generator::Generator;
use crate::core::interpret::FIRST_CASE;
use crate::core::interpret::Walk;
use crate::core::replay::{recorded, run_on};
use crate::core::rng::Rng;
use crate::core::stack;

/// How many sequences of choices are gone through in their order.
const STEPS: usize = 4_000;
/// How many random values are looked at if that came to no end: each size of a run a few times.
const SAMPLES: u64 = 404;
/// How many steps of listing descriptions that may take, and how many more for the random values.
const WORK: usize = 100_000;
const MORE_WORK: usize = 50_000;
/// How many descriptions are kept in all.
const MAX_KNOWN: usize = 200_000;
/// The limit for runs that would not end by themselves.
const FUEL: u64 = 10_000_000;
const STACKS: u32 = 4;

/// Descriptions by number, and sequences of choices that cover them.
pub(super) struct KnownSequences {
    strength: usize,
    numbers: BTreeMap<Description, usize>,
    /// The first sequence that covers each description; none if only a given value does.
    pub(super) examples: Vec<Option<usize>>,
    pub(super) sequences: Vec<Sequence>,
    /// Whether these are all that there are.
    pub(super) is_complete: bool,
}

pub(super) struct Sequence {
    pub(super) choices: Arc<Choices>,
    /// The descriptions it covers.
    pub(super) numbers: Vec<usize>,
}

impl KnownSequences {
    pub(super) fn of<G: Generator + ?Sized>(generator: &G, strength: usize, seed: u64) -> KnownSequences {
        let mut known = KnownSequences {
            strength,
            numbers: BTreeMap::new(),
            examples: Vec::new(),
            sequences: Vec::new(),
            is_complete: true,
        };
        let mut left = WORK;
        if !known.go_through(generator, &mut left) {
            known.is_complete = false;
            left += MORE_WORK;
            known.try_samples(generator, seed, &mut left);
        }
        known
    }

    /// Whether that came to an end.
    fn go_through<G: Generator + ?Sized>(&mut self, generator: &G, left: &mut usize) -> bool {
        let mut walk = Walk::new();
        for _ in 0..STEPS {
            let step = walk.advance(&mut |odometer, fuel| {
                let run = run_on(STACKS, generator, DEFAULT_SIZE, Some(odometer), fuel.min(FUEL));
                (run.value.is_ok().then_some(run.choices), run.stop)
            });
            match step {
                None => return true,
                Some(None) => {}
                Some(Some((choices, _))) => self.keep(choices, left),
            }
            if *left == 0 {
                return false;
            }
        }
        false
    }

    fn try_samples<G: Generator + ?Sized>(&mut self, generator: &G, seed: u64, left: &mut usize) {
        for case in 0..SAMPLES {
            if let Some((_, choices)) = sample(generator, seed, case) {
                self.keep(choices, left);
            }
            if *left == 0 {
                return;
            }
        }
    }

    #[inline]
    fn keep(&mut self, choices: Choices, left: &mut usize) {
        *left = left.saturating_sub(choices.len());
        let allowed = MAX.min(*left);
        let mut unused = allowed;
        let found = Flat::of(&choices.term()).descriptions(self.strength, &mut unused);
        *left -= allowed - unused;
        let Some(found) = found else {
            self.is_complete = false;
            return;
        };
        let numbers = self.number(found, Some(self.sequences.len()));
        self.sequences.push(Sequence { choices: Arc::new(choices), numbers });
    }

    /// The numbers of descriptions; those that are new get one as long as there is room.
    #[inline]
    pub(super) fn number(&mut self, found: BTreeSet<Description>, example: Option<usize>) -> Vec<usize> {
        let mut numbers = Vec::with_capacity(found.len());
        for description in found {
            if let Some(&number) = self.numbers.get(&description) {
                numbers.push(number);
            } else if self.examples.len() < MAX_KNOWN {
                numbers.push(self.examples.len());
                self.numbers.insert(description, self.examples.len());
                self.examples.push(example);
            } else {
                self.is_complete = false;
            }
        }
        numbers
    }

    /// All descriptions with their numbers, in order.
    #[inline]
    pub(super) fn descriptions(&self) -> impl Iterator<Item = (&Description, usize)> {
        self.numbers.iter().map(|(description, &number)| (description, number))
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.examples.len()
    }
}

/// What a case of a run makes, with its choices: the same as [`samples`](crate::Interpretations::samples).
pub(super) fn sample<G: Generator + ?Sized>(generator: &G, seed: u64, case: u64) -> Option<(G::Value, Choices)> {
    let size = (case % u64::from(DEFAULT_SIZE + 1)) as u32;
    let run = recorded(stack::MAX, generator, Rng::new(seed, case + FIRST_CASE), size, None, u64::MAX);
    run.value.ok().map(|value| (value, run.choices))
}
