//! What a suite can cover: some labels, and how they relate to each other.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use super::flat::Flat;
use crate::core::choices::Term;

/// Parts from this one on are one part: lists are long, and where exactly something stands in them says little.
pub(super) const LAST_PART: usize = 15;
/// More labels than anybody asks for; so no text can nest them too deep.
pub(super) const MAX_LABELS: usize = 64;

/// Some labels of a value, and how they relate to each other: `node(…6, …4)` is a node with a 6 somewhere in its first
/// part and a 4 somewhere in its second.
///
/// A description may hold anywhere in a value, and `…` in front of a part says the same about the part. `_` is a part
/// about which it says nothing; at the end you can leave it out. If a value consists of several parts without a label
/// around them, as a tuple does, so does the description: `(…true, _, …false)`. The number of labels is its *strength*.
///
/// A part that makes no choice has no position, and parts from the sixteenth on count as one. `4×_` is short for four
/// times `_`. Numbers from 32 up, and floats, stand for all numbers between the same two powers of two: 40 is
/// `32..=63`. A label that is not a word is quoted.
///
/// ```
/// use mirrorcheck::lab::Description;
/// use mirrorcheck::prelude::*;
///
/// let below: Description = "node(…6, …4, _)".parse().unwrap();
/// assert_eq!(below.strength(), 3);
/// let tree: Choices = "node(6 node(5 node(4 leaf leaf) leaf) leaf)".parse().unwrap();
/// assert!(below.is_covered_by(&tree.term()));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Description {
    strength: usize,
    /// The text form, in the one way in which it is written.
    text: Box<str>,
}

impl Description {
    pub(super) fn new(strength: usize, text: impl Into<Box<str>>) -> Description {
        Description { strength, text: text.into() }
    }

    /// Creates the description that every value covers.
    #[inline]
    pub(super) fn of_nothing() -> Description {
        Description::new(0, "_")
    }

    /// Returns how many labels it has.
    ///
    /// ```
    /// use mirrorcheck::lab::Description;
    ///
    /// assert_eq!("leaf".parse::<Description>().unwrap().strength(), 1);
    /// assert_eq!("(…true, …false)".parse::<Description>().unwrap().strength(), 2);
    /// ```
    #[inline]
    pub fn strength(&self) -> usize {
        self.strength
    }

    /// Returns whether a value with these labels has what it describes.
    ///
    /// ```
    /// use mirrorcheck::lab::Description;
    /// use mirrorcheck::prelude::*;
    ///
    /// let term = (any::<bool>(), 0..=99).reflect(&(true, 40)).next().unwrap().term();
    /// assert!("(…true, …40)".parse::<Description>().unwrap().is_covered_by(&term));
    /// assert!("63".parse::<Description>().unwrap().is_covered_by(&term)); // in the same class as 40
    /// assert!(!"false".parse::<Description>().unwrap().is_covered_by(&term));
    /// ```
    #[inline]
    pub fn is_covered_by(&self, term: &Term) -> bool {
        Flat::of(term).covers(self)
    }

    /// What the text says; nothing for `_`.
    #[inline]
    pub(super) fn pattern(&self) -> Option<Pattern> {
        DescriptionReader { text: &self.text, position: 0, labels: 0 }.description().ok().flatten()
    }
}

impl fmt::Display for Description {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Description {
    type Err = ParseDescriptionError;

