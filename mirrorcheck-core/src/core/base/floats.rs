//! Floats: their order, how a uniform one is drawn exactly, and their bias.
//!
//! A uniform float is a uniform real number, rounded down. So every float of a range is possible, and as likely as it
//! is wide: it represents the numbers up to the next one.

mod classes;
mod masses;

pub use classes::{FloatClass, FloatValue, WithNan, float_class};

use super::ranges::{Answer, Between, Numbered, RangeValue, Weighed};
use crate::core::choice::{Ask, Choice, Float, Number, Zigzag};
use crate::core::generator::Rejected;
use crate::core::mass::Mass;
use crate::core::rng::Rng;

/// What both types of floats have in common. Values are passed as `f64`, which holds either.
trait Format: Copy + 'static {
    /// The number of significant bits, and the exponent of the smallest number.
    const DIGITS: u32;
    const SMALLEST: i32;
    /// Values where something changes.
    const SPECIAL: &'static [f64];

    /// Bits: the sign, those of infinity, and those of the least normal number.
    const SIGN: u64;
    const INFINITE: u64;
    const LEAST_NORMAL: u64;

    fn bits(self) -> u64;
    fn of_bits(bits: u64) -> Self;
    fn wide(self) -> f64;
    fn narrow(wide: f64) -> Self;
    /// Returns the position in the order of all floats from minus infinity; both zeros share one.
    fn ordinal(self) -> u64;
    fn at_ordinal(ordinal: u64) -> Self;
}

macro_rules! floats {
    ($($type:ident $bits:ident $shift:literal)*) => { $(
        impl Format for $type {
            const DIGITS: u32 = $type::MANTISSA_DIGITS;
            const SMALLEST: i32 = $type::MIN_EXP - $type::MANTISSA_DIGITS as i32;
            const SPECIAL: &'static [f64] = &{
                let (tiny, max) = ($type::from_bits(1) as f64, $type::MAX as f64);
                let (least_normal, epsilon) = ($type::MIN_POSITIVE as f64, $type::EPSILON as f64);
                let whole = (1u64 << $type::MANTISSA_DIGITS) as f64;
                [
                    0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, max, -max, tiny, -tiny, least_normal, -least_normal,
                    least_normal - tiny, epsilon, 1.0 + epsilon, 1.0 - epsilon / 2.0, -1.0, 0.5, 0.1f32 as f64, whole,
                    -whole, whole - 1.0, i64::MIN as f64, i64::MAX as f64, i32::MIN as f64, 1.0e10f32 as f64,
                ]
            };

            const SIGN: u64 = 1 << $shift;
            const INFINITE: u64 = $type::INFINITY.to_bits() as u64;
            const LEAST_NORMAL: u64 = $type::MIN_POSITIVE.to_bits() as u64;

            fn bits(self) -> u64 {
                self.to_bits().into()
            }
            fn of_bits(bits: u64) -> $type {
                $type::from_bits(bits as $bits)
            }
            #[inline]
            fn wide(self) -> f64 {
                self.into()
            }
            #[inline]
            fn narrow(wide: f64) -> $type {
                wide as $type
            }
            #[inline]
            fn ordinal(self) -> u64 {
                let bits = self.to_bits();
                let sign = 1 << $shift;
                u64::from(if bits & sign == 0 { bits | sign } else { !bits })
            }
            #[inline]
            fn at_ordinal(ordinal: u64) -> $type {
                let (ordinal, sign) = (ordinal as $bits, 1 << $shift);
                $type::from_bits(if ordinal & sign == 0 { !ordinal } else { ordinal ^ sign })
            }
        }

        impl RangeValue for $type {}

        impl Numbered for $type {
            const LEAST: $type = $type::NEG_INFINITY;
            const GREATEST: $type = $type::INFINITY;
            const FINITE: ($type, $type) = ($type::MIN, $type::MAX);

            fn before(self) -> Option<$type> {
                (!self.is_nan() && self != $type::NEG_INFINITY).then(|| match self {
                    // Both zeros are one number: below it are the negative ones.
                    0.0 => -$type::from_bits(1),
                    _ => Self::at_ordinal(self.ordinal() - 1),
                })
            }
            fn after(self) -> Option<$type> {
                (!self.is_nan() && self != $type::INFINITY).then(|| match self {
                    0.0 => $type::from_bits(1),
                    _ => Self::at_ordinal(self.ordinal() + 1),
                })
            }
            #[inline]
            fn fault(low: $type, high: $type) -> Option<&'static str> {
                let is_finite = low.is_finite() && high.is_finite();
                (!is_finite).then_some("is not finite, so that its values cannot be equally likely: use `biased`")
            }
            #[inline]
            fn is_within(self, low: $type, high: $type) -> bool {
                let is_number = !self.is_nan() && !low.is_nan() && !high.is_nan();
                is_number && low.ordinal() <= self.ordinal() && self.ordinal() <= high.ordinal()
            }
            fn last(low: $type, high: $type) -> u128 {
                (high.ordinal() - low.ordinal()).into()
            }
            fn above(low: $type, offset: u128) -> $type {
                Self::at_ordinal(low.ordinal() + offset as u64)
            }
            fn index(self, low: $type, high: $type) -> u128 {
                Order::new(low, high).index(self)
            }
            fn at(low: $type, high: $type, index: u128) -> $type {
                Order::new(low, high).at(index)
            }
            fn choice(self) -> Choice {
                Choice::Float(Float(self.into()))
            }
            fn of_choice(choice: &Choice) -> Option<$type> {
                let wide = match choice {
                    Choice::Float(Float(wide)) => *wide,
                    // A whole number may be written without a point.
                    Choice::Number(number) => number.small()? as f64,
                    _ => return None,
                };
                let narrow = Self::narrow(wide);
                (narrow.wide().to_bits() == wide.to_bits()).then_some(narrow)
            }
            #[inline]
            fn random(rng: &mut Rng, low: $type, high: $type) -> $type {
                loop {
                    let drawn = random_in(rng, low, high);
                    // Drawn from slightly more, so that all cells are equally wide.
                    if drawn.is_within(low, high) {
                        return drawn;
                    }
                    // Of a zero alone, both signs mean that one.
                    if drawn == 0.0 && (-drawn).is_within(low, high) {
                        return -drawn;
                    }
                }
            }
            fn mass(self, low: $type, high: $type) -> Mass {
                uniform_mass(self, low, high)
            }
            fn biased(rng: &mut Rng, low: $type, high: $type, size: u32) -> $type {
                biased(rng, low, high, size)
            }
            fn mass_between(low: $type, high: $type, from: u128, to: u128) -> Mass {
                masses::uniform(low, high, Self::above(low, from), Self::above(low, to))
            }
            fn with_ask(
                low: $type,
                high: $type,
                bias: Option<u32>,
                answer: &mut Answer<'_>,
            ) -> Result<u128, Rejected> {
                answer(&Ask::spread(&Between { low, high, bias }))
            }
            #[inline]
            fn small(self) -> Option<i64> {
                None
            }
        }

        impl Weighed for $type {
            fn biased_mass(self, low: $type, high: $type, size: u32) -> Mass {
                biased_mass(self, low, high, size)
            }
            fn mass_among(low: $type, high: $type, bias: Option<u32>, first: u128, last: u128) -> Mass {
                masses::among(low, high, bias, first, last)
            }
        }
    )* };
}
floats!(f32 u32 31 f64 u64 63);

