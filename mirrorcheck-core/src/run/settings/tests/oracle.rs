//! Our reader of TOML compared with another one: the same settings, or both refuse the file.

use std::collections::BTreeMap;

use toml_span::value::{Key, Value, ValueInner};

use super::super::Options;
use super::super::keys::{KEYS, RawValue};
use super::super::tables::{outside, unknown_key};
use super::super::toml::{self, Mistake};
use super::noise;
use mirrorcheck::Checker;
use mirrorcheck::prelude::*;

#[derive(Debug, PartialEq)]
enum Outcome {
    Tables(BTreeMap<String, Options>),
    /// Valid TOML that has no valid settings.
    Mistake(Mistake),
    NotToml(String),
}

fn ours(text: &str) -> Outcome {
    let mut tables = match toml::read(text) {
        Ok(tables) => tables,
        Err((wrong, _)) => return Outcome::NotToml(wrong.what),
    };
    if let Some(mistake) = tables.take_mistake() {
        return Outcome::Mistake(mistake);
    }
    let named = |name: &str| (name.to_owned(), tables.get(name).expect("a table").clone());
    Outcome::Tables(tables.names().map(named).collect())
}

/// The settings in the tree that the other reader makes of a file.
fn theirs(text: &str) -> Outcome {
    let root = match toml_span::parse(text) {
        Ok(root) => root,
        Err(error) => return Outcome::NotToml(error.to_string()),
    };
    let mut tables = BTreeMap::new();
    for (name, value) in in_order(&root) {
        if value.as_table().is_none() {
            return Outcome::Mistake((outside(&name.name, value.as_array().is_some()), name.span.start));
        }
        let mut options = Options::default();
        for (name, value) in in_order(value) {
            let Some(key) = KEYS.iter().find(|key| key.name == name.name) else {
                return Outcome::Mistake((unknown_key(&name.name), name.span.start));
            };
            if let Err(wrong) = key.put(&mut options, given(value)) {
                return Outcome::Mistake((wrong, value.span.start.max(name.span.start)));
            }
        }
        tables.insert(name.name.to_string(), options);
    }
    Outcome::Tables(tables)
}

fn in_order<'v, 'de>(table: &'v Value<'de>) -> Vec<(&'v Key<'de>, &'v Value<'de>)> {
    let mut entries: Vec<_> = table.as_table().into_iter().flatten().collect();
    entries.sort_by_key(|(key, _)| key.span.start);
    entries
}

fn given<'v>(value: &'v Value<'_>) -> RawValue<'v> {
    match value.as_ref() {
        ValueInner::String(text) => RawValue::Text(text),
        ValueInner::Integer(number) => RawValue::Integer(*number),
        ValueInner::Float(number) => RawValue::Float(*number),
        ValueInner::Boolean(flag) => RawValue::Flag(*flag),
        ValueInner::Array(_) => RawValue::Other("a list"),
        ValueInner::Table(_) => RawValue::Other("a table"),
    }
}

/// Checks that both readers agree. Returns ours.
fn agreed(text: &str) -> Outcome {
    let (ours, theirs) = (ours(text), theirs(text));
    match theirs {
        // What is wrong may be found at another place, or be said to be no setting.
        Outcome::NotToml(_) => assert!(!matches!(ours, Outcome::Tables(_)), "{ours:?}\n{theirs:?}\n{text}"),
        _ => assert_eq!(ours, theirs, "{text}"),
    }
    ours
}

/// Whether the other reader accepts what TOML forbids: `+-1` and `+0x1`.
fn has_two_signs(text: &str) -> bool {
    ["+-", "+0x", "+0o", "+0b"].iter().any(|signs| text.contains(signs))
}

