//! Checking a property without a macro: [`forall`] and [`Checker`].

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fmt::{self, Debug};
use std::panic::Location;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

use crate::core::choices::Choices;
use crate::core::generator::Generator;
use crate::core::journal::{Cover, Event};
use crate::core::panics::Panic;
use crate::run::check::{Aspects, Checked, Doubt, Finding, Identity, PropertyTrial, Rules, SourcePlace, Story, Style};
use crate::run::check::{Test, Testable, Typed, Unwatched, quietly, refused, remade, replayed};
use crate::run::debug_text::{shortened, visible};
use crate::run::doctest;
use crate::run::runner::{self, Cases};
use crate::run::settings::{self, Options};
use crate::run::shrink::{Budget, Ended, Step};
use crate::run::strategy::{self, Random, Strategy};

/// How many cases may be discarded for each one that is not, by default.
const DISCARDS: u64 = 10;

/// Searches for a value that a property fails on, and panics with a report of the simplest.
///
/// A property returns `()`, a `bool` or a `Result`; it fails by returning `false` or `Err`, or by panicking.
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
/// Panics if the property fails, or if no value could be made.
#[track_caller]
pub fn forall<G: Generator, R: Testable>(generator: G, property: impl FnMut(G::Value) -> R)
where
    G::Value: Debug,
{
    Checker::new(generator).run(property);
}

/// Settings for checking a property.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::Checker;
///
/// Checker::new((0..=9, 0..=9)).cases(1000).seed(7).run(|(a, b)| a + b == b + a);
/// ```
#[derive(Clone)]
pub struct Checker<G> {
    generator: G,
    options: Options,
    strategy: Option<Rc<RefCell<dyn Strategy>>>,
}

impl<G: Debug> Debug for Checker<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Checker { generator, options, .. } = self;
        f.debug_struct("Checker").field("generator", generator).field("options", options).finish_non_exhaustive()
    }
}

/// The outcome of checking a property.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::Checker;
///
/// let report = Checker::new(0..=9).examine(|n| assume(n > 3));
/// assert!(report.failures.is_empty());
/// assert!(report.passed == 300 && report.discarded > 50);
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Report<V> {
    /// The seed of the run.
    pub seed: u64,
    /// How many cases passed.
    pub passed: u64,
    /// How many cases were discarded by `assume` or by the generator.
    pub discarded: u64,
    /// How many more cases a searching strategy ran along the way: discarded ones, and ones it had already met.
    pub sought: u64,
    /// The failures, one for each place where the property fails, the simplest first.
    pub failures: Vec<Failure<V>>,
    /// Failures on values that could not be made again, because the generator depends on more than its choices.
    pub unmade: Vec<Panic>,
    /// In how many cases each [`label`](crate::label) was recorded, and each [`classify`](crate::classify) held.
    pub labels: BTreeMap<String, u64>,
    /// What [`event`](crate::event) and [`target`](crate::target) recorded.
    pub events: BTreeMap<String, Event>,
    /// What [`cover`](crate::cover) demanded.
    pub covers: BTreeMap<String, Cover>,
    /// The number of cases, if those were all there are: then the property is proved.
    pub proved: Option<u64>,
    /// Reasons to doubt that a passing property was really tested.
    pub doubts: Vec<Doubt>,
    story: Story,
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
    /// The simplest value found. It was made again, because a property consumes its value.
    pub value: V,
    /// Its choices, followed by those that the property drew.
    pub choices: Choices,
    /// What went wrong.
    pub panic: Panic,
    /// The first case that failed.
    pub case: u64,
    /// The improvements, in order.
    pub steps: Vec<Step>,
    /// How often the property ran in order to shrink it.
    pub executions: u64,
    /// Whether no single step makes it simpler: every step that applies to a value of its size was tried. For values
    /// with many thousands of parts, fewer steps apply.
    pub is_minimal: bool,
    /// Why shrinking stopped.
    pub ended: Ended,
    /// Whether the property drew some of the choices itself.
    pub body_draws: bool,
    /// What the property drew: a name and a text for each draw. In a closure, the name is the place of the draw; the text is
    /// the value, or its choices unless it is a number, a text, or a list or option of them.
    pub draws: Vec<(String, String)>,
    /// Whether the property also passed on the choices it had failed on.
    pub is_flaky: bool,
    /// The value as `Debug` prints it, with `_` for the parts that do not matter: the property failed with every other
    /// value that was tried in their places. `None` if every part seems to matter, or if there was no time to find out.
    pub explanation: Option<String>,
    /// What the property recorded with [`note`](crate::note).
    pub notes: Vec<String>,
}

impl<G: Generator> Checker<G> {
    /// Creates a checker for properties of a generator's values.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Checker;
    ///
    /// Checker::new(any::<bool>()).run(|b| b | !b);
    /// ```
    pub fn new(generator: G) -> Checker<G> {
        Checker { generator, options: Options::default(), strategy: None }
    }

