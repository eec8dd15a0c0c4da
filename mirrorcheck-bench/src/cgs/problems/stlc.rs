//! STLC: lambda terms of any kind, five deep. Valid are those with a type.

use mirrorcheck::prelude::*;

use super::Problem;

pub(crate) struct Stlc;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Type {
    Int,
    Fun(Box<Type>, Box<Type>),
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Term {
    Int(i8),
    Plus(Box<Term>, Box<Term>),
    Lambda(Type, Box<Term>),
    Apply(Box<Term>, Box<Term>),
    /// A variable, by the number of binders in between.
    Var(i8),
}

const DEPTH: u32 = 5;
const TYPE_DEPTH: u32 = 2;

#[generator]
fn types(depth: u32) -> Type {
    if depth == 0 {
        return Type::Int;
    }
    labeled([
        ("int", Type::Int),
        ("function", {
            let from = draw(types(depth - 1));
            let to = draw(types(depth - 1));
            Type::Fun(Box::new(from), Box::new(to))
        }),
    ])
}

#[generator]
fn terms(depth: u32, type_depth: u32) -> Term {
    let deeper = if depth > 0 { 1 } else { 0 };
    pick([
        (1, "int", Term::Int(draw(0..=3))),
        (deeper, "plus", {
            let left = draw(terms(depth - 1, type_depth));
            let right = draw(terms(depth - 1, type_depth));
            Term::Plus(Box::new(left), Box::new(right))
        }),
        (deeper, "lambda", {
            let ty = draw(types(type_depth));
            let body = draw(terms(depth - 1, type_depth));
            Term::Lambda(ty, Box::new(body))
        }),
        (deeper, "apply", {
            let function = draw(terms(depth - 1, type_depth));
            let argument = draw(terms(depth - 1, type_depth));
            Term::Apply(Box::new(function), Box::new(argument))
        }),
        (1, "variable", Term::Var(draw(0..=2))),
    ])
}

/// The types of the variables, innermost first: a list on the stack.
struct Context<'a>(Option<(&'a Type, &'a Context<'a>)>);

impl Context<'_> {
    fn variable(&self, index: i8) -> Option<&Type> {
        let (innermost, outer) = self.0?;
        if index == 0 { Some(innermost) } else { outer.variable(index - 1) }
    }
}

impl Term {
    fn has_type(&self) -> bool {
        self.type_in(&Context(None)).is_some()
    }

    fn type_in(&self, context: &Context<'_>) -> Option<Type> {
        match self {
            Term::Int(_) => Some(Type::Int),
            Term::Var(index) => context.variable(*index).cloned(),
            Term::Plus(left, right) => {
                let are_numbers = left.type_in(context)? == Type::Int && right.type_in(context)? == Type::Int;
                are_numbers.then_some(Type::Int)
            }
            Term::Lambda(from, body) => {
                let to = body.type_in(&Context(Some((from, context))))?;
                Some(Type::Fun(Box::new(from.clone()), Box::new(to)))
            }
            Term::Apply(function, argument) => match function.type_in(context)? {
                Type::Fun(from, to) => (argument.type_in(context)? == *from).then_some(*to),
                Type::Int => None,
            },
        }
    }
}

impl Problem for Stlc {
    const NAME: &'static str = "STLC";
    const RATE: u64 = 400;
    const GOAL: f64 = 4.0;
    type Value = Term;

    fn generator() -> impl Generator<Value = Term> + Clone {
        terms(DEPTH, TYPE_DEPTH)
    }

    fn is_valid(term: &Term) -> bool {
        term.has_type()
    }

    /// Constructors of terms, types not counted.
    fn size(term: &Term) -> usize {
        match term {
            Term::Int(_) | Term::Var(_) => 1,
            Term::Lambda(_, body) => 1 + Self::size(body),
            Term::Plus(left, right) | Term::Apply(left, right) => 1 + Self::size(left) + Self::size(right),
        }
    }

    /// Far more than anyone will find.
    fn all() -> Option<u64> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::{Term, Type, terms};
    use crate::cgs::problems::tests::valid_ones;

    fn lambda(body: Term) -> Term {
        Term::Lambda(Type::Int, Box::new(body))
    }

    fn apply(function: Term, argument: Term) -> Term {
        Term::Apply(Box::new(function), Box::new(argument))
    }

    /// Of depth 0: four numbers. Of depth 1: also their 16 sums, and lambdas over five leaves for each of two types.
    #[test]
    fn small_terms_are_counted_by_making_all() {
        assert_eq!(valid_ones(terms(0, 1), Term::has_type), 4);
        assert_eq!(valid_ones(terms(1, 1), Term::has_type), 4 + 16 + 2 * 5);
    }

    #[test]
    fn types_are_checked() {
        assert!(apply(lambda(Term::Var(0)), Term::Int(1)).has_type());
        assert!(!apply(lambda(Term::Var(0)), lambda(Term::Var(0))).has_type(), "a function where a number is wanted");
        assert!(!apply(Term::Int(1), Term::Int(1)).has_type(), "a number is no function");
        assert!(!lambda(Term::Var(1)).has_type(), "a variable that nothing binds");
        assert!(lambda(lambda(Term::Var(1))).has_type());
        assert!(!Term::Plus(Box::new(lambda(Term::Int(0))), Box::new(Term::Int(0))).has_type());
    }
}
