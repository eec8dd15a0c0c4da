//! The `Deserializer`: `Deserialize` asks, and a [`Run`] answers.

mod alternatives;
mod entries;
mod fields;
mod items;

use std::any::type_name;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use serde::de::{Deserializer, Expected, IntoDeserializer, Visitor};

use super::fault::Fault;
use super::knowledge::{Kind, place_of_type};
use super::lessons::Read;
use super::patterns::PlaceTexts;
use super::run::{Datum, Given, Run, named};
use super::tree::Digest;
use crate::core::arbitrary::any;
use crate::core::base::{RangeValue, biased, uniform, vec};
use crate::core::choice::Names;
use crate::core::combinators::frequency;
use crate::core::generator::Reflective;
use alternatives::{Entered, Variants};
use entries::Entries;
use fields::Fields;
use items::Items;

/// One question of `Deserialize`, about one part.
pub(super) struct Question<'a, 'x, 'c, 't> {
    pub(super) run: &'a mut Run<'x, 'c, 't>,
    pub(super) given: Given<'t>,
}

/// Returns the place of a type, which is known by the name of its visitor.
fn site<V>() -> u64 {
    named(0, type_name::<V>())
}

/// Whether a visitor is serde's buffer, which takes anything to be looked at later: under `flatten`, `untagged`, `tag`.
fn is_buffer<V>() -> bool {
    type_name::<V>().contains("::de::content::")
}

/// A fault for a part that is not of the kind that `Deserialize` asks for.
#[cold]
fn differs(wanted: &str) -> Fault {
    Fault::new(|| format!("`Deserialize` asks for {wanted}, and `Serialize` writes something else"))
}

/// Whether a visitor makes a reference, and so only takes data that outlives the run.
fn borrows<T>() -> bool {
    type_name::<T>().starts_with('&')
}

/// Keeps bytes for as long as the program runs, each once.
fn lasting(bytes: Vec<u8>) -> &'static [u8] {
    static ALL: Mutex<BTreeSet<&'static [u8]>> = Mutex::new(BTreeSet::new());
    let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = all.get(bytes.as_slice()) {
        return known;
    }
    let lasting = bytes.leak();
    all.insert(lasting);
    lasting
}

