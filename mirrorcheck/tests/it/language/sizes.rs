//! Generators that depend on the size of the run.

use mirrorcheck::prelude::*;

use super::{makes, refuses, takes_apart};

#[test]
fn sizes() {
    #[derive(Debug, Clone, PartialEq)]
    enum Tree {
        Leaf,
        Node(Box<Tree>, Box<Tree>),
    }
    fn depth(tree: &Tree) -> u32 {
        match tree {
            Tree::Leaf => 0,
            Tree::Node(left, right) => 1 + depth(left).max(depth(right)),
        }
    }
    #[generator]
    fn tree() -> Tree {
        sized(tree_of)
    }
    #[generator]
    fn tree_of(size: u32) -> Tree {
        frequency([
            (1, Tree::Leaf),
            (size.min(1), {
                let left = draw(resize(size / 8, tree()));
                let right = draw(tree().resize(size / 8));
                Tree::Node(Box::new(left), Box::new(right))
            }),
        ])
    }
    let node = |left, right| Tree::Node(Box::new(left), Box::new(right));
    takes_apart(&tree(), &[Tree::Leaf, node(Tree::Leaf, node(Tree::Leaf, Tree::Leaf))]);
    assert!(tree().samples(1).take(200).all(|tree| depth(&tree) <= 3));
    // At size 100 three levels are possible, at size 1 one, and at size 0 none.
    let three = node(node(node(Tree::Leaf, Tree::Leaf), Tree::Leaf), Tree::Leaf);
    assert!(tree().contains(&three));
    refuses(&tree(), &[node(three, Tree::Leaf)]);
    makes(&tree().resize(0), &[Tree::Leaf]);
    makes(&tree().resize(1), &[Tree::Leaf, node(Tree::Leaf, Tree::Leaf)]);

    // A size as a result of its own, also one that only small runs have.
    #[generator]
    fn size() -> u32 {
        oneof([sized(exact), resize(7, sized(|size| exact(size + 1_000)))])
    }
    takes_apart(&size(), &[0, 1, 99, 100, 1_007]);
    refuses(&size(), &[1_008]);
    assert_eq!(size().reflect(&42).next().unwrap().size(), 42);
    assert_eq!(size().probability(&100), 0.5);
    assert_eq!(size().probability(&42), 0.0);
}
#[test]
fn combinators_in_a_sized_closure() {
    #[generator]
    fn number() -> u32 {
        sized(|size| pick([(1, "low", 0..=0), (size, "any", 0..=size)]))
    }
    takes_apart(&number(), &[0, 5, 100]);
    refuses(&number(), &[101]);
    assert_eq!(number().reflect(&0).count(), 2);

    #[generator]
    fn pair() -> (u8, u8) {
        let first = draw(lazy(|| oneof([0..=1, 5..=6])));
        let second = draw(sized(|size| {
            if size > 1_000 {
                return frequency([(1, 0..=0), (1, 1..=1)]);
            }
            frequency([(1, 2..=2), (3, 3..=3)])
        }));
        (first, second)
    }
    makes(&pair(), &[0, 1, 5, 6].iter().flat_map(|first| [(*first, 2), (*first, 3)]).collect::<Vec<_>>());
    refuses(&pair(), &[(0, 0), (2, 2)]);
}
