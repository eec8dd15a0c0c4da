//! Parses the syntax of the crate `regex`: groups, alternatives, repetitions and flags.
//!
//! Open groups are on a stack of their own, so no pattern overflows the native one. A tree is at most [`MAX_DEPTH`] deep,
//! so recursion can walk and drop it.

use std::mem;
use std::ops::Range;

use super::class::Item;
use crate::grammar::{Fault, Ranges, fault, others};

/// How deeply groups, classes, repetitions, sequences and choices can be nested.
pub(super) const MAX_DEPTH: usize = 250;

/// A part of a pattern as written, and where.
pub(super) struct Ast {
    pub(super) span: Range<usize>,
    pub(super) kind: AstKind,
    depth: usize,
}

pub(super) enum AstKind {
    Empty,
    /// A group such as `(?i)`, which only sets flags.
    Flags,
    Look(Look),
    /// One of these characters, if there are any.
    Characters(Ranges),
    Group(Box<Ast>),
    Repeat(Box<Ast>, u32, Option<u32>),
    Choice(Vec<Ast>),
    Sequence(Vec<Ast>),
}

/// An assertion about the characters around it.
pub(super) enum Look {
    Beginning,
    End,
    Word,
}

#[inline]
pub(super) fn parse(pattern: &str) -> Result<Ast, Fault> {
    Parser { pattern, at: 0, flags: Flags::default(), names: Vec::new() }.whole()
}

pub(super) struct Parser<'p> {
    pub(super) pattern: &'p str,
    /// The byte that is read next.
    pub(super) at: usize,
    pub(super) flags: Flags,
    /// The names of groups so far.
    names: Vec<&'p str>,
}

/// The flags that matter to a generator; `m` and `U` do not.
#[derive(Clone, Copy, Default)]
pub(super) struct Flags {
    pub(super) ignores_case: bool,
    pub(super) is_ascii: bool,
    dot_is_all: bool,
    crlf: bool,
    ignores_space: bool,
}

/// A group that is not closed yet, or the whole pattern.
struct Open {
    /// The position of its parenthesis.
    at: usize,
    /// The flags outside of it.
    flags: Flags,
    /// Where its first alternative starts, and where the current one does.
    first: usize,
    start: usize,
    alternatives: Vec<Ast>,
    parts: Vec<Ast>,
}

impl Open {
    #[inline]
    fn new(at: usize, flags: Flags, start: usize) -> Open {
        Open { at, flags, first: start, start, alternatives: Vec::new(), parts: Vec::new() }
    }
}

impl<'p> Parser<'p> {
    #[inline]
    fn whole(&mut self) -> Result<Ast, Fault> {
        let mut outer = Vec::new();
        let mut open = Open::new(0, self.flags, 0);
        loop {
            self.skip_space();
            let at = self.at;
            let Some(next) = self.peek() else { break };
            match next {
                '(' => {
                    if outer.len() == MAX_DEPTH {
                        return too_deep(at);
                    }
                    match self.group()? {
                        Some(group) => outer.push(mem::replace(&mut open, group)),
                        None => open.parts.push(Ast { span: at..self.at, kind: AstKind::Flags, depth: 0 }),
                    }
                }
                ')' => {
                    let Some(before) = outer.pop() else {
                        return fault(at, "unopened group; add the missing `(`, or write `\\)` for the character");
                    };
                    let group = mem::replace(&mut open, before);
                    self.flags = group.flags;
                    let start = group.at;
                    let body = close(group, at)?;
                    self.at += 1;
                    let depth = body.depth;
                    open.parts.push(node(start..self.at, AstKind::Group(Box::new(body)), depth)?);
                }
                '|' => {
                    end_alternative(&mut open, at)?;
                    self.at += 1;
                    open.start = self.at;
                }
                '*' | '+' | '?' | '{' => self.repetition(&mut open.parts, next)?,
                _ => {
                    let (kind, depth) = self.single(next)?;
                    open.parts.push(Ast { span: at..self.at, kind, depth });
                }
            }
        }
        if outer.is_empty() { close(open, self.at) } else { fault(open.at, "unclosed group") }
    }

    /// Parses a character, a class or an assertion; returns its depth too.
    #[inline]
    fn single(&mut self, next: char) -> Result<(AstKind, usize), Fault> {
        let at = self.at;
        let item = match next {
            '[' => return Ok((AstKind::Characters(self.class(1)?), 1)),
            '\\' => self.escape()?,
            _ => {
                self.bump();
                match next {
                    '.' => Item::Set(self.dot(at)?),
                    '^' => Item::Look(Look::Beginning),
                    '$' => Item::Look(Look::End),
                    _ => Item::Char(next, false),
                }
            }
        };
        let kind = match item {
            Item::Look(look) => AstKind::Look(look),
            Item::Set(ranges) => AstKind::Characters(ranges),
            Item::Char(c, is_byte) => AstKind::Characters(self.literal(at, c, is_byte)?),
        };
        Ok((kind, 0))
    }

