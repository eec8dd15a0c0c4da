//! Simply typed lambda terms: pick a type, then a term of that type. Backward, the type is found by inference.

use mirrorcheck::Partial;
use mirrorcheck::choices::Overlap;
use mirrorcheck::prelude::*;

use crate::laws;

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
    Ann(Type, Box<Term>),
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
        (2 * u32::from(ty == Type::Int), "lit", Term::Lit(draw(-2..=2))),
        (2 * variables.len(), "var", Term::Var(draw(element_of(&variables)))),
        (depth.min(1) * u32::from(ty == Type::Int), "plus", {
            let left = draw(typed(scope, Type::Int, depth - 1));
            let right = draw(typed(scope, Type::Int, depth - 1));
            Term::Plus(Box::new(left), Box::new(right))
        }),
        (3 * u32::from(ty != Type::Int), "lam", {
            let (from, to) = match ty.clone() {
                Type::Fun(from, to) => (*from, *to),
                Type::Int => unreachable!("its weight is 0"),
            };
            let inner = [scope, &[from.clone()]].concat();
            let body = draw(typed(&inner, to, depth.saturating_sub(1)));
            Term::Lam(from, Box::new(body))
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
        (depth.min(1), "ann", {
            let inner = draw(typed(scope, ty.clone(), depth - 1));
            Term::Ann(ty, Box::new(inner))
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
        Term::Ann(ty, inner) => type_of(scope, inner).filter(|inner| inner == ty),
    }
}

fn fun(from: Type, to: Type) -> Type {
    Type::Fun(Box::new(from), Box::new(to))
}

fn lam(from: Type, body: Term) -> Term {
    Term::Lam(from, Box::new(body))
}

fn app(function: Term, argument: Term) -> Term {
    Term::App(Box::new(function), Box::new(argument))
}

fn plus(left: Term, right: Term) -> Term {
    Term::Plus(Box::new(left), Box::new(right))
}

#[test]
fn laws_hold_of_types() {
    laws::check(types(3));
}

#[test]
fn laws_hold_of_closed_terms() {
    laws::check(closed(4));
    assert_eq!(closed(4).validate().overlap, Overlap::One);
}

#[test]
fn laws_hold_where_the_depth_is_that_of_the_size() {
    laws::check(sized(|size| closed(size / 25)));
}

#[test]
fn laws_hold_in_a_scope() {
    let scope = [Type::Int, fun(Type::Int, Type::Int), Type::Int];
    laws::check(typed(&scope, Type::Int, 3));
}

#[test]
fn what_is_made_has_its_type() {
    let mut kinds = [0; 2];
    for term in closed(4).samples(1).take(1_000) {
        let ty = type_of(&mut Vec::new(), &term);
        assert!(ty.is_some(), "{term:?}");
        kinds[usize::from(ty != Some(Type::Int))] += 1;
    }
    assert!(kinds.iter().all(|&count| count > 100), "{kinds:?}");
    let ty = fun(fun(Type::Int, Type::Int), Type::Int);
    for term in typed(&[], ty.clone(), 4).samples(1).take(500) {
        assert_eq!(type_of(&mut Vec::new(), &term).as_ref(), Some(&ty), "{term:?}");
    }
}

#[test]
fn terms_from_outside_reflect() {
    let twice = lam(fun(Type::Int, Type::Int), lam(Type::Int, app(Term::Var(1), app(Term::Var(1), Term::Var(0)))));
    // `closed` draws types of depth 2, and the type of `twice` is as deep as that.
    assert!(closed(4).contains(&twice));
    let applied = app(lam(Type::Int, plus(Term::Var(0), Term::Lit(1))), Term::Lit(2));
    let choices = closed(4).reflect(&applied).next().unwrap();
    assert_eq!(choices.labels(), ["int", "app", "int", "lam", "plus", "var", "lit", "1", "lit", "2"]);
    // The type comes first, though the term does not begin with it.
    let choices = closed(4).reflect(&lam(Type::Int, Term::Var(0))).next().unwrap();
    assert_eq!(choices.labels(), ["fun", "int", "int", "lam", "var"]);
}

#[test]
fn ill_typed_terms_are_out_of_range() {
    let applied_literal = app(Term::Lit(1), Term::Lit(2));
    let free = lam(Type::Int, Term::Var(1));
    let wrong_argument = app(lam(fun(Type::Int, Type::Int), Term::Lit(0)), Term::Lit(2));
    for term in [applied_literal, free, wrong_argument] {
        laws::is_refused(&closed(4), &term);
        let why = closed(4).why_not(&term).unwrap().to_string();
        assert!(why.contains("`.at` found nothing"), "{why}");
    }
    // Well typed and yet out of range: a literal that is too great, a type that is too deep.
    let why = closed(4).why_not(&plus(Term::Lit(1), Term::Lit(3))).unwrap().to_string();
    assert!(why.contains("3 is not in -2..=2"), "{why}");
    let deep = fun(fun(fun(Type::Int, Type::Int), Type::Int), Type::Int);
    laws::is_refused(&closed(4), &lam(deep, Term::Lit(0)));
}

#[test]
fn any_term_is_in_range_if_it_has_a_type() {
    /// Terms that may have no type, of a depth, with types of a depth that `closed` makes.
    #[generator]
    fn untyped(depth: u32) -> Term {
        pick([
            (1, "lit", Term::Lit(draw(-2..=2))),
            (1, "var", Term::Var(draw(0..=1usize))),
            (depth, "plus", Term::Plus(Box::new(draw(untyped(depth - 1))), Box::new(draw(untyped(depth - 1))))),
            (2 * depth, "lam", Term::Lam(Type::Int, Box::new(draw(untyped(depth - 1))))),
            (depth, "app", Term::App(Box::new(draw(untyped(depth - 1))), Box::new(draw(untyped(depth - 1))))),
        ])
    }
    laws::check_range(closed(4), untyped(2), |term| type_of(&mut Vec::new(), term).is_some());
}

/// 003's `optimisticTypeOf`: trusts annotations, so that it needs no more of a term than its outline.
fn optimistic_type_of(sketch: &Partial) -> Option<Type> {
    let ty = |partial: &Partial| partial.value::<Type>().cloned();
    if let Some(annotated) = sketch.field("Ann", "0") {
        return ty(annotated);
    }
    if let Some(function) = sketch.field("App", "0") {
        return match optimistic_type_of(function)? {
            Type::Fun(_, to) => Some(*to),
            Type::Int => None,
        };
    }
    if let (Some(from), Some(body)) = (sketch.field("Lam", "0"), sketch.field("Lam", "1")) {
        return Some(fun(ty(from)?, optimistic_type_of(body)?));
    }
    sketch.value::<Term>().and_then(|term| type_of(&mut Vec::new(), term))
}

/// Like `closed`, and knows how to look at a sketch.
#[generator]
fn sketched(depth: u32) -> Term {
    let ty = draw(types(2).at_sketch(|term| type_of(&mut Vec::new(), term), optimistic_type_of));
    draw(typed(&[], ty, depth))
}

#[test]
fn laws_hold_of_terms_that_can_be_sketched() {
    laws::check(sketched(3));
}

#[test]
fn a_sketch_with_annotations_is_completed() {
    let (int, arrow) = (Type::Int, fun(Type::Int, Type::Int));
    for seed in 0..50 {
        let sketch = sketch!(Term::App(Term::Ann(arrow.clone(), _), Term::Ann(int.clone(), _)));
        let term = sketched(4).complete(&sketch, seed).unwrap_or_else(|| panic!("not completed with seed {seed}"));
        assert_eq!(type_of(&mut Vec::new(), &term), Some(Type::Int), "{term:?}");
        assert!(sketched(4).contains(&term), "{term:?}");
        let Term::App(function, argument) = &term else { panic!("{term:?}") };
        assert!(matches!(&**function, Term::Ann(ty, _) if *ty == arrow), "{term:?}");
        assert!(matches!(&**argument, Term::Ann(ty, _) if *ty == int), "{term:?}");
        // What cannot have a type cannot be completed.
        let sketch = sketch!(Term::App(Term::Ann(int.clone(), _), Term::Ann(int.clone(), _)));
        assert_eq!(sketched(4).complete(&sketch, seed), None);
    }
}