/// Cells of the grid that a float is drawn from: more than there are floats of one exponent, and few enough to count.
const CELLS: u32 = 62;

/// Draws a uniform number between two, or slightly outside them, rounded down.
#[inline]
fn random_in<T: Format>(rng: &mut Rng, low: T, high: T) -> T {
    let (low, high) = (low.wide(), high.wide());
    // The powers of two that hold all, and what is next to the upper end.
    let greatest = exponent(low.abs().max(high.abs())) + 1;
    let step = (greatest - CELLS as i32).max(T::SMALLEST);
    let first = floor_to_cell(low, step);
    let last = floor_to_cell(high, step) + cells_wide(T::SMALLEST, T::DIGITS, high, step) - 1;
    let cell = first + rng.up_to((last - first) as u128) as i64;
    cell_or_below(rng, cell, step)
}

/// Returns the float that a cell is in, or one of those in the cell.
#[inline]
fn cell_or_below<T: Format>(rng: &mut Rng, mut cell: i64, mut step: i32) -> T {
    loop {
        // The least magnitude in the cell decides how narrow floats get there.
        let magnitude = if cell >= 0 { cell as u64 } else { (cell + 1).unsigned_abs() };
        let digits = u64::BITS - magnitude.leading_zeros();
        if digits >= T::DIGITS || step <= T::SMALLEST {
            let drop = digits.saturating_sub(T::DIGITS);
            // An arithmetic shift rounds down on either side of zero.
            let value = scale((cell >> drop) as f64, step + drop as i32);
            return match cell {
                // Both zeros stand for what is next to zero.
                0 if rng.next() & 1 == 1 => T::narrow(-0.0),
                _ => T::narrow(value),
            };
        }
        // Again with a finer grid inside of the cell.
        let finer = (CELLS - digits).min((step - T::SMALLEST) as u32);
        cell = (cell << finer) + rng.up_to((1u128 << finer) - 1) as i64;
        step -= finer as i32;
    }
}

