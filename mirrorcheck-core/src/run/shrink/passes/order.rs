//! Parts in order, the simpler ones first.

use super::{PassRun, is_group, nth_run, runs};
use crate::core::choice::Made;
use crate::core::sort::sort_by;
use crate::run::shrink::search::ShrinkSearch;
use crate::run::shrink::tree::{Item, ItemKind, compare, shape, weight};

/// Sorts the parts of each list at once.
pub(super) fn sort(search: &mut ShrinkSearch<'_>) {
    let mut group = 0;
    while group < search.best.items.len() && search.has_time() {
        let many = if is_group(search, group) { runs(search, group).len() } else { 0 };
        for which in 0..many {
            let Some(run) = nth_run(search, group, which).filter(|_| search.has_time()) else { break };
            if search.may_change(run.parts[0]) {
                sort_run(search, &run);
            }
        }
        group += 1;
    }
}

fn sort_run(search: &mut ShrinkSearch<'_>, run: &PassRun) {
    let items = &search.best.items;
    let mut parts: Vec<&[Item]> = Vec::with_capacity(run.parts.len());
    for i in 0..run.parts.len() {
        parts.push(&items[run.parts[i]..run.end_of(i)]);
    }
    sort_by(&mut parts, |a, b| compare(a, b).then(weight(a).cmp(&weight(b))));
    let mut sorted = Vec::with_capacity(run.end - run.parts[0]);
    for part in parts {
        sorted.extend_from_slice(part);
    }
    let edited = search.best.replaced(run.parts[0], run.end, &sorted);
    search.consider(&edited);
}

/// How far apart parts may be to be exchanged: a key may stand between two branches.
const APART: usize = 3;

/// Exchanges parts that are alike and out of order.
pub(super) fn swap(search: &mut ShrinkSearch<'_>) {
    let mut group = 0;
    while group < search.best.items.len() && search.has_time() {
        let parts = |search: &ShrinkSearch<'_>| {
            if is_group(search, group) { search.best.parts(group) } else { Vec::new() }
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

/// How many later choices to raise, and how far.
const LATER: usize = 4;
const HIGHER: u128 = 4;

/// Lowers a choice and raises a later one: in an order of things, what is not taken first has to be taken later. Of such
/// choices each leaves fewer for the next.
pub(super) fn lower_and_raise(search: &mut ShrinkSearch<'_>) {
    let mut i = 0;
    while search.has_time() {
        let bare = bare(search);
        let Some(&one) = bare.get(i) else { break };
        let later = &bare[i + 1..bare.len().min(i + 1 + LATER)];
        // There may be more to gain where something was.
        if !raise_later(search, one, search.best.items[one].rank(), later) {
            i += 1;
        }
    }
    // A selection: a number of things to take, and for each whether it is.
    let mut group = 0;
    while group < search.best.items.len() && search.has_time() {
        let chosen = search.best.items.get(group + 1).and_then(Item::count);
        let parts = if chosen.is_some() { search.best.parts(group) } else { Vec::new() };
        let mut later: Vec<usize> = Vec::new();
        for &part in parts.get(1..).unwrap_or_default() {
            let is_pick = matches!(
                search.best.items[part..],
                [Item::Group(1), Item::Choice(Made::Literal { .. }, ItemKind::Pick), ..]
            );
            if is_pick {
                later.push(part + 1);
            }
        }
        let is_selection = later.len() + 1 == parts.len() && chosen.is_some_and(|chosen| chosen < later.len());
        if !(is_selection && raise_later(search, group + 1, 1, &later)) {
            group += 1;
        }
    }
}

/// Lowers a choice by at most so much, and raises one of those that follow.
fn raise_later(search: &mut ShrinkSearch<'_>, one: usize, most: u128, later: &[usize]) -> bool {
    let items = &search.best.items;
    let Some((rank @ 1.., last)) = items[one].place() else { return false };
    if !search.may_change(one) {
        return false;
    }
    let mut places: Vec<(usize, u128, u128)> = Vec::new();
    for &at in later {
        match items[at].place() {
            Some((rank, fewer)) if fewer < last => places.push((at, rank, fewer)),
            Some(_) => break,
            None => {}
        }
    }
    for lower in rank - most.min(rank)..rank {
        for &(other, rank, last) in &places {
            for higher in rank + 1..last.min(rank + HIGHER) + 1 {
                let (lower, higher) = ([Item::Rank(lower)], [Item::Rank(higher)]);
                let edited = search.best.edited(&[(one, one + 1, &lower), (other, other + 1, &higher)]);
                if search.consider(&edited) {
                    return true;
                }
            }
        }
    }
    false
}

/// Choices by number that stand alone in their group.
fn bare(search: &ShrinkSearch<'_>) -> Vec<usize> {
    let items = &search.best.items;
    let mut bare = Vec::new();
    for at in 1..items.len() {
        let is_bare = matches!(items[at - 1], Item::Group(1))
            && matches!(&items[at], Item::Choice(Made::Index(..), _))
            && search.may_change(at);
        if is_bare {
            bare.push(at);
        }
    }
    bare
}
