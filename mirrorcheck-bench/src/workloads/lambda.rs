//! W6: well-typed terms of the simply typed lambda calculus, five deep.

use std::sync::Arc;

use mirrorcheck::prelude::*;

use super::{Source, Workload};

pub(crate) struct Terms;

#[derive(Debug, Clone, PartialEq, Hash)]
pub(crate) enum Type {
    Int,
    Fun(Box<Type>, Box<Type>),
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Term {
    Int(i32),
    /// A variable, by the number of binders in between.
    Var(usize),
    Plus(Box<Term>, Box<Term>),
    Lambda(Type, Box<Term>),
    Apply(Box<Term>, Box<Term>),
}

/// The types of the variables, innermost first: a list on the stack, so that neither side allocates for it.
#[derive(Clone, Copy, Hash)]
pub(super) struct Context<'a> {
    innermost: Option<(&'a Type, &'a Context<'a>)>,
}

pub(super) const EMPTY: Context<'static> = Context { innermost: None };
pub(super) const DEPTH: u32 = 5;
pub(super) const TYPE_DEPTH: u32 = 2;

impl<'a> Context<'a> {
    pub(super) fn with(&'a self, ty: &'a Type) -> Context<'a> {
        Context { innermost: Some((ty, self)) }
    }

    fn types(&self) -> impl Iterator<Item = &'a Type> + Clone {
        let next = |inner: &(&'a Type, &'a Context<'a>)| inner.1.innermost;
        std::iter::successors(self.innermost, next).map(|(ty, _)| ty)
    }

    pub(super) fn variables(&self, wanted: &'a Type) -> impl Iterator<Item = usize> + Clone {
        self.types().enumerate().filter(move |(_, ty)| *ty == wanted).map(|(i, _)| i)
    }
}

/// A context for closures that outlive the calls that make them, as those of combinators do.
#[derive(Debug, Clone, Default)]
pub(super) struct Scope(Option<Arc<(Type, Scope)>>);

impl Scope {
    pub(super) fn with(&self, ty: &Type) -> Scope {
        Scope(Some(Arc::new((ty.clone(), self.clone()))))
    }

    pub(super) fn variables(&self, wanted: &Type) -> Vec<usize> {
        let types = std::iter::successors(self.0.as_deref(), |(_, outer)| outer.0.as_deref()).map(|(ty, _)| ty);
        types.enumerate().filter(|(_, ty)| *ty == wanted).map(|(i, _)| i).collect()
    }
}

fn type_of(context: &Context<'_>, term: &Term) -> Option<Type> {
    match term {
        Term::Int(_) => Some(Type::Int),
        Term::Var(i) => context.types().nth(*i).cloned(),
        Term::Plus(..) => Some(Type::Int),
        Term::Lambda(from, body) => {
            let to = type_of(&context.with(from), body)?;
            Some(Type::Fun(Box::new(from.clone()), Box::new(to)))
        }
        Term::Apply(function, _) => match type_of(context, function)? {
            Type::Fun(_, to) => Some(*to),
            Type::Int => None,
        },
    }
}

/// A type, and a closed term of it.
#[generator]
fn closed_terms() -> Term {
    let ty = draw(types(TYPE_DEPTH).at(|term| type_of(&EMPTY, term)));
    draw(terms(&EMPTY, &ty, DEPTH))
}

#[generator]
fn types(depth: u32) -> Type {
    let deeper = if depth > 0 { 1 } else { 0 };
    pick([
        (2, "int", Type::Int),
        (deeper, "function", {
            let from = draw(types(depth - 1));
            let to = draw(types(depth - 1));
            Type::Fun(Box::new(from), Box::new(to))
        }),
    ])
}