/// Returns how many cells wide the float at a place is.
fn cells_wide(smallest: i32, digits: u32, value: f64, step: i32) -> i64 {
    1 << (gap_exponent(smallest, digits, value) - step).max(0)
}

fn floor_to_cell(value: f64, step: i32) -> i64 {
    // Exact: a number of at most 53 digits, scaled by a power of two, is below 2^63.
    let in_steps = value.abs();
    let cells = scale_down(in_steps, step);
    if value < 0.0 { -(cells.ceil() as i64) } else { cells.floor() as i64 }
}

/// Returns `value / 2^step`, rounded only where that is far below one.
fn scale_down(value: f64, step: i32) -> f64 {
    scale(value, -step)
}

/// Returns `value × 2^exponent`.
#[inline]
fn scale(value: f64, exponent: i32) -> f64 {
    let half = exponent / 2;
    let power = |exponent: i32| f64::from_bits(((exponent + 1023) as u64) << 52);
    if (-1022..=1023).contains(&exponent) {
        value * power(exponent)
    } else {
        value * power(half) * power(exponent - half)
    }
}

/// Returns the exponent of the greatest power of two that is not above a number.
#[inline]
fn exponent(value: f64) -> i32 {
    let bits = value.to_bits() & (u64::MAX >> 1);
    match (bits >> 52) as i32 {
        0 if bits == 0 => -1_075,
        0 => bits.ilog2() as i32 - 1_074,
        exponent => exponent - 1_023,
    }
}

/// Returns the exponent of the distance to the next float.
fn gap_exponent(smallest: i32, digits: u32, value: f64) -> i32 {
    let mut exponent = exponent(value);
    // Below a power of two on the negative side, the next float is nearer to zero.
    if value < 0.0 && scale(1.0, exponent) == -value {
        exponent -= 1;
    }
    (exponent - digits as i32 + 1).max(smallest)
}

fn uniform_mass<T: Format + Numbered>(value: T, low: T, high: T) -> Mass {
    let gap = |value: T| gap_exponent(T::SMALLEST, T::DIGITS, value.wide());
    let is_one_of_two_zeros = value.wide() == 0.0 && has_both_zeros(low, high);
    let share = Mass::scaled(if is_one_of_two_zeros { 0.5 } else { 1.0 }, gap(value).into());
    // A quarter, because the whole can be more than the greatest float.
    let quarter = high.wide() / 4.0 - low.wide() / 4.0 + scale(1.0, gap(high) - 2);
    if quarter.is_normal() {
        share.over(Mass::scaled(quarter, 2))
    } else {
        // Next to zero a quarter would lose digits.
        share.over(Mass::from(high.wide() - low.wide() + scale(1.0, gap(high))))
    }
}

fn has_both_zeros<T: Format + Numbered>(low: T, high: T) -> bool {
    T::narrow(-0.0).is_within(low, high) && T::narrow(0.0).is_within(low, high)
}

/// Out of this many, these are special values, small integers, and small fractions; all others are any float.
const PARTS: u64 = 64;
const SPECIAL: u64 = 10;
const WHOLE: u64 = 22;
const FRACTION: u64 = 22;

/// Returns the part of a range that is no larger than the size.
fn small<T: Format + Numbered>(low: T, high: T, size: u32) -> Option<(T, T)> {
    let size = f64::from(size) + 1.0;
    let (low, high) = (low.wide().max(-size), high.wide().min(size));
    // An end at zero keeps its sign.
    (low <= high).then(|| (T::narrow(low), T::narrow(high))).filter(|(low, high)| low.is_within(*low, *high))
}

fn whole<T: Format + Numbered>(low: T, high: T, size: u32) -> Option<(i64, i64)> {
    let (low, high) = small(low, high, size)?;
    let (first, last) = (low.wide().ceil() as i64, high.wide().floor() as i64);
    let is_there = |n: i64| T::narrow(n as f64).is_within(low, high);
    let (first, last) = (if is_there(first) { first } else { first + 1 }, if is_there(last) { last } else { last - 1 });
    (first <= last).then_some((first, last))
}

fn special<T: Format + Numbered>(low: T, high: T) -> impl Iterator<Item = T> + Clone {
    T::SPECIAL.iter().map(|special| T::narrow(*special)).filter(move |special| special.is_within(low, high))
}

