//! Exact and sampled answers about what generators make.

use mirrorcheck::collections::unique;
use mirrorcheck::lab::Estimate;
use mirrorcheck::prelude::*;
use mirrorcheck::void;

#[derive(Debug, Clone, PartialEq)]
enum Tree {
    Leaf,
    Node(Box<Tree>, i32, Box<Tree>),
}

impl Tree {
    fn len(&self) -> usize {
        match self {
            Tree::Leaf => 0,
            Tree::Node(left, _, right) => left.len() + 1 + right.len(),
        }
    }
}

#[generator]
fn bst(lo: i32, hi: i32) -> Tree {
    if lo > hi {
        return Tree::Leaf;
    }
    pick([
        (1, "leaf", Tree::Leaf),
        (5, "node", {
            let key = draw(lo..=hi);
            let left = draw(bst(lo, key - 1));
            let right = draw(bst(key + 1, hi));
            Tree::Node(Box::new(left), key, Box::new(right))
        }),
    ])
}

#[track_caller]
fn assert_exact(estimate: Estimate, expected: f64) {
    assert!(estimate.is_exact, "{estimate:?}");
    assert!((estimate.value - expected).abs() < 1e-9, "{estimate:?}, not {expected}");
    assert_eq!((estimate.low, estimate.high), (estimate.value, estimate.value));
}

/// The mean from `all_values` and `probability`, given that a value is not rejected. For generators without overlap.
fn by_enumeration<G: Reflective + Clone>(generator: &G, f: impl Fn(&G::Value) -> f64) -> f64 {
    let masses = generator.all_values().map(|value| (generator.probability(&value), f(&value)));
    let (sum, accepted) = masses.fold((0.0, 0.0), |(sum, accepted), (mass, f)| (sum + mass * f, accepted + mass));
    sum / accepted
}

#[test]
fn exact_means_are_those_of_enumeration() {
    for hi in 0..=4 {
        assert_exact(
            bst(1, hi).expect(|tree| tree.len() as f64),
            by_enumeration(&bst(1, hi), |tree| tree.len() as f64),
        );
        let chance = |tree: &Tree| tree.len() > 1;
        assert_exact(
            bst(1, hi).chance_of(chance),
            by_enumeration(&bst(1, hi), |tree| f64::from(u8::from(chance(tree)))),
        );
    }
    let lists = vec(pick([(1, "rare", exact(0)), (9, "usual", exact(1))]), 0..=5);
    assert_exact(
        lists.expect(|list| list.iter().sum::<i32>().into()),
        by_enumeration(&lists, |l| l.iter().sum::<i32>().into()),
    );
    assert_exact(lists.chance_of_label("rare"), by_enumeration(&lists, |list| f64::from(u8::from(list.contains(&0)))));
    assert_exact(lists.expected_choices(), 1.0 + 2.5);
    let filtered = (0..=9).such_that(|n| n % 3 == 0);
    assert_exact(filtered.expect(|n| f64::from(*n)), by_enumeration(&filtered, |n| f64::from(*n)));
    assert_exact(filtered.expect(|n| f64::from(*n)), 4.5);
    assert_exact(exact('a').expected_choices(), 0.0);
}

#[test]
fn a_filter_inside_leaves_the_alternatives_around_it_alone() {
    let half = oneof((exact(1u8), (0..=9u8).such_that(|n| n % 2 == 0)));
    assert_exact(half.chance_of(|n| *n == 1), 0.5);
    // Even if one filter is inside of another, and each of a pair has one.
    let pair = (half.clone(), half.such_that(|n| *n < 5).such_that(|n| *n > 0));
    assert_exact(pair.chance_of(|(first, _)| *first == 1), 0.5);
    assert_exact(pair.chance_of(|(_, second)| *second == 1), 0.5 / (0.5 + 0.5 * 0.4));
    // A filter that gives up after so many attempts rejects all of it.
    let hard = oneof((exact(100u8), (0..=199u8).such_that(|n| *n == 0)));
    let satisfied = 1.0 - 0.995f64.powi(100);
    assert_exact(hard.chance_of(|n| *n == 100), 1.0 / (1.0 + satisfied));
}

#[test]
fn rejection_from_outside_is_divided_out() {
    let even = from_fn(|| {
        let n = draw(0..=9);
        assume(n % 2 == 0 || n == 9);
        n
    });
    assert_exact(even.chance_of(|n| *n == 9), 1.0 / 6.0);
    assert_exact(even.expect(|n| f64::from(*n)), 29.0 / 6.0);
}

