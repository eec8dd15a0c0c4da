//! Cases in which the process dies or hangs: found from the record that it left, run again in children, shrunk there.

use std::fmt::Debug;
use std::sync::atomic::AtomicU64;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use openpbtstats::{Cause, Death};

use super::{Session, Verdict};
use crate::core::choice::Made;
use crate::core::choices::Choices;
use crate::core::cx::Cx;
use crate::core::generator::Rejected;
use crate::run::check::{
    self, Case, Checked, Finding, FoundFailure, Origin, PropertyTrial, Running, Stretch, Tally, Trial,
};
use crate::run::check::{explain_all, joined, recorded, shrink_all, taken_apart};
use crate::run::child::{self, ChildEnd, Job};
use crate::run::debug_text::shortened;
use crate::run::panics::TIMEOUT;
use crate::run::record::{self, RecordedCase};

/// A process takes milliseconds to start: shrinking by processes is given fewer runs.
const EXECUTIONS: u64 = 400;
/// One that hangs takes until its timeout.
const HANGS: u64 = 60;
/// How long a case may take in which the last run was stopped, if it has no timeout: it may hang again.
const PATIENCE: Duration = Duration::from_secs(10);

impl Session<'_> {
    /// Looks after the cases in which the last run died. The report, if one of them still dies.
    pub(super) fn died(&mut self, tested: &mut PropertyTrial<'_>) -> Option<String> {
        for given in self.identity.name.map(record::dead).unwrap_or_default() {
            match self.in_child_patiently(&given) {
                Some((seen @ (ChildEnd::Died(_) | ChildEnd::Hung(_)), running)) => {
                    return Some(self.death(tested, &given, &running, child::came(seen)));
                }
                Some((ChildEnd::Said(said), _)) if said == "passed" || said == "discarded" => {
                    let case = shown(&given);
                    self.remarks.push(format!("the last run stopped during {case}, but that case passes on its own"));
                }
                // It fails as others do.
                Some((ChildEnd::Said(_), _)) => self.revived.push(given),
                None => self
                    .remarks
                    .push("the last run stopped during a case; no process could be started to run it again".to_owned()),
            }
        }
        None
    }

    /// Whether the property is run in a child.
    pub(super) fn is_supervised(&self) -> bool {
        self.settings.fork && self.job.is_none() && self.identity.test.is_some() && self.identity.name.is_some()
    }

    /// Runs the whole property in a child, and returns how it ended; `None` if there can be no child.
    pub(super) fn supervised(&mut self, trial: &mut PropertyTrial<'_>) -> Option<Option<Verdict>> {
        if let Some(text) = self.died(trial) {
            return Some(Some(Verdict::Fails(text)));
        }
        let joint = self.observer.as_ref().map(|observer| observer.joint());
        let Some((seen, running)) = self.in_child(&Job::Whole(joint)) else {
            self.remarks.push("no child process could be started, so the property runs in this one".to_owned());
            return None;
        };
        let came = match seen {
            ChildEnd::Said(said) => {
                let (verdict, rest) = said.split_once('\n').unwrap_or((&said, ""));
                match verdict {
                    "passes" => {}
                    "untested" => return Some(Some(Verdict::Untested(rest.to_owned()))),
                    _ => return Some(Some(Verdict::Fails(rest.to_owned()))),
                }
                for remark in rest.lines() {
                    self.remarks.push(remark.to_owned());
                }
                return Some(None);
            }
            seen => child::came(seen),
        };
        // With several threads, one of several cases. Each once more on its own, also to know what it draws.
        let mut culprit = None;
        for given in &running {
            match self.in_child(&Job::One(given.clone())) {
                Some((seen @ (ChildEnd::Died(_) | ChildEnd::Hung(_)), running)) => {
                    culprit = Some((given.clone(), running, child::came(seen)));
                    break;
                }
                Some((ChildEnd::Said(_), _)) | None => {}
            }
        }
        let text = match culprit {
            Some((given, running, came)) => self.death(trial, &given, &running, came),
            None => {
                let where_ = match running.first() {
                    Some(given) => format!("during {}, which passes on its own", shown(given)),
                    None => "between cases".to_owned(),
                };
                let text = format!("{} ended its process {where_}: {}", self.subject(), message(&came));
                self.failed(Cause::Died { death: death_of(&came), message: text.clone() }, &text);
                text
            }
        };
        Some(Some(Verdict::Fails(text)))
    }

    /// Runs one case in a child, and returns how it ended; `None` if it can run in this process.
    pub(super) fn replayed_in_child(
        &mut self,
        trial: &mut PropertyTrial<'_>,
        choices: &str,
    ) -> Option<Option<Verdict>> {
        let given = RecordedCase::Choices(choices.to_owned());
        match self.in_child(&Job::One(given.clone())) {
            Some((seen @ (ChildEnd::Died(_) | ChildEnd::Hung(_)), running)) => {
                Some(Some(Verdict::Fails(self.death(trial, &given, &running, child::came(seen)))))
            }
            Some((ChildEnd::Said(_), _)) => None,
            None => {
                self.remarks.push("no child process could be started, so the case runs in this one".to_owned());
                None
            }
        }
    }

    fn subject(&self) -> String {
        format!("property `{}`", self.identity.shown)
    }

    fn in_child(&self, job: &Job) -> Option<(ChildEnd, Vec<RecordedCase>)> {
        self.in_child_for(job, self.settings.timeout)
    }

    /// Runs a case that ended a run before, and may hang now.
    fn in_child_patiently(&self, given: &RecordedCase) -> Option<(ChildEnd, Vec<RecordedCase>)> {
        self.in_child_for(&Job::One(given.clone()), Some(self.settings.timeout.unwrap_or(PATIENCE)))
    }

    fn in_child_for(&self, job: &Job, timeout: Option<Duration>) -> Option<(ChildEnd, Vec<RecordedCase>)> {
        let (name, test) = (self.identity.name?, self.identity.test?);
        child::run(name, test, job, timeout).ok()
    }

    /// Shrinks a case that ends the process, and reports it. `running` is what the child said before it ended.
    fn death(
        &mut self,
        tested: &mut PropertyTrial<'_>,
        given: &RecordedCase,
        running: &[RecordedCase],
        came: Case,
    ) -> String {
        // To make the value here would end this process as well.
        let is_made = running.iter().any(|told| matches!(told, RecordedCase::Choices(_) | RecordedCase::Long));
        let finding = if is_made {
            self.shrunk_death(tested, given, whole(running), Origin::of(given), came.clone())
        } else {
            None
        };
        let text = finding.and_then(|finding| self.text(tested, &Checked::of(finding)));
        text.unwrap_or_else(|| {
            let when = if is_made { "in" } else { "while making the value of" };
            let text = format!("{} failed {when} {}: {}", self.subject(), shown(given), message(&came));
            self.failed(Cause::Died { death: death_of(&came), message: text.clone() }, &text);
            text
        })
    }

    /// A failure that was kept and ended the process then: whether it still does.
    pub(super) fn died_again(
        &mut self,
        tested: &mut PropertyTrial<'_>,
        file: &str,
        choices: &Choices,
    ) -> Option<Finding> {
        let given = RecordedCase::Choices(choices.to_string());
        let (seen, running) = self.in_child_patiently(&given)?;
        match child::came(seen) {
            came @ Case::Failed(_) => {
                self.shrunk_death(tested, &given, whole(&running), Origin::Kept(file.to_owned()), came)
            }
            Case::Passed | Case::Discarded => None,
        }
    }

    fn shrunk_death(
        &self,
        tested: &mut PropertyTrial<'_>,
        given: &RecordedCase,
        whole: Option<Choices>,
        origin: Origin,
        came: Case,
    ) -> Option<Finding> {
        let Case::Failed(panic) = came else { return None };
        // The value may be what ends a process when it is dropped.
        tested.leak_values(true);
        let (choices, drawn) = match (whole, given) {
            (Some(whole), _) => taken_apart(tested, &whole),
            (None, RecordedCase::Random { seed, case }) => (recorded(tested, *seed, *case, false), Vec::new()),
            (None, RecordedCase::Choices(text)) => taken_apart(tested, &text.parse().ok()?),
            (None, RecordedCase::Long) => return None,
        };
        let hangs = panic.place.as_deref() == Some(TIMEOUT);
        let met = FoundFailure { origin, panic, choices: Some(choices), body_draws: false, before: Tally::default() };
        if let Some(observer) = &self.observer {
            observer.died(tested, &met);
        }
        let most = match (hangs, self.settings.timeout) {
            (false, _) => EXECUTIONS,
            (true, Some(_)) => HANGS,
            // Nobody said how long is too long: each attempt could take forever.
            (true, None) => 0,
        };
        let mut rules = self.rules.clone();
        rules.explains = !hangs;
        rules.budget.executions = rules.budget.executions.min(most);
        let told = LastChoices(Mutex::new(String::new()));
        let run = |choices: &str| Some(self.in_child_patiently(&RecordedCase::Choices(choices.to_owned()))?.0);
        let mut in_child = InChild { trial: tested, told: &told, drawn: &drawn, run: &run };
        let (findings, _) = shrink_all(&mut in_child, &rules, &told, vec![met]);
        let mut finding = findings.into_iter().next()?;
        explain_all(&mut in_child, &rules, &told, std::slice::from_mut(&mut finding));
        finding.choices = joined(&finding.choices, &drawn);
        finding.met.body_draws = !drawn.is_empty();
        // One that ended the process may only panic now.
        let died = finding.panic.place.clone().filter(|place| finding.panic.message.ends_with(place.as_str()));
        Some(Finding { died, ..finding })
    }
}

