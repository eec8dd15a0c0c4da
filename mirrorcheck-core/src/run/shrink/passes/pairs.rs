//! Two places at once, for what is stuck otherwise.

use super::numbers::{SMALL, each_pair, put_all};
use super::{PassRun, counter, runs};
use crate::core::choice::Number;
use crate::run::shrink::search::ShrinkSearch;
use crate::run::shrink::tree::{Item, Scale, fingerprint};

/// Lowers a number and raises a later one by more than that, so that a product stays large; and turns the signs of two
/// numbers together.
pub(super) fn exchange(search: &mut ShrinkSearch<'_>) {
    each_pair(search, |search, (one, ours), (other, theirs)| {
        let are_numbers = ours.scale == Scale::Number && theirs.scale == Scale::Number;
        if are_numbers && ours.distance > 2 && theirs.distance > 2 {
            let twice = theirs.at(theirs.distance.saturating_mul(2).saturating_add(2));
            if !put_all(search, &[(one, ours.at(ours.distance / 2)), (other, twice)]) && theirs.distance > 2 * SMALL {
                put_all(search, &[(one, ours.at(ours.distance - 1)), (other, twice)]);
            }
        } else if are_numbers && [ours, theirs].iter().all(|amount| amount.negative && amount.has_both_signs) {
            put_all(search, &[(one, ours.signed(false).number()), (other, theirs.signed(false).number())]);
        }
    });
}

/// The greatest rank of what is written in digits or letters.
const DIGITS: u128 = 255;

/// Lowers a digit and raises the next as far as it goes: a smaller number with as many digits.
pub(super) fn borrow(search: &mut ShrinkSearch<'_>) {
    let mut at = 0;
    while at + 1 < search.best.items.len() {
        let items = &search.best.items;
        let is_digit = |item: &Item| item.number().is_some() && item.place().is_some_and(|(_, last)| last <= DIGITS);
        // The next choice, in whatever group of its own it is.
        let next = (at + 1..items.len().min(at + 4)).find(|&next| is_digit(&items[next]));
        let place = items[at].place().filter(|(rank, _)| is_digit(&items[at]) && *rank > 0 && search.may_change(at));
        if let (Some((rank, _)), Some(next)) = (place, next) {
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
    while group < search.best.items.len() {
        let mut i = 0;
        while let Some(run) = list(search, group).filter(|run| i + 1 < run.parts.len()) {
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
    let Some(Item::Group(_)) = search.best.items.get(group) else { return None };
    let is_short = |run: &PassRun| run.count.is_some() && (3..=LONGEST).contains(&run.parts.len());
    runs(search, group).into_iter().find(is_short).filter(|run| search.may_change(run.parts[0]))
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
    while group < search.best.items.len() {
        let equal = equal_parts(search, group);
        let length = search.best.end(group) - group;
        let mut changed = false;
        for offset in (1..length).filter(|_| equal.len() > 1) {
            let tree = &search.best;
            let Some((rank, _)) = tree.items.get(group + offset).and_then(Item::place).filter(|(rank, _)| *rank > 0)
            else {
                continue;
            };
            changed |= [0, rank - 1].into_iter().any(|rank| {
                let rank = [Item::Rank(rank)];
                let edits: Vec<(usize, usize, &[Item])> =
                    equal.iter().map(|&part| (part + offset, part + offset + 1, &rank[..])).collect();
                let edited = search.best.edited(&edits);
                search.consider(&edited)
            });
            if changed {
                break;
            }
        }
        group += usize::from(!changed);
    }
}

/// The groups that are equal to one and come after it, with it; if there is more in it than one choice.
fn equal_parts(search: &ShrinkSearch<'_>, group: usize) -> Vec<usize> {
    let tree = &search.best;
    let part = |at: usize| &tree.items[at..tree.end(at)];
    let is_rich =
        matches!(tree.items[group], Item::Group(_)) && part(group).iter().filter(|item| item.is_free()).count() > 1;
    if !is_rich || !search.may_change(group) {
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
