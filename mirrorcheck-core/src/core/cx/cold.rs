//! What answers choices when chance alone does not: compiled once, whatever the generator.

use std::cell::OnceCell;
use std::ops::{Deref, DerefMut};
use std::time::Instant;

use super::{Answerer, Attempt, Circles, Weigher};
use crate::core::choice::Choice;
use crate::core::choices::{Mark, Tape};
use crate::core::cursor::{Filling, Misses, Reading};
use crate::core::drawn::DrawLog;
use crate::core::forest::Forest;
use crate::core::generator::Rejected;
use crate::core::guess::{Guess, TriedDraw, Unsure};
use crate::core::stack;

/// Listens to choices, which are written only if they are wanted.
pub(crate) type ChoiceListener<'a> = dyn Fn(&dyn Fn() -> String) + 'a;

/// Everything that plain random generation does without.
pub(crate) struct Cold<'a> {
    pub(super) limit: usize,
    /// The stack to go on upon where this one is used up.
    pub(super) kept_stack: Option<Box<stack::Kept>>,
    /// Answers what is free; without one, chance does.
    pub(crate) answerer: Option<&'a mut dyn Answerer>,
    /// Weighs choices otherwise than they ask for.
    pub(crate) weigher: Option<&'a dyn Weigher>,
    /// Only the value is wanted, which is known to be in range: what weighs or restricts choices has nothing to do.
    pub(crate) only_value: bool,
    /// Who is told what was chosen so far after each draw of a property: it may be the last.
    pub(crate) told: Option<&'a ChoiceListener<'a>>,
    pub(crate) search: SearchMode,
    pub(crate) tape: Option<Box<Tape>>,
    /// What somebody wants to know who looks on.
    pub(crate) watched: Option<Watched>,
    /// Where the draws of a property are written down.
    pub(crate) drawn: Option<Box<DrawLog>>,
    pub(crate) forest: Option<Box<Forest>>,
    /// What answers free choices where a generator is run to see whether it makes a value.
    pub(crate) guess: Option<Box<Guess>>,
    /// The draw that is being tried.
    pub(crate) tried: Option<&'static TriedDraw>,
    /// How many runs were made to see what they make.
    pub(crate) tries: u64,
    pub(crate) tried_since: Option<Instant>,
    /// A search that was given up, so that what was not found may be there all the same.
    pub(crate) unsure: Option<Unsure>,
    /// Choices that were made beforehand, innermost derivative last.
    pub(super) prefixes: Vec<(Vec<Choice>, usize)>,
    /// How many more runs and choices there may be; none once there is a reason to stop.
    pub(crate) fuel: u64,
    pub(crate) stop: Option<Stop>,
    pub(crate) size_was_read: bool,
    /// How often it was asked whether to shrink at all.
    pub(super) asked_to_shrink: u64,
    /// How often chance decided.
    pub(crate) decided_by_chance: u64,
    pub(crate) circles: Circles,
    /// Fuel that was burnt in attempts that came to nothing, and in all.
    pub(crate) wasted: u64,
    pub(crate) burnt: u64,
    rebuilt: u64,
    pub(crate) epoch: u64,
    pub(super) epochs: u64,
    /// Whether there may be other choices for the same value than the ways to it say: a part was found elsewhere than in
    /// its place, or one way stands for several.
    pub(crate) may_be_ambiguous: bool,
    pub(crate) why: Option<Why>,
    /// The text that is being read, and where reading one came to nothing.
    pub(crate) reading: Lazy<Reading>,
    pub(crate) misses: Misses,
    /// The text with holes that is being filled in.
    pub(crate) filling: Filling,
}

/// What there is to see of a run for somebody who looks on.
#[derive(Debug, Default)]
pub(crate) struct Watched {
    /// When each argument of a property was made.
    pub(crate) done: Vec<Instant>,
    /// Why something was rejected last.
    pub(crate) reason: Option<String>,
}

impl Watched {
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.done.clear();
        self.reason = None;
    }
}

/// What few runs look at, made when one does: every run begins and ends.
#[derive(Default)]
pub(crate) struct Lazy<T>(OnceCell<Box<T>>);

impl<T: Default> Deref for Lazy<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        self.0.get_or_init(Box::default)
    }
}

impl<T: Default> DerefMut for Lazy<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        self.0.get_or_init(Box::default);
        self.0.get_mut().expect("it has just been made")
    }
}

/// How the results that a focus could have come from are searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SearchMode {
    /// The first that works, with its choices.
    First,
    /// All of them, into the forest.
    All,
    /// A value that is known to the forest, once more.
    Rebuild,
    /// For a sketch: any, at random, more than once.
    Complete,
}

/// Why a run was ended before its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stop {
    OutOfFuel,
    /// The search for the first way wastes work or goes in circles: the forest does better.
    NeedsForest,
}

