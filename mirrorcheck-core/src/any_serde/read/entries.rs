//! Maps.

use std::collections::VecDeque;

use serde::de::{DeserializeSeed, MapAccess, Visitor};

use super::super::fault::Fault;
use super::super::knowledge::Place;
use super::super::lessons::Read;
use super::super::run::{Given, Run, place};
use super::super::tree::Digest;
use super::items::has_no_order;
use super::{is_buffer, site};
use crate::core::choice::Names;
use crate::core::lengths::LengthsOf;

/// Finds the value of a key in what is given.
pub(super) fn look_up<'t>(run: &Run<'_, '_, 't>, given: &[(Given<'t>, Given<'t>)], name: &str) -> Option<Given<'t>> {
    given.iter().find(|(key, _)| run.key(*key) == Some(name)).map(|(_, value)| *value)
}

/// An entry that is to be read.
struct Entry<'t> {
    /// The key, if it is known. Otherwise, it is read, too.
    name: Option<&'t str>,
    key: Given<'t>,
    value: Given<'t>,
}

/// The `MapAccess` of a map. The entry that decides what the others are comes first, then known keys, then any others.
pub(super) struct Entries<'a, 'x, 'c, 't> {
    run: &'a mut Run<'x, 'c, 't>,
    given: Option<Vec<(Given<'t>, Given<'t>)>>,
    queue: VecDeque<Entry<'t>>,
    stage: Stage,
    /// The place that has the knowledge about the order of entries.
    kind: u64,
    /// The place of the map, which the first entry changes if it decides what the others are.
    place: u64,
    depth: u32,
    /// The place of values that depend on which keys there are.
    values: u64,
    tag: Option<&'t str>,
    has_no_order: bool,
    is_buffer: bool,
    is_unordered: bool,
    set: Option<usize>,
    /// The known key of the entry that is being read.
    name: Option<&'t str>,
    value: Given<'t>,
    outer: Digest,
    digests: Vec<Digest>,
    others: usize,
    node: Option<usize>,
    room: u32,
    /// Whether the text that decides what the others are is a known one.
    is_entered: bool,
}

/// How far a map has been decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Nothing is decided: the tag comes next.
    Tag,
    /// The tag was read: the other entries are next.
    Names,
    /// All entries are decided.
    Rest,
}

impl<'a, 'x, 'c, 't> Entries<'a, 'x, 'c, 't> {
    pub(super) fn begin<'de, V: Visitor<'de>>(
        run: &'a mut Run<'x, 'c, 't>,
        node: Given<'t>,
        given: Option<Vec<(Given<'t>, Given<'t>)>>,
    ) -> Entries<'a, 'x, 'c, 't> {
        let is_buffer = is_buffer::<V>();
        let place = if is_buffer { run.state.path } else { site::<V>() };
        let depth = if is_buffer { run.state.depth } else { 0 };
        run.state.note(|log| log.open(place, None));
        run.state.fresh = None;
        let known = run.state.knowledge.at(place);
        let is_unordered = known.is_some_and(|place| place.is_unordered());
        let set = (is_unordered && known.is_some_and(|place| place.merges())).then(|| run.begin_set());
        Entries {
            given,
            queue: VecDeque::new(),
            stage: Stage::Tag,
            kind: place,
            place,
            depth,
            values: place,
            tag: known.and_then(|place| place.tag.as_deref()),
            has_no_order: has_no_order::<V>(),
            is_buffer,
            is_unordered,
            set,
            name: None,
            value: Given::Free,
            outer: run.state.digest,
            digests: Vec::new(),
            others: 0,
            node: if let Given::Node(id) = node { Some(id) } else { None },
            room: run.room(),
            is_entered: false,
            run,
        }
    }

    /// Chooses whether there is a tag.
    fn begin_tag(&mut self) -> Result<(), Fault> {
        self.stage = Stage::Names;
        let Some(tag) = self.tag else { return Ok(()) };
        let knowledge = self.run.state.knowledge;
        let weights = knowledge.at(self.place).map_or([7, 1], |place| place.presence(tag, knowledge.is_frozen));
        let shown = self.given.as_ref().map(|given| look_up(self.run, given, tag));
        let is_there = shown.map(|shown| usize::from(shown.is_none()));
        let chosen = self.run.pick(&weights, Names::Literals(&["", "absent"]), is_there)?;
        self.run.state.digest.word(chosen as u64);
        if chosen == 0 {
            let value = shown.flatten().unwrap_or(Given::Free);
            self.queue.push_back(Entry { name: Some(tag), key: Given::Free, value });
        }
        Ok(())
    }

