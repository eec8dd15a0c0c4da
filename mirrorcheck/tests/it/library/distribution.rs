//! How often things are made, compared with what `probability` says, and what the bias is for.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use mirrorcheck::collections::{btree_set, partition, sorted, unique};
use mirrorcheck::collections::{permutation, shuffle, subsequence};
use mirrorcheck::numbers::{biased, uniform};
use mirrorcheck::prelude::*;

/// Pearson's test of samples against `probability`, with what is too rare in one class. The seeds are fixed, so that it
/// says the same every time; the bound is passed by chance once in a hundred thousand.
#[track_caller]
fn agrees<G: Reflective>(generator: G, samples: u64)
where
    G::Value: std::fmt::Debug + Ord,
{
    let mut seen: BTreeMap<G::Value, f64> = BTreeMap::new();
    for seed in 0..samples {
        *seen.entry(generator.sample(seed)).or_default() += 1.0;
    }
    let (mut rest, mut rest_seen) = (1.0, samples as f64);
    let (mut statistic, mut classes) = (0.0, 0.0);
    for (value, count) in &seen {
        let probability = generator.probability(value);
        assert!(probability > 0.0, "{value:?} is made and has no probability");
        let expected = probability * samples as f64;
        if expected >= 10.0 {
            statistic += (count - expected).powi(2) / expected;
            classes += 1.0;
            rest -= probability;
            rest_seen -= count;
        }
    }
    assert!(rest > -1e-9, "the probabilities of some values add up to {}", 1.0 - rest);
    if rest * samples as f64 >= 10.0 {
        statistic += (rest_seen - rest * samples as f64).powi(2) / (rest * samples as f64);
        classes += 1.0;
    }
    assert!(classes >= 2.0, "too few values come often enough to be compared");
    // Wilson and Hilferty's approximation of the quantile at 4.3 standard deviations.
    let freedom: f64 = classes - 1.0;
    let bound = freedom * (1.0 - 2.0 / (9.0 * freedom) + 4.3 * (2.0 / (9.0 * freedom)).sqrt()).powi(3);
    assert!(statistic < bound, "{statistic:.1} with {freedom} degrees of freedom, which should be below {bound:.1}");
}

#[test]
fn integers() {
    agrees(any::<i8>(), 50_000);
    agrees(any::<u16>(), 50_000);
    agrees(any::<i64>(), 50_000);
    agrees(any::<u128>(), 20_000);
    agrees(resize(3, any::<i32>()), 20_000);
    agrees(biased(-7..=40i32), 20_000);
    agrees(uniform::<u8>(), 20_000);
    agrees(0..1_000u32, 50_000);
}

#[test]
fn characters_and_strings() {
    agrees(any::<char>(), 50_000);
    agrees(biased('0'..='é'), 50_000);
    agrees(string('a'..='e', 0..=3), 20_000);
    agrees(resize(2, any::<String>()), 50_000);
}

#[test]
fn floats() {
    let ordered = |float: f64| float.to_bits();
    agrees(any::<f64>().convert(ordered, |bits| Some(f64::from_bits(*bits))), 50_000);
    agrees(resize(1, any::<f32>()).convert(f32::to_bits, |bits| Some(f32::from_bits(*bits))), 50_000);
    // Intervals of a uniform float are as likely as they are long.
    let mut seen = [0i32; 10];
    (0..50_000).for_each(|seed| seen[(0.0..10.0).sample(seed) as usize] += 1);
    assert!(seen.iter().all(|&count| (count - 5_000).abs() < 300), "{seen:?}");
    let tiny = (0..100_000).filter(|&seed| (0.0..1.0).sample(seed) < 1.0 / 1_024.0).count();
    assert!((60..140).contains(&tiny), "{tiny} of 100000 are below 1/1024");
}

#[test]
fn lengths() {
    agrees(vec(any::<bool>(), ..).resize(4), 50_000);
    agrees(vec(exact(()), 3..), 50_000);
    agrees(any::<Vec<()>>(), 50_000);
}

#[test]
fn sets_and_lists_by_number() {
    agrees(btree_set(0..=6u8, 0..=4), 50_000);
    agrees(btree_set(0..=40u8, 38..=40), 20_000);
    agrees(sorted(0..=4u8, 3), 20_000);
    agrees(unique(0..=4u8, 3), 20_000);
    agrees(any::<BTreeMap<bool, bool>>(), 20_000);
}

/// Where what came twice is drawn again, `probability` goes through all orders.
#[test]
fn sets_and_lists_by_drawing_again() {
    // Two numbers out of many that are mostly the same few.
    let skewed = || frequency([(6, 0..=0u32), (3, 1..=1), (1, 2..=4_000)]);
    agrees(btree_set(skewed(), 2), 50_000);
    agrees(btree_set(skewed(), 3), 50_000);
    agrees(unique(skewed(), 2), 50_000);
    agrees(sorted(skewed(), 3), 50_000);
}