    #[inline]
    fn from_str(text: &str) -> Result<Description, ParseDescriptionError> {
        let pattern = DescriptionReader { text, position: 0, labels: 0 }.description()?;
        Ok(pattern.map_or_else(Description::of_nothing, |pattern| {
            let mut text = String::new();
            let strength = pattern.write(&mut text);
            Description::new(strength, text)
        }))
    }
}

/// A label, as it is written in a description, with what is said of its parts.
pub(super) struct Pattern {
    /// Empty where there is none around the parts.
    pub(super) label: String,
    /// Parts of which something is said, by their place.
    pub(super) parts: Vec<(usize, Pattern)>,
}

impl Pattern {
    /// Gives the number of labels.
    #[inline]
    fn write(&self, text: &mut String) -> usize {
        text.push_str(&self.label);
        let mut strength = usize::from(!self.label.is_empty());
        let mut next = 0;
        for (place, part) in &self.parts {
            begin_part(text, next, *place);
            strength += part.write(text);
            next = place + 1;
        }
        if next > 0 {
            text.push(')');
        }
        strength
    }
}

/// Writes what comes before the part at a place, where parts up to `next` are written already.
#[inline]
pub(super) fn begin_part(text: &mut String, next: usize, place: usize) {
    text.push_str(if next == 0 { "(" } else { ", " });
    match place.saturating_sub(next) {
        0 => {}
        gap @ 1..4 => text.push_str(&"_, ".repeat(gap)),
        gap => text.push_str(&format!("{gap}×_, ")),
    }
    text.push('…');
}

/// A label as it stands in a description: numbers by their class, what is not a word in quotes.
#[inline]
pub(super) fn written(label: &str) -> Cow<'_, str> {
    let class = class_of(label);
    let is_word = !class.is_empty() && class != "_" && class.chars().all(is_in_word);
    if is_word { class } else { Cow::Owned(format!("{class:?}")) }
}

#[inline]
fn is_in_word(c: char) -> bool {
    c.is_alphanumeric() || "_-.:/=+^".contains(c)
}

/// Numbers up to here are told apart.
const LARGE: u128 = 32;

#[inline]
fn class_of(label: &str) -> Cow<'_, str> {
    let (sign, digits) = label.strip_prefix('-').map_or(("", label), |digits| ("-", digits));
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return Cow::Borrowed(label);
    }
    if let Ok(magnitude) = digits.parse::<u128>() {
        if magnitude < LARGE {
            return Cow::Borrowed(label);
        }
        let low = 1u128 << magnitude.ilog2();
        let high = low - 1 + low;
        return Cow::Owned(if sign.is_empty() { format!("{low}..={high}") } else { format!("-{high}..=-{low}") });
    }
    match digits.parse::<f64>() {
        Ok(magnitude) if magnitude.is_finite() && magnitude > 0.0 => {
            let exponent = (magnitude.to_bits() >> 52) as i32 - 1_023;
            let (near, far) = (power(exponent), power(exponent + 1));
            Cow::Owned(if sign.is_empty() { format!("{near}..{far}") } else { format!("-{far}..-{near}") })
        }
        _ => Cow::Borrowed(label),
    }
}

#[inline]
fn power(exponent: i32) -> String {
    if (-8..=20).contains(&exponent) { format!("{}", 2f64.powi(exponent)) } else { format!("2^{exponent}") }
}

/// An error: a text that is not a description.
///
/// ```
/// use mirrorcheck::lab::Description;
///
/// let error = "node(…6, ".parse::<Description>().unwrap_err();
/// assert_eq!(error.to_string(), "not a description: expected a label or _ at byte 11");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseDescriptionError {
    /// Where the mistake is, in bytes.
    pub position: usize,
    expected: &'static str,
}

impl fmt::Display for ParseDescriptionError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a description: expected {} at byte {}", self.expected, self.position)
    }
}

impl std::error::Error for ParseDescriptionError {}

struct DescriptionReader<'a> {
    text: &'a str,
    position: usize,
    labels: usize,
}

