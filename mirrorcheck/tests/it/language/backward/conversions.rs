//! Drawn values of another type.

use std::collections::BTreeSet;
use std::rc::Rc;

use mirrorcheck::prelude::*;

#[derive(Debug, Clone, PartialEq)]
struct Name(String);

impl From<String> for Name {
    fn from(text: String) -> Name {
        Name(text)
    }
}

impl AsRef<str> for Name {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Percent(u8);

impl TryFrom<u8> for Percent {
    type Error = String;

    fn try_from(n: u8) -> Result<Percent, String> {
        if n <= 100 { Ok(Percent(n)) } else { Err(format!("{n} is too much")) }
    }
}

impl From<Percent> for u8 {
    fn from(percent: Percent) -> u8 {
        percent.0
    }
}

#[generator]
fn into_wider() -> u64 {
    draw(0..=999u32).into()
}

#[generator]
fn into_text() -> (Rc<str>, u8) {
    let text = draw(string('a'..='c', 0..=3));
    (text.into(), draw(0..=9))
}

#[generator]
fn into_own_type() -> Name {
    draw(string('a'..='c', 0..=3)).into()
}

#[generator]
fn string_from() -> (String, u8) {
    let word = draw(element_of(&["red", "green", "blue"]));
    (String::from(word), draw(0..=9))
}

#[generator]
fn to_string() -> (String, u8) {
    let n = draw(-500..=500i32);
    (n.to_string(), draw(0..=9))
}

#[generator]
fn cast_up() -> (i64, u8) {
    let n = draw(-500..=500i32);
    (n as i64, draw(0..=9))
}

#[generator]
fn cast_down() -> (u8, u8) {
    let n = draw(0..=200u32);
    (n as u8, draw(0..=9))
}

#[generator]
fn cast_of_a_character() -> char {
    draw(b'a'..=b'z') as char
}

#[generator]
fn type_from() -> (u64, f64) {
    let n = draw(0..=999u32);
    let m = draw(-99..=99i32);
    (u64::from(n), f64::from(m))
}

#[generator]
fn try_into_unwrap() -> (u8, u8) {
    let n = draw(0..=200i32);
    (n.try_into().unwrap(), draw(0..=9))
}

#[generator]
fn try_from_expect() -> (u8, u8) {
    let n = draw(0..=200i64);
    (u8::try_from(n).expect("small"), draw(0..=9))
}

#[generator]
fn own_try_from() -> Percent {
    Percent::try_from(draw(0..=100)).unwrap()
}

#[generator]
fn question_mark() -> Result<Vec<Percent>, String> {
    let low = Percent::try_from(draw(0..=50))?;
    let high = Percent::try_from(draw(51..=120))?;
    Ok(vec![low, high])
}

#[generator]
fn question_mark_of_an_option() -> Option<(char, u8)> {
    let digit = char::from_digit(draw(0..=9), 10)?;
    Some((digit, draw(0..=9)))
}

#[generator]
fn parse() -> (u32, u8) {
    let digits = draw(regex("[1-9][0-9]{0,2}"));
    (digits.parse().unwrap(), draw(0..=9))
}

#[generator]
fn boxed_slice() -> Box<[u8]> {
    draw(vec(0..=9, 0..=3)).into_boxed_slice()
}

#[generator]
fn bytes() -> (Vec<u8>, u8) {
    let text = draw(string('a'..='c', 0..=3));
    (text.into_bytes(), draw(0..=9))
}

#[generator]
fn set_of_a_list() -> (BTreeSet<u8>, u8) {
    let items = draw(vec(0..=9, 0..=2));
    (items.into_iter().collect(), draw(0..=9))
}

#[generator]
fn upper_case() -> (String, u8) {
    let text = draw(string('a'..='c', 0..=3));
    (text.to_uppercase(), draw(0..=9))
}

#[generator]
fn little_endian() -> u16 {
    u16::from_le_bytes(draw([0..=255, 0..=255]))
}

forms! {
    "A drawn value in another type":
    into_wider Once "`x.into()`";
    into_text Once "`text.into()` for `Rc<str>` and the like";
    into_own_type Few "`text.into()` for a type of your own";
    string_from Once "`String::from(word)`";
    to_string Once "`n.to_string()`";
    cast_up Once "`n as i64`";
    cast_down Few "`n as u8` of a larger type";
    cast_of_a_character Once "`byte as char`";
    type_from Once "`u64::from(n)`, `f64::from(m)`";
    try_into_unwrap Once "`n.try_into().unwrap()`";
    try_from_expect Once "`u8::try_from(n).expect(…)`";
    own_try_from Once "`Percent::try_from(n).unwrap()`, with `impl From<Percent> for u8`";
    question_mark Few "`Percent::try_from(n)?`";
    question_mark_of_an_option Few "`char::from_digit(n, 10)?`";
    parse Few "`digits.parse().unwrap()`";
    boxed_slice Once "`list.into_boxed_slice()`";
    bytes Once "`text.into_bytes()`";
    set_of_a_list Few "`list.into_iter().collect()` into a set";
    upper_case Trying "`text.to_uppercase()`";
    little_endian Once "`u16::from_le_bytes(bytes)`, and every other `from_…` with a `to_…`";
}
