//! Forward: chance, recorded choices, or anybody else answers.

use std::fmt;

use crate::core::choice::{Ask, Choice};
use crate::core::choices::{Choices, Tape};
use crate::core::cx::{Answerer, Cx, DEFAULT_SIZE, Search, Stop, Why};
use crate::core::generator::{Focus, Generator, Rejected};
use crate::core::rng::Rng;
use crate::core::stack;

/// How many attempts one sample may take. A filter inside a generator asks again by itself, too.
const ATTEMPTS: u64 = 100;

/// The number of the first case of a run: those before it are the attempts of one sample.
pub(crate) const FIRST_CASE: u64 = ATTEMPTS;

const ENDLESS: &str = "it runs inside of itself without end";

/// What came of one run, with what it chose.
pub(crate) struct Run<V> {
    pub(crate) value: Result<V, Rejected>,
    pub(crate) choices: Choices,
    pub(crate) stop: Option<Stop>,
}

/// Runs forward with an answerer, or with chance where there is none.
pub(super) fn run<G: Generator + ?Sized>(
    generator: &G,
    size: u32,
    answerer: Option<&mut dyn Answerer>,
    fuel: u64,
) -> Run<G::Value> {
    run_on(stack::MOST, generator, size, answerer, fuel)
}

/// The same on so many stacks at most.
pub(crate) fn run_on<G: Generator + ?Sized>(
    stacks: u32,
    generator: &G,
    size: u32,
    answerer: Option<&mut dyn Answerer>,
    fuel: u64,
) -> Run<G::Value> {
    recorded(stacks, generator, Rng::new(0, 0), size, answerer, fuel)
}

/// The same with a source of its own for what chance decides.
pub(crate) fn recorded<G: Generator + ?Sized>(
    stacks: u32,
    generator: &G,
    rng: Rng,
    size: u32,
    answerer: Option<&mut dyn Answerer>,
    fuel: u64,
) -> Run<G::Value> {
    let mut cx = Cx::cold(rng, size, Search::First);
    cx.may_use(stacks);
    if let Some(cold) = cx.cold_mut() {
        cold.tape = Some(Tape::new());
        cold.answerer = answerer;
        cold.fuel = fuel;
    }
    let value = generator.run(&mut cx, Focus::Free);
    let cold = cx.into_cold();
    let stop = cold.as_ref().and_then(|cold| cold.stop);
    let tape = cold.and_then(|cold| cold.tape);
    Run { value, choices: tape.map_or_else(Choices::nothing, |tape| tape.finish(size)), stop }
}

/// The value for a seed, with the attempt that made it.
#[inline]
pub(super) fn sample<G: Generator + ?Sized>(generator: &G, seed: u64) -> Result<(G::Value, u64), NoValue> {
    let mut cx = Cx::random(Rng::new(seed, 0), DEFAULT_SIZE);
    match generator.run(&mut cx, Focus::Free) {
        Ok(value) => {
            cx.end();
            Ok((value, 0))
        }
        Err(Rejected) => sample_again(generator, seed, cx.gave_up()),
    }
}

/// The same when the first attempt came to nothing.
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

pub(super) fn randomness<G: Generator + ?Sized>(generator: &G, seed: u64) -> Result<Choices, NoValue> {
    let (_, attempt) = sample(generator, seed)?;
    Ok(recorded(stack::MOST, generator, Rng::new(seed, attempt), DEFAULT_SIZE, None, u64::MAX).choices)
}

/// Why the first attempt came to nothing: where it got furthest.
fn reason(run: &mut dyn FnMut(&mut Cx<'_>) -> bool, seed: u64) -> Option<String> {
    let mut why = Why::default();
    for second_run in [false, true] {
        why.second_run = second_run;
        let mut cx = Cx::cold(Rng::new(seed, 0), DEFAULT_SIZE, Search::First);
        if let Some(cold) = cx.cold_mut() {
            cold.tape = Some(Tape::new());
            cold.why = Some(why.clone());
        }
        run(&mut cx);
        why = cx.into_cold().and_then(|cold| cold.why)?;
    }
    why.reason
}

/// A generator made nothing.
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
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let attempts = if self.attempts == 1 { "attempt" } else { "attempts" };
        write!(f, "the generator made nothing in {} {attempts}", self.attempts)?;
        self.reason.iter().try_for_each(|reason| write!(f, ": {reason}"))
    }
}

impl std::error::Error for NoValue {}

