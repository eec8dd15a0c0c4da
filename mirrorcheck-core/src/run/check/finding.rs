//! Shrinks failures, and shows what they come to.

use std::cmp::Ordering;
use std::time::{Duration, Instant};

use super::engine::{FoundFailure, Origin, Rules, Running, is_new};
use super::progress;
use super::trial::{Case, Trial, chance_of, size_of};
use crate::core::choice::Made;
use crate::core::choices::{Choices, Tape};
use crate::core::cx::{Cx, DEFAULT_SIZE, SearchMode};
use crate::core::generator::Rejected;
use crate::core::journal::Journal;
use crate::core::panics::{self, Panic};
use crate::core::replay::Player;
use crate::core::rng::Rng;
use crate::core::sort::sort_by;
use crate::core::written::{on_many_lines, on_one_line};
use crate::run::shrink::{self, Budget, Ended, Limit, ShrinkPlan, Step, Subject, Tree, Verdict};

/// In which shares of the time from the failures to their report the first is shrunk, all others are, and all are
/// explained. What is left is for the report.
const FIRST_SHARE: f64 = 0.8;
const OTHERS_SHARE: f64 = 0.9;
const EXPLAIN_SHARE: f64 = 0.97;
/// How long the failures at all other places than the first may take to shrink, and how long all may take to explain,
/// however much time there is.
const OTHERS_TIME: Duration = Duration::from_secs(5);
const EXPLAIN_TIME: Duration = Duration::from_secs(5);
/// How often the property may run to explain them all.
const EXPLAIN_RUNS: u64 = 2_000;

/// A failure, shrunk.
#[derive(Debug, Clone)]
pub(crate) struct Finding {
    pub(crate) met: FoundFailure,
    pub(crate) panic: Panic,
    pub(crate) choices: Choices,
    pub(crate) steps: Vec<Step>,
    pub(crate) executions: u64,
    pub(crate) ended: Ended,
    /// Which limit stopped shrinking, if one did.
    pub(crate) stopped_by: Option<StoppedBy>,
    /// When it has to be explained.
    pub(crate) explained_by: Option<Instant>,
    pub(crate) is_flaky: bool,
    /// Its choices as the shrinker sees them.
    pub(crate) tree: Option<Tree>,
    /// The value with `_` for the parts that do not matter, and how many other values failed in their places.
    pub(crate) explanation: Option<String>,
    pub(crate) tried: u64,
    pub(crate) notes: Vec<String>,
    /// How it ended the process, if it did.
    pub(crate) died: Option<String>,
}

/// The limit at which shrinking stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StoppedBy {
    /// The user's limit on runs.
    Executions(u64),
    /// The user's limit on time.
    Time(Duration),
    /// The limit on child processes, each of which runs one case.
    Processes(u64),
    /// The case hangs, and nobody said how long a case may take.
    NoTimeout,
}

impl StoppedBy {
    fn of(limit: Limit, budget: &Budget) -> Option<StoppedBy> {
        match limit {
            Limit::Executions => Some(StoppedBy::Executions(budget.executions)),
            Limit::Time => budget.time.map(StoppedBy::Time),
            Limit::Work => None,
        }
    }
}

