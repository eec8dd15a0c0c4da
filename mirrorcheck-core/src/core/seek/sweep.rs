//! Varies one choice after another: finds the leaves that it moves, and the alternative that brings the value nearer.

use std::rc::Rc;

use super::distance::{Distance, Score, is_right};
use super::hand::{Align, Slot, SlotKind};
use super::reading::{Atom, Leaf};
use super::search::{Candidate, Search};

/// A choice with at most this many alternatives tries all of them.
const ALL: u128 = 40;
/// As a last resort, a choice with at most `MANY` tries all of them, for at most `EXHAUSTED` choices at a time.
const MANY: u128 = 2_000;
const EXHAUSTED: usize = 4;
/// How many values from the goal itself to try for a choice, and how many that follow from a slope.
const CONSTANTS: usize = 12;
const SECANTS: usize = 4;
/// For how many wrong leaves to try choices that compensate for each other, and how many of these choices.
const WRONG: usize = 3;
const TOGETHER: usize = 6;
/// How far beyond the number of the goal's leaves a length may go.
const BEYOND: i128 = 16;

/// The effect of changing one choice.
#[derive(Debug, Clone)]
pub(super) struct Influence {
    /// The leaves that it moves, and by how much for a step of 1; 0 where that is unknown.
    pub(super) moved: Vec<(u32, f64)>,
    /// Whether the leaves or the choices themselves change.
    pub(super) is_structural: bool,
}

impl Influence {
    /// Adds the result of another probe. The slopes of the first are more exact.
    #[inline]
    fn add(&mut self, other: Influence) {
        self.is_structural |= other.is_structural;
        for (leaf, slope) in other.moved {
            if !self.moved.iter().any(|(known, _)| *known == leaf) {
                self.moved.push((leaf, slope));
            }
        }
        self.moved.sort_unstable_by_key(|(leaf, _)| *leaf);
    }

    #[inline]
    pub(super) fn slope(&self, leaf: usize) -> Option<f64> {
        self.moved
            .iter()
            .find(|(moved, _)| *moved as usize == leaf)
            .map(|(_, slope)| *slope)
            .filter(|slope| *slope != 0.0)
    }
}

/// Where a climb is.
pub(super) struct Climber {
    pub(super) here: Candidate,
    pub(super) score: Score,
    pub(super) influences: Vec<Option<Rc<Influence>>>,
}

impl Climber {
    /// Moves to another candidate, and keeps what is known about unchanged choices.
    #[inline]
    pub(super) fn go(&mut self, to: Candidate, score: Score) {
        let is_like = to.made.len() == self.here.made.len()
            && to.made.iter().zip(&*self.here.made).all(|(a, b)| a.place == b.place)
            && is_same_shape(&to.reading.leaves, &self.here.reading.leaves);
        if is_like {
            for (n, (a, b)) in to.made.iter().zip(&*self.here.made).enumerate() {
                if a != b {
                    self.influences[n] = None;
                }
            }
        } else {
            self.influences = vec![None; to.made.len()];
        }
        (self.here, self.score) = (to, score);
    }
}

