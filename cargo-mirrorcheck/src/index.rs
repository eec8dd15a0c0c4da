//! What is in files of observations, without holding them: of each case where its line is and the columns to filter and
//! to draw by.
//!
//! Cases of a run are in the order of their lines, file after file in the order in which the files were found.

mod batch;
mod column;
mod programs;
mod read;
mod run;
mod same;
mod source;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::Serialize;

use batch::Batch;
use programs::Programs;
use run::{Known, Own};
use source::{Change, Source};

pub(crate) use batch::{Place, Told};
pub(crate) use column::{CATEGORIES, Categories, Column, Numbers, Values};
pub(crate) use programs::ProgramList;
pub(crate) use run::{FEATURES, Run, Step};
pub(crate) use source::Lines;

/// Lines that cannot be used and are described.
const DESCRIBED: usize = 100;
/// More runs than these are not of this world.
const RUNS: usize = 100_000;

/// Names a run of a property.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RunKey {
    /// The property, as its lines name it.
    pub property: String,
    /// When the run began, in seconds since 1970; `None` for the latest.
    pub start: Option<f64>,
}

/// A line or a file that could not be read.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Broken {
    pub file: String,
    /// From 1; 0 if the whole file is meant.
    pub line: u64,
    pub why: String,
}

/// The files that were given, and what is in them.
#[derive(Debug, Default)]
pub struct Index {
    paths: Vec<PathBuf>,
    sources: Vec<Source>,
    runs: Vec<Run>,
    run_of: HashMap<(Box<str>, u64), usize>,
    /// The runs of each property, the earliest first.
    properties: BTreeMap<String, Vec<usize>>,
    broken: Vec<Broken>,
    broken_in_all: u64,
    /// What cannot be read at all.
    missing: Vec<Broken>,
    programs: Programs,
    version: u64,
}

impl Index {
    /// Reads files, and all `.jsonl` files in folders. What cannot be read is in the overview's `broken`.
    pub fn open(paths: &[PathBuf]) -> Index {
        let mut index = Index::unread(paths);
        index.refresh();
        index
    }

