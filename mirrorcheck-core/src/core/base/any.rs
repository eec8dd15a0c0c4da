//! `any` of numbers, characters, strings, tuples and arrays.

use std::fmt::{Debug, LowerHex};

use super::collections::VecOf;
use super::ranges::{Biased, biased};
use super::strings::StringOf;
use crate::core::arbitrary::Outline;
use crate::core::arbitrary::{Arbitrary, any};
use crate::core::cx::Cx;
use crate::core::derived::WithLength;
use crate::core::generator::{Focus, Generator, Reflective, Rejected};
use crate::core::lengths::{Lengths, LengthsOf};
use crate::core::source::{self, AsSource};

macro_rules! biased {
    ($source:expr, $($type:ident)*) => { $(
        impl Arbitrary for $type {
            type Generator = Biased<$type>;

            #[inline]
            fn arbitrary() -> Self::Generator {
                biased(..)
            }

            fn source(&self) -> Option<String> {
                ($source)(self)
            }
        }
    )* };
}
biased!(source::debug, u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize char);
biased!(|x: &f32| float("f32", f64::from(*x), x, &x.to_bits(), x.to_bits() == f32::NAN.to_bits()), f32);
biased!(|x: &f64| float("f64", *x, x, &x.to_bits(), x.to_bits() == f64::NAN.to_bits()), f64);

/// Returns the source of a float. Floats that are not numbers have names, or only bits.
fn float(name: &str, value: f64, shown: &dyn Debug, bits: &dyn LowerHex, is_the_nan: bool) -> Option<String> {
    match value {
        f64::INFINITY => source::leaf(format!("{name}::INFINITY")),
        f64::NEG_INFINITY => source::leaf(format!("{name}::NEG_INFINITY")),
        _ if is_the_nan => source::leaf(format!("{name}::NAN")),
        _ if value.is_nan() => source::leaf(format!("{name}::from_bits({bits:#x})")),
        _ => source::debug(shown),
    }
}

impl Arbitrary for String {
    type Generator = StringOf<Biased<char>>;

    fn arbitrary() -> Self::Generator {
        StringOf::new(biased(..), LengthsOf::ANY)
    }

    fn source(&self) -> Option<String> {
        source::text("", self).map(|text| format!("{}.to_owned()", &text[1..text.len() - 1]))
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

    fn source(&self) -> Option<String> {
        source::elements("vec![", &mut self.iter().map(|item| item as &dyn AsSource), false)
    }

    fn outline(outline: &mut Outline) {
        outline.perhaps::<T>();
    }
}

impl<T: Arbitrary, const N: usize> Arbitrary for [T; N] {
    type Generator = ArrayOf<T::Generator, N>;

    fn arbitrary() -> Self::Generator {
        ArrayOf::new(any::<T>())
    }

    fn source(&self) -> Option<String> {
        source::elements("[", &mut self.iter().map(|item| item as &dyn AsSource), true)
    }

    fn outline(outline: &mut Outline) {
        // More than a few make no difference.
        (0..N.min(8)).for_each(|_| outline.part::<T>());
    }
}

/// The generator that [`any`] returns for an array. To make an array from several generators, use an array of them.
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

impl<G, const N: usize> ArrayOf<G, N> {
    pub(super) fn new(element: G) -> ArrayOf<G, N> {
        ArrayOf { element }
    }
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

            fn source(&self) -> Option<String> {
                #[expect(non_snake_case, reason = "the names of the types serve as those of the parts")]
                let ($($t,)+) = self;
                let parts: &[&dyn AsSource] = &[$($t),+];
                source::list("(", &mut parts.iter().copied(), if parts.len() == 1 { ",)" } else { ")" })
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
    (A B C D E F G H I J K L M)
    (A B C D E F G H I J K L M N)
    (A B C D E F G H I J K L M N O)
    (A B C D E F G H I J K L M N O P)
}
