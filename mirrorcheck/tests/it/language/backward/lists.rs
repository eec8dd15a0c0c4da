//! Lists that are brought into order.

use mirrorcheck::prelude::*;

#[generator]
fn sorted_list() -> Vec<u8> {
    let mut list = draw(vec(0..=9, 0..=3));
    list.sort();
    list
}

#[generator]
fn sorted_by_key() -> Vec<(u8, bool)> {
    let mut list = draw(vec((0..=3, any::<bool>()), 0..=2));
    list.sort_by_key(|item| item.0);
    list
}

#[generator]
fn deduplicated() -> Vec<u8> {
    let mut list = draw(vec(0..=4, 0..=3));
    list.sort();
    list.dedup();
    list
}

#[generator]
fn reversed() -> Vec<u8> {
    let mut list = draw(vec(0..=9, 0..=3));
    list.reverse();
    list
}

#[generator]
fn reversed_by_an_iterator() -> (Vec<u8>, u8) {
    let list = draw(vec(0..=9, 0..=3));
    (list.into_iter().rev().collect(), draw(0..=9))
}

#[generator]
fn truncated() -> Vec<u8> {
    let mut list = draw(vec(0..=2, 0..=3));
    list.truncate(2);
    list
}

#[generator]
fn retained() -> Vec<u8> {
    let mut list = draw(vec(0..=3, 0..=2));
    list.retain(|n| n % 2 == 0);
    list
}

#[generator]
fn swapped() -> Vec<u8> {
    let mut list = draw(vec(0..=9, 2));
    list.swap(0, 1);
    list
}

#[generator]
fn chained() -> Vec<u8> {
    let (first, second) = draw((vec(0..=9, 2), vec(0..=9, 1)));
    first.into_iter().chain(second).collect()
}

#[generator]
fn with_a_known_end() -> Vec<u8> {
    let mut list = draw(vec(1..=9, 0..=3));
    list.push(0);
    list
}

#[generator]
fn enumerated() -> Vec<(usize, u8)> {
    draw(vec(0..=9, 0..=3)).into_iter().enumerate().collect()
}

#[generator]
fn chunked() -> Vec<Vec<u8>> {
    let list = draw(vec(0..=9, 4));
    list.chunks(2).map(|chunk| chunk.to_vec()).collect()
}

forms! {
    "Lists that are put in order":
    sorted_list Few "`list.sort()`";
    sorted_by_key Few "`list.sort_by_key(…)`";
    deduplicated Few "`list.dedup()`";
    reversed Few "`list.reverse()`";
    reversed_by_an_iterator Once "`list.into_iter().rev().collect()`";
    truncated Few "`list.truncate(2)`";
    retained Few "`list.retain(…)`";
    swapped Trying "`list.swap(0, 1)`";
    chained Trying "`first.into_iter().chain(second).collect()`";
    with_a_known_end Few "`list.push(0)`";
    enumerated Once "`list.into_iter().enumerate().collect()`";
    chunked Trying "`list.chunks(2)`";
}
