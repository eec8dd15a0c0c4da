//! `cargo mirrorcheck report`: everything in one file.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde::Serialize;

use super::cargo::Workspace;
use super::{once, path, put, value, write};
use crate::index::Index;
use crate::page;
use crate::view::{self, Excerpt, Overview, RunKey, RunView};

pub(super) const HELP: &str = "\
cargo mirrorcheck report [PATHS] [-o FILE] [--json]
    Writes the results into one file that opens in any browser and loads
    nothing from the network.

  PATHS      files and folders to show, as for `ui`
  -o FILE    write to FILE [default: target/mirrorcheck/report.html]; `-` is
             standard output
  --json     write JSON, without the examples [default: to standard output]

The file has the latest run of each property and up to 300 different examples
of each: failures first, then some of every bar. It counts those left out.";

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
    let workspace = if paths.is_empty() || (file.is_none() && !is_json) { Some(Workspace::here()?) } else { None };
    let is_ours = paths.is_empty();
    if let (Some(workspace), true) = (&workspace, is_ours) {
        paths.push(workspace.observed());
    }
    let report = Report::of(&Index::open(&paths));
    if report.overview.properties.is_empty() {
        return Err(if is_ours {
            "nothing has been observed yet; run `cargo mirrorcheck test`"
        } else {
            "no line in the OpenPBTStats format in these files and folders"
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
    examples: Vec<Excerpt>,
}

impl Report {
    pub(super) fn of(index: &Index) -> Report {
        let overview = view::overview(index);
        let keys =
            overview.properties.iter().map(|row| RunKey { property: row.property.clone(), start: Some(row.start) });
        let both = keys.filter_map(|key| {
            let run = view::run(index, &key)?;
            let examples = view::excerpt(index, &run)?;
            Some((run, examples))
        });
        let (runs, examples) = both.unzip();
        Report { overview, runs, examples }
    }

    pub(super) fn html(self) -> String {
        let both: Vec<(RunView, Excerpt)> = self.runs.into_iter().zip(self.examples).collect();
        page::report(&self.overview, &both)
    }

    fn json(&self) -> Result<String, String> {
        serde_json::to_string_pretty(self).map_err(|error| error.to_string())
    }
}
