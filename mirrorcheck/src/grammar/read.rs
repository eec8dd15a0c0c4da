//! Reads a grammar that is given as text into data.
//!
//! Grammars are written down in many ways. This takes the common ones as they are, also mixed, so that a test can start
//! from the grammar that is there: ISO (`a = "x", { b } ;`), BNF (`<a> ::= "x" | <b>`), W3C (`a ::= [a-z]+ - 'x'`) and
//! what tools make of them (`a : "x" b* ;`, `a -> "x"`). Only one sign means two things: `[` opens a class of
//! characters in a rule that is written with `::=`, and an option in all others, where a class is `/[a-z]/`.
//!
//! The text becomes tokens, the tokens become nodes that know their place in the text, and these are checked before
//! they become what the generator uses. Whatever is accepted has an end and a finite number of ways per repetition.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::mem;
use std::ops::Range;

/// The rules in the order of the text; there is at least one, and the first is the start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rules {
    pub(crate) rules: Vec<Rule>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rule {
    pub(crate) name: String,
    pub(crate) body: Piece,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    /// Never empty: the empty text is the empty sequence.
    Literal(String),
    /// Inclusive ranges, at least one, sorted and apart from each other; none reaches over the surrogates.
    Class(Vec<(char, char)>),
    /// An index into the rules.
    Rule(usize),
    /// Not of one piece; without sequences and adjacent literals in it.
    Sequence(Vec<Piece>),
    /// At least two alternatives under different labels: their text in the grammar.
    Choice(Vec<(String, Piece)>),
    /// At least and at most so many times.
    Repeat(Box<Piece>, u32, Option<u32>),
}

/// What is wrong with a grammar, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrammarError {
    line: usize,
    column: usize,
    message: String,
}

impl fmt::Display for GrammarError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for GrammarError {}

pub(crate) fn read(grammar: &str) -> Result<Rules, GrammarError> {
    tokens(grammar).and_then(|tokens| Parser::new(grammar, &tokens)?.rules()).and_then(finish).map_err(|fault| {
        let before = &grammar[..fault.at];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        GrammarError {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            message: fault.message,
        }
    })
}

/// An error at a byte of the text. Lines and columns are counted once, at the very end.
struct Fault {
    at: usize,
    message: String,
}

fn fault<T>(at: usize, message: impl Into<String>) -> Result<T, Fault> {
    Err(Fault { at, message: message.into() })
}

// ---- From text to tokens ----

#[derive(Clone, PartialEq)]
enum Token<'g> {
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

struct Placed<'g> {
    token: Token<'g>,
    start: usize,
    end: usize,
    begins_line: bool,
}

fn tokens(grammar: &str) -> Result<Vec<Placed<'_>>, Fault> {
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
    fn rest(&self) -> &'g str {
        &self.grammar[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

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
    fn at_hash_comment(&self) -> bool {
        let Some(rest) = self.rest().strip_prefix('#') else { return false };
        let Some(digits) = rest.strip_prefix('x') else { return true };
        let behind = digits.trim_start_matches(|c: char| c.is_ascii_hexdigit());
        behind.len() == digits.len() || behind.starts_with(in_name)
    }

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
                return fault(self.at, "`/` is missing here: only one class can stand between `/` and `/`");
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

    fn member(&mut self, codes: bool, open: usize) -> Result<Option<char>, Fault> {
        match self.peek() {
            None | Some('\n') => self.never_closed(open),
            Some(']') => Ok(None),
            Some('#') if codes && !self.at_hash_comment() => self.code_point().map(Some),
            Some(_) => self.character("[]-^/").map(Some),
        }
    }

    /// A character as such or escaped. There must be one.
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
                if self.eat("}") { self.coded(start, digits) } else { fault(start, "`}` is missing behind `\\u{`") }
            }
            'x' => fault(start, "two hexadecimal digits are missing behind `\\x`"),
            'u' => fault(start, "a number in braces is missing behind `\\u`, such as `\\u{e9}`"),
            '\n' => fault(start, "nothing is escaped here; a backslash is written `\\\\`"),
            c => fault(start, format!("`\\{c}` is no escape; a backslash is written `\\\\`")),
        }
    }

    /// `#x20`, which must be here.
    fn code_point(&mut self) -> Result<char, Fault> {
        let start = self.at;
        self.at += "#x".len();
        let digits = self.take_while(|c| c.is_ascii_hexdigit());
        self.coded(start, digits)
    }

    fn coded(&self, start: usize, digits: &str) -> Result<char, Fault> {
        match u32::from_str_radix(digits, 16).ok().and_then(char::from_u32) {
            Some(c) => Ok(c),
            None => fault(start, format!("`{}` is not the number of a character", &self.grammar[start..self.at])),
        }
    }

    fn never_closed<T>(&self, open: usize) -> Result<T, Fault> {
        let text = &self.grammar[open..self.at];
        let sign = &text[..1];
        // Some notations have no escapes, and `"\"` is a whole literal there.
        let advice = if text.contains('\\') { "; a backslash is written `\\\\`" } else { "" };
        fault(open, format!("this `{sign}` is not closed in the same line{advice}"))
    }
}

