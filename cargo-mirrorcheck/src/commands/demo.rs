//! `cargo mirrorcheck demo`: three properties, and what there is to see of them.

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

use super::cargo::{self, Workspace};
use super::report::Report;
use super::summary::{Look, cut, table};
use super::{once, put, ui, value, write};
use crate::index::Index;
use crate::view::{RunView, VerdictKind};

pub(super) const HELP: &str = "\
cargo mirrorcheck demo [--ui] [-o FILE]
    Runs three small properties: one holds, one tests hardly anything, and one
    fails. Prints their summary, as `cargo mirrorcheck test` does, and writes a
    report.

  --ui       serve the pages as well, as `cargo mirrorcheck ui` does
  -o FILE    write the report to FILE [default: target/mirrorcheck/demo.html]";

/// How the demonstration calls itself to run its properties: in a process of their own, like tests.
const INSIDE: &str = "--properties";

pub(super) fn run(arguments: &[String]) -> Result<ExitCode, String> {
    let (mut has_ui, mut file) = (false, None);
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            INSIDE => return Ok(properties()),
            "--ui" => has_ui = true,
            "-o" | "--output" => once(argument, &mut file, PathBuf::from(value(argument, &mut rest)?))?,
            other if other.starts_with('-') => return Err(format!("unknown option `{other}` (see `--help`)")),
            other => return Err(format!("unexpected argument `{other}` (see `--help`)")),
        }
    }
    let folder = match Workspace::here() {
        Ok(workspace) => {
            workspace.make_target()?;
            workspace.folder()
        }
        Err(_) => temporary()?,
    };
    let observed = cargo::new_run(&folder.join("demo"))?;
    let complaints = observe(&observed)?;
    let report = Report::of(&Index::open(std::slice::from_ref(&observed)));
    if report.runs.len() != 3 {
        return Err(format!("the properties could not be run\n\n{complaints}"));
    }
    let file = file.unwrap_or_else(|| folder.join("demo.html"));
    put(&text(&report, Look::of_environment(io::stdout().is_terminal())));
    write(&file, &report.html())?;
    put(&format!("All of it in one file: {}\n", short(&file).display()));
    if has_ui {
        ui::serve(&[observed], 0, false)?.wait()
    } else {
        put("The same as live pages: cargo mirrorcheck demo --ui\n")
    }
    Ok(ExitCode::SUCCESS)
}

/// A new folder: one that is there already may be somebody else's.
fn temporary() -> Result<PathBuf, String> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
    let folder = std::env::temp_dir().join(format!("mirrorcheck-{now}-{}", std::process::id()));
    std::fs::create_dir(&folder).map_err(|error| format!("cannot create the folder {}: {error}", folder.display()))?;
    Ok(folder)
}

/// Runs the properties. That one of them fails is what it is there for, so they are none of this crate's own tests.
fn properties() -> ExitCode {
    #[cfg(not(test))]
    for property in crate::demo::PROPERTIES {
        let _ = std::panic::catch_unwind(property);
    }
    ExitCode::SUCCESS
}

/// Runs them in another process, and gives what it complains about.
fn observe(folder: &Path) -> Result<String, String> {
    let this = std::env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
    let folder = std::path::absolute(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut command = Command::new(this);
    command.args(["demo", INSIDE]).stdin(Stdio::null());
    // It looks the same for everybody, whatever is set up for other tests.
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("MIRRORCHECK_")) {
        command.env_remove(name);
    }
    command.env("MIRRORCHECK_OBSERVE", folder).env("MIRRORCHECK_KEEP", "false").env("MIRRORCHECK_SEED", "1");
    let output = command.output().map_err(|error| format!("cannot run the properties: {error}"))?;
    Ok(String::from_utf8_lossy(&output.stderr).into_owned())
}

/// The longest line, so that it looks right in most terminals.
const WIDEST: usize = 120;

fn text(report: &Report, look: Look) -> String {
    let look = Look { width: look.width.min(WIDEST), ..look };
    let mut overview = report.overview.clone();
    for row in &mut overview.properties {
        row.property = last(&row.property).to_owned();
        // Why stands below, where there is room for it.
        match row.verdict.kind {
            VerdictKind::Failed => row.verdict.text = "fails".to_owned(),
            VerdictKind::Doubtful => row.verdict.text = "passes, in doubt".to_owned(),
            VerdictKind::Unfinished | VerdictKind::Passed | VerdictKind::Gone => (),
        }
        row.warnings.clear();
    }
    let mut text = format!("Three properties, and what they were tested on:\n\n{}", table(&overview, look));
    text += "\nWhat else is on their pages:\n\n";
    let longest = overview.properties.iter().map(|row| row.property.chars().count()).max().unwrap_or(0);
    for run in &report.runs {
        let line = cut(&page(run), look.width.saturating_sub(longest + 4));
        let _ = writeln!(text, "  {:<longest$}  {line}", last(&run.row.property));
    }
    text.push('\n');
    text
}

/// What the page of a property has that the table has not, in a few words.
fn page(run: &RunView) -> String {
    if let Some(failure) = run.counterexamples.first() {
        let shown = failure.explanation.as_ref().unwrap_or(&failure.representation);
        return format!("{shown} fails, after {} steps", failure.shrink_steps);
    }
    if let Some(doubt) = run.row.warnings.iter().find(|warning| warning.is_doubt) {
        return doubt.title.clone();
    }
    let names: Vec<&str> = run.features.iter().map(|feature| feature.name.as_str()).collect();
    format!("charts of: {}", names.join(", "))
}

/// Strips the modules from the name of a property.
fn last(property: &str) -> &str {
    property.rsplit("::").next().unwrap_or_default()
}

/// From here, where that is possible.
fn short(file: &Path) -> &Path {
    std::env::current_dir().ok().and_then(|here| file.strip_prefix(here).ok()).unwrap_or(file)
}