/// Shrinks what was met, and what is met on the way. What cannot be made a second time comes second.
///
/// The first failure has the whole budget. All others share what it leaves, or a quarter of it, because an error that
/// breaks many assertions must not take many times as long.
pub(crate) fn shrink_all(
    trial: &mut dyn Trial,
    rules: &Rules,
    running: &dyn Running,
    mut met: Vec<FoundFailure>,
) -> (Vec<Finding>, Vec<FoundFailure>) {
    let (mut findings, mut unmade, mut next) = (Vec::new(), Vec::new(), 0);
    let started = Instant::now();
    // The time that is left until some share of the limit has passed.
    let left = |share: f64| rules.budget.time.map(|time| time.mul_f64(share).saturating_sub(started.elapsed()));
    let explained_by = rules.budget.time.and_then(|time| started.checked_add(time.mul_f64(EXPLAIN_SHARE)));
    let mut budget = Budget { time: left(FIRST_SHARE), ..rules.budget };
    let mut others_end = None;
    while let Some(failed) = met.get(next).cloned() {
        next += 1;
        let mut subject = Shrinking::new(trial, running, failed.panic.key());
        let (finding, elsewhere) = shrunk(&mut subject, rules, budget, &failed);
        match finding {
            Some(finding) => {
                let finding = Finding { explained_by, ..finding };
                let least = if next == 1 { rules.budget.executions / 4 } else { 0 };
                budget.executions = budget.executions.saturating_sub(finding.executions).max(least);
                findings.push(finding);
            }
            None => unmade.push(failed),
        }
        let end = *others_end.get_or_insert_with(|| Instant::now() + OTHERS_TIME);
        let of_others = end.saturating_duration_since(Instant::now());
        budget.time = Some(left(OTHERS_SHARE).map_or(of_others, |of_user| of_user.min(of_others)));
        // What was met on the way is a failure of its own, if it is new.
        for other in elsewhere {
            if is_new(&met, &other.panic) {
                met.push(other);
            }
        }
    }
    running.nothing();
    (findings, unmade)
}

/// Puts the simplest failure first: it is the one to read.
pub(crate) fn sort(findings: &mut [Finding]) {
    sort_by(findings, |one, two| {
        one.is_flaky.cmp(&two.is_flaky).then_with(|| match (&one.tree, &two.tree) {
            (Some(one), Some(two)) => one.compare(two),
            (None, None) => Ordering::Equal,
            (one, _) => {
                if one.is_some() {
                    Ordering::Less
                } else {
                    Ordering::Greater
                }
            }
        })
    });
}

/// Finds the parts of failures that do not matter, within one budget for all, and within the time for the report.
pub(crate) fn explain_all(trial: &mut dyn Trial, rules: &Rules, running: &dyn Running, findings: &mut [Finding]) {
    let end = Instant::now() + EXPLAIN_TIME;
    let mut executions = EXPLAIN_RUNS.min(rules.budget.executions * 2 / 5);
    for finding in findings {
        let Some(tree) = finding.tree.as_ref().filter(|_| rules.explains && !finding.is_flaky) else { continue };
        let end = finding.explained_by.map_or(end, |explained_by| explained_by.min(end));
        let mut subject = Shrinking::new(trial, running, finding.panic.key());
        let size = finding.choices.size();
        if shrink::remake(&mut subject, size, tree).is_err() {
            continue;
        }
        let budget = Budget { executions, time: Some(end.saturating_duration_since(Instant::now())) };
        let mut shown = |subject: &Shrinking<'_>| {
            let mut texts = Vec::new();
            for (_, text) in parts(subject.trial, false) {
                texts.push(text);
            }
            texts
        };
        let (explanation, runs) = shrink::explain(&mut subject, size, tree, budget, &mut shown);
        executions -= runs.min(executions);
        if let Some(explanation) = explanation {
            (finding.explanation, finding.tried) = (Some(explanation.text), explanation.tried);
        }
    }
    running.nothing();
}

