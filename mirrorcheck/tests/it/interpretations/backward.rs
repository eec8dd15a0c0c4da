//! Backward: `reflect`, `reflect_first`, `reflect_likeliest`, `contains`, `why_not`.

use std::collections::HashSet;

use mirrorcheck::OutOfFuel;
use mirrorcheck::choices::{Outcome, Ways};
use mirrorcheck::prelude::*;

use super::*;

#[test]
fn every_way_makes_the_value() {
    fn check<G: Reflective + Clone>(name: &str, generator: &G)
    where
        G::Value: Value,
    {
        for value in generator.samples(11).take(25) {
            let ways = generator.reflect(&value);
            assert_ne!(ways.outcome(), Outcome::OutOfFuel, "{name}: {value:?}");
            let mut seen = HashSet::new();
            for choices in ways.take(20) {
                assert_eq!(generator.replay(&choices).as_ref(), Ok(&value), "{name}: {choices}");
                assert!(seen.insert(choices.clone()), "{name}: {choices} comes twice");
            }
            assert!(!seen.is_empty(), "{name}: {value:?} has no reflection");
            let first = generator.reflect_first(&value).unwrap().unwrap();
            assert_eq!(generator.replay(&first).as_ref(), Ok(&value), "{name}: {first}");
            assert_eq!(generator.why_not(&value), None, "{name}: {value:?}");
        }
    }
    on_every_kind!(check);
}

#[test]
fn the_ways_are_those_that_brute_force_finds() {
    fn check<G: Reflective + Clone>(name: &str, generator: &G)
    where
        G::Value: Value,
    {
        for value in generator.all_values() {
            let all = generator.language().filter(|choices| generator.replay(choices).as_ref() == Ok(&value));
            let mut all: Vec<String> = all.map(|choices| choices.to_string()).collect();
            let ways = generator.reflect(&value);
            assert_eq!(ways.outcome(), Outcome::Complete, "{name}");
            assert_eq!(ways.ways(), Ways::Finite(all.len() as u128), "{name}: {value:?}");
            assert_eq!(generator.reflect(&value).count(), all.len(), "{name}: {value:?}");
            let mut ways: Vec<String> = ways.map(|choices| choices.to_string()).collect();
            let first = generator.reflect_first(&value).unwrap().unwrap().to_string();
            assert!(ways.contains(&first), "{name}: {first} is none of {ways:?}");
            all.sort();
            ways.sort();
            assert_eq!(ways, all, "{name}: {value:?}");
        }
    }
    on_finite_kinds!(check);
}

#[test]
fn the_likeliest_way_is_the_one_that_brute_force_finds() {
    fn check<G: Reflective + Clone>(name: &str, generator: &G)
    where
        G::Value: Value,
    {
        for value in generator.all_values() {
            let best = generator.reflect(&value).map(|choices| chance_of(generator, &choices)).fold(0.0, f64::max);
            let likeliest = generator.reflect_likeliest(&value).unwrap();
            assert_eq!(generator.replay(&likeliest).as_ref(), Ok(&value), "{name}");
            assert_close(chance_of(generator, &likeliest), best, &(name, &value));
        }
    }
    on_finite_kinds!(check);
}

#[test]
fn the_likeliest_of_many_ways_is_found_at_once() {
    // "SS" costs one choice of 1/4 where "S", "S" costs two.
    let likeliest = ones_and_twos().reflect_likeliest(&nat(91)).unwrap();
    assert_eq!(
        likeliest.frequencies().into_iter().collect::<Vec<_>>(),
        [("S".to_owned(), 1), ("SS".to_owned(), 45), ("Z".to_owned(), 1)]
    );
    let straight = with_a_no_op().reflect_likeliest(&nat(3)).unwrap();
    assert_eq!(straight.labels(), ["S", "S", "S", "Z"], "a detour is never the likeliest way");
    assert_eq!(bst(1, 9).reflect_likeliest(&node(leaf(), 10, leaf())), None);
}

#[test]
fn the_labels_are_those_of_the_papers() {
    let tree = node(leaf(), 5, leaf());
    let ways: Vec<Choices> = bst(-10, 10).reflect(&tree).collect();
    assert_eq!(ways.len(), 1);
    assert_eq!(ways[0].labels(), ["node", "5", "leaf", "leaf"]);
    assert_eq!(ways[0].to_string(), "node(5 leaf leaf)");
    let ways: Vec<Choices> = bst(1, 2).reflect(&node(leaf(), 1, leaf())).collect();
    assert_eq!(ways[0].to_string(), "node(1 leaf)", "where there is no choice, none is recorded");
}

