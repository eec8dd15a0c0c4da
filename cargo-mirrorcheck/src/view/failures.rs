//! The counterexamples of a run, with the way to each.

use openpbtstats::{Cause, Outcome, Shrinking};

use super::{Counterexample, evenly};
use crate::index::{Lines, Place, Run, Step};
use crate::line::{self, Status, metadata_field};

/// Failures that are shown, steps of each, and characters of each.
const FAILURES: usize = 5;
const STEPS: usize = 100;
const CHARACTERS: usize = 2_000;
/// The metadata of longer lines are not read.
const LINE: u32 = 32 << 20;

/// The simplest case that fails.
pub(super) fn simplest(run: &Run, lines: &mut Lines<'_>) -> Option<Cause> {
    let ends = ends(run);
    let end = ends.iter().min_by_key(|end| (!end.is_minimal, end.size))?;
    Some(Cause::Counterexample(openpbtstats::Counterexample {
        representation: lines.representation(end.place, CHARACTERS),
        message: run.reason.name(end.reason).to_owned(),
        shrinking: end.is_minimal.then_some(Shrinking::Minimal),
        ..openpbtstats::Counterexample::default()
    }))
}

/// The counterexamples: those that the run itself tells of, with what their lines add, or those of the lines alone.
pub(super) fn counterexamples(run: &Run, own: Option<Outcome>, lines: &mut Lines<'_>) -> Vec<Counterexample> {
    let ends = ends(run);
    let Some(own) = own.filter(|own| own.counterexamples().next().is_some()) else {
        return ends.iter().take(FAILURES).map(|end| counterexample(run, end, lines)).collect();
    };
    let known = own.counterexamples().take(FAILURES).enumerate();
    let shown = known.map(|(number, known)| {
        let end = ends.iter().find(|end| end.failure == Some(number as u64));
        let from_lines = end.map(|end| counterexample(run, end, lines));
        let mut shown = from_lines.unwrap_or_else(|| without_lines(known));
        (shown.shrinking, shown.is_flaky) = (known.shrinking, known.is_flaky);
        shown.shrink_steps = known.steps;
        shown
    });
    shown.collect()
}

/// A counterexample of which no line tells, as where its process died.
fn without_lines(known: &openpbtstats::Counterexample) -> Counterexample {
    let place = known.place.as_ref().map(|place| format!(" at {place}"));
    Counterexample {
        representation: known.representation.clone(),
        explanation: None,
        reason: known.message.clone() + &place.unwrap_or_default(),
        notes: Vec::new(),
        choices: None,
        replay: None,
        steps: Vec::new(),
        shrink_steps: known.steps,
        shrinking: known.shrinking,
        is_flaky: known.is_flaky,
    }
}

/// Where the way of a failure ends.
struct End {
    place: (u32, Place),
    size: u32,
    reason: u16,
    failure: Option<u64>,
    /// Whether its line says so.
    is_minimal: bool,
}

/// One for each failure: those that were made minimal, or else the smallest of each reason.
fn ends(run: &Run) -> Vec<End> {
    let mut ends: Vec<End> = Vec::new();
    for step in run.steps.iter().filter(|step| step.kind.is_minimal && step.status == Status::Failed) {
        let end = End {
            place: (step.file, step.place),
            size: step.size,
            reason: step.reason,
            failure: step.kind.failure,
            is_minimal: true,
        };
        let is_same = |other: &End| match (other.failure, end.failure) {
            (None, None) => other.reason == end.reason,
            (one, other) => one == other,
        };
        match ends.iter_mut().find(|other| is_same(other)) {
            Some(earlier) => *earlier = end,
            None => ends.push(end),
        }
    }
    if ends.is_empty() { smallest(run) } else { ends }
}

fn smallest(run: &Run) -> Vec<End> {
    // By reason, of which there are few.
    let mut smallest: Vec<Option<End>> = run.reason.names.iter().map(|_| None).collect();
    let mut put = |end: End| {
        let place = &mut smallest[end.reason as usize];
        if place.as_ref().is_none_or(|known| end.size < known.size) {
            *place = Some(end);
        }
    };
    if run.counts[Status::Failed as usize] != [0, 0] {
        for case in (0..run.cases()).filter(|&case| run.status[case as usize] == Status::Failed) {
            let at = case as usize;
            let (size, reason) = (run.size[at], run.reason.column[at]);
            put(End { place: run.place(case), size, reason, failure: None, is_minimal: false });
        }
    }
    for step in run.steps.iter().filter(|step| step.status == Status::Failed) {
        let &Step { file, place, size, reason, .. } = step;
        put(End { place: (file, place), size, reason, failure: step.kind.failure, is_minimal: false });
    }
    let mut ends: Vec<End> = smallest.into_iter().flatten().collect();
    ends.sort_by_key(|end| end.size);
    ends
}

