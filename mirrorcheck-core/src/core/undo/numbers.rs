//! Arithmetic, undone.

use std::cell::Cell;
use std::marker::PhantomData;

use super::{AnyStep, Candidates, Is, Unknown};

/// A number of any type, without loss.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Wide {
    /// An integer up to `i128::MAX`.
    Int(i128),
    /// A larger one.
    Large(u128),
    /// A float.
    Float(f64),
}

/// A number that can be converted to others with `as`.
pub trait Num: Copy {
    /// The number.
    fn wide(self) -> Wide;

    /// The number as this type, if it is near one.
    fn from_wide(wide: Wide) -> Option<Self>;

    /// The least and the greatest integer up to which each has a number of its own.
    const RANGE: (i128, u128);

    /// Whether there are numbers between the integers.
    const IS_FLOAT: bool;
}

/// Whether a number of the one type is never two of the other.
pub(super) fn is_lossless<Drawn: Num, Shown: Num>() -> bool {
    let ((least, greatest), (from, to)) = (Drawn::RANGE, Shown::RANGE);
    from <= least && greatest <= to && (Shown::IS_FLOAT || !Drawn::IS_FLOAT)
}

macro_rules! integers {
    ($($int:ty)*) => { $(
        impl Num for $int {
            const RANGE: (i128, u128) = (<$int>::MIN as i128, <$int>::MAX as u128);
            const IS_FLOAT: bool = false;

            fn wide(self) -> Wide {
                match i128::try_from(self) {
                    Ok(int) => Wide::Int(int),
                    Err(_) => Wide::Large(self as u128),
                }
            }

            fn from_wide(wide: Wide) -> Option<$int> {
                match wide {
                    Wide::Int(int) => <$int>::try_from(int).ok(),
                    Wide::Large(int) => <$int>::try_from(int).ok(),
                    Wide::Float(float) => {
                        let near = float.round() as $int;
                        // Beyond the ends, what is cut off says nothing.
                        (near as f64 - float).abs().le(&0.5).then_some(near)
                    }
                }
            }
        }

        impl Arithmetic for $int {
            fn undo_add(self, other: Self) -> Option<Vec<Self>> {
                Some(vec![self.wrapping_sub(other)])
            }

            fn undo_sub(self, other: Self) -> Option<Vec<Self>> {
                Some(vec![self.wrapping_add(other)])
            }

            fn undo_sub_from(self, other: Self) -> Option<Vec<Self>> {
                Some(vec![other.wrapping_sub(self)])
            }

            fn undo_mul(self, other: Self) -> Option<Vec<Self>> {
                if other == 0 {
                    // Anything, if this is nothing.
                    return if self == 0 { None } else { Some(Vec::new()) };
                }
                let exact = self.checked_div(other).filter(|_| self.checked_rem(other) == Some(0));
                // Without checks, numbers go round: then there are others, as many as bits are lost.
                let (bits, lost) = (<$int>::BITS, other.trailing_zeros());
                if self.trailing_zeros() < lost {
                    return Some(Vec::new());
                }
                if lost > LISTED.ilog2() {
                    return None;
                }
                let (odd, rest) = ((other as u128) >> lost, (self as u128) >> lost);
                // Each step doubles the bits that are right.
                let inverse = (0..7).fold(odd, |inverse, _| {
                    inverse.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(inverse)))
                });
                let kept = bits - lost;
                let least = inverse.wrapping_mul(rest) & (u128::MAX >> (128 - kept));
                let all = (0..1u128 << lost).map(|high| (least | high.checked_shl(kept).unwrap_or(0)) as $int);
                let mut found = Vec::from_iter(exact);
                found.extend(all.filter(|n| Some(*n) != exact));
                Some(found)
            }

            fn undo_div(self, other: Self) -> Option<Vec<Self>> {
                let first = self.checked_mul(other)?;
                let mut all = vec![first];
                // All that are rounded to this, as long as they can be listed.
                for step in 1..=LISTED {
                    let more = |sign: bool| if sign { first.checked_add(step as $int) } else { first.checked_sub(step as $int) };
                    let fits: Vec<$int> =
                        [more(true), more(false)].into_iter().flatten().filter(|n| n.checked_div(other) == Some(self)).collect();
                    if fits.is_empty() {
                        return Some(all);
                    }
                    all.extend(fits);
                }
                None
            }

            fn near_quotient(self, other: Self) -> Option<Self> {
                self.checked_div(other)
            }

            fn undo_neg(self) -> Vec<Self> {
                vec![self.wrapping_neg()]
            }
        }
    )* };
}
integers!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

