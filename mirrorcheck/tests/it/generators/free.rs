//! 004's free generators, as generators that only run forward: `fgenTree` picks a coin and then decides, `fgenExpr`
//! picks among programs.

use mirrorcheck::prelude::*;

use crate::laws;

#[derive(Debug, Clone, PartialEq)]
enum Tree {
    Leaf,
    Node(Box<Tree>, i32, Box<Tree>),
}

/// The coin is not a part of the tree, which is why this one cannot run backward as it is.
#[generator(forward)]
fn fgen_tree(height: u32) -> Tree {
    if height == 0 {
        return Tree::Leaf;
    }
    let is_node = pick([(1, "l", false), (3, "n", true)]);
    if is_node {
        let x = draw(fgen_int());
        let left = draw(fgen_tree(height - 1));
        let right = draw(fgen_tree(height - 1));
        Tree::Node(Box::new(left), x, Box::new(right))
    } else {
        Tree::Leaf
    }
}

#[generator(forward)]
fn fgen_int() -> i32 {
    draw(0..=9)
}

#[derive(Debug, Clone, PartialEq)]
enum Type {
    Int,
    Fun(Box<Type>, Box<Type>),
}

#[derive(Debug, Clone, PartialEq)]
enum Expr {
    Lit(i32),
    Plus(Box<Expr>, Box<Expr>),
    Lam(Type, Box<Expr>),
    App(Box<Expr>, Box<Expr>),
    Var(u32),
}

#[generator(forward)]
fn fgen_type() -> Type {
    pick([(2, "int", Type::Int), (1, "fun", Type::Fun(Box::new(draw(fgen_type())), Box::new(draw(fgen_type()))))])
}

#[generator(forward)]
fn fgen_var() -> u32 {
    draw(0..=2)
}

/// Terms that may have no type.
#[generator(forward)]
fn fgen_expr(height: u32) -> Expr {
    if height == 0 {
        return pick([(1, "i", Expr::Lit(draw(fgen_int()))), (1, "v", Expr::Var(draw(fgen_var())))]);
    }
    pick([
        (1, "i", Expr::Lit(draw(fgen_int()))),
        (1, "p", {
            let left = draw(fgen_expr(height - 1));
            let right = draw(fgen_expr(height - 1));
            Expr::Plus(Box::new(left), Box::new(right))
        }),
        (1, "l", {
            let ty = draw(fgen_type());
            let body = draw(fgen_expr(height - 1));
            Expr::Lam(ty, Box::new(body))
        }),
        (1, "a", {
            let function = draw(fgen_expr(height - 1));
            let argument = draw(fgen_expr(height - 1));
            Expr::App(Box::new(function), Box::new(argument))
        }),
        (1, "v", Expr::Var(draw(fgen_var()))),
    ])
}

fn height(tree: &Tree) -> u32 {
    match tree {
        Tree::Leaf => 0,
        Tree::Node(left, _, right) => 1 + height(left).max(height(right)),
    }
}

fn depth(expr: &Expr) -> u32 {
    match expr {
        Expr::Lit(_) | Expr::Var(_) => 0,
        Expr::Lam(_, body) => 1 + depth(body),
        Expr::Plus(left, right) | Expr::App(left, right) => 1 + depth(left).max(depth(right)),
    }
}

fn node(left: Tree, x: i32, right: Tree) -> Tree {
    Tree::Node(Box::new(left), x, Box::new(right))
}

#[test]
fn laws_hold_of_trees() {
    laws::check_forward(fgen_tree(5));
    laws::check_forward(fgen_tree(1));
}

#[test]
fn laws_hold_of_terms() {
    laws::check_forward(fgen_expr(4));
    laws::check_forward(fgen_expr(0));
}

#[test]
fn laws_hold_of_types() {
    laws::check_forward(fgen_type());
}

#[test]
fn heights_are_kept() {
    assert!(fgen_tree(5).samples(1).take(1_000).all(|tree| height(&tree) <= 5));
    assert!(fgen_expr(4).samples(1).take(1_000).all(|expr| depth(&expr) <= 4));
}

#[test]
fn choices_are_parsed() {
    // 004 §3.2: the sequence n 5 l l is a node with two leaves.
    let choices: Choices = "n 5 l l".parse().unwrap();
    assert_eq!(fgen_tree(5).replay(&choices), Ok(node(Tree::Leaf, 5, Tree::Leaf)));
    let choices: Choices = "p l int i 1 v 2".parse().unwrap();
    let lam = Expr::Lam(Type::Int, Box::new(Expr::Lit(1)));
    assert_eq!(fgen_expr(3).replay(&choices), Ok(Expr::Plus(Box::new(lam), Box::new(Expr::Var(2)))));
    assert!(fgen_expr(0).replay(&"p i 1 i 2".parse().unwrap()).is_err());
}

#[test]
fn what_is_left_after_some_choices_goes_on() {
    // 004, Figure 3.1: the derivatives of `fgenTree 10`.
    let after_n = fgen_tree(10).derivative("n");
    assert_eq!(after_n.choices_now().len(), 10);
    let after_5 = after_n.derivative(5);
    for seed in 0..200 {
        let Tree::Node(_, x, _) = after_n.sample(seed) else { panic!("a leaf after n") };
        assert!((0..=9).contains(&x));
        assert!(matches!(after_5.sample(seed), Tree::Node(_, 5, _)));
    }
    assert_eq!(after_5.derivative("l").derivative("l").value_now(), Some(node(Tree::Leaf, 5, Tree::Leaf)));
    assert_eq!(fgen_tree(10).derivative("l").value_now(), Some(Tree::Leaf));
    assert!(fgen_tree(0).derivative("l").is_void());
    assert_eq!(fgen_tree(0).value_now(), Some(Tree::Leaf));
}

#[test]
fn all_trees_are_listed() {
    // A leaf, or one of ten numbers between two trees that are one less high.
    assert_eq!(fgen_tree(0).all_values().count(), 1);
    assert_eq!(fgen_tree(1).all_values().count(), 1 + 10);
    assert_eq!(fgen_tree(2).all_values().count(), 1 + 10 * 11 * 11);
}
