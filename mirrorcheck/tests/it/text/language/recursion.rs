//! Recursion on either side, ambiguity, empty pieces, and ends that only what follows can decide.

use mirrorcheck::choices::{Outcome, Ways};
use mirrorcheck::prelude::*;
use mirrorcheck::text::{Text, literal, many};

use super::{close, makes, makes_evenly, reads, refuses, ways};
use crate::laws;

/// Whatever is drawn comes back, and these are in range, too.
#[track_caller]
fn grows<G: Text<Value = String> + Clone>(generator: &G, inside: &[&str], outside: &[&str]) {
    for text in inside {
        reads(generator, text);
    }
    refuses(generator, outside);
    laws::check(generator.clone());
}

#[generator]
pub(super) fn nested() -> String {
    pick([
        (2, "leaf", "x"),
        (1, "round", {
            let inner = draw(nested());
            format!("({inner})")
        }),
        (1, "square", {
            let inner = draw(list());
            format!("[{inner}]")
        }),
    ])
}

#[generator]
fn list() -> String {
    pick([
        (1, "none", ""),
        (1, "one", draw(nested())),
        (1, "more", {
            let first = draw(nested());
            let rest = draw(list());
            format!("{first};{rest}")
        }),
    ])
}

#[test]
fn recursion_direct_and_mutual() {
    grows(
        &nested(),
        &["x", "((x))", "[]", "[x]", "[x;]", "[x;x]", "[(x);[[];x;];x]"],
        &["", "(", "(x", "x)", "[;]", "[x;;x]", "[x)", "(x]", "xx", "()", "[[]"],
    );
    close(nested().probability(&"(x)".to_owned()), 0.125, "(x)");
    close(nested().probability(&"[x;]".to_owned()), 0.25 * (1.0 / 3.0) * 0.5 * (1.0 / 3.0), "[x;]");
    assert_eq!(
        nested().reflect_first(&"[(x);]".to_owned()).unwrap().unwrap().labels(),
        ["square", "more", "round", "leaf", "none"]
    );
    assert_eq!(ways(&nested(), "[x;x]"), Ways::Finite(1));
}

#[generator]
fn right() -> String {
    oneof(["x", {
        let rest = draw(right());
        format!("x{rest}")
    }])
}

#[generator]
fn left() -> String {
    oneof(["x", {
        let rest = draw(left());
        format!("{rest}x")
    }])
}

#[generator]
fn left_first() -> String {
    oneof([
        {
            let rest = draw(left_first());
            format!("{rest}x")
        },
        "x",
    ])
}

/// Left recursion by way of another.
#[generator]
fn indirect() -> String {
    oneof([draw(detour()), "x"])
}

#[generator]
fn detour() -> String {
    let before = draw(indirect());
    let mark = draw(option('!'..='!'));
    format!("{before}{mark}x")
}

/// Left recursion behind what may be empty.
#[generator]
pub(super) fn hidden() -> String {
    oneof(["x", {
        let nothing = draw(blank());
        let rest = draw(hidden());
        format!("{nothing}{rest}y")
    }])
}

#[generator]
fn blank() -> String {
    oneof(["", " "])
}

#[test]
fn recursion_on_the_left_and_on_the_right() {
    for n in 1..=40 {
        let text = "x".repeat(n);
        let chance = 0.5f64.powi(n as i32);
        for probability in [right().probability(&text), left().probability(&text), left_first().probability(&text)] {
            close(probability / chance, 1.0, &text);
        }
        assert_eq!(ways(&left(), &text), Ways::Finite(1));
        assert_eq!(ways(&left_first(), &text), Ways::Finite(1));
    }
    grows(&right(), &["x", "xxxx"], &["", "y", "xy", "yx"]);
    grows(&left(), &["x", "xxxx"], &["", "y", "xy", "yx"]);
    grows(&left_first(), &["x", "xxxx"], &["", "y", "xy", "yx"]);
    grows(&indirect(), &["x", "x!x", "xxx!xx"], &["", "!", "x!", "!x", "x!!x"]);
    close(indirect().probability(&"x!xx".to_owned()), 0.5 * 0.5 * 0.5 * 0.75 * 0.25, "x!xx");
    grows(&hidden(), &["x", "xy", " xy", "xyy", "  xyy"], &["", " ", " x", "y", "  xy", "xyx", "x y"]);
    // Which of the two are blank cannot be seen.
    assert_eq!(ways(&hidden(), " xyy"), Ways::Finite(2));
    close(hidden().probability(&" xyy".to_owned()), 2.0 * 0.125 * 0.25, " xyy");
}

