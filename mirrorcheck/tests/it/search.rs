//! Looking for valid values, and for cases that a property does not discard.

mod never_worse;
mod problems;

use std::collections::HashSet;
use std::time::Duration;

use mirrorcheck::Checker;
use mirrorcheck::prelude::*;
use mirrorcheck::strategy::{Gradient, Learning, Random, Save, Strategy};

use problems::{avl, is_avl, is_search_tree, is_typed, term, tree};

/// All values that are found in a number of samples, each of which is valid and another than all before.
fn found<G: Generator + Clone>(
    generator: G,
    is_valid: impl Fn(&G::Value) -> bool,
    most: usize,
) -> (usize, mirrorcheck::lab::SearchOutcome)
where
    G::Value: std::hash::Hash + Eq,
{
    let valid = generator.valid(&is_valid);
    let mut samples = valid.samples(1);
    let mut seen = HashSet::new();
    for value in samples.by_ref().take(most) {
        assert!(is_valid(&value));
        assert!(seen.insert(value), "a value was found twice");
    }
    (seen.len(), samples.ended())
}

#[test]
fn valid_values_are_valid_and_distinct() {
    assert_eq!(found(tree(4), |tree| is_search_tree(tree, 0, 9), 3_000).0, 3_000);
    assert_eq!(found(term(4), is_typed, 3_000).0, 3_000);
}

/// What the papers' algorithm alone does not reach.
#[test]
fn balanced_trees_are_within_reach() {
    let (count, hunted) = found(avl(4), |tree| is_avl(tree, 0, 9), 1_000);
    assert_eq!(count, 1_000);
    // At random, one in a million or so is of more than two nodes.
    assert!(hunted.runs < 3_000_000, "{hunted}");
    assert!(
        avl(4).samples(1).take(20_000).filter(|tree| is_avl(tree, 0, 9)).filter(|tree| tree.size() > 2).count() < 5
    );
}

#[test]
fn small_languages_are_found_in_whole() {
    let pairs = (0..=9, 0..=9).valid(|(a, b)| a + b == 9);
    let mut found: Vec<(i32, i32)> = pairs.samples(3).collect();
    found.sort();
    assert_eq!(found, (0..=9).map(|a| (a, 9 - a)).collect::<Vec<_>>());
}

#[test]
fn wide_ranges_are_followed() {
    #[derive(Debug, Clone, PartialEq, Eq, Hash, Arbitrary)]
    struct Span {
        from: i32,
        middle: i32,
        to: i32,
    }
    let is_valid = |span: &Span| 1_000 < span.from && span.from < span.middle && span.middle < span.to;
    assert_eq!(found(any::<Span>(), is_valid, 500).0, 500);
    let is_sorted = |list: &Vec<i32>| list.len() > 5 && list.is_sorted();
    assert_eq!(found(any::<Vec<i32>>(), is_sorted, 100).0, 100);
}

#[test]
fn samples_are_a_function_of_the_seed() {
    let sorted = vec(0..=9, 0..=8).valid(|list| list.is_sorted());
    let samples = |seed| sorted.samples(seed).take(200).collect::<Vec<_>>();
    assert_eq!(samples(5), samples(5));
    assert_ne!(samples(5), samples(6));
}

#[test]
fn what_nothing_satisfies_ends_with_a_message() {
    let mut runs = 0;
    let runs = std::cell::RefCell::new(&mut runs);
    let none = any::<Vec<u8>>().valid(|_| {
        **runs.borrow_mut() += 1;
        false
    });
    let hunted = none.budget(20_000).try_sample(1).unwrap_err();
    assert!(hunted.to_string().starts_with("nothing satisfies the predicate in "), "{hunted}");
    // Long ones count more than once.
    assert!(hunted.runs == **runs.borrow() && (500..=5_000).contains(&hunted.runs), "{hunted}");
    // A generator that makes nothing at all.
    assert!((0..=9).such_that(|n| *n > 9).valid(|_| true).budget(100).try_sample(1).is_err());
}

#[test]
fn generators_in_direct_style_will_do() {
    let list = from_fn(|| (0..draw(0..=10usize)).map(|_| draw(0..=99)).collect::<Vec<i32>>());
    assert_eq!(found(list, |list| list.len() > 4 && list.is_sorted(), 200).0, 200);
}

#[test]
fn gradient_finds_what_random_cases_do_not() {
    // Wrong for trees with more than four keys, of which random cases meet none.
    let property = |tree: problems::Tree| {
        assume(is_search_tree(&tree, 0, 9));
        assert!(tree.size() < 5);
    };
    let checker = Checker::new(tree(5)).cases(3_000);
    let random = checker.clone().strategy(Random::seed(1).limit(3_000)).examine(property);
    assert!(random.failures.is_empty() && random.discarded > 0);
    let report = checker.strategy(Gradient::seed(1)).examine(property);
    assert_eq!(report.failures[0].value.size(), 5);
    assert!(report.sought > 0 && report.discarded == 0);
}

