//! The choices behind one value: a tree, kept flat so that no depth can overflow the stack.

use std::collections::BTreeMap;
use std::fmt;

use crate::core::choice::{Choice, Made, Number};

mod tape;
mod text;
pub(crate) use tape::{Mark, Tape};
pub use text::ParseChoicesError;

/// The size that interpretations run at by default; a run of a property grows up to it.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::DEFAULT_SIZE;
///
/// assert_eq!(sized(exact).sample(1), DEFAULT_SIZE);
/// ```
pub const DEFAULT_SIZE: u32 = 100;

/// The choices that make one value, as a tree, with the size at which they were made.
///
/// The choices of a pick's alternative are below the pick. The choices of one run of a generator form a group, and a
/// group of one has no brackets. The text form ([`Display`](fmt::Display), [`FromStr`](std::str::FromStr)) is stable
/// and readable: `node(5 leaf leaf)`. Two trees are equal when their text forms are.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let choices: Choices = "some(7)".parse().unwrap();
/// assert_eq!(option(0..=9).replay(&choices), Ok(Some(7)));
/// assert_eq!(option(0..=9).reflect(&Some(7)).next(), Some(choices));
/// ```
#[derive(Clone)]
pub struct Choices {
    size: u32,
    written: tape::Written,
}

/// A piece of the flat tree.
#[derive(Debug)]
pub(crate) enum Token {
    /// The start of a group, recorded only if the group has at least two parts.
    Open,
    /// The end of the innermost group or alternative.
    Close,
    /// A choice with nothing below it.
    Leaf(Made),
    /// A choice whose alternative made the choices that follow, up to its `Close`.
    Head(Made),
}

impl Choices {
    /// A stand-in for choices that are not shown.
    pub(crate) fn nothing() -> Choices {
        Choices { size: 0, written: tape::Written::default() }
    }

    /// Returns the size at which the generator ran.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// assert_eq!((0..=9).randomness(1).size(), 100);
    /// ```
    pub fn size(&self) -> u32 {
        self.size
    }

