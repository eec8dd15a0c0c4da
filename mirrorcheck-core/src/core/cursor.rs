//! Where reading or writing a text has come to: the state that `Cx` carries, without what is done with it.

use std::collections::HashMap;
use std::rc::Rc;

/// What `cx` does with text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Port {
    /// Nothing: there is only the value.
    Off,
    /// It writes.
    Write,
    /// It reads.
    Read,
    /// It writes what a text with holes leaves open, and reads the rest.
    Fill,
}

/// What is known to come next after a piece, as far as the place knows that draws it.
///
/// ```
/// use mirrorcheck::text::Next;
///
/// assert_eq!(Next::literal(", "), Next::literal(", "));
/// assert_ne!(Next::literal(", "), Next::Unknown);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// Something, or nothing.
    Unknown,
    /// Whatever comes after the text that this piece is the end of.
    Outer,
    /// A literal.
    Literal(Start),
}

impl Next {
    /// This literal, which is not empty.
    ///
    /// ```
    /// use mirrorcheck::text::Next;
    ///
    /// const COMMA: Next = Next::literal(",");
    /// assert!(matches!(COMMA, Next::Literal(_)));
    /// ```
    #[inline]
    pub const fn literal(text: &str) -> Next {
        let text = text.as_bytes();
        let mut start = Start { bytes: [0; Start::MAX], length: 0 };
        while (start.length as usize) < Start::MAX && (start.length as usize) < text.len() {
            start.bytes[start.length as usize] = text[start.length as usize];
            start.length += 1;
        }
        Next::Literal(start)
    }
}

/// The beginning of a literal: enough to see whether it can stand somewhere.
///
/// ```
/// use mirrorcheck::text::Next;
///
/// let Next::Literal(start) = Next::literal("]") else { unreachable!() };
/// assert_eq!(Next::Literal(start), Next::literal("]"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Start {
    pub(crate) bytes: [u8; Start::MAX],
    pub(crate) length: u8,
}

impl Start {
    pub(crate) const MAX: usize = 8;

    #[inline]
    pub(crate) fn is_at(&self, text: &[u8]) -> bool {
        text.starts_with(&self.bytes[..self.length as usize])
    }
}

/// A text that is being read.
#[derive(Default)]
pub(crate) struct Reading {
    pub(crate) text: String,
    /// The address of the text, which tells its positions from those of others.
    pub(crate) base: usize,
    /// Where reading has come to.
    pub(crate) at: usize,
    /// What must come after the piece that is being read.
    pub(crate) follow: Follow,
    /// How far the piece that is being read has looked, to learn what its first byte decides.
    pub(crate) looked: usize,
    pub(crate) learnt: Learnt,
    /// Whether what must come next kept a piece from ending where it would have ended.
    pub(crate) blamed: bool,
    pub(crate) kept: Keeping,
    /// Where the pieces of the attempt that is under way begin.
    pub(crate) kept_from: usize,
    /// Whether something was taken for an end that might have been elsewhere, so that a "no" is not certain.
    pub(crate) committed: bool,
    /// Which ends the pieces of the attempts that are under way have.
    pub(crate) frames: Vec<Frame>,
    pub(crate) misses: Misses,
}

/// What must come after a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) enum Follow {
    #[default]
    Any,
    /// The end of the text.
    End,
    Literal(Start),
}

impl Reading {
    #[inline]
    pub(crate) fn of(text: &str, misses: Misses) -> Reading {
        Reading {
            text: text.to_owned(),
            base: text.as_ptr() as usize,
            follow: Follow::End,
            misses,
            ..Reading::default()
        }
    }

    #[inline]
    pub(crate) fn since(&self, start: usize) -> String {
        self.text[start..self.at].to_owned()
    }

    /// The rest of the text.
    #[inline]
    pub(crate) fn rest(&self) -> &str {
        // Positions are ends of pieces, and those are strings.
        self.text.get(self.at..).unwrap_or("")
    }

    /// The next character; looks at it.
    #[inline]
    pub(crate) fn next_char(&mut self) -> Option<char> {
        let next = match self.text.as_bytes().get(self.at) {
            Some(&byte) if byte < 0x80 => Some(char::from(byte)),
            _ => self.rest().chars().next(),
        };
        self.looked = self.looked.max(self.at + next.map_or(1, char::len_utf8));
        next
    }

    /// Says what would have been expected here.
    pub(crate) fn expects(&mut self, expected: impl FnOnce() -> String) {
        let at = self.at;
        self.misses.note(at, expected);
    }