/// What [`samples`](crate::Interpretations::samples) gives.
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
    pub(super) fn new(generator: G, seed: u64) -> Samples<G> {
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

pub(crate) fn replay<G: Generator + ?Sized>(generator: &G, choices: &Choices) -> Result<G::Value, ReplayError> {
    let sequence: Vec<Choice> = choices.sequence().collect();
    let mut player = Player::new(&sequence);
    let run = run(generator, choices.size(), Some(&mut player), u64::MAX);
    match (run.value, player.error) {
        (_, Some(error)) => Err(error),
        (Err(Rejected), None) => Err(ReplayError::Rejected { position: player.at }),
        (Ok(_), None) if player.at < sequence.len() => {
            Err(ReplayError::TooLong { position: player.at, left: sequence.len() - player.at })
        }
        (Ok(value), None) => Ok(value),
    }
}

/// Answers with choices one after another.
pub(crate) struct Player<'a> {
    sequence: &'a [Choice],
    at: usize,
    error: Option<ReplayError>,
    /// Answers what a property draws after the last choice, and whether it is its turn.
    beyond: Option<Rng>,
    is_in_body: bool,
}

impl<'a> Player<'a> {
    pub(crate) fn new(sequence: &'a [Choice]) -> Player<'a> {
        Player { sequence, at: 0, error: None, beyond: None, is_in_body: false }
    }

    /// For a property that may draw more than was written down, as where it ended its process: that is always the same.
    pub(crate) fn of_property(sequence: &'a [Choice]) -> Player<'a> {
        Player { beyond: Some(Rng::new(0, 0)), ..Player::new(sequence) }
    }

    /// How many choices it has answered with.
    pub(crate) fn used(&self) -> usize {
        self.at
    }

    /// Why it could not go on.
    pub(crate) fn into_error(self) -> Option<ReplayError> {
        self.error
    }
}

impl Answerer for Player<'_> {
    fn answer(&mut self, ask: &Ask<'_>) -> Result<u128, Rejected> {
        let position = self.at;
        let Some(choice) = self.sequence.get(position) else {
            if let (Some(rng), true) = (&mut self.beyond, self.is_in_body) {
                return Ok(ask.draw(rng));
            }
            self.error.get_or_insert(ReplayError::TooShort { position, expected: ask.to_string() });
            return Err(Rejected);
        };
        self.at += 1;
        ask.find(choice).ok_or_else(|| {
            let expected = ask.to_string();
            self.error.get_or_insert(ReplayError::Unknown { position, choice: choice.clone(), expected });
            Rejected
        })
    }

    fn begin_body(&mut self) {
        self.is_in_body = true;
    }

    fn shrink(&mut self, count: usize) -> Option<usize> {
        match self.sequence.get(self.at) {
            Some(Choice::Shrink(chosen)) if (*chosen as usize) < count => {
                self.at += 1;
                Some(*chosen as usize)
            }
            _ => None,
        }
    }
}

/// Choices that do not make a value with this generator.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::ReplayError;
///
/// let choices: Choices = "7".parse().unwrap();
/// assert_eq!(
///     (0..=9, any::<bool>()).replay(&choices),
///     Err(ReplayError::TooShort { position: 1, expected: "false | true".to_owned() })
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReplayError {
    /// The choices end where the generator asks for another.
    TooShort {
        /// How many choices there were.
        position: usize,
        /// What could have come next.
        expected: String,
    },
    /// A choice that is not among the alternatives: of another generator, or out of range.
    Unknown {
        /// How many choices came before.
        position: usize,
        /// The choice.
        choice: Choice,
        /// What could have stood there.
        expected: String,
    },
    /// There are choices left when the value is made.
    TooLong {
        /// How many choices made the value.
        position: usize,
        /// How many are left.
        left: usize,
    },
    /// The generator rejects what these choices make.
    Rejected {
        /// How many choices were used.
        position: usize,
    },
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::TooShort { position, expected } => {
                write!(f, "the choices end after {position}, where the generator asks for {expected}")
            }
            ReplayError::Unknown { position, choice, expected } => {
                write!(f, "choice {position} is {choice}, where the generator asks for {expected}")
            }
            ReplayError::TooLong { position, left } => {
                write!(f, "{left} choices are left after the {position} that made a value")
            }
            ReplayError::Rejected { position } => {
                write!(f, "the generator rejects what the first {position} choices make")
            }
        }
    }
}

impl std::error::Error for ReplayError {}
