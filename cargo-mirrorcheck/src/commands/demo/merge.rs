//! A property that holds, but hardly says so: most of its cases are thrown away.

use mirrorcheck::prelude::*;

/// Merging two sorted lists gives a sorted list.
#[property]
fn merge_is_sorted(left: Vec<u8>, right: Vec<u8>) {
    assume(left.is_sorted() && right.is_sorted());
    event("length", left.len() + right.len());
    assert!(merge(&left, &right).is_sorted());
}

fn merge(left: &[u8], right: &[u8]) -> Vec<u8> {
    match (left, right) {
        ([], rest) | (rest, []) => rest.to_vec(),
        ([a, left @ ..], [b, ..]) if a <= b => [&[*a][..], &merge(left, right)].concat(),
        (_, [b, right @ ..]) => [&[*b][..], &merge(left, right)].concat(),
    }
}

pub(super) fn check() {
    merge_is_sorted::check();
}
