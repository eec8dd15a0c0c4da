//! Running backward by trying: a forward run in which a guess answers each free choice, and its result is compared.
//!
//! So a "yes" is a run of the generator itself, and a "no" means that every possible run was made.

use std::time::{Duration, Instant};

use crate::core::choice::Ask;
use crate::core::cx::{Cx, SearchMode};
use crate::core::generator::Rejected;
use crate::core::guess::{Guess, TriedDraw, Unsure};
use crate::core::leaves::Leaves;
use crate::core::panics;
use crate::core::search::{Candidates, Tries};

/// How many runs a search may waste before it finds a first way.
const PATIENCE: u64 = 60_000;
/// The number of runs after which a search that has found a way stops looking for others.
const FURTHER: u64 = 20_000;
/// The number of guesses after which it stops, too: runs with many guesses take longer.
const FURTHER_GUESSES: u64 = 150_000;
/// How many runs all searches for one answer may take together. After that, each search only gets `FEW`.
const IN_ALL: u64 = 400_000;
const FEW: u64 = 64;
/// How long all searches for one answer may take together.
const TIME: Duration = Duration::from_secs(10);
impl Cx<'_> {
    /// Returns whether guesses answer free choices.
    pub(crate) fn is_guessing(&mut self) -> bool {
        self.cold_mut().is_some_and(|cold| cold.guess.is_some())
    }

    /// Returns the guess at a point with several candidates, or `None` if the run does not guess.
    pub(crate) fn guess(&mut self, last: u128, is_hinted: bool) -> Option<Result<u128, Rejected>> {
        let guess = self.cold_mut()?.guess.as_deref_mut()?;
        Some(guess.next(last, is_hinted).ok_or(Rejected))
    }

    /// Tells the guess, if there is one, that everything made so far is right.
    pub(crate) fn settle(&mut self) {
        if let Some(guess) = self.cold_mut().and_then(|cold| cold.guess.as_deref_mut()) {
            guess.settle();
        }
    }

    /// Returns the guess at a choice, or `None` if the run does not guess.
    pub(crate) fn guess_choice(&mut self, ask: &Ask<'_>) -> Option<Result<u128, Rejected>> {
        let cold = self.cold_mut()?;
        let guess = cold.guess.as_deref_mut()?;
        if let Some(draw) = cold.tried {
            if guess.widest.is_none_or(|(widest, _)| widest < ask.last()) {
                guess.widest = Some((ask.last(), draw));
            }
        }
        Some(guess.choice(ask).ok_or(Rejected))
    }

    /// Runs a draw, which the message names if the search gives up.
    pub(crate) fn in_tried_draw<R>(&mut self, draw: &'static TriedDraw, body: impl FnOnce(&mut Self) -> R) -> R {
        let outer = self.cold_mut().map(|cold| cold.tried.replace(draw));
        let result = body(self);
        if let (Some(cold), Some(outer)) = (self.cold_mut(), outer) {
            cold.tried = outer;
        }
        result
    }

    /// Searches for runs that make the focus.
    #[cold]
    #[inline(never)]
    pub(crate) fn by_trying(&mut self, attempts: Candidates<'_>, focus: usize) -> Result<(), Rejected> {
        let Some(cold) = self.cold_mut() else { return Err(Rejected) };
        cold.burn()?;
        let outer = cold.enter(&attempts, focus)?;
        cold.may_be_ambiguous = true;
        let around = (cold.guess.replace(Box::new(Guess::new())), cold.tried.take());
        let result = match cold.search {
            SearchMode::All => self.try_all(attempts, focus),
            SearchMode::Rebuild => self.try_again(attempts, focus),
            SearchMode::First | SearchMode::Complete => self.try_first(attempts),
        };
        if let Some(cold) = self.cold_mut() {
            (cold.guess, cold.tried) = around;
            cold.leave(outer);
        }
        result
    }

    /// Makes one run. A panic only rejects it: guesses reach cases that a forward run may be too unlikely to reach.
    fn try_once(&mut self, tries: &mut dyn Tries) -> Result<(), Rejected> {
        let before = self.bearings();
        let made_beforehand = self.cold_mut().map_or_else(Vec::new, |cold| cold.used_of_prefixes());
        let made = panics::caught(|| tries.attempt(self, 0)).unwrap_or_else(|_| {
            self.go_back_to(before);
            Err(Rejected)
        });
        if let (Err(Rejected), Some(cold)) = (&made, self.cold_mut()) {
            cold.use_of_prefixes(&made_beforehand);
        }
        made
    }

    fn try_first(&mut self, attempts: Candidates<'_>) -> Result<(), Rejected> {
        let Some(cold) = self.cold_mut() else { return Err(Rejected) };
        let wasted = cold.wasted;
        let mark = cold.tape.as_mut().map(|tape| tape.open());
        loop {
            let found = self.try_once(&mut *attempts.tries);
            let Some(cold) = self.cold_mut() else { return found };
            if found.is_ok() {
                if let (Some(tape), Some(mark)) = (&mut cold.tape, &mark) {
                    tape.close(mark);
                }
                // Trying wastes runs by nature, so they must not count against this kind of search.
                cold.wasted = wasted;
                return found;
            }
            if let (Some(tape), Some(mark)) = (&mut cold.tape, &mark) {
                tape.rewind(mark);
            }
            if cold.stop.is_some() || !self.goes_on_trying(&attempts, 0) {
                if let Some(cold) = self.cold_mut() {
                    cold.wasted = wasted;
                }
                return Err(Rejected);
            }
            if let Some(tape) = self.cold_mut().and_then(|cold| cold.tape.as_mut()) {
                tape.open();
            }
        }
    }

    fn try_all(&mut self, attempts: Candidates<'_>, focus: usize) -> Result<(), Rejected> {
        let key = self.key(&attempts, focus);
        let Some(forest) = self.forest() else { return Err(Rejected) };
        let (is_new, node) = forest.enter(key);
        if is_new {
            let mut found = 0;
            // The first way, if other ways were set aside to find it. The search for all ways meets it again.
            let mut first = None;
            loop {
                if let Some(forest) = self.forest() {
                    forest.begin();
                }
                let made = self.try_once(&mut *attempts.tries);
                let Some(cold) = self.cold_mut() else { return Err(Rejected) };
                if cold.stop.is_some() {
                    return Err(Rejected);
                }
                let (Some(forest), Some(guess)) = (&mut cold.forest, &cold.guess) else { return Err(Rejected) };
                let steps = forest.end();
                let numbers = guess.numbers();
                let is_found = made.is_ok() && !guess.wants_leaves;
                if is_found && (guess.is_seeking || guess.is_new()) && first.as_ref() != Some(&numbers) {
                    let is_first = found == 0;
                    found += 1;
                    forest.keep(node, 0, steps);
                    if is_first {
                        forest.guesses.insert(node, numbers.clone());
                        if let Some(seeking) = cold.guess.take_if(|guess| guess.left_aside) {
                            first = Some(numbers);
                            cold.guess = Some(Box::new((*seeking).all_ways()));
                            continue;
                        }
                        if let Some(guess) = &mut cold.guess {
                            guess.is_seeking = false;
                        }
                    }
                }
                if !self.goes_on_trying(&attempts, found) {
                    break;
                }
            }
        } else if !forest.nodes[node].is_hopeless() {
            self.rebuilding(|cx| cx.try_again(attempts, focus))?;
        }
        self.end_node(node, is_new)
    }

    /// Makes the focus again, with the same guesses if an earlier search found any.
    fn try_again(&mut self, attempts: Candidates<'_>, focus: usize) -> Result<(), Rejected> {
        let key = self.key(&attempts, focus);
        let Some(forest) = self.forest() else { return Err(Rejected) };
        if let Some(node) = key.and_then(|key| forest.memo.get(&key)).copied() {
            if let Some(numbers) = forest.guesses.get(&node) {
                let mut known = Guess::known(numbers);
                known.leaves = Some(leaves(&attempts));
                if let Some(cold) = self.cold_mut() {
                    cold.guess = Some(Box::new(known));
                }
                return self.try_once(&mut *attempts.tries);
            }
            if forest.nodes[node].is_hopeless() {
                return Err(Rejected);
            }
        }
        if key.is_some_and(|key| !forest.rebuilding.insert(key)) {
            return Err(Rejected);
        }
        let mut result = self.try_once(&mut *attempts.tries);
        while result.is_err() && self.goes_on_trying(&attempts, 0) {
            result = self.try_once(&mut *attempts.tries);
        }
        if let (Some(forest), Some(key)) = (self.forest(), key) {
            forest.rebuilding.remove(&key);
        }
        result
    }

    /// Moves on to the next guess. Returns `false` if there is none or the search has to give up.
    fn goes_on_trying(&mut self, attempts: &Candidates<'_>, found: u64) -> bool {
        let Some(cold) = self.cold_mut() else { return false };
        // The limits on runs amount to seconds, unless a single run is slow.
        let is_late =
            cold.tries % 64 == 0 && *cold.tried_since.get_or_insert_with(Instant::now) + TIME < Instant::now();
        if cold.burn().is_err() {
            return false;
        }
        let Some(guess) = cold.guess.as_deref_mut() else { return false };
        if guess.wants_leaves {
            guess.leaves = Some(leaves(attempts));
        }
        let runs = guess.runs;
        if !guess.advance() {
            return false;
        }
        cold.tries += guess.runs - runs;
        let patience = match found {
            _ if cold.tries > IN_ALL => FEW,
            0 => PATIENCE,
            _ => FURTHER,
        };
        let is_long = found > 0 && guess.guesses > FURTHER_GUESSES;
        if guess.runs < patience && !is_long && !is_late {
            return true;
        }
        let generator = attempts.site.map_or("", |site| site.name).to_owned();
        let unsure = Unsure { generator, draw: guess.widest.map(|(_, draw)| draw), runs: guess.runs };
        cold.unsure.get_or_insert(unsure);
        false
    }
}

/// Returns the leaves in the `Debug` text of the focus. There are none if `Debug` panics: that must not leave this
/// search's guesses behind for the one around it.
fn leaves(attempts: &Candidates<'_>) -> Leaves {
    let text = panics::caught(|| attempts.tries.written()).ok().flatten();
    text.map_or_else(Leaves::default, |text| Leaves::of(&text))
}
