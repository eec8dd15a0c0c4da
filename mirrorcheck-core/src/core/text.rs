//! Text: a piece of text writes itself when running forward and reads itself when running backward.
//!
//! A text generator does not concatenate strings. It runs through its pieces in order, and each literal is appended to
//! the text so far, or read from the current position. So one body serves both directions, and nothing is copied once
//! per level of nesting.

mod class;
mod error;
mod fill;
mod forest;
mod letters;
mod printed;
mod programs;
mod read;
mod repeat;

pub(crate) use crate::core::cursor::Port;
pub use crate::core::cursor::{Next, Start};
pub use class::{Chars, chars};
pub use error::ParseError;
pub(crate) use forest::text_forest;
pub(crate) use letters::{Letter, Letters};
pub(crate) use printed::{Print, print};
pub use printed::{Printed, PrintedBy, printed};
pub use programs::{run_string, run_string_text, run_written, run_written_text};
pub use repeat::{Many, many, separated};

use crate::core::cx::{Cx, SearchMode};
use crate::core::generator::{Focus, Generator, Reflective, Rejected};

/// A generator that can be a piece of text: it writes its value into the text, and finds it there.
///
/// Functions under `#[generator]` that return a `String` are text generators, and so are those whose results are
/// `written(value, format!(…))`. Characters, numbers and the combinators of text generators are, too.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::text::{Text, separated};
///
/// fn round_trip<G: Text<Value: PartialEq>>(generator: &G, seed: u64) -> bool {
///     let value = generator.sample(seed);
///     generator.print(&value).is_some_and(|text| generator.parse(&text) == Ok(value))
/// }
/// assert!(round_trip(&separated(0..=99, ", ", 0..), 1));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no text form",
    label = "cannot be a piece of a text",
    note = "a piece of a text is a number, a character, a function under `#[generator]` that returns a `String` or whose \
            results are `written(value, format!(…))` or `written(draw(g))`, or a combination of these with `many`, \
            `separated`, `option`, `pick`, …",
    note = "`printed(g)` turns a generator of numbers, characters or strings into a piece"
)]
pub trait Text: Reflective {
    /// Runs as the next piece of the text that `cx` writes or reads. Unless the value is `wanted`, it may be left out.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::text::Text;
    /// use mirrorcheck::{Cx, Rejected};
    /// use mirrorcheck::text::Next;
    ///
    /// /// A digit in brackets.
    /// struct Bracketed;
    /// impl Text for Bracketed {
    ///     fn run_text(&self, cx: &mut Cx<'_>, wanted: bool) -> Result<Option<i32>, Rejected> {
    ///         cx.literal("[")?;
    ///         let digit = cx.piece(&(0..=9), Focus::Free, Next::literal("]"), wanted)?;
    ///         cx.literal("]")?;
    ///         Ok(digit)
    ///     }
    /// }
    /// # impl Generator for Bracketed {
    /// #     type Value = i32;
    /// #     fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, i32>) -> Result<i32, Rejected> { (0..=9).run(cx, focus) }
    /// # } impl Reflective for Bracketed {}
    /// assert_eq!(Bracketed.parse("[7]"), Ok(7));
    /// ```
    fn run_text(&self, cx: &mut Cx<'_>, wanted: bool) -> Result<Option<Self::Value>, Rejected>;
}

macro_rules! pointers {
    ($($pointer:ty)*) => { $(
        impl<G: Text + ?Sized> Text for $pointer {
            #[inline]
            fn run_text(&self, cx: &mut Cx<'_>, wanted: bool) -> Result<Option<G::Value>, Rejected> {
                (**self).run_text(cx, wanted)
            }
        }
    )* };
}
pointers!(&G Box<G> std::rc::Rc<G>);

impl Cx<'_> {
    /// Writes or reads this text as the next piece. Without a text, it does nothing.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::text::Text;
    /// use mirrorcheck::{Cx, Rejected};
    ///
    /// # struct Arrow; impl Text for Arrow {
    /// fn run_text(&self, cx: &mut Cx<'_>, _: bool) -> Result<Option<()>, Rejected> {
    ///     cx.literal("->")?;
    ///     Ok(Some(()))
    /// }
    /// # } impl Generator for Arrow { type Value = ();
    /// #     fn run(&self, _: &mut Cx<'_>, _: Focus<'_, ()>) -> Result<(), Rejected> { Ok(()) }
    /// # } impl Reflective for Arrow {}
    /// assert!(Arrow.parse("->").is_ok() && Arrow.parse("=>").is_err());
    /// ```
    #[inline]
    pub fn literal(&mut self, text: &str) -> Result<(), Rejected> {
        match self.port {
            Port::Write => self.out.push_str(text),
            Port::Off => {}
            Port::Read | Port::Fill => return self.literal_cold(text),
        }
        Ok(())
    }

