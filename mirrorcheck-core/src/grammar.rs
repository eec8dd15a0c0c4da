//! Grammars given at run time.

mod classes;
mod draft;
mod expand;
mod finish;
mod read;
pub(crate) mod regex;
mod tokens;
mod weights;

pub use read::GrammarError;

// A regular expression is a grammar of one rule.
pub(crate) use classes::{Ranges, others};
pub(crate) use draft::{Draft, DraftRule, Labels, Node, NodeKind};
pub(crate) use expand::{Expansion, Rules};
pub(crate) use finish::finish;
pub(crate) use read::{Fault, fault};

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::core::cx::Cx;
use crate::core::generator::{Focus, Generator, Reflective, Rejected};
use crate::core::text::Text;

/// A grammar, given as text: a generator of the texts it describes, and a parser for them.
///
/// The common notations are accepted as they are, even mixed: ISO EBNF, BNF, W3C, and the dialects of common tools.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::text::Grammar;
///
/// let sums = Grammar::new(
///     r#"
///     sum    = number | sum "+" number ;
///     number = "0" | "1".."9" { "0".."9" } ;
///     "#,
/// )?;
/// let text = sums.sample(1);
/// assert!(sums.contains(&text));
///
/// // Labels are the alternatives as they stand in the grammar.
/// let choices = sums.reflect(&"0+0".to_owned()).next().unwrap();
/// assert_eq!(choices.labels(), ["sum \"+\" number", "number", "\"0\"", "\"0\""]);
///
/// // Each rule is a generator, too.
/// let number = sums.rule("number").unwrap();
/// assert_eq!(number.parse("12+3").unwrap_err().expected, ["the end", "[0-9]"]);
/// # Ok::<(), mirrorcheck::text::GrammarError>(())
/// ```
///
/// | to say | write |
/// |---|---|
/// | a rule | `a = … ;` `<a> ::= …` `a : … ;` `a -> …`; `;` and `.` may be left out before a new line |
/// | text | `"x"` `'x'` `"\n\x41\u{e9}"` `#x41` |
/// | one character out of several | `"a".."z"`; `/[a-z_]/` or `/[^"]/`, and without `/` after `::=` |
/// | a character but not some | `Char - "x"` |
/// | one after the other | `a b` or `a, b` |
/// | alternatives | `a \| b`; nothing, `""` or `ε` for the empty text |
/// | perhaps | `[ a ]` `a?` |
/// | repeated | `{ a }` `a*` `a+` `a{3}` `a{2,5}` `a{2,}` |
/// | comments | `(* … *)` `/* … */` `// …` `# …` |
///
/// Alternatives are equally likely, except in recursive rules: there, those that end the soonest are preferred, as far
/// as necessary to keep texts small on average.
#[derive(Clone)]
pub struct Grammar {
    rules: Arc<Rules>,
}

impl Grammar {
    /// Parses a grammar. Its first rule is the start.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::text::Grammar;
    ///
    /// let bits = Grammar::new("bits = ('0' | '1')+")?;
    /// assert!(bits.contains(&"1011".to_owned()));
    /// assert!(Grammar::new("bits = zero").is_err());
    /// # Ok::<(), mirrorcheck::text::GrammarError>(())
    /// ```
    #[inline]
    pub fn new(grammar: &str) -> Result<Grammar, GrammarError> {
        Ok(Grammar { rules: Arc::new(read::read(grammar)?) })
    }

    /// Returns the first rule.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::text::Grammar;
    ///
    /// let grammar = Grammar::new("pair = digit digit; digit = /[0-9]/;")?;
    /// assert!(grammar.start().contains(&"42".to_owned()));
    /// # Ok::<(), mirrorcheck::text::GrammarError>(())
    /// ```
    #[inline]
    pub fn start(&self) -> GrammarRule {
        GrammarRule { grammar: self.clone(), index: 0 }
    }

