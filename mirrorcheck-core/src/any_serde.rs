//! Generators of anything that serde reads and writes: choices as a data format.
//!
//! Forward, `Deserialize` asks a format whose answers are choices. Backward, `Serialize` writes a tree, and the same
//! questions are answered from it. What the two impls do not say (which names there are, which types contain
//! themselves, what a text looks like) is learnt in some runs with fixed seeds before the first value is made.

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

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::core::cx::Cx;
use crate::core::generator::{Focus, Generator, Reflective, Rejected};
use fault::{Fault, explaining};
use knowledge::Knowledge;
use patterns::Patterns;
use read::Question;
use run::{Given, Run, State};
use tree::{Digest, Tree};

pub use report::{Agreement, Disagreement};

/// Makes values of any type that serde can read and write, in both directions.
///
/// The type needs no generator, and you need not own it: `Deserialize` makes values, `Serialize` takes them apart.
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
/// - Names, tags and recursion are learnt in some runs with fixed seeds before the first value is made, and then stay as they
///   are: what a seed makes changes with the type, and with nothing else. Learning takes some milliseconds and happens once for
///   each type; with [`text`](AnySerde::text) or [`examples`](AnySerde::examples), once for each generator, so make
///   it once.
/// - A value is *in range* if `Deserialize` reads what `Serialize` writes of it as an equal value. Where it does not,
///   [`why_not`](crate::Interpretations::why_not) says so, and [`agreement`](AnySerde::agreement) looks for such values.
/// - Texts that are parsed, such as versions and dates, are made from patterns for the types of well-known crates. For
///   others there are [`text`](AnySerde::text), [`examples`](AnySerde::examples) and [`compact`](AnySerde::compact).
/// - Invariants that `Deserialize` does not check do not hold.
///
/// A single run may come to nothing, and then there is another, up to a hundred times; [`Agreement::share`] says how
/// often.
pub fn any_serde<T: Serialize + DeserializeOwned + 'static>() -> AnySerde<T> {
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

/// What the user said, and what is learnt of it.
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

/// How often a single run may come to nothing.
const TRIES: u32 = 100;

/// More choices than this in a run at random mean that it has no end. Others may have any number.
const STEPS: u64 = 100_000;
const STEPS_OF_LEARNING: u64 = 5_000;

/// When two values are the same.
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
    /// Whether `==` decides.
    const COMPARES_VALUES: bool;

    /// Compares two values by `==`, if it decides.
    fn is_same(a: &T, b: &T) -> bool;
}

/// Values are the same if they are equal by `==`.
///
/// ```
/// use mirrorcheck::any_serde;
/// use mirrorcheck::generators::{AnySerde, ByValue};
///
/// let _numbers: AnySerde<u8, ByValue> = any_serde();
/// ```
#[derive(Debug, Clone, Copy)]
pub enum ByValue {}

/// Values are the same if `Serialize` writes the same of them: for types without `PartialEq`.
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

impl<T: Serialize + DeserializeOwned + 'static, S> AnySerde<T, S> {
    /// Makes the texts likely that `texts` makes, wherever a type reads them whose name, or that of its visitor, has `part`
    /// in it. One in nine stays as it would be.
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
    /// let plates = any_serde::<Vec<Plate>>().text("String", regex("[A-Z]{2}[0-9]{3}"));
    /// assert!(plates.agreement().share() > 0.1);
    /// ```
    #[must_use]
    pub fn text(self, part: &str, texts: impl Reflective<Value = String> + 'static) -> Self {
        self.with(|plan| plan.patterns.add(part.to_owned(), Rc::new(texts)))
    }

    /// Makes the texts, names and tags likely that these values have, each where it has them.
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

    /// Says that the format is not one for people (`is_human_readable`), for which many types have a form that is not a
    /// text.
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

    /// Compares values by what `Serialize` writes of them, for a type without `PartialEq`. What it does not write goes
    /// unnoticed.
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

    /// Changes what the user said; what was learnt of it before is forgotten.
    fn with(self, change: impl FnOnce(&mut Plan<T>)) -> Self {
        let Plan { patterns, examples, is_compact, .. } = &*self.plan;
        let (patterns, examples) = (patterns.clone(), examples.clone());
        let mut plan = Plan { patterns, examples, is_compact: *is_compact, knowledge: OnceLock::new() };
        change(&mut plan);
        AnySerde { plan: Rc::new(plan), types: PhantomData }
    }
}

