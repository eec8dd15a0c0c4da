//! One run of one property, by columns.

use std::collections::{HashMap, HashSet};

use openpbtstats::title;

use super::batch::{Batch, Place, Record, StepKind, Told};
use super::column::{Cell, Column, Sparse};
use super::programs::{self, Test};
use super::same::{Same, hash};
use crate::line::Status;

/// More features of a run than these are left out: somebody uses values as names.
pub(crate) const FEATURES: usize = 200;
const TIMES: usize = 50;
/// More reasons, or ways in which cases are made, than these are not told apart.
const REASONS: usize = 10_000;
const MESSAGES: usize = 1_000;
/// How many slow cases are kept in mind.
const SLOWEST: usize = 20;

/// One run of one property.
#[derive(Debug, Default)]
pub(crate) struct Run {
    pub(crate) property: String,
    pub(crate) start: f64,
    /// The file that it begins in.
    pub(crate) file: u32,
    /// From which case on the lines are in which file.
    files: Vec<(u32, u32)>,
    places: Places,
    pub(crate) status: Vec<Status>,
    pub(crate) size: Vec<u32>,
    pub(crate) how: Counted,
    pub(crate) reason: Counted,
    pub(crate) seconds: Vec<f32>,
    pub(crate) same: Same,
    /// By status, first of their representation or not.
    pub(crate) counts: [[u64; 2]; 3],
    pub(crate) columns: Vec<Column>,
    column_of: HashMap<Box<str>, usize>,
    /// Whether there are features that were left out.
    pub(crate) has_more_features: bool,
    pub(crate) times: Vec<TimeColumn>,
    covered: HashSet<(u32, u32)>,
    coverage_files: HashMap<Box<str>, u32>,
    /// Covered lines so far, where a case adds some.
    pub(crate) coverage: Vec<(u32, u64)>,
    pub(crate) steps: Vec<Step>,
    pub(crate) messages: Vec<Told>,
    /// The test that ran, if the run says so.
    pub(crate) test: Option<Test>,
    pub(crate) total_seconds: f64,
    /// The slowest cases, the slowest first.
    pub(crate) slowest: Vec<(f32, u32)>,
}

/// Where lines are, in as few bytes as possible.
#[derive(Debug, Default)]
struct Places {
    at: Vec<u64>,
    length: Vec<u32>,
    representation: Vec<u32>,
}

/// One part of the time of cases.
#[derive(Debug)]
pub(crate) struct TimeColumn {
    pub(crate) name: String,
    pub(crate) column: Sparse<f32>,
    pub(crate) total: f64,
}

/// A step of shrinking, or what it ends with.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Step {
    pub(crate) file: u32,
    pub(crate) place: Place,
    pub(crate) hash: u64,
    pub(crate) size: u32,
    pub(crate) status: Status,
    pub(crate) reason: u16,
    pub(crate) kind: StepKind,
}

/// Texts of cases by number, with how often each status has them.
#[derive(Debug, Default)]
pub(crate) struct Counted {
    pub(crate) names: Vec<Box<str>>,
    pub(crate) counts: Vec<[u64; 3]>,
    pub(crate) column: Vec<u16>,
    numbers: HashMap<Box<str>, u16>,
}

impl Counted {
    pub(crate) fn number(&mut self, name: &str) -> u16 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let name = if self.names.len() + 1 < REASONS { name } else { "(one of many)" };
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.names.len() as u16;
        self.names.push(name.into());
        self.counts.push([0; 3]);
        self.numbers.insert(name.into(), number);
        number
    }

    fn push(&mut self, number: u16, status: Status) {
        self.counts[number as usize][status as usize] += 1;
        self.column.push(number);
    }

    pub(crate) fn name(&self, number: u16) -> &str {
        self.names.get(number as usize).map_or("", |name| name)
    }

    pub(crate) fn of(&self, case: u32) -> &str {
        self.name(self.column[case as usize])
    }

    pub(crate) fn find(&self, name: &str) -> Option<u16> {
        self.numbers.get(name).copied()
    }
}

/// What a record has of the features, times and covered lines of its batch.
pub(crate) struct Own<'a, F> {
    pub(crate) features: F,
    pub(crate) times: &'a [(u32, f32)],
    pub(crate) coverage: &'a [(u32, u32)],
}

/// The numbers that names of a batch have in a run: looked up once.
#[derive(Debug)]
pub(crate) struct Known {
    how: Lookup,
    reason: Lookup,
    column: Lookup,
    time: Lookup,
}

/// No column: there are too many.
const LEFT_OUT: usize = usize::MAX;
/// A batch of more runs than these looks names up in maps: a list of all names for each run would be too large.
const FEW_RUNS: usize = 8;

impl Known {
    pub(crate) fn new(batch: &Batch) -> Known {
        let names = if batch.runs.all.len() <= FEW_RUNS { batch.names.all.len() } else { 0 };
        let lookup = || Lookup { list: vec![None; names], map: HashMap::new() };
        Known { how: lookup(), reason: lookup(), column: lookup(), time: lookup() }
    }
}

#[derive(Debug)]
struct Lookup {
    list: Vec<Option<usize>>,
    map: HashMap<usize, usize>,
}

impl Lookup {
    fn of(&mut self, name: usize, find: impl FnOnce() -> usize) -> usize {
        match self.list.get_mut(name) {
            Some(known) => *known.get_or_insert_with(find),
            None => *self.map.entry(name).or_insert_with(find),
        }
    }
}

