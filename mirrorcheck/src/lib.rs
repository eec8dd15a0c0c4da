//! Property-based testing in which one generator runs in every direction.
extern crate self as mirrorcheck;

mod base;
mod choice;
mod choices;
mod combinators;
mod cx;
mod direct;
mod forest;
mod generator;
mod interpret;
#[doc(hidden)]
pub mod language;
mod mass;
mod rng;
mod sketch;
mod stack;

pub use base::*;
pub use choice::{Ask, Choice, Names, Number};
pub use choices::{Choices, Fold, ParseChoicesError, Term};
pub use combinators::*;
pub use cx::{Answerer, Cx, DEFAULT_SIZE};
pub use direct::{FromFn, assume, draw, from_fn};
pub use forest::Ways;
pub use generator::{Focus, Generator, Part, Reflective, Rejected};
pub use interpret::*;
pub use mirrorcheck_macros::{generator, sketch};
pub use sketch::{Partial, Sketch};

/// What most tests need.
pub mod prelude {
    pub use crate::{Arbitrary, Choices, Combinators, Focus, Generator, Interpretations, Part, Reflective};
    pub use crate::{any, assume, draw, element_of, exact, frequency, from_fn, labeled, lazy, oneof, option, pick};
    pub use crate::{generator, pick_from, resize, sized, sketch, vec};
}
