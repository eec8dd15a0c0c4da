//! The text form of choices: `@30 node(5 leaf leaf)`.
//!
//! A choice is a label, a number, `'c'`, `#2` (an alternative without a label) or `~0` (what to shrink to); what its alternative chose follows
//! in brackets. Brackets alone are a group. `@30` in front is the size, left out when it is the default.

use std::fmt::{self, Write};
use std::str::FromStr;

use super::DEFAULT_SIZE;
use super::{Choices, Tape, Token};
use crate::core::choice::{Choice, Made, Number};

impl fmt::Display for Choices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.size != DEFAULT_SIZE {
            write!(f, "@{} ", self.size)?;
        }
        // Written in large pieces: whoever takes them in looks at each.
        let mut piece = String::new();
        let (mut between, mut is_empty) = (false, true);
        for token in self.tokens() {
            is_empty = false;
            if piece.len() >= PIECE {
                f.write_str(&piece)?;
                piece.clear();
            }
            if between && !matches!(token, Token::Close) {
                piece.push(' ');
            }
            between = matches!(token, Token::Close | Token::Leaf(_));
            match token {
                Token::Close => piece.push(')'),
                Token::Open => piece.push('('),
                Token::Leaf(made) => write_made(&mut piece, &made)?,
                Token::Head(made) => {
                    write_made(&mut piece, &made)?;
                    piece.push('(');
                }
            }
        }
        f.write_str(if is_empty { "()" } else { &piece })
    }
}

/// About how many bytes are written at once.
const PIECE: usize = 1 << 10;

/// Writes the choice like `Display`, without making it.
fn write_made(out: &mut String, made: &Made) -> fmt::Result {
    match made {
        Made::Number(number, ..) => write_number(out, *number),
        Made::Char(c @ ' '..='~', ..) if !matches!(c, '\'' | '\\') => out.extend(['\'', *c, '\'']),
        Made::Literal { labels, index, .. } if is_plain(labels[*index as usize]) => {
            out.push_str(labels[*index as usize]);
        }
        made => write!(out, "{}", made.choice())?,
    }
    Ok(())
}

fn write_number(out: &mut String, number: i64) {
    let (mut digits, mut from, mut left) = ([0; 20], 20, number.unsigned_abs());
    loop {
        from -= 1;
        digits[from] = b'0' + (left % 10) as u8;
        left /= 10;
        if left == 0 {
            break;
        }
    }
    if number < 0 {
        out.push('-');
    }
    out.extend(digits[from..].iter().map(|&digit| char::from(digit)));
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Label(label) if is_plain(label) => f.write_str(label),
            Choice::Label(label) => write!(f, "{label:?}"),
            Choice::Number(number) => number.fmt(f),
            Choice::Float(float) => float.fmt(f),
            Choice::Char(c) => write!(f, "{c:?}"),
            Choice::Index(index) => write!(f, "#{index}"),
            Choice::Shrink(index) => write!(f, "~{index}"),
        }
    }
}

fn is_plain(label: &str) -> bool {
    label.starts_with(|c: char| c.is_alphabetic() || c == '_') && label.chars().all(is_word)
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || "_-.:/".contains(c)
}

/// An error: a text that is not in the form of choices.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let error = "node(5 leaf".parse::<Choices>().unwrap_err();
/// assert_eq!(error.position, 11);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseChoicesError {
    /// Where the mistake is, in bytes.
    pub position: usize,
    expected: &'static str,
}

impl fmt::Display for ParseChoicesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid choices: expected {} at byte {}", self.expected, self.position)
    }
}

impl std::error::Error for ParseChoicesError {}

impl FromStr for Choices {
    type Err = ParseChoicesError;

    fn from_str(text: &str) -> Result<Choices, ParseChoicesError> {
        let mut reader = ChoicesReader { text, position: 0 };
        reader.skip_space();
        let size = if reader.eat('@') {
            reader.digits()?.parse().map_err(|_| reader.expected("a size"))?
        } else {
            DEFAULT_SIZE
        };
        let mut tape = Tape::new();
        let mut around = Vec::new();
        loop {
            reader.skip_space();
            let Some(c) = reader.peek() else { break };
            match c {
                '(' => {
                    reader.eat('(');
                    around.push(tape.open());
                }
                ')' if !around.is_empty() => {
                    reader.eat(')');
                    if let Some(outer) = around.pop() {
                        tape.close(&outer);
                    }
                }
                _ => {
                    let made = Made::read(reader.choice()?);
                    if reader.eat('(') {
                        around.push(tape.open());
                        tape.note(made, true);
                    } else {
                        tape.note(made, false);
                    }
                }
            }
        }
        if !around.is_empty() {
            return Err(reader.expected("`)`"));
        }
        Ok(tape.finish(size))
    }
}

struct ChoicesReader<'a> {
    text: &'a str,
    position: usize,
}

