//! Where the value does not show its parts: `.at` and its relatives, `convert`, `such_that`, `sized`, `resize`.

use mirrorcheck::prelude::*;
use mirrorcheck::{OutOfFuel, Partial};

use super::{labels, makes, makes_if_any, refuses, takes_apart};

#[test]
fn at_with_and_without_the_type() {
    /// Lists whose length is chosen by chance from a list of lengths.
    #[generator]
    fn typed(lengths: &[usize]) -> Vec<bool> {
        let length = draw(element_of(lengths).at(|items: &Vec<bool>| items.len()));
        draw(vec(any::<bool>(), length))
    }
    #[generator]
    fn untyped(lengths: &[usize]) -> Vec<bool> {
        let length = draw(element_of(lengths).at(|items| items.len()));
        let items = draw(vec(any::<bool>(), length));
        items
    }
    #[generator]
    fn by_name(lengths: &[usize]) -> Vec<bool> {
        let length = draw(element_of(lengths).at(Vec::len));
        draw(vec(any::<bool>(), length))
    }
    let all = [vec![], vec![false, false], vec![false, true], vec![true, false], vec![true, true]];
    let outside = [vec![true], vec![true; 3]];
    makes(&typed(&[0, 2]), &all);
    refuses(&typed(&[0, 2]), &outside);
    makes(&untyped(&[0, 2]), &all);
    refuses(&untyped(&[0, 2]), &outside);
    makes(&by_name(&[0, 2]), &all);
    refuses(&by_name(&[0, 2]), &outside);
}

#[test]
fn at_a_pattern() {
    #[derive(Debug, Clone, PartialEq)]
    struct Sized(Vec<u8>);
    #[generator]
    fn tuple() -> (Vec<u8>, u8) {
        let length = draw((1..=2usize).at(|(items, _)| items.len()));
        let items = draw(vec(0..=1, length));
        (items, draw(5..=5))
    }
    #[generator]
    fn wrapped() -> Sized {
        let length = draw((1..=2usize).at(|Sized(items)| items.len()));
        Sized(draw(vec(0..=1, length)))
    }
    takes_apart(&tuple(), &[(vec![0], 5), (vec![0, 1], 5)]);
    refuses(&tuple(), &[(vec![], 5), (vec![0; 3], 5), (vec![0], 6)]);
    takes_apart(&wrapped(), &[Sized(vec![0]), Sized(vec![0, 1])]);
    refuses(&wrapped(), &[Sized(vec![]), Sized(vec![2])]);
}

#[test]
fn at_something_that_may_not_be_there() {
    #[derive(Debug, Clone, PartialEq)]
    enum Item {
        Empty,
        Full(u32),
    }
    /// Multiples of a number that the value does not show but that divides it.
    #[generator]
    fn item() -> Item {
        let is_full = draw(any::<bool>().at(|item| matches!(item, Item::Full(_))));
        if !is_full {
            return Item::Empty;
        }
        let tens = draw((1..=2).at(|item: &Item| match item {
            Item::Full(number) => Some(number / 10),
            Item::Empty => None,
        }));
        Item::Full(draw(tens * 10..=tens * 10 + 1))
    }
    makes(&item(), &[Item::Empty, Item::Full(10), Item::Full(11), Item::Full(20), Item::Full(21)]);
    refuses(&item(), &[Item::Full(9), Item::Full(12), Item::Full(30)]);
    assert_eq!(labels(&item(), &Item::Full(21)), ["true", "2", "21"]);
}

#[test]
fn at_in_a_condition_an_argument_and_a_branch() {
    #[generator]
    fn number() -> i32 {
        if draw(any::<bool>().at(|n| *n < 0)) {
            return draw(-2..=-1);
        }
        let limit = if draw(any::<bool>().at(|n| *n > 10)) { draw((20..=21).at(|n| *n)) } else { 1 };
        draw(if limit == 1 { 0..=1 } else { limit..=limit })
    }
    makes(&number(), &[-2, -1, 0, 1, 20, 21]);
    refuses(&number(), &[-3, 2, 11, 22]);
    assert_eq!(labels(&number(), &20), ["false", "true", "20", "20"]);

    // Its value is not needed: only the choice is.
    #[generator]
    fn parity() -> u8 {
        draw(any::<bool>().at(|n| n % 2 == 0));
        draw(0..=1)
    }
    assert_eq!(labels(&parity(), &1), ["false", "1"]);
}

