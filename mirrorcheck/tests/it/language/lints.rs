//! A user's module that denies every lint there is reason to deny: what the macros write must not trip any of them.
#![deny(warnings, clippy::all, clippy::pedantic, clippy::nursery)]
#![deny(nonstandard_style, rust_2018_idioms, unused, let_underscore)]
#![deny(missing_docs, missing_debug_implementations, missing_copy_implementations, unreachable_pub, unnameable_types)]
#![deny(single_use_lifetimes, unused_lifetimes, unused_qualifications, unused_results, variant_size_differences)]
#![deny(trivial_casts, trivial_numeric_casts, meta_variable_misuse, unit_bindings)]
#![deny(redundant_lifetimes, redundant_imports, macro_use_extern_crate, explicit_outlives_requirements)]
#![deny(clippy::allow_attributes, clippy::allow_attributes_without_reason, clippy::unwrap_used, clippy::panic)]
#![deny(clippy::shadow_reuse, clippy::shadow_same, clippy::shadow_unrelated, clippy::exhaustive_structs)]
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects, clippy::missing_trait_methods)]
#![deny(clippy::absolute_paths, clippy::question_mark_used, clippy::missing_inline_in_public_items)]
#![forbid(unsafe_code)]

use mirrorcheck::prelude::*;

/// A tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Tree {
    /// Nothing.
    Leaf,
    /// Something.
    Node {
        /// What is less.
        left: Box<Self>,
        /// The key.
        key: i32,
        /// What is more.
        right: Box<Self>,
    },
}

/// A point: its pattern always matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Point {
    /// To the right.
    pub(super) x: u8,
    /// Up.
    pub(super) y: u8,
}

/// Search trees.
#[generator]
pub(super) fn tree(low: i32, high: i32) -> Tree {
    if low > high {
        return Tree::Leaf;
    }
    pick([
        (1, "leaf", Tree::Leaf),
        (5, "node", {
            let key = draw(low..=high);
            let left = draw(tree(low, key.saturating_sub(1)));
            let right = draw(tree(key.saturating_add(1), high));
            Tree::Node { left: Box::new(left), key, right: Box::new(right) }
        }),
    ])
}

/// Points.
#[generator]
pub(super) fn point() -> Point {
    let x = draw(0..=1);
    Point { x, y: draw(0..=x) }
}

/// Nothing but what is given, and what is borrowed.
#[generator]
pub(super) fn given<'a, T: PartialEq, G>(
    words: &'a [T],
    number: &G,
    more: impl Reflective<Value = u8> + Clone,
) -> Given<'a, T>
where
    G: Reflective<Value = u8>,
{
    let word = draw(word(words));
    let (first, second) = draw((number, &more));
    assume(first < 200);
    match second {
        0 => Given::Word(word, first, second),
        _ if first == 1 => Given::Words(word, [first, second], 7),
        _ => Given::Words(word, [first, second], first.saturating_add(second)),
    }
}

/// What is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Given<'a, T> {
    /// One.
    Word(&'a T, u8, u8),
    /// More.
    Words(&'a T, [u8; 2], u8),
}

#[generator]
fn word<T: PartialEq>(words: &[T]) -> &T {
    pick_from(words)
}

/// Lists of numbers.
#[generator]
pub(super) fn list(is_long: bool) -> (usize, Vec<u8>) {
    let length = draw((0..=2_usize).at(|(length, _)| *length));
    let items = if is_long { draw(vec(0..=9, length)) } else { draw(vec(0..=1, length)) };
    (items.len(), items)
}

/// Nothing.
#[generator]
pub(super) fn nothing() {}

#[generator]
fn marked() -> &'static str {
    draw(nothing());
    labeled([("a", "A"), ("b", "B")])
}

/// Sums.
#[generator(forward)]
pub(super) fn sum(times: u8) -> u32 {
    let mut sum = 0_u32;
    for _ in 0..times {
        sum = sum.saturating_add(draw(0..=9));
    }
    sum.saturating_add(oneof([0, 1]))
}

/// One expression.
#[generator(forward)]
pub(super) fn one() -> u32 {
    draw(0..=9)
}

#[test]
fn they_all_work() {
    assert!(tree(0, 9).contains(&tree(0, 9).sample(1)));
    assert!(point().contains(&Point { x: 1, y: 1 }));
    assert!(!point().contains(&Point { x: 0, y: 1 }));
    let words = ["a", "b"];
    assert!(given(&words, &(0..=1), 0..=1).contains(&Given::Words(&"b", [1, 1], 7)));
    assert!(!given(&words, &(0..=1), 0..=1).contains(&Given::Words(&"b", [0, 1], 7)));
    assert!(list(true).contains(&(1, Vec::from([9]))));
    assert!(!list(false).contains(&(1, Vec::from([9]))));
    assert!(marked().contains(&"A"));
    assert!(sum(2).sample(1) < 20);
    assert!(one().sample(1) < 10);
    assert_eq!(point().complete(&sketch!(Point { x: _, y: 1 }), 1), Some(Point { x: 1, y: 1 }));
}
