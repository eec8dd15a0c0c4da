//! One primitive under everything: a choice among numbered alternatives, with weights and with names.

mod set;

pub use set::CharSet;

use std::borrow::Cow;
use std::fmt;

/// What a generator asks: one of `0..=last`, each with a weight and a name.
///
/// A `pick` is a choice among a few weighted alternatives, a range one among very many equal ones.
#[derive(Clone, Copy)]
pub struct Ask<'a> {
    last: u128,
    weights: Option<&'a [u64]>,
    names: Names<'a>,
}

/// What the alternatives of a choice are called.
#[derive(Clone, Copy)]
pub enum Names<'a> {
    /// By their position only.
    Unnamed,
    /// By labels, in order; an empty label is none.
    Labels(&'a [&'a str]),
    /// By labels written in the source, which can be kept without a copy.
    Literals(&'static [&'static str]),
    /// By the numbers from this one up.
    Numbers(Number),
    /// By the characters from this one up.
    Chars(char),
    /// By the characters of a set.
    Set(&'a CharSet),
}

impl<'a> Ask<'a> {
    /// A choice among weighted alternatives; those of weight 0 are not there. `None` if none is left.
    pub fn among(weights: &'a [u64], names: Names<'a>) -> Option<Ask<'a>> {
        let ask = Ask { last: (weights.len() as u128).checked_sub(1)?, weights: Some(weights), names };
        weights.iter().any(|&w| w > 0).then_some(ask)
    }

    /// A choice among alternatives one of which is known to be there.
    pub(crate) fn picked(weights: &'a [u64], names: Names<'a>) -> Ask<'a> {
        Ask { last: weights.len() as u128 - 1, weights: Some(weights), names }
    }

    /// A choice among `0..=last`, all equally likely.
    pub fn uniform(last: u128, names: Names<'a>) -> Ask<'a> {
        Ask { last, weights: None, names }
    }

    /// The greatest index.
    pub fn last(&self) -> u128 {
        self.last
    }

    /// Whether this alternative can be chosen.
    pub fn allows(&self, index: u128) -> bool {
        index <= self.last && self.weights.is_none_or(|w| w[index as usize] > 0)
    }

    /// How likely this alternative is.
    pub fn chance(&self, index: u128) -> f64 {
        match self.weights {
            _ if !self.allows(index) => 0.0,
            Some(w) => w[index as usize] as f64 / w.iter().map(|&w| w as f64).sum::<f64>(),
            None if self.last == u128::MAX => 1.0 / 2f64.powi(128),
            None => 1.0 / (self.last + 1) as f64,
        }
    }

    /// The weight of an alternative, relative to the others.
    pub fn weight(&self, index: u128) -> u64 {
        if self.allows(index) { self.weights.map_or(1, |w| w[index as usize]) } else { 0 }
    }

    /// How many alternatives can be chosen, less one.
    pub fn last_rank(&self) -> u128 {
        self.weights.map_or(self.last, |w| w.iter().filter(|&&w| w > 0).count() as u128 - 1)
    }

    /// The place of an alternative among those that can be chosen.
    pub fn rank(&self, index: u128) -> u128 {
        self.weights.map_or(index, |w| w.iter().take(index as usize).filter(|&&w| w > 0).count() as u128)
    }

    /// The alternative with this place among those that can be chosen; the inverse of [`rank`](Self::rank).
    pub fn at_rank(&self, rank: u128) -> Option<u128> {
        match self.weights {
            None => (rank <= self.last).then_some(rank),
            Some(w) => (0..w.len()).filter(|&i| w[i] > 0).nth(usize::try_from(rank).ok()?).map(|i| i as u128),
        }
    }

    /// What an alternative is called.
    pub fn choice(&self, index: u128) -> Choice {
        match self.names {
            Names::Literals(labels) if !labels[index as usize].is_empty() => {
                Choice::Label(Cow::Borrowed(labels[index as usize]))
            }
            Names::Labels(labels) if !labels[index as usize].is_empty() => {
                Choice::Label(Cow::Owned(labels[index as usize].to_owned()))
            }
            Names::Unnamed | Names::Labels(_) | Names::Literals(_) => Choice::Index(index),
            Names::Numbers(low) => Choice::Number(low.plus(index)),
            Names::Chars(low) => Choice::Char(char_at(low, index)),
            Names::Set(set) => Choice::Char(set.at(index as u32)),
        }
    }

    /// The index of the alternative with this name, if it is there and can be chosen.
    pub fn find(&self, choice: &Choice) -> Option<u128> {
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
                char_index(low, first)?
            }
            (Choice::Label(label), Names::Set(set)) => {
                let mut chars = label.chars();
                let (first, None) = (chars.next()?, chars.next()) else { return None };
                set.index(first)?.into()
            }
            (Choice::Char(c), Names::Set(set)) => set.index(*c)?.into(),
            (Choice::Number(number), Names::Numbers(low)) => number.minus(low)?,
            (Choice::Char(c), Names::Chars(low)) => char_index(low, *c)?,
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

    /// The set that it is a choice out of, if it is.
    pub(crate) fn set(&self) -> Option<&'a CharSet> {
        match self.names {
            Names::Set(set) => Some(set),
            _ => None,
        }
    }

    /// The choice, to be written down.
    #[inline]
    pub(crate) fn made(&self, index: u128) -> Made {
        let (rank, last) = self.place(index);
        match self.names {
            Names::Literals(labels) if last < SMALL && !labels[index as usize].is_empty() => {
                Made::Literal { labels, index: index as u32, rank: rank as u32, last: last as u32 }
            }
            Names::Numbers(low) if last <= u128::from(u64::MAX) => {
                match low.small().and_then(|low| low.checked_add_unsigned(index as u64)) {
                    Some(number) => Made::Number(number, rank as u64, last as u64),
                    None => self.made_wide(index),
                }
            }
            Names::Chars(low) => Made::Char(char_at(low, index), rank as u32, last as u32),
            Names::Set(set) => Made::Char(set.at(index as u32), rank as u32, last as u32),
            Names::Unnamed if last < SMALL => Made::Index(index as u32, rank as u32, last as u32),
            _ => self.made_wide(index),
        }
    }

    /// The rank of an alternative, and the greatest rank.
    #[inline]
    fn place(&self, index: u128) -> (u128, u128) {
        match self.weights {
            // Where an alternative is removed, ranks are less than indices.
            Some(weights) if weights.contains(&0) => (self.rank(index), self.last_rank()),
            _ => (index, self.last),
        }
    }

    #[cold]
    fn made_wide(&self, index: u128) -> Made {
        Made::Wide(Box::new((self.choice(index), Some((self.rank(index), self.last_rank())))))
    }

    /// Whether what is chosen afterwards, up to the end of the group, belongs to the alternative: true of a pick,
    /// whose alternatives are programs, false of a number.
    pub(crate) fn is_pick(&self) -> bool {
        self.weights.is_some()
    }

    pub(crate) fn repeated_label(&self) -> Option<&'a str> {
        // Those that are written in the source are looked at when compiling.
        let Names::Labels(labels) = self.names else { return None };
        (1..labels.len()).find(|&i| !labels[i].is_empty() && labels[..i].contains(&labels[i])).map(|i| labels[i])
    }
}

