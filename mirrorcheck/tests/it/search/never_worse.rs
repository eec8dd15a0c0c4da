//! A strategy that searches never fares much worse than random cases do, and much better where it can.

use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};

use mirrorcheck::Checker;
use mirrorcheck::prelude::*;
use mirrorcheck::strategy::{Gradient, Learning, Mutating, Random, Strategy};

use super::problems::{is_search_tree, tree};

/// How many times as many runs as by chance are allowed.
const FACTOR: u64 = 3;

/// Returns how many random values it takes to meet so many different valid ones: the strategies run each case once.
fn by_chance<G: Generator + Clone>(generator: &G, cases: usize, is_valid: impl Fn(&G::Value) -> bool) -> u64
where
    G::Value: Debug,
{
    let mut seen = HashSet::new();
    let mut values = generator.samples(1).enumerate();
    let last = values.find(|(_, value)| is_valid(value) && seen.insert(format!("{value:?}")) && seen.len() == cases);
    last.map_or(u64::MAX, |(last, _)| last as u64 + 1)
}

/// Returns how often a strategy runs the property for so many cases.
fn sought<G: Generator + Clone + 'static>(
    generator: &G,
    strategy: impl Strategy + 'static,
    cases: usize,
    is_valid: impl Fn(&G::Value) -> bool,
) -> u64
where
    G::Value: Debug,
{
    let checker = Checker::new(generator.clone()).seed(1).cases(cases as u64).strategy(strategy);
    let mut runs = 0;
    let report = checker.examine(|value| {
        runs += 1;
        assume(is_valid(&value));
    });
    assert_eq!(report.passed, cases as u64);
    // What is made and not tested costs little, but not nothing.
    assert!(report.sought <= 8 * runs + 1_000, "{} values were made for {runs} runs", report.sought);
    runs
}

/// Tests all strategies where there is nothing to learn.
fn costs_little<G: Generator + Clone + 'static>(generator: G, cases: usize, is_valid: impl Fn(&G::Value) -> bool)
where
    G::Value: Debug,
{
    let random = by_chance(&generator, cases, &is_valid);
    // A few cases are found sooner or later than others.
    let most = FACTOR * random + 8 * random / cases as u64;
    let gradient = sought(&generator, Gradient::default(), cases, &is_valid);
    assert!(gradient <= most, "{gradient} runs, {random} by chance");
    let learning = sought(&generator, Learning::default(), cases, &is_valid);
    assert!(learning <= most, "{learning} runs, {random} by chance");
    let samples = generator.valid(&is_valid);
    let mut samples = samples.samples(1);
    assert_eq!(samples.by_ref().take(cases).count(), cases);
    assert!(samples.ended().runs <= most, "{} runs, {random} by chance", samples.ended().runs);
    // This one counts discards, and stops when there are too many.
    let passed = |strategy: Box<dyn Strategy>| {
        let checker = Checker::new(generator.clone()).seed(1).cases(10 * cases as u64).strategy(strategy);
        let report = checker.examine(|value| assume(is_valid(&value)));
        (report.passed, report.passed + report.discarded)
    };
    let ((random, of_random), (mutating, of_mutating)) =
        (passed(Box::<Random>::default()), passed(Box::<Mutating>::default()));
    let (random, mutating) = (random as f64 / of_random as f64, mutating as f64 / of_mutating as f64);
    assert!((FACTOR as f64) * mutating >= random, "{mutating} are valid, {random} by chance");
}

fn hash_of(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

#[test]
fn remainders_of_numbers() {
    costs_little(any::<u32>(), 40, |n| n % 97 == 3);
    costs_little(0..=u32::MAX, 40, |n| n % 97 == 3);
    costs_little(0..=u32::MAX, 10, |n| n % 1000 == 7);
    costs_little(any::<i64>(), 100, |n| n.rem_euclid(13) == 5);
    costs_little((any::<u16>(), any::<u16>()), 100, |(a, b)| (a ^ b) % 61 == 17);
}

#[test]
fn hashes_tell_nothing() {
    costs_little(any::<u64>(), 40, |n| hash_of(n) % 64 == 0);
    costs_little(any::<Vec<u8>>(), 40, |list| hash_of(list) % 50 == 0);
    costs_little(vec((any::<bool>(), 0..=99), 5..=9), 40, |list| hash_of(list) % 100 == 0);
    costs_little(any::<String>(), 40, |text| hash_of(text) % 30 == 0);
    costs_little(vec(any::<Option<u32>>(), 8), 40, |list| hash_of(list) % 100 == 0);
}

#[test]
fn most_values_are_valid() {
    costs_little(any::<u32>(), 200, |_| true);
    costs_little(any::<Vec<u32>>(), 500, |list| list.len() != 1);
    costs_little(0..=u64::MAX, 200, |n| n % 2 == 0);
}

/// What there is to find is found, and then it ends.
#[test]
fn few_valid_values() {
    let few = |count: u8| move |n: &u8| *n % 97 == 3 || *n >= 97 * 2 && *n < 97 * 2 + count;
    for count in [0, 5] {
        let all = (0..=u8::MAX).filter(few(count)).count() as u64;
        for strategy in [Box::new(Gradient::default()) as Box<dyn Strategy>, Box::new(Learning::default())] {
            let report = Checker::new(any::<u8>()).cases(100).strategy(strategy).examine(|n| assume(few(count)(&n)));
            assert_eq!(report.passed, all.min(100));
        }
    }
}

#[test]
fn a_search_that_learns_is_much_faster() {
    let sorted = |list: &Vec<i32>| list.len() > 5 && list.is_sorted();
    let lists = vec(0..=99, 0..=12);
    let random = by_chance(&lists, 20, sorted);
    assert!(20 * sought(&lists, Gradient::default(), 20, sorted) < random);
    assert!(sought(&lists, Learning::default(), 20, sorted) < random);
    let search_tree = |tree: &super::problems::Tree| tree.size() > 3 && is_search_tree(tree, 0, 9);
    let random = by_chance(&tree(4), 100, search_tree);
    assert!(10 * sought(&tree(4), Gradient::default(), 100, search_tree) < random);
}
