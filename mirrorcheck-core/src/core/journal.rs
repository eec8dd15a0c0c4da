//! What a case says about itself: labels, events, what it should cover, how good it is, and notes.
//!
//! A journal holds what the case that is running has said. When the case counts, it goes into the totals; what a
//! discarded case said is forgotten. Names are kept once, so that a run of any length needs no more memory than its
//! names.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use crate::core::direct::with_cx;
pub use openpbtstats::Cover;

/// How many names, and how many texts of one event, are counted separately. Later ones count as `others`.
const MAX_NAMES: usize = 2_000;
const OTHERS: &str = "others";

/// Labels this case; the report counts the cases of each label.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::Checker;
///
/// let report = Checker::new(0..=9).examine(|n| {
///     label(if n < 5 { "small" } else { "large" });
/// });
/// assert_eq!(report.labels["small"] + report.labels["large"], report.passed);
/// ```
///
/// # Panics
/// Panics outside a property or a generator in direct style, as do [`classify`], [`event`] and the others like it.
#[track_caller]
pub fn label(label: impl AsRef<str>) {
    crate::core::direct::label_as("label", label.as_ref());
}

/// Labels this case if `condition` holds. If it never holds, the report says so, as a reason for doubt.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::Checker;
///
/// let report = Checker::new(0..=9).examine(|n| classify(n == 10, "ten"));
/// assert_eq!(report.labels["ten"], 0);
/// assert!(report.doubts[0].to_string().contains("\"ten\" never happened"));
/// ```
#[track_caller]
pub fn classify(condition: bool, label: impl AsRef<str>) {
    with_cx("classify", |cx| cx.say(StatKind::Class, label.as_ref(), Said::Holds(condition)));
}

/// Records a fact about this case: a number, a text or a flag under a name.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::Checker;
///
/// let report = Checker::new(any::<Vec<u8>>()).examine(|list| event("length", list.len()));
/// let length = &report.events["length"];
/// assert!(length.least == 0.0 && length.greatest > 10.0);
/// ```
#[track_caller]
pub fn event(name: impl AsRef<str>, payload: impl Into<Payload>) {
    with_cx("event", |cx| cx.say(StatKind::Event, name.as_ref(), Said::Event(payload.into())));
}

/// Demands that `condition` holds in at least this percentage of the cases. The decision is statistical: if the cases
/// of the run leave it open, more are run.
///
/// ```should_panic
/// use mirrorcheck::prelude::*;
///
/// forall(0..=99, |n| cover(50, "small", n < 10)); // it is 10 %
/// ```
#[track_caller]
pub fn cover(percent: impl Into<f64>, name: impl AsRef<str>, condition: bool) {
    with_cx("cover", |cx| cx.say(StatKind::Cover, name.as_ref(), Said::Wanted(percent.into(), condition)));
}

/// Scores how close this case comes to what you are looking for: strategies may pursue higher scores.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::Checker;
///
/// let report = Checker::new(0..=99).examine(|n| target(n));
/// assert!(report.events["target"].greatest > 90.0);
/// ```
#[track_caller]
pub fn target(score: impl Into<f64>) {
    with_cx("target", |cx| cx.say(StatKind::Event, TARGET, Said::Target(score.into())));
}

/// Adds a line to the report of a failing case; for all other cases the text is not even formatted.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::Checker;
///
/// let report = Checker::new(0..=99).examine(|n| {
///     note(format_args!("half of it is {}", n / 2));
///     n < 50
/// });
/// assert_eq!(report.failures[0].notes, ["half of it is 25"]);
/// ```
#[track_caller]
pub fn note(text: impl fmt::Display) {
    with_cx("note", |cx| cx.note(text));
}

/// Under which name targets are counted among the events.
pub(crate) const TARGET: &str = "target";

/// The payload of an [`event`].
///
/// ```
/// use mirrorcheck::check::Payload;
///
/// assert_eq!(Payload::from(5u8), Payload::Integer(5));
/// assert_eq!(Payload::from("five"), Payload::Text("five".to_owned()));
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Payload {
    /// A whole number.
    Integer(i128),
    /// Any other number.
    Number(f64),
    /// Yes or no.
    Flag(bool),
    /// A text: one of several categories.
    Text(String),
}

macro_rules! integers {
    ($($integer:ty)*) => { $(
        impl From<$integer> for Payload {
            #[inline]
            fn from(number: $integer) -> Payload {
                Payload::Integer(i128::try_from(number).unwrap_or(i128::MAX))
            }
        }
    )* };
}
integers!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

