//! Strategies that search.

mod gradient;
mod learning;
mod mutating;
pub(crate) mod saved;

pub use gradient::Gradient;
pub use learning::Learning;
pub use mutating::{Mutating, PoolError};
pub use saved::{Save, Saved};
