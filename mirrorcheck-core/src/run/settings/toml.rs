//! Reads the part of TOML that settings need.
//!
//! Settings are two levels deep, and none of them takes a list or a table. So the reader keeps nothing below that
//! level: it only checks the syntax of nested values, and [`Tables`] then refuses them. It reads the file in one pass
//! and without recursion.

use super::error::{Wrong, shown};
use super::tables::{Home, Tables};

/// What is wrong, and at which byte.
pub(super) type Mistake = (Wrong, usize);

/// A part of a key. Its position is that of its first character, inside any quotes.
pub(super) struct Name {
    pub(super) text: String,
    pub(super) at: usize,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    Text(String),
    Integer(i64),
    Float(f64),
    Flag(bool),
    List,
    Table,
}

/// Reads a file. The syntax of the whole file is checked before any of its settings is refused.
pub(super) fn read(text: &str) -> Result<Tables, Mistake> {
    let (mut reader, mut tables, mut home) = (TomlReader { text, at: 0 }, Tables::default(), Home::Root);
    reader.eat("\u{feff}");
    loop {
        reader.skip_lines();
        let start = reader.at;
        if reader.rest().is_empty() {
            return Ok(tables);
        } else if reader.eat("[") {
            let is_list = reader.eat("[");
            let path = reader.path()?;
            reader.expect(if is_list { "]]" } else { "]" }, "close the header, as in `[default]`")?;
            home = tables.open(&path, is_list, start)?;
        } else {
            let path = reader.path()?;
            reader.expect("=", "write a key, `=` and a value")?;
            reader.skip_blanks();
            reader.value(home, path, &mut tables)?;
        }
        reader.end_line()?;
    }
}

struct TomlReader<'t> {
    text: &'t str,
    /// Always between two characters.
    at: usize,
}

