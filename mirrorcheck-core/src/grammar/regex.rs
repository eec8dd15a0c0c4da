//! Regular expressions: each is a grammar of one rule.

mod class;
mod parse;
mod read;
mod unicode;

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::core::cx::Cx;
use crate::core::generator::{Focus, Generator, Reflective, Rejected};
use crate::core::text::Text;
use crate::grammar::{Expansion, Rules};

/// Makes the texts that a regular expression matches as a whole. The syntax is that of the crate `regex`.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let time = regex("([01][0-9]|2[0-3]):[0-5][0-9]");
/// assert!(time.contains(&time.sample(1)));
/// assert!(!time.contains(&"24:00".to_owned()));
///
/// // Alternatives are called what is written there.
/// let choices = time.reflect(&"23:59".to_owned()).next().unwrap();
/// assert_eq!(choices.labels(), ["2[0-3]", "3", "5", "9"]);
/// ```
///
/// It can be a piece of text:
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// #[generator]
/// fn assignment() -> String {
///     let name = draw(regex("[a-z][a-z0-9_]*"));
///     let value = draw(0..=99);
///     format!("{name} = {value};")
/// }
/// assert!(assignment().contains(&"x_1 = 42;".to_owned()));
/// ```
///
/// How likely the texts are:
/// - alternatives are equally likely, as they are written;
/// - so are all numbers that a repetition with a bound allows; one without a bound has three more than it must, on
///   average;
/// - so are the characters of a class, but where it has more than 128 outside of ASCII, as `.`, `\w`, `\d` and `[^"]`
///   have, nine out of ten are ASCII.
///
/// Whether a repetition is greedy makes no difference. `^` and `$` are allowed at the very beginning and the very end,
/// where they add nothing. They are not allowed elsewhere, and neither are `\b` and its relatives, because what they
/// say about a text depends on what is around them.
///
/// Classes such as `\w` and `\p{Lu}` know all of Unicode. Scripts and other properties, such as `\p{Greek}`, and `(?i)`
/// on letters beyond ASCII need the feature `unicode`, which compiles the tables of the crate `regex-syntax`.
///
/// Each thread compiles a pattern only once, however often you ask for it.
///
/// # Panics
/// Panics if the pattern is wrong or matches nothing; [`try_regex`] returns the reason instead.
#[track_caller]
#[inline]
pub fn regex(pattern: &str) -> Regex {
    match try_regex(pattern) {
        Ok(regex) => regex,
        Err(error) => panic!("invalid regular expression `{pattern}`: {error}"),
    }
}

/// Compiles a pattern like [`regex`], but returns an error instead of panicking if the pattern is wrong.
///
/// ```
/// use mirrorcheck::text::try_regex;
///
/// let error = try_regex("[a-z").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 1: unclosed character class");
/// ```
#[inline]
pub fn try_regex(pattern: &str) -> Result<Regex, RegexError> {
    KNOWN.with_borrow_mut(|known| known.get(pattern))
}

thread_local! {
    static KNOWN: RefCell<Known> = RefCell::default();
}

/// The patterns compiled on this thread.
#[derive(Default)]
struct Known {
    /// By the address of the pattern, because most stand in the source and are asked for again and again. Another one
    /// may have been there before.
    recent: [Option<Regex>; 1 << Known::BITS],
    all: HashMap<String, Regex>,
}

impl Known {
    const BITS: u32 = 5;
    /// Patterns that are made at run time could be without number.
    const MAX: usize = 256;

    #[inline]
    fn get(&mut self, pattern: &str) -> Result<Regex, RegexError> {
        let mixed = (pattern.as_ptr() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let slot = (mixed >> (64 - Known::BITS)) as usize;
        match &self.recent[slot] {
            Some(regex) if regex.pattern() == pattern => Ok(regex.clone()),
            _ => {
                let regex = self.find(pattern)?;
                self.recent[slot] = Some(regex.clone());
                Ok(regex)
            }
        }
    }

    #[inline]
    fn find(&mut self, pattern: &str) -> Result<Regex, RegexError> {
        if let Some(known) = self.all.get(pattern) {
            return Ok(known.clone());
        }
        let regex = Regex { compiled: Arc::new(Compiled { rules: read::read(pattern)?, pattern: pattern.to_owned() }) };
        if self.all.len() >= Known::MAX {
            self.all.clear();
        }
        self.all.insert(pattern.to_owned(), regex.clone());
        Ok(regex)
    }
}

/// The generator that [`regex`] returns.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let version = regex(r"\d+\.\d+");
/// assert!(version.contains(&"1.85".to_owned()));
/// assert_eq!(format!("{version:?}"), r#"Regex("\\d+\\.\\d+")"#);
/// ```
#[derive(Clone)]
pub struct Regex {
    compiled: Arc<Compiled>,
}

struct Compiled {
    pattern: String,
    rules: Rules,
}

impl Regex {
    /// Returns the pattern it was made from.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// assert_eq!(regex("[a-z]+").pattern(), "[a-z]+");
    /// ```
    #[inline]
    pub fn pattern(&self) -> &str {
        &self.compiled.pattern
    }

    #[inline]
    fn expansion(&self) -> Expansion<'_> {
        Expansion { rules: &self.compiled.rules, index: 0 }
    }
}

impl PartialEq for Regex {
    #[inline]
    fn eq(&self, other: &Regex) -> bool {
        self.pattern() == other.pattern()
    }
}

impl Eq for Regex {}

impl Hash for Regex {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.pattern().hash(state);
    }
}

impl fmt::Debug for Regex {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Regex").field(&self.pattern()).finish()
    }
}

impl Generator for Regex {
    type Value = String;

    #[inline]
    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, String>) -> Result<String, Rejected> {
        self.expansion().run(cx, focus)
    }
}

impl Reflective for Regex {}

impl Text for Regex {
    #[inline]
    fn run_text(&self, cx: &mut Cx<'_>, wanted: bool) -> Result<Option<String>, Rejected> {
        self.expansion().run_text(cx, wanted)
    }
}

/// An error: why a pattern is not a generator, and where.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::text::try_regex;
///
/// let error = try_regex("[a-").unwrap_err();
/// assert_eq!(error.line, 1);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegexError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    message: String,
}

impl fmt::Display for RegexError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for RegexError {}
