//! The CPU time of each compilation in a build. Cargo only reports how long one took, which depends on what else the
//! machine was doing. So this program stands in for the compiler: Cargo starts it as `RUSTC_WRAPPER`, and it starts
//! the compiler and writes down what that used.

use std::ffi::OsString;
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, ExitCode};

use super::told;
use crate::cpu;

/// Names the file to write to. When it is set, this program is the compiler.
pub(super) const FILE: &str = "MIRRORCHECK_BENCH_UNITS";

/// What one run of Cargo does for a package.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// Compiles the library, or the macros.
    Library,
    /// Compiles the build script.
    Script,
    /// Runs the build script.
    ScriptRun,
    /// Compiles and links the tests.
    Tests,
}

/// What is compiled: a package in one version, and which part of it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Unit {
    pub(super) package: Package,
    pub(super) kind: Kind,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Package {
    pub(super) name: String,
    pub(super) version: String,
}

/// One compilation.
#[derive(Debug, PartialEq)]
pub(super) struct Compilation {
    pub(super) unit: Unit,
    pub(super) cpu_s: f64,
}

/// Runs the compiler if Cargo started this program in its place.
pub(crate) fn as_compiler() -> Option<ExitCode> {
    let file = std::env::var_os(FILE)?;
    Some(compiled(Path::new(&file)).unwrap_or_else(|failed| {
        eprintln!("error: {failed}");
        ExitCode::FAILURE
    }))
}

fn compiled(file: &Path) -> Result<ExitCode, String> {
    let mut arguments = std::env::args_os().skip(1);
    let compiler = arguments.next().ok_or("no compiler to run")?;
    let arguments: Vec<OsString> = arguments.collect();
    let status = Command::new(compiler).args(&arguments).status();
    let status = status.map_err(|error| format!("cannot run the compiler: {error}"))?;
    if let Some(unit) = Unit::of(&arguments, |name| std::env::var(name).ok()) {
        let compilation = Compilation { unit, cpu_s: cpu::children().as_secs_f64() };
        let opened = OpenOptions::new().append(true).open(file);
        // A single write, so that compilers that run at the same time do not mix their lines.
        let written = opened.and_then(|mut file| file.write_all(format!("{compilation}\n").as_bytes()));
        written.map_err(|error| told("cannot write", file, &error))?;
    }
    Ok(ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(u8::MAX)))
}

impl Unit {
    /// Returns what Cargo asked to be compiled, and nothing if it only asked the compiler about itself.
    fn of(arguments: &[OsString], variable: impl Fn(&str) -> Option<String>) -> Option<Unit> {
        // Set while a build script runs: the compiler was started by it. Its cost is that of the build script.
        if variable("NUM_JOBS").is_some() {
            return None;
        }
        let krate = variable("CARGO_CRATE_NAME")?;
        let package = Package { name: variable("CARGO_PKG_NAME")?, version: variable("CARGO_PKG_VERSION")? };
        let kind = match arguments.iter().any(|argument| argument == "--test") {
            true => Kind::Tests,
            false if krate.starts_with("build_script_") => Kind::Script,
            false => Kind::Library,
        };
        arguments.iter().any(|argument| argument == "--crate-name").then_some(Unit { package, kind })
    }
}

impl fmt::Display for Compilation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Compilation { unit: Unit { package, kind }, cpu_s } = self;
        write!(f, "{} {} {kind:?} {cpu_s:.4}", package.name, package.version)
    }
}

impl Compilation {
    fn parse(line: &str) -> Option<Compilation> {
        let mut words = line.split(' ');
        let package = Package { name: words.next()?.to_owned(), version: words.next()?.to_owned() };
        let kind = match words.next()? {
            "Library" => Kind::Library,
            "Script" => Kind::Script,
            "Tests" => Kind::Tests,
            _ => return None,
        };
        Some(Compilation { unit: Unit { package, kind }, cpu_s: words.next()?.parse().ok()? })
    }
}

/// Makes the file empty.
pub(super) fn start(file: &Path) -> Result<(), String> {
    File::create(file).map(drop).map_err(|error| told("cannot write", file, &error))
}

/// All compilations since the start.
pub(super) fn read(file: &Path) -> Result<Vec<Compilation>, String> {
    let text = std::fs::read_to_string(file).map_err(|error| told("cannot read", file, &error))?;
    let parsed = text.lines().map(|line| Compilation::parse(line).ok_or_else(|| format!("not a compilation: {line}")));
    parsed.collect()
}

#[cfg(test)]
mod tests {
    use super::{Compilation, Kind, Package, Unit};

    fn unit(name: &str, kind: Kind) -> Unit {
        Unit { package: Package { name: name.to_owned(), version: "1.2.3".to_owned() }, kind }
    }

    #[test]
    fn lines_are_read_as_they_were_written() {
        for kind in [Kind::Library, Kind::Script, Kind::Tests] {
            let compilation = Compilation { unit: unit("regex-syntax", kind), cpu_s: 2.5 };
            assert_eq!(Compilation::parse(&compilation.to_string()), Some(compilation));
        }
        assert_eq!(Compilation::parse("regex-syntax 1.2.3 Library"), None);
    }

    #[test]
    fn only_what_cargo_compiles_is_a_unit() {
        let of = |krate: Option<&str>, line: &str, within_script: bool| {
            let arguments: Vec<_> = line.split(' ').map(Into::into).collect();
            Unit::of(&arguments, |name| match name {
                "CARGO_CRATE_NAME" => krate.map(str::to_owned),
                "CARGO_PKG_NAME" => Some("libc".to_owned()),
                "CARGO_PKG_VERSION" => Some("1.2.3".to_owned()),
                "NUM_JOBS" => within_script.then(|| "2".to_owned()),
                _ => None,
            })
        };
        assert_eq!(of(Some("libc"), "--crate-name libc", false), Some(unit("libc", Kind::Library)));
        assert_eq!(of(Some("libc"), "--crate-name libc --test", false), Some(unit("libc", Kind::Tests)));
        let script = of(Some("build_script_build"), "--crate-name build_script_build", false);
        assert_eq!(script, Some(unit("libc", Kind::Script)));
        assert_eq!(of(Some("libc"), "--crate-name libc", true), None, "started by a build script");
        assert_eq!(of(None, "-vV", false), None, "a question about the compiler");
    }
}
