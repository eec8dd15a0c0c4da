//! Floats of one class.

use std::num::FpCategory;
use std::rc::Rc;

use super::super::ranges::{Biased, RangeValue};
use super::Format;
use crate::core::choice::{Ask, Choice, Number, Spread};
use crate::core::combinators::pick;
use crate::core::cx::Cx;
use crate::core::generator::{Focus, Generator, Reflective, Rejected};
use crate::core::mass::Mass;
use crate::core::rng::Rng;

/// A float type: `f32` or `f64`.
#[expect(private_bounds, reason = "no other type can be one")]
pub trait FloatValue: RangeValue + Format {}

impl FloatValue for f32 {}
impl FloatValue for f64 {}

/// Makes floats of one class, all equally likely: zeros, subnormal and normal numbers, infinities, or NaNs with all
/// their bits.
///
/// ```
/// use std::num::FpCategory;
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::floats::float_class;
///
/// assert!(float_class::<f64>(FpCategory::Nan).sample(1).is_nan());
/// assert_eq!(float_class::<f32>(FpCategory::Zero).all_values().count(), 2);
/// assert!(float_class(FpCategory::Subnormal).contains(&1e-310));
/// ```
pub fn float_class<T: FloatValue>(class: FpCategory) -> FloatClass<T> {
    let (first, last) = match class {
        // By their bits without the sign.
        FpCategory::Zero => (0, 0),
        FpCategory::Subnormal => (1, T::LEAST_NORMAL - 1),
        FpCategory::Normal => (T::LEAST_NORMAL, T::INFINITE - 1),
        FpCategory::Infinite => (T::INFINITE, T::INFINITE),
        FpCategory::Nan => (T::INFINITE + 1, T::SIGN - 1),
    };
    FloatClass { first, last, float: std::marker::PhantomData }
}

/// The generator that [`float_class`] returns.
///
/// ```
/// use std::num::FpCategory;
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::floats::float_class;
///
/// let infinite = float_class::<f64>(FpCategory::Infinite);
/// assert_eq!(infinite.probability(&f64::NEG_INFINITY), 0.5);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct FloatClass<T> {
    first: u64,
    last: u64,
    float: std::marker::PhantomData<T>,
}

impl<T: FloatValue> FloatClass<T> {
    fn is_nan(&self) -> bool {
        self.first > T::INFINITE
    }

    /// Returns the bits at an index, both signs in turn. The NaNs that arise from computing come first.
    fn bits(&self, index: u128) -> u64 {
        let (sign, offset) = ((index & 1) as u64 * T::SIGN, (index >> 1) as u64);
        let quiet = (T::SIGN - T::INFINITE) / 2;
        let bits = if !self.is_nan() {
            self.first + offset
        } else if offset < quiet {
            T::INFINITE + quiet + offset
        } else {
            T::INFINITE + 1 + (offset - quiet)
        };
        sign | bits
    }

    /// The inverse of `bits`.
    fn index(&self, bits: u64) -> Option<u128> {
        let (sign, bits) = (bits / T::SIGN, bits % T::SIGN);
        if bits < self.first || bits > self.last {
            return None;
        }
        let quiet = (T::SIGN - T::INFINITE) / 2;
        let offset = if !self.is_nan() {
            bits - self.first
        } else if bits >= T::INFINITE + quiet {
            bits - T::INFINITE - quiet
        } else {
            bits - T::INFINITE - 1 + quiet
        };
        Some(u128::from(offset) << 1 | u128::from(sign))
    }
}

impl<T: FloatValue> Generator for FloatClass<T> {
    type Value = T;

    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, T>) -> Result<T, Rejected> {
        let shown = match focus.resolve() {
            Focus::On(value) => match self.index(value.bits()) {
                Some(index) => Some(index),
                None => return Err(cx.reject(|| format!("{value:?} belongs to another class"))),
            },
            Focus::Free => None,
            Focus::Sketch(_) => return Err(cx.reject(|| "a number cannot be taken apart".to_owned())),
        };
        cx.choose(&Ask::spread(self), shown).map(|index| T::of_bits(self.bits(index)))
    }
}

impl<T: FloatValue> Reflective for FloatClass<T> {}

impl<T: FloatValue> Spread for FloatClass<T> {
    fn last(&self) -> u128 {
        u128::from(self.last - self.first) * 2 + 1
    }

    fn choice(&self, index: u128) -> Choice {
        if self.is_nan() {
            // There is no text for the bits of a NaN but their number.
            Choice::from(index)
        } else {
            T::of_bits(self.bits(index)).choice()
        }
    }

    fn find(&self, choice: &Choice) -> Option<u128> {
        match (self.is_nan(), choice) {
            (true, Choice::Number(number)) => number.minus(Number::from(0u8)),
            (true, _) => None,
            (false, choice) => self.index(T::of_choice(choice)?.bits()),
        }
    }

    fn mass(&self, _: u128) -> Mass {
        Mass::from(1.0 / (Spread::last(self) as f64 + 1.0))
    }

    fn mass_among(&self, first: u128, last: u128) -> Mass {
        Mass::from((last - first) as f64 + 1.0).times(self.mass(first))
    }

    fn draw(&self, rng: &mut Rng) -> u128 {
        rng.up_to(Spread::last(self))
    }

    fn share(&self) -> Rc<dyn Spread> {
        Rc::new(*self)
    }
}

impl<T: FloatValue> Biased<T> {
    /// Also makes NaNs, one time in sixteen.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// assert!(any::<f64>().with_nan().contains(&f64::NAN));
    /// assert!(!any::<f64>().contains(&f64::NAN));
    /// ```
    pub fn with_nan(self) -> WithNan<T> {
        WithNan { numbers: self }
    }
}

/// The generator that [`Biased::with_nan`] returns.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// assert!(any::<f32>().with_nan().samples(1).take(200).any(|float| float.is_nan()));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct WithNan<T> {
    numbers: Biased<T>,
}

impl<T: FloatValue> Generator for WithNan<T> {
    type Value = T;

    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, T>) -> Result<T, Rejected> {
        pick(((15, "number", self.numbers), (1, "nan", float_class(FpCategory::Nan)))).run(cx, focus)
    }
}

impl<T: FloatValue> Reflective for WithNan<T> {}
