//! Backward by experiment: choices for a value of a generator that only runs forward.
//!
//! A run follows a script of answers. Its result is compared with the value, leaf by leaf, by the `Debug` text of both.
//! [`search`] edits the script until nothing differs, in stages: [`map`] reads choices off the value by rules learnt from
//! random values, [`solve`] solves for many numbers at once, [`sweep`] varies single choices, and [`wander`] edits
//! several. `==` has the last word.
//!
//! The search may find choices. It never proves that there are none.

mod distance;
mod hand;
mod map;
mod reading;
mod search;
mod solve;
mod sweep;
mod wander;

use std::fmt::{self, Debug};
use std::rc::Rc;

use crate::core::choices::{Choices, DEFAULT_SIZE, Tape};
use crate::core::cx::Cx;
use crate::core::generator::{Focus, Generator, Rejected};
use crate::core::replay;
use crate::core::rng::Rng;
use crate::core::{panics, written};
use hand::{Align, Hand, Slot};
use map::{Map, Sample};
use reading::Reading;
use search::{Candidate, Known, Searched};

/// How many runs may search for a value, and how many random values to learn from.
const RUNS: u64 = 20_000;
const LEARN: u64 = 200;
/// How many of the random values to keep as starting points.
const STARTS: usize = 100;
/// How many choices a run may make.
const FUEL: u64 = 20_000;
/// How many stacks a run may use.
const STACKS: u32 = 2;

/// The result of [`seek`](crate::Interpretations::seek).
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::Sought;
///
/// let sum = from_fn(|| draw(0..=9) + draw(0..=9));
/// let Sought::Found { choices, .. } = sum.seek(&18) else { panic!("18 is 9 + 9") };
/// assert_eq!(choices.to_string(), "(9 9)");
/// let Sought::NotFound { nearest, .. } = sum.seek(&20) else { panic!("20 is too much") };
/// assert_eq!(nearest, Some(18));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum Sought<T> {
    /// Choices that make a value equal to the one that was looked for.
    Found {
        /// The choices; [`replay`](crate::Interpretations::replay) makes the value.
        choices: Choices,
        /// How often the generator ran. The runs that the seeker learnt from do not count.
        runs: u64,
    },
    /// No choices were found. That does not mean that there are none.
    NotFound {
        /// The nearest value that was made, if any was.
        nearest: Option<T>,
        /// The first part in which it differs from the value that was looked for.
        first_difference: Option<Difference>,
        /// How often the generator ran.
        runs: u64,
    },
}

impl<T> Sought<T> {
    /// Returns the choices, if they were found.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let double = from_fn(|| 2 * draw(0..=9));
    /// assert_eq!(double.seek(&14).choices().unwrap().to_string(), "7");
    /// assert_eq!(double.seek(&15).choices(), None);
    /// ```
    #[inline]
    pub fn choices(&self) -> Option<&Choices> {
        match self {
            Sought::Found { choices, .. } => Some(choices),
            Sought::NotFound { .. } => None,
        }
    }

    /// Returns how often the generator ran.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// assert!((0..=9).seek(&7).runs() < 20);
    /// ```
    #[inline]
    pub fn runs(&self) -> u64 {
        match self {
            Sought::Found { runs, .. } | Sought::NotFound { runs, .. } => *runs,
        }
    }
}

/// The first part in which the nearest value differs from the one that was looked for, as `Debug` writes them.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::Sought;
///
/// let evens = from_fn(|| vec![2 * draw(0..=9), 2 * draw(0..=9)]);
/// let Sought::NotFound { first_difference, .. } = evens.seek(&vec![8, 7]) else { panic!("7 is odd") };
/// assert_eq!(first_difference.unwrap().path, "[1]");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The path to the part, such as `.items[2].price`; empty for the whole value.
    pub path: String,
    /// What the value has there, and what follows.
    pub wanted: String,
    /// What the nearest value has there, and what follows.
    pub made: String,
}

impl fmt::Display for Difference {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { path, wanted, made } = self;
        let path = if path.is_empty() { "the value" } else { path };
        write!(f, "{path}: expected {wanted}, nearest is {made}")
    }
}

