//! What `#[arbitrary(…)]` can say.

use mirrorcheck::prelude::*;

use super::{Tree, check};
use crate::laws;

const HEAVY: u64 = 2 * 3;

#[derive(Debug, Clone, PartialEq, Arbitrary)]
enum Frequent {
    #[arbitrary(weight = 3, label = "usual")]
    A,
    #[arbitrary(weight = HEAVY)]
    #[arbitrary(label = "")]
    B(bool),
    C,
    #[arbitrary(weight = 0)]
    D,
    #[arbitrary(skip)]
    E(Unknown),
}

/// A type without a generator.
#[derive(Debug, Clone, PartialEq)]
struct Unknown;

#[test]
fn variants() {
    let generator = any::<Frequent>();
    assert_eq!(generator.probability(&Frequent::A), 0.3);
    assert_eq!(generator.probability(&Frequent::B(true)), 0.3);
    assert_eq!(generator.probability(&Frequent::C), 0.1);
    assert_eq!(generator.reflect(&Frequent::A).next().unwrap().labels(), ["usual"]);
    assert_eq!(generator.reflect(&Frequent::B(true)).next().unwrap().to_string(), "#1(true)");
    assert_eq!(generator.all_values().count(), 4);
    laws::is_refused(&generator, &Frequent::D);
    laws::is_refused(&generator, &Frequent::E(Unknown));
    check::<Frequent>();
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
struct Fields {
    #[arbitrary(with = vec(0..=9, 1..=3))]
    with: Vec<i8>,
    #[arbitrary(range = 10..=12)]
    range: u64,
    #[arbitrary(len = 2..4)]
    len: Vec<bool>,
    #[arbitrary(filter = |even| even % 2 == 0)]
    filter: u16,
    #[arbitrary(range = 0..=9, filter = is_odd)]
    both: u8,
    #[arbitrary(skip)]
    skip: f64,
    #[arbitrary(default = "x".to_owned())]
    default: String,
}

fn is_odd(number: &u8) -> bool {
    number % 2 == 1
}

fn fields() -> Fields {
    let (with, len, default) = (vec![1, 2], vec![true, false], "x".to_owned());
    Fields { with, range: 11, len, filter: 4, both: 3, skip: 0.0, default }
}

#[test]
fn in_fields() {
    let generator = any::<Fields>();
    assert!(generator.contains(&fields()), "{}", generator.why_not(&fields()).unwrap());
    for wrong in [
        Fields { with: vec![], ..fields() },
        Fields { with: vec![10], ..fields() },
        Fields { range: 13, ..fields() },
        Fields { len: vec![true], ..fields() },
        Fields { len: vec![true; 4], ..fields() },
        Fields { filter: 5, ..fields() },
        Fields { both: 4, ..fields() },
        Fields { both: 11, ..fields() },
        Fields { skip: 1.0, ..fields() },
        // Not the same, though equal.
        Fields { skip: -0.0, ..fields() },
        Fields { default: "y".to_owned(), ..fields() },
    ] {
        laws::is_refused(&generator, &wrong);
    }
    check::<Fields>();
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
#[arbitrary(filter = |interval| interval.low <= interval.high)]
struct Interval {
    #[arbitrary(range = 0..=9)]
    low: u8,
    #[arbitrary(range = 0..=9)]
    high: u8,
}

/// No node has something on its left and nothing on its right.
#[derive(Debug, Clone, PartialEq, Arbitrary)]
#[arbitrary(filter = leans_right)]
enum Leaning {
    Leaf,
    Node(Box<Leaning>, Box<Leaning>),
}

fn leans_right(tree: &Leaning) -> bool {
    match tree {
        Leaning::Leaf => true,
        Leaning::Node(left, right) => **left == Leaning::Leaf || **right != Leaning::Leaf,
    }
}

#[test]
fn filters_of_types() {
    laws::check_range(
        any::<Interval>(),
        (0..=9u8, 0..=9u8).convert(|(low, high)| Interval { low, high }, |_| None),
        |i| i.low <= i.high,
    );
    assert_eq!(any::<Interval>().all_values().count(), 55);
    check::<Interval>();
    // Asking again inside of what is asked again makes some values more likely than one attempt does.
    laws::check_but_probability(any::<Leaning>());
    let node = |left, right| Leaning::Node(Box::new(left), Box::new(right));
    laws::is_refused(&any::<Leaning>(), &node(Leaning::Leaf, node(node(Leaning::Leaf, Leaning::Leaf), Leaning::Leaf)));
}

/// An iterator.
#[derive(Debug, Clone, PartialEq)]
struct Flags;

impl Iterator for Flags {
    type Item = bool;

    fn next(&mut self) -> Option<bool> {
        None
    }
}

/// Not for all types, and for more than it says by itself.
#[derive(Debug, Clone, PartialEq, Arbitrary)]
#[arbitrary(bound = "T: Iterator<Item: Arbitrary>, U: Default + PartialEq")]
struct Bounds<T: Iterator, U> {
    item: T::Item,
    #[arbitrary(skip)]
    other: U,
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
#[arbitrary(bound = "")]
struct NoBounds<T> {
    #[arbitrary(default = std::marker::PhantomData)]
    nothing: std::marker::PhantomData<T>,
    tree: Tree,
}

#[test]
fn bounds() {
    check::<Bounds<Flags, String>>();
    check::<NoBounds<String>>();
}
