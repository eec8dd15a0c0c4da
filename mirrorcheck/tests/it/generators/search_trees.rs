//! Search trees: 003's running example, at one size and at many.

use mirrorcheck::choices::Overlap;
use mirrorcheck::prelude::*;

use crate::laws;

#[derive(Debug, Clone, PartialEq)]
enum Tree {
    Leaf,
    Node(Box<Tree>, i32, Box<Tree>),
}

/// Search trees with every key in `lo..=hi`.
#[generator]
fn bst(lo: i32, hi: i32) -> Tree {
    if lo > hi {
        return Tree::Leaf;
    }
    pick([
        (1, "leaf", Tree::Leaf),
        (5, "node", {
            let key = draw(lo..=hi);
            let left = draw(bst(lo, key - 1));
            let right = draw(bst(key + 1, hi));
            Tree::Node(Box::new(left), key, Box::new(right))
        }),
    ])
}

/// The same, growing with the size; past it, nodes are rare and still possible.
#[generator]
fn growing(lo: i32, hi: i32) -> Tree {
    sized(move |size| grown(lo, hi, size))
}

#[generator]
fn grown(lo: i32, hi: i32, size: u32) -> Tree {
    if lo > hi {
        return Tree::Leaf;
    }
    pick([
        (10, "leaf", Tree::Leaf),
        (1 + size, "node", {
            let key = draw(lo..=hi);
            let left = draw(grown(lo, key - 1, size / 2));
            let right = draw(grown(key + 1, hi, size / 2));
            Tree::Node(Box::new(left), key, Box::new(right))
        }),
    ])
}

/// The same, no deeper than a tenth of the size: here the size does cut the range.
#[generator]
fn shallow(lo: i32, hi: i32) -> Tree {
    sized(move |size| bounded(lo, hi, size / 10))
}

#[generator]
fn bounded(lo: i32, hi: i32, depth: u32) -> Tree {
    if lo > hi {
        return Tree::Leaf;
    }
    pick([
        (1, "leaf", Tree::Leaf),
        (depth, "node", {
            let key = draw(lo..=hi);
            let left = draw(bounded(lo, key - 1, depth - 1));
            let right = draw(bounded(key + 1, hi, depth - 1));
            Tree::Node(Box::new(left), key, Box::new(right))
        }),
    ])
}

/// Trees in any order.
#[generator]
fn any_tree(depth: u32) -> Tree {
    pick([
        (1, "leaf", Tree::Leaf),
        (depth, "node", {
            let left = draw(any_tree(depth - 1));
            let key = draw(0..=5);
            let right = draw(any_tree(depth - 1));
            Tree::Node(Box::new(left), key, Box::new(right))
        }),
    ])
}

fn leaf() -> Tree {
    Tree::Leaf
}

fn node(left: Tree, key: i32, right: Tree) -> Tree {
    Tree::Node(Box::new(left), key, Box::new(right))
}

fn keys(tree: &Tree) -> Vec<i32> {
    match tree {
        Tree::Leaf => Vec::new(),
        Tree::Node(left, key, right) => [keys(left), vec![*key], keys(right)].concat(),
    }
}

fn depth(tree: &Tree) -> u32 {
    match tree {
        Tree::Leaf => 0,
        Tree::Node(left, _, right) => 1 + depth(left).max(depth(right)),
    }
}

/// Whether the keys, read from left to right, grow and stay within bounds.
fn is_bst(tree: &Tree, lo: i32, hi: i32) -> bool {
    let keys = keys(tree);
    keys.is_sorted_by(|a, b| a < b) && keys.iter().all(|key| (lo..=hi).contains(key))
}

#[test]
fn laws_hold() {
    laws::check(bst(0, 20));
    laws::check(bst(1, 2));
    laws::check(bst(1, 0));
}

#[test]
fn laws_hold_of_growing_trees() {
    laws::check(growing(0, 50));
}

#[test]
fn laws_hold_where_the_size_cuts_the_range() {
    laws::check(shallow(0, 6));
}

#[test]
fn the_predicate_decides_what_is_in_range() {
    assert!(bst(0, 20).samples(1).take(1_000).all(|tree| is_bst(&tree, 0, 20)));
    assert!(growing(0, 20).samples(1).take(1_000).all(|tree| is_bst(&tree, 0, 20)));
    let report = bst(1, 4).validate_for(&any_tree(3), |tree| is_bst(tree, 1, 4));
    assert!(report.is_sound(), "{report}");
    assert_eq!(report.overlap, Overlap::One);
    laws::check_range(bst(1, 4), any_tree(3), |tree| is_bst(tree, 1, 4));
    // Where the size is asked for, a "no" takes a look at every size.
    for tree in any_tree(3).samples(4).take(300) {
        assert_eq!(growing(1, 4).contains(&tree), is_bst(&tree, 1, 4), "{tree:?}");
        let is_small = is_bst(&tree, 1, 4) && depth(&tree) <= 2;
        assert_eq!(resize(20, shallow(1, 4)).contains(&tree), is_small, "{tree:?}");
    }
}

#[test]
fn values_from_outside_reflect() {
    let tree = node(node(leaf(), 2, leaf()), 5, node(leaf(), 7, leaf()));
    let choices = bst(1, 10).reflect(&tree).next().unwrap();
    assert_eq!(choices.labels(), ["node", "5", "node", "2", "leaf", "leaf", "node", "7", "leaf", "leaf"]);
    assert_eq!(choices.to_string(), "node(5 node(2 leaf leaf) node(7 leaf leaf))");
    // Where no key is left there is nothing to choose.
    let all = node(leaf(), 1, node(leaf(), 2, leaf()));
    assert_eq!(bst(1, 2).reflect(&all).next().unwrap().to_string(), "node(1 node(2))");
}

