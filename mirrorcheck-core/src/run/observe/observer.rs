//! The observer of a run: writes a line for each case.

use std::cell::Cell;
use std::fmt::{Debug, Write};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use openpbtstats::write::{self as json, CaseLine, RunFields};
use openpbtstats::{Cause, Outcome, Status, WHOLE_RUN, title};

use super::files::{self, Sink};
use super::program;
use super::source::Source;
use crate::core::choices::Choices;
use crate::core::drawn::DrawLog;
use crate::core::journal::{Journal, Payload, Said, StatKind};
use crate::core::panics::{self, Panic};
use crate::run::check::{
    Case, Checked, FailureReport, Finding, FoundFailure, Identity, Layout, Origin, ShownPart, Trial,
};
use crate::run::check::{named, others, remade, short, shrinking, summary};
use crate::run::settings::Observe;

/// More steps of shrinking are not written.
const MAX_STEPS: usize = 200;

/// Names the parts of a value, one after the other.
pub(crate) type Show<'a> = dyn Fn(&mut dyn FnMut(&str, &dyn Debug)) + 'a;

/// A run of a property, of which lines are written.
pub(crate) struct Observer {
    /// The fields that all lines of the run have.
    run: RunFields,
    /// When it began, since 1970.
    start: Duration,
    /// What the property is called in a representation.
    name: String,
    /// How cases are made that are given by their choices.
    how: Cell<&'static str>,
    should_panic: Option<String>,
    sink: &'static Sink,
}

/// What is known of a case before it is known whether it counts: fields of its line, as JSON.
#[derive(Debug, Default)]
pub(crate) struct CaseRecord {
    status: Status,
    reason: String,
    representation: String,
    arguments: String,
    features: String,
    timing: String,
    /// How many arguments there are.
    arity: usize,
    /// Their names, which stay the same: for the timing.
    names: Vec<String>,
    /// A value as `Debug` writes it.
    written: String,
    metadata: String,
}

impl Observer {
    /// Begins a run, or joins one that another process has begun (see [`joint`](Observer::joint)). `None` unless
    /// observation is on and the file can be opened.
    pub(crate) fn begin(identity: &Identity<'_>, observe: &Observe, joined: Option<&str>) -> Option<Observer> {
        let joined = joined.and_then(read_joint);
        let sink = files::sink(observe, identity.manifest, joined.map(|(_, file)| file))?;
        // What has the same name in two packages is two properties.
        let package = identity.package.map(|package| format!("{}::", package.replace('-', "_")));
        let property = &format!("{}{}", package.unwrap_or_default(), identity.shown);
        let now = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let start = joined.map_or_else(now, |(start, _)| start);
        let run = RunFields::new(property, start.as_secs(), start.subsec_micros());
        let source = identity.place.as_ref().map(|place| Source::of(place, identity.manifest));
        let should_panic = source.as_ref().filter(|_| !identity.has_replay).and_then(Source::should_panic);
        let (name, how) = (identity.short().to_owned(), Cell::new("strategy"));
        let observer = Observer { run, start, name, how, should_panic, sink };
        if joined.is_some() {
            return Some(observer);
        }
        if !identity.documentation.is_empty() {
            observer.info(title::DOCUMENTATION, identity.documentation);
        }
        if let Some(source) = source {
            observer.info(title::SOURCE, &source.markdown());
        }
        if let Some(program) = identity.test.and_then(|test| program::of(identity.package, test, sink.folder())) {
            observer.info(title::PROGRAM, &program);
        }
        // That it has begun must be known even if it ends the process.
        observer.verdict(&Outcome::default());
        Some(observer)
    }

    /// Returns what a child needs in order to join this run: when it began, and the name of its file.
    pub(crate) fn joint(&self) -> String {
        format!("{} {}", self.start.as_micros(), self.sink.name())
    }

