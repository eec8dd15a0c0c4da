//! Generators of types that are made of other types, and how they come to an end.

use crate::arbitrary::Arbitrary;

/// What the types that a value consists of are made of: a graph, because types can contain themselves.
#[derive(Debug, Default)]
pub struct Outline {}

impl Outline {
    /// A value of this type is a part.
    pub fn part<T: Arbitrary>(&mut self) {
        T::outline(self);
    }

    /// Values of this type are parts, or none is.
    pub fn perhaps<T: Arbitrary>(&mut self) {
        T::outline(self);
    }
}