    /// Returns the choices in the order in which they were made.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Choice;
    ///
    /// let choices: Choices = "node(5 leaf leaf)".parse().unwrap();
    /// assert_eq!(choices.sequence().next(), Some(Choice::from("node")));
    /// ```
    pub fn sequence(&self) -> impl Iterator<Item = Choice> + '_ {
        self.made().map(|made| made.choice())
    }

    /// Returns the number of choices.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let choices: Choices = "node(5 leaf leaf)".parse().unwrap();
    /// assert_eq!(choices.len(), 4);
    /// ```
    pub fn len(&self) -> usize {
        self.made().count()
    }

    /// Returns whether no choice was made.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// assert!(exact('a').randomness(1).is_empty());
    /// ```
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the labels in order, numbers included: the papers' `reflect`.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let choices: Choices = "node(5 leaf leaf)".parse().unwrap();
    /// assert_eq!(choices.labels(), ["node", "5", "leaf", "leaf"]);
    /// ```
    #[inline]
    pub fn labels(&self) -> Vec<String> {
        self.sequence().filter_map(|choice| choice.label()).collect()
    }

    /// Returns how often each label was chosen.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let choices: Choices = "node(5 leaf leaf)".parse().unwrap();
    /// assert_eq!(choices.frequencies()["leaf"], 2);
    /// ```
    #[inline]
    pub fn frequencies(&self) -> BTreeMap<String, u64> {
        let mut counts = BTreeMap::new();
        for label in self.sequence().filter_map(|choice| choice.label()) {
            *counts.entry(label).or_insert(0) += 1;
        }
        counts
    }

    /// Returns the tree of labels.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let choices: Choices = "node(5 leaf leaf)".parse().unwrap();
    /// assert_eq!(choices.term().to_string(), "node(5, leaf, leaf)");
    /// ```
    #[inline]
    pub fn term(&self) -> Term {
        self.term_named(|choice| choice.label())
    }

    /// Returns the term of the alternatives alone, without numbers and characters.
    #[inline]
    pub(crate) fn outline(&self) -> Term {
        self.term_named(|choice| matches!(choice, Choice::Label(_)).then(|| choice.label()).flatten())
    }

    fn term_named(&self, name: impl Fn(&Choice) -> Option<String>) -> Term {
        struct Terms;
        impl Fold for Terms {
            // A forest; it becomes a tree under the next label.
            type Out = Vec<Term>;
            #[inline]
            fn none(&mut self) -> Vec<Term> {
                Vec::new()
            }
            #[inline]
            fn split(&mut self, first: Vec<Term>, mut rest: Vec<Term>) -> Vec<Term> {
                // Built from the back, so that appending stays cheap; `mark` turns it round.
                rest.extend(first);
                rest
            }
            #[inline]
            fn mark(&mut self, label: &str, mut inner: Vec<Term>) -> Vec<Term> {
                inner.reverse();
                vec![Term { label: label.to_owned(), children: inner }]
            }
        }
        let mut roots = self.fold_named(&mut Terms, name);
        match roots.len() {
            1 => roots.remove(0),
            _ => Term { label: String::new(), children: roots.into_iter().rev().collect() },
        }
    }

    /// Returns the bits that choose each alternative, bracketed as in Hypothesis: `(10(1(100)0))`. `None` if a choice
    /// was read from text, which does not say how many alternatives there were; replay the choices to find out.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let bits = |value| option(0..=3).reflect(&value).next().and_then(|choices| choices.bits());
    /// assert_eq!(bits(None).unwrap(), "0");
    /// assert_eq!(bits(Some(2)).unwrap(), "(1(10))");
    /// ```
    #[inline]
    pub fn bits(&self) -> Option<String> {
        let mut out = String::new();
        for token in self.tokens() {
            match token {
                Token::Open => out.push('('),
                Token::Close => out.push(')'),
                Token::Leaf(made) => match made.bits()? {
                    bits if bits.len() > 1 => out.extend(["(", &bits, ")"]),
                    bits => out.push_str(&bits),
                },
                Token::Head(made) => out.extend(["(", &made.bits()?]),
            }
        }
        Some(out)
    }

    /// Folds the tree with operations of your own: the papers' `Choices` class.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::choices::Fold;
    ///
    /// /// Writes labels one after the other.
    /// struct Joined;
    /// impl Fold for Joined {
    ///     type Out = String;
    ///     fn none(&mut self) -> String {
    ///         String::new()
    ///     }
    ///     fn split(&mut self, first: String, rest: String) -> String {
    ///         first + "-" + &rest
    ///     }
    ///     fn mark(&mut self, label: &str, inner: String) -> String {
    ///         label.to_owned() + &inner
    ///     }
    /// }
    /// let choices: Choices = "a b c".parse().unwrap();
    /// assert_eq!(choices.fold(&mut Joined), "a-b-c");
    /// ```
    pub fn fold<F: Fold>(&self, f: &mut F) -> F::Out {
        self.fold_named(f, |choice| choice.label())
    }

    /// Folds the choices, with names for them chosen by `name`.
    fn fold_named<F: Fold>(&self, f: &mut F, name: impl Fn(&Choice) -> Option<String>) -> F::Out {
        // Backwards over the flat tree: what follows is folded before what it is split from.
        fn put<F: Fold>(f: &mut F, done: &mut [Option<F::Out>], item: F::Out) {
            if let Some(top) = done.last_mut() {
                *top = Some(match top.take() {
                    Some(rest) => f.split(item, rest),
                    None => item,
                });
            }
        }
        let tokens: Vec<Token> = self.tokens().collect();
        let mut done = vec![None];
        for token in tokens.iter().rev() {
            let (made, inner) = match token {
                Token::Close => {
                    done.push(None);
                    continue;
                }
                Token::Open => (None, done.pop().flatten()),
                Token::Head(made) => (Some(made), done.pop().flatten()),
                Token::Leaf(made) => (Some(made), None),
            };
            let inner = inner.unwrap_or_else(|| f.none());
            let item = match made.and_then(|made| name(&made.choice())) {
                Some(label) => f.mark(&label, inner),
                None => inner,
            };
            put(f, &mut done, item);
        }
        done.pop().flatten().unwrap_or_else(|| f.none())
    }

    pub(crate) fn made(&self) -> impl Iterator<Item = Made> + '_ {
        self.tokens().filter_map(|token| match token {
            Token::Leaf(made) | Token::Head(made) => Some(made),
            Token::Open | Token::Close => None,
        })
    }

    pub(crate) fn tokens(&self) -> impl Iterator<Item = Token> + '_ {
        self.written.tokens_from(0)
    }
}

