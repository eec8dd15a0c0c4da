//! `_` in a report says that the property fails whatever stands there. Here that is compared with what is true: every value
//! of a small generator that looks like the claim has to fail.

use std::collections::BTreeSet;
use std::fmt::Debug;

use mirrorcheck::prelude::*;
use mirrorcheck::{Checker, Generator};

/// Whether a text looks like one with `_` in the place of values.
fn is_like(pattern: &str, text: &str) -> bool {
    let Some(c) = pattern.chars().next() else { return text.is_empty() };
    let rest = &pattern[c.len_utf8()..];
    if c != '_' {
        return text.strip_prefix(c).is_some_and(|text| is_like(rest, text));
    }
    let (mut depth, mut is_quoted) = (0, false);
    for (at, c) in text.char_indices() {
        match c {
            '"' => is_quoted = !is_quoted,
            '(' | '[' | '{' if !is_quoted => depth += 1,
            ')' | ']' | '}' if !is_quoted && depth == 0 => return false,
            ')' | ']' | '}' if !is_quoted => depth -= 1,
            ',' if !is_quoted && depth == 0 => return false,
            _ => {}
        }
        let end = at + c.len_utf8();
        if depth == 0 && !is_quoted && is_like(rest, &text[end..]) {
            return true;
        }
    }
    false
}

/// What is claimed of the failures of a property. No value of the generator that passes looks like it.
#[track_caller]
fn claims<G: Generator<Value: Debug> + Clone>(
    generator: &G,
    seed: u64,
    passes: impl Fn(&G::Value) -> bool,
) -> Vec<String> {
    let report = Checker::new(generator.clone()).seed(seed).examine(|value| passes(&value));
    let mut claims = Vec::new();
    for failure in report.failures {
        let Some(claim) = failure.explanation else { continue };
        for value in generator.all_values().take(50_000) {
            let text = format!("{value:?}");
            assert!(!is_like(&claim, &text) || !passes(&value), "{text} passes, but looks like {claim}");
        }
        claims.push(claim);
    }
    claims
}

/// What is claimed of a property that fails in one way.
#[track_caller]
fn claim<G: Generator<Value: Debug> + Clone>(generator: G, passes: impl Fn(&G::Value) -> bool) -> String {
    let claims = claims(&generator, 0, passes);
    claims.into_iter().next().unwrap_or_default()
}

#[test]
fn the_oracle_can_tell() {
    assert!(is_like("(_, 7)", "([1, 2], 7)") && is_like("[_, _]", "[\"a, b\", 2]") && is_like("_", "Some(1)"));
    assert!(!is_like("(_, 7)", "(1, 2, 7)") && !is_like("[_, _]", "[1]") && !is_like("(_, 7)", "(1, 8)"));
}

#[test]
fn what_does_not_matter_is_claimed() {
    assert_eq!(claim((0..=100, 0..=100, any::<bool>()), |(a, b, _)| a + b < 120), "(20, 100, _)");
    assert_eq!(claim(vec(0..=9, 0..=3), |list| list.len() < 2), "[_, _]");
    assert_eq!(claim((option(0..=9), 0..=9), |(_, n)| *n < 5), "(_, 5)");
    assert_eq!(claim((vec(0..=3, 0..=2), 0..=9), |(_, n)| *n < 5), "(_, 5)");
    // Of a text, all or nothing.
    assert_eq!(claim((string('a'..='c', 0..=3), 0..=9), |(_, n)| *n < 5), "(_, 5)");
    assert_eq!(claim((string('a'..='c', 0..=3), 0..=9), |(text, _)| text.len() < 2), "(\"aa\", _)");
    assert_eq!(claim((regex("[a-z]=[0-9]"), 0..=9), |(text, _)| !text.ends_with('7')), "(\"a=7\", _)");
    // Many that do not matter are one thing to read.
    assert_eq!(claim(vec(0..=255u8, 0..=128), |list| list.len() < 128), "[_; 128]");
    assert_eq!(claim((vec(0..=255u8, 0..=20), 0..=9), |(list, n)| list.len() < 20 || *n < 3), "([_; 20], 3)");
}

