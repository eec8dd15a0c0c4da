//! Every interpretation, on generators of every kind.

mod answerers;
mod backward;
mod bytes;
mod choices;
mod completion;
mod derivatives;
mod enumeration;
mod expressions;
mod forward;
mod pinned;
mod probability;
mod sizes;
mod validation;

use std::fmt::Debug;

use mirrorcheck::prelude::*;

/// What the checks below ask of a value.
trait Value: PartialEq + Debug {}
impl<T: PartialEq + Debug> Value for T {}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Tree {
    Leaf,
    Node(Box<Tree>, i32, Box<Tree>),
}

/// Search trees with every key in `lo..=hi`.
#[generator]
fn bst(lo: i32, hi: i32) -> Tree {
    if lo > hi {
        return Tree::Leaf;
    }
    pick([
        (1, "leaf", Tree::Leaf),
        (5, "node", {
            let key = draw(lo..=hi);
            let left = draw(bst(lo, key - 1));
            let right = draw(bst(key + 1, hi));
            Tree::Node(Box::new(left), key, Box::new(right))
        }),
    ])
}

fn leaf() -> Tree {
    Tree::Leaf
}

fn node(left: Tree, key: i32, right: Tree) -> Tree {
    Tree::Node(Box::new(left), key, Box::new(right))
}

/// A list of digits, the end first.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum List {
    Nil,
    Cons(u8, Box<List>),
}

#[generator]
fn list() -> List {
    pick([
        (1, "nil", List::Nil),
        (1, "cons", {
            let head = draw(0..=2);
            let tail = draw(list());
            List::Cons(head, Box::new(tail))
        }),
    ])
}

/// The same lists, but the first alternative is the one that goes on.
#[generator]
fn endless_first() -> List {
    pick([
        (1, "cons", {
            let head = draw(0..=2);
            let tail = draw(endless_first());
            List::Cons(head, Box::new(tail))
        }),
        (1, "nil", List::Nil),
    ])
}

fn list_of(items: &[u8]) -> List {
    items.iter().rev().fold(List::Nil, |tail, &head| List::Cons(head, Box::new(tail)))
}

/// Naturals, in unary.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Nat {
    Z,
    S(Box<Nat>),
}

/// With exponential overlap: sums of ones and twos.
#[generator]
fn ones_and_twos() -> Nat {
    pick([
        (2, "Z", Nat::Z),
        (1, "S", {
            let n = draw(ones_and_twos());
            Nat::S(Box::new(n))
        }),
        (1, "SS", {
            let n = draw(ones_and_twos());
            Nat::S(Box::new(Nat::S(Box::new(n))))
        }),
    ])
}

/// With infinite overlap: an alternative that changes nothing.
#[generator]
fn with_a_no_op() -> Nat {
    pick([
        (1, "Z", Nat::Z),
        (1, "S", {
            let n = draw(with_a_no_op());
            Nat::S(Box::new(n))
        }),
        (2, "inf", {
            let n = draw(with_a_no_op());
            n
        }),
    ])
}

fn nat(n: u32) -> Nat {
    (0..n).fold(Nat::Z, |n, _| Nat::S(Box::new(n)))
}

/// A record with its parts drawn in another order than they stand, and one field computed.
#[derive(Debug, Clone, PartialEq)]
struct Order {
    items: Vec<u8>,
    express: bool,
    total: u32,
}

#[generator]
fn order() -> Order {
    let express = draw(any::<bool>());
    let items = draw(vec(0..=9u8, 0..=4));
    Order { total: items.iter().map(|&n| u32::from(n)).sum(), items, express }
}

const NAMES: [&str; 3] = ["ann", "bob", "cy"];

fn words() -> impl Reflective<Value = String> + Clone {
    vec('a'..='c', 0..=3).convert(|chars| chars.iter().collect::<String>(), |word| Some(word.chars().collect()))
}

/// A length that depends on an earlier draw, without a macro.
fn counted() -> impl Reflective<Value = (usize, Vec<bool>)> + Clone {
    (0..=3usize).at(|pair: &(usize, Vec<bool>)| pair.1.len()).then(|length| (exact(length), vec(any::<bool>(), length)))
}

