//! Lines and JSON, written piece by piece: a few rules, and none of them needs a tree of values.
//!
//! Every function adds to the end of a text. Names of fields are written as they are, so they must need no escapes.

use std::fmt::{Display, Write};
use std::time::Duration;

use crate::Status;

/// The fields that all lines of a run have in common: when it started, and the name of its property.
///
/// ```
/// use openpbtstats::write::RunFields;
///
/// let run = RunFields::new("tree::sorts", 12, 5);
/// assert_eq!(run.json(), r#""run_start":12.000005,"property":"tree::sorts""#);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunFields {
    json: String,
}

impl RunFields {
    /// Names a run by its property and the time it started, in seconds and microseconds since 1970.
    ///
    /// ```
    /// assert!(openpbtstats::write::RunFields::new("\"p\"", 1, 0).json().ends_with(r#""\"p\"""#));
    /// ```
    pub fn new(property: &str, seconds: u64, microseconds: u32) -> RunFields {
        let mut json = format!("\"run_start\":{seconds}.{microseconds:06},\"property\":\"");
        escape(&mut json, property);
        json.push('"');
        RunFields { json }
    }

    /// Returns the fields as JSON.
    ///
    /// ```
    /// assert!(openpbtstats::write::RunFields::new("p", 1, 0).json().contains(r#""property":"p""#));
    /// ```
    pub fn json(&self) -> &str {
        &self.json
    }

    /// Returns an `info` line: something to know about the run. Its content is Markdown.
    ///
    /// ```
    /// let line = openpbtstats::write::RunFields::new("p", 1, 0).info("summary", "*fine*");
    /// assert_eq!(line, "{\"type\":\"info\",\"run_start\":1.000000,\"property\":\"p\",\"title\":\"summary\",\"content\":\"*fine*\"}\n");
    /// ```
    pub fn info(&self, title: &str, content: &str) -> String {
        self.message("info", title, content)
    }

    /// Returns an `alert` line: a warning about the run. Its content is Markdown.
    ///
    /// ```
    /// let line = openpbtstats::write::RunFields::new("p", 1, 0).alert("many discards", "89 of 100");
    /// assert!(line.starts_with("{\"type\":\"alert\","));
    /// ```
    pub fn alert(&self, title: &str, content: &str) -> String {
        self.message("alert", title, content)
    }

    fn message(&self, kind: &str, title: &str, content: &str) -> String {
        let mut line = format!("{{\"type\":\"{kind}\",{},\"title\":\"", self.json);
        escape(&mut line, title);
        line.push_str("\",\"content\":\"");
        escape(&mut line, content);
        line.push_str("\"}\n");
        line
    }
}

/// The line of a test case, in pieces. Texts are already [escaped](escape), and objects are already written, without
/// their braces: whoever runs many cases writes each piece once, into memory that is used again.
///
/// ```
/// use openpbtstats::Status;
/// use openpbtstats::write::{CaseLine, RunFields};
///
/// let run = RunFields::new("p", 1, 0);
/// let case = CaseLine { status: Status::Failed, reason: "no", representation: "p(3)", ..CaseLine::new(&run) };
/// assert!(case.parts().concat().contains(r#""status":"failed","status_reason":"no","representation":"p(3)""#));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct CaseLine<'a> {
    /// The run of the case.
    pub run: &'a RunFields,
    /// What came of the case.
    pub status: Status,
    /// Why it failed or was discarded; empty if it passed.
    pub reason: &'a str,
    /// How a person would write the case.
    pub representation: &'a str,
    /// Its arguments by name, as the fields of an object.
    pub arguments: &'a str,
    /// How it was made: `random`, `replayed`, `explicit example`, `shrinking`, `minimal failing case`, ….
    pub how: &'a str,
    /// What it says about itself, as the fields of an object.
    pub features: &'a str,
    /// How many seconds each part took, as the fields of an object.
    pub timing: &'a str,
    /// Anything else, as the fields of an object.
    pub metadata: &'a str,
}

