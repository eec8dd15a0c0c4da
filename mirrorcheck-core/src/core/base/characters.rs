//! Characters: their order and their bias.

use super::integers::share_of;
use super::ranges::{Answer, Between, Numbered, RangeValue, Weighed};
use crate::core::choice::{Ask, Choice, Names, char_at, char_index, plain_at, plain_index, plain_spans};
use crate::core::cx::Shown;
use crate::core::generator::Rejected;
use crate::core::mass::Mass;
use crate::core::rng::Rng;

impl RangeValue for char {}

impl Numbered for char {
    const LEAST: char = '\0';
    const GREATEST: char = char::MAX;

    fn before(self) -> Option<char> {
        match self {
            '\0' => None,
            '\u{E000}' => Some('\u{D7FF}'),
            c => char::from_u32(c as u32 - 1),
        }
    }

    fn after(self) -> Option<char> {
        match self {
            '\u{D7FF}' => Some('\u{E000}'),
            c => char::from_u32(c as u32 + 1),
        }
    }

    #[inline(always)]
    fn fault(_: char, _: char) -> Option<&'static str> {
        None
    }

    #[inline]
    fn is_within(self, low: char, high: char) -> bool {
        low <= self && self <= high
    }

    fn last(low: char, high: char) -> u128 {
        char_index(low, high).unwrap_or(0)
    }

    #[inline]
    fn above(low: char, offset: u128) -> char {
        char_at(low, offset)
    }

    fn index(self, low: char, high: char) -> u128 {
        plain_index(low, high, self)
    }

    fn at(low: char, high: char, index: u128) -> char {
        plain_at(low, high, index)
    }

    fn choice(self) -> Choice {
        Choice::Char(self)
    }

    fn of_choice(choice: &Choice) -> Option<char> {
        let mut chars = match choice {
            Choice::Char(c) => return Some(*c),
            // A character's own name, written as a label, means the character.
            Choice::Label(label) => label.chars(),
            _ => return None,
        };
        chars.next().filter(|_| chars.next().is_none())
    }

    #[inline]
    fn random(rng: &mut Rng, low: char, high: char) -> char {
        char_at(low, rng.up_to(Self::last(low, high)))
    }

    fn mass(self, low: char, high: char) -> Mass {
        Ask::uniform(Self::last(low, high), Names::Unnamed).mass(0)
    }

    fn biased(rng: &mut Rng, low: char, high: char, _: u32) -> char {
        let kind = KINDS[kind_at(rng.below(PARTS))];
        match kind.within(low, high) {
            Some((low, high)) => Self::random(rng, low, high),
            None if matches!(kind, CharKind::Nasty) => {
                let mut nasty = NASTY.iter().copied().filter(|c| c.is_within(low, high));
                match nasty.clone().count() {
                    0 => Self::random(rng, low, high),
                    count => nasty.nth(rng.below(count as u64) as usize).unwrap_or(low),
                }
            }
            None => Self::random(rng, low, high),
        }
    }

    fn with_ask(low: char, high: char, bias: Option<u32>, answer: &mut Answer<'_>) -> Result<u128, Rejected> {
        match bias {
            Some(_) => answer(&Ask::spread(&Between { low, high, bias })),
            None => answer(&Ask::uniform(Self::last(low, high), Names::Chars(low))),
        }
    }

    #[inline]
    fn bulk(rng: &mut Rng, low: char, high: char, count: usize) -> Option<Vec<char>> {
        (low <= high).then(|| rng.many(Self::last(low, high) as u64, count, |offset| char_at(low, offset.into())))
    }

    #[inline]
    fn bulk_string(rng: &mut Rng, low: char, high: char, count: usize) -> Option<String> {
        if low > high {
            return None;
        }
        if !high.is_ascii() {
            return Self::bulk(rng, low, high, count).map(String::from_iter);
        }
        // The same characters, without a detour through four bytes each.
        rng.letters(low as u8, high as u8 - low as u8, count)
    }

    fn note_text(shown: Shown<'_>, text: &str, low: char, high: char) -> bool {
        if low > high || !high.is_ascii() {
            return false;
        }
        // No early end: so, many are looked at in one go. A byte of another character is greater than all of ASCII.
        let (low, high) = (low as u8, high as u8);
        let is_within = text.bytes().fold(true, |all, byte| all & (low <= byte) & (byte <= high));
        is_within && shown.note(|tape| tape.note_ascii(text, low, high))
    }

    #[inline]
    fn character(self) -> Option<char> {
        Some(self)
    }

    #[inline]
    fn small(self) -> Option<i64> {
        None
    }
}

