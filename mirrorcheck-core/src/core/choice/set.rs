//! Sets of characters whose members are numbered.

use std::borrow::Cow;
use std::fmt;

use super::{char_at, char_index};

/// A set of characters.
///
/// Its characters are numbered in their order.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::text::chars;
/// use mirrorcheck::Choice;
///
/// let set = chars("x-za");
/// assert_eq!(set.all_values().collect::<String>(), "axyz");
/// assert_eq!(set.choices_now().iter().next(), Some(Choice::from('a')));
/// ```
#[derive(Debug, Clone)]
pub struct CharSet {
    ranges: Ranges,
    last: u32,
    /// The numbers of the ASCII characters, which come first.
    ascii: [u8; 128],
    /// What it was read from, for messages.
    source: Cow<'static, str>,
}

/// Ranges in order, none of which touches the next, each with the number of its first character. A few need no memory
/// of their own, so that a set can be made when compiling.
#[derive(Debug, Clone)]
enum Ranges {
    Few([Range; FEW], usize),
    Many(Box<[Range]>),
}

#[derive(Debug, Clone, Copy)]
struct Range {
    low: char,
    high: char,
    first: u32,
}

const FEW: usize = 16;
const NONE: u8 = u8::MAX;
const NOTHING: Range = Range { low: '\0', high: '\0', first: 0 };

impl CharSet {
    /// The first and the last character of each range.
    #[inline]
    pub(crate) fn spans(&self) -> impl Iterator<Item = (char, char)> + '_ {
        self.ranges().iter().map(|range| (range.low, range.high))
    }

    /// Creates the set of the characters in these ranges; `None` if there are none.
    #[inline]
    pub(crate) fn new(ranges: &[(char, char)], source: String) -> Option<CharSet> {
        let mut sorted: Vec<(char, char)> = ranges.iter().copied().filter(|(low, high)| low <= high).collect();
        sorted.sort_unstable();
        let mut merged: Vec<Range> = Vec::new();
        let mut count = 0;
        for (low, high) in sorted {
            match merged.last_mut() {
                Some(range) if char_index(range.low, low) <= char_index(range.low, range.high).map(|end| end + 1) => {
                    range.high = range.high.max(high);
                }
                _ => merged.push(Range { low, high, first: 0 }),
            }
        }
        for range in &mut merged {
            range.first = count;
            count += char_index(range.low, range.high)? as u32 + 1;
        }
        let mut ascii = [NONE; 128];
        for range in &merged {
            for code in (range.low as u32..=range.high as u32).take_while(|code| *code < 128) {
                ascii[code as usize] = (range.first + code - range.low as u32) as u8;
            }
        }
        let last = count.checked_sub(1)?;
        Some(CharSet { ranges: Ranges::Many(merged.into()), last, ascii, source: Cow::Owned(source) })
    }

    /// Parses a set written as for [`chars`](crate::chars), even at compile time.
    ///
    /// # Panics
    /// Panics if the text is not a set.
    #[track_caller]
    #[inline]
    pub(crate) const fn read(source: &'static str) -> CharSet {
        match Members::read(source) {
            Ok(members) => members.into_set(source),
            Err(message) => panic!("{}", message),
        }
    }

    /// Returns the greatest number.
    ///
    /// ```
    /// use mirrorcheck::choices::{Ask, CharSet, Names};
    ///
    /// fn one_of(set: &CharSet) -> Ask<'_> {
    ///     Ask::uniform(set.last().into(), Names::Set(set))
    /// }
    /// ```
    #[inline]
    pub fn last(&self) -> u32 {
        self.last
    }
    fn ranges(&self) -> &[Range] {
        match &self.ranges {
            Ranges::Few(ranges, count) => &ranges[..*count],
            Ranges::Many(ranges) => ranges,
        }
    }

    /// Returns the character with this number, which must not exceed the greatest.
    ///
    /// ```
    /// use mirrorcheck::choices::CharSet;
    ///
    /// fn first(set: &CharSet) -> char {
    ///     set.at(0)
    /// }
    /// ```
    #[inline]
    pub fn at(&self, index: u32) -> char {
        let ranges = self.ranges();
        let range = match ranges {
            [only] => only,
            _ => &ranges[ranges.partition_point(|range| range.first <= index) - 1],
        };
        char_at(range.low, (index - range.first).into())
    }

    /// Returns the number of a character, if it is in the set.
    ///
    /// ```
    /// use mirrorcheck::choices::CharSet;
    ///
    /// fn has(set: &CharSet, c: char) -> bool {
    ///     set.index(c).is_some()
    /// }
    /// ```
    #[inline]
    pub fn index(&self, c: char) -> Option<u32> {
        match self.ascii.get(c as usize) {
            Some(&NONE) => None,
            Some(&index) => Some(index.into()),
            None => self.find(c),
        }
    }

    fn find(&self, c: char) -> Option<u32> {
        let next = self.ranges().partition_point(|range| range.low <= c);
        let range = self.ranges().get(next.checked_sub(1)?)?;
        (c <= range.high).then(|| range.first + char_index(range.low, c).unwrap_or(0) as u32)
    }
}

/// Ranges while they are read: sorted, and none touches another.
struct Members {
    ranges: [(char, char); FEW],
    count: usize,
}