/// How many numbers that a division rounds to the same are listed.
const LISTED: u8 = 100;

/// How many floats next to one another are listed.
const NEAR: u64 = 16;

/// The floats that come to the right result: they are next to one another, because each operation is monotonic. Nothing
/// if there are too many, or if zeros and infinities are among them, of which there are others that look alike.
macro_rules! near {
    ($float:ident, $bits:ident, $middle:expr, $is_right:expr) => {{
        let (middle, is_right): ($float, _) = ($middle, $is_right);
        if middle.is_normal() {
            let bits = middle.to_bits();
            let first = bits.saturating_sub(NEAR as $bits);
            let all: Vec<$float> = (0..=2 * NEAR).map(|i| $float::from_bits(first + i as $bits)).collect();
            let is_inside = !is_right(all[0]) && !is_right(all[all.len() - 1]);
            is_inside.then(|| all.into_iter().filter(|&n| is_right(n)).collect())
        } else {
            None
        }
    }};
}

macro_rules! floats {
    ($($float:ident: $bits:ident),*) => { $(
        impl Num for $float {
            const RANGE: (i128, u128) = (-(1 << $float::MANTISSA_DIGITS), 1 << $float::MANTISSA_DIGITS);
            const IS_FLOAT: bool = true;

            fn wide(self) -> Wide {
                Wide::Float(self.into())
            }

            fn from_wide(wide: Wide) -> Option<$float> {
                Some(match wide {
                    Wide::Int(int) => int as $float,
                    Wide::Large(int) => int as $float,
                    Wide::Float(float) => float as $float,
                })
            }
        }

        impl Arithmetic for $float {
            fn undo_add(self, other: Self) -> Option<Vec<Self>> {
                near!($float, $bits, self - other, |n: $float| n + other == self)
            }

            fn undo_sub(self, other: Self) -> Option<Vec<Self>> {
                near!($float, $bits, self + other, |n: $float| n - other == self)
            }

            fn undo_sub_from(self, other: Self) -> Option<Vec<Self>> {
                near!($float, $bits, other - self, |n: $float| other - n == self)
            }

            fn undo_mul(self, other: Self) -> Option<Vec<Self>> {
                near!($float, $bits, self / other, |n: $float| n * other == self)
            }

            fn undo_div(self, other: Self) -> Option<Vec<Self>> {
                near!($float, $bits, self * other, |n: $float| n / other == self)
            }

            fn near_quotient(self, other: Self) -> Option<Self> {
                Some((self / other).trunc())
            }

            fn undo_neg(self) -> Vec<Self> {
                vec![-self]
            }
        }
    )* };
}

floats!(f32: u32, f64: u64);

/// What can be computed with two of, and taken back.
pub trait Arithmetic: Copy {
    /// What was added to `other`; nothing if that is not known.
    fn undo_add(self, other: Self) -> Option<Vec<Self>>;
    /// What `other` was taken from; nothing if that is not known.
    fn undo_sub(self, other: Self) -> Option<Vec<Self>>;
    /// What was taken from `other`; nothing if that is not known.
    fn undo_sub_from(self, other: Self) -> Option<Vec<Self>>;
    /// What was multiplied with `other`; nothing if that is not known.
    fn undo_mul(self, other: Self) -> Option<Vec<Self>>;
    /// What was divided by `other`; nothing if that is not known.
    fn undo_div(self, other: Self) -> Option<Vec<Self>>;
    /// What was negated.
    fn undo_neg(self) -> Vec<Self>;
    /// What comes nearest to it when it is multiplied.
    fn near_quotient(self, other: Self) -> Option<Self>;
}

