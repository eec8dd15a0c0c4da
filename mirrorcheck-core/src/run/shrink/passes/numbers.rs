//! Smaller choices: one alone, equal ones together, pairs.

use std::collections::HashSet;
use std::slice;

use super::floats::lower_float;
use crate::core::choice::{Choice, Made, Number};
use crate::core::sort::sort_by_key;
use crate::run::shrink::search::ShrinkSearch;
use crate::run::shrink::tree::{Amount, Item, ItemKind, Scale};

/// Lowers each choice alone.
pub(super) fn lower(search: &mut ShrinkSearch<'_>) {
    let mut at = 0;
    while at < search.best.items.len() && !search.is_tired() {
        let item = &search.best.items[at];
        if (item.is_free() || item.is_answer()) && item.simplicity() > 0 && search.may_change(at) {
            lower_one(search, at);
        }
        at += 1;
    }
}

fn lower_one(search: &mut ShrinkSearch<'_>, at: usize) {
    let item = search.best.items[at].clone();
    let Item::Choice(made, kind) = &item else { return };
    let put = |search: &mut ShrinkSearch<'_>, item: Item| {
        let edited = search.best.replaced(at, at + 1, &[item]);
        search.consider(&edited)
    };
    match (kind, made.choice()) {
        (ItemKind::Shrink, _) => {
            let count = made.place().map_or(0, |(_, last)| last);
            for i in 0..item.rank().min(count) {
                let answer = Item::Choice(Made::of(Choice::Shrink(i as u32), i, count), ItemKind::Shrink);
                if search.consider_answer(at, &answer) {
                    return;
                }
            }
        }
        (ItemKind::Pick, _) => {
            for rank in 0..item.rank().min(16) {
                if put(search, Item::Rank(rank)) {
                    return;
                }
            }
        }
        (ItemKind::Held, _) => {}
        (ItemKind::Around, _) => {
            // Every other number is on the same side, as long as there are any on both.
            let (side, rank) = (item.rank() % 2, item.rank());
            let put = &mut |rank| put(search, Item::Rank(rank));
            if put(0) || side == 0 && put(rank - 1) {
                return;
            }
            let half = minimise(rank / 2, &mut |half| put(2 * half + side));
            put((2 * half + side).saturating_sub(1));
        }
        (_, Choice::Number(_)) => {
            // The length of a list is for those passes that look at its parts.
            let is_length = *kind == ItemKind::Count && !is_last(search, at);
            if let (Some(amount), false) = (item.number(), is_length) {
                lower_number(amount, &mut |number| put(search, item.with_number(number)));
            }
        }
        (_, Choice::Float(float)) => lower_float(search, at, float.0),
        (_, Choice::Char(_)) => {
            lower_rank(item.rank(), &mut |rank| put(search, Item::Rank(rank)));
            // The characters of a set are numbered as they are in the alphabet of all, where letters come late.
            let now = search.best.items[at].simplicity();
            minimise(now, &mut |plain| put(search, item.with_number(Number::new(false, plain))));
        }
        _ => {
            lower_rank(item.rank(), &mut |rank| put(search, Item::Rank(rank)));
        }
    }
}

/// Whether nothing follows in the group of an item.
fn is_last(search: &ShrinkSearch<'_>, at: usize) -> bool {
    for group in (at.saturating_sub(4)..at).rev() {
        if matches!(search.best.items[group], Item::Group(length) if group + 1 + length == at + 1) {
            return true;
        }
    }
    false
}

fn lower_rank(rank: u128, put: &mut dyn FnMut(u128) -> bool) {
    minimise(rank, put);
}

/// Lowers a number: to the simplest, to the other side of zero, and then as near as it goes.
fn lower_number(amount: Amount, put: &mut dyn FnMut(Number) -> bool) {
    if amount.distance == 0 || put(amount.at(0)) {
        return;
    }
    let mut amount = amount;
    let other_side = amount.signed(!amount.negative);
    if amount.negative && amount.has_both_signs {
        if put(other_side.at(1)) {
            return;
        }
        if put(other_side.number()) {
            amount = other_side;
        }
    }
    let distance = nearer(amount.distance, &mut |distance| put(amount.at(distance)));
    // Of two numbers that are as far, the positive one is the simpler: the next in order is on the other side. Where few
    // are left, all of them are tried.
    if amount.has_both_signs && !amount.negative && distance > 1 {
        let nearest = if distance <= FEW { 1 } else { distance - 1 };
        for distance in nearest..distance {
            if put(other_side.at(distance)) {
                return;
            }
        }
    }
    if distance <= FEW {
        for distance in 1..distance {
            if put(amount.at(distance)) {
                return;
            }
        }
    }
}

const FEW: u128 = 4;

