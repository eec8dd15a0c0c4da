//! Fewer parts.

use super::{Run, counter, runs};
use crate::choice::Number;
use crate::shrink::search::Search;
use crate::shrink::tree::{Item, Kind};

/// Deletes parts of lists, many at once while that works: first all, then halves, and so on.
pub(super) fn delete(search: &mut Search<'_>) {
    let mut group = 0;
    while group < search.best.items.len() {
        if matches!(search.best.items[group], Item::Group(_)) {
            let mut i = 0;
            while i < runs(search, group).len() {
                delete_in(search, group, i);
                i += 1;
            }
        }
        group += 1;
    }
}

fn delete_in(search: &mut Search<'_>, group: usize, which: usize) {
    let length = |search: &Search<'_>| match search.best.items.get(group) {
        Some(Item::Group(_)) => runs(search, group).get(which).map_or(0, |run| run.parts.len()),
        _ => 0,
    };
    let mut chunk = length(search);
    while chunk > 0 {
        // From the back: what comes later may depend on what comes earlier.
        let mut end = length(search);
        while end > 0 {
            let from = end.saturating_sub(chunk);
            let Some(run) = runs(search, group).into_iter().nth(which) else { return };
            if end <= run.parts.len() && search.may_change(run.parts[from]) {
                delete_parts(search, &run, from, end);
            }
            end = from.min(length(search));
        }
        chunk = chunk.min(length(search) + 1) / 2;
    }
}

/// Deletes the parts `from..to` of a run, and lowers the choice that counts them.
fn delete_parts(search: &mut Search<'_>, run: &Run, from: usize, to: usize) -> bool {
    let (first, last) = (run.parts[from], run.end_of(to - 1));
    let without_count = || -> Vec<Item> { search.best.replaced(first, last, &[]) };
    let is_counted = run.count.is_some_and(|count| search.best.items[count].counts());
    if !is_counted && run.count.is_none() {
        let edited = without_count();
        if search.consider(&edited) {
            return true;
        }
    }
    let Some(counter) = counter(search, run) else { return false };
    let fewer = Number::new(false, (run.parts.len() - (to - from)) as u128);
    let count = [search.best.items[counter].with_number(fewer)];
    let edited = search.best.edited(&[(counter, counter + 1, &count), (first, last, &[])]);
    search.consider(&edited)
}

/// Puts the parts of two lists that are neighbours into one.
pub(super) fn merge(search: &mut Search<'_>) {
    let mut group = 0;
    while group < search.best.items.len() {
        if matches!(search.best.items[group], Item::Group(_)) {
            let mut i = 0;
            while let Some(pair) = pair(search, group, i) {
                if !merge_two(search, &pair.0, pair.1) {
                    i += 1;
                }
            }
        }
        group += 1;
    }
}

/// The first run of lists in a group, if it has a part after this one.
fn pair(search: &Search<'_>, group: usize, i: usize) -> Option<(Run, usize)> {
    let Some(Item::Group(_)) = search.best.items.get(group) else { return None };
    let run = runs(search, group).into_iter().next()?;
    (i + 1 < run.parts.len()).then_some((run, i))
}

fn merge_two(search: &mut Search<'_>, run: &Run, i: usize) -> bool {
    let tree = &search.best;
    let (one, other) = (run.parts[i], run.parts[i + 1]);
    let is_list = |at: usize| {
        matches!(tree.items[at], Item::Group(_)) && tree.items.get(at + 1).and_then(Item::kind) == Some(Kind::Count)
    };
    if !is_list(one) || !is_list(other) || !search.may_change(one) || !search.may_change(other) {
        return false;
    }
    let (Some(ours), Some(theirs)) = (tree.items[one + 1].number(), tree.items[other + 1].number()) else { return false };
    let Some(counter) = counter(search, run) else { return false };
    let fewer = [tree.items[counter].with_number(Number::new(false, run.parts.len() as u128 - 1))];
    let sum = ours.number().magnitude().saturating_add(theirs.number().magnitude());
    let sum = [tree.items[one + 1].with_number(Number::new(false, sum))];
    let theirs = tree.items[other + 2..tree.end(other)].to_vec();
    let (one_end, other_end) = (tree.end(one), tree.end(other));
    // The end of the first list is where the second begins: an edit there belongs to the first.
    let mut items = tree.items[one + 2..one_end].to_vec();
    items.extend(theirs);
    let mut list = vec![Item::Group(items.len() + 1)];
    list.extend(sum);
    list.extend(items);
    let edited = tree.edited(&[(counter, counter + 1, &fewer), (one, other_end, &list)]);
    search.consider(&edited)
}
