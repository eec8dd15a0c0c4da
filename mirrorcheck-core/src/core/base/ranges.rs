//! Ranges: one choice each. Those with two ends are uniform; those with one favour small and special values.

use std::fmt::{Arguments, Debug};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::{Bound, Range, RangeBounds, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};
use std::rc::Rc;

use super::distinct::FEW;
use crate::core::choice::{Ask, Choice, Spread};
use crate::core::cx::{Chance, Cx};
use crate::core::generator::{Catalogue, Focus, Generator, Numbers, Order, Reflective, Rejected};
use crate::core::mass::Mass;
use crate::core::rng::Rng;
use crate::core::text::{Printed, Text, print};

/// A type whose ranges are generators: integers, characters and floats.
///
/// Each kind of range has a single blanket implementation, so that `let x: u8 = draw(0..=9)` is inferred.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// assert_eq!((0..=9u8).probability(&7), 0.1);
/// assert!(('a'..='z').contains(&'m'));
/// assert!((-1.0..1.0).contains(&0.1));
/// assert!((1000u64..).contains(&u64::MAX));
/// ```
#[expect(private_bounds, reason = "no other type can be one, so that ranges stay what they are")]
pub trait RangeValue: Copy + PartialOrd + Debug + Printed + Numbered + 'static {}

/// Ordered values with distributions over them. Only the code that answers choices knows them by index, in an order
/// with the simplest first.
pub(crate) trait Numbered: Copy {
    const LEAST: Self;
    const GREATEST: Self;
    /// The least and the greatest value of a uniform choice.
    const FINITE: (Self, Self) = (Self::LEAST, Self::GREATEST);

    fn before(self) -> Option<Self>;
    fn after(self) -> Option<Self>;
    /// Returns why there is no uniform choice between the two, if there is none.
    fn fault(low: Self, high: Self) -> Option<&'static str>;
    fn is_within(self, low: Self, high: Self) -> bool;

    /// Returns the greatest index in a range.
    fn last(low: Self, high: Self) -> u128;
    /// Returns the value this many places above another.
    fn above(low: Self, offset: u128) -> Self;
    fn index(self, low: Self, high: Self) -> u128;
    fn at(low: Self, high: Self, index: u128) -> Self;

    fn choice(self) -> Choice;
    fn of_choice(choice: &Choice) -> Option<Self>;

    fn random(rng: &mut Rng, low: Self, high: Self) -> Self;
    fn mass(self, low: Self, high: Self) -> Mass;
    fn biased(rng: &mut Rng, low: Self, high: Self, size: u32) -> Self;

    /// Returns how likely a uniform value's offset from the least is to be between the two.
    fn mass_between(low: Self, high: Self, from: u128, to: u128) -> Mass {
        let count = (to - from) as f64 + 1.0;
        Mass::from(count / (Self::last(low, high) as f64 + 1.0))
    }

    /// Calls `body` with the choice of a value between the two, uniform or biased at a size.
    fn with_ask(low: Self, high: Self, bias: Option<u32>, body: &mut dyn FnMut(&Ask<'_>));
    /// Makes many values at once, where that is faster.
    fn bulk(_rng: &mut Rng, _low: Self, _high: Self, _count: usize) -> Option<Vec<Self>> {
        None
    }
    fn bulk_string(_rng: &mut Rng, _low: Self, _high: Self, _count: usize) -> Option<String> {
        None
    }
    /// Returns the value as a character, if it is one.
    fn character(self) -> Option<char> {
        None
    }
    /// Returns the value as an integer, if it is one and not too large.
    fn small(self) -> Option<i64>;
}

/// Values whose masses depend on their type: characters and floats.
pub(super) trait Weighed: RangeValue {
    fn biased_mass(self, low: Self, high: Self, size: u32) -> Mass;

    /// Returns how likely a value is to have one of the indices `first..=last`, uniform or biased at a size.
    fn mass_among(low: Self, high: Self, bias: Option<u32>, first: u128, last: u128) -> Mass;
}

/// Makes values of a range, small and special ones more often than others, especially at small sizes; all values are
/// possible. Ranges with one end are already biased.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::numbers::biased;
///
/// let port = biased(1..=u16::MAX);
/// assert!(port.probability(&1) > 100.0 * port.probability(&12_345));
/// assert!(port.probability(&u16::MAX) > 100.0 * port.probability(&12_345));
/// assert_eq!(port.probability(&0), 0.0);
/// ```
pub fn biased<T: RangeValue>(range: impl RangeBounds<T>) -> Biased<T> {
    let (low, high) = ends(range);
    Biased { low, high }
}

/// Returns the ends of a range, swapped if it has no values.
#[inline]
pub(super) fn ends<T: RangeValue>(range: impl RangeBounds<T>) -> (T, T) {
    included(range.start_bound(), range.end_bound())
}

#[inline]
fn included<T: RangeValue>(low: Bound<&T>, high: Bound<&T>) -> (T, T) {
    let low = match low {
        Bound::Included(low) => Some(*low),
        Bound::Excluded(low) => low.after(),
        Bound::Unbounded => Some(T::LEAST),
    };
    let high = match high {
        Bound::Included(high) => Some(*high),
        Bound::Excluded(high) => high.before(),
        Bound::Unbounded => Some(T::GREATEST),
    };
    match (low, high) {
        (Some(low), Some(high)) => (low, high),
        _ => (T::GREATEST, T::LEAST),
    }
}

/// Makes all values of a type, equally likely: the range from its least to its greatest value.
///
/// Most integers are then large, and hardly any two are equal; [`any`](crate::any) finds more faults.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::numbers::uniform;
///
/// assert_eq!(uniform::<u8>().probability(&200), 1.0 / 256.0);
/// ```
pub fn uniform<T: RangeValue>() -> RangeInclusive<T> {
    T::FINITE.0..=T::FINITE.1
}

/// The generator that [`biased`] returns.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::numbers::Biased;
///
/// let numbers: Biased<i32> = any::<i32>();
/// assert!(numbers.contains(&i32::MIN));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Biased<T> {
    low: T,
    high: T,
}

impl<T: RangeValue> Generator for Biased<T> {
    type Value = T;

