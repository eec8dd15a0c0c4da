//! How long it takes to see what was tested, from files of very many cases: reading them, the page's first paint, a
//! filter, and what a running test adds.
//!
//! Here the goals are about waiting, so figures are wall time; CPU time stands beside the one that it explains.

mod lines;
pub(crate) mod observing;

use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use cargo_mirrorcheck::filter::{Filter, Term};
use cargo_mirrorcheck::index::Index;
use cargo_mirrorcheck::page::{self, Place};
use cargo_mirrorcheck::view::{self, RunKey};

use crate::arguments::Arguments;
use crate::cpu;
use crate::report::{Findings, Goal, Row, Table};
use lines::{PROPERTY, write_line};

/// Cases in the file, and those that are added to it.
const EXAMPLES: u64 = 1_000_000;
const ADDED: u64 = 100;

/// Runs the experiment.
pub(crate) fn run(arguments: &Arguments) -> Result<Findings, String> {
    let examples = arguments.examples.unwrap_or(EXAMPLES);
    let folder = Folder::new()?;
    let (off, on) = observing::compared(&folder.0.join("observed"))?;
    let path = folder.0.join("load.jsonl");
    let failed = |error: std::io::Error| format!("cannot write {}: {error}", path.display());
    write(&path, examples).map_err(failed)?;
    let bytes = std::fs::metadata(&path).map_err(failed)?.len();
    let (mut figures, notes) = measure(&path, examples, bytes)?;
    figures.push(plain("a case that is not observed, ns", off));
    figures.push(at_most("what observing it adds beyond writing the value, ns", on, 2000.0));
    Ok(Findings {
        rows: figures.iter().map(Figure::row).collect(),
        tables: vec![table(&figures)],
        goals: figures.iter().filter_map(Figure::verdict).collect(),
        notes,
        figures: Vec::new(),
    })
}

/// What was measured, and what for.
struct Figure {
    what: &'static str,
    figure: f64,
    goal: Option<Bound>,
}

enum Bound {
    AtLeast(f64),
    AtMost(f64),
}

impl Figure {
    fn is_met(&self) -> Option<bool> {
        self.goal.as_ref().map(|goal| match goal {
            Bound::AtLeast(least) => self.figure >= *least,
            Bound::AtMost(most) => self.figure <= *most,
        })
    }

    fn bound(&self) -> Option<f64> {
        self.goal.as_ref().map(|(Bound::AtLeast(bound) | Bound::AtMost(bound))| *bound)
    }

    fn verdict(&self) -> Option<Goal> {
        let words = if matches!(self.goal, Some(Bound::AtLeast(_))) { "at least" } else { "at most" };
        let what = format!("{}: {words} {}", self.what, self.bound()?);
        Some(Goal::new(what, self.is_met()?, format!("{:.3}", self.figure)))
    }

    fn row(&self) -> Row {
        let is_met = self.is_met().map_or("no goal", |is_met| if is_met { "met" } else { "missed" });
        Row::new()
            .text("what", self.what)
            .number("figure", self.figure, 3)
            .optional("goal", self.bound(), 1)
            .text("goal_is", is_met)
    }
}

fn table(figures: &[Figure]) -> Table {
    let mut table = Table::new("What people wait for, and what it takes", ["", "figure", "goal"]);
    for figure in figures {
        let goal = figure.bound().map_or("-".to_owned(), |bound| bound.to_string());
        table.lines.push(vec![figure.what.to_owned(), format!("{:.3}", figure.figure), goal]);
    }
    table
}

