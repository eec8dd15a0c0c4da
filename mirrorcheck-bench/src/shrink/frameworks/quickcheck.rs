//! Types with generators and shrinkers for quickcheck. A type has one generator, so that inputs with a range of their
//! own are wrapped; shrinkers of recursive types and of invariants are written by hand.

use std::any::Any;
use std::cell::RefCell;
use std::fmt::Debug;

use quickcheck::{Arbitrary, Gen, QuickCheck, TestResult};

use super::{CASES, Found, Watched};
use crate::shrink::problems::Problem;
use crate::shrink::problems::bound5::{Bound5, Bound5Max1, Lists, are_small};
use crate::shrink::problems::calculator::{Calculator, Expr};
use crate::shrink::problems::difference::*;
use crate::shrink::problems::heap::{BinHeap, Heap};
use crate::shrink::problems::language::{self, Function, Module, Op, Parser, Program, Statement};
use crate::shrink::problems::lists::*;

type Shrinks<T> = Box<dyn Iterator<Item = T>>;

pub(crate) trait Quickcheck: Problem {
    type Wrapped: Arbitrary + Debug;

    fn wrap(input: Self::Input) -> Self::Wrapped;

    /// The input, or nothing where a precondition is not met.
    fn input(wrapped: Self::Wrapped) -> Option<Self::Input>;
}

pub(crate) fn run<P: Quickcheck>(seed: u64) -> Option<Found<P::Input>> {
    WATCHED.set(Some(Box::new(Watched::<P>::new())));
    let mut runner =
        QuickCheck::new().rng(Gen::from_size_and_seed(SIZE, seed)).tests(CASES.into()).max_tests(u64::from(CASES) * 10);
    // What it returns is text. The last input that failed is the same as a value.
    let _ = runner.quicktest(property::<P> as fn(P::Wrapped) -> TestResult);
    let watched = WATCHED.take()?.downcast::<Watched<P>>().ok()?;
    watched.found()
}

/// Shrinks a value that came from elsewhere in the way in which the runner does.
pub(crate) fn shrink<P: Quickcheck>(input: P::Input) -> Found<P::Input> {
    let mut best = input.clone();
    let mut candidates = P::wrap(input).shrink();
    let mut executions = 0;
    while let Some(candidate) = candidates.next() {
        executions += 1;
        let Some(input) = P::input(candidate.clone()) else { continue };
        if !P::holds(&input) {
            best = input;
            candidates = candidate.shrink();
        }
    }
    Found { value: best, executions }
}

/// What quickcheck has by itself.
const SIZE: usize = 100;

thread_local! {
    /// A property is a plain function, so that what it counts must be found from there.
    static WATCHED: RefCell<Option<Box<dyn Any>>> = const { RefCell::new(None) };
}

fn property<P: Quickcheck>(wrapped: P::Wrapped) -> TestResult {
    WATCHED.with_borrow_mut(|watched| {
        let Some(watched) = watched.as_mut().and_then(|watched| watched.downcast_mut::<Watched<P>>()) else {
            return TestResult::error("nobody watches");
        };
        match P::input(wrapped) {
            Some(input) => TestResult::from_bool(watched.holds(&input)),
            None => {
                watched.discard();
                TestResult::discard()
            }
        }
    })
}

macro_rules! plain {
    ($($problem:ty),*) => {$(
        impl Quickcheck for $problem {
            type Wrapped = Self::Input;

            fn wrap(input: Self::Input) -> Self::Input {
                input
            }

            fn input(wrapped: Self::Input) -> Option<Self::Input> {
                Some(wrapped)
            }
        }
    )*};
}

plain!(Reverse, Distinct, LargeUnionList, NestedLists, Calculator, BinHeap, Parser);

impl Quickcheck for Bound5 {
    type Wrapped = Lists;

    fn wrap(lists: Lists) -> Lists {
        lists
    }

    fn input(lists: Lists) -> Option<Lists> {
        are_small(&lists).then_some(lists)
    }
}

