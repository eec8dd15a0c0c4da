//! Generators of bolero. Its engine takes seeds from the system, so that its way of making inputs is followed here with a
//! seed: a source of its own for each. Like checkito, it knows no preconditions.

use bolero::ValueGenerator;
use bolero::generator::bolero_generator::driver::{self, Options};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Origin;
use crate::etna::subject::Holds;
use crate::etna::watch::{Budget, Watch};
use crate::rng::Rng;

pub(crate) trait Bolero: Sized {
    fn bespoke() -> impl ValueGenerator<Output = Self>;

    fn derived() -> impl ValueGenerator<Output = Self>;
}

pub(crate) fn run<I: Bolero>(holds: Holds<I>, origin: Origin, _: Budget, seed: u64, watch: &mut Watch) {
    match origin {
        Origin::Bespoke => look_for(holds, &I::bespoke(), seed, watch),
        Origin::Derived => look_for(holds, &I::derived(), seed, watch),
    }
}

fn look_for<I>(holds: Holds<I>, generator: &impl ValueGenerator<Output = I>, seed: u64, watch: &mut Watch) {
    let mut seeds = Rng::new(seed);
    let options = Options::default();
    while !watch.is_over() {
        let source = Xoshiro256PlusPlus::seed_from_u64(seeds.next());
        match generator.generate(&mut driver::Rng::new(source, &options)) {
            Some(input) => drop(watch.look(holds, &input)),
            None => watch.discard(),
        }
    }
}
