//! All the ways to make one value, as a shared forest: a node is one generator with its arguments on one focus, its
//! alternatives are the results that show the focus, and the steps of an alternative are choices and other nodes.
//!
//! A sub-generator gives back exactly its focus, whichever way it goes; so what comes after it does not depend on the
//! way, and the ways of a sequence are the product of the ways of its steps. This is what makes sharing sound.

mod texts;

use std::any::TypeId;
use std::collections::{HashMap, HashSet};

use crate::core::choice::{Choice, Made};
use crate::core::choices::{Choices, Tape};
use crate::core::mass::Mass;
use crate::core::rng::Rng;
use crate::core::sort::sort_by_key;
pub(crate) use texts::{RuleEnds, State, Texts};

/// One generator with its arguments on one focus.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct NodeKey {
    pub(crate) generator: TypeId,
    pub(crate) arguments: u128,
    /// The address of the focus. Temporaries made by `.at` can share one, so each has an epoch of its own.
    pub(crate) focus: usize,
    pub(crate) epoch: u64,
    pub(crate) size: u32,
    pub(crate) room: u32,
}

#[derive(Debug, Default)]
pub(crate) struct Forest {
    pub(crate) nodes: Vec<Node>,
    pub(crate) memo: HashMap<NodeKey, usize>,
    /// The steps of the alternatives that are being tried, innermost last.
    open: Vec<Vec<WayStep>>,
    /// Keys whose value is being rebuilt, so that a rebuild cannot go in circles; and the same for pieces of a text.
    pub(crate) rebuilding: HashSet<NodeKey>,
    pub(crate) rebuilding_nodes: HashSet<usize>,
    pub(crate) texts: Texts,
    /// The guesses that lead to the first way of a node, where it takes any.
    pub(crate) guesses: HashMap<usize, Vec<u128>>,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Node {
    pub(crate) ways: Vec<Way>,
    pub(crate) done: bool,
    /// Where it ends, if it is a piece of a text.
    pub(crate) end: Option<usize>,
}

#[derive(Debug, Clone)]
pub(crate) struct Way {
    /// The result that it leads to.
    pub(crate) toward: u32,
    pub(crate) steps: Vec<WayStep>,
}

#[derive(Debug, Clone)]
pub(crate) enum WayStep {
    Choice {
        made: Made,
        is_pick: bool,
        chance: Mass,
    },
    /// What the choices do not say of how likely it is: it is that many times as likely, between a lower and an upper
    /// bound.
    Factor(Mass, Mass),
    Open,
    Close,
    Node(usize),
    /// A node whose choices are no group of their own.
    Inline(usize),
}

/// The bound to take of a probability that is not known exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Estimate {
    Low,
    Middle,
    High,
}

/// How many ways there are to make a value.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::choices::Ways;
///
/// let overlapping = oneof([0..=5, 4..=9]);
/// assert_eq!(overlapping.reflect(&4).ways(), Ways::Finite(2));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ways {
    /// This many; `u128::MAX` stands for that many or more.
    Finite(u128),
    /// No end of them: the generator can come back to where it was without having made anything.
    Infinite,
    /// The search was given up.
    Unknown,
}

impl Node {
    /// Whether it is known to have no way.
    pub(crate) fn is_hopeless(&self) -> bool {
        self.done && self.ways.is_empty()
    }
}

impl Forest {
    /// The node for a key: whether it is new, and its number.
    pub(crate) fn enter(&mut self, key: Option<NodeKey>) -> (bool, usize) {
        if let Some(&node) = key.and_then(|key| self.memo.get(&key)) {
            return (false, node);
        }
        self.nodes.push(Node::default());
        let node = self.nodes.len() - 1;
        if let Some(key) = key {
            self.memo.insert(key, node);
        }
        (true, node)
    }

    pub(crate) fn begin(&mut self) {
        self.open.push(Vec::new());
    }

    /// How many alternatives are being tried inside one another.
    pub(crate) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Forgets all that are deeper.
    pub(crate) fn leave_to(&mut self, depth: usize) {
        self.open.truncate(depth);
    }

