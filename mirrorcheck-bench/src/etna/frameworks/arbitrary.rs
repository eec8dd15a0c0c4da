//! Generators of arbitrary, which make values out of bytes.
//!
//! The runner that goes with it, arbtest, stops by the clock and takes its seeds from the system. So its search is done here
//! with a seed: three inputs from so many random bytes, then from a quarter more, from 32 up to 65,536.

use arbitrary::Unstructured;

use super::Origin;
use crate::etna::subject::Holds;
use crate::etna::watch::{Budget, Watch};
use crate::rng::Rng;

pub(crate) trait FromBytes: Sized {
    fn bespoke(u: &mut Unstructured<'_>) -> arbitrary::Result<Self>;

    fn derived(u: &mut Unstructured<'_>) -> arbitrary::Result<Self>;
}

const LEAST: usize = 32;
const MOST: usize = 65_536;
const OF_A_LENGTH: usize = 3;

pub(crate) fn run<I: FromBytes>(holds: Holds<I>, origin: Origin, _: Budget, seed: u64, watch: &mut Watch) {
    let mut rng = Rng::new(seed);
    let mut bytes = vec![0; LEAST];
    while !watch.is_over() {
        for _ in 0..OF_A_LENGTH {
            fill(&mut bytes, &mut rng);
            let mut source = Unstructured::new(&bytes);
            let input = match origin {
                Origin::Bespoke => I::bespoke(&mut source),
                Origin::Derived => I::derived(&mut source),
            };
            match input {
                Ok(input) => drop(watch.look(holds, &input)),
                Err(_) => watch.discard(),
            }
        }
        bytes.resize((bytes.len() * 5 / 4).min(MOST), 0);
    }
}

fn fill(bytes: &mut [u8], rng: &mut Rng) {
    for chunk in bytes.chunks_mut(size_of::<u64>()) {
        let random = rng.next().to_le_bytes();
        chunk.copy_from_slice(&random[..chunk.len()]);
    }
}
