//! `all_values`, its tiers, and `language`.

use std::collections::HashSet;

use mirrorcheck::choices::{Answerer, Ask};
use mirrorcheck::prelude::*;
use mirrorcheck::{Rejected, void};

use super::*;

/// Plays choices and adds up the places of the alternatives.
struct Ranks<'a> {
    choices: Box<dyn Iterator<Item = mirrorcheck::Choice> + 'a>,
    sum: u128,
}

impl Answerer for Ranks<'_> {
    fn answer(&mut self, ask: &Ask<'_>) -> Result<u128, Rejected> {
        let index = ask.find(&self.choices.next().ok_or(Rejected)?).ok_or(Rejected)?;
        self.sum += ask.rank(index);
        Ok(index)
    }
}

fn size_of<G: Generator>(generator: &G, choices: &Choices) -> u128 {
    let mut ranks = Ranks { choices: Box::new(choices.sequence()), sum: 0 };
    generator.interpret(&mut ranks).expect("these choices make a value");
    ranks.sum
}

#[test]
fn the_tiers_of_search_trees_are_those_of_leancheck() {
    let tiers: Vec<usize> = bst(1, 10).all_values().by_size().take(7).map(|tier| tier.len()).collect();
    assert_eq!(tiers, [1, 1, 2, 5, 11, 26, 60]);
    let mut tiers = bst(1, 10).all_values().by_size();
    assert_eq!(tiers.next().unwrap(), [leaf()]);
    assert_eq!(tiers.next().unwrap(), [node(leaf(), 1, leaf())]);
    let third: HashSet<Tree> = tiers.next().unwrap().into_iter().collect();
    assert_eq!(third, HashSet::from([node(leaf(), 2, leaf()), node(leaf(), 1, node(leaf(), 2, leaf()))]));
}

#[test]
fn a_finite_language_is_enumerated_to_its_end() {
    fn check<G: Reflective + Clone>(name: &str, generator: &G)
    where
        G::Value: Value,
    {
        let language: Vec<Choices> = generator.language().collect();
        assert_eq!(language.iter().collect::<HashSet<_>>().len(), language.len(), "{name} repeats itself");
        let values: Vec<G::Value> = generator.all_values().collect();
        assert_eq!(values.len(), language.len(), "{name}");
        // The same order, smallest first, in tiers of one size.
        let sizes: Vec<u128> = language.iter().map(|choices| size_of(generator, choices)).collect();
        assert!(sizes.is_sorted(), "{name}: {sizes:?}");
        for (choices, value) in language.iter().zip(&values) {
            assert_eq!(generator.replay(choices).as_ref(), Ok(value), "{name}: {choices}");
        }
        let mut rest = values.iter().zip(&sizes).peekable();
        for (size, tier) in generator.all_values().by_size().enumerate() {
            for value in tier {
                assert_eq!(rest.next(), Some((&value, &(size as u128))), "{name}");
            }
        }
        assert_eq!(rest.peek(), None, "{name}: the tiers end before the values");
        // Whatever is sampled is among them.
        for seed in 0..40 {
            let sampled = generator.sample(seed);
            assert!(values.contains(&sampled), "{name}: {sampled:?}");
            assert!(language.contains(&generator.randomness(seed)), "{name}: {sampled:?}");
        }
    }
    on_finite_kinds!(check);
}

#[test]
fn there_are_as_many_as_there_should_be() {
    assert_eq!((0..=255u8).all_values().count(), 256);
    assert!((-3..=3i8).all_values().eq([0, 1, -1, 2, -2, 3, -3]));
    assert!(('\u{D7FE}'..='\u{E001}').all_values().eq('\u{D7FE}'..='\u{E001}'));
    assert_eq!(vec(0..=2u8, 0..=3).all_values().count(), 1 + 3 + 9 + 27);
    assert_eq!((0..=4u8, 0..=5u8, 0..=6u8).all_values().count(), 5 * 6 * 7);
    // Search trees with keys in 1..=n, where a leaf below an empty range is no choice: the Motzkin-like sums of
    // products of left and right.
    let mut trees = vec![1u64];
    for n in 1..=5 {
        trees.push(1 + (0..n).map(|left| trees[left] * trees[n - 1 - left]).sum::<u64>());
    }
    for (n, &expected) in trees.iter().enumerate() {
        assert_eq!(bst(1, n as i32).all_values().count() as u64, expected, "{n}");
    }
    assert_eq!(element_of(&[1, 1, 2]).all_values().collect::<Vec<_>>(), [1, 1, 2], "each choice once");
    assert_eq!(frequency([(0, exact(1)), (5, exact(2)), (0, exact(3))]).all_values().collect::<Vec<_>>(), [2]);
    assert_eq!(sized(|size| 0..=size).all_values().count(), 101, "at the default size");
}