fn measure(path: &Path, examples: u64, bytes: u64) -> Result<(Vec<Figure>, String), String> {
    let before = peak();
    let cpu_before = cpu::process();
    let (mut index, indexing) = timed(|| Index::open(&[path.to_owned()]));
    let cpu = (cpu::process() - cpu_before).as_secs_f64();
    let memory = peak();
    let place = Place::Served { version: index.version() };
    let key = RunKey { property: PROPERTY.to_owned(), start: None };

    let (shown, paint) = timed(|| page::overview(&view::overview(&index), "", place));
    let (run, of_run) = timed(|| view::run(&index, &key).map(|run| page::run(&run, place)));
    let run = run.ok_or("the run that was written is not in the index")?;
    let by_size = Filter { terms: vec![Term::In("length".to_owned(), 20.0, 40.0, false)] };
    let by_kind = by_size.and(Term::Is("kind".to_owned(), "sorted".to_owned()));
    let by_text = Filter { terms: vec![Term::Text("[7, 7".to_owned())] };
    let page_of = |filter: &Filter| {
        let (examples, seconds) = timed(|| view::examples(&index, &key, filter, 1));
        let matching = examples.as_ref().map_or(0, |examples| examples.matching);
        let (_, drawing) = timed(|| examples.map(|examples| page::examples(&examples, place)));
        (matching, seconds + drawing)
    };
    let (matching, filtered) = page_of(&by_kind);
    let (_, all) = page_of(&Filter::default());
    let (_, text) = page_of(&by_text);
    if matching == 0 || shown.is_empty() || run.is_empty() {
        return Err("the file that was written is not shown".to_owned());
    }
    let viewing = peak();

    append(path, examples).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    let (is_seen, appended) = timed(|| index.refresh() && cases(&index) == examples + ADDED);
    let (_, repaint) = timed(|| page::overview(&view::overview(&index), "", place));
    if !is_seen {
        return Err("what was added to the file is not in the index".to_owned());
    }

    let megabytes = bytes as f64 / 1e6;
    let share = |kilobytes: u64| kilobytes as f64 * 1024.0 / bytes as f64;
    let figures = vec![
        at_least("indexing, MB/s", megabytes / indexing, 200.0),
        plain("indexing, MB for each second of CPU", megabytes / cpu),
        at_most("memory after indexing, share of the file", share(memory), 0.1),
        at_most("memory after all views, share of the file", share(viewing), 0.1),
        at_most("first paint, s", paint, 2.0),
        at_most("page of the run, s", of_run, 2.0),
        at_most("examples, s", all, 1.0),
        at_most("examples by two features, s", filtered, 1.0),
        plain("examples by text, s", text),
        at_most("appended lines in the index, s", appended, 1.0),
        at_most("and on the page, s", appended + repaint, 1.0),
    ];
    let notes = format!(
        "{examples} cases in {megabytes:.0} MB; {:.0} MB of memory before, {:.0} MB after indexing.\n",
        before as f64 / 1e3,
        memory as f64 / 1e3
    );
    Ok((figures, notes))
}

fn cases(index: &Index) -> u64 {
    let counts = view::overview(index).properties.into_iter().map(|row| row.counts);
    counts.map(|counts| counts.passed + counts.failed + counts.discarded).sum()
}

fn timed<R>(work: impl FnOnce() -> R) -> (R, f64) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed().as_secs_f64())
}

fn at_least(what: &'static str, figure: f64, least: f64) -> Figure {
    Figure { what, figure, goal: Some(Bound::AtLeast(least)) }
}

fn at_most(what: &'static str, figure: f64, most: f64) -> Figure {
    Figure { what, figure, goal: Some(Bound::AtMost(most)) }
}

fn plain(what: &'static str, figure: f64) -> Figure {
    Figure { what, figure, goal: None }
}

fn write(path: &Path, examples: u64) -> std::io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 20, File::create(path)?);
    (0..examples).try_for_each(|case| write_line(&mut out, case))?;
    out.flush()
}

fn append(path: &Path, from: u64) -> std::io::Result<()> {
    let mut out = BufWriter::new(OpenOptions::new().append(true).open(path)?);
    (from..from + ADDED).try_for_each(|case| write_line(&mut out, case))?;
    out.flush()
}

/// The most memory that this process has had so far, in kilobytes; 0 where the system does not tell.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse().ok()).unwrap_or(0)
}

/// A folder that is gone when it is not needed any more.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Result<Folder, String> {
        let path = std::env::temp_dir().join(format!("mirrorcheck-load-{}", std::process::id()));
        std::fs::create_dir_all(&path).map_err(|error| format!("cannot make {}: {error}", path.display()))?;
        Ok(Folder(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
