//! Weights from examples.

use std::fmt;
use std::rc::Rc;

use super::weights::AFTER;
use super::{Tuned, Weights, name_of};
use crate::core::choice::{Ask, Choice};
use crate::core::choices::Choices;
use crate::core::cx::{Answerer, Attempt, Cx, DEFAULT_SIZE};
use crate::core::generator::{Focus, Generator, Reflective, Rejected};
use crate::core::interpret::{Player, WhyNot, backward, why_not};
use crate::core::rng::Rng;
use crate::lab::trail::{AROUND, Trail};
use crate::run::debug_text::visible;

/// Up to this many ways to make an example are considered one by one; if there are more, this many random ones.
const WAYS: usize = 256;

/// If values have more choices than this on average, the weights do not terminate by themselves.
const LONG: u64 = 20_000;

/// If values are nested deeper than this, the weights do not terminate by themselves either.
const DEEP: u32 = 1_000;

/// The least number of choices that such weights last.
const FEW: u64 = 50;

/// Tunes a generator by examples, like [`tuned_like`](crate::Lab::tuned_like) but with more settings.
///
/// An example counts once for each choice that made it. If there are several ways to make it, each counts in proportion
/// to its probability among them.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::lab::Tuner;
///
/// // Seen in context, first numbers are small and second ones large.
/// let pair = labeled([("pair", (0..=9, 0..=9))]);
/// let examples = [(1, 8), (2, 9), (1, 9), (2, 8)];
/// let by_count = Tuner::new(&pair).like(&examples).unwrap();
/// let in_context = Tuner::new(&pair).context(1).like(&examples).unwrap();
/// assert!(in_context.probability(&(1, 8)) > 3.0 * by_count.probability(&(1, 8)));
/// ```
#[derive(Debug, Clone)]
pub struct Tuner<'g, G: ?Sized> {
    context: usize,
    neighbours: bool,
    smoothing: f64,
    generator: &'g G,
}

impl<'g, G: Generator + Clone> Tuner<'g, G> {
    /// Creates a tuner without context, with the default smoothing of weights.
    ///
    /// ```
    /// use mirrorcheck::lab::Tuner;
    ///
    /// assert!(Tuner::new(&(0..=9)).like(&[1]).is_ok());
    /// ```
    pub fn new(generator: &'g G) -> Tuner<'g, G> {
        Tuner { context: 0, neighbours: false, smoothing: Weights::SMOOTHING, generator }
    }

    /// Learns what is chosen in the context of this many surrounding alternatives, each with its part; at most four.
    /// What was not seen in a context is taken from the next smaller one. The probability of a value with more than
    /// 4,096 ways to make it cannot be determined then.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::lab::Tuner;
    ///
    /// let list = vec(option(0..=9), 0..=3);
    /// let tuned = Tuner::new(&list).context(1).like(&[vec![Some(1)]]).unwrap();
    /// assert_eq!(tuned.weights().get_in(&["some"], "1"), Some(1.0));
    /// ```
    #[must_use]
    pub fn context(self, alternatives: usize) -> Self {
        Tuner { context: alternatives.min(AROUND), ..self }
    }

    /// Learns what is chosen after what: the choice just before another becomes part of its context. For a part that
    /// was made by several choices, that is the first of them.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::lab::Tuner;
    ///
    /// let word = string('a'..='z', 0..=9);
    /// let by_letter = Tuner::new(&word).like(&["ababab".to_owned()]).unwrap();
    /// let by_pair = Tuner::new(&word).neighbours().like(&["ababab".to_owned()]).unwrap();
    /// assert!(by_pair.probability(&"ababab".to_owned()) > 5.0 * by_letter.probability(&"ababab".to_owned()));
    /// ```
    #[must_use]
    pub fn neighbours(self) -> Self {
        Tuner { neighbours: true, ..self }
    }

    /// Sets the smoothing: see [`Weights::smoothing`].
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::lab::Tuner;
    ///
    /// assert_eq!(Tuner::new(&(0..=9)).smoothing(0.0).like(&[7]).unwrap().probability(&7), 1.0);
    /// ```
    #[must_use]
    pub fn smoothing(self, smoothing: f64) -> Self {
        Tuner { smoothing, ..self }
    }

    /// Tunes the generator to make values like those of these choices: what a strategy has found, or choices of a
    /// generator that cannot run backward. Choices that do not make a value are ignored.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::lab::Tuner;
    ///
    /// let dice = from_fn(|| draw(1..=6) + draw(1..=6));
    /// let sixes = Tuner::new(&dice).like_choices(&["6 6".parse().unwrap()]).unwrap();
    /// assert!(sixes.samples(1).take(100).filter(|sum| *sum > 10).count() > 60);
    /// ```
    pub fn like_choices(&self, examples: &[Choices]) -> Result<Tuned<G>, TuneError> {
        if examples.is_empty() {
            return Err(TuneError::Empty);
        }
        let mut weights = Weights::new().smoothing(self.smoothing);
        examples.iter().for_each(|choices| self.count(choices, 1.0, &mut weights));
        let longest = examples.iter().map(Choices::len).max().unwrap_or(0);
        Ok(ending(Tuned { longest: Some(longest), ..Tuned::new(self.generator.clone(), weights) }))
    }
}

impl<G: Generator> Tuner<'_, G> {
    /// Counts the choices of one way.
    fn count(&self, way: &Choices, share: f64, weights: &mut Weights) {
        let sequence: Vec<Choice> = way.sequence().collect();
        let (player, trail, counted) = (Player::new(&sequence), Trail::with_names(), Vec::new());
        let mut counting = Counting { player, trail, context: self.context, neighbours: self.neighbours, counted };
        if self.generator.run(&mut Cx::answered(way.size(), &mut counting), Focus::Free).is_ok() {
            counting.counted.into_iter().for_each(|(context, label)| weights.add(context, label, share));
        }
    }
}

