//! Generators of Mirrorcheck. All of them run backward, too.

use mirrorcheck::Checker;
use mirrorcheck::prelude::*;

use super::{CASES, Found};
use crate::shrink::problems::Problem;
use crate::shrink::problems::bound5::{Bound5, Bound5Max1, Lists, is_small};
use crate::shrink::problems::calculator::{Calculator, Expr};
use crate::shrink::problems::difference::*;
use crate::shrink::problems::heap::{BinHeap, Heap};
use crate::shrink::problems::language::{self, Function, Module, Op, Parser, Program, Statement};
use crate::shrink::problems::lists::*;

pub(crate) trait Mirrorcheck: Problem {
    fn generator() -> impl Reflective<Value = Self::Input> + Clone;
}

pub(crate) fn run<P: Mirrorcheck>(seed: u64) -> Option<Found<P::Input>> {
    let checker = Checker::new(P::generator()).cases(CASES.into()).seed(seed);
    let failure = checker.examine(|input| P::holds(&input)).failures.into_iter().next()?;
    Some(Found { value: failure.value, executions: failure.executions })
}

impl Mirrorcheck for Reverse {
    fn generator() -> impl Reflective<Value = Vec<i64>> + Clone {
        any::<Vec<i64>>()
    }
}

impl Mirrorcheck for Distinct {
    fn generator() -> impl Reflective<Value = Vec<i64>> + Clone {
        any::<Vec<i64>>()
    }
}

impl Mirrorcheck for LargeUnionList {
    fn generator() -> impl Reflective<Value = Vec<Vec<i64>>> + Clone {
        any::<Vec<Vec<i64>>>()
    }
}

impl Mirrorcheck for NestedLists {
    fn generator() -> impl Reflective<Value = Vec<Vec<()>>> + Clone {
        any::<Vec<Vec<()>>>()
    }
}

impl Mirrorcheck for LengthList {
    fn generator() -> impl Reflective<Value = Vec<i64>> + Clone {
        length_list()
    }
}

#[generator]
fn length_list() -> Vec<i64> {
    let length = draw((1..=100usize).at(|list| list.len()));
    draw(vec(0..=1000, length))
}

impl Mirrorcheck for Coupling {
    fn generator() -> impl Reflective<Value = Vec<usize>> + Clone {
        vec(0..=10, ..).such_that(|list: &Vec<usize>| Coupling::is_valid(list))
    }
}

impl Mirrorcheck for Deletion {
    fn generator() -> impl Reflective<Value = (Vec<i64>, usize)> + Clone {
        deletion()
    }
}

#[generator]
fn deletion() -> (Vec<i64>, usize) {
    let list = draw(vec(any::<i64>(), 1..));
    let index = draw(0..list.len());
    (list, index)
}

impl Mirrorcheck for Deletion100 {
    fn generator() -> impl Reflective<Value = (Vec<i64>, usize)> + Clone {
        deletion_100()
    }
}

#[generator]
fn deletion_100() -> (Vec<i64>, usize) {
    let list = draw(vec(-100..=100, 1..));
    let index = draw(0..list.len());
    (list, index)
}

impl Mirrorcheck for Bound5 {
    fn generator() -> impl Reflective<Value = Lists> + Clone {
        let small = || any::<Vec<i16>>().such_that(|list: &Vec<i16>| is_small(list));
        (small(), small(), small(), small(), small())
    }
}

impl Mirrorcheck for Bound5Max1 {
    fn generator() -> impl Reflective<Value = Lists> + Clone {
        let small = || vec(any::<i16>(), 0..=1).such_that(|list: &Vec<i16>| is_small(list));
        (small(), small(), small(), small(), small())
    }
}

