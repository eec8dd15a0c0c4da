//! Strategies of crates from dashu-float to fixed-hash.

use std::array;

use mirrorcheck::prelude::*;

use super::suite::Kind::{Arbitrary as Arb, Proptest, Quickcheck};
use super::suite::Suite;

pub(super) fn styles(suite: &mut Suite<'_>) {
    suite.source(include_str!("d_to_f.rs"));
    suite.add(["dashu-float 0.6.2", "tests/exp_log_root_prop.rs:30"], Proptest, 3, "positive", positive(50_000));
    suite.advised("positive_advised", positive_advised(50_000));
    suite.add(["dashu-float 0.6.2", "tests/exp_log_root_prop.rs:34"], Proptest, 5, "nonzero", nonzero(50_000));
    suite.advised("nonzero_advised", nonzero_advised(50_000));
    suite.add(["dashu-int 0.6.2", "tests/dword_prop.rs:19"], Proptest, 7, "double_word", double_word());
    suite.advised("double_word_advised", double_word_advised());
    suite.add(["dashu-int 0.6.2", "tests/dword_prop.rs:29"], Proptest, 8, "large_number", large_number());
    suite.add(["der 0.8.3", "src/bytes.rs:109"], Arb, 6, "bytes_ref", bytes_ref());
    suite.advised("bytes_ref_advised", bytes_ref_advised());
    suite.add(["der 0.8.3", "src/bytes.rs:307"], Arb, 7, "bytes_owned", bytes_owned());
    suite.advised("bytes_owned_advised", bytes_owned_advised());
    suite.add(["deranged 0.5.9", "src/lib.rs:1778"], Quickcheck, 17, "ranged", ranged::<-20, 1000>());
    suite.add(["euclid 0.22.14", "src/angle.rs:34"], Arb, 8, "angle", angle());
    suite.add(["euclid 0.22.14", "src/box2d.rs:106"], Arb, 9, "rectangle", rectangle(point()));
    suite.advised("rectangle_advised", rectangle_advised(point()));
    suite.add(["fancy-regex 0.20.0", "src/vm.rs:2030"], Quickcheck, 10, "operation", operation());
    suite.add(["fixed 1.31.0", "src/impl_arbitrary.rs:25"], Arb, 3, "fixed_point", fixed_point());
    suite.add(["fixed-hash 0.8.0", "src/hash.rs:631"], Quickcheck, 4, "hash_from_array", hash_from_array());
    suite.advised("hash_from_array_advised", hash_from_array_advised());
    suite.add(["fixed-hash 0.8.0", "src/hash.rs:666"], Arb, 5, "hash_filled", hash_filled());
    suite.advised("hash_filled_advised", hash_filled_advised());
}

mod decimal {
    #[derive(Debug, Clone, PartialEq)]
    pub(super) struct Decimal {
        significand: i64,
        exponent: i32,
        precision: u32,
    }

    impl Decimal {
        pub(super) const ZERO: Decimal = Decimal { significand: 0, exponent: 0, precision: 30 };

        /// Without zeros at the end.
        pub(super) fn from_parts(mut significand: i64, mut exponent: i32) -> Self {
            if significand == 0 {
                return Decimal { precision: 0, ..Decimal::ZERO };
            }
            while significand % 10 == 0 {
                significand /= 10;
                exponent += 1;
            }
            Decimal { significand, exponent, precision: 0 }
        }

        /// How many ten-thousandths it is.
        pub(super) fn in_ten_thousandths(&self) -> Option<i64> {
            let zeros = u32::try_from(self.exponent + 4).ok()?;
            self.significand.checked_mul(10i64.checked_pow(zeros)?)
        }

        pub(super) fn with_precision(self, precision: u32) -> Self {
            Decimal { precision, ..self }
        }
    }
}

use decimal::Decimal;

fn in_ten_thousandths(n: i64) -> Decimal {
    Decimal::from_parts(n, -4).with_precision(30)
}

