//! Texts as they are in a line, between their quotes: the start of a long one can be read without the rest.

use super::mend::unit;

/// Reads a JSON string from after its quote to its closing quote, at most so many characters of it. Returns whether it was
/// cut, too.
///
/// ```
/// use openpbtstats::read::unescaped;
///
/// assert_eq!(unescaped(br#"a\nb", "more""#, 9), ("a\nb".to_owned(), false));
/// assert_eq!(unescaped(br#"a\nb""#, 2), ("a\n".to_owned(), true));
/// ```
pub fn unescaped(raw: &[u8], most: usize) -> (String, bool) {
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
