//! Which case is running, written where it outlives the process: if the process dies inside of a case, the next run
//! knows which.
//!
//! Each process has a file that is mapped into memory, with a slot for each property that is running, so that to write
//! down a case is to write a number. A lock tells the file of a process that runs from that of one that died: the system
//! releases it, whatever the end. What died stays in its file until its property is run again.

// Systems that are in none of the two lists have no records.
#[cfg_attr(
    any(
        target_os = "linux",
        target_os = "android",
        target_vendor = "apple",
        target_os = "freebsd",
        target_os = "netbsd",
        target_os = "openbsd",
        target_os = "dragonfly",
        target_os = "illumos"
    ),
    path = "record/unix.rs"
)]
#[cfg_attr(windows, path = "record/windows.rs")]
mod system;

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

use system::{Map, locked, unlocked};

use crate::run::check::Running;

/// The first page: what it is, and for each slot how long the name of its property is; none if nothing is running.
const MAGIC: u64 = u64::from_le_bytes(*b"mirror\x00\x02");
const SLOTS: usize = 64;
const HEADER: usize = 4096;

/// A slot, in words: the seed, the cases that are running, how long the text is; then the name and the text.
const SEED: usize = 0;
const WORKERS: usize = 64;
const CASES: usize = 1;
const LENGTH: usize = CASES + WORKERS;
const NAME: usize = 8 * (LENGTH + 1);
const LONGEST_NAME: usize = 1024;
const TEXT: usize = NAME + LONGEST_NAME;
const SLOT: usize = 8192;

const EXTENSION: &str = "running";

/// The record of a property that is running.
pub(crate) struct Record {
    ledger: &'static Ledger,
    slot: usize,
}

/// A case, as the record has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum RecordedCase {
    Random {
        seed: u64,
        case: u64,
    },
    Choices(String),
    /// One whose choices are too long to be written down.
    Long,
}

impl Record {
    /// Begins a record of a property. Without a place for one there is none.
    pub(crate) fn begin(property: &str) -> Option<Record> {
        ledger()?.take(property)
    }
}

/// The cases of a property that were running when processes died, which is told once. With several threads it was one of
/// them.
pub(crate) fn dead(property: &str) -> Vec<RecordedCase> {
    ledger().map(|ledger| ledger.dead(property)).unwrap_or_default()
}

fn ledger() -> Option<&'static Ledger> {
    static LEDGER: OnceLock<Option<Ledger>> = OnceLock::new();
    LEDGER.get_or_init(Ledger::new).as_ref()
}

impl Running for Record {
    fn counter(&self, seed: u64, worker: usize) -> Option<&AtomicU64> {
        self.ledger.word(self.slot, SEED).store(seed, Ordering::Relaxed);
        // Threads beyond these have no place of their own.
        if worker < WORKERS { Some(self.ledger.word(self.slot, CASES + worker)) } else { None }
    }

    fn choices(&self, choices: &dyn Fn() -> String) {
        let length = self.ledger.word(self.slot, LENGTH);
        let text = choices();
        length.store(0, Ordering::Relaxed);
        // Of what is too long, half would be of no use: only that there is something is written.
        if text.len() > SLOT - TEXT {
            return length.store(u64::MAX, Ordering::Relaxed);
        }
        self.ledger.write(self.slot, TEXT, text.as_bytes());
        length.store(text.len() as u64 + 1, Ordering::Relaxed);
    }

    fn nothing(&self) {
        for at in CASES..LENGTH + 1 {
            self.ledger.word(self.slot, at).store(0, Ordering::Relaxed);
        }
    }
}

impl Drop for Record {
    fn drop(&mut self) {
        // Also after a panic of a test: it came to its end.
        self.nothing();
        self.ledger.flag(self.slot).store(0, Ordering::Relaxed);
        self.ledger.taken[self.slot].store(false, Ordering::Release);
    }
}

/// The file of this process.
struct Ledger {
    map: Map,
    taken: [AtomicBool; SLOTS],
    /// Files of processes that died inside of a case.
    left: Mutex<Vec<PathBuf>>,
    /// Locked as long as it is open.
    _file: File,
}

