//! Every interpretation, on generators of every kind.

mod answerers;
mod backward;
mod bytes;
mod choices;
mod completion;
mod derivatives;
mod enumeration;
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
    (0..=3usize)
        .at(|pair: &(usize, Vec<bool>)| pair.1.len())
        .then(|length| (exact(length), vec(any::<bool>(), length)))
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
        $check("exponential overlap", &ones_and_twos());
        $check("infinite overlap", &with_a_no_op());
        $check("record", &order());
        $check("boxed", &Shared::new(bst(-5, 5)));
    }};
}
use on_every_kind;

/// A generator behind a pointer that can be shared.
#[derive(Clone)]
struct Shared<T>(std::rc::Rc<dyn Reflective<Value = T>>);

impl<T> Shared<T> {
    fn new(generator: impl Reflective<Value = T> + 'static) -> Shared<T> {
        Shared(std::rc::Rc::new(generator))
    }
}

impl<T> Generator for Shared<T> {
    type Value = T;

    fn run(&self, cx: &mut mirrorcheck::Cx<'_>, focus: Focus<'_, T>) -> Result<T, mirrorcheck::Rejected> {
        self.0.run(cx, focus)
    }
}

impl<T> Reflective for Shared<T> {}
