//! How properties are run: what the code, `mirrorcheck.toml` and the environment say, and which of them counts.
//!
//! The weakest first: what is built in, `[default]` of the file, the table of the profile, the code, the environment.

mod environment;
mod error;
mod file;
mod keys;
mod tables;
#[cfg(test)]
mod tests;
mod toml;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use environment::Environment;
pub(crate) use error::SettingsError;
use file::File;

/// How often a property is run to shrink one failure, unless told otherwise.
pub(crate) const EXECUTIONS: u64 = 5_000;

/// How long it may take from a failure to its report, unless told otherwise.
pub(crate) const SHRINK_TIME: Duration = Duration::from_secs(10);

/// How many cases a property is run on, unless told otherwise. Miri takes about a thousand times as long for each.
pub(crate) const CASES: u64 = if cfg!(miri) { 20 } else { 300 };

/// How many cases the profile `thorough` runs.
const THOROUGH: u64 = 10_000;

/// The profiles that are there without a file.
const PROFILES: [&str; 3] = ["default", "ci", "thorough"];

/// What a limit is where it is said that there is none, so that it can be taken back from a weaker place.
pub(crate) const NO_LIMIT: Duration = Duration::MAX;

/// What `memory` is where it is said that there is no limit.
pub(crate) const NO_MEMORY_LIMIT: u64 = u64::MAX;

/// How long a case that may hang is given, unless told otherwise.
pub(crate) const HANG_LIMIT: Duration = Duration::from_secs(10);

/// How a property is run: every question is decided.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Settings {
    /// How many valid cases. Where there is a time and nobody has said a number, as many as the time allows.
    pub(crate) cases: u64,
    /// Whether nobody has said how many.
    pub(crate) cases_are_default: bool,
    /// Nothing: another one each time.
    pub(crate) seed: Option<u64>,
    /// The number of threads, at least one.
    pub(crate) jobs: usize,
    /// After how much time to stop, if asked.
    pub(crate) time: Option<Duration>,
    /// How many executions shrinking may take.
    pub(crate) shrink: u64,
    /// How much time may pass from a failure to its report, unless there is no limit.
    pub(crate) shrink_time: Option<Duration>,
    /// A run is given up after so many discarded cases for each case that was wanted.
    pub(crate) discards: u64,
    /// Whether cases run in a child process; always, where there is a timeout or a limit of memory.
    pub(crate) fork: bool,
    /// How long one case may take.
    pub(crate) timeout: Option<Duration>,
    /// How long a case in which an earlier run was stopped, or that was saved as a hang, may take in a child before it
    /// counts as a hang. The timeout, where there is one; at most a year.
    pub(crate) hang_limit: Duration,
    /// How many bytes of memory one case may take.
    pub(crate) memory: Option<u64>,
    /// Whether failures are kept on disk.
    pub(crate) keep: bool,
    /// The strategy, unless the property has its own.
    pub(crate) strategy: Option<Named>,
    /// Whether the environment says so, which no code can change.
    pub(crate) forces_strategy: bool,
    /// What to do about doubts.
    pub(crate) doubts: Doubts,
    /// 1 shows the steps of shrinking, 2 also every case.
    pub(crate) verbose: u8,
    /// Whether to write down what was tested.
    pub(crate) observe: Observe,
    /// The text form of choices to run instead of everything else.
    pub(crate) replay: Option<String>,
    /// Whether this is continuous integration.
    pub(crate) is_ci: bool,
}

/// What one place says: the attribute or the checker, a table of the file, the environment.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Options {
    /// How many valid cases.
    pub cases: Option<u64>,
    /// The seed, which decides the cases.
    pub seed: Option<u64>,
    /// The number of threads.
    pub jobs: Option<usize>,
    /// After how much time to stop; `Duration::MAX` for no limit.
    pub time: Option<Duration>,
    /// How many executions shrinking may take.
    pub shrink: Option<u64>,
    /// How much time shrinking may take; `Duration::MAX` for no limit.
    pub shrink_time: Option<Duration>,
    /// How many discarded cases for each case that was wanted.
    pub discards: Option<u64>,
    /// Whether cases run in a child process.
    pub fork: Option<bool>,
    /// How long one case may take; `Duration::MAX` for no limit.
    pub timeout: Option<Duration>,
    /// How long a case in which an earlier run was stopped may take before it counts as a hang; `Duration::MAX` for no
    /// limit. Where there is a timeout, that counts.
    pub hang_limit: Option<Duration>,
    /// How many bytes of memory one case may take; `u64::MAX` for no limit.
    pub memory: Option<u64>,
    /// Whether failures are kept on disk.
    pub keep: Option<bool>,
    /// The strategy.
    pub strategy: Option<Named>,
    /// What to do about doubts.
    pub doubts: Option<Doubts>,
    /// How much to show.
    pub verbose: Option<u8>,
    /// Whether to write down what was tested.
    pub observe: Option<Observe>,
}

/// Whether what was tested is written down, for others to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Observe {
    /// Nothing is recorded.
    Off,
    /// Records go below the target folder.
    On,
    /// Records go to this folder.
    In(PathBuf),
}

/// A strategy that has a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named {
    /// Random values, sizes from small to large.
    Random,
    /// All values, from smallest to largest.
    Ordered,
}

/// What to do about a property that passes for doubtful reasons.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doubts {
    /// Prints a line about it.
    Show,
    /// Prints nothing.
    Hide,
    /// Lets the property fail.
    Fail,
}

