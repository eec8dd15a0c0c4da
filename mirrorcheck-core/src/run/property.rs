//! What `#[property]` expands to: a property with all that is known of it, and how it is run.

mod draws;
mod probes;
mod serde_form;

use std::path::Path;

pub use crate::run::check::{AnyForm, Backward, SerdeForm, Show};
pub use draws::{
    DrawSite, DrawValue, Drawing, Giving, Look, MayDebug, MayGive, MayKnow, MayNotDebug, MayNotGive, MayNotKnow, Seen,
    drawn, drawn_from, give, is_given, with_draws,
};
pub use probes::{
    Argument, BackwardOnly, Directions, ForwardOnly, FromGenerator, FromType, HasDebug, HasNoDebug, IsGenerator,
    IsNoGenerator, IsNoType, KnownType, Reportable, Shown, Sources, UnknownType, Unusable, Values,
};

use crate::core::cx::{Cx, DEFAULT_SIZE};
use crate::core::direct;
use crate::core::generator::{Generator, Rejected};
use crate::core::interpret::FIRST_CASE;
use crate::core::rng::Rng;
use crate::core::stack;
use crate::run::check::{Aspects, Identity, PropertyTrial, SourcePlace, Subject, Testable, Typed, call, quietly};
use crate::run::debug_text::visible;
use crate::run::runner::{self, Cases, Make, Verdict};
use crate::run::settings::Options;
use crate::run::strategy::Strategy;

/// What is known of a property where it stands in the source.
#[derive(Debug, Clone, Copy)]
pub struct About {
    /// Its path: `crate::module::name`.
    pub name: &'static str,
    /// The package of its crate.
    pub package: Option<&'static str>,
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
    /// The text that its panic must contain, if it is expected to panic; empty for any panic.
    pub should_panic: Option<&'static str>,
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
    ///     name: "tree::tests::insert_keeps_order", package: None, manifest: None, file: "tree.rs", line: 1, column: 1, doc: "",
    ///     arguments: &["list", "key"], lent: &["&", ""], should_panic: None, choices: &[],
    /// };
    /// let call = about.call(&["vec![1, 2]".to_owned(), "5".to_owned()]);
    /// assert_eq!(call, "insert_keeps_order::on(&vec![1, 2], 5);");
    /// ```
    pub fn call(&self, sources: &[String]) -> String {
        call(self.name, self.lent, sources)
    }
}

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
    /// How many values to run it on first, and each of them.
    pub examples: (usize, fn(usize) -> Option<V>),
    /// If the values have a generator of their own.
    pub any: Option<AnyForm<V>>,
    /// How the choices of values are found.
    pub backward: Option<Backward<G, V>>,
    /// If failures are kept in serde's form.
    pub serde: Option<SerdeForm<V>>,
    /// The strategy, if the attribute names one.
    pub strategy: Option<fn() -> Box<dyn Strategy>>,
}

/// How to run a property.
pub enum How<'a> {
    /// Runs it on its examples, and then on many cases.
    Check,
    /// Runs it on its examples, and then on the cases of this strategy.
    Under(Box<dyn Strategy>),
    /// Runs it once, on the value that these choices make.
    Replay(&'a str),
}

impl<V, G, M, B, R> Property<V, G, M, B>
where
    G: Generator<Value = V>,
    M: Fn() -> G + Sync,
    B: Fn(V) -> R + Sync,
    R: Testable,
{
    /// Runs it; panics with a report if it fails.
    #[track_caller]
    pub fn run(self, how: How<'_>) {
        let make = |body: &mut dyn FnMut(&mut dyn Subject)| {
            let aspects = Aspects {
                show: self.show,
                example: self.examples.1,
                any: self.any.as_ref(),
                backward: self.backward.as_ref(),
                serde: self.serde.as_ref(),
            };
            let mut typed = Some(Typed::new((self.generator)(), &self.body, aspects));
            if let Some(typed) = &mut typed {
                body(typed);
            }
            // The generator may hold values.
            quietly(&mut || drop(typed.take()));
        };
        run(&self.about, &self.options, how, self.strategy, self.examples.0, &make);
    }
}

/// Runs a property whose types are forgotten.
#[track_caller]
fn run(
    about: &About,
    options: &Options,
    how: How<'_>,
    strategy: Option<fn() -> Box<dyn Strategy>>,
    examples: usize,
    make: &Make<'_>,
) {
    let About { name, package, manifest, file, line, doc, should_panic, choices, lent, .. } = *about;
    // A call to `replay` is code of its own, to which the attributes of the property's test do not apply.
    let is_replay = matches!(how, How::Replay(_));
    let cases = match how {
        How::Check => Cases::All { examples, choices, strategy: strategy.map(|strategy| strategy()), is_test: true },
        How::Under(strategy) => Cases::All { examples, choices, strategy: Some(strategy), is_test: false },
        How::Replay(choices) => Cases::One(choices),
    };
    let (krate, test) = name.split_once("::").unwrap_or(("", name));
    // A package may have the name of a keyword.
    let krate = krate.strip_prefix("r#").unwrap_or(krate);
    let is_own = package.is_none_or(|package| package.replace('-', "_") == krate);
    let identity = Identity {
        name: Some(name),
        shown: if is_own { test } else { name },
        test: Some(test),
        manifest: manifest.map(Path::new),
        should_panic,
        has_replay: true,
        lent,
        package,
        documentation: doc,
        place: Some(SourcePlace { file, line }),
    };
    let (mut cases, mut verdict) = (Some(cases), None);
    // On a thread of its own, with a large stack: the user's `Drop`, `Clone` and `Debug` recurse, too. The strategy need
    // not be able to change threads: it is lent to one that this one waits for.
    stack::grow(|_| {
        make(&mut |subject| {
            if let Some(cases) = cases.take() {
                verdict = runner::run(&identity, options, cases, &mut PropertyTrial::new(subject), make);
            }
        });
    });
    match verdict {
        None => {}
        // A test that is expected to panic must not pass because it could not be run.
        Some(Verdict::Untested(text)) if should_panic.is_some() && !is_replay => eprintln!("{text}"),
        Some(Verdict::Fails(text) | Verdict::Untested(text)) => panic!("{text}"),
    }
}

/// Runs the body of a property once, outside of its test; fails as it does.
#[track_caller]
pub fn once<R: Testable>(body: impl FnOnce() -> R) {
    // Within `with_draws`, which catches what is rejected, values are drawn from there.
    match draws::in_given(|| body().failure()).or_else(in_run) {
        Ok(None) => {}
        Ok(Some(message)) => panic!("{}", visible(&message)),
        Err(Rejected) => {
            panic!("the property discards these values: an `assume` does not hold, or a draw was rejected")
        }
    }
}

/// Lends a run, so that a body can draw and assume.
fn in_run<T>(body: impl FnOnce() -> T) -> Result<T, Rejected> {
    direct::scope(&mut Cx::random(Rng::new(0, FIRST_CASE), DEFAULT_SIZE), body)
}

/// What a body returned. Of one type for all of them, so that what cannot be returned is said in one place.
#[derive(Debug)]
pub struct BodyOutcome(Option<String>);

impl Testable for BodyOutcome {
    fn failure(self) -> Option<String> {
        self.0
    }
}

/// Takes what a body returned.
pub fn body_outcome<R: Testable>(returned: R) -> BodyOutcome {
    BodyOutcome(returned.failure())
}