impl From<f64> for Payload {
    #[inline]
    fn from(number: f64) -> Payload {
        Payload::Number(number)
    }
}

impl From<f32> for Payload {
    #[inline]
    fn from(number: f32) -> Payload {
        Payload::Number(number.into())
    }
}

impl From<bool> for Payload {
    #[inline]
    fn from(flag: bool) -> Payload {
        Payload::Flag(flag)
    }
}

impl From<char> for Payload {
    #[inline]
    fn from(c: char) -> Payload {
        Payload::Text(c.to_string())
    }
}

impl From<&str> for Payload {
    #[inline]
    fn from(text: &str) -> Payload {
        Payload::Text(text.to_owned())
    }
}

impl From<String> for Payload {
    #[inline]
    fn from(text: String) -> Payload {
        Payload::Text(text)
    }
}

/// What was recorded under one name of an [`event`], over all cases that count.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::Checker;
///
/// let report = Checker::new('a'..='b').examine(|c| event("letter", c));
/// assert_eq!(report.events["letter"].texts["a"] + report.events["letter"].texts["b"], report.passed);
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Event {
    /// How often it was recorded.
    pub count: u64,
    /// The least of the numbers.
    pub least: f64,
    /// The greatest of the numbers.
    pub greatest: f64,
    /// The sum of the numbers.
    pub sum: f64,
    /// How often each text was recorded.
    pub texts: BTreeMap<String, u64>,
    numbers: u64,
}

impl Event {
    /// Returns the mean of the numbers, if there are any.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Checker;
    ///
    /// let report = Checker::new(0..=10).cases(1000).examine(|n| event("n", n));
    /// assert!((4.0..6.0).contains(&report.events["n"].mean().unwrap()));
    /// ```
    pub fn mean(&self) -> Option<f64> {
        (self.numbers > 0).then(|| self.sum / self.numbers as f64)
    }

    fn add(&mut self, payload: Payload) {
        self.count += 1;
        let number = match payload {
            Payload::Integer(number) => number as f64,
            Payload::Number(number) => number,
            Payload::Flag(flag) => return self.text(if flag { "true" } else { "false" }, 1),
            Payload::Text(text) => return self.text(&text, 1),
        };
        self.number(number, number, number, 1);
    }

    fn number(&mut self, least: f64, greatest: f64, sum: f64, count: u64) {
        if count == 0 {
            return;
        }
        self.least = if self.numbers == 0 { least } else { self.least.min(least) };
        self.greatest = if self.numbers == 0 { greatest } else { self.greatest.max(greatest) };
        self.sum += sum;
        self.numbers += count;
    }

