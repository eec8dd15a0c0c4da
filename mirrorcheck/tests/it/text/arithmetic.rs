//! Arithmetic: precedence and brackets, as text and as a tree that one generator prints and parses; and the grammar of
//! 003, section 4.3, which is left recursive.

use mirrorcheck::choices::Ways;
use mirrorcheck::prelude::*;
use mirrorcheck::text::{chars, many};

use super::rfc8259::Dice;
use crate::laws;

/// Text with any brackets.
#[generator]
fn sum() -> String {
    let first = draw(product());
    let rest = draw(many(summand(), 0..=3));
    format!("{first}{rest}")
}

#[generator]
fn summand() -> String {
    let sign = draw(chars("+\\-"));
    let product = draw(product());
    format!("{sign}{product}")
}

#[generator]
fn product() -> String {
    let first = draw(operand());
    let rest = draw(many(multiplied(), 0..=2));
    format!("{first}{rest}")
}

#[generator]
fn multiplied() -> String {
    let sign = draw(chars("*/"));
    let operand = draw(operand());
    format!("{sign}{operand}")
}

#[generator]
fn operand() -> String {
    pick([
        (15, "number", {
            let n = draw(0..=99u8);
            format!("{n}")
        }),
        (1, "brackets", {
            let sum = draw(sum());
            format!("({sum})")
        }),
    ])
}

#[derive(Debug, Clone, PartialEq)]
enum Expr {
    Number(u32),
    Add(Box<Expr>, Box<Expr>),
    Sub(Box<Expr>, Box<Expr>),
    Mul(Box<Expr>, Box<Expr>),
    Div(Box<Expr>, Box<Expr>),
}

/// Every tree has one text: brackets stand where they are needed. That is around sums at level 1, where only products
/// and numbers may stand as they are, and around products, too, at level 2.
#[generator]
fn expr(level: u32) -> Expr {
    pick([
        (6, "number", {
            let n = draw(0..=999);
            written(Expr::Number(n), format!("{n}"))
        }),
        (if level < 1 { 1 } else { 0 }, "sum", {
            let sum = draw(sum_tree());
            written(sum, format!("{sum}"))
        }),
        (if level < 1 { 0 } else { 1 }, "sum in brackets", {
            let sum = draw(sum_tree());
            written(sum, format!("({sum})"))
        }),
        (if level < 2 { 1 } else { 0 }, "product", {
            let product = draw(product_tree());
            written(product, format!("{product}"))
        }),
        (if level < 2 { 0 } else { 1 }, "product in brackets", {
            let product = draw(product_tree());
            written(product, format!("({product})"))
        }),
    ])
}

/// Left recursive, because `1-2-3` is `(1-2)-3`.
#[generator]
fn sum_tree() -> Expr {
    labeled([
        ("+", {
            let left = draw(expr(0));
            let right = draw(expr(1));
            written(Expr::Add(Box::new(left), Box::new(right)), format!("{left}+{right}"))
        }),
        ("-", {
            let left = draw(expr(0));
            let right = draw(expr(1));
            written(Expr::Sub(Box::new(left), Box::new(right)), format!("{left}-{right}"))
        }),
    ])
}

#[generator]
fn product_tree() -> Expr {
    labeled([
        ("*", {
            let left = draw(expr(1));
            let right = draw(expr(2));
            written(Expr::Mul(Box::new(left), Box::new(right)), format!("{left}*{right}"))
        }),
        ("/", {
            let left = draw(expr(1));
            let right = draw(expr(2));
            written(Expr::Div(Box::new(left), Box::new(right)), format!("{left}/{right}"))
        }),
    ])
}

/// Any brackets, so that a tree has infinitely many texts.
#[generator]
fn loose() -> Expr {
    pick([
        (4, "number", {
            let n = draw(0..=9);
            written(Expr::Number(n), format!("{n}"))
        }),
        (1, "add", {
            let left = draw(loose());
            let right = draw(loose());
            written(Expr::Add(Box::new(left), Box::new(right)), format!("({left}+{right})"))
        }),
        (1, "brackets", {
            let inner = draw(loose());
            written(inner, format!("({inner})"))
        }),
    ])
}

fn number(n: u32) -> Expr {
    Expr::Number(n)
}

fn add(left: Expr, right: Expr) -> Expr {
    Expr::Add(Box::new(left), Box::new(right))
}

fn sub(left: Expr, right: Expr) -> Expr {
    Expr::Sub(Box::new(left), Box::new(right))
}

