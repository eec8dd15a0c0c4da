//! What `#[property]` expands to: a property with all that is known of it, and how it is run.

mod probes;
mod serde_form;

use std::fmt::Debug;
use std::path::Path;

pub use probes::{
    AnyForm, Argument, Backward, BackwardOnly, Directions, ForwardOnly, From, FromType, HasDebug, HasNoDebug,
    IsGenerator, IsNoGenerator, IsNoType, KnownType, Reportable, Shown, Sources, UnknownType, Unusable, Values,
};
pub use serde_form::SerdeForm;

use crate::run::check::{Case, Stretch, Testable, Trial, Typed};
use crate::core::choices::Choices;
use crate::core::cx::{Cx, DEFAULT_SIZE};
use crate::core::direct;
use crate::core::generator::{Generator, Rejected};
use crate::core::interpret::FIRST_CASE;
use crate::run::observe::Place;
use crate::core::rng::Rng;
use crate::run::runner::{self, Cases, Forms, Identity, Tested, Verdict};
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
    ///     name: "tree::tests::insert_keeps_order", package: None, manifest: None, file: "tree.rs", line: 1, column: 1, doc: "",
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
    /// Which cases, if the attribute says so.
    pub strategy: Option<fn() -> Box<dyn Strategy>>,
}

/// How to run a property.
pub enum How<'a> {
    /// On its examples, and then on many cases.
    Check,
    /// The same under this strategy.
    Under(Box<dyn Strategy>),
    /// Once, on what choices make.
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
        let cases = match how {
            How::Check => self.all(self.strategy.map(|strategy| strategy())),
            How::Under(strategy) => self.all(Some(strategy)),
            How::Replay(choices) => Cases::One(choices),
        };
        let About { name, package, manifest, file, line, doc, should_panic, .. } = self.about;
        let (krate, test) = name.split_once("::").unwrap_or(("", name));
        let is_own = package.is_none_or(|package| package.replace('-', "_") == krate);
        let identity = Identity {
            name: Some(name),
            shown: if is_own { test } else { name },
            test: Some(test),
            manifest: manifest.map(Path::new),
            should_panic,
            has_replay: true,
            package,
            documentation: doc,
            place: Some(Place { file, line }),
        };
        let make = |body: &mut dyn FnMut(&mut dyn Tested)| {
            let typed = Typed::new((self.generator)(), &self.body, self.show);
            body(&mut Whole { property: &self, typed });
        };
        match runner::run_on_thread(&identity, &self.options, cases, &make) {
            None => {}
            // A test that is expected to panic must not pass because it could not be run.
            Some(Verdict::Untested(text)) if should_panic => eprintln!("{text}"),
            Some(Verdict::Fails(text) | Verdict::Untested(text)) => panic!("{text}"),
        }
    }

    fn all(&self, strategy: Option<Box<dyn Strategy>>) -> Cases<'static> {
        Cases::All { examples: (self.examples)().len(), choices: self.about.choices, strategy }
    }
}

/// A property with a generator that was made for it.
struct Whole<'p, V, G: Generator<Value = V>, M, B> {
    property: &'p Property<V, G, M, B>,
    typed: Typed<G, &'p B, Show<V>>,
}

impl<V, G, M, B, R> Trial for Whole<'_, V, G, M, B>
where
    G: Generator<Value = V>,
    B: Fn(V) -> R,
    R: Testable,
{
    fn make(&mut self, cx: &mut Cx<'_>) -> Result<(), Rejected> {
        self.typed.make(cx)
    }

    fn test(&mut self, cx: &mut Cx<'_>) -> Case {
        self.typed.test(cx)
    }

    fn stretch(&mut self, stretch: &mut Stretch<'_>) {
        self.typed.stretch(stretch);
    }

    fn example(&mut self, number: usize) -> Result<(), Rejected> {
        self.typed.put((self.property.examples)().into_iter().nth(number));
        if self.typed.value.is_some() { Ok(()) } else { Err(Rejected) }
    }

    fn show(&self, part: &mut dyn FnMut(&str, &dyn Debug)) {
        self.typed.show(part);
    }
}

impl<V, G, M, B, R> Tested for Whole<'_, V, G, M, B>
where
    G: Generator<Value = V>,
    B: Fn(V) -> R,
    R: Testable,
{
    fn trial(&mut self) -> &mut dyn Trial {
        self
    }

    fn recall(&mut self, any: Option<&str>, serde: Option<&str>) -> Option<Result<(), String>> {
        let from_serde = self.property.serde.as_ref().zip(serde).map(|(form, text)| (form.read)(text));
        let read = |text: &str| text.parse::<Choices>().map_err(|error| error.to_string());
        let from_any = || {
            let (form, text) = self.property.any.as_ref().zip(any)?;
            Some(read(text).and_then(|choices| (form.replay)(&choices)))
        };
        let value = match from_serde {
            Some(Ok(value)) => Ok(value),
            Some(Err(error)) => from_any().unwrap_or(Err(error)),
            None => from_any()?,
        };
        Some(value.map(|value| self.typed.put(Some(value))))
    }

    fn reflect(&self) -> Option<Result<Choices, String>> {
        let (backward, value) = self.property.backward.as_ref().zip(self.typed.value.as_ref())?;
        Some((backward.reflect)(&self.typed.generator, value))
    }

    fn forms(&self) -> Forms {
        let Some(value) = &self.typed.value else { return Forms::default() };
        let any = self.property.any.as_ref();
        Forms {
            any: any.and_then(|form| (form.reflect)(value)).map(|choices| choices.to_string()),
            serde: self.property.serde.as_ref().and_then(|form| (form.write)(value).ok()),
            call: any.and_then(|form| (form.source)(value)).map(|sources| self.property.about.call(&sources)),
        }
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
