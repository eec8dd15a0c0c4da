//! Parts in order, the simpler ones first.

use super::runs;
use crate::core::choice::Made;
use crate::run::shrink::search::ShrinkSearch;
use crate::run::shrink::tree::{Item, ItemKind, compare, shape, weight};

/// Sorts the parts of each list at once.
pub(super) fn sort(search: &mut ShrinkSearch<'_>) {
    each_run(search, |search, group, which| {
        let Some(run) = runs(search, group).into_iter().nth(which) else { return };
        let items = &search.best.items;
        let mut parts: Vec<&[Item]> = (0..run.parts.len()).map(|i| &items[run.parts[i]..run.end_of(i)]).collect();
        parts.sort_by(|a, b| compare(a, b).then(weight(a).cmp(&weight(b))));
        let sorted: Vec<Item> = parts.concat();
        let edited = search.best.replaced(run.parts[0], run.end, &sorted);
        search.consider(&edited);
    });
}

/// How far apart parts may be to be exchanged: a key may stand between two branches.
const APART: usize = 3;

/// Exchanges parts that are alike and out of order.
pub(super) fn swap(search: &mut ShrinkSearch<'_>) {
    let mut group = 0;
    while group < search.best.items.len() {
        let parts = |search: &ShrinkSearch<'_>| match search.best.items.get(group) {
            Some(Item::Group(_)) => search.best.parts(group),
            _ => Vec::new(),
        };
        let mut known = parts(search);
        let mut i = 0;
        while i + 1 < known.len() && !search.is_tired() {
            for j in i + 1..=i + APART {
                let (Some(&one), Some(&other)) = (known.get(i), known.get(j)) else { break };
                if swap_two(search, one, other) {
                    known = parts(search);
                }
            }
            i += 1;
        }
        group += 1;
    }
}

fn swap_two(search: &mut ShrinkSearch<'_>, one: usize, other: usize) -> bool {
    let tree = &search.best;
    let (end, other_end) = (tree.end(one), tree.end(other));
    let (ours, theirs) = (&tree.items[one..end], &tree.items[other..other_end]);
    let is_alike = shape(&tree.items, one).is_some() && shape(&tree.items, one) == shape(&tree.items, other);
    if !is_alike || !compare(theirs, ours).is_lt() || !search.may_change(one) {
        return false;
    }
    let edited = tree.edited(&[(one, end, theirs), (other, other_end, ours)]);
    search.consider(&edited)
}

fn each_run(search: &mut ShrinkSearch<'_>, mut change: impl FnMut(&mut ShrinkSearch<'_>, usize, usize)) {
    let mut group = 0;
    while group < search.best.items.len() {
        if matches!(search.best.items[group], Item::Group(_)) {
            for which in 0..runs(search, group).len() {
                if runs(search, group).get(which).is_some_and(|run| search.may_change(run.parts[0])) {
                    change(search, group, which);
                }
                if !matches!(search.best.items.get(group), Some(Item::Group(_))) {
                    break;
                }
            }
        }
        group += 1;
    }
}

/// How many later choices to raise, and how far.
const LATER: usize = 4;
const HIGHER: u128 = 4;

/// Lowers a choice and raises a later one: in an order of things, what is not taken first has to be taken later. Of such
/// choices each leaves fewer for the next.
pub(super) fn lower_and_raise(search: &mut ShrinkSearch<'_>) {
    let mut i = 0;
    while let Some(&one) = bare(search).get(i) {
        let later = || -> Vec<usize> { bare(search).into_iter().skip(i + 1).take(LATER).collect() };
        // There may be more to gain where something was.
        if !raise_later(search, one, search.best.items[one].rank(), &later()) {
            i += 1;
        }
    }
    // A selection: a number of things to take, and for each whether it is.
    let mut group = 0;
    while group < search.best.items.len() {
        let chosen = search.best.items.get(group + 1).and_then(Item::count);
        let parts = if chosen.is_some() { search.best.parts(group) } else { Vec::new() };
        let is_pick = |&&part: &&usize| {
            matches!(
                search.best.items[part..],
                [Item::Group(1), Item::Choice(Made::Literal { .. }, ItemKind::Pick), ..]
            )
        };
        let later: Vec<usize> = parts.iter().skip(1).filter(is_pick).map(|part| part + 1).collect();
        let is_selection = later.len() + 1 == parts.len() && chosen.is_some_and(|chosen| chosen < later.len());
        if !(is_selection && raise_later(search, group + 1, 1, &later)) {
            group += 1;
        }
    }
}

/// Lowers a choice by at most so much, and raises one of those that follow.
fn raise_later(search: &mut ShrinkSearch<'_>, one: usize, most: u128, later: &[usize]) -> bool {
    let items = &search.best.items;
    let Some((rank, last)) = items[one].place().filter(|(rank, _)| *rank > 0 && search.may_change(one)) else {
        return false;
    };
    let places: Vec<(usize, u128, u128)> =
        later.iter().filter_map(|&at| items[at].place().map(|(rank, last)| (at, rank, last))).collect();
    let later = places.iter().take_while(|&&(_, _, fewer)| fewer < last);
    let pairs = (rank - most.min(rank)..rank).flat_map(|lower| later.clone().map(move |&other| (lower, other)));
    let mut pairs = pairs.flat_map(|(lower, (at, rank, last))| {
        (rank + 1..=last.min(rank + HIGHER)).map(move |higher| (lower, at, higher))
    });
    pairs.any(|(lower, other, higher)| {
        let (lower, higher) = ([Item::Rank(lower)], [Item::Rank(higher)]);
        let edited = search.best.edited(&[(one, one + 1, &lower), (other, other + 1, &higher)]);
        search.consider(&edited)
    })
}

/// Choices by number that stand alone in their group.
fn bare(search: &ShrinkSearch<'_>) -> Vec<usize> {
    let items = &search.best.items;
    let is_bare = |at: &usize| {
        matches!(items[at - 1], Item::Group(1))
            && matches!(&items[*at], Item::Choice(Made::Index(..), _))
            && search.may_change(*at)
    };
    (1..items.len()).filter(is_bare).collect()
}