impl<T: Serialize + DeserializeOwned + 'static, S: Sameness<T>> Generator for AnySerde<T, S> {
    type Value = T;

    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, T>) -> Result<T, Rejected> {
        let format = self.format();
        // What never came to anything is not tried any longer than it has to be.
        let tries = if format.knowledge.canonical > 0 { TRIES } else { 1 };
        explaining(cx.is_cold(), || match focus.resolve() {
            Focus::On(value) => format.take_apart(cx, value),
            Focus::Free | Focus::Sketch(_) => cx.retry(tries, |cx| format.make(cx)),
        })
    }
}

impl<T: Serialize + DeserializeOwned + 'static, S: Sameness<T>> Reflective for AnySerde<T, S> {}

impl<T: Serialize + DeserializeOwned + 'static, S: Sameness<T>> AnySerde<T, S> {
    /// The format with what is known of the type. It is learnt when it is first needed.
    fn format(&self) -> Format<'_, T, S> {
        let plan = &*self.plan;
        let knowledge = plan.knowledge.get_or_init(|| learn::knowledge::<T, S>(plan));
        Format { plan, knowledge, types: PhantomData }
    }
}

/// A data format whose answers are choices.
struct Format<'p, T, S> {
    plan: &'p Plan<T>,
    knowledge: &'p Knowledge,
    types: PhantomData<fn() -> S>,
}

/// What comes of writing a value and reading it again.
enum Again<T> {
    /// `Serialize` gives up.
    Unwritten(Fault),
    /// `Deserialize` gives up on it.
    Unread(Fault, Tree),
    /// Another value.
    Other(T, Tree),
    /// The same value, out of this data.
    Same(Digest, Tree),
}

impl<T: Serialize + DeserializeOwned, S: Sameness<T>> Format<'_, T, S> {
    /// Reads a value: from a tree, by choices, or by the choices that show in a tree.
    fn read(&self, cx: Option<&mut Cx<'_>>, tree: Option<&Tree>) -> Result<(T, Digest), Fault> {
        let mut state = State::new(tree, self.knowledge, &self.plan.patterns, !self.plan.is_compact);
        let given = tree.map_or(Given::Free, |tree| Given::Node(tree.root()));
        if tree.is_none() && cx.as_ref().is_some_and(|cx| cx.may_retry()) {
            state.steps_left = if self.knowledge.is_frozen { STEPS } else { STEPS_OF_LEARNING };
        }
        let value = match cx {
            Some(cx) => {
                let room = cx.room();
                let value = Fault::caught(|| {
                    T::deserialize(Question { run: &mut Run { cx: Some(cx), state: &mut state }, given })
                });
                cx.set_room(room);
                value?
            }
            None => {
                Fault::caught(|| T::deserialize(Question { run: &mut Run { cx: None, state: &mut state }, given }))?
            }
        };
        Ok((value, state.digest))
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

    /// Writes a value and reads it again, without choices.
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

    /// Makes a value by choices. Those that would be written otherwise are not made in this way, so that the choices that
    /// its tree shows are all there are.
    fn make(&self, cx: &mut Cx<'_>) -> Result<T, Rejected> {
        let (value, digest) = self.read(Some(cx), None).map_err(|fault| refused(cx, fault))?;
        match self.again(&value) {
            Again::Same(written, _) if written != digest => {
                Err(cx.reject(|| "`Serialize` writes this value in another way than it was read".to_owned()))
            }
            // Where the two disagree, that is for `validate` and `agreement` to say.
            _ => Ok(value),
        }
    }

    /// Finds the choices of a value.
    fn take_apart(&self, cx: &mut Cx<'_>, value: &T) -> Result<T, Rejected> {
        let tree = match self.write(value) {
            Ok(tree) => tree,
            Err(fault) => {
                let reason = fault.reason();
                return Err(cx.reject(|| format!("`Serialize` gives up: {}", reason.unwrap_or_default())));
            }
        };
        let made = cx.on_temporary(|cx| self.read(Some(cx), Some(&tree)));
        let (made, _) = made.map_err(|fault| refused(cx, fault))?;
        if self.is_same(value, &tree, &made) {
            return Ok(made);
        }
        Err(cx.reject(|| "`Deserialize` reads another value than `Serialize` wrote".to_owned()))
    }
}

/// A fault as a rejection. What choices were rejected for has been said where it was.
#[cold]
fn refused(cx: &mut Cx<'_>, fault: Fault) -> Rejected {
    match fault.reason() {
        Some(reason) => cx.reject(|| format!("`Deserialize` gives up: {reason}")),
        None => Rejected,
    }
}
