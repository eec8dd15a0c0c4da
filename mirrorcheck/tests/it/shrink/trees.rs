//! Search trees, red-black trees and heaps: values that are valid by construction.

use mirrorcheck::prelude::*;

#[derive(Debug, Clone, PartialEq)]
enum Tree {
    Leaf,
    Node(Box<Tree>, i32, Box<Tree>),
}

impl Tree {
    fn keys(&self) -> Vec<i32> {
        match self {
            Tree::Leaf => Vec::new(),
            Tree::Node(left, key, right) => [left.keys(), vec![*key], right.keys()].concat(),
        }
    }

    fn height(&self) -> usize {
        match self {
            Tree::Leaf => 0,
            Tree::Node(left, _, right) => 1 + left.height().max(right.height()),
        }
    }

    fn is_balanced(&self) -> bool {
        match self {
            Tree::Leaf => true,
            Tree::Node(left, _, right) => {
                left.height().abs_diff(right.height()) < 2 && left.is_balanced() && right.is_balanced()
            }
        }
    }
}

/// Search trees with every key in `lo..=hi`.
#[generator]
fn search_tree(lo: i32, hi: i32) -> Tree {
    if lo > hi {
        return Tree::Leaf;
    }
    pick([
        (1, "leaf", Tree::Leaf),
        (3, "node", {
            let key = draw(lo..=hi);
            let left = draw(search_tree(lo, key - 1));
            let right = draw(search_tree(key + 1, hi));
            Tree::Node(Box::new(left), key, Box::new(right))
        }),
    ])
}

/// Heaps: no key is below that of its parent.
#[generator]
fn heap(lo: i32, depth: u32) -> Tree {
    pick([
        (1, "leaf", Tree::Leaf),
        (depth.min(3), "node", {
            let key = draw(lo..=100);
            let left = draw(heap(key, depth - 1));
            let right = draw(heap(key, depth - 1));
            Tree::Node(Box::new(left), key, Box::new(right))
        }),
    ])
}

fn node(left: Tree, key: i32, right: Tree) -> Tree {
    Tree::Node(Box::new(left), key, Box::new(right))
}

fn single(key: i32) -> Tree {
    node(Tree::Leaf, key, Tree::Leaf)
}

minimal! {
    a_search_tree_with_a_key: search_tree(0, 100), |t| t.keys().iter().any(|k| *k >= 42) => single(42), 70;
    a_search_tree_of_three: search_tree(0, 100), |t| t.keys().len() > 2 =>
        node(Tree::Leaf, 0, node(Tree::Leaf, 1, single(2))), 15;
    an_unbalanced_search_tree: search_tree(0, 100), |t| !t.is_balanced() =>
        node(Tree::Leaf, 0, node(Tree::Leaf, 1, single(2))), 15;
    a_search_tree_with_two_keys: search_tree(0, 100), |t| [20, 40].iter().all(|k| t.keys().contains(k)) =>
        node(Tree::Leaf, 20, single(40)), 135;

    a_heap_with_a_key: heap(0, 6), |t| t.keys().iter().any(|k| *k > 60) => single(61), 55;
    a_heap_with_two_equal_keys: heap(0, 6), |t| t.keys().windows(2).any(|k| k[0] == k[1]) =>
        node(Tree::Leaf, 0, single(0)), 10;
    a_heap_that_grows: heap(0, 6), |t| t.keys().windows(2).any(|k| k[0] + 10 < k[1]) =>
        node(Tree::Leaf, 0, single(11)), 55;

    a_red_node: red_black(0, 50), |t| t.count(Colour::Red) > 0 =>
        coloured(Colour::Black, Coloured::Leaf, 0, coloured(Colour::Red, Coloured::Leaf, 1, Coloured::Leaf)), 20;
    three_black_nodes: red_black(0, 50), |t| t.count(Colour::Black) > 2 => coloured(
        Colour::Black,
        coloured(Colour::Black, Coloured::Leaf, 0, Coloured::Leaf),
        1,
        coloured(Colour::Black, Coloured::Leaf, 2, Coloured::Leaf),
    ), 25;
    a_search_tree_with_neighbours: search_tree(0, 100), |t| t.keys().windows(2).any(|k| k[0] > 9 && k[1] == k[0] + 1) =>
        node(Tree::Leaf, 10, single(11)), 85;
    a_red_black_tree_with_a_key: red_black(0, 50), |t| t.keys().contains(&33) =>
        coloured(Colour::Black, Coloured::Leaf, 33, Coloured::Leaf), 105;
}

// No edit turns a tree to the other side.
near! {
    a_high_search_tree: search_tree(0, 100), |t| t.height() > 3 =>
        node(Tree::Leaf, 0, node(Tree::Leaf, 1, node(Tree::Leaf, 2, single(3)))), |t| t.keys() == [0, 1, 2, 3], 90;
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Colour {
    Red,
    Black,
}

#[derive(Debug, Clone, PartialEq)]
enum Coloured {
    Leaf,
    Node(Colour, Box<Coloured>, i32, Box<Coloured>),
}

impl Coloured {
    fn keys(&self) -> Vec<i32> {
        match self {
            Coloured::Leaf => Vec::new(),
            Coloured::Node(_, left, key, right) => [left.keys(), vec![*key], right.keys()].concat(),
        }
    }

    fn count(&self, colour: Colour) -> usize {
        match self {
            Coloured::Leaf => 0,
            Coloured::Node(own, left, _, right) => {
                usize::from(*own == colour) + left.count(colour) + right.count(colour)
            }
        }
    }
}

fn coloured(colour: Colour, left: Coloured, key: i32, right: Coloured) -> Coloured {
    Coloured::Node(colour, Box::new(left), key, Box::new(right))
}

/// Red-black trees with keys in `lo..=hi` and a black root.
#[generator]
fn red_black(lo: i32, hi: i32) -> Coloured {
    let height = draw((0..=4u32).at(black_height));
    draw(subtree(lo, hi, height, false))
}

/// Trees of a black height; if the root may not be red, the parent is, or there is none.
#[generator]
fn subtree(lo: i32, hi: i32, height: u32, may_be_red: bool) -> Coloured {
    let room = hi - lo + 1;
    pick([
        (u32::from(height == 0), "leaf", Coloured::Leaf),
        (u32::from(may_be_red && room > 2 * least(height)), "red", {
            let key = draw(lo + least(height)..=hi - least(height));
            let left = draw(subtree(lo, key - 1, height, false));
            let right = draw(subtree(key + 1, hi, height, false));
            Coloured::Node(Colour::Red, Box::new(left), key, Box::new(right))
        }),
        (2 * u32::from(height > 0), "black", {
            let key = draw(lo + least(height - 1)..=hi - least(height - 1));
            let left = draw(subtree(lo, key - 1, height - 1, true));
            let right = draw(subtree(key + 1, hi, height - 1, true));
            Coloured::Node(Colour::Black, Box::new(left), key, Box::new(right))
        }),
    ])
}

/// How many keys a tree of a black height has at least.
fn least(height: u32) -> i32 {
    (1 << height) - 1
}

/// How many black nodes there are on the way to the leftmost leaf.
fn black_height(tree: &Coloured) -> u32 {
    match tree {
        Coloured::Leaf => 0,
        Coloured::Node(colour, left, _, _) => black_height(left) + u32::from(*colour == Colour::Black),
    }
}