impl<'a> ChoicesReader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.position..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn eat(&mut self, c: char) -> bool {
        let here = self.peek() == Some(c);
        self.position += if here { c.len_utf8() } else { 0 };
        here
    }

    fn take_while(&mut self, test: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c| !test(c)).unwrap_or(rest.len());
        self.position += end;
        &rest[..end]
    }

    fn skip_space(&mut self) {
        self.take_while(char::is_whitespace);
    }

    fn digits(&mut self) -> Result<&'a str, ParseChoicesError> {
        match self.take_while(|c| c.is_ascii_digit()) {
            "" => Err(self.expected("digits")),
            digits => Ok(digits),
        }
    }

    fn magnitude(&mut self) -> Result<u128, ParseChoicesError> {
        let error = self.expected("a number of at most 128 bits");
        self.digits()?.parse().map_err(|_| error)
    }

    fn choice(&mut self) -> Result<Choice, ParseChoicesError> {
        match self.peek() {
            Some('#') => {
                self.eat('#');
                Ok(Choice::Index(self.magnitude()?))
            }
            Some('~') => {
                self.eat('~');
                let error = self.expected("a number of at most 32 bits");
                self.digits()?.parse().map(Choice::Shrink).map_err(|_| error)
            }
            Some('+') => self.float(),
            Some(c) if c == '-' || c.is_ascii_digit() => {
                let start = self.position;
                let negative = self.eat('-');
                let magnitude = self.magnitude();
                if self.peek().is_some_and(|c| ".eEi".contains(c)) {
                    self.position = start;
                    return self.float();
                }
                Ok(Choice::Number(Number::new(negative, magnitude?)))
            }
            Some('"') => Ok(Choice::from(self.quoted('"')?)),
            Some('\'') => {
                let quoted = self.quoted('\'')?;
                let mut chars = quoted.chars();
                match (chars.next(), chars.next()) {
                    (Some(c), None) => Ok(Choice::Char(c)),
                    _ => Err(self.expected("one character in quotes")),
                }
            }
            Some(c) if c.is_alphabetic() || c == '_' => Ok(Choice::from(self.take_while(is_word))),
            _ => Err(self.expected("a choice")),
        }
    }

    fn float(&mut self) -> Result<Choice, ParseChoicesError> {
        let error = self.expected("a number");
        let text = self.take_while(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
        text.parse().map(|float: f64| Choice::from(float)).map_err(|_| error)
    }

    /// The inverse of the `Debug` form of strings and characters.
    fn quoted(&mut self, quote: char) -> Result<String, ParseChoicesError> {
        self.eat(quote);
        let mut out = String::new();
        loop {
            let Some(c) = self.peek() else { return Err(self.expected("a closing quote")) };
            self.position += c.len_utf8();
            match c {
                _ if c == quote => return Ok(out),
                '\\' => {
                    let Some(escape) = self.peek() else { return Err(self.expected("an escape")) };
                    self.position += escape.len_utf8();
                    out.push(match escape {
                        'n' => '\n',
                        'r' => '\r',
                        't' => '\t',
                        '0' => '\0',
                        '\\' | '"' | '\'' => escape,
                        'u' => self.code_point()?,
                        _ => return Err(self.expected("an escape")),
                    });
                }
                _ => out.push(c),
            }
        }
    }

    fn code_point(&mut self) -> Result<char, ParseChoicesError> {
        let error = self.expected("a code point in braces");
        if !self.eat('{') {
            return Err(error);
        }
        let code = u32::from_str_radix(self.take_while(|c| c.is_ascii_hexdigit()), 16).map_err(|_| error.clone())?;
        if !self.eat('}') {
            return Err(error);
        }
        char::from_u32(code).ok_or(error)
    }

    fn expected(&self, expected: &'static str) -> ParseChoicesError {
        ParseChoicesError { position: self.position, expected }
    }
}

#[cfg(test)]
mod tests {
    use super::Tape;
    use crate::core::choice::Choice;

    #[test]
    fn a_number_or_a_character_is_written_as_its_choice_is() {
        for number in [0, 1, -1, 9, 10, -10, 99, 12_345, i64::MAX, i64::MIN, i64::MIN + 1] {
            let mut tape = Tape::new();
            tape.note_number(number, number, number);
            assert_eq!(tape.finish(100).to_string(), Choice::from(number).to_string());
        }
        for c in [' ', '!', 'a', '~', '\'', '"', '\\', '\n', '\u{7f}', 'é', '\u{301}', '𝔞'] {
            let mut tape = Tape::new();
            tape.note_char(c, 0, 0);
            assert_eq!(tape.finish(100).to_string(), Choice::Char(c).to_string());
        }
    }

    #[test]
    fn a_long_text_is_written_whole() {
        let mut tape = Tape::new();
        (0..2_000).for_each(|n| tape.note_number(n, 0, 1_999));
        let numbers: Vec<String> = (0..2_000).map(|n| n.to_string()).collect();
        assert_eq!(tape.finish(100).to_string(), format!("({})", numbers.join(" ")));
    }
}
