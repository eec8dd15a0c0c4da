//! Lines as `openpbtstats` reads them, and the search for a text in a line as it is written.

use std::borrow::Cow;

pub use openpbtstats::Status;
pub use openpbtstats::read::{Case, Line, Message, Value, mend, metadata_field, parse, rules, string, unescaped};

/// Whether the text at the start of `raw` contains another one, ignoring the case of letters. `lower` is in
/// lower case.
pub(crate) fn contains_ignoring_case(raw: &[u8], lower: &str) -> bool {
    let end = end(raw);
    // Where nothing of what is looked for can be escaped, most texts that do not contain it need not be unescaped.
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

#[cfg(test)]
mod tests;
