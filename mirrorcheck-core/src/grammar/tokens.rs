//! From text to tokens.

use super::classes::{Ranges, others, range};
use super::read::{Fault, fault};

#[derive(Clone, PartialEq)]
pub(super) enum Token<'g> {
    Name(&'g str),
    Text(String),
    Class(Ranges),
    Bounds(u32, Option<u32>),
    /// `=` and its relatives; whether `[` opens a class in what follows.
    Define(bool),
    /// `..` between two characters.
    To,
    Sign(char),
}

pub(super) struct Placed<'g> {
    pub(super) token: Token<'g>,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) begins_line: bool,
}

#[inline]
pub(super) fn tokens(grammar: &str) -> Result<Vec<Placed<'_>>, Fault> {
    let mut lexer = Lexer { grammar, at: 0, classes: false };
    let mut tokens: Vec<Placed> = Vec::new();
    loop {
        let begins_line = lexer.skip_gap()?;
        let start = lexer.at;
        let Some(first) = lexer.peek() else { return Ok(tokens) };
        // `x{2}` repeats `x`, whereas `x {y}` is a sequence: bounds stand directly behind what they repeat.
        let attached = tokens.last().is_some_and(|last| {
            use Token::{Class, Name, Sign, Text};
            last.end == start && matches!(last.token, Name(_) | Text(_) | Class(_) | Sign(')' | ']' | '}'))
        });
        let bounds = if attached { lexer.bounds()? } else { None };
        let token = match bounds {
            Some(bounds) => bounds,
            None => lexer.token(first)?,
        };
        if let Token::Define(classes) = token {
            lexer.classes = classes;
        }
        tokens.push(Placed { token, start, end: lexer.at, begins_line });
    }
}

struct Lexer<'g> {
    grammar: &'g str,
    at: usize,
    classes: bool,
}

