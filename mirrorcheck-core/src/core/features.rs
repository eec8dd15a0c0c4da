//! Generators for the types of other crates, each behind a cargo feature of that crate's name.

#[cfg(feature = "arbitrary")]
mod arbitrary;
#[cfg(feature = "jiff")]
mod jiff;
#[cfg(feature = "serde_json")]
mod serde_json;
#[cfg(feature = "uuid")]
mod uuid;

#[cfg(feature = "arbitrary")]
pub use arbitrary::{FromArbitrary, from_arbitrary, unstructured};
#[cfg(feature = "jiff")]
pub use jiff::{CivilDateTimes, CivilDates, CivilTimes, SignedDurations, Timestamps};
#[cfg(feature = "serde_json")]
pub use serde_json::JsonNumbers;
#[cfg(feature = "uuid")]
pub use uuid::Uuids;