impl Ledger {
    fn new() -> Option<Ledger> {
        let folder = folder()?;
        std::fs::create_dir_all(&folder).ok()?;
        let process = std::process::id();
        // Under another name until it is locked: nobody may take it for one that was left.
        let fresh = folder.join(format!("{process}.new"));
        let file = locked(&fresh)?;
        let length = HEADER + SLOTS * SLOT;
        file.set_len(length as u64).ok()?;
        let map = Map::new(&file, length)?;
        let path = |number: u32| folder.join(format!("{process}-{number}.{EXTENSION}"));
        // What a process of the same number has left makes room: whoever watches this one looks for the first.
        if path(0).exists() {
            let mut free = 1;
            while path(free).exists() {
                free += 1;
            }
            let _ = std::fs::rename(path(0), path(free));
        }
        std::fs::rename(&fresh, path(0)).ok()?;
        let left = Mutex::new(left(&folder));
        let taken = [const { AtomicBool::new(false) }; SLOTS];
        let ledger = Ledger { map, taken, left, _file: file };
        ledger.magic().store(MAGIC, Ordering::Relaxed);
        Some(ledger)
    }

    fn take(&'static self, property: &str) -> Option<Record> {
        let is_free = |taken: &AtomicBool| !taken.swap(true, Ordering::Acquire);
        let slot = self.taken.iter().position(is_free)?;
        let record = Record { ledger: self, slot };
        record.nothing();
        let name = name(property);
        self.write(slot, NAME, name.as_bytes());
        self.flag(slot).store(name.len() as u64, Ordering::Relaxed);
        Some(record)
    }

    /// The cases of a property in which processes died. They are told once.
    fn dead(&self, property: &str) -> Vec<RecordedCase> {
        let mut paths = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let mut cases = Vec::new();
        paths.retain(|path| take_dead(path, property, &mut cases));
        cases
    }

    fn magic(&self) -> &AtomicU64 {
        // SAFETY: as below, for the first word.
        unsafe { &*self.map.as_mut_ptr().cast::<AtomicU64>() }
    }

    fn flag(&self, slot: usize) -> &AtomicU64 {
        // SAFETY: the map is aligned to a page, lives as long as `self`, and its first page has a word for every slot
        // after the first. Other processes only read it, through the file.
        unsafe { &*self.map.as_mut_ptr().cast::<AtomicU64>().add(1 + slot.min(SLOTS - 1)) }
    }

    fn word(&self, slot: usize, at: usize) -> &AtomicU64 {
        let offset = HEADER + slot.min(SLOTS - 1) * SLOT + 8 * at.min(LENGTH);
        // SAFETY: as above; a slot has more than `LENGTH` words and the map has all slots.
        unsafe { &*self.map.as_mut_ptr().add(offset).cast::<AtomicU64>() }
    }

    /// Writes a name or a text behind the words of a slot.
    fn write(&self, slot: usize, at: usize, bytes: &[u8]) {
        let fits = bytes.len().min(SLOT - at);
        let offset = HEADER + slot.min(SLOTS - 1) * SLOT + at;
        // SAFETY: `at` is behind the words and what is written ends within the slot, in which nobody else writes.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), self.map.as_mut_ptr().add(offset), fits) };
    }
}

/// Where records are: in the target folder, beside the program that runs. Programs elsewhere have none.
pub(crate) fn folder() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    let deps = program.parent().filter(|folder| folder.file_name().is_some_and(|name| name == "deps"))?;
    Some(deps.parent()?.join("mirrorcheck"))
}

/// As much of a property's path as is kept: the end tells more.
fn name(property: &str) -> &str {
    let mut cut = property.len().saturating_sub(LONGEST_NAME);
    while !property.is_char_boundary(cut) {
        cut += 1;
    }
    &property[cut..]
}

/// The files that processes left which died inside of a case. Those in which nothing was running are removed.
fn left(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut left = Vec::new();
    for entry in entries {
        let Ok(path) = entry.map(|entry| entry.path()) else { continue };
        if path.extension().is_some_and(|extension| extension == EXTENSION) && has_left(&path) {
            left.push(path);
        }
    }
    left
}

fn has_left(path: &Path) -> bool {
    let Some(file) = unlocked(path) else { return false };
    let mut is_running = false;
    for (slot, _) in in_use(&file) {
        is_running |= !cases(&file, slot).is_empty();
    }
    if !is_running {
        let _ = std::fs::remove_file(path);
    }
    is_running
}