    /// The text that the panic of the test must contain, as its source says: a property without a macro does not know.
    pub(crate) fn should_panic(&self) -> Option<&str> {
        self.should_panic.as_deref()
    }

    /// How the cases are made that follow and are given by their choices.
    pub(crate) fn made_by(&self, how: &'static str) {
        self.how.set(how);
    }

    fn info(&self, title: &str, content: &str) {
        self.sink.write(&[&self.run.info(title, content)]);
    }

    /// Writes the outcome as data. The last one counts.
    fn verdict(&self, outcome: &Outcome) {
        self.info(title::VERDICT, &outcome.to_json());
    }

    /// Writes down what a case consists of: before the property takes the value.
    pub(crate) fn value(&self, seen: &mut CaseRecord, show: &Show<'_>) {
        json::escape(&mut seen.representation, &self.name);
        seen.representation.push('(');
        let mut written = std::mem::take(&mut seen.written);
        show(&mut |name, value| {
            written.clear();
            if panics::caught(|| write!(written, "{value:?}")).is_err() {
                written.clear();
                written.push_str("(its Debug panics)");
            }
            seen.part(name, &written);
            if seen.names.get(seen.arity).is_none_or(|known| known != name) {
                seen.names.truncate(seen.arity);
                seen.names.push(name.to_owned());
            }
            seen.arity += 1;
        });
        seen.written = written;
    }

    /// What the property drew in the case.
    pub(crate) fn draws(&self, seen: &mut CaseRecord, log: &DrawLog) {
        let names: Vec<&str> = seen.names.iter().take(seen.arity).map(String::as_str).collect();
        let draws = named(&names, log);
        for (name, drawn) in draws {
            seen.part(&name, &short(drawn));
        }
        if let Some(others) = others(&log.others) {
            seen.part(&others.part.name, &others.part.short);
        }
    }

    /// The case counts: its line is written.
    pub(crate) fn case(&self, seen: &mut CaseRecord, origin: &Origin, choices: Option<&Choices>) {
        let how = match origin {
            Origin::Random { seed, case } => {
                let _ = write!(seen.metadata, "\"seed\":{seed},\"case\":{case},");
                "random"
            }
            Origin::Chosen => self.how.get(),
            Origin::Example(_) => "explicit example",
            Origin::Kept(_) => "replayed",
        };
        json::text(&mut seen.metadata, "choices", choices);
        self.line(seen, how);
    }

    fn line(&self, seen: &mut CaseRecord, how: &str) {
        // What the property draws is known last.
        if !seen.representation.is_empty() {
            seen.representation.push(')');
        }
        let CaseRecord { status, reason, representation, arguments, features, timing, metadata, .. } = seen;
        let status = *status;
        let case =
            CaseLine { run: &self.run, status, reason, representation, arguments, how, features, timing, metadata };
        self.sink.write(&case.parts());
    }

    /// Ends the run: writes how failures were shrunk, and what there is to say about all of it.
    pub(crate) fn end(&self, trial: &mut dyn Trial, checked: &Checked, told: &[FailureReport], outcome: &Outcome) {
        for (number, (finding, told)) in checked.findings.iter().zip(told).enumerate() {
            self.failure(trial, number, finding, told);
        }
        // For readers that do not know verdicts.
        for doubt in &outcome.doubts {
            self.sink.write(&[&self.run.alert(doubt.name(), &doubt.to_string())]);
        }
        for cause in outcome.causes().iter().filter(|cause| !matches!(cause, Cause::Counterexample(_))) {
            self.alert(&cause.sentence());
        }
        self.info(title::SUMMARY, &summary(checked));
        self.verdict(outcome);
    }

    /// Ends a run in which no case could be looked at: its process died, or it could not be run.
    pub(crate) fn failed(&self, outcome: &Outcome, text: &str) {
        self.alert(text);
        self.verdict(outcome);
    }

