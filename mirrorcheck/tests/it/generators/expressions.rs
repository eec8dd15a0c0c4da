//! The expression language of 002, appendix A, and the one of 000 §6.1.2 that never divides by zero.

use mirrorcheck::choices::Overlap;
use mirrorcheck::prelude::*;

use crate::laws;

#[derive(Debug, Clone, PartialEq)]
enum Expr {
    Term(Term),
    Plus(Box<Expr>, Term),
    Minus(Box<Expr>, Term),
}

#[derive(Debug, Clone, PartialEq)]
enum Term {
    Factor(Factor),
    Times(Box<Term>, Factor),
    Div(Box<Term>, Factor),
}

#[derive(Debug, Clone, PartialEq)]
enum Factor {
    Digits(Digits),
    Pos(Box<Factor>),
    Neg(Box<Factor>),
    Parens(Box<Expr>),
}

#[derive(Debug, Clone, PartialEq)]
enum Digits {
    Digit(char),
    More(char, Box<Digits>),
}

#[generator]
fn expr(n: u32) -> Expr {
    if n == 0 {
        return Expr::Term(draw(term(0)));
    }
    labeled([
        ("term", Expr::Term(draw(term(n - 1)))),
        ("plus", {
            let x = draw(expr(n - 1));
            let y = draw(term(n - 1));
            Expr::Plus(Box::new(x), y)
        }),
        ("minus", {
            let x = draw(expr(n - 1));
            let y = draw(term(n - 1));
            Expr::Minus(Box::new(x), y)
        }),
    ])
}

#[generator]
fn term(n: u32) -> Term {
    if n == 0 {
        return Term::Factor(draw(factor(0)));
    }
    labeled([
        ("factor", Term::Factor(draw(factor(n - 1)))),
        ("times", {
            let x = draw(term(n - 1));
            let y = draw(factor(n - 1));
            Term::Times(Box::new(x), y)
        }),
        ("div", {
            let x = draw(term(n - 1));
            let y = draw(factor(n - 1));
            Term::Div(Box::new(x), y)
        }),
    ])
}

#[generator]
fn factor(n: u32) -> Factor {
    if n == 0 {
        return Factor::Digits(draw(digits(0)));
    }
    labeled([
        ("digits", Factor::Digits(draw(digits(n - 1)))),
        ("pos", Factor::Pos(Box::new(draw(factor(n - 1))))),
        ("neg", Factor::Neg(Box::new(draw(factor(n - 1))))),
        ("parens", Factor::Parens(Box::new(draw(expr(n - 1))))),
    ])
}

#[generator]
fn digits(n: u32) -> Digits {
    pick([
        (1, "digit", Digits::Digit(draw('0'..='9'))),
        (n.min(1), "more", {
            let first = draw('0'..='9');
            let rest = draw(digits(n - 1));
            Digits::More(first, Box::new(rest))
        }),
    ])
}

#[generator]
fn safe_expr(n: u32) -> Expr {
    if n == 0 {
        return Expr::Term(draw(safe_term(0)));
    }
    labeled([
        ("term", Expr::Term(draw(safe_term(n - 1)))),
        ("plus", {
            let x = draw(safe_expr(n - 1));
            let y = draw(safe_term(n - 1));
            Expr::Plus(Box::new(x), y)
        }),
        ("minus", {
            let x = draw(safe_expr(n - 1));
            let y = draw(safe_term(n - 1));
            Expr::Minus(Box::new(x), y)
        }),
    ])
}

/// Where the divisor would be 0 it is a factor instead, so that nothing is thrown away.
#[generator]
fn safe_term(n: u32) -> Term {
    if n == 0 {
        return Term::Factor(draw(safe_factor(0)));
    }
    labeled([
        ("factor", Term::Factor(draw(safe_factor(n - 1)))),
        ("times", {
            let x = draw(safe_term(n - 1));
            let y = draw(safe_factor(n - 1));
            Term::Times(Box::new(x), y)
        }),
        ("div", {
            let y = draw(safe_factor(n - 1));
            let x = draw(safe_term(n - 1));
            if eval_factor(&y) == Some(0) { Term::Times(Box::new(x), y) } else { Term::Div(Box::new(x), y) }
        }),
    ])
}

#[generator]
fn safe_factor(n: u32) -> Factor {
    if n == 0 {
        return Factor::Digits(draw(digits(0)));
    }
    labeled([
        ("digits", Factor::Digits(draw(digits(n - 1)))),
        ("pos", Factor::Pos(Box::new(draw(safe_factor(n - 1))))),
        ("neg", Factor::Neg(Box::new(draw(safe_factor(n - 1))))),
        ("parens", Factor::Parens(Box::new(draw(safe_expr(n - 1))))),
    ])
}