/// A way to fold choices: the result for no choice, how two independent parts combine, and what a label adds.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::choices::Fold;
///
/// /// The depth of the tree of labels.
/// struct Depth;
/// impl Fold for Depth {
///     type Out = u32;
///     fn none(&mut self) -> u32 {
///         0
///     }
///     fn split(&mut self, first: u32, rest: u32) -> u32 {
///         first.max(rest)
///     }
///     fn mark(&mut self, _label: &str, inner: u32) -> u32 {
///         inner + 1
///     }
/// }
/// let choices: Choices = "node(5 leaf node(7 leaf leaf))".parse().unwrap();
/// assert_eq!(choices.fold(&mut Depth), 3);
/// ```
pub trait Fold {
    /// The result of folding.
    type Out;
    /// Returns the result for no choice.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::choices::Fold;
    ///
    /// # struct Count;
    /// # impl Fold for Count {
    /// #     type Out = u32;
    /// fn none(&mut self) -> u32 {
    ///     0
    /// }
    /// #     fn split(&mut self, first: u32, rest: u32) -> u32 {
    /// #         first + rest
    /// #     }
    /// #     fn mark(&mut self, _: &str, inner: u32) -> u32 {
    /// #         1 + inner
    /// #     }
    /// # }
    /// assert_eq!(exact('a').randomness(1).fold(&mut Count), 0);
    /// ```
    fn none(&mut self) -> Self::Out;
    /// Combines two parts, one after the other.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::choices::Fold;
    ///
    /// # struct Count;
    /// # impl Fold for Count {
    /// #     type Out = u32;
    /// #     fn none(&mut self) -> u32 {
    /// #         0
    /// #     }
    /// fn split(&mut self, first: u32, rest: u32) -> u32 {
    ///     first + rest
    /// }
    /// #     fn mark(&mut self, _: &str, inner: u32) -> u32 {
    /// #         1 + inner
    /// #     }
    /// # }
    /// assert_eq!("a b".parse::<Choices>().unwrap().fold(&mut Count), 2);
    /// ```
    fn split(&mut self, first: Self::Out, rest: Self::Out) -> Self::Out;
    /// Adds a label to the result for its alternative's choices.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::choices::Fold;
    ///
    /// # struct Leaves;
    /// # impl Fold for Leaves {
    /// #     type Out = u32;
    /// #     fn none(&mut self) -> u32 {
    /// #         0
    /// #     }
    /// #     fn split(&mut self, first: u32, rest: u32) -> u32 {
    /// #         first + rest
    /// #     }
    /// fn mark(&mut self, label: &str, inner: u32) -> u32 {
    ///     inner + u32::from(label == "leaf")
    /// }
    /// # }
    /// assert_eq!("node(5 leaf leaf)".parse::<Choices>().unwrap().fold(&mut Leaves), 2);
    /// ```
    fn mark(&mut self, label: &str, inner: Self::Out) -> Self::Out;
}

/// A label with what was chosen below it. It can be as deep as the value: nothing here recurses on the native stack.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let term = "node(5 leaf leaf)".parse::<Choices>().unwrap().term();
/// assert_eq!(term.label, "node");
/// assert_eq!(term.children.len(), 3);
/// ```
pub struct Term {
    /// The label; empty for a root that has several parts.
    pub label: String,
    /// The terms chosen below it, in order.
    pub children: Vec<Term>,
}

