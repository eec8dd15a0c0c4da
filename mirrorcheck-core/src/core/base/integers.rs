//! Integers: their order and their bias.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use super::ranges::{Answer, Numbered, RangeValue};
use crate::core::choice::{Ask, Choice, Names, Number, Spread, Zigzag};
use crate::core::cx::Shown;
use crate::core::generator::Rejected;
use crate::core::mass::Mass;
use crate::core::rng::Rng;

macro_rules! integers {
    ($($type:ident as $unsigned:ident)*) => { $(
        impl RangeValue for $type {}

        impl Numbered for $type {
            const LEAST: $type = $type::MIN;
            const GREATEST: $type = $type::MAX;

            #[inline]
            fn before(self) -> Option<$type> {
                self.checked_sub(1)
            }
            #[inline]
            fn after(self) -> Option<$type> {
                self.checked_add(1)
            }
            #[inline(always)]
            fn fault(_: $type, _: $type) -> Option<&'static str> {
                None
            }
            #[inline]
            fn is_within(self, low: $type, high: $type) -> bool {
                low <= self && self <= high
            }
            fn last(low: $type, high: $type) -> u128 {
                high.wrapping_sub(low) as $unsigned as u128
            }
            #[inline]
            fn above(low: $type, offset: u128) -> $type {
                low.wrapping_add(offset as $type)
            }
            fn index(self, low: $type, high: $type) -> u128 {
                let last = Self::last(low, high);
                Zigzag::new(Number::from(low), last).index(Self::last(low, self), last)
            }
            fn at(low: $type, high: $type, index: u128) -> $type {
                let last = Self::last(low, high);
                low.wrapping_add(Zigzag::new(Number::from(low), last).offset(index, last) as $type)
            }
            #[inline]
            fn choice(self) -> Choice {
                Choice::from(self)
            }
            #[inline]
            fn of_choice(choice: &Choice) -> Option<$type> {
                let offset = offset_of(choice, Number::from($type::MIN), Self::last($type::MIN, $type::MAX))?;
                Some($type::MIN.wrapping_add(offset as $type))
            }
            #[inline(always)]
            fn random(rng: &mut Rng, low: $type, high: $type) -> $type {
                let last = high.wrapping_sub(low) as $unsigned;
                low.wrapping_add(rng.up_to(last as u128) as $type)
            }
            #[inline]
            fn mass(self, low: $type, high: $type) -> Mass {
                Ask::uniform(Self::last(low, high), Names::Unnamed).mass(0)
            }
            #[inline]
            fn biased(rng: &mut Rng, low: $type, high: $type, size: u32) -> $type {
                // The comparison with 0 has to make sense for unsigned types, too.
                let origin = low.max(high.min(Default::default()));
                let sides = Sides { below: Self::last(low, origin), above: Self::last(origin, high) };
                low.wrapping_add(sides.draw(rng, size) as $type)
            }
            fn with_ask(
                low: $type,
                high: $type,
                bias: Option<u32>,
                answer: &mut Answer<'_>,
            ) -> Result<u128, Rejected> {
                let type_name = std::any::type_name::<$type>();
                with_ask(Number::from(low), Self::last(low, high), bias, type_name, answer)
            }
            #[inline]
            fn bulk(rng: &mut Rng, low: $type, high: $type, count: usize) -> Option<Vec<$type>> {
                if size_of::<$type>() > 8 || low > high {
                    return None;
                }
                let last = high.wrapping_sub(low) as $unsigned;
                // Of all numbers, the bits are as good as the offsets.
                Some(if last == $unsigned::MAX {
                    rng.many(last as u64, count, |bits| bits as $type)
                } else {
                    rng.many(last as u64, count, |offset| low.wrapping_add(offset as $type))
                })
            }
            #[inline]
            fn note_all(shown: Shown<'_>, items: &[$type], low: $type, high: $type) -> bool {
                let (Some(small), Some(_)) = (low.small(), high.small()) else { return false };
                // No early end: so, many are looked at in one go.
                if !items.iter().fold(true, |all, item| all & item.is_within(low, high)) {
                    return false;
                }
                let last = high.wrapping_sub(low) as $unsigned as u64;
                shown.note(|tape| {
                    tape.note_numbers(items, small, last, |item| item.wrapping_sub(low) as $unsigned as u64);
                })
            }
            #[inline]
            fn small(self) -> Option<i64> {
                self.try_into().ok()
            }
        }
    )* };
}
integers!(u8 as u8 u16 as u16 u32 as u32 u64 as u64 u128 as u128 usize as usize
          i8 as u8 i16 as u16 i32 as u32 i64 as u64 i128 as u128 isize as usize);

