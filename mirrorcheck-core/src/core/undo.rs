//! Undo steps, which lead from the result of a generator back to what it may have drawn. Types select each step.
//!
//! The macro writes a step for each expression that it can read, without knowing any type. Of several traits with the
//! same method, Rust takes the first whose bounds hold. The last one applies to every type and returns [`Unknown`], and
//! every further step from there is unknown, too.

mod fit;
mod items;
mod known;
mod numbers;
mod texts;
mod tuples;

use std::cell::Cell;
use std::marker::PhantomData;

pub use fit::Fit;
pub use items::{Count, Each, Item, Length, Pairs, Reversed, Zipped, count};
pub use numbers::{Add, BitOr, BitXor, Div, DivInto, Hinted, Mul, Negated, Op, Shl, Shr, Sub, SubFrom, Within, bit};
pub use texts::{Joined, Numeral, Piece, Through};
pub use tuples::{Or, Tuple2, Tuple3, Tuple4};

use crate::core::hints::Hints;

/// The traits of all steps, imported without their names so that they shadow nothing.
pub mod traits {
    pub use super::fit::{
        FitAs as _, FitByDeref as _, FitByItems as _, FitByLetters as _, FitByNumber as _, FitByNumbers as _,
        FitByText as _, FitByTryFrom as _, FitNothing as _, FitPlace as _, FitPrinted as _, FitSameText as _,
    };
    pub use super::items::{
        EachItem as _, EachNothing as _, EachOption as _, ItemOfAny as _, ItemOfList as _, ItemOfMade as _,
        ItemOfMap as _, ItemOfString as _, ItemOfText as _, LengthOf as _, NoItem as _, NoLength as _, NoPair as _,
        NoZip as _, NotReversed as _, PairIn as _, PairMade as _, PairsOf as _, ReversedItems as _, ZippedItems as _,
    };
    pub use super::numbers::{
        Negate as _, NoHint as _, NoNegation as _, NoOperation as _, TakeHint as _, Undo as _, UndoConverted as _,
    };
    pub use super::texts::{
        JoinedTexts as _, NoNumeral as _, NoPiece as _, NoTexts as _, NoWay as _, Numerals as _, PieceOf as _,
        ThroughPlace as _,
    };
    pub use super::tuples::{NoTuple as _, OrNothing as _, OrOther as _, TupleOf as _};
    pub use super::{
        CheckMade as _, CheckNothing as _, CheckPlace as _, DistinctByNothing as _, DistinctByValue as _,
        LookInto as _, LookNowhere as _, TakeNoPart as _, TakePart as _, TakePartOfMade as _,
    };
}

/// Candidates that are places in the focus.
#[derive(Debug)]
pub struct At<'f, T: ?Sized> {
    pub(crate) places: Vec<&'f T>,
    /// Whether there can be no other candidates.
    pub(crate) is_all: bool,
}

/// Candidates that were computed from the focus.
#[derive(Debug)]
pub struct Is<T> {
    pub(crate) values: Vec<T>,
    pub(crate) is_all: bool,
}

/// The result of a step that does not apply: no candidates, of no known type.
#[derive(Debug, Clone, Copy)]
pub struct Unknown;

/// The candidates that a step leads to.
pub trait Candidates {
    /// The type of the values.
    type Value;

    /// Returns the candidates as owned values.
    fn owned(self) -> Is<Self::Value>;
}

impl<T: Clone> Candidates for At<'_, T> {
    type Value = T;

    fn owned(self) -> Is<T> {
        Is { values: self.places.into_iter().cloned().collect(), is_all: self.is_all }
    }
}

impl<T> Candidates for Is<T> {
    type Value = T;

    fn owned(self) -> Is<T> {
        self
    }
}

impl<T> Is<T> {
    pub(crate) fn map<U>(self, f: impl FnMut(T) -> Option<U>) -> Is<U> {
        Is { values: self.values.into_iter().filter_map(f).collect(), is_all: self.is_all }
    }
}

/// The result of a step, known or not.
pub trait AnyStep {
    /// Returns the same candidates, but no longer as the only ones.
    fn about(self) -> Self;

    /// Returns no candidates.
    fn nothing() -> Self;
}

impl<T: ?Sized> AnyStep for At<'_, T> {
    fn about(self) -> Self {
        At { is_all: false, ..self }
    }

    fn nothing() -> Self {
        At { places: Vec::new(), is_all: false }
    }
}