fn in_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether `[ x ]`, `["x"]` or `[<x>]` was probably not meant as a class, which it would silently be.
fn looks_like_option(text: &str) -> bool {
    let between = |open, close| text.strip_prefix(open).and_then(|text| text.strip_suffix(close));
    let name = |text: &str| !text.is_empty() && text.chars().all(|c| in_name(c) || c == '-');
    [' ', '"', '\''].iter().any(|sign| between(*sign, *sign).is_some()) || between('<', '>').is_some_and(name)
}

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

// ---- Classes of characters ----

/// Inclusive ranges of numbers of characters, in any order; the surrogates among them do not count.
type Ranges = Vec<(u32, u32)>;

/// The character of a text of one.
fn only(text: &str) -> Option<char> {
    text.chars().next().filter(|c| c.len_utf8() == text.len())
}

fn range(at: usize, from: char, to: char) -> Result<(u32, u32), Fault> {
    if from <= to {
        return Ok((from.into(), to.into()));
    }
    let (from, to) = (from.escape_debug(), to.escape_debug());
    fault(at, format!("the range from `{from}` to `{to}` is the wrong way round"))
}

/// Sorted, with everything that touches joined.
fn joined(mut ranges: Ranges) -> Ranges {
    ranges.sort_unstable();
    let mut joined = Ranges::new();
    for (from, to) in ranges {
        match joined.last_mut() {
            Some(last) if from <= last.1 + 1 => last.1 = last.1.max(to),
            _ => joined.push((from, to)),
        }
    }
    joined
}

/// All other characters.
fn others(ranges: Ranges) -> Ranges {
    let mut others = Ranges::new();
    let mut next = 0;
    for (from, to) in joined(ranges) {
        if next < from {
            others.push((next, from - 1));
        }
        next = to + 1;
    }
    if next <= u32::from(char::MAX) {
        others.push((next, char::MAX.into()));
    }
    others
}

fn characters(ranges: Ranges) -> Vec<(char, char)> {
    let halves = |(from, to): (u32, u32)| [(from, to.min(0xd7ff)), (from.max(0xe000), to)];
    let in_order = joined(ranges).into_iter().flat_map(halves).filter(|(from, to)| from <= to);
    in_order.filter_map(|(from, to)| Some((char::from_u32(from)?, char::from_u32(to)?))).collect()
}

// ---- From tokens to nodes ----

/// How deep brackets can be in each other, so that recursion over the pieces stays within any stack.
const DEEPEST: usize = 500;

const RANGE: &str = "a range has one character in quotes on both sides, such as `\"a\"..\"z\"`";

/// The nodes of all rules in one row. What a node consists of stands before it, so that no pass over them needs
/// recursion; only the parts of a difference may stand anywhere.
struct Draft<'g> {
    nodes: Vec<Node>,
    rules: Vec<DraftRule<'g>>,
}