/// Returns how far above the lowest the number of a choice is, if it is within range.
fn offset_of(choice: &Choice, low: Number, last: u128) -> Option<u128> {
    let Choice::Number(number) = choice else { return None };
    number.minus(low).filter(|&offset| offset <= last)
}

/// Lets `answer` choose a number from `low` to `low + last`.
fn with_ask(
    low: Number,
    last: u128,
    bias: Option<u32>,
    type_name: &'static str,
    answer: &mut Answer<'_>,
) -> Result<u128, Rejected> {
    match bias {
        Some(size) => answer(&Ask::spread(&BiasedIntegers { low, last, size, type_name })),
        None => answer(&Ask::uniform(last, Names::Numbers(low))),
    }
}

/// The biased choice of an integer, in 128 bits whatever its type, so that it is compiled only once.
#[derive(Debug, Clone, Copy)]
struct BiasedIntegers {
    low: Number,
    last: u128,
    size: u32,
    /// Tells equal ranges of different types apart.
    type_name: &'static str,
}

impl BiasedIntegers {
    fn order(&self) -> Zigzag {
        Zigzag::new(self.low, self.last)
    }

    fn sides(&self) -> Sides {
        let below = if self.low.is_negative() { self.low.magnitude().min(self.last) } else { 0 };
        Sides { below, above: self.last - below }
    }
}

impl Spread for BiasedIntegers {
    fn last(&self) -> u128 {
        self.last
    }

    fn choice(&self, index: u128) -> Choice {
        Choice::Number(self.order().number(index, self.last))
    }

    fn find(&self, choice: &Choice) -> Option<u128> {
        let offset = offset_of(choice, self.low, self.last)?;
        Some(self.order().index(offset, self.last))
    }

    fn mass(&self, index: u128) -> Mass {
        self.sides().mass(self.order().offset(index, self.last), self.size)
    }

    fn mass_among(&self, first: u128, last: u128) -> Mass {
        let mut sum = Mass::ZERO;
        for (from, to) in self.order().spans(first, last, self.last) {
            sum = sum.plus(self.sides().mass_between(from, to, self.size));
        }
        sum
    }

    fn draw(&self, rng: &mut Rng) -> u128 {
        self.order().index(self.sides().draw(rng, self.size), self.last)
    }

    fn share(&self) -> Rc<dyn Spread> {
        Rc::new(*self)
    }

    fn signature(&self) -> Option<u64> {
        let (low, high) = (Choice::Number(self.low), Choice::Number(self.low.plus(self.last)));
        let mut hasher = DefaultHasher::new();
        (self.type_name, low, high, Some(self.size)).hash(&mut hasher);
        Some(hasher.finish())
    }

    fn shown(&self) -> String {
        format!("{}..={}", self.low, self.low.plus(self.last))
    }
}

/// The numbers around the one nearest to zero: how many there are on each side.
///
/// Most are drawn from those no further away than the size, so that equal ones occur. The others are wide: any number
/// of digits is equally likely, and half of them are next to a power of two. A few are at the ends.
#[derive(Debug, Clone, Copy)]
struct Sides {
    below: u128,
    above: u128,
}

/// Out of so many, …
const PARTS: u64 = 128;

