//! What is made: each workload has one distribution, written directly over a source of random numbers (the floor has
//! the fastest source), as a generator of Mirrorcheck, and with the combinators of those peers that have some.

mod checkito;
mod hegeltest;
mod json;
mod lambda;
mod plain;
mod proptest;
mod source;
mod text;
mod tree;

pub(crate) use checkito::Checkito;
pub(crate) use hegeltest::Hegeltest;
pub(crate) use json::Documents;
pub(crate) use lambda::Terms;
pub(crate) use plain::{Lists, Numbers, Patterns, Words};
pub(crate) use proptest::Proptest;
pub(crate) use source::{Bolero, Source};
pub(crate) use text::json;
pub(crate) use tree::SearchTrees;

use mirrorcheck::Reflective;

pub(crate) trait Workload {
    /// Its name in the evaluation.
    const NAME: &'static str;
    type Value: Clone;

    /// Straight-line code that makes the same choices with the same probabilities, and allocates nothing but what the
    /// value is made of. With the source of hand-written code, this is the floor.
    fn direct(source: &mut impl Source) -> Self::Value;

    /// The generator, as a user would write it.
    fn generator() -> impl Reflective<Value = Self::Value>;

    /// How large a value is.
    fn size(value: &Self::Value) -> usize;
}
