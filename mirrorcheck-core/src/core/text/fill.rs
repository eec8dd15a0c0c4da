//! Filling in a text with holes: what is fixed is read, what is open is written.

use super::class::given;
use super::{Port, Printed, Text};
use crate::core::cursor::{Filling, HolePlace};
use crate::core::cx::Cx;
use crate::core::generator::{Focus, Reflective, Rejected};
use crate::core::search::Candidates;
use crate::core::sketch::Partial;
use crate::core::text::printed::{Print, candidates};

impl Cx<'_> {
    /// Fills in a text with holes.
    #[inline]
    pub(super) fn fill_whole(
        &mut self,
        partial: &Partial,
        generator: &dyn Text<Value = String>,
    ) -> Result<String, Rejected> {
        let Partial::Text(fixed) = partial else {
            return Err(self.reject(|| "a text cannot be taken apart like this".to_owned()));
        };
        let Some(cold) = self.cold_mut() else { return Err(Rejected) };
        let filling = Filling { fixed: fixed.clone(), place: HolePlace::default() };
        let outer = std::mem::replace(&mut cold.filling, filling);
        let (made, text) = self.written(|cx| {
            cx.port = Port::Fill;
            generator.run_text(cx, false)
        });
        let Some(cold) = self.cold_mut() else { return Err(Rejected) };
        let filled = std::mem::replace(&mut cold.filling, outer);
        match made {
            Ok(_) if filled.is_done() => Ok(text),
            _ => Err(Rejected),
        }
    }

    #[inline]
    fn toss(&mut self) -> bool {
        let heads = self.below(2) == 1;
        if let Some(cold) = self.cold_mut() {
            cold.decided_by_chance += 1;
        }
        heads
    }

    #[inline]
    pub(super) fn fill_literal(&mut self, literal: &str) -> Result<(), Rejected> {
        let mut left = literal;
        while !left.is_empty() {
            let Some(cold) = self.cold_mut() else { return Err(Rejected) };
            if cold.filling.is_in_hole() {
                let after = cold.filling.after_hole();
                // What would fit behind the hole may stand in it as well; at the end there is nothing behind it.
                let fits = !after.is_empty() && (after.starts_with(left) || left.starts_with(after));
                if fits && self.toss() {
                    if let Some(cold) = self.cold_mut() {
                        cold.filling.leave_hole();
                    }
                    continue;
                }
                break;
            }
            let rest = cold.filling.rest();
            let length = rest.len().min(left.len());
            if length == 0 || rest.as_bytes()[..length] != left.as_bytes()[..length] {
                return Err(Rejected);
            }
            cold.filling.place.at += length;
            left = left.get(length..).ok_or(Rejected)?;
        }
        self.out.push_str(literal);
        Ok(())
    }

    pub(super) fn fill_character<T: Copy + Printed>(
        &mut self,
        run: impl Fn(&mut Self, Focus<'_, T>) -> Result<T, Rejected>,
        character: impl Fn(T) -> Option<char>,
    ) -> Result<T, Rejected> {
        let Some(cold) = self.cold_mut() else { return Err(Rejected) };
        let mut next = cold.filling.rest().chars().next();
        if cold.filling.is_in_hole() {
            next = cold.filling.after_hole().chars().next();
            let fits = next.and_then(given).is_some_and(|next| run(self, Focus::On(&next)).is_ok());
            if !fits || self.toss() {
                let value = run(self, Focus::Free)?;
                self.out.extend(character(value));
                return Ok(value);
            }
            if let Some(cold) = self.cold_mut() {
                cold.filling.leave_hole();
            }
        }
        let Some(next) = next else { return Err(Rejected) };
        let value = run(self, Focus::On(&given(next).ok_or(Rejected)?))?;
        if let Some(cold) = self.cold_mut() {
            cold.filling.place.at += next.len_utf8();
        }
        self.out.push(next);
        Ok(value)
    }

    /// Tries one more piece of a repetition in what is fixed; takes it back if it does not fit.
    pub(super) fn fill_more<R>(&mut self, piece: impl FnOnce(&mut Self) -> Result<R, Rejected>) -> Option<R> {
        let (place, length) = (self.cold_mut()?.filling.place, self.out.len());
        let made = piece(self).ok();
        if made.is_none() {
            self.out.truncate(length);
            self.cold_mut()?.filling.place = place;
        }
        made
    }

    pub(super) fn fill_printed<G: Reflective>(
        &mut self,
        generator: &G,
        print: Print<'_, G::Value>,
    ) -> Result<G::Value, Rejected>
    where
        G::Value: Printed,
    {
        let Some(cold) = self.cold_mut() else { return Err(Rejected) };
        if cold.filling.is_in_hole() {
            let leaves = !cold.filling.after_hole().is_empty() && self.toss();
            let Some(cold) = self.cold_mut() else { return Err(Rejected) };
            if !leaves {
                let value = generator.run(self, Focus::Free)?;
                print(&value, &mut self.out);
                return Ok(value);
            }
            cold.filling.leave_hole();
        }
        let Some(cold) = self.cold_mut() else { return Err(Rejected) };
        let rest = cold.filling.rest().to_owned();
        for (value, length) in candidates(&rest, print).0 {
            if let Ok(value) = self.on_temporary(|cx| generator.run(cx, Focus::On(&value))) {
                self.fill_literal(&rest[..length])?;
                return Ok(value);
            }
        }
        Err(Rejected)
    }

    /// Whether what comes next is open.
    #[inline]
    pub(super) fn is_in_hole(&mut self) -> bool {
        self.port == Port::Fill && self.cold_mut().is_some_and(|cold| cold.filling.is_in_hole())
    }

    /// Tries numbered alternatives: what is fixed decides, and chance where it does not.
    #[cold]
    #[inline]
    pub(crate) fn fill(&mut self, attempts: &mut Candidates<'_>) -> Result<(), Rejected> {
        if self.stack_is_low() {
            return self.text_elsewhere(attempts);
        }
        let Some(cold) = self.cold_mut() else { return Err(Rejected) };
        cold.burn()?;
        let (place, length) = (cold.filling.place, self.out.len());
        for _ in 0..4 {
            let before = self.cold_mut().map_or(0, |cold| cold.decided_by_chance);
            let mut order: Vec<u32> = (0..attempts.results).collect();
            for i in (1..order.len()).rev() {
                order.swap(i, self.below(i as u64 + 1) as usize);
            }
            if self.is_in_hole() {
                order.insert(0, crate::core::cx::FORWARD);
            }
            for result in order {
                if attempts.tries.attempt(self, result).is_ok() {
                    if let (Some(cold), true) = (self.cold_mut(), attempts.results > 1) {
                        cold.decided_by_chance += 1;
                    }
                    return Ok(());
                }
                self.out.truncate(length);
                let Some(cold) = self.cold_mut() else { return Err(Rejected) };
                cold.filling.place = place;
                if cold.stop.is_some() {
                    return Err(Rejected);
                }
            }
            if self.cold_mut().is_none_or(|cold| cold.decided_by_chance == before) {
                break;
            }
        }
        Err(Rejected)
    }
}
