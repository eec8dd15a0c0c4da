//! What a generator can be given, and what it can make: generics, borrowed arguments, functions, patterns.

use std::borrow::Cow;
use std::fmt::Debug;
use std::ops::RangeInclusive;

use mirrorcheck::prelude::*;

use super::{labels, makes, makes_if_any, refuses, takes_apart};

#[test]
fn generic_functions() {
    #[derive(Debug, Clone, PartialEq)]
    struct Tagged<T, const N: usize> {
        tags: [T; N],
        name: Option<T>,
    }
    #[generator]
    fn tagged<T, G, const N: usize>(tag: G) -> Tagged<T, N>
    where
        T: Clone,
        G: Reflective<Value = T> + Clone,
    {
        let tags = draw(std::array::from_fn::<G, N, _>(|_| tag.clone()));
        Tagged { tags, name: Some(draw(tag)) }
    }
    let value = |tags, name| Tagged { tags, name };
    assert_eq!(tagged::<_, _, 2>(0..=1).all_values().count(), 8);
    takes_apart(&tagged::<_, _, 2>(0..=1), &[value([0, 1], Some(1))]);
    refuses(&tagged::<_, _, 2>(0..=1), &[value([0, 2], Some(1)), value([0, 1], None)]);
    takes_apart(&tagged::<_, _, 1>(vec('a'..='c', 1..=2)), &[]);
    takes_apart(&tagged::<u8, RangeInclusive<u8>, 0>(3..=3), &[Tagged { tags: [], name: Some(3) }]);
}

#[test]
fn bounds_and_where_clauses() {
    trait Limits: Copy + Debug {
        const LOW: i32;
        fn high(self) -> i32;
    }
    #[derive(Debug, Clone, Copy)]
    struct Small(i32);
    impl Limits for Small {
        const LOW: i32 = 1;
        fn high(self) -> i32 {
            self.0
        }
    }
    #[generator]
    fn number<L: Limits>(limits: L) -> i32
    where
        Option<L>: Copy,
    {
        draw(L::LOW..=limits.high())
    }
    makes(&number(Small(3)), &[1, 2, 3]);
    refuses(&number(Small(3)), &[0, 4]);

    // A type that only the result has.
    #[generator]
    fn default<T: Default + PartialEq>() -> (T, bool) {
        (T::default(), draw(any::<bool>()))
    }
    makes(&default::<String>(), &[(String::new(), false), (String::new(), true)]);
    refuses(&default::<u8>(), &[(1, false)]);
}

#[test]
fn types_without_clone_as_type_parameters() {
    struct Bare(u8);
    #[generator]
    fn bare() -> Bare {
        Bare(draw(0..=3))
    }
    #[generator]
    fn pair<T>(part: impl Reflective<Value = T> + Clone) -> (T, Option<T>) {
        (draw(&part), Some(draw(&part)))
    }
    assert!(pair(bare()).contains(&(Bare(3), Some(Bare(0)))));
    assert!(!pair(bare()).contains(&(Bare(3), Some(Bare(4)))));
    let cloned = pair(bare()).clone();
    assert_eq!(cloned.probability(&(Bare(3), Some(Bare(0)))), 1.0 / 16.0);

    #[derive(Debug, PartialEq)]
    struct Item(u8);
    #[generator]
    fn chosen<'a, T: PartialEq>(items: &'a [T]) -> &'a T {
        pick_from(items)
    }
    let items = [Item(1), Item(2)];
    makes(&chosen(&items), &[&Item(1), &Item(2)]);
    refuses(&chosen(&items), &[&Item(3)]);
}

