//! Generators that say themselves what to shrink to. Shrinking ends, whatever they ask.

use std::cell::Cell;
use std::fmt::Debug;

use mirrorcheck::effects;
use mirrorcheck::generators::{no_shrink, shrink_with};
use mirrorcheck::prelude::*;
use mirrorcheck::{Checker, Shrinker};

/// The slides' `gen_string`: 0 removes a character, 1 replaces it. A character that was replaced is asked about again.
fn gen_string() -> String {
    let mut text: Vec<char> = Vec::new();
    while effects::next(1, 9) {
        text.push(draw('a'..='z'));
    }
    shrunk_string(text)
}

fn shrunk_string(mut text: Vec<char>) -> String {
    let mut i = 0;
    while i < text.len() {
        match effects::shrink(2) {
            Some(0) => drop(text.remove(i)),
            Some(_) => text[i] = '\0',
            None => i += 1,
        }
    }
    text.into_iter().collect()
}

/// Shrinks the first values that fail. Gives what they come to, and tests how much that takes: so many runs for each
/// choice of the value, and choices that are no longer than those it began with.
fn minima<V: Debug + PartialEq>(generator: &dyn Generator<Value = V>, runs: u64, fails: impl Fn(&V) -> bool) -> Vec<V> {
    let mut minima = Vec::new();
    let failing = (0..).map(|seed| generator.randomness(seed));
    let failing = failing.filter(|choices| generator.replay(choices).is_ok_and(|value| fails(&value)));
    for choices in failing.take(10) {
        let made = Cell::new(0);
        let shrunk = Shrinker::new(&generator).shrink_choices(&choices, |value| {
            made.set(made.get() + 1);
            fails(value)
        });
        let shrunk = shrunk.unwrap();
        let length = choices.sequence().count() as u64;
        assert!(shrunk.is_minimal && made.get() <= runs * (length + 1), "{} runs for {length} choices", made.get());
        assert!(fails(&shrunk.value), "{:?}", shrunk.value);
        if let Some(step) = shrunk.steps.last() {
            let count = step.choices.sequence().count() as u64;
            assert!(count <= 4 * length + 130, "{count} choices of {length}");
            // What is saved is what was found.
            let saved = step.choices.to_string().parse().unwrap();
            assert_eq!(generator.replay(&saved).as_ref(), Ok(&shrunk.value));
        }
        if !minima.contains(&shrunk.value) {
            minima.push(shrunk.value);
        }
    }
    minima
}

#[test]
fn the_string_of_the_slides() {
    let string = from_fn(gen_string);
    assert_eq!(minima(&string, 8, |_| true), [""]);
    assert_eq!(minima(&string, 12, |text| text.len() >= 3), ["\0\0\0"]);
    assert_eq!(minima(&string, 12, |text| text.contains('x')), ["x"]);
    let ordered = minima(&string, 20, |text| text.contains('x') && text.len() > 4);
    assert!(ordered.iter().all(|text| text.len() == 5), "{ordered:?}");
}

/// What the generator cannot do itself is left to the answers.
#[test]
fn a_string_that_only_answers_shrink() {
    let string = from_fn(|| shrunk_string(draw(no_shrink(vec('a'..='z', 20)))));
    assert_eq!(minima(&string, 12, |_| true), [""]);
    assert_eq!(minima(&string, 12, |text| text.len() >= 3), ["\0\0\0"]);
}

#[test]
fn the_string_of_the_slides_in_the_body_of_a_property() {
    for seed in 0..10 {
        let runs = Cell::new(0);
        let seen = Cell::new(usize::MAX);
        let report = Checker::new(exact(())).seed(seed).examine(|()| {
            runs.set(runs.get() + 1);
            let text = gen_string();
            let passes = text.len() < 3;
            if !passes {
                seen.set(seen.get().min(text.len()));
            }
            passes
        });
        assert_eq!((report.failures.len(), seen.get()), (1, 3));
        assert!(runs.get() < 1_000, "{} runs", runs.get());
        let choices = report.failures[0].choices.to_string();
        assert!(choices.len() < 200, "{choices}");
    }
}

