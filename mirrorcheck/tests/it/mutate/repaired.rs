//! Choices that do not quite fit.

use mirrorcheck::prelude::*;

use crate::search_tree::{Tree, bst, node};

use Tree::Leaf;

#[track_caller]
fn repaired<G: Generator>(generator: &G, text: &str, seed: u64) -> G::Value {
    generator.replay_repaired(&text.parse().unwrap(), seed).unwrap()
}

/// 000, section 6.2, and 002, section 5.2: a node that became a leaf takes the right side with it in their lists.
#[test]
fn a_node_that_became_a_leaf_leaves_its_siblings_alone() {
    let expected = node(Leaf, 5, node(Leaf, 7, Leaf));
    for seed in 0..20 {
        assert_eq!(repaired(&bst(1, 9), "node(5 leaf(2 leaf leaf) node(7 leaf leaf))", seed), expected);
        assert_eq!(repaired(&bst(1, 9), "node 5 leaf 2 leaf leaf node 7 leaf leaf", seed), expected);
    }
}

#[test]
fn a_bad_choice_leaves_the_others_alone() {
    for seed in 0..20 {
        // An alternative that is not there: it is one of those that are, and its sibling stays.
        let Tree::Node(_, 5, right) = repaired(&bst(1, 9), "node(5 twig node(7 leaf leaf))", seed) else { panic!() };
        assert_eq!(*right, node(Leaf, 7, Leaf));
        // A number out of range.
        let Tree::Node(left, key, right) = repaired(&bst(1, 9), "node(50 node(1 leaf leaf) leaf)", seed) else {
            panic!()
        };
        // Below 1 the generator chooses nothing, so that what stood there is offered to the right.
        if key > 1 {
            assert_eq!((*left, *right), (node(Leaf, 1, Leaf), Leaf));
        }
        // One in the middle of a list of tuples.
        let pairs = vec((any::<bool>(), 0..=9), 0..=5);
        let list = repaired(&pairs, "(3 (true 4) (maybe 5) (true 6))", seed);
        assert_eq!((list.len(), list[0], list[1].1, list[2]), (3, (true, 4), 5, (true, 6)));
        let list = repaired(&pairs, "(3 (true 4) (false 50) (true 6))", seed);
        assert_eq!((list.len(), list[0], list[1].0, list[2]), (3, (true, 4), false, (true, 6)));
        // Something of another kind: what is made up in its place takes nothing from its siblings.
        let Tree::Node(_, 5, right) = repaired(&bst(1, 9), "node(5 3 node(7 leaf leaf))", seed) else { panic!() };
        assert_eq!(*right, node(Leaf, 7, Leaf));
        let Tree::Node(left, _, right) = repaired(&bst(1, 9), "node(five leaf node(9 leaf leaf))", seed) else {
            panic!()
        };
        assert!(*left == Leaf && matches!(*right, Tree::Node(_, 9, _) | Leaf));
        let labelled = vec(labeled([("low", 0..=9), ("high", 10..=19)]), 0..=5);
        let list = repaired(&labelled, "(3 low(1) 5 high(12))", seed);
        assert_eq!((list.len(), list[0], list[2]), (3, 1, 12));
        let beside = (labeled([("low", 0..=9), ("high", 10..=19)]), 0..=99);
        assert_eq!(repaired(&beside, "(5 77)", seed).1, 77);
        assert_eq!(repaired(&vec(beside, 2), "(2 (5 77) (low(1) 88))", seed)[0].1, 77);
        // Something too much, and something that is missing.
        let list = repaired(&pairs, "(3 (true 4 9 9) (false) (true 6))", seed);
        assert_eq!((list.len(), list[0], list[1].0, list[2]), (3, (true, 4), false, (true, 6)));
    }
}

#[test]
fn a_length_keeps_as_much_as_can_be() {
    assert_eq!(repaired(&vec(0..=9, 0..=2), "(4 1 2 3 4)", 1), [1, 2]);
    let longer = repaired(&vec(0..=9, 3..=5), "(1 7)", 1);
    assert_eq!((longer.len(), longer[0]), (3, 7));
}

