//! What is wrong with settings: where, what, and what to do.

use std::fmt;

/// Settings that cannot be meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SettingsError {
    /// The file with line and column, the variable, or the code.
    place: String,
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
            None => format!("there are {}", listed(names)),
        };
        Wrong::new(format!("there is no {kind} `{}`", shown(given)), advice)
    }

    pub(super) fn at(self, place: impl Into<String>) -> SettingsError {
        SettingsError { place: place.into(), wrong: self }
    }
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}; {}", self.place, self.wrong.what, self.wrong.advice)
    }
}

impl std::error::Error for SettingsError {}

/// What was given, fit for one line of a message: not too long, and without invisible characters.
pub(super) fn shown(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut shown: String = text.chars().take(LONGEST).flat_map(plain).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown
}

/// As `Debug` would write it, but quotes and backslashes as they are.
fn plain(c: char) -> impl Iterator<Item = char> {
    let is_plain = matches!(c, '"' | '\'' | '\\');
    let escaped = (!is_plain).then(|| c.escape_debug());
    is_plain.then_some(c).into_iter().chain(escaped.into_iter().flatten())
}

/// "`a`, `b` and `c`".
pub(super) fn listed(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{}`", shown(name))).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => "none".to_owned(),
    }
}

/// The name that was probably meant.
fn nearest<'n>(given: &str, names: &[&'n str]) -> Option<&'n str> {
    let given: Vec<char> = given.chars().take(64).flat_map(char::to_lowercase).collect();
    let with_distance = names.iter().map(|name| (distance(&given, name), *name));
    let (distance, name) = with_distance.min_by_key(|(distance, _)| *distance)?;
    // A third of the letters may be wrong, and in a short name one.
    (distance <= (name.chars().count().max(given.len()) / 3).max(1)).then_some(name)
}

/// How many letters to insert, remove, replace or swap with their neighbour.
fn distance(from: &[char], to: &str) -> usize {
    let to: Vec<char> = to.chars().flat_map(char::to_lowercase).collect();
    let mut rows = vec![(0..=to.len()).collect::<Vec<usize>>()];
    for i in 1..=from.len() {
        let mut row = vec![i];
        for j in 1..=to.len() {
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
