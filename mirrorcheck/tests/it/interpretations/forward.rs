//! Forward: `sample`, `samples`, `randomness`, `replay`.

use std::collections::{BTreeMap, HashSet};

use mirrorcheck::ReplayError;
use mirrorcheck::prelude::*;

use super::{Value, bst, leaf, list, list_of, node, on_every_kind};

#[test]
fn a_sample_is_a_pure_function_of_its_seed() {
    fn check<G: Reflective + Clone>(name: &str, generator: &G)
    where
        G::Value: Value,
    {
        for seed in (0..40).chain([u64::MAX - 1, u64::MAX]) {
            assert_eq!(generator.sample(seed), generator.clone().sample(seed), "{name}");
            assert_eq!(generator.try_sample(seed), Ok(generator.sample(seed)), "{name}");
        }
        let samples = || generator.samples(7).take(120);
        assert!(samples().eq(samples()), "{name}");
        assert_eq!(samples().count(), 120, "{name} has no end of samples");
    }
    on_every_kind!(check);
}

#[test]
fn what_is_sampled_is_in_range() {
    fn check<G: Reflective + Clone>(name: &str, generator: &G)
    where
        G::Value: Value,
    {
        let values = (0..30).map(|seed| generator.sample(seed)).chain(generator.samples(3).take(101));
        for value in values {
            assert_eq!(generator.try_contains(&value), Ok(true), "{name}: {value:?}");
        }
    }
    on_every_kind!(check);
}

#[test]
fn different_seeds_and_cases_make_different_values() {
    let wide = 0..=u64::MAX;
    let seeds: HashSet<u64> = (0..1_000).map(|seed| wide.sample(seed)).collect();
    assert_eq!(seeds.len(), 1_000);
    let cases: HashSet<u64> = wide.samples(1).take(1_000).collect();
    assert_eq!(cases.len(), 1_000);
    assert!(seeds.is_disjoint(&cases));
}

#[test]
fn the_sizes_of_samples_grow_and_start_over() {
    let sizes: Vec<u32> = sized(exact).samples(5).take(203).collect();
    let expected: Vec<u32> = (0..=100).chain(0..=100).chain(0..=0).collect();
    assert_eq!(sizes, expected);
    assert_eq!(sized(exact).sample(5), 100, "a single sample has the default size");
}

#[test]
fn a_written_range_is_uniform_up_to_both_ends() {
    let mut seen = BTreeMap::new();
    for seed in 0..10_000 {
        *seen.entry((-4..=5).sample(seed)).or_insert(0u32) += 1;
    }
    assert_eq!(seen.keys().copied().collect::<Vec<i32>>(), (-4..=5).collect::<Vec<_>>());
    // Five standard deviations of a binomial with n = 10,000 and p = 0.1.
    assert!(seen.values().all(|&n| n.abs_diff(1_000) < 150), "{seen:?}");
}

#[test]
fn wide_ranges_use_all_their_bits() {
    fn bits(values: impl Iterator<Item = u128>) -> (u128, u128) {
        values.fold((0, u128::MAX), |(or, and), value| (or | value, and & value))
    }
    let unsigned = 0..=u128::MAX;
    assert_eq!(bits((0..200).map(|seed| unsigned.sample(seed))), (u128::MAX, 0));
    let signed = i128::MIN..=i128::MAX;
    assert_eq!(bits((0..200).map(|seed| signed.sample(seed) as u128)), (u128::MAX, 0));
    let halves = 0..=u64::MAX;
    assert_eq!(bits((0..200).map(|seed| halves.sample(seed).into())), (u64::MAX.into(), 0));
}

#[test]
fn characters_skip_the_surrogates_and_reach_both_sides() {
    let around = '\u{D7FE}'..='\u{E001}';
    let seen: HashSet<char> = (0..200).map(|seed| around.sample(seed)).collect();
    assert_eq!(seen, HashSet::from(['\u{D7FE}', '\u{D7FF}', '\u{E000}', '\u{E001}']));
    let below_the_gap = '\u{D7FE}'..'\u{E000}';
    let seen: HashSet<char> = (0..200).map(|seed| below_the_gap.sample(seed)).collect();
    assert_eq!(seen, HashSet::from(['\u{D7FE}', '\u{D7FF}']));
}

