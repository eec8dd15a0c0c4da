//! Values that are pieces of a text in their printed form.

use std::fmt::{Display, Write as _};
use std::rc::Rc;

use super::{Next, Port, Text};
use crate::core::cx::{Cx, SearchMode};
use crate::core::generator::{Focus, Generator, Reflective, Rejected};

/// A type whose values can be read back from what `Display` prints.
///
/// ```
/// use std::fmt;
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::text::printed;
/// use mirrorcheck::text::Printed;
///
/// /// A number behind a sign.
/// #[derive(Debug, Clone, PartialEq)]
/// struct Id(u8);
///
/// impl fmt::Display for Id {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         write!(f, "#{}", self.0)
///     }
/// }
///
/// impl Printed for Id {
///     fn read(text: &str, found: &mut dyn FnMut(Id, usize) -> bool) -> usize {
///         let Some(number) = text.strip_prefix('#') else { return 1 };
///         u8::read(number, &mut |n, length| found(Id(n), length + 1)) + 1
///     }
/// }
/// let id = printed(any::<u8>().convert(Id, |id| Some(id.0)));
/// assert_eq!(id.parse("#42"), Ok(Id(42)));
/// ```
#[diagnostic::on_unimplemented(
    message = "a `{Self}` cannot be read back from a text",
    label = "cannot be a piece of a text",
    note = "numbers, characters, `bool` and `String` can; for your own type, let its generator say how to write it: \
            `written(value, format!(…))`",
    note = "for a list, use `many(g, 0..)` or `separated(g, \",\", 0..)`"
)]
pub trait Printed: Display + Sized {
    /// Calls `found` with each value that the beginning of `text` may be the printed form of, and the length of that
    /// form, longest first, until it returns `true`. Returns how far it looked.
    ///
    /// ```
    /// use mirrorcheck::text::Printed;
    ///
    /// let mut found = Vec::new();
    /// u8::read("42, 7", &mut |value, length| {
    ///     found.push((value, length));
    ///     false
    /// });
    /// assert_eq!(found, [(42, 2), (4, 1)]);
    /// ```
    fn read(text: &str, found: &mut dyn FnMut(Self, usize) -> bool) -> usize;

    /// Returns what an error message says was expected.
    ///
    /// ```
    /// use mirrorcheck::text::Printed;
    ///
    /// assert_eq!(u8::name(), "a number");
    /// assert_eq!(String::name(), "a text");
    /// ```
    fn name() -> String {
        "a number".to_owned()
    }
}

macro_rules! integers {
    ($($type:ident)*) => { $(
        impl Printed for $type {
            #[inline]
            fn read(text: &str, found: &mut dyn FnMut($type, usize) -> bool) -> usize {
                // Room for a sign, for the 39 digits that 128 bits can have, and for zeros in front of them.
                let sign = usize::from(text.starts_with(['-', '+']));
                let digits = text.as_bytes()[sign..].iter().take(80).take_while(|byte| byte.is_ascii_digit()).count();
                for end in (sign + 1..=sign + digits).rev() {
                    if text[..end].parse().is_ok_and(|value| found(value, end)) {
                        break;
                    }
                }
                sign + digits + 1
            }
        }
    )* };
}
integers!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

macro_rules! floats {
    ($($type:ident)*) => { $(
        impl Printed for $type {
            #[inline]
            fn read(text: &str, found: &mut dyn FnMut($type, usize) -> bool) -> usize {
                let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
                let end = text.find(|c| !is_part(c)).unwrap_or(text.len()).min(1_100);
                for end in (1..=end).rev() {
                    if text[..end].parse().is_ok_and(|value| found(value, end)) {
                        break;
                    }
                }
                end + 1
            }
        }
    )* };
}
floats!(f32 f64);

