//! All values, by size: every sequence of choices once, fairly.
//!
//! A sequence is a prefix that ends in a later alternative, then first alternatives only. So each has one parent,
//! with its last later alternative one earlier: sequences are a tree, and one tier is the children of the tier before.

mod waiting;

use crate::core::choice::Ask;
use crate::core::choices::Choices;
use crate::core::cx::{Answerer, DEFAULT_SIZE, Stop};
use crate::core::generator::{Generator, Rejected};
use waiting::{Children, Prefix, Waiting};

/// How many first alternatives in a row before a run is taken for one that never ends.
const PATIENCE: usize = 1_000_000;
/// How many stacks it may use meanwhile: what never ends mostly goes deep.
const STACKS: u32 = 4;
/// How patient to be once that has happened.
const IMPATIENCE: usize = 1_000;

/// The iterator that [`all_values`](crate::Interpretations::all_values) returns.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let mut all = vec(0..=9, ..).all_values();
/// assert_eq!(all.next(), Some(vec![]));
/// assert_eq!(all.next(), Some(vec![0]));
/// ```
#[derive(Debug, Clone)]
pub struct AllValues<G: ?Sized> {
    walk: Walk,
    generator: G,
}

impl<G> AllValues<G> {
    pub(crate) fn new(generator: G) -> AllValues<G> {
        AllValues { walk: Walk::new(), generator }
    }

    /// Groups the values into tiers of one size each.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let tiers: Vec<Vec<(i32, i32)>> = (0..=1, 0..=1).all_values().by_size().collect();
    /// assert_eq!(tiers, [vec![(0, 0)], vec![(1, 0), (0, 1)], vec![(1, 1)]]);
    /// ```
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
        self.walk.next(&mut |odometer, fuel| run(&self.generator, odometer, fuel)).map(|(made, _)| made.0)
    }
}

/// The iterator that [`AllValues::by_size`] returns: one vector for each size, some of them empty.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let sizes: Vec<usize> = (0..=9, 0..=9).all_values().by_size().map(|tier| tier.len()).take(4).collect();
/// assert_eq!(sizes, [1, 2, 3, 4]);
/// ```
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
                let generator = &self.all.generator;
                let ((value, _), tier) = self.all.walk.next(&mut |odometer, fuel| run(generator, odometer, fuel))?;
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

/// The iterator that [`language`](crate::Interpretations::language) returns.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let mut language = vec('a'..='b', ..).language();
/// assert_eq!(language.next().unwrap().to_string(), "0");
/// assert_eq!(language.next().unwrap().to_string(), "(1 'a')");
/// ```
#[derive(Debug, Clone)]
pub struct Language<G: ?Sized> {
    walk: Walk,
    generator: G,
}

impl<G> Language<G> {
    pub(crate) fn new(generator: G) -> Language<G> {
        Language { walk: Walk::new(), generator }
    }
}

impl<G: Generator> Iterator for Language<G> {
    type Item = Choices;

    fn next(&mut self) -> Option<Choices> {
        self.walk.next(&mut |odometer, fuel| run(&self.generator, odometer, fuel)).map(|(made, _)| made.1)
    }
}

/// The sequences that are still to come: those of one size, and those of the next.
#[derive(Debug, Clone)]
pub(crate) struct Walk {
    size: u64,
    now: Waiting,
    next: Waiting,
    patience: usize,
}

impl Walk {
    pub(crate) fn new() -> Walk {
        Walk { size: 0, now: Waiting::root(), next: Waiting::default(), patience: PATIENCE }
    }

    fn next<T>(&mut self, run: &mut RunOnce<'_, T>) -> Option<(T, u64)> {
        loop {
            if let Some(found) = self.advance(run)? {
                return Some(found);
            }
        }
    }

    /// Runs one more sequence; nothing if there is none.
    pub(crate) fn advance<T>(&mut self, run: &mut RunOnce<'_, T>) -> Option<Option<(T, u64)>> {
        let prefix = match self.now.pop() {
            Some(prefix) => prefix,
            None => {
                self.now = std::mem::take(&mut self.next);
                self.size += 1;
                self.now.pop()?
            }
        };
        let made = match prefix {
            Prefix::Sequence(ranks) => self.sequence(run, ranks),
            Prefix::Step(ranks, greatest) => self.step(run, ranks, greatest),
        };
        Some(made.map(|made| (made, self.size)))
    }

    fn sequence<T>(&mut self, run: &mut RunOnce<'_, T>, ranks: Vec<u128>) -> Option<T> {
        let mut odometer = Odometer { ranks: &ranks, lasts: Vec::new(), most: ranks.len() + self.patience };
        // Runs without choices count, too: they could go on for ever.
        let fuel = 8 * (ranks.len() + self.patience) as u64;
        let (made, stop) = run(&mut odometer, fuel);
        let lasts = odometer.lasts;
        let endless = stop == Some(Stop::OutOfFuel) || lasts.len() > ranks.len() + self.patience;
        let length = ranks.len();
        let goes_on = ranks.last().is_some_and(|&last| lasts.get(length - 1).is_some_and(|&greatest| last < greatest));
        if endless {
            self.patience = IMPATIENCE;
            self.next.push_children(&Children::next_only(ranks.clone(), goes_on));
            if let Some(&greatest) = lasts.get(length) {
                self.next.push_step(&[&ranks[..], &[0]].concat(), greatest);
            }
            return None;
        }
        let places = (length..lasts.len()).filter(|&i| lasts[i] > 0);
        self.next.push_children(&Children::new(ranks, goes_on, places));
        made
    }

    fn step<T>(&mut self, run: &mut RunOnce<'_, T>, mut ranks: Vec<u128>, greatest: u128) -> Option<T> {
        let length = ranks.len();
        let mut odometer = Odometer { ranks: &ranks, lasts: Vec::new(), most: length };
        let (made, _) = run(&mut odometer, u64::MAX);
        let asked = odometer.lasts.get(length).copied();
        if let Some(greatest) = asked {
            self.next.push_step(&[&ranks[..], &[0]].concat(), greatest);
        }
        if ranks[length - 1] < greatest {
            ranks[length - 1] += 1;
            self.next.push_step(&ranks, greatest);
        }
        made
    }
}

/// Runs a program on the odometer's answers: what was made, and why it ended before its end.
pub(crate) type RunOnce<'r, T> = dyn FnMut(&mut Odometer<'_>, u64) -> (Option<T>, Option<Stop>) + 'r;

/// Runs a generator.
fn run<G: Generator>(
    generator: &G,
    odometer: &mut Odometer<'_>,
    fuel: u64,
) -> (Option<(G::Value, Choices)>, Option<Stop>) {
    let run = crate::core::replay::run_on(STACKS, generator, DEFAULT_SIZE, Some(odometer), fuel);
    (run.value.ok().map(|value| (value, run.choices)), run.stop)
}

pub(crate) struct Odometer<'a> {
    ranks: &'a [u128],
    /// The greatest rank of each choice that was met.
    lasts: Vec<u128>,
    /// How many choices to answer.
    most: usize,
}

impl Answerer for Odometer<'_> {
    fn answer(&mut self, ask: &Ask<'_>) -> Result<u128, Rejected> {
        let at = self.lasts.len();
        self.lasts.push(ask.last_rank());
        if at >= self.most {
            return Err(Rejected);
        }
        ask.at_rank(self.ranks.get(at).copied().unwrap_or(0)).ok_or(Rejected)
    }
}
