//! One run of `Deserialize`. Choices answer its questions, or a tree does, or both, to find the choices behind a tree.

mod given;

use serde::de::DeserializeSeed;

use super::fault::{Fault, explaining, is_explained};
use super::knowledge::{Knowledge, Place};
use super::lessons;
use super::patterns::Patterns;
use super::read::Question;
use super::tree::{Digest, Tree};
use crate::core::base::in_any_order;
use crate::core::choice::Names;
use crate::core::cx::Cx;
use crate::core::generator::{Focus, Generator, Reflective, Rejected};
use crate::core::interpret::backward;
use crate::core::lengths::LengthsOf;
use crate::core::mass::Mass;
use crate::core::stack;

pub(super) use given::Given;

/// One run of `Deserialize`. Without a `Cx`, the tree answers alone.
pub(super) struct Run<'x, 'c, 't> {
    pub(super) cx: Option<&'x mut Cx<'c>>,
    pub(super) state: &'x mut State<'t>,
}

/// What a run knows, and which part it is reading.
pub(super) struct State<'t> {
    pub(super) tree: Option<&'t Tree>,
    pub(super) knowledge: &'t Knowledge,
    pub(super) patterns: &'t Patterns,
    pub(super) is_readable: bool,
    /// A digest of everything handed out so far. Two runs that hand out the same data make the same value.
    pub(super) digest: Digest,
    /// The place that is being read, and how many levels it is below a part with a type.
    pub(super) path: u64,
    pub(super) depth: u32,
    /// The last text or variant, which may decide what the entries after it are.
    pub(super) tag: Option<u64>,
    /// The last known text that was read: its place, and which of the known texts it is.
    pub(super) text: Option<(u64, usize)>,
    /// The set in which the next leaf must be new.
    pub(super) fresh: Option<usize>,
    pub(super) sets: Vec<Set>,
    /// The innermost record and field that is being read, by which patterns for texts can be named.
    pub(super) field: (&'static str, &'t str),
    /// The part that is being read. After a fault, it stays at the part that was at fault.
    pub(super) at: Given<'t>,
    /// Whether this run is logged, to learn from it.
    pub(super) is_learning: bool,
    /// How many more questions this run may ask.
    pub(super) steps_left: u64,
    /// The lowest address that the stack may reach, and how many stacks there are, where there is no `Cx` to count.
    limit: usize,
    stacks: u32,
}

/// Parts that must all be different.
#[derive(Debug, Default)]
pub(super) struct Set {
    taken: Vec<Digest>,
    /// The probability of each part by itself, if this run computes probabilities.
    chances: Vec<Mass>,
}

/// How many levels below a part with a type are told apart.
const LEVELS: u32 = 6;

/// How often to redraw a part that is already in its set.
const TRIES: u32 = 1_000;

impl<'t> State<'t> {
    pub(super) fn new(
        tree: Option<&'t Tree>,
        knowledge: &'t Knowledge,
        patterns: &'t Patterns,
        is_readable: bool,
    ) -> State<'t> {
        State {
            tree,
            knowledge,
            patterns,
            is_readable,
            digest: Digest::new(0),
            path: 0,
            depth: 0,
            tag: None,
            text: None,
            fresh: None,
            sets: Vec::new(),
            field: ("", ""),
            at: tree.map_or(Given::Free, |tree| Given::Node(tree.root())),
            is_learning: !knowledge.is_frozen,
            // Far more than any impl needs that reads each part once, and an end for one that calls itself.
            steps_left: tree.map_or(u64::MAX, |tree| 10_000 + 1_000 * tree.count() as u64),
            limit: stack::limit(),
            stacks: 0,
        }
    }

    pub(super) fn here(&self) -> Option<&'t Place> {
        self.knowledge.at(self.path)
    }

    /// Moves to a part of a place.
    pub(super) fn enter(&mut self, whole: u64, depth: u32, part: u64) {
        let whole = if depth < LEVELS { whole } else { 5 };
        (self.path, self.depth) = (place(whole, part), depth + 1);
    }

    /// Moves to a named part of a place.
    pub(super) fn enter_named(&mut self, whole: u64, depth: u32, name: &str) {
        let whole = if depth < LEVELS { whole } else { 6 };
        (self.path, self.depth) = (named(whole, name), depth + 1);
    }

    /// Returns how many texts were read so far, or 0 unless this run is logged.
    pub(super) fn last_text(&self) -> usize {
        let mut count = 0;
        self.note(|log| count = log.texts.len());
        count
    }

    pub(super) fn note(&self, what: impl FnOnce(&mut lessons::Log)) {
        if self.is_learning {
            lessons::note(what);
        }
    }
}