impl<G: Reflective + Clone> Tuner<'_, G> {
    /// Tunes the generator to make values like these.
    ///
    /// ```
    /// use mirrorcheck::lab::Tuner;
    ///
    /// let error = Tuner::new(&(0..=9)).like(&[]).unwrap_err();
    /// assert_eq!(error.to_string(), "there are no examples: give at least one");
    /// ```
    pub fn like(&self, examples: &[G::Value]) -> Result<Tuned<G>, TuneError> {
        self.learn(examples, false)
    }

    /// Tunes the generator to make values unlike these.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::lab::Tuner;
    ///
    /// assert!(Tuner::new(&(0..=9)).unlike(&[7]).unwrap().probability(&7) < 0.05);
    /// ```
    pub fn unlike(&self, examples: &[G::Value]) -> Result<Tuned<G>, TuneError> {
        self.learn(examples, true)
    }

    fn learn(&self, examples: &[G::Value], is_unlike: bool) -> Result<Tuned<G>, TuneError> {
        if examples.is_empty() {
            return Err(TuneError::Empty);
        }
        let mut weights = Weights::new().smoothing(self.smoothing);
        weights.is_unlike = is_unlike;
        let mut longest = 0;
        let mut left_out: Vec<(usize, WhyNot)> = Vec::new();
        for (place, example) in examples.iter().enumerate() {
            match backward::shares_of_ways(self.generator, example, WAYS) {
                Ok(ways) if !ways.is_empty() => {
                    longest = longest.max(ways.iter().map(|(way, _)| way.len()).max().unwrap_or(0));
                    ways.iter().for_each(|(way, share)| self.count(way, *share, &mut weights));
                }
                // That there are too many ways to look at is no reason to do without it.
                _ => match self.generator_way(example) {
                    Some(way) => self.count(&way, 1.0, &mut weights),
                    None => left_out.extend(why_not(self.generator, example).map(|why| (place, why))),
                },
            }
        }
        if left_out.len() == examples.len() {
            return Err(TuneError::OutOfRange(left_out));
        }
        for (place, why) in &left_out {
            eprintln!("mirrorcheck: examples[{place}] is left out: {}", visible(&why.to_string()));
        }
        if weights.is_empty() {
            eprintln!("mirrorcheck: no choice of the examples has a label, so nothing is tuned");
        }
        let tuned = Tuned::new(self.generator.clone(), weights);
        Ok(ending(Tuned { left_out: Rc::new(left_out), longest: Some(longest), ..tuned }))
    }

    fn generator_way(&self, example: &G::Value) -> Option<Choices> {
        backward::first(self.generator, example, true).ok().flatten()
    }
}