    pub(crate) fn end(&mut self) -> Vec<WayStep> {
        self.open.pop().unwrap_or_default()
    }

    pub(crate) fn keep(&mut self, node: usize, toward: u32, steps: Vec<WayStep>) {
        self.nodes[node].ways.push(Way { toward, steps });
    }

    pub(crate) fn step(&mut self, step: WayStep) {
        if let Some(steps) = self.open.last_mut() {
            steps.push(step);
        }
    }

    /// Takes a whole forest in, as one step.
    #[inline]
    pub(crate) fn graft(&mut self, rooted: Rooted) {
        let offset = self.nodes.len();
        let root = rooted.root + offset;
        self.nodes.extend(rooted.nodes);
        for node in &mut self.nodes[offset..] {
            for step in node.ways.iter_mut().flat_map(|way| &mut way.steps) {
                if let WayStep::Node(below) | WayStep::Inline(below) = step {
                    *below += offset;
                }
            }
        }
        self.step(WayStep::Node(root));
    }

    /// The node that the alternative that is being tried has come to last.
    #[inline]
    pub(crate) fn last_node(&self) -> Option<usize> {
        match self.open.last()?.last()? {
            WayStep::Node(node) | WayStep::Inline(node) => Some(*node),
            _ => None,
        }
    }

    /// The ways of one node, if it has any.
    #[inline]
    pub(crate) fn under(mut self, node: usize) -> Option<Rooted> {
        if self.nodes[node].ways.is_empty() {
            return None;
        }
        self.begin();
        self.step(WayStep::Inline(node));
        Some(self.rooted())
    }

    /// Closes the forest over its root steps.
    pub(crate) fn rooted(mut self) -> Rooted {
        let steps = self.end();
        self.nodes.push(Node { ways: vec![Way { toward: 0, steps }], done: true, end: None });
        Rooted::new(self.nodes)
    }
}

/// A complete forest with its root, ready to be read.
#[derive(Debug)]
pub(crate) struct Rooted {
    nodes: Vec<Node>,
    root: usize,
    /// Nodes below the root, each after all that it needs, as far as circles allow.
    order: Vec<usize>,
    circular: bool,
    /// Whether there may be more ways than are known.
    is_partial: bool,
}

impl Rooted {
    fn new(nodes: Vec<Node>) -> Rooted {
        let root = nodes.len() - 1;
        let mut forest = Rooted { nodes, root, order: Vec::new(), circular: false, is_partial: false };
        forest.sort();
        if forest.circular {
            forest.exits_first();
        }
        forest
    }

    /// A depth-first walk without recursion.
    fn sort(&mut self) {
        #[derive(Clone, Copy, PartialEq)]
        enum VisitState {
            No,
            Open,
            Done,
        }
        let mut seen = vec![VisitState::No; self.nodes.len()];
        let mut stack = vec![(self.root, false)];
        while let Some((node, leaving)) = stack.pop() {
            if leaving {
                seen[node] = VisitState::Done;
                self.order.push(node);
                continue;
            }
            if seen[node] != VisitState::No {
                continue;
            }
            seen[node] = VisitState::Open;
            stack.push((node, true));
            for way in &self.nodes[node].ways {
                for next in way.nodes() {
                    match seen[next] {
                        VisitState::No => stack.push((next, false)),
                        VisitState::Open => self.circular = true,
                        VisitState::Done => {}
                    }
                }
            }
        }
    }

    /// Puts the shortest way of each node first, so that taking first ways always comes to an end.
    fn exits_first(&mut self) {
        let mut shortest: Vec<Option<u64>> = vec![None; self.nodes.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for &node in &self.order {
                for way in &self.nodes[node].ways {
                    let Some(length) = way.length(&shortest) else { continue };
                    if shortest[node].is_none_or(|shortest| length < shortest) {
                        shortest[node] = Some(length);
                        changed = true;
                    }
                }
            }
        }
        for node in &mut self.nodes {
            sort_by_key(&mut node.ways, |way| way.length(&shortest).unwrap_or(u64::MAX));
        }
    }

