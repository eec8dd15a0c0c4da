//! Plain Rust around the draws: conditions, matches, early returns, variables.

use mirrorcheck::prelude::*;

use super::{labels, makes, makes_if_any, refuses, takes_apart};

#[test]
fn early_returns() {
    #[generator]
    fn pair(limit: u8) -> (u8, u8) {
        if limit == 0 {
            return (0, 0);
        }
        let first = draw(0..=limit);
        if first == limit {
            return (first, 9);
        }
        let second = draw(0..=1);
        return (first, second);
    }
    makes(&pair(0), &[(0, 0)]);
    makes(&pair(2), &[(0, 0), (0, 1), (1, 0), (1, 1), (2, 9)]);
    refuses(&pair(2), &[(2, 0), (0, 9), (3, 9)]);

    #[generator]
    fn nothing(stop: bool) {
        if stop {
            return;
        }
        draw(labeled([("a", exact(())), ("b", exact(()))]));
    }
    assert_eq!(labels(&nothing(true), &()), [""; 0]);
    assert_eq!(nothing(false).reflect(&()).map(|way| way.to_string()).collect::<Vec<_>>(), ["a", "b"]);
}

#[test]
fn returns_within_a_result() {
    #[generator]
    fn number(kind: u8) -> Option<u8> {
        Some(match kind {
            0 => return None,
            1 => return Some(draw(5..=6)),
            kind => kind + 10,
        })
    }
    makes(&number(0), &[None]);
    makes(&number(1), &[Some(5), Some(6)]);
    makes(&number(2), &[Some(12)]);
    refuses(&number(0), &[Some(10)]);
    refuses(&number(1), &[None, Some(11)]);
    refuses(&number(2), &[None, Some(2)]);

    #[generator]
    fn smallest_divisor(n: u8) -> (u8, u8) {
        let mut divisor = 2;
        loop {
            if n % divisor == 0 {
                return (n, divisor);
            }
            divisor += 1;
        }
    }
    makes(&smallest_divisor(15), &[(15, 3)]);
    refuses(&smallest_divisor(15), &[(15, 5), (3, 3)]);

    #[generator]
    fn first_above(items: &[u8], low: u8) -> Option<u8> {
        for item in items {
            if *item > low {
                return Some(*item);
            }
        }
        None
    }
    makes(&first_above(&[1, 4, 3], 2), &[Some(4)]);
    makes(&first_above(&[1], 2), &[None]);
    refuses(&first_above(&[1, 4, 3], 2), &[None, Some(3)]);
}

#[test]
fn conditions() {
    #[generator]
    fn number(kind: u8) -> (u8, i32) {
        if kind == 0 {
            (kind, -1)
        } else if kind == 1 {
            let number = draw(10..=11);
            (kind, number)
        } else {
            pick([(1, "none", (kind, 0)), (1, "some", (kind, draw(20..=21)))])
        }
    }
    makes(&number(0), &[(0, -1)]);
    makes(&number(1), &[(1, 10), (1, 11)]);
    makes(&number(2), &[(2, 0), (2, 20), (2, 21)]);
    refuses(&number(0), &[(0, 10), (1, -1)]);
    refuses(&number(1), &[(1, -1), (1, 20), (0, 10)]);
    refuses(&number(2), &[(2, -1), (2, 10)]);
}

#[test]
fn conditions_on_what_is_drawn() {
    #[generator]
    fn number() -> (bool, u8) {
        let is_large = draw(any::<bool>());
        if is_large { (is_large, draw(100..=101)) } else { (is_large, draw(0..=1)) }
    }
    makes(&number(), &[(false, 0), (false, 1), (true, 100), (true, 101)]);
    refuses(&number(), &[(true, 0), (false, 100)]);
}

#[derive(Debug, Clone, PartialEq)]
enum Type {
    Number { digits: usize },
    Text(usize),
    Nothing,
}

#[derive(Debug, Clone, PartialEq)]
enum Value {
    Number(u32),
    Text(Vec<char>),
    Nothing,
}

