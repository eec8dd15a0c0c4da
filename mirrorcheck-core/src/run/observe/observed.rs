//! A property that is looked at: every case that counts is told to an [`Observer`].

use std::fmt::Debug;
use std::time::Instant;

use super::observer::{CaseRecord, Observer};
use crate::core::choices::{Choices, Tape};
use crate::core::cx::{Cx, SearchMode, Watched};
use crate::core::generator::Rejected;
use crate::run::check::{Case, Forms, Origin, Stretch, Trial, chance_of, size_of};

/// Runs a property as it is, and looks on.
pub(crate) struct Observed<'t> {
    trial: &'t mut dyn Trial,
    observer: &'t Observer,
    /// The case that was run last, which may turn out not to count.
    seen: CaseRecord,
    /// When its value was begun and done, and when each argument was.
    begun: Option<(Instant, Instant)>,
    watched: Watched,
}

impl<'t> Observed<'t> {
    pub(crate) fn new(trial: &'t mut dyn Trial, observer: &'t Observer) -> Observed<'t> {
        Observed { trial, observer, seen: CaseRecord::default(), begun: None, watched: Watched::default() }
    }

    fn watch(&mut self, cx: &mut Cx<'_>) {
        self.watched.clear();
        if let Some(cold) = cx.cold_mut() {
            cold.watched = Some(std::mem::take(&mut self.watched));
        }
    }

    fn unwatch(&mut self, cx: &mut Cx<'_>) {
        if let Some(watched) = cx.cold_mut().and_then(|cold| cold.watched.take()) {
            self.watched = watched;
        }
    }

    /// One random case.
    fn random(&mut self, stretch: &mut Stretch<'_>) {
        let (seed, case) = (stretch.seed, stretch.next);
        stretch.announce();
        let mut cx = Cx::cold(chance_of(seed, case), size_of(case), SearchMode::First);
        cx.set_journal(stretch.journal.take());
        if let Some(cold) = cx.cold_mut() {
            cold.tape = Some(Tape::new());
        }
        let (came, body_draws) = match self.make(&mut cx) {
            Ok(()) => {
                let made = cx.tape_length();
                let came = self.test(&mut cx);
                (came, cx.tape_length() != made)
            }
            Err(Rejected) => (Case::Discarded, false),
        };
        stretch.journal = cx.take_journal();
        stretch.is_endless |= cx.gave_up();
        let tape = cx.into_cold().and_then(|cold| cold.tape);
        let choices = tape.map_or_else(Choices::nothing, |tape| tape.finish(size_of(case)));
        self.counts(&Origin::Random { seed, case }, Some(&choices));
        stretch.ran(came, body_draws);
    }
}

impl Trial for Observed<'_> {
    fn make(&mut self, cx: &mut Cx<'_>) -> Result<(), Rejected> {
        self.seen.clear();
        self.watch(cx);
        let begun = Instant::now();
        let made = self.trial.make(cx);
        let done = Instant::now();
        self.unwatch(cx);
        self.begun = Some((begun, done));
        if made.is_err() {
            self.seen.came(&Case::Discarded, self.watched.reason.as_deref());
            self.seen.generated(begun, &[], done);
        }
        made
    }

    fn test(&mut self, cx: &mut Cx<'_>) -> Case {
        let trial = &*self.trial;
        self.observer.value(&mut self.seen, &|part| trial.show(part));
        if let Some((begun, done)) = self.begun.take() {
            self.seen.generated(begun, &self.watched.done, done);
        }
        self.watch(cx);
        cx.log_draws(false);
        let begun = Instant::now();
        let came = self.trial.test(cx);
        let end = Instant::now();
        self.unwatch(cx);
        if let Some(log) = cx.take_draws() {
            self.observer.draws(&mut self.seen, &log);
        }
        self.seen.executed(begun, end);
        self.seen.came(&came, self.watched.reason.as_deref());
        if let Some(journal) = cx.journal_mut() {
            self.seen.said(journal);
        }
        came
    }

    fn stretch(&mut self, stretch: &mut Stretch<'_>) {
        while stretch.goes_on() {
            self.random(stretch);
        }
    }

    fn example(&mut self, number: usize) -> Result<(), Rejected> {
        self.seen.clear();
        self.begun = None;
        self.trial.example(number)
    }

    fn counts(&mut self, origin: &Origin, choices: Option<&Choices>) {
        self.observer.case(&mut self.seen, origin, choices);
    }

    fn show(&self, part: &mut dyn FnMut(&str, &dyn Debug)) {
        self.trial.show(part);
    }

    fn forms(&self) -> Forms {
        self.trial.forms()
    }
}