impl DescriptionReader<'_> {
    #[inline]
    fn description(&mut self) -> Result<Option<Pattern>, ParseDescriptionError> {
        let whole = if self.rest().starts_with('(') {
            let pattern = Pattern { label: String::new(), parts: self.parts()? };
            (!pattern.parts.is_empty()).then_some(pattern)
        } else {
            self.part()?
        };
        self.skip_space();
        if self.rest().is_empty() { Ok(whole) } else { Err(self.expected("the end")) }
    }

    /// Nothing for `_`. No deeper than there are labels.
    #[inline]
    fn part(&mut self) -> Result<Option<Pattern>, ParseDescriptionError> {
        self.skip_space();
        let is_anywhere = self.eat("…") || self.eat("...");
        self.skip_space();
        let label = self.label()?;
        if label == "_" && !is_anywhere {
            return Ok(None);
        }
        self.labels += 1;
        if label == "_" || self.labels > MAX_LABELS {
            return Err(self.expected(if label == "_" { "a label after …" } else { "at most 64 labels" }));
        }
        Ok(Some(Pattern { label, parts: self.parts()? }))
    }

    #[inline]
    fn parts(&mut self) -> Result<Vec<(usize, Pattern)>, ParseDescriptionError> {
        let mut parts = Vec::new();
        if !self.eat("(") {
            return Ok(parts);
        }
        let mut place: usize = 0;
        loop {
            self.skip_space();
            if let Some(gap) = self.gap() {
                place = place.saturating_add(gap);
            } else {
                parts.extend(self.part()?.map(|part| (place.min(LAST_PART), part)));
                place = place.saturating_add(1);
            }
            self.skip_space();
            if self.eat(")") {
                break;
            }
            if !self.eat(",") {
                return Err(self.expected("a comma or a closing bracket"));
            }
        }
        Ok(parts)
    }

    /// `4×_`.
    #[inline]
    fn gap(&mut self) -> Option<usize> {
        let digits = self.rest().find(|c: char| !c.is_ascii_digit())?;
        let gap = self.rest()[..digits].parse().ok()?;
        self.rest()[digits..].starts_with("×_").then(|| {
            self.position += digits + "×_".len();
            gap
        })
    }

    /// In the form in which it is written; `_` is no label.
    #[inline]
    fn label(&mut self) -> Result<String, ParseDescriptionError> {
        if self.rest().starts_with('"') {
            return self.quoted();
        }
        let length = self.rest().find(|c| !is_in_word(c)).unwrap_or(self.rest().len());
        if length == 0 {
            return Err(self.expected("a label or _"));
        }
        let word = &self.text[self.position..self.position + length];
        self.position += length;
        Ok(if word == "_" { word.to_owned() } else { written(word).into_owned() })
    }

    /// As `{:?}` writes it, so that its form is known to be the one in which it is written.
    #[inline]
    fn quoted(&mut self) -> Result<String, ParseDescriptionError> {
        let mut label = String::new();
        let mut chars = self.rest().char_indices().skip(1);
        while let Some((at, c)) = chars.next() {
            match c {
                '"' => {
                    self.position += at + 1;
                    return Ok(written(&label).into_owned());
                }
                '\\' => label.push(escaped(&mut chars).ok_or_else(|| self.expected("a label in quotes"))?),
                c => label.push(c),
            }
        }
        Err(self.expected("a label in quotes"))
    }

    #[inline]
    fn rest(&self) -> &str {
        &self.text[self.position..]
    }

    #[inline]
    fn eat(&mut self, text: &str) -> bool {
        let is_here = self.rest().starts_with(text);
        self.position += if is_here { text.len() } else { 0 };
        is_here
    }

    #[inline]
    fn skip_space(&mut self) {
        self.position = self.text.len() - self.rest().trim_start().len();
    }

    #[inline]
    fn expected(&self, expected: &'static str) -> ParseDescriptionError {
        ParseDescriptionError { position: self.position, expected }
    }
}

/// The character behind a backslash.
fn escaped(chars: &mut impl Iterator<Item = (usize, char)>) -> Option<char> {
    match chars.next()?.1 {
        'n' => Some('\n'),
        'r' => Some('\r'),
        't' => Some('\t'),
        '0' => Some('\0'),
        'u' => {
            let code: String = chars.map(|(_, c)| c).skip_while(|c| *c == '{').take_while(|c| *c != '}').collect();
            char::from_u32(u32::from_str_radix(&code, 16).ok()?)
        }
        c => Some(c),
    }
}
