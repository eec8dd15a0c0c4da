//! What is known about a type. It is learnt in runs with fixed seeds, and does not change afterwards.

use std::collections::HashMap;

use super::lessons::{Log, Taught};

/// The kinds of values in a self-describing format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Null,
    Bool,
    Natural,
    Negative,
    Float,
    Text,
    List,
    Map,
}

impl Kind {
    pub(super) const ALL: [Kind; 8] =
        [Kind::Null, Kind::Bool, Kind::Natural, Kind::Negative, Kind::Float, Kind::Text, Kind::List, Kind::Map];
    pub(super) const LABELS: &'static [&'static str] =
        &["null", "bool", "natural", "negative", "float", "text", "list", "map"];

    /// Returns the kind that serde's own visitors describe in these words.
    pub(super) fn wanted(expected: &str) -> Option<Kind> {
        let has = |words: &[&str]| words.iter().any(|word| expected.contains(word));
        let starts = |words: &[&str]| words.iter().any(|word| expected.starts_with(word));
        Some(match expected {
            "a boolean" => Kind::Bool,
            "u8" | "u16" | "u32" | "u64" | "u128" | "usize" => Kind::Natural,
            "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => Kind::Natural,
            "f32" | "f64" => Kind::Float,
            "unit" => Kind::Null,
            _ if starts(&["unit struct"]) => Kind::Null,
            _ if starts(&["struct ", "a map", "internally tagged", "adjacently tagged"]) => Kind::Map,
            _ if starts(&["tuple ", "a tuple", "a sequence", "an array", "a set", "a list"]) => Kind::List,
            _ if has(&["string", "character", "identifier", "variant"]) => Kind::Text,
            _ if has(&["integer", "number"]) => Kind::Natural,
            _ => return None,
        })
    }
}

/// Returns the place of a type that a derived visitor names in what it expects.
pub(super) fn place_of_type(expected: &str) -> Option<u64> {
    let names_a_type = ["struct ", "internally tagged enum ", "adjacently tagged enum "];
    names_a_type.iter().any(|start| expected.starts_with(start)).then(|| super::run::named(2, expected))
}

/// A key or a field, and how often it was seen.
#[derive(Debug, Clone)]
pub(super) struct Name {
    pub(super) name: String,
    /// How many values were written with it, and how many without.
    written: u32,
    left_out: u32,
    is_required: bool,
    is_alias: bool,
    /// Whether a value had it on which the two impls disagree.
    disagrees: bool,
}

/// Whether the order of parts matters.
#[derive(Debug, Clone, Copy, Default)]
struct Order {
    /// How often the reversed order made the same value, and a different one.
    same: u32,
    other: u32,
    /// Whether equal parts become one.
    merges: bool,
}

/// What is known about one place: a type, or a part without a type of its own.
#[derive(Debug, Clone, Default)]
pub(super) struct Place {
    kinds: [u32; 8],
    wanted: [u32; 8],
    /// The place of the type that is read here.
    pub(super) of_type: Option<u64>,
    /// The keys of a map, or the fields of a record.
    pub(super) names: Vec<Name>,
    clashes: bool,
    /// The key whose value decides what the other entries are.
    pub(super) tag: Option<String>,
    /// Whether these are the fields of a record.
    is_record: bool,
    /// Combinations of names that were seen together.
    pub(super) together: Vec<Vec<usize>>,
    /// How many values had other keys, and how many did not.
    others: (u32, u32),
    /// Texts with their weights, and whether there are no others.
    pub(super) texts: Vec<(String, u32)>,
    pub(super) are_all_texts: bool,
    lengths: Vec<(usize, u32)>,
    is_picky: bool,
    order: Order,
    /// The smallest and the largest number, and how many there were.
    numbers: Option<(i128, i128, u32)>,
    /// How often each variant was made and written, and how often it contained its own type.
    variants: Vec<(u32, u32, u32)>,
}

/// The most texts, lengths and combinations that are remembered for one place.
const MANY: usize = 32;
/// One in so many values has a part that is usually absent, or lacks one that is usually there.
const RARELY: u64 = 1 << 10;

