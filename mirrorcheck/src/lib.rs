//! Property-based testing in which one generator runs in every direction.
//!
//! A generator is an ordinary function that asks for choices. Whoever answers them decides what running it means. A
//! random source makes values, recorded choices make the same value again, and a *value* can answer too: then the
//! generator finds the choices behind it. From these two directions come sampling, shrinking, replay, membership,
//! probability, enumeration, completion and the rest of [`Interpretations`].
//!
//! ```
//! use mirrorcheck::prelude::*;
//!
//! #[derive(Debug, Clone, PartialEq)]
//! enum Tree {
//!     Leaf,
//!     Node(Box<Tree>, i32, Box<Tree>),
//! }
//!
//! /// Search trees with every key in `lo..=hi`.
//! #[generator]
//! fn bst(lo: i32, hi: i32) -> Tree {
//!     if lo > hi {
//!         return Tree::Leaf;
//!     }
//!     pick([
//!         (1, "leaf", Tree::Leaf),
//!         (5, "node", {
//!             let key = draw(lo..=hi);
//!             let left = draw(bst(lo, key - 1));
//!             let right = draw(bst(key + 1, hi));
//!             Tree::Node(Box::new(left), key, Box::new(right))
//!         }),
//!     ])
//! }
//!
//! // Forward.
//! let tree: Tree = bst(0, 100).sample(1);
//!
//! // Backward: this tree could come from anywhere, such as a bug report.
//! let one = Tree::Node(Box::new(Tree::Leaf), 5, Box::new(Tree::Leaf));
//! let choices = bst(0, 100).reflect(&one).next().unwrap();
//! assert_eq!(choices.to_string(), "node(5 leaf leaf)");
//! assert_eq!(bst(0, 100).replay(&choices), Ok(one));
//! ```
//!
//! # Testing
//!
//! A property holds for all values, or the report shows the simplest one for which it does not. Write it as a function
//! under [`#[property]`](macro@property), which becomes a test. Without a macro there are [`forall`], [`Checker`] and the
//! one-line [`laws`].
//!
//! ```
//! use mirrorcheck::prelude::*;
//!
//! #[property]
//! fn reversing_twice_changes_nothing(list: Vec<i32>) {
//!     let twice: Vec<i32> = list.iter().rev().rev().copied().collect();
//!     assert_eq!(twice, list);
//! }
//! ```
//!
//! ```should_panic
//! use mirrorcheck::prelude::*;
//!
//! forall(any::<Vec<i32>>(), |list| {
//!     let mut sorted = list.clone();
//!     sorted.sort();
//!     assert_eq!(sorted, list); // the report says [0, -1]
//! });
//! ```
//!
//! A [`strategy`] decides which cases run, and handlers of [`effects`] change what a body gets. [`label`], [`event`] and
//! [`cover`] record what was tested.
//!
//! A value from a bug report is shrunk the same way, by [`shrink`](Interpretations::shrink) or a [`Shrinker`]:
//!
//! ```
//! use mirrorcheck::prelude::*;
//!
//! let shrunk = any::<Vec<i32>>().shrink(vec![17, 4, -23, 8], |list| !list.is_sorted());
//! assert_eq!(shrunk.value, [0, -1]);
//! ```
//!
//! # Writing generators
//!
//! Under [`#[generator]`](macro@generator), the expression that builds the result is read both ways: forward as a
//! constructor, backward as a pattern. So every drawn value must appear in the result unchanged. Where it does not, say
//! where to look:
//!
//! ```
//! use mirrorcheck::prelude::*;
//!
//! /// A sentence of one to three words, all in upper or all in lower case.
//! #[generator]
//! fn sentence() -> Vec<&'static str> {
//!     let loud = draw(any::<bool>().at(|words| words.first().is_some_and(|w| *w == "YES" || *w == "NO")));
//!     draw(vec(element_of(if loud { &["YES", "NO"] } else { &["yes", "no"] }), 1..=3))
//! }
//! assert!(sentence().contains(&vec!["YES", "NO"]));
//! assert!(!sentence().contains(&vec!["YES", "no"]));
//! ```
//!
//! or give up the backward direction, and with it every interpretation that takes a value, at the type level:
//!
//! ```compile_fail,E0277
//! use mirrorcheck::prelude::*;
//!
//! #[generator(forward)]
//! fn dice() -> u32 {
//!     (0..draw(1..=3)).map(|_| draw(1..=6)).sum()
//! }
//! dice().sample(1); // makes values,
//! dice().contains(&7); // but cannot take them apart: a compile error that says so
//! ```
//!
//! A function that returns a `String` is a text generator: a grammar that writes forward and parses backward.
//!
//! ```
//! use mirrorcheck::prelude::*;
//! use mirrorcheck::text::many;
//!
//! /// An element with matching tags.
//! #[generator]
//! fn element() -> String {
//!     let tag = draw(many('a'..='z', 1..=8));
//!     let tag_again = tag.iter().collect::<String>();
//!     let inside = draw(many(element(), 0..=3));
//!     format!("<{tag}>{inside}</{tag_again}>")
//! }
//! assert!(element().contains(&"<a><b></b></a>".to_owned()));
//! assert!(!element().contains(&"<a><b></a></b>".to_owned()));
//! ```
//!
//! Ranges, tuples and arrays are generators, and so are [`vec()`], [`option`], [`element_of`] and [`regex`](fn@regex).
//! [`any`] is the generator of a type, which [`derive(Arbitrary)`](derive@Arbitrary) writes for yours. [`Combinators`]
//! transforms generators; [`pick`], [`frequency`], [`labeled`] and [`oneof`] choose among them, outside of functions too.
//! [`networks`] has a generator that is written as you would write your own.
//!
//! # Where to find things
//!
//! | module | what it has |
//! |---|---|
//! | [`prelude`] | what the first tests need |
//! | [`collections`], [`numbers`], [`floats`], [`text`], [`networks`] | generators by what they make |
//! | [`generators`] | the types of generators, for signatures |
//! | [`laws`], [`strategy`], [`effects`], [`check`] | properties in one line; which cases run; handlers; what reports consist of |
//! | [`choices`] | choices as data, for interpretations of your own |
//! | `lab` | weights, mutants, coverage and distributions (feature `lab`) |
//!
//! # Features
//!
//! The default is light: it needs no C compiler and few crates. `cargo add --dev mirrorcheck --features lab` adds a
//! feature. If you call a method whose feature is off, the compiler says which one you need.
//!
//! | feature | what it adds |
//! |---|---|
//! | `lab` | the methods of [`Lab`] (tuning, mutation, coverage, distributions, `valid`), and the strategies `Gradient`, `Learning`, `Mutating` and `Saved` |
//! | `observe` | OpenPBTStats files about what was tested; `cargo mirrorcheck` turns it on by itself |
//! | `unicode` | in [`regex`](fn@regex): scripts and other properties, as in `\p{Greek}`, and `(?i)` on letters beyond ASCII |
//! | `full` | `lab`, `observe`, `serde` and `unicode` |
//! | `arbitrary` | `from_arbitrary`, a generator of any type that is `arbitrary::Arbitrary`; `unstructured`, the other way |
//! | `jiff` | `any` of dates, times, timestamps and durations |
//! | `serde` | `any_serde`, a generator of any type that has `Serialize` and `Deserialize`; the option `serde` of [`#[property]`](macro@property), for arguments that have `Serialize` and `Deserialize` |
//! | `serde_json` | `any` of `Value`, `Number` and `Map` |
//! | `uuid` | `any` of `Uuid` |

