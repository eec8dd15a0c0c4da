//! E5: the cost of making values, and of taking them apart.
//!
//! Everything that is compared runs in turns in one process, on values that are new in every round, so that neither
//! a busy machine nor a branch predictor with a good memory favours one side. A figure is the median over the rounds.

mod runner;
mod text;

use std::hint::black_box;
use std::ops::Range;

use mirrorcheck::{Interpretations, Reflective};

use crate::alloc::{Allocated, counting};
use crate::arguments::Arguments;
use crate::cpu;
use crate::report::Row;
use crate::rng::Rng;
use crate::workloads::{
    Documents, Drawn, Lists, Numbers, Patterns, SearchTrees, Terms, Words, Workload, drawn_by_hand,
};

/// How far the mean sizes of the two sides may be apart: beyond it they do not make the same thing.
const SIZE_TOLERANCE: f64 = 0.1;
/// Of how many values the sizes are compared. Sizes differ a lot, so that a few would say nothing.
const SIZED: u64 = 20_000;

/// Runs the experiment.
pub(crate) fn run(arguments: &Arguments) -> Result<Vec<Row>, String> {
    // So few values a round that those to be taken apart are in the cache, as values are that were just made.
    let plan = Plan { rounds: arguments.rounds.unwrap_or(201), values: arguments.seeds.unwrap_or(100) as usize };
    let plain = [measure::<Numbers>(&plan)?, measure::<Lists>(&plan)?, measure::<Words>(&plan)?];
    let patterns = measure::<Patterns>(&plan)?;
    let trees = measure::<SearchTrees>(&plan)?;
    let documents = measure::<Documents>(&plan)?;
    let terms = measure::<Terms>(&plan)?;
    let plain_rows = drawn(&plan).into_iter().chain([patterns.against(&plain[2], 2.0)]);
    let forward = plain.iter().chain([&trees, &documents, &terms]).flat_map(Measured::making);
    let backward = [&trees, &documents].into_iter().flat_map(Measured::taking_apart);
    let runs = runner::measure(&plan);
    Ok(plain_rows.chain(forward).chain(backward).chain(text::measure(&plan)?).chain(runs).collect())
}

struct Plan {
    rounds: usize,
    /// Values a round.
    values: usize,
}

/// What is done with one value.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Work {
    ByHand,
    Forward,
    Recording,
    FirstReflection,
    AllReflections,
    Contains,
    /// Only to count what a value's own allocations are.
    Clone,
}

const WORKS: [Work; 7] = [
    Work::ByHand,
    Work::Forward,
    Work::Recording,
    Work::FirstReflection,
    Work::AllReflections,
    Work::Contains,
    Work::Clone,
];

impl Work {
    fn framework(self) -> &'static str {
        if self == Work::ByHand { "hand-written" } else { "mirrorcheck" }
    }

    fn name(self) -> &'static str {
        match self {
            Work::ByHand | Work::Forward => "forward",
            Work::Recording => "recording",
            Work::FirstReflection => "first_reflection",
            Work::AllReflections => "all_reflections",
            Work::Contains => "contains",
            Work::Clone => "clone",
        }
    }
}

/// The figures of one workload.
struct Measured {
    problem: &'static str,
    /// Mean sizes, by hand and by the generator.
    sizes: [f64; 2],
    costs: [Costs; WORKS.len()],
}

#[derive(Default)]
struct Costs {
    /// CPU nanoseconds a value, one figure a round.
    ns: Vec<f64>,
    /// Means a value.
    allocations: f64,
    peak_bytes: f64,
}

