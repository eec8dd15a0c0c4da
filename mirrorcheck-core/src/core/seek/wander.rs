//! Edits that single choices cannot replace: several choices at a time, parts that move, repeat or disappear, and sideways
//! steps.

use super::hand::{Align, OPEN, Slot, SlotKind};
use super::search::Search;
use super::sweep::{Climber, is_wrong, stepped};

/// How many runs to spend for each choice, and at least.
const PATIENCE: u64 = 12;
const LEAST_PATIENCE: u64 = 150;

impl Search<'_> {
    /// Tries random edits until one brings the value nearer; returns whether one did. Moves to equally near values, too.
    #[inline]
    pub(super) fn wander(&mut self, climber: &mut Climber) -> bool {
        let before = climber.score;
        let patience = LEAST_PATIENCE + PATIENCE * climber.here.made.len() as u64;
        let end = self.until.min(self.runs + patience);
        // Repeated edits cost no run, so their number needs a limit of its own.
        let mut attempts = 20 * patience;
        while self.runs < end && attempts > 0 && !self.is_over() {
            attempts -= 1;
            let Some((script, align)) = self.edited(climber) else { continue };
            let Some(candidate) = self.run_anew(&script, align) else { continue };
            let score = self.score_of(&candidate);
            if score <= climber.score {
                climber.go(candidate, score);
            }
            if climber.score < before {
                return true;
            }
        }
        false
    }

    #[inline]
    fn below(&mut self, count: usize) -> usize {
        self.rng.below(count.max(1) as u64) as usize
    }

    /// Returns a choice to change: in half of the cases, one that moves one of the first wrong leaves.
    #[inline]
    fn one_of(&mut self, climber: &Climber) -> usize {
        let count = climber.here.made.len();
        if self.below(2) == 0 {
            return self.below(count);
        }
        let (goal, here) = (&self.goal.leaves, &climber.here.reading.leaves);
        let wrong: Vec<usize> =
            (0..goal.len().max(here.len())).filter(|leaf| is_wrong(goal, here, *leaf)).take(8).collect();
        let moves = |at: &usize| {
            climber
                .influences
                .get(*at)
                .and_then(|known| known.as_ref())
                .is_some_and(|influence| influence.moved.iter().any(|(leaf, _)| wrong.contains(&(*leaf as usize))))
        };
        let moving: Vec<usize> = (0..count).filter(moves).collect();
        if moving.is_empty() { self.below(count) } else { moving[self.below(moving.len())] }
    }

    /// Returns another choice, mostly nearby or at the same place.
    #[inline]
    fn other_than(&mut self, at: usize, script: &[Slot]) -> usize {
        match self.below(3) {
            0 => self.below(script.len()),
            1 => {
                let near = at as i64 + [-2, -1, 1, 2][self.below(4)];
                near.clamp(0, script.len() as i64 - 1) as usize
            }
            _ => {
                let like: Vec<usize> =
                    (0..script.len()).filter(|n| *n != at && script[*n].place == script[at].place).collect();
                if like.is_empty() { self.below(script.len()) } else { like[self.below(like.len())] }
            }
        }
    }

    /// Returns a number to add; small ones are more likely.
    #[inline]
    fn amount(&mut self, slot: Slot) -> i128 {
        let bits = slot.last.clamp(1, 1 << 64).ilog2() as usize + 1;
        let power = self.below(bits).min(self.below(bits));
        let amount = 1i128 << power;
        if self.below(2) == 0 { amount } else { -amount }
    }

    #[inline]
    fn changed(&mut self, slot: Slot) -> Slot {
        let to_goal = self.below(3) == 0 && slot.kind != SlotKind::Pick;
        if to_goal {
            let at = self.below(self.goal.leaves.len());
            if let Some(atom) = self.goal.leaves.get(at).map(|leaf| leaf.atom) {
                if let Some(number) = atom.as_int().filter(|n| slot.range.0 <= *n && *n <= slot.range.1) {
                    return slot.with_number(number);
                }
                if let (SlotKind::Float, Some(float)) = (slot.kind, atom.as_f64()) {
                    return slot.with_float(float);
                }
            }
        }
        let is_wide = slot.last > 1000 && slot.kind != SlotKind::Pick;
        if is_wide || self.below(4) > 0 && slot.kind != SlotKind::Pick {
            let by = self.amount(slot);
            // Flip a bit: the number may be a bit set.
            if slot.kind == SlotKind::Number && self.below(4) == 0 {
                return slot.with_number((slot.number ^ by.abs()).clamp(slot.range.0, slot.range.1));
            }
            return stepped(slot, by).unwrap_or(slot);
        }
        let last = u64::try_from(slot.last).unwrap_or(u64::MAX - 1);
        slot.with_rank(u128::from(self.rng.below(last.saturating_add(1))))
    }

    #[inline]
    fn edited(&mut self, climber: &Climber) -> Option<(Vec<Slot>, Align)> {
        let mut script = climber.here.made.to_vec();
        if script.is_empty() {
            return None;
        }
        let at = self.one_of(climber);
        let other = self.other_than(at, &script);
        let align = if self.below(2) == 0 { Align::Skip } else { Align::Insert };
        match self.below(12) {
            0 | 1 => script[at] = self.changed(script[at]),
            2 | 3 => {
                script[at] = self.changed(script[at]);
                script[other] = self.changed(script[other]);
            }
            4 | 5 => {
                let by = self.amount(script[at]);
                (script[at], script[other]) = (stepped(script[at], by)?, stepped(script[other], -by)?);
            }
            6 | 7 => self.swap(&mut script, at, other),
            8 => {
                let block = self.block(&script, at);
                script.drain(at..at + block);
                self.count(&mut script, at, -1);
            }
            9 => {
                let block = script[at..at + self.block(&script, at)].to_vec();
                script.splice(other..other, block);
                self.count(&mut script, other, 1);
            }
            10 => {
                let block: Vec<Slot> = script.drain(at..at + self.block(&script, at)).collect();
                let to = other.min(script.len());
                script.splice(to..to, block);
            }
            _ => {
                // Leave one choice, or the block that begins here, to chance.
                let end = if self.below(2) == 0 { at + 1 } else { at + self.block(&script, at) };
                for slot in &mut script[at..end.min(climber.here.made.len())] {
                    *slot = Slot { place: OPEN, ..*slot };
                }
            }
        }
        Some((script, align))
    }

    /// Swaps two choices, or the blocks that begin with them.
    #[inline]
    fn swap(&mut self, script: &mut [Slot], at: usize, other: usize) {
        let (first, second) = (at.min(other), at.max(other));
        let block = self.block(script, first).min(second - first).min(script.len() - second);
        let block = if self.below(2) == 0 { 1 } else { block };
        for n in 0..block {
            let (mut a, mut b) = (script[first + n], script[second + n]);
            std::mem::swap(&mut a.place, &mut b.place);
            (script[first + n], script[second + n]) = (b, a);
        }
    }

    /// Returns how many choices belong together: mostly all up to the next one at the same place.
    #[inline]
    fn block(&mut self, script: &[Slot], at: usize) -> usize {
        let next = script[at + 1..].iter().position(|slot| slot.place == script[at].place);
        match next {
            Some(between) if self.below(4) > 0 => between + 1,
            _ => 1,
        }
    }

    /// Mostly changes the nearest length before this choice, if there is one.
    #[inline]
    fn count(&mut self, script: &mut [Slot], at: usize, by: i128) {
        let before = script[..at.min(script.len())].iter().rposition(|slot| slot.kind == SlotKind::Count);
        if let (Some(before), 1..) = (before, self.below(4)) {
            script[before] = stepped(script[before], by).unwrap_or(script[before]);
        }
    }
}
