//! Fewer parts.

use super::{PassRun, counter, runs};
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
    while group < search.best.items.len() {
        if matches!(search.best.items[group], Item::Group(_)) {
            let mut i = 0;
            while let Some(run) = runs(search, group).get(i) {
                if wanted(run) {
                    delete_in(search, group, i);
                }
                if !matches!(search.best.items.get(group), Some(Item::Group(_))) {
                    break;
                }
                i += 1;
            }
        }
        group += 1;
    }
}

fn delete_in(search: &mut ShrinkSearch<'_>, group: usize, which: usize) {
    let run_of = |search: &ShrinkSearch<'_>| match search.best.items.get(group) {
        Some(Item::Group(_)) => runs(search, group).into_iter().nth(which),
        _ => None,
    };
    let Some(mut run) = run_of(search) else { return };
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
                match run_of(search) {
                    Some(shorter) => run = shorter,
                    None => return,
                }
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
        let wrap = if is_wrapped { vec![Item::Group(element.len())] } else { Vec::new() };
        let element = [wrap, element.to_vec()].concat();
        let edited = search.best.replaced(first, next_end, &element);
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
    while group < search.best.items.len() {
        if matches!(search.best.items[group], Item::Group(_)) {
            merge_in(search, group);
        }
        group += 1;
    }
}

