//! Repetition: pieces one after the other, with or without something between them.

use std::borrow::Cow;
use std::collections::HashMap;

use super::{Port, Text};
use crate::core::choice::{Ask, Names};
use crate::core::choices::Mark;
use crate::core::cursor::Follow;
use crate::core::cx::{Cx, SearchMode};
use crate::core::forest::{Node, Way, WayStep};
use crate::core::generator::{Focus, Generator, Reflective, Rejected};
use crate::core::lengths::Lengths;

/// Repeats a piece.
///
/// After each one it chooses whether there are more. If the number is bounded, all numbers are equally likely. Otherwise
/// it grows with the size of the run, to about twenty at size 100, and repetitions inside of repetitions are shorter.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::text::many;
///
/// #[generator]
/// fn word() -> String {
///     let letters = draw(many('a'..='z', 1..));
///     format!("{letters}")
/// }
/// assert!(word().contains(&"parse".to_owned()));
/// assert!(!word().contains(&"".to_owned()));
/// ```
pub fn many<G: Text>(item: G, counts: impl Lengths) -> Many<G> {
    let (least, most) = counts.bounds();
    Many { item, separator: Cow::Borrowed(""), least, most }
}

/// Repeats a piece, with a separator between each two.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::text::separated;
///
/// #[generator]
/// fn numbers() -> String {
///     let items = draw(separated(0..=99u8, ", ", 0..));
///     format!("[{items}]")
/// }
/// assert_eq!(numbers().parse("[1, 2, 3]"), Ok("[1, 2, 3]".to_owned()));
/// ```
pub fn separated<G: Text>(item: G, separator: impl Into<Cow<'static, str>>, counts: impl Lengths) -> Many<G> {
    let (least, most) = counts.bounds();
    Many { item, separator: separator.into(), least, most }
}

/// The generator that [`many`] and [`separated`] return: it makes a list, or its text.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::text::many;
///
/// let bits = many(0..=1, 1..=8);
/// assert_eq!(bits.parse("101"), Ok(vec![1, 0, 1]));
/// assert_eq!(bits.print(&vec![1, 1]), Some("11".to_owned()));
/// ```
#[derive(Debug, Clone)]
pub struct Many<G> {
    item: G,
    separator: Cow<'static, str>,
    least: usize,
    most: Option<usize>,
}

const NAMES: Names<'static> = Names::Literals(&["end", "more"]);

/// How likely the end and more are where there is no bound: so that over the sizes of a run there are about eleven more on
/// average, and without room hardly any.
#[inline]
pub(super) fn open_weights(room: u32) -> [u64; 2] {
    [9, 2 * (u64::from(room) + 1)]
}

/// How much room what is repeated without a bound has: so much less that however deep repetitions are in each other, they
/// end.
const INNER: u32 = 8;

impl<G: Text> Many<G> {
    /// Whether there are more after so many; `shown` if it is known.
    #[inline]
    fn more(&self, cx: &mut Cx<'_>, count: usize, shown: Option<bool>) -> Result<bool, Rejected> {
        match self.weights(count, cx.room()) {
            None => {
                let more = count < self.least;
                if shown.is_some_and(|shown| shown != more) {
                    return Err(cx.reject(|| format!("too {} here", if more { "few" } else { "many" })));
                }
                Ok(more)
            }
            Some(weights) => Ok(cx.pick(&weights, NAMES, shown.map(usize::from))? == 1),
        }
    }

    /// How likely the end and more are; nothing where there is no choice.
    fn weights(&self, count: usize, room: u32) -> Option<[u64; 2]> {
        match self.most {
            _ if count < self.least => None,
            Some(most) if count >= most => None,
            Some(most) => Some([1, (most - count) as u64]),
            None => Some(open_weights(room)),
        }
    }

