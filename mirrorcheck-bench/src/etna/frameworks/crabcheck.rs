//! Generators of crabcheck.

use crabcheck::{Config, Gen, TestResult, check};

use super::Origin;
use crate::etna::subject::Property;
use crate::etna::watch::{Budget, Watch};

pub(crate) trait Crabcheck: Sized {
    fn bespoke() -> impl Gen<Value = Self>;

    fn derived() -> impl Gen<Value = Self>;
}

pub(crate) fn run<P: Property<Input: Crabcheck>>(origin: Origin, budget: Budget, seed: u64, watch: &mut Watch) {
    match origin {
        Origin::Bespoke => look_for::<P>(P::Input::bespoke(), budget, seed, watch),
        Origin::Derived => look_for::<P>(P::Input::derived(), budget, seed, watch),
    }
}

fn look_for<P: Property>(generator: impl Gen<Value = P::Input>, budget: Budget, seed: u64, watch: &mut Watch) {
    let config = Config::new().tests(budget.tests).seed(seed).no_regressions().no_shrink();
    check(&config, generator, |input| match watch.look::<P>(&input) {
        Some(true) => TestResult::Pass,
        Some(false) => TestResult::fail(""),
        None => TestResult::discard(""),
    });
}
