//! W1, W2 and W4: a number, a list of numbers, a word.

use std::hint::black_box;

use mirrorcheck::prelude::*;
use mirrorcheck::{Cx, Rejected, uniform};

use super::Workload;
use crate::rng::Rng;

/// W1: a number below 1000.
pub(crate) struct Numbers;

impl Workload for Numbers {
    const NAME: &'static str = "W1";
    type Value = u64;

    fn by_hand(rng: &mut Rng) -> u64 {
        rng.below(1000)
    }

    fn generator() -> impl Reflective<Value = u64> {
        0..1000
    }

    fn size(number: &u64) -> usize {
        *number as usize
    }
}

/// W2: a list of up to 99 numbers of 32 bits, all equally likely.
pub(crate) struct Lists;

impl Workload for Lists {
    const NAME: &'static str = "W2";
    type Value = Vec<i32>;

    /// Two numbers out of each random word.
    fn by_hand(rng: &mut Rng) -> Vec<i32> {
        let length = rng.below(100) as usize;
        let mut list = Vec::with_capacity(length);
        for _ in 0..length / 2 {
            let word = rng.next();
            list.extend_from_slice(&[word as i32, (word >> 32) as i32]);
        }
        if length % 2 == 1 {
            list.push(rng.next() as i32);
        }
        list
    }

    fn generator() -> impl Reflective<Value = Vec<i32>> {
        vec(uniform::<i32>(), 0..100)
    }

    fn size(list: &Vec<i32>) -> usize {
        list.len()
    }
}

/// W4: a word of up to 49 letters.
pub(crate) struct Words;

/// Four letters out of each random word, all equally likely: the rare ones that would favour some are drawn again.
fn letters_by_hand(rng: &mut Rng) -> String {
    const BOUND: u64 = 26;
    const THRESHOLD: u64 = (1 << 16) % BOUND;
    let length = rng.below(50) as usize;
    let mut letters = Vec::with_capacity(length);
    while letters.len() < length {
        let mut word = rng.next();
        for _ in 0..4.min(length - letters.len()) {
            let product = (word & 0xffff) * BOUND;
            if product & 0xffff >= THRESHOLD {
                letters.push(b'a' + (product >> 16) as u8);
            }
            word >>= 16;
        }
    }
    String::from_utf8(letters).unwrap_or_default()
}

impl Workload for Words {
    const NAME: &'static str = "W4";
    type Value = String;

    fn by_hand(rng: &mut Rng) -> String {
        letters_by_hand(rng)
    }

    fn generator() -> impl Reflective<Value = String> {
        string('a'..='z', 0..50)
    }

    fn size(word: &String) -> usize {
        word.len()
    }
}

/// W4 again, as a regular expression.
pub(crate) struct Patterns;

impl Workload for Patterns {
    const NAME: &'static str = "W4 regex";
    type Value = String;

    fn by_hand(rng: &mut Rng) -> String {
        letters_by_hand(rng)
    }

    fn generator() -> impl Reflective<Value = String> {
        regex("[a-z]{0,49}")
    }

    fn size(word: &String) -> usize {
        word.len()
    }
}

/// W1 inside of one run: so many numbers, so that what a case costs is shared by all of them.
#[derive(Clone, Copy)]
pub(crate) struct Drawn(pub(crate) usize);

impl Generator for Drawn {
    type Value = u64;

    fn run(&self, cx: &mut Cx<'_>, _: Focus<'_, u64>) -> Result<u64, Rejected> {
        let numbers = Numbers::generator();
        let mut last = 0;
        for _ in 0..self.0 {
            last = black_box(numbers.run(cx, Focus::Free)?);
        }
        Ok(last)
    }
}

/// The same by hand.
pub(crate) fn drawn_by_hand(rng: &mut Rng, count: usize) -> u64 {
    (0..count).fold(0, |_, _| black_box(Numbers::by_hand(rng)))
}
