//! Choosing among generators: one primitive, four ways to write it.

use std::marker::PhantomData;

use crate::core::choice::{Ask, Names};
use crate::core::cx::{Cx, FORWARD};
use crate::core::generator::{Focus, Generator, Reflective, Rejected};
use crate::core::text::Text;

/// Chooses among alternatives with a weight and a label each: an array of one type of generator, or a tuple of several.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let small_or_large = pick([(1, "small", 0..=9), (1, "large", 1000..=9999)]);
/// assert_eq!(small_or_large.probability(&7), 0.05);
/// assert_eq!(small_or_large.reflect(&7).next().unwrap().labels(), ["small", "7"]);
/// ```
pub fn pick<A: Alternatives<Full>>(alternatives: A) -> Pick<A, Full> {
    Pick::new(alternatives)
}

/// Chooses like [`pick`], without weights: all alternatives are equally likely.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let digit_or_ten = labeled((("digit", 0..=9), ("ten", exact(10))));
/// assert_eq!(digit_or_ten.probability(&10), 0.5);
/// assert_eq!(digit_or_ten.reflect(&7).next().unwrap().to_string(), "digit(7)");
/// ```
pub fn labeled<A: Alternatives<Labeled>>(alternatives: A) -> Pick<A, Labeled> {
    Pick::new(alternatives)
}

/// Chooses like [`pick`], without labels.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let mostly_small = frequency([(3, 0..=1), (1, 1000..=1001)]);
/// assert_eq!(mostly_small.probability(&0), 0.375);
/// ```
pub fn frequency<A: Alternatives<Frequent>>(alternatives: A) -> Pick<A, Frequent> {
    Pick::new(alternatives)
}

/// Chooses like [`pick`], without weights or labels.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let digit_or_ten = oneof((0..=9, exact(10)));
/// assert_eq!(digit_or_ten.probability(&10), 0.5);
/// ```
pub fn oneof<A: Alternatives<Bare>>(alternatives: A) -> Pick<A, Bare> {
    Pick::new(alternatives)
}

/// Chooses like [`pick`], among alternatives only known at run time: `(weight, label, generator)` each, where an empty
/// label means none.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let names = ["ann", "bob"];
/// let name = pick_from(names.iter().map(|name| (name.len() as u64, *name, exact(*name))));
/// assert_eq!(name.reflect(&"bob").next().unwrap().to_string(), "bob");
/// assert_eq!(name.probability(&"bob"), 0.5);
/// ```
pub fn pick_from<A: Alternative<Full>>(alternatives: impl IntoIterator<Item = A>) -> Pick<Vec<A>, Full> {
    Pick::new(alternatives.into_iter().collect())
}

/// The generator that [`pick`], [`labeled`], [`frequency`], [`oneof`] and [`pick_from`] return.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let g = pick([(1, "small", 0..=9), (3, "large", 100..=109)]);
/// assert_eq!(g.derivative("large").probability(&105), 0.1);
/// ```
#[derive(Debug)]
pub struct Pick<A, Shape> {
    /// Whether a label occurs twice, which is an error as soon as the generator runs.
    repeats: bool,
    alternatives: A,
    shape: PhantomData<Shape>,
}

impl<Shape, A: Alternatives<Shape>> Pick<A, Shape> {
    fn new(alternatives: A) -> Pick<A, Shape> {
        let labels = alternatives.labels();
        let repeats = Ask::among(alternatives.weights().as_ref(), Names::Labels(labels.as_ref()))
            .is_some_and(|ask| ask.repeated_label().is_some());
        drop(labels);
        Pick { repeats, alternatives, shape: PhantomData }
    }
}

impl<A: Clone, Shape> Clone for Pick<A, Shape> {
    fn clone(&self) -> Self {
        Pick { repeats: self.repeats, alternatives: self.alternatives.clone(), shape: PhantomData }
    }
}

/// `generator`.
/// The shape of [`oneof`]'s alternatives.
///
/// ```
/// use std::ops::RangeInclusive;
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::generators::{Bare, Pick};
///
/// let digits: Pick<[RangeInclusive<i32>; 1], Bare> = oneof([0..=9]);
/// assert!(digits.contains(&7));
/// ```
#[derive(Debug)]
pub enum Bare {}
/// `(label, generator)`.
/// The shape of [`labeled`]'s alternatives.
///
/// ```
/// use std::ops::RangeInclusive;
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::generators::{Labeled, Pick};
///
/// let digits: Pick<[(&str, RangeInclusive<i32>); 1], Labeled> = labeled([("digit", 0..=9)]);
/// assert!(digits.contains(&7));
/// ```
#[derive(Debug)]
pub enum Labeled {}
/// `(weight, generator)`.
/// The shape of [`frequency`]'s alternatives.
///
/// ```
/// use std::ops::RangeInclusive;
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::generators::{Frequent, Pick};
///
/// let digits: Pick<[(u32, RangeInclusive<i32>); 1], Frequent> = frequency([(3, 0..=9)]);
/// assert!(digits.contains(&7));
/// ```
#[derive(Debug)]
pub enum Frequent {}
/// `(weight, label, generator)`.
/// The shape of [`pick`]'s alternatives.
///
/// ```
/// use std::ops::RangeInclusive;
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::generators::{Full, Pick};
///
/// let digits: Pick<[(u32, &str, RangeInclusive<i32>); 1], Full> = pick([(3, "digit", 0..=9)]);
/// assert!(digits.contains(&7));
/// ```
#[derive(Debug)]
pub enum Full {}

