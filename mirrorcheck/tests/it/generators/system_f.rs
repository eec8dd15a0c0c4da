//! System F, in two styles. With types written in the terms, inference is a function and all laws hold. Without them
//! inference is a search, which may not come to an end: it is given up after a while, and that is neither a hang nor
//! a "no" (004 §4.4.3).

use std::sync::OnceLock;

use mirrorcheck::OutOfFuel;
use mirrorcheck::choices::Outcome;
use mirrorcheck::prelude::*;

use crate::laws;

/// Variables of both kinds count the binders between them and their own.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Type {
    Int,
    Var(usize),
    Fun(Box<Type>, Box<Type>),
    All(Box<Type>),
}

impl Type {
    /// The same type below `by` more quantifiers, `from` of its own left out.
    fn shifted(&self, by: usize, from: usize) -> Type {
        match self {
            Type::Int => Type::Int,
            Type::Var(i) => Type::Var(if *i < from { *i } else { i + by }),
            Type::Fun(a, b) => fun(a.shifted(by, from), b.shifted(by, from)),
            Type::All(body) => all(body.shifted(by, from + 1)),
        }
    }

    /// The body of a quantifier with a type for its variable, which is number `at`.
    fn with(&self, ty: &Type, at: usize) -> Type {
        match self {
            Type::Int => Type::Int,
            Type::Var(i) if *i == at => ty.shifted(at, 0),
            Type::Var(i) => Type::Var(if *i < at { *i } else { i - 1 }),
            Type::Fun(a, b) => fun(a.with(ty, at), b.with(ty, at)),
            Type::All(body) => all(body.with(ty, at + 1)),
        }
    }

    /// All bodies of quantifiers that give this type with `ty` for their variable.
    fn abstractions(&self, ty: &Type, at: usize) -> Vec<Type> {
        let mut all_of_them: Vec<Type> = match self {
            Type::Int => vec![Type::Int],
            Type::Var(i) => vec![Type::Var(if *i < at { *i } else { i + 1 })],
            Type::Fun(a, b) => {
                let (left, right) = (a.abstractions(ty, at), b.abstractions(ty, at));
                left.iter().flat_map(|a| right.iter().map(|b| fun(a.clone(), b.clone()))).collect()
            }
            Type::All(body) => body.abstractions(ty, at + 1).into_iter().map(all).collect(),
        };
        if *self == ty.shifted(at, 0) {
            all_of_them.push(Type::Var(at));
        }
        all_of_them
    }
}

fn fun(from: Type, to: Type) -> Type {
    Type::Fun(Box::new(from), Box::new(to))
}

fn all(body: Type) -> Type {
    Type::All(Box::new(body))
}

/// Types with `open` variables.
#[generator]
fn types(open: usize, depth: u32) -> Type {
    pick([
        (2, "int", Type::Int),
        (2 * open, "var", Type::Var(draw(0..open))),
        (2 * depth.min(1), "fun", {
            let from = draw(types(open, depth - 1));
            let to = draw(types(open, depth - 1));
            Type::Fun(Box::new(from), Box::new(to))
        }),
        (depth.min(1), "all", {
            let from = draw(types(open + 1, depth - 1));
            let to = draw(types(open + 1, depth - 1));
            Type::All(Box::new(Type::Fun(Box::new(from), Box::new(to))))
        }),
    ])
}

/// Types in which every variable has been quantified already.
fn scope_below(scope: &[Type]) -> Vec<Type> {
    scope.iter().map(|ty| ty.shifted(1, 0)).collect()
}

mod with_types {
    use super::*;

    #[derive(Debug, Clone, PartialEq)]
    enum Term {
        Lit(u8),
        Var(usize),
        Lam(Type, Box<Term>),
        App(Box<Term>, Box<Term>),
        /// Λ
        Poly(Box<Term>),
        /// A term at a type.
        Inst(Box<Term>, Type),
    }

    #[generator]
    fn closed(depth: u32) -> Term {
        let ty = draw(types(0, 2).at(|term| type_of(&[], term)));
        draw(typed(&[], 0, ty, depth))
    }

