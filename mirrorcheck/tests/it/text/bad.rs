//! Bad texts and bad grammars: an error that names the place, never a hang, an overflow or a wrong answer.

use mirrorcheck::OutOfFuel;
use mirrorcheck::choices::{Outcome, Ways};
use mirrorcheck::prelude::*;
use mirrorcheck::text::ParseError;
use mirrorcheck::text::{Text, chars, literal, many, separated};

/// Deep enough that whatever runs once for each level on the stack of a test thread overflows, and whatever doubles or
/// squares the work with each level does not come to an end.
const DEPTH: usize = 20_000;

// A grammar that is written with care, and the one that a careless person writes.

#[generator]
fn json() -> String {
    let before = draw(blank());
    let value = draw(value());
    let after = draw(blank());
    format!("{before}{value}{after}")
}

#[generator]
fn blank() -> String {
    draw(many(chars(" \n\r\t"), 0..))
}

#[generator]
fn value() -> String {
    labeled([
        ("null", "null"),
        ("true", "true"),
        ("false", "false"),
        ("number", draw(number())),
        ("string", draw(string())),
        ("array", {
            let items = draw(separated(json(), ",", 1..));
            format!("[{items}]")
        }),
        ("empty array", {
            let inside = draw(blank());
            format!("[{inside}]")
        }),
        ("object", {
            let members = draw(separated(member(), ",", 1..));
            format!("{{{members}}}")
        }),
        ("empty object", {
            let inside = draw(blank());
            format!("{{{inside}}}")
        }),
    ])
}

#[generator]
fn member() -> String {
    let before = draw(blank());
    let name = draw(string());
    let after = draw(blank());
    let value = draw(json());
    format!("{before}{name}{after}:{value}")
}

#[generator]
fn number() -> String {
    let sign = draw(option(literal("-")));
    let whole = draw(whole());
    let fraction = draw(option((literal("."), many('0'..='9', 1..))));
    let exponent = draw(option((chars("eE"), option(chars("+\\-")), many('0'..='9', 1..))));
    format!("{sign}{whole}{fraction}{exponent}")
}

#[generator]
fn whole() -> String {
    oneof(["0", {
        let first = draw('1'..='9');
        let rest = draw(many('0'..='9', 0..));
        format!("{first}{rest}")
    }])
}

#[generator]
fn string() -> String {
    let inside = draw(many(character(), 0..));
    format!("\"{inside}\"")
}

#[generator]
fn character() -> String {
    labeled([
        ("plain", {
            let c = draw(chars("^\"\\\\\u{0}-\u{1f}"));
            format!("{c}")
        }),
        ("escaped", {
            let c = draw(chars("\"\\\\/bfnrt"));
            format!("\\{c}")
        }),
        ("code", {
            let code = draw(many(chars("0-9a-fA-F"), 4));
            format!("\\u{code}")
        }),
    ])
}

mod naive {
    use mirrorcheck::prelude::*;
    use mirrorcheck::text::chars;

    #[generator]
    pub(super) fn value() -> String {
        labeled([
            ("false", "false"),
            ("string", draw(string())),
            ("array", draw(array())),
            ("number", draw(number())),
            ("object", draw(object())),
        ])
    }

    #[generator]
    fn object() -> String {
        labeled([
            ("empty", "{}"),
            ("members", {
                let members = draw(members());
                format!("{{{members}}}")
            }),
        ])
    }

    #[generator]
    fn members() -> String {
        labeled([
            ("pair", draw(pair())),
            ("pairs", {
                let first = draw(pair());
                let rest = draw(members());
                format!("{first},{rest}")
            }),
        ])
    }

    #[generator]
    fn pair() -> String {
        let name = draw(string());
        let value = draw(value());
        format!("{name}:{value}")
    }

    #[generator]
    fn array() -> String {
        labeled([
            ("empty", "[]"),
            ("elements", {
                let elements = draw(elements());
                format!("[{elements}]")
            }),
        ])
    }

    #[generator]
    fn elements() -> String {
        labeled([
            ("value", draw(value())),
            ("values", {
                let first = draw(value());
                let rest = draw(elements());
                format!("{first},{rest}")
            }),
        ])
    }