#[test]
fn discards_on_the_way_are_told_apart() {
    let report = Checker::new(vec(0..=9, 0..=9)).cases(100).strategy(Gradient::default()).run(|list| {
        assume(list.len() > 4 && list.is_sorted());
    });
    assert_eq!((report.passed, report.discarded), (100, 0));
    assert!(report.doubts.is_empty(), "{:?}", report.doubts);
}

#[test]
#[should_panic(expected = "were discarded")]
fn an_assumption_that_nothing_meets_fails_the_test() {
    Checker::new(0..=9).strategy(Gradient::default().budget(200)).run(|n| assume(n > 9));
}

#[test]
fn strategies_that_look_keep_to_their_limits() {
    let property = |list: Vec<i32>| assume(list.is_sorted());
    let checker = Checker::new(vec(0..=9, 0..=9));
    for seed in 0..3 {
        let report = checker.clone().strategy(Gradient::seed(seed).limit(17)).run(property);
        assert_eq!(report.passed, 17);
        let report = checker.clone().strategy(Learning::seed(seed).limit(17)).run(property);
        assert_eq!(report.passed, 17);
    }
    let strategy = Learning::default().for_time(Duration::from_millis(1)).then(Random::seed(1).limit(3));
    assert!(checker.strategy(strategy).run(property).passed >= 3);
}

/// How many runs it takes to find so many different valid cases.
fn runs_for(strategy: impl Strategy + 'static, cases: u64) -> u64 {
    let report = Checker::new(vec(0..=9, 0..=12)).cases(cases).strategy(strategy).run(|list| {
        assume(list.len() > 3 && list.is_sorted());
    });
    assert_eq!(report.passed, cases);
    report.passed + report.discarded + report.sought
}

#[test]
fn learning_learns() {
    let (learnt, unlearned) = (runs_for(Learning::seed(1), 200), runs_for(Learning::seed(1).exploring(1.0), 200));
    assert!(3 * learnt < unlearned, "{learnt} {unlearned}");
}

#[test]
fn learning_climbs_towards_a_target() {
    let best = |strategy: Box<dyn Strategy>| {
        let mut best = 0.0f64;
        let report = Checker::new(vec(0..=9, 12)).cases(2_000).strategy(strategy).examine(|list| {
            let nines = list.iter().filter(|n| **n == 9).count() as f64;
            target(nines);
            best = best.max(nines);
        });
        assert!(report.failures.is_empty());
        best
    };
    let (learnt, random) = (best(Box::new(Learning::seed(2))), best(Box::new(Random::seed(2))));
    assert!(learnt > random + 2.0, "{learnt} {random}");
}

#[test]
fn what_was_found_is_kept() {
    let folder = std::env::temp_dir().join(format!("mirrorcheck-saved-{}", std::process::id()));
    let path = folder.join("deeper/sorted.cases");
    let run = |most: u64| {
        let mut seen = Vec::new();
        let strategy = Gradient::default().limit(most).saved(&path);
        let report = Checker::new(vec(0..=9, 6)).strategy(strategy).run(|list| {
            assume(list.is_sorted());
            seen.push(list);
        });
        (report.passed, report.sought, seen)
    };
    let (passed, sought, first) = run(50);
    assert!(passed == 50 && sought > 50);
    // From now on it is only these, whatever the limit is.
    let (passed, sought, second) = run(70);
    assert_eq!((passed, sought), (50, 0));
    assert!(second.iter().all(|list| first.contains(list)));
    // Choices of an older generator are made to fit.
    let text = std::fs::read_to_string(&path).unwrap();
    let older: String = text.lines().map(|line| format!("{}\n", line.replacen('6', "60", 1))).collect();
    std::fs::write(&path, older).unwrap();
    assert!(run(70).0 > 0);
    std::fs::write(&path, "# cases\n(1 2\n").unwrap();
    let error = std::panic::catch_unwind(|| run(1)).unwrap_err();
    let message = error.downcast_ref::<String>().unwrap();
    assert!(message.contains("sorted.cases:2: ") && message.contains("delete"), "{message}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn sizes_tell_values_apart_where_they_are_asked_for() {
    // There is only one choice, which says nothing by itself; most numbers can be made at two sizes.
    let numbers: HashSet<u32> = sized(|size| size..=size + 1).valid(|_| true).samples(1).take(1_000).collect();
    assert!(numbers.len() > 60, "{}", numbers.len());
}

#[test]
fn attempts_of_filters_are_no_other_cases() {
    for strategy in
        [Box::new(Learning::seed(1).budget(500)) as Box<dyn Strategy>, Box::new(Gradient::seed(1).budget(500))]
    {
        let report = Checker::new((0..=9).such_that(|n| *n == 3)).cases(100).strategy(strategy).examine(|_| ());
        assert_eq!(report.passed, 1);
    }
}
