//! Well-typed terms out of any source of random numbers: what people write who test this calculus, in plain Rust. A type
//! is chosen first, and then a term of it, so that all terms are well typed.

use super::calculus::{Term, Type};

/// How deep terms and types are at most: of the whole, and of an argument.
pub(super) const DEPTH: u32 = 5;
pub(super) const TYPE_DEPTH: u32 = 2;
pub(super) const ARGUMENT_DEPTH: u32 = 1;

/// The types of the variables, innermost first: a list on the stack.
#[derive(Clone, Copy, Hash)]
pub(super) struct Context<'a> {
    innermost: Option<(&'a Type, &'a Context<'a>)>,
}

pub(super) const EMPTY: Context<'static> = Context { innermost: None };

impl<'a> Context<'a> {
    pub(super) fn with(&'a self, ty: &'a Type) -> Context<'a> {
        Context { innermost: Some((ty, self)) }
    }

    pub(super) fn types(&self) -> impl Iterator<Item = &'a Type> + Clone {
        let next = |inner: &(&'a Type, &'a Context<'a>)| inner.1.innermost;
        std::iter::successors(self.innermost, next).map(|(ty, _)| ty)
    }

    /// The variables of this type.
    pub(super) fn variables(&self, wanted: &'a Type) -> impl Iterator<Item = i32> + Clone {
        (0..).zip(self.types()).filter(move |(_, ty)| *ty == wanted).map(|(index, _)| index)
    }
}

/// How often each kind of term is chosen, where so many variables fit.
pub(super) struct Weights {
    pub(super) literal: u32,
    pub(super) abstraction: u32,
    pub(super) variable: u32,
    pub(super) application: u32,
}

impl Weights {
    pub(super) fn of(wanted: &Type, variables: usize, depth: u32) -> Weights {
        let (is_bool, deeper) = (u32::from(*wanted == Type::Bool), u32::from(depth > 0));
        Weights {
            literal: is_bool,
            abstraction: (1 - is_bool) * (1 + 3 * deeper),
            variable: 2 * variables as u32,
            application: (2 + 2 * is_bool) * deeper,
        }
    }
}

/// Who chooses: a number below another. `None` if there is nothing left to choose with.
pub(super) trait Source {
    fn below(&mut self, end: u32) -> Option<u32>;
}

pub(super) fn closed_term(source: &mut impl Source) -> Option<Term> {
    let wanted = type_of_depth(source, TYPE_DEPTH)?;
    term(source, &EMPTY, &wanted, DEPTH)
}

fn type_of_depth(source: &mut impl Source, depth: u32) -> Option<Type> {
    if depth == 0 || source.below(2)? == 0 {
        return Some(Type::Bool);
    }
    let from = type_of_depth(source, depth - 1)?;
    Some(Type::fun(from, type_of_depth(source, depth - 1)?))
}

fn term(source: &mut impl Source, context: &Context<'_>, wanted: &Type, depth: u32) -> Option<Term> {
    let variables = context.variables(wanted);
    let count = variables.clone().count();
    let weights = Weights::of(wanted, count, depth);
    let mut chosen = source.below(weights.literal + weights.abstraction + weights.variable + weights.application)?;
    // The simplest comes first, because a source that has come to its end says zero.
    let mut is = |weight: u32| match chosen.checked_sub(weight) {
        Some(left) => {
            chosen = left;
            false
        }
        None => true,
    };
    if is(weights.literal + weights.abstraction) {
        return match wanted {
            Type::Bool => Some(Term::Bool(source.below(2)? == 1)),
            Type::Fun(from, to) => {
                let body = term(source, &context.with(from), to, depth.saturating_sub(1))?;
                Some(Term::abs(from.as_ref().clone(), body))
            }
        };
    }
    if is(weights.variable) {
        let nth = source.below(count as u32)? as usize;
        return variables.clone().nth(nth).map(Term::Var);
    }
    let from = type_of_depth(source, ARGUMENT_DEPTH)?;
    let function = term(source, context, &Type::fun(from.clone(), wanted.clone()), depth - 1)?;
    Some(Term::app(function, term(source, context, &from, depth - 1)?))
}
