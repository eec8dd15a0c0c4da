//! W7 and W7b: what a run of a property costs besides its values. A case of an empty property on W1, one of
//! reverse-twice on W2, and a property with one case: what is fixed.

use std::hint::black_box;

use mirrorcheck::Checker;
use mirrorcheck::prelude::{property, vec};
use proptest::test_runner::{Config, RngSeed, TestRunner};
use quickcheck::{Arbitrary, Gen, QuickCheck};

use super::{Plan, quantile};
use crate::alloc::{Allocated, counting};
use crate::cpu;
use crate::report::Row;
use crate::rng::Rng;

/// Cases a round. What is fixed must not show.
const CASES: u64 = 20_000;
/// Cases over which the memory of a run must not grow.
const MANY: u64 = 10_000_000;
/// How often a property with one case is run in a round.
const RUNS: u64 = 20;

/// A number of W1, for quickcheck.
#[derive(Debug, Clone)]
struct Number(u64);

impl Arbitrary for Number {
    fn arbitrary(g: &mut Gen) -> Number {
        Number(u64::arbitrary(g) % 1000)
    }
}

/// A list of W2.
#[derive(Debug, Clone)]
struct List(Vec<i32>);

impl Arbitrary for List {
    fn arbitrary(g: &mut Gen) -> List {
        let length = usize::arbitrary(g) % 100;
        List((0..length).map(|_| i32::arbitrary(g)).collect())
    }
}

fn nothing(number: Number) -> bool {
    black_box(number.0);
    true
}

fn twice(list: &[i32]) -> bool {
    let mut twice = list.to_vec();
    twice.reverse();
    twice.reverse();
    twice == list
}

fn reversed(list: List) -> bool {
    twice(&list.0)
}

#[property(cases = 1, seed = 1, keep = false)]
fn one_case(n: u32) -> bool {
    n / 2 <= n
}

struct Side {
    problem: &'static str,
    framework: &'static str,
    /// How many cases it runs.
    cases: u64,
    goal: Option<f64>,
    run: fn(u64, u64),
}

const SIDES: [Side; 9] = [
    Side { problem: "W7b", framework: "hand-written", cases: CASES, goal: None, run: empty_by_hand },
    Side {
        problem: "W7b",
        framework: "mirrorcheck",
        cases: CASES,
        goal: Some(5.0),
        run: |seed, cases| drop(Checker::new(0..1000u64).cases(cases).seed(seed).examine(|n| _ = black_box(n))),
    },
    Side {
        problem: "W7b",
        framework: "quickcheck",
        cases: CASES,
        goal: None,
        run: |_, cases| drop(QuickCheck::new().tests(cases).quicktest(nothing as fn(Number) -> bool)),
    },
    Side {
        problem: "W7b",
        framework: "proptest",
        cases: CASES,
        goal: None,
        run: |seed, cases| {
            let tested = runner(seed, cases).run(&(0..1000u64), |n| {
                black_box(n);
                Ok(())
            });
            drop(tested);
        },
    },
    Side { problem: "W7", framework: "hand-written", cases: CASES, goal: None, run: reversed_by_hand },
    Side {
        problem: "W7",
        framework: "mirrorcheck",
        cases: CASES,
        goal: None,
        run: |seed, cases| {
            let lists = vec(mirrorcheck::uniform::<i32>(), 0..100);
            drop(Checker::new(lists).cases(cases).seed(seed).examine(|list| twice(&list)));
        },
    },
    Side {
        problem: "W7",
        framework: "quickcheck",
        cases: CASES,
        goal: None,
        run: |_, cases| drop(QuickCheck::new().tests(cases).quicktest(reversed as fn(List) -> bool)),
    },
    Side {
        problem: "W7",
        framework: "proptest",
        cases: CASES,
        goal: None,
        run: |seed, cases| {
            let lists = proptest::collection::vec(proptest::prelude::any::<i32>(), 0..100);
            drop(runner(seed, cases).run(&lists, |list| {
                black_box(twice(&list));
                Ok(())
            }));
        },
    },
    Side {
        problem: "W7_fixed",
        framework: "mirrorcheck",
        cases: RUNS,
        goal: Some(200_000.0),
        run: |_, runs| (0..runs).for_each(|_| one_case::check()),
    },
];

fn runner(seed: u64, cases: u64) -> TestRunner {
    let config =
        Config { cases: cases as u32, rng_seed: RngSeed::Fixed(seed), failure_persistence: None, ..Config::default() };
    TestRunner::new(config)
}

fn empty_by_hand(seed: u64, cases: u64) {
    let mut rng = Rng::new(seed);
    (0..cases).for_each(|_| _ = black_box(rng.below(1000)));
}

fn reversed_by_hand(seed: u64, cases: u64) {
    let mut rng = Rng::new(seed);
    for _ in 0..cases {
        let length = rng.below(100) as usize;
        let list: Vec<i32> = (0..length).map(|_| rng.next() as i32).collect();
        black_box(twice(&list));
    }
}

/// What a case costs beyond what it costs by hand, and what memory a long run needs.
pub(super) fn measure(plan: &Plan) -> Vec<Row> {
    let rounds = plan.rounds.min(31);
    let mut ns: [Vec<f64>; SIDES.len()] = Default::default();
    for round in 0..rounds as u64 {
        for (side, ns) in SIDES.iter().zip(&mut ns) {
            let before = cpu::process();
            (side.run)(round, side.cases);
            ns.push((cpu::process() - before).as_nanos() as f64 / side.cases as f64);
        }
    }
    // The memory of a run is that of its first cases, however long it is.
    let many = if plan.rounds < 10 { MANY / 100 } else { MANY };
    let by_hand = |problem: &str| {
        let at = SIDES.iter().position(|side| side.problem == problem && side.framework == "hand-written");
        at.map_or(0.0, |at| quantile(&ns[at], 0.5))
    };
    let row = |(side, ns): (&Side, &Vec<f64>)| {
        let cases = if side.problem == "W7b" { many } else { side.cases };
        let allocated: Allocated = counting(|| (side.run)(1, cases)).1;
        let (median, base) = (quantile(ns, 0.5), by_hand(side.problem));
        let over: Vec<f64> = ns.iter().map(|ns| ns - base).collect();
        Row::new()
            .text("framework", side.framework)
            .text("problem", side.problem)
            .text("values", if side.problem == "W7" { "W2" } else { "W1" })
            .text("what", "overhead_ns")
            .number("ns", median, 1)
            .number("ratio", quantile(&over, 0.5), 3)
            .number("ratio_q1", quantile(&over, 0.25), 3)
            .number("ratio_q3", quantile(&over, 0.75), 3)
            .text("ratio_to", "by hand, difference")
            .optional("goal", side.goal, 1)
            .number("allocs", allocated.allocations as f64 / cases as f64, 2)
            .number("own_allocs", 0.0, 2)
            .number("peak_bytes", allocated.peak_bytes as f64, 0)
            .number("mean_size", cases as f64, 2)
    };
    SIDES.iter().zip(&ns).map(row).collect()
}
