//! How long things may be, and how long they are.

use std::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};
use std::rc::Rc;

use crate::core::choice::{Ask, Choice, Names, Number, Spread};
use crate::core::cx::{Chance, Cx};
use crate::core::generator::{Focus, Rejected};
use crate::core::mass::Mass;
use crate::core::rng::Rng;

/// How many there may be: `0..10`, `0..=9`, `5` for exactly five, `1..` for at least one, `..` for any number.
///
/// Between two bounds all numbers are equally likely. Without an upper one, numbers up to the room that there is are:
/// the size of the run, divided among the parts of collections in collections; larger ones are possible.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// assert_eq!(vec(any::<bool>(), 0..4).probability(&vec![]), 0.25);
/// assert!(vec(any::<bool>(), 1..).contains(&vec![true; 5_000]));
/// assert!(!vec(any::<bool>(), 1..).contains(&vec![]));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say how many there may be",
    note = "write a range of integers, such as `0..10`, `0..=9` or `1..`, or a number"
)]
pub trait Lengths {
    /// The least and the greatest number, if there is one; there are none if the first is the greater.
    ///
    /// ```
    /// use mirrorcheck::collections::Lengths;
    ///
    /// assert_eq!((1..5).bounds(), (1, Some(4)));
    /// assert_eq!((1..).bounds(), (1, None));
    /// assert_eq!(5.bounds(), (5, Some(5)));
    /// ```
    fn bounds(&self) -> (usize, Option<usize>);
}

const NONE: (usize, Option<usize>) = (1, Some(0));

impl<T: Length> Lengths for Range<T> {
    fn bounds(&self) -> (usize, Option<usize>) {
        // An empty range stays empty.
        match (self.start.length(), self.end.length()) {
            (low, Some(end)) if low.unwrap_or(0) < end => (low.unwrap_or(0), Some(end - 1)),
            _ => NONE,
        }
    }
}

impl<T: Length> Lengths for RangeInclusive<T> {
    fn bounds(&self) -> (usize, Option<usize>) {
        self.end().length().map_or(NONE, |high| (self.start().length().unwrap_or(0), Some(high)))
    }
}

impl<T: Length> Lengths for RangeFrom<T> {
    fn bounds(&self) -> (usize, Option<usize>) {
        (self.start.length().unwrap_or(0), None)
    }
}

impl<T: Length> Lengths for RangeTo<T> {
    fn bounds(&self) -> (usize, Option<usize>) {
        self.end.length().and_then(|end| end.checked_sub(1)).map_or(NONE, |last| (0, Some(last)))
    }
}

impl<T: Length> Lengths for RangeToInclusive<T> {
    fn bounds(&self) -> (usize, Option<usize>) {
        self.end.length().map_or(NONE, |last| (0, Some(last)))
    }
}

impl Lengths for RangeFull {
    #[inline]
    fn bounds(&self) -> (usize, Option<usize>) {
        (0, None)
    }
}

/// The integers that a length can be given as; `0..=n` with the size that [`sized`](crate::sized) gives is one.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let up_to_size = sized(|size| vec(0..=9, 0..=size));
/// assert!(up_to_size.sample(1).len() <= 100);
/// ```
pub trait Length: Copy {
    /// The length; `None` below zero.
    ///
    /// ```
    /// use mirrorcheck::collections::Length;
    ///
    /// assert_eq!(3i64.length(), Some(3));
    /// assert_eq!((-3i64).length(), None);
    /// ```
    fn length(self) -> Option<usize>;
}

macro_rules! lengths {
    ($($type:ident)*) => { $(
        impl Length for $type {
            #[inline]
            fn length(self) -> Option<usize> {
                usize::try_from(self).ok()
            }
        }
        impl Lengths for $type {
            #[inline]
            fn bounds(&self) -> (usize, Option<usize>) {
                self.length().map_or(NONE, |length| (length, Some(length)))
            }
        }
    )* };
}
lengths!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

/// The lengths of a collection.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LengthsOf {
    pub(crate) least: usize,
    pub(crate) most: Option<usize>,
    /// A bound that nobody asked for, where there are no more.
    pub(super) cap: usize,
}

impl LengthsOf {
    pub(crate) fn new(lengths: impl Lengths) -> LengthsOf {
        let (least, most) = lengths.bounds();
        LengthsOf { least, most, cap: MAX }
    }