struct DraftRule<'g> {
    name: &'g str,
    at: usize,
    body: usize,
}

struct Node {
    at: usize,
    kind: Kind,
}

enum Kind {
    Text(String),
    Class(Ranges),
    Rule(usize),
    Sequence(Vec<usize>),
    Choice(Vec<(String, usize)>),
    Repeat(usize, u32, Option<u32>),
    /// The first without all others.
    Difference(Vec<usize>),
}

struct Parser<'g, 't> {
    grammar: &'g str,
    tokens: &'t [Placed<'g>],
    next: usize,
    numbers: HashMap<&'g str, usize>,
    /// In the order of their numbers.
    names: Vec<&'g str>,
    nodes: Vec<Node>,
}

impl<'g, 't> Parser<'g, 't> {
    /// Collects the names first, so that rules can refer to later ones.
    fn new(grammar: &'g str, tokens: &'t [Placed<'g>]) -> Result<Self, Fault> {
        let mut parser =
            Parser { grammar, tokens, next: 0, numbers: HashMap::new(), names: Vec::new(), nodes: Vec::new() };
        for pair in tokens.windows(2) {
            if let (Token::Name(name), Token::Define(_)) = (&pair[0].token, &pair[1].token) {
                if parser.numbers.insert(name, parser.names.len()).is_some() {
                    return fault(pair[0].start, format!("the rule `{name}` is defined twice; join the two with `|`"));
                }
                parser.names.push(name);
            }
        }
        Ok(parser)
    }

    fn rules(mut self) -> Result<Draft<'g>, Fault> {
        let mut rules = Vec::new();
        while let Some(first) = self.tokens.get(self.next) {
            let (Token::Name(name), true) = (&first.token, self.rule_begins(self.next)) else {
                return fault(first.start, "a rule is expected here, such as `name = \"text\" ;`");
            };
            self.next += 2;
            let Some(body) = self.body(first.start)? else {
                return fault(first.start, format!("the rule `{name}` has no body; write `\"\"` for the empty text"));
            };
            rules.push(DraftRule { name, at: first.start, body });
            match self.tokens.get(self.next) {
                Some(Placed { token: Token::Sign(_), .. }) => self.next += 1,
                Some(rule) if !rule.begins_line => {
                    return fault(rule.start, "a new rule begins here; put `;` or a new line before it");
                }
                _ => {}
            }
        }
        if rules.is_empty() {
            return fault(0, "there are no rules; write one as `name = \"text\" ;`");
        }
        Ok(Draft { nodes: self.nodes, rules })
    }

    fn rule_begins(&self, index: usize) -> bool {
        let token = |index: usize| self.tokens.get(index).map(|placed| &placed.token);
        matches!((token(index), token(index + 1)), (Some(Token::Name(_)), Some(Token::Define(_))))
    }

