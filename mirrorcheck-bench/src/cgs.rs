//! E2: how many different valid values are found in the same CPU time, by rejection and by choice gradients.
//!
//! Samplers run one after another, with the same counting of what is different, which is a part of their time. What
//! they have found by then is written down at points of time, because counts saturate.

mod problems;
mod samplers;

use std::collections::HashSet;

use mirrorcheck::Lab;
use problems::Problem;
use problems::avl::Avl;
use problems::bst::Bst;
use problems::sorted::Sorted;
use problems::stlc::Stlc;
use samplers::{plain, rejection};

use crate::arguments::Arguments;
use crate::cpu;
use crate::plot::{Figure, Marks, Panel};
use crate::report::{Findings, Goal, Row, Table};
use crate::statistics::{deviation, mean};

/// CPU seconds of a cell.
const SECONDS: f64 = 20.0;
const TRIALS: u64 = 10;
/// The number of points on a curve.
const POINTS: usize = 40;
/// For how many seconds a sampler runs, about, without a look at the clock, which is not cheap.
const STRETCH: f64 = 1e-3;
/// The samplers: `plain` is the dissertation's algorithm, `cgs` the library's.
const SAMPLERS: [&str; 3] = ["rejection", "plain", "cgs"];
const REJECTION: usize = 0;
const PLAIN: usize = 1;
const CGS: usize = 2;

/// Runs the experiment.
pub(crate) fn run(arguments: &Arguments) -> Result<Findings, String> {
    let plan = Plan {
        trials: arguments.seeds.unwrap_or(TRIALS),
        seconds: arguments.seconds.unwrap_or(SECONDS),
        only: arguments.only.clone(),
    };
    let cells = [measure::<Bst>(&plan), measure::<Sorted>(&plan), measure::<Avl>(&plan), measure::<Stlc>(&plan)];
    let measured: Vec<Measured> = cells.into_iter().flatten().collect();
    if measured.is_empty() {
        return Err("there is no such problem: BST, SORTED, AVL and STLC are".to_owned());
    }
    let rows = measured.iter().map(|measured| measured.row(&plan)).collect();
    // Half a figure is none.
    let figures = match plan.only {
        None => vec![("cgs-curves.svg", curves(&measured, &plan)), ("cgs-sizes.svg", sizes(&measured))],
        Some(_) => Vec::new(),
    };
    let goals = measured.iter().flat_map(Measured::goals).collect();
    Ok(Findings { rows, tables: vec![table(&measured, &plan)], goals, notes: notes(&plan), figures })
}

struct Plan {
    trials: u64,
    seconds: f64,
    only: Option<String>,
}

/// What came out for one problem.
struct Measured {
    problem: &'static str,
    goal: f64,
    all: Option<u64>,
    samplers: [Vec<Trial>; SAMPLERS.len()],
}

/// What one sampler found in one trial.
struct Trial {
    /// How many different values, at points of time.
    curve: [u64; POINTS],
    /// How many of the size 0, 1, 2, …
    sizes: Vec<u64>,
}

fn measure<P: Problem>(plan: &Plan) -> Option<Measured> {
    if plan.only.as_ref().is_some_and(|only| only != P::NAME) {
        return None;
    }
    let mut samplers: [Vec<Trial>; SAMPLERS.len()] = Default::default();
    let valid = P::generator().valid(P::is_valid);
    for trial in 0..plan.trials {
        // All of it takes more than half an hour.
        eprintln!("{}, trial {} …", P::NAME, trial + 1);
        samplers[REJECTION].push(search::<P>(rejection::<P>(trial), plan.seconds));
        samplers[PLAIN].push(search::<P>(plain::<P>(trial), plan.seconds));
        samplers[CGS].push(search::<P>(valid.samples(trial), plan.seconds));
    }
    Some(Measured { problem: P::NAME, goal: P::GOAL, all: P::all(), samplers })
}

