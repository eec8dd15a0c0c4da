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

/// [`Property::holds`]. Frameworks are compiled for each type of inputs, not for each property.
pub(crate) type Holds<I> = fn(&I) -> Option<bool>;

/// A program with its faults and properties.
pub(crate) struct Subject {
    pub(crate) name: &'static str,
    /// Switches to this mutant, counted from 1, or with 0 to none. For the whole process, because some frameworks run
    /// properties on threads of their own.
    pub(crate) switch: fn(usize),
    pub(crate) properties: Vec<Tested>,
    /// Which mutant is seen by which properties.
    pub(crate) tasks: &'static [Tasks],
    /// How many inputs the slowest framework may try in a trial.
    pub(crate) inputs_of_slowest: u64,
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
        Tested { name: P::NAME, runs: runs(P::holds) }
    }
}

/// That the properties which fail are those which are listed, for each mutant, and none without.
#[cfg(test)]
pub(crate) fn assert_tasks(tasks: &[Tasks], switch: fn(usize), that_fail: fn() -> Vec<&'static str>) {
    switch(0);
    let without = that_fail();
    let mut found = Vec::new();
    for mutant in 1..=tasks.len() {
        switch(mutant);
        found.push(that_fail());
    }
    switch(0);
    assert_eq!(without, Vec::<&str>::new(), "without a fault");
    let listed: Vec<Vec<&str>> = tasks.iter().map(|tasks| tasks.properties.to_vec()).collect();
    assert_eq!(found, listed, "{found:#?}");
}
