//! Cases that a property does not discard, found by following what it assumes.

use std::ops::ControlFlow;

use crate::lab::gradient::{Hunt, HuntOutcome};
use crate::run::check::{Status, Test};
use crate::run::strategy::Strategy;

/// For a property whose assumptions hardly any random value meets: choice gradient sampling, and edits of cases that met them.
/// What [`valid`](crate::Lab::valid) is for a predicate, this is for [`assume`](crate::assume). Cases are run once
/// each; those that are discarded on the way do not count. Cases are to differ in more than their numbers: where others are
/// found, those of a form that was tested often are passed over.
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
    /// With a seed of its own. `Gradient::default()` takes that of the run.
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

    /// Gives up after so many runs without a case that is new and not discarded, if these are half of all runs, and after a
    /// quarter of them if there was none at all; 200,000 unless told otherwise. Runs of many choices count several times.
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
