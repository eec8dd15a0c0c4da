//! How the cost of each direction grows with the size of what it is given: exponents, not times.

mod kinds;
mod texts;

use std::time::Duration;

use crate::alloc::counting;
use crate::arguments::Arguments;
use crate::cpu;
use crate::report::{Findings, Goal, Row, Table};

/// The exponent up to which a cost counts as linear: sorting and hashing are allowed for.
const LINEAR: f64 = 1.1;
/// CPU seconds of a row, and how much memory it may hold.
const SECONDS: f64 = 4.0;
const QUICK_SECONDS: f64 = 0.02;
const MEMORY: f64 = 1.5e9;
/// The first size, and the last of a quick run.
const FIRST: usize = 100;
const QUICK_LARGEST: usize = 10_000;
/// Below this, the clock and the caches decide more than the size does.
const CREDIBLE: f64 = 0.000_5;

/// One direction of one kind of generator.
struct Subject {
    kind: &'static str,
    direction: &'static str,
    largest: usize,
    /// Prepares the work for a size, which does not count.
    prepare: Box<dyn Fn(usize) -> Work>,
}

/// Does it, and says whether it came to what it should.
type Work = Box<dyn FnMut() -> bool>;

/// What one size took.
#[derive(Debug, Clone, Copy)]
struct Point {
    size: usize,
    seconds: f64,
    peak_bytes: f64,
    allocations: f64,
}

/// Rows that are above the goal, with the reason.
const REASONS: &[(&str, &str, &str)] = &[
    ("two ways a level", "probability", "each second way makes the value below it once more"),
    ("two ways a level", "reflect, all", "each second way makes the value below it once more"),
];

/// Runs the experiment.
pub(crate) fn run(arguments: &Arguments) -> Result<Findings, String> {
    let limit = arguments.seconds.unwrap_or(if arguments.quick { QUICK_SECONDS } else { SECONDS });
    let mut subjects = kinds::subjects();
    subjects.extend(texts::subjects());
    if let Some(only) = &arguments.only {
        subjects.retain(|subject| subject.kind == only || subject.direction == only);
    }
    let mut findings = Findings::default();
    let heads = ["kind", "direction", "size", "exponent", "memory, exponent", "bytes a unit", "reason"];
    let mut table = Table::new("Exponents", heads);
    let mut above = Vec::new();
    for subject in &subjects {
        let largest = if arguments.quick { subject.largest.min(QUICK_LARGEST) } else { subject.largest };
        let (points, gave_up) = subject.points(limit, largest)?;
        let exponent = exponent(&points, |point| point.seconds);
        let known = REASONS.iter().find(|(kind, direction, _)| (*kind, *direction) == subject.name());
        if exponent.is_some_and(|exponent| exponent > LINEAR) && known.is_none() {
            above.push(format!("{}, {}: {:.2}", subject.kind, subject.direction, exponent.unwrap_or_default()));
        }
        let mut reason = known.map_or_else(String::new, |(.., reason)| (*reason).to_owned());
        if let Some(size) = gave_up {
            reason += &format!("{}out of fuel at {size}", if reason.is_empty() { "" } else { "; " });
        }
        let reason = reason.as_str();
        findings.rows.push(subject.row(&points, exponent, reason));
        table.lines.push(subject.line(&points, exponent, reason));
    }
    findings.tables.push(table);
    let what = format!("time grows with an exponent of at most {LINEAR}");
    findings.goals.push(Goal::without(what, &above, format!("{} rows", findings.rows.len())));
    "An exponent is that between the last two sizes; 1 is linear. None is given where a size takes less than half a \
     millisecond. Sizes grow until a row has used up its seconds or its memory.\n"
        .clone_into(&mut findings.notes);
    Ok(findings)
}

impl Subject {
    fn name(&self) -> (&str, &str) {
        (self.kind, self.direction)
    }

    /// Ever larger sizes, until the time or the memory for the next would not be there; and the size at which the search
    /// was given up, if it was.
    fn points(&self, limit: f64, largest: usize) -> Result<(Vec<Point>, Option<usize>), String> {
        let (mut points, mut spent, mut size): (Vec<Point>, f64, usize) = (Vec::new(), 0.0, FIRST);
        loop {
            let before = cpu::process();
            let point = match self.point(size) {
                Ok(point) => point,
                // A small one is an error of the experiment.
                Err(wrong) if points.len() < 2 => return Err(wrong),
                Err(_) => return Ok((points, Some(size))),
            };
            spent += (cpu::process() - before).as_secs_f64();
            points.push(point);
            let grows = |of: fn(&Point) -> f64| exponent(&points, of).unwrap_or(1.0).clamp(1.0, 4.0);
            let fits = |factor: usize| {
                let by = |exponent: f64| (factor as f64).powf(exponent);
                size.saturating_mul(factor) <= largest
                    && point.seconds * by(grows(|point| point.seconds)) < limit - spent
                    && point.peak_bytes * by(grows(|point| point.peak_bytes)) < MEMORY
            };
            match [10, 3].into_iter().find(|&factor| fits(factor)) {
                Some(factor) => size *= factor,
                None => return Ok((points, None)),
            }
        }
    }

