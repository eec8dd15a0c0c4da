//! The files: which there are, how far each is read, and whether it is still the same.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File, FileType};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::Broken;
use super::batch::Place;
use super::same::hash;
use crate::line;

/// Bytes that tell whether a file is still the one that was read.
const KNOWN: u64 = 1024;
/// How deep folders are looked into.
const DEEPEST: usize = 8;
/// Bytes of a character in a line, at most: `\u1234\u1234`.
const WIDEST: usize = 12;

/// A file, and how far it is read.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) path: PathBuf,
    /// Up to here, which is where a line begins.
    pub(crate) read: u64,
    pub(crate) lines: u64,
    /// Whether the last of them has no end yet, so that what follows belongs to it.
    pub(crate) is_open: bool,
    /// A last line that has no end yet.
    pub(crate) unfinished: Option<Broken>,
    is_lost: bool,
    /// Length and time when it was looked at, to leave it alone as long as they are the same.
    seen: Option<(u64, Option<SystemTime>)>,
    /// The first and the last bytes of what was read, by hash.
    known: [u64; 2],
}

/// What has become of a file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// It is as it was, or longer.
    Same,
    /// It is another one, or shorter.
    Other,
}

/// The files there are, and what cannot be found.
pub(crate) fn find(paths: &[PathBuf]) -> (Vec<PathBuf>, Vec<Broken>) {
    let (mut found, mut known, mut missing) = (Vec::new(), HashSet::new(), Vec::new());
    for path in paths {
        let files = if path.is_dir() { in_folder(path, "jsonl") } else { a_file(path) };
        match files {
            // One file under two names is one file.
            Ok(files) => found.extend(files.into_iter().filter(|file| known.insert(real(file)))),
            Err(error) => {
                missing.push(Broken {
                    file: path.display().to_string(),
                    line: 0,
                    why: format!("cannot be read: {error}"),
                });
            }
        }
    }
    (found, missing)
}

/// The lists of tests in folders.
pub(crate) fn lists(paths: &[PathBuf]) -> Vec<PathBuf> {
    let folders = paths.iter().filter(|path| path.is_dir());
    folders.filter_map(|folder| in_folder(folder, "tests").ok()).flatten().collect()
}

fn a_file(path: &Path) -> io::Result<Vec<PathBuf>> {
    // Opening a pipe would wait for somebody to write into it.
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("neither a file nor a folder"));
    }
    File::open(path).map(|_| vec![path.to_owned()])
}

fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// Those of a folder with this extension, and of the folders in it: a run of many processes has one of its own. Links are not followed: they
/// may lead elsewhere, or in circles.
fn in_folder(folder: &Path, extension: &str) -> io::Result<Vec<PathBuf>> {
    let (mut files, mut folders) = (Vec::new(), vec![(fs::read_dir(folder)?, 0)]);
    while let Some((entries, depth)) = folders.pop() {
        for entry in entries.flatten() {
            let (path, kind) = (entry.path(), entry.file_type());
            if kind.as_ref().is_ok_and(FileType::is_dir) && depth < DEEPEST {
                folders.extend(fs::read_dir(&path).map(|entries| (entries, depth + 1)));
            }
            let is_wanted = path.extension().is_some_and(|found| found == extension);
            if is_wanted && kind.is_ok_and(|kind| kind.is_file()) {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

impl Source {
    pub(crate) fn new(path: PathBuf) -> Source {
        Source {
            path,
            read: 0,
            lines: 0,
            is_open: false,
            unfinished: None,
            is_lost: false,
            seen: None,
            known: [hash(b""); 2],
        }
    }

    pub(crate) fn name(&self) -> String {
        self.path.display().to_string()
    }

    fn state(&self) -> Option<(u64, Option<SystemTime>)> {
        let metadata = fs::metadata(&self.path).ok()?;
        Some((metadata.len(), metadata.modified().ok()))
    }

    /// Whether what was read of it is still there.
    pub(crate) fn change(&mut self) -> Change {
        let state = self.state();
        match state {
            _ if self.is_lost => Change::Other,
            None => Change::Other,
            state if state == self.seen => Change::Same,
            Some((length, _)) if length < self.read => Change::Other,
            Some(_) if self.know(self.read).ok() != Some(self.known) => Change::Other,
            Some(_) => Change::Same,
        }
    }

    /// The bytes that are there beyond those that were read, if it has changed.
    pub(crate) fn unread(&mut self) -> Option<(u64, u64)> {
        let state = self.state();
        if state == self.seen {
            return None;
        }
        self.seen = state;
        let (length, _) = state?;
        if length <= self.read {
            return None;
        }
        self.lines -= u64::from(std::mem::take(&mut self.is_open));
        Some((self.read, length))
    }

    pub(crate) fn has_read(&mut self, read: u64, length: u64) {
        self.read = read;
        self.known = self.know(read).unwrap_or(self.known);
        self.unfinished = (read < length).then(|| Broken {
            file: self.name(),
            line: self.lines + 1,
            why: "the last line is incomplete: it is still being written, or its writer was stopped".to_owned(),
        });
    }

    /// Gives whether that is new. If some of it was read before, it has become shorter meanwhile, and it is not known
    /// any more which lines are where.
    pub(crate) fn has_failed(&mut self, error: &io::Error, has_some: bool) -> bool {
        self.is_lost = has_some;
        let before = self.unfinished.take();
        self.unfinished = Some(Broken { file: self.name(), line: 0, why: format!("cannot be read: {error}") });
        self.unfinished != before
    }

    fn know(&self, read: u64) -> io::Result<[u64; 2]> {
        let mut file = File::open(&self.path)?;
        let mut bytes = vec![0; KNOWN.min(read) as usize];
        file.read_exact(&mut bytes)?;
        let first = hash(&bytes);
        file.seek(SeekFrom::Start(read - bytes.len() as u64))?;
        file.read_exact(&mut bytes)?;
        Ok([first, hash(&bytes)])
    }
}

/// Reads lines again, with the files that it needs held open.
#[derive(Debug)]
pub(crate) struct Lines<'a> {
    sources: &'a [Source],
    open: HashMap<u32, File>,
}

impl Lines<'_> {
    pub(super) fn new(sources: &[Source]) -> Lines<'_> {
        Lines { sources, open: HashMap::new() }
    }

    /// Bytes of a file; nothing if they are not there any more.
    pub(crate) fn bytes(&mut self, file: u32, at: u64, length: usize) -> Option<Vec<u8>> {
        if !self.open.contains_key(&file) {
            self.open.insert(file, File::open(&self.sources.get(file as usize)?.path).ok()?);
        }
        let open = self.open.get_mut(&file)?;
        let mut bytes = vec![0; length];
        open.seek(SeekFrom::Start(at)).ok()?;
        open.read_exact(&mut bytes).ok()?;
        Some(bytes)
    }

    /// A whole line.
    pub(crate) fn line(&mut self, (file, place): (u32, Place)) -> Option<String> {
        let bytes = self.bytes(file, place.at, place.length as usize)?;
        Some(String::from_utf8_lossy(&bytes).trim_end().to_owned())
    }

    /// A representation, cut to so many characters; only as much of its line is read.
    pub(crate) fn representation(&mut self, (file, place): (u32, Place), most: usize) -> String {
        let left = place.length.saturating_sub(place.representation) as usize;
        let length = left.min(WIDEST.saturating_mul(most + 1));
        let Some(bytes) = self.bytes(file, place.at + u64::from(place.representation), length) else {
            return "(its file has changed)".to_owned();
        };
        let (text, is_cut) = line::unescaped(&bytes, most);
        if is_cut { text + "…" } else { text }
    }
}
