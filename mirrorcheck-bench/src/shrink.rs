//! E1: how small the failures become that a framework reports, and at what cost.
//!
//! Every framework searches and shrinks by itself, with its own runner and the seeds 0, 1, 2, …, on the same plain data
//! and the same properties. Sizes and minima are judged here, not by the framework.

mod frameworks;
mod from_value;
mod problems;
mod verdict;

use std::collections::BTreeSet;
use std::time::Duration;

use arbtest::Arbtest;
use bolero::Bolero;
use checkito::Checkito;
use crabcheck::Crabcheck;
use frameworks::{Found, arbtest, bolero, checkito, crabcheck, hegeltest, mirrorcheck, proptest, quickcheck};
use hegeltest::Hegeltest;
use mirrorcheck::Mirrorcheck;
use problems::Problem;
use problems::bound5::{Bound5, Bound5Max1};
use problems::calculator::Calculator;
use problems::difference::{One1000, OneFull, Small1000, SmallFull, Zero1000, ZeroFull};
use problems::heap::BinHeap;
use problems::language::Parser;
use problems::lists::*;
use proptest::Proptest;
use quickcheck::Quickcheck;
use verdict::Cell;

use crate::arguments::{Arguments, From};
use crate::cpu;
use crate::report::{Findings, Row};
use crate::statistics::{deviation, mean};

const CAVEATS: &str = "
minimal, distinct, mean size, mean execs: of those found. distinct: how many different results there are.
mean execs: calls of the property after the first one that fails. Where a precondition is in the property (quickcheck,
            checkito), inputs that do not meet it count; where it is in the generator, they never reach the property.
            Those of hegeltest, crabcheck, bolero and arbtest include one or two to see whether the failure is stable.
cpu ms: to find and to shrink, a seed; also of seeds that find nothing. From a value, to shrink only. Of what takes less
            than 2 ms, the least of four runs.
worst: the largest result that is not minimal.
proptest stops after 40,000 executions, four times the cases, as it does by itself; crabcheck after 10,000 or a
minute, so that its executions on large_union_list are not quite the same on a second run. All other counts are.
bolero and arbtest take their seeds from the operating system and stop by the clock, so that their loops over cases
are written here, with seeds. bolero: the cases, the bytes that are shrunk and the shrinker are its own; the shrinker
is not stopped after a second, but goes on to its end. Cases that a filter leaves out are among the 10,000.
arbtest: the bytes of a seed are its own. As it does, it searches with three seeds of each size from 32 bytes on, which
grows by a quarter up to 65,536; and it minimises by other seeds of half the size, of nine tenths of it, of one byte
less, going on to the next rule after a fifth of all tries without success. It does so for 100,000 tries instead of the
100 ms that it has by itself (ten times as many did not make more results minimal), and uses all of them. A case
that has too few bytes, or does not meet a precondition, is a call of the property.
The seeds of checkito are multiplied, because neighbouring ones have nearly all cases in common.
Shrinkers of quickcheck and crabcheck for calculator, binheap, lengthlist and parser are written by hand, and so are
those of quickcheck for lists and numbers within a range.
A size is a count, but for difference_*, where it is the sum of the two numbers.
";

/// How many characters of a result are shown.
const SHOWN: usize = 150;

/// Runs the experiment.
pub(crate) fn run(arguments: &Arguments) -> Result<Findings, String> {
    let findings = match arguments.from {
        From::Choices => from_choices(arguments),
        From::Value => from_value::run(arguments),
    };
    if findings.rows.is_empty() {
        Err("there is no such problem or framework".to_owned())
    } else {
        Ok(Findings { notes: CAVEATS.to_owned(), ..findings })
    }
}

fn from_choices(arguments: &Arguments) -> Findings {
    let seeds = arguments.seeds.unwrap_or(50);
    let (mut rows, mut cells) = (Vec::new(), Vec::new());
    for entry in entries().into_iter().filter(|entry| is_wanted(&arguments.only, entry.problem)) {
        // All of it takes minutes.
        eprintln!("{} …", entry.problem);
        for (framework, run) in entry.runs {
            if arguments.wants_framework(framework) {
                // What is done once in a process is not a cost of the first seed.
                run(seeds);
                let ran: Vec<Ran> = (0..seeds).map(run).collect();
                let summary = Summary::new(&ran);
                rows.push(summary.row(framework, entry.problem, "choices").text("worst", summary.worst()));
                cells.push(summary.cell(framework, entry.problem));
            }
        }
    }
    Findings { rows, tables: verdict::tables(&cells), goals: verdict::goals(&cells), ..Findings::default() }
}

fn is_wanted(wanted: &Option<String>, name: &str) -> bool {
    wanted.as_ref().is_none_or(|wanted| wanted == name)
}

