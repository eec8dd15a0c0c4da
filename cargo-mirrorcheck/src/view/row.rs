//! A property in a line: what came of its run, how many cases, and how they grew.

use super::warnings::{self, Doubt};
use super::{Counts, Curve, Row, Source, Verdict, VerdictKind, evenly, failures};
use crate::index::{Lines, Run, Told};
use crate::line::Status;
use crate::words::{count, cut};

/// Points of a curve.
const POINTS: usize = 200;
/// Characters of a failing case that are shown in a verdict.
const CHARACTERS: usize = 120;

/// The title of an alert of our own about a failure that is no case, as the death of a process.
const FAILS: &str = "fails";

pub(super) fn row(run: &Run, runs: usize, lines: &mut Lines<'_>) -> Row {
    let counts = counts(run);
    let doubts = warnings::doubts(run, &counts, lines);
    Row {
        property: run.property.clone(),
        start: run.start,
        documentation: told(run, "documentation").map(|told| told.content.clone()),
        source: told(run, "source").and_then(|told| source(&told.content)),
        verdict: verdict(run, &counts, &doubts, lines),
        counts,
        seconds: run.total_seconds,
        distinct: distinct(run),
        warnings: doubts.into_iter().map(|doubt| doubt.warning).collect(),
        runs,
    }
}

/// Runs of our own say that they end; of others it is not known.
fn has_ended(run: &Run) -> bool {
    told(run, "source").is_none() || told(run, "summary").is_some()
}

/// What is said of a run and shown nowhere else.
pub(super) fn messages(run: &Run) -> Vec<(String, String)> {
    let is_plain = |told: &&Told| !told.is_alert && !["documentation", "source"].contains(&told.title.as_str());
    run.messages.iter().filter(is_plain).map(|told| (told.title.clone(), told.content.clone())).collect()
}

fn told<'a>(run: &'a Run, title: &str) -> Option<&'a Told> {
    run.messages.iter().find(|told| !told.is_alert && told.title == title)
}

/// Reads a source: a place in backticks, and below it code in a fence.
fn source(content: &str) -> Option<Source> {
    let (place, rest) = content.split_once('\n').unwrap_or((content, ""));
    let place = place.trim().trim_matches('`').to_owned();
    let fence: String = rest.trim_start().chars().take_while(|&c| c == '`').collect();
    let code = rest.trim().strip_prefix(&fence).filter(|_| fence.len() >= 3);
    let code = code.and_then(|code| code.strip_suffix(&fence)).and_then(|code| code.split_once('\n'));
    let text = code.map(|(_language, code)| code.trim_end().to_owned());
    (!place.is_empty()).then_some(Source { place, text })
}

fn counts(run: &Run) -> Counts {
    let [passed, failed, discarded] = run.counts.map(|counts| counts.iter().sum());
    Counts {
        passed,
        failed,
        discarded,
        // Where nothing could be made, there is nothing that could be different.
        distinct: run.same.distinct - u64::from(run.unmade() > 0),
        distinct_valid: run.same.distinct_valid,
        shrinking: run.shrinking(),
    }
}

fn verdict(run: &Run, counts: &Counts, doubts: &[Doubt], lines: &mut Lines<'_>) -> Verdict {
    if let Some(shown) = failures::simplest(run, lines, CHARACTERS) {
        let one_line: Vec<&str> = shown.split_whitespace().collect();
        return Verdict { kind: VerdictKind::Failed, text: format!("fails on {}", one_line.join(" ")) };
    }
    if let Some(told) = run.messages.iter().find(|told| told.is_alert && told.title == FAILS) {
        let line = told.content.lines().next().unwrap_or_default();
        return Verdict { kind: VerdictKind::Failed, text: format!("fails: {}", cut(line, CHARACTERS)) };
    }
    let doubtful = |text: String| Verdict { kind: VerdictKind::Doubtful, text };
    if !has_ended(run) {
        return doubtful("has not come to its end: it is still running, or its process died".to_owned());
    }
    match (counts.passed, counts.discarded) {
        (0, 0) => return doubtful("no cases are recorded".to_owned()),
        (0, 1) => return doubtful("tests nothing: its only case was discarded".to_owned()),
        (0, discarded) => return doubtful(format!("tests nothing: all {} cases were discarded", count(discarded))),
        _ => {}
    }
    if let Some(doubt) = doubts.iter().find(|doubt| doubt.is_serious) {
        return doubtful(format!("passes, but {}", doubt.clause));
    }
    let text = match counts.distinct_valid {
        1 => "1 case passed".to_owned(),
        distinct => format!("{} different cases passed", count(distinct)),
    };
    Verdict { kind: VerdictKind::Passed, text }
}

/// Different values that were tested.
fn distinct(run: &Run) -> Curve {
    let cases = run.cases();
    let mut points = Vec::new();
    let (mut next, mut new) = (0, 0);
    for at in evenly(cases as usize, POINTS) {
        let is_new = |case: &u32| run.same.is_first(*case) && run.status[*case as usize] != Status::Discarded;
        new += (next..=at as u32).filter(is_new).count() as u64;
        next = at as u32 + 1;
        points.push((at as u64, new));
    }
    Curve { points, cases: u64::from(cases), last: new }
}

/// Covered lines so far; nothing if no case says what it covered.
pub(super) fn coverage(run: &Run) -> Option<Curve> {
    let last = run.coverage.last()?.1;
    let cases = u64::from(run.cases());
    let of = |&(case, count): &(u32, u64)| (u64::from(case), count);
    let mut points: Vec<(u64, u64)> = evenly(run.coverage.len(), POINTS).map(|at| of(&run.coverage[at])).collect();
    // It stays as it is until the end.
    if points.last().is_some_and(|point| point.0 + 1 < cases) {
        points.push((cases - 1, last));
    }
    Some(Curve { points, cases, last })
}

#[cfg(test)]
mod tests {
    use super::source;

    #[test]
    fn sources_have_a_place_and_perhaps_a_text() {
        let whole = source("`src/tree.rs:12`\n\n```rust\nfn f() {\n    g()\n}\n```").unwrap();
        assert_eq!((whole.place.as_str(), whole.text.as_deref()), ("src/tree.rs:12", Some("fn f() {\n    g()\n}")));
        let place = source("`src/tree.rs:12`").unwrap();
        assert_eq!((place.place.as_str(), place.text), ("src/tree.rs:12", None));
        assert_eq!(source(""), None);
        assert_eq!(source("`a`\n```").unwrap().text, None);
    }
}
