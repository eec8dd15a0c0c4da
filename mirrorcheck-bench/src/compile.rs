//! The cost of compiling generators, in the debug build that `cargo test` makes: many small ones against as many
//! hand-written functions that make the same values, and many derived ones against the derive of `arbitrary`.
//!
//! Only the crate with the functions is compiled when it counts; what it depends on has been built before. What
//! Cargo itself needs is measured by a build with nothing to do, and taken off.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::arguments::Arguments;
use crate::cpu;
use crate::report::Row;

mod sources;
use sources::{Side, crate_source};

/// Runs the experiment.
pub(crate) fn run(arguments: &Arguments) -> Result<Vec<Row>, String> {
    let place = Place::new()?;
    let rounds = arguments.rounds.unwrap_or(5);
    let mut rows =
        compare(&place, "compile", [Side::ByHand, Side::Generators], arguments.seeds.unwrap_or(200), rounds, 7.0)?;
    rows.extend(compare(
        &place,
        "derive",
        [Side::Arbitrary, Side::Derived],
        arguments.seeds.unwrap_or(50),
        rounds,
        1.5,
    )?);
    Ok(rows)
}

/// Compiles the same for two sides in turns, and compares the second with the first.
fn compare(
    place: &Place,
    problem: &str,
    sides: [Side; 2],
    items: u64,
    rounds: usize,
    goal: f64,
) -> Result<Vec<Row>, String> {
    let crates = sides.map(|side| Crate::write(place, side, items));
    let mut seconds = [Vec::new(), Vec::new()];
    for krate in &crates {
        krate.as_ref().map_err(String::clone)?.build()?;
    }
    for _ in 0..rounds {
        for (krate, seconds) in crates.iter().flatten().zip(&mut seconds) {
            let nothing = krate.build()?;
            krate.touch()?;
            seconds.push(krate.build()?.saturating_sub(nothing).as_secs_f64());
        }
    }
    let row = |side: Side, ours: &[f64]| {
        let ratios: Vec<f64> = ours.iter().zip(&seconds[0]).map(|(ours, base)| ours / base).collect();
        Row::new()
            .text("framework", side.framework())
            .text("problem", problem)
            .count("items", items)
            .number("cpu_ms", 1_000.0 * median(ours), 0)
            .number("ratio", median(&ratios), 2)
            .optional("goal", (side == sides[1]).then_some(goal), 1)
    };
    Ok(sides.into_iter().zip(&seconds).map(|(side, ours)| row(side, ours)).collect())
}

/// A directory for the crates, gone when this is dropped.
struct Place(PathBuf);

impl Place {
    fn new() -> Result<Place, String> {
        let place = std::env::temp_dir().join(format!("mirrorcheck-bench-{}", std::process::id()));
        std::fs::create_dir_all(&place).map_err(|error| told("cannot make", &place, &error))?;
        Ok(Place(place))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // What cannot be removed is left to whoever clears the directory of temporary files.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A crate that is made for the measurement.
struct Crate {
    root: PathBuf,
    target: PathBuf,
    source: String,
}

impl Crate {
    fn write(place: &Place, side: Side, items: u64) -> Result<Crate, String> {
        let root = place.0.join(side.name());
        let source = crate_source(side, items);
        let krate = Crate { root, target: place.0.join("target"), source };
        let library = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("mirrorcheck");
        let dependency = match side {
            Side::ByHand => String::new(),
            Side::Arbitrary => "arbitrary = { version = \"=1.5.0\", features = [\"derive\"] }\n".to_owned(),
            Side::Generators | Side::Derived => format!("mirrorcheck = {{ path = {library:?} }}\n"),
        };
        let manifest = format!(
            "[package]\nname = \"made-{}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
             [dependencies]\n{dependency}\n[workspace]\n",
            side.name()
        );
        let source_directory = krate.root.join("src");
        std::fs::create_dir_all(&source_directory).map_err(|error| told("cannot make", &source_directory, &error))?;
        put(&krate.root.join("Cargo.toml"), &manifest)?;
        krate.touch()?;
        Ok(krate)
    }

    /// Writes the source anew, so that it has to be compiled again.
    fn touch(&self) -> Result<(), String> {
        put(&self.root.join("src/lib.rs"), &self.source)
    }

    /// Builds it, and says what CPU time that took, all processes together.
    fn build(&self) -> Result<Duration, String> {
        let before = cpu::children();
        let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(["build", "--quiet"])
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", &self.target)
            // All of the crate is compiled each time.
            .env("CARGO_INCREMENTAL", "0")
            .output()
            .map_err(|error| told("cannot run Cargo in", &self.root, &error))?;
        match output.status.success() {
            true => Ok(cpu::children() - before),
            false => Err(format!("a crate does not compile:\n{}", String::from_utf8_lossy(&output.stderr))),
        }
    }
}

fn put(file: &Path, text: &str) -> Result<(), String> {
    std::fs::write(file, text).map_err(|error| told("cannot write", file, &error))
}

fn told(what: &str, path: &Path, error: &std::io::Error) -> String {
    format!("{what} {}: {error}", path.display())
}

fn median(figures: &[f64]) -> f64 {
    let mut sorted = figures.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}
