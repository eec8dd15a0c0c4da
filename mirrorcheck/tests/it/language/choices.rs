//! `pick` and its relatives as results: weights, labels, lists that are made at run time.

use mirrorcheck::prelude::*;

use super::{labels, makes, makes_if_any, refuses, takes_apart};

#[derive(Debug, Clone, PartialEq)]
enum Expr {
    Var(String),
    Number(u8),
    Not(Box<Expr>),
}

fn var(name: &str) -> Expr {
    Expr::Var(name.to_owned())
}

fn not(expr: Expr) -> Expr {
    Expr::Not(Box::new(expr))
}

#[test]
fn the_four_ways_to_write_a_choice() {
    #[generator]
    fn picked() -> u8 {
        pick([(1, "one", 1), (3, "two", 2)])
    }
    #[generator]
    fn labelled() -> u8 {
        labeled([("one", 1), ("two", 2)])
    }
    #[generator]
    fn weighted() -> u8 {
        frequency([(1, 1), (3, 2)])
    }
    #[generator]
    fn plain() -> u8 {
        oneof([1, 2])
    }
    makes(&picked(), &[1, 2]);
    makes(&labelled(), &[1, 2]);
    makes(&weighted(), &[1, 2]);
    makes(&plain(), &[1, 2]);
    assert_eq!((labels(&picked(), &2), picked().probability(&2)), (vec!["two".to_owned()], 0.75));
    assert_eq!((labels(&labelled(), &2), labelled().probability(&2)), (vec!["two".to_owned()], 0.5));
    assert_eq!((labels(&weighted(), &2), weighted().probability(&2)), (vec![], 0.75));
    assert_eq!((labels(&plain(), &2), plain().probability(&2)), (vec![], 0.5));
}

#[test]
fn choices_in_choices() {
    #[generator]
    fn number(is_small: bool) -> u8 {
        let base = 10;
        pick([
            (1, "drawn", {
                let digit = draw(0..=1);
                labeled([("same", digit), ("again", { digit })])
            }),
            (1, "fixed", labeled([("ten", base), ("more", frequency([(1, 20), (3, 30)]))])),
            (2, "either", if is_small { 4 } else { pick([(1, "a", 40), (1, "b", 41)]) }),
        ])
    }
    makes(&number(true), &[0, 1, 10, 20, 30, 4]);
    makes(&number(false), &[0, 1, 10, 20, 30, 40, 41]);
    refuses(&number(true), &[2, 40, 41]);
    refuses(&number(false), &[4]);
    assert_eq!(labels(&number(false), &30), ["fixed", "more"]);
    assert_eq!(labels(&number(false), &41), ["either", "b"]);
    assert_eq!(
        number(true).reflect(&1).map(|way| way.to_string()).collect::<Vec<_>>(),
        ["drawn(1 same)", "drawn(1 again)"]
    );
    assert_eq!(number(true).probability(&30), 0.25 * 0.5 * 0.75);
}

#[test]
fn a_value_moved_in_several_alternatives() {
    #[generator]
    fn list(given: Vec<u8>) -> (Vec<u8>, Vec<u8>) {
        let drawn = draw(vec(0..=1, 1));
        labeled([("first", (given, drawn)), ("last", (drawn, given))])
    }
    let lists = list(vec![7]);
    makes(&lists, &[0, 1].iter().flat_map(|n| [(vec![7], vec![*n]), (vec![*n], vec![7])]).collect::<Vec<_>>());
    refuses(&lists, &[(vec![7], vec![7]), (vec![0], vec![0])]);
}

#[test]
fn a_choice_of_nothing() {
    #[generator]
    fn nothing() -> u8 {
        oneof([])
    }
    assert!(nothing().try_sample(1).is_err());
    assert!(nothing().is_void());
    refuses(&nothing(), &[0]);
}

#[test]
fn a_weight_of_zero_removes_its_alternative_everywhere() {
    #[generator]
    fn literal() -> u8 {
        pick([(0, "never", 1), (1, "always", 2)])
    }
    makes(&literal(), &[2]);
    refuses(&literal(), &[1]);
    assert!(literal().replay(&"never".parse().unwrap()).is_err());
    assert!(literal().derivative("never").is_void());
    assert_eq!(literal().complete(&sketch!(1), 1), None);
    assert_eq!(literal().complete(&sketch!(2), 1), Some(2));

    #[generator]
    fn computed(low: u32, high: i64) -> u8 {
        frequency([(low, draw(0..=1)), (high - 1, draw(1..=2))])
    }
    makes(&computed(1, 2), &[0, 1, 2]);
    makes(&computed(1, 1), &[0, 1]);
    makes(&computed(0, 2), &[1, 2]);
    refuses(&computed(1, 1), &[2]);
    refuses(&computed(0, 2), &[0]);
    // A negative weight is none.
    makes(&computed(1, -5), &[0, 1]);
    // Nothing is left.
    assert!(computed(0, 0).try_sample(1).is_err());
    assert!(computed(0, 0).is_void());
    refuses(&computed(0, 0), &[0, 1, 2]);
}

