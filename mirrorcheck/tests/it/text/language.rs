//! Every form in which text is written under `#[generator]`, in both directions, against lists made by hand.

use std::fmt::Debug;

use mirrorcheck::prelude::*;
use mirrorcheck::{Derivative, Outcome, Ways};

use crate::laws;

/// The generator makes exactly these texts, this likely, and none of the others that are one character away.
#[track_caller]
fn makes<G>(generator: &G, texts: &[(&str, f64)])
where
    G: Text<Value = String> + Clone,
{
    let mut made: Vec<String> = generator.all_values().take(1_000).collect();
    made.sort();
    made.dedup();
    let mut expected: Vec<String> = texts.iter().map(|(text, _)| (*text).to_owned()).collect();
    expected.sort();
    assert_eq!(made, expected);
    for (text, probability) in texts {
        let text = (*text).to_owned();
        reads(generator, &text);
        close(generator.probability(&text), *probability, &text);
    }
    let texts: Vec<&str> = expected.iter().map(String::as_str).collect();
    refuses_neighbours(generator, &texts);
    laws::check(generator.clone());
}

/// Each equally likely.
#[track_caller]
fn makes_evenly<G>(generator: &G, texts: &[&str])
where
    G: Text<Value = String> + Clone,
{
    let texts: Vec<(&str, f64)> = texts.iter().map(|text| (*text, 1.0 / texts.len() as f64)).collect();
    makes(generator, &texts);
}

#[track_caller]
fn close(a: f64, b: f64, what: impl Debug) {
    assert!((a - b).abs() <= 1e-12, "{what:?}: {a} and {b}");
}

/// A text in range is its own value, and comes back from choices and bytes.
#[track_caller]
fn reads<G: Text<Value = String>>(generator: &G, text: &str) {
    let text = text.to_owned();
    assert!(generator.contains(&text), "{text:?}: {}", generator.why_not(&text).unwrap());
    assert_eq!(generator.parse(&text).as_ref(), Ok(&text));
    assert_eq!(generator.parse_bytes(text.as_bytes()).as_ref(), Ok(&text));
    assert_eq!(generator.print(&text).as_ref(), Some(&text));
    comes_back(generator, &text);
}

#[track_caller]
fn comes_back<G>(generator: &G, value: &G::Value)
where
    G: Reflective,
    G::Value: PartialEq + Debug,
{
    let ways: Vec<Choices> = generator.reflect(value).take(10).collect();
    assert!(!ways.is_empty(), "{value:?} has no reflection");
    for way in &ways {
        assert_eq!(generator.replay(way).as_ref(), Ok(value), "{way}");
        let read: Choices = way.to_string().parse().unwrap();
        assert_eq!(generator.replay(&read).as_ref(), Ok(value), "{way} as text");
    }
    let first = generator.reflect_first(value).unwrap().expect("contained, so it reflects");
    assert_eq!(generator.replay(&first).as_ref(), Ok(value), "{first}");
    let bytes = generator.to_bytes(value).unwrap();
    assert_eq!(generator.from_bytes(&bytes).as_ref(), Ok(value), "{bytes:?}");
}

/// None of these texts is in range, in any direction, and the error is at a place in it.
#[track_caller]
fn refuses<G: Text<Value = String>>(generator: &G, texts: &[&str]) {
    for text in texts {
        laws::is_refused(generator, &(*text).to_owned());
        let error = generator.parse(text).expect_err(text);
        assert!(text.is_char_boundary(error.offset), "{text:?}: {error}");
        assert_eq!(error.found, text[error.offset..].chars().next(), "{text:?}: {error}");
    }
}

/// What is one character away from the texts and none of them.
fn neighbours(texts: &[&str]) -> Vec<String> {
    let mut alphabet: Vec<char> = texts.iter().flat_map(|text| text.chars()).chain(['~', 'é']).collect();
    alphabet.sort();
    alphabet.dedup();
    let mut all = Vec::new();
    for text in texts {
        let text: Vec<char> = text.chars().collect();
        for i in 0..=text.len() {
            let (before, after) = text.split_at(i);
            if let Some((_, after)) = after.split_first() {
                all.push(before.iter().chain(after).collect());
            }
            for c in &alphabet {
                all.push(before.iter().chain([c]).chain(after).collect());
                if let Some((_, after)) = after.split_first() {
                    all.push(before.iter().chain([c]).chain(after).collect());
                }
            }
        }
    }
    all.sort();
    all.dedup();
    all.retain(|near: &String| !texts.contains(&near.as_str()));
    // As many as are checked in a moment, from all over.
    let step = all.len() / 200 + 1;
    all.into_iter().step_by(step).collect()
}

