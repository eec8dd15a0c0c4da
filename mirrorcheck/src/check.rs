//! Checking a property: many cases, and for each failure the simplest one.

mod progress;
mod report;

use std::fmt::Debug;
use std::time::Duration;

use crate::choices::{Choices, Tape};
use crate::cx::{Cx, DEFAULT_SIZE, Search};
use crate::direct;
use crate::generator::{Focus, Generator, Rejected};
use crate::interpret::{FIRST_CASE, Interpretations};
use crate::panics::{self, Panic};
use crate::rng::Rng;
use crate::shrink::{self, Budget, Ended, Plan, Step, Subject, Tree, Verdict};

/// How many cases a property is run on, unless told otherwise.
const CASES: u64 = 300;

/// How many cases to run at least after one that failed.
const AGAIN: u64 = 20;

/// Looks for a value that a property fails on; panics with a report of the simplest.
///
/// A property returns nothing, a `bool` or a `Result`; it fails by `false`, by an `Err` or by a panic.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// forall(any::<Vec<u8>>(), |list| {
///     let mut twice = list.clone();
///     twice.reverse();
///     twice.reverse();
///     assert_eq!(twice, list);
/// });
/// ```
///
/// ```should_panic
/// use mirrorcheck::prelude::*;
///
/// forall(0..=100, |n| n < 50); // the report says 50
/// ```
///
/// # Panics
/// If the property fails, or if no value could be made.
#[track_caller]
pub fn forall<G: Generator, R: Testable>(generator: G, property: impl FnMut(G::Value) -> R)
where
    G::Value: Debug,
{
    Checker::new(generator).run(property);
}

/// What a property may return.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// forall(0..=999, |n| n.to_string().parse::<i32>().map(|parsed| parsed == n));
/// ```
#[diagnostic::on_unimplemented(
    message = "a property cannot return `{Self}`",
    note = "it returns `()`, `bool`, or a `Result` of one of them whose error has `Debug`"
)]
pub trait Testable {
    /// What is wrong, if it failed.
    ///
    /// ```
    /// use mirrorcheck::Testable;
    ///
    /// assert_eq!(true.failure(), None);
    /// assert_eq!(false.failure().unwrap(), "the property returned false");
    /// assert_eq!(Err::<(), &str>("no").failure().unwrap(), "the property returned Err(\"no\")");
    /// ```
    fn failure(self) -> Option<String>;
}

impl Testable for () {
    fn failure(self) -> Option<String> {
        None
    }
}

impl Testable for bool {
    fn failure(self) -> Option<String> {
        (!self).then(|| "the property returned false".to_owned())
    }
}

impl<T: Testable, E: Debug> Testable for Result<T, E> {
    fn failure(self) -> Option<String> {
        match self {
            Ok(inner) => inner.failure(),
            Err(error) => Some(format!("the property returned Err({error:?})")),
        }
    }
}

/// How to check a property.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::Checker;
///
/// Checker::new((0..=9, 0..=9)).cases(1000).seed(7).run(|(a, b)| a + b == b + a);
/// ```
#[derive(Debug, Clone)]
pub struct Checker<G> {
    generator: G,
    cases: u64,
    seed: u64,
    budget: Budget,
    shows_progress: bool,
}

/// What came of checking a property.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::Checker;
///
/// let report = Checker::new(0..=9).examine(|n| assume(n > 3));
/// assert!(report.failures.is_empty());
/// assert!(report.passed > 100 && report.discarded > 50);
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Report<V> {
    /// The seed of the run.
    pub seed: u64,
    /// On how many cases the property held.
    pub passed: u64,
    /// How many cases were discarded by `assume` or by the generator.
    pub discarded: u64,
    /// The failures, one for each place where the property fails.
    pub failures: Vec<Failure<V>>,
    /// Failures on values that could not be made a second time, because the generator does not depend on its choices
    /// alone.
    pub unmade: Vec<Panic>,
}