/// What to run for one problem.
struct Entry {
    problem: &'static str,
    runs: Vec<(&'static str, Run)>,
}

/// Searches and shrinks with this seed.
type Run = fn(u64) -> Ran;

struct Ran {
    cpu: Duration,
    judged: Option<Judged>,
}

struct Judged {
    is_minimal: bool,
    size: f64,
    executions: u64,
    shown: String,
}

/// A problem that every framework has a generator for.
trait Everywhere: Mirrorcheck + Proptest + Quickcheck + Hegeltest + Checkito + Crabcheck + Bolero + Arbtest {}

impl<P: Mirrorcheck + Proptest + Quickcheck + Hegeltest + Checkito + Crabcheck + Bolero + Arbtest> Everywhere for P {}

fn entries() -> Vec<Entry> {
    vec![
        entry::<Reverse>(),
        entry::<LargeUnionList>(),
        entry::<LengthList>(),
        entry::<Bound5>(),
        entry::<Bound5Max1>(),
        entry::<Calculator>(),
        entry::<BinHeap>(),
        entry::<Coupling>(),
        entry::<Deletion>(),
        entry::<Deletion100>(),
        entry::<Distinct>(),
        entry::<NestedLists>(),
        entry::<Zero1000>(),
        entry::<ZeroFull>(),
        entry::<Small1000>(),
        entry::<SmallFull>(),
        entry::<One1000>(),
        entry::<OneFull>(),
        entry::<Parser>(),
    ]
}

fn entry<P: Everywhere>() -> Entry {
    let runs: Vec<(&'static str, Run)> = vec![
        ("mirrorcheck", |seed| judged::<P>(|| mirrorcheck::run::<P>(seed))),
        ("proptest", |seed| judged::<P>(|| proptest::run::<P>(seed))),
        ("quickcheck", |seed| judged::<P>(|| quickcheck::run::<P>(seed))),
        ("hegeltest", |seed| judged::<P>(|| hegeltest::run::<P>(seed))),
        ("checkito", |seed| judged::<P>(|| checkito::run::<P>(seed))),
        ("crabcheck", |seed| judged::<P>(|| crabcheck::run::<P>(seed))),
        ("bolero", |seed| judged::<P>(|| bolero::run::<P>(seed))),
        ("arbtest", |seed| judged::<P>(|| arbtest::run::<P>(seed))),
    ];
    Entry { problem: P::NAME, runs }
}

fn judged<P: Problem>(run: impl Fn() -> Option<Found<P::Input>>) -> Ran {
    let timed = || {
        let before = cpu::process();
        let found = run();
        (cpu::process() - before, found)
    };
    let (first, found) = timed();
    let cpu = cpu::least_if_short(first, || timed().0);
    Ran { cpu, judged: found.map(|Found { value, executions }| Judged::new::<P>(&value, executions)) }
}

impl Judged {
    fn new<P: Problem>(value: &P::Input, executions: u64) -> Judged {
        Judged { is_minimal: P::is_minimal(value), size: P::size(value), executions, shown: format!("{value:?}") }
    }
}

/// What all seeds gave together.
struct Summary<'r> {
    ran: &'r [Ran],
    found: Vec<&'r Judged>,
    sizes: Vec<f64>,
}

impl<'r> Summary<'r> {
    fn new(ran: &'r [Ran]) -> Summary<'r> {
        let found: Vec<&Judged> = ran.iter().filter_map(|ran| ran.judged.as_ref()).collect();
        let sizes = found.iter().map(|judged| judged.size).collect();
        Summary { ran, found, sizes }
    }

    fn cell(&self, framework: &'static str, problem: &'static str) -> Cell {
        let executions: Vec<f64> = self.found.iter().map(|judged| judged.executions as f64).collect();
        let cpu: Vec<f64> = self.ran.iter().map(|ran| ran.cpu.as_secs_f64() * 1e3).collect();
        let distinct: BTreeSet<&str> = self.found.iter().map(|judged| judged.shown.as_str()).collect();
        Cell {
            framework,
            problem,
            seeds: self.ran.len(),
            found: self.found.len(),
            minimal: self.found.iter().filter(|judged| judged.is_minimal).count(),
            distinct: distinct.len(),
            executions: mean(&executions),
            cpu_ms: mean(&cpu).unwrap_or(f64::NAN),
        }
    }

    fn row(&self, framework: &'static str, problem: &'static str, from: &str) -> Row {
        let cell = self.cell(framework, problem);
        Row::new()
            .text("framework", framework)
            .text("problem", problem)
            .text("from", from)
            .count("seeds", cell.seeds as u64)
            .count("found", cell.found as u64)
            .count("minimal", cell.minimal as u64)
            .optional("mean_size", mean(&self.sizes), 2)
            .optional("sd_size", deviation(&self.sizes), 2)
            .optional("mean_execs", cell.executions, 1)
            .count("distinct", cell.distinct as u64)
            .number("cpu_ms", cell.cpu_ms, 3)
    }

    /// The largest of the results that are not minimal, for a start to see why.
    fn worst(&self) -> String {
        let left_over = self.found.iter().filter(|judged| !judged.is_minimal);
        let worst = left_over.max_by(|one, other| one.size.total_cmp(&other.size));
        worst.map_or(String::new(), |judged| shortened(&judged.shown))
    }
}

fn shortened(shown: &str) -> String {
    match shown.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &shown[..end]),
        None => shown.to_owned(),
    }
}