impl Search<'_> {
    /// Climbs from a start until nothing helps or the turn is over.
    #[inline]
    pub(super) fn climb(&mut self, start: Candidate) -> Candidate {
        let (score, length) = (self.score_of(&start), start.made.len());
        let mut climber = Climber { here: start, score, influences: vec![None; length] };
        let mut solved = None;
        while !self.turn_is_over() {
            if solved != Some(climber.score) {
                let is_nearer = self.solve(&mut climber);
                solved = Some(climber.score);
                if is_nearer {
                    continue;
                }
            }
            let is_nearer = self.sweep(&mut climber)
                || self.compensate(&mut climber)
                || self.exhaust(&mut climber)
                || self.wander(&mut climber);
            if !is_nearer {
                break;
            }
        }
        climber.here
    }

    /// Moves to a candidate if it is nearer.
    #[inline]
    pub(super) fn advance(&mut self, climber: &mut Climber, candidate: Option<Candidate>) -> bool {
        let Some(candidate) = candidate else { return false };
        let score = self.score_of(&candidate);
        let is_nearer = score < climber.score;
        if is_nearer {
            climber.go(candidate, score);
            self.until = self.runs + self.patience;
        }
        is_nearer
    }

    /// Goes through all choices once; returns whether that helped.
    #[inline]
    fn sweep(&mut self, climber: &mut Climber) -> bool {
        let before = climber.score;
        let mut at = 0;
        while at < climber.here.made.len() && !self.turn_is_over() {
            if self.is_promising(climber, at) {
                self.search_along(climber, at);
            }
            at += 1;
        }
        climber.score < before
    }

    /// Returns whether a choice moves a wrong leaf.
    #[inline]
    fn is_promising(&mut self, climber: &mut Climber, at: usize) -> bool {
        let Some(influence) = self.influence(climber, at) else { return false };
        let (goal, here) = (&self.goal.leaves, &climber.here.reading.leaves);
        influence.is_structural || influence.moved.iter().any(|(leaf, _)| is_wrong(goal, here, *leaf as usize))
    }

    /// Returns the influence of a choice, measured in one or two runs if it is not known yet.
    #[inline]
    pub(super) fn influence(&mut self, climber: &mut Climber, at: usize) -> Option<Rc<Influence>> {
        if let Some(known) = climber.influences.get(at)? {
            return Some(known.clone());
        }
        let slot = climber.here.made[at];
        let mut found: Option<Influence> = None;
        for probe in probes(slot) {
            let other = self.probe(climber, at, probe);
            match (&mut found, other) {
                (Some(found), Some(other)) => found.add(other),
                (found, other) => *found = found.take().or(other),
            }
        }
        let found = Rc::new(found?);
        climber.influences[at] = Some(found.clone());
        Some(found)
    }

    #[inline]
    pub(super) fn probe(&mut self, climber: &Climber, at: usize, probe: Slot) -> Option<Influence> {
        let here = &climber.here;
        let made = self.run(&replaced(&here.made, at, probe), Align::Skip);
        let Some(made) = made else {
            // A rejected run says nothing about other alternatives.
            return (!self.is_over()).then(|| Influence { moved: Vec::new(), is_structural: true });
        };
        let by = match (made.made.get(at).and_then(Slot::value), here.made[at].value()) {
            (Some(now), Some(before)) => now - before,
            _ => 0.0,
        };
        let (now, before) = (&made.reading.leaves, &here.reading.leaves);
        let is_structural = !is_same_shape(now, before) || made.made.len() != here.made.len();
        let mut moved = Vec::new();
        for (leaf, (now, before)) in now.iter().zip(before).enumerate() {
            if !is_right(now, before) {
                let moves = now.atom.as_f64().zip(before.atom.as_f64()).map_or(0.0, |(now, before)| now - before);
                let slope = moves / by;
                moved.push((leaf as u32, if slope.is_finite() { slope } else { 0.0 }));
            }
        }
        Some(Influence { moved, is_structural })
    }

    /// Tries other alternatives of one choice, and keeps what brings the value nearer.
    #[inline]
    fn search_along(&mut self, climber: &mut Climber, at: usize) {
        let Some(influence) = self.influence(climber, at) else { return };
        let slot = climber.here.made[at];
        let mut others = self.told(climber, at, &influence);
        if slot.last <= ALL && slot.kind != SlotKind::Count {
            others.extend((0..=slot.last).map(|rank| slot.with_rank(rank)));
        }
        let is_structural = influence.is_structural || matches!(slot.kind, SlotKind::Count | SlotKind::Pick);
        for other in others {
            self.offer(climber, at, other, is_structural);
        }
        if slot.last > ALL || slot.kind == SlotKind::Count {
            self.step(climber, at, is_structural);
        }
    }

    #[inline]
    fn offer(&mut self, climber: &mut Climber, at: usize, other: Slot, is_structural: bool) -> bool {
        if climber.here.made.get(at).is_none_or(|slot| slot.place != other.place) {
            return false;
        }
        let aligns: &[Align] = if is_structural { &[Align::Skip, Align::Insert] } else { &[Align::Skip] };
        aligns.iter().any(|align| {
            if self.turn_is_over() {
                return false;
            }
            let candidate = self.run_anew(&replaced(&climber.here.made, at, other), *align);
            self.advance(climber, candidate)
        })
    }

    /// Steps from coarse to fine. Fine steps alone would only see plateaus.
    #[inline]
    fn step(&mut self, climber: &mut Climber, at: usize, is_structural: bool) {
        let slot = climber.here.made[at];
        if self.distance == Distance::Bits && slot.kind == SlotKind::Number {
            return self.flip(climber, at, is_structural);
        }
        let widest = match slot.kind {
            SlotKind::Float => 62,
            SlotKind::Count => {
                let most = (self.goal.leaves.len() as i128 + BEYOND).min(slot.range.1);
                most.max(1).ilog2()
            }
            _ => slot.last.min(i128::MAX as u128).max(1).ilog2(),
        };
        for power in (0..=widest).rev() {
            for sign in [1, -1] {
                while !self.turn_is_over() {
                    let Some(slot) = climber.here.made.get(at).copied() else { return };
                    let Some(other) = stepped(slot, sign * (1 << power)) else { break };
                    if !self.offer(climber, at, other, is_structural) {
                        break;
                    }
                }
            }
        }
    }

    /// Flips single bits, and each bit together with all lower ones, like a carry.
    #[inline]
    fn flip(&mut self, climber: &mut Climber, at: usize, is_structural: bool) {
        let bits = climber.here.made[at].last.clamp(1, 1 << 100).ilog2();
        for power in (0..=bits).rev() {
            for mask in [1 << power, (2 << power) - 1] {
                let Some(slot) = climber.here.made.get(at).copied() else { return };
                let number = slot.number ^ mask;
                if slot.range.0 <= number && number <= slot.range.1 {
                    self.offer(climber, at, slot.with_number(number), is_structural);
                }
            }
        }
    }

    /// Steps one choice and compensates with another that moves the same leaf; returns whether that helped.
    #[inline]
    fn compensate(&mut self, climber: &mut Climber) -> bool {
        let before = climber.score;
        let (goal, here) = (self.goal, climber.here.reading.clone());
        let wrong = (0..goal.leaves.len()).filter(|leaf| is_wrong(&goal.leaves, &here.leaves, *leaf));
        for leaf in wrong.take(WRONG) {
            let moving: Vec<(usize, f64)> = (0..climber.here.made.len())
                .filter_map(|at| Some((at, climber.influences.get(at)?.as_ref()?.slope(leaf)?)))
                .take(TOGETHER)
                .collect();
            for (first, _) in &moving {
                for (second, slope) in &moving {
                    if first != second && self.compensate_with(climber, leaf, *first, (*second, *slope)) {
                        return true;
                    }
                    if self.turn_is_over() {
                        return climber.score < before;
                    }
                }
            }
        }
        climber.score < before
    }

    #[inline]
    fn compensate_with(&mut self, climber: &mut Climber, leaf: usize, first: usize, second: (usize, f64)) -> bool {
        let slot = climber.here.made[first];
        let widest = slot.last.clamp(1, 1 << 64).ilog2();
        let (second, slope) = second;
        for power in (0..=widest).rev() {
            for by in [1i128 << power, -(1i128 << power)] {
                let Some(other) = stepped(slot, by).filter(|_| !self.turn_is_over()) else { continue };
                let script = replaced(&climber.here.made, first, other);
                let Some(made) = self.run(&script, Align::Skip) else { continue };
                let wanted = self.goal.leaves.get(leaf).and_then(|leaf| leaf.atom.as_f64());
                let now = made.reading.leaves.get(leaf).and_then(|leaf| leaf.atom.as_f64());
                let Some(missing) = wanted.zip(now).map(|(wanted, now)| (wanted - now) / slope) else { continue };
                let Some(slot) = made.made.get(second).copied() else { continue };
                let moved = match slot.kind {
                    SlotKind::Float => Some(slot.with_float(slot.float + missing)),
                    _ => stepped(slot, missing.round() as i128),
                };
                let candidate =
                    moved.and_then(|moved| self.run_anew(&replaced(&made.made, second, moved), Align::Skip));
                if self.advance(climber, Some(made)) | self.advance(climber, candidate) {
                    return true;
                }
            }
        }
        false
    }

    /// Tries all alternatives of the choices that move the first wrong leaf; returns whether that helped.
    #[inline]
    fn exhaust(&mut self, climber: &mut Climber) -> bool {
        let before = climber.score;
        let (goal, here) = (&self.goal.leaves, &climber.here.reading.leaves);
        let Some(first) = (0..goal.len()).find(|leaf| is_wrong(goal, here, *leaf)) else { return false };
        let moves = |at: &usize| {
            let influence = climber.influences.get(*at).and_then(|known| known.as_ref());
            influence.is_some_and(|influence| influence.moved.iter().any(|(leaf, _)| *leaf as usize == first))
        };
        let moving: Vec<usize> = (0..climber.here.made.len()).filter(moves).collect();
        // Late choices are less likely to move an earlier leaf.
        for at in moving.into_iter().rev().take(EXHAUSTED) {
            let slot = climber.here.made[at];
            if slot.last <= ALL || slot.last > MANY {
                continue;
            }
            for rank in 0..=slot.last {
                if self.offer(climber, at, slot.with_rank(rank), false) {
                    return true;
                }
                if self.turn_is_over() {
                    return false;
                }
            }
        }
        climber.score < before
    }

    /// Returns the alternatives that the goal and the slopes suggest for a choice.
    #[inline]
    fn told(&self, climber: &Climber, at: usize, influence: &Influence) -> Vec<Slot> {
        let slot = climber.here.made[at];
        let (goal, here) = (&self.goal.leaves, &climber.here.reading.leaves);
        let mut told: Vec<Slot> = Vec::new();
        let mut add = |other: Slot| {
            if other != slot && !told.contains(&other) {
                told.push(other);
            }
        };
        let wrong = |leaf: &&(u32, f64)| is_wrong(goal, here, leaf.0 as usize);
        for &(leaf, slope) in influence.moved.iter().filter(wrong).take(SECANTS) {
            let leaf = leaf as usize;
            let Some((goal, here)) = goal.get(leaf).zip(here.get(leaf)) else { continue };
            let Some((want, have)) = goal.atom.as_f64().zip(here.atom.as_f64()) else { continue };
            let step = (want - have) / slope;
            if let (true, Some(value)) = (step.is_finite(), slot.value()) {
                if slot.kind == SlotKind::Float {
                    add(slot.with_float(value + step));
                }
                let step = step.round();
                if step.abs() < 1e30 {
                    add(slot.with_number(slot.number.saturating_add(step as i128)));
                }
            }
            if let Some(constant) = constants(slot, goal.atom) {
                add(constant);
            }
        }
        let mut left = CONSTANTS;
        for (leaf, wanted) in goal.iter().enumerate() {
            if left > 0 && is_wrong(goal, here, leaf) {
                if let Some(constant) = constants(slot, wanted.atom) {
                    add(constant);
                    left -= 1;
                }
            }
        }
        told
    }
}