fn any_of(texts: &[&'static str]) -> &'static str {
    texts[draw(0..texts.len())]
}

fn one_in(n: u32) -> bool {
    draw(0..n) == n - 1
}

fn document() -> String {
    let mut text = String::from(any_of(&["", "", "", "\u{feff}"]));
    for _ in 0..draw(0..=2) {
        let name = any_of(&["default", "nightly", "ci"]);
        text += &match draw(0..=5) {
            0..=2 => format!("{}{}.{}{}", name_of(name), blank(), blank(), entry()),
            3 | 4 => format!("{}={}{}", name_of(name), blank(), inline_table()),
            _ => entry(),
        };
        text += &line_end();
    }
    for _ in 0..draw(0..=3) {
        text += &match draw(0..=11) {
            0 => format!("[deep . {}]", name_of(KEYS[draw(0..KEYS.len())].name)),
            1 => format!("[[{}]]", name_of(any_of(&["list", "ci"]))),
            _ => format!("[{}{}{}]", blank(), name_of(any_of(&["default", "ci", "thorough", "", "é b"])), blank()),
        };
        text += &line_end();
        for _ in 0..draw(0..=3) {
            text += &format!("{}{}{}", blank(), entry(), line_end());
        }
    }
    text
}

fn blank() -> &'static str {
    any_of(&["", " ", " ", "\t  "])
}

fn line_end() -> String {
    format!("{}{}", blank(), any_of(&["\n", "\n", "\r\n", "\n\n", "# a comment é\n", "#\r\n", " # \"]\n#\n"]))
}

/// Where a line may end and need not.
fn gap() -> String {
    if one_in(4) { line_end() } else { blank().to_owned() }
}

fn entry() -> String {
    let key = KEYS[draw(0..KEYS.len())].name;
    let value = if one_in(5) { any_value(2) } else { fitting(key) };
    let key = match draw(0..=15) {
        0 => format!("{}.x", name_of(key)),
        1 => name_of("case"),
        _ => name_of(key),
    };
    format!("{key}{}={}{value}", blank(), blank())
}

fn inline_table() -> String {
    let entries: Vec<String> = (0..draw(0..=3)).map(|_| format!("{}{}{}", gap(), entry(), gap())).collect();
    let trailing = if !entries.is_empty() && one_in(3) { "," } else { "" };
    format!("{{{}{trailing}{}}}", entries.join(","), gap())
}

/// A value that the key probably takes.
fn fitting(key: &str) -> String {
    match key {
        "fork" | "keep" | "observe" => any_of(&["true", "false"]).to_owned(),
        "memory" => string(any_of(&["none", "1.5GB", "20 MB", "3KiB"])),
        "time" | "timeout" | "hang_limit" | "shrink_time" => string(any_of(&["none", "1.5s", "20 ms", "3µs", "1h"])),
        "strategy" => string(any_of(&["random", "ordered"])),
        "doubts" => string(any_of(&["show", "hide", "fail"])),
        "verbose" => integer(draw(0..=2)),
        "seed" if one_in(2) => string("18446744073709551615"),
        _ => integer(draw(1..=100_000)),
    }
}

fn any_value(depth: u32) -> String {
    match draw(0..=7) {
        0 => string(&draw(any::<String>())),
        1 => integer(draw(any::<i64>())),
        2 => any_of(&["0", "-0", "+5", "0x7f", "0X7f", "0o17", "0b101", "0b2", "0x_1", "1__0", "1_", "00", "-0x1"])
            .into(),
        3 => format!("{:?}", draw(any::<f64>())),
        4 => {
            any_of(&["+1.5", "1e+5", "1E-0_5", "1_0.0_1e2", "1.", ".5", "1.e5", "1e", "+inf", "-nan", "01.5", "1e5.5"])
                .into()
        }
        5 => any_of(&[
            "\"\\u12\"",
            "\"\\q\"",
            "\"\u{7f}\"",
            "'''a\r\nb'''",
            "\"\"\"\"a\"\"\"\"\"",
            "''''''",
            "'a\nb'",
            "\"\\",
        ])
        .into(),
        6 if depth > 0 => inline_table(),
        7 if depth > 0 => {
            let values: Vec<String> =
                (0..draw(0..=3)).map(|_| format!("{}{}{}", gap(), any_value(depth - 1), gap())).collect();
            format!("[{}{}{}]", values.join(","), any_of(&["", "", ","]), gap())
        }
        _ => any_of(&["true", "false", "True", "yes", "", "1979-05-27", "07:32:00", "[", "{", "]"]).into(),
    }
}

/// A number in one of its spellings.
fn integer(number: i64) -> String {
    match draw(0..=6) {
        0 if number >= 0 => format!("{number:#x}"),
        1 if number >= 0 => format!("{number:#o}"),
        2 if number >= 0 => format!("{number:#b}"),
        3 if number >= 0 => format!("+{number}"),
        4 => {
            let digits: Vec<String> = number.unsigned_abs().to_string().chars().map(String::from).collect();
            format!("{}{}", if number < 0 { "-" } else { "" }, digits.join("_"))
        }
        _ => number.to_string(),
    }
}

/// A key in one of its spellings.
fn name_of(name: &str) -> String {
    let is_bare = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    match draw(0..=3) {
        0 => format!("'{name}'"),
        1 => format!("\"{}\"", escaped(name, false)),
        _ if is_bare => name.to_owned(),
        _ => format!("\"{name}\""),
    }
}

/// A text in one of its spellings.
fn string(text: &str) -> String {
    let is_literal = !text.contains('\'') && !text.contains(|c: char| c.is_control() && c != '\t');
    match draw(0..=5) {
        0 if is_literal => format!("'{text}'"),
        1 if is_literal => format!("'''{}{text}'''", any_of(&["", "\n", "\r\n"])),
        2 => format!("\"\"\"{}{}\"\"\"", any_of(&["", "\n", "\r\n", "\\\n", "\\ \t\r\n \n"]), escaped(text, true)),
        _ => format!("\"{}\"", escaped(text, false)),
    }
}

fn escaped(text: &str, is_long: bool) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        let code = u32::from(c);
        match draw(0..=9) {
            0 if code < 0x100 => escaped += &format!("\\x{code:02x}"),
            1 if code < 0x1_0000 => escaped += &format!("\\u{code:04X}"),
            2 => escaped += &format!("\\U{code:08x}"),
            3 if is_long => escaped += &format!("\\{}\n \t{}\\U{code:08x}", blank(), any_of(&["", "\r\n", "\n\n"])),
            _ => match c {
                '\n' if is_long => escaped += any_of(&["\n", "\\n"]),
                '"' if is_long => escaped += any_of(&["\"", "\\\""]),
                '"' => escaped += "\\\"",
                '\\' => escaped += "\\\\",
                '\n' => escaped += "\\n",
                '\u{8}' => escaped += "\\b",
                '\u{c}' => escaped += "\\f",
                '\u{1b}' => escaped += "\\e",
                '\r' => escaped += "\\r",
                '\t' => escaped += any_of(&["\t", "\\t"]),
                c if c.is_control() => escaped += &format!("\\u{code:04x}"),
                c => escaped.push(c),
            },
        }
    }
    escaped
}

