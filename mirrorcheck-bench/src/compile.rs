//! The cost of compiling generators, in the debug build that `cargo test` makes: many small ones against as many
//! hand-written functions that make the same values, and many derived ones against the derive of `arbitrary`. W9 is
//! a whole test crate, with each framework, in debug and in release builds.
//!
//! In the first two, only the crate with the functions is compiled when it counts; what it depends on has been built before. What
//! Cargo itself needs is measured by a build with nothing to do, and taken off.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::arguments::Arguments;
use crate::cpu;
use crate::report::Findings;

mod critical;
mod published;
mod sources;
mod summary;
mod test_crate;
mod units;
mod w9;
use sources::{Side, crate_source};
pub(crate) use units::as_compiler;

/// Runs the experiment.
pub(crate) fn run(arguments: &Arguments) -> Result<Findings, String> {
    let place = Place::new()?;
    let is_wanted = |problem: &str| arguments.only.as_deref().is_none_or(|only| only == problem);
    let mut compared = Vec::new();
    for comparison in COMPARISONS
        .into_iter()
        .filter(|one| arguments.frameworks.is_empty() && !arguments.quick && is_wanted(one.problem))
    {
        compared.extend(comparison.measured(&place, arguments)?);
    }
    let built = if is_wanted("W9") { w9::run(&place, arguments)? } else { Vec::new() };
    if compared.is_empty() && built.is_empty() {
        Err("there is no such problem or framework".to_owned())
    } else {
        Ok(summary::of(&compared, &built))
    }
}

/// Two sides that compile the same.
#[derive(Clone, Copy)]
struct Comparison {
    problem: &'static str,
    sides: [Side; 2],
    items: u64,
    /// The most that the second may cost, as a multiple of the first.
    goal: f64,
}

const COMPARISONS: [Comparison; 2] = [
    Comparison { problem: "compile", sides: [Side::ByHand, Side::Generators], items: 200, goal: 7.0 },
    Comparison { problem: "derive", sides: [Side::Arbitrary, Side::Derived], items: 50, goal: 1.5 },
];

/// What one side took.
struct Compared {
    framework: &'static str,
    problem: &'static str,
    items: u64,
    cpu_ms: f64,
    ratio: f64,
    goal: Option<f64>,
}

impl Comparison {
    /// Compiles the same for two sides in turns, and compares the second with the first.
    fn measured(self, place: &Place, arguments: &Arguments) -> Result<[Compared; 2], String> {
        let items = arguments.seeds.unwrap_or(self.items);
        let crates = self.sides.map(|side| Crate::write(place, side, items));
        let mut seconds = [Vec::new(), Vec::new()];
        for krate in &crates {
            krate.as_ref().map_err(String::clone)?.build()?;
        }
        for _ in 0..arguments.rounds.unwrap_or(5) {
            for (krate, seconds) in crates.iter().flatten().zip(&mut seconds) {
                let nothing = krate.build()?;
                krate.touch()?;
                seconds.push(krate.build()?.saturating_sub(nothing).as_secs_f64());
            }
        }
        Ok([0, 1].map(|i| {
            let ratios: Vec<f64> = seconds[i].iter().zip(&seconds[0]).map(|(ours, base)| ours / base).collect();
            Compared {
                framework: self.sides[i].framework(),
                problem: self.problem,
                items,
                cpu_ms: 1_000.0 * median(&seconds[i]),
                ratio: median(&ratios),
                goal: (i == 1).then_some(self.goal),
            }
        }))
    }
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
        let mut cargo = cargo();
        cargo
            .args(["build", "--quiet"])
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", &self.target)
            // All of the crate is compiled each time.
            .env("CARGO_INCREMENTAL", "0");
        built(&mut cargo).map(|(spent, _)| spent)
    }
}

fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Runs Cargo; the CPU time that it took, with all that it started, and what it said.
fn built(cargo: &mut Command) -> Result<(Duration, String), String> {
    let before = cpu::children();
    let output = cargo.output().map_err(|error| format!("cannot run Cargo: {error}"))?;
    if output.status.success() {
        Ok((cpu::children() - before, String::from_utf8_lossy(&output.stdout).into_owned()))
    } else {
        Err(format!("a crate does not compile:\n{}", String::from_utf8_lossy(&output.stderr)))
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
