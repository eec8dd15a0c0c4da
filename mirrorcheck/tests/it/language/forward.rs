//! Generators that only run forward: draws and picks anywhere, values that are dropped.

use std::collections::BTreeSet;

use mirrorcheck::prelude::*;

/// Everything that needs no given value works.
#[track_caller]
fn runs_forward<G>(generator: &G)
where
    G: Generator + Clone,
    G::Value: PartialEq + std::fmt::Debug,
{
    for seed in 0..20 {
        let value = generator.sample(seed);
        assert_eq!(generator.sample(seed), value);
        let choices = generator.randomness(seed);
        assert_eq!(generator.replay(&choices).as_ref(), Ok(&value), "{choices}");
        let read: Choices = choices.to_string().parse().unwrap();
        assert_eq!(generator.replay(&read).as_ref(), Ok(&value), "{choices} as text");
        if let Some(first) = choices.sequence().next() {
            let rest = generator.derivative(first);
            assert!(rest.try_sample(seed).is_ok());
            assert!(!rest.is_void());
        }
    }
    assert!(generator.from_bytes(&[3, 1, 4, 1, 5, 9, 2, 6]).is_ok());
    for (choices, value) in generator.language().zip(generator.all_values()).take(50) {
        assert_eq!(generator.replay(&choices), Ok(value));
    }
}

#[test]
fn loops_closures_and_dropped_values() {
    #[generator(forward)]
    fn numbers(limit: u8) -> Vec<u8> {
        let mut numbers = Vec::new();
        for i in 0..draw(1..=3) {
            numbers.push(draw(i..=limit));
        }
        while draw(any::<bool>()) && numbers.len() < 5 {
            let _dropped = draw(0..=1);
            draw(0..=1);
            numbers.extend((0..2).map(|_| draw(100..=101)));
        }
        numbers.sort_unstable();
        numbers
    }
    runs_forward(&numbers(9));
    assert!(numbers(9).samples(1).take(100).all(|numbers| numbers.is_sorted() && !numbers.is_empty()));
}

#[test]
fn picks_anywhere() {
    #[generator(forward)]
    fn number() -> i32 {
        let sign = pick([(1, "minus", -1), (3, "plus", 1)]);
        let mut sum = 0;
        for _ in 0..2 {
            sum +=
                labeled([("one", 1), ("drawn", draw(5..=6)), ("nested", oneof([10, frequency([(1, 20), (0, 30)])]))]);
        }
        if oneof([true, false]) { sign * sum } else { sign * (sum + pick_from([100, 200])) }
    }
    runs_forward(&number());
    let made: BTreeSet<i32> = number().all_values().collect();
    let digits = [1, 5, 6, 10, 20];
    let mut expected = BTreeSet::new();
    for first in digits {
        for second in digits {
            for more in [0, 100, 200] {
                expected.extend([first + second + more, -(first + second + more)]);
            }
        }
    }
    assert_eq!(made, expected);
    assert_eq!(number().choices_now().iter().map(|choice| choice.to_string()).collect::<Vec<_>>(), ["minus", "plus"]);
}

#[test]
fn picks_in_the_arguments_of_macros() {
    #[generator(forward)]
    fn text() -> String {
        let list = vec![oneof([1, 2]), draw(3..=4)];
        format!("{}{:?}", pick([(1, "a", "A"), (1, "b", "B")]), list)
    }
    runs_forward(&text());
    let made: BTreeSet<String> = text().all_values().collect();
    assert_eq!(made.len(), 8);
    assert!(made.contains("B[1, 4]"), "{made:?}");
}

#[test]
fn only_one_alternative_runs() {
    #[generator(forward)]
    fn number() -> u8 {
        pick([
            (1, "draws", {
                let digit = draw(0..=1);
                digit + 5
            }),
            (1, "rejects", {
                assume(false);
                9
            }),
            (1, "returns", return 8),
        ])
    }
    let made: Vec<u8> = number().all_values().collect();
    assert_eq!(made, [5, 6, 8]);
    assert!(number().samples(1).take(50).all(|n| n != 9));
}

#[test]
fn early_returns() {
    #[generator(forward)]
    fn first_large(limit: u8) -> Option<u8> {
        for _ in 0..limit {
            let number = draw(0..=9);
            if number > 5 {
                return Some(number);
            }
            let skipped = oneof([true, return None]);
            assert!(skipped);
        }
        None
    }
    runs_forward(&first_large(3));
    assert!(first_large(3).samples(1).take(100).flatten().all(|n| n > 5));
    assert_eq!(first_large(0).value_now(), Some(None));
}