/// Replays choices and counts them.
struct Counting<'c> {
    player: Player<'c>,
    trail: Trail,
    context: usize,
    neighbours: bool,
    counted: Vec<(Vec<String>, String)>,
}

impl Answerer for Counting<'_> {
    #[inline]
    fn answer(&mut self, ask: &Ask<'_>) -> Result<u128, Rejected> {
        let index = self.player.answer(ask)?;
        if let Some(label) = name_of(ask, index) {
            let names = self.trail.names(self.context);
            for depth in 0..=self.context {
                // Outside of every alternative there is no context.
                if depth == 0 || !names[depth - 1].is_empty() {
                    self.counted.push((names[..depth].to_vec(), label.clone()));
                }
            }
            if let (Some(before), true) = (self.trail.name_before(), self.neighbours) {
                let around = names.into_iter().take_while(|name| !name.is_empty());
                self.counted.push((around.chain([format!("{AFTER}{before}")]).collect(), label));
            }
        }
        self.trail.chose(ask, index);
        Ok(index)
    }

    #[inline]
    fn open(&mut self) {
        self.trail.open();
        self.player.open();
    }

    #[inline]
    fn close(&mut self) {
        self.trail.close();
        self.player.close();
    }

    #[inline]
    fn attempt(&mut self, attempt: Attempt) {
        self.trail.attempt(attempt);
        self.player.attempt(attempt);
    }

    #[inline]
    fn shrink(&mut self, count: usize) -> Option<usize> {
        self.player.shrink(count)
    }
}

/// Weights that favour what contains itself may make values without end: such last for no more choices than the longest
/// example has, and as many again.
pub(super) fn ending<G: Generator + Clone>(tuned: Tuned<G>) -> Tuned<G> {
    let Some(longest) = tuned.longest.filter(|_| tuned.weights().lasting.is_none()) else { return tuned };
    if ends(&tuned) {
        tuned
    } else {
        let weights = tuned.weights().clone().lasting(2 * longest as u64 + FEW);
        Tuned { weights: Rc::new(weights.into()), ..tuned }
    }
}

/// Whether values are not much longer or deeper than those of most generators.
fn ends<G: Generator>(tuned: &Tuned<G>) -> bool {
    const VALUES: u64 = 24;
    let mut left = VALUES * LONG;
    (0..VALUES).all(|case| {
        let mut limited = Limited { rng: Rng::new(case, 0), left, depth: 0 };
        // What is rejected has come to an end, too.
        let _ = tuned.run(&mut Cx::answered(DEFAULT_SIZE, &mut limited), Focus::Free);
        left = limited.left;
        left > 0
    })
}

/// Chance, for so many choices, and not too deep: values have to be dropped, too.
struct Limited {
    rng: Rng,
    left: u64,
    depth: u32,
}

impl Answerer for Limited {
    #[inline]
    fn answer(&mut self, ask: &Ask<'_>) -> Result<u128, Rejected> {
        self.left = if self.depth > DEEP { 0 } else { self.left.saturating_sub(1) };
        if self.left == 0 { Err(Rejected) } else { Ok(ask.draw(&mut self.rng)) }
    }

    #[inline]
    fn may_retry(&self) -> bool {
        self.left > 0
    }

    #[inline]
    fn open(&mut self) {
        self.depth += 1;
    }

    #[inline]
    fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }
}

/// An error: why a generator could not be tuned.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let error = (0..=9).tuned_like(&[70]).unwrap_err();
/// assert!(error.to_string().contains("examples[0]: 70 is not in 0..=9"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TuneError {
    /// There are no examples.
    Empty,
    /// The generator can make none of them: which, and why not.
    OutOfRange(Vec<(usize, WhyNot)>),
}

impl fmt::Display for TuneError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TuneError::Empty => f.write_str("there are no examples: give at least one"),
            TuneError::OutOfRange(left_out) => {
                f.write_str("the generator can make none of the examples")?;
                left_out.iter().take(3).try_for_each(|(place, why)| write!(f, "; examples[{place}]: {why}"))?;
                let more = left_out.len().saturating_sub(3);
                if more > 0 { write!(f, "; and {more} more") } else { Ok(()) }
            }
        }
    }
}

impl std::error::Error for TuneError {}
