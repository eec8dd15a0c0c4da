//! Who answers choices.

use crate::core::choice::{Ask, Attempt, Rejected};

/// Who answers the choices of a generator: implement it, and every generator has a new interpretation.
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
    /// Chooses one of the alternatives. To answer with one that is not there is to reject.
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
    /// assert_eq!(questions.0, ["false | true", "'a' | 'b' | 'c'"]);
    /// ```
    fn answer(&mut self, ask: &Ask<'_>) -> Result<u128, Rejected>;

    /// Whether a generator that filters may ask all over again. Only where answers differ is that of use.
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

    /// A group of choices begins: what one generator chooses, or one alternative of a pick.
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

    /// The innermost group ends; see [`open`](Self::open). After a rejection the groups around it stay open.
    fn close(&mut self) {}

    /// Whether to shrink here, and to which of so many smaller values; see [`effects::shrink`](crate::effects::shrink).
    fn shrink(&mut self, count: usize) -> Option<usize> {
        let _ = count;
        None
    }

    /// The value is made; what is chosen from now on is drawn by the property.
    #[doc(hidden)]
    fn begin_body(&mut self) {}

    /// Whether the choices that the value was made of were met before, at this size where that makes a difference, so that
    /// there is no need to run the property on it again.
    #[doc(hidden)]
    fn is_known(&mut self, read_size: Option<u32>) -> bool {
        let _ = read_size;
        false
    }

    /// What is chosen from now on is to stay as it is, or no longer.
    #[doc(hidden)]
    fn hold(&mut self, held: bool) {
        let _ = held;
    }

    /// What is chosen next is drawn at a place in the program; 0 is none.
    #[doc(hidden)]
    fn site(&mut self, site: u32) {
        let _ = site;
    }

    /// Whether a failure is being shrunk.
    #[doc(hidden)]
    fn is_shrinking(&self) -> bool {
        false
    }

    /// Hears that choices begin that may come to nothing, that they did, or that there will be no other attempt. What
    /// remembers its answers takes back those of a failed attempt: see [`Attempts`](crate::choices::Attempts).
    fn attempt(&mut self, attempt: Attempt) {
        let _ = attempt;
    }

    /// The answer to a choice between two, one of which is not there, where somebody wants to know of such.
    #[doc(hidden)]
    fn next(&mut self, w0: u64, w1: u64) -> Option<Result<bool, Rejected>> {
        let _ = (w0, w1);
        None
    }

    /// A reason why a run came to nothing.
    #[doc(hidden)]
    fn explain(&mut self, reason: &mut dyn FnMut() -> String) {
        let _ = reason;
    }
}
