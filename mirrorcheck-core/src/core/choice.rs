//! The one primitive under everything: a choice among numbered alternatives, with weights and names.

mod attempt;
mod chars;
mod halving;
mod kinds;
mod number;
mod set;

pub use attempt::{Attempt, Attempts, Rejected};
pub(crate) use chars::{char_at, char_index, plain_at, plain_index, plain_spans};
pub use number::{Float, Number};
pub(crate) use number::{Zigzag, rank_among};
pub use set::CharSet;

use std::borrow::Cow;
use std::fmt;
use std::rc::Rc;

use crate::core::mass::Mass;
use crate::core::rng::Rng;

/// A question that a generator asks: choose one of `0..=last`, each with a weight and a name.
///
/// A `pick` is a choice among a few weighted alternatives; a range is one among very many equally likely ones.
///
/// ```
/// use mirrorcheck::Choice;
/// use mirrorcheck::choices::{Ask, Names};
///
/// let ask = Ask::among(&[1, 3], Names::Literals(&["leaf", "node"])).unwrap();
/// assert_eq!(ask.to_string(), "`leaf` or `node`");
/// assert_eq!(ask.find(&Choice::from("node")), Some(1));
/// assert_eq!(ask.chance(1), 0.75);
/// ```
#[derive(Clone, Copy)]
pub struct Ask<'a> {
    last: u128,
    law: Law<'a>,
    names: Names<'a>,
    role: Role,
}

/// The role of a choice in shrinking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Plain,
    /// Says how many parts follow in its group.
    Count,
    /// Has numbers ordered around one of them.
    Around,
}

/// How likely the alternatives of a choice are.
#[derive(Clone, Copy)]
enum Law<'a> {
    Equal,
    Each(&'a [u64]),
    /// As if each had a weight of 1.
    Alike,
    /// Given by a rule, which also names the alternatives.
    Spread(&'a dyn Spread),
}

/// A rule that names and weighs very many alternatives, some more likely than others.
pub(crate) trait Spread: fmt::Debug {
    /// Returns the greatest index.
    fn last(&self) -> u128;

    fn choice(&self, index: u128) -> Choice;

    /// The inverse of `choice`.
    fn find(&self, choice: &Choice) -> Option<u128>;

    fn mass(&self, index: u128) -> Mass;

    /// Returns how likely it is that the index is one of `first..=last`: the sum of what `mass` returns.
    fn mass_among(&self, first: u128, last: u128) -> Mass;

    /// Returns the last index of the first of the two parts that `first..=last` is split into, for choosing by halves.
    fn middle(&self, first: u128, last: u128) -> u128 {
        halving::middle(first, last)
    }

    /// Returns whether an alternative is possible at all. Impossible ones are left out by `rank`, `at_rank` and
    /// `last_rank`.
    fn is_possible(&self, _index: u128) -> bool {
        true
    }

    fn rank(&self, index: u128) -> u128 {
        index
    }

    fn at_rank(&self, rank: u128) -> Option<u128> {
        (rank <= self.last()).then_some(rank)
    }

    fn last_rank(&self) -> u128 {
        self.last()
    }

    /// Returns the index beyond which the rest is too unlikely for a weight to express.
    fn last_with_weight(&self) -> u128 {
        self.last()
    }

    /// Draws a random index, with the probabilities that `mass` returns.
    fn draw(&self, rng: &mut Rng) -> u128;

    fn share(&self) -> Rc<dyn Spread>;

    /// Returns a number that tells this rule from all others, if that is cheap.
    fn signature(&self) -> Option<u64> {
        None
    }

    /// Describes the possible choices, for a message.
    fn shown(&self) -> String {
        format!("{} and {} others", self.choice(0), self.last())
    }
}

/// How the alternatives of a choice are named.
///
/// ```
/// use mirrorcheck::Choice;
/// use mirrorcheck::choices::{Ask, Names, Number};
///
/// let digits = Ask::uniform(2, Names::Numbers(Number::from(-1)));
/// assert_eq!([0, 1, 2].map(|i| digits.choice(i)), [0, 1, -1].map(Choice::from));
/// assert_eq!(Ask::uniform(25, Names::Chars('a')).choice(2), Choice::from('c'));
/// ```
#[derive(Clone, Copy)]
pub enum Names<'a> {
    /// Only by position.
    Unnamed,
    /// By labels, in order; an empty label means none.
    Labels(&'a [&'a str]),
    /// By labels written in the source, which need not be copied.
    Literals(&'static [&'static str]),
    /// By the numbers from this one up, those nearest to zero first.
    Numbers(Number),
    /// By the characters from this one up, plain ones first.
    Chars(char),
    /// By the characters of a set.
    Set(&'a CharSet),
}

