//! Lists and tuples.

use std::any::type_name;

use serde::de::{DeserializeSeed, SeqAccess, Visitor};

use super::super::fault::Fault;
use super::super::lessons::Read;
use super::super::run::{Given, Run};
use super::super::tree::Digest;
use super::{is_buffer, site};
use crate::core::choice::Names;
use crate::core::lengths::LengthsOf;

/// The `SeqAccess` of a list or a tuple.
pub(super) struct Items<'a, 'x, 'c, 't> {
    run: &'a mut Run<'x, 'c, 't>,
    given: Option<Vec<Given<'t>>>,
    length: usize,
    at: usize,
    /// Whether each item has a place of its own.
    is_tuple: bool,
    /// The place that has the knowledge about the order of items.
    place: u64,
    /// The place of the list itself.
    path: u64,
    depth: u32,
    is_unordered: bool,
    set: Option<usize>,
    outer: Digest,
    digests: Vec<Digest>,
    node: Option<usize>,
}

impl<'a, 'x, 'c, 't> Items<'a, 'x, 'c, 't> {
    pub(super) fn begin<'de, V: Visitor<'de>>(
        run: &'a mut Run<'x, 'c, 't>,
        node: Given<'t>,
        mut given: Option<Vec<Given<'t>>>,
        exact: Option<usize>,
    ) -> Result<Items<'a, 'x, 'c, 't>, Fault> {
        let (path, depth) = (run.state.path, run.state.depth);
        let place = if is_buffer::<V>() { path } else { site::<V>() };
        let known = run.state.knowledge.at(place);
        let is_unordered = exact.is_none() && known.is_some_and(|place| place.is_unordered());
        let is_hard = run.state.knowledge.is_hard;
        let shown = given.as_ref().map(Vec::len);
        let length = match (exact, shown) {
            (Some(exact), Some(shown)) if exact != shown => {
                return Err(Fault::new(|| {
                    format!("`Serialize` writes {shown} items, and `Deserialize` asks for {exact}")
                }));
            }
            (Some(exact), _) => exact,
            (None, shown) => run.list_length(known.and_then(|place| place.usual_length(0, is_hard)), shown)?,
        };
        run.state.digest.word(length as u64);
        if let (true, Some(items)) = (is_unordered && has_no_order::<V>(), &mut given) {
            let mut sorted: Vec<_> = items.iter().map(|item| (*item, Given::Free)).collect();
            run.sort(&mut sorted);
            *items = sorted.into_iter().map(|(item, _)| item).collect();
        }
        if exact.is_none() {
            let room = LengthsOf::ANY.room(run.room(), length);
            run.set_room(room);
        }
        let set = (is_unordered && known.is_some_and(|place| place.merges())).then(|| run.begin_set());
        run.state.note(|log| log.list(place));
        let outer = run.state.digest;
        let node = if let Given::Node(id) = node { Some(id) } else { None };
        let digests = Vec::new();
        let is_tuple = exact.is_some();
        Ok(Items { run, given, length, at: 0, is_tuple, place, path, depth, is_unordered, set, outer, digests, node })
    }

    /// Ends the list. `Deserialize` must have read all of it.
    pub(super) fn end<T>(self, result: Result<T, Fault>) -> Result<T, Fault> {
        let Items { run, length, at, place, is_unordered, set, outer, digests, node, .. } = self;
        let value = result?;
        if at < length {
            return Err(Fault::new(|| format!("only {at} of {length} items of a list are read")));
        }
        (run.state.path, run.state.depth) = (self.path, self.depth);
        run.state.fresh = None;
        run.state.digest = outer;
        if is_unordered {
            run.state.digest.unordered(digests.iter().copied());
            run.in_any_order(set, &digests);
        } else {
            digests.iter().for_each(|digest| run.state.digest.part(*digest));
        }
        run.state.note(|log| {
            let repeats = super::repeats(&digests);
            log.end_list(Read { place, node, length, repeats, is_map: false });
        });
        Ok(value)
    }
}

/// Whether a type has its parts in no particular order.
pub(super) fn has_no_order<'de, V: Visitor<'de>>() -> bool {
    is_buffer::<V>() || type_name::<V::Value>().contains("Hash")
}

impl<'de> SeqAccess<'de> for &mut Items<'_, '_, '_, '_> {
    type Error = Fault;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Fault> {
        if self.at == self.length {
            return Ok(None);
        }
        let given = self.given.as_ref().map_or(Given::Free, |items| items[self.at]);
        let state = &mut *self.run.state;
        state.enter(self.path, self.depth, if self.is_tuple { self.at as u64 + 2 } else { 1 });
        state.digest = Digest::new(2);
        state.fresh = self.set;
        let item = self.run.ask(seed, given)?;
        self.digests.push(self.run.state.digest);
        self.at += 1;
        Ok(Some(item))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.length - self.at)
    }
}

impl Run<'_, '_, '_> {
    /// Chooses the length of a list: mostly the usual one, if only some lengths can be read.
    pub(super) fn list_length(&mut self, usual: Option<usize>, shown: Option<usize>) -> Result<usize, Fault> {
        let Some(usual) = usual else { return self.length(shown) };
        let is_usual = shown.map(|shown| usize::from(shown != usual));
        match self.pick(&[63, 1], Names::Literals(&["usual", "other"]), is_usual)? {
            0 => Ok(usual),
            // There must be one way to each length.
            _ => match self.length(shown)? {
                length if length == usual => Err(Fault::default()),
                length => Ok(length),
            },
        }
    }
}
