//! Letters: a character out of a class, and several of them. What they could be is seen from the next character alone,
//! so that several take little more than to look at each.

use super::repeat::open_weights;
use super::{Chars, Port, Text, many};
use crate::core::choice::{Ask, Names, Number};
use crate::core::cursor::Follow;
use crate::core::cx::{Cx, SearchMode};
use crate::core::forest::{Node, Way, WayStep};
use crate::core::generator::{Focus, Generator, Reflective, Rejected};
use crate::core::rng::{MAX_AT_ONCE, Rng};

/// A character out of a class.
#[derive(Debug, Clone)]
pub(crate) struct Letter {
    usual: Chars,
    /// The characters that are less likely.
    others: Option<Chars>,
    /// The usual ones by their numbers, if all are ASCII.
    ascii: Box<[u8]>,
}

/// How likely a usual character is, against one.
const WEIGHTS: [u64; 2] = [9, 1];
const NAMES: Names<'static> = Names::Literals(&["ASCII", "other"]);

impl Letter {
    #[inline]
    pub(crate) fn new(usual: Chars) -> Letter {
        let set = usual.set();
        let is_ascii = set.last() < 128 && set.at(set.last()).is_ascii();
        let ascii = if is_ascii { (0..=set.last()).map(|index| set.at(index) as u8).collect() } else { Box::default() };
        Letter { usual, others: None, ascii }
    }

    /// A class in which those of ASCII are preferred.
    #[inline]
    pub(crate) fn mostly_ascii(ascii: Chars, others: Chars) -> Letter {
        Letter { others: Some(others), ..Letter::new(ascii) }
    }

    #[inline]
    fn contains(&self, c: char) -> bool {
        self.usual.set().index(c).is_some()
            || self.others.as_ref().is_some_and(|others| others.set().index(c).is_some())
    }

    #[inline]
    fn run_one(&self, cx: &mut Cx<'_>, focus: Focus<'_, char>) -> Result<char, Rejected> {
        let Some(others) = &self.others else { return self.usual.run(cx, focus) };
        let shown = match focus.resolve() {
            Focus::On(c) => Some(usize::from(!c.is_ascii())),
            _ => None,
        };
        cx.group(|cx| match cx.pick(&WEIGHTS, NAMES, shown)? {
            0 => self.usual.run(cx, focus),
            _ => others.run(cx, focus),
        })
    }

    /// Draws a character at random, when nothing records the choices.
    #[inline]
    fn one(&self, rng: &mut Rng) -> char {
        let index = |rng: &mut Rng, chars: &Chars| rng.below(u64::from(chars.set().last()) + 1) as u32;
        match &self.others {
            Some(others) if rng.below(WEIGHTS[0] + WEIGHTS[1]) >= WEIGHTS[0] => others.set().at(index(rng, others)),
            _ => {
                let index = index(rng, &self.usual);
                self.ascii.get(index as usize).map_or_else(|| self.usual.set().at(index), |&byte| char::from(byte))
            }
        }
    }

    #[inline]
    fn expected(&self) -> String {
        let usual = self.usual.set().to_string();
        match (&self.others, usual.strip_suffix(']')) {
            (Some(_), Some(open)) => format!("{open}…]"),
            _ => usual,
        }
    }
}

impl Generator for Letter {
    type Value = char;

    #[inline]
    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, char>) -> Result<char, Rejected> {
        self.run_one(cx, focus)
    }
}

impl Reflective for Letter {}

impl Text for Letter {
    #[inline]
    fn run_text(&self, cx: &mut Cx<'_>, _: bool) -> Result<Option<char>, Rejected> {
        cx.character(|cx, focus| self.run_one(cx, focus), Some, || self.expected()).map(Some)
    }
}

/// Several letters out of one class.
///
/// Where their number is bounded, it is chosen first, all numbers equally likely. Otherwise it is chosen after each
/// whether there are more, exactly as [`many`] does.
#[derive(Debug, Clone)]
pub(crate) struct Letters {
    letter: Letter,
    least: usize,
    most: Option<usize>,
}

impl Letters {
    /// `most` is not less than `least`.
    #[inline]
    pub(crate) fn new(letter: Letter, least: usize, most: Option<usize>) -> Letters {
        Letters { letter, least, most }
    }

    #[inline]
    pub(crate) fn run_here(&self, cx: &mut Cx<'_>) -> Result<(), Rejected> {
        if cx.port == Port::Write && cx.is_plain() {
            let mut out = std::mem::take(&mut cx.out);
            let room = cx.room();
            if let Some(rng) = cx.plain_rng() {
                self.write(rng, room, &mut out);
            }
            cx.out = out;
            return Ok(());
        }
        let Some(most) = self.most else { return many(&self.letter, self.least..).run_text(cx, false).map(drop) };
        match cx.port {
            // Holes are filled in without choices that would have to come first.
            Port::Fill => many(&self.letter, self.least..=most).run_text(cx, false).map(drop),
            Port::Read => self.read(cx, most),
            Port::Off | Port::Write => cx.group(|cx| {
                let count = self.count(cx, most, None)?;
                (0..count).try_for_each(|_| self.letter.run_text(cx, false).map(drop))
            }),
        }
    }

