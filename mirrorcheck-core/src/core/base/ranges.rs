//! Ranges: one choice. Those with two ends are uniform; those with one favour small and special values.

use std::fmt::{Arguments, Debug};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::{Bound, Range, RangeBounds, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};
use std::rc::Rc;

use super::distinct::FEW;
use crate::core::choice::{Ask, Choice, Spread, char_index, plain_index};
use crate::core::choices::Tape;
use crate::core::cx::{Chance, Cx, Shown};
use crate::core::generator::{Catalogue, Focus, Generator, Numbers, Order, Reflective, Rejected};
use crate::core::mass::Mass;
use crate::core::rng::Rng;
use crate::core::text::{Printed, Text, print};

/// What a range can be made of: integers, characters and floats.
///
/// One blanket implementation for each kind of range, so that `let x: u8 = draw(0..=9)` is inferred.
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

/// Values in an order, with distributions over them. Only whoever answers choices knows them by their index, in an
/// order with the simplest first.
pub(crate) trait Numbered: Copy {
    const LEAST: Self;
    const GREATEST: Self;
    /// The least and the greatest that can be one of equally likely ones.
    const FINITE: (Self, Self) = (Self::LEAST, Self::GREATEST);

    fn before(self) -> Option<Self>;
    fn after(self) -> Option<Self>;
    /// Why there is no uniform choice between the two, if there is none.
    fn fault(low: Self, high: Self) -> Option<&'static str>;
    fn is_within(self, low: Self, high: Self) -> bool;

    /// The greatest index in a range.
    fn last(low: Self, high: Self) -> u128;
    /// The value so many places above another.
    fn above(low: Self, offset: u128) -> Self;
    fn index(self, low: Self, high: Self) -> u128;
    fn at(low: Self, high: Self, index: u128) -> Self;

    fn choice(self) -> Choice;
    fn of_choice(choice: &Choice) -> Option<Self>;

    fn random(rng: &mut Rng, low: Self, high: Self) -> Self;
    fn mass(self, low: Self, high: Self) -> Mass;
    fn biased(rng: &mut Rng, low: Self, high: Self, size: u32) -> Self;

    /// How likely a uniform value is to be so far above the least, from one offset to another.
    fn mass_between(low: Self, high: Self, from: u128, to: u128) -> Mass {
        let count = (to - from) as f64 + 1.0;
        Mass::from(count / (Self::last(low, high) as f64 + 1.0))
    }

    /// Lets `answer` choose the index of a value between the two, uniform or biased at a size.
    fn with_ask(low: Self, high: Self, bias: Option<u32>, answer: &mut Answer<'_>) -> Result<u128, Rejected>;
    /// Many at once, where that is faster.
    fn bulk(_rng: &mut Rng, _low: Self, _high: Self, _count: usize) -> Option<Vec<Self>> {
        None
    }
    fn bulk_string(_rng: &mut Rng, _low: Self, _high: Self, _count: usize) -> Option<String> {
        None
    }
    /// Notes the choices of many at once, if all of them are in range and that is faster.
    fn note_all(_shown: Shown<'_>, _items: &[Self], _low: Self, _high: Self) -> bool {
        false
    }
    /// Notes the choices of the characters of a text at once, like [`note_all`](Self::note_all).
    fn note_text(_shown: Shown<'_>, _text: &str, _low: Self, _high: Self) -> bool {
        false
    }
    /// As a character, if it is one.
    fn character(self) -> Option<char> {
        None
    }
    /// As an integer, if it is one and not too large.
    fn small(self) -> Option<i64>;
}

/// Answers a choice with an index.
pub(super) type Answer<'a> = dyn FnMut(&Ask<'_>) -> Result<u128, Rejected> + 'a;

/// Values whose masses depend on their type: characters and floats.
pub(super) trait Weighed: RangeValue {
    fn biased_mass(self, low: Self, high: Self, size: u32) -> Mass;

    /// How likely a value is to have one of the indices `first..=last`, uniform or biased at a size.
    fn mass_among(low: Self, high: Self, bias: Option<u32>, first: u128, last: u128) -> Mass;
}

/// Small and special values of a range are more likely than others, the more so at small sizes; all are possible.
/// Ranges with one end are biased by themselves.
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

/// The ends of a range, the wrong way round if it has no values.
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

/// All values of a type, equally likely: the range from its least to its greatest value.
///
/// Most integers are then large, and equal ones never meet; [`any`](crate::any) finds more faults.
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

