//! The bit tree of 003, Figure 7: a leaf is 0, a node is 1 and its two subtrees.

use mirrorcheck::prelude::*;

use crate::laws;

#[derive(Debug, Clone, PartialEq)]
enum Tree {
    Leaf,
    Node(Box<Tree>, Box<Tree>),
}

#[generator]
fn tree() -> Tree {
    pick([
        (2, "leaf", Tree::Leaf),
        (1, "node", {
            let left = draw(tree());
            let right = draw(tree());
            Tree::Node(Box::new(left), Box::new(right))
        }),
    ])
}

/// Without labels and weights, as Hypothesis would.
#[generator]
fn bare(depth: u32) -> Tree {
    if depth == 0 {
        return Tree::Leaf;
    }
    oneof([Tree::Leaf, Tree::Node(Box::new(draw(bare(depth - 1))), Box::new(draw(bare(depth - 1))))])
}

fn node(left: Tree, right: Tree) -> Tree {
    Tree::Node(Box::new(left), Box::new(right))
}

/// What `bits` should be, read off the tree.
fn bracketed(tree: &Tree) -> String {
    match tree {
        Tree::Leaf => "0".to_owned(),
        Tree::Node(left, right) => format!("(1{}{})", bracketed(left), bracketed(right)),
    }
}

#[test]
fn laws_hold() {
    laws::check(tree());
    laws::check(bare(5));
}

#[test]
fn the_tree_of_figure_7_is_its_bits() {
    use Tree::Leaf;
    let figure = node(Leaf, node(node(Leaf, Leaf), Leaf));
    let choices = tree().reflect(&figure).next().unwrap();
    assert_eq!(choices.bits().as_deref(), Some("(10(1(100)0))"));
    assert_eq!(choices.labels(), ["node", "leaf", "node", "node", "leaf", "leaf", "leaf"]);
    assert_eq!(tree().reflect(&Leaf).next().unwrap().bits().as_deref(), Some("0"));
}

#[test]
fn every_tree_is_its_bits() {
    for value in tree().samples(1).take(1_000) {
        let choices = tree().reflect_first(&value).unwrap().unwrap();
        assert_eq!(choices.bits(), Some(bracketed(&value)));
    }
}

#[test]
fn bits_of_choices_without_labels() {
    use Tree::Leaf;
    let figure = node(Leaf, node(node(Leaf, Leaf), Leaf));
    assert_eq!(bare(5).reflect(&figure).next().unwrap().bits().as_deref(), Some("(10(1(100)0))"));
    // At the bottom nothing is chosen.
    assert_eq!(bare(1).reflect(&node(Leaf, Leaf)).next().unwrap().bits().as_deref(), Some("1"));
    assert!(!bare(1).contains(&figure));
}

#[test]
fn probability_is_that_of_a_branching_process() {
    let figure = node(Tree::Leaf, node(node(Tree::Leaf, Tree::Leaf), Tree::Leaf));
    let expected = (1.0f64 / 3.0).powi(3) * (2.0f64 / 3.0).powi(4);
    assert!((tree().probability(&figure) - expected).abs() < 1e-12);
}
