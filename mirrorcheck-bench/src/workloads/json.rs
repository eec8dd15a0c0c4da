//! W5: a JSON-like enum, at most four deep with at most four children.

use mirrorcheck::prelude::*;

use super::Workload;
use crate::rng::Rng;

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

const DEPTH: u32 = 4;

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

fn json_by_hand(rng: &mut Rng, depth: u32) -> Json {
    match rng.below(if depth > 0 { 8 } else { 4 }) {
        0 => Json::Null,
        1 => Json::Bool(rng.below(2) == 1),
        2 => Json::Num(rng.between(-1000, 1000)),
        3 => Json::Str(word_by_hand(rng)),
        4 | 5 => {
            let length = rng.below(5) as usize;
            let mut items = Vec::with_capacity(length);
            for _ in 0..length {
                items.push(json_by_hand(rng, depth - 1));
            }
            Json::Array(items)
        }
        _ => {
            let length = rng.below(5) as usize;
            let mut members = Vec::with_capacity(length);
            for _ in 0..length {
                let name = word_by_hand(rng);
                members.push((name, json_by_hand(rng, depth - 1)));
            }
            Json::Object(members)
        }
    }
}

fn word_by_hand(rng: &mut Rng) -> String {
    let length = rng.below(9) as usize;
    let mut word = String::with_capacity(length);
    for _ in 0..length {
        word.push((b'a' + rng.below(26) as u8) as char);
    }
    word
}

impl Workload for Documents {
    const NAME: &'static str = "W5";
    type Value = Json;

    fn by_hand(rng: &mut Rng) -> Json {
        json_by_hand(rng, DEPTH)
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
