//! A property together with its generator: [`Typed`] is all that is compiled for each of them.

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
use crate::core::interpret::{FIRST_CASE, backward};
use crate::core::journal::Journal;
use crate::core::panics::{self, Panic, Unwound};
use crate::core::rng::Rng;
use crate::core::seek::SeekText;

/// A property that can be run: as it is, or with somebody looking on.
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

    /// Says that the last case counts, for an observer.
    fn counts(&mut self, origin: &Origin, choices: Option<&Choices>) {
        let _ = (origin, choices);
    }

    /// Names the parts of the value that was made.
    fn show(&self, part: &mut dyn FnMut(&str, &dyn Debug));

    /// Returns the value in the forms in which it is saved.
    fn forms(&self) -> Forms {
        Forms::default()
    }
}

/// A generator, the body of a property and a place for a value, whatever their types. Panics pass through.
pub(crate) trait Subject {
    /// Runs the body on the value that was made; discarded, if there is none.
    fn body(&mut self) -> Case;

    /// Runs random cases, the first of which has [begun](begin), until one ends otherwise than by passing. Without
    /// `hot`, only makes a value, and keeps it. The generator is called in this one place, so that it is compiled once
    /// and inlined into the loop.
    fn cases(&mut self, cases: Range<u64>, hot: Option<&Hot<'_>>, cx: &mut Cx<'_>) -> Option<Case>;

    /// Drops the value; forgets it if it `leaks`.
    fn clear(&mut self, leaks: bool);

    /// Names the parts of the value that was made.
    fn show(&self, part: &mut dyn FnMut(&str, &dyn Debug));

    /// Takes an example for the value, and says whether there is one of that number.
    fn example(&mut self, number: usize) -> bool;

    /// Finds the choices of the value, if the generator runs backward.
    fn reflect(&self) -> Option<Result<Choices, String>>;

    /// Returns how to look for choices by experiment, if the generator only runs forward.
    fn seeks(&self) -> Option<SeekText>;

    /// Finds the choices of the value under `any` of its type.
    fn any_choices(&self) -> Option<Choices>;

    /// Takes the value that `any` of its type makes of choices.
    fn replay_any(&mut self, choices: &Choices) -> Option<Result<(), String>>;

    /// Writes the value in serde's form.
    fn write_serde(&self) -> Option<String>;

    /// Takes the value of a text in serde's form.
    fn read_serde(&mut self, text: &str) -> Option<Result<(), String>>;

    /// Writes the arguments as Rust source.
    fn sources(&self) -> Option<Vec<String>>;
}

/// A value in the forms in which it outlives a change of its generator, and as a call to paste.
#[derive(Debug, Clone, Default)]
pub(crate) struct Forms {
    pub(crate) any: Option<String>,
    pub(crate) serde: Option<String>,
    pub(crate) call: Option<Vec<String>>,
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
    /// Where the number of the running case is recorded, in case it kills the process.
    running: Option<&'r AtomicU64>,
    /// The place for that number when nobody watches.
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

/// What the loop over cases needs.
pub(crate) struct Hot<'h> {
    seed: u64,
    /// The number of the case that runs, plus one.
    running: &'h AtomicU64,
    /// Chance as it was before the body ran, to see whether the body draws.
    before_body: Cell<Rng>,
}

/// Notes that a case runs, and sets its run up.
#[inline(always)]
fn begin(case: u64, seed: u64, running: &AtomicU64, cx: &mut Cx<'_>) {
    running.store(case + 1, Ordering::Relaxed);
    cx.restart(chance_of(seed, case), size_of(case));
}

/// A property whose types are forgotten: its panics are caught, and everything here is compiled once.
///
/// A value that the property has not taken is dropped here, where a panic in its `Drop` is caught: the property may well
/// take each of its values, and then it is no failure of the property.
pub(crate) struct PropertyTrial<'s> {
    subject: &'s mut dyn Subject,
    /// Why the generator panicked instead of making a value.
    broken: Option<Panic>,
    leaks: bool,
    /// Whether a value has panicked when it was dropped. A larger one may do so twice, which ends the process: then
    /// values are forgotten, too.
    is_harmful: bool,
    /// What is shown in the place of values whose `Debug` must not be called.
    hidden: Option<String>,
}

