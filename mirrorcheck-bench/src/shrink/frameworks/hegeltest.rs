//! Generators of hegeltest.

use std::panic::{AssertUnwindSafe, catch_unwind};

use hegel::generators::{self as gs, BoxedGenerator, Generator};
use hegel::{Database, HealthCheck, Hegel, Settings, TestCase, Verbosity, compose, one_of, tuples};

use super::{CASES, Found, Watched};
use crate::shrink::problems::Problem;
use crate::shrink::problems::bound5::{Bound5, Bound5Max1, Lists, is_small};
use crate::shrink::problems::calculator::{Calculator, Expr};
use crate::shrink::problems::difference::*;
use crate::shrink::problems::heap::{BinHeap, Heap};
use crate::shrink::problems::language::{self, Function, Module, Op, Parser, Program, Statement};
use crate::shrink::problems::lists::*;

pub(crate) trait Hegeltest: Problem {
    fn draw(tc: &TestCase) -> Self::Input;
}

pub(crate) fn run<P: Hegeltest>(seed: u64) -> Option<Found<P::Input>> {
    let settings = Settings::new()
        .test_cases(CASES.into())
        .seed(Some(seed))
        .verbosity(Verbosity::Quiet)
        .database(Database::Disabled)
        .print_blob(false)
        // Not the check of large cases: without it, they would be of any size.
        .suppress_health_check([HealthCheck::FilterTooMuch, HealthCheck::TooSlow, HealthCheck::LargeInitialTestCase]);
    let mut watched = Watched::<P>::new();
    let test = |tc: TestCase| {
        let input = P::draw(&tc);
        assert!(watched.holds(&input));
    };
    // It ends with a panic when there is a failure, after the minimum has been run again.
    let _ = catch_unwind(AssertUnwindSafe(|| Hegel::new(test).settings(settings).run()));
    watched.found()
}

impl Hegeltest for Reverse {
    fn draw(tc: &TestCase) -> Vec<i64> {
        tc.draw_silent(gs::vecs(gs::integers()))
    }
}

impl Hegeltest for Distinct {
    fn draw(tc: &TestCase) -> Vec<i64> {
        tc.draw_silent(gs::vecs(gs::integers()))
    }
}

impl Hegeltest for LargeUnionList {
    fn draw(tc: &TestCase) -> Vec<Vec<i64>> {
        tc.draw_silent(gs::vecs(gs::vecs(gs::integers())))
    }
}

impl Hegeltest for NestedLists {
    fn draw(tc: &TestCase) -> Vec<Vec<()>> {
        tc.draw_silent(gs::vecs(gs::vecs(gs::unit())))
    }
}

impl Hegeltest for LengthList {
    fn draw(tc: &TestCase) -> Vec<i64> {
        let length = tc.draw_silent(gs::integers::<usize>().min_value(1).max_value(100));
        let elements = gs::integers().min_value(0).max_value(1000);
        tc.draw_silent(gs::vecs(elements).min_size(length).max_size(length))
    }
}

impl Hegeltest for Coupling {
    fn draw(tc: &TestCase) -> Vec<usize> {
        let elements = gs::integers().min_value(0).max_value(10);
        tc.draw_silent(gs::vecs(elements).filter(|list: &Vec<usize>| Coupling::is_valid(list)))
    }
}

impl Hegeltest for Deletion {
    fn draw(tc: &TestCase) -> (Vec<i64>, usize) {
        with_index(tc, gs::integers())
    }
}

impl Hegeltest for Deletion100 {
    fn draw(tc: &TestCase) -> (Vec<i64>, usize) {
        with_index(tc, gs::integers().min_value(-100).max_value(100))
    }
}

fn with_index(tc: &TestCase, elements: impl Generator<i64>) -> (Vec<i64>, usize) {
    let list = tc.draw_silent(gs::vecs(elements).min_size(1));
    let index = tc.draw_silent(gs::integers().min_value(0).max_value(list.len() - 1));
    (list, index)
}