#[generator]
fn terms(context: &Context<'_>, wanted: &Type, depth: u32) -> Term {
    let deeper = if depth > 0 { 1 } else { 0 };
    let known = 2 * context.variables(wanted).count();
    match wanted {
        Type::Int => pick([
            (1, "int", Term::Int(draw(0..=3))),
            (known, "variable", pick_from(context.variables(wanted).map(Term::Var))),
            (2 * deeper, "plus", {
                let left = draw(terms(context, &Type::Int, depth - 1));
                let right = draw(terms(context, &Type::Int, depth - 1));
                Term::Plus(Box::new(left), Box::new(right))
            }),
            (2 * deeper, "apply", draw(applications(context, wanted, depth - 1))),
        ]),
        Type::Fun(from, to) => pick([
            (1 + 3 * deeper, "lambda", {
                let inner = context.with(from);
                let body = draw(terms(&inner, to, depth.saturating_sub(1)));
                Term::Lambda((**from).clone(), Box::new(body))
            }),
            (known, "variable", pick_from(context.variables(wanted).map(Term::Var))),
            (deeper, "apply", draw(applications(context, wanted, depth - 1))),
        ]),
    }
}

#[generator]
fn applications(context: &Context<'_>, wanted: &Type, depth: u32) -> Term {
    let from = draw(types(1).at(|term| match term {
        Term::Apply(_, argument) => type_of(context, argument),
        _ => None,
    }));
    let function_type = Type::Fun(Box::new(from.clone()), Box::new(wanted.clone()));
    let function = draw(terms(context, &function_type, depth));
    let argument = draw(terms(context, &from, depth));
    Term::Apply(Box::new(function), Box::new(argument))
}

fn type_directly(source: &mut impl Source, depth: u32) -> Type {
    if depth == 0 || source.below(3) < 2 {
        return Type::Int;
    }
    let from = type_directly(source, depth - 1);
    let to = type_directly(source, depth - 1);
    Type::Fun(Box::new(from), Box::new(to))
}

fn term_directly(source: &mut impl Source, context: &Context<'_>, wanted: &Type, depth: u32) -> Term {
    let deeper = if depth > 0 { 1 } else { 0 };
    let count = context.variables(wanted).count() as u64;
    match wanted {
        Type::Int => {
            let choice = source.below(1 + 2 * count + 4 * deeper);
            if choice < 1 {
                Term::Int(source.below(4) as i32)
            } else if choice < 1 + 2 * count {
                variable_directly(source, context, wanted, count)
            } else if choice < 3 + 2 * count {
                let left = term_directly(source, context, &Type::Int, depth - 1);
                let right = term_directly(source, context, &Type::Int, depth - 1);
                Term::Plus(Box::new(left), Box::new(right))
            } else {
                application_directly(source, context, wanted, depth - 1)
            }
        }
        Type::Fun(from, to) => {
            let choice = source.below(1 + 4 * deeper + 2 * count);
            if choice < 1 + 3 * deeper {
                let body = term_directly(source, &context.with(from), to, depth.saturating_sub(1));
                Term::Lambda((**from).clone(), Box::new(body))
            } else if choice < 1 + 3 * deeper + 2 * count {
                variable_directly(source, context, wanted, count)
            } else {
                application_directly(source, context, wanted, depth - 1)
            }
        }
    }
}

fn variable_directly(source: &mut impl Source, context: &Context<'_>, wanted: &Type, count: u64) -> Term {
    let nth = source.below(count) as usize;
    Term::Var(context.variables(wanted).nth(nth).unwrap_or(0))
}

fn application_directly(source: &mut impl Source, context: &Context<'_>, wanted: &Type, depth: u32) -> Term {
    let from = type_directly(source, 1);
    let function_type = Type::Fun(Box::new(from.clone()), Box::new(wanted.clone()));
    let function = term_directly(source, context, &function_type, depth);
    let argument = term_directly(source, context, &from, depth);
    Term::Apply(Box::new(function), Box::new(argument))
}

impl Workload for Terms {
    const NAME: &'static str = "W6";
    type Value = Term;

    fn direct(source: &mut impl Source) -> Term {
        let ty = type_directly(source, TYPE_DEPTH);
        term_directly(source, &EMPTY, &ty, DEPTH)
    }

    fn generator() -> impl Reflective<Value = Term> {
        closed_terms()
    }

    /// Constructors of terms.
    fn size(term: &Term) -> usize {
        match term {
            Term::Int(_) | Term::Var(_) => 1,
            Term::Lambda(_, body) => 1 + Self::size(body),
            Term::Plus(left, right) | Term::Apply(left, right) => 1 + Self::size(left) + Self::size(right),
        }
    }
}
