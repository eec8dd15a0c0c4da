//! Arguments, and values that are printed.

use mirrorcheck::choices::Ways;
use mirrorcheck::prelude::*;
use mirrorcheck::text::{Text, chars, literal, separated};

use super::{close, makes, makes_evenly, reads, refuses, ways};
use crate::laws;

#[test]
fn arguments_of_all_kinds() {
    #[generator]
    fn named(name: &str, mark: char, n: u8) -> String {
        let x = draw(0..=n);
        format!("{name}{mark}{x}/{n}")
    }
    makes_evenly(&named("é", '=', 2), &["é=0/2", "é=1/2", "é=2/2"]);
    makes_evenly(&named("", '"', 0), &["\"0/0"]);

    #[generator]
    fn owned(name: String, ends: Vec<String>) -> String {
        let i = draw(0..ends.len());
        format!("{name}{i}{}", ends[i])
    }
    makes_evenly(&owned("x".into(), vec!["!".into(), "?".into()]), &["x0!", "x1?"]);

    #[generator]
    fn closure(f: impl Fn(u8) -> String) -> String {
        let n = draw(0..=2);
        let shown = f(n);
        format!("{n}{shown}")
    }
    makes_evenly(&closure(|n| "+".repeat(n.into())), &["0", "1+", "2++"]);

    #[generator]
    fn twice<G: Text<Value = String> + Clone>(piece: G) -> String {
        let first = draw(piece.clone());
        let second = draw(piece);
        format!("{first},{second}")
    }
    #[generator]
    fn word() -> String {
        oneof(["a", "b"])
    }
    makes_evenly(&twice(word()), &["a,a", "a,b", "b,a", "b,b"]);
    makes_evenly(&twice(literal("x")), &["x,x"]);
    makes_evenly(&twice(twice(literal("x"))), &["x,x,x,x"]);

    #[generator]
    fn of_any_value<G: Text>(piece: G) -> String {
        let piece = draw(piece);
        format!("[{piece}]")
    }
    makes_evenly(&of_any_value(0..=1), &["[0]", "[1]"]);
    makes_evenly(&of_any_value(separated('x'..='x', "-", 1..=2)), &["[x]", "[x-x]"]);
    makes_evenly(&of_any_value(&word()), &["[a]", "[b]"]);

    #[generator]
    fn built_by_a_closure<G: Text<Value = String>>(make: impl Fn(u8) -> G) -> String {
        let n = draw(0..=1);
        let rest = draw(make(n));
        format!("{n}{rest}")
    }
    makes_evenly(&built_by_a_closure(|n| literal("x".repeat(n.into()))), &["0", "1x"]);

    // What is known of the arguments in one call is not so in another.
    #[generator]
    fn digits(low: u8, left: u8) -> String {
        if left == 0 {
            return String::new();
        }
        let digit = draw(low..=2);
        let rest = draw(digits(digit, left - 1));
        format!("{digit}{rest}")
    }
    let third = 1.0 / 3.0;
    makes(
        &digits(0, 2),
        &[
            ("00", third / 3.0),
            ("01", third / 3.0),
            ("02", third / 3.0),
            ("11", third / 2.0),
            ("12", third / 2.0),
            ("22", third),
        ],
    );
}

// What is printed.

#[test]
fn numbers_characters_and_truth_values() {
    #[generator]
    fn numbers() -> String {
        let a = draw(-1..=1i8);
        let b = draw(i128::MAX - 1..=i128::MAX);
        let c = draw(i128::MIN..=i128::MIN);
        let d = draw(u128::MAX..=u128::MAX);
        format!("{a} {b} {c} {d}")
    }
    let texts: Vec<String> = [-1, 0, 1]
        .into_iter()
        .flat_map(|a| [i128::MAX - 1, i128::MAX].map(|b| format!("{a} {b} {} {}", i128::MIN, u128::MAX)))
        .collect();
    makes_evenly(&numbers(), &texts.iter().map(String::as_str).collect::<Vec<_>>());
    let text = &texts[0];
    let others =
        [text.replace("-1 ", "01 "), text.replace("-1 ", "+1 "), format!("{text}0"), text.replace("-1 ", "-0 ")];
    refuses(&numbers(), &others.each_ref().map(String::as_str));

    #[generator]
    fn wide() -> String {
        let n = draw(i64::MIN..=i64::MAX);
        format!("{n}")
    }
    laws::check(wide());
    reads(&wide(), "-9223372036854775808");
    refuses(&wide(), &["-9223372036854775809", "9223372036854775808", "-0", "00", "", "-", "1 ", " 1", "+1", "1_000"]);

    #[generator]
    fn kinds() -> String {
        let b = draw(any::<bool>());
        let c = draw('x'..='y');
        let s = draw(chars("äß"));
        format!("{b}{c}{s}")
    }
    let texts = ["falsexä", "falseyä", "falsexß", "falseyß", "truexä", "trueyä", "truexß", "trueyß"];
    makes_evenly(&kinds(), &texts);

    #[generator]
    fn whole_types() -> String {
        let n = draw(0..=u8::MAX);
        let b = draw(any::<bool>());
        format!("{n}/{b}")
    }
    laws::check(whole_types());
    reads(&whole_types(), "255/true");
    refuses(&whole_types(), &["256/true", "-1/true", "1/True", "/true", "01/true", "1/"]);
}

