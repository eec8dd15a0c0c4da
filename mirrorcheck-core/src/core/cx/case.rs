//! A run that is a case of a property, and what it says about itself.

use std::fmt;
use std::time::Instant;

use super::{ChoiceListener, Cx};
use crate::core::choices::{Choices, Tape};
use crate::core::cursor::Port;
use crate::core::journal::{Journal, Said, StatKind};
use crate::core::rng::Rng;

impl<'a> Cx<'a> {
    /// Begins another random run in place of one that came to its end.
    #[inline]
    pub(crate) fn restart(&mut self, rng: Rng, size: u32) {
        (self.rng, self.size, self.room) = (rng, size, size);
    }

    /// Forgets what a run has left that did not come to its end.
    #[cold]
    pub(crate) fn clear(&mut self) {
        (self.stacks, self.gave_up, self.port) = (0, false, Port::Off);
        self.out.clear();
        if let Some(journal) = self.journal_mut() {
            journal.forget();
        }
    }

    /// The value is made, and the property is run on it. Now and after each draw, `told` hears what was chosen so far: that
    /// it hears something means that there is a value.
    pub(crate) fn begin_body(&mut self, told: Option<&'a ChoiceListener<'a>>) {
        let Some(cold) = self.cold.as_deref_mut() else { return };
        cold.told = told;
        if let Some(answerer) = &mut cold.answerer {
            answerer.begin_body();
        }
        self.tell();
    }

    /// Whether whoever answers knows what came of these choices, and does not want to see it again.
    pub(crate) fn is_known(&mut self) -> bool {
        let size = self.size;
        let Some(cold) = self.cold.as_deref_mut() else { return false };
        let read_size = cold.size_was_read.then_some(size);
        cold.answerer.as_mut().is_some_and(|answerer| answerer.is_known(read_size))
    }

    /// Tells what was chosen so far, where somebody wants to know.
    pub(crate) fn tell(&self) {
        if let Some(told) = self.cold.as_ref().and_then(|cold| cold.told) {
            told(&|| self.so_far().to_string());
        }
    }

    /// An argument of the property is made.
    #[inline]
    pub(crate) fn made_argument(&mut self) {
        if let Some(watched) = self.cold.as_deref_mut().and_then(|cold| cold.watched.as_mut()) {
            watched.done.push(Instant::now());
        }
    }

    /// How many choices were written down.
    pub(crate) fn tape_length(&self) -> usize {
        self.cold.as_ref().and_then(|cold| cold.tape.as_ref()).map_or(0, |tape| tape.len())
    }

    /// The choices that were written down so far, as a mere sequence: groups may be open.
    pub(crate) fn so_far(&self) -> Choices {
        let Some(tape) = self.cold.as_ref().and_then(|cold| cold.tape.clone()) else { return Choices::nothing() };
        let (open, mut flat) = (tape.finish(self.size), Tape::new());
        let all = flat.open();
        open.made().for_each(|choice| flat.note(choice, false));
        flat.close(&all);
        flat.finish(self.size)
    }

    /// Listens to what the case says about itself.
    pub(crate) fn set_journal(&mut self, journal: Option<Box<Journal>>) {
        self.journal = journal;
    }

    #[inline]
    pub(crate) fn journal_mut(&mut self) -> Option<&mut Journal> {
        self.journal.as_deref_mut()
    }

    pub(crate) fn take_journal(&mut self) -> Option<Box<Journal>> {
        self.journal.take()
    }

    pub(crate) fn say(&mut self, kind: StatKind, name: &str, said: Said) {
        if let Some(journal) = self.listening() {
            journal.say(kind, name, said);
        }
    }

    /// Adds a line to the report of this case, if there will be one.
    pub(crate) fn note(&mut self, text: impl fmt::Display) {
        if let Some(notes) = self.listening().and_then(|journal| journal.notes.as_mut()) {
            notes.push(text.to_string());
        }
    }

    /// The journal of this run, or of the one around it.
    fn listening(&mut self) -> Option<&mut Journal> {
        if self.journal.is_some() {
            return self.journal.as_deref_mut();
        }
        // SAFETY: the run around this one waits for it.
        self.handled.around().and_then(|mut cx| unsafe { cx.as_mut() }.listening())
    }
}
