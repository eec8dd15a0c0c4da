//! Answers the choices of one run: as the map reads them off the value, as a script says, or at random.

use std::collections::HashMap;

use super::map::Map;
use super::reading::{Atom, mix};
use crate::core::choice::{Ask, Choice, Number, Role};
use crate::core::cx::{Answerer, Attempt, Attempts};
use crate::core::generator::Rejected;
use crate::core::rng::Rng;

/// One answer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Slot {
    /// Where the choice is made. The elements of a list share one place, and so do the draws of a loop.
    pub(super) place: u64,
    pub(super) kind: SlotKind,
    /// The position among the alternatives, and the last position.
    pub(super) rank: u128,
    pub(super) last: u128,
    /// The chosen number or character.
    pub(super) number: i128,
    pub(super) float: f64,
    /// For a number, the range that it was chosen from.
    pub(super) range: (i128, i128),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SlotKind {
    Number,
    Count,
    Char,
    Float,
    /// An unordered alternative.
    Pick,
}

impl Slot {
    #[inline]
    fn new(place: u64, ask: &Ask<'_>, index: u128) -> Slot {
        let (rank, last) = (ask.rank(index), ask.last_rank());
        let range = (0, saturated(last));
        let slot = Slot { place, kind: SlotKind::Pick, rank, last, number: saturated(rank), float: 0.0, range };
        match ask.choice(index) {
            Choice::Number(number) => {
                let number = int(number);
                let slot = Slot { kind: SlotKind::Number, number, float: number as f64, ..slot };
                let end = |far: i128| {
                    let far = Number::from(far);
                    match ask.choice(ask.find(&Choice::Number(far)).or_else(|| ask.nearest(far))?) {
                        Choice::Number(end) => Some(int(end)),
                        _ => None,
                    }
                };
                if ask.role() == Role::Count {
                    // The range of an open-ended length is not known.
                    let range = end(i128::MIN).zip(end(i128::MAX)).unwrap_or(slot.range);
                    return Slot { kind: SlotKind::Count, range, ..slot };
                }
                let range = (end(i128::MIN).unwrap_or(i128::MIN), end(i128::MAX).unwrap_or(i128::MAX));
                Slot { range, ..slot }
            }
            Choice::Float(float) => Slot { kind: SlotKind::Float, float: float.0, ..slot },
            Choice::Char(c) => Slot { kind: SlotKind::Char, number: u32::from(c).into(), ..slot },
            Choice::Label(_) | Choice::Index(_) | Choice::Shrink(_) => slot,
        }
    }

    /// The choice as a number to calculate with; `None` for an unordered alternative.
    #[inline]
    pub(super) fn value(&self) -> Option<f64> {
        match self.kind {
            SlotKind::Number | SlotKind::Count | SlotKind::Char => Some(self.number as f64),
            SlotKind::Float => Some(self.float),
            SlotKind::Pick => None,
        }
    }

    /// Returns this choice with another number.
    #[inline]
    pub(super) fn with_number(self, number: i128) -> Slot {
        Slot { number, float: number as f64, ..self }
    }

    #[inline]
    pub(super) fn with_float(self, float: f64) -> Slot {
        Slot { kind: SlotKind::Float, float, ..self }
    }

    #[inline]
    pub(super) fn with_rank(self, rank: u128) -> Slot {
        Slot { kind: SlotKind::Pick, rank, number: saturated(rank), ..self }
    }

    /// Returns the same answer to the current question, or the nearest one available.
    #[inline]
    fn index(&self, ask: &Ask<'_>) -> Option<u128> {
        let by_number = |number: i128| self.same(ask).or_else(|| nearest_number(ask, number));
        let found = match self.kind {
            SlotKind::Number | SlotKind::Count => by_number(self.number),
            SlotKind::Char => char::from_u32(u32::try_from(self.number).ok()?).and_then(|c| ask.find(&Choice::Char(c))),
            SlotKind::Float => nearest_float(ask, self.float),
            SlotKind::Pick => None,
        };
        found.or_else(|| ask.at_rank(self.rank.min(ask.last_rank())))
    }

    /// Returns the alternative of the same rank if it has the same number. Only the rank tells apart numbers that an
    /// `i128` cannot hold.
    #[inline]
    fn same(&self, ask: &Ask<'_>) -> Option<u128> {
        let index = ask.at_rank(self.rank).filter(|_| self.last == ask.last_rank())?;
        matches!(ask.choice(index), Choice::Number(number) if int(number) == self.number).then_some(index)
    }
}

#[inline]
fn int(number: Number) -> i128 {
    let magnitude = saturated(number.magnitude());
    if number.is_negative() { -magnitude } else { magnitude }
}

#[inline]
fn saturated(n: u128) -> i128 {
    i128::try_from(n).unwrap_or(i128::MAX)
}

#[inline]
fn nearest_number(ask: &Ask<'_>, number: i128) -> Option<u128> {
    let number = Number::from(number);
    let as_float = || ask.find(&Choice::from(number.to_string().parse::<f64>().ok()?));
    ask.find(&Choice::Number(number)).or_else(as_float).or_else(|| ask.nearest(number))
}

#[inline]
fn nearest_float(ask: &Ask<'_>, float: f64) -> Option<u128> {
    let is_whole = float.fract() == 0.0 && float.abs() < 1e18;
    let whole = || ask.find(&Choice::Number(Number::from(float as i128))).filter(|_| is_whole);
    ask.find(&Choice::from(float)).or_else(whole)
}

