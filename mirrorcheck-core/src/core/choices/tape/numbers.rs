//! Fixed-width numbers, and tokens that hold many of them: writing a list of numbers of one range costs about as much as
//! copying it.

use crate::core::choice::{Made, plain_index, rank_among};

/// How many bytes a number takes: a power of two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Width {
    One,
    Two,
    Four,
    Eight,
}

impl Width {
    /// Returns the least width for numbers up to `last`.
    #[inline]
    pub(super) fn up_to(last: u64) -> Width {
        match last {
            ..0x100 => Width::One,
            0x100..0x1_0000 => Width::Two,
            0x1_0000..0x1_0000_0000 => Width::Four,
            _ => Width::Eight,
        }
    }

    /// Returns the least width for a signed number.
    #[inline]
    pub(super) fn of(number: i64) -> Width {
        // The sign takes one bit.
        let distance = (number ^ (number >> 63)) as u64;
        Width::up_to(distance.saturating_mul(2))
    }

    /// Returns the range of signed numbers of this width: the least, and the distance to the greatest.
    #[inline]
    pub(super) fn all(self) -> (i64, u64) {
        let above = 64 - 8 * self.bytes();
        (i64::MIN >> above, u64::MAX >> above)
    }

    #[inline]
    fn bytes(self) -> usize {
        1 << self as usize
    }

    /// Returns the kind of a token with numbers of this width. The kinds of the four widths are `first`, `first + 2`, and so
    /// on.
    #[inline]
    pub(super) fn kind(self, first: u8) -> u8 {
        first + 2 * self as u8
    }

    /// The inverse of [`kind`](Self::kind), counted from the first.
    #[inline]
    pub(super) fn of_kind(above: u8) -> Width {
        match above / 2 {
            0 => Width::One,
            1 => Width::Two,
            2 => Width::Four,
            _ => Width::Eight,
        }
    }

    /// Writes a token with `N` numbers.
    #[inline]
    pub(super) fn write<const N: usize>(self, bytes: &mut Vec<u8>, kind: u8, numbers: [u64; N]) {
        // Each word overwrites the unused bytes of the one before.
        let mut token = [0; 32];
        token[0] = kind;
        for (i, number) in numbers.into_iter().enumerate() {
            let at = 1 + i * self.bytes();
            token[at..at + 8].copy_from_slice(&number.to_le_bytes());
        }
        bytes.extend_from_slice(&token[..1 + N * self.bytes()]);
    }

    /// Writes the offsets of numbers from the low end of their range.
    #[inline]
    pub(super) fn write_all<T: Copy>(self, bytes: &mut Vec<u8>, numbers: &[T], offset: impl Fn(T) -> u64) {
        #[inline(always)]
        fn write<T: Copy, const N: usize>(bytes: &mut Vec<u8>, numbers: &[T], offset: impl Fn(T) -> u64) {
            let start = bytes.len();
            bytes.resize(start + N * numbers.len(), 0);
            for (place, &number) in bytes[start..].chunks_exact_mut(N).zip(numbers) {
                place.copy_from_slice(&offset(number).to_le_bytes()[..N]);
            }
        }
        match self {
            Width::One => write::<T, 1>(bytes, numbers, offset),
            Width::Two => write::<T, 2>(bytes, numbers, offset),
            Width::Four => write::<T, 4>(bytes, numbers, offset),
            Width::Eight => write::<T, 8>(bytes, numbers, offset),
        }
    }

    pub(super) fn read<const N: usize>(self, bytes: &[u8], position: &mut usize) -> [u64; N] {
        std::array::from_fn(|_| {
            let mut number = [0; 8];
            number[..self.bytes()].copy_from_slice(&bytes[*position..*position + self.bytes()]);
            *position += self.bytes();
            u64::from_le_bytes(number)
        })
    }

    /// Extends the sign of a number that was written at this width.
    pub(super) fn signed(self, number: u64) -> i64 {
        let above = 64 - 8 * self.bytes();
        (number << above) as i64 >> above
    }
}

/// The unread choices of a token that holds many of one range.
#[derive(Debug, Default)]
pub(super) struct Run {
    left: usize,
    of: Range,
}