    /// Opens files without reading anything yet: [`refresh`](Index::refresh) does that.
    pub fn unread(paths: &[PathBuf]) -> Index {
        // A page that was loaded from an earlier server must not take this one's version for its own.
        let version = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64);
        Index { paths: paths.to_vec(), version, ..Index::default() }
    }

    /// Reads what was added since. Gives whether there was something. If a file has become another, or is gone, all are
    /// read again.
    pub fn refresh(&mut self) -> bool {
        let (found, missing) = source::find(&self.paths);
        let all: HashSet<&PathBuf> = found.iter().collect();
        let is_gone = |source: &Source| !all.contains(&source.path);
        let is_other = |source: &mut Source| source.change() == Change::Other;
        let mut has_changed = missing != self.missing;
        if self.sources.iter().any(is_gone) || self.sources.iter_mut().any(is_other) {
            let (paths, programs) = (std::mem::take(&mut self.paths), std::mem::take(&mut self.programs));
            *self = Index { paths, programs, version: self.version, ..Index::default() };
            has_changed = true;
        }
        self.missing = missing;
        let known: HashSet<PathBuf> = self.sources.iter().map(|source| source.path.clone()).collect();
        for path in found.into_iter().filter(|path| !known.contains(path)) {
            self.sources.push(Source::new(path));
            has_changed = true;
        }
        for file in 0..self.sources.len() {
            has_changed |= self.read_more(file);
        }
        has_changed |= self.programs.read(source::lists(&self.paths));
        self.version += u64::from(has_changed);
        has_changed
    }

    /// Whether the test of a run is not in the latest build of its program: renamed, deleted or no longer compiled. Of
    /// lines without a list of the tests, and of doctests, that is unknown.
    pub(crate) fn is_gone(&self, run: &Run) -> bool {
        run.test.as_ref().is_some_and(|test| self.programs.has_lost(test, run.start))
    }

    /// Whether the command that ran the tests has ended, so that a run which has not finished never will. Where no command
    /// of ours ran them, that is unknown.
    pub(crate) fn is_over(&self, run: &Run) -> bool {
        let folder = self.sources.get(run.file as usize).and_then(|source| source.path.parent());
        folder.is_some_and(|folder| self.programs.are_over(folder))
    }

    /// Whether a test program with this package and root was observed.
    pub(crate) fn has_program(&self, package: &str, root: &str) -> bool {
        self.programs.has(package, root)
    }

    /// Whether nothing was observed.
    pub(crate) fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Changes with what is read.
    pub fn version(&self) -> u64 {
        self.version
    }

    fn read_more(&mut self, file: usize) -> bool {
        let Some((from, to)) = self.sources[file].unread() else { return false };
        let path = self.sources[file].path.clone();
        let before = (from, self.sources[file].unfinished.is_some());
        let (mut read, mut has_some) = (to, false);
        let result = read::read(&path, from, to, &mut |batch| {
            if let Some(at) = batch.unfinished {
                read = at;
            }
            has_some = true;
            self.absorb(file, batch);
        });
        let source = &mut self.sources[file];
        if let Err(error) = result {
            return source.has_failed(&error, has_some);
        }
        source.has_read(read, to);
        before != (source.read, source.unfinished.is_some())
    }

    fn absorb(&mut self, file: usize, batch: Batch) {
        let first_line = self.sources[file].lines;
        self.sources[file].lines += batch.lines;
        // A piece in which no line begins says nothing.
        self.sources[file].is_open |= batch.is_open;
        self.broken_in_all += batch.broken_in_all;
        let name = self.sources[file].name();
        for (line, why) in &batch.broken {
            if self.broken.len() < DESCRIBED {
                self.broken.push(Broken { file: name.clone(), line: first_line + line + 1, why: why.clone() });
            }
        }
        let runs: Vec<Option<usize>> = batch.runs.all.iter().map(|key| self.run_number(key, file as u32)).collect();
        let mut known: Vec<Known> = runs.iter().map(|_| Known::new(&batch)).collect();
        let mut features = batch.features.into_iter();
        let (mut times, mut coverage) = (&batch.times[..], &batch.coverage[..]);
        for record in &batch.records {
            let own = Own {
                features: features.by_ref().take(record.features as usize),
                times: take(&mut times, record.times),
                coverage: take(&mut coverage, record.coverage),
            };
            let number = record.run as usize;
            match runs[number] {
                Some(run) => self.runs[run].add(file as u32, record, &batch.names.all, &mut known[number], own),
                None => own.features.for_each(drop),
            }
        }
        for (run, told) in batch.messages {
            if let Some(run) = runs[run as usize] {
                self.runs[run].tell(told);
            }
        }
    }

    fn run_number(&mut self, key: &(Box<str>, u64), file: u32) -> Option<usize> {
        if let Some(&run) = self.run_of.get(key) {
            return Some(run);
        }
        if self.runs.len() >= RUNS {
            self.broken_in_all += 1;
            return None;
        }
        let (property, start) = (&key.0, f64::from_bits(key.1));
        let number = self.runs.len();
        self.runs.push(Run::new(property, start, file));
        self.run_of.insert(key.clone(), number);
        let runs = self.properties.entry(property.to_string()).or_default();
        let at = runs.partition_point(|&run| self.runs[run].start <= start);
        runs.insert(at, number);
        Some(number)
    }

    /// The runs of each property, the earliest first.
    pub(crate) fn properties(&self) -> impl Iterator<Item = (&str, Vec<&Run>)> {
        self.properties.iter().map(|(name, runs)| (name.as_str(), runs.iter().map(|&run| &self.runs[run]).collect()))
    }

    /// All runs of a property, the earliest first.
    pub(crate) fn runs(&self, property: &str) -> Vec<&Run> {
        self.properties.get(property).into_iter().flatten().map(|&run| &self.runs[run]).collect()
    }

    pub(crate) fn run(&self, key: &RunKey) -> Option<&Run> {
        let runs = self.properties.get(&key.property)?;
        let number = match key.start {
            None => *runs.last()?,
            Some(start) => *runs.iter().find(|&&run| self.runs[run].start == start)?,
        };
        Some(&self.runs[number])
    }

    pub(crate) fn files(&self) -> usize {
        self.sources.len()
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.sources.iter().map(|source| source.read).sum()
    }

    /// What could not be read, and how much more there is of it.
    pub(crate) fn broken(&self) -> Vec<Broken> {
        let unfinished = self.sources.iter().filter_map(|source| source.unfinished.clone());
        let mut all: Vec<Broken> =
            self.missing.iter().cloned().chain(self.broken.iter().cloned()).chain(unfinished).collect();
        let more = self.broken_in_all.saturating_sub(self.broken.len() as u64);
        if more > 0 {
            all.push(Broken { file: String::new(), line: 0, why: format!("{more} more lines could not be read") });
        }
        all
    }

    /// To read lines again.
    pub(crate) fn lines(&self) -> Lines<'_> {
        Lines::new(&self.sources)
    }
}

fn take<'a, T>(from: &mut &'a [T], count: u32) -> &'a [T] {
    let (own, rest) = from.split_at(count as usize);
    *from = rest;
    own
}