/// … this many are wide, and this many at an end.
#[inline]
fn wide_and_ends(size: u32) -> (u64, u64) {
    let size = u64::from(size.min(100));
    (4 + 52 * size / 100, 1 + 7 * size / 100)
}

impl Sides {
    #[inline]
    fn last(self) -> u128 {
        self.below + self.above
    }

    /// Draws an offset from the lowest number.
    #[inline]
    fn draw(self, rng: &mut Rng, size: u32) -> u128 {
        let (wide, ends) = wide_and_ends(size);
        let part = rng.below(PARTS);
        if part < wide && self.last() > 0 {
            self.draw_wide(rng)
        } else if part < wide + ends {
            self.end(rng.below(4))
        } else {
            let (first, last) = self.window(size);
            first + rng.up_to(last - first)
        }
    }

    fn mass(self, offset: u128, size: u32) -> Mass {
        let (mut wide, ends) = wide_and_ends(size);
        let share = |parts: u64, chance: f64| Mass::from(parts as f64 / PARTS as f64).times(Mass::from(chance));
        let at_end = (0..4).filter(|&end| self.end(end) == offset).count();
        let mut mass = share(ends, at_end as f64 / 4.0);
        if self.last() > 0 {
            mass = mass.plus(share(wide, 1.0).times(self.wide_mass(offset)));
        } else {
            // There is one number only: it takes this part as well.
            wide = 0;
        }
        let (first, last) = self.window(size);
        if first <= offset && offset <= last {
            mass.plus(share(PARTS - wide - ends, 1.0 / (last - first + 1) as f64))
        } else {
            mass
        }
    }

    /// Returns the mass of adjacent numbers: the sum over the parts.
    fn mass_between(self, from: u128, to: u128, size: u32) -> Mass {
        let (mut wide, ends) = wide_and_ends(size);
        let share = |parts: u64, chance: f64| Mass::from(parts as f64 / PARTS as f64).times(Mass::from(chance));
        let at_end = (0..4).filter(|&end| (from..=to).contains(&self.end(end))).count();
        let mut mass = share(ends, at_end as f64 / 4.0);
        if self.last() > 0 {
            mass = mass.plus(share(wide, 1.0).times(self.wide_mass_between(from, to)));
        } else {
            wide = 0;
        }
        let (first, last) = self.window(size);
        mass.plus(share(PARTS - wide - ends, share_of((from, to), (first, last))))
    }

    fn wide_mass_between(self, from: u128, to: u128) -> Mass {
        let of_sides = if self.below > 0 && self.above > 0 { 0.5 } else { 1.0 };
        // The distances on each side, without the middle.
        let above = (to > self.below).then(|| (from.max(self.below + 1) - self.below, to - self.below, self.above));
        let below = (from < self.below).then(|| (self.below - to.min(self.below - 1), self.below - from, self.below));
        above.into_iter().chain(below).fold(Mass::ZERO, |sum, (nearest, furthest, side)| {
            let within = |digits: u32| {
                let class = Class::new(digits, side);
                let edges = (0..4).filter(|&which| (nearest..=furthest).contains(&class.edge(which))).count() as f64;
                edges / 8.0 + 0.5 * share_of((nearest, furthest), (class.low, class.high))
            };
            // All classes between the first and the last are there as a whole.
            let (first, last) = (nearest.ilog2(), furthest.ilog2());
            let classes = match last - first {
                0 => within(first),
                between => within(first) + f64::from(between - 1) + within(last),
            };
            sum.plus(Mass::from(of_sides / f64::from(Class::count(side))).times(Mass::from(classes)))
        })
    }

    /// Returns the numbers that are no further away than the size.
    #[inline]
    fn window(self, size: u32) -> (u128, u128) {
        let size = u128::from(size);
        (self.below - self.below.min(size), self.below + self.above.min(size))
    }

    #[inline]
    fn end(self, which: u64) -> u128 {
        let last = self.last();
        match which {
            0 => 0,
            1 => last,
            2 => last.min(1),
            _ => last.saturating_sub(1),
        }
    }