    /// Runs the property until this many cases have passed.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Checker;
    ///
    /// assert_eq!(Checker::new(0..=9).cases(20).run(|_| true).passed, 20);
    /// ```
    pub fn cases(mut self, cases: u64) -> Self {
        self.options.cases = Some(cases);
        self
    }

    /// Sets the seed: each case is a pure function of the seed and its number.
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
        self.options.seed = Some(seed);
        self
    }

    /// Runs the cases of a strategy instead of random ones.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Checker;
    /// use mirrorcheck::strategy::Ordered;
    ///
    /// let report = Checker::new(any::<Vec<u8>>()).strategy(Ordered).examine(|list| list.len() < 2);
    /// assert_eq!(report.failures[0].value, [0, 0]);
    /// ```
    pub fn strategy(mut self, strategy: impl Strategy + 'static) -> Self {
        self.strategy = Some(Rc::new(RefCell::new(strategy)));
        self
    }

    /// Limits how often the property runs to shrink a failure.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Checker;
    ///
    /// let report = Checker::new(any::<Vec<u8>>()).shrink_executions(2).examine(|list| list.len() < 3);
    /// assert!(report.failures[0].executions <= 2);
    /// ```
    pub fn shrink_executions(mut self, most: u64) -> Self {
        self.options.shrink = Some(most);
        self
    }

    /// Limits the time from a failure to its report, most of which is for shrinking. When it is over, the best value so
    /// far is reported. The default is 10 seconds; `Duration::MAX` means that there is no limit.
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
        self.options.shrink_time = Some(most);
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
    /// Panics if the property fails, or if no case could be made.
    #[track_caller]
    pub fn run<R: Testable>(self, property: impl FnMut(G::Value) -> R) -> Report<G::Value>
    where
        G::Value: Debug,
    {
        let place = Location::caller();
        let manifest = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let package = std::env::var("CARGO_PKG_NAME").ok();
        let test = std::thread::current().name().filter(|name| *name != "main").map(str::to_owned);
        let stem = Path::new(place.file()).file_stem().unwrap_or_default().to_string_lossy();
        let name = test.as_deref().map(|test| numbered(&format!("{stem}::{test}")));
        let path = std::any::type_name_of_val(&property);
        let doctest = if test.is_none() { doctest::running(place, path, manifest.as_deref()) } else { None };
        let unnamed = match &doctest {
            Some(doctest) => numbered(&doctest.name),
            None => format!("{}:{}", place.file(), place.line()),
        };
        // Tests beside the source have paths of their own; each file of others is a crate.
        let is_own = Path::new(place.file()).components().any(|part| part.as_os_str() == "src");
        let path = name.as_deref().unwrap_or(&unnamed);
        let identity = Identity {
            name: name.as_deref(),
            shown: if is_own && name.is_some() { path.split_once("::").map_or(path, |(_, test)| test) } else { path },
            test: test.as_deref(),
            manifest: manifest.as_deref(),
            should_panic: doctest.filter(|doctest| doctest.should_panic).map(|_| ""),
            has_replay: false,
            lent: &[],
            package: package.as_deref(),
            documentation: "",
            place: Some(SourcePlace { file: place.file(), line: place.line() }),
        };
        let mut typed = self.trial(property);
        let strategy = self.strategy.clone().map(|strategy| Box::new(strategy) as Box<dyn Strategy>);
        let cases = Cases::All { examples: 0, choices: &[], strategy, is_test: true };
        let ran = runner::run_here(&identity, &self.options, cases, &mut PropertyTrial::new(&mut typed));
        let ran = ran.map(|checked| Report::new(checked, &mut typed));
        drop_quietly(typed);
        match ran {
            Ok(report) => report,
            Err(text) => {
                // The generator may hold values. One that panics while this does would end the process.
                drop_quietly(self);
                panic!("{text}")
            }
        }
    }

    /// Runs the property once, on the value that choices make: the line to paste from a report, for a property that
    /// draws.
    ///
    /// ```should_panic
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Checker;
    ///
    /// Checker::new(0..=9).replay(&"(7 8)".parse().unwrap(), |n| n + draw(0..=9) < 15);
    /// ```
    ///
    /// # Panics
    /// Panics if the property fails, and, with the reason, if the choices make no value.
    #[track_caller]
    pub fn replay<R: Testable>(&self, choices: &Choices, property: impl FnMut(G::Value) -> R)
    where
        G::Value: Debug,
    {
        let mut typed = self.trial(property);
        let mut trial = PropertyTrial::new(&mut typed);
        let refused = refused(&mut trial, choices);
        let mut failed = None;
        if refused.is_none() {
            let mut test = Test::new(&mut trial, None, self.rules(), &Unwatched);
            let _ = test.replay(choices);
            failed = test.met.first().map(|met| met.panic.message.clone());
        }
        drop(trial);
        drop_quietly(typed);
        let shown = || shortened(&visible(&choices.to_string()), 100);
        match (refused, failed) {
            (Some(why), _) => panic!(
                "the generator makes no value from the choices {}: {}; do they belong to another generator?",
                shown(),
                visible(&why)
            ),
            (None, Some(message)) => panic!("the property failed on the choices {}: {}", shown(), visible(&message)),
            (None, None) => {}
        }
    }

    /// Checks a property and returns the outcome. It is deterministic, unless shrinking takes more than 10 seconds (see
    /// [`shrink_time`](Checker::shrink_time)): the default seed is 0.
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
        let mut typed = self.trial(property);
        let mut trial = PropertyTrial::new(&mut typed);
        let rules = self.rules();
        let checked = match &self.strategy {
            Some(strategy) => strategy::check(&mut trial, None, &rules, &Unwatched, &mut *strategy.borrow_mut()),
            None => strategy::check(&mut trial, None, &rules, &Unwatched, &mut Random::default()),
        };
        drop(trial);
        let report = Report::new(checked, &mut typed);
        drop_quietly(typed);
        report
    }

    /// Rules that depend on the checker alone, never on settings, so that every run is the same.
    fn rules(&self) -> Rules {
        let Options { cases, seed, shrink, shrink_time, .. } = self.options;
        Rules {
            seed: seed.unwrap_or(0),
            cases: cases.unwrap_or(settings::CASES),
            discards: DISCARDS,
            time: None,
            jobs: 1,
            budget: Budget {
                executions: shrink.unwrap_or(settings::EXECUTIONS),
                time: settings::shrink_time(shrink_time),
            },
            shows_progress: false,
            shows_cases: false,
            explains: true,
        }
    }

    fn trial<R: Testable, F: FnMut(G::Value) -> R>(&self, property: F) -> Typed<'_, &G, F>
    where
        G::Value: Debug,
    {
        let show = |value: &G::Value, part: &mut dyn FnMut(&str, &dyn Debug)| part("value", value);
        let aspects = Aspects { show, example: |_| None, any: None, backward: None, serde: None };
        Typed::new(&self.generator, property, aspects)
    }
}