/// A way in which a property fails.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::Checker;
///
/// let report = Checker::new((0..=100, 0..=100)).examine(|(a, b)| a + b < 120);
/// let failure = &report.failures[0];
/// assert_eq!(failure.value, (20, 100));
/// assert!(failure.is_minimal);
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Failure<V> {
    /// The simplest value that was found. It is made once more, because a property takes its value.
    pub value: V,
    /// Its choices, followed by what the property drew.
    pub choices: Choices,
    /// What went wrong with it.
    pub panic: Panic,
    /// The case that failed first.
    pub case: u64,
    /// The improvements, from the first.
    pub steps: Vec<Step>,
    /// How often the property was run to shrink it.
    pub executions: u64,
    /// Whether no single step makes it simpler: all were tried that are for a value of its size. In one of many thousand
    /// parts there are fewer.
    pub is_minimal: bool,
    /// Why shrinking came to its end.
    pub ended: Ended,
    /// Whether the property drew some of the choices itself.
    pub body_draws: bool,
    /// Whether the property also passed on what it had failed on.
    pub is_flaky: bool,
    /// The value as `Debug` writes it, with `_` for the parts that do not matter: the property fails whatever stands
    /// there. Nothing if every part matters.
    pub explanation: Option<String>,
}

impl<G: Generator> Checker<G> {
    /// A checker of properties of what a generator makes.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Checker;
    ///
    /// Checker::new(any::<bool>()).run(|b| b | !b);
    /// ```
    pub fn new(generator: G) -> Checker<G> {
        let budget = Budget { executions: shrink::EXECUTIONS, time: None };
        Checker { generator, cases: CASES, seed: 0, budget, shows_progress: false }
    }

    /// Runs the property on so many cases.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Checker;
    ///
    /// assert_eq!(Checker::new(0..=9).cases(20).run(|_| true).passed, 20);
    /// ```
    pub fn cases(mut self, cases: u64) -> Self {
        self.cases = cases;
        self
    }

    /// Which cases: each is a pure function of the seed and its number.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Checker;
    ///
    /// let mut cases = Vec::new();
    /// Checker::new(0..=9).seed(5).cases(10).run(|n| cases.push(n));
    /// assert_eq!(cases, (0..=9).samples(5).take(10).collect::<Vec<_>>());
    /// ```
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Runs the property at most so often to shrink a failure.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Checker;
    ///
    /// let report = Checker::new(any::<Vec<u8>>()).shrink_executions(2).examine(|list| list.len() < 3);
    /// assert!(report.failures[0].executions <= 2);
    /// ```
    pub fn shrink_executions(mut self, most: u64) -> Self {
        self.budget.executions = most;
        self
    }

    /// Stops shrinking a failure after so much time. What was found by then is reported.
    ///
    /// ```
    /// use std::time::Duration;
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Checker;
    ///
    /// let report = Checker::new(any::<Vec<u8>>()).shrink_time(Duration::ZERO).examine(|list| list.len() < 3);
    /// assert!(!report.failures[0].is_minimal);
    /// ```
    pub fn shrink_time(mut self, most: Duration) -> Self {
        self.budget.time = Some(most);
        self
    }

    /// Checks a property; panics with a report if it fails.
    ///
    /// ```should_panic
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Checker;
    ///
    /// Checker::new(any::<i32>()).cases(1000).run(|n| n.checked_abs().is_some());
    /// ```
    ///
    /// # Panics
    /// If the property fails, or if no case could be made.
    #[track_caller]
    pub fn run<R: Testable>(self, property: impl FnMut(G::Value) -> R) -> Report<G::Value>
    where
        G::Value: Debug,
    {
        let report = Checker { shows_progress: true, ..self }.examine(property);
        match report.text() {
            Some(text) => panic!("{text}"),
            None => report,
        }
    }

    /// Runs the property once, on what choices make: the line to paste that ends a report, for a property that draws.
    ///
    /// ```should_panic
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Checker;
    ///
    /// Checker::new(0..=9).replay(&"(7 8)".parse().unwrap(), |n| n + draw(0..=9) < 15);
    /// ```
    ///
    /// # Panics
    /// If the property fails, and if the choices make no value: with the reason.
    #[track_caller]
    pub fn replay<R: Testable>(&self, choices: &Choices, property: impl FnMut(G::Value) -> R)
    where
        G::Value: Debug,
    {
        let mut subject = Property::new(&self.generator, property);
        match shrink::tree(&mut subject, choices, true) {
            None => panic!("the generator makes nothing of the choices {choices}: were they of another generator?"),
            Some(_) => {
                if let Some(panic) = subject.failed {
                    panic!("the property fails on the choices {choices}: {}", panic.message);
                }
            }
        }
    }

