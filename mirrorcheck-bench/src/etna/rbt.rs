//! Red-black trees as maps from numbers to numbers (Okasaki's insertion, Kahrs's deletion), with thirteen faults that can be
//! switched on.

mod generators;
mod properties;
mod tasks;

use std::sync::atomic::{AtomicUsize, Ordering};

use super::subject::Subject;

pub(crate) fn subject() -> Subject {
    Subject {
        name: "RBT",
        switch: switch_to,
        properties: properties::all(),
        tasks: tasks::TASKS,
        inputs_of_slowest: u64::MAX,
    }
}

static MUTANT: AtomicUsize = AtomicUsize::new(0);

fn switch_to(mutant: usize) {
    MUTANT.store(mutant, Ordering::Relaxed);
}

fn is_mutant(number: usize) -> bool {
    MUTANT.load(Ordering::Relaxed) == number
}

#[derive(Debug, Clone, Copy, PartialEq, mirrorcheck::Arbitrary, arbitrary::Arbitrary, bolero::TypeGenerator)]
pub(crate) enum Color {
    Red,
    Black,
}

use Color::{Black, Red};

#[derive(Debug, Clone, PartialEq, mirrorcheck::Arbitrary, arbitrary::Arbitrary, bolero::TypeGenerator)]
pub(crate) enum Tree {
    Leaf,
    Node(Color, Box<Tree>, i32, i32, Box<Tree>),
}

use Tree::{Leaf, Node};

/// A key and its value.
type Entry = (i32, i32);

impl Tree {
    fn node(color: Color, left: Tree, (key, value): Entry, right: Tree) -> Tree {
        Node(color, Box::new(left), key, value, Box::new(right))
    }

    /// The pairs put into the empty tree one after another, without any fault.
    pub(crate) fn from_pairs(pairs: Vec<Entry>) -> Tree {
        pairs.into_iter().fold(Leaf, |tree, entry| tree.put(entry).painted(Black))
    }

    /// As [`Tree::inserted`], but always without faults, because inputs are made with it.
    fn put(self, new: Entry) -> Tree {
        match self {
            Leaf => Tree::node(Red, Leaf, new, Leaf),
            Node(Black, left, key, value, right) if new.0 < key => Tree::balanced(left.put(new), (key, value), *right),
            Node(Black, left, key, value, right) if new.0 > key => Tree::balanced(*left, (key, value), right.put(new)),
            Node(Red, left, key, value, right) if new.0 < key => Tree::node(Red, left.put(new), (key, value), *right),
            Node(Red, left, key, value, right) if new.0 > key => Tree::node(Red, *left, (key, value), right.put(new)),
            Node(color, left, _, _, right) => Node(color, left, new.0, new.1, right),
        }
    }

    fn insert(self, key: i32, value: i32) -> Tree {
        self.inserted((key, value)).painted(Black)
    }

    fn inserted(self, new: Entry) -> Tree {
        match self {
            Node(..) if is_mutant(1) => Tree::node(Red, Leaf, new, Leaf),
            Leaf if is_mutant(6) => Tree::node(Black, Leaf, new, Leaf),
            Leaf => Tree::node(Red, Leaf, new, Leaf),
            Node(color, left, key, value, right) if new.0 < key => {
                let left = left.inserted(new);
                if color == Black && !is_mutant(12) {
                    Tree::balanced(left, (key, value), *right)
                } else {
                    Tree::node(color, left, (key, value), *right)
                }
            }
            Node(color, left, key, value, right) if new.0 > key && !is_mutant(2) => {
                let right = right.inserted(new);
                if color == Black && !is_mutant(13) {
                    Tree::balanced(*left, (key, value), right)
                } else {
                    Tree::node(color, *left, (key, value), right)
                }
            }
            Node(color, left, key, value, right) if is_mutant(3) => Node(color, left, key, value, right),
            Node(color, left, key, _, right) => Node(color, left, key, new.1, right),
        }
    }

    fn delete(self, old: i32) -> Tree {
        let tree = self.deleted(old);
        if is_mutant(7) { tree } else { tree.painted(Black) }
    }

    fn deleted(self, old: i32) -> Tree {
        let Node(_, left, key, value, right) = self else { return Leaf };
        let (is_left, is_right) = if is_mutant(5) { (old > key, old < key) } else { (old < key, old > key) };
        if is_left {
            let is_black = left.color() == Some(Black);
            let left = left.deleted(old);
            match is_black {
                _ if is_mutant(4) => left,
                true => Tree::balanced_left(left, (key, value), *right),
                false => Tree::node(Red, left, (key, value), *right),
            }
        } else if is_right {
            let is_black = right.color() == Some(Black);
            let right = right.deleted(old);
            match is_black {
                _ if is_mutant(4) => right,
                true => Tree::balanced_right(*left, (key, value), right),
                false => Tree::node(Red, *left, (key, value), right),
            }
        } else {
            left.join(*right)
        }
    }

