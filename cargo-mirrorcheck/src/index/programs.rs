//! Which tests the latest build of each program has: a property whose test is in none of them is gone.
//!
//! Each observed test program leaves the list of its tests beside its lines, once for each build, and `cargo mirrorcheck
//! test` the list of all programs.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// A larger file is not one of these lists.
const LARGEST: u64 = 1 << 26;

/// A test of a program, as a run names it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct Test {
    package: String,
    /// The source file of the root of the crate, from the folder of the workspace on.
    root: String,
    test: String,
}

/// What is known about programs.
#[derive(Debug, Default)]
pub(super) struct Programs {
    /// The files that were read.
    files: Vec<PathBuf>,
    /// The tests of the latest build of each program, by its package and root.
    latest: HashMap<(String, String), List>,
    /// When the programs of a package were listed last, and their roots.
    roots: HashMap<String, (f64, HashSet<String>)>,
    /// Folders in which programs were listed, which is the last thing that happens there.
    over: HashSet<PathBuf>,
}

/// What is in a file.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Lists {
    Tests(List),
    Programs(ProgramList),
}

/// The programs of all packages of a workspace, by the source files of their roots.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ProgramList {
    /// When this was so, in seconds since 1970.
    pub(crate) time: f64,
    pub(crate) packages: BTreeMap<String, HashSet<String>>,
}

#[derive(Debug, Deserialize)]
struct List {
    package: String,
    root: String,
    /// In seconds since 1970.
    built: f64,
    tests: HashSet<String>,
}

impl Programs {
    /// Reads lists, unless they are those that were read last. Returns whether something has changed.
    pub(super) fn read(&mut self, files: Vec<PathBuf>) -> bool {
        if files == self.files {
            return false;
        }
        self.latest.clear();
        self.roots.clear();
        self.over.clear();
        for file in &files {
            let is_small = file.metadata().is_ok_and(|about| about.len() <= LARGEST);
            let text = if is_small { std::fs::read_to_string(file).ok() } else { None };
            // What is not such a list is somebody else's, and no reason to call anything gone.
            match text.and_then(|text| serde_json::from_str(&text).ok()) {
                Some(Lists::Tests(list)) => self.add(list),
                Some(Lists::Programs(list)) => {
                    self.add_programs(list);
                    self.over.extend(file.parent().map(Path::to_owned));
                }
                None => {}
            }
        }
        self.files = files;
        true
    }

    fn add(&mut self, list: List) {
        let key = (list.package.clone(), list.root.clone());
        if self.latest.get(&key).is_none_or(|known| known.built < list.built) {
            self.latest.insert(key, list);
        }
    }

    fn add_programs(&mut self, list: ProgramList) {
        for (package, roots) in list.packages {
            if self.roots.get(&package).is_none_or(|known| known.0 < list.time) {
                self.roots.insert(package, (list.time, roots));
            }
        }
    }

    /// Whether this program left the list of its tests.
    pub(super) fn has(&self, package: &str, root: &str) -> bool {
        self.latest.contains_key(&(package.to_owned(), root.to_owned()))
    }

    /// Whether nobody will write to this folder any more.
    pub(super) fn are_over(&self, folder: &Path) -> bool {
        self.over.contains(folder)
    }

    /// Whether a test that ran at this time is gone since: renamed, deleted or no longer compiled.
    pub(super) fn has_lost(&self, test: &Test, start: f64) -> bool {
        let Test { package, root, test } = test;
        if self.roots.get(package).is_some_and(|(time, roots)| *time > start && !roots.contains(root)) {
            return true;
        }
        let list = self.latest.get(&(package.clone(), root.clone()));
        list.is_some_and(|list| list.built > start && !list.tests.contains(test))
    }
}

/// Reads what a run says about its program.
pub(super) fn test(content: &str) -> Option<Test> {
    serde_json::from_str(content).ok()
}
