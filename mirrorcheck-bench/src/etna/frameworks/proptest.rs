//! Strategies of proptest.

use std::fmt::Debug;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};

use super::Origin;
use crate::etna::subject::Holds;
use crate::etna::watch::{Budget, Watch};

pub(crate) trait Proptest: Sized {
    fn bespoke() -> impl Strategy<Value = Self>;

    fn derived() -> impl Strategy<Value = Self>;
}

pub(crate) fn run<I: Proptest + Debug>(holds: Holds<I>, origin: Origin, budget: Budget, seed: u64, watch: &mut Watch) {
    match origin {
        Origin::Bespoke => check(holds, &I::bespoke(), budget, seed, watch),
        Origin::Derived => check(holds, &I::derived(), budget, seed, watch),
    }
}

fn check<I: Debug>(holds: Holds<I>, strategy: &impl Strategy<Value = I>, budget: Budget, seed: u64, watch: &mut Watch) {
    let config = Config {
        cases: budget.tests as u32,
        max_global_rejects: budget.inputs as u32,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(seed),
        ..Config::default()
    };
    let watch = std::cell::RefCell::new(watch);
    let _ = TestRunner::new(config).run(strategy, |input| {
        let seen = watch.borrow_mut().look(holds, &input);
        prop_assume!(seen.is_some());
        prop_assert!(seen != Some(false));
        Ok(())
    });
}
