//! From tokens to nodes.

use std::collections::{HashMap, HashSet};
use std::mem;
use std::ops::Range;

use super::classes::{Ranges, only, range};
use super::read::{Fault, fault};
use super::tokens::{Placed, Token};

/// How deep brackets can be in each other, so that recursion over the pieces stays within any stack.
const DEEPEST: usize = 500;

const RANGE: &str = "a range has one character in quotes on both sides, such as `\"a\"..\"z\"`";

/// The nodes of all rules in one row. What a node consists of stands before it, so that no pass over them needs
/// recursion; only the parts of a difference may stand anywhere.
pub(crate) struct Draft<'g> {
    pub(crate) nodes: Vec<Node>,
    pub(crate) rules: Vec<DraftRule<'g>>,
    /// Whether it is a regular expression: the characters of large classes are mostly ASCII, and the number of repeated
    /// ones is chosen first.
    pub(crate) is_regex: bool,
}

pub(crate) struct DraftRule<'g> {
    pub(crate) name: &'g str,
    pub(crate) at: usize,
    /// Its nodes, and the one that all the others are in.
    pub(crate) nodes: Range<usize>,
    pub(crate) body: usize,
}

pub(crate) struct Node {
    pub(crate) at: usize,
    pub(crate) kind: NodeKind,
}

pub(crate) enum NodeKind {
    Text(String),
    Class(Ranges),
    Rule(usize),
    Sequence(Vec<usize>),
    Choice(Vec<(String, usize)>),
    Repeat(usize, u32, Option<u32>),
    /// The first without all others.
    Difference(Vec<usize>),
}