impl<'t> TomlReader<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn eat(&mut self, expected: &str) -> bool {
        let is_there = self.rest().starts_with(expected);
        self.at += if is_there { expected.len() } else { 0 };
        is_there
    }

    fn eat_char(&mut self) -> Option<char> {
        let next = self.rest().chars().next();
        self.at += next.map_or(0, char::len_utf8);
        next
    }

    fn eat_line_break(&mut self) -> bool {
        self.eat("\n") || self.eat("\r\n")
    }

    fn eat_while(&mut self, belongs: fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let (piece, _) = rest.split_at(rest.find(|c| !belongs(c)).unwrap_or(rest.len()));
        self.at += piece.len();
        piece
    }

    fn expect(&mut self, expected: &str, advice: &str) -> Result<(), Mistake> {
        if self.eat(expected) { Ok(()) } else { Err(self.unexpected(&format!("`{expected}`"), advice)) }
    }

    /// Says what was expected here, and what there is.
    fn unexpected(&self, expected: &str, advice: &str) -> Mistake {
        let found = match self.rest().lines().next() {
            None | Some("") => "the end of the line".to_owned(),
            Some(line) => format!("`{}`", shown(line.split(' ').next().unwrap_or(line))),
        };
        broken(&format!("expected {expected}, found {found}"), advice, self.at)
    }

    fn skip_blanks(&mut self) {
        self.eat_while(|c| matches!(c, ' ' | '\t'));
    }

    fn skip_comment(&mut self) {
        self.skip_blanks();
        if self.rest().starts_with('#') {
            self.eat_while(|c| c >= ' ' || c == '\t');
        }
    }

    /// Skips blanks, comments and line breaks.
    fn skip_lines(&mut self) {
        self.skip_comment();
        while self.eat_line_break() {
            self.skip_comment();
        }
    }

    fn end_line(&mut self) -> Result<(), Mistake> {
        self.skip_comment();
        if self.eat_line_break() || self.rest().is_empty() {
            return Ok(());
        }
        Err(self.unexpected("the end of the line", "write each key, and each `[table]`, on a line of its own"))
    }

    /// Reads a key with all of its parts.
    fn path(&mut self) -> Result<Vec<Name>, Mistake> {
        let mut path = Vec::new();
        loop {
            self.skip_blanks();
            path.push(self.name()?);
            self.skip_blanks();
            if !self.eat(".") {
                return Ok(path);
            }
        }
    }

    fn name(&mut self) -> Result<Name, Mistake> {
        let at = self.at;
        if let Some((text, inside, is_long)) = self.string()? {
            let long = || broken("a key cannot be a multi-line string", "write it in plain quotes", at);
            return if is_long { Err(long()) } else { Ok(Name { text, at: inside }) };
        }
        let text = self.eat_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')).to_owned();
        if text.is_empty() {
            return Err(self.unexpected("a key", "use letters, digits, `_` and `-`, or put the key in quotes"));
        }
        Ok(Name { text, at })
    }

    /// Reads a value, and puts it and the entries of an inline table into the tables.
    fn value(&mut self, home: Home, mut path: Vec<Name>, tables: &mut Tables) -> Result<(), Mistake> {
        // The closing bracket of each open one. An explicit stack, so that deep nesting cannot overflow the native one.
        let mut open: Vec<&str> = Vec::new();
        let mut inside = Home::Deep;
        loop {
            let (start, is_list) = (self.at, self.eat("["));
            let close = if is_list { Some("]") } else { self.eat("{").then_some("}") };
            let (value, at) = match close {
                Some("]") => (Value::List, start),
                Some(_) => (Value::Table, start),
                None => self.scalar()?,
            };
            match open.len() {
                0 => inside = tables.put(home, &path, &value, at)?,
                1 => drop(tables.put(inside, &path, &value, at)?),
                _ => {}
            }
            path.clear();
            let mut is_next = close.is_some();
            open.extend(close);
            // Advances to the next value.
            loop {
                let Some(close) = open.last() else { return Ok(()) };
                self.skip_lines();
                if self.eat(close) {
                    open.pop();
                    is_next = false;
                } else if is_next {
                    if *close == "}" {
                        path = self.path()?;
                        self.skip_lines();
                        self.expect("=", "write a key, `=` and a value")?;
                        self.skip_lines();
                    }
                    break;
                } else if self.eat(",") {
                    is_next = true;
                } else {
                    let advice = "separate the values with commas, and close the bracket";
                    return Err(self.unexpected(&format!("`,` or `{close}`"), advice));
                }
            }
        }
    }

    /// Reads a string, a number or a boolean. Returns it with its position.
    fn scalar(&mut self) -> Result<(Value, usize), Mistake> {
        if let Some((text, at, _)) = self.string()? {
            return Ok((Value::Text(text), at));
        }
        let at = self.at;
        let word = self.eat_while(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '_' | '.' | ':'));
        let value = match word {
            "" => return Err(self.unexpected("a value", "write a number, `true`, `false`, or text in quotes")),
            "true" | "false" => Some(Value::Flag(word == "true")),
            _ => number(word),
        };
        let what = || format!("`{}` is not `true`, `false` or a number up to {}", shown(word), i64::MAX);
        let advice = "write out all digits of a number; put text, and a larger seed, in quotes";
        value.map(|value| (value, at)).ok_or_else(|| broken(&what(), advice, at))
    }

    /// Reads a string, if one begins here. Returns its text, the position of the text, and whether it is multi-line.
    fn string(&mut self) -> Result<Option<(String, usize, bool)>, Mistake> {
        let start = self.at;
        let (quote, long) = match self.rest().as_bytes().first() {
            Some(b'"') => ("\"", "\"\"\""),
            Some(b'\'') => ("'", "'''"),
            _ => return Ok(None),
        };
        let is_long = self.eat(long);
        if is_long {
            // A line break right after the quotes is not part of the string.
            self.eat_line_break();
        } else if self.eat(quote) && self.eat(quote) {
            return Ok(Some((String::new(), start, false)));
        }
        let (inside, mut text) = (self.at, String::new());
        loop {
            let at = self.at;
            if !is_long && self.eat(quote) || is_long && self.eat(long) {
                // The text of a multi-line string may itself end in one or two quotes.
                for _ in 0..2 {
                    text.extend((is_long && self.eat(quote)).then_some(quote));
                }
                return Ok(Some((text, inside, is_long)));
            }
            let is_line_break = self.eat_line_break();
            match if is_line_break { Some('\n') } else { self.eat_char() } {
                Some('\n') if is_long => text.push('\n'),
                None | Some('\n') => return Err(broken("unclosed string", "close it with the same quotes", start)),
                Some('\\') if quote == "\"" => self.escape(&mut text, is_long)?,
                Some(c) if c < ' ' && c != '\t' || c == '\u{7f}' => {
                    return Err(broken("control character in a string", "write its code, as in `\\u0007`", at));
                }
                Some(c) => text.push(c),
            }
        }
    }

    /// Reads what follows a backslash.
    fn escape(&mut self, text: &mut String, is_long: bool) -> Result<(), Mistake> {
        let at = self.at;
        if is_long {
            self.skip_blanks();
            if self.eat_line_break() {
                // The string continues with the next character that is not blank.
                while self.eat_line_break() || self.eat(" ") || self.eat("\t") {}
                return Ok(());
            }
            self.at = at;
        }
        let escaped = match self.eat_char() {
            Some(c @ ('"' | '\\')) => Some(c),
            Some('b') => Some('\u{8}'),
            Some('e') => Some('\u{1b}'),
            Some('f') => Some('\u{c}'),
            Some('n') => Some('\n'),
            Some('r') => Some('\r'),
            Some('t') => Some('\t'),
            Some('x') => self.code(2),
            Some('u') => self.code(4),
            Some('U') => self.code(8),
            _ => None,
        };
        let advice = "write `\\\\` for a backslash, or put the text in single quotes";
        text.push(escaped.ok_or_else(|| broken("unknown escape in a string", advice, at - 1))?);
        Ok(())
    }

    /// Reads the code of a character.
    fn code(&mut self, digits: usize) -> Option<char> {
        let code = self.rest().get(..digits).filter(|code| is_digits(code, 16) && !code.contains('_'))?;
        self.at += digits;
        char::from_u32(u32::from_str_radix(code, 16).ok()?)
    }
}

