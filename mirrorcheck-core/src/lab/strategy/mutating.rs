//! Mutants of interesting cases.

mod pool;

use std::collections::HashSet;
use std::ops::ControlFlow;

use crate::core::choices::Choices;
use crate::core::cx::{Answerer, DEFAULT_SIZE};
use crate::core::rng::Rng;
use crate::lab::ledger::{Ledger, Turn};
use crate::lab::mutate::{Anatomy, Change, Mutator, played, repaired_choices};
use crate::lab::suite::{Description, descriptions};
use crate::run::check;
use crate::run::check::{CaseOutcome, Status, Test};
use crate::run::shrink::{EditPlayer, Filler, Item, Tree, flat_item};
use crate::run::strategy::Strategy;
pub use pool::PoolError;
pub(super) use pool::read_pool;

/// How many random cases run first if the pool is empty.
const FIRST: u64 = 50;
/// How many cases are kept for mutation. Beyond that, the oldest are dropped.
const MAX: usize = 1_000;
/// How many labels the descriptions have that a case may add, and how many descriptions are told apart.
const STRENGTH: usize = 2;
const DESCRIPTIONS: usize = 20_000;

/// Mutants of interesting cases: of those you give it, of saved failures of the property, and of new ones it finds
/// along the way, because they have a label or an event that no earlier case had, raise the [`target`](crate::target),
/// or cover a description of two alternatives that no earlier case covered (see [`coverage`](crate::Lab::coverage)).
///
/// Each case is a function of the seed of the run, the given cases, and what the property records. With an empty pool,
/// it begins with random cases.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::Checker;
/// use mirrorcheck::strategy::Mutating;
///
/// let list = vec(0..=1000, 0..=10);
/// // From a bug report: something near it may fail, too.
/// let strategy = Mutating::new().values(&list, [vec![100, 200, 300]]);
/// let report = Checker::new(list).cases(2000).strategy(strategy).examine(|list| {
///     assert!(!(list.len() > 3 && list.contains(&200)));
/// });
/// assert_eq!(report.failures[0].value, [0, 0, 0, 200]);
/// ```
///
/// You can save what it has found for the next run: see [`save`](Self::save).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Mutating {
    seed: Option<u64>,
    pool: Vec<Choices>,
    left_out: Vec<String>,
}

impl Strategy for Mutating {
    #[inline]
    fn run(&mut self, test: &mut Test<'_>) -> ControlFlow<()> {
        let mut given = std::mem::take(&mut self.pool);
        given.append(&mut test.kept);
        let mut search = MutationSearch::new(test, self.seed);
        let flow = search.run(test, &given);
        // What was not reached is not lost.
        let is_known = |choices: &Choices| search.entries.iter().any(|entry| entry.choices == *choices);
        let unreached: Vec<Choices> =
            given.into_iter().skip(search.given).filter(|choices| !is_known(choices)).collect();
        self.pool = search.entries.into_iter().map(|entry| entry.choices).chain(unreached).collect();
        flow
    }
}

/// The cases that are of interest, and what is known of all.
struct MutationSearch {
    seed: u64,
    cases: u64,
    /// How many of the cases that were given have been run.
    given: usize,
    entries: Vec<Entry>,
    best: f64,
    mutator: Mutator,
    seen: Novelty,
    ledger: Ledger,
}

/// A case of interest.
struct Entry {
    choices: Choices,
    anatomy: Anatomy,
    target: Option<f64>,
}

impl MutationSearch {
    #[inline]
    fn new(test: &mut Test<'_>, seed: Option<u64>) -> MutationSearch {
        let mutator = mutator(test);
        let (seen, best) = (Novelty::default(), f64::NEG_INFINITY);
        MutationSearch {
            seed: seed.unwrap_or(test.seed()),
            cases: 0,
            given: 0,
            entries: Vec::new(),
            best,
            mutator,
            seen,
            ledger: Ledger::default(),
        }
    }

    #[inline]
    fn run(&mut self, test: &mut Test<'_>, given: &[Choices]) -> ControlFlow<()> {
        for choices in given {
            self.run_given(test, choices)?;
            self.given += 1;
        }
        loop {
            let is_early = self.entries.is_empty() || (given.is_empty() && self.cases < FIRST);
            let turn = if is_early { self.ledger.leave_to_chance() } else { self.ledger.begin() };
            match turn {
                Turn::Chance => self.run_random(test)?,
                Turn::Search => self.run_mutant(test)?,
            }
            self.cases += 1;
        }
    }

    /// A case that was given is of interest whatever it says, unless nothing is tested on it.
    #[inline]
    fn run_given(&mut self, test: &mut Test<'_>, choices: &Choices) -> ControlFlow<()> {
        let Some(choices) = fitting(test, choices, &self.mutator) else { return ControlFlow::Continue(()) };
        let sequence: Vec<Item> = choices.made().map(flat_item).collect();
        let player = EditPlayer::recording(&sequence, usize::MAX, Filler::Random(Rng::new(self.seed, 0)));
        let (outcome, tree) = case(test, choices.size(), player)?;
        self.consider(outcome, tree, true);
        ControlFlow::Continue(())
    }