#[test]
fn borrowed_arguments() {
    #[generator]
    fn slice(items: &[u8]) -> (usize, u8) {
        let index = draw(0..=items.len() - 1);
        (index, items[index])
    }
    makes(&slice(&[7, 8]), &[(0, 7), (1, 8)]);
    refuses(&slice(&[7, 8]), &[(0, 8), (2, 7)]);

    #[generator]
    fn text(word: &str, number: &'_ u8) -> String {
        exact(word.repeat((*number).into()))
    }
    makes(&text("ab", &2), &["abab".to_owned()]);
    refuses(&text("ab", &2), &["ab".to_owned()]);

    #[generator]
    fn explicit<'w, 'n: 'w>(word: &'w [char], more: &'n [char], times: u8) -> Vec<char> {
        if times == 0 {
            return Vec::new();
        }
        let mut all = word.to_vec();
        all.extend(more);
        draw(vec(element_of(&all), usize::from(times)))
    }
    makes(&explicit(&['a'], &['b'], 1), &[vec!['a'], vec!['b']]);
    refuses(&explicit(&['a'], &['b'], 1), &[vec![], vec!['c']]);
    makes(&explicit(&['a'], &['b'], 0), &[vec![]]);

    // Lifetimes in a type of their own, and a function that calls itself with a shorter borrow.
    #[derive(Clone)]
    struct Scope<'a> {
        outer: Option<&'a Scope<'a>>,
        depth: u8,
    }
    #[generator]
    fn depths(scope: Scope<'_>, more: u8) -> Vec<u8> {
        let depth = scope.depth + scope.outer.map_or(0, |outer| outer.depth);
        if more == 0 {
            return vec![depth];
        }
        let inner = Scope { outer: Some(&scope), depth: depth + 1 };
        draw(depths(inner, more - 1))
    }
    makes(&depths(Scope { outer: None, depth: 1 }, 2), &[vec![6]]);
}

#[test]
fn a_result_that_borrows_from_an_argument() {
    #[generator]
    fn elided(words: &[String]) -> &str {
        pick_from(words.iter().map(String::as_str))
    }
    let words = ["a".to_owned(), "b".to_owned()];
    makes(&elided(&words), &["a", "b"]);
    refuses(&elided(&words), &["c"]);

    #[derive(Debug, Clone, PartialEq)]
    enum Token<'a> {
        Name(&'a str),
        Pair(Box<Token<'a>>, Cow<'a, str>),
    }
    #[generator]
    fn token<'a>(names: &'a [&'a str], depth: u32) -> Token<'a> {
        pick([
            (1, "name", Token::Name(draw(element_of(names)))),
            (depth, "pair", {
                let first = draw(token(names, depth - 1));
                let second = draw(element_of(names));
                Token::Pair(Box::new(first), Cow::Borrowed(second))
            }),
        ])
    }
    let names = ["x", "y"];
    let name = |name| Token::Name(name);
    let pair = |first, second| Token::Pair(Box::new(Token::Name(first)), Cow::Borrowed(second));
    makes(&token(&names, 1), &[name("x"), name("y"), pair("x", "x"), pair("x", "y"), pair("y", "x"), pair("y", "y")]);
    refuses(&token(&names, 1), &[name("z"), pair("x", "z"), Token::Pair(Box::new(pair("x", "x")), "x".into())]);
    refuses(&token(&names, 1), &[Token::Pair(Box::new(name("x")), Cow::Owned("x".to_owned()))]);

    #[generator]
    fn halves<'t>(text: &'t str) -> (&'t str, &'t str) {
        let middle = draw((0..=text.len()).at(|(first, _)| first.len()));
        text.split_at(middle)
    }
    makes(&halves("ab"), &[("", "ab"), ("a", "b"), ("ab", "")]);
    refuses(&halves("ab"), &[("b", "a"), ("a", "")]);
}

#[test]
fn generators_as_arguments() {
    #[generator]
    fn two<T: Clone>(first: impl Reflective<Value = T>, second: impl Reflective<Value = T>) -> [T; 2] {
        [draw(first), draw(second)]
    }
    makes(&two(0..=1, exact(5)), &[[0, 5], [1, 5]]);
    refuses(&two(0..=1, exact(5)), &[[5, 0], [2, 5]]);
    // Of any kind: another generator, a borrowed one, a boxed one behind a reference.
    let boxed = oneof((0..=0u8, exact(9))).boxed();
    makes(&two(two(0..=0, 1..=1), &two(exact(2), exact(3))), &[[[0, 1], [2, 3]]]);
    makes(&two(&boxed, exact(1)), &[[0, 1], [9, 1]]);

    #[generator]
    fn list<G>(element: &G, length: usize) -> Vec<G::Value>
    where
        G: Reflective,
    {
        draw(vec(element, length))
    }
    makes(&list(&(0..=1), 1), &[vec![0], vec![1]]);
    refuses(&list(&(0..=1), 1), &[vec![], vec![2]]);

    #[generator]
    fn behind<G: Reflective<Value = u8> + ?Sized>(element: &G, more: &impl Reflective<Value = bool>) -> (u8, bool) {
        (draw(element), draw(more))
    }
    makes(&behind(&*(0..=1).boxed(), &exact(true)), &[(0, true), (1, true)]);

    #[generator]
    fn dynamic(element: &dyn Reflective<Value = u8>) -> Option<u8> {
        oneof([None, Some(draw(element))])
    }
    makes(&dynamic(&(0..=1)), &[None, Some(0), Some(1)]);
    refuses(&dynamic(&(0..=1)), &[Some(2)]);
}

