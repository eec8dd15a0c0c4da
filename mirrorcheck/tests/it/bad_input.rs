//! Bad input is a clear error and loses nothing: choices, texts, bytes and values that do not fit, generators that
//! make nothing, searches without end, panics in the user's code. Nothing here panics or hangs of its own.

mod deep;
mod noise;
mod nothing;

use std::panic::{AssertUnwindSafe, catch_unwind};

use mirrorcheck::choices::{Outcome, Ways};
use mirrorcheck::prelude::*;
use mirrorcheck::{Choice, ReplayError};

#[derive(Debug, Clone, PartialEq)]
enum Tree {
    Leaf,
    Node(Box<Tree>, i32, Box<Tree>),
}

#[generator]
fn bst(lo: i32, hi: i32) -> Tree {
    if lo > hi {
        return Tree::Leaf;
    }
    pick([
        (1, "leaf", Tree::Leaf),
        (2, "node", {
            let key = draw(lo..=hi);
            let left = draw(bst(lo, key - 1));
            let right = draw(bst(key + 1, hi));
            Tree::Node(Box::new(left), key, Box::new(right))
        }),
    ])
}

/// What a panic says.
fn message<T>(body: impl FnOnce() -> T) -> String {
    let payload = catch_unwind(AssertUnwindSafe(|| drop(body()))).expect_err("it should panic");
    match payload.downcast::<String>() {
        Ok(message) => *message,
        Err(payload) => (*payload.downcast::<&str>().expect("a message")).to_owned(),
    }
}

// The three faults of the Haskell artifact.

#[test]
fn every_interpretation_works_on_sized_generators() {
    let numbers = sized(|size| 0..=size);
    assert_eq!(numbers.reflect(&7).next().unwrap().labels(), ["7"]);
    assert_eq!(numbers.reflect_likeliest(&7).unwrap().labels(), ["7"]);
    assert!(numbers.contains(&7) && !numbers.contains(&101));
    assert_eq!(numbers.probability(&7), 1.0 / 101.0);
    assert_eq!(numbers.replay(&"7".parse().unwrap()), Ok(7));
    assert_eq!(numbers.replay(&numbers.randomness(1)), Ok(numbers.sample(1)));
    assert_eq!(numbers.language().count(), 101);
    assert_eq!(numbers.all_values().last(), Some(100));
    assert_eq!(numbers.derivative(7).value_now(), Some(7));
    assert_eq!(numbers.choices_now().len(), 101);
    assert!(!numbers.is_void());
    assert_eq!(numbers.complete(&sketch!(7), 1), Some(7));
    assert_eq!(numbers.from_bytes(&numbers.to_bytes(&7).unwrap()), Ok(7));
    assert!(numbers.validate().is_sound());
    assert!(numbers.validate_against(&(0..=100u32)).is_sound());
    let nested = vec((numbers, sized(exact)), 0..=3);
    for value in nested.samples(1).take(101) {
        assert_eq!(nested.replay(&nested.reflect_first(&value).unwrap().unwrap()), Ok(value));
    }
}

#[test]
fn one_digit_out_of_ten_has_a_tenth() {
    assert_eq!((0..=9).probability(&3), 0.1);
    assert_eq!((0..=9).log_probability(&3), 0.1f64.ln());
}

#[test]
fn the_last_of_a_range_that_starts_high_is_that_number() {
    let range = 1000..=1001;
    let choices = range.reflect(&1001).next().unwrap();
    assert_eq!((choices.labels(), choices.bits().as_deref()), (vec!["1001".to_owned()], Some("1")));
    assert_eq!(range.replay(&choices), Ok(1001));
    assert_eq!(range.to_bytes(&1001), Some(vec![0, 1]));
    assert_eq!(range.from_bytes(&[0, 1]), Ok(1001));
    assert_eq!(range.derivative(1001).value_now(), Some(1001));
    assert!(range.derivative(1).is_void());
}

// Choices that do not fit.

fn replayed(text: &str) -> Result<Tree, ReplayError> {
    bst(1, 9).replay(&text.parse().unwrap())
}

#[test]
fn choices_that_are_truncated() {
    let whole: Vec<Choice> = "node 5 node 2 leaf leaf leaf".parse::<Choices>().unwrap().sequence().collect();
    for kept in 0..whole.len() {
        let text: Vec<String> = whole[..kept].iter().map(Choice::to_string).collect();
        let error = replayed(&text.join(" ")).unwrap_err();
        assert!(matches!(&error, ReplayError::TooShort { position, .. } if *position == kept), "{error}");
    }
    let error = replayed("node 5 leaf").unwrap_err();
    assert_eq!(error, ReplayError::TooShort { position: 3, expected: "`leaf` or `node`".to_owned() });
    assert_eq!(error.to_string(), "the choices end after 3, but the generator expects `leaf` or `node`");
    assert_eq!(
        replayed("").unwrap_err().to_string(),
        "the choices end after 0, but the generator expects `leaf` or `node`"
    );
}

