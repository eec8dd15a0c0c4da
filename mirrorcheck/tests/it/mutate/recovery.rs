//! What a mutation leaves alone, what it repairs, and how little it adds.

use mirrorcheck::lab::Mutation;
use mirrorcheck::prelude::*;

use super::only;
use crate::search_tree::{Tree, bst, node};

use Tree::Leaf;

fn size(tree: &Tree) -> usize {
    match tree {
        Leaf => 0,
        Tree::Node(left, _, right) => size(left) + 1 + size(right),
    }
}

/// The same with the alternative first that goes on.
#[generator]
fn bst_backwards(lo: i32, hi: i32) -> Tree {
    if lo > hi {
        return Tree::Leaf;
    }
    pick([
        (5, "node", {
            let key = draw(lo..=hi);
            let left = draw(bst_backwards(lo, key - 1));
            let right = draw(bst_backwards(key + 1, hi));
            Tree::Node(Box::new(left), key, Box::new(right))
        }),
        (1, "leaf", Tree::Leaf),
    ])
}

/// Any tree at all.
#[generator]
fn trees() -> Tree {
    pick([
        (2, "leaf", Tree::Leaf),
        (1, "node", {
            let left = draw(trees());
            let key = draw(0..=9);
            let right = draw(trees());
            Tree::Node(Box::new(left), key, Box::new(right))
        }),
    ])
}

/// 002, figure 3: the root 6 becomes 3, which leaves 4 on its left side.
#[test]
fn a_changed_root_repairs_what_is_below_it_on_one_side() {
    let right = node(node(Leaf, 7, Leaf), 8, node(Leaf, 9, Leaf));
    let tree = node(node(node(Leaf, 1, Leaf), 4, Leaf), 6, right.clone());
    let rerolls = bst(1, 9).mutate(&tree, 1).mix(only(Mutation::Reroll)).distance(1..=1);
    let mut found = 0;
    for mutant in rerolls.take(3_000) {
        let Tree::Node(left, 3, now_right) = mutant else { continue };
        found += 1;
        assert_eq!(*now_right, right, "what fits is as it was");
        let Tree::Node(lower, key, _) = &*left else { panic!("the left side is still there") };
        assert!((1..=2).contains(key), "{key} is on the left of 3");
        match (key, &**lower) {
            (1, lower) => assert_eq!(*lower, Leaf, "there is nothing below 1"),
            (_, lower) => assert_eq!(*lower, node(Leaf, 1, Leaf), "1 still fits below 2"),
        }
    }
    assert!(found > 5, "it was found {found} times");
}

#[test]
fn a_leaf_becomes_one_node_whichever_alternative_is_first() {
    let tree = node(node(Leaf, 2, Leaf), 5, Leaf);
    let grown = |mutants: &mut dyn Iterator<Item = Tree>| -> Vec<Tree> {
        mutants.take(500).filter(|mutant| size(mutant) > 2).collect()
    };
    let mut both = [bst(1, 9).mutate(&tree, 1), bst(1, 9).mutate(&tree, 2)]
        .map(|mutants| mutants.mix(only(Mutation::Reroll)).distance(1..=1));
    let mut backwards = bst_backwards(1, 9).mutate(&tree, 1).mix(only(Mutation::Reroll)).distance(1..=1);
    let [one, two] = &mut both;
    for grown in [grown(one), grown(two), grown(&mut backwards)] {
        assert!(grown.len() > 50 && grown.iter().all(|mutant| size(mutant) == 3), "{grown:?}");
    }
    // Also where the value has no leaf to learn from.
    let full = bst_backwards(1, 1).mutate(&node(Leaf, 1, Leaf), 1).next();
    assert_eq!(full, Some(Leaf));
    let from_nothing = bst_backwards(1, 9).mutate(&Leaf, 1).distance(1..=1).take(100);
    assert!(from_nothing.into_iter().all(|mutant| size(&mutant) == 1));
}

#[test]
fn keys_that_are_made_up_are_random() {
    let mutants = bst(1, 9).mutate(&Leaf, 1).distance(1..=1).take(300);
    let keys: std::collections::BTreeSet<i32> = mutants
        .map(|mutant| match mutant {
            Tree::Node(_, key, _) => key,
            Leaf => panic!("a mutant differs from its value"),
        })
        .collect();
    assert_eq!(keys, (1..=9).collect());
}

#[test]
fn a_tree_shrinks_to_its_own_parts() {
    let tree = node(node(Leaf, 1, Leaf), 2, node(Leaf, 3, node(Leaf, 4, Leaf)));
    let shrunk: Vec<Tree> = trees().mutate(&tree, 1).mix(only(Mutation::Shrink)).distance(1..=1).take(200).collect();
    assert!(shrunk.iter().all(|mutant| size(mutant) < 4));
    assert!(shrunk.contains(&node(Leaf, 1, Leaf)) && shrunk.contains(&node(Leaf, 3, node(Leaf, 4, Leaf))));
    assert!(shrunk.contains(&node(node(Leaf, 1, Leaf), 2, node(Leaf, 4, Leaf))));
}

#[test]
fn subtrees_change_places() {
    let (one, two) = (node(Leaf, 1, Leaf), node(Leaf, 3, Leaf));
    let tree = node(one.clone(), 2, two.clone());
    let swapped: Vec<Tree> = trees().mutate(&tree, 1).mix(only(Mutation::Swap)).distance(1..=1).take(200).collect();
    assert!(swapped.contains(&node(two, 2, one)));
    assert!(swapped.iter().all(|mutant| size(mutant) == 3));
}

#[test]
fn what_is_not_compatible_is_not_exchanged() {
    let tree = node(node(Leaf, 1, Leaf), 2, Leaf);
    let swaps = || trees().mutate(&tree, 1).mix(only(Mutation::Swap)).distance(1..=1);
    let moved = |mutant: &Tree| *mutant == node(Leaf, 2, node(Leaf, 1, Leaf));
    assert!(swaps().take(200).any(|mutant| moved(&mutant)), "a leaf may take the place of a node");
    let same = swaps().compatible(|one, other| one == other);
    assert!(!same.take(200).any(|mutant| moved(&mutant)), "unless it is told not to");
}

#[test]
fn a_number_moves_what_depends_on_it() {
    // A list of numbers below the first.
    #[generator]
    fn below() -> (u32, Vec<u32>) {
        let most = draw(1..=100u32);
        let list = draw(vec(0..=most - 1, 3));
        (most, list)
    }
    let value = (50, vec![5, 45, 20]);
    for (most, list) in below().mutate(&value, 1).mix(only(Mutation::Reroll)).distance(1..=1).take(300) {
        assert!(list.iter().all(|n| *n < most));
        if most != 50 {
            let kept = list.iter().zip(&value.1).all(|(new, old)| new == old || *old >= most);
            assert!(kept, "{list:?} below {most}: what fits is as it was");
        }
    }
}