#[test]
fn values_out_of_range_are_explained() {
    let unordered = node(node(leaf(), 7, leaf()), 5, leaf());
    laws::is_refused(&bst(1, 10), &unordered);
    let why = bst(1, 10).why_not(&unordered).unwrap().to_string();
    assert!(why.contains("7 is not in 1..=4"), "{why}");
    let high = node(leaf(), 11, leaf());
    let why = bst(1, 10).why_not(&high).unwrap().to_string();
    assert!(why.contains("11 is not in 1..=10"), "{why}");
    assert_eq!(bst(1, 10).why_not(&node(leaf(), 10, leaf())), None);
}

#[test]
fn a_deep_value_stays_in_range_whatever_the_size() {
    let list = (0..50).rev().fold(leaf(), |below, key| node(leaf(), key, below));
    assert!(growing(0, 50).contains(&list));
    assert!(resize(0, growing(0, 50)).contains(&list));
    assert!(growing(0, 50).log_probability(&list) < -50.0);
}

#[test]
fn a_reflection_records_the_size_that_makes_the_value() {
    let list = |length| (0..length).rev().fold(leaf(), |below, key| node(leaf(), key, below));
    assert!(shallow(0, 20).contains(&list(10)));
    assert!(!shallow(0, 20).contains(&list(11)));
    let small = resize(30, shallow(0, 20));
    assert!(small.samples(1).take(200).all(|tree| depth(&tree) <= 3));
    assert!(!small.contains(&list(4)));
    // Leaves have weight 1 whatever the size, so the greatest size, which comes first, makes small values, too.
    assert_eq!(shallow(0, 20).reflect_first(&list(2)).unwrap().unwrap().size(), 100);
}

/// 003 appendix E, written in Rust without the library: the tiers of `leanBST`.
fn tiers(lo: i32, hi: i32, greatest: usize) -> Vec<Vec<Tree>> {
    let mut made = vec![Vec::new(); greatest + 1];
    made[0].push(leaf());
    if lo > hi {
        return made;
    }
    for key in lo..=hi {
        // The node costs one, and so does each key that is passed over.
        let Some(left_over) = greatest.checked_sub(1 + (key - lo) as usize) else { break };
        let (lefts, rights) = (tiers(lo, key - 1, left_over), tiers(key + 1, hi, left_over));
        for (l, left) in lefts.iter().enumerate().flat_map(|(l, trees)| trees.iter().map(move |tree| (l, tree))) {
            for (r, right) in rights.iter().enumerate().flat_map(|(r, trees)| trees.iter().map(move |tree| (r, tree))) {
                if l + r <= left_over {
                    made[greatest - left_over + l + r].push(node(left.clone(), key, right.clone()));
                }
            }
        }
    }
    made
}

#[test]
fn enumeration_comes_in_the_tiers_of_appendix_e() {
    let expected = tiers(1, 10, 8);
    assert_eq!(expected.iter().map(Vec::len).take(7).collect::<Vec<_>>(), [1, 1, 2, 5, 11, 26, 60]);
    for (size, (made, mut expected)) in bst(1, 10).all_values().by_size().zip(expected).enumerate() {
        assert_eq!(made.len(), expected.len(), "trees of size {size}");
        for tree in made {
            let i = expected.iter().position(|other| *other == tree);
            let i = i.unwrap_or_else(|| panic!("{tree:?} comes twice or is not of size {size}"));
            expected.swap_remove(i);
        }
    }
}

#[test]
fn small_trees_come_first() {
    // Every tree of four nodes costs at least four steps, and the first comes as soon as that.
    let first = bst(1, 10).all_values().by_size().position(|tier| tier.iter().any(|tree| keys(tree).len() == 4));
    assert_eq!(first, Some(4));
}

#[test]
fn enumeration_of_a_finite_language_ends() {
    // The Catalan numbers, for each set of keys.
    let trees: Vec<Tree> = bst(1, 4).all_values().collect();
    assert_eq!(
        trees.len(),
        [(1, 1), (4, 1), (6, 2), (4, 5), (1, 14)].map(|(sets, trees)| sets * trees).iter().sum::<usize>()
    );
    let total: f64 = trees.iter().map(|tree| bst(1, 4).probability(tree)).sum();
    assert!((total - 1.0).abs() < 1e-9, "{total}");
    for (i, tree) in trees.iter().enumerate() {
        assert!(is_bst(tree, 1, 4) && !trees[..i].contains(tree));
    }
}

#[test]
fn completion_keeps_what_is_fixed_and_the_order() {
    for seed in 0..200 {
        let tree = bst(1, 10).complete(&sketch!(Tree::Node(Tree::Node(_, 2, _), 5, _)), seed).unwrap();
        assert!(is_bst(&tree, 1, 10), "{tree:?}");
        let Tree::Node(left, 5, _) = &tree else { panic!("{tree:?}") };
        assert!(matches!(&**left, Tree::Node(_, 2, _)), "{tree:?}");
        assert_eq!(bst(1, 10).complete(&sketch!(Tree::Node(Tree::Node(_, 7, _), 5, _)), seed), None);
    }
}
