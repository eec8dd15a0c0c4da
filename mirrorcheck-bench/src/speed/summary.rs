//! What the figures come to: tables for people, and goals.

use super::figure::Figure;
use super::peers::{FLOOR, OURS};
use crate::report::{Findings, Goal, Table};

const NOTES: &str = "
Every side makes all values of a round out of one source, Mirrorcheck in one run; what a run of its own costs is W7b.
ns: CPU nanoseconds a value (W7, W7b: a case), the median over rounds; ratio: the median of each round's ratio.
bolero, quickcheck, crabcheck and arbitrary run on W3 to W6 the same code in direct style as the floor, over their own
source, also where they have combinators (bolero, crabcheck): these rows show what the source costs. The same code over
rand's xoshiro256++ is no framework.
quickcheck: numbers of W1 and W2 are its own, which favour the ends of their types; all other choices go through
            `Gen::choose`.
crabcheck:  one source for all values of a round; its runner seeds a ChaCha8 for each case (W7, W7b).
arbitrary:  random bytes, 64 KiB at a time, whose making counts. In W7 and W7b it is arbtest with as many bytes a case
            as the values need (its default grows to 64 KiB, all of which are made); it has no seed for many cases.
checkito:   all values have full size (by itself it begins with small ones); in W7b it is kept from trying all numbers.
proptest:   the first value of each value tree; words are regular expressions, as its documentation advises.
hegeltest:  values cannot be had outside of a run: cases that draw 100 (W1) or 8 values, the share of the runner
            included; a tenth of the others' values a round. Its numbers favour small ones and the ends of their ranges.
bolero's runner and arbtest cannot be seeded: what they allocate differs a little from run to run.
W7, W7b: overhead_ns is what a case costs beyond the same case by hand; mean_size is the number of cases.
";

const VALUES: [&str; 6] = ["W1", "W2", "W3", "W4", "W5", "W6"];
const RUNS: [&str; 2] = ["W7", "W7b"];
const FRAMEWORKS: [&str; 10] = [
    FLOOR,
    OURS,
    "rand + xoshiro256++",
    "bolero",
    "quickcheck",
    "crabcheck",
    "arbitrary",
    "checkito",
    "proptest",
    "hegeltest",
];

pub(super) fn of(figures: &[Figure]) -> Findings {
    let all = Figures(figures);
    let goals = vec![
        all.near_the_floor(),
        all.runner(),
        all.backward(),
        all.json(),
        all.allocations(),
        all.fixed(),
        all.ahead_of_peers(),
    ];
    let tables = vec![all.costs(), all.memory(), all.taking_apart()];
    Findings {
        rows: figures.iter().map(Figure::row).collect(),
        tables,
        goals,
        notes: NOTES.to_owned(),
        ..Findings::default()
    }
}

/// A figure that is no row.
pub(super) fn told(one: &Figure) -> String {
    let Figure { framework, problem, mean_size, .. } = one;
    let (ns, allocations) = (short(one.ns()), one.memory.allocations);
    let size = if *problem == "W7" { String::new() } else { format!(" of mean size {mean_size:.1}") };
    format!(
        "{framework} cannot make the distribution of {problem}: with its own numbers, values{size} take {ns} ns and {allocations:.1} allocations.\n"
    )
}

struct Figures<'a>(&'a [Figure]);

