//! From a pattern to the pieces of a grammar.
//!
//! The syntax tree is used and not what `regex-syntax` makes of it: that one joins `a|[b-z]` to one class and takes
//! common beginnings of alternatives out, so that alternatives would be neither as likely nor called as they are
//! written. Only single characters and classes are translated by it, which knows all about Unicode.

use std::ops::Range;

use regex_syntax::ast::parse::Parser;
use regex_syntax::ast::{self, AssertionKind, Ast, Flag, RepetitionKind, RepetitionRange, Span};
use regex_syntax::hir::{self, Class, HirKind, translate::TranslatorBuilder};

use super::RegexError;
use crate::grammar::{Draft, DraftRule, Fault, Labels, Node, NodeKind, Ranges, Rules, fault, finish};

/// How many characters there may be on average.
const LONGEST: f64 = 1e6;

pub(super) fn read(pattern: &str) -> Result<Rules, RegexError> {
    rules(pattern).map_err(|fault| {
        let before = &pattern[..fault.at];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        RegexError {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            message: fault.message,
        }
    })
}

fn rules(pattern: &str) -> Result<Rules, Fault> {
    let ast = Parser::new().parse(pattern).or_else(|error| fault(start(error.span()), error.kind().to_string()))?;
    let whole = Edges { first: true, last: true };
    let Some(part) = Reader { pattern, flags: Flags::default() }.part(&ast, whole)? else {
        return fault(0, "it matches nothing at all: one of its classes is empty");
    };
    let length = part.length();
    if length > LONGEST {
        let advice = "repeat less often, or nest fewer repetitions";
        return fault(
            0,
            format!("its texts have about {length:.0e} characters on average, which is too long; {advice}"),
        );
    }
    let mut nodes = Vec::new();
    let body = part.nodes(pattern, &mut nodes);
    let name = format!("/{pattern}/");
    let rule = DraftRule { name: &name, at: 0, nodes: 0..nodes.len(), body };
    // No grammar begins like this, so that it is none.
    finish(&format!("\0{pattern}"), &Draft { nodes, rules: vec![rule], is_regex: true })
}

/// A part of a pattern, and where it stands.
#[derive(Clone)]
struct Part {
    span: Range<usize>,
    kind: PartKind,
}

#[derive(Clone)]
enum PartKind {
    Text(String),
    Class(Ranges),
    Sequence(Vec<Part>),
    Choice(Vec<Part>),
    Option(Box<Part>),
    Repeat(Box<Part>, u32, Option<u32>),
}

/// Whether nothing stands before a part, and nothing behind it.
#[derive(Clone, Copy)]
struct Edges {
    first: bool,
    last: bool,
}

struct Reader<'p> {
    pattern: &'p str,
    flags: Flags,
}

