//! Sources of random numbers, for code in direct style: that of hand-written code, and those of the peers whose
//! generators are functions of a source.

use arbitrary::Unstructured;
use bolero::ValueGenerator;
use bolero::generator::bolero_generator::driver::{self, Options};
use bolero::generator::produce_with;
use crabcheck::Gen as _;
use quickcheck::{Arbitrary, Gen};
use rand::{Rng as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::rng::Rng;

pub(crate) trait Source {
    /// Uniform in `0..bound`.
    fn below(&mut self, bound: u64) -> u64;

    /// Any number of 32 bits.
    fn number(&mut self) -> i32;

    /// Uniform in `low..=high`.
    #[inline]
    fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low) as u64 + 1) as i64
    }

    #[inline]
    fn letter(&mut self) -> char {
        (b'a' + self.below(26) as u8) as char
    }

    /// W1.
    #[inline]
    fn below_thousand(&mut self) -> u64 {
        self.below(1000)
    }

    /// W2.
    #[inline]
    fn list(&mut self) -> Vec<i32> {
        let length = self.below(100);
        (0..length).map(|_| self.number()).collect()
    }

    /// W4.
    #[inline]
    fn word(&mut self) -> String {
        let length = self.below(50);
        (0..length).map(|_| self.letter()).collect()
    }
}

impl Source for Rng {
    #[inline]
    fn below(&mut self, bound: u64) -> u64 {
        Rng::below(self, bound)
    }

    #[inline]
    fn number(&mut self) -> i32 {
        self.next() as i32
    }

    /// Two numbers out of each random word.
    fn list(&mut self) -> Vec<i32> {
        let length = Rng::below(self, 100) as usize;
        let mut list = Vec::with_capacity(length);
        for _ in 0..length / 2 {
            let word = self.next();
            list.extend_from_slice(&[word as i32, (word >> 32) as i32]);
        }
        if length % 2 == 1 {
            list.push(self.next() as i32);
        }
        list
    }

    /// Four letters out of each random word, all equally likely: the rare ones that would favour some are drawn again.
    fn word(&mut self) -> String {
        const BOUND: u64 = 26;
        const THRESHOLD: u64 = (1 << 16) % BOUND;
        let length = Rng::below(self, 50) as usize;
        let mut letters = Vec::with_capacity(length);
        while letters.len() < length {
            let mut word = self.next();
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
}

impl Source for Xoshiro256PlusPlus {
    #[inline]
    fn below(&mut self, bound: u64) -> u64 {
        self.random_range(0..bound)
    }

    #[inline]
    fn number(&mut self) -> i32 {
        self.random()
    }
}

/// What bolero draws from when it tests with random numbers, without its limit on how many.
pub(crate) struct Bolero(driver::Rng<bolero::bolero_engine::rng::Recommended>);

impl Bolero {
    pub(crate) fn new(seed: u64) -> Bolero {
        let rng = bolero::bolero_engine::rng::Recommended::seed_from_u64(seed);
        Bolero(driver::Rng::new(rng, &Options::default().with_max_len(usize::MAX)))
    }
}

/// A driver of random numbers always has more.
impl Source for Bolero {
    #[inline]
    fn below(&mut self, bound: u64) -> u64 {
        (0..bound).generate(&mut self.0).unwrap_or(0)
    }

    #[inline]
    fn number(&mut self) -> i32 {
        bolero::produce::<i32>().generate(&mut self.0).unwrap_or(0)
    }

    #[inline]
    fn list(&mut self) -> Vec<i32> {
        produce_with::<Vec<i32>>().len(0..100usize).generate(&mut self.0).unwrap_or_default()
    }

    #[inline]
    fn word(&mut self) -> String {
        produce_with::<String>().chars('a'..='z').len(0..50usize).generate(&mut self.0).unwrap_or_default()
    }
}

/// The numbers that `Gen` chooses from: its numbers of their own favour the ends of their types.
static NUMBERS: [u64; 2001] = {
    let mut numbers = [0; 2001];
    let mut i = 0;
    while i < numbers.len() {
        numbers[i] = i as u64;
        i += 1;
    }
    numbers
};

impl Source for Gen {
    #[inline]
    fn below(&mut self, bound: u64) -> u64 {
        self.choose(&NUMBERS[..bound as usize]).copied().unwrap_or(0)
    }

    #[inline]
    fn number(&mut self) -> i32 {
        i32::arbitrary(self)
    }

    #[inline]
    fn below_thousand(&mut self) -> u64 {
        u64::arbitrary(self) % 1000
    }
}

impl Source for crabcheck::Source {
    #[inline]
    fn below(&mut self, bound: u64) -> u64 {
        self.int(0..bound)
    }

    #[inline]
    fn number(&mut self) -> i32 {
        self.int(..)
    }

    #[inline]
    fn list(&mut self) -> Vec<i32> {
        crabcheck::gens::vec(crabcheck::gens::int(..)).len(0..100).generate(self)
    }
}

/// Where the bytes end, zeros go on.
impl Source for Unstructured<'_> {
    #[inline]
    fn below(&mut self, bound: u64) -> u64 {
        self.int_in_range(0..=bound - 1).unwrap_or(0)
    }

    #[inline]
    fn number(&mut self) -> i32 {
        self.arbitrary().unwrap_or(0)
    }
}
