//! The observer of a run: writes a line for each case.

use std::cell::Cell;
use std::fmt::{Debug, Write};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::files::{self, Sink};
use super::{json, source};
use crate::core::choices::Choices;
use crate::core::drawn::DrawLog;
use crate::core::journal::{Journal, Said, StatKind};
use crate::run::check::{Case, Checked, FailureReport, Finding, Identity, Layout, Origin, ShownPart, Trial, summary};
use crate::run::check::{named, others, short};
use crate::run::panics::{self, Panic};
use crate::run::settings::Observe;

/// More steps of shrinking are not written.
const MAX_STEPS: usize = 200;

/// Names the parts of a value, one after the other.
pub(crate) type Show<'a> = dyn Fn(&mut dyn FnMut(&str, &dyn Debug)) + 'a;

/// A run of a property, of which lines are written.
pub(crate) struct Observer {
    /// The fields that all lines of the run have.
    run: String,
    /// What the property is called in a representation.
    name: String,
    /// How cases are made that are given by their choices.
    how: Cell<&'static str>,
    sink: &'static Sink,
}

/// What is known of a case before it is known whether it counts: fields of its line, as JSON.
#[derive(Debug, Default)]
pub(crate) struct CaseRecord {
    status: &'static str,
    reason: String,
    representation: String,
    arguments: String,
    features: String,
    timing: String,
    /// When the property had come to its end, if it ran.
    ended: Option<Instant>,
    /// How many arguments there are.
    arity: usize,
    /// Their names, which stay the same: for the timing.
    names: Vec<String>,
    /// A value as `Debug` writes it.
    written: String,
    metadata: String,
}

impl Observer {
    /// Begins a run; nothing if it is not to be observed, or if there is no place to write to, which is said once.
    pub(crate) fn begin(identity: &Identity<'_>, observe: &Observe) -> Option<Observer> {
        let sink = files::sink(observe, identity.manifest)?;
        // What has the same name in two packages is two properties.
        let package = identity.package.map(|package| format!("{}::", package.replace('-', "_")));
        let property = &format!("{}{}", package.unwrap_or_default(), identity.shown);
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let mut run = format!("\"run_start\":{}.{:06},\"property\":\"", since.as_secs(), since.subsec_micros());
        json::escape(&mut run, property);
        run.push('"');
        let name = property.rsplit("::").next().unwrap_or(property).to_owned();
        let observer = Observer { run, name, how: Cell::new("strategy"), sink };
        if !identity.documentation.is_empty() {
            observer.message("info", "documentation", identity.documentation);
        }
        if let Some(place) = &identity.place {
            observer.message("info", "source", &source::of(place, identity.manifest));
        }
        // That it has begun is known also if it ends the process.
        sink.flush();
        Some(observer)
    }

    /// How the cases are made that follow and are given by their choices.
    pub(crate) fn made_by(&self, how: &'static str) {
        self.how.set(how);
    }

    /// A line for people.
    fn message(&self, kind: &str, title: &str, content: &str) {
        let mut line = format!("{{\"type\":\"{kind}\",{},\"title\":\"", self.run);
        json::escape(&mut line, title);
        line.push_str("\",\"content\":\"");
        json::escape(&mut line, content);
        line.push_str("\"}\n");
        self.sink.write(&line);
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

    fn line(&self, seen: &CaseRecord, how: &str) {
        let CaseRecord { status, reason, representation, arguments, features, timing, metadata, .. } = seen;
        let run = &self.run;
        let end = if representation.is_empty() { "" } else { ")" };
        let parts = [
            "{\"type\":\"test_case\",",
            run,
            ",\"status\":\"",
            status,
            "\",\"status_reason\":\"",
            reason,
            "\",\"representation\":\"",
            representation,
            end,
            "\",\"arguments\":{",
            arguments,
            "},\"how_generated\":\"",
            how,
            "\",\"features\":{",
            features,
            "},\"coverage\":null,\"timing\":{",
            timing,
            "},\"metadata\":{",
            metadata,
            "}}\n",
        ];
        self.sink.write_parts(&parts, seen.ended.unwrap_or_else(Instant::now));
    }

    /// The end of a run: how failures were shrunk, and what there is to say of all of it.
    pub(crate) fn end(&self, trial: &mut dyn Trial, checked: &Checked, told: &[FailureReport]) {
        for (number, (finding, told)) in checked.findings.iter().zip(told).enumerate() {
            self.failure(trial, number, finding, told);
        }
        for doubt in &checked.doubts {
            self.message("alert", doubt.title(), &doubt.to_string());
        }
        self.message("info", "summary", &summary(checked));
    }

    /// A failure that is no case: a process that died, demands that were not met, a property that was not tested.
    pub(crate) fn alert(&self, text: &str) {
        self.message("alert", "fails", text);
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
                self.line(&seen, "shrinking");
            }
        }
        let mut seen = CaseRecord::default();
        let layout = Layout { arguments: told.value.clone(), draws: told.drawn.clone() };
        self.shown(&mut seen, &layout.parts());
        seen.failed(&finding.panic);
        let metadata = &mut seen.metadata;
        let (executions, is_minimal) = (finding.executions, told.is_minimal());
        let _ = write!(metadata, "\"failure\":{number},\"executions\":{executions},\"minimal\":{is_minimal},");
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
        self.line(&seen, "minimal failing case");
    }
}

impl Drop for Observer {
    fn drop(&mut self) {
        // The file outlives the run, and nobody closes it.
        self.sink.flush();
    }
}

impl CaseRecord {
    /// Ready for another case.
    pub(crate) fn clear(&mut self) {
        self.status = "gave_up";
        (self.arity, self.ended) = (0, None);
        let CaseRecord { reason, representation, arguments, features, timing, metadata, .. } = self;
        [reason, representation, arguments, features, timing, metadata].into_iter().for_each(String::clear);
    }

    /// Records the outcome of the case, and why if it was discarded.
    pub(crate) fn came(&mut self, came: &Case, why: Option<&str>) {
        match came {
            Case::Passed => self.status = "passed",
            Case::Discarded => {
                self.status = "gave_up";
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
        self.status = "failed";
        json::escape(&mut self.reason, &panic.message);
        if let Some(place) = &panic.place {
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
        self.ended = Some(end);
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
                    json::payload(&mut self.features, payload);
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