/// Looks for choices behind values, one after another: what it learns about the generator, it learns once.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::Seeker;
///
/// let words = from_fn(|| {
///     let count = draw(1..=4);
///     (0..count).map(|_| draw(1..=99).to_string()).collect::<Vec<_>>().join("+")
/// });
/// let mut seeker = Seeker::new(&words).runs(5_000).learn(100);
/// for text in ["7", "12+5", "1+2+3+99"] {
///     let choices = seeker.seek(&text.to_owned()).choices().cloned().unwrap();
///     assert_eq!(words.replay(&choices).unwrap(), text);
/// }
/// ```
pub struct Seeker<'g, G: ?Sized> {
    generator: &'g G,
    runs: u64,
    learn: u64,
    learnt: Option<Learnt>,
}

/// What is known about a generator, whatever the value to find.
struct Learnt {
    map: Map,
    samples: Vec<Candidate>,
    reads_size: bool,
}

impl<'g, G: Generator + ?Sized> Seeker<'g, G>
where
    G::Value: Debug + PartialEq,
{
    /// Creates a seeker that runs the generator at most 20,000 times for a value, and learns from 200 random values
    /// before the first.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Seeker;
    ///
    /// assert!(Seeker::new(&(0..=9)).seek(&7).choices().is_some());
    /// ```
    #[inline]
    pub fn new(generator: &'g G) -> Seeker<'g, G> {
        Seeker { generator, runs: RUNS, learn: LEARN, learnt: None }
    }

    /// Limits how often the generator runs for each value.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Seeker;
    ///
    /// assert_eq!(Seeker::new(&(0..=9)).runs(100).seek(&11).runs(), 100);
    /// ```
    #[inline]
    pub fn runs(self, most: u64) -> Self {
        Seeker { runs: most, ..self }
    }

    /// Sets how many random values it learns from before the first value; with 0, it reads nothing off the value.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Seeker;
    ///
    /// assert!(Seeker::new(&(0..=9)).learn(0).seek(&7).choices().is_some());
    /// ```
    #[inline]
    pub fn learn(self, values: u64) -> Self {
        Seeker { learn: values, learnt: None, ..self }
    }

    /// Looks for choices that make a value equal to this one.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Seeker;
    ///
    /// let price = from_fn(|| f64::from(draw(0..=9_999)) / 100.0);
    /// let mut seeker = Seeker::new(&price);
    /// assert_eq!(seeker.seek(&12.34).choices().unwrap().to_string(), "1234");
    /// ```
    #[inline]
    pub fn seek(&mut self, value: &G::Value) -> Sought<G::Value> {
        let generator = self.generator;
        let learn = self.learn;
        let learnt = self.learnt.get_or_insert_with(|| learnt(&mut Trying { generator, goal: None }, learn));
        let known = Known { map: &learnt.map, samples: &learnt.samples, reads_size: learnt.reads_size };
        let goal = Reading::of(panics::caught(|| written::on_one_line(value)).unwrap_or_default());
        let mut subject = Trying { generator, goal: Some(value) };
        let Searched { found, nearest, runs } = search::search(&mut subject, &known, &goal, self.runs);
        // A generator that depends on more than its choices may not make the value again.
        let is_goal = |made: &G::Value| panics::caught(|| made == value).unwrap_or(false);
        let found = found.and_then(|slots| remade(generator, &slots)).filter(|(made, _)| is_goal(made));
        if let Some((_, choices)) = found {
            return Sought::Found { choices, runs };
        }
        let first_difference = nearest.as_ref().and_then(|nearest| difference(&goal, &nearest.reading));
        let nearest = nearest.and_then(|nearest| remade(generator, &nearest.made)).map(|(value, _)| value);
        Sought::NotFound { nearest, first_difference, runs }
    }
}

/// A generator together with a way to look for choices: what [`sought`](crate::Interpretations::sought) returns.
///
/// It makes the same values as the generator. It is not [`Reflective`](crate::Reflective): what it does not find may be in
/// range all the same, so there is no `contains` and no `probability`.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let sums = from_fn(|| vec![draw(0..=99) + draw(0..=99), draw(0..=99)]).sought();
/// let shrunk = sums.shrink(vec![150, 42], |sums| sums[0] > 70);
/// assert_eq!(shrunk.value, [71, 0]);
/// ```
#[derive(Debug, Clone)]
pub struct BySeeking<G> {
    generator: G,
    runs: u64,
}

impl<G: Generator> Generator for BySeeking<G> {
    type Value = G::Value;

    #[inline]
    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, G::Value>) -> Result<G::Value, Rejected> {
        self.generator.run(cx, focus)
    }
}

