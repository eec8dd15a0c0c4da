//! What compiling comes to.

use super::Compared;
use super::w9::{Built, OURS};
use crate::report::{Findings, Goal, Row, Table};

const NOTES: &str = "
All figures are CPU time, of all processes together.
compile, derive: only the crate with the functions or types is compiled, without optimisation.
W9: a test crate of fifty properties (pairs of numbers, lists, texts, a list with an index into it, search trees,
    expressions), with everything that it depends on; each framework with the features that it has by itself, written as
    its documentation advises, with shrinkers where they are written by hand (quickcheck, crabcheck). clean_s is
    `cargo test --no-run`, release_s the same with `--release`, incremental_s the first again after one property
    was touched. The nested build of hegeltest counts, the crates of it do not.
";

pub(super) fn of(compared: &[Compared], built: &[Built]) -> Findings {
    let mut goals: Vec<Goal> = compared.iter().filter_map(Compared::goal).collect();
    if let Some(ours) = built.iter().find(|one| one.framework == OURS) {
        goals.push(few_crates(ours, built));
        goals.push(cheap(ours, built, "W9: the cheapest clean release build after arbitrary's", |one| one.release_s));
        goals.push(cheap(ours, built, "W9: the cheapest clean debug build after arbitrary's", |one| one.clean_s));
    }
    Findings {
        rows: compared.iter().map(Compared::row).chain(built.iter().map(Built::row)).collect(),
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
            .count("items", self.items)
            .optional("cpu_ms", Some(self.cpu_ms), 0)
            .optional("ratio", Some(self.ratio), 2)
            .optional("goal", self.goal, 1);
        ["clean_s", "release_s", "incremental_s", "crates"]
            .into_iter()
            .fold(row, |row, name| row.optional(name, None, 0))
    }
}

impl Built {
    fn row(&self) -> Row {
        Row::new()
            .text("framework", self.framework)
            .text("problem", "W9")
            .count("items", self.properties)
            .optional("cpu_ms", None, 0)
            .optional("ratio", None, 2)
            .optional("goal", None, 1)
            .optional("clean_s", Some(self.clean_s), 2)
            .optional("release_s", Some(self.release_s), 2)
            .optional("incremental_s", Some(self.incremental_s), 2)
            .optional("crates", Some(self.crates as f64), 0)
    }
}

fn tables(compared: &[Compared], built: &[Built]) -> Vec<Table> {
    let heads = |heads: &[&str]| heads.iter().map(|&head| head.to_owned()).collect();
    let mut tables = Vec::new();
    if !built.is_empty() {
        let line = |one: &Built| {
            let seconds = [one.clean_s, one.release_s, one.incremental_s].map(|seconds| format!("{seconds:.1}"));
            let ends = [vec![one.framework.to_owned()], seconds.to_vec(), vec![one.crates.to_string()]];
            ends.concat()
        };
        tables.push(Table {
            title: "a test crate of 50 properties (W9), CPU s".to_owned(),
            heads: heads(&["framework", "clean", "clean, release", "one property touched", "crates"]),
            lines: built.iter().map(line).collect(),
        });
    }
    if !compared.is_empty() {
        let line = |one: &Compared| {
            let cells = [one.problem.to_owned(), one.framework.to_owned(), format!("{:.0}", one.cpu_ms)];
            [cells.to_vec(), vec![format!("{:.2}×", one.ratio)]].concat()
        };
        tables.push(Table {
            title: "small generators and derived types, CPU ms".to_owned(),
            heads: heads(&["what", "with", "ms", "ratio"]),
            lines: compared.iter().map(line).collect(),
        });
    }
    tables
}

fn few_crates(ours: &Built, built: &[Built]) -> Goal {
    let theirs = built.iter().find(|one| one.framework == "quickcheck").map(|one| one.crates);
    let found = theirs.map_or(String::new(), |theirs| format!(", quickcheck {theirs}"));
    let is_met = theirs.is_some_and(|theirs| ours.crates < theirs);
    Goal::new("W9: fewer dependencies than quickcheck", is_met, format!("{}{found}", ours.crates))
}

fn cheap(ours: &Built, built: &[Built], what: &str, cost: impl Fn(&Built) -> f64) -> Goal {
    let cheaper = built.iter().filter(|one| one.framework != "arbitrary" && cost(one) < cost(ours));
    let missing: Vec<String> = cheaper.map(|one| format!("{} {:.1} s", one.framework, cost(one))).collect();
    let found = format!("{:.1} s", cost(ours));
    match missing.is_empty() {
        true => Goal::new(what, true, found),
        false => Goal::new(what, false, format!("{found}; cheaper: {}", missing.join(", "))),
    }
}
