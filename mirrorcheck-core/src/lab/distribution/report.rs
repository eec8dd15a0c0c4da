//! What a generator makes in a run, as data and as text.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::core::choice::Ask;
use crate::core::choices::{Choices, Fold};
use crate::core::cx::{Answerer, Attempt, Attempts, DEFAULT_SIZE};
use crate::core::generator::{Generator, Rejected};
use crate::core::interpret::FIRST_CASE;
use crate::core::replay::run_on;
use crate::core::rng::Rng;
use crate::core::sort::sort_by_key;
use crate::core::stack;

/// How often the generator runs, unless the runs take more choices than this.
const RUNS: u64 = 1_010;
const CHOICES: usize = 100_000;

/// The result of [`distribution`](crate::Lab::distribution): how often each alternative is taken, how large values are,
/// how often they repeat.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let distribution = option(0..=9).distribution(1);
/// assert_eq!(distribution.points()[0].labels(), ["none", "some"]);
/// assert_eq!(distribution.choices().keys().copied().collect::<Vec<_>>(), [1, 2]);
/// assert_eq!(distribution.most_frequent()[0].0.labels(), ["none"]);
/// assert!(distribution.to_string().contains("none | some"));
/// ```
#[derive(Debug, Clone)]
pub struct Distribution {
    runs: u64,
    values: u64,
    points: Vec<Point>,
    choices: BTreeMap<usize, u64>,
    depths: BTreeMap<usize, u64>,
    distinct: u64,
    most_frequent: Vec<(Choices, u64)>,
}

/// A place where a generator chooses among labels: all choices among the same labels count as one place.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let distribution = vec(any::<bool>(), 10).distribution(1);
/// let [coin] = distribution.points() else { panic!() };
/// assert_eq!(coin.labels(), ["false", "true"]);
/// assert_eq!(coin.counts().iter().sum::<u64>(), 10 * distribution.values());
/// assert!(0.45 < coin.share(0) && coin.share(0) < 0.55);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Point {
    labels: Vec<String>,
    counts: Vec<u64>,
}

impl Point {
    /// Returns the labels of the alternatives, in order; those without a label have their number.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// assert_eq!(option(0..=9).distribution(1).points()[0].labels(), ["none", "some"]);
    /// ```
    #[inline]
    pub fn labels(&self) -> &[String] {
        &self.labels
    }

    /// Returns how often each alternative was taken.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let distribution = option(0..=9).distribution(1);
    /// assert_eq!(distribution.points()[0].counts().iter().sum::<u64>(), distribution.values());
    /// ```
    #[inline]
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Returns the share of an alternative, from 0 to 1.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let rarely = pick([(1, "rare", exact(0)), (9, "usual", exact(1))]).distribution(1);
    /// assert!(rarely.points()[0].share(0) < 0.2);
    /// ```
    #[inline]
    pub fn share(&self, alternative: usize) -> f64 {
        share(self.counts.get(alternative).copied().unwrap_or(0), self.total())
    }

    #[inline]
    fn total(&self) -> u64 {
        self.counts.iter().sum()
    }
}

impl Distribution {
    pub(crate) fn of<G: Generator + ?Sized>(generator: &G, seed: u64) -> Distribution {
        let mut survey = Survey::default();
        for case in 0..RUNS {
            if survey.choices_made > CHOICES {
                break;
            }
            let size = (case % u64::from(DEFAULT_SIZE + 1)) as u32;
            let mut witness = Witness::new(&mut survey.known, Rng::new(seed, case + FIRST_CASE));
            let run = run_on(stack::MAX, generator, size, Some(&mut witness), u64::MAX);
            let taken = witness.taken;
            survey.runs += 1;
            if run.value.is_ok() {
                survey.add(&run.choices, &taken);
            }
        }
        survey.finish()
    }

    /// Returns how many values were made.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// assert!((0..=9).distribution(1).values() > 1_000);
    /// ```
    #[inline]
    pub fn values(&self) -> u64 {
        self.values
    }

