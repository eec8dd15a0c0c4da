//! Where choices are written down while a generator runs: a few bytes for each, because a value has as many choices as
//! parts, and whoever shrinks or enumerates keeps many of them.

use std::cell::Cell;

use super::{Choices, Token};
use crate::core::choice::{Made, rank_among};

mod numbers;
use numbers::{Run, Width};

/// Choices as they are written down.
#[derive(Debug, Clone, Default)]
pub(super) struct Written {
    /// For each token one byte that says what it is, and then numbers.
    bytes: Vec<u8>,
    /// The labels that the bytes speak of: those of one pick together.
    labels: Vec<&'static [&'static str]>,
    /// Where they were found last, by their address.
    places: [u8; PLACES],
    /// Choices that the bytes cannot express.
    others: Vec<Made>,
}

const PLACES: usize = 16;

/// What the first byte of a token says. Of a choice that is a head, it is one more.
mod kind {
    /// The beginning of a group that turned out to have fewer than two parts.
    pub(super) const NOTHING: u8 = 0;
    pub(super) const OPEN: u8 = 1;
    pub(super) const CLOSE: u8 = 2;
    /// Labels, index.
    pub(super) const LABEL: u8 = 4;
    /// Where some alternatives were removed: labels, index, rank, last rank.
    pub(super) const LABEL_AMONG_FEWER: u8 = 6;
    /// Low end of the range, rank, last rank.
    pub(super) const NUMBER: u8 = 8;
    /// For a range below zero: complement of the low end, rank, last rank.
    pub(super) const NEGATIVE: u8 = 10;
    /// Character, rank, last rank.
    pub(super) const CHAR: u8 = 12;
    /// Index, rank, last rank.
    pub(super) const INDEX: u8 = 14;
    /// Index into the other choices.
    pub(super) const OTHER: u8 = 16;
    /// For a range up to the greatest number that there is: low end, offset from there.
    pub(super) const OPEN_ENDED: u8 = 18;
    /// Where numbers are too large for a byte each: last rank, offset from the low end, which is zero; of the same width.
    /// One kind for each width.
    pub(super) const FROM_ZERO: u8 = 20;
    /// Low end, last rank, offset from the low end, of the same width. One kind for each width.
    pub(super) const FROM_LOW: u8 = 28;
    /// Numbers of one range: low end, last rank, count, and then their offsets from the low end.
    pub(super) const NUMBERS: u8 = 36;
    /// For a range below zero: complement of the low end, last rank, count, offsets.
    pub(super) const NEGATIVES: u8 = 38;
    /// Characters of one range in ASCII: low end, high end, count, and then the characters.
    pub(super) const CHARS: u8 = 40;
    /// Out of all numbers of a width with a sign: offset from the least. One kind for each width.
    pub(super) const OF_ALL: u8 = 42;
    pub(super) const HEAD: u8 = 1;
}

impl Written {
    fn write(&mut self, made: Made, head: u8) {
        match made {
            Made::Literal { labels, index, rank, last } if rank == index && last as usize + 1 == labels.len() => {
                self.label(labels, index, head);
            }
            Made::Literal { labels, index, rank, last } => {
                let at = self.labels(labels);
                self.put(kind::LABEL_AMONG_FEWER | head, [at, index.into(), rank.into(), last.into()]);
            }
            Made::Number(number, rank, last) => self.number(number.wrapping_sub(rank as i64), rank, last, head),
            Made::Char(c, rank, last) => self.put(kind::CHAR | head, [c.into(), rank.into(), last.into()]),
            Made::Index(index, rank, last) => self.put(kind::INDEX | head, [index.into(), rank.into(), last.into()]),
            other @ Made::Wide(_) => {
                self.put(kind::OTHER | head, [self.others.len() as u64]);
                self.others.push(other);
            }
        }
    }

