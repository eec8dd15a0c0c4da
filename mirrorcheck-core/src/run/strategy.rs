//! Strategies decide which cases a property runs on. They are values that compose; any property runs under any of them.
//!
//! | | |
//! |---|---|
//! | [`Random`] | random cases, from small to large, again and again |
//! | [`Ordered`] | all cases, from the smallest to the largest |
//! | [`Replay`] | given cases |
//! | [`Gradient`] | cases that meet what the property assumes, where hardly any does |
//! | [`Learning`] | cases like those that were useful |
//! | [`Mutating`] | cases near given ones, and near those that prove interesting |
//! | [`limit`](Strategy::limit), [`for_time`](Strategy::for_time), [`then`](Strategy::then) | fewer cases of one, and
//! one after another |
//! | [`saved`](Strategy::saved) | what a strategy found, loaded from a file |
//!
//! ```
//! use mirrorcheck::prelude::*;
//! use mirrorcheck::Checker;
//! use mirrorcheck::strategy::{Ordered, Random, Strategy};
//!
//! // The hundred simplest lists first, then a thousand at random.
//! let strategy = Ordered.limit(100).then(Random::seed(7).limit(1000));
//! let report = Checker::new(any::<Vec<bool>>()).strategy(strategy).run(|list| list.len() < 100_000);
//! assert_eq!(report.passed, 1100);
//! ```
//!
//! Write your own by implementing [`Strategy`]: [`Test`] shows how.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::time::Duration;

use crate::core::choices::Choices;
use crate::core::cx::DEFAULT_SIZE;
use crate::core::interpret::Walk;
pub use crate::run::check::{CaseOutcome, Status, Test};
use crate::run::check::{Checked, Rules, Running, Trial, Workers, finish};

/// Decides which cases to run.
///
/// ```
/// use std::ops::ControlFlow;
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::Checker;
/// use mirrorcheck::strategy::{Status, Strategy, Test};
///
/// /// Goes from a random case to others near it, as long as the target gets higher: hill climbing.
/// struct Climb;
/// impl Strategy for Climb {
///     fn run(&mut self, test: &mut Test<'_>) -> ControlFlow<()> {
///         let mut best: (f64, i64) = (f64::NEG_INFINITY, 500);
///         for step in [256, 128, 64, 32, 16, 8, 4, 2, 1] {
///             for n in [best.1 - step, best.1 + step] {
///                 let outcome = test.replay(&n.to_string().parse().unwrap())?;
///                 if outcome.status == Status::Passed && outcome.target > Some(best.0) {
///                     best = (outcome.target.unwrap(), n);
///                 }
///             }
///         }
///         ControlFlow::Continue(())
///     }
/// }
/// let report = Checker::new(0..=1000i64).strategy(Climb).examine(|n| {
///     target(-((n - 777).abs() as f64));
///     assert_ne!(n, 777);
/// });
/// assert_eq!(report.failures[0].value, 777);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a strategy",
    note = "a strategy is a value of `mirrorcheck::strategy`, such as `Ordered` or `Random::seed(7)`, or of a type that implements `Strategy`"
)]
pub trait Strategy {
    /// Runs cases until there are no more, or until it is told to stop; then it returns `Break` at once. `?` does that.
    fn run(&mut self, test: &mut Test<'_>) -> ControlFlow<()>;

    /// Returns whether the strategy itself decides when to stop. If not, the property's number of cases does.
    fn is_limited(&self) -> bool {
        false
    }

    /// Stops after this many cases that count.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Checker;
    /// use mirrorcheck::strategy::{Random, Strategy};
    ///
    /// let report = Checker::new(0..=9).strategy(Random::seed(1).limit(20)).run(|_| true);
    /// assert_eq!(report.passed, 20);
    /// ```
    fn limit(self, cases: u64) -> Limit<Self>
    where
        Self: Sized,
    {
        Limit { strategy: self, cases }
    }

    /// Stops after this much time. A case that is running by then is not cut short.
    ///
    /// ```
    /// use std::time::Duration;
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Checker;
    /// use mirrorcheck::strategy::{Random, Strategy};
    ///
    /// let strategy = Random::seed(1).for_time(Duration::from_millis(5));
    /// assert!(Checker::new(0..=9).strategy(strategy).run(|_| true).passed > 0);
    /// ```
    fn for_time(self, time: Duration) -> ForTime<Self>
    where
        Self: Sized,
    {
        ForTime { strategy: self, time }
    }

    /// Continues with the cases of another strategy when this one has no more.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Checker;
    /// use mirrorcheck::strategy::{Random, Replay, Strategy};
    ///
    /// let strategy = Replay::new(["3".parse().unwrap()]).then(Random::seed(1).limit(9));
    /// let mut seen = Vec::new();
    /// Checker::new(0..=9).strategy(strategy).run(|n| seen.push(n));
    /// assert_eq!((seen.len(), seen[0]), (10, 3));
    /// ```
    fn then<S: Strategy>(self, other: S) -> Then<Self, S>
    where
        Self: Sized,
    {
        Then { first: self, second: other }
    }
}

impl<S: Strategy + ?Sized> Strategy for Box<S> {
    fn run(&mut self, test: &mut Test<'_>) -> ControlFlow<()> {
        (**self).run(test)
    }

