//! W3: search trees over 0..=100, leaf to node 1:5.

use mirrorcheck::prelude::*;

use super::Workload;
use crate::rng::Rng;

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

fn bst_by_hand(rng: &mut Rng, lo: i32, hi: i32) -> Tree {
    if lo > hi || rng.below(6) < 1 {
        return Tree::Leaf;
    }
    let key = rng.between(lo.into(), hi.into()) as i32;
    let left = bst_by_hand(rng, lo, key - 1);
    let right = bst_by_hand(rng, key + 1, hi);
    Tree::Node(Box::new(left), key, Box::new(right))
}

impl Workload for SearchTrees {
    const NAME: &'static str = "W3";
    type Value = Tree;

    fn by_hand(rng: &mut Rng) -> Tree {
        bst_by_hand(rng, 0, 100)
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
