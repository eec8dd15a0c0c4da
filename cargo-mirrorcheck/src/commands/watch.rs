//! Tests that run again on every save.

use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, IsTerminal};
use std::path::{Component, Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use notify::event::ModifyKind;
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::cargo::Workspace;
use super::put;
use super::test::{self, Plan, Shows};

/// An editor writes a file in several steps, and several files at a time.
const QUIET: Duration = Duration::from_millis(200);

/// Runs the tests, waits for a save, and so on. What is saved while tests run counts afterwards.
///
/// Who looks at a page is told what goes on here: what is shown there may be of a program that does not compile any more.
pub(super) fn forever(workspace: &Workspace, plan: &Plan, tell: &dyn Fn(&str)) -> Result<(), String> {
    let mut watch = Watch::new(workspace).map_err(|error| format!("cannot watch the source files: {error}"))?;
    let is_terminal = io::stdout().is_terminal() && io::stderr().is_terminal();
    let shows = if is_terminal { Shows::WithProgress } else { Shows::Plainly };
    loop {
        tell("live, tests are running");
        let observed = test::observe(workspace, plan, shows)?;
        tell(match (observed.status.success(), observed.overview.properties.is_empty()) {
            (true, _) => "",
            (false, false) => "live, tests fail",
            (false, true) => "live, but the last build or test run failed: see the terminal",
        });
        // The page with more is open already.
        put(&test::text(&observed, None));
        put("\nWaiting for a save.\n");
        let saved = watch.wait()?;
        put(&format!("{} was saved.\n\n", saved.display()));
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
        watch.cover(workspace.packages().map(Path::to_owned).collect())?;
        Ok(watch)
    }

    /// Watches these folders and all in them, and gives the files in those that were not watched before. Folders are
    /// watched one by one, as the target folder would otherwise be too: it has more of them than all the rest.
    fn cover(&mut self, folders: Vec<PathBuf>) -> notify::Result<Vec<PathBuf>> {
        let (mut open, mut files) = (folders, Vec::new());
        while let Some(folder) = open.pop() {
            if self.watched.contains(&folder) {
                continue;
            }
            // It is watched before it is read, so that nothing comes in between.
            match self.watcher.watch(&folder, RecursiveMode::NonRecursive) {
                // One that disappears at once is none to watch.
                Err(_) if !folder.exists() => continue,
                watched => watched?,
            }
            let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten();
            for entry in entries.filter(|entry| self.is_source(&entry.path())) {
                match entry.file_type() {
                    Ok(kind) if kind.is_dir() => open.push(entry.path()),
                    _ => files.push(entry.path()),
                }
            }
            self.watched.insert(folder);
        }
        Ok(files)
    }

    /// What is no longer in this place is not watched. Gives whether the folder is gone.
    fn forget(&mut self, folder: &Path) -> bool {
        let gone: Vec<PathBuf> = self.watched.iter().filter(|path| path.starts_with(folder)).cloned().collect();
        for path in &gone {
            // Where it was removed, nobody watches it any more.
            let _ = self.watcher.unwatch(path);
            self.watched.remove(path);
        }
        let is_gone = !gone.is_empty() && !folder.exists();
        if is_gone {
            self.seen.remove(folder);
        }
        is_gone
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
        let comes_or_goes =
            matches!(event.kind, EventKind::Create(_) | EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_)));
        let mut changed = None;
        for path in event.paths {
            if !self.is_source(&path) {
                continue;
            }
            // A folder of this name may be another one than before, of which nobody would say anything.
            if comes_or_goes && self.watched.contains(&path) && self.forget(&path) {
                changed = changed.or(Some(path));
                continue;
            }
            let files = if path.is_dir() { self.cover(vec![path]).unwrap_or_default() } else { vec![path] };
            let new: Vec<PathBuf> = files.into_iter().filter(|path| self.seen.is_new(path)).collect();
            changed = changed.or(new.into_iter().next());
        }
        let folder = std::env::current_dir().unwrap_or_default();
        changed.map(|path| path.strip_prefix(&folder).map(Path::to_owned).unwrap_or(path))
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

    /// A folder is gone, with all that is in it.
    fn remove(&mut self, folder: &Path) {
        let files = self.contents.iter_mut().filter(|(path, _)| path.starts_with(folder));
        files.for_each(|(_, content)| *content = None);
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