    /// Writes random characters, when nothing records the choices.
    #[inline]
    fn write(&self, rng: &mut Rng, room: u32, out: &mut String) {
        let Some(most) = self.most else {
            (0..self.least).for_each(|_| out.push(self.letter.one(rng)));
            let [end, more] = open_weights(room);
            while rng.below(end + more) >= end {
                out.push(self.letter.one(rng));
            }
            return;
        };
        let count = match most - self.least {
            0 => most,
            last => self.least + rng.below(last as u64 + 1) as usize,
        };
        out.reserve(count.min(MAX_AT_ONCE));
        match (&*self.letter.ascii, &self.letter.others) {
            (ascii @ [_, ..], None) => write_ascii(rng, out, ascii, count),
            _ => (0..count).for_each(|_| out.push(self.letter.one(rng))),
        }
    }

    /// How many there are: a choice, if there is one.
    #[inline]
    fn count(&self, cx: &mut Cx<'_>, most: usize, shown: Option<usize>) -> Result<usize, Rejected> {
        if most == self.least {
            return Ok(most);
        }
        let shown = shown.map(|count| (count - self.least) as u128);
        cx.choose(&self.ask(most), shown).map(|more| self.least + more as usize)
    }

    #[inline]
    fn ask(&self, most: usize) -> Ask<'static> {
        Ask::uniform((most - self.least) as u128, Names::Numbers(Number::from(self.least)))
    }

    #[cold]
    #[inline]
    fn read(&self, cx: &mut Cx<'_>, most: usize) -> Result<(), Rejected> {
        match cx.cold_mut().map(|cold| cold.search) {
            Some(SearchMode::First | SearchMode::Complete) => {
                let count = self.look(cx, most)?;
                cx.group(|cx| {
                    self.count(cx, most, Some(count))?;
                    (0..count).try_for_each(|_| self.letter.run_text(cx, false).map(drop))
                })
            }
            Some(SearchMode::All) => self.read_all(cx, most),
            Some(SearchMode::Rebuild) => {
                let node = cx.next_known().ok_or(Rejected)?;
                let end = cx.forest().and_then(|forest| forest.nodes[node].end);
                let Some(cold) = cx.cold_mut() else { return Err(Rejected) };
                cold.reading.at = end.unwrap_or(cold.reading.at);
                Ok(())
            }
            None => Err(Rejected),
        }
    }

    /// How many there are to be read: as many as possible, or up to the last place where what must follow does.
    #[inline]
    fn look(&self, cx: &mut Cx<'_>, most: usize) -> Result<usize, Rejected> {
        let Some(cold) = cx.cold_mut() else { return Err(Rejected) };
        let reading = &mut cold.reading;
        let start = reading.at;
        let (mut count, mut ends, mut last_end) = (0, 0, None);
        loop {
            if count >= self.least && reading.may_end() {
                (ends, last_end) = (ends + 1, Some(count));
            }
            if count == most {
                break;
            }
            match reading.next_char().filter(|c| self.letter.contains(*c)) {
                Some(c) => reading.at += c.len_utf8(),
                None => {
                    reading.expects(|| self.letter.expected());
                    break;
                }
            }
            count += 1;
        }
        reading.at = start;
        reading.committed |= reading.follow != Follow::End && ends > 1;
        last_end.ok_or_else(|| cx.reject(|| "too few characters of this class here".to_owned()))
    }

    /// All ways: a node for each number.
    #[inline]
    fn read_all(&self, cx: &mut Cx<'_>, most: usize) -> Result<(), Rejected> {
        if let Some(went_on) = cx.go_on_again(false) {
            return went_on;
        }
        let Some(cold) = cx.cold_mut() else { return Err(Rejected) };
        let (start, follow) = (cold.reading.at, cold.reading.follow);
        let node = |steps, end| Node { ways: vec![Way { toward: 0, steps }], done: true, end: Some(end) };
        let Some(forest) = cx.forest() else { return Err(Rejected) };
        let mut so_far = forest.add(node(Vec::new(), start));
        let (mut at, mut ends) = (start, Vec::new());
        for count in 0..=most {
            let Some(cold) = cx.cold_mut() else { return Err(Rejected) };
            cold.burn()?;
            (cold.reading.at, cold.reading.follow) = (at, follow);
            if count >= self.least && cold.reading.may_end() {
                let steps = self.step(most, count).into_iter().chain([WayStep::Inline(so_far)]).collect();
                ends.push((at, Way { toward: 0, steps }));
            }
            if count == most {
                break;
            }
            let mut found = cx.ways_through(at, &mut |cx| self.letter.run_text(cx, false).map(drop))?;
            let Some((end, way)) = found.pop() else { break };
            let steps = [WayStep::Inline(so_far)].into_iter().chain(way.steps).collect();
            let Some(forest) = cx.forest() else { return Err(Rejected) };
            (so_far, at) = (forest.add(node(steps, end)), end);
        }
        let Some(cold) = cx.cold_mut() else { return Err(Rejected) };
        (cold.reading.at, cold.reading.follow) = (start, follow);
        ends.reverse();
        let nodes = cx.nodes_of(ends);
        cx.go_on(nodes, 0, false)
    }

    #[inline]
    fn step(&self, most: usize, count: usize) -> Option<WayStep> {
        let (ask, index) = (self.ask(most), (count - self.least) as u128);
        let step = WayStep::Choice { made: ask.made(index), is_pick: false, chance: ask.mass(index) };
        (most > self.least).then_some(step)
    }
}

/// Puts characters together before they are written, which is faster than one by one.
#[inline]
fn write_ascii(rng: &mut Rng, out: &mut String, ascii: &[u8], count: usize) {
    let mut together = [0; 64];
    let mut left = count;
    while left > 0 {
        let part = &mut together[..left.min(64)];
        part.iter_mut().for_each(|byte| *byte = ascii[rng.below(ascii.len() as u64) as usize]);
        out.push_str(std::str::from_utf8(part).unwrap_or_default());
        left -= part.len();
    }
}
