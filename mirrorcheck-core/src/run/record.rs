//! Which case is running, written where it outlives the process: if the process dies inside of a case, the next run
//! knows which.
//!
//! Each process has a file that is mapped into memory, with a slot for each property that is running, so that to write
//! down a case is to write a number. A lock tells the file of a process that runs from that of one that died: the system
//! releases it, whatever the end.
//!
//! A case goes through two phases. While it runs, it is in the file of its process. If that process dies there, the next
//! run of the property claims the case, by a lock on the property, and looks into it. The case stays in its file until the
//! failure is saved, or until it passes: only then is it erased. So if that run is killed as well, the one after it finds
//! the same case in the same place.

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

mod interrupt;
mod watch;

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use system::{Map, locked, unlocked};

use crate::run::check::Running;
use crate::run::debug_text::shortened;
use crate::run::files;

/// The first page: what it is; for each slot how long the name of its property is, none if nothing is running; when the
/// process was last seen alive, in milliseconds since 1970; and whether another process started it for this.
const MAGIC: u64 = u64::from_le_bytes(*b"mirror\x00\x03");
const SLOTS: usize = 64;
const HEADER: usize = 4096;
const ALIVE: usize = 1 + SLOTS;
const IS_CHILD: usize = ALIVE + 1;

/// A slot, in words: the seed, the cases that are running, how long the text is, how many texts there have been, and
/// since when this case has been running; then the name and the text.
const SEED: usize = 0;
pub(crate) const WORKERS: usize = 64;
const CASES: usize = 1;
const LENGTH: usize = CASES + WORKERS;
const TEXTS: usize = LENGTH + 1;
const SINCE: usize = TEXTS + 1;
const NAME: usize = 8 * (SINCE + 1);
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

impl RecordedCase {
    /// Returns the case, for people.
    pub(crate) fn shown(&self) -> String {
        match self {
            RecordedCase::Random { seed, case } => format!("case {} (seed {seed})", case + 1),
            RecordedCase::Choices(choices) => format!("the case with the choices {}", shortened(choices, 80)),
            RecordedCase::Long => "a case with too many choices to record".to_owned(),
        }
    }
}

/// What to do about a case that takes very long.
pub(crate) const STOP: &str = "If you stop the test, the next run looks into that case.";

/// Whose cases they are: a property of a package.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Owner<'o> {
    /// The folder of the package.
    pub(crate) manifest: Option<&'o Path>,
    /// The path of the property.
    pub(crate) name: &'o str,
}

impl Owner<'_> {
    /// Returns what the record calls it. Two packages may have properties of the same name. The end tells more.
    fn key(&self) -> String {
        let mut key = self.manifest.map_or_else(String::new, |manifest| format!("{}|", manifest.display()));
        key.push_str(self.name);
        let mut cut = key.len().saturating_sub(LONGEST_NAME);
        while !key.is_char_boundary(cut) {
            cut += 1;
        }
        key.split_off(cut)
    }
}

impl Record {
    /// Begins a record of a property. A line is printed when one of its cases has been running for `notice`.
    ///
    /// # Errors
    /// Returns why there can be none.
    pub(crate) fn begin(owner: Owner<'_>, notice: Option<Duration>) -> Result<Record, String> {
        let ledger = ledger(owner.manifest)?;
        ledger.take(&owner.key(), notice).ok_or_else(|| format!("more than {SLOTS} properties run at the same time"))
    }
}

/// Says why the next run will not know which case was running, once. If the cases run in a child, its parent knows.
pub(crate) fn say_unrecorded(why: &str, is_in_child: bool) {
    static ONCE: AtomicBool = AtomicBool::new(false);
    if !ONCE.swap(true, Ordering::Relaxed) {
        let so = if is_in_child {
            "If this run is interrupted, the next one will not know which"
        } else {
            "If a case ends the process, the next run will not know which; with `fork`, the same run reports it"
        };
        files::say(&format!("cannot record which case is running ({why}). {so}"));
    }
}