/// Returns the place of a part.
pub(super) fn place(whole: u64, part: u64) -> u64 {
    let mut digest = Digest::new(whole);
    digest.word(part);
    digest.short()
}

/// Returns the place of a named part.
pub(super) fn named(whole: u64, name: &str) -> u64 {
    let mut digest = Digest::new(whole);
    digest.bytes(name.as_bytes());
    digest.short()
}

/// Data without parts, which a run hands out.
pub(super) trait Datum: Clone {
    fn digest(&self) -> Digest;
}

macro_rules! data {
    ($($type:ty: |$this:ident, $digest:ident| $take:expr;)*) => { $(
        impl Datum for $type {
            fn digest(&self) -> Digest {
                let ($this, mut $digest) = (self, Digest::new(1));
                $take;
                $digest
            }
        }
    )* };
}
data! {
    bool: |this, digest| digest.word((*this).into());
    char: |this, digest| digest.word((*this).into());
    String: |this, digest| digest.bytes(this.as_bytes());
    Vec<u8>: |this, digest| digest.bytes(this);
    f32: |this, digest| digest.word(this.to_bits().into());
    f64: |this, digest| digest.word(this.to_bits());
    u8: |this, digest| digest.wide((*this).into());
    u16: |this, digest| digest.wide((*this).into());
    u32: |this, digest| digest.wide((*this).into());
    u64: |this, digest| digest.wide((*this).into());
    u128: |this, digest| digest.wide(*this);
    i8: |this, digest| digest.wide(i128::from(*this) as u128);
    i16: |this, digest| digest.wide(i128::from(*this) as u128);
    i32: |this, digest| digest.wide(i128::from(*this) as u128);
    i64: |this, digest| digest.wide(i128::from(*this) as u128);
    i128: |this, digest| digest.wide(*this as u128);
}

impl<'x, 'c, 't> Run<'x, 'c, 't> {
    /// Asks for a part.
    pub(super) fn ask<'de, S: DeserializeSeed<'de>>(&mut self, seed: S, given: Given<'t>) -> Result<S::Value, Fault> {
        let outer = std::mem::replace(&mut self.state.at, given);
        let value = seed.deserialize(Question { run: self, given })?;
        self.state.at = outer;
        Ok(value)
    }

