//! The report of a run, for people: written from data alone.

use std::fmt::Write;

use super::Checked;
use super::doubts::advice;
use super::engine::{Origin, Tally};
use super::finding::{Finding, parts};
use super::layout::{Layout, ShownDraw};
use super::trial::Trial;
use crate::core::journal::Cover;
use crate::core::sort::sort_by_key;
use crate::run::panics::Panic;
use crate::run::shrink::Ended;

/// How a report looks.
#[derive(Debug, Clone)]
pub(crate) struct Style {
    /// How many characters fit on a line.
    pub(crate) width: usize,
    pub(crate) has_color: bool,
    /// Whether the steps of shrinking are shown.
    pub(crate) has_steps: bool,
}

impl Default for Style {
    fn default() -> Style {
        Style { width: 100, has_color: false, has_steps: false }
    }
}

impl Style {
    /// As the terminal and the environment want it: `COLUMNS`, `NO_COLOR`.
    pub(crate) fn of_environment(has_steps: bool) -> Style {
        use std::io::IsTerminal;
        let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
        let width = set("COLUMNS").and_then(|columns| columns.to_str()?.parse().ok()).unwrap_or(100).clamp(20, 1000);
        let is_dumb = set("TERM").is_some_and(|term| term == "dumb");
        let has_color = set("NO_COLOR").is_none() && !is_dumb && std::io::stdout().is_terminal();
        Style { width, has_color, has_steps }
    }
}

/// How many of the texts of an event are told.
const MAX_TEXTS: usize = 5;

/// What there is to say of a property that passes.
pub(crate) fn summary(checked: &Checked) -> String {
    let Tally { passed, discarded, sought, .. } = checked.tally;
    let mut text = match checked.proved {
        Some(values) => format!("proved: it holds for all {}", count(values, "value")),
        None => format!("{passed} passed, {discarded} discarded"),
    };
    if sought > 0 {
        let _ = write!(text, ", {sought} more on the way to them");
    }
    for (label, cases) in &checked.labels {
        let percent = 100.0 * *cases as f64 / passed.max(1) as f64;
        let _ = write!(text, ", {label:?} {percent:.0} %");
    }
    for (name, Cover { percent, count, cases, .. }) in &checked.covers {
        let share = 100.0 * *count as f64 / (*cases).max(1) as f64;
        let _ = write!(text, ", {name:?} {share:.0} % (of {percent} % demanded)");
    }
    for (name, event) in &checked.events {
        if let Some(mean) = event.mean() {
            let _ = write!(text, ", {name:?} {}..={} (mean {mean:.1})", event.least, event.greatest);
        }
        let mut texts: Vec<(&str, u64)> = Vec::new();
        for (value, cases) in &event.texts {
            texts.push((value, *cases));
        }
        sort_by_key(&mut texts, |&(_, cases)| std::cmp::Reverse(cases));
        for &(value, cases) in &texts[..texts.len().min(MAX_TEXTS)] {
            let percent = 100.0 * cases as f64 / event.count.max(1) as f64;
            let _ = write!(text, ", {name:?} {value:?} {percent:.0} %");
        }
    }
    text
}

/// What a report tells.
#[derive(Debug, Clone)]
pub(crate) struct Story {
    pub(crate) name: Option<String>,
    seed: u64,
    tally: Tally,
    pub(crate) failures: Vec<FailureReport>,
    unmade: Vec<Panic>,
    uncovered: Vec<(String, Cover)>,
    is_nothing: bool,
    is_empty: bool,
    is_endless: bool,
}

/// What is told of one failure.
#[derive(Debug, Clone)]
pub(crate) struct FailureReport {
    pub(crate) value: Vec<ShownPart>,
    pub(crate) explanation: Option<String>,
    pub(crate) panic: Panic,
    pub(crate) notes: Vec<String>,
    /// What the property drew.
    pub(crate) drawn: Vec<ShownDraw>,
    pub(crate) original: Vec<ShownPart>,
    /// How it was found.
    pub(crate) origin: String,
    /// The values on the way, if they are wanted.
    pub(crate) steps: Vec<String>,
    pub(crate) step_count: usize,
    pub(crate) executions: u64,
    pub(crate) ended: Ended,
    pub(crate) is_flaky: bool,
    /// How to run it again.
    pub(crate) again: String,
    /// Where it is kept, and other remarks.
    pub(crate) remarks: Vec<String>,
    /// A test to paste.
    pub(crate) paste: Option<String>,
}

