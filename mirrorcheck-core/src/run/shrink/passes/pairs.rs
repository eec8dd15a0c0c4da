//! Two places at once, for what is stuck otherwise.

use super::numbers::{SMALL, each_pair, put_all};
use super::{PassRun, counter, first_run, is_group};
use crate::core::choice::Number;
use crate::run::shrink::search::ShrinkSearch;
use crate::run::shrink::tree::{Item, Scale, fingerprint};

/// Lowers a number and raises a later one by more than that, so that a product stays large; and turns the signs of two
/// numbers together.
pub(super) fn exchange(search: &mut ShrinkSearch<'_>) {
    each_pair(search, &|search, (one, ours), (other, theirs)| {
        let are_numbers = ours.scale == Scale::Number && theirs.scale == Scale::Number;
        if are_numbers && ours.distance > 2 && theirs.distance > 2 {
            let twice = theirs.at(theirs.distance.saturating_mul(2).saturating_add(2));
            if !put_all(search, &[(one, ours.at(ours.distance / 2)), (other, twice)]) && theirs.distance > 2 * SMALL {
                put_all(search, &[(one, ours.at(ours.distance - 1)), (other, twice)]);
            }
        } else if are_numbers && ours.may_turn() && theirs.may_turn() {
            put_all(search, &[(one, ours.signed(false).number()), (other, theirs.signed(false).number())]);
        }
    });
}

/// The greatest rank of what is written in digits or letters.
const DIGITS: u128 = 255;

/// Lowers a digit and raises the next as far as it goes: a smaller number with as many digits.
pub(super) fn borrow(search: &mut ShrinkSearch<'_>) {
    let mut at = 0;
    while at + 1 < search.best.items.len() && search.has_time() {
        let items = &search.best.items;
        let is_digit = |item: &Item| item.number().is_some() && item.place().is_some_and(|(_, last)| last <= DIGITS);
        // The next choice, in whatever group of its own it is.
        let mut next = at + 1;
        while next < items.len().min(at + 4) && !is_digit(&items[next]) {
            next += 1;
        }
        let rank = items[at].rank();
        if next < items.len().min(at + 4) && is_digit(&items[at]) && rank > 0 && search.may_change(at) {
            let (lower, highest) = ([Item::Rank(rank - 1)], [Item::Rank(DIGITS)]);
            let edited = search.best.edited(&[(at, at + 1, &lower), (next, next + 1, &highest)]);
            search.consider(&edited);
        }
        at += 1;
    }
}

/// Deletes two parts of a list: neighbours, and those as far from the beginning as from the end.
pub(super) fn delete_two(search: &mut ShrinkSearch<'_>) {
    let mut group = 0;
    while group < search.best.items.len() && search.has_time() {
        let mut i = 0;
        while let Some(run) = list(search, group) {
            if i + 1 >= run.parts.len() {
                break;
            }
            let last = run.parts.len() - 1;
            let opposite = i < last - i && delete_both(search, &run, i, last - i);
            if !(opposite || delete_both(search, &run, i, i + 1)) {
                i += 1;
            }
        }
        group += 1;
    }
}

/// A longer list is left to those passes that take many parts at once.
const LONGEST: usize = 32;

fn list(search: &ShrinkSearch<'_>, group: usize) -> Option<PassRun> {
    let is_short = |run: &PassRun| run.count.is_some() && (3..=LONGEST).contains(&run.parts.len());
    let run = first_run(search, group, &is_short)?;
    if search.may_change(run.parts[0]) { Some(run) } else { None }
}

fn delete_both(search: &mut ShrinkSearch<'_>, run: &PassRun, one: usize, other: usize) -> bool {
    let Some(counter) = counter(search, run) else { return false };
    let tree = &search.best;
    let fewer = [tree.items[counter].with_number(Number::new(false, run.parts.len() as u128 - 2))];
    let edits: [(usize, usize, &[Item]); 3] = [
        (counter, counter + 1, &fewer),
        (run.parts[one], run.end_of(one), &[]),
        (run.parts[other], run.end_of(other), &[]),
    ];
    let edited = tree.edited(&edits);
    search.consider(&edited)
}

/// Changes parts that are equal together: each choice in all of them.
pub(super) fn lower_equal_parts(search: &mut ShrinkSearch<'_>) {
    let mut group = 0;
    while group < search.best.items.len() && search.has_time() {
        let equal = equal_parts(search, group);
        let length = search.best.end(group) - group;
        let mut changed = false;
        let mut offset = 1;
        while offset < length && equal.len() > 1 && !changed {
            let rank = search.best.items.get(group + offset).map_or(0, Item::rank);
            changed = rank > 0 && (put_rank(search, &equal, offset, 0) || put_rank(search, &equal, offset, rank - 1));
            offset += 1;
        }
        group += usize::from(!changed);
    }
}

/// Gives the same choice in each of several parts a rank.
fn put_rank(search: &mut ShrinkSearch<'_>, parts: &[usize], offset: usize, rank: u128) -> bool {
    let rank = [Item::Rank(rank)];
    let mut edits: Vec<(usize, usize, &[Item])> = Vec::with_capacity(parts.len());
    for part in parts {
        edits.push((part + offset, part + offset + 1, &rank));
    }
    let edited = search.best.edited(&edits);
    search.consider(&edited)
}

/// The groups that are equal to one and come after it, with it; if there is more in it than one choice.
fn equal_parts(search: &ShrinkSearch<'_>, group: usize) -> Vec<usize> {
    let tree = &search.best;
    let part = |at: usize| &tree.items[at..tree.end(at)];
    if !is_group(search, group) || !search.may_change(group) {
        return Vec::new();
    }
    let mut free = 0;
    for item in part(group) {
        free += usize::from(item.is_free());
    }
    if free < 2 {
        return Vec::new();
    }
    let ours = fingerprint(part(group));
    let mut equal = vec![group];
    let mut at = tree.end(group);
    while at < tree.items.len() && equal.len() < LONGEST {
        let is_equal = matches!(tree.items[at], Item::Group(_))
            && part(at).len() == part(group).len()
            && fingerprint(part(at)) == ours;
        if is_equal {
            equal.push(at);
        }
        at = if is_equal { tree.end(at) } else { at + 1 };
    }
    equal
}
