//! What compiling comes to.

use std::collections::BTreeSet;

use super::Compared;
use super::w9::{Built, Clean, OURS, Round};
use crate::report::{Findings, Goal, Row, Table};

const NOTES: &str = "
All figures are CPU seconds of all processes together, unless they say otherwise.
compile, derive: only the crate with the functions or types is compiled, without optimisation.
W9: a test crate of fifty properties (pairs of numbers, lists, texts, a list with an index into it, search trees,
    expressions), with everything that it depends on. Each framework has its default features and is used as its
    documentation advises, with shrinkers where they are written by hand (quickcheck, crabcheck). mirrorcheck-full has
    all of its features. Every framework is a dependency that Cargo fetches, so it is compiled without incremental
    compilation and with its lints capped: the peers come from the registry, Mirrorcheck from a Git repository.
    The frameworks take turns; figures are medians of the rounds, ratios are medians of the ratios within a round.
    debug_s          a clean `cargo test --no-run`
    release_s        the same with `--release`
    wall_s           how long the debug build takes with two jobs; other programs on the machine make it longer
    critical_s       how long it would take if no unit ever waited for a core: the longest chain of units that wait for
                     each other, with the times that `cargo --timings` reports. A unit takes no longer than its CPU
                     time; on a busy machine, one with several threads counts with nearly all of it
    touched_s        the debug build again after one property was touched
    tests_debug_s    the test crate alone, without incremental compilation, and linking it
    tests_release_s  the same with `--release`
    program_mb       the size of the test program in the debug build, in MB
    crates           dependencies, those of build scripts included
    The nested build of hegeltest counts, the crates of it do not.
by crate: what the compiler takes for each package, its build script included. A package that is compiled twice, for
    the program and for macros, is added up. The rest is Cargo, and build scripts while they run.
";

/// A figure of W9.
struct Column {
    /// Its name in rows.
    name: &'static str,
    head: &'static str,
    digits: usize,
    of: fn(&Round) -> Option<f64>,
}

const DEBUG: Column = Column { name: "debug_s", head: "debug", digits: 1, of: |round| Some(round.debug.cpu_s) };
const RELEASE: Column = Column { name: "release_s", head: "release", digits: 1, of: release_s };
const CRITICAL: Column =
    Column { name: "critical_s", head: "critical path", digits: 1, of: |round| Some(round.critical_s) };
const TESTS: Column =
    Column { name: "tests_debug_s", head: "test crate", digits: 1, of: |round| Some(round.tests_debug_s) };

const COLUMNS: [Column; 8] = [
    DEBUG,
    RELEASE,
    Column { name: "wall_s", head: "wall, 2 cores", digits: 1, of: |round| Some(round.wall_s) },
    CRITICAL,
    Column { name: "touched_s", head: "one property touched", digits: 1, of: |round| Some(round.touched_s) },
    TESTS,
    Column { name: "tests_release_s", head: "test crate, release", digits: 1, of: |round| round.tests_release_s },
    Column { name: "program_mb", head: "program, MB", digits: 0, of: |round| Some(round.program_mb) },
];

fn release_s(round: &Round) -> Option<f64> {
    round.release.as_ref().map(|release| release.cpu_s)
}

/// What Mirrorcheck may cost with its default features, as a multiple of a peer.
struct Aim {
    what: &'static str,
    peer: &'static str,
    column: Column,
    at_most: f64,
}

const AIMS: [Aim; 11] = [
    Aim::new("clean debug build", "proptest", DEBUG, 1.15),
    Aim::new("clean release build", "proptest", RELEASE, 1.25),
    Aim::new("critical path", "proptest", CRITICAL, 1.4),
    Aim::new("test crate itself, debug", "quickcheck", TESTS, 1.2),
    Aim::new("clean debug build", "proptest", DEBUG, 1.0),
    Aim::new("clean debug build", "quickcheck", DEBUG, 1.0),
    Aim::new("clean release build", "proptest", RELEASE, 1.0),
    Aim::new("clean release build", "quickcheck", RELEASE, 1.0),
    Aim::new("critical path", "proptest", CRITICAL, 1.0),
    Aim::new("critical path", "quickcheck", CRITICAL, 1.0),
    Aim::new("test crate itself, debug", "quickcheck", TESTS, 1.0),
];

