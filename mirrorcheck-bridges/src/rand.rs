//! The bridge from several versions of the crate `rand`.

use mirrorcheck_core::numbers::uniform;
use mirrorcheck_core::{Cx, Focus, Generator, Rejected, draw, from_fn};

/// Makes values with a function that takes a random number generator. Every random word is a choice.
///
/// ```
/// use mirrorcheck::Checker;
/// use mirrorcheck::prelude::*;
/// use mirrorcheck_bridges::from_rand;
/// use rand::Rng;
///
/// #[derive(Debug, Clone, PartialEq)]
/// struct Order { id: u32, express: bool }
///
/// fn random_order(rng: &mut impl Rng) -> Order {
///     Order { id: rng.random_range(1..1000), express: rng.random() }
/// }
///
/// let orders = from_rand(|rng| random_order(rng));
/// assert_eq!(orders.replay(&orders.randomness(1)), Ok(orders.sample(1)));
///
/// let report = Checker::new(orders).examine(|order| order.id < 700);
/// assert_eq!(report.failures[0].value, Order { id: 700, express: false });
/// ```
///
/// Words shrink to smaller ones. So a range shrinks to its lower end, even if that is not 0, a `bool` to `false`, and an
/// element of a slice to the first one. Lists also lose elements in the middle:
///
/// ```
/// use mirrorcheck::Checker;
/// use mirrorcheck_bridges::from_rand;
/// use rand::Rng;
///
/// let lists = from_rand(|rng| {
///     let length = rng.random_range(0..20);
///     (0..length).map(|_| rng.random_range(0..100)).collect::<Vec<u8>>()
/// });
/// let report = Checker::new(lists).examine(|list| list.iter().all(|n| *n < 90));
/// assert_eq!(report.failures[0].value, [90]);
/// ```
///
/// A word says little about its value, so shrinking does not know how to divide a sum differently, or which values are close
/// to each other.
pub fn from_rand<T, F: Fn(&mut DrawnRng) -> T>(make: F) -> FromRand<F> {
    FromRand { make }
}

/// The generator that [`from_rand`] returns.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck_bridges::{DrawnRng, FromRand, from_rand};
/// use rand::RngCore;
///
/// let bytes: FromRand<fn(&mut DrawnRng) -> u32> = from_rand(|rng| rng.next_u32() % 256);
/// assert!(bytes.sample(1) < 256);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct FromRand<F> {
    make: F,
}

impl<T, F: Fn(&mut DrawnRng) -> T> Generator for FromRand<F> {
    type Value = T;

    fn run(&self, cx: &mut Cx<'_>, _: Focus<'_, T>) -> Result<T, Rejected> {
        // A group, so that its words are deleted together.
        cx.group(|cx| from_fn(|| (self.make)(&mut DrawnRng)).run(cx, Focus::Free))
    }
}

/// A random number generator that draws its words. It works wherever `draw` does: in `#[generator(forward)]`, in `from_fn`
/// and in the body of a property.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck_bridges::DrawnRng;
/// use rand::seq::SliceRandom;
///
/// #[generator(forward)]
/// fn shuffled() -> Vec<u32> {
///     let mut list = draw(vec(0..=9, 0..=5));
///     list.shuffle(&mut DrawnRng);
///     list
/// }
/// assert!(shuffled().sample(1).len() <= 5);
/// ```
///
/// # Panics
/// Its methods panic outside of a run, as `draw` does.
#[derive(Debug, Clone, Copy, Default)]
pub struct DrawnRng;

impl DrawnRng {
    fn word32(self) -> u32 {
        draw(uniform::<u32>())
    }

    fn word64(self) -> u64 {
        draw(uniform::<u64>())
    }

    fn fill(self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(8) {
            match chunk.len() {
                8 => chunk.copy_from_slice(&self.word64().to_le_bytes()),
                length => chunk.copy_from_slice(&self.word64().to_le_bytes()[..length]),
            }
        }
    }
}

#[cfg(feature = "rand08")]
impl rand_core_06::RngCore for DrawnRng {
    fn next_u32(&mut self) -> u32 {
        self.word32()
    }

    fn next_u64(&mut self) -> u64 {
        self.word64()
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        self.fill(bytes);
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), rand_core_06::Error> {
        self.fill(bytes);
        Ok(())
    }
}

#[cfg(feature = "rand09")]
impl rand_core_09::RngCore for DrawnRng {
    fn next_u32(&mut self) -> u32 {
        self.word32()
    }

    fn next_u64(&mut self) -> u64 {
        self.word64()
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        self.fill(bytes);
    }
}

#[cfg(feature = "rand010")]
impl rand_core_010::TryRng for DrawnRng {
    type Error = std::convert::Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        Ok(self.word32())
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        Ok(self.word64())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
        self.fill(bytes);
        Ok(())
    }
}