    /// A failure that is no case. Some readers go by cases alone, so that there is a line of one, too.
    fn alert(&self, text: &str) {
        self.sink.write(&[&self.run.alert("fails", text)]);
        let mut seen = CaseRecord { status: Status::Failed, ..CaseRecord::default() };
        json::escape(&mut seen.reason, text);
        self.line(&mut seen, WHOLE_RUN);
    }

    /// Writes the failing case of a child, which could not do so because it died.
    pub(crate) fn died(&self, trial: &mut dyn Trial, met: &FoundFailure) {
        let mut seen = CaseRecord::default();
        if remade(trial, met).is_ok() {
            self.value(&mut seen, &|part| trial.show(part));
        }
        seen.failed(&met.panic);
        self.case(&mut seen, &met.origin, met.choices.as_ref());
    }

    /// The parts of a case that are text already.
    fn shown(&self, seen: &mut CaseRecord, parts: &[ShownPart]) {
        self.value(seen, &|part| {
            for shown in parts {
                part(&shown.name, &format_args!("{}", shown.short));
            }
        });
    }

    fn failure(&self, trial: &mut dyn Trial, number: usize, finding: &Finding, told: &FailureReport) {
        let runs = finding.met.body_draws && finding.died.is_none();
        for step in finding.steps.iter().take(MAX_STEPS) {
            if let Ok(layout) = Layout::of_choices(trial, &step.choices, runs) {
                let mut seen = CaseRecord::default();
                self.shown(&mut seen, &layout.parts());
                seen.failed(&finding.panic);
                let _ = write!(seen.metadata, "\"failure\":{number},\"executions\":{},", step.executions);
                json::text(&mut seen.metadata, "choices", Some(&step.choices));
                self.line(&mut seen, "shrinking");
            }
        }
        let mut seen = CaseRecord::default();
        let layout = Layout { arguments: told.value.clone(), draws: told.drawn.clone() };
        self.shown(&mut seen, &layout.parts());
        seen.failed(&finding.panic);
        let metadata = &mut seen.metadata;
        let _ = write!(metadata, "\"failure\":{number},\"executions\":{},", finding.executions);
        if finding.died.is_none() {
            let before = finding.met.before;
            let _ = write!(metadata, "\"first\":{},", before.passed + before.discarded + before.failed);
        }
        let _ = write!(metadata, "\"shrinking\":\"{}\",\"flaky\":{},", shrinking(finding).name(), finding.is_flaky);
        json::text(metadata, "explanation", finding.explanation.as_ref());
        metadata.push(',');
        json::text(metadata, "replay", Some(&told.again));
        metadata.push_str(",\"notes\":[");
        for (i, note) in finding.notes.iter().enumerate() {
            metadata.push_str(if i == 0 { "\"" } else { ",\"" });
            json::escape(metadata, note);
            metadata.push('"');
        }
        metadata.push_str("],");
        json::text(metadata, "choices", Some(&finding.choices));
        self.line(&mut seen, "minimal failing case");
    }
}

/// Reads what [`Observer::joint`] returned.
fn read_joint(text: &str) -> Option<(Duration, &str)> {
    let (micros, file) = text.split_once(' ')?;
    Some((Duration::from_micros(micros.parse().ok()?), file))
}

impl CaseRecord {
    /// Ready for another case.
    pub(crate) fn clear(&mut self) {
        self.status = Status::Discarded;
        self.arity = 0;
        let CaseRecord { reason, representation, arguments, features, timing, metadata, .. } = self;
        [reason, representation, arguments, features, timing, metadata].into_iter().for_each(String::clear);
    }

    /// Records the outcome of the case, and why if it was discarded.
    pub(crate) fn came(&mut self, came: &Case, why: Option<&str>) {
        match came {
            Case::Passed => self.status = Status::Passed,
            Case::Discarded => {
                self.status = Status::Discarded;
                json::escape(&mut self.reason, why.unwrap_or("nothing could be made"));
            }
            Case::Failed(panic) => self.failed(panic),
        }
    }