impl<'a> Ask<'a> {
    /// Creates a choice among weighted alternatives; a weight of 0 removes one. `None` if none is left.
    ///
    /// ```
    /// use mirrorcheck::choices::{Ask, Names};
    ///
    /// let ask = Ask::among(&[1, 0, 3], Names::Literals(&["a", "b", "c"])).unwrap();
    /// assert_eq!(ask.to_string(), "`a` or `c`");
    /// assert!(Ask::among(&[0, 0], Names::Unnamed).is_none());
    /// ```
    pub fn among(weights: &'a [u64], names: Names<'a>) -> Option<Ask<'a>> {
        let ask =
            Ask { last: (weights.len() as u128).checked_sub(1)?, law: Law::Each(weights), names, role: Role::Plain };
        weights.iter().any(|&w| w > 0).then_some(ask)
    }

    /// Creates a choice among alternatives of which at least one can be chosen.
    pub(crate) fn picked(weights: &'a [u64], names: Names<'a>) -> Ask<'a> {
        Ask { last: weights.len() as u128 - 1, law: Law::Each(weights), names, role: Role::Plain }
    }

    /// Creates a choice among `0..=last`, all equally likely.
    ///
    /// ```
    /// use mirrorcheck::Choice;
    /// use mirrorcheck::choices::{Ask, Names, Number};
    ///
    /// let die = Ask::uniform(5, Names::Numbers(Number::from(1)));
    /// assert_eq!(die.choice(0), Choice::from(1));
    /// assert_eq!(die.chance(0), 1.0 / 6.0);
    /// ```
    pub fn uniform(last: u128, names: Names<'a>) -> Ask<'a> {
        Ask { last, law: Law::Equal, names, role: Role::Plain }
    }

    /// Creates a choice among numbered programs, all equally likely: as [`among`](Self::among) with weights of 1, which
    /// do not have to be there.
    #[inline]
    pub(crate) fn alike(last: u128) -> Ask<'a> {
        Ask { last, law: Law::Alike, names: Names::Unnamed, role: Role::Plain }
    }

    /// Creates a choice that follows a rule.
    pub(crate) fn spread(spread: &'a dyn Spread) -> Ask<'a> {
        Ask { last: spread.last(), law: Law::Spread(spread), names: Names::Unnamed, role: Role::Plain }
    }

    /// Replaces the weights of a choice among weighted alternatives. `None` if all of them are 0.
    #[inline]
    pub(crate) fn with_weights(self, weights: &'a [u64]) -> Option<Ask<'a>> {
        weights.iter().any(|&w| w > 0).then_some(Ask { law: Law::Each(weights), ..self })
    }

    /// Replaces the rule of a choice among very many alternatives.
    #[inline]
    pub(crate) fn with_spread(self, spread: &'a dyn Spread) -> Ask<'a> {
        Ask { law: Law::Spread(spread), ..self }
    }

    /// Returns how likely it is that the index is one of `first..=last`, for a choice that is not a pick.
    #[inline]
    pub(crate) fn mass_among(&self, first: u128, last: u128) -> Mass {
        match self.law {
            Law::Spread(spread) => spread.mass_among(first, last),
            _ if self.last == u128::MAX => Mass::from((last - first) as f64 / 2f64.powi(128)),
            _ => Mass::from((last - first + 1) as f64 / (self.last + 1) as f64),
        }
    }

    /// Marks the choice as one that says how many parts follow in its group.
    pub(crate) fn counting(self) -> Ask<'a> {
        Ask { role: Role::Count, ..self }
    }

    /// Marks the choice as one whose numbers are ordered around one of them.
    #[inline]
    pub(crate) fn around(self) -> Ask<'a> {
        Ask { role: Role::Around, ..self }
    }

    pub(crate) fn role(&self) -> Role {
        self.role
    }

    fn weights(&self) -> Option<&'a [u64]> {
        match self.law {
            Law::Each(weights) => Some(weights),
            Law::Equal | Law::Alike | Law::Spread(_) => None,
        }
    }

    /// Returns the greatest index.
    ///
    /// ```
    /// use mirrorcheck::choices::{Ask, Names};
    ///
    /// assert_eq!(Ask::among(&[1, 3], Names::Unnamed).unwrap().last(), 1);
    /// ```
    pub fn last(&self) -> u128 {
        self.last
    }

    /// Returns whether this alternative can be chosen.
    ///
    /// ```
    /// use mirrorcheck::choices::{Ask, Names};
    ///
    /// let ask = Ask::among(&[1, 0], Names::Unnamed).unwrap();
    /// assert!(ask.allows(0) && !ask.allows(1) && !ask.allows(2));
    /// ```
    pub fn allows(&self, index: u128) -> bool {
        index <= self.last
            && match self.law {
                Law::Equal | Law::Alike => true,
                Law::Each(weights) => weights[index as usize] > 0,
                Law::Spread(spread) => spread.is_possible(index),
            }
    }

    /// Returns how likely this alternative is.
    ///
    /// ```
    /// use mirrorcheck::choices::{Ask, Names};
    ///
    /// assert_eq!(Ask::among(&[1, 3], Names::Unnamed).unwrap().chance(1), 0.75);
    /// ```
    #[inline]
    pub fn chance(&self, index: u128) -> f64 {
        self.mass(index).probability()
    }

    /// Returns the natural logarithm of [`chance`](Self::chance), even where that is too small for a float.
    ///
    /// ```
    /// use mirrorcheck::choices::{Ask, Names};
    ///
    /// assert_eq!(Ask::uniform(9, Names::Unnamed).log_chance(0), 0.1f64.ln());
    /// ```
    #[inline]
    pub fn log_chance(&self, index: u128) -> f64 {
        self.mass(index).ln()
    }

    pub(crate) fn mass(&self, index: u128) -> Mass {
        match self.law {
            _ if !self.allows(index) => Mass::ZERO,
            Law::Each(w) => Mass::from(w[index as usize] as f64 / w.iter().map(|&w| w as f64).sum::<f64>()),
            Law::Spread(spread) => spread.mass(index),
            Law::Equal | Law::Alike if self.last == u128::MAX => Mass::from(1.0 / 2f64.powi(128)),
            Law::Equal | Law::Alike => Mass::from(1.0 / (self.last + 1) as f64),
        }
    }

    /// Returns the weight of an alternative, relative to the others.
    ///
    /// ```
    /// use mirrorcheck::choices::{Ask, Names};
    ///
    /// assert_eq!(Ask::among(&[1, 3], Names::Unnamed).unwrap().weight(1), 3);
    /// assert_eq!(Ask::uniform(9, Names::Unnamed).weight(7), 1);
    /// ```
    #[inline]
    pub fn weight(&self, index: u128) -> u64 {
        match self.law {
            _ if !self.allows(index) => 0,
            Law::Each(weights) => weights[index as usize],
            Law::Equal | Law::Alike => 1,
            Law::Spread(spread) => ((spread.mass(index).probability() * (1u64 << 62) as f64) as u64).max(1),
        }
    }

    /// Returns a random alternative, with the probabilities that [`chance`](Self::chance) returns: a pure function of
    /// the seed.
    ///
    /// ```
    /// use mirrorcheck::choices::{Ask, Names};
    ///
    /// let ask = Ask::among(&[0, 1], Names::Unnamed).unwrap();
    /// assert!((0..100).all(|seed| ask.random(seed) == 1));
    /// ```
    #[inline]
    pub fn random(&self, seed: u64) -> u128 {
        self.draw(&mut Rng::new(seed, 0))
    }

    pub(crate) fn draw(&self, rng: &mut Rng) -> u128 {
        let weights = match (self.law, self.names) {
            (Law::Each(weights), _) => weights,
            (Law::Spread(spread), _) => return spread.draw(rng),
            (Law::Equal, Names::Numbers(low)) => {
                return Zigzag::new(low, self.last).index(rng.up_to(self.last), self.last);
            }
            (Law::Equal, Names::Chars(low)) => {
                let drawn = char_at(low, rng.up_to(self.last));
                return plain_index(low, char_at(low, self.last), drawn);
            }
            (Law::Equal | Law::Alike, _) => return rng.up_to(self.last),
        };
        // Too much for 64 bits where weights are enormous; otherwise the same as in the plain path.
        let total = weights.iter().fold(0, |sum: u128, &weight| sum + u128::from(weight));
        let mut left = rng.up_to(total.max(1) - 1);
        for (index, &weight) in weights.iter().enumerate() {
            if left < weight.into() {
                return index as u128;
            }
            left -= u128::from(weight);
        }
        self.last
    }

    /// Returns how many alternatives can be chosen, minus one.
    ///
    /// ```
    /// use mirrorcheck::choices::{Ask, Names};
    ///
    /// assert_eq!(Ask::among(&[1, 0, 3], Names::Unnamed).unwrap().last_rank(), 1);
    /// ```
    pub fn last_rank(&self) -> u128 {
        match self.law {
            Law::Equal | Law::Alike => self.last,
            Law::Each(weights) => weights.iter().filter(|&&weight| weight > 0).count() as u128 - 1,
            Law::Spread(spread) => spread.last_rank(),
        }
    }

    /// Returns the position of an alternative among those that can be chosen.
    ///
    /// ```
    /// use mirrorcheck::choices::{Ask, Names};
    ///
    /// assert_eq!(Ask::among(&[1, 0, 3], Names::Unnamed).unwrap().rank(2), 1);
    /// ```
    pub fn rank(&self, index: u128) -> u128 {
        match self.law {
            Law::Equal | Law::Alike => index,
            Law::Each(weights) => weights.iter().take(index as usize).filter(|&&weight| weight > 0).count() as u128,
            Law::Spread(spread) => spread.rank(index),
        }
    }

    /// Returns the alternative at this position among those that can be chosen; the inverse of [`rank`](Self::rank).
    ///
    /// ```
    /// use mirrorcheck::choices::{Ask, Names};
    ///
    /// let ask = Ask::among(&[1, 0, 3], Names::Unnamed).unwrap();
    /// assert_eq!(ask.at_rank(1), Some(2));
    /// assert_eq!(ask.at_rank(2), None);
    /// ```
    pub fn at_rank(&self, rank: u128) -> Option<u128> {
        match self.law {
            Law::Equal | Law::Alike => (rank <= self.last).then_some(rank),
            Law::Each(w) => (0..w.len()).filter(|&i| w[i] > 0).nth(usize::try_from(rank).ok()?).map(|i| i as u128),
            Law::Spread(spread) => spread.at_rank(rank),
        }
    }

    /// Returns the name of an alternative.
    ///
    /// ```
    /// use mirrorcheck::Choice;
    /// use mirrorcheck::choices::{Ask, Names};
    ///
    /// let ask = Ask::among(&[1, 3], Names::Literals(&["leaf", ""])).unwrap();
    /// assert_eq!(ask.choice(0), Choice::from("leaf"));
    /// assert_eq!(ask.choice(1), Choice::Index(1));
    /// ```
    pub fn choice(&self, index: u128) -> Choice {
        if let Law::Spread(spread) = self.law {
            return spread.choice(index);
        }
        match self.names {
            Names::Literals(labels) if !labels[index as usize].is_empty() => {
                Choice::Label(Cow::Borrowed(labels[index as usize]))
            }
            Names::Labels(labels) if !labels[index as usize].is_empty() => {
                Choice::Label(Cow::Owned(labels[index as usize].to_owned()))
            }
            Names::Unnamed | Names::Labels(_) | Names::Literals(_) => Choice::Index(index),
            Names::Numbers(low) => Choice::Number(Zigzag::new(low, self.last).number(index, self.last)),
            Names::Chars(low) => Choice::Char(self.char_at(low, index)),
            Names::Set(set) => Choice::Char(set.at(index as u32)),
        }
    }

    /// Returns the index of the alternative with this name, if it exists and can be chosen.
    ///
    /// ```
    /// use mirrorcheck::Choice;
    /// use mirrorcheck::choices::{Ask, Names};
    ///
    /// let ask = Ask::among(&[1, 0], Names::Literals(&["leaf", "node"])).unwrap();
    /// assert_eq!(ask.find(&Choice::from("leaf")), Some(0));
    /// assert_eq!(ask.find(&Choice::from("node")), None);
    /// ```
    pub fn find(&self, choice: &Choice) -> Option<u128> {
        if let Law::Spread(spread) = self.law {
            return spread.find(choice).filter(|&index| self.allows(index));
        }
        let names = match self.names {
            Names::Literals(labels) => Names::Labels(labels),
            names => names,
        };
        let index = match (choice, names) {
            (Choice::Label(label), Names::Labels(labels)) if !label.is_empty() => {
                labels.iter().position(|l| l == label)? as u128
            }
            // A character's own name, written as a label, means the character.
            (Choice::Label(label), Names::Chars(low)) => {
                let mut chars = label.chars();
                let (first, None) = (chars.next()?, chars.next()) else { return None };
                self.index_of(low, first)?
            }
            (Choice::Label(label), Names::Set(set)) => {
                let mut chars = label.chars();
                let (first, None) = (chars.next()?, chars.next()) else { return None };
                set.index(first)?.into()
            }
            (Choice::Char(c), Names::Set(set)) => set.index(*c)?.into(),
            (Choice::Number(number), Names::Numbers(low)) => Zigzag::new(low, self.last).find(*number, self.last)?,
            (Choice::Char(c), Names::Chars(low)) => self.index_of(low, *c)?,
            // A label of one character may be given as that character.
            (Choice::Char(c), Names::Labels(labels)) => {
                labels.iter().position(|l| l.chars().eq(std::iter::once(*c)))? as u128
            }
            // Where alternatives have no names, their numbers are.
            (Choice::Number(number), Names::Unnamed) => number.minus(Number::from(0u8))?,
            (Choice::Number(number), Names::Labels(labels)) => {
                let index = number.minus(Number::from(0u8))?;
                labels.get(usize::try_from(index).ok()?)?.is_empty().then_some(index)?
            }
            (Choice::Index(index), _) => *index,
            _ => return None,
        };
        self.allows(index).then_some(index)
    }

    /// Finds the alternative of a recorded choice, which was mostly made among the same alternatives.
    pub(crate) fn find_made(&self, made: &Made) -> Option<u128> {
        match (made, self.names) {
            (Made::Literal { labels, index, .. }, Names::Literals(ours)) if std::ptr::eq(*labels, ours) => {
                Some((*index).into()).filter(|&index| self.allows(index))
            }
            _ => self.find(&made.choice()),
        }
    }

    /// Returns a character of the range that begins with `low`.
    fn char_at(&self, low: char, index: u128) -> char {
        plain_at(low, char_at(low, self.last), index)
    }

    fn index_of(&self, low: char, c: char) -> Option<u128> {
        let high = char_at(low, self.last);
        (low <= c && c <= high).then(|| plain_index(low, high, c))
    }

    /// Returns the alternative to take when nothing is known: the first, or the plainest of a set of characters.
    pub(crate) fn simplest(&self) -> Option<u128> {
        let Names::Set(set) = self.names else { return self.at_rank(0) };
        let plain = ('a'..='z').chain('0'..='9').chain('A'..='Z');
        let plainest = plain.into_iter().filter_map(|c| set.index(c)).map(u128::from).find(|&index| self.allows(index));
        plainest.or_else(|| self.at_rank(0))
    }

    /// Returns the end of a range of numbers that is nearest to a number outside it.
    pub(crate) fn nearest(&self, number: Number) -> Option<u128> {
        match (self.law, self.names) {
            (Law::Equal, Names::Numbers(low)) => {
                let offset = if number.minus(low).is_some() { self.last } else { 0 };
                Some(Zigzag::new(low, self.last).index(offset, self.last))
            }
            // The last ones are furthest from zero, on either side. No length is as long as it could be.
            (Law::Spread(spread), _) if self.role == Role::Plain => {
                let is_end = |&index: &u128| match spread.choice(index) {
                    Choice::Number(end) => end.is_negative() == number.is_negative(),
                    _ => false,
                };
                (0..3).map(|i| self.last.saturating_sub(i)).find(is_end)
            }
            _ => None,
        }
    }

    /// What the alternatives of a choice without weights are called, for whoever lists them later.
    #[inline]
    pub(crate) fn scale(&self) -> Scale {
        match (self.law, self.names) {
            (Law::Spread(spread), _) => Scale::Spread(spread.share()),
            (_, Names::Set(set)) => Scale::Set(Box::new(set.clone())),
            (_, Names::Numbers(low)) => Scale::Numbers(Zigzag::new(low, self.last), self.last),
            (_, Names::Chars(low)) => Scale::Chars(low, char_at(low, self.last)),
            (_, Names::Unnamed | Names::Labels(_) | Names::Literals(_)) => Scale::Unnamed,
        }
    }

    /// The choice, to be written down.
    #[inline]
    pub(crate) fn made(&self, index: u128) -> Made {
        let (rank, last) = self.place(index);
        if let Law::Spread(spread) = self.law {
            return Made::of(spread.choice(index), rank, last);
        }
        match self.names {
            Names::Literals(labels) if last < SMALL && !labels[index as usize].is_empty() => {
                Made::Literal { labels, index: index as u32, rank: rank as u32, last: last as u32 }
            }
            Names::Numbers(_) => Made::of(self.choice(index), rank, last),
            Names::Chars(low) => Made::Char(self.char_at(low, index), rank as u32, last as u32),
            Names::Set(set) => Made::Char(set.at(index as u32), rank as u32, last as u32),
            Names::Unnamed if last < SMALL => Made::Index(index as u32, rank as u32, last as u32),
            _ => self.made_wide(index),
        }
    }

    /// Returns the rank of an alternative, and the greatest rank.
    #[inline]
    fn place(&self, index: u128) -> (u128, u128) {
        match self.weights() {
            // Where an alternative is removed, ranks are less than indices.
            Some(weights) if weights.contains(&0) => (self.rank(index), self.last_rank()),
            None if matches!(self.law, Law::Spread(_)) => (self.rank(index), self.last_rank()),
            _ => (index, self.last),
        }
    }

    #[cold]
    fn made_wide(&self, index: u128) -> Made {
        Made::Wide(Box::new((self.choice(index), Some((self.rank(index), self.last_rank())))))
    }

    /// Returns whether later choices, up to the end of the group, belong to the alternative: true for a pick, whose
    /// alternatives are programs, false for a number.
    pub(crate) fn is_pick(&self) -> bool {
        matches!(self.law, Law::Each(_) | Law::Alike)
    }

    /// The labels of all alternatives, empty for those without one, if they are listed.
    #[inline]
    pub(crate) fn labels(&self) -> Option<&'a [&'a str]> {
        match (self.law, self.names) {
            (Law::Each(_) | Law::Equal, Names::Labels(labels)) => Some(labels),
            (Law::Each(_) | Law::Equal, Names::Literals(labels)) => Some(labels),
            _ => None,
        }
    }

    pub(crate) fn repeated_label(&self) -> Option<&'a str> {
        // Those that are written in the source are looked at when compiling.
        let Names::Labels(labels) = self.names else { return None };
        (1..labels.len()).find(|&i| !labels[i].is_empty() && labels[..i].contains(&labels[i])).map(|i| labels[i])
    }
}