    #[inline]
    pub(crate) fn focus(&self) -> usize {
        self.base + self.at
    }

    #[inline]
    pub(crate) fn look(&mut self, to: usize) {
        self.looked = self.looked.max(to);
    }

    /// Whether what must come next can stand here.
    #[inline]
    pub(crate) fn may_end(&mut self) -> bool {
        match self.follow {
            Follow::Any => true,
            follow => self.may_end_before(follow),
        }
    }

    #[inline]
    pub(crate) fn may_end_before(&mut self, follow: Follow) -> bool {
        // What comes after a piece is none of its own, so that nothing can be learnt from this.
        self.looked = usize::MAX;
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let may_end = match follow {
            Follow::Any => true,
            Follow::End => rest.is_empty(),
            Follow::Literal(start) => start.is_at(rest),
        };
        if !may_end {
            self.blamed = true;
            let at = self.at;
            self.misses.note_after(at, || match follow {
                Follow::Literal(start) => quoted(&String::from_utf8_lossy(&start.bytes[..start.length as usize])),
                _ => END.to_owned(),
            });
        }
        may_end
    }

    /// The byte at a position, or 256 at the end.
    #[inline]
    pub(crate) fn byte(&self, at: usize) -> usize {
        self.text.as_bytes().get(at).map_or(256, |&byte| byte.into())
    }

    /// Goes on behind a literal, if it stands here.
    #[inline]
    pub(crate) fn take(&mut self, literal: &str) -> bool {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        if rest.starts_with(literal.as_bytes()) {
            self.at += literal.len();
            self.looked = self.looked.max(self.at);
            return true;
        }
        self.misses_literal(literal);
        false
    }

    #[cold]
    #[inline]
    pub(crate) fn misses_literal(&mut self, literal: &str) {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let same = rest.iter().zip(literal.as_bytes()).take_while(|(a, b)| a == b).count();
        self.look(self.at + same + 1);
        let at = self.at;
        self.misses.note(at, || quoted(literal));
    }

    /// Whether a piece that begins with this literal can stand here.
    #[inline]
    pub(crate) fn leads(&mut self, lead: &str) -> bool {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        if rest.starts_with(lead.as_bytes()) {
            return true;
        }
        self.misses_literal(lead);
        false
    }
}

pub(crate) const END: &str = "the end";

#[inline]
pub(crate) fn quoted(text: &str) -> String {
    let plain = |c: char| if matches!(c, '"' | '\'') { c.to_string() } else { c.escape_debug().to_string() };
    format!("`{}`", text.chars().map(plain).collect::<String>())
}

/// Where reading came to nothing. Found in two runs: the first looks how far it goes, the second writes down what
/// would have been expected there.
#[derive(Debug, Clone, Default)]
pub(crate) struct Misses {
    pub(crate) furthest: usize,
    pub(crate) second_run: bool,
    pub(crate) expected: Vec<String>,
    /// The rules that were open, outermost first, and where each began.
    pub(crate) rules: Vec<(String, usize)>,
    pub(crate) open: Vec<(String, usize)>,
}

impl Misses {
    #[inline]
    pub(crate) fn note(&mut self, at: usize, expected: impl FnOnce() -> String) {
        if at > self.furthest && !self.second_run {
            self.furthest = at;
        } else if self.second_run && at == self.furthest {
            self.named(at, expected());
        }
    }

    /// Notes what must come after a piece, which does not concern the piece itself.
    pub(crate) fn note_after(&mut self, at: usize, expected: impl FnOnce() -> String) {
        if self.second_run && at == self.furthest {
            let expected = expected();
            let around = self.open.iter().take_while(|(_, start)| *start < at).count();
            self.write_down(around, expected);
        } else {
            self.note(at, String::new)
        }
    }

    /// The name of a rule that has not begun yet says more than all that it could begin with.
    #[inline]
    pub(crate) fn named(&mut self, at: usize, expected: String) {
        let around = self.open.iter().take_while(|(_, start)| *start < at).count();
        let expected = match self.open.get(around) {
            Some((rule, _)) if at > 0 => rule.clone(),
            _ => expected,
        };
        self.write_down(around, expected);
    }

    #[inline]
    pub(crate) fn write_down(&mut self, around: usize, expected: String) {
        if self.expected.contains(&expected) {
            return;
        }
        // The rules that are open whatever is expected.
        if self.expected.is_empty() {
            self.rules = self.open[..around].to_vec()
        } else {
            let same = self.rules.iter().zip(&self.open[..around]).take_while(|(a, b)| a == b).count();
            self.rules.truncate(same);
        }
        self.expected.push(expected);
    }
}

