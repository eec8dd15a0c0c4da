//! Generators for the types of other crates.

#[cfg(feature = "serde")]
mod any_serde;
#[cfg(feature = "arbitrary")]
mod arbitrary;
#[cfg(feature = "jiff")]
mod jiff;
#[cfg(feature = "serde_json")]
mod serde_json;
#[cfg(feature = "uuid")]
mod uuid;