/// What [`biased`] makes.
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

    #[inline]
    fn note_all(&self, shown: Shown<'_>, items: &[T]) -> bool {
        T::note_all(shown, items, self.low, self.high)
    }

    #[inline]
    fn note_text(&self, shown: Shown<'_>, text: &str) -> bool {
        T::note_text(shown, text, self.low, self.high)
    }

    #[inline]
    fn copy_all(&self, items: &[T]) -> Vec<T> {
        items.to_vec()
    }

    /// Of many values the likely ones are wanted, which a number does not tell from others.
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

    #[inline]
    fn note_all(&self, shown: Shown<'_>, items: &[T]) -> bool {
        T::note_all(shown, items, *self.start(), *self.end())
    }

    #[inline]
    fn note_text(&self, shown: Shown<'_>, text: &str) -> bool {
        T::note_text(shown, text, *self.start(), *self.end())
    }

    #[inline]
    fn copy_all(&self, items: &[T]) -> Vec<T> {
        items.to_vec()
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

    #[inline]
    fn note_all(&self, shown: Shown<'_>, items: &[T]) -> bool {
        self.end.before().is_some_and(|last| T::note_all(shown, items, self.start, last))
    }

    #[inline]
    fn note_text(&self, shown: Shown<'_>, text: &str) -> bool {
        self.end.before().is_some_and(|last| T::note_text(shown, text, self.start, last))
    }

    #[inline]
    fn copy_all(&self, items: &[T]) -> Vec<T> {
        items.to_vec()
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

/// A number or a character in a text.
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

/// A value between two, uniform, or biased at a size.
#[inline(never)]
fn within<T: RangeValue>(
    low: T,
    high: T,
    bias: Option<u32>,
    cx: &mut Cx<'_>,
    focus: Focus<'_, T>,
) -> Result<T, Rejected> {
    let focus = focus.resolve();
    let is_possible = bias.is_some() || T::fault(low, high).is_none();
    if let Focus::On(value) = focus {
        if is_possible && value.is_within(low, high) && cx.take_shown(|tape| note(tape, *value, low, high, bias))? {
            return Ok(*value);
        }
    } else if focus.is_free() && is_possible && low.is_within(low, high) {
        let draw = |rng: &mut Rng| match bias {
            Some(size) => T::biased(rng, low, high, size),
            None => T::random(rng, low, high),
        };
        if let Some(value) = cx.take_drawn(draw, |tape, value| note(tape, value, low, high, bias))? {
            return Ok(value);
        }
    }
    within_slowly(low, high, bias, cx, focus)
}

fn within_slowly<T: RangeValue>(
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
    let shown = match focus {
        Focus::Free => None,
        Focus::On(value) if value.is_within(low, high) => Some(*value),
        Focus::On(value) => return Err(refusal(WhyRefused::Outside(value)).reject(cx)),
        Focus::Sketch(_) => return Err(refusal(WhyRefused::Sketch).reject(cx)),
    };
    let index = shown.map(|value| value.index(low, high));
    let index = T::with_ask(low, high, bias, &mut |ask| cx.choose(ask, index))?;
    match shown {
        Some(value) => Ok(value),
        None => Ok(T::at(low, high, index)),
    }
}

/// Notes the choice of a value that is shown, where nobody else has a say.
fn note<T: RangeValue>(tape: &mut Tape, value: T, low: T, high: T, bias: Option<u32>) {
    match (value.small(), low.small(), high.small()) {
        (Some(number), Some(low), Some(high)) => tape.note_number(number, low, high),
        _ => {
            if let (Some(c), Some(low), Some(high)) = (value.character(), low.character(), high.character()) {
                return tape.note_char(c, plain_index(low, high, c) as u32, char_index(low, high).unwrap_or(0) as u32);
            }
            let index = value.index(low, high);
            // It is known that this can be chosen.
            let _ = T::with_ask(low, high, bias, &mut |ask| {
                tape.note(ask.made(index), false);
                Ok(index)
            });
        }
    }
}

/// Why there is no value between two, without their type: the messages are compiled once.
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
    use crate::core::generator::Rejected;
    use crate::core::mass::Mass;

    /// What is said of many indices is the sum of what is said of each.
    fn adds_up<T: RangeValue>(low: T, high: T, bias: Option<u32>) {
        let _ = T::with_ask(low, high, bias, &mut ask_adds_up);
    }

    fn ask_adds_up(ask: &Ask<'_>) -> Result<u128, Rejected> {
        let last = ask.last();
        assert!((ask.mass_among(0, last).probability() - 1.0).abs() < 1e-9, "{ask:?}");
        let step = usize::try_from(last / 7 + 1).unwrap_or(usize::MAX);
        if step > 1_000 {
            return Ok(0);
        }
        let sum = |from, to| (from..=to).fold(Mass::ZERO, |sum, index| sum.plus(ask.mass(index)));
        for from in (0..=last).step_by(step) {
            for to in (from..=last).step_by(step).chain([from, last]) {
                let (told, summed) = (ask.mass_among(from, to), sum(from, to));
                assert!((told.ln() - summed.ln()).abs() < 1e-9, "{from}..={to} of {ask:?}: {told:?} {summed:?}");
            }
        }
        Ok(0)
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
