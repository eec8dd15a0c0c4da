//! Shrinking finds the simplest value that still fails, whatever made the first one and wherever it came from.
//!
//! It shrinks a value by editing the choices that make it and running the generator again, so every result is in its
//! range. The choices are either recorded or found by reflecting on a value: the same passes run on both and reach the
//! same minimum.
//!
//! Simpler means fewer choices, and among as many, smaller ones: [`Tree::compare`] says why.

mod bits;
mod explain;
mod passes;
mod player;
mod search;
mod tree;

use std::time::Duration;

use crate::core::choices::Choices;
use crate::core::cx::Cx;
use crate::core::generator::{Focus, Generator, Reflective, Rejected};
use crate::core::interpret::{ReplayError, backward, replay};
use crate::core::panics;
use crate::run::settings::{self, EXECUTIONS};
pub use bits::{Bits, ParseBitsError};
pub(crate) use explain::explain;
pub(crate) use passes::{Custom, ShrinkPlan};
pub(crate) use player::{EditPlayer, Filler, Needs};
pub(crate) use search::{Budget, Limit, Progress, Subject, Verdict, flat_item, remake, run_again, tree};
pub(crate) use tree::{Edit, Item, ItemKind, Shape, Tree, is_same, shape};

/// The result of [`shrink`](crate::Interpretations::shrink).
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let list = vec(0..=1000, 0..100);
/// let shrunk = list.shrink(vec![3, 950, 17, 999, 4], |list| list.iter().any(|&n| n >= 900));
/// assert_eq!(shrunk.value, [900]);
/// assert!(shrunk.is_minimal);
/// assert_eq!(list.replay(&shrunk.steps.last().unwrap().choices), Ok(vec![900]));
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Shrunk<V> {
    /// The simplest value found.
    pub value: V,
    /// Whether no single step makes it simpler: every step that applies to a value of its size was tried. For values
    /// with many thousands of parts, fewer steps apply.
    pub is_minimal: bool,
    /// The improvements, in order.
    pub steps: Vec<Step>,
    /// How often a value was tested for whether it still fails.
    pub executions: u64,
    /// Why shrinking stopped.
    pub ended: Ended,
    /// Other failing values, each as simple as its kind can be, if you asked to keep more than one.
    pub others: Vec<V>,
}

/// An improvement: a simpler value that still failed.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let shrunk = (0..=100).shrink(77, |n| *n > 50);
/// let evolution: Vec<i32> = shrunk.steps.iter().map(|step| (0..=100).replay(&step.choices).unwrap()).collect();
/// assert!(evolution.is_sorted_by(|a, b| a > b));
/// assert_eq!(evolution.last(), Some(&51));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Step {
    /// Its choices; [`replay`](crate::Interpretations::replay) makes the value.
    pub choices: Choices,
    /// How many executions it took to find it.
    pub executions: u64,
}

/// Why shrinking stopped.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::check::Ended;
///
/// assert_eq!((0..=9).shrink(10, |_| true).ended, Ended::NotInRange);
/// assert_eq!((0..=9).shrink(5, |n| *n > 5).ended, Ended::DoesNotFail);
/// assert_eq!((0..=9).shrink(5, |n| *n >= 5).ended, Ended::Minimal);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ended {
    /// No single step leads to something simpler that still fails.
    Minimal,
    /// The budget was spent.
    OutOfBudget,
    /// The generator does not make the given value, so it has no choices to shrink.
    NotInRange,
    /// No choices were found that make the given value, though there may be some; see
    /// [`sought`](crate::Interpretations::sought).
    NotFound,
    /// The given value does not fail.
    DoesNotFail,
    /// The value has no such part.
    NoSuchPart,
}

/// Settings for shrinking: budgets, passes of your own, how many values to keep.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::Shrinker;
///
/// let list = vec(0..=1000, 0..100);
/// let shrunk = Shrinker::new(&list).executions(5).shrink(vec![3; 99], |list| list.len() > 40);
/// assert!(!shrunk.is_minimal && shrunk.executions == 5);
/// ```
pub struct Shrinker<'g, G: ?Sized> {
    generator: &'g G,
    budget: Budget,
    keep: usize,
    part: Option<Vec<usize>>,
    custom: Vec<Custom<'g>>,
}