fn ledger(manifest: Option<&Path>) -> Result<&'static Ledger, String> {
    static LEDGER: OnceLock<Result<Ledger, String>> = OnceLock::new();
    let made = LEDGER.get_or_init(|| {
        let Some(folder) = folder(manifest) else {
            return Err("this program is outside of a target folder".to_owned());
        };
        Ledger::new(&folder).map_err(|error| format!("{}: {error}", folder.display()))
    });
    let ledger = made.as_ref().map_err(String::clone)?;
    watch::start(ledger);
    Ok(ledger)
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
        self.ledger.word(self.slot, TEXTS).fetch_add(1, Ordering::Relaxed);
        // Of what is too long, half would be of no use: only that there is something is written.
        if text.len() > SLOT - TEXT {
            return length.store(u64::MAX, Ordering::Relaxed);
        }
        self.ledger.write(self.slot, TEXT, text.as_bytes());
        length.store(text.len() as u64 + 1, Ordering::Relaxed);
    }

    fn nothing(&self) {
        for at in CASES..=LENGTH {
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
    /// After how many milliseconds a case of each slot is worth a line.
    notices: [AtomicU64; SLOTS],
    /// Locked as long as it is open.
    _file: File,
}

impl Ledger {
    fn new(folder: &Path) -> io::Result<Ledger> {
        files::create_folders(folder)?;
        let stem = named_by_parent().map_or_else(files::unique, str::to_owned);
        // Under another name until it is locked: nobody may take it for one that was left.
        let fresh = folder.join(format!("{stem}.new"));
        let mut options = OpenOptions::new();
        options.read(true).write(true).create_new(true);
        let mut file = locked(&fresh, &options)?;
        let length = HEADER + SLOTS * SLOT;
        // Written, so that there is room for it: a full disk would kill whoever touches a map of a file with holes.
        let made = files::fill(&mut file, &fresh, &vec![0; length])
            .and_then(|()| Map::new(&file, length))
            .and_then(|map| files::rename(&fresh, &folder.join(format!("{stem}.{EXTENSION}"))).map(|()| map));
        let map = match made {
            Ok(map) => map,
            Err(error) => {
                let _ = files::remove(&fresh);
                return Err(error);
            }
        };
        let taken = [const { AtomicBool::new(false) }; SLOTS];
        let notices = [const { AtomicU64::new(0) }; SLOTS];
        let ledger = Ledger { map, taken, notices, _file: file };
        ledger.header(IS_CHILD).store(u64::from(named_by_parent().is_some()), Ordering::Relaxed);
        ledger.header(0).store(MAGIC, Ordering::Relaxed);
        Ok(ledger)
    }

    fn take(&'static self, key: &str, notice: Option<Duration>) -> Option<Record> {
        let is_free = |taken: &AtomicBool| !taken.swap(true, Ordering::Acquire);
        let slot = self.taken.iter().position(is_free)?;
        let record = Record { ledger: self, slot };
        record.nothing();
        let notice = notice.map_or(u64::MAX, |notice| notice.as_millis() as u64);
        self.notices[slot].store(notice, Ordering::Relaxed);
        self.write(slot, NAME, key.as_bytes());
        self.flag(slot).store(key.len() as u64, Ordering::Relaxed);
        Some(record)
    }

    fn header(&self, at: usize) -> &AtomicU64 {
        // SAFETY: the map is aligned to a page, lives as long as `self`, and its first page has more words than these.
        // Other processes only read it, through the file.
        unsafe { &*self.map.as_mut_ptr().cast::<AtomicU64>().add(at.min(IS_CHILD)) }
    }

    fn flag(&self, slot: usize) -> &AtomicU64 {
        self.header(1 + slot.min(SLOTS - 1))
    }

    fn word(&self, slot: usize, at: usize) -> &AtomicU64 {
        let offset = HEADER + slot.min(SLOTS - 1) * SLOT + 8 * at.min(SINCE);
        // SAFETY: as above; a slot has more than `SINCE` words and the map has all slots.
        unsafe { &*self.map.as_mut_ptr().add(offset).cast::<AtomicU64>() }
    }

    /// Writes a name or a text behind the words of a slot.
    fn write(&self, slot: usize, at: usize, bytes: &[u8]) {
        let fits = bytes.len().min(SLOT - at);
        let offset = HEADER + slot.min(SLOTS - 1) * SLOT + at;
        // SAFETY: `at` is behind the words and what is written ends within the slot, in which nobody else writes.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), self.map.as_mut_ptr().add(offset), fits) };
    }

    /// The name in a slot, for whoever holds that slot or only looks.
    fn name(&self, slot: usize) -> &[u8] {
        let length = self.flag(slot).load(Ordering::Relaxed).min(LONGEST_NAME as u64) as usize;
        let offset = HEADER + slot.min(SLOTS - 1) * SLOT + NAME;
        // SAFETY: the name ends within the slot. It is written before its length, and again only when the slot is taken
        // anew: whoever reads it then may see parts of two names, which are bytes all the same.
        unsafe { std::slice::from_raw_parts(self.map.as_mut_ptr().add(offset), length) }
    }
}

/// The stem of the name of a child's file: its parent chose it, to find the file.
static NAMED: OnceLock<String> = OnceLock::new();

/// Names the file of this process, before there is one.
pub(crate) fn name_file(stem: &str) {
    let _ = NAMED.set(stem.to_owned());
}

fn named_by_parent() -> Option<&'static str> {
    NAMED.get().map(String::as_str)
}

