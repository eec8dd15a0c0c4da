//! Failures that are kept: a folder for each property, a text file for each failure, made to be read in a review.
//!
//! Each failure is a file of its own, named after what it is, so that two processes never write different things to the
//! same one. A file is written under another name and then renamed, so that nobody ever reads half of it.

mod format;
mod name;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::fmt;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::core::sort::sort_by;
use crate::run::debug_text::canonical;
use crate::run::files::{self, is_unfinished};

/// The folder beside the crate's manifest.
const FOLDER: &str = "mirrorcheck-failures";

/// A longer file is not one of ours: nobody could review it, and reading it would take all memory.
const LONGEST: u64 = 64 << 20;

/// After this time, nobody is writing to such a file any more.
const ABANDONED: Duration = Duration::from_secs(24 * 60 * 60);

/// A failure, as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(test, derive(mirrorcheck::Arbitrary))]
pub(crate) struct Kept {
    /// The path of the property.
    pub(crate) property: String,
    /// The name of each argument, and its value as a person would write it. None in the first moment of a failure, when
    /// only its choices are known.
    pub(crate) values: Vec<(String, String)>,
    /// What it said, and where.
    pub(crate) panic: String,
    /// The text form of the choices under the property's own generator.
    pub(crate) choices: String,
    /// The text form of the choices under `any`, if the types implement it.
    pub(crate) any: Option<String>,
    /// The values in serde's form, if requested.
    pub(crate) serde: Option<String>,
    /// How the process died, if it did.
    pub(crate) died: Option<String>,
    /// What the property drew, in this order.
    pub(crate) draws: Vec<KeptDraw>,
}

/// A value that a property drew, as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(test, derive(mirrorcheck::Arbitrary))]
pub(crate) struct KeptDraw {
    pub(crate) name: String,
    /// The value as a person would write it.
    pub(crate) value: String,
    /// The text form of its choices under `any`, if its type implements it.
    pub(crate) any: Option<String>,
    /// Otherwise, the text form of its choices under the generator that it was drawn from.
    pub(crate) choices: Option<String>,
}

/// A file that was found.
#[derive(Debug, Clone)]
pub(crate) struct Loaded {
    pub(crate) path: PathBuf,
    pub(crate) kept: Result<Kept, KeptError>,
}

/// A failure that could not be read or kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KeptError {
    path: PathBuf,
    /// From 1, where it is about a line.
    pub(crate) line: Option<usize>,
    pub(crate) what: String,
    pub(crate) advice: String,
}

/// Where the failures of one property are kept.
#[derive(Debug, Clone)]
pub(crate) struct Folder {
    path: PathBuf,
    property: String,
}

impl Folder {
    /// The folder of a property of the crate in the folder `manifest`. It need not be there.
    pub(crate) fn new(manifest: &Path, property: &str) -> Folder {
        Folder { path: manifest.join(FOLDER).join(name::of_folder(property)), property: property.to_owned() }
    }

    /// All failures that are kept, by the name of their file.
    pub(crate) fn load(&self) -> Vec<Loaded> {
        let mut paths = match self.files() {
            Ok(paths) => paths,
            Err(error) if error.kind() == ErrorKind::NotFound => return Vec::new(),
            Err(error) => return vec![self.unreadable(&error)],
        };
        sort_by(&mut paths, Ord::cmp);
        let mut loaded = Vec::new();
        for path in paths {
            if let Some(one) = self.load_one(path) {
                loaded.push(one);
            }
        }
        loaded
    }

    /// The paths of all files that may hold a failure.
    fn files(&self) -> io::Result<Vec<PathBuf>> {
        let mut paths = Vec::new();
        for path in files::list(&self.path)? {
            if path.extension().is_some_and(|extension| extension == "txt") {
                paths.push(path);
            }
        }
        Ok(paths)
    }

    /// Nothing if it is of another property, or has been removed in the meantime.
    fn load_one(&self, path: PathBuf) -> Option<Loaded> {
        let kept = match read(&path)? {
            Ok(kept) => kept,
            Err(error) => return Some(Loaded { path, kept: Err(error) }),
        };
        if kept.property == self.property {
            return Some(Loaded { path, kept: Ok(kept) });
        }
        // Where file names do not tell upper from lower case, two properties can share a folder.
        if kept.property.to_lowercase() == self.property.to_lowercase() {
            return None;
        }
        let what =
            format!("it belongs to the property {:?}, but is in the folder of {:?}", kept.property, self.property);
        let advice = "if the property was renamed, change that line; otherwise delete the file";
        let kept = Err(KeptError::new(&path, what, advice));
        Some(Loaded { path, kept })
    }

    /// Writes a failure to its file, unless it is there already.
    pub(crate) fn keep(&self, kept: &Kept) -> Result<PathBuf, KeptError> {
        let path = self.path.join(name::of_file(kept));
        // A file that git has written with other line ends, or that may not be written, stays as it is.
        if holds(&path, kept) {
            return Ok(path);
        }
        self.write(&path, kept).map_err(|error| {
            let what = format!("the failure could not be saved: {error}");
            KeptError::new(&path, what, format!("{}, or set `keep = false`", remedy(error.kind())))
        })?;
        self.clean_up();
        Ok(path)
    }

