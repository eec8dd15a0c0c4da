//! One stable sort for every type of item. The compiler generates the standard sort again for each type and each
//! comparison, and it is long; here it exists once, and only short closures are generated for each use.

use std::cmp::Ordering;

/// Sorts the items by a key. Items with equal keys stay in order.
pub(crate) fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

/// Sorts the items by a comparison. Items that compare equal stay in order.
pub(crate) fn sort_by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let order = sorted_indices(items.len(), &|a, b| compare(&items[a], &items[b]));
    permute(order, &mut |a, b| items.swap(a, b));
}

/// Returns the indices below `len`, sorted by comparing the items at these indices.
fn sorted_indices(len: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order = Vec::with_capacity(len);
    for index in 0..len {
        order.push(index);
    }
    order.sort_by(|a, b| compare(*a, *b));
    order
}

/// Moves the item at `order[i]` to place `i`, for every `i`, with one swap per item at most.
fn permute(mut order: Vec<usize>, swap: &mut dyn FnMut(usize, usize)) {
    for start in 0..order.len() {
        // Each turn fills one place of the cycle that begins here. A place that is its own source is done.
        let mut place = start;
        loop {
            let from = std::mem::replace(&mut order[place], place);
            if from == start {
                break;
            }
            swap(place, from);
            place = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::core::rng::Rng;

    #[test]
    fn sorts_as_the_standard_library_does() {
        let mut rng = Rng::new(7, 0);
        for len in 0..200 {
            let items: Vec<(u64, usize)> = (0..len).map(|at| (rng.below(1 + len as u64 / 2), at)).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|(key, _)| *key);
            let mut found = items.clone();
            super::sort_by_key(&mut found, |(key, _)| *key);
            assert_eq!(found, expected);
            expected.sort_by(|a, b| b.0.cmp(&a.0));
            super::sort_by(&mut found, |a, b| b.0.cmp(&a.0));
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn moves_what_cannot_be_copied() {
        let mut words = ["pear", "fig", "apple", "nut"].map(String::from);
        super::sort_by_key(&mut words, String::len);
        assert_eq!(words, ["fig", "nut", "pear", "apple"]);
    }

    #[test]
    fn swaps_each_item_at_most_once() {
        let mut swaps = 0;
        super::permute(vec![1, 2, 3, 0, 5, 4, 6], &mut |_, _| swaps += 1);
        assert_eq!(swaps, 4);
    }
}