#[track_caller]
fn refuses_neighbours<G: Text<Value = String>>(generator: &G, texts: &[&str]) {
    let near = neighbours(texts);
    refuses(generator, &near.iter().map(String::as_str).collect::<Vec<_>>());
}

/// How many ways there are to a text.
#[track_caller]
fn ways<G: Reflective<Value = String>>(generator: &G, text: &str) -> Ways {
    generator.reflect(&text.to_owned()).ways()
}

/// A typed generator makes exactly these values, each with this text and this likely.
#[track_caller]
fn writes<G>(generator: &G, values: &[(G::Value, &str, f64)])
where
    G: Text + Clone,
    G::Value: PartialEq + Debug + 'static,
{
    let made: Vec<G::Value> = generator.all_values().take(1_000).collect();
    assert!(made.iter().all(|made| values.iter().any(|(value, ..)| value == made)), "{made:?}");
    for (value, text, probability) in values {
        assert!(made.contains(value), "{value:?} is not made");
        writes_one(generator, value, text);
        close(generator.probability(value), *probability, value);
    }
    let texts: Vec<&str> = values.iter().map(|(_, text, _)| *text).collect();
    for near in neighbours(&texts) {
        let error = generator.parse(&near).expect_err(&near);
        assert!(near.is_char_boundary(error.offset), "{near:?}: {error}");
    }
    laws::check(generator.clone());
}

#[track_caller]
fn writes_one<G>(generator: &G, value: &G::Value, text: &str)
where
    G: Text,
    G::Value: PartialEq + Debug,
{
    assert!(generator.contains(value), "{value:?}: {}", generator.why_not(value).unwrap());
    assert_eq!(generator.print(value).as_deref(), Some(text));
    assert_eq!(generator.parse(text).as_ref(), Ok(value), "{text:?}");
    comes_back(generator, value);
}

// Literals and formats.

const WORD: &str = "word";

fn computed() -> String {
    "comp".to_owned() + "uted"
}

#[generator]
fn spellings() -> String {
    oneof([
        "bare",
        "b".to_string(),
        "c".to_owned(),
        "d".into(),
        String::from("e"),
        String::new(),
        'f',
        'g'.to_string(),
        format!("h"),
        format!("{{}}"),
        r#"""#,
        "\n\t\u{e9}\
         x",
        { "i" },
        ("j"),
        WORD,
        computed(),
        "k".to_owned() + "l" + "m",
        exact("n"),
        {
            return "o".to_string();
        },
        format!(r"{{{}}}", WORD),
    ])
}

#[test]
fn literals_in_every_spelling() {
    let texts = [
        "bare", "b", "c", "d", "e", "", "f", "g", "h", "{}", "\"", "\n\téx", "i", "j", "word", "computed", "klm", "n",
        "o", "{word}",
    ];
    makes_evenly(&spellings(), &texts);
}