    #[inline]
    fn dot(&self, at: usize) -> Result<Ranges, Fault> {
        let newline = match self.flags {
            Flags { is_ascii: true, .. } => return no_text(at),
            Flags { dot_is_all: true, .. } => vec![],
            Flags { crlf: true, .. } => vec![(0x0a, 0x0a), (0x0d, 0x0d)],
            _ => vec![(0x0a, 0x0a)],
        };
        Ok(others(newline))
    }

    /// Replaces the last part by its repetition.
    #[inline]
    fn repetition(&mut self, parts: &mut Vec<Ast>, sign: char) -> Result<(), Fault> {
        let at = self.at;
        let part = match parts.pop() {
            None | Some(Ast { kind: AstKind::Flags, .. }) => {
                let advice = "put an expression before it, or escape it with `\\`";
                return fault(at, format!("repetition operator `{sign}` has nothing to repeat; {advice}"));
            }
            Some(part) => part,
        };
        self.at += 1;
        let (least, most) = match sign {
            '*' => (0, None),
            '+' => (1, None),
            '?' => (0, Some(1)),
            _ => self.bounds(at)?,
        };
        self.eat("?");
        if most.is_some_and(|most| most < least) {
            return fault(at, "invalid repetition count range, the start must be <= the end");
        }
        let (start, depth) = (part.span.start, part.depth);
        parts.push(node(start..self.at, AstKind::Repeat(Box::new(part), least, most), depth)?);
        Ok(())
    }

    /// Parses the rest of a counted repetition, after its `{`.
    #[inline]
    fn bounds(&mut self, open: usize) -> Result<(u32, Option<u32>), Fault> {
        self.skip_space();
        let start = self.at;
        let least = self.decimal()?;
        let has_comma = self.eat(",");
        if self.peek().is_none() {
            return fault(open, UNCLOSED_COUNT);
        }
        let Some(least) = least else { return fault(start, NO_COUNT) };
        let mut most = Some(least);
        if has_comma {
            self.skip_space();
            let start = self.at;
            let is_closed = self.peek() == Some('}');
            most = self.decimal()?;
            if most.is_none() && !is_closed && self.peek().is_some() {
                return fault(start, NO_COUNT);
            }
        }
        if !self.eat("}") {
            return fault(open, UNCLOSED_COUNT);
        }
        self.skip_space();
        Ok((least, most))
    }