fn mul(left: Expr, right: Expr) -> Expr {
    Expr::Mul(Box::new(left), Box::new(right))
}

fn div(left: Expr, right: Expr) -> Expr {
    Expr::Div(Box::new(left), Box::new(right))
}

#[test]
fn laws_hold_of_text() {
    laws::check_large(sum());
}

#[test]
fn laws_hold_of_trees() {
    laws::check_large(expr(0));
}

#[test]
fn precedence_and_brackets_make_the_tree() {
    for (text, tree) in [
        ("7", number(7)),
        ("1+2*3", add(number(1), mul(number(2), number(3)))),
        ("(1+2)*3", mul(add(number(1), number(2)), number(3))),
        ("1-2-3", sub(sub(number(1), number(2)), number(3))),
        ("1-(2-3)", sub(number(1), sub(number(2), number(3)))),
        ("8/4*2", mul(div(number(8), number(4)), number(2))),
        ("8/(4*2)", div(number(8), mul(number(4), number(2)))),
        ("1*2+3/4-5", sub(add(mul(number(1), number(2)), div(number(3), number(4))), number(5))),
    ] {
        assert_eq!(expr(0).parse(text).as_ref(), Ok(&tree), "{text}");
        assert_eq!(expr(0).print(&tree).as_deref(), Some(text));
        assert_eq!(expr(0).reflect(&tree).ways(), Ways::Finite(1), "{text}");
    }
    for text in ["", "1+", "+1", "1 + 2", "(1", "1)", "(1)", "((1+2))*3", "1000", "01", "1++2"] {
        assert!(expr(0).parse(text).is_err(), "{text}");
    }
    assert_eq!(expr(0).print(&number(1_000)), None);
}

#[test]
fn printing_then_parsing_is_the_identity() {
    for tree in expr(0).samples(1).take(500) {
        let text = expr(0).print(&tree).unwrap();
        assert_eq!(expr(0).parse(&text).as_ref(), Ok(&tree), "{text}");
        assert_eq!(by_hand::parse(&text).as_ref(), Some(&tree), "{text}");
        assert_eq!(by_hand::print(&tree), text);
    }
}

/// Trees of all shapes, which no text was made for.
#[test]
fn every_tree_has_a_text() {
    #[generator]
    fn any_tree() -> Expr {
        pick([
            (6, "number", Expr::Number(draw(0..=999))),
            (1, "add", Expr::Add(Box::new(draw(any_tree())), Box::new(draw(any_tree())))),
            (1, "sub", Expr::Sub(Box::new(draw(any_tree())), Box::new(draw(any_tree())))),
            (1, "mul", Expr::Mul(Box::new(draw(any_tree())), Box::new(draw(any_tree())))),
            (1, "div", Expr::Div(Box::new(draw(any_tree())), Box::new(draw(any_tree())))),
        ])
    }
    for tree in any_tree().samples(1).take(500) {
        let text = by_hand::print(&tree);
        assert_eq!(expr(0).print(&tree).as_ref(), Some(&text));
        assert_eq!(expr(0).parse(&text).as_ref(), Ok(&tree), "{text}");
    }
}

#[test]
fn texts_are_in_range_if_a_parser_by_hand_reads_them() {
    let mut dice = Dice(3);
    let (mut inside, mut outside) = (0, 0);
    for tree in expr(0).samples(3).take(1_000) {
        let text = expr(0).print(&tree).unwrap();
        if text.len() > 100 {
            continue;
        }
        let changed = dice.change(&text);
        let expected = by_hand::parse(&changed).filter(|tree| by_hand::print(tree) == changed);
        assert_eq!(expr(0).parse(&changed).ok(), expected, "{changed:?}");
        *(if expected.is_some() { &mut inside } else { &mut outside }) += 1;
    }
    assert!(inside > 50 && outside > 50, "{inside} inside, {outside} outside");
}

/// Precedence climbing, and printing with as few brackets as that allows.
mod by_hand {
    use super::{Expr, add, div, mul, sub};

    pub(super) fn parse(text: &str) -> Option<Expr> {
        let mut rest = text;
        let tree = climb(&mut rest, 0)?;
        rest.is_empty().then_some(tree)
    }

    fn climb(rest: &mut &str, least: u32) -> Option<Expr> {
        let mut left = primary(rest)?;
        loop {
            let (level, make): (u32, fn(Expr, Expr) -> Expr) = match rest.chars().next() {
                Some('+') => (0, add),
                Some('-') => (0, sub),
                Some('*') => (1, mul),
                Some('/') => (1, div),
                _ => return Some(left),
            };
            if level < least {
                return Some(left);
            }
            *rest = &rest[1..];
            left = make(left, climb(rest, level + 1)?);
        }
    }

