//! Properties that behave badly, and values that are not what was asked for.

use std::cell::Cell;
use std::time::Duration;

use mirrorcheck::check::Ended;
use mirrorcheck::numbers::uniform;
use mirrorcheck::prelude::*;
use mirrorcheck::{Checker, Shrinker};

/// A number that cannot be dropped if it is too large.
#[derive(Debug)]
struct Fragile(u32);

impl Drop for Fragile {
    fn drop(&mut self) {
        assert!(self.0 < 500, "{} is too heavy", self.0);
    }
}

#[test]
fn panics_in_drop() {
    let report = Checker::new(0..=1000u32).examine(|n| drop(Fragile(n)));
    assert_eq!(report.failures.len(), 1);
    let failure = &report.failures[0];
    assert_eq!((failure.value, failure.is_minimal), (500, true));
    assert_eq!(failure.panic.message, "500 is too heavy");
}

/// A value whose own drop panics, in the hands of a property.
#[derive(Debug, Clone, PartialEq)]
struct Explosive(u32);

impl Drop for Explosive {
    fn drop(&mut self) {
        if self.0 >= 500 && IS_ARMED.get() && !std::thread::panicking() {
            panic!("{} explodes", self.0);
        }
    }
}

thread_local! {
    static IS_ARMED: Cell<bool> = const { Cell::new(false) };
}

/// Values explode while it lives: in the property, not where a test looks at them.
struct Armed;

impl Armed {
    fn new() -> Armed {
        IS_ARMED.set(true);
        Armed
    }
}

impl Drop for Armed {
    fn drop(&mut self) {
        IS_ARMED.set(false);
    }
}

#[test]
fn values_that_panic_when_dropped() {
    let explosive = from_fn(|| Explosive(draw(0..=1000)));
    let report = Checker::new(explosive).examine(|value| {
        let _armed = Armed::new();
        drop(value);
    });
    assert_eq!(report.failures.len(), 1);
    assert_eq!(report.failures[0].value, Explosive(500));
    assert_eq!(report.failures[0].panic.message, "500 explodes");
}

#[test]
fn prints() {
    let report = Checker::new(vec(0..=99, 0..20)).examine(|list| {
        println!("{list:?}");
        eprintln!("{}", list.len());
        list.len() < 3
    });
    assert_eq!(report.failures[0].value, [0, 0, 0]);
}

#[test]
fn sleeps() {
    let property = |list: Vec<i32>| {
        std::thread::sleep(Duration::from_millis(1));
        list.iter().sum::<i32>() < 300
    };
    let checker = Checker::new(vec(0..=99, 0..50)).seed(1);
    // What was found by then still fails, however soon that is.
    for time in [Duration::ZERO, Duration::from_millis(5)] {
        let report = checker.clone().shrink_time(time).examine(property);
        let failure = &report.failures[0];
        assert!(failure.value.iter().sum::<i32>() >= 300);
        assert_eq!(failure.is_minimal, failure.ended == Ended::Minimal);
    }
    let report = checker.clone().shrink_time(Duration::ZERO).examine(property);
    assert_eq!((report.failures[0].executions, report.failures[0].ended), (0, Ended::OutOfBudget));
    let report = checker.shrink_time(Duration::from_secs(3600)).examine(property);
    assert_eq!((&report.failures[0].value[..], report.failures[0].ended), (&[3, 99, 99, 99][..], Ended::Minimal));
}

#[test]
fn fails_three_times_out_of_four() {
    let runs = Cell::new(0);
    let report = Checker::new(vec(0..=99, 0..20)).examine(|list| {
        runs.set(runs.get() + 1);
        list.len() < 3 || runs.get() % 4 == 0
    });
    let failure = &report.failures[0];
    assert!(failure.value.len() >= 3, "{:?} cannot fail", failure.value);
    assert!(failure.value.len() <= 4, "{:?} is far from minimal", failure.value);
    for step in &failure.steps {
        assert!(vec(0..=99, 0..20).replay(&step.choices).unwrap().len() >= 3);
    }
    assert!(report.text().unwrap().contains(&format!("{:?}", failure.value)));
}

#[test]
fn fails_only_once() {
    let runs = Cell::new(0);
    let report = Checker::new(vec(0..=99, 5..20)).examine(|_| {
        runs.set(runs.get() + 1);
        runs.get() != 10
    });
    let failure = &report.failures[0];
    assert!(failure.is_flaky && !failure.is_minimal);
    assert_eq!(failure.case, 9);
    assert!(report.text().unwrap().contains("flaky"));
}