    fn is_limited(&self) -> bool {
        (**self).is_limited()
    }
}

impl Strategy for Rc<RefCell<dyn Strategy>> {
    fn run(&mut self, test: &mut Test<'_>) -> ControlFlow<()> {
        self.borrow_mut().run(test)
    }

    fn is_limited(&self) -> bool {
        self.borrow().is_limited()
    }
}

/// Random cases, with sizes from small to large. Each is a pure function of the seed and its number.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::Checker;
/// use mirrorcheck::strategy::Random;
///
/// let mut seen = Vec::new();
/// Checker::new(0..=9).strategy(Random::seed(5)).cases(3).run(|n| seen.push(n));
/// assert_eq!(seen, (0..=9).samples(5).take(3).collect::<Vec<_>>());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Random {
    seed: Option<u64>,
}

impl Random {
    /// Creates random cases with a seed of their own. `Random::default()` uses that of the run.
    ///
    /// ```
    /// use mirrorcheck::strategy::Random;
    ///
    /// assert_ne!(Random::seed(1), Random::default());
    /// ```
    pub fn seed(seed: u64) -> Random {
        Random { seed: Some(seed) }
    }
}

impl Strategy for Random {
    fn run(&mut self, test: &mut Test<'_>) -> ControlFlow<()> {
        let seed = self.seed.unwrap_or(test.seed());
        test.random(seed, 0..u64::MAX)
    }
}

/// All cases, from the smallest to the largest, each once: every value of the generator with everything that the
/// property can draw. If it reaches the end, the property is proved.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::Checker;
/// use mirrorcheck::strategy::Ordered;
///
/// let report = Checker::new((any::<u8>(), any::<bool>())).strategy(Ordered).cases(1000).run(|(n, _)| n.count_ones() <= 8);
/// assert_eq!(report.proved, Some(512));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Ordered;

impl Strategy for Ordered {
    fn run(&mut self, test: &mut Test<'_>) -> ControlFlow<()> {
        let (mut walk, mut values) = (Walk::new(), 0);
        loop {
            // Only when there is another one is it told to stop: the last may be the last that was wanted.
            let mut flow = ControlFlow::Continue(());
            let more = walk.advance(&mut |odometer, fuel| match test.answered_at(DEFAULT_SIZE, odometer, fuel) {
                ControlFlow::Continue(outcome) => ((outcome.status != Status::Discarded).then_some(()), test.stop),
                ControlFlow::Break(()) => {
                    flow = ControlFlow::Break(());
                    (None, None)
                }
            });
            flow?;
            match more {
                Some(made) => values += u64::from(made.is_some()),
                None => {
                    test.proved(values);
                    return ControlFlow::Continue(());
                }
            }
        }
    }
}

/// Given cases, by their choices.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::Checker;
/// use mirrorcheck::strategy::Replay;
///
/// let cases = ["7".parse().unwrap(), "3".parse().unwrap()];
/// let mut seen = Vec::new();
/// Checker::new(0..=9).strategy(Replay::new(cases)).run(|n| seen.push(n));
/// assert_eq!(seen, [7, 3]);
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Replay {
    cases: Vec<Choices>,
}

