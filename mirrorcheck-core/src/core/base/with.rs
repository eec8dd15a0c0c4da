//! `ArbitraryWith` for the types of the standard library.

use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::hash::Hash;
use std::ops::RangeInclusive;
use std::rc::Rc;
use std::sync::Arc;

use super::any::ArrayOf;
use super::collections::{Optional, VecOf, option, vec};
use super::distinct::{EntriesOf, btree_map, btree_set, hash_map, hash_set};
use super::ranges::Biased;
use super::sequences::{HeapOf, SequenceOf, binary_heap, sequence};
use super::strings::{StringOf, string};
use super::wrapped::Wrapped;
use super::{Bools, biased};
use crate::core::arbitrary::ArbitraryWith;

macro_rules! ranges {
    ($($type:ident)*) => { $(
        impl ArbitraryWith for $type {
            type Parameters = RangeInclusive<$type>;
            type Generator = RangeInclusive<$type>;

            fn arbitrary_with(range: RangeInclusive<$type>) -> RangeInclusive<$type> {
                range
            }
        }
    )* };
}
ranges!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 char);

impl ArbitraryWith for bool {
    type Parameters = ();
    type Generator = Bools;

    fn arbitrary_with((): ()) -> Bools {
        Bools
    }
}

impl ArbitraryWith for String {
    type Parameters = RangeInclusive<usize>;
    type Generator = StringOf<Biased<char>>;

    fn arbitrary_with(lengths: RangeInclusive<usize>) -> Self::Generator {
        string(biased(..), lengths)
    }
}

impl<T: ArbitraryWith> ArbitraryWith for Option<T> {
    type Parameters = T::Parameters;
    type Generator = Optional<T::Generator>;

    fn arbitrary_with(parameters: T::Parameters) -> Self::Generator {
        option(T::arbitrary_with(parameters))
    }
}

impl<T: ArbitraryWith, const N: usize> ArbitraryWith for [T; N] {
    type Parameters = T::Parameters;
    type Generator = ArrayOf<T::Generator, N>;

    fn arbitrary_with(parameters: T::Parameters) -> Self::Generator {
        ArrayOf::new(T::arbitrary_with(parameters))
    }
}

macro_rules! pointers {
    ($($pointer:ident)*) => { $(
        impl<T: ArbitraryWith> ArbitraryWith for $pointer<T>
        where
            $pointer<T>: super::Wraps<Inner = T>,
        {
            type Parameters = T::Parameters;
            type Generator = Wrapped<Self, T::Generator>;

            fn arbitrary_with(parameters: T::Parameters) -> Self::Generator {
                Wrapped::new(T::arbitrary_with(parameters))
            }
        }
    )* };
}
pointers!(Box Rc Arc);

macro_rules! collections {
    ($([$($bounds:tt)*] $collection:ty = $generator:ty: $make:expr;)*) => { $(
        impl<T: ArbitraryWith $($bounds)*> ArbitraryWith for $collection {
            type Parameters = (RangeInclusive<usize>, T::Parameters);
            type Generator = $generator;

            fn arbitrary_with((lengths, parameters): Self::Parameters) -> Self::Generator {
                $make(T::arbitrary_with(parameters), lengths)
            }
        }
    )* };
}
collections! {
    [] Vec<T> = VecOf<T::Generator>: vec;
    [] VecDeque<T> = SequenceOf<Self, T::Generator>: sequence;
    [] LinkedList<T> = SequenceOf<Self, T::Generator>: sequence;
    [+ Ord] BinaryHeap<T> = HeapOf<T::Generator>: binary_heap;
    [+ Ord] BTreeSet<T> = EntriesOf<Self, T::Generator, ()>: btree_set;
    [+ Hash + Eq] HashSet<T> = EntriesOf<Self, T::Generator, ()>: hash_set;
}

macro_rules! maps {
    ($([$($bounds:tt)*] $map:ident: $make:expr;)*) => { $(
        impl<K: ArbitraryWith $($bounds)*, V: ArbitraryWith> ArbitraryWith for $map<K, V> {
            type Parameters = (RangeInclusive<usize>, K::Parameters, V::Parameters);
            type Generator = EntriesOf<Self, K::Generator, V::Generator>;

            fn arbitrary_with((lengths, keys, values): Self::Parameters) -> Self::Generator {
                $make(K::arbitrary_with(keys), V::arbitrary_with(values), lengths)
            }
        }
    )* };
}
maps! {
    [+ Ord] BTreeMap: btree_map;
    [+ Hash + Eq] HashMap: hash_map;
}

macro_rules! tuples {
    ($(($($t:ident)+))*) => { $(
        impl<$($t: ArbitraryWith),+> ArbitraryWith for ($($t,)+) {
            type Parameters = ($($t::Parameters,)+);
            type Generator = ($($t::Generator,)+);

            fn arbitrary_with(parameters: Self::Parameters) -> Self::Generator {
                #[expect(non_snake_case, reason = "the names of the types serve as those of the parts")]
                let ($($t,)+) = parameters;
                ($($t::arbitrary_with($t),)+)
            }
        }
    )* };
}
tuples! {
    (A)
    (A B)
    (A B C)
    (A B C D)
    (A B C D E)
    (A B C D E F)
    (A B C D E F G)
    (A B C D E F G H)
}