    /// Runs `body`, on another stack if this one is nearly used up.
    pub(super) fn deeper<R>(
        &mut self,
        body: impl FnOnce(&mut Run<'_, '_, 't>) -> Result<R, Fault>,
    ) -> Result<R, Fault> {
        let Some(cx) = self.cx.as_deref_mut() else {
            if stack::here() >= self.state.limit {
                return body(&mut Run { cx: None, state: self.state });
            }
            let state = &mut *self.state;
            if state.stacks >= stack::MAX {
                return Err(Fault::endless());
            }
            let is_explained = is_explained();
            return stack::grow(|limit| {
                let outer = std::mem::replace(&mut state.limit, limit);
                state.stacks += 1;
                let result = explaining(is_explained, || body(&mut Run { cx: None, state: &mut *state }));
                (state.limit, state.stacks) = (outer, state.stacks - 1);
                result
            });
        };
        if !cx.stack_is_low() {
            return body(&mut Run { cx: Some(cx), state: self.state });
        }
        if cx.is_too_deep() {
            return Err(cx.too_deep().into());
        }
        let (mut body, mut result) = (Some(body), Err(Fault::default()));
        let state = &mut *self.state;
        let is_explained = is_explained();
        cx.on_another_stack(&mut |cx| {
            if let Some(body) = body.take() {
                // A panic must not pass through, or `cx` would stay on that stack.
                let body = || body(&mut Run { cx: Some(cx), state: &mut *state });
                result = explaining(is_explained, || Fault::caught(body));
            }
        });
        result
    }

    /// Runs `body` as a group of choices with this much room.
    pub(super) fn group<R>(
        &mut self,
        room: u32,
        body: impl FnOnce(&mut Run<'_, '_, 't>) -> Result<R, Fault>,
    ) -> Result<R, Fault> {
        self.step()?;
        self.deeper(|run| {
            let Some(cx) = run.cx.as_deref_mut() else { return body(run) };
            let mark = cx.open();
            let outer = cx.set_room(room);
            let result = body(run);
            if let Some(cx) = run.cx.as_deref_mut() {
                cx.set_room(outer);
                if result.is_ok() {
                    cx.close(&mark);
                }
            }
            result
        })
    }

    pub(super) fn room(&self) -> u32 {
        self.cx.as_ref().map_or(0, |cx| cx.room())
    }

    /// Sets the room, and returns what it was.
    pub(super) fn set_room(&mut self, room: u32) -> u32 {
        self.cx.as_deref_mut().map_or(0, |cx| cx.set_room(room))
    }

    pub(super) fn step(&mut self) -> Result<(), Fault> {
        let left = &mut self.state.steps_left;
        *left = left.checked_sub(1).ok_or_else(Fault::endless)?;
        Ok(())
    }

    /// Chooses an alternative, or the one that is shown.
    pub(super) fn pick(&mut self, weights: &[u64], names: Names<'_>, shown: Option<usize>) -> Result<usize, Fault> {
        self.step()?;
        match (self.cx.as_deref_mut(), shown) {
            (Some(cx), shown) => Ok(cx.pick(weights, names, shown)?),
            (None, Some(shown)) => Ok(shown),
            (None, None) => Err(Fault::default()),
        }
    }

    /// Chooses a length, or the one that is shown.
    pub(super) fn length(&mut self, shown: Option<usize>) -> Result<usize, Fault> {
        self.step()?;
        match (self.cx.as_deref_mut(), shown) {
            (Some(cx), shown) => Ok(LengthsOf::ANY.choose(cx, shown)?),
            (None, Some(shown)) => Ok(shown),
            (None, None) => Err(Fault::default()),
        }
    }

    /// Makes data without parts, or takes what is shown, and hands it out.
    pub(super) fn leaf<G>(&mut self, generator: &G, shown: Option<G::Value>) -> Result<G::Value, Fault>
    where
        G: Reflective,
        G::Value: Datum,
    {
        self.step()?;
        let fresh = self.state.fresh.take();
        let value = match (self.cx.as_deref_mut(), shown) {
            (Some(cx), Some(value)) => {
                if let Some(set) = fresh.filter(|_| cx.is_weighing()) {
                    let here = Here { generator, size: cx.size_unseen(), room: cx.room() };
                    let chance = here.chance(&value).ok_or_else(|| cx.out_of_fuel())?;
                    self.state.sets[set].chances.push(chance);
                }
                cx.on_temporary(|cx| generator.run(cx, Focus::On(&value)))?
            }
            (Some(cx), None) => match fresh {
                Some(set) => {
                    let taken = &mut self.state.sets[set].taken;
                    let value = cx.retry(TRIES, |cx| {
                        let value = generator.run(cx, Focus::Free)?;
                        if taken.contains(&value.digest()) {
                            return Err(cx.reject(|| "could not find enough different values".to_owned()));
                        }
                        Ok(value)
                    })?;
                    taken.push(value.digest());
                    value
                }
                None => generator.run(cx, Focus::Free)?,
            },
            (None, Some(value)) => value,
            (None, None) => return Err(Fault::default()),
        };
        self.state.digest.part(value.digest());
        Ok(value)
    }

    /// Accounts for all orders in which the parts of a set could have been made.
    pub(super) fn in_any_order(&mut self, set: Option<usize>, parts: &[Digest]) {
        let chances = set.and_then(|_| self.state.sets.pop()).map_or_else(Vec::new, |set| set.chances);
        let Some(cx) = self.cx.as_deref_mut() else { return };
        if self.state.tree.is_none() || !cx.is_weighing() {
            return;
        }
        cx.factor(|| {
            if !parts.is_empty() && chances.len() == parts.len() {
                return in_any_order(&chances);
            }
            let mut sorted = parts.to_vec();
            sorted.sort_unstable();
            let mut orders = Mass::ONE;
            let mut equal = 0.0;
            for at in 0..sorted.len() {
                equal = if at > 0 && sorted[at - 1] == sorted[at] { equal + 1.0 } else { 1.0 };
                orders = orders.times(Mass::from((at as f64 + 1.0) / equal));
            }
            (orders, orders)
        });
    }

    /// Begins a set whose parts must all be different.
    pub(super) fn begin_set(&mut self) -> usize {
        self.state.sets.push(Set::default());
        self.state.sets.len() - 1
    }
}

/// A generator with a fixed size and room.
struct Here<'g, G> {
    generator: &'g G,
    size: u32,
    room: u32,
}

impl<G: Generator> Here<'_, G> {
    fn chance(&self, value: &G::Value) -> Option<Mass> {
        let (forest, _) = backward::forest(self, value, self.size).ok()?;
        forest.map_or(Some(Mass::ZERO), |forest| forest.probability(crate::core::forest::Estimate::Middle).ok())
    }
}

impl<G: Generator> Generator for Here<'_, G> {
    type Value = G::Value;

    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, G::Value>) -> Result<G::Value, Rejected> {
        cx.resized(self.size, |cx| cx.with_room(self.room, |cx| self.generator.run(cx, focus)))
    }
}