#[test]
fn choices_that_are_too_long() {
    let error = replayed("node 5 leaf leaf leaf 7").unwrap_err();
    assert_eq!(error, ReplayError::TooLong { position: 4, left: 2 });
    assert_eq!(error.to_string(), "2 choices are left over after the 4 that made a value");
    assert_eq!(exact(1).replay(&"5".parse().unwrap()), Err(ReplayError::TooLong { position: 0, left: 1 }));
}

#[test]
fn choices_that_are_out_of_range() {
    let error = replayed("node 10 leaf leaf").unwrap_err();
    assert_eq!(error, ReplayError::Unknown { position: 1, choice: Choice::from(10), expected: "1..=9".to_owned() });
    assert_eq!(error.to_string(), "choice 2 is 10, but the generator expects 1..=9");
    for number in ["0", "-1", "340282366920938463463374607431768211455", "-340282366920938463463374607431768211455"] {
        let error = replayed(&format!("node {number} leaf leaf")).unwrap_err();
        assert!(matches!(&error, ReplayError::Unknown { position: 1, .. }), "{error}");
    }
    let left_of_five = replayed("node 5 node 6 leaf leaf leaf").unwrap_err();
    assert_eq!(left_of_five.to_string(), "choice 4 is 6, but the generator expects 1, 2, 3 or 4");
    let gap = ('\u{D7FF}'..='\u{E000}').replay(&"'x'".parse().unwrap()).unwrap_err();
    assert_eq!(gap.to_string(), "choice 1 is 'x', but the generator expects '\\u{d7ff}' or '\\u{e000}'");
}

#[test]
fn choices_of_another_generator() {
    for text in ["cons(1 nil)", "5", "'a'", "#2", "\"\"", "node(leaf leaf)", "node('x' leaf leaf)"] {
        let error = replayed(text).unwrap_err();
        assert!(matches!(&error, ReplayError::Unknown { .. }), "{text}: {error}");
    }
    assert_eq!(
        replayed("twig").unwrap_err().to_string(),
        "choice 1 is `twig`, but the generator expects `leaf` or `node`"
    );
    let other = vec((0..=9, 'a'..='z'), 0..=3);
    for seed in 0..50 {
        assert!(bst(1, 9).replay(&other.randomness(seed)).is_err());
        assert!(other.replay(&bst(1, 9).randomness(seed)).is_err());
    }
}

#[test]
fn choices_that_a_filter_rejects() {
    let even = (0..=9, (0..=9).such_that(|n| n % 2 == 0), 0..=9);
    assert_eq!(even.replay(&"1 4 3".parse().unwrap()), Ok((1, 4, 3)));
    let error = even.replay(&"1 5 3".parse().unwrap()).unwrap_err();
    assert_eq!(error, ReplayError::Rejected { position: 2 });
    assert_eq!(error.to_string(), "the generator rejects what the first 2 choices make");
    let empty = bst(1, 0).such_that(|tree| *tree != Tree::Leaf);
    assert_eq!(empty.replay(&"()".parse().unwrap()), Err(ReplayError::Rejected { position: 0 }));
}

// Searches without end.

#[derive(Debug, Clone, PartialEq)]
enum Nat {
    Z,
    S(Box<Nat>),
}

fn nat(n: u32) -> Nat {
    (0..n).fold(Nat::Z, |n, _| Nat::S(Box::new(n)))
}

/// Overlap without end, the detour first.
#[generator]
fn detour() -> Nat {
    pick([
        (1, "detour", {
            let n = draw(detour());
            n
        }),
        (1, "Z", Nat::Z),
        (1, "S", {
            let n = draw(detour());
            Nat::S(Box::new(n))
        }),
    ])
}

/// Each asks the other first.
#[generator]
fn ping() -> Nat {
    oneof([
        {
            let n = draw(pong());
            n
        },
        Nat::Z,
    ])
}

#[generator]
fn pong() -> Nat {
    oneof([
        {
            let n = draw(ping());
            n
        },
        {
            let n = draw(ping());
            Nat::S(Box::new(n))
        },
    ])
}

/// Asks the other, which asks back: it never makes anything.
#[generator]
fn chicken() -> Nat {
    let n = draw(egg());
    n
}

#[generator]
fn egg() -> Nat {
    let n = draw(chicken());
    n
}

