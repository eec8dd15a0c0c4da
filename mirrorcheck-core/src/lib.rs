//! The library proper of Mirrorcheck; use it through the crate `mirrorcheck`, which adds the macros.

#![cfg_attr(
    not(feature = "lab"),
    expect(dead_code, unused_imports, reason = "the floors below `lab` have what it needs, also where it is off")
)]

mod api;
mod core;
pub mod effects;
mod grammar;
#[cfg(feature = "lab")]
mod lab;
#[doc(hidden)]
pub mod language;
mod run;

pub use run::laws;

/// Strategies: which cases a property is run on.
pub mod strategy {
    #[cfg(feature = "lab")]
    pub use crate::lab::strategy::*;
    pub use crate::run::strategy::*;
}

pub use api::{Combinators, Interpretations, Lab};
pub use core::arbitrary::{Arbitrary, any};
pub use core::base::*;
pub use core::choice::{Ask, CharSet, Choice, Float, Names, Number};
pub use core::choices::{Choices, Fold, ParseChoicesError, Term};
pub use core::combinators::*;
pub use core::cx::{Answerer, Chance, Cx, DEFAULT_SIZE};
pub use core::derived::Derived;
pub use core::direct::{FromFn, assume, draw, from_fn};
#[cfg(any(feature = "arbitrary", feature = "jiff", feature = "serde_json", feature = "uuid"))]
pub use core::features::*;
pub use core::forest::Ways;
pub use core::generator::{Focus, Generator, Part, Reflective, Rejected};
pub use core::interpret::*;
pub use core::journal::{Cover, Event, Payload, classify, cover, event, label, note, target};
pub use core::sketch::{Partial, Sketch};
pub use core::text::*;
pub use grammar::regex::{Regex, RegexError, regex, try_regex};
pub use grammar::{Grammar, GrammarError, GrammarRule};
#[cfg(feature = "lab")]
pub use lab::distribution::{Distribution, Estimate, Point, Sizes};
#[cfg(feature = "lab")]
pub use lab::mutate::{Mutants, Mutation};
#[cfg(feature = "lab")]
pub use lab::suite::{Coverage, Description, Missing, OutOfRange, ParseDescriptionError, Thinned};
#[cfg(feature = "lab")]
pub use lab::tuning::{TuneError, Tuned, Tuner, Weighted, Weights, WeightsError};
#[cfg(feature = "lab")]
pub use lab::valid::{Hunted, Valid, ValidSamples};
pub use run::check::{Doubt, Testable};
pub use run::checker::{Checker, Failure, Report, forall};
pub use run::panics::Panic;
pub use run::shrink::{Bits, Ended, ParseBitsError, Shrinker, Shrunk, Step};

/// What most tests need: `use mirrorcheck::prelude::*;`.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// assert!(vec(any::<bool>(), 0..=3).contains(&vec![true]));
/// ```
pub mod prelude {
    pub use crate::Lab;
    pub use crate::{Arbitrary, Choices, Combinators, Focus, Generator, Grammar, Interpretations, Part, Reflective};
    pub use crate::{Text, chars, literal, many, printed, separated};
    pub use crate::{
        any, assume, classify, cover, draw, element_of, event, exact, forall, frequency, from_fn, label, labeled, lazy,
        note, oneof, option, pick, target,
    };
    pub use crate::{biased, recursive, uniform};
    pub use crate::{btree_map, btree_set, hash_map, hash_set, permutation, shuffle, sorted, subsequence, unique};
    pub use crate::{pick_from, regex, resize, sized, string, vec};
}
