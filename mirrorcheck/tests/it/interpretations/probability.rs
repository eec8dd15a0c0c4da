//! `probability`, `likelihood`, `log_probability`.

use std::collections::HashMap;
use std::f64::consts::LN_2;

use mirrorcheck::OutOfFuel;
use mirrorcheck::prelude::*;

use super::*;

#[test]
fn probabilities_are_exact() {
    assert_eq!((0..=9u8).probability(&3), 0.1);
    assert_eq!((0..10u8).probability(&3), 0.1);
    assert_eq!(('a'..='z').probability(&'q'), 1.0 / 26.0);
    assert_eq!(('\u{D7FF}'..='\u{E000}').probability(&'\u{E000}'), 0.5);
    assert_eq!(any::<bool>().probability(&true), 0.5);
    assert_eq!(vec((), 3).probability(&vec![(); 3]), 1.0);
    assert_eq!(exact(7).probability(&7), 1.0);
    assert_close((0..=9u8, 0..=3u8).probability(&(1, 2)), 0.1 / 4.0, &"0.1 / 4.0");
    assert_close(vec(any::<bool>(), 0..=3).probability(&vec![true, false]), 0.25 / 4.0, &"0.25 / 4.0");
    assert_eq!(option(0..=9u8).probability(&None), 0.25);
    assert_close(option(0..=9u8).probability(&Some(4)), 0.75 / 10.0, &"0.75 / 10.0");
    assert_eq!(element_of(&[1, 2, 1, 3]).probability(&1), 0.5);
    assert_close(pick([(3, "a", 0..=9), (1, "b", 10..=19)]).probability(&5), 0.75 / 10.0, &"0.75 / 10.0");
    assert_close(oneof([0..=3, 2..=9]).probability(&3), 0.5 / 4.0 + 0.5 / 8.0, &"0.5 / 4.0 + 0.5 / 8.0");
    assert_eq!(frequency([(0, exact(1)), (5, exact(2))]).probability(&1), 0.0);
    assert_eq!((0..=50).convert(|n| n * 2, |n| Some(n / 2)).probability(&8), 1.0 / 51.0);
    assert_eq!(bst(1, 2).probability(&leaf()), 1.0 / 6.0);
    assert_close(bst(1, 2).probability(&node(leaf(), 1, leaf())), 5.0 / 6.0 / 2.0 / 6.0, &"5.0 / 6.0 / 2.0 / 6.0");
    assert_close(list().probability(&list_of(&[2, 1])), 0.5f64.powi(3) / 9.0, &"0.5f64.powi(3) / 9.0");
}

#[test]
fn ranges_of_any_width_are_exact() {
    assert_eq!((0..=u8::MAX).probability(&255), 2f64.powi(-8));
    assert_eq!((i16::MIN..=i16::MAX).probability(&-1), 2f64.powi(-16));
    assert_eq!((0..=u32::MAX).probability(&7), 2f64.powi(-32));
    assert_eq!((0..=u64::MAX).probability(&u64::MAX), 2f64.powi(-64));
    assert_eq!((i64::MIN..=i64::MAX).probability(&i64::MIN), 2f64.powi(-64));
    assert_eq!((0..=u128::MAX).probability(&0), 2f64.powi(-128));
    assert_eq!((i128::MIN..=i128::MAX).probability(&0), 2f64.powi(-128));
    assert_eq!((0..=u128::MAX >> 1).probability(&9), 2f64.powi(-127));
    assert_close((0..=u128::MAX).log_probability(&5), -128.0 * LN_2, &"log");
}

#[test]
fn what_is_too_small_for_a_float_has_a_logarithm() {
    let digits = vec(0..=9u8, 1_000);
    let value = digits.sample(1);
    assert_eq!(digits.probability(&value), 0.0);
    assert_close(digits.log_probability(&value), -1_000.0 * 10f64.ln(), &"a thousand digits");
    let numbers = vec(i128::MIN..=i128::MAX, 300);
    assert_close(numbers.log_probability(&numbers.sample(1)), -300.0 * 128.0 * LN_2, &"300 numbers");
    // And a sum of such: sixteen ways to each element.
    let overlapping = vec(vec(exact(1u8), 0..=3).convert(|_| 1, |_| Some(vec![])), 2_000);
    assert_close(overlapping.log_probability(&vec![1; 2_000]), -2_000.0 * 4f64.ln(), &"only the way that is undone");
    assert_eq!((0..=9).log_probability(&10), f64::NEG_INFINITY);
    assert_eq!(exact(1).log_probability(&1), 0.0);
}

