//! Arithmetic, undone.

use super::{Candidates, Is, Unknown};

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
                Some(Vec::from_iter(self.checked_sub(other)))
            }

            fn undo_sub(self, other: Self) -> Option<Vec<Self>> {
                Some(Vec::from_iter(self.checked_add(other)))
            }

            fn undo_sub_from(self, other: Self) -> Option<Vec<Self>> {
                Some(Vec::from_iter(other.checked_sub(self)))
            }

            fn undo_mul(self, other: Self) -> Option<Vec<Self>> {
                if other == 0 {
                    // Anything, if this is nothing.
                    return if self == 0 { None } else { Some(Vec::new()) };
                }
                Some(Vec::from_iter(self.checked_div(other).filter(|_| self.checked_rem(other) == Some(0))))
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
                Vec::from_iter((0 as $int).checked_sub(self))
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
    /// Nothing does.
    fn nowhere(self, _: Self) -> Option<Self> {
        None
    }
}

/// What came of an operation, with the other operand.
pub struct Op<O, S, T>(pub O, pub S, pub T);

/// `x + other`.
pub struct Add;
/// `x - other`.
pub struct Sub;
/// `other - x`.
pub struct SubFrom;
/// `x * other`.
pub struct Mul;
/// `x / other`.
pub struct Div;
/// `other / x`.
pub struct DivInto;
/// `x % other`.
pub struct Rem;
/// `-x`.
pub struct Neg;

/// An operation that can be taken back.
pub trait Undo {
    /// The values that it may have been done to.
    type Undone;

    /// Takes it back.
    fn undo(self) -> Self::Undone;
}

macro_rules! operations {
    ($($operation:ident $near:ident: |$made:ident, $other:ident| $undone:expr;)*) => { $(
        impl<S: Candidates<Value = T>, T: Arithmetic> Undo for Op<$operation, S, &T> {
            type Undone = Is<T>;

            fn undo(self) -> Is<T> {
                let ($other, Is { values, is_all }) = (*self.2, self.1.owned());
                let near = |$made: T| if is_all { None } else { $made.$near($other) };
                let undone: Vec<Option<Vec<T>>> = values
                    .into_iter()
                    .map(|$made| match $undone {
                        // Something else may have been added.
                        Some(none) if none.is_empty() => Some(Vec::from_iter(near($made))),
                        undone => undone,
                    })
                    .collect();
                let is_known = undone.iter().all(Option::is_some);
                Is { values: undone.into_iter().flatten().flatten().collect(), is_all: is_all && is_known }
            }
        }
    )* };
}
operations! {
    Add nowhere: |made, other| made.undo_add(other);
    Sub nowhere: |made, other| made.undo_sub(other);
    SubFrom nowhere: |made, other| made.undo_sub_from(other);
    Mul near_quotient: |made, other| made.undo_mul(other);
    Div nowhere: |made, other| made.undo_div(other);
}

impl<S: Candidates<Value = T>, T: Arithmetic> Undo for Op<DivInto, S, &T> {
    type Undone = Is<T>;

    // `other / x`: the other way round it is rounded elsewhere.
    fn undo(self) -> Is<T> {
        let Is { values, .. } = self.1.owned();
        Is { values: values.into_iter().flat_map(|made| self.2.undo_mul(made).unwrap_or_default()).collect(), is_all: false }
    }
}

impl<S: Candidates> Undo for Op<Rem, S, &S::Value> {
    type Undone = Is<S::Value>;

    fn undo(self) -> Is<S::Value> {
        Is { is_all: false, ..self.1.owned() }
    }
}

impl<S: Candidates> Undo for Op<Neg, S, ()>
where
    S::Value: Arithmetic,
{
    type Undone = Is<S::Value>;

    fn undo(self) -> Is<S::Value> {
        let Is { values, is_all } = self.1.owned();
        Is { values: values.into_iter().flat_map(Arithmetic::undo_neg).collect(), is_all }
    }
}

/// An operation of types that are not known here.
pub trait NoOperation: Sized {
    /// Knows nothing.
    fn undo(self) -> Unknown {
        Unknown
    }
}

impl<O, S, T> NoOperation for &Op<O, S, T> {}