    #[inline]
    fn run_random(&mut self, test: &mut Test<'_>) -> ControlFlow<()> {
        let filler = Filler::Random(check::chance_of(self.seed, self.cases));
        let player = EditPlayer::mutating(&[], &[], usize::MAX, filler);
        let (outcome, tree) = case(test, check::size_of(self.cases), player)?;
        self.ledger.end(tree.weight as u64, outcome.status != Status::Discarded);
        let is_first = self.entries.is_empty();
        self.consider(outcome, tree, is_first);
        ControlFlow::Continue(())
    }

    #[inline]
    fn run_mutant(&mut self, test: &mut Test<'_>) -> ControlFlow<()> {
        let mut rng = Rng::new(self.seed ^ 0x6d75_7461, self.cases);
        let entry = &self.entries[self.choose(&mut rng)];
        let size = entry.choices.size();
        let nearer = self.nearer(test, entry, &mut rng);
        let from = nearer.as_ref().unwrap_or(&entry.anatomy);
        let Some(change) = self.mutator.edit(from, &mut rng) else { return self.run_random(test) };
        let (outcome, tree) = case(test, size, self.mutator.player(&change, &from.tree, &mut rng))?;
        self.ledger.end(tree.weight as u64, outcome.status != Status::Discarded);
        self.consider(outcome, tree, false);
        ControlFlow::Continue(())
    }

    /// What came of all mutations but the last, where there are several. What the property draws cannot be known before
    /// it is run, so that there is one only.
    #[inline]
    fn nearer(&self, test: &mut Test<'_>, entry: &Entry, rng: &mut Rng) -> Option<Anatomy> {
        let mut nearer: Option<Anatomy> = None;
        let body_draws = entry.anatomy.tree.end(0) < entry.anatomy.tree.items.len();
        for _ in 1..if body_draws { 1 } else { self.mutator.steps(rng) } {
            let from = nearer.as_ref().unwrap_or(&entry.anatomy);
            let change: Change = self.mutator.edit(from, rng)?;
            let player = self.mutator.player(&change, &from.tree, rng);
            let tree = played(player, entry.choices.size(), &mut |cx| test.trial_mut().make(cx))?;
            nearer = Some(Anatomy::new(tree));
        }
        nearer
    }

    /// Every other time one of those that came nearest to the target, otherwise any, late ones more often.
    #[inline]
    fn choose(&self, rng: &mut Rng) -> usize {
        let any = |rng: &mut Rng| rng.below(self.entries.len() as u64) as usize;
        if rng.below(2) == 0 {
            let is_best = |entry: &Entry| entry.target.is_some_and(|target| target >= self.best);
            if let Some(best) = self.entries.iter().rposition(is_best) {
                return best;
            }
            return any(rng).max(any(rng));
        }
        any(rng)
    }

    #[inline]
    fn consider(&mut self, outcome: CaseOutcome, tree: Tree, is_wanted: bool) {
        if outcome.status == Status::Discarded {
            return;
        }
        let is_novel = self.is_novel(&outcome);
        let is_better = outcome.target.is_some_and(|target| target > self.best);
        if is_better {
            self.best = outcome.target.unwrap_or(self.best);
        }
        // Next to a failure there are mostly others of the same kind.
        if !is_wanted && (outcome.status == Status::Failed || !(is_better || outcome.is_new || is_novel)) {
            return;
        }
        if self.entries.len() >= MAX {
            self.entries.remove(0);
        }
        self.mutator.needs.learn(&tree);
        self.mutator.lends(&tree);
        let anatomy = Anatomy::new(tree);
        self.entries.push(Entry { choices: outcome.choices, anatomy, target: outcome.target });
    }

    /// Whether two labels of its choices were never chosen in one case before.
    #[inline]
    fn is_novel(&mut self, outcome: &CaseOutcome) -> bool {
        self.seen.adds(&outcome.choices)
    }
}

/// The descriptions of two labels that cases covered: one label somewhere below another.
#[derive(Default)]
struct Novelty {
    descriptions: HashSet<Description>,
}

impl Novelty {
    #[inline]
    fn adds(&mut self, choices: &Choices) -> bool {
        if self.descriptions.len() >= DESCRIPTIONS {
            return false;
        }
        let before = self.descriptions.len();
        // Numbers would make nearly every case new. Of a case that covers too many to list them, it is not known.
        self.descriptions.extend(descriptions(&choices.outline(), STRENGTH).unwrap_or_default());
        self.descriptions.len() > before
    }
}

/// What can do whatever a generator can be made to do.
#[inline]
pub(super) fn mutator(test: &mut Test<'_>) -> Mutator {
    let mut mutator = Mutator::default();
    mutator.learn(DEFAULT_SIZE, &mut |cx| test.trial_mut().make(cx));
    mutator
}

/// The choices themselves; those of an older generator are made to fit.
#[inline]
pub(super) fn fitting(test: &mut Test<'_>, choices: &Choices, mutator: &Mutator) -> Option<Choices> {
    if check::replayed(test.trial_mut(), choices).is_ok() {
        Some(choices.clone())
    } else {
        repaired_choices(choices, &mutator.needs, &mut |cx| test.trial_mut().make(cx))
    }
}

/// Runs one case, with the tree of what the generator and the property chose.
#[inline]
fn case(test: &mut Test<'_>, size: u32, mut player: EditPlayer<'_>) -> ControlFlow<(), (CaseOutcome, Tree)> {
    player.open();
    let outcome = test.answered_at(size, &mut player, u64::MAX)?;
    player.close_all();
    player.forget_empty();
    ControlFlow::Continue((outcome, player.finish()))
}
