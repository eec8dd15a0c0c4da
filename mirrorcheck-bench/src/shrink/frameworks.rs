//! Who shrinks: each framework has its generators for the problems, written as its own documentation advises, and a
//! function that searches with a seed and shrinks what is found.

pub(crate) mod arbtest;
pub(crate) mod bolero;
pub(crate) mod checkito;
pub(crate) mod crabcheck;
pub(crate) mod hegeltest;
pub(crate) mod mirrorcheck;
pub(crate) mod proptest;
pub(crate) mod quickcheck;

use super::problems::Problem;

/// How many cases there are to find a failure.
pub(crate) const CASES: u32 = 10_000;

/// What is left of a failure, and how often the property was called for it after it had failed first.
#[derive(Debug)]
pub(crate) struct Found<T> {
    pub(crate) value: T,
    pub(crate) executions: u64,
}

/// A property that counts, because not every framework tells. It knows the last input that failed, too: those that
/// shrink greedily end with it.
pub(crate) struct Watched<P: Problem> {
    failing: Option<P::Input>,
    executions: u64,
}

impl<P: Problem> Watched<P> {
    pub(crate) fn new() -> Watched<P> {
        Watched { failing: None, executions: 0 }
    }

    pub(crate) fn holds(&mut self, input: &P::Input) -> bool {
        self.discard();
        let holds = P::holds(input);
        if !holds {
            self.failing = Some(input.clone());
        }
        holds
    }

    /// A call that ends with a precondition that is not met.
    pub(crate) fn discard(&mut self) {
        self.executions += u64::from(self.failing.is_some());
    }

    /// Returns the last input that failed.
    pub(crate) fn found(self) -> Option<Found<P::Input>> {
        self.failing.map(|value| Found { value, executions: self.executions })
    }
}

#[cfg(test)]
mod tests {
    use mirrorcheck::prelude::*;

    use super::mirrorcheck::Mirrorcheck;

    /// Checks that something is made, and nothing that Mirrorcheck's generator could not make.
    pub(super) fn check_range<P: Mirrorcheck>(made: impl Iterator<Item = P::Input>) {
        let generator = P::generator();
        let mut number = 0;
        for input in made {
            assert!(generator.contains(&input), "{}: {input:?}", P::NAME);
            number += 1;
        }
        assert!(number >= 100, "{}: {number} inputs", P::NAME);
    }

    /// Calls a function that has the problem as its parameter.
    macro_rules! for_every_problem {
        ($function:ident) => {
            for_every_problem!($function: Reverse, Distinct, LargeUnionList, NestedLists, LengthList, Coupling, Deletion);
            for_every_problem!($function: Deletion100, Bound5, Bound5Max1, Calculator, BinHeap, Parser);
            for_every_problem!($function: Zero1000, ZeroFull, Small1000, SmallFull, One1000, OneFull);
        };
        ($function:ident: $($problem:ident),*) => {
            $($function::<$problem>();)*
        };
    }

    pub(super) use for_every_problem;
}