    #[inline]
    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, T>) -> Result<T, Rejected> {
        let (low, high, size) = (self.low, self.high, cx.size_unseen());
        match cx.plain_rng() {
            Some(rng) if low.is_within(low, high) => Ok(T::biased(rng, low, high, size)),
            _ => within(low, high, Some(size), cx, focus),
        }
    }

    /// With many values, the likely ones are wanted, and a number does not say which those are.
    fn catalogue(&self, order: Order) -> Option<Catalogue<T>> {
        let catalogue = InRange::catalogue(self.low, self.high, order)?;
        (catalogue.0.last() < FEW as u128).then_some(catalogue)
    }
}

impl<T: RangeValue> Reflective for Biased<T> {}

impl<T: RangeValue> Text for Biased<T> {
    #[inline]
    fn run_text(&self, cx: &mut Cx<'_>, _: bool) -> Result<Option<T>, Rejected> {
        piece(self.low, self, cx)
    }
}

impl<T: RangeValue> Generator for RangeInclusive<T> {
    type Value = T;

    // Always: a call takes as long as the number.
    #[inline(always)]
    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, T>) -> Result<T, Rejected> {
        between(*self.start(), *self.end(), cx, focus)
    }

    #[inline]
    fn bulk(&self, chance: &mut Chance<'_>, count: usize) -> Option<Vec<T>> {
        T::bulk(chance.0, *self.start(), *self.end(), count)
    }

    #[inline]
    fn bulk_string(&self, chance: &mut Chance<'_>, count: usize) -> Option<String> {
        T::bulk_string(chance.0, *self.start(), *self.end(), count)
    }

    fn catalogue(&self, order: Order) -> Option<Catalogue<T>> {
        InRange::catalogue(*self.start(), *self.end(), order)
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

    #[inline(always)]
    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, T>) -> Result<T, Rejected> {
        match self.end.before() {
            Some(last) if self.start <= last => between(self.start, last, cx, focus),
            _ => Err(empty(cx, format_args!("{:?}..{:?}", self.start, self.end))),
        }
    }

    #[inline]
    fn bulk(&self, chance: &mut Chance<'_>, count: usize) -> Option<Vec<T>> {
        T::bulk(chance.0, self.start, self.end.before()?, count)
    }

    #[inline]
    fn bulk_string(&self, chance: &mut Chance<'_>, count: usize) -> Option<String> {
        T::bulk_string(chance.0, self.start, self.end.before()?, count)
    }

    fn catalogue(&self, order: Order) -> Option<Catalogue<T>> {
        InRange::catalogue(self.start, self.end.before()?, order)
    }
}

impl<T: RangeValue> Reflective for Range<T> {}

impl<T: RangeValue> Text for Range<T> {
    #[inline]
    fn run_text(&self, cx: &mut Cx<'_>, _: bool) -> Result<Option<T>, Rejected> {
        piece(self.start, self, cx)
    }
}

macro_rules! with_one_end {
    ($($range:ident)*) => { $(
        impl<T: RangeValue> Generator for $range<T> {
            type Value = T;

            #[inline]
            fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, T>) -> Result<T, Rejected> {
                biased(self.clone()).run(cx, focus)
            }
        }

        impl<T: RangeValue> Reflective for $range<T> {}

        impl<T: RangeValue> Text for $range<T> {
            #[inline]
            fn run_text(&self, cx: &mut Cx<'_>, wanted: bool) -> Result<Option<T>, Rejected> {
                biased(self.clone()).run_text(cx, wanted)
            }
        }
    )* };
}
with_one_end!(RangeFrom RangeTo RangeToInclusive);