#[test]
fn overlap_is_counted_without_spelling_it_out() {
    assert_eq!(ones_and_twos().reflect(&nat(5)).ways(), Ways::Finite(8));
    assert_eq!(ones_and_twos().reflect(&nat(5)).count(), 8);
    assert_eq!(ones_and_twos().reflect(&nat(10)).count(), 89);
    let generator = ones_and_twos();
    let many = generator.reflect(&nat(90));
    assert_eq!(many.outcome(), Outcome::Complete);
    assert_eq!(many.ways(), Ways::Finite(4_660_046_610_375_530_309));
    assert_eq!(many.count(), 4_660_046_610_375_530_309);
    // More than fit are as many as fit.
    assert_eq!(ones_and_twos().reflect(&nat(200)).ways(), Ways::Finite(u128::MAX));
    let mut started = generator.reflect(&nat(10));
    started.next();
    assert_eq!(started.count(), 88, "what was taken is not counted");
}

#[test]
fn ways_are_spelled_out_one_by_one() {
    let first: Vec<Choices> = ones_and_twos().reflect(&nat(90)).take(100).collect();
    assert_eq!(first.iter().collect::<HashSet<_>>().len(), 100);
    assert!(first.iter().all(|choices| ones_and_twos().replay(choices) == Ok(nat(90))));
}

#[test]
fn infinite_overlap_is_told_and_enumerated() {
    let generator = with_a_no_op();
    let ways = generator.reflect(&nat(2));
    assert_eq!(ways.outcome(), Outcome::Infinite);
    assert_eq!(ways.ways(), Ways::Infinite);
    let some: Vec<Choices> = ways.take(50).collect();
    assert_eq!(some.iter().collect::<HashSet<_>>().len(), 50);
    assert!(some.iter().all(|choices| with_a_no_op().replay(choices) == Ok(nat(2))));
    assert!(some.iter().any(|choices| choices.labels().contains(&"inf".to_owned())));
    assert!(some.iter().any(|choices| choices.labels() == ["S", "S", "Z"]));
    assert_eq!(with_a_no_op().reflect(&nat(2)).count(), usize::MAX);
    assert_eq!(with_a_no_op().try_contains(&nat(2)), Ok(true));
}

/// A natural of which too many alternatives lead nowhere, each only after a long way: the first search would take
/// exponential time.
#[generator]
fn misleading(parity: bool) -> Nat {
    pick([
        (1, "a", {
            let n = draw(misleading(!parity));
            assume(!parity);
            Nat::S(Box::new(n))
        }),
        (1, "b", {
            let n = draw(misleading(!parity));
            Nat::S(Box::new(n))
        }),
        (1, "z", {
            assume(parity);
            Nat::Z
        }),
    ])
}

#[test]
fn a_search_that_would_waste_its_time_goes_to_the_forest() {
    assert!(misleading(true).contains(&nat(200)));
    assert!(!misleading(false).contains(&nat(200)));
    let first = misleading(true).reflect_first(&nat(200)).unwrap().unwrap();
    assert_eq!(misleading(true).replay(&first), Ok(nat(200)));
    assert_eq!(misleading(true).reflect(&nat(200)).ways(), Ways::Finite(1 << 100));
}

/// Looks at the same focus with ever new arguments.
#[generator]
fn ever_further(n: u64) -> Nat {
    pick([
        (1, "here", {
            assume(n > u64::MAX / 2);
            Nat::Z
        }),
        (1, "further", {
            let same = draw(ever_further(n + 1));
            same
        }),
    ])
}

#[test]
fn a_search_without_end_is_given_up_and_says_so() {
    assert_eq!(ever_further(0).try_contains(&Nat::Z), Err(OutOfFuel));
    assert_eq!(ever_further(0).reflect_first(&Nat::Z), Err(OutOfFuel));
    let generator = ever_further(0);
    let ways = generator.reflect(&Nat::Z);
    assert_eq!(ways.outcome(), Outcome::OutOfFuel);
    assert_eq!(ways.count(), 0);
    assert_eq!(ever_further(0).likelihood(&Nat::Z), Err(OutOfFuel));
    assert!(ever_further(0).probability(&Nat::Z).is_nan());
    assert!(ever_further(0).log_probability(&Nat::Z).is_nan());
    assert_eq!(ever_further(0).reflect_likeliest(&Nat::Z), None);
    assert_eq!(ever_further(0).to_bytes(&Nat::Z), None);
    assert_eq!(ever_further(0).why_not(&Nat::Z).unwrap().to_string(), OutOfFuel.to_string(), "it is not known why");
    let message = std::panic::catch_unwind(|| ever_further(0).contains(&Nat::Z)).unwrap_err();
    assert_eq!(message.downcast_ref::<String>().unwrap(), &OutOfFuel.to_string());
    // From where it ends it is an ordinary generator.
    assert!(ever_further(u64::MAX / 2 - 5).contains(&Nat::Z));
}