    #[generator]
    fn string() -> String {
        labeled([
            ("empty", "\"\""),
            ("letters", {
                let letters = draw(letters());
                format!("\"{letters}\"")
            }),
        ])
    }

    #[generator]
    fn letters() -> String {
        labeled([
            ("letter", {
                let c = draw(chars("a-zA-Z0-9"));
                format!("{c}")
            }),
            ("letters", {
                let c = draw(chars("a-zA-Z0-9"));
                let rest = draw(letters());
                format!("{c}{rest}")
            }),
        ])
    }

    #[generator]
    fn number() -> String {
        labeled([
            ("whole", draw(digits())),
            ("fraction", {
                let whole = draw(digits());
                let fraction = draw(digits());
                format!("{whole}.{fraction}")
            }),
        ])
    }

    #[generator]
    fn digits() -> String {
        labeled([
            ("digit", {
                let d = draw('0'..='9');
                format!("{d}")
            }),
            ("digits", {
                let d = draw('0'..='9');
                let rest = draw(digits());
                format!("{d}{rest}")
            }),
        ])
    }
}

/// The stack that a test thread has, whoever runs the test.
fn on_a_small_stack(body: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(body).expect("a thread");
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

fn error<G: Text>(generator: &G, text: &str) -> ParseError {
    match generator.parse(text) {
        Ok(_) => panic!("{text:?} is read"),
        Err(error) => error,
    }
}

// Truncated texts.

const DOCUMENT: &str = " {\"a\\u00e9\": [1, -2.5e+3, [], {}], \"größe\": {\"x\" : null}, \"\" : [ true , \"\\n\" ]} ";

#[test]
fn truncated_at_every_place() {
    assert!(json().contains(&DOCUMENT.to_owned()));
    let end = DOCUMENT.trim_end().len();
    for at in (0..end).filter(|at| DOCUMENT.is_char_boundary(*at)) {
        let text = DOCUMENT[..at].to_owned();
        assert_eq!(json().try_contains(&text), Ok(false), "{text}");
        assert_eq!(json().probability(&text), 0.0, "{text}");
        assert_eq!(json().reflect(&text).ways(), Ways::Finite(0), "{text}");
        let error = error(&json(), &text);
        // A word that has begun is not there yet.
        let word = text.len() - text.trim_end_matches(|c: char| c.is_ascii_lowercase()).len();
        let word =
            if ["n", "nu", "nul", "t", "tr", "tru"].iter().any(|start| text.ends_with(start)) { word } else { 0 };
        let word = if text.ends_with("\\n") { 0 } else { word };
        assert_eq!((error.offset, error.line), (at - word, 1), "{text}: {error}");
        assert_eq!(error.found.is_none(), word == 0, "{text}: {error}");
        assert_eq!(error.column, text[..error.offset].chars().count() + 1, "{text}: {error}");
        assert!(!error.expected.is_empty(), "{text}: {error}");
    }
    // In the middle of a character.
    let half = DOCUMENT.find('ö').unwrap() + 1;
    let error = json().parse_bytes(&DOCUMENT.as_bytes()[..half]).unwrap_err();
    assert_eq!(error.offset, half - 1);
}

/// What an error says, without the place in the text that it shows.
#[track_caller]
fn says<G: Text>(generator: &G, text: &str, expected: &str) {
    let error = error(generator, text).to_string();
    assert_eq!(error.lines().next(), Some(expected), "{text:?}");
}

#[test]
fn errors_say_what_was_expected_where() {
    assert_eq!(
        error(&json(), "[1,\n 2,\n tru]").to_string(),
        "line 3, column 2: expected [ \\n\\r\\t] or value, found `t` in json › value › json\n tru]\n ^"
    );
    says(
        &json(),
        "[1, 2",
        "line 1, column 6: expected '0'..='9', `.`, [eE], blank, `]` or `,`, found the end of the text in json › value",
    );
    says(
        &json(),
        "{\"a\" 1}",
        "line 1, column 6: expected `:` or [ \\n\\r\\t], found `1` in json › value › member › blank",
    );
    let deep = "{\"a\":{\"b\":{\"c\":[[[{\"d\":?}]]]}}}";
    let rules = "json › value › member › … › value › json › value › member";
    says(&json(), deep, &format!("line 1, column 24: expected json, found `?` in {rules}"));
    assert_eq!(error(&json(), deep).rules.len(), 18);
    let code = "line 1, column 7: expected [0-9a-fA-F], found `g` in json › value › json › value › string › character";
    says(&json(), "[\"\\u00g0\"]", code);
    says(&naive::value(), "[false,]", "line 1, column 8: expected elements, found `]` in value › array › elements");
    let digits = "line 1, column 4: expected digits, found `]` in value › array › elements › value › number";
    says(&naive::value(), "[1.]", digits);
}

// Texts of all kinds.

#[test]
fn bytes_that_are_not_utf_8() {
    let bytes = |bytes: &[u8]| json().parse_bytes(bytes).unwrap_err();
    assert_eq!(bytes(b"\xff").to_string(), "line 1, column 1: the byte 0xFF is not UTF-8\n\n^");
    let second_line = "line 2, column 4: the byte 0xC3 is not UTF-8\n \"a\n   ^";
    assert_eq!(bytes(b"[1,\n \"a\xc3\"]").to_string(), second_line);
    // Not the shortest form, half a pair, more than there is.
    for wrong in [&b"\"\xc0\xaf\""[..], b"\"\xed\xa0\x80\"", b"\"\xf5\x80\x80\x80\"", b"\"\x80\""] {
        let error = bytes(wrong);
        assert_eq!((error.offset, error.line, error.column), (1, 1, 2), "{error}");
        assert!(error.to_string().contains(&format!("the byte 0x{:02X} is not UTF-8", wrong[1])), "{error}");
    }
    assert_eq!(json().parse_bytes("\"é\"".as_bytes()), Ok("\"é\"".to_owned()));
    // The byte order mark is a character like others, which this grammar does not have.
    let error = bytes(b"\xef\xbb\xbf[]");
    assert_eq!((error.offset, error.column, error.found), (0, 1, Some('\u{feff}')), "{error}");
    assert!(error.to_string().contains("found `\\u{feff}`"), "{error}");
}

/// Lines with a name each.
#[generator]
fn lines() -> String {
    draw(separated(line(), "\r\n", 1..))
}

#[generator]
fn line() -> String {
    draw(many(chars("^\r\n;"), 0..))
}

#[test]
fn characters_of_all_kinds() {
    let odd = ["\0", "\u{feff}", "e\u{301}", "👩‍👩‍👧", "\u{202e}x", "\u{10ffff}", "\u{fffd}", "ﷺ", "\t"];
    for c in odd {
        let text = format!("a{c}\r\n{c}{c}");
        assert_eq!(lines().parse(&text).as_ref(), Ok(&text));
        let choices = lines().reflect_first(&text).unwrap().unwrap();
        assert_eq!(choices.to_string().parse::<Choices>().as_ref(), Ok(&choices));
        assert_eq!(lines().replay(&choices), Ok(text));
        let wrong = format!("a\r\nb{c};x");
        let error = error(&lines(), &wrong);
        assert_eq!((error.offset, error.line, error.column), (4 + c.len(), 2, 2 + c.chars().count()), "{error}");
        assert_eq!(error.found, Some(';'), "{error}");
        assert!(!error.to_string().contains('\0'), "{error:?}");
    }
    assert_eq!(lines().parse(""), Ok(String::new()));
    let expected = "expected [^\\r\\n;], the end or `\\r\\n`";
    says(&lines(), "a\nb", &format!("line 1, column 2: {expected}, found `\\n` in lines"));
    says(&lines(), "a\r", &format!("line 1, column 2: {expected}, found `\\r` in lines"));
    let second = error(&lines(), "größe\r\nα;β").to_string();
    assert_eq!(second, format!("line 2, column 2: {expected}, found `;` in lines\nα;β\n ^"));
    let long = format!("{};{}", "x".repeat(200), "y".repeat(200));
    let shown = format!("{};{}\n{}^", "x".repeat(60), "y".repeat(59), " ".repeat(60));
    assert_eq!(
        error(&lines(), &long).to_string(),
        format!("line 1, column 201: {expected}, found `;` in lines\n{shown}")
    );
}

#[test]
fn a_string_of_a_million_characters() {
    let text = format!("[\"{}\", \"{}\"]", "x".repeat(1_000_000), "é".repeat(1_000));
    assert_eq!(json().try_contains(&text), Ok(true));
    let cut = &text[..40_000];
    assert_eq!(json().try_contains(&cut.to_owned()), Ok(false));
    let error = error(&json(), cut);
    assert_eq!((error.offset, error.column, error.found), (40_000, 40_001, None));
    assert!(error.to_string().len() < 1_000, "{error}");
}

// Deep texts.

fn is_deep<G: Text<Value = String> + Clone>(generator: G) {
    let text =
        |depth, between: &str, after: &str| format!("{}{between}{}{after}", "[".repeat(depth), "]".repeat(depth));
    let matched = text(DEPTH, "", "");
    assert_eq!(generator.parse(&matched).as_ref(), Ok(&matched));
    let choices = generator.reflect_first(&matched).unwrap().unwrap();
    assert_eq!(generator.replay(&choices).as_ref(), Ok(&matched));
    for (text, at) in [
        ("[".repeat(DEPTH), DEPTH),
        (text(DEPTH, "x", ""), DEPTH),
        (text(DEPTH / 50, "", "]"), DEPTH / 25),
        (text(DEPTH / 50, "}", ""), DEPTH / 50),
        (text(DEPTH / 50, "[", ""), DEPTH / 25 + 1),
    ] {
        let error = error(&generator, &text);
        assert_eq!((error.offset, error.line, error.column), (at, 1, at + 1));
        assert_eq!(error.found, text[at..].chars().next());
        assert!(error.to_string().len() < 1_000, "{error}");
    }
    // All ways, where each level could be more than one.
    assert_eq!(generator.reflect(&text(DEPTH / 10, "", "")).ways(), Ways::Finite(1));
    assert_eq!(generator.reflect(&text(DEPTH / 50, "x", "")).ways(), Ways::Finite(0));
}

#[test]
fn deep_texts_in_a_grammar_written_with_care() {
    on_a_small_stack(|| is_deep(json()));
}

#[test]
fn a_hundred_thousand_open_brackets() {
    on_a_small_stack(|| {
        let (open, close) = ("[".repeat(100_000), "]".repeat(100_000));
        let error = error(&json(), &open);
        assert_eq!((error.offset, error.found), (100_000, None));
        for text in [format!("{open}{close}"), format!("{open}x{close}")] {
            let is_right = !text.contains('x');
            assert_eq!(json().try_contains(&text), Ok(is_right));
            assert_eq!(naive::value().try_contains(&text), Ok(is_right));
        }
    });
}

/// What is fixed goes deep, and the hole has to come all the way back.
#[test]
fn a_deep_text_with_a_hole() {
    #[generator]
    fn nested() -> String {
        labeled([
            ("x", "x"),
            ("in", {
                let inside = draw(nested());
                format!("[{inside}]")
            }),
        ])
    }
    on_a_small_stack(|| {
        let made = nested().complete(&sketch!(format!("{}x{}", "[".repeat(2_000), _)), 1);
        assert_eq!(made, Some("[".repeat(2_000) + "x" + &"]".repeat(2_000)));
    });
}

#[test]
fn deep_texts_in_a_careless_grammar() {
    on_a_small_stack(|| is_deep(naive::value()));
}

// Grammars that have no text, or no end.

#[generator]
fn itself() -> String {
    let x = draw(itself());
    format!("{x}")
}

#[generator]
fn as_a_whole() -> String {
    draw(as_a_whole())
}

#[generator]
fn in_brackets() -> String {
    let x = draw(in_brackets());
    format!("({x})")
}

#[generator]
fn after_a_letter() -> String {
    let c = draw('a'..='b');
    let x = draw(after_a_letter());
    format!("{c}{x}")
}

#[generator]
fn before_a_letter() -> String {
    let x = draw(before_a_letter());
    let c = draw('a'..='b');
    format!("{x}{c}")
}

#[generator]
fn egg() -> String {
    let x = draw(chicken());
    format!("{x}")
}

#[generator]
fn chicken() -> String {
    let x = draw(option(literal(" ")));
    let y = draw(egg());
    format!("{x}{y}")
}

#[generator]
fn nothing() -> String {
    assume(false);
    "x"
}

#[generator]
fn growing(n: u64) -> String {
    let x = draw(growing(n + 1));
    format!("{x}")
}

fn makes_nothing<G: Text<Value = String> + Clone>(generator: G) {
    for text in ["", "x", "a", "ab", "(", "((", "()", "(x)", " ", &"(".repeat(10_000), &"ab".repeat(10_000)] {
        let owned = text.to_owned();
        assert_eq!(generator.try_contains(&owned), Ok(false));
        assert_eq!(generator.reflect_first(&owned), Ok(None));
        assert_eq!(generator.reflect(&owned).ways(), Ways::Finite(0));
        assert_eq!(generator.reflect(&owned).outcome(), Outcome::Complete);
        assert_eq!(generator.probability(&owned), 0.0);
        assert_eq!(generator.to_bytes(&owned), None);
        assert_eq!(generator.print(&owned), None);
        assert!(generator.why_not(&owned).is_some());
        let error = error(&generator, text);
        assert!(error.offset <= text.len() && !error.to_string().is_empty(), "{error}");
    }
    assert!(generator.from_bytes(&[1, 2, 3]).is_err());
    assert_eq!(generator.complete(&sketch!("x".to_owned()), 0), None);
}

#[test]
fn grammars_without_end_make_nothing() {
    on_a_small_stack(|| {
        makes_nothing(itself());
        makes_nothing(as_a_whole());
        makes_nothing(in_brackets());
        makes_nothing(after_a_letter());
        makes_nothing(before_a_letter());
        makes_nothing(egg());
        makes_nothing(chicken());
        makes_nothing(nothing());
        let error = in_brackets().try_sample(0).unwrap_err().to_string();
        assert_eq!(error, "the generator made nothing in 1 attempt: it recurses forever");
        assert_eq!(itself().all_values().next(), None);
    });
}

#[test]
fn a_grammar_with_ever_other_arguments_is_given_up() {
    on_a_small_stack(|| {
        assert_eq!(growing(0).try_contains(&"x".to_owned()), Err(OutOfFuel));
        assert_eq!(growing(0).reflect(&"x".to_owned()).outcome(), Outcome::OutOfFuel);
        assert!(growing(0).probability(&String::new()).is_nan());
        let error = error(&growing(0), "x").to_string();
        assert_eq!(error, "line 1, column 1: not all ways to read it were tried\nx\n^");
    });
}

/// Where one way is endless and another is not, there are texts.
#[test]
fn an_endless_way_does_not_hide_the_others() {
    #[generator]
    fn some() -> String {
        labeled([
            ("endless", draw(itself())),
            ("empty", ""),
            ("brackets", draw(in_brackets())),
            ("x", {
                let before = draw(some());
                format!("{before}x")
            }),
        ])
    }
    for text in ["", "x", "xxxxx"] {
        let text = text.to_owned();
        assert!(some().contains(&text));
        assert_eq!(some().reflect(&text).ways(), Ways::Finite(1), "{text}");
        assert_eq!(some().parse(&text).as_ref(), Ok(&text));
    }
    assert!(!some().contains(&"(x)".to_owned()) && some().parse("(x)").is_err());
}

#[test]
fn an_empty_rule_is_one_text() {
    #[generator]
    fn empty() -> String {
        String::new()
    }
    #[generator]
    fn much_of_it() -> String {
        let a = draw(many(empty(), ..));
        let b = draw(separated(empty(), "", 3..));
        let c = draw(option(empty()));
        format!("{a}{b}{c}")
    }
    assert_eq!(empty().parse(""), Ok(String::new()));
    assert_eq!(error(&empty(), "x").to_string(), "line 1, column 1: expected the end, found `x`\nx\n^");
    assert_eq!(much_of_it().reflect(&String::new()).ways(), Ways::Infinite);
    assert_eq!(much_of_it().parse(""), Ok(String::new()));
    assert!(much_of_it().parse("x").is_err());

    // No number of pieces is in this range.
    #[generator]
    fn none() -> String {
        draw(many('a'..='z', 3..=1))
    }
    makes_nothing(none());
}

// What looks as if it took for ever.

#[generator]
fn two_ways() -> String {
    let all = draw(many(oneof([literal("a"), literal("a")]), 0..));
    format!("{all}b")
}

#[generator]
fn nested_repetition() -> String {
    draw(many(some_of_them(), 0..))
}

#[generator]
fn some_of_them() -> String {
    draw(many(literal("a"), 1..))
}

#[generator]
fn optional_tails(n: u32) -> String {
    if n == 0 {
        return "";
    }
    let first = draw(option(literal("a")));
    let rest = draw(optional_tails(n - 1));
    format!("{first}{rest}")
}

/// Each level is tried twice for each that is around it, unless somebody remembers.
#[generator]
fn alike() -> String {
    oneof([
        "x",
        {
            let inner = draw(alike());
            format!("({inner})+")
        },
        {
            let inner = draw(alike());
            format!("({inner})-")
        },
        {
            let inner = draw(alike());
            format!("({inner})")
        },
    ])
}

#[generator]
fn sums() -> String {
    oneof(["1", {
        let left = draw(sums());
        let right = draw(sums());
        format!("{left}+{right}")
    }])
}

#[test]
fn what_has_very_many_ways_is_fast() {
    let long = "a".repeat(20_000);
    assert!(two_ways().contains(&format!("{long}b")) && !two_ways().contains(&long));
    assert!(!two_ways().contains(&format!("{long}bb")));
    assert_eq!(error(&two_ways(), &long).offset, long.len());
    // Two for each letter.
    assert_eq!(two_ways().reflect(&format!("{}b", "a".repeat(100))).ways(), Ways::Finite(1 << 100));

    let some = "a".repeat(100);
    assert!(nested_repetition().contains(&some) && !nested_repetition().contains(&format!("{some}b")));
    assert_eq!(error(&nested_repetition(), &format!("{some}b")).offset, 100);
    // Each gap is a cut or none.
    assert_eq!(nested_repetition().reflect(&some).ways(), Ways::Finite(1 << 99));

    assert!(optional_tails(60).contains(&"a".repeat(30)) && !optional_tails(60).contains(&"a".repeat(61)));
    assert!(!optional_tails(60).contains(&("a".repeat(30) + "b")));
    // 30 out of 60.
    assert_eq!(optional_tails(60).reflect(&"a".repeat(30)).ways(), Ways::Finite(118_264_581_564_861_424));

    let sum = vec!["1"; 60].join("+");
    assert!(sums().contains(&sum) && !sums().contains(&(sum.clone() + "+")) && !sums().contains(&(sum + "1")));
}

#[test]
fn what_is_found_out_at_the_end_of_each_level_is_fast() {
    on_a_small_stack(|| {
        let (open, close) = ("(".repeat(2_000), ")".repeat(2_000));
        let matched = format!("{open}x{close}");
        assert!(alike().contains(&matched));
        assert_eq!(alike().reflect(&matched).ways(), Ways::Finite(1));
        assert!(alike().contains(&format!("{open}x{}", ")-".repeat(2_000))));
        for (text, at) in [
            (format!("{open}y{close}"), 2_000),
            (format!("{open}x{close})"), 4_001),
            (format!("{open}x{}", &close[1..]), 4_000),
            (format!("{open}x{}*", &close[1..]), 4_000),
        ] {
            assert!(!alike().contains(&text));
            assert_eq!(error(&alike(), &text).offset, at);
        }
    });
}