impl<'a> CaseLine<'a> {
    /// Begins the line of a case that passed, of which nothing is known.
    ///
    /// ```
    /// use openpbtstats::write::{CaseLine, RunFields};
    ///
    /// assert!(CaseLine::new(&RunFields::new("p", 1, 0)).parts().concat().ends_with("}\n"));
    /// ```
    pub fn new(run: &'a RunFields) -> CaseLine<'a> {
        CaseLine {
            run,
            status: Status::Passed,
            reason: "",
            representation: "",
            arguments: "",
            how: "",
            features: "",
            timing: "",
            metadata: "",
        }
    }

    /// Returns the parts of the line, which ends in a newline: to write them one after the other copies nothing.
    ///
    /// ```
    /// use openpbtstats::write::{CaseLine, RunFields};
    ///
    /// let run = RunFields::new("p", 1, 0);
    /// let mut file = Vec::new();
    /// CaseLine::new(&run).parts().iter().for_each(|part| file.extend_from_slice(part.as_bytes()));
    /// assert!(file.starts_with(b"{\"type\":\"test_case\","));
    /// ```
    pub fn parts(&self) -> [&'a str; 19] {
        [
            "{\"type\":\"test_case\",",
            self.run.json(),
            ",\"status\":\"",
            self.status.written(),
            "\",\"status_reason\":\"",
            self.reason,
            "\",\"representation\":\"",
            self.representation,
            "\",\"arguments\":{",
            self.arguments,
            "},\"how_generated\":\"",
            self.how,
            "\",\"features\":{",
            self.features,
            "},\"coverage\":null,\"timing\":{",
            self.timing,
            "},\"metadata\":{",
            self.metadata,
            "}}\n",
        ]
    }
}

/// An object that is being written.
///
/// ```
/// let mut out = String::new();
/// let mut object = openpbtstats::write::Object::new(&mut out);
/// object.text("name", "a\"b");
/// object.number("count", 3);
/// object.end();
/// assert_eq!(out, r#"{"name":"a\"b","count":3}"#);
/// ```
#[derive(Debug)]
pub struct Object<'o> {
    out: &'o mut String,
    is_empty: bool,
}

impl<'o> Object<'o> {
    /// Begins an object.
    ///
    /// ```
    /// let mut out = String::new();
    /// openpbtstats::write::Object::new(&mut out).end();
    /// assert_eq!(out, "{}");
    /// ```
    pub fn new(out: &'o mut String) -> Object<'o> {
        out.push('{');
        Object { out, is_empty: true }
    }

    fn field(&mut self, name: &str) -> &mut String {
        if !std::mem::replace(&mut self.is_empty, false) {
            self.out.push(',');
        }
        self.out.push('"');
        self.out.push_str(name);
        self.out.push_str("\":");
        self.out
    }

    /// Adds a text.
    ///
    /// ```
    /// # let mut out = String::new();
    /// openpbtstats::write::Object::new(&mut out).text("a", "b");
    /// assert_eq!(out, r#"{"a":"b""#);
    /// ```
    pub fn text(&mut self, name: &str, text: &str) {
        let out = self.field(name);
        out.push('"');
        escape(out, text);
        out.push('"');
    }

    /// Adds a text, or null.
    ///
    /// ```
    /// # let mut out = String::new();
    /// openpbtstats::write::Object::new(&mut out).optional_text("a", None);
    /// assert_eq!(out, r#"{"a":null"#);
    /// ```
    pub fn optional_text(&mut self, name: &str, text: Option<&str>) {
        match text {
            Some(text) => self.text(name, text),
            None => self.field(name).push_str("null"),
        }
    }

    /// Adds a whole number.
    ///
    /// ```
    /// # let mut out = String::new();
    /// openpbtstats::write::Object::new(&mut out).number("a", 7);
    /// assert_eq!(out, r#"{"a":7"#);
    /// ```
    pub fn number(&mut self, name: &str, number: u64) {
        let _ = write!(self.field(name), "{number}");
    }

    /// Adds a whole number, or null.
    ///
    /// ```
    /// # let mut out = String::new();
    /// openpbtstats::write::Object::new(&mut out).optional_number("a", None);
    /// assert_eq!(out, r#"{"a":null"#);
    /// ```
    pub fn optional_number(&mut self, name: &str, number: Option<u64>) {
        match number {
            Some(number) => self.number(name, number),
            None => self.field(name).push_str("null"),
        }
    }

    /// Adds a number with a fraction.
    ///
    /// ```
    /// # let mut out = String::new();
    /// openpbtstats::write::Object::new(&mut out).float("a", 0.5);
    /// assert_eq!(out, r#"{"a":0.5"#);
    /// ```
    pub fn float(&mut self, name: &str, float: f64) {
        number(self.field(name), float);
    }

    /// Adds a time in seconds.
    ///
    /// ```
    /// # let mut out = String::new();
    /// openpbtstats::write::Object::new(&mut out).seconds("a", std::time::Duration::from_millis(1500));
    /// assert_eq!(out, r#"{"a":1.500000000"#);
    /// ```
    pub fn seconds(&mut self, name: &str, time: Duration) {
        seconds(self.field(name), time);
    }

    /// Adds `true` or `false`.
    ///
    /// ```
    /// # let mut out = String::new();
    /// openpbtstats::write::Object::new(&mut out).flag("a", true);
    /// assert_eq!(out, r#"{"a":true"#);
    /// ```
    pub fn flag(&mut self, name: &str, flag: bool) {
        self.field(name).push_str(if flag { "true" } else { "false" });
    }

    /// Adds a list of objects.
    ///
    /// ```
    /// # let mut out = String::new();
    /// openpbtstats::write::Object::new(&mut out).list("a", |list| {
    ///     list.object(|it| it.number("b", 1));
    ///     list.object(|_| {});
    /// });
    /// assert_eq!(out, r#"{"a":[{"b":1},{}]"#);
    /// ```
    pub fn list(&mut self, name: &str, items: impl FnOnce(&mut List<'_>)) {
        let out = self.field(name);
        out.push('[');
        items(&mut List { out, is_empty: true });
        self.out.push(']');
    }

    /// Ends the object.
    ///
    /// ```
    /// # let mut out = String::new();
    /// openpbtstats::write::Object::new(&mut out).end();
    /// assert_eq!(out, "{}");
    /// ```
    pub fn end(self) {
        self.out.push('}');
    }
}

/// A list of objects that is being written: see [`Object::list`].
///
/// ```
/// # let mut out = String::new();
/// openpbtstats::write::Object::new(&mut out).list("a", |_| {});
/// assert_eq!(out, r#"{"a":[]"#);
/// ```
#[derive(Debug)]
pub struct List<'o> {
    out: &'o mut String,
    is_empty: bool,
}

impl List<'_> {
    /// How long the whole text is.
    pub(crate) fn length(&self) -> usize {
        self.out.len()
    }

