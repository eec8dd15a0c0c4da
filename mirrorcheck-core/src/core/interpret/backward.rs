//! Backward: the value answers.

use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;

use crate::core::choices::{Choices, Tape};
use crate::core::cx::{Cold, Cx, DEFAULT_SIZE, SearchMode, Stop, Weigher, Why};
use crate::core::forest::{Estimate, FOREST_FUEL, Forest, OutOfFuel, Rooted, Ways};
use crate::core::generator::{Focus, Generator, Reflective};
use crate::core::guess::Unsure;
use crate::core::mass::Mass;
use crate::core::rng::Rng;

/// How many runs and choices a search may take: a value from outside can be large, an endless search must end.
pub(super) const FUEL: u64 = 50_000_000;

/// The sizes to look at, the default first. Further ones only matter to a generator that asks for the size.
pub(crate) fn sizes() -> impl Iterator<Item = u32> {
    (0..=DEFAULT_SIZE).rev()
}

/// A generator on a value, without their types: whatever looks for the choices is compiled once for all of them.
#[derive(Clone, Copy)]
pub(crate) struct Sought<'s>(&'s dyn Fn(&mut Cx<'_>) -> bool);

impl Sought<'_> {
    fn run<'a>(
        self,
        size: u32,
        search: SearchMode,
        set_up: &mut dyn FnMut(&mut Cold<'a>),
    ) -> (bool, Option<Box<Cold<'a>>>) {
        let mut cx = Cx::cold(Rng::new(0, 0), size, search);
        if let Some(cold) = cx.cold_mut() {
            set_up(cold);
        }
        let found = (self.0)(&mut cx);
        (found, cx.into_cold())
    }

    /// The first way to the value, at the largest size that has one. Without `record`, only whether there is one.
    fn first(self, record: bool) -> Result<Option<Choices>, GaveUp> {
        for size in sizes() {
            let (found, cold) = self.run(size, SearchMode::First, &mut |cold| {
                cold.tape = record.then(Tape::new);
                cold.fuel = FUEL;
            });
            let Some(cold) = cold else { return Ok(None) };
            match cold.stop {
                Some(Stop::NeedsForest) => match self.forest(size, None)? {
                    (Some(forest), _) => return Ok(Some(forest.way(&[], size).0)),
                    (None, true) => continue,
                    (None, false) => return Ok(None),
                },
                Some(_) => return Err(GaveUp(cold.unsure)),
                None if found => return Ok(Some(cold.tape.map_or_else(Choices::nothing, |tape| tape.finish(size)))),
                None if cold.unsure.is_some() => return Err(GaveUp(cold.unsure)),
                None if !cold.size_was_read => return Ok(None),
                None => {}
            }
        }
        Ok(None)
    }

    /// The first way to the value, or why there is none.
    fn choices(self) -> Result<Choices, String> {
        match self.first(true) {
            Ok(Some(choices)) => Ok(choices),
            Ok(None) => Err(self.reason().map_or_else(String::new, |why| why.to_string())),
            Err(gave_up) => Err(gave_up.to_string()),
        }
    }

    /// All ways to the value at one size, if any, and whether the size matters.
    fn forest(self, size: u32, weigher: Option<&dyn Weigher>) -> Result<(Option<Rooted>, bool), GaveUp> {
        let (found, cold) = self.run(size, SearchMode::All, &mut |cold| {
            into_forest(cold);
            cold.weigher = weigher;
        });
        let Some(cold) = cold else { return Ok((None, false)) };
        if cold.stop.is_some() || (!found && cold.unsure.is_some()) {
            return Err(GaveUp(cold.unsure));
        }
        let is_partial = cold.unsure.is_some();
        let rooted = cold.forest.filter(|_| found).map(|forest| forest.rooted().known_in_part(is_partial));
        Ok((rooted, cold.size_was_read))
    }

    #[inline]
    fn has_only_way(self, size: u32) -> bool {
        let (found, cold) = self.run(size, SearchMode::All, &mut into_forest);
        let Some(cold) = cold.filter(|cold| found && cold.stop.is_none() && !cold.may_be_ambiguous) else {
            return false;
        };
        cold.forest.is_some_and(|forest| forest.rooted().ways() == Ways::Finite(1))
    }

    /// All ways at the largest size that has one.
    #[inline]
    fn any_forest(self) -> Result<Option<(Rooted, u32)>, OutOfFuel> {
        for size in sizes() {
            match self.forest(size, None)? {
                (Some(forest), _) => return Ok(Some((forest, size))),
                (None, false) => return Ok(None),
                (None, true) => {}
            }
        }
        Ok(None)
    }

    #[inline]
    fn shares_of_ways(self, most: usize) -> Result<Vec<(Choices, f64)>, OutOfFuel> {
        let Some((forest, size)) = self.any_forest()? else { return Ok(Vec::new()) };
        let Some(ways) = forest.first_ways(most, size) else {
            let ways = forest.random_ways(most, size);
            return Ok(ways.into_iter().map(|way| (way, 1.0 / most as f64)).collect());
        };
        let whole = ways.iter().map(|(_, mass)| *mass).fold(Mass::ZERO, Mass::plus);
        Ok(ways.into_iter().map(|(way, mass)| (way, mass.over(whole).probability())).collect())
    }

    #[inline]
    fn mass(self) -> Result<Mass, OutOfFuel> {
        match self.forest(DEFAULT_SIZE, None)?.0 {
            Some(forest) => forest.probability(Estimate::Middle).map_err(|_| OutOfFuel),
            None => Ok(Mass::ZERO),
        }
    }

    #[inline]
    fn likelihood(self) -> Result<Probability, OutOfFuel> {
        let Some(forest) = self.forest(DEFAULT_SIZE, None)?.0 else { return Ok(Probability::IMPOSSIBLE) };
        let mass = |estimate| forest.probability(estimate).map_err(|_| OutOfFuel);
        Ok(Probability { low: mass(Estimate::Low)?, middle: mass(Estimate::Middle)?, high: mass(Estimate::High)? })
    }

    /// Why the value is out of range, if it is.
    #[cold]
    #[inline]
    fn why_not(self) -> Option<WhyNot> {
        match self.first(false) {
            Ok(Some(_)) => None,
            Ok(None) => self.reason(),
            Err(gave_up) => Some(WhyNot::because(&gave_up.to_string())),
        }
    }

    /// Why a value that is out of range is.
    fn reason(self) -> Option<WhyNot> {
        let mut why = Why::default();
        for second_run in [false, true] {
            why.second_run = second_run;
            let (_, cold) = self.run(DEFAULT_SIZE, SearchMode::First, &mut |cold| {
                cold.tape = Some(Tape::new());
                cold.why = Some(std::mem::take(&mut why));
                cold.fuel = FUEL;
            });
            why = cold?.why?;
        }
        let reason = why.reason.unwrap_or_else(|| "no branch of the generator leads there".to_owned());
        Some(WhyNot { trail: why.trail, reason })
    }
}