#[generator]
fn value(ty: Type) -> Value {
    match ty {
        Type::Number { digits } if digits > 1 => Value::Number(draw(10..=12)),
        Type::Number { digits: 0 | 1 } => Value::Number(draw(0..=2)),
        Type::Number { .. } => unreachable!("all numbers of digits are covered"),
        Type::Text(length @ 1..) => {
            let text = draw(vec('a'..='b', length));
            Value::Text(text)
        }
        Type::Text(_) | Type::Nothing => Value::Nothing,
    }
}

#[test]
fn matches_with_guards_and_bindings() {
    makes(&value(Type::Number { digits: 2 }), &[10, 11, 12].map(Value::Number));
    makes(&value(Type::Number { digits: 1 }), &[0, 1, 2].map(Value::Number));
    let text = |text: &str| Value::Text(text.chars().collect());
    makes(&value(Type::Text(2)), &["aa", "ab", "ba", "bb"].map(text));
    makes(&value(Type::Text(0)), &[Value::Nothing]);
    makes(&value(Type::Nothing), &[Value::Nothing]);
    refuses(&value(Type::Number { digits: 2 }), &[Value::Number(1), Value::Nothing]);
    refuses(&value(Type::Text(2)), &[text("a"), text("ac"), Value::Number(10)]);
}

#[test]
fn a_match_on_what_is_drawn() {
    #[generator]
    fn typed() -> (Type, Value) {
        let ty = draw(labeled([("nothing", exact(Type::Nothing)), ("one", exact(Type::Number { digits: 1 }))]));
        match &ty {
            Type::Nothing => (ty, Value::Nothing),
            _ => {
                let value = draw(value(ty.clone()));
                (ty, value)
            }
        }
    }
    let number = |n| (Type::Number { digits: 1 }, Value::Number(n));
    makes(&typed(), &[(Type::Nothing, Value::Nothing), number(0), number(1), number(2)]);
    refuses(&typed(), &[number(3), (Type::Nothing, Value::Number(0))]);
}

#[test]
fn if_let_and_let_else() {
    #[generator]
    fn around(center: Option<u8>) -> (Option<u8>, u8) {
        if let Some(center) = center {
            let near = draw(center - 1..=center + 1);
            return (Some(center), near);
        }
        (center, 0)
    }
    makes(&around(None), &[(None, 0)]);
    makes(&around(Some(5)), &[(Some(5), 4), (Some(5), 5), (Some(5), 6)]);
    refuses(&around(Some(5)), &[(Some(5), 7), (Some(6), 5), (None, 0)]);

    #[generator]
    fn first(items: &[u8]) -> Option<(u8, bool)> {
        let [first, ..] = items else {
            return None;
        };
        let Some(next) = first.checked_add(1) else { return Some((0, draw(any::<bool>()))) };
        Some((next, true))
    }
    makes(&first(&[]), &[None]);
    makes(&first(&[255]), &[Some((0, false)), Some((0, true))]);
    makes(&first(&[3, 4]), &[Some((4, true))]);
    refuses(&first(&[3, 4]), &[None, Some((3, true)), Some((4, false))]);
}

