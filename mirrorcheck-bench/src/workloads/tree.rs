//! W3: search trees over 0..=100, leaf to node 1:5.

use mirrorcheck::prelude::*;

use super::{Source, Workload};

pub(crate) struct SearchTrees;

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Tree {
    Leaf,
    Node(Box<Tree>, i32, Box<Tree>),
}

/// Search trees with every key in `lo..=hi`.
#[generator]
fn bst(lo: i32, hi: i32) -> Tree {
    if lo > hi {
        return Tree::Leaf;
    }
    pick([
        (1, "leaf", Tree::Leaf),
        (5, "node", {
            let key = draw(lo..=hi);
            let left = draw(bst(lo, key - 1));
            let right = draw(bst(key + 1, hi));
            Tree::Node(Box::new(left), key, Box::new(right))
        }),
    ])
}

fn bst_directly(source: &mut impl Source, lo: i32, hi: i32) -> Tree {
    if lo > hi || source.below(6) < 1 {
        return Tree::Leaf;
    }
    let key = source.between(lo.into(), hi.into()) as i32;
    let left = bst_directly(source, lo, key - 1);
    let right = bst_directly(source, key + 1, hi);
    Tree::Node(Box::new(left), key, Box::new(right))
}

impl Workload for SearchTrees {
    const NAME: &'static str = "W3";
    type Value = Tree;

    fn direct(source: &mut impl Source) -> Tree {
        bst_directly(source, 0, 100)
    }

    fn generator() -> impl Reflective<Value = Tree> {
        bst(0, 100)
    }

    /// Nodes, leaves not counted.
    fn size(tree: &Tree) -> usize {
        match tree {
            Tree::Leaf => 0,
            Tree::Node(left, _, right) => 1 + Self::size(left) + Self::size(right),
        }
    }
}