/// A question without an answer, with what is known of the reason.
struct GaveUp(Option<Unsure>);

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(unsure) => unsure.fmt(f),
            None => OutOfFuel.fmt(f),
        }
    }
}

impl From<GaveUp> for OutOfFuel {
    fn from(_: GaveUp) -> OutOfFuel {
        OutOfFuel
    }
}

fn into_forest(cold: &mut Cold<'_>) {
    let mut forest = Box::new(Forest::default());
    forest.begin();
    cold.forest = Some(forest);
    cold.fuel = FOREST_FUEL;
}

/// Forgets the types of a generator and a value.
#[inline(always)]
fn sought<G: Generator + ?Sized, R>(generator: &G, value: &G::Value, seek: impl FnOnce(Sought<'_>) -> R) -> R {
    seek(Sought(&|cx| {
        let made = generator.run(cx, Focus::On(value));
        let is_made = made.is_ok();
        if LEAKS.get() {
            std::mem::forget(made);
        }
        is_made
    }))
}

thread_local! {
    static LEAKS: Cell<bool> = const { Cell::new(false) };
}

/// Runs generators backward without dropping the copies of the value that they make, if it `leaks`: for values whose
/// `Drop` may end the process.
pub(crate) fn leaking<R>(leaks: bool, body: impl FnOnce() -> R) -> R {
    struct Restored(bool);

    impl Drop for Restored {
        fn drop(&mut self) {
            LEAKS.set(self.0);
        }
    }

    let _restored = Restored(LEAKS.replace(leaks));
    body()
}

/// The first way to make a value; without `record`, only whether there is one.
pub(crate) fn first<G: Generator + ?Sized>(
    generator: &G,
    value: &G::Value,
    record: bool,
) -> Result<Option<Choices>, OutOfFuel> {
    Ok(sought(generator, value, |sought| sought.first(record))?)
}

/// The first way to make a value, or why it is not known.
pub(crate) fn first_or_why<G: Generator + ?Sized>(generator: &G, value: &G::Value) -> Result<Option<Choices>, String> {
    sought(generator, value, |sought| sought.first(true)).map_err(|gave_up| gave_up.to_string())
}

/// The first way to make a value, or why there is none.
pub(crate) fn choices<G: Generator + ?Sized>(generator: &G, value: &G::Value) -> Result<Choices, String> {
    sought(generator, value, |sought| sought.choices())
}

/// Whether a value is in range.
pub(crate) fn contains<G: Generator + ?Sized>(generator: &G, value: &G::Value) -> Result<bool, OutOfFuel> {
    match first(generator, value, false) {
        Ok(way) => Ok(way.is_some()),
        Err(OutOfFuel) => Err(OutOfFuel),
    }
}

/// All ways to make a value at one size, if any, and whether the size matters.
pub(crate) fn forest<G: Generator + ?Sized>(
    generator: &G,
    value: &G::Value,
    size: u32,
) -> Result<(Option<Rooted>, bool), OutOfFuel> {
    Ok(sought(generator, value, |sought| sought.forest(size, None))?)
}

/// All ways to make a value at one size, with other weights.
pub(crate) fn weighed_forest<G: Generator + ?Sized>(
    generator: &G,
    value: &G::Value,
    size: u32,
    weigher: &dyn Weigher,
) -> Result<(Option<Rooted>, bool), OutOfFuel> {
    Ok(sought(generator, value, |sought| sought.forest(size, Some(weigher)))?)
}

/// Whether other choices surely make another value, at one size: there is only one way to this one, and all of the
/// choices show in it.
pub(crate) fn has_only_way<G: Generator + ?Sized>(generator: &G, value: &G::Value, size: u32) -> bool {
    sought(generator, value, |sought| sought.has_only_way(size))
}

/// The ways to a value with how likely each is among them: all if there are no more than so many, otherwise so many at
/// random.
pub(crate) fn shares_of_ways<G: Generator + ?Sized>(
    generator: &G,
    value: &G::Value,
    most: usize,
) -> Result<Vec<(Choices, f64)>, OutOfFuel> {
    sought(generator, value, |sought| sought.shares_of_ways(most))
}

/// The likeliest way to make a value.
pub(crate) fn likeliest<G: Generator + ?Sized>(generator: &G, value: &G::Value) -> Option<Choices> {
    let found = sought(generator, value, |sought| sought.any_forest());
    found.ok().flatten().map(|(forest, size)| forest.likeliest(size))
}

/// How likely a value is.
pub(crate) fn mass<G: Generator + ?Sized>(generator: &G, value: &G::Value) -> Result<Mass, OutOfFuel> {
    sought(generator, value, |sought| sought.mass())
}

/// How likely a value is, with bounds.
pub(crate) fn likelihood<G: Generator + ?Sized>(generator: &G, value: &G::Value) -> Result<Probability, OutOfFuel> {
    sought(generator, value, |sought| sought.likelihood())
}

/// How many runs of generators that are tried it takes to find the first way to a value, if one is found.
pub(crate) fn tries<G: Generator + ?Sized>(generator: &G, value: &G::Value) -> Option<u64> {
    sought(generator, value, |sought| {
        let (found, cold) = sought.run(DEFAULT_SIZE, SearchMode::First, &mut |cold| cold.fuel = FUEL);
        cold.filter(|_| found).map(|cold| cold.tries)
    })
}

/// Why a value is out of range, if it is.
pub(crate) fn why_not<G: Generator + ?Sized>(generator: &G, value: &G::Value) -> Option<WhyNot> {
    sought(generator, value, |sought| sought.why_not())
}

/// How likely a value is. Where that is below the smallest float, [`ln`](Self::ln) still works; where it is not known
/// exactly, the [bounds](Self::bounds) differ.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let digit = (0..=9).likelihood(&7).unwrap();
/// assert_eq!((digit.value(), digit.bounds()), (0.1, (0.1, 0.1)));
///
/// let long = vec(0..=u64::MAX, 100).likelihood(&vec![7; 100]).unwrap();
/// assert!(long.value() == 0.0 && long.ln() < -1000.0);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Probability {
    low: Mass,
    middle: Mass,
    high: Mass,
}

