//! Ranges with a simplest value of their own.

use std::ops::RangeBounds;
use std::rc::Rc;

use super::ranges::{RangeValue, Refusal, WhyRefused, ends};
use crate::core::choice::{Ask, Choice, Number, Spread, Zigzag};
use crate::core::cx::Cx;
use crate::core::generator::{Focus, Generator, Reflective, Rejected};
use crate::core::mass::Mass;
use crate::core::rng::Rng;

/// Makes values of a range that shrink toward an origin instead of zero: the origin comes first, then its neighbours,
/// and so on. All values are equally likely. If the origin is outside the range, the nearer end takes its place.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::numbers::toward;
///
/// let year = toward(2000, 1900..=2100);
/// assert!(year.all_values().take(4).eq([2000, 2001, 1999, 2002]));
/// assert_eq!(year.shrink(1913, |year| *year < 1950).value, 1949);
/// assert_eq!(year.shrink(2099, |year| *year > 2026).value, 2027);
/// ```
pub fn toward<T: RangeValue>(origin: T, range: impl RangeBounds<T>) -> Toward<T> {
    let (low, high) = ends(range);
    let origin = if origin < low {
        low
    } else if origin > high {
        high
    } else {
        origin
    };
    Toward { low, high, origin }
}

/// The generator that [`toward`] returns.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::numbers::{Toward, toward};
///
/// let noon: Toward<u8> = toward(12, 0..24);
/// assert_eq!(noon.probability(&23), 1.0 / 24.0);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Toward<T> {
    low: T,
    high: T,
    origin: T,
}

impl<T: RangeValue> Generator for Toward<T> {
    type Value = T;

    #[inline]
    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, T>) -> Result<T, Rejected> {
        if cx.is_plain() { (self.low..=self.high).run(cx, focus) } else { self.choose(cx, focus) }
    }
}

impl<T: RangeValue> Reflective for Toward<T> {}

impl<T: RangeValue> Toward<T> {
    #[inline(never)]
    fn choose(&self, cx: &mut Cx<'_>, focus: Focus<'_, T>) -> Result<T, Rejected> {
        let (low, high) = (self.low, self.high);
        let refusal = |why| Refusal { low: &low, high: &high, why };
        if !low.is_within(low, high) {
            return Err(refusal(WhyRefused::Empty).reject(cx));
        }
        if let Some(fault) = T::fault(low, high) {
            return Err(refusal(WhyRefused::Fault(fault)).reject(cx));
        }
        let shown = match focus.resolve() {
            Focus::Free => None,
            Focus::On(value) if value.is_within(low, high) => Some(self.index(*value)),
            Focus::On(value) => return Err(refusal(WhyRefused::Outside(value)).reject(cx)),
            Focus::Sketch(_) => return Err(refusal(WhyRefused::Sketch).reject(cx)),
        };
        cx.choose(&Ask::spread(self).around(), shown).map(|index| self.at(index))
    }

    fn order(&self) -> Zigzag {
        Zigzag::new(Number::new(true, T::last(self.low, self.origin)), Spread::last(self))
    }

    fn index(&self, value: T) -> u128 {
        self.order().index(T::last(self.low, value), Spread::last(self))
    }

    fn at(&self, index: u128) -> T {
        T::above(self.low, self.order().offset(index, Spread::last(self)))
    }
}

impl<T: RangeValue> Spread for Toward<T> {
    fn last(&self) -> u128 {
        T::last(self.low, self.high)
    }

    fn choice(&self, index: u128) -> Choice {
        self.at(index).choice()
    }

    fn find(&self, choice: &Choice) -> Option<u128> {
        let value = T::of_choice(choice).filter(|value| value.is_within(self.low, self.high))?;
        Some(self.index(value))
    }

    fn mass(&self, index: u128) -> Mass {
        self.at(index).mass(self.low, self.high)
    }

    fn mass_among(&self, first: u128, last: u128) -> Mass {
        let spans = self.order().spans(first, last, Spread::last(self));
        spans.fold(Mass::ZERO, |sum, (from, to)| sum.plus(T::mass_between(self.low, self.high, from, to)))
    }

    fn draw(&self, rng: &mut Rng) -> u128 {
        self.index(T::random(rng, self.low, self.high))
    }

    fn share(&self) -> Rc<dyn Spread> {
        Rc::new(*self)
    }

    fn shown(&self) -> String {
        format!("{}..={}", self.low.choice(), self.high.choice())
    }
}