impl Printed for bool {
    #[inline]
    fn read(text: &str, found: &mut dyn FnMut(bool, usize) -> bool) -> usize {
        for value in [true, false] {
            let name = if value { "true" } else { "false" };
            if text.starts_with(name) {
                found(value, name.len());
            }
        }
        "false".len()
    }

    #[inline]
    fn name() -> String {
        "`true` or `false`".to_owned()
    }
}

impl Printed for char {
    #[inline]
    fn read(text: &str, found: &mut dyn FnMut(char, usize) -> bool) -> usize {
        text.chars().next().map_or(1, |c| {
            found(c, c.len_utf8());
            c.len_utf8()
        })
    }

    #[inline]
    fn name() -> String {
        "a character".to_owned()
    }
}

impl Printed for String {
    /// Any beginning of the text may be one: what is not a text generator cannot say where it ends.
    #[inline]
    fn read(text: &str, found: &mut dyn FnMut(String, usize) -> bool) -> usize {
        let ends = text.char_indices().map(|(end, _)| end).chain([text.len()]);
        for end in ends.collect::<Vec<_>>().into_iter().rev() {
            if found(text[..end].to_owned(), end) {
                break;
            }
        }
        usize::MAX
    }

    #[inline]
    fn name() -> String {
        "a text".to_owned()
    }
}

/// Makes a piece of text from a generator of numbers, characters or strings: what `Display` prints.
///
/// You do not need it in `format!` under `#[generator]`, but in `many` and the other combinators you do.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::text::{printed, separated};
///
/// let lines = separated(printed(element_of(&[1, 20, 300])), "\n", 0..);
/// assert_eq!(lines.parse("1\n300"), Ok(vec![1, 300]));
/// assert!(lines.parse("2").is_err());
/// ```
pub fn printed<G: Reflective>(generator: G) -> PrintedBy<G>
where
    G::Value: Printed,
{
    PrintedBy { generator }
}

/// The generator that [`printed`] returns.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::text::printed;
///
/// assert_eq!(printed(0..=9).print(&7), Some("7".to_owned()));
/// ```
#[derive(Debug, Clone)]
pub struct PrintedBy<G> {
    generator: G,
}

impl<G: Generator> Generator for PrintedBy<G> {
    type Value = G::Value;

    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, G::Value>) -> Result<G::Value, Rejected> {
        self.generator.run(cx, focus)
    }
}

impl<G: Reflective> Reflective for PrintedBy<G> {}

impl<G: Reflective> Text for PrintedBy<G>
where
    G::Value: Printed,
{
    fn run_text(&self, cx: &mut Cx<'_>, _: bool) -> Result<Option<G::Value>, Rejected> {
        cx.printed(&self.generator, &print).map(Some)
    }
}

/// How a value is printed: behind what a string has already.
pub(crate) type Print<'p, T> = &'p dyn Fn(&T, &mut String);

/// As `Display` does.
pub(crate) fn print<T: Display>(value: &T, text: &mut String) {
    // A string takes everything.
    let _ = write!(text, "{value}");
}

/// The values that print what `text` begins with, each with the length of that, and how far this looked.
pub(super) fn candidates<T: Printed>(text: &str, print: Print<'_, T>) -> (Vec<(T, usize)>, usize) {
    let (mut values, mut again) = (Vec::new(), String::new());
    let looked = T::read(text, &mut |value, length| {
        again.clear();
        print(&value, &mut again);
        if text.get(..length) == Some(again.as_str()) {
            values.push((value, length));
        }
        false
    });
    (values, looked)
}