#[test]
fn question_marks() {
    #[generator(forward)]
    fn quotient() -> Option<u8> {
        let divisor = draw(0..=2);
        let quotient = draw(0..=9u8).checked_div(divisor)?;
        Some(quotient)
    }
    runs_forward(&quotient());
    assert!(quotient().all_values().any(|value| value.is_none()));
}

#[test]
fn rejections() {
    #[generator(forward)]
    fn even() -> u8 {
        let number = draw(0..=9);
        assume(number % 2 == 0);
        number
    }
    assert_eq!(even().all_values().collect::<Vec<_>>(), [0, 2, 4, 6, 8]);
    assert!(even().samples(1).take(50).all(|n| n % 2 == 0));

    #[generator(forward)]
    fn nothing() -> u8 {
        draw(element_of(&[]))
    }
    assert!(nothing().try_sample(1).is_err());
    assert!(nothing().is_void());

    // A rejection in the middle of a group leaves nothing behind.
    #[generator(forward)]
    fn pair() -> (u8, u8) {
        let first = pick([(1, "a", pick([(1, "x", draw(0..=9)), (1, "y", draw(element_of(&[])))])), (1, "b", 1)]);
        (first, draw(0..=1))
    }
    runs_forward(&pair());
}

#[test]
fn generics_and_borrowed_arguments() {
    #[generator(forward)]
    fn repeated<'a, T: Clone>(element: impl Generator<Value = T>, words: &'a [&'a str]) -> Vec<(T, &'a str)> {
        (0..draw(0..=2)).map(|_| (draw(&element), draw(element_of(words)))).collect()
    }
    runs_forward(&repeated(0..=1, &["a", "b"]));
    // The argument may be one that runs forward only.
    runs_forward(&repeated(from_fn(|| draw(0..=1) + draw(0..=1)), &["a"]));
}

#[test]
fn reflective_ones_are_drawn_in_it_and_it_recurses() {
    #[derive(Debug, Clone, PartialEq)]
    enum Tree {
        Leaf,
        Node(Box<Tree>, u8, Box<Tree>),
    }
    fn size(tree: &Tree) -> u32 {
        match tree {
            Tree::Leaf => 0,
            Tree::Node(left, _, right) => 1 + size(left) + size(right),
        }
    }
    #[generator]
    fn key() -> u8 {
        pick([(1, "low", draw(0..=1)), (1, "high", draw(8..=9))])
    }
    #[generator(forward)]
    fn tree(depth: u32) -> Tree {
        if depth == 0 {
            return Tree::Leaf;
        }
        frequency([
            (1, Tree::Leaf),
            (2, Tree::Node(Box::new(draw(tree(depth - 1))), draw(key()), Box::new(draw(tree(depth - 1))))),
        ])
    }
    runs_forward(&tree(3));
    assert!(tree(3).samples(1).take(100).all(|tree| size(&tree) <= 7));
    assert!(tree(3).samples(1).take(100).any(|tree| size(&tree) > 2));
}

#[test]
fn closures_in_direct_style() {
    let low = 3;
    let dice = from_fn(move || {
        let mut sum = low;
        for _ in 0..draw(1..=2) {
            sum += draw(1..=6);
        }
        assume(sum != 4);
        sum
    });
    runs_forward(&dice);
    assert!(dice.samples(1).take(100).all(|sum| (5..=15).contains(&sum)));
    assert_eq!(dice.all_values().collect::<BTreeSet<_>>(), (5..=15).collect());

    // Functions in direct style call each other.
    fn digit() -> u8 {
        draw(0..=9)
    }
    fn number() -> u32 {
        u32::from(digit()) * 10 + u32::from(digit())
    }
    runs_forward(&from_fn(number));
    // In each other, and in combinators.
    let nested = from_fn(|| draw(from_fn(|| draw(0..=1) + 1)) + draw(vec(from_fn(digit), 1))[0]);
    runs_forward(&nested);
    runs_forward(&vec(from_fn(digit), 0..=2));
}

#[test]
fn a_panic_in_the_body_is_a_panic() {
    let broken = from_fn(|| {
        let number = draw(0..=1);
        assert!(number > 1, "not a rejection");
        number
    });
    let panic = std::panic::catch_unwind(|| broken.sample(1)).unwrap_err();
    assert!(panic.downcast_ref::<&str>().is_some_and(|message| message.contains("not a rejection")));
    // And the next run is not disturbed.
    assert!((0..=1).contains(&from_fn(|| draw(0..=1)).sample(1)));
}

#[test]
fn a_draw_outside_of_a_run_says_where_it_belongs() {
    let panic = std::panic::catch_unwind(|| draw(0..=1)).unwrap_err();
    let message = panic.downcast_ref::<String>().unwrap();
    assert!(message.contains("`draw` was called outside of a run"), "{message}");
}