/// What is known about a type and its parts.
#[derive(Debug, Clone, Default)]
pub(super) struct Knowledge {
    places: HashMap<u64, Place>,
    /// Whether learning is over.
    pub(super) is_frozen: bool,
    /// How many values were written just as they were read.
    pub(super) canonical: u32,
    /// Whether many runs fail, so that it pays to stay near what works.
    pub(super) is_hard: bool,
    /// Whether the type borrows texts or bytes.
    pub(super) borrows: bool,
}

impl Knowledge {
    #[inline]
    pub(super) fn at(&self, place: u64) -> Option<&Place> {
        self.places.get(&place)
    }

    fn place(&mut self, place: u64) -> &mut Place {
        self.places.entry(place).or_default()
    }

    /// Learns from a log what its errors say.
    pub(super) fn take_in(&mut self, log: &Log) {
        self.borrows |= log.borrows;
        for (site, alternative, count) in &log.branches {
            let known = self.place(*site).variant(*alternative);
            known.2 = known.2.max(*count);
        }
        for taught in &log.taught {
            match taught {
                Taught::Name(place, name) => drop(self.place(*place).name(name)),
                Taught::Required(place, name) => self.place(*place).with_name(name, |name| name.is_required = true),
                Taught::Alias(place, name) => self.place(*place).with_name(name, |name| name.is_alias = true),
                Taught::Clash(place) => self.place(*place).clashes = true,
                Taught::Text(place, text) => {
                    let place = self.place(*place);
                    place.add_text(text, 1);
                    place.are_all_texts = true;
                }
                Taught::Tag(place, name) => self.place(*place).tag = Some(name.clone()),
                Taught::Wanted(place, kind) => self.place(*place).wanted[*kind as usize] += 1,
                Taught::OfType(place, of_type) => self.place(*place).of_type = Some(*of_type),
                Taught::Picky(place) => self.place(*place).is_picky = true,
            }
        }
    }

    /// Learns from a value that a run made, and from what `Serialize` wrote, which is how it should be.
    pub(super) fn succeed(&mut self, made: &Log, written: &Log) {
        for (site, variant) in &made.variants {
            self.place(*site).variant(*variant).0 += 1;
        }
        for read in made.read.iter().filter(|read| read.repeats) {
            let shorter = written.read.iter().any(|other| other.place == read.place && other.length < read.length);
            self.place(read.place).order.merges |= shorter;
        }
        self.write(written, 1);
        // Keys and texts that `Serialize` came up with can be read.
        for (place, keys) in &written.maps {
            let given = |key: &String| made.maps.iter().any(|(_, keys)| keys.contains(key));
            for key in keys.iter().filter(|key| !given(key)) {
                self.place(*place).name(key);
            }
        }
        for (place, text) in &written.texts {
            if !made.texts.iter().any(|(_, given)| given == text) {
                self.place(*place).add_text(text, 1);
            }
        }
        for (place, keys) in &written.maps {
            self.place(*place).note_keys(keys, 1);
        }
    }

    /// Learns from a run that made a value on which the two impls disagree: a field that is read and never written is not an
    /// alias then.
    pub(super) fn disagree(&mut self, made: &Log) {
        for (place, fields, present) in &made.fields {
            for (field, _) in fields.iter().zip(present).filter(|(_, is_there)| **is_there) {
                self.place(*place).with_name(field, |name| name.disagrees = true);
            }
        }
    }

    /// Learns from an example.
    pub(super) fn example(&mut self, written: &Log) {
        const WEIGHT: u32 = 8;
        self.write(written, WEIGHT);
        for (place, keys) in &written.maps {
            for key in keys {
                self.place(*place).name(key);
            }
            self.place(*place).note_keys(keys, WEIGHT);
        }
        for (place, text) in &written.texts {
            self.place(*place).add_text(text, WEIGHT);
        }
    }