fn counterexample(run: &Run, end: &End, lines: &mut Lines<'_>) -> Counterexample {
    let representation = lines.representation(end.place, CHARACTERS);
    let said = if end.place.1.length <= LINE { said(end.place, lines) } else { Said::default() };
    let (steps, shrink_steps) = steps(run, end, said.first, &representation, lines);
    Counterexample {
        explanation: said.explanation,
        reason: run.reason.name(end.reason).to_owned(),
        notes: said.notes,
        choices: said.choices,
        replay: said.replay,
        steps,
        shrink_steps,
        shrinking: said.shrinking.or(end.is_minimal.then_some(Shrinking::Minimal)),
        is_flaky: said.is_flaky,
        representation,
    }
}

/// What the metadata say.
#[derive(Default)]
struct Said {
    explanation: Option<String>,
    notes: Vec<String>,
    choices: Option<String>,
    replay: Option<String>,
    /// The number of the case that failed first.
    first: Option<u32>,
    shrinking: Option<Shrinking>,
    is_flaky: bool,
}

fn said(place: (u32, Place), lines: &mut Lines<'_>) -> Said {
    let Some(mut text) = lines.line(place).map(String::into_bytes) else { return Said::default() };
    // Mending changes nothing in a line that needs it not.
    line::mend(&mut text);
    let text = String::from_utf8_lossy(&text);
    let Ok(Some(line::Line::Case(case))) = line::parse(&text) else { return Said::default() };
    let Some(metadata) = case.metadata else { return Said::default() };
    let field = |name: &str| metadata_field(metadata, name).and_then(line::string).map(|text| text.into_owned());
    let short = |text: String| crate::words::cut(&text, CHARACTERS).into_owned();
    let notes =
        metadata_field(metadata, "notes").and_then(|raw| serde_json::from_str::<Vec<serde_json::Value>>(raw).ok());
    let note = |note: serde_json::Value| match note {
        serde_json::Value::String(text) => short(text),
        other => short(other.to_string()),
    };
    Said {
        explanation: field("explanation").map(short),
        notes: notes.unwrap_or_default().into_iter().take(50).map(note).collect(),
        choices: field("choices"),
        // Hypothesis has a decorator for it.
        replay: field("replay").or_else(|| field("reproduction_decorator")),
        first: metadata_field(metadata, "first").and_then(|raw| raw.parse().ok()),
        shrinking: field("shrinking").and_then(|name| Shrinking::of_name(&name)),
        is_flaky: metadata_field(metadata, "flaky") == Some("true"),
    }
}

/// From the first case that failed to the simplest, and how many steps that takes.
fn steps(run: &Run, end: &End, known: Option<u32>, last: &str, lines: &mut Lines<'_>) -> (Vec<String>, u64) {
    let is_of_it = |step: &&Step| match (step.kind.failure, end.failure) {
        (Some(one), Some(other)) => one == other,
        _ => step.reason == end.reason,
    };
    let shrinking = run.steps.iter().filter(|step| !step.kind.is_minimal && step.status == Status::Failed);
    let mut places: Vec<(u64, (u32, Place))> = first(run, end, known).into_iter().collect();
    places.extend(shrinking.filter(is_of_it).map(|step| (step.hash, (step.file, step.place))));
    places.dedup_by_key(|(hash, _)| *hash);
    let shown = evenly(places.len(), STEPS).map(|at| lines.representation(places[at].1, CHARACTERS));
    let mut steps: Vec<String> = shown.collect();
    let mut count = places.len();
    if steps.last().is_none_or(|step| step != last) {
        steps.push(last.to_owned());
        count += 1;
    }
    // The first case is where shrinking begins: it is no step.
    (steps, count.saturating_sub(1) as u64)
}

/// The first case that failed: the one that is known to be it, or one for the same reason, or any.
fn first(run: &Run, end: &End, known: Option<u32>) -> Option<(u64, (u32, Place))> {
    if run.counts[Status::Failed as usize] == [0, 0] {
        return None;
    }
    let has_failed = |case: &u32| run.status.get(*case as usize) == Some(&Status::Failed);
    let failed = || (0..run.cases()).filter(has_failed);
    let same_reason = || failed().find(|case| run.reason.column[*case as usize] == end.reason);
    let case = known.filter(has_failed).or_else(same_reason).or_else(|| failed().next())?;
    Some((run.same.hash(case), run.place(case)))
}
