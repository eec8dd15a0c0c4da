//! Where lines go: one file for each process, in a folder that does not grow without end.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::run::files;
use crate::run::settings::Observe;

/// Files that are older are removed, and the oldest if there are more bytes than this.
const OLDEST: Duration = Duration::from_secs(7 * 24 * 60 * 60);
const MAX_BYTES: u64 = 1 << 30;

/// Another process may still be writing to what was changed within this time.
const RECENT: Duration = Duration::from_secs(10 * 60);

/// The file that this process writes to.
pub(super) struct Sink {
    open: Mutex<OpenFile>,
    folder: PathBuf,
    name: String,
}

struct OpenFile {
    file: File,
    path: PathBuf,
    line: Vec<u8>,
    /// Whether writing has failed, which is reported once.
    is_broken: bool,
}

/// Returns where to write; `None` unless observation is on and the file can be opened. `name` is that of a file which
/// another process has begun; without it, this process begins one.
pub(super) fn sink(observe: &Observe, manifest: Option<&Path>, name: Option<&str>) -> Option<&'static Sink> {
    static SINK: OnceLock<Option<Sink>> = OnceLock::new();
    let folder = match observe {
        Observe::Off => return None,
        Observe::On => folder(manifest),
        Observe::In(folder) => folder.clone(),
    };
    SINK.get_or_init(|| match Sink::new(&folder, name) {
        Ok(sink) => Some(sink),
        Err(error) => {
            files::say(&format!("observations cannot be written to {}: {error}", folder.display()));
            None
        }
    })
    .as_ref()
}

/// Below the target folder of the program that runs, or of the crate.
fn folder(manifest: Option<&Path>) -> PathBuf {
    let program = std::env::current_exe().unwrap_or_default();
    let target = program.ancestors().find(|folder| folder.join("CACHEDIR.TAG").exists());
    let target = target.map(Path::to_owned).or_else(|| Some(manifest?.join("target")));
    target.unwrap_or_else(|| PathBuf::from("target")).join("mirrorcheck").join("observed")
}

impl Sink {
    fn new(folder: &Path, name: Option<&str>) -> std::io::Result<Sink> {
        let name = match name {
            Some(name) => name.to_owned(),
            None => {
                files::create_folders(folder)?;
                prune(folder, SystemTime::now(), MAX_BYTES);
                let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
                format!("{}-{}.jsonl", now.as_millis(), std::process::id())
            }
        };
        let path = folder.join(&name);
        let file = files::open(&path, File::options().create(true).append(true))?;
        let open = Mutex::new(OpenFile { file, path, line: Vec::new(), is_broken: false });
        Ok(Sink { open, folder: folder.to_owned(), name })
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The name of the file in its folder.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Writes one line, given in parts, at once: the next case may end the process, and other processes write to the same
    /// file.
    pub(super) fn write(&self, parts: &[&str]) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let OpenFile { file, path, line, is_broken } = &mut *open;
        if *is_broken {
            return;
        }
        line.clear();
        parts.iter().for_each(|part| line.extend_from_slice(part.as_bytes()));
        if let Err(error) = files::fill(file, path, line) {
            *is_broken = true;
            files::say(&format!("{} cannot be written any more: {error}", path.display()));
        }
    }
}

/// Removes files that are too old, and the oldest of too many bytes.
fn prune(folder: &Path, now: SystemTime, most: u64) {
    let Ok(paths) = files::list(folder) else { return };
    let mut files: Vec<(Duration, u64, PathBuf)> = paths
        .into_iter()
        .filter_map(|path| {
            let about = path.symlink_metadata().ok()?;
            let is_ours = about.is_file() && is_our_name(path.file_name()?.to_str()?);
            let age = now.duration_since(about.modified().ok()?).unwrap_or_default();
            is_ours.then_some((age, about.len(), path))
        })
        .collect();
    files.sort();
    let mut bytes = 0;
    for (age, length, path) in files {
        bytes += length;
        if age > OLDEST || (bytes > most && age > RECENT) {
            let _ = files::remove(&path);
        }
    }
}

/// Whether a file is called as ours are: what else is in a folder is somebody else's.
fn is_our_name(name: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let stem = name.strip_suffix(".jsonl").or_else(|| name.strip_suffix(".tests"));
    let numbers = stem.and_then(|stem| stem.split_once('-'));
    numbers.is_some_and(|(time, process)| is_number(time) && is_number(process))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_is_old_or_too_much_goes() {
        let folder = std::env::temp_dir().join(format!("mirrorcheck-prune-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let now = SystemTime::now();
        let hours = |hours: u64| Duration::from_secs(hours * 60 * 60);
        for (name, age, length) in [
            ("1-1.jsonl", hours(0), 60),
            ("1-2.jsonl", hours(1), 30),
            ("1-3.jsonl", hours(2), 30),
            ("1-4.jsonl", hours(24 * 8), 1),
            ("1-5.tests", hours(24 * 8), 1),
            ("1-5.txt", hours(24 * 8), 1000),
            ("data-5.jsonl", hours(24 * 8), 1000),
        ] {
            let file = File::create(folder.join(name)).unwrap();
            file.set_len(length).unwrap();
            file.set_modified(now - age).unwrap();
        }
        prune(&folder, now, 100);
        let mut left: Vec<String> =
            fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        left.sort();
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(left, ["1-1.jsonl", "1-2.jsonl", "1-5.txt", "data-5.jsonl"]);
    }
}
