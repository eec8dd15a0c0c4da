//! Characters as choices.

const SURROGATES: std::ops::RangeInclusive<u32> = 0xD800..=0xDFFF;

/// The character `index` places after `low`, surrogates not counted.
#[inline]
pub(crate) fn char_at(low: char, index: u128) -> char {
    let mut code = low as u32 + index as u32;
    if (low as u32) < *SURROGATES.start() && code >= *SURROGATES.start() {
        code += SURROGATES.end() - SURROGATES.start() + 1;
    }
    char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The inverse of [`char_at`].
#[inline]
pub(crate) fn char_index(low: char, c: char) -> Option<u128> {
    let mut index = (c as u32).checked_sub(low as u32)?;
    if (low as u32) < *SURROGATES.start() && (c as u32) > *SURROGATES.end() {
        index -= SURROGATES.end() - SURROGATES.start() + 1;
    }
    Some(index.into())
}

/// From the plainest: letters and digits, what else is printable, the end of a line, and all others by their number.
const BLOCKS: [(char, char); 12] = [
    ('a', 'z'),
    ('0', '9'),
    ('A', 'Z'),
    (' ', '/'),
    (':', '@'),
    ('[', '`'),
    ('{', '~'),
    ('\n', '\n'),
    ('\t', '\t'),
    ('\0', '\u{8}'),
    ('\u{b}', '\u{1f}'),
    ('\u{7f}', char::MAX),
];

/// What is left of each block in a range, and how many characters come before it.
fn blocks(low: char, high: char) -> impl Iterator<Item = (char, char, u128)> {
    let mut before = 0;
    BLOCKS.into_iter().filter_map(move |(first, last)| {
        let (first, last) = (first.max(low), last.min(high));
        let count = char_index(first, last)? + 1;
        before += count;
        Some((first, last, before - count))
    })
}

/// The place of a character of a range, plain characters first.
pub(crate) fn plain_index(low: char, high: char, c: char) -> u128 {
    // Most ranges are in one block, where the order is that of the numbers.
    if low >= 'a' && high <= 'z' || low >= '0' && high <= '9' {
        return char_index(low, c).unwrap_or(0);
    }
    let block = blocks(low, high).find(|(first, last, _)| *first <= c && c <= *last);
    block.map_or(0, |(first, _, before)| before + char_index(first, c).unwrap_or(0))
}

/// The inverse of [`plain_index`].
pub(crate) fn plain_at(low: char, high: char, index: u128) -> char {
    let block = blocks(low, high).take_while(|(_, _, before)| *before <= index).last();
    block.map_or(low, |(first, _, before)| char_at(first, index - before))
}

/// The characters at the places `first..=last` of a range, as spans of neighbours.
pub(crate) fn plain_spans(low: char, high: char, first: u128, last: u128) -> impl Iterator<Item = (char, char)> {
    blocks(low, high).filter_map(move |(start, end, before)| {
        let (from, to) = (first.max(before), last.min(before + char_index(start, end)?));
        (from <= to).then(|| (char_at(start, from - before), char_at(start, to - before)))
    })
}

#[cfg(test)]
mod tests {
    use super::{char_at, char_index, plain_at, plain_index, plain_spans};

    #[test]
    fn the_order_is_a_permutation_with_plain_ones_first() {
        for (low, high) in [('a', 'f'), ('\0', '\u{900}'), ('G', 'k'), (' ', '~'), ('\u{d000}', '\u{e010}'), ('%', '%')]
        {
            let last = char_index(low, high).unwrap();
            let mut seen: Vec<char> = (0..=last).map(|index| plain_at(low, high, index)).collect();
            for (index, &c) in seen.iter().enumerate() {
                assert_eq!(plain_index(low, high, c), index as u128, "{c:?} in {low:?}..={high:?}");
            }
            seen.sort_unstable();
            assert!(seen.into_iter().eq((0..=last).map(|index| char_at(low, index))), "{low:?}..={high:?}");
        }
        let spans: Vec<_> = plain_spans(' ', '~', 20, 40).collect();
        assert_eq!(spans, [('u', 'z'), ('0', '9'), ('A', 'E')]);
        assert_eq!((0..3).map(|index| plain_at('\0', char::MAX, index)).collect::<String>(), "abc");
        assert_eq!(plain_at(' ', '~', 26), '0');
    }
}