/// Recursion without a macro.
fn lazy_list() -> impl Reflective<Value = List> + Clone {
    let parts = |list: &List| match list {
        List::Nil => None,
        List::Cons(head, tail) => Some((*head, (**tail).clone())),
    };
    let tail = lazy(|| lazy_list().boxed());
    labeled((
        ("nil", exact(List::Nil)),
        ("cons", (0..=2u8, tail).convert(|(head, tail)| List::Cons(head, Box::new(tail)), parts)),
    ))
}

/// Calls `$check(name, &generator)` for generators of every kind.
macro_rules! on_every_kind {
    ($check:ident) => {{
        use super::*;
        $check("u8", &(3u8..=9));
        $check("u16", &(300..=700u16));
        $check("u32", &(0..1_000_000u32));
        $check("u64", &(0..=u64::MAX));
        $check("u128", &(0..=u128::MAX));
        $check("usize", &(0..usize::MAX));
        $check("i8", &(i8::MIN..=i8::MAX));
        $check("i16", &(-3..3i16));
        $check("i32", &(-1_000_000..=1_000_000i32));
        $check("i64", &(i64::MIN..=i64::MAX));
        $check("i128", &(i128::MIN..=i128::MAX));
        $check("isize", &(isize::MIN..0));
        $check("a part of i128", &(i128::MIN..=i128::MIN + 5));
        $check("ascii", &('a'..='z'));
        $check("every char", &('\0'..=char::MAX));
        $check("chars around the surrogates", &('\u{D7FD}'..'\u{E003}'));
        $check("bool", &any::<bool>());
        $check("unit", &any::<()>());
        $check("pair", &(0..=9u8, 'a'..='z'));
        $check("six", &(0..=1u8, 0..=2u8, 0..=3u8, 0..=4u8, 0..=5u8, 0..=6u8));
        $check("array", &[0..=9, 5..=6, -3..=-1]);
        $check("vec", &vec(0..=9u8, 0..=5));
        $check("vec of a fixed length", &vec(any::<bool>(), 3));
        $check("vec of vec", &vec(vec(0..=3u8, 0..3), 0..4));
        $check("option", &option(0..=9u8));
        $check("option of option", &option(option(any::<bool>())));
        $check("element_of", &element_of(&NAMES));
        $check("exact", &exact("only"));
        $check("oneof", &oneof([0..=9, 20..=29]));
        $check("frequency", &frequency([(9, 0..=9), (1, 20..=29)]));
        $check("labeled", &labeled([("small", 0..=9), ("large", 90..=99)]));
        $check("pick", &pick([(1, "rare", 0..=9), (9, "usual", 20..=29)]));
        $check("pick of several types", &pick(((1, "a range", 0..=9), (2, "exact", exact(77)))));
        $check("pick_from", &pick_from((1..=4u32).map(|i| (i, format!("x{i}"), 10 * i..=10 * i + 9))));
        $check("overlapping", &labeled([("low", 0..=6), ("high", 4..=9)]));
        $check("convert", &(0..=50).convert(|n| n * 2, |n| Some(n / 2)));
        $check("such_that", &(0..=99u8).such_that(|n| n % 3 == 0));
        $check("words", &words());
        $check("counted", &counted());
        $check("resize", &sized(|size| 0..=size).resize(7));
        $check("sized weights", &sized(|size| frequency([(size + 1, 0..=1), (1, 5..=9)])));
        $check("search trees", &bst(1, 20));
        $check("list", &list());
        $check("list, endless first", &endless_first());
        $check("list, lazy", &lazy_list());
        $check("exponential overlap", &ones_and_twos());
        $check("infinite overlap", &with_a_no_op());
        $check("record", &order());
        $check("shared", &(std::rc::Rc::new(bst(-5, 5)) as std::rc::Rc<dyn Reflective<Value = Tree>>));
    }};
}
use on_every_kind;

