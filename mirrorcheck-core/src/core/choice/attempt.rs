//! How a run can fail to make a choice: it is rejected, or retried.

/// A rejected run: a condition failed, there was nothing to choose from, or the focus is out of range.
///
/// It is an ordinary early return: `?` is the monad's bind.
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

/// A stage of choices that may be rejected: a filter makes attempts until one passes.
///
/// ```
/// use mirrorcheck::choices::{Attempt, Attempts};
///
/// let mut attempts = Attempts::default();
/// attempts.follow(Attempt::Begins, 3);
/// assert_eq!(attempts.follow(Attempt::Failed, 5), Some(3));
/// assert_eq!(attempts.follow(Attempt::Ends, 4), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attempt {
    /// An attempt begins.
    Begins,
    /// The attempt failed, and the next one begins.
    Failed,
    /// There will be no other attempt.
    Ends,
}

/// The current attempts, each with the mark that was set where it began: for an [`Answerer`](crate::choices::Answerer)
/// that takes back what a failed attempt left.
///
/// ```
/// use mirrorcheck::Rejected;
/// use mirrorcheck::choices::{Answerer, Ask, Attempt, Attempts};
/// use mirrorcheck::prelude::*;
///
/// /// Counts from 0 up, and remembers its answers.
/// #[derive(Default)]
/// struct Counting {
///     next: u128,
///     answers: Vec<u128>,
///     attempts: Attempts<usize>,
/// }
///
/// impl Answerer for Counting {
///     fn answer(&mut self, _: &Ask<'_>) -> Result<u128, Rejected> {
///         self.answers.push(self.next);
///         self.next += 1;
///         Ok(self.next - 1)
///     }
///
///     fn may_retry(&self) -> bool {
///         true
///     }
///
///     fn attempt(&mut self, attempt: Attempt) {
///         if let Some(mark) = self.attempts.follow(attempt, self.answers.len()) {
///             self.answers.truncate(mark);
///         }
///     }
/// }
///
/// let mut counting = Counting::default();
/// let odd = (0..=9).such_that(|n| n % 2 == 1);
/// assert_eq!((odd, 0..=9).interpret(&mut counting).unwrap().0, (1, 2));
/// assert_eq!(counting.answers, [1, 2]);
/// ```
#[derive(Debug, Clone)]
pub struct Attempts<M> {
    marks: Vec<M>,
}

impl<M> Default for Attempts<M> {
    fn default() -> Self {
        Attempts { marks: Vec::new() }
    }
}

impl<M: Copy> Attempts<M> {
    /// Follows an attempt: sets the mark where it begins, and returns it when the attempt fails.
    pub fn follow(&mut self, attempt: Attempt, mark: M) -> Option<M> {
        match attempt {
            Attempt::Begins => self.marks.push(mark),
            Attempt::Failed => return self.marks.last().copied(),
            Attempt::Ends => {
                self.marks.pop();
            }
        }
        None
    }

    /// Forgets all attempts, for a new run.
    pub fn clear(&mut self) {
        self.marks.clear();
    }

    /// Returns the mark of the innermost attempt.
    pub fn mark(&self) -> Option<M> {
        self.marks.last().copied()
    }
}