impl<T> AnyStep for Is<T> {
    fn about(self) -> Self {
        Is { is_all: false, ..self }
    }

    fn nothing() -> Self {
        Is { values: Vec::new(), is_all: false }
    }
}

impl AnyStep for Unknown {
    fn about(self) -> Self {
        Unknown
    }

    fn nothing() -> Self {
        Unknown
    }
}

/// Returns the same candidates, but no longer as the only ones.
pub fn about<S: AnyStep>(step: S) -> S {
    step.about()
}

/// Returns the place in the focus that `look` finds, if any.
pub fn look<'f, W: ?Sized, T: ?Sized>(whole: &'f W, look: impl FnOnce(&'f W) -> Option<&'f T>) -> At<'f, T> {
    At { places: Vec::from_iter(look(whole)), is_all: true }
}

/// The operand of [`LookInto`].
pub struct Looking<S>(Cell<Option<S>>);

impl<S> Looking<S> {
    /// Wraps the step to look into.
    pub fn new(step: S) -> Looking<S> {
        Looking(Cell::new(Some(step)))
    }
}

/// Looks into candidates that are places.
pub trait LookInto<'f, T: 'f> {
    /// Returns the places that `look` finds in each candidate.
    fn look<U: 'f>(&self, look: impl Fn(&'f T) -> Option<&'f U>) -> At<'f, U>;
}

impl<'f, T: 'f> LookInto<'f, T> for &Looking<At<'f, T>> {
    fn look<U: 'f>(&self, look: impl Fn(&'f T) -> Option<&'f U>) -> At<'f, U> {
        let Some(at) = self.0.take() else { return At { places: Vec::new(), is_all: false } };
        At { places: at.places.into_iter().filter_map(look).collect(), is_all: at.is_all }
    }
}

/// The fallback where there is no place to look into.
pub trait LookNowhere {
    /// Returns that nothing is known.
    fn look<F>(&self, _: F) -> Unknown {
        Unknown
    }
}

impl<S> LookNowhere for Looking<S> {}

/// The type of an expression that has not run yet, for patterns that will match its value.
pub struct Witness<T>(PhantomData<fn() -> T>);

impl<T> Witness<T> {
    /// Creates a witness whose type is inferred later.
    #[expect(clippy::new_without_default, reason = "written by a macro only")]
    pub fn new() -> Witness<T> {
        Witness(PhantomData)
    }

    /// Fixes the type to that of a place.
    pub fn of(&self, _: &T) {}
}

/// Returns the type of the first member of a pair.
pub fn first_of<A, B>(_: &Witness<(A, B)>) -> Witness<A> {
    Witness(PhantomData)
}

/// Returns the type of the second member of a pair.
pub fn second_of<A, B>(_: &Witness<(A, B)>) -> Witness<B> {
    Witness(PhantomData)
}

/// Takes a value apart into the arguments of the constructor that made it.
///
/// If you implement it, generators that make their value by calling this constructor run backward. The parts are the
/// constructor's arguments, in order. They are only hints: if another constructor made the value, or none can make it,
/// Mirrorcheck still tries them and compares the result.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::Parts;
///
/// #[derive(Debug, Clone, PartialEq)]
/// struct Temperature {
///     millikelvin: u64,
/// }
///
/// impl Temperature {
///     fn from_celsius(degrees: i32) -> Option<Temperature> {
///         Some(Temperature { millikelvin: u64::try_from(i64::from(degrees) * 1000 + 273_150).ok()? })
///     }
/// }
///
/// impl Parts for Temperature {
///     type Parts = (i32,);
///
///     fn parts(&self) -> Option<(i32,)> {
///         let above = i64::try_from(self.millikelvin).ok()? - 273_150;
///         (above % 1000 == 0).then(|| i32::try_from(above / 1000).ok()).flatten().map(|degrees| (degrees,))
///     }
/// }
///
/// #[generator]
/// fn temperature() -> Temperature {
///     Temperature::from_celsius(draw(-273..=1_000_000)).unwrap()
/// }
/// let warm = Temperature::from_celsius(40_000).unwrap();
/// assert_eq!(temperature().reflect_first(&warm).unwrap().unwrap().to_string(), "40000");
/// ```
#[diagnostic::on_unimplemented(
    message = "it is not known what a `{Self}` was made of",
    note = "implement `mirrorcheck::Parts` for it, or derive it where the constructor takes the fields in their order"
)]
pub trait Parts {
    /// The types of the arguments, as a tuple.
    type Parts;

