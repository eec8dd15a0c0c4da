//! What cannot be made is said before anything is made.

use std::collections::BTreeSet;

use mirrorcheck::collections::{
    btree_map, btree_set, element_of_mut, hash_set, partition, sorted, subsequence, unique,
};
use mirrorcheck::generators::function;
use mirrorcheck::numbers::biased;
use mirrorcheck::prelude::*;

#[track_caller]
fn says<G: Generator>(generator: G, expected: &str)
where
    G::Value: std::fmt::Debug,
{
    let error = generator.try_sample(1).expect_err("there is nothing to make").to_string();
    assert!(error.contains(expected), "{error}");
}

#[test]
fn too_few_values() {
    says(btree_set(0..=2u8, 4), "4 different values are wanted, but there are only 3");
    says(hash_set(any::<bool>(), 3..), "3 different values are wanted, but there are only 2");
    says(btree_map(exact(7), 0..=9, 2), "2 different values are wanted, but there are only 1");
    says(unique('a'..='c', 4..=9), "4 different values are wanted, but there are only 3");
    says(subsequence(vec![1, 2], 3), "3 elements are wanted, but there are only 2");
    // Fewer than are listed, and not known to be: what is found are too few.
    let few_of_many = (0..=5_000u32).convert(|n| n / 1_000, |n| Some(n * 1_000)).such_that(|n| *n < 3);
    says(unique(few_of_many, 7), "different values");
}

#[test]
fn as_many_as_there_are() {
    assert_eq!(btree_set(0..=2u8, ..).resize(0).try_sample(1).unwrap().len() / 4, 0);
    assert_eq!(btree_set(any::<u8>(), 256).sample(1).len(), 256);
    assert_eq!(unique(any::<Option<bool>>(), 3..).sample(1).len(), 3);
    let all: BTreeSet<usize> = (0..100).map(|seed| hash_set(any::<bool>(), ..).sample(seed).len()).collect();
    assert_eq!(all, BTreeSet::from([0, 1, 2]));
}

#[test]
fn empty_ranges() {
    let (few, many) = (3, 5);
    says(vec(0..=9, many..few), "the range of lengths is empty");
    says(string('a'..='z', many..=few), "the range of lengths is empty");
    says(biased(5..5), "is empty");
    says(5.0..5.0, "is empty");
    says(f64::NAN..=1.0, "is empty");
    says(..i32::MIN, "is empty");
    says(f64::NEG_INFINITY..=0.0, "use `biased`");
    says(element_of::<u8>(&[]), "there are no elements to choose from");
    says(partition(3, 0), "the range of lengths is empty");
    says(sorted(5..5, 1..), "is empty");
    says(function::<u8, _>(5..5), "the function has no result");
}

#[test]
fn what_is_given_out_is_gone() {
    let mut numbers = [1, 2, 3];
    let generator = element_of_mut(&mut numbers);
    assert!(generator.try_sample(1).is_ok());
    says(generator, "has already lent its element");
}
