//! What the figures of shrinking come to: tables to compare, and whether the goals are met.

use crate::report::{Goal, Table};

/// One framework on one problem.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Cell {
    pub(super) framework: &'static str,
    pub(super) problem: &'static str,
    pub(super) seeds: usize,
    pub(super) found: usize,
    pub(super) minimal: usize,
    /// How many different results there are.
    pub(super) distinct: usize,
    pub(super) executions: Option<f64>,
    pub(super) cpu_ms: f64,
}

/// Mean executions of Hypothesis 6.170 (Python), with 50 seeds: it is the one to beat, and cannot run here.
const HYPOTHESIS: [(&str, f64); 14] = [
    ("reverse", 9.0),
    ("large_union_list", 184.0),
    ("lengthlist", 86.0),
    ("bound5_max1", 109.0),
    ("bound5", 229.0),
    ("calculator", 44.0),
    ("binheap", 139.0),
    ("coupling", 36.0),
    ("deletion", 9.0),
    ("distinct", 34.0),
    ("nestedlists", 27.0),
    ("difference_zero_full", 27.0),
    ("difference_small_full", 42.0),
    ("difference_one_full", 40.0),
];

const OURS: &str = "mirrorcheck";

impl Cell {
    fn is_always_minimal(&self) -> bool {
        self.minimal == self.seeds
    }
}

pub(super) fn tables(cells: &[Cell]) -> Vec<Table> {
    let shown = |cell: &Cell| match cell.executions {
        Some(executions) => format!("{}/{} · {executions:.0}", cell.minimal, cell.found),
        None => "not found".to_owned(),
    };
    let mut minimal = by_problem("Minimal out of found · mean executions while shrinking", cells, shown);
    minimal.heads.push("Hypothesis 6.170".to_owned());
    for line in &mut minimal.lines {
        line.push(hypothesis(&line[0]).map_or("-".to_owned(), |executions| format!("{executions:.0}")));
    }
    vec![
        by_framework(cells),
        minimal,
        by_problem("CPU ms a seed, to find and to shrink", cells, |cell| format!("{:.2}", cell.cpu_ms)),
        by_problem("Different results", cells, |cell| cell.distinct.to_string()),
    ]
}

fn hypothesis(problem: &str) -> Option<f64> {
    HYPOTHESIS.iter().find(|(name, _)| *name == problem).map(|(_, executions)| *executions)
}

fn by_framework(cells: &[Cell]) -> Table {
    let problems = distinct(cells.iter().map(|cell| cell.problem)).len();
    let heads = ["framework", "always found", "always minimal", "minimal of all found", "executions, mean of problems"];
    let mut table = Table::new(format!("Shrinking, {problems} problems"), heads);
    for framework in distinct(cells.iter().map(|cell| cell.framework)) {
        let own: Vec<&Cell> = cells.iter().filter(|cell| cell.framework == framework).collect();
        let count = |is: &dyn Fn(&Cell) -> bool| own.iter().filter(|cell| is(cell)).count();
        let sum = |of: &dyn Fn(&Cell) -> usize| own.iter().map(|cell| of(cell)).sum::<usize>() as f64;
        let executions: Vec<f64> = own.iter().filter_map(|cell| cell.executions).collect();
        table.lines.push(vec![
            framework.to_owned(),
            count(&|cell| cell.found == cell.seeds).to_string(),
            count(&|cell| cell.is_always_minimal()).to_string(),
            format!("{:.0} %", 100.0 * sum(&|cell| cell.minimal) / sum(&|cell| cell.found).max(1.0)),
            format!("{:.0}", executions.iter().sum::<f64>() / executions.len().max(1) as f64),
        ]);
    }
    table
}

