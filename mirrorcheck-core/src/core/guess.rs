//! Backward by trying: a forward run in which each free choice is answered by a guess, and what it makes is compared.
//!
//! The guesses of a run are numbers, one for each point at which there was more than one way on, and 0 comes first. From
//! run to run they count up like an odometer, simplest first: a number costs as many bits as it takes to write down, and
//! each round may spend a bit more than the one before. So a "yes" is a run of the generator itself, and a "no" means
//! that all runs were gone through.

use std::time::{Duration, Instant};

use crate::core::choice::Ask;
use crate::core::cx::{Cx, SearchMode};
use crate::core::generator::Rejected;
use crate::core::leaves::Leaves;
use crate::core::panics;
use crate::core::search::{Candidates, Tries};

/// How many runs may come to nothing before the search for a first way is given up.
const PATIENCE: u64 = 60_000;
/// How many more runs look for further ways.
const FURTHER: u64 = 20_000;
/// How many runs all searches of one question may take before each has to make do with few.
const IN_ALL: u64 = 400_000;
const FEW: u64 = 64;
/// How long all of them may take.
const TIME: Duration = Duration::from_secs(10);
/// What a bit of a number costs, when to be asked at all costs 1: a run that asks without end comes to an end.
const BIT: u64 = 16;

/// The guesses that answer one run.
#[derive(Debug, Default)]
pub(crate) struct Guess {
    points: Vec<Point>,
    /// Which point comes next.
    at: usize,
    /// What has been spent since something was last settled, and the most that was ever spent so in this run.
    spent: u64,
    most_spent: u64,
    /// The points up to which what was made is right, as was seen before the end of a run.
    settled: Vec<usize>,
    /// Whether something was left out since the last of these.
    is_cut_since: bool,
    /// Whether one way is enough, so that other ways to what is settled need not be tried before all that comes after.
    is_seeking: bool,
    /// Whether some were left aside for that.
    left_aside: bool,
    /// What a run of this round may spend; nothing while given numbers are used once more.
    allowance: Option<u64>,
    /// What runs of the round before could spend: those have been made.
    before: Option<u64>,
    /// Whether the round had to leave something out.
    is_cut: bool,
    runs_of_round: u64,
    runs: u64,
    /// What the value says of itself, where it was asked for; and how much of that has been used.
    leaves: Option<Leaves>,
    wants_leaves: bool,
    leaf: usize,
    /// The draw with the most to try.
    widest: Option<(u128, &'static TriedDraw)>,
}

#[derive(Debug, Clone, Copy)]
struct Point {
    number: u128,
    /// The greatest number.
    last: u128,
    spent_before: u64,
    /// Whether the first guess costs nothing, because there is a reason for it.
    is_hinted: bool,
}

impl Point {
    fn spent(self, number: u128) -> u64 {
        let bits = u64::from(u128::BITS - number.leading_zeros());
        self.spent_before + bits * BIT + u64::from(!self.is_hinted)
    }
}

/// A draw whose value was not found in the result, for a message.
#[derive(Debug)]
pub struct TriedDraw {
    /// What it is called, and where it is.
    pub name: &'static str,
    /// The line of the draw.
    pub line: u32,
    /// What could be written instead.
    pub advice: &'static str,
}

/// A search that was given up: no "yes", and no "no".
#[derive(Debug, Clone)]
pub(crate) struct Unsure {
    generator: String,
    draw: Option<&'static TriedDraw>,
    runs: u64,
}

impl std::fmt::Display for Unsure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Unsure { generator, draw, runs } = self;
        match draw {
            Some(TriedDraw { name, line, advice }) => write!(
                f,
                "gave up: {name} (line {line}) of `{generator}` was tried {runs} times without making this value; say \
                where to look: `{advice}`"
            ),
            None => write!(f, "gave up: `{generator}` was run {runs} times without making this value"),
        }
    }
}

impl Guess {
    fn new() -> Guess {
        Guess { allowance: Some(2 * BIT), is_seeking: true, ..Guess::default() }
    }

    /// From the start once more, now for all ways.
    fn all_ways(self) -> Guess {
        Guess { leaves: self.leaves, is_seeking: false, ..Guess::new() }
    }

    /// What was made so far is right, so that the rest can be looked for by itself.
    fn settle(&mut self) {
        if self.allowance.is_some() {
            self.spent = 0;
            if self.settled.last().is_none_or(|&last| last < self.at) {
                self.settled.push(self.at);
                self.is_cut_since = false;
            }
        }
    }

    /// Guesses that are known.
    fn known(numbers: &[u128]) -> Guess {
        let point = |&number: &u128| Point { number, last: number, spent_before: 0, is_hinted: false };
        Guess { points: numbers.iter().map(point).collect(), ..Guess::default() }
    }

    fn numbers(&self) -> Vec<u128> {
        self.points.iter().map(|point| point.number).collect()
    }

    /// The guess at a point with so many ways on; nothing if it costs too much.
    fn next(&mut self, last: u128, is_hinted: bool) -> Option<u128> {
        let point = match self.points.get(self.at) {
            Some(point) => *point,
            None => Point { number: 0, last, spent_before: self.spent, is_hinted },
        };
        let spent = point.spent(point.number);
        if self.allowance.is_some_and(|allowance| spent > allowance) {
            (self.is_cut, self.is_cut_since) = (true, true);
            return None;
        }
        if self.at == self.points.len() {
            self.points.push(point);
        }
        self.spent = spent;
        self.most_spent = self.most_spent.max(spent);
        self.at += 1;
        Some(point.number)
    }