#[test]
fn infinite_overlap_is_an_answer() {
    for n in 0..4 {
        assert!(detour().contains(&nat(n)));
        let generator = detour();
        let ways = generator.reflect(&nat(n));
        assert_eq!((ways.outcome(), ways.ways()), (Outcome::Infinite, Ways::Infinite));
        assert!(ways.take(20).all(|choices| detour().replay(&choices) == Ok(nat(n))));
        let first = detour().reflect_first(&nat(n)).unwrap().unwrap();
        assert_eq!(detour().replay(&first), Ok(nat(n)));
        // P(n) = P(n - 1) / 3 + P(n) / 3, and P(0) = 1/3 + P(0) / 3.
        let expected = 0.5f64.powi(n as i32 + 1);
        assert!((detour().probability(&nat(n)) - expected).abs() < 1e-12);
        assert_eq!(detour().from_bytes(&detour().to_bytes(&nat(n)).unwrap()), Ok(nat(n)));
        assert!(ping().contains(&nat(n)) && pong().contains(&nat(n)));
        assert_eq!(ping().replay(&ping().reflect_first(&nat(n)).unwrap().unwrap()), Ok(nat(n)));
        assert_eq!(pong().replay(&pong().reflect(&nat(n)).next().unwrap()), Ok(nat(n)));
    }
    assert_eq!(detour().complete(&sketch!(Nat::S(Nat::Z)), 1), Some(nat(1)));
    assert!(detour().validate().is_sound());
}

#[test]
fn a_circle_that_makes_nothing_contains_nothing() {
    assert_eq!(chicken().try_contains(&nat(1)), Ok(false));
    assert_eq!(chicken().reflect_first(&nat(0)), Ok(None));
    let generator = egg();
    let ways = generator.reflect(&nat(2));
    assert_eq!((ways.outcome(), ways.ways(), ways.count()), (Outcome::Complete, Ways::Finite(0), 0));
    assert_eq!(egg().probability(&nat(2)), 0.0);
    assert_eq!(egg().to_bytes(&nat(2)), None);
    assert!(egg().why_not(&nat(0)).is_some());
    assert_eq!(egg().complete(&sketch!(Nat::S(Nat::Z)), 1), None);
}

/// The same focus with ever larger arguments, with nothing to choose on the way.
#[generator]
fn growing(n: u64) -> Nat {
    let same = draw(growing(n + 1));
    same
}

/// An argument that cannot be compared.
#[generator]
fn incomparable(f: impl Fn(u64) -> u64) -> Nat {
    let same = draw(incomparable(f));
    same
}

#[test]
fn ever_larger_arguments_are_given_up() {
    assert_eq!(growing(0).try_contains(&Nat::Z), Err(mirrorcheck::OutOfFuel));
    assert_eq!(growing(0).reflect(&nat(3)).outcome(), Outcome::OutOfFuel);
    assert!(growing(0).probability(&Nat::Z).is_nan());
    assert_eq!(incomparable(|n| n).try_contains(&Nat::Z), Err(mirrorcheck::OutOfFuel));
    assert_eq!(mirrorcheck::OutOfFuel.to_string(), "gave up: the search exceeded its budget");
}

/// Runs inside of itself before it makes a single choice.
#[generator]
fn forever() -> Nat {
    let n = draw(forever());
    Nat::S(Box::new(n))
}

#[test]
fn a_generator_that_never_ends_is_given_up() {
    let error = forever().try_sample(0).unwrap_err().to_string();
    assert_eq!(error, "the generator made nothing in 1 attempt: it recurses forever");
    assert_eq!(forever().from_bytes(&[1, 2, 3]), Err(mirrorcheck::BytesError::Endless));
    assert_eq!(forever().all_values().next(), None);
    assert!(!forever().contains(&nat(3)));
    // Other generators are none the worse for it.
    assert!(detour().contains(&nat(3)));
}

// Panics in the user's code.

/// Panics with a payload of its own where a seven is drawn, `depth` levels down.
#[generator]
fn explosive(depth: u32) -> Tree {
    if depth == 0 {
        return Tree::Leaf;
    }
    let key = draw(0..=9);
    let left = draw(explosive(depth - 1));
    if depth == 1 && key == 7 {
        std::panic::panic_any(77u64);
    }
    Tree::Node(Box::new(left), key, Box::new(Tree::Leaf))
}

