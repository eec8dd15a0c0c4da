//! W9: what a test crate of fifty properties costs to build, with each framework.

use std::collections::BTreeMap;

use super::published::{Published, cargo_home};
use super::test_crate::TestCrate;
use super::{Place, median};
use crate::arguments::Arguments;

/// What one framework takes.
pub(super) struct Built {
    pub(super) framework: &'static str,
    /// Its name in tables: Mirrorcheck with all of its features is a line of its own.
    pub(super) name: String,
    pub(super) properties: u64,
    /// How many crates it depends on, those for building included.
    pub(super) crates: u64,
    /// The rounds, in which the frameworks take turns.
    pub(super) rounds: Vec<Round>,
}

/// What one framework takes in one round. Seconds are CPU time if nothing else is said.
#[derive(Debug, Default, Clone)]
pub(super) struct Round {
    /// A clean build in the profile of `cargo test`.
    pub(super) debug: Clean,
    /// A clean build with optimisation, which a quick run omits.
    pub(super) release: Option<Clean>,
    /// Wall time of the clean debug build with two jobs.
    pub(super) wall_s: f64,
    /// The critical path of the clean debug build.
    pub(super) critical_s: f64,
    /// A debug build after one property was touched.
    pub(super) touched_s: f64,
    /// The test crate alone, compiled from scratch without incremental compilation.
    pub(super) tests_debug_s: f64,
    pub(super) tests_release_s: Option<f64>,
    /// The size of the test program in the debug build.
    pub(super) program_mb: f64,
}

/// A clean build.
#[derive(Debug, Default, Clone)]
pub(super) struct Clean {
    pub(super) cpu_s: f64,
    /// The compilers' share of it, by package. Cargo and the build scripts make up the rest.
    pub(super) by_crate: BTreeMap<String, f64>,
}

impl Built {
    /// The median of a figure that every round has.
    pub(super) fn median(&self, figure: impl Fn(&Round) -> Option<f64>) -> Option<f64> {
        let figures: Vec<f64> = self.rounds.iter().filter_map(figure).collect();
        (!figures.is_empty()).then(|| median(&figures))
    }

    /// The median of the ratios to another framework, each taken within one round.
    pub(super) fn ratio(&self, other: &Built, figure: impl Fn(&Round) -> Option<f64>) -> Option<f64> {
        let pairs = self.rounds.iter().zip(&other.rounds);
        let ratios: Vec<f64> = pairs.filter_map(|(ours, theirs)| Some(figure(ours)? / figure(theirs)?)).collect();
        (!ratios.is_empty()).then(|| median(&ratios))
    }
}

struct Framework {
    name: &'static str,
    dependencies: &'static str,
    /// The head, and then one property of each kind.
    source: &'static str,
    /// Rounds by default. Only what the goals compare is repeated: all of it takes minutes.
    rounds: usize,
}

/// As their users have them: with the features that they have by themselves.
const FRAMEWORKS: [Framework; 8] = [
    Framework { name: OURS, dependencies: "", source: include_str!("properties/mirrorcheck.txt"), rounds: 3 },
    Framework {
        name: "arbitrary",
        dependencies: "arbtest = \"=0.3.2\"\narbitrary = { version = \"=1.5.0\", features = [\"derive\"] }\n",
        source: include_str!("properties/arbitrary.txt"),
        rounds: 1,
    },
    Framework {
        name: "quickcheck",
        dependencies: "quickcheck = \"=1.1.0\"\n",
        source: include_str!("properties/quickcheck.txt"),
        rounds: 3,
    },
    Framework {
        name: "proptest",
        dependencies: "proptest = \"=1.12.0\"\n",
        source: include_str!("properties/proptest.txt"),
        rounds: 3,
    },
    Framework {
        name: "checkito",
        dependencies: "checkito = \"=5.0.0\"\n",
        source: include_str!("properties/checkito.txt"),
        rounds: 1,
    },
    Framework {
        name: "crabcheck",
        dependencies: "crabcheck = \"=0.2.0\"\n",
        source: include_str!("properties/crabcheck.txt"),
        rounds: 1,
    },
    Framework {
        name: "bolero",
        dependencies: "bolero = \"=0.13.7\"\n",
        source: include_str!("properties/bolero.txt"),
        rounds: 1,
    },
    // The heaviest, so that it is the last.
    Framework {
        name: "hegeltest",
        dependencies: "hegeltest = \"=0.51.0\"\n",
        source: include_str!("properties/hegeltest.txt"),
        rounds: 1,
    },
];

pub(super) const OURS: &str = "mirrorcheck";
/// What is added to the name where all features are on.
const FULL: &str = "-full";
/// The types of each kind, and what holds for them.
const TYPES: &str = include_str!("properties/types.txt");
/// What stands between the kinds in these files.
const BETWEEN: &str = "// ---\n";
const PROPERTIES: u64 = 50;

pub(super) fn run(place: &Place, arguments: &Arguments) -> Result<Vec<Built>, String> {
    // The peers take minutes.
    let is_wanted =
        |one: &&Framework| if arguments.quick { one.name == OURS } else { arguments.wants_framework(one.name) };
    let properties = arguments.seeds.unwrap_or(if arguments.quick { 10 } else { PROPERTIES });
    let rounds = |default| arguments.rounds.unwrap_or(if arguments.quick { 1 } else { default });
    let known = |name: &String| FRAMEWORKS.iter().any(|one| one.name == name);
    if let Some(unknown) = arguments.frameworks.iter().find(|name| !known(name)) {
        return Err(format!("there is no framework `{unknown}`"));
    }
    let published = Published::new(place)?;
    let home = cargo_home(place)?;
    let mut all = Vec::new();
    for framework in FRAMEWORKS.iter().filter(is_wanted) {
        let source = source(framework, properties);
        let variants = match (framework.name, arguments.quick) {
            (OURS, true) => vec![("", published.dependency(&[]), rounds(1))],
            (OURS, false) => vec![
                ("", published.dependency(&[]), rounds(framework.rounds)),
                (FULL, published.dependency(&published.full), rounds(1)),
            ],
            _ => vec![("", framework.dependencies.to_owned(), rounds(framework.rounds))],
        };
        for (suffix, dependencies, rounds) in variants {
            let name = format!("{}{suffix}", framework.name);
            let krate = TestCrate::write(place, &home, &name, &dependencies, source.clone())?;
            let crates = krate.crates()?;
            all.push((
                krate,
                rounds,
                Built { framework: framework.name, name, properties, crates, rounds: Vec::new() },
            ));
        }
    }
    let most = all.iter().map(|(_, rounds, _)| *rounds).max().unwrap_or(0);
    for round in 0..most {
        for (krate, _, built) in all.iter_mut().filter(|(_, rounds, _)| round < *rounds) {
            eprintln!("{}, round {} …", built.name, round + 1);
            let taken = krate.round(arguments.quick)?;
            let release =
                taken.release.as_ref().map_or(String::new(), |release| format!(", release {:.1}", release.cpu_s));
            // All of it takes long, and a later framework may fail to build.
            eprintln!("  debug {:.1}{release}, critical path {:.1} s", taken.debug.cpu_s, taken.critical_s);
            built.rounds.push(taken);
        }
    }
    Ok(all.into_iter().map(|(_, _, built)| built).collect())
}

/// Writes this many properties, of each kind in turn.
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