/// What came of an operation, with the other operand.
pub struct Op<'t, O, S, T>(PhantomData<O>, Cell<Option<S>>, &'t T);

impl<'t, O, S, T> Op<'t, O, S, T> {
    /// Takes the step.
    pub fn new(_: O, step: S, other: &'t T) -> Self {
        Op(PhantomData, Cell::new(Some(step)), other)
    }
}

/// An operation that can be taken back.
pub trait Operation<T> {
    /// What it may have been done to; nothing if that is not known.
    fn undo(made: T, other: T) -> Option<Vec<T>>;

    /// What is near that, where something else was done as well.
    fn near(_made: T, _other: T) -> Option<T> {
        None
    }
}

/// Takes an operation back.
pub trait Undo {
    /// The values that it may have been done to.
    type Undone;

    /// Takes it back.
    fn undo(&self) -> Self::Undone;
}

/// Takes an operation back on what was converted.
pub trait UndoConverted {
    /// The values that it may have been done to.
    type Undone;

    /// Takes it back.
    fn undo(&self) -> Self::Undone;
}

fn undone<O: Operation<T>, T: Copy>(Is { values, is_all }: Is<T>, other: T) -> Is<T> {
    let mut is_known = true;
    let mut all = Vec::new();
    for made in values {
        match O::undo(made, other) {
            // Something else may have been done as well.
            Some(none) if none.is_empty() && !is_all => all.extend(O::near(made, other)),
            Some(some) => all.extend(some),
            None => {
                is_known = false;
                all.extend(O::near(made, other));
            }
        }
    }
    Is { values: all, is_all: is_all && is_known }
}

impl<O: Operation<T>, S: Candidates<Value = T>, T: Copy> Undo for &&Op<'_, O, S, T> {
    type Undone = Is<T>;

    fn undo(&self) -> Is<T> {
        undone::<O, T>(self.1.take().map_or_else(Is::nothing, Candidates::owned), *self.2)
    }
}

impl<O: Operation<T>, S: Candidates, T: Num> UndoConverted for &Op<'_, O, S, T>
where
    S::Value: Num,
{
    type Undone = Is<T>;

    fn undo(&self) -> Is<T> {
        let found = self.1.take().map_or_else(Is::nothing, Candidates::owned);
        let is_lossless = is_lossless::<T, S::Value>();
        let Is { values, is_all } = found.map(|number| T::from_wide(number.wide()));
        undone::<O, T>(Is { values, is_all: is_all && is_lossless }, *self.2)
    }
}

/// An operation of types that are not known here.
pub trait NoOperation {
    /// Knows nothing.
    fn undo(&self) -> Unknown {
        Unknown
    }
}

impl<O, S, T> NoOperation for Op<'_, O, S, T> {}

