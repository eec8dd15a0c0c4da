//! What is shrunk: plain data, a property that is wrong, and what the smallest failure looks like. Every framework
//! sees the same.

pub(crate) mod bound5;
pub(crate) mod calculator;
pub(crate) mod difference;
pub(crate) mod heap;
pub(crate) mod language;
pub(crate) mod lists;

use std::fmt::Debug;

/// One row of the evaluation.
pub(crate) trait Problem: 'static {
    /// Its name in the evaluation.
    const NAME: &'static str;
    type Input: Clone + Debug + PartialEq + 'static;

    /// The property, which does not hold for all inputs.
    fn holds(input: &Self::Input) -> bool;

    /// Whether a failing input is the one, or one of the few, that nothing is simpler than.
    fn is_minimal(input: &Self::Input) -> bool;

    /// How large an input is. A pair of numbers is as large as their sum, which is no count.
    fn size(input: &Self::Input) -> f64;
}

/// A law of every problem, for its tests: its minima fail and are known as such, smaller values hold, and larger
/// failures are told apart from the minima.
#[cfg(test)]
pub(crate) fn check_problem<P: Problem>(minima: &[P::Input], holding: &[P::Input], larger: &[P::Input]) {
    for input in minima {
        assert!(!P::holds(input), "{}: {input:?} is to fail", P::NAME);
        assert!(P::is_minimal(input), "{}: {input:?} is minimal", P::NAME);
    }
    for input in holding {
        assert!(P::holds(input), "{}: {input:?} is to hold", P::NAME);
        assert!(!P::is_minimal(input), "{}: {input:?} does not even fail", P::NAME);
    }
    for input in larger {
        assert!(!P::holds(input), "{}: {input:?} is to fail", P::NAME);
        assert!(!P::is_minimal(input), "{}: {input:?} is not minimal", P::NAME);
    }
}