    /// The ways that begin with these choices, without them: what is left for a derivative. Nodes that come after the
    /// choices stay shared; those that use some of them up exist once for each position where they begin and end.
    #[inline]
    pub(crate) fn after_choices(&self, made: &[Choice]) -> Option<Rooted> {
        let mut rest = Rest { forest: self, made, nodes: self.nodes.clone(), known: HashMap::new() };
        let ends = rest.node(self.root, 0);
        let root = ends.into_iter().find(|&(end, _)| end == made.len()).map(|(_, node)| node)?;
        // The root is the last node.
        let root = rest.nodes[root].clone();
        rest.nodes.push(root);
        Some(Rooted::new(rest.nodes))
    }

    /// Says whether there may be more ways.
    #[inline]
    pub(crate) fn known_in_part(self, is_partial: bool) -> Rooted {
        Rooted { is_partial, ..self }
    }

    pub(crate) fn is_partial(&self) -> bool {
        self.is_partial
    }

    #[inline]
    pub(crate) fn ways(&self) -> Ways {
        if self.circular {
            return Ways::Infinite;
        }
        if self.is_partial {
            return Ways::Unknown;
        }
        let mut counts = vec![0u128; self.nodes.len()];
        for &node in &self.order {
            counts[node] = self.nodes[node]
                .ways
                .iter()
                .map(|way| way.nodes().fold(1u128, |n, below| n.saturating_mul(counts[below])))
                .fold(0, u128::saturating_add);
        }
        Ways::Finite(counts[self.root])
    }

    /// The probability of all ways together. Where ways go in circles it is the limit of ever longer ones, which
    /// exists because probabilities are bounded and only grow; `Err` if it was not reached.
    pub(crate) fn probability(&self, estimate: Estimate) -> Result<Mass, Mass> {
        // Nothing is known of the ways that were not found.
        if self.is_partial && estimate == Estimate::High {
            return Ok(Mass::ONE);
        }
        self.masses(estimate).map(|masses| masses[self.root]).map_err(|masses| masses[self.root])
    }

    /// Returns the probability of all ways from each node.
    fn masses(&self, estimate: Estimate) -> Result<Vec<Mass>, Vec<Mass>> {
        let mut masses = vec![Mass::ZERO; self.nodes.len()];
        for _ in 0..100_000 {
            let mut moved = false;
            for &node in &self.order {
                let mut mass = Mass::ZERO;
                for way in &self.nodes[node].ways {
                    mass = mass.plus(way.mass(&masses, estimate));
                }
                moved |= !mass.is_close(masses[node]);
                masses[node] = mass;
            }
            if !self.circular || !moved {
                return Ok(masses);
            }
        }
        Err(masses)
    }

    /// All ways with how likely each is, if there are no more than so many.
    #[inline]
    pub(crate) fn first_ways(&self, most: usize, size: u32) -> Option<Vec<(Choices, Mass)>> {
        if !matches!(self.ways(), Ways::Finite(count) if count <= most as u128) {
            return None;
        }
        let (mut ways, mut decisions) = (Vec::new(), Vec::new());
        loop {
            let mut mass = self.nodes[self.root].ways[0].own_mass(Estimate::Middle);
            let mut open = Vec::new();
            let decide = |node: usize, met: usize| {
                let way = decisions.get(met).copied().unwrap_or(0);
                open.push(self.nodes[node].ways.len());
                mass = mass.times(self.nodes[node].ways[way].own_mass(Estimate::Middle));
                way
            };
            ways.push((self.spell(decide, size), mass));
            if !Rooted::after(&mut decisions, &open) {
                return Some(ways);
            }
        }
    }