#[test]
fn functions_as_arguments() {
    #[generator]
    fn filtered(keep: impl Fn(i32) -> bool + Clone, name: impl Fn(&str) -> String + Clone) -> (String, i32) {
        let number = draw((0..=4).such_that(|n| keep(*n)));
        (name("n"), number)
    }
    let exclude = 2;
    let odd_or_zero = filtered(|n| n % 2 == 1 || n == 0 && n != exclude, |name| format!("<{name}>"));
    makes_if_any(&odd_or_zero, &[0, 1, 3].map(|n| ("<n>".to_owned(), n)));
    refuses(&odd_or_zero, &[("<n>".to_owned(), 2), ("n".to_owned(), 1), ("<n>".to_owned(), 5)]);

    #[generator]
    fn pointer(next: fn(&u8) -> u8, more: &dyn Fn(u8) -> u8) -> (u8, u8, u8) {
        let digit = draw(0..=1);
        (digit, next(&digit), more(digit))
    }
    makes(&pointer(|n| n + 1, &|n| n + 2), &[(0, 1, 2), (1, 2, 3)]);
    refuses(&pointer(|n| n + 1, &|n| n + 2), &[(0, 0, 2), (0, 1, 1)]);

    // Functions that make generators.
    #[generator]
    fn each<G: Reflective<Value = u8>>(make: impl Fn(u8) -> G + Clone) -> (u8, u8) {
        let first = draw(0..=1);
        (first, draw(make(first)))
    }
    makes(&each(|n| n * 10..=n * 10), &[(0, 0), (1, 10)]);
    refuses(&each(|n| n * 10..=n * 10), &[(0, 10)]);
}

#[test]
fn arguments_with_patterns() {
    struct Limits {
        low: u8,
        high: u8,
    }
    impl Clone for Limits {
        fn clone(&self) -> Limits {
            Limits { low: self.low, high: self.high }
        }
    }
    #[generator]
    fn number(Limits { low, high }: Limits, (step, _): (u8, ()), mut times: u8, _: u8, &more: &u8) -> u8 {
        times *= step;
        draw(low + times..=high + times + more)
    }
    let number = number(Limits { low: 1, high: 2 }, (10, ()), 2, 0, &1);
    makes(&number, &[21, 22, 23]);
    refuses(&number, &[20, 24]);
}

#[test]
fn arguments_of_many_types() {
    // Floats have no hash, functions no equality, and a `Vec` is moved into the generator.
    #[generator]
    fn mixed(share: f64, names: Vec<&'static str>, limit: Option<Box<u8>>, unit: ()) -> (&'static str, u8) {
        let name = draw(element_of(&names));
        let () = unit;
        let high = if share > 0.5 { limit.map_or(0, |limit| *limit) } else { 0 };
        (name, draw(0..=high))
    }
    makes(&mixed(0.7, vec!["a", "b"], Some(Box::new(1)), ()), &[("a", 0), ("a", 1), ("b", 0), ("b", 1)]);
    makes(&mixed(0.2, vec!["a"], None, ()), &[("a", 0)]);
    refuses(&mixed(0.2, vec!["a"], Some(Box::new(1)), ()), &[("a", 1), ("b", 0)]);
}

#[test]
fn a_generator_keeps_its_arguments() {
    #[generator]
    fn below(limits: Vec<u8>) -> u8 {
        draw(0..=limits[0])
    }
    let generator = below(vec![1]);
    let copy = generator.clone();
    assert_eq!(generator.sample(3), generator.sample(3));
    assert_eq!(generator.sample(3), copy.sample(3));
    assert_eq!(labels(&copy, &1), ["1"]);
}