    #[inline]
    fn label(&mut self, labels: &'static [&'static str], index: u32, head: u8) {
        let at = self.labels(labels);
        self.put(kind::LABEL | head, [at, index.into()]);
    }

    #[inline]
    fn number(&mut self, low: i64, rank: u64, last: u64, head: u8) {
        match low {
            0.. => self.put(kind::NUMBER | head, [low as u64, rank, last]),
            _ => self.put(kind::NEGATIVE | head, [!low as u64, rank, last]),
        }
    }

    /// A number out of a range, by how far it is above its low end.
    #[inline]
    fn number_of(&mut self, offset: u64, low: i64, high: i64) {
        let last = high.wrapping_sub(low) as u64;
        if low >= 0 && (low | offset as i64) <= 0x7f {
            if last <= 0x7f {
                return self.put(kind::NUMBER, [low as u64, offset, last]);
            }
            if high == i64::MAX {
                return self.put(kind::OPEN_ENDED, [low as u64, offset]);
            }
        }
        if low == 0 {
            let width = Width::up_to(last);
            width.write(&mut self.bytes, width.kind(kind::FROM_ZERO), [last, offset]);
        } else {
            let width = Width::up_to(last).max(Width::of(low));
            if (low, last) == width.all() {
                width.write(&mut self.bytes, width.kind(kind::OF_ALL), [offset]);
            } else {
                width.write(&mut self.bytes, width.kind(kind::FROM_LOW), [low as u64, last, offset]);
            }
        }
    }

    #[inline]
    fn labels(&mut self, labels: &'static [&'static str]) -> u64 {
        let place = labels.as_ptr() as usize / 16 % PLACES;
        let at = usize::from(self.places[place]);
        match self.labels.get(at) {
            Some(known) if std::ptr::eq(*known, labels) => at as u64,
            _ => self.find_labels(labels, place) as u64,
        }
    }

    #[inline(never)]
    fn find_labels(&mut self, labels: &'static [&'static str], place: usize) -> usize {
        let known = self.labels.iter().position(|known| std::ptr::eq(*known, labels));
        let at = known.unwrap_or_else(|| {
            self.labels.push(labels);
            self.labels.len() - 1
        });
        self.places[place] = u8::try_from(at).unwrap_or(0);
        at
    }

    #[inline]
    fn put<const N: usize>(&mut self, kind: u8, numbers: [u64; N]) {
        if numbers.iter().any(|&number| number > 0x7f) {
            return self.put_large(kind, &numbers);
        }
        // One byte each, in one go.
        let mut bytes = [kind; 5];
        for (byte, number) in bytes[1..].iter_mut().zip(numbers) {
            *byte = number as u8;
        }
        self.bytes.extend_from_slice(&bytes[..=N]);
    }

    /// Seven bits a byte, the lowest first; the eighth says that there are more.
    #[inline(never)]
    fn put_large(&mut self, kind: u8, numbers: &[u64]) {
        self.bytes.push(kind);
        for &number in numbers {
            let mut left = number;
            while left > 0x7f {
                self.bytes.push(left as u8 | 0x80);
                left >>= 7;
            }
            self.bytes.push(left as u8);
        }
    }

    /// The tokens from a position on.
    pub(super) fn tokens_from(&self, position: usize) -> Tokens<'_> {
        Tokens { written: self, position, run: Run::default() }
    }
}

/// Reads what was written.
pub(super) struct Tokens<'w> {
    written: &'w Written,
    position: usize,
    /// What is left of choices that were written down together.
    run: Run,
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        loop {
            if let Some(made) = self.run.next(&self.written.bytes, &mut self.position) {
                return Some(Token::Leaf(made));
            }
            let kind = *self.written.bytes.get(self.position)?;
            self.position += 1;
            return Some(match kind {
                kind::NOTHING => continue,
                kind::OPEN => Token::Open,
                kind::CLOSE => Token::Close,
                kind::NUMBERS | kind::NEGATIVES | kind::CHARS => {
                    self.run = self.run_of(kind);
                    continue;
                }
                kind if kind & kind::HEAD == 0 => Token::Leaf(self.made(kind)),
                kind => Token::Head(self.made(kind & !kind::HEAD)),
            });
        }
    }
}

