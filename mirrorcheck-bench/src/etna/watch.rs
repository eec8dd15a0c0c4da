//! What is seen of a trial from inside of the property, the same for every framework.

use std::time::Duration;

use super::subject::Holds;
use crate::cpu;

/// How much a trial may try.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Budget {
    /// Inputs that meet the precondition.
    pub(crate) tests: u64,
    /// All inputs.
    pub(crate) inputs: u64,
}

impl Budget {
    /// Allows five times as many inputs as tests: with more, the slowest peer takes hours.
    pub(crate) const fn of_tests(tests: u64) -> Budget {
        Budget { tests, inputs: 5 * tests }
    }
}

/// What came of a trial.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Trial {
    /// Inputs that met the precondition, up to the first failure and with it.
    pub(crate) tests: u64,
    pub(crate) discards: u64,
    /// CPU time up to the first failure, if there was one.
    pub(crate) failed: Option<Duration>,
}

impl Trial {
    /// Whether the runner stopped by itself, before a failure and with some of the budget left.
    pub(crate) fn gave_up(&self, budget: Budget) -> bool {
        self.failed.is_none() && self.tests < budget.tests && self.tests + self.discards < budget.inputs
    }
}

/// Counts, and stops the runner at the first failure or when the budget is used up.
pub(crate) struct Watch {
    budget: Budget,
    began: Duration,
    trial: Trial,
    is_over: bool,
}

impl Watch {
    pub(crate) fn begin(budget: Budget) -> Watch {
        let trial = Trial { tests: 0, discards: 0, failed: None };
        Watch { budget, began: cpu::process(), trial, is_over: false }
    }

    /// What to tell the runner: whether the property holds, or nothing if the precondition is not met.
    ///
    /// It is told of a failure once, the first or one that ends a trial without any. From then on everything holds, so
    /// that nobody spends time on shrinking.
    pub(crate) fn look<I>(&mut self, holds: Holds<I>, input: &I) -> Option<bool> {
        if self.is_over {
            return Some(true);
        }
        let holds = holds(input);
        match holds {
            None => self.trial.discards += 1,
            Some(_) => self.trial.tests += 1,
        }
        if holds == Some(false) {
            self.trial.failed = Some(cpu::process() - self.began);
        }
        self.end_if_due();
        if self.is_over { Some(false) } else { holds }
    }

    /// An input that could not be made.
    pub(crate) fn discard(&mut self) {
        if !self.is_over {
            self.trial.discards += 1;
            self.end_if_due();
        }
    }

    fn end_if_due(&mut self) {
        let Trial { tests, discards, failed } = self.trial;
        self.is_over = failed.is_some() || tests >= self.budget.tests || tests + discards >= self.budget.inputs;
    }

    /// Whether there is nothing more to see.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }

    pub(crate) fn end(self) -> Trial {
        self.trial
    }
}

#[cfg(test)]
mod tests {
    use super::{Budget, Watch};
    fn is_below_five(n: &i32) -> Option<bool> {
        (*n >= 0).then_some(*n < 5)
    }

    fn watch_of_one_discard() -> super::Trial {
        let mut watch = Watch::begin(Budget::of_tests(2));
        watch.discard();
        watch.end()
    }

    #[test]
    fn the_first_failure_ends_a_trial() {
        let mut watch = Watch::begin(Budget::of_tests(100));
        let answers = [1, -1, 5, 6, -1].map(|n| watch.look(is_below_five, &n));
        assert_eq!(answers, [Some(true), None, Some(false), Some(true), Some(true)]);
        let trial = watch.end();
        assert_eq!((trial.tests, trial.discards, trial.failed.is_some()), (2, 1, true));
    }

    #[test]
    fn a_budget_ends_a_trial_without_a_failure() {
        let mut watch = Watch::begin(Budget::of_tests(2));
        let answers = [1, 2, 5].map(|n| watch.look(is_below_five, &n));
        assert_eq!(answers, [Some(true), Some(false), Some(true)]);
        assert!(watch.is_over() && watch.end().failed.is_none());
        assert!(!watch_of_one_discard().gave_up(Budget::of_tests(0)));
        assert!(watch_of_one_discard().gave_up(Budget::of_tests(2)));

        let mut watch = Watch::begin(Budget::of_tests(1));
        (0..4).for_each(|_| watch.discard());
        assert!(!watch.is_over());
        assert_eq!(watch.look(is_below_five, &-1), Some(false));
        assert_eq!(watch.end().discards, 5);
    }
}