    /// Runs an item, which has less room than all of them.
    fn inside<R>(&self, cx: &mut Cx<'_>, body: impl FnOnce(&mut Cx<'_>) -> R) -> R {
        let room = if self.most.is_none() { cx.room() / INNER } else { cx.room() };
        cx.with_room(room, body)
    }

    fn check(&self, cx: &mut Cx<'_>) -> Result<(), Rejected> {
        if self.most.is_some_and(|most| most < self.least) {
            Err(cx.reject(|| "the range of counts is empty".to_owned()))
        } else {
            Ok(())
        }
    }

    /// All but reading: what is chosen is written, or not.
    #[inline(never)]
    fn forward(
        &self,
        cx: &mut Cx<'_>,
        focus: Focus<'_, Vec<G::Value>>,
        wanted: bool,
    ) -> Result<Vec<G::Value>, Rejected> {
        self.check(cx)?;
        let mut items = Vec::new();
        let mut count = 0;
        loop {
            let (shown, inner) = match focus {
                Focus::On(values) => (Some(count < values.len()), values.get(count).map_or(Focus::Free, Focus::On)),
                Focus::Sketch(partial) => (partial.length().map(|length| count < length), partial.item(count)),
                Focus::Free => (None, Focus::Free),
            };
            // Each item is a group together with the choice that there is one.
            let one = |cx: &mut Cx<'_>, shown| {
                cx.group(|cx| {
                    if !self.more(cx, count, shown)? {
                        return Ok(None);
                    }
                    if count > 0 {
                        cx.literal(&self.separator)?;
                    }
                    match cx.port {
                        Port::Off => self.inside(cx, |cx| self.item.run(cx, inner)).map(|item| Some(Some(item))),
                        _ => self.inside(cx, |cx| self.item.run_text(cx, wanted)).map(Some),
                    }
                })
            };
            let is_fixed = cx.port == Port::Fill && !cx.is_in_hole();
            let item = if is_fixed {
                // What is fixed says how many there are.
                match cx.fill_more(|cx| one(cx, Some(true))) {
                    Some(item) => item,
                    None => one(cx, Some(false))?,
                }
            } else {
                one(cx, shown)?
            };
            let Some(item) = item else { return Ok(items) };
            items.extend(item.filter(|_| wanted));
            count += 1;
        }
    }

    /// Reads as many as there are; where something must follow, up to the last place where it does.
    #[inline(never)]
    fn read_first(&self, cx: &mut Cx<'_>, wanted: bool) -> Result<Vec<G::Value>, Rejected> {
        let mut items = Vec::new();
        let mut count = 0;
        let Some(cold) = cx.cold_mut() else { return Err(Rejected) };
        let follow = cold.reading.follow;
        let mut last_end = None;
        let mut is_only_end = true;
        let mut ended;
        loop {
            let Some(cold) = cx.cold_mut() else { return Err(Rejected) };
            let (mark, start) = (cold.mark(), cold.reading.at);
            ended = count >= self.least && cold.reading.may_end();
            if ended {
                is_only_end = last_end.is_none();
                last_end = Some((mark, start, count));
            }
            if self.most.is_some_and(|most| count >= most) {
                break;
            }
            let group = cx.open();
            self.more(cx, count, Some(true))?;
            if count > 0 && !self.separator.is_empty() && cx.read_literal(&self.separator).is_err() {
                go_back(cx, mark, start);
                break;
            }
            if let Some(cold) = cx.cold_mut() {
                cold.reading.follow = Follow::Any;
            }
            let item = self.inside(cx, |cx| self.item.run_text(cx, wanted));
            let Some(cold) = cx.cold_mut() else { return Err(Rejected) };
            cold.reading.follow = follow;
            if cold.stop.is_some() {
                return Err(Rejected);
            }
            // Nothing at all could be repeated without end.
            let is_empty = cold.reading.at == start && count >= self.least;
            match item {
                Ok(item) if !is_empty => items.extend(item.filter(|_| wanted)),
                _ => {
                    go_back(cx, mark, start);
                    break;
                }
            }
            cx.close(&group);
            count += 1;
        }
        let Some((mark, at, last)) = last_end else {
            return Err(cx.reject(|| "too few repetitions here".to_owned()));
        };
        let Some(cold) = cx.cold_mut() else { return Err(Rejected) };
        cold.reading.committed |= !is_only_end || follow == Follow::Any && count > self.least;
        if !ended {
            go_back(cx, mark, at);
            items.truncate(last);
        }
        self.more(cx, last, Some(false))?;
        Ok(items)
    }

    /// All ways: a node for each number and place that the items so far can come to.
    #[inline(never)]
    fn read_all(&self, cx: &mut Cx<'_>) -> Result<(), Rejected> {
        if let Some(went_on) = cx.go_on_again(false) {
            return went_on;
        }
        let Some(cold) = cx.cold_mut() else { return Err(Rejected) };
        let (start, follow) = (cold.reading.at, cold.reading.follow);
        let none = Way { toward: link::NONE, steps: Vec::new() };
        let Some(forest) = cx.forest() else { return Err(Rejected) };
        let first = forest.add(Node { ways: vec![none], done: true, end: Some(start) });
        let mut open = vec![(0, start, first)];
        let room = cx.room();
        let mut known: HashMap<(usize, usize), usize> = HashMap::new();
        let mut ends = Vec::new();
        let mut i = 0;
        while let Some(&(count, at, node)) = open.get(i) {
            i += 1;
            let Some(cold) = cx.cold_mut() else { return Err(Rejected) };
            cold.burn()?;
            (cold.reading.at, cold.reading.follow) = (at, follow);
            if count >= self.least && cold.reading.may_end() {
                let steps = [WayStep::Inline(node)].into_iter().chain(self.step(count, room, false)).collect();
                ends.push((at, Way { toward: link::END, steps }));
            }
            if self.most.is_some_and(|most| count >= most) {
                continue;
            }
            let found = cx.ways_through(at, &mut |cx| {
                if count > 0 {
                    cx.literal(&self.separator)?;
                }
                self.inside(cx, |cx| self.item.run_text(cx, false)).map(drop)
            })?;
            // Where there is no bound, all numbers from the least on are alike, but the first has nothing before it.
            let next = if self.most.is_none() { (count + 1).min(self.least.max(1)) } else { count + 1 };
            for (end, way) in found {
                let item = self.step(count, room, true).into_iter().chain(way.steps);
                let steps =
                    [WayStep::Inline(node), WayStep::Open].into_iter().chain(item).chain([WayStep::Close]).collect();
                let way = Way { toward: link::MORE, steps };
                let Some(forest) = cx.forest() else { return Err(Rejected) };
                match known.get(&(next, end)) {
                    Some(&node) => forest.nodes[node].ways.push(way),
                    None => {
                        let node = forest.add(Node { ways: vec![way], done: true, end: Some(end) });
                        known.insert((next, end), node);
                        open.push((next, end, node));
                    }
                }
            }
        }
        let Some(cold) = cx.cold_mut() else { return Err(Rejected) };
        (cold.reading.at, cold.reading.follow) = (start, follow);
        ends.reverse();
        let nodes = cx.nodes_of(ends);
        cx.go_on(nodes, 0, false)
    }

    /// The choice whether there are more, where there is one.
    fn step(&self, count: usize, room: u32, more: bool) -> Option<WayStep> {
        let weights = self.weights(count, room)?;
        let (ask, index) = (Ask::picked(&weights, NAMES), u128::from(more));
        Some(WayStep::Choice { made: ask.made(index), is_pick: true, chance: ask.mass(index) })
    }

    /// Follows a known way: the items are found from the last to the first.
    #[inline(never)]
    fn read_again(&self, cx: &mut Cx<'_>, wanted: bool) -> Result<Vec<G::Value>, Rejected> {
        let Some(mut node) = cx.next_known() else { return Err(Rejected) };
        let Some(forest) = cx.forest() else { return Err(Rejected) };
        let end = forest.nodes[node].end;
        let mut items = Vec::new();
        while let Some(way) = forest.nodes[node].ways.first().filter(|way| way.toward != link::NONE) {
            let mut pieces = way.pieces(&forest.nodes);
            if pieces.is_empty() {
                break;
            }
            node = pieces.remove(0);
            if way.toward == link::MORE {
                items.push(pieces);
            }
        }
        let mut values = Vec::new();
        for (i, known) in items.into_iter().rev().enumerate() {
            if i > 0 {
                cx.literal(&self.separator)?;
            }
            let item = cx.known_piece(known, |cx| self.inside(cx, |cx| self.item.run_text(cx, wanted)))?;
            values.extend(item.filter(|_| wanted));
        }
        if let (Some(cold), Some(end)) = (cx.cold_mut(), end) {
            cold.reading.at = end;
        }
        Ok(values)
    }
}

