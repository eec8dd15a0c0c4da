//! Generators of generators: whatever is put together at random, every interpretation agrees with brute force.

use std::collections::BTreeSet;
use std::rc::Rc;

use mirrorcheck::choices::Outcome;
use mirrorcheck::prelude::*;
use mirrorcheck::{Choice, void};

use super::{assert_close, chance_of};

/// A generator of small numbers, as an expression.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Expr {
    Void,
    Exact(u8),
    Range(u8, u8),
    /// One of several, by a list.
    Element(Vec<u8>),
    /// Each with a weight, and with a label or none.
    Pick(Vec<(u8, bool, Expr)>),
    Even(Box<Expr>),
    Plus(Box<Expr>, u8),
    /// The first in the upper digit, the second in the lower.
    Then(Box<Expr>, Box<Expr>),
    /// One at a large size, another at a small one.
    Sized(Box<Expr>, Box<Expr>),
    Resized(Box<Expr>, u32),
    /// After its first choice, the one with this number.
    After(Box<Expr>, u8),
    /// Behind a function that the macro made.
    Drawn(Box<Expr>),
    Lazy(Box<Expr>),
    /// Made twice, with the same result.
    Twice(Box<Expr>),
}

#[generator]
fn exprs(depth: u32) -> Expr {
    let inner = depth.saturating_sub(1);
    pick([
        (1, "void", Expr::Void),
        (2, "exact", {
            let n = draw(0..=9);
            Expr::Exact(n)
        }),
        (4, "range", {
            let low = draw(0..=9);
            let high = draw(0..=9);
            Expr::Range(low, high)
        }),
        (2, "element", {
            let items = draw(vec(0..=5, 0..=4usize));
            Expr::Element(items)
        }),
        (2 * depth, "pick", {
            let parts = draw(vec((0..=3, any::<bool>(), exprs(inner)), 0..=3usize));
            Expr::Pick(parts)
        }),
        (depth, "even", {
            let expr = draw(exprs(inner));
            Expr::Even(Box::new(expr))
        }),
        (depth, "plus", {
            let expr = draw(exprs(inner));
            let n = draw(0..=5);
            Expr::Plus(Box::new(expr), n)
        }),
        (depth, "then", {
            let first = draw(exprs(inner));
            let second = draw(exprs(inner));
            Expr::Then(Box::new(first), Box::new(second))
        }),
        (depth, "sized", {
            let large = draw(exprs(inner));
            let small = draw(exprs(inner));
            Expr::Sized(Box::new(large), Box::new(small))
        }),
        (depth, "resized", {
            let expr = draw(exprs(inner));
            let size = draw(0..=120);
            Expr::Resized(Box::new(expr), size)
        }),
        (depth, "after", {
            let expr = draw(exprs(inner));
            let n = draw(0..=3);
            Expr::After(Box::new(expr), n)
        }),
        (depth, "drawn", {
            let expr = draw(exprs(inner));
            Expr::Drawn(Box::new(expr))
        }),
        (depth, "lazy", {
            let expr = draw(exprs(inner));
            Expr::Lazy(Box::new(expr))
        }),
        (depth, "twice", {
            let expr = draw(exprs(inner));
            Expr::Twice(Box::new(expr))
        }),
    ])
}

#[generator]
fn listed(items: Vec<u8>) -> u8 {
    let n = draw(element_of(&items));
    n
}

#[generator]
fn drawn(expr: Expr) -> u8 {
    let n = draw(built(&expr));
    n
}

/// The same twice, so that the ways to it multiply.
#[generator]
fn twice(expr: Expr) -> u8 {
    let n = draw(drawn(expr.clone()));
    let again = draw(drawn(expr).at(|n: &u8| *n));
    assume(n == again);
    n
}

type Numbers = Rc<dyn Reflective<Value = u8>>;

fn built(expr: &Expr) -> Numbers {
    match expr.clone() {
        Expr::Void => Rc::new(void()),
        Expr::Exact(n) => Rc::new(exact(n)),
        Expr::Range(low, high) => Rc::new(low..=high),
        Expr::Element(items) => Rc::new(listed(items)),
        Expr::Pick(parts) => Rc::new(pick_from(parts.into_iter().enumerate().map(|(i, (weight, labeled, part))| {
            (weight, if labeled { format!("x{i}") } else { String::new() }, built(&part))
        }))),
        Expr::Even(inner) => Rc::new(built(&inner).such_that(|n| n % 2 == 0)),
        Expr::Plus(inner, n) => Rc::new(built(&inner).convert(move |m| m.saturating_add(n), move |m| m.checked_sub(n))),
        Expr::Then(first, second) => {
            let lower = move |upper: u8| {
                let back = move |n: &u8| (n / 10 == upper % 10).then_some(n % 10);
                built(&second).such_that(|n| *n < 10).convert(move |n| upper % 10 * 10 + n, back)
            };
            Rc::new(built(&first).such_that(|n| *n < 10).at(|n: &u8| n / 10).then(lower))
        }
        Expr::Sized(large, small) => Rc::new(sized(move |size| built(if size > 50 { &large } else { &small }))),
        Expr::Resized(inner, size) => Rc::new(built(&inner).resize(size)),
        Expr::After(inner, n) => {
            let choice = built(&inner).choices_now().iter().nth(n.into());
            Rc::new(built(&inner).derivative(choice.unwrap_or(Choice::from("absent"))))
        }
        Expr::Drawn(inner) => Rc::new(drawn(*inner)),
        Expr::Lazy(inner) => Rc::new(lazy(move || built(&inner))),
        Expr::Twice(inner) => Rc::new(twice(*inner)),
    }
}

