//! Parts in order, the simpler ones first.

use super::runs;
use crate::shrink::search::Search;
use crate::shrink::tree::{Item, compare, weight};

/// Sorts the parts of each list at once.
pub(super) fn sort(search: &mut Search<'_>) {
    each_run(search, |search, group, which| {
        let Some(run) = runs(search, group).into_iter().nth(which) else { return };
        let items = &search.best.items;
        let mut parts: Vec<&[Item]> = (0..run.parts.len()).map(|i| &items[run.parts[i]..run.end_of(i)]).collect();
        parts.sort_by(|a, b| compare(a, b).then(weight(a).cmp(&weight(b))));
        let sorted: Vec<Item> = parts.concat();
        let edited = search.best.replaced(run.parts[0], run.end, &sorted);
        search.consider(&edited);
    });
}

/// Exchanges neighbours that are out of order.
pub(super) fn swap(search: &mut Search<'_>) {
    each_run(search, |search, group, which| {
        let mut i = 0;
        loop {
            let Some(run) = runs(search, group).into_iter().nth(which) else { return };
            if i + 1 >= run.parts.len() {
                return;
            }
            let items = &search.best.items;
            let (one, other) = (&items[run.parts[i]..run.end_of(i)], &items[run.parts[i + 1]..run.end_of(i + 1)]);
            if compare(other, one).is_lt() {
                let edited = search.best.replaced(run.parts[i], run.end_of(i + 1), &[other, one].concat());
                search.consider(&edited);
            }
            i += 1;
        }
    });
}

fn each_run(search: &mut Search<'_>, mut change: impl FnMut(&mut Search<'_>, usize, usize)) {
    let mut group = 0;
    while group < search.best.items.len() {
        if matches!(search.best.items[group], Item::Group(_)) {
            for which in 0..runs(search, group).len() {
                if runs(search, group).get(which).is_some_and(|run| search.may_change(run.parts[0])) {
                    change(search, group, which);
                }
                if !matches!(search.best.items.get(group), Some(Item::Group(_))) {
                    break;
                }
            }
        }
        group += 1;
    }
}
