//! A handler of `next` sees every decision, and what it passes on is what chance would have done.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::num::FpCategory;

use mirrorcheck::collections::{
    btree_map, btree_set, hash_map, hash_set, permutation, shuffle, sorted, subsequence, unique,
};
use mirrorcheck::effects::{self, on_next};
use mirrorcheck::floats::float_class;
use mirrorcheck::numbers::toward;
use mirrorcheck::numbers::{biased, uniform};
use mirrorcheck::prelude::*;
use mirrorcheck::text::{chars, literal, many, printed, separated};

#[derive(Debug, Clone, PartialEq, Arbitrary)]
enum Shape {
    Point,
    Circle(u8),
    Group(Vec<Shape>),
    Named { name: char, shape: Box<Shape> },
}

fn depth(shape: &Shape) -> usize {
    match shape {
        Shape::Point | Shape::Circle(_) => 0,
        Shape::Group(shapes) => 1 + shapes.iter().map(depth).max().unwrap_or(0),
        Shape::Named { shape, .. } => 1 + depth(shape),
    }
}

/// The same generator under a handler that passes on what it is asked.
fn passed_on<G: Generator>(generator: G) -> impl Generator<Value = G::Value> {
    from_fn(move || effects::with(on_next(|w0, w1| effects::next(w0, w1)), || draw(&generator)))
}

const CASES: u64 = 2_000;

fn tally<G: Generator>(generator: &G, class: &impl Fn(&G::Value) -> String) -> BTreeMap<String, f64> {
    let mut tally = BTreeMap::new();
    for seed in 0..CASES {
        *tally.entry(class(&generator.sample(seed))).or_insert(0.0) += 1.0;
    }
    tally
}

/// Compares how often values of each class come, with and without a handler.
fn is_distributed_alike<G: Generator>(name: &str, generator: G, class: impl Fn(&G::Value) -> String) {
    let plain = tally(&generator, &class);
    let handled = tally(&passed_on(generator), &class);
    let mut seen: Vec<(f64, f64)> = Vec::new();
    let mut rare = (0.0, 0.0);
    for key in plain.keys().chain(handled.keys().filter(|key| !plain.contains_key(*key))) {
        let counts = (plain.get(key).copied().unwrap_or(0.0), handled.get(key).copied().unwrap_or(0.0));
        if counts.0 + counts.1 < 20.0 { rare = (rare.0 + counts.0, rare.1 + counts.1) } else { seen.push(counts) }
    }
    seen.push(rare);
    let chi = seen.iter().filter(|(a, b)| a + b > 0.0).map(|(a, b)| (a - b).powi(2) / (a + b)).sum::<f64>();
    // Four standard deviations of that sum.
    let freedom = seen.len() as f64;
    assert!(chi < freedom + 4.0 * (2.0 * freedom).sqrt() + 4.0, "{name}: {chi} for {freedom} classes");
}

fn integer(n: i128) -> String {
    if n.unsigned_abs() < 20 { n.to_string() } else { format!("{} {}", n.signum(), n.unsigned_abs().ilog2()) }
}

fn float(x: f64) -> String {
    if x.fract() == 0.0 && x.abs() < 20.0 {
        format!("{x:?}")
    } else {
        format!("{} {}", x.signum(), (x.abs().log2() / 40.0).floor())
    }
}

#[test]
fn numbers_come_as_often_as_by_chance() {
    is_distributed_alike("0..=6", 0..=6, |n| n.to_string());
    is_distributed_alike("-5..=20", -5..=20, |n| n.to_string());
    is_distributed_alike("u128", 0..=u128::MAX, |n| (n >> 123).to_string());
    is_distributed_alike("two thirds of u128", 0..=u128::MAX / 3 * 2, |n| (n >> 123).to_string());
    is_distributed_alike("toward", toward(7, 0..=20), |n| n.to_string());
    is_distributed_alike("any::<i32>", any::<i32>(), |n| integer((*n).into()));
    is_distributed_alike("any::<u8> at size 3", any::<u8>().resize(3), |n| n.to_string());
    is_distributed_alike("any::<i128>", any::<i128>(), |n| integer(*n));
    is_distributed_alike("1000..", 1000u64.., |n| (n - 1000).checked_ilog2().unwrap_or(99).to_string());
}

#[test]
fn floats_come_as_often_as_by_chance() {
    is_distributed_alike("any::<f64>", any::<f64>(), |x| float(*x));
    is_distributed_alike("any::<f32>", any::<f32>().resize(3), |x| float((*x).into()));
    is_distributed_alike("0.0..1.0", 0.0..1.0, |x: &f64| (x * 30.0).floor().to_string());
    is_distributed_alike("-3.0..10.0", -3.0f32..10.0, |x| (x * 3.0).floor().to_string());
    is_distributed_alike("toward", toward(1.0, -3.0f32..10.0), |x| (x * 3.0).floor().to_string());
}

#[test]
fn everything_else_comes_as_often_as_by_chance() {
    is_distributed_alike("frequency", frequency([(1, 0..=0), (5, 1..=1), (0, 2..=2), (3, 3..=3)]), |n| n.to_string());
    is_distributed_alike("any::<char>", any::<char>(), |c| {
        if c.is_ascii() { c.to_string() } else { (*c as u32).ilog2().to_string() }
    });
    is_distributed_alike("'A'..='z'", 'A'..='z', char::to_string);
    is_distributed_alike("vec(_, ..)", vec(0..=1, ..), |list| (list.len() / 4).to_string());
    is_distributed_alike("vec(_, 0..4)", vec(0..=1, 0..4), |list| format!("{list:?}"));
    is_distributed_alike("a derived enum", any::<Shape>().resize(8), |shape| depth(shape).to_string());
    is_distributed_alike("btree_set", btree_set(0..=8, 0..=3), |set| format!("{set:?}"));
    is_distributed_alike("a set of large numbers", btree_set(0..=u64::MAX, 3), |set| {
        format!("{:?}", set.iter().map(|n| n >> 62).collect::<Vec<_>>())
    });
    is_distributed_alike("sorted", sorted(0..=3, 3), |list| format!("{list:?}"));
    is_distributed_alike("such_that", (0..=20).such_that(|n| n % 3 == 0), |n| n.to_string());
    is_distributed_alike("regex", regex("[a-c](x|yy)?z{1,3}"), String::clone);
}