    /// Checks a property; gives what came of it.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Checker;
    ///
    /// let report = Checker::new(0..=100).examine(|n| n < 50);
    /// assert_eq!(report.failures[0].value, 50);
    /// ```
    pub fn examine<R: Testable>(&self, property: impl FnMut(G::Value) -> R) -> Report<G::Value>
    where
        G::Value: Debug,
    {
        let mut subject = Property::new(&self.generator, property);
        let mut report = Report { seed: self.seed, passed: 0, discarded: 0, failures: Vec::new(), unmade: Vec::new() };
        let mut met = self.find(&mut subject, &mut report);
        let mut next = 0;
        while let Some(failed) = met.get(next).cloned() {
            next += 1;
            let (failure, elsewhere) = self.shrunk(&mut subject, &failed);
            match failure {
                Some(failure) => report.failures.push(failure),
                None => report.unmade.push(failed.panic),
            }
            // What was met on the way is a failure of its own, if it is new.
            for other in elsewhere {
                if met.iter().all(|known| known.panic.key() != other.panic.key()) {
                    met.push(other);
                }
            }
        }
        report
    }

    /// Runs cases; gives the first that fails in each place.
    fn find<R: Testable, F: FnMut(G::Value) -> R>(
        &self,
        subject: &mut Property<'_, G, F>,
        report: &mut Report<G::Value>,
    ) -> Vec<Met> {
        let mut met: Vec<Met> = Vec::new();
        let (mut case, mut most) = (0, self.cases);
        while case < most {
            match subject.case(self.seed, case) {
                Case::Passed => report.passed += 1,
                Case::Discarded => report.discarded += 1,
                Case::Failed(panic) => {
                    // As many cases again: there may be other failures.
                    most = most.min(2 * case + AGAIN);
                    if met.iter().all(|known| known.panic.key() != panic.key()) {
                        let body_draws = subject.body_draws;
                        let choices = subject.recorded(self.seed, case);
                        met.push(Met { case, panic, choices, body_draws });
                    }
                }
            }
            case += 1;
        }
        met
    }

    /// Shrinks a failure; gives what was met on the way, too.
    fn shrunk<R: Testable, F: FnMut(G::Value) -> R>(
        &self,
        subject: &mut Property<'_, G, F>,
        met: &Met,
    ) -> (Option<Failure<G::Value>>, Vec<Met>)
    where
        G::Value: Debug,
    {
        subject.place = Some(met.panic.key());
        let size = met.choices.size();
        let Some(first) = shrink::tree(subject, &met.choices, met.body_draws) else {
            return (self.as_it_was(subject, met), Vec::new());
        };
        let mut progress = progress::Line::new(self.shows_progress);
        let mut told = |so_far: shrink::Progress| progress.tell(so_far);
        let plan = Plan { budget: self.budget, part: None, custom: &mut [], keep: 1, progress: Some(&mut told) };
        let found = plan.run(subject, size, first);
        progress.finish();
        let elsewhere = found.elsewhere.iter().map(|(place, tree)| Met {
            panic: Panic { message: String::new(), place: Some(place.clone()) },
            choices: tree.choices(size),
            ..met.clone()
        });
        let elsewhere = elsewhere.collect();
        // Once more, for the message, and to see whether it always fails.
        subject.failed = None;
        let is_flaky = shrink::run_again(subject, size, &found.best) != Verdict::Fails;
        let panic = subject.failed.take().filter(|_| !is_flaky).unwrap_or_else(|| met.panic.clone());
        let explanation = if is_flaky { None } else { subject.explained(size, &found.best) };
        if shrink::remake(subject, size, &found.best).is_err() {
            return (self.as_it_was(subject, met), elsewhere);
        }
        let ended = if found.is_spent { Ended::OutOfBudget } else { Ended::Minimal };
        let failure = subject.value.take().map(|value| Failure {
            value,
            choices: found.best.choices(size),
            panic,
            case: met.case,
            steps: found.steps,
            executions: found.executions,
            is_minimal: ended == Ended::Minimal && !is_flaky,
            ended,
            body_draws: met.body_draws,
            is_flaky,
            explanation,
        });
        (failure, elsewhere)
    }

    /// A failure as it was found, where its choices do not make it again: it must not get lost.
    fn as_it_was<R: Testable, F: FnMut(G::Value) -> R>(
        &self,
        subject: &Property<'_, G, F>,
        met: &Met,
    ) -> Option<Failure<G::Value>> {
        let value = subject.made(self.seed, met.case).or_else(|Rejected| self.generator.try_sample(self.seed));
        Some(Failure {
            value: value.ok()?,
            choices: met.choices.clone(),
            panic: met.panic.clone(),
            case: met.case,
            steps: Vec::new(),
            executions: 0,
            is_minimal: false,
            ended: Ended::NotInRange,
            body_draws: met.body_draws,
            is_flaky: true,
            explanation: None,
        })
    }
}