impl<'s> PropertyTrial<'s> {
    pub(crate) fn new(subject: &'s mut dyn Subject) -> PropertyTrial<'s> {
        PropertyTrial { subject, broken: None, leaks: false, is_harmful: false, hidden: None }
    }

    /// Shows a text in the place of values from now on, because their `Debug` may end the process or never return.
    pub(crate) fn hide_values(&mut self, hidden: Option<String>) {
        self.hidden = hidden;
    }

    /// Says whether values are forgotten from now on instead of dropped. A value that ended its process may have done so
    /// in its `Drop`, which must not happen in this process, too.
    pub(crate) fn leak_values(&mut self, leaks: bool) {
        // What was made before must not be dropped, either.
        self.leaks |= leaks;
        self.clear();
        self.leaks = leaks;
    }

    fn clear(&mut self) {
        let leaks = self.must_leak();
        let subject = &mut *self.subject;
        self.is_harmful |= !quietly(&mut || subject.clear(leaks));
    }

    fn must_leak(&self) -> bool {
        self.leaks || self.is_harmful
    }

    /// Leaves the value that was made to the property itself.
    pub(crate) fn leave(mut self) {
        self.broken = None;
        std::mem::forget(self);
    }

    /// Takes the value of a saved failure, if the property can tell it from its forms.
    pub(crate) fn recall(&mut self, any: Option<&str>, serde: Option<&str>) -> Option<Result<(), String>> {
        self.broken = None;
        self.clear();
        let refused = |unwound: Unwound| Some(Err(format!("making it panics: {}", unwound.panic().message)));
        let subject = &mut *self.subject;
        let read = serde.and_then(|text| panics::caught(|| subject.read_serde(text)).unwrap_or_else(refused));
        if matches!(read, Some(Ok(()))) {
            return read;
        }
        let made = any.and_then(|text| match text.parse() {
            Ok(choices) => panics::caught(|| subject.replay_any(&choices)).unwrap_or_else(refused),
            Err(error) => Some(Err(error.to_string())),
        });
        made.or(read)
    }

    pub(crate) fn reflect(&self) -> Option<Result<Choices, String>> {
        panics::caught(|| backward::leaking(self.must_leak(), || self.subject.reflect()))
            .unwrap_or_else(|unwound| Some(Err(format!("looking for its choices panics: {}", unwound.panic().message))))
    }

    pub(crate) fn seeks(&self) -> Option<SeekText> {
        self.subject.seeks()
    }

    /// The choices of the value under `any` of its type, if that makes it.
    pub(crate) fn any_choices(&self) -> Option<Choices> {
        panics::caught(|| backward::leaking(self.must_leak(), || self.subject.any_choices())).ok().flatten()
    }
}

impl Drop for PropertyTrial<'_> {
    fn drop(&mut self) {
        self.clear();
    }
}

/// Drops what is the user's, and says whether that went well. The panic of a `Drop` ends here: whoever held the value has
/// nothing to do with it.
pub(crate) fn quietly(drop: &mut dyn FnMut()) -> bool {
    panics::caught(drop).is_ok()
}