    fn point(&self, size: usize) -> Result<Point, String> {
        let mut work = (self.prepare)(size);
        let mut timed = || {
            let before = cpu::process();
            let is_right = work();
            (cpu::process() - before, is_right)
        };
        let ((first, is_right), allocated) = counting(&mut timed);
        if !is_right {
            return Err(format!("{}, {}: not what was expected at size {size}", self.kind, self.direction));
        }
        let seconds = cpu::least_if_short(first, || timed().0).max(Duration::from_nanos(1)).as_secs_f64();
        let (peak_bytes, allocations) = (allocated.peak_bytes as f64, allocated.allocations as f64);
        Ok(Point { size, seconds, peak_bytes, allocations })
    }

    fn row(&self, points: &[Point], exponent: Option<f64>, reason: &str) -> Row {
        let last = points[points.len() - 1];
        let a_unit = |total: f64| total / last.size as f64;
        let list = |of: fn(&Point) -> f64| points.iter().map(of).collect();
        Row::new()
            .text("kind", self.kind)
            .text("direction", self.direction)
            .count("size", last.size as u64)
            .number("ms", last.seconds * 1e3, 2)
            .number("ns_a_unit", a_unit(last.seconds * 1e9), 0)
            .optional("exponent", exponent, 2)
            .number("bytes_a_unit", a_unit(last.peak_bytes), 1)
            .optional("memory_exponent", memory_exponent(points), 2)
            .number("allocations_a_unit", a_unit(last.allocations), 2)
            .list("sizes", list(|point| point.size as f64), 0)
            .list("seconds", list(|point| point.seconds), 6)
            .list("peaks", list(|point| point.peak_bytes), 0)
            .text("reason", reason)
    }

    fn line(&self, points: &[Point], exponent: Option<f64>, reason: &str) -> Vec<String> {
        let last = points[points.len() - 1];
        let shown =
            |exponent: Option<f64>| exponent.map_or_else(|| "–".to_owned(), |exponent| format!("{exponent:.2}"));
        vec![
            self.kind.to_owned(),
            self.direction.to_owned(),
            last.size.to_string(),
            shown(exponent),
            shown(memory_exponent(points)),
            format!("{:.0}", last.peak_bytes / last.size as f64),
            reason.to_owned(),
        ]
    }
}

/// The exponent between the last two sizes, if both took long enough.
fn exponent(points: &[Point], of: fn(&Point) -> f64) -> Option<f64> {
    let [.., before, last] = points else { return None };
    let is_credible = before.seconds >= CREDIBLE && of(before) > 0.0;
    is_credible.then(|| (of(last) / of(before)).ln() / (last.size as f64 / before.size as f64).ln())
}

/// That of memory, where there is enough of it to say so.
fn memory_exponent(points: &[Point]) -> Option<f64> {
    let [.., before, last] = points else { return None };
    let is_credible = before.peak_bytes >= 100_000.0;
    is_credible.then(|| (last.peak_bytes / before.peak_bytes).ln() / (last.size as f64 / before.size as f64).ln())
}

#[cfg(test)]
mod tests {
    use super::{Point, Subject, exponent};

    #[test]
    fn exponents_are_those_of_the_last_two_sizes() {
        let point = |size, seconds| Point { size, seconds, peak_bytes: 0.0, allocations: 0.0 };
        let points = [point(100, 0.7), point(1_000, 0.01), point(10_000, 1.0)];
        assert!(exponent(&points, |point| point.seconds).is_some_and(|found| (found - 2.0).abs() < 1e-9));
        assert_eq!(exponent(&points[..1], |point| point.seconds), None);
        assert_eq!(exponent(&[point(1, 1e-6), point(10, 1.0)], |point| point.seconds), None);
    }

    #[test]
    fn a_wrong_answer_is_no_figure() {
        let prepare = |size| -> super::Work { Box::new(move || size < 1_000) };
        let subject = Subject { kind: "a", direction: "b", largest: 1_000, prepare: Box::new(prepare) };
        assert_eq!(subject.points(1.0, 100).map(|(points, gave_up)| (points.len(), gave_up)), Ok((1, None)));
        assert!(subject.points(1.0, 1_000).is_err_and(|error| error.contains("at size 1000")));
        let prepare = |size| -> super::Work { Box::new(move || size < 10_000) };
        let subject = Subject { kind: "a", direction: "b", largest: 10_000, prepare: Box::new(prepare) };
        assert_eq!(subject.points(1.0, 10_000).map(|(points, gave_up)| (points.len(), gave_up)), Ok((2, Some(10_000))));
    }
}
