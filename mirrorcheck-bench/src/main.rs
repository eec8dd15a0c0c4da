//! The experiments: what Mirrorcheck costs and what it finds, measured side by side in one run on one machine.
//!
//! An experiment returns rows; [`report`] prints them for people, or with `--json` as one object a row. Nothing but
//! how long people wait (`load`, and some columns of `compile`) is taken from a wall clock: figures are CPU time,
//! ratios of it, or counts.

mod all;
mod alloc;
mod arguments;
mod cgs;
mod compile;
mod cpu;
mod etna;
mod growth;
mod kill;
mod load;
mod plot;
mod report;
mod rng;
mod seek;
mod serde;
mod shrink;
mod speed;
mod statistics;
mod styles;
mod tune;
mod workloads;

use std::path::Path;
use std::process::ExitCode;

use arguments::Arguments;
use report::Findings;

#[global_allocator]
static ALLOCATOR: alloc::Counting = alloc::Counting;

/// Where the crate keeps its figures.
const FIGURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/figures");

const USAGE: &str = "\
usage: mirrorcheck-bench <experiment> [--seeds N] [--rounds N] [--json]
       mirrorcheck-bench all [--only NAME] [--quick] [--out DIR]
       mirrorcheck-bench speed [--only PROBLEM] [--framework NAMES] [--seeds N] [--rounds N] [--json]
       mirrorcheck-bench compile [--only compile|derive|W9] [--framework NAMES] [--seeds N] [--rounds N] [--json]
       mirrorcheck-bench cgs [--only PROBLEM] [--seeds N] [--seconds S] [--figures DIR] [--json]
       mirrorcheck-bench tune [--seeds N] [--figures DIR] [--json]
       mirrorcheck-bench shrink [--only PROBLEM] [--framework NAMES] [--from choices|value] [--seeds N] [--json]
       mirrorcheck-bench etna [--only PROBLEM] [--framework NAMES] [--seeds N] [--figures DIR] [--json]
       mirrorcheck-bench growth [--only KIND|DIRECTION] [--seconds S] [--quick] [--json]
       mirrorcheck-bench load [--examples N] [--json]
       mirrorcheck-bench serde [--only CRATE] [--seeds N] [--json]
       mirrorcheck-bench styles [--only CRATE] [--seeds N] [--seconds S] [--quick] [--markdown FILE] [--json]
       mirrorcheck-bench seek [--only GENERATOR] [--seeds N] [--seconds S] [--quick] [--json]
       mirrorcheck-bench kill [--only KIND] [--kills N] [--seed S] [--markdown FILE] [--json]

experiments:
  all       all of them; writes BENCHMARKS.md, and the tables of the README
  speed     the cost of making values and of taking them apart, against hand-written code and other frameworks
  compile   the cost of compiling 200 small generators, against 200 hand-written functions, and of building a crate
            of 50 properties with each framework: clean, after a change, optimised, and crate by crate
  shrink    how small the failures become that are reported, against other frameworks
  cgs       how many valid values are found in the same time, by rejection and by choice gradients
  tune      how close to examples the values are that a generator makes, tuned by them or not
  etna      how soon faults are found, with generators by hand and from types, against other frameworks
  growth    how time and memory grow with the size of what is made, read, shrunk and so on; not part of `all`
  load      how long it takes to index a file of very many cases, to see it, and to see what is added
  kill      whether the next run knows the failures of runs that were killed at random moments; exits with 1 if one is
            lost; not part of `all`
  serde     `any_serde` on types of published crates: how often a single run makes a value, whether values come back, and
            the laws; not part of `all`
  styles    how much of ordinary Rust runs backward: strategies of published crates, written down again as generators
  seek      how many values of forward generators are found again by experiment, in how many runs; not part of `all`

options:
  --seeds N         values a round (speed), small generators or properties (compile), searches for a failure (shrink),
                    trials (cgs, etna), documents of each generator (tune), values of each type (serde),
                    strategy (styles) or generator (seek)
  --kills N         runs of each kind that are killed, and as many with the second run killed as well (kill)
  --seed S          the seed of the moments at which runs are killed (kill)
  --examples N      cases in the file (load)
  --rounds N        rounds to take medians of; by default, W9 builds Mirrorcheck, quickcheck and proptest three times
                    and the others once
  --only PROBLEM    one problem only, one kind of failure (kill), the types of one crate (serde), or the
                    strategies of one crate (styles)
  --framework NAMES these frameworks only, with commas between them
  --from WHAT       shrink from recorded choices, or from bare values of Mirrorcheck's generators
  --seconds S       CPU seconds of a cell (cgs, seek), of a row (growth), or of a strategy (styles)
  --figures DIR     where to draw (cgs, tune, etna); by default where the crate keeps its figures
  --quick           as little as shows that it works
  --out DIR         where to write BENCHMARKS.md and what it is made of (all); by default into the project
  --save FILE       where to keep the findings as well
  --markdown FILE   where to write the tables as Markdown
  --json            one JSON object a row, nothing else
";

fn main() -> ExitCode {
    if let Some(code) = compile::as_compiler() {
        return code;
    }
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.iter().any(|argument| argument == "--help" || argument == "-h") {
        print!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    let (experiment, options) = match Arguments::parse(&arguments) {
        Ok(parsed) => parsed,
        Err(wrong) => return usage_error(&wrong),
    };
    let findings = match experiment.as_str() {
        "all" => all::run(&options),
        "speed" => speed::run(&options),
        "compile" => compile::run(&options),
        "shrink" => shrink::run(&options),
        "cgs" => cgs::run(&options),
        "tune" => tune::run(&options),
        "etna" => etna::run(&options),
        "growth" => growth::run(&options),
        "load" => load::run(&options),
        "kill" => kill::run(&options),
        "serde" => serde::run(&options),
        "styles" => styles::run(&options),
        "seek" => seek::run(&options),
        load::observing::NAME => load::observing::here(),
        unknown => return usage_error(&format!("there is no experiment `{unknown}`")),
    };
    let shown = findings.and_then(|findings| {
        shown(&findings, &options)?;
        Ok(findings.goals.iter().all(|goal| goal.is_met))
    });
    match shown {
        // Elsewhere a goal is something to be won; here it is a promise.
        Ok(false) if experiment == "kill" => ExitCode::FAILURE,
        Ok(_) => ExitCode::SUCCESS,
        Err(failed) => {
            eprintln!("error: {failed}");
            ExitCode::FAILURE
        }
    }
}

fn shown(findings: &Findings, options: &Arguments) -> Result<(), String> {
    if options.json {
        print!("{}", report::json(&findings.rows));
        eprint!("{}", findings.notes);
    } else {
        print!("{}\n{}{}", report::table(&findings.rows), report::goals(&findings.goals), findings.notes);
    }
    if let Some(path) = &options.save {
        all::save(findings, path)?;
    }
    if let Some(path) = &options.markdown {
        let tables: Vec<String> = findings.tables.iter().map(report::markdown::table).collect();
        let written = std::fs::write(path, tables.join("\n"));
        written.map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    let directory = options.figures.as_deref().unwrap_or(Path::new(FIGURES));
    for (name, figure) in &findings.figures {
        let path = directory.join(name);
        let written = std::fs::create_dir_all(directory).and_then(|()| std::fs::write(&path, figure));
        written.map_err(|error| format!("cannot draw into {}: {error}", path.display()))?;
        eprintln!("drawn: {}", path.display());
    }
    Ok(())
}

fn usage_error(wrong: &str) -> ExitCode {
    eprint!("error: {wrong}\n\n{USAGE}");
    ExitCode::from(2)
}
