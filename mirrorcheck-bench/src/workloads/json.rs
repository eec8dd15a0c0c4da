//! W5: a JSON-like enum, at most four deep with at most four children.

use mirrorcheck::prelude::*;

use super::{Source, Workload};

pub(crate) struct Documents;

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    Num(i64),
    Str(String),
    Array(Vec<Json>),
    Object(Vec<(String, Json)>),
}

pub(super) const DEPTH: u32 = 4;

#[generator]
fn json(depth: u32) -> Json {
    let deeper = if depth > 0 { 2 } else { 0 };
    pick([
        (1, "null", Json::Null),
        (1, "bool", Json::Bool(draw(any::<bool>()))),
        (1, "number", Json::Num(draw(-1000..=1000))),
        (1, "string", Json::Str(draw(word()))),
        (deeper, "array", Json::Array(draw(vec(json(depth - 1), 0..=4)))),
        (deeper, "object", Json::Object(draw(vec((word(), json(depth - 1)), 0..=4)))),
    ])
}

/// Up to eight letters.
fn word() -> impl Reflective<Value = String> {
    string('a'..='z', 0..=8)
}

fn json_directly(source: &mut impl Source, depth: u32) -> Json {
    match source.below(if depth > 0 { 8 } else { 4 }) {
        0 => Json::Null,
        1 => Json::Bool(source.below(2) == 1),
        2 => Json::Num(source.between(-1000, 1000)),
        3 => Json::Str(word_directly(source)),
        4 | 5 => {
            let length = source.below(5) as usize;
            let mut items = Vec::with_capacity(length);
            for _ in 0..length {
                items.push(json_directly(source, depth - 1));
            }
            Json::Array(items)
        }
        _ => {
            let length = source.below(5) as usize;
            let mut members = Vec::with_capacity(length);
            for _ in 0..length {
                let name = word_directly(source);
                members.push((name, json_directly(source, depth - 1)));
            }
            Json::Object(members)
        }
    }
}

fn word_directly(source: &mut impl Source) -> String {
    let length = source.below(9) as usize;
    let mut word = String::with_capacity(length);
    for _ in 0..length {
        word.push((b'a' + source.below(26) as u8) as char);
    }
    word
}

impl Workload for Documents {
    const NAME: &'static str = "W5";
    type Value = Json;

    fn direct(source: &mut impl Source) -> Json {
        json_directly(source, DEPTH)
    }

    fn generator() -> impl Reflective<Value = Json> {
        json(DEPTH)
    }

    /// Constructors and letters.
    fn size(json: &Json) -> usize {
        match json {
            Json::Null | Json::Bool(_) | Json::Num(_) => 1,
            Json::Str(text) => 1 + text.len(),
            Json::Array(items) => 1 + items.iter().map(Self::size).sum::<usize>(),
            Json::Object(members) => {
                1 + members.iter().map(|(name, json)| name.len() + Self::size(json)).sum::<usize>()
            }
        }
    }
}
