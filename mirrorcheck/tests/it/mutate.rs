//! Mutation: every mutant is in range and differs from its value, and changes no more than it should.

mod deep;
mod recovery;
mod repaired;
mod strategy;
mod validity;

use std::collections::BTreeSet;
use std::fmt::Debug;

use mirrorcheck::collections::hash_set;
use mirrorcheck::lab::Mutation;
use mirrorcheck::prelude::*;
use mirrorcheck::resize;

/// The law of mutants, which every generator goes through that runs both ways.
#[track_caller]
pub(crate) fn mutates<G>(generator: &G, values: usize)
where
    G: Reflective + Clone,
    G::Value: PartialEq + Debug,
{
    for (seed, value) in generator.samples(11).take(values).enumerate() {
        for mutant in generator.mutate(&value, seed as u64).take(5) {
            // Zero and its negative are equal, and not the same.
            let differs = mutant != value || format!("{mutant:?}") != format!("{value:?}");
            assert!(differs, "a mutant differs from its value, {value:?}");
            assert!(generator.contains(&mutant), "{mutant:?}, a mutant of {value:?}, is out of range");
        }
    }
}

/// A mix of one kind alone.
fn only(kind: Mutation) -> impl Fn(Mutation) -> u32 {
    move |other| u32::from(other == kind)
}

/// The mutants of a list of the digits 1, 2, 3 by one kind of mutation.
fn lists_by(kind: Mutation) -> BTreeSet<Vec<u8>> {
    vec(0..=9u8, 0..=5).mutate(&vec![1, 2, 3], 1).mix(only(kind)).distance(1..=1).take(300).collect()
}

fn list(digits: &str) -> Vec<u8> {
    digits.bytes().map(|digit| digit - b'0').collect()
}

#[test]
fn a_reroll_changes_one_choice() {
    for mutant in lists_by(Mutation::Reroll) {
        let same = mutant.iter().zip(&[1, 2, 3]).filter(|(a, b)| a == b).count();
        // One digit, or the length: then those that are left are as they were.
        assert!(same == 2 && mutant.len() == 3 || same == mutant.len().min(3), "{mutant:?}");
    }
    assert!(lists_by(Mutation::Reroll).contains(&list("193")));
}

#[test]
fn a_step_goes_to_neighbours_ends_and_opposites() {
    let around = |n: i32| -> BTreeSet<i32> {
        (-1000..=1000).mutate(&n, 1).mix(only(Mutation::Step)).distance(1..=1).take(300).collect()
    };
    for near in [99, 101, 92, 108, -100, 1000, -1000, 50, 200] {
        assert!(around(100).contains(&near), "{near} is near 100");
    }
    assert!(!around(100).contains(&103), "103 is no power of two away");
    // At an end there is no way further.
    assert!(around(1000).iter().all(|n| *n < 1000));
    let letters: BTreeSet<char> = ('a'..='z').mutate(&'m', 1).mix(only(Mutation::Step)).take(100).collect();
    assert!(letters.contains(&'l') && letters.contains(&'n'), "{letters:?}");
    let floats: Vec<f64> = (-9.0..9.0).mutate(&1.5, 1).mix(only(Mutation::Step)).take(100).collect();
    assert!([-1.5, 2.5, 0.5, 1.0, 3.0, 0.75].iter().all(|near| floats.contains(near)), "{floats:?}");
}

#[test]
fn elements_are_swapped_removed_repeated_and_inserted() {
    assert_eq!(lists_by(Mutation::Swap), BTreeSet::from([list("213"), list("321"), list("132")]));
    let removed = ["", "1", "2", "3", "12", "13", "23"].map(list);
    assert!(lists_by(Mutation::Remove).iter().all(|mutant| removed.contains(mutant)));
    assert!(lists_by(Mutation::Remove).contains(&list("13")));
    for repeated in lists_by(Mutation::Repeat) {
        assert_eq!(repeated.len(), 4);
        assert!((0..4).any(|i| [&repeated[..i], &repeated[i + 1..]].concat() == [1, 2, 3]), "{repeated:?}");
        assert!(repeated.iter().all(|n| (1..=3).contains(n)), "{repeated:?}");
    }
    let inserted = lists_by(Mutation::Insert);
    assert!(inserted.iter().all(|list| (0..4).any(|i| [&list[..i], &list[i + 1..]].concat() == [1, 2, 3])));
    let firsts = inserted.iter().filter(|list| list[1..] == [1, 2, 3]).count();
    assert!(firsts > 5, "what is inserted is random");
}