    /// A black node whose children may be red with a red child.
    fn balanced(left: Tree, middle: Entry, right: Tree) -> Tree {
        let (a, x, b, y, c, z, d) = match (left, right) {
            (Node(Red, a, xk, xv, b), Node(Red, c, zk, zv, d)) => (*a, (xk, xv), *b, middle, *c, (zk, zv), *d),
            (Node(Red, ab, yk, yv, c), d) if ab.color() == Some(Red) => {
                let (a, x, b) = ab.taken_apart();
                (a, x, b, (yk, yv), *c, middle, d)
            }
            (Node(Red, a, xk, xv, bc), d) if bc.color() == Some(Red) => {
                let (b, y, c) = bc.taken_apart();
                (*a, (xk, xv), b, y, c, middle, d)
            }
            (a, Node(Red, b, yk, yv, cd)) if cd.color() == Some(Red) => {
                let (c, z, d) = cd.taken_apart();
                (a, middle, *b, (yk, yv), c, z, d)
            }
            (a, Node(Red, bc, zk, zv, d)) if bc.color() == Some(Red) => {
                let (b, y, c) = bc.taken_apart();
                (a, middle, b, y, c, (zk, zv), *d)
            }
            (left, right) => return Tree::node(Black, left, middle, right),
        };
        Tree::node(Red, Tree::node(Black, a, x, b), y, Tree::node(Black, c, z, d))
    }

    /// The left side has become one black node lower.
    fn balanced_left(left: Tree, middle: Entry, right: Tree) -> Tree {
        match (left, right) {
            (left, right) if left.color() == Some(Red) => Tree::node(Red, left.painted(Black), middle, right),
            (left, right) if right.color() == Some(Black) => Tree::balanced(left, middle, right.painted(Red)),
            (left, Node(Red, between, key, value, right)) if between.color() == Some(Black) => {
                let (a, y, b) = between.taken_apart();
                let right = if is_mutant(8) { *right } else { right.painted(Red) };
                let right = Tree::balanced(b, (key, value), right);
                Tree::node(Red, Tree::node(Black, left, middle, a), y, right)
            }
            (left, right) => Tree::node(Black, left, middle, right),
        }
    }

    /// The right side has become one black node lower.
    fn balanced_right(left: Tree, middle: Entry, right: Tree) -> Tree {
        match (left, right) {
            (left, right) if right.color() == Some(Red) => Tree::node(Red, left, middle, right.painted(Black)),
            (left, right) if left.color() == Some(Black) => Tree::balanced(left.painted(Red), middle, right),
            (Node(Red, left, key, value, between), right) if between.color() == Some(Black) => {
                let (b, y, c) = between.taken_apart();
                let left = if is_mutant(9) { *left } else { left.painted(Red) };
                let left = Tree::balanced(left, (key, value), b);
                Tree::node(Red, left, y, Tree::node(Black, c, middle, right))
            }
            (left, right) => Tree::node(Black, left, middle, right),
        }
    }

    /// Two trees of the same black height; all keys of the second are larger.
    fn join(self, other: Tree) -> Tree {
        match (self, other) {
            (Leaf, tree) | (tree, Leaf) => tree,
            (Node(Black, a, xk, xv, b), other) if other.color() == Some(Red) => {
                let (c, y, d) = other.taken_apart();
                Tree::node(Red, Node(Black, a, xk, xv, b).join(c), y, d)
            }
            (Node(Red, a, xk, xv, b), other) if other.color() == Some(Black) => {
                Tree::node(Red, *a, (xk, xv), b.join(other))
            }
            (Node(color, a, xk, xv, b), other) => {
                let (c, y, d) = other.taken_apart();
                Tree::joined(color, (*a, (xk, xv)), b.join(c), (y, d))
            }
        }
    }

    /// Two nodes of one colour with what is between them.
    fn joined(color: Color, (a, x): (Tree, Entry), between: Tree, (y, d): (Entry, Tree)) -> Tree {
        if between.color() == Some(Red) {
            let (b, z, c) = between.taken_apart();
            let color = match color {
                Red if is_mutant(10) => Black,
                Black if is_mutant(11) => Red,
                color => color,
            };
            return Tree::node(Red, Tree::node(color, a, x, b), z, Tree::node(color, c, y, d));
        }
        match color {
            Red => Tree::node(Red, a, x, Tree::node(Red, between, y, d)),
            Black => Tree::balanced_left(a, x, Tree::node(Black, between, y, d)),
        }
    }

    fn color(&self) -> Option<Color> {
        match self {
            Leaf => None,
            Node(color, ..) => Some(*color),
        }
    }

    fn painted(self, color: Color) -> Tree {
        match self {
            Leaf => Leaf,
            Node(_, left, key, value, right) => Node(color, left, key, value, right),
        }
    }