    #[generator]
    fn typed(scope: &[Type], open: usize, ty: Type, depth: u32) -> Term {
        let variables: Vec<usize> = (0..scope.len()).filter(|&i| scope[scope.len() - 1 - i] == ty).collect();
        pick([
            (2 * u32::from(ty == Type::Int), "lit", Term::Lit(draw(0..=1))),
            (4 * variables.len(), "var", Term::Var(draw(element_of(&variables)))),
            (4 * u32::from(matches!(ty, Type::Fun(..))), "lam", {
                let (from, to) = match ty.clone() {
                    Type::Fun(from, to) => (*from, *to),
                    _ => unreachable!("its weight is 0"),
                };
                let body = draw(typed(&[scope, &[from.clone()]].concat(), open, to, depth));
                Term::Lam(from, Box::new(body))
            }),
            (4 * u32::from(matches!(ty, Type::All(_))), "poly", {
                let body = match ty.clone() {
                    Type::All(body) => *body,
                    _ => unreachable!("its weight is 0"),
                };
                Term::Poly(Box::new(draw(typed(&scope_below(scope), open + 1, body, depth))))
            }),
            (depth.min(1), "app", {
                let from = draw(types(open, 1).at(|term| match term {
                    Term::App(_, argument) => type_of(scope, argument),
                    _ => None,
                }));
                let function = draw(typed(scope, open, fun(from.clone(), ty), depth - 1));
                let argument = draw(typed(scope, open, from, depth - 1));
                Term::App(Box::new(function), Box::new(argument))
            }),
            (depth.min(1), "inst", {
                let at = draw(types(open, 1));
                let bodies = ty.abstractions(&at, 0);
                let body = draw(element_of(&bodies).at(|term| match term {
                    Term::Inst(poly, _) => match type_of(scope, poly)? {
                        Type::All(body) => Some(*body),
                        _ => None,
                    },
                    _ => None,
                }));
                let poly = draw(typed(scope, open, all(body), depth - 1));
                Term::Inst(Box::new(poly), at)
            }),
        ])
    }

    fn type_of(scope: &[Type], term: &Term) -> Option<Type> {
        match term {
            Term::Lit(_) => Some(Type::Int),
            Term::Var(i) => scope.iter().rev().nth(*i).cloned(),
            Term::Lam(from, body) => {
                Some(fun(from.clone(), type_of(&[scope, std::slice::from_ref(from)].concat(), body)?))
            }
            Term::App(function, argument) => match type_of(scope, function)? {
                Type::Fun(from, to) if type_of(scope, argument)? == *from => Some(*to),
                _ => None,
            },
            Term::Poly(body) => type_of(&scope_below(scope), body).map(all),
            Term::Inst(poly, at) => match type_of(scope, poly)? {
                Type::All(body) => Some(body.with(at, 0)),
                _ => None,
            },
        }
    }

    fn lam(from: Type, body: Term) -> Term {
        Term::Lam(from, Box::new(body))
    }

    fn identity() -> Term {
        Term::Poly(Box::new(lam(Type::Var(0), Term::Var(0))))
    }

    fn inst(poly: Term, at: Type) -> Term {
        Term::Inst(Box::new(poly), at)
    }

    fn app(function: Term, argument: Term) -> Term {
        Term::App(Box::new(function), Box::new(argument))
    }

    #[test]
    fn laws_hold() {
        laws::check(closed(2));
    }

    #[test]
    fn what_is_made_has_a_type() {
        let mut polymorphic = 0;
        for term in closed(3).samples(1).take(1_000) {
            let ty = type_of(&[], &term).unwrap_or_else(|| panic!("{term:?} has no type"));
            polymorphic += usize::from(matches!(ty, Type::All(_)));
        }
        assert!(polymorphic > 50, "{polymorphic}");
    }

    #[test]
    fn terms_from_outside_reflect() {
        let choices = closed(3).reflect(&identity()).next().unwrap();
        assert_eq!(choices.labels(), ["all", "var", "0", "var", "0", "poly", "lam", "var"]);
        // The identity, at Int, of 1.
        let applied = app(inst(identity(), Type::Int), Term::Lit(1));
        assert_eq!(type_of(&[], &applied), Some(Type::Int));
        assert_eq!(closed(3).replay(&closed(3).reflect(&applied).next().unwrap()), Ok(applied));
        // λx:∀a.a→a. x [Int→Int] (x [Int]), which no simple type fits.
        let int_to_int = fun(Type::Int, Type::Int);
        let poly = all(fun(Type::Var(0), Type::Var(0)));
        let own = lam(poly, app(inst(Term::Var(0), int_to_int), inst(Term::Var(0), Type::Int)));
        assert!(type_of(&[], &own).is_some());
        assert!(closed(3).contains(&own), "{}", closed(3).why_not(&own).unwrap());
    }

    #[test]
    fn terms_without_a_type_are_out_of_range() {
        let not_polymorphic = inst(lam(Type::Int, Term::Var(0)), Type::Int);
        let at_the_wrong_type = app(inst(identity(), fun(Type::Int, Type::Int)), Term::Lit(1));
        let escaping = lam(Type::Int, Term::Poly(Box::new(Term::Var(1))));
        for term in [not_polymorphic, at_the_wrong_type, escaping] {
            laws::is_refused(&closed(3), &term);
            let why = closed(3).why_not(&term).unwrap().to_string();
            assert!(why.contains("`.at` found nothing"), "{why}");
        }
    }
}

