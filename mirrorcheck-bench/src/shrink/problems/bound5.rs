//! Five lists of which each is small are small together: not where sums wrap.

use super::Problem;

pub(crate) type Lists = (Vec<i16>, Vec<i16>, Vec<i16>, Vec<i16>, Vec<i16>);

/// Lists of any length.
pub(crate) struct Bound5;

/// Lists of at most one element.
pub(crate) struct Bound5Max1;

/// What each of the five lists satisfies.
pub(crate) fn is_small(list: &[i16]) -> bool {
    sum(list) < 256
}

/// Whether all five lists do.
pub(crate) fn are_small(lists: &Lists) -> bool {
    each(lists).into_iter().all(|list| is_small(list))
}

impl Problem for Bound5 {
    const NAME: &'static str = "bound5";
    type Input = Lists;

    fn holds(lists: &Lists) -> bool {
        each(lists).into_iter().map(|list| sum(list)).fold(0, i16::wrapping_add) < 5 * 256
    }

    /// -32768 and -1, one in each of two lists.
    fn is_minimal(lists: &Lists) -> bool {
        let lists: Vec<&Vec<i16>> = each(lists).into_iter().filter(|list| !list.is_empty()).collect();
        match lists[..] {
            [first, second] => matches!((&first[..], &second[..]), ([-32768], [-1]) | ([-1], [-32768])),
            _ => false,
        }
    }

    /// All integers.
    fn size(lists: &Lists) -> f64 {
        each(lists).into_iter().map(Vec::len).sum::<usize>() as f64
    }
}

impl Problem for Bound5Max1 {
    const NAME: &'static str = "bound5_max1";
    type Input = Lists;

    fn holds(lists: &Lists) -> bool {
        Bound5::holds(lists)
    }

    fn is_minimal(lists: &Lists) -> bool {
        Bound5::is_minimal(lists)
    }

    fn size(lists: &Lists) -> f64 {
        Bound5::size(lists)
    }
}

fn each((a, b, c, d, e): &Lists) -> [&Vec<i16>; 5] {
    [a, b, c, d, e]
}

fn sum(list: &[i16]) -> i16 {
    list.iter().copied().fold(0, i16::wrapping_add)
}

#[cfg(test)]
mod tests {
    use super::super::check_problem;
    use super::*;

    fn lists<const N: usize>(filled: [Vec<i16>; N]) -> Lists {
        let mut left = filled.into_iter();
        let mut next = || left.next().unwrap_or_default();
        (next(), next(), next(), next(), next())
    }

    #[test]
    fn bound5() {
        let minima = [lists([vec![-32768], vec![-1]]), lists([vec![], vec![-1], vec![], vec![-32768]])];
        let holding = [lists([]), lists([vec![-32768]]), lists([vec![-32768], vec![0]]), lists([vec![255], vec![255]])];
        let larger = [
            lists([vec![-32768], vec![-2]]),
            lists([vec![-32767], vec![-2]]),
            lists([vec![-32768], vec![-1], vec![0]]),
            lists([vec![-32768], vec![-1, 0]]),
        ];
        check_problem::<Bound5>(&minima, &holding, &larger);
        check_problem::<Bound5Max1>(&minima, &holding, &larger);
        assert!(minima.iter().chain(&holding).chain(&larger).all(are_small));
        // Two numbers in one list wrap within it, so that the list is not small.
        assert!(!is_small(&[-32768, -1]));
    }
}