impl<'a> Figures<'a> {
    /// Making values, or running cases.
    fn made(&self, framework: &str, problem: &str) -> Option<&'a Figure> {
        let what = if RUNS.contains(&problem) { "a case" } else { "forward" };
        self.0.iter().find(|one| {
            one.framework == framework
                && one.problem == problem
                && one.values.starts_with('W')
                && one.what == what
                && one.ratio_to == FLOOR
        })
    }

    fn ours(&self) -> impl Iterator<Item = &'a Figure> {
        self.0.iter().filter(|one| one.framework == OURS)
    }

    fn costs(&self) -> Table {
        let cell = |framework: &str, problem: &str| match self.made(framework, problem) {
            None => String::new(),
            Some(one) if framework == FLOOR => short(one.ns()),
            Some(one) if problem == "W7b" => short(one.overhead_ns.unwrap_or(0.0)),
            Some(one) => format!("{} ({:.2}×)", short(one.ns()), one.ratio()),
        };
        let heads = ["framework", "W1", "W2", "W3", "W4", "W5", "W6", "W7, a case", "W7b, runner a case"];
        self.by_framework("ns a value (ratio to hand-written code)", &heads, VALUES.iter().chain(&RUNS), cell)
    }

    fn memory(&self) -> Table {
        let cell = |framework: &str, problem: &str| {
            self.made(framework, problem).map_or(String::new(), |one| format!("{:.2}", one.memory.allocations))
        };
        let heads = ["framework", "W1", "W2", "W3", "W4", "W5", "W6"];
        self.by_framework("allocations a value", &heads, VALUES.iter(), cell)
    }

    fn by_framework<'n>(
        &self,
        title: &str,
        heads: &[&str],
        problems: impl Iterator<Item = &'n &'n str> + Clone,
        cell: impl Fn(&str, &str) -> String,
    ) -> Table {
        let line = |framework: &&str| {
            let cells = problems.clone().map(|problem| cell(framework, problem));
            std::iter::once((*framework).to_owned()).chain(cells).collect()
        };
        let takes_part = |framework: &&&str| self.0.iter().any(|one| one.framework == **framework);
        Table {
            title: title.to_owned(),
            heads: heads.iter().map(|&head| head.to_owned()).collect(),
            lines: FRAMEWORKS.iter().filter(takes_part).map(line).collect(),
        }
    }

    fn taking_apart(&self) -> Table {
        let line = |one: &Figure| {
            let a_byte = one.ns() / one.mean_size;
            let cost = if one.values.starts_with("text") { format!("{a_byte:.1} a byte") } else { short(one.ns()) };
            let goal = one.ratio_goal().map_or(String::new(), |goal| format!("{goal:.0}×"));
            vec![
                one.values.clone(),
                one.what.replace('_', " "),
                cost,
                format!("{:.2}×", one.ratio()),
                one.ratio_to.to_owned(),
                goal,
            ]
        };
        Table {
            title: "values taken apart (W8), ns".to_owned(),
            heads: ["values", "what", "ns", "ratio", "to", "goal"].map(str::to_owned).to_vec(),
            lines: self.ours().filter(|one| one.problem == "W8").map(line).collect(),
        }
    }

    fn near_the_floor(&self) -> Goal {
        let ours = VALUES.iter().filter_map(|problem| self.made(OURS, problem));
        missed("W1–W6: within 1.2× of hand-written code", ours, name_of)
    }

    fn runner(&self) -> Goal {
        let missing = |one: &Figure| format!("{:.1} ns", one.overhead_ns.unwrap_or(0.0));
        let ours: Vec<&Figure> = self.ours().filter(|one| one.problem == "W7b").collect();
        let found = ours.iter().map(|one| missing(one)).collect::<Vec<_>>().join(", ");
        Goal::new("W7b: at most 5 ns of runner a case", ours.iter().all(|one| one.is_met() == Some(true)), found)
    }

    fn backward(&self) -> Goal {
        let rows = self.ours().filter(|one| one.problem == "W8" && one.values.starts_with('W'));
        missed("W8: backward within 2× of forward on W3 and W5", rows, name_of)
    }

    fn json(&self) -> Goal {
        let is_it = |one: &&Figure| one.values == "text of 1000000 bytes" && one.ratio_to == "serde_json";
        missed("W8: 1 MB of JSON within 20× of serde_json", self.ours().filter(is_it), |one| one.values.clone())
    }

    fn allocations(&self) -> Goal {
        let made: Vec<&Figure> = VALUES.iter().filter_map(|problem| self.made(OURS, problem)).collect();
        // Who makes W6 needs types on the way, by hand as well.
        let by_hand = |one: &Figure| self.made(FLOOR, one.problem).map_or(0.0, |floor| 1.1 * floor.memory.allocations);
        let is_more =
            |one: &&&Figure| one.memory.allocations > one.memory.own + 0.005 && one.memory.allocations > by_hand(one);
        let missing: Vec<String> = made
            .iter()
            .filter(is_more)
            .map(|one| format!("{} {:.2} instead of {:.2}", one.problem, one.memory.allocations, one.memory.own))
            .collect();
        Goal::without("W1–W6: no allocation beyond the value's own", &missing, "none")
    }

    fn fixed(&self) -> Goal {
        let rows: Vec<&Figure> = self.ours().filter(|one| one.problem == "W7_fixed").collect();
        let found = rows.iter().map(|one| format!("{:.0} µs", one.ns() / 1_000.0)).collect::<Vec<_>>().join(", ");
        let is_met = rows.iter().all(|one| one.is_met() == Some(true));
        Goal::new("a fixed cost of a property below 200 µs", is_met, found)
    }

    /// Ahead of every peer, hand-written code on other sources included.
    fn ahead_of_peers(&self) -> Goal {
        let missing: Vec<String> = VALUES.iter().chain(&RUNS).filter_map(|problem| self.behind(problem)).collect();
        Goal::without("ahead of every peer on W1–W7b", &missing, "everywhere")
    }

    fn behind(&self, problem: &str) -> Option<String> {
        let ours = self.made(OURS, problem)?;
        let is_ahead = |framework: &&&str| {
            let other = self.made(framework, problem);
            **framework != FLOOR && other.is_some_and(|other| other.ns() < ours.ns())
        };
        let ahead: Vec<String> = FRAMEWORKS
            .iter()
            .filter(is_ahead)
            .filter_map(|framework| Some(format!("{framework} ({:.2}×)", self.made(framework, problem)?.ratio())))
            .collect();
        (!ahead.is_empty()).then(|| format!("{problem} ({:.2}×): {}", ours.ratio(), ahead.join(", ")))
    }
}

fn name_of(one: &Figure) -> String {
    match (one.problem, one.what) {
        ("W8", what) => format!("{} {}", one.values, what.replace('_', " ")),
        (problem, _) => problem.to_owned(),
    }
}

/// The ratios of all, and of those beyond their limits where there are any.
fn missed<'a>(what: &str, rows: impl Iterator<Item = &'a Figure>, name: impl Fn(&Figure) -> String) -> Goal {
    let rows: Vec<&Figure> = rows.collect();
    let shown = |one: &&&Figure| format!("{} {:.2}×", name(one), one.ratio());
    let missing: Vec<String> = rows.iter().filter(|one| one.is_met() == Some(false)).map(|one| shown(&one)).collect();
    let all: Vec<String> = rows.iter().map(|one| shown(&one)).collect();
    Goal::without(what, &missing, all.join(", "))
}

/// Three digits are enough.
fn short(ns: f64) -> String {
    match ns {
        ns if ns < 10.0 => format!("{ns:.2}"),
        ns if ns < 100.0 => format!("{ns:.1}"),
        ns => format!("{ns:.0}"),
    }
}