impl Clone for Term {
    #[inline]
    fn clone(&self) -> Term {
        let mut open: Vec<(&Term, Vec<Term>)> = Vec::new();
        let (mut here, mut done) = (self, Vec::new());
        loop {
            if let Some(next) = here.children.get(done.len()) {
                open.push((here, done));
                (here, done) = (next, Vec::new());
                continue;
            }
            let whole = Term { label: here.label.clone(), children: done };
            let Some((outer, before)) = open.pop() else { return whole };
            (here, done) = (outer, before);
            done.push(whole);
        }
    }
}

impl PartialEq for Term {
    #[inline]
    fn eq(&self, other: &Term) -> bool {
        let mut todo = vec![(self, other)];
        while let Some((a, b)) = todo.pop() {
            if a.label != b.label || a.children.len() != b.children.len() {
                return false;
            }
            todo.extend(a.children.iter().zip(&b.children));
        }
        true
    }
}

impl Eq for Term {}

impl fmt::Debug for Term {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Term({self})")
    }
}

impl fmt::Display for Term {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A stack of what is still to be written: terms can be nested deeper than the native stack.
        enum Todo<'a> {
            Term(&'a Term),
            Text(&'static str),
        }
        let mut todo = vec![Todo::Term(self)];
        while let Some(next) = todo.pop() {
            match next {
                Todo::Text(text) => f.write_str(text)?,
                Todo::Term(term) => {
                    f.write_str(&term.label)?;
                    if term.children.is_empty() {
                        continue;
                    }
                    todo.push(Todo::Text(")"));
                    for (i, child) in term.children.iter().enumerate().rev() {
                        todo.push(Todo::Term(child));
                        todo.push(Todo::Text(if i == 0 { "(" } else { ", " }));
                    }
                }
            }
        }
        Ok(())
    }
}

impl Drop for Term {
    #[inline]
    fn drop(&mut self) {
        let mut below = std::mem::take(&mut self.children);
        while let Some(mut term) = below.pop() {
            below.append(&mut term.children);
        }
    }
}

impl Made {
    /// Returns whether this choice has the given name; see [`Ask::find`](crate::Ask::find) for what names mean.
    #[inline]
    pub(crate) fn is(&self, named: &Choice) -> bool {
        match (&self.choice(), named) {
            (Choice::Index(index), Choice::Number(number)) => *number == Number::new(false, *index),
            (Choice::Char(c), Choice::Label(label)) => label.chars().eq(std::iter::once(*c)),
            (Choice::Label(label), Choice::Char(c)) => label.chars().eq(std::iter::once(*c)),
            (made, named) => made == named,
        }
    }

    #[inline]
    fn bits(&self) -> Option<String> {
        let (rank, last) = self.place()?;
        let width = (u128::BITS - last.leading_zeros()) as usize;
        Some(if width == 0 { String::new() } else { format!("{rank:0width$b}") })
    }
}

impl PartialEq for Choices {
    #[inline]
    fn eq(&self, other: &Choices) -> bool {
        let (mut ours, mut theirs) = (self.tokens(), other.tokens());
        self.size == other.size
            && loop {
                match (ours.next(), theirs.next()) {
                    (None, None) => break true,
                    (Some(Token::Open), Some(Token::Open)) | (Some(Token::Close), Some(Token::Close)) => {}
                    (Some(Token::Leaf(a)), Some(Token::Leaf(b))) | (Some(Token::Head(a)), Some(Token::Head(b)))
                        if a.choice() == b.choice() => {}
                    _ => break false,
                }
            }
    }
}

impl Eq for Choices {}

impl std::hash::Hash for Choices {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.size.hash(state);
        self.sequence().for_each(|choice| choice.hash(state));
    }
}

impl fmt::Debug for Choices {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Choices({self})")
    }
}
