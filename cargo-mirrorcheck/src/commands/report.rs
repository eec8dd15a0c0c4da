//! `cargo mirrorcheck report`: everything in one file.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde::Serialize;

use super::cargo::Workspace;
use super::{once, path, put, value, write};
use crate::filter::Filter;
use crate::index::Index;
use crate::page;
use crate::view::{self, Examples, Overview, RunKey, RunView};

pub(super) const HELP: &str = "\
cargo mirrorcheck report [FILES AND FOLDERS] [-o FILE] [--json]
    writes what was observed into one file, which opens in any browser and loads nothing from anywhere

  FILES AND FOLDERS    what to show, as for `ui`
  -o FILE              where; without it, target/mirrorcheck/report.html. `-` is the standard output
  --json               writes the same as JSON, without the examples; without -o, to the standard output

The file has the latest run of each property, with up to 300 different examples of each, failures first; it says
how many there are beyond them.";

/// So many groups of examples of a property are in a report: it should open at once, and fit into a message.
const MOST_GROUPS: usize = 300;

pub(super) fn run(arguments: &[String]) -> Result<ExitCode, String> {
    let (mut paths, mut file, mut is_json) = (Vec::new(), None, false);
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "-o" | "--output" => once(argument, &mut file, PathBuf::from(value(argument, &mut rest)?))?,
            "--json" => is_json = true,
            argument => paths.push(path(argument)?),
        }
    }
    let workspace = match paths.is_empty() || (file.is_none() && !is_json) {
        true => Some(Workspace::here()?),
        false => None,
    };
    let is_ours = paths.is_empty();
    if let (Some(workspace), true) = (&workspace, is_ours) {
        paths.push(workspace.observed());
    }
    let report = Report::of(&Index::open(&paths));
    if report.overview.properties.is_empty() {
        return Err(match is_ours {
            true => "nothing was observed yet: `cargo mirrorcheck test` does that",
            false => "there is no line in the OpenPBTStats format in these files and folders",
        }
        .to_owned());
    }
    let text = if is_json { report.json()? } else { report.html() };
    let default = workspace.filter(|_| !is_json).map(|workspace| workspace.folder().join("report.html"));
    match file.or(default).filter(|file| file != Path::new("-")) {
        Some(file) => {
            write(&file, &text)?;
            put(&format!("{}\n", file.display()));
        }
        None => put(&format!("{text}\n")),
    }
    Ok(ExitCode::SUCCESS)
}

/// What is in a report.
#[derive(Serialize)]
pub(super) struct Report {
    pub(super) overview: Overview,
    pub(super) runs: Vec<RunView>,
    #[serde(skip)]
    examples: Vec<Examples>,
}

impl Report {
    pub(super) fn of(index: &Index) -> Report {
        let overview = view::overview(index);
        let keys =
            overview.properties.iter().map(|row| RunKey { property: row.property.clone(), start: Some(row.start) });
        let both = keys.filter_map(|key| Some((view::run(index, &key)?, chosen(index, &key)?)));
        let (runs, examples) = both.unzip();
        Report { overview, runs, examples }
    }

    pub(super) fn html(self) -> String {
        let both: Vec<(RunView, Examples)> = self.runs.into_iter().zip(self.examples).collect();
        page::report(&self.overview, &both)
    }

    fn json(&self) -> Result<String, String> {
        serde_json::to_string_pretty(self).map_err(|error| error.to_string())
    }
}

/// The examples of a run that are in its report: the first pages, on which failures come first.
fn chosen(index: &Index, key: &RunKey) -> Option<Examples> {
    let page = |number| view::examples(index, key, &Filter::default(), number);
    let mut chosen = page(1)?;
    for number in 2..=chosen.pages {
        if chosen.groups.len() >= MOST_GROUPS {
            break;
        }
        chosen.groups.extend(page(number)?.groups);
    }
    chosen.groups.truncate(MOST_GROUPS);
    chosen.pages = 1;
    Some(chosen)
}
