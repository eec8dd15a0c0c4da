//! Effects: what a program in direct style can ask of whoever runs it.
//!
//! These are in a module of their own because their names are ordinary words.

use crate::direct::with_cx;

/// Whether to shrink here, and to which of `count` smaller values: halcheck's `gen::shrink`.
///
/// The answer is `None`, until a failure is being shrunk: then it may be any number below `count`, here or at any other
/// place where a program asks. What the numbers mean is up to the program; each of them should mean something simpler.
/// [`shrink_with`](crate::shrink_with) is built on it.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::{Shrinker, effects};
///
/// // Words of which a letter can be left out, without a generator that knows how.
/// let word = from_fn(|| {
///     let mut word = draw(string('a'..='z', 8));
///     let mut i = 0;
///     while i < word.len() {
///         match effects::shrink(1) {
///             Some(_) => drop(word.remove(i)),
///             None => i += 1,
///         }
///     }
///     word
/// });
/// let choices = word.randomness(1);
/// let shrunk = Shrinker::new(&word).shrink_choices(&choices, |word| word.len() >= 3).unwrap();
/// assert_eq!(shrunk.value, "aaa");
/// ```
///
/// # Panics
/// Where no generator runs in direct style.
#[track_caller]
pub fn shrink(count: usize) -> Option<usize> {
    with_cx("effects::shrink", |cx| cx.shrink(count))
}