impl Cx<'_> {
    /// Runs a generator whose value is printed as the next piece of the text.
    pub(crate) fn printed<G: Reflective>(
        &mut self,
        generator: &G,
        print: Print<'_, G::Value>,
    ) -> Result<G::Value, Rejected>
    where
        G::Value: Printed,
    {
        match self.port {
            Port::Off | Port::Write => {
                let value = generator.run(self, Focus::Free)?;
                print(&value, &mut self.out);
                Ok(value)
            }
            Port::Read => self.read_printed(generator, print),
            Port::Fill => self.fill_printed(generator, print),
        }
    }

    /// Runs a generator whose value is printed as a piece of the text, knowing what comes next.
    pub(crate) fn formatted_piece<G: Reflective>(
        &mut self,
        generator: &G,
        focus: Focus<'_, G::Value>,
        next: Next,
        print: Print<'_, G::Value>,
    ) -> Result<Option<G::Value>, Rejected>
    where
        G::Value: Printed,
    {
        if self.port == Port::Off {
            return generator.run(self, focus).map(Some);
        }
        let outer = self.follow(next);
        let drawn = self.printed(generator, print);
        self.follow_again(outer);
        drawn.map(Some)
    }

    #[inline(never)]
    fn read_printed<G: Reflective>(&mut self, generator: &G, print: Print<'_, G::Value>) -> Result<G::Value, Rejected>
    where
        G::Value: Printed,
    {
        let Some(cold) = self.cold_mut() else { return Err(Rejected) };
        let (search, start) = (cold.search, cold.reading.at);
        let (values, looked) = candidates::<G::Value>(cold.reading.rest(), print);
        let values: Vec<_> = values.into_iter().map(|(value, length)| (value, start + length)).collect();
        cold.reading.look(start.saturating_add(looked));
        match search {
            SearchMode::First | SearchMode::Complete => {
                let mark = cold.mark();
                let count = values.len();
                for (i, (value, end)) in values.into_iter().enumerate() {
                    let Some(cold) = self.cold_mut() else { break };
                    cold.reading.at = end;
                    if !cold.reading.may_end() {
                        continue;
                    }
                    if let Ok(value) = self.on_temporary(|cx| generator.run(cx, Focus::On(&value))) {
                        if let Some(cold) = self.cold_mut() {
                            cold.reading.at = end;
                            cold.reading.committed |= i + 1 < count;
                        }
                        return Ok(value);
                    }
                    if let Some(cold) = self.cold_mut() {
                        cold.rewind(mark);
                    }
                }
            }
            SearchMode::All => {
                let went_on = match self.go_on_again(true) {
                    Some(went_on) => went_on,
                    None => {
                        let nodes = self.printed_ends(generator, &values, start)?;
                        self.go_on(nodes, 0, true)
                    }
                };
                if went_on.is_ok() {
                    let end = self.position();
                    return values.into_iter().find(|(_, at)| *at == end).map(|(value, _)| value).ok_or(Rejected);
                }
            }
            SearchMode::Rebuild => {
                let node = self.next_known();
                let end = node.and_then(|node| self.forest()?.nodes[node].end);
                if let (Some(cold), Some(end)) = (self.cold_mut(), end) {
                    cold.reading.at = end;
                }
                return values.into_iter().find(|(_, at)| Some(*at) == end).map(|(value, _)| value).ok_or(Rejected);
            }
        }
        if let Some(cold) = self.cold_mut() {
            cold.reading.at = start;
            cold.reading.expects(G::Value::name);
        }
        Err(self.reject(|| "the text has nothing here that this piece could print".to_owned()))
    }

    /// All ends that one of these values can have, as nodes.
    fn printed_ends<G: Reflective>(
        &mut self,
        generator: &G,
        values: &[(G::Value, usize)],
        start: usize,
    ) -> Result<Rc<Vec<usize>>, Rejected> {
        let mut ways = Vec::new();
        for (value, end) in values {
            let mut found = self
                .ways_through(start, &mut |cx| cx.on_temporary(|cx| generator.run(cx, Focus::On(value))).map(drop))?;
            found.iter_mut().for_each(|(at, _)| *at = *end);
            ways.extend(found);
        }
        if let Some(cold) = self.cold_mut() {
            cold.reading.at = start;
        }
        Ok(self.nodes_of(ways))
    }
}
