//! Draws in the body mean what they meant, and can be given.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use mirrorcheck::check::DrawValue;
use mirrorcheck::prelude::*;

thread_local! {
    /// What the properties below have drawn.
    static SEEN: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

fn see(value: impl std::fmt::Debug) {
    SEEN.with_borrow_mut(|seen| seen.push(format!("{value:?}")));
}

fn seen() -> Vec<String> {
    SEEN.take()
}

/// What a body panics with.
fn message(body: impl FnOnce()) -> String {
    let payload = catch_unwind(AssertUnwindSafe(body)).expect_err("a panic");
    match (payload.downcast_ref::<String>(), payload.downcast_ref::<&str>()) {
        (Some(text), _) => text.clone(),
        (_, Some(text)) => (*text).to_owned(),
        _ => String::new(),
    }
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
enum Shape {
    Dot,
    Square { side: u16 },
}

#[generator]
fn squares(most: u16) -> Shape {
    let side = draw(1..=most);
    Shape::Square { side }
}

#[property(cases = 20)]
fn draws_in_every_place(n: u8) {
    see(n);
    let first: u16 = draw(0..=9);
    see(first);
    let (a, shape) = draw((-5..=5i64, squares(first + 1)));
    see((a, &shape));
    for _ in 0..draw(0..=2) {
        see(draw(any::<Option<bool>>()));
    }
    let list: Vec<char> = (0..2).map(|_| draw('a'..='z')).collect();
    see(list);
    if let Some(text) = draw(option(string('x'..='z', 1..3))) {
        see(text);
    }
    let nested = draw(vec(0.0..1.0, draw(0..=2usize)));
    see(nested.len());
    see(draw(draw(element_of(&[0..=0, 5..=5]))));
}

#[test]
fn what_is_given_is_drawn() {
    let (text, square) = (Some("zx".to_owned()), Shape::Square { side: 3 });
    let (none, some, floats, range) = (None::<bool>, Some(true), vec![0.25], 5..=5);
    let values: [&dyn DrawValue; 12] =
        [&9u16, &(-5i64, square), &2, &none, &some, &'q', &'r', &text, &1usize, &floats, &range, &5];
    with_draws(&values, || draws_in_every_place::on(7));
    let expected = ["7", "9", "(-5, Square { side: 3 })", "None", "Some(true)", "['q', 'r']", "\"zx\"", "1", "5"];
    assert_eq!(seen(), expected);
}

#[property(cases = 20)]
fn is_small(a: u8) {
    let b = draw(0..=100u8);
    let twice = draw(any::<bool>());
    let sum = u32::from(a) + u32::from(b);
    assume(sum > 0);
    assert!(if twice { 2 * sum } else { sum } < 1000, "{a} and {b}");
}

#[test]
fn values_are_given_in_their_order() {
    with_draws(&[&100u8, &false], || is_small::on(1));
    // Numbers of other types will do, if they are in range.
    with_draws(&[&100, &true], || is_small::on(1));
    let result = with_draws(&[], || 5);
    assert_eq!(result, 5);
}

#[test]
fn what_cannot_be_drawn_is_said() {
    let on = |values: &[&dyn DrawValue]| message(|| with_draws(values, || is_small::on(0)));
    assert_eq!(on(&[&101u8, &true]), "`with_draws`: draw 1, `b`, cannot be 101: 101 is not in 0..=100");
    assert_eq!(on(&[&7u8, &7u8]), "`with_draws`: draw 2, `twice`, cannot be 7: the draw makes a `bool`");
    assert_eq!(on(&[&"7".to_owned(), &true]), "`with_draws`: draw 1, `b`, cannot be \"7\": the draw makes a `u8`");
    assert_eq!(on(&[&300, &true]), "`with_draws`: draw 1, `b`, cannot be 300: the draw makes a `u8`");
    let few = on(&[&7u8]);
    assert!(
        few.starts_with("`with_draws`: no value is left for the draw at mirrorcheck/tests/it/property/drawing.rs:"),
        "{few}"
    );
    assert!(few.ends_with(" after 1 was drawn"), "{few}");
    assert_eq!(on(&[&7u8, &true, &1]), "`with_draws`: 3 values are given, and 2 were drawn");
    assert!(on(&[&0u8, &true]).contains("the property discards these values"));
    // Outside of a property nobody knows the type of a draw.
    let elsewhere = message(|| with_draws(&[&7], || assert_eq!(draw(0..=9), 7)));
    assert!(elsewhere.contains("cannot take the value 7: only a `draw` from a generator"), "{elsewhere}");
}

#[property]
#[ignore = "it fails"]
fn fails() {
    let n = draw(0..=9);
    assert!(n < 5, "{n} is too much");
    draw(0..=9);
}

#[property(cases = 20)]
fn runs_another() {
    is_small::on(1);
    draws_twice::on();
    let n = draw(0..=9);
    assert!(n < 10);
}

#[property(cases = 20)]
fn draws_twice() {
    let (one, two) = (draw(0..=9), draw(0..=9));
    see((one, two));
}

/// A property that is run in another has draws of its own.
#[test]
fn values_are_given_to_the_outermost_property() {
    with_draws(&[&7], runs_another::on);
    seen();
    with_draws(&[&1, &2, &3, &4], || (draws_twice::on(), draws_twice::on()));
    assert_eq!(seen(), ["(1, 2)", "(3, 4)"]);
}

#[test]
fn a_body_fails_as_it_does() {
    assert_eq!(message(|| with_draws(&[&7], fails::on)), "7 is too much");
    // Also where there would be more to draw, or less.
    assert_eq!(message(|| with_draws(&[&7, &8], fails::on)), "7 is too much");
    with_draws(&[&3, &4], fails::on);
}

/// Somebody's own functions of that name.
mod somebodys {
    pub(super) fn draw(deck: &mut Vec<u8>) -> Option<u8> {
        deck.pop()
    }

    pub(super) mod lines {
        pub(crate) fn draw(line: impl Fn(u8) -> u8) -> u8 {
            line(1)
        }
    }
}

#[property(cases = 20)]
fn functions_of_that_name_stay_what_they_are(cards: Vec<u8>) {
    let mut cards = cards;
    let count = cards.len();
    let deck = &mut cards;
    let (first, second) = (somebodys::draw(deck), somebodys::draw(deck));
    assert_eq!(deck.len() + usize::from(first.is_some()) + usize::from(second.is_some()), count);
    {
        use somebodys::lines::draw;
        // The function says what type the argument of the closure has.
        assert_eq!(draw(|n| n.saturating_add(1)), 2);
    }
    let draw = |n: u8| n / 2;
    assert_eq!(draw(9), 4);
    let mut taken = Vec::new();
    let mut draw = |card: &mut Vec<u8>| taken.append(card);
    draw(&mut cards);
    draw(deck_of(&mut cards));
    assert_eq!(taken.len() + usize::from(first.is_some()) + usize::from(second.is_some()), count);
}

fn deck_of(cards: &mut Vec<u8>) -> &mut Vec<u8> {
    cards
}

struct Plain(u8);

/// Values of types that can do nothing, that borrow, or that are moved.
#[property(cases = 20)]
fn any_type_can_be_drawn() {
    let names = ["a".to_owned(), "b".to_owned()];
    let name = draw(from_fn(|| names.first().unwrap()));
    assert_eq!(name, "a");
    let plain = draw(from_fn(|| Plain(draw(0..=9))));
    assert!(plain.0 <= 9);
    let generator = vec(0..=9, 0..=3);
    let (one, two) = (draw(&generator), draw(generator));
    assert!(one.len() + two.len() <= 6);
    let boxed: Box<dyn Generator<Value = u8>> = Box::new(0..=9u8);
    let from_a_box = draw(&boxed) + draw(boxed);
    assert!(from_a_box <= 18);
    draw(exact(()));
    let mut last = 0;
    while last < 3 {
        last = draw(last + 1..=5);
    }
    let function = draw(from_fn(|| |n: i32| n + 1));
    assert_eq!(function(1), 2);
    assert!(draw(0..=9) < 10);
    assert_eq!(vec![draw(3..=3); 2], [3, draw(3..=3)]);
    assert_eq!(format!("{} {x}", draw(1..=1), x = draw(2..=2)), "1 2");
}

#[property]
#[ignore = "it fails"]
fn asserts() {
    assert!(draw(0..=9) > 9);
}

#[test]
fn an_assertion_says_what_was_written() {
    assert_eq!(message(|| with_draws(&[&7], asserts::on)), "assertion failed: draw(0..=9) > 9");
}
