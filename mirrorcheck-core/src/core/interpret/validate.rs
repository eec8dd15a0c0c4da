//! Testing a generator: what 003 §4.1 asks of one.

use std::fmt;

use super::backward::{self, Reflections};
use crate::core::cx::{Cx, DEFAULT_SIZE, SearchMode};
use crate::core::forest::Ways;
use crate::core::generator::{Focus, Generator, Reflective};
use crate::core::replay::replay;
use crate::core::rng::Rng;

/// How many values are tried at each size.
const PER_SIZE: u64 = 3;

/// The result of testing a generator. `Display` prints it for people.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let report = vec(0..=9, 0..=3).validate();
/// assert!(report.is_sound() && report.cases > 100, "{report}");
/// ```
#[must_use = "a fault that was found is only reported: `assert!(g.validate().is_sound())`"]
#[derive(Debug, Clone, Default)]
pub struct Validation {
    /// How many values were tried.
    pub cases: u64,
    /// A value that the generator makes but cannot take apart.
    pub unsound: Option<String>,
    /// Why that value is out of range.
    pub why: Option<String>,
    /// A value that, taken apart and made again, comes out different.
    pub not_a_projection: Option<String>,
    /// A value for which that could not be decided, with the reason.
    pub gave_up: Option<String>,
    /// In how many ways each value is made.
    pub overlap: Overlap,
    /// A value that is made but should not be.
    pub externally_unsound: Option<String>,
    /// A value that should be made but is not.
    pub externally_incomplete: Option<String>,
}

/// In how many ways the same value is made.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::choices::Overlap;
///
/// assert_eq!((0..=9).validate().overlap, Overlap::One);
/// assert!(matches!(oneof([0..=5, 4..=9]).validate().overlap, Overlap::Finite(2, _)));
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Overlap {
    /// Always in one way.
    #[default]
    One,
    /// In several ways, at most this many among the values tried.
    Finite(u128, String),
    /// In a number of ways that grows exponentially with the value.
    Exponential(u128, String),
    /// In infinitely many ways.
    Unbounded(String),
}

impl Validation {
    /// Returns whether values were tried and no fault was found. Overlap is not a fault.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// assert!((0..=9).validate().is_sound());
    /// ```
    #[inline]
    pub fn is_sound(&self) -> bool {
        self.cases > 0 && self.faults().next().is_none()
    }

    #[inline]
    fn faults(&self) -> impl Iterator<Item = (&'static str, &String)> {
        [
            ("makes what it cannot take apart", &self.unsound),
            ("makes another value out of what it took apart", &self.not_a_projection),
            ("makes a value that it should not", &self.externally_unsound),
            ("does not make a value that it should", &self.externally_incomplete),
        ]
        .into_iter()
        .filter_map(|(what, value)| value.as_ref().map(|value| (what, value)))
    }
}

impl fmt::Display for Validation {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.cases == 0 {
            return f.write_str("nothing was tested: the generator makes no values");
        }
        if self.is_sound() {
            writeln!(f, "sound on {} values", self.cases)?
        } else {
            writeln!(f, "not sound, tested on {} values:", self.cases)?
        }
        for (what, value) in self.faults() {
            writeln!(f, "  {what}: {value}")?;
            if let Some(why) = self.why.as_ref().filter(|_| self.unsound.as_ref().is_some_and(|of| of == value)) {
                writeln!(f, "    {}", why.replace('\n', "\n    "))?;
            }
        }
        if let Some(value) = &self.gave_up {
            writeln!(f, "  gave up on: {value}")?;
        }
        match &self.overlap {
            Overlap::One => write!(f, "overlap: one way to each value"),
            Overlap::Finite(ways, value) => write!(f, "overlap: up to {ways} ways, to {value}"),
            Overlap::Exponential(ways, value) => write!(f, "overlap: exponential, {ways} ways to {value}"),
            Overlap::Unbounded(value) => write!(f, "overlap: infinite, at {value}"),
        }
    }
}

/// Values of all sizes, smallest first.
fn samples<G: Generator + ?Sized>(generator: &G) -> impl Iterator<Item = G::Value> + '_ {
    (0..=DEFAULT_SIZE).flat_map(move |size| {
        (0..PER_SIZE).filter_map(move |i| {
            let mut cx = Cx::random(Rng::new(u64::from(size), i), size);
            generator.run(&mut cx, Focus::Free).ok()
        })
    })
}

