//! Values as Rust source, for tests to paste.
//!
//! Nobody pastes a novel: what is too long or too deep has no source. So however large a value is, little of it is
//! looked at, and no more of the stack is used than for a small one.

use std::cell::Cell;
use std::fmt::{Debug, Display};
use std::str::FromStr;

use crate::core::arbitrary::Arbitrary;
use crate::core::sort::sort_by;

/// The longest text, in bytes.
const LONGEST: usize = 10_000;

/// How deep values may stand in each other, counting what holds them.
const DEEPEST: u32 = 128;

thread_local! {
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// What has a source, perhaps.
pub trait AsSource {
    /// The source.
    fn text(&self) -> Option<String>;
}

impl<T: Arbitrary> AsSource for T {
    fn text(&self) -> Option<String> {
        self.source()
    }
}

/// A part without a source.
struct Nothing;

impl AsSource for Nothing {
    #[inline]
    fn text(&self) -> Option<String> {
        None
    }
}

/// A text that stands for itself.
pub fn leaf(text: impl Into<String>) -> Option<String> {
    Some(text.into()).filter(|text| text.len() <= LONGEST)
}

/// `name(part, part)`.
pub fn call(name: &str, parts: &[&dyn AsSource]) -> Option<String> {
    list(&format!("{name}("), &mut parts.iter().copied(), ")")
}

/// `name { field: part }`.
pub fn fields(name: &str, parts: &[(&str, &dyn AsSource)]) -> Option<String> {
    nested(|| {
        let mut text = format!("{name} {{");
        for (i, (field, part)) in parts.iter().enumerate() {
            text += if i == 0 { " " } else { ", " };
            text += &format!("{field}: {}", short(part.text()?, &text)?);
        }
        text += if parts.is_empty() { "}" } else { " }" };
        leaf(text)
    })
}

/// `name("text")`.
pub(crate) fn text(name: &str, text: &str) -> Option<String> {
    // Each byte takes at least one to be written.
    (text.len() <= LONGEST).then(|| format!("{name}({text:?})")).and_then(leaf)
}

/// Parts between two texts.
pub(crate) fn list(before: &str, parts: &mut dyn Iterator<Item = &dyn AsSource>, after: &str) -> Option<String> {
    nested(|| {
        let mut text = before.to_owned();
        for (i, part) in parts.enumerate() {
            if i > 0 {
                text += ", ";
            }
            text += &short(part.text()?, &text)?;
        }
        leaf(text + after)
    })
}

/// The elements of a list or an array: `vec![0; 300]` where that means the same.
pub(crate) fn elements(
    before: &str,
    parts: &mut dyn Iterator<Item = &dyn AsSource>,
    needs_copy: bool,
) -> Option<String> {
    nested(|| {
        let mut text = before.to_owned();
        let (mut first, mut count) = (None, 0usize);
        for part in parts {
            let part = (count < LONGEST).then(|| part.text()).flatten()?;
            if *first.get_or_insert_with(|| part.clone()) == part && text == before {
                count += 1;
                continue;
            }
            // The first ones are written when another one shows that they are not all.
            let same = if text == before { count } else { 0 };
            for part in std::iter::repeat_n(first.as_ref()?, same).chain([&part]) {
                if text != before {
                    text += ", ";
                }
                text += short_of(part, &text)?;
            }
        }
        let first = first.filter(|_| text == before);
        match first {
            Some(part) if count >= FEWEST_REPEATED && is_repeatable(&part, needs_copy) => {
                text += &format!("{part}; {count}");
            }
            Some(part) => {
                for number in 0..count {
                    text += if number == 0 { "" } else { ", " };
                    text += short_of(&part, &text)?;
                }
            }
            None => {}
        }
        leaf(text + "]")
    })
}

/// The fewest equal elements that are written once, with how many there are.
const FEWEST_REPEATED: usize = 8;

/// Whether a source is surely of a type that implements `Clone`, or `Copy` if that is needed: nothing is known of types of
/// users.
fn is_repeatable(source: &str, needs_copy: bool) -> bool {
    const CLONE: [&str; 9] = ["vec", "to_owned", "true", "false", "String", "new", "Some", "None", "from"];
    let mut rest = source;
    while let Some(c) = rest.chars().next() {
        let length = match c {
            '"' | '\'' => {
                if needs_copy && c == '"' {
                    return false;
                }
                let mut is_escaped = false;
                let end = rest[1..].find(|inside: char| {
                    let is_end = inside == c && !is_escaped;
                    is_escaped = inside == '\\' && !is_escaped;
                    is_end
                });
                let Some(end) = end else { return false };
                end + 2
            }
            _ if c.is_alphanumeric() || c == '_' => {
                let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
                let word = &rest[..end];
                let is_known = CLONE.contains(&word) && !(needs_copy && ["vec", "String", "to_owned"].contains(&word));
                if !is_known && !c.is_ascii_digit() {
                    return false;
                }
                end
            }
            _ => c.len_utf8(),
        };
        rest = &rest[length..];
    }
    true
}

/// The parts of a collection, in brackets that `before` opens.
pub(crate) fn ordered(before: &str, parts: &mut dyn Iterator<Item = Option<String>>) -> Option<String> {
    nested(|| joined(before, texts(parts)?))
}

/// Writes the parts of a collection without an order of its own: sorted, so that the source does not vary.
pub(crate) fn unordered(before: &str, parts: &mut dyn Iterator<Item = Option<String>>) -> Option<String> {
    nested(|| {
        let mut texts = texts(parts)?;
        sort_by(&mut texts, String::cmp);
        joined(before, texts)
    })
}

fn texts(parts: &mut dyn Iterator<Item = Option<String>>) -> Option<Vec<String>> {
    let mut left = LONGEST;
    let texts = parts.map(|part| {
        let part = part?;
        left = left.checked_sub(part.len())?;
        Some(part)
    });
    texts.collect()
}

fn joined(before: &str, texts: Vec<String>) -> Option<String> {
    leaf(format!("{before}{}])", texts.join(", ")))
}

/// `start..end`, with a range in a range in parentheses.
#[inline]
pub(crate) fn range(start: Option<&dyn AsSource>, dots: &str, end: Option<&dyn AsSource>) -> Option<String> {
    let side = |part: Option<&dyn AsSource>| match part {
        Some(part) => part.text().map(|text| if text.contains("..") { format!("({text})") } else { text }),
        None => Some(String::new()),
    };
    nested(|| leaf(format!("{}{dots}{}", side(start)?, side(end)?)))
}

/// `"text".parse::<name>().unwrap()`, for what its text gives back.
pub(crate) fn parsed<T: Display + FromStr + PartialEq>(name: &str, value: &T) -> Option<String> {
    let text = value.to_string();
    let is_same = text.parse::<T>().is_ok_and(|parsed| parsed == *value);
    is_same.then(|| format!("{text:?}.parse::<{name}>().unwrap()")).and_then(leaf)
}

/// What `Debug` writes of numbers and characters is their source.
pub(crate) fn debug(value: &dyn Debug) -> Option<String> {
    leaf(format!("{value:?}"))
}

fn short(part: String, before: &str) -> Option<String> {
    (before.len() + part.len() <= LONGEST).then_some(part)
}

fn short_of<'p>(part: &'p str, before: &str) -> Option<&'p str> {
    (before.len() + part.len() <= LONGEST).then_some(part)
}

