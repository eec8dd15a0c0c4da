//! Generators of checkito. A filter gives `None` for what it leaves out, so that all of them may.

use checkito::boxed::Boxed;
use checkito::{Check, FullGenerate, Generate, Weight, any, lazy, same, with};

use super::{CASES, Found, Watched};
use crate::shrink::problems::Problem;
use crate::shrink::problems::bound5::{Bound5, Bound5Max1, Lists, is_small};
use crate::shrink::problems::calculator::{Calculator, Expr};
use crate::shrink::problems::difference::*;
use crate::shrink::problems::heap::{BinHeap, Heap};
use crate::shrink::problems::language::{self, Function, Module, Op, Parser, Program, Statement};
use crate::shrink::problems::lists::*;

pub(crate) trait Checkito: Problem {
    fn generator() -> impl Generate<Item = Option<Self::Input>>;
}

pub(crate) fn run<P: Checkito>(seed: u64) -> Option<Found<P::Input>> {
    let mut checker = P::generator().checker();
    // A case has the sum of this seed and its number, so that the cases of neighbouring seeds would be the same ones.
    checker.generate.seed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    checker.generate.count = CASES as usize;
    let mut watched = Watched::<P>::new();
    let failure = checker.check(|input| match input {
        Some(input) => watched.holds(&input),
        None => {
            watched.discard();
            true
        }
    });
    let executions = watched.found()?.executions;
    failure?.item.map(|value| Found { value, executions })
}

impl Checkito for Reverse {
    fn generator() -> impl Generate<Item = Option<Vec<i64>>> {
        Vec::<i64>::generator().map(Some)
    }
}

impl Checkito for Distinct {
    fn generator() -> impl Generate<Item = Option<Vec<i64>>> {
        Vec::<i64>::generator().map(Some)
    }
}

impl Checkito for LargeUnionList {
    fn generator() -> impl Generate<Item = Option<Vec<Vec<i64>>>> {
        i64::generator().collect_with::<_, Vec<_>>(..100usize).collect_with(..100usize).map(Some)
    }
}

impl Checkito for NestedLists {
    fn generator() -> impl Generate<Item = Option<Vec<Vec<()>>>> {
        same(()).collect_with::<_, Vec<_>>(..100usize).collect_with(..100usize).map(Some)
    }
}

impl Checkito for LengthList {
    fn generator() -> impl Generate<Item = Option<Vec<i64>>> {
        Generate::flat_map(1..=100usize, |length| Generate::collect_with(0..=1000i64, length)).map(Some)
    }
}

impl Checkito for Coupling {
    fn generator() -> impl Generate<Item = Option<Vec<usize>>> {
        Generate::collect_with(0..=10usize, ..100usize).filter(|list: &Vec<usize>| Coupling::is_valid(list))
    }
}

impl Checkito for Deletion {
    fn generator() -> impl Generate<Item = Option<(Vec<i64>, usize)>> {
        with_index(i64::generator())
    }
}

impl Checkito for Deletion100 {
    fn generator() -> impl Generate<Item = Option<(Vec<i64>, usize)>> {
        with_index(-100..=100i64)
    }
}

fn with_index(elements: impl Generate<Item = i64>) -> impl Generate<Item = Option<(Vec<i64>, usize)>> {
    elements
        .collect_with(1..100usize)
        .flat_map(|list: Vec<i64>| {
            let indices = 0..list.len();
            (same(list), indices)
        })
        .map(Some)
}

impl Checkito for Bound5 {
    fn generator() -> impl Generate<Item = Option<Lists>> {
        let small = || i16::generator().collect_with(..100usize).filter(|list: &Vec<i16>| is_small(list));
        all_of_them((small(), small(), small(), small(), small()))
    }
}

impl Checkito for Bound5Max1 {
    fn generator() -> impl Generate<Item = Option<Lists>> {
        let small = || i16::generator().collect_with(..2usize).filter(|list: &Vec<i16>| is_small(list));
        all_of_them((small(), small(), small(), small(), small()))
    }
}

type Filtered = Option<Vec<i16>>;

fn all_of_them(
    lists: impl Generate<Item = (Filtered, Filtered, Filtered, Filtered, Filtered)>,
) -> impl Generate<Item = Option<Lists>> {
    lists.map(|(a, b, c, d, e)| Some((a?, b?, c?, d?, e?)))
}

macro_rules! difference {
    ($($problem:ident: $numbers:expr;)*) => {$(
        impl Checkito for $problem {
            fn generator() -> impl Generate<Item = Option<Pair>> {
                ($numbers, $numbers).map(Some)
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

impl Checkito for Calculator {
    fn generator() -> impl Generate<Item = Option<Expr>> {
        calculation(5).map(Some)
    }
}

/// Dampening changes lengths and numbers, not which alternative is taken, so that a depth must end this.
fn calculation(depth: u32) -> Boxed<Expr> {
    let ints = i64::generator().map(Expr::Int);
    if depth == 0 {
        return ints.boxed();
    }
    let inner = move || lazy(move || calculation(depth - 1));
    let adds = (inner(), inner()).map(|(left, right)| Expr::add(left, right));
    let divs = (inner(), inner()).map(|(left, right)| Expr::div(left, right));
    (ints, adds, divs).any().unify().boxed()
}

impl Checkito for BinHeap {
    fn generator() -> impl Generate<Item = Option<Heap>> {
        heap(5, i64::MIN).map(Some)
    }
}

fn heap(depth: u32, least: i64) -> Boxed<Heap> {
    let empty = with(|| Heap::Empty);
    if depth == 0 {
        return empty.boxed();
    }
    let node = Generate::flat_map(least.., move |value| (same(value), heap(depth - 1, value), heap(depth - 1, value)))
        .map(|(value, left, right)| Heap::node(value, left, right));
    any((Weight::new(1.0, empty), Weight::new(2.0, node))).unify().boxed()
}

impl Checkito for Parser {
    fn generator() -> impl Generate<Item = Option<Program>> {
        let names = || name().collect_with(..4usize);
        let modules = (names(), names()).map(|(imports, exports)| Module { imports, exports });
        let statements = (
            (name(), expr(3)).map(|(variable, expr)| Statement::Assign(variable, expr)),
            (name(), expr(3)).map(|(variable, expr)| Statement::Allocate(variable, expr)),
            expr(3).map(Statement::Return),
        )
            .any()
            .unify::<Statement>();
        let functions = (name(), expr(3).collect_with(..4usize), statements.collect_with(..4usize))
            .map(|(name, arguments, body)| Function { name, arguments, body });
        (modules.collect_with(..4usize), functions.collect_with(..4usize))
            .map(|(modules, functions)| Some(Program { modules, functions }))
    }
}

fn name() -> impl Generate<Item = String> {
    Generate::collect_with('a'..='z', 1..=3usize)
}

fn expr(depth: u32) -> Boxed<language::Expr> {
    let ints = i64::generator().map(language::Expr::Int);
    let bools = bool::generator().map(language::Expr::Bool);
    if depth == 0 {
        return (ints, bools).any().unify().boxed();
    }
    let inner = move || lazy(move || expr(depth - 1));
    let ops = Generate::map(0..Op::ALL.len(), |index| Op::ALL[index]);
    let binary = (ops, inner(), inner()).map(|(op, left, right)| language::Expr::binary(op, left, right));
    any((
        Weight::new(1.0, ints),
        Weight::new(1.0, bools),
        Weight::new(1.0, inner().map(language::Expr::negated)),
        Weight::new(4.0, binary),
    ))
    .unify()
    .boxed()
}
