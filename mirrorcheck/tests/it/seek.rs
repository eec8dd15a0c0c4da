//! Backward by experiment: choices for values of generators that only run forward.

use std::cell::Cell;
use std::collections::{BTreeSet, HashMap};
use std::fmt::{self, Debug};

use mirrorcheck::check::Ended;
use mirrorcheck::prelude::*;
use mirrorcheck::{Seeker, Sought};

/// The law of `seek`: the choices that it finds make the value. Returns how many runs the hardest value took.
#[track_caller]
fn is_found<G: Generator>(generator: &G, seeds: std::ops::Range<u64>) -> u64
where
    G::Value: Debug + PartialEq,
{
    let mut seeker = Seeker::new(generator);
    let found = seeds.map(|seed| {
        let value = generator.sample(seed);
        match seeker.seek(&value) {
            Sought::Found { choices, runs } => {
                assert!(
                    generator.replay(&choices).is_ok_and(|made| made == value),
                    "{choices} does not make {value:?}"
                );
                runs
            }
            Sought::NotFound { nearest, .. } => panic!("{value:?} is not found; nearest is {nearest:?}"),
        }
    });
    found.max().unwrap_or(0)
}

#[derive(Debug, Clone, PartialEq)]
enum Shape {
    Circle { radius: u32 },
    Polygon(Vec<(i32, i32)>),
    Nothing,
}

fn shape() -> Shape {
    match draw(0..=2) {
        0 => Shape::Circle { radius: draw(1..=500) * 2 },
        1 => Shape::Polygon((0..draw(1..=5)).map(|_| (draw(-99..=99) - 1, draw(-99..=99) * 3)).collect()),
        _ => Shape::Nothing,
    }
}

#[test]
fn what_can_be_read_off_a_value_takes_few_runs() {
    let shapes = from_fn(|| (0..draw(0..=6)).map(|_| shape()).collect::<Vec<_>>());
    assert!(is_found(&shapes, 900..910) <= 6);
    let text =
        from_fn(|| (0..draw(1..=9)).map(|_| format!("{}={};", draw('a'..='z'), draw(0..=999))).collect::<String>());
    assert!(is_found(&text, 900..910) <= 6);
}

#[test]
fn numbers_that_depend_on_each_other_are_solved_together() {
    let sums = from_fn(|| {
        let mut sum = 0u64;
        (0..30)
            .map(|_| {
                sum += draw(0..=50u64);
                sum
            })
            .collect::<Vec<_>>()
    });
    // Two probes for each number, and what the solution takes.
    assert!(is_found(&sums, 900..903) <= 100);
}

#[test]
fn single_choices_are_searched_from_coarse_to_fine() {
    let clock = from_fn(|| {
        let s = draw(0..=86_399u32);
        format!("{:02}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60)
    });
    assert!(is_found(&clock, 900..910) <= 500);
}

#[test]
fn alternatives_and_rejections_are_no_obstacle() {
    let thirds = from_fn(|| {
        let mut list = Vec::new();
        while list.len() < 5 {
            let n = draw(0..=999u32);
            if n % 3 == 0 {
                list.push(n);
            }
        }
        list
    });
    is_found(&thirds, 900..905);
    let picked = from_fn(|| {
        let n = draw(labeled([("low", 0..=9), ("high", 1000..=1009)]));
        assume(n != 5);
        vec![n; draw(1..=3)]
    });
    is_found(&picked, 900..920);
    is_found(&from_fn(|| draw(any::<Vec<u8>>()).iter().copied().collect::<BTreeSet<u8>>()), 900..905);
}

/// The entries of a hash map are shown in any order.
#[test]
fn the_order_of_a_hash_map_does_not_matter() {
    let counts = from_fn(|| {
        let mut counts: HashMap<char, u32> = HashMap::new();
        for _ in 0..6 {
            *counts.entry(draw('a'..='e')).or_default() += draw(1..=9u32);
        }
        counts
    });
    is_found(&counts, 900..903);
}

/// Without choices there is only one value.
#[test]
fn a_generator_without_choices_is_run_once() {
    let Sought::Found { choices, runs } = exact(7).seek(&7) else { panic!("7 is the only value") };
    assert_eq!((choices.to_string(), runs), ("()".to_owned(), 1));
    let Sought::NotFound { nearest, runs, .. } = exact(7).seek(&8) else { panic!("7 is the only value") };
    assert_eq!((nearest, runs), (Some(7), 1));
}

#[test]
fn numbers_beyond_i128_are_told_apart() {
    is_found(&from_fn(|| draw(u128::MAX - 3..=u128::MAX)), 900..904);
}

/// A value that was made at one size need not be possible at others.
#[test]
fn the_size_is_a_choice_too() {
    let sizes = sized(|size| from_fn(move || vec![size; draw(0..=3)]));
    let Sought::Found { choices, .. } = sizes.seek(&vec![37; 2]) else { panic!("37 is a size") };
    assert_eq!((choices.size(), choices.to_string()), (37, "@37 2".to_owned()));
}

#[test]
fn panics_of_odd_edits_are_runs_that_came_to_nothing() {
    let strict = from_fn(|| {
        let (low, high) = (draw(0..=99u32), draw(0..=99u32));
        assert!(low <= high, "the generator makes too much of its choices");
        (low * 2, high - low)
    });
    let value = (24, 60);
    let Sought::Found { choices, .. } = strict.seek(&value) else { panic!("it is 12 and 72") };
    assert_eq!(choices.to_string(), "(12 72)");
}

#[test]
fn what_is_not_found_says_what_is_nearest_and_claims_nothing() {
    let points = from_fn(|| Point { x: 2 * draw(0..=50), y: draw(0..=9) });
    let Sought::NotFound { nearest, first_difference, runs } =
        Seeker::new(&points).runs(300).seek(&Point { x: 8, y: 12 })
    else {
        panic!("12 is too much")
    };
    assert_eq!((nearest, runs), (Some(Point { x: 8, y: 9 }), 300));
    let difference = first_difference.unwrap();
    assert_eq!(difference.path, ".y");
    assert_eq!(difference.to_string(), ".y: expected 12 }, nearest is 9 }");
    // Nothing is ever made.
    let nothing = from_fn(|| -> u8 {
        assume(draw(0..=9) > 9);
        0
    });
    let sought = Seeker::new(&nothing).runs(50).learn(5).seek(&0);
    assert_eq!(sought, Sought::NotFound { nearest: None, first_difference: None, runs: 50 });
}

#[derive(Debug, Clone, PartialEq)]
struct Point {
    x: u32,
    y: u32,
}

/// `Debug` shows less than there is.
#[derive(Clone, PartialEq)]
struct Hiding(u32, u32);

impl Debug for Hiding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hiding({})", self.0)
    }
}

