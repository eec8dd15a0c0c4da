//! Cases that a property does not discard, found by following what it assumes.

use std::ops::ControlFlow;

use crate::lab::gradient::{Hunt, HuntOutcome};
use crate::run::check::{Status, Test};
use crate::run::strategy::Strategy;

/// For a property whose assumptions hardly any random value meets: choice gradient sampling, and edits of cases that
/// met them. It does for [`assume`](crate::assume) what [`valid`](crate::Lab::valid) does for a predicate. Each case
/// runs once; those discarded along the way do not count. Cases should differ in more than their numbers: as long as it
/// finds others, it skips those of a form that was tested often. It leaves some runs to chance, and most of them where
/// searching fares worse, so that it never costs much more than random cases.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::Checker;
/// use mirrorcheck::strategy::Gradient;
///
/// let report = Checker::new(vec(0..=9, 0..=20)).strategy(Gradient::default()).cases(1000).run(|list| {
///     assume(list.len() > 8 && list.is_sorted());
///     assert!(list.binary_search(&list[4]).is_ok());
/// });
/// assert_eq!(report.passed, 1000);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gradient {
    seed: Option<u64>,
    budget: u64,
}

impl Default for Gradient {
    #[inline]
    fn default() -> Gradient {
        Gradient { seed: None, budget: crate::lab::valid::BUDGET }
    }
}

impl Gradient {
    /// Creates the strategy with a seed of its own. `Gradient::default()` uses that of the run.
    ///
    /// ```
    /// use mirrorcheck::strategy::Gradient;
    ///
    /// assert_ne!(Gradient::seed(1), Gradient::default());
    /// ```
    #[inline]
    pub fn seed(seed: u64) -> Gradient {
        Gradient { seed: Some(seed), ..Gradient::default() }
    }

    /// Gives up after this many runs without a new case that is not discarded, if they are half of all runs, and after
    /// a quarter as many if there was none at all; the default is 200,000. Runs of many choices count several times.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Checker;
    /// use mirrorcheck::strategy::Gradient;
    ///
    /// let report = Checker::new(0..=9).strategy(Gradient::default().budget(500)).examine(|n| assume(n > 7));
    /// assert_eq!(report.passed, 2);
    /// ```
    #[must_use]
    #[inline]
    pub fn budget(self, runs: u64) -> Gradient {
        Gradient { budget: runs, ..self }
    }
}

impl Strategy for Gradient {
    #[inline]
    fn run(&mut self, test: &mut Test<'_>) -> ControlFlow<()> {
        let mut hunt = Hunt::varied(self.seed.unwrap_or(test.seed()));
        while hunt.may_go_on(self.budget) {
            let size = hunt.begin();
            // That a case was met before is known only when it has been run: it does not count.
            test.sought(size, &mut hunt, |hunt, status, read| {
                hunt.end(size, read, status != Status::Discarded) == HuntOutcome::New
            })?;
        }
        ControlFlow::Continue(())
    }
}
