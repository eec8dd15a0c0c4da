//! All values, by size: every sequence of choices once, fairly.
//!
//! A sequence is a prefix that ends in a later alternative, then first alternatives only. So each has one parent,
//! with its last later alternative one earlier: sequences are a tree, and one tier is the children of the tier before.

use std::collections::{BTreeMap, VecDeque};

use crate::choice::Ask;
use crate::choices::Choices;
use crate::cx::{Answerer, DEFAULT_SIZE, Stop};
use crate::generator::{Generator, Rejected};

/// How many first alternatives in a row before a run is taken for one that never ends.
const PATIENCE: usize = 10_000;
/// The same once that has happened.
const IMPATIENCE: usize = 256;
/// In a run without end, this many choices count for one step of size, so that every sequence has its turn.
const STRIDE: usize = 16;

/// What [`all_values`](crate::Interpretations::all_values) gives.
#[derive(Debug, Clone)]
pub struct AllValues<G: ?Sized> {
    walk: Walk,
    generator: G,
}

impl<G> AllValues<G> {
    pub(super) fn new(generator: G) -> AllValues<G> {
        AllValues { walk: Walk::new(), generator }
    }

    /// The values in tiers of one size each.
    pub fn by_size(self) -> Tiers<G>
    where
        G: Generator,
    {
        Tiers { all: self, waiting: None, tier: 0 }
    }
}

impl<G: Generator> Iterator for AllValues<G> {
    type Item = G::Value;

    fn next(&mut self) -> Option<G::Value> {
        self.walk.next(&self.generator).map(|(value, _, _)| value)
    }
}

/// What [`AllValues::by_size`] gives: one vector for each size, some of them empty.
pub struct Tiers<G: Generator> {
    /// A value that belongs to a later tier.
    waiting: Option<(G::Value, u64)>,
    tier: u64,
    all: AllValues<G>,
}

impl<G: Generator> Iterator for Tiers<G> {
    type Item = Vec<G::Value>;

    fn next(&mut self) -> Option<Vec<G::Value>> {
        let mut tier = Vec::new();
        loop {
            let next = self.waiting.take().or_else(|| {
                let (value, _, tier) = self.all.walk.next(&self.all.generator)?;
                Some((value, tier))
            });
            match next {
                Some((value, size)) if size == self.tier => tier.push(value),
                later => {
                    self.waiting = later;
                    self.tier += 1;
                    return (self.waiting.is_some() || !tier.is_empty()).then_some(tier);
                }
            }
        }
    }
}

/// What [`language`](crate::Interpretations::language) gives.
#[derive(Debug, Clone)]
pub struct Language<G: ?Sized> {
    walk: Walk,
    generator: G,
}

impl<G> Language<G> {
    pub(super) fn new(generator: G) -> Language<G> {
        Language { walk: Walk::new(), generator }
    }
}

impl<G: Generator> Iterator for Language<G> {
    type Item = Choices;

    fn next(&mut self) -> Option<Choices> {
        self.walk.next(&self.generator).map(|(_, choices, _)| choices)
    }
}

/// The sequences that are still to come, by size.
#[derive(Debug, Clone)]
struct Walk {
    tiers: BTreeMap<u64, VecDeque<Prefix>>,
    patience: usize,
}

/// The beginning of a sequence, as ranks of alternatives; first ones follow.
#[derive(Debug, Clone)]
struct Prefix {
    ranks: Vec<u128>,
    /// Children up to here are known already: a run that was taken for endless goes on further.
    known: usize,
    patience: usize,
}

impl Walk {
    fn new() -> Walk {
        let root = Prefix { ranks: Vec::new(), known: 0, patience: PATIENCE };
        Walk { tiers: BTreeMap::from([(0, VecDeque::from([root]))]), patience: PATIENCE }
    }

    fn next<G: Generator>(&mut self, generator: &G) -> Option<(G::Value, Choices, u64)> {
        loop {
            let mut tier = self.tiers.first_entry()?;
            let size = *tier.key();
            let Some(prefix) = tier.get_mut().pop_front() else {
                tier.remove();
                continue;
            };
            let mut odometer = Odometer { ranks: &prefix.ranks, lasts: Vec::new() };
            let fuel = 4 * (prefix.ranks.len() + prefix.patience) as u64;
            let run = super::forward::run(generator, DEFAULT_SIZE, Some(&mut odometer), fuel);
            let endless = run.stop == Some(Stop::OutOfFuel);
            let lasts = odometer.lasts;
            self.expand(prefix, size, &lasts, endless);
            if let Ok(value) = run.value {
                return Some((value, run.choices, size));
            }
        }
    }

    fn expand(&mut self, prefix: Prefix, size: u64, lasts: &[u128], endless: bool) {
        let length = prefix.ranks.len();
        let mut push = |size: u64, child: Prefix| self.tiers.entry(size).or_default().push_back(child);
        let patience = if endless { IMPATIENCE } else { self.patience };
        let child = |ranks| Prefix { ranks, known: 0, patience };
        if let (Some(&last), true) = (prefix.ranks.last(), prefix.known == 0) {
            if lasts.get(length - 1).is_some_and(|&greatest| last < greatest) {
                let mut ranks = prefix.ranks.clone();
                ranks[length - 1] += 1;
                push(size + 1, child(ranks));
            }
        }
        for (i, &greatest) in lasts.iter().enumerate().skip(length.max(prefix.known)) {
            if greatest > 0 {
                let mut ranks = prefix.ranks.clone();
                ranks.resize(i, 0);
                ranks.push(1);
                let delay = if endless { (i - length) / STRIDE } else { 0 };
                push(size + 1 + delay as u64, child(ranks));
            }
        }
        if endless {
            self.patience = IMPATIENCE;
            let delay = (lasts.len().saturating_sub(length)) / STRIDE;
            let patience = 2 * prefix.patience;
            let later = Prefix { ranks: prefix.ranks, known: lasts.len().max(length), patience };
            self.tiers.entry(size + 1 + delay as u64).or_default().push_back(later);
        }
    }
}

struct Odometer<'a> {
    ranks: &'a [u128],
    /// The greatest rank of each choice that was met.
    lasts: Vec<u128>,
}

impl Answerer for Odometer<'_> {
    fn answer(&mut self, ask: &Ask<'_>) -> Result<u128, Rejected> {
        let rank = self.ranks.get(self.lasts.len()).copied().unwrap_or(0);
        self.lasts.push(ask.last_rank());
        ask.at_rank(rank).ok_or(Rejected)
    }
}