/// What a handler that always says `false` makes, and what comes first of all values.
fn is_first<G: Generator + Clone>(name: &str, generator: G)
where
    G::Value: Debug,
{
    let inner = generator.clone();
    let simplest = from_fn(move || effects::with(on_next(|_, _| false), || draw(&inner)));
    // By their bits, so that floats differ by their sign, too.
    let first = generator.all_values().next().map(|value| format!("{value:?}"));
    assert_eq!(simplest.try_sample(1).ok().map(|value| format!("{value:?}")), first, "{name}");
    assert!(first.is_some(), "{name} has no first value");
}

macro_rules! first_values {
    ($($generator:expr),* $(,)?) => { $( is_first(stringify!($generator), $generator); )* };
}

/// Not here: `such_that` and its kind where the first value is refused, and `unique` and sets of at least two elements
/// that are not numbered. They ask again, and a handler that always says the same never says anything else.
#[test]
fn always_false_is_the_first_value() {
    first_values!(
        any::<bool>(),
        any::<u8>(),
        any::<i64>(),
        any::<u128>(),
        any::<f32>(),
        any::<f64>(),
        any::<char>(),
        any::<String>(),
        any::<()>(),
        any::<(i8, String)>(),
        any::<[u16; 3]>(),
        any::<Option<i32>>(),
        any::<Result<i32, bool>>(),
        any::<Vec<Vec<u8>>>(),
        any::<std::time::Duration>(),
        any::<std::net::IpAddr>(),
        any::<std::collections::BTreeMap<u8, String>>(),
        any::<std::collections::HashSet<i32>>(),
        any::<Box<Shape>>(),
        any::<Shape>(),
        any::<f64>().with_nan(),
        float_class::<f64>(FpCategory::Normal),
        3..=9,
        -9..=-3,
        -2.5..4.0f64,
        0.5..0.75f32,
        'G'..='k',
        1000u64..,
        ..5i8,
        toward(7, 0..=20),
        biased(3..=90u8),
        uniform::<i16>(),
        vec(0..=9, 2..5),
        vec(any::<bool>(), ..),
        string('a'..='z', 1..=3),
        option(0..=9),
        element_of(&["x", "y"]),
        unique(1..=52u8, 3),
        btree_set(0..=9, 2..=4),
        btree_set(any::<i64>(), 1..),
        hash_set(any::<bool>(), 1..),
        btree_map(0..=9, any::<bool>(), 2..=4),
        hash_map(0..=3, 'a'..='b', 1),
        sorted(1..=6, 3),
        permutation(4),
        shuffle(vec!['a', 'b', 'c']),
        subsequence(vec!['a', 'b', 'c'], 1..),
        frequency([(0, 1..=1), (3, 2..=2), (5, 3..=3)]),
        oneof([5..=9, 0..=3]),
        labeled([("a", 5..=9), ("b", 0..=3)]),
        pick([(1, "a", 5..=9), (3, "b", 0..=3)]),
        exact(5),
        (0..=9).such_that(|n| n % 2 == 0),
        (1..=9).convert(|n| n * 2, |n| Some(n / 2)),
        (0..=9, any::<bool>(), 'x'..='z'),
        resize(3, any::<Vec<i32>>()),
        sized(|size| 0..=size),
        regex("[^a-y]{2,4}(foo|bar)*"),
        regex("[0-9]+(\\.[0-9]+)?"),
        many('a'..='z', 2..),
        separated(printed(0..=9), ",", 2..=3),
        chars("xyz"),
        literal("word"),
        from_fn(|| (draw(3..=5), effects::next(1, 9))),
    );
}

#[test]
fn weights_are_those_of_the_halves() {
    let asked = |generator: &dyn Fn()| {
        let mut asked = Vec::new();
        let handler = on_next(|w0, w1| {
            asked.push((w0, w1));
            false
        });
        effects::with(handler, generator);
        asked
    };
    let all = from_fn(move || {
        [
            asked(&|| _ = draw(0..=9)),
            asked(&|| _ = draw(frequency([(3, 0..=0), (0, 1..=1), (4, 2..=2)]))),
            asked(&|| _ = draw(vec(exact(0), 0..=3))),
            asked(&|| _ = draw(5..=5)),
            asked(&|| _ = effects::next(0, 7)),
        ]
    });
    assert_eq!(
        all.sample(1),
        [
            vec![(5, 5), (2, 3), (1, 1)],
            vec![(3, 4)],
            vec![(2, 2), (1, 1)],
            vec![],
            // The program asks itself, whatever is left to decide.
            vec![(0, 7)],
        ]
    );
}

#[test]
fn a_handler_that_always_says_true_comes_to_an_end() {
    let last = from_fn(|| effects::with(on_next(|_, _| true), || draw((vec(0..=9, ..), any::<i8>(), 'a'..='z'))));
    let (list, number, letter) = last.sample(1);
    assert!(list.len() > 100 && list.iter().all(|&n| n == 9));
    assert_eq!((number, letter), (i8::MIN, 'z'));
}