impl Hegeltest for Bound5 {
    fn draw(tc: &TestCase) -> Lists {
        let small = || gs::vecs(gs::integers()).filter(|list: &Vec<i16>| is_small(list));
        tc.draw_silent(tuples!(small(), small(), small(), small(), small()))
    }
}

impl Hegeltest for Bound5Max1 {
    fn draw(tc: &TestCase) -> Lists {
        let small = || gs::vecs(gs::integers()).max_size(1).filter(|list: &Vec<i16>| is_small(list));
        tc.draw_silent(tuples!(small(), small(), small(), small(), small()))
    }
}

macro_rules! difference {
    ($($problem:ty: $most:expr),*) => {$(
        impl Hegeltest for $problem {
            fn draw(tc: &TestCase) -> Pair {
                let numbers = || gs::integers().min_value(1).max_value($most);
                (tc.draw_silent(numbers()), tc.draw_silent(numbers()))
            }
        }
    )*};
}

difference!(Zero1000: 1000, Small1000: 1000, One1000: 1000, ZeroFull: i64::MAX, SmallFull: i64::MAX, OneFull: i64::MAX);

impl Hegeltest for Calculator {
    fn draw(tc: &TestCase) -> Expr {
        tc.draw_silent(gs::recursive(gs::integers().map(Expr::Int), |inner| {
            one_of!(
                tuples!(inner.clone(), inner.clone()).map(|(left, right)| Expr::add(left, right)),
                tuples!(inner.clone(), inner).map(|(left, right)| Expr::div(left, right)),
            )
        }))
    }
}

impl Hegeltest for BinHeap {
    fn draw(tc: &TestCase) -> Heap {
        tc.draw_silent(heap(5, i64::MIN))
    }
}

fn heap(depth: u32, least: i64) -> BoxedGenerator<'static, Heap> {
    compose!(|tc| {
        if depth > 0 && tc.draw_silent(gs::weighted_booleans(2.0 / 3.0)) {
            let value = tc.draw_silent(gs::integers().min_value(least));
            let left = tc.draw_silent(heap(depth - 1, value));
            let right = tc.draw_silent(heap(depth - 1, value));
            Heap::node(value, left, right)
        } else {
            Heap::Empty
        }
    })
    .boxed()
}

impl Hegeltest for Parser {
    fn draw(tc: &TestCase) -> Program {
        let modules = tc.draw_silent(gs::vecs(compose!(|tc| {
            Module { imports: tc.draw_silent(names()), exports: tc.draw_silent(names()) }
        })));
        let functions = tc.draw_silent(gs::vecs(compose!(|tc| {
            let name = tc.draw_silent(name());
            let arguments = tc.draw_silent(gs::vecs(expr()));
            let body = tc.draw_silent(gs::vecs(statement()));
            Function { name, arguments, body }
        })));
        Program { modules, functions }
    }
}

fn name() -> impl Generator<String> {
    gs::text().min_size(1).max_size(3).alphabet("abcdefghijklmnopqrstuvwxyz")
}

fn names() -> impl Generator<Vec<String>> {
    gs::vecs(name())
}

fn statement() -> impl Generator<Statement> {
    one_of!(
        tuples!(name(), expr()).map(|(variable, expr)| Statement::Assign(variable, expr)),
        tuples!(name(), expr()).map(|(variable, expr)| Statement::Allocate(variable, expr)),
        expr().map(Statement::Return),
    )
}

fn expr() -> impl Generator<language::Expr> {
    let leaf = one_of!(gs::integers().map(language::Expr::Int), gs::booleans().map(language::Expr::Bool));
    gs::recursive(leaf, |inner| {
        one_of!(
            inner.clone().map(language::Expr::negated),
            tuples!(gs::sampled_from(&Op::ALL[..]), inner.clone(), inner)
                .map(|(op, left, right)| language::Expr::binary(op, left, right)),
        )
    })
}
