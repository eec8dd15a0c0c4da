//! The papers' search trees, for tests that need some generator whose choices depend on each other.

use mirrorcheck::prelude::*;

#[derive(Debug, Clone, PartialEq, Arbitrary)]
pub(crate) enum Tree {
    Leaf,
    Node(Box<Tree>, i32, Box<Tree>),
}

#[cfg_attr(not(feature = "lab"), expect(dead_code, reason = "the tests of lab build trees with it"))]
pub(crate) fn node(left: Tree, key: i32, right: Tree) -> Tree {
    Tree::Node(Box::new(left), key, Box::new(right))
}

/// Search trees with every key in `lo..=hi`.
#[generator]
pub(crate) fn bst(lo: i32, hi: i32) -> Tree {
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
