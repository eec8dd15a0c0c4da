//! Well-typed terms of Mirrorcheck.

use mirrorcheck::prelude::*;

use super::by_hand::{ARGUMENT_DEPTH, Context, DEPTH, EMPTY, TYPE_DEPTH, Weights};
use super::calculus::{Term, Type};
use crate::etna::frameworks::mirrorcheck::Mirrorcheck;

impl Mirrorcheck for Term {
    fn bespoke() -> impl Generator<Value = Term> {
        closed_terms()
    }

    fn derived() -> impl Generator<Value = Term> {
        any::<Term>()
    }
}

/// A type, and a closed term of it.
#[generator]
pub(super) fn closed_terms() -> Term {
    let wanted = draw(types(TYPE_DEPTH).at(|term| type_in(&EMPTY, term)));
    draw(terms(&EMPTY, &wanted, DEPTH))
}

#[generator]
fn types(depth: u32) -> Type {
    let deeper = u32::from(depth > 0);
    pick([
        (1, "bool", Type::Bool),
        (deeper, "function", {
            let from = draw(types(depth - 1));
            let to = draw(types(depth - 1));
            Type::Fun(Box::new(from), Box::new(to))
        }),
    ])
}

#[generator]
fn terms(context: &Context<'_>, wanted: &Type, depth: u32) -> Term {
    let weights = Weights::of(wanted, context.variables(wanted).count(), depth);
    match wanted {
        Type::Bool => pick([
            (weights.literal, "bool", Term::Bool(draw(any::<bool>()))),
            (weights.variable, "variable", pick_from(context.variables(wanted).map(Term::Var))),
            (weights.application, "apply", draw(applications(context, wanted, depth - 1))),
        ]),
        Type::Fun(from, to) => pick([
            (weights.abstraction, "lambda", {
                let inner = context.with(from);
                let body = draw(terms(&inner, to, depth.saturating_sub(1)));
                Term::Abs((**from).clone(), Box::new(body))
            }),
            (weights.variable, "variable", pick_from(context.variables(wanted).map(Term::Var))),
            (weights.application, "apply", draw(applications(context, wanted, depth - 1))),
        ]),
    }
}

#[generator]
fn applications(context: &Context<'_>, wanted: &Type, depth: u32) -> Term {
    let from = draw(types(ARGUMENT_DEPTH).at(|term| match term {
        Term::App(_, argument) => type_in(context, argument),
        _ => None,
    }));
    let function_type = Type::Fun(Box::new(from.clone()), Box::new(wanted.clone()));
    let function = draw(terms(context, &function_type, depth));
    let argument = draw(terms(context, &from, depth));
    Term::App(Box::new(function), Box::new(argument))
}

/// The type of a term that is known to have one.
fn type_in(context: &Context<'_>, term: &Term) -> Option<Type> {
    match term {
        Term::Bool(_) => Some(Type::Bool),
        Term::Var(index) => context.types().nth(usize::try_from(*index).ok()?).cloned(),
        Term::Abs(from, body) => Some(Type::fun(from.clone(), type_in(&context.with(from), body)?)),
        Term::App(function, _) => match type_in(context, function)? {
            Type::Fun(_, to) => Some(*to),
            Type::Bool => None,
        },
    }
}