#[generator]
fn formats() -> String {
    let n = draw(0..=1);
    let c = draw('a'..='b');
    oneof([
        format!("{n}{c}"),
        format!("{}, {}", n, c),
        format!("{0}{1}{0}", n, c),
        format!("{first}<{second}>", first = n, second = c,),
        format!("{{{n}}} {{{c}}}"),
        format!("{n}/{}/{x}/{1}{}", c, "end", x = 5),
        format!(r#"{n}"{c}""#),
        format!("{}+{c}", n),
        n.to_string() + "&" + &c.to_string(),
    ])
}

#[test]
fn formats_with_names_positions_and_numbers() {
    let texts: Vec<String> = [(0, 'a'), (0, 'b'), (1, 'a'), (1, 'b')]
        .into_iter()
        .flat_map(|(n, c)| {
            [
                format!("{n}{c}"),
                format!("{n}, {c}"),
                format!("{n}{c}{n}"),
                format!("{n}<{c}>"),
                format!("{{{n}}} {{{c}}}"),
                format!("{n}/{c}/5/endend"),
                format!("{n}\"{c}\""),
                format!("{n}+{c}"),
                format!("{n}&{c}"),
            ]
        })
        .collect();
    makes_evenly(&formats(), &texts.iter().map(String::as_str).collect::<Vec<_>>());
}

#[test]
fn widths_and_signs() {
    #[generator]
    fn padded() -> String {
        let n = draw(-1..=1);
        let m = draw(9..=10u8);
        format!("{n:03}:{m:+}")
    }
    makes_evenly(&padded(), &["-01:+9", "-01:+10", "000:+9", "000:+10", "001:+9", "001:+10"]);
    refuses(&padded(), &["-1:+9", "0:+9", "0000:+9", "000:9", "-001:+9", "000:+09", "000:-9", "+01:+9", "-00:+9"]);

    #[generator]
    fn wider_than_the_width() -> String {
        let n = draw(998..=1001u16);
        format!("{n:03}")
    }
    makes_evenly(&wider_than_the_width(), &["998", "999", "1000", "1001"]);

    #[generator]
    fn signed_and_padded() -> String {
        let n = draw(-1..=1i64);
        format!("{n:+04}")
    }
    makes_evenly(&signed_and_padded(), &["-001", "+000", "+001"]);

    #[generator]
    fn again_in_other_formats() -> String {
        let n = draw(9..=10);
        format!("{n}{n:>3}{n:?}{n:#x}{n:03}")
    }
    makes_evenly(&again_in_other_formats(), &["9  990x9009", "10 10100xa010"]);

    #[generator]
    fn in_each_alternative_its_own() -> String {
        oneof([
            {
                let n = draw(0..=1);
                format!("{n:02}")
            },
            {
                let n = draw(0..=1);
                format!("{n}")
            },
        ])
    }
    makes_evenly(&in_each_alternative_its_own(), &["00", "01", "0", "1"]);
}

// Pieces and what is computed with them.

#[test]
fn pieces_that_stand_twice() {
    #[generator]
    fn element() -> String {
        let t = draw(tag());
        let body = draw(many('x'..='x', 0..=1));
        format!("<{t}>{body}</{t}>")
    }
    #[generator]
    fn tag() -> String {
        oneof(["a", "b", "ab"])
    }
    makes_evenly(&element(), &["<a></a>", "<b></b>", "<ab></ab>", "<a>x</a>", "<b>x</b>", "<ab>x</ab>"]);
    refuses(&element(), &["<a></b>", "<ab></a>", "<a></ab>", "<ab>x</b>"]);

    // The end of the piece is known only where it stands again.
    #[generator]
    fn square() -> String {
        let w = draw(word());
        format!("{w}{w}")
    }
    #[generator]
    fn word() -> String {
        draw(many('a'..='b', 0..=2))
    }
    let third = 1.0 / 3.0;
    makes(
        &square(),
        &[
            ("", third),
            ("aa", third / 2.0),
            ("bb", third / 2.0),
            ("aaaa", third / 4.0),
            ("abab", third / 4.0),
            ("baba", third / 4.0),
            ("bbbb", third / 4.0),
        ],
    );
    refuses(&square(), &["a", "ab", "abba", "aaa", "aaaaaa"]);
}

#[test]
fn pieces_that_are_computed_with() {
    #[generator]
    fn with_length() -> String {
        let payload = draw(many('a'..='b', 0..=2));
        let length = payload.len();
        format!("{payload}:{length}")
    }
    let third = 1.0 / 3.0;
    makes(
        &with_length(),
        &[
            (":0", third),
            ("a:1", third / 2.0),
            ("b:1", third / 2.0),
            ("aa:2", third / 4.0),
            ("ab:2", third / 4.0),
            ("ba:2", third / 4.0),
            ("bb:2", third / 4.0),
        ],
    );

    #[generator]
    fn with_length_in_place() -> String {
        let payload = draw(word());
        format!("{payload}:{}:{}", payload.len(), payload.to_uppercase())
    }
    #[generator]
    fn word() -> String {
        oneof(["", "a", "bc"])
    }
    makes_evenly(&with_length_in_place(), &[":0:", "a:1:A", "bc:2:BC"]);

    // A length before what it is the length of.
    #[generator]
    fn prefixed() -> String {
        let n = draw(0..=2usize);
        let items = draw(many('x'..='y', n));
        format!("{n}:{items}")
    }
    let texts = [
        ("0:", third),
        ("1:x", third / 2.0),
        ("1:y", third / 2.0),
        ("2:xx", third / 4.0),
        ("2:xy", third / 4.0),
        ("2:yx", third / 4.0),
        ("2:yy", third / 4.0),
    ];
    makes(&prefixed(), &texts);
    assert_eq!(prefixed().reflect_first(&"2:xy".to_owned()).unwrap().unwrap().labels(), ["2", "x", "y"]);

    #[generator]
    fn dependent() -> String {
        let low = draw(0..=2);
        let high = draw(low..=2);
        let sum = low + high;
        format!("{low}..{high}={sum}")
    }
    let texts = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)]
        .map(|(l, h): (u8, u8)| (format!("{l}..{h}={}", l + h), 1.0 / 3.0 / f64::from(3 - l)));
    let texts: Vec<(&str, f64)> = texts.iter().map(|(text, p)| (text.as_str(), *p)).collect();
    makes(&dependent(), &texts);
}