    /// Returns the rule with this name, if there is one.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::text::Grammar;
    ///
    /// let grammar = Grammar::new("pair = digit digit; digit = /[0-9]/;")?;
    /// assert!(grammar.rule("digit").unwrap().contains(&"4".to_owned()));
    /// assert!(grammar.rule("letter").is_none());
    /// # Ok::<(), mirrorcheck::text::GrammarError>(())
    /// ```
    #[inline]
    pub fn rule(&self, name: &str) -> Option<GrammarRule> {
        let index = self.rules().position(|rule| rule == name)?;
        Some(GrammarRule { grammar: self.clone(), index })
    }

    /// Returns the names of the rules, in order.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::text::Grammar;
    ///
    /// let grammar = Grammar::new("pair = digit digit; digit = /[0-9]/;")?;
    /// assert_eq!(grammar.rules().collect::<Vec<_>>(), ["pair", "digit"]);
    /// # Ok::<(), mirrorcheck::text::GrammarError>(())
    /// ```
    #[inline]
    pub fn rules(&self) -> impl Iterator<Item = &str> {
        self.rules.rules.iter().map(|rule| rule.name.as_str())
    }

    #[inline]
    fn expansion(&self, index: usize) -> Expansion<'_> {
        Expansion { rules: &self.rules, index }
    }
}

/// Grammars are equal if they were parsed from the same text.
impl PartialEq for Grammar {
    #[inline]
    fn eq(&self, other: &Grammar) -> bool {
        self.rules.identity == other.rules.identity
    }
}

impl Eq for Grammar {}

impl Hash for Grammar {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.rules.identity.hash(state);
    }
}

impl fmt::Debug for Grammar {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Grammar ")?;
        f.debug_list().entries(self.rules()).finish()
    }
}

/// A rule of a [`Grammar`]: a generator of the texts it describes.
///
/// You can draw it wherever you can draw a piece of text.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::text::Grammar;
///
/// #[generator]
/// fn assignment(grammar: Grammar) -> String {
///     let name = draw('a'..='z');
///     let value = draw(grammar.start());
///     format!("{name} = {value};")
/// }
/// let bits = Grammar::new("bits = (\"0\" | \"1\")+")?;
/// assert!(assignment(bits).contains(&"x = 1011;".to_owned()));
/// # Ok::<(), mirrorcheck::text::GrammarError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct GrammarRule {
    grammar: Grammar,
    index: usize,
}

impl GrammarRule {
    /// Returns its name in the grammar.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::text::Grammar;
    ///
    /// assert_eq!(Grammar::new("digit = /[0-9]/")?.start().name(), "digit");
    /// # Ok::<(), mirrorcheck::text::GrammarError>(())
    /// ```
    #[inline]
    pub fn name(&self) -> &str {
        &self.grammar.rules.rules[self.index].name
    }
}

impl fmt::Debug for GrammarRule {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("GrammarRule").field(&self.name()).finish()
    }
}

impl Generator for Grammar {
    type Value = String;

    #[inline]
    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, String>) -> Result<String, Rejected> {
        self.expansion(0).run(cx, focus)
    }
}

impl Reflective for Grammar {}

impl Text for Grammar {
    #[inline]
    fn run_text(&self, cx: &mut Cx<'_>, wanted: bool) -> Result<Option<String>, Rejected> {
        self.expansion(0).run_text(cx, wanted)
    }
}

impl Generator for GrammarRule {
    type Value = String;

    #[inline]
    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, String>) -> Result<String, Rejected> {
        self.grammar.expansion(self.index).run(cx, focus)
    }
}

impl Reflective for GrammarRule {}

impl Text for GrammarRule {
    #[inline]
    fn run_text(&self, cx: &mut Cx<'_>, wanted: bool) -> Result<Option<String>, Rejected> {
        self.grammar.expansion(self.index).run_text(cx, wanted)
    }
}