#[test]
fn large_sets_have_bounds() {
    let set = any::<BTreeSet<u32>>();
    let small: BTreeSet<u32> = (0..12).collect();
    let (low, high) = set.likelihood(&small).unwrap().bounds();
    assert!(low == high && low > 0.0, "{low}..={high}");
    let large: BTreeSet<u32> = (0..30).collect();
    let (low, high) = set.likelihood(&large).unwrap().bounds();
    let middle = set.probability(&large);
    assert!(0.0 < low && low < middle && middle < high, "{low} {middle} {high}");
}

/// What the bias is for: equal numbers meet, and ends, small numbers and powers of two come up in one run.
#[test]
fn one_run_meets_what_finds_faults() {
    let numbers: Vec<i32> = any::<i32>().samples(1).take(1_000).collect();
    for wanted in [0, 1, -1, i32::MIN, i32::MAX, i32::MAX - 1] {
        assert!(numbers.contains(&wanted), "{wanted}");
    }
    let powers = (2..31).filter(|shift| numbers.iter().any(|n| n.unsigned_abs().abs_diff(1 << shift) <= 1)).count();
    assert!(powers >= 20, "{powers} of 29 powers of two or their neighbours");
    let pairs = any::<(i32, i32)>().samples(1).take(1_000).filter(|(a, b)| a == b).count();
    assert!(pairs >= 5, "{pairs} pairs of equal numbers");
    let floats: Vec<f64> = any::<f64>().samples(1).take(2_000).collect();
    let classes: HashSet<_> =
        floats.iter().map(|f| (f.classify(), f.is_sign_negative())).map(|c| format!("{c:?}")).collect();
    assert_eq!(classes.len(), 8, "zeros, subnormals, normals and infinities of both signs: {classes:?}");
    assert!(floats.iter().all(|float| !float.is_nan()));
    let texts: Vec<String> = any::<String>().samples(1).take(300).collect();
    assert!(texts.iter().any(String::is_empty));
    assert!(texts.iter().any(|text| !text.is_empty() && text.is_ascii()));
    assert!(texts.iter().any(|text| text.chars().any(|c| c.len_utf8() == 4)));
    assert!(texts.iter().any(|text| text.contains('\0')) && texts.iter().any(|text| text.contains('\n')));
}

#[test]
fn sizes_grow() {
    let mean = |size: u32| {
        let lists = (0..500).map(|seed| resize(size, any::<Vec<i32>>()).sample(seed));
        lists.map(|list| list.len()).sum::<usize>() as f64 / 500.0
    };
    assert!(mean(0) < 0.2 && (4.0..6.5).contains(&mean(10)) && (45.0..56.0).contains(&mean(100)));
    // And lists of lists of lists do not explode.
    let deep = (0..200).map(|seed| any::<Vec<Vec<Vec<u8>>>>().sample(seed));
    let largest = deep.map(|list| list.iter().flatten().map(Vec::len).sum::<usize>()).max();
    assert!(largest.is_some_and(|largest| largest < 500), "{largest:?}");
}

/// A length without a bound takes one byte, so that a fuzzer's noise is a list and not the beginning of an endless one.
#[test]
fn noise_makes_lists() {
    let noise = |seed| vec(uniform::<u8>(), 100).sample(seed);
    let made: Vec<Vec<u16>> = (0..200).filter_map(|seed| any::<Vec<u16>>().from_bytes(&noise(seed)).ok()).collect();
    assert!(made.len() > 150, "{} of 200", made.len());
    assert!(made.iter().any(|list| list.len() < 20) && made.iter().any(|list| list.len() > 100));
}

/// All orders, selections and partitions are there once, and equally likely.
#[test]
fn arrangements_are_uniform() {
    #[track_caller]
    fn is_uniform<G: Reflective + Clone>(generator: G, count: usize)
    where
        G::Value: std::fmt::Debug + Ord,
    {
        let all: BTreeSet<G::Value> = generator.all_values().collect();
        assert_eq!((all.len(), generator.all_values().count()), (count, count));
        for value in &all {
            let probability = generator.probability(value);
            assert!((probability * count as f64 - 1.0).abs() < 1e-9, "{value:?} has {probability}");
        }
        agrees(generator, 1_000 * count as u64);
    }
    is_uniform(permutation(4), 24);
    is_uniform(shuffle(vec!['a', 'b', 'b']), 3);
    is_uniform(subsequence(vec![1, 2, 3, 4, 5], 2), 10);
    is_uniform(partition(6, 3), 28);
}
