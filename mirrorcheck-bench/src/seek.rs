//! `seek` on forward generators of different kinds: how many values are found again, in how many runs, with and without
//! what it learns about the generator; and whether shrinking a value from outside ends where shrinking recorded choices
//! does.

mod generators;

use std::fmt::Debug;

use mirrorcheck::prelude::*;
use mirrorcheck::{Seeker, Shrinker, Sought};

use crate::arguments::Arguments;
use crate::cpu;
use crate::report::{Findings, Goal, Row, Table};
use generators::Visitor;

/// Nominal numbers of choices, and the share of values that is to be found at each.
const SIZES: [(usize, f64); 4] = [(5, 0.97), (10, 0.95), (30, 0.90), (100, 0.75)];
/// Values of each generator that are looked for.
const GOALS: u64 = 4;
/// How often the generator may run for one value.
const RUNS: u64 = 20_000;
/// The first seed of the values. Learning uses others.
const SEED: u64 = 1_000_000;
/// CPU seconds after which no other value of a generator is looked for.
const SECONDS: f64 = 4.0;
/// Up to this size, values are shrunk, too.
const SHRUNK: usize = 10;
/// How many values may be tested while one is shrunk.
const EXECUTIONS: u64 = 2_000;

/// Runs the experiment.
#[expect(clippy::unnecessary_wraps, reason = "an experiment can fail")]
pub(crate) fn run(arguments: &Arguments) -> Result<Findings, String> {
    let goals = arguments.seeds.unwrap_or(if arguments.quick { 1 } else { GOALS });
    let sizes = if arguments.quick { &SIZES[..2] } else { &SIZES[..] };
    let runs = if arguments.quick { RUNS / 10 } else { RUNS };
    let seconds = arguments.seconds.unwrap_or(SECONDS);
    let mut experiment = Experiment { arguments, goals, sizes, runs, seconds, cells: Vec::new() };
    generators::all(&mut experiment);
    let cells = experiment.cells;
    let generators = cells.iter().filter(|cell| cell.size == sizes[0].0).count();
    let mut reached = Vec::new();
    let mut table = Table::new(
        format!("Values of {generators} forward generators, found again by `seek` in {runs} runs at most"),
        ["choices", "found", "all found", "without learning", "median runs", "without learning", "µs a run"],
    );
    for &(size, goal) in sizes {
        let here: Vec<&Cell> = cells.iter().filter(|cell| cell.size == size).collect();
        let (learnt, bare) = (mean(&here, |cell| &cell.learnt), mean(&here, |cell| &cell.bare));
        let all = here.iter().filter(|cell| cell.learnt.share() == 1.0).count();
        let medians = [median(&here, |cell| &cell.learnt), median(&here, |cell| &cell.bare)];
        let micros = here.iter().map(|cell| cell.learnt.micros()).sum::<f64>() / here.len().max(1) as f64;
        let percent = |share: f64| format!("{:.0} %", 100.0 * share);
        let line = [
            size.to_string(),
            percent(learnt),
            all.to_string(),
            percent(bare),
            medians[0].to_string(),
            medians[1].to_string(),
            format!("{micros:.0}"),
        ];
        table.lines.push(line.to_vec());
        let what = format!("{} of the values of {size} choices are found", percent(goal));
        reached.push(Goal::new(what, learnt >= goal, percent(learnt)));
    }
    let (same, shrunk) = cells.iter().fold((0, 0), |(same, all), cell| (same + cell.same, all + cell.shrunk));
    reached.push(Goal::new(
        "shrinking a value ends where shrinking its recorded choices does",
        same == shrunk,
        format!("{same} of {shrunk}"),
    ));
    let rows = cells.iter().map(Cell::row).collect();
    let notes = "Medians are over the values that were found. `found` is the mean of the shares of all generators.\n";
    Ok(Findings { rows, tables: vec![table], goals: reached, notes: notes.to_owned(), ..Findings::default() })
}

/// What was found of one generator at one size.
struct Cell {
    name: &'static str,
    size: usize,
    learnt: Tally,
    bare: Tally,
    /// How many values were shrunk both ways, and for how many of them that came to the same.
    shrunk: u64,
    same: u64,
}

#[derive(Default)]
struct Tally {
    tried: u64,
    /// The runs for each value that was found.
    found: Vec<u64>,
    runs: u64,
    seconds: f64,
}

impl Tally {
    fn share(&self) -> f64 {
        self.found.len() as f64 / self.tried.max(1) as f64
    }