/// Takes the cases of a property out of a file. Gives whether there are others in it.
fn take_dead(path: &Path, property: &str, taken: &mut Vec<RecordedCase>) -> bool {
    if !path.exists() {
        // Another process has taken it.
        return false;
    }
    let Some(mut file) = locked_soon(path) else { return true };
    let mut is_left = false;
    for (slot, length) in in_use(&file) {
        if bytes(&file, slot, NAME, length).is_some_and(|bytes| bytes == name(property).as_bytes()) {
            taken.append(&mut cases(&file, slot));
            let _ = file.seek(SeekFrom::Start(8 * (1 + slot as u64)));
            let _ = file.write_all(&[0; 8]);
        } else {
            is_left |= !cases(&file, slot).is_empty();
        }
    }
    if !is_left {
        let _ = std::fs::remove_file(path);
    }
    is_left
}

/// What is running in another process now: for a parent that watches its child. Nothing if no case is.
pub(crate) fn watch(process: u32) -> Option<Vec<RecordedCase>> {
    let path = folder()?.join(format!("{process}-0.{EXTENSION}"));
    let file = File::open(path).ok()?;
    let mut running = Vec::new();
    for (slot, _) in in_use(&file) {
        running.append(&mut cases(&file, slot));
    }
    if running.is_empty() { None } else { Some(running) }
}

/// What was running when a process died that was watched: the file is no longer of use.
pub(crate) fn taken_from(process: u32, property: &str) -> Vec<RecordedCase> {
    let mut cases = Vec::new();
    if let Some(folder) = folder() {
        take_dead(&folder.join(format!("{process}-0.{EXTENSION}")), property, &mut cases);
    }
    cases
}

/// The slots of a file in which a property is running, with how long its name is.
fn in_use(mut file: &File) -> Vec<(usize, usize)> {
    let mut header = [0; 8 * (1 + SLOTS)];
    let mut slots = Vec::new();
    if file.seek(SeekFrom::Start(0)).is_err() || file.read_exact(&mut header).is_err() || word(&header, 0) != MAGIC {
        return slots;
    }
    for slot in 0..SLOTS {
        let length = word(&header, 1 + slot).min(LONGEST_NAME as u64) as usize;
        if length > 0 {
            slots.push((slot, length));
        }
    }
    slots
}

/// Returns a word by its number.
fn word(bytes: &[u8], at: usize) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(&bytes[8 * at..8 * at + 8]);
    u64::from_ne_bytes(word)
}

fn bytes(mut file: &File, slot: usize, at: usize, length: usize) -> Option<Vec<u8>> {
    let mut bytes = vec![0; length];
    file.seek(SeekFrom::Start((HEADER + slot * SLOT + at) as u64)).ok()?;
    file.read_exact(&mut bytes).ok()?;
    Some(bytes)
}

/// The cases that are running in a slot.
fn cases(file: &File, slot: usize) -> Vec<RecordedCase> {
    let Some(words) = bytes(file, slot, 0, NAME) else { return Vec::new() };
    let mut cases = Vec::new();
    for at in CASES..LENGTH {
        if let Some(case) = word(&words, at).checked_sub(1) {
            cases.push(RecordedCase::Random { seed: word(&words, SEED), case });
        }
    }
    match word(&words, LENGTH) {
        0 => {}
        u64::MAX => cases.push(RecordedCase::Long),
        length => {
            if let Some(text) = text(file, slot, length - 1) {
                cases.push(RecordedCase::Choices(text));
            }
        }
    }
    cases
}

/// The choices that stand in a slot.
fn text(file: &File, slot: usize, length: u64) -> Option<String> {
    if length > (SLOT - TEXT) as u64 {
        return None;
    }
    String::from_utf8(bytes(file, slot, TEXT, length as usize)?).ok()
}

/// Opens a file that another process may be looking at: that does not take long.
fn locked_soon(path: &Path) -> Option<File> {
    for attempt in 0..100u32 {
        if attempt > 0 {
            std::thread::sleep(Duration::from_millis(1));
        }
        if let Some(file) = locked(path) {
            return Some(file);
        }
    }
    None
}
