//! How many ways there are to read a text, how likely it is, and in which order texts come, against what is worked
//! out by hand.

use mirrorcheck::choices::{Outcome, Ways};
use mirrorcheck::prelude::*;
use mirrorcheck::text::{chars, literal, many};

use crate::laws;

/// Ambiguous: a text of n letters has as many trees as there are binary trees with n leaves.
#[generator]
fn trees() -> String {
    pick([
        (2, "a", "a"),
        (1, "two", {
            let left = draw(trees());
            let right = draw(trees());
            format!("{left}{right}")
        }),
    ])
}

/// Catalan numbers by their recurrence.
fn binary_trees(leaves: usize) -> u128 {
    let mut counts: Vec<u128> = vec![0, 1];
    for leaves in 2..=leaves {
        counts.push((1..leaves).map(|left| counts[left] * counts[leaves - left]).sum());
    }
    counts[leaves]
}

#[test]
fn trees_over_a_text_are_catalan_numbers() {
    for leaves in 1..=20 {
        let text = "a".repeat(leaves);
        let count = binary_trees(leaves);
        let trees = trees();
        let all = trees.reflect(&text);
        assert_eq!((all.ways(), all.outcome()), (Ways::Finite(count), Outcome::Complete), "{leaves} leaves");
        // Each tree has one node less than leaves.
        let expected = count as f64 * (2f64 / 3.0).powi(leaves as i32) * (1f64 / 3.0).powi(leaves as i32 - 1);
        assert!((trees.probability(&text) / expected - 1.0).abs() < 1e-9, "{leaves} leaves");
    }
    let ways: Vec<Choices> = trees().reflect(&"a".repeat(6)).collect();
    assert_eq!(ways.len(), 42);
    for (i, way) in ways.iter().enumerate() {
        assert_eq!(trees().replay(way).as_deref(), Ok("aaaaaa"));
        assert!(!ways[..i].contains(way), "{way} comes twice");
    }
    laws::is_refused(&trees(), &String::new());
    laws::is_refused(&trees(), &"aaab".to_owned());
    laws::check(trees());
}

/// Digits, then digits: where the first end is anybody's guess.
#[generator]
fn two_numbers() -> String {
    let first = draw(many('0'..='9', 1..));
    let second = draw(many('0'..='9', 1..));
    format!("{first}{second}")
}

#[test]
fn digits_are_split_at_every_place() {
    for length in 0..=12usize {
        let text: String = ('0'..='9').cycle().take(length).collect();
        let splits = length.saturating_sub(1);
        assert_eq!(two_numbers().reflect(&text).ways(), Ways::Finite(splits as u128), "{text}");
        // Each split has the same two ends, the rest of the choices whether there are more, and the digits.
        let (end, more) = (9.0f64 / 211.0, 202.0f64 / 211.0);
        let one = end.powi(2) * more.powi(length as i32 - 2) * (0.1f64).powi(length as i32);
        let expected = splits as f64 * one;
        assert!((two_numbers().probability(&text) - expected).abs() <= 1e-12 * expected, "{text}");
    }
    // There are as many ways as digits: short ones will do.
    laws::check(two_numbers().resize(8));
}

/// The same text by a literal, by characters, and by a number.
#[generator]
fn overlapping() -> String {
    labeled([
        ("literal", "12"),
        ("characters", {
            let c = draw('1'..='4');
            let d = draw('1'..='5');
            format!("{c}{d}")
        }),
        ("number", {
            let n = draw(0..=99u8);
            format!("{n}")
        }),
        ("two digits", {
            let n = draw(0..=99u8);
            format!("{n:02}")
        }),
    ])
}