impl Reader<'_> {
    /// What a part of the pattern matches; `None` if that is nothing.
    fn part(&mut self, ast: &Ast, edges: Edges) -> Result<Option<Part>, Fault> {
        let span = ast.span().start.offset..ast.span().end.offset;
        let part = |kind| Ok(Some(Part { span: span.clone(), kind }));
        match ast {
            Ast::Empty(_) => part(PartKind::Text(String::new())),
            Ast::Flags(set) => {
                self.flags.set(&set.flags);
                part(PartKind::Text(String::new()))
            }
            Ast::Assertion(assertion) => {
                self.assertion(assertion, edges)?;
                part(PartKind::Text(String::new()))
            }
            Ast::Literal(_) | Ast::Dot(_) | Ast::ClassUnicode(_) | Ast::ClassPerl(_) | Ast::ClassBracketed(_) => {
                self.characters(ast).map(|kind| kind.map(|kind| Part { span, kind }))
            }
            Ast::Group(group) => {
                let outer = self.flags;
                group.flags().into_iter().for_each(|flags| self.flags.set(flags));
                let inside = self.part(&group.ast, edges);
                self.flags = outer;
                inside.map(|inside| inside.map(|inside| Part { span, ..inside }))
            }
            Ast::Repetition(repetition) => {
                let (least, most) = bounds(&repetition.op.kind);
                let is_once = most.is_some_and(|most| most <= 1);
                let edges = Edges { first: edges.first && is_once, last: edges.last && is_once };
                let inside = self.part(&repetition.ast, edges)?;
                Ok(repeated(inside, least, most).map(|kind| Part { span, kind }))
            }
            Ast::Alternation(alternation) => {
                let mut parts = Vec::new();
                for ast in &alternation.asts {
                    parts.extend(self.part(ast, edges)?);
                }
                match parts.len() {
                    0 => Ok(None),
                    1 => Ok(parts.pop()),
                    _ => part(PartKind::Choice(parts)),
                }
            }
            Ast::Concat(concat) => {
                let (mut parts, mut is_possible) = (Vec::new(), true);
                for (i, ast) in concat.asts.iter().enumerate() {
                    let first = edges.first && concat.asts[..i].iter().all(is_no_text);
                    let last = edges.last && concat.asts[i + 1..].iter().all(is_no_text);
                    match self.part(ast, Edges { first, last })? {
                        Some(part) => parts.push(part),
                        None => is_possible = false,
                    }
                }
                if is_possible { part(PartKind::Sequence(parts)) } else { Ok(None) }
            }
        }
    }

    /// A single character or a class.
    fn characters(&self, ast: &Ast) -> Result<Option<PartKind>, Fault> {
        let at = start(ast.span());
        let hir = self.flags.translator().build().translate(self.pattern, ast).or_else(|error| {
            fault(
                start(error.span()),
                match error.kind() {
                    hir::ErrorKind::InvalidUtf8 => {
                        "this matches bytes that are no text; leave `(?-u)` out, or keep to ASCII".to_owned()
                    }
                    kind => kind.to_string(),
                },
            )
        })?;
        let ranges: Ranges = match hir.kind() {
            HirKind::Empty => return Ok(Some(PartKind::Text(String::new()))),
            HirKind::Literal(literal) => match std::str::from_utf8(&literal.0) {
                Ok(text) => return Ok(Some(PartKind::Text(text.to_owned()))),
                Err(_) => return fault(at, "this is a byte that is no text; leave `(?-u)` out"),
            },
            HirKind::Class(Class::Unicode(class)) => {
                class.iter().map(|range| (range.start().into(), range.end().into())).collect()
            }
            HirKind::Class(Class::Bytes(class)) => {
                class.iter().map(|range| (range.start().into(), range.end().into())).collect()
            }
            _ => return fault(at, "this is neither a character nor a class"),
        };
        Ok((!ranges.is_empty()).then_some(PartKind::Class(ranges)))
    }

    /// What looks at the text around it says nothing at the edges of the whole, and cannot stand elsewhere.
    fn assertion(&self, assertion: &ast::Assertion, edges: Edges) -> Result<(), Fault> {
        let span = &assertion.span;
        let sign = &self.pattern[span.start.offset..span.end.offset];
        let (is_fine, edge) = match assertion.kind {
            AssertionKind::StartLine | AssertionKind::StartText => (edges.first, "beginning"),
            AssertionKind::EndLine | AssertionKind::EndText => (edges.last, "end"),
            _ => {
                let why = "depends on the characters around it, which are made independently of each other";
                let advice = "leave it out, and write what may stand there instead";
                return fault(start(span), format!("`{sign}` {why}; {advice}"));
            }
        };
        if is_fine {
            return Ok(());
        }
        let why = format!("can only stand at the very {edge}, because the whole text is matched");
        fault(start(span), format!("`{sign}` {why}; leave it out, or write `\\n` for the end of a line"))
    }
}

fn start(span: &Span) -> usize {
    span.start.offset
}

/// Whether something never matches a character, so that it can stand before `^` and behind `$`.
fn is_no_text(ast: &Ast) -> bool {
    match ast {
        Ast::Empty(_) | Ast::Flags(_) | Ast::Assertion(_) => true,
        Ast::Group(group) => is_no_text(&group.ast),
        Ast::Repetition(repetition) => is_no_text(&repetition.ast),
        Ast::Alternation(alternation) => alternation.asts.iter().all(is_no_text),
        Ast::Concat(concat) => concat.asts.iter().all(is_no_text),
        _ => false,
    }
}

fn bounds(kind: &RepetitionKind) -> (u32, Option<u32>) {
    match *kind {
        RepetitionKind::ZeroOrOne => (0, Some(1)),
        RepetitionKind::ZeroOrMore => (0, None),
        RepetitionKind::OneOrMore => (1, None),
        RepetitionKind::Range(RepetitionRange::Exactly(count)) => (count, Some(count)),
        RepetitionKind::Range(RepetitionRange::AtLeast(least)) => (least, None),
        RepetitionKind::Range(RepetitionRange::Bounded(least, most)) => (least, Some(most)),
    }
}

fn repeated(part: Option<Part>, least: u32, most: Option<u32>) -> Option<PartKind> {
    Some(match (part, least, most) {
        (_, _, Some(0)) | (None, 0, _) => PartKind::Text(String::new()),
        (None, ..) => return None,
        (Some(part), 1, Some(1)) => part.kind,
        (Some(part), 0, Some(1)) => PartKind::Option(Box::new(part)),
        (Some(part), _, None) if part.can_be_empty() => starred(part),
        (Some(part), ..) => PartKind::Repeat(Box::new(part), least, most),
    })
}

