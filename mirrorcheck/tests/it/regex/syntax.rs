//! What patterns mean, against the crate `regex`, and where they are wrong.

use mirrorcheck::prelude::*;
use mirrorcheck::text::{Regex, try_regex};

use super::{mutated, oracle};

/// Every kind of syntax; none of these needs more of Unicode than the general categories.
#[rustfmt::skip]
const PATTERNS: &[&str] = &[
    // Characters.
    "", "a", "é", "日本", "😀", " ", "a b", "a\nb", "#", "-", "}", "]", "a&b~c",
    r"\.\+\*\?\(\)\|\[\]\{\}\^\$\#\&\-\~\\", r"\a\f\t\n\r\v", r"\%\!\/\@\_\'\ ", r"\x41\x7f", r"\xe9", r"\x{1F600}",
    r"\u00e9\u{e9}", r"\U0001F600\U{41}", ".", "(?s).", "(?R).", "(?sR).",
    // Classes.
    "[a]", "[abc]", "[a-c]", "[^a-c]", "[]a]", "[^]a]", "[-a]", "[a-]", "[--a]", "[^-]", "[a-c-e]", r"[\]\[\\^-]",
    r"[\x41-\x43]", "[é-ü]", "[😀-😂]", r"[\n\t]", "[.*+?(){}|$]", "[&]", "[a&b]", "[~-]", "[a^]",
    r"[\x{D7FF}-\x{E000}]", r"[\x{D7FF}-\x{E000}--\x{E000}]", r"[\d_]", r"[^\d_]", r"[\w-]", r"[\W\d]", r"[\s\S]",
    r"[^\S]", "[[a-c]x]", "[a[^b-y]]", "[^[^a]]", "[[[[a]]]]", "[A-[]", "[[a-c]-z]", "[a-e&&c-g]", "[a-e--c-g]",
    "[a-e~~c-g]", "[^a-e&&c-g]", "[a-z&&[^aeiou]]", "[a-e&&c-g--d]", "[a-e--c~~x]", "[a&&a]", "[a---]", "[a-c--]",
    r"[\w&&[^\d_]&&[:ascii:]]", "[[:alnum:]]", "[[:alpha:]]", "[[:ascii:]]", "[[:blank:]]", "[[:cntrl:]]",
    "[[:digit:]]", "[[:graph:]]", "[[:lower:]]", "[[:print:]]", "[[:punct:]]", "[[:space:]]", "[[:upper:]]",
    "[[:word:]]", "[[:xdigit:]]", "[[:^alpha:]]", "[[:alpha:][:digit:]_]", "[[:foo:]]", "[:alpha:]", r"\d", r"\D",
    r"\w", r"\W", r"\s", r"\S", r"\pL", r"\PL", r"\p{Lu}", r"\P{Lu}", r"\p{Letter}", r"\p{uppercase letter}",
    r"\p{Is_Lu}", r"\p{gc=Lu}", r"\p{gc:Lu}", r"\p{gc!=Lu}", r"\P{gc!=Lu}", r"\p{General_Category=Nd}", r"\p{Any}",
    r"\p{ASCII}", r"\P{ASCII}", r"\p{Assigned}", r"\PC", r"\p{cf}", r"\p{Sc}", r"\p{LC}", r"\p{Cased_Letter}",
    r"\p{punct}", r"\p{digit}", r"\p{cntrl}", r"\p{Combining_Mark}", r"\p{White_Space}", r"[\p{L}--\p{Lu}]",
    r"[^\p{L}\p{N}]",
    // Without regard to case, where ASCII is enough to know.
    "(?i)a", "(?i)k", "(?i)S", "(?i)K9-s", "(?i)[a-z]", "(?i)[k]", "(?i)[^k]", "(?i)[r-t]", r"(?i)\x{212A}",
    r"(?i)[\x{17F}]", "(?i)日1", "(?i)[^a-z]", r"(?i)[\w.-]", r"(?i)[^\w]", r"(?i)\d\s\w", "(?i)[[:upper:]]",
    "(?i)[[:^upper:]]", r"(?i)\PC", r"(?i)[a-z&&[^K]]", r"(?i)[a-z--k]", r"(?i)[^\d]", "(?i:a)b",
    "a(?i)b|c", "(?i)a(?-i)b", "((?i)a)b", "(?i-u)k", "(?i-u)[j-l]", "(?i-u)é",
    // ASCII only.
    r"(?-u)\d\w\s", "(?-u)[a-c]", r"(?-u)\x41[\x42]", "(?-u)é", "(?-u:a).", "(?-u)[[:alpha:]&&[b-d]--c]|x",
    // Groups, alternatives, repetitions.
    "(a)", "(?:a|b)", "(?P<n>a)", "(?<n.1[x]>a)", "()", "(|a)", "a||b", "a|", "(a|()|b)", "((a)|(?:b))c",
    "cat|car|dog", "a*", "a+", "a?", "a*?", "a+?", "a??", "a{3}", "a{2,}", "a{2,4}", "a{2,4}?", "a{0}", "a{1}",
    "a{0,1}", "a{ 2 , 3 }", "a**", "a{2}{2}", "(a{1,2}){1,2}", "(a?)*", "(a*b?)+c", "(ab|c)*d", "[ab]{2}c?",
    "(?U)a*b+?", r"a\{2}", "a{2}}",
    // Whitespace and comments.
    "(?x) a b # c\n d\n", "(?x: a ) b", "(?x)(?-x: a) b", "(?x)[ a b - c ]", "(?x)[ ^ a ]", r"(?x)\x 4 1",
    r"(?x)\x{ 4 1 } b", "(?x)a {2} ? b", "(?x)a { 2 , 3 }", r"(?x)\  a\#", "(?x)( ?:a b)", r"(?x)\p { L u }",
    "(?x)a#(\n|b\n", "(?x)[a#]\n]",
    // At the edges.
    "^a$", r"\Aa\z", "^^a$$", "(^a|^b)$", "(^)a", "()^a", "(?m)^a$", "(^a)?", r"^a$|\Ab\z|(^c)?$", "(?i)^a",
];

