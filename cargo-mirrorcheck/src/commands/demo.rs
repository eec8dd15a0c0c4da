//! `cargo mirrorcheck demo`: three properties, and what there is to see of them.

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use super::cargo::{self, Workspace};
use super::report::Report;
use super::summary::{Look, table};
use super::{ui, value, write};
use crate::index::Index;
use crate::view::{Counterexample, Overview};

pub(super) const HELP: &str = "\
cargo mirrorcheck demo [--ui] [-o FILE]
    runs three small properties (one holds, one hardly tests anything, one finds a mistake), says what
    `cargo mirrorcheck test` says of them, and writes a report

  --ui       then shows the pages, as `cargo mirrorcheck ui` does
  -o FILE    where the report is written; without it, target/mirrorcheck/demo.html";

/// How the demonstration calls itself to run its properties: in a process of their own, like tests.
const INSIDE: &str = "--properties";

pub(super) fn run(arguments: &[String]) -> Result<ExitCode, String> {
    let (mut has_ui, mut file) = (false, None);
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            INSIDE => return Ok(properties()),
            "--ui" => has_ui = true,
            "-o" | "--output" => file = Some(PathBuf::from(value(argument, &mut rest)?)),
            other => return Err(format!("what is `{other}`?\n\n{HELP}")),
        }
    }
    let folder = Workspace::here().map_or_else(|_| std::env::temp_dir().join("mirrorcheck"), |here| here.folder());
    let observed = cargo::new_run(&folder.join("demo"))?;
    let complaints = observe(&observed)?;
    let report = Report::of(&Index::open(std::slice::from_ref(&observed)));
    if report.runs.len() != 3 {
        return Err(format!("the properties could not be run\n\n{complaints}"));
    }
    let file = file.unwrap_or_else(|| folder.join("demo.html"));
    print!("{}", text(&report, Look::of_environment(io::stdout().is_terminal())));
    write(&file, &report.html())?;
    println!("Everything about them, in one file: {}", short(&file).display());
    match has_ui {
        true => ui::serve(&[observed], 0, false)?.wait(),
        false => println!("The same as live pages: cargo mirrorcheck demo --ui"),
    }
    Ok(ExitCode::SUCCESS)
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

fn text(report: &Report, look: Look) -> String {
    let mut overview = report.overview.clone();
    shorten(&mut overview);
    let mut text = format!("Three properties, and what they were tested on:\n\n{}", table(&overview, look));
    for run in &report.runs {
        let name = run.row.property.rsplit("::").next().unwrap_or_default();
        for warning in run.row.warnings.iter().take(1) {
            let _ =
                write!(text, "\n! {name}: {}\n{}", warning.title, indented(&wrapped(&warning.text, look.width - 4)));
        }
        for failure in run.counterexamples.iter().take(1) {
            let _ = write!(text, "\n✗ {name} fails{}", counterexample(failure));
        }
    }
    text.push('\n');
    text
}

fn counterexample(failure: &Counterexample) -> String {
    let mut text = match failure.steps.len() {
        0 | 1 => " on\n".to_owned(),
        steps => format!("; {} steps of shrinking led to\n", steps - 1),
    };
    text += &indented(&failure.representation);
    if let Some(explanation) = &failure.explanation {
        text += &indented(&format!("and any other value in place of _ fails too: {explanation}"));
    }
    text += &indented(&failure.reason);
    text
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {line}\n")).collect()
}

/// With no more signs than this on a line, where words allow it.
fn wrapped(text: &str, most: usize) -> String {
    let (mut lines, mut line) = (Vec::new(), String::new());
    for word in text.split_whitespace() {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > most {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += word;
    }
    lines.push(line);
    lines.join("\n")
}

/// Leaves out the modules that all properties are in.
fn shorten(overview: &mut Overview) {
    for row in &mut overview.properties {
        row.property = row.property.rsplit("::").next().unwrap_or_default().to_owned();
    }
}

/// From here, where that is possible.
fn short(file: &Path) -> &Path {
    std::env::current_dir().ok().and_then(|here| file.strip_prefix(here).ok()).unwrap_or(file)
}
