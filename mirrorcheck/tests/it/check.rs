//! Checking properties: what the report says, and that nothing is lost on the way to it.

use std::process::Command;
use std::time::{Duration, Instant};

use mirrorcheck::check::Ended;
use mirrorcheck::prelude::*;
use mirrorcheck::{Checker, Choice, Shrinker, effects, laws};

/// The report of a failure, without the places in this file.
fn text<V: std::fmt::Debug>(report: &mirrorcheck::Report<V>) -> String {
    let text = report.text().unwrap_or_default();
    let without_place = |line: &str| match line.rsplit_once(" (") {
        Some((before, place)) if place.contains(".rs:") => format!("{before} (…)"),
        _ => line.to_owned(),
    };
    let without_count = |line: String| match line.split_once(" other values for `_`") {
        Some((_, rest)) => format!("  … other values for `_`{rest}"),
        None => line,
    };
    text.lines().map(without_place).map(without_count).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_report_of_a_panic() {
    let report = Checker::new((any::<Vec<i32>>(), any::<u8>()))
        .examine(|(list, _)| assert!(list.len() < 3, "{} are too many", list.len()));
    let expected = "\
the property failed
  value: ([0, 0, 0], 0)
  … other values for `_` failed too: ([_, _, _], _)
  panic: 3 are too many (…)
  original value: ([1, 0, -2, 2], 2)
  failed on case 5 (seed 0); shrunk in 1 step, 9 runs; minimal
  replay: generator.replay(&\"@4 ((3 0 0 0) 0)\".parse().unwrap())";
    assert_eq!(text(&report), expected);
}

#[test]
fn the_report_of_false_and_of_an_error() {
    let report = Checker::new(0..=100).seed(1).examine(|n| n < 50);
    let lines = text(&report);
    assert!(lines.contains("\n  value: 50\n  the property returned false\n"), "{lines}");
    let report = Checker::new(0..=100).examine(|n| if n < 50 { Ok(()) } else { Err(format!("{n}!")) });
    assert!(text(&report).contains("\n  the property returned Err(\"50!\")\n"), "{}", text(&report));
}

#[test]
fn what_matters_is_not_said_to_be_of_no_matter() {
    let report = Checker::new((0..=100, 0..=100, any::<bool>())).examine(|(a, b, _)| a + b < 120);
    let failure = &report.failures[0];
    assert_eq!(failure.value, (20, 100, false));
    assert_eq!(failure.explanation.as_deref(), Some("(20, 100, _)"));
    let report = Checker::new((0..=9, 0..=9)).examine(|(a, b)| a == b);
    assert_eq!((report.failures[0].value, &report.failures[0].explanation), ((0, 1), &None));
}

#[test]
fn each_place_is_reported_once() {
    let report = Checker::new((0..=100, 0..=100)).examine(|(a, b)| {
        assert!(a < 50, "a");
        assert!(b < 70, "b");
    });
    let mut found: Vec<((i32, i32), &str)> =
        report.failures.iter().map(|failure| (failure.value, failure.panic.message.as_str())).collect();
    found.sort();
    assert_eq!(found, [((0, 70), "b"), ((50, 0), "a")]);
}

#[test]
fn a_failure_met_while_shrinking_is_shrunk_as_well() {
    // The second place is reached by small numbers only, which chance seldom finds.
    let report = Checker::new(500..=1_000_000u32).cases(20).examine(|n| {
        assert!(n >= 700, "small");
        assert!(n < 1000, "large");
    });
    let mut found: Vec<(u32, &str)> = report.failures.iter().map(|f| (f.value, f.panic.message.as_str())).collect();
    found.sort();
    assert_eq!(found, [(500, "small"), (1000, "large")]);
}

#[test]
fn what_a_property_draws_is_shrunk_and_can_be_run_again() {
    let property = |a: i32| {
        let b = draw(0..=100);
        let list = draw(vec(0..=9, 0..5));
        a + b < 120 || list.len() < 2
    };
    let report = Checker::new(0..=100).examine(property);
    let failure = &report.failures[0];
    assert_eq!((failure.value, failure.choices.to_string().as_str()), (20, "@4 (20 (100 (2 0 0)))"));
    assert!(failure.body_draws && failure.is_minimal);
    let draws: Vec<&str> = failure.draws.iter().map(|(_, text)| text.as_str()).collect();
    assert_eq!(draws, ["100", "[0, 0]"]);
    assert!(failure.draws[0].0.starts_with("draw at mirrorcheck/tests/it/check.rs:"), "{:?}", failure.draws);
    assert!(
        text(&report)
            .ends_with("replay: Checker::new(generator).replay(&\"@4 (20 (100 (2 0 0)))\".parse().unwrap(), property)")
    );
    let again = std::panic::catch_unwind(|| Checker::new(0..=100).replay(&failure.choices, property));
    assert!(again.is_err());
    Checker::new(0..=100).replay(&"(20 99 (2 0 0))".parse().unwrap(), property);
}

#[test]
fn choices_of_something_else_are_not_replayed() {
    let again = std::panic::catch_unwind(|| Checker::new(0..=9).replay(&"leaf".parse().unwrap(), |n| n < 5));
    let message = again.unwrap_err().downcast::<String>().unwrap();
    assert!(message.starts_with("the generator makes no value from the choices leaf: "), "{message}");
}

#[test]
fn a_flaky_property_is_said_to_be_flaky() {
    let mut runs = 0;
    let report = Checker::new(exact(7)).examine(|_| {
        runs += 1;
        runs > 1
    });
    assert!(report.failures[0].is_flaky && !report.failures[0].is_minimal);
    assert!(text(&report).contains("flaky: it failed, then passed on the same value"));
}

/// A generator that is worn out: nothing can be made a second time, but that the property failed is not lost.
#[test]
fn a_failure_is_not_lost_with_its_value() {
    let left = std::cell::Cell::new(1);
    let once = from_fn(|| {
        assume(left.replace(left.get() - 1) > 0);
        draw(0..=9)
    });
    let report = Checker::new(once).examine(|n| assert!(n > 9, "it fails"));
    assert!(report.failures.is_empty());
    let text = text(&report);
    assert!(
        text.starts_with("the property failed (seed 0): it fails\n  but the generator did not make the same value"),
        "{text}"
    );
}

/// A generator that makes something else each time: what was found first is reported as it was.
#[test]
fn a_failure_that_cannot_be_replayed_is_reported_as_it_was() {
    let runs = std::cell::Cell::new(0);
    let drifting = from_fn(|| {
        runs.set(runs.get() + 1);
        (0..=runs.get()).map(|_| draw(0..=9)).collect::<Vec<i32>>()
    });
    let report = Checker::new(drifting).examine(|list| list.is_empty());
    assert_eq!(report.failures.len(), 1);
    assert!(report.text().is_some());
}

#[test]
fn nothing_tested_is_a_failure() {
    let report = Checker::new(0..=9).cases(50).examine(|_| assume(false));
    assert_eq!(
        report.text().as_deref(),
        Some(
            "the property was not tested: all 500 cases were discarded; make the generator produce only values that satisfy \
             the assumptions"
        )
    );
}

#[test]
fn the_same_seed_finds_the_same_failure() {
    let run = |seed| Checker::new(any::<Vec<u16>>()).seed(seed).examine(|list| list.iter().all(|n| *n < 500));
    let of = |seed| run(seed).failures.into_iter().map(|f| (f.case, f.value, f.executions)).collect::<Vec<_>>();
    assert_eq!(of(3), of(3));
    assert_eq!(of(3)[0].1, [500]);
}

#[test]
fn a_budget_ends_it_with_the_best_so_far() {
    let report = Checker::new(any::<Vec<u8>>()).shrink_executions(4).seed(2).examine(|list| list.len() < 20);
    let failure = &report.failures[0];
    assert_eq!((failure.ended, failure.is_minimal), (Ended::OutOfBudget, false));
    assert!(failure.executions <= 4 && failure.value.len() >= 20);
    assert!(text(&report).contains("; stopped at the limit of 4 runs (`shrink`), so it may not be minimal"));
}

/// What kills its process has to be run in another one; shrinking goes on in this one.
#[test]
fn a_property_that_aborts_is_run_in_another_process() {
    let survives = |n: &u32| {
        let script = format!("if [ {n} -ge 37 ]; then kill -ABRT $$; fi");
        Command::new("sh").args(["-c", &script]).status().is_ok_and(|status| status.success())
    };
    let shrunk = (0..=1000u32).shrink(620, |n| !survives(n));
    assert_eq!((shrunk.value, shrunk.is_minimal), (37, true));
}

#[test]
fn shrinking_of_ones_own_is_written_down() {
    let halves = from_fn(|| {
        let mut n = draw(mirrorcheck::generators::no_shrink(512..=1023u32));
        while n > 0 && effects::shrink(1).is_some() {
            n /= 2;
        }
        n
    });
    let shrunk = Shrinker::new(&halves).shrink_choices(&halves.randomness(1), |n| *n >= 20).unwrap();
    assert!((20..40).contains(&shrunk.value) && shrunk.is_minimal);
    let choices = &shrunk.steps.last().unwrap().choices;
    assert!(choices.sequence().any(|choice| choice == Choice::Shrink(0)));
    let again: Choices = choices.to_string().parse().unwrap();
    assert_eq!(&again, choices);
    assert_eq!(halves.replay(&again), Ok(shrunk.value));
}

#[test]
fn one_part_is_shrunk_and_the_rest_stays() {
    let orders = (vec((0..=99, any::<bool>()), 0..9), 0..=9);
    let order = || (vec![(70, true), (80, true), (90, true)], 5);
    let at = |path: &[usize]| orders.shrink_part(order(), path, |_| true).value;
    assert_eq!(at(&[0, 1]), (vec![(70, true), (0, false), (90, true)], 5));
    assert_eq!(at(&[0, 1, 0]), (vec![(70, true), (0, true), (90, true)], 5));
    assert_eq!(at(&[0]), (vec![], 5));
    assert_eq!(at(&[1]), (vec![(70, true), (80, true), (90, true)], 0));
    let nowhere = orders.shrink_part(order(), &[0, 7], |_| true);
    assert_eq!((nowhere.value, nowhere.ended), (order(), Ended::NoSuchPart));
}

#[test]
fn several_minimal_values_differ_in_kind() {
    let lists = (vec(0..=9, 0..9), vec(0..=9, 0..9));
    let fails = |(a, b): &(Vec<i32>, Vec<i32>)| a.len() + b.len() > 2;
    let shrunk = Shrinker::new(&lists).keep(3).shrink((vec![1, 2], vec![3, 4]), fails);
    let lengths = |(a, b): &(Vec<i32>, Vec<i32>)| (a.len(), b.len());
    let mut kinds: Vec<(usize, usize)> = shrunk.others.iter().chain([&shrunk.value]).map(lengths).collect();
    kinds.sort();
    assert_eq!(kinds, [(0, 3), (1, 2), (2, 1)]);
}

#[test]
fn what_is_not_to_be_shrunk_is_not_made_up() {
    let pair = (mirrorcheck::generators::no_shrink(0..=9999), 0..=99);
    assert_eq!(pair.shrink((4711, 50), |_| true).value, (4711, 0));
    let list = vec((mirrorcheck::generators::no_shrink(1..=9999), 0..=9), 2..9);
    let shrunk = list.shrink(vec![(10, 1), (20, 2), (30, 3)], |_| true).value;
    assert!(shrunk.len() == 2 && shrunk.iter().all(|(held, free)| held % 10 == 0 && *free == 0), "{shrunk:?}");
}

#[test]
fn a_budget_that_is_spent_on_others_does_not_matter_to_the_first() {
    let lists = (vec(0..=9, 0..9), vec(0..=9, 0..9));
    let shrinker = || Shrinker::new(&lists);
    let shrink = |shrinker: Shrinker<'_, _>| {
        shrinker.shrink((vec![1, 2], vec![3, 4]), |(a, b): &(Vec<i32>, Vec<i32>)| a.len() + b.len() > 2)
    };
    let alone = shrink(shrinker());
    let first = shrink(shrinker().keep(9).executions(alone.executions + 1));
    assert_eq!((first.value, first.ended), (alone.value, Ended::Minimal));
}

/// Each law fails on a function that does not keep it, and shows the simplest values.
#[test]
fn laws_that_do_not_hold_are_told() {
    let told = |law: fn()| *std::panic::catch_unwind(law).unwrap_err().downcast::<String>().unwrap();
    let says = |text: String, value: &str, why: &str| {
        assert!(text.contains(&format!("value: {value}\n")) && text.contains(why), "{text}");
    };
    let lossy = || laws::round_trip(0..=99u8, |n| n / 2, |half| 2 * half);
    says(told(lossy), "1", "it comes back as 0");
    says(told(|| laws::round_trip(0..=99u8, |n| *n, |n| (n < 50).then_some(n))), "50", "it does not come back: None");
    says(told(|| laws::same_as(0..=99u8, |n| n + 1, |n| (n + 1).min(60))), "60", "it gives 61, the model 60");
    says(told(|| laws::idempotent(0..=99u8, |n| n / 2)), "2", "twice it gives 0, once 1");
    says(told(|| laws::commutative(0..=9i8, |a, b| a - b)), "(0, 1)", "it gives -1, the other way round 1");
    says(told(|| laws::associative(0..=9i16, |a, b| a - b)), "(0, 0, 1)", "it gives -1, the last two first 1");
    says(told(|| laws::never_panics(0..=99u8, |n| assert!(*n < 98, "too much"))), "98", "panic: too much");
    says(told(|| laws::keeps(0..=99u8, |n| n + 1, |n| *n < 50)), "49", "it does not hold for 50");
}

/// Other failures are looked for in few more cases, and not for long: the first one is what somebody waits for.
#[test]
fn a_run_ends_soon_after_a_failure() {
    let calls = |failing: u64, slow: Duration| {
        let (mut calls, mut after) = (0, Duration::ZERO);
        let mut found = None;
        let checker = Checker::new(any::<u64>()).seed(1).cases(100_000).shrink_executions(0);
        let report = checker.examine(|_| {
            calls += 1;
            if let Some(found) = found {
                after = Instant::elapsed(&found);
                std::thread::sleep(slow);
            }
            if calls == failing {
                found = Some(Instant::now());
            }
            calls != failing
        });
        assert_eq!(report.failures.len(), 1);
        (calls - failing, after)
    };
    for failing in [3, 500, 50_000] {
        let (more, _) = calls(failing, Duration::ZERO);
        assert!(more <= 40, "{more} more calls after {failing}");
    }
    let (more, after) = calls(500, Duration::from_millis(400));
    assert!(more <= 5, "{more} more calls, the last after {after:?}");
}
