//! The guess that answers one run of a generator going backward by trying.
//!
//! A guess is a list of numbers, one for each point of the run with more than one candidate; 0 is the likeliest. From
//! run to run the numbers count up like an odometer, simplest first: a number costs as many bits as it takes to write
//! down, and each round has a larger budget than the one before.

use crate::core::choice::Ask;
use crate::core::leaves::Leaves;

/// The cost of one bit of a number. A point without a hint costs 1 more, so endless points exhaust the budget.
const BIT: u64 = 16;

/// The numbers that answer one run, and the state of the search that counts them up.
#[derive(Debug, Default)]
pub(crate) struct Guess {
    points: Vec<Point>,
    /// The index of the next point.
    pub(super) at: usize,
    /// The budget spent since the last settled point, and the most this run had spent at any point.
    pub(super) spent: u64,
    pub(super) most_spent: u64,
    /// The points at which the run could already tell that everything made so far is right.
    pub(super) settled: Vec<usize>,
    /// Whether the budget cut anything off since the last settled point.
    pub(super) is_cut_since: bool,
    /// Whether one way is enough. Then the search need not vary what precedes a settled point first.
    pub(super) is_seeking: bool,
    /// Whether the search set other ways aside because one was enough.
    pub(super) left_aside: bool,
    /// The budget of a run in this round, or `None` when the run replays known numbers.
    pub(super) allowance: Option<u64>,
    /// The budget of the round before, which has already made every run within it.
    pub(super) before: Option<u64>,
    /// Whether the budget cut anything off in this round.
    pub(super) is_cut: bool,
    pub(super) runs_of_round: u64,
    pub(super) runs: u64,
    /// How many numbers all runs took together.
    pub(super) guesses: u64,
    /// What the value's `Debug` shows, if a choice asked for it, and the index of the next leaf to use.
    pub(super) leaves: Option<Leaves>,
    pub(super) wants_leaves: bool,
    pub(super) leaf: usize,
    /// The tried draw whose choice has the most alternatives.
    pub(super) widest: Option<(u128, &'static TriedDraw)>,
}

#[derive(Debug, Clone, Copy)]
struct Point {
    number: u128,
    /// The greatest possible number.
    last: u128,
    spent_before: u64,
    /// Whether a hint backs this point, so that its first candidate is free.
    is_hinted: bool,
}

impl Point {
    fn spent(self, number: u128) -> u64 {
        let bits = u64::from(u128::BITS - number.leading_zeros());
        self.spent_before + bits * BIT + u64::from(!self.is_hinted)
    }
}

/// A draw that runs backward by trying, described for a message.
#[derive(Debug)]
pub struct TriedDraw {
    /// The variable it is bound to, or the draw as written, in backquotes.
    pub name: &'static str,
    /// The line of the draw.
    pub line: u32,
    /// What to write instead.
    pub advice: &'static str,
}

/// A search that gave up, so that the answer is neither "yes" nor "no".
#[derive(Debug, Clone)]
pub(crate) struct Unsure {
    pub(super) generator: String,
    pub(super) draw: Option<&'static TriedDraw>,
    pub(super) runs: u64,
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
    pub(super) fn new() -> Guess {
        Guess { allowance: Some(2 * BIT), is_seeking: true, ..Guess::default() }
    }

    /// Starts over, this time looking for all ways.
    pub(super) fn all_ways(self) -> Guess {
        Guess { leaves: self.leaves, is_seeking: false, ..Guess::new() }
    }

    /// Records that everything made so far is right, so that the rest can be searched on its own.
    pub(super) fn settle(&mut self) {
        if self.allowance.is_some() {
            self.spent = 0;
            if self.settled.last().is_none_or(|&last| last < self.at) {
                self.settled.push(self.at);
                self.is_cut_since = false;
            }
        }
    }

    /// Returns a guess that replays known numbers.
    pub(super) fn known(numbers: &[u128]) -> Guess {
        let point = |&number: &u128| Point { number, last: number, spent_before: 0, is_hinted: false };
        Guess { points: numbers.iter().map(point).collect(), ..Guess::default() }
    }

    pub(super) fn numbers(&self) -> Vec<u128> {
        self.points.iter().map(|point| point.number).collect()
    }

    /// Returns the number at a point with the candidates `0..=last`, or `None` if it exceeds the budget.
    pub(super) fn next(&mut self, last: u128, is_hinted: bool) -> Option<u128> {
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

    /// Returns the guess at a choice: first the candidates that the value shows, then all other alternatives in order.
    pub(super) fn choice(&mut self, ask: &Ask<'_>) -> Option<u128> {
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

    /// Moves on to the next run, and returns whether there is one.
    pub(super) fn advance(&mut self) -> bool {
        self.runs += 1;
        self.runs_of_round += 1;
        if std::mem::take(&mut self.wants_leaves) {
            // Repeat the same run, now with leaves: nothing before this point asked for them.
            self.points.truncate(self.at);
            (self.at, self.spent, self.most_spent, self.leaf, self.runs) = (0, 0, 0, 0, self.runs - 1);
            return true;
        }
        self.points.truncate(self.at);
        self.guesses += self.at as u64;
        (self.at, self.spent, self.most_spent, self.leaf) = (0, 0, 0, 0);
        let Some(allowance) = self.allowance else { return false };
        while let Some(point) = self.points.pop() {
            if self.settled.last().is_some_and(|&settled| self.points.len() < settled) {
                if self.is_seeking && self.is_cut_since {
                    // What follows the settled point may only need a larger budget.
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
        // After a round of very few runs, double the budget.
        let more = if self.runs_of_round < BIT { allowance } else { BIT };
        (self.before, self.allowance) = (Some(allowance), Some(allowance.saturating_add(more)));
        (self.is_cut, self.is_cut_since, self.runs_of_round) = (false, false, 0);
        true
    }

    pub(crate) fn is_first_run(&self) -> bool {
        self.runs == 0
    }

    /// Returns whether this run exceeds the budget of the round before, so that no earlier round made it.
    pub(super) fn is_new(&self) -> bool {
        self.before.is_none_or(|before| self.most_spent > before)
    }
}