/// A named part of a value, on one line and on many.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ShownPart {
    pub(crate) name: String,
    pub(crate) short: String,
    pub(crate) long: String,
}

/// The parts of the value that was made last.
pub(crate) fn shown(trial: &dyn Trial) -> Vec<ShownPart> {
    let mut long_parts = parts(trial, true).into_iter();
    let mut shown = Vec::new();
    for (name, short) in parts(trial, false) {
        let Some((_, long)) = long_parts.next() else { break };
        shown.push(ShownPart { name, short, long });
    }
    shown
}

impl Story {
    pub(crate) fn new(name: Option<&str>, trial: &mut dyn Trial, checked: &Checked, look: &Style) -> Story {
        let mut failures = Vec::new();
        for finding in &checked.findings {
            failures.push(FailureReport::new(trial, finding, checked.seed, look));
        }
        let mut unmade = Vec::new();
        for met in &checked.unmade {
            unmade.push(met.panic.clone());
        }
        Story {
            name: name.map(str::to_owned),
            seed: checked.seed,
            tally: checked.tally,
            failures,
            unmade,
            uncovered: checked.uncovered.clone(),
            is_nothing: checked.is_nothing(),
            is_empty: checked.is_empty,
            is_endless: checked.is_endless,
        }
    }

    /// The report; nothing if all is well.
    pub(crate) fn text(&self, look: &Style) -> Option<String> {
        let subject = match &self.name {
            Some(name) => format!("property `{name}`"),
            None => "the property".to_owned(),
        };
        let mut all: Vec<String> = Vec::new();
        for told in &self.failures {
            all.push(told.text(&subject, look));
        }
        for Panic { message, .. } in &self.unmade {
            let seed = self.seed;
            all.push(format!(
                "{subject} fails with seed {seed}: {message}\n  but its value could not be made a second time: does the \
                 generator depend on anything but its choices?"
            ));
        }
        for (name, Cover { percent, count, cases, .. }) in &self.uncovered {
            let share = 100.0 * *count as f64 / (*cases).max(1) as f64;
            all.push(format!(
                "{subject} should cover {name:?} in {percent} % of its cases, and does in {share:.1} %: {count} of {cases}\n  \
                 let the generator make more of them, or demand less"
            ));
        }
        if self.is_nothing {
            let discarded = self.tally.discarded + self.tally.sought;
            let why = if self.is_endless {
                "the generator runs inside of itself without end".to_owned()
            } else if self.is_empty {
                format!("the generator made nothing in {discarded} attempts")
            } else {
                format!("all {discarded} were discarded; {}", advice(self.tally.sought > 0))
            };
            all.push(format!("{subject} was not tested: no case could be, {why}"));
        }
        if all.is_empty() { None } else { Some(all.join("\n\n")) }
    }
}

impl FailureReport {
    fn new(trial: &mut dyn Trial, finding: &Finding, seed: u64, look: &Style) -> FailureReport {
        let draws = finding.met.body_draws;
        // What ended its process must not run in this one.
        let runs = draws && finding.died.is_none();
        // The simplest last, so that what it prints comes last.
        let original = Layout::of_failure(trial, &finding.met, seed, runs);
        let mut steps = Vec::new();
        if look.has_steps {
            for step in &finding.steps {
                let made = Layout::of_choices(trial, &step.choices, runs).unwrap_or_default();
                steps.push(format!("after {}: {}", count(step.executions, "run"), made.line()));
            }
        }
        let found = if draws && !runs {
            Layout::without_running(trial, &finding.choices)
        } else {
            Layout::of_choices(trial, &finding.choices, runs)
        };
        let original = original.unwrap_or_default();
        let Layout { arguments: value, draws: drawn } = found.unwrap_or_else(|_| original.clone());
        let original = if draws && !runs { original.arguments } else { original.parts() };
        let before = finding.met.before;
        let tested = match before.all() {
            0 if finding.died.is_some() => "found in another process".to_owned(),
            _ => format!("found after {} passed and {} discarded cases", before.passed, before.discarded),
        };
        let origin = match &finding.met.origin {
            Origin::Random { seed, case } => format!("{tested}, in case {case} of seed {seed}"),
            Origin::Chosen => tested,
            Origin::Example(number) => format!("it is example {}", number + 1),
            Origin::Kept(file) => format!("it was kept in {file}"),
        };
        let choices = finding.choices.to_string();
        let again = if finding.met.body_draws {
            format!("Checker::new(generator).replay(&{choices:?}.parse().unwrap(), property)")
        } else {
            format!("generator.replay(&{choices:?}.parse().unwrap())")
        };
        FailureReport {
            value,
            explanation: finding.explanation.clone(),
            panic: finding.panic.clone(),
            notes: finding.notes.clone(),
            drawn,
            original,
            origin,
            steps,
            step_count: finding.steps.len(),
            executions: finding.executions,
            ended: finding.ended,
            is_flaky: finding.is_flaky,
            again,
            remarks: Vec::new(),
            paste: None,
        }
    }