    /// Returns the arguments that make this value, or `None` if there are none.
    ///
    /// ```
    /// use mirrorcheck::Parts;
    /// use std::time::Duration;
    ///
    /// assert_eq!(Duration::new(3, 5).parts(), Some((3, 5)));
    /// ```
    fn parts(&self) -> Option<Self::Parts>;
}

/// The operand of `TakePart`: argument `N` of a constructor with `COUNT` arguments.
pub struct PartOf<S, const N: usize, const COUNT: usize>(Cell<Option<S>>);

impl<S, const N: usize, const COUNT: usize> PartOf<S, N, COUNT> {
    /// Wraps the step to take apart.
    pub fn new(step: S) -> Self {
        PartOf(Cell::new(Some(step)))
    }
}

/// A tuple of `COUNT` members that has a member `N`.
pub trait Member<const N: usize, const COUNT: usize> {
    /// The type of the member.
    type Member;

    /// Returns the member.
    fn member(self) -> Self::Member;
}

/// Takes a part of candidates that are places.
pub trait TakePart {
    /// The type of the part.
    type Part;

    /// Returns this part of each candidate that has parts.
    fn part(&self) -> Is<Self::Part>;
}

impl<T, const N: usize, const COUNT: usize> TakePart for &&PartOf<At<'_, T>, N, COUNT>
where
    T: Parts,
    T::Parts: Member<N, COUNT>,
{
    type Part = <T::Parts as Member<N, COUNT>>::Member;

    fn part(&self) -> Is<Self::Part> {
        let places = self.0.take().map_or_else(Vec::new, |at| at.places);
        Is { values: places.into_iter().filter_map(|place| place.parts().map(Member::member)).collect(), is_all: false }
    }
}

/// Takes a part of candidates that were computed.
pub trait TakePartOfMade {
    /// The type of the part.
    type Part;

    /// Returns this part of each candidate that has parts.
    fn part(&self) -> Is<Self::Part>;
}

impl<T, const N: usize, const COUNT: usize> TakePartOfMade for &PartOf<Is<T>, N, COUNT>
where
    T: Parts,
    T::Parts: Member<N, COUNT>,
{
    type Part = <T::Parts as Member<N, COUNT>>::Member;

    fn part(&self) -> Is<Self::Part> {
        let values = self.0.take().map_or_else(Vec::new, |is| is.values);
        Is { values: values.iter().filter_map(|value| value.parts().map(Member::member)).collect(), is_all: false }
    }
}

/// The fallback for values without parts.
pub trait TakeNoPart {
    /// The result, which is [`Unknown`].
    type Rest;

    /// Returns that nothing is known.
    fn part(&self) -> Self::Rest;
}

impl<S, const N: usize, const COUNT: usize> TakeNoPart for PartOf<S, N, COUNT> {
    type Rest = Unknown;

    fn part(&self) -> Unknown {
        Unknown
    }
}

macro_rules! members {
    ($($count:literal: $($n:tt $all:ident),*;)*) => { $( members!(@each $count ($($all)*) $($n $all,)*); )* };
    (@each $count:literal $all:tt $($n:tt $member:ident,)*) => { $( members!(@one $count $all $n $member); )* };
    (@one $count:literal ($($all:ident)*) $n:tt $member:ident) => {
        impl<$($all),*> Member<$n, $count> for ($($all,)*) {
            type Member = $member;

            fn member(self) -> $member {
                self.$n
            }
        }
    };
}
members! {
    1: 0 A;
    2: 0 A, 1 B;
    3: 0 A, 1 B, 2 C;
    4: 0 A, 1 B, 2 C, 3 D;
    5: 0 A, 1 B, 2 C, 3 D, 4 E;
    6: 0 A, 1 B, 2 C, 3 D, 4 E, 5 F;
    7: 0 A, 1 B, 2 C, 3 D, 4 E, 5 F, 6 G;
    8: 0 A, 1 B, 2 C, 3 D, 4 E, 5 F, 6 G, 7 H;
    9: 0 A, 1 B, 2 C, 3 D, 4 E, 5 F, 6 G, 7 H, 8 I;
    10: 0 A, 1 B, 2 C, 3 D, 4 E, 5 F, 6 G, 7 H, 8 I, 9 J;
    11: 0 A, 1 B, 2 C, 3 D, 4 E, 5 F, 6 G, 7 H, 8 I, 9 J, 10 K;
    12: 0 A, 1 B, 2 C, 3 D, 4 E, 5 F, 6 G, 7 H, 8 I, 9 J, 10 K, 11 L;
}