#[test]
fn a_look_that_comes_to_no_end_is_no_no() {
    #[generator]
    fn halted() -> (bool, Nat) {
        let halts = draw(any::<bool>().try_at(|whole: &(bool, Nat)| match whole.1 {
            Nat::Z => Ok(Some(whole.0)),
            Nat::S(_) => Err(OutOfFuel),
        }));
        let n = draw(ones_and_twos());
        (halts, n)
    }
    assert_eq!(halted().try_contains(&(true, Nat::Z)), Ok(true));
    assert_eq!(halted().try_contains(&(true, nat(1))), Err(OutOfFuel));
    assert_eq!(halted().reflect(&(true, nat(1))).outcome(), Outcome::OutOfFuel);
}

#[test]
fn what_is_out_of_range_has_no_way() {
    fn check<G: Reflective>(generator: G, value: G::Value, why: &str)
    where
        G::Value: Value,
    {
        assert_eq!(generator.try_contains(&value), Ok(false), "{value:?}");
        assert_eq!(generator.reflect_first(&value), Ok(None), "{value:?}");
        let ways = generator.reflect(&value);
        assert_eq!((ways.outcome(), ways.ways()), (Outcome::Complete, Ways::Finite(0)), "{value:?}");
        assert_eq!(ways.count(), 0);
        assert_eq!(generator.reflect(&value).next(), None);
        assert_eq!(generator.reflect_likeliest(&value), None);
        assert_eq!(generator.probability(&value), 0.0);
        assert_eq!(generator.log_probability(&value), f64::NEG_INFINITY);
        assert_eq!(generator.to_bytes(&value), None);
        assert_eq!(generator.why_not(&value).map(|why| why.to_string()).as_deref(), Some(why), "{value:?}");
    }
    check(0..=9u8, 10, "10 is not in 0..=9");
    check(0..10u8, 10, "10 is not in 0..=9");
    check(-5..=5i128, i128::MIN, "-170141183460469231731687303715884105728 is not in -5..=5");
    check('a'..='z', 'A', "'A' is not in 'a'..='z'");
    check(vec(0..=9u8, 1..=2), vec![], "the length 0 is not in 1..=2");
    check(vec(0..=9u8, 1..=2), vec![3, 11], "11 is not in 0..=9");
    check((0..=9u8, 'a'..='z'), (3, '!'), "'!' is not in 'a'..='z'");
    check(option(0..=9u8), Some(12), "in some: 12 is not in 0..=9");
    check(exact(3), 4, "this is a different value");
    check(labeled([("low", 0..=3), ("high", 7..=9)]), 5, "in low: 5 is not in 0..=3");
    check((0..=50).convert(|n| n * 2, |n| Some(n / 2)), 7, "`convert` does not round-trip this value");
    check(words(), "abd".to_owned(), "'d' is not in 'a'..='c'");
    check((0..=99).such_that(|n| n % 2 == 0), 7, "the condition of `such_that` does not hold");
    check(bst(1, 9), node(leaf(), 10, leaf()), "in node: 10 is not in 1..=9");
    check(bst(1, 9), node(node(leaf(), 7, leaf()), 5, leaf()), "in node › node: 7 is not in 1..=4");
    check(list(), list_of(&[0, 1, 3]), "in cons › cons › cons: 3 is not in 0..=2");
    check(
        order(),
        Order { items: vec![1, 2], express: true, total: 4 },
        "computed `items.iter().map(|&n| u32::from(n)).sum()` = 3, but the value has 4",
    );
    // Control flow leads to a leaf where a node stands: where that is, is said at least.
    let too_deep = node(leaf(), 3, node(leaf(), 4, leaf()));
    assert_eq!(bst(1, 3).try_contains(&too_deep), Ok(false));
    let why = bst(1, 3).why_not(&too_deep).unwrap().to_string();
    assert!(why.starts_with("in node: "), "{why}");
    let element: &[u8] = &[1, 2];
    assert_eq!(element_of(element).try_contains(&3), Ok(false));
    assert_eq!(element_of::<u8>(&[]).try_contains(&3), Ok(false));
    assert!(element_of(element).why_not(&3).is_some());
}

#[test]
fn the_nearest_branch_is_the_one_that_is_explained() {
    // The right tree goes wrong further on than the left one would.
    let tree = node(node(leaf(), 1, leaf()), 5, node(node(leaf(), 7, leaf()), 8, node(leaf(), 3, leaf())));
    assert_eq!(bst(1, 9).why_not(&tree).unwrap().to_string(), "in node › node › node: 3 is not in 9..=9");
    let long = list_of(&[[0; 40].as_slice(), &[9]].concat());
    assert_eq!(
        list().why_not(&long).unwrap().to_string(),
        "in cons › cons › cons › … › cons › cons › cons › cons: 9 is not in 0..=2 (34 levels are not shown)"
    );
}

