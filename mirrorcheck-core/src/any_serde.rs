//! Generators of every type that implements serde's traits: choices as a data format.
//!
//! Forward, `Deserialize` reads from a format that answers with choices. Backward, `Serialize` writes a tree, and the same
//! format answers from that tree. The two impls do not say which names exist, which types contain themselves, or what a
//! text looks like. The generator learns that in runs with fixed seeds before it makes its first value.

mod display;
mod fault;
mod knowledge;
mod learn;
mod lessons;
mod patterns;
mod read;
mod report;
mod run;
mod tree;
mod write;

use std::fmt;
use std::marker::PhantomData;
use std::rc::Rc;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use crate::core::cx::Cx;
use crate::core::generator::{Focus, Generator, Reflective, Rejected};
use display::Difference;
use fault::{Fault, explaining};
use knowledge::Knowledge;
use patterns::Patterns;
use read::Question;
use run::{Given, Run, State};
use tree::{Digest, Tree};

pub use report::{Agreement, Disagreement};

/// Makes values of any type that implements serde's traits, and runs in both directions.
///
/// The type needs no generator, and you need not own it: `Deserialize` makes values, and `Serialize` takes them apart.
///
/// ```
/// use std::collections::BTreeMap;
/// use mirrorcheck::any_serde;
/// use mirrorcheck::prelude::*;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
/// #[serde(tag = "kind", rename_all = "lowercase")]
/// enum Shape {
///     Circle { radius: u8 },
///     Group { name: Option<String>, parts: Vec<Shape> },
/// }
///
/// let shapes = any_serde::<BTreeMap<String, Shape>>();
/// let one = BTreeMap::from([("a".to_owned(), Shape::Circle { radius: 7 })]);
/// let choices = shapes.reflect_first(&one).unwrap().unwrap();
/// assert_eq!(shapes.replay(&choices), Ok(one));
/// ```
///
/// - Before its first value, the generator learns names, tags and recursion in runs with fixed seeds. It learns nothing
///   later, so what a seed makes depends on the type alone. Learning takes some milliseconds, once for each type. A generator
///   with [`text`](AnySerde::text) or [`examples`](AnySerde::examples) learns for itself, so build it once.
/// - A value is *in range* if `Deserialize` reads an equal value from what `Serialize` writes.
///   [`why_not`](crate::Interpretations::why_not) says why a value is not, and [`agreement`](AnySerde::agreement) searches
///   for such values.
/// - Types of well-known crates that parse a text, such as versions and dates, have patterns. For others, use
///   [`text`](AnySerde::text), [`examples`](AnySerde::examples) or [`compact`](AnySerde::compact).
/// - Values only satisfy the invariants that `Deserialize` checks.
/// - A type may borrow (`&'static str`, `Config<'static>`). Texts that are borrowed are never freed.
///
/// A single run may fail to make a value. The generator then tries again, up to a hundred times;
/// [`Agreement::share`] is the share of runs that succeed.
pub fn any_serde<T: Serialize + Deserialize<'static> + 'static>() -> AnySerde<T> {
    AnySerde { plan: Rc::new(Plan::default()), types: PhantomData }
}

/// The generator that [`any_serde`] returns.
///
/// ```
/// use std::net::IpAddr;
/// use mirrorcheck::any_serde;
/// use mirrorcheck::generators::AnySerde;
/// use mirrorcheck::prelude::*;
///
/// let addresses: AnySerde<IpAddr> = any_serde();
/// assert!(addresses.contains(&"127.0.0.1".parse().unwrap()));
/// ```
pub struct AnySerde<T, S = ByValue> {
    plan: Rc<Plan<T>>,
    types: PhantomData<fn() -> S>,
}

/// What the user asked for, and what was learnt for it.
struct Plan<T> {
    patterns: Patterns,
    examples: Rc<Vec<T>>,
    is_compact: bool,
    knowledge: OnceLock<Arc<Knowledge>>,
}

impl<T> Default for Plan<T> {
    fn default() -> Plan<T> {
        Plan {
            patterns: Patterns::default(),
            examples: Rc::new(Vec::new()),
            is_compact: false,
            knowledge: OnceLock::new(),
        }
    }
}

