//! Files and environments that are nearly right, and some that are nowhere near: an answer or a message, no panic.

use std::ffi::OsString;
use std::path::Path;

use super::super::error::shown;
use super::super::keys::KEYS;
use super::super::{Options, Settings, SettingsError, resolve};
use mirrorcheck::Checker;
use mirrorcheck::prelude::*;

const NAMES: [&str; 8] = ["default", "ci", "thorough", "nightly", "\"a b\"", "default.x", "a.b.c", "[default]"];

const VALUES: [&str; 43] = [
    "0",
    "1",
    "300",
    "1_000",
    "-1",
    "0x10",
    "1e4",
    "1.5",
    "inf",
    "nan",
    "true",
    "false",
    "yes",
    "none",
    "\"none\"",
    "\"1s\"",
    "\"1.5min\"",
    "\"0s\"",
    "\"1e3s\"",
    "\"5m\"",
    "\"99999999h\"",
    "\"1.5GB\"",
    "\"0KiB\"",
    "\"99999999999GB\"",
    "\"ordered\"",
    "\"random\"",
    "\"show\"",
    "\"fail\"",
    "\"18446744073709551615\"",
    "9223372036854775807",
    "9223372036854775808",
    "1979-05-27T07:32:00Z",
    "[]",
    "[1, [2, [3]]]",
    "{}",
    "{ cases = 1 }",
    "{ a = { b = { c = 1 } } }",
    "'''\nlong'''",
    "\"\"\"\\u00e9\"\"\"",
    "\"\\ud800\"",
    "\"unfinished",
    "10k",
    "",
];

const VARIABLES: [&str; 10] =
    ["CASE", "PROFILE", "REPLAY", "CHILD", "OBSERVE", "", "_", "SHRINKTIME", "cases", "ABRACADABRA"];

#[generator(forward)]
fn key() -> String {
    match draw(0..=9) {
        0 => draw(any::<String>()),
        1 => format!("{:?}", draw(any::<String>())),
        2 => format!("{}s", draw(element_of(&KEYS.map(|key| key.name)))),
        3 => format!("a.{}", draw(element_of(&KEYS.map(|key| key.name)))),
        _ => draw(element_of(&KEYS.map(|key| key.name))).to_owned(),
    }
}

#[generator(forward)]
fn value() -> String {
    match draw(0..=9) {
        0 => draw(any::<i128>()).to_string(),
        1 => format!("{:?}", draw(any::<f64>())),
        2 => format!("{:?}", draw(any::<String>())),
        3 => format!(
            "\"{}{}\"",
            draw(any::<u64>()),
            draw(element_of(&["us", "ms", "s", "min", "h", "m", "", "GB", "KiB", "gb"]))
        ),
        4 => {
            let depth = draw(0..=300);
            format!("{}{}", "[".repeat(depth), "]".repeat(depth))
        }
        _ => draw(element_of(&VALUES)).to_owned(),
    }
}

/// Tables with entries, and then some damage.
#[generator(forward)]
pub(super) fn file() -> String {
    let mut text = String::new();
    for _ in 0..draw(0..=3) {
        text += &format!("[{}]\n", draw(element_of(&NAMES)));
        for _ in 0..draw(0..=3) {
            text += &format!("{} = {}\n", draw(key()), draw(value()));
        }
    }
    for _ in 0..draw(0..=2) {
        text = damaged(&text, draw(any::<u16>()), draw(any::<u8>()), &draw(any::<Vec<u8>>()));
    }
    text
}

/// A few bytes replaced by others.
pub(super) fn damaged(text: &str, place: u16, length: u8, by: &[u8]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let start = usize::from(place) % (bytes.len() + 1);
    let end = (start + usize::from(length % 8)).min(bytes.len());
    bytes.splice(start..end, by.iter().copied());
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Makes some variables, each with its value.
#[generator(forward)]
fn environment() -> Vec<(String, Vec<u8>)> {
    let mut variables = Vec::new();
    for _ in 1..draw(0..=3) {
        let name = match draw(0..=9) {
            0 => draw(element_of(&VARIABLES)).to_owned(),
            1 => draw(key()),
            _ => draw(element_of(&KEYS.map(|key| key.name))).to_ascii_uppercase(),
        };
        let value = match draw(0..=5) {
            0 => draw(any::<Vec<u8>>()),
            1 => draw(element_of(&NAMES)).as_bytes().to_vec(),
            _ => draw(value()).trim_matches('"').as_bytes().to_vec(),
        };
        variables.push((format!("MIRRORCHECK_{name}"), value));
    }
    variables
}

fn os_string(bytes: &[u8]) -> OsString {
    #[cfg(unix)]
    return std::os::unix::ffi::OsStringExt::from_vec(bytes.to_vec());
    #[cfg(not(unix))]
    return String::from_utf8_lossy(bytes).into_owned().into();
}

fn outcome(file: &str, environment: &[(String, Vec<u8>)]) -> Result<Settings, SettingsError> {
    let variables = environment.iter().map(|(name, value)| (OsString::from(name), os_string(value)));
    resolve(Some((Path::new("mirrorcheck.toml"), file)), variables, &Options::default())
}

/// Whether a message begins with a line and a column that are there, or with a variable that is set.
fn names_the_place(message: &str, file: &str, environment: &[(String, Vec<u8>)]) -> bool {
    if let Some(rest) = message.strip_prefix("mirrorcheck.toml:") {
        let mut numbers = rest.split(':').map(str::parse::<usize>);
        let (Some(Ok(line)), Some(Ok(column))) = (numbers.next(), numbers.next()) else { return false };
        let lines: Vec<&str> = file.split('\n').collect();
        return line >= 1 && column >= 1 && lines.get(line - 1).is_some_and(|line| column <= line.chars().count() + 1);
    }
    if let Some(rest) = message.strip_prefix("unknown variable `") {
        return environment
            .iter()
            .any(|(name, _)| rest.strip_prefix(&shown(name)).is_some_and(|rest| rest.starts_with('`')));
    }
    let Some(rest) = message.strip_prefix("the variable ") else { return false };
    environment.iter().any(|(name, _)| rest.strip_prefix(&shown(name)).is_some_and(|rest| rest.starts_with(": ")))
}

#[test]
fn nothing_panics_and_every_message_names_its_place() {
    let (mut settings, mut in_file, mut in_environment) = (0, 0, 0);
    Checker::new((file(), environment())).cases(10_000).run(|(file, environment)| match outcome(&file, &environment) {
        Ok(_) => settings += 1,
        Err(error) => {
            let message = error.to_string();
            assert!(names_the_place(&message, &file, &environment), "{message}");
            assert!(!message.contains(char::is_control) && message.len() < 2000, "{message}");
            if message.starts_with("mirrorcheck.toml") { in_file += 1 } else { in_environment += 1 }
        }
    });
    // All three happen, so that this is about something.
    assert!(settings > 500 && in_file > 2000 && in_environment > 1000, "{settings} {in_file} {in_environment}");
}