impl<'t> Question<'_, '_, '_, 't> {
    /// Returns what is given, if anything is. It has to be of the right kind.
    fn shown<T>(
        &self,
        look: impl FnOnce(&Run<'_, '_, 't>, Given<'t>) -> Option<T>,
        wanted: &str,
    ) -> Result<Option<T>, Fault> {
        match self.run.bare(self.given) {
            Given::Free => Ok(None),
            given => look(self.run, given).map(Some).ok_or_else(|| differs(wanted)),
        }
    }

    /// Reads a text: one that is known here, one that follows a pattern, or any other.
    fn text<'de, V: Visitor<'de>>(&mut self) -> Result<String, Fault> {
        if let Given::Name(name) = self.given {
            return Ok(name.to_owned());
        }
        let shown = self.shown(|run, given| run.text(given), "a text")?;
        let here = self.run.state.here();
        let known = here.map_or(&[][..], |place| &place.texts);
        let weights = if here.is_some_and(|place| place.are_all_texts) { [63, 1, 1] } else { [4, 8, 1] };
        let pattern = self.run.state.patterns.find(type_name::<V>(), type_name::<V::Value>(), self.run.state.field);
        let (path, room) = (self.run.state.path, self.run.room());
        let branches = |at| here.map_or(0, |place| place.branches_of_text(at));
        let is_unlikely = |at| room == 0 && branches(at) > 0;
        let texts = PlaceTexts { known, is_unlikely: &is_unlikely, weights, pattern };
        let text = self.run.leaf(&texts, shown)?;
        self.run.state.text = known.iter().position(|(known, _)| *known == text).map(|at| (path, at));
        self.run.state.note(|log| log.texts.push((path, text.clone())));
        self.run.state.tag = Some(named(1, &text));
        Ok(text)
    }

    /// Hands out a text: as a reference where the type borrows it.
    fn hand_out<'de, V: Visitor<'de>>(&self, visitor: V, text: String) -> Result<V::Value, Fault> {
        if borrows::<V::Value>() || is_buffer::<V>() && self.run.state.knowledge.borrows {
            let lasting = std::str::from_utf8(lasting(text.into_bytes())).unwrap_or_default();
            return visitor.visit_borrowed_str(lasting);
        }
        visitor.visit_string(text)
    }

    /// Returns the place of the type that a buffer is for, if its visitor or an error has named it.
    fn type_of_buffer(&self, visitor: &dyn Expected) -> Option<u64> {
        place_of_type(&visitor.to_string()).or_else(|| self.run.state.here()?.of_type)
    }

    /// Reads an integer. If many runs fail, it mostly lies between those that were read before.
    fn number<N>(&mut self, all: impl Reflective<Value = N>, shown: Option<N>) -> Result<N, Fault>
    where
        N: Datum + RangeValue + TryFrom<i128> + TryInto<i128>,
    {
        let state = &self.run.state;
        let usual = state.here().filter(|_| state.knowledge.is_hard).and_then(|place| place.range());
        let usual = usual.and_then(|(low, high)| Some((N::try_from(low).ok()?, N::try_from(high).ok()?)));
        let number = match usual {
            Some((low, high)) => self.run.leaf(&frequency(((31, biased(low..=high)), (1, all))), shown)?,
            None => self.run.leaf(&all, shown)?,
        };
        let path = self.run.state.path;
        if let Ok(number) = number.try_into() {
            self.run.state.note(|log| log.numbers.push((path, number)));
        }
        Ok(number)
    }

    fn list<'de, V: Visitor<'de>>(self, visitor: V, exact: Option<usize>) -> Result<V::Value, Fault> {
        let node = self.run.bare(self.given);
        let given = match self.given {
            Given::Free => None,
            given => Some(self.run.items(self.run.bare(given)).ok_or_else(|| differs("a list"))?),
        };
        let room = self.run.room();
        self.run.group(room, |run| {
            let mut items = Items::begin::<V>(run, node, given, exact)?;
            let result = visitor.visit_seq(&mut items);
            items.end(result)
        })
    }

    fn map<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let node = self.run.bare(self.given);
        let given = match self.given {
            Given::Free => None,
            given => Some(self.run.entries(self.run.bare(given)).ok_or_else(|| differs("a map"))?),
        };
        let room = self.run.room();
        self.run.group(room, |run| {
            let mut entries = Entries::begin::<V>(run, node, given);
            let result = visitor.visit_map(&mut entries);
            entries.end(result)
        })
    }

    fn record<'de, V: Visitor<'de>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value, Fault> {
        let bare = self.run.bare(self.given);
        if let Some(items) = self.run.items(bare) {
            // Some types write a list of their fields.
            return Question { run: self.run, given: self.given }.list(visitor, Some(items.len()));
        }
        let given = match bare {
            Given::Free => None,
            given => Some(self.run.entries(given).ok_or_else(|| differs("a record"))?),
        };
        let room = self.run.room();
        self.run.group(room, |run| {
            let names = (type_name::<V::Value>(), fields);
            let mut record = Fields::begin(run, given, names, site::<V>());
            let result = visitor.visit_map(&mut record);
            record.end(result)
        })
    }
}

macro_rules! integers {
    ($($method:ident $visit:ident $type:ident)*) => { $(
        fn $method<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Fault> {
            let wanted = concat!("an integer of the type `", stringify!($type), "`");
            let shown = self.shown(|run, given| run.integer(given)?.fit::<$type>(), wanted)?;
            let number = self.number(any::<$type>(), shown)?;
            visitor.$visit(number)
        }
    )* };
}

impl<'de> Deserializer<'de> for Question<'_, '_, '_, '_> {
    type Error = Fault;

