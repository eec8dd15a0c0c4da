//! What `#[property]` expands to: a property with all that is known of it, and how it is run.

mod probes;
mod serde_form;

use std::cell::Cell;
use std::fmt::{self, Debug};
use std::time::Duration;

pub use probes::{
    AnyForm, Backward, BackwardOnly, Directions, ForwardOnly, From, FromType, HasDebug, HasNoDebug, IsGenerator,
    IsNoGenerator, IsNoType, KnownType, Reportable, Shown, Sources, UnknownType, Unusable, Values,
};
pub use serde_form::SerdeForm;

use crate::check::{Checker, Testable};
use crate::choices::Choices;
use crate::cx::{Cx, DEFAULT_SIZE};
use crate::direct;
use crate::generator::{Focus, Generator, Rejected};
use crate::interpret::{FIRST_CASE, Interpretations};
use crate::panics;
use crate::rng::Rng;

/// What is known of a property where it stands in the source.
#[derive(Debug, Clone, Copy)]
pub struct About {
    /// Its path: `crate::module::name`.
    pub name: &'static str,
    /// The folder of its crate.
    pub manifest: Option<&'static str>,
    /// The file that it stands in.
    pub file: &'static str,
    /// The line of the attribute.
    pub line: u32,
    /// The column of the attribute.
    pub column: u32,
    /// Its documentation.
    pub doc: &'static str,
    /// The names of its arguments.
    pub arguments: &'static [&'static str],
    /// What to write before the value of each argument: `&` where it is lent.
    pub lent: &'static [&'static str],
    /// Whether it is expected to fail.
    pub should_panic: bool,
    /// Examples by the text form of their choices.
    pub choices: &'static [&'static str],
}

impl About {
    /// The call that runs the property on values given as source.
    ///
    /// ```
    /// use mirrorcheck::language::About;
    ///
    /// let about = About {
    ///     name: "tree::tests::insert_keeps_order", manifest: None, file: "tree.rs", line: 1, column: 1, doc: "",
    ///     arguments: &["list", "key"], lent: &["&", ""], should_panic: false, choices: &[],
    /// };
    /// let call = about.call(&["vec![1, 2]".to_owned(), "5".to_owned()]);
    /// assert_eq!(call, "insert_keeps_order::on(&vec![1, 2], 5);");
    /// ```
    pub fn call(&self, sources: &[String]) -> String {
        let name = self.name.rsplit("::").next().unwrap_or(self.name);
        // Of a range, a reference would be taken to its start.
        let values =
            self.lent.iter().zip(sources).map(|(lent, source)| match !lent.is_empty() && source.contains("..") {
                true => format!("{lent}({source})"),
                false => format!("{lent}{source}"),
            });
        format!("{name}::on({});", values.collect::<Vec<_>>().join(", "))
    }
}

/// What the attribute says about how to run a property.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// On how many cases.
    pub cases: Option<u64>,
    /// Which cases.
    pub seed: Option<u64>,
    /// On how many threads.
    pub jobs: Option<usize>,
    /// How long.
    pub time: Option<Duration>,
    /// How often it is run to shrink a failure.
    pub shrink: Option<u64>,
    /// How long a failure is shrunk.
    pub shrink_time: Option<Duration>,
    /// How many cases may be discarded for each one that is kept.
    pub discards: Option<u64>,
    /// Whether in another process.
    pub fork: Option<bool>,
    /// The limit of one case.
    pub timeout: Option<Duration>,
    /// Whether failures are kept.
    pub keep: Option<bool>,
    /// What becomes of doubts.
    pub doubts: Option<Doubts>,
    /// How much is said.
    pub verbose: Option<u8>,
}

/// What becomes of doubts about a property that passes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doubts {
    /// They are shown.
    Show,
    /// They are not.
    Hide,
    /// The property fails.
    Fail,
}

/// Shows each of the values, with its name.
pub type Show<V> = fn(&V, &mut dyn FnMut(&str, &dyn Debug));

/// A property: a generator of the tuple of its arguments, and a body that takes them.
pub struct Property<V, G, M, B> {
    /// What is known of it.
    pub about: About,
    /// What the attribute says.
    pub options: Options,
    /// Makes the generator.
    pub generator: M,
    /// Runs the body.
    pub body: B,
    /// Shows each argument, with its name.
    pub show: Show<V>,
    /// The values to run it on first.
    pub examples: fn() -> Vec<V>,
    /// If the values have a generator of their own.
    pub any: Option<AnyForm<V>>,
    /// If the generator runs backward.
    pub backward: Option<Backward<G, V>>,
    /// If failures are kept in serde's form.
    pub serde: Option<SerdeForm<V>>,
}

/// How to run a property. The place where strategies come in: a way that brings one, and a function beside `replay`.
#[derive(Debug, Clone, Copy)]
pub enum How<'a> {
    /// On its examples, and then on many cases.
    Check,
    /// Once, on what choices make.
    Replay(&'a str),
}

