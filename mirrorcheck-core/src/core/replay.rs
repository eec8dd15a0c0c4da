//! Running forward while somebody answers and the choices are recorded; recorded choices that answer.

use std::fmt;

use crate::core::choice::{Ask, Choice};
use crate::core::choices::{Choices, DEFAULT_SIZE, Tape};
use crate::core::cx::{Answerer, Cx, SearchMode, Stop};
use crate::core::generator::{Focus, Generator, Rejected};
use crate::core::rng::Rng;
use crate::core::stack;

/// The outcome of one run, with its choices.
pub(crate) struct RecordedRun<V> {
    pub(crate) value: Result<V, Rejected>,
    pub(crate) choices: Choices,
    pub(crate) stop: Option<Stop>,
}

/// Runs forward with an answerer, or with chance where there is none.
pub(crate) fn run<G: Generator + ?Sized>(
    generator: &G,
    size: u32,
    answerer: Option<&mut dyn Answerer>,
    fuel: u64,
) -> RecordedRun<G::Value> {
    run_on(stack::MAX, generator, size, answerer, fuel)
}

/// Runs forward like [`run`], on at most this many stacks.
pub(crate) fn run_on<G: Generator + ?Sized>(
    stacks: u32,
    generator: &G,
    size: u32,
    answerer: Option<&mut dyn Answerer>,
    fuel: u64,
) -> RecordedRun<G::Value> {
    recorded(stacks, generator, Rng::new(0, 0), size, answerer, fuel)
}

/// Runs forward like [`run_on`], with a random source of its own.
pub(crate) fn recorded<G: Generator + ?Sized>(
    stacks: u32,
    generator: &G,
    rng: Rng,
    size: u32,
    answerer: Option<&mut dyn Answerer>,
    fuel: u64,
) -> RecordedRun<G::Value> {
    let mut cx = Cx::cold(rng, size, SearchMode::First);
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
    RecordedRun { value, choices: tape.map_or_else(Choices::nothing, |tape| tape.finish(size)), stop }
}

/// Runs a generator while `answerer` answers; gives the value and the choices.
pub(crate) fn interpret<G: Generator + ?Sized>(
    generator: &G,
    answerer: &mut dyn Answerer,
) -> Result<(G::Value, Choices), Rejected> {
    let run = run(generator, DEFAULT_SIZE, Some(answerer), u64::MAX);
    run.value.map(|value| (value, run.choices))
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
            Some(Choice::Shrink(chosen)) => {
                self.at += 1;
                Some((*chosen as usize).min(count))
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
///     Err(ReplayError::TooShort { position: 1, expected: "`false` or `true`".to_owned() })
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
                write!(f, "the choices end after {position}, but the generator expects {expected}")
            }
            ReplayError::Unknown { position, choice, expected } => {
                let (number, choice) = (position + 1, choice.quoted());
                write!(f, "choice {number} is {choice}, but the generator expects {expected}")
            }
            ReplayError::TooLong { position, left } => {
                write!(f, "{left} choices are left over after the {position} that made a value")
            }
            ReplayError::Rejected { position } => {
                write!(f, "the generator rejects what the first {position} choices make")
            }
        }
    }
}

impl std::error::Error for ReplayError {}
