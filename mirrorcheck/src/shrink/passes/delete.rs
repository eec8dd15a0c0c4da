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

/// Puts the parts of lists that are neighbours into one: of all at once, then of half as many, and so on.
pub(super) fn merge(search: &mut Search<'_>) {
    let mut group = 0;
    while group < search.best.items.len() {
        if matches!(search.best.items[group], Item::Group(_)) {
            merge_in(search, group);
        }
        group += 1;
    }
}

fn merge_in(search: &mut Search<'_>, group: usize) {
    let lists = |search: &Search<'_>| match search.best.items.get(group) {
        Some(Item::Group(_)) => {
            runs(search, group).into_iter().find(|run| run.parts.iter().all(|&part| is_list(search, part)))
        }
        _ => None,
    };
    let mut many = lists(search).map_or(0, |run| run.parts.len());
    while many > 1 {
        let mut first = 0;
        while let Some(run) = lists(search).filter(|run| first + 1 < run.parts.len()) {
            let last = (first + many).min(run.parts.len()) - 1;
            if !merge_lists(search, &run, first, last) {
                first = last;
            }
        }
        many /= 2;
    }
}

fn is_list(search: &Search<'_>, part: usize) -> bool {
    let items = &search.best.items;
    matches!(items[part], Item::Group(_))
        && items.get(part + 1).and_then(Item::kind) == Some(Kind::Count)
        && search.may_change(part)
}

/// Merges the lists `first..=last` of a run.
fn merge_lists(search: &mut Search<'_>, run: &Run, first: usize, last: usize) -> bool {
    let tree = &search.best;
    let Some(counter) = counter(search, run) else { return false };
    let mut sum: u128 = 0;
    let mut list = Vec::new();
    for &part in &run.parts[first..=last] {
        let Some(count) = tree.items[part + 1].number() else { return false };
        sum = sum.saturating_add(count.number().magnitude());
        list.extend_from_slice(&tree.items[part + 2..tree.end(part)]);
    }
    let count = tree.items[run.parts[first] + 1].with_number(Number::new(false, sum));
    let list = [vec![Item::Group(list.len() + 1), count], list].concat();
    let fewer = Number::new(false, (run.parts.len() - (last - first)) as u128);
    let fewer = [tree.items[counter].with_number(fewer)];
    let edited = tree.edited(&[(counter, counter + 1, &fewer), (run.parts[first], run.end_of(last), &list)]);
    search.consider(&edited)
}