#[test]
fn plain_lets_and_shadowing() {
    #[generator]
    fn numbers(limit: i32) -> (i32, i32, i32) {
        let limit = limit * 2;
        let x = draw(0..=1);
        let shown = x;
        let y = {
            let x = limit + 1;
            x * 10
        };
        let mut sum = 0;
        for n in 0..3 {
            sum += n;
        }
        let double = |n: i32| n * 2;
        let _ = shown;
        (x, y + double(sum), limit)
    }
    makes(&numbers(1), &[(0, 36, 2), (1, 36, 2)]);
    refuses(&numbers(1), &[(2, 36, 2), (0, 35, 2), (0, 36, 1)]);

    // A name that is drawn under the name of an argument, and again under its own.
    #[generator]
    fn twice(x: u8) -> (u8, (u8, u8)) {
        let first = x;
        let x = draw(0..=x);
        let pair = (first, x);
        let y = draw(x..=2);
        (y, (pair.0, x))
    }
    makes(&twice(1), &[(0, (1, 0)), (1, (1, 0)), (2, (1, 0)), (1, (1, 1)), (2, (1, 1))]);
    refuses(&twice(1), &[(0, (1, 1)), (2, (0, 0))]);

    // In an inner scope a name means something else.
    #[generator]
    fn inner() -> (u8, u8) {
        let x = draw(0..=1);
        if let Some(y) = Some(x + 5) {
            let z = match y {
                x => x + 1,
            };
            return (x, z);
        }
        (x, 0)
    }
    makes(&inner(), &[(0, 6), (1, 7)]);
    refuses(&inner(), &[(0, 7), (6, 6), (0, 0)]);
}

#[test]
fn nested_blocks() {
    #[generator]
    fn nested() -> (u8, u8) {
        let first = draw(0..=1);
        {
            let second = {
                let base = first * 10;
                draw(base..=base + 1)
            };
            { (first, second) }
        }
    }
    makes(&nested(), &[(0, 0), (0, 1), (1, 10), (1, 11)]);
    refuses(&nested(), &[(0, 10), (1, 0)]);
}

#[test]
fn a_draw_in_the_branches_of_a_let() {
    #[generator]
    fn chosen(is_large: bool, kind: u8) -> (u8, char) {
        let number = if is_large { draw(100..=101) } else { draw(0..=1) };
        let letter = match kind {
            0 => draw('a'..='b'),
            1 => return (number, '1'),
            _ => {
                let last = (b'x' + 1) as char;
                draw('x'..=last)
            }
        };
        (number, letter)
    }
    makes(&chosen(true, 0), &[(100, 'a'), (100, 'b'), (101, 'a'), (101, 'b')]);
    makes(&chosen(false, 1), &[(0, '1'), (1, '1')]);
    makes(&chosen(false, 2), &[(0, 'x'), (0, 'y'), (1, 'x'), (1, 'y')]);
    refuses(&chosen(true, 0), &[(0, 'a'), (100, 'x'), (100, '1')]);

    // Not every branch draws: the others are compared.
    #[generator]
    fn sometimes(fixed: Option<u8>) -> (u8, bool) {
        let digit = match fixed {
            Some(fixed) => fixed,
            None => draw(0..=1),
        };
        (digit, draw(any::<bool>()))
    }
    makes(&sometimes(Some(7)), &[(7, false), (7, true)]);
    makes(&sometimes(None), &[(0, false), (0, true), (1, false), (1, true)]);
    refuses(&sometimes(Some(7)), &[(0, false), (8, true)]);
    refuses(&sometimes(None), &[(7, true)]);
}

#[test]
fn draws_in_branches_and_blocks_within_a_result() {
    #[generator]
    fn pair(is_large: bool) -> (Option<u8>, Box<u8>) {
        (
            Some(if is_large { draw(100..=101) } else { draw(0..=1) }),
            Box::new({
                let high = 5;
                draw(high..=high + 1)
            }),
        )
    }
    let all = |low: u8| [(low, 5), (low, 6), (low + 1, 5), (low + 1, 6)].map(|(a, b)| (Some(a), Box::new(b)));
    makes(&pair(true), &all(100));
    makes(&pair(false), &all(0));
    refuses(&pair(true), &all(0));
    refuses(&pair(false), &[(None, Box::new(5)), (Some(0), Box::new(7))]);

    // Not every branch draws: the others are compared.
    #[generator]
    fn sometimes(fixed: Option<u8>) -> [u8; 2] {
        [
            match fixed {
                Some(fixed) => fixed + 1,
                None => draw(0..=1),
            },
            9,
        ]
    }
    makes(&sometimes(Some(6)), &[[7, 9]]);
    makes(&sometimes(None), &[[0, 9], [1, 9]]);
    refuses(&sometimes(Some(6)), &[[6, 9], [0, 9], [7, 8]]);
    refuses(&sometimes(None), &[[7, 9]]);
}