/// A case that failed, as it was met.
#[derive(Clone)]
struct Met {
    case: u64,
    panic: Panic,
    choices: Choices,
    body_draws: bool,
}

impl Panic {
    /// What tells one failure from another: where it is, because messages contain values.
    fn key(&self) -> String {
        self.place.clone().unwrap_or_default()
    }
}

/// A generator and a property of what it makes.
struct Property<'g, G: Generator, F> {
    generator: &'g G,
    property: F,
    value: Option<G::Value>,
    /// The failure that is being shrunk.
    place: Option<String>,
    failed: Option<Panic>,
    /// Whether the property drew in the case that was run last.
    body_draws: bool,
}

enum Case {
    Passed,
    Discarded,
    Failed(Panic),
}

fn size_of(case: u64) -> u32 {
    (case % u64::from(DEFAULT_SIZE + 1)) as u32
}

impl<'g, G: Generator, R: Testable, F: FnMut(G::Value) -> R> Property<'g, G, F> {
    fn new(generator: &'g G, property: F) -> Property<'g, G, F> {
        Property { generator, property, value: None, place: None, failed: None, body_draws: false }
    }

    fn case(&mut self, seed: u64, case: u64) -> Case {
        let mut cx = Cx::random(Rng::new(seed, case + FIRST_CASE), size_of(case));
        let Ok(value) = self.generator.run(&mut cx, Focus::Free) else { return Case::Discarded };
        let before = cx.chance().clone();
        let came = self.test(&mut cx, value);
        self.body_draws = *cx.chance() != before;
        came
    }

    fn test(&mut self, cx: &mut Cx<'_>, value: G::Value) -> Case {
        let property = &mut self.property;
        match panics::caught(|| direct::scope(cx, || property(value).failure())) {
            Ok(Ok(None)) => Case::Passed,
            Ok(Err(Rejected)) => Case::Discarded,
            Ok(Ok(Some(message))) => Case::Failed(Panic { message, place: None }),
            Err(panic) => Case::Failed(panic),
        }
    }

    /// What a case consists of, made once more.
    fn made(&self, seed: u64, case: u64) -> Result<G::Value, Rejected> {
        self.generator.run(&mut Cx::random(Rng::new(seed, case + FIRST_CASE), size_of(case)), Focus::Free)
    }

    /// The value of a tree as `Debug` writes it, with `_` for the parts that do not matter.
    fn explained(&mut self, size: u32, tree: &Tree) -> Option<String>
    where
        G::Value: Debug,
    {
        let mut shown = |subject: &Self| subject.value.as_ref().map(|value| format!("{value:?}")).unwrap_or_default();
        let irrelevant = shrink::explain(self, size, tree, &mut shown);
        shrink::remake(self, size, tree).ok()?;
        shrink::mark(&shown(self), &irrelevant)
    }

    /// The choices of the case that was run last, recorded by running it again; the property only if it draws.
    fn recorded(&mut self, seed: u64, case: u64) -> Choices {
        let size = size_of(case);
        let mut cx = Cx::cold(Rng::new(seed, case + FIRST_CASE), size, Search::First);
        if let Some(cold) = cx.cold_mut() {
            cold.tape = Some(Tape::new());
        }
        if let (Ok(value), true) = (self.generator.run(&mut cx, Focus::Free), self.body_draws) {
            self.test(&mut cx, value);
        }
        let tape = cx.into_cold().and_then(|cold| cold.tape);
        tape.map_or_else(Choices::nothing, |tape| tape.finish(size))
    }
}

impl<G: Generator, R: Testable, F: FnMut(G::Value) -> R> Subject for Property<'_, G, F> {
    fn make(&mut self, cx: &mut Cx<'_>) -> Result<(), Rejected> {
        self.value = Some(self.generator.run(cx, Focus::Free)?);
        Ok(())
    }

    fn still_fails(&mut self, cx: &mut Cx<'_>) -> Verdict {
        let Some(value) = self.value.take() else { return Verdict::Passes };
        match self.test(cx, value) {
            Case::Passed | Case::Discarded => Verdict::Passes,
            Case::Failed(panic) if self.place.as_ref().is_none_or(|place| *place == panic.key()) => {
                self.failed = Some(panic);
                Verdict::Fails
            }
            Case::Failed(panic) => Verdict::FailsElsewhere(panic.key()),
        }
    }
}
