//! Suites that cover much with few values.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashMap};

use super::description::Description;
use super::descriptions;
use super::known::{KnownSequences, Sequence, sample};
use crate::core::choices::Choices;
use crate::core::generator::Generator;
use crate::core::replay::replay;

/// How many values in a row may come to nothing.
const ATTEMPTS: u64 = 1_000;
/// How many descriptions are counted.
const MAX_COUNTED: usize = 200_000;

/// The iterator that [`thinned`](crate::Lab::thinned) returns: random values, each the best of several at covering what
/// earlier ones did not.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let first_ten: Vec<u8> = (0..=9).thinned(1, 8, 1).take(10).collect();
/// assert!((0..=9).coverage(1, &first_ten).ratio() > 0.8);
/// ```
#[derive(Debug, Clone)]
pub struct Thinned<G: ?Sized> {
    strength: usize,
    fan_out: usize,
    seed: u64,
    case: u64,
    counts: HashMap<Description, u64>,
    generator: G,
}

impl<G: Generator> Thinned<G> {
    pub(crate) fn new(generator: G, strength: usize, fan_out: usize, seed: u64) -> Thinned<G> {
        Thinned { strength, fan_out: fan_out.max(1), seed, case: 0, counts: HashMap::new(), generator }
    }

    fn candidate(&mut self) -> Option<(G::Value, Choices)> {
        for _ in 0..ATTEMPTS {
            let made = sample(&self.generator, self.seed, self.case);
            self.case += 1;
            if made.is_some() {
                return made;
            }
        }
        None
    }

    /// What a value covers. One that covers too much to list it is told from others by fewer labels at a time.
    fn covered_by(&self, choices: &Choices) -> BTreeSet<Description> {
        let term = choices.term();
        let strengths = [self.strength, 4, 3, 2, 1].into_iter().filter(|&strength| strength <= self.strength);
        strengths.into_iter().find_map(|strength| descriptions(&term, strength)).unwrap_or_default()
    }

    /// The rarer what it covers, the more it is worth.
    fn worth(&self, covered: &BTreeSet<Description>) -> f64 {
        covered.iter().map(|description| 1.0 / (self.counts.get(description).map_or(0, |&n| n) + 1) as f64).sum()
    }

    fn count(&mut self, covered: BTreeSet<Description>) {
        for description in covered {
            if self.counts.len() < MAX_COUNTED {
                *self.counts.entry(description).or_insert(0) += 1;
            } else if let Some(count) = self.counts.get_mut(&description) {
                *count += 1;
            }
        }
    }
}

impl<G: Generator> Iterator for Thinned<G> {
    type Item = G::Value;

    fn next(&mut self) -> Option<G::Value> {
        let mut best: Option<(f64, G::Value, BTreeSet<Description>)> = None;
        for _ in 0..self.fan_out {
            let Some((value, choices)) = self.candidate() else { break };
            let covered = self.covered_by(&choices);
            let worth = self.worth(&covered);
            if best.as_ref().is_none_or(|(most, ..)| worth > *most) {
                best = Some((worth, value, covered));
            }
        }
        let (_, value, covered) = best?;
        self.count(covered);
        Some(value)
    }
}

/// A few values that cover all that is known: each time the one that adds most, the simplest of those.
pub(crate) fn covering<G: Generator + ?Sized>(generator: &G, strength: usize, seed: u64) -> Vec<G::Value> {
    let known = KnownSequences::of(generator, strength, seed);
    let chosen = choose(&known);
    chosen.into_iter().filter_map(|chosen| replay(generator, &known.sequences[chosen].choices).ok()).collect()
}

#[inline]
fn choose(known: &KnownSequences) -> Vec<usize> {
    let mut times = vec![0u32; known.len()];
    let new = |sequence: &Sequence, times: &[u32]| sequence.numbers.iter().filter(|&&n| times[n] == 0).count();
    let mut heap: BinaryHeap<(usize, Reverse<usize>)> =
        known.sequences.iter().enumerate().map(|(i, sequence)| (sequence.numbers.len(), Reverse(i))).collect();
    let mut chosen = Vec::new();
    while let Some((promised, Reverse(i))) = heap.pop() {
        let adds = new(&known.sequences[i], &times);
        if adds == 0 {
            continue;
        }
        // What a sequence adds only gets less: if it still is what it was, no other can add more.
        if adds < promised {
            heap.push((adds, Reverse(i)));
            continue;
        }
        known.sequences[i].numbers.iter().for_each(|&n| times[n] += 1);
        chosen.push(i);
    }
    // Those that were chosen early may be covered by later ones by now.
    chosen.retain(|&i| {
        let numbers = &known.sequences[i].numbers;
        let is_needed = numbers.iter().any(|&n| times[n] == 1);
        if !is_needed {
            numbers.iter().for_each(|&n| times[n] -= 1);
        }
        is_needed
    });
    chosen
}
