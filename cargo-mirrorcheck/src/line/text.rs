//! Texts as they stand in a line, between their quotes: long ones are looked at without being read as a whole.

use std::borrow::Cow;

use super::mend::unit;

/// The text up to its closing quote, at most so many characters of it, and whether it was cut.
pub(crate) fn unescaped(raw: &[u8], most: usize) -> (String, bool) {
    let mut text = String::new();
    let (mut at, mut characters) = (0, 0);
    while at < raw.len() && raw[at] != b'"' {
        if characters == most {
            return (text, true);
        }
        let (c, long) = character(&raw[at..]);
        // Half a character or half an escape stands at the end of what was read.
        let Some(c) = c else { return (text, true) };
        text.push(c);
        characters += 1;
        at += long;
    }
    (text, at >= raw.len())
}

/// The first character and how many bytes it takes.
fn character(raw: &[u8]) -> (Option<char>, usize) {
    if raw[0] == b'\\' {
        return escape(raw);
    }
    let long = match raw[0] {
        0..=0x7f => return (Some(char::from(raw[0])), 1),
        0xf0.. => 4,
        0xe0.. => 3,
        _ => 2,
    };
    let c = raw.get(..long).and_then(|bytes| std::str::from_utf8(bytes).ok()).and_then(|text| text.chars().next());
    (c.or((raw.len() >= long).then_some('\u{fffd}')), if c.is_some() { long } else { 1 })
}

fn escape(raw: &[u8]) -> (Option<char>, usize) {
    let simple = |c| (Some(c), 2);
    match raw.get(1) {
        None => (None, 1),
        Some(b'n') => simple('\n'),
        Some(b't') => simple('\t'),
        Some(b'r') => simple('\r'),
        Some(b'b') => simple('\u{8}'),
        Some(b'f') => simple('\u{c}'),
        Some(b'u') => match (unit(raw), raw.get(6..).and_then(unit)) {
            (Some(high @ 0xd800..=0xdbff), Some(low @ 0xdc00..=0xdfff)) => {
                (char::from_u32(0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00)), 12)
            }
            // Its other half may follow.
            (Some(0xd800..=0xdbff), None) if raw.len() < 12 && raw.get(6).is_none_or(|&next| next == b'\\') => {
                (None, 6)
            }
            (Some(unit), _) => (Some(char::from_u32(unit).unwrap_or('\u{fffd}')), 6),
            (None, _) => (None, 6),
        },
        Some(&other) => simple(char::from(other)),
    }
}

/// Whether the text that stands at the start of `raw` contains another one, whatever the case of letters. `lower` is in
/// lower case.
pub(crate) fn contains_ignoring_case(raw: &[u8], lower: &str) -> bool {
    let end = end(raw);
    // Where nothing of what is looked for can be escaped, most texts that do not contain it are known by how they stand.
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~') && !b"\"\\/".contains(&byte);
    if lower.bytes().all(is_plain)
        && !contains_ascii(&raw[..end], lower.as_bytes())
        && memchr::memmem::find(&raw[..end], b"\\u").is_none()
        && raw[..end].is_ascii()
    {
        return false;
    }
    let text = match memchr::memchr(b'\\', &raw[..end]) {
        None => Cow::Borrowed(&raw[..end]),
        Some(_) => Cow::Owned(unescaped(&raw[..end], usize::MAX).0.into_bytes()),
    };
    if lower.is_ascii() && !lower.contains(['k', 's']) || text.is_ascii() {
        return contains_ascii(&text, lower.as_bytes());
    }
    String::from_utf8_lossy(&text).to_lowercase().contains(lower)
}

/// Where the closing quote is.
fn end(raw: &[u8]) -> usize {
    let mut from = 0;
    while let Some(found) = memchr::memchr2(b'"', b'\\', &raw[from..]) {
        let at = from + found;
        if raw[at] == b'"' {
            return at;
        }
        from = (at + 2).min(raw.len());
    }
    raw.len()
}

fn contains_ascii(text: &[u8], lower: &[u8]) -> bool {
    let Some(&first) = lower.first() else { return true };
    let Some(last) = text.len().checked_sub(lower.len()) else { return false };
    memchr::memchr2_iter(first, first.to_ascii_uppercase(), &text[..=last])
        .any(|at| text[at..at + lower.len()].eq_ignore_ascii_case(lower))
}
