//! The last step back: converts candidates to the type that the generator of a draw makes.

use std::cell::Cell;
use std::marker::PhantomData;
use std::ops::Deref;
use std::str::FromStr;

use super::numbers::{Num, is_lossless};
use super::{At, Candidates, Is};
use crate::core::generator::Reflective;
use crate::core::hints::Hints;

/// The candidates for a draw, and its generator.
pub struct Fit<'g, S, G> {
    step: Cell<Option<S>>,
    generator: PhantomData<&'g G>,
}

impl<'g, S, G> Fit<'g, S, G> {
    /// Wraps the step that leads to the candidates.
    pub fn new(step: S, _: &'g G) -> Self {
        Fit { step: Cell::new(Some(step)), generator: PhantomData }
    }
}

impl<S: Candidates, G> Fit<'_, S, G> {
    /// Converts the candidates with `f`, and drops those that it rejects. Only if the conversion `is_lossless` can they
    /// be the only ones.
    fn made<'f, V>(&self, is_lossless: bool, f: impl FnMut(S::Value) -> Option<V>) -> Hints<'f, V> {
        let found = self.step.take().map_or(Is { values: Vec::new(), is_all: false }, Candidates::owned);
        let made = found.map(f);
        Hints::made(made.values, made.is_all && is_lossless)
    }
}

/// Fits places that hold a value of the right type.
pub trait FitPlace<'f, V> {
    /// Returns the hints for the draw.
    fn fit(&self) -> Hints<'f, V>;
}

impl<'f, G: Reflective> FitPlace<'f, G::Value> for &&&&&&&Fit<'_, At<'f, G::Value>, G> {
    fn fit(&self) -> Hints<'f, G::Value> {
        match self.step.take() {
            Some(At { places, is_all }) => Hints::shown(places, is_all),
            None => Hints::none(),
        }
    }
}

macro_rules! fits {
    ($($(#[$doc:meta])* $name:ident for $level:ty, $S:ident, $G:ident: [$($bounds:tt)*] $is_lossless:expr, $convert:expr;)*) => { $(
        $(#[$doc])*
        pub trait $name<'f, V> {
            /// Returns the hints for the draw.
            fn fit(&self) -> Hints<'f, V>;
        }

        impl<'f, $S: Candidates, $G: Reflective> $name<'f, $G::Value> for $level
        where
            $($bounds)*
        {
            fn fit(&self) -> Hints<'f, $G::Value> {
                self.made($is_lossless, $convert)
            }
        }
    )* };
}

/// Text of any owner.
pub trait OwnedText: AsRef<str> {}

impl OwnedText for String {}
impl OwnedText for Box<str> {}
impl OwnedText for std::rc::Rc<str> {}
impl OwnedText for std::sync::Arc<str> {}
impl OwnedText for std::borrow::Cow<'_, str> {}
impl OwnedText for &str {}

fits! {
    /// Fits text to text of another owner.
    FitSameText for &&&&&&&&&&Fit<'_, S, G>, S, G: [S::Value: OwnedText, G::Value: From<String> + OwnedText]
        true, |text| Some(G::Value::from(text.as_ref().to_owned()));
    /// Fits a number to another numeric type. This comes before values of the right type, because the type of a literal
    /// may not be known yet and must not be inferred from here.
    FitByNumber for &&&&&&&&&Fit<'_, S, G>, S, G: [S::Value: Num, G::Value: Num]
        is_lossless::<G::Value, S::Value>(), |number| G::Value::from_wide(number.wide());
    /// Fits a collection of numbers to a collection of another numeric type.
    FitByNumbers for &&&&&&&&Fit<'_, S, G>, S, G: [
        S::Value: IntoIterator,
        <S::Value as IntoIterator>::Item: Num,
        G::Value: IntoIterator + FromIterator<<G::Value as IntoIterator>::Item>,
        <G::Value as IntoIterator>::Item: Num,
    ] false, |numbers| numbers.into_iter().map(|number| Num::from_wide(number.wide())).collect();
    /// Fits values that already have the right type.
    FitAs for &&&&&&Fit<'_, S, G>, S, G: [S: Candidates<Value = G::Value>] true, Some;
    /// Fits text to what `FromStr` reads from it.
    FitByText for &&&&&Fit<'_, S, G>, S, G: [S::Value: AsRef<str>, G::Value: FromStr]
        false, |text| text.as_ref().parse().ok();
    /// Fits values with `TryFrom`.
    FitByTryFrom for &&&&Fit<'_, S, G>, S, G: [G::Value: TryFrom<S::Value>]
        false, |value| value.try_into().ok();
    /// Fits a collection to another collection of the same items.
    FitByItems for &&&Fit<'_, S, G>, S, G: [
        S::Value: IntoIterator,
        G::Value: FromIterator<<S::Value as IntoIterator>::Item>,
    ] false, |items| Some(items.into_iter().collect());
    /// Fits text to a collection of its characters.
    FitByLetters for &&Fit<'_, S, G>, S, G: [S::Value: AsRef<str>, G::Value: FromIterator<char>]
        false, |text| Some(text.as_ref().chars().collect());
    /// Fits a number to its decimal text.
    FitPrinted for &Fit<'_, S, G>, S, G: [S::Value: Num + std::fmt::Display, G::Value: From<String>]
        false, |number| Some(G::Value::from(number.to_string()));
    /// Fits a pointer to what it points to.
    FitByDeref for &Fit<'_, S, G>, S, G: [S::Value: Deref<Target = G::Value>, G::Value: Clone]
        false, |pointer| Some((*pointer).clone());
}

/// The fallback where no conversion is known.
pub trait FitNothing {
    /// Returns no hints.
    fn fit<'f, V>(&self) -> Hints<'f, V> {
        Hints::none()
    }
}

impl<S, G> FitNothing for Fit<'_, S, G> {}
