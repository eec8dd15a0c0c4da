//! Combinators as pieces.

use mirrorcheck::choices::Ways;
use mirrorcheck::prelude::*;
use mirrorcheck::text::{literal, many, separated};

use super::{close, makes, makes_evenly, reads, refuses, ways, word_of};
use crate::laws;

#[test]
fn optional_pieces() {
    #[generator]
    fn sign() -> String {
        let sign = draw(option('-'..='-'));
        let n = draw(0..=1);
        format!("{sign}{n}")
    }
    makes(&sign(), &[("0", 0.125), ("1", 0.125), ("-0", 0.375), ("-1", 0.375)]);

    // What is there is likely, but here it cannot be.
    #[generator]
    fn greedy() -> String {
        let first = draw(option(literal("a")));
        format!("{first}ab")
    }
    makes(&greedy(), &[("ab", 0.25), ("aab", 0.75)]);

    // `None` and an empty piece are two ways.
    #[generator]
    fn empty() -> String {
        let first = draw(option(literal("")));
        format!("<{first}>")
    }
    makes(&empty(), &[("<>", 1.0)]);
    assert_eq!(ways(&empty(), "<>"), Ways::Finite(2));

    #[generator]
    fn nested() -> String {
        draw(option(option('x'..='x')))
    }
    makes(&nested(), &[("", 0.25 + 0.75 * 0.25), ("x", 0.75 * 0.75)]);
    assert_eq!(ways(&nested(), ""), Ways::Finite(2));
}

#[test]
fn tuples_of_pieces() {
    #[generator]
    fn triple() -> String {
        let all = draw(('a'..='b', literal("-"), 0..=1));
        format!("({all})")
    }
    makes_evenly(&triple(), &["(a-0)", "(a-1)", "(b-0)", "(b-1)"]);

    #[generator]
    fn ambiguous() -> String {
        draw((many('a'..='a', 0..=2), many('a'..='a', 0..=2)))
    }
    let ninth = 1.0 / 9.0;
    makes(&ambiguous(), &[("", ninth), ("a", 2.0 * ninth), ("aa", 3.0 * ninth), ("aaa", 2.0 * ninth), ("aaaa", ninth)]);
    for (length, count) in [1, 2, 3, 2, 1].into_iter().enumerate() {
        assert_eq!(ways(&ambiguous(), &"a".repeat(length)), Ways::Finite(count));
    }

    #[generator]
    fn repeated() -> String {
        draw(separated((many('a'..='b', 1..=1), option('!'..='!')), ",", 1..=2))
    }
    reads(&repeated(), "a!,b");
    reads(&repeated(), "b");
    refuses(&repeated(), &["", "a!b", "a,", ",a", "a!!", "a,b,a", "!"]);
    close(repeated().probability(&"a!,b".to_owned()), 0.5 * (0.5 * 0.75) * (0.5 * 0.25), "a!,b");
    laws::check(repeated());
}

#[test]
fn picks_of_all_kinds() {
    #[generator]
    fn picks() -> String {
        pick([
            (1, "low", "l"),
            (0, "never", "n"),
            (
                2,
                "inner",
                frequency([(1, "i"), (3, oneof(["j", { draw(labeled([("k", literal("k")), ("m", literal("m"))])) }]))]),
            ),
            (1, "drawn", {
                let x = draw(oneof((literal("x"), word_of("y"))));
                format!("{x}")
            }),
        ])
    }
    let quarter = 0.25;
    makes(
        &picks(),
        &[
            ("l", quarter),
            ("i", 0.5 * 0.25),
            ("j", 0.5 * 0.75 * 0.5),
            ("k", 0.5 * 0.75 * 0.25),
            ("m", 0.5 * 0.75 * 0.25),
            ("x", quarter / 2.0),
            ("y", quarter / 4.0),
            ("yy", quarter / 4.0),
        ],
    );
    refuses(&picks(), &["n"]);

    #[generator]
    fn weighted(n: u32) -> String {
        frequency([(n, "a"), (3 - n, "b")])
    }
    makes(&weighted(0), &[("b", 1.0)]);
    makes(&weighted(1), &[("a", 1.0 / 3.0), ("b", 2.0 / 3.0)]);
    refuses(&weighted(3), &["b"]);
}

