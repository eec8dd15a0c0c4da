//! The text of a failure: a line `key: text` for each thing, further lines of a text indented by four blanks.
//!
//! What can be shown as it is stands there as it is. A text with signs that cannot be seen, or that editors and version
//! control change, has `escaped` in front of its key, and backslashes in it.

use super::{Kept, KeptDraw};
use crate::run::debug_text::is_visible;

const FIRST: &str = "# A failure of a property, found by Mirrorcheck (format 1). It runs first in every test run.";
const SECOND: &str = "# Commit this file. To discard the failure, delete it.";
const FORMAT: u64 = 1;

const INDENT: &str = "    ";
const ESCAPED: &str = "escaped ";
const VALUE: &str = "value ";
const DRAW: &str = "draw ";

const RESTORE: &str = "delete it, or restore it from version control";
const UPDATE: &str = "update Mirrorcheck, or delete it";

/// What is wrong with a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Problem {
    /// From 1.
    pub(super) line: Option<usize>,
    pub(super) what: String,
    pub(super) advice: &'static str,
}

pub(super) fn write(kept: &Kept) -> String {
    let mut out = format!("{FIRST}\n{SECOND}\n");
    line(&mut out, "property", &kept.property);
    for (name, value) in &kept.values {
        text(&mut out, &format!("{VALUE}{}", escaped_name(name, false)), value);
    }
    // Who died has mostly said nothing.
    if !kept.panic.is_empty() || kept.died.is_none() {
        text(&mut out, "panic", &kept.panic);
    }
    line(&mut out, "choices", &kept.choices);
    if let Some(any) = &kept.any {
        line(&mut out, "any", any);
    }
    if let Some(serde) = &kept.serde {
        text(&mut out, "serde", serde);
    }
    if let Some(died) = &kept.died {
        text(&mut out, "died", died);
    }
    for draw in &kept.draws {
        text(&mut out, &format!("{DRAW}{}", escaped_name(&draw.name, true)), &draw.value);
        if let Some(any) = &draw.any {
            line(&mut out, "any", any);
        }
        if let Some(choices) = &draw.choices {
            line(&mut out, "choices", choices);
        }
    }
    out
}

/// A text that must be one line.
fn line(out: &mut String, key: &str, line: &str) {
    if is_plain(line) && !line.contains('\n') {
        field(out, "", key, line);
    } else {
        field(out, ESCAPED, key, &escaped(line).replace('\n', "\\n"));
    }
}

/// A text that may be several.
fn text(out: &mut String, key: &str, text: &str) {
    if is_plain(text) {
        field(out, "", key, text);
    } else {
        field(out, ESCAPED, key, &escaped(text));
    }
}

fn field(out: &mut String, mark: &str, key: &str, text: &str) {
    out.push_str(mark);
    out.push_str(key);
    out.push(':');
    for (number, line) in text.split('\n').enumerate() {
        if number > 0 {
            out.push('\n');
        }
        // No line ends with a blank, so that nobody who removes those does harm.
        if !line.is_empty() {
            out.push_str(if number == 0 { " " } else { INDENT });
            out.push_str(line);
        }
    }
    out.push('\n');
}

/// Whether a text survives as it is, and is what it seems to be.
fn is_plain(text: &str) -> bool {
    // A line must not end with a blank, and the text not with a line end.
    let mut is_after_blank = false;
    for c in text.chars() {
        if c == '\n' && is_after_blank || !matches!(c, '\n' | '\t') && !is_visible(c) {
            return false;
        }
        is_after_blank = c != '\n' && c.is_whitespace();
    }
    !is_after_blank && !text.ends_with('\n')
}

/// Escapes a text with backslashes. Line breaks stay, except those at the end.
fn escaped(text: &str) -> String {
    let body = text.trim_end_matches('\n');
    let mut out = String::new();
    for (number, line) in body.split('\n').enumerate() {
        if number > 0 {
            out.push('\n');
        }
        let seen = line.trim_end().len();
        for c in line[..seen].chars() {
            push_escaped(&mut out, c);
        }
        for c in line[seen..].chars() {
            push_code(&mut out, c);
        }
    }
    out + &"\\n".repeat(text.len() - body.len())
}

