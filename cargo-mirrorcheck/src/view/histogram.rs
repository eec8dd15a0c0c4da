//! Numbers as bars, with edges that a person would choose.

use super::{Chart, Mark, Summary};
use crate::filter::{Filter, Term};
use crate::index::Numbers;

/// More bars cannot be told apart.
const BARS: usize = 30;

/// A histogram; nothing if no number is finite.
pub(super) fn histogram(name: &str, numbers: &Numbers) -> Option<Chart> {
    let mut finite: Vec<f64> = numbers.column.values().iter().copied().filter(|number| number.is_finite()).collect();
    if finite.is_empty() {
        return None;
    }
    let edges = edges(numbers.least, numbers.greatest, numbers.is_whole);
    // What is counted here must be what the filter of the bar lets through, so both compare with the edges.
    let mut counts = vec![0; edges.len() - 1];
    for number in &finite {
        let beyond = edges.partition_point(|edge| edge <= number);
        counts[beyond.saturating_sub(1).min(edges.len() - 2)] += 1;
    }
    let last = edges.len() - 2;
    let bar = |(at, count): (usize, u64)| {
        let (from, to) = (edges[at], edges[at + 1]);
        let is_closed = at == last && to <= numbers.greatest;
        mark(name, from, to, is_closed, numbers.is_whole, count)
    };
    let bars = counts.iter().copied().enumerate().map(bar).collect();
    let not_finite = (numbers.column.values().len() - finite.len()) as u64;
    let summary = summary(&mut finite, numbers, not_finite);
    Some(Chart::Histogram { bars, edges, is_whole: numbers.is_whole, summary })
}

fn mark(name: &str, from: f64, to: f64, is_closed: bool, is_whole: bool, count: u64) -> Mark {
    let is_one = from == to || is_whole && to - from == 1.0 && !is_closed;
    let (label, term) = match (is_one, is_whole && !is_closed) {
        (true, _) => (text(from), Term::In(name.to_owned(), from, from, true)),
        (false, true) => (format!("{} – {}", text(from), text(to - 1.0)), Term::In(name.to_owned(), from, to, false)),
        (false, false) => (format!("{} – {}", text(from), text(to)), Term::In(name.to_owned(), from, to, is_closed)),
    };
    Mark { label, count, filter: Filter::of(term) }
}

/// A number as it is read most easily.
pub(super) fn text(number: f64) -> String {
    let size = number.abs();
    if size != 0.0 && !(1e-4..1e15).contains(&size) { format!("{number:e}") } else { number.to_string() }
}

/// From the least to beyond the greatest, at most `BARS` steps of 1, 2 or 5 times a power of ten.
fn edges(least: f64, greatest: f64, is_whole: bool) -> Vec<f64> {
    if least == greatest && !is_whole {
        return vec![least, greatest];
    }
    // Half of each, as the whole range may be more than a number can say.
    let wanted = (greatest / 2.0 - least / 2.0) / BARS as f64 * 2.0;
    let wanted = if is_whole { wanted.max(1.0) } else { wanted };
    // Below the smallest numbers that there are, nothing is left of a thirtieth.
    let exponent = wanted.max(f64::from_bits(1)).log10().floor() as i32;
    for exponent in exponent..exponent.saturating_add(3) {
        for digit in [1.0, 2.0, 5.0] {
            if let Some(edges) = steps(least, greatest, digit, exponent) {
                return edges;
            }
        }
    }
    // Numbers so close to each other, or so far apart, that there are none between them.
    vec![least, greatest]
}

fn steps(least: f64, greatest: f64, digit: f64, exponent: i32) -> Option<Vec<f64>> {
    // By division where steps are small: 3 / 10 is what a person writes as 0.3, 3 × 0.1 is not.
    let power = 10_f64.powi(exponent.abs());
    let edge = |step: f64| if exponent < 0 { step * digit / power } else { step * digit * power };
    let step = |number: f64| (if exponent < 0 { number * power / digit } else { number / power / digit }).floor();
    let (first, last) = (step(least), step(greatest) + 1.0);
    let is_countable = last - first <= BARS as f64 && first.abs() <= 1e15;
    if !is_countable {
        return None;
    }
    let edges: Vec<f64> = (0..=(last - first) as usize).map(|at| edge(first + at as f64)).collect();
    let is_growing = edges.windows(2).all(|pair| pair[0] < pair[1]);
    let holds_all = edges[0] <= least && greatest < edges[edges.len() - 1];
    (is_growing && holds_all && edges.iter().all(|edge| edge.is_finite())).then_some(edges)
}

fn summary(finite: &mut [f64], numbers: &Numbers, not_finite: u64) -> Summary {
    let count = finite.len();
    let mean = finite.iter().map(|number| number / count as f64).sum();
    let quartiles = [1, 2, 3].map(|quarter| {
        let at = (count - 1) * quarter / 4;
        *finite.select_nth_unstable_by(at, f64::total_cmp).1
    });
    Summary { mean, least: numbers.least, quartiles, greatest: numbers.greatest, not_finite }
}

#[cfg(test)]
mod tests {
    use super::{BARS, edges};
    use mirrorcheck::prelude::*;

    #[test]
    fn edges_are_round() {
        assert_eq!(edges(0.0, 4.0, true), [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
        assert_eq!(edges(7.0, 7.0, true), [7.0, 8.0]);
        assert_eq!(edges(0.0, 99.0, true).len(), 21);
        assert_eq!(edges(0.05, 0.71, false)[..4], [0.05, 0.1, 0.15, 0.2]);
        assert_eq!(edges(0.5, 0.5, false), [0.5, 0.5]);
        assert_eq!(edges(f64::MIN, f64::MAX, true).len(), 2);
        assert_eq!(edges(0.0, f64::from_bits(1), false), [0.0, f64::from_bits(1)]);
    }

    #[property]
    fn all_numbers_are_between_edges(numbers: (f64, f64), is_whole: bool) {
        let (a, b) = numbers;
        assume(a.is_finite() && b.is_finite());
        let (least, greatest) = if is_whole { (a.min(b).floor(), a.max(b).floor()) } else { (a.min(b), a.max(b)) };
        let edges = edges(least, greatest, is_whole);
        assert!(edges.len() >= 2 && edges.len() <= BARS + 1, "{edges:?}");
        assert!(edges[0] <= least && greatest <= edges[edges.len() - 1], "{edges:?}");
        assert!(edges.len() == 2 || edges.windows(2).all(|pair| pair[0] < pair[1]), "{edges:?}");
    }
}