    fn write(&mut self, written: &Log, weight: u32) {
        for (place, kind) in &written.kinds {
            self.place(*place).kinds[*kind as usize] += weight;
        }
        for (place, fields, present) in &written.fields {
            self.place(*place).is_record = true;
            for (field, is_there) in fields.iter().zip(present) {
                self.place(*place).with_name(field, |name| name.count(*is_there, weight));
            }
        }
        for (site, variant) in &written.variants {
            self.place(*site).variant(*variant).1 += weight;
        }
        for read in written.read.iter().filter(|read| !read.is_map) {
            self.place(read.place).note_length(read.length, weight);
        }
        for (place, number) in &written.numbers {
            let numbers = &mut self.place(*place).numbers;
            let (low, high, count) = numbers.unwrap_or((*number, *number, 0));
            *numbers = Some((low.min(*number), high.max(*number), count + 1));
        }
        for (place, text) in &written.texts {
            let place = self.place(*place);
            if let Some((_, known)) = place.texts.iter_mut().find(|(known, _)| known == text) {
                *known = (*known).max(weight);
            }
        }
    }

    /// Learns whether the reversed order of parts made the same value.
    pub(super) fn reversed(&mut self, place: u64, is_same: bool) {
        let order = &mut self.place(place).order;
        *(if is_same { &mut order.same } else { &mut order.other }) += 1;
    }

    /// Returns how often the reversed order was tried.
    pub(super) fn times_reversed(&self, place: u64) -> u32 {
        self.at(place).map_or(0, |place| place.order.same + place.order.other)
    }

    /// Ends learning.
    pub(super) fn freeze(&mut self) {
        self.is_frozen = true;
        for place in self.places.values_mut() {
            place.freeze();
        }
    }
}

impl Name {
    fn count(&mut self, is_there: bool, weight: u32) {
        *(if is_there { &mut self.written } else { &mut self.left_out }) += weight;
    }

    fn weights(&self, is_frozen: bool, clashes: bool) -> [u64; 2] {
        let (there, all) = (u64::from(self.written), u64::from(self.written + self.left_out));
        if self.disagrees && there == 0 {
            return [1, 1];
        }
        if all > 0 && (is_frozen || there > 0) {
            // Both must stay possible.
            let share = (there * RARELY / all).clamp(1, RARELY - 1);
            return [share, RARELY - share];
        }
        match self {
            Name { is_required: true, is_alias: false, .. } => [RARELY - 1, 1],
            Name { is_alias: true, .. } => [1, RARELY - 1],
            _ if clashes => [1, 1],
            _ => [7, 1],
        }
    }
}

impl Place {
    fn name(&mut self, name: &str) -> Option<&mut Name> {
        if let Some(at) = self.names.iter().position(|known| known.name == name) {
            return self.names.get_mut(at);
        }
        // Of a record with more fields, only the first are learnt.
        if self.names.len() < 8 * MANY {
            let name = name.to_owned();
            let (is_required, is_alias, disagrees) = (false, false, false);
            let new = Name { name, written: 0, left_out: 0, is_required, is_alias, disagrees };
            self.names.push(new);
            return self.names.last_mut();
        }
        None
    }

    fn with_name(&mut self, name: &str, body: impl FnOnce(&mut Name)) {
        if let Some(name) = self.name(name) {
            body(name);
        }
    }

    fn variant(&mut self, variant: usize) -> &mut (u32, u32, u32) {
        if self.variants.len() <= variant {
            self.variants.resize(variant + 1, (0, 0, 0));
        }
        &mut self.variants[variant]
    }

    fn add_text(&mut self, text: &str, weight: u32) {
        if self.texts.len() < MANY && text.len() <= 256 && !self.texts.iter().any(|(known, _)| known == text) {
            self.texts.push((text.to_owned(), weight));
        }
    }

    fn note_length(&mut self, length: usize, weight: u32) {
        match self.lengths.iter_mut().find(|(known, _)| *known == length) {
            Some((_, count)) => *count += weight,
            None => push_some(&mut self.lengths, (length, weight)),
        }
    }

