//! Runs cases and finds failures. It knows a property only as a [`Trial`], and returns data.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use super::finding::{joined, written};
use super::found::Found;
use super::parallel::{self, Workers};
use super::trial::{Case, Stretch, Trial, chance_of, size_of};
use crate::core::choices::{Choices, Tape};
use crate::core::cx::{Answerer, Cx, DEFAULT_SIZE, SearchMode, Stop};
use crate::core::generator::Rejected;
use crate::core::journal::{Cover, Journal, Totals};
use crate::core::panics::Panic;
use crate::core::replay::Player;
use crate::core::rng::Rng;
use crate::run::debug_text::visible;
use crate::run::shrink::Budget;

/// How many more cases to run after one that failed, and for how long: there may be other failures. Few, because the
/// failure is what the user waits for.
const AGAIN: u64 = 20;
const AGAIN_TIME: Duration = Duration::from_millis(500);

/// How much longer a run may get to decide whether enough is covered.
const PATIENCE: u64 = 30;

/// How a property is run.
#[derive(Debug, Clone)]
pub(crate) struct Rules {
    pub(crate) seed: u64,
    /// How many cases have to pass, and how many may be discarded for each.
    pub(crate) cases: u64,
    pub(crate) discards: u64,
    pub(crate) time: Option<Duration>,
    pub(crate) jobs: usize,
    pub(crate) budget: Budget,
    pub(crate) shows_progress: bool,
    /// Whether each case is shown.
    pub(crate) shows_cases: bool,
    /// Whether to look which parts of a failing value do not matter.
    pub(crate) explains: bool,
}

/// A property under test: what a [`Strategy`](crate::run::strategy::Strategy) runs, case by case.
///
/// A case that passes or fails counts; a discarded one does not. Each method that runs cases says whether to go on.
///
/// ```
/// use std::ops::ControlFlow;
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::Checker;
/// use mirrorcheck::strategy::{Strategy, Test};
///
/// /// Each case twice.
/// struct Twice;
/// impl Strategy for Twice {
///     fn run(&mut self, test: &mut Test<'_>) -> ControlFlow<()> {
///         for case in 0.. {
///             test.random(7, case..case + 1)?;
///             test.random(7, case..case + 1)?;
///         }
///         ControlFlow::Continue(())
///     }
/// }
/// let mut seen = Vec::new();
/// Checker::new(0..=999).strategy(Twice).cases(10).run(|n| seen.push(n));
/// assert_eq!(seen.len(), 10);
/// assert_eq!(seen[0], seen[1]);
/// ```
pub struct Test<'t> {
    pub(super) trial: &'t mut dyn Trial,
    pub(super) workers: Option<&'t Workers<'t>>,
    pub(super) rules: Rules,
    pub(super) journal: Option<Box<Journal>>,
    /// The number of the case that is running, and one, for whoever looks from outside.
    pub(super) running: &'t dyn Running,
    pub(crate) tally: Tally,
    pub(crate) met: Vec<FoundFailure>,
    /// Failures that were kept and have been run, for strategies that begin with them.
    pub(crate) kept: Vec<Choices>,
    /// The cases that passed, where somebody wants to keep them.
    pub(crate) found: Option<Found>,
    pub(super) limit: Limit,
    /// When to stop after a failure.
    stop_at: Option<Instant>,
    pub(super) is_endless: bool,
    pub(super) proved: Option<u64>,
    /// Why the last case stopped early.
    pub(crate) stop: Option<Stop>,
    /// Its size, if it asked for it.
    read_size: Option<u32>,
}

