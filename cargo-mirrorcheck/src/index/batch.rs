//! What is in a piece of a file, on its way into runs: made by several threads, put together in order by one.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use openpbtstats::WHOLE_RUN;

use super::column::{Cell, category};
use super::same::hash;
use crate::line::{self, Case, Line, Message, Status, Value};
use crate::words::cut;

/// Broken lines of a piece that are described.
const DESCRIBED: usize = 100;
/// Bytes of a message that are kept.
const MESSAGE: usize = 100_000;
/// Characters of a reason that are kept.
const REASON: usize = 500;

/// What is in a piece of a file.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    /// How many lines there are, and those that cannot be used, from 0.
    pub(crate) lines: u64,
    pub(crate) broken: Vec<(u64, String)>,
    pub(crate) broken_in_all: u64,
    pub(crate) runs: Names<(Box<str>, u64)>,
    pub(crate) names: Names<Box<str>>,
    pub(crate) records: Vec<Record>,
    pub(crate) features: Vec<(u32, Cell)>,
    pub(crate) times: Vec<(u32, f32)>,
    /// File and line, where no record before in this piece has them.
    pub(crate) coverage: Vec<(u32, u32)>,
    pub(crate) messages: Vec<(u32, Told)>,
    /// Where a line begins that does not end.
    pub(crate) unfinished: Option<u64>,
    /// Whether the last line was taken although nothing says that it ends.
    pub(crate) is_open: bool,
    covered: HashSet<(u32, u32, u32)>,
}

/// A case or a step of shrinking.
#[derive(Debug)]
pub(crate) struct Record {
    pub(crate) run: u32,
    pub(crate) place: Place,
    pub(crate) hash: u64,
    /// The length of the representation, in characters.
    pub(crate) size: u32,
    pub(crate) status: Status,
    pub(crate) how: u32,
    pub(crate) reason: u32,
    /// How many of each are its own.
    pub(crate) features: u32,
    pub(crate) times: u32,
    pub(crate) coverage: u32,
    pub(crate) step: Option<StepKind>,
}

/// Where a line is in its file.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Place {
    pub(crate) at: u64,
    pub(crate) length: u32,
    /// Where the representation begins, from `at`.
    pub(crate) representation: u32,
}

/// What a step of shrinking is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StepKind {
    pub(crate) is_minimal: bool,
    /// Which failure of the run it belongs to, if that is said.
    pub(crate) failure: Option<u64>,
}

/// A message of a run.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Told {
    pub(crate) is_alert: bool,
    pub(crate) title: String,
    pub(crate) content: String,
}

/// Different things by number, in the order in which they were met.
#[derive(Debug)]
pub(crate) struct Names<T> {
    pub(crate) all: Vec<T>,
    numbers: HashMap<T, u32>,
}

impl<T> Default for Names<T> {
    fn default() -> Names<T> {
        Names { all: Vec::new(), numbers: HashMap::new() }
    }
}

impl Names<Box<str>> {
    pub(crate) fn number(&mut self, name: &str) -> u32 {
        match self.numbers.get(name) {
            Some(&number) => number,
            None => self.put(name.into()),
        }
    }
}

impl<T: Clone + Eq + std::hash::Hash> Names<T> {
    fn put(&mut self, name: T) -> u32 {
        let number = self.all.len() as u32;
        self.all.push(name.clone());
        self.numbers.insert(name, number);
        number
    }
}

impl Batch {
    /// A line with its place in the file.
    pub(crate) fn line(&mut self, bytes: &[u8], at: u64) {
        self.lines += 1;
        if let Err(why) = self.try_line(bytes, at) {
            self.broken_line(why);
        }
    }

    pub(crate) fn broken_line(&mut self, why: String) {
        self.broken_in_all += 1;
        if self.broken.len() < DESCRIBED {
            self.broken.push((self.lines - 1, why));
        }
    }

    /// A line at the end of a file that may still grow. Gives whether it is whole.
    pub(crate) fn last_line(&mut self, bytes: &[u8], at: u64) -> bool {
        let is_whole = self.try_line(bytes, at).is_ok();
        self.lines += u64::from(is_whole);
        self.is_open = is_whole;
        is_whole
    }

