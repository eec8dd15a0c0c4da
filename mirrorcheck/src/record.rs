//! Which case is running, written where it outlives the process: if the process dies inside of a case, the next run
//! knows which.
//!
//! Each property has a small file that is mapped into memory, so that to write down a case is to write a number. A lock
//! tells the record of a process that runs from that of one that died: the system releases it, whatever the end.

use std::fs::{File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use memmap2::MmapRaw;

use crate::check::Running;

/// The layout, in words: what it is, the seed, the cases that are running, how long the text is; then the text.
const MAGIC: u64 = u64::from_le_bytes(*b"mirror\x00\x01");
const SEED: usize = 1;
const WORKERS: usize = 64;
const CASES: usize = 2;
const LENGTH: usize = CASES + WORKERS;
const TEXT: usize = 8 * (LENGTH + 1);
const SIZE: usize = 8192;

/// So many processes may run the same property at once and still be told apart.
const MOST: usize = 16;

/// The record of a run.
pub(crate) struct Record {
    map: MmapRaw,
    /// Locked as long as it is open.
    _file: File,
    /// For threads beyond those that have a place of their own.
    others: AtomicU64,
}

/// The cases that were running when a process died. With several threads it is one of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Dead {
    pub(crate) cases: Vec<Given>,
}

/// A case, as the record has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Given {
    Random { seed: u64, case: u64 },
    Choices(String),
}

impl Record {
    /// Begins a record of a property, and gives what those have left that died. Without a place for it there is none.
    pub(crate) fn begin(folder: &Path, property: &str) -> (Option<Record>, Vec<Dead>) {
        let (mut record, mut dead) = (None, Vec::new());
        if std::fs::create_dir_all(folder).is_err() {
            return (record, dead);
        }
        for number in 0..MOST {
            let path = path(folder, property, number);
            if record.is_some() && !path.exists() {
                break;
            }
            let Some(file) = locked(&path) else { continue };
            dead.extend(read(&file));
            if record.is_none() {
                record = map(file);
            } else {
                // It has been read; nobody needs it any more.
                let _ = std::fs::remove_file(&path);
            }
        }
        (record, dead)
    }

    fn word(&self, at: usize) -> &AtomicU64 {
        // SAFETY: the map is `SIZE` bytes long, aligned to a page, and lives as long as `self`; `at` is at most `LENGTH`.
        // Other processes only read it, and only through files.
        unsafe { &*self.map.as_mut_ptr().cast::<AtomicU64>().add(at.min(LENGTH)) }
    }
}

impl Running for Record {
    fn counter(&self, seed: u64, worker: usize) -> &AtomicU64 {
        self.word(SEED).store(seed, Ordering::Relaxed);
        if worker < WORKERS { self.word(CASES + worker) } else { &self.others }
    }

    fn choices(&self, choices: &dyn Fn() -> String) {
        let text = choices();
        self.word(LENGTH).store(0, Ordering::Relaxed);
        // What is too long is not written: it would be half of the choices.
        if text.len() <= SIZE - TEXT {
            // SAFETY: the text fits behind the words, which end at `TEXT`; nobody else writes there.
            unsafe { std::ptr::copy_nonoverlapping(text.as_ptr(), self.map.as_mut_ptr().add(TEXT), text.len()) };
            self.word(LENGTH).store(text.len() as u64 + 1, Ordering::Relaxed);
        }
    }

    fn nothing(&self) {
        (CASES..=LENGTH).for_each(|at| self.word(at).store(0, Ordering::Relaxed));
    }
}

impl Drop for Record {
    fn drop(&mut self) {
        // Also after a panic of a test: it came to its end.
        self.nothing();
    }
}

/// Where records are: in the target folder, beside the program that runs. Programs elsewhere have none.
pub(crate) fn folder() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    let deps = program.parent().filter(|folder| folder.file_name().is_some_and(|name| name == "deps"))?;
    Some(deps.parent()?.join("mirrorcheck"))
}

fn path(folder: &Path, property: &str, number: usize) -> PathBuf {
    let mut hasher = DefaultHasher::new();
    property.hash(&mut hasher);
    let name = property.rsplit("::").next().unwrap_or_default();
    folder.join(format!("{name}-{:016x}.{number}", hasher.finish()))
}

/// What is running in other processes now, or was when they died: for a parent that watches its child.
pub(crate) fn watch(folder: &Path, property: &str) -> Vec<u8> {
    let read = |number| std::fs::read(path(folder, property, number)).unwrap_or_default();
    (0..MOST).map(read).take_while(|bytes| !bytes.is_empty()).flatten().collect()
}

/// Whether a case is running according to what [`watch`] saw.
pub(crate) fn is_running(watched: &[u8]) -> bool {
    watched.chunks(SIZE).any(|bytes| decode(bytes).is_some())
}

fn read(mut file: &File) -> Option<Dead> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).ok()?;
    decode(&bytes)
}

fn decode(bytes: &[u8]) -> Option<Dead> {
    let word = |at: usize| {
        let bytes = bytes.get(8 * at..8 * at + 8)?;
        Some(u64::from_le_bytes(bytes.try_into().ok()?))
    };
    if word(0)? != MAGIC {
        return None;
    }
    let seed = word(SEED)?;
    let running = (CASES..LENGTH).filter_map(word).filter_map(|case| case.checked_sub(1));
    let mut cases: Vec<Given> = running.map(|case| Given::Random { seed, case }).collect();
    if let Some(length) = word(LENGTH)?.checked_sub(1).and_then(|length| usize::try_from(length).ok()) {
        let text = bytes.get(TEXT..TEXT.checked_add(length)?)?;
        cases.push(Given::Choices(String::from_utf8(text.to_vec()).ok()?));
    }
    (!cases.is_empty()).then_some(Dead { cases })
}

fn map(file: File) -> Option<Record> {
    file.set_len(SIZE as u64).ok()?;
    let map = MmapRaw::map_raw(&file).ok()?;
    let record = Record { map, _file: file, others: AtomicU64::new(0) };
    record.word(0).store(MAGIC.to_le(), Ordering::Relaxed);
    record.nothing();
    Some(record)
}

/// Opens a file that no other process has open for this.
#[cfg(unix)]
fn locked(path: &Path) -> Option<File> {
    use std::os::fd::AsRawFd;
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).ok()?;
    // SAFETY: a system call on a descriptor that is open.
    let is_free = unsafe { libc::flock(file.as_raw_fd(), libc::LOCK_EX | libc::LOCK_NB) } == 0;
    is_free.then_some(file)
}

#[cfg(windows)]
fn locked(path: &Path) -> Option<File> {
    use std::os::windows::fs::OpenOptionsExt;
    /// Others may read while it is open, and not write.
    const FILE_SHARE_READ: u32 = 1;
    OpenOptions::new().read(true).write(true).create(true).truncate(false).share_mode(FILE_SHARE_READ).open(path).ok()
}

#[cfg(not(any(unix, windows)))]
fn locked(_: &Path) -> Option<File> {
    None
}
