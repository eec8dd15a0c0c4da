//! Regular expressions, against the laws and against another reader of them.

use mirrorcheck::prelude::*;
use mirrorcheck::{Outcome, Regex, Ways, try_regex};

use crate::laws;

/// The regular expression that semver.org suggests.
const SEMVER: &str = concat!(
    r"^(?P<major>0|[1-9]\d*)\.(?P<minor>0|[1-9]\d*)\.(?P<patch>0|[1-9]\d*)",
    r"(?:-(?P<prerelease>(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)",
    r"(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?",
    r"(?:\+(?P<buildmetadata>[0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$",
);

const IP: &str = r"((25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])\.){3}(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";

const PATTERNS: &[&str] = &[
    "",
    "abc",
    r"a\.b\\\n\x41\u{e9}",
    "[a-c]",
    "[^a]",
    ".",
    "(?s).",
    "(?R).",
    r"\d\d",
    r"\w-\s",
    r"\p{Greek}{1,3}",
    r"[\p{Lu}--\p{Latin}]",
    "(?i)straße|K",
    "(?i:a)b",
    "a(?i)b|c",
    "cat|car|dog|",
    "a|[b-z]",
    "a?b?",
    "a{3}",
    "a{2,4}?",
    "(ab)*",
    "[a-z]{0,49}",
    "[a-c]{2,}x",
    "(a|b|ab)+",
    "((a|bc){2,3},)*;",
    "(?P<year>[0-9]{4})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])",
    r"[-+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?",
    r"[a-z0-9._%+-]+@[a-z0-9-]+(\.[a-z]{2,4}){1,2}",
    "a|[b&&c]",
    "([b&&c]{0,3}x){1}",
    "(?x) a | b # either",
    "^(a|b)$",
    r"^a$|\Ab\z|(^c)?$",
    "(?m)^a$",
    "(?-u)[a-z]+|(?-u:\\w)",
    "[a-z]{2}[0-9]?[a-z]{0,3}",
];

/// In more than one way to some texts.
const AMBIGUOUS: &[&str] = &[
    "(a|a)*b",
    "a*a*",
    "(a*)*",
    "(a?b?)*c",
    "(a*|b+)+",
    "((a|b)*|c){2,}",
    "(a?){3}",
    "(a?){0,3}",
    "(|a|)(|a)",
    "[a-z]{0,3}[a-z]{0,3}",
    "[a-z]{0,3}z{1,2}[a-z]*",
    "(a{1,2}){1,3}",
    "(x+x+)+y",
];

fn patterns() -> impl Iterator<Item = &'static str> {
    PATTERNS.iter().chain(AMBIGUOUS).chain(&[SEMVER, IP]).copied()
}

#[test]
fn laws_hold() {
    for pattern in PATTERNS.iter().chain(AMBIGUOUS) {
        eprintln!("{pattern}");
        laws::check_large(regex(pattern));
    }
}

#[test]
fn laws_hold_of_large_patterns() {
    for pattern in [SEMVER, IP] {
        laws::check_large(regex(pattern));
    }
}

/// What the crate `regex` says of a whole text.
fn oracle(pattern: &str) -> impl Fn(&str) -> bool {
    let other = ::regex::Regex::new(&format!("\\A(?:{pattern}\n)\\z")).or_else(|_| ::regex::Regex::new(pattern));
    // With the flag `x` a comment needs its end, and otherwise there must be no new line.
    let other = match pattern.starts_with("(?x)") {
        true => other,
        false => ::regex::Regex::new(&format!("\\A(?:{pattern})\\z")),
    };
    let other = other.unwrap();
    move |text| other.is_match(text)
}

#[test]
fn what_is_made_is_matched() {
    for pattern in patterns() {
        let matches = oracle(pattern);
        for text in regex(pattern).samples(1).take(300) {
            assert!(matches(&text), "{pattern} made {text:?}");
        }
        for text in regex(pattern).all_values().take(100) {
            assert!(matches(&text), "{pattern} made {text:?}");
        }
    }
}

/// A character is left out, put in, or changed, or two texts are joined.
#[generator(forward)]
fn mutated(regex: Regex) -> String {
    let mut text: Vec<char> = draw(&regex).chars().collect();
    let other: Vec<char> = draw(&regex).chars().collect();
    for _ in 0..draw(1..=2) {
        let at = draw(0..=text.len());
        let of_other = other.get(draw(0..=other.len())).copied();
        let character = of_other.unwrap_or(draw(chars("a-c0-9A-C.\n -")));
        match draw(0..=3) {
            0 if at < text.len() => drop(text.remove(at)),
            1 if at < text.len() => text[at] = character,
            2 => text.extend(&other),
            _ => text.insert(at, character),
        }
    }
    text.into_iter().collect()
}

#[test]
fn membership_is_what_another_reader_says() {
    let (mut inside, mut outside) = (0, 0);
    for pattern in patterns() {
        let (matches, regex) = (oracle(pattern), regex(pattern));
        for text in mutated(regex.clone()).samples(7).take(300) {
            assert_eq!(regex.try_contains(&text), Ok(matches(&text)), "{pattern} on {text:?}");
            assert_eq!(regex.probability(&text) > 0.0, matches(&text), "{pattern} on {text:?}");
            *if matches(&text) { &mut inside } else { &mut outside } += 1;
        }
    }
    assert!(inside > 1_000 && outside > 1_000, "{inside} inside and {outside} outside are too few to tell");
}
