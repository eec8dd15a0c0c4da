//! Real files in real folders.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use super::super::{Options, file, read};

/// A folder that goes away. It has a `.git`, so that nothing above it counts.
struct Project(PathBuf);

impl Project {
    fn new(files: &[(&str, &str)]) -> Project {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let name = format!("mirrorcheck-settings-{}-{}", std::process::id(), MADE.fetch_add(1, Ordering::Relaxed));
        let project = Project(std::env::temp_dir().join(name));
        fs::create_dir_all(project.0.join(".git")).expect("a folder");
        for (path, text) in files {
            let path = project.0.join(path);
            fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        project
    }

    /// The file that counts for a folder, relative to the project.
    fn found(&self, folder: &str) -> Option<String> {
        let path = file::find(&self.0.join(folder))?;
        let path = path.strip_prefix(&self.0).expect("a path in the project");
        Some(path.to_str().expect("a plain path").replace('\\', "/"))
    }
}

impl Drop for Project {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn the_nearest_file_up_to_the_workspace_counts() {
    let project = Project::new(&[
        ("mirrorcheck.toml", ""),
        ("Cargo.toml", "[package]"),
        ("inner/Cargo.toml", "[ workspace ] # of crates\nmembers = []"),
        ("inner/a/Cargo.toml", "[package]"),
        ("outer/Cargo.toml", "[package]\nname = \"[workspace]\""),
        ("outer/mirrorcheck.toml", ""),
    ]);
    assert_eq!(project.found("outer").as_deref(), Some("outer/mirrorcheck.toml"));
    assert_eq!(project.found("outer/src").as_deref(), Some("outer/mirrorcheck.toml"));
    assert_eq!(project.found("inner/a"), None);
    fs::write(project.0.join("inner/mirrorcheck.toml"), "").expect("a file");
    assert_eq!(project.found("inner/a").as_deref(), Some("inner/mirrorcheck.toml"));
    fs::write(project.0.join("inner/a/mirrorcheck.toml"), "").expect("a file");
    assert_eq!(project.found("inner/a").as_deref(), Some("inner/a/mirrorcheck.toml"));
}

#[test]
fn without_a_workspace_the_topmost_crate_is_the_limit() {
    let project = Project::new(&[
        ("mirrorcheck.toml", ""),
        ("top/Cargo.toml", "[package]"),
        ("top/below/Cargo.toml", "[package]"),
    ]);
    assert_eq!(project.found("top/below"), None);
    fs::write(project.0.join("top/mirrorcheck.toml"), "").expect("a file");
    assert_eq!(project.found("top/below").as_deref(), Some("top/mirrorcheck.toml"));
    // Nor is anything beyond a repository.
    fs::create_dir(project.0.join("top/below/.git")).expect("a folder");
    assert_eq!(project.found("top/below"), None);
}

#[test]
fn a_folder_that_is_not_there_has_no_file() {
    let project = Project::new(&[]);
    assert_eq!(project.found("not/there"), None);
}

fn said(folder: &Path) -> String {
    let error = read(Some(folder), &Options::default()).expect_err("an error");
    error.to_string().replace(&folder.display().to_string(), "HERE").replace('\\', "/")
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let project = Project::new(&[("Cargo.toml", "[package]"), ("mirrorcheck.toml/x", "")]);
    assert_eq!(said(&project.0), "HERE/mirrorcheck.toml: this is a folder, not a file; rename or remove it");
    let project = Project::new(&[("Cargo.toml", "[package]")]);
    fs::write(project.0.join("mirrorcheck.toml"), b"[default]\n# \xff").expect("a file");
    assert_eq!(said(&project.0), "HERE/mirrorcheck.toml:2:3: invalid UTF-8; save the file as UTF-8");
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_nowhere_is_named() {
    let project = Project::new(&[("Cargo.toml", "[package]")]);
    std::os::unix::fs::symlink("nowhere", project.0.join("mirrorcheck.toml")).expect("a link");
    let said = said(&project.0);
    assert!(said.starts_with("HERE/mirrorcheck.toml: it cannot be read: "), "{said}");
}

#[test]
fn a_file_is_read_once() {
    let project = Project::new(&[("Cargo.toml", "[package]"), ("mirrorcheck.toml", "[default]\ndiscards = 77")]);
    let discards = |code: &Options| read(Some(&project.0), code).expect("settings").discards;
    assert_eq!(discards(&Options::default()), 77);
    fs::write(project.0.join("mirrorcheck.toml"), "[default]\ndiscards = 88").expect("a file");
    assert_eq!(discards(&Options::default()), 77);
    // What the code says is asked each time.
    assert_eq!(discards(&Options { discards: Some(5), ..Options::default() }), 5);
    assert_eq!(read(None, &Options::default()).expect("settings").discards, 10);
}