fn nested(write: impl FnOnce() -> Option<String>) -> Option<String> {
    /// Comes back, also where a source that a user wrote panics.
    struct Inside(u32);

    impl Drop for Inside {
        fn drop(&mut self) {
            DEPTH.set(self.0);
        }
    }

    let inside = Inside(DEPTH.get());
    DEPTH.set(inside.0 + 1);
    (inside.0 < DEEPEST).then(write).flatten()
}

/// A part of a type that may have no source: `(&&MaybeSource(&part)).find()`.
pub struct MaybeSource<'a, T: ?Sized>(pub &'a T);

/// Finds the source of types with a generator of their own.
pub trait SomeSource<'a> {
    /// Returns the part itself.
    fn find(&self) -> &'a dyn AsSource;
}

impl<'a, T: Arbitrary> SomeSource<'a> for &MaybeSource<'a, T> {
    fn find(&self) -> &'a dyn AsSource {
        self.0
    }
}

/// Handles all types without a generator of their own.
pub trait NoSource<'a> {
    /// Returns a part without a source.
    fn find(&self) -> &'a dyn AsSource;
}

impl<'a, T: ?Sized> NoSource<'a> for MaybeSource<'a, T> {
    fn find(&self) -> &'a dyn AsSource {
        &Nothing
    }
}