    /// The parts of a node.
    fn taken_apart(self) -> (Tree, Entry, Tree) {
        match self {
            Leaf => unreachable!("a tree with a colour is a node"),
            Node(_, left, key, value, right) => (*left, (key, value), *right),
        }
    }

    fn find(&self, wanted: i32) -> Option<i32> {
        match self {
            Leaf => None,
            Node(_, left, key, _, _) if wanted < *key => left.find(wanted),
            Node(_, _, key, _, right) if wanted > *key => right.find(wanted),
            Node(_, _, _, value, _) => Some(*value),
        }
    }

    fn to_list(&self) -> Vec<Entry> {
        let mut list = Vec::new();
        self.add_to(&mut list);
        list
    }

    fn add_to(&self, list: &mut Vec<Entry>) {
        if let Node(_, left, key, value, right) = self {
            left.add_to(list);
            list.push((*key, *value));
            right.add_to(list);
        }
    }

    /// A search tree whose root is black, with no red child of a red node, and with as many black nodes on every way down.
    fn is_valid(&self) -> bool {
        self.color() != Some(Red) && self.is_between(None, None) && self.black_height().is_some()
    }

    fn is_between(&self, low: Option<i32>, high: Option<i32>) -> bool {
        let Node(_, left, key, _, right) = self else { return true };
        low.is_none_or(|low| low < *key)
            && high.is_none_or(|high| *key < high)
            && left.is_between(low, Some(*key))
            && right.is_between(Some(*key), high)
    }

    /// The number of black nodes on every way down, unless it differs or red follows on red.
    fn black_height(&self) -> Option<u32> {
        let Node(color, left, _, _, right) = self else { return Some(0) };
        let has_red_child = left.color() == Some(Red) || right.color() == Some(Red);
        if *color == Red && has_red_child {
            return None;
        }
        let (height, other) = (left.black_height()?, right.black_height()?);
        (height == other).then_some(height + u32::from(*color == Black))
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::Color::{Black, Red};
    use super::Tree::{self, Leaf};
    use super::{Color, properties, switch_to, tasks};
    use crate::etna::inputs::small::Small;
    use crate::etna::subject::assert_tasks;

    impl Small for Tree {
        fn all(value: i32, numbers: usize) -> Vec<Tree> {
            // One of the faults needs twelve nodes.
            let most = [0, 12, 8, 3, 3][numbers];
            (0..4).flat_map(|height| of_height(height, most, value)).collect()
        }

        fn numbers(count: usize) -> Range<i32> {
            0..[0, 25, 17, 7, 7][count]
        }
    }

    /// All with a black root, this black height, and keys 1, 3, 5, ….
    fn of_height(height: u32, most: usize, value: i32) -> Vec<Tree> {
        let shapes = shapes(Black, height, most);
        shapes.into_iter().map(|shape| numbered(shape, &mut (0..).map(|n| 2 * n + 1), value)).collect()
    }

    /// All with a root of this colour, or a leaf if it is black.
    fn shapes(color: Color, height: u32, most: usize) -> Vec<Tree> {
        if height == 0 && color == Black {
            return vec![Leaf];
        }
        let (of_children, children): (u32, &[Color]) =
            if color == Red { (height, &[Black]) } else { (height - 1, &[Red, Black]) };
        let mut trees = Vec::new();
        if most > 0 {
            for &(left_color, right_color) in &pairs(children) {
                for left in shapes(left_color, of_children, most - 1) {
                    for right in shapes(right_color, of_children, most - 1 - left.to_list().len()) {
                        trees.push(Tree::node(color, left.clone(), (0, 0), right));
                    }
                }
            }
        }
        trees
    }

    fn pairs(colors: &[Color]) -> Vec<(Color, Color)> {
        colors.iter().flat_map(|&left| colors.iter().map(move |&right| (left, right))).collect()
    }

    fn numbered(shape: Tree, keys: &mut impl Iterator<Item = i32>, value: i32) -> Tree {
        match shape {
            Leaf => Leaf,
            Tree::Node(color, left, _, _, right) => {
                let left = numbered(*left, keys, value);
                let key = keys.next().unwrap_or(0);
                Tree::node(color, left, (key, value), numbered(*right, keys, value))
            }
        }
    }

    #[test]
    fn tasks_are_what_fails_on_small_trees() {
        assert_tasks(tasks::TASKS, switch_to, properties::that_fail);
    }

    #[test]
    fn pairs_make_valid_trees() {
        for number in 0..5000u32 {
            let pairs = (0..6).map(|place| (number as i32 / 4i32.pow(place) % 8, place as i32));
            let tree = Tree::from_pairs(pairs.clone().collect());
            let mut map = std::collections::BTreeMap::new();
            map.extend(pairs);
            assert!(tree.is_valid(), "{tree:?}");
            assert_eq!(tree.to_list(), map.into_iter().collect::<Vec<_>>());
        }
        assert!(Tree::all(1, 0).iter().all(Tree::is_valid));
    }
}