#[test]
fn sets_that_draw_again_are_exact() {
    let overlapping = oneof([0..=3u8, 2..=5u8]);
    let generator = unique(overlapping, 2);
    // A list counts once for each of its ways, and its probability is that of all of them.
    let ways = |list: &Vec<u8>| generator.reflect(list).count() as f64;
    let with_two = by_enumeration(&generator, |list| f64::from(u8::from(list.contains(&2))) / ways(list));
    let all = by_enumeration(&generator, |list| 1.0 / ways(list));
    assert_exact(generator.chance_of(|list| list.contains(&2)), with_two / all);
}

#[test]
fn intervals_hold_the_exact_answer() {
    let leaf = bst(1, 4).chance_of(|tree| tree.len() == 2);
    let size = bst(1, 4).expect(|tree| tree.len() as f64);
    assert!(leaf.is_exact && size.is_exact);
    for seed in 0..20 {
        let sampled = bst(1, 4).sampled_chance_of(|tree| tree.len() == 2, seed, 1_000);
        assert!(sampled.low <= leaf.value && leaf.value <= sampled.high, "seed {seed}: {sampled}, not {leaf}");
        assert!(!sampled.is_exact && sampled.high - sampled.low < 0.1);
        let sampled = bst(1, 4).sampled_expect(|tree| tree.len() as f64, seed, 1_000);
        assert!(sampled.low <= size.value && size.value <= sampled.high, "seed {seed}: {sampled}, not {size}");
        assert!(!sampled.is_exact && sampled.low < sampled.value && sampled.high - sampled.low < 0.3);
    }
}

#[test]
fn what_has_no_end_is_sampled() {
    let coin = any::<u64>().chance_of(|n| n % 2 == 0);
    assert!(!coin.is_exact && coin.low < coin.value && coin.value < coin.high);
    let length = vec(any::<u64>(), 0..=20).expect(|list| list.len() as f64);
    assert!(!length.is_exact && length.low < 10.0 && 10.0 < length.high, "{length}");
    let never = any::<u64>().chance_of(|_| false);
    assert!(never.value == 0.0 && never.low == 0.0 && 0.0 < never.high && never.high < 0.01, "{never:?}");
    let always = any::<u64>().chance_of(|_| true);
    assert!(always.value == 1.0 && always.high == 1.0 && 0.99 < always.low && always.low < 1.0, "{always:?}");
    // The same each time.
    assert_eq!(any::<u64>().expect(|n| *n as f64), any::<u64>().expect(|n| *n as f64));
}

#[test]
fn a_generator_that_makes_nothing_has_no_answer() {
    for estimate in [
        void::<u8>().expect(|n| f64::from(*n)),
        void::<u8>().chance_of(|_| true),
        (0..=9).such_that(|_| false).chance_of(|_| true),
        any::<u64>().such_that(|_| false).chance_of(|_| true),
        any::<u64>().such_that(|_| false).expect(|_| 1.0),
        (0..=9).sampled_expect(|n| f64::from(*n), 1, 0),
    ] {
        assert!(estimate.value.is_nan(), "{estimate:?}");
        assert_eq!(estimate.to_string(), "unknown");
    }
    let one = (0..=9).sampled_expect(|n| f64::from(*n), 1, 1);
    assert_eq!((one.low, one.high), (f64::NEG_INFINITY, f64::INFINITY));
    assert_eq!(void::<u8>().distribution(1).to_string(), "0 values of sizes 0 to 100: 1010 runs made no value");
    assert_eq!(void::<u8>().sizes().next(), None);
}

#[test]
fn estimates_are_written_with_few_digits() {
    let shown = |value, low, high, is_exact| Estimate { value, low, high, is_exact }.to_string();
    assert_eq!(shown(0.25, 0.25, 0.25, true), "0.25");
    assert_eq!(shown(1.0 / 3.0, 0.0, 0.0, true), "0.333333");
    assert_eq!(shown(100.0, 0.0, 0.0, true), "100");
    assert_eq!(shown(0.0, 0.0, 0.0, true), "0");
    assert_eq!(shown(0.24812, 0.23701, 0.25933, false), "0.248 (0.237–0.259)");
    assert_eq!(shown(62.81, 61.0, 1234.5, false), "62.8 (61–1234)");
    assert_eq!(shown(1.5e-9, 0.0, 2e20, false), "1.50e-9 (0–2.00e20)");
}