/// What the ways of a repetition are: nothing yet, one more item, or the end.
mod link {
    pub(super) const NONE: u32 = 0;
    pub(super) const MORE: u32 = 1;
    pub(super) const END: u32 = 2;
}

#[inline]
fn go_back(cx: &mut Cx<'_>, mark: Option<Mark>, at: usize) {
    if let Some(cold) = cx.cold_mut() {
        cold.go_back(mark, at);
    }
}

impl<G: Text> Generator for Many<G> {
    type Value = Vec<G::Value>;

    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, Vec<G::Value>>) -> Result<Vec<G::Value>, Rejected> {
        cx.without_text(|cx| cx.group(|cx| self.forward(cx, focus, true)))
    }
}

impl<G: Text> Reflective for Many<G> {}

impl<G: Text> Text for Many<G> {
    fn run_text(&self, cx: &mut Cx<'_>, wanted: bool) -> Result<Option<Vec<G::Value>>, Rejected> {
        let search = match cx.port {
            Port::Read => cx.cold_mut().map(|cold| cold.search),
            _ => None,
        };
        self.check(cx)?;
        let items = match search {
            None => cx.group(|cx| self.forward(cx, Focus::Free, wanted))?,
            Some(SearchMode::First | SearchMode::Complete) => cx.group(|cx| self.read_first(cx, wanted))?,
            Some(SearchMode::Rebuild) => self.read_again(cx, wanted)?,
            Some(SearchMode::All) => {
                let start = cx.position();
                self.read_all(cx)?;
                if wanted { cx.rebuilt(start, |cx| self.read_again(cx, true))? } else { Vec::new() }
            }
        };
        Ok(wanted.then_some(items))
    }
}
