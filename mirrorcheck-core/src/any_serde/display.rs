//! Trees for people: as JSON, paths to a part, and where two trees differ.

use std::fmt::{self, Write as _};

use super::tree::{Integer, Node, Tree};

/// How much of a part is shown where two trees differ.
const PART: usize = 60;
/// How many steps of a path are shown.
const STEPS: usize = 30;

/// Where the value that was read differs from the one that was written.
#[derive(Debug)]
pub(super) enum Difference {
    /// At this path, `Serialize` writes this part of one, and that of the other.
    At(String, String, String),
    /// `Serialize` writes both alike.
    Hidden,
    /// `Serialize` fails on the value that was read.
    Unknown,
}

impl Difference {
    /// Returns what differences with the same cause have in common.
    pub(super) fn place(&self) -> String {
        match self {
            Difference::At(path, ..) => path.clone(),
            Difference::Hidden => "hidden".to_owned(),
            Difference::Unknown => "unknown".to_owned(),
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("`Deserialize` reads a different value from what `Serialize` wrote")?;
        match self {
            Difference::At(path, written, read) if path.is_empty() => write!(f, ": {written} becomes {read}"),
            Difference::At(path, written, read) => write!(f, ": at `{path}`, {written} becomes {read}"),
            Difference::Hidden => f.write_str("; `Serialize` leaves out what tells them apart"),
            Difference::Unknown => Ok(()),
        }
    }
}

impl Tree {
    /// Finds the smallest part in which two trees differ.
    pub(super) fn difference(&self, other: &Tree) -> Difference {
        if self.is_same(other) {
            return Difference::Hidden;
        }
        let (mut path, mut ids) = (String::new(), (self.root(), other.root()));
        for _ in 0..STEPS {
            let Some((step, next)) = self.step_to_difference(ids.0, other, ids.1) else { break };
            path.push_str(&step);
            ids = next;
        }
        Difference::At(path, self.text(ids.0, PART), other.text(ids.1, PART))
    }

    /// Goes down to the first part that differs, if the two nodes have the same parts otherwise.
    fn step_to_difference(&self, id: usize, other: &Tree, other_id: usize) -> Option<(String, (usize, usize))> {
        let (ours, theirs) = (self.parts(id), other.parts(other_id));
        let is_alike = ours.len() == theirs.len() && ours.iter().zip(&theirs).all(|((a, _), (b, _))| a == b);
        if !is_alike || std::mem::discriminant(self.node(id)) != std::mem::discriminant(other.node(other_id)) {
            return None;
        }
        let mut both = ours.into_iter().zip(theirs);
        let ((step, a), (_, b)) = both.find(|((_, a), (_, b))| self.digest(*a) != other.digest(*b))?;
        Some((step, (a, b)))
    }

    /// Returns the path from the root to a part, as in `.orders[3].price`.
    pub(super) fn path(&self, id: usize) -> Option<String> {
        let (mut path, mut at) = (Vec::new(), id);
        while at != self.root() && path.len() < STEPS {
            // Parts come before what they are a part of.
            let whole = (at + 1..=self.root()).find(|whole| self.parts(*whole).iter().any(|(_, part)| *part == at))?;
            path.extend(self.parts(whole).into_iter().find(|(_, part)| *part == at).map(|(step, _)| step));
            at = whole;
        }
        path.reverse();
        Some(path.concat()).filter(|path| !path.is_empty())
    }

    /// Returns the parts of a node, in an order that does not depend on that of maps, each with its step in a path.
    fn parts(&self, id: usize) -> Vec<(String, usize)> {
        match self.node(id) {
            Node::Some(inner) => vec![(String::new(), *inner)],
            Node::List(items) => items.iter().enumerate().map(|(at, item)| (format!("[{at}]"), *item)).collect(),
            Node::Map(entries) => {
                let step = |(key, value): &(usize, usize)| (format!("[{}]", self.text(*key, PART)), *value);
                let mut parts: Vec<_> = entries.iter().map(step).collect();
                parts.sort();
                parts
            }
            Node::Record(fields) => fields.iter().map(|(name, value)| (format!(".{name}"), *value)).collect(),
            Node::Variant(name, Some(inner)) => vec![(format!(".{name}"), *inner)],
            _ => Vec::new(),
        }
    }
}

/// Formats the tree as JSON, cut to length.
impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(self.root(), 300))
    }
}

/// How many levels of a tree are formatted.
const MAX_DEPTH: u32 = 20;

impl Tree {
    /// Formats a part as JSON, cut to about `length` bytes.
    pub(super) fn text(&self, id: usize, length: usize) -> String {
        let mut out = String::new();
        if self.show(id, (MAX_DEPTH, length), &mut out).is_err() {
            let end = (0..=length.min(out.len())).rev().find(|at| out.is_char_boundary(*at));
            out.truncate(end.unwrap_or(0));
            out.push('…');
        }
        out
    }

    fn show(&self, id: usize, (depth, length): (u32, usize), out: &mut String) -> fmt::Result {
        if out.len() > length || depth == 0 {
            return Err(fmt::Error);
        }
        let depth = (depth - 1, length);
        match self.node(id) {
            Node::Unit | Node::None => out.push_str("null"),
            Node::Some(inner) => self.show(*inner, depth, out)?,
            Node::Bool(value) => write!(out, "{value}")?,
            Node::Integer(Integer::Natural(number)) => write!(out, "{number}")?,
            Node::Integer(Integer::Negative(number)) => write!(out, "{number}")?,
            Node::F32(number) => write!(out, "{number:?}")?,
            Node::F64(number) => write!(out, "{number:?}")?,
            Node::Char(c) => write!(out, "{:?}", c.to_string())?,
            Node::Text(text) => write!(out, "{text:?}")?,
            Node::Bytes(bytes) => write!(out, "{bytes:?}")?,
            Node::Variant(name, None) => write!(out, "{name:?}")?,
            Node::Variant(name, Some(inner)) => {
                write!(out, "{{{name:?}: ")?;
                self.show(*inner, depth, out)?;
                out.push('}');
            }
            Node::List(items) => {
                out.push('[');
                for (at, item) in items.iter().enumerate() {
                    out.push_str(if at > 0 { ", " } else { "" });
                    self.show(*item, depth, out)?;
                }
                out.push(']');
            }
            Node::Map(entries) => {
                out.push('{');
                for (at, (key, value)) in entries.iter().enumerate() {
                    out.push_str(if at > 0 { ", " } else { "" });
                    self.show(*key, depth, out)?;
                    out.push_str(": ");
                    self.show(*value, depth, out)?;
                }
                out.push('}');
            }
            Node::Record(fields) => {
                out.push('{');
                for (at, (name, value)) in fields.iter().enumerate() {
                    write!(out, "{}{name:?}: ", if at > 0 { ", " } else { "" })?;
                    self.show(*value, depth, out)?;
                }
                out.push('}');
            }
        }
        Ok(())
    }
}
