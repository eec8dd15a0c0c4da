//! Strings.

use crate::core::cx::{Chance, Cx};
use crate::core::generator::{Focus, Generator, Reflective, Rejected};
use crate::core::lengths::{Lengths, LengthsOf};

/// Makes strings: a length in characters from a range, then that many characters.
///
/// In a text generator, [`many`](crate::text::many) reads without finding the length first.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let name = string('a'..='z', 1..=8);
/// assert!(name.contains(&"mirror".to_owned()));
/// assert!(!name.contains(&"Mirror".to_owned()));
/// ```
pub fn string<G: Generator<Value = char>>(chars: G, lengths: impl Lengths) -> StringOf<G> {
    StringOf::new(chars, LengthsOf::new(lengths))
}

/// The generator that [`string`] returns.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::text::StringOf;
///
/// let digits: StringOf<std::ops::RangeInclusive<char>> = string('0'..='9', 4);
/// assert_eq!(digits.sample(1).len(), 4);
/// ```
#[derive(Debug, Clone)]
pub struct StringOf<G> {
    chars: G,
    lengths: LengthsOf,
}

impl<G: Generator<Value = char>> Generator for StringOf<G> {
    type Value = String;

    #[inline]
    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, String>) -> Result<String, Rejected> {
        if let (Some(rng), Some(most)) = (cx.plain_rng(), self.lengths.most) {
            if self.lengths.least <= most {
                let before = rng.clone();
                let length = self.lengths.least + rng.up_to((most - self.lengths.least) as u128) as usize;
                if let Some(made) = self.chars.bulk_string(&mut Chance(rng), length) {
                    return Ok(made);
                }
                *rng = before;
            }
        }
        self.run_cold(cx, focus)
    }
}

impl<G: Generator<Value = char>> StringOf<G> {
    pub(crate) fn new(chars: G, lengths: LengthsOf) -> StringOf<G> {
        StringOf { chars, lengths }
    }

    #[inline(never)]
    fn run_cold(&self, cx: &mut Cx<'_>, focus: Focus<'_, String>) -> Result<String, Rejected> {
        match self.lengths.in_bulk(cx, &focus, |chance, length| self.chars.bulk_string(chance, length)) {
            Some(made) if cx.plain_rng().is_some() => Ok(made),
            Some(made) => Ok(self.look(cx, Focus::On(&made))?.unwrap_or(made)),
            None => match (self.look(cx, focus)?, focus.resolve()) {
                (Some(made), _) => Ok(made),
                (None, Focus::On(text)) => Ok(text.clone()),
                (None, _) => Err(Rejected),
            },
        }
    }

    /// Runs on the characters of a text, or freely; nothing is made where all of a text could be noted at once.
    fn look(&self, cx: &mut Cx<'_>, focus: Focus<'_, String>) -> Result<Option<String>, Rejected> {
        let shown = match focus.resolve() {
            Focus::On(text) => Some(text),
            Focus::Free => None,
            Focus::Sketch(_) => return Err(cx.reject(|| "a string is given whole, or as a text with holes".to_owned())),
        };
        cx.group(|cx| {
            let length = self.lengths.choose(cx, shown.map(|text| text.chars().count()))?;
            if let Some(text) = shown {
                if cx.take_all_shown(length, |shown| self.chars.note_text(shown, text)) {
                    return Ok(None);
                }
            }
            let room = self.lengths.room(cx.room(), length);
            let mut chars = shown.map(|text| text.chars());
            let mut made = String::new();
            cx.with_room(room, |cx| {
                for _ in 0..length {
                    made.push(match chars.as_mut().and_then(Iterator::next) {
                        Some(c) => cx.on_temporary(|cx| self.chars.run(cx, Focus::On(&c)))?,
                        None => self.chars.run(cx, Focus::Free)?,
                    });
                }
                Ok(Some(made))
            })
        })
    }
}

impl<G: Reflective<Value = char>> Reflective for StringOf<G> {}
