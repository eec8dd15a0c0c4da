//! Tuples, rebuilt from steps that lead to their members.

use std::cell::Cell;

use super::{AnyStep, Candidates, Is, Unknown};

/// The operand of `OrOther`: two steps that lead to the same value.
pub struct Or<A, B>(Cell<Option<(A, B)>>);

impl<A, B> Or<A, B> {
    /// Wraps both steps.
    pub fn new(one: A, other: B) -> Or<A, B> {
        Or(Cell::new(Some((one, other))))
    }
}

/// Joins candidates of the same type.
pub trait OrOther {
    /// The type of the values.
    type Value;

    /// Returns the candidates of both steps.
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

/// The fallback where the candidates cannot be joined.
pub trait OrNothing {
    /// The result of the first step.
    type One;

    /// Returns the result of the first step.
    fn or(&self) -> Self::One;
}

impl<A: AnyStep, B> OrNothing for Or<A, B> {
    type One = A;

    fn or(&self) -> A {
        self.0.take().map_or_else(A::nothing, |(one, _)| one)
    }
}

/// How many tuples are kept.
const MOST: usize = 64;

/// Combines candidates for the members into candidates for the tuple.
pub trait TupleOf {
    /// The type of the tuple.
    type Tuple;

    /// Returns the combinations, up to `MOST`.
    fn tuple(&self) -> Is<Self::Tuple>;
}

/// The fallback where a member is unknown.
pub trait NoTuple {
    /// Returns that nothing is known.
    fn tuple(&self) -> Unknown {
        Unknown
    }
}

macro_rules! tuples {
    ($($Tuple:ident: $($S:ident $member:ident)*;)*) => { $(
        /// The operand of `TupleOf`: a step for each member.
        pub struct $Tuple<$($S),*>(Cell<Option<($($S,)*)>>);

        impl<$($S),*> $Tuple<$($S),*> {
            /// Wraps the steps.
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
                Is { values, is_all: false }
            }
        }

        impl<$($S),*> NoTuple for $Tuple<$($S),*> {}
    )* };
    (@each [$first:ident $($rest:ident)*] $values:ident $tuple:tt) => {
        for $first in &$first {
            if $values.len() < MOST {
                tuples!(@each [$($rest)*] $values $tuple);
            }
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
