//! The simply typed lambda calculus with de Bruijn indices, and ten ways to get shifting and substitution wrong.

use std::sync::atomic::{AtomicUsize, Ordering};

/// What can be wrong. One at a time, or nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub(crate) enum Mutant {
    ShiftLeavesVariables = 1,
    ShiftMovesAllVariables,
    ShiftLeavesTheCutoff,
    ShiftKeepsCutoffUnderAbstraction,
    SubstituteReplacesAllVariables,
    SubstituteReplacesNoVariable,
    SubstituteDoesNotShiftUnderAbstraction,
    SubstituteKeepsIndexUnderAbstraction,
    ContractDoesNotShiftUp,
    ContractDoesNotShiftBack,
}

impl Mutant {
    /// From now on it is this one that is wrong, counted from 1, or with 0 none.
    pub(crate) fn switch_to(number: usize) {
        WRONG.store(number, Ordering::Relaxed);
    }

    fn is_on(self) -> bool {
        WRONG.load(Ordering::Relaxed) == self as usize
    }
}

/// For all threads: some runners have their own.
static WRONG: AtomicUsize = AtomicUsize::new(0);

#[derive(Debug, Clone, PartialEq, Eq, Hash, mirrorcheck::Arbitrary, arbitrary::Arbitrary, bolero::TypeGenerator)]
pub(crate) enum Type {
    Bool,
    Fun(Box<Type>, Box<Type>),
}

#[derive(Debug, Clone, PartialEq, Eq, mirrorcheck::Arbitrary, arbitrary::Arbitrary, bolero::TypeGenerator)]
pub(crate) enum Term {
    /// A variable, by the number of binders in between.
    Var(i32),
    Bool(bool),
    Abs(Type, Box<Term>),
    App(Box<Term>, Box<Term>),
}

impl Type {
    pub(crate) fn fun(from: Type, to: Type) -> Type {
        Type::Fun(Box::new(from), Box::new(to))
    }
}

impl Term {
    pub(crate) fn abs(from: Type, body: Term) -> Term {
        Term::Abs(from, Box::new(body))
    }

    pub(crate) fn app(function: Term, argument: Term) -> Term {
        Term::App(Box::new(function), Box::new(argument))
    }

    /// Its type, if it is closed and well typed.
    pub(crate) fn type_of(&self) -> Option<Type> {
        self.type_in(&mut Vec::new())
    }

    /// Its type among variables of these, the innermost last.
    fn type_in(&self, variables: &mut Vec<Type>) -> Option<Type> {
        match self {
            Term::Var(index) => {
                let outward = variables.len().checked_sub(1)?.checked_sub(usize::try_from(*index).ok()?)?;
                Some(variables[outward].clone())
            }
            Term::Bool(_) => Some(Type::Bool),
            Term::Abs(from, body) => {
                variables.push(from.clone());
                let to = body.type_in(variables);
                variables.pop();
                Some(Type::fun(from.clone(), to?))
            }
            Term::App(function, argument) => match function.type_in(variables)? {
                Type::Fun(from, to) => (argument.type_in(variables)? == *from).then_some(*to),
                Type::Bool => None,
            },
        }
    }

    /// Contracts the first redex from the outside and the left, also under abstractions.
    pub(crate) fn step(&self) -> Option<Term> {
        match self {
            Term::Var(_) | Term::Bool(_) => None,
            Term::Abs(from, body) => Some(Term::abs(from.clone(), body.step()?)),
            Term::App(function, argument) => {
                if let Term::Abs(_, body) = function.as_ref() {
                    return Some(contracted(body, argument));
                }
                match function.step() {
                    Some(function) => Some(Term::app(function, argument.as_ref().clone())),
                    None => Some(Term::app(function.as_ref().clone(), argument.step()?)),
                }
            }
        }
    }

    /// What it is after so many steps, or when it has none left or has become too large.
    pub(crate) fn steps(&self, most: usize) -> Term {
        let mut term = self.clone();
        for _ in 0..most {
            match term.step() {
                Some(next) if term.size() <= LARGE => term = next,
                _ => break,
            }
        }
        term
    }

    /// Constructors.
    fn size(&self) -> usize {
        match self {
            Term::Var(_) | Term::Bool(_) => 1,
            Term::Abs(_, body) => 1 + body.size(),
            Term::App(function, argument) => 1 + function.size() + argument.size(),
        }
    }
}

/// Larger terms are not reduced: where substitution is wrong, they may double with every step.
const LARGE: usize = 250;

/// The body of an abstraction that is applied to an argument.
fn contracted(body: &Term, argument: &Term) -> Term {
    let argument = if Mutant::ContractDoesNotShiftUp.is_on() { argument.clone() } else { shifted(argument, 1, 0) };
    let substituted = substituted(body, 0, &argument);
    if Mutant::ContractDoesNotShiftBack.is_on() { substituted } else { shifted(&substituted, -1, 0) }
}

/// Shifts all variables from `cutoff` on by this many binders.
fn shifted(term: &Term, by: i32, cutoff: i32) -> Term {
    match term {
        Term::Var(index) => {
            let is_free = if Mutant::ShiftLeavesTheCutoff.is_on() { *index > cutoff } else { *index >= cutoff };
            let moves = match () {
                () if Mutant::ShiftLeavesVariables.is_on() => false,
                () if Mutant::ShiftMovesAllVariables.is_on() => true,
                () => is_free,
            };
            Term::Var(if moves { index + by } else { *index })
        }
        Term::Bool(value) => Term::Bool(*value),
        Term::Abs(from, body) => {
            let inner = if Mutant::ShiftKeepsCutoffUnderAbstraction.is_on() { cutoff } else { cutoff + 1 };
            Term::abs(from.clone(), shifted(body, by, inner))
        }
        Term::App(function, argument) => Term::app(shifted(function, by, cutoff), shifted(argument, by, cutoff)),
    }
}

/// Replaces one variable.
fn substituted(term: &Term, variable: i32, by: &Term) -> Term {
    match term {
        Term::Var(index) => {
            let is_replaced = match () {
                () if Mutant::SubstituteReplacesAllVariables.is_on() => true,
                () if Mutant::SubstituteReplacesNoVariable.is_on() => false,
                () => *index == variable,
            };
            if is_replaced { by.clone() } else { Term::Var(*index) }
        }
        Term::Bool(value) => Term::Bool(*value),
        Term::Abs(from, body) => {
            let inner = if Mutant::SubstituteKeepsIndexUnderAbstraction.is_on() { variable } else { variable + 1 };
            let by =
                if Mutant::SubstituteDoesNotShiftUnderAbstraction.is_on() { by.clone() } else { shifted(by, 1, 0) };
            Term::abs(from.clone(), substituted(body, inner, &by))
        }
        Term::App(function, argument) => {
            Term::app(substituted(function, variable, by), substituted(argument, variable, by))
        }
    }
}