    pub(crate) const ANY: LengthsOf = LengthsOf { least: 0, most: None, cap: MAX };

    /// Limits lengths by the room that is left: of use where parts can contain the whole, and have to end.
    pub(crate) fn leaning(lengths: impl Lengths) -> LengthsOf {
        let LengthsOf { least, most, cap } = LengthsOf::new(lengths);
        match most {
            Some(most) if least <= most => LengthsOf { least, most: None, cap: most },
            most => LengthsOf { least, most, cap },
        }
    }

    /// Limits lengths to `cap`, which is not less than the least.
    pub(crate) fn capped(self, cap: usize) -> LengthsOf {
        LengthsOf { most: self.most.map(|most| most.min(cap)), cap: self.cap.min(cap), ..self }
    }

    pub(crate) fn is_empty(self) -> bool {
        self.most.is_some_and(|most| most < self.least)
    }

    /// A random length; there is one.
    #[inline(always)]
    pub(crate) fn draw(self, rng: &mut Rng, room: u32) -> usize {
        match self.most {
            Some(most) => self.least + rng.up_to((most - self.least) as u128) as usize,
            None => self.draw_open(rng, room),
        }
    }

    #[inline(never)]
    fn draw_open(self, rng: &mut Rng, room: u32) -> usize {
        self.least + self.open(room).draw(rng) as usize
    }

    /// Makes this many elements in bulk, if chance alone decides and `make` can; otherwise nothing has been drawn.
    pub(super) fn in_bulk<T, R>(
        self,
        cx: &mut Cx<'_>,
        focus: &Focus<'_, T>,
        make: impl FnOnce(&mut Chance<'_>, usize) -> Option<R>,
    ) -> Option<R> {
        let room = cx.room();
        let made = cx.by_chance(focus, |rng| {
            if self.is_empty() {
                return None;
            }
            let before = rng.clone();
            let length = self.draw(rng, room);
            let made = make(&mut Chance(rng), length);
            if made.is_none() {
                *rng = before;
            }
            made
        });
        made.flatten()
    }

    /// The choice of a length.
    pub(crate) fn choose(self, cx: &mut Cx<'_>, shown: Option<usize>) -> Result<usize, Rejected> {
        let (low, room) = (self.least, cx.room());
        let high = self.most.unwrap_or(self.cap);
        if low > high {
            return Err(cx.reject(|| "the range of lengths is empty".to_owned()));
        }
        let shown = match shown {
            Some(length) if (low..=high).contains(&length) => {
                if cx.take_shown(|tape| tape.note_number(length as i64, low as i64, high as i64))? {
                    return Ok(length);
                }
                Some((length - low) as u128)
            }
            Some(length) => {
                return Err(cx.reject(|| match high {
                    MAX => format!("the length {length} is less than {low}"),
                    high => format!("the length {length} is not in {low}..={high}"),
                }));
            }
            None => {
                let drawn = cx.take_drawn(
                    |rng| self.draw(rng, room),
                    |tape, length| tape.note_number(length as i64, low as i64, high as i64),
                )?;
                if let Some(length) = drawn {
                    return Ok(length);
                }
                None
            }
        };
        let offset = match self.most {
            Some(_) => {
                let ask = Ask::uniform((high - low) as u128, Names::Numbers(Number::from(low)));
                cx.choose(&ask.counting(), shown)
            }
            None => cx.choose(&Ask::spread(&self.open(room)).counting(), shown),
        };
        offset.map(|offset| low + offset as usize)
    }

    /// How much room each of so many parts has. Where only that bounds their number, they share it, and each level has
    /// less: so it ends.
    #[inline(always)]
    pub(crate) fn room(self, room: u32, length: usize) -> u32 {
        match self.most {
            Some(_) => room,
            None => room.saturating_sub(1) / u32::try_from(length).unwrap_or(u32::MAX).max(1),
        }
    }
}

/// No collection is longer.
const MAX: usize = isize::MAX as usize;

/// A length without an upper bound: mostly at most the room that there is, all of these equally likely; beyond it each
/// is half as likely as the one before. Where there are no more than so many, those beyond are equally likely, too.
#[derive(Debug, Clone, Copy)]
struct OpenLengths {
    least: usize,
    room: u64,
    /// The greatest offset.
    last: u64,
}

/// One out of so many is longer than the room.
const LONGER: u64 = 64;

impl LengthsOf {
    #[inline]
    fn open(self, room: u32) -> OpenLengths {
        let last = (self.cap - self.least) as u64;
        OpenLengths { least: self.least, room: u64::from(room).min(last), last }
    }
}

impl OpenLengths {
    fn is_capped(&self) -> bool {
        self.least as u64 + self.last < MAX as u64
    }

