//! Generators of crabcheck. Shrinkers of recursive types are written by hand.

use crabcheck::{Config, Gen, GenExt, Shrink, Source, any, check, gens};

use super::{CASES, Found, Watched};
use crate::shrink::problems::Problem;
use crate::shrink::problems::bound5::{Bound5, Bound5Max1, Lists, is_small};
use crate::shrink::problems::calculator::{Calculator, Expr};
use crate::shrink::problems::difference::*;
use crate::shrink::problems::heap::{BinHeap, Heap};
use crate::shrink::problems::language::{self, Function, Module, Op, Parser, Program, Statement};
use crate::shrink::problems::lists::*;

pub(crate) trait Crabcheck: Problem {
    fn generator() -> impl Gen<Value = Self::Input>;
}

pub(crate) fn run<P: Crabcheck>(seed: u64) -> Option<Found<P::Input>> {
    let config = Config::new().tests(CASES.into()).seed(seed).no_regressions();
    let mut watched = Watched::<P>::new();
    // What it reports is text. The last input that failed is the same as a value.
    check(&config, P::generator(), |input| watched.holds(&input));
    watched.found()
}

impl Crabcheck for Reverse {
    fn generator() -> impl Gen<Value = Vec<i64>> {
        any::<Vec<i64>>()
    }
}

impl Crabcheck for Distinct {
    fn generator() -> impl Gen<Value = Vec<i64>> {
        any::<Vec<i64>>()
    }
}

impl Crabcheck for LargeUnionList {
    fn generator() -> impl Gen<Value = Vec<Vec<i64>>> {
        any::<Vec<Vec<i64>>>()
    }
}

impl Crabcheck for NestedLists {
    fn generator() -> impl Gen<Value = Vec<Vec<()>>> {
        any::<Vec<Vec<()>>>()
    }
}

impl Crabcheck for LengthList {
    fn generator() -> impl Gen<Value = Vec<i64>> {
        let list = |g: &mut Source| {
            let length = g.int(1..=100usize);
            (0..length).map(|_| g.int(0..=1000i64)).collect::<Vec<_>>()
        };
        list.with_shrink(|list| gens::vec(gens::int(0..=1000)).len(1..=100).shrink(list))
    }
}

impl Crabcheck for Coupling {
    fn generator() -> impl Gen<Value = Vec<usize>> {
        gens::vec(gens::int(0..=10usize)).filter("not indices", |list| Coupling::is_valid(list))
    }
}

impl Crabcheck for Deletion {
    fn generator() -> impl Gen<Value = (Vec<i64>, usize)> {
        gens::dependent(gens::vec(any::<i64>()).len(1..), |list| gens::int(0..list.len()))
    }
}

impl Crabcheck for Deletion100 {
    fn generator() -> impl Gen<Value = (Vec<i64>, usize)> {
        gens::dependent(gens::vec(gens::int(-100..=100i64)).len(1..), |list| gens::int(0..list.len()))
    }
}

impl Crabcheck for Bound5 {
    fn generator() -> impl Gen<Value = Lists> {
        let small = || any::<Vec<i16>>().filter("not small", |list| is_small(list));
        (small(), small(), small(), small(), small())
    }
}

impl Crabcheck for Bound5Max1 {
    fn generator() -> impl Gen<Value = Lists> {
        let small = || gens::vec(any::<i16>()).len(0..=1).filter("not small", |list| is_small(list));
        (small(), small(), small(), small(), small())
    }
}

macro_rules! difference {
    ($($problem:ident: $numbers:expr;)*) => {$(
        impl Crabcheck for $problem {
            fn generator() -> impl Gen<Value = Pair> {
                (gens::int($numbers), gens::int($numbers))
            }
        }
    )*};
}

difference! {
    Zero1000: 1..=1000;
    ZeroFull: 1..;
    Small1000: 1..=1000;
    SmallFull: 1..;
    One1000: 1..=1000;
    OneFull: 1..;
}

impl Crabcheck for Calculator {
    fn generator() -> impl Gen<Value = Expr> {
        let ints = || any::<i64>().map(Expr::Int).boxed();
        let exprs = gens::recursive(5, ints(), move |inner| {
            let add = (inner.clone(), inner.clone()).map(|(left, right)| Expr::add(left, right));
            let div = (inner.clone(), inner).map(|(left, right)| Expr::div(left, right));
            gens::one_of(vec![ints(), add.boxed(), div.boxed()]).boxed()
        });
        exprs.with_shrink(Shrink::shrink)
    }
}

impl Shrink for Expr {
    fn shrink(&self) -> Vec<Expr> {
        match self {
            Expr::Int(n) => n.shrink().into_iter().map(Expr::Int).collect(),
            Expr::Add(left, right) => of_two(left, right, Expr::Add),
            Expr::Div(left, right) => of_two(left, right, Expr::Div),
        }
    }
}

/// One of the two, or both with one made smaller.
fn of_two<T: Shrink + Clone>(left: &T, right: &T, both: impl Fn(Box<T>, Box<T>) -> T) -> Vec<T> {
    let mut smaller = vec![left.clone(), right.clone()];
    let pairs = (Box::new(left.clone()), Box::new(right.clone())).shrink();
    smaller.extend(pairs.into_iter().map(|(left, right)| both(left, right)));
    smaller
}