impl Tokens<'_> {
    fn made(&mut self, kind: u8) -> Made {
        // All but positions fit into the types that they came from.
        match kind {
            kind::LABEL | kind::LABEL_AMONG_FEWER => {
                let (labels, index) = (self.written.labels[self.number() as usize], self.number() as u32);
                let (rank, last) = match kind {
                    kind::LABEL => (index, labels.len() as u32 - 1),
                    _ => (self.number() as u32, self.number() as u32),
                };
                Made::Literal { labels, index, rank, last }
            }
            kind::NUMBER | kind::NEGATIVE => {
                let low = self.number() as i64;
                let (rank, last) = (self.number(), self.number());
                Made::Number(if kind == kind::NUMBER { low } else { !low }.wrapping_add(rank as i64), rank, last)
            }
            kind::CHAR => {
                let c = char::from_u32(self.number() as u32).unwrap_or(char::REPLACEMENT_CHARACTER);
                Made::Char(c, self.number() as u32, self.number() as u32)
            }
            kind::INDEX => Made::Index(self.number() as u32, self.number() as u32, self.number() as u32),
            kind::OPEN_ENDED => {
                let (low, offset) = (self.number() as i64, self.number());
                Made::Number(low.wrapping_add(offset as i64), offset, i64::MAX.wrapping_sub(low) as u64)
            }
            kind::FROM_ZERO..kind::FROM_LOW => {
                let width = Width::of_kind(kind - kind::FROM_ZERO);
                let [last, offset] = width.read(&self.written.bytes, &mut self.position);
                Made::Number(offset as i64, offset, last)
            }
            kind::FROM_LOW..kind::NUMBERS => {
                let width = Width::of_kind(kind - kind::FROM_LOW);
                let [low, last, offset] = width.read(&self.written.bytes, &mut self.position);
                let low = width.signed(low);
                Made::Number(low.wrapping_add(offset as i64), rank_among(low, offset, last), last)
            }
            kind::OF_ALL.. => {
                let width = Width::of_kind(kind - kind::OF_ALL);
                let ([offset], (low, last)) = (width.read(&self.written.bytes, &mut self.position), width.all());
                Made::Number(low.wrapping_add(offset as i64), rank_among(low, offset, last), last)
            }
            _ => self.written.others[self.number() as usize].clone(),
        }
    }

    fn run_of(&mut self, kind: u8) -> Run {
        let (low, last, left) = (self.number(), self.number(), self.number() as usize);
        match kind {
            kind::NUMBERS => Run::numbers(low as i64, last, left),
            kind::NEGATIVES => Run::numbers(!low as i64, last, left),
            _ => Run::chars(low as u8, last as u8, left),
        }
    }

    fn number(&mut self) -> u64 {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = self.written.bytes[self.position];
            self.position += 1;
            number |= u64::from(byte & 0x7f) << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                return number;
            }
        }
    }
}

/// Where choices are written down. What came to nothing is taken back to a mark.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tape {
    written: Written,
    /// The picks of the groups that are open, from where to where: all that follows in its group is below a pick.
    picks: Vec<(usize, usize)>,
    /// The innermost group. Those around it are kept by whoever opened it.
    group: Group,
    /// Parts that were cut out, and the places where they belong now.
    segments: Vec<Segment>,
    pasted: Vec<(usize, usize)>,
}

/// A part that was cut out of what came to nothing, to be used again.
#[derive(Debug, Clone, Default)]
struct Segment {
    bytes: Box<[u8]>,
    pasted: Box<[(usize, usize)]>,
}

/// A group that is open.
#[derive(Debug, Clone, Copy, Default)]
struct Group {
    start: usize,
    /// How many parts it has so far.
    parts: usize,
    /// Where its picks begin.
    picks: usize,
}

/// A position of a tape to go back to.
#[derive(Clone, Copy, Default)]
pub(crate) struct Mark {
    group: Group,
    bytes: usize,
    picks: usize,
}

impl Mark {
    /// Returns the current position.
    #[inline]
    pub(crate) fn position(&self) -> usize {
        self.bytes
    }
}

thread_local! {
    /// A tape that is not in use: its memory has grown as large as is needed here.
    static SPARE: Cell<Option<Box<Tape>>> = const { Cell::new(None) };
}

impl Tape {
    pub(crate) fn new() -> Box<Tape> {
        let mut tape = SPARE.take().unwrap_or_default();
        // What came to nothing may have left something.
        tape.rewind(&Mark::default());
        tape.written.labels.clear();
        tape.written.others.clear();
        tape.segments.clear();
        // The root is a group like any other, whatever the generator opens itself.
        tape.open();
        tape
    }

