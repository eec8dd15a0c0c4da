//! A property that does not hold.

use mirrorcheck::prelude::*;

use super::tree::Tree::{self, Leaf, Node};
use super::tree::search_tree;

/// Deleting a key removes that key and no other.
#[property]
fn delete_leaves_other_keys(#[from(search_tree(0, 100))] tree: Tree, #[from(0..100)] key: u8) {
    event("size", tree.keys().len());
    label(if tree.keys().contains(&key) { "a key of the tree" } else { "another key" });
    let wanted: Vec<u8> = tree.keys().into_iter().filter(|other| *other != key).collect();
    assert_eq!(delete(tree, key).keys(), wanted);
}

pub(super) fn check() {
    delete_leaves_other_keys::check();
}

fn delete(tree: Tree, key: u8) -> Tree {
    match tree {
        Leaf => Leaf,
        Node(left, root, right) if key < root => Node(Box::new(delete(*left, key)), root, right),
        Node(left, root, right) if key > root => Node(left, root, Box::new(delete(*right, key))),
        Node(left, _, right) => join(*left, *right),
    }
}

/// One tree out of two, where all keys of the first are smaller: its greatest key becomes the root.
fn join(left: Tree, right: Tree) -> Tree {
    match without_greatest(left) {
        None => right,
        Some((rest, greatest)) => Node(Box::new(rest), greatest, Box::new(right)),
    }
}

fn without_greatest(tree: Tree) -> Option<(Tree, u8)> {
    let Node(left, root, right) = tree else { return None };
    match without_greatest(*right) {
        Some((rest, greatest)) => Some((Node(left, root, Box::new(rest)), greatest)),
        // The mistake that `delete_leaves_other_keys` finds: what is left of the greatest key is lost.
        None => Some((Leaf, root)),
    }
}
