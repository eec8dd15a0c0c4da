//! Search trees, as in a textbook.

use mirrorcheck::prelude::*;

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Tree {
    Leaf,
    Node(Box<Tree>, u8, Box<Tree>),
}

use Tree::{Leaf, Node};

/// Search trees with keys from `lo` to below `hi`.
#[generator]
pub(super) fn search_tree(lo: u8, hi: u8) -> Tree {
    if lo >= hi {
        return Tree::Leaf;
    }
    pick([
        (1, "leaf", Tree::Leaf),
        (4, "node", {
            let key = draw(lo..hi);
            let left = draw(search_tree(lo, key));
            let right = draw(search_tree(key + 1, hi));
            Tree::Node(Box::new(left), key, Box::new(right))
        }),
    ])
}

pub(super) fn insert(tree: Tree, key: u8) -> Tree {
    match tree {
        Leaf => Node(Box::new(Leaf), key, Box::new(Leaf)),
        Node(left, root, right) if key < root => Node(Box::new(insert(*left, key)), root, right),
        Node(left, root, right) if key > root => Node(left, root, Box::new(insert(*right, key))),
        same => same,
    }
}

impl Tree {
    /// From left to right.
    pub(super) fn keys(&self) -> Vec<u8> {
        match self {
            Leaf => Vec::new(),
            Node(left, key, right) => [left.keys(), vec![*key], right.keys()].concat(),
        }
    }

    pub(super) fn depth(&self) -> usize {
        match self {
            Leaf => 0,
            Node(left, _, right) => 1 + left.depth().max(right.depth()),
        }
    }
}