    /// Begins a group; gives where it begins, for when it ends or comes to nothing.
    #[inline]
    pub(crate) fn open(&mut self) -> Mark {
        let mark = self.mark();
        self.group = Group { start: mark.bytes, parts: 0, picks: mark.picks };
        self.written.bytes.push(kind::OPEN);
        mark
    }

    #[inline]
    pub(crate) fn close(&mut self, outer: &Mark) {
        let group = std::mem::replace(&mut self.group, outer.group);
        let bytes = &mut self.written.bytes;
        while self.picks.len() > group.picks {
            let Some((start, end)) = self.picks.pop() else { return };
            if end == bytes.len() {
                // Nothing is below it.
                bytes[start] &= !kind::HEAD;
            } else {
                bytes.push(kind::CLOSE);
            }
        }
        match group.parts {
            0 => bytes.truncate(group.start),
            1 => bytes[group.start] = kind::NOTHING,
            _ => bytes.push(kind::CLOSE),
        }
        if group.parts > 0 {
            self.part();
        }
    }

    pub(crate) fn note(&mut self, made: Made, is_pick: bool) {
        self.part();
        let start = self.written.bytes.len();
        self.written.write(made, u8::from(is_pick));
        if is_pick {
            self.picks.push((start, self.written.bytes.len()));
        }
    }