fn measure<W: Workload>(plan: &Plan) -> Result<Measured, String> {
    let generator = W::generator();
    let mut rng = Rng::new(1);
    check_range::<W>(&generator, &mut rng)?;
    let sizes = mean_sizes::<W>(&generator, &mut rng)?;
    let mut costs: [Costs; WORKS.len()] = Default::default();
    let share = 1.0 / (plan.rounds * plan.values) as f64;
    for round in 0..plan.rounds {
        let first_seed = (round * plan.values) as u64;
        let mut pool = Pool::<W> { first_seed, values: Vec::with_capacity(plan.values) };
        pool.values.extend((first_seed..).take(plan.values).map(|seed| generator.sample(seed)));
        let all = 0..plan.values;
        // Counting warms up for timing, and leaves it alone otherwise.
        for (work, costs) in WORKS.into_iter().zip(&mut costs) {
            for i in all.clone() {
                let Allocated { allocations, peak_bytes } =
                    counting(|| pool.perform(work, &generator, &mut rng, i..i + 1)).1;
                costs.allocations += allocations as f64 * share;
                costs.peak_bytes += peak_bytes as f64 * share;
            }
        }
        for (work, costs) in WORKS.into_iter().zip(&mut costs) {
            let before = cpu::thread();
            pool.perform(work, &generator, &mut rng, all.clone());
            let spent = cpu::thread() - before;
            costs.ns.push(spent.as_nanos() as f64 / plan.values as f64);
        }
    }
    Ok(Measured { problem: W::NAME, sizes, costs })
}

/// How many numbers one run draws, and what they are on average.
const DRAWN: usize = 1_000;
const MEAN: f64 = 499.5;

/// W1 without what a case of its own costs: numbers drawn inside of one run.
fn drawn(plan: &Plan) -> Vec<Row> {
    let mut rng = Rng::new(1);
    let mut ns = [Vec::new(), Vec::new()];
    for seed in 0..plan.rounds as u64 {
        let before = cpu::thread();
        black_box(drawn_by_hand(&mut rng, DRAWN));
        let between = cpu::thread();
        black_box(Drawn(DRAWN).sample(seed));
        let spent = [between - before, cpu::thread() - between];
        ns.iter_mut().zip(spent).for_each(|(ns, spent)| ns.push(spent.as_nanos() as f64 / DRAWN as f64));
    }
    let ratios: Vec<f64> = ns[1].iter().zip(&ns[0]).map(|(ours, by_hand)| ours / by_hand).collect();
    let allocated =
        [counting(|| black_box(drawn_by_hand(&mut rng, DRAWN))).1, counting(|| black_box(Drawn(DRAWN).sample(1))).1];
    let row = |framework, ns: &[f64], ratios: &[f64], allocated: &Allocated| {
        Row::new()
            .text("framework", framework)
            .text("problem", "W1")
            .text("values", "W1")
            .text("what", "drawn")
            .number("ns", quantile(ns, 0.5), 1)
            .number("ratio", quantile(ratios, 0.5), 3)
            .number("ratio_q1", quantile(ratios, 0.25), 3)
            .number("ratio_q3", quantile(ratios, 0.75), 3)
            .text("ratio_to", "hand-written")
            .optional("goal", (framework == "mirrorcheck").then_some(1.2), 1)
            .number("allocs", allocated.allocations as f64 / DRAWN as f64, 2)
            .number("own_allocs", 0.0, 2)
            .number("peak_bytes", allocated.peak_bytes as f64, 0)
            .number("mean_size", MEAN, 2)
    };
    vec![row("hand-written", &ns[0], &[1.0], &allocated[0]), row("mirrorcheck", &ns[1], &ratios, &allocated[1])]
}

/// The mean sizes of what is made by hand and by the generator, which must agree.
fn mean_sizes<W: Workload>(generator: &impl Reflective<Value = W::Value>, rng: &mut Rng) -> Result<[f64; 2], String> {
    let by_hand: usize = (0..SIZED).map(|_| W::size(&W::by_hand(rng))).sum();
    let generated: usize = (0..SIZED).map(|seed| W::size(&generator.sample(seed))).sum();
    let [by_hand, generated] = [by_hand, generated].map(|sum| sum as f64 / SIZED as f64);
    match (by_hand / generated - 1.0).abs() <= SIZE_TOLERANCE {
        true => Ok([by_hand, generated]),
        false => Err(format!("{}: mean size {by_hand:.2} by hand, but {generated:.2} by the generator", W::NAME)),
    }
}

/// What is made by hand must be what the generator makes.
fn check_range<W: Workload>(generator: &impl Reflective<Value = W::Value>, rng: &mut Rng) -> Result<(), String> {
    match (0..200).all(|_| generator.contains(&W::by_hand(rng))) {
        true => Ok(()),
        false => Err(format!("{}: a value made by hand is out of the generator's range", W::NAME)),
    }
}

/// The values of one round, with the seeds that make them.
struct Pool<W: Workload> {
    first_seed: u64,
    values: Vec<W::Value>,
}