    #[cold]
    #[inline]
    fn literal_cold(&mut self, text: &str) -> Result<(), Rejected> {
        match self.port {
            Port::Read => self.read_literal(text),
            _ => self.fill_literal(text),
        }
    }

    /// Writes or reads what `piece` prints as the next piece of the text.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::text::Text;
    /// use mirrorcheck::{Cx, Rejected};
    /// use mirrorcheck::text::Next;
    ///
    /// # struct Doubled; impl Text for Doubled {
    /// fn run_text(&self, cx: &mut Cx<'_>, _: bool) -> Result<Option<u32>, Rejected> {
    ///     let n = cx.piece(&(0..=9), Focus::Free, Next::literal("+"), true)?.unwrap_or(0);
    ///     cx.literal("+")?;
    ///     cx.computed(&n)?;
    ///     Ok(Some(2 * n))
    /// }
    /// # } impl Generator for Doubled { type Value = u32;
    /// #     fn run(&self, cx: &mut Cx<'_>, _: Focus<'_, u32>) -> Result<u32, Rejected> { Ok(2 * (0..=9).run(cx, Focus::Free)?) }
    /// # } impl Reflective for Doubled {}
    /// assert_eq!(Doubled.parse("4+4"), Ok(8));
    /// assert!(Doubled.parse("4+5").is_err());
    /// ```
    #[inline]
    pub fn computed(&mut self, piece: &dyn std::fmt::Display) -> Result<(), Rejected> {
        match self.port {
            Port::Off => Ok(()),
            _ => self.literal(&piece.to_string()),
        }
    }

    /// Draws a piece, knowing what comes next.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::text::Text;
    /// use mirrorcheck::{Cx, Rejected};
    /// use mirrorcheck::text::Next;
    ///
    /// # struct Ended; impl Text for Ended {
    /// fn run_text(&self, cx: &mut Cx<'_>, wanted: bool) -> Result<Option<i32>, Rejected> {
    ///     let n = cx.piece(&(0..=99), Focus::Free, Next::literal("."), wanted)?;
    ///     cx.literal(".")?;
    ///     Ok(n)
    /// }
    /// # } impl Generator for Ended { type Value = i32;
    /// #     fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, i32>) -> Result<i32, Rejected> { (0..=99).run(cx, focus) }
    /// # } impl Reflective for Ended {}
    /// assert_eq!(Ended.parse("42."), Ok(42));
    /// ```
    #[inline]
    pub fn piece<G: Text>(
        &mut self,
        generator: &G,
        focus: Focus<'_, G::Value>,
        next: Next,
        wanted: bool,
    ) -> Result<Option<G::Value>, Rejected> {
        match self.port {
            Port::Write => generator.run_text(self, wanted),
            Port::Off => generator.run(self, focus).map(Some),
            Port::Read | Port::Fill => {
                let outer = self.follow(next);
                let drawn = generator.run_text(self, wanted);
                self.follow_again(outer);
                drawn
            }
        }
    }

    /// Returns whether a text is being written.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::{Cx, Rejected};
    ///
    /// # struct Writes; impl Generator for Writes { type Value = bool;
    /// fn run(&self, cx: &mut Cx<'_>, _: Focus<'_, bool>) -> Result<bool, Rejected> {
    ///     Ok(cx.is_writing())
    /// }
    /// # }
    /// assert!(!Writes.sample(1)); // a value by itself is no text
    /// ```
    #[inline]
    pub fn is_writing(&self) -> bool {
        self.port == Port::Write
    }