    fn micros(&self) -> f64 {
        self.seconds * 1e6 / self.runs.max(1) as f64
    }

    fn median(&self) -> Option<f64> {
        let mut runs = self.found.clone();
        runs.sort_unstable();
        runs.get(runs.len() / 2).map(|runs| *runs as f64)
    }
}

impl Cell {
    fn row(&self) -> Row {
        Row::new()
            .text("generator", self.name)
            .count("choices", self.size as u64)
            .count("values", self.learnt.tried)
            .count("found", self.learnt.found.len() as u64)
            .optional("median_runs", self.learnt.median(), 0)
            .count("values_bare", self.bare.tried)
            .count("found_bare", self.bare.found.len() as u64)
            .optional("median_runs_bare", self.bare.median(), 0)
            .number("us_a_run", self.learnt.micros(), 1)
            .count("shrunk", self.shrunk)
            .count("same_minimum", self.same)
    }
}

fn mean(cells: &[&Cell], tally: impl Fn(&Cell) -> &Tally) -> f64 {
    cells.iter().map(|cell| tally(cell).share()).sum::<f64>() / cells.len().max(1) as f64
}

fn median(cells: &[&Cell], tally: impl Fn(&Cell) -> &Tally) -> u64 {
    let mut runs: Vec<u64> = cells.iter().flat_map(|cell| tally(cell).found.iter().copied()).collect();
    runs.sort_unstable();
    runs.get(runs.len() / 2).copied().unwrap_or(0)
}

struct Experiment<'a> {
    arguments: &'a Arguments,
    goals: u64,
    sizes: &'a [(usize, f64)],
    runs: u64,
    seconds: f64,
    cells: Vec<Cell>,
}

impl Visitor for Experiment<'_> {
    fn visit<G: Generator>(&mut self, name: &'static str, make: impl Fn(usize) -> G)
    where
        G::Value: Debug + PartialEq,
    {
        if self.arguments.only.as_ref().is_some_and(|only| only != name) {
            return;
        }
        for &(size, _) in self.sizes {
            let generator = make(size);
            let mut cell = Cell { name, size, learnt: Tally::default(), bare: Tally::default(), shrunk: 0, same: 0 };
            let found = self.tally(&generator, Seeker::new(&generator), &mut cell.learnt);
            self.tally(&generator, Seeker::new(&generator).learn(0), &mut cell.bare);
            for (seed, choices) in found.iter().filter(|_| size <= SHRUNK) {
                cell.shrunk += 1;
                cell.same += u64::from(shrinks_alike(&generator, *seed, choices));
            }
            self.cells.push(cell);
        }
    }
}

impl Experiment<'_> {
    /// Looks for values of seeds that nobody has seen; gives the choices of those that are found.
    fn tally<G: Generator>(&self, generator: &G, seeker: Seeker<'_, G>, tally: &mut Tally) -> Vec<(u64, Choices)>
    where
        G::Value: Debug + PartialEq,
    {
        let mut seeker = seeker.runs(self.runs);
        let mut all = Vec::new();
        for seed in SEED..SEED + self.goals {
            let value = generator.sample(seed);
            let start = cpu::thread();
            let sought = seeker.seek(&value);
            tally.seconds += (cpu::thread() - start).as_secs_f64();
            tally.tried += 1;
            tally.runs += sought.runs();
            if let Sought::Found { choices, runs } = sought {
                assert!(generator.replay(&choices).is_ok_and(|made| made == value), "the choices make the value");
                tally.found.push(runs);
                all.push((seed, choices));
            }
            if tally.seconds > self.seconds {
                break;
            }
        }
        all
    }
}

/// Whether shrinking from the choices that were found ends where shrinking from the recorded ones does.
fn shrinks_alike<G: Generator>(generator: &G, seed: u64, found: &Choices) -> bool
where
    G::Value: Debug + PartialEq,
{
    let half = format!("{:?}", generator.sample(seed)).len() / 2;
    let shrunk = |choices: &Choices| {
        let shrinker = Shrinker::new(generator).executions(EXECUTIONS).time(std::time::Duration::MAX);
        shrinker.shrink_choices(choices, |value| format!("{value:?}").len() >= half).ok().map(|shrunk| shrunk.value)
    };
    let (from_value, from_choices) = (shrunk(found), shrunk(&generator.randomness(seed)));
    from_value.is_some() && from_value == from_choices
}
