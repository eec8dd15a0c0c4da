//! What combinators make out of other generators.

use mirrorcheck::Checker;
use mirrorcheck::generators::{function, no_shrink, shrink_with};
use mirrorcheck::numbers::toward;
use mirrorcheck::prelude::*;
use mirrorcheck::recursive;

use super::check_forward;

#[derive(Debug, Clone, PartialEq)]
enum Rose {
    Leaf(u8),
    Node(Vec<Rose>),
}

impl Rose {
    fn depth(&self) -> usize {
        match self {
            Rose::Leaf(_) => 0,
            Rose::Node(roses) => 1 + roses.iter().map(Rose::depth).max().unwrap_or(0),
        }
    }

    fn leaves(&self) -> Vec<u8> {
        match self {
            Rose::Leaf(n) => vec![*n],
            Rose::Node(roses) => roses.iter().flat_map(Rose::leaves).collect(),
        }
    }
}

fn rose() -> impl Reflective<Value = Rose> + Clone {
    let leaf = any::<u8>().convert(Rose::Leaf, |rose| match rose {
        Rose::Leaf(n) => Some(*n),
        Rose::Node(_) => None,
    });
    recursive(leaf, |rose| {
        vec(rose, 0..=3).convert(Rose::Node, |rose| match rose {
            Rose::Node(roses) => Some(roses.clone()),
            Rose::Leaf(_) => None,
        })
    })
}

#[derive(Debug, Clone, PartialEq)]
enum Nat {
    Zero,
    Next(Box<Nat>),
}

fn nat() -> impl Reflective<Value = Nat> {
    let before = |n: &Nat| if let Nat::Next(n) = n { Some((**n).clone()) } else { None };
    labeled((("zero", exact(Nat::Zero)), ("next", lazy(|| nat().boxed()).convert(|n| Nat::Next(Box::new(n)), before))))
}

fn two() -> Nat {
    Nat::Next(Box::new(Nat::Next(Box::new(Nat::Zero))))
}

/// The key says how long the list is.
#[generator]
fn sized_list() -> (usize, Vec<u8>) {
    let length = draw(0..=20usize);
    let list = draw(vec(0..=99, length));
    (length, list)
}

/// The bound is not shown: the second number says where to look.
#[generator]
fn below_a_bound() -> (u32, u32) {
    let high = draw((1..=1000u32).at(|pair: &(u32, u32)| pair.1));
    let low = draw(0..high);
    (low, high)
}

minimal! {
    toward_an_origin: toward(2000, 1900..=2100), |year| *year < 1950 => 1949, 25;
    toward_an_origin_from_below: toward(2000, 1900..=2100), |year| *year != 2000 => 2001, 10;
    an_exact_value: exact(7), |_| true => 7, 10;
    one_of_some: oneof([0..=9, 100..=109, 1000..=1009]), |n| *n > 50 => 100, 20;
    one_of_different_kinds: oneof((0..=9, (50..=99).such_that(|n| n % 2 == 1), exact(200))), |n| (56..200).contains(n) => 57, 25;
    a_frequency: frequency([(1, 0..=9), (50, 100..=199)]), |n| n % 10 == 3 => 3, 15;
    a_label: labeled([("small", 0..=9), ("large", 100..=199)]), |n| *n > 150 => 151, 45;
    a_pick: pick([(0, "none", 0..=9), (1, "some", 10..=19), (1, "more", 20..=29)]), |n| *n > 12 => 13, 10;
    a_pick_from: pick_from((1..=30).map(|n| (1u64, "", 0..=n))), |n| *n > 12 => 13, 45;

    filtered: (0..=1000).such_that(|n| n % 3 == 0), |n| *n > 100 => 102, 30;
    a_filtered_pair: (0..=100, 0..=100).such_that(|(a, b)| a < b), |(a, b)| b - a > 4 => (0, 5), 15;
    a_filtered_list: vec(0..=9, 0..=9).such_that(|v| v.len() % 2 == 0), |v| v.contains(&5) => vec![0, 5], 30;
    converted: (0..=1000).convert(|n| n * 2, |n| Some(n / 2)), |n| *n > 333 => 334, 40;
    converted_to_text: (0..=1000).convert(|n| format!("#{n}"), |s| s.strip_prefix('#')?.parse().ok()),
        |s| s.len() > 2 => "#10".to_owned(), 20;
    bounded: below_a_bound(), |(low, _)| *low > 6 => (7, 8), 35;
    with_a_length: sized_list(), |(_, list)| list.contains(&50) => (1, vec![50]), 45;
    with_a_length_of_three: sized_list(), |(length, _)| *length > 2 => (3, vec![0; 3]), 15;

    by_size: sized(|size| 0..=size), |n| *n > 9 => 10, 20;
    resized: resize(5, any::<Vec<u8>>()), |v| v.len() > 1 => vec![0, 0], 10;
    scaled: any::<Vec<bool>>().scale(|size| size / 10), |v| v.contains(&true) => vec![true], 10;
    with_a_label: ((0..=9).with_label("x"), (0..=9).with_label("y")), |(x, y)| x + y > 9 => (1, 9), 55;
    boxed: vec(0..=9, 0..=9).boxed(), |v| v.len() > 3 => vec![0; 4], 15;
    shared: std::rc::Rc::new(0..=9), |n| *n > 3 => 4, 15;
    lazily: lazy(|| 0..=99), |n| *n > 30 => 31, 35;

    a_natural: nat(), |n| *n != Nat::Zero && *n != Nat::Next(Box::new(Nat::Zero)) => two(), 10;
    a_rose: rose(), |rose| rose.leaves().iter().any(|n| *n > 9) => Rose::Leaf(10), 45;
    a_deep_rose: rose(), |rose| rose.depth() > 1 => Rose::Node(vec![Rose::Node(vec![])]), 15;
    a_rose_of_two: rose(), |rose| rose.leaves().len() > 1 => Rose::Node(vec![Rose::Leaf(0), Rose::Leaf(0)]), 15;
    a_rose_out_of_order: rose(), |rose| !rose.leaves().is_sorted() =>
        Rose::Node(vec![Rose::Leaf(1), Rose::Leaf(0)]), 60;
    a_rose_with_a_sum: rose(), |rose| rose.leaves().iter().map(|n| u32::from(*n)).sum::<u32>() > 300 =>
        Rose::Node(vec![Rose::Leaf(46), Rose::Leaf(255)]), 610;
    a_rose_below_another: rose(), |rose| matches!(rose, Rose::Node(roses) if roses.iter().any(|r| r.leaves().len() > 1)) =>
        Rose::Node(vec![Rose::Node(vec![Rose::Leaf(0), Rose::Leaf(0)])]), 40;
}

