//! Generators of hegeltest.

use std::panic::{AssertUnwindSafe, catch_unwind};

use hegel::{Database, HealthCheck, Hegel, Settings, TestCase, Verbosity};

use super::Origin;
use crate::etna::subject::Holds;
use crate::etna::watch::{Budget, Watch};

pub(crate) trait Hegeltest: Sized {
    fn bespoke(tc: &TestCase) -> Self;

    fn derived(tc: &TestCase) -> Self;
}

pub(crate) fn run<I: Hegeltest>(holds: Holds<I>, origin: Origin, budget: Budget, seed: u64, watch: &mut Watch) {
    let settings = Settings::new()
        .test_cases(budget.tests)
        .seed(Some(seed))
        .verbosity(Verbosity::Quiet)
        .database(Database::Disabled)
        .print_blob(false)
        .suppress_health_check([HealthCheck::FilterTooMuch, HealthCheck::TooSlow, HealthCheck::LargeInitialTestCase]);
    let test = |tc: TestCase| {
        let input = match origin {
            Origin::Bespoke => I::bespoke(&tc),
            Origin::Derived => I::derived(&tc),
        };
        let seen = watch.look(holds, &input);
        tc.assume(seen.is_some());
        assert!(seen != Some(false));
    };
    // It ends with a panic when there is a failure, and says that it was not there a second time.
    let _ = catch_unwind(AssertUnwindSafe(|| Hegel::new(test).settings(settings).run()));
}