/// What very many alternatives are called.
#[derive(Debug, Clone)]
pub(crate) enum Scale {
    Unnamed,
    Numbers(Zigzag, u128),
    Chars(char, char),
    Set(Box<CharSet>),
    Spread(Rc<dyn Spread>),
}

impl Scale {
    /// The choice that these are the names of.
    #[inline]
    pub(crate) fn ask(&self, last: u128) -> Ask<'_> {
        match self {
            Scale::Unnamed => Ask::uniform(last, Names::Unnamed),
            Scale::Numbers(numbers, _) => Ask::uniform(last, Names::Numbers(numbers.low())),
            Scale::Chars(low, _) => Ask::uniform(last, Names::Chars(*low)),
            Scale::Set(set) => Ask::uniform(last, Names::Set(set)),
            Scale::Spread(spread) => Ask::spread(&**spread),
        }
    }

    #[inline]
    pub(crate) fn choice(&self, index: u128) -> Choice {
        match self {
            Scale::Unnamed => Choice::Index(index),
            Scale::Numbers(numbers, last) => Choice::Number(numbers.number(index, *last)),
            Scale::Chars(low, high) => Choice::Char(plain_at(*low, *high, index)),
            Scale::Set(set) => Choice::Char(set.at(index as u32)),
            Scale::Spread(spread) => spread.choice(index),
        }
    }

    #[inline]
    pub(crate) fn weight(&self, index: u128) -> u64 {
        match self {
            Scale::Spread(spread) => Ask::spread(&**spread).weight(index),
            _ => 1,
        }
    }
}