/// Returns the least distance that works, given that 0 does not and `distance` does. If the next one does not work, it
/// tries only a few others: the number is probably tied to something else.
pub(super) fn nearer(distance: u128, works: &mut dyn FnMut(u128) -> bool) -> u128 {
    if distance < 2 {
        return distance;
    }
    if !works(distance - 1) {
        return by_steps(distance, &[2], works);
    }
    if distance > 2 && works(1) {
        return 1;
    }
    let (mut low, mut high) = (1, distance - 1);
    while high > low + 1 {
        // Far away by orders of magnitude, then by halves.
        let (small, large) = (u128::BITS - low.leading_zeros(), u128::BITS - high.leading_zeros());
        let middle = if large > small + 2 { 1 << ((small + large) / 2 - 1) } else { low + (high - low) / 2 };
        if works(middle) { high = middle } else { low = middle }
    }
    high
}

/// Returns the least distance found by subtracting steps, one of which may be what the number can be lowered by.
fn by_steps(distance: u128, steps: &[u128], works: &mut dyn FnMut(u128) -> bool) -> u128 {
    for &step in steps {
        if step >= distance || !works(distance - step) {
            continue;
        }
        // How often it can be taken: it is known that it can once.
        let most = (distance - 1) / step;
        let left = minimise(most - 1, &mut |left| works(distance - step * (most - left)));
        let lowered = distance - step * (most - left);
        return if lowered > 1 && works(lowered - 1) { nearer(lowered - 1, works) } else { lowered };
    }
    match distance / 2 {
        half if half > 0 && works(half) => nearer(half, works),
        _ => distance,
    }
}

/// Numbers that are worth a try of their own.
pub(super) const SMALL: u128 = 8;

/// Lowers numbers that can be lowered by some step only, such as multiples of 7.
pub(super) fn lower_in_steps(search: &mut ShrinkSearch<'_>) {
    let mut i = 0;
    while let (Some(&(at, amount)), true) = (numbers(search).get(i), search.has_time()) {
        i += 1;
        if amount.scale != Scale::Number {
            continue;
        }
        // 2520 is a multiple of them all.
        let steps: &[u128] = match amount.distance {
            0..=2 => continue,
            3..=16 => &[3, 4, 5],
            _ => &[2520, 3, 4, 5, 6, 7, 8, 9, 10],
        };
        let item = search.best.items[at].clone();
        let mut put = |distance| {
            let edited = search.best.replaced(at, at + 1, &[item.with_number(amount.at(distance))]);
            search.consider(&edited)
        };
        if amount.distance > 2 * SMALL && any_small(&mut put) {
            continue;
        }
        let lowered = by_steps(amount.distance, steps, &mut put);
        if lowered > 2520 / 2 && lowered < amount.distance {
            by_steps(lowered, &steps[1..], &mut put);
        }
    }
}

/// Tries the numbers that are worth a try of their own, until one works.
pub(super) fn any_small(works: &mut dyn FnMut(u128) -> bool) -> bool {
    for small in 2..SMALL + 1 {
        if works(small) {
            return true;
        }
    }
    false
}

/// Returns the least distance that works.
pub(super) fn minimise(distance: u128, works: &mut dyn FnMut(u128) -> bool) -> u128 {
    if distance == 0 || works(0) { 0 } else { nearer(distance, works) }
}

/// Minimises a distance for which usually all or nothing works.
fn minimise_tied(distance: u128, works: &mut dyn FnMut(u128) -> bool) {
    if !works(0) && distance > 1 && works(distance - 1) {
        nearer(distance - 1, works);
    }
}

/// The numbers that are not the simplest yet.
fn numbers(search: &ShrinkSearch<'_>) -> Vec<(usize, Amount)> {
    let items = &search.best.items;
    let mut numbers = Vec::new();
    for (at, item) in items.iter().enumerate() {
        let is_length = item.kind() == Some(ItemKind::Count) && !is_last(search, at);
        if is_length || !search.may_change(at) {
            continue;
        }
        if let Some(amount) = item.number() {
            numbers.push((at, amount));
        }
    }
    numbers
}

/// Replaces several numbers. Where an edit before has made the tree shorter, they may not be there any more.
pub(super) fn put_all(search: &mut ShrinkSearch<'_>, numbers: &[(usize, Number)]) -> bool {
    let mut items: Vec<(usize, Item)> = Vec::with_capacity(numbers.len());
    for &(at, number) in numbers {
        let Some(item) = search.best.items.get(at) else { return false };
        items.push((at, item.with_number(number)));
    }
    let mut edits: Vec<(usize, usize, &[Item])> = Vec::with_capacity(numbers.len());
    for (at, item) in &items {
        edits.push((*at, at + 1, slice::from_ref(item)));
    }
    let edited = search.best.edited(&edits);
    search.consider(&edited)
}