impl<'g> Lexer<'g> {
    #[inline]
    fn rest(&self) -> &'g str {
        &self.grammar[self.at..]
    }

    #[inline]
    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    #[inline]
    fn eat(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        self.at += if found { text.len() } else { 0 };
        found
    }

    fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> &'g str {
        let rest = self.rest();
        let taken = &rest[..rest.find(|c| !belongs(c)).unwrap_or(rest.len())];
        self.at += taken.len();
        taken
    }

    /// Skips whitespace and comments; tells whether a new line begins in them.
    #[inline]
    fn skip_gap(&mut self) -> Result<bool, Fault> {
        let start = self.at;
        loop {
            let at = self.at;
            // Some editors put a byte order mark at the very beginning.
            self.take_while(|c| c.is_whitespace() || c == '\u{feff}');
            let open = self.at;
            if self.eat("//") || self.at_hash_comment() {
                self.take_while(|c| c != '\n');
            } else if self.eat("(*") || self.eat("/*") {
                let close = if self.grammar[open..].starts_with('(') { "*)" } else { "*/" };
                match self.rest().find(close) {
                    Some(length) => self.at += length + close.len(),
                    None => return fault(open, format!("this comment is never closed; put `{close}` where it ends")),
                }
            }
            if self.at == at {
                return Ok(start == 0 || self.grammar[start..at].contains('\n'));
            }
        }
    }

    /// `#` begins a comment unless it begins a character such as `#x20`.
    #[inline]
    fn at_hash_comment(&self) -> bool {
        let Some(rest) = self.rest().strip_prefix('#') else { return false };
        let Some(digits) = rest.strip_prefix('x') else { return true };
        let behind = digits.trim_start_matches(|c: char| c.is_ascii_hexdigit());
        behind.len() == digits.len() || behind.starts_with(in_name)
    }

    #[inline]
    fn token(&mut self, first: char) -> Result<Token<'g>, Fault> {
        let start = self.at;
        match first {
            '"' | '\'' => return self.quoted(first).map(Token::Text),
            '#' => return self.code_point().map(|c| Token::Text(c.to_string())),
            '<' => return self.name_in_angles(),
            '[' if self.classes => return self.class(true).map(Token::Class),
            _ if self.rest().starts_with("/[") => {
                self.at += 1;
                let class = self.class(false)?;
                if self.eat("/") {
                    return Ok(Token::Class(class));
                }
                return fault(self.at, "`/` is missing here: only one class can go between `/` and `/`");
            }
            _ => {}
        }
        for (sign, classes) in [("::=", true), (":=", false), ("=", false), (":", false), ("->", false)] {
            if self.eat(sign) {
                return Ok(Token::Define(classes));
            }
        }
        if self.eat("...") || self.eat("..") || self.eat("…") {
            return Ok(Token::To);
        }
        if "()[]{}|,;.*+?-".contains(first) {
            self.at += 1;
            return Ok(Token::Sign(first));
        }
        self.take_while(in_name);
        // A `-` within a name belongs to it; that of `a->` and of `a - b` does not.
        while self.at > start && self.rest().strip_prefix('-').is_some_and(|rest| rest.starts_with(in_name)) {
            self.at += 1;
            self.take_while(in_name);
        }
        match &self.grammar[start..self.at] {
            "ε" => Ok(Token::Text(String::new())),
            "" => fault(start, unknown_sign(first)),
            name => Ok(Token::Name(name)),
        }
    }

    #[inline]
    fn name_in_angles(&mut self) -> Result<Token<'g>, Fault> {
        let open = self.at;
        self.at += 1;
        let name = self.take_while(|c| in_name(c) || c == '-' || c == ' ').trim();
        if !self.eat(">") {
            return fault(open, "this `<` is never closed; a name such as `<digit>` has letters, digits, `_` and `-`");
        }
        if name.is_empty() { fault(open, "there is no name in `<>`") } else { Ok(Token::Name(name)) }
    }

    /// `{2}`, `{2,}`, `{2,5}`, or nothing if this is another kind of bracket.
    #[inline]
    fn bounds(&mut self) -> Result<Option<Token<'g>>, Fault> {
        let start = self.at;
        if !self.eat("{") {
            return Ok(None);
        }
        let text = self.take_while(|c| c.is_ascii_digit() || c == ',' || c == ' ');
        let (least, most) = text.split_once(',').map_or((text, None), |(least, most)| (least, Some(most.trim())));
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if !digits(least.trim()) || most.is_some_and(|most| !most.is_empty() && !digits(most)) || !self.eat("}") {
            self.at = start;
            return Ok(None);
        }
        let number = |text: &str| match text.trim().parse::<u32>() {
            Ok(number) => Ok(number),
            Err(_) => fault(start, format!("{} repetitions are too many", text.trim())),
        };
        let least = number(least)?;
        let most = match most {
            None => Some(least),
            Some("") => None,
            Some(most) => Some(number(most)?),
        };
        match most {
            Some(most) if most < least => {
                fault(start, format!("these bounds are the wrong way round; is `{{{most},{least}}}` meant?"))
            }
            most => Ok(Some(Token::Bounds(least, most))),
        }
    }

    #[inline]
    fn quoted(&mut self, quote: char) -> Result<String, Fault> {
        let open = self.at;
        self.at += 1;
        let mut text = String::new();
        loop {
            match self.peek() {
                None | Some('\n') => return self.never_closed(open),
                Some(c) if c == quote => {
                    self.at += 1;
                    return Ok(text);
                }
                Some(_) => text.push(self.character("")?),
            }
        }
    }

    /// `[a-z]`; with `codes` also `[#x20-#x7E]`.
    #[inline]
    fn class(&mut self, codes: bool) -> Result<Ranges, Fault> {
        let open = self.at;
        self.at += 1;
        let negated = self.eat("^");
        let inside = self.at;
        let mut ranges = Ranges::new();
        loop {
            let at = self.at;
            let Some(from) = self.member(codes, open)? else { break };
            // A `-` at the end is itself.
            let to = if self.rest().starts_with('-') && !self.rest().starts_with("-]") {
                self.at += 1;
                self.member(codes, open)?
            } else {
                None
            };
            ranges.push(range(at, from, to.unwrap_or(from))?);
        }
        let text = &self.grammar[inside..self.at];
        self.at += 1;
        if ranges.is_empty() {
            return fault(open, "this class is empty: put characters between the brackets");
        }
        if codes && !negated && looks_like_option(text) {
            let meant = "write `( … )?` for an option, or the rule with `=`";
            return fault(open, format!("`[…]` is a class of characters in a rule with `::=`; {meant}"));
        }
        Ok(if negated { others(ranges) } else { ranges })
    }

    #[inline]
    fn member(&mut self, codes: bool, open: usize) -> Result<Option<char>, Fault> {
        match self.peek() {
            None | Some('\n') => self.never_closed(open),
            Some(']') => Ok(None),
            Some('#') if codes && !self.at_hash_comment() => self.code_point().map(Some),
            Some(_) => self.character("[]-^/").map(Some),
        }
    }

    /// A character as such or escaped. There must be one.
    #[inline]
    fn character(&mut self, also_escaped: &str) -> Result<char, Fault> {
        let start = self.at;
        let mut next = || {
            let c = self.peek();
            self.at += c.map_or(0, char::len_utf8);
            c.unwrap_or('\n')
        };
        let first = next();
        if first != '\\' {
            return Ok(first);
        }
        match next() {
            'n' => Ok('\n'),
            't' => Ok('\t'),
            'r' => Ok('\r'),
            '0' => Ok('\0'),
            c if "\\\"'".contains(c) || also_escaped.contains(c) => Ok(c),
            'x' if self.rest().bytes().take(2).filter(u8::is_ascii_hexdigit).count() == 2 => {
                self.at += 2;
                self.coded(start, &self.grammar[self.at - 2..self.at])
            }
            'u' if self.eat("{") => {
                let digits = self.take_while(|c| c.is_ascii_hexdigit());
                if self.eat("}") { self.coded(start, digits) } else { fault(start, "`}` is missing after `\\u{`") }
            }
            'x' => fault(start, "two hexadecimal digits are missing after `\\x`"),
            'u' => fault(start, "a number in braces is missing after `\\u`, such as `\\u{e9}`"),
            '\n' => fault(start, "nothing is escaped here; a backslash is written `\\\\`"),
            c => fault(start, format!("unknown escape `\\{c}`; write `\\\\` for a backslash")),
        }
    }

    /// `#x20`, which must be here.
    #[inline]
    fn code_point(&mut self) -> Result<char, Fault> {
        let start = self.at;
        self.at += "#x".len();
        let digits = self.take_while(|c| c.is_ascii_hexdigit());
        self.coded(start, digits)
    }

    #[inline]
    fn coded(&self, start: usize, digits: &str) -> Result<char, Fault> {
        match u32::from_str_radix(digits, 16).ok().and_then(char::from_u32) {
            Some(c) => Ok(c),
            None => fault(start, format!("`{}` is not a character code", &self.grammar[start..self.at])),
        }
    }

    fn never_closed<T>(&self, open: usize) -> Result<T, Fault> {
        let text = &self.grammar[open..self.at];
        let sign = &text[..1];
        // Some notations have no escapes, and `"\"` is a whole literal there.
        let advice = if text.contains('\\') { "; a backslash is written `\\\\`" } else { "" };
        fault(open, format!("this `{sign}` is not closed on the same line{advice}"))
    }
}

#[inline]
fn in_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether `[ x ]`, `["x"]` or `[<x>]` was probably not meant as a class, which it would silently be.
#[inline]
fn looks_like_option(text: &str) -> bool {
    let between = |open, close| text.strip_prefix(open).and_then(|text| text.strip_suffix(close));
    let name = |text: &str| !text.is_empty() && text.chars().all(|c| in_name(c) || c == '-');
    [' ', '"', '\''].iter().any(|sign| between(*sign, *sign).is_some()) || between('<', '>').is_some_and(name)
}

#[inline]
fn unknown_sign(sign: char) -> String {
    match sign {
        '/' => "`/` has no meaning here; alternatives are separated by `|`".into(),
        '^' => "`^` has no meaning here; a class is written `/[^…]/` in this rule".into(),
        '“' | '”' | '‘' | '’' | '`' => {
            format!("`{sign}` has no meaning here; the quotes around text are `\"` or `'`")
        }
        _ => format!("`{}` has no meaning here; text stands in quotes", sign.escape_debug()),
    }
}
