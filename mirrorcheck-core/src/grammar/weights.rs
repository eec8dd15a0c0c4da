//! How likely the alternatives of a grammar are, so that a text comes to its end.
//!
//! Alternatives are equally likely, except in rules that lead back to themselves: there the shortest alternatives are
//! preferred, all by one factor, which is the smallest with which a rule is not expanded into more than [`GROWTH`] times
//! as many as its shortest way has, on average. That this average exists is what makes the end certain.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::draft::{Draft, NodeKind};
use crate::core::sort::sort_by_key;

/// How many times as many rules as in the shortest way there may be on average.
const GROWTH: f64 = 10.0;
/// How likely it is that something optional is there, against one.
const SOME: u64 = 3;

pub(super) struct Weights<'d> {
    draft: &'d Draft<'d>,
    /// For each node, whether it leads back to its rule.
    leads_back: Vec<bool>,
    /// For each node, how many rules on the circle of its own it is expanded into in the shortest way.
    shortest: Vec<u64>,
    /// For each rule, how much its shortest alternatives are preferred.
    factors: Vec<u64>,
}

impl<'d> Weights<'d> {
    #[inline]
    pub(super) fn new(draft: &'d Draft<'d>) -> Weights<'d> {
        let circles = circles(draft);
        let mut leads_back: Vec<bool> = Vec::with_capacity(draft.nodes.len());
        for (rule, circle) in draft.rules.iter().zip(&circles) {
            for node in &draft.nodes[rule.nodes.clone()] {
                leads_back.push(match &node.kind {
                    NodeKind::Rule(other) => circles[*other] == *circle,
                    NodeKind::Sequence(parts) => parts.iter().any(|part| leads_back[*part]),
                    NodeKind::Choice(parts) => parts.iter().any(|(_, part)| leads_back[*part]),
                    NodeKind::Repeat(part, ..) => leads_back[*part],
                    NodeKind::Text(_) | NodeKind::Class(_) | NodeKind::Difference(_) => false,
                });
            }
        }
        let shortest = shortest(draft, &leads_back);
        let mut weights = Weights { draft, leads_back, shortest, factors: vec![1; draft.rules.len()] };
        weights.tune(&circles);
        weights
    }

    /// Whether a node leads back to its rule.
    #[inline]
    pub(super) fn leads_back(&self, node: usize) -> bool {
        self.leads_back[node]
    }

    /// The weights of the alternatives of a choice in a rule.
    #[inline]
    pub(super) fn of_choice(&self, rule: usize, node: usize) -> Vec<u64> {
        let NodeKind::Choice(parts) = &self.draft.nodes[node].kind else { return Vec::new() };
        let is_preferred = |part: usize| self.leads_back[node] && self.shortest[part] == self.shortest[node];
        parts.iter().map(|(_, part)| if is_preferred(*part) { self.factors[rule] } else { 1 }).collect()
    }

    /// The weights of nothing and of something, where either may be.
    #[inline]
    pub(super) fn of_option(&self, rule: usize, node: usize) -> [u64; 2] {
        [if self.leads_back[node] { self.factors[rule] } else { 1 }, SOME]
    }

    #[inline]
    fn tune(&mut self, circles: &[usize]) {
        let mut members = vec![Vec::new(); self.draft.rules.len()];
        for (rule, circle) in circles.iter().enumerate() {
            members[*circle].push(rule);
        }
        let mut costs = vec![0.0; self.draft.nodes.len()];
        let mut sizes = vec![0.0; self.draft.rules.len()];
        for mut rules in members {
            if !rules.iter().any(|rule| self.leads_back[self.draft.rules[*rule].body]) {
                continue;
            }
            // Each comes after those in its shortest way, so that little is left to be done after the first pass.
            sort_by_key(&mut rules, |rule| self.shortest[self.draft.rules[*rule].body]);
            let mut factor: u64 = 1;
            while !self.ends(&rules, 1.0 / factor as f64, &mut sizes, &mut costs) && factor < 1 << 40 {
                factor += factor.div_ceil(3);
            }
            rules.iter().for_each(|rule| self.factors[*rule] = factor);
        }
    }

    /// Whether the average number of expansions exists and is small enough. Each pass takes more expansions into
    /// account. Once a pass adds less than a half to each rule, a rule takes at least as much away from what is still
    /// to come, on average, so that it must come to an end.
    #[inline]
    fn ends(&self, rules: &[usize], others: f64, sizes: &mut [f64], costs: &mut [f64]) -> bool {
        rules.iter().for_each(|rule| sizes[*rule] = 0.0);
        for _ in 0..64 {
            let mut most: f64 = 0.0;
            for &rule in rules {
                let size = self.expansions(rule, others, sizes, costs);
                let shortest = 1.0 + self.shortest[self.draft.rules[rule].body] as f64;
                if size.is_nan() || size > GROWTH * shortest {
                    return false;
                }
                most = most.max(size - sizes[rule]);
                sizes[rule] = size;
            }
            if most < 0.5 {
                return true;
            }
        }
        false
    }

    /// How many rules on its circle a rule is expanded into, itself included, on average; if the alternatives that are
    /// not the shortest have this weight against one.
    #[inline]
    fn expansions(&self, rule: usize, others: f64, sizes: &[f64], costs: &mut [f64]) -> f64 {
        let draft_rule = &self.draft.rules[rule];
        for node in draft_rule.nodes.clone().filter(|node| self.leads_back[*node]) {
            costs[node] = match &self.draft.nodes[node].kind {
                NodeKind::Rule(other) => sizes[*other],
                NodeKind::Sequence(parts) => parts.iter().map(|part| costs[*part]).sum(),
                NodeKind::Choice(parts) => {
                    let (mut sum, mut total) = (0.0, 0.0);
                    for (_, part) in parts {
                        let weight = if self.shortest[*part] == self.shortest[node] { 1.0 } else { others };
                        total += weight;
                        sum += weight * costs[*part];
                    }
                    sum / total
                }
                NodeKind::Repeat(part, 0, most) => {
                    let some = others * SOME as f64;
                    some / (1.0 + some) * average(1, *most) * costs[*part]
                }
                NodeKind::Repeat(part, least, most) => average(*least, *most) * costs[*part],
                NodeKind::Text(_) | NodeKind::Class(_) | NodeKind::Difference(_) => 0.0,
            };
        }
        1.0 + costs[draft_rule.body]
    }
}

