//! The experiments: what Mirrorcheck costs and what it finds, measured side by side in one run on one machine.
//!
//! An experiment returns rows; [`report`] prints them for people, or with `--json` as one object a row. Nothing is
//! judged by a wall clock: figures are CPU time, ratios of it, or counts.

mod alloc;
mod arguments;
mod compile;
mod cpu;
mod report;
mod rng;
mod shrink;
mod speed;
mod workloads;

use std::process::ExitCode;

use arguments::Arguments;

#[global_allocator]
static ALLOCATOR: alloc::Counting = alloc::Counting;

const USAGE: &str = "\
usage: mirrorcheck-bench <experiment> [--seeds N] [--rounds N] [--json]
       mirrorcheck-bench shrink [--only PROBLEM] [--framework NAME] [--from choices|value] [--seeds N] [--json]

experiments:
  speed     the cost of making values and of taking them apart, against hand-written code
  compile   the cost of compiling 200 small generators, against 200 hand-written functions
  shrink    how small the failures become that are reported, against other frameworks

options:
  --seeds N         values a round (speed), small generators (compile), searches for a failure (shrink)
  --rounds N        rounds to take medians of
  --only PROBLEM    one problem only
  --framework NAME  one framework only
  --from WHAT       shrink from recorded choices, or from bare values of Mirrorcheck's generators
  --json            one JSON object a row, nothing else
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.iter().any(|argument| argument == "--help" || argument == "-h") {
        print!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    let (experiment, options) = match Arguments::parse(&arguments) {
        Ok(parsed) => parsed,
        Err(wrong) => return usage_error(&wrong),
    };
    let rows = match experiment.as_str() {
        "speed" => speed::run(&options),
        "compile" => compile::run(&options),
        "shrink" => shrink::run(&options),
        unknown => return usage_error(&format!("there is no experiment `{unknown}`")),
    };
    let caveats = if experiment == "shrink" { shrink::CAVEATS } else { "" };
    match rows {
        Ok(rows) if options.json => {
            print!("{}", report::json(&rows));
            eprint!("{caveats}");
        }
        Ok(rows) => print!("{}{caveats}", report::table(&rows)),
        Err(failed) => {
            eprintln!("error: {failed}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn usage_error(wrong: &str) -> ExitCode {
    eprint!("error: {wrong}\n\n{USAGE}");
    ExitCode::from(2)
}
