//! Numbers that are known exactly, or within an interval.

use std::fmt;

use super::Measure;
use crate::core::cx::DEFAULT_SIZE;
use crate::core::generator::Generator;
use crate::core::replay::recorded;
use crate::core::rng::Rng;
use crate::core::stack;

/// 99 of 100 samples of a normal distribution are within this many standard deviations.
const Z: f64 = 2.575_829_303_548_901;
/// How many choices all samples may take together, once there are enough of them for an interval.
const CHOICES: usize = 300_000;
const ENOUGH: usize = 100;
/// How many rejected runs in a row show that the generator makes no value.
const ATTEMPTS: usize = 1_000;

/// A number with the interval that contains it, with 99 % confidence if it was sampled. NaN if the generator makes no
/// value.
///
/// The interval reflects how much the samples vary. It cannot account for what none of them showed, such as one value
/// in a million that is very large.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let exact = (0..=3).chance_of(|n| *n == 0);
/// assert!(exact.is_exact);
/// assert_eq!(exact.to_string(), "0.25");
/// let sampled = (0..=3).sampled_chance_of(|n| *n == 0, 1, 10_000);
/// assert!(sampled.low < 0.25 && 0.25 < sampled.high);
/// assert!(sampled.to_string().starts_with("0.2"), "{sampled}"); // such as 0.248 (0.237–0.259)
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The number, or its best estimate.
    pub value: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
    /// Whether all sequences of choices were enumerated, so that the number is exact.
    pub is_exact: bool,
}

impl Estimate {
    #[inline]
    pub(super) fn exact(value: f64) -> Estimate {
        Estimate { value, low: value, high: value, is_exact: true }
    }
}

impl fmt::Display for Estimate {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.value.is_nan() {
            return f.write_str("unknown");
        }
        if self.is_exact {
            return f.write_str(&rounded(self.value, 6));
        }
        let [value, low, high] = [self.value, self.low, self.high].map(|number| rounded(number, 3));
        write!(f, "{value} ({low}–{high})")
    }
}

/// Formats a number with this many digits, without trailing zeros.
#[inline]
fn rounded(number: f64, digits: i32) -> String {
    if number == 0.0 || !number.is_finite() {
        return format!("{}", number + 0.0);
    }
    let before = number.abs().log10().floor() as i32 + 1;
    if !(-3..16).contains(&before) {
        return format!("{number:.*e}", digits as usize - 1);
    }
    let text = format!("{number:.*}", (digits - before).max(0) as usize);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// A summary of samples: their number, mean, and the sum of squared distances from it.
#[derive(Default)]
pub(crate) struct Sampled {
    count: f64,
    mean: f64,
    squares: f64,
}

impl Sampled {
    /// Adds a sample by Welford's method, which does not lose digits.
    #[inline]
    fn add(&mut self, number: f64) {
        self.count += 1.0;
        let distance = number - self.mean;
        self.mean += distance / self.count;
        self.squares += distance * (number - self.mean);
    }

    /// Returns the estimate, with the interval of a normal distribution.
    #[inline]
    pub(crate) fn mean(&self) -> Estimate {
        let value = if self.count == 0.0 { f64::NAN } else { self.mean };
        let deviation = (self.squares / (self.count - 1.0).max(1.0) / self.count).sqrt();
        let reach = if self.count == 1.0 { f64::INFINITY } else { Z * deviation };
        Estimate { value, low: value - reach, high: value + reach, is_exact: false }
    }

    /// Returns the estimate of a share, with Wilson's interval, which also holds near 0 and 1.
    #[inline]
    pub(crate) fn chance(&self) -> Estimate {
        let (n, p, z2) = (self.count, self.mean, Z * Z);
        if n == 0.0 {
            return Estimate { value: f64::NAN, low: 0.0, high: 1.0, is_exact: false };
        }
        let middle = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let reach = Z / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
        let (low, high) = ((middle - reach).clamp(0.0, p), (middle + reach).clamp(p, 1.0));
        Estimate { value: p, low, high, is_exact: false }
    }
}

/// Measures random values at the default size, fewer of them if they are large.
pub(crate) fn sampled<G: Generator + ?Sized>(
    generator: &G,
    seed: u64,
    samples: usize,
    measure: &mut Measure<'_, G::Value>,
) -> Sampled {
    let mut sampled = Sampled::default();
    let (mut made, mut rejected, mut choices) = (0, 0, 0);
    for case in 0.. {
        if made >= samples || rejected >= ATTEMPTS || (made >= ENOUGH && choices > CHOICES) {
            break;
        }
        let run = recorded(stack::MAX, generator, Rng::new(seed, case), DEFAULT_SIZE, None, u64::MAX);
        rejected += 1;
        if let Ok(value) = run.value {
            sampled.add(measure(&value, &run.choices));
            made += 1;
            rejected = 0;
            choices += run.choices.len();
        }
    }
    sampled
}