/// The name of a draw may be an expression, in which colons stay unless a blank follows.
fn escaped_name(name: &str, is_draw: bool) -> String {
    let mut out = String::new();
    let seen = name.trim();
    let start = name.len() - name.trim_start().len();
    for (position, c) in name.char_indices() {
        match c {
            ':' if is_draw && name[position + 1..].starts_with(|c: char| !c.is_whitespace()) => out.push(c),
            // It ends the name.
            ':' => push_code(&mut out, c),
            '\n' => out.push_str("\\n"),
            _ if position < start || position >= start + seen.len() => push_code(&mut out, c),
            _ => push_escaped(&mut out, c),
        }
    }
    out
}

fn push_escaped(out: &mut String, c: char) {
    match c {
        '\\' => out.push_str("\\\\"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        _ if is_visible(c) => out.push(c),
        _ => push_code(out, c),
    }
}

fn push_code(out: &mut String, c: char) {
    out.push_str(&format!("\\u{{{:x}}}", u32::from(c)));
}

pub(super) fn read(bytes: &[u8]) -> Result<Kept, Problem> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let mut line = 1;
        for byte in &bytes[..error.valid_up_to()] {
            line += usize::from(*byte == b'\n');
        }
        problem(line, "invalid UTF-8")
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut parts = Parts::default();
    for field in fields(text)? {
        parts.put(field)?;
    }
    parts.finish()
}

fn check_first(first: &str) -> Result<(), Problem> {
    let format = first.split_once("Mirrorcheck (format ").and_then(|(_, rest)| rest.split_once(')'));
    match format.map(|(format, _)| format.parse::<u64>()) {
        Some(Ok(FORMAT)) if first.starts_with('#') => Ok(()),
        Some(Ok(later)) if later > FORMAT => {
            let what = format!("a later version of Mirrorcheck wrote it (format {later})");
            Err(Problem { line: Some(1), what, advice: UPDATE })
        }
        _ => Err(problem(1, "not a saved failure: its first line lacks `(format 1)`")),
    }
}

/// A key with its text, as they stand there.
struct Field<'t> {
    number: usize,
    is_escaped: bool,
    key: &'t str,
    lines: Vec<&'t str>,
}

fn fields(text: &str) -> Result<Vec<Field<'_>>, Problem> {
    let mut fields: Vec<Field<'_>> = Vec::new();
    for (index, line) in text.split('\n').enumerate() {
        // Version control may have written the line ends of Windows.
        let (number, line) = (index + 1, line.strip_suffix('\r').unwrap_or(line));
        if number == 1 {
            check_first(line)?;
            continue;
        }
        if line.contains(|c: char| c.is_control() && c != '\t') {
            return Err(problem(number, "unexpected control character"));
        }
        if line.starts_with('#') {
            continue;
        }
        let more = if line.trim().is_empty() { Some("") } else { line.strip_prefix(INDENT) };
        match (more, fields.last_mut()) {
            (Some(more), Some(field)) => field.lines.push(more),
            (Some(""), None) => {}
            (Some(_), None) => return Err(problem(number, "this line continues no other")),
            (None, _) => fields.push(start(number, line)?),
        }
    }
    // Empty lines at the end of a text are not of it: they would have been escaped.
    for field in &mut fields {
        while field.lines.len() > 1 && field.lines.last() == Some(&"") {
            field.lines.pop();
        }
    }
    Ok(fields)
}

fn start(number: usize, line: &str) -> Result<Field<'_>, Problem> {
    let Some((key, first)) = split(line) else {
        return Err(problem(number, format!("expected `key: text`, found: {}", shown(line))));
    };
    let Some(first) = first.strip_prefix(' ').or(first.is_empty().then_some("")) else {
        return Err(problem(number, format!("expected a blank after `{}:`", shown(key))));
    };
    let (is_escaped, key) = match key.strip_prefix(ESCAPED) {
        Some(key) => (true, key),
        None => (false, key),
    };
    Ok(Field { number, is_escaped, key, lines: vec![first] })
}

/// A key and what follows after its colon. In the name of a draw, that is the first one before a blank or at the end.
fn split(line: &str) -> Option<(&str, &str)> {
    if !line.strip_prefix(ESCAPED).unwrap_or(line).starts_with(DRAW) {
        return line.split_once(':');
    }
    match line.find(": ") {
        Some(at) => Some((&line[..at], &line[at + 1..])),
        None => Some((line.strip_suffix(':')?, "")),
    }
}

