//! Rows as data, printed in two ways: a table for people, JSON for programs.

use std::fmt::Write as _;

/// One line of a result: names and values, in the order to show them. All rows of an experiment have the same names.
#[derive(Debug)]
pub(crate) struct Row(Vec<(&'static str, Cell)>);

#[derive(Debug)]
pub(crate) enum Cell {
    Text(String),
    Count(u64),
    /// A number with this many digits after the point.
    Number(f64, usize),
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

impl Cell {
    fn is_text(&self) -> bool {
        matches!(self, Cell::Text(_))
    }

    fn shown(&self) -> String {
        match self {
            Cell::Text(text) => text.clone(),
            Cell::Count(count) => count.to_string(),
            Cell::Number(number, digits) => format!("{number:.digits$}"),
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

/// Columns as wide as what stands in them, numbers to the right.
pub(crate) fn table(rows: &[Row]) -> String {
    let Some(Row(first)) = rows.first() else { return String::new() };
    let heads: Vec<String> = first.iter().map(|(name, _)| name.replace('_', " ")).collect();
    let lines: Vec<Vec<String>> =
        rows.iter().map(|Row(cells)| cells.iter().map(|(_, cell)| cell.shown()).collect()).collect();
    let mut out = String::new();
    for line in std::iter::once(&heads).chain(&lines) {
        let mut shown = String::new();
        for (column, text) in line.iter().enumerate() {
            let width = std::iter::once(&heads).chain(&lines).map(|line| line[column].chars().count()).max();
            let width = width.unwrap_or(0);
            let _ = match first[column].1.is_text() {
                true => write!(shown, "{text:<width$}  "),
                false => write!(shown, "{text:>width$}  "),
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
    fn tables_are_aligned() {
        assert_eq!(table(&rows()[1..]), "problem   ns  goal  allocs\nc        inf     -       7\n");
        assert_eq!(table(&[]), "");
    }
}