#[generator]
fn positive(most: i64) -> Decimal {
    in_ten_thousandths(draw(1..=most))
}

#[generator]
fn positive_advised(most: i64) -> Decimal {
    in_ten_thousandths(draw((1..=most).at(Decimal::in_ten_thousandths)))
}

#[generator]
fn nonzero(most: i64) -> Decimal {
    let x = in_ten_thousandths(draw(-most..=most));
    assume(x != Decimal::ZERO);
    x
}

#[generator]
fn nonzero_advised(most: i64) -> Decimal {
    let x = in_ten_thousandths(draw((-most..=most).at(Decimal::in_ten_thousandths)));
    assume(x != Decimal::ZERO);
    x
}

#[generator]
fn double_word() -> u128 {
    let high = draw(any::<u64>());
    let low = draw(any::<u64>());
    (u128::from(high) << u64::BITS) | u128::from(low)
}

#[generator]
fn double_word_advised() -> u128 {
    let high = draw(any::<u64>().at(|word: &u128| (word >> 64) as u64));
    let low = draw(any::<u64>().at(|word: &u128| *word as u64));
    (u128::from(high) << u64::BITS) | u128::from(low)
}

mod natural {
    #[derive(Debug, Clone, PartialEq)]
    pub(super) struct Natural {
        words: Vec<u64>,
    }

    impl Natural {
        pub(super) fn from_words(words: &[u64]) -> Self {
            let len = words.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1);
            Natural { words: words[..len].to_vec() }
        }
    }
}

use natural::Natural;

#[generator]
fn large_number() -> Natural {
    let mut words = draw(vec(any::<u64>(), 3..8));
    // A zero in front would be cut off.
    if words.last() == Some(&0) {
        *words.last_mut().unwrap() = u64::MAX;
    }
    Natural::from_words(&words)
}

#[derive(Debug, Clone, Copy, PartialEq, Arbitrary)]
struct Length(u16);

impl From<Length> for u32 {
    fn from(length: Length) -> u32 {
        u32::from(length.0)
    }
}

#[derive(Debug, Clone, PartialEq)]
struct BytesRef {
    length: Length,
    inner: Vec<u8>,
}

impl BytesRef {
    fn new_unchecked(bytes: &[u8]) -> Self {
        BytesRef { length: Length(bytes.len() as u16), inner: bytes.to_vec() }
    }
}

#[generator]
fn bytes_ref() -> BytesRef {
    let length = Length(draw(0..=300u16));
    let bytes = draw(vec(any::<u8>(), u32::from(length) as usize));
    BytesRef::new_unchecked(&bytes)
}

#[generator]
fn bytes_ref_advised() -> BytesRef {
    let length = Length(draw((0..=300u16).at(|bytes: &BytesRef| bytes.length.0)));
    let bytes = draw(vec(any::<u8>(), u32::from(length) as usize).at(|bytes: &BytesRef| bytes.inner.clone()));
    BytesRef::new_unchecked(&bytes)
}

#[derive(Debug, Clone, PartialEq)]
struct BytesOwned {
    length: Length,
    inner: Box<[u8]>,
}

#[generator]
fn bytes_owned() -> BytesOwned {
    let length = Length(draw(0..=300u16));
    BytesOwned { length, inner: Box::from(draw(vec(any::<u8>(), u32::from(length) as usize))) }
}

