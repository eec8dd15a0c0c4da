//! Values with holes of derived types.

use mirrorcheck::prelude::*;

use super::{Expr, List, Mixed, Named, Pair, Tree, Tuple};

#[test]
fn what_is_fixed_stays() {
    for seed in 0..20 {
        let made = any::<Tree>().complete(&sketch!(Tree::Node(_, 5, Tree::Leaf)), seed).unwrap();
        assert!(matches!(&made, Tree::Node(_, 5, right) if **right == Tree::Leaf), "{made:?}");
        let made =
            any::<Named>().complete(&sketch!(Named { second: Tuple(_, true), third: Some(3), .. }), seed).unwrap();
        assert!(matches!(made, Named { second: Tuple(_, true), third: Some(3), .. }), "{made:?}");
        let made = any::<Mixed>().complete(&sketch!(Mixed::Named { one: _, two: None }), seed).unwrap();
        assert!(matches!(made, Mixed::Named { two: None, .. }), "{made:?}");
    }
}

#[test]
fn given_values_are_looked_into() {
    let tree = any::<Tree>().sample(3);
    let (boxed, list) = (Box::new(tree.clone()), any::<List>().sample(1));
    // Each would hardly come about by chance.
    let sketch = sketch!(Tree::Node(tree, _, Tree::Node(boxed, 1, _)));
    let made = any::<Tree>().complete(&sketch, 1).unwrap();
    assert!(matches!(made, Tree::Node(left, _, _) if *left == any::<Tree>().sample(3)));
    let tail = Some(Box::new(list));
    let made = any::<List>().complete(&sketch!(List { item: true, next: tail }), 1).unwrap();
    assert_eq!(made, List { item: true, next: Some(Box::new(any::<List>().sample(1))) });
}

#[test]
fn in_generic_types_too() {
    let tree = any::<Tree>().sample(3);
    let made = any::<Pair<Tree, u8>>().complete(&sketch!(Pair(tree, _)), 1).unwrap();
    assert_eq!(made.0, any::<Tree>().sample(3));
    let made = any::<Pair<Option<Tree>, u8>>().complete(&sketch!(Pair(Some(Tree::Node(_, 1, _)), 7)), 1).unwrap();
    assert!(matches!(made, Pair(Some(Tree::Node(_, 1, _)), 7)), "{made:?}");
    let made = any::<Result<u8, Tree>>().complete(&sketch!(Err(Tree::Leaf)), 1);
    assert_eq!(made, Some(Err(Tree::Leaf)));
}

#[test]
fn in_lists() {
    let (tree, boxed) = (any::<Tree>().sample(3), Box::new(any::<Tree>().sample(4)));
    let made = any::<Vec<Tree>>().complete(&sketch!(vec![_, tree]), 1).unwrap();
    assert_eq!((made.len(), &made[1]), (2, &any::<Tree>().sample(3)));
    let made = any::<Vec<Box<Tree>>>().complete(&sketch!(vec![boxed, _]), 1).unwrap();
    assert_eq!((made.len(), &*made[0]), (2, &any::<Tree>().sample(4)));
}

#[test]
fn what_does_not_fit_has_no_completion() {
    #[derive(Debug, PartialEq, Arbitrary)]
    struct Small(#[arbitrary(range = 0..=9)] u8, bool);
    assert_eq!(any::<Small>().complete(&sketch!(Small(10, _)), 1), None);
    let made = any::<Expr>().complete(&sketch!(Expr::Sum(Expr::Number(1), _)), 1).unwrap();
    assert!(matches!(made, Expr::Sum(left, _) if *left == Expr::Number(1)));
}
