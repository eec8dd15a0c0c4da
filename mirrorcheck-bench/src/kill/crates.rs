//! The test programs that are killed: one for each worker, because programs of one crate share what they save.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::told;

/// A test program in a place of its own.
#[derive(Debug)]
pub(super) struct Place {
    /// The folder of its crate, where it saves failures.
    pub(super) package: PathBuf,
    /// The folder of its program, of its temporary files and of what it prints.
    pub(super) folder: PathBuf,
    pub(super) program: PathBuf,
}

impl Place {
    /// The file in which a property writes that it fails.
    pub(super) fn marker(&self) -> PathBuf {
        self.folder.join("failure-found")
    }

    /// What a run printed past the output of its tests.
    pub(super) fn said(&self, number: u32) -> PathBuf {
        self.folder.join(format!("stderr-{number}"))
    }

    pub(super) fn temporary(&self) -> PathBuf {
        self.folder.join("temporary")
    }

    /// Removes what earlier runs have left.
    pub(super) fn clean(&self) -> Result<(), String> {
        let records = self.folder.join("debug/mirrorcheck");
        for folder in [self.package.join("mirrorcheck-failures"), records, self.temporary()] {
            if folder.exists() {
                fs::remove_dir_all(&folder).map_err(|error| told("cannot remove", &folder, &error))?;
            }
        }
        let (marker, temporary) = (self.marker(), self.temporary());
        if marker.exists() {
            fs::remove_file(&marker).map_err(|error| told("cannot remove", &marker, &error))?;
        }
        fs::create_dir(&temporary).map_err(|error| told("cannot create", &temporary, &error))
    }
}

/// Builds the test programs below a folder.
pub(super) fn build(root: &Path, count: usize) -> Result<Vec<Place>, String> {
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("mirrorcheck");
    let names: Vec<String> = (0..count).map(|number| format!("killed-{number}")).collect();
    let workspace = format!("[workspace]\nmembers = {names:?}\nresolver = \"3\"\n\n[profile.dev]\ndebug = false\n");
    for name in &names {
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
             [dev-dependencies]\nmirrorcheck = {{ path = {library:?} }}\n"
        );
        put(&root.join(name).join("Cargo.toml"), &manifest)?;
        put(&root.join(name).join("src/lib.rs"), include_str!("properties.txt"))?;
    }
    put(&root.join("Cargo.toml"), &workspace)?;
    let lock = library.with_file_name("Cargo.lock");
    fs::copy(&lock, root.join("Cargo.lock")).map_err(|error| told("cannot copy", &lock, &error))?;

    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["test", "--no-run", "--offline", "--quiet", "--lib", "--workspace", "--message-format=json"])
        .current_dir(root)
        .env("CARGO_TARGET_DIR", root.join("target"))
        .output()
        .map_err(|error| format!("cannot run Cargo: {error}"))?;
    if !output.status.success() {
        return Err(format!("the properties do not compile:\n{}", String::from_utf8_lossy(&output.stderr)));
    }
    let messages = String::from_utf8_lossy(&output.stdout).into_owned();
    names.iter().map(|name| place(root, name, &messages)).collect()
}

/// Copies the program of a crate to where its records are shared with no other.
fn place(root: &Path, name: &str, messages: &str) -> Result<Place, String> {
    let built = program(messages, name).ok_or_else(|| format!("Cargo built no test program of {name}"))?;
    let folder = root.join(format!("{name}-runs"));
    let program = folder.join("debug/deps").join(name);
    if let Some(parent) = program.parent() {
        fs::create_dir_all(parent).map_err(|error| told("cannot create", parent, &error))?;
    }
    fs::copy(&built, &program).map_err(|error| told("cannot copy", &built, &error))?;
    Ok(Place { package: root.join(name), folder, program })
}

/// The test program of a crate, from Cargo's messages.
fn program(messages: &str, name: &str) -> Option<PathBuf> {
    let crate_name = name.replace('-', "_");
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let mut own = messages.filter(|message| message["target"]["name"].as_str() == Some(&crate_name));
    own.find_map(|message| message["executable"].as_str().map(PathBuf::from))
}

/// Writes a file unless it is the same already, because Cargo goes by the time.
fn put(file: &Path, text: &str) -> Result<(), String> {
    if fs::read_to_string(file).is_ok_and(|old| old == text) {
        return Ok(());
    }
    if let Some(parent) = file.parent() {
        fs::create_dir_all(parent).map_err(|error| told("cannot create", parent, &error))?;
    }
    fs::write(file, text).map_err(|error| told("cannot write", file, &error))
}
