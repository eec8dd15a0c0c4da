//! What a search has cost and found, beside what chance has.
//!
//! A search that learns nothing costs more than random cases do. So every strategy that searches gives some of its runs to
//! chance, and keeps books: chance shows what a case costs without any search. Where all cases so far have cost more than
//! a few times as much, the next runs are chance's. Everything is counted in runs and choices, never by a clock: which cases
//! there are depends on the seed alone.

/// How many times as much as to make a value it costs to test it, too.
const TESTED: u64 = 4;

/// The least share of the work that is left to chance, as a divisor: while nothing was found, and from then on.
const SHARE_AT_FIRST: u64 = 3;
const SHARE: u64 = 16;

/// Decides which runs are left to chance.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ledger {
    /// How many percent of what a case costs by chance it may cost.
    percent: u64,
    chance: Account,
    search: Account,
    /// Whether a run was of no use.
    has_waste: bool,
    turn: Turn,
}

/// Whose run it is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Turn {
    Chance,
    #[default]
    Search,
}

#[derive(Debug, Clone, Copy, Default)]
struct Account {
    work: u64,
    found: u64,
}

impl Default for Ledger {
    #[inline]
    fn default() -> Ledger {
        Ledger::new(150)
    }
}

impl Ledger {
    /// Begins with nothing. A case may cost so many percent of what it costs by chance.
    #[inline]
    pub(crate) fn new(percent: u64) -> Ledger {
        let (chance, search) = (Account::default(), Account::default());
        Ledger { percent, chance, search, has_waste: false, turn: Turn::default() }
    }

    /// Says whose run is next.
    #[inline]
    pub(crate) fn begin(&mut self) -> Turn {
        self.turn = if self.is_behind() || self.owes_chance() { Turn::Chance } else { Turn::Search };
        self.turn
    }

    /// Leaves the next run to chance.
    #[inline]
    pub(crate) fn leave_to_chance(&mut self) -> Turn {
        self.turn = Turn::Chance;
        self.turn
    }

    /// Says whose run it is.
    #[inline]
    pub(crate) fn turn(&self) -> Turn {
        self.turn
    }

    /// Ends a run of so many choices on which the property did not run.
    #[inline]
    pub(crate) fn skip(&mut self, choices: u64) {
        self.pay(cost(choices), false);
    }

    /// Ends a run of so many choices, which may have found one of the cases that are wanted.
    #[inline]
    pub(crate) fn end(&mut self, choices: u64, has_found: bool) {
        self.pay(TESTED * cost(choices), has_found);
    }

    #[inline]
    fn pay(&mut self, work: u64, has_found: bool) {
        let account = match self.turn {
            Turn::Chance => &mut self.chance,
            Turn::Search => &mut self.search,
        };
        account.work += work;
        account.found += u64::from(has_found);
        self.has_waste |= !has_found;
    }

    /// Returns what all runs have cost, in tested ones.
    #[inline]
    pub(crate) fn cost(&self) -> u64 {
        self.spent() / TESTED
    }

    #[inline]
    fn spent(&self) -> u64 {
        self.chance.work + self.search.work
    }

    /// Whether the cases so far have cost more than chance may take for them.
    #[inline]
    fn is_behind(&self) -> bool {
        let found = self.chance.found + self.search.found;
        // As long as chance finds nothing, its next run may.
        let by_chance = u128::from(found) * u128::from(self.chance.work) / u128::from(self.chance.found.max(1));
        found > 0 && self.has_waste && u128::from(self.spent()) * 100 > by_chance * u128::from(self.percent)
    }

    #[inline]
    fn owes_chance(&self) -> bool {
        let has_found = self.chance.found + self.search.found > 0;
        let share = if has_found { SHARE } else { SHARE_AT_FIRST };
        self.has_waste && self.chance.work * share < self.spent()
    }
}

/// Returns what a run of this many choices costs, in short runs.
#[inline]
pub(crate) fn cost(choices: u64) -> u64 {
    1 + choices / 16
}

#[cfg(test)]
mod tests {
    use super::{Ledger, Turn};

    /// Returns how many runs it takes to find so many cases, where one in so many runs finds something: of those by
    /// chance, and of those of the search.
    fn runs(by_chance: u64, by_search: u64, cases: u64) -> u64 {
        let mut ledger = Ledger::default();
        let (mut found, mut runs, mut turns) = (0, 0, [0; 2]);
        while found < cases {
            let turn = ledger.begin();
            let (count, rate) = match turn {
                Turn::Chance => (&mut turns[0], by_chance),
                Turn::Search => (&mut turns[1], by_search),
            };
            *count += 1;
            let has_found = rate > 0 && *count % rate == 0;
            ledger.end(1, has_found);
            found += u64::from(has_found);
            runs += 1;
        }
        runs
    }

    #[test]
    fn a_search_that_finds_nothing_costs_little_more_than_chance() {
        for rate in [1, 2, 10, 97, 1000, 20_000] {
            let runs = runs(rate, 0, 100);
            assert!(runs <= 2 * 100 * rate, "{runs} for 100 times {rate}");
        }
    }

    #[test]
    fn a_search_that_finds_more_goes_on() {
        for rate in [20, 97, 1000, 20_000, 0] {
            let runs = runs(rate, 5, 1000);
            assert!(runs <= 6_000, "{runs} at {rate}");
        }
    }
}
