//! A crate of properties, and what its builds take.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use super::critical::Graph;
use super::units::{self, Kind, Package};
use super::w9::{Clean, Round};
use super::{Place, built, cargo, put, told};

pub(super) struct TestCrate {
    root: PathBuf,
    /// Cargo's own files.
    home: PathBuf,
    package: Package,
    source: String,
    /// What `cargo metadata` says of it.
    metadata: String,
}

/// What one run of Cargo took.
struct Build {
    cpu_s: f64,
    wall_s: f64,
    compilations: Vec<units::Compilation>,
    /// The messages, each a line of JSON.
    messages: String,
}

/// The jobs of every build, so that wall times of larger machines are comparable, too.
const JOBS: &str = "-j2";

/// What would make a build another one than users have, if it is set where the experiment runs. Names that end in an
/// underscore are beginnings.
const UNWANTED: [&str; 8] = [
    "CARGO_INCREMENTAL",
    "CARGO_ENCODED_RUSTFLAGS",
    "CARGO_BUILD_",
    "CARGO_PROFILE_",
    "CARGO_TARGET_",
    "RUSTFLAGS",
    "RUSTC_WORKSPACE_WRAPPER",
    "NUM_JOBS",
];

impl TestCrate {
    pub(super) fn write(
        place: &Place,
        home: &Path,
        name: &str,
        dependencies: &str,
        source: String,
    ) -> Result<TestCrate, String> {
        let name = format!("tests-{name}");
        let root = place.0.join(&name);
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
             [dependencies]\n{dependencies}\n[workspace]\n"
        );
        let package = Package { name, version: "0.0.0".to_owned() };
        let mut krate = TestCrate { root, home: home.to_owned(), package, source, metadata: String::new() };
        let directory = krate.root.join("src");
        std::fs::create_dir_all(&directory).map_err(|error| told("cannot make", &directory, &error))?;
        put(&krate.root.join("Cargo.toml"), &manifest)?;
        krate.write_source(0)?;
        // The versions that the other experiments have, as far as they go.
        let lock = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("Cargo.lock");
        std::fs::copy(&lock, krate.root.join("Cargo.lock")).map_err(|error| told("cannot copy", &lock, &error))?;
        // Downloads are nobody's cost.
        built(krate.cargo().args(["fetch", "--quiet"]))?;
        krate.metadata = built(krate.cargo().args(["metadata", "--format-version=1"]))?.1;
        Ok(krate)
    }

    /// Counts the crates that it depends on, without itself.
    pub(super) fn crates(&self) -> Result<u64, String> {
        let (_, listed) = built(self.cargo().args(["tree", "--edges", "normal,build", "--prefix", "none"]))?;
        let mut names: Vec<&str> = listed.lines().map(|line| line.trim_end_matches(" (*)")).collect();
        names.sort_unstable();
        names.dedup();
        Ok(names.iter().filter(|name| !name.is_empty()).count() as u64 - 1)
    }

    /// Builds it in every way, from scratch.
    pub(super) fn round(&self, is_quick: bool) -> Result<Round, String> {
        self.write_source(0)?;
        let clean = self.test(&["--timings"], &[])?;
        let critical_s = self.critical_path(&clean)?;
        let program_mb = program_mb(&clean.messages)?;
        self.write_source(1)?;
        let touched_s = self.test(&[], &[])?.cpu_s;
        self.write_source(2)?;
        let alone = self.test(&[], &[("CARGO_INCREMENTAL", "0")])?;
        self.remove_target()?;
        let release = if is_quick {
            None
        } else {
            let release = self.test(&["--release"], &[])?;
            self.remove_target()?;
            Some(release)
        };
        Ok(Round {
            debug: Clean::from(&clean),
            release: release.as_ref().map(Clean::from),
            wall_s: clean.wall_s,
            critical_s,
            touched_s,
            tests_debug_s: self.own(&alone),
            tests_release_s: release.as_ref().map(|release| self.own(release)),
            program_mb,
        })
    }

    /// The first property changes with the number.
    fn write_source(&self, touched: u32) -> Result<(), String> {
        let source = self.source.replacen("TOUCHED", &touched.to_string(), 2).replace("TOUCHED", "0");
        put(&self.root.join("src/lib.rs"), &source)
    }

    fn cargo(&self) -> Command {
        let mut cargo = cargo();
        for (name, _) in std::env::vars_os() {
            let Some(text) = name.to_str() else { continue };
            if UNWANTED
                .iter()
                .any(|unwanted| text == *unwanted || unwanted.ends_with('_') && text.starts_with(unwanted))
            {
                cargo.env_remove(&name);
            }
        }
        cargo.current_dir(&self.root).env("CARGO_TARGET_DIR", self.target()).env("CARGO_HOME", &self.home);
        cargo
    }

    fn target(&self) -> PathBuf {
        self.root.join("target")
    }

    /// Builds the tests.
    fn test(&self, options: &[&str], variables: &[(&str, &str)]) -> Result<Build, String> {
        let program = std::env::current_exe().map_err(|error| format!("this program is not found: {error}"))?;
        let file = self.root.join("units.txt");
        units::start(&file)?;
        let mut cargo = self.cargo();
        cargo
            .args(["test", "--no-run", "--quiet", "--message-format=json", JOBS])
            .args(options)
            .env("RUSTC_WRAPPER", program)
            .env(units::FILE, &file)
            .envs(variables.iter().copied());
        let start = Instant::now();
        let (spent, messages) = built(&mut cargo)?;
        let wall_s = start.elapsed().as_secs_f64();
        Ok(Build { cpu_s: spent.as_secs_f64(), wall_s, compilations: units::read(&file)?, messages })
    }

    /// What the test crate itself took.
    fn own(&self, build: &Build) -> f64 {
        let own = |one: &&units::Compilation| one.unit.package == self.package && one.unit.kind == Kind::Tests;
        build.compilations.iter().filter(own).map(|one| one.cpu_s).sum()
    }

    fn critical_path(&self, build: &Build) -> Result<f64, String> {
        let path = self.target().join("cargo-timings/cargo-timing.html");
        let report = std::fs::read_to_string(&path).map_err(|error| told("cannot read", &path, &error))?;
        let graph = Graph::read(&report, &build.compilations, &self.metadata)?;
        graph.path_to(&self.package).ok_or_else(|| format!("{} is not in the report", self.package.name))
    }

    fn remove_target(&self) -> Result<(), String> {
        let target = self.target();
        std::fs::remove_dir_all(&target).map_err(|error| told("cannot remove", &target, &error))
    }
}

impl From<&Build> for Clean {
    fn from(build: &Build) -> Clean {
        let mut by_crate = BTreeMap::new();
        for compilation in &build.compilations {
            *by_crate.entry(compilation.unit.package.name.clone()).or_default() += compilation.cpu_s;
        }
        Clean { cpu_s: build.cpu_s, by_crate }
    }
}

/// The size of the program that Cargo says it built.
fn program_mb(messages: &str) -> Result<f64, String> {
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let mut programs = messages.filter_map(|message| message["executable"].as_str().map(PathBuf::from));
    let program = programs.next().ok_or("no test program was built")?;
    let size = std::fs::metadata(&program).map_err(|error| told("cannot look at", &program, &error))?.len();
    Ok(size as f64 / 1e6)
}
