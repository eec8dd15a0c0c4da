//! Fewer parts.

use std::slice;

use super::{PassRun, counter, first_run, is_group, last_of_number, nth_run};
use crate::core::choice::Number;
use crate::run::shrink::search::ShrinkSearch;
use crate::run::shrink::tree::{Item, Scale, is_same};

/// Deletes parts of lists, many at once while that works: first all, then halves, and so on.
pub(super) fn delete(search: &mut ShrinkSearch<'_>) {
    delete_where(search, |run| run.count.is_some() || run.parts.len() > 2);
}

/// Deletes one of two parts that are alike: mostly branches, for which there are better passes.
pub(super) fn delete_branch(search: &mut ShrinkSearch<'_>) {
    delete_where(search, |run| run.count.is_none() && run.parts.len() == 2);
}

fn delete_where(search: &mut ShrinkSearch<'_>, wanted: fn(&PassRun) -> bool) {
    let mut group = 0;
    while group < search.best.items.len() && search.has_time() {
        let mut i = 0;
        while let Some(run) = nth_run(search, group, i) {
            if wanted(&run) {
                delete_in(search, group, i);
            }
            if !search.has_time() {
                return;
            }
            i += 1;
        }
        group += 1;
    }
}

fn delete_in(search: &mut ShrinkSearch<'_>, group: usize, which: usize) {
    let Some(mut run) = nth_run(search, group, which) else { return };
    let mut chunk = run.parts.len();
    while chunk > 0 && !search.is_tired() {
        // From the back: what comes later may depend on what comes earlier.
        let mut end = run.parts.len();
        while end > 0 && !search.is_tired() {
            let from = end.saturating_sub(chunk);
            // What is the same as what stands after it was tried already.
            let is_known = end + chunk <= run.parts.len() && {
                let (items, next) = (&search.best.items, run.end_of(end + chunk - 1));
                is_same(&items[run.parts[from]..run.end_of(end - 1)], &items[run.end_of(end - 1)..next])
            };
            if !is_known && search.may_change(run.parts[from]) && delete_parts(search, &run, from, end) {
                let Some(shorter) = nth_run(search, group, which) else { return };
                run = shorter;
            }
            end = from.min(run.parts.len());
        }
        chunk = chunk.min(run.parts.len() + 1) / 2;
    }
}