/// Where a run got furthest before it was rejected. Found in two runs: the first looks how far it goes, the second
/// writes down what it says there, because writing it down at every step would take too long.
#[derive(Debug, Clone, Default)]
pub(crate) struct Why {
    pub(crate) depth: usize,
    pub(crate) second_run: bool,
    pub(crate) trail: Vec<String>,
    pub(crate) reason: Option<String>,
}

impl<'a> Cold<'a> {
    pub(super) fn new(search: SearchMode) -> Cold<'a> {
        Cold {
            limit: stack::limit(),
            kept_stack: None,
            answerer: None,
            weigher: None,
            only_value: false,
            told: None,
            search,
            tape: None,
            watched: None,
            drawn: None,
            forest: None,
            guess: None,
            tried: None,
            tries: 0,
            tried_since: None,
            unsure: None,
            prefixes: Vec::new(),
            fuel: u64::MAX,
            stop: None,
            size_was_read: false,
            asked_to_shrink: 0,
            decided_by_chance: 0,
            circles: Circles::default(),
            wasted: 0,
            burnt: 0,
            rebuilt: 0,
            epoch: 0,
            epochs: 0,
            may_be_ambiguous: false,
            why: None,
            reading: Lazy::default(),
            misses: Misses::default(),
            filling: Filling::default(),
        }
    }

    #[inline]
    pub(crate) fn burn(&mut self) -> Result<(), Rejected> {
        // To make a known value once more costs little, and can be needed often.
        if self.search == SearchMode::Rebuild {
            self.rebuilt += 1;
            if self.rebuilt % 32 != 0 {
                return Ok(());
            }
        }
        self.burn_one()
    }

    #[inline]
    pub(crate) fn burn_one(&mut self) -> Result<(), Rejected> {
        match self.fuel.checked_sub(1) {
            Some(fuel) => {
                self.fuel = fuel;
                self.burnt += 1;
                Ok(())
            }
            None => {
                self.stop(Stop::OutOfFuel);
                Err(Rejected)
            }
        }
    }

    /// Whether chance decides what is free, and nobody else has a say.
    #[inline]
    pub(super) fn is_left_to_chance(&self) -> bool {
        self.answerer.is_none()
            && self.forest.is_none()
            && self.guess.is_none()
            && self.weigher.is_none()
            && self.prefixes.is_empty()
    }

    #[cold]
    pub(crate) fn stop(&mut self, reason: Stop) {
        self.stop.get_or_insert(reason);
        self.fuel = 0;
    }

    /// How many of the choices that were made beforehand have been used.
    #[inline]
    pub(crate) fn used_of_prefixes(&self) -> Vec<usize> {
        self.prefixes.iter().map(|(_, used)| *used).collect()
    }

    #[inline]
    pub(crate) fn use_of_prefixes(&mut self, used: &[usize]) {
        for ((_, at), used) in self.prefixes.iter_mut().zip(used) {
            *at = *used;
        }
    }

    #[inline]
    pub(crate) fn mark(&self) -> Option<Mark> {
        self.tape.as_ref().map(|tape| tape.mark())
    }

    pub(crate) fn rewind(&mut self, mark: Option<Mark>) {
        if let (Some(tape), Some(mark)) = (&mut self.tape, mark) {
            tape.rewind(&mark);
        }
    }

    /// Choices begin that may come to nothing.
    pub(crate) fn begin_attempt(&mut self) -> Option<Mark> {
        self.tell_attempt(Attempt::Begins);
        self.mark()
    }

    pub(crate) fn undo_attempt(&mut self, mark: Option<Mark>) {
        self.tell_attempt(Attempt::Failed);
        self.rewind(mark);
    }

    pub(crate) fn end_attempts(&mut self) {
        self.tell_attempt(Attempt::Ends);
    }

    fn tell_attempt(&mut self, attempt: Attempt) {
        if let Some(answerer) = &mut self.answerer {
            answerer.attempt(attempt);
        }
    }

    /// The reason is asked for at most once. Not generic: there would be a copy for every reason of every generator.
    pub(super) fn explain(&mut self, reason: &mut dyn FnMut() -> String) {
        // What is tried first is likeliest to say something of use.
        if self.guess.as_ref().is_some_and(|guess| !guess.is_first_run()) {
            return;
        }
        if let Some(watched) = &mut self.watched {
            return watched.reason = Some(reason());
        }
        if let (Some(answerer), None) = (&mut self.answerer, &self.why) {
            return answerer.explain(reason);
        }
        let (Some(why), Some(tape)) = (&mut self.why, &self.tape) else { return };
        if !why.second_run {
            why.depth = why.depth.max(tape.len());
        } else if tape.len() == why.depth && why.reason.is_none() {
            why.trail = tape.trail();
            why.reason = Some(reason());
        }
    }
}
