//! `any` of the standard types.

use super::{Biased, VecOf, biased, vec};
use crate::arbitrary::{Arbitrary, any};
use crate::cx::Cx;
use crate::derived::Outline;
use crate::generator::{Focus, Generator, Reflective, Rejected};

macro_rules! integers {
    ($($type:ident)*) => { $(
        impl Arbitrary for $type {
            type Generator = Biased<$type>;
            fn arbitrary() -> Self::Generator {
                biased(..)
            }
        }
    )* };
}
integers!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

/// What `any` of a box makes.
#[derive(Debug, Clone)]
pub struct Boxes<G>(G);

impl<T: Arbitrary> Arbitrary for Box<T> {
    type Generator = Boxes<T::Generator>;
    fn arbitrary() -> Self::Generator {
        Boxes(any::<T>())
    }
    fn outline(outline: &mut Outline) {
        outline.part::<T>();
    }
}

impl<G: Generator> Generator for Boxes<G> {
    type Value = Box<G::Value>;
    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, Box<G::Value>>) -> Result<Box<G::Value>, Rejected> {
        let inner = match focus {
            Focus::Free => Focus::Free,
            Focus::On(value) => Focus::On(&**value),
            Focus::Sketch(partial) => Focus::Sketch(partial),
        };
        self.0.run(cx, inner).map(Box::new)
    }
}

impl<G: Reflective> Reflective for Boxes<G> {}

impl<T: Arbitrary> Arbitrary for Vec<T> {
    type Generator = VecOf<T::Generator>;
    fn arbitrary() -> Self::Generator {
        vec(any::<T>(), 0..=3)
    }
    fn outline(outline: &mut Outline) {
        outline.perhaps::<T>();
    }
}
