//! Parses single characters and classes: escapes, brackets and set operations.

use super::parse::{Look, MAX_DEPTH, Parser, no_text, too_deep};
use super::unicode;
use crate::grammar::{Fault, Ranges, fault, others};

/// The meaning of an escape or of a character in a class.
pub(super) enum Item {
    /// A character, and whether it is written as `\xHH`, which is a byte under `(?-u)`.
    Char(char, bool),
    Set(Ranges),
    Look(Look),
}

/// The classes written as `[:name:]`.
const ASCII: [(&str, &[(u32, u32)]); 14] = [
    ("alnum", &[(0x30, 0x39), (0x41, 0x5a), (0x61, 0x7a)]),
    ("alpha", &[(0x41, 0x5a), (0x61, 0x7a)]),
    ("ascii", &[(0x00, 0x7f)]),
    ("blank", &[(0x09, 0x09), (0x20, 0x20)]),
    ("cntrl", &[(0x00, 0x1f), (0x7f, 0x7f)]),
    ("digit", &[(0x30, 0x39)]),
    ("graph", &[(0x21, 0x7e)]),
    ("lower", &[(0x61, 0x7a)]),
    ("print", &[(0x20, 0x7e)]),
    ("punct", &[(0x21, 0x2f), (0x3a, 0x40), (0x5b, 0x60), (0x7b, 0x7e)]),
    ("space", &[(0x09, 0x0d), (0x20, 0x20)]),
    ("upper", &[(0x41, 0x5a)]),
    ("word", &[(0x30, 0x39), (0x41, 0x5a), (0x5f, 0x5f), (0x61, 0x7a)]),
    ("xdigit", &[(0x30, 0x39), (0x41, 0x46), (0x61, 0x66)]),
];

#[inline]
fn ascii(name: &str) -> Option<Ranges> {
    let (_, ranges) = ASCII.iter().find(|(known, _)| *known == name)?;
    Some(ranges.to_vec())
}

const OPERATORS: [&str; 3] = ["&&", "--", "~~"];

