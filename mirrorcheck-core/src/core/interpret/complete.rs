//! Completion: what the sketch fixes answers, chance does the rest.

use crate::core::cx::{Cx, DEFAULT_SIZE, SearchMode, Stop};
use crate::core::generator::{Focus, Generator};
use crate::core::rng::Rng;
use crate::core::sketch::Sketch;

/// How often to start over where chance and sketch clash.
const ATTEMPTS: u64 = 200;
/// How many runs and choices all attempts together may take: a given part can be large.
const FUEL: u64 = 20_000_000;

pub(crate) fn complete<G: Generator + ?Sized>(
    generator: &G,
    sketch: &impl Sketch<G::Value>,
    seed: u64,
) -> Option<G::Value> {
    let partial = sketch.partial();
    let focus = match sketch.given() {
        Some(value) => Focus::On(value),
        None if partial.is_hole() => Focus::Free,
        None => Focus::Sketch(partial),
    };
    let mut fuel = FUEL;
    for attempt in 0..ATTEMPTS {
        // A generator that depends on the size may need another one for what is fixed.
        let size = DEFAULT_SIZE - (attempt % u64::from(DEFAULT_SIZE + 1)) as u32;
        let mut cx = Cx::cold(Rng::new(seed, attempt), size, SearchMode::Complete);
        if let Some(cold) = cx.cold_mut() {
            cold.fuel = fuel;
        }
        let made = generator.run(&mut cx, focus);
        if let Some(value) = made.ok().filter(|value| sketch.admits(value)) {
            return Some(value);
        }
        // Where nothing was left to chance, the next attempt would be the same.
        let cold = cx.into_cold()?;
        fuel = fuel.saturating_sub(cold.burnt);
        if cold.decided_by_chance == 0 && !cold.size_was_read && cold.stop != Some(Stop::OutOfFuel) {
            return None;
        }
    }
    None
}
