//! W7 and W7b: what a run of a property costs besides its values. A case of an empty property on W1, one of
//! reverse-twice on W2, and a property with one case: what is fixed.

use std::hint::black_box;
use std::time::Duration;

use arbtest::arbtest;
use checkito::{Check, FullGenerate, Generate};
use hegel::Hegel;
use hegel::generators as gs;
use mirrorcheck::Checker;
use mirrorcheck::prelude::{property, vec};
use proptest::test_runner::{Config, RngSeed, TestRunner};
use quickcheck::{Arbitrary, Gen, QuickCheck};

use super::Plan;
use super::figure::{Figure, Limit, Memory, median, ratios};
use super::peers::{FLOOR, OURS, hegel_settings};
use super::silence::silently;
use crate::alloc::counting;
use crate::cpu;
use crate::rng::Rng;
use crate::workloads::{Hegeltest, Lists, Source};

/// Cases per round: enough that fixed costs do not show.
const CASES: u64 = 20_000;
/// Cases per round for frameworks whose cases take microseconds.
const FEW_CASES: u64 = 2_000;
/// Cases over which the memory of a run must not grow.
const MANY: u64 = 10_000_000;
/// How often a property with one case is run in a round.
const RUNS: u64 = 20;
/// What a property may cost, in nanoseconds: a case, and what is fixed.
const CASE_GOAL: f64 = 5.0;
const FIXED_GOAL: f64 = 200_000.0;
/// Wall time of a run for arbtest, which knows no number of cases.
const BUDGET: Duration = Duration::from_millis(2);
/// What the values of W1 and W2 need, in bytes.
const BYTES: [u32; 2] = [32, 408];

struct Side {
    problem: &'static str,
    framework: &'static str,
    /// How many cases it is asked to run.
    cases: u64,
    /// Runs about so many, and says how many they were.
    run: fn(u64, u64) -> u64,
}

const SIDES: [Side; 19] = [
    Side { problem: "W7b", framework: FLOOR, cases: CASES, run: empty_by_hand },
    Side { problem: "W7b", framework: OURS, cases: CASES, run: empty_mirrorcheck },
    Side { problem: "W7b", framework: "bolero", cases: CASES, run: empty_bolero },
    Side { problem: "W7b", framework: "quickcheck", cases: CASES, run: empty_quickcheck },
    Side { problem: "W7b", framework: "crabcheck", cases: CASES, run: empty_crabcheck },
    Side { problem: "W7b", framework: "arbitrary", cases: CASES, run: empty_arbtest },
    Side { problem: "W7b", framework: "checkito", cases: CASES, run: empty_checkito },
    Side { problem: "W7b", framework: "proptest", cases: CASES, run: empty_proptest },
    Side { problem: "W7b", framework: "hegeltest", cases: FEW_CASES, run: empty_hegeltest },
    Side { problem: "W7", framework: FLOOR, cases: CASES, run: reversed_by_hand },
    Side { problem: "W7", framework: OURS, cases: CASES, run: reversed_mirrorcheck },
    Side { problem: "W7", framework: "bolero", cases: CASES, run: reversed_bolero },
    Side { problem: "W7", framework: "quickcheck", cases: CASES, run: reversed_quickcheck },
    Side { problem: "W7", framework: "crabcheck", cases: FEW_CASES, run: reversed_crabcheck },
    Side { problem: "W7", framework: "arbitrary", cases: CASES, run: reversed_arbtest },
    Side { problem: "W7", framework: "checkito", cases: CASES, run: reversed_checkito },
    Side { problem: "W7", framework: "proptest", cases: CASES, run: reversed_proptest },
    Side { problem: "W7", framework: "hegeltest", cases: FEW_CASES / 4, run: reversed_hegeltest },
    Side { problem: "W7_fixed", framework: OURS, cases: RUNS, run: fixed },
];