/// Whether the language is small enough to be compared with.
fn check(expr: &Expr) -> bool {
    let generator = built(expr);
    let language: Vec<Choices> = generator.language().take(301).collect();
    if language.len() > 300 {
        return false;
    }
    let texts: BTreeSet<String> = language.iter().map(Choices::to_string).collect();
    assert_eq!(texts.len(), language.len(), "{expr:?} repeats itself");
    let made: Vec<u8> = language.iter().map(|choices| generator.replay(choices).unwrap()).collect();
    assert!(generator.all_values().eq(made.iter().copied()), "{expr:?}");
    let candidates: BTreeSet<u8> = made.iter().copied().step_by(made.len() / 9 + 1).chain([0, 3, 14, 77]).collect();
    for value in candidates {
        let ways = || language.iter().zip(&made).filter(|(_, made)| **made == value).map(|(choices, _)| choices);
        let expected: BTreeSet<String> = ways().map(Choices::to_string).collect();
        let found = generator.reflect(&value);
        assert_eq!(found.outcome(), Outcome::Complete, "{expr:?}: {value}");
        let found: Vec<Choices> = found.collect();
        let first = generator.reflect_first(&value).unwrap();
        assert_eq!(first.is_some(), !found.is_empty(), "{expr:?}: {value}");
        assert_eq!(generator.contains(&value), first.is_some(), "{expr:?}: {value}");
        assert_eq!(generator.why_not(&value).is_none(), first.is_some(), "{expr:?}: {value}");
        assert_close(generator.probability(&value), ways().map(|c| chance_of(&generator, c)).sum(), &(expr, value));
        if let Some(first) = first {
            assert_eq!(generator.replay(&first), Ok(value), "{expr:?}: {first}");
            assert!(found.contains(&first), "{expr:?}: {first}");
            let bytes = generator.to_bytes(&value).unwrap();
            assert_eq!(generator.from_bytes(&bytes), Ok(value), "{expr:?}: {bytes:?}");
        }
        // Where only another size makes it, the language at the default size has nothing to say.
        if found.iter().all(|choices| choices.size() == 100) {
            let found: BTreeSet<String> = found.iter().map(Choices::to_string).collect();
            assert_eq!(found, expected, "{expr:?}: {value}");
        } else {
            assert!(expected.is_empty(), "{expr:?}: {value}");
            assert!(found.iter().all(|choices| generator.replay(choices) == Ok(value)), "{expr:?}: {value}");
        }
        if !expected.is_empty() {
            let best = ways().map(|choices| chance_of(&generator, choices)).fold(0.0, f64::max);
            let likeliest = generator.reflect_likeliest(&value).unwrap();
            assert_close(chance_of(&generator, &likeliest), best, &(expr, value));
        }
    }
    let accepted: f64 = language.iter().map(|choices| chance_of(&generator, choices)).sum();
    for seed in 0..5 {
        match generator.try_sample(seed) {
            Ok(value) => {
                assert!(made.contains(&value), "{expr:?}: {value}");
                let choices = generator.randomness(seed);
                assert!(texts.contains(&choices.to_string()), "{expr:?}: {choices}");
                assert_eq!(generator.replay(&choices), Ok(value), "{expr:?}: {choices}");
            }
            // A hundred attempts are few where nearly all are rejected.
            Err(reason) => assert!(accepted < 0.1, "{expr:?}: {reason}"),
        }
    }
    // The derivative by each choice, and by one that is not there.
    let first: Vec<Choice> = generator.choices_now().iter().chain([Choice::from("absent")]).collect();
    for choice in first {
        let rest = |choices: &Choices| choices.sequence().skip(1).map(|choice| choice.to_string()).collect::<Vec<_>>();
        let begins = |choices: &&Choices| choices.sequence().next().as_ref() == Some(&choice);
        let expected: BTreeSet<Vec<String>> = language.iter().filter(begins).map(rest).collect();
        let left = generator.derivative(&choice).language();
        let left: BTreeSet<Vec<String>> =
            left.map(|choices| choices.sequence().map(|choice| choice.to_string()).collect()).collect();
        assert_eq!(left, expected, "{expr:?} after {choice}");
    }
    true
}

#[test]
fn whatever_is_put_together_agrees_with_brute_force() {
    let checked = (0..200).filter(|&seed| check(&exprs(3).sample(seed))).count();
    assert!(checked > 150, "{checked}");
}