mod without_types {
    use super::*;

    #[derive(Debug, Clone, PartialEq)]
    enum Term {
        Lit(u8),
        Var(usize),
        Lam(Box<Term>),
        App(Box<Term>, Box<Term>),
    }

    /// How many rules inference may try.
    const FUEL: u32 = 20_000;

    /// Terms that have some type out of a few; which, the term does not say.
    #[generator]
    fn closed(depth: u32) -> Term {
        let ty = draw(types(0, 2).try_at(infer));
        draw(typed(&[], 0, ty, depth))
    }

    #[generator]
    fn typed(scope: &[Type], open: usize, ty: Type, depth: u32) -> Term {
        if let Type::All(body) = ty {
            return draw(typed(&scope_below(scope), open + 1, *body, depth));
        }
        let variables: Vec<usize> = (0..scope.len()).filter(|&i| fits(&scope[scope.len() - 1 - i], &ty)).collect();
        pick([
            (2 * u32::from(ty == Type::Int), "lit", Term::Lit(draw(0..=1))),
            (4 * variables.len(), "var", Term::Var(draw(element_of(&variables)))),
            (4 * u32::from(matches!(ty, Type::Fun(..))), "lam", {
                let (from, to) = match ty {
                    Type::Fun(from, to) => (*from, *to),
                    _ => unreachable!("its weight is 0"),
                };
                Term::Lam(Box::new(draw(typed(&[scope, &[from]].concat(), open, to, depth))))
            }),
            (depth.min(1), "app", {
                let from = draw(types(open, 1).try_at(|term| match term {
                    Term::App(function, argument) => argument_type(scope, open, function, argument, &ty, &mut { FUEL }),
                    _ => Ok(None),
                }));
                let function = draw(typed(scope, open, fun(from.clone(), ty), depth - 1));
                let argument = draw(typed(scope, open, from, depth - 1));
                Term::App(Box::new(function), Box::new(argument))
            }),
        ])
    }

    /// Whether some instance of a variable's type is this one.
    fn fits(scheme: &Type, ty: &Type) -> bool {
        let (mut body, mut quantified) = (scheme, 0);
        while let Type::All(inner) = body {
            (body, quantified) = (inner, quantified + 1);
        }
        matches(body, ty, quantified, 0, &mut vec![None; quantified])
    }

    /// Whether `ty` is `body` with types for its outermost variables, `inner` quantifiers further in.
    fn matches(body: &Type, ty: &Type, quantified: usize, inner: usize, found: &mut [Option<Type>]) -> bool {
        match (body, ty) {
            (Type::Var(i), _) if (inner..inner + quantified).contains(i) => match &found[i - inner] {
                Some(seen) => seen.shifted(inner, 0) == *ty,
                None if (0..inner).any(|bound| mentions(ty, bound)) => false,
                None => {
                    found[i - inner] = Some((0..inner).fold(ty.clone(), |ty, _| ty.with(&Type::Int, 0)));
                    true
                }
            },
            (Type::Var(i), Type::Var(j)) => {
                if *i < inner {
                    i == j
                } else {
                    i - quantified == *j
                }
            }
            (Type::Int, Type::Int) => true,
            (Type::Fun(a, b), Type::Fun(c, d)) => {
                matches(a, c, quantified, inner, found) && matches(b, d, quantified, inner, found)
            }
            (Type::All(a), Type::All(b)) => matches(a, b, quantified, inner + 1, found),
            _ => false,
        }
    }

    fn mentions(ty: &Type, variable: usize) -> bool {
        match ty {
            Type::Int => false,
            Type::Var(i) => *i == variable,
            Type::Fun(a, b) => mentions(a, variable) || mentions(b, variable),
            Type::All(body) => mentions(body, variable + 1),
        }
    }

    /// The first type that a term has, if the search for it comes to an end.
    fn infer(term: &Term) -> Result<Option<Type>, OutOfFuel> {
        static CLOSED: OnceLock<Vec<Type>> = OnceLock::new();
        let mut fuel = FUEL;
        for ty in CLOSED.get_or_init(|| types(0, 2).all_values().collect()) {
            if checks(&[], 0, term, ty, &mut fuel)? {
                return Ok(Some(ty.clone()));
            }
        }
        Ok(None)
    }

