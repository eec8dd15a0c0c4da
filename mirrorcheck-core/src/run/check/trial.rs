//! A property together with its generator: all that is compiled for each of them.

use std::cell::Cell;
use std::fmt::Debug;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use super::Testable;
use super::engine::Origin;
use crate::core::choices::Choices;
use crate::core::cx::{Cx, DEFAULT_SIZE};
use crate::core::direct;
use crate::core::generator::{Focus, Generator, Rejected};
use crate::core::interpret::FIRST_CASE;
use crate::core::journal::Journal;
use crate::run::panics::{self, Panic, Unwound};
use crate::core::rng::Rng;

/// A property whose types are forgotten: everything around it is compiled once.
pub(crate) trait Trial {
    /// Makes a value and keeps it.
    fn make(&mut self, cx: &mut Cx<'_>) -> Result<(), Rejected>;

    /// Runs the property on the value that was made.
    fn test(&mut self, cx: &mut Cx<'_>) -> Case;

    /// Runs random cases, one after another, until one fails or there are enough.
    fn stretch(&mut self, stretch: &mut Stretch<'_>);

    /// Takes an example for the value.
    fn example(&mut self, number: usize) -> Result<(), Rejected> {
        let _ = number;
        Err(Rejected)
    }

    /// The case that was run last is one of those that count: for who looks on.
    fn counts(&mut self, origin: &Origin, choices: Option<&Choices>) {
        let _ = (origin, choices);
    }

    /// Names the parts of the value that was made.
    fn show(&self, part: &mut dyn FnMut(&str, &dyn Debug));
}

/// What came of one case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Case {
    Passed,
    Discarded,
    Failed(Panic),
}

/// Random cases that follow each other.
pub(crate) struct Stretch<'r> {
    pub(crate) seed: u64,
    /// The case to run next.
    pub(crate) next: u64,
    /// Where to stop: before this case, after so many that passed, after so many that were discarded.
    pub(crate) end: u64,
    pub(crate) most_passed: u64,
    pub(crate) most_discarded: u64,
    pub(crate) passed: u64,
    pub(crate) discarded: u64,
    /// Where the case that is running is written down, in case it is the last.
    running: Option<&'r AtomicU64>,
    /// The same if nobody looks.
    unwatched: AtomicU64,
    pub(crate) journal: Option<Box<Journal>>,
    /// The case before `next` failed, and whether the property drew in it.
    pub(crate) failed: Option<(Panic, bool)>,
    /// Whether a generator went deeper than there is memory for.
    pub(crate) is_endless: bool,
}

impl<'r> Stretch<'r> {
    /// A stretch from this case on, without an end.
    pub(crate) fn new(seed: u64, next: u64, running: Option<&'r AtomicU64>) -> Stretch<'r> {
        Stretch {
            seed,
            next,
            end: u64::MAX,
            most_passed: u64::MAX,
            most_discarded: u64::MAX,
            passed: 0,
            discarded: 0,
            running,
            unwatched: AtomicU64::new(0),
            journal: None,
            failed: None,
            is_endless: false,
        }
    }

    fn running(&self) -> &AtomicU64 {
        self.running.unwrap_or(&self.unwatched)
    }

    /// Whether there is another case to run.
    pub(crate) fn goes_on(&self) -> bool {
        self.cases().is_some()
    }

    /// Writes down that the next case is running.
    pub(crate) fn announce(&self) {
        self.running().store(self.next + 1, Ordering::Relaxed);
    }

    /// What came of the case that was announced.
    pub(crate) fn ran(&mut self, came: Case, body_draws: bool) {
        self.next += 1;
        if let Some(journal) = &mut self.journal {
            if came == Case::Passed { journal.count() } else { journal.forget() }
        }
        match came {
            Case::Passed => self.passed += 1,
            Case::Discarded => self.discarded += 1,
            Case::Failed(panic) => self.failed = Some((panic, body_draws)),
        }
    }

    /// The cases that may be run without looking whether to go on: none of them fails or is discarded, or it is the last.
    fn cases(&self) -> Option<Range<u64>> {
        let is_over = self.next >= self.end
            || self.passed >= self.most_passed
            || self.discarded >= self.most_discarded
            || self.failed.is_some()
            || self.is_endless;
        let end = self.end.min(self.next.saturating_add(self.most_passed.saturating_sub(self.passed)));
        (!is_over).then_some(self.next..end)
    }
}

/// The size of a case: a run goes from small to large, again and again.
#[inline]
pub(crate) fn size_of(case: u64) -> u32 {
    (case % u64::from(DEFAULT_SIZE + 1)) as u32
}

/// The source of chance of a case.
#[inline]
pub(crate) fn chance_of(seed: u64, case: u64) -> Rng {
    Rng::new(seed, case.wrapping_add(FIRST_CASE))
}

pub(crate) struct Typed<G: Generator, F, S> {
    pub(crate) generator: G,
    pub(crate) property: F,
    pub(crate) shown: S,
    pub(crate) value: Option<G::Value>,
    /// The panic of a generator that was to make a value.
    broken: Option<Panic>,
}

impl<G, R, F, S> Typed<G, F, S>
where
    G: Generator,
    R: Testable,
    F: FnMut(G::Value) -> R,
    S: Fn(&G::Value, &mut dyn FnMut(&str, &dyn Debug)),
{
    pub(crate) fn new(generator: G, property: F, shown: S) -> Typed<G, F, S> {
        Typed { generator, property, shown, value: None, broken: None }
    }

    /// Takes a value that was made elsewhere.
    pub(crate) fn put(&mut self, value: Option<G::Value>) {
        (self.value, self.broken) = (value, None);
    }

    /// The hot loop: gives whether the last case failed, and how. Whatever unwinds leaves it; which case that was is
    /// written down before each.
    fn cases(
        &mut self,
        cases: Range<u64>,
        stretch: &Stretch<'_>,
        before_body: &Cell<Rng>,
        cx: &mut Cx<'_>,
    ) -> Option<Case> {
        let (seed, running) = (stretch.seed, stretch.running());
        for case in cases {
            running.store(case + 1, Ordering::Relaxed);
            cx.restart(chance_of(seed, case), size_of(case));
            let Ok(value) = self.generator.run(cx, Focus::Free) else { return Some(Case::Discarded) };
            before_body.set(cx.chance().clone());
            if let Some(message) = direct::lend_to(cx, || (self.property)(value).failure()) {
                return Some(Case::Failed(Panic { message, place: None }));
            }
            if let Some(journal) = cx.journal_mut().filter(|journal| journal.has_said()) {
                journal.count();
            }
        }
        None
    }
}

impl<G, R, F, S> Trial for Typed<G, F, S>
where
    G: Generator,
    R: Testable,
    F: FnMut(G::Value) -> R,
    S: Fn(&G::Value, &mut dyn FnMut(&str, &dyn Debug)),
{
    fn make(&mut self, cx: &mut Cx<'_>) -> Result<(), Rejected> {
        (self.value, self.broken) = (None, None);
        match panics::caught(|| self.generator.run(cx, Focus::Free)) {
            Ok(made) => self.value = Some(made?),
            // A generator that panics fails the property, when that is run on what it has not made.
            Err(unwound) => self.broken = Some(unwound.panic()),
        }
        Ok(())
    }

    fn test(&mut self, cx: &mut Cx<'_>) -> Case {
        if let Some(Panic { message, place }) = self.broken.take() {
            return Case::Failed(Panic { message: format!("the generator panics: {message}"), place });
        }
        let Some(value) = self.value.take() else { return Case::Discarded };
        let property = &mut self.property;
        match panics::caught(|| direct::lend_to(cx, || property(value).failure())) {
            Ok(None) => Case::Passed,
            Ok(Some(message)) => Case::Failed(Panic { message, place: None }),
            Err(Unwound::Rejected) => Case::Discarded,
            Err(Unwound::Panicked(panic)) => Case::Failed(panic),
        }
    }

    fn stretch(&mut self, stretch: &mut Stretch<'_>) {
        let mut cx = Cx::random(Rng::new(0, 0), 0);
        cx.set_journal(stretch.journal.take());
        while let Some(cases) = stretch.cases() {
            let (first, before_body) = (cases.start, Cell::new(Rng::new(0, 0)));
            let end = match panics::caught(|| self.cases(cases, stretch, &before_body, &mut cx)) {
                Ok(end) => end,
                Err(Unwound::Rejected) => Some(Case::Discarded),
                Err(Unwound::Panicked(panic)) => Some(Case::Failed(panic)),
            };
            stretch.next = stretch.running().load(Ordering::Relaxed);
            stretch.passed += stretch.next - first - u64::from(end.is_some());
            match end {
                Some(Case::Discarded) => {
                    stretch.discarded += 1;
                    stretch.is_endless |= cx.gave_up();
                }
                Some(Case::Failed(panic)) => {
                    let body_draws = before_body.into_inner() != *cx.chance();
                    stretch.failed = Some((panic, body_draws));
                }
                Some(Case::Passed) | None => continue,
            }
            cx.clear();
        }
        stretch.journal = cx.take_journal();
    }

    fn show(&self, part: &mut dyn FnMut(&str, &dyn Debug)) {
        if let Some(value) = &self.value {
            (self.shown)(value, part);
        }
    }
}
