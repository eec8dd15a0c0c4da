//! A part by something simpler in its place.

use super::{PassRun, counter, runs};
use crate::core::choice::Number;
use crate::run::shrink::search::{Care, ShrinkSearch};
use crate::run::shrink::tree::{Item, shape};

/// How many descendants of one part to try in its place.
const DESCENDANTS: usize = 24;

/// Replaces a part by one inside of it that is like it: a tree by one of its branches.
pub(super) fn hoist(search: &mut ShrinkSearch<'_>) {
    let mut group = 0;
    let mut looked_at = 0;
    while group < search.best.items.len() && looked_at < MAX_ITEMS && !search.is_tired() {
        let is_group = matches!(search.best.items[group], Item::Group(_));
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
    inside.sort_by_key(|&(depth, at)| (depth, at));
    let deepest = inside.last().map_or(0, |&(depth, _)| depth);
    let half = |depth: &usize| (*depth > 4).then_some(depth / 2);
    let levels = std::iter::successors(half(&deepest), half);
    let largest = |level: usize| {
        inside.iter().filter(|(depth, _)| *depth == level).max_by_key(|(_, at)| tree.end(*at) - at).copied()
    };
    let deep: Vec<(usize, usize)> = levels.filter_map(largest).collect();
    for (_, at) in deep.into_iter().chain(inside.into_iter().take(DESCENDANTS)) {
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
    while group < search.best.items.len() {
        let pairs: Vec<(usize, usize)> = match search.best.items[group] {
            Item::Group(_) => search.best.parts(group).windows(2).map(|pair| (pair[0], pair[1])).collect(),
            _ => Vec::new(),
        };
        if !pairs.into_iter().any(|(leader, part)| hoist_after(search, leader, part)) {
            group += 1;
        }
    }
}

fn hoist_after(search: &mut ShrinkSearch<'_>, leader: usize, part: usize) -> bool {
    let tree = search.best.clone();
    let (Item::Group(_), true) = (&tree.items[part], search.may_change(leader) && search.may_change(part)) else {
        return false;
    };
    let (leader_end, end) = (tree.end(leader), tree.end(part));
    let groups =
        |from: usize, to: usize| (from..to).filter(|&at| matches!(tree.items[at], Item::Group(length) if length > 0));
    let inside: Vec<usize> = groups(part + 1, end).take(DESCENDANTS).collect();
    // What could lead to it: something inside of what does now, one of the first alternatives, or a smaller number.
    let mut leaders: Vec<Vec<Item>> = match &tree.items[leader] {
        Item::Group(_) => {
            groups(leader + 1, leader_end).take(4).map(|at| tree.items[at..tree.end(at)].to_vec()).collect()
        }
        item => match item.number() {
            Some(amount) => (1..=amount.distance.min(2))
                .map(|less| vec![item.with_number(amount.at(amount.distance - less))])
                .collect(),
            None => return false,
        },
    };
    let depth = tree.items[leader..leader_end].iter().take_while(|item| matches!(item, Item::Group(_))).count();
    if depth > 0 {
        let nested = || (1..=depth).rev().map(Item::Group);
        leaders.extend((0..4).map(|rank| nested().chain([Item::Rank(rank)]).collect()));
    }
    leaders.iter().any(|leads| {
        inside.iter().any(|&at| {
            let edited = tree.edited(&[(leader, leader_end, leads), (part, end, &tree.items[at..tree.end(at)])]);
            search.consider_guess(&edited, Care::AllUsed)
        })
    })
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
    let count = |sum: &mut usize, item: &Item| {
        *sum += usize::from(item.is_free() && item.simplicity() > 0);
        Some(*sum)
    };
    std::iter::once(0).chain(search.best.items.iter().scan(0, count)).collect()
}

/// How many places to try for what is inside of a part.
const PLACES: usize = 24;

/// Deletes a part of a list, and puts something that was inside of it into another list: what matters may not need all
/// that is around it.
pub(super) fn relocate(search: &mut ShrinkSearch<'_>) {
    let mut tries = 0;
    let mut group = 0;
    while group < search.best.items.len() && tries < PLACES {
        match elements(search, group).into_iter().find_map(|part| relocate_from(search, group, part, &mut tries)) {
            Some(()) => {}
            None => group += 1,
        }
    }
}

/// The parts of a list that have parts themselves.
fn elements(search: &ShrinkSearch<'_>, group: usize) -> Vec<usize> {
    let is_group = |&at: &usize| matches!(search.best.items[at], Item::Group(_));
    match search.best.is_list(group) {
        true => search.best.parts(group).into_iter().filter(is_group).collect(),
        false => Vec::new(),
    }
}

fn relocate_from(search: &mut ShrinkSearch<'_>, group: usize, part: usize, tries: &mut usize) -> Option<()> {
    let tree = search.best.clone();
    let (end, count) = (tree.end(part), tree.items[group + 1].count().filter(|&count| count > 0)?);
    let with_count = |at: usize, count: usize| tree.items[at].with_number(Number::new(false, count as u128));
    let inside: Vec<usize> =
        (part + 1..end).filter(|&at| matches!(tree.items[at], Item::Group(length) if length > 0)).take(4).collect();
    let elsewhere: Vec<usize> = (0..tree.items.len())
        .filter(|&at| tree.is_list(at) && at != group && !(part..end).contains(&at))
        .take(4)
        .collect();
    for &inner in &inside {
        for &list in &elsewhere {
            let (Some(length), true) = (tree.items[list + 1].count(), *tries < PLACES) else { continue };
            *tries += 1;
            let fewer = [with_count(group + 1, count - 1)];
            let more = [&[with_count(list + 1, length + 1)], &tree.items[inner..tree.end(inner)]].concat();
            let mut edits: Vec<(usize, usize, &[Item])> =
                vec![(group + 1, group + 2, &fewer), (part, end, &[]), (list + 1, list + 2, &more)];
            edits.sort_by_key(|(from, ..)| *from);
            if search.consider(&tree.edited(&edits)) {
                return Some(());
            }
        }
    }
    None
}

/// Deletes a part of a list, and puts something that was inside of it in the place of something like it that stands
/// before: of two words the second may be the one that matters.
pub(super) fn replace_earlier(search: &mut ShrinkSearch<'_>) {
    let mut tries = 0;
    let mut group = 0;
    while group < search.best.items.len() {
        let found = match search.best.items[group] {
            Item::Group(_) => runs(search, group).iter().any(|run| {
                let later = (0..run.parts.len()).rev().take(4);
                later.into_iter().any(|i| tries < PLACES && replace_with(search, run, i, &mut tries))
            }),
            _ => false,
        };
        group += usize::from(!found);
    }
}

fn replace_with(search: &mut ShrinkSearch<'_>, run: &PassRun, i: usize, tries: &mut usize) -> bool {
    let tree = search.best.clone();
    let (part, end) = (run.parts[i], run.end_of(i));
    let counter = if run.count.is_some() { counter(search, run) } else { None };
    let fewer = counter.map(|at| [tree.items[at].with_number(Number::new(false, run.parts.len() as u128 - 1))]);
    let groups =
        |from: usize, to: usize| (from..to).filter(|&at| matches!(tree.items[at], Item::Group(length) if length > 1));
    for inner in groups(part + 1, end).take(4) {
        let like = shape(&tree.items, inner);
        // What the list itself is in cannot be replaced by what is in the list.
        let earlier =
            groups(1, part).filter(|&at| tree.end(at) <= part && shape(&tree.items, at) == like && like.is_some());
        for before in earlier.take(4) {
            let is_counter_inside = counter.is_some_and(|counter| (before..tree.end(before)).contains(&counter));
            if *tries >= PLACES || is_counter_inside {
                continue;
            }
            *tries += 1;
            let mut edits: Vec<(usize, usize, &[Item])> =
                vec![(before, tree.end(before), &tree.items[inner..tree.end(inner)]), (part, end, &[])];
            edits.extend(counter.zip(fewer.as_ref()).map(|(at, fewer)| (at, at + 1, &fewer[..])));
            edits.sort_by_key(|(from, ..)| *from);
            if search.consider_guess(&tree.edited(&edits), Care::AllUsed) {
                return true;
            }
        }
    }
    false
}
