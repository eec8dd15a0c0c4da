//! What an experiment comes to, as data, and how it is printed: rows as a table for people or as JSON for programs,
//! and tables of few columns, goals and notes for both.

pub(crate) mod markdown;

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

/// What an experiment comes to.
#[derive(Debug, Default, Clone, Serialize, Deserialize)]
pub(crate) struct Findings {
    /// Everything that was measured.
    #[serde(skip)]
    pub(crate) rows: Vec<Row>,
    /// The measurements as tables, for comparison.
    pub(crate) tables: Vec<Table>,
    pub(crate) goals: Vec<Goal>,
    /// What is to be said about the figures: what they mean, and where they are not fair.
    pub(crate) notes: String,
    /// Drawings, with the names of their files.
    #[serde(skip)]
    pub(crate) figures: Vec<(&'static str, String)>,
}

/// Few columns that answer one question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Table {
    pub(crate) title: String,
    pub(crate) heads: Vec<String>,
    pub(crate) lines: Vec<Vec<String>>,
}

/// Something to be won, and whether it is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Goal {
    pub(crate) what: String,
    pub(crate) is_met: bool,
    /// What was found, in a few words; where the goal is missed, also for which rows.
    pub(crate) found: String,
}

impl Goal {
    pub(crate) fn new(what: impl Into<String>, is_met: bool, found: impl Into<String>) -> Goal {
        Goal { what: what.into(), is_met, found: found.into() }
    }

    /// Met if nothing misses it.
    pub(crate) fn without(what: impl Into<String>, missing: &[String], otherwise: impl Into<String>) -> Goal {
        match missing {
            [] => Goal::new(what, true, otherwise),
            missing => Goal::new(what, false, missing.join("; ")),
        }
    }
}

impl Table {
    pub(crate) fn new<H: Into<String>>(title: impl Into<String>, heads: impl IntoIterator<Item = H>) -> Table {
        Table { title: title.into(), heads: heads.into_iter().map(H::into).collect(), lines: Vec::new() }
    }
}

/// Goals as lines of text.
pub(crate) fn goals(goals: &[Goal]) -> String {
    let mut out = String::new();
    for Goal { what, is_met, found } in goals {
        let _ = writeln!(out, "{}: {what} ({found})", if *is_met { "met" } else { "MISSED" });
    }
    out
}

impl From<Vec<Row>> for Findings {
    fn from(rows: Vec<Row>) -> Findings {
        Findings { rows, ..Findings::default() }
    }
}