/// Runs a number or a character as a piece of text.
#[inline]
fn piece<T: RangeValue, R: Reflective<Value = T> + Debug>(
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
        Some(rng) if low <= high && T::fault(low, high).is_none() => Ok(T::random(rng, low, high)),
        _ => within(low, high, None, cx, focus),
    }
}

/// Chooses a value between two, uniformly or biased at a size.
#[inline(never)]
fn within<T: RangeValue>(
    low: T,
    high: T,
    bias: Option<u32>,
    cx: &mut Cx<'_>,
    focus: Focus<'_, T>,
) -> Result<T, Rejected> {
    let refusal = |why| Refusal { low: &low, high: &high, why };
    if !low.is_within(low, high) {
        return Err(refusal(WhyRefused::Empty).reject(cx));
    }
    if let (Some(fault), None) = (T::fault(low, high), bias) {
        return Err(refusal(WhyRefused::Fault(fault)).reject(cx));
    }
    let shown = match focus.resolve() {
        Focus::Free => None,
        Focus::On(value) if value.is_within(low, high) => Some(*value),
        Focus::On(value) => return Err(refusal(WhyRefused::Outside(value)).reject(cx)),
        Focus::Sketch(_) => return Err(refusal(WhyRefused::Sketch).reject(cx)),
    };
    let mut index = None;
    if let Some(value) = shown {
        if let (Some(number), Some(low), Some(high)) = (value.small(), low.small(), high.small()) {
            if take_number(cx, number, low, high)? {
                return Ok(value);
            }
        }
        index = Some(value.index(low, high));
    }
    let mut chosen = Err(Rejected);
    T::with_ask(low, high, bias, &mut |ask| chosen = choose(cx, ask, index));
    let index = chosen?;
    match shown {
        Some(value) => Ok(value),
        None => Ok(T::at(low, high, index)),
    }
}

/// Takes a shortcut for an integer that is shown and not too large.
#[inline]
fn take_number(cx: &mut Cx<'_>, number: i64, low: i64, high: i64) -> Result<bool, Rejected> {
    cx.take_shown(|tape| tape.note_number(number, low, high))
}

fn choose(cx: &mut Cx<'_>, ask: &Ask<'_>, shown: Option<u128>) -> Result<u128, Rejected> {
    match shown {
        Some(index) if cx.take_shown(|tape| tape.note(ask.made(index), false))? => Ok(index),
        _ => cx.choose(ask, shown),
    }
}

/// Says why there is no value between two, without their type: the messages are compiled only once.
pub(super) struct Refusal<'a> {
    pub(super) low: &'a dyn Debug,
    pub(super) high: &'a dyn Debug,
    pub(super) why: WhyRefused<'a>,
}

pub(super) enum WhyRefused<'a> {
    Empty,
    Fault(&'static str),
    Outside(&'a dyn Debug),
    Sketch,
}

impl Refusal<'_> {
    #[cold]
    pub(super) fn reject(&self, cx: &mut Cx<'_>) -> Rejected {
        let Refusal { low, high, why } = self;
        match why {
            WhyRefused::Empty => empty(cx, format_args!("{low:?}..={high:?}")),
            WhyRefused::Fault(fault) => cx.reject(|| format!("the range {low:?}..={high:?} {fault}")),
            WhyRefused::Outside(value) => cx.reject(|| format!("{value:?} is not in {low:?}..={high:?}")),
            WhyRefused::Sketch => cx.reject(|| "a number or character cannot be taken apart".to_owned()),
        }
    }
}

#[cold]
fn empty(cx: &mut Cx<'_>, range: Arguments<'_>) -> Rejected {
    cx.reject(|| format!("the range {range} is empty"))
}

/// The choice of a value between two.
#[derive(Debug, Clone, Copy)]
pub(super) struct Between<T> {
    pub(super) low: T,
    pub(super) high: T,
    pub(super) bias: Option<u32>,
}

impl<T: Weighed> Spread for Between<T> {
    fn last(&self) -> u128 {
        T::last(self.low, self.high)
    }

    fn choice(&self, index: u128) -> Choice {
        T::at(self.low, self.high, index).choice()
    }

    fn find(&self, choice: &Choice) -> Option<u128> {
        let value = T::of_choice(choice).filter(|value| value.is_within(self.low, self.high))?;
        Some(value.index(self.low, self.high))
    }