#[test]
fn reflection_needs_no_value_that_was_sampled() {
    // Values from outside, in an order that the generator does not make them in.
    assert!(order().contains(&Order { items: vec![9, 9, 9, 9], express: false, total: 36 }));
    let choices = order().reflect_first(&Order { items: vec![9, 1], express: true, total: 10 }).unwrap().unwrap();
    assert_eq!(choices.labels(), ["true", "2", "9", "1"]);
}

#[test]
fn equal_elements_are_several_ways() {
    let items = ["x", "y", "x"];
    let ways: Vec<String> = element_of(&items).reflect(&"x").map(|choices| choices.to_string()).collect();
    assert_eq!(ways, ["#0", "#2"]);
    assert_eq!(vec(element_of(&items), 3).reflect(&vec!["x"; 3]).count(), 8);
}

/// A digit, in one way or two.
#[generator]
fn digit() -> u8 {
    labeled([
        ("any", {
            let n = draw(0..=9);
            n
        }),
        ("high", {
            let n = draw(5..=9);
            n
        }),
    ])
}

#[test]
fn temporaries_that_share_an_address_are_told_apart() {
    fn check<G: Reflective>(generator: G, value: G::Value, ways: usize)
    where
        G::Value: Value,
    {
        let all: Vec<Choices> = generator.reflect(&value).collect();
        assert_eq!(all.len(), ways, "{all:?}");
        for choices in all {
            assert_eq!(generator.replay(&choices).as_ref(), Ok(&value), "{choices}");
        }
    }
    // Each element is turned back into a digit that stands where the one before it stood.
    let shifted = || digit().convert(|n| n + 1, |n| n.checked_sub(1));
    check(vec(shifted(), 0..=5), vec![1, 9, 2, 10, 3], 4);
    check((shifted(), shifted()), (1, 7), 2);
    let sum = || digit().at(|pair: &(u8, u8)| pair.0).then(|a| (exact(a), shifted()));
    check(vec(sum(), 3), vec![(1, 2), (6, 7), (8, 3)], 8);
    check(digits_of_a_sum(), (1, 8, 9), 2);
}

/// Puts together again what its result shows in pieces.
#[generator]
fn digits_of_a_sum() -> (u8, u8, u8) {
    let (a, b) = draw((digit(), digit()));
    (a, b, a + b)
}

/// A reason names the expression and, where they can be shown, both values.
#[test]
fn what_is_computed_is_named_with_both_values() {
    #[derive(Clone, PartialEq)]
    struct Opaque(u32);

    #[derive(Clone, PartialEq)]
    struct Bill {
        items: Vec<u32>,
        sum: u32,
        kind: Opaque,
    }

    #[generator]
    fn bill(kind: u32) -> Bill {
        let items = draw(vec(0..=9u32, 0..=5));
        Bill { sum: items.iter().sum(), kind: Opaque(kind + 1), items }
    }
    let why = |items: &[u32], sum, kind| {
        let value = Bill { items: items.to_vec(), sum, kind: Opaque(kind) };
        bill(1).why_not(&value).map(|why| why.to_string())
    };
    assert_eq!(why(&[3, 9], 12, 2), None);
    assert_eq!(why(&[3, 9], 17, 2).as_deref(), Some("computed `items.iter().sum()` = 12, but the value has 17"));
    assert_eq!(why(&[3, 9], 12, 5).as_deref(), Some("computed `kind + 1` = 2, but the value has 5"));

    // Without `Debug`, the expression alone; a long one, and a long value, as they begin.
    #[generator]
    fn labelled() -> (u8, String, Opaque) {
        let n = draw(0..=3u8);
        let opaque = |n: u8| Opaque(n.into());
        (n, std::iter::repeat_n("a rather long text", usize::from(n)).collect::<Vec<_>>().concat(), opaque(n))
    }
    let why = |value: (u8, String, Opaque)| labelled().why_not(&value).unwrap().to_string();
    assert_eq!(why((0, String::new(), Opaque(7))), "computed `opaque(n)`, but the value has something else");
    let long = why((0, "b".repeat(500), Opaque(0)));
    assert!(
        long.starts_with("computed `std::iter::repeat_n(\"a rather long text\", ")
            && long.contains("…` = \"\", but the value has \"bbb"),
        "{long}"
    );
    assert!(long.ends_with("bbb…"), "{long}");
}
