//! Types that contain themselves in collections: these end because collections share their room.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use mirrorcheck::prelude::*;

use crate::laws;

#[derive(Debug, Clone, PartialEq, Arbitrary)]
struct Rose {
    value: u8,
    children: Vec<Rose>,
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
enum Json {
    Null,
    Bool(bool),
    Number(i32),
    Text(String),
    Array(Vec<Json>),
    Object(BTreeMap<u16, Json>),
}

/// No variant but the last ends by itself, and that one is rare.
#[derive(Debug, Clone, PartialEq, Arbitrary)]
enum Bare {
    Many(Vec<Bare>),
    Two(Box<Bare>, Box<Bare>),
    #[arbitrary(weight = 1)]
    End,
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
struct Bounded {
    #[arbitrary(len = 0..=3)]
    children: VecDeque<Bounded>,
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
struct Directory {
    flags: BTreeSet<u8>,
    entries: HashMap<String, Vec<Directory>>,
}

/// Lengths of every kind of collection.
#[derive(Debug, Clone, PartialEq, Arbitrary)]
struct Lengths {
    #[arbitrary(len = 1..=2)]
    list: Vec<bool>,
    #[arbitrary(len = 3)]
    text: String,
    #[arbitrary(len = 2..)]
    queue: VecDeque<u8>,
    #[arbitrary(len = 1..=3)]
    set: BTreeSet<u8>,
    #[arbitrary(len = ..)]
    map: BTreeMap<bool, bool>,
}

#[test]
fn laws_hold() {
    laws::check_large(laws::erased(any::<Rose>().resize(20)));
    laws::check_large(laws::erased(any::<Bare>().resize(20)));
    laws::check_large(laws::erased(any::<Bounded>()));
    laws::check_large(laws::erased(any::<Lengths>().resize(5)));
    laws::check_but_probability(laws::erased(any::<Json>().resize(20)));
    laws::check_but_probability(laws::erased(any::<Directory>().resize(10)));
}

#[test]
fn lengths_are_as_given() {
    for value in any::<Lengths>().samples(1).take(500) {
        assert!((1..=2).contains(&value.list.len()) && value.text.chars().count() == 3, "{value:?}");
        assert!(value.queue.len() >= 2 && (1..=3).contains(&value.set.len()) && value.map.len() <= 2, "{value:?}");
    }
    let good = any::<Lengths>().sample(1);
    let why = |value: Lengths| any::<Lengths>().why_not(&value).map(|why| why.to_string()).unwrap_or_default();
    let long = why(Lengths { list: vec![true; 3], ..good.clone() });
    assert!(long.contains("the length 3 is not in 1..=2"), "{long}");
    let short = why(Lengths { queue: VecDeque::from([1]), ..good });
    assert!(short.contains("the length 1 is less than 2"), "{short}");
}

/// How many of these are in one.
fn nodes(value: &impl std::fmt::Debug, names: &[&str]) -> usize {
    let shown = format!("{value:?}");
    names.iter().map(|name| shown.matches(name).count()).sum()
}

#[track_caller]
fn is_spread<T: Arbitrary + std::fmt::Debug>(
    size: u32,
    names: &[&str],
    medians: std::ops::RangeInclusive<usize>,
    most: usize,
) {
    let generator = resize(size, any::<T>());
    let mut sizes: Vec<usize> = (0..500).map(|seed| nodes(&generator.sample(seed), names)).collect();
    sizes.sort_unstable();
    let (median, last) = (sizes[250], sizes[499]);
    assert!(
        medians.contains(&median) && last <= most,
        "at size {size} the median is {median} and the largest is {last}"
    );
}

#[test]
fn values_end_and_are_of_many_sizes() {
    is_spread::<Rose>(0, &["Rose"], 1..=1, 20);
    is_spread::<Rose>(10, &["Rose"], 5..=20, 60);
    is_spread::<Rose>(100, &["Rose"], 50..=200, 1_000);
    let json = ["Null", "Bool", "Number", "Text", "Array", "Object"];
    is_spread::<Json>(0, &json, 1..=1, 20);
    is_spread::<Json>(100, &json, 20..=200, 1_000);
    is_spread::<Bare>(100, &["Many", "Two", "End"], 5..=200, 1_000);
    is_spread::<Bounded>(0, &["Bounded"], 1..=1, 20);
    is_spread::<Bounded>(100, &["Bounded"], 2..=50, 500);
    is_spread::<Directory>(100, &["Directory"], 10..=200, 1_000);
}

#[test]
fn large_values_from_elsewhere_are_in_range() {
    let leaf = || Rose { value: 1, children: Vec::new() };
    let wide = Rose { value: 0, children: (0..2_000).map(|_| leaf()).collect() };
    assert!(any::<Rose>().contains(&wide));
    let deep = (0..200).fold(leaf(), |child, _| Rose { value: 2, children: vec![child, leaf()] });
    assert!(any::<Rose>().contains(&deep) && any::<Rose>().log_probability(&deep).is_finite());
}