/// Compares an item with its candidates as soon as it is made, so that a wrong run stops early.
pub struct Check<'v, S, T>(Cell<Option<S>>, &'v T);

impl<'v, S, T> Check<'v, S, T> {
    /// Wraps the step that leads to the candidates, and the item that the run made.
    pub fn new(step: S, made: &'v T) -> Self {
        Check(Cell::new(Some(step)), made)
    }
}

/// Compares with candidates that are places.
pub trait CheckPlace {
    /// Returns whether the item is certainly right or certainly wrong, or `None` if it may be either.
    fn is_right(&self) -> Option<bool>;
}

impl<T: PartialEq> CheckPlace for &Check<'_, At<'_, T>, T> {
    fn is_right(&self) -> Option<bool> {
        // A value that differs from itself, such as NaN, cannot be ruled out by comparing it.
        #[expect(clippy::eq_op, reason = "asks whether the value equals itself")]
        let is_itself = |value: &T| value == value;
        let at = self.0.take().filter(|at| at.is_all && is_itself(self.1))?;
        Some(at.places.iter().any(|place| **place == *self.1))
    }
}

/// Compares with candidates that were computed.
pub trait CheckMade {
    /// Returns whether the item is certainly right or certainly wrong, or `None` if it may be either.
    fn is_right(&self) -> Option<bool>;
}

impl<T: PartialEq> CheckMade for &Check<'_, Is<T>, T> {
    fn is_right(&self) -> Option<bool> {
        #[expect(clippy::eq_op, reason = "asks whether the value equals itself")]
        let is_itself = |value: &T| value == value;
        let is = self.0.take().filter(|is| is.is_all && is_itself(self.1))?;
        Some(is.values.contains(self.1))
    }
}

/// The fallback where there is nothing to compare with.
pub trait CheckNothing {
    /// Returns `None`.
    fn is_right(&self) -> Option<bool> {
        None
    }
}

impl<S, T> CheckNothing for Check<'_, S, T> {}

/// Restarts the count of a closure's calls when a run creates the iterator that makes them.
pub fn restarted<T>(calls: &Cell<usize>, iterator: T) -> T {
    calls.set(0);
    iterator
}

/// The hints for one draw, one entry for each way back to it.
pub struct Found<'f, V>(Vec<Hints<'f, V>>);

impl<'f, V> Found<'f, V> {
    /// Creates an empty list.
    #[expect(clippy::new_without_default, reason = "written by a macro only")]
    pub fn new() -> Self {
        Found(Vec::new())
    }

    /// Adds the hints from one way back.
    pub fn add(&mut self, hints: Hints<'f, V>) {
        self.0.push(hints);
    }
}

/// The operand of [`DistinctByValue`].
pub struct Distinct<'f, V>(Cell<Option<Found<'f, V>>>);

impl<'f, V> Distinct<'f, V> {
    /// Wraps the hints.
    pub fn new(found: Found<'f, V>) -> Self {
        Distinct(Cell::new(Some(found)))
    }
}

/// Drops equal candidates.
pub trait DistinctByValue<'f, V> {
    /// Returns each candidate once; if `is_sure`, they may be the only ones.
    fn distinct(&self, is_sure: bool) -> Hints<'f, V>;
}

impl<'f, V: PartialEq> DistinctByValue<'f, V> for &Distinct<'f, V> {
    fn distinct(&self, is_sure: bool) -> Hints<'f, V> {
        Hints::distinct(self.0.take().map_or_else(Vec::new, |found| found.0), is_sure)
    }
}

/// The fallback for values that cannot be compared: a candidate tried twice would count twice.
pub trait DistinctByNothing<'f, V> {
    /// Returns no hints.
    fn distinct(&self, is_sure: bool) -> Hints<'f, V>;
}

impl<'f, V> DistinctByNothing<'f, V> for Distinct<'f, V> {
    fn distinct(&self, _: bool) -> Hints<'f, V> {
        Hints::none()
    }
}
