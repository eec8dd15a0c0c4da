//! Ranges of integers and characters: one choice, uniform.

use std::ops::{Range, RangeInclusive};

use crate::choice::{Ask, Names, Number, char_at, char_index};
use crate::cx::Cx;
use crate::generator::{Focus, Generator, Reflective, Rejected};
use crate::rng::Rng;
use crate::text::{Printed, Text, print};

/// What a range can be made of.
///
/// One blanket implementation for each kind of range, so that `let x: u8 = draw(0..=9)` is inferred.
pub trait RangeValue: Copy + PartialOrd + std::fmt::Debug + Printed + sealed::Sealed + 'static {}

pub(crate) mod sealed {
    use super::{Names, Rng};

    pub trait Sealed: Sized {
        fn names(low: Self) -> Names<'static>;
        /// How far `self` is above `low`; `self` is not below it.
        fn above(self, low: Self) -> u128;
        fn at(low: Self, offset: u128) -> Self;
        fn before(self) -> Option<Self>;
        /// As a character, if it is one.
        fn character(self) -> Option<char> {
            None
        }
        /// As a number, if it is one and not too large.
        fn small(self) -> Option<i64>;
        #[doc(hidden)]
        fn random(rng: &mut RngHandle<'_>, low: Self, high: Self) -> Self;
    }

    /// Keeps the random source out of the public interface.
    pub struct RngHandle<'a>(pub(in crate::base) &'a mut Rng);
}

use sealed::{RngHandle, Sealed};

impl<T: RangeValue> Generator for RangeInclusive<T> {
    type Value = T;

    #[inline]
    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, T>) -> Result<T, Rejected> {
        between(*self.start(), *self.end(), cx, focus)
    }
}

impl<T: RangeValue> Reflective for RangeInclusive<T> {}

impl<T: RangeValue> Text for RangeInclusive<T> {
    #[inline]
    fn run_text(&self, cx: &mut Cx<'_>, _: bool) -> Result<Option<T>, Rejected> {
        piece(*self.start(), self, cx)
    }
}

impl<T: RangeValue> Generator for Range<T> {
    type Value = T;

    #[inline]
    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, T>) -> Result<T, Rejected> {
        match self.end.before() {
            Some(last) if self.start <= last => between(self.start, last, cx, focus),
            _ => Err(empty(cx, self)),
        }
    }
}

impl<T: RangeValue> Reflective for Range<T> {}

impl<T: RangeValue> Text for Range<T> {
    #[inline]
    fn run_text(&self, cx: &mut Cx<'_>, _: bool) -> Result<Option<T>, Rejected> {
        piece(self.start, self, cx)
    }
}

/// A number or a character in a text.
#[inline]
fn piece<T: RangeValue, R: Reflective<Value = T> + std::fmt::Debug>(
    any: T,
    range: &R,
    cx: &mut Cx<'_>,
) -> Result<Option<T>, Rejected> {
    match any.character() {
        // Characters are many, and need no search for their end.
        Some(_) => cx.character(|cx, focus| range.run(cx, focus), T::character, || format!("{range:?}")),
        None => cx.printed(range, &print),
    }
    .map(Some)
}

#[inline(always)]
fn between<T: RangeValue>(low: T, high: T, cx: &mut Cx<'_>, focus: Focus<'_, T>) -> Result<T, Rejected> {
    match cx.plain_rng() {
        Some(rng) if low <= high => Ok(T::random(&mut RngHandle(rng), low, high)),
        _ => between_cold(low, high, cx, focus),
    }
}

#[inline(never)]
fn between_cold<T: RangeValue>(low: T, high: T, cx: &mut Cx<'_>, focus: Focus<'_, T>) -> Result<T, Rejected> {
    if !matches!(low.partial_cmp(&high), Some(std::cmp::Ordering::Less | std::cmp::Ordering::Equal)) {
        return Err(empty(cx, &(low..=high)));
    }
    let shown = match focus.resolve() {
        Focus::Free => None,
        Focus::On(value) if low <= *value && *value <= high => {
            if cx.take_shown(|tape| match (value.small(), low.small(), high.small()) {
                (Some(number), Some(low), Some(high)) => tape.note_number(number, low, high),
                _ => tape.note(among(low, high).made(value.above(low)), false),
            })? {
                return Ok(*value);
            }
            Some(value.above(low))
        }
        Focus::On(value) => return Err(cx.reject(|| format!("{value:?} is not in {low:?}..={high:?}"))),
        Focus::Sketch(_) => return Err(cx.reject(|| "a number or character cannot be taken apart".to_owned())),
    };
    cx.choose(&among(low, high), shown).map(|offset| T::at(low, offset))
}

fn among<T: RangeValue>(low: T, high: T) -> Ask<'static> {
    Ask::uniform(high.above(low), T::names(low))
}

#[cold]
fn empty(cx: &mut Cx<'_>, range: &dyn std::fmt::Debug) -> Rejected {
    cx.reject(|| format!("the range {range:?} is empty"))
}

macro_rules! integers {
    ($($type:ident as $unsigned:ident)*) => { $(
        impl RangeValue for $type {}
        impl Sealed for $type {
            fn names(low: $type) -> Names<'static> {
                Names::Numbers(Number::from(low))
            }
            fn above(self, low: $type) -> u128 {
                self.wrapping_sub(low) as $unsigned as u128
            }
            fn at(low: $type, offset: u128) -> $type {
                low.wrapping_add(offset as $type)
            }
            #[inline]
            fn before(self) -> Option<$type> {
                self.checked_sub(1)
            }
            #[inline]
            fn small(self) -> Option<i64> {
                self.try_into().ok()
            }
            #[inline(always)]
            fn random(rng: &mut RngHandle<'_>, low: $type, high: $type) -> $type {
                let last = high.wrapping_sub(low) as $unsigned;
                low.wrapping_add(rng.0.up_to(last as u128) as $type)
            }
        }
    )* };
}
integers!(u8 as u8 u16 as u16 u32 as u32 u64 as u64 u128 as u128 usize as usize
          i8 as u8 i16 as u16 i32 as u32 i64 as u64 i128 as u128 isize as usize);

impl RangeValue for char {}

impl Sealed for char {
    fn names(low: char) -> Names<'static> {
        Names::Chars(low)
    }

    fn above(self, low: char) -> u128 {
        char_index(low, self).unwrap_or(0)
    }

    fn at(low: char, offset: u128) -> char {
        char_at(low, offset)
    }

    fn before(self) -> Option<char> {
        match self {
            '\0' => None,
            '\u{E000}' => Some('\u{D7FF}'),
            c => char::from_u32(c as u32 - 1),
        }
    }

    #[inline]
    fn character(self) -> Option<char> {
        Some(self)
    }

    #[inline]
    fn small(self) -> Option<i64> {
        None
    }

    #[inline]
    fn random(rng: &mut RngHandle<'_>, low: char, high: char) -> char {
        char_at(low, rng.0.up_to(high.above(low)))
    }
}
