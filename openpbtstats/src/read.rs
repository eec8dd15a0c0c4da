//! Reads a line: leniently, without copying, and never trusting it.
//!
//! Readers of the format disagree in places, and writers more so. A line must have a type, a property and a run; a case also
//! a status and a representation. Everything else may be missing, `null`, of a wrong type or there twice.

mod mend;
mod outcome;
pub mod rules;
mod text;

use std::borrow::Cow;

use serde::Deserializer as _;
use serde::de::{Deserialize, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::Status;
use mend::NAN;
pub use mend::mend;
pub use text::unescaped;

/// A line.
///
/// ```
/// use openpbtstats::read::{Line, parse};
///
/// let line = r#"{"type":"info","run_start":1,"property":"p","title":"t","content":"c"}"#;
/// assert!(matches!(parse(line), Ok(Some(Line::Message(message))) if message.content == "c"));
/// ```
#[derive(Debug)]
pub enum Line<'a> {
    /// A test case.
    Case(Case<'a>),
    /// A message about a run.
    Message(Message<'a>),
}

/// A case of a run, or a step of shrinking.
///
/// ```
/// use openpbtstats::read::{Line, parse};
///
/// let line = r#"{"type":"test_case","run_start":1,"property":"p","status":"failed","representation":"p(0)"}"#;
/// let Ok(Some(Line::Case(case))) = parse(line) else { panic!() };
/// assert!(line[case.representation_at..].starts_with("p(0)"));
/// ```
#[derive(Debug)]
pub struct Case<'a> {
    /// The property.
    pub property: Cow<'a, str>,
    /// When its run started, in seconds since 1970.
    pub run_start: f64,
    /// What came of it.
    pub status: Status,
    /// Why it failed or was discarded.
    pub reason: Cow<'a, str>,
    /// How a person would write it.
    pub representation: Cow<'a, str>,
    /// Where the text of the representation begins in the line, after its quote.
    pub representation_at: usize,
    /// How it was made.
    pub how: Cow<'a, str>,
    /// What it says about itself.
    pub features: Vec<(Cow<'a, str>, Value<'a>)>,
    /// How many seconds each part took.
    pub timing: Vec<(Cow<'a, str>, f64)>,
    /// Files with the lines that it covered.
    pub coverage: Vec<(Cow<'a, str>, Vec<u32>)>,
    /// The metadata as it is written.
    pub metadata: Option<&'a str>,
}

/// The value of a feature.
///
/// ```
/// use openpbtstats::read::Value;
///
/// assert_ne!(Value::Number(1.0), Value::Text("1".into()));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum Value<'a> {
    /// A number, which may be NaN or infinite.
    Number(f64),
    /// A text, or anything else as it is written.
    Text(Cow<'a, str>),
    /// Two named numbers, for a scatter plot.
    Point([(String, f64); 2]),
}

/// A message about a run.
///
/// ```
/// use openpbtstats::read::{Line, parse};
///
/// let line = r#"{"type":"alert","run_start":1,"property":"p","title":"slow","content":""}"#;
/// let Ok(Some(Line::Message(message))) = parse(line) else { panic!() };
/// assert!(message.is_alert && message.title == "slow");
/// ```
#[derive(Debug)]
pub struct Message<'a> {
    /// The property.
    pub property: Cow<'a, str>,
    /// When its run started, in seconds since 1970.
    pub run_start: f64,
    /// Whether it is an alert or an error; otherwise it is information.
    pub is_alert: bool,
    /// Its title.
    pub title: Cow<'a, str>,
    /// Its content, usually Markdown.
    pub content: Cow<'a, str>,
}

/// Reads a line; `None` if it is empty.
///
/// ```
/// use openpbtstats::read::parse;
///
/// assert!(matches!(parse("  "), Ok(None)));
/// assert_eq!(parse("{}").unwrap_err(), "`type` is missing");
/// ```
///
/// # Errors
/// Says why the line cannot be used.
pub fn parse(line: &str) -> Result<Option<Line<'_>>, String> {
    let line = line.strip_prefix('\u{feff}').unwrap_or(line);
    if line.bytes().all(|byte| byte.is_ascii_whitespace()) {
        return Ok(None);
    }
    let fields = fields(line).map_err(|error| why_not_json(line, &error))?;
    fields.line(line).map(Some)
}

/// Finds a field of an object, such as the metadata of a case, as it is written.
///
/// ```
/// use openpbtstats::read::metadata_field;
///
/// assert_eq!(metadata_field(r#"{"a":1,"b":[2, 3]}"#, "b"), Some("[2, 3]"));
/// ```
pub fn metadata_field<'a>(metadata: &'a str, name: &str) -> Option<&'a str> {
    let mut found = None;
    each_entry(metadata, |key, value| {
        if key == name {
            found = Some(value);
        }
    });
    found
}