    /// A part of the case, under a name of its own.
    fn part(&mut self, name: &str, written: &str) {
        let CaseRecord { representation, arguments, .. } = self;
        if !arguments.is_empty() {
            representation.push_str(", ");
            arguments.push(',');
        }
        json::escape(representation, name);
        representation.push_str(" = ");
        json::escape(representation, written);
        arguments.push('"');
        json::escape(arguments, name);
        arguments.push_str("\":");
        json::value(arguments, written);
    }

    fn failed(&mut self, panic: &Panic) {
        self.status = Status::Failed;
        json::escape(&mut self.reason, &panic.message);
        // How a process died stands in the message, too.
        if let Some(place) = panic.place.as_ref().filter(|place| !panic.message.ends_with(place.as_str())) {
            self.reason.push_str(" at ");
            json::escape(&mut self.reason, place);
        }
    }

    /// How long each argument took to make: they were done at these moments.
    pub(crate) fn generated(&mut self, begun: Instant, done: &[Instant], end: Instant) {
        if self.arity == 0 {
            return self.time("generate", "", end - begun);
        }
        let (mut from, names) = (begun, std::mem::take(&mut self.names));
        for (i, name) in names.iter().take(self.arity).enumerate() {
            let to = done.get(i).copied().unwrap_or(end);
            self.time("generate:", name, to.saturating_duration_since(from));
            from = to;
        }
        self.names = names;
    }

    pub(crate) fn executed(&mut self, begun: Instant, end: Instant) {
        self.time("execute:test", "", end - begun);
    }

    fn time(&mut self, kind: &str, name: &str, time: Duration) {
        let timing = &mut self.timing;
        timing.push_str(if timing.is_empty() { "\"" } else { ",\"" });
        timing.push_str(kind);
        json::escape(timing, name);
        timing.push_str("\":");
        json::seconds(timing, time);
    }

    /// What the case says about itself. Of several events of one name the last counts; labels are all told, under a name of
    /// their own.
    pub(crate) fn said(&mut self, journal: &Journal) {
        let said: Vec<(StatKind, &str, &Said)> = journal.said().collect();
        let (labels, said): (Vec<_>, Vec<_>) = said.into_iter().partition(|(kind, ..)| *kind == StatKind::Label);
        let labels: Vec<&str> = labels.into_iter().map(|(_, name, _)| name).collect();
        if !labels.is_empty() {
            let is_taken = said.iter().any(|(_, name, _)| *name == "label");
            self.feature("", if is_taken { "label()" } else { "label" });
            self.features.push('"');
            json::escape(&mut self.features, &labels.join(", "));
            self.features.push('"');
        }
        for (i, (_, name, said_of_it)) in said.iter().enumerate() {
            if said[i + 1..].iter().any(|(_, later, _)| later == name) {
                continue;
            }
            match said_of_it {
                Said::Holds(holds) | Said::Wanted(_, holds) => {
                    self.feature("", name);
                    self.features.push_str(if *holds { "true" } else { "false" });
                }
                Said::Target(score) => {
                    self.feature("target:", "score");
                    json::number(&mut self.features, *score);
                }
                Said::Event(payload) => {
                    self.feature("", name);
                    write_payload(&mut self.features, payload);
                }
            }
        }
    }

    fn feature(&mut self, kind: &str, name: &str) {
        let features = &mut self.features;
        features.push_str(if features.is_empty() { "\"" } else { ",\"" });
        features.push_str(kind);
        json::escape(features, name);
        features.push_str("\":");
    }
}

fn write_payload(out: &mut String, payload: &Payload) {
    match payload {
        Payload::Integer(integer) => {
            let _ = write!(out, "{integer}");
        }
        Payload::Number(float) => json::number(out, *float),
        Payload::Flag(flag) => out.push_str(if *flag { "true" } else { "false" }),
        Payload::Text(text) => {
            out.push('"');
            json::escape(out, text);
            out.push('"');
        }
    }
}
