//! The naturals of 003, Figure 5: made in one way, in exponentially many, and without end.

use mirrorcheck::choices::{Outcome, Overlap, Ways};
use mirrorcheck::prelude::*;

use crate::laws;

#[derive(Debug, Clone, PartialEq)]
enum Nat {
    Zero,
    Succ(Box<Nat>),
}

#[generator]
fn unit() -> Nat {
    labeled([("zero", Nat::Zero), ("succ", Nat::Succ(Box::new(draw(unit()))))])
}

/// Sums of ones and twos.
#[generator]
fn exponential() -> Nat {
    labeled([
        ("zero", Nat::Zero),
        ("one", {
            let rest = draw(exponential());
            Nat::Succ(Box::new(rest))
        }),
        ("two", {
            let rest = draw(exponential());
            Nat::Succ(Box::new(Nat::Succ(Box::new(rest))))
        }),
    ])
}

/// May choose to do nothing and choose again.
#[generator]
fn infinite() -> Nat {
    pick([(2, "zero", Nat::Zero), (1, "succ", Nat::Succ(Box::new(draw(infinite())))), (1, "again", draw(infinite()))])
}

fn nat(n: u32) -> Nat {
    (0..n).fold(Nat::Zero, |below, _| Nat::Succ(Box::new(below)))
}

/// How many sums of ones and twos there are.
fn sums(n: u32) -> u128 {
    (0..n).fold((1, 1), |(a, b), _| (b, a + b)).0
}

#[test]
fn laws_hold_in_one_way() {
    laws::check(unit());
    assert_eq!(unit().validate().overlap, Overlap::One);
}

#[test]
fn laws_hold_in_exponentially_many_ways() {
    laws::check(exponential());
    assert!(matches!(exponential().validate().overlap, Overlap::Exponential(..)));
}

#[test]
fn laws_hold_in_infinitely_many_ways() {
    laws::check(infinite());
    assert!(matches!(infinite().validate().overlap, Overlap::Unbounded(_)));
}

#[test]
fn one_way() {
    let (generator, five) = (unit(), nat(5));
    let ways: Vec<Choices> = generator.reflect(&five).collect();
    assert_eq!(ways.len(), 1);
    assert_eq!(ways[0].labels(), ["succ", "succ", "succ", "succ", "succ", "zero"]);
    assert_eq!(generator.reflect(&five).outcome(), Outcome::Complete);
    assert_eq!(generator.probability(&five), 0.5f64.powi(6));
}

#[test]
fn exponentially_many_ways_are_counted_without_being_spelled_out() {
    let generator = exponential();
    for (n, expected) in [(5, 8), (10, 89), (90, sums(90))] {
        let ways = generator.reflect(&nat(n));
        assert_eq!(ways.ways(), Ways::Finite(expected), "ways to {n}");
        assert_eq!(ways.outcome(), Outcome::Complete);
        assert_eq!(ways.count() as u128, expected);
    }
    assert!(sums(90) > 4 * 10u128.pow(18));
    // More than a count can hold.
    assert_eq!(generator.reflect(&nat(200)).ways(), Ways::Finite(u128::MAX));
}

#[test]
fn each_of_many_ways_is_spelled_out_once() {
    let mut ways: Vec<Vec<String>> = exponential().reflect(&nat(10)).map(|way| way.labels()).collect();
    assert_eq!(ways.len(), 89);
    for way in &ways {
        let sum: u32 =
            way.iter().map(|label| ["zero", "one", "two"].iter().position(|l| l == label).unwrap() as u32).sum();
        assert_eq!(sum, 10);
    }
    ways.sort();
    ways.dedup();
    assert_eq!(ways.len(), 89);
    assert_eq!(
        exponential().reflect_likeliest(&nat(10)).unwrap().labels(),
        ["two", "two", "two", "two", "two", "zero"]
    );
}

#[test]
fn probability_sums_over_all_ways() {
    // One choice in three each: p(0) = 1/3, p(n) = (p(n - 1) + p(n - 2)) / 3.
    let mut expected = vec![1.0 / 3.0, 1.0 / 9.0];
    for n in 2..=90 {
        expected.push((expected[n - 1] + expected[n - 2]) / 3.0);
        let probability = exponential().probability(&nat(n as u32));
        assert!((probability / expected[n] - 1.0).abs() < 1e-9, "{probability} is not {} for {n}", expected[n]);
    }
}

#[test]
fn infinitely_many_ways_are_told_apart_from_none() {
    let generator = infinite();
    let ways = generator.reflect(&nat(5));
    assert_eq!(ways.outcome(), Outcome::Infinite);
    assert_eq!(ways.ways(), Ways::Infinite);
    let mut some: Vec<Vec<String>> = ways.take(200).map(|way| way.labels()).collect();
    assert!(some.iter().all(|way| way.iter().filter(|label| *label == "succ").count() == 5));
    some.sort();
    some.dedup();
    assert_eq!(some.len(), 200);
    assert_eq!(generator.reflect_likeliest(&nat(2)).unwrap().labels(), ["succ", "succ", "zero"]);
}

#[test]
fn probability_is_the_limit_of_infinitely_many_ways() {
    // Going round costs 1/4 each time: 1 + 1/4 + 1/16 + … = 4/3, once before each choice that counts.
    for n in 0..=30 {
        let expected = (4.0f64 / 3.0).powi(n + 1) * 0.25f64.powi(n) * 0.5;
        let probability = infinite().probability(&nat(n as u32));
        assert!((probability / expected - 1.0).abs() < 1e-6, "{probability} is not {expected} for {n}");
    }
}
