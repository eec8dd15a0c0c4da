//! Neighbours that are not alike: what a loop draws, one after the other.

use crate::run::shrink::search::{Care, ShrinkSearch};
use crate::run::shrink::tree::{Item, ItemKind};

/// How many neighbours one turn of a loop may draw.
const WIDEST: usize = 8;
/// How many earlier numbers may be what counts the turns.
const COUNTERS: usize = 3;

/// Deletes some neighbours in a group, and lowers an earlier number where that is what counts them. Only what the
/// generator takes up without a choice left over or made up is worth a look.
pub(super) fn delete_windows(search: &mut ShrinkSearch<'_>) {
    let mut group = 0;
    while group < search.best.items.len() && search.has_guesses() {
        if matches!(search.best.items[group], Item::Group(_)) && search.may_change(group) {
            delete_in(search, group);
        }
        group += 1;
    }
}

fn delete_in(search: &mut ShrinkSearch<'_>, group: usize) {
    for width in (1..=WIDEST).rev() {
        // From the back: what comes later may depend on what comes earlier.
        let mut end = usize::MAX;
        loop {
            let Some(Item::Group(_)) = search.best.items.get(group) else { return };
            let parts = search.best.parts(group);
            let is_list = parts.first().is_some_and(|&first| search.best.items[first].kind() == Some(ItemKind::Count));
            if is_list || parts.len() < 3 || !search.has_guesses() {
                return;
            }
            end = end.min(parts.len());
            if end < width {
                break;
            }
            let (from, to) = (parts[end - width], search.best.end(parts[end - 1]));
            if !delete_window(search, from, to, width) {
                end -= 1;
            }
        }
    }
}

fn delete_window(search: &mut ShrinkSearch<'_>, from: usize, to: usize, width: usize) -> bool {
    let tree = search.best.clone();
    if search.consider_guess(&tree.replaced(from, to, &[]), Care::Exact) {
        return true;
    }
    let mut counters = 0;
    for at in (0..from).rev() {
        let Some(amount) = tree.items[at].number() else { continue };
        if amount.distance == 0 {
            continue;
        }
        if counters == COUNTERS {
            break;
        }
        counters += 1;
        for fewer in 1..amount.distance.min(width as u128) + 1 {
            let count = [tree.items[at].with_number(amount.at(amount.distance - fewer))];
            if search.consider_guess(&tree.edited(&[(at, at + 1, &count), (from, to, &[])]), Care::Exact) {
                return true;
            }
        }
    }
    false
}
