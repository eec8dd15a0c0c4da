//! The library proper of Mirrorcheck. Depend on the crate `mirrorcheck` instead: it re-exports everything here and adds the
//! macros `#[generator]`, `#[property]`, `#[derive(Arbitrary)]` and `sketch!`.

#![cfg_attr(
    not(feature = "lab"),
    expect(dead_code, unused_imports, reason = "the floors below `lab` have what it needs, also where it is off")
)]

#[cfg(feature = "serde")]
mod any_serde;
mod api;
mod core;
pub mod effects;
mod grammar;
#[cfg(feature = "lab")]
pub mod lab;
#[doc(hidden)]
pub mod language;
mod run;

pub use run::laws;

// The language.
pub use api::{Combinators, Interpretations, Lab};
pub use core::arbitrary::{Arbitrary, ArbitraryWith, any, any_with};
pub use core::base::{element_of, index_into, option, string, vec};
pub use core::combinators::{At, Convert, SuchThat};
pub use core::combinators::{exact, frequency, labeled, lazy, oneof, pick, pick_from, recursive, resize, sized, void};
pub use core::cx::Cx;
pub use core::direct::{assume, draw, from_fn};
pub use core::generator::{Focus, Generator, Part, Reflective, Rejected};
pub use core::journal::{classify, cover, event, label, note, target};
pub use core::undo::Parts;
pub use grammar::regex::regex;

// What the interpretations give.
pub use core::choice::Choice;
pub use core::choices::{Choices, DEFAULT_SIZE};
pub use core::interpret::{AllValues, Derivative, Probability, Reflections, Samples, Validation};
pub use core::interpret::{BytesError, NoValue, OutOfFuel, ReplayError, WhyNot};
pub use core::seek::{Difference, Seeker, Sought};
pub use core::sketch::{Partial, Sketch};
pub use run::shrink::{Shrinker, Shrunk};
#[cfg(feature = "lab")]
pub use {
    lab::mutate::Mutants,
    lab::suite::Coverage,
    lab::tuning::{TuneError, Tuned, Weighted},
    lab::valid::Valid,
};

// Checking without a macro.
pub use run::check::Testable;
pub use run::checker::{Checker, Failure, Report, forall};
pub use run::property::with_draws;

// Generators of other crates.
#[cfg(feature = "serde")]
pub use any_serde::any_serde;
#[cfg(feature = "arbitrary")]
pub use core::features::{from_arbitrary, unstructured};

/// What reports consist of: panics, events, doubts and shrinking steps.
pub mod check {
    pub use crate::core::journal::{Cover, Event, Payload};
    pub use crate::core::panics::Panic;
    pub use crate::run::check::Doubt;
    pub use crate::run::property::DrawValue;
    pub use crate::run::shrink::{Ended, Step};
}

/// Choices as data, and who answers them.
///
/// You need this module to write an interpretation of your own: see [`Answerer`](choices::Answerer) and
/// [`interpret`](Interpretations::interpret).
pub mod choices {
    #[doc(hidden)]
    pub use crate::core::choice::Float;
    pub use crate::core::choice::{Ask, Attempt, Attempts, CharSet, Names, Number};
    pub use crate::core::choices::{Fold, ParseChoicesError, Term};
    pub use crate::core::cx::Answerer;
    #[doc(hidden)]
    pub use crate::core::cx::Chance;
    pub use crate::core::forest::Ways;
    pub use crate::core::interpret::{ChoicesNow, Language, Outcome, Overlap, Tiers};
    pub use crate::run::shrink::{Bits, ParseBitsError};
}

/// Generators of lists, sets and maps, and of permutations and parts of lists.
pub mod collections {
    pub use crate::core::base::{Element, ElementMut, ElementRef, Optional, VecOf, WeightedElement};
    pub use crate::core::base::{Entries, EntriesOf, HeapOf, Sequence, SequenceOf, SortedOf, UniqueOf};
    pub use crate::core::base::{Length, Lengths, Partition, Shuffled, Subsequence};
    pub use crate::core::base::{binary_heap, btree_map, btree_set, hash_map, hash_set, sequence, sorted, unique};
    pub use crate::core::base::{element_of, element_of_mut, index_into, option, vec, weighted_element_of};
    pub use crate::core::base::{partition, permutation, shuffle, subsequence};
}