/// Reads a JSON string; `None` if it is none.
///
/// ```
/// use openpbtstats::read::string;
///
/// assert_eq!(string(r#""a\nb""#).unwrap(), "a\nb");
/// assert_eq!(string("1"), None);
/// ```
pub fn string(raw: &str) -> Option<Cow<'_, str>> {
    let mut deserializer = serde_json::Deserializer::from_str(raw);
    let strict = deserializer.deserialize_str(TextVisitor).ok();
    // Halves of surrogate pairs are no text, but they are no reason to refuse the rest of it.
    strict.or_else(|| Some(Cow::Owned(unescaped(raw.strip_prefix('"')?.as_bytes(), usize::MAX).0)))
}

/// Reads a JSON number, or a text that is written for one that is not finite.
fn number(raw: &str) -> Option<f64> {
    match raw.as_bytes().first()? {
        // Too large a number is infinite here, where a strict reader refuses it.
        b'-' | b'0'..=b'9' => raw.parse().ok(),
        b'"' => not_finite(&string(raw)?),
        _ => None,
    }
}

fn not_finite(text: &str) -> Option<f64> {
    match text {
        "NaN" | NAN => Some(f64::NAN),
        "inf" | "Infinity" => Some(f64::INFINITY),
        "-inf" | "-Infinity" => Some(f64::NEG_INFINITY),
        _ => None,
    }
}

fn fields(line: &str) -> Result<Fields<'_>, serde_json::Error> {
    let mut deserializer = serde_json::Deserializer::from_str(line);
    let fields = deserializer.deserialize_map(FieldsVisitor)?;
    deserializer.end()?;
    Ok(fields)
}

fn why_not_json(line: &str, error: &serde_json::Error) -> String {
    match line.trim_start().starts_with('{') {
        // It is one line; which one of the file is said elsewhere.
        true => format!("no valid JSON: {}", error.to_string().replace(" at line 1 column ", " at column ")),
        false => "no JSON object".to_owned(),
    }
}

/// The fields as they are written; of those that are there twice, the last.
#[derive(Default)]
struct Fields<'a> {
    kind: Option<&'a str>,
    run_start: Option<&'a str>,
    property: Option<&'a str>,
    status: Option<&'a str>,
    reason: Option<&'a str>,
    representation: Option<&'a str>,
    how: Option<&'a str>,
    features: Option<&'a str>,
    coverage: Option<&'a str>,
    timing: Option<&'a str>,
    metadata: Option<&'a str>,
    title: Option<&'a str>,
    content: Option<&'a str>,
}

struct FieldsVisitor;

impl<'de> Visitor<'de> for FieldsVisitor {
    type Value = Fields<'de>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields<'de>, A::Error> {
        let mut fields = Fields::default();
        while let Some(Text(name)) = map.next_key()? {
            let field = match &*name {
                "type" | "line_type" => &mut fields.kind,
                "run_start" => &mut fields.run_start,
                "property" => &mut fields.property,
                "status" => &mut fields.status,
                "status_reason" => &mut fields.reason,
                "representation" => &mut fields.representation,
                "how_generated" => &mut fields.how,
                "features" => &mut fields.features,
                "coverage" => &mut fields.coverage,
                "timing" => &mut fields.timing,
                "metadata" => &mut fields.metadata,
                "title" => &mut fields.title,
                "content" => &mut fields.content,
                _ => {
                    map.next_value::<IgnoredAny>()?;
                    continue;
                }
            };
            *field = Some(map.next_value::<&RawValue>()?.get());
        }
        Ok(fields)
    }
}