#[test]
fn adjacent_numbers_have_several_ways() {
    #[generator]
    fn two() -> String {
        let a = draw(0..=12);
        let b = draw(0..=12);
        format!("{a}{b}")
    }
    let chance = 1.0 / 169.0;
    // 1|11 and 11|1; 1|10 but not 11|0 of two digits and one: that is 11|0 too; 12|1 and 1|21 where 21 is too much.
    for (text, count) in [("11", 1), ("111", 2), ("110", 2), ("121", 1), ("112", 2), ("1212", 1), ("00", 1), ("010", 1)]
    {
        assert_eq!(ways(&two(), text), Ways::Finite(count), "{text}");
        close(two().probability(&text.to_owned()), count as f64 * chance, text);
        reads(&two(), text);
    }
    refuses(&two(), &["1", "", "1000", "000", "131", "1213", "001", "-11"]);
    laws::check(two());

    #[generator]
    fn three() -> String {
        let a = draw(0..=999u16);
        let b = draw(0..=999u16);
        let c = draw(0..=999u16);
        format!("{a}{b}{c}")
    }
    // The ways to cut six digits into three numbers of up to three: 1+2+3 in each order, 2+2+2; but no zeros in front.
    assert_eq!(ways(&three(), "123456"), Ways::Finite(7));
    assert_eq!(ways(&three(), "123"), Ways::Finite(1));
    assert_eq!(ways(&three(), "999999999"), Ways::Finite(1));
    assert_eq!(ways(&three(), "9999999999"), Ways::Finite(0));
    // 1|0|0 only, and of 1000 nothing: a zero stands alone.
    assert_eq!(ways(&three(), "100"), Ways::Finite(1));
    assert_eq!(ways(&three(), "1000"), Ways::Finite(1));
    assert_eq!(ways(&three(), "0000"), Ways::Finite(0));

    #[generator]
    fn signed() -> String {
        let a = draw(-5..=55);
        let b = draw(-5..=55);
        format!("{a}{b}")
    }
    for (text, count) in [("-5-5", 1), ("1-1", 1), ("-11", 1), ("555", 2), ("-1", 0), ("--1", 0), ("5-55", 0)] {
        assert_eq!(ways(&signed(), text), Ways::Finite(count), "{text}");
    }
}

#[test]
fn strings_of_generators_that_know_no_text() {
    fn word() -> impl Reflective<Value = String> + Clone {
        vec('a'..='b', 0..3)
            .convert(|letters| letters.into_iter().collect(), |word: &String| Some(word.chars().collect()))
    }
    #[generator]
    fn pair() -> String {
        let a = draw(word());
        let b = draw(word());
        format!("{a}{b}")
    }
    // Nothing says where the first ends.
    assert_eq!(ways(&pair(), ""), Ways::Finite(1));
    assert_eq!(ways(&pair(), "a"), Ways::Finite(2));
    assert_eq!(ways(&pair(), "ab"), Ways::Finite(3));
    assert_eq!(ways(&pair(), "aba"), Ways::Finite(2));
    assert_eq!(ways(&pair(), "abab"), Ways::Finite(1));
    close(pair().probability(&"ab".to_owned()), 3.0 / 36.0, "ab");
    refuses(&pair(), &["ababa", "c", "abc"]);
    laws::check(pair());

    #[generator]
    fn bracketed() -> String {
        let a = draw(word());
        format!("<{a}>")
    }
    laws::check(bracketed());
    refuses(&bracketed(), &["<", "<>>", "<aaa>", "<c>"]);

    let names = ["a", "ab", "abc"].map(String::from);
    #[generator]
    fn chosen(names: &[String]) -> String {
        let first = draw(element_of(names));
        let second = draw(element_of(names));
        format!("{first}{second}c")
    }
    makes_evenly(&chosen(&names), &["aac", "aabc", "aabcc", "abac", "ababc", "ababcc", "abcac", "abcabc", "abcabcc"]);

    #[generator]
    fn fixed() -> String {
        let x = draw(exact("x".to_owned()));
        let y = draw(exact(7));
        format!("{x}{y}")
    }
    makes_evenly(&fixed(), &["x7"]);

    #[generator]
    fn floats() -> String {
        let x = draw(element_of(&[0.5, -1.25, 1e300, 3.0]));
        format!("{x};")
    }
    makes_evenly(&floats(), &["0.5;", "-1.25;", &format!("{};", 1e300), "3;"]);
}
