//! The smallest values of all: there is nothing simpler than what is found there.

use std::collections::VecDeque;

use crate::run::shrink::search::ShrinkSearch;
use crate::run::shrink::tree::Item;

/// How often to run the property on them.
const EXECUTIONS: u64 = 8;
/// How many sequences of choices to look at.
const RUNS: usize = 64;

/// Tries values by the sum of the ranks of their choices, from zero up: the smallest shapes. What has but one shape is
/// left to the passes that look at choices.
pub(super) fn smallest(search: &mut ShrinkSearch<'_>) {
    if search.best.skeleton().is_empty() {
        return;
    }
    let most = search.executions + EXECUTIONS;
    let mut todo: VecDeque<Vec<u128>> = VecDeque::from([Vec::new()]);
    for _ in 0..RUNS {
        let Some(ranks) = todo.pop_front() else { return };
        let sequence: Vec<Item> = ranks.iter().map(|&rank| Item::Rank(rank)).collect();
        let mut chosen = None;
        if search.executions >= most || search.consider_flat(&sequence, &mut chosen) {
            return;
        }
        let Some(chosen) = chosen else { return };
        let lasts: Vec<u128> = chosen.items.iter().filter_map(|item| item.place().map(|(_, last)| last)).collect();
        if let (Some(&rank), Some(&last)) = (ranks.last(), ranks.len().checked_sub(1).and_then(|i| lasts.get(i))) {
            if rank < last {
                let mut next = ranks.clone();
                next.pop();
                next.push(rank + 1);
                todo.push_back(next);
            }
        }
        for (i, _) in lasts.iter().enumerate().skip(ranks.len()).rev().filter(|(_, last)| **last > 0) {
            let mut next = ranks.clone();
            next.resize(i, 0);
            next.push(1);
            todo.push_back(next);
        }
    }
}
