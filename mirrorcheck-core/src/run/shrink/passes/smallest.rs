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
        let mut sequence = Vec::with_capacity(ranks.len());
        for &rank in &ranks {
            sequence.push(Item::Rank(rank));
        }
        let mut chosen = None;
        if search.executions >= most || search.consider_flat(&sequence, &mut chosen) {
            return;
        }
        let Some(chosen) = chosen else { return };
        let mut lasts: Vec<u128> = Vec::new();
        for item in &chosen.items {
            if let Some((_, last)) = item.place() {
                lasts.push(last);
            }
        }
        if let Some(&rank) = ranks.last() {
            if lasts.get(ranks.len() - 1).is_some_and(|&last| rank < last) {
                let mut next = ranks.clone();
                next.pop();
                next.push(rank + 1);
                todo.push_back(next);
            }
        }
        for i in (ranks.len()..lasts.len()).rev() {
            // No more of them are looked at.
            if lasts[i] > 0 && todo.len() < RUNS {
                let mut next = ranks.clone();
                next.resize(i, 0);
                next.push(1);
                todo.push_back(next);
            }
        }
    }
}
