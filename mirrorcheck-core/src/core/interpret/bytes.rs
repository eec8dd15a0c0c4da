//! Bytes as choices, for fuzzers: the size first, then each choice in as few bytes as can tell its alternatives apart.

use std::fmt;

use super::backward;
use crate::core::choice::Ask;
use crate::core::choices::Choices;
use crate::core::cx::{Answerer, DEFAULT_SIZE, Stop};
use crate::core::generator::{Generator, Rejected};

/// How many choices may follow the last byte.
const PATIENCE: u64 = 10_000;

/// How many bytes tell `0..=last` apart.
#[inline]
fn width(last: u128) -> usize {
    (u128::BITS - last.leading_zeros()).div_ceil(8) as usize
}

/// Whether there are as many alternatives as lengths of a list without an upper bound. These are written in one byte
/// where they are short, so that noise makes short lists.
#[inline]
fn is_open(last: u128) -> bool {
    last.leading_zeros() == 65
}

/// From here on, a first byte says how many follow.
const LONG: u8 = 0xf0;

pub(crate) fn from_bytes<G: Generator + ?Sized>(generator: &G, bytes: &[u8]) -> Result<G::Value, BytesError> {
    read_bytes(generator, bytes).0
}

/// What bytes make, and how many of them were used.
pub(crate) fn read_bytes<G: Generator + ?Sized>(generator: &G, bytes: &[u8]) -> (Result<G::Value, BytesError>, usize) {
    let (first, rest) = bytes.split_first().unwrap_or((&0, &[]));
    let size = DEFAULT_SIZE - u32::from(*first) % (DEFAULT_SIZE + 1);
    let mut reader = ByteReader { rest };
    let fuel = 4 * bytes.len() as u64 + PATIENCE;
    let run = crate::core::replay::run(generator, size, Some(&mut reader), fuel);
    let used = bytes.len() - reader.rest.len();
    let value = run.value.map_err(|Rejected| match run.stop {
        Some(Stop::OutOfFuel) => BytesError::Endless,
        _ => BytesError::Rejected { used },
    });
    (value, used)
}

pub(crate) fn to_bytes<G: Generator + ?Sized>(generator: &G, value: &G::Value) -> Option<Vec<u8>> {
    of_choices(&backward::first(generator, value, true).ok()??)
}

/// The bytes that stand for choices.
pub(crate) fn of_choices(choices: &Choices) -> Option<Vec<u8>> {
    let mut bytes = vec![(DEFAULT_SIZE - choices.size()) as u8];
    for made in choices.made() {
        let (rank, last) = made.place()?;
        if !is_open(last) {
            bytes.extend_from_slice(&rank.to_le_bytes()[..width(last)]);
        } else if rank < LONG.into() {
            bytes.push(rank as u8);
        } else {
            let width = width(rank);
            bytes.push(LONG + width as u8 - 1);
            bytes.extend_from_slice(&rank.to_le_bytes()[..width]);
        }
    }
    Some(bytes)
}

struct ByteReader<'a> {
    rest: &'a [u8],
}

impl Answerer for ByteReader<'_> {
    #[inline]
    fn answer(&mut self, ask: &Ask<'_>) -> Result<u128, Rejected> {
        let last = ask.last_rank();
        let mut width = width(last);
        if is_open(last) {
            let (first, rest) = self.rest.split_first().unwrap_or((&0, &[]));
            self.rest = rest;
            match first.checked_sub(LONG) {
                None => return ask.at_rank((*first).into()).ok_or(Rejected),
                Some(more) => width = width.min(usize::from(more) + 1),
            }
        }
        let (here, rest) = self.rest.split_at(width.min(self.rest.len()));
        self.rest = rest;
        let mut read = [0; 16];
        read[..here.len()].copy_from_slice(here);
        let read = u128::from_le_bytes(read);
        ask.at_rank(if last == u128::MAX { read } else { read % (last + 1) }).ok_or(Rejected)
    }
}

/// An error: bytes that make no value.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::BytesError;
///
/// let even = (0..=9).such_that(|n| n % 2 == 0);
/// assert_eq!(even.from_bytes(&[0, 1]), Err(BytesError::Rejected { used: 2 }));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BytesError {
    /// The generator rejects the value of the first bytes.
    Rejected {
        /// How many bytes were used.
        used: usize,
    },
    /// The bytes ran out, and first alternatives alone never end.
    Endless,
}

impl fmt::Display for BytesError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BytesError::Rejected { used } => write!(f, "the generator rejects what the first {used} bytes make"),
            BytesError::Endless => {
                f.write_str("the bytes ran out, and the first alternatives never end: put one that ends first")
            }
        }
    }
}

impl std::error::Error for BytesError {}
