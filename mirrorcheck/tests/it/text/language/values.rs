//! Values with their text.

use mirrorcheck::choices::Ways;
use mirrorcheck::prelude::*;
use mirrorcheck::text::{many, separated};

use super::{close, comes_back, reads, refuses, word_of, writes, writes_one};
use crate::laws;

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
pub(super) struct Item {
    pub(super) name: String,
    pub(super) count: Option<u8>,
    pub(super) tags: Vec<char>,
    pub(super) exact: bool,
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
pub(super) fn item() -> Item {
    let name = draw(word_of("ab"));
    let count = draw(option(count()));
    let tags = draw(separated('x'..='y', ",", 0..=2));
    let exact = draw(is_exact());
    written(Item { name, count, tags, exact }, format!("{name}{count}[{tags}]{exact}"))
}

#[generator]
pub(super) fn items() -> Vec<Item> {
    let items = draw(separated(item(), "; ", 0..));
    written(items, format!("{{{items}}}"))
}

/// A value as a piece of a text.
#[generator]
pub(super) fn document() -> String {
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
        if draw_sign() {
            unreachable!()
        } else {
            let n = draw(-1..=1);
            written(Token::Both(w, n), format!("{w}{n:+}"))
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