#[test]
fn the_last_word_has_equality() {
    let hiding = from_fn(|| Hiding(draw(0..=999) * 2, draw(0..=20)));
    let choices = hiding.seek(&Hiding(700, 13)).choices().cloned().unwrap();
    assert_eq!(choices.to_string(), "(350 13)");
}

#[test]
fn it_is_deterministic_and_keeps_its_budget() {
    let runs = Cell::new(0u64);
    let hash = from_fn(|| {
        runs.set(runs.get() + 1);
        (0..4).fold(7u64, |hash, _| (hash ^ draw(0..=9_999u64)).wrapping_mul(0x100_0000_01b3).rotate_left(23))
    });
    let goal = hash.sample(900);
    let sought = |seeker: Seeker<'_, _>| {
        runs.set(0);
        let mut seeker = seeker.runs(400).learn(30);
        let sought = seeker.seek(&goal);
        (sought, runs.get())
    };
    let (first, made) = sought(Seeker::new(&hash));
    assert_eq!(sought(Seeker::new(&hash)).0, first);
    assert_eq!(first.runs(), 400);
    // Those that it learns from, and the nearest value once more.
    assert_eq!(made, 431);
}

#[test]
fn what_is_learnt_serves_the_next_value() {
    let runs = Cell::new(0u64);
    let pairs = from_fn(|| {
        runs.set(runs.get() + 1);
        (draw(0..=999u32) + 5, draw(0..=999u32))
    });
    let mut seeker = Seeker::new(&pairs).learn(50);
    for (goal, most) in [((12, 7), 60), ((500, 900), 5)] {
        runs.set(0);
        assert!(seeker.seek(&goal).choices().is_some());
        assert!(runs.get() <= most, "{} runs", runs.get());
    }
}

/// From a value, shrinking ends where it does from the choices that made it.
#[test]
fn a_value_from_outside_shrinks_as_recorded_choices_do() {
    let orders = from_fn(|| {
        let items: Vec<(u32, u32)> = (0..draw(1..=5)).map(|_| (draw(1..=20u32), draw(1..=99u32))).collect();
        let total: u32 = items.iter().map(|(count, price)| count * price).sum();
        (items, total)
    });
    let fails = |order: &(Vec<(u32, u32)>, u32)| order.1 > 500;
    for seed in (0..40).filter(|seed| fails(&orders.sample(*seed))) {
        let from_value = orders.sought().shrink(orders.sample(seed), fails);
        let from_choices = mirrorcheck::Shrinker::new(&orders).shrink_choices(&orders.randomness(seed), fails).unwrap();
        assert_eq!((from_value.value, from_value.ended), (from_choices.value, Ended::Minimal));
    }
    // Nobody knows its choices.
    let unmade = orders.sought().runs(50).shrink((vec![(1, 1)], 2), |_| true);
    assert_eq!((unmade.ended, unmade.value), (Ended::NotFound, (vec![(1, 1)], 2)));
    assert_eq!(orders.sought().shrink((vec![(2, 3)], 6), fails).ended, Ended::DoesNotFail);
}

#[test]
fn bytes_make_the_value_again() {
    let texts = from_fn(|| format!("{:>4}|{:<4}|", draw(0..=9_999), draw(0..=9_999))).sought();
    let value = texts.sample(900);
    let bytes = texts.to_bytes(&value).unwrap();
    assert_eq!(texts.from_bytes(&bytes), Ok(value));
    assert_eq!(texts.runs(20).to_bytes(&"no".to_owned()), None);
}

#[cfg(feature = "lab")]
#[test]
fn mutants_of_a_value_from_outside_differ_from_it() {
    let lists = from_fn(|| {
        let mut list: Vec<u8> = (0..draw(1..=5)).map(|_| draw(0..=9)).collect();
        list.sort_unstable();
        list
    })
    .sought();
    let mutants: Vec<Vec<u8>> = lists.mutate(&vec![1, 4, 4], 1).take(50).collect();
    assert_eq!(mutants.len(), 50);
    assert!(mutants.iter().all(|mutant| *mutant != [1, 4, 4] && mutant.is_sorted()));
    let mut none = lists.runs(20).mutate(&vec![4, 1], 1);
    assert!(none.why().unwrap().to_string().contains("no choices were found"));
    assert_eq!(none.next(), None);
}