impl Parser<'_> {
    /// Returns the characters that a single one matches outside a class.
    #[inline]
    pub(super) fn literal(&self, at: usize, c: char, is_byte: bool) -> Result<Ranges, Fault> {
        if self.flags.is_ascii && is_byte && !c.is_ascii() {
            return no_text(at);
        }
        self.folded(at, vec![(c.into(), c.into())])
    }

    /// Parses a class in brackets, `depth - 1` levels inside others.
    #[inline]
    pub(super) fn class(&mut self, depth: usize) -> Result<Ranges, Fault> {
        let open = self.at;
        if depth > MAX_DEPTH {
            return too_deep(open);
        }
        self.at += 1;
        self.skip_space();
        let is_negated = self.eat("^");
        let (mut left, mut right) = (None, Ranges::new());
        // At the beginning `-` and `]` are characters.
        self.skip_space();
        while self.eat("-") {
            right.push(('-'.into(), '-'.into()));
            self.skip_space();
        }
        if right.is_empty() && self.eat("]") {
            right.push((']'.into(), ']'.into()));
        }
        loop {
            self.skip_space();
            if let Some(operator) = OPERATORS.into_iter().find(|operator| self.eat(operator)) {
                left = Some((self.operation(open, left, right)?, operator));
                right = Ranges::new();
                continue;
            }
            match self.peek() {
                None => return fault(open, UNCLOSED),
                Some(']') => break,
                Some('[') => match self.ascii_class()? {
                    Some(ranges) => right.extend(ranges),
                    None => right.extend(self.class(depth + 1)?),
                },
                Some(_) => right.extend(self.class_item(open)?),
            }
        }
        self.at += 1;
        let ranges = self.operation(open, left, right)?;
        let ranges = self.folded(open, ranges)?;
        self.negated(open, is_negated, ranges)
    }

    /// Applies the operator after `left`, if there is one.
    #[inline]
    fn operation(&self, at: usize, left: Option<(Ranges, &str)>, right: Ranges) -> Result<Ranges, Fault> {
        let Some((left, operator)) = left else { return Ok(right) };
        let (left, right) = (self.folded(at, left)?, self.folded(at, right)?);
        Ok(match operator {
            "&&" => common(left, right),
            "--" => without(left, right),
            _ => {
                let mut either = without(left.clone(), right.clone());
                either.extend(without(right, left));
                either
            }
        })
    }

    /// Parses a class such as `[:alpha:]`. Returns `None` for any other bracket, which opens a nested class.
    #[inline]
    fn ascii_class(&mut self) -> Result<Option<Ranges>, Fault> {
        let at = self.at;
        let name = self.pattern[at..].strip_prefix("[:").and_then(|rest| Some(rest.split_once(":]")?.0));
        let Some(name) = name else { return Ok(None) };
        let plain = name.strip_prefix('^').unwrap_or(name);
        let Some(ranges) = ascii(plain) else { return Ok(None) };
        self.at += name.len() + "[::]".len();
        let ranges = self.folded(at, ranges)?;
        self.negated(at, plain != name, ranges).map(Some)
    }

    /// Parses a character, a range or an escaped class.
    #[inline]
    fn class_item(&mut self, open: usize) -> Result<Ranges, Fault> {
        let at = self.at;
        let from = self.class_character()?;
        self.skip_space();
        let behind = self.at;
        if self.eat("-") {
            self.skip_space();
            match self.peek() {
                None => return fault(open, UNCLOSED),
                Some(']' | '-') => self.at = behind,
                Some(_) => {
                    let to_at = self.at;
                    let to = self.class_character()?;
                    let (from, to) = (self.bound(at, from)?, self.bound(to_at, to)?);
                    if from > to {
                        return fault(at, "this range is reversed; put the smaller character first");
                    }
                    return Ok(vec![(from, to)]);
                }
            }
        }
        match from {
            Item::Set(ranges) => Ok(ranges),
            Item::Look(_) => {
                let sign = self.pattern[at..behind].trim();
                fault(at, format!("`{sign}` is not a character, so a class cannot contain it; remove it"))
            }
            Item::Char(..) => self.bound(at, from).map(|c| vec![(c, c)]),
        }
    }

    #[inline]
    fn class_character(&mut self) -> Result<Item, Fault> {
        match self.peek() {
            Some('\\') => self.escape(),
            next => {
                self.bump();
                Ok(Item::Char(next.unwrap_or_default(), false))
            }
        }
    }

    /// Returns the code point of an item that must be a character.
    #[inline]
    fn bound(&self, at: usize, item: Item) -> Result<u32, Fault> {
        match item {
            Item::Char(c, _) if c.is_ascii() || !self.flags.is_ascii => Ok(c.into()),
            Item::Char(_, true) => no_text(at),
            Item::Char(..) => fault(at, ONLY_ASCII),
            _ => fault(at, "a range must start and end with a single character; write `\\-` for a hyphen"),
        }
    }

    /// Parses an escape.
    #[inline]
    pub(super) fn escape(&mut self) -> Result<Item, Fault> {
        let at = self.at;
        self.at += 1;
        let Some(sign) = self.peek() else { return fault(at, INCOMPLETE) };
        self.bump();
        let c = match sign {
            '0'..='9' => return fault(at, "backreferences are not supported"),
            'x' => return self.hexadecimal(2),
            'u' => return self.hexadecimal(4),
            'U' => return self.hexadecimal(8),
            'p' | 'P' => return self.property(at, sign == 'P').map(Item::Set),
            'd' | 'D' => return self.perl(at, "digit", unicode::digits, sign == 'D'),
            's' | 'S' => return self.perl(at, "space", unicode::spaces, sign == 'S'),
            'w' | 'W' => return self.perl(at, "word", unicode::words, sign == 'W'),
            'A' => return Ok(Item::Look(Look::Beginning)),
            'z' => return Ok(Item::Look(Look::End)),
            'b' => {
                let _ = ["{start}", "{end}", "{start-half}", "{end-half}"].iter().any(|kind| self.eat(kind));
                return Ok(Item::Look(Look::Word));
            }
            'B' | '<' | '>' => return Ok(Item::Look(Look::Word)),
            'a' => '\x07',
            'f' => '\x0c',
            't' => '\t',
            'n' => '\n',
            'r' => '\r',
            'v' => '\x0b',
            _ if sign.is_ascii() && !sign.is_ascii_alphanumeric() => sign,
            _ => return fault(at, format!("unrecognized escape sequence `\\{sign}`; write `\\\\` for a backslash")),
        };
        Ok(Item::Char(c, false))
    }

    /// Parses the digits of `\x41` or `\x{41}`.
    #[inline]
    fn hexadecimal(&mut self, digits: usize) -> Result<Item, Fault> {
        self.skip_space();
        let open = self.at;
        let is_braced = self.eat("{");
        let start = self.at;
        self.skip_space();
        let (mut number, mut count) = (0u32, 0);
        while is_braced || count < digits {
            let digit = match self.peek() {
                None => return fault(if is_braced { open } else { self.at }, INCOMPLETE),
                Some('}') if is_braced => break,
                Some(c) => c.to_digit(16),
            };
            let Some(digit) = digit else {
                return fault(self.at, "expected a hexadecimal digit, as in `\\x41` or `\\x{41}`");
            };
            number = number.saturating_mul(16).saturating_add(digit);
            count += 1;
            self.at += 1;
            self.skip_space();
        }
        if is_braced {
            self.at += 1;
            self.skip_space();
        }
        match char::from_u32(number) {
            _ if count == 0 => fault(open, "expected a hexadecimal number, as in `\\x{41}`"),
            Some(c) => Ok(Item::Char(c, digits == 2 && !is_braced)),
            None => fault(start, "no character has this number; use at most 10FFFF, and not D800 to DFFF"),
        }
    }

    #[inline]
    fn perl(&self, at: usize, name: &str, of: fn() -> Ranges, is_negated: bool) -> Result<Item, Fault> {
        let ranges = if self.flags.is_ascii { ascii(name).unwrap_or_default() } else { of() };
        self.negated(at, is_negated, ranges).map(Item::Set)
    }

    /// Parses the name after `\p` or `\P`, and looks it up.
    #[inline]
    fn property(&mut self, at: usize, is_negated: bool) -> Result<Ranges, Fault> {
        self.skip_space();
        let mut name = String::new();
        match self.peek() {
            None => return fault(self.at, INCOMPLETE),
            Some('{') => loop {
                self.bump();
                self.skip_space();
                match self.peek() {
                    None => return fault(self.at, INCOMPLETE),
                    Some('}') => break self.at += 1,
                    Some(c) => name.push(c),
                }
            },
            Some('\\') => return fault(self.at, "expected the name of a property, as in `\\pL` or `\\p{Greek}`"),
            Some(c) => {
                name.push(c);
                self.bump();
                self.skip_space();
            }
        }
        if self.flags.is_ascii {
            return fault(at, ONLY_ASCII);
        }
        let is_unequal = name.contains("!=");
        let name = name.replacen("!=", "=", 1);
        let ranges = match unicode::property(&name) {
            Some(ranges) => ranges,
            None => {
                let written = self.pattern[at..self.at].trim_end();
                unicode::more(at, &format!("\\p{{{name}}}"), &format!("`{written}`"))?
            }
        };
        let ranges = self.folded(at, ranges)?;
        self.negated(at, is_negated != is_unequal, ranges)
    }

    #[inline]
    fn negated(&self, at: usize, is_negated: bool, ranges: Ranges) -> Result<Ranges, Fault> {
        let ranges = if is_negated { others(ranges) } else { ranges };
        if self.flags.is_ascii && ranges.iter().any(|(_, to)| *to > 0x7f) {
            return no_text(at);
        }
        Ok(ranges)
    }

    /// Adds the other cases of all characters under `(?i)`.
    #[inline]
    fn folded(&self, at: usize, ranges: Ranges) -> Result<Ranges, Fault> {
        if !self.flags.ignores_case {
            return Ok(ranges);
        }
        if let Some(folded) = unicode::folded(&ranges, self.flags.is_ascii) {
            return Ok(folded);
        }
        let mut class = "(?i)[".to_owned();
        for (from, to) in without(ranges, SURROGATES.to_vec()) {
            class.push_str(&format!("\\x{{{from:x}}}-\\x{{{to:x}}}"));
        }
        class.push(']');
        unicode::more(at, &class, "`(?i)` on a letter beyond ASCII")
    }
}

const UNCLOSED: &str = "unclosed character class";
const INCOMPLETE: &str = "incomplete escape; complete it, or write `\\\\` for a backslash";
const ONLY_ASCII: &str = "only ASCII is allowed here under `(?-u)`; remove `(?-u)`";

/// Code points that are not characters.
pub(super) const SURROGATES: [(u32, u32); 1] = [(0xd800, 0xdfff)];

#[inline]
pub(super) fn without(ranges: Ranges, excluded: Ranges) -> Ranges {
    let mut outside = others(ranges);
    outside.extend(excluded);
    others(outside)
}

#[inline]
pub(super) fn common(one: Ranges, other: Ranges) -> Ranges {
    without(one, others(other))
}