impl Crabcheck for BinHeap {
    fn generator() -> impl Gen<Value = Heap> {
        (|g: &mut Source| heap(g, i64::MIN, 5)).with_shrink(Shrink::shrink)
    }
}

fn heap(g: &mut Source, least: i64, depth: usize) -> Heap {
    if depth == 0 || g.bool_with(1.0 / 3.0) {
        return Heap::Empty;
    }
    let value = g.int(least..);
    let left = heap(g, value, depth - 1);
    let right = heap(g, value, depth - 1);
    Heap::node(value, left, right)
}

/// Every candidate is a heap.
impl Shrink for Heap {
    fn shrink(&self) -> Vec<Heap> {
        let Heap::Node(value, left, right) = self else { return Vec::new() };
        let mut smaller = vec![left.as_ref().clone(), right.as_ref().clone()];
        let nodes = (*value, left.clone(), right.clone()).shrink();
        let nodes = nodes.into_iter().map(|(value, left, right)| Heap::Node(value, left, right));
        smaller.extend(nodes.filter(|heap| heap.is_valid(i64::MIN)));
        smaller
    }
}

impl Crabcheck for Parser {
    fn generator() -> impl Gen<Value = Program> {
        let programs = |g: &mut Source| {
            let modules = gens::vec(module).len(0..=3).generate(g);
            let functions = gens::vec(function).len(0..=3).generate(g);
            Program { modules, functions }
        };
        programs.with_shrink(Shrink::shrink)
    }
}

fn module(g: &mut Source) -> Module {
    let names = gens::vec(name).len(0..=3);
    Module { imports: names.generate(g), exports: names.generate(g) }
}

fn function(g: &mut Source) -> Function {
    let exprs = gens::vec(|g: &mut Source| expr(g, 3)).len(0..=3);
    Function { name: name(g), arguments: exprs.generate(g), body: gens::vec(statement).len(0..=3).generate(g) }
}

fn statement(g: &mut Source) -> Statement {
    match g.index(3) {
        0 => Statement::Assign(name(g), expr(g, 3)),
        1 => Statement::Allocate(name(g), expr(g, 3)),
        _ => Statement::Return(expr(g, 3)),
    }
}

fn expr(g: &mut Source, depth: usize) -> language::Expr {
    match g.index(if depth == 0 { 2 } else { 7 }) {
        0 => language::Expr::Int(any().generate(g)),
        1 => language::Expr::Bool(g.bool()),
        2 => language::Expr::negated(expr(g, depth - 1)),
        _ => {
            let op = *g.pick(&Op::ALL);
            let left = expr(g, depth - 1);
            language::Expr::binary(op, left, expr(g, depth - 1))
        }
    }
}

fn name(g: &mut Source) -> String {
    (0..g.int(1..=3)).map(|_| char::from(g.int(b'a'..=b'z'))).collect()
}

impl Shrink for Program {
    fn shrink(&self) -> Vec<Program> {
        let smaller = (self.modules.clone(), self.functions.clone()).shrink();
        smaller.into_iter().map(|(modules, functions)| Program { modules, functions }).collect()
    }
}

impl Shrink for Module {
    fn shrink(&self) -> Vec<Module> {
        let smaller = (self.imports.clone(), self.exports.clone()).shrink().into_iter();
        let modules = smaller.map(|(imports, exports)| Module { imports, exports });
        modules.filter(|module| module.imports.iter().chain(&module.exports).all(|name| is_name(name))).collect()
    }
}

impl Shrink for Function {
    fn shrink(&self) -> Vec<Function> {
        let smaller = (self.name.clone(), self.arguments.clone(), self.body.clone()).shrink().into_iter();
        let functions = smaller.map(|(name, arguments, body)| Function { name, arguments, body });
        functions.filter(|function| is_name(&function.name)).collect()
    }
}

impl Shrink for Statement {
    fn shrink(&self) -> Vec<Statement> {
        let named = |name: &String, expr: &language::Expr, statement: fn(String, language::Expr) -> Statement| {
            let smaller = (name.clone(), expr.clone()).shrink().into_iter();
            smaller.filter(|(name, _)| is_name(name)).map(|(name, expr)| statement(name, expr)).collect()
        };
        match self {
            Statement::Assign(name, expr) => named(name, expr, Statement::Assign),
            Statement::Allocate(name, expr) => named(name, expr, Statement::Allocate),
            Statement::Return(expr) => expr.shrink().into_iter().map(Statement::Return).collect(),
        }
    }
}

impl Shrink for language::Expr {
    fn shrink(&self) -> Vec<language::Expr> {
        match self {
            language::Expr::Int(n) => n.shrink().into_iter().map(language::Expr::Int).collect(),
            language::Expr::Bool(b) => b.shrink().into_iter().map(language::Expr::Bool).collect(),
            language::Expr::Not(expr) => {
                let mut smaller = vec![expr.as_ref().clone()];
                smaller.extend(expr.shrink().into_iter().map(language::Expr::Not));
                smaller
            }
            language::Expr::Binary(op, left, right) => {
                of_two(left, right, |left, right| language::Expr::Binary(*op, left, right))
            }
        }
    }
}

fn is_name(name: &str) -> bool {
    (1..=3).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_lowercase())
}
