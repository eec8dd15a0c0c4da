//! Learns which choices lead to useful cases: RLCheck's controller.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use crate::core::choice::Ask;
use crate::core::cx::{Answerer, Attempt, Attempts};
use crate::core::generator::Rejected;
use crate::core::rng::Rng;
use crate::lab::gradient::hashed;
use crate::lab::ledger::{Ledger, Turn, cost};
use crate::lab::trail::Trail;
use crate::run::check::size_of;
use crate::run::check::{CaseOutcome, Status, Test};
use crate::run::strategy::Strategy;

/// The value of a case: new and valid, met before, or discarded.
const NEW: f64 = 20.0;
const KNOWN: f64 = 0.0;
const DISCARDED: f64 = -1.0;

/// Alternatives beyond this number are learnt about in parts.
const FEW: u128 = 16;

/// The number of those parts, made by halving.
const HALVINGS: u32 = 3;

/// Makes choices as they were made for useful cases: a case that is new and not discarded, one that records something
/// new about itself (`label`, `event`), or one with a high `target`. It learns the worth of each alternative after the
/// choices just before it, and takes the best, except that one time in four it takes any: RLCheck.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::Checker;
/// use mirrorcheck::strategy::Learning;
///
/// let report = Checker::new(vec(0..=9, 0..=20)).strategy(Learning::default()).cases(300).run(|list| {
///     assume(list.len() > 3 && list.is_sorted());
/// });
/// assert_eq!(report.passed, 300);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Learning {
    seed: Option<u64>,
    exploring: f64,
    before: usize,
    budget: u64,
}

impl Default for Learning {
    #[inline]
    fn default() -> Learning {
        Learning { seed: None, exploring: 0.25, before: 4, budget: crate::lab::valid::BUDGET }
    }
}

impl Learning {
    /// Creates the strategy with a seed of its own. `Learning::default()` uses that of the run.
    ///
    /// ```
    /// use mirrorcheck::strategy::Learning;
    ///
    /// assert_ne!(Learning::seed(1), Learning::default());
    /// ```
    #[inline]
    pub fn seed(seed: u64) -> Learning {
        Learning { seed: Some(seed), ..Learning::default() }
    }

    /// Sets how often a choice is left to chance, from 0 to 1; the default is a quarter of the time.
    ///
    /// ```
    /// use mirrorcheck::strategy::Learning;
    ///
    /// assert_eq!(Learning::default().exploring(0.25), Learning::default());
    /// ```
    #[must_use]
    #[inline]
    pub fn exploring(self, share: f64) -> Learning {
        Learning { exploring: share.clamp(0.0, 1.0), ..self }
    }

    /// Sets how many previous choices matter to a choice; at most four, which is the default.
    ///
    /// ```
    /// use mirrorcheck::strategy::Learning;
    ///
    /// assert_eq!(Learning::default().looking_back(9), Learning::default());
    /// ```
    #[must_use]
    #[inline]
    pub fn looking_back(self, choices: usize) -> Learning {
        Learning { before: choices.min(crate::lab::trail::BEFORE), ..self }
    }

    /// Gives up after this many runs without a new case that is not discarded, and after a quarter as many if there was
    /// none at all; the default is 200,000. Runs of many choices count several times.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Checker;
    /// use mirrorcheck::strategy::Learning;
    ///
    /// let report = Checker::new(0..=9).strategy(Learning::default().budget(500)).examine(|n| assume(n > 7));
    /// assert_eq!(report.passed, 2);
    /// ```
    #[must_use]
    #[inline]
    pub fn budget(self, runs: u64) -> Learning {
        Learning { budget: runs, ..self }
    }
}

impl Strategy for Learning {
    #[inline]
    fn run(&mut self, test: &mut Test<'_>) -> ControlFlow<()> {
        let mut learner = Learner::new(*self, self.seed.unwrap_or(test.seed()));
        let (mut idle, mut runs, mut found) = (0, 0, false);
        let mut targets = Targets(f64::INFINITY, f64::NEG_INFINITY);
        while idle < if found { self.budget } else { self.budget / 4 } {
            learner.begin();
            let mut is_new = false;
            let outcome = test.sought(size_of(runs), &mut learner, |learner, status, size| {
                is_new = learner.is_new(size);
                status != Status::Discarded && is_new
            })?;
            learner.reward(targets.worth(&outcome, is_new));
            runs += 1;
            found |= outcome.status != Status::Discarded;
            let has_found = is_new && outcome.status != Status::Discarded;
            learner.ledger.end(learner.asked, has_found);
            idle = if has_found { 0 } else { idle + cost(learner.asked) };
        }
        ControlFlow::Continue(())
    }
}

/// The least and the greatest target so far.
struct Targets(f64, f64);