impl Members {
    #[inline]
    const fn read(source: &str) -> Result<Members, &'static str> {
        let bytes = source.as_bytes();
        let is_negated = !bytes.is_empty() && bytes[0] == b'^';
        let mut members = Members { ranges: [('\0', '\0'); FEW], count: 0 };
        let mut at = is_negated as usize;
        while at < bytes.len() {
            let (low, next) = match member(bytes, at) {
                Ok(member) => member,
                Err(message) => return Err(message),
            };
            at = next;
            let mut high = low;
            if at + 1 < bytes.len() && bytes[at] == b'-' {
                (high, at) = match member(bytes, at + 1) {
                    Ok(member) => member,
                    Err(message) => return Err(message),
                };
            }
            if low as u32 > high as u32 {
                return Err("it has a reversed range");
            }
            if members.count == FEW {
                return Err("it has too many parts: write it with fewer ranges, or as alternatives");
            }
            members.insert(low, high);
        }
        if is_negated {
            members = match members.others() {
                Some(others) => others,
                None => return Err("it has too many parts: write it with fewer ranges, or as alternatives"),
            };
        }
        if members.count == 0 { Err("it contains no character") } else { Ok(members) }
    }

    #[inline]
    const fn insert(&mut self, mut low: char, mut high: char) {
        // Takes in all ranges that it touches, and puts what comes of it in its place.
        let (mut kept, mut i) = ([('\0', '\0'); FEW], 0);
        let (mut count, mut is_in) = (0, false);
        while i < self.count {
            let (other_low, other_high) = self.ranges[i];
            if code(other_high) + 1 < code(low) {
                kept[count] = self.ranges[i];
                count += 1;
            } else if code(high) + 1 < code(other_low) {
                if !is_in {
                    kept[count] = (low, high);
                    count += 1;
                    is_in = true;
                }
                kept[count] = self.ranges[i];
                count += 1;
            } else {
                low = if (other_low as u32) < low as u32 { other_low } else { low };
                high = if other_high as u32 > high as u32 { other_high } else { high };
            }
            i += 1;
        }
        if !is_in {
            kept[count] = (low, high);
            count += 1;
        }
        self.ranges = kept;
        self.count = count;
    }

    /// All other characters.
    #[inline]
    const fn others(&self) -> Option<Members> {
        let mut others = Members { ranges: [('\0', '\0'); FEW], count: 0 };
        let (mut from, mut i) = (0, 0);
        while i <= self.count {
            let to = if i < self.count { code(self.ranges[i].0) } else { code(char::MAX) + 1 };
            if from < to {
                if others.count == FEW {
                    return None;
                }
                others.ranges[others.count] = (uncode(from), uncode(to - 1));
                others.count += 1;
            }
            if i < self.count {
                from = code(self.ranges[i].1) + 1;
            }
            i += 1;
        }
        Some(others)
    }

    #[inline]
    const fn into_set(self, source: &'static str) -> CharSet {
        let (mut ranges, mut first, mut i) = ([NOTHING; FEW], 0, 0);
        let mut ascii = [NONE; 128];
        while i < self.count {
            let (low, high) = self.ranges[i];
            ranges[i] = Range { low, high, first };
            let mut c = low as u32;
            while c <= high as u32 && c < 128 {
                ascii[c as usize] = (first + c - low as u32) as u8;
                c += 1;
            }
            first += code(high) - code(low) + 1;
            i += 1;
        }
        CharSet { ranges: Ranges::Few(ranges, self.count), last: first - 1, ascii, source: Cow::Borrowed(source) }
    }
}

/// The number of a character among all, surrogates not counted.
#[inline]
const fn code(c: char) -> u32 {
    if c as u32 > 0xDFFF { c as u32 - 0x800 } else { c as u32 }
}

#[inline]
const fn uncode(code: u32) -> char {
    match char::from_u32(if code > 0xD7FF { code + 0x800 } else { code }) {
        Some(c) => c,
        None => '\0',
    }
}

/// One character of a set, and where the next begins.
#[inline]
const fn member(bytes: &[u8], at: usize) -> Result<(char, usize), &'static str> {
    let (c, next) = decode(bytes, at);
    if c != '\\' {
        return Ok((c, next));
    }
    if next >= bytes.len() {
        return Err("it ends with a single `\\`");
    }
    let (escaped, after) = decode(bytes, next);
    match escaped {
        'n' => Ok(('\n', after)),
        'r' => Ok(('\r', after)),
        't' => Ok(('\t', after)),
        'u' if after < bytes.len() && bytes[after] == b'{' => {
            let (mut value, mut i) = (0u32, after + 1);
            while i < bytes.len() && bytes[i] != b'}' {
                let digit = match bytes[i] {
                    digit @ b'0'..=b'9' => digit - b'0',
                    digit @ b'a'..=b'f' => digit - b'a' + 10,
                    digit @ b'A'..=b'F' => digit - b'A' + 10,
                    _ => return Err("a `\\u{…}` in it is not a hexadecimal number"),
                };
                value = value.wrapping_mul(16).wrapping_add(digit as u32);
                i += 1;
            }
            match char::from_u32(value) {
                Some(c) if i < bytes.len() => Ok((c, i + 1)),
                _ => Err("a `\\u{…}` in it is not a character"),
            }
        }
        c => Ok((c, after)),
    }
}

/// The character at a position of UTF-8, and where the next begins.
#[inline]
const fn decode(bytes: &[u8], at: usize) -> (char, usize) {
    let first = bytes[at] as u32;
    let (length, mut value) = match first {
        0..=0x7F => return (bytes[at] as char, at + 1),
        0x80..=0xDF => (2, first & 0x1F),
        0xE0..=0xEF => (3, first & 0x0F),
        _ => (4, first & 0x07),
    };
    let mut i = 1;
    while i < length {
        value = value << 6 | (bytes[at + i] as u32 & 0x3F);
        i += 1;
    }
    match char::from_u32(value) {
        Some(c) => (c, at + length),
        None => ('\0', at + length),
    }
}

impl fmt::Display for CharSet {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}]", self.source.escape_debug())
    }
}
