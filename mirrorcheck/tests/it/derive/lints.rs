//! A user's module that denies every lint there is reason to deny: what the macro writes must not trip any of them.
#![deny(warnings, clippy::all, clippy::pedantic, clippy::nursery)]
#![deny(nonstandard_style, rust_2018_idioms, unused, let_underscore)]
#![deny(missing_docs, missing_debug_implementations, missing_copy_implementations, unreachable_pub, unnameable_types)]
#![deny(single_use_lifetimes, unused_lifetimes, unused_qualifications, unused_results, variant_size_differences)]
#![deny(trivial_casts, trivial_numeric_casts, meta_variable_misuse, unit_bindings)]
#![deny(redundant_lifetimes, redundant_imports, macro_use_extern_crate, explicit_outlives_requirements)]
#![deny(clippy::allow_attributes, clippy::allow_attributes_without_reason, clippy::unwrap_used, clippy::panic)]
#![deny(clippy::shadow_reuse, clippy::shadow_same, clippy::shadow_unrelated)]
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]
#![deny(clippy::absolute_paths, clippy::question_mark_used, clippy::missing_inline_in_public_items)]
#![forbid(unsafe_code)]

use mirrorcheck::prelude::*;

use crate::laws::is_refused;

/// A tree.
#[derive(Debug, Clone, PartialEq, Eq, Arbitrary)]
pub(super) enum Tree<'a, T> {
    /// Nothing.
    Leaf,
    /// Something.
    #[arbitrary(weight = 2, label = "node")]
    Node {
        /// What is less.
        left: Box<Self>,
        /// The key.
        #[arbitrary(range = 0..=9)]
        key: i32,
        /// What is more.
        right: Box<Self>,
    },
    /// A borrowed one.
    #[arbitrary(skip)]
    Borrowed(&'a T),
    /// An old one.
    #[deprecated]
    Old(#[deprecated] T),
}

/// A struct.
#[derive(Debug, Clone, Copy, PartialEq, Arbitrary)]
#[arbitrary(filter = |point| point.x <= point.y)]
pub(super) struct Point {
    /// To the right.
    pub(super) x: u8,
    /// Up.
    pub(super) y: u8,
    /// What is not chosen.
    #[arbitrary(skip)]
    pub(super) z: f64,
    /// What is not chosen either.
    #[arbitrary(default = 3)]
    pub(super) depth: u8,
    /// Where it is not.
    #[arbitrary(range = 0..=9, filter = |w| *w != 5)]
    pub(super) w: i32,
}

/// Nothing at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Arbitrary)]
pub(super) struct Nothing;

/// Lists.
#[derive(Debug, Clone, PartialEq, Eq, Arbitrary)]
pub(super) struct Lists<T, const N: usize>(
    #[arbitrary(len = 0..=N)] pub(super) Vec<T>,
    #[arbitrary(with = vec(any::<u8>(), 2))] pub(super) Vec<u8>,
);

#[test]
fn they_are_generators() {
    super::check::<Tree<'static, bool>>();
    is_refused(&any::<Tree<'static, bool>>(), &Tree::Borrowed(&true));
    super::check::<Point>();
    super::check::<Nothing>();
    super::check::<Lists<bool, 2>>();
}