    /// Parses a number, if there is one, and the whitespace around it.
    #[inline]
    fn decimal(&mut self) -> Result<Option<u32>, Fault> {
        self.skip_whitespace();
        let start = self.at;
        let mut number = None;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            let more = number.unwrap_or(0u32).checked_mul(10).and_then(|tens| tens.checked_add(digit));
            let Some(more) = more else {
                return fault(start, format!("this count is too large; the maximum is {}", u32::MAX));
            };
            number = Some(more);
            self.at += 1;
            self.skip_space();
        }
        self.skip_whitespace();
        self.skip_space();
        Ok(number)
    }

    /// Parses `(` and what follows it up to the body. Returns `None` for a group without a body, which sets flags.
    #[inline]
    fn group(&mut self) -> Result<Option<Open>, Fault> {
        let (at, outer) = (self.at, self.flags);
        self.at += 1;
        self.skip_space();
        let inside = self.at;
        for sign in ["?=", "?!", "?<=", "?<!"] {
            if self.eat(sign) {
                return fault(at, "look-around, including look-ahead and look-behind, is not supported");
            }
        }
        if self.eat("?P<") || self.eat("?<") {
            self.name()?;
        } else if self.eat("?") && self.set_flags(at)? {
            if self.at == inside + 2 {
                return fault(inside, "repetition operator `?` has nothing to repeat; add flags, as in `(?i)`");
            }
            return Ok(None);
        }
        Ok(Some(Open::new(at, outer, self.at)))
    }

    /// Parses the name of a group and its `>`.
    #[inline]
    fn name(&mut self) -> Result<(), Fault> {
        let start = self.at;
        loop {
            match self.peek() {
                None => return fault(self.at, "unclosed group name; add `>` after it"),
                Some('>') => break,
                Some(c) if c == '_' || c.is_alphabetic() => {}
                Some(c) if self.at > start && (c.is_alphanumeric() || ".[]".contains(c)) => {}
                Some(c) => {
                    let advice = "use letters, digits, `_`, `.`, `[` and `]`, and start with a letter or `_`";
                    return fault(self.at, format!("a group name cannot contain `{c}` here; {advice}"));
                }
            }
            self.bump();
        }
        let name = &self.pattern[start..self.at];
        self.at += 1;
        if name.is_empty() {
            return fault(start, "empty group name; add one, or write `(…)`");
        }
        if self.names.contains(&name) {
            return fault(start, format!("duplicate group name `{name}`; choose another"));
        }
        self.names.push(name);
        Ok(())
    }

    /// Parses and sets the flags after `(?`. Returns whether they end with `)` and not with `:`.
    #[inline]
    fn set_flags(&mut self, open: usize) -> Result<bool, Fault> {
        let (start, mut negation) = (self.at, None);
        loop {
            let at = self.at;
            let Some(sign) = self.peek() else {
                return if at == start {
                    fault(open, "unclosed group")
                } else {
                    fault(at, "unclosed flags; add `)` or `:` after them")
                };
            };
            self.bump();
            if self.pattern[start..at].contains(sign) {
                return fault(at, format!("`{sign}` appears twice; remove one"));
            }
            let is_on = negation.is_none();
            match sign {
                ':' | ')' if negation.is_some_and(|negation| negation + 1 == at) => {
                    return fault(at - 1, "`-` turns no flag off; name one, or remove it");
                }
                ':' | ')' => return Ok(sign == ')'),
                '-' => negation = Some(at),
                'i' => self.flags.ignores_case = is_on,
                'u' => self.flags.is_ascii = !is_on,
                's' => self.flags.dot_is_all = is_on,
                'R' => self.flags.crlf = is_on,
                'x' => self.flags.ignores_space = is_on,
                'm' | 'U' => {}
                _ => return fault(at, format!("unrecognized flag `{sign}`; the flags are i, m, s, R, U, u and x")),
            }
        }
    }

    #[inline]
    pub(super) fn peek(&self) -> Option<char> {
        self.pattern[self.at..].chars().next()
    }

    #[inline]
    pub(super) fn bump(&mut self) {
        self.at += self.peek().map_or(0, char::len_utf8);
    }

    #[inline]
    pub(super) fn eat(&mut self, text: &str) -> bool {
        let is_there = self.pattern[self.at..].starts_with(text);
        self.at += if is_there { text.len() } else { 0 };
        is_there
    }

    /// Skips whitespace and comments under the flag `x`.
    #[inline]
    pub(super) fn skip_space(&mut self) {
        while self.flags.ignores_space {
            self.skip_whitespace();
            if !self.eat("#") {
                return;
            }
            let rest = &self.pattern[self.at..];
            self.at += rest.find('\n').unwrap_or(rest.len());
        }
    }

    #[inline]
    fn skip_whitespace(&mut self) {
        self.at = self.pattern.len() - self.pattern[self.at..].trim_start().len();
    }
}

const UNCLOSED_COUNT: &str = "unclosed counted repetition; add `}`, or write `\\{` for the character";
const NO_COUNT: &str = "expected a number, as in `{2}`, `{2,}` or `{2,5}`; write `\\{` for the character";

/// Reports something under `(?-u)` that matches bytes outside ASCII.
#[inline]
pub(super) fn no_text<T>(at: usize) -> Result<T, Fault> {
    fault(at, "this matches bytes that are not valid text; remove `(?-u)`, or use only ASCII")
}

#[inline]
pub(super) fn too_deep<T>(at: usize) -> Result<T, Fault> {
    fault(at, format!("nested more than {MAX_DEPTH} levels deep; use fewer groups"))
}

#[inline]
fn node(span: Range<usize>, kind: AstKind, depth: usize) -> Result<Ast, Fault> {
    if depth == MAX_DEPTH {
        return too_deep(span.start);
    }
    Ok(Ast { span, kind, depth: depth + 1 })
}

#[inline]
fn deepest(parts: &[Ast]) -> usize {
    parts.iter().map(|part| part.depth).max().unwrap_or(0)
}

#[inline]
fn end_alternative(open: &mut Open, end: usize) -> Result<(), Fault> {
    let (span, mut parts) = (open.start..end, mem::take(&mut open.parts));
    open.alternatives.push(match parts.len() {
        0 => Ast { span, kind: AstKind::Empty, depth: 0 },
        1 => parts.remove(0),
        _ => {
            let depth = deepest(&parts);
            node(span, AstKind::Sequence(parts), depth)?
        }
    });
    Ok(())
}

/// Returns the body of a group that ends here.
#[inline]
fn close(mut open: Open, end: usize) -> Result<Ast, Fault> {
    end_alternative(&mut open, end)?;
    let mut alternatives = open.alternatives;
    if alternatives.len() == 1 {
        return Ok(alternatives.remove(0));
    }
    let depth = deepest(&alternatives);
    node(open.first..end, AstKind::Choice(alternatives), depth)
}