#[test]
fn pieces_in_conditions() {
    #[generator]
    fn branches() -> String {
        let t = draw(letter());
        if t == "a" {
            let n = draw(0..=1);
            format!("{t}{n}")
        } else if t == "b" {
            format!("{t}!")
        } else {
            t
        }
    }
    #[generator]
    fn letter() -> String {
        oneof(["a", "b", "c"])
    }
    let sixth = 1.0 / 6.0;
    makes(&branches(), &[("a0", sixth), ("a1", sixth), ("b!", 2.0 * sixth), ("c", 2.0 * sixth)]);

    #[generator]
    fn matched() -> String {
        let n = draw(0..=3u8);
        match n {
            0 => format!("{n} zero"),
            1 | 2 => {
                let c = draw('x'..='y');
                format!("{n}{c}")
            }
            other => format!("{n}={other}"),
        }
    }
    let eighth = 0.125;
    let texts = [("0 zero", 0.25), ("1x", eighth), ("1y", eighth), ("2x", eighth), ("2y", eighth), ("3=3", 0.25)];
    makes(&matched(), &texts);

    #[generator]
    fn returns() -> String {
        let n = draw(0..=2);
        if n == 0 {
            return "0".to_string() + "." + &n.to_string();
        }
        if n == 1 {
            return format!("{n}st");
        }
        format!("{n}nd")
    }
    makes_evenly(&returns(), &["0.0", "1st", "2nd"]);

    #[generator]
    fn from_arguments(deep: u8) -> String {
        match deep {
            0 => "x".into(),
            _ if deep > 2 => "deep".into(),
            _ => {
                let inner = draw(from_arguments(deep - 1));
                format!("({inner})")
            }
        }
    }
    makes_evenly(&from_arguments(2), &["((x))"]);
    makes_evenly(&from_arguments(0), &["x"]);
    makes_evenly(&from_arguments(3), &["deep"]);
}

#[test]
fn pieces_that_are_drawn_or_not() {
    #[generator]
    fn letter() -> String {
        oneof(["a", "b"])
    }
    #[generator]
    fn sometimes(prefix: bool) -> String {
        let x = if prefix { draw(letter()) } else { String::new() };
        let n = draw(0..=1);
        format!("{x}{n}")
    }
    makes_evenly(&sometimes(true), &["a0", "a1", "b0", "b1"]);
    makes_evenly(&sometimes(false), &["0", "1"]);

    // Whether it is drawn depends on another draw.
    #[generator]
    fn after_a_draw() -> String {
        let n = draw(0..=2);
        let x = if n == 0 {
            draw(letter())
        } else if n == 1 {
            "c".to_owned()
        } else {
            String::new()
        };
        format!("{n}:{x};")
    }
    let third = 1.0 / 3.0;
    makes(&after_a_draw(), &[("0:a;", third / 2.0), ("0:b;", third / 2.0), ("1:c;", third), ("2:;", third)]);

    #[generator]
    fn matched(kind: u8) -> String {
        let x = match kind {
            0 => draw(letter()),
            1 => draw(longer()),
            _ => "none".to_string(),
        };
        format!("<{x}>{x}")
    }
    #[generator]
    fn longer() -> String {
        let x = draw(letter());
        let y = draw(letter());
        x + &y
    }
    makes_evenly(&matched(0), &["<a>a", "<b>b"]);
    makes_evenly(&matched(1), &["<aa>aa", "<ab>ab", "<ba>ba", "<bb>bb"]);
    makes_evenly(&matched(2), &["<none>none"]);
}

#[test]
fn results_that_say_only_late_what_stands_before_a_piece() {
    // What stands before `n` depends on `n` itself.
    #[generator]
    fn signs() -> String {
        let n = draw(0..=2);
        let m = draw(0..=1);
        if n == 0 {
            format!("zero{n}{m}")
        } else if n == m {
            format!("={n}={m}=")
        } else {
            format!("{n}<>{m}")
        }
    }
    makes_evenly(&signs(), &["zero00", "zero01", "1<>0", "=1=1=", "2<>0", "2<>1"]);
    refuses(&signs(), &["=1=0=", "1<>1", "0<>1", "zero10", "=0=0=", "=2=2="]);

    // A choice after the draw.
    #[generator]
    fn quoted() -> String {
        let w = draw(word());
        let end = draw('.'..='.');
        oneof([format!("'{w}'{end}"), format!("\"{w}\"{end}"), format!("{w}{end}{w}"), {
            let n = draw(0..=1);
            format!("{w}{end}#{n}")
        }])
    }
    #[generator]
    fn word() -> String {
        oneof(["a", "b"])
    }
    let eighth = 0.125;
    let texts = ["'a'.", "'b'.", "\"a\".", "\"b\".", "a.a", "b.b"].map(|text| (text, eighth));
    let numbered = ["a.#0", "a.#1", "b.#0", "b.#1"].map(|text| (text, eighth / 2.0));
    makes(&quoted(), &[&texts[..], &numbered].concat());
}

