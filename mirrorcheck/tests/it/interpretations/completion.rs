//! `complete` with `sketch!`.

use std::collections::HashSet;
use std::rc::Rc;

use mirrorcheck::Partial;
use mirrorcheck::prelude::*;

use super::*;

fn is_bst(tree: &Tree, lo: i32, hi: i32) -> bool {
    match tree {
        Tree::Leaf => true,
        Tree::Node(left, key, right) => {
            (lo..=hi).contains(key) && is_bst(left, lo, key - 1) && is_bst(right, key + 1, hi)
        }
    }
}

/// Completes with many seeds, and says how many different values came of it.
fn completions<G: Reflective<Value: Value>>(
    generator: &G,
    sketch: impl mirrorcheck::Sketch<G::Value>,
    keeps: impl Fn(&G::Value) -> bool,
) -> usize {
    let mut seen: Vec<G::Value> = Vec::new();
    for seed in 0..60 {
        let value = generator.complete(&sketch, seed).unwrap_or_else(|| panic!("seed {seed} completes nothing"));
        assert!(keeps(&value), "seed {seed}: {value:?}");
        assert!(generator.contains(&value), "seed {seed}: {value:?}");
        assert_eq!(generator.complete(&sketch, seed).as_ref(), Some(&value), "a pure function of the seed");
        if !seen.contains(&value) {
            seen.push(value);
        }
    }
    seen.len()
}

fn has_one_below_five(tree: &Tree) -> bool {
    let Tree::Node(left, 5, _) = tree else { return false };
    matches!(**left, Tree::Node(_, 1, _)) && is_bst(tree, 1, 10)
}

#[test]
fn holes_are_filled_with_what_fits() {
    let seen = completions(&bst(1, 10), sketch!(Tree::Node(Tree::Node(_, 1, _), 5, _)), has_one_below_five);
    assert!(seen > 20, "{seen}");
    // Pointers may be written or left out.
    completions(&bst(1, 10), sketch!(Tree::Node(Box::new(Tree::Node(_, 1, _)), 5, _)), has_one_below_five);
    completions(
        &bst(1, 10),
        sketch!(Tree::Node(Box::new(Tree::Node(Box::new(_), 1, _)), 5, Box::new(_))),
        has_one_below_five,
    );
    completions(&bst(1, 10), sketch!(Tree::Node(_, _, _)), |tree| *tree != leaf());
    completions(&bst(1, 10), sketch!(_), |tree| is_bst(tree, 1, 10));
    completions(
        &bst(1, 10),
        sketch!(Tree::Node(Tree::Leaf, _, _)),
        |tree| matches!(tree, Tree::Node(left, _, _) if **left == leaf()),
    );
}

#[test]
fn a_key_that_is_fixed_below_limits_the_one_above() {
    // The hole above is drawn first, and has to leave room for what is fixed further down.
    let seen = completions(&bst(1, 10), sketch!(Tree::Node(Tree::Node(_, 4, _), _, _)), |tree| {
        let Tree::Node(left, key, _) = tree else { return false };
        *key > 4 && matches!(**left, Tree::Node(_, 4, _))
    });
    assert!(seen > 5, "{seen}");
    completions(&bst(1, 10), sketch!(Tree::Node(_, _, Tree::Node(_, 10, Tree::Leaf))), |tree| is_bst(tree, 1, 10));
}

#[test]
fn what_cannot_be_completed_is_said_so() {
    for seed in 0..20 {
        assert_eq!(bst(1, 10).complete(&sketch!(Tree::Node(_, 11, _)), seed), None);
        assert_eq!(bst(1, 10).complete(&sketch!(Tree::Node(Tree::Node(_, 7, _), 5, _)), seed), None);
        assert_eq!(bst(1, 10).complete(&sketch!(Tree::Node(Tree::Node(_, _, _), 1, _)), seed), None);
        assert_eq!(bst(5, 4).complete(&sketch!(Tree::Node(_, _, _)), seed), None);
        assert_eq!((0..=9u8).complete(&sketch!(10), seed), None);
        assert_eq!(vec(0..=9u8, 0..=2).complete(&sketch!(vec![_, _, _]), seed), None);
        assert_eq!(vec(0..=9u8, 0..=2).complete(&sketch!(vec![_, 11]), seed), None);
        assert_eq!(option(0..=9u8).complete(&sketch!(Some(11)), seed), None);
        assert_eq!((0..=9u8, 0..=9u8).complete(&sketch!((_, 99)), seed), None);
    }
}

