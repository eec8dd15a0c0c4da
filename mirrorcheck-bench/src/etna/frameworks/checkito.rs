//! Generators of checkito. It knows no preconditions: where one is not met, the property holds.

use checkito::{Check, Generate};

use super::Origin;
use crate::etna::subject::Holds;
use crate::etna::watch::{Budget, Watch};

pub(crate) trait Checkito: Sized {
    fn bespoke() -> impl Generate<Item = Self>;

    fn derived() -> impl Generate<Item = Self>;
}

pub(crate) fn run<I: Checkito>(holds: Holds<I>, origin: Origin, budget: Budget, seed: u64, watch: &mut Watch) {
    match origin {
        Origin::Bespoke => check(holds, I::bespoke(), budget, seed, watch),
        Origin::Derived => check(holds, I::derived(), budget, seed, watch),
    }
}

fn check<I>(holds: Holds<I>, generator: impl Generate<Item = I>, budget: Budget, seed: u64, watch: &mut Watch) {
    let mut checker = generator.checker();
    // A case has the sum of this seed and its number, so that the cases of neighbouring seeds would be the same ones.
    checker.generate.seed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    checker.generate.count = budget.inputs as usize;
    checker.shrink.count = 0;
    let _ = checker.check(|input| watch.look(holds, &input).unwrap_or(true));
}