#[test]
fn what_is_missing_is_the_least_that_fits() {
    for seed in 0..20 {
        assert_eq!(repaired(&bst(1, 9), "node(5)", seed), node(Leaf, 5, Leaf));
        assert_eq!(repaired(&bst(1, 9), "node(5 node(3))", seed), node(node(Leaf, 3, Leaf), 5, Leaf));
        assert_eq!(repaired(&bst(1, 9), "()", seed), Leaf);
        assert_eq!(repaired(&(0..=3, vec(any::<bool>(), 0..=9)), "(2)", seed), (2, vec![]));
    }
}

#[test]
fn exact_choices_make_exactly_their_value() {
    for seed in 0..300 {
        let choices = bst(1, 99).randomness(seed);
        assert_eq!(bst(1, 99).replay_repaired(&choices, 7), Ok(bst(1, 99).sample(seed)));
        let lists = any::<Vec<(Option<u8>, bool)>>();
        assert_eq!(lists.replay_repaired(&lists.randomness(seed), 7), Ok(lists.sample(seed)));
    }
}

type Nested = ((i32, (i32, i32)), Vec<(i32, Option<i32>)>, [(i32, i32); 2]);

/// All but one choice of a tuple of many fit, wherever that one is: the brackets say what belongs together.
#[test]
fn brackets_are_found_again_whatever_does_not_fit() {
    let generator = ((0..=9, (0..=9, 0..=9)), vec((0..=9, option(0..=9)), 3), [(0..=9, 0..=9), (0..=9, 0..=9)]);
    for seed in 0..50 {
        let value = generator.sample(seed);
        let choices = generator.randomness(seed);
        let count = choices.len();
        for bad in 0..count {
            if let Some(Some(text)) = with_bad(&choices, bad) {
                let repaired = repaired(&generator, &text, seed);
                let numbers = |((a, (b, c)), list, pairs): &Nested| {
                    let mut all = vec![*a, *b, *c];
                    all.extend(list.iter().flat_map(|(n, more)| [*n, more.unwrap_or(-1)]));
                    all.extend(pairs.iter().flat_map(|(a, b)| [*a, *b]));
                    all
                };
                let (old, new) = (numbers(&value), numbers(&repaired));
                let changed = old.iter().zip(&new).filter(|(a, b)| a != b).count();
                assert!(old.len() == new.len() && changed <= 1, "{choices} became {text} and {new:?}");
            }
        }
    }
}

/// The text of choices with one number out of range. Nothing for what is no digit, or the length of the list.
fn with_bad(choices: &Choices, bad: usize) -> Option<Option<String>> {
    let text = choices.to_string();
    let (mut seen, mut out) = (0, String::new());
    for word in text.split_inclusive([' ', '(', ')']) {
        let (name, end) = word.split_at(word.len() - usize::from(word.ends_with([' ', '(', ')'])));
        if name.is_empty() {
            out.push_str(word);
            continue;
        }
        if seen == bad {
            if name.len() > 1 || !name.chars().all(|c| c.is_ascii_digit()) {
                return None;
            }
            out.push_str("77");
        } else {
            out.push_str(name);
        }
        out.push_str(end);
        seen += 1;
    }
    Some(Some(out))
}

#[test]
fn choices_of_another_generator_make_a_value() {
    for seed in 0..200 {
        let other = any::<Vec<(String, Option<i32>)>>().randomness(seed);
        assert!(bst(1, 9).contains(&bst(1, 9).replay_repaired(&other, seed).unwrap()));
        let lists = vec((0..=5).such_that(|n| n % 2 == 1), 1..=4);
        assert!(lists.contains(&lists.replay_repaired(&other, seed).unwrap()));
        let trees = bst(1, 99).randomness(seed);
        let texts = any::<Vec<String>>();
        assert!(texts.contains(&texts.replay_repaired(&trees, seed).unwrap()));
    }
}

#[test]
fn a_filter_asks_again() {
    let even = (0..=99).such_that(|n| n % 2 == 0);
    let list = repaired(&vec(even, 3), "(3 2 7 6)", 1);
    assert!(list[0] == 2 && list[1] % 2 == 0 && list[2] == 6, "{list:?}");
}

#[test]
fn nothing_is_made_of_a_generator_that_makes_nothing() {
    assert!(mirrorcheck::void::<u8>().replay_repaired(&"5".parse().unwrap(), 1).is_err());
}
