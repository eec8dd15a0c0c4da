//! The guesses that answer a run which goes backward by trying.
//!
//! They are numbers, one for each point at which there was more than one way on, and 0 comes first. From run to run they
//! count up like an odometer, simplest first: a number costs as many bits as it takes to write down, and each round may
//! spend a bit more than the one before.

use crate::core::choice::Ask;
use crate::core::leaves::Leaves;

/// What a bit of a number costs, when to be asked at all costs 1: a run that asks without end comes to an end.
const BIT: u64 = 16;

/// The guesses that answer one run.
#[derive(Debug, Default)]
pub(crate) struct Guess {
    points: Vec<Point>,
    /// Which point comes next.
    pub(super) at: usize,
    /// What has been spent since something was last settled, and the most that was ever spent so in this run.
    pub(super) spent: u64,
    pub(super) most_spent: u64,
    /// The points up to which what was made is right, as was seen before the end of a run.
    pub(super) settled: Vec<usize>,
    /// Whether something was left out since the last of these.
    pub(super) is_cut_since: bool,
    /// Whether one way is enough, so that other ways to what is settled need not be tried before all that comes after.
    pub(super) is_seeking: bool,
    /// Whether some were left aside for that.
    pub(super) left_aside: bool,
    /// What a run of this round may spend; nothing while given numbers are used once more.
    pub(super) allowance: Option<u64>,
    /// What runs of the round before could spend: those have been made.
    pub(super) before: Option<u64>,
    /// Whether the round had to leave something out.
    pub(super) is_cut: bool,
    pub(super) runs_of_round: u64,
    pub(super) runs: u64,
    /// How many guesses all runs took.
    pub(super) guesses: u64,
    /// What the value says of itself, where it was asked for; and how much of that has been used.
    pub(super) leaves: Option<Leaves>,
    pub(super) wants_leaves: bool,
    pub(super) leaf: usize,
    /// The draw with the most to try.
    pub(super) widest: Option<(u128, &'static TriedDraw)>,
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

    /// From the start once more, now for all ways.
    pub(super) fn all_ways(self) -> Guess {
        Guess { leaves: self.leaves, is_seeking: false, ..Guess::new() }
    }

    /// What was made so far is right, so that the rest can be looked for by itself.
    pub(super) fn settle(&mut self) {
        if self.allowance.is_some() {
            self.spent = 0;
            if self.settled.last().is_none_or(|&last| last < self.at) {
                self.settled.push(self.at);
                self.is_cut_since = false;
            }
        }
    }

    /// Guesses that are known.
    pub(super) fn known(numbers: &[u128]) -> Guess {
        let point = |&number: &u128| Point { number, last: number, spent_before: 0, is_hinted: false };
        Guess { points: numbers.iter().map(point).collect(), ..Guess::default() }
    }

    pub(super) fn numbers(&self) -> Vec<u128> {
        self.points.iter().map(|point| point.number).collect()
    }

    /// The guess at a point with so many ways on; nothing if it costs too much.
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

    /// The guess at a choice: first what the value speaks of, then everything else in its order.
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

    /// Goes on to the next run, if there is one.
    pub(super) fn advance(&mut self) -> bool {
        self.runs += 1;
        self.runs_of_round += 1;
        if std::mem::take(&mut self.wants_leaves) {
            // The same once more: what came before did not ask for them.
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
    pub(super) fn is_new(&self) -> bool {
        self.before.is_none_or(|before| self.most_spent > before)
    }
}
