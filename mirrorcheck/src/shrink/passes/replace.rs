//! A part by something simpler in its place.

use crate::shrink::search::Search;
use crate::shrink::tree::{Item, shape};

/// How many descendants of one part to try in its place.
const DESCENDANTS: usize = 24;

/// Replaces a part by one inside of it that is like it: a tree by one of its branches.
pub(super) fn hoist(search: &mut Search<'_>) {
    let mut group = 0;
    while group < search.best.items.len() {
        let is_group = matches!(search.best.items[group], Item::Group(_));
        if !(is_group && search.may_change(group) && hoist_one(search, group)) {
            group += 1;
        }
    }
}

fn hoist_one(search: &mut Search<'_>, group: usize) -> bool {
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
        if matches!(tree.items[at], Item::Group(_)) {
            if shape(&tree.items, at) == Some(like) {
                inside.push((depths.len(), at));
                depths.push(tree.end(at));
            }
        }
        at += 1;
    }
    // The nearest first, because most is likely to be still there.
    inside.sort_by_key(|&(depth, at)| (depth, at));
    for (_, at) in inside.into_iter().take(DESCENDANTS) {
        let tree = &search.best;
        let edited = tree.replaced(group, end, &tree.items[at..tree.end(at)]);
        if search.consider(&edited) {
            return true;
        }
    }
    false
}

/// Replaces each part by the simplest that can stand there, the largest parts first.
pub(super) fn simplify(search: &mut Search<'_>) {
    let mut group = 0;
    while group < search.best.items.len() {
        let tree = &search.best;
        if matches!(tree.items[group], Item::Group(_)) && search.may_change(group) {
            let end = tree.end(group);
            // One choice alone is for those passes that look at choices.
            if tree.items[group..end].iter().filter(|item| item.is_free() && item.rank() > 0).count() > 1 {
                let edited = tree.replaced(group, end, &[Item::Group(0)]);
                search.consider(&edited);
            }
        }
        group += 1;
    }
}
