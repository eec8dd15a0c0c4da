//! Cases in which the process dies or hangs: found from the record that it left, run again in children, shrunk there.

use std::fmt::Debug;
use std::io;
use std::rc::Rc;
use std::sync::atomic::AtomicU64;
use std::sync::{Mutex, PoisonError};

use openpbtstats::{Cause, Death};

use super::keeper::Keeper;
use super::{Session, Verdict};
use crate::core::choice::Made;
use crate::core::choices::Choices;
use crate::core::cx::Cx;
use crate::core::generator::Rejected;
use crate::core::panics::{Panic, TIMEOUT};
use crate::run::check::{
    self, Case, Checked, Finding, Forms, FoundFailure, Origin, PropertyTrial, Running, StoppedBy, Stretch, Tally, Trial,
};
use crate::run::check::{explain_all, joined, recorded, shrink_all, taken_apart};
use crate::run::child::{self, ChildEnd, Job, LIMITS_MEMORY, Limits, Ran};
use crate::run::debug_text::{shortened, visible};
use crate::run::record::{self, RecordedCase};

/// A process takes milliseconds to start: shrinking by processes is given fewer runs.
const EXECUTIONS: u64 = 400;
/// One that hangs takes until its timeout.
const HANGS: u64 = 60;
/// How much of a message fits where there is no report.
const MAX_MESSAGE: usize = 400;

