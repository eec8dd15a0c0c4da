//! A property in a line: the outcome of its run, how many cases, and how they grew.

use openpbtstats::{Facts, Outcome, Sample, Tally, title};

use super::{Counts, Curve, Row, Source, Verdict, VerdictKind, evenly, failures, warnings};
use crate::index::{Index, Lines, Run, Told, Values};
use crate::line::Status;

/// Points of a curve.
const POINTS: usize = 200;

pub(super) fn row(index: &Index, run: &Run, runs: usize, lines: &mut Lines<'_>) -> Row {
    let own = own(run);
    let counts = counts(run, own.as_ref());
    let outcome = own.unwrap_or_else(|| facts(run, &counts, lines).judge());
    let distinct_valid = Some(counts.distinct_valid).filter(|distinct| *distinct > 0);
    Row {
        property: run.property.clone(),
        start: run.start,
        documentation: told(run, title::DOCUMENTATION).map(|told| told.content.clone()),
        source: told(run, title::SOURCE).and_then(|told| source(&told.content)),
        verdict: verdict(index, run, &outcome, distinct_valid),
        counts,
        seconds: run.total_seconds,
        distinct: distinct(run),
        warnings: warnings::warnings(run, &counts, &outcome, lines),
        outcome,
        runs,
    }
}

fn verdict(index: &Index, run: &Run, outcome: &Outcome, distinct: Option<u64>) -> Verdict {
    let text = match outcome.kind() {
        VerdictKind::Unfinished if index.is_over(run) => "did not finish: its process ended".to_owned(),
        _ => outcome.sentence(distinct),
    };
    if index.is_gone(run) {
        return Verdict { kind: VerdictKind::Gone, text: format!("not in the latest build; its last run: {text}") };
    }
    Verdict { kind: outcome.kind(), text }
}

/// The outcome that the run itself wrote down, the last one. Other frameworks write none.
pub(super) fn own(run: &Run) -> Option<Outcome> {
    run.messages.iter().rev().find_map(outcome)
}

fn outcome(told: &Told) -> Option<Outcome> {
    let is_verdict = !told.is_alert && told.title == title::VERDICT;
    if is_verdict { Outcome::of_json(&told.content) } else { None }
}

/// The facts of a run as its lines tell them.
fn facts(run: &Run, counts: &Counts, lines: &mut Lines<'_>) -> Facts {
    let &Counts { passed, failed, discarded, .. } = counts;
    let alerts = run.messages.iter().filter(|told| told.is_alert);
    Facts {
        tally: Tally { passed, failed, discarded, sought: 0 },
        failures: failures::simplest(run, lines).into_iter().collect(),
        sample: sample(run),
        classes: classes(run),
        warnings: alerts.map(|told| (told.title.clone(), told.content.clone())).collect(),
        ..Facts::default()
    }
}

/// A look at the first values that could be made.
fn sample(run: &Run) -> Option<Sample> {
    let made = |case: &u32| run.size[*case as usize] > 0;
    let first: Vec<u32> = (0..run.cases()).take(Sample::CASES).filter(made).collect();
    let distinct = first.iter().filter(|case| run.same.is_first(**case)).count();
    (run.cases() as usize >= Sample::CASES).then(|| Sample { distinct, among: first.len(), ..Sample::default() })
}

/// Features that are true or false in enough cases.
fn classes(run: &Run) -> Vec<(String, u64)> {
    let class = |name: &str, values: &Values| Some((name.to_owned(), warnings::held(values)?));
    let columns = run.columns.iter().filter(|column| column.len() >= Sample::CASES);
    columns.filter_map(|column| class(&column.name, &column.values)).collect()
}

/// Messages of a run that are shown nowhere else.
pub(super) fn messages(run: &Run) -> Vec<(String, String)> {
    let is_shown =
        |told: &Told| [title::DOCUMENTATION, title::SOURCE].contains(&told.title.as_str()) || outcome(told).is_some();
    let plain = run.messages.iter().filter(|told| !told.is_alert && !is_shown(told));
    plain.map(|told| (told.title.clone(), told.content.clone())).collect()
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

fn counts(run: &Run, own: Option<&Outcome>) -> Counts {
    let executions = own.filter(|own| own.counterexamples().next().is_some());
    let executions = executions.map(|own| own.counterexamples().map(|it| it.executions).sum());
    let [passed, failed, discarded] = run.counts.map(|counts| counts.iter().sum());
    Counts {
        passed,
        failed,
        discarded,
        // Where nothing could be made, there is nothing that could be different.
        distinct: run.same.distinct - u64::from(run.unmade() > 0),
        distinct_valid: run.same.distinct_valid,
        // Lines tell of the steps alone, unless another framework wrote them.
        shrinking: executions.unwrap_or_else(|| run.shrinking()),
    }
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
