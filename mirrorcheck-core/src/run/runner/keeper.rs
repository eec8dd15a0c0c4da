//! Saves failures at the moment they happen: first their choices, then what they are, and while they are shrunk the best
//! so far. Whatever ends the process after that, the next run goes on from there.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::core::choices::Choices;
use crate::core::panics::Panic;
use crate::run::check::{FoundFailure, MAX_OTHERS, Origin, Running, Trial, parts, replayed};
use crate::run::child;
use crate::run::kept::{Folder, Kept, KeptError};

/// How often an improvement is saved: to save one takes some milliseconds.
const EVERY: Duration = Duration::from_millis(250);

/// Who knows which case is running, and saves those that fail.
pub(super) struct Keeper {
    running: Box<dyn Running>,
    /// Where to save failures, unless they are not to be saved.
    folder: Option<Folder>,
    manifest: PathBuf,
    property: String,
    saved: Mutex<Vec<Saved>>,
    has_complained: AtomicBool,
}

/// A failure that is on disk, before the report has been written.
struct Saved {
    key: String,
    path: PathBuf,
    at: Instant,
    /// Whether an earlier run saved it.
    was_there: bool,
    /// Whether another file has taken its place, or must not.
    is_settled: bool,
}

impl Keeper {
    pub(super) fn new(
        running: Box<dyn Running>,
        folder: Option<Folder>,
        manifest: Option<&Path>,
        property: &str,
    ) -> Keeper {
        Keeper {
            running,
            folder,
            manifest: manifest.unwrap_or(Path::new("")).to_owned(),
            property: property.to_owned(),
            saved: Mutex::default(),
            has_complained: AtomicBool::new(false),
        }
    }

    /// The final form of a failure is in this file; or in none, because it could not be written.
    pub(super) fn settle(&self, panic: &Panic, file: Option<&Path>) {
        for saved in self.saved().iter_mut().filter(|saved| saved.key == panic.key()) {
            if let (Some(file), Some(folder)) = (file, &self.folder) {
                if file.file_name() != saved.path.file_name() && !saved.is_settled {
                    folder.remove(&saved.path);
                }
            }
            saved.is_settled = true;
        }
    }

    /// The run is over, and everything that it reports is on disk. What else was saved on the way is none of its failures:
    /// with several threads, for example, a case may fail that comes after those that count.
    pub(super) fn clean_up(&self) {
        for saved in self.saved().iter_mut() {
            if let Some(folder) = self.folder.as_ref().filter(|_| !saved.is_settled && !saved.was_there) {
                folder.remove(&saved.path);
            }
            saved.is_settled = true;
        }
    }

    fn saved(&self) -> MutexGuard<'_, Vec<Saved>> {
        self.saved.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn complain(&self, error: &KeptError) {
        if !self.has_complained.swap(true, Ordering::Relaxed) {
            child::warn(&format!("{}: if this run is interrupted, a failure is lost: {error}", self.property));
        }
    }

    /// The failure of these choices, with no more than that.
    fn bare(&self, panic: &Panic, choices: &Choices) -> Kept {
        let died = panic.place.clone().filter(|place| panic.message.ends_with(place.as_str()));
        let panic = match &panic.place {
            Some(_) if died.is_some() => String::new(),
            Some(place) => format!("{} ({place})", panic.message),
            None => panic.message.clone(),
        };
        let (property, choices) = (self.property.clone(), choices.to_string());
        Kept { property, values: Vec::new(), panic, choices, any: None, serde: None, died, draws: Vec::new() }
    }

    /// The failure with its value, which is made again.
    fn full(&self, trial: &mut dyn Trial, panic: &Panic, choices: &Choices) -> Option<Kept> {
        replayed(trial, choices).ok()?;
        let forms = trial.forms();
        let values = parts(trial, false);
        Some(Kept { values, any: forms.any, serde: forms.serde, ..self.bare(panic, choices) })
    }
}

impl Running for Keeper {
    fn counter(&self, seed: u64, worker: usize) -> Option<&AtomicU64> {
        self.running.counter(seed, worker)
    }

    fn wants_each(&self) -> bool {
        self.running.wants_each()
    }

    fn random(&self, seed: u64, case: u64) {
        self.running.random(seed, case);
    }

    fn choices(&self, choices: &dyn Fn() -> String) {
        self.running.choices(choices);
    }

    fn nothing(&self) {
        self.running.nothing();
    }

    fn failed(&self, trial: &mut dyn Trial, met: &FoundFailure) {
        let (Some(folder), Some(choices)) = (&self.folder, &met.choices) else { return };
        let (key, at) = (met.panic.key(), Instant::now());
        let mut all = self.saved();
        // More places are hardly ever bugs of their own, and only the first of each place is shrunk.
        if all.len() > MAX_OTHERS || all.iter().any(|saved| saved.key == key) {
            return;
        }
        let kept_in = match &met.origin {
            // It is in the source.
            Origin::Example(_) => return,
            Origin::Kept(file) => Some(self.manifest.join(file)),
            Origin::Random { .. } | Origin::Chosen => None,
        };
        if let Some(path) = kept_in {
            return all.push(Saved { key, path, at, was_there: true, is_settled: false });
        }
        // The choices first: the user's `Debug` may never return.
        match folder.keep(&self.bare(&met.panic, choices)) {
            Ok(path) => all.push(Saved { key, path, at, was_there: false, is_settled: false }),
            Err(error) => self.complain(&error),
        }
        drop(all);
        self.improved(trial, &met.panic, &|| choices.clone(), true);
    }

    fn improved(&self, trial: &mut dyn Trial, panic: &Panic, choices: &dyn Fn() -> Choices, is_last: bool) {
        let Some(folder) = &self.folder else { return };
        let key = panic.key();
        let is_due = |saved: &Saved| saved.key == key && !saved.is_settled && (is_last || saved.at.elapsed() >= EVERY);
        let Some(path) = self.saved().iter().find(|saved| is_due(saved)).map(|saved| saved.path.clone()) else {
            return;
        };
        let written = self.full(trial, panic, &choices()).map(|kept| folder.replace(&path, &kept));
        for saved in self.saved().iter_mut().filter(|saved| saved.key == key) {
            saved.at = Instant::now();
            match &written {
                Some(Ok(path)) => saved.path.clone_from(path),
                Some(Err(error)) => self.complain(error),
                // The value cannot be made again: what is on disk is as good as it gets.
                None => {}
            }
        }
    }
}