impl Quickcheck for Bound5Max1 {
    type Wrapped = [Option<i16>; 5];

    fn wrap((a, b, c, d, e): Lists) -> [Option<i16>; 5] {
        [a, b, c, d, e].map(|list| list.first().copied())
    }

    fn input(wrapped: [Option<i16>; 5]) -> Option<Lists> {
        let [a, b, c, d, e] = wrapped.map(|one| one.into_iter().collect());
        Bound5::input((a, b, c, d, e))
    }
}

/// From 1 to 100 numbers in 0..=1000.
#[derive(Debug, Clone)]
pub(crate) struct UpTo1000(Vec<i64>);

impl Arbitrary for UpTo1000 {
    fn arbitrary(g: &mut Gen) -> UpTo1000 {
        let length = 1 + usize::arbitrary(g) % 100;
        UpTo1000((0..length).map(|_| i64::arbitrary(g).rem_euclid(1001)).collect())
    }

    fn shrink(&self) -> Shrinks<UpTo1000> {
        Box::new(self.0.shrink().filter(|list| !list.is_empty()).map(UpTo1000))
    }
}

impl Quickcheck for LengthList {
    type Wrapped = UpTo1000;

    fn wrap(input: Vec<i64>) -> UpTo1000 {
        UpTo1000(input)
    }

    fn input(UpTo1000(list): UpTo1000) -> Option<Vec<i64>> {
        Some(list)
    }
}

/// Numbers in 0..=10.
#[derive(Debug, Clone)]
pub(crate) struct UpTo10(Vec<usize>);

impl Arbitrary for UpTo10 {
    fn arbitrary(g: &mut Gen) -> UpTo10 {
        UpTo10(Vec::<usize>::arbitrary(g).into_iter().map(|element| element % 11).collect())
    }

    fn shrink(&self) -> Shrinks<UpTo10> {
        Box::new(self.0.shrink().map(UpTo10))
    }
}

impl Quickcheck for Coupling {
    type Wrapped = UpTo10;

    fn wrap(input: Vec<usize>) -> UpTo10 {
        UpTo10(input)
    }

    fn input(UpTo10(list): UpTo10) -> Option<Vec<usize>> {
        Coupling::is_valid(&list).then_some(list)
    }
}

/// A list with an index into it; every element is in `-LIMIT..=LIMIT` unless that is 0.
#[derive(Debug, Clone)]
pub(crate) struct WithIndex<const LIMIT: i64>(Vec<i64>, usize);

impl<const LIMIT: i64> Arbitrary for WithIndex<LIMIT> {
    fn arbitrary(g: &mut Gen) -> WithIndex<LIMIT> {
        let mut list = Vec::<i64>::arbitrary(g);
        list.push(i64::arbitrary(g));
        if LIMIT > 0 {
            list.iter_mut().for_each(|element| *element %= LIMIT + 1);
        }
        let index = usize::arbitrary(g) % list.len();
        WithIndex(list, index)
    }

    fn shrink(&self) -> Shrinks<WithIndex<LIMIT>> {
        let smaller = (self.0.clone(), self.1).shrink();
        Box::new(smaller.filter(|(list, index)| *index < list.len()).map(|(list, index)| WithIndex(list, index)))
    }
}

macro_rules! deletion {
    ($($problem:ty: $limit:literal),*) => {$(
        impl Quickcheck for $problem {
            type Wrapped = WithIndex<$limit>;

            fn wrap((list, index): (Vec<i64>, usize)) -> WithIndex<$limit> {
                WithIndex(list, index)
            }

            fn input(WithIndex(list, index): WithIndex<$limit>) -> Option<(Vec<i64>, usize)> {
                Some((list, index))
            }
        }
    )*};
}

deletion!(Deletion: 0, Deletion100: 100);

/// A number in 1..=MOST.
#[derive(Debug, Clone)]
pub(crate) struct Positive<const MOST: i64>(i64);

