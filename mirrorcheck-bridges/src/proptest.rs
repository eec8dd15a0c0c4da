//! The crate `proptest`, in both directions.

mod from;
mod to;

pub use from::{FromStrategy, from_strategy};
pub use to::{AsStrategy, ShrunkTree, to_strategy};
