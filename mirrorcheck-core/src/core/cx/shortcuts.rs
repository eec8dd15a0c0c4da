//! The short ways of choices where nobody else has a say: what is shown, or what chance decides, is noted as it is.

use super::Cx;
use crate::core::choice::{Ask, Names};
use crate::core::choices::Tape;
use crate::core::generator::Rejected;
use crate::core::rng::Rng;

/// Where the choices of values are noted that are looked at all at once.
#[doc(hidden)]
pub struct Shown<'a>(Option<&'a mut Tape>);

impl Shown<'_> {
    /// Notes choices that can be made.
    #[inline]
    pub(crate) fn note(self, note: impl FnOnce(&mut Tape)) -> bool {
        if let Some(tape) = self.0 {
            note(tape);
        }
        true
    }
}

impl Cx<'_> {
    #[inline(never)]
    pub(super) fn pick_cold(
        &mut self,
        weights: &[u64],
        names: Names<'_>,
        shown: Option<usize>,
    ) -> Result<usize, Rejected> {
        let (mut total, mut is_whole) = (Some(0u64), true);
        for &weight in weights {
            total = total.and_then(|total| total.checked_add(weight));
            is_whole &= weight > 0;
        }
        let note = |tape: &mut Tape, index: usize| note_pick(tape, weights, names, index, is_whole);
        let picked = match (shown, total) {
            // They have to be looked at.
            _ if matches!(names, Names::Labels(_)) => None,
            (Some(index), _) if index < weights.len() && weights[index] > 0 => {
                self.take_shown(|tape| note(tape, index))?.then_some(index)
            }
            (None, Some(total)) if total > 0 => self.take_drawn(|rng| drawn(weights, rng.below(total)), note)?,
            _ => None,
        };
        match picked {
            Some(index) => Ok(index),
            None => self.pick_slowly(weights, names, shown),
        }
    }

    /// The short way of [`choose`](Self::choose) for what is shown and can be chosen, where nobody else has a say.
    #[inline(always)]
    pub(crate) fn take_shown(&mut self, note: impl FnOnce(&mut Tape)) -> Result<bool, Rejected> {
        match self.cold.as_deref_mut() {
            Some(cold) if cold.forest.is_none() && cold.prefixes.is_empty() => {
                cold.burn_one()?;
                if let Some(tape) = &mut cold.tape {
                    note(tape);
                }
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// The short way of [`choose`](Self::choose) for many choices at once that are shown and can be made. Nothing is
    /// noted where there is less fuel.
    #[inline]
    pub(crate) fn take_all_shown(&mut self, count: usize, note: impl FnOnce(Shown<'_>) -> bool) -> bool {
        match self.cold.as_deref_mut() {
            Some(cold) if cold.forest.is_none() && cold.prefixes.is_empty() && cold.fuel >= count as u64 => {
                let is_noted = note(Shown(cold.tape.as_deref_mut()));
                if is_noted {
                    cold.fuel -= count as u64;
                    cold.burnt += count as u64;
                }
                is_noted
            }
            _ => false,
        }
    }

    /// The short way of [`choose`](Self::choose) for what chance decides, where nobody else has a say: the choice is
    /// drawn as in a plain run, and noted.
    #[inline(always)]
    pub(crate) fn take_drawn<T: Copy>(
        &mut self,
        draw: impl FnOnce(&mut Rng) -> T,
        note: impl FnOnce(&mut Tape, T),
    ) -> Result<Option<T>, Rejected> {
        match self.cold.as_deref_mut() {
            Some(cold) if cold.is_left_to_chance() => {
                cold.burn_one()?;
                cold.decided_by_chance += 1;
                let drawn = draw(&mut self.rng);
                if let Some(tape) = &mut cold.tape {
                    note(tape, drawn);
                }
                Ok(Some(drawn))
            }
            _ => Ok(None),
        }
    }
}

/// The alternative that has this part of all weights.
#[inline(always)]
fn drawn(weights: &[u64], mut left: u64) -> usize {
    for (index, &weight) in weights.iter().enumerate() {
        if left < weight {
            return index;
        }
        left -= weight;
    }
    0
}

/// Notes the alternative of a pick that has a weight, whose labels differ; it `is_whole` where all have.
#[inline(always)]
fn note_pick(tape: &mut Tape, weights: &[u64], names: Names<'_>, index: usize, is_whole: bool) {
    match names {
        Names::Literals(labels) if is_whole && !labels[index].is_empty() => tape.note_label(labels, index),
        Names::Literals(labels) if !labels[index].is_empty() => tape.note_label_among(labels, index, weights),
        _ => tape.note(Ask::picked(weights, names).made(index as u128), true),
    }
}