#[test]
fn at_that_looks_wrong_finds_nothing() {
    // The look says 0 where the draw made 1, so backward the condition on it fails.
    #[generator]
    fn lost() -> u8 {
        let hidden = draw((0..=1u8).at(|_| 0));
        assume(hidden == 1);
        draw(5..=6)
    }
    assert!((5..=6).contains(&lost().sample(1)));
    refuses(&lost(), &[5, 6]);
    assert!(!lost().validate().is_sound());
}

#[test]
fn try_at_tells_no_from_too_long() {
    #[generator]
    fn number() -> u32 {
        let tens = draw((0..=1u32).try_at(|number: &u32| match number {
            0..=9 => Ok(Some(0)),
            10..=19 => Ok(Some(1)),
            20..=29 => Ok(None),
            _ => Err(OutOfFuel),
        }));
        draw(tens * 10..=tens * 10 + 9)
    }
    takes_apart(&number(), &[0, 9, 10, 19]);
    refuses(&number(), &[20, 29]);
    assert_eq!(number().try_contains(&30), Err(OutOfFuel));
    assert_eq!(number().reflect(&30).outcome(), mirrorcheck::choices::Outcome::OutOfFuel);
}

#[test]
fn at_sketch_looks_at_a_value_with_holes() {
    #[derive(Debug, Clone, PartialEq)]
    struct Message {
        kind: u8,
        body: Vec<u8>,
    }
    fn length(message: &Message) -> usize {
        message.body.len()
    }
    fn length_of_sketch(partial: &Partial) -> Option<usize> {
        match partial.field("Message", "body")? {
            Partial::Made("[]", items) => Some(items.len()),
            _ => None,
        }
    }
    #[generator]
    fn message() -> Message {
        let length = draw((0..=1_000_000usize).at_sketch(length, length_of_sketch));
        let kind = draw(0..=1);
        Message { kind, body: draw(vec(0..=9, length)) }
    }
    let value = Message { kind: 1, body: vec![1, 2] };
    assert!(message().contains(&value));
    assert!(!message().contains(&Message { kind: 2, body: vec![] }));
    let completed = message().complete(&sketch!(Message { kind: _, body: vec![_, 7, _] }), 1).unwrap();
    assert_eq!((completed.body.len(), completed.body[1]), (3, 7));
}

#[test]
fn conversions() {
    #[generator]
    fn texts() -> (String, i32) {
        let text = draw((8..=11).convert(|n: u32| n.to_string(), |text| text.parse().ok()));
        let even = draw((0..=2).convert(|n| n * 2, |n| Some(n / 2)));
        (text, even)
    }
    let all: Vec<_> = (8..=11).flat_map(|n| [0, 2, 4].map(|even| (n.to_string(), even))).collect();
    makes(&texts(), &all);
    // `+8` and `08` are read as 8, but 8 is not written so.
    refuses(&texts(), &["+8", "08", "7", "x"].map(|text| (text.to_owned(), 2)));
    refuses(&texts(), &[("8".to_owned(), 1), ("8".to_owned(), 6)]);

    #[derive(Debug, Clone, PartialEq)]
    struct Meters(u8);
    let meters = (1..=2).convert(Meters, |meters| Some(meters.0));
    makes(&meters, &[Meters(1), Meters(2)]);
    refuses(&meters, &[Meters(3)]);
}

#[test]
fn conditions() {
    let not_two = makes_if_any(&(0..=3).such_that(|n| *n != 2), &[0, 1, 3]);
    assert_eq!(not_two, 0.75);

    #[generator]
    fn pair(limit: u8) -> (u8, u8) {
        let first = draw((0..=3).such_that(|n| n % 2 == 0));
        let second = draw((0..=3).such_that(move |n| *n != first && *n <= limit));
        (first, second)
    }
    makes_if_any(&pair(2), &[(0, 1), (0, 2), (2, 0), (2, 1)]);
    refuses(&pair(2), &[(1, 0), (0, 0), (0, 3)]);

    // A condition that never holds.
    let never = (0..=3).such_that(|_| false);
    assert!(never.try_sample(1).is_err());
    refuses(&never, &[0]);
}