    /// Returns the share of runs that were rejected, from 0 to 1. The retries of a filter inside a generator do not
    /// count.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let halved = from_fn(|| {
    ///     let n = draw(0..=9);
    ///     assume(n % 2 == 0);
    ///     n / 2
    /// });
    /// let rejected = halved.distribution(1).rejected();
    /// assert!(0.4 < rejected && rejected < 0.6);
    /// ```
    #[inline]
    pub fn rejected(&self) -> f64 {
        share(self.runs - self.values, self.runs)
    }

    /// Returns the places where the generator chooses among labels, the most used first.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let nested = option(option(any::<bool>())).distribution(1);
    /// assert_eq!(nested.points().len(), 2); // both options are one
    /// ```
    #[inline]
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// Returns, for each number of choices, how many values took that many.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let pairs = (0..=9, 0..=9).distribution(1);
    /// assert_eq!(pairs.choices()[&2], pairs.values());
    /// ```
    #[inline]
    pub fn choices(&self) -> &BTreeMap<usize, u64> {
        &self.choices
    }

    /// Returns, for each depth, how many values are that deep: how many labels are nested in one another.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let options = option(option(0..=9)).distribution(1);
    /// assert_eq!(options.depths().keys().copied().collect::<Vec<_>>(), [1, 2, 3]);
    /// ```
    #[inline]
    pub fn depths(&self) -> &BTreeMap<usize, u64> {
        &self.depths
    }

    /// Returns the share of values whose choices are distinct, from 0 to 1.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// assert!(any::<bool>().distribution(1).distinct() < 0.01);
    /// assert!((0u64..=u64::MAX).distribution(1).distinct() > 0.99);
    /// ```
    #[inline]
    pub fn distinct(&self) -> f64 {
        share(self.distinct, self.values)
    }

    /// Returns the choices of the most frequent values, and how often each was made. Choices that differ only in their
    /// size count as one, with the size of the first.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let mostly = pick([(1, "rare", exact(0)), (9, "usual", exact(1))]).distribution(1);
    /// assert_eq!(mostly.most_frequent()[0].0.labels(), ["usual"]);
    /// ```
    #[inline]
    pub fn most_frequent(&self) -> &[(Choices, u64)] {
        &self.most_frequent
    }
}

/// The state while samples are made.
#[derive(Default)]
struct Survey {
    known: Points,
    runs: u64,
    values: u64,
    choices_made: usize,
    counts: HashMap<usize, Vec<u64>>,
    choices: BTreeMap<usize, u64>,
    depths: BTreeMap<usize, u64>,
    /// The choices by their text form without the size: the first ones with a size, and how often they came.
    seen: BTreeMap<String, (Choices, u64)>,
}

impl Survey {
    #[inline]
    fn add(&mut self, choices: &Choices, taken: &[(usize, usize)]) {
        self.values += 1;
        for &(point, alternative) in taken {
            let counts = self.counts.entry(point).or_default();
            counts.resize(counts.len().max(alternative + 1), 0);
            counts[alternative] += 1;
        }
        let length = choices.len();
        self.choices_made += length;
        *self.choices.entry(length).or_insert(0) += 1;
        *self.depths.entry(choices.fold(&mut Depth)).or_insert(0) += 1;
        self.seen.entry(without_size(choices)).or_insert_with(|| (choices.clone(), 0)).1 += 1;
    }

    #[inline]
    fn finish(mut self) -> Distribution {
        let distinct = self.seen.len() as u64;
        let mut most_frequent: Vec<(Choices, u64)> = self.seen.into_values().collect();
        sort_by_key(&mut most_frequent, |(_, count)| Reverse(*count));
        most_frequent.truncate(SHOWN_VALUES);
        let mut points: Vec<Point> = Vec::new();
        for (number, labels) in self.known.labels.into_iter().enumerate() {
            if let Some(mut counts) = self.counts.remove(&number) {
                counts.resize(labels.len(), 0);
                let name = |(i, label): (usize, String)| if label.is_empty() { format!("#{i}") } else { label };
                let labels = labels.into_iter().enumerate().map(name).collect();
                points.push(Point { labels, counts });
            }
        }
        sort_by_key(&mut points, |point| Reverse(point.total()));
        let Survey { runs, values, choices, depths, .. } = self;
        Distribution { runs, values, points, choices, depths, distinct, most_frequent }
    }
}

