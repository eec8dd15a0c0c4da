//! BST: trees of keys 0..=9, five deep. Valid are search trees.

use mirrorcheck::prelude::*;

use super::Problem;

pub(crate) struct Bst;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Tree {
    Leaf,
    Node(i8, Box<Tree>, Box<Tree>),
}

const DEPTH: u32 = 5;
const KEYS: i8 = 10;

#[generator]
fn trees(depth: u32, keys: i8) -> Tree {
    if depth == 0 {
        return Tree::Leaf;
    }
    labeled([
        ("leaf", Tree::Leaf),
        ("node", {
            let key = draw(0..keys);
            let left = draw(trees(depth - 1, keys));
            let right = draw(trees(depth - 1, keys));
            Tree::Node(key, Box::new(left), Box::new(right))
        }),
    ])
}

impl Tree {
    fn is_search_tree(&self) -> bool {
        self.is_between(i8::MIN, i8::MAX)
    }

    /// Both ends excluded: a key stands in a tree once.
    fn is_between(&self, low: i8, high: i8) -> bool {
        match self {
            Tree::Leaf => true,
            Tree::Node(key, left, right) => {
                low < *key && *key < high && left.is_between(low, *key) && right.is_between(*key, high)
            }
        }
    }
}

/// How many search trees there are over so many keys: any of them can be the root.
fn search_trees(depth: u32, keys: u64) -> u64 {
    if depth == 0 {
        return 1;
    }
    let below = |keys| search_trees(depth - 1, keys);
    1 + (0..keys).map(|smaller| below(smaller) * below(keys - 1 - smaller)).sum::<u64>()
}

impl Problem for Bst {
    const NAME: &'static str = "BST";
    const RATE: u64 = 50;
    const GOAL: f64 = 3.0;
    type Value = Tree;

    fn generator() -> impl Generator<Value = Tree> + Clone {
        trees(DEPTH, KEYS)
    }

    fn is_valid(tree: &Tree) -> bool {
        tree.is_search_tree()
    }

    /// Nodes, leaves not counted.
    fn size(tree: &Tree) -> usize {
        match tree {
            Tree::Leaf => 0,
            Tree::Node(_, left, right) => 1 + Self::size(left) + Self::size(right),
        }
    }

    fn all() -> Option<u64> {
        Some(search_trees(DEPTH, KEYS as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::{Tree, search_trees, trees};
    use crate::cgs::problems::tests::valid_ones;

    #[test]
    fn small_trees_are_counted_by_making_all() {
        for (depth, keys) in [(0, 3), (1, 10), (2, 1), (2, 3), (2, 5), (3, 2), (3, 3)] {
            let counted = valid_ones(trees(depth, keys), Tree::is_search_tree);
            assert_eq!(counted, search_trees(depth, keys as u64), "depth {depth}, {keys} keys");
        }
    }

    #[test]
    fn the_same_key_twice_is_no_search_tree() {
        let leaf = || Box::new(Tree::Leaf);
        let node = |key, left, right| Tree::Node(key, left, right);
        assert!(node(5, Box::new(node(4, leaf(), leaf())), leaf()).is_search_tree());
        assert!(!node(5, Box::new(node(5, leaf(), leaf())), leaf()).is_search_tree());
        // In order with its parent, but not with what is above that.
        let inner = node(7, Box::new(node(4, leaf(), leaf())), leaf());
        assert!(!node(5, leaf(), Box::new(inner)).is_search_tree());
    }
}