/// The choices that a child was told to have made when it died: those of the generator and those of the property.
fn whole(running: &[RecordedCase]) -> Option<Choices> {
    for given in running {
        if let RecordedCase::Choices(text) = given {
            if let Ok(choices) = text.parse() {
                return Some(choices);
            }
        }
    }
    None
}

/// A case, for people.
fn shown(given: &RecordedCase) -> String {
    match given {
        RecordedCase::Random { seed, case } => format!("case {} (seed {seed})", case + 1),
        RecordedCase::Choices(choices) => format!("the case with the choices {}", shortened(choices, 80)),
        RecordedCase::Long => "a case with too many choices to record".to_owned(),
    }
}

fn message(came: &Case) -> String {
    match came {
        Case::Failed(panic) => panic.message.clone(),
        Case::Passed | Case::Discarded => String::new(),
    }
}

/// How a process ended.
fn death_of(came: &Case) -> Death {
    match came {
        Case::Failed(panic) => check::death(panic.place.as_deref().unwrap_or_default()),
        Case::Passed | Case::Discarded => check::death(""),
    }
}

impl Origin {
    fn of(given: &RecordedCase) -> Origin {
        match given {
            RecordedCase::Random { seed, case } => Origin::Random { seed: *seed, case: *case },
            RecordedCase::Choices(_) | RecordedCase::Long => Origin::Chosen,
        }
    }
}