    fn text(&mut self, text: &str, count: u64) {
        match self.texts.get_mut(text) {
            Some(so_far) => *so_far += count,
            None => {
                let name = if self.texts.len() < MAX_NAMES { text } else { OTHERS };
                *self.texts.entry(name.to_owned()).or_default() += count;
            }
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StatKind {
    Label,
    Class,
    Event,
    Cover,
}

#[derive(Debug, Clone)]
pub(crate) enum Said {
    Holds(bool),
    Wanted(f64, bool),
    Event(Payload),
    Target(f64),
}

/// What the case that is running has said so far, and the totals of those before it.
#[derive(Debug, Default)]
pub(crate) struct Journal {
    totals: Totals,
    said: Vec<(usize, Said)>,
    /// The last target of the case that ended last.
    target: Option<f64>,
    /// Whether the case that ended last said something that no case before it has said.
    was_new: bool,
    /// Where notes go, if somebody wants them.
    pub(crate) notes: Option<Vec<String>>,
}

/// What all cases that count have said.
#[derive(Debug, Clone, Default)]
pub(crate) struct Totals {
    numbers: HashMap<String, usize>,
    all: Vec<Total>,
    /// How many cases said something.
    cases: u64,
}

#[derive(Debug, Clone)]
struct Total {
    kind: StatKind,
    name: String,
    holds: u64,
    percent: f64,
    event: Event,
    /// The case that was counted last, so that one case counts once.
    last: u64,
}

impl Journal {
    /// A journal that keeps notes.
    pub(crate) fn with_notes(notes: Vec<String>) -> Journal {
        Journal { notes: Some(notes), ..Journal::default() }
    }

    pub(crate) fn say(&mut self, kind: StatKind, name: &str, said: Said) {
        let number = self.totals.number(kind, name);
        self.said.push((number, said));
    }

    /// What the case that is running has said so far.
    #[inline]
    pub(crate) fn said(&self) -> impl Iterator<Item = (StatKind, &str, &Said)> {
        self.said.iter().map(|(number, said)| {
            let total = &self.totals.all[*number];
            (total.kind, total.name.as_str(), said)
        })
    }

    #[inline]
    pub(crate) fn has_said(&self) -> bool {
        !self.said.is_empty()
    }

    /// The case counts.
    pub(crate) fn count(&mut self) {
        (self.target, self.was_new) = (None, false);
        let case = self.totals.cases + 1;
        for (number, said) in self.said.drain(..) {
            let total = &mut self.totals.all[number];
            let holds = match said {
                Said::Holds(holds) => holds,
                Said::Wanted(percent, holds) => {
                    total.percent = total.percent.max(percent);
                    holds
                }
                Said::Event(payload) => {
                    total.event.add(payload);
                    true
                }
                Said::Target(score) => {
                    self.target = Some(score);
                    total.event.add(Payload::Number(score));
                    true
                }
            };
            if holds && total.last != case {
                self.was_new |= total.holds == 0;
                total.last = case;
                total.holds += 1;
            }
        }
        self.totals.cases += 1;
    }

    /// The case does not count.
    pub(crate) fn forget(&mut self) {
        self.said.clear();
        (self.target, self.was_new) = (None, false);
    }

    pub(crate) fn last_target(&self) -> Option<f64> {
        self.target
    }

    pub(crate) fn was_new(&self) -> bool {
        self.was_new
    }

    pub(crate) fn totals(&self) -> &Totals {
        &self.totals
    }

    pub(crate) fn take_totals(&mut self) -> Totals {
        self.said.clear();
        std::mem::take(&mut self.totals)
    }

    /// Adds the totals of other cases.
    pub(crate) fn add(&mut self, other: Totals) {
        for theirs in other.all {
            let number = self.totals.number(theirs.kind, &theirs.name);
            let ours = &mut self.totals.all[number];
            ours.holds += theirs.holds;
            ours.percent = ours.percent.max(theirs.percent);
            let Event { count, least, greatest, sum, texts, numbers } = theirs.event;
            ours.event.count += count;
            ours.event.number(least, greatest, sum, numbers);
            texts.iter().for_each(|(text, count)| ours.event.text(text, *count));
        }
        self.totals.cases += other.cases;
    }
}

impl Totals {
    fn number(&mut self, kind: StatKind, name: &str) -> usize {
        if let Some(&number) = self.numbers.get(name).filter(|&&number| self.all[number].kind == kind) {
            return number;
        }
        // A name of two kinds is rare, too many names as well.
        if let Some(number) = self.find(kind, name) {
            return number;
        }
        let name = if self.all.len() < MAX_NAMES { name } else { OTHERS };
        if let Some(number) = self.find(kind, name) {
            return number;
        }
        let number = self.all.len();
        let event = Event::default();
        self.all.push(Total { kind, name: name.to_owned(), holds: 0, percent: 0.0, event, last: 0 });
        self.numbers.entry(name.to_owned()).or_insert(number);
        number
    }

    fn find(&self, kind: StatKind, name: &str) -> Option<usize> {
        self.all.iter().position(|total| total.kind == kind && total.name == name)
    }

    fn of(&self, kinds: &[StatKind]) -> impl Iterator<Item = &Total> {
        self.all.iter().filter(|total| kinds.contains(&total.kind))
    }

    pub(crate) fn labels(&self) -> BTreeMap<String, u64> {
        let mut labels = BTreeMap::new();
        for total in self.of(&[StatKind::Label, StatKind::Class]) {
            *labels.entry(total.name.clone()).or_default() += total.holds;
        }
        labels
    }

    pub(crate) fn events(&self) -> BTreeMap<String, Event> {
        let mut events = BTreeMap::new();
        for total in self.of(&[StatKind::Event]) {
            events.insert(total.name.clone(), total.event.clone());
        }
        events
    }

    /// What is demanded, after so many cases that passed.
    pub(crate) fn covers(&self, cases: u64) -> BTreeMap<String, Cover> {
        let mut covers = BTreeMap::new();
        for total in self.of(&[StatKind::Cover]) {
            covers.insert(total.name.clone(), Cover::new(total.percent, total.holds, cases));
        }
        covers
    }

    /// What [`classify`] asks about, and in how many cases it held.
    pub(crate) fn classes(&self) -> Vec<(String, u64)> {
        let mut classes = Vec::new();
        for total in self.of(&[StatKind::Class]) {
            classes.push((total.name.clone(), total.holds));
        }
        classes
    }

    pub(crate) fn demands(&self) -> bool {
        self.of(&[StatKind::Cover]).next().is_some()
    }
}