    fn checks(scope: &[Type], open: usize, term: &Term, ty: &Type, fuel: &mut u32) -> Result<bool, OutOfFuel> {
        *fuel = fuel.checked_sub(1).ok_or(OutOfFuel)?;
        Ok(match (ty, term) {
            (Type::All(body), _) => checks(&scope_below(scope), open + 1, term, body, fuel)?,
            (Type::Int, Term::Lit(_)) => true,
            (_, Term::Var(i)) => scope.iter().rev().nth(*i).is_some_and(|scheme| fits(scheme, ty)),
            (Type::Fun(from, to), Term::Lam(body)) => {
                checks(&[scope, &[(**from).clone()]].concat(), open, body, to, fuel)?
            }
            (_, Term::App(function, argument)) => argument_type(scope, open, function, argument, ty, fuel)?.is_some(),
            _ => false,
        })
    }

    fn argument_type(
        scope: &[Type],
        open: usize,
        function: &Term,
        argument: &Term,
        ty: &Type,
        fuel: &mut u32,
    ) -> Result<Option<Type>, OutOfFuel> {
        static OPEN: OnceLock<Vec<Vec<Type>>> = OnceLock::new();
        let candidates = OPEN.get_or_init(|| (0..4).map(|open| types(open, 1).all_values().collect()).collect());
        for from in &candidates[open] {
            let found = checks(scope, open, function, &fun(from.clone(), ty.clone()), fuel)?
                && checks(scope, open, argument, from, fuel)?;
            if found {
                return Ok(Some(from.clone()));
            }
        }
        Ok(None)
    }

    fn lam(body: Term) -> Term {
        Term::Lam(Box::new(body))
    }

    fn app(function: Term, argument: Term) -> Term {
        Term::App(Box::new(function), Box::new(argument))
    }

    /// Applied to itself it is never done, and it has no type.
    fn omega() -> Term {
        let own = || lam(app(Term::Var(0), Term::Var(0)));
        app(own(), own())
    }

    #[test]
    fn laws_hold_modulo_time_outs() {
        laws::check_but_probability(closed(1));
    }

    #[test]
    fn what_is_made_has_a_type_or_takes_too_long() {
        let (mut told, mut given_up) = (0, 0);
        for term in closed(3).samples(1).take(300) {
            match closed(3).try_contains(&term) {
                Ok(contained) => {
                    assert!(contained, "{term:?} is made and said not to be in range");
                    told += 1;
                }
                Err(OutOfFuel) => given_up += 1,
            }
        }
        assert!(told > 200, "{told} were told, {given_up} given up");
    }

    #[test]
    fn terms_from_outside_reflect() {
        // λx. x has many types, the first of which is Int → Int.
        let choices = closed(2).reflect(&lam(Term::Var(0))).next().unwrap();
        assert_eq!(choices.labels(), ["fun", "int", "int", "lam", "var"]);
        // λx. x x has none without quantifiers.
        let own = lam(app(Term::Var(0), Term::Var(0)));
        let choices = closed(2).reflect(&own).next().unwrap();
        assert!(choices.labels().contains(&"all".to_owned()), "{choices}");
        assert_eq!(closed(2).replay(&choices), Ok(own));
    }

    #[test]
    fn a_no_is_a_no() {
        for term in [Term::Var(0), app(Term::Lit(0), Term::Lit(1)), lam(lam(Term::Var(2)))] {
            laws::is_refused(&closed(2), &term);
        }
        let why = closed(2).why_not(&Term::Var(0)).unwrap().to_string();
        assert!(why.contains("`.at` found nothing"), "{why}");
    }

    #[test]
    fn a_time_out_is_an_error_and_not_a_no() {
        let (generator, omega) = (closed(3), omega());
        assert_eq!(infer(&omega), Err(OutOfFuel));
        assert_eq!(generator.try_contains(&omega), Err(OutOfFuel));
        assert_eq!(generator.reflect_first(&omega), Err(OutOfFuel));
        assert_eq!(generator.likelihood(&omega), Err(OutOfFuel));
        assert!(generator.probability(&omega).is_nan());
        let mut ways = generator.reflect(&omega);
        assert_eq!(ways.outcome(), Outcome::OutOfFuel);
        assert_eq!(ways.next(), None);
        let why = generator.why_not(&omega).unwrap().to_string();
        assert!(why.contains("exceeded its budget"), "{why}");
        // Also where it is met inside of a term.
        assert_eq!(generator.try_contains(&lam(omega)), Err(OutOfFuel));
    }

    #[test]
    #[should_panic(expected = "exceeded its budget")]
    fn a_plain_question_without_an_answer_panics() {
        closed(3).contains(&omega());
    }
}
