//! From a pattern to the pieces of a grammar.
//!
//! Alternatives are not simplified: if `a|[b-z]` became one class, or if a common prefix were factored out, labels and
//! probabilities would no longer be those of the pattern as written.

use std::ops::Range;

use super::RegexError;
use super::class::{SURROGATES, without};
use super::parse::{Ast, AstKind, Look, parse};
use crate::grammar::{Draft, DraftRule, Fault, Labels, Node, NodeKind, Ranges, Rules, fault, finish};

/// How many characters there may be on average.
const LONGEST: f64 = 1e6;

#[inline]
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

#[inline]
fn rules(pattern: &str) -> Result<Rules, Fault> {
    let whole = Edges { first: true, last: true };
    let Some(part) = (Reader { pattern }).part(parse(pattern)?, whole)? else {
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
}

impl Reader<'_> {
    /// What a part of the pattern matches; `None` if that is nothing.
    #[inline]
    fn part(&self, Ast { span, kind, .. }: Ast, edges: Edges) -> Result<Option<Part>, Fault> {
        let kind = match kind {
            AstKind::Empty | AstKind::Flags => Some(PartKind::Text(String::new())),
            AstKind::Look(look) => {
                self.look(&span, look, edges)?;
                Some(PartKind::Text(String::new()))
            }
            AstKind::Characters(ranges) => characters(ranges),
            AstKind::Group(ast) => self.part(*ast, edges)?.map(|inside| inside.kind),
            AstKind::Repeat(ast, least, most) => {
                let is_once = most.is_some_and(|most| most <= 1);
                let edges = Edges { first: edges.first && is_once, last: edges.last && is_once };
                repeated(self.part(*ast, edges)?, least, most)
            }
            AstKind::Choice(asts) => {
                let mut parts = Vec::new();
                for ast in asts {
                    parts.extend(self.part(ast, edges)?);
                }
                if parts.len() == 1 {
                    return Ok(parts.pop());
                }
                (!parts.is_empty()).then_some(PartKind::Choice(parts))
            }
            AstKind::Sequence(asts) => {
                // `^` can come before all text, and `$` after it.
                let first_text = asts.iter().position(|ast| !is_no_text(ast)).unwrap_or(asts.len());
                let last_text = asts.iter().rposition(|ast| !is_no_text(ast)).unwrap_or(0);
                let (mut parts, count) = (Vec::new(), asts.len());
                for (i, ast) in asts.into_iter().enumerate() {
                    let edges = Edges { first: edges.first && i <= first_text, last: edges.last && i >= last_text };
                    parts.extend(self.part(ast, edges)?);
                }
                (parts.len() == count).then_some(PartKind::Sequence(parts))
            }
        };
        Ok(kind.map(|kind| Part { span, kind }))
    }

    /// What looks at the text around it says nothing at the edges of the whole, and cannot stand elsewhere.
    #[inline]
    fn look(&self, span: &Range<usize>, look: Look, edges: Edges) -> Result<(), Fault> {
        let sign = &self.pattern[span.clone()];
        let (is_fine, edge) = match look {
            Look::Beginning => (edges.first, "beginning"),
            Look::End => (edges.last, "end"),
            Look::Word => {
                let why = "depends on the characters around it, which are made independently of each other";
                let advice = "leave it out, and write what may stand there instead";
                return fault(span.start, format!("`{sign}` {why}; {advice}"));
            }
        };
        if is_fine {
            return Ok(());
        }
        let why = format!("can only stand at the very {edge}, because the whole text is matched");
        fault(span.start, format!("`{sign}` {why}; leave it out, or write `\\n` for the end of a line"))
    }
}

/// Makes a text of a class with one character, and `None` of an empty one.
#[inline]
fn characters(ranges: Ranges) -> Option<PartKind> {
    let ranges = without(ranges, SURROGATES.to_vec());
    match ranges[..] {
        [] => None,
        [(from, to)] if from == to => Some(PartKind::Text(char::from_u32(from)?.into())),
        _ => Some(PartKind::Class(ranges)),
    }
}

/// Whether something never matches a character, so that it can stand before `^` and behind `$`.
#[inline]
fn is_no_text(ast: &Ast) -> bool {
    match &ast.kind {
        AstKind::Empty | AstKind::Flags | AstKind::Look(_) => true,
        AstKind::Characters(_) => false,
        AstKind::Group(ast) | AstKind::Repeat(ast, ..) => is_no_text(ast),
        AstKind::Choice(asts) | AstKind::Sequence(asts) => asts.iter().all(is_no_text),
    }
}

#[inline]
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
#[inline]
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
    #[inline]
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
    #[inline]
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
    #[inline]
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
    #[inline]
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