impl fmt::Debug for Ask<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ask({self})")
    }
}

impl fmt::Display for Ask<'_> {
    /// Describes the possible choices, for a message.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.weights().is_none() && self.last > 7 {
            return match (self.law, self.names) {
                (Law::Spread(spread), _) => f.write_str(&spread.shown()),
                (_, Names::Numbers(low)) => write!(f, "{low}..={}", low.plus(self.last)),
                (_, Names::Chars(low)) => write!(f, "{low:?}..={:?}", char_at(low, self.last)),
                _ => write!(f, "{}..={}", self.choice(0), self.choice(self.last)),
            };
        }
        let mut open = (0..=self.last).filter(|&i| self.allows(i)).map(|i| self.choice(i).quoted()).peekable();
        let Some(first) = open.next() else { return f.write_str("nothing") };
        f.write_str(&first)?;
        while let Some(choice) = open.next() {
            write!(f, "{}{choice}", if open.peek().is_some() { ", " } else { " or " })?;
        }
        Ok(())
    }
}

/// A choice that was made: an alternative by its name.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::Choice;
///
/// let choices: Vec<Choice> = (any::<bool>(), 0..=9).reflect(&(true, 7)).next().unwrap().sequence().collect();
/// assert_eq!(choices, [Choice::from("true"), Choice::from(7)]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Choice {
    /// An alternative with a label.
    Label(Cow<'static, str>),
    /// A number out of a range.
    Number(Number),
    /// A fractional or large number out of a range of floats.
    Float(Float),
    /// A character out of a range.
    Char(char),
    /// An alternative without a label, by its position.
    Index(u128),
    /// The smaller value that a generator was told to shrink to, or how many there are if it was told not to; see
    /// [`effects::shrink`](crate::effects::shrink).
    Shrink(u32),
}

