//! Reading: the text answers. The first way is found by trying the results in turn, with one end for each piece; what
//! this cannot find, the forest does.

use super::{Next, Port, Text};
use crate::core::choices::Mark;
use crate::core::cursor::{FirstBytes, Follow, Kept, Learnt, ReadPiece, Reading, quoted};
use crate::core::cx::{Cold, Cx, SearchMode};
use crate::core::generator::Rejected;
use crate::core::replay::replay;
use crate::core::search::Candidates;

/// How much work may come to nothing before the search for the first way is given up.
const PATIENCE: u64 = 1_000;
const PER_BYTE: u64 = 20;
/// How many runs and choices a byte may take.
const FUEL_PER_BYTE: u64 = 40;

/// In a shorter text there is little to learn.
const WORTH_LEARNING: usize = 200;
const SLOTS: usize = 256;

impl Learnt {
    #[inline]
    fn rule(&mut self, attempts: &Candidates<'_>, size: u32) -> Option<usize> {
        let site = attempts.site.filter(|site| site.is_plain)?;
        let identity = match attempts.tries.identity() {
            0 => site.name.as_ptr() as usize,
            identity => identity,
        };
        let rule = (site.generator as usize, identity, size);
        let slot = (rule.0 >> 4 ^ rule.1 ^ rule.1 >> 7) % SLOTS;
        match self.slots.get(slot) {
            Some(&known) if self.rules.get(known as usize).is_some_and(|known| known.rule == rule) => {
                Some(known as usize)
            }
            _ => Some(self.find(rule, slot)),
        }
    }

    #[cold]
    #[inline]
    fn find(&mut self, rule: (usize, usize, u32), slot: usize) -> usize {
        self.slots.resize(SLOTS, 0);
        let known = self.rules.iter().position(|known| known.rule == rule).unwrap_or_else(|| {
            self.rules.push(FirstBytes { rule, hopeless: [0; 257], recent: [0; 257] });
            self.rules.len() - 1
        });
        self.slots[slot] = known as u32;
        known
    }
}

/// How many pieces of one attempt are kept. Those that alternatives share stand at its beginning.
const MAX_KEPT: usize = 16;

impl Cold<'_> {
    /// Takes a piece that is kept, if there is one and it can end there. `Err` if it is known that there is none.
    #[cold]
    #[inline]
    fn take_kept(&mut self, rule: usize) -> Result<bool, Rejected> {
        let reading = &mut self.reading;
        let start = reading.at;
        match reading.kept.known.get(&(rule, start)) {
            None => Ok(false),
            Some(Kept::Nothing) => {
                reading.looked = usize::MAX;
                Err(Rejected)
            }
            // Where anything may follow, what something else made it end early for is not what would be read.
            Some(Kept::Until(_, _, follow)) if reading.follow == Follow::Any && *follow != Follow::Any => Ok(false),
            Some(&Kept::Until(end, segment, _)) => {
                let follow = reading.follow;
                reading.at = end;
                if !reading.may_end() {
                    reading.at = start;
                    return Ok(false);
                }
                // It may have other ends.
                (reading.looked, reading.committed) = (usize::MAX, true);
                let from = self.tape.as_ref().map_or(0, |tape| tape.len());
                if let (Some(tape), Some(segment)) = (&mut self.tape, segment) {
                    tape.paste(segment);
                }
                let to = self.tape.as_ref().map_or(0, |tape| tape.len());
                self.reading.kept.read.push(ReadPiece { rule, follow, start, end, choices: (from, to) });
                Ok(true)
            }
        }
    }

    /// Notes what came of a rule: its own pieces are no longer of use once it has been read.
    #[inline]
    fn finish_rule(&mut self, rule: Option<usize>, start: usize, found: bool, marks: (usize, usize), from: usize) {
        let Some(rule) = rule else { return };
        let reading = &mut *self.reading;
        let kept = &mut reading.kept;
        if found {
            for key in kept.added.drain(marks.1..) {
                kept.known.remove(&key);
            }
            kept.read.truncate(marks.0);
            if kept.read.len() < reading.kept_from + MAX_KEPT {
                let to = self.tape.as_ref().map_or(0, |tape| tape.len());
                let (follow, end) = (reading.follow, reading.at);
                kept.read.push(ReadPiece { rule, follow, start, end, choices: (from, to) });
            }
        } else if !reading.blamed {
            kept.add(rule, start, Kept::Nothing);
        }
    }

    /// Goes back to a place before some pieces, which are then not there any more.
    #[inline]
    pub(super) fn go_back(&mut self, mark: Option<Mark>, at: usize) {
        self.rewind(mark);
        self.reading.at = at;
        let read = &mut self.reading.kept.read;
        while read.last().is_some_and(|piece| piece.start >= at || piece.end > at) {
            read.pop();
        }
    }

    /// Keeps what was read in an attempt that came to nothing.
    #[cold]
    #[inline]
    fn keep(&mut self, from: usize) {
        let reading = &mut self.reading;
        for ReadPiece { rule, follow, start, end, choices } in reading.kept.read.split_off(from) {
            let segment = self.tape.as_mut().map(|tape| tape.cut(choices.0, choices.1));
            reading.kept.add(rule, start, Kept::Until(end, segment, follow));
        }
    }
}

