//! Features as charts: each mark with the filter that lets through what it counts.

use super::histogram::{self, histogram};
use super::{Chart, Feature, Mark, Pair, evenly, only};
use crate::filter::{Filter, Term};
use crate::index::{Categories, Column, Run, Values};
use crate::line::Status;

/// Categories that have a bar of their own.
const CATEGORIES: usize = 20;
/// Points of a scatter.
const POINTS: usize = 2_000;
/// Pairs of features, and values of each of the two.
const PAIRS: usize = 6;
const VALUES: std::ops::RangeInclusive<usize> = 2..=6;

pub(super) fn mosaic(run: &Run) -> [[Mark; 2]; 3] {
    Status::ALL.map(|status| {
        [true, false].map(|unique| Mark {
            label: format!("{}, {}", status.name(), if unique { "unique" } else { "duplicate" }),
            count: run.counts[status as usize][usize::from(!unique)],
            filter: Filter { terms: vec![Term::Status(status.name().to_owned()), Term::Unique(unique)] },
        })
    })
}

pub(super) fn how(run: &Run) -> Vec<Mark> {
    let of = |(name, counts): (&str, &[u64; 3])| Mark {
        label: if name.is_empty() { "unknown".to_owned() } else { name.to_string() },
        count: counts.iter().sum(),
        filter: Filter::of(Term::How(name.to_string())),
    };
    let mut marks: Vec<Mark> =
        run.how.names.iter().map(|name| &**name).zip(&run.how.counts).map(of).filter(|mark| mark.count > 0).collect();
    marks.sort_by_key(|mark| std::cmp::Reverse(mark.count));
    marks.truncate(CATEGORIES);
    marks
}

pub(super) fn features(run: &Run) -> Vec<Feature> {
    run.columns
        .iter()
        .map(|column| Feature { name: column.name.clone(), cases: column.len() as u64, chart: chart(column) })
        .collect()
}

fn chart(column: &Column) -> Chart {
    match &column.values {
        Values::Numbers(numbers) => histogram(&column.name, numbers).unwrap_or_else(|| not_finite(column)),
        Values::Categories(categories) => of_categories(&column.name, categories),
        Values::Points { names, points } => {
            let all = points.values().len();
            let cases: Vec<(u32, (f64, f64))> = points.iter().collect();
            let point = |at: usize| (cases[at].1.0, cases[at].1.1, only(cases[at].0));
            let [x, y] = names.clone();
            Chart::Scatter { x, y, points: evenly(all, POINTS).map(point).collect(), all: all as u64 }
        }
    }
}

/// Numbers that are all NaN or infinite have nothing to be drawn but that.
fn not_finite(column: &Column) -> Chart {
    let Values::Numbers(numbers) = &column.values else { return Chart::Categories { bars: Vec::new(), distinct: 0 } };
    let mut bars: Vec<Mark> = Vec::new();
    for number in numbers.column.values() {
        let label = number.to_string();
        match bars.iter_mut().find(|bar| bar.label == label) {
            Some(bar) => bar.count += 1,
            None => {
                let filter = Filter::of(Term::Is(column.name.clone(), label.clone()));
                bars.push(Mark { label, count: 1, filter });
            }
        }
    }
    Chart::Categories { distinct: bars.len() as u64, bars }
}

fn of_categories(name: &str, categories: &Categories) -> Chart {
    let order: Vec<u32> =
        categories.by_frequency().into_iter().filter(|&n| categories.counts[n as usize] > 0).collect();
    // One that is left over gets its own bar instead of `others`.
    let own = if order.len() <= CATEGORIES + 1 && categories.beyond == 0 { order.len() } else { CATEGORIES };
    let own = own.min(order.len());
    let bar = |&number: &u32| Mark {
        label: category_label(categories.name(number)),
        count: categories.counts[number as usize],
        filter: Filter::of(Term::Is(name.to_owned(), categories.name(number).to_owned())),
    };
    let mut bars: Vec<Mark> = order[..own].iter().map(bar).collect();
    let rest: u64 = order[own..].iter().map(|&number| categories.counts[number as usize]).sum();
    if rest + categories.beyond > 0 {
        let filter = Filter::of(Term::Rare(name.to_owned(), own as u64));
        bars.push(Mark { label: "others".to_owned(), count: rest + categories.beyond, filter });
    }
    Chart::Categories { bars, distinct: order.len() as u64 + u64::from(categories.beyond > 0) }
}

