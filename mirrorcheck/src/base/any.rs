//! `any` of numbers, characters, strings, tuples and arrays.

use super::collections::VecOf;
use super::lengths::{Lengths, LengthsOf};
use super::ranges::{Biased, biased};
use super::strings::StringOf;
use crate::arbitrary::{Arbitrary, any};
use crate::cx::Cx;
use crate::derived::{Outline, WithLength};
use crate::generator::{Focus, Generator, Reflective, Rejected};

macro_rules! biased {
    ($($type:ident)*) => { $(
        impl Arbitrary for $type {
            type Generator = Biased<$type>;

            #[inline]
            fn arbitrary() -> Self::Generator {
                biased(..)
            }
        }
    )* };
}
biased!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize char f32 f64);

impl Arbitrary for String {
    type Generator = StringOf<Biased<char>>;

    fn arbitrary() -> Self::Generator {
        StringOf::new(biased(..), LengthsOf::ANY)
    }
}

impl WithLength for String {
    type OfLength = StringOf<Biased<char>>;

    fn with_length(lengths: impl Lengths) -> Self::OfLength {
        StringOf::new(biased(..), LengthsOf::leaning(lengths))
    }
}

impl<T: Arbitrary> Arbitrary for Vec<T> {
    type Generator = VecOf<T::Generator>;

    fn arbitrary() -> Self::Generator {
        VecOf::new(any::<T>(), LengthsOf::ANY)
    }

    fn outline(outline: &mut Outline) {
        outline.perhaps::<T>();
    }
}

impl<T: Arbitrary, const N: usize> Arbitrary for [T; N] {
    type Generator = ArrayOf<T::Generator, N>;

    fn arbitrary() -> Self::Generator {
        ArrayOf { element: any::<T>() }
    }

    fn outline(outline: &mut Outline) {
        // More than a few make no difference.
        (0..N.min(8)).for_each(|_| outline.part::<T>());
    }
}

/// What [`any`] makes of an array. Out of several generators, an array of them makes one.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let point: [i32; 3] = any::<[i32; 3]>().sample(1);
/// assert!([0..=1, 5..=6].contains(&[0, 6]));
/// ```
#[derive(Debug, Clone)]
pub struct ArrayOf<G, const N: usize> {
    element: G,
}

impl<G: Generator, const N: usize> Generator for ArrayOf<G, N> {
    type Value = [G::Value; N];

    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, [G::Value; N]>) -> Result<[G::Value; N], Rejected> {
        std::array::from_fn::<_, N, _>(|_| &self.element).run(cx, focus)
    }
}

impl<G: Reflective, const N: usize> Reflective for ArrayOf<G, N> {}

macro_rules! tuples {
    ($(($($t:ident)+))*) => { $(
        impl<$($t: Arbitrary),+> Arbitrary for ($($t,)+) {
            type Generator = ($($t::Generator,)+);

            #[inline]
            fn arbitrary() -> Self::Generator {
                ($(any::<$t>(),)+)
            }

            fn outline(outline: &mut Outline) {
                $(outline.part::<$t>();)+
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
    (A B C D E F G H I)
    (A B C D E F G H I J)
    (A B C D E F G H I J K)
    (A B C D E F G H I J K L)
}