impl Weighed for char {
    fn biased_mass(self, low: char, high: char, _: u32) -> Mass {
        let mut sum = 0.0;
        for (kind, parts) in KINDS.into_iter().zip(SHARES) {
            let share = parts as f64 / PARTS as f64;
            let chance = match kind.within(low, high) {
                Some((low, high)) if self.is_within(low, high) => self.mass(low, high).probability(),
                Some(_) => 0.0,
                None => {
                    let nasty = || NASTY.iter().filter(|c| c.is_within(low, high));
                    match nasty().count() {
                        count if count > 0 && matches!(kind, CharKind::Nasty) => {
                            nasty().filter(|c| **c == self).count() as f64 / count as f64
                        }
                        _ => self.mass(low, high).probability(),
                    }
                }
            };
            sum += share * chance;
        }
        Mass::from(sum)
    }

    fn mass_among(low: char, high: char, bias: Option<u32>, first: u128, last: u128) -> Mass {
        let spans: Vec<(char, char)> = plain_spans(low, high, first, last).collect();
        let of = |(low, high): (char, char)| -> f64 {
            let place = |c: char| char_index('\0', c).unwrap_or(0);
            spans.iter().map(|&(from, to)| share_of((place(from), place(to)), (place(low), place(high)))).sum()
        };
        if bias.is_none() {
            return Mass::from(of((low, high)));
        }
        let sum = KINDS.into_iter().zip(SHARES).fold(0.0, |sum, (kind, parts)| {
            let nasty = || NASTY.iter().filter(|c| c.is_within(low, high));
            let chance = match (kind.within(low, high), kind, nasty().count()) {
                (Some(range), ..) => of(range),
                (None, CharKind::Nasty, count) if count > 0 => {
                    let there = |c: &&char| spans.iter().any(|&(from, to)| c.is_within(from, to));
                    nasty().filter(there).count() as f64 / count as f64
                }
                (None, ..) => of((low, high)),
            };
            sum + parts as f64 / PARTS as f64 * chance
        });
        Mass::from(sum)
    }
}

/// Most characters of texts are plain; some others are known to find faults.
#[derive(Clone, Copy)]
enum CharKind {
    Printable,
    Nasty,
    /// Characters of at most two bytes.
    Short,
    Any,
}

const KINDS: [CharKind; 4] = [CharKind::Printable, CharKind::Nasty, CharKind::Short, CharKind::Any];
const SHARES: [u64; 4] = [56, 4, 2, 2];
const PARTS: u64 = 64;

fn kind_at(mut part: u64) -> usize {
    let mut kind = 0;
    while part >= SHARES[kind] {
        part -= SHARES[kind];
        kind += 1;
    }
    kind
}

impl CharKind {
    /// Returns its intersection with a range; `None` if it is not a range, or nothing is left.
    fn within(self, low: char, high: char) -> Option<(char, char)> {
        let (first, last) = match self {
            CharKind::Printable => (' ', '~'),
            CharKind::Short => ('\0', '\u{7ff}'),
            CharKind::Any => ('\0', char::MAX),
            CharKind::Nasty => return None,
        };
        let (low, high) = (low.max(first), high.min(last));
        (low <= high).then_some((low, high))
    }
}

/// Ends of ranges; characters that trip up quoting, line-based and lower-casing code; characters that have no width,
/// change direction, combine, or take two units of UTF-16.
const NASTY: [char; 40] = [
    '\0',
    '\t',
    '\n',
    '\r',
    '\u{1b}',
    '\u{7f}',
    '"',
    '\'',
    '\\',
    '/',
    '%',
    '&',
    '<',
    '{',
    '`',
    '$',
    '\u{80}',
    '\u{85}',
    '\u{a0}',
    'ß',
    'İ',
    'ı',
    'ſ',
    'ŉ',
    'Ω',
    '\u{301}',
    '\u{200b}',
    '\u{200d}',
    '\u{202e}',
    '\u{2028}',
    'ﬁ',
    '\u{d7ff}',
    '\u{e000}',
    '\u{feff}',
    '\u{fffd}',
    '\u{ffff}',
    '\u{10000}',
    '𝔞',
    '👍',
    '\u{10ffff}',
];
