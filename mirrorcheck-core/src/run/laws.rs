//! The properties people test most, in one line each: round trips, comparisons with a simpler program, and algebraic
//! laws.
//!
//! ```
//! use mirrorcheck::prelude::*;
//! use mirrorcheck::laws;
//!
//! laws::round_trip(any::<i32>(), |n| n.to_string(), |text| text.parse::<i32>());
//! laws::same_as(any::<Vec<u8>>(), |list| list.iter().rev().count(), |list| list.len());
//! laws::commutative(any::<u8>(), |a, b| a.max(b).clone());
//! ```
//!
//! Each is a [`forall`] and fails like one: with a report of the simplest values.

use std::fmt::Debug;

use crate::core::generator::Generator;
use crate::run::checker::forall;

/// Checks that `back` undoes `there`: printing and parsing, encoding and decoding. `back` may return a `Result` or an
/// `Option`; then the property fails on `Err` and `None`.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::laws;
///
/// laws::round_trip(any::<String>(), |text| text.clone().into_bytes(), String::from_utf8);
/// ```
///
/// # Panics
/// Panics, with a report, if there is a value for which it does not hold. So do the other functions here.
#[track_caller]
pub fn round_trip<G, T, B>(generator: G, there: impl Fn(&G::Value) -> T, back: impl Fn(T) -> B)
where
    G: Generator,
    G::Value: Debug + PartialEq,
    B: ComesBack<G::Value>,
{
    forall(generator, |value| match back(there(&value)).value() {
        Ok(again) => (again == value).then_some(()).ok_or(format!("it comes back as {again:?}")),
        Err(why) => Err(format!("it does not come back: {why}")),
    });
}

/// A result of the way back of a [`round_trip`].
///
/// ```
/// use mirrorcheck::laws::ComesBack;
///
/// assert_eq!(ComesBack::<i32>::value("5".parse::<i32>()), Ok(5));
/// assert_eq!(ComesBack::<i32>::value(None::<i32>), Err("None".to_owned()));
/// ```
#[diagnostic::on_unimplemented(message = "the way back returns `{Self}`, not `{V}` or an `Option` or `Result` of it")]
pub trait ComesBack<V> {
    /// Returns the value, or why there is none.
    ///
    /// ```
    /// use mirrorcheck::laws::ComesBack;
    ///
    /// assert_eq!(5.value(), Ok(5));
    /// ```
    fn value(self) -> Result<V, String>;
}

impl<V> ComesBack<V> for V {
    fn value(self) -> Result<V, String> {
        Ok(self)
    }
}

impl<V> ComesBack<V> for Option<V> {
    fn value(self) -> Result<V, String> {
        self.ok_or_else(|| "None".to_owned())
    }
}

impl<V, E: Debug> ComesBack<V> for Result<V, E> {
    fn value(self) -> Result<V, String> {
        self.map_err(|error| format!("Err({error:?})"))
    }
}

/// Checks that two programs return the same: the one under test, and an older or simpler model of it.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::laws;
///
/// fn fast_sum(to: &u64) -> u64 {
///     to * (to + 1) / 2
/// }
/// laws::same_as(0..=1000u64, fast_sum, |to| (0..=*to).sum());
/// ```
#[track_caller]
pub fn same_as<G, R>(generator: G, tested: impl Fn(&G::Value) -> R, model: impl Fn(&G::Value) -> R)
where
    G: Generator,
    G::Value: Debug,
    R: Debug + PartialEq,
{
    forall(generator, |value| equal(&tested(&value), &model(&value), "it gives", "the model"));
}

/// Checks that doing it twice is the same as doing it once.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::laws;
///
/// laws::idempotent(any::<Vec<i8>>(), |list| {
///     let mut sorted = list.clone();
///     sorted.sort();
///     sorted
/// });
/// ```
#[track_caller]
pub fn idempotent<G>(generator: G, f: impl Fn(&G::Value) -> G::Value)
where
    G: Generator,
    G::Value: Debug + PartialEq,
{
    forall(generator, |value| {
        let once = f(&value);
        equal(&f(&once), &once, "twice it gives", "once")
    });
}

/// Checks that the order of two values does not matter.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::laws;
///
/// laws::commutative(any::<u32>(), |a, b| a ^ b);
/// ```
///
/// ```should_panic
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::laws;
///
/// laws::commutative(any::<String>(), |a, b| format!("{a}{b}")); // the report says "0" and "1"
/// ```
#[track_caller]
pub fn commutative<G, R>(generator: G, f: impl Fn(&G::Value, &G::Value) -> R)
where
    G: Generator,
    G::Value: Debug,
    R: Debug + PartialEq,
{
    forall((&generator, &generator), |(a, b)| equal(&f(&a, &b), &f(&b, &a), "it gives", "the other way round"));
}

/// Checks that the grouping of three values does not matter.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::laws;
///
/// laws::associative(any::<String>(), |a, b| format!("{a}{b}"));
/// ```
#[track_caller]
pub fn associative<G>(generator: G, f: impl Fn(&G::Value, &G::Value) -> G::Value)
where
    G: Generator,
    G::Value: Debug + PartialEq,
{
    forall((&generator, &generator, &generator), |(a, b, c)| {
        equal(&f(&f(&a, &b), &c), &f(&a, &f(&b, &c)), "the first two first it gives", "the last two first")
    });
}

/// Checks that it returns, whatever the result.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::laws;
///
/// laws::never_panics(any::<String>(), |text| text.parse::<f64>());
/// ```
#[track_caller]
pub fn never_panics<G, R>(generator: G, f: impl Fn(&G::Value) -> R)
where
    G: Generator,
    G::Value: Debug,
{
    forall(generator, |value| drop(f(&value)));
}

/// Checks that what holds for a value also holds for what `f` makes of it. Values for which it does not hold are
/// discarded.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::collections::sorted;
/// use mirrorcheck::laws;
///
/// laws::keeps(sorted(any::<u8>(), 0..10), |mut list| { list.pop(); list }, |list| list.is_sorted());
/// ```
#[track_caller]
pub fn keeps<G>(generator: G, f: impl Fn(G::Value) -> G::Value, holds: impl Fn(&G::Value) -> bool)
where
    G: Generator,
    G::Value: Debug,
{
    forall(generator, |value| {
        crate::core::direct::assume(holds(&value));
        let made = f(value);
        if holds(&made) { Ok(()) } else { Err(format!("it does not hold for {made:?}")) }
    });
}

fn equal<R: Debug + PartialEq>(ours: &R, theirs: &R, one: &str, other: &str) -> Result<(), String> {
    if ours == theirs { Ok(()) } else { Err(format!("{one} {ours:?}, {other} {theirs:?}")) }
}
