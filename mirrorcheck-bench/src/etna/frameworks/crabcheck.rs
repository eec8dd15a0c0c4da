//! Generators of crabcheck.

use std::fmt::Debug;

use crabcheck::{Config, Gen, TestResult, check};

use super::Origin;
use crate::etna::subject::Holds;
use crate::etna::watch::{Budget, Watch};

pub(crate) trait Crabcheck: Sized {
    fn bespoke() -> impl Gen<Value = Self>;

    fn derived() -> impl Gen<Value = Self>;
}

pub(crate) fn run<I: Crabcheck + Clone + Debug>(
    holds: Holds<I>,
    origin: Origin,
    budget: Budget,
    seed: u64,
    watch: &mut Watch,
) {
    match origin {
        Origin::Bespoke => look_for(holds, I::bespoke(), budget, seed, watch),
        Origin::Derived => look_for(holds, I::derived(), budget, seed, watch),
    }
}

fn look_for<I: Clone + Debug>(
    holds: Holds<I>,
    generator: impl Gen<Value = I>,
    budget: Budget,
    seed: u64,
    watch: &mut Watch,
) {
    let config = Config::new().tests(budget.tests).seed(seed).no_regressions().no_shrink();
    check(&config, generator, |input| match watch.look(holds, &input) {
        Some(true) => TestResult::Pass,
        Some(false) => TestResult::fail(""),
        None => TestResult::discard(""),
    });
}
