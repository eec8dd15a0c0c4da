//! Shrinking a draw leaves later draws alone: what is replayed was drawn at the same place in the program.

use std::cell::Cell;
use std::fmt::Debug;

use mirrorcheck::effects::{self, Group};
use mirrorcheck::prelude::*;
use mirrorcheck::{Checker, Choice, Shrinker, Shrunk};

/// Shrinks what text choices make.
fn shrunk<G: Generator>(generator: &G, choices: &str, fails: impl FnMut(&G::Value) -> bool) -> Shrunk<G::Value>
where
    G::Value: Debug,
{
    Shrinker::new(generator).shrink_choices(&choices.parse().unwrap(), fails).unwrap()
}

/// The slides' example: `gen::next → true, false, true`. The last answer stays the same although the one before it is
/// no longer asked for, so that the first attempt succeeds.
#[test]
fn the_example_of_the_slides() {
    let asked = Cell::new(0);
    let program = from_fn(|| {
        let mut x = 0;
        if effects::next(1, 1) && effects::shrink(1).is_none() {
            x += i32::from(effects::next(1, 1));
        }
        x += 10 * i32::from(effects::next(1, 1));
        x
    });
    let shrunk = shrunk(&program, "(true false true)", |x| {
        asked.set(asked.get() + 1);
        *x == 10
    });
    assert_eq!(shrunk.value, 10);
    assert!(shrunk.steps.last().unwrap().choices.sequence().eq([false, true].map(Choice::from)));
    // The value that it began with, and one step.
    assert_eq!((shrunk.steps.len(), shrunk.is_minimal), (1, true));
    assert!(asked.get() <= 4, "{}", asked.get());
}

#[test]
fn a_conditional_draw_disappears_alone() {
    let program = from_fn(|| {
        let extra = draw(any::<bool>()).then(|| draw(0..=1000));
        (extra, draw(0..=1000), draw(vec(0..=9, 0..=5)))
    });
    // 503 can only be 503: no other number fails.
    let shrunk = shrunk(&program, "(true 700 503 (2 7 7))", |(_, n, list)| *n == 503 && list.contains(&7));
    assert_eq!(shrunk.value, (None, 503, vec![7]));
    // Something that appears is made up, and takes nothing from what comes after it.
    let program = from_fn(|| {
        let flag = draw(any::<bool>());
        let extra = if flag { None } else { Some(draw(0..=1000)) };
        (flag, extra, draw(0..=1000))
    });
    let found = Shrinker::new(&program).shrink_choices(&"(true 503)".parse().unwrap(), |(_, _, n)| *n == 503).unwrap();
    assert_eq!(found.value, (true, None, 503), "fewer choices are simpler");
}

#[test]
fn loops_with_conditional_draws() {
    let program = from_fn(|| {
        let mut list = Vec::new();
        for _ in 0..4 {
            if draw(any::<bool>()) {
                list.push(draw(0..=100));
            }
        }
        (list, draw(0..=1000))
    });
    let choices = "(true 10 true 57 false true 99 503)";
    let shrunk = shrunk(&program, choices, |(list, n)| *n == 503 && list.contains(&57));
    assert_eq!(shrunk.value, (vec![57], 503));
    assert!(shrunk.is_minimal);
}

fn maybe() -> Option<u32> {
    if draw(any::<bool>()) { Some(draw(0..=1000)) } else { None }
}

#[test]
fn helpers_that_are_called_several_times() {
    let program = from_fn(|| (maybe(), maybe(), draw(0..=1000), maybe()));
    let shrunk = shrunk(&program, "(true 5 true 77 503 true 9)", |(_, b, n, _)| *b == Some(77) && *n == 503);
    assert_eq!(shrunk.value, (None, Some(77), 503, None));
}

