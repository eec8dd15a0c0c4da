//! SORTED: lists of up to twenty numbers in 0..=9. Valid are those that do not decrease.

use mirrorcheck::prelude::*;

use super::Problem;

pub(crate) struct Sorted;

/// A list as the papers have it, one choice for each constructor.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum List {
    Stop,
    Go(i8, Box<List>),
}

const LONGEST: u32 = 20;
const NUMBERS: i8 = 10;

#[generator]
fn lists(longest: u32, numbers: i8) -> List {
    if longest == 0 {
        return List::Stop;
    }
    labeled([
        ("stop", List::Stop),
        ("go", {
            let first = draw(0..numbers);
            let rest = draw(lists(longest - 1, numbers));
            List::Go(first, Box::new(rest))
        }),
    ])
}

impl List {
    fn numbers(&self) -> impl Iterator<Item = i8> + '_ {
        let mut left = self;
        std::iter::from_fn(move || match left {
            List::Stop => None,
            List::Go(first, rest) => {
                left = rest;
                Some(*first)
            }
        })
    }

    fn is_sorted(&self) -> bool {
        self.numbers().is_sorted()
    }
}

/// How many there are: a list that ends, or one whose first number is the smallest or does not occur.
fn sorted_lists(longest: u32, numbers: u64) -> u64 {
    match (longest, numbers) {
        (0, _) | (_, 0) => 1,
        _ => sorted_lists(longest - 1, numbers) + sorted_lists(longest, numbers - 1),
    }
}

impl Problem for Sorted {
    const NAME: &'static str = "SORTED";
    const RATE: u64 = 50;
    const GOAL: f64 = 12.1;
    type Value = List;

    fn generator() -> impl Generator<Value = List> + Clone {
        lists(LONGEST, NUMBERS)
    }

    fn is_valid(list: &List) -> bool {
        list.is_sorted()
    }

    /// Numbers.
    fn size(list: &List) -> usize {
        list.numbers().count()
    }

    fn all() -> Option<u64> {
        Some(sorted_lists(LONGEST, NUMBERS as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::{List, lists, sorted_lists};
    use crate::cgs::problems::tests::valid_ones;

    #[test]
    fn short_lists_are_counted_by_making_all() {
        for (longest, numbers) in [(0, 5), (1, 10), (2, 10), (3, 4), (5, 3), (8, 2), (9, 1)] {
            let counted = valid_ones(lists(longest, numbers), List::is_sorted);
            assert_eq!(counted, sorted_lists(longest, numbers as u64), "up to {longest} of {numbers}");
        }
    }

    #[test]
    fn equal_neighbours_are_in_order() {
        let list =
            |numbers: &[i8]| numbers.iter().rev().fold(List::Stop, |rest, &number| List::Go(number, Box::new(rest)));
        assert!(list(&[]).is_sorted());
        assert!(list(&[1, 1, 2]).is_sorted());
        assert!(!list(&[1, 2, 1]).is_sorted());
    }
}
