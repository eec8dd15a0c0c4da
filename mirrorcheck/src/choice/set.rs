//! Sets of characters, whose members have numbers.

use std::fmt;

use super::{char_at, char_index};

/// A set of characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CharSet {
    /// Ranges in order, none of which touches the next, each with the number of its first character.
    ranges: Box<[(char, char, u32)]>,
    last: u32,
    /// The number of each ASCII character, or more than there are.
    ascii: Box<[u32; 128]>,
    /// What it was read from, for messages.
    source: Box<str>,
}

const NONE: u32 = u32::MAX;

impl CharSet {
    /// The set of the characters in these ranges; `None` if there are none.
    pub(crate) fn new(ranges: &[(char, char)], source: &str) -> Option<CharSet> {
        let mut sorted: Vec<(char, char)> = ranges.iter().copied().filter(|(low, high)| low <= high).collect();
        sorted.sort_unstable();
        let mut merged: Vec<(char, char)> = Vec::new();
        for (low, high) in sorted {
            match merged.last_mut() {
                Some((_, end)) if low <= *end || char_index(*end, low) == Some(1) => *end = high.max(*end),
                _ => merged.push((low, high)),
            }
        }
        let mut count = 0u32;
        let ranges: Box<[(char, char, u32)]> = merged
            .into_iter()
            .map(|(low, high)| {
                let first = count;
                count += char_index(low, high).unwrap_or(0) as u32 + 1;
                (low, high, first)
            })
            .collect();
        let last = count.checked_sub(1)?;
        let mut set = CharSet { ranges, last, ascii: Box::new([NONE; 128]), source: source.into() };
        let ascii = std::array::from_fn(|code| set.find(char::from(code as u8)).unwrap_or(NONE));
        *set.ascii = ascii;
        Some(set)
    }

    /// Reads a set as [`chars`](crate::chars) writes it.
    pub(crate) fn read(source: &str) -> Result<CharSet, String> {
        let (negated, rest) = match source.strip_prefix('^') {
            Some(rest) => (true, rest),
            None => (false, source),
        };
        let mut members = Vec::new();
        let mut left = rest.chars().peekable();
        while let Some(c) = left.next() {
            let member = if c == '\\' { escaped(&mut left)? } else { c };
            members.push((member, c == '-'));
        }
        let mut ranges = Vec::new();
        let mut i = 0;
        while i < members.len() {
            let low = members[i].0;
            let is_range = i + 2 < members.len() && members[i + 1].1;
            let high = if is_range { members[i + 2].0 } else { low };
            if low > high {
                return Err(format!("the range {low:?}-{high:?} is the wrong way round"));
            }
            ranges.push((low, high));
            i += if is_range { 3 } else { 1 };
        }
        if negated {
            ranges = others(&ranges);
        }
        CharSet::new(&ranges, source).ok_or_else(|| "there is no character in it".to_owned())
    }

    /// The greatest number.
    pub fn last(&self) -> u32 {
        self.last
    }

    /// The character with a number that is not greater than the greatest.
    #[inline]
    pub fn at(&self, index: u32) -> char {
        let range = match &*self.ranges {
            [only] => only,
            ranges => &ranges[ranges.partition_point(|(_, _, first)| *first <= index) - 1],
        };
        char_at(range.0, (index - range.2).into())
    }

    /// The number of a character, if it is one of the set.
    #[inline]
    pub fn index(&self, c: char) -> Option<u32> {
        if c.is_ascii() {
            let index = self.ascii[c as usize];
            return (index != NONE).then_some(index);
        }
        self.find(c)
    }

    fn find(&self, c: char) -> Option<u32> {
        let next = self.ranges.partition_point(|(low, _, _)| *low <= c);
        let (low, high, first) = *self.ranges.get(next.checked_sub(1)?)?;
        (c <= high).then(|| first + char_index(low, c).unwrap_or(0) as u32)
    }
}

/// All characters that are in none of these ranges.
pub(crate) fn others(ranges: &[(char, char)]) -> Vec<(char, char)> {
    let mut sorted = ranges.to_vec();
    sorted.sort_unstable();
    let mut rest = Vec::new();
    let mut from = Some('\0');
    for (low, high) in sorted {
        let Some(start) = from else { break };
        if let Some(before) = char::from_u32((low as u32).wrapping_sub(1)).or((low == '\u{E000}').then_some('\u{D7FF}')) {
            if start <= before && low > start {
                rest.push((start, before));
            }
        }
        if high >= start {
            from = (high != char::MAX).then(|| char_at(high, 1));
        }
    }
    rest.extend(from.map(|start| (start, char::MAX)));
    rest
}

fn escaped(left: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Result<char, String> {
    match left.next() {
        Some('n') => Ok('\n'),
        Some('r') => Ok('\r'),
        Some('t') => Ok('\t'),
        Some('u') if left.peek() == Some(&'{') => {
            let digits: String = left.by_ref().skip(1).take_while(|&c| c != '}').collect();
            let code = u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32);
            code.ok_or_else(|| format!("\\u{{{digits}}} is no character"))
        }
        Some(c) => Ok(c),
        None => Err("a `\\` stands at the end".to_owned()),
    }
}

impl fmt::Display for CharSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}]", self.source.escape_debug())
    }
}