#[test]
fn the_sizes_of_search_trees_are_those_of_leancheck() {
    let sizes: Vec<(usize, usize)> = bst(1, 10).sizes().take(7).collect();
    assert_eq!(sizes, [(0, 1), (1, 1), (2, 2), (3, 5), (4, 11), (5, 26), (6, 60)]);
    let all: usize = bst(1, 4).sizes().map(|(_, count)| count).sum();
    assert_eq!(all, bst(1, 4).all_values().count());
    // Of a generator without an end, as many as are asked for.
    assert_eq!(any::<Vec<bool>>().sizes().next(), Some((0, 1)));
}

#[test]
fn a_distribution_counts_what_was_kept() {
    // What a filter did not let through is not counted.
    let odd = (1..=9).such_that(|n| n % 2 == 1);
    let odd = labeled([("one", odd.clone()), ("two", odd)]);
    let distribution = odd.such_that(|n| *n > 4).distribution(3);
    let [point] = distribution.points() else { panic!("{:?}", distribution.points()) };
    assert_eq!(point.labels(), ["one", "two"]);
    assert_eq!(point.counts().iter().sum::<u64>(), distribution.values());
    assert_eq!((distribution.values(), distribution.rejected()), (1_010, 0.0));
    assert_eq!(distribution.choices().values().sum::<u64>(), 1_010);
    assert_eq!(distribution.depths().values().sum::<u64>(), 1_010);
    assert_eq!(distribution.distinct(), 6.0 / 1_010.0);
    assert_eq!(point.share(7), 0.0);
}

#[test]
fn a_distribution_is_that_of_the_samples() {
    let trees = bst(1, 20);
    let samples: Vec<Tree> = trees.samples(5).take(1_010).collect();
    let leaves = samples.iter().filter(|tree| **tree == Tree::Leaf).count() as u64;
    let distribution = trees.distribution(5);
    assert_eq!(distribution.choices()[&1], leaves);
    let (choices, count) = &distribution.most_frequent()[0];
    assert_eq!((choices.labels(), *count), (vec!["leaf".to_owned()], leaves));
    let nodes: u64 = samples.iter().map(|tree| tree.len() as u64).sum();
    // Where nothing is left to choose from, a leaf is no choice, and a node always is one.
    let point = &distribution.points()[0];
    assert_eq!(point.counts()[1], nodes);
    assert!((point.share(1) - 5.0 / 6.0).abs() < 0.02, "{}", point.share(1));
}

#[test]
fn the_report_of_a_distribution() {
    let report = bst(1, 3).distribution(1).to_string();
    assert_eq!(
        report,
        "1010 values of sizes 0 to 100\n\
         leaf | node (2629 times)\n  \
           node  83.6 % █████████████████████████\n  \
           leaf  16.4 % █████\n\
         choices\n  \
           1  15.4 % █████\n  \
           3   8.8 % ███\n  \
           4   1.4 % █\n  \
           5  15.5 % █████\n  \
           6  58.8 % ██████████████████\n\
         depth\n  \
           1  15.4 % █████\n  \
           2  10.2 % ███\n  \
           3  35.6 % ███████████\n  \
           4  38.7 % ████████████\n\
         distinct: 1.5 %, most frequent:\n   \
            20.1 % node(2 node(1) node(3))\n   \
            15.4 % leaf\n   \
            10.6 % node(3 node(2 node(1)))"
    );
}

#[test]
fn the_report_fits_on_a_screen() {
    let labels: [String; 40] = std::array::from_fn(|i| format!("label-{i}"));
    let many = labeled(std::array::from_fn::<_, 40, _>(|i| (labels[i].as_str(), exact(1))));
    let others = (any::<bool>(), option(any::<bool>()), labeled([("x", exact(0)), ("y", exact(1))]));
    let wide = (vec(many, 0..=1_000), others, any::<Vec<Option<u64>>>());
    let report = wide.distribution(1).to_string();
    assert!(report.lines().count() <= 30, "{report}");
    assert!(report.lines().all(|line| line.chars().count() <= 100), "{report}");
    assert!(report.contains(" others "), "{report}");
    assert!(report.contains(" other places with labels"), "{report}");
}
