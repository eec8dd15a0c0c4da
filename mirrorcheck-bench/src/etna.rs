//! E4: how soon faults are found that were put into programs: tests and CPU time up to the first failure.
//!
//! A task is a mutant of a program with a property that fails for it. Every framework runs each task by itself, with its own
//! runner and the seeds 0, 1, 2, …, and with generators that are written by hand or derived from the type.

mod bst;
mod frameworks;
mod inputs;
mod rbt;
mod stlc;
mod subject;
mod summary;
mod watch;

use frameworks::{Origin, Run};
use subject::Subject;
use summary::Outcome;
use watch::{Budget, Trial};

use crate::arguments::Arguments;
use crate::cpu;
use crate::report::Findings;

/// What a trial may try.
const BUDGET: Budget = Budget::of_tests(20_000);

/// How long a program without faults is tried under each framework.
const CONTROL: Budget = Budget::of_tests(500);

/// To see only whether everything runs.
const QUICK: Budget = Budget::of_tests(20);

/// A framework that has one trial only, because with more it takes longer than all others together, and fewer inputs where
/// one trial takes minutes.
const SLOWEST: &str = "hegeltest";

/// After this many trials without a failure, a task is abandoned: all of them would take hours.
const FAILED_TRIALS: usize = 2;

/// Runs the experiment.
pub(crate) fn run(arguments: &Arguments) -> Result<Findings, String> {
    let trials = arguments.seeds.unwrap_or(if arguments.quick { 1 } else { 5 });
    let (budget, control_budget) = if arguments.quick { (QUICK, QUICK) } else { (BUDGET, CONTROL) };
    let mut outcomes = Vec::new();
    for subject in subjects().into_iter().filter(|subject| is_wanted(&arguments.only, subject.name)) {
        // All of it takes minutes.
        eprintln!("{} …", subject.name);
        control(&subject, arguments, control_budget)?;
        outcomes.extend(tasks(&subject, arguments, trials, budget));
    }
    if outcomes.is_empty() {
        return Err("there is no such problem or framework".to_owned());
    }
    Ok(summary::findings(&outcomes))
}

fn subjects() -> Vec<Subject> {
    vec![bst::subject(), rbt::subject(), stlc::subject()]
}

fn is_wanted(wanted: &Option<String>, name: &str) -> bool {
    wanted.as_ref().is_none_or(|wanted| wanted == name)
}

/// Without a fault nothing fails, or there is a fault of another kind: then no figure means anything.
fn control(subject: &Subject, arguments: &Arguments, budget: Budget) -> Result<(), String> {
    (subject.switch)(0);
    for property in &subject.properties {
        for (framework, run) in property.runs.iter().filter(|(name, _)| arguments.wants_framework(name)) {
            for origin in Origin::ALL {
                if run(origin, budget, 0).failed.is_some() {
                    let (problem, property, origin) = (subject.name, property.name, origin.name());
                    return Err(format!("{property} of {problem} fails without a fault: {framework}, {origin}"));
                }
            }
        }
    }
    Ok(())
}

fn tasks(subject: &Subject, arguments: &Arguments, trials: u64, budget: Budget) -> Vec<Outcome> {
    let mut outcomes = Vec::new();
    for (index, tasks) in subject.tasks.iter().enumerate() {
        (subject.switch)(index + 1);
        for property in subject.properties.iter().filter(|property| tasks.properties.contains(&property.name)) {
            for (framework, run) in property.runs.iter().filter(|(name, _)| arguments.wants_framework(name)) {
                for origin in Origin::ALL {
                    let (trials, budget) = allowance(framework, subject.inputs_of_slowest, trials, budget);
                    let trials = several(trials, |seed| trial(run, origin, budget, seed));
                    let task = (tasks.mutant, property.name);
                    outcomes.push(Outcome { problem: subject.name, framework, origin, task, budget, trials });
                }
            }
        }
    }
    (subject.switch)(0);
    outcomes
}

/// How many trials a framework has, and what each may try.
fn allowance(framework: &str, inputs_of_slowest: u64, trials: u64, budget: Budget) -> (u64, Budget) {
    if framework == SLOWEST {
        (1, Budget { inputs: budget.inputs.min(inputs_of_slowest), ..budget })
    } else {
        (trials, budget)
    }
}

/// Trials with the first seeds, not all of them if a task is not solved.
fn several(most: u64, trial: impl Fn(u64) -> Trial) -> Vec<Trial> {
    let mut trials: Vec<Trial> = Vec::new();
    for seed in 0..most {
        trials.push(trial(seed));
        if trials.iter().filter(|trial| trial.failed.is_none()).count() == FAILED_TRIALS {
            break;
        }
    }
    trials
}

/// The least CPU time of several runs of the same trial, if it is short: the counts are the same each time.
fn trial(run: &Run, origin: Origin, budget: Budget, seed: u64) -> Trial {
    let first = run(origin, budget, seed);
    let time = first.failed.map(|time| {
        cpu::least_if_short(time, || {
            let again = run(origin, budget, seed);
            assert_eq!(
                (again.tests, again.discards),
                (first.tests, first.discards),
                "a trial depends on its seed alone"
            );
            again.failed.unwrap_or(time)
        })
    });
    Trial { failed: time, ..first }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::{BUDGET, FAILED_TRIALS, QUICK, SLOWEST, allowance, several};
    use crate::etna::watch::Trial;

    #[test]
    fn only_the_slowest_has_less() {
        let inputs = |framework, budget| {
            let (trials, budget) = allowance(framework, 20_000, 5, budget);
            (trials, budget.tests, budget.inputs)
        };
        assert_eq!(inputs("proptest", BUDGET), (5, 20_000, 100_000));
        assert_eq!(inputs(SLOWEST, BUDGET), (1, 20_000, 20_000));
        assert_eq!(inputs(SLOWEST, QUICK).2, QUICK.inputs);
    }

    #[test]
    fn a_task_is_left_after_some_trials_without_a_failure() {
        let run = Cell::new(0);
        let trial = |_| {
            run.set(run.get() + 1);
            Trial { tests: 1, discards: 0, failed: None }
        };
        assert_eq!((several(5, trial).len(), run.get()), (FAILED_TRIALS, FAILED_TRIALS));
        let solved = |_| Trial { tests: 1, discards: 0, failed: Some(std::time::Duration::ZERO) };
        assert_eq!(several(5, solved).len(), 5);
    }
}