    /// Chooses which known keys there are, and how many others.
    fn begin_names(&mut self) -> Result<(), Fault> {
        self.stage = Stage::Rest;
        let known = self.run.state.knowledge.at(self.place);
        let names: Vec<&'t str> = known
            .map_or(&[][..], |place| &place.names)
            .iter()
            .map(|name| name.name.as_str())
            .filter(|name| Some(*name) != self.tag)
            .collect();
        let mut others = self.other_entries(&names);
        let mut has_others = true;
        let mut digest = Digest::new(4);
        if let (Some(known), false) = (known, names.is_empty()) {
            let present = self.choose_names(known, &names, others.as_ref().map(Vec::len))?;
            has_others = present.has_others;
            for name in present.names {
                let value = self.given.as_ref().and_then(|given| look_up(self.run, given, name));
                digest.bytes(name.as_bytes());
                self.queue.push_back(Entry { name: Some(name), key: Given::Free, value: value.unwrap_or(Given::Free) });
            }
        }
        if let Some(known) = known.filter(|known| self.is_buffer && names.is_empty() && known.has_no_other_keys()) {
            let is_none = others.as_ref().map(|others| usize::from(others.is_empty()));
            has_others = self.run.pick(&known.other_keys(), Names::Literals(&["more", ""]), is_none)? == 0;
        }
        if self.is_buffer && self.tag.is_none() && !names.is_empty() {
            self.values = place(self.place, digest.short());
        }
        self.run.state.digest.part(digest);
        let length = if has_others { self.run.length(others.as_ref().map(Vec::len))? } else { 0 };
        self.run.state.digest.word(length as u64);
        if let (Some(others), true) = (&mut others, self.is_unordered && self.has_no_order) {
            self.run.sort(others);
        }
        for at in 0..length {
            let (key, value) = others.as_ref().map_or((Given::Free, Given::Free), |others| others[at]);
            // Forward, this key is drawn.
            let key = if let Given::Name(name) = key { Given::Key(name) } else { key };
            self.queue.push_back(Entry { name: None, key, value });
        }
        self.others = length;
        self.room = LengthsOf::ANY.room(self.run.room(), self.queue.len());
        Ok(())
    }

    /// Returns the given entries without a known key, and those whose known key comes a second time.
    fn other_entries(&self, names: &[&str]) -> Option<Vec<(Given<'t>, Given<'t>)>> {
        let mut found: Vec<&str> = Vec::new();
        let mut is_named = |key: &Given<'t>| match self.run.key(*key) {
            Some(key) if (names.contains(&key) || self.tag == Some(key)) && !found.contains(&key) => {
                found.push(key);
                true
            }
            _ => false,
        };
        Some(self.given.as_ref()?.iter().filter(|(key, _)| !is_named(key)).copied().collect())
    }

    /// Chooses a combination of known keys that was seen before, or each of them by itself.
    fn choose_names(
        &mut self,
        known: &'t Place,
        names: &[&'t str],
        others: Option<usize>,
    ) -> Result<Present<'t>, Fault> {
        let names_of = |combination: &'t Vec<usize>| {
            let names = combination.iter().map(|at| known.names[*at].name.as_str());
            names.filter(|name| Some(*name) != self.tag).collect::<Vec<&'t str>>()
        };
        let combinations: Vec<Vec<&'t str>> = known.together.iter().map(names_of).collect();
        // How often a combination was seen only says how easily it is made.
        let mut weights = vec![16; combinations.len()];
        weights.push(combinations.len() as u64);
        let shown = self.given.as_ref().map(|given| {
            let is_there = |name: &&str| look_up(self.run, given, name).is_some();
            let there: Vec<&'t str> = names.iter().copied().filter(is_there).collect();
            let met = combinations.iter().position(|combination| others == Some(0) && *combination == there);
            (there, met)
        });
        if !combinations.is_empty() {
            let met = shown.as_ref().map(|(_, met)| met.unwrap_or(combinations.len()));
            let chosen = self.run.pick(&weights, Names::Unnamed, met)?;
            self.run.state.digest.word(chosen as u64);
            if let Some(combination) = combinations.into_iter().nth(chosen) {
                return Ok(Present { names: combination, has_others: false });
            }
        }
        let mut present = Vec::new();
        for name in names {
            let is_there = shown.as_ref().map(|(there, _)| usize::from(!there.contains(name)));
            let weights = known.presence(name, self.run.state.knowledge.is_frozen);
            if self.run.pick(&weights, Names::Literals(&["", "absent"]), is_there)? == 0 {
                present.push(*name);
            }
        }
        let none = others.map(|others| usize::from(others == 0));
        let has_others = self.run.pick(&known.other_keys(), Names::Literals(&["more", ""]), none)? == 0;
        Ok(Present { names: present, has_others })
    }

    /// Ends the map. `Deserialize` must have read all of it.
    pub(super) fn end<T>(self, result: Result<T, Fault>) -> Result<T, Fault> {
        let value = result?;
        let unread = match (self.stage, &self.given) {
            (Stage::Rest, _) => self.queue.len(),
            // A type that knows how many entries there are does not ask for another.
            (_, Some(given)) => given.len().saturating_sub(self.digests.len()),
            (_, None) => 0,
        };
        if unread > 0 {
            return Err(Fault::new(|| format!("`Deserialize` ignores {unread} entries of a map")));
        }
        let Entries { run, kind, place, depth, is_unordered, set, digests, node, others, is_entered, .. } = self;
        let (named, others) = digests.split_at(digests.len() - others);
        (run.state.path, run.state.depth, run.state.fresh) = (place, depth, None);
        named.iter().for_each(|digest| run.state.digest.part(*digest));
        if is_unordered {
            run.state.digest.unordered(others.iter().copied());
            run.in_any_order(set, others);
        } else {
            others.iter().for_each(|digest| run.state.digest.part(*digest));
        }
        run.state.note(|log| {
            log.close();
            if is_entered {
                log.leave();
            }
            log.read.push(Read {
                place: kind,
                node,
                length: digests.len(),
                repeats: super::repeats(others),
                is_map: true,
            });
        });
        Ok(value)
    }
}