impl<G: Generator> BySeeking<G> {
    #[inline]
    pub(crate) fn new(generator: G) -> BySeeking<G> {
        BySeeking { generator, runs: RUNS }
    }

    /// Limits how often the generator runs to look for choices; 20,000 times, unless you say otherwise.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let evens = from_fn(|| 2 * draw(0..=9)).sought().runs(50);
    /// assert_eq!(evens.to_bytes(&7), None);
    /// ```
    #[inline]
    pub fn runs(self, most: u64) -> Self {
        BySeeking { runs: most, ..self }
    }

    #[inline]
    pub(crate) fn generator(&self) -> &G {
        &self.generator
    }

    #[inline]
    pub(crate) fn choices(&self, value: &G::Value) -> Option<Choices>
    where
        G::Value: Debug + PartialEq,
    {
        Seeker::new(&self.generator).runs(self.runs).seek(value).choices().cloned()
    }
}

/// Looks for the choices of a value that is known only by its text.
#[inline]
pub(crate) fn seek_text(
    make: &mut (dyn FnMut(&mut Cx<'_>) -> Option<String> + '_),
    goal: &str,
    is_goal: &dyn Fn(&str) -> bool,
    (runs, learn): (u64, u64),
) -> (Option<Choices>, u64) {
    let mut subject = ByText { make, is_goal };
    let learnt = learnt(&mut subject, learn);
    let known = Known { map: &learnt.map, samples: &learnt.samples, reads_size: learnt.reads_size };
    let Searched { found, runs, .. } = search::search(&mut subject, &known, &Reading::of(goal.to_owned()), runs);
    let choices = found.and_then(|slots| {
        let (size, script) = search::size_of(&slots);
        let mut hand = Hand::following(script, Align::Skip, Rng::new(0, 0));
        let mut cx = Cx::answered(size, &mut hand);
        cx.cold_mut()?.tape = Some(Tape::new());
        panics::caught(|| make(&mut cx)).ok()??;
        Some(cx.so_far())
    });
    (choices, runs)
}

/// Looks for the choices of a value by its text; returns them, if found, and how often the generator ran.
///
/// The arguments: a function that makes a value and writes it, the text to find, a comparison with that text, and how often
/// the generator may run to search and to learn.
pub(crate) type SeekText = fn(
    &mut (dyn FnMut(&mut Cx<'_>) -> Option<String> + '_),
    &str,
    &dyn Fn(&str) -> bool,
    (u64, u64),
) -> (Option<Choices>, u64);

struct ByText<'m> {
    make: &'m mut (dyn FnMut(&mut Cx<'_>) -> Option<String> + 'm),
    is_goal: &'m dyn Fn(&str) -> bool,
}

impl Subject for ByText<'_> {
    #[inline]
    fn run(&mut self, hand: &mut Hand<'_>, size: u32) -> Ran {
        let mut ran = Ran { text: None, is_goal: false, read_size: false };
        let made = panics::caught(|| {
            let mut cx = begun(hand, size);
            let text = (self.make)(&mut cx);
            ran.read_size = cx.into_cold().is_some_and(|cold| cold.size_was_read);
            text
        });
        ran.text = made.unwrap_or_default();
        ran.is_goal = ran.text.as_ref().is_some_and(|text| (self.is_goal)(text));
        ran
    }
}

#[inline]
fn begun<'h>(hand: &'h mut Hand<'_>, size: u32) -> Cx<'h> {
    let mut cx = Cx::answered(size, hand);
    cx.may_use(STACKS);
    if let Some(cold) = cx.cold_mut() {
        cold.fuel = FUEL;
    }
    cx
}