impl<V, G, M, B, R> Property<V, G, M, B>
where
    G: Generator<Value = V>,
    M: Fn() -> G,
    B: Fn(V) -> R,
    R: Testable,
{
    /// Runs it; panics with a report if it fails.
    #[track_caller]
    pub fn run(self, how: How<'_>) {
        match how {
            How::Check => self.check(),
            How::Replay(choices) => self.replay(choices),
        }
    }

    /// Runs it on its examples, and then on many cases; panics with a report if it fails.
    #[track_caller]
    pub fn check(&self) {
        for (i, values) in (self.examples)().into_iter().enumerate() {
            self.example(i, values);
        }
        self.about.choices.iter().for_each(|choices| self.replay(choices));
        let mut checker = Checker::new(self.named());
        if let Some(cases) = self.options.cases {
            checker = checker.cases(cases);
        }
        if let Some(seed) = self.options.seed {
            checker = checker.seed(seed);
        }
        if let Some(most) = self.options.shrink {
            checker = checker.shrink_executions(most);
        }
        if let Some(most) = self.options.shrink_time {
            checker = checker.shrink_time(most);
        }
        let report = checker.examine(|named: Named<V>| (self.body)(named.values));
        let Some(text) = report.text() else { return };
        let calls = report.failures.iter().filter(|failure| !failure.body_draws);
        let calls = calls.filter_map(|failure| self.call(&failure.value.values));
        let calls: String = calls.map(|call| format!("\n  to paste: {call}")).collect();
        panic!("{}: {text}{calls}", self.about.name);
    }

    /// Runs it once, on what choices make; panics if it fails, or if they make nothing.
    #[track_caller]
    pub fn replay(&self, choices: &str) {
        let choices: Choices = match choices.parse() {
            Ok(choices) => choices,
            Err(error) => panic!("{}: the choices {choices:?} cannot be read: {error}", self.about.name),
        };
        let run = Replayed { generator: (self.generator)(), body: &self.body, failed: Cell::new(None) };
        let came = run.replay(&choices);
        if let Some(message) = run.failed.take() {
            panic!("{}: the property fails on the choices {choices}: {message}", self.about.name);
        }
        if let Err(error) = came {
            panic!("{}: the choices {choices} do not fit this property: {error}", self.about.name);
        }
    }

    #[track_caller]
    fn example(&self, i: usize, values: V) {
        let named = Named { values, show: self.show };
        let shown = format!("{named:?}");
        let came = panics::caught(|| in_run(|| (self.body)(named.values).failure()));
        let why = match came {
            Ok(Ok(None)) => return,
            Ok(Ok(Some(message))) => message,
            Ok(Err(Rejected)) => "it does not satisfy what the property assumes".to_owned(),
            Err(panic) => panic.message,
        };
        panic!("{}: the property fails on example {}: {why}\n  value: {shown}", self.about.name, i + 1);
    }

    fn named(&self) -> NamedBy<G, V> {
        NamedBy { generator: (self.generator)(), show: self.show }
    }

    fn call(&self, values: &V) -> Option<String> {
        let sources = (self.any.as_ref()?.source)(values)?;
        Some(self.about.call(&sources))
    }
}

/// The values of the arguments, shown with their names.
struct Named<V> {
    values: V,
    show: Show<V>,
}

impl<V> Debug for Named<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut came, mut between) = (Ok(()), "");
        (self.show)(&self.values, &mut |name, value| {
            if came.is_ok() {
                came = write!(f, "{between}{name} = {value:?}");
            }
            between = ", ";
        });
        came
    }
}

/// Makes values with the names of arguments.
struct NamedBy<G, V> {
    generator: G,
    show: Show<V>,
}

impl<V, G: Generator<Value = V>> Generator for NamedBy<G, V> {
    type Value = Named<V>;

    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, Named<V>>) -> Result<Named<V>, Rejected> {
        let focus = match focus {
            Focus::On(named) => Focus::On(&named.values),
            Focus::Sketch(_) | Focus::Free => Focus::Free,
        };
        self.generator.run(cx, focus).map(|values| Named { values, show: self.show })
    }
}

/// A run of a property whose choices are known. They have to fit exactly: made up ones would pass for what they replace.
struct Replayed<'b, G, B> {
    generator: G,
    body: &'b B,
    failed: Cell<Option<String>>,
}

impl<G: Generator, R: Testable, B: Fn(G::Value) -> R> Generator for Replayed<'_, G, B> {
    type Value = ();

    fn run(&self, cx: &mut Cx<'_>, _: Focus<'_, ()>) -> Result<(), Rejected> {
        let values = self.generator.run(cx, Focus::Free)?;
        match panics::caught(|| direct::scope(cx, || (self.body)(values).failure())) {
            Ok(came) => self.failed.set(came?),
            Err(panic) => self.failed.set(Some(panic.message)),
        }
        Ok(())
    }
}

/// Runs the body of a property once, outside of its test; fails as it does.
#[track_caller]
pub fn once<R: Testable>(body: impl FnOnce() -> R) {
    match in_run(|| body().failure()) {
        Ok(None) => {}
        Ok(Some(message)) => panic!("{message}"),
        Err(Rejected) => panic!(
            "these values do not satisfy what the property assumes: an `assume` does not hold, or nothing could be drawn"
        ),
    }
}

/// Lends a run, so that a body can draw and assume.
fn in_run<T>(body: impl FnOnce() -> T) -> Result<T, Rejected> {
    direct::scope(&mut Cx::random(Rng::new(0, FIRST_CASE), DEFAULT_SIZE), body)
}

/// What came of a body. Of one type for all of them, so that what cannot be returned is said in one place.
#[derive(Debug)]
pub struct Came(Option<String>);

impl Testable for Came {
    fn failure(self) -> Option<String> {
        self.0
    }
}

/// What came of a body that returned this.
pub fn came<R: Testable>(returned: R) -> Came {
    Came(returned.failure())
}