#[test]
fn probability_is_the_sum_over_all_ways() {
    fn check<G: Reflective + Clone>(name: &str, generator: &G)
    where
        G::Value: Value,
    {
        let mut total = 0.0;
        let mut seen: Vec<G::Value> = Vec::new();
        for value in generator.all_values() {
            if seen.contains(&value) {
                continue;
            }
            let by_hand: f64 = generator
                .language()
                .filter(|choices| generator.replay(choices).as_ref() == Ok(&value))
                .map(|choices| chance_of(generator, &choices))
                .sum();
            let probability = generator.probability(&value);
            assert_close(probability, by_hand, &(name, &value));
            assert_close(generator.log_probability(&value), probability.ln(), &(name, &value));
            total += probability;
            seen.push(value);
        }
        assert_close(total, 1.0, &name);
    }
    on_finite_kinds!(check);
}

#[test]
fn probability_agrees_with_frequency() {
    fn check<G: Reflective<Value: std::hash::Hash + Eq + Debug>>(generator: G) {
        const CASES: u64 = 6_000;
        let mut counts: HashMap<G::Value, u64> = HashMap::new();
        (0..CASES).for_each(|seed| *counts.entry(generator.sample(seed)).or_default() += 1);
        let mut rest = 1.0;
        for (value, count) in counts {
            let p = generator.probability(&value);
            let spread = (CASES as f64 * p * (1.0 - p)).sqrt();
            // Six standard deviations, and some more where the expected count is small.
            let off = (count as f64 - CASES as f64 * p).abs();
            assert!(off < 6.0 * spread + 4.0, "{value:?}: {count} of {CASES} at {p}");
            rest -= p;
        }
        assert!(rest.abs() < 0.05, "values that never came have probability {rest}");
    }
    check(bst(1, 2));
    check(oneof([0..=4, 3..=9]));
    check(ones_and_twos());
    check(with_a_no_op());
    check(pick([(1, "a", 0..=2u8), (7, "b", 2..=3)]));
    check(vec(any::<bool>(), 0..=3));
    check(list());
    check(endless_first());
    check(option(option(any::<bool>())));
}

#[test]
fn a_filter_is_one_attempt() {
    let thirds = (0..=9u8).such_that(|n| n % 3 == 0);
    assert_eq!(thirds.probability(&3), 0.1);
    assert_eq!(thirds.probability(&4), 0.0);
    // After division by the acceptance rate, which is 0.4, that is the frequency.
    let threes = (0..4_000).filter(|&seed| thirds.sample(seed) == 3).count();
    assert!(threes.abs_diff(1_000) < 150, "{threes}");
}

#[test]
fn many_ways_are_summed_without_spelling_them_out() {
    // P(0) = 1/2, P(1) = 1/8, and P(n) = (P(n - 1) + P(n - 2)) / 4.
    let mut expected = vec![0.5, 0.125];
    for n in 2..=90 {
        expected.push((expected[n - 1] + expected[n - 2]) / 4.0);
    }
    for n in [2, 3, 10, 40, 90] {
        assert_close(ones_and_twos().probability(&nat(n)), expected[n as usize], &n);
    }
}

#[test]
fn under_infinite_overlap_it_is_the_limit() {
    // P(n) = P(n - 1) / 4 + P(n) / 2.
    for n in 0..20 {
        assert_close(with_a_no_op().probability(&nat(n)), 0.5f64.powi(n as i32 + 1), &n);
    }
}

/// Goes in a circle of two before it makes anything, and seldom leaves it.
#[generator]
fn round(weight: u64) -> Nat {
    pick([
        (1, "out", Nat::Z),
        (weight, "on", {
            let n = draw(and_round(weight));
            n
        }),
    ])
}

#[generator]
fn and_round(weight: u64) -> Nat {
    pick([
        (1, "out", Nat::S(Box::new(Nat::Z))),
        (weight, "on", {
            let n = draw(round(weight));
            n
        }),
    ])
}

#[test]
fn a_limit_that_is_far_away_is_reached_or_given_up() {
    for weight in [1, 3, 99, 10_000, 100_000_000] {
        // P(Z) = 1/(w+1) + (w/(w+1))² P(Z).
        let (out, on) = (1.0 / (weight as f64 + 1.0), weight as f64 / (weight as f64 + 1.0));
        let expected = out / (1.0 - on * on);
        match round(weight).likelihood(&Nat::Z).map(|likelihood| likelihood.value()) {
            Ok(p) => assert!((p - expected).abs() < 1e-7, "{weight}: {p} is not {expected}"),
            Err(OutOfFuel) => assert!(weight >= 10_000, "{weight} is not far"),
        }
    }
}

#[test]
fn the_size_is_the_default_unless_resized() {
    let generator = sized(|size| 0..=size);
    assert_eq!(generator.probability(&3), 1.0 / 101.0);
    assert_eq!(generator.clone().resize(9).probability(&3), 0.1);
    assert_eq!(generator.clone().resize(2).probability(&3), 0.0);
    assert_eq!(resize(9, generator).probability(&3), 0.1);
}
