//! Uses generators of other frameworks in Mirrorcheck, and ours in proptest, so that a suite can move one property at a time.
//!
//! | feature | what it adds |
//! |---|---|
//! | `proptest` | [`from_strategy`]: any `Strategy` as a generator; [`to_strategy`]: any generator as a `Strategy` |
//! | `quickcheck` | [`from_quickcheck`]: any type that implements `quickcheck::Arbitrary` |
//! | `rand08`, `rand09`, `rand010` | [`from_rand`]: any function that takes a random number generator; [`DrawnRng`], the one that it gets |
//!
//! For types that implement `arbitrary::Arbitrary`, `mirrorcheck` itself has `from_arbitrary` behind the feature `arbitrary`.
//!
//! A generator that comes over a bridge only runs forward: you can sample, record, replay and shrink it, but it cannot take a
//! value apart. How well it shrinks depends on what the other framework shows of a value:
//!
//! | | a recorded choice is | shrinks |
//! |---|---|---|
//! | [`from_rand`] | a random word | with smaller and fewer words, which make smaller values |
//! | [`from_strategy`] | a seed, then steps of proptest's shrinking | as in proptest, within Mirrorcheck's shrinking |
//! | [`from_quickcheck`] | a seed and a size, then which value of `shrink()` | as in quickcheck, within Mirrorcheck's shrinking |
//! | [`to_strategy`] | – | as in Mirrorcheck, driven by proptest |
//!
//! The bridges are a separate crate because the other frameworks have their own releases: a new major version of one of them
//! is a new version of this crate, not of Mirrorcheck.

#[cfg(feature = "proptest")]
mod proptest;
#[cfg(feature = "quickcheck")]
mod quickcheck;
#[cfg(any(feature = "rand08", feature = "rand09", feature = "rand010"))]
mod rand;

#[cfg(feature = "proptest")]
pub use proptest::{AsStrategy, FromStrategy, ShrunkTree, from_strategy, to_strategy};
#[cfg(feature = "quickcheck")]
pub use quickcheck::{FromQuickcheck, from_quickcheck};
#[cfg(any(feature = "rand08", feature = "rand09", feature = "rand010"))]
pub use rand::{DrawnRng, FromRand, from_rand};

/// The page for users, whose code runs as doctests.
#[cfg(all(doctest, feature = "proptest", feature = "quickcheck", feature = "rand09"))]
#[doc = include_str!("../../docs/bridges.md")]
struct Page;