impl Replay {
    /// Creates a strategy that runs the cases of these choices.
    ///
    /// ```
    /// use mirrorcheck::strategy::Replay;
    ///
    /// assert_ne!(Replay::new(["7".parse().unwrap()]), Replay::default());
    /// ```
    pub fn new(cases: impl IntoIterator<Item = Choices>) -> Replay {
        Replay { cases: cases.into_iter().collect() }
    }
}

impl Strategy for Replay {
    fn run(&mut self, test: &mut Test<'_>) -> ControlFlow<()> {
        self.cases.iter().try_for_each(|choices| test.replay(choices).map_continue(|_| ()))
    }
}

/// The strategy that [`Strategy::limit`] returns.
///
/// ```
/// use mirrorcheck::strategy::{Ordered, Strategy};
///
/// assert!(Ordered.limit(5).is_limited());
/// ```
#[derive(Debug, Clone)]
pub struct Limit<S> {
    strategy: S,
    cases: u64,
}

impl<S: Strategy> Strategy for Limit<S> {
    fn run(&mut self, test: &mut Test<'_>) -> ControlFlow<()> {
        let outer = test.begin_limit(Some(self.cases), None);
        let _ = self.strategy.run(test);
        test.end_limit(outer)
    }

    fn is_limited(&self) -> bool {
        true
    }
}

/// The strategy that [`Strategy::for_time`] returns.
///
/// ```
/// use std::time::Duration;
/// use mirrorcheck::strategy::{Ordered, Strategy};
///
/// assert!(Ordered.for_time(Duration::from_secs(1)).is_limited());
/// ```
#[derive(Debug, Clone)]
pub struct ForTime<S> {
    strategy: S,
    time: Duration,
}

impl<S: Strategy> Strategy for ForTime<S> {
    fn run(&mut self, test: &mut Test<'_>) -> ControlFlow<()> {
        let outer = test.begin_limit(None, Some(self.time));
        let _ = self.strategy.run(test);
        test.end_limit(outer)
    }

    fn is_limited(&self) -> bool {
        true
    }
}

/// The strategy that [`Strategy::then`] returns.
///
/// ```
/// use mirrorcheck::strategy::{Ordered, Random, Strategy};
///
/// assert!(!Ordered.limit(5).then(Random::default()).is_limited());
/// ```
#[derive(Debug, Clone)]
pub struct Then<A, B> {
    first: A,
    second: B,
}

impl<A: Strategy, B: Strategy> Strategy for Then<A, B> {
    fn run(&mut self, test: &mut Test<'_>) -> ControlFlow<()> {
        self.first.run(test)?;
        self.second.run(test)
    }

    fn is_limited(&self) -> bool {
        self.first.is_limited() && self.second.is_limited()
    }
}

/// Runs a property under a strategy, shrinks failures, and checks whether a passing property was really tested.
pub(crate) fn check(
    trial: &mut dyn Trial,
    workers: Option<&Workers<'_>>,
    rules: &Rules,
    running: &dyn Running,
    strategy: &mut dyn Strategy,
) -> Checked {
    let mut test = Test::new(trial, workers, rules.clone(), running);
    pursue(&mut test, rules, strategy);
    finish(test, rules)
}

/// Runs the cases of a strategy, and more if it is undecided whether enough is covered.
pub(crate) fn pursue(test: &mut Test<'_>, rules: &Rules, strategy: &mut dyn Strategy) {
    let cases = (!strategy.is_limited()).then_some(rules.cases);
    let outer = test.begin_limit(cases, rules.time);
    let _ = strategy.run(test);
    let _ = test.end_limit(outer);
    if test.is_proved() || rules.time.is_some() {
        return;
    }
    // Numbers that no other case has.
    let mut next = 1 << 40;
    test.decide_cover(&mut |test, cases| {
        let outer = test.begin_limit(Some(cases), rules.time);
        let _ = test.random(rules.seed, next..u64::MAX);
        next = next.saturating_add(cases.saturating_mul(rules.discards.saturating_add(1)));
        let _ = test.end_limit(outer);
    });
}