impl Field<'_> {
    fn text(&self) -> Result<String, Problem> {
        let text = self.lines.join("\n");
        if self.is_escaped { unescaped(&text).map_err(|what| problem(self.number, what)) } else { Ok(text) }
    }

    fn line(&self) -> Result<String, Problem> {
        match self.lines[..] {
            [_] => self.text(),
            _ => Err(problem(self.number, format!("`{}` must be one line", self.key))),
        }
    }
}

#[derive(Default)]
struct Parts {
    property: Option<String>,
    values: Vec<(String, String)>,
    panic: Option<String>,
    choices: Option<String>,
    any: Option<String>,
    serde: Option<String>,
    died: Option<String>,
    draws: Vec<KeptDraw>,
}

impl Parts {
    fn put(&mut self, field: Field<'_>) -> Result<(), Problem> {
        if let Some(name) = field.key.strip_prefix(VALUE) {
            let name = unescaped(name).map_err(|what| problem(field.number, what))?;
            self.values.push((name, field.text()?));
            return Ok(());
        }
        if let Some(name) = field.key.strip_prefix(DRAW) {
            let name = unescaped(name).map_err(|what| problem(field.number, what))?;
            self.draws.push(KeptDraw { name, value: field.text()?, any: None, choices: None });
            return Ok(());
        }
        let (slot, text) = match field.key {
            "property" => (&mut self.property, field.line()),
            "panic" => (&mut self.panic, field.text()),
            // After a draw, these are of that.
            "choices" => (self.draws.last_mut().map_or(&mut self.choices, |draw| &mut draw.choices), field.line()),
            "any" => (self.draws.last_mut().map_or(&mut self.any, |draw| &mut draw.any), field.line()),
            "serde" => (&mut self.serde, field.text()),
            "died" => (&mut self.died, field.text()),
            key => {
                let what = format!("`{}:` is an unknown key; a later version may have written it", shown(key));
                return Err(Problem { line: Some(field.number), what, advice: UPDATE });
            }
        };
        match slot.replace(text?) {
            Some(_) => Err(problem(field.number, format!("`{}` appears twice", field.key))),
            None => Ok(()),
        }
    }

    fn finish(self) -> Result<Kept, Problem> {
        let missing =
            |key: &str| Problem { line: None, what: format!("the line `{key}:` is missing"), advice: RESTORE };
        let panic = match (self.panic, &self.died) {
            (Some(panic), _) => panic,
            (None, Some(_)) => String::new(),
            (None, None) => return Err(missing("panic")),
        };
        Ok(Kept {
            property: self.property.ok_or_else(|| missing("property"))?,
            values: self.values,
            panic,
            choices: self.choices.ok_or_else(|| missing("choices"))?,
            any: self.any,
            serde: self.serde,
            died: self.died,
            draws: self.draws,
        })
    }
}

fn unescaped(text: &str) -> Result<String, String> {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        out.push_str(before);
        let (c, length) = escape(after).ok_or_else(|| format!("`\\{}` is not an escape", shown_start(after)))?;
        out.push(c);
        rest = &after[length..];
    }
    Ok(out + rest)
}

/// The sign that follows a backslash, and how long its escape is.
fn escape(after: &str) -> Option<(char, usize)> {
    match after.chars().next()? {
        '\\' => Some(('\\', 1)),
        'n' => Some(('\n', 1)),
        'r' => Some(('\r', 1)),
        't' => Some(('\t', 1)),
        'u' => {
            let (code, _) = after.strip_prefix("u{")?.split_once('}')?;
            let c = char::from_u32(u32::from_str_radix(code, 16).ok()?)?;
            Some((c, "u{}".len() + code.len()))
        }
        _ => None,
    }
}

fn problem(line: usize, what: impl Into<String>) -> Problem {
    Problem { line: Some(line), what: what.into(), advice: RESTORE }
}

/// What stands there, fit for a message.
fn shown(text: &str) -> String {
    const MAX: usize = 40;
    let mut shown = String::new();
    for (number, c) in text.chars().enumerate() {
        if number == MAX {
            shown.push('…');
            break;
        }
        if is_visible(c) {
            shown.push(c);
        }
    }
    shown
}

fn shown_start(text: &str) -> String {
    text.chars().next().map(String::from).unwrap_or_default()
}
