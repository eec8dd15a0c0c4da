//! The report of a run, for people: written from data alone.

use std::fmt::Write;

use super::Checked;
use super::engine::{Origin, Tally};
use super::finding::{Finding, StoppedBy, parts};
use super::layout::{Layout, ShownDraw};
use super::trial::Trial;
use crate::core::journal::Cover;
use crate::core::panics::Panic;
use crate::core::sort::sort_by_key;
use crate::core::written::{MAX_LINES, bytes_of_cut};
use crate::run::debug_text::{collapsed, cut, shortened, visible};
use crate::run::shrink::Ended;
use crate::run::viewpoint::Viewpoint;

// A report fits on a screen: these add up to less than 60 lines. The rest is one setting away.

/// The longest line. What is to be pasted is left out rather than cut.
pub(crate) const MAX_WIDTH: usize = 200;
/// How many lines the values may take, the message of a panic, the notes, and the values that were found first.
const VALUE_LINES: usize = 16;
const MESSAGE_LINES: usize = 10;
const NOTE_LINES: usize = 6;
const ORIGINAL_LINES: usize = 4;
/// How many other places at which the property fails are shown, each on a line. They are saved, too: a failure at another
/// place may be another bug, and chance may not find it again soon. More than these are hardly ever bugs of their own, and
/// would only be noise in a review.
pub(crate) const MAX_OTHERS: usize = 5;
/// How many reasons that are no failing values are listed.
const MAX_REASONS: usize = 10;

/// How a report looks.
#[derive(Debug, Clone)]
pub(crate) struct Style {
    /// How many characters fit on a line.
    pub(crate) width: usize,
    pub(crate) has_color: bool,
    /// Whether everything is shown: each failure, each step of shrinking, values of any length.
    pub(crate) is_full: bool,
    /// How to see everything.
    pub(crate) more: &'static str,
    /// Where the user is.
    pub(crate) view: Option<Viewpoint>,
}

impl Default for Style {
    fn default() -> Style {
        Style { width: 100, has_color: false, is_full: false, more: "see `Report::failures`", view: None }
    }
}

impl Style {
    /// As the terminal and the environment want it: `COLUMNS`, `NO_COLOR`.
    pub(crate) fn of_environment(is_full: bool, view: Option<Viewpoint>) -> Style {
        use std::io::IsTerminal;
        let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
        let columns = set("COLUMNS").and_then(|columns| columns.to_str()?.parse().ok());
        let width = columns.unwrap_or(100).clamp(20, MAX_WIDTH);
        let is_dumb = set("TERM").is_some_and(|term| term == "dumb");
        let has_color = set("NO_COLOR").is_none() && !is_dumb && std::io::stdout().is_terminal();
        Style { width, has_color, is_full, more: "set MIRRORCHECK_VERBOSE=1 to see all", view }
    }

    /// A text that does no harm to a terminal, of at most so many lines, with room for so many characters beside it.
    fn text(&self, text: &str, lines: usize, beside: usize) -> String {
        let text = visible(text);
        if self.is_full { text } else { cut(&text, lines, room(beside)) }
    }

    /// A place in a source, from where the user is.
    fn place(&self, place: &str) -> String {
        visible(&self.view.as_ref().map_or_else(|| place.to_owned(), |view| view.place(place)))
    }