    #[inline]
    fn draw_wide(self, rng: &mut Rng) -> u128 {
        let bits = rng.next();
        let up = self.below == 0 || (self.above > 0 && bits & 1 == 0);
        let side = if up { self.above } else { self.below };
        let class = Class::new(rng.below(u64::from(Class::count(side))) as u32, side);
        let distance = match (bits >> 1) & 1 {
            0 => class.edge((bits >> 2) & 3),
            _ => class.low + rng.up_to(class.high - class.low),
        };
        if up { self.below + distance } else { self.below - distance }
    }

    fn wide_mass(self, offset: u128) -> Mass {
        let (distance, side) = match offset.checked_sub(self.below) {
            Some(above) => (above, self.above),
            None => (self.below - offset, self.below),
        };
        if distance == 0 {
            return Mass::ZERO;
        }
        let of_sides = if self.below > 0 && self.above > 0 { 0.5 } else { 1.0 };
        let class = Class::new(distance.ilog2(), side);
        let edges = (0..4).filter(|&which| class.edge(which) == distance).count() as f64;
        let within = edges / 8.0 + 0.5 / (class.high - class.low + 1) as f64;
        Mass::from(of_sides / f64::from(Class::count(side))).times(Mass::from(within))
    }
}

/// Returns how much of the second span is in the first.
pub(super) fn share_of(span: (u128, u128), whole: (u128, u128)) -> f64 {
    let (from, to) = (span.0.max(whole.0), span.1.min(whole.1));
    if from > to { 0.0 } else { ((to - from) as f64 + 1.0) / ((whole.1 - whole.0) as f64 + 1.0) }
}

/// The distances with the same number of binary digits.
struct Class {
    low: u128,
    high: u128,
}

impl Class {
    #[inline]
    fn count(side: u128) -> u32 {
        u128::BITS - side.leading_zeros()
    }

    #[inline]
    fn new(digits: u32, side: u128) -> Class {
        let low = 1 << digits;
        Class { low, high: side.min(low | (low - 1)) }
    }

    #[inline]
    fn edge(&self, which: u64) -> u128 {
        match which {
            0 => self.low,
            1 => self.high,
            2 => self.high.min(self.low + 1),
            _ => self.low.max(self.high - 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use super::super::ranges::RangeValue;
    use crate::core::rng::Rng;

    /// A biased choice in 128 bits is what the type draws by itself, under the same index.
    fn agrees<T: RangeValue + PartialEq + Debug>(low: T, high: T) {
        for size in [0, 3, 100] {
            let _ = T::with_ask(low, high, Some(size), &mut |ask| {
                assert_eq!(ask.last(), T::last(low, high));
                // Few alternatives are listed.
                if ask.last() > 100 {
                    assert_eq!(ask.to_string(), format!("{}..={}", low.choice(), high.choice()));
                }
                for seed in 0..200 {
                    let index = ask.draw(&mut Rng::new(seed, 0));
                    let drawn = T::biased(&mut Rng::new(seed, 0), low, high, size);
                    assert_eq!(T::at(low, high, index), drawn, "{low:?}..={high:?}");
                    assert_eq!(ask.choice(index), drawn.choice());
                    assert_eq!(ask.find(&drawn.choice()), Some(index));
                }
                let outside = [low.before(), high.after()];
                for value in outside.into_iter().flatten() {
                    assert_eq!(ask.find(&value.choice()), None, "{value:?} in {low:?}..={high:?}");
                }
                Ok(0)
            });
        }
    }

    #[test]
    fn biased_choices_do_not_depend_on_the_width() {
        agrees(i8::MIN, i8::MAX);
        agrees(-9i16, -2);
        agrees(-1i32, 1_000_000);
        agrees(3u8, 3);
        agrees(7usize, usize::MAX - 1);
        agrees(i64::MIN, -1);
        agrees(i128::MIN, i128::MAX);
        agrees(0, u128::MAX);
    }
}
