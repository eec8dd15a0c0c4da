//! Makes file operations fail, kills the process before one, and logs them: for the tests of what is never lost.
//!
//! `MIRRORCHECK_FAULT=child` lets no child be started. `MIRRORCHECK_FAULT=7:space` lets the seventh operation of a process
//! fail because the disk is full, `7+:space` that one and all after it, and `child 7:space` the seventh of each child
//! instead. `MIRRORCHECK_FAULT_COUNT` names a file that gets a line for each operation that begins, by the process that
//! such a fault is meant for, and `MIRRORCHECK_FAULT_LOG` one that gets a line for each that has changed something.
//! `MIRRORCHECK_FAULT_FOLDER` names the one folder of saved failures that vanishes with all others, where those are not ours.
//! `MIRRORCHECK_FAULT_SYNC=skip` counts and logs syncs, but does not wait for the disk, which takes most of the time.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use super::Operation;

/// What happens to an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Space,
    Permission,
    /// Half of it is written, and then the disk is full.
    Short,
    Interrupted,
    /// The folder that it is in is removed.
    Vanish,
    /// The process is killed before it.
    Kill,
}

/// Which operations fail, and how.
#[derive(Debug, Clone, Copy)]
struct Plan {
    first: u64,
    goes_on: bool,
    kind: Kind,
}

static COUNT: AtomicU64 = AtomicU64::new(0);

fn plan() -> Option<Plan> {
    static PLAN: OnceLock<Option<Plan>> = OnceLock::new();
    *PLAN.get_or_init(|| {
        if !is_meant() {
            return None;
        }
        let text = std::env::var("MIRRORCHECK_FAULT").ok().filter(|text| text != "child")?;
        let text = text.strip_prefix(IN_CHILD).unwrap_or(&text);
        let (number, kind) = text.split_once(':').expect("MIRRORCHECK_FAULT is `number:kind`");
        let kind = match kind {
            "space" => Kind::Space,
            "permission" => Kind::Permission,
            "short" => Kind::Short,
            "interrupted" => Kind::Interrupted,
            "vanish" => Kind::Vanish,
            "kill" => Kind::Kill,
            kind => panic!("MIRRORCHECK_FAULT knows no `{kind}`"),
        };
        let first = number.trim_end_matches('+').parse().expect("MIRRORCHECK_FAULT begins with a number");
        Some(Plan { first, goes_on: number.ends_with('+'), kind })
    })
}

/// What stands before a fault that is meant for children.
const IN_CHILD: &str = "child ";

/// Whether this is the process that fails, and whose operations count: a child would count from the beginning.
fn is_meant() -> bool {
    let fault = std::env::var("MIRRORCHECK_FAULT").unwrap_or_default();
    std::env::var_os("MIRRORCHECK_CHILD").is_some() == fault.starts_with(IN_CHILD)
}

/// Counts an operation, and returns what is to happen to it.
fn next(operation: Operation, path: &Path) -> Option<Kind> {
    if is_meant() {
        append("MIRRORCHECK_FAULT_COUNT", &format!("{operation:?}\t{}\n", path.display()));
    }
    let plan = plan()?;
    let number = COUNT.fetch_add(1, Ordering::Relaxed) + 1;
    let is_meant = number == plan.first || plan.goes_on && number > plan.first;
    is_meant.then_some(plan.kind)
}

/// Whether no child can be started.
pub(super) fn has_no_children() -> bool {
    std::env::var_os("MIRRORCHECK_FAULT").is_some_and(|fault| fault == "child")
}

/// Whether nobody waits for the disk.
pub(super) fn skips_syncs() -> bool {
    std::env::var_os("MIRRORCHECK_FAULT_SYNC").is_some_and(|sync| sync == "skip")
}

pub(super) fn before(operation: Operation, path: &Path) -> io::Result<()> {
    match next(operation, path) {
        None => Ok(()),
        Some(Kind::Space | Kind::Short) => Err(io::Error::new(ErrorKind::StorageFull, "no space left (a test)")),
        Some(Kind::Permission) => Err(io::Error::new(ErrorKind::PermissionDenied, "permission denied (a test)")),
        Some(Kind::Interrupted) => Err(io::Error::new(ErrorKind::Interrupted, "interrupted (a test)")),
        Some(Kind::Vanish) => {
            let is_folder = matches!(operation, Operation::List | Operation::CreateFolder | Operation::SyncFolder);
            let folder = if is_folder { Some(path) } else { path.parent() };
            // Only one of ours.
            let is_ours = |folder: &&Path| {
                folder
                    .components()
                    .any(|part| ["mirrorcheck", "mirrorcheck-failures"].iter().any(|name| part.as_os_str() == *name))
            };
            let shared = std::env::var_os("MIRRORCHECK_FAULT_FOLDER");
            match (folder.filter(is_ours), shared) {
                (Some(folder), Some(own)) if folder.ends_with("mirrorcheck-failures") => {
                    let _ = fs::remove_dir_all(folder.join(own));
                    // It is empty where nobody else has failures.
                    let _ = fs::remove_dir(folder);
                }
                (Some(folder), _) => drop(fs::remove_dir_all(folder)),
                (None, _) => {}
            }
            Ok(())
        }
        Some(Kind::Kill) => kill(),
    }
}

/// Writes half of the bytes and returns an error, if that is to happen to the next operation.
pub(super) fn short_write(file: &mut File, _: &Path, bytes: &[u8]) -> Option<io::Error> {
    let plan = plan().filter(|plan| plan.kind == Kind::Short)?;
    if COUNT.load(Ordering::Relaxed) + 1 != plan.first {
        return None;
    }
    COUNT.fetch_add(1, Ordering::Relaxed);
    let _ = file.write_all(&bytes[..bytes.len() / 2]);
    Some(io::Error::new(ErrorKind::StorageFull, "no space left (a test)"))
}

/// As a kill from outside does: nothing is cleaned up.
fn kill() -> ! {
    let process = std::process::id().to_string();
    let _ = std::process::Command::new("kill").args(["-9", &process]).status();
    loop {
        std::thread::park();
    }
}

/// Logs an operation that changed something: its name, paths, and what was written in hexadecimal.
pub(super) fn log(operation: Operation, paths: &[&Path], bytes: &[u8]) {
    let mut line = format!("{operation:?}");
    for path in paths {
        line.push('\t');
        line.push_str(&path.to_string_lossy());
    }
    if !bytes.is_empty() {
        line.push('\t');
        for byte in bytes {
            line.push_str(&format!("{byte:02x}"));
        }
    }
    line.push('\n');
    append("MIRRORCHECK_FAULT_LOG", &line);
}

/// Appends a line to the file that a variable names.
fn append(variable: &str, line: &str) {
    let Some(path) = std::env::var_os(variable) else { return };
    if let Ok(mut file) = OpenOptions::new().create(true).append(true).open(path) {
        let _ = file.write_all(line.as_bytes());
    }
}