fn biased<T: Format + Numbered>(rng: &mut Rng, low: T, high: T, size: u32) -> T {
    let part = rng.below(PARTS);
    if part < SPECIAL {
        let mut special = special(low, high);
        let count = special.clone().count() as u64;
        if count > 0 {
            return special.nth(rng.below(count) as usize).unwrap_or(low);
        }
    } else if part < SPECIAL + WHOLE {
        if let Some((first, last)) = whole(low, high, size) {
            return T::narrow((first + rng.up_to((last - first) as u128) as i64) as f64);
        }
    } else if part < SPECIAL + WHOLE + FRACTION {
        if let Some((low, high)) = small(low, high, size) {
            return T::random(rng, low, high);
        }
    }
    T::at_ordinal(low.ordinal() + rng.up_to((high.ordinal() - low.ordinal()).into()) as u64)
}

fn biased_mass<T: Format + Numbered>(value: T, low: T, high: T, size: u32) -> Mass {
    let anything = Mass::from(1.0 / ((high.ordinal() - low.ordinal()) as f64 + 1.0));
    let is_value = |other: &T| other.ordinal() == value.ordinal();
    let of_special = match special(low, high).count() {
        0 => anything,
        count => Mass::from(special(low, high).filter(is_value).count() as f64 / count as f64),
    };
    let of_whole = whole(low, high, size).map_or(anything, |(first, last)| {
        let wide = value.wide();
        let is_there =
            wide.fract() == 0.0 && first as f64 <= wide && wide <= last as f64 && is_value(&T::narrow(wide + 0.0));
        if is_there { Mass::from(1.0 / (last - first + 1) as f64) } else { Mass::ZERO }
    });
    let of_fraction = small(low, high, size).map_or(anything, |(low, high)| {
        if value.is_within(low, high) { uniform_mass(value, low, high) } else { Mass::ZERO }
    });
    let share = |parts: u64, mass: Mass| Mass::from(parts as f64 / PARTS as f64).times(mass);
    share(SPECIAL, of_special)
        .plus(share(WHOLE, of_whole))
        .plus(share(FRACTION, of_fraction))
        .plus(share(PARTS - SPECIAL - WHOLE - FRACTION, anything))
}

/// The order from the simplest: whole numbers from zero, then all others by size.
struct Order<T> {
    low: T,
    high: T,
    /// The whole numbers among them, up to where floats can no longer tell them apart.
    whole: Option<(i64, i64)>,
}

impl<T: Format + Numbered> Order<T> {
    fn new(low: T, high: T) -> Order<T> {
        Order { low, high, whole: whole(low, high, 1 << (T::DIGITS - 1).min(31)) }
    }

    /// Returns the order and the number of the whole numbers, as for integers.
    fn zigzag(&self) -> Option<(Zigzag, u128, i64)> {
        let (first, last) = self.whole?;
        let last = (last - first) as u128;
        Some((Zigzag::new(Number::from(first), last), last, first))
    }

    /// Returns how many of the whole numbers are not above a float.
    fn whole_up_to(&self, ordinal: u64) -> u64 {
        let Some((first, last)) = self.whole else { return 0 };
        let wide = T::at_ordinal(ordinal).wide();
        let floor = if wide == 0.0 && wide.is_sign_negative() { -1.0 } else { wide.floor() };
        (floor.clamp(first as f64 - 1.0, last as f64) as i64 - (first - 1)) as u64
    }

    fn index(&self, value: T) -> u128 {
        let ordinal = value.ordinal();
        let whole = self.zigzag();
        if let Some((order, last, first)) = whole {
            let wide = value.wide();
            let offset = wide - first as f64;
            if wide.fract() == 0.0
                && offset >= 0.0
                && offset <= last as f64
                && T::narrow(wide + 0.0).ordinal() == ordinal
            {
                return order.index(offset as u128, last);
            }
        }
        let before = whole.map_or(0, |(_, last, _)| last + 1);
        before + u128::from(ordinal - self.low.ordinal() - self.whole_up_to(ordinal))
    }

    fn at(&self, index: u128) -> T {
        let whole = self.zigzag();
        let before = whole.map_or(0, |(_, last, _)| last + 1);
        if let (Some((order, last, first)), true) = (whole, index < before) {
            return T::narrow((first + order.offset(index, last) as i64) as f64);
        }
        // The least float that has enough others below it.
        let wanted = (index - before) as u64;
        let (mut low, mut high) = (self.low.ordinal(), self.high.ordinal());
        while low < high {
            let middle = low + (high - low) / 2;
            if (middle - self.low.ordinal() + 1) - self.whole_up_to(middle) > wanted {
                high = middle
            } else {
                low = middle + 1
            }
        }
        T::at_ordinal(low)
    }
}