impl<W: Workload> Pool<W> {
    /// One piece of work on some of the values. What it gives is dropped at once, which is part of its cost.
    fn perform<G>(&self, work: Work, generator: &G, rng: &mut Rng, which: Range<usize>)
    where
        G: Reflective<Value = W::Value>,
    {
        let seeds = which.clone().map(|i| self.first_seed + i as u64);
        let values = &self.values[which.clone()];
        match work {
            Work::ByHand => which.for_each(|_| drop(black_box(W::by_hand(rng)))),
            Work::Forward => seeds.for_each(|seed| drop(black_box(generator.sample(seed)))),
            Work::Recording => seeds.for_each(|seed| drop(black_box(generator.randomness(seed)))),
            Work::FirstReflection => values.iter().for_each(|value| drop(black_box(generator.reflect_first(value)))),
            Work::AllReflections => values.iter().for_each(|value| drop(black_box(generator.reflect(value).next()))),
            Work::Contains => values.iter().for_each(|value| assert!(black_box(generator.contains(value)))),
            Work::Clone => values.iter().for_each(|value| drop(black_box(value.clone()))),
        }
    }
}

impl Measured {
    fn costs(&self, work: Work) -> &Costs {
        &self.costs[work as usize]
    }

    /// The rows of the workload itself, against the floor.
    fn making(&self) -> Vec<Row> {
        let row = |work| self.row(self.problem, work, Work::ByHand, (work == Work::Forward).then_some(1.2));
        WORKS.into_iter().filter(|work| !matches!(work, Work::Contains | Work::Clone)).map(row).collect()
    }

    /// The rows of W8, against forward.
    fn taking_apart(&self) -> Vec<Row> {
        let row = |work| self.row("W8", work, Work::Forward, Some(2.0));
        [Work::FirstReflection, Work::Contains].into_iter().map(row).collect()
    }

    /// The row that compares making with the making of another workload.
    fn against(&self, other: &Measured, goal: f64) -> Row {
        let ns = &self.costs(Work::Forward).ns;
        let ratios: Vec<f64> = ns.iter().zip(&other.costs(Work::Forward).ns).map(|(ns, base)| ns / base).collect();
        Row::new()
            .text("framework", "mirrorcheck")
            .text("problem", other.problem)
            .text("values", self.problem)
            .text("what", "forward")
            .number("ns", quantile(ns, 0.5), 1)
            .number("ratio", quantile(&ratios, 0.5), 3)
            .number("ratio_q1", quantile(&ratios, 0.25), 3)
            .number("ratio_q3", quantile(&ratios, 0.75), 3)
            .text("ratio_to", "string")
            .optional("goal", Some(goal), 1)
            .number("allocs", self.costs(Work::Forward).allocations, 2)
            .number("own_allocs", self.costs(Work::Clone).allocations, 2)
            .number("peak_bytes", self.costs(Work::Forward).peak_bytes, 0)
            .number("mean_size", self.sizes[1], 2)
    }

    fn row(&self, problem: &str, work: Work, against: Work, goal: Option<f64>) -> Row {
        let (costs, base) = (self.costs(work), self.costs(against));
        // Each round by itself: what slows the machine down for longer than that slows both sides.
        let ratios: Vec<f64> = costs.ns.iter().zip(&base.ns).map(|(ns, base)| ns / base).collect();
        Row::new()
            .text("framework", work.framework())
            .text("problem", problem)
            .text("values", self.problem)
            .text("what", work.name())
            .number("ns", quantile(&costs.ns, 0.5), 1)
            .number("ratio", quantile(&ratios, 0.5), 3)
            .number("ratio_q1", quantile(&ratios, 0.25), 3)
            .number("ratio_q3", quantile(&ratios, 0.75), 3)
            .text("ratio_to", if against == Work::ByHand { "hand-written" } else { "forward" })
            .optional("goal", goal, 1)
            .number("allocs", costs.allocations, 2)
            .number("own_allocs", self.costs(Work::Clone).allocations, 2)
            .number("peak_bytes", costs.peak_bytes, 0)
            .number("mean_size", self.sizes[usize::from(work != Work::ByHand)], 2)
    }
}

fn quantile(figures: &[f64], q: f64) -> f64 {
    let mut sorted = figures.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[((sorted.len() - 1) as f64 * q).round() as usize]
}