#[test]
fn lists_made_at_run_time() {
    #[generator]
    fn variable(names: &[&str]) -> String {
        pick_from(names.iter().map(|name| (1, *name, *name)))
    }
    makes_evenly(&variable(&["x", "xy", "y"]), &["x", "xy", "y"]);
    refuses(&variable(&["x"]), &["y", ""]);

    #[generator]
    fn sum(names: &[&str]) -> String {
        let left = draw(variable(names));
        let right = draw(variable(names));
        format!("{left}{right}")
    }
    assert_eq!(ways(&sum(&["x", "xy", "y", "yy"]), "xyy"), Ways::Finite(2));
    laws::check(sum(&["x", "xy", "y", "yy"]));

    // Twice the same text.
    #[generator]
    fn doubled() -> String {
        pick_from([
            (1, "a", "x".to_owned()),
            (2, "b", "x".to_owned()),
            (0, "c", "z".to_owned()),
            (1, "", "y".to_owned()),
        ])
    }
    makes(&doubled(), &[("x", 0.75), ("y", 0.25)]);
    assert_eq!(ways(&doubled(), "x"), Ways::Finite(2));

    #[generator]
    fn bare(names: &[&str]) -> String {
        pick_from(names.iter().copied())
    }
    makes_evenly(&bare(&["x", "y"]), &["x", "y"]);

    #[generator]
    fn drawn(names: Vec<String>) -> String {
        let name = draw(pick_from(names.iter().map(|name| (1, name.as_str(), literal(name.clone())))));
        format!("${name}")
    }
    makes_evenly(&drawn(vec!["p".into(), "q".into()]), &["$p", "$q"]);
}

#[test]
fn filters_delays_boxes_and_sizes() {
    #[generator]
    fn filtered() -> String {
        let w = draw(word_of("ab").such_that(|w| w.starts_with('a')));
        format!("{w}b")
    }
    // Of one attempt; half of them come to nothing.
    for (text, probability) in [("ab", 0.25), ("aab", 0.125), ("abb", 0.125)] {
        close(filtered().probability(&text.to_owned()), probability, text);
        reads(&filtered(), text);
    }
    refuses(&filtered(), &["bb", "bab", "b", "a", "aabb", "abab"]);
    laws::check(filtered());

    #[generator]
    fn delayed() -> String {
        let w = draw(lazy(|| word_of("x")));
        let v = draw(lazy(|| word_of("y")).boxed_text());
        let u = draw(Box::new(word_of("z")));
        format!("{w}{v}{u}")
    }
    makes_evenly(&delayed(), &["xyz", "xxyz", "xyyz", "xyzz", "xxyyz", "xxyzz", "xyyzz", "xxyyzz"]);

    #[generator]
    fn boxed(deep: bool) -> String {
        let piece = draw(if deep { word_of("x").boxed_text() } else { literal("-").boxed_text() });
        format!("[{piece}]")
    }
    makes_evenly(&boxed(true), &["[x]", "[xx]"]);
    makes_evenly(&boxed(false), &["[-]"]);

    #[generator]
    fn of_size() -> String {
        sized(|n| many('a'..='a', n as usize))
    }
    makes_evenly(&resize(3, of_size()), &["aaa"]);
    refuses(&of_size(), &["b", &"a".repeat(101)]);
    reads(&of_size(), &"a".repeat(17));

    #[generator]
    fn resized() -> String {
        let a = draw(resize(1, of_size()));
        let b = draw(of_size().resize(2));
        format!("{a},{b}")
    }
    makes_evenly(&resized(), &["a,aa"]);

    #[generator]
    fn result_resized() -> String {
        resize(2, of_size())
    }
    makes_evenly(&result_resized(), &["aa"]);

    #[generator]
    fn result_lazy() -> String {
        lazy(|| word_of("ab"))
    }
    makes(&result_lazy(), &[("a", 0.25), ("b", 0.25), ("aa", 0.125), ("ab", 0.125), ("ba", 0.125), ("bb", 0.125)]);
}

#[test]
fn labels_and_conditions() {
    #[generator]
    fn labelled() -> String {
        draw(labeled((("one", exact(())), ("two", exact(())))));
        let n = draw(0..=1);
        draw(pick([(1, "end", exact(()))]));
        format!("{n}")
    }
    makes_evenly(&labelled(), &["0", "1"]);
    assert_eq!(ways(&labelled(), "1"), Ways::Finite(2));

    #[generator]
    fn assumed() -> String {
        let a = draw(0..=2);
        assume(a != 1);
        let b = draw(0..=2);
        assume(a <= b);
        format!("{a}{b}")
    }
    for text in ["00", "01", "02", "22"] {
        close(assumed().probability(&text.to_owned()), 1.0 / 9.0, text);
        reads(&assumed(), text);
    }
    refuses(&assumed(), &["11", "12", "20", "21", "2", "222", "03"]);
    laws::check(assumed());

    #[generator]
    fn assumed_of_a_text() -> String {
        let w = draw(word_of("ab"));
        assume(w != "b");
        w
    }
    refuses(&assumed_of_a_text(), &["b", "", "c"]);
    laws::check(assumed_of_a_text());
}

#[test]
fn concatenation() {
    #[generator]
    fn added() -> String {
        let a = draw(word_of("x"));
        let b = draw(word_of("y"));
        a + "," + &b
    }
    makes_evenly(&added(), &["x,y", "xx,y", "x,yy", "xx,yy"]);

    #[generator]
    fn added_again() -> String {
        let a = draw(word_of("x"));
        let b = draw(0..=1);
        a.clone() + &a + &b.to_string() + &format!("<{a}>") + "!"
    }
    makes_evenly(&added_again(), &["xx0<x>!", "xx1<x>!", "xxxx0<xx>!", "xxxx1<xx>!"]);
}
