//! The engine: runs cases, finds failures, shrinks them. Knows a property only as a [`Trial`]; gives back data.

mod engine;
mod facts;
mod finding;
mod found;
mod identity;
mod layout;
mod parallel;
mod progress;
mod report;
mod testable;
mod trial;

use std::collections::BTreeMap;

pub use openpbtstats::Doubt;
use openpbtstats::Facts;

use crate::core::cx::Cx;
use crate::core::journal::{Cover, Event};
pub use engine::{CaseOutcome, Status, Test};
pub(crate) use engine::{FoundFailure, Origin, Rules, Running, Tally, Unwatched, recorded};
pub(crate) use facts::{Expectations, death, shrinking};
pub(crate) use finding::{
    Finding, StoppedBy, explain_all, joined, parts, refused, remade, replayed, shrink_all, taken_apart,
};
pub(crate) use found::Found;
pub(crate) use identity::{Identity, SourcePlace, call, paste};
pub(crate) use layout::{DrawForm, Layout, named, others, short};
pub(crate) use parallel::Workers;
pub(crate) use report::{FailureReport, MAX_OTHERS, MAX_WIDTH, ShownPart, Story, Style, summary};
pub use testable::Testable;
pub use trial::{AnyForm, Backward, SerdeForm, Show};
pub(crate) use trial::{
    Aspects, Case, Forms, PropertyTrial, Stretch, Subject, Trial, Typed, chance_of, quietly, size_of,
};

/// What came of a property whose types are forgotten.
pub(crate) struct Checked {
    pub(crate) seed: u64,
    pub(crate) tally: Tally,
    pub(crate) findings: Vec<Finding>,
    pub(crate) unmade: Vec<FoundFailure>,
    pub(crate) labels: BTreeMap<String, u64>,
    pub(crate) events: BTreeMap<String, Event>,
    pub(crate) covers: BTreeMap<String, Cover>,
    /// Demands that were not met.
    pub(crate) uncovered: Vec<(String, Cover)>,
    pub(crate) proved: Option<u64>,
    pub(crate) doubts: Vec<Doubt>,
    /// What the outcome is decided by, but for what is above.
    pub(crate) facts: Facts,
    /// Whether the generator makes nothing, and whether it comes to no end.
    pub(crate) is_empty: bool,
    pub(crate) is_endless: bool,
}

impl Checked {
    /// A failure that was found elsewhere.
    pub(crate) fn of(finding: Finding) -> Checked {
        Checked {
            seed: 0,
            tally: Tally { failed: 1, ..Tally::default() },
            findings: vec![finding],
            unmade: Vec::new(),
            labels: BTreeMap::new(),
            events: BTreeMap::new(),
            covers: BTreeMap::new(),
            uncovered: Vec::new(),
            proved: None,
            doubts: Vec::new(),
            facts: Facts { tally: Tally { failed: 1, ..Tally::default() }.into(), ..Facts::default() },
            is_empty: false,
            is_endless: false,
        }
    }

    /// Whether there is a case in which the property fails.
    pub(crate) fn has_failed(&self) -> bool {
        !self.findings.is_empty() || !self.unmade.is_empty()
    }

    /// Whether there is something to report.
    pub(crate) fn fails(&self) -> bool {
        self.has_failed() || !self.uncovered.is_empty() || self.is_nothing()
    }

    /// Whether there were cases and none could be tested.
    fn is_nothing(&self) -> bool {
        self.tally.passed == 0 && self.tally.failed == 0 && self.tally.discarded + self.tally.sought > 0
    }
}

/// Shrinks what was met.
pub(crate) fn finish(mut test: Test<'_>, rules: &Rules) -> Checked {
    let met = std::mem::take(&mut test.met);
    let uncovered = if met.is_empty() { test.uncovered() } else { Vec::new() };
    let proved = test.proved.filter(|_| met.is_empty());
    let (tally, is_endless) = (test.tally, test.is_endless);
    let totals = test.journal.take().map(|mut journal| journal.take_totals()).unwrap_or_default();
    let Test { trial, running, .. } = test;
    let facts = facts::facts(trial, rules, tally, proved, &totals, !met.is_empty());
    let doubts = if met.is_empty() { facts.judge().doubts } else { Vec::new() };
    let is_empty = tally.passed + tally.failed == 0 && !is_endless && makes_nothing(trial, rules.seed);
    let (mut findings, unmade) = shrink_all(trial, rules, running, met);
    finding::sort(&mut findings);
    explain_all(trial, rules, running, &mut findings);
    let covers = totals.covers(tally.passed);
    let (labels, events) = (totals.labels(), totals.events());
    let seed = rules.seed;
    Checked {
        seed,
        tally,
        findings,
        unmade,
        labels,
        events,
        covers,
        uncovered,
        proved,
        doubts,
        facts,
        is_empty,
        is_endless,
    }
}

/// Whether the generator makes nothing in some attempts.
fn makes_nothing(trial: &mut dyn Trial, seed: u64) -> bool {
    for case in 0..20 {
        if trial.make(&mut Cx::random(chance_of(seed, 5 * case), size_of(5 * case))).is_ok() {
            return false;
        }
    }
    true
}
