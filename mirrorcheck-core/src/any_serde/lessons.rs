//! The log of a run from which the generator learns: questions, answers, and what errors say.

use std::cell::RefCell;

use serde::de::Unexpected;

use super::knowledge::{Kind, place_of_type};

/// What an error of `Deserialize` says.
#[derive(Debug)]
pub(super) enum Lesson {
    Missing(&'static str),
    Twice(&'static str),
    UnknownField(&'static [&'static str]),
    UnknownVariant(String, &'static [&'static str]),
    /// A list has the wrong length.
    Length,
    /// A value of this kind came where this was expected.
    Kind(Option<Kind>, String),
}

/// A lesson about a place.
#[derive(Debug)]
pub(super) enum Taught {
    /// A map can have this key.
    Name(u64, String),
    /// A record must have this field.
    Required(u64, &'static str),
    /// This is an alias of a field.
    Alias(u64, String),
    /// A field came under two names, and which of them is the alias is unknown.
    Clash(u64),
    /// This text can be read here.
    Text(u64, &'static str),
    /// The value of this key decides what the other entries of the map are.
    Tag(u64, String),
    /// This kind of value is expected here.
    Wanted(u64, Kind),
    /// The value here is of a type that has a place of its own.
    OfType(u64, u64),
    /// Only some lengths can be read here.
    Picky(u64),
}

/// A map or a record that is being read.
#[derive(Debug)]
struct Open {
    place: u64,
    /// Its place before the first entry decided what the others are.
    before: Option<u64>,
    /// The fields of a record.
    fields: Option<&'static [&'static str]>,
    keys: Vec<String>,
}

/// A map or a list that was read.
#[derive(Debug)]
pub(super) struct Read {
    pub(super) place: u64,
    /// Its node, if a tree is read.
    pub(super) node: Option<usize>,
    pub(super) length: usize,
    /// Whether two of its parts are the same.
    pub(super) repeats: bool,
    pub(super) is_map: bool,
}

/// What happened in one run.
#[derive(Debug, Default)]
pub(super) struct Log {
    pub(super) kinds: Vec<(u64, Kind)>,
    pub(super) texts: Vec<(u64, String)>,
    pub(super) numbers: Vec<(u64, i128)>,
    /// The text keys of each map.
    pub(super) maps: Vec<(u64, Vec<String>)>,
    /// The place of each value under a known key, that of its map, and the key.
    pub(super) values: Vec<(u64, u64, String)>,
    pub(super) fields: Vec<(u64, &'static [&'static str], Vec<bool>)>,
    pub(super) variants: Vec<(u64, usize)>,
    pub(super) read: Vec<Read>,
    /// Alternatives that contain their own type, and how often.
    pub(super) branches: Vec<(u64, usize, u32)>,
    pub(super) taught: Vec<Taught>,
    /// Whether the type borrows texts or bytes.
    pub(super) borrows: bool,
    open: Vec<Open>,
    /// The alternatives that are being read, and how often each was entered below itself.
    entered: Vec<(u64, usize, u32)>,
    /// The lists that are being read.
    lists: Vec<u64>,
}

thread_local! {
    static LOG: RefCell<Option<Log>> = const { RefCell::new(None) };
}

/// Runs `body` and returns its log.
pub(super) fn logged<R>(body: impl FnOnce() -> R) -> (R, Log) {
    struct Restored(Option<Log>);

    impl Drop for Restored {
        fn drop(&mut self) {
            LOG.set(self.0.take());
        }
    }

    let restored = Restored(LOG.replace(Some(Log::default())));
    let result = body();
    let log = LOG.take().unwrap_or_default();
    drop(restored);
    (result, log)
}

/// Adds to the log, if this run has one.
pub(super) fn note(what: impl FnOnce(&mut Log)) {
    LOG.with_borrow_mut(|log| {
        if let Some(log) = log {
            what(log);
        }
    });
}

/// Adds what an error says to the log, if this run has one.
pub(super) fn learn(lesson: impl FnOnce() -> Lesson) {
    note(|log| log.learn(lesson()));
}

