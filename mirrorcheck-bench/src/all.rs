//! All experiments, one after the other, each in a process of its own, so that none has to live with the memory that
//! another one leaves. What they find is kept in files; `BENCHMARKS.md` and the tables of the README are made of these.

mod causes;
mod machine;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::{Deserialize, Serialize};

use crate::arguments::Arguments;
use crate::report::{Findings, Table, markdown};
use causes::Cause;
use machine::Machine;

/// One section of `BENCHMARKS.md`.
struct Part {
    /// The name of its file.
    name: &'static str,
    title: &'static str,
    /// What is asked, and how.
    about: &'static str,
    /// The command line, without options that only say where to put things.
    line: &'static [&'static str],
    /// What is added to see only whether it works.
    quick: &'static [&'static str],
    /// Whether the README shows its first table.
    is_headline: bool,
    /// Why Mirrorcheck is not first where it is not.
    causes: &'static [Cause],
}

const PARTS: [Part; 10] = [
    Part {
        name: "shrink",
        title: "Shrinking",
        about: "The problems of the shrinking challenge, and those of SmartCheck. Each framework searches and shrinks by \
                itself, up to 10,000 cases a seed; whether a result is minimal is judged outside of it.",
        line: &["shrink"],
        quick: &["--seeds", "1"],
        is_headline: true,
        causes: causes::SHRINK,
    },
    Part {
        name: "shrink-from-value",
        title: "Shrinking a value whose choices are not known",
        about: "Reflective shrinking: the failing value is given, as by a report of a bug, and what made it is not. Sizes \
                are the mean of all seeds, plus and minus two standard deviations.",
        line: &["shrink", "--from", "value"],
        quick: &["--seeds", "3"],
        is_headline: false,
        causes: &[],
    },
    Part {
        name: "etna-bst",
        title: "Finding bugs in search trees",
        about: "Mutants of a module, each with the properties that it breaks: how many tests and how much CPU time until the \
                first failure. A trial has 20,000 tests.",
        line: &["etna", "--only", "BST"],
        quick: &["--quick"],
        is_headline: false,
        causes: causes::TREES,
    },
    Part {
        name: "etna-rbt",
        title: "Finding bugs in red-black trees",
        about: "The same with balanced trees, of which hardly any that is derived from the type is valid.",
        line: &["etna", "--only", "RBT"],
        quick: &["--quick"],
        is_headline: false,
        causes: causes::TREES,
    },
    Part {
        name: "etna-stlc",
        title: "Finding bugs in a lambda calculus",
        about: "The same with terms that must be well typed.",
        line: &["etna", "--only", "STLC"],
        quick: &["--quick"],
        is_headline: false,
        causes: causes::TERMS,
    },
    Part {
        name: "speed",
        title: "Speed",
        about: "What it costs to make a value, to run a case, and to take a value apart. All sides run in turns in one \
                process that is bound to one core, with the same distributions; the floor is straight-line code.",
        line: &["speed"],
        quick: &["--seeds", "100", "--rounds", "3"],
        is_headline: false,
        causes: causes::SPEED,
    },
    Part {
        name: "compile",
        title: "Compile time and dependencies",
        about: "What it costs to build the tests of a crate.",
        line: &["compile"],
        quick: &["--quick"],
        is_headline: false,
        causes: causes::COMPILE,
    },
    Part {
        name: "cgs",
        title: "Valid values where validity is rare",
        about: "Different valid values in the same CPU time: by rejection, by choice gradient sampling as its authors \
                define it, and by the library.",
        line: &["cgs"],
        quick: &["--seeds", "1", "--seconds", "0.1"],
        is_headline: false,
        causes: &[],
    },
    Part {
        name: "tune",
        title: "Tuning by example",
        about: "A generator of JSON documents with a hash in them, tuned by ten documents.",
        line: &["tune"],
        quick: &["--seeds", "100"],
        is_headline: false,
        causes: &[],
    },
    Part {
        name: "load",
        title: "The page under 1,000,000 cases",
        about: "How long it takes to index a file of observations and to see it, and what observing costs.",
        line: &["load"],
        quick: &["--examples", "20000"],
        is_headline: false,
        causes: &[],
    },
];