/// Which known keys there are, and whether there are others.
struct Present<'t> {
    names: Vec<&'t str>,
    has_others: bool,
}

impl<'de> MapAccess<'de> for &mut Entries<'_, '_, '_, '_> {
    type Error = Fault;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Fault> {
        if self.stage == Stage::Tag {
            self.begin_tag()?;
        }
        if self.queue.is_empty() && self.stage == Stage::Names {
            self.begin_names()?;
        }
        let Some(Entry { name, key, value }) = self.queue.pop_front() else { return Ok(None) };
        (self.name, self.value) = (name, value);
        let run = &mut *self.run;
        self.outer = run.state.digest;
        run.state.digest = Digest::new(5);
        if let Some(name) = name {
            run.state.digest.bytes(name.as_bytes());
            run.state.note(|log| log.key(name));
            return run.ask(seed, Given::Name(name)).map(Some);
        }
        run.set_room(self.room);
        run.state.enter(self.place, self.depth, 3);
        (run.state.fresh, run.state.tag) = (self.set, None);
        let before = run.state.last_text();
        let key = run.ask(seed, key)?;
        run.state.fresh = None;
        run.state.note(|log| log.note_key(before));
        Ok(Some(key))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Fault> {
        let run = &mut *self.run;
        run.set_room(self.room);
        match self.name {
            Some(name) => {
                let base = if self.stage == Stage::Rest { self.values } else { self.place };
                run.state.enter_named(base, self.depth, name);
                let (path, place) = (run.state.path, self.place);
                run.state.note(|log| log.values.push((path, place, name.to_owned())));
            }
            None => run.state.enter(self.place, self.depth, 4),
        }
        (run.state.tag, run.state.text, run.state.fresh) = (None, None, None);
        let outer = run.state.field;
        run.state.field = self.name.map_or(outer, |name| ("", name));
        let value = run.ask(seed, self.value)?;
        run.state.field = outer;
        self.digests.push(run.state.digest);
        run.state.digest = self.outer;
        if self.stage == Stage::Names {
            let tag = run.state.tag.take().unwrap_or(0);
            self.place = place(self.place, tag);
            self.values = self.place;
            let (place, text) = (self.place, run.state.text.take());
            self.is_entered = text.is_some();
            run.state.note(|log| {
                log.moved(place);
                if let Some((site, at)) = text {
                    log.enter(site, at);
                }
            });
        }
        Ok(value)
    }

    fn size_hint(&self) -> Option<usize> {
        (self.stage == Stage::Rest).then_some(self.queue.len())
    }
}