impl Probability {
    const IMPOSSIBLE: Probability = Probability { low: Mass::ZERO, middle: Mass::ZERO, high: Mass::ZERO };

    /// Returns the probability.
    #[inline]
    pub fn value(&self) -> f64 {
        self.middle.probability()
    }

    /// Returns its natural logarithm.
    #[inline]
    pub fn ln(&self) -> f64 {
        self.middle.ln()
    }

    /// Returns its lower and upper bound.
    #[inline]
    pub fn bounds(&self) -> (f64, f64) {
        (self.low.probability(), self.high.probability())
    }

    /// Returns whether it is known exactly.
    #[inline]
    pub fn is_exact(&self) -> bool {
        self.low == self.high
    }
}

/// The iterator that [`reflect`](crate::Interpretations::reflect) returns: the ways to make a value, one by one.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let overlapping = labeled([("low", 0..=5), ("high", 4..=9)]);
/// let mut ways = overlapping.reflect(&4);
/// assert_eq!(ways.next().unwrap().to_string(), "low(4)");
/// assert_eq!(ways.count(), 1);
/// ```
pub struct Reflections<'a, G: ?Sized> {
    forest: Option<Rooted>,
    size: u32,
    /// Which way is next: at each node that is met, which of its own ways.
    next: Option<Vec<usize>>,
    outcome: Outcome,
    generator: PhantomData<&'a G>,
}