/// Deletes the parts `from..to` of a run, and lowers the choice that counts them.
fn delete_parts(search: &mut ShrinkSearch<'_>, run: &PassRun, from: usize, to: usize) -> bool {
    let (first, last) = (run.parts[from], run.end_of(to - 1));
    if let (Some(is_wrapped), 0, Some(&next)) = (run.first, from, run.parts.get(to)) {
        // The one after them becomes the first: it needs no choice any more that there is one.
        let next_end = run.end_of(to);
        let element = &search.best.items[(next + 2).min(next_end)..next_end];
        let mut alone = if is_wrapped { vec![Item::Group(element.len())] } else { Vec::new() };
        alone.extend_from_slice(element);
        let edited = search.best.replaced(first, next_end, &alone);
        return search.consider(&edited);
    }
    if run.count.is_none() {
        let edited = search.best.replaced(first, last, &[]);
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
pub(super) fn merge(search: &mut ShrinkSearch<'_>) {
    let mut group = 0;
    while group < search.best.items.len() && search.has_time() {
        if is_group(search, group) {
            merge_in(search, group);
        }
        group += 1;
    }
}

fn merge_in(search: &mut ShrinkSearch<'_>, group: usize) {
    let mut many = lists(search, group).map_or(0, |run| run.parts.len());
    while many > 1 {
        let mut first = 0;
        while let Some(run) = lists(search, group) {
            if first + 1 >= run.parts.len() || !search.has_time() {
                break;
            }
            let last = (first + many).min(run.parts.len()) - 1;
            if !merge_lists(search, &run, first, last) {
                first = last;
            }
        }
        many /= 2;
    }
}

/// Moves the last part of a list to the beginning of the next, where the lists themselves cannot become fewer.
pub(super) fn move_parts(search: &mut ShrinkSearch<'_>) {
    let mut group = 0;
    while group < search.best.items.len() && search.has_time() {
        let mut i = 0;
        while let Some(run) = lists(search, group) {
            if run.count.is_some() || i + 1 >= run.parts.len() || !search.has_time() {
                break;
            }
            if !move_part(search, run.parts[i], run.parts[i + 1]) {
                i += 1;
            }
        }
        group += 1;
    }
}

fn move_part(search: &mut ShrinkSearch<'_>, one: usize, other: usize) -> bool {
    let tree = &search.best;
    let (Some(ours), Some(theirs)) = (tree.items[one + 1].count(), tree.items[other + 1].count()) else { return false };
    let (Some(&last), 1..) = (tree.parts(one).last(), ours) else { return false };
    let count = |at: usize, count: usize| tree.items[at].with_number(Number::new(false, count as u128));
    let (fewer, more) = ([count(one + 1, ours - 1)], count(other + 1, theirs + 1));
    let (moved, end) =
        if last == one + 1 { (&[][..], last) } else { (&tree.items[last..tree.end(last)], tree.end(last)) };
    let mut begin = vec![more];
    begin.extend_from_slice(moved);
    let kept = if last == one + 1 { end } else { last };
    let edited = tree.edited(&[(one + 1, one + 2, &fewer), (kept, end, &[][..]), (other + 1, other + 2, &begin)]);
    search.consider(&edited)
}

/// The first run of lists in a group.
fn lists(search: &ShrinkSearch<'_>, group: usize) -> Option<PassRun> {
    first_run(search, group, &|run| are_lists(search, run))
}

fn are_lists(search: &ShrinkSearch<'_>, run: &PassRun) -> bool {
    for &part in &run.parts {
        if !is_list(search, part) {
            return false;
        }
    }
    true
}

fn is_list(search: &ShrinkSearch<'_>, part: usize) -> bool {
    search.best.is_list(part) && search.may_change(part)
}

/// Merges the lists `first..=last` of a run.
fn merge_lists(search: &mut ShrinkSearch<'_>, run: &PassRun, first: usize, last: usize) -> bool {
    let tree = &search.best;
    let Some(counter) = counter(search, run) else { return false };
    let mut sum: u128 = 0;
    // The group and its count are known at the end.
    let mut list = vec![Item::Any, Item::Any];
    for &part in &run.parts[first..=last] {
        let Some(count) = tree.items[part + 1].number() else { return false };
        sum = sum.saturating_add(count.number().magnitude());
        list.extend_from_slice(&tree.items[part + 2..tree.end(part)]);
    }
    list[0] = Item::Group(list.len() - 1);
    list[1] = tree.items[run.parts[first] + 1].with_number(Number::new(false, sum));
    let fewer = Number::new(false, (run.parts.len() - (last - first)) as u128);
    let fewer = [tree.items[counter].with_number(fewer)];
    let edited = tree.edited(&[(counter, counter + 1, &fewer), (run.parts[first], run.end_of(last), &list)]);
    search.consider(&edited)
}

/// Deletes the same part of each of several lists that are as long: a column of a table.
pub(super) fn delete_columns(search: &mut ShrinkSearch<'_>) {
    let mut group = 0;
    while group < search.best.items.len() && search.has_time() {
        let mut column = 0;
        while let Some(run) = table(search, group) {
            if column >= columns(search, &run) {
                break;
            }
            if !delete_column(search, &run, column) {
                column += 1;
            }
        }
        group += 1;
    }
}

/// Two or more lists that are as long, in one group.
fn table(search: &ShrinkSearch<'_>, group: usize) -> Option<PassRun> {
    first_run(search, group, &|run| {
        if run.parts.len() < 2 || !are_lists(search, run) {
            return false;
        }
        let columns = columns(search, run);
        for &part in &run.parts {
            if search.best.parts(part).len() != columns + 1 {
                return false;
            }
        }
        true
    })
}

fn columns(search: &ShrinkSearch<'_>, run: &PassRun) -> usize {
    search.best.parts(run.parts[0]).len() - 1
}

fn delete_column(search: &mut ShrinkSearch<'_>, run: &PassRun, column: usize) -> bool {
    let tree = &search.best;
    let length = columns(search, run) as u128;
    let fewer = |at: usize| tree.items[at].with_number(Number::new(false, length - 1));
    // Where the lengths are forced, something before them says how long they are.
    let is_forced = !tree.items[run.parts[0] + 1].is_free();
    let mut counts: Vec<(usize, Item)> = Vec::new();
    if let (true, Some(at)) = (is_forced, last_of_number(&tree.items[..run.parts[0]], length)) {
        counts.push((at, fewer(at)));
    }
    for &part in &run.parts {
        counts.push((part + 1, fewer(part + 1)));
    }
    let mut edits: Vec<(usize, usize, &[Item])> = Vec::new();
    for (at, count) in &counts {
        edits.push((*at, at + 1, slice::from_ref(count)));
    }
    for &part in &run.parts {
        let at = tree.parts(part)[column + 1];
        edits.push((at, tree.end(at), &[]));
    }
    let edited = tree.edited_in_any_order(&mut edits);
    search.consider(&edited)
}

/// In a longer list each number is small beside the sum.
const FEW: usize = 64;

/// Deletes a part and adds its numbers to those of the next, so that sums stay.
pub(super) fn delete_and_add(search: &mut ShrinkSearch<'_>) {
    let mut group = 0;
    while group < search.best.items.len() && search.has_time() {
        let mut i = 0;
        while let Some(run) = first_run(search, group, &|run| run.count.is_some() && run.parts.len() <= FEW) {
            if i + 1 >= run.parts.len() {
                break;
            }
            if !add_to_next(search, &run, i) {
                i += 1;
            }
        }
        group += 1;
    }
}

fn add_to_next(search: &mut ShrinkSearch<'_>, run: &PassRun, i: usize) -> bool {
    let tree = &search.best;
    let numbers = |i: usize| {
        let mut numbers: Vec<(usize, Number)> = Vec::new();
        for at in run.parts[i]..run.end_of(i) {
            if let Some(amount) = tree.items[at].number() {
                if amount.scale == Scale::Number {
                    numbers.push((at, amount.number()));
                }
            }
        }
        numbers
    };
    let (ours, theirs) = (numbers(i), numbers(i + 1));
    if ours.is_empty() || ours.len() != theirs.len() || ours.len() > 4 {
        return false;
    }
    let Some(counter) = counter(search, run) else { return false };
    let fewer = [tree.items[counter].with_number(Number::new(false, run.parts.len() as u128 - 1))];
    let mut sums: Vec<(usize, Item)> = Vec::new();
    for i in 0..ours.len() {
        let (at, number) = theirs[i];
        sums.push((at, tree.items[at].with_number(ours[i].1.sum(number))));
    }
    let mut edits: Vec<(usize, usize, &[Item])> =
        vec![(counter, counter + 1, &fewer), (run.parts[i], run.end_of(i), &[])];
    for (at, sum) in &sums {
        edits.push((*at, at + 1, slice::from_ref(sum)));
    }
    let edited = tree.edited_in_any_order(&mut edits);
    search.consider(&edited)
}
