//! Completion: what the sketch fixes answers, chance does the rest.

use crate::cx::{Cx, DEFAULT_SIZE, Search, Stop};
use crate::generator::{Focus, Generator};
use crate::rng::Rng;
use crate::sketch::Sketch;

/// How often to start over where chance and sketch clash.
const ATTEMPTS: u64 = 200;
/// How many runs and choices one attempt may take.
const FUEL: u64 = 100_000;

pub(super) fn complete<G: Generator + ?Sized>(
    generator: &G,
    sketch: &impl Sketch<G::Value>,
    seed: u64,
) -> Option<G::Value> {
    let partial = sketch.partial();
    let focus = if partial.is_hole() { Focus::Free } else { Focus::Sketch(partial) };
    for attempt in 0..ATTEMPTS {
        let mut cx = Cx::cold(Rng::new(seed, attempt), DEFAULT_SIZE, Search::Complete);
        if let Some(cold) = cx.cold_mut() {
            cold.fuel = FUEL + partial.len() as u64 * 64;
        }
        let made = generator.run(&mut cx, focus);
        if let Some(value) = made.ok().filter(|value| sketch.admits(value)) {
            return Some(value);
        }
        // Where nothing was left to chance, the next attempt would be the same.
        let cold = cx.into_cold()?;
        if !cold.chance_had_a_say && cold.stop != Some(Stop::OutOfFuel) {
            return None;
        }
    }
    None
}