#[test]
fn panics_pass_through_unchanged_and_later_runs_work() {
    let seven = (0..).find(|&seed| catch_unwind(|| (0..=9).sample(seed)).is_ok_and(|n| n == 7)).unwrap();
    fn payload<T>(body: impl FnOnce() -> T + std::panic::UnwindSafe) -> u64 {
        *catch_unwind(|| drop(body())).unwrap_err().downcast::<u64>().expect("the payload itself")
    }
    let tree = |key| Tree::Node(Box::new(Tree::Leaf), key, Box::new(Tree::Leaf));
    for _ in 0..3 {
        assert_eq!(payload(|| explosive(1).sample(seven)), 77);
        assert_eq!(payload(|| explosive(1).contains(&tree(7))), 77);
        assert_eq!(payload(|| explosive(1).reflect(&tree(7)).next()), 77);
        assert_eq!(payload(|| explosive(1).replay(&"7".parse().unwrap())), 77);
        assert_eq!(payload(|| explosive(1).from_bytes(&[0, 7])), 77);
        assert_eq!(payload(|| explosive(1).all_values().count()), 77);
        assert_eq!(payload(|| explosive(1).complete(&sketch!(Tree::Node(_, 7, _)), 1)), 77);
        assert_eq!(payload(|| (explosive(1), 0..=1).derivative(7).sample(0)), 77);
        assert!(explosive(1).contains(&tree(3)));
        assert_eq!(explosive(1).replay(&"3".parse().unwrap()), Ok(tree(3)));
    }
}

#[test]
fn panics_in_direct_style_pass_through_too() {
    let generator = from_fn(|| {
        let n = draw(0..=9);
        assert!(n != 7, "seven it is");
        draw(from_fn(|| draw(any::<bool>())))
    });
    assert_eq!(message(|| generator.replay(&"7 true".parse().unwrap())), "seven it is");
    assert_eq!(generator.replay(&"6 true".parse().unwrap()), Ok(true));
    // After a panic nothing is lent any more.
    assert!(message(|| draw(0..=9)).starts_with("`draw` was called outside of a run"));
}

#[test]
fn draw_and_assume_belong_in_a_generator() {
    for (name, message) in [("draw", message(|| draw(0..=9))), ("assume", message(|| assume(false)))] {
        let expected = format!("`{name}` was called outside of a run: call it in the body of a property");
        assert!(message.starts_with(&expected), "{message}");
        assert!(message.ends_with("must be a `#[generator]` itself: `draw(helper())`"), "{message}");
    }
    // In a condition of a combinator nothing is lent either.
    let nested = (0..=9).such_that(|_| draw(any::<bool>()));
    assert!(message(|| nested.sample(0)).starts_with("`draw` was called outside of a run"));
}

#[test]
fn labels_that_stand_twice_are_an_error_in_every_direction() {
    let label = |i: u32| if i < 2 { "same".to_owned() } else { format!("other{i}") };
    let twice = pick_from((0..4).map(|i| (1, label(i), exact(i))));
    let error = twice.try_sample(0).unwrap_err().to_string();
    assert!(error.contains("two alternatives of one pick have the label \"same\""), "{error}");
    assert!(message(|| twice.sample(0)).contains("two alternatives of one pick have the label \"same\""));
    assert_eq!(twice.samples(0).next(), None);
    assert_eq!(twice.all_values().next(), None);
    assert!((0..4).all(|i| !twice.contains(&i)));
    assert!(twice.why_not(&3).unwrap().to_string().contains("the label \"same\""));
    assert!(twice.replay(&"same".parse().unwrap()).is_err());
    assert_eq!(twice.to_bytes(&3), None);
    // No label may stand as often as it likes.
    let unnamed = pick_from((0..4).map(|i| (1, "", exact(i))));
    assert!((0..4).all(|i| unnamed.contains(&i)));
}

#[test]
fn weights_of_any_size() {
    let negative = frequency([(-3, exact(1)), (i64::MIN, exact(2)), (0, exact(3)), (1, exact(4))]);
    assert!((0..100).all(|seed| negative.sample(seed) == 4));
    assert_eq!(negative.all_values().collect::<Vec<_>>(), [4]);
    assert!(!negative.contains(&1));
    // Together they are more than fits.
    let huge = frequency([(u64::MAX, exact(1)), (u64::MAX, exact(2))]);
    let ones = (0..2_000).filter(|&seed| huge.sample(seed) == 1).count();
    assert!(ones.abs_diff(1_000) < 150, "{ones}");
    assert_eq!(huge.probability(&1), 0.5);
    assert_eq!(huge.replay(&huge.randomness(5)), Ok(huge.sample(5)));
    assert!(huge.contains(&2));
    assert_eq!(huge.complete(&sketch!(_), 3).map(|n| n == 1 || n == 2), Some(true));
    let lopsided = frequency([(1, exact(1)), (u64::MAX, exact(2))]);
    assert!((0..200).all(|seed| lopsided.sample(seed) == 2));
}