/// Whether all ways to make a value are known.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::choices::Outcome;
///
/// assert_eq!((0..=9).reflect(&7).outcome(), Outcome::Complete);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// These are all.
    Complete,
    /// There are infinitely many.
    Infinite,
    /// The search gave up.
    OutOfFuel,
}

impl<'a, G: Reflective + ?Sized> Reflections<'a, G> {
    pub(crate) fn new(generator: &'a G, value: &G::Value) -> Reflections<'a, G> {
        let (forest, size, outcome) = sought(generator, value, reflected);
        let next = if forest.is_some() { Some(Vec::new()) } else { None };
        Reflections { forest, size, next, outcome, generator: PhantomData }
    }
}

#[inline]
fn reflected(sought: Sought<'_>) -> (Option<Rooted>, u32, Outcome) {
    match sought.any_forest() {
        Ok(Some((forest, size))) if forest.is_partial() => (Some(forest), size, Outcome::OutOfFuel),
        Ok(Some((forest, size))) if forest.ways() == Ways::Infinite => (Some(forest), size, Outcome::Infinite),
        Ok(Some((forest, size))) => (Some(forest), size, Outcome::Complete),
        Ok(None) => (None, DEFAULT_SIZE, Outcome::Complete),
        Err(OutOfFuel) => (None, DEFAULT_SIZE, Outcome::OutOfFuel),
    }
}

impl<G: ?Sized> Reflections<'_, G> {
    /// Returns whether these are all ways, there are infinitely many, or the search gave up.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::choices::Outcome;
    ///
    /// /// Comes back to itself without having made anything.
    /// #[generator]
    /// fn circle() -> u8 {
    ///     oneof([draw(0..=9), draw(circle())])
    /// }
    /// assert_eq!(circle().reflect(&7).outcome(), Outcome::Infinite);
    /// ```
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// Returns the number of ways, without spelling them out.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::choices::Ways;
    ///
    /// let list = vec(oneof([0..=5, 4..=9]), 30);
    /// assert_eq!(list.reflect(&vec![4; 30]).ways(), Ways::Finite(1 << 30));
    /// ```
    pub fn ways(&self) -> Ways {
        match (&self.forest, self.outcome) {
            (Some(forest), _) => forest.ways(),
            (None, Outcome::OutOfFuel) => Ways::Unknown,
            (None, _) => Ways::Finite(0),
        }
    }
}

impl<G: ?Sized> Iterator for Reflections<'_, G> {
    type Item = Choices;

    fn next(&mut self) -> Option<Choices> {
        let mut decisions = self.next.take()?;
        let (choices, open) = self.forest.as_ref()?.way(&decisions, self.size);
        self.next = Rooted::after(&mut decisions, &open).then_some(decisions);
        Some(choices)
    }

    /// Counts in the forest, so that 10^18 ways take no longer than one. `usize::MAX` means infinitely many.
    fn count(self) -> usize {
        match (&self.next, self.ways()) {
            (None, _) => 0,
            (Some(next), Ways::Finite(ways)) if next.is_empty() => usize::try_from(ways).unwrap_or(usize::MAX),
            (Some(_), Ways::Infinite) => usize::MAX,
            (Some(_), Ways::Finite(_) | Ways::Unknown) => self.fold(0, |count, _| count + 1),
        }
    }
}

/// Why a value is out of range: where the branch that got furthest gave up.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let list = vec(labeled([("digit", 0..=9)]), 0..=3);
/// let why = list.why_not(&vec![20]).unwrap();
/// assert_eq!(why.to_string(), "in digit: 20 is not in 0..=9");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WhyNot {
    trail: Vec<String>,
    reason: String,
}

impl WhyNot {
    /// Creates a reason that is not about one place.
    #[inline]
    pub(crate) fn because(reason: &str) -> WhyNot {
        WhyNot { trail: Vec::new(), reason: reason.to_owned() }
    }
}

impl fmt::Display for WhyNot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The beginning and the end of a long way say most of it.
        let (shown, left_out) = match self.trail.len() {
            0..=8 => (self.trail.clone(), 0),
            n => ([&self.trail[..3], &["…".to_owned()], &self.trail[n - 4..]].concat(), n - 7),
        };
        if !shown.is_empty() {
            write!(f, "in {}: ", shown.join(" › "))?;
        }
        f.write_str(&self.reason)?;
        if left_out > 0 { write!(f, " ({left_out} levels are not shown)") } else { Ok(()) }
    }
}