    /// Adds an object.
    ///
    /// ```
    /// # let mut out = String::new();
    /// openpbtstats::write::Object::new(&mut out).list("a", |list| list.object(|it| it.flag("b", false)));
    /// assert_eq!(out, r#"{"a":[{"b":false}]"#);
    /// ```
    pub fn object(&mut self, fields: impl FnOnce(&mut Object<'_>)) {
        if !std::mem::replace(&mut self.is_empty, false) {
            self.out.push(',');
        }
        let mut object = Object::new(self.out);
        fields(&mut object);
        object.end();
    }
}

/// Adds a text as it is between quotes.
///
/// ```
/// let mut out = String::new();
/// openpbtstats::write::escape(&mut out, "a\"b\n");
/// assert_eq!(out, r#"a\"b\n"#);
/// ```
pub fn escape(out: &mut String, text: &str) {
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
///
/// ```
/// let mut out = String::new();
/// openpbtstats::write::text(&mut out, "choices", Some(&"1 2"));
/// assert_eq!(out, r#""choices":"1 2""#);
/// ```
pub fn text(out: &mut String, name: &str, text: Option<&impl Display>) {
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
///
/// ```
/// let mut out = String::new();
/// openpbtstats::write::number(&mut out, f64::NAN);
/// assert_eq!(out, "\"NaN\"");
/// ```
pub fn number(out: &mut String, number: f64) {
    let _ = if number.is_finite() { write!(out, "{number:?}") } else { write!(out, "\"{number}\"") };
}

/// Adds a time as a number of seconds. By hand, because it is done for every part of every case.
///
/// ```
/// let mut out = String::new();
/// openpbtstats::write::seconds(&mut out, std::time::Duration::from_millis(1));
/// assert_eq!(out, "0.001000000");
/// ```
pub fn seconds(out: &mut String, time: Duration) {
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

/// Adds what `Debug` has written: as it is where that is JSON too, as numbers and lists of them are, and as a text where
/// it is not.
///
/// ```
/// use openpbtstats::write::value;
///
/// let mut out = String::new();
/// value(&mut out, "[1, 2]");
/// value(&mut out, "Some(3)");
/// assert_eq!(out, r#"[1, 2]"Some(3)""#);
/// ```
pub fn value(out: &mut String, written: &str) {
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
}