impl<'a> Fields<'a> {
    fn line(self, line: &'a str) -> Result<Line<'a>, String> {
        let kind = needed("type", self.kind)?;
        match &*kind {
            "test_case" | "example" => self.case(line).map(Line::Case),
            "info" | "alert" | "error" => self.message(&kind).map(Line::Message),
            other => Err(format!("lines of type `{}` are not known", cut(other, 40))),
        }
    }

    fn run_start(&self) -> Result<f64, String> {
        let raw = self.run_start.ok_or("`run_start` is missing")?;
        number(raw).filter(|start| start.is_finite()).ok_or_else(|| "`run_start` is no number".to_owned())
    }

    fn case(self, line: &'a str) -> Result<Case<'a>, String> {
        let status = needed("status", self.status)?;
        let unknown = || format!("the status `{}` is not known", cut(&status, 40));
        let representation = needed("representation", self.representation)?;
        let representation_at = self.representation.map_or(0, |raw| raw.as_ptr() as usize - line.as_ptr() as usize + 1);
        Ok(Case {
            property: needed("property", self.property)?,
            run_start: self.run_start()?,
            status: Status::of_name(&status).ok_or_else(unknown)?,
            reason: optional(self.reason),
            representation,
            representation_at,
            how: optional(self.how),
            features: self.features.map(features).unwrap_or_default(),
            timing: self.timing.map(timing).unwrap_or_default(),
            coverage: self.coverage.map(coverage).unwrap_or_default(),
            metadata: self.metadata.filter(|raw| raw.starts_with('{')),
        })
    }

    fn message(self, kind: &str) -> Result<Message<'a>, String> {
        Ok(Message {
            property: needed("property", self.property)?,
            run_start: self.run_start()?,
            is_alert: kind != "info",
            title: optional(self.title),
            // Other writers may put an object there.
            content: self.content.map(|raw| string(raw).unwrap_or(Cow::Borrowed(raw))).unwrap_or_default(),
        })
    }
}

fn needed<'a>(name: &str, raw: Option<&'a str>) -> Result<Cow<'a, str>, String> {
    let raw = raw.ok_or_else(|| format!("`{name}` is missing"))?;
    string(raw).ok_or_else(|| format!("`{name}` is no text"))
}

fn optional(raw: Option<&str>) -> Cow<'_, str> {
    raw.and_then(string).unwrap_or_default()
}

fn features(raw: &str) -> Vec<(Cow<'_, str>, Value<'_>)> {
    let mut features = Vec::new();
    each_entry(raw, |name, value| features.push((name, feature(value))));
    features
}

fn feature(raw: &str) -> Value<'_> {
    if let Some(number) = number(raw) {
        return Value::Number(number);
    }
    match raw.as_bytes().first() {
        Some(b'"') => Value::Text(string(raw).unwrap_or_default()),
        Some(b'[') => point(raw).map_or(Value::Text(Cow::Borrowed(raw)), Value::Point),
        _ => Value::Text(Cow::Borrowed(raw)),
    }
}

fn point(raw: &str) -> Option<[(String, f64); 2]> {
    let [x, y]: [(String, &RawValue); 2] = serde_json::from_str(raw).ok()?;
    Some([(x.0, number(x.1.get())?), (y.0, number(y.1.get())?)])
}

fn timing(raw: &str) -> Vec<(Cow<'_, str>, f64)> {
    let mut timing = Vec::new();
    each_entry(raw, |name, value| {
        if let Some(seconds) = number(value).filter(|seconds| seconds.is_finite() && *seconds >= 0.0) {
            timing.push((name, seconds));
        }
    });
    timing
}

fn coverage(raw: &str) -> Vec<(Cow<'_, str>, Vec<u32>)> {
    let mut coverage = Vec::new();
    each_entry(raw, |name, value| {
        if let Ok(lines) = serde_json::from_str::<Vec<u32>>(value) {
            coverage.push((name, lines));
        }
    });
    coverage
}

/// The entries of an object, each value as it is written; of anything else none, and of an odd object the first ones.
fn each_entry<'a>(raw: &'a str, each: impl FnMut(Cow<'a, str>, &'a str)) {
    if raw.starts_with('{') {
        let _ = serde_json::Deserializer::from_str(raw).deserialize_map(EachEntry(each));
    }
}

struct EachEntry<F>(F);

impl<'de, F: FnMut(Cow<'de, str>, &'de str)> Visitor<'de> for EachEntry<F> {
    type Value = ();

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        while let Some(Text(name)) = map.next_key()? {
            (self.0)(name, map.next_value::<&RawValue>()?.get());
        }
        Ok(())
    }
}

/// A text that is borrowed where nothing in it is escaped.
struct Text<'a>(Cow<'a, str>);

impl<'de> Deserialize<'de> for Text<'de> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(TextVisitor).map(Text)
    }
}

struct TextVisitor;

impl<'de> Visitor<'de> for TextVisitor {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a text")
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Borrowed(text))
    }

    fn visit_str<E>(self, text: &str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Owned(text.to_owned()))
    }
}

/// Keeps at most this many characters, and writes `…` for the rest.
fn cut(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        None => Cow::Borrowed(text),
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
    }
}

#[cfg(test)]
mod tests;
