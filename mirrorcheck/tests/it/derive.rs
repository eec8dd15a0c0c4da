//! `#[derive(Arbitrary)]`: types of every form, in every direction.

mod collections;
mod deep;
mod ends;
mod lints;
mod names;
mod options;
mod sketches;

use std::fmt::Debug;

use mirrorcheck::prelude::*;

use crate::laws;

/// There is one way to make each value: what a derived type shows is all that was chosen.
#[track_caller]
fn check<T: Arbitrary<Generator: Clone> + PartialEq + Debug + 'static>() {
    laws::check_large(any::<T>());
    for value in any::<T>().samples(5).take(50) {
        assert_eq!(any::<T>().reflect(&value).count(), 1, "ways to make {value:?}");
    }
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
struct Unit;

#[derive(Debug, Clone, PartialEq, Arbitrary)]
struct Braces {}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
struct Tuple(u8, bool);

#[derive(Debug, Clone, PartialEq, Arbitrary)]
struct Named {
    first: bool,
    second: Tuple,
    third: Option<u8>,
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
enum Single {
    Only(u8),
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
enum Mixed {
    Unit,
    Braces {},
    Tuple(bool, Unit),
    Named { one: bool, two: Option<bool> },
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
enum Tree {
    Leaf,
    Node(Box<Tree>, i32, Box<Tree>),
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
struct List {
    item: bool,
    next: Option<Box<List>>,
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
enum Expr {
    Number(u8),
    Negated(Box<Self>),
    Sum(Box<Expr>, Box<Expr>),
    Choice { condition: Box<Condition>, then: Box<Expr> },
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
enum Condition {
    True,
    Not(Box<Condition>),
    Less(Expr, Expr),
    After(Statement),
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
enum Statement {
    Skip,
    Both(Box<Statement>, Box<Statement>),
    While(Box<Condition>, Box<Statement>),
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
struct Pair<A, B = bool>(A, B);

#[derive(Debug, Clone, PartialEq, Arbitrary)]
struct Row<T, const N: usize>
where
    T: Clone,
{
    #[arbitrary(len = N)]
    items: Vec<T>,
}

/// Recursive through its parameter.
#[derive(Debug, Clone, PartialEq, Arbitrary)]
enum Nested<T> {
    Flat(T),
    Deep(Box<Nested<T>>, Result<T, Box<Nested<T>>>),
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
struct Word<'a, T> {
    #[arbitrary(with = element_of(&["yes", "no"]))]
    text: &'a str,
    other: Option<T>,
}

#[test]
fn structs() {
    check::<Unit>();
    check::<Braces>();
    check::<Tuple>();
    check::<Named>();
}

#[test]
fn enums() {
    check::<Single>();
    check::<Mixed>();
    check::<Tree>();
    check::<List>();
}

#[test]
fn types_that_contain_each_other() {
    check::<Expr>();
    check::<Condition>();
    check::<Statement>();
}

#[test]
fn generics() {
    check::<Pair<u8>>();
    check::<Pair<Pair<bool, Tree>, Option<Unit>>>();
    check::<Row<bool, 3>>();
    check::<Nested<bool>>();
    check::<Word<'static, bool>>();
}

#[test]
fn options_and_results() {
    check::<Option<bool>>();
    check::<Option<Option<Tree>>>();
    check::<Result<u8, Option<bool>>>();
    check::<Result<Tree, List>>();
    assert_eq!(any::<Option<bool>>().probability(&None), 0.25);
    assert_eq!(any::<Result<bool, Unit>>().probability(&Err(Unit)), 0.25);
    assert_eq!(any::<Result<bool, Unit>>().reflect(&Ok(true)).next().unwrap().labels(), ["ok", "true"]);
    assert_eq!(any::<Option<bool>>().reflect(&None).next().unwrap().labels(), ["none"]);
}

#[test]
fn choices_are_called_after_constructors() {
    let tree = Tree::Node(Box::new(Tree::Leaf), 5, Box::new(Tree::Leaf));
    assert_eq!(any::<Tree>().reflect(&tree).next().unwrap().to_string(), "Node(Leaf 5 Leaf)");
    let named = Mixed::Named { one: true, two: None };
    assert_eq!(any::<Mixed>().reflect(&named).next().unwrap().to_string(), "Named(true none)");
    // Nothing is chosen where there is one variant.
    assert_eq!(any::<Single>().reflect(&Single::Only(7)).next().unwrap().labels(), ["7"]);
    assert!(any::<Unit>().reflect(&Unit).next().unwrap().is_empty());
}

#[test]
fn each_value_is_as_likely_as_its_choices() {
    assert_eq!(any::<Mixed>().probability(&Mixed::Unit), 0.25);
    assert_eq!(any::<Mixed>().probability(&Mixed::Tuple(true, Unit)), 0.125);
    assert_eq!(any::<Mixed>().probability(&Mixed::Named { one: true, two: Some(false) }), 0.25 * 0.5 * 0.75 * 0.5);
    assert_eq!(any::<Mixed>().all_values().count(), 1 + 1 + 2 + 6);
    // Room for one level: each of the two is as likely, and below a node there is hardly anything.
    let small = resize(1, any::<Tree>());
    assert_eq!(small.probability(&Tree::Leaf), 0.5);
    let number = resize(1, any::<i32>()).probability(&0);
    let leaf_at_the_end = 128.0 / 129.0;
    let node = Tree::Node(Box::new(Tree::Leaf), 0, Box::new(Tree::Leaf));
    let expected = 0.5 * number * leaf_at_the_end * leaf_at_the_end;
    assert!((small.probability(&node) / expected - 1.0).abs() < 1e-9);
}

/// Whoever changes these changes what every seed means.
#[test]
fn samples_are_pinned() {
    assert_eq!(any::<Mixed>().sample(1), Mixed::Named { one: false, two: Some(false) });
    assert_eq!(any::<Mixed>().sample(2), Mixed::Tuple(false, Unit));
    let list = |item, next: Option<List>| List { item, next: next.map(Box::new) };
    assert_eq!(resize(3, any::<List>()).sample(1), list(true, Some(list(false, None))));
    assert_eq!(resize(3, any::<List>()).sample(2), list(true, None));
}

#[test]
fn values_come_by_size() {
    let mut trees = any::<Pair<Option<bool>, bool>>().all_values();
    assert_eq!(trees.next(), Some(Pair(None, false)));
    assert_eq!(any::<Pair<Option<bool>, bool>>().all_values().count(), 6);
    let nodes: Vec<Nested<()>> = any::<Nested<()>>().all_values().take(4).collect();
    assert_eq!(nodes[0], Nested::Flat(()));
    assert_eq!(nodes[1], Nested::Deep(Box::new(Nested::Flat(())), Ok(())));
}

/// Nothing is asked of the parts but that they can be made.
#[derive(Arbitrary)]
struct Plain(u8);

#[derive(Arbitrary)]
enum Bare {
    Nothing,
    One(Plain, Option<Box<Bare>>),
}

#[test]
fn parts_need_not_be_comparable() {
    let value = Bare::One(Plain(7), Some(Box::new(Bare::Nothing)));
    assert_eq!(any::<Bare>().reflect(&value).next().unwrap().to_string(), "One(7 some(Nothing))");
    let choices = any::<Bare>().randomness(4);
    let again = any::<Bare>().replay(&choices).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(any::<Bare>().reflect(&again).next(), Some(choices));
}
