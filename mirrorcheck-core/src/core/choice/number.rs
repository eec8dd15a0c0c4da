//! Numbers as choices.

use std::fmt;
use std::hash::{Hash, Hasher};

use super::Choice;

/// An integer of any width up to 128 bits, with either sign.
///
/// ```
/// use mirrorcheck::Choice;
/// use mirrorcheck::choices::Number;
///
/// assert_eq!(Choice::from(-5i8), Choice::Number(Number::from(-5i128)));
/// assert_eq!(Number::from(u128::MAX).to_string(), u128::MAX.to_string());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Number {
    negative: bool,
    magnitude: u128,
}

impl Number {
    #[inline]
    pub(crate) fn new(negative: bool, magnitude: u128) -> Number {
        Number { negative: negative && magnitude > 0, magnitude }
    }

    pub(crate) fn is_negative(self) -> bool {
        self.negative
    }

    pub(crate) fn magnitude(self) -> u128 {
        self.magnitude
    }

    pub(crate) fn sum(self, other: Number) -> Number {
        if self.negative == other.negative {
            Number::new(self.negative, self.magnitude.saturating_add(other.magnitude))
        } else {
            match self.magnitude.checked_sub(other.magnitude) {
                Some(rest) => Number::new(self.negative, rest),
                None => Number::new(other.negative, other.magnitude - self.magnitude),
            }
        }
    }

    #[inline]
    pub(crate) fn small(self) -> Option<i64> {
        let magnitude = i64::try_from(self.magnitude).ok()?;
        Some(if self.negative { -magnitude } else { magnitude })
    }

    #[inline]
    pub(crate) fn plus(self, offset: u128) -> Number {
        match (self.negative, offset < self.magnitude) {
            (false, _) => Number::new(false, self.magnitude.wrapping_add(offset)),
            (true, true) => Number::new(true, self.magnitude - offset),
            (true, false) => Number::new(false, offset - self.magnitude),
        }
    }

    pub(crate) fn minus(self, low: Number) -> Option<u128> {
        match (self.negative, low.negative) {
            (false, false) => self.magnitude.checked_sub(low.magnitude),
            (false, true) => self.magnitude.checked_add(low.magnitude),
            (true, true) => low.magnitude.checked_sub(self.magnitude),
            (true, false) => None,
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.negative { "-" } else { "" }, self.magnitude)
    }
}

macro_rules! numbers {
    ($($unsigned:ident $signed:ident)*) => { $(
        impl From<$unsigned> for Number {
            fn from(n: $unsigned) -> Number {
                Number::new(false, n as u128)
            }
        }
        impl From<$signed> for Number {
            fn from(n: $signed) -> Number {
                Number::new(n < 0, n.unsigned_abs() as u128)
            }
        }
        impl From<$unsigned> for Choice {
            fn from(n: $unsigned) -> Choice {
                Choice::Number(n.into())
            }
        }
        impl From<$signed> for Choice {
            fn from(n: $signed) -> Choice {
                Choice::Number(n.into())
            }
        }
    )* };
}
numbers!(u8 i8 u16 i16 u32 i32 u64 i64 u128 i128 usize isize);

/// The numbers of a range in the order from the simplest: `0, 1, -1, 2, -2, …`, and once there are no more on one side,
/// those on the other. What is nearest to zero comes first where zero is not in the range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Zigzag {
    low: Number,
    /// How many numbers are below the first.
    below: u128,
}

impl Zigzag {
    /// Of the range from `low` to `low + last`.
    #[inline]
    pub(crate) fn new(low: Number, last: u128) -> Zigzag {
        Zigzag { low, below: if low.negative { low.magnitude.min(last) } else { 0 } }
    }

    #[inline]
    pub(crate) fn low(self) -> Number {
        self.low
    }

    #[inline]
    pub(crate) fn number(self, index: u128, last: u128) -> Number {
        self.low.plus(self.offset(index, last))
    }

    pub(crate) fn find(self, number: Number, last: u128) -> Option<u128> {
        number.minus(self.low).filter(|&offset| offset <= last).map(|offset| self.index(offset, last))
    }

    /// The index of the number that is so far above the lowest.
    #[inline]
    pub(crate) fn index(self, offset: u128, last: u128) -> u128 {
        let (below, above) = (self.below, last - self.below);
        let both = below.min(above);
        match offset.checked_sub(below) {
            Some(0) => 0,
            Some(distance) if distance <= both => 2 * distance - 1,
            Some(_) => offset,
            None if below - offset <= both => 2 * (below - offset),
            None => below - offset + above,
        }
    }

