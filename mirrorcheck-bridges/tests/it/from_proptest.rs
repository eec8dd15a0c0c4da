use std::cell::Cell;

use mirrorcheck::Checker;
use mirrorcheck::prelude::*;
use mirrorcheck_bridges::from_strategy;
use proptest::collection;
use proptest::prop_oneof;
use proptest::strategy::{Just, Strategy};
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};

use crate::laws;

#[derive(Debug, Clone, PartialEq)]
enum Rule {
    Percent(u8),
    Best(Vec<Rule>),
}

fn rule() -> impl Strategy<Value = Rule> + Clone {
    let leaf = (1..=50u8).prop_map(Rule::Percent);
    leaf.prop_recursive(4, 32, 3, |inner| collection::vec(inner, 1..=3).prop_map(Rule::Best))
}

fn depth(rule: &Rule) -> usize {
    match rule {
        Rule::Percent(_) => 0,
        Rule::Best(rules) => 1 + rules.iter().map(depth).max().unwrap_or(0),
    }
}

/// A list, and which of its elements is the first.
fn indexed() -> impl Strategy<Value = (usize, Vec<u8>)> + Clone {
    collection::vec(0..100u8, 1..20).prop_flat_map(|list| (0..list.len(), Just(list)))
}

#[test]
fn laws_hold() {
    laws::check(from_strategy(0..10u8));
    laws::check(from_strategy("[a-z]{1,8}"));
    laws::check(from_strategy(collection::vec(proptest::bool::ANY, 0..5)));
    laws::check(from_strategy(indexed()));
    laws::check(from_strategy(rule()));
    laws::check(from_strategy((0..100u8).prop_filter("odd", |n| n % 2 == 0)));
    laws::check(vec((from_strategy(prop_oneof![Just(1), 5..9]), any::<bool>()), 0..4));
}

#[test]
fn failures_shrink_as_in_proptest() {
    assert!(laws::shrunk(from_strategy(0..100_000u32), |n| *n >= 777).iter().all(|n| *n == 777));
    let lists = from_strategy(collection::vec(0..100u8, 0..20));
    assert!(laws::shrunk(lists, |list| list.iter().any(|n| *n >= 90)).iter().all(|list| *list == [90]));
    assert!(laws::shrunk(from_strategy("[a-z]{0,20}"), |text| text.contains('q')).iter().all(|text| text == "q"));
    let rules = laws::shrunk(from_strategy(rule()), |rule| depth(rule) >= 2);
    let least = Rule::Best(vec![Rule::Best(vec![Rule::Percent(1)])]);
    assert!(rules.contains(&least), "{rules:?}");
}

#[test]
fn shrinking_takes_less_than_twice_the_runs_of_proptest() {
    let lists = || collection::vec(0..1000u32, 0..100);
    let fails = |list: &Vec<u32>| list.iter().sum::<u32>() > 5000;
    let (mut ours, mut theirs) = (0, 0);
    for seed in 0..10 {
        let report = Checker::new(from_strategy(lists())).seed(seed).examine(|list| !fails(&list));
        let failure = &report.failures[0];
        ours += failure.executions;
        assert!(failure.value.len() <= 20, "{:?}", failure.value);

        let runs = Cell::new(0);
        let config = Config { failure_persistence: None, ..Config::default() };
        let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[seed as u8; 32]);
        let found = TestRunner::new_with_rng(config, rng).run(&lists(), |list| {
            runs.set(runs.get() + 1);
            if fails(&list) { Err(TestCaseError::fail("too much")) } else { Ok(()) }
        });
        assert!(matches!(found, Err(TestError::Fail(..))));
        theirs += runs.get();
    }
    assert!(ours < 2 * theirs, "{ours} executions, {theirs} in proptest");
}

/// Generators around a strategy shrink, too, and so do several strategies together.
#[test]
fn lists_and_tuples_of_strategies_shrink() {
    let lists = vec(from_strategy(0..100u8), 0..20);
    assert!(laws::shrunk(lists, |list| list.iter().any(|n| *n >= 90)).iter().all(|list| *list == [90]));
    let pairs = (from_strategy(0..1000u32), from_strategy("[a-z]{0,9}"), any::<Vec<bool>>());
    let found = laws::shrunk(pairs, |(n, text, list)| *n >= 10 && text.len() >= 2 && list.len() > 1);
    assert!(found.iter().all(|found| *found == (10, "aa".to_owned(), vec![false, false])), "{found:?}");
}

#[test]
fn a_strategy_that_rejects_everything_has_no_value() {
    let none = from_strategy((0..9u8).prop_filter("none will do", |_| false));
    let error = none.try_sample(1).unwrap_err();
    assert!(error.to_string().contains("local rejects"), "{error}");
}