#[generator]
fn operators() -> String {
    frequency([
        (3, {
            let n = draw(0..=9);
            format!("{n}")
        }),
        (1, {
            let left = draw(operators());
            let right = draw(operators());
            format!("{left}+{right}")
        }),
    ])
}

#[generator]
pub(super) fn circle() -> String {
    labeled([("x", "x"), ("same", draw(circle()))])
}

/// Any number of blanks, each of which may be none.
#[generator]
fn blanks() -> String {
    pick([
        (2, "end", ""),
        (1, "more", {
            let first = draw(blank());
            let rest = draw(blanks());
            format!("{first}{rest}")
        }),
    ])
}

/// Two in a circle, one of them on the left of something that may be empty.
#[generator]
fn ping() -> String {
    oneof(["a", draw(pong())])
}

#[generator]
fn pong() -> String {
    oneof(["b", {
        let inner = draw(ping());
        let end = draw(option('!'..='!'));
        format!("{inner}{end}")
    }])
}

#[test]
fn ambiguity_is_counted() {
    // The numbers of Catalan.
    for (n, count) in [1, 1, 2, 5, 14, 42, 132, 429].into_iter().enumerate() {
        let text = vec!["1"; n + 1].join("+");
        assert_eq!(ways(&operators(), &text), Ways::Finite(count), "{text}");
        let chance = 0.075f64.powi(n as i32 + 1) * 0.25f64.powi(n as i32);
        close(operators().probability(&text) / (count as f64 * chance), 1.0, &text);
    }
    refuses(&operators(), &["", "+", "1+", "+1", "1++1", "11", "1+1+"]);
    laws::check(operators());
    // More ways than can be gone through.
    let long = vec!["1"; 60].join("+");
    assert!(
        matches!(ways(&operators(), &long), Ways::Finite(count) if count > 1 << 100),
        "{:?}",
        ways(&operators(), &long)
    );
    assert!(operators().contains(&long));
}

#[test]
fn ambiguity_without_end() {
    assert_eq!(ways(&circle(), "x"), Ways::Infinite);
    assert_eq!(circle().reflect(&"x".to_owned()).outcome(), Outcome::Infinite);
    // 1/2 + 1/4 + …
    close(circle().probability(&"x".to_owned()), 1.0, "x");
    assert_eq!(circle().reflect_likeliest(&"x".to_owned()).unwrap().labels(), ["x"]);
    let some: Vec<Choices> = circle().reflect(&"x".to_owned()).take(5).collect();
    assert!(some.iter().all(|way| circle().replay(way) == Ok("x".to_owned())), "{some:?}");
    refuses(&circle(), &["", "y", "xx"]);
    laws::check(circle());

    // P("") = 2/3 + 1/6 P("").
    assert_eq!(ways(&blanks(), ""), Ways::Infinite);
    close(blanks().probability(&String::new()), 0.8, "");
    // P(" ") = 1/6 P(" ") + 1/6 P("").
    close(blanks().probability(&" ".to_owned()), 0.16, " ");
    grows(&blanks(), &["", " ", "      "], &["x", " x", "x "]);

    // P(a) = 1/2 + P(pong a) / 2, P(pong a) = P(a) / 8.
    close(ping().probability(&"a".to_owned()), 0.5 / (1.0 - 1.0 / 16.0), "a");
    assert_eq!(ways(&ping(), "a"), Ways::Infinite);
    grows(&ping(), &["a", "b", "a!", "b!!"], &["", "!", "ab", "!a"]);
}