/// What a case costs beyond what it costs by hand, and what memory a long run needs.
pub(super) fn measure(plan: &Plan) -> Vec<Figure> {
    let is_wanted = |side: &&Side| plan.is_wanted(side.problem) && plan.takes_part(side.framework);
    let sides: Vec<&Side> = SIDES.iter().filter(is_wanted).collect();
    let mut ns = vec![Vec::new(); sides.len()];
    for round in 0..plan.rounds.min(31) as u64 {
        for (side, ns) in sides.iter().zip(&mut ns) {
            let before = cpu::process();
            let cases = silently(|| (side.run)(round, side.cases));
            ns.push((cpu::process() - before).as_nanos() as f64 / cases.max(1) as f64);
        }
    }
    // The memory of a run is that of its first cases, however long it is.
    let many = if plan.rounds < 10 { MANY / 100 } else { MANY };
    let base_of = |side: &Side| {
        let floor = sides.iter().position(|floor| floor.problem == side.problem && floor.framework == FLOOR);
        floor.map(|floor| &ns[floor])
    };
    let figure = |(side, ns): (&&Side, &Vec<f64>)| {
        let asked = if side.problem == "W7b" && side.framework == OURS { many } else { side.cases };
        let (cases, allocated) = silently(|| counting(|| (side.run)(1, asked)));
        let base = base_of(side);
        let over = |base: &Vec<f64>| median(&ns.iter().zip(base).map(|(ns, base)| ns - base).collect::<Vec<_>>());
        Figure {
            framework: side.framework,
            problem: side.problem,
            values: if side.problem == "W7" { "W2" } else { "W1" }.to_owned(),
            what: "a case",
            ns: ns.clone(),
            ratios: ratios(ns, base.unwrap_or(ns)),
            ratio_to: if base.is_some() { FLOOR } else { "itself" },
            overhead_ns: base.map(over),
            goal: match (side.framework, side.problem) {
                (OURS, "W7b") => Some(Limit::Overhead(CASE_GOAL)),
                (OURS, "W7_fixed") => Some(Limit::Nanoseconds(FIXED_GOAL)),
                _ => None,
            },
            memory: Memory {
                allocations: allocated.allocations as f64 / cases.max(1) as f64,
                own: 0.0,
                peak_bytes: allocated.peak_bytes as f64,
            },
            mean_size: cases as f64,
        }
    };
    sides.iter().zip(&ns).map(figure).collect()
}

fn twice(list: &[i32]) -> bool {
    let mut twice = list.to_vec();
    twice.reverse();
    twice.reverse();
    twice == list
}

fn empty_by_hand(seed: u64, cases: u64) -> u64 {
    let mut rng = Rng::new(seed);
    (0..cases).for_each(|_| _ = black_box(rng.below(1000)));
    cases
}

fn reversed_by_hand(seed: u64, cases: u64) -> u64 {
    let mut rng = Rng::new(seed);
    (0..cases).for_each(|_| _ = black_box(twice(&rng.list())));
    cases
}

fn empty_mirrorcheck(seed: u64, cases: u64) -> u64 {
    drop(Checker::new(0..1000u64).cases(cases).seed(seed).examine(|n| _ = black_box(n)));
    cases
}

fn reversed_mirrorcheck(seed: u64, cases: u64) -> u64 {
    let lists = vec(mirrorcheck::numbers::uniform::<i32>(), 0..100);
    drop(Checker::new(lists).cases(cases).seed(seed).examine(|list| twice(&list)));
    cases
}

#[property(cases = 1, seed = 1, keep = false)]
fn one_case(n: u32) -> bool {
    n / 2 <= n
}

fn fixed(_: u64, runs: u64) -> u64 {
    (0..runs).for_each(|_| one_case::check());
    runs
}

/// Where bolero looks for inputs that were kept, which there are none of.
fn bolero_target() -> bolero::TestTarget<bolero::ByteSliceGenerator, bolero::DefaultEngine, bolero::BorrowedInput> {
    bolero::test(bolero::TargetLocation {
        package_name: env!("CARGO_PKG_NAME"),
        manifest_dir: env!("CARGO_MANIFEST_DIR"),
        module_path: module_path!(),
        file: file!(),
        line: line!(),
        item_path: bolero::__item_path__!(),
        test_name: None,
    })
}

fn empty_bolero(_: u64, cases: u64) -> u64 {
    let target = bolero_target().with_generator(0..1000u64).with_iterations(cases as usize);
    target.for_each(|n: &u64| _ = black_box(*n));
    cases
}

fn reversed_bolero(_: u64, cases: u64) -> u64 {
    let lists = bolero::generator::produce_with::<Vec<i32>>().len(0..100usize);
    let target = bolero_target().with_generator(lists).with_iterations(cases as usize);
    target.for_each(|list: &Vec<i32>| assert!(twice(list)));
    cases
}

/// A number of W1, for quickcheck.
#[derive(Debug, Clone)]
struct Number(u64);

impl Arbitrary for Number {
    fn arbitrary(g: &mut Gen) -> Number {
        Number(g.below_thousand())
    }
}

/// A list of W2.
#[derive(Debug, Clone)]
struct List(Vec<i32>);

