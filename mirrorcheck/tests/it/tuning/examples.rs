//! The worked examples of 000 §6.1, 002 §4 and 003 §5.

use std::collections::BTreeMap;

use mirrorcheck::lab::Tuner;
use mirrorcheck::prelude::*;

use crate::search_tree::{Tree, bst, node};

/// 003 §5.1: numbers of the digits 1, 2 and 3.
#[generator]
fn num() -> String {
    labeled([
        ("", format!("")),
        ("more", {
            let first = draw(digit());
            let rest = draw(num());
            format!("{first}{rest}")
        }),
    ])
}

/// The same with a label for the end.
#[generator]
fn labelled_num() -> String {
    labeled([
        ("end", format!("")),
        ("more", {
            let first = draw(digit());
            let rest = draw(labelled_num());
            format!("{first}{rest}")
        }),
    ])
}

#[generator]
fn digit() -> String {
    labeled([("1", format!("1")), ("2", format!("2")), ("3", format!("3"))])
}

fn close(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-15
}

#[test]
fn the_number_12() {
    let of = |text: &str| text.to_owned();
    let common = labelled_num().tuned_like(&[of("12")]).unwrap().smoothing(0.0);
    // num -> 33% "" | 66% digit num; digit -> 50% "1" | 50% "2" | 0% "3"
    let (end, more) = (1.0 / 3.0, 2.0 / 3.0);
    assert!(close(common.probability(&of("")), end));
    assert!(close(common.probability(&of("1")), more * 0.5 * end));
    assert!(close(common.probability(&of("2")), more * 0.5 * end));
    assert_eq!(common.probability(&of("3")), 0.0);
    assert!(!common.contains(&of("13")));
    // num -> 66% "" | 33% digit num; digit -> 0% "1" | 0% "2" | 100% "3"
    let uncommon = labelled_num().tuned_unlike(&[of("12")]).unwrap().smoothing(0.0);
    let (end, more) = (2.0 / 3.0, 1.0 / 3.0);
    assert!(close(uncommon.probability(&of("")), end));
    assert_eq!(uncommon.probability(&of("1")), 0.0);
    assert_eq!(uncommon.probability(&of("2")), 0.0);
    assert!(close(uncommon.probability(&of("3")), more * end));
    assert!(close(uncommon.probability(&of("33")), more * more * end));
}

#[test]
fn smoothing_keeps_everything_possible() {
    let of = |text: &str| text.to_owned();
    for tuned in [num().tuned_like(&[of("12")]).unwrap(), num().tuned_unlike(&[of("12")]).unwrap()] {
        for text in ["", "1", "2", "3", "333", "132"] {
            assert!(tuned.probability(&of(text)) > 0.0, "{text}");
        }
    }
}

/// 000 §6.1: expressions, as a grammar.
#[generator]
fn expr(depth: u32) -> String {
    if depth == 0 {
        let inner = draw(term(0));
        return format!("{inner}");
    }
    labeled([
        ("term", {
            let inner = draw(term(depth - 1));
            format!("{inner}")
        }),
        ("plus", {
            let left = draw(expr(depth - 1));
            let right = draw(term(depth - 1));
            format!("{left}+{right}")
        }),
        ("minus", {
            let left = draw(expr(depth - 1));
            let right = draw(term(depth - 1));
            format!("{left}-{right}")
        }),
    ])
}

#[generator]
fn term(depth: u32) -> String {
    if depth == 0 {
        let inner = draw(factor(0));
        return format!("{inner}");
    }
    labeled([
        ("factor", {
            let inner = draw(factor(depth - 1));
            format!("{inner}")
        }),
        ("times", {
            let left = draw(term(depth - 1));
            let right = draw(factor(depth - 1));
            format!("{left}*{right}")
        }),
        ("div", {
            let left = draw(term(depth - 1));
            let right = draw(factor(depth - 1));
            format!("{left}/{right}")
        }),
    ])
}

