//! Generators that can make nothing say why, in every direction.

use mirrorcheck::choices::Outcome;
use mirrorcheck::prelude::*;
use mirrorcheck::{BytesError, ReplayError, void};

use super::message;

fn check<G: Reflective + Clone>(name: &str, generator: G, value: &G::Value, reason: &str)
where
    G::Value: PartialEq + std::fmt::Debug,
{
    let error = generator.try_sample(7).unwrap_err().to_string();
    assert_eq!(error, format!("the generator made nothing in 100 attempts: {reason}"), "{name}");
    assert_eq!(message(|| generator.sample(7)), error, "{name}");
    assert_eq!(message(|| generator.randomness(7)), error, "{name}");
    assert_eq!(generator.samples(7).next(), None, "{name}");
    assert_eq!(generator.all_values().next(), None, "{name}");
    assert_eq!(generator.all_values().by_size().next(), None, "{name}");
    assert_eq!(generator.language().next(), None, "{name}");
    assert_eq!(generator.value_now(), None, "{name}");
    assert!(generator.replay(&"()".parse().unwrap()).is_err(), "{name}");
    assert!(matches!(generator.from_bytes(&[1, 2, 3]), Err(BytesError::Rejected { .. })), "{name}");
    assert_eq!(generator.try_contains(value), Ok(false), "{name}");
    assert_eq!(generator.reflect_first(value), Ok(None), "{name}");
    assert_eq!(generator.reflect(value).outcome(), Outcome::Complete, "{name}");
    assert_eq!(generator.reflect(value).count(), 0, "{name}");
    assert_eq!(generator.reflect_likeliest(value), None, "{name}");
    assert_eq!(generator.probability(value), 0.0, "{name}");
    assert_eq!(generator.log_probability(value), f64::NEG_INFINITY, "{name}");
    assert_eq!(generator.to_bytes(value), None, "{name}");
    assert!(generator.why_not(value).is_some(), "{name}");
    assert_eq!(generator.complete(&sketch!(_), 1), None, "{name}");
    let report = generator.validate();
    assert_eq!((report.cases, report.is_sound()), (0, false), "{name}");
    // As a part of something larger as well.
    assert!((0..=9, generator.clone()).try_sample(0).is_err(), "{name}");
    assert_eq!(vec(generator.clone(), 0..=0).sample(0), [], "{name}");
    assert_eq!(vec(generator, 1..=2).all_values().next(), None, "{name}");
}

#[test]
#[expect(clippy::reversed_empty_ranges, reason = "they are what is tested")]
fn what_makes_nothing_says_why() {
    check("void", void(), &1, "`void` has no values");
    check("inclusive", 5..=4, &4, "the range 5..=4 is empty");
    check("exclusive", 5..5, &5, "the range 5..5 is empty");
    check("backward", 9..5, &6, "the range 9..5 is empty");
    check("at the end", u8::MIN..u8::MIN, &0, "the range 0..0 is empty");
    check("chars", 'b'..='a', &'a', "the range 'b'..='a' is empty");
    check("chars from nothing", '\0'..'\0', &'a', "the range '\\0'..'\\0' is empty");
    check("lengths", vec(0..=9, 3..3), &vec![1, 2, 3], "the range of lengths is empty");
    check("elements", element_of::<u8>(&[]), &1, "there are no elements to choose from");
    check(
        "no alternative",
        pick_from(Vec::<(u32, &str, std::ops::Range<u8>)>::new()),
        &1,
        "there is nothing to choose from",
    );
    check("no weight", frequency([(0, exact(1)), (-1, exact(2))]), &1, "there is nothing to choose from");
    check("filter", (0..=9).such_that(|_| false), &1, "the condition of `such_that` does not hold");
    check("filter on one", exact(1).such_that(|_| false), &1, "the condition of `such_that` does not hold");
    check("derivative", (0..=9).derivative("x"), &1, "expected 0..=9, not `x`");
    check(
        "derivative of nothing left",
        exact(1).derivative(3),
        &1,
        "the value is complete, so the choice 3 is left over",
    );
    check("assume", never(), &1, "`assume(n > 9)` does not hold");
}

#[generator]
fn never() -> u8 {
    let n = draw(0..=9);
    assume(n > 9);
    n
}

#[test]
fn in_direct_style_too() {
    let nothing = from_fn(|| {
        let n = draw(0..=9);
        assume(n > 9);
        n
    });
    let error = nothing.try_sample(1).unwrap_err().to_string();
    let expected =
        "the generator made nothing in 100 attempts: an `assume` does not hold, at mirrorcheck/tests/it/bad_input";
    assert!(error.replace('\\', "/").starts_with(expected), "{error}");
    assert_eq!(nothing.samples(1).next(), None);
    assert_eq!(nothing.all_values().next(), None);
    assert_eq!(nothing.replay(&"3".parse().unwrap()), Err(ReplayError::Rejected { position: 1 }));
    assert_eq!(nothing.from_bytes(&[0, 3]), Err(BytesError::Rejected { used: 2 }));
}

#[test]
fn what_seldom_makes_something_is_not_nothing() {
    // One in a thousand: a hundred attempts of a hundred tries find it.
    let rare = (0..=999).such_that(|n| *n == 7);
    assert!((0..20).all(|seed| rare.try_sample(seed) == Ok(7)));
    assert_eq!(rare.samples(1).take(30).filter(|n| *n == 7).count(), 30);
    assert!(rare.contains(&7));
    assert_eq!(rare.all_values().collect::<Vec<_>>(), [7]);
}

#[test]
fn sizes_at_which_nothing_is_made_are_passed_over() {
    let late = sized(|size| vec(0..=9u8, 0..=1).such_that(move |_| size > 60));
    let values: Vec<_> = late.samples(1).take(100).collect();
    assert_eq!(values.len(), 100);
    assert!(values.iter().all(|value| late.contains(value)));
    let early = sized(|size| exact(size).such_that(|size| *size < 3));
    assert!(early.try_sample(1).is_err(), "nothing at the default size");
    assert_eq!(early.samples(1).take(6).collect::<Vec<_>>(), [0, 1, 2, 0, 1, 2]);
    assert!(early.contains(&2) && !early.contains(&3));
}