#[test]
fn overlapping_alternatives_add_up() {
    let ways = |text: &str| match overlapping().reflect(&text.to_owned()).ways() {
        Ways::Finite(count) => count,
        other => panic!("{other:?}"),
    };
    assert_eq!(["12", "13", "55", "5", "05", "0", "00", "-1", "100", ""].map(ways), [4, 3, 2, 1, 1, 1, 1, 0, 0, 0]);
    let expected = (1.0 + 1.0 / 20.0 + 2.0 / 100.0) / 4.0;
    assert!((overlapping().probability(&"12".to_owned()) - expected).abs() < 1e-12);
    laws::check(overlapping());
}

/// Every text in infinitely many ways: a circle.
#[generator]
fn circle() -> String {
    pick([(3, "a", "a"), (1, "again", draw(circle()))])
}

#[test]
fn a_circle_has_infinitely_many_ways() {
    let circle = circle();
    let all = circle.reflect(&"a".to_owned());
    assert_eq!((all.ways(), all.outcome()), (Ways::Infinite, Outcome::Infinite));
    assert!((circle.probability(&"a".to_owned()) - 1.0).abs() < 1e-9);
    laws::is_refused(&circle, &"b".to_owned());
}

/// Words over two letters without a double one.
#[generator]
fn words(last: Option<char>) -> String {
    pick([
        (1, "end", ""),
        (if last == Some('a') { 0 } else { 1 }, "a", {
            let rest = draw(words(Some('a')));
            format!("a{rest}")
        }),
        (if last == Some('b') { 0 } else { 1 }, "b", {
            let rest = draw(words(Some('b')));
            format!("b{rest}")
        }),
    ])
}

#[test]
fn texts_come_in_the_order_of_their_choices() {
    // The size of a word: a first letter `a` is second among three, `b` third; after that, the letter that there is
    // comes second among two.
    let tiers: Vec<Vec<String>> = words(None).all_values().by_size().take(4).collect();
    let expected: [&[&str]; 4] = [&[""], &["a"], &["ab", "b"], &["aba", "ba"]];
    let sorted = tiers.into_iter().map(|mut tier| {
        tier.sort();
        tier
    });
    assert!(sorted.eq(expected.iter().map(|tier| tier.iter().map(|text| text.to_string()).collect::<Vec<_>>())));
    laws::check(words(None));
    laws::check(words(Some('b')));
}

#[test]
fn finite_grammars_are_enumerated_to_the_end() {
    #[generator]
    fn greeting() -> String {
        let day = draw(oneof([literal("morning"), literal("evening")]));
        let name = draw(option(chars("xyz")));
        format!("good {day}{name}")
    }
    let all: Vec<String> = greeting().all_values().collect();
    assert_eq!(all.len(), 2 * 4);
    assert_eq!(all[0], "good morning");
    let total: f64 = all.iter().map(|text| greeting().probability(text)).sum();
    assert!((total - 1.0).abs() < 1e-12, "{total}");
    // There is a name three times out of four.
    assert!((greeting().probability(&"good eveningx".to_owned()) - 1.0 / 2.0 * 3.0 / 4.0 / 3.0).abs() < 1e-12);
    laws::check(greeting());
}

#[test]
fn derivatives_read_what_begins_so() {
    let after_a = words(None).derivative("a");
    assert_eq!(after_a.choices_now().iter().map(|choice| choice.to_string()).collect::<Vec<_>>(), ["end", "b"]);
    assert_eq!(after_a.derivative("end").value_now().as_deref(), Some("a"));
    assert_eq!(after_a.derivative("b").derivative("end").value_now().as_deref(), Some("ab"));
    assert!(after_a.derivative("a").is_void());
    assert!(after_a.contains(&"aba".to_owned()) && !after_a.contains(&"bab".to_owned()));
    assert_eq!(after_a.probability(&"ab".to_owned()), 1.0 / 4.0);
    // Of an ambiguous text, the ways that begin so.
    let split = trees().derivative("two").derivative("a");
    assert_eq!(split.reflect(&"aaaa".to_owned()).ways(), Ways::Finite(2));
    laws::check(split);
}