    fn try_line(&mut self, bytes: &[u8], at: u64) -> Result<(), String> {
        let text = std::str::from_utf8(bytes)
            .map_err(|error| format!("not valid UTF-8 from byte {} on", error.valid_up_to() + 1))?;
        match line::parse(text) {
            Ok(line) => self.add(line, text, at),
            Err(why) => {
                let mut mended = bytes.to_vec();
                if !line::mend(&mut mended) {
                    return Err(why);
                }
                let text = std::str::from_utf8(&mended).map_err(|_| why)?;
                let line = line::parse(text)?;
                self.add(line, text, at);
            }
        }
        Ok(())
    }

    fn add(&mut self, line: Option<Line<'_>>, text: &str, at: u64) {
        match line {
            None => {}
            Some(Line::Case(case)) => self.case(case, text, at),
            Some(Line::Message(message)) => self.message(&message),
        }
    }

    fn run(&mut self, property: &str, start: f64) -> u32 {
        // Two zeros are one moment.
        let start = (start + 0.0).to_bits();
        // Cases of one run mostly stand together.
        let is_it = |run: &(Box<str>, u64)| run.1 == start && *run.0 == *property;
        if let Some(last) =
            self.records.last().map(|record| record.run).filter(|&run| is_it(&self.runs.all[run as usize]))
        {
            return last;
        }
        let key = (Box::from(property), start);
        match self.runs.numbers.get(&key) {
            Some(&number) => number,
            None => self.runs.put(key),
        }
    }

    fn case(&mut self, case: Case<'_>, text: &str, at: u64) {
        // It is there for readers that go by cases alone: the verdict says the same.
        if case.how == WHOLE_RUN {
            return;
        }
        let run = self.run(&case.property, case.run_start);
        let step = step(&case);
        let (features, times) = match step {
            // A step is shown, but not counted.
            Some(_) => (0, 0),
            None => (case.features.len() as u32, case.timing.len() as u32),
        };
        // What stands before the line is no part of it.
        let skipped = text.len() - text.trim_start_matches('\u{feff}').len();
        let record = Record {
            run,
            place: Place {
                at: at + skipped as u64,
                length: (text.len() - skipped) as u32,
                representation: case.representation_at as u32,
            },
            hash: hash(case.representation.as_bytes()),
            size: characters(&case.representation),
            status: case.status,
            how: self.names.number(&case.how),
            reason: self.names.number(&cut(&case.reason, REASON)),
            features,
            times,
            coverage: if step.is_none() { self.cover(run, &case) } else { 0 },
            step,
        };
        self.records.push(record);
        if step.is_none() {
            for (name, value) in case.features {
                let name = self.names.number(&own_name(&name));
                let cell = match value {
                    Value::Number(number) => Cell::Number(number),
                    Value::Text(text) => Cell::Text(self.names.number(&category(&text))),
                    Value::Point(point) => Cell::Point(Box::new(point)),
                };
                self.features.push((name, cell));
            }
            for (name, seconds) in case.timing {
                let name = self.names.number(&name);
                self.times.push((name, seconds.min(f64::from(f32::MAX)) as f32));
            }
        }
    }

    fn cover(&mut self, run: u32, case: &Case<'_>) -> u32 {
        let before = self.coverage.len();
        for (file, lines) in &case.coverage {
            let file = self.names.number(file);
            for &line in lines {
                if self.covered.insert((run, file, line)) {
                    self.coverage.push((file, line));
                }
            }
        }
        (self.coverage.len() - before) as u32
    }

    fn message(&mut self, message: &Message<'_>) {
        let run = self.run(&message.property, message.run_start);
        let told = Told {
            is_alert: message.is_alert,
            title: cut(&message.title, 1_000).into_owned(),
            content: cut(&message.content, MESSAGE).into_owned(),
        };
        self.messages.push((run, told));
    }
}

/// Most texts are ASCII, which is found out faster than characters are counted.
fn characters(text: &str) -> u32 {
    (if text.is_ascii() { text.len() } else { text.chars().count() }) as u32
}

fn step(case: &Case<'_>) -> Option<StepKind> {
    let is_minimal = case.how.contains("minimal failing");
    if !is_minimal && !case.how.contains("shrink") {
        return None;
    }
    let failure = case.metadata.and_then(|metadata| line::metadata_field(metadata, "failure"));
    Some(StepKind { is_minimal, failure: failure.and_then(|raw| raw.parse().ok()) })
}
/// The name of a feature. What filters call by a name of their own must not be called the same.
fn own_name(name: &str) -> Cow<'_, str> {
    if name.starts_with('#') || name.starts_with("time:") {
        Cow::Owned(format!("feature {name}"))
    } else {
        Cow::Borrowed(name)
    }
}