/// Where records are: in the target folder that the program is in, or else in that of its package.
pub(crate) fn folder(manifest: Option<&Path>) -> Option<PathBuf> {
    if cfg!(miri) {
        return None;
    }
    let program = std::env::current_exe().ok()?;
    let parent = program.parent()?;
    if parent.file_name().is_some_and(|name| name == "deps") {
        return Some(parent.parent()?.join("mirrorcheck"));
    }
    let is_target = |folder: &&Path| folder.join("CACHEDIR.TAG").exists();
    let target = program.ancestors().find(is_target).map(Path::to_owned);
    let target = target.or_else(|| Some(manifest?.join("target")).filter(|folder| folder.is_dir()));
    Some(target?.join("mirrorcheck"))
}

/// The cases of a property in which earlier runs ended. No other run looks into them until this is dropped.
#[derive(Debug)]
pub(crate) struct Claim {
    pub(crate) dead: Vec<Dead>,
    /// Whether another run looks into them at this moment.
    pub(crate) is_taken: bool,
    /// Whether the child of another run is still in a case, long after it should have ended if that run is over.
    pub(crate) is_unfinished: bool,
    /// Locked as long as it is open.
    _lock: Option<File>,
}

/// What one process was doing with a property when it ended.
#[derive(Debug)]
pub(crate) struct Dead {
    /// With several threads, it was one of these.
    pub(crate) cases: Vec<RecordedCase>,
    /// How long they had been running then, roughly.
    pub(crate) ran_for: Duration,
    path: PathBuf,
    slot: usize,
}

/// A file that a process left, with the properties that were running.
struct LeftFile {
    path: PathBuf,
    keys: Vec<(usize, Vec<u8>)>,
    /// Whether it is of a child that still runs.
    is_locked: bool,
}

/// A child ends when its parent does, but not at the same moment: it may be waiting for a disk. While it starts, it even holds
/// the claim of its parent. What is locked for longer belongs to a run that goes on.
const LAST_MOMENTS: Duration = Duration::from_secs(2);

/// Claims the cases of a property in which earlier runs ended.
pub(crate) fn claim(owner: Owner<'_>) -> Claim {
    static LEFT: OnceLock<Vec<LeftFile>> = OnceLock::new();
    let mut claim = Claim { dead: Vec::new(), is_taken: false, is_unfinished: false, _lock: None };
    let Some(folder) = folder(owner.manifest) else { return claim };
    let key = owner.key();
    for file in LEFT.get_or_init(|| left(&folder)) {
        for (slot, name) in &file.keys {
            if name != key.as_bytes() {
                continue;
            }
            if claim._lock.is_none() && !claim.is_taken {
                claim.lock(&folder, &key);
            }
            if file.is_locked {
                if let Err(error) = patiently(&|| unlocked(&file.path)) {
                    claim.is_unfinished |= error.kind() == io::ErrorKind::WouldBlock;
                    continue;
                }
            }
            // Only now: another run may have erased it before the claim.
            if let Some(dead) = (!claim.is_taken).then(|| Dead::read(&file.path, *slot, &key)).flatten() {
                claim.dead.push(dead);
            }
        }
    }
    claim
}

/// Locks a file, if need be when a process has ended that is about to.
fn patiently(lock: &dyn Fn() -> io::Result<File>) -> io::Result<File> {
    let deadline = Instant::now() + LAST_MOMENTS;
    loop {
        match lock() {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock && Instant::now() < deadline => {
                std::thread::sleep(Duration::from_millis(1));
            }
            locked => return locked,
        }
    }
}

impl Claim {
    fn lock(&mut self, folder: &Path, key: &str) {
        let mut hash = 0xcbf2_9ce4_8422_2325u64;
        for byte in key.bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let path = folder.join(format!("{hash:016x}.claim"));
        match patiently(&|| locked(&path, &options)) {
            Ok(lock) => self._lock = Some(lock),
            Err(error) => self.is_taken = error.kind() == io::ErrorKind::WouldBlock,
        }
    }
}

