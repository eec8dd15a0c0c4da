use mirrorcheck::prelude::*;
use mirrorcheck_bridges::{DrawnRng, from_rand};

use crate::laws;

#[derive(Debug, Clone, PartialEq)]
struct Order {
    id: u32,
    express: bool,
    share: f64,
}

#[test]
fn laws_hold() {
    laws::check(from_rand(|rng| rand08::Rng::gen_range(rng, 0..10u8)));
    laws::check(from_rand(|rng| rand::Rng::random_range(rng, -5..=5i64)));
    laws::check(from_rand(|rng| rand010::RngExt::random_range(rng, 0.0..1.0)));
    laws::check(from_rand(bytes));
    laws::check(from_rand(order));
    laws::check(vec(from_rand(list), 0..3));
}

fn bytes(rng: &mut DrawnRng) -> Vec<u8> {
    let mut bytes = vec![0; 11];
    rand08::RngCore::fill_bytes(rng, &mut bytes);
    let mut others = [0; 8];
    rand::RngCore::fill_bytes(rng, &mut others);
    rand010::Rng::fill_bytes(rng, &mut others[..3]);
    bytes.extend(others);
    bytes
}

fn order(rng: &mut DrawnRng) -> Order {
    Order {
        id: rand::Rng::random_range(rng, 1..1000),
        express: rand08::Rng::r#gen(rng),
        share: rand010::RngExt::random(rng),
    }
}

fn list(rng: &mut DrawnRng) -> Vec<u8> {
    let length = rand::Rng::random_range(rng, 0..20);
    (0..length).map(|_| rand::Rng::random_range(rng, 0..100)).collect()
}

#[test]
fn smaller_words_make_simpler_values() {
    let orders = laws::shrunk(from_rand(order), |order| order.id >= 700);
    assert!(orders.iter().all(|found| *found == Order { id: 700, express: false, share: 0.0 }), "{orders:?}");
    let lists = laws::shrunk(vec(from_rand(order), 0..9), |list| list.iter().any(|order| order.express));
    assert!(lists.iter().all(|list| *list == [Order { id: 1, express: true, share: 0.0 }]), "{lists:?}");
}

/// The length of a list is just one of its words, but shrinks together with the elements.
#[test]
fn lists_of_random_length_shrink() {
    let lists = laws::shrunk(from_rand(list), |list| list.iter().any(|n| *n >= 90));
    assert!(lists.iter().all(|list| *list == [90]), "{lists:?}");
    let lists = laws::shrunk(from_rand(list), |list| list.windows(3).any(|w| w[0] < w[1] && w[1] < w[2]));
    assert!(lists.iter().all(|list| *list == [0, 1, 2]), "{lists:?}");
    let fails = |(one, other): &(Vec<u8>, Vec<u8>)| one.iter().any(|n| *n >= 90) && other.iter().any(|n| *n >= 80);
    let pairs = laws::shrunk(from_rand(|rng| (list(rng), list(rng))), fails);
    assert!(pairs.iter().all(|pair| *pair == (vec![90], vec![80])), "{pairs:?}");
}

/// A word is not the number that it makes, so shrinking cannot move an amount from one number to another.
#[test]
fn sums_are_not_divided_differently() {
    let lists = laws::shrunk(from_rand(list), |list| list.iter().map(|n| u32::from(*n)).sum::<u32>() > 300);
    assert!(lists.iter().all(|list| list.len() == 4), "{lists:?}");
    assert!(lists.contains(&vec![4, 99, 99, 99]), "{lists:?}");
}

#[test]
fn drawn_rng_works_in_from_fn() {
    let shuffled = from_fn(|| {
        let mut list = draw(vec(0..=9, 0..=5));
        rand::seq::SliceRandom::shuffle(&mut list[..], &mut DrawnRng);
        list
    });
    laws::check(shuffled);
}

#[test]
#[should_panic(expected = "outside of a run")]
fn drawn_rng_panics_outside_of_a_run() {
    let _: u32 = rand::Rng::random(&mut DrawnRng);
}