    /// The offsets of the indices `first..=last_index`, as up to two spans of neighbours.
    pub(crate) fn spans(self, first: u128, last_index: u128, last: u128) -> impl Iterator<Item = (u128, u128)> {
        let (low, high) = self.first_ones(last_index, last);
        let spans = match first.checked_sub(1) {
            None => [Some((low, high)), None],
            Some(before) => {
                let (inner_low, inner_high) = self.first_ones(before, last);
                let below = (low < inner_low).then(|| (low, inner_low - 1));
                [below, (inner_high < high).then(|| (inner_high + 1, high))]
            }
        };
        spans.into_iter().flatten()
    }

    /// The indices up to one are neighbours, too: the offsets of the least and the greatest.
    fn first_ones(self, index: u128, last: u128) -> (u128, u128) {
        let (below, above) = (self.below, last - self.below);
        let (down, up) = if index.div_ceil(2) <= below.min(above) {
            (index / 2, index.div_ceil(2))
        } else if above > below {
            (below, index - below)
        } else {
            (index - above, above)
        };
        (below - down, below + up)
    }

    /// The inverse of [`index`](Self::index).
    #[inline]
    pub(crate) fn offset(self, index: u128, last: u128) -> u128 {
        let (below, above) = (self.below, last - self.below);
        let both = below.min(above);
        if index.div_ceil(2) <= both {
            if index % 2 == 1 { below + index.div_ceil(2) } else { below - index / 2 }
        } else if above > below {
            index
        } else {
            last - index
        }
    }
}

/// The place in that order of the number so far above the lowest, where numbers and their distances are small.
#[inline]
pub(crate) fn rank_among(low: i64, offset: u64, last: u64) -> u64 {
    if low >= 0 {
        return offset;
    }
    let below = low.unsigned_abs().min(last);
    let above = last - below;
    let both = below.min(above);
    match offset.checked_sub(below) {
        Some(0) => 0,
        Some(distance) if distance <= both => 2 * distance - 1,
        Some(_) => offset,
        None if below - offset <= both => 2 * (below - offset),
        None => below - offset + above,
    }
}

/// A float as a choice: two are the same if all their bits are.
///
/// ```
/// use mirrorcheck::choices::Float;
///
/// assert_ne!(Float(0.0), Float(-0.0));
/// assert_eq!(Float(f64::NAN), Float(f64::NAN));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Float(pub f64);

impl PartialEq for Float {
    fn eq(&self, other: &Float) -> bool {
        self.0.to_bits() == other.0.to_bits()
    }
}

impl Eq for Float {}

impl Hash for Float {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.to_bits().hash(state);
    }
}

impl fmt::Display for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // With a sign, infinity cannot be taken for a label.
        if self.0.is_infinite() { write!(f, "{:+}", self.0) } else { write!(f, "{:?}", self.0) }
    }
}

impl From<f64> for Choice {
    fn from(float: f64) -> Choice {
        Choice::Float(Float(float))
    }
}

impl From<f32> for Choice {
    fn from(float: f32) -> Choice {
        Choice::Float(Float(float.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::{Number, Zigzag};

    #[test]
    fn the_order_is_a_permutation_with_the_simplest_first() {
        for (low, high) in [(-3i32, 5i32), (-5, 3), (-4, 4), (0, 6), (2, 9), (-9, -2), (-6, 0), (-1, 0), (7, 7)] {
            let last = (high - low) as u128;
            let order = Zigzag::new(Number::from(low), last);
            let numbers: Vec<Number> = (0..=last).map(|index| order.number(index, last)).collect();
            let mut expected: Vec<i32> = (low..=high).collect();
            expected.sort_by_key(|n| (n.abs(), *n < 0));
            assert_eq!(numbers, expected.into_iter().map(Number::from).collect::<Vec<_>>(), "{low}..={high}");
            for (index, number) in numbers.into_iter().enumerate() {
                assert_eq!(order.find(number, last), Some(index as u128), "{number} in {low}..={high}");
            }
            for first in 0..=last {
                for to in first..=last {
                    let mut offsets: Vec<u128> = (first..=to).map(|index| order.offset(index, last)).collect();
                    offsets.sort_unstable();
                    let spans = order.spans(first, to, last).flat_map(|(from, to)| from..=to);
                    assert!(spans.eq(offsets), "{first}..={to} of {low}..={high}");
                }
            }
            assert_eq!(order.find(Number::from(high + 1), last), None);
            assert_eq!(order.find(Number::from(low - 1), last), None);
        }
        let last = u128::MAX;
        let order = Zigzag::new(Number::from(i128::MIN), last);
        assert_eq!(order.number(last, last), Number::from(i128::MIN));
        assert_eq!(
            order.number(last - 1, last),
            Number::from(i128::MAX).minus(Number::from(0)).map_or(Number::from(0), |n| { Number::new(true, n) })
        );
        assert_eq!(order.find(Number::from(i128::MAX), last), Some(last - 2));
    }
}
