//! Examples, grouped by representation, a page at a time.

use std::cmp::Reverse;

use super::matching::matching;
use super::{Examples, Group};
use crate::filter::{Filter, Term};
use crate::index::{Index, Lines, Run};
use crate::line::Status;

/// Groups of a page.
const GROUPS: u64 = 50;
/// Characters of a representation that are shown.
const CHARACTERS: usize = 2_000;

pub(super) fn examples(index: &Index, run: &Run, filter: &Filter, page: u64) -> Examples {
    let matching = matching(index, run, filter);
    let mut groups = groups(run, &matching);
    let groups_in_all = groups.len() as u64;
    let pages = groups_in_all.div_ceil(GROUPS).max(1);
    let page = page.clamp(1, pages);
    let (from, to) = ((page - 1) * GROUPS, (page * GROUPS).min(groups_in_all));
    let shown = sorted_part(&mut groups, from as usize, to as usize);
    let mut lines = index.lines();
    Examples {
        property: run.property.clone(),
        start: run.start,
        latest: index.runs(&run.property).last().map_or(run.start, |latest| latest.start),
        filter: filter.clone(),
        matching: matching.iter().filter(|&&matches| matches).count() as u64,
        groups_in_all,
        cases: u64::from(run.cases()),
        page,
        pages,
        groups: shown.iter().map(|found| group(run, filter, found, &mut lines)).collect(),
    }
}

/// Cases with the same representation: what failed first, then the most frequent, then the earliest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Found {
    pub(super) has_passed: bool,
    pub(super) count: Reverse<u32>,
    /// The first that failed, or the first.
    pub(super) case: u32,
}

impl Found {
    /// None of them yet.
    pub(super) fn new(case: u32, has_failed: bool) -> Found {
        Found { has_passed: !has_failed, count: Reverse(0), case }
    }
}

fn groups(run: &Run, matching: &[bool]) -> Vec<Found> {
    let mut by_first = vec![Found::new(0, false); matching.len()];
    for case in (0..run.cases()).filter(|&case| matching[case as usize]) {
        let found = &mut by_first[run.same.first(case) as usize];
        let has_failed = run.status[case as usize] == Status::Failed;
        if found.count.0 == 0 || has_failed && found.has_passed {
            found.case = case;
        }
        found.has_passed &= !has_failed;
        found.count.0 += 1;
    }
    by_first.retain(|found| found.count.0 > 0);
    by_first
}

/// The part from here to there of what they were if they were sorted.
fn sorted_part(groups: &mut [Found], from: usize, to: usize) -> &[Found] {
    if from < groups.len() {
        groups.select_nth_unstable(from);
    }
    if to < groups.len() {
        groups[from..].select_nth_unstable(to - from);
    }
    groups[from..to].sort_unstable();
    &groups[from..to]
}

pub(super) fn group(run: &Run, filter: &Filter, found: &Found, lines: &mut Lines<'_>) -> Group {
    let case = found.case;
    let at = case as usize;
    let values = run.columns.iter().filter_map(|column| Some((column.name.clone(), column.text(case)?.into_owned())));
    Group {
        representation: lines.representation(run.place(case), CHARACTERS),
        length: u64::from(run.size[at]),
        count: u64::from(found.count.0),
        status: run.status[at].name(),
        reason: run.reason.of(case).to_owned(),
        how: run.how.of(case).to_owned(),
        features: values.collect(),
        seconds: f64::from(run.seconds[at]),
        case: u64::from(case),
        filter: filter.and(Term::Same(run.same.hash(case))),
    }
}