fn search<P: Problem>(mut sampler: impl Iterator<Item = P::Value>, seconds: f64) -> Trial {
    let start = cpu::process();
    let mut found = HashSet::new();
    let mut curve = Vec::with_capacity(POINTS);
    let (mut looked_at, mut stretch) = (0.0, 1);
    while curve.len() < POINTS {
        // What is found in a stretch counts from its end on.
        let before = found.len() as u64;
        let is_over = (0..stretch).any(|_| match sampler.next() {
            Some(value) => {
                found.insert(value);
                false
            }
            None => true,
        });
        let now = (cpu::process() - start).as_secs_f64();
        let point = |i: usize| seconds * (i + 1) as f64 / POINTS as f64;
        while curve.len() < POINTS && point(curve.len()) <= now {
            curve.push(before);
        }
        if is_over {
            curve.resize(POINTS, found.len() as u64);
        }
        stretch = if now - looked_at < STRETCH { stretch * 2 } else { (stretch / 2).max(1) };
        looked_at = now;
    }
    let mut sizes = Vec::new();
    for size in found.iter().map(P::size) {
        sizes.resize(sizes.len().max(size + 1), 0);
        sizes[size] += 1;
    }
    Trial { curve: std::array::from_fn(|i| curve[i]), sizes }
}

impl Trial {
    fn count(&self) -> f64 {
        self.curve[POINTS - 1] as f64
    }

    fn mean_size(&self) -> f64 {
        let sum: u64 = self.sizes.iter().zip(0..).map(|(count, size)| count * size).sum();
        sum as f64 / self.sizes.iter().sum::<u64>().max(1) as f64
    }
}

impl Measured {
    fn counts(&self, sampler: usize) -> Vec<f64> {
        self.samplers[sampler].iter().map(Trial::count).collect()
    }

    fn count(&self, sampler: usize) -> f64 {
        mean(&self.counts(sampler)).unwrap_or(f64::NAN)
    }

    fn ratio(&self, sampler: usize) -> f64 {
        self.count(sampler) / self.count(REJECTION)
    }

    fn mean_size(&self, sampler: usize) -> f64 {
        let sizes: Vec<f64> = self.samplers[sampler].iter().map(Trial::mean_size).collect();
        mean(&sizes).unwrap_or(f64::NAN)
    }

    /// The mean of all trials.
    fn curve(&self, sampler: usize) -> Vec<f64> {
        let trials = &self.samplers[sampler];
        let at = |i: usize| trials.iter().map(|trial| trial.curve[i] as f64).sum::<f64>() / trials.len() as f64;
        (0..POINTS).map(at).collect()
    }

    /// The share of every size, all trials together, in percent.
    fn shares(&self, sampler: usize) -> Vec<f64> {
        let trials = &self.samplers[sampler];
        let largest = trials.iter().map(|trial| trial.sizes.len()).max().unwrap_or(0);
        let of = |size: usize| trials.iter().filter_map(|trial| trial.sizes.get(size)).sum::<u64>() as f64;
        let total: f64 = (0..largest).map(of).sum();
        (0..largest).map(|size| 100.0 * of(size) / total.max(1.0)).collect()
    }

    fn row(&self, plan: &Plan) -> Row {
        // Of one trial it says nothing.
        let spread = |sampler| deviation(&self.counts(sampler)).filter(|_| plan.trials > 1);
        Row::new()
            .text("problem", self.problem)
            .count("trials", plan.trials)
            .number("seconds", plan.seconds, 2)
            .number("rejection", self.count(REJECTION), 1)
            .optional("rejection_sd", spread(REJECTION), 1)
            .number("plain", self.count(PLAIN), 1)
            .optional("plain_sd", spread(PLAIN), 1)
            .number("cgs", self.count(CGS), 1)
            .optional("cgs_sd", spread(CGS), 1)
            .optional("all", self.all.map(|all| all as f64), 0)
            .number("plain_ratio", self.ratio(PLAIN), 2)
            .number("ratio", self.ratio(CGS), 2)
            .number("goal", self.goal, 1)
            .number("rejection_size", self.mean_size(REJECTION), 2)
            .number("plain_size", self.mean_size(PLAIN), 2)
            .number("cgs_size", self.mean_size(CGS), 2)
            .list("rejection_curve", self.curve(REJECTION), 1)
            .list("plain_curve", self.curve(PLAIN), 1)
            .list("cgs_curve", self.curve(CGS), 1)
    }

    fn goals(&self) -> [Goal; 2] {
        let [rejection, ours] = [REJECTION, CGS].map(|sampler| self.mean_size(sampler));
        let (ratio, goal) = (self.ratio(CGS), self.goal);
        [
            Goal::new(
                format!("{}, more than {goal:.1} times rejection", self.problem),
                ratio > goal,
                format!("{ratio:.2}"),
            ),
            Goal::new(
                format!("{}, values as large as those of rejection", self.problem),
                ours >= rejection,
                format!("{ours:.2} to {rejection:.2}"),
            ),
        ]
    }
}

