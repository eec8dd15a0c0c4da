//! W9: what a test crate of fifty properties costs to build, with each framework.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::{Place, built, put, told};
use crate::arguments::Arguments;

/// What one framework takes.
pub(super) struct Built {
    pub(super) framework: &'static str,
    pub(super) properties: u64,
    /// CPU seconds: everything in the profile of `cargo test`, the same with optimisation, and after one property
    /// was touched.
    pub(super) clean_s: f64,
    pub(super) release_s: f64,
    pub(super) incremental_s: f64,
    /// How many crates it depends on, those for building included.
    pub(super) crates: u64,
}

struct Framework {
    name: &'static str,
    dependencies: &'static str,
    /// The head, and then one property of each kind.
    source: &'static str,
}

/// As their users have them: with the features that they have by themselves.
const FRAMEWORKS: [Framework; 8] = [
    Framework { name: OURS, dependencies: "", source: include_str!("properties/mirrorcheck.txt") },
    Framework {
        name: "arbitrary",
        dependencies: "arbtest = \"=0.3.2\"\narbitrary = { version = \"=1.5.0\", features = [\"derive\"] }\n",
        source: include_str!("properties/arbitrary.txt"),
    },
    Framework {
        name: "quickcheck",
        dependencies: "quickcheck = \"=1.1.0\"\n",
        source: include_str!("properties/quickcheck.txt"),
    },
    Framework {
        name: "proptest",
        dependencies: "proptest = \"=1.12.0\"\n",
        source: include_str!("properties/proptest.txt"),
    },
    Framework {
        name: "checkito",
        dependencies: "checkito = \"=5.0.0\"\n",
        source: include_str!("properties/checkito.txt"),
    },
    Framework {
        name: "crabcheck",
        dependencies: "crabcheck = \"=0.2.0\"\n",
        source: include_str!("properties/crabcheck.txt"),
    },
    Framework { name: "bolero", dependencies: "bolero = \"=0.13.7\"\n", source: include_str!("properties/bolero.txt") },
    // The heaviest, so that it is the last.
    Framework {
        name: "hegeltest",
        dependencies: "hegeltest = \"=0.51.0\"\n",
        source: include_str!("properties/hegeltest.txt"),
    },
];

pub(super) const OURS: &str = "mirrorcheck";
/// The types of each kind, and what holds for them.
const TYPES: &str = include_str!("properties/types.txt");
/// What stands between the kinds in these files.
const BETWEEN: &str = "// ---\n";
const PROPERTIES: u64 = 50;

pub(super) fn run(place: &Place, arguments: &Arguments) -> Result<Vec<Built>, String> {
    // The peers take minutes.
    let only = if arguments.quick { Some(OURS) } else { arguments.framework.as_deref() };
    let is_wanted = |one: &&Framework| only.is_none_or(|only| only == one.name);
    let mut all = Vec::new();
    for framework in FRAMEWORKS.iter().filter(is_wanted) {
        // All of it takes minutes.
        eprintln!("{} …", framework.name);
        let properties = arguments.seeds.unwrap_or(if arguments.quick { 10 } else { PROPERTIES });
        let krate = TestCrate::write(place, framework, properties)?;
        let crates = krate.crates()?;
        let clean_s = krate.test(&[])?.as_secs_f64();
        krate.write_source(1)?;
        let incremental_s = krate.test(&[])?.as_secs_f64();
        krate.remove_target()?;
        let release_s = if arguments.quick {
            f64::NAN
        } else {
            let spent = krate.test(&["--release"])?;
            krate.remove_target()?;
            spent.as_secs_f64()
        };
        all.push(Built { framework: framework.name, properties, clean_s, release_s, incremental_s, crates });
    }
    Ok(all)
}

struct TestCrate {
    root: PathBuf,
    source: String,
}