#[test]
fn a_draw_bound_to_a_pattern() {
    #[generator]
    fn swapped() -> (char, Option<u8>) {
        let (digit, letter) = draw((0..=1, 'a'..='b'));
        (letter, Some(digit))
    }
    makes(&swapped(), &[('a', Some(0)), ('a', Some(1)), ('b', Some(0)), ('b', Some(1))]);
    refuses(&swapped(), &[('a', None), ('c', Some(0)), ('a', Some(2))]);

    #[derive(Debug, Clone, PartialEq)]
    struct Point {
        x: u8,
        y: u8,
    }
    #[generator]
    fn point() -> Point {
        Point { x: draw(0..=1), y: draw(0..=1) }
    }
    #[generator]
    fn flat() -> (u8, [u8; 2], u8) {
        let Point { x, y: height } = draw(point());
        let [left, right] = draw([0..=1, 5..=5]);
        (height, [x, right], left)
    }
    assert_eq!(flat().all_values().count(), 8);
    takes_apart(&flat(), &[(0, [1, 5], 0), (1, [0, 5], 1)]);
    refuses(&flat(), &[(2, [0, 5], 0), (0, [0, 4], 0), (0, [2, 5], 0)]);

    // The parts at different places in different results, and one of them twice.
    #[generator]
    fn either() -> Result<(u8, u8), (u8, u8, u8)> {
        let (low, high) = draw((0..=1, 2..=3));
        oneof([Ok((high, low)), Err((low, high, low))])
    }
    assert_eq!(either().all_values().count(), 8);
    takes_apart(&either(), &[Ok((2, 0)), Err((1, 3, 1))]);
    refuses(&either(), &[Ok((0, 2)), Err((1, 3, 0)), Err((3, 1, 3))]);
}

#[test]
fn a_draw_of_nothing() {
    #[generator]
    fn mark() {
        pick([(1, "rare", ()), (3, "usual", ())])
    }
    #[generator]
    fn marked() -> u8 {
        draw(mark());
        let digit = draw(0..=1);
        draw(mark());
        digit
    }
    assert_eq!(marked().reflect(&0).count(), 4);
    assert_eq!(marked().probability(&0), 0.5);
    takes_apart(&marked(), &[0, 1]);
    refuses(&marked(), &[2]);

    #[generator]
    fn sometimes(is_marked: bool) -> u8 {
        if is_marked {
            draw(mark());
        }
        draw(0..=1)
    }
    assert_eq!(sometimes(true).reflect(&0).count(), 2);
    assert_eq!(sometimes(false).reflect(&0).count(), 1);
}

#[test]
fn assumptions() {
    #[generator]
    fn sorted() -> (u8, u8) {
        let low = draw(0..=2);
        let high = draw(0..=2);
        assume(low <= high);
        (low, high)
    }
    let total = makes_if_any(&sorted(), &[(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)]);
    assert!((total - 6.0 / 9.0).abs() < 1e-9, "{total}");
    refuses(&sorted(), &[(1, 0), (2, 1), (0, 3)]);
    let why = sorted().why_not(&(2, 1)).unwrap().to_string();
    assert!(why.contains("low <= high"), "{why}");

    // In a branch, and in a loop that draws nothing.
    #[generator]
    fn primes(is_prime: bool) -> u32 {
        let n = draw(2..=20);
        if is_prime {
            for divisor in 2..n {
                assume(n % divisor != 0);
            }
        }
        n
    }
    makes(&primes(false), &(2..=20).collect::<Vec<_>>());
    makes_if_any(&primes(true), &[2, 3, 5, 7, 11, 13, 17, 19]);
    refuses(&primes(true), &[4, 9, 20, 23]);

    #[generator]
    fn impossible() -> u8 {
        assume(false);
        draw(0..=9)
    }
    assert!(impossible().try_sample(1).unwrap_err().to_string().contains("false"));
    refuses(&impossible(), &[0]);
}

