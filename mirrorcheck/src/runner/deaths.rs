//! Cases in which the process dies or hangs: found from the record that it left, run again in children, shrunk there.

use std::fmt::Debug;
use std::sync::atomic::AtomicU64;
use std::sync::{Mutex, PoisonError};

use super::{Make, Session, Tested};
use crate::check::{Case, Checked, Finding, Met, Origin, Running, Stretch, Tally, Trial};
use crate::check::{recorded, shrink_all};
use crate::child::{self, Job, Seen};
use crate::choices::Choices;
use crate::cx::Cx;
use crate::generator::Rejected;
use crate::record::Given;

/// A process takes milliseconds to start: shrinking by processes is given fewer runs.
const EXECUTIONS: u64 = 400;
/// One that hangs takes until its timeout.
const HANGS: u64 = 60;

impl Session<'_> {
    /// Looks after the cases in which the last run died. The report, if one of them still dies.
    pub(super) fn died(&mut self, tested: &mut dyn Tested, dead: Vec<Given>) -> Option<String> {
        for given in dead {
            match self.in_child(&Job::One(given.clone())).map(|(seen, _)| seen) {
                Some(seen @ (Seen::Died(_) | Seen::Hung)) => return self.death(tested, &given, child::came(seen)),
                Some(Seen::Said(said)) if said == "passed" || said == "discarded" => {
                    let case = match &given {
                        Given::Random { seed, case } => format!("case {case} with seed {seed}"),
                        Given::Choices(choices) => format!("the choices {choices}"),
                    };
                    self.remarks.push(format!("the last run ended inside of {case}; run on its own, it passes"));
                }
                // It fails as others do: it is found by its number.
                Some(Seen::Said(_)) => {
                    if let Given::Random { seed, .. } = given {
                        self.rules.seed = seed;
                    }
                }
                None => self
                    .remarks
                    .push("the last run ended inside of a case; no process could be started to look".to_owned()),
            }
        }
        None
    }

    /// Runs the whole property in a child, if that is wanted. The report, if it fails.
    pub(super) fn supervised(&mut self, make: &Make<'_>) -> Option<Option<String>> {
        if !self.settings.fork || self.job.is_some() || self.identity.test.is_none() {
            return None;
        }
        let name = self.identity.name?;
        let Some((seen, running)) = self.in_child(&Job::Whole) else {
            self.remarks.push("no process could be started for it, so it runs in this one".to_owned());
            return None;
        };
        let came = match seen {
            Seen::Said(said) => {
                let (verdict, rest) = said.split_once('\n').unwrap_or((&said, ""));
                self.remarks.extend(rest.lines().filter(|_| verdict == "passes").map(str::to_owned));
                let text = (verdict != "passes").then(|| rest.to_owned());
                return Some(self.finish(text));
            }
            seen => child::came(seen),
        };
        let given = running.into_iter().next();
        let mut text = None;
        make(&mut |tested| {
            text = match &given {
                Some(given) => self.death(tested, given, came.clone()),
                None => Some(format!(
                    "property `{}` ended its process outside of any case: {}",
                    super::without_crate(name),
                    message(&came)
                )),
            };
        });
        Some(self.finish(text))
    }

    fn in_child(&self, job: &Job) -> Option<(Seen, Vec<Given>)> {
        let (name, test) = (self.identity.name?, self.identity.test?);
        child::run(name, test, job, self.settings.timeout).ok()
    }

    /// Shrinks a case that ends the process, and reports it.
    fn death(&mut self, tested: &mut dyn Tested, given: &Given, came: Case) -> Option<String> {
        let finding = self.shrunk_death(tested, given, Origin::of(given), came)?;
        let checked = Checked::of(finding);
        self.text(tested, &checked)
    }

    /// A failure that was kept and ended the process then: whether it still does.
    pub(super) fn died_again(&mut self, tested: &mut dyn Tested, file: &str, choices: &Choices) -> Option<Finding> {
        let given = Given::Choices(choices.to_string());
        match child::came(self.in_child(&Job::One(given.clone()))?.0) {
            came @ Case::Failed(_) => self.shrunk_death(tested, &given, Origin::Kept(file.to_owned()), came),
            Case::Passed | Case::Discarded => None,
        }
    }

    fn shrunk_death(&self, tested: &mut dyn Tested, given: &Given, origin: Origin, came: Case) -> Option<Finding> {
        let Case::Failed(panic) = came else { return None };
        let choices = match given {
            Given::Random { seed, case } => recorded(tested.trial(), *seed, *case, false),
            Given::Choices(text) => text.parse().ok()?,
        };
        let hangs = panic.place.as_deref() == Some(child::TIMEOUT);
        let met = Met { origin, panic, choices: Some(choices), body_draws: false, before: Tally::default() };
        let most = if hangs { HANGS } else { EXECUTIONS };
        let mut rules = self.rules.clone();
        rules.explains = !hangs;
        rules.budget.executions = rules.budget.executions.min(most);
        let told = Told(Mutex::new(String::new()));
        let run = |choices: &str| Some(self.in_child(&Job::One(Given::Choices(choices.to_owned())))?.0);
        let mut in_child = InChild { trial: tested.trial(), told: &told, run: &run };
        let (findings, _) = shrink_all(&mut in_child, &rules, &told, vec![met]);
        let finding = findings.into_iter().next()?;
        Some(Finding { died: finding.panic.place.clone(), ..finding })
    }
}

fn message(came: &Case) -> String {
    match came {
        Case::Failed(panic) => panic.message.clone(),
        Case::Passed | Case::Discarded => String::new(),
    }
}

impl Origin {
    fn of(given: &Given) -> Origin {
        match given {
            Given::Random { seed, case } => Origin::Random { seed: *seed, case: *case },
            Given::Choices(_) => Origin::Chosen,
        }
    }
}

/// Makes values here, and runs the property on them in children.
struct InChild<'s> {
    trial: &'s mut dyn Trial,
    told: &'s Told,
    run: &'s dyn Fn(&str) -> Option<Seen>,
}

/// The choices that the property is about to be run on.
struct Told(Mutex<String>);

impl Running for Told {
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