#[test]
fn weights_of_every_kind_of_integer() {
    #[generator]
    fn number(a: u8, b: usize, c: &i16) -> u8 {
        frequency([(a, 1), (b, 2), (c, 3), (4u64, 4), (2 + 3, 5)])
    }
    makes(&number(1, 2, &3), &[1, 2, 3, 4, 5]);
    for value in 1..=5 {
        assert_eq!(number(1, 2, &3).probability(&value), f64::from(value) / 15.0);
    }
}

#[test]
fn weights_that_are_too_large_together() {
    #[generator]
    fn number(weight: u64) -> u8 {
        frequency([(weight, 1), (18_446_744_073_709_551_615, 2)])
    }
    makes(&number(u64::MAX), &[1, 2]);
    assert!((number(u64::MAX).probability(&1) - 0.5).abs() < 1e-9);
    let ones = (0..200).filter(|seed| number(u64::MAX).sample(*seed) == 1).count();
    assert!((50..150).contains(&ones), "{ones}");
}

#[test]
fn labels_computed_at_run_time() {
    #[generator]
    fn number(name: &str, n: u8) -> u8 {
        pick([(1, name, 1), (1, format!("{name}-{n}"), n), (1, "", 9), (1, "", 8)])
    }
    makes(&number("x", 5), &[1, 5, 9, 8]);
    assert_eq!(labels(&number("x", 5), &1), ["x"]);
    assert_eq!(labels(&number("x", 5), &5), ["x-5"]);
    assert_eq!(labels(&number("x", 5), &9), [""; 0]);
    assert_eq!(number("x", 5).replay(&"x-5".parse().unwrap()), Ok(5));
}

#[test]
fn a_label_twice_is_an_error_in_every_direction() {
    #[generator]
    fn number(first: &str, second: &str) -> u8 {
        labeled([(first, 1), (second, 2)])
    }
    makes(&number("a", "b"), &[1, 2]);
    makes(&number("", ""), &[1, 2]);
    let no_value = number("a", "a").try_sample(1).unwrap_err();
    assert!(no_value.to_string().contains("the label \"a\""), "{no_value}");
    refuses(&number("a", "a"), &[1, 2]);

    #[generator]
    fn listed() -> u8 {
        pick_from([("a", 1), ("b", 2), ("a", 3)])
    }
    let no_value = listed().try_sample(1).unwrap_err();
    assert!(no_value.to_string().contains("the label \"a\""), "{no_value}");
    refuses(&listed(), &[1, 2, 3]);
}

#[test]
fn a_list_of_values() {
    #[generator]
    fn one_of(items: &[u8]) -> u8 {
        pick_from(items.iter().copied())
    }
    makes(&one_of(&[3, 5, 7]), &[3, 5, 7]);
    refuses(&one_of(&[3, 5, 7]), &[4]);
    assert_eq!(labels(&one_of(&[3, 5, 7]), &5), [""; 0]);

    // The same value twice is two ways to make it.
    makes(&one_of(&[3, 5, 3]), &[3, 5]);
    assert_eq!(one_of(&[3, 5, 3]).reflect(&3).count(), 2);
    assert_eq!(one_of(&[3, 5, 3]).probability(&3), 2.0 / 3.0);

    // Of nothing, nothing is made.
    assert!(one_of(&[]).try_sample(1).is_err());
    assert!(one_of(&[]).is_void());
    refuses(&one_of(&[]), &[0]);

    #[generator]
    fn array() -> (char, u8) {
        pick_from([('a', 1), ('b', 2)])
    }
    makes(&array(), &[('a', 1), ('b', 2)]);
    refuses(&array(), &[('a', 2)]);
}

