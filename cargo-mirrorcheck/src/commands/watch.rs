//! Tests that run again on every save.

use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, IsTerminal};
use std::path::{Component, Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::cargo::Workspace;
use super::test::{self, Plan, Shows};

/// An editor writes a file in several steps, and several files at a time.
const QUIET: Duration = Duration::from_millis(200);

/// Runs the tests, waits for a save, and so on. What is saved while tests run counts afterwards.
pub(super) fn forever(workspace: &Workspace, plan: &Plan) -> Result<(), String> {
    let mut watch = Watch::new(workspace).map_err(|error| format!("cannot watch the source files: {error}"))?;
    let is_terminal = io::stdout().is_terminal() && io::stderr().is_terminal();
    let shows = if is_terminal { Shows::WithProgress } else { Shows::Plainly };
    loop {
        let (status, overview) = test::observe(workspace, plan, shows)?;
        print!("{}", test::text(&overview, status));
        println!("\nWaiting for a save.");
        let saved = watch.wait()?;
        println!("{} was saved.\n", saved.display());
    }
}

struct Watch<'a> {
    workspace: &'a Workspace,
    watcher: RecommendedWatcher,
    events: Receiver<notify::Result<Event>>,
    watched: HashSet<PathBuf>,
    seen: Seen,
}

impl<'a> Watch<'a> {
    fn new(workspace: &'a Workspace) -> notify::Result<Watch<'a>> {
        let (sender, events) = mpsc::channel();
        let watcher = notify::recommended_watcher(sender)?;
        let mut watch = Watch { workspace, watcher, events, watched: HashSet::new(), seen: Seen::default() };
        watch.cover()?;
        Ok(watch)
    }

    /// Watches all folders of source files that are there now. Folders are watched one by one, as the target folder
    /// would otherwise be too: it has more of them than all the rest.
    fn cover(&mut self) -> notify::Result<()> {
        let mut open: Vec<PathBuf> = self.workspace.packages().map(Path::to_owned).collect();
        while let Some(folder) = open.pop() {
            if self.watched.contains(&folder) {
                continue;
            }
            let Ok(entries) = std::fs::read_dir(&folder) else { continue };
            self.watcher.watch(&folder, RecursiveMode::NonRecursive)?;
            let below = entries.flatten().filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
            open.extend(below.map(|entry| entry.path()).filter(|path| self.is_source(path)));
            self.watched.insert(folder);
        }
        Ok(())
    }

    /// Waits until something was saved, and then until nothing more is.
    fn wait(&mut self) -> Result<PathBuf, String> {
        let mut saved = None;
        loop {
            let event = match saved {
                None => self.events.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(_) => self.events.recv_timeout(QUIET),
            };
            match (event, saved) {
                (Ok(event), before) => saved = before.or(self.change(event)),
                (Err(RecvTimeoutError::Timeout), Some(path)) => return Ok(path),
                (Err(_), _) => return Err("nobody watches the source files any more".to_owned()),
            }
        }
    }

    fn change(&mut self, event: notify::Result<Event>) -> Option<PathBuf> {
        let event = event.ok()?;
        if matches!(event.kind, EventKind::Access(_)) {
            return None;
        }
        let paths: Vec<PathBuf> = event.paths.into_iter().filter(|path| self.is_source(path)).collect();
        if paths.iter().any(|path| path.is_dir()) {
            // A folder that disappears at once is none to watch.
            let _ = self.cover();
        }
        let folder = std::env::current_dir().unwrap_or_default();
        let changed = paths.into_iter().find(|path| self.seen.is_new(path))?;
        Some(changed.strip_prefix(&folder).map(Path::to_owned).unwrap_or(changed))
    }

    fn is_source(&self, path: &Path) -> bool {
        let root = self
            .workspace
            .packages()
            .filter_map(|root| path.strip_prefix(root).ok())
            .min_by_key(|p| p.as_os_str().len());
        !path.starts_with(self.workspace.target()) && root.is_some_and(is_source)
    }
}

/// Whether a path within a package is one that people write: not hidden, not an editor's, and neither Cargo's nor ours.
fn is_source(path: &Path) -> bool {
    let is_plain = |name: &OsStr| {
        let name = name.to_string_lossy();
        !name.starts_with('.') && !name.starts_with('#') && !name.ends_with('~')
    };
    let ours = ["target", "mirrorcheck-failures", "Cargo.lock", "4913"];
    path.components().all(|part| match part {
        Component::Normal(name) => is_plain(name) && !ours.iter().any(|known| name == *known),
        _ => true,
    })
}

/// What is in the files that changed. Tests that write files would otherwise run for ever.
#[derive(Default)]
struct Seen {
    contents: HashMap<PathBuf, Option<u64>>,
}

impl Seen {
    fn is_new(&mut self, path: &Path) -> bool {
        if path.is_dir() {
            return false;
        }
        let content = std::fs::read(path).ok().map(|bytes| {
            let mut hasher = DefaultHasher::new();
            bytes.hash(&mut hasher);
            hasher.finish()
        });
        self.contents.insert(path.to_owned(), content) != Some(content)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Seen, is_source};

    #[test]
    fn what_people_write() {
        for path in ["src/lib.rs", "Cargo.toml", "tests/data/a.json", "build.rs"] {
            assert!(is_source(Path::new(path)), "{path}");
        }
        for path in ["target/debug/x", ".git/index", "src/.lib.rs.swp", "src/lib.rs~", "mirrorcheck-failures/a/b.txt"] {
            assert!(!is_source(Path::new(path)), "{path}");
        }
    }

    #[test]
    fn the_same_content_is_no_save() {
        let file = std::env::temp_dir().join(format!("mirrorcheck-seen-{}", std::process::id()));
        let mut seen = Seen::default();
        std::fs::write(&file, "one").unwrap();
        assert!(seen.is_new(&file) && !seen.is_new(&file));
        std::fs::write(&file, "two").unwrap();
        assert!(seen.is_new(&file));
        std::fs::remove_file(&file).unwrap();
        assert!(seen.is_new(&file) && !seen.is_new(&file));
    }
}