fn by_problem(title: &str, cells: &[Cell], shown: impl Fn(&Cell) -> String) -> Table {
    let frameworks = distinct(cells.iter().map(|cell| cell.framework));
    let mut table = Table::new(title, std::iter::once("problem").chain(frameworks.iter().copied()));
    for problem in distinct(cells.iter().map(|cell| cell.problem)) {
        let of = |framework: &&str| cell(cells, framework, problem).map_or("-".to_owned(), &shown);
        table.lines.push(std::iter::once(problem.to_owned()).chain(frameworks.iter().map(of)).collect());
    }
    table
}

fn cell<'c>(cells: &'c [Cell], framework: &str, problem: &str) -> Option<&'c Cell> {
    cells.iter().find(|cell| cell.framework == framework && cell.problem == problem)
}

/// In the order in which they come.
fn distinct(names: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut all = Vec::new();
    for name in names {
        if !all.contains(&name) {
            all.push(name);
        }
    }
    all
}

pub(super) fn goals(cells: &[Cell]) -> Vec<Goal> {
    let ours: Vec<&Cell> = cells.iter().filter(|cell| cell.framework == OURS).collect();
    if ours.is_empty() {
        return Vec::new();
    }
    let left_over: Vec<String> = ours
        .iter()
        .filter(|cell| !cell.is_always_minimal())
        .map(|cell| format!("{} {} of {}", cell.problem, cell.minimal, cell.seeds))
        .collect();
    let against = |theirs: &dyn Fn(&Cell) -> Option<(f64, f64)>| {
        let compared = ours.iter().filter_map(|cell| theirs(cell).map(|(ours, theirs)| (cell.problem, ours, theirs)));
        let (worse, better): (Vec<_>, Vec<_>) = compared.partition(|(_, ours, theirs)| ours >= theirs);
        let shown = |(problem, ours, theirs): &(&str, f64, f64)| format!("{problem} {ours:.2} against {theirs:.2}");
        (worse.iter().map(shown).collect::<Vec<String>>(), format!("on all {} rows", better.len()))
    };
    let (more_calls, calls) = against(&|cell| Some((cell.executions?, hypothesis(cell.problem)?)));
    let (more_time, time) = against(&|ours| {
        let theirs = cell(cells, "proptest", ours.problem)?;
        theirs.is_always_minimal().then_some((ours.cpu_ms, theirs.cpu_ms))
    });
    vec![
        Goal::without("found and minimal with every seed", &left_over, format!("all {} problems", ours.len())),
        Goal::without("fewer executions than Hypothesis where its figure is known", &more_calls, calls),
        Goal::without("less CPU time than proptest where that is always minimal", &more_time, time),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(framework: &'static str, minimal: usize, executions: f64, cpu_ms: f64) -> Cell {
        let problem = "reverse";
        Cell { framework, problem, seeds: 2, found: 2, minimal, distinct: 1, executions: Some(executions), cpu_ms }
    }

    #[test]
    fn goals_name_what_misses_them() {
        let met = goals(&[made(OURS, 2, 8.0, 1.0), made("proptest", 2, 100.0, 2.0)]);
        assert!(met.iter().all(|goal| goal.is_met), "{met:?}");
        let missed = goals(&[made(OURS, 1, 9.0, 2.0), made("proptest", 2, 100.0, 2.0)]);
        assert!(missed.iter().all(|goal| !goal.is_met && goal.found.contains("reverse")), "{missed:?}");
        // Where proptest is not minimal, its time says nothing.
        let alone = goals(&[made(OURS, 2, 8.0, 5.0), made("proptest", 1, 100.0, 2.0)]);
        assert!(alone.iter().all(|goal| goal.is_met), "{alone:?}");
    }

    #[test]
    fn tables_have_a_line_a_framework_and_a_line_a_problem() {
        let tables = tables(&[made(OURS, 2, 8.0, 1.0), made("proptest", 1, 100.0, 2.0)]);
        assert_eq!(tables[0].lines[1], ["proptest", "1", "0", "50 %", "100"]);
        assert_eq!(tables[1].lines, [["reverse", "2/2 · 8", "1/2 · 100", "9"]]);
    }
}