impl<const MOST: i64> Arbitrary for Positive<MOST> {
    fn arbitrary(g: &mut Gen) -> Positive<MOST> {
        Positive(1 + i64::arbitrary(g).rem_euclid(MOST))
    }

    fn shrink(&self) -> Shrinks<Positive<MOST>> {
        Box::new(self.0.shrink().filter(|n| *n > 0).map(Positive))
    }
}

macro_rules! difference {
    ($($problem:ty: $most:expr),*) => {$(
        impl Quickcheck for $problem {
            type Wrapped = (Positive<{ $most }>, Positive<{ $most }>);

            fn wrap((x, y): Pair) -> Self::Wrapped {
                (Positive(x), Positive(y))
            }

            fn input((Positive(x), Positive(y)): Self::Wrapped) -> Option<Pair> {
                Some((x, y))
            }
        }
    )*};
}

difference!(Zero1000: 1000, Small1000: 1000, One1000: 1000, ZeroFull: i64::MAX, SmallFull: i64::MAX, OneFull: i64::MAX);

impl Arbitrary for Expr {
    fn arbitrary(g: &mut Gen) -> Expr {
        calculation(g, 5)
    }

    fn shrink(&self) -> Shrinks<Expr> {
        match self {
            Expr::Int(n) => Box::new(n.shrink().map(Expr::Int)),
            Expr::Add(left, right) => of_two(left, right, Expr::Add),
            Expr::Div(left, right) => of_two(left, right, Expr::Div),
        }
    }
}

fn calculation(g: &mut Gen, depth: usize) -> Expr {
    match g.choose(&[0, 1, 2]) {
        Some(1) if depth > 0 => Expr::add(calculation(g, depth - 1), calculation(g, depth - 1)),
        Some(2) if depth > 0 => Expr::div(calculation(g, depth - 1), calculation(g, depth - 1)),
        _ => Expr::Int(i64::arbitrary(g)),
    }
}

/// One of the two, or both with one made smaller.
fn of_two<T: Arbitrary>(left: &T, right: &T, both: impl Fn(Box<T>, Box<T>) -> T + 'static) -> Shrinks<T> {
    let parts = [left.clone(), right.clone()].into_iter();
    let pair = (Box::new(left.clone()), Box::new(right.clone()));
    Box::new(parts.chain(pair.shrink().map(move |(left, right)| both(left, right))))
}

impl Arbitrary for Heap {
    fn arbitrary(g: &mut Gen) -> Heap {
        heap(g, 5, i64::MIN)
    }

    fn shrink(&self) -> Shrinks<Heap> {
        let Heap::Node(value, left, right) = self else { return quickcheck::empty_shrinker() };
        let parts = [left.as_ref().clone(), right.as_ref().clone()].into_iter();
        let smaller = (*value, left.clone(), right.clone()).shrink();
        let nodes = smaller.map(|(value, left, right)| Heap::Node(value, left, right));
        Box::new(parts.chain(nodes.filter(|heap| heap.is_valid(i64::MIN))))
    }
}

fn heap(g: &mut Gen, depth: usize, least: i64) -> Heap {
    if depth == 0 || g.choose(&[0, 1, 2]) == Some(&0) {
        return Heap::Empty;
    }
    let value = i64::arbitrary(g).max(least);
    Heap::node(value, heap(g, depth - 1, value), heap(g, depth - 1, value))
}

impl Arbitrary for Program {
    fn arbitrary(g: &mut Gen) -> Program {
        Program { modules: few(g, Module::arbitrary), functions: few(g, Function::arbitrary) }
    }

    fn shrink(&self) -> Shrinks<Program> {
        let smaller = (self.modules.clone(), self.functions.clone()).shrink();
        Box::new(smaller.map(|(modules, functions)| Program { modules, functions }))
    }
}

impl Arbitrary for Module {
    fn arbitrary(g: &mut Gen) -> Module {
        Module { imports: few(g, name), exports: few(g, name) }
    }

