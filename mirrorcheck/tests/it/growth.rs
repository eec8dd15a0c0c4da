//! What must not grow faster than what it is done to: counted, never timed.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};
use std::thread::ThreadId;

use mirrorcheck::collections::{permutation, shuffle};
use mirrorcheck::prelude::*;
use mirrorcheck::{Cx, Focus, Rejected};

/// Where a part of a value was made.
struct Noted;

static THREADS: Mutex<Option<HashSet<ThreadId>>> = Mutex::new(None);

impl Generator for Noted {
    type Value = ();

    fn run(&self, _: &mut Cx<'_>, _: Focus<'_, ()>) -> Result<(), Rejected> {
        let mut threads = THREADS.lock().unwrap_or_else(PoisonError::into_inner);
        threads.get_or_insert_default().insert(std::thread::current().id());
        Ok(())
    }
}

impl Reflective for Noted {}

#[derive(Debug, Clone, PartialEq)]
enum Natural {
    Zero,
    Next((), Box<Natural>),
}

/// Two ways a level, so that what is below is made once more at each.
#[generator]
fn two_ways() -> Natural {
    oneof([
        Natural::Zero,
        Natural::Next(draw(Noted), Box::new(draw(two_ways()))),
        Natural::Next(draw(Noted), Box::new(draw(two_ways()))),
    ])
}

#[test]
fn a_search_that_comes_deep_again_and_again_keeps_its_stack() {
    let deep = (0..700).fold(Natural::Zero, |inner, _| Natural::Next((), Box::new(inner)));
    let likelihood = two_ways().likelihood(&deep).unwrap();
    // Two of three alternatives a level, and the last.
    assert!((likelihood.ln() - (700.0 * (2.0f64 / 3.0).ln() + (1.0f64 / 3.0).ln())).abs() < 1e-6);
    let threads = THREADS.lock().unwrap_or_else(PoisonError::into_inner).take().unwrap_or_default();
    assert!((2..=8).contains(&threads.len()), "{} stacks", threads.len());
}

#[test]
fn orders_are_recorded_and_found_again() {
    for seed in 0..20 {
        let order = permutation(50);
        let choices = order.randomness(seed);
        assert_eq!(order.replay(&choices), Ok(order.sample(seed)));
        assert_eq!(order.reflect_first(&order.sample(seed)), Ok(Some(choices)));
        let cards = shuffle(vec!['a', 'b', 'a', 'c', 'b', 'a']);
        assert_eq!(cards.reflect_first(&cards.sample(seed)), Ok(Some(cards.randomness(seed))));
    }
    assert!(!permutation(3).contains(&vec![0, 1, 1]) && !permutation(3).contains(&vec![0, 1, 3]));
}

/// All sequences of this many booleans, of which the first have 16,000 neighbours.
#[test]
fn all_values_of_many_choices() {
    let mut lists = vec(any::<bool>(), 16_000).all_values();
    assert_eq!(lists.next().map(|list| list.iter().filter(|b| **b).count()), Some(0));
    assert_eq!(lists.next().map(|list| list.iter().position(|b| *b)), Some(Some(0)));
    assert_eq!(lists.next().map(|list| list.iter().position(|b| *b)), Some(Some(1)));
}