#[test]
fn two_panics_are_two_failures() {
    let report = Checker::new(any::<Vec<u8>>()).cases(1000).examine(|list| {
        assert!(list.iter().all(|n| *n < 10), "too large");
        assert!(list.len() < 3, "too long");
    });
    let mut failures: Vec<_> = report.failures.iter().map(|f| (&*f.panic.message, &f.value[..])).collect();
    failures.sort_unstable();
    assert_eq!(failures, [("too large", &[10][..]), ("too long", &[0, 0, 0][..])]);
    assert!(report.failures.iter().all(|failure| failure.is_minimal));
}

#[test]
fn a_panic_does_not_become_another() {
    // The smaller values all fail, but elsewhere.
    let report = Checker::new(0..=1000).cases(1000).examine(|n| {
        assert!(n < 700, "large");
        assert!(n >= 300, "small");
    });
    let mut failures: Vec<_> = report.failures.iter().map(|f| (&*f.panic.message, f.value)).collect();
    failures.sort_unstable();
    assert_eq!(failures, [("large", 700), ("small", 0)]);
}

#[test]
fn another_failure_is_met_while_shrinking() {
    // Only one of the two is among the cases; the other is next to its minimum.
    let report = Checker::new(uniform::<u64>()).cases(20).examine(|n| {
        assert!(n < 1000, "large");
        assert!(n != 0, "zero");
    });
    let mut failures: Vec<_> = report.failures.iter().map(|f| (&*f.panic.message, f.value)).collect();
    failures.sort_unstable();
    assert_eq!(failures[0], ("large", 1000));
    assert_eq!(failures[1].1, 0);
}

#[test]
fn still_fails_may_panic() {
    let shrunk = vec(0..=99, 0..20).shrink(vec![5, 60, 7], |list| {
        assert!(list.iter().all(|n| *n < 50));
        false
    });
    assert_eq!((shrunk.value, shrunk.ended), (vec![50], Ended::Minimal));
}

#[test]
fn a_value_out_of_range_is_left_alone() {
    let calls = Cell::new(0);
    let shrunk = vec(0..=99, 0..20).shrink(vec![5, 600, 7], |_| {
        calls.set(calls.get() + 1);
        true
    });
    assert_eq!((&shrunk.value[..], shrunk.ended, shrunk.executions), (&[5, 600, 7][..], Ended::NotInRange, 0));
    assert!(!shrunk.is_minimal && shrunk.steps.is_empty() && calls.get() == 0);
}

#[test]
fn a_value_that_does_not_fail_is_left_alone() {
    let shrunk = vec(0..=99, 0..20).shrink(vec![5, 60, 7], |list| list.len() > 3);
    assert_eq!((&shrunk.value[..], shrunk.ended, shrunk.executions), (&[5, 60, 7][..], Ended::DoesNotFail, 1));
    assert!(!shrunk.is_minimal && shrunk.steps.is_empty());
}

#[test]
fn a_budget_is_kept() {
    for most in [0, 1, 2, 10, 30] {
        let shrunk = Shrinker::new(&vec(0..=99, 0..50)).executions(most).shrink(vec![50; 40], |list| list.len() > 10);
        assert!(shrunk.executions <= most.max(1) + 1, "{} of {most}", shrunk.executions);
        assert!(shrunk.value.len() > 10);
        assert_eq!(shrunk.is_minimal, shrunk.ended == Ended::Minimal);
    }
}

#[derive(Debug, Clone, PartialEq)]
enum Chain {
    Link(Box<Chain>),
    End(u8),
}

impl Chain {
    /// Takes away what follows.
    fn rest(&mut self) -> Option<Box<Chain>> {
        match self {
            Chain::Link(rest) => Some(std::mem::replace(rest, Box::new(Chain::End(0)))),
            Chain::End(_) => None,
        }
    }
}

/// Link by link, because a long chain would overflow the stack otherwise.
impl Drop for Chain {
    fn drop(&mut self) {
        let mut rest = self.rest();
        while let Some(mut chain) = rest {
            rest = chain.rest();
        }
    }
}

/// The first alternative goes on: whoever always takes it never comes to an end.
#[generator]
fn chain() -> Chain {
    pick([
        (2, "link", {
            let rest = draw(chain());
            Chain::Link(Box::new(rest))
        }),
        (1, "end", Chain::End(draw(0..=99))),
    ])
}

fn length(mut chain: &Chain) -> usize {
    let mut length = 0;
    while let Chain::Link(rest) = chain {
        (chain, length) = (rest, length + 1);
    }
    length
}

fn chain_of(length: usize, end: u8) -> Chain {
    (0..length).fold(Chain::End(end), |chain, _| Chain::Link(Box::new(chain)))
}