/// Any number of something that can be empty, without the emptiness, of which there would be no end. Whether its parts
/// follow each other in one or in several repetitions makes no difference (Brüggemann-Klein's star normal form).
fn starred(part: Part) -> PartKind {
    let span = part.span.clone();
    let mut parts = Vec::new();
    part.not_empty(&mut parts);
    let inside = match parts.len() {
        0 => return PartKind::Text(String::new()),
        1 => parts.remove(0),
        _ => Part { span, kind: PartKind::Choice(parts) },
    };
    PartKind::Repeat(Box::new(inside), 0, None)
}

impl Part {
    fn can_be_empty(&self) -> bool {
        match &self.kind {
            PartKind::Text(text) => text.is_empty(),
            PartKind::Class(_) => false,
            PartKind::Sequence(parts) => parts.iter().all(Part::can_be_empty),
            PartKind::Choice(parts) => parts.iter().any(Part::can_be_empty),
            PartKind::Option(_) | PartKind::Repeat(_, 0, _) => true,
            PartKind::Repeat(part, ..) => part.can_be_empty(),
        }
    }

    /// Parts none of which can be empty, any number of which are any number of this one.
    fn not_empty(self, parts: &mut Vec<Part>) {
        match self.kind {
            _ if !self.can_be_empty() => parts.push(self),
            PartKind::Text(_) | PartKind::Class(_) => {}
            PartKind::Sequence(inner) | PartKind::Choice(inner) => {
                inner.into_iter().for_each(|part| part.not_empty(parts))
            }
            PartKind::Option(inner) | PartKind::Repeat(inner, ..) => inner.not_empty(parts),
        }
    }

    /// How many characters it has on average.
    fn length(&self) -> f64 {
        match &self.kind {
            PartKind::Text(text) => text.len() as f64,
            PartKind::Class(_) => 1.0,
            PartKind::Sequence(parts) => parts.iter().map(Part::length).sum(),
            PartKind::Choice(parts) => parts.iter().map(Part::length).sum::<f64>() / parts.len() as f64,
            PartKind::Option(part) => part.length() / 2.0,
            PartKind::Repeat(part, least, None) => (f64::from(*least) + 3.0) * part.length(),
            PartKind::Repeat(part, least, Some(most)) => (f64::from(*least) + f64::from(*most)) / 2.0 * part.length(),
        }
    }

    /// Adds the nodes of a grammar that it consists of, itself last; gives its number.
    fn nodes(self, pattern: &str, nodes: &mut Vec<Node>) -> usize {
        let at = self.span.start;
        let kind = match self.kind {
            PartKind::Text(text) => NodeKind::Text(text),
            PartKind::Class(ranges) => NodeKind::Class(ranges),
            PartKind::Sequence(parts) => {
                NodeKind::Sequence(parts.into_iter().map(|part| part.nodes(pattern, nodes)).collect())
            }
            PartKind::Choice(parts) => {
                let mut labels = Labels::default();
                let alternatives = parts.into_iter().map(|part| {
                    let label = match pattern[part.span.clone()].trim() {
                        "" => "empty",
                        source => source,
                    };
                    (labels.unique(label.to_owned()), part.nodes(pattern, nodes))
                });
                NodeKind::Choice(alternatives.collect())
            }
            PartKind::Option(part) => {
                nodes.push(Node { at, kind: NodeKind::Text(String::new()) });
                let none = nodes.len() - 1;
                NodeKind::Choice(vec![("none".to_owned(), none), ("some".to_owned(), part.nodes(pattern, nodes))])
            }
            PartKind::Repeat(part, least, most) => NodeKind::Repeat(part.nodes(pattern, nodes), least, most),
        };
        nodes.push(Node { at, kind });
        nodes.len() - 1
    }
}

/// The flags that change what a character or a class matches.
#[derive(Clone, Copy, Default)]
struct Flags {
    ignores_case: bool,
    dot_is_all: bool,
    crlf: bool,
    is_ascii: bool,
}

impl Flags {
    fn set(&mut self, flags: &ast::Flags) {
        let set = |flag: &mut bool, is_on: Option<bool>| *flag = is_on.unwrap_or(*flag);
        set(&mut self.ignores_case, flags.flag_state(Flag::CaseInsensitive));
        set(&mut self.dot_is_all, flags.flag_state(Flag::DotMatchesNewLine));
        set(&mut self.crlf, flags.flag_state(Flag::CRLF));
        set(&mut self.is_ascii, flags.flag_state(Flag::Unicode).map(|is_on| !is_on));
    }

    fn translator(&self) -> TranslatorBuilder {
        let mut builder = TranslatorBuilder::new();
        builder.case_insensitive(self.ignores_case).dot_matches_new_line(self.dot_is_all);
        builder.crlf(self.crlf).unicode(!self.is_ascii);
        builder
    }
}
