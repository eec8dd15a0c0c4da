//! Properties of lists.

use std::collections::BTreeSet;

use super::Problem;

/// A list equals its reverse.
pub(crate) struct Reverse;

impl Problem for Reverse {
    const NAME: &'static str = "reverse";
    type Input = Vec<i64>;

    fn holds(list: &Vec<i64>) -> bool {
        list.iter().eq(list.iter().rev())
    }

    /// 0 and 1, up to sign and order.
    fn is_minimal(list: &Vec<i64>) -> bool {
        matches!(list[..], [0, 1 | -1] | [1 | -1, 0])
    }

    fn size(list: &Vec<i64>) -> f64 {
        list.len() as f64
    }
}

/// There are fewer than five distinct integers in a list of lists.
pub(crate) struct LargeUnionList;

impl Problem for LargeUnionList {
    const NAME: &'static str = "large_union_list";
    type Input = Vec<Vec<i64>>;

    fn holds(lists: &Vec<Vec<i64>>) -> bool {
        lists.iter().flatten().collect::<BTreeSet<_>>().len() < 5
    }

    fn is_minimal(lists: &Vec<Vec<i64>>) -> bool {
        matches!(&lists[..], [list] if has_exactly(list, &[[-2, -1, 0, 1, 2], [0, 1, 2, 3, 4]]))
    }

    fn size(lists: &Vec<Vec<i64>>) -> f64 {
        lists.iter().map(Vec::len).sum::<usize>() as f64
    }
}

/// There are fewer than three distinct integers in a list.
pub(crate) struct Distinct;

impl Problem for Distinct {
    const NAME: &'static str = "distinct";
    type Input = Vec<i64>;

    fn holds(list: &Vec<i64>) -> bool {
        list.iter().collect::<BTreeSet<_>>().len() < 3
    }

    fn is_minimal(list: &Vec<i64>) -> bool {
        has_exactly(list, &[[-1, 0, 1], [0, 1, 2]])
    }

    fn size(list: &Vec<i64>) -> f64 {
        list.len() as f64
    }
}

/// In any order, the elements of one of these.
fn has_exactly<const N: usize>(list: &[i64], of: &[[i64; N]]) -> bool {
    let mut sorted = list.to_vec();
    sorted.sort_unstable();
    of.iter().any(|elements| sorted == elements)
}

/// The greatest of 1 to 100 elements in 0..=1000 is less than 900. The length comes first, then the list.
pub(crate) struct LengthList;

impl Problem for LengthList {
    const NAME: &'static str = "lengthlist";
    type Input = Vec<i64>;

    fn holds(list: &Vec<i64>) -> bool {
        list.iter().all(|element| *element < 900)
    }

    fn is_minimal(list: &Vec<i64>) -> bool {
        list[..] == [900]
    }

    fn size(list: &Vec<i64>) -> f64 {
        list.len() as f64
    }
}

/// A list of indices into itself, 0..=10, does not send any two to each other.
pub(crate) struct Coupling;

impl Coupling {
    /// What every input satisfies.
    pub(crate) fn is_valid(list: &[usize]) -> bool {
        list.iter().all(|element| *element < list.len())
    }
}

impl Problem for Coupling {
    const NAME: &'static str = "coupling";
    type Input = Vec<usize>;

    fn holds(list: &Vec<usize>) -> bool {
        !(0..list.len()).any(|i| list[i] != i && list.get(list[i]) == Some(&i))
    }

    fn is_minimal(list: &Vec<usize>) -> bool {
        list[..] == [1, 0]
    }

    fn size(list: &Vec<usize>) -> f64 {
        list.len() as f64
    }
}

/// After the first element that equals the one at the index is deleted, there is no such element any more.
pub(crate) struct Deletion;

/// [`Deletion`] with integers in -100..=100.
pub(crate) struct Deletion100;

impl Problem for Deletion {
    const NAME: &'static str = "deletion";
    type Input = (Vec<i64>, usize);

    fn holds((list, index): &(Vec<i64>, usize)) -> bool {
        let Some(element) = list.get(*index) else { return true };
        list.iter().filter(|other| *other == element).count() < 2
    }

    fn is_minimal((list, index): &(Vec<i64>, usize)) -> bool {
        list[..] == [0, 0] && *index == 0
    }