#[test]
fn the_first_alternative_may_never_end() {
    super::check_minimal(chain(), |chain| length(chain) > 2, chain_of(3, 0), 60);
    super::check_minimal(chain(), |_| true, chain_of(0, 0), 20);
}

#[test]
fn draws_in_the_body() {
    let drawn = Cell::new((0, 0));
    let report = Checker::new(0..=100).examine(|n| {
        let (a, b) = (draw(0..=100), draw(0..=n));
        let fails = n > 10 && a + b > 60;
        if fails {
            drawn.set((a, b));
        }
        !fails
    });
    let failure = &report.failures[0];
    assert_eq!((failure.value, failure.is_minimal), (11, true));
    // The last run that failed is that of the minimum.
    let (a, b) = drawn.get();
    assert_eq!(a + b, 61);
    assert!(b <= 11);
}

#[test]
fn a_list_drawn_in_the_body() {
    let last = Cell::new(Vec::new());
    let report = Checker::new(any::<bool>()).examine(|flag| {
        let list = draw(vec(0..=99u8, 0..20));
        let fails = flag && list.iter().any(|n| *n > 50);
        if fails {
            last.set(list);
        }
        !fails
    });
    assert!(report.failures[0].value && report.failures[0].is_minimal);
    assert_eq!(last.take(), [51]);
}

#[test]
fn an_assumption_in_the_body() {
    let report = Checker::new((0..=100, 0..=100)).examine(|(a, b)| {
        assume(a != b && a > 0);
        a < b
    });
    assert_eq!(report.failures[0].value, (1, 0));
}

/// On the stack that a thread of a test has.
#[test]
fn a_deep_value_does_not_overflow_the_stack() {
    let shrunk = chain().shrink(chain_of(100_000, 7), |chain| length(chain) >= 10);
    assert_eq!((shrunk.value, shrunk.is_minimal), (chain_of(10, 0), true));
    assert!(shrunk.executions < 150, "{} executions", shrunk.executions);
}

#[test]
fn a_long_list_is_shrunk_in_few_executions() {
    let lists = vec(0..=999u16, ..);
    let mut list = vec![7u16; 100_000];
    list[61_234] = 990;
    let shrunk = lists.shrink(list, |list| list.iter().any(|n| *n > 900));
    assert_eq!((&shrunk.value[..], shrunk.is_minimal), (&[901][..], true));
    assert!(shrunk.executions < 120, "{} executions", shrunk.executions);
}

#[test]
fn two_far_elements_of_a_long_list() {
    let lists = vec(0..=999u16, ..);
    let mut list = vec![7u16; 20_000];
    (list[1_234], list[17_000]) = (950, 960);
    let shrunk = lists.shrink(list, |list| list.iter().filter(|n| **n > 900).count() > 1);
    assert_eq!((&shrunk.value[..], shrunk.is_minimal), (&[901, 901][..], true));
    assert!(shrunk.executions < 200, "{} executions", shrunk.executions);
}

#[test]
fn a_long_text() {
    let text = "abc ".repeat(25_000) + "x" + &" abc".repeat(100);
    let shrunk = string('\0'..='~', ..).shrink(text, |text| text.contains('x'));
    assert_eq!(shrunk.value, "x");
    assert!(shrunk.executions < 120, "{} executions", shrunk.executions);
}

/// A list after its length, and a number after both.
#[generator]
fn counted() -> (usize, Vec<u32>, u32) {
    let length = draw(0..=12usize);
    let list = draw(vec(0..=40u32, length));
    let last = draw(0..=30u32);
    (length, list, last)
}

/// The first edit of a pair makes the list shorter, so that the second number is not where it was.
#[test]
fn a_tree_that_becomes_shorter_between_two_edits() {
    let first = (3, vec![0, 0, 0], 4);
    let fails = |value: &(usize, Vec<u32>, u32)| {
        *value == first || (value.0 == 2 && value.1.iter().all(|number| *number == 0) && value.2 == 3)
    };
    assert_eq!(counted().shrink(first.clone(), fails).value, (2, vec![0, 0], 3));
}

/// Failures without rhyme or reason: whatever is tried after what, no index is out of range.
#[test]
fn failures_by_hash() {
    use std::hash::{DefaultHasher, Hash, Hasher};

    for salt in 0..300u64 {
        let fails = |value: &(usize, Vec<u32>, u32)| {
            let mut hasher = DefaultHasher::new();
            (salt, value).hash(&mut hasher);
            hasher.finish() % (2 + salt % 4) == 0
        };
        if let Some(first) = counted().samples(salt).take(20).find(|value| fails(value)) {
            let shrunk = counted().shrink(first, fails);
            assert!(fails(&shrunk.value) && counted().contains(&shrunk.value), "{salt}: {:?}", shrunk.value);
        }
    }
}
