use std::cell::Cell;
use std::fmt::Debug;

use mirrorcheck::Shrinker;
use mirrorcheck::prelude::*;
use mirrorcheck_bridges::{from_strategy, to_strategy};
use proptest::collection;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};

/// Returns what proptest finds and shrinks to, from ten seeds, and how often it runs the property.
fn found<S: Strategy>(strategy: &S, fails: impl Fn(&S::Value) -> bool) -> (Vec<S::Value>, u32) {
    let runs = Cell::new(0);
    let of_seed = |seed| {
        let config = Config { failure_persistence: None, cases: 5_000, ..Config::default() };
        let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]);
        let found = TestRunner::new_with_rng(config, rng).run(strategy, |value| {
            runs.set(runs.get() + 1);
            if fails(&value) { Err(TestCaseError::fail("it fails")) } else { Ok(()) }
        });
        match found {
            Err(TestError::Fail(_, value)) => value,
            other => panic!("{other:?}"),
        }
    };
    ((0..10).map(of_seed).collect(), runs.get())
}

#[track_caller]
fn all_are<V: PartialEq + Debug>(found: (Vec<V>, u32), expected: V) {
    assert!(found.0.iter().all(|value| *value == expected), "{found:?}");
}

#[test]
fn proptest_shrinks_generators_to_the_minimum() {
    all_are(found(&to_strategy(0..=100_000), |n| *n >= 777), 777);
    all_are(found(&to_strategy(vec(0..=99, 0..20)), |list| list.iter().any(|n| *n >= 90)), vec![90]);
    all_are(found(&to_strategy(any::<Vec<i32>>()), |list| !list.is_sorted()), vec![0, -1]);
    all_are(found(&to_strategy(regex("[a-z]{0,20}")), |text| text.contains('q')), "q".to_owned());
}

#[test]
fn generators_inside_strategies_shrink() {
    let lists = collection::vec(to_strategy(0..=99).prop_map(|n| n * 2), 0..20);
    all_are(found(&lists, |list| list.iter().any(|n| *n >= 150)), vec![150]);
    let pairs = (to_strategy(any::<bool>()), 0..100u8, to_strategy(vec(0..=9, 0..5)));
    all_are(found(&pairs, |(b, n, list)| *b && *n > 5 && list.len() > 1), (true, 6, vec![0, 0]));
}

#[test]
fn a_generator_shrinks_after_crossing_both_bridges() {
    let lists = from_strategy(to_strategy(vec(0..=99, 0..5)));
    let report = mirrorcheck::Checker::new(lists).examine(|list| list.iter().all(|n| *n < 50));
    assert_eq!(report.failures[0].value, [50]);
}

/// Proptest tests exactly the values that the shrinker would test, in the same order.
#[test]
fn proptest_tests_what_the_shrinker_proposes() {
    let generator = resize(100, vec(0..=999, 0..40));
    for seed in 0..20 {
        let strategy = to_strategy(generator.clone());
        let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]);
        let mut runner = TestRunner::new_with_rng(Config { failure_persistence: None, ..Config::default() }, rng);
        let mut tree = strategy.new_tree(&mut runner).unwrap();
        let first = tree.current();
        let fails = |list: &Vec<i32>| list.iter().sum::<i32>() >= 2_000;
        if !fails(&first) {
            continue;
        }
        let mut asked = Vec::new();
        let mut goes_on = tree.simplify();
        while goes_on {
            let value = tree.current();
            goes_on = if fails(&value) { tree.simplify() } else { tree.complicate() };
            asked.push(value);
        }
        let mut expected = Vec::new();
        let shrunk = Shrinker::new(&generator).shrink(first.clone(), |list| {
            expected.push(list.clone());
            fails(list)
        });
        assert_eq!(expected.remove(0), first);
        // The last one is the simplest that fails.
        expected.push(shrunk.value.clone());
        assert_eq!(asked, expected);
        assert_eq!(tree.current(), shrunk.value);
        assert!(!tree.simplify() && !tree.complicate());
        assert_eq!(tree.current(), shrunk.value);
    }
}

#[test]
fn a_generator_without_values_is_rejected_with_a_reason() {
    let none = to_strategy((0..=9).such_that(|n| *n > 9));
    let reason = none.new_tree(&mut TestRunner::deterministic()).map(|_| ()).unwrap_err();
    assert!(!reason.message().is_empty());
}
