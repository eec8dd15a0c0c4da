//! What is wrong with settings: where, what, and what to do.

use std::fmt;

/// Settings that cannot be meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SettingsError {
    /// The file with line and column, the variable, or the code, unless what is wrong names it.
    place: Option<String>,
    wrong: Wrong,
}

/// What is wrong, and what to do, wherever it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Wrong {
    pub(super) what: String,
    pub(super) advice: String,
}

impl Wrong {
    pub(super) fn new(what: impl Into<String>, advice: impl Into<String>) -> Wrong {
        Wrong { what: what.into(), advice: advice.into() }
    }

    /// Something that none of the names is: advises the nearest one, or lists all.
    pub(super) fn unknown(kind: &str, given: &str, names: &[&str]) -> Wrong {
        let advice = match nearest(given, names) {
            Some(name) => format!("did you mean `{name}`?"),
            None => format!("choose from {}", listed(names)),
        };
        Wrong::new(format!("unknown {kind} `{}`", shown(given)), advice)
    }

    pub(super) fn at(self, place: impl Into<String>) -> SettingsError {
        SettingsError { place: Some(place.into()), wrong: self }
    }

    /// Where the message itself names the place.
    pub(super) fn without_place(self) -> SettingsError {
        SettingsError { place: None, wrong: self }
    }
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{place}: ")?;
        }
        write!(f, "{}; {}", self.wrong.what, self.wrong.advice)
    }
}

impl std::error::Error for SettingsError {}

/// What was given, fit for one line of a message: not too long, and without invisible characters.
pub(super) fn shown(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut shown = String::new();
    for (number, c) in text.chars().enumerate() {
        if number == LONGEST {
            shown.push('…');
            break;
        }
        // As `Debug` would write it, but quotes and backslashes as they are.
        if matches!(c, '"' | '\'' | '\\') {
            shown.push(c);
        } else {
            for escaped in c.escape_debug() {
                shown.push(escaped);
            }
        }
    }
    shown
}

/// "`a`, `b` and `c`".
pub(super) fn listed(names: &[&str]) -> String {
    let mut listed = String::new();
    for (number, name) in names.iter().enumerate() {
        listed.push_str(match number {
            0 => "",
            _ if number + 1 == names.len() => " and ",
            _ => ", ",
        });
        listed.push_str(&format!("`{}`", shown(name)));
    }
    if listed.is_empty() { "none".to_owned() } else { listed }
}

/// The name that was probably meant.
fn nearest<'n>(given: &str, names: &[&'n str]) -> Option<&'n str> {
    let end = given.char_indices().nth(64).map_or(given.len(), |(end, _)| end);
    let given = lower(&given[..end]);
    let mut least: Option<(usize, &str)> = None;
    for name in names {
        let distance = distance(&given, name);
        if least.is_none_or(|(least, _)| distance < least) {
            least = Some((distance, name));
        }
    }
    let (distance, name) = least?;
    // A third of the letters may be wrong, and in a short name one.
    if distance <= (name.chars().count().max(given.len()) / 3).max(1) { Some(name) } else { None }
}

fn lower(text: &str) -> Vec<char> {
    let mut lower = Vec::new();
    for c in text.chars() {
        for c in c.to_lowercase() {
            lower.push(c);
        }
    }
    lower
}

/// How many letters to insert, remove, replace or swap with their neighbour.
fn distance(from: &[char], to: &str) -> usize {
    let to = lower(to);
    let mut first: Vec<usize> = Vec::new();
    for j in 0..to.len() + 1 {
        first.push(j);
    }
    let mut rows = vec![first];
    for i in 1..from.len() + 1 {
        let mut row = vec![i];
        for j in 1..to.len() + 1 {
            let above = &rows[i - 1];
            let replaced = above[j - 1] + usize::from(from[i - 1] != to[j - 1]);
            let mut least = replaced.min(above[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[from.len()][to.len()]
}
