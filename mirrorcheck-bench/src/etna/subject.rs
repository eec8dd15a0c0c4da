//! What is tested: programs with faults that can be switched on, and properties that may see them.

use std::fmt::Debug;

use super::frameworks::{Everywhere, Run, runs};

/// What should hold of a program.
pub(crate) trait Property: 'static {
    const NAME: &'static str;
    type Input: Clone + Debug + 'static;

    /// Nothing if the input does not meet the precondition.
    fn holds(input: &Self::Input) -> Option<bool>;
}

/// A program with its faults and properties.
pub(crate) struct Subject {
    pub(crate) name: &'static str,
    /// Switches to this mutant, counted from 1, or with 0 to none. For the whole process, because some frameworks run
    /// properties on threads of their own.
    pub(crate) switch: fn(usize),
    pub(crate) properties: Vec<Tested>,
    /// Which mutant is seen by which properties.
    pub(crate) tasks: &'static [Tasks],
}

/// A mutant, and the names of the properties that fail with it.
#[derive(Debug)]
pub(crate) struct Tasks {
    pub(crate) mutant: &'static str,
    pub(crate) properties: &'static [&'static str],
}

/// A property under every framework.
pub(crate) struct Tested {
    pub(crate) name: &'static str,
    pub(crate) runs: Vec<(&'static str, Run)>,
}

impl Tested {
    pub(crate) fn new<P: Property>() -> Tested
    where
        P::Input: Everywhere,
    {
        Tested { name: P::NAME, runs: runs::<P>() }
    }
}
