//! Three properties, as they stand in a test module: `cargo mirrorcheck demo` shows what there is to see of them.

use mirrorcheck::prelude::*;

use Tree::{Leaf, Node};

/// Inserting a key leaves the keys in order, and each of them once.
#[property]
fn insert_keeps_order(#[from(search_tree(0, 20))] tree: Tree, #[from(0..20)] key: u8) {
    event("size", tree.keys().len());
    event("depth", tree.depth());
    classify(tree.keys().contains(&key), "the key is there already");
    let keys = insert(tree, key).keys();
    assert!(keys.windows(2).all(|pair| pair[0] < pair[1]), "{keys:?}");
}

/// Merging two sorted lists gives a sorted list. Most lists are not sorted, so hardly any case is tested.
#[property]
fn merge_is_sorted(left: Vec<u8>, right: Vec<u8>) {
    assume(left.is_sorted() && right.is_sorted());
    event("length", left.len() + right.len());
    assert!(merge(&left, &right).is_sorted());
}

/// Deleting a key removes that key and no other. There is a mistake in [`without_greatest`].
#[property]
fn delete_leaves_other_keys(#[from(search_tree(0, 20))] tree: Tree, #[from(0..20)] key: u8) {
    event("size", tree.keys().len());
    label(if tree.keys().contains(&key) { "a key of the tree" } else { "another key" });
    let wanted: Vec<u8> = tree.keys().into_iter().filter(|other| *other != key).collect();
    assert_eq!(delete(tree, key).keys(), wanted);
}

/// All of them. Those that fail panic, as in tests.
pub(crate) const PROPERTIES: [fn(); 3] =
    [insert_keeps_order::check, merge_is_sorted::check, delete_leaves_other_keys::check];

#[derive(Debug, Clone, PartialEq)]
enum Tree {
    Leaf,
    Node(Box<Tree>, u8, Box<Tree>),
}

/// Search trees with keys from `lo` to below `hi`.
#[generator]
fn search_tree(lo: u8, hi: u8) -> Tree {
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

fn insert(tree: Tree, key: u8) -> Tree {
    match tree {
        Leaf => Node(Box::new(Leaf), key, Box::new(Leaf)),
        Node(left, root, right) if key < root => Node(Box::new(insert(*left, key)), root, right),
        Node(left, root, right) if key > root => Node(left, root, Box::new(insert(*right, key))),
        same => same,
    }
}

impl Tree {
    /// From left to right.
    fn keys(&self) -> Vec<u8> {
        match self {
            Leaf => Vec::new(),
            Node(left, key, right) => [left.keys(), vec![*key], right.keys()].concat(),
        }
    }

    fn depth(&self) -> usize {
        match self {
            Leaf => 0,
            Node(left, _, right) => 1 + left.depth().max(right.depth()),
        }
    }
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
        // The mistake: what is left of the greatest key is lost.
        None => Some((Leaf, root)),
    }
}

fn merge(left: &[u8], right: &[u8]) -> Vec<u8> {
    match (left, right) {
        ([], rest) | (rest, []) => rest.to_vec(),
        ([a, left @ ..], [b, ..]) if a <= b => [&[*a][..], &merge(left, right)].concat(),
        (_, [b, right @ ..]) => [&[*b][..], &merge(left, right)].concat(),
    }
}
