//! Literals, formats, pieces, and what is computed with them.

use mirrorcheck::prelude::*;
use mirrorcheck::text::many;

use super::{makes, makes_evenly, refuses};

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
        format!("{n}/{}/{x}/{1}{}", c, "end", x = 2 + 3),
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

    // What is computed may have any format.
    #[generator]
    fn computed_formats() -> String {
        let n = draw(9..=10);
        let width = 4;
        format!("{n}{:>3}{:<width$}{:^width$}{x:#06b}|{n:>width$}{:?}", n + 1, n, 'c', "q", x = n * 2)
    }
    let texts: Vec<String> = [9, 10]
        .map(|n| {
            let width = 4;
            format!("{n}{:>3}{:<width$}{:^width$}{x:#06b}|{n:>width$}{:?}", n + 1, n, 'c', "q", x = n * 2)
        })
        .to_vec();
    makes_evenly(&computed_formats(), &texts.iter().map(String::as_str).collect::<Vec<_>>());

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