/// Reads a number of any kind.
fn number(word: &str) -> Option<Value> {
    let unsigned = word.strip_prefix(['+', '-']).unwrap_or(word);
    if let "inf" | "nan" = unsigned {
        return word.parse().ok().map(Value::Float);
    }
    let plain = word.replace('_', "");
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] {
        if let Some(digits) = word.strip_prefix(prefix) {
            let number = || i64::from_str_radix(plain.get(2..)?, radix).ok();
            return is_digits(digits, radix).then(number)?.map(Value::Integer);
        }
    }
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
    let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    let has_leading_zero = whole.len() > 1 && whole.starts_with('0');
    if has_leading_zero || !is_digits(whole, 10) || !is_digits(fraction, 10) || !is_digits(exponent, 10) {
        return None;
    }
    if unsigned.contains(['e', 'E', '.']) {
        plain.parse().ok().map(Value::Float)
    } else {
        plain.parse().ok().map(Value::Integer)
    }
}

/// Whether these are digits, with at most one `_` between two of them.
fn is_digits(text: &str, radix: u32) -> bool {
    let mut was_digit = false;
    for c in text.chars() {
        let is_digit = c.is_digit(radix);
        let is_between = c == '_' && was_digit;
        if !is_digit && !is_between {
            return false;
        }
        was_digit = is_digit;
    }
    was_digit
}

pub(super) fn broken(what: &str, advice: &str, at: usize) -> Mistake {
    (Wrong::new(format!("this is not valid TOML: {what}"), advice), at)
}