impl Aim {
    const fn new(what: &'static str, peer: &'static str, column: Column, at_most: f64) -> Aim {
        Aim { what, peer, column, at_most }
    }

    /// Says nothing of what was not measured.
    fn goal(&self, ours: &Built, built: &[Built]) -> Option<Goal> {
        let Aim { what, peer, column, at_most } = self;
        let theirs = built.iter().find(|one| one.framework == *peer)?;
        let ratio = ours.ratio(theirs, column.of)?;
        let [our_s, their_s] = [ours, theirs].map(|one| one.median(column.of));
        let what = match *at_most {
            1.0 => format!("W9, dream: {what} no dearer than {peer}'s"),
            _ => format!("W9: {what} within {at_most}× of {peer}'s"),
        };
        Some(Goal::new(what, ratio <= *at_most, format!("{ratio:.2}×: {:.1} s, {peer} {:.1} s", our_s?, their_s?)))
    }
}

pub(super) fn of(compared: &[Compared], built: &[Built]) -> Findings {
    let mut goals: Vec<Goal> = compared.iter().filter_map(Compared::goal).collect();
    if let Some(ours) = built.iter().find(|one| one.framework == OURS) {
        goals.extend(few_crates(ours, built));
        goals.extend(AIMS.iter().filter_map(|aim| aim.goal(ours, built)));
    }
    let by_crate = built.iter().filter(|one| one.framework == OURS).flat_map(by_crate_rows);
    Findings {
        rows: compared.iter().map(Compared::row).chain(built.iter().map(Built::row)).chain(by_crate).collect(),
        tables: tables(compared, built),
        goals,
        notes: NOTES.to_owned(),
        ..Findings::default()
    }
}

impl Compared {
    fn goal(&self) -> Option<Goal> {
        let goal = self.goal?;
        let what = match self.problem {
            "derive" => format!("{} derived types within {goal}× of `arbitrary`'s derive", self.items),
            _ => format!("{} generators within {goal}× of as many functions", self.items),
        };
        Some(Goal::new(what, self.ratio <= goal, format!("{:.2}×", self.ratio)))
    }

    fn row(&self) -> Row {
        let row = Row::new()
            .text("framework", self.framework)
            .text("problem", self.problem)
            .text("crate", "")
            .count("items", self.items)
            .optional("cpu_ms", Some(self.cpu_ms), 0)
            .optional("ratio", Some(self.ratio), 2)
            .optional("goal", self.goal, 1);
        built_cells(row, None, None, |_| None)
    }
}

impl Built {
    fn row(&self) -> Row {
        let row = self.head("W9", "");
        built_cells(row, Some(self.crates), Some(self.rounds.len()), |column| self.median(column.of))
    }

    fn head(&self, problem: &str, krate: &str) -> Row {
        Row::new()
            .text("framework", &self.name)
            .text("problem", problem)
            .text("crate", krate)
            .count("items", self.properties)
            .optional("cpu_ms", None, 0)
            .optional("ratio", None, 2)
            .optional("goal", None, 1)
    }

    /// The packages that were compiled, the dearest first, and what is not the compiler's.
    fn packages(&self) -> Vec<String> {
        let rounds = self.rounds.iter().flat_map(|round| [Some(&round.debug), round.release.as_ref()]).flatten();
        let names: BTreeSet<&String> = rounds.flat_map(|clean| clean.by_crate.keys()).collect();
        let mut names: Vec<String> = names.into_iter().cloned().collect();
        let cost = |name: &String| self.median(|round| Some(of_package(&round.debug, name))).unwrap_or(0.0);
        names.sort_by(|one, other| cost(other).total_cmp(&cost(one)));
        names.push(REST.to_owned());
        names
    }