impl Choice {
    /// Returns the label to count and tune by: `None` for an alternative without one.
    ///
    /// ```
    /// use mirrorcheck::Choice;
    ///
    /// assert_eq!(Choice::from(5).label(), Some("5".to_owned()));
    /// assert_eq!(Choice::Index(0).label(), None);
    /// ```
    pub fn label(&self) -> Option<String> {
        match self {
            Choice::Label(label) => Some(label.clone().into_owned()),
            Choice::Number(number) => Some(number.to_string()),
            Choice::Float(float) => Some(float.to_string()),
            Choice::Char(c) => Some(c.to_string()),
            Choice::Index(_) | Choice::Shrink(_) => None,
        }
    }

    /// Returns the choice as a message shows it: a label in backquotes.
    pub(crate) fn quoted(&self) -> String {
        match self {
            Choice::Label(_) => format!("`{self}`"),
            choice => choice.to_string(),
        }
    }
}

impl From<&str> for Choice {
    fn from(label: &str) -> Choice {
        Choice::Label(Cow::Owned(label.to_owned()))
    }
}

impl From<String> for Choice {
    fn from(label: String) -> Choice {
        Choice::Label(Cow::Owned(label))
    }
}

impl From<char> for Choice {
    fn from(c: char) -> Choice {
        Choice::Char(c)
    }
}