    fn note_keys(&mut self, keys: &[String], weight: u32) {
        for name in &mut self.names {
            name.count(keys.contains(&name.name), weight);
        }
        let known: Vec<usize> =
            (0..self.names.len()).filter(|at| keys.iter().any(|key| *key == self.names[*at].name)).collect();
        let has_others = known.len() < keys.len();
        *(if has_others { &mut self.others.0 } else { &mut self.others.1 }) += weight;
        if known.is_empty() || has_others {
            return;
        }
        if !self.together.contains(&known) {
            push_some(&mut self.together, known);
        }
    }

    fn freeze(&mut self) {
        // A key that was never written is a wrong guess, or an alias.
        if self.is_record || self.names.iter().all(|name| name.written == 0) {
            return;
        }
        let kept: Vec<usize> = (0..self.names.len()).filter(|at| self.names[*at].written > 0).collect();
        for names in &mut self.together {
            names.iter_mut().for_each(|name| *name = kept.iter().position(|at| at == name).unwrap_or(0));
        }
        self.names.retain(|name| name.written > 0);
    }

    /// Returns the weights with which a key is there, and not there.
    pub(super) fn presence(&self, name: &str, is_frozen: bool) -> [u64; 2] {
        let known = self.names.iter().find(|known| known.name == name);
        known.map_or([7, 1], |known| known.weights(is_frozen, self.clashes))
    }

    /// Returns the weights of the kinds: those that were written, or else those that errors ask for. How often a kind was
    /// written does not count, because it only says how easily it is made.
    pub(super) fn kinds(&self, is_hard: bool) -> [u64; 8] {
        let usual = if is_hard { 64 } else { 8 };
        let weight = |count: u32| if count > 0 { usual } else { 1 };
        if self.kinds.iter().any(|count| *count > 0) {
            return self.kinds.map(weight);
        }
        if self.wanted.iter().any(|count| *count > 0) {
            return self.wanted.map(|count| 1 + u64::from(count.min(4)) * 8);
        }
        [1; 8]
    }

    /// Returns the usual length where only some can be read, or the guess while none is known.
    pub(super) fn usual_length(&self, guess: usize, is_hard: bool) -> Option<usize> {
        let usual = self.lengths.iter().max_by_key(|(_, count)| *count);
        let is_only_one = is_hard && matches!(self.lengths.as_slice(), [(_, count)] if *count >= 3);
        (self.is_picky || is_only_one).then(|| usual.map_or(guess, |(length, _)| *length))
    }

    /// Whether the order of parts makes no difference.
    pub(super) fn is_unordered(&self) -> bool {
        self.order.other == 0 && self.order.same >= 2
    }

    /// Whether equal parts become one.
    pub(super) fn merges(&self) -> bool {
        self.order.merges
    }

    /// Returns the range of the numbers that were written.
    pub(super) fn range(&self) -> Option<(i128, i128)> {
        self.numbers.filter(|(.., count)| *count >= 4).map(|(low, high, _)| (low, high))
    }

    /// Returns how often the type was read again below one of its texts.
    pub(super) fn branches_of_text(&self, at: usize) -> u32 {
        self.variants.get(at).map_or(0, |(.., branches)| *branches)
    }

    /// Returns the weight of a variant where there is room, and how often it contained its own type.
    pub(super) fn alternative(&self, at: usize, is_frozen: bool) -> (u64, u32) {
        let (made, written, branches) = self.variants.get(at).copied().unwrap_or_default();
        // A variant that is read and never written is an alias.
        let is_alias = is_frozen && made > 2 && written == 0;
        (if is_alias { 1 } else { 64 }, branches)
    }

    /// Whether several values were seen, and none of them had unknown keys.
    pub(super) fn has_no_other_keys(&self) -> bool {
        matches!(self.others, (0, 3..))
    }

    /// Returns the weights with which there are unknown keys, and none.
    pub(super) fn other_keys(&self) -> [u64; 2] {
        let (some, none) = self.others;
        if some > 0 { [u64::from(some) + 1, u64::from(none) + 1] } else { [1, 63] }
    }
}

/// Adds to a list, unless it is full.
fn push_some<T>(known: &mut Vec<T>, new: T) {
    if known.len() < MANY {
        known.push(new);
    }
}
