//! Records.

use serde::de::{DeserializeSeed, MapAccess};

use super::super::fault::Fault;
use super::super::run::{Given, Run, named, place};
use super::entries::look_up;
use crate::core::choice::Names;

/// The `MapAccess` of a record. Its fields come in their order. Whether each is there is a choice, because some can be left
/// out, and others are aliases.
pub(super) struct Fields<'a, 'x, 'c, 't> {
    run: &'a mut Run<'x, 'c, 't>,
    given: Option<Vec<(Given<'t>, Given<'t>)>>,
    of_type: &'static str,
    names: &'static [&'static str],
    at: usize,
    /// The given entries that are no field, or a field for the second time. Formats hand out these, too.
    rest: Vec<(Given<'t>, Given<'t>)>,
    /// The place of the record, and that of its fields after the first, which may decide what they are.
    site: u64,
    place: u64,
    /// The field that is being read.
    name: &'static str,
    value: Given<'t>,
}

impl<'a, 'x, 'c, 't> Fields<'a, 'x, 'c, 't> {
    pub(super) fn begin(
        run: &'a mut Run<'x, 'c, 't>,
        given: Option<Vec<(Given<'t>, Given<'t>)>>,
        (of_type, names): (&'static str, &'static [&'static str]),
        site: u64,
    ) -> Fields<'a, 'x, 'c, 't> {
        run.state.note(|log| log.open(site, Some(names)));
        run.state.fresh = None;
        let rest = given.as_ref().map_or_else(Vec::new, |given| rest(run, given, names));
        Fields { run, given, of_type, names, at: 0, rest, site, place: site, name: "", value: Given::Free }
    }

    pub(super) fn end<T>(self, result: Result<T, Fault>) -> Result<T, Fault> {
        let value = result?;
        self.run.state.note(|log| log.close());
        Ok(value)
    }
}

/// Returns the given entries that are no field, or a field for the second time, the last first.
fn rest<'t>(run: &Run<'_, '_, 't>, given: &[(Given<'t>, Given<'t>)], names: &[&str]) -> Vec<(Given<'t>, Given<'t>)> {
    let mut left = names.iter();
    if given.iter().all(|(key, _)| run.key(*key).is_some_and(|key| left.any(|name| *name == key))) {
        // As derived impls write them: some of the fields, in their order.
        return Vec::new();
    }
    let mut found: Vec<&str> = Vec::new();
    let mut is_field = |key: Given<'t>| match run.key(key) {
        Some(key) if names.contains(&key) && !found.contains(&key) => {
            found.push(key);
            true
        }
        _ => false,
    };
    let mut rest: Vec<_> = given.iter().filter(|(key, _)| !is_field(*key)).copied().collect();
    rest.reverse();
    rest
}

impl<'de> MapAccess<'de> for &mut Fields<'_, '_, '_, '_> {
    type Error = Fault;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Fault> {
        while let Some(name) = self.names.get(self.at).copied() {
            let knowledge = self.run.state.knowledge;
            let known = knowledge.at(self.place);
            let weights = known.map_or([7, 1], |place| place.presence(name, knowledge.is_frozen));
            let shown = self.given.as_ref().map(|given| look_up(self.run, given, name));
            let is_there = shown.map(|shown| usize::from(shown.is_none()));
            self.at += 1;
            let chosen = self.run.pick(&weights, Names::Literals(&["", "absent"]), is_there)?;
            self.run.state.digest.word(chosen as u64);
            if chosen == 0 {
                (self.name, self.value) = (name, shown.flatten().unwrap_or(Given::Free));
                self.run.state.note(|log| log.key(name));
                return self.run.ask(seed, Given::Name(name)).map(Some);
            }
        }
        let Some((key, value)) = self.rest.pop() else { return Ok(None) };
        (self.name, self.value, self.at) = ("", value, self.names.len() + 1);
        let key = self.run.key(key).map_or(key, Given::Name);
        self.run.ask(seed, key).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Fault> {
        let state = &mut *self.run.state;
        (state.path, state.depth, state.tag, state.fresh) = (named(self.site, self.name), 0, None, None);
        let outer = std::mem::replace(&mut state.field, (self.of_type, self.name));
        let before = state.digest;
        let value = self.run.ask(seed, self.value)?;
        self.run.state.field = outer;
        if self.at > self.names.len() && self.run.state.digest != before {
            // Forward, this field would not be there.
            return Err(Fault::new(|| "it reads a field that is not in its own list of fields".to_owned()));
        }
        if self.at == 1 {
            if let Some(tag) = self.run.state.tag.take() {
                self.place = place(self.site, tag);
                let place = self.place;
                self.run.state.note(|log| log.moved(place));
            }
        }
        Ok(value)
    }
}