macro_rules! difference {
    ($($problem:ident: $numbers:expr;)*) => {$(
        impl Mirrorcheck for $problem {
            fn generator() -> impl Reflective<Value = Pair> + Clone {
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

impl Mirrorcheck for Calculator {
    fn generator() -> impl Reflective<Value = Expr> + Clone {
        calculation(5)
    }
}

#[generator]
fn calculation(depth: u32) -> Expr {
    pick([
        (1, "int", {
            let n = draw(any::<i64>());
            Expr::Int(n)
        }),
        (u32::from(depth > 0), "add", {
            let left = draw(calculation(depth - 1));
            let right = draw(calculation(depth - 1));
            Expr::Add(Box::new(left), Box::new(right))
        }),
        (u32::from(depth > 0), "div", {
            let left = draw(calculation(depth - 1));
            let right = draw(calculation(depth - 1));
            Expr::Div(Box::new(left), Box::new(right))
        }),
    ])
}

impl Mirrorcheck for BinHeap {
    fn generator() -> impl Reflective<Value = Heap> + Clone {
        heap(5, i64::MIN)
    }
}

/// Heaps of values from `least` up.
#[generator]
fn heap(depth: u32, least: i64) -> Heap {
    pick([
        (1, "empty", Heap::Empty),
        (2 * u32::from(depth > 0), "node", {
            let value = draw(least..);
            let left = draw(heap(depth - 1, value));
            let right = draw(heap(depth - 1, value));
            Heap::Node(value, Box::new(left), Box::new(right))
        }),
    ])
}

impl Mirrorcheck for Parser {
    fn generator() -> impl Reflective<Value = Program> + Clone {
        program()
    }
}

#[generator]
fn program() -> Program {
    let modules = draw(vec(module(), 0..=3));
    let functions = draw(vec(function(), 0..=3));
    Program { modules, functions }
}

#[generator]
fn module() -> Module {
    let imports = draw(vec(string('a'..='z', 1..=3), 0..=3));
    let exports = draw(vec(string('a'..='z', 1..=3), 0..=3));
    Module { imports, exports }
}

#[generator]
fn function() -> Function {
    let name = draw(string('a'..='z', 1..=3));
    let arguments = draw(vec(expr(3), 0..=3));
    let body = draw(vec(statement(), 0..=3));
    Function { name, arguments, body }
}

#[generator]
fn statement() -> Statement {
    labeled([
        ("return", {
            let expr = draw(expr(3));
            Statement::Return(expr)
        }),
        ("assign", {
            let variable = draw(string('a'..='z', 1..=3));
            let expr = draw(expr(3));
            Statement::Assign(variable, expr)
        }),
        ("allocate", {
            let variable = draw(string('a'..='z', 1..=3));
            let expr = draw(expr(3));
            Statement::Allocate(variable, expr)
        }),
    ])
}

#[generator]
fn expr(depth: u32) -> language::Expr {
    pick([
        (1, "int", {
            let n = draw(any::<i64>());
            language::Expr::Int(n)
        }),
        (1, "bool", {
            let b = draw(any::<bool>());
            language::Expr::Bool(b)
        }),
        (u32::from(depth > 0), "not", {
            let inner = draw(expr(depth - 1));
            language::Expr::Not(Box::new(inner))
        }),
        (4 * u32::from(depth > 0), "binary", {
            let op = draw(element_of(&Op::ALL));
            let left = draw(expr(depth - 1));
            let right = draw(expr(depth - 1));
            language::Expr::Binary(op, Box::new(left), Box::new(right))
        }),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What was made can be taken apart, or shrinking could not start from it.
    fn runs_backward<P: Mirrorcheck>() {
        let generator = P::generator();
        for input in generator.samples(1).take(1000) {
            assert!(generator.contains(&input), "{}: {input:?}", P::NAME);
        }
    }

    #[test]
    fn generators_run_backward() {
        runs_backward::<Reverse>();
        runs_backward::<Distinct>();
        runs_backward::<LargeUnionList>();
        runs_backward::<NestedLists>();
        runs_backward::<LengthList>();
        runs_backward::<Coupling>();
        runs_backward::<Deletion>();
        runs_backward::<Deletion100>();
        runs_backward::<Bound5>();
        runs_backward::<Bound5Max1>();
        runs_backward::<Zero1000>();
        runs_backward::<ZeroFull>();
        runs_backward::<Small1000>();
        runs_backward::<SmallFull>();
        runs_backward::<One1000>();
        runs_backward::<OneFull>();
        runs_backward::<Calculator>();
        runs_backward::<BinHeap>();
        runs_backward::<Parser>();
    }

    #[test]
    fn minima_are_in_range() {
        let small = (vec![-32768], vec![-1], vec![], vec![], vec![]);
        assert!(Bound5::generator().contains(&small));
        assert!(Bound5Max1::generator().contains(&small));
        assert!(Coupling::generator().contains(&vec![1, 0]));
        assert!(LengthList::generator().contains(&vec![900]));
        assert!(Deletion100::generator().contains(&(vec![0, 0], 0)));
        assert!(SmallFull::generator().contains(&(10, 6)));
    }

    #[test]
    fn what_is_out_of_range_is_not_made() {
        assert!(!LengthList::generator().contains(&vec![]));
        assert!(!LengthList::generator().contains(&vec![1001]));
        assert!(!Coupling::generator().contains(&vec![1]));
        assert!(!Bound5Max1::generator().contains(&(vec![0, 0], vec![], vec![], vec![], vec![])));
        let wrong = Heap::node(1, Heap::node(0, Heap::Empty, Heap::Empty), Heap::Empty);
        assert!(!BinHeap::generator().contains(&wrong));
    }
}