#[test]
fn a_collection_stays_within_its_bounds() {
    let three = vec(0..=9u8, 3..=3);
    let mixed = vec(0..=9u8, 2..=4);
    for kind in [Mutation::Remove, Mutation::Insert, Mutation::Repeat, Mutation::Reroll] {
        assert!(three.mutate(&vec![1, 2, 3], 1).mix(only(kind)).take(50).all(|list| list.len() == 3));
        assert!(mixed.mutate(&vec![1, 2], 1).mix(only(kind)).take(50).all(|list| (2..=4).contains(&list.len())));
    }
}

#[test]
fn parts_of_other_values_are_spliced_in() {
    let pairs = vec((0..=9u8, 'a'..='z'), 2);
    let value = vec![(1, 'a'), (2, 'b')];
    let other = vec![(8, 'y'), (9, 'z')];
    let spliced = pairs.mutate(&value, 1).splicing(std::slice::from_ref(&other)).mix(only(Mutation::Splice));
    let mutants: Vec<_> = spliced.distance(1..=1).take(100).collect();
    let parts = [&value[..], &other[..]].concat();
    for mutant in &mutants {
        let known = |(n, c): &(u8, char)| parts.iter().any(|p| p.0 == *n) && parts.iter().any(|p| p.1 == *c);
        assert!(mutant.iter().all(known), "{mutant:?} is made of parts of both");
    }
    assert!(mutants.contains(&vec![(9, 'z'), (2, 'b')]));
    // A value that is out of range has no parts.
    let nothing = pairs.mutate(&value, 1).splicing(&[vec![]]).mix(only(Mutation::Splice));
    assert!(nothing.take(20).all(|mutant| pairs.contains(&mutant) && mutant != value));
}

#[test]
fn mutants_are_a_function_of_seed_and_position() {
    let lists = any::<Vec<Option<u8>>>();
    let value = vec![Some(1), None, Some(3)];
    let mutants: Vec<_> = lists.mutate(&value, 5).take(50).collect();
    assert_eq!(mutants, lists.mutate(&value, 5).take(50).collect::<Vec<_>>());
    assert_ne!(mutants, lists.mutate(&value, 6).take(50).collect::<Vec<_>>());
    for position in [0, 7, 49] {
        assert_eq!(lists.mutate(&value, 5).nth(position).as_ref(), Some(&mutants[position]));
    }
}

#[test]
fn the_distance_is_how_many_mutations_there_are() {
    let zeros = vec![0u8; 20];
    let changed = |distance| -> Vec<usize> {
        let mutants = vec(0..=255u8, 20).mutate(&zeros, 1).mix(only(Mutation::Reroll)).distance(distance);
        mutants.take(200).map(|list| list.iter().filter(|n| **n > 0).count()).collect()
    };
    assert!(changed(1..=1).iter().all(|&n| n == 1));
    assert!(changed(5..=5).contains(&5) && changed(5..=5).iter().all(|&n| n <= 5));
    let some: BTreeSet<usize> = changed(1..=3).into_iter().collect();
    assert_eq!(some, BTreeSet::from([1, 2, 3]));
}

#[test]
fn a_value_that_is_alone_has_no_mutants() {
    assert_eq!(exact(5).mutate(&5, 1).next(), None);
    assert_eq!((5..=5).mutate(&5, 1).next(), None);
    assert_eq!((0..=99).such_that(|n| *n == 5).mutate(&5, 1).next(), None);
    assert_eq!(vec(exact('a'), 2).mutate(&vec!['a', 'a'], 1).next(), None);
    // Other choices, but always the same.
    assert_eq!(oneof([exact(1), exact(1)]).mutate(&1, 1).next(), None);
    assert_eq!((0..=9).convert(|_| 7, |_| Some(0)).mutate(&7, 1).next(), None);
    // It stays so.
    let mut mutants = exact(5).mutate(&5, 1);
    assert!((0..3).all(|_| mutants.next().is_none()));
}

