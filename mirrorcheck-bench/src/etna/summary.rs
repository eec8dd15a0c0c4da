//! What all trials come to: rows, tables and goals.

mod chart;
mod pairs;

use super::frameworks::Origin;
use super::watch::{Budget, Trial};
use crate::report::{Findings, Goal, Row, Table};
use crate::statistics::mean;

/// The framework that is compared with the others.
const OURS: &str = "mirrorcheck";

/// A task under one framework with one kind of generators.
pub(super) struct Outcome {
    pub(super) problem: &'static str,
    pub(super) framework: &'static str,
    pub(super) origin: Origin,
    /// The mutant and the property.
    pub(super) task: (&'static str, &'static str),
    pub(super) budget: Budget,
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

const NOTES: &str = "
A task is a mutant with a property that fails for it; which these are is found out by going through all small inputs, and
tested. A trial has 20,000 tests, and 100,000 inputs with those that do not meet the precondition; it is solved if a test
fails. tests: up to the first failure, with it, discards not counted. cpu ms: up to there, with all discards; of short
trials the least of four runs. Both are means over the tasks that are solved in all trials.
A trial of each of the seeds 0 to 4, but only of the first for hegeltest, which takes longer than all others together; on
STLC, where a trial of it takes minutes, it has 20,000 inputs, tests and discards, not 100,000. A task
that was not solved in two trials is left without the others.
gave up: trials that the runner ended by itself with some of the budget left, for example for too many discards.
Before that, every property was run on the program without faults, up to 500 tests under every framework with both
generators: none failed.
Generators by hand put a list of pairs, as the framework makes lists of numbers by default, into the empty tree. Derived
ones follow the type; the trees that they make are tested if they are valid, which is a precondition of the property.
Mirrorcheck looks for valid ones with its strategy Gradient. proptest, hegeltest and crabcheck have no derived generators of
recursive types here: what stands for them is their combinator for such types.
checkito, arbitrary and bolero know no preconditions: the property returns early. The runners of arbitrary (arbtest) and
bolero cannot be given a seed and a number of tests, so that only their generators run here, in a loop without a runner:
their CPU time is what the generators cost. arbtest's schedule of input lengths is followed, with a faster source of bytes.
RBT: faults of colour cannot be seen in lists of keys and values, so that only validity sees them.
";

pub(super) fn findings(outcomes: &[Outcome]) -> Findings {
    let groups = groups(outcomes);
    let mut problems: Vec<&str> = groups.iter().map(|group| group.problem).collect();
    problems.dedup();
    let mut findings = Findings { rows: groups.iter().map(Group::row).collect(), ..Findings::default() };
    let drawing = match problems[..] {
        ["BST"] => "etna-bst.svg",
        ["RBT"] => "etna-rbt.svg",
        ["STLC"] => "etna-stlc.svg",
        _ => "etna.svg",
    };
    for problem in problems {
        let groups: Vec<&Group<'_>> = groups.iter().filter(|group| group.problem == problem).collect();
        findings.tables.push(solved(problem, &groups));
        findings.tables.extend(pairs::table(problem, &groups));
        findings.goals.extend(goals(problem, &groups));
    }
    findings.figures.push((drawing, chart::drawn(&groups)));
    findings.notes = NOTES.to_owned();
    findings
}

/// Frameworks and both kinds of generators.
fn solved(problem: &str, groups: &[&Group<'_>]) -> Table {
    let mut lines: Vec<Vec<String>> = Vec::new();
    for group in groups {
        match lines.iter_mut().find(|line| line[0] == group.framework) {
            Some(line) => line.push(group.shown()),
            None => lines.push(vec![group.framework.to_owned(), group.shown()]),
        }
    }
    let tasks = groups.first().map_or(0, |group| group.outcomes.len());
    let title = format!("{problem}, {tasks} tasks: solved in all trials (in some) · tests · CPU ms");
    Table { title, heads: ["framework", "bespoke", "derived"].map(str::to_owned).to_vec(), lines }
}

fn goals(problem: &str, groups: &[&Group<'_>]) -> Vec<Goal> {
    let mut goals = Vec::new();
    for ours in groups.iter().filter(|group| group.framework == OURS) {
        let origin = ours.origin.name();
        let missing: Vec<String> = ours.not_solved().collect();
        let all = format!("all {} tasks", ours.outcomes.len());
        goals.push(Goal::without(format!("{problem}, {origin}: every task is solved in every trial"), &missing, all));
        goals.extend(pairs::goals(problem, ours, groups));
    }
    goals
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

    /// The tasks that are not solved in all trials.
    fn not_solved(&self) -> impl Iterator<Item = String> {
        let not_solved = self.outcomes.iter().filter(|outcome| !outcome.is_solved_in_all());
        not_solved.map(|outcome| format!("{}: {}", outcome.task.0, outcome.task.1))
    }

    fn solved_in_some(&self) -> usize {
        self.outcomes.iter().filter(|outcome| outcome.is_solved_in_some()).count()
    }

    /// Trials that the runner ended by itself, so that the task had less of a chance.
    fn gave_up(&self) -> usize {
        let given_up = |outcome: &&Outcome| outcome.trials.iter().filter(|trial| trial.gave_up(outcome.budget)).count();
        self.outcomes.iter().map(given_up).sum()
    }

    fn shown(&self) -> String {
        let (tests, times) = self.costs();
        let counts = format!("{} ({})", tests.len(), self.solved_in_some());
        match mean(&tests).zip(mean(&times)) {
            Some((tests, time)) => format!("{counts} · {tests:.1} · {time:.3}"),
            None => counts,
        }
    }

    /// Tests and milliseconds of the tasks that are solved in all trials.
    fn costs(&self) -> (Vec<f64>, Vec<f64>) {
        let solved = || self.solved_in_all();
        (solved().map(Outcome::tests).collect(), solved().filter_map(Outcome::milliseconds).collect())
    }

    fn row(&self) -> Row {
        let (tests, times) = self.costs();
        Row::new()
            .text("framework", self.framework)
            .text("problem", self.problem)
            .text("generator", self.origin.name())
            .count("tasks", self.outcomes.len() as u64)
            .count("solved_all", tests.len() as u64)
            .count("solved_some", self.solved_in_some() as u64)
            .optional("mean_tests", mean(&tests), 1)
            .optional("cpu_ms", mean(&times), 4)
            .count("gave_up", self.gave_up() as u64)
    }
}
