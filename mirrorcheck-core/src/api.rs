//! The one place that puts methods on generators. It stands above all floors, so that these need none of it.

mod combinators;
mod interpretations;
mod lab;

pub use combinators::Combinators;
pub use interpretations::Interpretations;
pub use lab::Lab;
