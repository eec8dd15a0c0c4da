//! The language without macros.

use std::rc::Rc;

use mirrorcheck::prelude::*;
use mirrorcheck::void;

use super::{labels, makes, makes_if_any, refuses, takes_apart};

#[derive(Debug, Clone, PartialEq)]
enum Tree {
    Leaf,
    Node(Box<Tree>, i32, Box<Tree>),
}

fn node(left: Tree, key: i32, right: Tree) -> Tree {
    Tree::Node(Box::new(left), key, Box::new(right))
}

#[test]
fn arrays_of_one_kind_of_generator() {
    let ranges = oneof([0..=1, 5..=6]);
    makes(&ranges, &[0, 1, 5, 6]);
    refuses(&ranges, &[2, 7]);

    let labelled = labeled([("low", 0..=1), ("high", 1..=2)]);
    makes(&labelled, &[0, 1, 2]);
    assert_eq!(labels(&labelled, &2), ["high", "2"]);
    assert_eq!(labelled.reflect(&1).map(|way| way.to_string()).collect::<Vec<_>>(), ["low(1)", "high(1)"]);
    assert_eq!(labelled.probability(&1), 0.5);

    let weighted = frequency([(1, 0..=0), (3, 1..=1), (0, 2..=2)]);
    makes(&weighted, &[0, 1]);
    refuses(&weighted, &[2]);
    assert_eq!(weighted.probability(&1), 0.75);

    let both = pick([(1, "low".to_owned(), exact('a')), (3, String::new(), exact('b'))]);
    makes(&both, &['a', 'b']);
    assert_eq!(labels(&both, &'a'), ["low"]);
    assert_eq!(labels(&both, &'b'), [""; 0]);
    assert_eq!(both.probability(&'b'), 0.75);
}

#[test]
fn tuples_of_different_generators() {
    let numbers = oneof((0..=1, exact(7), (10..=12).such_that(|n| n % 2 == 0), vec(0..=0, 3).convert(total, undo)));
    fn total(items: Vec<i32>) -> i32 {
        20 + items.iter().sum::<i32>()
    }
    fn undo(total: &i32) -> Option<Vec<i32>> {
        (*total == 20).then(|| vec![0; 3])
    }
    makes_if_any(&numbers, &[0, 1, 7, 10, 12, 20]);
    refuses(&numbers, &[2, 11, 21]);

    let weighted = frequency(((1u8, 0..=1), (0i64, exact(5)), (2usize, exact(6))));
    makes(&weighted, &[0, 1, 6]);
    refuses(&weighted, &[5]);

    let labelled = labeled((("some", option(0..=1)), ("none", exact(None))));
    makes(&labelled, &[None, Some(0), Some(1)]);
    assert_eq!(labelled.reflect(&None).count(), 2);

    let full = pick(((1, "a", exact('a')), (0, "b", 'b'..='c'), (3, "d", 'd'..='d')));
    makes(&full, &['a', 'd']);
    refuses(&full, &['b', 'c']);
    assert_eq!(labels(&full, &'d'), ["d", "d"]);

    let one = oneof((0..=1,));
    makes(&one, &[0, 1]);

    let twelve = oneof((0..=0, 1..=1, 2..=2, 3..=3, 4..=4, 5..=5, 6..=6, 7..=7, 8..=8, 9..=9, 10..=10, exact(11)));
    makes(&twelve, &(0..=11).collect::<Vec<_>>());
}

#[test]
fn alternatives_that_are_made_at_run_time() {
    let names = ["x", "y", "z"];
    let ranges = pick_from((0..3u32).map(|i| (i, names[i as usize], 10 * i..=10 * i + 1)));
    makes(&ranges, &[10, 11, 20, 21]);
    refuses(&ranges, &[0, 1]);
    assert_eq!(labels(&ranges, &21), ["z", "21"]);
    assert_eq!(ranges.probability(&21), 1.0 / 3.0);

    let vector = oneof(vec![0..=0, 5..=5]);
    makes(&vector, &[0, 5]);

    let nothing = pick_from(Vec::<(u32, &str, std::ops::RangeInclusive<u8>)>::new());
    assert!(nothing.try_sample(1).is_err());
    assert!(nothing.is_void());
    refuses(&nothing, &[1]);
}

#[test]
fn a_label_twice() {
    let twice = labeled([("a", 0..=0), ("a", 1..=1)]);
    assert!(twice.try_sample(1).unwrap_err().to_string().contains("the label \"a\""));
    refuses(&twice, &[0, 1]);
}

#[test]
fn picks_of_picks() {
    let nested = pick((
        (1, "left", oneof([0..=0, 1..=1])),
        (1, "right", labeled((("a", exact(2)), ("b", frequency([(1, exact(3)), (1, exact(1))]))))),
    ));
    makes(&nested, &[0, 1, 2, 3]);
    assert_eq!(nested.reflect(&1).count(), 2);
    assert_eq!(labels(&nested, &3), ["right", "b"]);
    assert_eq!(nested.reflect(&2).next().unwrap().to_string(), "right(a)");
}

