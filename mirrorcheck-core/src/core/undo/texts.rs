//! Steps back from text.

use std::cell::Cell;

use super::{AnyStep, At, Candidates, Is, Unknown};

/// The operand of `PieceOf`: text from `format!`, which alternates literals and pieces.
pub struct Piece<S> {
    step: Cell<Option<S>>,
    literals: &'static [&'static str],
    at: usize,
}

impl<S> Piece<S> {
    /// Wraps the step that leads to the text, and asks for the piece after literal `at`.
    pub fn new(step: S, literals: &'static [&'static str], at: usize) -> Self {
        Piece { step: Cell::new(Some(step)), literals, at }
    }
}

/// Takes a piece out of text.
pub trait PieceOf {
    /// Returns the piece, if each piece before it is as short as it can be.
    fn piece(&self) -> Is<String>;
}

impl<S: Candidates> PieceOf for &Piece<S>
where
    S::Value: AsRef<str>,
{
    fn piece(&self) -> Is<String> {
        let found = self.step.take().map_or_else(Is::nothing, Candidates::owned);
        Is { is_all: false, ..found.map(|text| piece(text.as_ref(), self.literals, self.at)) }
    }
}

fn piece(text: &str, literals: &[&str], at: usize) -> Option<String> {
    let (first, rest) = literals.split_first()?;
    let mut left = text.strip_prefix(first)?;
    for (i, literal) in rest.iter().enumerate() {
        let is_last = i + 1 == rest.len();
        let end = if is_last { left.strip_suffix(literal)?.len() } else { left.find(literal)? };
        if i == at {
            return Some(left[..end].to_owned());
        }
        left = &left[end + literal.len()..];
    }
    None
}

/// The fallback for candidates that are not text.
pub trait NoPiece {
    /// Returns that nothing is known.
    fn piece(&self) -> Unknown {
        Unknown
    }
}

impl<S> NoPiece for Piece<S> {}

/// The operand of `Numerals`: a number written in another base.
pub struct Numeral<S>(Cell<Option<S>>, u32);

impl<S> Numeral<S> {
    /// Wraps the step that leads to the text.
    pub fn new(step: S, radix: u32) -> Self {
        Numeral(Cell::new(Some(step)), radix)
    }
}

/// Reads numbers from text.
pub trait Numerals {
    /// Returns the number in each candidate that can be read.
    fn number(&self) -> Is<u128>;
}

impl<S: Candidates> Numerals for &Numeral<S>
where
    S::Value: AsRef<str>,
{
    fn number(&self) -> Is<u128> {
        let Is { values, .. } = self.0.take().map_or_else(Is::nothing, Candidates::owned);
        let prefix = match self.1 {
            16 => "0x",
            8 => "0o",
            _ => "0b",
        };
        let numbers = values.iter().filter_map(|text| {
            let text = text.as_ref().trim();
            u128::from_str_radix(text.strip_prefix(prefix).unwrap_or(text), self.1).ok()
        });
        Is { values: numbers.collect(), is_all: false }
    }
}

/// The fallback for candidates that are not text.
pub trait NoNumeral {
    /// Returns that nothing is known.
    fn number(&self) -> Unknown {
        Unknown
    }
}

impl<S> NoNumeral for Numeral<S> {}

/// The operand of `JoinedTexts`.
pub struct Joined<S, T>(Cell<Option<(S, T)>>);

impl<S, T> Joined<S, T> {
    /// Wraps the step that leads to the text, and the separator.
    pub fn new(step: S, between: T) -> Self {
        Joined(Cell::new(Some((step, between))))
    }
}

/// Splits text at its separators.
pub trait JoinedTexts {
    /// Returns the texts between the separators.
    fn texts(&self) -> Is<Vec<String>>;
}

impl<S: Candidates, T: AsRef<str>> JoinedTexts for &Joined<S, T>
where
    S::Value: AsRef<str>,
{
    fn texts(&self) -> Is<Vec<String>> {
        let Some((step, between)) = self.0.take() else { return Is::nothing() };
        let split = |text: S::Value| Some(text.as_ref().split(between.as_ref()).map(str::to_owned).collect());
        Is { is_all: false, ..step.owned().map(split) }
    }
}

/// The fallback for candidates that are not text.
pub trait NoTexts {
    /// Returns that nothing is known.
    fn texts(&self) -> Unknown {
        Unknown
    }
}

impl<S, T> NoTexts for Joined<S, T> {}

/// The operand of `ThroughPlace`: a value that `from_x` made and that `to_x` may convert back.
pub struct Through<S>(Cell<Option<S>>);

impl<S> Through<S> {
    /// Wraps the step that leads to the value.
    pub fn new(step: S) -> Self {
        Through(Cell::new(Some(step)))
    }
}

/// Calls a method on candidates that are places.
pub trait ThroughPlace<'f, T: 'f> {
    /// Returns what the method makes of each candidate.
    fn through<R>(&self, way: impl Fn(&'f T) -> R) -> Is<R>;
}

impl<'f, T: 'f> ThroughPlace<'f, T> for &Through<At<'f, T>> {
    fn through<R>(&self, way: impl Fn(&'f T) -> R) -> Is<R> {
        let places = self.0.take().map_or_else(Vec::new, |at| at.places);
        Is { values: places.into_iter().map(way).collect(), is_all: false }
    }
}

/// The fallback where there is no place to call a method on.
pub trait NoWay {
    /// Returns that nothing is known.
    fn through<R>(&self, _: impl Fn(&Unknown) -> R) -> Unknown {
        Unknown
    }
}

impl<S> NoWay for Through<S> {}
