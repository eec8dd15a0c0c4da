//! W1, W2 and W4: a number, a list of numbers, a word.

use mirrorcheck::numbers::uniform;
use mirrorcheck::prelude::*;

use super::{Source, Workload};

/// W1: a number below 1000.
pub(crate) struct Numbers;

impl Workload for Numbers {
    const NAME: &'static str = "W1";
    type Value = u64;

    fn direct(source: &mut impl Source) -> u64 {
        source.below_thousand()
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

    fn direct(source: &mut impl Source) -> Vec<i32> {
        source.list()
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

impl Workload for Words {
    const NAME: &'static str = "W4";
    type Value = String;

    fn direct(source: &mut impl Source) -> String {
        source.word()
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

    fn direct(source: &mut impl Source) -> String {
        source.word()
    }

    fn generator() -> impl Reflective<Value = String> {
        regex("[a-z]{0,49}")
    }

    fn size(word: &String) -> usize {
        word.len()
    }
}