    #[inline]
    fn draw(&self, rng: &mut Rng) -> u64 {
        if self.room == self.last || rng.below(LONGER) > 0 {
            return rng.below(self.room + 1);
        }
        if self.is_capped() {
            return self.room + 1 + rng.below(self.last - self.room);
        }
        let mut length = self.room + 1;
        loop {
            let zeros = rng.next().trailing_zeros();
            length += u64::from(zeros);
            if zeros < 64 {
                return length;
            }
        }
    }
}

impl Spread for OpenLengths {
    fn last(&self) -> u128 {
        self.last.into()
    }

    fn choice(&self, index: u128) -> Choice {
        Choice::from(self.least as u128 + index)
    }

    fn find(&self, choice: &Choice) -> Option<u128> {
        match choice {
            Choice::Number(number) => number.minus(Number::from(self.least)),
            _ => None,
        }
    }

    fn mass(&self, index: u128) -> Mass {
        let within = Mass::from(1.0 / (self.room + 1) as f64);
        if self.room == self.last {
            return within;
        }
        match index.checked_sub(u128::from(self.room) + 1) {
            None => within.times(Mass::from((LONGER - 1) as f64 / LONGER as f64)),
            Some(_) if self.is_capped() => Mass::from(1.0 / LONGER as f64 / (self.last - self.room) as f64),
            Some(beyond) => Mass::scaled(1.0 / LONGER as f64, -(beyond as i64 + 1)),
        }
    }

    fn mass_among(&self, first: u128, last: u128) -> Mass {
        let room = u128::from(self.room);
        let count = |from: u128, to: u128| Mass::from((to - from) as f64 + 1.0);
        let within = if first <= room { self.mass(first).times(count(first, last.min(room))) } else { Mass::ZERO };
        let beyond = match first.max(room + 1) {
            from if from > last => Mass::ZERO,
            from if self.is_capped() => self.mass(from).times(count(from, last)),
            // Each is half as likely as the one before: twice the first, less what comes after the last.
            from => {
                let halvings = (last - from + 1).min(1_000) as i32;
                self.mass(from).times(Mass::from(2.0 * (1.0 - 2f64.powi(-halvings))))
            }
        };
        within.plus(beyond)
    }

    fn middle(&self, first: u128, last: u128) -> u128 {
        let room = u128::from(self.room);
        if first <= room && room < last {
            room
        } else if first > room && !self.is_capped() {
            first
        } else {
            first + (last - first - 1) / 2
        }
    }

    fn last_with_weight(&self) -> u128 {
        let last = u128::from(self.last);
        if self.is_capped() { last } else { last.min(u128::from(self.room) + 64) }
    }

    fn draw(&self, rng: &mut Rng) -> u128 {
        OpenLengths::draw(self, rng).into()
    }

    fn share(&self) -> Rc<dyn Spread> {
        Rc::new(*self)
    }

    fn shown(&self) -> String {
        format!("{}..", self.least)
    }
}

#[cfg(test)]
mod tests {
    use super::{LengthsOf, Spread};
    use crate::core::mass::Mass;

    #[test]
    fn masses_of_many_add_up() {
        for (lengths, room) in [(LengthsOf::ANY, 5), (LengthsOf::leaning(2..=30), 9), (LengthsOf::leaning(0..=4), 9)] {
            let open = lengths.open(room);
            let last = open.last_with_weight().min(70);
            for from in 0..=last {
                for to in from..=last {
                    let sum = (from..=to).fold(Mass::ZERO, |sum, index| sum.plus(open.mass(index)));
                    let told = open.mass_among(from, to);
                    assert!((told.ln() - sum.ln()).abs() < 1e-9, "{from}..={to} of {open:?}");
                }
            }
            assert!((open.mass_among(0, Spread::last(&open)).probability() - 1.0).abs() < 1e-9);
        }
    }
}