#[test]
fn what_matters_is_not_claimed() {
    let texts = (regex("[a-c]{0,2}"), regex("(x|[a-c]{0,2})"));
    assert_eq!(claim(texts, |(s, t)| s.is_empty() == t.is_empty()), "");
    // A single value passes, which chance hardly ever finds.
    assert_eq!(claim(vec(0..=255u8, 0..=3), |list| list.len() < 3 || list[0] == 200), "[0, _, _]");
    // Each alone does not matter.
    assert_eq!(claim((0..=9, 0..=9, 0..=9), |(a, b, c)| *a > 0 && *b > 0 || *c < 3), "(_, 0, 3)");
    assert_eq!(claim((0..=9, 0..=9), |(a, b)| a == b), "");
    assert_eq!(claim((0..=99, 0..=99), |(a, b)| a == b && *a > 5), "(_, 0)");
    assert_eq!(claim((0..=50, 0..=50, 0..=50), |(a, b, c)| a + b + c >= 149), "(_, _, 0)");
    assert_eq!(claim((any::<u64>(), 1000..=1000), |(a, b)| a == b), "");
    // Only one value is possible.
    assert_eq!(claim((exact(7), 0..=9), |(_, n)| *n < 5), "");
}

/// Values that a `Debug` does not show in parts.
#[derive(Clone, PartialEq)]
struct Odd(u8, u8);

impl Debug for Odd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "x={}, y={}", self.0, self.1)
    }
}

#[test]
fn nothing_is_marked_in_a_text_without_structure() {
    let odd = (0..=3u8, 0..=3u8).convert(|(x, y)| Odd(x, y), |odd: &Odd| Some((odd.0, odd.1)));
    assert_eq!(claim((odd.clone(), 0..=9), |(odd, _)| odd.0 < 2), "");
    assert_eq!(claim((vec(odd, 0..=2), 0..=9), |(list, _)| list.len() < 2), "([x=0, y=0, x=0, y=0], _)");
}

/// A value that does not show all of itself.
#[derive(Clone, PartialEq)]
struct Secretive(u8, u8);

impl Debug for Secretive {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Secretive").field("seen", &self.0).finish_non_exhaustive()
    }
}

#[test]
fn nothing_is_claimed_of_values_that_look_the_same() {
    let secretive = (0..=3u8, 0..=3u8).convert(|(x, y)| Secretive(x, y), |value: &Secretive| Some((value.0, value.1)));
    assert_eq!(claim(secretive, |value| value.1 > 0), "");
}

/// Random properties: all pass but on some values, or on values near to them.
#[test]
fn no_claim_about_a_random_property_is_wrong() {
    let triples = (0..=3u8, 0..=3u8, 0..=3u8);
    Checker::new(vec(triples.clone(), 0..=20)).seed(1).cases(150).run(|passing| {
        let passing: BTreeSet<_> = passing.into_iter().collect();
        claims(&triples, 1, |value| passing.contains(value));
        claims(&triples, 1, |value| !passing.contains(value));
    });
    let lists = (vec(0..=2u8, 0..=3), option(0..=2u8));
    Checker::new(vec(lists.clone(), 0..=12)).seed(1).cases(150).run(|passing| {
        let passing: BTreeSet<_> = passing.into_iter().collect();
        claims(&lists, 1, |value| passing.contains(value));
        claims(&lists, 1, |(list, option)| {
            list.len() + usize::from(option.is_some()) < 3 || passing.contains(&(list.clone(), *option))
        });
    });
}

#[test]
fn where_the_budget_ends_nothing_is_claimed() {
    let list = vec(0..=255u8, 0..=128);
    let report = Checker::new(list).shrink_executions(1000).examine(|list| list.len() < 128);
    assert_eq!(report.failures[0].explanation, None);
}

/// A list of units has no choices but its length, and may be as long as memory: no length is tried that is much larger.
#[test]
fn lists_of_nothing_are_not_made_longer_without_bound() {
    let lists = || vec(vec(exact(()), ..), ..);
    let few = |lists: &[Vec<()>]| lists.iter().map(Vec::len).sum::<usize>() <= 10;
    let report = Checker::new(lists()).examine(|lists| few(&lists));
    assert_eq!(report.failures[0].value, vec![vec![(); 11]]);
    // Nor is the number beside it taken for a length.
    let report = Checker::new((lists(), any::<u64>())).examine(|(lists, n)| few(&lists) || n < 1 << 60);
    assert_eq!(report.failures[0].value, (vec![vec![(); 11]], 1 << 60));
}