#[test]
fn both_readers_agree_on_every_spelling() {
    let (mut tables, mut mistakes, mut broken) = (0, 0, 0);
    // Always the same files: the other reader sees the order of mistakes differently in tables that are made half by a
    // dotted key and half by a header, which takes luck to meet.
    Checker::new(from_fn(document)).seed(1).cases(10_000).run(|text| match agreed(&text) {
        Outcome::Tables(_) => tables += 1,
        Outcome::Mistake(_) => mistakes += 1,
        Outcome::NotToml(_) => broken += 1,
    });
    assert!(tables > 2000 && mistakes > 1000 && broken > 500, "{tables} {mistakes} {broken}");
}

#[test]
fn both_readers_agree_on_damaged_files() {
    let (mut good, mut bad) = (0, 0);
    let files = from_fn(|| {
        if one_in(2) {
            return draw(noise::file());
        }
        let by = any_of(&["", "", "\"", "'", "\\", "[", "]", "{", "}", ",", ".", "=", "\n", "\r", "#", "_", "\u{7f}"]);
        noise::damaged(&document(), draw(any::<u16>()), draw(0..=3), by.as_bytes())
    });
    Checker::new(files).seed(1).cases(10_000).run(|text| {
        assume(!has_two_signs(&text));
        match agreed(&text) {
            Outcome::Tables(_) => good += 1,
            _ => bad += 1,
        }
    });
    assert!(good > 500 && bad > 5000, "{good} {bad}");
}

#[test]
fn both_readers_agree_on_tables_that_are_named_again() {
    let lines = ["[a]", "[a.cases]", "[a.cases.x]", "[[a]]", "[[a.cases]]", "[a.b]", "[b]", "cases = 1", "cases.x = 1"];
    let root = [
        "a = 1",
        "a = {}",
        "a = { cases = 1 }",
        "a = []",
        "a.cases = 1",
        "a.cases.x = 1",
        "a.jobs = 1",
        "",
        "b.jobs = 1",
    ];
    for first in root {
        for second in root.iter().chain(&lines) {
            for third in lines {
                for fourth in lines {
                    agreed_or_spread(&[first, second, third, fourth].join("\n"));
                }
            }
        }
    }
}

/// Compares the readers on a file in which a dotted key and a header may make one table together. The other reader
/// places such a table where the header is, we where the key is; and it misses that `[a]` may not follow `a.x = 1` if
/// `[a.y]` is between them. So only whether the file has valid settings is compared.
fn agreed_or_spread(text: &str) {
    if !text.lines().any(|line| line.starts_with("a.")) {
        agreed(text);
        return;
    }
    let (ours, theirs) = (ours(text), theirs(text));
    match (&ours, &theirs) {
        (Outcome::Tables(ours), Outcome::Tables(theirs)) => assert_eq!(ours, theirs, "{text}"),
        (Outcome::Tables(_), _) | (_, Outcome::Tables(_)) => panic!("{ours:?}\n{theirs:?}\n{text}"),
        _ => {}
    }
}

#[test]
fn deep_and_long_files_are_read_in_linear_time() {
    let long = 50_000;
    let start = std::time::Instant::now();
    for text in [
        format!("a = {}", "[".repeat(long)),
        format!("a = {}{}", "[".repeat(long), "]".repeat(long)),
        format!("a = {}1{}", "{a=".repeat(long), "}".repeat(long)),
        format!("{}a = 1", "a.".repeat(long)),
        format!("[{}a]", "a.".repeat(long)),
        (0..long).map(|i| format!("[t{i}]\ncases = 1\n")).collect(),
        format!("[a]\n{}", (0..long).map(|i| format!("k{i} = 1\n")).collect::<String>()),
        format!("[a]\ncases = \"{}", "\\u0041".repeat(long)),
        format!("a = '''{}", "''a".repeat(long)),
        format!("a = {}", "1_".repeat(long)),
        format!("{}x", "\t #\n".repeat(long)),
    ] {
        let _ = ours(&text);
    }
    // About two seconds in a debug build; anything quadratic takes minutes.
    assert!(start.elapsed().as_secs() < 60);
}