/// How many runs may fail in a row.
const TRIES: u32 = 100;

/// A random run that asks more questions is taken to be endless.
const STEPS: u64 = 100_000;
/// The same limit while learning, and for a type of which no value is known.
const STEPS_OF_LEARNING: u64 = 5_000;

/// Decides whether two values are the same.
///
/// ```
/// use mirrorcheck::any_serde;
/// use mirrorcheck::generators::{ByTree, Sameness};
///
/// fn is_reflective<S: Sameness<Vec<u8>>>() -> bool {
///     S::COMPARES_VALUES
/// }
/// assert!(!is_reflective::<ByTree>());
/// ```
pub trait Sameness<T> {
    /// Whether values are compared with `==`.
    const COMPARES_VALUES: bool;

    /// Compares two values with `==`, or returns `true` if the type has none.
    fn is_same(a: &T, b: &T) -> bool;
}

/// Compares values with `==`.
///
/// ```
/// use mirrorcheck::any_serde;
/// use mirrorcheck::generators::{AnySerde, ByValue};
///
/// let _numbers: AnySerde<u8, ByValue> = any_serde();
/// ```
#[derive(Debug, Clone, Copy)]
pub enum ByValue {}

/// Compares what `Serialize` writes, for types without `PartialEq`.
///
/// ```
/// use mirrorcheck::any_serde;
/// use mirrorcheck::generators::{AnySerde, ByTree};
///
/// let _numbers: AnySerde<u8, ByTree> = any_serde().by_tree();
/// ```
#[derive(Debug, Clone, Copy)]
pub enum ByTree {}

impl<T: PartialEq> Sameness<T> for ByValue {
    const COMPARES_VALUES: bool = true;

    fn is_same(a: &T, b: &T) -> bool {
        a == b
    }
}

impl<T> Sameness<T> for ByTree {
    const COMPARES_VALUES: bool = false;

    fn is_same(_: &T, _: &T) -> bool {
        true
    }
}

impl<T, S> Clone for AnySerde<T, S> {
    fn clone(&self) -> Self {
        AnySerde { plan: self.plan.clone(), types: PhantomData }
    }
}

impl<T, S> fmt::Debug for AnySerde<T, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "any_serde::<{}>()", std::any::type_name::<T>())
    }
}

impl<T: Serialize + Deserialize<'static> + 'static, S> AnySerde<T, S> {
    /// Draws most texts from `texts`, wherever `part` fits the place of a text:
    ///
    /// - With a dot, it names a field: `".plate"`, or `"Car.plate"` for the fields of one type. It fits all texts in the
    ///   field, also those in an `Option` or a list.
    /// - Otherwise, it is a part of the name of the type that reads the text, or of its visitor. A type under
    ///   `#[serde(try_from = "String")]` reads a `String`, so name the field instead.
    ///
    /// A field takes precedence over a type, and a later call over an earlier one.
    ///
    /// ```
    /// use mirrorcheck::any_serde;
    /// use mirrorcheck::prelude::*;
    /// use serde::{Deserialize, Serialize};
    ///
    /// #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    /// #[serde(try_from = "String", into = "String")]
    /// struct Plate(String);
    ///
    /// impl TryFrom<String> for Plate {
    ///     type Error = &'static str;
    ///     fn try_from(text: String) -> Result<Plate, &'static str> {
    ///         let is_plate = text.len() == 5 && text.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
    ///         if is_plate { Ok(Plate(text)) } else { Err("not a plate") }
    ///     }
    /// }
    /// impl From<Plate> for String {
    ///     fn from(plate: Plate) -> String {
    ///         plate.0
    ///     }
    /// }
    ///
    /// #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    /// struct Car {
    ///     owner: String,
    ///     plate: Option<Plate>,
    /// }
    ///
    /// let cars = any_serde::<Car>().text("Car.plate", regex("[A-Z]{2}[0-9]{3}"));
    /// assert!(cars.agreement().share() > 0.8);
    /// ```
    #[must_use]
    pub fn text(self, part: &str, texts: impl Reflective<Value = String> + 'static) -> Self {
        self.with(|plan| plan.patterns.add(part.to_owned(), Rc::new(texts)))
    }

