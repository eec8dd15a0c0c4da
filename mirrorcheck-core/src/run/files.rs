//! Every file operation of the library, in one place: here they are retried when a signal interrupts them, refused under
//! Miri, and made to fail by tests (`faults`).

#[cfg(feature = "__faults")]
mod faults;

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

/// How the name of a file ends while it is being written.
const UNFINISHED: &str = ".tmp";

/// A file operation, for tests that make it fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operation {
    Read,
    List,
    Open,
    Create,
    Write,
    Overwrite,
    Sync,
    SyncFolder,
    CreateFolder,
    Rename,
    Remove,
}

/// Runs an operation on a path, again if a signal interrupts it.
pub(crate) fn perform<T>(operation: Operation, path: &Path, mut run: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    if cfg!(miri) {
        return Err(io::Error::new(ErrorKind::Unsupported, "Miri isolates programs from files"));
    }
    loop {
        let ended = match before(operation, path) {
            Ok(()) => run(),
            Err(error) => Err(error),
        };
        match ended {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            ended => return ended,
        }
    }
}

#[cfg(feature = "__faults")]
use faults::{before, log};

/// Without tests that make operations fail, none of them does.
#[cfg(not(feature = "__faults"))]
fn before(_: Operation, _: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(not(feature = "__faults"))]
fn log(_: Operation, _: &[&Path], _: &[u8]) {}

/// Returns an error if there can be no child processes.
pub(crate) fn allow_children() -> io::Result<()> {
    #[cfg(feature = "__faults")]
    if faults::has_no_children() {
        return Err(io::Error::other("a test forbids it"));
    }
    if cfg!(miri) { Err(io::Error::new(ErrorKind::Unsupported, "Miri has no processes")) } else { Ok(()) }
}

/// Reads a whole file.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    perform(Operation::Read, path, || fs::read(path))
}

/// Reads a whole file of text.
pub(crate) fn read_text(path: &Path) -> io::Result<String> {
    perform(Operation::Read, path, || fs::read_to_string(path))
}

/// Returns the paths in a folder.
pub(crate) fn list(folder: &Path) -> io::Result<Vec<PathBuf>> {
    perform(Operation::List, folder, || {
        let mut paths = Vec::new();
        for entry in fs::read_dir(folder)? {
            paths.push(entry?.path());
        }
        Ok(paths)
    })
}

/// Opens or creates a file.
pub(crate) fn open(path: &Path, options: &fs::OpenOptions) -> io::Result<File> {
    perform(Operation::Open, path, || options.open(path))
}

/// Creates a folder and those above it, so that they outlast a loss of power.
pub(crate) fn create_folders(folder: &Path) -> io::Result<()> {
    let mut missing = Vec::new();
    for folder in folder.ancestors() {
        // The last of a relative path is empty, and stands for the current folder.
        if folder.as_os_str().is_empty() || folder.is_dir() {
            break;
        }
        missing.push(folder);
    }
    while let Some(folder) = missing.pop() {
        let created = perform(Operation::CreateFolder, folder, || fs::create_dir(folder));
        match created {
            // Another process may have been faster.
            Err(_) if folder.is_dir() => {}
            Err(error) => return Err(error),
            Ok(()) => {
                log(Operation::CreateFolder, &[folder], b"");
                sync_folder_of(folder)?;
            }
        }
    }
    Ok(())
}

/// Writes a file in whole or not at all, whoever else writes it at the same time. When it returns, the file outlasts a
/// loss of power.
pub(crate) fn replace(path: &Path, text: &str) -> io::Result<()> {
    let unfinished = path.with_file_name(unfinished_name(path));
    let written = write_new(&unfinished, text.as_bytes()).and_then(|()| rename(&unfinished, path));
    if written.is_err() {
        let _ = remove(&unfinished);
    }
    written.and_then(|()| sync_folder_of(path))
}

/// Writes a file that does not exist yet.
fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = perform(Operation::Create, path, || File::create_new(path))?;
    log(Operation::Create, &[path], b"");
    fill(&mut file, path, bytes)?;
    log(Operation::Write, &[path], bytes);
    sync(&file, path)?;
    log(Operation::Sync, &[path], b"");
    Ok(())
}

/// Writes to a file that is open.
pub(crate) fn fill(file: &mut File, path: &Path, bytes: &[u8]) -> io::Result<()> {
    #[cfg(feature = "__faults")]
    if let Some(error) = faults::short_write(file, path, bytes) {
        return Err(error);
    }
    perform(Operation::Write, path, || file.write_all(bytes))
}

/// Writes over a part of a file that is open.
pub(crate) fn overwrite(file: &mut File, path: &Path, bytes: &[u8]) -> io::Result<()> {
    fill(file, path, bytes)?;
    log(Operation::Overwrite, &[path], b"");
    Ok(())
}

fn sync(file: &File, path: &Path) -> io::Result<()> {
    tolerate_unsupported(perform(Operation::Sync, path, || to_disk(file)))
}

/// Renames a file.
pub(crate) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    perform(Operation::Rename, to, || fs::rename(from, to))?;
    log(Operation::Rename, &[from, to], b"");
    Ok(())
}

/// Removes a file.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    perform(Operation::Remove, path, || fs::remove_file(path))?;
    log(Operation::Remove, &[path], b"");
    Ok(())
}

/// Lets changes of names in the folder of a file outlast a loss of power, where the system can do that.
#[cfg(unix)]
fn sync_folder_of(path: &Path) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    tolerate_unsupported(perform(Operation::SyncFolder, folder, || {
        match File::open(folder) {
            // Whoever may write to a folder need not be allowed to read it.
            Err(error) if error.kind() == ErrorKind::PermissionDenied => Ok(()),
            Err(error) => Err(error),
            Ok(folder) => to_disk(&folder),
        }
    }))?;
    log(Operation::SyncFolder, &[folder], b"");
    Ok(())
}

#[cfg(not(unix))]
fn sync_folder_of(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Waits until a file or a folder is on the disk.
fn to_disk(file: &File) -> io::Result<()> {
    #[cfg(feature = "__faults")]
    if faults::skips_syncs() {
        return Ok(());
    }
    file.sync_all()
}

/// Not every file system can promise that data outlasts a loss of power.
fn tolerate_unsupported(synced: io::Result<()>) -> io::Result<()> {
    match synced {
        Err(error) if matches!(error.kind(), ErrorKind::Unsupported | ErrorKind::InvalidInput) => Ok(()),
        synced => synced,
    }
}

/// Returns a name that only this process uses, and only now.
fn unfinished_name(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    format!(".{stem}-{}{UNFINISHED}", unique())
}

/// Returns a piece of a name that no other process uses: two containers can share a folder and have the same process
/// ids.
pub(crate) fn unique() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |now| now.as_nanos());
    format!("{}-{number}-{now:x}", process::id())
}

/// Returns whether a file is one that [`replace`] did not finish.
pub(crate) fn is_unfinished(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with('.') && name.ends_with(UNFINISHED)
}

/// Prints a line to the terminal, past the output that the test harness captures. Errors of the terminal are no failure.
pub(crate) fn say(line: &str) {
    let _ = io::stderr().write_all(format!("mirrorcheck: {}\n", crate::run::debug_text::visible(line)).as_bytes());
}