    /// Everything up to the `;` or the next rule; nothing if there is not even a `|`.
    ///
    /// Open brackets are kept here and not in recursion, which would take too much of the native stack.
    fn body(&mut self, at: usize) -> Result<Option<usize>, Fault> {
        let mut open = Open::new(at, None, self.next);
        let mut around = Vec::new();
        while let Some(placed) = self.tokens.get(self.next) {
            let (at, behind) = (placed.start, self.next + 1);
            match placed.token {
                Token::Sign(';') => break,
                Token::Sign('.') if behind == self.tokens.len() || self.rule_begins(behind) => break,
                Token::Name(_) if self.rule_begins(self.next) => break,
                Token::Sign('|') => self.end_alternative(&mut open)?,
                Token::Sign(sign @ (',' | '-')) => {
                    if open.parts.is_empty() || open.joint.is_some() {
                        return fault(at, format!("something is missing before this `{sign}`"));
                    }
                    open.joint = Some((sign, at));
                }
                Token::Sign(sign @ ('(' | '[' | '{')) => {
                    let close = match sign {
                        '(' => ')',
                        '[' => ']',
                        _ => '}',
                    };
                    around.push(mem::replace(&mut open, Open::new(at, Some(close), behind)));
                    if around.len() > DEEPEST {
                        return fault(at, format!("these brackets are more than {DEEPEST} deep in others"));
                    }
                }
                Token::Sign(sign @ (')' | ']' | '}')) => {
                    if open.close.is_some_and(|close| close != sign) {
                        break;
                    }
                    let Some(outer) = around.pop() else { return fault(at, format!("this `{sign}` closes nothing")) };
                    let inside = mem::replace(&mut open, outer);
                    let at = inside.at;
                    let Some(node) = self.choice(inside)? else {
                        return fault(at, "there is nothing in these brackets; write `\"\"` for the empty text");
                    };
                    let node = match sign {
                        ')' => node,
                        ']' => self.node(at, Kind::Repeat(node, 0, Some(1))),
                        _ => self.node(at, Kind::Repeat(node, 0, None)),
                    };
                    self.nodes[node].at = at;
                    self.next = behind;
                    self.add(&mut open, node)?;
                    continue;
                }
                _ => {
                    let kind = self.single(placed)?;
                    let node = self.node(at, kind);
                    self.add(&mut open, node)?;
                    continue;
                }
            }
            self.next = behind;
        }
        match open.close {
            None => self.choice(open),
            Some(close) => {
                let sign = &self.grammar[open.at..=open.at];
                fault(open.at, format!("this `{sign}` is never closed; put `{close}` where it ends"))
            }
        }
    }

    fn node(&mut self, at: usize, kind: Kind) -> usize {
        self.nodes.push(Node { at, kind });
        self.nodes.len() - 1
    }

    /// Adds a part to the present alternative, with the repetition that follows it.
    fn add(&mut self, open: &mut Open, mut node: usize) -> Result<(), Fault> {
        if let Some((least, most)) = self.repetition() {
            self.next += 1;
            node = self.node(self.nodes[node].at, Kind::Repeat(node, least, most));
            if self.repetition().is_some() {
                let at = self.tokens[self.next].start;
                return fault(at, "this repeats a repetition; put brackets around the inner one");
            }
        }
        let first = match open.joint.take() {
            Some(('-', _)) => open.parts.pop(),
            _ => None,
        };
        let part = match first {
            None => node,
            Some(first) => match &mut self.nodes[first] {
                Node { kind: Kind::Difference(parts), .. } => {
                    parts.push(node);
                    first
                }
                Node { at, .. } => {
                    let at = *at;
                    self.node(at, Kind::Difference(vec![first, node]))
                }
            },
        };
        open.parts.push(part);
        Ok(())
    }

    fn end_alternative(&mut self, open: &mut Open) -> Result<(), Fault> {
        if let Some((sign, at)) = open.joint {
            return fault(at, format!("something is missing behind this `{sign}`"));
        }
        let node = match mem::take(&mut open.parts) {
            parts if parts.len() == 1 => parts[0],
            parts => self.node(open.at, Kind::Sequence(parts)),
        };
        open.alternatives.push((open.start..self.next, node));
        open.start = self.next + 1;
        Ok(())
    }

    fn choice(&mut self, mut open: Open) -> Result<Option<usize>, Fault> {
        self.end_alternative(&mut open)?;
        if let [(span, node)] = &open.alternatives[..] {
            return Ok(Some(*node).filter(|_| !span.is_empty()));
        }
        let mut labels = Labels::default();
        let mut label = |span: Range<usize>| labels.unique(self.label(&self.tokens[span]));
        let choice = open.alternatives.into_iter().map(|(span, node)| (label(span), node)).collect();
        Ok(Some(self.node(open.at, Kind::Choice(choice))))
    }

    /// The text of an alternative, without comments. Whitespace within a literal is part of it and stays.
    fn label(&self, tokens: &[Placed]) -> String {
        if tokens.iter().all(|placed| placed.token == Token::Text(String::new())) {
            return "empty".into();
        }
        let mut label = String::new();
        for (index, placed) in tokens.iter().enumerate() {
            if index > 0 && tokens[index - 1].end < placed.start {
                label.push(' ');
            }
            label.push_str(&self.grammar[placed.start..placed.end]);
        }
        label
    }