/// Returns the answer that shows this value in the result.
#[inline]
pub(super) fn index_of_atom(ask: &Ask<'_>, atom: Atom) -> Option<u128> {
    match atom {
        Atom::Number(number) => ask
            .find(&Choice::Number(Number::from(number)))
            .or_else(|| nearest_float(ask, number as f64))
            .or_else(|| ask.find(&Choice::Char(char::from_u32(u32::try_from(number).ok()?)?))),
        Atom::Count(count) => ask.find(&Choice::from(count)),
        Atom::Float(float) => nearest_float(ask, float).or_else(|| {
            let whole = Choice::Number(Number::from(float.round() as i128));
            ask.find(&whole).filter(|_| float.abs() < 1e18)
        }),
        Atom::Char(c) => ask.find(&Choice::Char(c)),
        Atom::Word(_) => None,
    }
}

/// How to follow a script when the run asks for a place that is not next in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    /// The run left out the choices in between.
    Skip,
    /// The run added this choice, if it resembles recent ones.
    Insert,
}

/// How far back to look for a choice that an added one resembles.
const LIKE: usize = 12;

/// Marks a choice, at any place, that is left to chance.
pub(super) const OPEN: u64 = u64::MAX;

/// Answers one run and records its answers.
pub(super) struct Hand<'s> {
    script: &'s [Slot],
    at: usize,
    align: Align,
    read: Option<(&'s Map, &'s HashMap<u64, Vec<Atom>>)>,
    counts: HashMap<u64, usize>,
    rng: Rng,
    may_retry: bool,
    pub(super) made: Vec<Slot>,
    here: Frame,
    outer: Vec<Frame>,
    attempts: Attempts<(usize, usize, Frame)>,
}

/// One group of choices.
#[derive(Debug, Clone, Copy, Default)]
struct Frame {
    path: u64,
    /// Where in the program the next choice is drawn; 0 is unknown.
    site: u32,
    part: u32,
    is_list: bool,
    /// The alternative that was picked here.
    picked: u64,
}

impl Frame {
    #[inline]
    fn place(&self) -> u64 {
        // A known place in the program is the same place however the run got there, as in a recursive function.
        let start = if self.site == 0 { mix(self.path, self.picked) } else { mix(u64::from(self.site), 7) };
        mix(start, self.part.into())
    }
}

impl<'s> Hand<'s> {
    /// Follows a script, and answers at random where the script has no answer.
    #[inline]
    pub(super) fn following(script: &'s [Slot], align: Align, rng: Rng) -> Hand<'s> {
        Hand {
            script,
            at: 0,
            align,
            read: None,
            counts: HashMap::new(),
            rng,
            may_retry: false,
            made: Vec::with_capacity(script.len()),
            here: Frame::default(),
            outer: Vec::new(),
            attempts: Attempts::default(),
        }
    }

    /// Answers at random.
    #[inline]
    pub(super) fn random(rng: Rng) -> Hand<'s> {
        Hand { may_retry: true, ..Hand::following(&[], Align::Skip, rng) }
    }

    /// Answers with the choices that a map reads off a value, and follows a script for the others.
    #[inline]
    pub(super) fn reading(
        map: &'s Map,
        goal: &'s HashMap<u64, Vec<Atom>>,
        script: &'s [Slot],
        align: Align,
        rng: Rng,
    ) -> Hand<'s> {
        Hand { read: Some((map, goal)), ..Hand::following(script, align, rng) }
    }

    #[inline]
    fn scripted(&mut self, place: u64) -> Option<&'s Slot> {
        let slot = self.script.get(self.at)?;
        if slot.place == OPEN {
            self.at += 1;
            return None;
        }
        if slot.place == place {
            self.at += 1;
            return Some(slot);
        }
        let is_added = || self.script[self.at.saturating_sub(LIKE)..self.at].iter().any(|slot| slot.place == place);
        if self.align == Align::Insert && is_added() {
            return None;
        }
        let ahead = self.script[self.at..].iter().position(|slot| slot.place == place)?;
        self.at += ahead + 1;
        self.script.get(self.at - 1)
    }
}

impl Answerer for Hand<'_> {
    #[inline]
    fn answer(&mut self, ask: &Ask<'_>) -> Result<u128, Rejected> {
        let kind = u64::from(ask.is_pick()) | u64::from(ask.role() == Role::Count) << 1;
        let place = mix(self.here.place(), kind);
        let mut index = None;
        if let Some((map, goal)) = self.read {
            let nth = self.counts.entry(place).or_default();
            index = map.answer(place, *nth, ask, goal);
            *nth += 1;
        }
        let scripted = self.scripted(place);
        let index = index.or_else(|| scripted?.index(ask)).filter(|index| ask.allows(*index));
        let index = index.unwrap_or_else(|| ask.draw(&mut self.rng));
        self.made.push(Slot::new(place, ask, index));
        let here = &mut self.here;
        if !here.is_list {
            here.part += 1;
            if ask.is_pick() {
                here.picked = mix(here.picked, index as u64);
            }
        }
        here.is_list |= ask.role() == Role::Count;
        Ok(index)
    }

    #[inline]
    fn may_retry(&self) -> bool {
        self.may_retry
    }

    #[inline]
    fn open(&mut self) {
        let inner = Frame { path: self.here.place(), ..Frame::default() };
        self.outer.push(std::mem::replace(&mut self.here, inner));
    }

    #[inline]
    fn close(&mut self) {
        if let Some(outer) = self.outer.pop() {
            self.here = outer;
            if !self.here.is_list {
                self.here.part += 1;
            }
        }
    }

    #[inline]
    fn site(&mut self, site: u32) {
        self.here = Frame { path: self.here.path, site, ..Frame::default() };
    }

    #[inline]
    fn attempt(&mut self, attempt: Attempt) {
        let mark = (self.made.len(), self.outer.len(), self.here);
        if let Some((made, outer, here)) = self.attempts.follow(attempt, mark) {
            self.made.truncate(made);
            self.outer.truncate(outer);
            self.here = here;
        }
    }
}