impl TestCrate {
    fn write(place: &Place, framework: &Framework, properties: u64) -> Result<TestCrate, String> {
        let root = place.0.join(format!("tests-{}", framework.name));
        let bench = Path::new(env!("CARGO_MANIFEST_DIR"));
        let dependencies = match framework.name {
            OURS => format!("mirrorcheck = {{ path = {:?} }}\n", bench.with_file_name("mirrorcheck")),
            _ => framework.dependencies.to_owned(),
        };
        let manifest = format!(
            "[package]\nname = \"tests-{}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
             [dependencies]\n{dependencies}\n[workspace]\n",
            framework.name
        );
        let krate = TestCrate { root, source: source(framework, properties) };
        let directory = krate.root.join("src");
        std::fs::create_dir_all(&directory).map_err(|error| told("cannot make", &directory, &error))?;
        put(&krate.root.join("Cargo.toml"), &manifest)?;
        krate.write_source(0)?;
        // The versions that the other experiments have, as far as they go.
        let lock = bench.with_file_name("Cargo.lock");
        std::fs::copy(&lock, krate.root.join("Cargo.lock")).map_err(|error| told("cannot copy", &lock, &error))?;
        // Downloads are nobody's cost.
        built(krate.cargo().args(["fetch", "--quiet"]))?;
        Ok(krate)
    }

    /// The first property changes with the number.
    fn write_source(&self, touched: u32) -> Result<(), String> {
        let source = self.source.replacen("TOUCHED", &touched.to_string(), 2).replace("TOUCHED", "0");
        put(&self.root.join("src/lib.rs"), &source)
    }

    fn cargo(&self) -> Command {
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        // What belongs to the build of this program is none of theirs.
        cargo.current_dir(&self.root).env("CARGO_TARGET_DIR", self.root.join("target")).env_remove("RUSTFLAGS");
        cargo
    }

    fn test(&self, options: &[&str]) -> Result<Duration, String> {
        built(self.cargo().args(["test", "--no-run", "--quiet"]).args(options)).map(|(spent, _)| spent)
    }

    /// All but itself.
    fn crates(&self) -> Result<u64, String> {
        let (_, listed) = built(self.cargo().args(["tree", "--edges", "normal,build", "--prefix", "none"]))?;
        let mut names: Vec<&str> = listed.lines().map(|line| line.trim_end_matches(" (*)")).collect();
        names.sort_unstable();
        names.dedup();
        Ok(names.iter().filter(|name| !name.is_empty()).count() as u64 - 1)
    }

    fn remove_target(&self) -> Result<(), String> {
        let target = self.root.join("target");
        std::fs::remove_dir_all(&target).map_err(|error| told("cannot remove", &target, &error))
    }
}

/// So many properties, of each kind in turn.
fn source(framework: &Framework, properties: u64) -> String {
    let (head, kinds) = framework.source.split_once(BETWEEN).unwrap_or((framework.source, ""));
    let kinds: Vec<(&str, &str)> = TYPES.split(BETWEEN).zip(kinds.split(BETWEEN)).collect();
    let property = |(number, (types, property)): (u64, &(&str, &str))| {
        format!("\n{types}\n{property}").replace('@', &number.to_string())
    };
    let head = format!("//! Properties.\n#![cfg(test)]\n\n{head}");
    std::iter::once(head).chain((0..properties).zip(kinds.iter().cycle()).map(property)).collect()
}

#[cfg(test)]
mod tests {
    use super::{BETWEEN, FRAMEWORKS, TYPES, source};

    #[test]
    fn everybody_has_a_property_of_every_kind() {
        let kinds = TYPES.split(BETWEEN).count();
        for framework in &FRAMEWORKS {
            assert_eq!(framework.source.split(BETWEEN).count(), 1 + kinds, "{}", framework.name);
        }
    }

    #[test]
    fn names_are_numbered() {
        for framework in &FRAMEWORKS {
            let source = source(framework, 50);
            assert!(!source.contains('@'), "{}", framework.name);
            for number in 0..50 {
                assert!(source.contains(&format!("_{number}(")), "{} {number}", framework.name);
            }
        }
    }
}