    /// What a package takes in a debug build and in a release build.
    fn of_package(&self, package: &str) -> [Option<f64>; 2] {
        let debug = self.median(|round| Some(of_package(&round.debug, package)));
        let release = self.median(|round| Some(of_package(round.release.as_ref()?, package)));
        [debug, release]
    }

    /// The test crate has a name of its own for each framework.
    fn shown_package(&self, package: &str) -> String {
        let own = package.strip_prefix("tests-") == Some(&self.name);
        if own { "the test crate".to_owned() } else { package.to_owned() }
    }
}

/// What of a build is not the compiler's.
const REST: &str = "Cargo and build scripts";

fn of_package(clean: &Clean, package: &str) -> f64 {
    match package {
        REST => clean.cpu_s - clean.by_crate.values().sum::<f64>(),
        package => clean.by_crate.get(package).copied().unwrap_or(0.0),
    }
}

/// The columns of W9, which all rows have.
fn built_cells(row: Row, crates: Option<u64>, rounds: Option<usize>, figure: impl Fn(&Column) -> Option<f64>) -> Row {
    COLUMNS
        .iter()
        // A digit more than in tables: programs compare them.
        .fold(row, |row, column| row.optional(column.name, figure(column), column.digits + 1))
        .optional("crates", crates.map(|crates| crates as f64), 0)
        .optional("rounds", rounds.map(|rounds| rounds as f64), 0)
}

fn by_crate_rows(built: &Built) -> Vec<Row> {
    let row = |package: &String| {
        let [debug, release] = built.of_package(package);
        let row = built.head("W9, by crate", &built.shown_package(package));
        built_cells(row, None, None, |column| match column.name {
            "debug_s" => debug,
            "release_s" => release,
            _ => None,
        })
    };
    built.packages().iter().map(row).collect()
}

fn tables(compared: &[Compared], built: &[Built]) -> Vec<Table> {
    let mut tables = Vec::new();
    if let Some(first) = built.first() {
        let heads = ["framework"].into_iter().chain(COLUMNS.iter().map(|column| column.head)).chain(["crates"]);
        let title = format!("a test crate of {} properties (W9), s", first.properties);
        let mut table = Table::new(title, heads);
        table.lines = built
            .iter()
            .map(|one| {
                let figures = COLUMNS.iter().map(|column| shown(one.median(column.of), column.digits));
                std::iter::once(one.name.clone()).chain(figures).chain([one.crates.to_string()]).collect()
            })
            .collect();
        tables.push(table);
        tables.extend(by_crate(built));
    }
    if !compared.is_empty() {
        let line = |one: &Compared| {
            let cells = [one.problem.to_owned(), one.framework.to_owned(), format!("{:.0}", one.cpu_ms)];
            [cells.to_vec(), vec![format!("{:.2}×", one.ratio)]].concat()
        };
        let mut table = Table::new("small generators and derived types, CPU ms", ["what", "with", "ms", "ratio"]);
        table.lines = compared.iter().map(line).collect();
        tables.push(table);
    }
    tables
}

/// Where the time of our own builds goes.
fn by_crate(built: &[Built]) -> Option<Table> {
    let ours: Vec<&Built> = built.iter().filter(|one| one.framework == OURS).collect();
    // The one with the most features has all crates.
    let packages = ours.last()?.packages();
    let heads = ours.iter().flat_map(|one| [format!("{}, debug", one.name), format!("{}, release", one.name)]);
    let mut table = Table::new("Mirrorcheck by crate (W9), CPU s", std::iter::once("crate".to_owned()).chain(heads));
    let last = ours.last()?;
    table.lines = packages
        .iter()
        .map(|package| {
            let label = last.shown_package(package);
            let figures = ours.iter().flat_map(|one| {
                let own = one.packages().into_iter().find(|own| one.shown_package(own) == label);
                let figures = own.map_or([None, None], |own| one.of_package(&own));
                figures.map(|figure| shown(figure, 2))
            });
            std::iter::once(label.clone()).chain(figures).collect()
        })
        .collect();
    Some(table)
}

