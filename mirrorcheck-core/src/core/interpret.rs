//! The interpretations: each says who answers the choices, and what becomes of them.

pub(crate) mod backward;
pub(crate) mod bytes;
pub(crate) mod complete;
pub(crate) mod derivative;
pub(crate) mod enumerate;
pub(crate) mod forward;
pub(crate) mod text;
pub(crate) mod validate;

pub use crate::core::forest::OutOfFuel;
pub use crate::core::replay::ReplayError;
pub(crate) use crate::core::replay::{Player, replay};
pub(crate) use backward::why_not;
pub use backward::{Outcome, Probability, Reflections, WhyNot};
pub use bytes::BytesError;
#[cfg(feature = "arbitrary")]
pub(crate) use bytes::read_bytes;
pub use derivative::{ChoicesNow, Derivative};
pub(crate) use enumerate::Walk;
pub use enumerate::{AllValues, Language, Tiers};
pub(crate) use forward::FIRST_CASE;
pub use forward::{NoValue, Samples};
pub use validate::{Overlap, Validation};
