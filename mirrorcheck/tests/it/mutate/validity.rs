//! Every mutant is valid, by predicates that know nothing of generators.

use std::fmt::Debug;

use mirrorcheck::prelude::*;
use mirrorcheck::text::{many, separated};

use crate::search_tree::Tree;

/// How many mutants of each kind, and of how many values.
const MUTANTS: usize = if cfg!(debug_assertions) { 25_000 } else { 100_000 };
const VALUES: usize = MUTANTS / 100;

#[track_caller]
fn are_valid<G>(generator: G, is_valid: impl Fn(&G::Value) -> bool)
where
    G: Reflective + Clone,
    G::Value: PartialEq + Debug,
{
    let mut count = 0;
    for (seed, value) in generator.samples(3).take(VALUES).enumerate() {
        for mutant in generator.mutate(&value, seed as u64).take(MUTANTS / VALUES) {
            assert!(is_valid(&mutant), "{mutant:?}, a mutant of {value:?}, is not valid");
            assert_ne!(mutant, value);
            count += 1;
        }
    }
    assert_eq!(count, MUTANTS);
}

#[generator]
fn search_tree(lo: i32, hi: i32) -> Tree {
    let may_go_on = u32::from(lo <= hi);
    pick([
        (1, "leaf", Tree::Leaf),
        (2 * may_go_on, "node", {
            let key = draw(lo..=hi);
            let left = draw(search_tree(lo, key - 1));
            let right = draw(search_tree(key + 1, hi));
            Tree::Node(Box::new(left), key, Box::new(right))
        }),
    ])
}

/// The keys in order.
fn keys(tree: &Tree, into: &mut Vec<i32>) {
    if let Tree::Node(left, key, right) = tree {
        keys(left, into);
        into.push(*key);
        keys(right, into);
    }
}

#[test]
fn search_trees() {
    are_valid(search_tree(1, 50), |tree| {
        let mut all = Vec::new();
        keys(tree, &mut all);
        all.is_sorted_by(|a, b| a < b) && all.iter().all(|key| (1..=50).contains(key))
    });
}

#[derive(Debug, Clone, PartialEq)]
enum RedBlack {
    Leaf,
    Node { red: bool, left: Box<RedBlack>, key: i32, right: Box<RedBlack> },
}

#[generator]
fn red_black(lo: i32, hi: i32) -> RedBlack {
    let highest = (0..).take_while(|&height| least(height + 1) <= hi - lo + 1).count() as u32;
    let height = draw((0..=highest).at(|tree| height_on_the_left(tree)));
    draw(subtree(lo, hi, height, false))
}

#[generator]
fn subtree(lo: i32, hi: i32, height: u32, may_be_red: bool) -> RedBlack {
    pick([
        (u32::from(height == 0), "leaf", RedBlack::Leaf),
        (u32::from(may_be_red && hi - lo + 1 > 2 * least(height)), "red", {
            let key = draw(lo + least(height)..=hi - least(height));
            let left = draw(subtree(lo, key - 1, height, false));
            let right = draw(subtree(key + 1, hi, height, false));
            RedBlack::Node { red: true, left: Box::new(left), key, right: Box::new(right) }
        }),
        (2 * u32::from(height > 0), "black", {
            let key = draw(lo + least(height - 1)..=hi - least(height - 1));
            let left = draw(subtree(lo, key - 1, height - 1, true));
            let right = draw(subtree(key + 1, hi, height - 1, true));
            RedBlack::Node { red: false, left: Box::new(left), key, right: Box::new(right) }
        }),
    ])
}

/// How many keys a tree of a black height has at least.
fn least(height: u32) -> i32 {
    (1 << height) - 1
}

fn height_on_the_left(tree: &RedBlack) -> u32 {
    match tree {
        RedBlack::Leaf => 0,
        RedBlack::Node { red, left, .. } => height_on_the_left(left) + u32::from(!red),
    }
}

/// All paths to leaves: how many black nodes there are on each, and whether a red one follows a red one.
fn paths(tree: &RedBlack, below_red: bool, black: u32, found: &mut Vec<Option<u32>>) {
    match tree {
        RedBlack::Leaf => found.push(Some(black)),
        RedBlack::Node { red: true, .. } if below_red => found.push(None),
        RedBlack::Node { red, left, right, .. } => {
            paths(left, *red, black + u32::from(!red), found);
            paths(right, *red, black + u32::from(!red), found);
        }
    }
}

fn red_black_keys(tree: &RedBlack, into: &mut Vec<i32>) {
    if let RedBlack::Node { left, key, right, .. } = tree {
        red_black_keys(left, into);
        into.push(*key);
        red_black_keys(right, into);
    }
}

