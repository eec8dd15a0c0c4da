//! AVL: trees of keys 0..=9 that store their heights, five deep. Valid are balanced search trees with the right heights.

use mirrorcheck::prelude::*;

use super::Problem;

pub(crate) struct Avl;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Tree {
    Leaf,
    Node { height: i8, key: i8, left: Box<Tree>, right: Box<Tree> },
}

const DEPTH: u32 = 5;
const KEYS: i8 = 10;
/// As many as there are keys: most of them are wrong in any tree.
const HEIGHTS: i8 = 10;

#[generator]
fn trees(depth: u32, keys: i8, heights: i8) -> Tree {
    if depth == 0 {
        return Tree::Leaf;
    }
    labeled([
        ("leaf", Tree::Leaf),
        ("node", {
            let height = draw(0..heights);
            let key = draw(0..keys);
            let left = draw(trees(depth - 1, keys, heights));
            let right = draw(trees(depth - 1, keys, heights));
            Tree::Node { height, key, left: Box::new(left), right: Box::new(right) }
        }),
    ])
}

impl Tree {
    fn is_avl(&self) -> bool {
        self.height_between(i8::MIN, i8::MAX).is_some()
    }

    /// The height of a valid tree with keys between these, both excluded. A leaf has height 0.
    fn height_between(&self, low: i8, high: i8) -> Option<i8> {
        let Tree::Node { height, key, left, right } = self else { return Some(0) };
        if *key <= low || *key >= high {
            return None;
        }
        let left = left.height_between(low, *key)?;
        let right = right.height_between(*key, high)?;
        let is_right = (left - right).abs() <= 1 && *height == 1 + left.max(right);
        is_right.then_some(*height)
    }
}

/// How many there are of exactly this height, over so many keys.
fn avl_trees(height: u32, keys: u64) -> u64 {
    if height == 0 {
        return 1;
    }
    let below = |lower: u32, keys| height.checked_sub(lower).map_or(0, |height| avl_trees(height, keys));
    let at_root = |smaller: u64| {
        let larger = keys - 1 - smaller;
        below(1, smaller) * (below(1, larger) + below(2, larger)) + below(2, smaller) * below(1, larger)
    };
    (0..keys).map(at_root).sum()
}

fn avl_trees_up_to(depth: u32, keys: u64) -> u64 {
    (0..=depth).map(|height| avl_trees(height, keys)).sum()
}

impl Problem for Avl {
    const NAME: &'static str = "AVL";
    const RATE: u64 = 500;
    const GOAL: f64 = 10.0;
    type Value = Tree;

    fn generator() -> impl Generator<Value = Tree> + Clone {
        trees(DEPTH, KEYS, HEIGHTS)
    }

    fn is_valid(tree: &Tree) -> bool {
        tree.is_avl()
    }

    /// Nodes, leaves not counted.
    fn size(tree: &Tree) -> usize {
        match tree {
            Tree::Leaf => 0,
            Tree::Node { left, right, .. } => 1 + Self::size(left) + Self::size(right),
        }
    }

    fn all() -> Option<u64> {
        Some(avl_trees_up_to(DEPTH, KEYS as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::{Tree, avl_trees_up_to, trees};
    use crate::cgs::problems::tests::valid_ones;

    #[test]
    fn small_trees_are_counted_by_making_all() {
        for (depth, keys) in [(0, 3), (1, 10), (2, 1), (2, 3)] {
            let counted = valid_ones(trees(depth, keys, 3), Tree::is_avl);
            assert_eq!(counted, avl_trees_up_to(depth, keys as u64), "depth {depth}, {keys} keys");
        }
    }

    /// The shapes of balanced trees of 0, 1, 2, … nodes are 1, 1, 2, 1, 4, 6, 4, 17, 32, 44, 60; all keys are different.
    #[test]
    fn the_large_count_agrees_with_that_of_shapes() {
        let shapes = [1, 1, 2, 1, 4, 6, 4, 17, 32, 44, 60];
        let choose = |k: u64| (0..k).fold(1, |product, i| product * (10 - i) / (i + 1));
        let expected: u64 = shapes.iter().zip(0..).map(|(shapes, nodes)| shapes * choose(nodes)).sum();
        assert_eq!(avl_trees_up_to(5, 10), expected);
    }

    #[test]
    fn what_is_wrong_in_one_way_is_not_valid() {
        let node = |height, key, left, right| Tree::Node { height, key, left: Box::new(left), right: Box::new(right) };
        let single = |key| node(1, key, Tree::Leaf, Tree::Leaf);
        assert!(node(2, 5, single(4), Tree::Leaf).is_avl());
        assert!(!node(1, 5, single(4), Tree::Leaf).is_avl(), "the height is wrong");
        assert!(!node(2, 4, single(4), Tree::Leaf).is_avl(), "the keys are not in order");
        assert!(!node(3, 5, node(2, 4, single(3), Tree::Leaf), Tree::Leaf).is_avl(), "it is not balanced");
    }
}