impl Trial for PropertyTrial<'_> {
    fn make(&mut self, cx: &mut Cx<'_>) -> Result<(), Rejected> {
        self.clear();
        self.broken = None;
        match panics::caught(|| self.subject.cases(0..1, None, cx)) {
            Ok(None) => Ok(()),
            Ok(Some(_)) => Err(Rejected),
            // A generator that panics fails the property, when that is run on what it has not made.
            Err(unwound) => {
                self.broken = Some(unwound.panic());
                Ok(())
            }
        }
    }

    fn test(&mut self, cx: &mut Cx<'_>) -> Case {
        if let Some(Panic { message, place }) = self.broken.take() {
            return Case::Failed(Panic { message: format!("the generator panicked: {message}"), place });
        }
        match panics::caught(|| direct::lend_to(cx, || self.subject.body())) {
            Ok(case) => case,
            Err(Unwound::Rejected) => Case::Discarded,
            Err(Unwound::Panicked(panic)) => Case::Failed(panic),
        }
    }

    fn stretch(&mut self, stretch: &mut Stretch<'_>) {
        let mut cx = Cx::random(Rng::new(0, 0), 0);
        cx.set_journal(stretch.journal.take());
        while let Some(cases) = stretch.cases() {
            let first = cases.start;
            let hot = Hot { seed: stretch.seed, running: stretch.running(), before_body: Cell::new(Rng::new(0, 0)) };
            begin(first, hot.seed, hot.running, &mut cx);
            let end = match panics::caught(|| self.subject.cases(cases, Some(&hot), &mut cx)) {
                Ok(end) => end,
                Err(Unwound::Rejected) => Some(Case::Discarded),
                Err(Unwound::Panicked(panic)) => Some(Case::Failed(panic)),
            };
            let before_body = hot.before_body.into_inner();
            stretch.next = stretch.running().load(Ordering::Relaxed);
            stretch.passed += stretch.next - first - u64::from(end.is_some());
            match end {
                Some(Case::Discarded) => {
                    stretch.discarded += 1;
                    stretch.is_endless |= cx.gave_up();
                }
                Some(Case::Failed(panic)) => {
                    let body_draws = before_body != *cx.chance();
                    stretch.failed = Some((panic, body_draws));
                }
                Some(Case::Passed) | None => continue,
            }
            cx.clear();
        }
        stretch.journal = cx.take_journal();
    }

    fn example(&mut self, number: usize) -> Result<(), Rejected> {
        self.broken = None;
        self.clear();
        if self.subject.example(number) { Ok(()) } else { Err(Rejected) }
    }

    fn show(&self, part: &mut dyn FnMut(&str, &dyn Debug)) {
        match &self.hidden {
            None => self.subject.show(part),
            Some(hidden) => self.subject.show(&mut |name, _| part(name, &format_args!("{hidden}"))),
        }
    }

    fn forms(&self) -> Forms {
        // The user's code makes and drops values in each of them. A form that panics is missing.
        let subject = &*self.subject;
        Forms {
            any: self.any_choices().map(|choices| choices.to_string()),
            serde: panics::caught(|| subject.write_serde()).unwrap_or(None),
            call: panics::caught(|| subject.sources()).unwrap_or(None),
        }
    }
}

/// Names the parts of a value.
pub type Show<V> = fn(&V, &mut dyn FnMut(&str, &dyn Debug));

/// Values by the choices of `any` of their types, and as Rust source.
pub struct AnyForm<V> {
    /// Finds the choices.
    pub reflect: fn(&V) -> Option<Choices>,
    /// Makes the values.
    pub replay: fn(&Choices, &mut Option<V>) -> Result<(), String>,
    /// Writes the values as Rust source.
    pub source: fn(&V) -> Option<Vec<String>>,
}

/// How the choices of values are found.
pub enum Backward<G, V> {
    /// The generator runs backward: finds the choices, or says why there are none.
    Reflects(fn(&G, &V) -> Result<Choices, String>),
    /// The generator only runs forward: looks for choices by experiment.
    Seeks(SeekText),
}

/// Writes values as JSON, and reads them.
pub struct SerdeForm<V> {
    /// Writes the values.
    pub write: fn(&V) -> Option<String>,
    /// Reads the values.
    pub read: fn(&str, &mut Option<V>) -> Result<(), String>,
}

/// What is known of the values of a property beside how they are made.
pub(crate) struct Aspects<'p, G, V> {
    pub(crate) show: Show<V>,
    pub(crate) example: fn(usize) -> Option<V>,
    pub(crate) any: Option<&'p AnyForm<V>>,
    pub(crate) backward: Option<&'p Backward<G, V>>,
    pub(crate) serde: Option<&'p SerdeForm<V>>,
}