impl Cx<'_> {
    #[cold]
    #[inline]
    pub(super) fn read_literal(&mut self, literal: &str) -> Result<(), Rejected> {
        if self.cold_mut().is_some_and(|cold| cold.reading.take(literal)) {
            Ok(())
        } else {
            Err(self.reject(|| format!("{} is missing here", quoted(literal))))
        }
    }

    /// Says what comes next; gives what to go back to.
    #[inline]
    pub(super) fn follow(&mut self, next: Next) -> (Follow, Option<bool>) {
        let Some(cold) = self.cold_mut() else { return (Follow::Any, None) };
        let outer = cold.reading.follow;
        cold.reading.follow = match next {
            Next::Unknown => Follow::Any,
            Next::Outer => return (outer, None),
            Next::Literal(start) => Follow::Literal(start),
        };
        (outer, Some(cold.reading.blamed))
    }

    /// What comes after the piece was a matter of this place, if it is not that of the places around.
    #[inline]
    pub(super) fn follow_again(&mut self, (outer, blamed): (Follow, Option<bool>)) {
        if let Some(cold) = self.cold_mut() {
            cold.reading.follow = outer;
            cold.reading.blamed = blamed.unwrap_or(cold.reading.blamed);
        }
    }

    /// Reads a whole text.
    pub(crate) fn read_whole<G: Text + ?Sized>(
        &mut self,
        text: &str,
        generator: &G,
        wanted: bool,
    ) -> Result<Option<G::Value>, Rejected> {
        let size = self.size_unseen();
        let (made, in_doubt) = self.read_whole_once(text, generator, wanted);
        if in_doubt
            && self.cold_mut().is_some_and(|cold| matches!(cold.search, SearchMode::First | SearchMode::Complete))
        {
            return self.read_whole_again(text, generator, size);
        }
        made.map_err(|Rejected| self.reject(|| "the text cannot be parsed".to_owned()))
    }

    /// What comes of reading a text, and whether a "no" is in doubt.
    pub(crate) fn read_whole_once<G: Text + ?Sized>(
        &mut self,
        text: &str,
        generator: &G,
        wanted: bool,
    ) -> (Result<Option<G::Value>, Rejected>, bool) {
        let Some(cold) = self.cold_mut() else { return (Err(Rejected), false) };
        // A long text may take longer by so much.
        if cold.search == SearchMode::First && cold.stop.is_none() {
            cold.fuel = cold.fuel.saturating_add(FUEL_PER_BYTE * text.len() as u64);
        }
        let reading = Reading::of(text, std::mem::take(&mut cold.misses));
        let outer = (std::mem::replace(&mut *cold.reading, reading), std::mem::replace(&mut self.port, Port::Read));
        let made = generator.run_text(self, wanted);
        self.port = outer.1;
        let Some(cold) = self.cold_mut() else { return (Err(Rejected), false) };
        let mut read = std::mem::replace(&mut *cold.reading, outer.0);
        let made = made.and_then(|value| if read.may_end() { Ok(value) } else { Err(Rejected) });
        cold.misses = read.misses;
        let in_doubt = made.is_err() && read.committed && cold.stop.is_none();
        (made, in_doubt)
    }

    /// The first way is not the only one: all of them, and one out of these.
    #[cold]
    fn read_whole_again<G: Text + ?Sized>(
        &mut self,
        text: &str,
        generator: &G,
        size: u32,
    ) -> Result<Option<G::Value>, Rejected> {
        let (forest, size_was_read) = match super::forest::text_forest(generator, text, size) {
            Ok(found) => found,
            Err(_) => return Err(self.out_of_fuel()),
        };
        if size_was_read {
            self.size();
        }
        let Some(forest) = forest else {
            return Err(self.reject(|| "the text cannot be parsed".to_owned()));
        };
        let value = replay(generator, &forest.way(&[], size).0);
        self.take_ways(forest, size);
        value.map(Some).map_err(|_| Rejected)
    }

    /// Tries numbered alternatives as the next piece of the text.
    #[inline]
    pub(crate) fn read(&mut self, attempts: &mut Candidates<'_>) -> Result<(), Rejected> {
        if self.stack_is_low() {
            return self.text_elsewhere(attempts);
        }
        match self.cold_mut().map(|cold| cold.search) {
            Some(SearchMode::First | SearchMode::Complete) => self.read_first(attempts),
            Some(SearchMode::All) => self.read_all(attempts),
            Some(SearchMode::Rebuild) => self.read_again(attempts),
            None => Err(Rejected),
        }
    }

    /// Tries the alternatives on another stack.
    #[cold]
    #[inline]
    pub(super) fn text_elsewhere(&mut self, attempts: &mut Candidates<'_>) -> Result<(), Rejected> {
        if self.is_too_deep() {
            return Err(self.too_deep());
        }
        let mut result = Err(Rejected);
        self.on_another_stack(&mut |cx| {
            result = if cx.port == Port::Fill { cx.fill(attempts) } else { cx.read(attempts) };
        });
        result
    }

    #[cold]
    #[inline]
    fn read_first(&mut self, attempts: &mut Candidates<'_>) -> Result<(), Rejected> {
        let size = self.size_unseen();
        let Some(cold) = self.cold_mut() else { return Err(Rejected) };
        cold.burn_one()?;
        let (start, follow) = (cold.reading.at, cold.reading.follow);
        // What is learnt would hide what could have been expected.
        let reading = &mut cold.reading;
        let is_explained = reading.misses.second_run && start == reading.misses.furthest;
        let learns = !is_explained && reading.text.len() >= WORTH_LEARNING;
        let rule = if learns { reading.learnt.rule(attempts, size) } else { None };
        let kept_rule = rule.filter(|_| attempts.site.is_some_and(|site| site.is_text));
        if let (Some(rule), false) = (kept_rule, reading.kept.known.is_empty()) {
            if cold.take_kept(rule)? {
                return Ok(());
            }
        }
        let marks = (cold.reading.kept.read.len(), cold.reading.kept.added.len());
        let outer_blamed = std::mem::take(&mut cold.reading.blamed);
        let Ok(outer) = cold.enter(attempts, cold.reading.focus()) else {
            // What comes back to itself here can be read all the same, though not like this: nothing is to be learnt.
            let reading = &mut cold.reading;
            (reading.committed, reading.blamed, reading.looked) = (true, true, usize::MAX);
            return Err(Rejected);
        };
        cold.open_rule(attempts, start);
        let mark = cold.tape.as_mut().map(|tape| tape.open());
        let byte = cold.reading.byte(start);
        let (hopeless, recent) = match rule {
            Some(rule) => {
                let known = &cold.reading.learnt.rules[rule];
                (known.hopeless[byte], u32::from(known.recent[byte]))
            }
            None => (0, 0),
        };
        let mut found = Err(Rejected);
        // Nothing at all fits everywhere, so that it is the last to be taken where anything may follow.
        let mut empty = None;
        let all = (1u64 << attempts.results.min(32)) - 1;
        let hopeless = u64::from(hopeless);
        // The one that was found last where this byte stood, then the others in their order.
        for i in 0..=attempts.results {
            let result = match (i, empty) {
                (0, _) => recent,
                (i, Some(empty)) if i == attempts.results => empty,
                (i, None) if i == attempts.results => break,
                _ => i - u32::from(i <= recent),
            };
            let Some(cold) = self.cold_mut() else { break };
            if result < 32 && hopeless >> result & 1 == 1 {
                cold.reading.look(start + 1);
                cold.reading.misses.note(start, String::new);
                continue;
            }
            if !cold.reading.leads(attempts.tries.lead(result)) {
                continue;
            }
            let before = (cold.burnt, cold.wasted);
            let outer_looked = std::mem::replace(&mut cold.reading.looked, start);
            let outer_from = std::mem::replace(&mut cold.reading.kept_from, marks.0);
            found = attempts.tries.attempt(self, result);
            let Some(cold) = self.cold_mut() else { break };
            let reading = &mut cold.reading;
            reading.follow = follow;
            reading.kept_from = outer_from;
            if found.is_ok() && !reading.may_end() {
                found = Err(Rejected);
                // It may end there when something else must come next.
                if let Some(rule) = kept_rule {
                    let end = reading.at;
                    let segment = match (&mut cold.tape, &mark) {
                        (Some(tape), Some(mark)) => {
                            tape.close(mark);
                            Some(tape.cut(mark.position(), tape.len()))
                        }
                        _ => None,
                    };
                    reading.kept.add(rule, start, Kept::Until(end, segment, follow));
                }
            }
            let looked = reading.looked;
            reading.looked = looked.max(outer_looked);
            let is_last = i == attempts.results
                || attempts.results <= 32 && {
                    // Those that come after it, or all others if it is the first.
                    let left = if i == 0 { u64::MAX } else { u64::MAX << result << 1 };
                    all & left & !(1 << recent) & !hopeless == 0
                };
            if found.is_ok() && reading.at == start && follow == Follow::Any && !is_last {
                empty = Some(result);
                found = Err(Rejected);
            } else if found.is_ok() {
                if let Some(rule) = rule {
                    reading.learnt.rules[rule].recent[byte] = result.min(255) as u8;
                }
                reading.committed |= !is_last || empty.is_some_and(|empty| empty != result);
                break;
            }
            reading.at = start;
            if reading.kept.read.len() > marks.0 {
                cold.keep(marks.0);
            }
            let reading = &mut cold.reading;
            if let (Some(rule), true) = (rule, looked <= start + 1 && result < 32 && empty != Some(result)) {
                reading.learnt.rules[rule].hopeless[byte] |= 1 << result;
            }
            // A text has to be read in a time that grows with its length.
            let patience = PATIENCE + PER_BYTE * reading.text.len() as u64;
            if !self.goes_on(&mark, before, patience) {
                break;
            }
        }
        if let Some(cold) = self.cold_mut() {
            if let (Some(tape), Some(mark)) = (&mut cold.tape, &mark) {
                if found.is_ok() { tape.close(mark) } else { tape.rewind(mark) }
            }
            cold.close_rule(attempts);
            cold.leave(outer);
            cold.finish_rule(kept_rule, start, found.is_ok(), marks, mark.map_or(0, |mark| mark.position()));
            cold.reading.blamed |= outer_blamed;
        }
        found
    }
}

impl Cold<'_> {
    /// Notes that a rule is open, for when somebody asks where reading came to nothing.
    #[inline]
    pub(super) fn open_rule(&mut self, attempts: &Candidates<'_>, start: usize) {
        if let (true, Some(site)) = (self.reading.misses.second_run, attempts.named()) {
            self.reading.misses.open.push((site.name.to_owned(), start));
        }
    }

    #[inline]
    pub(super) fn close_rule(&mut self, attempts: &Candidates<'_>) {
        if self.reading.misses.second_run && attempts.named().is_some() {
            self.reading.misses.open.pop();
        }
    }
}