/// What is kept of a run of a part.
#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    machine: Machine,
    /// The names of its drawings.
    figures: Vec<String>,
    findings: Findings,
}

/// Where everything is put.
struct Places {
    /// The folder with `BENCHMARKS.md` and, where there is one, a `README.md` with places for tables.
    root: PathBuf,
    results: PathBuf,
    figures: PathBuf,
}

impl Places {
    fn new(out: Option<&Path>) -> Places {
        let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = out.unwrap_or(crate_folder.parent().unwrap_or(crate_folder)).to_owned();
        let own = root.join("mirrorcheck-bench");
        Places { results: own.join("results"), figures: own.join("figures"), root }
    }

    fn result(&self, part: &Part) -> PathBuf {
        self.results.join(format!("{}.json", part.name))
    }
}

/// Runs all parts, or one of them, and writes down what they and those of earlier runs came to.
pub(crate) fn run(arguments: &Arguments) -> Result<Findings, String> {
    let places = Places::new(arguments.out.as_deref());
    let wanted = |part: &&Part| arguments.only.as_ref().is_none_or(|only| only == part.name);
    let parts: Vec<&Part> = PARTS.iter().filter(wanted).collect();
    if parts.is_empty() {
        let names: Vec<&str> = PARTS.iter().map(|part| part.name).collect();
        return Err(format!("there is no such part: {} are", names.join(", ")));
    }
    std::fs::create_dir_all(&places.results).map_err(|error| told("cannot make", &places.results, &error))?;
    for part in parts {
        eprintln!("== {}", part.name);
        run_part(part, &places, arguments.quick)?;
        // What was found so far is not lost when a later part fails.
        write_documents(&places)?;
    }
    Ok(Findings { notes: format!("written: {}\n", places.root.join("BENCHMARKS.md").display()), ..Findings::default() })
}

fn run_part(part: &Part, places: &Places, is_quick: bool) -> Result<(), String> {
    let program = std::env::current_exe().map_err(|error| format!("this program is not found: {error}"))?;
    let mut command = Command::new(program);
    command.args(part.line).args(if is_quick { part.quick } else { &[] });
    command.arg("--figures").arg(&places.figures).arg("--save").arg(places.result(part));
    let status = command.status().map_err(|error| format!("{} cannot be started: {error}", part.name))?;
    if status.success() { Ok(()) } else { Err(format!("{} failed", part.name)) }
}

/// Keeps what an experiment found.
pub(crate) fn save(findings: &Findings, path: &Path) -> Result<(), String> {
    let figures = findings.figures.iter().map(|(name, _)| (*name).to_owned()).collect();
    let findings = Findings { rows: Vec::new(), figures: Vec::new(), ..findings.clone() };
    let kept = Kept { machine: Machine::here(), figures, findings };
    let text = serde_json::to_string_pretty(&kept).map_err(|error| error.to_string())?;
    std::fs::write(path, text + "\n").map_err(|error| told("cannot write", path, &error))
}

fn write_documents(places: &Places) -> Result<(), String> {
    let kept = read_all(places)?;
    let path = places.root.join("BENCHMARKS.md");
    std::fs::write(&path, benchmarks(&kept)).map_err(|error| told("cannot write", &path, &error))?;
    let path = places.root.join("README.md");
    let Ok(mut readme) = std::fs::read_to_string(&path) else { return Ok(()) };
    for (part, kept) in kept.iter().filter(|(part, _)| part.is_headline) {
        readme = markdown::between(&readme, &format!("benchmarks: {}", part.name), &headline(part, kept))
            .ok_or_else(|| format!("{} has no place for {}", path.display(), part.name))?;
    }
    std::fs::write(&path, readme).map_err(|error| told("cannot write", &path, &error))
}

/// What is kept of all parts that were run.
fn read_all(places: &Places) -> Result<Vec<(&'static Part, Kept)>, String> {
    let mut all = Vec::new();
    for part in &PARTS {
        let path = places.result(part);
        if let Ok(text) = std::fs::read_to_string(&path) {
            let kept = serde_json::from_str(&text)
                .map_err(|error| format!("{} was written by another version: {error}", path.display()))?;
            all.push((part, kept));
        }
    }
    Ok(all)
}

