//! Steps back through arithmetic.

use std::cell::Cell;
use std::marker::PhantomData;

use super::{AnyStep, Candidates, Is, Unknown};

/// A number of any type, held without loss.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Wide {
    /// An integer up to `i128::MAX`.
    Int(i128),
    /// An integer above `i128::MAX`.
    Large(u128),
    /// A float.
    Float(f64),
}

/// A number that `as` converts to other types.
pub trait Num: Copy {
    /// Returns the number without its type.
    fn wide(self) -> Wide;

    /// Converts the number to this type, rounding if necessary, or returns `None` if it is out of range.
    fn from_wide(wide: Wide) -> Option<Self>;

    /// The range of integers that this type represents exactly.
    const RANGE: (i128, u128);

    /// Whether the type has values between the integers.
    const IS_FLOAT: bool;
}

/// Returns whether converting `Drawn` to `Shown` always keeps different numbers apart.
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
                        // `as` stops at the ends of the type, so make sure that the result is near.
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
                    // Any number times 0 is 0, and no number gives anything else.
                    return if self == 0 { None } else { Some(Vec::new()) };
                }
                let exact = self.checked_div(other).filter(|_| self.checked_rem(other) == Some(0));
                // Wrapping multiplication has further solutions, as many as `other` loses bits.
                let (bits, lost) = (<$int>::BITS, other.trailing_zeros());
                if self.trailing_zeros() < lost {
                    return Some(Vec::new());
                }
                if lost > LISTED.ilog2() {
                    return None;
                }
                let (odd, rest) = ((other as u128) >> lost, (self as u128) >> lost);
                // Each step doubles the number of correct bits.
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
                // List all numbers that round to this quotient, unless there are too many.
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

/// The most solutions to list for a product, or on each side of the exact one for a quotient.
const LISTED: u8 = 100;

/// How many floats are checked on each side of the computed one.
const NEAR: u64 = 16;

/// Lists the floats that give the right result. They are adjacent, because each operation is monotonic. Gives `None` if
/// there are too many, or if the computed one is zero, subnormal, infinite or NaN.
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

/// A number whose arithmetic can be undone.
pub trait Arithmetic: Copy {
    /// Returns every `x` with `x + other == self`, or `None` if they cannot be listed.
    fn undo_add(self, other: Self) -> Option<Vec<Self>>;
    /// Returns every `x` with `x - other == self`, or `None` if they cannot be listed.
    fn undo_sub(self, other: Self) -> Option<Vec<Self>>;
    /// Returns every `x` with `other - x == self`, or `None` if they cannot be listed.
    fn undo_sub_from(self, other: Self) -> Option<Vec<Self>>;
    /// Returns every `x` with `x * other == self`, or `None` if they cannot be listed.
    fn undo_mul(self, other: Self) -> Option<Vec<Self>>;
    /// Returns every `x` with `x / other == self`, or `None` if they cannot be listed.
    fn undo_div(self, other: Self) -> Option<Vec<Self>>;
    /// Returns every `x` with `-x == self`.
    fn undo_neg(self) -> Vec<Self>;
    /// Returns `self / other` rounded toward zero, or `None` if that does not exist.
    fn near_quotient(self, other: Self) -> Option<Self>;
}

/// The operand of `Undo`: the result of an operation, and the other operand.
pub struct Op<'t, O, S, T>(PhantomData<O>, Cell<Option<S>>, &'t T);

impl<'t, O, S, T> Op<'t, O, S, T> {
    /// Wraps the step that leads to the result, and the other operand.
    pub fn new(_: O, step: S, other: &'t T) -> Self {
        Op(PhantomData, Cell::new(Some(step)), other)
    }
}

/// An operation that can be undone.
pub trait Operation<T> {
    /// Returns every operand that gives `made`, or `None` if they cannot be listed.
    fn undo(made: T, other: T) -> Option<Vec<T>>;

    /// Returns a candidate near the operand, where `made` may have been changed afterward.
    fn near(_made: T, _other: T) -> Option<T> {
        None
    }
}

/// Undoes an operation on candidates of the operand's type.
pub trait Undo {
    /// The candidates for the operand.
    type Undone;

    /// Returns the candidates for the operand.
    fn undo(&self) -> Self::Undone;
}

/// Undoes an operation on candidates of another numeric type.
pub trait UndoConverted {
    /// The candidates for the operand.
    type Undone;

    /// Returns the candidates for the operand.
    fn undo(&self) -> Self::Undone;
}

fn undone<O: Operation<T>, T: Copy>(Is { values, is_all }: Is<T>, other: T) -> Is<T> {
    let mut is_known = true;
    let mut all = Vec::new();
    for made in values {
        match O::undo(made, other) {
            // Something else may have changed the result afterward.
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

/// The fallback for types whose operations are not known.
pub trait NoOperation {
    /// Returns that nothing is known.
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

/// `other / x`. Many operands give the same quotient, so there is only one near candidate.
pub struct DivInto;

impl<T: Arithmetic> Operation<T> for DivInto {
    fn undo(_: T, _: T) -> Option<Vec<T>> {
        None
    }

    fn near(made: T, other: T) -> Option<T> {
        other.near_quotient(made)
    }
}

/// A number with bit operations.
pub trait Bits: Arithmetic {
    /// Returns `self ^ other`.
    fn xor(self, other: Self) -> Self;
    /// Returns `self & !other`.
    fn without(self, other: Self) -> Self;
    /// Returns `self << by`, or `None` if `by` is too large.
    fn up(self, by: u32) -> Option<Self>;
    /// Returns `self >> by`, or `None` if `by` is too large.
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

/// The operand of `TakeHint`: the result of an operation that loses information, and the other operand.
pub struct Hinted<'t, O, S, T>(PhantomData<O>, Cell<Option<S>>, &'t T);

impl<'t, O, S, T> Hinted<'t, O, S, T> {
    /// Wraps the step that leads to the result, and the other operand.
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

/// Undoes an operation that loses information.
pub trait TakeHint {
    /// The type of the values.
    type Value;

    /// Returns candidates for the operand, but never all of them.
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

/// `x + other`, where `other` is a multiple of a unit larger than `x`.
pub struct Within;

/// Returns the unit of all numbers that were shifted left by `by`, or 0 if `by` is too large.
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

/// The fallback for types whose operations are not known.
pub trait NoHint {
    /// Returns that nothing is known.
    fn hint(&self) -> Unknown {
        Unknown
    }
}

impl<O, S, T> NoHint for Hinted<'_, O, S, T> {}

/// The operand of `Negate`.
pub struct Negated<S>(Cell<Option<S>>);

impl<S> Negated<S> {
    /// Wraps the step that leads to the negated number.
    pub fn new(step: S) -> Self {
        Negated(Cell::new(Some(step)))
    }
}

/// Undoes a negation.
pub trait Negate {
    /// The type of the values.
    type Value;

    /// Returns the numbers before they were negated.
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

/// The fallback for candidates that cannot be negated.
pub trait NoNegation {
    /// Returns that nothing is known.
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

    /// Undoing finds every operand that gives the result with wrapping arithmetic, and no other.
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