fn merge_in(search: &mut ShrinkSearch<'_>, group: usize) {
    let mut many = lists(search, group).map_or(0, |run| run.parts.len());
    while many > 1 {
        let mut first = 0;
        while let Some(run) = lists(search, group).filter(|run| first + 1 < run.parts.len()) {
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
    while group < search.best.items.len() {
        let mut i = 0;
        while let Some(run) = lists(search, group).filter(|run| run.count.is_none() && i + 1 < run.parts.len()) {
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
    let Some(&last) = tree.parts(one).last().filter(|_| ours > 0) else { return false };
    let count = |at: usize, count: usize| tree.items[at].with_number(Number::new(false, count as u128));
    let (fewer, more) = ([count(one + 1, ours - 1)], count(other + 1, theirs + 1));
    let (moved, end) =
        if last == one + 1 { (&[][..], last) } else { (&tree.items[last..tree.end(last)], tree.end(last)) };
    let begin = [&[more], moved].concat();
    let kept = if last == one + 1 { end } else { last };
    let edited = tree.edited(&[(one + 1, one + 2, &fewer), (kept, end, &[][..]), (other + 1, other + 2, &begin)]);
    search.consider(&edited)
}

/// The first run of lists in a group.
fn lists(search: &ShrinkSearch<'_>, group: usize) -> Option<PassRun> {
    match search.best.items.get(group) {
        Some(Item::Group(_)) => {
            runs(search, group).into_iter().find(|run| run.parts.iter().all(|&part| is_list(search, part)))
        }
        _ => None,
    }
}

fn is_list(search: &ShrinkSearch<'_>, part: usize) -> bool {
    search.best.is_list(part) && search.may_change(part)
}

/// Merges the lists `first..=last` of a run.
fn merge_lists(search: &mut ShrinkSearch<'_>, run: &PassRun, first: usize, last: usize) -> bool {
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

/// Deletes the same part of each of several lists that are as long: a column of a table.
pub(super) fn delete_columns(search: &mut ShrinkSearch<'_>) {
    let mut group = 0;
    while group < search.best.items.len() {
        if matches!(search.best.items[group], Item::Group(_)) {
            let mut column = 0;
            while let Some(run) = table(search, group).filter(|run| column < columns(search, run)) {
                if !delete_column(search, &run, column) {
                    column += 1;
                }
            }
        }
        group += 1;
    }
}

/// Two or more lists that are as long, in one group.
fn table(search: &ShrinkSearch<'_>, group: usize) -> Option<PassRun> {
    let Some(Item::Group(_)) = search.best.items.get(group) else { return None };
    let is_table = |run: &PassRun| {
        let rows = || run.parts.iter().map(|&part| search.best.parts(part).len());
        run.parts.len() > 1
            && run.parts.iter().all(|&part| is_list(search, part))
            && rows().all(|length| Some(length) == rows().next())
    };
    runs(search, group).into_iter().find(is_table)
}

fn columns(search: &ShrinkSearch<'_>, run: &PassRun) -> usize {
    search.best.parts(run.parts[0]).len() - 1
}

fn delete_column(search: &mut ShrinkSearch<'_>, run: &PassRun, column: usize) -> bool {
    let tree = &search.best;
    let length = columns(search, run) as u128;
    let fewer = |at: usize| [tree.items[at].with_number(Number::new(false, length - 1))];
    // Where the lengths are forced, something before them says how long they are.
    let is_forced = !tree.items[run.parts[0] + 1].is_free();
    let is_length =
        |at: &usize| tree.items[*at].number().is_some_and(|amount| amount.number() == Number::new(false, length));
    let said = match is_forced {
        true => (0..run.parts[0]).rev().find(is_length),
        false => None,
    };
    let mut counts: Vec<(usize, usize, [Item; 1])> = said.into_iter().map(|at| (at, at + 1, fewer(at))).collect();
    let mut edits: Vec<(usize, usize, &[Item])> = Vec::new();
    counts.extend(run.parts.iter().map(|&part| (part + 1, part + 2, fewer(part + 1))));
    for (from, to, count) in &counts {
        edits.push((*from, *to, count));
    }
    for &part in &run.parts {
        let at = tree.parts(part)[column + 1];
        edits.push((at, tree.end(at), &[]));
    }
    edits.sort_by_key(|(from, ..)| *from);
    let edited = tree.edited(&edits);
    search.consider(&edited)
}

/// In a longer list each number is small beside the sum.
const FEW: usize = 64;

/// Deletes a part and adds its numbers to those of the next, so that sums stay.
pub(super) fn delete_and_add(search: &mut ShrinkSearch<'_>) {
    let mut group = 0;
    while group < search.best.items.len() {
        let mut i = 0;
        while let Some(run) = counted(search, group).filter(|run| i + 1 < run.parts.len()) {
            if !add_to_next(search, &run, i) {
                i += 1;
            }
        }
        group += 1;
    }
}

fn counted(search: &ShrinkSearch<'_>, group: usize) -> Option<PassRun> {
    match search.best.items.get(group) {
        Some(Item::Group(_)) => {
            runs(search, group).into_iter().find(|run| run.count.is_some() && run.parts.len() <= FEW)
        }
        _ => None,
    }
}

fn add_to_next(search: &mut ShrinkSearch<'_>, run: &PassRun, i: usize) -> bool {
    let tree = &search.best;
    let numbers = |i: usize| -> Vec<(usize, Number)> {
        let number =
            |at: usize| Some((at, tree.items[at].number().filter(|amount| amount.scale == Scale::Number)?.number()));
        (run.parts[i]..run.end_of(i)).filter_map(number).collect()
    };
    let (ours, theirs) = (numbers(i), numbers(i + 1));
    if ours.is_empty() || ours.len() != theirs.len() || ours.len() > 4 {
        return false;
    }
    let Some(counter) = counter(search, run) else { return false };
    let fewer = [tree.items[counter].with_number(Number::new(false, run.parts.len() as u128 - 1))];
    let sum = |(ours, theirs): (&(usize, Number), &(usize, Number))| {
        (theirs.0, [tree.items[theirs.0].with_number(ours.1.sum(theirs.1))])
    };
    let sums: Vec<(usize, [Item; 1])> = ours.iter().zip(&theirs).map(sum).collect();
    let mut edits: Vec<(usize, usize, &[Item])> =
        vec![(counter, counter + 1, &fewer), (run.parts[i], run.end_of(i), &[])];
    edits.extend(sums.iter().map(|(at, sum)| (*at, at + 1, &sum[..])));
    edits.sort_by_key(|(from, ..)| *from);
    let edited = tree.edited(&edits);
    search.consider(&edited)
}
