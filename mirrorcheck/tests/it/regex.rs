//! Regular expressions, against the laws and against another reader of them.

mod syntax;
mod unicode;

use mirrorcheck::choices::{Outcome, Ways};
use mirrorcheck::prelude::*;
use mirrorcheck::text::chars;
use mirrorcheck::text::{Grammar, Regex, try_regex};

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
    #[cfg(feature = "unicode")]
    r"\p{Greek}{1,3}",
    r"\p{Lu}{1,3}",
    #[cfg(feature = "unicode")]
    r"[\p{Lu}--\p{Latin}]",
    r"[\p{L}--\p{Lu}]",
    #[cfg(feature = "unicode")]
    "(?i)straße|K",
    "(?i)strasse|K",
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
];

fn patterns() -> impl Iterator<Item = &'static str> {
    PATTERNS.iter().chain(AMBIGUOUS).chain(&[SEMVER, IP]).copied()
}

#[test]
fn laws_hold() {
    for pattern in PATTERNS.iter().chain(AMBIGUOUS) {
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
    // With the flag `x` a comment needs its end, which is nothing else there.
    let end = if pattern.starts_with("(?x)") { "\n" } else { "" };
    let other = ::regex::Regex::new(&format!("\\A(?:{pattern}{end})\\z")).unwrap();
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
            assert_eq!(regex.log_probability(&text) > f64::NEG_INFINITY, matches(&text), "{pattern} on {text:?}");
            *if matches(&text) { &mut inside } else { &mut outside } += 1;
        }
    }
    assert!(inside > 1_000 && outside > 1_000, "{inside} inside and {outside} outside are too few to tell");
}

/// The first ways are given up for all ways where they must be.
#[test]
fn what_may_end_in_several_places_is_read_all_the_same() {
    for (pattern, text) in [
        ("[ab]*b(c|bd)", "abbd"),
        ("([ab]*b)(c|bd)", "abbd"),
        ("[ab]{0,9}b(c|bd)", "abbd"),
        ("[ab]{0,2}b(c|bd)", "abbd"),
        ("[a-z]{1,3}[a-c]{2}", "abc"),
        ("(a|ab)(c|bcd)(d*)", "abcd"),
    ] {
        let (regex, text) = (regex(pattern), text.to_owned());
        assert_eq!(regex.try_contains(&text), Ok(true), "{pattern}");
        let first = regex.reflect_first(&text).unwrap().unwrap();
        assert_eq!(regex.replay(&first), Ok(text), "{pattern}");
    }
}

fn ways(pattern: &str, text: &str) -> u128 {
    let regex = regex(pattern);
    let all = regex.reflect(&text.to_owned());
    assert_eq!(all.outcome(), Outcome::Complete);
    match all.ways() {
        Ways::Finite(count) => count,
        other => panic!("{other:?}"),
    }
}

#[test]
fn ways_are_those_that_are_counted_by_hand() {
    for n in 0..12 {
        let text = "a".repeat(n);
        assert_eq!(ways("(a|a)*b", &format!("{text}b")), 1 << n);
        assert_eq!(ways("a*a*", &text), n as u128 + 1);
        // Nothing is repeated without end.
        assert_eq!(ways("(a*)*", &text), 1);
        assert_eq!(ways("(a?|b)*", &text), 1);
        // Where to begin each of two, of at most six letters.
        let first_lengths = n.saturating_sub(6)..=n.min(6);
        assert_eq!(ways("[a-z]{0,6}[a-z]{0,6}", &text), first_lengths.count() as u128);
    }
    assert_eq!(ways("(a?){3}", "a"), 3);
    // A group of n letters can be divided at n - 1 places: a pattern that makes others take exponential time.
    let mut counts: Vec<u128> = vec![1];
    for n in 1..=20 {
        counts.push((1..=n).map(|group| (group as u128 - 1) * counts[n - group]).sum());
        assert_eq!(ways("(x+x+)+y", &format!("{}y", "x".repeat(n))), counts[n]);
    }
}

#[track_caller]
fn assert_probability(pattern: &str, text: &str, expected: f64) {
    let probability = regex(pattern).probability(&text.to_owned());
    assert!((probability - expected).abs() <= 1e-12 * expected, "{pattern} on {text:?}: {probability}, not {expected}");
}

#[test]
fn probabilities_are_those_that_are_worked_out_by_hand() {
    assert_probability("a|[b-z]", "a", 1.0 / 2.0);
    assert_probability("a|[b-z]", "c", 1.0 / 50.0);
    assert_probability("a?", "", 1.0 / 2.0);
    // All numbers are equally likely, whatever is repeated.
    assert_probability("[a-c]{0,2}", "", 1.0 / 3.0);
    assert_probability("[a-c]{0,2}", "ab", 1.0 / 27.0);
    assert_probability("(?:ab){1,4}", "abab", 1.0 / 4.0);
    // Without a bound there are about as many as two ninths of the size.
    let (end, more) = (9.0 / 211.0, 202.0f64 / 211.0);
    assert_probability("[ab]*", "ab", end * more.powi(2) / 4.0);
    assert_probability("[ab]+", "ab", end * more / 4.0);
    assert_probability("[ab]{2,}", "ab", end / 4.0);
    // What is repeated has an eighth of the room.
    assert_probability("(a*b)*", "ab", end * more * (9.0 / 35.0) * (26.0 / 35.0));
    // Two ways: the number of letters in the first part is 0 or 1.
    assert_probability("[ab]{0,1}[ab]{0,1}", "a", 2.0 / 8.0);
    assert_probability("(a|a)*b", "aab", end * more.powi(2));
    // Most are ASCII where there are many others.
    assert_probability(r"\d", "7", 0.09);
    assert_probability(r"\d\d", "\u{663}1", 0.1 / (unicode_digits() - 10) as f64 * 0.09);
    assert_probability("[a-zß]", "ß", 1.0 / 27.0);
}

