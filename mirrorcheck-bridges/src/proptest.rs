//! Bridges from and to the crate `proptest`.

mod from;
mod to;

pub use from::{FromStrategy, from_strategy};
pub use to::{AsStrategy, ShrunkTree, to_strategy};
