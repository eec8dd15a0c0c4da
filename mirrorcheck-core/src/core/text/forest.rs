//! All ways to read a text. A rule at a position has a set of ends, and a node of the forest for each. A body cannot
//! be continued twice, so it is run once for each choice among the ends of its pieces.

use std::collections::HashMap;
use std::rc::Rc;

use super::Text;
use crate::core::cursor::{Follow, Frame};
use crate::core::cx::{Cx, SearchMode};
use crate::core::forest::{FOREST_FUEL, Forest, Node, OutOfFuel, Rooted, RuleEnds, State, Way, WayStep};
use crate::core::generator::Rejected;
use crate::core::rng::Rng;
use crate::core::search::Candidates;

/// The nodes by their ends.
type Ends = HashMap<usize, usize>;

impl Cx<'_> {
    #[cold]
    #[inline]
    pub(super) fn read_all(&mut self, attempts: &mut Candidates<'_>) -> Result<(), Rejected> {
        if let Some(went_on) = self.go_on_again(false) {
            return went_on;
        }
        let (nodes, from) = self.ends(attempts)?;
        self.go_on(nodes, from, false)
    }

    /// The ends of a rule from here on, as nodes, and the first of them that is new to whoever asks.
    #[inline]
    fn ends(&mut self, attempts: &mut Candidates<'_>) -> Result<(Rc<Vec<usize>>, usize), Rejected> {
        let Some(cold) = self.cold_mut() else { return Err(Rejected) };
        cold.burn()?;
        let (start, wanted, focus) = (cold.reading.at, cold.reading.follow, cold.reading.focus());
        let rule = self.key(attempts, focus);
        let Some(cold) = self.cold_mut() else { return Err(Rejected) };
        let Some(forest) = cold.forest.as_deref_mut() else { return Err(Rejected) };
        let texts = &mut forest.texts;
        let mut follow = wanted;
        if let (Some(rule), true) = (rule, wanted != Follow::Any) {
            let is_other = texts.at_work.contains_key(&rule) && !texts.known.contains_key(&(rule, wanted));
            if is_other && texts.left_recursive.insert(rule) || texts.left_recursive.contains(&rule) {
                follow = Follow::Any;
            }
        }
        let key = rule.map(|rule| (rule, follow));
        let mut nodes = Rc::default();
        if let Some(known) = key.and_then(|key| texts.known.get_mut(&key)) {
            match known.state {
                State::Done => {
                    let nodes = known.nodes.clone();
                    return Ok(self.before(nodes, 0, follow, wanted));
                }
                State::UnderWay(depth) => {
                    known.is_recursive = true;
                    texts.lowest = texts.lowest.min(depth);
                    // As the first piece of its own body it goes on from what is new; elsewhere from everything.
                    let frame = cold.reading.frames.last_mut().filter(|frame| frame.is_own && frame.next == 0);
                    let from = match frame {
                        Some(frame) if texts.under_way == depth + 1 => {
                            frame.is_recursive = true;
                            known.old
                        }
                        _ => {
                            known.is_indirect = true;
                            0
                        }
                    };
                    let nodes = known.nodes.clone();
                    return Ok(self.before(nodes, from, follow, wanted));
                }
                State::Provisional => nodes = known.nodes.clone(),
            }
        }
        let depth = texts.under_way;
        texts.under_way += 1;
        let outer_lowest = std::mem::replace(&mut texts.lowest, usize::MAX);
        if let Some(key) = key {
            let known = RuleEnds { nodes: nodes.clone(), state: State::UnderWay(depth), ..RuleEnds::default() };
            texts.known.insert(key, known);
            *texts.at_work.entry(key.0).or_default() += 1;
        }
        cold.reading.follow = follow;
        let outer = cold.enter(attempts, focus)?;
        cold.open_rule(attempts, start);
        // A rule that comes back to itself here finds the ends that are known so far; when there are no more, all are.
        let (mut is_first, mut was_indirect) = (true, false);
        let Some(forest) = self.forest() else { return Err(Rejected) };
        let mut by_end: Ends = nodes.iter().filter_map(|&node| Some((forest.nodes[node].end?, node))).collect();
        let mut recursive = vec![true; attempts.results as usize];
        loop {
            let mut ways = Vec::new();
            for result in 0..attempts.results {
                let Some(cold) = self.cold_mut() else { return Err(Rejected) };
                // What does not come back to itself would be found once more.
                if recursive[result as usize] && cold.reading.leads(attempts.tries.lead(result)) {
                    let is_recursive = self.ways_toward(true, start, follow, &mut ways, &mut |cx| {
                        attempts.tries.attempt(cx, result).map(|()| result)
                    })?;
                    recursive[result as usize] = is_recursive;
                }
            }
            let before = nodes.len();
            let Some(forest) = self.forest() else { return Err(Rejected) };
            let known = key.and_then(|key| forest.texts.known.get(&key));
            let is_indirect = known.is_some_and(|known| known.is_indirect);
            if is_indirect {
                recursive.fill(true);
            }
            let all = Rc::make_mut(&mut nodes);
            forest.keep_ways(all, &mut by_end, ways, is_first || was_indirect);
            // A round that began with what was new, and then turned out to need everything, has to be gone again.
            let again = is_indirect && !was_indirect && !is_first;
            (is_first, was_indirect) = (false, is_indirect);
            match key.and_then(|key| forest.texts.known.get_mut(&key)) {
                Some(known) if known.is_recursive && (again || nodes.len() > before) => {
                    known.old = if is_indirect { 0 } else { before };
                    known.nodes = nodes.clone();
                }
                _ => break,
            }
        }
        let Some(forest) = self.forest() else { return Err(Rejected) };
        let texts = &mut forest.texts;
        let is_done = texts.lowest >= depth;
        texts.under_way = depth;
        texts.lowest = if is_done { outer_lowest } else { texts.lowest.min(outer_lowest) };
        if let Some(known) = key.and_then(|key| texts.known.get_mut(&key)) {
            known.state = if is_done { State::Done } else { State::Provisional };
            known.nodes = nodes.clone();
        }
        if let Some(count) = rule.and_then(|rule| texts.at_work.get_mut(&rule)) {
            *count -= 1;
            if let (0, Some(rule)) = (*count, rule) {
                texts.at_work.remove(&rule);
            }
        }
        if let Some(cold) = self.cold_mut() {
            cold.close_rule(attempts);
            cold.leave(outer);
            cold.reading.follow = wanted;
        }
        Ok(self.before(nodes, 0, follow, wanted))
    }

    /// Of ends that were found for any follow, those from a number on that what must follow can come after.
    #[inline]
    fn before(&mut self, nodes: Rc<Vec<usize>>, from: usize, found: Follow, wanted: Follow) -> (Rc<Vec<usize>>, usize) {
        if found == wanted {
            return (nodes, from);
        }
        let Some(cold) = self.cold_mut() else { return (nodes, from) };
        let Some(forest) = cold.forest.as_deref_mut() else { return (nodes, from) };
        let (outer, follow) = (cold.reading.at, std::mem::replace(&mut cold.reading.follow, wanted));
        let mut kept = Vec::new();
        for &node in &nodes[from..] {
            cold.reading.at = forest.nodes[node].end.unwrap_or(outer);
            if cold.reading.may_end() {
                kept.push(node);
            }
        }
        (cold.reading.at, cold.reading.follow) = (outer, follow);
        (Rc::new(kept), 0)
    }

    /// Runs `attempt` from `start` once for each choice among the ends of its pieces. Says whether the first of these
    /// is the rule itself.
    #[inline]
    fn ways_toward(
        &mut self,
        is_own: bool,
        start: usize,
        follow: Follow,
        ways: &mut Vec<(usize, Way)>,
        attempt: &mut dyn FnMut(&mut Cx<'_>) -> Result<u32, Rejected>,
    ) -> Result<bool, Rejected> {
        let Some(cold) = self.cold_mut() else { return Err(Rejected) };
        let outer = std::mem::replace(&mut cold.reading.at, start);
        cold.reading.follow = follow;
        cold.reading.frames.push(Frame { is_own, ..Frame::default() });
        loop {
            if let Some(forest) = self.forest() {
                forest.begin();
            }
            let made = attempt(self);
            let Some(cold) = self.cold_mut() else { return Err(Rejected) };
            if cold.stop.is_some() {
                return Err(Rejected);
            }
            let steps = cold.forest.as_mut().map(|forest| forest.end()).unwrap_or_default();
            let reading = &mut cold.reading;
            reading.follow = follow;
            if let Some(toward) = made.ok().filter(|_| reading.may_end()) {
                ways.push((reading.at, Way { toward, steps }));
            }
            reading.at = start;
            let Some(frame) = reading.frames.last_mut() else { return Err(Rejected) };
            frame.next = 0;
            if !frame.advance() {
                break;
            }
        }
        let Some(cold) = self.cold_mut() else { return Err(Rejected) };
        cold.reading.at = outer;
        Ok(cold.reading.frames.pop().is_some_and(|frame| frame.is_recursive))
    }

    /// All ways through one piece from `start` on, with their ends; `None` where it may be followed by anything.
    #[inline]
    pub(super) fn ways_through(
        &mut self,
        start: usize,
        piece: &mut dyn FnMut(&mut Cx<'_>) -> Result<(), Rejected>,
    ) -> Result<Vec<(usize, Way)>, Rejected> {
        let mut ways = Vec::new();
        let outer = self.follow(super::Next::Unknown);
        self.ways_toward(false, start, Follow::Any, &mut ways, &mut |cx| piece(cx).map(|()| 0))?;
        self.follow_again(outer);
        Ok(ways)
    }

    /// Takes one of several ends, the first that may be taken, and goes on from there. `inline` if the choices of the
    /// piece are no group of their own.
    #[inline]
    pub(super) fn go_on(&mut self, nodes: Rc<Vec<usize>>, from: usize, inline: bool) -> Result<(), Rejected> {
        let Some(cold) = self.cold_mut() else { return Err(Rejected) };
        let Some(&node) = nodes.get(from) else { return Err(Rejected) };
        // Without an attempt it is the whole text, which ends where it ends.
        if let Some(frame) = cold.reading.frames.last_mut() {
            frame.ends.push((from, nodes));
            frame.next += 1;
        }
        self.go_to(node, inline)
    }

    /// Goes on from the end that the attempt that is under way has for its next piece, if it has one already: what
    /// comes before is the same as when its ends were found.
    #[inline]
    pub(super) fn go_on_again(&mut self, inline: bool) -> Option<Result<(), Rejected>> {
        let frame = self.cold_mut()?.reading.frames.last_mut()?;
        let (end, nodes) = frame.ends.get(frame.next)?;
        let node = nodes[*end];
        frame.next += 1;
        Some(self.go_to(node, inline))
    }

    #[inline]
    fn go_to(&mut self, node: usize, inline: bool) -> Result<(), Rejected> {
        let Some(cold) = self.cold_mut() else { return Err(Rejected) };
        let Some(forest) = cold.forest.as_deref_mut() else { return Err(Rejected) };
        cold.reading.at = forest.nodes[node].end.unwrap_or(cold.reading.at);
        forest.step(if inline { WayStep::Inline(node) } else { WayStep::Node(node) });
        Ok(())
    }

    /// A node for each end out of ways.
    #[inline]
    pub(super) fn nodes_of(&mut self, ways: Vec<(usize, Way)>) -> Rc<Vec<usize>> {
        let mut nodes = Vec::new();
        if let Some(forest) = self.forest() {
            forest.keep_ways(&mut nodes, &mut Ends::new(), ways, true);
        }
        Rc::new(nodes)
    }

    /// The node that the piece has which comes next in a known way.
    #[inline]
    pub(super) fn next_known(&mut self) -> Option<usize> {
        let frame = self.cold_mut()?.reading.frames.last_mut()?;
        let node = *frame.known.as_ref()?.get(frame.next)?;
        frame.next += 1;
        Some(node)
    }

    /// The value of the node that was gone to last, made once more.
    pub(crate) fn rebuilt<R>(
        &mut self,
        start: usize,
        body: impl FnOnce(&mut Self) -> Result<R, Rejected>,
    ) -> Result<R, Rejected> {
        let Some(cold) = self.cold_mut() else { return Err(Rejected) };
        let end = cold.reading.at;
        let node = cold.forest.as_ref().and_then(|forest| forest.last_node());
        cold.reading.at = start;
        cold.search = SearchMode::Rebuild;
        let result = self.known_piece(node.into_iter().collect(), body);
        if let Some(cold) = self.cold_mut() {
            cold.search = SearchMode::All;
            cold.reading.at = end;
        }
        result
    }

    /// Runs `body` as a piece whose own pieces are known.
    pub(super) fn known_piece<R>(&mut self, known: Vec<usize>, body: impl FnOnce(&mut Self) -> R) -> R {
        let frame = Frame { known: Some(known), ..Frame::default() };
        if let Some(cold) = self.cold_mut() {
            cold.reading.frames.push(frame);
        }
        let result = body(self);
        self.cold_mut().map(|cold| cold.reading.frames.pop());
        result
    }

    /// Follows a known way.
    #[cold]
    #[inline]
    pub(super) fn read_again(&mut self, attempts: &mut Candidates<'_>) -> Result<(), Rejected> {
        self.cold_mut().map_or(Ok(()), |cold| cold.burn())?;
        let Some(node) = self.next_known() else { return Err(Rejected) };
        let Some(cold) = self.cold_mut() else { return Err(Rejected) };
        let start = cold.reading.at;
        let Some(forest) = cold.forest.as_deref_mut() else { return Err(Rejected) };
        let end = forest.nodes[node].end.unwrap_or(start);
        // A value that can be made at all can be made without going round.
        if !forest.rebuilding_nodes.insert(node) {
            return Err(Rejected);
        }
        let mut result = Err(Rejected);
        for i in 0.. {
            let Some(cold) = self.cold_mut() else { break };
            let Some(forest) = cold.forest.as_deref_mut() else { break };
            let Some(way) = forest.nodes[node].ways.get(i) else { break };
            let (toward, known) = (way.toward, way.pieces(&forest.nodes));
            cold.reading.at = start;
            result = self.known_piece(known, |cx| attempts.tries.attempt(cx, toward));
            if result.is_ok() {
                break;
            }
        }
        if let Some(cold) = self.cold_mut() {
            cold.reading.at = end;
            if let Some(forest) = &mut cold.forest {
                forest.rebuilding_nodes.remove(&node);
            }
        }
        result
    }
}

impl Forest {
    /// A new node.
    #[inline]
    pub(super) fn add(&mut self, node: Node) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// Puts ways into the nodes of their ends, `anew` in place of those that the nodes had.
    #[inline]
    fn keep_ways(&mut self, nodes: &mut Vec<usize>, by_end: &mut Ends, ways: Vec<(usize, Way)>, anew: bool) {
        if anew {
            nodes.iter().for_each(|&node| self.nodes[node].ways.clear());
        }
        for (end, way) in ways {
            let node = *by_end.entry(end).or_insert_with(|| {
                nodes.push(self.nodes.len());
                self.nodes.push(Node { ways: Vec::new(), done: true, end: Some(end) });
                self.nodes.len() - 1
            });
            self.nodes[node].ways.push(way);
        }
    }
}

/// All ways to read a text at one size, if any, and whether the size matters.
pub(crate) fn text_forest<G: Text + ?Sized>(
    generator: &G,
    text: &str,
    size: u32,
) -> Result<(Option<Rooted>, bool), OutOfFuel> {
    let mut cx = Cx::cold(Rng::new(0, 0), size, SearchMode::All);
    if let Some(cold) = cx.cold_mut() {
        let mut forest = Box::new(Forest::default());
        forest.begin();
        cold.forest = Some(forest);
        cold.fuel = FOREST_FUEL;
    }
    let found = cx.read_whole(text, generator, false).is_ok();
    let Some(cold) = cx.into_cold() else { return Ok((None, false)) };
    if cold.stop.is_some() {
        return Err(OutOfFuel);
    }
    let rooted = cold.forest.filter(|_| found).map(|forest| forest.rooted());
    Ok((rooted, cold.size_was_read))
}