    fn shrink(&self) -> Shrinks<Module> {
        let smaller = (self.imports.clone(), self.exports.clone()).shrink();
        let named = smaller.filter(|(imports, exports)| imports.iter().chain(exports).all(|name| is_name(name)));
        Box::new(named.map(|(imports, exports)| Module { imports, exports }))
    }
}

impl Arbitrary for Function {
    fn arbitrary(g: &mut Gen) -> Function {
        Function { name: name(g), arguments: few(g, language::Expr::arbitrary), body: few(g, Statement::arbitrary) }
    }

    fn shrink(&self) -> Shrinks<Function> {
        let smaller = (self.name.clone(), self.arguments.clone(), self.body.clone()).shrink();
        let named = smaller.filter(|(name, _, _)| is_name(name));
        Box::new(named.map(|(name, arguments, body)| Function { name, arguments, body }))
    }
}

impl Arbitrary for Statement {
    fn arbitrary(g: &mut Gen) -> Statement {
        match g.choose(&[0, 1, 2]) {
            Some(0) => Statement::Assign(name(g), language::Expr::arbitrary(g)),
            Some(1) => Statement::Allocate(name(g), language::Expr::arbitrary(g)),
            _ => Statement::Return(language::Expr::arbitrary(g)),
        }
    }

    fn shrink(&self) -> Shrinks<Statement> {
        let named = |name: &String, expr: &language::Expr| {
            (name.clone(), expr.clone()).shrink().filter(|(name, _)| is_name(name))
        };
        match self {
            Statement::Assign(name, expr) => {
                Box::new(named(name, expr).map(|(name, expr)| Statement::Assign(name, expr)))
            }
            Statement::Allocate(name, expr) => {
                Box::new(named(name, expr).map(|(name, expr)| Statement::Allocate(name, expr)))
            }
            Statement::Return(expr) => Box::new(expr.shrink().map(Statement::Return)),
        }
    }
}

impl Arbitrary for language::Expr {
    fn arbitrary(g: &mut Gen) -> language::Expr {
        expr(g, 3)
    }

    fn shrink(&self) -> Shrinks<language::Expr> {
        match self {
            language::Expr::Int(n) => Box::new(n.shrink().map(language::Expr::Int)),
            language::Expr::Bool(b) => Box::new(b.shrink().map(language::Expr::Bool)),
            language::Expr::Not(expr) => {
                let part = quickcheck::single_shrinker(expr.as_ref().clone());
                Box::new(part.chain(expr.shrink().map(language::Expr::Not)))
            }
            language::Expr::Binary(op, left, right) => {
                let op = *op;
                of_two(left, right, move |left, right| language::Expr::Binary(op, left, right))
            }
        }
    }
}

fn expr(g: &mut Gen, depth: usize) -> language::Expr {
    match g.choose(&[0, 1, 2, 3, 3, 3, 3]) {
        Some(2) if depth > 0 => language::Expr::negated(expr(g, depth - 1)),
        Some(3) if depth > 0 => {
            let op = g.choose(&Op::ALL).copied().unwrap_or(Op::Add);
            language::Expr::binary(op, expr(g, depth - 1), expr(g, depth - 1))
        }
        Some(1) => language::Expr::Bool(bool::arbitrary(g)),
        _ => language::Expr::Int(i64::arbitrary(g)),
    }
}

/// Up to three.
fn few<T>(g: &mut Gen, item: impl Fn(&mut Gen) -> T) -> Vec<T> {
    let length = g.choose(&[0, 1, 2, 3]).copied().unwrap_or(0);
    (0..length).map(|_| item(g)).collect()
}

fn name(g: &mut Gen) -> String {
    let letters: Vec<char> = ('a'..='z').collect();
    let length = g.choose(&[1, 2, 3]).copied().unwrap_or(1);
    (0..length).filter_map(|_| g.choose(&letters)).collect()
}

fn is_name(name: &str) -> bool {
    (1..=3).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_lowercase())
}
