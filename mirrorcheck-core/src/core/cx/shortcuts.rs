//! Fast paths for choices that neither an answerer nor a forest has to see: a shown or random choice is just recorded.

use super::Cx;
use crate::core::choice::{Ask, Names};
use crate::core::choices::Tape;
use crate::core::generator::Rejected;
use crate::core::rng::Rng;

/// Records the choices of many shown values at once.
#[doc(hidden)]
pub struct Shown<'a>(Option<&'a mut Tape>);

impl Shown<'_> {
    /// Records choices that are known to be possible.
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
            // The labels are made at run time and must be checked.
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

    /// The fast path of [`choose`](Self::choose) for an alternative that is shown and possible; `false` if it does not
    /// apply.
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

    /// The fast path of [`choose`](Self::choose) for many choices at once that are shown and possible; `false` if it does
    /// not apply. Records nothing if the fuel does not last.
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

    /// The fast path of [`choose`](Self::choose) for a random choice: draws as a plain run does and records the choice;
    /// `None` if it does not apply.
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

/// Returns the alternative at this point of the total weight.
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

/// Records an alternative of positive weight. The labels differ; `is_whole` says that every alternative has a weight.
#[inline(always)]
fn note_pick(tape: &mut Tape, weights: &[u64], names: Names<'_>, index: usize, is_whole: bool) {
    match names {
        Names::Literals(labels) if is_whole && !labels[index].is_empty() => tape.note_label(labels, index),
        Names::Literals(labels) if !labels[index].is_empty() => tape.note_label_among(labels, index, weights),
        _ => tape.note(Ask::picked(weights, names).made(index as u128), true),
    }
}
