//! A part by something simpler in its place.

use super::{PassRun, counter, is_group, runs};
use crate::core::choice::Number;
use crate::core::sort::sort_by_key;
use crate::run::shrink::search::{Care, ShrinkSearch};
use crate::run::shrink::tree::{Item, Tree, shape};

/// How many descendants of one part to try in its place.
const DESCENDANTS: usize = 24;

/// Replaces a part by one inside of it that is like it: a tree by one of its branches.
pub(super) fn hoist(search: &mut ShrinkSearch<'_>) {
    let mut group = 0;
    let mut looked_at = 0;
    while group < search.best.items.len() && looked_at < MAX_ITEMS && !search.is_tired() {
        let is_group = is_group(search, group);
        if is_group {
            looked_at += search.best.end(group) - group;
        }
        if !(is_group && search.may_change(group) && hoist_one(search, group)) {
            group += 1;
        }
    }
}

/// How many items to look at. In a deep tree each is inside of many others.
const MAX_ITEMS: usize = 50_000_000;

fn hoist_one(search: &mut ShrinkSearch<'_>, group: usize) -> bool {
    let tree = &search.best;
    let end = tree.end(group);
    let Some(like) = shape(&tree.items, group) else { return false };
    // A group in a group with nothing else in it is the same part.
    let mut at = group + 1;
    let mut inside: Vec<(usize, usize)> = Vec::new();
    let mut depths: Vec<usize> = Vec::new();
    while at < end {
        while depths.last().is_some_and(|&end| end <= at) {
            depths.pop();
        }
        if matches!(tree.items[at], Item::Group(_)) && shape(&tree.items, at) == Some(like) {
            inside.push((depths.len(), at));
            depths.push(tree.end(at));
        }
        at += 1;
    }
    // The nearest first, because most is likely to be still there. In a deep tree, before that the largest half as deep,
    // a quarter as deep, and so on.
    sort_by_key(&mut inside, |&(depth, at)| (depth, at));
    let mut candidates: Vec<usize> = Vec::new();
    let mut level = inside.last().map_or(0, |&(depth, _)| depth);
    while level > 4 {
        level /= 2;
        let (mut largest, mut most) = (None, 0);
        for &(depth, at) in &inside {
            let length = tree.end(at) - at;
            if depth == level && length >= most {
                (largest, most) = (Some(at), length);
            }
        }
        if let Some(at) = largest {
            candidates.push(at);
        }
    }
    for &(_, at) in &inside[..inside.len().min(DESCENDANTS)] {
        candidates.push(at);
    }
    for at in candidates {
        let tree = &search.best;
        let edited = tree.replaced(group, end, &tree.items[at..tree.end(at)]);
        if search.consider(&edited) {
            return true;
        }
    }
    false
}

/// Replaces a part by one inside of it, and at the same time what stands before it: the type of a term, or the height of a
/// tree, which say what the part can be.
pub(super) fn hoist_with_leader(search: &mut ShrinkSearch<'_>) {
    let mut group = 0;
    while group < search.best.items.len() && search.has_guesses() {
        let parts = if is_group(search, group) { search.best.parts(group) } else { Vec::new() };
        let mut i = 1;
        while i < parts.len() && !hoist_after(search, parts[i - 1], parts[i]) {
            i += 1;
        }
        if i >= parts.len() {
            group += 1;
        }
    }
}

fn hoist_after(search: &mut ShrinkSearch<'_>, leader: usize, part: usize) -> bool {
    let is_possible =
        is_group(search, part) && search.may_change(leader) && search.may_change(part) && search.has_guesses();
    if !is_possible {
        return false;
    }
    let tree = search.best.clone();
    let (leader_end, end) = (tree.end(leader), tree.end(part));
    let inside = groups_in(&tree, part + 1, end, 0, DESCENDANTS);
    // What could lead to it: something inside of what does now, one of the first alternatives, or a smaller number.
    let mut leaders: Vec<Vec<Item>> = Vec::new();
    let mut depth = 0;
    if let Item::Group(_) = &tree.items[leader] {
        for at in groups_in(&tree, leader + 1, leader_end, 0, 4) {
            leaders.push(tree.items[at..tree.end(at)].to_vec());
        }
        while leader + depth < leader_end && matches!(tree.items[leader + depth], Item::Group(_)) {
            depth += 1;
        }
        for rank in 0..4 {
            let mut nested = Vec::with_capacity(depth + 1);
            for length in (1..depth + 1).rev() {
                nested.push(Item::Group(length));
            }
            nested.push(Item::Rank(rank));
            leaders.push(nested);
        }
    } else {
        let item = &tree.items[leader];
        let Some(amount) = item.number() else { return false };
        for less in [1, 2] {
            if less <= amount.distance {
                leaders.push(vec![item.with_number(amount.at(amount.distance - less))]);
            }
        }
    }
    for leads in &leaders {
        for &at in &inside {
            if !search.has_guesses() {
                return false;
            }
            let edited = tree.edited(&[(leader, leader_end, leads), (part, end, &tree.items[at..tree.end(at)])]);
            if search.consider_guess(&edited, Care::AllUsed) {
                return true;
            }
        }
    }
    false
}

/// Returns where the first groups in a range of items begin: at most so many, of those that have more than `fewest`
/// items.
fn groups_in(tree: &Tree, from: usize, to: usize, fewest: usize, most: usize) -> Vec<usize> {
    let mut groups = Vec::new();
    for at in from..to {
        if groups.len() == most {
            break;
        }
        if matches!(tree.items[at], Item::Group(length) if length > fewest) {
            groups.push(at);
        }
    }
    groups
}

