//! Generators of Mirrorcheck.

use std::fmt::Debug;

use mirrorcheck::prelude::*;
use mirrorcheck::strategy::{Gradient, Random, Strategy};
use mirrorcheck::{Checker, Generator};

use super::Origin;
use crate::etna::subject::Holds;
use crate::etna::watch::{Budget, Watch};

pub(crate) trait Mirrorcheck: Sized {
    fn bespoke() -> impl Generator<Value = Self>;

    fn derived() -> impl Generator<Value = Self>;

    /// The strategy for a derived generator and a property that assumes a lot.
    fn strategy() -> impl Strategy + 'static {
        Gradient::default()
    }
}

pub(crate) fn run<I: Mirrorcheck + Debug>(
    holds: Holds<I>,
    origin: Origin,
    budget: Budget,
    seed: u64,
    watch: &mut Watch,
) {
    match origin {
        Origin::Bespoke => check(holds, I::bespoke(), Random::default(), budget, seed, watch),
        Origin::Derived => check(holds, I::derived(), I::strategy(), budget, seed, watch),
    }
}

fn check<I: Debug>(
    holds: Holds<I>,
    generator: impl Generator<Value = I>,
    strategy: impl Strategy + 'static,
    budget: Budget,
    seed: u64,
    watch: &mut Watch,
) {
    let checker = Checker::new(generator).cases(budget.tests).seed(seed).strategy(strategy).shrink_executions(0);
    checker.examine(|input| {
        let seen = watch.look(holds, &input);
        assume(seen.is_some());
        seen.unwrap_or(true)
    });
}
