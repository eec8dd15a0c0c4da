//! The table of general categories, and what follows from it, against the tables of regex-syntax.

use mirrorcheck::prelude::*;
use regex_syntax::hir::{Class, HirKind};

/// In the order of their numbers in the table.
const CATEGORIES: [&str; 30] = [
    "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po", "Sm",
    "Sc", "Sk", "So", "Zs", "Zl", "Zp", "Cc", "Cf", "Co", "Cn", "Cs",
];

const SURROGATE: u8 = 29;
const IN_TURNS: u8 = 30;

/// The characters of a class, as regex-syntax knows them.
fn expected(class: &str) -> Vec<char> {
    let hir = regex_syntax::parse(class).unwrap();
    match hir.kind() {
        HirKind::Class(Class::Unicode(class)) => class.iter().flat_map(|range| range.start()..=range.end()).collect(),
        HirKind::Literal(text) => std::str::from_utf8(&text.0).unwrap().chars().collect(),
        other => panic!("{class} is {other:?}"),
    }
}

/// The number of the category of every code point.
fn categories() -> Vec<u8> {
    let mut categories = vec![SURROGATE; 0x11_0000];
    for (number, name) in (0..SURROGATE).zip(CATEGORIES) {
        for c in expected(&format!("\\p{{{name}}}")) {
            categories[c as usize] = number;
        }
    }
    categories
}

fn encoded(categories: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = categories;
    while let Some(&first) = rest.first() {
        let same = rest.iter().take_while(|category| **category == first).count();
        let in_turns = rest.iter().zip([0, 1].iter().cycle()).take_while(|(one, other)| one == other).count();
        let (category, length) = if in_turns > 2 { (IN_TURNS, in_turns) } else { (first, same) };
        bytes.push(category | ((length - 1).min(7) as u8) << 5);
        if let Some(mut missing) = length.checked_sub(8) {
            while missing > 127 {
                bytes.push(missing as u8 | 128);
                missing >>= 7;
            }
            bytes.push(missing as u8);
        }
        rest = &rest[length..];
    }
    bytes
}

const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../mirrorcheck-core/src/grammar/regex/categories.bin");

#[test]
fn table_is_what_regex_syntax_says() {
    let advice = "run the test `write_table`, and look at what else changes";
    assert!(std::fs::read(TABLE).unwrap() == encoded(&categories()), "Unicode has changed: {advice}");
}

#[test]
#[ignore = "it writes the table, for another version of Unicode"]
fn write_table() {
    std::fs::write(TABLE, encoded(&categories())).unwrap();
}

/// Compares every character. What a small class has is listed. A large one, and what is outside of it, are read as one
/// long text each, which is faster.
#[track_caller]
fn assert_same(class: &str) {
    let expected = expected(class);
    if expected.len() < 10_000 {
        let mut made: Vec<char> = regex(class).all_values().map(|text| text.parse().unwrap()).collect();
        made.sort_unstable();
        assert!(made == expected, "{class}");
        return;
    }
    let mut inside = expected.iter().peekable();
    let outside: String = ('\0'..=char::MAX).filter(|c| inside.next_if_eq(&c).is_none()).collect();
    assert_eq!(regex(&format!("{class}*")).try_contains(&expected.iter().collect()), Ok(true), "{class}");
    assert_eq!(regex(&format!("[^{class}]*")).try_contains(&outside), Ok(true), "outside of {class}");
}

#[test]
fn categories_have_the_same_characters() {
    for name in &CATEGORIES[..usize::from(SURROGATE)] {
        assert_same(&format!("\\p{{{name}}}"));
    }
    for name in ["L", "LC", "M", "N", "P", "S", "Z", "C", "ASCII"] {
        assert_same(&format!("\\p{{{name}}}"));
    }
}

#[test]
fn perl_classes_have_the_same_characters() {
    for class in [r"\d", r"\s", r"\w"] {
        assert_same(class);
    }
}