fn shrunk(
    subject: &mut Shrinking<'_>,
    rules: &Rules,
    budget: Budget,
    met: &FoundFailure,
) -> (Option<Finding>, Vec<FoundFailure>) {
    let choices = met.choices.as_ref();
    let size = choices.map_or(DEFAULT_SIZE, Choices::size);
    let Some(first) = choices.and_then(|choices| shrink::tree(subject, choices, met.body_draws)) else {
        return (as_it_was(subject, met), Vec::new());
    };
    let mut progress = progress::Line::new(rules.shows_progress);
    let mut told = |so_far: shrink::Progress| progress.tell(so_far);
    let plan = ShrinkPlan { budget, part: None, custom: &mut [], keep: 1, progress: Some(&mut told) };
    let found = plan.run(subject, size, first);
    progress.finish();
    let mut elsewhere = Vec::new();
    for (place, tree) in &found.elsewhere {
        elsewhere.push(FoundFailure {
            panic: Panic { message: String::new(), place: Some(place.clone()) },
            choices: Some(tree.choices(size)),
            origin: Origin::Chosen,
            ..met.clone()
        });
    }
    // Once more, for the message, and to see whether it always fails.
    (subject.failed, subject.notes) = (None, Some(Vec::new()));
    let is_flaky = shrink::run_again(subject, size, &found.best) != Verdict::Fails;
    let notes = subject.notes.take().unwrap_or_default();
    let panic = subject.failed.take().filter(|_| !is_flaky).unwrap_or_else(|| met.panic.clone());
    if shrink::remake(subject, size, &found.best).is_err() {
        return (as_it_was(subject, met), elsewhere);
    }
    // To explain it takes time, too.
    subject.running.improved(subject.trial, &panic, &|| found.best.choices(size), true);
    let finding = Finding {
        met: met.clone(),
        panic,
        choices: found.best.choices(size),
        steps: found.steps,
        executions: found.executions,
        ended: if found.spent.is_some() { Ended::OutOfBudget } else { Ended::Minimal },
        stopped_by: found.spent.and_then(|limit| StoppedBy::of(limit, &rules.budget)),
        explained_by: None,
        is_flaky,
        tree: Some(found.best),
        explanation: None,
        tried: 0,
        notes,
        died: None,
    };
    (Some(finding), elsewhere)
}

/// A failure as it was found, where its choices do not make it again: it must not get lost.
fn as_it_was(subject: &mut Shrinking<'_>, met: &FoundFailure) -> Option<Finding> {
    remade(subject.trial, met).ok()?;
    Some(Finding {
        met: met.clone(),
        panic: met.panic.clone(),
        choices: met.choices.clone().unwrap_or_else(Choices::nothing),
        steps: Vec::new(),
        executions: 0,
        ended: Ended::NotInRange,
        stopped_by: None,
        explained_by: None,
        // A value that was given is there as often as it is wanted.
        is_flaky: met.choices.is_some(),
        tree: None,
        explanation: None,
        tried: 0,
        notes: Vec::new(),
        died: None,
    })
}

/// Makes the value of a case once more, as it was made first.
pub(crate) fn remade(trial: &mut dyn Trial, met: &FoundFailure) -> Result<(), Rejected> {
    match (&met.origin, &met.choices) {
        (Origin::Random { seed, case }, _) => trial.make(&mut Cx::random(chance_of(*seed, *case), size_of(*case))),
        (Origin::Example(number), _) => trial.example(*number),
        (Origin::Chosen | Origin::Kept(_), Some(choices)) => replayed(trial, choices),
        (Origin::Chosen | Origin::Kept(_), None) => Err(Rejected),
    }
}

/// Why the generator makes nothing of choices, if it does not.
pub(crate) fn refused(trial: &mut dyn Trial, choices: &Choices) -> Option<String> {
    let sequence: Vec<_> = choices.sequence().collect();
    let mut player = Player::new(&sequence);
    let made = trial.make(&mut Cx::answered(choices.size(), &mut player));
    let error = player.into_error();
    made.is_err().then(|| error.map_or_else(|| "rejected".to_owned(), |error| error.to_string()))
}

/// Makes what choices make.
pub(crate) fn replayed(trial: &mut dyn Trial, choices: &Choices) -> Result<(), Rejected> {
    let sequence: Vec<_> = choices.sequence().collect();
    let mut player = Player::new(&sequence);
    trial.make(&mut Cx::answered(choices.size(), &mut player))
}

/// The choices of the generator, and what the property drew after them.
pub(crate) fn taken_apart(trial: &mut dyn Trial, whole: &Choices) -> (Choices, Vec<Made>) {
    let sequence: Vec<_> = whole.sequence().collect();
    let mut player = Player::new(&sequence);
    let mut cx = Cx::cold(Rng::new(0, 0), whole.size(), SearchMode::First);
    if let Some(cold) = cx.cold_mut() {
        cold.tape = Some(Tape::new());
        cold.answerer = Some(&mut player);
    }
    let made = trial.make(&mut cx);
    let choices = cx.so_far();
    drop(cx);
    match made {
        Ok(()) => (choices, whole.made().skip(player.used()).collect()),
        Err(Rejected) => (whole.clone(), Vec::new()),
    }
}