impl Log {
    pub(super) fn open(&mut self, place: u64, fields: Option<&'static [&'static str]>) {
        self.open.push(Open { place, before: None, fields, keys: Vec::new() });
    }

    /// Moves the innermost map or record to a place that depends on its first entry.
    pub(super) fn moved(&mut self, place: u64) {
        let Some(open) = self.open.last_mut() else { return };
        let before = open.place;
        (open.place, open.before) = (place, Some(before));
        if open.fields.is_none() {
            let keys = std::mem::take(&mut open.keys);
            self.maps.push((before, keys));
        }
    }

    /// Logs a key: the first text that was read after the first `texts`, if there is one.
    pub(super) fn note_key(&mut self, texts: usize) {
        if let Some((_, key)) = self.texts.get(texts).cloned() {
            self.key(&key);
        }
    }

    pub(super) fn key(&mut self, key: &str) {
        if let Some(open) = self.open.last_mut() {
            open.keys.push(key.to_owned());
        }
    }

    /// Ends the innermost map or record, and logs its keys.
    pub(super) fn close(&mut self) {
        let Some(open) = self.open.pop() else { return };
        match open.fields {
            Some(fields) => {
                let present: Vec<bool> = fields.iter().map(|field| open.keys.iter().any(|key| key == field)).collect();
                self.fields.extend(open.before.map(|before| (before, fields, present.clone())));
                self.fields.push((open.place, fields, present));
            }
            None => self.maps.push((open.place, open.keys)),
        }
    }

    /// Enters an alternative of a type.
    pub(super) fn enter(&mut self, site: u64, alternative: usize) {
        if let Some((_, _, count)) = self.entered.iter_mut().rev().find(|(other, ..)| *other == site) {
            *count += 1;
        }
        self.entered.push((site, alternative, 0));
        self.note_branches();
    }

    pub(super) fn leave(&mut self) {
        self.entered.pop();
    }

    fn note_branches(&mut self) {
        for (site, alternative, count) in &self.entered {
            if *count == 0 {
                continue;
            }
            match self.branches.iter_mut().find(|(other, of, _)| (other, of) == (site, alternative)) {
                Some((.., most)) => *most = (*most).max(*count),
                None => self.branches.push((*site, *alternative, *count)),
            }
        }
    }

    /// Returns how often an alternative contained its own type in this run.
    pub(super) fn branches_of(&self, site: u64, alternative: usize) -> u32 {
        let known = self.branches.iter().find(|(other, of, _)| (*other, *of) == (site, alternative));
        known.map_or(0, |(.., count)| *count)
    }

    pub(super) fn list(&mut self, place: u64) {
        self.lists.push(place);
    }

    pub(super) fn end_list(&mut self, read: Read) {
        self.lists.pop();
        self.read.push(read);
    }

    fn learn(&mut self, lesson: Lesson) {
        match lesson {
            Lesson::Missing(name) => match self.record_with(name) {
                Some(place) => self.taught.push(Taught::Required(place, name)),
                None => self.teach_name(name),
            },
            Lesson::Twice(name) => {
                let Some(open) = self.open.last() else { return };
                self.taught.push(match open.keys.last() {
                    Some(last) if last != name => Taught::Alias(open.place, last.clone()),
                    _ => Taught::Clash(open.place),
                });
            }
            Lesson::UnknownField(fields) => fields.iter().for_each(|field| self.teach_name(field)),
            Lesson::UnknownVariant(text, variants) => {
                if let Some((place, _)) = self.texts.iter().rev().find(|(_, known)| *known == text) {
                    let place = *place;
                    self.taught.extend(variants.iter().map(|variant| Taught::Text(place, variant)));
                    if let Some((_, map, name)) = self.values.iter().rev().find(|(value, ..)| *value == place) {
                        self.taught.push(Taught::Tag(*map, name.clone()));
                    }
                } else if let Some((place, _)) = self.maps.iter().rev().find(|(_, keys)| keys.contains(&text)) {
                    let place = *place;
                    self.taught.extend(variants.iter().map(|variant| Taught::Name(place, (*variant).to_owned())));
                }
            }
            Lesson::Length => self.taught.extend(self.lists.last().map(|place| Taught::Picky(*place))),
            Lesson::Kind(unexpected, expected) => {
                self.borrows |= expected.starts_with("a borrowed ");
                let Some(wanted) = Kind::wanted(&expected) else { return };
                let met = self.kinds.iter().rev().find(|(_, kind)| unexpected.is_none_or(|met| met == *kind));
                if let Some((place, _)) = met.copied() {
                    self.taught.push(Taught::Wanted(place, wanted));
                    let of_type = place_of_type(&expected).filter(|of_type| *of_type != place);
                    self.taught.extend(of_type.map(|of_type| Taught::OfType(place, of_type)));
                }
            }
        }
    }

    /// Returns the innermost record, if it has this field.
    fn record_with(&self, name: &str) -> Option<u64> {
        let open = self.open.last()?;
        open.fields?.contains(&name).then_some(open.place)
    }

    /// Logs a key of an unknown map: the one that is being read, or else any that was read.
    fn teach_name(&mut self, name: &str) {
        let open = self.open.last().filter(|open| open.fields.is_none()).map(|open| open.place);
        let mut places: Vec<u64> = open.into_iter().collect();
        if open.is_none() {
            places.extend(self.maps.iter().map(|(place, _)| *place));
        }
        places.sort_unstable();
        places.dedup();
        self.taught.extend(places.into_iter().map(|place| Taught::Name(place, name.to_owned())));
    }
}

/// Returns the kind of an unexpected value.
pub(super) fn kind_of(unexpected: &Unexpected<'_>) -> Option<Kind> {
    Some(match unexpected {
        Unexpected::Bool(_) => Kind::Bool,
        Unexpected::Unsigned(_) => Kind::Natural,
        Unexpected::Signed(_) => Kind::Negative,
        Unexpected::Float(_) => Kind::Float,
        Unexpected::Char(_) | Unexpected::Str(_) => Kind::Text,
        Unexpected::Unit => Kind::Null,
        Unexpected::Seq => Kind::List,
        Unexpected::Map => Kind::Map,
        _ => return None,
    })
}