/// Patterns that need the tables of regex-syntax.
#[cfg(feature = "unicode")]
#[rustfmt::skip]
const UNICODE: &[&str] = &[
    r"\p{Greek}{1,3}", r"\P{Greek}", r"\p{sc=Greek}", r"\p{scx!=Greek}", r"\p{Alphabetic}", r"\p{Age=6.0}",
    r"[\p{Lu}--\p{Latin}]", "(?i)straße", "(?i)é", "(?i)[é-ê]", "(?i)[^é]", "(?i)Ⅷ", "(?i)ⓐ", "(?i)\u{345}",
    "(?i)ĸ", r"(?i)\pL", r"(?i)\p{Lu}", r"(?i)\P{Lu}", r"(?i)[é&&É]", r"(?i)\p{Greek}",
];

/// Samples match, and what is next to them is inside or outside as the other reader says.
#[track_caller]
fn agrees(pattern: &str, regex: &Regex, count: usize) {
    let matches = oracle(pattern);
    for text in regex.samples(1).take(count) {
        assert!(matches(&text), "{pattern} made {text:?}");
    }
    for text in mutated(regex.clone()).samples(2).take(count) {
        assert_eq!(regex.try_contains(&text), Ok(matches(&text)), "{pattern} on {text:?}");
    }
    for text in
        ["", "a", "K", "k", "\u{212a}", "s", "ſ", "é", "É", "1", "٣", "_", "-", " ", "\u{85}", "\n", "\r", "日", "😀"]
    {
        assert_eq!(regex.try_contains(&text.to_owned()), Ok(matches(text)), "{pattern} on {text:?}");
    }
}

#[test]
fn patterns_mean_what_another_reader_says() {
    for pattern in PATTERNS {
        agrees(pattern, &regex(pattern), 30);
    }
}

#[cfg(feature = "unicode")]
#[test]
fn tables_of_unicode_are_asked() {
    for pattern in UNICODE {
        agrees(pattern, &regex(pattern), 30);
    }
}

#[cfg(not(feature = "unicode"))]
#[test]
fn what_needs_tables_names_the_feature() {
    for (pattern, expected) in [
        (r"a\p{Greek}", r"line 1, column 2: `\p{Greek}` needs the feature `unicode` of mirrorcheck"),
        (r"[a\P{ sc = Greek }]", r"line 1, column 3: `\P{ sc = Greek }` needs the feature `unicode` of mirrorcheck"),
        ("(?i)straße", "line 1, column 9: `(?i)` on a letter beyond ASCII needs the feature `unicode` of mirrorcheck"),
        ("(?i)[a-zé]", "line 1, column 5: `(?i)` on a letter beyond ASCII needs the feature `unicode` of mirrorcheck"),
    ] {
        assert_eq!(try_regex(pattern).unwrap_err().to_string(), expected);
    }
}