/// The settings of a property of the crate in the folder `manifest`. The file and the environment are read once.
pub(crate) fn read(manifest: Option<&Path>, code: &Options) -> Result<Settings, SettingsError> {
    let around = around(manifest);
    let around = (*around).as_ref().map_err(Clone::clone)?;
    around.settings(code)
}

/// How much time shrinking may take, by what was said about it: nothing means that there is no limit.
pub(crate) fn shrink_time(said: Option<Duration>) -> Option<Duration> {
    limit(Some(said.unwrap_or(SHRINK_TIME)))
}

fn limit(said: Option<Duration>) -> Option<Duration> {
    said.filter(|limit| *limit != NO_LIMIT)
}

/// What is said outside of the code.
struct Around {
    file: Options,
    environment: Environment,
}

type SharedSettings = Arc<Result<Around, SettingsError>>;

fn around(manifest: Option<&Path>) -> SharedSettings {
    // One crate in a process, or few: looking through them is faster than any map, without optimisation too.
    static KNOWN: Mutex<Vec<(PathBuf, SharedSettings)>> = Mutex::new(Vec::new());
    let folder = manifest.unwrap_or(Path::new(""));
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    for (other, around) in known.iter() {
        if other.as_os_str() == folder.as_os_str() {
            return Arc::clone(around);
        }
    }
    let around = Arc::new(Around::find(manifest));
    known.push((folder.to_owned(), Arc::clone(&around)));
    around
}

/// What the text of a file (with its path), the variables and the code come to.
#[cfg(test)]
fn resolve(
    file: Option<(&Path, &str)>,
    variables: impl Iterator<Item = (OsString, OsString)>,
    code: &Options,
) -> Result<Settings, SettingsError> {
    let mut variables = variables;
    Around::new(file, &mut variables)?.settings(code)
}

impl Around {
    fn find(manifest: Option<&Path>) -> Result<Around, SettingsError> {
        // Files cannot be read under Miri.
        let manifest = manifest.filter(|_| !cfg!(miri));
        let file = match manifest.and_then(file::find) {
            Some(path) => Some((file::text(&path)?, path)),
            None => None,
        };
        Around::new(file.as_ref().map(|(text, path)| (path.as_path(), text.as_str())), &mut std::env::vars_os())
    }

    fn new(
        file: Option<(&Path, &str)>,
        variables: &mut dyn Iterator<Item = (OsString, OsString)>,
    ) -> Result<Around, SettingsError> {
        let environment = Environment::read(variables)?;
        let file = match file {
            Some((path, text)) => File::read(path, text)?,
            None => File::default(),
        };
        let file = file.profile(&environment)?;
        Ok(Around { file, environment })
    }

    fn settings(&self, code: &Options) -> Result<Settings, SettingsError> {
        keys::check(code)?;
        let mut said = self.file.clone();
        said.overlay(code);
        said.overlay(&self.environment.options);
        Ok(said.decide(&self.environment))
    }
}

impl Options {
    /// What `stronger` says counts; what it leaves open stays.
    fn overlay(&mut self, stronger: &Options) {
        // Taken apart in full, so that a new option cannot be forgotten here.
        let Options {
            cases,
            seed,
            jobs,
            time,
            shrink,
            shrink_time,
            discards,
            fork,
            timeout,
            hang_limit,
            memory,
            keep,
            strategy,
            doubts,
            verbose,
            observe,
        } = stronger;
        self.cases = cases.or(self.cases);
        self.seed = seed.or(self.seed);
        self.jobs = jobs.or(self.jobs);
        self.time = time.or(self.time);
        self.shrink = shrink.or(self.shrink);
        self.shrink_time = shrink_time.or(self.shrink_time);
        self.discards = discards.or(self.discards);
        self.fork = fork.or(self.fork);
        self.timeout = timeout.or(self.timeout);
        self.hang_limit = hang_limit.or(self.hang_limit);
        self.memory = memory.or(self.memory);
        self.keep = keep.or(self.keep);
        self.strategy = strategy.or(self.strategy);
        self.doubts = doubts.or(self.doubts);
        self.verbose = verbose.or(self.verbose);
        self.observe = observe.clone().or(self.observe.take());
    }

    /// Fills in what is built in. Under Miri there are neither files nor other processes, whatever is asked for.
    fn decide(&self, environment: &Environment) -> Settings {
        let (time, timeout) = (limit(self.time), limit(self.timeout));
        let memory = self.memory.filter(|bytes| *bytes != NO_MEMORY_LIMIT);
        let cases = if time.is_some() { u64::MAX } else { CASES };
        Settings {
            cases: self.cases.unwrap_or(cases),
            cases_are_default: self.cases.is_none(),
            seed: self.seed.or(environment.is_deterministic().then_some(0)),
            jobs: self.jobs.unwrap_or(1),
            time,
            shrink: self.shrink.unwrap_or(EXECUTIONS),
            shrink_time: shrink_time(self.shrink_time),
            discards: self.discards.unwrap_or(10),
            fork: !cfg!(miri) && (self.fork.unwrap_or(false) || timeout.is_some() || memory.is_some()),
            timeout,
            hang_limit: timeout.or(self.hang_limit).unwrap_or(HANG_LIMIT).min(keys::LONGEST),
            memory,
            keep: !cfg!(miri) && self.keep.unwrap_or(true),
            strategy: self.strategy,
            forces_strategy: environment.options.strategy.is_some(),
            doubts: self.doubts.unwrap_or(Doubts::Show),
            verbose: self.verbose.unwrap_or(0),
            observe: self.observe.clone().filter(|_| !cfg!(miri)).unwrap_or(Observe::Off),
            replay: environment.replay.clone(),
            is_ci: environment.is_ci,
        }
    }
}