/// The choice points that were met, by number.
#[derive(Default)]
struct Points {
    /// Those whose labels have the same hash: most choices are met often, and need no copy of their labels.
    numbers: HashMap<u64, Vec<usize>>,
    labels: Vec<Vec<String>>,
}

impl Points {
    #[inline]
    fn number(&mut self, labels: &[&str]) -> usize {
        let mut hasher = DefaultHasher::new();
        labels.hash(&mut hasher);
        let alike = self.numbers.entry(hasher.finish()).or_default();
        if let Some(&known) = alike.iter().find(|&&known| self.labels[known] == labels) {
            return known;
        }
        alike.push(self.labels.len());
        self.labels.push(labels.iter().map(|&label| label.to_owned()).collect());
        self.labels.len() - 1
    }
}

/// Answers by chance, and notes which alternatives were taken.
struct Witness<'p> {
    points: &'p mut Points,
    rng: Rng,
    taken: Vec<(usize, usize)>,
    /// How many were noted before each attempt that is under way.
    attempts: Attempts<usize>,
}

impl<'p> Witness<'p> {
    #[inline]
    fn new(points: &'p mut Points, rng: Rng) -> Witness<'p> {
        Witness { points, rng, taken: Vec::new(), attempts: Attempts::default() }
    }
}

impl Answerer for Witness<'_> {
    #[inline]
    fn answer(&mut self, ask: &Ask<'_>) -> Result<u128, Rejected> {
        let index = ask.draw(&mut self.rng);
        if let Some(labels) = ask.labels().filter(|labels| labels.iter().any(|label| !label.is_empty())) {
            self.taken.push((self.points.number(labels), index as usize));
        }
        Ok(index)
    }

    #[inline]
    fn may_retry(&self) -> bool {
        true
    }

    #[inline]
    fn attempt(&mut self, attempt: Attempt) {
        if let Some(taken) = self.attempts.follow(attempt, self.taken.len()) {
            self.taken.truncate(taken);
        }
    }
}

/// Returns how many labels are nested in one another.
struct Depth;

impl Fold for Depth {
    type Out = usize;

    #[inline]
    fn none(&mut self) -> usize {
        0
    }

    #[inline]
    fn split(&mut self, first: usize, rest: usize) -> usize {
        first.max(rest)
    }

    #[inline]
    fn mark(&mut self, _: &str, inner: usize) -> usize {
        inner + 1
    }
}

#[inline]
fn without_size(choices: &Choices) -> String {
    let text = choices.to_string();
    match text.split_once(' ') {
        Some((size, rest)) if size.starts_with('@') => rest.to_owned(),
        _ => text,
    }
}

#[inline]
fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// How much of each kind is written, so that all of it fits on a screen.
const SHOWN_VALUES: usize = 3;
const POINT_LINES: usize = 10;
const HISTOGRAM_LINES: usize = 6;
const BAR: f64 = 30.0;

impl fmt::Display for Distribution {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} values of sizes 0 to {DEFAULT_SIZE}", self.values)?;
        if self.values == 0 {
            return write!(f, ": {} runs made no value", self.runs);
        }
        if self.runs > self.values {
            write!(f, "; {} of runs made no value", percent(self.rejected()).trim_start())?;
        }
        self.write_points(f)?;
        write_histogram(f, "choices", &self.choices, self.values)?;
        write_histogram(f, "depth", &self.depths, self.values)?;
        write!(f, "\ndistinct: {}, most frequent:", percent(self.distinct()).trim_start())?;
        for (choices, count) in &self.most_frequent {
            write!(f, "\n  {} {}", percent(share(*count, self.values)), short(&without_size(choices)))?;
        }
        Ok(())
    }
}

