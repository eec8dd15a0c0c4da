//! What it costs to write down what was tested: the same property in two processes, of which one is observed. Settings
//! are read once in a process.

use std::hint::black_box;
use std::path::Path;
use std::process::Command;

use mirrorcheck::Checker;
use mirrorcheck::prelude::*;

use crate::cpu;
use crate::report::{Findings, Row};

/// The experiment that a process calls itself for.
pub(crate) const NAME: &str = "observing";

const CASES: u64 = 40_000;

/// The least of so many rounds counts: what others do on the machine only adds to a round.
const ROUNDS: usize = 7;

/// Nanoseconds a case, as the environment says: observed or not; and to write the value.
pub(crate) fn here() -> Result<Findings, String> {
    // A property without a name is not observed, and is named after its thread.
    let thread = std::thread::Builder::new().name(NAME.to_owned()).spawn(|| {
        let case = least(|| {
            Checker::new((any::<u32>(), any::<bool>())).seed(1).cases(CASES).run(|pair| {
                black_box(pair);
            });
        });
        let value = least(|| {
            use std::fmt::Write;
            let mut text = String::new();
            for pair in (any::<u32>(), any::<bool>()).samples(1).take(CASES as usize) {
                text.clear();
                let _ = write!(text, "{pair:?}");
                black_box(&text);
            }
        });
        Row::new().number("case", case, 1).number("value", value, 1)
    });
    let row = thread.map_err(|error| error.to_string())?.join().map_err(|_| "the property failed")?;
    Ok(Findings::from(vec![row]))
}

/// Nanoseconds of CPU time a case.
fn least(mut round: impl FnMut()) -> f64 {
    let times = (0..ROUNDS).map(|_| {
        let begin = cpu::thread();
        round();
        (cpu::thread() - begin).as_nanos() as f64 / CASES as f64
    });
    times.fold(f64::INFINITY, f64::min)
}

/// Nanoseconds a case without and with observation, the latter beyond writing the value.
pub(super) fn compared(folder: &Path) -> Result<(f64, f64), String> {
    let (off, _) = child("0".as_ref())?;
    let (on, value) = child(folder)?;
    Ok((off, on - off - value))
}

fn child(observe: &Path) -> Result<(f64, f64), String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new(program).args([NAME, "--json"]).env("MIRRORCHECK_OBSERVE", observe).output();
    let output = output.map_err(|error| error.to_string())?;
    let row: Option<serde_json::Value> = serde_json::from_slice(&output.stdout).ok();
    let figures = row.and_then(|row| Some((row["case"].as_f64()?, row["value"].as_f64()?)));
    figures.ok_or_else(|| format!("the property did not run: {}", String::from_utf8_lossy(&output.stderr)))
}