#[test]
fn parts_of_a_whole() {
    makes(&(0..=1, 'a'..='b'), &[(0, 'a'), (0, 'b'), (1, 'a'), (1, 'b')]);
    refuses(&(0..=1, 'a'..='b'), &[(2, 'a'), (0, 'c')]);
    makes(&[0..=1, 5..=5], &[[0, 5], [1, 5]]);
    makes(&vec(0..=1, 0..=1), &[vec![], vec![0], vec![1]]);
    makes(&option(0..=1), &[None, Some(0), Some(1)]);
    makes(&element_of(&["a", "b", "a"]), &["a", "b"]);
    makes(&exact("a".to_owned()), &["a".to_owned()]);
    makes(&(), &[()]);
    refuses(&void::<u8>(), &[0]);
    assert!(void::<u8>().is_void());
}

#[test]
fn recursion_through_lazy_and_boxed() {
    fn tree(depth: i32) -> Box<dyn Reflective<Value = Tree>> {
        let parts = |tree: &Tree| match tree {
            Tree::Leaf => None,
            Tree::Node(left, key, right) => Some(((**left).clone(), *key, (**right).clone())),
        };
        let below = move || tree(depth - 1);
        frequency((
            (1, exact(Tree::Leaf)),
            (depth, (lazy(below), 0..=1, lazy(below)).convert(|(left, key, right)| node(left, key, right), parts)),
        ))
        .boxed()
    }
    let one = |key| node(Tree::Leaf, key, Tree::Leaf);
    makes(&Rc::new(tree(1)), &[Tree::Leaf, one(0), one(1)]);
    refuses(&Rc::new(tree(1)), &[one(2), node(one(0), 0, Tree::Leaf)]);
    takes_apart(&Rc::new(tree(3)), &[node(one(0), 1, node(Tree::Leaf, 0, one(1)))]);
}

#[test]
fn bind() {
    // Search trees as in the papers: the key first, then what depends on it.
    fn bst(low: i32, high: i32) -> Box<dyn Reflective<Value = Tree>> {
        if low > high {
            return exact(Tree::Leaf).boxed();
        }
        let key_of = |tree: &Tree| match tree {
            Tree::Leaf => None,
            Tree::Node(_, key, _) => Some(*key),
        };
        let around = move |key: i32| {
            let parts = move |tree: &Tree| match tree {
                Tree::Node(left, at, right) if *at == key => Some(((**left).clone(), (**right).clone())),
                _ => None,
            };
            (lazy(move || bst(low, key - 1)), lazy(move || bst(key + 1, high)))
                .convert(move |(left, right)| node(left, key, right), parts)
        };
        labeled((("leaf", exact(Tree::Leaf)), ("node", (low..=high).at(key_of).then(around)))).boxed()
    }
    let one = |key| node(Tree::Leaf, key, Tree::Leaf);
    makes(&Rc::new(bst(1, 2)), &[Tree::Leaf, one(1), one(2), node(one(1), 2, Tree::Leaf), node(Tree::Leaf, 1, one(2))]);
    refuses(&Rc::new(bst(1, 2)), &[one(0), node(one(2), 1, Tree::Leaf), node(one(1), 1, Tree::Leaf)]);
    assert_eq!(labels(&bst(1, 2), &node(Tree::Leaf, 1, one(2))), ["node", "1", "node", "2"]);

    let pair = (0..=2).at(|(first, _): &(u8, u8)| *first).then(|first| (exact(first), first..=2));
    makes(&pair, &[(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)]);
    refuses(&pair, &[(1, 0), (2, 3)]);

    // Where the whole may not have the part.
    let dependent = (1..=2usize).at(|items: &Vec<u8>| items.first().map(|_| items.len())).then(|n| vec(0..=0, n));
    makes(&dependent, &[vec![0], vec![0, 0]]);
    refuses(&dependent, &[vec![], vec![0; 3], vec![1]]);
}

#[test]
fn pointers_to_generators() {
    let range = 0..=1;
    makes(&&range, &[0, 1]);
    makes(&Rc::new(range.clone()), &[0, 1]);
    let boxed: Box<dyn Reflective<Value = i32>> = range.boxed();
    assert!(boxed.contains(&1));
    assert!(!boxed.contains(&2));
    // Different generators in one list.
    let list: Vec<Box<dyn Reflective<Value = i32>>> = vec![boxed, exact(9).boxed(), oneof((5..=5, exact(6))).boxed()];
    makes(&Rc::new(oneof(list)), &[0, 1, 9, 5, 6]);
}

#[test]
fn inside_and_outside_of_a_function_are_the_same() {
    #[generator]
    fn inside() -> Result<u8, char> {
        pick([(1, "ok", Ok(draw(0..=1))), (3, "err", Err(draw('a'..='b')))])
    }
    let outside = pick((
        (1, "ok", (0..=1u8).convert(Ok, |value: &Result<u8, char>| value.ok())),
        (3, "err", ('a'..='b').convert(Err, |value: &Result<u8, char>| value.err())),
    ));
    for seed in 0..20 {
        assert_eq!(inside().sample(seed), outside.sample(seed));
        let value = inside().sample(seed);
        assert_eq!(inside().reflect(&value).next(), outside.reflect(&value).next());
    }
    let against = inside().validate_against(&outside);
    assert!(against.is_sound(), "{against}");
}