    /// Returns whether a text is being read.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::text::Text;
    /// use mirrorcheck::{Cx, Rejected};
    ///
    /// # struct Reads; impl Text for Reads {
    /// fn run_text(&self, cx: &mut Cx<'_>, _: bool) -> Result<Option<bool>, Rejected> {
    ///     cx.literal("?")?;
    ///     Ok(Some(cx.is_reading()))
    /// }
    /// # } impl Generator for Reads { type Value = bool;
    /// #     fn run(&self, cx: &mut Cx<'_>, _: Focus<'_, bool>) -> Result<bool, Rejected> { Ok(cx.is_reading()) }
    /// # } impl Reflective for Reads {}
    /// assert_eq!(Reads.parse("?"), Ok(true));
    /// assert!(!Reads.sample(1));
    /// ```
    #[inline]
    pub fn is_reading(&self) -> bool {
        matches!(self.port, Port::Read | Port::Fill)
    }

    /// Runs `body` with a text of its own, which it writes.
    pub(crate) fn written<R>(&mut self, body: impl FnOnce(&mut Self) -> R) -> (R, String) {
        let outer = (self.port, std::mem::take(&mut self.out));
        self.port = Port::Write;
        let result = body(self);
        self.port = outer.0;
        (result, std::mem::replace(&mut self.out, outer.1))
    }

    /// Runs `body` without any text.
    #[inline]
    pub(crate) fn without_text<R>(&mut self, body: impl FnOnce(&mut Self) -> R) -> R {
        let outer = std::mem::replace(&mut self.port, Port::Off);
        let result = body(self);
        self.port = outer;
        result
    }

    /// Whether all ways are looked for.
    #[inline]
    pub(crate) fn is_searching_all(&mut self) -> bool {
        self.cold_mut().is_some_and(|cold| cold.search == SearchMode::All)
    }

    /// Whether a known value is made once more: text is then taken as it is.
    #[inline]
    pub(crate) fn is_rebuilding(&mut self) -> bool {
        self.cold_mut().is_some_and(|cold| cold.search == SearchMode::Rebuild)
    }

    /// Runs a generator of strings that is a text by itself: what `run` of every such generator is.
    #[inline]
    pub(crate) fn string(
        &mut self,
        generator: &dyn Text<Value = String>,
        focus: Focus<'_, String>,
    ) -> Result<String, Rejected> {
        match focus.resolve() {
            Focus::Free => {
                let (made, text) = self.written(|cx| generator.run_text(cx, false));
                made.map(|_| text)
            }
            Focus::On(text) => {
                if self.is_rebuilding() {
                    Ok(text.clone())
                } else {
                    self.read_whole(text, generator, false).map(|_| text.clone())
                }
            }
            Focus::Sketch(partial) => self.fill_whole(partial, generator),
        }
    }

    /// Runs `body`, which writes or reads a piece of the text, and gives that piece if it is wanted.
    #[inline]
    pub(crate) fn string_piece(
        &mut self,
        wanted: bool,
        body: impl FnOnce(&mut Self) -> Result<(), Rejected>,
    ) -> Result<Option<String>, Rejected> {
        let start = self.position();
        body(self)?;
        Ok(wanted.then(|| self.since(start)))
    }

    /// Where the text has come to.
    #[inline]
    pub(crate) fn position(&mut self) -> usize {
        match self.port {
            Port::Read => self.cold_mut().map_or(0, |cold| cold.reading.at),
            _ => self.out.len(),
        }
    }

    /// The text since a position.
    #[inline]
    pub(crate) fn since(&mut self, start: usize) -> String {
        match self.port {
            Port::Read => self.cold_mut().map_or_else(String::new, |cold| cold.reading.since(start)),
            _ => self.out[start..].to_owned(),
        }
    }
}

/// Makes exactly this text.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::text::literal;
///
/// let greeting = oneof([literal("good morning"), literal("good evening")]);
/// assert_eq!(greeting.probability(&"good evening".to_owned()), 0.5);
/// ```
pub fn literal(text: impl Into<String>) -> Literal {
    Literal { text: text.into() }
}

/// The generator that [`literal`] returns.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::text::literal;
///
/// assert_eq!(literal("yes").parse("yes"), Ok("yes".to_owned()));
/// assert!(literal("yes").parse("no").is_err());
/// ```
#[derive(Debug, Clone)]
pub struct Literal {
    text: String,
}

impl Generator for Literal {
    type Value = String;

    #[inline]
    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, String>) -> Result<String, Rejected> {
        cx.string(self, focus)
    }
}

impl Reflective for Literal {}

impl Text for Literal {
    #[inline]
    fn run_text(&self, cx: &mut Cx<'_>, _: bool) -> Result<Option<String>, Rejected> {
        cx.literal(&self.text).map(|()| Some(self.text.clone()))
    }
}