fn table(measured: &[Measured], plan: &Plan) -> Table {
    let heads =
        ["", "rejection", "plain CGS", "`g.valid(p)`", "times rejection", "the seeds' ratio or goal", "all there are"];
    let title = format!("Different valid values in {} CPU s, mean of {} trials ± sd", plan.seconds, plan.trials);
    let mut table = Table::new(title, heads);
    for measured in measured {
        let counted = |sampler| {
            let spread = deviation(&measured.counts(sampler)).unwrap_or(0.0);
            format!("{:.0} ± {spread:.0}", measured.count(sampler))
        };
        table.lines.push(vec![
            measured.problem.to_owned(),
            counted(REJECTION),
            counted(PLAIN),
            counted(CGS),
            format!("{:.1}", measured.ratio(CGS)),
            format!("{:.1}", measured.goal),
            measured.all.map_or("-".to_owned(), |all| all.to_string()),
        ]);
    }
    table
}

fn notes(plan: &Plan) -> String {
    format!(
        "
rejection, plain, cgs: different valid values in {} CPU seconds, the mean of all trials; sd: the standard deviation.
all: how many valid values there are. ratio, plain ratio: to rejection. size: the mean of the values found.
plain is the algorithm of the dissertation on public derivatives, which are sampled several times more slowly than the
generator itself; cgs is what `g.valid(pred).samples(seed)` gives.
cargo run --release -p mirrorcheck-bench -- cgs --seeds {} --seconds {}
",
        plan.seconds, plan.trials, plan.seconds
    )
}

fn curves(measured: &[Measured], plan: &Plan) -> String {
    let line = |measured: &Measured, sampler| {
        let times = (1..=POINTS).map(|i| plan.seconds * i as f64 / POINTS as f64);
        let points = times.zip(measured.curve(sampler));
        (sampler, Marks::Line(std::iter::once((0.0, 0.0)).chain(points).collect()))
    };
    let panel = |measured: &Measured| Panel {
        title: measured.problem.to_owned(),
        across: "CPU time (s)".to_owned(),
        up: "different valid values".to_owned(),
        marks: (0..SAMPLERS.len()).map(|sampler| line(measured, sampler)).collect(),
    };
    let panels = measured.iter().map(panel).collect();
    Figure { title: "Different valid values found over time", series: &SAMPLERS, columns: 2, panels }.svg()
}

fn sizes(measured: &[Measured]) -> String {
    let line = |measured: &Measured, sampler| {
        let points = measured.shares(sampler).into_iter().enumerate().map(|(size, share)| (size as f64, share));
        (sampler, Marks::Line(points.collect()))
    };
    let panel = |measured: &Measured| Panel {
        title: measured.problem.to_owned(),
        across: "size of a value".to_owned(),
        up: "share of those found (%)".to_owned(),
        marks: (0..SAMPLERS.len()).map(|sampler| line(measured, sampler)).collect(),
    };
    let panels = measured.iter().map(panel).collect();
    Figure { title: "Sizes of the valid values found", series: &SAMPLERS, columns: 2, panels }.svg()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use mirrorcheck::Lab;

    use super::problems::Problem;
    use super::problems::avl::Avl;
    use super::problems::sorted::Sorted;
    use super::samplers::rejection;
    use super::{POINTS, search};

    /// No clock is waited for: the sampler ends long before.
    #[test]
    fn what_came_before_is_not_counted() {
        let trial = search::<Avl>(rejection::<Avl>(1).take(1_000), 1e6);
        let different = trial.count();
        assert!((2.0..200.0).contains(&different), "{different}");
        assert_eq!(trial.sizes.iter().sum::<u64>() as f64, different);
        assert_eq!(trial.sizes[0], 1, "there is one leaf");
        assert_eq!(trial.curve, [different as u64; POINTS]);
        assert!(trial.mean_size() > 0.5);
    }

    /// Checks that values are valid and never repeated, and that the same seed always finds the same ones.
    #[test]
    fn the_library_finds_valid_values_once() {
        let valid = Sorted::generator().valid(Sorted::is_valid);
        let found: Vec<_> = valid.samples(1).take(5_000).collect();
        assert!(found.iter().all(Sorted::is_valid));
        assert_eq!(found.iter().collect::<HashSet<_>>().len(), 5_000);
        assert!(valid.samples(1).take(100).eq(found[..100].iter().cloned()));
    }
}
