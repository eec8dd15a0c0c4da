//! Whether a failure outlives a run that is killed: test programs are killed at random moments, and the next run must
//! know every failure that had been found.
//!
//! A property writes to a file before it fails, which tells whether a failure had been found. The next run has a seed
//! under which the property passes, so that it cannot find another failure by chance.

#[cfg(unix)]
mod crates;
#[cfg(unix)]
mod outcome;
#[cfg(unix)]
mod process;
#[cfg(unix)]
mod trials;

use crate::arguments::Arguments;
use crate::report::Findings;

/// Runs the experiment.
#[cfg(not(unix))]
pub(crate) fn run(_: &Arguments) -> Result<Findings, String> {
    Err("to kill test programs needs Unix".to_owned())
}

/// Runs the experiment.
#[cfg(unix)]
pub(crate) fn run(arguments: &Arguments) -> Result<Findings, String> {
    let kinds: Vec<&'static Kind> =
        KINDS.iter().filter(|kind| arguments.only.as_deref().is_none_or(|only| only == kind.name)).collect();
    if kinds.is_empty() {
        let names: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
        return Err(format!("unknown kind of failure (choose from {})", names.join(", ")));
    }
    let program = std::env::current_exe().map_err(|error| format!("this program is not found: {error}"))?;
    let root = program.with_file_name("kill");
    let places = crates::build(&root, WORKERS.min(kinds.len()))?;
    trials::run(&kinds, &places, &root.join("lost.txt"), arguments)
}

/// How many test programs run at once.
#[cfg(unix)]
const WORKERS: usize = 2;

/// A way in which a property fails.
#[cfg(unix)]
#[derive(Debug)]
struct Kind {
    name: &'static str,
    property: &'static str,
    /// Whether a run never ends by itself once it has failed.
    hangs: bool,
}

#[cfg(unix)]
static KINDS: [Kind; 11] = [
    Kind::new("panic", "panics"),
    Kind::new("panic-slow", "panics_slowly"),
    Kind::new("abort", "aborts"),
    Kind::new("overflow", "overflows"),
    Kind::new("exit", "exits"),
    Kind { name: "hang", property: "hangs", hangs: true },
    Kind::new("timeout", "times_out"),
    Kind::new("fork-abort", "aborts_in_a_child"),
    Kind::new("fork-panic", "panics_in_a_child"),
    Kind::new("jobs", "panics_on_a_thread"),
    Kind::new("forall", "panics_without_a_macro"),
];

#[cfg(unix)]
impl Kind {
    const fn new(name: &'static str, property: &'static str) -> Kind {
        Kind { name, property, hangs: false }
    }
}

#[cfg(unix)]
fn told(what: &str, path: &std::path::Path, error: &std::io::Error) -> String {
    format!("{what} {}: {error}", path.display())
}