/// Choices of a generator, followed by what a property drew.
pub(crate) fn joined(choices: &Choices, drawn: &[Made]) -> Choices {
    if drawn.is_empty() {
        return choices.clone();
    }
    let mut tape = Tape::new();
    let whole = tape.open();
    let made = tape.open();
    for choice in choices.made() {
        tape.note(choice, false);
    }
    tape.close(&made);
    for choice in drawn {
        tape.note(choice.clone(), false);
    }
    tape.close(&whole);
    tape.finish(choices.size())
}

impl Panic {
    /// What tells one failure from another: where it is, because messages contain values.
    pub(crate) fn key(&self) -> String {
        self.place.clone().unwrap_or_default()
    }
}

/// A property of which one failure is being shrunk.
pub(crate) struct Shrinking<'t> {
    pub(crate) trial: &'t mut dyn Trial,
    running: &'t dyn Running,
    /// The failure that is being shrunk.
    place: String,
    pub(crate) failed: Option<Panic>,
    /// Where notes go, in the run that is reported.
    notes: Option<Vec<String>>,
}

impl<'t> Shrinking<'t> {
    fn new(trial: &'t mut dyn Trial, running: &'t dyn Running, place: String) -> Shrinking<'t> {
        Shrinking { trial, running, place, failed: None, notes: None }
    }
}

impl Subject for Shrinking<'_> {
    fn announce(&mut self, choices: &dyn Fn() -> Choices) {
        self.running.choices(&|| choices().to_string());
    }

    fn make(&mut self, cx: &mut Cx<'_>) -> Result<(), Rejected> {
        self.trial.make(cx)
    }

    fn improved(&mut self, choices: &dyn Fn() -> Choices) {
        if let Some(panic) = &self.failed {
            self.running.improved(self.trial, panic, choices, false);
        }
    }

    fn still_fails(&mut self, cx: &mut Cx<'_>) -> Verdict {
        if let Some(notes) = self.notes.take() {
            cx.set_journal(Some(Box::new(Journal::with_notes(notes))));
        }
        let came = self.trial.test(cx);
        self.notes = cx.take_journal().and_then(|journal| journal.notes);
        match came {
            Case::Passed | Case::Discarded => Verdict::Passes,
            Case::Failed(panic) if self.place == panic.key() => {
                self.failed = Some(panic);
                Verdict::Fails
            }
            Case::Failed(panic) => Verdict::FailsElsewhere(panic.key()),
        }
    }
}

/// The value that was made as `Debug` writes it: one, or several in brackets.
pub(crate) fn written(trial: &dyn Trial) -> String {
    let parts = parts(trial, false);
    if let [(_, only)] = &parts[..] { only.clone() } else { format!("({})", listed(&parts)) }
}

/// The parts of a value without their names, in one line.
pub(crate) fn listed(parts: &[(String, String)]) -> String {
    let mut listed = String::new();
    for (number, (_, part)) in parts.iter().enumerate() {
        if number > 0 {
            listed.push_str(", ");
        }
        listed.push_str(part);
    }
    listed
}

/// The parts of the value that was made, on one line each or on many. There are no many lines of a part that takes too
/// many. The user's `Debug` may panic.
pub(crate) fn parts(trial: &dyn Trial, many_lines: bool) -> Vec<(String, String)> {
    let mut parts = Vec::new();
    trial.show(&mut |name, value| {
        let text =
            panics::caught(|| if many_lines { on_many_lines(value).unwrap_or_default() } else { on_one_line(value) });
        let text = text.unwrap_or_else(|unwound| format!("(its `Debug` panicked: {})", unwound.panic().message));
        parts.push((name.to_owned(), text));
    });
    parts
}