/// Learns which case is about to run, before it may end the process, and which failed, before anything else happens.
pub(crate) trait Running: Sync {
    /// Returns where the random cases of a thread are counted.
    fn counter(&self, seed: u64, worker: usize) -> Option<&AtomicU64>;
    /// Whether to announce each random case, because nobody sees the counters. Then one thread runs them all.
    fn wants_each(&self) -> bool {
        false
    }
    /// Records a random case, if each is announced.
    fn random(&self, seed: u64, case: u64) {
        let _ = (seed, case);
    }
    /// Records any other case, by its choices.
    fn choices(&self, choices: &dyn Fn() -> String);
    /// Records that no case is running.
    fn nothing(&self);
    /// Saves a failure at a place where there was none before. The trial can make its value again.
    fn failed(&self, trial: &mut dyn Trial, met: &FoundFailure) {
        let _ = (trial, met);
    }
    /// Saves a simpler case in place of the failure with the key of this panic; at once if it is the last, otherwise now
    /// and then.
    fn improved(&self, trial: &mut dyn Trial, panic: &Panic, choices: &dyn Fn() -> Choices, is_last: bool) {
        let _ = (trial, panic, choices, is_last);
    }
}

/// How many cases there were.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Tally {
    pub(crate) passed: u64,
    pub(crate) discarded: u64,
    pub(crate) failed: u64,
    /// Steps on the way to cases that were looked for.
    pub(crate) sought: u64,
}

impl Tally {
    pub(super) fn all(self) -> u64 {
        self.passed + self.discarded + self.failed
    }
}

/// When to stop.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limit {
    /// How many cases may count, and how many may be discarded.
    valid: u64,
    discarded: u64,
    deadline: Option<Instant>,
}

/// A case that failed, as it was met.
#[derive(Debug, Clone)]
pub(crate) struct FoundFailure {
    pub(crate) origin: Origin,
    pub(crate) panic: Panic,
    /// Its choices, followed by what the property drew. None for a value that the generator does not make.
    pub(crate) choices: Option<Choices>,
    pub(crate) body_draws: bool,
    /// How many cases there were before it.
    pub(crate) before: Tally,
}

/// The origin of a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Origin {
    Random {
        seed: u64,
        case: u64,
    },
    /// Given by its choices, or made by a strategy.
    Chosen,
    /// An example in the source: a value, which the generator may not be able to make.
    Example(usize),
    /// A failure that was kept, by the name of its file.
    Kept(String),
}

/// The outcome of one case.
///
/// ```
/// use std::ops::ControlFlow;
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::Checker;
/// use mirrorcheck::strategy::{Status, Strategy, Test};
///
/// struct Once;
/// impl Strategy for Once {
///     fn run(&mut self, test: &mut Test<'_>) -> ControlFlow<()> {
///         let outcome = test.replay(&"7".parse().unwrap())?;
///         assert_eq!((outcome.status, outcome.target), (Status::Passed, Some(14.0)));
///         ControlFlow::Break(())
///     }
/// }
/// Checker::new(0..=9).strategy(Once).run(|n| target(2 * n));
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct CaseOutcome {
    /// Whether it passed.
    pub status: Status,
    /// The choices that were made.
    pub choices: Choices,
    /// The score that the property set with [`target`](crate::target).
    pub target: Option<f64>,
    /// Whether a label or an event occurred for the first time.
    pub is_new: bool,
}

/// Whether a case passed.
///
/// ```
/// assert_ne!(mirrorcheck::strategy::Status::Passed, mirrorcheck::strategy::Status::Discarded);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// The property held.
    Passed,
    /// No value was made, or an `assume` did not hold.
    Discarded,
    /// The property failed.
    Failed,
}

