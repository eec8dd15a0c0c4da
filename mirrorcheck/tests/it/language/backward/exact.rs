//! What is tried is exact: probabilities of all values add up to 1, and each sequence of choices is one way.

use std::collections::{BTreeMap, BTreeSet};

use mirrorcheck::Parts;
use mirrorcheck::prelude::*;

use crate::language::makes_as_often_as_it_can;
use crate::laws;

#[generator]
fn sum() -> u32 {
    draw(1..=4) + draw(1..=4)
}

#[generator]
fn quotient() -> (i32, i32) {
    let n = draw(-6..=6);
    let by = draw(1..=3);
    (n / by, n % 2)
}

#[generator]
fn divided_into() -> (i32, i32) {
    let n = draw(0..=7);
    let by = draw(1..=4);
    (n, n / by)
}

#[generator]
fn sorted_set() -> Vec<u8> {
    let mut list = draw(vec(0..=2, 0..=3));
    list.sort();
    list.dedup();
    list
}

#[generator]
fn map() -> BTreeMap<u8, bool> {
    draw(vec((0..=2, any::<bool>()), 0..=2)).into_iter().collect()
}

#[generator]
fn pushes() -> Vec<u8> {
    let mut list = Vec::new();
    for _ in 0..draw(0..=2) {
        list.push(draw(0..=2) * 2);
        if draw(any::<bool>()) {
            list.push(1);
        }
    }
    list
}

#[generator]
fn floats() -> f64 {
    let n = draw(0..=20u32);
    f64::from(n) / 10.0
}

#[generator]
fn products() -> (u8, u8) {
    let (a, b) = draw((0..=3, 0..=3));
    (a * b, a.max(b))
}

#[generator]
fn cleared() -> Vec<u8> {
    let mut list = Vec::new();
    list.push(draw(0..=3));
    if draw(any::<bool>()) {
        list.clear();
    }
    list.push(draw(0..=3));
    list
}

#[derive(Debug, Clone, PartialEq, Parts)]
struct Range {
    low: u8,
    high: u8,
}

impl Range {
    /// More than its parts say.
    fn new(a: u8, b: u8) -> Range {
        Range { low: a.min(b), high: a.max(b) }
    }

    fn from_center(center: u8, radius: u8) -> Range {
        Range { low: center.saturating_sub(radius), high: center + radius }
    }
}

#[generator]
fn normalised() -> Range {
    Range::new(draw(0..=3), draw(0..=3))
}

#[generator]
fn by_another_constructor() -> Range {
    Range::from_center(draw(0..=4), draw(0..=3))
}

#[generator]
fn chosen() -> Option<u32> {
    let n = draw(0..=6);
    match n {
        0 => None,
        n if n % 2 == 0 => Some(n / 2),
        n => Some(n * 10),
    }
}

#[generator]
fn rejected() -> (u8, u8) {
    let (a, b) = draw((0..=3, 0..=3));
    assume(a + b != 3);
    (a.min(b), a.max(b))
}

#[generator]
fn weighted() -> (i32, &'static str) {
    let n = draw(0..=3);
    let word = pick([(3, "small", "s"), (1, "large", "l")]);
    (n * n - 2 * n, word)
}

#[generator]
fn words() -> String {
    let n = draw(1..=2usize);
    let mut text = String::new();
    for _ in 0..n {
        text.push_str(draw(element_of(&["a", "ab", "b"])));
    }
    text
}

#[generator]
fn set() -> BTreeSet<u8> {
    let mut set = BTreeSet::new();
    while set.len() < 2 {
        set.insert(draw(0..=2));
        if draw(any::<bool>()) {
            break;
        }
    }
    set
}

#[generator]
fn changed_by_index() -> Vec<u8> {
    let mut list = Vec::new();
    for _ in 0..draw(1..=2) {
        list.push(draw(0..=3));
    }
    list[0] += 1;
    list
}

#[derive(Debug, Clone, PartialEq)]
struct Cell {
    n: u8,
}

#[generator]
fn changed_in_an_item() -> Vec<Cell> {
    let mut cells = Vec::new();
    for _ in 0..draw(1..=2) {
        cells.push(Cell { n: draw(0..=3) });
    }
    cells[0].n = 7;
    cells
}

#[generator]
fn cut_off_in_between() -> u32 {
    draw(250..=260u32) as u8 as u32
}

#[generator]
fn nested() -> (u32, Vec<u8>) {
    let inner = draw(sum());
    let mut list = draw(sorted_set());
    list.reverse();
    (inner + 1, list)
}

macro_rules! exact {
    ($($generator:ident)*) => { $(
        #[test]
        fn $generator() {
            makes_as_often_as_it_can(&super::$generator());
        }
    )* };
}

mod all {
    use super::makes_as_often_as_it_can;

    exact! {
        sum quotient divided_into sorted_set map pushes floats products cleared normalised by_another_constructor chosen
        rejected weighted words nested changed_by_index changed_in_an_item cut_off_in_between
    }
}

#[test]
fn all_laws() {
    laws::check_large(laws::erased(sum()));
    laws::check_large(laws::erased(quotient()));
    laws::check_large(laws::erased(sorted_set()));
    laws::check_large(laws::erased(map()));
    laws::check_large(laws::erased(pushes()));
    laws::check_large(laws::erased(normalised()));
    laws::check_large(laws::erased(chosen()));
    laws::check_large(laws::erased(rejected()));
}

#[test]
fn in_other_generators() {
    makes_as_often_as_it_can(&vec(chosen(), 0..=1));
    makes_as_often_as_it_can(&option(sorted_set()));
    makes_as_often_as_it_can(&(chosen(), option(sum())));
    makes_as_often_as_it_can(&[sum(), sum()]);
    makes_as_often_as_it_can(&sum().such_that(|n| n % 2 == 0));
    makes_as_often_as_it_can(&sum().convert(|n| n * 3, |n| Some(n / 3)));
    makes_as_often_as_it_can(&oneof((sum(), 2..=3)));
    makes_as_often_as_it_can(&frequency([(3, sum()), (1, sum())]));
    laws::check_large(laws::erased((vec(chosen(), 0..=2), option(sum()))));
}

#[test]
fn sketches_are_completed() {
    for seed in 0..20 {
        let range = normalised().complete(&sketch!(Range { low: 1, high: _ }), seed).unwrap();
        assert!(range.low == 1 && normalised().contains(&range), "{range:?}");
        let list = pushes().complete(&sketch!(vec![2, _]), seed).unwrap();
        assert!(list.len() == 2 && list[0] == 2 && pushes().contains(&list), "{list:?}");
    }
    assert_eq!(normalised().complete(&sketch!(Range { low: 9, high: _ }), 1), None);
}

#[test]
fn what_is_out_of_range_has_a_reason() {
    laws::is_refused(&laws_of_range(), &Range { low: 2, high: 1 });
    laws::is_refused(&sum(), &9);
    laws::is_refused(&sum(), &1);
    laws::is_refused(&sorted_set(), &vec![1, 0]);
    laws::is_refused(&pushes(), &vec![3]);
    laws::is_refused(&divided_into(), &(7, 5));
}

fn laws_of_range() -> impl Reflective<Value = Range> + Clone {
    normalised()
}

/// As a piece of a text it is what it prints.
#[test]
fn in_a_text() {
    #[generator]
    fn line() -> String {
        let n = draw(sum());
        format!("n = {n}")
    }
    makes_as_often_as_it_can(&line());
    assert!(line().contains(&"n = 8".to_owned()) && !line().contains(&"n = 9".to_owned()));
}