fn told(what: &str, path: &Path, error: &std::io::Error) -> String {
    format!("{what} {}: {error}", path.display())
}

const COMMAND: &str = "cargo run --release -p mirrorcheck-bench --";

fn benchmarks(all: &[(&Part, Kept)]) -> String {
    let mut out = format!(
        "# Benchmarks\n\n\
         Written by `{COMMAND} all`, which runs every experiment and takes about three hours; `all --only NAME` runs one \
         of them again. Nothing here is edited by hand. Figures are counts, ratios or CPU time, but for what people \
         wait for. A goal that is missed says so.\n\n| experiment | | run on |\n|---|---|---|\n"
    );
    for (part, kept) in all {
        let anchor = part.title.to_lowercase().replace(' ', "-").replace(',', "");
        let score = markdown::score(&kept.findings);
        let _ = writeln!(out, "| [{}](#{anchor}) | {score} | {} |", part.title, kept.machine.date);
    }
    let _ = write!(out, "\n{}", machine::versions());
    for (part, kept) in all {
        section(&mut out, part, kept);
    }
    out
}

fn section(out: &mut String, part: &Part, kept: &Kept) {
    let _ = write!(out, "\n## {}\n\n{}\n", part.title, part.about);
    for table in &kept.findings.tables {
        let _ = write!(out, "\n### {}\n\n{}", table.title, markdown::table(table));
    }
    if !kept.findings.goals.is_empty() {
        let _ = write!(out, "\n### Goals\n\n{}", markdown::goals(&kept.findings.goals));
    }
    if kept.findings.goals.iter().any(|goal| !goal.is_met) && !part.causes.is_empty() {
        let heads = ["row", "cause"].map(str::to_owned).to_vec();
        let lines = part.causes.iter().map(|(row, cause)| vec![(*row).to_owned(), (*cause).to_owned()]).collect();
        let table = Table { title: String::new(), heads, lines };
        let _ = write!(out, "\n### Why rows are lost\n\n{}", markdown::table(&table));
    }
    for figure in &kept.figures {
        let _ = write!(out, "\n![{figure}](mirrorcheck-bench/figures/{figure})\n");
    }
    if !kept.findings.notes.trim().is_empty() {
        let _ = write!(out, "\n```text\n{}\n```\n", kept.findings.notes.trim());
    }
    let _ = write!(out, "\n`{COMMAND} {}`, run on {}.\n", part.line.join(" "), kept.machine);
}

/// The first table of a part with the command under it, for the README.
fn headline(part: &Part, kept: &Kept) -> String {
    let first = kept.findings.tables.first();
    let shown = first.map(|table| format!("{}:\n\n{}", table.title, markdown::table(table))).unwrap_or_default();
    format!("{shown}\n`{COMMAND} {}`: {}.\n", part.line.join(" "), markdown::score(&kept.findings))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is shown is what was measured.
    #[test]
    fn documents_are_as_they_were_written() {
        let places = Places::new(None);
        let all = read_all(&places).unwrap();
        assert_eq!(all.len(), PARTS.len(), "every part has been run");
        let read = |name: &str| std::fs::read_to_string(places.root.join(name)).unwrap();
        assert!(read("BENCHMARKS.md") == benchmarks(&all), "BENCHMARKS.md is not what `all` would write");
        let readme = read("README.md");
        for (part, kept) in all.iter().filter(|(part, _)| part.is_headline) {
            assert!(readme.contains(&headline(part, kept)), "the README shows another table of {}", part.name);
        }
        for figure in all.iter().flat_map(|(_, kept)| &kept.figures) {
            assert!(places.figures.join(figure).is_file(), "{figure}");
        }
    }

    #[test]
    fn a_part_that_is_not_there_is_named() {
        let arguments = Arguments { only: Some("nothing".to_owned()), ..Arguments::default() };
        assert!(run(&arguments).unwrap_err().contains("shrink-from-value"));
    }
}
