//! Texts that nobody wrote for this: a few that are always here, and those of the packages that are installed.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

/// The folders below which packages are installed, where there are such folders.
fn roots() -> Vec<PathBuf> {
    let mut roots: Vec<PathBuf> = ["/usr/lib", "/usr/share", "/usr/local", "/opt"].map(PathBuf::from).to_vec();
    if let Some(home) = std::env::var_os("HOME").map(PathBuf::from) {
        roots.extend([".cargo/registry/src", ".rustup/toolchains", ".pyenv/versions"].map(|place| home.join(place)));
    }
    roots.extend(std::env::var_os("CARGO_HOME").map(|home| Path::new(&home).join("registry/src")));
    roots
}

/// The texts of files with a certain end of their name, in a fixed order, with their paths.
pub(super) fn installed(is_wanted: impl Fn(&str) -> bool, most_bytes: u64) -> impl Iterator<Item = (PathBuf, String)> {
    Walk { open: roots().into(), files: Vec::new(), folders: 0 }.filter_map(move |path| {
        let name = path.file_name()?.to_str()?;
        if !is_wanted(name) || path.metadata().ok()?.len() > most_bytes {
            return None;
        }
        std::fs::read_to_string(&path).ok().map(|text| (path, text))
    })
}

/// How many folders are looked into at most.
const FOLDERS: usize = 50_000;

/// Breadth first, each folder in the order of names, without following links.
struct Walk {
    open: VecDeque<PathBuf>,
    files: Vec<PathBuf>,
    folders: usize,
}

impl Iterator for Walk {
    type Item = PathBuf;

    fn next(&mut self) -> Option<PathBuf> {
        while self.files.is_empty() {
            let folder = self.open.pop_front().filter(|_| self.folders < FOLDERS)?;
            self.folders += 1;
            let Ok(entries) = folder.read_dir() else { continue };
            let mut entries: Vec<_> = entries.flatten().collect();
            entries.sort_by_key(std::fs::DirEntry::file_name);
            for entry in entries {
                match entry.file_type() {
                    Ok(kind) if kind.is_dir() => self.open.push_back(entry.path()),
                    Ok(kind) if kind.is_file() => self.files.push(entry.path()),
                    _ => {}
                }
            }
            self.files.reverse();
        }
        self.files.pop()
    }
}
