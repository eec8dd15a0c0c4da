//! Conditionals and loops are groups of choices, and mean what they meant.

use std::cell::Cell;

use mirrorcheck::Shrinker;
use mirrorcheck::prelude::*;

fn id<T>(value: T) -> T {
    value
}

/// Counts how often it is dropped.
struct Counted<'c>(&'c Cell<u32>);

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() + 1);
    }
}

impl Counted<'_> {
    fn count(&self) -> u32 {
        self.0.get()
    }
}

#[property(cases = 20)]
fn loops_mean_what_they_meant(#[from(0..=9)] n: u32) {
    let mut seen = Vec::new();
    'outer: for i in 0..id(n) {
        let mut j = 0;
        while id(j) < i {
            j += 1;
            if id(j) == 2 {
                continue;
            }
            if j == 4 {
                continue 'outer;
            }
            if id(i) == 8 {
                break 'outer;
            }
            seen.push((i, j));
        }
    }
    let plain = (0..n.min(8)).flat_map(|i| (1..=i.min(3)).filter(|j| *j != 2).map(move |j| (i, j)));
    assert_eq!(seen, plain.collect::<Vec<_>>());
    let mut list = vec![1, 2, 3];
    let mut sum = 0;
    while let Some(x) = id(list.pop()) {
        sum += x;
    }
    let found = 'search: loop {
        for i in 0.. {
            if id(i) > n {
                break 'search i;
            }
        }
    };
    assert_eq!((sum, found), (6, n + 1));
}

#[property(cases = 20)]
fn conditionals_mean_what_they_meant(n: u8) {
    let text = match id(&String::from("abc")).as_str() {
        "abc" => "x".to_owned(),
        other => other.to_owned(),
    };
    // In the middle of an expression, what a `match` looks at lives on.
    let length = id(match &*id(String::from("abcd")) {
        text if n < 128 => text,
        text => text.trim(),
    })
    .len();
    let lent = &if id(true) { String::from("y") } else { String::new() };
    let chosen = if id(n) == 0 {
        0
    } else if let Some(n) = id(n.checked_add(1)) {
        n
    } else {
        n - 1
    };
    let mut total = 1;
    let place: &mut u32 = if id(true) { &mut total } else { panic!("{}", id(3)) };
    *place += 1;
    let boxed: Box<dyn Fn() -> u32> = match id(n) {
        0 => Box::new(|| 2),
        _ => Box::new(move || total),
    };
    assert_eq!((text.as_str(), length, lent.as_str(), boxed()), ("x", 4, "y", 2));
    assert_eq!(chosen, if n == 0 { 0 } else { n.checked_add(1).unwrap_or(254) });
    assert_eq!(if id(true) { 1 } else { 2 } + if id(n) < 1 { 10 } else { 20 }, if n == 0 { 11 } else { 21 });
}

#[property(cases = 1)]
fn temporaries_live_as_long() {
    let drops = Cell::new(0);
    // What is looked at is dropped at the end of the statement, not before.
    let seen = match id(Counted(&drops)).count() {
        0 => drops.get(),
        _ => 100,
    };
    assert_eq!((seen, drops.get()), (0, 1));
    let (count, after) = (
        match id(Counted(&drops)).count() {
            0 => 100,
            count => count,
        },
        drops.get(),
    );
    assert_eq!((count, after, drops.get()), (1, 1, 2));
    for i in 0..id(2) {
        let _counted = Counted(&drops);
        assert_eq!(drops.get(), 2 + i);
    }
    assert_eq!(drops.get(), 4);
}

/// A draw that disappears with its condition does not shift those that follow.
#[test]
fn what_follows_a_conditional_is_left_alone() {
    #[generator(forward)]
    fn parts() -> (u32, Vec<u32>) {
        let mut sum = 0;
        if draw(any::<bool>()) {
            sum += draw(0..=999);
            sum += draw(0..=999);
        }
        let mut rest = Vec::new();
        while rest.len() < 3 {
            rest.push(draw(0..=999));
        }
        (sum, rest)
    }
    let choices: Choices = "((true 5 6) 7 8 9)".parse().unwrap();
    assert_eq!(parts().replay(&choices), Ok((11, vec![7, 8, 9])));
    for seed in 0..20 {
        // Only few lists will do, and none of their numbers may move.
        let choices = parts().randomness(seed);
        let wanted = parts().replay(&choices).unwrap().1;
        let shrunk = Shrinker::new(&parts()).shrink_choices(&choices, |(_, rest)| *rest == wanted).unwrap();
        assert_eq!(shrunk.value, (0, wanted), "with seed {seed}");
    }
}

#[test]
fn conditionals_and_iterations_are_groups() {
    #[generator(forward)]
    fn parts() -> (Vec<u8>, u8) {
        let mut list = Vec::new();
        for _ in 0..draw(2..=2) {
            list.push(draw(1..=1) + draw(2..=2));
        }
        (list, if draw(3..=3) == 3 { draw(4..=4) } else { 0 })
    }
    assert_eq!(parts().randomness(1).to_string(), "((2 (1 2) (1 2)) (3 4))");
}

#[property]
#[should_panic(expected = "7 after 0")]
fn shrinks_to_the_simplest() {
    let mut count = 0;
    while draw(any::<bool>()) {
        count += 1;
    }
    let n: u32 = draw(0..=1_000);
    assert!(n < 7, "{n} after {count}");
}

/// Outside of a run there is nothing to group.
#[test]
fn no_run_is_no_harm() {
    assert_eq!(std::thread::spawn(|| doubled::on(4)).join().map_err(|_| "it panicked"), Ok(()));
}

#[property]
fn doubled(n: u8) {
    let doubled = std::thread::spawn(move || if id(n) > 0 { u32::from(n) * 2 } else { 0 }).join().unwrap_or(1);
    assert_eq!(doubled, u32::from(n) * 2);
}
