//! Mutants of cases that are of interest.

mod pool;

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use super::{Outcome, Status, Strategy, Test};
use crate::check;
use crate::choice::Choice;
use crate::choices::Choices;
use crate::cx::{Answerer, DEFAULT_SIZE};
use crate::mutate::{Anatomy, Change, Mutator, played, repaired_choices};
use crate::rng::Rng;
use crate::shrink::{Filler, Item, Player, Tree, flat_item};
pub use pool::PoolError;

/// With nothing to begin with, how many random cases are run first.
const FIRST: u64 = 50;
/// How many cases are kept to be mutated. Beyond that, the oldest make room.
const MOST: usize = 1_000;
/// How many labels of one case, and of all, are told apart.
const LABELS: usize = 40;
const ALL_LABELS: usize = 2_000;

/// Mutants of cases that are of interest: of those that it is given, of failures of the property that were kept, and of
/// those that turn out to be new on the way, because they have a label or an event that no case before them had, raise the
/// [`target`](crate::target), or make two choices together that were never made together.
///
/// Each case is a function of the seed of the run, what is given, and what the property says. With nothing to begin with,
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
/// What it has found can be kept for the next time: see [`save`](Self::save).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Mutating {
    pool: Vec<Choices>,
    left_out: Vec<String>,
}

impl Strategy for Mutating {
    fn run(&mut self, test: &mut Test<'_>) -> ControlFlow<()> {
        let mut given = std::mem::take(&mut self.pool);
        given.append(&mut test.kept);
        let mut search = Search::new(test);
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
struct Search {
    seed: u64,
    cases: u64,
    /// How many of the cases that were given have been run.
    given: usize,
    entries: Vec<Entry>,
    best: f64,
    mutator: Mutator,
    seen: Seen,
}

/// A case of interest.
struct Entry {
    choices: Choices,
    anatomy: Anatomy,
    target: Option<f64>,
}

impl Search {
    fn new(test: &mut Test<'_>) -> Search {
        let mut mutator = Mutator::default();
        mutator.learn(DEFAULT_SIZE, &mut |cx| test.trial_mut().make(cx));
        let (seen, best) = (Seen::default(), f64::NEG_INFINITY);
        Search { seed: test.seed(), cases: 0, given: 0, entries: Vec::new(), best, mutator, seen }
    }

    fn run(&mut self, test: &mut Test<'_>, given: &[Choices]) -> ControlFlow<()> {
        for choices in given {
            self.run_given(test, choices)?;
            self.given += 1;
        }
        loop {
            match self.entries.is_empty() || (given.is_empty() && self.cases < FIRST) {
                true => self.run_random(test)?,
                false => self.run_mutant(test)?,
            }
            self.cases += 1;
        }
    }

    /// A case that was given is of interest whatever it says, unless nothing is tested on it.
    fn run_given(&mut self, test: &mut Test<'_>, choices: &Choices) -> ControlFlow<()> {
        // Those of an older generator are made to fit.
        let fits = check::replayed(test.trial_mut(), choices).is_ok();
        let made = match fits {
            true => Some(choices.clone()),
            false => repaired_choices(choices, &self.mutator.needs, &mut |cx| test.trial_mut().make(cx)),
        };
        let Some(choices) = made else { return ControlFlow::Continue(()) };
        let sequence: Vec<Item> = choices.made().map(flat_item).collect();
        let player = Player::recording(&sequence, usize::MAX, Filler::Random(Rng::new(self.seed, 0)));
        let (outcome, tree) = case(test, choices.size(), player)?;
        self.consider(outcome, tree, true);
        ControlFlow::Continue(())
    }

    fn run_random(&mut self, test: &mut Test<'_>) -> ControlFlow<()> {
        let filler = Filler::Random(check::chance_of(self.seed, self.cases));
        let player = Player::mutating(&[], &[], usize::MAX, filler);
        let (outcome, tree) = case(test, check::size_of(self.cases), player)?;
        let is_first = self.entries.is_empty();
        self.consider(outcome, tree, is_first);
        ControlFlow::Continue(())
    }

    fn run_mutant(&mut self, test: &mut Test<'_>) -> ControlFlow<()> {
        let mut rng = Rng::new(self.seed ^ 0x6d75_7461, self.cases);
        let entry = &self.entries[self.choose(&mut rng)];
        let size = entry.choices.size();
        let nearer = self.nearer(test, entry, &mut rng);
        let from = nearer.as_ref().unwrap_or(&entry.anatomy);
        let Some(change) = self.mutator.edit(from, &mut rng) else { return self.run_random(test) };
        let (outcome, tree) = case(test, size, self.mutator.player(&change, &from.tree, &mut rng))?;
        self.consider(outcome, tree, false);
        ControlFlow::Continue(())
    }

    /// What came of all mutations but the last, where there are several. What the property draws cannot be known before
    /// it is run, so that there is one only.
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

    fn consider(&mut self, outcome: Outcome, tree: Tree, is_wanted: bool) {
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
        if self.entries.len() >= MOST {
            self.entries.remove(0);
        }
        self.mutator.needs.learn(&tree);
        let anatomy = Anatomy::new(tree);
        self.entries.push(Entry { choices: outcome.choices, anatomy, target: outcome.target });
    }

    /// Whether two labels of its choices were never chosen in one case before.
    fn is_novel(&mut self, outcome: &Outcome) -> bool {
        self.seen.adds(&outcome.choices)
    }
}

/// The labels of choices that were seen, and which of them together.
#[derive(Default)]
struct Seen {
    numbers: HashMap<String, u32>,
    pairs: HashSet<(u32, u32)>,
}

impl Seen {
    fn adds(&mut self, choices: &Choices) -> bool {
        let mut labels: Vec<u32> = Vec::new();
        for choice in choices.sequence() {
            let Choice::Label(label) = choice else { continue };
            let next = self.numbers.len();
            let number = match self.numbers.get(&*label) {
                Some(&number) => number,
                None if next < ALL_LABELS => *self.numbers.entry(label.into_owned()).or_insert(next as u32),
                None => continue,
            };
            if !labels.contains(&number) && labels.len() < LABELS {
                labels.push(number);
            }
        }
        labels.sort_unstable();
        // A label with itself: that it is there at all.
        let pairs = labels.iter().enumerate().flat_map(|(i, &one)| labels[i..].iter().map(move |&other| (one, other)));
        let before = self.pairs.len();
        self.pairs.extend(pairs);
        self.pairs.len() > before
    }
}

/// Runs one case, with the tree of what the generator and the property chose.
fn case(test: &mut Test<'_>, size: u32, mut player: Player<'_>) -> ControlFlow<(), (Outcome, Tree)> {
    player.open();
    let outcome = test.answered_at(size, &mut player, u64::MAX)?;
    player.close_all();
    player.forget_empty();
    ControlFlow::Continue((outcome, player.finish()))
}