/// How many digits there are in Unicode.
fn unicode_digits() -> usize {
    let digit = ::regex::Regex::new(r"^\d$").unwrap();
    ('\0'..=char::MAX).filter(|c| digit.is_match(c.encode_utf8(&mut [0; 4]))).count()
}

#[test]
fn alternatives_are_called_what_is_written_there() {
    let labels = |pattern: &str, text: &str| {
        let choices = regex(pattern).reflect_first(&text.to_owned()).unwrap().unwrap();
        choices.to_string()
    };
    assert_eq!(labels("GET|POST|[a-z]{1,3}", "GET"), "GET");
    assert_eq!(labels("GET|POST|[a-z]{1,3}", "ab"), r#""[a-z]{1,3}"((2 'a' 'b'))"#);
    assert_eq!(labels("(?x: a  # one\n | (?P<b>b) )", "b"), r#""(?P<b>b)""#);
    assert_eq!(labels("a||b", ""), "empty");
    assert_eq!(labels("(ab?)+", "aba"), "(some more(none) end)");
    assert_eq!(labels(r"\w{0,2}", "é"), "(1 other('é'))");
    let twice: Vec<String> = regex("a|a").reflect(&"a".to_owned()).map(|choices| choices.to_string()).collect();
    assert_eq!(twice, ["a", r#""a (2)""#]);
}

#[test]
fn seeds_make_the_same_texts_for_ever() {
    for (pattern, expected) in [
        ("[a-z]{0,9}", ["mqwpux", "lkehivqr", "dnlma"]),
        ("[a-z]*", ["mwuwullfkcdpnvaggjjfiussbeunzqqa", "leiqnwmumsxvfxzdcy", "dlalndeioovtbahuqsh"]),
        (r"\d{2}-\w{2}", ["48-n\u{2BE82}", "41-Kd", "14-0S"]),
        (
            r"(GET|POST) /[a-z]+(\?[a-z]=[0-9]{1,3})?",
            ["POST /mwuwullfkcdpnvaggjjfiussbeunzqqa", "POST /leiqnwmumsxvfxzdcy", "POST /dlalndeioovtbahuqsh?s=678"],
        ),
    ] {
        let made = [0, 1, 2].map(|seed| regex(pattern).sample(seed));
        assert_eq!(made, expected, "{pattern}");
    }
}

#[test]
fn what_is_wrong_with_a_pattern_is_said() {
    for (pattern, expected) in [
        ("[a-z", "line 1, column 1: unclosed character class"),
        ("a(b", "line 1, column 2: unclosed group"),
        ("(?x)\n a\n (", "line 3, column 2: unclosed group"),
        ("ä*{3,1}", "line 1, column 3: invalid repetition count range, the start must be <= the end"),
        #[cfg(feature = "unicode")]
        (r"\p{Klingon}", "line 1, column 1: Unicode property not found"),
        (
            r"one\btwo",
            "line 1, column 4: `\\b` depends on the characters around it, which are made independently of each other; \
             leave it out, and write what may stand there instead",
        ),
        (
            "a^b",
            "line 1, column 2: `^` can only stand at the very beginning, because the whole text is matched; leave it \
             out, or write `\\n` for the end of a line",
        ),
        (
            "(?m)(a$)*",
            "line 1, column 7: `$` can only stand at the very end, because the whole text is matched; leave it out, or \
             write `\\n` for the end of a line",
        ),
        (
            r"(?-u)\xff",
            "line 1, column 6: this matches bytes that are not valid text; remove `(?-u)`, or use only ASCII",
        ),
        ("(?-u).", "line 1, column 6: this matches bytes that are not valid text; remove `(?-u)`, or use only ASCII"),
        ("x[a&&b]", "line 1, column 1: it matches nothing at all: one of its classes is empty"),
        (
            "(a{1000}){1000,2000}",
            "line 1, column 1: its texts have about 2e6 characters on average, which is too long; repeat less often, \
             or nest fewer repetitions",
        ),
        ("(?=a)", "line 1, column 1: look-around, including look-ahead and look-behind, is not supported"),
        (r"(a)\1", "line 1, column 4: backreferences are not supported"),
    ] {
        assert_eq!(try_regex(pattern).unwrap_err().to_string(), expected, "{pattern}");
    }
    let deep = format!("{}a{}", "(".repeat(1_000), ")".repeat(1_000));
    assert!(try_regex(&deep).unwrap_err().to_string().contains("nested"));
}

#[test]
#[should_panic(expected = "invalid regular expression `a|*`: line 1, column 3: repetition operator")]
fn a_wrong_pattern_panics() {
    regex("a|*");
}

/// A long text has so much fuel for each byte, so that an answer is one in linear time.
#[test]
fn long_texts_are_read_in_linear_time() {
    let long = "abcdefghij".repeat(100_000);
    for pattern in ["[a-z]*", "[a-z]{0,1000000}", "(a|b|[c-z])+", r"\w*", "([a-j]{10})*", ".*x?"] {
        let regex = regex(pattern);
        assert_eq!(regex.try_contains(&long), Ok(true), "{pattern}");
    }
    assert_eq!(regex("[a-z]*").try_contains(&format!("{long}1")), Ok(false));
    assert_eq!(regex("[a-z]{0,1000000}").try_contains(&format!("{long}a")), Ok(false));
    assert!(regex("[a-z]{0,1000000}").log_probability(&long[..100_000].to_owned()).is_finite());
}

/// A regular expression in the middle of a text, asked for in each run.
#[generator]
fn assignment() -> String {
    let name = draw(regex("[a-z][a-z0-9_]{0,7}"));
    let value = draw(regex(r"-?(0|[1-9][0-9]*)"));
    let unit = draw(option(regex("px|em|%")));
    format!("{name}:{value}{unit};")
}

#[test]
fn a_regular_expression_is_a_piece_of_a_text() {
    laws::check(assignment());
    assert_eq!(assignment().parse("width_2:-10px;"), Ok("width_2:-10px;".to_owned()));
    let error = assignment().parse("width:x").unwrap_err();
    assert_eq!(error.column, 7);
    assert_eq!(error.expected, [r"/-?(0|[1-9][0-9]*)/"]);
    assert_eq!(regex("[0-9]{1,3}").parse("12x").unwrap_err().expected, ["the end", "[0-9]"]);
}

#[derive(Debug, Clone, PartialEq)]
struct Entry {
    key: String,
    other: String,
}

/// As a value, with a pattern that is an argument.
#[generator]
fn entry(key: Regex) -> Entry {
    let key = draw(key);
    let other = draw(regex(if key.len() > 2 { "x{2}" } else { "[xy]{1,2}" }));
    Entry { key, other }
}

#[test]
fn a_regular_expression_is_a_part_of_a_value() {
    laws::check(entry(regex("[ab]{1,4}")));
    let of = |key: &str, other: &str| Entry { key: key.to_owned(), other: other.to_owned() };
    assert!(entry(regex("a+")).contains(&of("aaa", "xx")));
    laws::is_refused(&entry(regex("a+")), &of("aaa", "xy"));
}

#[test]
fn patterns_made_at_run_time_are_all_different() {
    for n in 0..1_000 {
        let text = format!("{n}");
        assert_eq!(regex(&text).sample(1), text);
        assert_eq!(regex(&text).pattern(), text);
    }
    assert_eq!(regex("a+"), regex("a+"));
    assert_ne!(regex("a+"), regex("a*"));
    assert_eq!(format!("{:?}", regex("a+")), r#"Regex("a+")"#);
}

/// The mean length of the texts of a default run.
fn mean_length(generator: impl Generator<Value = String> + Clone, cases: usize) -> f64 {
    let lengths = generator.samples(1).take(cases).map(|text| text.chars().count());
    lengths.sum::<usize>() as f64 / cases as f64
}

#[test]
fn unbounded_repetition_grows_with_the_size() {
    for pattern in [".*", r"\PC*", "[a-z]+", "(ab|c)*", "(a|b|c){2,}", "x[0-9]*"] {
        let mean = mean_length(regex(pattern), 101 * 40);
        assert!((10.0..20.0).contains(&mean), "{pattern}: {mean}");
        let at = |size: u32| mean_length(regex(pattern).resize(size), 2_000);
        let (none, small, large) = (at(0), at(10), at(100));
        assert!(none < 4.0 && none < small && small < large && large < 45.0, "{pattern}: {none}, {small}, {large}");
    }
}

/// However deep repetitions are in each other.
#[test]
fn nested_repetition_is_bounded() {
    for pattern in ["([a-z]+ )*", "((a+)+)+", "((((a+b)+c)+d)+e)+", "((a*b*)*c)*", "(((a{1,9})+)+)+"] {
        let longest = regex(pattern).samples(1).take(101 * 20).map(|text| text.len()).max().unwrap();
        let mean = mean_length(regex(pattern), 101 * 20);
        assert!(mean < 300.0 && longest < 10_000, "{pattern}: {mean}, at most {longest}");
    }
    let lists = Grammar::new(r#"list = "[" (item ("," item)*)? "]" ; item = /[0-9]/+ | list ;"#).unwrap();
    let mean = mean_length(lists.rule("list").unwrap(), 101 * 20);
    assert!((10.0..200.0).contains(&mean), "{mean}");
}