    fn is_human_readable(&self) -> bool {
        self.run.state.is_readable
    }

    integers! {
        deserialize_u8 visit_u8 u8
        deserialize_u16 visit_u16 u16
        deserialize_u32 visit_u32 u32
        deserialize_u64 visit_u64 u64
        deserialize_u128 visit_u128 u128
        deserialize_i8 visit_i8 i8
        deserialize_i16 visit_i16 i16
        deserialize_i32 visit_i32 i32
        deserialize_i64 visit_i64 i64
        deserialize_i128 visit_i128 i128
    }

    fn deserialize_any<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Fault> {
        if let Given::Name(name) = self.given {
            return self.hand_out(visitor, name.to_owned());
        }
        self.given = self.run.bare(self.given);
        if !is_buffer::<V>() {
            (self.run.state.path, self.run.state.depth) = (site::<V>(), 0);
        } else if let Some(of_type) = self.type_of_buffer(&visitor) {
            (self.run.state.path, self.run.state.depth) = (of_type, 0);
        }
        let shown = match self.given {
            Given::Free => None,
            given => Some(self.run.kind(given) as usize),
        };
        let is_hard = self.run.state.knowledge.is_hard;
        let mut weights = self.run.state.here().map_or([1; 8], |place| place.kinds(is_hard));
        if self.run.room() == 0 {
            // Without room, anything without parts is much more likely.
            let leaves: u64 = weights[..Kind::List as usize].iter().sum();
            let parts: u64 = weights[Kind::List as usize..].iter().sum();
            if leaves * 16 > parts {
                weights[..Kind::List as usize].iter_mut().for_each(|weight| *weight *= 256);
            }
        }
        let kind = Kind::ALL[self.run.pick(&weights, Names::Literals(Kind::LABELS), shown)?];
        let path = self.run.state.path;
        self.run.state.note(|log| log.kinds.push((path, kind)));
        self.run.state.digest.word(kind as u64);
        match kind {
            Kind::Null => visitor.visit_unit(),
            Kind::Bool => self.deserialize_bool(visitor),
            Kind::Natural => {
                let shown = self.shown(|run, given| run.integer(given)?.fit::<u64>(), "an integer of 64 bits")?;
                let number = self.number(any::<u64>(), shown)?;
                visitor.visit_u64(number)
            }
            Kind::Negative => {
                let shown = self.shown(|run, given| run.integer(given)?.fit::<i64>(), "an integer of 64 bits")?;
                let number = self.number(biased(i64::MIN..=-1), shown)?;
                visitor.visit_i64(number)
            }
            Kind::Float => {
                // Most self-describing formats only have finite floats.
                let shown = self.shown(|run, given| run.float(given), "a float")?;
                let floats = frequency(((31, biased(f64::MIN..=f64::MAX)), (1, any::<f64>())));
                visitor.visit_f64(self.run.leaf(&floats, shown)?)
            }
            Kind::Text => {
                let text = self.text::<V>()?;
                self.hand_out(visitor, text)
            }
            Kind::List => self.list(visitor, None),
            Kind::Map => self.map(visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let shown = self.shown(|run, given| run.boolean(given), "a boolean")?;
        visitor.visit_bool(self.run.leaf(&any::<bool>(), shown)?)
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let shown = self.shown(|run, given| run.float(given).map(|number| number as f32), "a float")?;
        visitor.visit_f32(self.run.leaf(&any::<f32>(), shown)?)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let shown = self.shown(|run, given| run.float(given), "a float")?;
        visitor.visit_f64(self.run.leaf(&any::<f64>(), shown)?)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        if let Given::Name(name) = self.given {
            return visitor.visit_str(name);
        }
        let only = |text: String| {
            let mut chars = text.chars();
            chars.next().filter(|_| chars.next().is_none())
        };
        let shown = self.shown(|run, given| run.text(given).and_then(only), "a character")?;
        visitor.visit_char(self.run.leaf(&any::<char>(), shown)?)
    }

    fn deserialize_str<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Fault> {
        let text = self.text::<V>()?;
        self.hand_out(visitor, text)
    }

    fn deserialize_string<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Fault> {
        let text = self.text::<V>()?;
        self.hand_out(visitor, text)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_byte_buf(visitor)
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        if let Given::Name(name) = self.given {
            return visitor.visit_bytes(name.as_bytes());
        }
        let shown = self.shown(|run, given| run.bytes(given), "bytes")?;
        let state = &mut self.run.state;
        let is_hard = state.knowledge.is_hard;
        (state.path, state.depth) = (site::<V>(), 0);
        let path = state.path;
        // The size of the type is a good guess for the number of bytes.
        let usual = state.here().and_then(|place| place.usual_length(size_of::<V::Value>(), is_hard));
        let bytes = match usual {
            Some(length) => {
                let likely = frequency(((31, vec(uniform::<u8>(), length)), (1, vec(uniform::<u8>(), ..))));
                self.run.leaf(&likely, shown)?
            }
            None => self.run.leaf(&any::<Vec<u8>>(), shown)?,
        };
        self.run.state.note(|log| log.list(path));
        let length = bytes.len();
        let value: Result<_, Fault> = match borrows::<V::Value>() {
            true => visitor.visit_borrowed_bytes(lasting(bytes)),
            false => visitor.visit_byte_buf(bytes),
        };
        let value = value?;
        self.run
            .state
            .note(|log| log.end_list(Read { place: path, node: None, length, repeats: false, is_map: false }));
        Ok(value)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        if let Given::Name(_) = self.given {
            return visitor.visit_some(self);
        }
        let shown = match self.given {
            Given::Free => None,
            given => Some(usize::from(!self.run.is_null(given))),
        };
        let entered = Entered::choose(self.run, site::<V>(), Names::Literals(&["none", "some"]), &[1, 2], shown)?;
        let given = self.run.some(self.given);
        match entered.alternative {
            0 => entered.within(self.run, |_| visitor.visit_none()),
            _ => entered.within(self.run, |run| {
                run.deeper(|run| {
                    let outer = std::mem::replace(&mut run.state.at, given);
                    let value = visitor.visit_some(Question { run, given })?;
                    run.state.at = outer;
                    Ok(value)
                })
            }),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let run = self.run;
        match run.bare(self.given) {
            Given::Node(_) if !run.is_null(self.given) => Err(differs("a unit")),
            _ => visitor.visit_unit(),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Fault> {
        let given = self.given;
        self.run.step()?;
        self.run.deeper(|run| visitor.visit_newtype_struct(Question { run, given }))
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.list(visitor, None)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Fault> {
        self.list(visitor, Some(length))
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.list(visitor, Some(length))
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.map(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.record(fields, visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        if let Given::Name(name) = self.given {
            return visitor.visit_enum(name.into_deserializer());
        }
        let shown = match self.given {
            Given::Free => None,
            given => Some(self.run.variant(self.run.bare(given)).ok_or_else(|| differs("a variant"))?),
        };
        let at = match shown {
            Some((name, _)) => Some(variants.iter().position(|known| *known == name).ok_or_else(|| {
                Fault::new(|| format!("`Serialize` writes the variant `{name}`, and `Deserialize` has no such variant"))
            })?),
            None => None,
        };
        let entered = Entered::choose(self.run, site::<V>(), Names::Literals(variants), &[], at)?;
        let name = variants.get(entered.alternative).copied().unwrap_or_default();
        let given = shown.map(|(_, inner)| inner);
        let (place, of_type) = (entered.place(), type_name::<V::Value>());
        entered
            .within(self.run, |run| run.deeper(|run| visitor.visit_enum(Variants { run, name, of_type, place, given })))
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_str(visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_unit()
    }
}

/// Whether two parts are the same.
fn repeats(digests: &[Digest]) -> bool {
    let mut sorted = digests.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}
