//! The power goes after each file operation, and what was written after the last sync is gone: the next run knows the
//! failure, or nobody was told of one. `MIRRORCHECK_FAULT_LOG` has the operations of the fixture's library.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::subject::Subject;

/// The state of the folder of failures after a loss of power.
#[derive(Default)]
struct Disk {
    /// What each name stands for now, and what each name is known to stand for after a loss of power.
    names: BTreeMap<PathBuf, usize>,
    safe_names: BTreeMap<PathBuf, usize>,
    /// What files contain, and whether that is safe.
    files: Vec<(Vec<u8>, bool)>,
}

impl Disk {
    fn run(&mut self, line: &str) {
        let mut fields = line.split('\t');
        let operation = fields.next().unwrap();
        let path = PathBuf::from(fields.next().unwrap());
        let rest = fields.next();
        match operation {
            "Create" => {
                self.files.push((Vec::new(), true));
                self.names.insert(path, self.files.len() - 1);
            }
            "Write" => {
                if let Some(&file) = self.names.get(&path) {
                    let hex = rest.unwrap_or_default();
                    let byte = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
                    self.files[file] = ((0..hex.len()).step_by(2).map(byte).collect(), false);
                }
            }
            "Sync" => {
                if let Some(&file) = self.names.get(&path) {
                    self.files[file].1 = true;
                }
            }
            "Rename" => {
                if let Some(file) = self.names.remove(&path) {
                    self.names.insert(PathBuf::from(rest.unwrap()), file);
                }
            }
            "Remove" => drop(self.names.remove(&path)),
            "SyncFolder" => {
                let is_in = |name: &PathBuf| name.parent() == Some(&path);
                self.safe_names.retain(|name, _| !is_in(name));
                let now = self.names.iter().filter(|(name, _)| is_in(name));
                self.safe_names.extend(now.map(|(name, file)| (name.clone(), *file)));
            }
            "CreateFolder" | "Overwrite" => {}
            operation => panic!("{operation}"),
        }
    }

    /// What is there after a loss of power: only what is safe, or all that happened in time.
    fn after(&self, is_lucky: bool) -> BTreeMap<&Path, &[u8]> {
        let names = if is_lucky { &self.names } else { &self.safe_names };
        let content = |file: usize| {
            let (bytes, is_safe) = &self.files[file];
            if *is_safe || is_lucky { &bytes[..] } else { &[] }
        };
        names.iter().map(|(name, file)| (name.as_path(), content(*file))).collect()
    }
}

/// After each operation the power may go. From the moment at which the failure is first saved, the next run knows it.
#[test]
fn a_failure_outlives_a_loss_of_power() {
    let subject = Subject::quick("faults::panics_without_power");
    let (failing, passing) = subject.seeds();
    subject.clean();
    let log = subject.folder.join("log");
    let _ = fs::remove_file(&log);
    assert!(subject.is_reported(&subject.run(failing).env("MIRRORCHECK_FAULT_LOG", &log).ends()));
    let log = fs::read_to_string(&log).unwrap();
    let folder = subject.failures();
    let (mut disk, mut states, mut is_saved) = (Disk::default(), 0, false);
    let mut seen = BTreeMap::new();
    for line in log.lines().filter(|line| line.contains(folder.to_str().unwrap())) {
        disk.run(line);
        for is_lucky in [false, true] {
            let state = disk.after(is_lucky);
            let is_there = state.iter().any(|(name, bytes)| is_failure(name) && !bytes.is_empty());
            is_saved |= is_there && !is_lucky;
            assert!(is_there || !is_saved || is_lucky, "lost after {line}");
            // Many operations change nothing that a run can see.
            if !is_there || seen.insert(format!("{state:?}"), ()).is_some() {
                continue;
            }
            states += 1;
            subject.clean();
            fs::create_dir_all(&folder).unwrap();
            for (name, bytes) in state {
                fs::write(name, bytes).unwrap();
            }
            let next = subject.run(passing).ends();
            assert!(subject.is_reported(&next), "after {line}: {next}");
        }
    }
    assert!(is_saved && states > 3, "{states} states");
}

/// Whether a file is one of a saved failure.
fn is_failure(name: &Path) -> bool {
    name.extension().is_some_and(|extension| extension == "txt")
}

/// The case in which a run ended leaves the record only when it is safe elsewhere: its erasure may be all that reaches the
/// disk.
#[test]
fn a_death_outlives_a_loss_of_power() {
    let subject = Subject::quick("faults::aborts_without_power");
    let (failing, passing) = subject.seeds();
    subject.clean();
    assert!(!subject.run(failing).ends().stdout.contains("test result"));
    let log = subject.folder.join("log");
    let _ = fs::remove_file(&log);
    assert!(subject.is_reported(&subject.run(passing).env("MIRRORCHECK_FAULT_LOG", &log).ends()));
    let (log, folder) = (fs::read_to_string(&log).unwrap(), subject.failures());
    let (mut disk, mut is_erased) = (Disk::default(), false);
    let mut seen = BTreeMap::new();
    for line in log.lines() {
        let path = line.split('\t').nth(1).unwrap();
        if Path::new(path).starts_with(&folder) || folder.starts_with(path) {
            disk.run(line);
        }
        let is_record = path.ends_with(".running") && Path::new(path).starts_with(&subject.folder);
        is_erased |= is_record && (line.starts_with("Overwrite") || line.starts_with("Remove"));
        let state = disk.after(false);
        let is_there = state.iter().any(|(name, bytes)| is_failure(name) && !bytes.is_empty());
        assert!(is_there || !is_erased, "erased too soon: {line}");
        if !is_there || seen.insert(format!("{state:?}"), ()).is_some() {
            continue;
        }
        // As if the record were gone already.
        subject.clean();
        fs::create_dir_all(&folder).unwrap();
        for (name, bytes) in state {
            fs::write(name, bytes).unwrap();
        }
        let next = subject.run(passing).ends();
        assert!(subject.is_reported(&next), "after {line}: {next}");
    }
    assert!(is_erased && seen.len() > 1, "{} states", seen.len());
}
