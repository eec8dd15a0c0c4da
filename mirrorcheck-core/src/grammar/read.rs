//! Reads a grammar that is given as text.
//!
//! Grammars are written down in many ways. This takes the common ones as they are, also mixed, so that a test can start
//! from the grammar that is there: ISO (`a = "x", { b } ;`), BNF (`<a> ::= "x" | <b>`), W3C (`a ::= [a-z]+ - 'x'`) and
//! what tools make of them (`a : "x" b* ;`, `a -> "x"`). Only one sign means two things: `[` opens a class of
//! characters in a rule that is written with `::=`, and an option in all others, where a class is `/[a-z]/`.
//!
//! The text becomes tokens, the tokens become nodes that know their place in the text, and these are checked before
//! they become what the generator uses. Whatever is accepted has an end and a finite number of ways per repetition.

use std::fmt;

use super::draft::Parser;
use super::expand::Rules;
use super::finish::finish;
use super::tokens::tokens;

/// An error: what is wrong with a grammar, and where.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::text::Grammar;
///
/// let error = Grammar::new("pair = digit digit").unwrap_err();
/// assert_eq!((error.line, error.column), (1, 8));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrammarError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    message: String,
}

impl fmt::Display for GrammarError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for GrammarError {}

#[inline]
pub(super) fn read(grammar: &str) -> Result<Rules, GrammarError> {
    let draft = tokens(grammar).and_then(|tokens| Parser::new(grammar, &tokens)?.rules());
    draft.and_then(|draft| finish(grammar, &draft)).map_err(|fault| {
        let before = &grammar[..fault.at];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        GrammarError {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            message: fault.message,
        }
    })
}

/// An error at a byte of the text. Lines and columns are counted once, at the very end.
pub(crate) struct Fault {
    pub(crate) at: usize,
    pub(crate) message: String,
}

pub(crate) fn fault<T>(at: usize, message: impl Into<String>) -> Result<T, Fault> {
    Err(Fault { at, message: message.into() })
}
