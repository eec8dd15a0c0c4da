//! How likely floats are, many at a time.

use super::{FRACTION, Format, Order, PARTS, SPECIAL, WHOLE, gap_exponent, scale, small, special, uniform_mass, whole};
use crate::core::base::integers::share_of;
use crate::core::base::ranges::Numbered;
use crate::core::mass::Mass;

/// The mass of the floats with the indices `first..=last` in the order from the simplest: whole numbers, which are
/// counted, and floats between two of the others, less the whole ones among them.
pub(super) fn among<T: Format + Numbered>(low: T, high: T, bias: Option<u32>, first: u128, last: u128) -> Mass {
    let order = Order::new(low, high);
    let wholes = order.zigzag().map_or(0, |(_, last, _)| last + 1);
    let mut parts = Vec::new();
    if let Some((zigzag, last_whole, least)) = order.zigzag().filter(|_| first < wholes) {
        let spans = zigzag.spans(first, last.min(last_whole), last_whole);
        parts.extend(spans.map(|(from, to)| MassPart::Wholes(least + from as i64, least + to as i64)));
    }
    if last >= wholes {
        parts.push(MassPart::Others(order.at(first.max(wholes)), order.at(last)));
    }
    let of = |low: T, high: T| {
        let mass = |part: &MassPart<T>| part.uniform_mass(&order, low, high);
        parts.iter().fold(Mass::ZERO, |sum, part| sum.plus(mass(part)))
    };
    let Some(size) = bias else { return of(low, high) };
    let anything = Mass::from(share_of((first, last), (0, T::last(low, high))));
    let of_special = match special(low, high).count() {
        0 => anything,
        count => {
            let is_there = |special: &T| (first..=last).contains(&order.index(*special));
            Mass::from(special(low, high).filter(is_there).count() as f64 / count as f64)
        }
    };
    let of_whole = whole(low, high, size).map_or(anything, |(from, to)| {
        let there = |part: &MassPart<T>| match part {
            MassPart::Wholes(least, greatest) => (*greatest.min(&to) - *least.max(&from) + 1).max(0),
            MassPart::Others(..) => 0,
        };
        Mass::from(parts.iter().map(there).sum::<i64>() as f64 / (to - from + 1) as f64)
    });
    let of_fraction = small(low, high, size).map_or(anything, |(low, high)| of(low, high));
    let share = |parts: u64, mass: Mass| Mass::from(parts as f64 / PARTS as f64).times(mass);
    share(SPECIAL, of_special)
        .plus(share(WHOLE, of_whole))
        .plus(share(FRACTION, of_fraction))
        .plus(share(PARTS - SPECIAL - WHOLE - FRACTION, anything))
}

/// Neighbours in the order from the simplest.
enum MassPart<T> {
    /// Whole numbers.
    Wholes(i64, i64),
    /// Floats from one to another, without those whole numbers that have a place of their own.
    Others(T, T),
}

impl<T: Format + Numbered> MassPart<T> {
    /// How likely a uniform float of a range is to be one of these.
    fn uniform_mass(&self, order: &Order<T>, low: T, high: T) -> Mass {
        match self {
            MassPart::Wholes(from, to) => wholes(low, high, *from, *to),
            MassPart::Others(from, to) => {
                let all = uniform(low, high, *from, *to);
                let (first, last) = order.whole.unwrap_or((1, 0));
                // The zero below the whole one is not yet there.
                let floor = if to.bits() == T::SIGN { -1.0 } else { to.wide().floor() };
                let from = (from.wide().ceil() as i64).max(first);
                all.less(wholes(low, high, from, (floor as i64).min(last)))
            }
        }
    }
}

/// The mass of the floats from one to another among those of a range, uniform. None of them need be in it.
pub(super) fn uniform<T: Format + Numbered>(low: T, high: T, from: T, to: T) -> Mass {
    let (from, to) = (from.ordinal().max(low.ordinal()), to.ordinal().min(high.ordinal()));
    let (negative, positive) = (T::narrow(-0.0).ordinal(), T::narrow(0.0).ordinal());
    // Each zero has a mass of its own; on either side, floats are as wide as it is from the first to behind the last.
    let zeros = [negative, positive].into_iter().filter(|zero| (from..=to).contains(zero));
    let zeros = zeros.fold(Mass::ZERO, |sum, zero| sum.plus(uniform_mass(T::at_ordinal(zero), low, high)));
    let side = |from: u64, to: u64| {
        if from <= to { width(T::at_ordinal(from), T::at_ordinal(to)).over(width(low, high)) } else { Mass::ZERO }
    };
    zeros.plus(side(from, to.min(negative - 1))).plus(side(from.max(positive + 1), to))
}

/// From the lower end of one float to the upper end of another.
fn width<T: Format>(from: T, to: T) -> Mass {
    let gap = gap_exponent(T::SMALLEST, T::DIGITS, to.wide());
    // A quarter, because the whole can be more than the greatest float.
    let quarter = to.wide() / 4.0 - from.wide() / 4.0 + scale(1.0, gap - 2);
    if quarter.is_normal() {
        Mass::scaled(quarter, 2)
    } else {
        // Next to zero a quarter would lose digits.
        Mass::from(to.wide() - from.wide() + scale(1.0, gap))
    }
}

/// The mass of whole numbers among the floats of a range: those between two powers of two are equally wide.
fn wholes<T: Format + Numbered>(low: T, high: T, from: i64, to: i64) -> Mass {
    let (from, to) = (from.max(low.wide().ceil() as i64), to.min(high.wide().floor() as i64));
    let of = |whole: i64| uniform_mass(T::narrow(whole as f64), low, high);
    let zero = T::narrow(0.0);
    let mut sum = if from <= 0 && 0 <= to && zero.is_within(low, high) { of(0) } else { Mass::ZERO };
    let most = from.unsigned_abs().max(to.unsigned_abs());
    for digits in 0..(u64::BITS - most.leading_zeros() + 1).min(63) {
        let (least, greatest) = (1i64 << digits, (1i64 << digits) - 1 + (1i64 << digits));
        // Below zero a power of two is as wide as what is nearer to zero.
        let spans = [(least, greatest), (-least, -(least / 2 + 1))];
        for (first, last) in spans {
            let (first, last) = (first.max(from), last.min(to));
            if first <= last {
                sum = sum.plus(of(last).times(Mass::from((last - first) as f64 + 1.0)));
            }
        }
    }
    sum
}