/// Hypothesis's events without a value have an empty one.
fn category_label(name: &str) -> String {
    if name.is_empty() { "(empty)".to_owned() } else { name.to_owned() }
}

/// The values of a feature with few of them: what each is called, in the order to show them.
struct Few<'a> {
    column: &'a Column,
    values: Vec<String>,
}

pub(super) fn pairs(run: &Run, features: &[Feature]) -> Vec<Pair> {
    let few: Vec<Few<'_>> =
        run.columns.iter().zip(features).filter_map(|(column, feature)| few(column, feature)).collect();
    let mut pairs = Vec::new();
    for (at, rows) in few.iter().enumerate() {
        for columns in &few[at + 1..] {
            if pairs.len() < PAIRS {
                pairs.extend(pair(rows, columns));
            }
        }
    }
    pairs
}

fn few<'a>(column: &'a Column, feature: &Feature) -> Option<Few<'a>> {
    let values: Vec<String> = match (&column.values, &feature.chart) {
        (Values::Categories(categories), _) if categories.names.len() <= *VALUES.end() => categories
            .by_frequency()
            .into_iter()
            .filter(|&number| categories.counts[number as usize] > 0)
            .map(|number| categories.name(number).to_owned())
            .collect(),
        (Values::Numbers(numbers), Chart::Histogram { bars, edges, is_whole: true, summary })
            if edges[1] - edges[0] == 1.0 && summary.not_finite == 0 && numbers.greatest < edges[edges.len() - 1] =>
        {
            let values = edges.iter().zip(bars).filter(|(_, bar)| bar.count > 0);
            values.map(|(edge, _)| edge.to_string()).collect()
        }
        _ => return None,
    };
    VALUES.contains(&values.len()).then_some(Few { column, values })
}

fn pair(rows: &Few<'_>, columns: &Few<'_>) -> Option<Pair> {
    let mut counts = vec![vec![0; columns.values.len()]; rows.values.len()];
    let mut of_column = columns.places().peekable();
    for (case, row) in rows.places() {
        while of_column.next_if(|(other, _)| *other < case).is_some() {}
        if let Some((_, column)) = of_column.next_if(|(other, _)| *other == case) {
            counts[row][column] += 1;
        }
    }
    let tile = |row: usize, column: usize| Mark {
        label: format!("{}, {}", columns_label(rows, row), columns_label(columns, column)),
        count: counts[row][column],
        filter: Filter { terms: vec![rows.term(row), columns.term(column)] },
    };
    let tiles: Vec<Vec<Mark>> =
        (0..rows.values.len()).map(|row| (0..columns.values.len()).map(|column| tile(row, column)).collect()).collect();
    let labels = |few: &Few<'_>| few.values.iter().map(|value| category_label(value)).collect();
    tiles.iter().flatten().any(|tile| tile.count > 0).then(|| Pair {
        rows: rows.column.name.clone(),
        columns: columns.column.name.clone(),
        row_labels: labels(rows),
        column_labels: labels(columns),
        tiles,
    })
}

fn columns_label(few: &Few<'_>, at: usize) -> String {
    format!("{} {}", few.column.name, category_label(&few.values[at]))
}

impl Few<'_> {
    fn term(&self, at: usize) -> Term {
        Term::Is(self.column.name.clone(), self.values[at].clone())
    }

    /// The place among the values, by case.
    fn places(&self) -> Box<dyn Iterator<Item = (u32, usize)> + '_> {
        match &self.column.values {
            Values::Categories(categories) => {
                let place = |name: &str| self.values.iter().position(|value| value == name);
                let places: Vec<Option<usize>> = categories.names.iter().map(|name| place(name)).collect();
                Box::new(
                    categories.column.iter().filter_map(move |(case, number)| Some((case, places[number as usize]?))),
                )
            }
            Values::Numbers(numbers) => {
                let values: Vec<f64> = self.values.iter().filter_map(|value| value.parse().ok()).collect();
                let place = move |number: f64| values.iter().position(|value| *value == number);
                Box::new(numbers.column.iter().filter_map(move |(case, number)| Some((case, place(number)?))))
            }
            Values::Points { .. } => Box::new(std::iter::empty()),
        }
    }
}

/// For warnings and charts alike.
pub(super) fn shown(number: f64) -> String {
    histogram::text(number)
}