    /// The guess at a choice: first what the value speaks of, then everything else in its order.
    fn choice(&mut self, ask: &Ask<'_>) -> Option<u128> {
        let Some(leaves) = &self.leaves else {
            if self.allowance.is_some() {
                self.wants_leaves = true;
                return None;
            }
            return self.next(ask.last(), false);
        };
        let candidates = leaves.candidates(ask, self.leaf);
        let number = self.next(ask.last(), !candidates.is_empty())?;
        if let Some((index, after)) = usize::try_from(number).ok().and_then(|number| candidates.get(number)) {
            self.leaf = *after;
            return Some(*index);
        }
        let mut taken: Vec<u128> = candidates.iter().map(|(index, _)| *index).collect();
        taken.sort_unstable();
        Some(
            taken
                .iter()
                .fold(number - taken.len() as u128, |index, &taken| if taken <= index { index + 1 } else { index }),
        )
    }

    /// Goes on to the next run, if there is one.
    fn advance(&mut self) -> bool {
        self.runs += 1;
        self.runs_of_round += 1;
        if std::mem::take(&mut self.wants_leaves) {
            // The same once more: what came before did not ask for them.
            self.points.truncate(self.at);
            (self.at, self.spent, self.most_spent, self.leaf, self.runs) = (0, 0, 0, 0, self.runs - 1);
            return true;
        }
        self.points.truncate(self.at);
        (self.at, self.spent, self.most_spent, self.leaf) = (0, 0, 0, 0);
        let Some(allowance) = self.allowance else { return false };
        while let Some(point) = self.points.pop() {
            if self.settled.last().is_some_and(|&settled| self.points.len() < settled) {
                if self.is_seeking && self.is_cut_since {
                    // What comes after may only need to spend more.
                    self.left_aside = true;
                    break;
                }
                self.settled.retain(|&settled| settled <= self.points.len());
                self.is_cut_since = false;
            }
            if point.number < point.last {
                if point.spent(point.number + 1) <= allowance {
                    self.points.push(Point { number: point.number + 1, ..point });
                    return true;
                }
                (self.is_cut, self.is_cut_since) = (true, true);
            }
        }
        self.points.clear();
        self.settled.clear();
        if !self.is_cut {
            return false;
        }
        // A round that had hardly anything to do was too timid.
        let more = if self.runs_of_round < BIT { allowance } else { BIT };
        (self.before, self.allowance) = (Some(allowance), Some(allowance.saturating_add(more)));
        (self.is_cut, self.is_cut_since, self.runs_of_round) = (false, false, 0);
        true
    }

    pub(crate) fn is_first_run(&self) -> bool {
        self.runs == 0
    }

    /// Whether no run of a round before was the same.
    fn is_new(&self) -> bool {
        self.before.is_none_or(|before| self.most_spent > before)
    }
}

impl Cx<'_> {
    /// Whether free choices are guessed.
    pub(crate) fn is_guessing(&mut self) -> bool {
        self.cold_mut().is_some_and(|cold| cold.guess.is_some())
    }

    /// The guess at a point with several ways on, if guesses are made.
    pub(crate) fn guess(&mut self, last: u128, is_hinted: bool) -> Option<Result<u128, Rejected>> {
        let guess = self.cold_mut()?.guess.as_deref_mut()?;
        Some(guess.next(last, is_hinted).ok_or(Rejected))
    }

    /// What was made so far is right.
    pub(crate) fn settle(&mut self) {
        if let Some(guess) = self.cold_mut().and_then(|cold| cold.guess.as_deref_mut()) {
            guess.settle();
        }
    }

    /// The guess at a choice.
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

    /// Runs a draw that is to be named if nothing comes of it.
    pub(crate) fn in_tried_draw<R>(&mut self, draw: &'static TriedDraw, body: impl FnOnce(&mut Self) -> R) -> R {
        let outer = self.cold_mut().map(|cold| cold.tried.replace(draw));
        let result = body(self);
        if let (Some(cold), Some(outer)) = (self.cold_mut(), outer) {
            cold.tried = outer;
        }
        result
    }

    /// Looks for runs that make the focus.
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

    /// One run. If it panics it makes nothing: forward it may be too unlikely to come that far.
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
                // To try is to waste: that is no sign that another kind of search would do better.
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
            // Found while the rest of the ways was left aside.
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

    /// Makes the focus once more: as before if it was made before.
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

    /// Goes on to the next guesses, unless there are none or it has taken too long.
    fn goes_on_trying(&mut self, attempts: &Candidates<'_>, found: u64) -> bool {
        let Some(cold) = self.cold_mut() else { return false };
        // So many runs are a matter of seconds, unless one of them is.
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
        if guess.runs < patience && !is_late {
            return true;
        }
        let generator = attempts.site.map_or("", |site| site.name).to_owned();
        let unsure = Unsure { generator, draw: guess.widest.map(|(_, draw)| draw), runs: guess.runs };
        cold.unsure.get_or_insert(unsure);
        false
    }
}

/// What the focus says of itself.
fn leaves(attempts: &Candidates<'_>) -> Leaves {
    attempts.tries.written().map_or_else(Leaves::default, |text| Leaves::of(&text))
}
