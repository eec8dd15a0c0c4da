//! How a run can fail to make a choice: it comes to nothing, or is tried again.

/// A run came to nothing: a condition failed, there was nothing to choose from, or the focus is not in range.
///
/// An ordinary early return: `?` is the monad's bind.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::Rejected;
/// use mirrorcheck::choices::{Answerer, Ask};
///
/// struct Nobody;
/// impl Answerer for Nobody {
///     fn answer(&mut self, _: &Ask<'_>) -> Result<u128, Rejected> {
///         Err(Rejected)
///     }
/// }
/// assert_eq!((0..=9).interpret(&mut Nobody), Err(Rejected));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rejected;

/// What becomes of choices that may come to nothing.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attempt {
    /// They begin here.
    Begins,
    /// They came to nothing, and begin again.
    Failed,
    /// There will be no other attempt.
    Ends,
}