#[derive(Debug)]
enum Range {
    Numbers { low: i64, last: u64, width: Width },
    Chars { low: u8, high: u8 },
}

impl Default for Range {
    fn default() -> Range {
        Range::Chars { low: 0, high: 0 }
    }
}

impl Run {
    pub(super) fn numbers(low: i64, last: u64, left: usize) -> Run {
        Run { left, of: Range::Numbers { low, last, width: Width::up_to(last) } }
    }

    pub(super) fn chars(low: u8, high: u8, left: usize) -> Run {
        Run { left, of: Range::Chars { low, high } }
    }

    #[inline]
    pub(super) fn next(&mut self, bytes: &[u8], position: &mut usize) -> Option<Made> {
        self.left = self.left.checked_sub(1)?;
        Some(match self.of {
            Range::Numbers { low, last, width } => {
                let [offset] = width.read(bytes, position);
                Made::Number(low.wrapping_add(offset as i64), rank_among(low, offset, last), last)
            }
            Range::Chars { low, high } => {
                let c = bytes[*position];
                *position += 1;
                let rank = plain_index(low.into(), high.into(), c.into());
                Made::Char(c.into(), rank as u32, (high - low).into())
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Tape, Token};
    use crate::core::choice::{Made, Number, Zigzag};
    use crate::core::choices::Choices;

    fn made(choices: &Choices) -> Vec<(i64, u64, u64)> {
        let of = |made| match made {
            Made::Number(number, rank, last) => (number, rank, last),
            other => panic!("{other:?}"),
        };
        choices.made().map(of).collect()
    }

    #[test]
    fn numbers_of_one_range_are_read_as_each_by_itself() {
        let ends = [0, 1, -1, 3, 0x7f, 0x80, -0x80, -0x81, 0xff, 0x100, 999, -300, 0x7fff, -0x8000, -0x8001, 0xffff];
        let wide = [i32::MIN.into(), i32::MAX.into(), u32::MAX.into(), i64::MIN, i64::MIN + 1, i64::MAX - 1, i64::MAX];
        let ends: Vec<i64> = ends.into_iter().chain(wide).collect();
        for &low in &ends {
            for &high in ends.iter().filter(|&&high| high >= low) {
                let last = high.wrapping_sub(low) as u64;
                let numbers: Vec<i64> = ends.iter().copied().filter(|n| (low..=high).contains(n)).collect();
                let order = Zigzag::new(Number::from(low), last.into());
                let expected: Vec<(i64, u64, u64)> = numbers
                    .iter()
                    .map(|&n| (n, order.index((n.wrapping_sub(low) as u64).into(), last.into()) as u64, last))
                    .collect();
                let mut each = Tape::new();
                numbers.iter().for_each(|&n| each.note_number(n, low, high));
                assert_eq!(made(&each.finish(0)), expected, "{low}..={high}, each");
                let mut all = Tape::new();
                all.note_numbers(&numbers, low, last, |n| n.wrapping_sub(low) as u64);
                // The next token shows where the run ends.
                all.note_number(5, 0, 9);
                let all = made(&all.finish(0));
                assert_eq!(all[..expected.len()], expected, "{low}..={high}, together");
                assert_eq!(all[expected.len()..], [(5, 5, 9)], "{low}..={high}, after");
            }
        }
    }

    #[test]
    fn letters_of_one_range_are_read_as_each_by_itself() {
        for (low, high, text) in
            [('a', 'z', "azm"), ('0', 'z', "a0Z9_"), ('\0', '\u{7f}', "\0\n~\u{7f} x"), ('q', 'q', "q")]
        {
            let last = high as u32 - low as u32;
            let (mut each, mut all) = (Tape::new(), Tape::new());
            text.chars().for_each(|c| each.note_char(c, super::plain_index(low, high, c) as u32, last));
            all.note_ascii(text, low as u8, high as u8);
            let (each, all) = (each.finish(0), all.finish(0));
            assert_eq!(each.bits(), all.bits());
            assert_eq!(each.to_string(), all.to_string());
            assert!(all.tokens().all(|token| matches!(token, Token::Open | Token::Close | Token::Leaf(_))));
        }
    }
}