/// Makes values here, and runs the property on them in children.
struct InChild<'s> {
    trial: &'s mut dyn Trial,
    told: &'s LastChoices,
    /// What the property draws, which stays as it is: nobody knows what else it could be.
    drawn: &'s [Made],
    run: &'s dyn Fn(&str) -> Option<ChildEnd>,
}

/// The choices that the property is about to be run on.
struct LastChoices(Mutex<String>);

impl Running for LastChoices {
    fn counter(&self, _: u64, _: usize) -> Option<&AtomicU64> {
        None
    }

    fn choices(&self, choices: &dyn Fn() -> String) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = choices();
    }

    fn nothing(&self) {}
}

impl Trial for InChild<'_> {
    fn make(&mut self, cx: &mut Cx<'_>) -> Result<(), Rejected> {
        self.trial.make(cx)
    }

    fn test(&mut self, _: &mut Cx<'_>) -> Case {
        let choices = self.told.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let choices = choices.parse().map_or(choices, |choices| joined(&choices, self.drawn).to_string());
        // Where no more processes can be had, nothing more is found.
        (self.run)(&choices).map_or(Case::Discarded, child::came)
    }

    /// Random cases are run by the child that runs them all.
    fn stretch(&mut self, stretch: &mut Stretch<'_>) {
        stretch.next = stretch.end;
    }

    fn show(&self, part: &mut dyn FnMut(&str, &dyn Debug)) {
        self.trial.show(part);
    }
}
