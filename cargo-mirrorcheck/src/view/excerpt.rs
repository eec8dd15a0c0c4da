//! The examples of a run that are in a report, where no server can be asked.
//!
//! They are grouped more finely than by representation: by all that a filter can ask for. So a filter lets a whole part
//! through or nothing of it, but for what differs from case to case: its number, its time, whether it was the first of
//! its kind. These are listed.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::examples::{Found, group};
use super::matching::matching;
use super::{Chart, Excerpt, Mark, Part, RunView};
use crate::filter::{Filter, Term};
use crate::index::{Index, Run, Values};
use crate::line::Status;

/// Parts of a run: a report should open at once, and fit into a message.
const PARTS: usize = 300;
/// Parts that failed, if there are others that are wanted.
const FAILED: usize = 200;
/// Cases of a run that are listed by their numbers.
const LISTED: usize = 5_000;
/// Parts that are chosen for each mark, and marks for which some are chosen.
const OF_MARK: usize = 3;
const MARKS: usize = 1_000;
/// Stretches of the run of which each should have a part.
const STRETCHES: u64 = 40;

pub(super) fn excerpt(index: &Index, run: &Run, view: &RunView) -> Excerpt {
    let parts = Parts::of(run);
    let is_whole = parts.sorted.len() <= PARTS;
    let mut totals = if is_whole { Vec::new() } else { totals(view) };
    let chosen = if is_whole { (0..parts.sorted.len()).collect() } else { parts.choose(index, run, view, &mut totals) };
    let lists = parts.listed(run, &chosen);
    let firsts: HashSet<u32> = chosen.iter().map(|&rank| run.same.first(parts.sorted[rank].case)).collect();
    let mut lines = index.lines();
    let mut part = |(&rank, listed): (&usize, Vec<(u32, f32)>)| Part {
        group: group(run, &Filter::default(), &parts.sorted[rank], &mut lines),
        has_first: run.same.is_first(parts.sorted[rank].case),
        listed,
    };
    let is_number = |values: &Values| matches!(values, Values::Numbers(_));
    Excerpt {
        property: run.property.clone(),
        start: run.start,
        cases: u64::from(run.cases()),
        different: (0..run.cases()).filter(|&case| run.same.is_first(case)).count() as u64,
        different_here: firsts.len() as u64,
        numbers: run.columns.iter().filter(|it| is_number(&it.values)).map(|it| it.name.clone()).collect(),
        totals,
        parts: chosen.iter().zip(lists).map(&mut part).collect(),
    }
}

/// All parts of a run.
struct Parts {
    /// Failures first, then the largest, then the earliest.
    sorted: Vec<Found>,
    /// The place of the part of each case.
    rank: Vec<usize>,
}

impl Parts {
    fn of(run: &Run) -> Parts {
        let mut number_of: HashMap<u64, usize> = HashMap::new();
        let mut all: Vec<Found> = Vec::new();
        let mut part_of = Vec::with_capacity(run.cases() as usize);
        for (case, kind) in (0..).zip(kinds(run)) {
            let number = *number_of.entry(kind).or_insert(all.len());
            if number == all.len() {
                all.push(Found::new(case, run.status[case as usize] == Status::Failed));
            }
            all[number].count.0 += 1;
            part_of.push(number);
        }
        let mut order: Vec<usize> = (0..all.len()).collect();
        order.sort_unstable_by_key(|&number| all[number]);
        let mut rank_of = vec![0; all.len()];
        for (rank, &number) in order.iter().enumerate() {
            rank_of[number] = rank;
        }
        Parts {
            sorted: order.iter().map(|&number| all[number]).collect(),
            rank: part_of.into_iter().map(|number| rank_of[number]).collect(),
        }
    }

    /// Chooses which parts to show if there are too many: failures, some of every mark, the rarest marks first, and
    /// then the first ones.
    fn choose(&self, index: &Index, run: &Run, view: &RunView, totals: &mut Vec<(Filter, u64)>) -> Vec<usize> {
        let mut chosen: HashSet<usize> =
            (0..self.sorted.len()).take_while(|&rank| !self.sorted[rank].has_passed).take(FAILED).collect();
        let mut wanted: Vec<(u64, Filter)> = totals.iter().map(|(filter, count)| (*count, filter.clone())).collect();
        wanted.retain(|(count, _)| *count > 0);
        wanted.extend(others(view).map(|filter| (0, filter)));
        wanted.sort_by_key(|(count, _)| *count);
        let mut of_marks = Vec::new();
        for (count, filter) in wanted.into_iter().take(MARKS) {
            let (found, best) = self.best(&matching(index, run, &filter));
            if count == 0 {
                totals.push((filter, found));
            }
            of_marks.push(best);
        }
        let rounds = (0..OF_MARK).flat_map(|round| of_marks.iter().filter_map(move |best| best.get(round).copied()));
        for rank in rounds.chain(0..self.sorted.len()) {
            if chosen.len() >= PARTS {
                break;
            }
            chosen.insert(rank);
        }
        let mut chosen: Vec<usize> = chosen.into_iter().collect();
        chosen.sort_unstable();
        chosen
    }