#[test]
fn pieces_that_may_be_empty() {
    #[generator]
    fn empty() -> String {
        ""
    }
    makes_evenly(&empty(), &[""]);

    #[generator]
    fn around() -> String {
        let a = draw(blank());
        let b = draw(empty());
        let c = draw(blank());
        format!("{a}{b}{c}")
    }
    makes(&around(), &[("", 0.25), (" ", 0.5), ("  ", 0.25)]);

    #[generator]
    fn many_of_nothing() -> String {
        draw(many(blank(), 0..=2))
    }
    let third = 1.0 / 3.0;
    makes(
        &many_of_nothing(),
        &[("", third + third / 2.0 + third / 4.0), (" ", third / 2.0 + third / 2.0), ("  ", third / 4.0)],
    );
    assert_eq!(ways(&many_of_nothing(), ""), Ways::Finite(3));

    // Without a bound, nothing at all fits any number of times: P("") = end + more / 2 P(""). At size 100, there are more
    // with weight 202 against 9.
    #[generator]
    fn endless() -> String {
        draw(many(blank(), ..))
    }
    assert_eq!(ways(&endless(), ""), Ways::Infinite);
    let (end, half) = (9.0 / 211.0, 202.0 / 211.0 / 2.0);
    let nothing = end / (1.0 - half);
    close(endless().probability(&String::new()), nothing, "");
    close(endless().probability(&" ".to_owned()), nothing * half / (1.0 - half), " ");
    grows(&endless(), &["", " ", "    "], &["x", " x"]);
}

#[test]
fn the_first_end_that_fits_may_be_the_wrong_one() {
    #[generator]
    fn all_but_the_last() -> String {
        let many = draw(many('a'..='a', 0..=3));
        format!("{many}a")
    }
    makes_evenly(&all_but_the_last(), &["a", "aa", "aaa", "aaaa"]);

    #[generator]
    fn endless_and_one() -> String {
        let many = draw(many('a'..='b', ..));
        let last = draw('a'..='a');
        format!("{many}{last}")
    }
    grows(&endless_and_one(), &["a", "aa", "ba", "abba"], &["", "b", "ab", "c", "ac"]);

    #[generator]
    fn prefix() -> String {
        let first = draw(a_or_ab());
        format!("{first}c")
    }
    #[generator]
    fn a_or_ab() -> String {
        oneof(["a", "ab"])
    }
    makes_evenly(&prefix(), &["ac", "abc"]);

    #[generator]
    fn prefixes() -> String {
        let first = draw(a_or_ab());
        let second = draw(bc_or_c());
        format!("{first}{second}")
    }
    #[generator]
    fn bc_or_c() -> String {
        oneof(["bc", "c"])
    }
    makes(&prefixes(), &[("abc", 0.5), ("ac", 0.25), ("abbc", 0.25)]);
    assert_eq!(ways(&prefixes(), "abc"), Ways::Finite(2));

    // Two numbers of letters that must be the same.
    #[generator]
    fn balanced() -> String {
        let left = draw(many('a'..='b', 0..=3));
        let right = draw(many('b'..='c', left.len()));
        format!("{left}{right}")
    }
    grows(
        &balanced(),
        &["", "ab", "bb", "bc", "abbc", "bbbbbb", "aaaccc", "babbbb"],
        &["a", "ba", "aac", "bbb", "aaaacccc", "acbc"],
    );
    // Only one cut has as many on both sides.
    assert_eq!(ways(&balanced(), "bbbb"), Ways::Finite(1));

    // The piece between two of its like.
    #[generator]
    fn middle() -> String {
        let before = draw(many('x'..='x', 0..=2));
        let word = draw(option(literal("xx")));
        let after = draw(many('x'..='x', 0..=2));
        format!("{before}{word}{after}")
    }
    let counts = [1, 2, 4, 4, 4, 2, 1];
    for (length, count) in counts.into_iter().enumerate() {
        assert_eq!(ways(&middle(), &"x".repeat(length)), Ways::Finite(count), "{length}");
    }
    laws::check(middle());
}
