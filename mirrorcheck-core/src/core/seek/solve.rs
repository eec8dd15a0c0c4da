//! Solves for many choices at once: a matrix says how each choice moves each leaf, and the right-hand side is how far each
//! leaf is from the goal.

use super::distance::Distance;
use super::hand::{Align, Slot, SlotKind};
use super::search::{Candidate, Search};
use super::sweep::{Climber, is_same_shape, stepped};

/// The most choices to solve for; sweeps handle longer scripts.
const MOST: usize = 400;
/// How often to measure the matrix again.
const ROUNDS: usize = 5;
/// A pivot this small, relative to the largest number of its row, counts as zero.
const NOTHING: f64 = 1e-9;

/// The linear system: the leaves that can move, and by how much each choice moves them.
struct System {
    /// The choices.
    slots: Vec<usize>,
    /// One row for each leaf that any of them moves: the leaf, and the effect of a step of 1 in each choice.
    rows: Vec<(usize, Vec<f64>)>,
}

impl Search<'_> {
    /// Solves for all numbers together if the shape is right; returns whether that helped.
    #[inline]
    pub(super) fn solve(&mut self, climber: &mut Climber) -> bool {
        let before = climber.score;
        for round in 0..ROUNDS {
            if !self.has_shape(&climber.here) || climber.here.made.len() > MOST || self.turn_is_over() {
                break;
            }
            let Some(system) = self.system(climber, round) else { break };
            let mut helped = false;
            // While the old matrix still leads nearer, no new one is needed.
            while let Some(script) = self.solved(&system, &climber.here) {
                let candidate = self.run_anew(&script, Align::Skip);
                if !self.advance(climber, candidate) {
                    break;
                }
                helped = true;
                if !self.has_shape(&climber.here) {
                    break;
                }
            }
            if !helped && round > 0 {
                break;
            }
        }
        climber.score < before
    }

    /// Returns whether all leaves are in place, so that only their values may be wrong.
    #[inline]
    fn has_shape(&self, candidate: &Candidate) -> bool {
        is_same_shape(&self.goal.leaves, &candidate.reading.leaves)
    }

    #[inline]
    fn system(&mut self, climber: &mut Climber, round: usize) -> Option<System> {
        let (mut slots, mut columns) = (Vec::new(), Vec::new());
        for at in 0..climber.here.made.len() {
            let slot = climber.here.made[at];
            if slot.value().is_none() || slot.kind == SlotKind::Count {
                continue;
            }
            if self.turn_is_over() {
                return None;
            }
            // Rounding hides a slope from small steps.
            let far = if round % 2 == 1 { far_probe(slot) } else { None };
            let influence = match far {
                Some(far) => self.probe(climber, at, far)?,
                None => (*self.influence(climber, at)?).clone(),
            };
            if !influence.is_structural && influence.moved.iter().any(|(_, slope)| *slope != 0.0) {
                slots.push(at);
                columns.push(influence);
            }
        }
        if slots.is_empty() {
            return None;
        }
        let mut rows: Vec<(usize, Vec<f64>)> = Vec::new();
        let mut row_of = std::collections::BTreeMap::new();
        for (column, influence) in columns.iter().enumerate() {
            for &(leaf, slope) in &influence.moved {
                let row = *row_of.entry(leaf).or_insert_with(|| {
                    rows.push((leaf as usize, vec![0.0; slots.len()]));
                    rows.len() - 1
                });
                rows[row].1[column] = slope;
            }
        }
        rows.sort_by_key(|(leaf, _)| *leaf);
        if self.distance == Distance::Backward {
            rows.reverse();
        }
        Some(System { slots, rows })
    }

    /// Returns the choices that would make the value if the generator were linear. Leaves count in order until all choices
    /// are determined: a later leaf may be a hash, whose slope means nothing.
    #[inline]
    fn solved(&self, system: &System, here: &Candidate) -> Option<Vec<Slot>> {
        let count = system.slots.len();
        let mut pivots: Vec<(usize, Vec<f64>, f64)> = Vec::new();
        for (leaf, row) in &system.rows {
            let Some((goal, here)) = self.goal.leaves.get(*leaf).zip(here.reading.leaves.get(*leaf)) else { continue };
            let Some((want, have)) = goal.atom.as_f64().zip(here.atom.as_f64()) else { continue };
            let (mut row, mut missing) = (row.clone(), want - have);
            let scale = row.iter().fold(0.0f64, |most, x| most.max(x.abs()));
            for (column, pivot, right) in &pivots {
                let factor = row[*column];
                if factor != 0.0 {
                    row.iter_mut().zip(pivot).for_each(|(x, p)| *x -= factor * p);
                    missing -= factor * right;
                }
            }
            let widest = (0..count).max_by(|a, b| row[*a].abs().total_cmp(&row[*b].abs()).then(b.cmp(a)))?;
            let factor = row[widest];
            if factor.abs() <= NOTHING * scale {
                continue;
            }
            row.iter_mut().for_each(|x| *x /= factor);
            pivots.push((widest, row, missing / factor));
            if pivots.len() == count {
                break;
            }
        }
        let mut steps = vec![0.0; count];
        for (column, row, right) in pivots.iter().rev() {
            let rest: f64 = row.iter().zip(&steps).map(|(x, step)| x * step).sum();
            steps[*column] = right - rest;
        }
        let mut script = here.made.to_vec();
        let mut is_other = false;
        for (at, step) in system.slots.iter().zip(steps) {
            let slot = script[*at];
            script[*at] = match slot.kind {
                _ if !step.is_finite() => continue,
                SlotKind::Float => slot.with_float(slot.float + step),
                _ => match stepped(slot, step.round() as i128) {
                    Some(slot) => slot,
                    None => continue,
                },
            };
            is_other |= script[*at] != slot;
        }
        is_other.then_some(script)
    }
}

#[inline]
fn far_probe(slot: Slot) -> Option<Slot> {
    if slot.kind == SlotKind::Float {
        return Some(slot.with_float(slot.float + 1.0));
    }
    let wide = (slot.last.min(1 << 100) / 8) as i128;
    let up = stepped(slot, wide).filter(|other| other.number - slot.number > wide / 2);
    if wide < 2 { None } else { up.or_else(|| stepped(slot, -wide)) }
}