    /// Makes the texts, names and tags of these values likely, each in the place where a value has it.
    ///
    /// ```
    /// use mirrorcheck::any_serde;
    /// use mirrorcheck::prelude::*;
    ///
    /// let units = any_serde::<(String, u8)>().examples([("kg".to_owned(), 5)]);
    /// assert!(units.probability(&("kg".to_owned(), 7)) > 1e-4);
    /// ```
    #[must_use]
    pub fn examples(self, examples: impl IntoIterator<Item = T>) -> Self {
        self.with(|plan| plan.examples = Rc::new(examples.into_iter().collect()))
    }

    /// Uses the compact form, in which `is_human_readable` returns `false` and many types are not written as texts.
    ///
    /// ```
    /// use std::net::IpAddr;
    /// use mirrorcheck::any_serde;
    /// use mirrorcheck::prelude::*;
    ///
    /// let addresses = any_serde::<IpAddr>().compact();
    /// assert!(addresses.contains(&"::7".parse().unwrap()));
    /// assert!(addresses.agreement().share() > 0.9);
    /// ```
    #[must_use]
    pub fn compact(self) -> Self {
        self.with(|plan| plan.is_compact = true)
    }

    /// Compares what `Serialize` writes instead of the values, for a type without `PartialEq`. A field that is not written
    /// is not compared.
    ///
    /// ```
    /// use mirrorcheck::any_serde;
    /// use mirrorcheck::prelude::*;
    /// use serde::{Deserialize, Serialize};
    ///
    /// #[derive(Serialize, Deserialize)]
    /// struct Opaque(u8);
    ///
    /// assert!(any_serde::<Opaque>().by_tree().contains(&Opaque(7)));
    /// ```
    #[must_use]
    pub fn by_tree(self) -> AnySerde<T, ByTree> {
        AnySerde { plan: self.with(|_| {}).plan, types: PhantomData }
    }

    /// Changes what the user asked for, and forgets what was learnt before.
    fn with(self, change: impl FnOnce(&mut Plan<T>)) -> Self {
        let Plan { patterns, examples, is_compact, .. } = &*self.plan;
        let (patterns, examples) = (patterns.clone(), examples.clone());
        let mut plan = Plan { patterns, examples, is_compact: *is_compact, knowledge: OnceLock::new() };
        change(&mut plan);
        AnySerde { plan: Rc::new(plan), types: PhantomData }
    }
}

impl<T: Serialize + Deserialize<'static> + 'static, S: Sameness<T>> Generator for AnySerde<T, S> {
    type Value = T;

    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, T>) -> Result<T, Rejected> {
        let format = self.format();
        // A type that never made a value while learning is not worth a hundred tries.
        let tries = if format.knowledge.canonical > 0 { TRIES } else { 1 };
        explaining(cx.is_cold(), || match focus.resolve() {
            Focus::On(value) => format.take_apart(cx, value),
            Focus::Free | Focus::Sketch(_) => cx.retry(tries, |cx| format.make(cx)),
        })
    }
}

impl<T: Serialize + Deserialize<'static> + 'static, S: Sameness<T>> Reflective for AnySerde<T, S> {}

impl<T: Serialize + Deserialize<'static> + 'static, S: Sameness<T>> AnySerde<T, S> {
    /// Returns the format with what is known about the type, which is learnt on first use.
    fn format(&self) -> Format<'_, T, S> {
        let plan = &*self.plan;
        let knowledge = plan.knowledge.get_or_init(|| learn::knowledge::<T, S>(plan));
        Format { plan, knowledge, types: PhantomData }
    }
}

/// A data format that answers with choices.
struct Format<'p, T, S> {
    plan: &'p Plan<T>,
    knowledge: &'p Knowledge,
    types: PhantomData<fn() -> S>,
}

/// The result of writing a value and reading it back.
enum Again<T> {
    /// `Serialize` fails.
    Unwritten(Fault),
    /// `Deserialize` fails on what was written.
    Unread(Fault, Tree),
    /// `Deserialize` reads a different value.
    Other(T, Tree),
    /// `Deserialize` reads the same value, from data with this digest.
    Same(Digest, Tree),
}