// The macros write paths that begin with `::mirrorcheck`, in this crate too.
extern crate self as mirrorcheck;

pub mod networks;

#[doc(inline)]
pub use mirrorcheck_core::*;
pub use mirrorcheck_macros::{Arbitrary, Parts, generator, property, sketch};

/// The pages for users, so that their code is compiled and run.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../../README.md")]
    struct Readme;

    #[doc = include_str!("../../docs/both-directions.md")]
    struct BothDirections;

    #[doc = include_str!("../../docs/from-other-frameworks.md")]
    struct FromOtherFrameworks;

    #[doc = include_str!("../../docs/generators.md")]
    struct Generators;

    #[cfg(feature = "lab")]
    #[doc = include_str!("../../docs/lab.md")]
    struct TheLab;

    #[doc = include_str!("../../docs/properties.md")]
    struct Properties;

    #[doc = include_str!("../../docs/what-was-tested.md")]
    struct WhatWasTested;
}

/// What the first tests need: `use mirrorcheck::prelude::*;`.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// assert!(vec(any::<bool>(), 0..=3).contains(&vec![true]));
/// ```
pub mod prelude {
    #[doc(inline)]
    pub use mirrorcheck_core::prelude::*;
    pub use mirrorcheck_macros::{Arbitrary, generator, property, sketch};
}