/// Each of these could be asked for ever.
#[test]
fn answers_that_lead_nowhere() {
    let asks = |step: fn(u32, usize) -> u32, count: usize| {
        from_fn(move || {
            let mut n = draw(no_shrink(1..=1000u32));
            while let Some(answer) = effects::shrink(count) {
                n = step(n, answer);
            }
            n
        })
    };
    // The same again; there and back; around; ever more.
    assert!(minima(&asks(|n, _| n, 1), 20, |_| true).iter().all(|&n| n > 0));
    assert!(!minima(&asks(|n, _| n ^ 1, 1), 20, |_| true).is_empty());
    assert!(!minima(&asks(|n, answer| (n + answer as u32) % 7, 3), 20, |_| true).is_empty());
    assert!(!minima(&asks(|n, _| n.saturating_add(1), 1), 20, |_| true).is_empty());
    assert!(!minima(&shrink_with(no_shrink(0..=99), |n| vec![*n]), 20, |_| true).is_empty());
    assert!(!minima(&shrink_with(no_shrink(any::<bool>()), |flag| vec![!flag]), 20, |_| true).is_empty());
    // Round after round, for as long as the last one changed something.
    let rounds = from_fn(|| {
        let mut list = draw(no_shrink(vec(0..=9, 5)));
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            for n in &mut list {
                if effects::shrink(1).is_some() {
                    (*n, has_changed) = (0, true);
                }
            }
        }
        list
    });
    assert!(!minima(&rounds, 40, |_| true).is_empty());
}

/// Each of these ends, some after many answers.
#[test]
fn answers_that_lead_somewhere() {
    let halves = from_fn(|| {
        let mut n = draw(no_shrink(any::<u128>()));
        while effects::shrink(1).is_some() {
            n /= 2;
        }
        n
    });
    let minima_of_halves = minima(&halves, 200, |n| *n >= 20);
    assert!(minima_of_halves.iter().all(|n| (20..40).contains(n)), "{minima_of_halves:?}");
    let steps = shrink_with(no_shrink(0..=300u32), |n| if *n > 0 { vec![n / 2, n - 1] } else { vec![] });
    assert_eq!(minima(&steps, 60, |n| *n >= 37), [37]);
    assert_eq!(minima(&steps, 60, |_| true), [0]);
    // Nothing that this proposes fails, or it was taken.
    let smaller = |list: &Vec<u8>| -> Vec<Vec<u8>> {
        let without = (0..list.len()).map(|i| [&list[..i], &list[i + 1..]].concat());
        let lowered = (0..list.len()).filter(|&i| list[i] > 0).map(|i| {
            let mut list = list.clone();
            list[i] -= 1;
            list
        });
        without.chain(lowered).collect()
    };
    let fails = |list: &Vec<u8>| list.len() > 1 && list.iter().map(|&n| u32::from(n)).sum::<u32>() >= 13;
    for list in minima(&shrink_with(no_shrink(vec(0..=9u8, 12)), smaller), 60, fails) {
        assert!(!smaller(&list).iter().any(fails), "{list:?}");
    }
}

/// What is asked before a draw leaves that draw alone when it is no longer asked.
#[test]
fn later_draws_stay() {
    let generator = from_fn(|| (shrunk_string(draw(vec('a'..='z', 0..=9))), draw((0..=1000, 0..=1000))));
    let fails = |(_, (a, b)): &(String, (u32, u32))| *a == 537 && b > a;
    let choices = "((6 a b c d e f) (537 800))".parse().unwrap();
    let shrunk = Shrinker::new(&generator).shrink_choices(&choices, fails).unwrap();
    assert_eq!(shrunk.value, (String::new(), (537, 538)));
}