/// Of functions, it is what they give that counts: the simplest one that fails gives zero wherever it can.
#[test]
fn a_function() {
    let calls = from_fn(|| {
        let f = draw(function::<u8, _>(0..=9u8));
        (0..4u8).map(|n| f.call(&n)).collect::<Vec<u8>>()
    });
    check_forward(calls, |_| true, vec![0, 0, 0, 0], 10);
}

/// A function and what it is called with, as in a property of `map` and `filter`.
#[test]
fn a_function_and_a_list() {
    let kept = from_fn(|| {
        let (f, list) = (draw(function::<u8, _>(any::<bool>())), draw(vec(0..=9u8, 0..20)));
        list.iter().filter(|n| f.call(n)).count() < list.len() && !list.is_empty()
    });
    check_forward(kept, |is_less| *is_less, true, 20);
}

#[test]
fn numbers_drawn_one_after_the_other() {
    let pair = from_fn(|| {
        let low = draw(0..=100);
        (low, draw(low..=low + 100))
    });
    check_forward(&pair, |(low, high)| high - low > 5, (0, 6), 40);
    check_forward(&pair, |(low, _)| *low > 5, (6, 6), 40);
}

#[test]
fn draws_in_a_loop() {
    let list = from_fn(|| {
        let length = draw(0..=30usize);
        (0..length).map(|_| draw(0..=99)).collect::<Vec<i32>>()
    });
    check_forward(&list, |list| list.contains(&42), vec![42], 60);
    check_forward(&list, |list| list.len() > 3, vec![0; 4], 60);
    check_forward(&list, |list| !list.is_sorted(), vec![1, 0], 60);
}

#[test]
fn draws_until_one_says_stop() {
    let list = from_fn(|| {
        let mut list = Vec::new();
        while draw(frequency([(1, exact(false)), (9, exact(true))])) {
            list.push(draw(0..=99));
        }
        list
    });
    check_forward(&list, |list| list.contains(&42), vec![42], 100);
    check_forward(&list, |list| list.iter().sum::<i32>() > 150, vec![52, 99], 230);
}

#[test]
fn what_is_not_to_be_shrunk_stays() {
    let pairs = (no_shrink(0..=9999), 0..=99);
    let shrunk = pairs.shrink((4711, 50), |(_, n)| *n > 2);
    assert_eq!((shrunk.value, shrunk.is_minimal), ((4711, 3), true));
}

#[test]
fn smaller_values_of_ones_own() {
    // Nothing else is tried: half of what is found passes.
    let prices = shrink_with(no_shrink(0..=99_999), |price| vec![price / 2]);
    let report = Checker::new(prices).examine(|price| price <= 1000);
    let failure = &report.failures[0];
    assert!(failure.is_minimal && (1001..=2001).contains(&failure.value), "{}", failure.value);
    assert!(failure.executions < 20, "{} executions", failure.executions);
}