// Arguments.

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
        let s = draw(chars("äå"));
        format!("{b}{c}{s}")
    }
    let texts = ["falsexä", "falseyä", "falsexå", "falseyå", "truexä", "trueyä", "truexå", "trueyå"];
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

// Combinators as pieces.

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
        pick_from(names.iter().copied())
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

    #[generator]
    fn drawn(names: Vec<String>) -> String {
        let name = draw(pick_from(names.iter().map(|name| (1, name.as_str(), literal(name.clone())))));
        format!("${name}")
    }
    makes_evenly(&drawn(vec!["p".into(), "q".into()]), &["$p", "$q"]);
}

#[generator]
fn word_of(letters: &'static str) -> String {
    draw(many(element_of_chars(letters), 1..=2))
}

fn element_of_chars(letters: &str) -> impl Text<Value = char> + Clone {
    pick_from(letters.chars().map(|c| (1, "", c..=c)).collect::<Vec<_>>())
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
    laws::check(of_size());
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

// Recursion.

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
fn nested() -> String {
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
fn hidden() -> String {
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
    refuses(&left_first(), &["", "y", "xy", "yx"]);
    // DERIV grows(&left_first(), &["x", "xxxx"], &["", "y", "xy", "yx"]);
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
fn circle() -> String {
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

    // Without a bound, nothing at all fits any number of times: P("") = 1/4 + 3/8 P("").
    #[generator]
    fn endless() -> String {
        draw(many(blank(), ..))
    }
    assert_eq!(ways(&endless(), ""), Ways::Infinite);
    close(endless().probability(&String::new()), 0.4, "");
    close(endless().probability(&" ".to_owned()), 0.4 * (3.0 / 8.0) / (5.0 / 8.0), " ");
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

// Values with their text.

#[derive(Debug, Clone, PartialEq)]
enum Sum {
    Number(u32),
    Plus(Box<Sum>, u32),
}

#[generator]
fn sum() -> Sum {
    labeled([
        ("number", {
            let n = draw(0..=9);
            written(Sum::Number(n), format!("{n}"))
        }),
        ("plus", {
            let left = draw(sum());
            let n = draw(0..=9);
            written(Sum::Plus(Box::new(left), n), format!("{left} + {n}"))
        }),
    ])
}

#[test]
fn values_are_parsed_and_printed() {
    let number = Sum::Number;
    let plus = |left, n| Sum::Plus(Box::new(left), n);
    for (value, text) in
        [(number(7), "7"), (plus(number(1), 2), "1 + 2"), (plus(plus(plus(number(1), 2), 3), 4), "1 + 2 + 3 + 4")]
    {
        writes_one(&sum(), &value, text);
        assert_eq!(sum().reflect(&value).ways(), Ways::Finite(1));
    }
    close(sum().probability(&plus(number(1), 2)), 0.0025, "1 + 2");
    for text in ["", "1 +", "1 + ", "1+2", "1 + 2 +", "10", "+ 1", "1 + 2 ", "a"] {
        assert!(sum().parse(text).is_err(), "{text}");
    }
    assert_eq!(sum().print(&number(10)), None);
    laws::check(sum());
}
#[derive(Debug, Clone, PartialEq)]
struct Item {
    name: String,
    count: Option<u8>,
    tags: Vec<char>,
    exact: bool,
}

#[generator]
fn count() -> u8 {
    let n = draw(1..=2);
    written(n, format!("*{n}"))
}

#[generator]
fn is_exact() -> bool {
    labeled([("yes", written(true, "!")), ("no", written(false, ""))])
}

#[generator]
fn item() -> Item {
    let name = draw(word_of("ab"));
    let count = draw(option(count()));
    let tags = draw(separated('x'..='y', ",", 0..=2));
    let exact = draw(is_exact());
    written(Item { name, count, tags, exact }, format!("{name}{count}[{tags}]{exact}"))
}

#[generator]
fn items() -> Vec<Item> {
    let items = draw(separated(item(), "; ", 0..));
    written(items, format!("{{{items}}}"))
}

/// A value as a piece of a text.
#[generator]
fn document() -> String {
    let items = draw(items());
    let one = draw(item());
    format!("{items} = {one}")
}

#[test]
fn fields_lists_and_options_are_written() {
    let ab = Item { name: "ab".into(), count: None, tags: vec!['x'], exact: false };
    let b = Item { name: "b".into(), count: Some(1), tags: vec!['y', 'x'], exact: true };
    writes_one(&item(), &ab, "ab[x]");
    writes_one(&item(), &b, "b*1[y,x]!");
    close(item().probability(&ab), 0.125 * 0.25 * (1.0 / 3.0 / 2.0) * 0.5, "ab[x]");
    close(item().probability(&b), 0.25 * 0.375 * (1.0 / 3.0 / 4.0) * 0.5, "b*1[y,x]!");
    laws::check(item());
    for text in ["", "[x]", "abb[x]", "ab*3[x]", "ab*[x]", "ab[x,]", "ab[x,x,x]", "ab[x]!!", "ab[xy]", "b*1*1[]"] {
        assert!(item().parse(text).is_err(), "{text}");
    }
    let out_of_range = [
        Item { name: String::new(), ..ab.clone() },
        Item { count: Some(3), ..ab.clone() },
        Item { tags: vec!['z'], ..ab.clone() },
        Item { tags: vec!['x'; 3], ..ab.clone() },
    ];
    for value in out_of_range {
        laws::is_refused(&item(), &value);
        assert_eq!(item().print(&value), None);
    }
    writes_one(&items(), &vec![], "{}");
    writes_one(&items(), &vec![ab.clone(), b.clone(), ab.clone()], "{ab[x]; b*1[y,x]!; ab[x]}");
    laws::check(items());
    reads(&document(), "{} = a[]");
    reads(&document(), "{ab[x]; b*1[y,x]!} = b*2[y]");
    refuses(&document(), &["{} =a[]", "{} = ", "{;} = a[]", "{a[]; } = a[]", "{a[]} = a[", "{} = a[] = a[]"]);
    laws::check(document());
}

#[derive(Debug, Clone, PartialEq)]
enum Token {
    Word(String),
    Number(i8),
    Both(String, i8),
    Pair(Box<Token>, Box<Token>),
    Nothing,
}

#[test]
fn values_in_every_form() {
    #[generator]
    fn token() -> Token {
        let w = draw(word_of("a"));
        if w == "a" {
            return written(Token::Word(w), format!("{w}."));
        }
        match draw_sign() {
            true => unreachable!(),
            false => {
                let n = draw(-1..=1);
                written(Token::Both(w, n), format!("{w}{n:+}"))
            }
        }
    }
    fn draw_sign() -> bool {
        false
    }
    writes(
        &token(),
        &[
            (Token::Word("a".into()), "a.", 0.5),
            (Token::Both("aa".into(), -1), "aa-1", 1.0 / 6.0),
            (Token::Both("aa".into(), 0), "aa+0", 1.0 / 6.0),
            (Token::Both("aa".into(), 1), "aa+1", 1.0 / 6.0),
        ],
    );

    // Drawn as a whole, without any text of its own, or computed with.
    #[generator]
    fn mixed() -> Token {
        pick([
            (1, "whole", draw(token())),
            (1, "nothing", written(Token::Nothing, "nothing")),
            (2, "number", {
                let n = draw(0..=1);
                let next = n + 1;
                written(Token::Both(format!("<{n}>"), n), format!("{n}<{next}"))
            }),
        ])
    }
    writes(
        &mixed(),
        &[
            (Token::Word("a".into()), "a.", 0.125),
            (Token::Both("aa".into(), -1), "aa-1", 1.0 / 24.0),
            (Token::Both("aa".into(), 0), "aa+0", 1.0 / 24.0),
            (Token::Both("aa".into(), 1), "aa+1", 1.0 / 24.0),
            (Token::Nothing, "nothing", 0.25),
            (Token::Both("<0>".into(), 0), "0<1", 0.25),
            (Token::Both("<1>".into(), 1), "1<2", 0.25),
        ],
    );
    laws::is_refused(&mixed(), &Token::Both("<1>".into(), 0));
    laws::is_refused(&mixed(), &Token::Number(0));

    // The same text for two values, and one value with two texts.
    #[generator]
    fn ambiguous() -> Token {
        labeled([
            ("word", {
                let w = draw(word_of("1"));
                written(Token::Word(w), format!("{w}"))
            }),
            ("number", {
                let n = draw(1..=1);
                written(Token::Number(n), format!("{n}"))
            }),
            ("again", {
                let n = draw(1..=1);
                written(Token::Number(n), format!("#{n}"))
            }),
        ])
    }
    assert_eq!(ambiguous().reflect(&Token::Number(1)).ways(), Ways::Finite(2));
    assert_eq!(ambiguous().print(&Token::Number(1)).as_deref(), Some("1"));
    assert_eq!(ambiguous().parse("#1"), Ok(Token::Number(1)));
    assert!([Token::Number(1), Token::Word("1".into())].contains(&ambiguous().parse("1").unwrap()));
    assert_eq!(ambiguous().parse("11"), Ok(Token::Word("11".into())));
    laws::check(ambiguous());

    // Both directions of a dependent draw.
    #[generator]
    fn counted() -> (usize, Vec<char>) {
        let n = draw(0..=2usize);
        let letters = draw(many('p'..='q', n));
        written((n, letters), format!("{n}{letters}"))
    }
    let third = 1.0 / 3.0;
    writes(
        &counted(),
        &[
            ((0, vec![]), "0", third),
            ((1, vec!['p']), "1p", third / 2.0),
            ((1, vec!['q']), "1q", third / 2.0),
            ((2, vec!['p', 'p']), "2pp", third / 4.0),
            ((2, vec!['p', 'q']), "2pq", third / 4.0),
            ((2, vec!['q', 'p']), "2qp", third / 4.0),
            ((2, vec!['q', 'q']), "2qq", third / 4.0),
        ],
    );
    laws::is_refused(&counted(), &(1, vec![]));

    // Fields in another order than in the text, and twice in the value.
    #[generator]
    fn turned() -> (char, u8, (u8, char)) {
        let n = draw(0..=1);
        let c = draw('y'..='z');
        written((c, n, (n, c)), format!("{n}{c}{n}"))
    }
    writes(
        &turned(),
        &[
            (('y', 0, (0, 'y')), "0y0", 0.25),
            (('z', 0, (0, 'z')), "0z0", 0.25),
            (('y', 1, (1, 'y')), "1y1", 0.25),
            (('z', 1, (1, 'z')), "1z1", 0.25),
        ],
    );
    laws::is_refused(&turned(), &('y', 0, (0, 'z')));
    laws::is_refused(&turned(), &('y', 0, (1, 'y')));
}

/// Operators to the left, an ambiguous number, and pairs, as values.
#[generator]
fn pairs() -> Token {
    frequency([
        (3, {
            let n = draw(0..=12);
            written(Token::Number(n), format!("{n}"))
        }),
        (1, {
            let left = draw(pairs());
            let right = draw(pairs());
            written(Token::Pair(Box::new(left), Box::new(right)), format!("{left}{right}"))
        }),
    ])
}

#[test]
fn values_with_ambiguous_texts() {
    let number = |n| Token::Number(n);
    let pair = |a: &Token, b: &Token| Token::Pair(Box::new(a.clone()), Box::new(b.clone()));
    // The value knows how it is put together, the text does not.
    let left = pair(&pair(&number(1), &number(2)), &number(3));
    let right = pair(&number(1), &pair(&number(2), &number(3)));
    let short = pair(&number(12), &number(3));
    for value in [&left, &right, &short] {
        assert_eq!(pairs().reflect(value).ways(), Ways::Finite(1));
        assert_eq!(pairs().print(value).as_deref(), Some("123"));
        comes_back(&pairs(), value);
    }
    let parsed = pairs().parse("123").unwrap();
    assert!([&left, &right, &short].contains(&&parsed), "{parsed:?}");
    assert!(pairs().parse("1-").is_err());
    laws::check(pairs());
}

// Text generators as generators.

#[derive(Debug, Clone, PartialEq)]
struct Record {
    name: String,
    size: usize,
    other: Option<String>,
}

#[test]
fn texts_as_parts_of_values() {
    #[generator]
    fn record() -> Record {
        let name = draw(word_of("ab"));
        let other = draw(option(word_of("x")));
        Record { size: name.len(), name, other }
    }
    laws::check(record());
    let good = Record { name: "ab".into(), size: 2, other: Some("xx".into()) };
    close(record().probability(&good), 0.125 * 0.75 * 0.5, &good);
    comes_back(&record(), &good);
    laws::is_refused(&record(), &Record { size: 1, ..good.clone() });
    laws::is_refused(&record(), &Record { name: "c".into(), ..good.clone() });
    laws::is_refused(&record(), &Record { other: Some(String::new()), ..good });

    laws::check(vec(word_of("ab"), 0..=2));
    laws::check((word_of("a"), word_of("b"), 0..=1));
    laws::check(option(nested()));
    laws::check([word_of("a"), word_of("a")]);
    laws::check(oneof((word_of("ab"), nested())));
    assert!(vec(nested(), 2).contains(&vec!["(x)".to_owned(), "x".to_owned()]));
    assert!(!vec(nested(), 2).contains(&vec!["(x)".to_owned(), "x)".to_owned()]));

    let upper = word_of("ab").convert(|word| word.to_uppercase(), |word: &String| Some(word.to_lowercase()));
    assert!(upper.contains(&"AB".to_owned()) && !upper.contains(&"ab".to_owned()));
    laws::check(upper);

    // A part that is found by looking.
    #[generator]
    fn twice() -> (String, usize) {
        let word = draw(word_of("ab").at(|whole: &(String, usize)| whole.0[..whole.0.len() / 2].to_owned()));
        (word.repeat(2), word.len())
    }
    assert!(twice().contains(&("abab".to_owned(), 2)));
    assert!(!twice().contains(&("abba".to_owned(), 2)) && !twice().contains(&("cc".to_owned(), 1)));
    laws::check(twice());

    // A string that is looked at is no text, but may have texts in it.
    #[generator]
    fn around() -> String {
        let word = draw(nested().at(|whole: &String| whole.trim_matches('"').to_owned()));
        format!("\"{word}\"")
    }
    assert!(around().contains(&"\"[x]\"".to_owned()) && !around().contains(&"\"[x\"".to_owned()));
    laws::check(around());
}

#[test]
fn choice_by_choice() {
    let text = "[(x);]".to_owned();
    let mut left: Derivative<_> = nested().derivative("square");
    assert_eq!(left.choices_now().iter().map(|choice| choice.to_string()).collect::<Vec<_>>(), ["none", "one", "more"]);
    assert!(left.contains(&text) && !left.contains(&"x".to_owned()));
    close(left.probability(&"[]".to_owned()), 1.0 / 3.0, "[]");
    for choice in ["more", "round", "leaf"] {
        left = left.derivative(choice);
        assert!(!left.is_void() && left.value_now().is_none());
    }
    assert_eq!(left.reflect(&text).next().unwrap().labels(), ["none"]);
    assert!(left.derivative("leaf").is_void());
    assert_eq!(left.derivative("none").value_now(), Some(text));
    assert!(left.all_values().take(3).all(|text| text.starts_with("[(x);")));
}

#[test]
fn completion_leaves_open_or_fixes_all() {
    for seed in 0..20 {
        assert!(nested().contains(&nested().complete(&sketch!(_), seed).unwrap()));
    }
    let given = "[(x);]".to_owned();
    assert_eq!(nested().complete(&sketch!(given.clone()), 1), Some(given.clone()));
    assert_eq!(nested().complete(&sketch!("[(x;]".to_owned()), 1), None);

    #[generator]
    fn record() -> Record {
        let name = draw(word_of("ab"));
        let other = draw(option(nested()));
        Record { size: name.len(), name, other }
    }
    for seed in 0..20 {
        let made = record().complete(&sketch!(Record { name: _, size: 2, other: Some(given.clone()) }), seed).unwrap();
        assert!(made.size == 2 && made.other.as_ref() == Some(&given) && record().contains(&made), "{made:?}");
        let made = record().complete(&sketch!(Record { name: "b".to_owned(), size: _, other: _ }), seed).unwrap();
        assert!(made.name == "b" && made.size == 1 && record().contains(&made), "{made:?}");
    }
    assert_eq!(record().complete(&sketch!(Record { name: _, size: _, other: Some("(".to_owned()) }), 1), None);

    for seed in 0..20 {
        let made = item().complete(&sketch!(Item { name: _, count: Some(2), tags: vec!['x', _], exact: true }), seed);
        let made = made.unwrap();
        assert!(made.count == Some(2) && made.tags.len() == 2 && made.tags[0] == 'x' && made.exact, "{made:?}");
        let text = item().print(&made).unwrap();
        assert_eq!(item().parse(&text), Ok(made));
    }
}

#[test]
fn bytes_and_validation() {
    for seed in 0..50 {
        for bytes in [vec![seed; usize::from(seed)], vec![255 - seed; 30]] {
            for text in nested().from_bytes(&bytes) {
                assert!(nested().contains(&text), "{text}");
                assert_eq!(nested().from_bytes(&nested().to_bytes(&text).unwrap()), Ok(text));
            }
        }
    }
    assert!(nested().validate().is_sound());
    assert!(items().validate().is_sound());
    assert!(document().validate().is_sound());
    assert!(hidden().validate().is_sound());
    assert!(circle().validate().is_sound());
}