    /// Records an alternative of a pick none of which is removed.
    #[inline]
    pub(crate) fn note_label(&mut self, labels: &'static [&'static str], index: usize) {
        self.part();
        let start = self.written.bytes.len();
        self.written.label(labels, index as u32, kind::HEAD);
        self.picks.push((start, self.written.bytes.len()));
    }

    /// Records an alternative of a pick some of which are removed.
    #[inline]
    pub(crate) fn note_label_among(&mut self, labels: &'static [&'static str], index: usize, weights: &[u64]) {
        let left = |weights: &[u64]| weights.iter().filter(|&&weight| weight > 0).count() as u64;
        let (rank, last) = (left(&weights[..index]), left(weights) - 1);
        self.part();
        let start = self.written.bytes.len();
        let at = self.written.labels(labels);
        self.written.put(kind::LABEL_AMONG_FEWER | kind::HEAD, [at, index as u64, rank, last]);
        self.picks.push((start, self.written.bytes.len()));
    }

    /// Records a number out of a range.
    #[inline]
    pub(crate) fn note_number(&mut self, number: i64, low: i64, high: i64) {
        self.part();
        self.written.number_of(number.wrapping_sub(low) as u64, low, high);
    }

    /// Records numbers out of one range, which say how far above its low end they are.
    pub(crate) fn note_numbers<T: Copy>(&mut self, numbers: &[T], low: i64, last: u64, offset: impl Fn(T) -> u64) {
        if !numbers.is_empty() {
            self.parts(numbers.len());
            let (kind, low) = if low < 0 { (kind::NEGATIVES, !low) } else { (kind::NUMBERS, low) };
            self.written.put(kind, [low as u64, last, numbers.len() as u64]);
            Width::up_to(last).write_all(&mut self.written.bytes, numbers, offset);
        }
    }

    /// Records characters out of one range in ASCII.
    pub(crate) fn note_ascii(&mut self, text: &str, low: u8, high: u8) {
        if !text.is_empty() {
            self.parts(text.len());
            self.written.put(kind::CHARS, [low.into(), high.into(), text.len() as u64]);
            self.written.bytes.extend_from_slice(text.as_bytes());
        }
    }

    /// Records a character out of a set.
    #[inline]
    pub(crate) fn note_char(&mut self, c: char, rank: u32, last: u32) {
        self.part();
        self.written.put(kind::CHAR, [c.into(), rank.into(), last.into()]);
    }

    /// One more part of the group that is open, unless it is below a pick.
    #[inline]
    fn part(&mut self) {
        self.parts(1);
    }

    #[inline]
    fn parts(&mut self, count: usize) {
        if self.group.picks == self.picks.len() {
            self.group.parts += count;
        }
    }

    /// How much is written down.
    pub(crate) fn len(&self) -> usize {
        self.written.bytes.len()
    }

    #[inline]
    pub(crate) fn mark(&self) -> Mark {
        Mark { group: self.group, bytes: self.written.bytes.len(), picks: self.picks.len() }
    }

    /// Takes back all since the mark.
    pub(crate) fn rewind(&mut self, mark: &Mark) {
        // Labels and other choices that nothing speaks of any more do no harm.
        self.written.bytes.truncate(mark.bytes);
        self.picks.truncate(mark.picks);
        self.group = mark.group;
        while self.pasted.last().is_some_and(|(at, _)| *at >= mark.bytes) {
            self.pasted.pop();
        }
    }

    /// Keeps the parts in a range of what is written, to be pasted elsewhere. What was pasted in it is not copied, so
    /// that each choice is copied once, however often what is around it comes to nothing.
    #[inline]
    pub(crate) fn cut(&mut self, from: usize, to: usize) -> usize {
        let range = self.pasted.partition_point(|(at, _)| *at < from)..self.pasted.partition_point(|(at, _)| *at < to);
        let pasted = self.pasted[range].iter().map(|&(at, segment)| (at - from, segment)).collect();
        self.segments.push(Segment { bytes: self.written.bytes[from..to].into(), pasted });
        self.segments.len() - 1
    }

    /// Puts in as one part what was cut out.
    #[inline]
    pub(crate) fn paste(&mut self, segment: usize) {
        if !self.segments[segment].bytes.is_empty() {
            self.part();
            self.pasted.push((self.written.bytes.len(), segment));
            // Something has to stand there until the end.
            self.written.bytes.push(kind::NOTHING);
        }
    }

    /// All that is written, with what was pasted in its place.
    fn whole(&self) -> Vec<u8> {
        let mut whole = Vec::with_capacity(self.written.bytes.len());
        let mut open = vec![(&self.written.bytes[..], self.pasted.iter(), 0)];
        while let Some((bytes, pasted, at)) = open.last_mut() {
            match pasted.next() {
                Some(&(place, segment)) => {
                    whole.extend_from_slice(&bytes[*at..place]);
                    *at = place + 1;
                    let segment = &self.segments[segment];
                    open.push((&segment.bytes, segment.pasted.iter(), 0));
                }
                None => {
                    whole.extend_from_slice(&bytes[*at..]);
                    open.pop();
                }
            }
        }
        whole
    }

    /// The labels of the alternatives that are under way.
    pub(crate) fn trail(&self) -> Vec<String> {
        let label = |&(start, _): &(usize, usize)| match self.written.tokens_from(start).next()? {
            Token::Head(made) => made.choice().label(),
            _ => None,
        };
        self.picks.iter().filter_map(label).collect()
    }

    /// The choices from a position on, each with the position of its end.
    pub(crate) fn made_from(&self, start: usize) -> impl Iterator<Item = (usize, Made)> + '_ {
        let mut tokens = self.written.tokens_from(start);
        std::iter::from_fn(move || {
            loop {
                if let Token::Leaf(made) | Token::Head(made) = tokens.next()? {
                    return Some((tokens.position, made));
                }
            }
        })
    }

    /// Writes down choices again, as one part.
    #[inline]
    pub(crate) fn splice(&mut self, choices: &Choices) {
        let mut around = Vec::new();
        for token in choices.tokens() {
            match token {
                Token::Open => around.push(self.open()),
                Token::Close => {
                    if let Some(outer) = around.pop() {
                        self.close(&outer);
                    }
                }
                Token::Leaf(made) => self.note(made, false),
                Token::Head(made) => {
                    around.push(self.open());
                    self.note(made, true);
                }
            }
        }
    }

    /// The tree.
    pub(crate) fn finish(mut self: Box<Tape>, size: u32) -> Choices {
        self.close(&Mark::default());
        let bytes = if self.pasted.is_empty() { self.written.bytes.as_slice().into() } else { self.whole() };
        let written = &mut self.written;
        let (others, labels) = (std::mem::take(&mut written.others), written.labels.as_slice().into());
        let kept = Written { bytes, labels, places: [0; PLACES], others };
        SPARE.set(Some(self));
        Choices { size, written: kept }
    }
}