macro_rules! operations {
    ($($(#[$doc:meta])* $operation:ident $([$near:ident])?: $Bound:ident, |$made:ident, $other:ident| $undone:expr;)*) => { $(
        $(#[$doc])*
        pub struct $operation;

        impl<T: $Bound> Operation<T> for $operation {
            fn undo($made: T, $other: T) -> Option<Vec<T>> {
                $undone
            }

            $(fn near(made: T, other: T) -> Option<T> {
                made.$near(other)
            })?
        }
    )* };
}
operations! {
    /// `x + other`.
    Add: Arithmetic, |made, other| made.undo_add(other);
    /// `x - other`.
    Sub: Arithmetic, |made, other| made.undo_sub(other);
    /// `other - x`.
    SubFrom: Arithmetic, |made, other| made.undo_sub_from(other);
    /// `x * other`.
    Mul[near_quotient]: Arithmetic, |made, other| made.undo_mul(other);
    /// `x / other`.
    Div: Arithmetic, |made, other| made.undo_div(other);
    /// `x ^ other`.
    BitXor: Bits, |made, other| Some(vec![made.xor(other)]);
}

/// `other / x`. Many come to the same, and the way back is rounded elsewhere.
pub struct DivInto;

impl<T: Arithmetic> Operation<T> for DivInto {
    fn undo(_: T, _: T) -> Option<Vec<T>> {
        None
    }

    fn near(made: T, other: T) -> Option<T> {
        other.near_quotient(made)
    }
}

/// Operations on bits.
pub trait Bits: Arithmetic {
    /// `self ^ other`.
    fn xor(self, other: Self) -> Self;
    /// `self & !other`.
    fn without(self, other: Self) -> Self;
    /// `self << by`, as far as there is room.
    fn up(self, by: u32) -> Option<Self>;
    /// `self >> by`.
    fn down(self, by: u32) -> Option<Self>;
}

macro_rules! bits {
    ($($int:ty)*) => { $(
        impl Bits for $int {
            fn xor(self, other: Self) -> Self {
                self ^ other
            }

            fn without(self, other: Self) -> Self {
                self & !other
            }

            fn up(self, by: u32) -> Option<Self> {
                self.checked_shl(by)
            }

            fn down(self, by: u32) -> Option<Self> {
                self.checked_shr(by)
            }
        }
    )* };
}
bits!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

/// A step that says something, but not all.
pub struct Hinted<'t, O, S, T>(PhantomData<O>, Cell<Option<S>>, &'t T);

impl<'t, O, S, T> Hinted<'t, O, S, T> {
    /// Takes the step.
    pub fn new(_: O, step: S, other: &'t T) -> Self {
        Hinted(PhantomData, Cell::new(Some(step)), other)
    }
}

/// `x | other`.
pub struct BitOr;
/// `x << other`.
pub struct Shl;
/// `x >> other`.
pub struct Shr;

/// Takes a hint.
pub trait TakeHint {
    /// The type of the values.
    type Value;

    /// What it may have been.
    fn hint(&self) -> Is<Self::Value>;
}

impl<S: Candidates> TakeHint for &Hinted<'_, BitOr, S, S::Value>
where
    S::Value: Bits,
{
    type Value = S::Value;

    fn hint(&self) -> Is<S::Value> {
        let Is { values, .. } = self.1.take().map_or_else(Is::nothing, Candidates::owned);
        let made = values.into_iter().flat_map(|made| [made.without(*self.2), made]);
        Is { values: made.collect(), is_all: false }
    }
}

macro_rules! shifts {
    ($($operation:ident $way:ident)*) => { $(
        impl<S: Candidates, T: Num> TakeHint for &Hinted<'_, $operation, S, T>
        where
            S::Value: Bits,
        {
            type Value = S::Value;

            fn hint(&self) -> Is<S::Value> {
                let Is { values, .. } = self.1.take().map_or_else(Is::nothing, Candidates::owned);
                let by = u32::from_wide(self.2.wide()).unwrap_or(0);
                Is { values: values.into_iter().filter_map(|made| made.$way(by)).collect(), is_all: false }
            }
        }
    )* };
}
shifts!(Shl down Shr up);

/// `x + other`, where `other` is a multiple of something larger than `x`.
pub struct Within;

/// What a number is a multiple of that was moved up by so many bits.
pub fn bit(by: u32) -> i128 {
    1i128.checked_shl(by).unwrap_or(0)
}

impl<S: Candidates, T: Num> TakeHint for &Hinted<'_, Within, S, T>
where
    S::Value: Num,
{
    type Value = S::Value;

    fn hint(&self) -> Is<S::Value> {
        let found = self.1.take().map_or_else(Is::nothing, Candidates::owned);
        let rest = |made: S::Value| match (made.wide(), self.2.wide()) {
            (Wide::Int(made), Wide::Int(unit)) => S::Value::from_wide(Wide::Int(made.checked_rem_euclid(unit)?)),
            (Wide::Float(made), Wide::Float(unit)) => S::Value::from_wide(Wide::Float(made.rem_euclid(unit))),
            (Wide::Large(made), Wide::Int(unit)) => {
                let rest = made.checked_rem(u128::try_from(unit).ok()?)?;
                S::Value::from_wide(Wide::Int(i128::try_from(rest).ok()?))
            }
            _ => None,
        };
        Is { is_all: false, ..found.map(rest) }
    }
}

/// There is no hint.
pub trait NoHint {
    /// Knows nothing.
    fn hint(&self) -> Unknown {
        Unknown
    }
}

impl<O, S, T> NoHint for Hinted<'_, O, S, T> {}

/// What was negated.
pub struct Negated<S>(Cell<Option<S>>);

impl<S> Negated<S> {
    /// Takes the step.
    pub fn new(step: S) -> Self {
        Negated(Cell::new(Some(step)))
    }
}

/// Negates once more.
pub trait Negate {
    /// The type of the values.
    type Value;

    /// What it was.
    fn negated(&self) -> Is<Self::Value>;
}

impl<S: Candidates> Negate for &Negated<S>
where
    S::Value: Arithmetic,
{
    type Value = S::Value;

    fn negated(&self) -> Is<S::Value> {
        let Is { values, is_all } = self.0.take().map_or_else(Is::nothing, Candidates::owned);
        Is { values: values.into_iter().flat_map(Arithmetic::undo_neg).collect(), is_all }
    }
}

/// It cannot be negated.
pub trait NoNegation {
    /// Knows nothing.
    fn negated(&self) -> Unknown {
        Unknown
    }
}

impl<S> NoNegation for Negated<S> {}

impl Num for char {
    const RANGE: (i128, u128) = (0, char::MAX as u128);
    const IS_FLOAT: bool = false;

    fn wide(self) -> Wide {
        Wide::Int(self as i128)
    }

    fn from_wide(wide: Wide) -> Option<char> {
        match wide {
            Wide::Int(int) => char::from_u32(u32::try_from(int).ok()?),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of all numbers, exactly those are found that come to the right result if they go round.
    #[test]
    fn what_is_undone_is_all_there_is() {
        for made in 0..=u8::MAX {
            for other in 0..=u8::MAX {
                let comes_to = |operation: fn(u8, u8) -> u8| -> Vec<u8> {
                    (0..=u8::MAX).filter(|&n| operation(n, other) == made).collect()
                };
                let sorted = |found: Option<Vec<u8>>| {
                    found.map(|mut found| {
                        found.sort_unstable();
                        found
                    })
                };
                assert_eq!(sorted(made.undo_add(other)), Some(comes_to(u8::wrapping_add)), "{made} {other}");
                assert_eq!(sorted(made.undo_sub(other)), Some(comes_to(u8::wrapping_sub)), "{made} {other}");
                assert_eq!(
                    sorted(made.undo_sub_from(other)),
                    Some(comes_to(|n, other| other.wrapping_sub(n))),
                    "{made} {other}"
                );
                if let Some(found) = sorted(made.undo_mul(other)) {
                    assert_eq!(found, comes_to(u8::wrapping_mul), "{made} {other}");
                }
                if let (Some(found), true) = (sorted(made.undo_div(other)), other > 0) {
                    assert_eq!(found, comes_to(|n, other| n / other), "{made} {other}");
                }
            }
        }
    }

    #[test]
    fn signed_numbers_go_round_too() {
        for made in i8::MIN..=i8::MAX {
            for other in i8::MIN..=i8::MAX {
                let comes_to = |operation: fn(i8, i8) -> i8| -> Vec<i8> {
                    (i8::MIN..=i8::MAX).filter(|&n| operation(n, other) == made).collect()
                };
                if let Some(mut found) = made.undo_mul(other) {
                    found.sort_unstable();
                    assert_eq!(found, comes_to(i8::wrapping_mul), "{made} {other}");
                }
                if let (Some(mut found), true) = (made.undo_div(other), other != 0) {
                    found.sort_unstable();
                    assert_eq!(found, comes_to(|n, other| n.wrapping_div(other)), "{made} {other}");
                }
            }
        }
    }
}