fn shown(figure: Option<f64>, digits: usize) -> String {
    figure.map_or(String::new(), |figure| format!("{figure:.digits$}"))
}

fn few_crates(ours: &Built, built: &[Built]) -> Option<Goal> {
    let theirs = built.iter().find(|one| one.framework == "quickcheck")?.crates;
    let found = format!("{}, quickcheck {theirs}", ours.crates);
    Some(Goal::new("W9: fewer dependencies than quickcheck", ours.crates < theirs, found))
}

#[cfg(test)]
mod tests {
    use super::{Built, Clean, OURS, Round, by_crate, of};

    fn clean(cpu_s: f64, by_crate: &[(&str, f64)]) -> Clean {
        Clean { cpu_s, by_crate: by_crate.iter().map(|&(name, s)| (name.to_owned(), s)).collect() }
    }

    fn built(framework: &'static str, name: &str, rounds: Vec<Round>) -> Built {
        Built { framework, name: name.to_owned(), properties: 50, crates: 3, rounds }
    }

    fn round(cpu_s: f64) -> Round {
        Round { debug: clean(cpu_s, &[]), critical_s: cpu_s, tests_debug_s: cpu_s, ..Round::default() }
    }

    #[test]
    fn ratios_are_taken_within_rounds() {
        // The machine was slow in the second round, and became slow in the third: the ratio of the medians is 0.67.
        let ours = built(OURS, OURS, vec![round(11.0), round(33.0), round(20.0)]);
        let theirs = built("proptest", "proptest", vec![round(10.0), round(30.0), round(30.0)]);
        let goals = of(&[], &[ours, theirs]).goals;
        let debug = goals.iter().find(|goal| goal.what.contains("debug build within")).unwrap();
        assert!(debug.is_met, "{debug:?}");
        assert_eq!(debug.found, "1.10×: 20.0 s, proptest 30.0 s");
        let dream = goals.iter().find(|goal| goal.what.contains("dream: clean debug")).unwrap();
        assert!(!dream.is_met, "{dream:?}");
    }

    #[test]
    fn what_was_not_measured_is_no_goal() {
        let ours = built(OURS, OURS, vec![round(11.0)]);
        assert_eq!(of(&[], &[ours]).goals, []);
        let all = [built(OURS, OURS, vec![round(11.0)]), built("proptest", "proptest", vec![round(10.0)])];
        let goals = of(&[], &all).goals;
        assert!(!goals.is_empty());
        assert!(goals.iter().all(|goal| !goal.what.contains("release")), "{goals:?}");
    }

    #[test]
    fn crates_are_listed_with_the_dearest_first() {
        let mut first = round(10.0);
        first.debug = clean(10.0, &[("mirrorcheck", 6.0), ("tests-mirrorcheck", 3.0)]);
        let mut full = round(14.0);
        full.debug = clean(14.0, &[("mirrorcheck", 2.0), ("syn", 1.0), ("tests-mirrorcheck-full", 9.0)]);
        full.release = Some(clean(20.0, &[("mirrorcheck", 19.0)]));
        let table = by_crate(&[
            built(OURS, OURS, vec![first]),
            built(OURS, "mirrorcheck-full", vec![full]),
            built("proptest", "proptest", vec![round(1.0)]),
        ]);
        let lines: Vec<String> = table.unwrap().lines.iter().map(|line| line.join("|")).collect();
        let expected = [
            "the test crate|3.00||9.00|0.00",
            "mirrorcheck|6.00||2.00|19.00",
            "syn|||1.00|0.00",
            "Cargo and build scripts|1.00||2.00|1.00",
        ];
        assert_eq!(lines, expected);
    }
}