/// One alternative, written in one of four shapes.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::generators::{Alternative, Full};
///
/// fn shown(alternative: &impl Alternative<Full>) -> String {
///     format!("{} {}", alternative.weight(), alternative.label())
/// }
/// assert_eq!(shown(&(3, "digit", 0..=9)), "3 digit");
/// ```
pub trait Alternative<Shape> {
    /// The type of its generator.
    type Generator: Generator;
    /// Returns its weight, relative to the others; 0 removes it in every direction.
    ///
    /// ```
    /// use mirrorcheck::generators::{Alternative, Full, Labeled};
    ///
    /// assert_eq!(Alternative::<Full>::weight(&(3, "digit", 0..=9)), 3);
    /// assert_eq!(Alternative::<Labeled>::weight(&("digit", 0..=9)), 1);
    /// ```
    fn weight(&self) -> u64 {
        1
    }
    /// Returns its label; empty for none.
    ///
    /// ```
    /// use mirrorcheck::generators::{Alternative, Bare, Labeled};
    ///
    /// assert_eq!(Alternative::<Labeled>::label(&("digit", 0..=9)), "digit");
    /// assert_eq!(Alternative::<Bare>::label(&(0..=9)), "");
    /// ```
    fn label(&self) -> &str {
        ""
    }
    /// Returns its generator.
    ///
    /// ```
    /// use mirrorcheck::generators::{Alternative, Labeled};
    ///
    /// assert_eq!(Alternative::<Labeled>::generator(&("digit", 0..=9)), &(0..=9));
    /// ```
    fn generator(&self) -> &Self::Generator;
}

impl<G: Generator> Alternative<Bare> for G {
    type Generator = G;
    fn generator(&self) -> &G {
        self
    }
}

impl<L: AsRef<str>, G: Generator> Alternative<Labeled> for (L, G) {
    type Generator = G;
    fn label(&self) -> &str {
        self.0.as_ref()
    }
    fn generator(&self) -> &G {
        &self.1
    }
}

impl<W: Weight, G: Generator> Alternative<Frequent> for (W, G) {
    type Generator = G;
    fn weight(&self) -> u64 {
        self.0.weight()
    }
    fn generator(&self) -> &G {
        &self.1
    }
}

impl<W: Weight, L: AsRef<str>, G: Generator> Alternative<Full> for (W, L, G) {
    type Generator = G;
    fn weight(&self) -> u64 {
        self.0.weight()
    }
    fn label(&self) -> &str {
        self.1.as_ref()
    }
    fn generator(&self) -> &G {
        &self.2
    }
}

/// A type for weights: an integer. A negative weight counts as 0.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::generators::Weight;
///
/// fn biased(heads: impl Weight) -> impl Reflective<Value = &'static str> {
///     frequency(((heads, exact("heads")), (1, exact("tails"))))
/// }
/// assert_eq!(biased(3).probability(&"heads"), 0.75);
/// assert_eq!(biased(-3).probability(&"heads"), 0.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "a weight must be an integer, and `{Self}` is not",
    note = "`frequency` takes `(weight, g)`, `labeled` takes `(label, g)` and `pick` takes `(weight, label, g)`"
)]
pub trait Weight {
    /// Returns the weight, relative to the others.
    ///
    /// ```
    /// use mirrorcheck::generators::Weight;
    ///
    /// assert_eq!(3i32.weight(), 3);
    /// assert_eq!((-3i32).weight(), 0);
    /// ```
    fn weight(&self) -> u64;
}

macro_rules! weights {
    ($($type:ident)*) => { $(
        impl Weight for $type {
            #[inline]
            fn weight(&self) -> u64 {
                u64::try_from(*self).unwrap_or(0)
            }
        }
    )* };
}
weights!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

impl<W: Weight + ?Sized> Weight for &W {
    #[inline]
    fn weight(&self) -> u64 {
        (**self).weight()
    }
}

