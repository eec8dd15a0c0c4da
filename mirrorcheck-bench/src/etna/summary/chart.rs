//! How many tasks are solved within so much CPU time.

use super::{Group, Outcome};
use crate::plot::{Stack, Stacks};

/// Names of what the parts of a bar stand for, and up to how many milliseconds they go.
const BUCKETS: [(&str, f64); 4] = [("within 0.1 ms", 0.1), ("1 ms", 1.0), ("10 ms", 10.0), ("longer", f64::INFINITY)];
const REST: &str = "not in all trials";

pub(super) fn drawn(groups: &[Group<'_>]) -> String {
    let series: Vec<&str> = BUCKETS.map(|(name, _)| name).into_iter().chain([REST]).collect();
    let mut panels: Vec<(String, Vec<Stack>)> = Vec::new();
    for group in groups {
        let stack = Stack { name: group.framework.to_owned(), parts: parts(group) };
        let title = format!("{}, {}", group.problem, group.origin.name());
        match panels.iter_mut().find(|(known, _)| *known == title) {
            Some((_, stacks)) => stacks.push(stack),
            None => panels.push((title, vec![stack])),
        }
    }
    Stacks { title: "Tasks by the CPU time up to the first failure", series: &series, panels }.svg()
}

fn parts(group: &Group<'_>) -> Vec<f64> {
    let mut parts = vec![0.0; BUCKETS.len() + 1];
    for outcome in &group.outcomes {
        parts[bucket(outcome)] += 1.0;
    }
    parts
}

fn bucket(outcome: &Outcome) -> usize {
    let time = outcome.milliseconds();
    time.and_then(|time| BUCKETS.iter().position(|(_, most)| time <= *most)).unwrap_or(BUCKETS.len())
}
