//! JSON, written piece by piece: a few rules, and none of them needs a tree of values.

use std::fmt::{Display, Write};
use std::time::Duration;

use crate::core::journal::Payload;

/// Adds a text as it stands between quotes.
pub(super) fn escape(out: &mut String, text: &str) {
    let mut done = 0;
    for (at, byte) in text.bytes().enumerate() {
        if byte >= b' ' && byte != b'"' && byte != b'\\' {
            continue;
        }
        out.push_str(&text[done..at]);
        done = at + 1;
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\t' => out.push_str("\\t"),
            b'\r' => out.push_str("\\r"),
            _ => {
                let _ = write!(out, "\\u{byte:04x}");
            }
        }
    }
    out.push_str(&text[done..]);
}

/// Adds a field with a text, or null.
pub(super) fn text(out: &mut String, name: &str, text: Option<&impl Display>) {
    out.push('"');
    out.push_str(name);
    let Some(text) = text else { return out.push_str("\":null") };
    out.push_str("\":\"");
    let _ = write!(Escaping(out), "{text}");
    out.push('"');
}

/// Escapes what is written to it.
struct Escaping<'a>(&'a mut String);

impl Write for Escaping<'_> {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        escape(self.0, text);
        Ok(())
    }
}

/// Adds a number, or a text where JSON has no such number.
pub(super) fn number(out: &mut String, number: f64) {
    let _ = if number.is_finite() { write!(out, "{number:?}") } else { write!(out, "\"{number}\"") };
}

/// Adds a time as a number of seconds. By hand, because it is done for every part of every case.
pub(super) fn seconds(out: &mut String, time: Duration) {
    let mut digits = *b"0.000000000";
    let mut left = time.subsec_nanos();
    for digit in digits[2..].iter_mut().rev() {
        *digit = b'0' + (left % 10) as u8;
        left /= 10;
    }
    let fraction = std::str::from_utf8(&digits).unwrap_or("0.0");
    match time.as_secs() {
        0 => out.push_str(fraction),
        seconds => {
            let _ = write!(out, "{seconds}{}", &fraction[1..]);
        }
    }
}

pub(super) fn payload(out: &mut String, payload: &Payload) {
    match payload {
        Payload::Integer(integer) => {
            let _ = write!(out, "{integer}");
        }
        Payload::Number(float) => number(out, *float),
        Payload::Flag(flag) => out.push_str(if *flag { "true" } else { "false" }),
        Payload::Text(text) => {
            out.push('"');
            escape(out, text);
            out.push('"');
        }
    }
}

/// Adds what `Debug` has written: as it is where that is JSON too, as numbers and lists of them are, and as a text where
/// it is not.
pub(super) fn value(out: &mut String, written: &str) {
    if is_json(written.as_bytes()) {
        return out.push_str(written);
    }
    out.push('"');
    escape(out, written);
    out.push('"');
}

/// Deeper lists are texts: readers have their limits.
const DEEPEST: usize = 50;

/// Whether a text is `true`, `false`, a number, a plain string, or a list of these.
fn is_json(text: &[u8]) -> bool {
    let (mut at, mut depth) = (0, 0);
    loop {
        // A value begins here.
        match text.get(at) {
            Some(b'[') if text.get(at + 1) == Some(&b']') => at += 2,
            Some(b'[') if depth < DEEPEST => {
                (at, depth) = (at + 1, depth + 1);
                continue;
            }
            _ => match scalar(&text[at.min(text.len())..]) {
                Some(length) => at += length,
                None => return false,
            },
        }
        while depth > 0 && text.get(at) == Some(&b']') {
            (at, depth) = (at + 1, depth - 1);
        }
        match text.get(at) {
            None => return depth == 0,
            Some(b',') if depth > 0 && text.get(at + 1) == Some(&b' ') => at += 2,
            Some(_) => return false,
        }
    }
}

/// How long the number, string or word is that a text begins with.
fn scalar(text: &[u8]) -> Option<usize> {
    match text.first()? {
        b't' => text.starts_with(b"true").then_some(4),
        b'f' => text.starts_with(b"false").then_some(5),
        b'"' => {
            let end = text[1..].iter().position(|byte| matches!(byte, b'"' | b'\\') || *byte < b' ')?;
            (text[1 + end] == b'"').then_some(end + 2)
        }
        _ => number_at(text),
    }
}

fn number_at(text: &[u8]) -> Option<usize> {
    let digits = |from: usize| text[from.min(text.len())..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let start = usize::from(text.first() == Some(&b'-'));
    let whole = digits(start);
    if whole == 0 || (whole > 1 && text[start] == b'0') {
        return None;
    }
    let mut end = start + whole;
    if text.get(end) == Some(&b'.') {
        let fraction = digits(end + 1);
        if fraction == 0 {
            return None;
        }
        end += 1 + fraction;
    }
    if matches!(text.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(text.get(end + 1), Some(b'+' | b'-')));
        let exponent = digits(end + 1 + sign);
        if exponent == 0 {
            return None;
        }
        end += 1 + sign + exponent;
    }
    Some(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(add: impl FnOnce(&mut String)) -> String {
        let mut out = String::new();
        add(&mut out);
        out
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(written(|out| escape(out, "a\"b\\c\nd\u{1}e…")), "a\\\"b\\\\c\\nd\\u0001e…");
        assert_eq!(written(|out| text(out, "a", Some(&"\t"))), "\"a\":\"\\t\"");
        assert_eq!(written(|out| text(out, "a", None::<&String>)), "\"a\":null");
    }

    #[test]
    fn numbers_that_json_lacks_are_texts() {
        let numbers = [1.0, -0.5, 1e300, f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
        let texts = numbers.map(|float| written(|out| number(out, float)));
        assert_eq!(texts, ["1.0", "-0.5", "1e300", "\"NaN\"", "\"inf\"", "\"-inf\""]);
    }

    #[test]
    fn times_are_seconds() {
        let times = [0, 1, 999_999_999, 1_000_000_000, 61_500_000_000].map(Duration::from_nanos);
        let texts = times.map(|time| written(|out| seconds(out, time)));
        assert_eq!(texts, ["0.000000000", "0.000000001", "0.999999999", "1.000000000", "61.500000000"]);
    }

    #[test]
    fn what_is_json_stays_as_it_is() {
        for json in ["1", "-12.5", "1e-7", "true", "[]", "[[1, 2], []]", "[\"a\", \"\"]", "0", "[0.5]"] {
            assert_eq!(written(|out| value(out, json)), json);
        }
        let others = [
            "",
            "01",
            "1.",
            "-",
            "1e",
            "[1,2]",
            "[1, ]",
            "[1",
            "1]",
            "1 2",
            "None",
            "Some(1)",
            "NaN",
            "inf",
            "\"a\\u{1}\"",
            "'a'",
            "{1}",
            "()",
            "[1, 2] ",
            "\"a",
            "truer",
            "[,]",
            "[] []",
        ];
        for other in others {
            let text = written(|out| value(out, other));
            assert!(text.starts_with('"') && text.ends_with('"') && text.len() >= 2 + other.len(), "{other} as {text}");
        }
        let deep = "[".repeat(60) + &"]".repeat(60);
        assert!(written(|out| value(out, &deep)).starts_with('"'));
    }

    #[test]
    fn debug_of_lists_of_numbers_is_json() {
        use crate::prelude::*;
        forall(any::<Vec<Vec<i64>>>(), |lists| assert!(is_json(format!("{lists:?}").as_bytes())));
        forall(any::<(i8, u8)>(), |pair| assert!(!is_json(format!("{pair:?}").as_bytes())));
    }
}