    /// One way after another.
    #[inline]
    pub(crate) fn each_way(&self, size: u32) -> impl Iterator<Item = Choices> + '_ {
        let mut next = Some(Vec::new());
        std::iter::from_fn(move || {
            let mut decisions = next.take()?;
            let (way, open) = self.way(&decisions, size);
            next = Rooted::after(&mut decisions, &open).then_some(decisions);
            Some(way)
        })
    }

    /// Returns this many random ways, each as often as it is likely.
    #[inline]
    pub(crate) fn random_ways(&self, count: usize, size: u32) -> Vec<Choices> {
        let masses = self.masses(Estimate::Middle).unwrap_or_else(|masses| masses);
        let mut rng = Rng::new(0, 0);
        let mut decide = |node: usize, _| {
            let mut left = rng.unit();
            let passes = |way: &Way| {
                left -= way.mass(&masses, Estimate::Middle).over(masses[node]).probability();
                left < 0.0
            };
            self.nodes[node].ways.iter().position(passes).unwrap_or(0)
        };
        (0..count).map(|_| self.spell(&mut decide, size)).collect()
    }

    /// The most probable single way.
    #[inline]
    pub(crate) fn likeliest(&self, size: u32) -> Choices {
        let mut best: Vec<(Mass, usize)> = vec![(Mass::ZERO, 0); self.nodes.len()];
        let mut moved = true;
        while moved {
            moved = false;
            for &node in &self.order {
                for (i, way) in self.nodes[node].ways.iter().enumerate() {
                    let mass =
                        way.nodes().fold(way.own_mass(Estimate::Middle), |mass, below| mass.times(best[below].0));
                    if best[node].0.is_less(mass) {
                        best[node] = (mass, i);
                        moved = true;
                    }
                }
            }
        }
        self.spell(|node, _| best[node].1, size)
    }

    /// The way number `decisions`: at each node, in the order in which they are met, which of its ways to take, the
    /// first where `decisions` has run out. Says how many there were to decide, too.
    pub(crate) fn way(&self, decisions: &[usize], size: u32) -> (Choices, Vec<usize>) {
        let mut open = Vec::new();
        let choices = self.spell(
            |node, met| {
                open.push(self.nodes[node].ways.len());
                decisions.get(met).copied().unwrap_or(0)
            },
            size,
        );
        (choices, open)
    }

    /// Counts decisions up like an odometer: the last that can go on does, and all after it start over.
    #[inline]
    pub(crate) fn after(decisions: &mut Vec<usize>, open: &[usize]) -> bool {
        decisions.resize(open.len(), 0);
        let Some(last) = (0..open.len()).rev().find(|&i| decisions[i] + 1 < open[i]) else { return false };
        decisions.truncate(last + 1);
        decisions[last] += 1;
        true
    }

    fn spell(&self, mut decide: impl FnMut(usize, usize) -> usize, size: u32) -> Choices {
        let mut tape = Tape::new();
        let mut met = 0;
        let mut around = Vec::new();
        let mut stack = vec![self.nodes[self.root].ways[0].steps.iter()];
        while let Some(steps) = stack.last_mut() {
            match steps.next() {
                None => {
                    stack.pop();
                    // There is none around the root.
                    if let Some(Some(outer)) = around.pop() {
                        tape.close(&outer);
                    }
                }
                Some(WayStep::Open) => around.push(Some(tape.open())),
                Some(WayStep::Close) => {
                    if let Some(Some(outer)) = around.pop() {
                        tape.close(&outer);
                    }
                }
                Some(WayStep::Choice { made, is_pick, .. }) => tape.note(made.clone(), *is_pick),
                Some(WayStep::Factor(..)) => {}
                Some(step @ (&WayStep::Node(node) | &WayStep::Inline(node))) => {
                    let way = decide(node, met);
                    met += 1;
                    around.push(matches!(step, WayStep::Node(_)).then(|| tape.open()));
                    stack.push(self.nodes[node].ways[way].steps.iter());
                }
            }
        }
        tape.finish(size)
    }
}

/// The product of a forest with the positions in a sequence of choices.
struct Rest<'a> {
    forest: &'a Rooted,
    made: &'a [Choice],
    nodes: Vec<Node>,
    /// For a node and a position, the positions where it can end, with the node for each; nothing while it is under
    /// way, because to come back without having chosen anything leads nowhere.
    known: HashMap<(usize, usize), Vec<(usize, usize)>>,
}

