//! Strategies of proptest.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};

use super::Origin;
use crate::etna::subject::Property;
use crate::etna::watch::{Budget, Watch};

pub(crate) trait Proptest: Sized {
    fn bespoke() -> impl Strategy<Value = Self>;

    fn derived() -> impl Strategy<Value = Self>;
}

pub(crate) fn run<P: Property<Input: Proptest>>(origin: Origin, budget: Budget, seed: u64, watch: &mut Watch) {
    match origin {
        Origin::Bespoke => check::<P>(&P::Input::bespoke(), budget, seed, watch),
        Origin::Derived => check::<P>(&P::Input::derived(), budget, seed, watch),
    }
}

fn check<P: Property>(strategy: &impl Strategy<Value = P::Input>, budget: Budget, seed: u64, watch: &mut Watch) {
    let config = Config {
        cases: budget.tests as u32,
        max_global_rejects: budget.inputs as u32,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(seed),
        ..Config::default()
    };
    let watch = std::cell::RefCell::new(watch);
    let _ = TestRunner::new(config).run(strategy, |input| {
        let seen = watch.borrow_mut().look::<P>(&input);
        prop_assume!(seen.is_some());
        prop_assert!(seen != Some(false));
        Ok(())
    });
}