/// The outcome of one run.
struct Ran {
    /// The `Debug` text of the value.
    text: Option<String>,
    is_goal: bool,
    read_size: bool,
}

/// A generator with its types erased.
trait Subject {
    fn run(&mut self, hand: &mut Hand<'_>, size: u32) -> Ran;
}

struct Trying<'g, G: Generator + ?Sized> {
    generator: &'g G,
    goal: Option<&'g G::Value>,
}

impl<G: Generator + ?Sized> Subject for Trying<'_, G>
where
    G::Value: Debug + PartialEq,
{
    #[inline]
    fn run(&mut self, hand: &mut Hand<'_>, size: u32) -> Ran {
        let mut ran = Ran { text: None, is_goal: false, read_size: false };
        let made = panics::caught(|| {
            let mut cx = begun(hand, size);
            let value = self.generator.run(&mut cx, Focus::Free);
            ran.read_size = cx.into_cold().is_some_and(|cold| cold.size_was_read);
            if let Ok(value) = value {
                ran.is_goal = self.goal.is_some_and(|goal| *goal == value);
                ran.text = (!ran.is_goal).then(|| written::on_one_line(&value));
            }
        });
        // A run that panics makes no value.
        if made.is_err() && !ran.is_goal {
            ran.text = None;
        }
        ran
    }
}

/// Makes the value again and records its choices.
fn remade<G: Generator + ?Sized>(generator: &G, slots: &[Slot]) -> Option<(G::Value, Choices)> {
    let (size, script) = search::size_of(slots);
    let made = panics::caught(|| {
        let mut hand = Hand::following(script, Align::Skip, Rng::new(0, 0));
        let run = replay::run_on(STACKS, generator, size, Some(&mut hand), FUEL);
        run.value.ok().map(|value| (value, run.choices))
    });
    made.ok().flatten()
}

/// Makes random values of all sizes, to start and to learn from.
#[inline]
fn learnt(subject: &mut dyn Subject, values: u64) -> Learnt {
    let (mut samples, mut starts, mut reads_size) = (Vec::new(), Vec::new(), false);
    for number in 0..values {
        let size = if number % 2 == 0 { DEFAULT_SIZE } else { (number * 37 % u64::from(DEFAULT_SIZE + 1)) as u32 };
        let mut hand = Hand::random(Rng::new(0, number + 10));
        let ran = subject.run(&mut hand, size);
        reads_size |= ran.read_size;
        let Some(text) = ran.text else { continue };
        let reading = Reading::of(text);
        samples.push(Sample::new(hand.made.clone(), &reading));
        if starts.len() < STARTS {
            starts.push((hand.made, size, Rc::new(reading)));
        }
    }
    let candidate = |(made, size, reading): (Vec<Slot>, u32, Rc<Reading>)| Candidate {
        made: Rc::new(search::with_size(made, size, reads_size)),
        reading,
    };
    Learnt { map: Map::learn(&samples), samples: starts.into_iter().map(candidate).collect(), reads_size }
}

/// How many characters to show of a part that differs.
const SHOWN: usize = 40;

#[inline]
fn difference(goal: &Reading, made: &Reading) -> Option<Difference> {
    let is_right =
        |at: &usize| goal.leaves.get(*at).zip(made.leaves.get(*at)).is_some_and(|(a, b)| distance::is_right(a, b));
    let first = (0..).find(|at| !is_right(at))?;
    let from = if first < goal.leaves.len() { goal } else { made };
    let shown = |reading: &Reading| {
        let before = first.checked_sub(1).and_then(|before| reading.leaves.get(before));
        let start = reading.leaves.get(first).map(|leaf| leaf.start).or(before.map(|leaf| leaf.start)).unwrap_or(0);
        let rest: String = reading.text.chars().skip(reading.text[..start as usize].chars().count()).collect();
        let short: String = rest.chars().take(SHOWN).collect();
        if short.len() < rest.len() { short + "…" } else { short }
    };
    (goal.text != made.text).then(|| Difference { path: from.path_to(first), wanted: shown(goal), made: shown(made) })
}
