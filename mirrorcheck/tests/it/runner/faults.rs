//! Each file operation of a failing run fails, or the process is killed before it: the failure is known to the next run, or
//! this one said that it may not be. `MIRRORCHECK_FAULT` of the fixture's library says which operation.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::fixture::Ran;
use super::subject::Subject;

/// A failing run with a fault, and what is left of it.
fn faulty(subject: &Subject, seed: u32, number: usize, kind: &str) -> Ran {
    subject.clean();
    subject.run(seed).env("MIRRORCHECK_FAULT", format!("{number}:{kind}")).ends()
}

/// How many file operations a failing run has.
fn operations(subject: &Subject, seed: u32) -> usize {
    subject.clean();
    let count = subject.folder.join("count");
    let _ = fs::remove_file(&count);
    let ran = subject.run(seed).env("MIRRORCHECK_FAULT_COUNT", &count).ends();
    assert!(subject.is_reported(&ran), "{ran}");
    fs::read_to_string(&count).unwrap().lines().count()
}

#[test]
fn a_failure_outlives_each_file_operation_that_fails() {
    let subject = Subject::new("faults::panics");
    let (failing, passing) = subject.seeds();
    let count = operations(&subject, failing);
    assert!(count > 20, "{count} operations: are they counted?");
    for kind in ["space", "permission", "short", "interrupted", "vanish"] {
        for number in 1..=count {
            let ran = faulty(&subject, failing, number, kind);
            // Whatever happens to files, the failure is reported now.
            assert!(subject.is_reported(&ran), "{number}:{kind}: {ran}");
            let next = subject.run(passing).ends();
            let is_said = ran.stderr.contains("mirrorcheck: ") || ran.stdout.contains("could not be saved");
            assert!(subject.is_reported(&next) || is_said, "{number}:{kind} is lost: {ran}\n--- then\n{next}");
            assert!(kind != "interrupted" || subject.is_reported(&next), "{number}:{kind} is not tried again: {ran}");
        }
    }
}

#[test]
fn a_failure_is_reported_where_no_file_can_be_written() {
    let subject = Subject::new("faults::panics_nowhere");
    let (failing, _) = subject.seeds();
    for kind in ["space", "permission"] {
        subject.clean();
        let ran = subject.run(failing).env("MIRRORCHECK_FAULT", format!("1+:{kind}")).ends();
        assert!(subject.is_reported(&ran), "{ran}");
        ran.says("mirrorcheck: it cannot be recorded which case is running (");
        ran.says("if this run is interrupted, a failure is lost: ");
    }
}

/// At every operation: also at those of the run that looks into what the killed one left.
#[test]
fn a_failure_outlives_a_kill_at_each_file_operation() {
    for property in ["faults::panics_and_is_killed", "faults::aborts_in_a_child"] {
        let subject = Subject::new(property);
        let (failing, passing) = subject.seeds();
        let count = operations(&subject, failing);
        let mut found = 0;
        for number in 1..=count {
            let _ = faulty(&subject, failing, number, "kill");
            if !subject.marker().exists() {
                continue;
            }
            found += 1;
            let second = subject.run(passing).env("MIRRORCHECK_FAULT", format!("{number}:kill")).ends();
            let third = subject.run(passing).ends();
            assert!(subject.is_reported(&third), "killed at {number}: {second}\n--- then\n{third}");
        }
        assert!(found > 5, "{found} kills of {count} were after the failure");
    }
}

/// Without processes, a case that ends its process cannot be looked into. It stays until it can be.
#[test]
fn a_death_waits_until_a_child_can_be_started() {
    let subject = Subject::new("faults::aborts");
    let (failing, passing) = subject.seeds();
    subject.clean();
    let without_children = |seed| subject.run(seed).env("MIRRORCHECK_FAULT", "child");
    assert!(!subject.run(failing).ends().stdout.contains("test result"));
    for _ in 0..2 {
        without_children(passing).passes().says("; no process could be started to run it again (");
    }
    assert!(subject.is_reported(&subject.run(passing).ends()));
    for _ in 0..2 {
        without_children(passing)
            .passes()
            .says(" ended its process and was not run: no child process could be started (");
    }
    assert!(subject.is_reported(&subject.run(passing).ends()));
}

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
            "CreateFolder" => {}
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
    let subject = Subject::new("faults::panics_without_power");
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

fn is_failure(name: &Path) -> bool {
    name.extension().is_some_and(|extension| extension == "txt")
}
