//! Tuning, mutation, guided search, coverage of choices, distributions.
//!
//! The methods are in [`Lab`](crate::Lab), which the prelude has; the strategies are in [`strategy`](crate::strategy).

pub(crate) mod distribution;
pub(crate) mod gradient;
pub(crate) mod ledger;
pub(crate) mod mutate;
pub(crate) mod strategy;
pub(crate) mod suite;
pub(crate) mod trail;
pub(crate) mod tuning;
pub(crate) mod valid;

pub use distribution::{Distribution, Estimate, Point, Sizes};
pub use mutate::{Mutants, Mutation};
pub use suite::{Coverage, Description, Missing, OutOfRange, ParseDescriptionError, Thinned};
pub use tuning::{TuneError, Tuned, Tuner, Weighted, Weights, WeightsError};
pub use valid::{SearchOutcome, Valid, ValidSamples};