    /// How many cases match, and the first parts that have some of them.
    fn best(&self, matching: &[bool]) -> (u64, Vec<usize>) {
        let mut count = 0;
        let mut best: Vec<usize> = Vec::new();
        for (&rank, _) in self.rank.iter().zip(matching).filter(|(_, matches)| **matches) {
            count += 1;
            if best.len() < OF_MARK || best.last().is_some_and(|last| rank < *last) {
                if let Err(at) = best.binary_search(&rank) {
                    best.insert(at, rank);
                    best.truncate(OF_MARK);
                }
            }
        }
        (count, best)
    }

    /// Numbers and times of the cases of each of these parts, which are in order; of very many, the first ones.
    fn listed(&self, run: &Run, chosen: &[usize]) -> Vec<Vec<(u32, f32)>> {
        let mut lists: Vec<Vec<(u32, f32)>> = vec![Vec::new(); chosen.len()];
        let cases: u64 = chosen.iter().map(|&rank| u64::from(self.sorted[rank].count.0)).sum();
        let most = if cases <= LISTED as u64 { LISTED } else { LISTED / chosen.len() };
        for (case, rank) in (0..).zip(&self.rank) {
            if let Ok(at) = chosen.binary_search(rank) {
                if lists[at].len() < most {
                    lists[at].push((case, run.seconds[case as usize]));
                }
            }
        }
        lists
    }
}

/// For each case a number that is the same for those of which every filter says the same.
fn kinds(run: &Run) -> Vec<u64> {
    let hash = |data: (u64, u64, u64)| {
        let mut hasher = DefaultHasher::new();
        data.hash(&mut hasher);
        hasher.finish()
    };
    let of = |case: u32| {
        let at = case as usize;
        hash((run.same.first(case).into(), run.status[at] as u64, run.how.column[at].into()))
    };
    let mut kinds: Vec<u64> = (0..run.cases()).map(of).collect();
    for (number, column) in (0..).zip(&run.columns) {
        let mut add = |case: u32, value: u64| {
            let kind = &mut kinds[case as usize];
            *kind = hash((*kind, number, value));
        };
        match &column.values {
            Values::Numbers(numbers) => numbers.column.iter().for_each(|(case, value)| add(case, value.to_bits())),
            Values::Categories(categories) => {
                categories.column.iter().for_each(|(case, value)| add(case, value.into()))
            }
            Values::Points { points, .. } => points.iter().for_each(|(case, (x, y))| {
                add(case, x.to_bits());
                add(case, y.to_bits());
            }),
        }
    }
    kinds
}

/// How many cases there are of what can be clicked, by filter.
fn totals(view: &RunView) -> Vec<(Filter, u64)> {
    let of_mark = |mark: &Mark| (mark.filter.clone(), mark.count);
    let mut totals: Vec<(Filter, u64)> = view.mosaic.iter().flatten().chain(&view.how).map(of_mark).collect();
    for row in &view.mosaic {
        totals.push((row[0].filter.without(1), row.iter().map(|mark| mark.count).sum()));
    }
    for column in 0..2 {
        totals.push((view.mosaic[0][column].filter.without(0), view.mosaic.iter().map(|row| row[column].count).sum()));
    }
    for feature in &view.features {
        match &feature.chart {
            Chart::Histogram { bars, .. } | Chart::Categories { bars, .. } => totals.extend(bars.iter().map(of_mark)),
            Chart::Scatter { .. } => {}
        }
    }
    totals.extend(view.pairs.iter().flat_map(|pair| pair.tiles.iter().flatten()).map(of_mark));
    totals
}

/// More that should be found: what warnings are about, slow cases, and something of every stretch of the run.
fn others(view: &RunView) -> impl Iterator<Item = Filter> {
    let cases = view.row.distinct.cases;
    let many = cases.min(STRETCHES);
    let stretch = move |at: u64| {
        let bound = |at: u64| (u128::from(cases) * u128::from(at) / u128::from(many.max(1))) as f64;
        Filter::of(Term::In("#case".to_owned(), bound(at), bound(at + 1), false))
    };
    let of_warnings = view.row.warnings.iter().filter_map(|warning| warning.filter.clone());
    of_warnings.chain(view.timing.slowest.iter().map(|slow| slow.filter.clone())).chain((0..many).map(stretch))
}