/// The types of generators, for signatures and fields: what combinators return, and what `any` of a type is.
///
/// It also has the generators that few tests need, such as [`function`](generators::function).
pub mod generators {
    #[cfg(feature = "serde")]
    pub use crate::any_serde::{Agreement, AnySerde, ByTree, ByValue, Disagreement, Sameness};
    pub use crate::core::base::{ArrayOf, Bools, Bounds, Function, FunctionOf, NonZeros, Phantoms, Wrapped, Wraps};
    pub use crate::core::base::{AtomicOrderings, CStrings, ErrorKinds, FpCategories, Instants, Layouts};
    pub use crate::core::base::{Durations, IpAddrs, Ipv4Addrs, Ipv6Addrs, Orderings, OsStrings, PathBufs, RangeFulls};
    pub use crate::core::base::{PhantomsPinned, SeekFroms, Shutdowns};
    pub use crate::core::base::{SocketAddrV4s, SocketAddrV6s, SocketAddrs, SystemTimes, function};
    pub use crate::core::combinators::{Alternative, Alternatives, Bare, Frequent, Full, Labeled, Pick, Weight};
    pub use crate::core::combinators::{At, AtSketch, Bind, Convert, Exact, Lazy, NoShrink, Recursive, Resize};
    pub use crate::core::combinators::{Scaled, ShrinkWith, SizedBy, SuchThat, TryAt, Void, no_shrink, shrink_with};
    pub use crate::core::derived::Derived;
    pub use crate::core::direct::FromFn;
    #[cfg(feature = "arbitrary")]
    pub use crate::core::features::FromArbitrary;
    #[cfg(feature = "serde_json")]
    pub use crate::core::features::JsonNumbers;
    #[cfg(feature = "uuid")]
    pub use crate::core::features::Uuids;
    #[cfg(feature = "jiff")]
    pub use crate::core::features::{CivilDateTimes, CivilDates, CivilTimes, SignedDurations, Timestamps};
    pub use crate::core::seek::BySeeking;
}

/// Generators of numbers that differ in how they spread over their range.
pub mod numbers {
    pub use crate::core::base::{Biased, RangeValue, Toward, biased, toward, uniform};
}

/// Generators of floats by class: zeros, subnormals, infinities, NaNs.
pub mod floats {
    pub use crate::core::base::{FloatClass, FloatValue, WithNan, float_class};
}

/// Pieces of texts, grammars given at run time, and regular expressions.
pub mod text {
    pub use crate::core::base::{StringOf, string};
    pub use crate::core::text::{Chars, Literal, Many, Next, ParseError, Printed, PrintedBy, Start, Text};
    pub use crate::core::text::{chars, literal, many, printed, separated};
    pub use crate::grammar::regex::{Regex, RegexError, regex, try_regex};
    pub use crate::grammar::{Grammar, GrammarError, GrammarRule};
}

/// Strategies decide which cases a property runs on. They are values that compose, and any property runs under any of them.
///
/// | strategy | cases |
/// |---|---|
/// | [`Random`](strategy::Random) | random ones, growing from small to large |
/// | [`Ordered`](strategy::Ordered) | all of them, smallest first |
/// | [`Replay`](strategy::Replay) | given ones |
/// | `Gradient` (feature `lab`) | those that satisfy the assumptions of the property, where few do |
/// | `Learning` (feature `lab`) | those like earlier useful ones |
/// | `Mutating` (feature `lab`) | those close to given ones, and to new ones that turn out to be interesting |
///
/// [`limit`](strategy::Strategy::limit), [`for_time`](strategy::Strategy::for_time) and
/// [`then`](strategy::Strategy::then) combine them. With the feature `lab`, `Save::saved` keeps in a file what a strategy
/// has found.
pub mod strategy {
    #[cfg(feature = "lab")]
    pub use crate::lab::strategy::*;
    pub use crate::run::strategy::*;
}

/// What the first tests need: `use mirrorcheck::prelude::*;`.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// assert!(vec(any::<bool>(), 0..=3).contains(&vec![true]));
/// ```
pub mod prelude {
    pub use crate::{Arbitrary, Combinators, Generator, Interpretations, Lab, Part, Reflective};
    pub use crate::{Choices, Focus};
    pub use crate::{any, element_of, index_into, option, regex, string, vec};
    pub use crate::{assume, classify, cover, draw, event, forall, from_fn, label, note, target, with_draws};
    pub use crate::{exact, frequency, labeled, lazy, oneof, pick, pick_from, resize, sized};
}
