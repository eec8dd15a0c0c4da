//! Binary search trees as maps from numbers to numbers, with eight faults that can be switched on.

mod generators;
mod properties;
mod tasks;

use std::sync::atomic::{AtomicUsize, Ordering};

use super::subject::Subject;

pub(crate) fn subject() -> Subject {
    Subject {
        name: "BST",
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

fn mutant() -> usize {
    MUTANT.load(Ordering::Relaxed)
}

#[derive(Debug, Clone, PartialEq, mirrorcheck::Arbitrary, arbitrary::Arbitrary, bolero::TypeGenerator)]
pub(crate) enum Tree {
    Leaf,
    Node(Box<Tree>, i32, i32, Box<Tree>),
}

use Tree::{Leaf, Node};

impl Tree {
    fn node(left: Tree, key: i32, value: i32, right: Tree) -> Tree {
        Node(Box::new(left), key, value, Box::new(right))
    }

    /// The pairs put into the empty tree one after another, without any fault.
    pub(crate) fn from_pairs(pairs: Vec<(i32, i32)>) -> Tree {
        let mut tree = Leaf;
        for (key, value) in pairs {
            tree.put(key, value);
        }
        tree
    }

    /// Pairs that make this tree: each node before those below it.
    fn to_pairs(&self) -> Vec<(i32, i32)> {
        match self {
            Leaf => Vec::new(),
            Node(left, key, value, right) => [vec![(*key, *value)], left.to_pairs(), right.to_pairs()].concat(),
        }
    }

    fn put(&mut self, new: i32, new_value: i32) {
        match self {
            Leaf => *self = Tree::node(Leaf, new, new_value, Leaf),
            Node(left, key, _, _) if new < *key => left.put(new, new_value),
            Node(_, key, _, right) if new > *key => right.put(new, new_value),
            Node(_, _, value, _) => *value = new_value,
        }
    }

    fn insert(self, new: i32, new_value: i32) -> Tree {
        let mutant = mutant();
        match self {
            Node(..) if mutant == 1 => Tree::node(Leaf, new, new_value, Leaf),
            Leaf => Tree::node(Leaf, new, new_value, Leaf),
            Node(left, key, value, right) if new < key => {
                Node(Box::new(left.insert(new, new_value)), key, value, right)
            }
            Node(left, key, value, right) if new > key && mutant != 2 => {
                Node(left, key, value, Box::new(right.insert(new, new_value)))
            }
            Node(left, key, value, right) if mutant == 3 => Node(left, key, value, right),
            Node(left, key, _, right) => Node(left, key, new_value, right),
        }
    }

    fn delete(self, old: i32) -> Tree {
        let Node(left, key, value, right) = self else { return Leaf };
        let (is_left, is_right) = if mutant() == 5 { (old > key, old < key) } else { (old < key, old > key) };
        match (is_left, is_right, mutant() == 4) {
            (true, _, true) => left.delete(old),
            (_, true, true) => right.delete(old),
            (true, _, _) => Node(Box::new(left.delete(old)), key, value, right),
            (_, true, _) => Node(left, key, value, Box::new(right.delete(old))),
            _ => left.join(*right),
        }
    }

    /// All keys of the other one are larger.
    fn join(self, other: Tree) -> Tree {
        match (self, other) {
            (Leaf, tree) | (tree, Leaf) => tree,
            (Node(left, key, value, middle), Node(other_middle, other_key, other_value, right)) => {
                let middle = middle.join(*other_middle);
                Tree::node(*left, key, value, Node(Box::new(middle), other_key, other_value, right))
            }
        }
    }

    /// Where both have a value, that of the first.
    fn union(self, other: Tree) -> Tree {
        match (self, other) {
            (Leaf, tree) | (tree, Leaf) => tree,
            (Node(left, key, value, right), other) => match mutant() {
                6 => Node(left, key, value, right).join(other),
                7 | 8 => Tree::wrong_union((left, key, value, right), other),
                _ => {
                    let (below, above) = (other.below(key), other.above(key));
                    Tree::node(left.union(below), key, value, right.union(above))
                }
            },
        }
    }

    /// Looks at the root of the second one instead of splitting it.
    fn wrong_union((left, key, value, right): (Box<Tree>, i32, i32, Box<Tree>), other: Tree) -> Tree {
        let Node(other_left, other_key, other_value, other_right) = other else {
            return Node(left, key, value, right);
        };
        if key == other_key {
            return Tree::node(left.union(*other_left), key, value, right.union(*other_right));
        }
        if key > other_key {
            return Node(other_left, other_key, other_value, other_right).union(Node(left, key, value, right));
        }
        if mutant() == 7 {
            let middle = right.union(*other_left);
            return Tree::node(*left, key, value, Node(Box::new(middle), other_key, other_value, other_right));
        }
        let (below, above) = (other_left.below(key), other_left.above(key));
        let rest = Node(Box::new(above), other_key, other_value, other_right);
        Tree::node(left.union(below), key, value, right.union(rest))
    }

    fn below(&self, bound: i32) -> Tree {
        match self {
            Leaf => Leaf,
            Node(left, key, value, right) if *key < bound => {
                Tree::node(Tree::clone(left), *key, *value, right.below(bound))
            }
            Node(left, ..) => left.below(bound),
        }
    }

    fn above(&self, bound: i32) -> Tree {
        match self {
            Leaf => Leaf,
            Node(left, key, value, right) if *key > bound => {
                Tree::node(left.above(bound), *key, *value, Tree::clone(right))
            }
            Node(_, _, _, right) => right.above(bound),
        }
    }

    fn find(&self, wanted: i32) -> Option<i32> {
        match self {
            Leaf => None,
            Node(left, key, _, _) if wanted < *key => left.find(wanted),
            Node(_, key, _, right) if wanted > *key => right.find(wanted),
            Node(_, _, value, _) => Some(*value),
        }
    }

    fn to_list(&self) -> Vec<(i32, i32)> {
        let mut list = Vec::new();
        self.add_to(&mut list);
        list
    }

    fn add_to(&self, list: &mut Vec<(i32, i32)>) {
        if let Node(left, key, value, right) = self {
            left.add_to(list);
            list.push((*key, *value));
            right.add_to(list);
        }
    }

    /// Whether the keys rise from left to right.
    fn is_valid(&self) -> bool {
        self.is_between(None, None)
    }

    fn is_between(&self, low: Option<i32>, high: Option<i32>) -> bool {
        let Node(left, key, _, right) = self else { return true };
        low.is_none_or(|low| low < *key)
            && high.is_none_or(|high| *key < high)
            && left.is_between(low, Some(*key))
            && right.is_between(Some(*key), high)
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::Tree::{self, Leaf};
    use super::{properties, switch_to, tasks};
    use crate::etna::inputs::small::Small;
    use crate::etna::subject::assert_tasks;

    impl Small for Tree {
        fn all(value: i32, _: usize) -> Vec<Tree> {
            of_keys(1, 3, 3, value)
        }

        fn numbers(_: usize) -> Range<i32> {
            0..5
        }
    }

    /// All search trees with keys from `low` to `high`, and with no more nodes than this.
    fn of_keys(low: i32, high: i32, nodes: usize, value: i32) -> Vec<Tree> {
        let mut trees = vec![Leaf];
        for key in if nodes == 0 { low..low } else { low..high + 1 } {
            for left in of_keys(low, key - 1, nodes - 1, value) {
                for right in of_keys(key + 1, high, nodes - 1 - left.to_list().len(), value) {
                    trees.push(Tree::node(left.clone(), key, value, right));
                }
            }
        }
        trees
    }

    #[test]
    fn tasks_are_what_fails_on_small_trees() {
        assert_tasks(tasks::TASKS, switch_to, properties::that_fail);
    }

    #[test]
    fn pairs_make_the_tree_that_they_come_from() {
        for tree in of_keys(1, 4, 4, 7) {
            assert!(tree.is_valid());
            assert_eq!(Tree::from_pairs(tree.to_pairs()), tree);
        }
    }
}
