//! What suites of values cover: descriptions against brute force, coverage, thinned and covering suites.

use std::collections::{BTreeSet, HashSet};

use mirrorcheck::choices::Term;
use mirrorcheck::lab::Description;
use mirrorcheck::prelude::*;

use crate::search_tree::{Tree, bst, node};

fn describe(text: &str) -> Description {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn term(text: &str) -> Term {
    text.parse::<Choices>().unwrap().term()
}

#[test]
fn the_example_of_the_paper() {
    let two = node(Tree::Leaf, 2, Tree::Leaf);
    let six = node(node(two, 4, Tree::Leaf), 6, Tree::Leaf);
    let term = bst(-10, 10).reflect(&six).next().unwrap().term();
    assert_eq!(term.to_string(), "node(6, node(4, node(2, leaf, leaf), leaf), leaf)");
    for covered in ["node(…6, …4, _)", "node(…6, …2, _)", "node(…4, …2)", "node(…6, _, …leaf)", "node(_, …node(…2))"]
    {
        assert!(describe(covered).is_covered_by(&term), "{covered}");
    }
    for missing in ["node(…6, _, …4)", "node(…2, …4, _)", "node(…4, …6)", "5", "node(_, _, …node)"] {
        assert!(!describe(missing).is_covered_by(&term), "{missing}");
    }
    let coverage = bst(-10, 10).coverage(3, &[six]);
    let missing: BTreeSet<&Description> = coverage.missing().iter().map(|missing| &missing.description).collect();
    assert!(!missing.contains(&describe("node(…6, …4)")));
    assert!(!missing.contains(&describe("node(…6, …2)")));
    assert!(missing.contains(&describe("node(…1, …0)")));
}

/// Descriptions in the most literal way: a constructor with a choice of what to say of each part.
#[derive(Clone)]
struct Said {
    label: String,
    parts: Vec<Option<Said>>,
}

impl Said {
    fn labels(&self) -> usize {
        1 + self.parts.iter().flatten().map(Said::labels).sum::<usize>()
    }

    fn text(&self) -> String {
        let part = |part: &Option<Said>| part.as_ref().map_or("_".to_owned(), |part| format!("…{}", part.text()));
        let parts: Vec<String> = self.parts.iter().map(part).collect();
        if parts.is_empty() { self.label.clone() } else { format!("{}({})", self.label, parts.join(", ")) }
    }
}

/// All that can be said of a term, however many labels that takes.
fn everything(term: &Term) -> Vec<Said> {
    let mut said = vec![Said { label: term.label.clone(), parts: Vec::new() }];
    for part in &term.children {
        let of_part: Vec<Option<Said>> = [None].into_iter().chain(everything(part).into_iter().map(Some)).collect();
        let longer = said.iter().flat_map(|said| {
            of_part.iter().map(|part| Said {
                label: said.label.clone(),
                parts: [&said.parts[..], std::slice::from_ref(part)].concat(),
            })
        });
        said = longer.collect();
    }
    said.into_iter().chain(term.children.iter().flat_map(everything)).collect()
}

/// What a suite of one value covers, as `coverage` sees it.
fn covered_by_one(depth: i32, tree: &Tree, strength: usize) -> BTreeSet<Description> {
    let generator = bst(1, depth);
    let none = generator.coverage(strength, &[]);
    let one = generator.coverage(strength, std::slice::from_ref(tree));
    assert!(none.is_exact() && one.is_exact());
    assert_eq!((none.covered(), none.total()), (0, one.total()));
    let missing: HashSet<&Description> = one.missing().iter().map(|missing| &missing.description).collect();
    let all = none.missing().iter().map(|missing| missing.description.clone());
    all.filter(|description| !missing.contains(description)).collect()
}

#[test]
fn descriptions_are_those_of_brute_force() {
    for tree in bst(1, 3).all_values() {
        let term = bst(1, 3).reflect(&tree).next().unwrap().term();
        let all = everything(&term);
        for strength in 1..=5 {
            let said = all.iter().filter(|said| said.labels() == strength);
            let expected: BTreeSet<Description> = said.map(|said| describe(&said.text())).collect();
            assert_eq!(covered_by_one(3, &tree, strength), expected, "{strength} labels of {term}");
            assert!(expected.iter().all(|description| description.strength() == strength));
            assert!(expected.iter().all(|description| description.is_covered_by(&term)));
        }
    }
}

#[test]
fn an_exact_total_is_what_all_values_cover() {
    let generator = bst(1, 3);
    let terms: Vec<Term> = generator.language().map(|choices| choices.term()).collect();
    for strength in 1..=4 {
        let all: BTreeSet<Description> = terms
            .iter()
            .flat_map(everything)
            .filter(|said| said.labels() == strength)
            .map(|said| describe(&said.text()))
            .collect();
        let coverage = generator.coverage(strength, &[]);
        let missing: BTreeSet<Description> = coverage.missing().iter().map(|m| m.description.clone()).collect();
        assert_eq!(missing, all);
        for missing in coverage.missing() {
            let value = generator.replay(&missing.example).unwrap();
            let term = generator.reflect(&value).next().unwrap().term();
            assert!(missing.description.is_covered_by(&term), "{missing}");
        }
    }
}

#[test]
fn descriptions_agree_with_whether_they_are_covered() {
    let generator = bst(1, 3);
    let terms: Vec<Term> = generator.language().map(|choices| choices.term()).collect();
    let all: BTreeSet<Description> = terms.iter().flat_map(everything).map(|said| describe(&said.text())).collect();
    for term in &terms {
        let said: BTreeSet<Description> = everything(term).iter().map(|said| describe(&said.text())).collect();
        for description in &all {
            assert_eq!(description.is_covered_by(term), said.contains(description), "{description} in {term}");
        }
    }
}

#[test]
fn tuples_have_places_and_no_label() {
    let coins = (any::<bool>(), any::<bool>(), any::<bool>());
    let total = |strength| coins.coverage(strength, &[]).total();
    assert_eq!([0, 1, 2, 3, 4].map(total), [1, 6, 12, 8, 0]);
    let one = coins.coverage(2, &[(true, false, true)]);
    assert_eq!((one.covered(), one.total()), (3, 12));
    assert!(one.is_exact());
    assert_eq!(one.missing()[0].to_string(), "(_, …false, …false): (false false false)");
}

#[test]
fn parts_far_behind_are_one() {
    let long: Vec<u8> = (0..20).collect();
    let list = vec(0..=19u8, 20);
    let term = list.reflect(&long).next().unwrap().term();
    // The length is the first part.
    assert!(describe("(_, …0, …1)").is_covered_by(&term));
    assert!(!describe("(…0)").is_covered_by(&term));
    assert!(describe("(15×_, …19)").is_covered_by(&term));
    assert!(describe("(15×_, …14)").is_covered_by(&term));
    assert!(!describe("(15×_, …13)").is_covered_by(&term));
    assert_eq!(describe("(15×_, …14)"), describe("(_,_,_,_, 8×_, _, 900×_, …14, _)"));
    let coverage = list.coverage(1, &[long]);
    assert!(coverage.covered() >= 20);
    assert!(coverage.missing().iter().any(|missing| missing.description.to_string() == "(15×_, …3)"));
}

#[test]
fn large_numbers_are_in_classes() {
    let classes = |value: i64| {
        let generator = i64::MIN..=i64::MAX;
        let term = generator.reflect(&value).next().unwrap().term();
        let own: Description = describe(&value.to_string());
        assert!(own.is_covered_by(&term));
        own.to_string()
    };
    assert_eq!(classes(31), "31");
    assert_eq!(classes(-31), "-31");
    assert_eq!(classes(32), "32..=63");
    assert_eq!(classes(63), "32..=63");
    assert_eq!(classes(64), "64..=127");
    assert_eq!(classes(-32), "-63..=-32");
    assert_eq!(classes(i64::MAX), "4611686018427387904..=9223372036854775807");
    assert_eq!(describe(&u128::MAX.to_string()).to_string(), format!("{}..={}", 1u128 << 127, u128::MAX));
    assert_eq!(describe("0.75").to_string(), "0.5..1");
    assert_eq!(describe("-3.0").to_string(), "-4..-2");
    assert_eq!(describe("1e300").to_string(), "2^996..2^997");
    for itself in ["0.0", "-0.0", "NaN", "+inf", "-inf"] {
        assert_eq!(describe(itself).to_string(), itself);
    }
    assert_eq!((0..=127).coverage(1, &[]).total(), 32 + 2);
}

#[test]
fn the_text_of_a_description_is_read_back() {
    for text in [
        "_",
        "leaf",
        "node(…6, …4)",
        "node(_, _, _, …x)",
        "node(4×_, …x)",
        "(…true, _, …false)",
        "\"_\"",
        "\"two words\"",
        "\"…\"",
        "\"\\\"\"",
        "\"\\u{7f}\"",
        "32..=63",
        "-63..=-32",
        "a(…b(_, …c(…d)))",
        "é",
    ] {
        assert_eq!(describe(text).to_string(), text);
    }
    for (text, same) in [
        ("…node( …6 , ...4, _ )", "node(…6, …4)"),
        ("node(6, 4)", "node(…6, …4)"),
        ("(_, _)", "_"),
        ("40", "32..=63"),
        ("\"leaf\"", "leaf"),
    ] {
        assert_eq!(describe(text).to_string(), same, "{text}");
    }
    let deep = "a(".repeat(100_000);
    for text in ["", "(", "node(", "node(…6", "node)", "…", "…_", "a b", "\"a", "\"\\", "()", "node()", &deep] {
        let error = text.parse::<Description>().unwrap_err();
        assert!(error.to_string().starts_with("not a description: expected "), "{error}");
        assert!(error.position <= text.len());
    }
}

#[test]
fn labels_that_are_no_words_stand_in_quotes() {
    let odd = labeled([("a b", exact(0)), ("_", exact(1)), ("\"", exact(2)), ("…x", exact(3)), ("12×_", exact(4))]);
    let coverage = odd.coverage(1, &[]);
    assert_eq!(coverage.total(), 5);
    for missing in coverage.missing() {
        assert_eq!(describe(&missing.description.to_string()), missing.description);
        let value = odd.replay(&missing.example).unwrap();
        assert_eq!(odd.coverage(1, &[value]).covered(), 1);
    }
}

#[test]
fn frequencies_count_the_likeliest_way() {
    let overlapping = pick([(1, "rare", 0..=5), (9, "usual", 4..=9)]);
    let frequencies = overlapping.frequencies(&[4, 0, 20]);
    let counts: Vec<(&str, u64)> = frequencies.iter().map(|(label, count)| (&**label, *count)).collect();
    assert_eq!(counts, [("0", 1), ("4", 1), ("rare", 1), ("usual", 1)]);
    let error = overlapping.try_frequencies(&[4, 20, 0, -1]).unwrap_err();
    assert_eq!(error.values.iter().map(|(index, _)| *index).collect::<Vec<_>>(), [1, 3]);
    assert_eq!(error.frequencies, frequencies);
    assert!(error.to_string().starts_with("2 values are out of range: value 1: "), "{error}");
    assert!(overlapping.frequencies(&[]).is_empty());
    // Alternatives without a label are not counted.
    assert!(element_of(&["x", "y"]).frequencies(&["x", "y"]).is_empty());
}

#[test]
fn a_value_covers_all_its_ways() {
    let overlapping = labeled([("low", 0..=5), ("high", 4..=9)]);
    let coverage = overlapping.coverage(2, &[4]);
    assert_eq!((coverage.covered(), coverage.total()), (2, 12));
    assert_eq!(overlapping.coverage(2, &overlapping.covering(2, 0)).ratio(), 1.0);
}

#[test]
fn covering_suites_cover_all_that_is_known() {
    for strength in 0..=4 {
        let suite = bst(1, 4).covering(strength, 0);
        let coverage = bst(1, 4).coverage(strength, &suite);
        assert!(coverage.missing().is_empty() && coverage.is_exact(), "{coverage}");
        assert!(coverage.total() > 0);
        // None is there for nothing.
        for left_out in 0..suite.len() {
            let mut fewer = suite.clone();
            fewer.remove(left_out);
            assert!(bst(1, 4).coverage(strength, &fewer).covered() < coverage.covered());
        }
    }
    // Where the language has no end, as for `coverage` with the same seed.
    let lists = vec(labeled([("a", 0..=3), ("b", 3..=5)]), 0..=6);
    let suite = lists.covering(2, 0);
    let coverage = lists.coverage(2, &suite);
    assert!(coverage.missing().is_empty(), "{coverage}");
    assert!(suite.len() < 150, "{}", suite.len());
}

#[test]
fn pairs_of_thirteen_settings_take_few_values() {
    let settings = vec(any::<bool>(), 13);
    let suite = settings.covering(2, 0);
    let coverage = settings.coverage(2, &suite);
    // The length is always the same, and stands first: 26 more pairs.
    assert_eq!((coverage.covered(), coverage.total()), (13 * 12 / 2 * 4 + 26, 13 * 12 / 2 * 4 + 26));
    assert!(suite.len() <= 14, "{}", suite.len());
}

/// How many values it takes to cover so many descriptions.
fn needed<V>(values: impl Iterator<Item = V>, wanted: usize, covered: impl Fn(&[V]) -> usize) -> usize {
    let mut suite = Vec::new();
    for value in values.take(500) {
        suite.push(value);
        if covered(&suite) >= wanted {
            break;
        }
    }
    suite.len()
}

#[test]
fn thinned_suites_need_fewer_values() {
    let pairs = (0..=7u8, 0..=7u8);
    let covered = |suite: &[(u8, u8)]| suite.iter().collect::<HashSet<_>>().len();
    for seed in 0..5 {
        let random = needed(pairs.samples(seed), 60, covered);
        let thinned = needed(pairs.thinned(2, 10, seed), 60, covered);
        assert!(3 * thinned < 2 * random, "seed {seed}: {thinned}, {random}");
    }
    let trees = bst(1, 4);
    let covered = |suite: &[Tree]| trees.coverage(2, suite).covered();
    let total = trees.coverage(2, &[]).total();
    let all_of = |seed, fan_out| needed(trees.thinned(2, fan_out, seed), total, covered);
    let (random, thinned) =
        (0..3).map(|seed| (all_of(seed, 1), all_of(seed, 20))).fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
    assert!(3 * thinned < 2 * random, "{thinned}, {random}");
}

#[test]
fn a_fan_out_of_one_leaves_the_samples() {
    let lists = any::<Vec<u8>>();
    let samples: Vec<Vec<u8>> = lists.samples(7).take(120).collect();
    assert_eq!(lists.thinned(1, 1, 7).take(120).collect::<Vec<_>>(), samples);
    assert_eq!(lists.thinned(1, 0, 7).take(120).collect::<Vec<_>>(), samples);
    let thinned: Vec<Vec<u8>> = lists.thinned(2, 5, 7).take(20).collect();
    assert_eq!(lists.thinned(2, 5, 7).take(20).collect::<Vec<_>>(), thinned);
    assert!(thinned.iter().all(|list| samples.contains(list)));
}

#[test]
fn nothing_to_cover() {
    let nothing = (0..=9).such_that(|_| false);
    for strength in [0, 1, 7] {
        let coverage = nothing.coverage(strength, &[3]);
        assert_eq!((coverage.covered(), coverage.total(), coverage.skipped()), (0, 0, &[0][..]));
        assert!(coverage.is_exact());
        assert_eq!(coverage.ratio(), 1.0);
        assert!(nothing.covering(strength, 0).is_empty());
        assert_eq!(nothing.thinned(strength, 3, 0).next(), None);
    }
    // Without an end, and without a value.
    let endless = any::<Vec<u8>>().such_that(|_| false);
    assert_eq!(endless.coverage(2, &[]).total(), 0);
    assert!(endless.covering(2, 0).is_empty());
    // Without a choice.
    assert_eq!(exact('a').coverage(0, &['a']).covered(), 1);
    assert_eq!(exact('a').coverage(1, &['a']).total(), 0);
}

#[test]
fn any_strength_has_an_answer() {
    let coverage = bst(0, 50).coverage(0, &[]);
    assert_eq!((coverage.covered(), coverage.total()), (0, 1));
    assert_eq!(coverage.missing()[0].description.to_string(), "_");
    assert_eq!(bst(0, 50).coverage(0, &[Tree::Leaf]).covered(), 1);
    let large: Vec<Tree> = bst(0, 50).samples(3).filter(|tree| *tree != Tree::Leaf).take(3).collect();
    for strength in [4, 7, 65, 1_000, usize::MAX] {
        let coverage = bst(0, 50).coverage(strength, &large);
        assert!(coverage.covered() <= coverage.total());
        assert!(!coverage.is_exact());
        assert!(bst(0, 50).thinned(strength, 2, 1).take(3).count() == 3);
    }
    // What is too large to be listed is still asked for what is known.
    let seven = bst(0, 50).coverage(7, &large);
    let known = bst(0, 50).coverage(7, &[]);
    assert!(known.total() > 0);
    let terms: Vec<Term> = large.iter().map(|tree| bst(0, 50).reflect(tree).next().unwrap().term()).collect();
    let is_covered = |description: &Description| terms.iter().any(|term| description.is_covered_by(term));
    let missing: HashSet<&Description> = seven.missing().iter().map(|missing| &missing.description).collect();
    let mut covered = 0;
    for known in known.missing().iter().step_by(50) {
        assert_eq!(is_covered(&known.description), !missing.contains(&known.description), "{known}");
        covered += usize::from(is_covered(&known.description));
    }
    assert!(covered > 0);
}

#[test]
fn depth_is_no_matter() {
    let mut chain = Tree::Leaf;
    for key in 0..20_000 {
        chain = node(chain, key, Tree::Leaf);
    }
    let choices = bst(0, 50_000).reflect_first(&chain).unwrap().unwrap();
    let term = choices.term();
    assert!(describe("node(…19999, …0)").is_covered_by(&term));
    assert!(describe("node(…node)").to_string() == "node(…node)" && !describe("node(…node)").is_covered_by(&term));
    let coverage = bst(0, 50_000).coverage(2, std::slice::from_ref(&chain));
    assert!(coverage.covered() > 0 && !coverage.is_exact());
    // Dropping it would be deep, too.
    std::mem::forget(chain);
}

#[test]
fn the_report_is_short() {
    let coverage = (0..=9, any::<bool>()).coverage(2, &[(1, true), (10, true), (0, false)]);
    assert_eq!(
        coverage.to_string(),
        "2-way coverage: 2 of 20 descriptions (10.0 %)\n\
         missing, with choices that would cover it:\n  \
           (…0, …true): (0 true)\n  \
           (…1, …false): (1 false)\n  \
           (…2, …false): (2 false)\n  \
           (…2, …true): (2 true)\n  \
           (…3, …false): (3 false)\n  \
           and 13 others\n\
         not counted: value 1 is out of range"
    );
    let unknown = any::<String>().coverage(1, &[]).to_string();
    assert!(unknown.contains(", and there may be more\n"), "{unknown}");
    assert_eq!(term("()").to_string(), "");
}