    fn size((list, _): &(Vec<i64>, usize)) -> f64 {
        list.len() as f64
    }
}

impl Problem for Deletion100 {
    const NAME: &'static str = "deletion_100";
    type Input = (Vec<i64>, usize);

    fn holds(input: &(Vec<i64>, usize)) -> bool {
        Deletion::holds(input)
    }

    fn is_minimal(input: &(Vec<i64>, usize)) -> bool {
        Deletion::is_minimal(input)
    }

    fn size(input: &(Vec<i64>, usize)) -> f64 {
        Deletion::size(input)
    }
}

/// The lists in a list are together no longer than 10.
pub(crate) struct NestedLists;

impl Problem for NestedLists {
    const NAME: &'static str = "nestedlists";
    type Input = Vec<Vec<()>>;

    fn holds(lists: &Vec<Vec<()>>) -> bool {
        lists.iter().map(Vec::len).sum::<usize>() <= 10
    }

    fn is_minimal(lists: &Vec<Vec<()>>) -> bool {
        matches!(&lists[..], [list] if list.len() == 11)
    }

    /// The lists and what is in them.
    fn size(lists: &Vec<Vec<()>>) -> f64 {
        lists.iter().map(|list| 1 + list.len()).sum::<usize>() as f64
    }
}

#[cfg(test)]
mod tests {
    use super::super::check_problem;
    use super::*;

    #[test]
    fn reverse() {
        let minima = [vec![0, 1], vec![1, 0], vec![0, -1], vec![-1, 0]];
        check_problem::<Reverse>(&minima, &[vec![], vec![7], vec![0, 0]], &[vec![0, 2], vec![0, 0, 1]]);
    }

    #[test]
    fn large_union_list() {
        let minima = [vec![vec![0, 1, -1, 2, -2]], vec![vec![4, 3, 2, 1, 0]]];
        let holding = [vec![], vec![vec![0, 1, 2, 3]], vec![vec![0, 1, 2], vec![2, 3, 0]]];
        let larger = [
            vec![vec![0, 1, 2, 3, 5]],
            vec![vec![0, 1, 2, 3, 4], vec![]],
            vec![vec![0, 1, 2], vec![3, 4]],
            vec![vec![0, 0, 1, 2, 3, 4]],
        ];
        check_problem::<LargeUnionList>(&minima, &holding, &larger);
    }

    #[test]
    fn distinct() {
        let minima = [vec![0, 1, -1], vec![2, 1, 0]];
        check_problem::<Distinct>(&minima, &[vec![], vec![0, 1, 1, 0]], &[vec![0, 1, 3], vec![0, 1, 2, 0]]);
    }

    #[test]
    fn length_list() {
        let larger = [vec![901], vec![0, 900], vec![900, 0]];
        check_problem::<LengthList>(&[vec![900]], &[vec![0], vec![899, 899]], &larger);
    }

    #[test]
    fn coupling() {
        let larger = [vec![1, 0, 0], vec![0, 2, 1], vec![1, 0, 3, 2]];
        check_problem::<Coupling>(&[vec![1, 0]], &[vec![], vec![0], vec![0, 1], vec![1, 2, 0]], &larger);
        assert!(Coupling::is_valid(&[1, 0]) && Coupling::is_valid(&[]));
        assert!(!Coupling::is_valid(&[1]));
    }

    #[test]
    fn deletion() {
        let holding = [(vec![0], 0), (vec![0, 1], 0), (vec![1, 0, 0], 0)];
        let larger = [(vec![0, 0], 1), (vec![1, 1], 0), (vec![0, 1, 0], 0)];
        check_problem::<Deletion>(&[(vec![0, 0], 0)], &holding, &larger);
        check_problem::<Deletion100>(&[(vec![0, 0], 0)], &holding, &larger);
    }

    #[test]
    fn nested_lists() {
        let units = |lengths: &[usize]| lengths.iter().map(|length| vec![(); *length]).collect::<Vec<_>>();
        let larger = [units(&[12]), units(&[11, 0]), units(&[5, 6])];
        check_problem::<NestedLists>(&[units(&[11])], &[units(&[]), units(&[10]), units(&[5, 5])], &larger);
    }
}
