//! Texts in the query of a URL.

use std::fmt::Write as _;

/// Percent-encoded, but for what needs it not, so that a URL can be read.
pub(crate) fn encode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b':' => out.push(char::from(byte)),
            byte => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

/// What was encoded, here or by a browser; an error says what is wrong.
pub(crate) fn decode(text: &str) -> Result<String, String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => match (rest.next().and_then(digit), rest.next().and_then(digit)) {
                (Some(high), Some(low)) => high << 4 | low,
                _ => return Err("After `%` two hexadecimal digits must follow.".to_owned()),
            },
            byte => byte,
        });
    }
    String::from_utf8(bytes).map_err(|_| "The query is no text in UTF-8.".to_owned())
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).map(|digit| digit as u8)
}

#[cfg(test)]
mod tests {
    use super::{decode, encode};
    use mirrorcheck::prelude::*;

    #[property]
    fn what_is_encoded_is_decoded(text: String) {
        let encoded = encode(&text);
        assert!(encoded.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"<>'&=#+".contains(&byte)), "{encoded}");
        assert_eq!(decode(&encoded), Ok(text));
    }

    #[test]
    fn names_can_be_read() {
        assert_eq!(encode("a::b c%"), "a::b%20c%25");
        assert_eq!(decode("a+b%26"), Ok("a b&".to_owned()));
    }
}