impl<'g, G: Generator + ?Sized> Shrinker<'g, G> {
    /// Creates a shrinker for a generator's values. It stops after 5,000 executions or 10 seconds, unless you say
    /// otherwise.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Shrinker;
    ///
    /// assert_eq!(Shrinker::new(&(0..=9)).shrink(9, |n| n % 2 == 1).value, 1);
    /// ```
    pub fn new(generator: &'g G) -> Shrinker<'g, G> {
        let budget = Budget { executions: EXECUTIONS, time: settings::shrink_time(None) };
        Shrinker { generator, budget, keep: 1, part: None, custom: Vec::new() }
    }

    /// Limits how often a value is tested for whether it still fails.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Shrinker;
    /// use mirrorcheck::check::Ended;
    ///
    /// let shrunk = Shrinker::new(&(0..=1000)).executions(1).shrink(900, |n| *n > 10);
    /// assert_eq!(shrunk.ended, Ended::OutOfBudget);
    /// ```
    pub fn executions(mut self, most: u64) -> Self {
        self.budget.executions = most;
        self
    }

    /// Stops after this much time, between two tests of a value. `Duration::MAX` means that there is no limit.
    ///
    /// ```
    /// use std::time::Duration;
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Shrinker;
    /// use mirrorcheck::check::Ended;
    ///
    /// let shrunk = Shrinker::new(&(0..=1000)).time(Duration::ZERO).shrink(900, |n| *n > 10);
    /// assert_eq!((shrunk.value, shrunk.ended), (900, Ended::OutOfBudget));
    /// ```
    pub fn time(mut self, most: Duration) -> Self {
        self.budget.time = settings::shrink_time(Some(most));
        self
    }

    /// Finds up to this many failing values, each as simple as its kind can be. If possible they differ in their
    /// alternatives and lengths, because what they all share is what matters.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Shrinker;
    ///
    /// let lists = (vec(0..=9, 0..9), vec(0..=9, 0..9));
    /// let shrunk = Shrinker::new(&lists).keep(2).shrink((vec![1, 2], vec![3]), |(a, b)| a.len() + b.len() > 1);
    /// assert_eq!(shrunk.value, (vec![], vec![0, 0]));
    /// assert_eq!(shrunk.others, [(vec![0], vec![0])]);
    /// ```
    pub fn keep(mut self, most: usize) -> Self {
        self.keep = most;
        self
    }

    /// Adds a pass: it gets the choices of the simplest value so far and proposes others. Proposals that are not
    /// simpler are ignored.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Shrinker;
    ///
    /// // A value that no other pass could guess.
    /// let magic = |_: &Choices| vec!["271".parse().unwrap()];
    /// let shrunk = Shrinker::new(&(0..=1000)).pass(magic).shrink(828, |n| [271, 828].contains(n));
    /// assert_eq!(shrunk.value, 271);
    /// ```
    pub fn pass(mut self, pass: impl FnMut(&Choices) -> Vec<Choices> + 'g) -> Self {
        self.custom.push(Box::new(pass));
        self
    }

    /// Shrinks only one part of the value and leaves everything else as it is. A path says which: the position of the
    /// part among the parts of the whole, then among the parts of that part, and so on. Neither the alternative taken
    /// nor the length of a list counts as a part.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Shrinker;
    ///
    /// let pairs = vec((0..=9, 0..=9), 0..9);
    /// let shrunk = Shrinker::new(&pairs).part(&[1, 0]).shrink(vec![(5, 6), (7, 8)], |_| true);
    /// assert_eq!(shrunk.value, [(5, 6), (0, 8)]);
    /// ```
    pub fn part(mut self, path: &[usize]) -> Self {
        self.part = Some(path.to_vec());
        self
    }

    /// Shrinks a value, wherever it came from. A panic in `still_fails` counts as a failure, too.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Shrinker;
    ///
    /// let shrunk = Shrinker::new(&(0..=100, 0..=100)).shrink((60, 70), |(a, b)| a < b);
    /// assert_eq!(shrunk.value, (0, 1));
    /// ```
    pub fn shrink(self, value: G::Value, still_fails: impl FnMut(&G::Value) -> bool) -> Shrunk<G::Value>
    where
        G: Reflective,
    {
        let generator = self.generator;
        let find = |value: &G::Value| backward::first(generator, value, true).ok().flatten().ok_or(Ended::NotInRange);
        self.shrink_found(value, still_fails, find)
    }

    /// Shrinks a value whose choices are found in some way.
    pub(crate) fn shrink_found(
        self,
        value: G::Value,
        still_fails: impl FnMut(&G::Value) -> bool,
        find: impl FnOnce(&G::Value) -> Result<Choices, Ended>,
    ) -> Shrunk<G::Value> {
        let choices = match find(&value) {
            Ok(choices) => choices,
            Err(ended) => return Shrunk::unchanged(value, ended),
        };
        let mut still_fails = still_fails;
        if !fails(&mut still_fails, &value) {
            return Shrunk { executions: 1, ..Shrunk::unchanged(value, Ended::DoesNotFail) };
        }
        let mut shrinker = self;
        shrinker.budget.executions = shrinker.budget.executions.saturating_sub(1);
        let shrunk = shrinker.from(value, &choices, still_fails);
        Shrunk { executions: shrunk.executions + 1, ..shrunk }
    }

    /// Shrinks the value that choices make, for generators that only run forward.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Shrinker;
    ///
    /// let sum = from_fn(|| draw(0..=9) + draw(0..=9));
    /// let choices = sum.randomness(1);
    /// let shrunk = Shrinker::new(&sum).shrink_choices(&choices, |_| true).unwrap();
    /// assert_eq!(shrunk.value, 0);
    /// ```
    ///
    /// # Errors
    /// Returns an error if the choices make no value.
    pub fn shrink_choices(
        self,
        choices: &Choices,
        still_fails: impl FnMut(&G::Value) -> bool,
    ) -> Result<Shrunk<G::Value>, ReplayError> {
        let value = replay(self.generator, choices)?;
        Ok(self.from(value, choices, still_fails))
    }

    fn from(
        mut self,
        value: G::Value,
        choices: &Choices,
        still_fails: impl FnMut(&G::Value) -> bool,
    ) -> Shrunk<G::Value> {
        let mut subject = GivenSubject { generator: self.generator, value: None, still_fails };
        let Some(first) = tree(&mut subject, choices, false) else {
            return Shrunk::unchanged(value, Ended::NotInRange);
        };
        let (size, path) = (choices.size(), self.part.as_deref());
        let part = path.and_then(|path| first.part(path));
        if path.is_some() && part.is_none() {
            return Shrunk::unchanged(value, Ended::NoSuchPart);
        }
        let plan = ShrinkPlan { budget: self.budget, part, custom: &mut self.custom, keep: self.keep, progress: None };
        let found = plan.run(&mut subject, size, first);
        let remake = |tree: &Tree| replay(self.generator, &tree.choices(size)).ok();
        let ended = if found.spent.is_some() { Ended::OutOfBudget } else { Ended::Minimal };
        Shrunk {
            value: if found.steps.is_empty() { value } else { remake(&found.best).unwrap_or(value) },
            is_minimal: ended == Ended::Minimal,
            steps: found.steps,
            executions: found.executions,
            ended,
            others: found.others.iter().filter_map(remake).collect(),
        }
    }
}

impl<V> Shrunk<V> {
    fn unchanged(value: V, ended: Ended) -> Shrunk<V> {
        Shrunk { value, is_minimal: false, steps: Vec::new(), executions: 0, ended, others: Vec::new() }
    }
}

/// A generator, and a question about its values.
struct GivenSubject<'g, G: Generator + ?Sized, F> {
    generator: &'g G,
    value: Option<G::Value>,
    still_fails: F,
}

impl<G: Generator + ?Sized, F: FnMut(&G::Value) -> bool> Subject for GivenSubject<'_, G, F> {
    fn make(&mut self, cx: &mut Cx<'_>) -> Result<(), Rejected> {
        self.value = Some(self.generator.run(cx, Focus::Free)?);
        Ok(())
    }

    fn still_fails(&mut self, _: &mut Cx<'_>) -> Verdict {
        // Dropping the value is a part of it: that may panic, too.
        let (value, still_fails) = (self.value.take(), &mut self.still_fails);
        match panics::caught(|| value.is_some_and(|value| still_fails(&value))) {
            Ok(false) => Verdict::Passes,
            Ok(true) | Err(_) => Verdict::Fails,
        }
    }
}

/// Returns whether a value fails; a panic is a failure.
fn fails<V>(still_fails: &mut impl FnMut(&V) -> bool, value: &V) -> bool {
    panics::caught(|| still_fails(value)).unwrap_or(true)
}