impl Run {
    pub(crate) fn new(property: &str, start: f64, file: u32) -> Run {
        Run { property: property.to_owned(), start, file, ..Run::default() }
    }

    pub(crate) fn cases(&self) -> u32 {
        self.status.len() as u32
    }

    /// How many cases have no representation, because no value could be made.
    pub(crate) fn unmade(&self) -> u64 {
        self.same.find(hash(b"")).map_or(0, |case| self.same.alike(case))
    }

    /// How many lines tell of a run for shrinking. That of the minimal case tells how it ended.
    pub(crate) fn shrinking(&self) -> u64 {
        self.steps.iter().filter(|step| !step.kind.is_minimal).count() as u64
    }

    /// Where the line of a case is: the number of its file, and the place there.
    pub(crate) fn place(&self, case: u32) -> (u32, Place) {
        let file = self.files[self.files.partition_point(|(from, _)| *from <= case) - 1].1;
        let at = case as usize;
        let Places { at: begins, length, representation } = &self.places;
        (file, Place { at: begins[at], length: length[at], representation: representation[at] })
    }

    pub(crate) fn column(&self, name: &str) -> Option<&Column> {
        self.column_of.get(name).map(|&at| &self.columns[at])
    }

    pub(crate) fn tell(&mut self, told: Told) {
        if told.title == title::PROGRAM && !told.is_alert {
            self.test = programs::test(&told.content);
            return;
        }
        if self.messages.len() < MESSAGES {
            self.messages.push(told);
        }
    }

    /// Adds a record of a batch.
    pub(crate) fn add(
        &mut self,
        file: u32,
        record: &Record,
        names: &[Box<str>],
        known: &mut Known,
        own: Own<'_, impl Iterator<Item = (u32, Cell)>>,
    ) {
        let reason = record.reason as usize;
        let reason = known.reason.of(reason, || self.reason.number(&names[reason]).into()) as u16;
        if let Some(kind) = record.step {
            let &Record { place, hash, size, status, .. } = record;
            self.steps.push(Step { file, place, hash, size, status, reason, kind });
            return;
        }
        let case = self.cases();
        if self.files.last().is_none_or(|(_, last)| *last != file) {
            self.files.push((case, file));
        }
        self.places.at.push(record.place.at);
        self.places.length.push(record.place.length);
        self.places.representation.push(record.place.representation);
        self.status.push(record.status);
        self.size.push(record.size);
        let how = record.how as usize;
        let how = known.how.of(how, || self.how.number(&names[how]).into()) as u16;
        self.how.push(how, record.status);
        self.reason.push(reason, record.status);
        let is_first = self.same.push(record.hash, record.status != Status::Discarded);
        self.counts[record.status as usize][usize::from(!is_first)] += 1;
        for (name, cell) in own.features {
            self.feature(case, name as usize, cell, names, known);
        }
        self.time(case, own.times, names, known);
        self.cover(case, own.coverage, names);
    }

    fn feature(&mut self, case: u32, name: usize, cell: Cell, names: &[Box<str>], known: &mut Known) {
        let at = known.column.of(name, || match self.column_of.get(&names[name]) {
            Some(&at) => at,
            None if self.columns.len() >= FEATURES => LEFT_OUT,
            None => {
                self.columns.push(Column::new(names[name].to_string(), &cell));
                self.column_of.insert(names[name].clone(), self.columns.len() - 1);
                self.columns.len() - 1
            }
        });
        match self.columns.get_mut(at) {
            Some(column) => column.push(case, cell, names),
            None => self.has_more_features = true,
        }
    }

    fn time(&mut self, case: u32, times: &[(u32, f32)], names: &[Box<str>], known: &mut Known) {
        let mut all = 0.0;
        for &(name, seconds) in times {
            all += seconds;
            let name = name as usize;
            let at = known.time.of(name, || {
                let at = self.times.iter().position(|time| *time.name == *names[name]);
                at.unwrap_or_else(|| match self.times.len() {
                    TIMES.. => LEFT_OUT,
                    at => {
                        let name = names[name].to_string();
                        self.times.push(TimeColumn { name, column: Sparse::default(), total: 0.0 });
                        at
                    }
                })
            });
            if let Some(time) = self.times.get_mut(at) {
                time.column.push(case, seconds);
                time.total += f64::from(seconds);
            }
        }
        self.seconds.push(all);
        self.total_seconds += f64::from(all);
        if all > 0.0 && (self.slowest.len() < SLOWEST || self.slowest.last().is_some_and(|last| last.0 < all)) {
            let at = self.slowest.partition_point(|slow| slow.0 >= all);
            self.slowest.insert(at, (all, case));
            self.slowest.truncate(SLOWEST);
        }
    }

    fn cover(&mut self, case: u32, coverage: &[(u32, u32)], names: &[Box<str>]) {
        let before = self.covered.len();
        for &(file, line) in coverage {
            let name = &names[file as usize];
            let file = match self.coverage_files.get(name) {
                Some(&file) => file,
                None => {
                    let file = self.coverage_files.len() as u32;
                    self.coverage_files.insert(name.clone(), file);
                    file
                }
            };
            self.covered.insert((file, line));
        }
        if self.covered.len() > before {
            self.coverage.push((case, self.covered.len() as u64));
        }
    }
}