#[test]
fn a_list_with_labels_and_weights() {
    #[generator]
    fn labelled(names: &[&'static str]) -> Expr {
        pick_from(names.iter().map(|name| (name, var(name))))
    }
    makes(&labelled(&["x", "y"]), &[var("x"), var("y")]);
    assert_eq!(labels(&labelled(&["x", "y"]), &var("y")), ["y"]);
    refuses(&labelled(&["x", "y"]), &[var("z"), Expr::Number(1)]);

    #[generator]
    fn weighted(names: &[(u32, &'static str)]) -> Expr {
        pick_from(names.iter().map(|(weight, name)| (*weight, format!("var {name}"), var(name))))
    }
    makes(&weighted(&[(1, "x"), (0, "y"), (3, "z")]), &[var("x"), var("z")]);
    refuses(&weighted(&[(1, "x"), (0, "y"), (3, "z")]), &[var("y")]);
    assert_eq!(labels(&weighted(&[(1, "x"), (3, "z")]), &var("z")), ["var z"]);
    assert_eq!(weighted(&[(1, "x"), (3, "z")]).probability(&var("z")), 0.75);
    assert!(weighted(&[(0, "x")]).is_void());
}

#[generator]
fn expr(vars: &[String], depth: u32) -> Expr {
    pick([
        (vars.len(), "var", pick_from(vars.iter().map(|name| ("", Expr::Var(name.clone()))))),
        (1, "number", Expr::Number(draw(0..=1))),
        (depth, "not", Expr::Not(Box::new(draw(expr(vars, depth - 1))))),
    ])
}

#[test]
fn a_list_in_an_alternative() {
    let vars = ["x".to_owned(), "y".to_owned()];
    let flat = [var("x"), var("y"), Expr::Number(0), Expr::Number(1)];
    let all: Vec<Expr> = flat.iter().cloned().chain(flat.iter().cloned().map(not)).collect();
    makes(&expr(&vars, 1), &all);
    refuses(&expr(&vars, 1), &[not(not(var("x"))), var("z"), Expr::Number(2)]);
    assert_eq!(labels(&expr(&vars, 1), &not(var("y"))), ["not", "var"]);
    makes(&expr(&[], 0), &[Expr::Number(0), Expr::Number(1)]);
    refuses(&expr(&[], 0), &[var("x")]);
}

#[test]
fn an_empty_list_in_an_alternative_rejects_it() {
    // Without a weight of its own the alternative is taken, and comes to nothing.
    #[generator]
    fn careless(items: &[u8]) -> u8 {
        oneof([pick_from(items.iter().copied()), 9])
    }
    let total = makes_if_any(&careless(&[]), &[9]);
    assert_eq!(total, 0.5);
    makes(&careless(&[1]), &[1, 9]);
}

#[test]
fn choices_made_of_draws_that_came_before() {
    #[generator]
    fn ordered() -> Vec<u8> {
        let low = draw(0..=1);
        let high = draw(low..=2);
        pick([(1, "up", vec![low, high]), (u32::from(low != high), "down", vec![high, low])])
    }
    takes_apart(&ordered(), &[vec![0, 2], vec![2, 0]]);
    refuses(&ordered(), &[vec![3, 0], vec![2, 2], vec![1]]);
    assert_eq!(ordered().reflect(&vec![1, 1]).count(), 1);
    assert_eq!(ordered().reflect(&vec![1, 0]).count(), 1);
}

#[test]
fn an_alternative_of_every_kind() {
    #[generator]
    fn value(limit: u8) -> Option<u8> {
        pick([
            (1, "literal", None),
            (1, "block", {
                let digit = draw(1..=2);
                assume(digit <= limit);
                Some(digit)
            }),
            (1, "if", if limit > 5 { Some(limit) } else { Some(10) }),
            (
                1,
                "match",
                match limit {
                    0 => return Some(11),
                    n => Some(n + 20),
                },
            ),
            (1, "drawn", draw(option(30..=30))),
            (1, "exact", exact(Some(40))),
            (1, "list", pick_from([Some(50), Some(51)])),
            (1, "sized", sized(|_| exact(Some(60)))),
        ])
    }
    let all = [0, 1, 10, 21, 30, 40, 50, 51, 60].map(|n| Some(n).filter(|n| *n > 0));
    let total = makes_if_any(&value(1), &all);
    assert!((total - 15.0 / 16.0).abs() < 1e-9, "{total}");
    assert_eq!(value(1).reflect(&None).count(), 2);
    refuses(&value(1), &[Some(2), Some(11), Some(20), Some(61)]);
    let zero = [0, 10, 11, 30, 40, 50, 51, 60].map(|n| Some(n).filter(|n| *n > 0));
    makes_if_any(&value(0), &zero);
    refuses(&value(0), &[Some(1), Some(20)]);
}