#[test]
fn the_only_other_value_is_found() {
    assert!((0..=9999).such_that(|n| [5, 7777].contains(n)).mutate(&5, 1).take(3).all(|n| n == 7777));
    assert!(any::<bool>().mutate(&true, 1).take(5).all(|b| !b));
    assert!(oneof([exact(1), exact(1), exact(2)]).mutate(&1, 1).take(5).all(|n| n == 2));
}

#[test]
fn other_choices_for_the_same_value_are_no_mutants() {
    // Half of the choices make what the other half makes.
    let overlapping = vec(oneof([0..=5, 4..=9]), 1..=3);
    let value = vec![4, 5];
    assert!(overlapping.mutate(&value, 1).take(500).all(|mutant| mutant != value && overlapping.contains(&mutant)));
    // Choices that do not show in the value, and that only one way is known of.
    let halves = (0..=9).convert(|n| n / 2, |half| Some(half * 2));
    assert!(halves.mutate(&3, 1).take(200).all(|half| half != 3));
    let hidden = (0..=9).at(|_: &i32| 0).then(|_| 0..=2);
    assert!(hidden.mutate(&1, 1).take(200).all(|n| n != 1));
    let sets = hash_set(any::<String>().such_that(|text| text.len() < 3), 0..4);
    let set = ["a", "b", "c"].map(str::to_owned).into();
    assert!(sets.mutate(&set, 1).take(200).all(|mutant| mutant != set));
}

#[test]
fn a_value_out_of_range_has_a_reason() {
    let list = vec(labeled([("digit", 0..=9)]), 0..=3);
    let mut mutants = list.mutate(&vec![1, 20], 1);
    assert_eq!(mutants.why().unwrap().to_string(), "in digit: 20 is not in 0..=9");
    assert_eq!(mutants.next(), None);
    assert!(list.mutate(&vec![1, 2], 1).why().is_none());
}

#[test]
fn the_size_is_that_of_the_value() {
    let sized = sized(|size| vec(0..=size, 1..=3));
    // At the default size, both are in range; at that of the value, mutants are as well.
    let small = resize(5, sized);
    assert!(small.mutate(&vec![5], 1).take(200).all(|list| list.iter().all(|n| *n <= 5)));
}

#[test]
fn filters_hold_in_mutants() {
    let even = vec((0..=1000).such_that(|n| n % 2 == 0), 0..=20);
    let value = vec![2, 4, 6, 8, 10];
    let mutants: Vec<Vec<i32>> = even.mutate(&value, 1).take(300).collect();
    assert!(mutants.iter().all(|list| list.iter().all(|n| n % 2 == 0)));
    // What does not pass is made anew, and the others stay as they are.
    let of_as_many = mutants.iter().filter(|list| list.len() == 5).count();
    let nearly_same = mutants.iter().filter(|list| list.iter().filter(|n| value.contains(n)).count() >= 4).count();
    assert!(of_as_many > 100 && nearly_same > 100, "{of_as_many} and {nearly_same} of 300");
}

#[test]
fn a_list_of_many_elements_is_mutated_in_one_place() {
    let many = vec(0..=1000u32, 0..=20_000);
    let value: Vec<u32> = (0..10_000).map(|n| n % 1000).collect();
    let by_a_step = many.mutate(&value, 1).mix(only(Mutation::Step)).distance(1..=1);
    for mutant in by_a_step.take(10) {
        let changed = mutant.iter().zip(&value).filter(|(a, b)| a != b).count();
        assert!(changed <= 1, "{changed} elements have changed");
    }
    assert!(many.mutate(&value, 1).take(20).all(|mutant| mutant != value));
}