    /// Writes a failure whose choices have changed in the place of the file that it was read from.
    pub(crate) fn replace(&self, path: &Path, kept: &Kept) -> Result<PathBuf, KeptError> {
        // The new one first: whatever happens in between, one of them is there.
        let new = self.keep(kept)?;
        if path.file_name() == new.file_name() {
            return Ok(new);
        }
        match files::remove(path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                let what = format!("it is out of date and cannot be removed: {error}");
                Err(KeptError::new(path, what, format!("delete it: {} replaces it", new.display())))
            }
            _ => Ok(new),
        }
    }

    fn write(&self, path: &Path, kept: &Kept) -> io::Result<()> {
        let text = format::write(kept);
        if text.len() as u64 > LONGEST {
            return Err(io::Error::new(ErrorKind::FileTooLarge, "it takes more than 64 MiB"));
        }
        let mut written = self.write_text(path, &text);
        if written.as_ref().is_err_and(|error| error.kind() == ErrorKind::NotFound) {
            // Somebody has just removed the folder.
            written = self.write_text(path, &text);
        }
        match written {
            // Somebody else may have been faster, and may have the file open where that is in the way.
            Err(_) if holds(path, kept) => Ok(()),
            written => written,
        }
    }

    fn write_text(&self, path: &Path, text: &str) -> io::Result<()> {
        files::create_folders(&self.path)?;
        files::replace(path, text)
    }

    /// Removes what processes have left that were killed while writing.
    fn clean_up(&self) {
        for path in files::list(&self.path).unwrap_or_default() {
            if !is_unfinished(&path) {
                continue;
            }
            let modified = path.symlink_metadata().and_then(|metadata| metadata.modified());
            let age = modified.ok().and_then(|modified| SystemTime::now().duration_since(modified).ok());
            if age.is_some_and(|age| age > ABANDONED) {
                // It is only litter: who cannot remove it leaves it.
                let _ = files::remove(&path);
            }
        }
    }

    /// Removes a failure that another file has taken the place of.
    pub(crate) fn remove(&self, path: &Path) {
        // Whoever cannot remove it runs it again: nothing is lost.
        let _ = files::remove(path);
    }

    fn unreadable(&self, error: &io::Error) -> Loaded {
        let what = match error.kind() {
            ErrorKind::NotADirectory => "this should be a folder".to_owned(),
            _ => format!("the folder cannot be read: {error}"),
        };
        let advice = "make it a readable folder, or remove it";
        Loaded { path: self.path.clone(), kept: Err(KeptError::new(&self.path, what, advice)) }
    }
}

/// What a file holds; nothing if there is none.
fn read(path: &Path) -> Option<Result<Kept, KeptError>> {
    let bytes = match bytes(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound && path.symlink_metadata().is_err() => return None,
        Err(error) => {
            let what = format!("it cannot be read: {error}");
            return Some(Err(KeptError::new(path, what, "make it a readable file, or delete it")));
        }
    };
    Some(parse(path, &bytes))
}

fn parse(path: &Path, bytes: &[u8]) -> Result<Kept, KeptError> {
    format::read(bytes).map_err(|problem| {
        let error = KeptError::new(path, problem.what, problem.advice);
        KeptError { line: problem.line, ..error }
    })
}

fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    // Whoever opens a pipe waits for its writer.
    let about = fs::metadata(path)?;
    if !about.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    if about.len() > LONGEST {
        return Err(io::Error::other("it is larger than 64 MiB"));
    }
    files::read(path)
}

/// What to do about a failure that could not be saved.
fn remedy(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "free some space",
        ErrorKind::AlreadyExists | ErrorKind::NotADirectory | ErrorKind::IsADirectory => "remove what is in its place",
        ErrorKind::FileTooLarge => "make smaller values",
        _ => "make the folder writable",
    }
}

fn holds(path: &Path, kept: &Kept) -> bool {
    read(path).is_some_and(|there| {
        there.is_ok_and(|there| there == *kept || canonical_of(there) == canonical_of(kept.clone()))
    })
}

/// The same failure, whatever order `Debug` has written the entries of maps in.
fn canonical_of(kept: Kept) -> Kept {
    let sort = |text: &mut String| {
        if let Cow::Owned(sorted) = canonical(text) {
            *text = sorted;
        }
    };
    let mut kept = kept;
    sort(&mut kept.panic);
    for (_, value) in &mut kept.values {
        sort(value);
    }
    for draw in &mut kept.draws {
        sort(&mut draw.value);
    }
    if let Some(serde) = &mut kept.serde {
        sort(serde);
    }
    kept
}

impl KeptError {
    fn new(path: &Path, what: impl Into<String>, advice: impl Into<String>) -> KeptError {
        KeptError { path: path.to_owned(), line: None, what: what.into(), advice: advice.into() }
    }
}

impl fmt::Display for KeptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        write!(f, ": {}; {}", self.what, self.advice)
    }
}

impl std::error::Error for KeptError {}