/// A property with its generator, and the value that was made last.
pub(crate) struct Typed<'p, G: Generator, F> {
    generator: G,
    property: F,
    aspects: Aspects<'p, G, G::Value>,
    pub(crate) value: Option<G::Value>,
}

impl<'p, G: Generator, F> Typed<'p, G, F> {
    pub(crate) fn new(generator: G, property: F, aspects: Aspects<'p, G, G::Value>) -> Typed<'p, G, F> {
        Typed { generator, property, aspects, value: None }
    }
}

impl<G, R, F> Subject for Typed<'_, G, F>
where
    G: Generator,
    R: Testable,
    F: FnMut(G::Value) -> R,
{
    fn body(&mut self) -> Case {
        let Some(value) = self.value.take() else { return Case::Discarded };
        match (self.property)(value).failure() {
            None => Case::Passed,
            Some(message) => Case::Failed(Panic { message, place: None }),
        }
    }

    fn cases(&mut self, cases: Range<u64>, hot: Option<&Hot<'_>>, cx: &mut Cx<'_>) -> Option<Case> {
        // Behind a reference to something with cells, these would be read again for each case.
        let hot = match hot {
            Some(&Hot { seed, running, ref before_body }) => Some((seed, running, before_body)),
            None => None,
        };
        let mut case = cases.start;
        loop {
            let Ok(value) = self.generator.run(cx, Focus::Free) else { return Some(Case::Discarded) };
            let Some((seed, running, before_body)) = hot else {
                self.value = Some(value);
                return None;
            };
            before_body.set(cx.chance().clone());
            if let Some(message) = direct::lend_to(cx, || (self.property)(value).failure()) {
                return Some(Case::Failed(Panic { message, place: None }));
            }
            if let Some(journal) = cx.journal_mut().filter(|journal| journal.has_said()) {
                journal.count();
            }
            case += 1;
            if case >= cases.end {
                return None;
            }
            begin(case, seed, running, cx);
        }
    }

    fn clear(&mut self, leaks: bool) {
        let value = self.value.take();
        if leaks {
            std::mem::forget(value);
        }
    }

    fn show(&self, part: &mut dyn FnMut(&str, &dyn Debug)) {
        if let Some(value) = &self.value {
            (self.aspects.show)(value, part);
        }
    }

    fn example(&mut self, number: usize) -> bool {
        self.value = (self.aspects.example)(number);
        self.value.is_some()
    }

    // No adapters below: every property has its own copy of these.
    fn reflect(&self) -> Option<Result<Choices, String>> {
        match (self.aspects.backward, &self.value) {
            (Some(Backward::Reflects(reflect)), Some(value)) => Some(reflect(&self.generator, value)),
            _ => None,
        }
    }

    fn seeks(&self) -> Option<SeekText> {
        match self.aspects.backward {
            Some(Backward::Seeks(seek)) => Some(*seek),
            _ => None,
        }
    }

    fn any_choices(&self) -> Option<Choices> {
        match (self.aspects.any, &self.value) {
            (Some(form), Some(value)) => (form.reflect)(value),
            _ => None,
        }
    }

    fn replay_any(&mut self, choices: &Choices) -> Option<Result<(), String>> {
        match self.aspects.any {
            Some(form) => Some((form.replay)(choices, &mut self.value)),
            None => None,
        }
    }

    fn write_serde(&self) -> Option<String> {
        match (self.aspects.serde, &self.value) {
            (Some(form), Some(value)) => (form.write)(value),
            _ => None,
        }
    }

    fn read_serde(&mut self, text: &str) -> Option<Result<(), String>> {
        match self.aspects.serde {
            Some(form) => Some((form.read)(text, &mut self.value)),
            None => None,
        }
    }

    fn sources(&self) -> Option<Vec<String>> {
        match (self.aspects.any, &self.value) {
            (Some(form), Some(value)) => (form.source)(value),
            _ => None,
        }
    }
}