/// Several alternatives that make the same type of value: an array, a `Vec`, or a tuple.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::generators::{Alternatives, Frequent};
///
/// fn total(alternatives: &impl Alternatives<Frequent>) -> u64 {
///     alternatives.weights().as_ref().iter().sum()
/// }
/// assert_eq!(total(&[(9, 0..=9), (1, 100..=109)]), 10);
/// assert_eq!(total(&((9, 0..=9), (2, exact(100)))), 11);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of alternatives",
    note = "`oneof` takes `[g, …]`, `frequency` takes `[(weight, g), …]`, `labeled` takes `[(label, g), …]` and \
            `pick` takes `[(weight, label, g), …]`, as an array of one kind of generator or a tuple of several"
)]
pub trait Alternatives<Shape> {
    /// The type of the values they make.
    type Value;
    /// Returns the weights, in order.
    ///
    /// ```
    /// use mirrorcheck::generators::{Alternatives, Frequent};
    ///
    /// assert_eq!(Alternatives::<Frequent>::weights(&[(9, 0..=9), (1, 10..=19)]).as_ref(), [9, 1]);
    /// ```
    fn weights(&self) -> impl AsRef<[u64]>;
    /// Returns the labels, in order.
    ///
    /// ```
    /// use mirrorcheck::generators::{Alternatives, Labeled};
    ///
    /// assert_eq!(Alternatives::<Labeled>::labels(&[("a", 0..=9), ("b", 10..=19)]).as_ref(), ["a", "b"]);
    /// ```
    fn labels(&self) -> impl AsRef<[&str]>;
    /// Runs one of them.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::{Cx, Rejected};
    /// use mirrorcheck::generators::{Alternatives, Bare};
    ///
    /// /// Always the second.
    /// struct Second<A>(A);
    /// impl<A: Alternatives<Bare>> Generator for Second<A> {
    ///     type Value = A::Value;
    ///     fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, A::Value>) -> Result<A::Value, Rejected> {
    ///         self.0.run_one(1, cx, focus)
    ///     }
    /// }
    /// assert_eq!(Second((0..=9, exact(10))).sample(1), 10);
    /// ```
    fn run_one(&self, i: usize, cx: &mut Cx<'_>, focus: Focus<'_, Self::Value>) -> Result<Self::Value, Rejected>;
}

/// Alternatives that are all pieces of a text.
pub trait TextAlternatives<Shape>: ReflectiveAlternatives<Shape> {
    /// Runs one of them as a piece of a text.
    fn run_one_text(&self, i: usize, cx: &mut Cx<'_>, wanted: bool) -> Result<Option<Self::Value>, Rejected>;
}

/// Alternatives that all run backward.
pub trait ReflectiveAlternatives<Shape>: Alternatives<Shape> {}

impl<Shape, A: Alternatives<Shape>> Generator for Pick<A, Shape> {
    type Value = A::Value;

    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, A::Value>) -> Result<A::Value, Rejected> {
        let weights = self.alternatives.weights();
        if cx.is_plain() && !self.repeats {
            let i = cx.pick(weights.as_ref(), Names::Unnamed, None)?;
            return self.alternatives.run_one(i, cx, focus);
        }
        let labels = self.alternatives.labels();
        let names = Names::Labels(labels.as_ref());
        cx.alternatives(focus, weights.as_ref().len(), &|_, _| true, &mut |cx, i| {
            let shown = (!focus.is_free()).then_some(i as usize);
            let i = cx.pick(weights.as_ref(), names, shown)?;
            self.alternatives.run_one(i, cx, focus)
        })
    }
}

impl<Shape, A: ReflectiveAlternatives<Shape>> Reflective for Pick<A, Shape> {}

impl<Shape, A: TextAlternatives<Shape>> Text for Pick<A, Shape> {
    fn run_text(&self, cx: &mut Cx<'_>, wanted: bool) -> Result<Option<A::Value>, Rejected> {
        let (weights, labels) = (self.alternatives.weights(), self.alternatives.labels());
        let (weights, names) = (weights.as_ref(), Names::Labels(labels.as_ref()));
        let (mut value, start) = (None, cx.position());
        let mut attempt = |cx: &mut Cx<'_>, i: u32| {
            let i = cx.pick(weights, names, (i != FORWARD).then_some(i as usize))?;
            value = self.alternatives.run_one_text(i, cx, wanted)?;
            Ok(())
        };
        cx.text_alternatives(weights.len(), &mut attempt)?;
        if wanted && cx.is_searching_all() {
            cx.rebuilt(start, |cx| cx.text_alternatives(weights.len(), &mut attempt))?;
        }
        Ok(value)
    }
}

