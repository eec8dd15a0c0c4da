//! What all trials come to: rows, tables and goals.


use super::frameworks::Origin;
use super::watch::Trial;
use crate::report::{Findings, Goal, Row, Table};
use crate::statistics::mean;

/// A task under one framework with one kind of generators.
pub(super) struct Outcome {
    pub(super) problem: &'static str,
    pub(super) framework: &'static str,
    pub(super) origin: Origin,
    /// The mutant and the property.
    pub(super) task: (&'static str, &'static str),
    pub(super) trials: Vec<Trial>,
}

impl Outcome {
    fn is_solved_in_all(&self) -> bool {
        self.trials.iter().all(|trial| trial.failed.is_some())
    }

    fn is_solved_in_some(&self) -> bool {
        self.trials.iter().any(|trial| trial.failed.is_some())
    }

    pub(super) fn tests(&self) -> f64 {
        self.trials.iter().map(|trial| trial.tests as f64).sum::<f64>() / self.trials.len() as f64
    }

    /// CPU time up to the failure in milliseconds, if all trials have one.
    pub(super) fn milliseconds(&self) -> Option<f64> {
        let times: Option<Vec<f64>> =
            self.trials.iter().map(|trial| trial.failed.map(|time| time.as_secs_f64() * 1e3)).collect();
        mean(&times?)
    }
}

pub(super) fn findings(outcomes: &[Outcome]) -> Findings {
    let groups = groups(outcomes);
    let rows = groups.iter().map(Group::row).collect();
    Findings { rows, ..Findings::default() }
}

/// All tasks of a problem under one framework with one kind of generators.
pub(super) struct Group<'o> {
    pub(super) problem: &'static str,
    pub(super) framework: &'static str,
    pub(super) origin: Origin,
    pub(super) outcomes: Vec<&'o Outcome>,
}

/// In the order in which they come.
pub(super) fn groups(outcomes: &[Outcome]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for outcome in outcomes {
        let Outcome { problem, framework, origin, .. } = *outcome;
        let is_same =
            |group: &&mut Group<'_>| (group.problem, group.framework, group.origin) == (problem, framework, origin);
        match groups.iter_mut().find(is_same) {
            Some(group) => group.outcomes.push(outcome),
            None => groups.push(Group { problem, framework, origin, outcomes: vec![outcome] }),
        }
    }
    groups
}

impl Group<'_> {
    fn solved_in_all(&self) -> impl Iterator<Item = &Outcome> {
        self.outcomes.iter().copied().filter(|outcome| outcome.is_solved_in_all())
    }

    fn row(&self) -> Row {
        let tests: Vec<f64> = self.solved_in_all().map(Outcome::tests).collect();
        let times: Vec<f64> = self.solved_in_all().filter_map(Outcome::milliseconds).collect();
        Row::new()
            .text("framework", self.framework)
            .text("problem", self.problem)
            .text("generator", self.origin.name())
            .count("tasks", self.outcomes.len() as u64)
            .count("solved_all", tests.len() as u64)
            .count("solved_some", self.outcomes.iter().filter(|outcome| outcome.is_solved_in_some()).count() as u64)
            .optional("mean_tests", mean(&tests), 1)
            .optional("cpu_ms", mean(&times), 4)
    }
}