impl Arbitrary for List {
    fn arbitrary(g: &mut Gen) -> List {
        List(g.list())
    }
}

fn quick(seed: u64, cases: u64) -> QuickCheck {
    QuickCheck::new().rng(Gen::from_size_and_seed(100, seed)).tests(cases)
}

fn empty_quickcheck(seed: u64, cases: u64) -> u64 {
    fn nothing(number: Number) -> bool {
        black_box(number.0);
        true
    }
    drop(quick(seed, cases).quicktest(nothing as fn(Number) -> bool));
    cases
}

fn reversed_quickcheck(seed: u64, cases: u64) -> u64 {
    fn reversed(list: List) -> bool {
        twice(&list.0)
    }
    drop(quick(seed, cases).quicktest(reversed as fn(List) -> bool));
    cases
}

fn crab(seed: u64, cases: u64) -> crabcheck::Config {
    crabcheck::Config::new().tests(cases).seed(seed).no_regressions()
}

fn empty_crabcheck(seed: u64, cases: u64) -> u64 {
    drop(crabcheck::check(&crab(seed, cases), crabcheck::gens::int(0..1000u64), |n| _ = black_box(n)));
    cases
}

fn reversed_crabcheck(seed: u64, cases: u64) -> u64 {
    let lists = crabcheck::gens::vec(crabcheck::gens::int::<i32>(..)).len(0..100);
    drop(crabcheck::check(&crab(seed, cases), lists, |list| twice(&list)));
    cases
}

fn empty_arbtest(_: u64, _: u64) -> u64 {
    let mut cases = 0;
    let property = |source: &mut arbitrary::Unstructured<'_>| {
        cases += 1;
        black_box(source.int_in_range(0..=999u64)?);
        Ok(())
    };
    arbtest(property).size_min(BYTES[0]).size_max(BYTES[0]).budget(BUDGET).run();
    cases
}

fn reversed_arbtest(_: u64, _: u64) -> u64 {
    let mut cases = 0;
    let property = |source: &mut arbitrary::Unstructured<'_>| {
        cases += 1;
        assert!(twice(&source.list()));
        Ok(())
    };
    arbtest(property).size_min(BYTES[1]).size_max(BYTES[1]).budget(BUDGET).run();
    cases
}

/// All of full size, and random although all numbers could be tried.
fn checked<G: Generate>(generator: G, seed: u64, cases: u64, property: impl FnMut(G::Item) -> bool) -> u64 {
    let mut checker = generator.checker();
    checker.generate.seed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    checker.generate.count = cases as usize;
    checker.generate.sizes = (1.0..=1.0).into();
    checker.generate.exhaustive = Some(false);
    drop(checker.check(property));
    cases
}

fn empty_checkito(seed: u64, cases: u64) -> u64 {
    checked(0..1000u64, seed, cases, |n| {
        black_box(n);
        true
    })
}

fn reversed_checkito(seed: u64, cases: u64) -> u64 {
    checked(i32::generator().collect_with(..100usize), seed, cases, |list: Vec<i32>| twice(&list))
}

fn proptest_runner(seed: u64, cases: u64) -> TestRunner {
    let config =
        Config { cases: cases as u32, rng_seed: RngSeed::Fixed(seed), failure_persistence: None, ..Config::default() };
    TestRunner::new(config)
}

fn empty_proptest(seed: u64, cases: u64) -> u64 {
    drop(proptest_runner(seed, cases).run(&(0..1000u64), |n| {
        black_box(n);
        Ok(())
    }));
    cases
}

fn reversed_proptest(seed: u64, cases: u64) -> u64 {
    let lists = proptest::collection::vec(proptest::prelude::any::<i32>(), 0..100);
    drop(proptest_runner(seed, cases).run(&lists, |list| {
        black_box(twice(&list));
        Ok(())
    }));
    cases
}

/// It stops early where it has seen all there is.
fn empty_hegeltest(seed: u64, cases: u64) -> u64 {
    let mut ran = 0;
    let property = |tc: hegel::TestCase| {
        ran += 1;
        black_box(tc.draw_silent(gs::integers::<u64>().min_value(0).max_value(999)));
    };
    Hegel::new(property).settings(hegel_settings(seed, cases)).run();
    ran
}

fn reversed_hegeltest(seed: u64, cases: u64) -> u64 {
    let mut ran = 0;
    let property = |tc: hegel::TestCase| {
        ran += 1;
        assert!(twice(&Lists::draw(&tc)));
    };
    Hegel::new(property).settings(hegel_settings(seed, cases)).run();
    ran
}