impl<Shape, A: Alternative<Shape>, const N: usize> Alternatives<Shape> for [A; N] {
    type Value = <A::Generator as Generator>::Value;
    fn weights(&self) -> impl AsRef<[u64]> {
        std::array::from_fn::<u64, N, _>(|i| self[i].weight())
    }
    fn labels(&self) -> impl AsRef<[&str]> {
        std::array::from_fn::<&str, N, _>(|i| self[i].label())
    }
    fn run_one(&self, i: usize, cx: &mut Cx<'_>, focus: Focus<'_, Self::Value>) -> Result<Self::Value, Rejected> {
        self[i].generator().run(cx, focus)
    }
}

impl<Shape, A: Alternative<Shape>, const N: usize> ReflectiveAlternatives<Shape> for [A; N] where
    A::Generator: Reflective
{
}

impl<Shape, A: Alternative<Shape>, const N: usize> TextAlternatives<Shape> for [A; N]
where
    A::Generator: Text,
{
    fn run_one_text(&self, i: usize, cx: &mut Cx<'_>, wanted: bool) -> Result<Option<Self::Value>, Rejected> {
        self[i].generator().run_text(cx, wanted)
    }
}

impl<Shape, A: Alternative<Shape>> Alternatives<Shape> for Vec<A> {
    type Value = <A::Generator as Generator>::Value;
    fn weights(&self) -> impl AsRef<[u64]> {
        self.iter().map(A::weight).collect::<Vec<_>>()
    }
    fn labels(&self) -> impl AsRef<[&str]> {
        self.iter().map(A::label).collect::<Vec<_>>()
    }
    fn run_one(&self, i: usize, cx: &mut Cx<'_>, focus: Focus<'_, Self::Value>) -> Result<Self::Value, Rejected> {
        self[i].generator().run(cx, focus)
    }
}

impl<Shape, A: Alternative<Shape>> ReflectiveAlternatives<Shape> for Vec<A> where A::Generator: Reflective {}

impl<Shape, A: Alternative<Shape>> TextAlternatives<Shape> for Vec<A>
where
    A::Generator: Text,
{
    fn run_one_text(&self, i: usize, cx: &mut Cx<'_>, wanted: bool) -> Result<Option<Self::Value>, Rejected> {
        self[i].generator().run_text(cx, wanted)
    }
}

macro_rules! tuples {
    ($(($first:ident $($a:ident $i:tt)*))*) => { $(
        impl<Shape, Value, $first: Alternative<Shape>, $($a: Alternative<Shape>),*> Alternatives<Shape>
            for ($first, $($a,)*)
        where
            $first::Generator: Generator<Value = Value>,
            $($a::Generator: Generator<Value = Value>,)*
        {
            type Value = Value;
            fn weights(&self) -> impl AsRef<[u64]> {
                [self.0.weight(), $(self.$i.weight()),*]
            }
            fn labels(&self) -> impl AsRef<[&str]> {
                [self.0.label(), $(self.$i.label()),*]
            }
            fn run_one(&self, i: usize, cx: &mut Cx<'_>, focus: Focus<'_, Value>) -> Result<Value, Rejected> {
                match i {
                    $($i => self.$i.generator().run(cx, focus),)*
                    _ => self.0.generator().run(cx, focus),
                }
            }
        }

        impl<Shape, Value, $first: Alternative<Shape>, $($a: Alternative<Shape>),*> ReflectiveAlternatives<Shape>
            for ($first, $($a,)*)
        where
            $first::Generator: Reflective + Generator<Value = Value>,
            $($a::Generator: Reflective + Generator<Value = Value>,)*
        {
        }

        impl<Shape, Value, $first: Alternative<Shape>, $($a: Alternative<Shape>),*> TextAlternatives<Shape>
            for ($first, $($a,)*)
        where
            $first::Generator: Text + Generator<Value = Value>,
            $($a::Generator: Text + Generator<Value = Value>,)*
        {
            fn run_one_text(&self, i: usize, cx: &mut Cx<'_>, wanted: bool) -> Result<Option<Value>, Rejected> {
                match i {
                    $($i => self.$i.generator().run_text(cx, wanted),)*
                    _ => self.0.generator().run_text(cx, wanted),
                }
            }
        }
    )* };
}
tuples! {
    (A)
    (A B 1)
    (A B 1 C 2)
    (A B 1 C 2 D 3)
    (A B 1 C 2 D 3 E 4)
    (A B 1 C 2 D 3 E 4 F 5)
    (A B 1 C 2 D 3 E 4 F 5 G 6)
    (A B 1 C 2 D 3 E 4 F 5 G 6 H 7)
    (A B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8)
    (A B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9)
    (A B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10)
    (A B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11)
}