#[test]
fn items_in_the_body() {
    #[generator]
    fn number() -> u8 {
        const HIGH: u8 = 3;
        fn half(n: u8) -> u8 {
            n / 2
        }
        #[generator]
        fn digit(high: u8) -> u8 {
            draw(0..=high)
        }
        draw(digit(half(HIGH)))
    }
    makes(&number(), &[0, 1]);
    refuses(&number(), &[2, 3]);
}

#[test]
fn names_brought_in_by_the_body() {
    #[derive(Debug, Clone, PartialEq)]
    enum Shape {
        Dot,
        Line,
        Circle(u8),
    }
    #[generator]
    fn round() -> Shape {
        use Shape::*;
        oneof([Dot, Circle(draw(0..=1))])
    }
    makes(&round(), &[Shape::Dot, Shape::Circle(0), Shape::Circle(1)]);
    refuses(&round(), &[Shape::Line, Shape::Circle(2)]);

    #[generator]
    fn flat(is_dot: bool) -> Shape {
        use Shape::{Dot, Line};
        if is_dot {
            return Dot;
        }
        Line
    }
    makes(&flat(true), &[Shape::Dot]);
    makes(&flat(false), &[Shape::Line]);
    refuses(&flat(true), &[Shape::Line, Shape::Circle(0)]);

    #[generator]
    fn number() -> Option<u8> {
        const FIVE: u8 = 5;
        oneof([Some(FIVE), {
            use Option::None as Nothing;
            Nothing
        }])
    }
    makes(&number(), &[Some(5), None]);
    refuses(&number(), &[Some(4)]);
}

#[test]
fn recursion() {
    #[derive(Debug, Clone, PartialEq)]
    enum Nat {
        Zero,
        Next(Box<Nat>),
    }
    #[generator]
    fn nat() -> Nat {
        pick([(1, "zero", Nat::Zero), (1, "next", Nat::Next(Box::new(draw(nat()))))])
    }
    let two = Nat::Next(Box::new(Nat::Next(Box::new(Nat::Zero))));
    takes_apart(&nat(), &[Nat::Zero, two.clone()]);
    assert_eq!(labels(&nat(), &two), ["next", "next", "zero"]);
    assert_eq!(nat().probability(&two), 0.125);

    // Through a list of themselves.
    #[derive(Debug, Clone, PartialEq)]
    struct Rose(u8, Vec<Rose>);
    #[generator]
    fn rose(depth: usize) -> Rose {
        Rose(draw(0..=1), draw(vec(rose(depth.saturating_sub(1)), 0..=depth)))
    }
    takes_apart(&rose(2), &[Rose(0, vec![]), Rose(1, vec![Rose(0, vec![Rose(1, vec![])]), Rose(1, vec![])])]);
    refuses(&rose(1), &[Rose(2, vec![]), Rose(0, vec![Rose(0, vec![Rose(0, vec![])])])]);
}

#[derive(Debug, Clone, PartialEq)]
enum Even {
    Zero,
    Next(Box<Odd>),
}

#[derive(Debug, Clone, PartialEq)]
struct Odd(Box<Even>);

#[generator]
fn even(limit: u32) -> Even {
    frequency([(1, Even::Zero), (limit, Even::Next(Box::new(draw(odd(limit - 1)))))])
}

#[generator]
fn odd(limit: u32) -> Odd {
    Odd(Box::new(draw(even(limit.saturating_sub(1)))))
}

#[test]
fn mutual_recursion() {
    let next = |even| Even::Next(Box::new(Odd(Box::new(even))));
    makes(&even(3), &[Even::Zero, next(Even::Zero), next(next(Even::Zero))]);
    refuses(&even(3), &[next(next(next(Even::Zero)))]);
    makes(&even(0), &[Even::Zero]);
    makes(&odd(1), &[Odd(Box::new(Even::Zero))]);
}
