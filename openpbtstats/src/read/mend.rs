//! Python writes bare `NaN` and infinities, and halves of surrogate pairs, which are no JSON. They are replaced by as
//! many bytes that are, so that places in the line stay the same.

/// Replaces `NaN`, which is too short for a text of its own: a character that nobody writes.
pub(super) const NAN: &str = "\u{7f}";

/// Replaces what is no JSON in a line that Python wrote, by as many bytes. Returns whether there was something.
///
/// ```
/// let mut line = *br#"{"a": NaN}"#;
/// assert!(openpbtstats::read::mend(&mut line));
/// assert!(serde_json::from_slice::<serde_json::Value>(&line).is_ok());
/// ```
pub fn mend(line: &mut [u8]) -> bool {
    let (mut at, mut in_text, mut mended) = (0, false, false);
    while let Some(&byte) = line.get(at) {
        let rest = &mut line[at..];
        let long = match (in_text, byte) {
            (_, b'"') => {
                in_text = !in_text;
                1
            }
            (true, b'\\') => {
                let (long, was_half) = escape(rest);
                mended |= was_half;
                long
            }
            (false, b'N' | b'I' | b'-') => match bare(rest) {
                0 => 1,
                long => {
                    mended = true;
                    long
                }
            },
            _ => 1,
        };
        at += long;
    }
    mended
}

/// How long an escape is, both halves of a pair together, and whether it was a half, which is replaced.
fn escape(rest: &mut [u8]) -> (usize, bool) {
    match (unit(rest), rest.get(6..).and_then(unit)) {
        (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => (12, false),
        (Some(0xd800..=0xdfff), _) => {
            rest[..6].copy_from_slice(b"\\ufffd");
            (6, true)
        }
        _ => (2, false),
    }
}

/// The number of an escape `\u1234`.
pub(super) fn unit(text: &[u8]) -> Option<u32> {
    let digits = text.strip_prefix(b"\\u")?.get(..4)?;
    u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

/// Replaces a number that is not finite, and tells how long it is: 0 if it is none.
fn bare(rest: &mut [u8]) -> usize {
    for (name, put) in [
        (&b"NaN"[..], &b"\"\x7f\""[..]),
        (&b"Infinity"[..], &b"\"inf\"   "[..]),
        (&b"-Infinity"[..], &b"\"-inf\"   "[..]),
    ] {
        if rest.starts_with(name) {
            rest[..name.len()].copy_from_slice(put);
            return name.len();
        }
    }
    0
}
