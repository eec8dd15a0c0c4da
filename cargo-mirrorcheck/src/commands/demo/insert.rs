//! A property that holds, on cases that are worth something.

use mirrorcheck::prelude::*;

use super::tree::{Tree, insert, search_tree};

/// Inserting a key leaves the keys in order, and each of them once.
#[property]
fn insert_keeps_order(#[from(search_tree(0, 100))] tree: Tree, #[from(0..100)] key: u8) {
    event("size", tree.keys().len());
    event("depth", tree.depth());
    classify(tree.keys().contains(&key), "the key is there already");
    let keys = insert(tree, key).keys();
    assert!(keys.windows(2).all(|pair| pair[0] < pair[1]), "{keys:?}");
}

pub(super) fn check() {
    insert_keeps_order::check();
}