#[generator]
fn bytes_owned_advised() -> BytesOwned {
    let length = Length(draw((0..=300u16).at(|bytes: &BytesOwned| bytes.length.0)));
    let inner = draw(vec(any::<u8>(), u32::from(length) as usize).at(|bytes: &BytesOwned| bytes.inner.to_vec()));
    BytesOwned { length, inner: Box::from(inner) }
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Ranged<const MIN: i16, const MAX: i16>(i16);

impl<const MIN: i16, const MAX: i16> Ranged<MIN, MAX> {
    fn new(value: i16) -> Option<Self> {
        (MIN <= value && value <= MAX).then_some(Ranged(value))
    }
}

#[generator]
fn ranged<const MIN: i16, const MAX: i16>() -> Ranged<MIN, MAX> {
    let value = if MIN == i16::MIN && MAX == i16::MAX {
        draw(any::<i16>())
    } else {
        let range = (MAX as u16).wrapping_sub(MIN as u16).wrapping_add(1);
        let offset = (draw(any::<i16>()) as u16).wrapping_sub(MIN as u16) % range;
        (MIN as u16).wrapping_add(offset) as i16
    };
    Ranged::new(value).unwrap()
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Angle {
    radians: f32,
}

#[generator]
fn angle() -> Angle {
    Angle { radians: draw(any::<f32>()) }
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Point {
    x: i32,
    y: i32,
}

#[generator]
fn point() -> Point {
    Point { x: draw(any::<i32>()), y: draw(any::<i32>()) }
}

#[derive(Debug, Clone, PartialEq)]
struct Rectangle<P> {
    min: P,
    max: P,
}

impl<P> Rectangle<P> {
    fn new(min: P, max: P) -> Self {
        Rectangle { min, max }
    }
}

#[generator]
fn rectangle<P: Clone + PartialEq + 'static>(corner: impl Reflective<Value = P> + Clone) -> Rectangle<P> {
    Rectangle::new(draw(corner.clone()), draw(corner.clone()))
}

#[generator]
fn rectangle_advised<P: Clone + PartialEq + 'static>(corner: impl Reflective<Value = P> + Clone) -> Rectangle<P> {
    let min = draw(corner.clone().at(|rectangle: &Rectangle<P>| rectangle.min.clone()));
    let max = draw(corner.clone().at(|rectangle: &Rectangle<P>| rectangle.max.clone()));
    Rectangle::new(min, max)
}

#[derive(Debug, Clone, PartialEq)]
enum Operation {
    Push,
    Pop,
    Save(usize, usize),
}

#[generator]
fn operation() -> Operation {
    match draw(element_of(&[0, 1, 2])) {
        0 => Operation::Push,
        1 => Operation::Pop,
        _ => Operation::Save(draw(element_of(&[0usize, 1, 2, 3, 4])), draw(any::<usize>())),
    }
}

mod fixed {
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub(super) struct Fixed {
        bits: i32,
    }

    impl Fixed {
        pub(super) const fn from_bits(bits: i32) -> Self {
            Fixed { bits }
        }

        pub(super) const fn to_bits(self) -> i32 {
            self.bits
        }
    }
}

#[generator]
fn fixed_point() -> fixed::Fixed {
    fixed::Fixed::from_bits(draw(any::<i32>()))
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Hash160([u8; 20]);

impl From<[u8; 20]> for Hash160 {
    fn from(bytes: [u8; 20]) -> Self {
        Hash160(bytes)
    }
}

impl Hash160 {
    fn zero() -> Self {
        Hash160([0; 20])
    }
}

#[generator]
fn hash_from_array() -> Hash160 {
    let bytes: [u8; 20] = array::from_fn(|_| draw(any::<u8>()));
    Hash160::from(bytes)
}

#[generator]
fn hash_from_array_advised() -> Hash160 {
    let bytes: [u8; 20] = array::from_fn(|i| draw(any::<u8>().at(move |hash: &Hash160| hash.0[i])));
    Hash160::from(bytes)
}

#[generator]
fn hash_filled() -> Hash160 {
    let mut hash = Hash160::zero();
    for byte in &mut hash.0 {
        *byte = draw(any::<u8>());
    }
    hash
}

#[generator]
fn hash_filled_advised() -> Hash160 {
    let mut hash = Hash160::zero();
    for (i, byte) in hash.0.iter_mut().enumerate() {
        *byte = draw(any::<u8>().at(move |hash: &Hash160| hash.0[i]));
    }
    hash
}