#[test]
fn nothing_to_fill_in_is_a_check() {
    let tree = node(node(leaf(), 1, leaf()), 5, leaf());
    let sketch = sketch!(Tree::Node(Tree::Node(Tree::Leaf, 1, Tree::Leaf), 5, Tree::Leaf));
    assert_eq!(bst(1, 10).complete(&sketch, 0), Some(tree.clone()));
    assert_eq!(bst(2, 10).complete(&sketch, 0), None);
    let given = tree.clone();
    assert_eq!(bst(1, 10).complete(&sketch!(given), 0), Some(tree));
    assert_eq!((0..=9u8).complete(&sketch!(7), 3), Some(7));
    assert_eq!(('a'..='z').complete(&sketch!('q'), 3), Some('q'));
    assert_eq!((i128::MIN..=i128::MAX).complete(&sketch!(i128::MIN), 3), Some(i128::MIN));
}

#[test]
fn given_values_are_variables_and_expressions() {
    let (key, right) = (4, node(leaf(), 8, node(leaf(), 9, leaf())));
    let kept = right.clone();
    completions(
        &bst(1, 10),
        sketch!(Tree::Node(_, key, right)),
        |tree| matches!(tree, Tree::Node(_, 4, right) if **right == kept),
    );
    let boxed = Box::new(node(leaf(), 8, leaf()));
    completions(
        &bst(1, 10),
        sketch!(Tree::Node(_, key + 2, boxed)),
        |tree| matches!(tree, Tree::Node(_, 6, right) if **right == node(leaf(), 8, leaf())),
    );
    let keys = [3, 5];
    completions(&bst(1, 10), sketch!(Tree::Node(_, keys[1], _)), |tree| matches!(tree, Tree::Node(_, 5, _)));
}

#[test]
fn records_are_sketched_by_their_fields() {
    completions(&order(), sketch!(Order { express: true, .. }), |order| order.express);
    completions(&order(), sketch!(Order { items: vec![_, 3], express: _, total: _ }), |order| {
        order.items.len() == 2 && order.items[1] == 3
    });
    completions(&order(), sketch!(Order { items: vec![_, 3], .. }), |order| order.items.len() == 2);
    let items = vec![1, 2];
    assert_eq!(order().complete(&sketch!(Order { items, total: 4, .. }), 0), None, "one and two are three");
    // A computed field can only be met by chance.
    completions(&order(), sketch!(Order { total: 3, .. }), |order| order.total == 3);
}

#[test]
fn tuples_lists_and_options() {
    let seen = completions(&(0..=9u8, 'a'..='z', any::<bool>()), sketch!((_, 'q', _)), |value| value.1 == 'q');
    assert!(seen > 10, "{seen}");
    completions(&vec(0..=9u8, 0..=5), sketch!(vec![_, 3]), |items| items.len() == 2 && items[1] == 3);
    completions(&vec(0..=9u8, 0..=5), sketch!(vec![]), Vec::is_empty);
    completions(&[0..=9u8, 0..=9, 0..=9], sketch!([_, 3, _]), |items| items[1] == 3);
    completions(&option(0..=9u8), sketch!(Some(_)), Option::is_some);
    completions(&option(0..=9u8), sketch!(Some(3)), |value| *value == Some(3));
    completions(&option(0..=9u8), sketch!(None), Option::is_none);
    completions(&vec((0..=9u8, option(any::<bool>())), 0..=3), sketch!(vec![(_, None), (4, Some(_))]), |items| {
        matches!(items[..], [(_, None), (4, Some(_))])
    });
    completions(&counted(), sketch!((2, _)), |pair| pair.1.len() == 2);
    completions(&counted(), sketch!((_, vec![_, true, _])), |pair| pair.0 == 3 && pair.1[1]);
}

