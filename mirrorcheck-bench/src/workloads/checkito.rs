//! Generators of checkito.

use checkito::boxed::Boxed;
use checkito::{FullGenerate, Generate, Weight, any, lazy, same, with};

use super::Workload;
use super::json::{self, Documents, Json};
use super::lambda::{self, Scope, Term, Terms, Type};
use super::plain::{Lists, Numbers, Words};
use super::tree::{SearchTrees, Tree};

pub(crate) trait Checkito: Workload {
    fn samples() -> impl Generate<Item = Self::Value>;
}

impl Checkito for Numbers {
    fn samples() -> impl Generate<Item = u64> {
        0..1000u64
    }
}

impl Checkito for Lists {
    fn samples() -> impl Generate<Item = Vec<i32>> {
        i32::generator().collect_with(..100usize)
    }
}

impl Checkito for Words {
    fn samples() -> impl Generate<Item = String> {
        Generate::collect_with('a'..='z', ..50usize)
    }
}

impl Checkito for SearchTrees {
    fn samples() -> impl Generate<Item = Tree> {
        tree(0, 100)
    }
}

fn tree(lo: i32, hi: i32) -> Boxed<Tree> {
    let leaf = with(|| Tree::Leaf);
    if lo > hi {
        return leaf.boxed();
    }
    let node = Generate::flat_map(lo..=hi, move |key| (tree(lo, key - 1), same(key), tree(key + 1, hi)))
        .map(|(left, key, right)| Tree::Node(Box::new(left), key, Box::new(right)));
    any((Weight::new(1.0, leaf), Weight::new(5.0, node))).unify().boxed()
}

impl Checkito for Documents {
    fn samples() -> impl Generate<Item = Json> {
        document(json::DEPTH)
    }
}

fn document(depth: u32) -> Boxed<Json> {
    let word = || Generate::collect_with::<_, String>('a'..='z', ..=8usize);
    let leaf = (
        with(|| Json::Null),
        bool::generator().map(Json::Bool),
        Generate::map(-1000..=1000i64, Json::Num),
        word().map(Json::Str),
    )
        .any()
        .unify::<Json>();
    if depth == 0 {
        return leaf.boxed();
    }
    let inner = || lazy(move || document(depth - 1));
    let array = inner().collect_with(..=4usize).map(Json::Array);
    let object = (word(), inner()).collect_with(..=4usize).map(Json::Object);
    any((Weight::new(4.0, leaf), Weight::new(2.0, array), Weight::new(2.0, object))).unify().boxed()
}

impl Checkito for Terms {
    fn samples() -> impl Generate<Item = Term> {
        types(lambda::TYPE_DEPTH).flat_map(|ty| term(&Scope::default(), ty, lambda::DEPTH))
    }
}

fn types(depth: u32) -> Boxed<Type> {
    let int = with(|| Type::Int);
    if depth == 0 {
        return int.boxed();
    }
    let function = (types(depth - 1), types(depth - 1)).map(|(from, to)| Type::Fun(Box::new(from), Box::new(to)));
    any((Weight::new(2.0, int), Weight::new(1.0, function))).unify().boxed()
}

fn term(scope: &Scope, wanted: Type, depth: u32) -> Boxed<Term> {
    let mut alternatives: Vec<Weight<Boxed<Term>>> = Vec::new();
    let variables = scope.variables(&wanted);
    if !variables.is_empty() {
        let weight = 2.0 * variables.len() as f64;
        let variable = any(variables.into_iter().map(same).collect::<Vec<_>>()).map(|i| Term::Var(i.unwrap_or(0)));
        alternatives.push(Weight::new(weight, variable.boxed()));
    }
    match &wanted {
        Type::Int => {
            alternatives.push(Weight::new(1.0, Generate::map(0..=3i32, Term::Int).boxed()));
            if depth > 0 {
                alternatives.push(Weight::new(2.0, sum(scope.clone(), depth - 1)));
                alternatives.push(Weight::new(2.0, application(scope.clone(), wanted, depth - 1)));
            }
        }
        Type::Fun(from, to) => {
            let body = lambda(scope, (**from).clone(), (**to).clone(), depth.saturating_sub(1));
            alternatives.push(Weight::new(if depth > 0 { 4.0 } else { 1.0 }, body));
            if depth > 0 {
                alternatives.push(Weight::new(1.0, application(scope.clone(), wanted, depth - 1)));
            }
        }
    }
    any(alternatives).map(|term| term.unwrap_or(Term::Int(0))).boxed()
}

fn sum(scope: Scope, depth: u32) -> Boxed<Term> {
    let side = move || {
        let scope = scope.clone();
        lazy(move || term(&scope, Type::Int, depth))
    };
    (side(), side()).map(|(left, right)| Term::Plus(Box::new(left), Box::new(right))).boxed()
}

fn lambda(scope: &Scope, from: Type, to: Type, depth: u32) -> Boxed<Term> {
    let inner = scope.with(&from);
    lazy(move || term(&inner, to.clone(), depth)).map(move |body| Term::Lambda(from.clone(), Box::new(body))).boxed()
}

fn application(scope: Scope, wanted: Type, depth: u32) -> Boxed<Term> {
    types(1)
        .flat_map(move |from| {
            let function_type = Type::Fun(Box::new(from.clone()), Box::new(wanted.clone()));
            (term(&scope, function_type, depth), term(&scope, from, depth))
        })
        .map(|(function, argument)| Term::Apply(Box::new(function), Box::new(argument)))
        .boxed()
}