impl fmt::Display for Ask<'_> {
    /// What could have been chosen, for a message.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.weights.is_none() && self.last > 7 {
            return write!(f, "{}..={}", self.choice(0), self.choice(self.last));
        }
        let mut open = (0..=self.last).filter(|&i| self.allows(i)).map(|i| self.choice(i));
        write!(f, "{}", open.next().map_or_else(|| "nothing".to_owned(), |c| c.to_string()))?;
        open.try_for_each(|choice| write!(f, " | {choice}"))
    }
}

/// One choice as it was made: an alternative by its name.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Choice {
    /// An alternative with a label.
    Label(Cow<'static, str>),
    /// A number out of a range.
    Number(Number),
    /// A character out of a range.
    Char(char),
    /// An alternative without a label, by its position.
    Index(u128),
}

impl Choice {
    /// The name to count and to tune by: `None` for an alternative without a label.
    pub fn label(&self) -> Option<String> {
        match self {
            Choice::Label(label) => Some(label.clone().into_owned()),
            Choice::Number(number) => Some(number.to_string()),
            Choice::Char(c) => Some(c.to_string()),
            Choice::Index(_) => None,
        }
    }
}

impl Choice {
    /// The choice `offset` places further in a range.
    pub(crate) fn plus(&self, offset: u128) -> Choice {
        match self {
            Choice::Number(number) => Choice::Number(number.plus(offset)),
            Choice::Char(c) => Choice::Char(char_at(*c, offset)),
            Choice::Index(index) => Choice::Index(index + offset),
            Choice::Label(_) => self.clone(),
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

/// A choice to be written down, with its rank among the alternatives there were, and their greatest rank.
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
    /// What does not fit above. The place of a choice that was read from text is not known.
    Wide(Box<(Choice, Option<(u128, u128)>)>),
}

/// Beyond this many alternatives a choice is written down at full width.
const SMALL: u128 = u32::MAX as u128;

impl Made {
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

/// An integer of any width up to 128 bits, with either sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Number {
    negative: bool,
    magnitude: u128,
}

impl Number {
    pub(crate) fn new(negative: bool, magnitude: u128) -> Number {
        Number { negative: negative && magnitude > 0, magnitude }
    }

    #[inline]
    fn small(self) -> Option<i64> {
        let magnitude = i64::try_from(self.magnitude).ok()?;
        Some(if self.negative { -magnitude } else { magnitude })
    }

    #[inline]
    pub(crate) fn plus(self, offset: u128) -> Number {
        match (self.negative, offset < self.magnitude) {
            (false, _) => Number::new(false, self.magnitude.wrapping_add(offset)),
            (true, true) => Number::new(true, self.magnitude - offset),
            (true, false) => Number::new(false, offset - self.magnitude),
        }
    }

    pub(crate) fn minus(self, low: Number) -> Option<u128> {
        match (self.negative, low.negative) {
            (false, false) => self.magnitude.checked_sub(low.magnitude),
            (false, true) => self.magnitude.checked_add(low.magnitude),
            (true, true) => low.magnitude.checked_sub(self.magnitude),
            (true, false) => None,
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.negative { "-" } else { "" }, self.magnitude)
    }
}

macro_rules! numbers {
    ($($unsigned:ident $signed:ident)*) => { $(
        impl From<$unsigned> for Number {
            fn from(n: $unsigned) -> Number {
                Number::new(false, n as u128)
            }
        }
        impl From<$signed> for Number {
            fn from(n: $signed) -> Number {
                Number::new(n < 0, n.unsigned_abs() as u128)
            }
        }
        impl From<$unsigned> for Choice {
            fn from(n: $unsigned) -> Choice {
                Choice::Number(n.into())
            }
        }
        impl From<$signed> for Choice {
            fn from(n: $signed) -> Choice {
                Choice::Number(n.into())
            }
        }
    )* };
}
numbers!(u8 i8 u16 i16 u32 i32 u64 i64 u128 i128 usize isize);

const SURROGATES: std::ops::RangeInclusive<u32> = 0xD800..=0xDFFF;

/// The character `index` places after `low`, surrogates not counted.
pub(crate) fn char_at(low: char, index: u128) -> char {
    let mut code = low as u32 + index as u32;
    if (low as u32) < *SURROGATES.start() && code >= *SURROGATES.start() {
        code += SURROGATES.count() as u32;
    }
    char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The inverse of [`char_at`].
pub(crate) fn char_index(low: char, c: char) -> Option<u128> {
    let mut index = (c as u32).checked_sub(low as u32)?;
    if (low as u32) < *SURROGATES.start() && (c as u32) > *SURROGATES.end() {
        index -= SURROGATES.count() as u32;
    }
    Some(index.into())
}
