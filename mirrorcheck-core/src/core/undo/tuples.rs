//! Tuples that were taken apart, put together again.

use std::cell::Cell;

use super::{AnyStep, Candidates, Is, Unknown};

/// One thing or the other.
pub struct Or<A, B>(Cell<Option<(A, B)>>);

impl<A, B> Or<A, B> {
    /// Takes the steps.
    pub fn new(one: A, other: B) -> Or<A, B> {
        Or(Cell::new(Some((one, other))))
    }
}

/// Either, where both are known.
pub trait OrOther {
    /// The type of the values.
    type Value;

    /// All of both.
    fn or(&self) -> Is<Self::Value>;
}

impl<A: Candidates, B: Candidates<Value = A::Value>> OrOther for &Or<A, B> {
    type Value = A::Value;

    fn or(&self) -> Is<A::Value> {
        let Some((one, other)) = self.0.take() else { return Is { values: Vec::new(), is_all: false } };
        let mut all = one.owned();
        all.values.extend(other.owned().values);
        Is { is_all: false, ..all }
    }
}

/// Only the one is known, if any.
pub trait OrNothing {
    /// The one.
    type One;

    /// The one.
    fn or(&self) -> Self::One;
}

impl<A: AnyStep, B> OrNothing for Or<A, B> {
    type One = A;

    fn or(&self) -> A {
        self.0.take().map_or_else(A::nothing, |(one, _)| one)
    }
}

/// No more are put together than this.
const MOST: usize = 64;

/// Makes a tuple of what its members may be.
pub trait TupleOf {
    /// The tuple.
    type Tuple;

    /// All of them.
    fn tuple(&self) -> Is<Self::Tuple>;
}

/// A member is not known.
pub trait NoTuple {
    /// Nothing is known.
    fn tuple(&self) -> Unknown {
        Unknown
    }
}

macro_rules! tuples {
    ($($Tuple:ident: $($S:ident $member:ident)*;)*) => { $(
        /// The members of a tuple.
        pub struct $Tuple<$($S),*>(Cell<Option<($($S,)*)>>);

        impl<$($S),*> $Tuple<$($S),*> {
            /// Takes the steps.
            pub fn new($($member: $S),*) -> Self {
                $Tuple(Cell::new(Some(($($member,)*))))
            }
        }

        impl<$($S: Candidates),*> TupleOf for &$Tuple<$($S),*>
        where
            $($S::Value: Clone,)*
        {
            type Tuple = ($($S::Value,)*);

            fn tuple(&self) -> Is<Self::Tuple> {
                let Some(($($member,)*)) = self.0.take() else { return Is { values: Vec::new(), is_all: false } };
                $(let $member = $member.owned().values;)*
                let mut values = Vec::new();
                tuples!(@each [$($member)*] values ($($member,)*));
                values.truncate(MOST);
                Is { values, is_all: false }
            }
        }

        impl<$($S),*> NoTuple for $Tuple<$($S),*> {}
    )* };
    (@each [$first:ident $($rest:ident)*] $values:ident $tuple:tt) => {
        for $first in &$first {
            tuples!(@each [$($rest)*] $values $tuple);
        }
    };
    (@each [] $values:ident ($($member:ident,)*)) => {
        $values.push(($($member.clone(),)*))
    };
}
tuples! {
    Tuple2: A a B b;
    Tuple3: A a B b C c;
    Tuple4: A a B b C c D d;
}
