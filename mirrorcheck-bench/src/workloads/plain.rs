//! W1, W2 and W4: a number, a list of numbers, a word.

use mirrorcheck::prelude::*;
use mirrorcheck::uniform;

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