/// Quotients whose divisor is drawn until it is not 0: with a precondition, and so with rejections.
#[generator]
fn quotient(n: u32) -> Term {
    let x = draw(safe_term(n));
    let y = draw(safe_factor(n));
    assume(eval_factor(&y) != Some(0));
    Term::Div(Box::new(x), y)
}

/// The value; none if it divides by zero.
fn eval(expr: &Expr) -> Option<i64> {
    match expr {
        Expr::Term(term) => eval_term(term),
        Expr::Plus(x, y) => Some(eval(x)?.wrapping_add(eval_term(y)?)),
        Expr::Minus(x, y) => Some(eval(x)?.wrapping_sub(eval_term(y)?)),
    }
}

fn eval_term(term: &Term) -> Option<i64> {
    match term {
        Term::Factor(factor) => eval_factor(factor),
        Term::Times(x, y) => Some(eval_term(x)?.wrapping_mul(eval_factor(y)?)),
        Term::Div(x, y) => match (eval_term(x)?, eval_factor(y)?) {
            (_, 0) => None,
            (x, y) => Some(x.wrapping_div(y)),
        },
    }
}

fn eval_factor(factor: &Factor) -> Option<i64> {
    match factor {
        Factor::Digits(digits) => Some(number(digits, 0)),
        Factor::Pos(inner) => eval_factor(inner),
        Factor::Neg(inner) => Some(eval_factor(inner)?.wrapping_neg()),
        Factor::Parens(inner) => eval(inner),
    }
}

fn number(digits: &Digits, so_far: i64) -> i64 {
    let push = |digit: &char| so_far.wrapping_mul(10).wrapping_add(i64::from(*digit as u32 - '0' as u32));
    match digits {
        Digits::Digit(last) => push(last),
        Digits::More(first, rest) => number(rest, push(first)),
    }
}

/// As it is written.
fn show(expr: &Expr) -> String {
    match expr {
        Expr::Term(term) => show_term(term),
        Expr::Plus(x, y) => format!("{}+{}", show(x), show_term(y)),
        Expr::Minus(x, y) => format!("{}-{}", show(x), show_term(y)),
    }
}

fn show_term(term: &Term) -> String {
    match term {
        Term::Factor(factor) => show_factor(factor),
        Term::Times(x, y) => format!("{}*{}", show_term(x), show_factor(y)),
        Term::Div(x, y) => format!("{}/{}", show_term(x), show_factor(y)),
    }
}

fn show_factor(factor: &Factor) -> String {
    match factor {
        Factor::Digits(digits) => show_digits(digits),
        Factor::Pos(inner) => format!("+{}", show_factor(inner)),
        Factor::Neg(inner) => format!("-{}", show_factor(inner)),
        Factor::Parens(inner) => format!("({})", show(inner)),
    }
}

fn show_digits(digits: &Digits) -> String {
    match digits {
        Digits::Digit(last) => last.to_string(),
        Digits::More(first, rest) => format!("{first}{}", show_digits(rest)),
    }
}

/// A parser that has nothing to do with the generators: expressions from outside.
struct Parser<'a> {
    rest: std::iter::Peekable<std::str::Chars<'a>>,
}

fn parse(text: &str) -> Expr {
    let mut parser = Parser { rest: text.chars().peekable() };
    let expr = parser.expr();
    assert_eq!(parser.rest.next(), None, "in {text}");
    expr
}

impl Parser<'_> {
    fn eat(&mut self, any_of: &str) -> Option<char> {
        self.rest.next_if(|&c| any_of.contains(c))
    }

    fn expr(&mut self) -> Expr {
        let mut expr = Expr::Term(self.term());
        while let Some(sign) = self.eat("+-") {
            let term = self.term();
            expr = if sign == '+' { Expr::Plus(Box::new(expr), term) } else { Expr::Minus(Box::new(expr), term) };
        }
        expr
    }

    fn term(&mut self) -> Term {
        let mut term = Term::Factor(self.factor());
        while let Some(sign) = self.eat("*/") {
            let factor = self.factor();
            term = if sign == '*' { Term::Times(Box::new(term), factor) } else { Term::Div(Box::new(term), factor) };
        }
        term
    }

    fn factor(&mut self) -> Factor {
        match self.eat("+-(") {
            Some('+') => Factor::Pos(Box::new(self.factor())),
            Some('-') => Factor::Neg(Box::new(self.factor())),
            Some(_) => {
                let expr = self.expr();
                assert_eq!(self.eat(")"), Some(')'));
                Factor::Parens(Box::new(expr))
            }
            None => Factor::Digits(self.digits()),
        }
    }

    fn digits(&mut self) -> Digits {
        let first = self.rest.next().unwrap();
        match self.rest.peek() {
            Some('0'..='9') => Digits::More(first, Box::new(self.digits())),
            _ => Digits::Digit(first),
        }
    }
}

