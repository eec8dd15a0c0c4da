//! The generators that everything else is built from.

mod collections;
mod ranges;

pub use collections::{Element, Lengths, Optional, VecOf, element_of, option, vec};
pub use ranges::RangeValue;

use crate::combinators::{Exact, Labeled, Pick, exact, labeled};

/// Types with a generator of their own: [`any`] asks for it.
pub trait Arbitrary: Sized {
    /// The generator.
    type Generator: crate::Generator<Value = Self>;

    /// Makes the generator.
    fn arbitrary() -> Self::Generator;
}

/// The generator of a type: `any::<bool>()`.
pub fn any<T: Arbitrary>() -> T::Generator {
    T::arbitrary()
}

impl Arbitrary for bool {
    type Generator = Pick<[(&'static str, Exact<bool>); 2], Labeled>;

    fn arbitrary() -> Self::Generator {
        labeled([("false", exact(false)), ("true", exact(true))])
    }
}

impl Arbitrary for () {
    type Generator = ();

    fn arbitrary() {}
}