/// One line of a result: names and values, in the order to show them. All rows of an experiment have the same names.
#[derive(Debug, Clone)]
pub(crate) struct Row(Vec<(&'static str, Cell)>);

#[derive(Debug, Clone)]
pub(crate) enum Cell {
    Text(String),
    Count(u64),
    /// A number with this many digits after the point.
    Number(f64, usize),
    /// Numbers with so many digits, for programs: too many for a table.
    List(Vec<f64>, usize),
    Nothing,
}

impl Row {
    pub(crate) fn new() -> Row {
        Row(Vec::new())
    }

    pub(crate) fn text(mut self, name: &'static str, text: impl Into<String>) -> Row {
        self.0.push((name, Cell::Text(text.into())));
        self
    }

    pub(crate) fn count(mut self, name: &'static str, count: u64) -> Row {
        self.0.push((name, Cell::Count(count)));
        self
    }

    pub(crate) fn number(mut self, name: &'static str, number: f64, digits: usize) -> Row {
        self.0.push((name, Cell::Number(number, digits)));
        self
    }

    pub(crate) fn list(mut self, name: &'static str, numbers: Vec<f64>, digits: usize) -> Row {
        self.0.push((name, Cell::List(numbers, digits)));
        self
    }

    pub(crate) fn optional(self, name: &'static str, number: Option<f64>, digits: usize) -> Row {
        match number {
            Some(number) => self.number(name, number, digits),
            None => {
                let mut row = self;
                row.0.push((name, Cell::Nothing));
                row
            }
        }
    }
}

impl Row {
    fn in_table(&self) -> impl Iterator<Item = &(&'static str, Cell)> {
        self.0.iter().filter(|(_, cell)| !matches!(cell, Cell::List(..)))
    }
}

impl Cell {
    fn is_text(&self) -> bool {
        matches!(self, Cell::Text(_))
    }

    fn shown(&self) -> String {
        match self {
            Cell::Text(text) => text.clone(),
            Cell::Count(count) => count.to_string(),
            Cell::Number(number, digits) => format!("{number:.digits$}"),
            Cell::List(numbers, _) => format!("{} numbers", numbers.len()),
            Cell::Nothing => "-".to_owned(),
        }
    }

    fn json(&self) -> String {
        match self {
            Cell::Text(text) => quoted(text),
            Cell::Count(count) => count.to_string(),
            Cell::Nothing => "null".to_owned(),
            // JSON knows no infinity.
            Cell::Number(number, _) if !number.is_finite() => "null".to_owned(),
            Cell::List(numbers, digits) => {
                let numbers: Vec<String> = numbers.iter().map(|&number| Cell::Number(number, *digits).json()).collect();
                format!("[{}]", numbers.join(","))
            }
            number => number.shown(),
        }
    }
}

/// One object a row, one row a line.
pub(crate) fn json(rows: &[Row]) -> String {
    let mut out = String::new();
    for Row(cells) in rows {
        let fields: Vec<String> =
            cells.iter().map(|(name, cell)| format!("{}:{}", quoted(name), cell.json())).collect();
        let _ = writeln!(out, "{{{}}}", fields.join(","));
    }
    out
}

/// Columns as wide as what stands in them, numbers to the right. Lists are left out.
pub(crate) fn table(rows: &[Row]) -> String {
    let Some(first) = rows.first() else { return String::new() };
    let first: Vec<&(&str, Cell)> = first.in_table().collect();
    let heads: Vec<String> = first.iter().map(|(name, _)| name.replace('_', " ")).collect();
    let lines: Vec<Vec<String>> =
        rows.iter().map(|row| row.in_table().map(|(_, cell)| cell.shown()).collect()).collect();
    let mut out = String::new();
    for line in std::iter::once(&heads).chain(&lines) {
        let mut shown = String::new();
        for (column, text) in line.iter().enumerate() {
            let width = std::iter::once(&heads).chain(&lines).map(|line| line[column].chars().count()).max();
            let width = width.unwrap_or(0);
            let _ = if first[column].1.is_text() {
                write!(shown, "{text:<width$}  ")
            } else {
                write!(shown, "{text:>width$}  ")
            };
        }
        let _ = writeln!(out, "{}", shown.trim_end());
    }
    out
}

fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::{Row, json, table};

    fn rows() -> [Row; 2] {
        let row = |name: &str, ns| {
            Row::new().text("problem", name).number("ns", ns, 1).optional("goal", None, 1).count("allocs", 7)
        };
        [row("a \"b\"\n", 12.34), row("c", f64::INFINITY)]
    }

    #[test]
    fn json_is_one_object_a_line() {
        let expected = "{\"problem\":\"a \\\"b\\\"\\u000a\",\"ns\":12.3,\"goal\":null,\"allocs\":7}\n\
                        {\"problem\":\"c\",\"ns\":null,\"goal\":null,\"allocs\":7}\n";
        assert_eq!(json(&rows()), expected);
    }

    #[test]
    fn lists_are_for_programs() {
        let row = Row::new().text("problem", "a").list("curve", vec![1.0, 2.25, f64::NAN], 1);
        assert_eq!(json(&[row]), "{\"problem\":\"a\",\"curve\":[1.0,2.2,null]}\n");
        let row = Row::new().list("curve", vec![1.0], 1).text("problem", "a");
        assert_eq!(table(&[row]), "problem\na\n");
    }

    #[test]
    fn tables_are_aligned() {
        assert_eq!(table(&rows()[1..]), "problem   ns  goal  allocs\nc        inf     -       7\n");
        assert_eq!(table(&[]), "");
    }
}
