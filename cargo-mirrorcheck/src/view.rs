//! What the page shows, as plain data: computed from the index, drawn by the page, written as JSON.

mod charts;
mod examples;
mod excerpt;
mod failures;
mod histogram;
mod labels;
mod matching;
mod row;
mod times;
mod warnings;

use serde::Serialize;

use crate::filter::{Filter, Term};
use crate::index::{Index, Run};

pub use crate::index::{Broken, RunKey};
pub use openpbtstats::{Doubt, Kind as VerdictKind, Outcome, Shrinking};

/// All properties, failures and doubts first.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Overview {
    pub properties: Vec<Row>,
    pub files: usize,
    pub bytes: u64,
    pub broken: Vec<Broken>,
}

/// A property, by its latest run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    pub property: String,
    pub start: f64,
    pub documentation: Option<String>,
    pub source: Option<Source>,
    pub verdict: Verdict,
    /// What the verdict says, as data.
    pub outcome: Outcome,
    pub counts: Counts,
    pub seconds: f64,
    pub distinct: Curve,
    pub warnings: Vec<Warning>,
    /// How many runs of it are there.
    pub runs: usize,
}

/// The outcome of a run, in a line.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Verdict {
    pub kind: VerdictKind,
    /// `fails on insert(t = …)`, `passes, but "empty" never happened`, `300 cases passed, 263 distinct`.
    pub text: String,
}

/// Cases of a run, without those of shrinking.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    pub passed: u64,
    pub failed: u64,
    pub discarded: u64,
    /// Different representations among all of them, and among those that were not discarded.
    pub distinct: u64,
    pub distinct_valid: u64,
    /// Runs for shrinking, which are none of the above.
    pub shrinking: u64,
}

/// Where a property stands, and how it reads.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Source {
    /// `src/tree.rs:12`
    pub place: String,
    pub text: Option<String>,
}

/// A reason to look closer, with what to do about it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Warning {
    /// Whether it is a doubt, because of which the property does not count as tested. A hint does not change a verdict.
    pub is_doubt: bool,
    pub title: String,
    pub text: String,
    /// The cases that it is about, if it is about some.
    pub filter: Option<Filter>,
}

/// A number that grows over the run, in true order: (case from 0, value), at most a few hundred of them.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Curve {
    pub points: Vec<(u64, u64)>,
    pub cases: u64,
    pub last: u64,
}

/// One run of one property.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RunView {
    pub row: Row,
    /// All runs of the property, the latest first: start, cases.
    pub runs: Vec<(f64, u64)>,
    /// Rows passed, failed, discarded; columns unique (the first of its representation), duplicate.
    pub mosaic: [[Mark; 2]; 3],
    pub counterexamples: Vec<Counterexample>,
    pub features: Vec<Feature>,
    /// How each case was made: random, explicit example, ….
    pub how: Vec<Mark>,
    /// Pairs of features with few values each.
    pub pairs: Vec<Pair>,
    pub coverage: Option<Curve>,
    pub timing: Timing,
    pub labels: Option<LabelTree>,
    /// Messages of the run that are neither its documentation nor a warning: title, markdown.
    pub messages: Vec<(String, String)>,
}

/// A bar, a tile or a point: so many cases, and which.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Mark {
    pub label: String,
    pub count: u64,
    pub filter: Filter,
}

/// One thing that was observed of cases.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Feature {
    pub name: String,
    /// How many cases have it.
    pub cases: u64,
    pub chart: Chart,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Chart {
    /// Numbers: bars from `edges[i]` to `edges[i + 1]`; whole numbers have a bar each where there are few of them.
    Histogram { bars: Vec<Mark>, edges: Vec<f64>, is_whole: bool, summary: Summary },
    /// Categories, the most frequent first; what is beyond the first ones is one bar `others`.
    Categories { bars: Vec<Mark>, distinct: u64 },
    /// Two numbers a case; at most a few thousand points, evenly chosen, and how many there are in all.
    Scatter { x: String, y: String, points: Vec<(f64, f64, Filter)>, all: u64 },
}

/// Numbers in short.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Summary {
    pub mean: f64,
    pub least: f64,
    pub quartiles: [f64; 3],
    pub greatest: f64,
    /// Values that are no numbers to compute with: NaN and infinities.
    pub not_finite: u64,
}

/// Two features with few values each, as a mosaic.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Pair {
    pub rows: String,
    pub columns: String,
    pub row_labels: Vec<String>,
    pub column_labels: Vec<String>,
    /// By row, then by column.
    pub tiles: Vec<Vec<Mark>>,
}

/// A failure, simplest first known, with the way to it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Counterexample {
    pub representation: String,
    /// With `_` for the parts that do not matter.
    pub explanation: Option<String>,
    pub reason: String,
    pub notes: Vec<String>,
    pub choices: Option<String>,
    /// A line of code that runs it again.
    pub replay: Option<String>,
    /// From the first failing case to the simplest, each as it is written; if there are very many, some of them.
    pub steps: Vec<String>,
    /// How many steps of shrinking lead from the first to the last, whether they are all listed or not.
    pub shrink_steps: u64,
    /// How shrinking ended, if that is known.
    pub shrinking: Option<Shrinking>,
    /// Whether it passed when it ran again.
    pub is_flaky: bool,
}

