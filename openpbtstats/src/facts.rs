//! The facts of a run, and the rules that make a verdict and doubts of them.

use crate::{Cause, Cover, Doubt, Outcome, Tally, Untested, Verdict};

/// What is known about a run that has ended, from whoever knows it: the framework that ran it, or a reader of its lines.
///
/// [`judge`](Facts::judge) has the only rules there are for verdicts and doubts.
///
/// ```
/// use openpbtstats::{Facts, Kind, Sample, Tally};
///
/// let mut facts = Facts { tally: Tally { passed: 300, ..Tally::default() }, ..Facts::default() };
/// assert_eq!(facts.judge().kind(), Kind::Passed);
/// facts.sample = Some(Sample { distinct: 2, among: 100, ..Sample::default() });
/// assert_eq!(facts.judge().kind(), Kind::Doubtful);
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Facts {
    /// How many cases there were.
    pub tally: Tally,
    /// The seed of the run, if it has one.
    pub seed: Option<u64>,
    /// How many cases should have passed, if there is a limit.
    pub wanted: Option<u64>,
    /// How many values there are, if all of them were tried.
    pub proved: Option<u64>,
    /// What failed: counterexamples, deaths and errors. Readers put cases that failed here.
    pub failures: Vec<Cause>,
    /// Why nothing was tested, if nothing was.
    pub untested: Untested,
    /// Whether the test is expected to panic.
    pub expects_panic: bool,
    /// What its panic should say, if it panicked and says something else.
    pub missing_text: Option<String>,
    /// Whether only chosen cases ran, which tell nothing about how well others are tested.
    pub is_partial: bool,
    /// Whether the user wants doubts to fail the test.
    pub doubts_fail: bool,
    /// A look at the first hundred values, if there were so many.
    pub sample: Option<Sample>,
    /// What the property asked about, and in how many cases it happened.
    pub classes: Vec<(String, u64)>,
    /// What should be covered, and how much of it is.
    pub covers: Vec<(String, Cover)>,
    /// Saved failures that were not run: each a [`Doubt::Stale`] or a [`Doubt::Unreadable`]. They are doubts even if the run
    /// failed: whoever mends what failed should know that there was more.
    pub unrun: Vec<Doubt>,
    /// What the framework warns about: title and text.
    pub warnings: Vec<(String, String)>,
}

/// A look at the first values of a run: [`Sample::CASES`] of them, as the generator makes them.
///
/// ```
/// use openpbtstats::Sample;
///
/// // Ten different values are enough, so whoever has seen as many need not look further.
/// let sample = Sample { distinct: Sample::ENOUGH, among: 17, ..Sample::default() };
/// assert!(!sample.is_poor());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sample {
    /// How many of the values are different.
    pub distinct: usize,
    /// How many values were looked at.
    pub among: usize,
    /// Whether there are no other values.
    pub are_all: bool,
    /// How many choices the largest of them has, where that is known.
    pub choices: usize,
}

impl Sample {
    /// How many cases to look at.
    pub const CASES: usize = 100;
    /// As many different values are enough.
    pub const ENOUGH: usize = 10;
    /// Among fewer values, too few different ones say nothing.
    const LEAST: usize = 50;
    /// A value with more choices than this is huge.
    pub const HUGE: usize = 100_000;

    /// Returns whether there are too few different values.
    ///
    /// ```
    /// use openpbtstats::Sample;
    ///
    /// assert!(Sample { distinct: 2, among: 100, ..Sample::default() }.is_poor());
    /// assert!(!Sample { distinct: 2, among: 100, are_all: true, ..Sample::default() }.is_poor());
    /// ```
    pub fn is_poor(&self) -> bool {
        self.distinct < Sample::ENOUGH && self.among >= Sample::LEAST && !self.are_all
    }
}

/// Fewer discarded cases are no reason for doubt.
const FEW_DISCARDS: u64 = 10;

impl Facts {
    /// Decides what came of the run.
    ///
    /// ```
    /// use openpbtstats::{Facts, Kind, Tally};
    ///
    /// let facts = Facts { tally: Tally { discarded: 300, ..Tally::default() }, ..Facts::default() };
    /// let outcome = facts.judge();
    /// assert_eq!(outcome.kind(), Kind::Failed);
    /// assert_eq!(outcome.sentence(None), "tested nothing, because all 300 cases were discarded");
    /// ```
    pub fn judge(&self) -> Outcome {
        let mut causes = self.failures.clone();
        if causes.is_empty() {
            causes = self.unmet();
        }
        let mut doubts = self.unrun.clone();
        if causes.is_empty() {
            doubts.extend(self.doubts());
        }
        if causes.is_empty() && self.doubts_fail && doubts.iter().any(Doubt::is_serious) {
            causes.push(Cause::Doubts);
        }
        let has_panicked = self.failures.iter().any(|cause| !matches!(cause, Cause::Error { .. }));
        let verdict = match (self.expects_panic, has_panicked) {
            (true, true) => match &self.missing_text {
                None => Verdict::PanickedAsExpected,
                Some(expected) => {
                    causes.insert(0, Cause::OtherPanic { expected: expected.clone() });
                    Verdict::Failed { causes }
                }
            },
            (true, false) if self.failures.is_empty() => {
                causes.insert(0, Cause::DidNotPanic);
                Verdict::Failed { causes }
            }
            _ if !causes.is_empty() => Verdict::Failed { causes },
            _ => self.proved.map_or(Verdict::Passed, |values| Verdict::Proved { values }),
        };
        let Facts { tally, seed, wanted, .. } = *self;
        Outcome { verdict, doubts, tally, seed, wanted }
    }

    /// Demands that a run did not meet although no case failed.
    fn unmet(&self) -> Vec<Cause> {
        let mut unmet = Vec::new();
        let Tally { passed, failed, discarded, sought } = self.tally;
        if passed == 0 && failed == 0 && discarded + sought > 0 {
            unmet.push(Cause::NothingTested { discarded: discarded + sought, why: self.untested });
        }
        for (name, cover) in &self.covers {
            if cover.is_enough() == Some(false) {
                unmet.push(Cause::NotCovered { name: name.clone(), cover: *cover });
            }
        }
        unmet
    }

    /// Reasons to doubt a run in which no case failed.
    fn doubts(&self) -> Vec<Doubt> {
        let mut doubts = Vec::new();
        let Tally { passed, discarded, .. } = self.tally;
        if self.is_partial {
            return doubts;
        }
        if passed == 0 && discarded == 0 {
            doubts.push(Doubt::Nothing);
        }
        if discarded > passed && discarded >= FEW_DISCARDS {
            doubts.push(Doubt::ManyDiscards { passed, discarded, wanted: self.wanted.unwrap_or(u64::MAX) });
        }
        if let Some(sample) = self.sample.filter(|_| self.proved.is_none()) {
            if sample.is_poor() {
                doubts.push(Doubt::FewDistinct { distinct: sample.distinct, among: sample.among });
            }
            if sample.choices > Sample::HUGE {
                doubts.push(Doubt::Huge { choices: sample.choices });
            }
        }
        for (label, _) in self.classes.iter().filter(|(_, held)| *held == 0) {
            doubts.push(Doubt::Never { label: label.clone() });
        }
        for (name, cover) in self.covers.iter().filter(|(_, cover)| cover.is_enough().is_none()) {
            doubts.push(Doubt::Undecided { name: name.clone(), cover: *cover });
        }
        for (title, text) in &self.warnings {
            doubts.push(Doubt::Warning { title: title.clone(), text: text.clone() });
        }
        doubts
    }
}