#[generator]
fn factor(depth: u32) -> String {
    if depth == 0 {
        let inner = draw('0'..='9');
        return format!("{inner}");
    }
    labeled([
        ("digit", {
            let inner = draw('0'..='9');
            format!("{inner}")
        }),
        ("neg", {
            let inner = draw(factor(depth - 1));
            format!("-{inner}")
        }),
        ("parens", {
            let inner = draw(expr(depth - 1));
            format!("({inner})")
        }),
    ])
}

#[test]
fn the_weights_of_1_times_2_plus_3() {
    let weights = expr(8).frequencies(&["1*(2+3)".to_owned()]);
    let expected = [
        ("1", 1),
        ("2", 1),
        ("3", 1),
        ("digit", 3),
        ("factor", 3),
        ("parens", 1),
        ("plus", 1),
        ("term", 2),
        ("times", 1),
    ];
    let expected: BTreeMap<String, u64> = expected.iter().map(|(label, count)| ((*label).to_owned(), *count)).collect();
    assert_eq!(weights, expected);
    let like = expr(8).tuned_like(&["1*(2+3)".to_owned()]).unwrap().smoothing(0.0);
    let allowed = |c: char| "123+*()".contains(c);
    let made: Vec<String> = like.samples(1).take(200).filter(|text| text.len() < 12).collect();
    assert!(made.iter().any(|text| text.contains('+')) && made.iter().any(|text| text.contains('*')), "{made:?}");
    // Where no more depth is left, digits are not asked for by a label that was seen.
    let short = made.iter().filter(|text| text.chars().all(allowed)).count();
    assert!(10 * short > 9 * made.len(), "{made:?}");
    let unlike = expr(8).tuned_unlike(&["1*(2+3)".to_owned()]).unwrap();
    let made: Vec<String> = unlike.samples(1).take(200).collect();
    let count = |signs: &str| made.iter().flat_map(|text| text.chars()).filter(|c| signs.contains(*c)).count();
    assert!(count("-/") > 5 * count("+*"), "{made:?}");
}

#[test]
fn always_leaves() {
    let always = bst(-10, 10).weighted(|label| if label == "leaf" { 1.0 } else { 0.0 });
    assert!((0..200).all(|seed| always.sample(seed) == Tree::Leaf));
    assert_eq!(always.all_values().collect::<Vec<_>>(), [Tree::Leaf]);
    assert!(!always.contains(&node(Tree::Leaf, 5, Tree::Leaf)));
}

/// 002 §4.2: `refBST (-10, 10)` tuned like `[Node Leaf 5 Leaf, Leaf]`.
#[test]
fn a_tree_tuned_like_two() {
    let tuned = Tuner::new(&bst(-10, 10)).smoothing(0.0).like(&[node(Tree::Leaf, 5, Tree::Leaf), Tree::Leaf]).unwrap();
    let weights = tuned.weights();
    assert_eq!((weights.get("leaf"), weights.get("node"), weights.get("5")), (Some(3.0), Some(1.0), Some(1.0)));
    assert_eq!(tuned.probability(&Tree::Leaf), 0.75);
    assert!(close(tuned.probability(&node(Tree::Leaf, 5, Tree::Leaf)), 0.25 * 0.75 * 0.75));
}

/// What is chosen depends on where it is: only a model with context can say so.
#[test]
fn context_tells_places_apart() {
    let row = vec(labeled([("name", ('a'..='z', exact('!'))), ("code", ('a'..='z', exact('?')))]), 0..=6);
    let examples = [vec![('x', '!'), ('y', '!'), ('q', '?')], vec![('x', '!'), ('q', '?'), ('q', '?')]];
    let likes = |tuned: &dyn Fn(u64) -> Vec<(char, char)>| {
        let all: Vec<(char, char)> = (0..400).flat_map(tuned).collect();
        let fits = |(c, sign): &&(char, char)| (*sign == '!') == (*c == 'x' || *c == 'y');
        all.iter().filter(fits).count() as f64 / all.len() as f64
    };
    let plain = row.tuned_like(&examples).unwrap();
    let context = Tuner::new(&row).context(1).like(&examples).unwrap();
    let (plain, context) = (likes(&|seed| plain.sample(seed)), likes(&|seed| context.sample(seed)));
    assert!(plain < 0.7 && context > 0.85, "{plain} {context}");
}
