//! What a run is given: a part of the tree, a name, or nothing.

use super::Run;
use crate::any_serde::knowledge::Kind;
use crate::any_serde::tree::{Integer, Node, Tree};

/// What the answer to one question is taken from.
#[derive(Debug, Clone, Copy)]
pub(in super::super) enum Given<'t> {
    /// A choice.
    Free,
    /// A part of the tree.
    Node(usize),
    /// A key or a variant that is already known.
    Name(&'t str),
    /// A name in the tree that is read as a text, by choices.
    Key(&'t str),
    /// A byte of a byte string.
    Byte(u8),
}

impl<'t> Run<'_, '_, 't> {
    fn tree(&self) -> Option<&'t Tree> {
        self.state.tree
    }

    fn node(&self, given: Given<'_>) -> Option<&'t Node> {
        match given {
            Given::Node(id) => self.tree().map(|tree| tree.node(id)),
            _ => None,
        }
    }

    /// Removes any `Some` around what is given.
    pub(in super::super) fn bare(&self, mut given: Given<'t>) -> Given<'t> {
        while let Some(Node::Some(inner)) = self.node(given) {
            given = Given::Node(*inner);
        }
        given
    }

    pub(in super::super) fn integer(&self, given: Given<'t>) -> Option<Integer> {
        match (self.node(given), given) {
            (Some(Node::Integer(integer)), _) => Some(*integer),
            (None, Given::Byte(byte)) => Some(Integer::Natural(byte.into())),
            _ => None,
        }
    }

    pub(in super::super) fn float(&self, given: Given<'t>) -> Option<f64> {
        match self.node(given)? {
            Node::F32(number) => Some((*number).into()),
            Node::F64(number) => Some(*number),
            Node::Integer(integer) => Some(integer.as_f64()),
            _ => None,
        }
    }

    pub(in super::super) fn boolean(&self, given: Given<'t>) -> Option<bool> {
        match self.node(given)? {
            Node::Bool(value) => Some(*value),
            _ => None,
        }
    }

    pub(in super::super) fn text(&self, given: Given<'t>) -> Option<String> {
        match (self.node(given), given) {
            (Some(Node::Text(text)), _) => Some(text.clone()),
            (Some(Node::Char(c)), _) => Some((*c).into()),
            (Some(Node::Variant(name, None)), _) => Some((*name).to_owned()),
            (None, Given::Name(name) | Given::Key(name)) => Some(name.to_owned()),
            _ => None,
        }
    }

    pub(in super::super) fn is_null(&self, given: Given<'t>) -> bool {
        matches!(self.node(given), Some(Node::Unit | Node::None))
    }

    pub(in super::super) fn some(&self, given: Given<'t>) -> Given<'t> {
        match self.node(given) {
            Some(Node::Some(inner)) => Given::Node(*inner),
            _ => given,
        }
    }

    pub(in super::super) fn items(&self, given: Given<'t>) -> Option<Vec<Given<'t>>> {
        match self.node(given)? {
            Node::List(items) => Some(items.iter().map(|item| Given::Node(*item)).collect()),
            Node::Bytes(bytes) => Some(bytes.iter().map(|byte| Given::Byte(*byte)).collect()),
            _ => None,
        }
    }

    pub(in super::super) fn bytes(&self, given: Given<'t>) -> Option<Vec<u8>> {
        if let Given::Key(name) = given {
            return Some(name.as_bytes().to_owned());
        }
        match self.node(given)? {
            Node::Bytes(bytes) => Some(bytes.clone()),
            Node::Text(text) => Some(text.clone().into_bytes()),
            Node::List(items) => {
                items.iter().map(|item| self.integer(Given::Node(*item)).and_then(Integer::fit)).collect()
            }
            _ => None,
        }
    }

    pub(in super::super) fn entries(&self, given: Given<'t>) -> Option<Vec<(Given<'t>, Given<'t>)>> {
        match self.node(given)? {
            Node::Map(entries) => {
                Some(entries.iter().map(|(key, value)| (Given::Node(*key), Given::Node(*value))).collect())
            }
            Node::Record(fields) => {
                Some(fields.iter().map(|(name, value)| (Given::Name(name), Given::Node(*value))).collect())
            }
            Node::Variant(name, Some(inner)) => Some(vec![(Given::Name(name), Given::Node(*inner))]),
            _ => None,
        }
    }

    /// Returns the name and the content of a variant, whether it is written as one, or as a text or a map with one entry.
    pub(in super::super) fn variant(&self, given: Given<'t>) -> Option<(&'t str, Option<Given<'t>>)> {
        if let Given::Name(name) | Given::Key(name) = given {
            return Some((name, None));
        }
        match self.node(given)? {
            Node::Variant(name, inner) => Some((name, inner.map(Given::Node))),
            Node::Text(name) => Some((name, None)),
            _ => match self.entries(given)?.as_slice() {
                [(key, value)] => Some((self.key(*key)?, Some(*value))),
                _ => None,
            },
        }
    }

    /// Returns a key, if it is a text.
    pub(in super::super) fn key(&self, given: Given<'t>) -> Option<&'t str> {
        match given {
            Given::Name(name) | Given::Key(name) => Some(name),
            Given::Node(id) => self.tree()?.key(id),
            Given::Free | Given::Byte(_) => None,
        }
    }

    /// Returns the kind that a self-describing format would show.
    pub(in super::super) fn kind(&self, given: Given<'t>) -> Kind {
        let Some(node) = self.node(given) else {
            return if matches!(given, Given::Byte(_)) { Kind::Natural } else { Kind::Text };
        };
        match node {
            Node::Unit | Node::None => Kind::Null,
            Node::Some(inner) => self.kind(Given::Node(*inner)),
            Node::Bool(_) => Kind::Bool,
            Node::Integer(Integer::Natural(_)) => Kind::Natural,
            Node::Integer(Integer::Negative(_)) => Kind::Negative,
            Node::F32(_) | Node::F64(_) => Kind::Float,
            Node::Char(_) | Node::Text(_) | Node::Variant(_, None) => Kind::Text,
            Node::Bytes(_) | Node::List(_) => Kind::List,
            Node::Map(_) | Node::Record(_) | Node::Variant(_, Some(_)) => Kind::Map,
        }
    }

    /// Sorts parts without an order of their own, so that equal values have the same choices.
    pub(in super::super) fn sort(&self, parts: &mut [(Given<'t>, Given<'t>)]) {
        let Some(tree) = self.tree() else { return };
        parts.sort_by(|(a, _), (b, _)| {
            let numbers = (self.integer(*a).and_then(Integer::fit::<i128>), self.integer(*b).and_then(Integer::fit));
            match (numbers, self.key(*a), self.key(*b), a, b) {
                ((Some(a), Some(b)), ..) => a.cmp(&b),
                (_, Some(a), Some(b), ..) => a.cmp(b),
                (.., Given::Node(a), Given::Node(b)) => tree.digest(*a).cmp(&tree.digest(*b)),
                _ => std::cmp::Ordering::Equal,
            }
        });
    }
}
