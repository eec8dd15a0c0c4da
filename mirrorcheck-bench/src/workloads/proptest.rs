//! Strategies of proptest. Those that depend on values drawn before are made when these are known.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::Union;

use super::Workload;
use super::json::{self, Documents, Json};
use super::lambda::{self, Scope, Term, Terms, Type};
use super::plain::{Lists, Numbers, Words};
use super::tree::{SearchTrees, Tree};

pub(crate) trait Proptest: Workload {
    fn strategy() -> impl Strategy<Value = Self::Value>;
}

impl Proptest for Numbers {
    fn strategy() -> impl Strategy<Value = u64> {
        0..1000u64
    }
}

impl Proptest for Lists {
    fn strategy() -> impl Strategy<Value = Vec<i32>> {
        vec(any::<i32>(), 0..100)
    }
}

impl Proptest for Words {
    fn strategy() -> impl Strategy<Value = String> {
        "[a-z]{0,49}"
    }
}

impl Proptest for SearchTrees {
    fn strategy() -> impl Strategy<Value = Tree> {
        tree(0, 100)
    }
}

fn tree(lo: i32, hi: i32) -> BoxedStrategy<Tree> {
    if lo > hi {
        return Just(Tree::Leaf).boxed();
    }
    let node = (lo..=hi)
        .prop_flat_map(move |key| (tree(lo, key - 1), Just(key), tree(key + 1, hi)))
        .prop_map(|(left, key, right)| Tree::Node(Box::new(left), key, Box::new(right)));
    prop_oneof![1 => Just(Tree::Leaf), 5 => node].boxed()
}

impl Proptest for Documents {
    fn strategy() -> impl Strategy<Value = Json> {
        document(json::DEPTH)
    }
}

fn document(depth: u32) -> BoxedStrategy<Json> {
    let word = || "[a-z]{0,8}";
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::Bool),
        (-1000..=1000i64).prop_map(Json::Num),
        word().prop_map(Json::Str),
    ];
    if depth == 0 {
        return leaf.boxed();
    }
    let inner = document(depth - 1);
    prop_oneof![
        4 => leaf,
        2 => vec(inner.clone(), 0..=4).prop_map(Json::Array),
        2 => vec((word(), inner), 0..=4).prop_map(Json::Object),
    ]
    .boxed()
}

impl Proptest for Terms {
    fn strategy() -> impl Strategy<Value = Term> {
        types(lambda::TYPE_DEPTH).prop_flat_map(|ty| term(Scope::default(), ty, lambda::DEPTH))
    }
}

fn types(depth: u32) -> BoxedStrategy<Type> {
    if depth == 0 {
        return Just(Type::Int).boxed();
    }
    let inner = types(depth - 1);
    let function = (inner.clone(), inner).prop_map(|(from, to)| Type::Fun(Box::new(from), Box::new(to)));
    prop_oneof![2 => Just(Type::Int), 1 => function].boxed()
}

fn term(scope: Scope, wanted: Type, depth: u32) -> BoxedStrategy<Term> {
    let mut alternatives = Vec::new();
    let variables = scope.variables(&wanted);
    if !variables.is_empty() {
        let weight = 2 * variables.len() as u32;
        alternatives.push((weight, proptest::sample::select(variables).prop_map(Term::Var).boxed()));
    }
    match wanted.clone() {
        Type::Int => {
            alternatives.push((1, (0..=3i32).prop_map(Term::Int).boxed()));
            if depth > 0 {
                alternatives.push((2, sum(scope.clone(), depth - 1)));
                alternatives.push((2, application(scope, wanted, depth - 1)));
            }
        }
        Type::Fun(from, to) => {
            alternatives.push((if depth > 0 { 4 } else { 1 }, lambda(&scope, *from, *to, depth.saturating_sub(1))));
            if depth > 0 {
                alternatives.push((1, application(scope, wanted, depth - 1)));
            }
        }
    }
    Union::new_weighted(alternatives).boxed()
}

/// What a term consists of is made only where it is chosen: there are exponentially many.
fn sum(scope: Scope, depth: u32) -> BoxedStrategy<Term> {
    Just(())
        .prop_flat_map(move |()| {
            let side = term(scope.clone(), Type::Int, depth);
            (side.clone(), side)
        })
        .prop_map(|(left, right)| Term::Plus(Box::new(left), Box::new(right)))
        .boxed()
}

fn lambda(scope: &Scope, from: Type, to: Type, depth: u32) -> BoxedStrategy<Term> {
    let inner = scope.with(&from);
    Just(())
        .prop_flat_map(move |()| term(inner.clone(), to.clone(), depth))
        .prop_map(move |body| Term::Lambda(from.clone(), Box::new(body)))
        .boxed()
}

fn application(scope: Scope, wanted: Type, depth: u32) -> BoxedStrategy<Term> {
    types(1)
        .prop_flat_map(move |from| {
            let function_type = Type::Fun(Box::new(from.clone()), Box::new(wanted.clone()));
            (term(scope.clone(), function_type, depth), term(scope.clone(), from, depth))
        })
        .prop_map(|(function, argument)| Term::Apply(Box::new(function), Box::new(argument)))
        .boxed()
}