    /// Whether no single step makes it simpler.
    pub(crate) fn is_minimal(&self) -> bool {
        self.ended == Ended::Minimal && !self.is_flaky
    }

    fn text(&self, subject: &str, look: &Style) -> String {
        let mut text = String::new();
        let mut line = |line: String| {
            let _ = writeln!(text, "{line}");
        };
        line(look.bold(&format!("{subject} fails")));
        for part in &self.value {
            line(part.text(look));
        }
        for draw in &self.drawn {
            line(draw.part.text(look));
        }
        if let Some(explanation) = &self.explanation {
            line(format!("  any other value in place of _ fails too: {explanation}"));
        }
        let message = indented(&self.panic.message);
        match &self.panic.place {
            // How a process died stands in both.
            Some(place) if !message.ends_with(place.as_str()) => line(format!("  panic: {message} ({place})")),
            _ => line(format!("  {message}")),
        }
        for note in &self.notes {
            line(format!("  note: {}", indented(note)));
        }
        let mut all = self.value.clone();
        for draw in &self.drawn {
            all.push(draw.part.clone());
        }
        if self.original != all {
            // A large one hides what matters.
            for part in &self.original {
                line(part.original());
            }
        }
        let (steps, runs) = (count(self.step_count as u64, "step"), count(self.executions, "run"));
        line(match self.ended {
            Ended::Minimal => {
                format!("  {}; shrunk in {steps} and {runs}: no single step makes it simpler", self.origin)
            }
            Ended::OutOfBudget => format!("  {}; shrunk in {steps} and {runs}, when the budget was spent", self.origin),
            Ended::NotInRange if !self.is_flaky => {
                format!("  {}; not shrunk: the generator does not make it", self.origin)
            }
            _ => format!("  {}; not shrunk: its choices did not make it a second time", self.origin),
        });
        for step in &self.steps {
            line(format!("    {}", indented(step)));
        }
        if self.is_flaky {
            line("  flaky: it failed, and run once more on the same value it passed".to_owned());
        }
        for remark in &self.remarks {
            line(format!("  {}", indented(remark)));
        }
        line(format!("  again: {}", self.again));
        if let Some(paste) = &self.paste {
            line("  a test to paste:".to_owned());
            line(String::new());
            for code in paste.lines() {
                line(if code.is_empty() { String::new() } else { format!("    {code}") });
            }
        }
        text.trim_end().to_owned()
    }
}

/// A value of more lines is written on one.
const MAX_LINES: usize = 60;

/// How much of an original value is shown.
const MAX_OF_ORIGINAL: usize = 300;

impl ShownPart {
    fn text(&self, look: &Style) -> String {
        let ShownPart { name, short, long } = self;
        let is_short = short.chars().count() + name.chars().count() + 4 <= look.width;
        let is_tall = long.lines().count() > MAX_LINES;
        format!("  {name}: {}", indented(if is_short || is_tall { short } else { long }))
    }

    fn original(&self) -> String {
        let ShownPart { name, short, .. } = self;
        match short.char_indices().nth(MAX_OF_ORIGINAL) {
            Some((at, _)) => format!("  original {name}: {} … ({} characters)", &short[..at], short.chars().count()),
            None => format!("  original {name}: {short}"),
        }
    }
}

impl Style {
    fn bold(&self, text: &str) -> String {
        if self.has_color { format!("\x1b[1;31m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// A text of several lines, each below the first.
fn indented(text: &str) -> String {
    text.replace('\n', "\n    ")
}

fn count(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
