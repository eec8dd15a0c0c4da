//! Classes of characters, as a grammar writes them.

use super::read::{Fault, fault};

/// Inclusive ranges of numbers of characters, in any order; the surrogates among them do not count.
pub(crate) type Ranges = Vec<(u32, u32)>;

/// The character of a text of one.
#[inline]
pub(super) fn only(text: &str) -> Option<char> {
    text.chars().next().filter(|c| c.len_utf8() == text.len())
}

#[inline]
pub(super) fn range(at: usize, from: char, to: char) -> Result<(u32, u32), Fault> {
    if from <= to {
        return Ok((from.into(), to.into()));
    }
    let (from, to) = (from.escape_debug(), to.escape_debug());
    fault(at, format!("the range from `{from}` to `{to}` is the wrong way round"))
}

/// Sorted, with everything that touches joined.
#[inline]
pub(super) fn joined(mut ranges: Ranges) -> Ranges {
    ranges.sort_unstable();
    let mut joined = Ranges::new();
    for (from, to) in ranges {
        match joined.last_mut() {
            Some(last) if from <= last.1 + 1 => last.1 = last.1.max(to),
            _ => joined.push((from, to)),
        }
    }
    joined
}

/// Returns all other code points, sorted, with adjacent ranges merged.
#[inline]
pub(crate) fn others(ranges: Ranges) -> Ranges {
    let mut others = Ranges::new();
    let mut next = 0;
    for (from, to) in joined(ranges) {
        if next < from {
            others.push((next, from - 1));
        }
        next = to + 1;
    }
    if next <= u32::from(char::MAX) {
        others.push((next, char::MAX.into()));
    }
    others
}

#[inline]
pub(super) fn characters(ranges: Ranges) -> Vec<(char, char)> {
    let halves = |(from, to): (u32, u32)| [(from, to.min(0xd7ff)), (from.max(0xe000), to)];
    let in_order = joined(ranges).into_iter().flat_map(halves).filter(|(from, to)| from <= to);
    in_order.filter_map(|(from, to)| Some((char::from_u32(from)?, char::from_u32(to)?))).collect()
}

/// A class as a grammar would write it, without its brackets.
#[inline]
pub(super) fn written(ranges: Ranges) -> String {
    let ranges = joined(ranges);
    let is_negated = ranges.last().is_some_and(|last| last.1 == u32::from(char::MAX)) && ranges.len() > 1;
    let (mut text, ranges) = if is_negated { ("^".to_owned(), others(ranges)) } else { (String::new(), ranges) };
    for (from, to) in characters(ranges) {
        text.push(from);
        if from < to {
            text.extend((u32::from(from) + 1 < u32::from(to)).then_some('-'));
            text.push(to);
        }
    }
    text
}