/// Where the time went.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Timing {
    pub total: f64,
    /// By part (`execute:test`, `generate:list`): seconds in all, median and greatest of a case; the most expensive first.
    pub parts: Vec<TimePart>,
    /// The slowest cases.
    pub slowest: Vec<Slow>,
    /// Whether time grows with size: (size of the representation in characters, seconds), as a scatter.
    pub by_size: Vec<(f64, f64, Filter)>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TimePart {
    pub name: String,
    pub seconds: f64,
    pub median: f64,
    pub greatest: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Slow {
    pub case: u64,
    pub seconds: f64,
    pub representation: String,
    pub filter: Filter,
}

/// How often the generator chose each label, below the labels that it was chosen under.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct LabelTree {
    pub label: String,
    pub count: u64,
    pub below: Vec<LabelTree>,
    /// How many cases this covers; if there are very many, only the first do.
    pub cases: u64,
}

/// Examples that a filter lets through, grouped by representation.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Examples {
    pub property: String,
    pub start: f64,
    /// When the latest run of the property began.
    pub latest: f64,
    pub filter: Filter,
    /// Cases and groups that match, and all cases.
    pub matching: u64,
    pub groups_in_all: u64,
    pub cases: u64,
    pub page: u64,
    pub pages: u64,
    pub groups: Vec<Group>,
}

/// Cases with the same representation.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Group {
    /// Cut if it is very long.
    pub representation: String,
    /// How long it is, in characters.
    pub length: u64,
    pub count: u64,
    pub status: &'static str,
    pub reason: String,
    pub how: String,
    pub features: Vec<(String, String)>,
    pub seconds: f64,
    /// The first of its cases, by its number in the run: for its raw line.
    pub case: u64,
    pub filter: Filter,
}

/// The examples of a run that are in a report, where nobody can be asked for more.
#[derive(Debug, Clone, PartialEq)]
pub struct Excerpt {
    pub property: String,
    pub start: f64,
    /// All cases, all different ones, and how many of these are here.
    pub cases: u64,
    pub different: u64,
    pub different_here: u64,
    /// The features whose values are compared as numbers; those of all others are texts.
    pub numbers: Vec<String>,
    /// If not all cases are here: how many there are in all of what can be clicked.
    pub totals: Vec<(Filter, u64)>,
    pub parts: Vec<Part>,
}

/// Cases of which every filter says the same, but for what is listed.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    pub group: Group,
    /// Whether the first of its cases is the first of its representation.
    pub has_first: bool,
    /// Numbers in the run and seconds of its cases, in order: of very many, the first ones.
    pub listed: Vec<(u32, f32)>,
}

/// Two runs side by side: of one property, or of two.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    pub left: RunView,
    pub right: RunView,
}

/// All properties: those that failed first, then those in doubt.
pub fn overview(index: &Index) -> Overview {
    let mut lines = index.lines();
    let latest = |(_, runs): (&str, Vec<&Run>)| runs.last().map(|run| row::row(index, run, runs.len(), &mut lines));
    let mut properties: Vec<Row> = index.properties().filter_map(latest).collect();
    // They are in the order of their names already.
    properties.sort_by_key(|row| row.verdict.kind);
    Overview { properties, files: index.files(), bytes: index.bytes(), broken: index.broken() }
}

/// One run; nothing if there is no such run.
pub fn run(index: &Index, key: &RunKey) -> Option<RunView> {
    let run = index.run(key)?;
    let runs = index.runs(&key.property);
    let mut lines = index.lines();
    let features = charts::features(run);
    let row = row::row(index, run, runs.len(), &mut lines);
    Some(RunView {
        runs: runs.iter().rev().map(|run| (run.start, u64::from(run.cases()))).collect(),
        mosaic: charts::mosaic(run),
        counterexamples: failures::counterexamples(run, row::own(run), &mut lines),
        how: charts::how(run),
        pairs: charts::pairs(run, &features),
        features,
        coverage: row::coverage(run),
        timing: times::timing(run, &mut lines),
        labels: labels::labels(run, &mut lines),
        messages: row::messages(run),
        row,
    })
}

/// A page of the examples that a filter lets through; pages count from 1.
pub fn examples(index: &Index, key: &RunKey, filter: &Filter, page: u64) -> Option<Examples> {
    Some(examples::examples(index, index.run(key)?, filter, page))
}

/// The examples of a run that are in a report.
pub fn excerpt(index: &Index, view: &RunView) -> Option<Excerpt> {
    let key = RunKey { property: view.row.property.clone(), start: Some(view.row.start) };
    Some(excerpt::excerpt(index, index.run(&key)?, view))
}

/// The line of a case as it is in its file.
pub fn raw(index: &Index, key: &RunKey, case: u64) -> Option<String> {
    let run = index.run(key)?;
    let case = u32::try_from(case).ok().filter(|&case| case < run.cases())?;
    index.lines().line(run.place(case))
}

/// Two runs.
pub fn compare(index: &Index, left: &RunKey, right: &RunKey) -> Option<Comparison> {
    Some(Comparison { left: run(index, left)?, right: run(index, right)? })
}

/// The one case of this number.
fn only(case: u32) -> Filter {
    Filter::of(Term::In("#case".to_owned(), f64::from(case), f64::from(case), true))
}

/// Chooses at most `most` of `0..all`, evenly spaced, including the first and the last.
fn evenly(all: usize, most: usize) -> impl Iterator<Item = usize> {
    let count = all.min(most);
    (0..count)
        .map(move |at| if count < 2 { 0 } else { (at as u128 * (all - 1) as u128 / (count - 1) as u128) as usize })
}