impl Misses {
    /// For a second run.
    #[inline]
    pub(crate) fn again(&self) -> Misses {
        Misses { furthest: self.furthest, second_run: true, ..Misses::default() }
    }
}

/// What the first byte decides, learnt while reading: a result of a rule without arguments that came to nothing and
/// has looked at no more than one byte will come to nothing wherever that byte stands.
#[derive(Default)]
pub(crate) struct Learnt {
    pub(crate) rules: Vec<FirstBytes>,
    /// Where to find a rule: by a hash of its name and size, and then one by one.
    pub(crate) slots: Vec<u32>,
}

pub(crate) struct FirstBytes {
    pub(crate) rule: (usize, usize, u32),
    /// For each byte the results that are known to come to nothing, as bits; only the first 32 are learnt.
    pub(crate) hopeless: [u32; 257],
    /// For each byte the result that was found last: the next one is likely the same.
    pub(crate) recent: [u8; 257],
}

/// Pieces that were read in attempts that came to nothing, so that the next attempt does not have to read them again:
/// what makes `members = pair | pair "," members` linear. It is all about rules without arguments, whose value is the
/// text.
#[derive(Default)]
pub(crate) struct Keeping {
    /// What is known of rules at places where something came to nothing.
    pub(crate) known: HashMap<(usize, usize), Kept>,
    /// The keys in the order in which they were added.
    pub(crate) added: Vec<(usize, usize)>,
    /// Pieces that were read in the attempts that are under way.
    pub(crate) read: Vec<ReadPiece>,
}

#[derive(Clone, Copy)]
pub(crate) enum Kept {
    /// It cannot be read here, whatever follows.
    Nothing,
    /// It can be read up to here, with these choices, where this was known to follow.
    Until(usize, Option<usize>, Follow),
}

/// A piece that was read, and where its choices are.
pub(crate) struct ReadPiece {
    pub(crate) rule: usize,
    pub(crate) follow: Follow,
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) choices: (usize, usize),
}

impl Keeping {
    #[inline]
    pub(crate) fn add(&mut self, rule: usize, start: usize, kept: Kept) {
        if self.known.insert((rule, start), kept).is_none() {
            self.added.push((rule, start));
        }
    }
}

/// Which ends the pieces of one attempt have.
#[derive(Debug, Default)]
pub(crate) struct Frame {
    /// For each piece, in their order: which of its ends, and all of them.
    pub(crate) ends: Vec<(usize, Rc<Vec<usize>>)>,
    pub(crate) next: usize,
    /// Whether it is an attempt of the innermost rule, and whether that rule itself was asked for.
    pub(crate) is_own: bool,
    pub(crate) is_recursive: bool,
    /// The pieces of a known way, which is followed.
    pub(crate) known: Option<Vec<usize>>,
}

impl Frame {
    /// Goes on to the next choice of ends, like an odometer.
    #[inline]
    pub(crate) fn advance(&mut self) -> bool {
        while let Some((end, nodes)) = self.ends.last_mut() {
            *end += 1;
            if *end < nodes.len() {
                return true;
            }
            self.ends.pop();
        }
        false
    }
}

/// A text with holes that is being filled in.
#[derive(Debug, Default)]
pub(crate) struct Filling {
    /// What is fixed; between each two there is a hole.
    pub(crate) fixed: Vec<String>,
    pub(crate) place: HolePlace,
}

/// How far the fixed texts are used up. At the end of one that is not the last, there is a hole.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct HolePlace {
    pub(crate) text: usize,
    pub(crate) at: usize,
}

impl Filling {
    #[inline]
    pub(crate) fn rest(&self) -> &str {
        self.fixed.get(self.place.text).and_then(|text| text.get(self.place.at..)).unwrap_or("")
    }

    #[inline]
    pub(crate) fn is_in_hole(&self) -> bool {
        self.rest().is_empty() && self.place.text + 1 < self.fixed.len()
    }

    /// What comes after the hole.
    #[inline]
    pub(crate) fn after_hole(&self) -> &str {
        self.fixed.get(self.place.text + 1).map_or("", String::as_str)
    }

    #[inline]
    pub(crate) fn leave_hole(&mut self) {
        self.place = HolePlace { text: self.place.text + 1, at: 0 };
    }

    /// Whether all that is fixed was used up.
    #[inline]
    pub(crate) fn is_done(&self) -> bool {
        let rest = self.fixed.get(self.place.text + 1..).unwrap_or_default();
        self.rest().is_empty() && rest.iter().all(String::is_empty)
    }
}
