//! The language: generators, the choices that they ask for, and who answers.
//!
//! A plain function that few tests reach is `#[inline]`: it is compiled in the crates that call it, not in the library.
//! One function without it compiles all that it calls, so that `grammar`, `lab` and `text` have it everywhere. Where such a
//! function has to stay out of a hot caller, it is `#[cold]`, too; `#[inline(never)]` would compile it with the library.

pub(crate) mod arbitrary;
pub(crate) mod base;
pub(crate) mod choice;
pub(crate) mod choices;
pub(crate) mod combinators;
pub(crate) mod cursor;
pub(crate) mod cx;
pub(crate) mod derived;
pub(crate) mod direct;
pub(crate) mod drawn;
pub(crate) mod features;
pub(crate) mod forest;
pub(crate) mod generator;
pub(crate) mod guess;
pub(crate) mod hints;
pub(crate) mod interpret;
pub(crate) mod journal;
pub(crate) mod leaves;
pub(crate) mod lengths;
pub(crate) mod mass;
pub(crate) mod panics;
pub(crate) mod replay;
pub(crate) mod rng;
pub(crate) mod search;
pub(crate) mod seek;
pub(crate) mod sketch;
pub(crate) mod sort;
pub(crate) mod source;
pub(crate) mod stack;
pub(crate) mod text;
mod trying;
pub mod undo;
pub(crate) mod written;