/// Returns whether all leaves have the same places, so that only their values may differ.
#[inline]
pub(super) fn is_same_shape(one: &[Leaf], other: &[Leaf]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(a, b)| a.place == b.place)
}

#[inline]
pub(super) fn is_wrong(goal: &[Leaf], here: &[Leaf], leaf: usize) -> bool {
    match (goal.get(leaf), here.get(leaf)) {
        (Some(goal), Some(here)) => !is_right(goal, here),
        _ => true,
    }
}

/// Returns the choice with a value taken from the goal, if it fits.
#[inline]
fn constants(slot: Slot, atom: Atom) -> Option<Slot> {
    let fits = |number: &i128| slot.range.0 <= *number && *number <= slot.range.1;
    match (slot.kind, atom) {
        (SlotKind::Number | SlotKind::Count, Atom::Number(n)) => Some(n).filter(fits).map(|n| slot.with_number(n)),
        (SlotKind::Number | SlotKind::Count, Atom::Count(n)) => {
            Some(i128::from(n)).filter(fits).map(|n| slot.with_number(n))
        }
        (SlotKind::Char, Atom::Char(c)) => Some(slot.with_number(u32::from(c).into())),
        (SlotKind::Float | SlotKind::Number, Atom::Float(x)) => Some(slot.with_float(x)),
        _ => None,
    }
}