/// Lowers numbers that are equal together.
pub(super) fn lower_equal(search: &mut ShrinkSearch<'_>) {
    let mut seen: HashSet<Key> = HashSet::new();
    while let (Some(amount), false) = (next_equal(search, &seen), search.is_tired()) {
        seen.insert(key(&amount));
        let mut equal: Vec<(usize, Number)> = Vec::new();
        for (at, same) in numbers(search) {
            if key(&same) == key(&amount) {
                equal.push((at, amount.number()));
            }
        }
        lower_number(amount, &mut |number| {
            for (_, equal) in &mut equal {
                *equal = number;
            }
            let is_there = equal.last().is_none_or(|&(at, _)| at < search.best.items.len());
            is_there && put_all(search, &equal)
        });
    }
}

/// The first number that is there more than once, and has not been seen.
fn next_equal(search: &ShrinkSearch<'_>, seen: &HashSet<Key>) -> Option<Amount> {
    let numbers = numbers(search);
    let mut sorted = numbers.clone();
    sort_by_key(&mut sorted, |(_, amount)| key(amount));
    for (_, amount) in numbers {
        if amount.distance == 0 || seen.contains(&key(&amount)) {
            continue;
        }
        let first = sorted.partition_point(|(_, other)| key(other) < key(&amount));
        if sorted.get(first + 1).is_some_and(|(_, next)| key(next) == key(&amount)) {
            return Some(amount);
        }
    }
    None
}

/// What is the same of numbers that are equal.
type Key = (u8, bool, u128);

fn key(amount: &Amount) -> Key {
    let number = amount.number();
    (amount.scale as u8, number.is_negative(), number.magnitude())
}

/// How far apart two numbers may stand to be changed together.
const WINDOW: usize = 6;

/// Tries to change two numbers together, each with its place.
type PairChange<'c> = &'c dyn Fn(&mut ShrinkSearch<'_>, (usize, Amount), (usize, Amount));

pub(super) fn each_pair(search: &mut ShrinkSearch<'_>, change: PairChange<'_>) {
    let mut known = numbers(search);
    let mut i = 0;
    while i < known.len() && !search.is_tired() {
        for j in i + 1..i + 1 + WINDOW {
            let (Some(&one), Some(&other)) = (known.get(i), known.get(j)) else { break };
            let before = search.steps.len();
            change(search, one, other);
            // What was found may have changed all that follows.
            if search.steps.len() > before {
                known = numbers(search);
            }
        }
        i += 1;
    }
}

/// Lowers two numbers by the same amount, so that their difference stays; before that all of them, so that the first is
/// the simplest.
pub(super) fn shift(search: &mut ShrinkSearch<'_>) {
    shift_all(search);
    each_pair(search, &|search, (one, ours), (other, theirs)| {
        // Where the second begins may depend on the first.
        let most = if theirs.is_at_end() { ours.distance } else { ours.distance.min(theirs.distance) };
        let are_numbers = ours.scale == Scale::Number && theirs.scale == Scale::Number;
        if most == 0 || !are_numbers || ours.negative != theirs.negative || ours.number() == theirs.number() {
            return;
        }
        minimise_tied(most, &mut |left| {
            put_all(search, &[(one, ours.lowered(most - left)), (other, theirs.lowered(most - left))])
        });
    });
}

fn shift_all(search: &mut ShrinkSearch<'_>) {
    let (mut first, mut may_be_negative) = (None, false);
    let mut all = Vec::new();
    for (at, amount) in numbers(search) {
        if amount.scale == Scale::Number {
            may_be_negative |= amount.may_be_negative();
            if first.is_none() && amount.distance > 0 {
                first = Some(amount);
            }
            all.push((at, amount));
        }
    }
    let Some(first) = first else { return };
    if all.len() > 2 || may_be_negative {
        let mut shifted: Vec<(usize, Number)> = Vec::new();
        for (at, amount) in all {
            shifted.push((at, amount.less(&first)));
        }
        put_all(search, &shifted);
    }
}

/// Lowers a number and raises a later one by as much, so that their sum stays.
pub(super) fn transfer(search: &mut ShrinkSearch<'_>) {
    each_pair(search, &|search, (one, ours), (other, theirs)| {
        if ours.distance == 0 || ours.scale == Scale::Char || ours.scale != theirs.scale {
            return;
        }
        minimise_tied(ours.distance, &mut |left| {
            let less = ours.distance - left;
            let raised = if ours.negative == theirs.negative || theirs.distance == 0 {
                theirs.signed(ours.negative).at(theirs.distance.saturating_add(less))
            } else {
                match theirs.distance.checked_sub(less) {
                    Some(rest) => theirs.at(rest),
                    None => theirs.signed(ours.negative).at(less - theirs.distance),
                }
            };
            put_all(search, &[(one, ours.at(left)), (other, theirs.wrapped(raised))])
        });
    });
}