impl From<bool> for Choice {
    fn from(b: bool) -> Choice {
        Choice::Label(Cow::Borrowed(if b { "true" } else { "false" }))
    }
}

impl From<&Choice> for Choice {
    fn from(choice: &Choice) -> Choice {
        choice.clone()
    }
}

/// A choice to be recorded, with its rank among the alternatives, and their greatest rank.
#[derive(Debug, Clone)]
pub(crate) enum Made {
    Literal {
        labels: &'static [&'static str],
        index: u32,
        rank: u32,
        last: u32,
    },
    Number(i64, u64, u64),
    Char(char, u32, u32),
    Index(u32, u32, u32),
    /// Anything that does not fit above. The rank of a choice that was read from text is not known.
    Wide(Box<(Choice, Option<(u128, u128)>)>),
}

/// With more alternatives than this, a choice is recorded at full width.
const SMALL: u128 = u32::MAX as u128;

impl Made {
    /// A choice with its place, in the smallest form that holds it.
    pub(crate) fn of(choice: Choice, rank: u128, last: u128) -> Made {
        match choice {
            Choice::Number(number) if last <= u128::from(u64::MAX) => match number.small() {
                Some(small) => Made::Number(small, rank as u64, last as u64),
                None => Made::Wide(Box::new((choice, Some((rank, last))))),
            },
            Choice::Char(c) => Made::Char(c, rank as u32, last as u32),
            choice => Made::Wide(Box::new((choice, Some((rank, last))))),
        }
    }

    pub(crate) fn read(choice: Choice) -> Made {
        Made::Wide(Box::new((choice, None)))
    }

    pub(crate) fn choice(&self) -> Choice {
        match self {
            Made::Literal { labels, index, .. } => Choice::Label(Cow::Borrowed(labels[*index as usize])),
            Made::Number(number, ..) => Choice::from(*number),
            Made::Char(c, ..) => Choice::Char(*c),
            Made::Index(index, ..) => Choice::Index((*index).into()),
            Made::Wide(wide) => wide.0.clone(),
        }
    }

    pub(crate) fn place(&self) -> Option<(u128, u128)> {
        match self {
            Made::Literal { rank, last, .. } | Made::Char(_, rank, last) | Made::Index(_, rank, last) => {
                Some(((*rank).into(), (*last).into()))
            }
            Made::Number(_, rank, last) => Some(((*rank).into(), (*last).into())),
            Made::Wide(wide) => wide.1,
        }
    }
}
