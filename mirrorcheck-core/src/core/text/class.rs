//! Sets of characters.

use super::{Port, Printed, Text};
use crate::core::choice::{Ask, CharSet, Names};
use crate::core::cx::Cx;
use crate::core::generator::{Focus, Generator, Reflective, Rejected};

/// Makes one character of a set, written as in a regular expression without its brackets: `a-zA-Z0-9_` means letters,
/// digits and the underscore; a leading `^` means all other characters. A `-` at either end, and any character after
/// `\`, is literal; `\n`, `\r`, `\t` and `\u{…}` mean what they do in Rust.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::text::chars;
///
/// let hex = chars("0-9a-f");
/// assert_eq!(hex.probability(&'c'), 1.0 / 16.0);
/// assert!(chars("^\"\\\\").contains(&'ß'));
/// ```
///
/// In a function under `#[generator]` the set is built at compile time, and a mistake in it is a compile error.
///
/// # Panics
/// Panics if the set is empty or if a range in it is reversed.
#[track_caller]
#[inline]
pub const fn chars(set: &'static str) -> Chars {
    Chars { set: CharSet::read(set) }
}

/// The generator that [`chars`] returns.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::text::{chars, many};
///
/// let word = many(chars("a-z"), 1..);
/// assert_eq!(word.parse("abc"), Ok(vec!['a', 'b', 'c']));
/// ```
#[derive(Debug, Clone)]
pub struct Chars {
    set: CharSet,
}

impl Chars {
    #[inline]
    pub(crate) fn new(set: CharSet) -> Chars {
        Chars { set }
    }

    #[inline]
    pub(super) fn set(&self) -> &CharSet {
        &self.set
    }

    #[inline]
    fn ask(&self) -> Ask<'_> {
        Ask::uniform(u128::from(self.set.last()), Names::Set(&self.set))
    }

    #[cold]
    #[inline]
    fn run_cold(&self, cx: &mut Cx<'_>, focus: Focus<'_, char>) -> Result<char, Rejected> {
        match focus.resolve() {
            Focus::Free => cx.choose(&self.ask(), None).map(|index| self.set.at(index as u32)),
            Focus::On(&c) => self.take(cx, c),
            Focus::Sketch(_) => Err(cx.reject(|| "a character cannot be taken apart".to_owned())),
        }
    }

    /// The choice of a character that is given.
    #[inline]
    fn take(&self, cx: &mut Cx<'_>, c: char) -> Result<char, Rejected> {
        let Some(index) = self.set.index(c) else {
            return Err(cx.reject(|| format!("{c:?} is none of {}", self.set)));
        };
        if !cx.take_shown(|tape| tape.note_char(c, index, self.set.last()))? {
            cx.choose(&self.ask(), Some(index.into()))?;
        }
        Ok(c)
    }
}

impl Generator for Chars {
    type Value = char;

    #[inline]
    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, char>) -> Result<char, Rejected> {
        match cx.plain_rng() {
            Some(rng) => Ok(self.set.at(rng.up_to(self.set.last().into()) as u32)),
            None => self.run_cold(cx, focus),
        }
    }
}

impl Reflective for Chars {}

impl Text for Chars {
    #[inline]
    fn run_text(&self, cx: &mut Cx<'_>, _: bool) -> Result<Option<char>, Rejected> {
        cx.character(|cx, focus| self.run(cx, focus), Some, || self.set.to_string()).map(Some)
    }
}

impl Cx<'_> {
    /// A character as the next piece of the text; `run` runs its generator.
    #[inline]
    pub(crate) fn character<T: Copy + Printed>(
        &mut self,
        run: impl Fn(&mut Self, Focus<'_, T>) -> Result<T, Rejected>,
        character: impl Fn(T) -> Option<char>,
        expected: impl Fn() -> String,
    ) -> Result<T, Rejected> {
        match self.port {
            Port::Off | Port::Write => {
                let value = run(self, Focus::Free)?;
                self.out.extend(character(value));
                Ok(value)
            }
            Port::Read => {
                let next = self.cold_mut().and_then(|cold| cold.reading.next_char());
                let found = match next.and_then(given) {
                    Some(value) => run(self, Focus::On(&value)),
                    None => Err(Rejected),
                };
                let Some(cold) = self.cold_mut() else { return Err(Rejected) };
                match next {
                    Some(next) if found.is_ok() => cold.reading.at += next.len_utf8(),
                    _ => cold.reading.expects(expected),
                }
                found
            }
            Port::Fill => self.fill_character(run, character),
        }
    }
}

/// A character as a value of the type that is one.
#[inline]
pub(super) fn given<T: Printed>(c: char) -> Option<T> {
    let mut value = None;
    T::read(c.encode_utf8(&mut [0; 4]), &mut |found, _| {
        value = Some(found);
        true
    });
    value
}