#[test]
fn wide_ranges_are_enumerated_lazily() {
    assert!((0..=u128::MAX).all_values().take(1_000).eq(0..1_000));
    assert!((i128::MIN..=i128::MAX).all_values().take(3).eq([0, 1, -1]));
    let pairs: Vec<(u64, u64)> = (0..=u64::MAX, 0..=u64::MAX).all_values().take(6).collect();
    assert_eq!(
        pairs.iter().collect::<HashSet<_>>(),
        HashSet::from([&(0, 0), &(1, 0), &(0, 1), &(2, 0), &(1, 1), &(0, 2)])
    );
}

/// All lists of digits 0..=2 with up to three elements.
fn short_lists() -> HashSet<List> {
    vec(0..=2u8, 0..=3).all_values().map(|items| list_of(&items)).collect()
}

#[test]
fn an_infinite_language_is_enumerated_fairly() {
    fn check<G: Generator<Value = List> + Clone>(generator: &G, within: usize) {
        let language: Vec<Choices> = generator.language().take(within).collect();
        assert_eq!(language.iter().collect::<HashSet<_>>().len(), within, "each sequence once");
        let values: HashSet<List> = generator.all_values().take(within).collect();
        assert_eq!(values.len(), within, "each list has one sequence");
        let missing: Vec<List> = short_lists().into_iter().filter(|list| !values.contains(list)).collect();
        assert!(missing.is_empty(), "not among the first {within}: {missing:?}");
    }
    // A list of n digits that sum to s has size n + s: up to 9, of which there are fewer than 1,500.
    check(&list(), 1_500);
    check(&endless_first(), 1_500);
    check(&lazy_list(), 1_500);
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Bush {
    Fork(Box<Bush>, Box<Bush>),
    Tip,
}

/// Branches twice before it ever ends.
#[generator]
fn bush() -> Bush {
    oneof([
        {
            let left = draw(bush());
            let right = draw(bush());
            Bush::Fork(Box::new(left), Box::new(right))
        },
        Bush::Tip,
    ])
}

#[test]
fn also_where_the_first_alternatives_alone_never_end() {
    fn fork(left: Bush, right: Bush) -> Bush {
        Bush::Fork(Box::new(left), Box::new(right))
    }
    use Bush::Tip;
    let found: Vec<Bush> = bush().all_values().take(300).collect();
    assert_eq!(found.iter().collect::<HashSet<_>>().len(), 300);
    for small in [Tip, fork(Tip, Tip), fork(fork(Tip, Tip), Tip), fork(Tip, fork(Tip, Tip))] {
        assert!(found.contains(&small), "{small:?}");
    }
}

#[test]
fn overlap_repeats_values_but_no_sequence() {
    let language: Vec<Choices> = ones_and_twos().language().take(400).collect();
    assert_eq!(language.iter().collect::<HashSet<_>>().len(), 400);
    let threes = ones_and_twos().all_values().take(400).filter(|n| *n == nat(3)).count();
    assert_eq!(threes, 3, "1+1+1, 1+2, 2+1");
}

#[test]
fn nothing_is_enumerated_where_nothing_can_be_made() {
    assert_eq!(void::<u8>().all_values().next(), None);
    assert_eq!(void::<u8>().all_values().by_size().next(), None);
    assert_eq!(void::<u8>().language().next(), None);
    assert_eq!((5..5).all_values().next(), None);
    assert_eq!((0..=99).such_that(|_| false).all_values().next(), None);
    let some = (0..=9).such_that(|n| n % 4 == 3).all_values().collect::<Vec<_>>();
    assert_eq!(some, [3, 7]);
    let tiers: Vec<Vec<i32>> = (0..=9).such_that(|n| n % 4 == 3).all_values().by_size().collect();
    assert_eq!(tiers, [vec![], vec![], vec![], vec![3], vec![], vec![], vec![], vec![7]]);
}