pub(super) struct Parser<'g, 't> {
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
    #[inline]
    pub(super) fn new(grammar: &'g str, tokens: &'t [Placed<'g>]) -> Result<Self, Fault> {
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

    #[inline]
    pub(super) fn rules(mut self) -> Result<Draft<'g>, Fault> {
        let mut rules = Vec::new();
        while let Some(first) = self.tokens.get(self.next) {
            let (Token::Name(name), true) = (&first.token, self.rule_begins(self.next)) else {
                return fault(first.start, "a rule is expected here, such as `name = \"text\" ;`");
            };
            self.next += 2;
            let start = self.nodes.len();
            let Some(body) = self.body(first.start)? else {
                return fault(first.start, format!("the rule `{name}` has no body; write `\"\"` for the empty text"));
            };
            rules.push(DraftRule { name, at: first.start, nodes: start..self.nodes.len(), body });
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
        Ok(Draft { nodes: self.nodes, rules, is_regex: false })
    }

    #[inline]
    fn rule_begins(&self, index: usize) -> bool {
        let token = |index: usize| self.tokens.get(index).map(|placed| &placed.token);
        matches!((token(index), token(index + 1)), (Some(Token::Name(_)), Some(Token::Define(_))))
    }

    /// Everything up to the `;` or the next rule; nothing if there is not even a `|`.
    ///
    /// OpenGroup brackets are kept here and not in recursion, which would take too much of the native stack.
    #[inline]
    fn body(&mut self, at: usize) -> Result<Option<usize>, Fault> {
        let mut open = OpenGroup::new(at, None, self.next);
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
                    around.push(mem::replace(&mut open, OpenGroup::new(at, Some(close), behind)));
                    if around.len() > DEEPEST {
                        return fault(at, format!("brackets are nested more than {DEEPEST} levels deep"));
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
                        ']' => self.node(at, NodeKind::Repeat(node, 0, Some(1))),
                        _ => self.node(at, NodeKind::Repeat(node, 0, None)),
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

    #[inline]
    fn node(&mut self, at: usize, kind: NodeKind) -> usize {
        self.nodes.push(Node { at, kind });
        self.nodes.len() - 1
    }

    /// Adds a part to the present alternative, with the repetition that follows it.
    #[inline]
    fn add(&mut self, open: &mut OpenGroup, mut node: usize) -> Result<(), Fault> {
        if let Some((least, most)) = self.repetition() {
            self.next += 1;
            node = self.node(self.nodes[node].at, NodeKind::Repeat(node, least, most));
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
                Node { kind: NodeKind::Difference(parts), .. } => {
                    parts.push(node);
                    first
                }
                Node { at, .. } => {
                    let at = *at;
                    self.node(at, NodeKind::Difference(vec![first, node]))
                }
            },
        };
        open.parts.push(part);
        Ok(())
    }

    #[inline]
    fn end_alternative(&mut self, open: &mut OpenGroup) -> Result<(), Fault> {
        if let Some((sign, at)) = open.joint {
            return fault(at, format!("something is missing after this `{sign}`"));
        }
        let node = match mem::take(&mut open.parts) {
            parts if parts.len() == 1 => parts[0],
            parts => self.node(open.at, NodeKind::Sequence(parts)),
        };
        open.alternatives.push((open.start..self.next, node));
        open.start = self.next + 1;
        Ok(())
    }

    #[inline]
    fn choice(&mut self, mut open: OpenGroup) -> Result<Option<usize>, Fault> {
        self.end_alternative(&mut open)?;
        if let [(span, node)] = &open.alternatives[..] {
            return Ok(Some(*node).filter(|_| !span.is_empty()));
        }
        let mut labels = Labels::default();
        let mut label = |span: Range<usize>| labels.unique(self.label(&self.tokens[span]));
        let choice = open.alternatives.into_iter().map(|(span, node)| (label(span), node)).collect();
        Ok(Some(self.node(open.at, NodeKind::Choice(choice))))
    }

    /// The text of an alternative, without comments. Whitespace within a literal is part of it and stays.
    #[inline]
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
    #[inline]
    fn single(&mut self, placed: &Placed<'g>) -> Result<NodeKind, Fault> {
        let at = placed.start;
        self.next += 1;
        match &placed.token {
            Token::Text(text) => match self.tokens.get(self.next) {
                Some(Placed { token: Token::To, start, .. }) => self.range(at, text, *start),
                _ => Ok(NodeKind::Text(text.clone())),
            },
            Token::Class(ranges) => Ok(NodeKind::Class(ranges.clone())),
            Token::Name(name) => match self.numbers.get(name) {
                Some(&number) => Ok(NodeKind::Rule(number)),
                None => fault(at, self.no_rule(name, at)),
            },
            Token::To => fault(at, RANGE),
            Token::Define(_) => fault(at, "only the name of a rule can come before this sign"),
            Token::Sign('.') => fault(at, "`.` ends a rule, but no rule follows"),
            Token::Sign(_) | Token::Bounds(..) => {
                fault(at, format!("there is nothing before this `{}` to repeat", &self.grammar[at..placed.end]))
            }
        }
    }

    #[inline]
    fn range(&mut self, at: usize, from: &str, to_at: usize) -> Result<NodeKind, Fault> {
        if let Some(Placed { token: Token::Text(to), .. }) = self.tokens.get(self.next + 1) {
            if let (Some(from), Some(to)) = (only(from), only(to)) {
                self.next += 2;
                return Ok(NodeKind::Class(vec![range(at, from, to)?]));
            }
        }
        fault(to_at, RANGE)
    }

    #[inline]
    fn repetition(&self) -> Option<(u32, Option<u32>)> {
        match self.tokens.get(self.next)?.token {
            Token::Sign('*') => Some((0, None)),
            Token::Sign('+') => Some((1, None)),
            Token::Sign('?') => Some((0, Some(1))),
            Token::Bounds(least, most) => Some((least, most)),
            _ => None,
        }
    }

    #[inline]
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
struct OpenGroup {
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

impl OpenGroup {
    #[inline]
    fn new(at: usize, close: Option<char>, start: usize) -> Self {
        OpenGroup { at, close, alternatives: Vec::new(), start, parts: Vec::new(), joint: None }
    }
}

/// Labels of one choice, each of which stands there once.
#[derive(Default)]
pub(crate) struct Labels {
    taken: HashSet<String>,
    /// How often each text was there, so that many equal ones take no longer than many others.
    times: HashMap<String, usize>,
}

impl Labels {
    #[inline]
    pub(crate) fn unique(&mut self, text: String) -> String {
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
#[inline]
fn nearest<'g>(name: &str, names: &[&'g str]) -> Option<&'g str> {
    let letters = |name: &str| name.to_lowercase().chars().collect::<Vec<_>>();
    let wanted = letters(name);
    let distances = names.iter().map(|near| (edit_distance(&wanted, &letters(near)), *near));
    let (distance, near) = distances.min_by_key(|(distance, _)| *distance)?;
    (distance * 2 <= wanted.len()).then_some(near)
}

#[inline]
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