/// Pieces that patterns are put together from at random. Most of what comes out is wrong.
#[rustfmt::skip]
const PIECES: &[&str] = &[
    "a", "b", "é", "k", "S", "1", "(", ")", ")", "(?:", "(?i)", "(?i:", "(?-i:", "(?x)", "(?x: ", "(?s)", "(?P<n>",
    "|", "*", "+", "?", "??", "{2}", "{1,2}", "{0,}", "{,2}", "{", "}", "[", "[^", "]", "]", "-", "--", "&&", "~~",
    "a-c", "b-z", "[:alpha:]", "[:^digit:]", r"\d", r"\W", r"\s", r"\w", r"\pL", r"\p{Lu}", r"\P{Nd}", r"\p{Greek}",
    r"\x41", r"\x{e9}", r"\u0041", r"\n", r"\.", r"\b", r"\A", r"\z", ".", "^", "$", " ", "#", "\n", "(?-u)",
    "(?-u:", "x", "[a-z]", "[^k]", ",", ":", "<", "=", "!", "\\", "P", "U", "R",
];

/// What other readers take, and a generator does not.
const REFUSED: &[&str] =
    &["can only stand", "depends on the characters", "matches nothing", "needs the feature", "no text"];

#[test]
fn random_patterns_mean_what_another_reader_says() {
    let mut accepted = 0;
    for pattern in vec(element_of(PIECES), 1..=8).samples(3).take(3_000) {
        let pattern = pattern.concat();
        let is_right = ::regex::Regex::new(&pattern).is_ok();
        match try_regex(&pattern) {
            Ok(regex) => {
                assert!(is_right, "{pattern:?} is taken");
                accepted += 1;
                // A comment or a space at the end could take a part of what is put around a pattern.
                if !pattern.contains("(?x") {
                    agrees(&pattern, &regex, 5);
                }
            }
            Err(error) if is_right => {
                let message = error.to_string();
                assert!(REFUSED.iter().any(|reason| message.contains(reason)), "{pattern:?} is refused: {message}");
            }
            Err(_) => {}
        }
    }
    assert!(accepted > 500, "{accepted} are too few to tell");
}

/// Each with one thing wrong in it, so that there is one place to point at.
#[rustfmt::skip]
const WRONG: &[&str] = &[
    "é(", "a(b", "(a|b", "(?", "(?:", "a)", "a|b)", "*", "a|*", "(+)", "(?i)?", "{2}", "é{", "a{2", "a{2,", "a{2,3",
    "a{2x}", "a{}", "a{x}", "a{,2}", "a{2,x}", "a{99999999999}", "a{2,1}", "(?)", "(?-)", "(?i-)", "(?ii)",
    "(?i--s)", "(?i-i)", "(?z)", "(?i", "(?P<n", "(?P<", "(?P<>a)", "(?P<1>a)", "(?P<n!>a)", "(?P<n>a)(?P<n>b)",
    "(?P=n)", "(?=a)", "(?!a)", "(?<=a)", "(?<!a)", "[a", "[", "[^", "[]", "[-", "é[[a]", "[a&&", "[a-", "[b-a]",
    r"[a-\d]", r"[\d-a]", r"[\b]", r"[\A]", r"a\", r"\x", r"\x4", r"\xG0", r"\x{", r"\x{}", r"\x{4", r"\x{4G}",
    r"\x{110000}", r"\uD800", r"\0", r"\1", r"\8", r"\e", r"\é", r"\p", r"\p{", r"\p{L", r"\p\d", "(?x)\n a\n (",
];

#[test]
fn errors_point_where_another_reader_does() {
    for pattern in WRONG {
        let error = try_regex(pattern).unwrap_err();
        let other = regex_syntax::ast::parse::Parser::new().parse(pattern).unwrap_err();
        let start = other.span().start;
        assert_eq!((error.line, error.column), (start.line, start.column), "{pattern}: {error}, {other}");
    }
}

#[test]
fn nesting_has_the_same_limit() {
    for count in [60, 61, 62, 63, 83, 84, 124, 125, 126, 249, 250, 251, 300, 100_000] {
        for (open, middle, close) in [
            ("(", "a", ")"),
            ("(a|b", "", ")"),
            ("(c|", "", ")"),
            ("", "a", "?"),
            ("[", "a", "]"),
            ("(a", "", ")*"),
            ("(", "[a]", ")"),
        ] {
            let pattern = format!("{}{middle}{}", open.repeat(count), close.repeat(count));
            let expected = regex_syntax::ast::parse::Parser::new().parse(&pattern).is_ok();
            match try_regex(&pattern) {
                Ok(_) => assert!(expected, "{count} times {open}{close} are taken"),
                Err(error) => {
                    let message = error.to_string();
                    assert!(!expected || message.contains("too long"), "{count} times {open}{close}: {message}");
                    assert!(message.contains("nested more than 250") || expected, "{message}");
                }
            }
        }
        assert!(try_regex(&"(".repeat(count)).is_err());
        assert!(try_regex(&"[".repeat(count)).is_err());
    }
}
