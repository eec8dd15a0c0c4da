//! Strategies of proptest.

use proptest::collection::{SizeRange, vec};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestError, TestRunner};

use super::{CASES, Found, Watched};
use crate::shrink::problems::Problem;
use crate::shrink::problems::bound5::{Bound5, Bound5Max1, is_small};
use crate::shrink::problems::calculator::{Calculator, Expr};
use crate::shrink::problems::difference::*;
use crate::shrink::problems::heap::{BinHeap, Heap};
use crate::shrink::problems::language::{self, Function, Module, Op, Parser, Program, Statement};
use crate::shrink::problems::lists::*;

pub(crate) trait Proptest: Problem {
    fn strategy() -> impl Strategy<Value = Self::Input>;
}

pub(crate) fn run<P: Proptest>(seed: u64) -> Option<Found<P::Input>> {
    let config =
        Config { cases: CASES, failure_persistence: None, rng_seed: RngSeed::Fixed(seed), ..Config::default() };
    let watched = std::cell::RefCell::new(Watched::<P>::new());
    let result = TestRunner::new(config).run(&P::strategy(), |input| {
        prop_assert!(watched.borrow_mut().holds(&input));
        Ok(())
    });
    let executions = watched.into_inner().found()?.executions;
    match result {
        Err(TestError::Fail(_, value)) => Some(Found { value, executions }),
        _ => None,
    }
}

impl Proptest for Reverse {
    fn strategy() -> impl Strategy<Value = Vec<i64>> {
        any::<Vec<i64>>()
    }
}

impl Proptest for Distinct {
    fn strategy() -> impl Strategy<Value = Vec<i64>> {
        any::<Vec<i64>>()
    }
}

impl Proptest for LargeUnionList {
    fn strategy() -> impl Strategy<Value = Vec<Vec<i64>>> {
        any::<Vec<Vec<i64>>>()
    }
}

impl Proptest for NestedLists {
    fn strategy() -> impl Strategy<Value = Vec<Vec<()>>> {
        any::<Vec<Vec<()>>>()
    }
}

impl Proptest for LengthList {
    fn strategy() -> impl Strategy<Value = Vec<i64>> {
        (1..=100usize).prop_flat_map(|length| vec(0..=1000i64, length))
    }
}

impl Proptest for Coupling {
    fn strategy() -> impl Strategy<Value = Vec<usize>> {
        vec(0..=10usize, SizeRange::default()).prop_filter("not indices", |list| Coupling::is_valid(list))
    }
}

impl Proptest for Deletion {
    fn strategy() -> impl Strategy<Value = (Vec<i64>, usize)> {
        with_index(any::<i64>())
    }
}

impl Proptest for Deletion100 {
    fn strategy() -> impl Strategy<Value = (Vec<i64>, usize)> {
        with_index(-100..=100i64)
    }
}

fn with_index(elements: impl Strategy<Value = i64>) -> impl Strategy<Value = (Vec<i64>, usize)> {
    vec(elements, 1..100).prop_flat_map(|list| {
        let indices = 0..list.len();
        (Just(list), indices)
    })
}

impl Proptest for Bound5 {
    fn strategy() -> impl Strategy<Value = Self::Input> {
        (small(0..100), small(0..100), small(0..100), small(0..100), small(0..100))
    }
}

impl Proptest for Bound5Max1 {
    fn strategy() -> impl Strategy<Value = Self::Input> {
        (small(0..2), small(0..2), small(0..2), small(0..2), small(0..2))
    }
}

fn small(lengths: std::ops::Range<usize>) -> impl Strategy<Value = Vec<i16>> {
    vec(any::<i16>(), lengths).prop_filter("not small", |list| is_small(list))
}

macro_rules! difference {
    ($($problem:ident: $numbers:expr;)*) => {$(
        impl Proptest for $problem {
            fn strategy() -> impl Strategy<Value = Pair> {
                ($numbers, $numbers)
            }
        }
    )*};
}

difference! {
    Zero1000: 1..=1000i64;
    ZeroFull: 1i64..;
    Small1000: 1..=1000i64;
    SmallFull: 1i64..;
    One1000: 1..=1000i64;
    OneFull: 1i64..;
}

impl Proptest for Calculator {
    fn strategy() -> impl Strategy<Value = Expr> {
        any::<i64>().prop_map(Expr::Int).prop_recursive(5, 32, 2, |inner| {
            prop_oneof![
                (inner.clone(), inner.clone()).prop_map(|(left, right)| Expr::add(left, right)),
                (inner.clone(), inner).prop_map(|(left, right)| Expr::div(left, right)),
            ]
        })
    }
}

impl Proptest for BinHeap {
    fn strategy() -> impl Strategy<Value = Heap> {
        heap(5, i64::MIN)
    }
}

fn heap(depth: u32, least: i64) -> BoxedStrategy<Heap> {
    if depth == 0 {
        return Just(Heap::Empty).boxed();
    }
    let node = (least..).prop_flat_map(move |value| (Just(value), heap(depth - 1, value), heap(depth - 1, value)));
    prop_oneof![1 => Just(Heap::Empty), 2 => node.prop_map(|(value, left, right)| Heap::node(value, left, right))]
        .boxed()
}

impl Proptest for Parser {
    fn strategy() -> impl Strategy<Value = Program> {
        let names = || vec("[a-z]{1,3}", 0..=3);
        let modules = (names(), names()).prop_map(|(imports, exports)| Module { imports, exports });
        let statements = prop_oneof![
            ("[a-z]{1,3}", expr()).prop_map(|(variable, expr)| Statement::Assign(variable, expr)),
            ("[a-z]{1,3}", expr()).prop_map(|(variable, expr)| Statement::Allocate(variable, expr)),
            expr().prop_map(Statement::Return),
        ];
        let functions = ("[a-z]{1,3}", vec(expr(), 0..=3), vec(statements, 0..=3))
            .prop_map(|(name, arguments, body)| Function { name, arguments, body });
        (vec(modules, 0..=3), vec(functions, 0..=3)).prop_map(|(modules, functions)| Program { modules, functions })
    }
}

fn expr() -> impl Strategy<Value = language::Expr> {
    let leaf = prop_oneof![any::<i64>().prop_map(language::Expr::Int), any::<bool>().prop_map(language::Expr::Bool),];
    leaf.prop_recursive(3, 8, 2, |inner| {
        prop_oneof![
            1 => inner.clone().prop_map(language::Expr::negated),
            6 => (proptest::sample::select(&Op::ALL[..]), inner.clone(), inner)
                .prop_map(|(op, left, right)| language::Expr::binary(op, left, right)),
        ]
    })
}
