//! Well-typed terms: types are drawn, and terms of these types.

use mirrorcheck::prelude::*;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Type {
    Int,
    Fun(Box<Type>, Box<Type>),
}

/// Variables count the binders between them and their own.
#[derive(Debug, Clone, PartialEq)]
enum Term {
    Lit(i8),
    Var(usize),
    Plus(Box<Term>, Box<Term>),
    Lam(Type, Box<Term>),
    App(Box<Term>, Box<Term>),
}

#[generator]
fn types(depth: u32) -> Type {
    pick([
        (3, "int", Type::Int),
        (depth.min(1), "fun", {
            let from = draw(types(depth - 1));
            let to = draw(types(depth - 1));
            Type::Fun(Box::new(from), Box::new(to))
        }),
    ])
}

/// Closed terms of any type.
#[generator]
fn closed(depth: u32) -> Term {
    let ty = draw(types(2).at(|term| type_of(&mut Vec::new(), term)));
    draw(typed(&[], ty, depth))
}

/// Terms of a type, with variables of known types.
#[generator]
fn typed(scope: &[Type], ty: Type, depth: u32) -> Term {
    let variables: Vec<usize> = (0..scope.len()).filter(|&i| scope[scope.len() - 1 - i] == ty).collect();
    pick([
        (2 * u32::from(ty == Type::Int), "lit", Term::Lit(draw(-9..=9))),
        (2 * variables.len(), "var", Term::Var(draw(element_of(&variables)))),
        (3 * u32::from(ty != Type::Int), "lam", {
            let (from, to) = match ty.clone() {
                Type::Fun(from, to) => (*from, *to),
                Type::Int => unreachable!("its weight is 0"),
            };
            let inner = [scope, &[from.clone()]].concat();
            let body = draw(typed(&inner, to, depth.saturating_sub(1)));
            Term::Lam(from, Box::new(body))
        }),
        (depth.min(1) * u32::from(ty == Type::Int), "plus", {
            let left = draw(typed(scope, Type::Int, depth - 1));
            let right = draw(typed(scope, Type::Int, depth - 1));
            Term::Plus(Box::new(left), Box::new(right))
        }),
        (depth.min(1), "app", {
            let from = draw(types(1).at(|term| match term {
                Term::App(_, argument) => type_of(&mut scope.to_vec(), argument),
                _ => None,
            }));
            let function = draw(typed(scope, Type::Fun(Box::new(from.clone()), Box::new(ty)), depth - 1));
            let argument = draw(typed(scope, from, depth - 1));
            Term::App(Box::new(function), Box::new(argument))
        }),
    ])
}

/// Type inference, which knows nothing of generators.
fn type_of(scope: &mut Vec<Type>, term: &Term) -> Option<Type> {
    match term {
        Term::Lit(_) => Some(Type::Int),
        Term::Var(i) => scope.iter().rev().nth(*i).cloned(),
        Term::Plus(left, right) => {
            let both = type_of(scope, left) == Some(Type::Int) && type_of(scope, right) == Some(Type::Int);
            both.then_some(Type::Int)
        }
        Term::Lam(from, body) => {
            scope.push(from.clone());
            let to = type_of(scope, body);
            scope.pop();
            to.map(|to| Type::Fun(Box::new(from.clone()), Box::new(to)))
        }
        Term::App(function, argument) => match type_of(scope, function)? {
            Type::Fun(from, to) if type_of(scope, argument)? == *from => Some(*to),
            _ => None,
        },
    }
}

impl Term {
    fn any(&self, wanted: &dyn Fn(&Term) -> bool) -> bool {
        wanted(self)
            || match self {
                Term::Lit(_) | Term::Var(_) => false,
                Term::Lam(_, body) => body.any(wanted),
                Term::Plus(a, b) | Term::App(a, b) => a.any(wanted) || b.any(wanted),
            }
    }

    fn size(&self) -> usize {
        match self {
            Term::Lit(_) | Term::Var(_) => 1,
            Term::Lam(_, body) => 1 + body.size(),
            Term::Plus(a, b) | Term::App(a, b) => 1 + a.size() + b.size(),
        }
    }

    fn is_redex(&self) -> bool {
        matches!(self, Term::App(function, _) if matches!(**function, Term::Lam(..)))
    }

    fn uses_its_variable(&self) -> bool {
        matches!(self, Term::Lam(_, body) if body.has_free(0))
    }

    fn has_free(&self, variable: usize) -> bool {
        match self {
            Term::Lit(_) => false,
            Term::Var(i) => *i == variable,
            Term::Lam(_, body) => body.has_free(variable + 1),
            Term::Plus(a, b) | Term::App(a, b) => a.has_free(variable) || b.has_free(variable),
        }
    }
}

fn lam(body: Term) -> Term {
    Term::Lam(Type::Int, Box::new(body))
}

fn app(function: Term, argument: Term) -> Term {
    Term::App(Box::new(function), Box::new(argument))
}

fn plus(left: Term, right: Term) -> Term {
    Term::Plus(Box::new(left), Box::new(right))
}

minimal! {
    any_term: closed(5), |_| true => Term::Lit(0), 10;
    a_function: closed(5), |t| t.any(&|t| matches!(t, Term::Lam(..))) => lam(Term::Lit(0)), 10;
    a_redex: closed(5), |t| t.any(&Term::is_redex) => app(lam(Term::Lit(0)), Term::Lit(0)), 15;
    a_redex_with_its_variable: closed(5),
        |t| t.any(&|t| t.is_redex() && matches!(t, Term::App(f, _) if f.uses_its_variable())) =>
        app(lam(Term::Var(0)), Term::Lit(0)), 35;
    a_sum_in_an_argument: closed(5), |t| t.any(&|t| matches!(t, Term::App(_, b) if matches!(**b, Term::Plus(..)))) =>
        app(lam(Term::Lit(0)), plus(Term::Lit(0), Term::Lit(0))), 50;
    a_number: closed(5), |t| t.any(&|t| matches!(t, Term::Lit(n) if *n < -3)) => Term::Lit(-4), 40;
    a_sum_of_variables: closed(5), |t| t.any(&|t| {
        matches!(t, Term::Plus(a, b) if matches!((&**a, &**b), (Term::Var(_), Term::Var(_))))
    }) => lam(plus(Term::Var(0), Term::Var(0))), 45;
    a_variable: closed(5), |t| t.any(&|t| matches!(t, Term::Var(_))) => lam(Term::Var(0)), 35;
}

// The type is drawn before the term: what is taken out of a term of one type may be of another, and no edit changes
// both.
near! {
    a_variable_of_an_outer_function: closed(5), |t| t.any(&|t| {
        matches!(t, Term::Lam(_, body) if matches!(&**body, Term::Lam(_, inner) if inner.has_free(1)))
    }) => lam(lam(Term::Var(1))), |t| t.size() <= 8, 55;
}