    fn bold(&self, text: &str) -> String {
        if self.has_color { format!("\x1b[1;31m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// How many characters fit on a line beside so many others.
fn room(beside: usize) -> usize {
    MAX_WIDTH.saturating_sub(beside).max(MAX_WIDTH / 4)
}

/// At least so much of an original value is shown, however narrow the terminal.
const MIN_ORIGINAL: usize = 40;

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

/// What a report says.
#[derive(Debug, Clone)]
pub(crate) struct Story {
    pub(crate) name: Option<String>,
    seed: u64,
    tally: Tally,
    /// The simplest first.
    pub(crate) failures: Vec<FailureReport>,
    unmade: Vec<Panic>,
    uncovered: Vec<(String, Cover)>,
    is_nothing: bool,
    is_empty: bool,
    is_endless: bool,
}

/// What a report says about one failure.
#[derive(Debug, Clone)]
pub(crate) struct FailureReport {
    pub(crate) value: Vec<ShownPart>,
    pub(crate) explanation: Option<String>,
    /// How many values were tried in place of the parts that do not matter.
    pub(crate) tried: u64,
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
    stopped_by: Option<StoppedBy>,
    /// Whether the values that were drawn could not be shrunk.
    draws_are_as_found: bool,
    pub(crate) is_flaky: bool,
    /// How to run it again.
    pub(crate) again: String,
    /// The file that it is saved in.
    pub(crate) file: Option<String>,
    /// Why it is not saved, and other remarks.
    pub(crate) remarks: Vec<String>,
    /// A test to paste.
    pub(crate) paste: Option<String>,
}

/// A named part of a value, on one line and on many, unless it takes too many.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ShownPart {
    pub(crate) name: String,
    pub(crate) short: String,
    pub(crate) long: Option<String>,
}

/// The parts of the value that was made last.
pub(crate) fn shown(trial: &dyn Trial) -> Vec<ShownPart> {
    let mut long_parts = parts(trial, true).into_iter();
    let mut shown = Vec::new();
    for (name, short) in parts(trial, false) {
        let Some((_, long)) = long_parts.next() else { break };
        let long = if long.is_empty() { None } else { Some(long) };
        shown.push(ShownPart { name, short, long });
    }
    shown
}

impl Story {
    pub(crate) fn new(name: Option<&str>, trial: &mut dyn Trial, checked: &Checked, style: &Style) -> Story {
        let mut failures = Vec::new();
        for finding in &checked.findings {
            failures.push(FailureReport::new(trial, finding, checked.seed, style));
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
    pub(crate) fn text(&self, style: &Style) -> Option<String> {
        let subject = match &self.name {
            Some(name) => format!("property `{}`", visible(name)),
            None => "the property".to_owned(),
        };
        let mut all = self.failures(&subject, style);
        let mut reasons = Vec::new();
        for Panic { message, .. } in &self.unmade {
            reasons.push(format!(
                "{subject} failed (seed {}): {}\n  but the generator did not make the same value again: does it depend on \
                 anything but its choices?",
                self.seed,
                indented(&style.text(message, 3, 80))
            ));
        }
        for (name, Cover { percent, count, cases, .. }) in &self.uncovered {
            let share = 100.0 * *count as f64 / (*cases).max(1) as f64;
            reasons.push(format!(
                "{subject} should cover {} in at least {percent} % of its cases, but only {share:.1} % did \
                 ({count} of {cases})\n  change the generator to make more of them, or demand less",
                shortened(&format!("{name:?}"), 60)
            ));
        }
        if self.is_nothing {
            let discarded = self.tally.discarded + self.tally.sought;
            let why = if self.is_endless {
                "the generator recurses forever".to_owned()
            } else if self.is_empty {
                format!("the generator made no value in {discarded} attempts")
            } else {
                format!("all {discarded} cases were discarded; {}", openpbtstats::GENERATE_VALID)
            };
            reasons.push(format!("{subject} was not tested: {why}"));
        }
        if reasons.len() > MAX_REASONS && !style.is_full {
            let rest = reasons.len() - MAX_REASONS;
            reasons.truncate(MAX_REASONS);
            reasons.push(format!("… and {rest} more; {}", style.more));
        }
        all.append(&mut reasons);
        if all.is_empty() { None } else { Some(all.join("\n\n")) }
    }

    /// The simplest failure in full, and a line for each other place: one error often breaks many assertions.
    fn failures(&self, subject: &str, style: &Style) -> Vec<String> {
        let Some((first, others)) = self.failures.split_first() else { return Vec::new() };
        let mut lines = Vec::new();
        if style.is_full {
            let mut texts = vec![first.text(subject, &lines, false, style)];
            for other in others {
                texts.push(other.text(subject, &lines, false, style));
            }
            return texts;
        }
        let mut others_are_saved = false;
        for other in &others[..others.len().min(MAX_OTHERS)] {
            lines.push(other.line(style));
            others_are_saved |= other.file.is_some();
        }
        if let Some(rest) = others.len().checked_sub(MAX_OTHERS).filter(|rest| *rest > 0) {
            lines.push(format!("also fails at {}; {}", count(rest as u64, "more place"), style.more));
        }
        vec![first.text(subject, &lines, others_are_saved, style)]
    }
}

impl FailureReport {
    fn new(trial: &mut dyn Trial, finding: &Finding, seed: u64, style: &Style) -> FailureReport {
        let draws = finding.met.body_draws;
        // What ended its process must not run in this one.
        let runs = draws && finding.died.is_none();
        // The simplest last, so that what it prints comes last.
        let original = Layout::of_failure(trial, &finding.met, seed, runs);
        let mut steps = Vec::new();
        if style.is_full {
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
        let choices = finding.choices.to_string();
        let again = if choices.len() > MAX_WIDTH / 2 && !style.is_full {
            "generator.replay(&failure.choices)".to_owned()
        } else if finding.met.body_draws {
            format!("Checker::new(generator).replay(&{choices:?}.parse().unwrap(), property)")
        } else {
            format!("generator.replay(&{choices:?}.parse().unwrap())")
        };
        FailureReport {
            value,
            explanation: finding.explanation.clone(),
            tried: finding.tried,
            panic: finding.panic.clone(),
            notes: finding.notes.clone(),
            drawn,
            original,
            origin: origin(finding, style),
            steps,
            step_count: finding.steps.len(),
            executions: finding.executions,
            ended: finding.ended,
            stopped_by: finding.stopped_by,
            draws_are_as_found: draws && !runs,
            is_flaky: finding.is_flaky,
            again,
            file: None,
            remarks: Vec::new(),
            paste: None,
        }
    }

    /// The report, with lines about other failures, of which some may be saved as well.
    fn text(&self, subject: &str, others: &[String], others_are_saved: bool, style: &Style) -> String {
        let mut text = String::new();
        let mut line = |line: &str| {
            let _ = writeln!(text, "{line}");
        };
        line(&style.bold(&format!("{subject} failed")));
        let (values, is_cut) = self.values(style);
        for value in values {
            line(&value);
        }
        if is_cut {
            // Not even the file has all of a text that was cut when it was written.
            let is_whole = self.parts().iter().all(|part| bytes_of_cut(&part.short).is_none());
            match &self.file {
                Some(file) if is_whole => line(&format!("  in full: {file}")),
                Some(file) => line(&format!("  more: {file}")),
                None => line(&format!("  shortened; {}", style.more)),
            }
        }
        if let Some(explanation) = self.explanation(style) {
            line(&explanation);
        }
        line(&self.panic(style));
        let mut notes = String::new();
        for note in &self.notes {
            let _ = writeln!(notes, "note: {}", note.replace('\n', "\n  "));
        }
        for note in style.text(&notes, NOTE_LINES, 2).lines() {
            line(&format!("  {note}"));
        }
        for original in self.originals(style) {
            line(&original);
        }
        line(&format!("  {}; {}", self.origin, self.shrunk()));
        for step in &self.steps {
            line(&format!("    {}", indented(&visible(step))));
        }
        if self.is_flaky {
            line("  flaky: it failed, then passed on the same value");
        }
        for other in others {
            line(&format!("  {other}"));
        }
        match self.file.as_ref().map(|file| (file, file.rsplit_once('/'))) {
            Some((_, Some((folder, _)))) if others_are_saved => {
                line(&format!(
                    "  saved, as are those at the places above; all run first next time. To discard them: rm -r {folder}"
                ));
            }
            Some((file, _)) => line(&format!("  saved; runs first next time. To discard it: rm {file}")),
            None => {}
        }
        for remark in &self.remarks {
            line(&format!("  {}", indented(&visible(remark))));
        }
        line(&format!("  replay: {}", self.again));
        if let Some(paste) = &self.paste {
            line("  test to paste:");
            line("");
            for code in paste.lines() {
                line(format!("    {code}").trim_end());
            }
        }
        text.trim_end().to_owned()
    }

    /// The arguments, and then what the property drew.
    fn parts(&self) -> Vec<ShownPart> {
        let mut parts = self.value.clone();
        for draw in &self.drawn {
            parts.push(draw.part.clone());
        }
        parts
    }

    /// A line for each value, or several if there is room, and whether something was left out.
    fn values(&self, style: &Style) -> (Vec<String>, bool) {
        let (parts, mut lines) = (self.parts(), 0);
        for part in &parts {
            lines += part.lines(style);
        }
        let mut is_cut = parts.len() > VALUE_LINES && !style.is_full;
        let mut values = Vec::new();
        for part in &parts {
            if style.is_full || values.len() < VALUE_LINES {
                let (text, was_cut) = part.text(style, lines <= VALUE_LINES || style.is_full);
                values.push(text);
                is_cut |= was_cut;
            }
        }
        (values, is_cut)
    }

    fn explanation(&self, style: &Style) -> Option<String> {
        let explanation = visible(self.explanation.as_ref()?);
        let line = format!("  {} for `_` failed too: {explanation}", count(self.tried, "other value"));
        // Half of a claim would be another one.
        (style.is_full || line.chars().count() <= MAX_WIDTH).then_some(line)
    }

    fn panic(&self, style: &Style) -> String {
        match self.place(style) {
            Some(place) => {
                let beside = "  panic:  ()".len() + place.chars().count();
                format!("  panic: {} ({place})", indented(&style.text(&self.panic.message, MESSAGE_LINES, beside)))
            }
            None => format!("  {}", indented(&style.text(&self.panic.message, MESSAGE_LINES, 4))),
        }
    }

    /// Where it panicked, from where the user is.
    fn place(&self, style: &Style) -> Option<String> {
        // How a process died stands in the message, too.
        let place = self.panic.place.as_ref().filter(|place| !self.panic.message.ends_with(place.as_str()));
        place.map(|place| style.place(place))
    }

    /// The arguments that were others in the case that failed first.
    fn originals(&self, style: &Style) -> Vec<String> {
        let mut originals = Vec::new();
        let parts = self.parts();
        for (number, part) in self.original.iter().enumerate() {
            if parts.get(number) == Some(part) {
                continue;
            }
            let short = visible(&part.short);
            // A large one hides what matters, so it gets a line of the terminal at most.
            let name = "  original : ".len() + part.name.chars().count();
            let room = room(name).min(style.width.saturating_sub(name).max(MIN_ORIGINAL));
            let short = if style.is_full || short.chars().count() <= room { short } else { collapsed(&short) };
            let short = if style.is_full { short } else { shortened(&short.replace('\n', "\\n"), room) };
            originals.push(format!("  original {}: {}", visible(&part.name), indented(&short)));
        }
        if originals.len() > ORIGINAL_LINES && !style.is_full {
            originals.truncate(ORIGINAL_LINES - 1);
            originals.push(format!("  … {}", style.more));
        }
        originals
    }

    /// How far it was shrunk.
    fn shrunk(&self) -> String {
        let (steps, runs) = (count(self.step_count as u64, "step"), count(self.executions, "run"));
        match self.ended {
            Ended::Minimal if self.draws_are_as_found => {
                format!("arguments shrunk in {steps}, {runs}; draws not shrunk, because the process died")
            }
            Ended::Minimal if self.is_flaky => format!("shrunk in {steps}, {runs}"),
            Ended::Minimal if self.step_count == 0 => format!("already minimal ({runs})"),
            Ended::Minimal => format!("shrunk in {steps}, {runs}; minimal"),
            Ended::OutOfBudget if self.stopped_by == Some(StoppedBy::NoTimeout) => {
                "not shrunk: set a `timeout` to shrink a case that hangs".to_owned()
            }
            Ended::OutOfBudget => {
                let limit = match self.stopped_by {
                    Some(StoppedBy::Executions(executions)) => format!(" of {} (`shrink`)", count(executions, "run")),
                    Some(StoppedBy::Time(time)) => format!(" of {} s (`shrink_time`)", time.as_secs_f64()),
                    Some(StoppedBy::Processes(processes)) => format!(" of {processes} child processes"),
                    Some(StoppedBy::NoTimeout) | None => String::new(),
                };
                format!("shrunk in {steps}, {runs}; stopped at the limit{limit}, so it may not be minimal")
            }
            Ended::NotInRange if !self.is_flaky => "not shrunk: the generator cannot make this value".to_owned(),
            _ => "not shrunk: its choices did not make the same value again".to_owned(),
        }
    }

    /// What there is to say in one line, of a failure beside a simpler one.
    fn line(&self, style: &Style) -> String {
        let mut values = Vec::new();
        for part in self.parts() {
            let short = collapsed(&visible(&part.short)).replace('\n', "\\n");
            values.push(format!("{} = {short}", visible(&part.name)));
        }
        let values = shortened(&values.join(", "), 60);
        let message = self.panic.message.lines().next().unwrap_or_default();
        let place = self.place(style).map_or_else(String::new, |place| format!(" at {place}"));
        shortened(&format!("also fails{place} on {values}: {}", shortened(&visible(message), 80)), room(2))
    }
}

/// How a failure was found.
fn origin(finding: &Finding, style: &Style) -> String {
    let before = finding.met.before;
    let case = match before.all() {
        _ if finding.died.is_some() => "failed in a child process".to_owned(),
        0 => "failed on the first case".to_owned(),
        all => format!("failed on case {}", all + 1),
    };
    let discarded = match before.discarded {
        0 => String::new(),
        discarded => format!(", after {}", count(discarded, "discard")),
    };
    match &finding.met.origin {
        Origin::Random { seed, case: number } if finding.died.is_some() => {
            format!("{case} on case {} (seed {seed})", number + 1)
        }
        Origin::Random { seed, .. } => format!("{case} (seed {seed}{discarded})"),
        Origin::Chosen => case,
        Origin::Example(number) => format!("failed on example {}", number + 1),
        Origin::Kept(file) => {
            let file = style.view.as_ref().map_or_else(|| file.clone(), |view| view.path_in_package(file));
            format!("failed again on the case saved in {file}")
        }
    }
}

impl ShownPart {
    fn short(&self, style: &Style) -> String {
        let short = visible(&self.short);
        if style.is_full || self.fits(&short, style.width) { short } else { collapsed(&short) }
    }

    fn fits(&self, text: &str, width: usize) -> bool {
        // A text of many characters has at least as many bytes.
        text.len() <= 4 * width && text.chars().count() + self.name.chars().count() + 4 <= width && !text.contains('\n')
    }

    /// How many lines it would take.
    fn lines(&self, style: &Style) -> usize {
        if self.fits(&self.short(style), style.width) {
            return 1;
        }
        self.long.as_ref().map_or(MAX_LINES + 1, |long| long.lines().count())
    }

    /// The value, on many lines if there is room, and whether something was left out.
    fn text(&self, style: &Style, has_room: bool) -> (String, bool) {
        let (name, short) = (visible(&self.name), self.short(style));
        if self.fits(&short, style.width) || style.is_full && self.long.is_none() {
            return (format!("  {name}: {short}"), false);
        }
        if let Some(long) = self.long.as_ref().filter(|_| has_room) {
            let long = visible(long);
            let room = room(6 + name.chars().count());
            if style.is_full || long.lines().all(|line| line.chars().count() <= room) {
                return (format!("  {name}: {}", indented(&long)), false);
            }
        }
        let room = room(4 + name.chars().count());
        let line = short.replace('\n', "\\n");
        let cut = shortened(&line, room);
        let is_cut = cut != line;
        (format!("  {name}: {cut}"), is_cut)
    }
}

/// A text of several lines, each below the first.
fn indented(text: &str) -> String {
    text.replace('\n', "\n    ")
}

fn count(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