/// For each node the number of rules that its shortest way is expanded into, of those that lead back: after Knuth, the
/// nodes in the order of that number.
#[inline]
fn shortest(draft: &Draft<'_>, leads_back: &[bool]) -> Vec<u64> {
    let mut users = vec![Vec::new(); draft.nodes.len()];
    let mut missing = vec![0; draft.nodes.len()];
    let mut sums = vec![0u64; draft.nodes.len()];
    let mut open: BinaryHeap<Reverse<(u64, usize)>> = BinaryHeap::new();
    for (number, node) in draft.nodes.iter().enumerate().filter(|(number, _)| leads_back[*number]) {
        let parts = match &node.kind {
            NodeKind::Rule(rule) => vec![draft.rules[*rule].body],
            NodeKind::Sequence(parts) => parts.clone(),
            NodeKind::Choice(parts) => parts.iter().map(|(_, part)| *part).collect(),
            NodeKind::Repeat(part, 1.., _) => vec![*part],
            _ => Vec::new(),
        };
        missing[number] = if matches!(node.kind, NodeKind::Choice(_)) { 1 } else { parts.len() };
        parts.iter().for_each(|part| users[*part].push(number));
    }
    open.extend((0..missing.len()).filter(|node| missing[*node] == 0).map(|node| Reverse((0, node))));
    while let Some(Reverse((size, node))) = open.pop() {
        for &user in &users[node] {
            // A choice is known with the first of its alternatives.
            if missing[user] == 0 {
                continue;
            }
            missing[user] -= 1;
            let size = match draft.nodes[user].kind {
                NodeKind::Rule(_) => size.saturating_add(1),
                NodeKind::Repeat(_, least, most) => size.saturating_mul(average(least, most).ceil() as u64),
                _ => size,
            };
            sums[user] = sums[user].saturating_add(size);
            if missing[user] == 0 {
                open.push(Reverse((sums[user], user)));
            }
        }
    }
    sums
}

/// How often something is repeated on average where a rule leads back to itself. Without a bound there may be more, but
/// what is repeated then has so little room that there are fewer below it: see [`many`](crate::many).
#[inline]
fn average(least: u32, most: Option<u32>) -> f64 {
    match most {
        None => f64::from(least) + 3.0,
        Some(most) => (f64::from(least) + f64::from(most)) / 2.0,
    }
}

/// For each rule a number that it shares with those to which it leads and that lead back to it.
#[inline]
fn circles(draft: &Draft<'_>) -> Vec<usize> {
    let count = draft.rules.len();
    let (mut forth, mut back) = (vec![Vec::new(); count], vec![Vec::new(); count]);
    for (number, rule) in draft.rules.iter().enumerate() {
        for node in &draft.nodes[rule.nodes.clone()] {
            if let NodeKind::Rule(other) = node.kind {
                forth[number].push(other);
                back[other].push(number);
            }
        }
    }
    // What is left last when going forth is the first to be gone back from: it meets its own circle only.
    let mut left = Vec::new();
    let mut seen = vec![false; count];
    (0..count).for_each(|rule| walk(rule, &forth, &mut seen, |rule| left.push(rule)));
    let mut circles = vec![0; count];
    seen.fill(false);
    left.iter().rev().for_each(|&first| walk(first, &back, &mut seen, |rule| circles[rule] = first));
    circles
}

/// Goes to all rules that were not seen yet, depth first; tells each when it is left.
fn walk(first: usize, edges: &[Vec<usize>], seen: &mut [bool], mut leave: impl FnMut(usize)) {
    if std::mem::replace(&mut seen[first], true) {
        return;
    }
    let mut path = vec![(first, edges[first].iter())];
    while let Some((rule, next)) = path.last_mut() {
        match next.find(|next| !seen[**next]) {
            Some(&next) => {
                seen[next] = true;
                path.push((next, edges[next].iter()));
            }
            None => {
                leave(*rule);
                path.pop();
            }
        }
    }
}