/// Replaces each part by the simplest that can stand there, the largest parts first.
pub(super) fn simplify(search: &mut ShrinkSearch<'_>) {
    let mut group = 0;
    let mut complex = complex_before(search);
    while group < search.best.items.len() && !search.is_tired() {
        let tree = &search.best;
        let end = tree.end(group);
        // One choice alone is for those passes that look at choices.
        let is_worth_it = matches!(tree.items[group], Item::Group(_)) && complex[end] - complex[group] > 1;
        if is_worth_it && search.may_change(group) {
            let edited = tree.replaced(group, end, &[Item::Group(0)]);
            if search.consider(&edited) {
                complex = complex_before(search);
            }
        }
        group += 1;
    }
}

/// How many choices before each item are not the simplest.
fn complex_before(search: &ShrinkSearch<'_>) -> Vec<usize> {
    let items = &search.best.items;
    let mut before = Vec::with_capacity(items.len() + 1);
    let mut sum = 0;
    for item in items {
        before.push(sum);
        sum += usize::from(item.is_free() && item.simplicity() > 0);
    }
    before.push(sum);
    before
}

/// How many places to try for what is inside of a part.
const PLACES: usize = 24;

/// Deletes a part of a list, and puts something that was inside of it into another list: what matters may not need all
/// that is around it.
pub(super) fn relocate(search: &mut ShrinkSearch<'_>) {
    let mut tries = 0;
    let mut group = 0;
    while group < search.best.items.len() && tries < PLACES && search.has_time() {
        let mut found = false;
        if search.best.is_list(group) {
            for part in search.best.parts(group) {
                // Only what has parts itself has something inside of it.
                found = is_group(search, part) && relocate_from(search, group, part, &mut tries);
                if found {
                    break;
                }
            }
        }
        if !found {
            group += 1;
        }
    }
}

fn relocate_from(search: &mut ShrinkSearch<'_>, group: usize, part: usize, tries: &mut usize) -> bool {
    let tree = search.best.clone();
    let end = tree.end(part);
    let Some(count @ 1..) = tree.items[group + 1].count() else { return false };
    let with_count = |at: usize, count: usize| tree.items[at].with_number(Number::new(false, count as u128));
    let inside = groups_in(&tree, part + 1, end, 0, 4);
    let mut elsewhere: Vec<usize> = Vec::new();
    let mut at = 0;
    while at < tree.items.len() && elsewhere.len() < 4 {
        let is_inside = part <= at && at < end;
        if at != group && !is_inside && tree.is_list(at) {
            elsewhere.push(at);
        }
        at += 1;
    }
    for &inner in &inside {
        for &list in &elsewhere {
            let (Some(length), true) = (tree.items[list + 1].count(), *tries < PLACES) else { continue };
            *tries += 1;
            let fewer = [with_count(group + 1, count - 1)];
            let mut more = vec![with_count(list + 1, length + 1)];
            more.extend_from_slice(&tree.items[inner..tree.end(inner)]);
            let mut edits: [(usize, usize, &[Item]); 3] =
                [(group + 1, group + 2, &fewer), (part, end, &[]), (list + 1, list + 2, &more)];
            if search.consider(&tree.edited_in_any_order(&mut edits)) {
                return true;
            }
        }
    }
    false
}

/// Deletes a part of a list, and puts something that was inside of it in the place of something like it that stands
/// before: of two words the second may be the one that matters.
pub(super) fn replace_earlier(search: &mut ShrinkSearch<'_>) {
    let mut tries = 0;
    let mut group = 0;
    while group < search.best.items.len() && tries < PLACES && search.has_guesses() {
        if !(is_group(search, group) && replace_in(search, group, &mut tries)) {
            group += 1;
        }
    }
}

fn replace_in(search: &mut ShrinkSearch<'_>, group: usize, tries: &mut usize) -> bool {
    for run in &runs(search, group) {
        let parts = run.parts.len();
        for i in (parts.saturating_sub(4)..parts).rev() {
            if *tries < PLACES && replace_with(search, run, i, tries) {
                return true;
            }
        }
    }
    false
}

fn replace_with(search: &mut ShrinkSearch<'_>, run: &PassRun, i: usize, tries: &mut usize) -> bool {
    let tree = search.best.clone();
    let (part, end) = (run.parts[i], run.end_of(i));
    let counter = if run.count.is_some() { counter(search, run) } else { None };
    let fewer = counter.map(|at| [tree.items[at].with_number(Number::new(false, run.parts.len() as u128 - 1))]);
    let groups_before = groups_in(&tree, 1, part, 1, usize::MAX);
    for inner in groups_in(&tree, part + 1, end, 1, 4) {
        let Some(like) = shape(&tree.items, inner) else { continue };
        let mut looked_at = 0;
        for &before in &groups_before {
            // What the list itself is in cannot be replaced by what is in the list.
            if tree.end(before) > part || shape(&tree.items, before) != Some(like) {
                continue;
            }
            if looked_at == 4 {
                break;
            }
            looked_at += 1;
            let is_counter_inside = counter.is_some_and(|counter| (before..tree.end(before)).contains(&counter));
            if *tries >= PLACES || is_counter_inside {
                continue;
            }
            *tries += 1;
            let mut edits: Vec<(usize, usize, &[Item])> =
                vec![(before, tree.end(before), &tree.items[inner..tree.end(inner)]), (part, end, &[])];
            if let (Some(at), Some(fewer)) = (counter, &fewer) {
                edits.push((at, at + 1, fewer));
            }
            if search.consider_guess(&tree.edited_in_any_order(&mut edits), Care::AllUsed) {
                return true;
            }
        }
    }
    false
}
