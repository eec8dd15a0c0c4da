//! W1 to W6: values made by hand, by Mirrorcheck and by every peer, in turns.

use std::hint::black_box;

use mirrorcheck::Interpretations;

use super::Plan;
use super::figure::{Figure, Limit, Memory, ratios};
use super::peers::{Compared, Contestant, FLOOR, OURS, contestants, is_unlike};
use crate::alloc::counting;
use crate::rng::Rng;
use crate::workloads::Workload;

/// How far the mean sizes of the sides may be apart: beyond it they do not make the same thing.
const SIZE_TOLERANCE: f64 = 0.1;
/// How many values the sizes are compared over. Sizes vary a lot, so a few would say nothing.
const SIZED: usize = 20_000;
/// The most that a generator may cost, as a multiple of hand-written code.
const GOAL: f64 = 1.2;

/// Measures everybody on one workload, with so many times the values of the plan in a round.
pub(super) fn contest<W: Compared>(plan: &Plan, times: usize) -> Result<Vec<Figure>, String> {
    if !plan.is_wanted(W::NAME) {
        return Ok(Vec::new());
    }
    check_range::<W>()?;
    let mut sides: Vec<Contestant> = contestants::<W>();
    sides.retain(|side| plan.takes_part(side.framework));
    let sizes: Vec<f64> = sides.iter_mut().map(|side| (side.sizes)(SIZED) as f64 / SIZED as f64).collect();
    for (side, size) in sides.iter().zip(&sizes) {
        if (size / sizes[0] - 1.0).abs() > SIZE_TOLERANCE && !is_unlike(side.framework, W::NAME) {
            return Err(format!("{}: mean size {:.2} by hand, but {size:.2} by {}", W::NAME, sizes[0], side.framework));
        }
    }
    let values = plan.values * times;
    let memory: Vec<Memory> = sides.iter_mut().map(|side| allocated::<W>(side, values / side.share)).collect();
    let mut ns = vec![Vec::new(); sides.len()];
    for _ in 0..plan.rounds {
        for (side, ns) in sides.iter_mut().zip(&mut ns) {
            let count = (values / side.share).max(1);
            let before = (side.clock)();
            (side.make)(count);
            ns.push(((side.clock)() - before).as_nanos() as f64 / count as f64);
        }
    }
    let figure = |i: usize| Figure {
        framework: sides[i].framework,
        problem: W::NAME,
        values: W::NAME.to_owned(),
        what: "forward",
        ratios: ratios(&ns[i], &ns[0]),
        ns: ns[i].clone(),
        ratio_to: FLOOR,
        overhead_ns: None,
        goal: (sides[i].framework == OURS).then_some(Limit::Ratio(GOAL)),
        memory: memory[i],
        mean_size: sizes[i],
    };
    Ok((0..sides.len()).map(figure).collect())
}

/// What a side allocates for so many values. Its own are those of copies, of values from the same generator.
fn allocated<W: Workload>(side: &mut Contestant, values: usize) -> Memory {
    let values = values.max(1);
    let made = counting(|| (side.make)(values)).1;
    let copied: Vec<W::Value> = (0..values as u64).map(|seed| W::generator().sample((1 << 32) + 1 + seed)).collect();
    let own = counting(|| copied.iter().for_each(|value| drop(black_box(value.clone())))).1;
    Memory {
        allocations: made.allocations as f64 / values as f64,
        own: own.allocations as f64 / values as f64,
        peak_bytes: made.peak_bytes as f64,
    }
}

/// What is made by hand must be what the generator makes.
fn check_range<W: Workload>() -> Result<(), String> {
    let (generator, mut rng) = (W::generator(), Rng::new(1));
    if (0..200).all(|_| generator.contains(&W::direct(&mut rng))) {
        Ok(())
    } else {
        Err(format!("{}: a value made by hand is out of the generator's range", W::NAME))
    }
}
