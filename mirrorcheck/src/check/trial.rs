//! A property together with its generator: all that is compiled for each of them.

use std::fmt::Debug;
use std::sync::atomic::{AtomicU64, Ordering};

use super::Testable;
use crate::cx::{Cx, DEFAULT_SIZE};
use crate::direct;
use crate::generator::{Focus, Generator, Rejected};
use crate::interpret::FIRST_CASE;
use crate::journal::Journal;
use crate::panics::{self, Panic, Unwound};
use crate::rng::Rng;

/// A property whose types are forgotten: everything around it is compiled once.
pub(crate) trait Trial {
    /// Makes a value and keeps it.
    fn make(&mut self, cx: &mut Cx<'_>) -> Result<(), Rejected>;

    /// Runs the property on the value that was made.
    fn test(&mut self, cx: &mut Cx<'_>) -> Case;

    /// Runs random cases, one after another, until one fails or there are enough.
    fn stretch(&mut self, stretch: &mut Stretch<'_>);

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
    pub(crate) running: &'r AtomicU64,
    pub(crate) journal: Option<Box<Journal>>,
    /// Where chance had come to before the property of the last case was run.
    pub(crate) before_body: Rng,
    /// The case before `next` failed, and whether the property drew in it.
    pub(crate) failed: Option<(Panic, bool)>,
    /// Whether a generator went deeper than there is memory for.
    pub(crate) is_endless: bool,
}

impl<'r> Stretch<'r> {
    /// A stretch from this case on, without an end.
    pub(crate) fn new(seed: u64, next: u64, running: &'r AtomicU64) -> Stretch<'r> {
        Stretch {
            seed,
            next,
            end: u64::MAX,
            most_passed: u64::MAX,
            most_discarded: u64::MAX,
            passed: 0,
            discarded: 0,
            running,
            journal: None,
            before_body: Rng::new(0, 0),
            failed: None,
            is_endless: false,
        }
    }

    #[cold]
    fn failed(&mut self, panic: Panic, cx: &mut Cx<'_>) {
        self.failed = Some((panic, *cx.chance() != self.before_body));
        cx.clear();
    }

    #[cold]
    fn unwound(&mut self, unwound: Unwound, cx: &mut Cx<'_>) {
        match unwound {
            Unwound::Rejected => {
                self.discarded += 1;
                cx.clear();
            }
            Unwound::Panicked(panic) => self.failed(panic, cx),
        }
    }

    #[inline]
    fn goes_on(&self) -> bool {
        self.next < self.end
            && self.passed < self.most_passed
            && self.discarded < self.most_discarded
            && self.failed.is_none()
            && !self.is_endless
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
    Rng::new(seed, case + FIRST_CASE)
}

pub(crate) struct Typed<G: Generator, F, S> {
    pub(crate) generator: G,
    pub(crate) property: F,
    pub(crate) shown: S,
    pub(crate) value: Option<G::Value>,
}

impl<G, R, F, S> Typed<G, F, S>
where
    G: Generator,
    R: Testable,
    F: FnMut(G::Value) -> R,
    S: Fn(&G::Value, &mut dyn FnMut(&str, &dyn Debug)),
{
    pub(crate) fn new(generator: G, property: F, shown: S) -> Typed<G, F, S> {
        Typed { generator, property, shown, value: None }
    }

    /// The hot loop. Whatever unwinds leaves it; which case that was is known from `stretch`.
    fn cases(&mut self, stretch: &mut Stretch<'_>, cx: &mut Cx<'_>) {
        while stretch.goes_on() {
            let case = stretch.next;
            stretch.next += 1;
            stretch.running.store(case + 1, Ordering::Relaxed);
            cx.restart(chance_of(stretch.seed, case), size_of(case));
            let Ok(value) = self.generator.run(cx, Focus::Free) else {
                stretch.discarded += 1;
                stretch.is_endless |= cx.gave_up();
                cx.clear();
                continue;
            };
            stretch.before_body = cx.chance().clone();
            let failure = direct::lent(cx, || (self.property)(value).failure());
            match failure {
                None => {
                    stretch.passed += 1;
                    if let Some(journal) = cx.journal_mut().filter(|journal| journal.has_said()) {
                        journal.count();
                    }
                }
                Some(message) => stretch.failed(Panic { message, place: None }, cx),
            }
        }
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
        self.value = Some(self.generator.run(cx, Focus::Free)?);
        Ok(())
    }

    fn test(&mut self, cx: &mut Cx<'_>) -> Case {
        let Some(value) = self.value.take() else { return Case::Discarded };
        let property = &mut self.property;
        match panics::caught(|| direct::lent(cx, || property(value).failure())) {
            Ok(None) => Case::Passed,
            Ok(Some(message)) => Case::Failed(Panic { message, place: None }),
            Err(Unwound::Rejected) => Case::Discarded,
            Err(Unwound::Panicked(panic)) => Case::Failed(panic),
        }
    }

    fn stretch(&mut self, stretch: &mut Stretch<'_>) {
        let mut cx = Cx::random(Rng::new(0, 0), 0);
        cx.set_journal(stretch.journal.take());
        while stretch.goes_on() {
            match panics::caught(|| self.cases(stretch, &mut cx)) {
                Ok(()) => {}
                Err(unwound) => stretch.unwound(unwound, &mut cx),
            }
        }
        stretch.journal = cx.take_journal();
    }

    fn show(&self, part: &mut dyn FnMut(&str, &dyn Debug)) {
        if let Some(value) = &self.value {
            (self.shown)(value, part);
        }
    }
}