impl Rest<'_> {
    /// No deeper than there are choices to be used up, and generators that run inside one another without a choice.
    #[inline]
    fn node(&mut self, node: usize, from: usize) -> Vec<(usize, usize)> {
        if from == self.made.len() {
            return vec![(from, node)];
        }
        if let Some(ends) = self.known.get(&(node, from)) {
            return ends.clone();
        }
        self.known.insert((node, from), Vec::new());
        let mut ends: Vec<(usize, usize)> = Vec::new();
        let forest = self.forest;
        for way in &forest.nodes[node].ways {
            for (end, steps) in self.way(&way.steps, from) {
                let place = ends.iter().find(|&&(known, _)| known == end).map(|&(_, node)| node);
                let place = place.unwrap_or_else(|| {
                    self.nodes.push(Node { ways: Vec::new(), done: true, end: None });
                    ends.push((end, self.nodes.len() - 1));
                    self.nodes.len() - 1
                });
                self.nodes[place].ways.push(Way { toward: way.toward, steps });
            }
        }
        self.known.insert((node, from), ends.clone());
        ends
    }

    #[inline]
    fn way(&mut self, steps: &[WayStep], from: usize) -> Vec<(usize, Vec<WayStep>)> {
        let mut open = vec![(from, Vec::new())];
        for step in steps {
            let mut next = Vec::new();
            for (at, mut done) in open {
                match step {
                    WayStep::Choice { made, .. } if at < self.made.len() => {
                        if made.is(&self.made[at]) {
                            next.push((at + 1, done));
                        }
                    }
                    WayStep::Node(node) | WayStep::Inline(node) => {
                        for (end, node) in self.node(*node, at) {
                            let rest = if matches!(step, WayStep::Node(_)) {
                                WayStep::Node(node)
                            } else {
                                WayStep::Inline(node)
                            };
                            next.push((end, [&done[..], &[rest]].concat()));
                        }
                    }
                    step => {
                        done.push(step.clone());
                        next.push((at, done));
                    }
                }
            }
            open = next;
        }
        open
    }
}

impl Way {
    fn nodes(&self) -> impl Iterator<Item = usize> + '_ {
        self.steps.iter().filter_map(|step| match step {
            WayStep::Node(node) | WayStep::Inline(node) => Some(*node),
            _ => None,
        })
    }

    /// The pieces of a text among its steps.
    #[inline]
    pub(crate) fn pieces(&self, nodes: &[Node]) -> Vec<usize> {
        self.nodes().filter(|&node| nodes[node].end.is_some()).collect()
    }

    fn own_mass(&self, estimate: Estimate) -> Mass {
        let mut mass = Mass::ONE;
        for step in &self.steps {
            mass = match (step, estimate) {
                (WayStep::Choice { chance, .. }, _) => mass.times(*chance),
                (WayStep::Factor(low, _), Estimate::Low) => mass.times(*low),
                (WayStep::Factor(_, high), Estimate::High) => mass.times(*high),
                (WayStep::Factor(low, high), Estimate::Middle) if low == high => mass.times(*low),
                (WayStep::Factor(low, high), Estimate::Middle) => mass.times(low.times(*high).sqrt()),
                _ => mass,
            };
        }
        mass
    }

    fn mass(&self, masses: &[Mass], estimate: Estimate) -> Mass {
        let mut mass = self.own_mass(estimate);
        for below in self.nodes() {
            mass = mass.times(masses[below]);
        }
        mass
    }

    fn length(&self, shortest: &[Option<u64>]) -> Option<u64> {
        let mut length: u64 = 1;
        for below in self.nodes() {
            length = length.saturating_add(shortest[below]?);
        }
        Some(length)
    }
}

/// How many runs and choices finding all ways may take.
pub(crate) const FOREST_FUEL: u64 = 10_000_000;

/// A question had no answer within its budget. It is not a "no".
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::OutOfFuel;
///
/// assert_eq!((0..=9).likelihood(&10).unwrap().value(), 0.0);
/// assert!(OutOfFuel.to_string().starts_with("gave up"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutOfFuel;

impl std::fmt::Display for OutOfFuel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("gave up: the search exceeded its budget")
    }
}

impl std::error::Error for OutOfFuel {}