impl Distribution {
    #[inline]
    fn write_points(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut left = POINT_LINES;
        for (i, point) in self.points.iter().enumerate() {
            // A title and at least two lines, and room to say that there are more.
            if left < 4 {
                return write!(f, "\nand {} other places with labels", self.points.len() - i);
            }
            write!(f, "\n{} ({} times)", short(&point.labels.join(" | ")), point.total())?;
            let mut order: Vec<usize> = (0..point.labels.len()).collect();
            sort_by_key(&mut order, |&alternative| Reverse(point.counts[alternative]));
            let shown = if order.len() < left { order.len() } else { left - 2 };
            let rows = order[..shown].iter().map(|&a| (point.labels[a].clone(), point.share(a)));
            write_rows(f, &rows.collect::<Vec<_>>())?;
            if shown < order.len() {
                let rest: f64 = order[shown..].iter().map(|&a| point.share(a)).sum();
                write!(f, "\n  {} others {}", order.len() - shown, percent(rest).trim_start())?;
            }
            left = left.saturating_sub(shown + 1 + usize::from(shown < order.len()));
        }
        Ok(())
    }
}

#[inline]
fn write_histogram(f: &mut fmt::Formatter<'_>, title: &str, counts: &BTreeMap<usize, u64>, all: u64) -> fmt::Result {
    write!(f, "\n{title}")?;
    let rows: Vec<(String, f64)> = classes(counts).into_iter().map(|(name, count)| (name, share(count, all))).collect();
    write_rows(f, &rows)
}

/// Numbers each by itself if they are few, otherwise between powers of two.
#[inline]
fn classes(counts: &BTreeMap<usize, u64>) -> Vec<(String, u64)> {
    if counts.len() <= HISTOGRAM_LINES {
        return counts.iter().map(|(number, count)| (number.to_string(), *count)).collect();
    }
    // Class 0 is zero, class n begins with 2^(n - 1).
    let class = |number: usize| (usize::BITS - number.leading_zeros()) as usize;
    let bounds = |class: usize| if class == 0 { (0, 0) } else { (1 << (class - 1), (1 << (class - 1)) * 2 - 1) };
    let least = counts.keys().next().map_or(0, |&number| class(number));
    let last = counts.keys().next_back().map_or(0, |&number| class(number));
    // The smallest numbers are put together where there are too many classes: sizes differ most at the other end.
    let first = least.max(last.saturating_sub(HISTOGRAM_LINES - 1));
    let mut rows: Vec<(String, u64)> = (first..=last)
        .map(|class| match bounds(class) {
            (_, high) if least < first && class == first => (format!("0–{high}"), 0),
            (low, high) if low == high => (low.to_string(), 0),
            (low, high) => (format!("{low}–{high}"), 0),
        })
        .collect();
    counts.iter().for_each(|(&number, &count)| rows[class(number).saturating_sub(first)].1 += count);
    rows
}

#[inline]
fn write_rows(f: &mut fmt::Formatter<'_>, rows: &[(String, f64)]) -> fmt::Result {
    let names: Vec<String> = rows.iter().map(|(name, _)| short(name)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    for (name, (_, share)) in names.iter().zip(rows) {
        write!(f, "\n  {name:width$} {} {}", percent(*share), bar(*share))?;
    }
    Ok(())
}

#[inline]
fn bar(share: f64) -> String {
    let length = (share * BAR).round() as usize;
    "█".repeat(if share > 0.0 { length.max(1) } else { 0 })
}

#[inline]
fn percent(share: f64) -> String {
    format!("{:5.1} %", 100.0 * share)
}

/// Its beginning, if it is long.
#[inline]
fn short(text: &str) -> String {
    const WIDTH: usize = 60;
    if text.chars().count() <= WIDTH { text.to_owned() } else { text.chars().take(WIDTH - 1).chain(['…']).collect() }
}
