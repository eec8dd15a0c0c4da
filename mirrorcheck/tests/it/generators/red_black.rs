//! Red-black trees, valid by construction: the generator is told the black height, and whether the root may be red.

use mirrorcheck::choices::Overlap;
use mirrorcheck::prelude::*;

use crate::laws;

#[derive(Debug, Clone, Copy, PartialEq)]
enum Colour {
    Red,
    Black,
}

#[derive(Debug, Clone, PartialEq)]
enum Tree {
    Leaf,
    Node(Colour, Box<Tree>, i32, Box<Tree>),
}

/// Red-black trees with keys in `lo..=hi` and a black root.
#[generator]
fn red_black(lo: i32, hi: i32) -> Tree {
    let greatest = (0..).take_while(|&height| least(height + 1) <= room(lo, hi)).count() as u32;
    let height = draw((0..=greatest).at(black_height));
    draw(subtree(lo, hi, height, false))
}

/// Trees of a black height; if the root may not be red, the parent is, or there is none.
#[generator]
fn subtree(lo: i32, hi: i32, height: u32, may_be_red: bool) -> Tree {
    pick([
        (u32::from(height == 0), "leaf", Tree::Leaf),
        (u32::from(may_be_red && room(lo, hi) > 2 * least(height)), "red", {
            let key = draw(lo + least(height)..=hi - least(height));
            let left = draw(subtree(lo, key - 1, height, false));
            let right = draw(subtree(key + 1, hi, height, false));
            Tree::Node(Colour::Red, Box::new(left), key, Box::new(right))
        }),
        (2 * u32::from(height > 0), "black", {
            let key = draw(lo + least(height - 1)..=hi - least(height - 1));
            let left = draw(subtree(lo, key - 1, height - 1, true));
            let right = draw(subtree(key + 1, hi, height - 1, true));
            Tree::Node(Colour::Black, Box::new(left), key, Box::new(right))
        }),
    ])
}

/// How many keys there are.
fn room(lo: i32, hi: i32) -> i32 {
    hi - lo + 1
}

/// How many keys a tree of a black height has at least.
fn least(height: u32) -> i32 {
    (1 << height) - 1
}

/// How many black nodes there are on the way to the leftmost leaf.
fn black_height(tree: &Tree) -> u32 {
    match tree {
        Tree::Leaf => 0,
        Tree::Node(colour, left, _, _) => black_height(left) + u32::from(*colour == Colour::Black),
    }
}

/// The black height, if it is the same everywhere, no red node has a red child and keys grow.
fn checked(tree: &Tree, lo: i32, hi: i32, parent: Colour) -> Option<u32> {
    let Tree::Node(colour, left, key, right) = tree else { return Some(0) };
    if (parent, *colour) == (Colour::Red, Colour::Red) || !(lo..=hi).contains(key) {
        return None;
    }
    let heights = (checked(left, lo, key - 1, *colour)?, checked(right, key + 1, hi, *colour)?);
    (heights.0 == heights.1).then_some(heights.0 + u32::from(*colour == Colour::Black))
}

fn is_red_black(tree: &Tree, lo: i32, hi: i32) -> bool {
    // As if below a red node, so that the root is black.
    checked(tree, lo, hi, Colour::Red).is_some()
}

fn node(colour: Colour, left: Tree, key: i32, right: Tree) -> Tree {
    Tree::Node(colour, Box::new(left), key, Box::new(right))
}

fn count(tree: &Tree) -> usize {
    match tree {
        Tree::Leaf => 0,
        Tree::Node(_, left, _, right) => count(left) + 1 + count(right),
    }
}

/// Okasaki's insertion: trees that were not made by the generator.
fn insert(tree: Tree, key: i32) -> Tree {
    match inserted(tree, key) {
        Tree::Node(_, left, key, right) => Tree::Node(Colour::Black, left, key, right),
        Tree::Leaf => Tree::Leaf,
    }
}

fn inserted(tree: Tree, new: i32) -> Tree {
    match tree {
        Tree::Leaf => node(Colour::Red, Tree::Leaf, new, Tree::Leaf),
        Tree::Node(colour, left, key, right) if new < key => balanced(colour, inserted(*left, new), key, *right),
        Tree::Node(colour, left, key, right) if new > key => balanced(colour, *left, key, inserted(*right, new)),
        same => same,
    }
}