#[test]
fn red_black_trees() {
    are_valid(red_black(1, 15), |tree| {
        let (mut found, mut all) = (Vec::new(), Vec::new());
        // The root is black, as if there were a red node above it.
        paths(tree, true, 0, &mut found);
        red_black_keys(tree, &mut all);
        found[0].is_some() && found.iter().all(|path| *path == found[0]) && all.is_sorted_by(|a, b| a < b)
    });
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Type {
    Int,
    Fun(Box<Type>, Box<Type>),
}

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

#[generator]
fn closed(depth: u32) -> Term {
    let ty = draw(types(2).at(|term| type_of(&[], term)));
    draw(typed(&[], ty, depth))
}

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
                Term::App(_, argument) => type_of(scope, argument),
                _ => None,
            }));
            let function = draw(typed(scope, Type::Fun(Box::new(from.clone()), Box::new(ty)), depth - 1));
            let argument = draw(typed(scope, from, depth - 1));
            Term::App(Box::new(function), Box::new(argument))
        }),
    ])
}

fn type_of(scope: &[Type], term: &Term) -> Option<Type> {
    match term {
        Term::Lit(_) => Some(Type::Int),
        Term::Var(i) => scope.iter().rev().nth(*i).cloned(),
        Term::Plus(left, right) => {
            let are_numbers = type_of(scope, left)? == Type::Int && type_of(scope, right)? == Type::Int;
            are_numbers.then_some(Type::Int)
        }
        Term::Lam(from, body) => {
            let to = type_of(&[scope, std::slice::from_ref(from)].concat(), body)?;
            Some(Type::Fun(Box::new(from.clone()), Box::new(to)))
        }
        Term::App(function, argument) => match type_of(scope, function)? {
            Type::Fun(from, to) if type_of(scope, argument)? == *from => Some(*to),
            _ => None,
        },
    }
}

/// Whether evaluation never gets stuck, which well-typed terms do not: the predicate does not use their types.
fn evaluates(term: &Term) -> bool {
    value_of(&Vec::new(), term).is_some()
}

#[derive(Clone)]
enum Value {
    Number,
    Closure(Vec<Value>, Term),
}

fn value_of(scope: &[Value], term: &Term) -> Option<Value> {
    match term {
        Term::Lit(_) => Some(Value::Number),
        Term::Var(i) => scope.iter().rev().nth(*i).cloned(),
        Term::Plus(left, right) => match (value_of(scope, left)?, value_of(scope, right)?) {
            (Value::Number, Value::Number) => Some(Value::Number),
            _ => None,
        },
        Term::Lam(_, body) => Some(Value::Closure(scope.to_vec(), (**body).clone())),
        Term::App(function, argument) => match (value_of(scope, function)?, value_of(scope, argument)?) {
            (Value::Closure(inner, body), argument) => value_of(&[&inner[..], &[argument]].concat(), &body),
            (Value::Number, _) => None,
        },
    }
}

#[test]
fn well_typed_terms() {
    are_valid(closed(4), |term| type_of(&[], term).is_some() && evaluates(term));
}

#[generator]
fn json() -> String {
    let payload = draw(value());
    let hash = hash(&payload);
    format!("{{\"payload\":{payload},\"hash\":{hash}}}")
}

fn hash(payload: &str) -> String {
    payload.bytes().fold(5381u32, |hash, byte| hash.wrapping_mul(33) ^ u32::from(byte)).to_string()
}

#[generator]
fn value() -> String {
    pick([
        (2, "null", "null"),
        (2, "flag", {
            let flag = draw(any::<bool>());
            format!("{flag}")
        }),
        (2, "number", {
            let number = draw(-999..=999);
            format!("{number}")
        }),
        (2, "text", {
            let text = draw(many('a'..='z', 0..=5));
            format!("\"{text}\"")
        }),
        (2, "list", {
            let items = draw(separated(value(), ",", 0..=2));
            format!("[{items}]")
        }),
        (1, "object", {
            let pairs = draw(separated(pair(), ",", 0..=2));
            format!("{{{pairs}}}")
        }),
    ])
}

#[generator]
fn pair() -> String {
    let key = draw(many('a'..='c', 1..=2));
    let value = draw(value());
    format!("\"{key}\":{value}")
}

#[test]
fn json_with_its_hash() {
    are_valid(json(), |text| {
        let Ok(parsed) = serde_json::from_str::<serde_json::Value>(text) else { return false };
        let payload = text.strip_prefix("{\"payload\":").and_then(|rest| rest.rsplit_once(",\"hash\":"));
        parsed.is_object() && payload.is_some_and(|(payload, end)| end == hash(payload) + "}")
    });
}