    /// What is neither a bracket nor stands between two others.
    fn single(&mut self, placed: &Placed<'g>) -> Result<Kind, Fault> {
        let at = placed.start;
        self.next += 1;
        match &placed.token {
            Token::Text(text) => match self.tokens.get(self.next) {
                Some(Placed { token: Token::To, start, .. }) => self.range(at, text, *start),
                _ => Ok(Kind::Text(text.clone())),
            },
            Token::Class(ranges) => Ok(Kind::Class(ranges.clone())),
            Token::Name(name) => match self.numbers.get(name) {
                Some(&number) => Ok(Kind::Rule(number)),
                None => fault(at, self.no_rule(name, at)),
            },
            Token::To => fault(at, RANGE),
            Token::Define(_) => fault(at, "only the name of a rule can stand before this sign"),
            Token::Sign('.') => fault(at, "`.` ends a rule, but no other rule begins behind it"),
            Token::Sign(_) | Token::Bounds(..) => {
                fault(at, format!("there is nothing before this `{}` to repeat", &self.grammar[at..placed.end]))
            }
        }
    }

    fn range(&mut self, at: usize, from: &str, to_at: usize) -> Result<Kind, Fault> {
        if let Some(Placed { token: Token::Text(to), .. }) = self.tokens.get(self.next + 1) {
            if let (Some(from), Some(to)) = (only(from), only(to)) {
                self.next += 2;
                return Ok(Kind::Class(vec![range(at, from, to)?]));
            }
        }
        fault(to_at, RANGE)
    }

    fn repetition(&self) -> Option<(u32, Option<u32>)> {
        match self.tokens.get(self.next)?.token {
            Token::Sign('*') => Some((0, None)),
            Token::Sign('+') => Some((1, None)),
            Token::Sign('?') => Some((0, Some(1))),
            Token::Bounds(least, most) => Some((least, most)),
            _ => None,
        }
    }

    fn no_rule(&self, name: &str, at: usize) -> String {
        let advice = if let Some(near) = nearest(name, &self.names) {
            format!("is `{near}` meant?")
        } else if name.bytes().all(|b| b.is_ascii_digit()) {
            format!("to repeat something write `x{{{name}}}`, without a space")
        } else if self.grammar[..at].ends_with('[')
            && self.grammar[at..].strip_prefix(name).is_some_and(|s| s.starts_with(']'))
        {
            format!("`[…]` is an option here, and a class is written `/[{name}]/`")
        } else {
            "text stands in quotes".into()
        };
        format!("there is no rule `{name}`; {advice}")
    }
}

/// What there is so far of a body or of a pair of brackets.
struct Open {
    at: usize,
    close: Option<char>,
    /// The finished ones, with their tokens.
    alternatives: Vec<(Range<usize>, usize)>,
    /// The token with which the present alternative begins.
    start: usize,
    parts: Vec<usize>,
    /// A `,` or `-` that waits for something behind it.
    joint: Option<(char, usize)>,
}

impl Open {
    fn new(at: usize, close: Option<char>, start: usize) -> Self {
        Open { at, close, alternatives: Vec::new(), start, parts: Vec::new(), joint: None }
    }
}

#[derive(Default)]
struct Labels {
    taken: HashSet<String>,
    /// How often each text was there, so that many equal ones take no longer than many others.
    times: HashMap<String, usize>,
}

impl Labels {
    fn unique(&mut self, text: String) -> String {
        let mut label = text.clone();
        while !self.taken.insert(label.clone()) {
            let times = self.times.entry(text.clone()).or_insert(1);
            *times += 1;
            label = format!("{text} ({times})");
        }
        label
    }
}

