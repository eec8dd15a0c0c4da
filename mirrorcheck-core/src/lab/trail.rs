//! Where a choice stands: under which alternatives, in which part of them, and after which other choices. What is
//! learnt from choices is learnt of places like these.

use std::collections::HashMap;
use std::fmt::{self, Write};

use crate::core::choice::{Ask, Choice, Role};
use crate::core::cx::{Attempt, Attempts};

/// How many alternatives around a choice are known.
pub(crate) const AROUND: usize = 4;

/// How many choices before it.
pub(crate) const BEFORE: usize = 4;

/// Parts of one alternative that are told apart.
const PARTS: u32 = 7;

/// Follows a run by what an [`Answerer`](crate::Answerer) hears of it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Trail {
    here: Frame,
    outer: Vec<Frame>,
    /// The attempts that are under way: how many groups were open, and where it stood.
    attempts: Attempts<(usize, Frame)>,
    /// What the hashes of segments stand for, where somebody wants to know.
    names: Option<HashMap<u64, String>>,
}

/// One group.
#[derive(Debug, Clone, Copy, Default)]
struct Frame {
    /// The alternative that the group belongs to with the part of it, as a hash of a text such as `node.1`; the one around
    /// it, and so on.
    around: [u64; AROUND],
    /// The last choices on the way here, latest first: those of groups that have ended count by their first.
    before: [u64; BEFORE],
    /// How many parts of the group there were since its alternative was chosen.
    parts: u32,
    is_list: bool,
    /// The first choice of the group.
    head: u64,
}

impl Trail {
    /// A trail that remembers the names of what it passes.
    #[inline]
    pub(crate) fn with_names() -> Trail {
        Trail { names: Some(HashMap::from([(0, String::new())])), ..Trail::default() }
    }

    /// Begins another run.
    #[inline]
    pub(crate) fn restart(&mut self) {
        (self.here, self.outer, self.attempts) = (Frame::default(), Vec::new(), Attempts::default());
    }

    /// The alternatives around the next choice, innermost first.
    #[inline]
    pub(crate) fn around(&self) -> [u64; AROUND] {
        let mut around = self.here.around;
        around[0] = self.part();
        around
    }

    /// The choices before the next one, latest first.
    #[inline]
    pub(crate) fn before(&self) -> [u64; BEFORE] {
        self.here.before
    }

    /// The names of the alternatives around the next choice, innermost first, as far as there are any.
    #[inline]
    pub(crate) fn names(&mut self, around: usize) -> Vec<String> {
        let mut hashes = self.here.around;
        hashes[0] = self.note_part();
        let name = |hash: &u64| self.names.as_ref().and_then(|names| names.get(hash)).cloned().unwrap_or_default();
        hashes.iter().take(around).map(name).collect()
    }

    /// The name of the choice before the next one, if there is any.
    #[inline]
    pub(crate) fn name_before(&self) -> Option<String> {
        self.names.as_ref()?.get(&self.here.before[0]).filter(|name| !name.is_empty()).cloned()
    }

    /// The part of the innermost alternative that comes next.
    #[inline]
    fn part(&self) -> u64 {
        match self.here.part() {
            0 => self.here.around[0],
            part => hash_more(self.here.around[0], &[b'.', b'0' + part as u8]),
        }
    }

    #[inline]
    fn note_part(&mut self) -> u64 {
        let (part, parts) = (self.part(), self.here.part());
        if let (Some(names), 1..) = (&mut self.names, parts) {
            let whole = names.get(&self.here.around[0]).cloned().unwrap_or_default();
            names.entry(part).or_insert_with(|| format!("{whole}.{parts}"));
        }
        part
    }

    #[inline]
    pub(crate) fn open(&mut self) {
        let part = self.note_part();
        let mut inner = Frame { parts: 0, is_list: false, head: 0, ..self.here };
        inner.around[0] = part;
        self.outer.push(std::mem::replace(&mut self.here, inner));
    }

    #[inline]
    pub(crate) fn close(&mut self) {
        let Some(outer) = self.outer.pop() else { return };
        let inner = std::mem::replace(&mut self.here, outer);
        self.here.parts += 1;
        if inner.head != 0 {
            self.here.note(inner.head);
        }
    }

    /// Something was chosen.
    #[inline]
    pub(crate) fn chose(&mut self, ask: &Ask<'_>, index: u128) {
        let choice = ask.choice(index);
        let hash = hash_of(&choice);
        self.here.note(hash);
        if let Some(names) = &mut self.names {
            names.entry(hash).or_insert_with(|| named(&choice));
        }
        if !ask.is_pick() {
            self.here.is_list |= ask.role() == Role::Count;
            self.here.parts += 1;
            return;
        }
        let around = self.here.around;
        self.here.around[1..].copy_from_slice(&around[..AROUND - 1]);
        (self.here.around[0], self.here.parts) = (hash, 0);
    }

    #[inline]
    pub(crate) fn attempt(&mut self, attempt: Attempt) {
        if let Some((open, here)) = self.attempts.follow(attempt, (self.outer.len(), self.here)) {
            self.outer.truncate(open);
            self.here = here;
        }
    }
}

impl Frame {
    /// The elements of a list are all alike.
    #[inline]
    fn part(&self) -> u32 {
        if self.is_list { 0 } else { self.parts.min(PARTS) }
    }

    #[inline]
    fn note(&mut self, choice: u64) {
        self.before.copy_within(..BEFORE - 1, 1);
        self.before[0] = choice;
        if self.head == 0 {
            self.head = choice;
        }
    }
}

/// What a choice is called in a context.
#[inline]
pub(crate) fn named(choice: &Choice) -> String {
    choice.label().unwrap_or_else(|| choice.to_string())
}

/// A hash of what a choice is called, without writing it down.
#[inline]
pub(crate) fn hash_of(choice: &Choice) -> u64 {
    let mut hash = Hash(START);
    let written = match choice {
        Choice::Label(label) => hash.write_str(label),
        Choice::Char(c) => hash.write_char(*c),
        other => write!(hash, "{other}"),
    };
    debug_assert!(written.is_ok(), "hashing does not fail");
    hash.0
}

/// A hash of a text that can be continued (FNV-1a), so that parts of a context need no texts.
#[inline]
pub(crate) fn hash_text(text: &str) -> u64 {
    if text.is_empty() { 0 } else { hash_more(START, text.as_bytes()) }
}

const START: u64 = 0xcbf2_9ce4_8422_2325;

#[inline]
fn hash_more(hash: u64, bytes: &[u8]) -> u64 {
    let start = if hash == 0 { START } else { hash };
    bytes.iter().fold(start, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

struct Hash(u64);

impl fmt::Write for Hash {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = hash_more(self.0, text.as_bytes());
        Ok(())
    }
}
