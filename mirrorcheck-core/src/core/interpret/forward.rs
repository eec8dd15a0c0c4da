//! Forward: chance, recorded choices, or anybody else answers.

use std::fmt;

use crate::core::choices::{Choices, Tape};
use crate::core::cx::{Cx, DEFAULT_SIZE, SearchMode, Why};
use crate::core::generator::{Focus, Generator, Rejected};
use crate::core::replay::recorded;
use crate::core::rng::Rng;
use crate::core::stack;

/// How many attempts one sample may take. A filter inside a generator asks again by itself, too.
const ATTEMPTS: u64 = 100;

/// The number of the first case of a run: those before it are the attempts of one sample.
pub(crate) const FIRST_CASE: u64 = ATTEMPTS;

const ENDLESS: &str = "it recurses forever";

/// The value for a seed, with the attempt that made it.
#[inline]
pub(crate) fn sample<G: Generator + ?Sized>(generator: &G, seed: u64) -> Result<(G::Value, u64), NoValue> {
    let mut cx = Cx::random(Rng::new(seed, 0), DEFAULT_SIZE);
    match generator.run(&mut cx, Focus::Free) {
        Ok(value) => {
            cx.end();
            Ok((value, 0))
        }
        Err(Rejected) => sample_again(generator, seed, cx.gave_up()),
    }
}

/// Samples after the first attempt was rejected.
#[cold]
fn sample_again<G: Generator + ?Sized>(generator: &G, seed: u64, gave_up: bool) -> Result<(G::Value, u64), NoValue> {
    let mut made = Err(Rejected);
    let attempt = attempts(seed, gave_up, &mut |cx| {
        made = generator.run(cx, Focus::Free);
        made.is_ok()
    });
    // No `map` and no `?`: every generator has its own copy of this.
    match (made, attempt) {
        (Ok(value), Ok(attempt)) => Ok((value, attempt)),
        (_, Err(none)) => Err(none),
        (Err(Rejected), Ok(attempt)) => Err(NoValue { attempts: attempt, reason: None }),
    }
}

/// Runs until a value is made; gives the attempt that made it.
#[inline]
fn attempts(seed: u64, mut gave_up: bool, run: &mut dyn FnMut(&mut Cx<'_>) -> bool) -> Result<u64, NoValue> {
    for attempt in 1..ATTEMPTS {
        if gave_up {
            return Err(NoValue { attempts: attempt, reason: Some(ENDLESS.to_owned()) });
        }
        let mut cx = Cx::random(Rng::new(seed, attempt), DEFAULT_SIZE);
        if run(&mut cx) {
            return Ok(attempt);
        }
        gave_up = cx.gave_up();
    }
    Err(NoValue { attempts: ATTEMPTS, reason: reason(run, seed) })
}

pub(crate) fn randomness<G: Generator + ?Sized>(generator: &G, seed: u64) -> Result<Choices, NoValue> {
    let run = recorded(stack::MAX, generator, Rng::new(seed, 0), DEFAULT_SIZE, None, u64::MAX);
    if run.value.is_ok() {
        return Ok(run.choices);
    }
    let (_, attempt) = sample(generator, seed)?;
    Ok(recorded(stack::MAX, generator, Rng::new(seed, attempt), DEFAULT_SIZE, None, u64::MAX).choices)
}

/// Why the first attempt came to nothing: where it got furthest.
#[inline]
fn reason(run: &mut dyn FnMut(&mut Cx<'_>) -> bool, seed: u64) -> Option<String> {
    let mut why = Why::default();
    for second_run in [false, true] {
        why.second_run = second_run;
        let mut cx = Cx::cold(Rng::new(seed, 0), DEFAULT_SIZE, SearchMode::First);
        if let Some(cold) = cx.cold_mut() {
            cold.tape = Some(Tape::new());
            cold.why = Some(why.clone());
        }
        run(&mut cx);
        why = cx.into_cold().and_then(|cold| cold.why)?;
    }
    why.reason
}

/// An error: a generator made no value.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let nothing = oneof([1..=0]);
/// let error = nothing.try_sample(1).unwrap_err();
/// assert!(error.to_string().starts_with("the generator made nothing in "));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoValue {
    attempts: u64,
    reason: Option<String>,
}

impl fmt::Display for NoValue {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let attempts = if self.attempts == 1 { "attempt" } else { "attempts" };
        write!(f, "the generator made nothing in {} {attempts}", self.attempts)?;
        self.reason.iter().try_for_each(|reason| write!(f, ": {reason}"))
    }
}

impl std::error::Error for NoValue {}

/// The iterator that [`samples`](crate::Interpretations::samples) returns.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let digits = (0..=9).samples(1).take(1000);
/// assert!(digits.into_iter().all(|digit| (0..=9).contains(&digit)));
/// ```
#[derive(Debug, Clone)]
pub struct Samples<G: ?Sized> {
    seed: u64,
    case: u64,
    generator: G,
}

impl<G> Samples<G> {
    pub(crate) fn new(generator: G, seed: u64) -> Samples<G> {
        Samples { seed, case: 0, generator }
    }
}

impl<G: Generator> Iterator for Samples<G> {
    type Item = G::Value;

    fn next(&mut self) -> Option<G::Value> {
        for _ in 0..10 * ATTEMPTS {
            let size = (self.case % u64::from(DEFAULT_SIZE + 1)) as u32;
            // Case 0 is not the sample of the same seed: that one has the default size.
            let mut cx = Cx::random(Rng::new(self.seed, self.case + FIRST_CASE), size);
            self.case += 1;
            if let Ok(value) = self.generator.run(&mut cx, Focus::Free) {
                return Some(value);
            }
            if cx.gave_up() {
                return None;
            }
        }
        None
    }
}
