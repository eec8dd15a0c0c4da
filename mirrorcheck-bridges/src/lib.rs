//! Generators of other frameworks in Mirrorcheck, and the other way, so that a suite moves over one property at a time.
//!
//! | feature | what it adds |
//! |---|---|
//! | `proptest` | [`from_strategy`]: any `Strategy` as a generator; [`to_strategy`]: any generator as a `Strategy` |
//! | `quickcheck` | [`from_quickcheck`]: any type that is `quickcheck::Arbitrary` |
//! | `rand08`, `rand09`, `rand010` | [`from_rand`]: any function that takes a source of random numbers; [`DrawnRng`], that source |
//!
//! For types that are `arbitrary::Arbitrary`, `mirrorcheck` itself has a feature `arbitrary` with `from_arbitrary`.
//!
//! What comes over a bridge only runs forward: it can be sampled, recorded, replayed and shrunk, but it cannot take a
//! value apart. How well it shrinks depends on what the other side lets us see:
//!
//! | | a recorded choice is | shrinks |
//! |---|---|---|
//! | [`from_rand`] | a random word | by smaller words and fewer of them, which stand for smaller values |
//! | [`from_strategy`] | a seed, then steps of proptest's shrinking | as in proptest, as a part of our shrinking |
//! | [`from_quickcheck`] | a seed and a size, then which value of `shrink()` | as in quickcheck, as a part of our shrinking |
//! | [`to_strategy`] | – | as in Mirrorcheck, driven by proptest |
//!
//! This is a crate of its own because its peers have releases of their own: a new version of one of them is a new version
//! of this crate, not of the library.

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

/// The page for users, so that its code is compiled and run.
#[cfg(all(doctest, feature = "proptest", feature = "quickcheck", feature = "rand09"))]
#[doc = include_str!("../../docs/bridges.md")]
struct Page;