impl<T: Serialize + Deserialize<'static>, S: Sameness<T>> Format<'_, T, S> {
    /// Reads a value from choices, from a tree, or from a tree while recovering the choices behind it.
    fn read(&self, cx: Option<&mut Cx<'_>>, tree: Option<&Tree>) -> Result<(T, Digest), Fault> {
        let mut state = State::new(tree, self.knowledge, &self.plan.patterns, !self.plan.is_compact);
        let given = tree.map_or(Given::Free, |tree| Given::Node(tree.root()));
        if tree.is_none() && cx.as_ref().is_some_and(|cx| cx.may_retry()) {
            let is_able = self.knowledge.is_frozen && self.knowledge.canonical > 0;
            state.steps_left = if is_able { STEPS } else { STEPS_OF_LEARNING };
        }
        let value = match cx {
            Some(cx) => {
                let room = cx.room();
                let value = Fault::caught(|| {
                    T::deserialize(Question { run: &mut Run { cx: Some(cx), state: &mut state }, given })
                });
                cx.set_room(room);
                value
            }
            None => Fault::caught(|| T::deserialize(Question { run: &mut Run { cx: None, state: &mut state }, given })),
        };
        match value {
            Ok(value) => Ok((value, state.digest)),
            Err(fault) => Err(fault.at(tree, state.at)),
        }
    }

    fn write(&self, value: &T) -> Result<Tree, Fault> {
        write::write(value, !self.plan.is_compact)
    }

    fn is_same(&self, value: &T, tree: &Tree, other: &T) -> bool {
        if S::COMPARES_VALUES {
            return S::is_same(value, other);
        }
        self.write(other).is_ok_and(|other| other.is_same(tree))
    }

    /// Writes a value and reads it back, without choices.
    fn again(&self, value: &T) -> Again<T> {
        let tree = match self.write(value) {
            Ok(tree) => tree,
            Err(fault) => return Again::Unwritten(fault),
        };
        match self.read(None, Some(&tree)) {
            Err(fault) => Again::Unread(fault, tree),
            Ok((other, digest)) if self.is_same(value, &tree, &other) => Again::Same(digest, tree),
            Ok((other, _)) => Again::Other(other, tree),
        }
    }

    /// Makes a value from choices. It rejects data that `Serialize` would write differently, because the backward direction
    /// only finds the choices behind what `Serialize` writes, and these have to be all.
    fn make(&self, cx: &mut Cx<'_>) -> Result<T, Rejected> {
        let (value, digest) = match self.read(Some(cx), None) {
            Ok(made) => made,
            // Other runs would not end either.
            Err(fault) if fault.is_endless && self.knowledge.canonical == 0 => return Err(cx.too_deep()),
            Err(fault) => return Err(refused(cx, fault)),
        };
        match self.again(&value) {
            Again::Same(written, _) if written != digest => {
                Err(cx.reject(|| "`Serialize` writes this value differently from what was read".to_owned()))
            }
            // Values on which the two impls disagree stay, so that `validate` and `agreement` can report them.
            _ => Ok(value),
        }
    }

    /// Recovers the choices behind a value.
    fn take_apart(&self, cx: &mut Cx<'_>, value: &T) -> Result<T, Rejected> {
        let tree = match self.write(value) {
            Ok(tree) => tree,
            Err(fault) => return Err(cx.reject(|| fault.to_text("Serialize", ""))),
        };
        let made = cx.on_temporary(|cx| self.read(Some(cx), Some(&tree)));
        let (made, _) = made.map_err(|fault| refused(cx, fault))?;
        if self.is_same(value, &tree, &made) {
            return Ok(made);
        }
        Err(cx.reject(|| self.difference(&tree, &made).to_string()))
    }

    /// Finds where the value that was read differs from the one that was written.
    #[cold]
    fn difference(&self, written: &Tree, read: &T) -> Difference {
        match explaining(false, || self.write(read)) {
            Ok(read) => written.difference(&read),
            Err(_) => Difference::Unknown,
        }
    }
}

/// Turns a fault into a rejection. One without a reason comes from a rejected choice, which has reported its own.
#[cold]
fn refused(cx: &mut Cx<'_>, fault: Fault) -> Rejected {
    if !fault.has_reason() {
        return Rejected;
    }
    cx.reject(|| fault.to_text("Deserialize", ""))
}
