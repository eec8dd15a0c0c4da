//! Errors for texts that cannot be read.

use std::fmt;

use crate::core::cursor::{Misses, quoted};

/// An error: a text that a generator cannot make, with where reading failed and what was expected there.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// #[generator]
/// fn point() -> String {
///     let x = draw(0..=99);
///     let y = draw(0..=99);
///     format!("({x}, {y})")
/// }
/// let error = point().parse("(3; 4)").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 3: expected `, `, found `;` in point\n(3; 4)\n  ^");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    /// Where reading failed, in bytes from the beginning.
    pub offset: usize,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What was expected there: literals, sets of characters, or names of rules.
    pub expected: Vec<String>,
    /// The rules being read, outermost first.
    pub rules: Vec<String>,
    /// The character found there; `None` at the end of the text.
    pub found: Option<char>,
    source: Box<str>,
    note: Option<Box<str>>,
}

/// How much of a line is shown to either side.
const AROUND: usize = 60;

impl ParseError {
    /// The note says what else is to be known.
    #[inline]
    pub(crate) fn new(text: &str, misses: &Misses, note: Option<String>) -> ParseError {
        let mut offset = misses.furthest.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let rules = misses.rules.iter().map(|(rule, _)| rule.clone()).collect();
        let note = note.map(String::into_boxed_str);
        ParseError { expected: misses.expected.clone(), rules, note, ..ParseError::at(text, offset) }
    }

    #[inline]
    fn at(text: &str, offset: usize) -> ParseError {
        let (before, after) = text.split_at(offset);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let (left, right) = (&before[line_start..], after.split('\n').next().unwrap_or(""));
        let left: Vec<char> = left.chars().rev().take(AROUND).collect();
        let source: String = left.iter().rev().chain(&right.chars().take(AROUND).collect::<Vec<_>>()).collect();
        let marked = source.replace(is_invisible, " ") + "\n" + &" ".repeat(left.len()) + "^";
        ParseError {
            offset,
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            expected: Vec::new(),
            rules: Vec::new(),
            found: after.chars().next(),
            source: marked.into(),
            note: None,
        }
    }

    #[inline]
    pub(crate) fn not_unicode(bytes: &[u8], valid: usize) -> ParseError {
        let text = String::from_utf8_lossy(&bytes[..valid]);
        let note = format!("the byte 0x{:02X} is not UTF-8", bytes.get(valid).copied().unwrap_or_default());
        ParseError { note: Some(note.into()), found: None, ..ParseError::at(&text, text.len()) }
    }
}

/// Whether a character would shift the mark below the line, or turn the line around.
#[inline]
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

impl fmt::Display for ParseError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: ", self.line, self.column)?;
        let found = match self.found {
            Some(c) => quoted(c.encode_utf8(&mut [0; 4])),
            None => "the end of the text".to_owned(),
        };
        match (self.expected.split_last(), &self.note) {
            (None, Some(note)) => f.write_str(note)?,
            (None, None) => write!(f, "this cannot be {found}")?,
            (Some((only, [])), _) => write!(f, "expected {only}, found {found}")?,
            (Some((last, others)), _) => write!(f, "expected {} or {last}, found {found}", others.join(", "))?,
        }
        // The ends of a long way say most of it.
        match self.rules.len() {
            0 => {}
            1..=8 => write!(f, " in {}", self.rules.join(" › "))?,
            n => write!(f, " in {} › … › {}", self.rules[..3].join(" › "), self.rules[n - 4..].join(" › "))?,
        }
        if let (Some(note), false) = (&self.note, self.expected.is_empty()) {
            write!(f, " ({note})")?;
        }
        write!(f, "\n{}", self.source)
    }
}

impl std::error::Error for ParseError {}