impl<'t> Test<'t> {
    pub(crate) fn new(
        trial: &'t mut dyn Trial,
        workers: Option<&'t Workers<'t>>,
        rules: Rules,
        running: &'t dyn Running,
    ) -> Test<'t> {
        let limit = Limit { valid: u64::MAX, discarded: u64::MAX, deadline: None };
        Test {
            trial,
            workers,
            rules,
            journal: Some(Box::default()),
            running,
            tally: Tally::default(),
            met: Vec::new(),
            kept: Vec::new(),
            found: None,
            limit,
            stop_at: None,
            is_endless: false,
            proved: None,
            stop: None,
            read_size: None,
        }
    }

    /// Returns the seed of the run.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Checker;
    /// use mirrorcheck::strategy::{Strategy, Test};
    ///
    /// struct Style;
    /// impl Strategy for Style {
    ///     fn run(&mut self, test: &mut Test<'_>) -> ControlFlow<()> {
    ///         assert_eq!(test.seed(), 5);
    ///         test.random(test.seed(), 0..1)
    ///     }
    /// }
    /// Checker::new(0..=9).seed(5).strategy(Style).run(|_| true);
    /// ```
    pub fn seed(&self) -> u64 {
        self.rules.seed
    }

    /// Says whether to go on: there may be enough cases, or time may be up.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Checker;
    /// use mirrorcheck::strategy::{Strategy, Test};
    ///
    /// struct Style;
    /// impl Strategy for Style {
    ///     fn run(&mut self, test: &mut Test<'_>) -> ControlFlow<()> {
    ///         assert!(test.flow().is_continue());
    ///         test.random(0, 0..1).is_break();
    ///         assert!(test.flow().is_break());
    ///         ControlFlow::Break(())
    ///     }
    /// }
    /// Checker::new(0..=9).cases(1).strategy(Style).run(|_| true);
    /// ```
    pub fn flow(&self) -> ControlFlow<()> {
        self.flow_of_cases()?;
        let is_late = self.deadline().is_some_and(|deadline| Instant::now() >= deadline);
        if is_late { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn deadline(&self) -> Option<Instant> {
        match (self.limit.deadline, self.stop_at) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        }
    }

    /// Says whether to go on, without checking the time, for cases that have already run.
    pub(super) fn flow_of_cases(&self) -> ControlFlow<()> {
        let valid = self.tally.passed + self.tally.failed;
        let is_over = self.is_endless
            || valid >= self.limit.valid
            || self.tally.discarded >= self.limit.discarded
            || self.left_after_failure() == 0;
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// How many more cases may pass and be discarded, and until when.
    pub(super) fn room(&self) -> (u64, u64, Option<Instant>) {
        let valid = self.limit.valid.saturating_sub(self.tally.passed + self.tally.failed);
        (valid, self.limit.discarded.saturating_sub(self.tally.discarded), self.deadline())
    }

    /// Adds cases that were run elsewhere and passed or were discarded, unless there are too many of them.
    pub(super) fn add(&mut self, passed: u64, discarded: u64, totals: Totals) -> Result<(), Totals> {
        let (valid, most_discarded, _) = self.room();
        // Where the last one that is wanted passes before others are discarded, these do not count.
        let fits = passed < valid || (passed == valid && discarded == 0);
        if !fits || discarded >= most_discarded || self.has_failed() {
            return Err(totals);
        }
        self.tally.passed += passed;
        self.tally.discarded += discarded;
        if let Some(journal) = &mut self.journal {
            journal.add(totals);
        }
        Ok(())
    }

    pub(crate) fn trial_mut(&mut self) -> &mut dyn Trial {
        self.trial
    }

    pub(crate) fn is_proved(&self) -> bool {
        self.proved.is_some()
    }

    pub(crate) fn has_failed(&self) -> bool {
        !self.met.is_empty()
    }

    /// After a failure few more cases are run.
    fn left_after_failure(&self) -> u64 {
        match self.met.first() {
            None => u64::MAX,
            Some(first) => (first.before.all() + 1 + AGAIN).saturating_sub(self.tally.all()),
        }
    }

    /// Sets a limit on cases that count, or on time; gives the one before it, for [`end_limit`](Self::end_limit).
    pub(crate) fn begin_limit(&mut self, cases: Option<u64>, time: Option<Duration>) -> Limit {
        let outer = self.limit;
        if let Some(cases) = cases {
            let valid = self.tally.passed + self.tally.failed;
            self.limit.valid = outer.valid.min(valid.saturating_add(cases));
            let discarded = self.tally.discarded.saturating_add(cases.saturating_mul(self.rules.discards).max(1));
            self.limit.discarded = outer.discarded.min(discarded);
        }
        if let Some(deadline) = time.and_then(|time| Instant::now().checked_add(time)) {
            self.limit.deadline = Some(outer.deadline.map_or(deadline, |outer| outer.min(deadline)));
        }
        outer
    }

    /// Goes back to the limit before, and says whether to go on under it.
    pub(crate) fn end_limit(&mut self, outer: Limit) -> ControlFlow<()> {
        self.limit = outer;
        self.flow()
    }

    /// Runs random cases by number: each is a pure function of the seed and its number. If you asked for several
    /// threads, they share the work, and the outcome is the same.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Checker;
    /// use mirrorcheck::strategy::{Strategy, Test};
    ///
    /// struct Odd;
    /// impl Strategy for Odd {
    ///     fn run(&mut self, test: &mut Test<'_>) -> ControlFlow<()> {
    ///         (0..10).try_for_each(|i| test.random(5, 2 * i + 1..2 * i + 2))
    ///     }
    /// }
    /// let mut seen = Vec::new();
    /// Checker::new(0..=999).strategy(Odd).run(|n| seen.push(n));
    /// let all: Vec<i32> = (0..=999).samples(5).take(20).collect();
    /// assert_eq!(seen, all.into_iter().skip(1).step_by(2).collect::<Vec<_>>());
    /// ```
    pub fn random(&mut self, seed: u64, cases: Range<u64>) -> ControlFlow<()> {
        if let (Some(workers), true) = (self.workers, self.rules.jobs > 1 && !self.running.wants_each()) {
            return parallel::random(self, workers, seed, cases);
        }
        self.one_by_one(seed, cases)
    }

    pub(super) fn one_by_one(&mut self, seed: u64, cases: Range<u64>) -> ControlFlow<()> {
        let mut next = cases.start;
        let mut pace = Pace::new();
        while next < cases.end {
            self.flow()?;
            let mut stretch = Stretch::new(seed, next, self.running.counter(seed, 0));
            stretch.end =
                cases.end.min(next.saturating_add(pace.cases(self.deadline()).min(self.left_after_failure())));
            stretch.most_passed = self.limit.valid.saturating_sub(self.tally.passed + self.tally.failed);
            stretch.most_discarded = self.limit.discarded.saturating_sub(self.tally.discarded);
            if self.rules.shows_cases {
                stretch.end = stretch.end.min(next + 1);
                self.show_case(seed, next);
            }
            if self.running.wants_each() {
                stretch.end = stretch.end.min(next + 1);
                self.running.random(seed, next);
            }
            stretch.journal = self.journal.take();
            self.trial.stretch(&mut stretch);
            next = stretch.next;
            let Stretch { passed, discarded, journal, failed, is_endless, .. } = stretch;
            self.journal = journal;
            self.tally.passed += passed;
            self.tally.discarded += discarded;
            self.is_endless |= is_endless;
            // The record has the case until it is saved.
            if let Some((panic, body_draws)) = failed {
                self.fails(seed, next - 1, panic, body_draws);
            }
            self.running.nothing();
        }
        self.flow()
    }

    /// Prints what a random case consists of. Captured with the rest of the test's output.
    fn show_case(&mut self, seed: u64, case: u64) {
        match self.trial.make(&mut Cx::random(chance_of(seed, case), size_of(case))) {
            Ok(()) => eprintln!("case {case}: {}", visible(&written(self.trial))),
            Err(Rejected) => eprintln!("case {case}: no value could be made"),
        }
    }

    /// A random case has failed.
    pub(super) fn fails(&mut self, seed: u64, case: u64, panic: Panic, body_draws: bool) {
        if self.is_new(&panic) {
            let choices = recorded(self.trial, seed, case, body_draws);
            let (origin, before) = (Origin::Random { seed, case }, self.tally);
            self.meets(FoundFailure { origin, panic, choices: Some(choices), body_draws, before });
        }
        self.tally.failed += 1;
    }

    /// A case has failed at a new place: it is saved before anything else happens.
    fn meets(&mut self, met: FoundFailure) {
        self.running.failed(self.trial, &met);
        self.stop_at.get_or_insert_with(|| Instant::now() + AGAIN_TIME);
        self.met.push(met);
    }

    fn is_new(&self, panic: &Panic) -> bool {
        is_new(&self.met, panic)
    }

    /// Runs one case, on the value that choices make.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Checker;
    /// use mirrorcheck::strategy::{Status, Strategy, Test};
    ///
    /// struct Seven;
    /// impl Strategy for Seven {
    ///     fn run(&mut self, test: &mut Test<'_>) -> ControlFlow<()> {
    ///         assert_eq!(test.replay(&"7".parse().unwrap())?.status, Status::Passed);
    ///         assert_eq!(test.replay(&"70".parse().unwrap())?.status, Status::Discarded);
    ///         ControlFlow::Continue(())
    ///     }
    /// }
    /// Checker::new(0..=9).strategy(Seven).run(|n| n == 7);
    /// ```
    pub fn replay(&mut self, choices: &Choices) -> ControlFlow<(), CaseOutcome> {
        self.replay_of(choices, Origin::Chosen)
    }

    pub(crate) fn replay_of(&mut self, choices: &Choices, origin: Origin) -> ControlFlow<(), CaseOutcome> {
        let sequence: Vec<_> = choices.sequence().collect();
        self.case(choices.size(), &mut Player::of_property(&sequence), u64::MAX, origin)
    }

    /// Runs one case, on the value that is there, which has these choices if it has any.
    pub(crate) fn given(&mut self, choices: Option<Choices>, origin: Origin) -> Status {
        let mut cx = Cx::cold(chance_of(self.rules.seed, 0), DEFAULT_SIZE, SearchMode::First);
        if let Some(cold) = cx.cold_mut() {
            cold.tape = Some(Tape::new());
        }
        cx.set_journal(self.journal.take());
        // A value without choices could not be made again from a record.
        if let Some(choices) = &choices {
            self.running.choices(&|| choices.to_string());
        }
        let came = self.trial.test(&mut cx);
        self.journal = cx.take_journal();
        let drawn: Vec<_> = cx.so_far().made().collect();
        let choices = choices.map(|choices| joined(&choices, &drawn));
        let status = self.count(came, choices, !drawn.is_empty(), origin);
        self.running.nothing();
        status
    }

    /// Runs one case with choices made by an [`Answerer`], both for the generator and for what the property draws.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::{Checker, Rejected};
    /// use mirrorcheck::choices::{Answerer, Ask};
    /// use mirrorcheck::strategy::{Strategy, Test};
    ///
    /// /// Only the simplest value.
    /// struct Simplest;
    /// impl Answerer for Simplest {
    ///     fn answer(&mut self, ask: &Ask<'_>) -> Result<u128, Rejected> {
    ///         ask.at_rank(0).ok_or(Rejected)
    ///     }
    /// }
    /// impl Strategy for Simplest {
    ///     fn run(&mut self, test: &mut Test<'_>) -> ControlFlow<()> {
    ///         test.answered(self).map_continue(|_| ())
    ///     }
    /// }
    /// Checker::new(vec(5..=9, 2..)).strategy(Simplest).run(|list| assert_eq!(list, [5, 5]));
    /// ```
    pub fn answered(&mut self, answerer: &mut dyn Answerer) -> ControlFlow<(), CaseOutcome> {
        self.answered_at(DEFAULT_SIZE, answerer, u64::MAX)
    }

    pub(crate) fn answered_at(
        &mut self,
        size: u32,
        answerer: &mut dyn Answerer,
        fuel: u64,
    ) -> ControlFlow<(), CaseOutcome> {
        self.case(size, answerer, fuel, Origin::Chosen)
    }

    fn case(
        &mut self,
        size: u32,
        answerer: &mut dyn Answerer,
        fuel: u64,
        origin: Origin,
    ) -> ControlFlow<(), CaseOutcome> {
        if self.flow().is_break() {
            return ControlFlow::Break(());
        }
        let (came, choices, body_draws) = self.run(size, answerer, fuel);
        let status = self.count(came, Some(choices.clone()), body_draws, origin);
        self.running.nothing();
        ControlFlow::Continue(self.outcome(status, choices))
    }

    /// Runs one case of a search. `counts` gets the outcome, and the size if the case asked for it, and says whether
    /// this is one of the cases searched for; others are steps along the way, unless they fail.
    pub(crate) fn sought<A: Answerer>(
        &mut self,
        size: u32,
        answerer: &mut A,
        counts: impl FnOnce(&mut A, Status, Option<u32>) -> bool,
    ) -> ControlFlow<(), CaseOutcome> {
        if self.flow().is_break() {
            return ControlFlow::Break(());
        }
        let (came, choices, body_draws) = self.run(size, answerer, u64::MAX);
        let status = match came {
            Case::Passed => Status::Passed,
            Case::Discarded => Status::Discarded,
            Case::Failed(_) => Status::Failed,
        };
        if counts(answerer, status, self.read_size) || status == Status::Failed {
            self.count(came, Some(choices.clone()), body_draws, Origin::Chosen);
        } else {
            self.tally.sought += 1;
            if let Some(journal) = &mut self.journal {
                journal.forget();
            }
        }
        self.running.nothing();
        ControlFlow::Continue(self.outcome(status, choices))
    }

    fn run(&mut self, size: u32, answerer: &mut dyn Answerer, fuel: u64) -> (Case, Choices, bool) {
        let running = self.running;
        let told = |choices: &dyn Fn() -> String| running.choices(choices);
        let mut cx = Cx::cold(Rng::new(0, 0), size, SearchMode::First);
        cx.set_journal(self.journal.take());
        if let Some(cold) = cx.cold_mut() {
            cold.tape = Some(Tape::new());
            cold.answerer = Some(answerer);
            cold.fuel = fuel;
        }
        let (came, body_draws) = match self.trial.make(&mut cx) {
            Ok(()) if cx.is_known() => (Case::Discarded, false),
            Ok(()) => {
                let made = cx.tape_length();
                cx.begin_body(Some(&told));
                let came = self.trial.test(&mut cx);
                (came, cx.tape_length() != made)
            }
            Err(Rejected) => (Case::Discarded, false),
        };
        self.journal = cx.take_journal();
        let cold = cx.into_cold();
        self.stop = cold.as_ref().and_then(|cold| cold.stop);
        self.read_size = cold.as_ref().filter(|cold| cold.size_was_read).map(|_| size);
        let tape = cold.and_then(|cold| cold.tape);
        (came, tape.map_or_else(Choices::nothing, |tape| tape.finish(size)), body_draws)
    }

    /// Returns the outcome, with what the case has just recorded about itself.
    fn outcome(&self, status: Status, choices: Choices) -> CaseOutcome {
        let (target, is_new) = self.journal.as_ref().map_or((None, false), |j| (j.last_target(), j.was_new()));
        CaseOutcome { status, choices, target, is_new }
    }

    fn count(&mut self, came: Case, choices: Option<Choices>, body_draws: bool, origin: Origin) -> Status {
        self.trial.counts(&origin, choices.as_ref());
        if let Some(journal) = &mut self.journal {
            if came == Case::Passed { journal.count() } else { journal.forget() }
        }
        match came {
            Case::Passed => {
                if let (Some(found), Some(choices)) = (&mut self.found, &choices) {
                    found.add(choices);
                }
                self.tally.passed += 1;
                Status::Passed
            }
            Case::Discarded => {
                self.tally.discarded += 1;
                Status::Discarded
            }
            Case::Failed(panic) => {
                if self.is_new(&panic) {
                    self.meets(FoundFailure { origin, panic, choices, body_draws, before: self.tally });
                }
                self.tally.failed += 1;
                Status::Failed
            }
        }
    }

    /// Declares that this many cases are all there are: then the property is not only tested but proved.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Checker;
    /// use mirrorcheck::strategy::{Strategy, Test};
    ///
    /// struct Both;
    /// impl Strategy for Both {
    ///     fn run(&mut self, test: &mut Test<'_>) -> ControlFlow<()> {
    ///         test.replay(&"false".parse().unwrap())?;
    ///         test.replay(&"true".parse().unwrap())?;
    ///         test.proved(2);
    ///         ControlFlow::Continue(())
    ///     }
    /// }
    /// assert_eq!(Checker::new(any::<bool>()).strategy(Both).run(|b| b | !b).proved, Some(2));
    /// ```
    pub fn proved(&mut self, values: u64) {
        self.proved = Some(values);
    }

    /// Whether more cases would tell if enough is covered.
    pub(super) fn cover_is_open(&self) -> bool {
        let Some(journal) = &self.journal else { return false };
        journal.totals().demands()
            && self.met.is_empty()
            && journal.totals().covers(self.tally.passed).values().any(|cover| cover.is_enough().is_none())
    }

    /// Runs more cases, until it is known whether enough is covered or it takes too long.
    pub(crate) fn decide_cover(&mut self, run: &mut dyn FnMut(&mut Self, u64)) {
        let mut factor = 1;
        while factor < PATIENCE && self.cover_is_open() && !self.is_endless {
            run(self, self.rules.cases.saturating_mul(factor));
            factor *= 2;
        }
    }

    /// What is demanded and was not met.
    pub(crate) fn uncovered(&self) -> Vec<(String, Cover)> {
        let Some(journal) = &self.journal else { return Vec::new() };
        let covers = journal.totals().covers(self.tally.passed);
        let mut uncovered = Vec::new();
        for (name, cover) in covers {
            if cover.is_enough() == Some(false) {
                uncovered.push((name, cover));
            }
        }
        uncovered
    }
}

/// Whether none of the failures is at the same place as a panic.
pub(super) fn is_new(met: &[FoundFailure], panic: &Panic) -> bool {
    for known in met {
        if known.panic.key() == panic.key() {
            return false;
        }
    }
    true
}

/// The case before which to stop after one has failed.
pub(super) fn end_after(failed: u64) -> u64 {
    failed.saturating_add(1 + AGAIN)
}

/// How many cases to run before the next look at the clock.
struct Pace {
    cases: u64,
    last: Instant,
}

impl Pace {
    fn new() -> Pace {
        Pace { cases: 1, last: Instant::now() }
    }

    fn cases(&mut self, deadline: Option<Instant>) -> u64 {
        /// A look at the clock takes some nanoseconds: it is worth its time every millisecond.
        const BETWEEN: Duration = Duration::from_millis(1);
        if deadline.is_none() {
            return u64::MAX;
        }
        let now = Instant::now();
        self.cases = if now - self.last < BETWEEN { (2 * self.cases).min(1 << 20) } else { (self.cases / 2).max(1) };
        self.last = now;
        self.cases
    }
}

/// The choices of a random case, recorded by running it again; the property only if it draws.
pub(crate) fn recorded(trial: &mut dyn Trial, seed: u64, case: u64, body_draws: bool) -> Choices {
    let size = size_of(case);
    let mut cx = Cx::cold(chance_of(seed, case), size, SearchMode::First);
    if let Some(cold) = cx.cold_mut() {
        cold.tape = Some(Tape::new());
    }
    if let (Ok(()), true) = (trial.make(&mut cx), body_draws) {
        trial.test(&mut cx);
    }
    let tape = cx.into_cold().and_then(|cold| cold.tape);
    tape.map_or_else(Choices::nothing, |tape| tape.finish(size))
}

/// Nobody looks from outside.
pub(crate) struct Unwatched;

impl Running for Unwatched {
    fn counter(&self, _: u64, _: usize) -> Option<&AtomicU64> {
        None
    }

    fn choices(&self, _: &dyn Fn() -> String) {}
    fn nothing(&self) {}
}