#[test]
fn picks_are_made_so_that_they_fit() {
    for seed in 0..40 {
        let named = labeled([("a", exact('a')), ("b", exact('b'))]);
        assert_eq!(named.complete(&sketch!('b'), seed), Some('b'));
        let pair = (oneof([0..=3, 7..=9]), exact(1));
        assert_eq!(pair.complete(&sketch!((8, _)), seed), Some((8, 1)));
        assert_eq!(pair.complete(&sketch!((5, _)), seed), None);
        assert_eq!(element_of(&NAMES).complete(&sketch!("cy"), seed), Some("cy"));
        assert_eq!((0..=50).convert(|n| n * 2, |n| Some(n / 2)).complete(&sketch!(8), seed), Some(8));
        assert_eq!(words().complete(&sketch!("ab".to_owned()), seed), Some("ab".to_owned()));
    }
}

#[test]
fn the_completion_of_nothing_is_random() {
    let some: HashSet<Tree> = (0..40).filter_map(|seed| bst(1, 10).complete(&sketch!(_), seed)).collect();
    assert!(some.len() > 15);
    let many: HashSet<List> =
        (0..60).filter_map(|seed| list().complete(&sketch!(List::Cons(_, List::Cons(2, _))), seed)).collect();
    assert!(
        many.len() > 5
            && many.iter().all(|list| matches!(list, List::Cons(_, tail) if matches!(**tail, List::Cons(2, _))))
    );
}