#[inline]
pub(super) fn replaced(script: &[Slot], at: usize, slot: Slot) -> Vec<Slot> {
    let mut script = script.to_vec();
    script[at] = slot;
    script
}

/// Returns the choice moved by so many steps. A step of a float goes to the next float.
#[inline]
pub(super) fn stepped(slot: Slot, by: i128) -> Option<Slot> {
    match slot.kind {
        SlotKind::Float => {
            let bits = slot.float.to_bits() as i64;
            let order = if bits < 0 { i64::MIN.wrapping_sub(bits) } else { bits };
            let order = i64::try_from(i128::from(order) + by).ok()?;
            let bits = if order < 0 { i64::MIN.wrapping_sub(order) } else { order };
            let float = f64::from_bits(bits as u64);
            float.is_finite().then(|| slot.with_float(float))
        }
        SlotKind::Pick => {
            let rank = slot.number.checked_add(by)?;
            (0 <= rank && rank <= slot.range.1).then(|| slot.with_rank(rank as u128))
        }
        SlotKind::Char => Some(slot.with_number(slot.number.checked_add(by)?)),
        SlotKind::Number | SlotKind::Count => {
            let number = slot.number.checked_add(by)?.clamp(slot.range.0, slot.range.1);
            (number != slot.number).then(|| slot.with_number(number))
        }
    }
}

/// Returns a small change, and a large one in case the small one has no effect.
#[inline]
fn probes(slot: Slot) -> impl Iterator<Item = Slot> {
    let small = stepped(slot, 1).or_else(|| stepped(slot, -1));
    let wide = (slot.last.min(1 << 100) / 3) as i128;
    let large = match slot.kind {
        SlotKind::Float => Some(slot.with_float(slot.float * 0.75)),
        SlotKind::Count => stepped(slot, -1),
        _ if wide > 1 => {
            stepped(slot, wide).filter(|other| other.number != slot.number).or_else(|| stepped(slot, -wide))
        }
        _ => None,
    };
    let small = if slot.kind == SlotKind::Float { Some(slot.with_float(slot.float + 0.001)) } else { small };
    let is_wide = slot.last > ALL || slot.kind == SlotKind::Count;
    small.into_iter().chain(large.filter(|_| is_wide || small.is_none()))
}
