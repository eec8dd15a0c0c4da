//! Every form in which text is written under `#[generator]`, in both directions, against lists made by hand.

mod arguments;
mod combinators;
mod generators;
mod pieces;
mod recursion;
mod values;

use std::fmt::Debug;

use mirrorcheck::choices::Ways;
use mirrorcheck::prelude::*;
use mirrorcheck::text::{Text, many};

use crate::laws;

/// The generator makes exactly these texts, this likely, and none of the others that are one character away.
#[track_caller]
fn makes<G>(generator: &G, texts: &[(&str, f64)])
where
    G: Text<Value = String> + Clone,
{
    let mut made: Vec<String> = generator.all_values().take(1_000).collect();
    made.sort();
    made.dedup();
    let mut expected: Vec<String> = texts.iter().map(|(text, _)| (*text).to_owned()).collect();
    expected.sort();
    assert_eq!(made, expected);
    for (text, probability) in texts {
        let text = (*text).to_owned();
        reads(generator, &text);
        close(generator.probability(&text), *probability, &text);
    }
    let texts: Vec<&str> = expected.iter().map(String::as_str).collect();
    refuses_neighbours(generator, &texts);
    laws::check(generator.clone());
}

/// Each equally likely.
#[track_caller]
fn makes_evenly<G>(generator: &G, texts: &[&str])
where
    G: Text<Value = String> + Clone,
{
    let texts: Vec<(&str, f64)> = texts.iter().map(|text| (*text, 1.0 / texts.len() as f64)).collect();
    makes(generator, &texts);
}

#[track_caller]
fn close(a: f64, b: f64, what: impl Debug) {
    assert!((a - b).abs() <= 1e-12, "{what:?}: {a} and {b}");
}

/// A text in range is its own value, and comes back from choices and bytes.
#[track_caller]
fn reads<G: Text<Value = String>>(generator: &G, text: &str) {
    let text = text.to_owned();
    assert!(generator.contains(&text), "{text:?}: {}", generator.why_not(&text).unwrap());
    assert_eq!(generator.parse(&text).as_ref(), Ok(&text));
    assert_eq!(generator.parse_bytes(text.as_bytes()).as_ref(), Ok(&text));
    assert_eq!(generator.print(&text).as_ref(), Some(&text));
    comes_back(generator, &text);
}

#[track_caller]
fn comes_back<G>(generator: &G, value: &G::Value)
where
    G: Reflective,
    G::Value: PartialEq + Debug,
{
    let ways: Vec<Choices> = generator.reflect(value).take(10).collect();
    assert!(!ways.is_empty(), "{value:?} has no reflection");
    for way in &ways {
        assert_eq!(generator.replay(way).as_ref(), Ok(value), "{way}");
        let read: Choices = way.to_string().parse().unwrap();
        assert_eq!(generator.replay(&read).as_ref(), Ok(value), "{way} as text");
    }
    let first = generator.reflect_first(value).unwrap().expect("contained, so it reflects");
    assert_eq!(generator.replay(&first).as_ref(), Ok(value), "{first}");
    let bytes = generator.to_bytes(value).unwrap();
    assert_eq!(generator.from_bytes(&bytes).as_ref(), Ok(value), "{bytes:?}");
}

/// None of these texts is in range, in any direction, and the error is at a place in it.
#[track_caller]
fn refuses<G: Text<Value = String>>(generator: &G, texts: &[&str]) {
    for text in texts {
        laws::is_refused(generator, &(*text).to_owned());
        let error = generator.parse(text).expect_err(text);
        assert!(text.is_char_boundary(error.offset), "{text:?}: {error}");
        assert_eq!(error.found, text[error.offset..].chars().next(), "{text:?}: {error}");
    }
}

/// What is one character away from the texts and none of them.
fn neighbours(texts: &[&str]) -> Vec<String> {
    let mut alphabet: Vec<char> = texts.iter().flat_map(|text| text.chars()).chain(['~', 'é']).collect();
    alphabet.sort();
    alphabet.dedup();
    let mut all = Vec::new();
    for text in texts {
        let text: Vec<char> = text.chars().collect();
        for i in 0..=text.len() {
            let (before, after) = text.split_at(i);
            if let Some((_, after)) = after.split_first() {
                all.push(before.iter().chain(after).collect());
            }
            for c in &alphabet {
                all.push(before.iter().chain([c]).chain(after).collect());
                if let Some((_, after)) = after.split_first() {
                    all.push(before.iter().chain([c]).chain(after).collect());
                }
            }
        }
    }
    all.sort();
    all.dedup();
    all.retain(|near: &String| !texts.contains(&near.as_str()));
    // As many as are checked in a moment, from all over.
    let step = all.len() / 200 + 1;
    all.into_iter().step_by(step).collect()
}

#[track_caller]
fn refuses_neighbours<G: Text<Value = String>>(generator: &G, texts: &[&str]) {
    let near = neighbours(texts);
    refuses(generator, &near.iter().map(String::as_str).collect::<Vec<_>>());
}

/// How many ways there are to a text.
#[track_caller]
fn ways<G: Reflective<Value = String>>(generator: &G, text: &str) -> Ways {
    generator.reflect(&text.to_owned()).ways()
}

/// A typed generator makes exactly these values, each with this text and this likely.
#[track_caller]
fn writes<G>(generator: &G, values: &[(G::Value, &str, f64)])
where
    G: Text + Clone,
    G::Value: PartialEq + Debug + 'static,
{
    let made: Vec<G::Value> = generator.all_values().take(1_000).collect();
    assert!(made.iter().all(|made| values.iter().any(|(value, ..)| value == made)), "{made:?}");
    for (value, text, probability) in values {
        assert!(made.contains(value), "{value:?} is not made");
        writes_one(generator, value, text);
        close(generator.probability(value), *probability, value);
    }
    let texts: Vec<&str> = values.iter().map(|(_, text, _)| *text).collect();
    for near in neighbours(&texts) {
        let error = generator.parse(&near).expect_err(&near);
        assert!(near.is_char_boundary(error.offset), "{near:?}: {error}");
    }
    laws::check(generator.clone());
}

#[track_caller]
fn writes_one<G>(generator: &G, value: &G::Value, text: &str)
where
    G: Text,
    G::Value: PartialEq + Debug,
{
    assert!(generator.contains(value), "{value:?}: {}", generator.why_not(value).unwrap());
    assert_eq!(generator.print(value).as_deref(), Some(text));
    assert_eq!(generator.parse(text).as_ref(), Ok(value), "{text:?}");
    comes_back(generator, value);
}

/// One or two of these letters.
#[generator]
fn word_of(letters: &'static str) -> String {
    draw(many(element_of_chars(letters), 1..=2))
}

fn element_of_chars(letters: &str) -> impl Text<Value = char> + Clone {
    pick_from(letters.chars().map(|c| (1, "", c..=c)).collect::<Vec<_>>())
}
