//! What is made: each workload has one distribution, written twice.

mod json;
mod lambda;
mod plain;
mod text;
mod tree;

pub(crate) use json::Documents;
pub(crate) use lambda::Terms;
pub(crate) use plain::{Drawn, Lists, Numbers, Patterns, Words, drawn_by_hand};
pub(crate) use text::json;
pub(crate) use tree::SearchTrees;

use mirrorcheck::Reflective;

use crate::rng::Rng;

pub(crate) trait Workload {
    /// Its name in the evaluation.
    const NAME: &'static str;
    type Value: Clone;

    /// The floor: straight-line code that makes the same choices with the same probabilities, and allocates nothing
    /// but what the value is made of.
    fn by_hand(rng: &mut Rng) -> Self::Value;

    /// The generator, as a user would write it.
    fn generator() -> impl Reflective<Value = Self::Value>;

    /// How large a value is.
    fn size(value: &Self::Value) -> usize;
}
