//! Heaps, and a way to sort them that forgets to go on sorting.

use super::Problem;

pub(crate) struct BinHeap;

/// No value is less than its parent's.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Heap {
    Empty,
    Node(i64, Box<Heap>, Box<Heap>),
}

impl Heap {
    pub(crate) fn node(value: i64, left: Heap, right: Heap) -> Heap {
        Heap::Node(value, Box::new(left), Box::new(right))
    }

    /// Whether it is a heap of values from `least` up.
    pub(crate) fn is_valid(&self, least: i64) -> bool {
        match self {
            Heap::Empty => true,
            Heap::Node(value, left, right) => *value >= least && left.is_valid(*value) && right.is_valid(*value),
        }
    }

    fn merged(self, other: Heap) -> Heap {
        match (self, other) {
            (Heap::Empty, heap) | (heap, Heap::Empty) => heap,
            (Heap::Node(x, left, right), Heap::Node(y, other_left, other_right)) => {
                if x <= y {
                    Heap::node(x, right.merged(Heap::Node(y, other_left, other_right)), *left)
                } else {
                    Heap::node(y, other_right.merged(Heap::Node(x, left, right)), *other_left)
                }
            }
        }
    }

    /// All values, parents before children.
    fn list_into(&self, list: &mut Vec<i64>) {
        if let Heap::Node(value, left, right) = self {
            list.push(*value);
            left.list_into(list);
            right.list_into(list);
        }
    }

    fn list(&self) -> Vec<i64> {
        let mut list = Vec::new();
        self.list_into(&mut list);
        list
    }

    /// Wrong: after the least value, what is left is a heap, and its list is not sorted.
    fn sorted(&self) -> Vec<i64> {
        match self {
            Heap::Empty => Vec::new(),
            Heap::Node(value, left, right) => {
                let mut list = vec![*value];
                left.as_ref().clone().merged(right.as_ref().clone()).list_into(&mut list);
                list
            }
        }
    }

    /// Nodes and empties.
    fn size(&self) -> usize {
        match self {
            Heap::Empty => 1,
            Heap::Node(_, left, right) => 1 + left.size() + right.size(),
        }
    }
}

impl Problem for BinHeap {
    const NAME: &'static str = "binheap";
    type Input = Heap;

    fn holds(heap: &Heap) -> bool {
        heap.sorted().is_sorted()
    }

    /// Four nodes with 0, 0, 0 and 1.
    fn is_minimal(heap: &Heap) -> bool {
        let mut values = heap.list();
        values.sort_unstable();
        values == [0, 0, 0, 1] && !Self::holds(heap)
    }

    fn size(heap: &Heap) -> f64 {
        heap.size() as f64
    }
}

#[cfg(test)]
mod tests {
    use super::super::check_problem;
    use super::*;

    /// All heaps of so many nodes with values in `least..=1`.
    fn heaps(nodes: usize, least: i64) -> Vec<Heap> {
        if nodes == 0 {
            return vec![Heap::Empty];
        }
        let mut heaps_of = Vec::new();
        for value in least..=1 {
            for of_left in 0..nodes {
                for left in heaps(of_left, value) {
                    let rights = heaps(nodes - 1 - of_left, value);
                    heaps_of.extend(rights.into_iter().map(|right| Heap::node(value, left.clone(), right)));
                }
            }
        }
        heaps_of
    }

    #[test]
    fn binheap() {
        let leaf = |value| Heap::node(value, Heap::Empty, Heap::Empty);
        let wrong = |value| Heap::node(0, Heap::node(0, leaf(value), leaf(0)), Heap::Empty);
        let larger = [wrong(2), Heap::node(0, wrong(1), Heap::Empty)];
        let holding = (0..4).flat_map(|nodes| heaps(nodes, -1)).collect::<Vec<_>>();
        check_problem::<BinHeap>(&[wrong(1)], &holding, &larger);
        assert_eq!(wrong(1).size(), 9);
        assert!(wrong(1).is_valid(0) && !wrong(1).is_valid(1) && !wrong(-1).is_valid(-2));
    }

    #[test]
    fn all_heaps_of_four_that_fail_have_a_one_above_zeros() {
        let failing: Vec<Heap> = heaps(4, 0).into_iter().filter(|heap| !BinHeap::holds(heap)).collect();
        assert!(!failing.is_empty());
        assert!(failing.iter().all(BinHeap::is_minimal));
    }
}