impl Dead {
    /// What a process left of a property, if anything is left.
    fn read(path: &Path, slot: usize, key: &str) -> Option<Dead> {
        let file = unlocked(path).ok()?;
        let header = header(&file)?;
        let length = in_use(&header).into_iter().find(|(used, _)| *used == slot)?.1;
        if bytes(&file, slot, NAME, length)? != key.as_bytes() {
            return None;
        }
        let cases = cases(&file, slot);
        let since = word(&bytes(&file, slot, 0, NAME)?, SINCE);
        let ran_for = Duration::from_millis(word(&header, ALIVE).saturating_sub(since.max(1)));
        let dead =
            Dead { cases, ran_for: if since == 0 { Duration::ZERO } else { ran_for }, path: path.to_owned(), slot };
        (!dead.cases.is_empty()).then_some(dead)
    }

    /// Forgets it: it is saved elsewhere, or there is nothing in it.
    pub(crate) fn erase(&self) -> io::Result<()> {
        let mut options = OpenOptions::new();
        options.read(true).write(true);
        let mut file = files::open(&self.path, &options)?;
        file.seek(SeekFrom::Start(8 * (1 + self.slot as u64)))?;
        files::overwrite(&mut file, &self.path, &[0; 8])?;
        if header(&file).is_some_and(|header| is_idle(&file, &header)) {
            let _ = files::remove(&self.path);
        }
        Ok(())
    }
}

/// The files that processes left which died inside of a case. Those in which nothing was running are removed.
fn left(folder: &Path) -> Vec<LeftFile> {
    let mut left = Vec::new();
    for path in files::list(folder).unwrap_or_default() {
        if path.extension().is_none_or(|extension| extension != EXTENSION) {
            continue;
        }
        left.extend(left_in(&path));
    }
    left
}

fn is_idle(file: &File, header: &[u8]) -> bool {
    for (slot, _) in in_use(header) {
        if !cases(file, slot).is_empty() {
            return false;
        }
    }
    true
}

/// What a child is running now: for a parent that watches it. Nothing if no case is.
pub(crate) fn watched(folder: &Path, stem: &str) -> Vec<RecordedCase> {
    let mut running = Vec::new();
    if let Ok(file) = File::open(folder.join(format!("{stem}.{EXTENSION}"))) {
        for (slot, _) in header(&file).map(|header| in_use(&header)).unwrap_or_default() {
            running.append(&mut cases(&file, slot));
        }
    }
    running
}

/// What a child left that died inside of a case.
pub(crate) fn left_by(owner: Owner<'_>, stem: &str) -> Vec<Dead> {
    let Some(folder) = folder(owner.manifest) else { return Vec::new() };
    let (path, key) = (folder.join(format!("{stem}.{EXTENSION}")), owner.key());
    let mut dead = Vec::new();
    if let Some(file) = left_in(&path) {
        for (slot, _) in file.keys {
            dead.extend(Dead::read(&path, slot, &key));
        }
    }
    dead
}

/// One file, if something was running in it; otherwise it is removed. That of a process that still runs only if it is a
/// child.
fn left_in(path: &Path) -> Option<LeftFile> {
    let (file, is_locked) = match unlocked(path) {
        Ok(file) => (file, false),
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
            (files::open(path, OpenOptions::new().read(true)).ok()?, true)
        }
        Err(_) => return None,
    };
    let header = header(&file)?;
    if is_locked && word(&header, IS_CHILD) == 0 {
        return None;
    }
    if !is_locked && is_idle(&file, &header) {
        let _ = files::remove(path);
        return None;
    }
    let mut keys = Vec::new();
    for (slot, length) in in_use(&header) {
        keys.push((slot, bytes(&file, slot, NAME, length)?));
    }
    Some(LeftFile { path: path.to_owned(), keys, is_locked })
}

/// The first page of a file that is one of ours.
fn header(mut file: &File) -> Option<Vec<u8>> {
    let mut header = vec![0; 8 * (IS_CHILD + 1)];
    file.seek(SeekFrom::Start(0)).ok()?;
    file.read_exact(&mut header).ok()?;
    (word(&header, 0) == MAGIC).then_some(header)
}

/// The slots in which a property is running, with how long its name is.
fn in_use(header: &[u8]) -> Vec<(usize, usize)> {
    let mut slots = Vec::new();
    for slot in 0..SLOTS {
        let length = word(header, 1 + slot).min(LONGEST_NAME as u64) as usize;
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

/// Milliseconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_millis() as u64)
}