/// Where so many values cannot be decided, which takes long, others cannot either.
const UNDECIDED: u32 = 3;

pub(crate) fn internal<G>(generator: &G) -> Validation
where
    G: Reflective + ?Sized,
    G::Value: PartialEq + fmt::Debug,
{
    let mut report = Validation::default();
    let mut undecided = 0;
    for value in samples(generator) {
        report.cases += 1;
        let shown = || format!("{value:?}");
        match backward::first_or_why(generator, &value) {
            Err(why) => {
                report.gave_up.get_or_insert_with(|| format!("{value:?}\n    {why}"));
                undecided += 1;
                if undecided == UNDECIDED {
                    break;
                }
            }
            Ok(None) if report.unsound.is_none() => {
                report.unsound = Some(shown());
                report.why = backward::why_not(generator, &value).map(|why| why.to_string());
            }
            Ok(None) => {}
            Ok(Some(choices)) => {
                if replay(generator, &choices).as_ref() != Ok(&value) || !is_projection(generator, &value) {
                    report.not_a_projection.get_or_insert_with(shown);
                }
                report.overlap = overlap(generator, &value, choices.len(), report.overlap);
            }
        }
    }
    report
}

/// Whether running on a value gives that value.
fn is_projection<G>(generator: &G, value: &G::Value) -> bool
where
    G: Reflective + ?Sized,
    G::Value: PartialEq,
{
    (0..=DEFAULT_SIZE).rev().any(|size| {
        let mut cx = Cx::cold(Rng::new(0, 0), size, SearchMode::First);
        match generator.run(&mut cx, Focus::On(value)) {
            Ok(made) => made == *value,
            // Out of range at this size, or a search for the forest, which rebuilds by the same code.
            Err(_) => cx.into_cold().is_none_or(|cold| !cold.size_was_read || cold.stop.is_some()),
        }
    })
}

fn overlap<G>(generator: &G, value: &G::Value, length: usize, so_far: Overlap) -> Overlap
where
    G: Reflective + ?Sized,
    G::Value: fmt::Debug,
{
    let seen = match &so_far {
        Overlap::Unbounded(_) => return so_far,
        Overlap::One => 1,
        Overlap::Finite(ways, _) | Overlap::Exponential(ways, _) => *ways,
    };
    match Reflections::new(generator, value).ways() {
        Ways::Infinite => Overlap::Unbounded(format!("{value:?}")),
        // A power of the number of choices stays below this however long the value is; an exponential does not.
        Ways::Finite(ways) if ways > seen && ways > 64 && (ways as f64).log2() > 0.25 * length as f64 => {
            Overlap::Exponential(ways, format!("{value:?}"))
        }
        Ways::Finite(ways) if ways > seen => match so_far {
            Overlap::Exponential(..) => Overlap::Exponential(ways, format!("{value:?}")),
            _ => Overlap::Finite(ways, format!("{value:?}")),
        },
        Ways::Finite(_) | Ways::Unknown => so_far,
    }
}

pub(crate) fn external<G, C>(generator: &G, candidates: &C, pred: &dyn Fn(&G::Value) -> bool) -> Validation
where
    G: Reflective + ?Sized,
    G::Value: PartialEq + fmt::Debug,
    C: Generator<Value = G::Value> + ?Sized,
{
    let mut report = internal(generator);
    report.externally_unsound = shortest(samples(generator).filter(|value| !pred(value)));
    report.externally_incomplete =
        shortest(samples(candidates).filter(|value| pred(value) && backward::contains(generator, value) == Ok(false)));
    // What it takes for its own must come out again, also where it did not make it.
    report.not_a_projection = report.not_a_projection.or_else(|| {
        shortest(samples(candidates).filter(|value| match backward::first(generator, value, true) {
            Ok(Some(choices)) => replay(generator, &choices).as_ref() != Ok(value) || !is_projection(generator, value),
            _ => false,
        }))
    });
    report
}

/// Returns the counterexample that is quickest to read.
fn shortest(values: impl Iterator<Item = impl fmt::Debug>) -> Option<String> {
    values.map(|value| format!("{value:?}")).min_by_key(String::len)
}

pub(crate) fn against<G, H>(generator: &G, other: &H) -> Validation
where
    G: Reflective + ?Sized,
    G::Value: PartialEq + fmt::Debug,
    H: Reflective<Value = G::Value> + ?Sized,
{
    external(generator, other, &|value| backward::contains(other, value) != Ok(false))
}
