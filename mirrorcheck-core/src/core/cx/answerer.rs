//! Answering choices.

use crate::core::choice::{Ask, Attempt, Rejected};

/// Answers the choices of a generator: implement it, and every generator has a new interpretation.
///
/// See [`Interpretations::interpret`](crate::Interpretations::interpret), which runs it.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::Rejected;
/// use mirrorcheck::choices::{Answerer, Ask};
///
/// /// Takes the first alternative, which is the simplest.
/// struct First;
/// impl Answerer for First {
///     fn answer(&mut self, ask: &Ask<'_>) -> Result<u128, Rejected> {
///         ask.at_rank(0).ok_or(Rejected)
///     }
/// }
/// let (simplest, _) = vec(-9..=9, 2..=4).interpret(&mut First).unwrap();
/// assert_eq!(simplest, [0, 0]);
/// ```
pub trait Answerer {
    /// Chooses one of the alternatives. Answering with one that does not exist rejects.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Rejected;
    /// use mirrorcheck::choices::{Answerer, Ask};
    ///
    /// struct Questions(Vec<String>);
    /// impl Answerer for Questions {
    ///     fn answer(&mut self, ask: &Ask<'_>) -> Result<u128, Rejected> {
    ///         self.0.push(ask.to_string());
    ///         ask.at_rank(0).ok_or(Rejected)
    ///     }
    /// }
    /// let mut questions = Questions(Vec::new());
    /// (any::<bool>(), 'a'..='c').interpret(&mut questions).unwrap();
    /// assert_eq!(questions.0, ["`false` or `true`", "'a', 'b' or 'c'"]);
    /// ```
    fn answer(&mut self, ask: &Ask<'_>) -> Result<u128, Rejected>;

    /// Returns whether a generator that filters may start over. That only helps if the answers then differ.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Rejected;
    /// use mirrorcheck::choices::{Answerer, Ask};
    ///
    /// struct Random(u64);
    /// impl Answerer for Random {
    ///     fn answer(&mut self, ask: &Ask<'_>) -> Result<u128, Rejected> {
    ///         self.0 += 1;
    ///         Ok(ask.random(self.0))
    ///     }
    ///     fn may_retry(&self) -> bool {
    ///         true
    ///     }
    /// }
    /// let (even, _) = (0..=99).such_that(|n| n % 2 == 0).interpret(&mut Random(0)).unwrap();
    /// assert_eq!(even % 2, 0);
    /// ```
    fn may_retry(&self) -> bool {
        false
    }

    /// Begins a group of choices: those of one generator, or of one alternative of a pick.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Rejected;
    /// use mirrorcheck::choices::{Answerer, Ask};
    ///
    /// /// How deep groups are nested.
    /// struct Depth(u32, u32);
    /// impl Answerer for Depth {
    ///     fn answer(&mut self, ask: &Ask<'_>) -> Result<u128, Rejected> {
    ///         ask.at_rank(0).ok_or(Rejected)
    ///     }
    ///     fn open(&mut self) {
    ///         self.0 += 1;
    ///         self.1 = self.1.max(self.0);
    ///     }
    ///     fn close(&mut self) {
    ///         self.0 -= 1;
    ///     }
    /// }
    /// let mut depth = Depth(0, 0);
    /// ((0..=9, 0..=9), 0..=9).interpret(&mut depth).unwrap();
    /// assert_eq!((depth.0, depth.1), (0, 2));
    /// ```
    fn open(&mut self) {}

    /// Ends the innermost group; see [`open`](Self::open). After a rejection the groups around it stay open.
    fn close(&mut self) {}

    /// Decides whether to shrink here, and to which of `count` smaller values; see
    /// [`effects::shrink`](crate::effects::shrink). An answer of `count` means no, like `None`, but is recorded.
    fn shrink(&mut self, count: usize) -> Option<usize> {
        let _ = count;
        None
    }

    /// Learns that the value is made, and that the property draws from now on.
    #[doc(hidden)]
    fn begin_body(&mut self) {}

    /// Returns whether the choices of the value were met before (at this size, if that matters), so that the property
    /// need not run on it again.
    #[doc(hidden)]
    fn is_known(&mut self, read_size: Option<u32>) -> bool {
        let _ = read_size;
        false
    }

    /// Holds the choices from now on as they are, or stops doing so.
    #[doc(hidden)]
    fn hold(&mut self, held: bool) {
        let _ = held;
    }

    /// Learns at which place in the program the next choice is drawn; 0 is none.
    #[doc(hidden)]
    fn site(&mut self, site: u32) {
        let _ = site;
    }

    /// Returns whether a failure is being shrunk.
    #[doc(hidden)]
    fn is_shrinking(&self) -> bool {
        false
    }

    /// Learns that an attempt that may fail begins, that it failed, or that there will be no other. An answerer that
    /// remembers its answers takes back those of a failed attempt: see [`Attempts`](crate::choices::Attempts).
    fn attempt(&mut self, attempt: Attempt) {
        let _ = attempt;
    }

    /// Answers a decision between two parts, one of which is empty, if the answerer wants to see those.
    #[doc(hidden)]
    fn next(&mut self, w0: u64, w1: u64) -> Option<Result<bool, Rejected>> {
        let _ = (w0, w1);
        None
    }

    /// Receives a reason why a run was rejected.
    #[doc(hidden)]
    fn explain(&mut self, reason: &mut dyn FnMut() -> String) {
        let _ = reason;
    }
}
