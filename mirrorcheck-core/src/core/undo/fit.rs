//! The end of the way back: what was found becomes what the generator of a draw makes.

use std::cell::Cell;
use std::marker::PhantomData;
use std::ops::Deref;
use std::str::FromStr;

use super::numbers::{Num, is_lossless};
use super::{At, Candidates, Is};
use crate::core::generator::Reflective;
use crate::core::hints::Hints;

/// What was found, and the generator that may have made it.
pub struct Fit<'g, S, G> {
    step: Cell<Option<S>>,
    generator: PhantomData<&'g G>,
}

impl<'g, S, G> Fit<'g, S, G> {
    /// Takes the step.
    pub fn new(step: S, _: &'g G) -> Self {
        Fit { step: Cell::new(Some(step)), generator: PhantomData }
    }
}

impl<S: Candidates, G> Fit<'_, S, G> {
    /// What was found, each turned into what is drawn, if that can be done.
    /// Where that `is_lossless`, nothing else can have been drawn.
    fn made<'f, V>(&self, is_lossless: bool, f: impl FnMut(S::Value) -> Option<V>) -> Hints<'f, V> {
        let found = self.step.take().map_or(Is { values: Vec::new(), is_all: false }, Candidates::owned);
        let made = found.map(f);
        Hints::made(made.values, made.is_all && is_lossless)
    }
}

/// A place that shows what was drawn.
pub trait FitPlace<'f, V> {
    /// The values.
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
            /// The values.
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

/// A text, whoever owns it.
pub trait OwnedText: AsRef<str> {}

impl OwnedText for String {}
impl OwnedText for Box<str> {}
impl OwnedText for std::rc::Rc<str> {}
impl OwnedText for std::sync::Arc<str> {}
impl OwnedText for std::borrow::Cow<'_, str> {}
impl OwnedText for &str {}

fits! {
    /// The same text.
    FitSameText for &&&&&&&&&&Fit<'_, S, G>, S, G: [S::Value: OwnedText, G::Value: From<String> + OwnedText]
        true, |text| Some(G::Value::from(text.as_ref().to_owned()));
    /// A number that may be written in another type. This comes first: the type of a literal may not be known yet, and
    /// must not be taken from here.
    FitByNumber for &&&&&&&&&Fit<'_, S, G>, S, G: [S::Value: Num, G::Value: Num]
        is_lossless::<G::Value, S::Value>(), |number| G::Value::from_wide(number.wide());
    /// A list of such numbers.
    FitByNumbers for &&&&&&&&Fit<'_, S, G>, S, G: [
        S::Value: IntoIterator,
        <S::Value as IntoIterator>::Item: Num,
        G::Value: IntoIterator + FromIterator<<G::Value as IntoIterator>::Item>,
        <G::Value as IntoIterator>::Item: Num,
    ] false, |numbers| numbers.into_iter().map(|number| Num::from_wide(number.wide())).collect();
    /// A value of the right type.
    FitAs for &&&&&&Fit<'_, S, G>, S, G: [S: Candidates<Value = G::Value>] true, Some;
    /// A text that can be read.
    FitByText for &&&&&Fit<'_, S, G>, S, G: [S::Value: AsRef<str>, G::Value: FromStr]
        false, |text| text.as_ref().parse().ok();
    /// A value that can be converted.
    FitByTryFrom for &&&&Fit<'_, S, G>, S, G: [G::Value: TryFrom<S::Value>]
        false, |value| value.try_into().ok();
    /// A collection of the same items.
    FitByItems for &&&Fit<'_, S, G>, S, G: [
        S::Value: IntoIterator,
        G::Value: FromIterator<<S::Value as IntoIterator>::Item>,
    ] false, |items| Some(items.into_iter().collect());
    /// The letters of a text.
    FitByLetters for &&Fit<'_, S, G>, S, G: [S::Value: AsRef<str>, G::Value: FromIterator<char>]
        false, |text| Some(text.as_ref().chars().collect());
    /// A number that can be written down.
    FitPrinted for &Fit<'_, S, G>, S, G: [S::Value: Num + std::fmt::Display, G::Value: From<String>]
        false, |number| Some(G::Value::from(number.to_string()));
    /// What is behind a pointer.
    FitByDeref for &Fit<'_, S, G>, S, G: [S::Value: Deref<Target = G::Value>, G::Value: Clone]
        false, |pointer| Some((*pointer).clone());
}

/// Nothing that the generator makes.
pub trait FitNothing {
    /// Nothing.
    fn fit<'f, V>(&self) -> Hints<'f, V> {
        Hints::none()
    }
}

impl<S, G> FitNothing for Fit<'_, S, G> {}
