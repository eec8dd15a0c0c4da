//! Values that are built first and changed then.

use std::collections::{BTreeMap, HashMap};

use mirrorcheck::prelude::*;

#[derive(Debug, Clone, PartialEq, Default)]
struct Config {
    name: String,
    retries: u32,
    tags: Vec<String>,
    limits: HashMap<String, u32>,
    inner: Inner,
}

#[derive(Debug, Clone, PartialEq, Default)]
struct Inner {
    level: u8,
    flag: bool,
}

#[generator]
fn fields() -> Config {
    let mut config = Config::default();
    config.name = draw(string('a'..='c', 0..=3));
    config.retries = draw(0..=9);
    config
}

#[generator]
fn inner_fields() -> Config {
    let mut config = Config::default();
    config.inner.level = draw(0..=200);
    config.inner.flag = draw(any::<bool>());
    config
}

#[generator]
fn field_if() -> Config {
    let mut config = Config::default();
    if draw(any::<bool>()) {
        config.retries = draw(1..=9);
    }
    config
}

#[generator]
fn push_to_a_field() -> Config {
    let mut config = Config::default();
    config.tags.push(draw(string('a'..='c', 0..=3)));
    config.tags.push(draw(string('d'..='f', 0..=3)));
    config
}

#[generator]
fn insert_into_a_field() -> Config {
    let mut config = Config::default();
    config.limits.insert("cpu".to_owned(), draw(0..=99));
    config.limits.insert("memory".to_owned(), draw(0..=99));
    config
}

#[generator]
fn pushes() -> Vec<u32> {
    let mut list = Vec::new();
    list.push(draw(0..=9));
    let second = draw(10..=19);
    list.push(second);
    list.push(second + 1);
    list
}

#[generator]
fn extended() -> Vec<u8> {
    let mut list = vec![draw(0..=9)];
    list.extend(draw(vec(10..=19, 0..=3)));
    list
}

#[generator]
fn inserted() -> BTreeMap<String, u32> {
    let mut map = BTreeMap::new();
    map.insert("a".to_owned(), draw(0..=99));
    map.insert("b".to_owned(), draw(0..=99));
    map
}

#[generator]
fn set_to_the_end() -> Vec<u8> {
    let mut list = draw(vec(0..=9, 3));
    list[0] = draw(10..=19);
    list
}

#[generator]
fn accumulated() -> u32 {
    let mut total = draw(0..=9);
    total += draw(0..=9);
    total *= 2;
    total
}

#[generator]
fn pushed_text() -> String {
    let mut text = draw(string('a'..='c', 0..=3));
    text.push('!');
    text.push_str("?");
    text
}

#[generator]
fn text_added() -> (String, u8) {
    let name = draw(string('a'..='c', 1..=3));
    (name + "@example.com", draw(0..=9))
}

#[generator]
fn formatted() -> (String, u8) {
    let name = draw(string('a'..='c', 1..=3));
    (format!("{name}@example.com"), draw(0..=9))
}

forms! {
    "Values that are built, then changed":
    fields Once "`config.name = draw(g);`";
    inner_fields Few "`config.inner.level = draw(g);`";
    field_if Few "`if draw(g) { config.retries = draw(h); }`";
    push_to_a_field Few "`config.tags.push(draw(g));`";
    insert_into_a_field Few "`config.limits.insert(\"cpu\".to_owned(), draw(g));`";
    pushes Few "`list.push(draw(g));`, one after the other";
    extended Few "`list.extend(draw(g));`";
    inserted Few "`map.insert(\"a\".to_owned(), draw(g));`";
    set_to_the_end Trying "`list[0] = draw(g);`";
    accumulated Trying "`total += draw(g);`";
    pushed_text Few "`text.push('!');`";
    text_added Few "`name + \"@example.com\"`";
    formatted Few "`format!(\"{name}@example.com\")` in a tuple";
}
