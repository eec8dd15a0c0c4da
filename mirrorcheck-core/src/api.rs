//! The one place that puts methods on generators. It stands above all floors, so that these need none of it.

mod combinators;
mod interpretations;
#[cfg(feature = "lab")]
mod lab;
#[cfg(not(feature = "lab"))]
#[path = "api/no_lab.rs"]
mod lab;
mod sought;

pub use combinators::Combinators;
pub use interpretations::Interpretations;
pub use lab::Lab;