    fn primary(rest: &mut &str) -> Option<Expr> {
        if let Some(inside) = rest.strip_prefix('(') {
            *rest = inside;
            let tree = climb(rest, 0)?;
            *rest = rest.strip_prefix(')')?;
            return Some(tree);
        }
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let number: u32 = rest[..end].parse().ok()?;
        *rest = &rest[end..];
        (number <= 999).then_some(Expr::Number(number))
    }

    pub(super) fn print(tree: &Expr) -> String {
        let (left, sign, right, level) = match tree {
            Expr::Number(n) => return n.to_string(),
            Expr::Add(left, right) => (left, '+', right, 0),
            Expr::Sub(left, right) => (left, '-', right, 0),
            Expr::Mul(left, right) => (left, '*', right, 1),
            Expr::Div(left, right) => (left, '/', right, 1),
        };
        format!("{}{sign}{}", bracketed(left, level), bracketed(right, level + 1))
    }

    fn bracketed(tree: &Expr, least: u32) -> String {
        let level = match tree {
            Expr::Number(_) => 2,
            Expr::Add(..) | Expr::Sub(..) => 0,
            Expr::Mul(..) | Expr::Div(..) => 1,
        };
        let text = print(tree);
        if level < least { format!("({text})") } else { text }
    }
}

#[test]
fn a_tree_can_have_many_texts() {
    let tree = add(number(1), number(2));
    for text in ["(1+2)", "((1+2))", "((1)+2)", "(((1)+((2))))"] {
        assert_eq!(loose().parse(text).as_ref(), Ok(&tree), "{text}");
    }
    assert_eq!(loose().print(&tree).as_deref(), Some("(1+2)"));
    assert_eq!(loose().reflect(&tree).ways(), Ways::Infinite);
    laws::check_large(loose());
}

/// The grammar of 003, section 4.3: `term -> factor | term "*" factor | term "/" factor`.
#[generator]
fn paper_term() -> String {
    pick([
        (2, "factor", draw(paper_factor())),
        (1, "*", {
            let term = draw(paper_term());
            let factor = draw(paper_factor());
            format!("{term}*{factor}")
        }),
        (1, "/", {
            let term = draw(paper_term());
            let factor = draw(paper_factor());
            format!("{term}/{factor}")
        }),
    ])
}

#[generator]
fn paper_factor() -> String {
    let n = draw(0..=9u8);
    format!("{n}")
}

/// With `term "/" nonzero(factor)`, which is no grammar.
#[generator]
fn nonzero_term() -> String {
    pick([
        (2, "factor", draw(paper_factor())),
        (1, "*", {
            let term = draw(nonzero_term());
            let factor = draw(paper_factor());
            format!("{term}*{factor}")
        }),
        (1, "/", {
            let term = draw(nonzero_term());
            let factor = draw(paper_factor());
            assume(factor != "0");
            format!("{term}/{factor}")
        }),
    ])
}

#[test]
fn laws_hold_of_the_left_recursive_grammar() {
    laws::check_large(paper_term());
}

#[test]
fn laws_hold_of_the_left_recursive_grammar_without_division_by_zero() {
    laws::check_large(nonzero_term());
}

#[test]
fn left_recursion_reads_to_the_end() {
    let labels = |text: &str| paper_term().reflect_first(&text.to_owned()).unwrap().unwrap().labels();
    assert_eq!(labels("1*2/3"), ["/", "*", "factor", "1", "2", "3"]);
    let chance = paper_term().probability(&"1*2/3".to_owned());
    assert!((chance / (0.5 * 0.25f64.powi(2) * 0.1f64.powi(3)) - 1.0).abs() < 1e-9);
    let long = "1*2/".repeat(200) + "0";
    assert_eq!(paper_term().reflect(&long).ways(), Ways::Finite(1));
    assert!(paper_term().contains(&long) && !nonzero_term().contains(&long));
    assert!(nonzero_term().contains(&long.replace("/0", "*0")));
    for wrong in ["", "*", "1*", "*1", "1**2", "12", "1/2/", "1*2 "] {
        laws::is_refused(&paper_term(), &wrong.to_owned());
    }
    laws::is_refused(&nonzero_term(), &"0/0".to_owned());
    assert!(nonzero_term().contains(&"0/1*0".to_owned()));
}