#[test]
fn laws_hold() {
    laws::check(expr(6));
    assert_eq!(expr(6).validate().overlap, Overlap::One);
}

#[test]
fn laws_hold_of_all_its_parts() {
    laws::check(term(3));
    laws::check(factor(3));
    laws::check(digits(2));
}

#[test]
fn laws_hold_where_the_depth_is_that_of_the_size() {
    laws::check(sized(|size| expr(size / 20)));
}

#[test]
fn laws_hold_of_expressions_that_never_divide_by_zero() {
    laws::check(safe_expr(5));
}

#[test]
fn laws_hold_with_a_precondition() {
    laws::check(quotient(0));
    laws::check(quotient(3));
}

#[test]
fn what_is_made_can_be_read_again() {
    for made in expr(6).samples(1).take(1_000) {
        assert_eq!(parse(&show(&made)), made, "{}", show(&made));
    }
}

#[test]
fn expressions_from_outside_reflect() {
    let choices = expr(7).reflect(&parse("1+2*(3-45)")).next().unwrap();
    assert_eq!(
        choices.labels(),
        "plus term factor digits digit 1 times factor digits digit 2 parens minus term factor digits digit 3 factor \
         digits more 4 digit 5"
            .split_whitespace()
            .collect::<Vec<_>>()
    );
    let written = choices.to_string().parse::<Choices>().unwrap();
    assert_eq!(show(&expr(7).replay(&written).unwrap()), "1+2*(3-45)");
}

#[test]
fn expressions_out_of_range_are_explained() {
    // Too deep, and a digit that is none.
    let deep = parse("((((((1))))))");
    laws::is_refused(&expr(6), &deep);
    let why = expr(6).why_not(&deep).unwrap().to_string();
    assert!(why.contains("factor › parens: ") && why.contains("a different result"), "{why}");
    let odd = parse("1+x");
    let why = expr(6).why_not(&odd).unwrap().to_string();
    assert!(why.contains("'x' is not in '0'..='9'"), "{why}");
}

#[test]
fn nothing_divides_by_zero() {
    let mut divided = 0;
    for made in safe_expr(6).samples(1).take(1_000) {
        assert!(eval(&made).is_some(), "{}", show(&made));
        divided += usize::from(show(&made).contains('/'));
    }
    assert!(divided > 200, "{divided}");
    let others = expr(6).samples(1).take(1_000).filter(|made| eval(made).is_none()).count();
    assert!(others > 20, "{others}: without care it does happen");
}

#[test]
fn whether_it_divides_by_zero_decides_what_is_in_range() {
    let report = safe_expr(5).validate_for(&expr(5), |expr| eval(expr).is_some());
    assert!(report.is_sound(), "{report}");
    laws::check_range(safe_expr(5), expr(5), |expr| eval(expr).is_some());
    assert!(safe_expr(6).contains(&parse("4/(3-2)")));
    laws::is_refused(&safe_expr(6), &parse("4/(2-2)"));
    // 1/2 is 0 among the integers.
    laws::is_refused(&safe_expr(6), &parse("1/(1/2)"));
}

#[test]
fn a_factor_of_zero_is_made_in_written() {
    let generator = safe_expr(6);
    let labels = |text: &str| -> Vec<Vec<String>> { generator.reflect(&parse(text)).map(|way| way.labels()).collect() };
    assert_eq!(labels("4*0").len(), 2);
    assert_eq!(labels("4*1").len(), 1);
    assert_eq!(labels("4/1").len(), 1);
    assert!(labels("4*0").iter().any(|way| way.contains(&"div".to_owned())));
    assert!(matches!(generator.validate().overlap, Overlap::Finite(..)));
}

#[test]
fn a_failed_precondition_is_the_reason() {
    let Expr::Term(zero) = parse("4/0") else { unreachable!() };
    let why = quotient(0).why_not(&zero).unwrap().to_string();
    assert!(why.contains("assume(eval_factor"), "{why}");
    let Expr::Term(two) = parse("4/2") else { unreachable!() };
    assert_eq!(quotient(0).why_not(&two), None);
    // One of ten divisors is rejected, so nine in ten attempts come to something.
    let total: f64 = quotient(0).all_values().map(|made| quotient(0).probability(&made)).sum();
    assert!((total - 0.9).abs() < 1e-9, "{total}");
}