/// Shared parts, and a borrowed argument.
#[derive(Debug, Clone, PartialEq)]
enum Rope {
    Word(&'static str),
    Join { left: Rc<Rope>, right: Rc<Rope> },
}

#[generator]
fn rope(words: &[&'static str], depth: u32) -> Rope {
    pick([
        (1, "word", {
            let word = draw(element_of(words));
            Rope::Word(word)
        }),
        (depth, "join", {
            let left = draw(rope(words, depth - 1));
            let right = draw(rope(words, depth - 1));
            Rope::Join { left: Rc::new(left), right: Rc::new(right) }
        }),
    ])
}

#[test]
fn other_pointers_and_borrowed_arguments() {
    completions(
        &rope(&NAMES, 3),
        sketch!(Rope::Join { left: Rope::Word("bob"), .. }),
        |rope| matches!(rope, Rope::Join { left, .. } if **left == Rope::Word("bob")),
    );
    completions(
        &rope(&NAMES, 3),
        sketch!(Rope::Join { left: Rope::Join { left: _, right: Rope::Word(_) }, right: _ }),
        |rope| matches!(rope, Rope::Join { left, .. } if matches!(&**left, Rope::Join { .. })),
    );
    assert_eq!(rope(&NAMES, 3).complete(&sketch!(Rope::Word("dan")), 0), None);
    assert_eq!(rope(&NAMES, 0).complete(&sketch!(Rope::Join { .. }), 0), None);
}

/// A typed language: literals, the successor function, constant functions, application, annotation.
#[derive(Debug, Clone, PartialEq)]
enum Expr {
    Lit(u8),
    Succ,
    Always(Type, Box<Expr>),
    App(Box<Expr>, Box<Expr>),
    Ann(Type, Box<Expr>),
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Type {
    Int,
    Fun(Box<Type>, Box<Type>),
}

fn fun(from: Type, to: Type) -> Type {
    Type::Fun(Box::new(from), Box::new(to))
}

fn type_of(expr: &Expr) -> Option<Type> {
    match expr {
        Expr::Lit(_) => Some(Type::Int),
        Expr::Succ => Some(fun(Type::Int, Type::Int)),
        Expr::Always(from, body) => Some(fun(from.clone(), type_of(body)?)),
        Expr::App(function, argument) => match type_of(function)? {
            Type::Fun(from, to) if *from == type_of(argument)? => Some(*to),
            _ => None,
        },
        Expr::Ann(ty, body) => type_of(body).filter(|actual| actual == ty),
    }
}

/// Believes annotations, so that it works on what has holes.
fn optimistic_type_of(partial: &Partial) -> Option<Type> {
    if let Some(expr) = partial.value::<Expr>() {
        return type_of(expr);
    }
    if partial.field("Lit", "0").is_some() {
        return Some(Type::Int);
    }
    if let Some(ty) = partial.field("Ann", "0") {
        return read_type(ty);
    }
    match optimistic_type_of(partial.field("App", "0")?)? {
        Type::Fun(_, to) => Some(*to),
        Type::Int => None,
    }
}

fn read_type(partial: &Partial) -> Option<Type> {
    match partial {
        Partial::Value(_) => partial.value().cloned(),
        Partial::Made("Int", _) => Some(Type::Int),
        _ => Some(fun(read_type(partial.field("Fun", "0")?)?, read_type(partial.field("Fun", "1")?)?)),
    }
}

#[generator]
fn types(depth: u32) -> Type {
    pick([
        (2, "int", Type::Int),
        (depth, "fun", {
            let from = draw(types(depth - 1));
            let to = draw(types(depth - 1));
            Type::Fun(Box::new(from), Box::new(to))
        }),
    ])
}

#[generator]
fn expr_of(ty: Type, depth: u32) -> Expr {
    let is_succ = ty == fun(Type::Int, Type::Int);
    pick([
        (u32::from(ty == Type::Int), "lit", {
            let n = draw(0..=9);
            Expr::Lit(n)
        }),
        (u32::from(is_succ), "succ", Expr::Succ),
        (u32::from(ty != Type::Int), "always", {
            let Type::Fun(from, to) = ty.clone() else { unreachable!("its weight is 0") };
            let body = draw(expr_of(*to, depth));
            Expr::Always(*from, Box::new(body))
        }),
        (depth, "app", {
            let from = draw(types(1).at_sketch(
                |whole: &Expr| if let Expr::App(_, argument) = whole { type_of(argument) } else { None },
                |whole| optimistic_type_of(whole.field("App", "1")?),
            ));
            let function = draw(expr_of(fun(from.clone(), ty.clone()), depth - 1));
            let argument = draw(expr_of(from, depth - 1));
            Expr::App(Box::new(function), Box::new(argument))
        }),
        (depth, "ann", {
            let body = draw(expr_of(ty.clone(), depth - 1));
            Expr::Ann(ty, Box::new(body))
        }),
    ])
}

#[generator]
fn program() -> Expr {
    let ty = draw(types(2).at_sketch(|whole: &Expr| type_of(whole), |whole| optimistic_type_of(whole)));
    let expr = draw(expr_of(ty, 3));
    expr
}

#[test]
fn a_program_is_completed_by_believing_its_annotations() {
    for value in program().samples(1).take(50) {
        assert!(type_of(&value).is_some() && program().contains(&value), "{value:?}");
    }
    let arrow = fun(Type::Int, Type::Int);
    let is_kept = |expr: &Expr| {
        let Expr::App(function, argument) = expr else { return false };
        let arrow = fun(Type::Int, Type::Int);
        matches!(&**function, Expr::Ann(ty, _) if *ty == arrow)
            && matches!(&**argument, Expr::Ann(Type::Int, _))
            && type_of(expr) == Some(Type::Int)
    };
    let seen = completions(&program(), sketch!(Expr::App(Expr::Ann(arrow, _), Expr::Ann(Type::Int, _))), is_kept);
    assert!(seen > 20, "{seen}");
    let written_out = sketch!(Expr::App(Expr::Ann(Type::Fun(Type::Int, Type::Int), _), Expr::Ann(Type::Int, _)));
    assert!(completions(&program(), written_out, is_kept) > 20);
    // An annotation that cannot be right: an integer is applied.
    let sketch = sketch!(Expr::App(Expr::Ann(Type::Int, _), Expr::Ann(Type::Int, _)));
    assert_eq!(program().complete(&sketch, 1), None);
}
