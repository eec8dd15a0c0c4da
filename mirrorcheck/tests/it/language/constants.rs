//! Literals and constants in a result.

use mirrorcheck::prelude::*;

use super::{makes, refuses};

#[derive(Debug, Clone, PartialEq)]
struct Point {
    x: i8,
    y: i8,
}

const LIMIT: u16 = 500;

impl Point {
    const ORIGIN: Point = Point { x: 0, y: 0 };
}

#[test]
fn literals() {
    #[generator]
    fn numbers() -> (i64, u8, f32) {
        oneof([(-5, 0x1F, 1.5), (1_000, b'a', -0.25)])
    }
    makes(&numbers(), &[(-5, 31, 1.5), (1_000, 97, -0.25)]);
    refuses(&numbers(), &[(5, 31, 1.5), (-5, 97, 1.5), (1_000, 97, 0.25)]);

    #[generator]
    fn others() -> (char, bool, &'static str) {
        oneof([('a', true, "yes"), ('\n', false, "no")])
    }
    makes(&others(), &[('a', true, "yes"), ('\n', false, "no")]);
    refuses(&others(), &[('a', true, "no"), ('b', true, "yes"), ('\n', true, "no")]);
}

#[test]
fn a_literal_is_the_whole_result() {
    #[generator]
    fn number() -> i32 {
        frequency([(1, -1), (3, 7)])
    }
    makes(&number(), &[-1, 7]);
    refuses(&number(), &[1]);
    assert_eq!(number().probability(&7), 0.75);

    #[generator]
    fn letter() -> char {
        'x'
    }
    makes(&letter(), &['x']);

    #[generator]
    fn word() -> &'static str {
        labeled([("greeting", "hello"), ("farewell", "bye")])
    }
    makes(&word(), &["hello", "bye"]);
    refuses(&word(), &["", "hell"]);

    #[generator]
    fn boxed() -> Box<&'static str> {
        Box::new("hello")
    }
    makes(&boxed(), &[Box::new("hello")]);
    refuses(&boxed(), &[Box::new("bye")]);

    #[generator]
    fn bytes() -> &'static [u8; 2] {
        b"ab"
    }
    makes(&bytes(), &[b"ab"]);
    refuses(&bytes(), &[b"ba"]);
}

#[test]
fn constants() {
    #[generator]
    fn inside() -> (u16, u8, Point) {
        (LIMIT, u8::MAX, Point::ORIGIN)
    }
    makes(&inside(), &[(500, 255, Point { x: 0, y: 0 })]);
    refuses(&inside(), &[(501, 255, Point { x: 0, y: 0 }), (500, 255, Point { x: 0, y: 1 })]);

    #[generator]
    fn whole() -> u16 {
        oneof([LIMIT, u16::MIN, draw(1..=2)])
    }
    makes(&whole(), &[500, 0, 1, 2]);
    refuses(&whole(), &[499, 3]);

    #[generator]
    fn point() -> Point {
        oneof([Point::ORIGIN, Point { x: draw(1..=2), y: 0 }])
    }
    makes(&point(), &[Point { x: 0, y: 0 }, Point { x: 1, y: 0 }, Point { x: 2, y: 0 }]);
    refuses(&point(), &[Point { x: 0, y: 1 }]);
}

/// Equal without regard to case: no pattern can say that.
#[derive(Debug, Clone)]
struct Word(&'static str);

impl PartialEq for Word {
    fn eq(&self, other: &Word) -> bool {
        self.0.eq_ignore_ascii_case(other.0)
    }
}

const WORD: Word = Word("word");
static STATIC: u8 = 3;

#[test]
fn constants_that_are_no_patterns() {
    #[generator]
    fn compared() -> (Word, u8, String, u8) {
        const EMPTY: String = String::new();
        (WORD, STATIC, EMPTY, draw(0..=1))
    }
    makes(&compared(), &[(Word("word"), 3, String::new(), 0), (Word("word"), 3, String::new(), 1)]);
    refuses(&compared(), &[(Word("other"), 3, String::new(), 0), (Word("word"), 4, String::new(), 0)]);
    refuses(&compared(), &[(Word("word"), 3, "x".to_owned(), 0)]);

    trait Numbered {
        const NUMBER: u8;
    }
    impl Numbered for bool {
        const NUMBER: u8 = 2;
    }
    #[generator]
    fn generic<T: Numbered, const N: usize>() -> (u8, usize, u8) {
        (T::NUMBER, N, draw(0..=1))
    }
    makes(&generic::<bool, 5>(), &[(2, 5, 0), (2, 5, 1)]);
    refuses(&generic::<bool, 5>(), &[(1, 5, 0), (2, 4, 0)]);
}

#[test]
fn floats_are_the_same_by_bits() {
    #[generator]
    fn literal() -> (f64, bool) {
        (0.0, draw(any::<bool>()))
    }
    assert!(literal().contains(&(0.0, true)));
    assert!(!literal().contains(&(-0.0, true)));

    #[generator]
    fn computed(given: f64) -> (f64, f64) {
        (given, given * 2.0)
    }
    let ways = |given: f64, value: (f64, f64)| computed(given).reflect(&value).count();
    assert_eq!(ways(f64::NAN, (f64::NAN, f64::NAN * 2.0)), 1);
    assert_eq!(ways(0.0, (-0.0, 0.0)), 0);
    assert_eq!(ways(-0.0, (-0.0, -0.0)), 1);
    assert_eq!(ways(1.5, (1.5, 3.0)), 1);
}
