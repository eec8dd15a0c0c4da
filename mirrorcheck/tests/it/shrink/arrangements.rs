//! Orders and parts of lists, and elements of lists.

use mirrorcheck::collections::{partition, weighted_element_of};
use mirrorcheck::collections::{permutation, shuffle, subsequence};
use mirrorcheck::index_into;
use mirrorcheck::prelude::*;

minimal! {
    any_permutation: permutation(8), |_| true => vec![0, 1, 2, 3, 4, 5, 6, 7], 10;
    a_permutation_out_of_order: permutation(8), |p| !p.is_sorted() => vec![0, 1, 2, 3, 4, 5, 7, 6], 10;
    a_permutation_that_begins_with_another: permutation(5), |p| p[0] != 0 => vec![1, 0, 2, 3, 4], 20;
    a_permutation_without_fixed_points: permutation(5), |p| p.iter().enumerate().all(|(i, n)| i != *n) =>
        vec![1, 0, 3, 4, 2], 45;
    a_permutation_with_a_cycle_of_three: permutation(6), |p| p.iter().enumerate().any(|(i, &n)| {
        n != i && p[n] != i && p[p[n]] == i
    }) => vec![0, 1, 2, 4, 5, 3], 25;
    shuffled: shuffle(vec!['a', 'b', 'a', 'c']), |s| s.last() != Some(&'c') => vec!['a', 'a', 'c', 'b'], 10;

    a_subsequence: subsequence(vec![1, 2, 3, 4, 5, 6, 7, 8], ..), |s| s.contains(&5) => vec![5], 30;
    a_subsequence_of_two: subsequence(vec![1, 2, 3, 4, 5, 6, 7, 8], ..), |s| s.len() > 1 => vec![1, 2], 10;
    // What is left out between two elements is chosen, too: the first elements are the simplest.
    a_subsequence_with_a_sum: subsequence(vec![1, 2, 3, 4, 5, 6, 7, 8], ..), |s| s.iter().sum::<i32>() > 9 =>
        vec![1, 2, 3, 4], 15;
    a_subsequence_of_equal_elements: subsequence(vec![1, 2, 1, 1, 2], ..), |s| s.ends_with(&[1, 2]) => vec![1, 2], 10;

    a_partition: partition(20, 0..=6), |p| p.iter().any(|n| *n > 4) => vec![20], 10;
    a_partition_of_two: partition(20, 0..=6), |p| p.len() > 1 => vec![0, 20], 10;
    a_partition_in_fixed_parts: partition(20, 3), |p| p[0] > p[2] => vec![1, 19, 0], 60;

    a_position: index_into(&[(); 70]), |i| *i > 50 => 51, 35;
    an_element: element_of(&["a", "b", "c", "d"]), |e| *e > "b" => "c", 10;
    a_borrowed_element: element_of(&["a", "b", "c", "d"]).borrowed(), |e| **e > "b" => &"c", 10;
    an_element_of_many: element_of(&MANY), |n| *n > 700 => 701, 30;
    a_weighted_element: weighted_element_of(&[(1, 'a'), (0, 'b'), (3, 'c'), (2, 'd')]), |c| *c != 'a' => 'c', 10;
}

static MANY: [u16; 1000] = {
    let mut many = [0; 1000];
    let mut i = 0;
    while i < 1000 {
        many[i] = i as u16;
        i += 1;
    }
    many
};
