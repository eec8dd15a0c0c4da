//! What Cargo knows, and the folders in its target folder that are ours.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::Deserialize;

/// How many runs are kept: enough to compare with the last ones, few enough to forget about.
const KEPT: usize = 20;

/// The workspace that the current folder is in.
#[derive(Debug, Deserialize)]
pub(super) struct Workspace {
    target_directory: PathBuf,
    packages: Vec<Package>,
}

#[derive(Debug, Deserialize)]
struct Package {
    manifest_path: PathBuf,
}

impl Workspace {
    /// Asks Cargo.
    pub(super) fn here() -> Result<Workspace, String> {
        let output = command().args(["metadata", "--format-version", "1", "--no-deps"]).output();
        let output = output.map_err(|error| format!("cannot run cargo: {error}"))?;
        if !output.status.success() {
            let why = String::from_utf8_lossy(&output.stderr);
            return Err(format!("cargo does not know this folder: {}", why.trim().trim_start_matches("error: ")));
        }
        serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo metadata: {error}"))
    }

    /// Our part of the target folder.
    pub(super) fn folder(&self) -> PathBuf {
        self.target_directory.join("mirrorcheck")
    }

    /// Where runs are observed, each in a folder of its own.
    pub(super) fn observed(&self) -> PathBuf {
        self.folder().join("observed")
    }

    pub(super) fn target(&self) -> &Path {
        &self.target_directory
    }

    /// The folders of its packages.
    pub(super) fn packages(&self) -> impl Iterator<Item = &Path> {
        self.packages.iter().filter_map(|package| package.manifest_path.parent())
    }
}

/// The Cargo that runs us, or else the one of the path.
pub(super) fn command() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// A new folder for a run. Of older ones, only the latest are left.
pub(super) fn new_run(observed: &Path) -> Result<PathBuf, String> {
    prune(observed, KEPT - 1);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    let folder = observed.join(format!("{now}-{}", std::process::id()));
    fs::create_dir_all(&folder).map_err(|error| format!("cannot make the folder {}: {error}", folder.display()))?;
    Ok(folder)
}

/// Removes the oldest folders that [`new_run`] made, and nothing else.
fn prune(observed: &Path, kept: usize) {
    let Ok(entries) = fs::read_dir(observed) else { return };
    let folders = entries.flatten().filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    let mut runs: Vec<(u128, PathBuf)> =
        folders.filter_map(|entry| Some((made_at(entry.file_name().to_str()?)?, entry.path()))).collect();
    runs.sort();
    let old = runs.len().saturating_sub(kept);
    for (_, folder) in &runs[..old] {
        // Another process may be faster.
        let _ = fs::remove_dir_all(folder);
    }
}

/// The time in the name of a folder of ours.
fn made_at(name: &str) -> Option<u128> {
    let (time, process) = name.split_once('-')?;
    process.parse::<u32>().ok()?;
    time.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{made_at, new_run, prune};

    #[test]
    fn only_old_runs_are_removed() {
        let folder = std::env::temp_dir().join(format!("mirrorcheck-prune-{}", std::process::id()));
        for name in ["9-1", "10-1", "11-1", "mine", "5-x"] {
            std::fs::create_dir_all(folder.join(name)).unwrap();
        }
        std::fs::write(folder.join("1-1"), "a file").unwrap();
        prune(&folder, 2);
        let made = new_run(&folder).unwrap();
        let mut left: Vec<_> = std::fs::read_dir(&folder).unwrap().flatten().map(|entry| entry.path()).collect();
        left.sort();
        let mut wanted = ["1-1", "10-1", "11-1", "5-x", "mine"].map(|name| folder.join(name)).to_vec();
        wanted.push(made);
        wanted.sort();
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(left, wanted);
    }

    #[test]
    fn names_of_runs() {
        assert_eq!(made_at("1700000000000-4"), Some(1_700_000_000_000));
        assert_eq!((made_at("mine"), made_at("5-x"), made_at("-4")), (None, None, None));
    }
}