impl Session<'_> {
    /// Looks into the cases in which earlier runs ended. The report, if one of them still does.
    ///
    /// Each stays in its record until it is saved or passes: whatever happens to this run, the next one finds it.
    pub(super) fn died(&mut self, tested: &mut PropertyTrial<'_>) -> Option<String> {
        let mut claim = record::claim(self.owner()?);
        let dead = std::mem::take(&mut claim.dead);
        if claim.is_taken {
            self.remarks.push("an earlier run stopped during a case; another run is looking into it now".to_owned());
        }
        if claim.is_unfinished {
            self.remarks.push(
                "a child process of another run is still in a case; if that run is over, the next one looks into that case"
                    .to_owned(),
            );
        }
        // Held until the end of this run.
        self.claim = Some(claim);
        for dead in dead {
            let (mut is_settled, mut is_revived) = (true, false);
            for given in &dead.cases {
                if *given == RecordedCase::Long {
                    self.innocent
                        .push(format!("an earlier run stopped during {}, so it cannot run again", given.shown()));
                    continue;
                }
                match self.in_child_patiently(given) {
                    Ok(Ran { end: end @ (ChildEnd::Died(_) | ChildEnd::Hung(_)), running, .. }) => {
                        let came = self.came(end);
                        let (text, is_saved) = self.death(tested, given, &running, came);
                        if is_saved && !is_revived {
                            self.settled.push(dead);
                        }
                        return Some(text);
                    }
                    Ok(Ran { end: ChildEnd::Said(said), .. }) if said == "passed" || said == "discarded" => {
                        let case = given.shown();
                        let after = match dead.ran_for.as_secs_f64() {
                            seconds if seconds < 1.0 => String::new(),
                            seconds => format!(", which had run for {seconds:.0} s"),
                        };
                        self.innocent.push(format!(
                            "an earlier run stopped during {case}{after}, but that case passes on its own"
                        ));
                    }
                    // It fails as others do.
                    Ok(_) => {
                        is_revived = true;
                        self.revived.push(given.clone());
                    }
                    Err(error) => {
                        is_settled = false;
                        self.remarks.push(format!(
                            "an earlier run stopped during {}; no process could be started to run it again ({error})",
                            given.shown()
                        ));
                    }
                }
            }
            match (is_settled, is_revived) {
                (true, true) => self.reviving.push(dead),
                (true, false) => self.settled.push(dead),
                (false, _) => {}
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
        if self.settings.memory.is_some() && !LIMITS_MEMORY {
            self.remarks.push("`memory` has no effect: this system cannot limit the memory of a process".to_owned());
        }
        let observed = self.observer.as_ref().map(|observer| observer.joint());
        let job = Job::Whole { observed, revived: self.revived.clone() };
        let Ran { end, running, dead, remarks, has_settled } = match self.in_child_for(&job, self.limits()) {
            Ok(ran) => ran,
            Err(error) => {
                self.remarks.push(self.not_in_child("the property runs in this one", &error));
                return None;
            }
        };
        self.remarks.extend(remarks);
        if has_settled {
            self.settled.append(&mut self.reviving);
        }
        let came = match end {
            ChildEnd::Said(said) => {
                let (verdict, rest) = said.split_once('\n').unwrap_or((&said, ""));
                match verdict {
                    "passes" => {}
                    "untested" => return Some(Some(Verdict::Untested(rest.to_owned()))),
                    _ => return Some(Some(Verdict::Fails(rest.to_owned()))),
                }
                return Some(None);
            }
            end => self.came(end),
        };
        // With several threads, one of several cases. Each once more on its own, also to know what it draws.
        let mut culprit = None;
        for given in &running {
            let Ok(ran) = self.in_child_for(&Job::One(given.clone()), self.limits()) else { continue };
            // It may also fail as others do: then something else ended the child before it could save that.
            if let came @ Case::Failed(_) = self.came(ran.end) {
                culprit = Some((given.clone(), ran.running, came));
                break;
            }
        }
        let text = match culprit {
            Some((given, running, came)) => {
                let (text, is_saved) = self.death(trial, &given, &running, came);
                if is_saved {
                    self.settled.extend(dead);
                }
                text
            }
            None => {
                self.settled.extend(dead);
                let where_ = match running.first() {
                    Some(given @ RecordedCase::Long) => format!("during {}", given.shown()),
                    Some(given) => format!("during {}, which passes on its own", given.shown()),
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
        match self.in_child_for(&Job::One(given.clone()), self.limits()) {
            Ok(Ran { end: end @ (ChildEnd::Died(_) | ChildEnd::Hung(_)), running, .. }) => {
                let came = self.came(end);
                Some(Some(Verdict::Fails(self.death(trial, &given, &running, came).0)))
            }
            Ok(_) => None,
            Err(error) => {
                self.remarks.push(self.not_in_child("the case runs in this one", &error));
                None
            }
        }
    }

    fn not_in_child(&self, instead: &str, error: &io::Error) -> String {
        let unlimited = match (self.settings.timeout, self.settings.memory) {
            (None, None) => "",
            _ => ", without its limits",
        };
        format!("no child process could be started ({error}), so {instead}{unlimited}")
    }

    fn subject(&self) -> String {
        format!("property `{}`", self.identity.shown)
    }

    /// What a case may use.
    fn limits(&self) -> Limits {
        Limits { time: self.settings.timeout, memory: self.settings.memory, notice: Some(self.settings.hang_limit) }
    }

    /// Runs a case that ended a run before, and may hang now.
    fn in_child_patiently(&self, given: &RecordedCase) -> io::Result<Ran> {
        let limits = Limits { time: Some(self.settings.hang_limit), ..self.limits() };
        self.in_child_for(&Job::One(given.clone()), limits)
    }

    fn in_child_for(&self, job: &Job, limits: Limits) -> io::Result<Ran> {
        child::run(self.identity, job, &limits)
    }

    fn came(&self, end: ChildEnd) -> Case {
        child::came(end, self.settings.timeout.is_some())
    }

    /// Shrinks a case that ends the process, and reports it. `running` is what the child said before it ended. Also returns
    /// whether it is saved, or need not be.
    fn death(
        &mut self,
        tested: &mut PropertyTrial<'_>,
        given: &RecordedCase,
        running: &[RecordedCase],
        came: Case,
    ) -> (String, bool) {
        // To make the value here would end this process as well.
        let is_made = running.iter().any(|told| matches!(told, RecordedCase::Choices(_) | RecordedCase::Long));
        let finding = if is_made {
            let whole = whole(running);
            // What its body does not survive, a deep value may not survive in its `Debug`, either.
            tested.hide_values(whole.as_ref().and_then(|choices| self.deadly_debug(choices)));
            self.shrunk_death(tested, given, whole, Origin::of(given), came.clone())
        } else {
            None
        };
        if let Some(checked) = finding.map(Checked::of) {
            if let Some(text) = self.text(tested, &checked) {
                return (text, !self.keeps() || self.is_saved);
            }
        }
        let when = if is_made { "in" } else { "while making the value of" };
        let text = format!("{} failed {when} {}: {}", self.subject(), given.shown(), message(&came));
        self.failed(Cause::Died { death: death_of(&came), message: text.clone() }, &text);
        // There is no value to save, so the record of the case must stay.
        (text, false)
    }

    /// A failure that was kept and ended the process then: whether it still does.
    ///
    /// # Errors
    /// Returns an error if there can be no child to run it in.
    pub(super) fn died_again(
        &mut self,
        tested: &mut PropertyTrial<'_>,
        file: &str,
        choices: &Choices,
    ) -> io::Result<Option<Finding>> {
        let given = RecordedCase::Choices(choices.to_string());
        let Ran { end, running, .. } = self.in_child_patiently(&given)?;
        Ok(match self.came(end) {
            came @ Case::Failed(_) => {
                self.shrunk_death(tested, &given, whole(&running), Origin::Kept(file.to_owned()), came)
            }
            Case::Passed | Case::Discarded => None,
        })
    }

    fn shrunk_death(
        &self,
        tested: &mut PropertyTrial<'_>,
        given: &RecordedCase,
        whole: Option<Choices>,
        origin: Origin,
        came: Case,
    ) -> Option<Finding> {
        let Case::Failed(panic) = came.clone() else { return None };
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
        let keeper = Rc::clone(&self.keeper);
        let told = LastChoices { keeper: &keeper, drawn: &drawn, choices: Mutex::new(String::new()) };
        // As the engine does where it meets one itself.
        told.failed(tested, &met);
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
        let run = |choices: &str| {
            // What it would be run for is its message, which is known.
            if hangs && most == 0 {
                return Some(came.clone());
            }
            let ran = self.in_child_patiently(&RecordedCase::Choices(choices.to_owned()));
            ran.map(|ran| self.came(ran.end)).ok()
        };
        let mut in_child = InChild { trial: tested, told: &told, drawn: &drawn, run: &run };
        let (findings, _) = shrink_all(&mut in_child, &rules, &told, vec![met]);
        let mut finding = findings.into_iter().next()?;
        explain_all(&mut in_child, &rules, &told, std::slice::from_mut(&mut finding));
        finding.choices = joined(&finding.choices, &drawn);
        finding.met.body_draws = !drawn.is_empty();
        if let (Some(StoppedBy::Executions(_)), true) = (finding.stopped_by, most < self.rules.budget.executions) {
            finding.stopped_by = Some(if most == 0 { StoppedBy::NoTimeout } else { StoppedBy::Processes(most) });
        }
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

fn message(came: &Case) -> String {
    match came {
        Case::Failed(panic) => shortened(&visible(&panic.message), MAX_MESSAGE),
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
    told: &'s LastChoices<'s>,
    /// What the property draws, which stays as it is: nobody knows what else it could be.
    drawn: &'s [Made],
    run: &'s dyn Fn(&str) -> Option<Case>,
}

/// The choices that the property is about to be run on.
struct LastChoices<'s> {
    keeper: &'s Keeper,
    drawn: &'s [Made],
    choices: Mutex<String>,
}

impl Running for LastChoices<'_> {
    fn counter(&self, _: u64, _: usize) -> Option<&AtomicU64> {
        None
    }

    fn choices(&self, choices: &dyn Fn() -> String) {
        *self.choices.lock().unwrap_or_else(PoisonError::into_inner) = choices();
    }

    fn nothing(&self) {}

    // A case is saved with what it draws.
    fn failed(&self, trial: &mut dyn Trial, met: &FoundFailure) {
        let choices = met.choices.as_ref().map(|choices| joined(choices, self.drawn));
        self.keeper.failed(trial, &FoundFailure { choices, ..met.clone() });
    }

    fn improved(&self, trial: &mut dyn Trial, panic: &Panic, choices: &dyn Fn() -> Choices, is_last: bool) {
        self.keeper.improved(trial, panic, &|| joined(&choices(), self.drawn), is_last);
    }
}

impl Trial for InChild<'_> {
    fn make(&mut self, cx: &mut Cx<'_>) -> Result<(), Rejected> {
        self.trial.make(cx)
    }

    fn test(&mut self, _: &mut Cx<'_>) -> Case {
        let choices = self.told.choices.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let choices = choices.parse().map_or(choices, |choices| joined(&choices, self.drawn).to_string());
        // Where no more processes can be had, nothing more is found.
        (self.run)(&choices).unwrap_or(Case::Discarded)
    }

    /// Random cases are run by the child that runs them all.
    fn stretch(&mut self, stretch: &mut Stretch<'_>) {
        stretch.next = stretch.end;
    }

    fn show(&self, part: &mut dyn FnMut(&str, &dyn Debug)) {
        self.trial.show(part);
    }

    fn forms(&self) -> Forms {
        self.trial.forms()
    }
}