/// Drops a property or its generator, which may hold values.
fn drop_quietly<T>(held: T) {
    let mut held = Some(held);
    quietly(&mut || drop(held.take()));
}

/// A name for what a test checks: that of the test, and a number if it is not the first there.
fn numbered(test: &str) -> String {
    thread_local! {
        static COUNT: Cell<u64> = const { Cell::new(0) };
    }
    let number = COUNT.get() + 1;
    COUNT.set(number);
    match number {
        1 => test.to_owned(),
        _ => format!("{test}#{number}"),
    }
}

impl<V> Report<V> {
    fn new<G, R, F>(mut checked: Checked, typed: &mut Typed<'_, &G, F>) -> Report<V>
    where
        G: Generator<Value = V>,
        R: Testable,
        F: FnMut(V) -> R,
    {
        let story = Story::new(None, &mut PropertyTrial::new(typed), &checked, &Style::default());
        let mut failures = Vec::new();
        let mut unmade: Vec<Panic> = checked.unmade.iter().map(|met| met.panic.clone()).collect();
        for (number, finding) in std::mem::take(&mut checked.findings).into_iter().enumerate() {
            let mut draws = Vec::new();
            for draw in story.failures.get(number).map_or(&[][..], |told| &told.drawn) {
                draws.push((draw.part.name.clone(), draw.part.short.clone()));
            }
            let mut trial = PropertyTrial::new(typed);
            if remade_or_replayed(&mut trial, &finding) {
                trial.leave();
            } else {
                drop(trial);
            }
            match typed.value.take() {
                Some(value) => failures.push(Failure::new(value, finding, draws)),
                None => unmade.push(finding.panic),
            }
        }
        Report {
            seed: checked.seed,
            passed: checked.tally.passed,
            discarded: checked.tally.discarded,
            sought: checked.tally.sought,
            failures,
            unmade,
            labels: checked.labels,
            events: checked.events,
            covers: checked.covers,
            proved: checked.proved,
            doubts: checked.doubts,
            story,
        }
    }
}

fn remade_or_replayed(trial: &mut PropertyTrial<'_>, finding: &Finding) -> bool {
    replayed(trial, &finding.choices).or_else(|_| remade(trial, &finding.met)).is_ok()
}

impl<V> Failure<V> {
    fn new(value: V, finding: Finding, draws: Vec<(String, String)>) -> Failure<V> {
        let Finding { met, panic, choices, steps, executions, ended, is_flaky, explanation, notes, .. } = finding;
        let case = met.before.passed + met.before.discarded + met.before.failed;
        let is_minimal = ended == Ended::Minimal && !is_flaky;
        let body_draws = met.body_draws;
        Failure {
            value,
            choices,
            panic,
            case,
            steps,
            executions,
            is_minimal,
            ended,
            body_draws,
            draws,
            is_flaky,
            explanation,
            notes,
        }
    }
}

impl<V> Report<V> {
    /// Returns the report; `None` if there is nothing to report.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Checker;
    ///
    /// let text = Checker::new(0..=100).examine(|n| n < 50).text().unwrap();
    /// assert!(text.contains("value: 50"));
    /// ```
    pub fn text(&self) -> Option<String> {
        self.story.text(&Style::default())
    }
}
