//! Combinators: the language without macros. Free functions build generators, methods transform them.

mod listed;
mod pick;
mod recursive;
mod shrinking;
mod transform;

pub use listed::{Listed, pick_from_cx, pick_from_here};
pub use pick::{Alternative, Alternatives, Bare, Frequent, Full, Labeled, Pick, Weight};
pub use pick::{frequency, labeled, oneof, pick, pick_from};
pub use recursive::{Recursive, recursive};
pub use shrinking::{NoShrink, ShrinkWith, no_shrink, shrink_with};
pub use transform::{At, AtSketch, Bind, Convert, Lazy, Resize, Scaled, SizedBy, SuchThat, TryAt};
pub use transform::{Exact, Void, exact, lazy, resize, sized, void};
pub(crate) use transform::{convert, such_that};
