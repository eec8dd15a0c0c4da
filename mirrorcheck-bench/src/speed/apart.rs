//! What Mirrorcheck does with values besides making them: recording choices, and W8, taking values apart.

use std::hint::black_box;
use std::ops::Range;

use mirrorcheck::{Interpretations, Reflective};

use super::Plan;
use super::figure::{Figure, Limit, Memory, ratios};
use super::peers::{FLOOR, OURS};
use crate::alloc::{Allocated, counting};
use crate::cpu;
use crate::rng::Rng;
use crate::workloads::Workload;

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
    mean_size: f64,
    costs: [Costs; WORKS.len()],
}

#[derive(Default)]
struct Costs {
    /// CPU nanoseconds a value, one figure a round.
    ns: Vec<f64>,
    /// Means a value.
    memory: Memory,
}

/// The workloads whose values are taken apart in W8, and how much that may cost, as a multiple of making them.
const BACKWARD: [&str; 2] = ["W3", "W5"];
const BACKWARD_GOAL: f64 = 2.0;
/// How much a regular expression may cost, as a multiple of the generator of the same words.
const PATTERN_GOAL: f64 = 2.0;

/// What recording and reflecting cost against hand-written code, and those of W8 against making.
pub(super) fn measure<W: Workload>(plan: &Plan) -> Vec<Figure> {
    let is_backward = BACKWARD.contains(&W::NAME);
    let (is_wanted, is_w8_wanted) = (plan.is_wanted(W::NAME), is_backward && plan.is_wanted("W8"));
    if !is_wanted && !is_w8_wanted {
        return Vec::new();
    }
    let measured = Measured::new::<W>(plan);
    let mut figures = Vec::new();
    if is_wanted {
        let works = [Work::Recording, Work::FirstReflection, Work::AllReflections];
        figures.extend(works.map(|work| measured.figure(W::NAME, work, Work::ByHand, None)));
    }
    if is_w8_wanted {
        let goal = Some(Limit::Ratio(BACKWARD_GOAL));
        figures.extend(
            [Work::FirstReflection, Work::Contains].map(|work| measured.figure("W8", work, Work::Forward, goal)),
        );
    }
    figures
}

/// Making values of one workload against making those of another.
pub(super) fn against<W: Workload, Other: Workload>(plan: &Plan) -> Figure {
    let (ours, other) = (Measured::new::<W>(plan), Measured::new::<Other>(plan));
    let figure = ours.figure(Other::NAME, Work::Forward, Work::ByHand, Some(Limit::Ratio(PATTERN_GOAL)));
    let ratios = ratios(&ours.costs(Work::Forward).ns, &other.costs(Work::Forward).ns);
    Figure { ratios, ratio_to: "string", ..figure }
}

impl Measured {
    fn new<W: Workload>(plan: &Plan) -> Measured {
        let generator = W::generator();
        let mut rng = Rng::new(1);
        let mut costs: [Costs; WORKS.len()] = Default::default();
        let share = 1.0 / (plan.rounds * plan.values) as f64;
        let mut size = 0;
        for round in 0..plan.rounds {
            let first_seed = (round * plan.values) as u64;
            let mut pool = Pool::<W> { first_seed, values: Vec::with_capacity(plan.values) };
            pool.values.extend((first_seed..).take(plan.values).map(|seed| generator.sample(seed)));
            size += pool.values.iter().map(W::size).sum::<usize>();
            let all = 0..plan.values;
            // Counting warms up for timing, and leaves it alone otherwise.
            for (work, costs) in WORKS.into_iter().zip(&mut costs) {
                for i in all.clone() {
                    let Allocated { allocations, peak_bytes } =
                        counting(|| pool.perform(work, &generator, &mut rng, i..i + 1)).1;
                    costs.memory.allocations += allocations as f64 * share;
                    costs.memory.peak_bytes += peak_bytes as f64 * share;
                }
            }
            for (work, costs) in WORKS.into_iter().zip(&mut costs) {
                let before = cpu::thread();
                pool.perform(work, &generator, &mut rng, all.clone());
                let spent = cpu::thread() - before;
                costs.ns.push(spent.as_nanos() as f64 / plan.values as f64);
            }
        }
        Measured { problem: W::NAME, mean_size: size as f64 * share, costs }
    }

    fn costs(&self, work: Work) -> &Costs {
        &self.costs[work as usize]
    }

    fn figure(&self, problem: &'static str, work: Work, against: Work, goal: Option<Limit>) -> Figure {
        let (costs, base) = (self.costs(work), self.costs(against));
        Figure {
            framework: OURS,
            problem,
            values: self.problem.to_owned(),
            what: work.name(),
            ns: costs.ns.clone(),
            ratios: ratios(&costs.ns, &base.ns),
            ratio_to: if against == Work::ByHand { FLOOR } else { "forward" },
            overhead_ns: None,
            goal,
            memory: Memory { own: self.costs(Work::Clone).memory.allocations, ..costs.memory },
            mean_size: self.mean_size,
        }
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
            Work::ByHand => which.for_each(|_| drop(black_box(W::direct(rng)))),
            Work::Forward => seeds.for_each(|seed| drop(black_box(generator.sample(seed)))),
            Work::Recording => seeds.for_each(|seed| drop(black_box(generator.randomness(seed)))),
            Work::FirstReflection => values.iter().for_each(|value| drop(black_box(generator.reflect_first(value)))),
            Work::AllReflections => values.iter().for_each(|value| drop(black_box(generator.reflect(value).next()))),
            Work::Contains => values.iter().for_each(|value| assert!(black_box(generator.contains(value)))),
            Work::Clone => values.iter().for_each(|value| drop(black_box(value.clone()))),
        }
    }
}