fn balanced(colour: Colour, left: Tree, key: i32, right: Tree) -> Tree {
    use Colour::{Black, Red};
    let is_red = |tree: &Tree| matches!(tree, Tree::Node(Red, ..));
    let black = |left: Box<Tree>, key, right: Box<Tree>| node(Black, *left, key, *right);
    match (colour, left, right) {
        (Black, Tree::Node(Red, a, x, b), right) if is_red(&a) => {
            let Tree::Node(_, c, y, d) = *a else { unreachable!() };
            node(Red, black(c, y, d), x, black(b, key, Box::new(right)))
        }
        (Black, Tree::Node(Red, a, x, b), right) if is_red(&b) => {
            let Tree::Node(_, c, y, d) = *b else { unreachable!() };
            node(Red, black(a, x, c), y, black(d, key, Box::new(right)))
        }
        (Black, left, Tree::Node(Red, a, x, b)) if is_red(&a) => {
            let Tree::Node(_, c, y, d) = *a else { unreachable!() };
            node(Red, black(Box::new(left), key, c), y, black(d, x, b))
        }
        (Black, left, Tree::Node(Red, a, x, b)) if is_red(&b) => {
            let Tree::Node(_, c, y, d) = *b else { unreachable!() };
            node(Red, black(Box::new(left), key, a), x, black(c, y, d))
        }
        (colour, left, right) => node(colour, left, key, right),
    }
}

#[test]
fn laws_hold() {
    laws::check(red_black(0, 20));
    laws::check(red_black(1, 3));
    laws::check(red_black(1, 0));
}

#[test]
fn laws_hold_where_the_keys_are_those_of_the_size() {
    laws::check(sized(|size| red_black(0, size as i32 / 4)));
}

#[test]
fn what_is_made_is_a_red_black_tree() {
    let mut sizes = 0;
    for tree in red_black(0, 40).samples(1).take(1_000) {
        assert!(is_red_black(&tree, 0, 40), "{tree:?}");
        sizes += count(&tree);
    }
    assert!(sizes > 5_000, "{sizes} nodes in 1,000 trees");
}

#[test]
fn the_predicate_decides_what_is_in_range() {
    /// Trees with colours and keys at will.
    #[generator]
    fn any_tree(lo: i32, hi: i32, depth: u32) -> Tree {
        pick([
            (1, "leaf", Tree::Leaf),
            (3 * depth.min(1), "node", {
                let colour = draw(element_of(&[Colour::Red, Colour::Black]));
                let key = draw(lo..=hi);
                let left = draw(any_tree(lo, key, depth - 1));
                let right = draw(any_tree(key, hi, depth - 1));
                Tree::Node(colour, Box::new(left), key, Box::new(right))
            }),
        ])
    }
    let report = red_black(1, 5).validate_for(&any_tree(1, 5, 2), |tree| is_red_black(tree, 1, 5));
    assert!(report.is_sound(), "{report}");
    assert_eq!(report.overlap, Overlap::One);
    laws::check_range(red_black(1, 5), any_tree(1, 5, 2), |tree| is_red_black(tree, 1, 5));
}

#[test]
fn all_trees_of_few_keys_are_counted() {
    // With keys 1 and 2: none, one black (two ways), a black root with a red child (two ways).
    assert_eq!(red_black(1, 2).all_values().count(), 5);
    let all: Vec<Tree> = red_black(1, 4).all_values().collect();
    assert!(all.iter().all(|tree| is_red_black(tree, 1, 4)));
    let total: f64 = all.iter().map(|tree| red_black(1, 4).probability(tree)).sum();
    assert!((total - 1.0).abs() < 1e-9, "{total}");
}

#[test]
fn trees_from_insertion_reflect() {
    let mut tree = Tree::Leaf;
    for i in 0..30 {
        tree = insert(tree, i * 17 % 31);
        assert!(is_red_black(&tree, 0, 30), "{tree:?}");
        assert!(red_black(0, 30).contains(&tree), "{}", red_black(0, 30).why_not(&tree).unwrap());
    }
    assert_eq!(count(&tree), 30);
    let choices = red_black(0, 30).reflect_first(&insert(insert(Tree::Leaf, 3), 5)).unwrap().unwrap();
    assert_eq!(choices.labels(), ["1", "black", "3", "leaf", "red", "5", "leaf", "leaf"]);
}

#[test]
fn broken_trees_are_explained() {
    use Colour::{Black, Red};
    let leaf = || Tree::Leaf;
    let unbalanced = node(Black, node(Black, leaf(), 1, leaf()), 2, leaf());
    let red_root = node(Red, leaf(), 2, leaf());
    let red_red = node(Black, node(Red, node(Red, leaf(), 1, leaf()), 2, leaf()), 3, leaf());
    let unordered = node(Black, node(Red, leaf(), 8, leaf()), 3, leaf());
    for tree in [unbalanced, red_root, red_red] {
        assert!(!is_red_black(&tree, 0, 30), "{tree:?}");
        laws::is_refused(&red_black(0, 30), &tree);
        let why = red_black(0, 30).why_not(&tree).unwrap().to_string();
        assert!(why.contains("leaf") || why.contains("red") || why.contains("black"), "{why}");
    }
    let why = red_black(0, 30).why_not(&unordered).unwrap().to_string();
    assert!(why.contains("8 is not in 0..=2"), "{why}");
}