    fn mass(&self, index: u128) -> Mass {
        let value = T::at(self.low, self.high, index);
        match self.bias {
            Some(size) => value.biased_mass(self.low, self.high, size),
            None => value.mass(self.low, self.high),
        }
    }

    fn mass_among(&self, first: u128, last: u128) -> Mass {
        T::mass_among(self.low, self.high, self.bias, first, last)
    }

    fn draw(&self, rng: &mut Rng) -> u128 {
        let value = match self.bias {
            Some(size) => T::biased(rng, self.low, self.high, size),
            None => T::random(rng, self.low, self.high),
        };
        value.index(self.low, self.high)
    }

    fn share(&self) -> Rc<dyn Spread> {
        Rc::new(*self)
    }

    fn signature(&self) -> Option<u64> {
        let mut hasher = DefaultHasher::new();
        (std::any::type_name::<T>(), self.low.choice(), self.high.choice(), self.bias).hash(&mut hasher);
        Some(hasher.finish())
    }

    fn shown(&self) -> String {
        format!("{}..={}", self.low.choice(), self.high.choice())
    }
}

/// The values of a range by number.
struct InRange<T> {
    low: T,
    high: T,
    order: Order,
}

impl<T: RangeValue> InRange<T> {
    fn catalogue(low: T, high: T, order: Order) -> Option<Catalogue<T>> {
        low.is_within(low, high).then(|| Catalogue(Rc::new(InRange { low, high, order })))
    }
}

impl<T: RangeValue> Numbers<T> for InRange<T> {
    fn last(&self) -> u128 {
        T::last(self.low, self.high)
    }

    fn at(&self, index: u128) -> T {
        match self.order {
            Order::Simple => T::at(self.low, self.high, index),
            Order::ByValue => T::above(self.low, index),
        }
    }

    fn index(&self, value: &T) -> Option<u128> {
        value.is_within(self.low, self.high).then(|| match self.order {
            Order::Simple => value.index(self.low, self.high),
            Order::ByValue => T::last(self.low, *value),
        })
    }

    fn choice(&self, index: u128) -> Choice {
        self.at(index).choice()
    }

    fn find(&self, choice: &Choice) -> Option<u128> {
        self.index(&T::of_choice(choice)?)
    }
}

#[cfg(test)]
mod tests {
    use super::RangeValue;
    use crate::core::choice::Ask;
    use crate::core::mass::Mass;

    /// What is said of many indices is the sum of what is said of each.
    fn adds_up<T: RangeValue>(low: T, high: T, bias: Option<u32>) {
        T::with_ask(low, high, bias, &mut ask_adds_up);
    }

    fn ask_adds_up(ask: &Ask<'_>) {
        let last = ask.last();
        assert!((ask.mass_among(0, last).probability() - 1.0).abs() < 1e-9, "{ask:?}");
        let step = usize::try_from(last / 7 + 1).unwrap_or(usize::MAX);
        if step > 1_000 {
            return;
        }
        let sum = |from, to| (from..=to).fold(Mass::ZERO, |sum, index| sum.plus(ask.mass(index)));
        for from in (0..=last).step_by(step) {
            for to in (from..=last).step_by(step).chain([from, last]) {
                let (told, summed) = (ask.mass_among(from, to), sum(from, to));
                assert!((told.ln() - summed.ln()).abs() < 1e-9, "{from}..={to} of {ask:?}: {told:?} {summed:?}");
            }
        }
    }

    #[test]
    fn masses_of_many_add_up() {
        for size in [None, Some(0), Some(3), Some(100)] {
            for (low, high) in [(-128, 127), (0, 5), (-9, -2), (3, 3), (-1, 100)] {
                adds_up::<i8>(low, high, size);
            }
            adds_up(-700i32, 300, size);
            adds_up(i128::MIN, i128::MAX, size);
            adds_up(0, u64::MAX, size);
            for (low, high) in [('\0', '\u{300}'), ('G', 'k'), ('\u{d000}', '\u{e010}'), ('a', 'z'), ('\0', char::MAX)]
            {
                adds_up(low, high, size);
            }
            let next = |float: f32, steps: u32| f32::from_bits(float.to_bits() + steps);
            adds_up(1.0f32, next(1.0, 500), size);
            adds_up(-next(0.0, 300), next(0.0, 200), size);
            adds_up(-0.0f32, next(0.0, 20), size);
            adds_up(next(4_194_300.0, 0), next(4_194_300.0, 800), size);
            adds_up(-next(8_388_500.0, 900), -8_388_500.0f32, size);
            adds_up(-1.5f64, 1e9, size);
            adds_up(f64::MIN, f64::MAX, size);
        }
        adds_up(f32::NEG_INFINITY, f32::INFINITY, Some(100));
        adds_up(f64::NEG_INFINITY, f64::INFINITY, Some(7));
    }
}