impl Targets {
    #[inline]
    fn worth(&mut self, outcome: &CaseOutcome, is_new: bool) -> f64 {
        let valid = match (outcome.status, is_new) {
            (Status::Discarded, _) => return DISCARDED,
            (_, true) => NEW,
            (_, false) => KNOWN,
        };
        // What says something about itself that none did is worth more than another case of the same.
        let valid = valid + if outcome.is_new { NEW } else { 0.0 };
        let Some(target) = outcome.target else { return valid };
        let is_higher = target > self.1;
        (self.0, self.1) = (self.0.min(target), self.1.max(target));
        let share = if self.0 < self.1 { (target - self.0) / (self.1 - self.0) } else { 0.0 };
        valid * share + if is_higher { NEW } else { 0.0 }
    }
}

/// What is known about each alternative in each place.
struct Learner {
    rules: Learning,
    rng: Rng,
    trail: Trail,
    /// For a place, the worth of its alternatives or parts of them, and how often each was taken.
    tables: HashMap<u64, Vec<(f64, f64)>>,
    /// What was taken in this run.
    taken: Vec<(u64, usize)>,
    /// How much of it each attempt that is under way began with.
    attempts: Attempts<(usize, u64)>,
    hash: u64,
    /// How many choices this run was asked for, also in attempts that came to nothing.
    asked: u64,
    seen: HashSet<u64>,
    ledger: Ledger,
}

impl Learner {
    #[inline]
    fn new(rules: Learning, seed: u64) -> Learner {
        Learner {
            rules,
            rng: Rng::new(seed, 0),
            trail: Trail::default(),
            tables: HashMap::new(),
            taken: Vec::new(),
            attempts: Attempts::default(),
            hash: 0,
            asked: 0,
            seen: HashSet::new(),
            ledger: Ledger::default(),
        }
    }

    #[inline]
    fn begin(&mut self) {
        self.ledger.begin();
        self.trail.restart();
        self.taken.clear();
        self.attempts.clear();
        (self.hash, self.asked) = (0, 0);
    }

    /// Whether these choices were not met before, at this size where that makes a difference.
    #[inline]
    fn is_new(&mut self, size: Option<u32>) -> bool {
        self.seen.insert(hashed(self.hash, size.map_or(0, u128::from)))
    }

    /// The mean of what each was worth.
    #[inline]
    fn reward(&mut self, worth: f64) {
        for (place, arm) in self.taken.drain(..) {
            if let Some((mean, count)) = self.tables.get_mut(&place).and_then(|table| table.get_mut(arm)) {
                *count += 1.0;
                *mean += (worth - *mean) / *count;
            }
        }
    }

    #[inline]
    fn place(&self, ask: &Ask<'_>) -> u64 {
        let mix = |hash: u64, word: u64| (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        let start = mix(ask.family(), ask.last_rank() as u64);
        self.trail.before()[..self.rules.before].iter().fold(start, |hash, choice| mix(hash, *choice))
    }
}

impl Answerer for Learner {
    #[inline]
    fn answer(&mut self, ask: &Ask<'_>) -> Result<u128, Rejected> {
        self.asked += 1;
        let place = self.place(ask);
        let parts = ask.parts(if ask.last_rank() < FEW { 5 } else { HALVINGS });
        let rng = &mut self.rng;
        let explores = self.ledger.turn() == Turn::Chance || rng.unit() < self.rules.exploring;
        let table = self.tables.entry(place).or_insert_with(|| vec![(0.0, 0.0); parts.len()]);
        table.resize(parts.len(), (0.0, 0.0));
        let best = table.iter().map(|(mean, _)| *mean).fold(f64::NEG_INFINITY, f64::max);
        let index = if explores || best <= 0.0 {
            ask.draw(rng)
        } else {
            let (first, last) = parts[table.iter().position(|(mean, _)| *mean == best).unwrap_or(0)];
            ask.draw_among(first, last, rng).ok_or(Rejected)?
        };
        let rank = ask.rank(index);
        let arm = parts.iter().position(|(first, last)| (*first..=*last).contains(&rank)).unwrap_or(0);
        self.taken.push((place, arm));
        self.hash = hashed(self.hash, index);
        self.trail.chose(ask, index);
        Ok(index)
    }

    #[inline]
    fn may_retry(&self) -> bool {
        true
    }

    #[inline]
    fn open(&mut self) {
        self.trail.open();
    }

    #[inline]
    fn close(&mut self) {
        self.trail.close();
    }

    #[inline]
    fn attempt(&mut self, attempt: Attempt) {
        self.trail.attempt(attempt);
        if let Some((taken, hash)) = self.attempts.follow(attempt, (self.taken.len(), self.hash)) {
            self.taken.truncate(taken);
            self.hash = hash;
        }
    }
}