/// The name that was probably meant: at least half of the letters must be right.
fn nearest<'g>(name: &str, names: &[&'g str]) -> Option<&'g str> {
    let letters = |name: &str| name.to_lowercase().chars().collect::<Vec<_>>();
    let wanted = letters(name);
    let distances = names.iter().map(|near| (edit_distance(&wanted, &letters(near)), *near));
    let (distance, near) = distances.min_by_key(|(distance, _)| *distance)?;
    (distance * 2 <= wanted.len()).then_some(near)
}

fn edit_distance(one: &[char], other: &[char]) -> usize {
    // Names that are so long are nobody's typing error, and the table below would become large.
    if one.len().max(other.len()) > 100 {
        return usize::MAX / 2;
    }
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.iter().enumerate() {
        let mut diagonal = i;
        row[0] = i + 1;
        for (j, b) in other.iter().enumerate() {
            let changed = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[other.len()]
}

// ---- From nodes to pieces ----

fn finish(draft: Draft) -> Result<Rules, Fault> {
    let ends = fixed_point(&draft, true);
    if let Some(DraftRule { name, at, .. }) = endless(&draft, &ends) {
        return fault(*at, format!("the rule `{name}` never comes to an end: every alternative needs `{name}` again"));
    }
    let can_be_empty = fixed_point(&draft, false);
    let mut classes = Classes { draft: &draft, of_rules: HashMap::new() };
    let mut pieces: Vec<Piece> = Vec::with_capacity(draft.nodes.len());
    for (number, node) in draft.nodes.iter().enumerate() {
        // Each node is part of one other at most, so that its piece can move there.
        let mut take = |part: usize| mem::replace(&mut pieces[part], Piece::Sequence(Vec::new()));
        let piece = match &node.kind {
            Kind::Text(text) if text.is_empty() => Piece::Sequence(Vec::new()),
            Kind::Text(text) => Piece::Literal(text.clone()),
            Kind::Rule(rule) => Piece::Rule(*rule),
            Kind::Class(_) | Kind::Difference(_) => match characters(classes.class(number, 0)?) {
                empty if empty.is_empty() => return fault(node.at, "this class is empty: it leaves no character"),
                characters => Piece::Class(characters),
            },
            Kind::Sequence(parts) => sequence(parts.iter().map(|part| take(*part))),
            Kind::Choice(parts) => {
                Piece::Choice(parts.iter().map(|(name, part)| (name.clone(), take(*part))).collect())
            }
            Kind::Repeat(part, _, None) if can_be_empty[*part] => {
                return fault(node.at, "what is repeated here can be empty, so that there would be no end of ways");
            }
            Kind::Repeat(part, least, most) => Piece::Repeat(Box::new(take(*part)), *least, *most),
        };
        pieces.push(piece);
    }
    let mut take = |part: usize| mem::replace(&mut pieces[part], Piece::Sequence(Vec::new()));
    let rules = draft.rules.iter().map(|rule| Rule { name: rule.name.into(), body: take(rule.body) }).collect();
    Ok(Rules { rules })
}

fn sequence(parts: impl Iterator<Item = Piece>) -> Piece {
    let flat = parts.flat_map(|part| match part {
        Piece::Sequence(inner) => inner,
        other => vec![other],
    });
    let mut pieces = Vec::new();
    for piece in flat {
        match (pieces.last_mut(), piece) {
            (Some(Piece::Literal(text)), Piece::Literal(more)) => text.push_str(&more),
            (_, piece) => pieces.push(piece),
        }
    }
    if pieces.len() == 1 { pieces.remove(0) } else { Piece::Sequence(pieces) }
}

/// The nodes that have a finite text, if characters count as such; those that have the empty text, if not.
fn fixed_point(draft: &Draft, characters: bool) -> Vec<bool> {
    // How many parts must still be known before a node is.
    let mut missing = Vec::with_capacity(draft.nodes.len());
    let mut users = vec![Vec::new(); draft.nodes.len()];
    for (number, node) in draft.nodes.iter().enumerate() {
        match &node.kind {
            Kind::Rule(rule) => users[draft.rules[*rule].body].push(number),
            Kind::Sequence(parts) => parts.iter().for_each(|part| users[*part].push(number)),
            Kind::Choice(parts) => parts.iter().for_each(|(_, part)| users[*part].push(number)),
            Kind::Repeat(part, ..) => users[*part].push(number),
            Kind::Text(_) | Kind::Class(_) | Kind::Difference(_) => {}
        }
        missing.push(match &node.kind {
            Kind::Text(text) => usize::from(!characters && !text.is_empty()),
            Kind::Class(_) | Kind::Difference(_) => usize::from(!characters),
            Kind::Sequence(parts) => parts.len(),
            Kind::Repeat(_, 0, _) => 0,
            Kind::Repeat(..) | Kind::Rule(_) | Kind::Choice(_) => 1,
        });
    }
    let mut queue: Vec<usize> = (0..missing.len()).filter(|node| missing[*node] == 0).collect();
    while let Some(node) = queue.pop() {
        for &user in &users[node] {
            if missing[user] > 0 {
                missing[user] -= 1;
                queue.extend((missing[user] == 0).then_some(user));
            }
        }
    }
    missing.iter().map(|missing| *missing == 0).collect()
}

/// A rule that has no end because it needs itself, not only because it needs another one without an end.
fn endless<'d, 'g>(draft: &'d Draft<'g>, ends: &[bool]) -> Option<&'d DraftRule<'g>> {
    let mut rule = draft.rules.iter().position(|rule| !ends[rule.body])?;
    let mut path = Vec::new();
    let mut on_path = vec![false; draft.rules.len()];
    // From each rule without an end to one that it needs: this comes to a circle.
    while !on_path[rule] {
        on_path[rule] = true;
        path.push(rule);
        let mut node = draft.rules[rule].body;
        rule = loop {
            node = match &draft.nodes[node].kind {
                Kind::Rule(rule) => break *rule,
                Kind::Sequence(parts) => *parts.iter().find(|part| !ends[**part])?,
                Kind::Choice(parts) => parts.first()?.1,
                Kind::Repeat(part, ..) => *part,
                Kind::Text(_) | Kind::Class(_) | Kind::Difference(_) => return None,
            };
        };
    }
    let circle = path.into_iter().skip_while(|on_path| *on_path != rule);
    circle.min().map(|first| &draft.rules[first])
}

struct Classes<'d, 'g> {
    draft: &'d Draft<'g>,
    /// So that each is computed once.
    of_rules: HashMap<usize, Ranges>,
}

impl Classes<'_, '_> {
    /// The characters that a node stands for, if it stands for single characters. Rules count too, since `Char - '-'`
    /// is what most differences look like.
    fn class(&mut self, node: usize, depth: usize) -> Result<Ranges, Fault> {
        let Node { at, kind } = &self.draft.nodes[node];
        match kind {
            Kind::Class(ranges) => return Ok(ranges.clone()),
            Kind::Text(text) => {
                if let Some(c) = only(text) {
                    return Ok(vec![(c.into(), c.into())]);
                }
            }
            // A rule that needs itself ends here too.
            _ if depth > 50 => {}
            Kind::Choice(parts) => {
                let mut all = Ranges::new();
                for (_, part) in parts {
                    all.extend(self.class(*part, depth + 1)?);
                }
                return Ok(joined(all));
            }
            Kind::Difference(parts) => {
                // What is left has no character outside of the first class and none inside of the others.
                let mut excluded = Ranges::new();
                for (index, part) in parts.iter().enumerate() {
                    let class = self.class(*part, depth + 1)?;
                    excluded.extend(if index == 0 { others(class) } else { class });
                }
                return Ok(others(excluded));
            }
            Kind::Rule(rule) => {
                if let Some(ranges) = self.of_rules.get(rule) {
                    return Ok(ranges.clone());
                }
                if let Ok(ranges) = self.class(self.draft.rules[*rule].body, depth + 1) {
                    self.of_rules.insert(*rule, ranges.clone());
                    return Ok(ranges);
                }
            }
            Kind::Sequence(_) | Kind::Repeat(..) => {}
        }
        fault(*at, "a difference is only possible between single characters and classes of them")
    }
}
