//! `mirrorcheck.toml`: where it is, and its tables.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::environment::{Environment, PROFILE};
use super::error::{SettingsError, Wrong, listed, shown};
use super::tables::Tables;
use super::{Options, PROFILES, THOROUGH, toml};
use crate::run::files;

const NAME: &str = "mirrorcheck.toml";

/// The file that counts for the crate in this folder: its own, or that of the nearest folder above, up to the root of
/// the workspace.
pub(super) fn find(manifest: &Path) -> Option<PathBuf> {
    // Anything of that name is found, so that a folder or a broken link is an error and not overlooked. Mostly there is
    // nothing, and then no manifest need be read.
    let mut found = manifest;
    while found.join(NAME).symlink_metadata().is_err() {
        found = found.parent()?;
    }
    for folder in manifest.ancestors() {
        if folder == found {
            break;
        }
        if is_repository(folder) || has_workspace(folder) {
            return None;
        }
    }
    if found == manifest || is_in_crate(found) { Some(found.join(NAME)) } else { None }
}

/// Whether the folder is of a crate's, or one above it is: otherwise it is not of this project.
fn is_in_crate(folder: &Path) -> bool {
    for folder in folder.ancestors() {
        if folder.join("Cargo.toml").exists() {
            return true;
        }
        if is_repository(folder) {
            return false;
        }
    }
    false
}

fn is_repository(folder: &Path) -> bool {
    folder.join(".git").exists()
}

fn has_workspace(folder: &Path) -> bool {
    let Ok(manifest) = files::read_text(&folder.join("Cargo.toml")) else { return false };
    for line in manifest.lines() {
        if line.trim_start().starts_with('[') {
            let mut header = String::new();
            for c in line.chars() {
                if !c.is_whitespace() {
                    header.push(c);
                }
            }
            if header.starts_with("[workspace]") || header.starts_with("[workspace.") {
                return true;
            }
        }
    }
    false
}

pub(super) fn text(path: &Path) -> Result<String, SettingsError> {
    let bytes = files::read(path).map_err(|error| {
        let wrong = match error.kind() {
            _ if path.is_dir() => Wrong::new("this is a folder, not a file", "rename or remove it"),
            ErrorKind::PermissionDenied => {
                Wrong::new("no permission to read it", "change its permissions, or remove it")
            }
            _ => Wrong::new(format!("it cannot be read: {error}"), "repair it, or remove it"),
        };
        wrong.at(path.display().to_string())
    })?;
    String::from_utf8(bytes).map_err(|error| {
        let (bytes, valid) = (error.as_bytes(), error.utf8_error().valid_up_to());
        let wrong = Wrong::new("invalid UTF-8", "save the file as UTF-8");
        wrong.at(place(path, bytes, valid))
    })
}

/// What the tables say.
#[derive(Debug, Default)]
pub(super) struct File {
    tables: Tables,
    path: Option<PathBuf>,
}

impl File {
    pub(super) fn read(path: &Path, text: &str) -> Result<File, SettingsError> {
        let at = |wrong: Wrong, position: usize| wrong.at(place(path, text.as_bytes(), position));
        let mut tables = toml::read(text).map_err(|(wrong, position)| at(wrong, position))?;
        match tables.take_mistake() {
            Some((wrong, position)) => Err(at(wrong, position)),
            None => Ok(File { tables, path: Some(path.to_owned()) }),
        }
    }

    /// What `[default]` and the profile say together.
    pub(super) fn profile(&self, environment: &Environment) -> Result<Options, SettingsError> {
        let (profile, is_asked_for) = environment.profile();
        if is_asked_for && !PROFILES.contains(&profile) && self.tables.get(profile).is_none() {
            return Err(self.unknown(profile).at(format!("the variable {PROFILE}")));
        }
        let mut options = self.tables.get("default").cloned().unwrap_or_default();
        if profile == "thorough" {
            options.cases = Some(THOROUGH);
        }
        if let Some(table) = self.tables.get(profile) {
            options.overlay(table);
        }
        Ok(options)
    }

    fn unknown(&self, profile: &str) -> Wrong {
        let mut names: Vec<&str> = PROFILES.to_vec();
        for name in self.tables.names() {
            if !PROFILES.contains(&name) {
                names.push(name);
            }
        }
        let mut wrong = Wrong::unknown("profile", profile, &names);
        let all = listed(&names);
        if !wrong.advice.ends_with(&all) {
            wrong.advice = format!("{} There are {all}", wrong.advice);
        }
        let file = self.path.as_ref().map_or(format!("a {NAME}"), |path| path.display().to_string());
        wrong.advice = format!("{}; a table `[{}]` in {file} makes one", wrong.advice, shown(profile));
        wrong
    }
}

/// `path:line:column`, both from 1; columns count characters.
fn place(path: &Path, text: &[u8], position: usize) -> String {
    let before = &text[..position.min(text.len())];
    let (mut line, mut line_start) = (1, 0);
    for (at, byte) in before.iter().enumerate() {
        if *byte == b'\n' {
            (line, line_start) = (line + 1, at + 1);
        }
    }
    let column = String::from_utf8_lossy(&before[line_start..]).chars().count() + 1;
    format!("{}:{line}:{column}", path.display())
}
