//! Draws in the body of a property, which are written down where somebody wants to know them.

use std::any::type_name;
use std::panic::Location;

use super::Cx;
use super::handled::site_of;
use crate::core::choice::Made;
use crate::core::drawn::{DrawLog, Forgotten, Given, MadeValue};
use crate::core::generator::Rejected;

impl Cx<'_> {
    /// Runs a draw that stands at a place in the program, so that whoever replays it finds it again, and whoever looks on
    /// sees it.
    #[inline]
    pub(crate) fn at_draw<R>(
        &mut self,
        place: &'static Location<'static>,
        body: impl FnOnce(&mut Self) -> Result<R, Rejected>,
    ) -> Result<R, Rejected> {
        if !self.is_cold() {
            return body(self);
        }
        let given = self.begin_draw(place)?;
        let result = body(self);
        let made = match &result {
            Ok(value) => Some(MadeValue { type_name: type_name::<R>(), value: Forgotten::new(value) }),
            Err(Rejected) => None,
        };
        self.end_draw(place, given, made)?;
        result
    }

    fn begin_draw(&mut self, place: &Location<'_>) -> Result<Option<GivenChoices>, Rejected> {
        let size = self.size;
        let choices = self.draw_log(|log, at| log.begin(place, at, size)).unwrap_or(Ok(None)).map_err(|()| Rejected)?;
        self.tell_site(site_of(place));
        let Some(choices) = choices else { return Ok(None) };
        let outer = (self.size, self.room);
        (self.size, self.room) = (choices.size(), choices.size());
        if let Some(cold) = self.cold_mut() {
            cold.prefixes.push((choices.sequence().collect(), 0));
        }
        Ok(Some(GivenChoices { outer }))
    }

    fn end_draw(
        &mut self,
        place: &'static Location<'static>,
        given: Option<GivenChoices>,
        made: Option<MadeValue<'_>>,
    ) -> Result<(), Rejected> {
        let mut is_used = true;
        if let Some(GivenChoices { outer }) = given {
            (self.size, self.room) = outer;
            let prefix = self.cold_mut().and_then(|cold| cold.prefixes.pop());
            is_used = prefix.is_none_or(|(choices, at)| at == choices.len());
        }
        self.draw_log(|log, at| log.end(place, at, made.filter(|_| is_used)));
        self.tell_site(0);
        self.tell();
        if is_used { Ok(()) } else { Err(Rejected) }
    }

    /// Where draws are written down, in this run or the one around it, and how far the tape is there.
    pub(crate) fn draw_log<R>(&mut self, look: impl FnOnce(&mut DrawLog, usize) -> R) -> Option<R> {
        let at = self.tape_length();
        if let Some(log) = self.cold_mut().and_then(|cold| cold.drawn.as_deref_mut()) {
            return Some(look(log, at));
        }
        // SAFETY: the run around this one waits for it.
        self.handled.around().and_then(|mut cx| unsafe { cx.as_mut() }.draw_log(look))
    }

    /// Writes the draws of the property down that is about to run.
    pub(crate) fn log_draws(&mut self, wants_forms: bool) {
        let start = self.tape_length();
        if let Some(cold) = self.cold_mut() {
            cold.drawn = Some(Box::new(DrawLog::new(start, wants_forms)));
        }
    }

    /// Has the property draw these values first, and then others unless these are all.
    pub(crate) fn give_draws(&mut self, given: Given) {
        self.log_draws(false);
        self.draw_log(|log, _| log.given = Some(given));
    }

    /// The draws that were written down.
    pub(crate) fn take_draws(&mut self) -> Option<Box<DrawLog>> {
        let cold = self.cold_mut()?;
        let mut log = cold.drawn.take()?;
        if let Some(tape) = &cold.tape {
            log.share_out(tape.made_from(log.start()).map(|(at, made): (usize, Made)| (at, made.choice())));
        }
        Some(log)
    }
}

/// A draw whose choices are given: the size and the room around it.
struct GivenChoices {
    outer: (u32, u32),
}