#[test]
fn early_exits() {
    let program = from_fn(|| {
        let mut list = Vec::new();
        for _ in 0..10 {
            if draw(0..=9) == 0 {
                break;
            }
            list.push(draw(0..=100));
        }
        (list, draw(0..=1000))
    });
    let shrunk = shrunk(&program, "(4 10 5 57 6 20 0 503)", |(list, n)| *n == 503 && list.contains(&57));
    assert_eq!(shrunk.value, (vec![57], 503));
}

/// What was drawn in one branch may be of use in the other, where nothing else fails.
#[test]
fn branches_that_draw_alike() {
    let program = from_fn(|| if draw(any::<bool>()) { (true, draw(0..=1000)) } else { (false, draw(0..=999)) });
    let shrunk = shrunk(&program, "(true 503)", |(_, n)| *n == 503);
    assert_eq!(shrunk.value, (false, 503));
}

#[test]
fn draws_in_the_body_of_a_property() {
    let report = Checker::new(any::<bool>()).cases(2000).examine(|flag| {
        let extra = if flag { draw(0..=100) } else { 0 };
        let n = draw(0..=20);
        n != 13 && extra <= 100
    });
    let failure = &report.failures[0];
    assert!(!failure.value);
    assert!(failure.choices.sequence().eq([Choice::from(false), Choice::from(13)]));
}

#[test]
fn decisions_under_a_handler() {
    let program = from_fn(|| {
        effects::with(effects::on_next(effects::next), || {
            let extra = draw(any::<bool>()).then(|| draw(0..=15));
            (extra, draw(0..=255))
        })
    });
    let choices = (0..)
        .map(|seed| program.randomness(seed))
        .find(|choices| matches!(program.replay(choices), Ok((Some(extra), 171)) if extra > 0))
        .unwrap();
    let shrunk = Shrinker::new(&program).shrink_choices(&choices, |(_, n)| *n == 171).unwrap();
    assert_eq!(shrunk.value, (None, 171));
}

/// Neither what is written down nor what can be read has changed.
#[test]
fn the_text_form_knows_nothing_of_it() {
    let program = from_fn(|| (draw(1..=1), draw((2..=2, 3..=3)), draw(exact(0)), effects::group(|| draw(4..=4))));
    assert_eq!(program.randomness(1).to_string(), "(1 (2 3) 4)");
    let shrunk = shrunk(&program, "(1 (2 3) 4)", |_| true);
    assert_eq!(shrunk.value, (1, (2, 3), 0, 4));
    // A guard of the macros stands anywhere, also where nothing runs.
    drop(mirrorcheck::language::Group::here());
    let guarded = from_fn(|| {
        let _group: Group = mirrorcheck::language::Group::here();
        (draw(1..=1), draw(2..=2))
    });
    assert_eq!(guarded.randomness(1).to_string(), "(1 2)");
}

/// Calls that shrinking takes, on seeds that are fixed: no more than before draws were told apart by their place.
#[test]
fn it_takes_no_more_calls() {
    let calls = |generator: &dyn Generator<Value = Vec<i32>>, fails: &dyn Fn(&Vec<i32>) -> bool| {
        let failing = (0..2_000).filter(|&seed| fails(&generator.sample(seed))).take(20);
        let shrunk = failing.map(|seed| {
            let choices = generator.randomness(seed);
            Shrinker::new(&generator).shrink_choices(&choices, |list| fails(list)).unwrap().executions
        });
        let (count, sum) = shrunk.fold((0, 0), |(count, sum), calls| (count + 1, sum + calls));
        sum / count
    };
    let counted = from_fn(|| (0..draw(0..=10)).map(|_| draw(0..=1000)).collect::<Vec<i32>>());
    assert!(calls(&counted, &|list| list.iter().sum::<i32>() > 1500) <= 140);
    let sparse = from_fn(|| (0..6).filter(|_| draw(any::<bool>())).map(|_| draw(0..=1000)).collect::<Vec<i32>>());
    assert!(calls(&sparse, &|list| list.iter().any(|n| n % 50 == 27)) <= 30);
}