/// Calls `$check(name, &generator)` for generators with few values, in one way or in several.
macro_rules! on_finite_kinds {
    ($check:ident) => {{
        use super::*;
        $check("u8", &(3u8..=9));
        $check("i16", &(-3..3i16));
        $check("a part of i128", &(i128::MIN..=i128::MIN + 5));
        $check("the end of u128", &(u128::MAX - 5..=u128::MAX));
        $check("chars around the surrogates", &('\u{D7FD}'..'\u{E003}'));
        $check("bool", &any::<bool>());
        $check("unit", &any::<()>());
        $check("pair", &(0..=2u8, 'a'..='c'));
        $check("array", &[0..=2, 5..=6, -3..=-1]);
        $check("vec", &vec(0..=2u8, 0..=3));
        $check("vec of a fixed length", &vec(any::<bool>(), 3));
        $check("vec of vec", &vec(vec(any::<bool>(), 0..3), 1..3));
        $check("vec of nothing", &vec((), 0..=4));
        $check("option", &option(0..=4u8));
        $check("option of option", &option(option(any::<bool>())));
        $check("element_of", &element_of(&NAMES));
        $check("element_of with equal ones", &element_of(&[1, 2, 1, 3, 1]));
        $check("exact", &exact("only"));
        $check("oneof", &oneof([0..=4, 3..=6]));
        $check("frequency", &frequency([(9, 0..=4), (0, 5..=6), (1, 3..=9)]));
        $check("labeled", &labeled([("small", 0..=3), ("large", 90..=92)]));
        $check("pick", &pick([(1, "rare", 0..=9), (0, "never", 5..=12), (9, "usual", 7..=9)]));
        $check("pick of several types", &pick(((1, "a range", 0..=2), (2, "exact", exact(1)))));
        $check("pick in pick", &oneof((labeled([("a", 0..=1), ("b", 1..=2)]), exact(1), 1..=3)));
        $check("pick_from", &pick_from((1..=4u32).map(|i| (i, format!("x{i}"), 2 * i..=2 * i + 2))));
        $check("vec of overlapping", &vec(oneof([0..=1, 1..=2]), 0..=2));
        $check("convert", &(0..=5).convert(|n| n * 2, |n| Some(n / 2)));
        $check("words", &words());
        $check("counted", &counted());
        $check("resize", &sized(|size| 0..=size).resize(7));
        $check("sized weights", &sized(|size| frequency([(size + 1, 0..=1), (1, 1..=3)])));
        $check("search trees", &bst(1, 3));
        $check("derivative", &(0..=2, vec(oneof([0..=1, 1..=2]), 0..=2)).derivative(1).derivative(2));
        $check(
            "record",
            &(order(), 0..=0u8)
                .convert(|(order, _)| order.express, |&express| Some((Order { items: vec![], express, total: 0 }, 0)))
                .such_that(|_| true)
                .derivative(true)
                .derivative(0),
        );
    }};
}
use on_finite_kinds;

/// Plays choices and multiplies how likely each was.
struct Chances<'a> {
    choices: Box<dyn Iterator<Item = mirrorcheck::Choice> + 'a>,
    chance: f64,
}

impl mirrorcheck::choices::Answerer for Chances<'_> {
    fn answer(&mut self, ask: &mirrorcheck::choices::Ask<'_>) -> Result<u128, mirrorcheck::Rejected> {
        let choice = self.choices.next().ok_or(mirrorcheck::Rejected)?;
        let index = ask.find(&choice).ok_or(mirrorcheck::Rejected)?;
        self.chance *= ask.chance(index);
        Ok(index)
    }
}

/// How likely one way is, by an answerer of our own.
fn chance_of<G: Generator>(generator: &G, choices: &Choices) -> f64 {
    let mut chances = Chances { choices: Box::new(choices.sequence()), chance: 1.0 };
    generator.interpret(&mut chances).expect("these choices make a value");
    chances.chance
}

fn assert_close(left: f64, right: f64, context: &dyn Debug) {
    assert!((left - right).abs() <= 1e-12 * left.abs().max(right.abs()), "{left} is not {right}: {context:?}");
}