#[test]
fn weights_are_frequencies() {
    let weighted = pick([(1, "one", exact(1)), (0, "never", exact(0)), (3, "three", exact(3))]);
    let threes = (0..4_000).filter(|&seed| weighted.sample(seed) == 3).count();
    assert!((0..4_000).all(|seed| weighted.sample(seed) != 0));
    assert!(threes.abs_diff(3_000) < 140, "{threes}");
}

#[test]
fn a_filter_asks_again() {
    let rare = (0..=999u32).such_that(|n| n % 100 == 0);
    assert!((0..100).all(|seed| rare.sample(seed) % 100 == 0));
    assert!(rare.samples(0).take(200).all(|n| n % 100 == 0));
}

#[test]
fn replaying_the_randomness_of_a_seed_gives_its_sample() {
    fn check<G: Reflective + Clone>(name: &str, generator: &G)
    where
        G::Value: Value,
    {
        for seed in 0..30 {
            let choices = generator.randomness(seed);
            assert_eq!(choices.size(), 100, "{name}");
            assert_eq!(generator.replay(&choices), Ok(generator.sample(seed)), "{name}: {choices}");
        }
    }
    on_every_kind!(check);
}

#[test]
fn randomness_is_what_was_chosen() {
    let choices = (0..=9, labeled([("a", exact('a')), ("b", exact('b'))])).randomness(1);
    let (digit, letter) = (0..=9, labeled([("a", exact('a')), ("b", exact('b'))])).sample(1);
    assert_eq!(choices.labels(), [digit.to_string(), letter.to_string()]);
    // A filter leaves no trace of what it threw away.
    let filtered = (0..=99).such_that(|n| *n == 42);
    let seed = (0..).find(|&seed| filtered.try_sample(seed).is_ok()).unwrap();
    assert_eq!(filtered.randomness(seed).labels(), ["42"]);
}

#[test]
fn replay_follows_the_choices() {
    let choices: Choices = "node(5 node(2 leaf leaf) leaf)".parse().unwrap();
    assert_eq!(bst(1, 9).replay(&choices), Ok(node(node(leaf(), 2, leaf()), 5, leaf())));
    // Brackets are for people: the sequence counts.
    for text in
        ["node 5 node 2 leaf leaf leaf", "((node 5) node(2 (leaf leaf)) leaf)", "node(5(node(2(leaf leaf leaf))))"]
    {
        assert_eq!(bst(1, 9).replay(&text.parse().unwrap()), bst(1, 9).replay(&choices), "{text}");
    }
    assert_eq!(list().replay(&"cons 2 cons 0 nil".parse().unwrap()), Ok(list_of(&[2, 0])));
}

#[test]
fn alternatives_without_a_label_are_replayed_by_their_number() {
    let unnamed = oneof([0..=9, 20..=29]);
    assert_eq!(
        unnamed.randomness(1).to_string().split('(').next(),
        Some(if unnamed.sample(1) < 10 { "#0" } else { "#1" })
    );
    assert_eq!(unnamed.replay(&"#1(25)".parse().unwrap()), Ok(25));
    assert_eq!(unnamed.replay(&"1 25".parse().unwrap()), Ok(25), "where there are no names, numbers are");
    assert!(matches!(unnamed.replay(&"#2(25)".parse().unwrap()), Err(ReplayError::Unknown { position: 0, .. })));
}

#[test]
fn characters_are_replayed_as_characters_or_labels() {
    for text in ["'b'", "b", "\"b\""] {
        assert_eq!(('a'..='c').replay(&text.parse().unwrap()), Ok('b'), "{text}");
    }
    assert_eq!(any::<bool>().replay(&"true".parse().unwrap()), Ok(true));
}

#[test]
fn a_generator_in_direct_style_runs_forward_in_every_way() {
    let dice = from_fn(|| (0..draw(1..=3)).map(|_| draw(1..=6)).collect::<Vec<i32>>());
    for seed in 0..50 {
        assert_eq!(dice.replay(&dice.randomness(seed)), Ok(dice.sample(seed)));
    }
    assert_eq!(dice.replay(&"2 6 1".parse().unwrap()), Ok(vec![6, 1]));
    assert_eq!(dice.derivative(1).derivative(4).value_now(), Some(vec![4]));
    assert_eq!(dice.from_bytes(&[0, 1, 5, 4]), Ok(vec![6, 5]));
    assert_eq!(dice.all_values().count(), 6 + 36 + 216);
}
