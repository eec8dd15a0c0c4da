//! What was tested, for a terminal: a line a property, and a sentence.

use crate::view::{Overview, Row, VerdictKind};
use crate::words;

/// The style of the output.
#[derive(Debug, Clone, Copy)]
pub(super) struct Look {
    pub(super) width: usize,
    pub(super) has_color: bool,
}

impl Look {
    /// As the terminal and the environment want it: `COLUMNS`, `NO_COLOR`.
    pub(super) fn of_environment(is_terminal: bool) -> Look {
        let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
        // A file or a pipe has room.
        let width = columns(if is_terminal { 120 } else { 200 });
        let is_dumb = set("TERM").is_some_and(|term| term == "dumb");
        Look { width, has_color: is_terminal && set("NO_COLOR").is_none() && !is_dumb }
    }
}

/// The width of the terminal as `COLUMNS` says it, or else this one.
pub(super) fn columns(otherwise: usize) -> usize {
    let said = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    said.unwrap_or(otherwise).clamp(40, 1000)
}

/// A longer name is cut in front, where its crate and its modules are.
const LONGEST_NAME: usize = 44;

/// The table.
pub(super) fn table(overview: &Overview, look: Look) -> String {
    let header = ["property", "cases", "valid", "distinct", "discarded", "time"].map(str::to_owned);
    let cells: Vec<[String; 6]> = overview.properties.iter().map(cells).collect();
    let widths: Vec<usize> = (0..header.len())
        .map(|at| cells.iter().chain([&header]).map(|line| line[at].chars().count()).max().unwrap_or(0))
        .collect();
    let written = |line: &[String; 6]| {
        let columns = line.iter().zip(&widths).enumerate().map(|(at, (cell, width))| match at {
            0 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        columns.collect::<Vec<_>>().join("  ")
    };
    let mut text = format!("  {}\n", written(&header));
    for (row, line) in overview.properties.iter().zip(&cells) {
        let (mark, color) = sign(row.verdict.kind);
        let written = written(line);
        let left = look.width.saturating_sub(written.chars().count() + 4).max(20);
        let line = format!("{mark} {written}  {}", cut(&verdict(row), left));
        text += &painted(&line, color, look);
        text.push('\n');
    }
    text
}

/// How many there are of which kind.
pub(super) fn sentence(overview: &Overview) -> String {
    let count = |kind| overview.properties.iter().filter(|row| row.verdict.kind == kind).count();
    let parts =
        VerdictKind::ALL.map(|kind| (count(kind), words::of_kind(kind))).into_iter().filter(|(count, _)| *count > 0);
    let parts: Vec<String> = parts.map(|(count, name)| format!("{count} {name}")).collect();
    match overview.properties.len() {
        0 => "No property was observed.".to_owned(),
        1 => format!("1 property: {}.", parts.join(", ")),
        all => format!("{all} properties: {}.", parts.join(", ")),
    }
}

fn cells(row: &Row) -> [String; 6] {
    let counts = &row.counts;
    let valid = counts.passed + counts.failed;
    [
        cut_front(&row.property, LONGEST_NAME),
        words::count(valid + counts.discarded),
        words::count(valid),
        words::count(counts.distinct_valid),
        words::count(counts.discarded),
        duration(row.seconds),
    ]
}

fn verdict(row: &Row) -> String {
    // The name stands at the beginning of the line already.
    let name = row.property.rsplit("::").next().unwrap_or_default();
    let text = row.verdict.text.replacen(&format!("{name}("), "(", 1);
    // A run may be doubtful for several reasons: the verdict has room for one.
    match (row.verdict.kind, row.warnings.iter().filter(|warning| warning.is_doubt).count()) {
        (VerdictKind::Doubtful, more @ 2..) => format!("{text} (+{})", more - 1),
        _ => text,
    }
}

fn sign(kind: VerdictKind) -> (char, &'static str) {
    match kind {
        VerdictKind::Failed => ('✗', "31"),
        VerdictKind::Unfinished => ('…', "33"),
        VerdictKind::Doubtful => ('!', "33"),
        VerdictKind::Passed => ('✓', "32"),
        VerdictKind::Gone => ('-', "2"),
    }
}

fn painted(line: &str, color: &str, look: Look) -> String {
    // The sign alone is colored: a screen full of red hides what it says.
    let (sign, rest) = line.split_at(line.char_indices().nth(1).map_or(line.len(), |(at, _)| at));
    if look.has_color { format!("\x1b[1;{color}m{sign}\x1b[0m{rest}") } else { line.to_owned() }
}

/// Shortens a text to this many characters on one line, without any control sequences.
pub(super) fn cut(text: &str, most: usize) -> String {
    let text = one_line(text);
    if text.chars().count() > most { text.chars().take(most.saturating_sub(1)).chain(['…']).collect() } else { text }
}

fn cut_front(text: &str, most: usize) -> String {
    let text = one_line(text);
    let length = text.chars().count();
    if length > most { ['…'].into_iter().chain(text.chars().skip(length - most + 1)).collect() } else { text }
}

fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").chars().map(|c| if c.is_control() { '·' } else { c }).collect()
}

/// In two digits, with a unit that suits: `12 µs`, `0.5 ms`, `100 s`, `1.7 min`.
pub(super) fn duration(seconds: f64) -> String {
    if !(0.0..f64::INFINITY).contains(&seconds) {
        return "?".to_owned();
    }
    // Rounded first: the unit is that of the number which is shown.
    let (unit, name) = match two_digits(seconds) {
        s if s < 0.000_1 => (1e-6, "µs"),
        s if s < 1.0 => (1e-3, "ms"),
        _ if seconds <= 100.0 => (1.0, "s"),
        _ if seconds <= 6000.0 => (60.0, "min"),
        _ => (3600.0, "h"),
    };
    format!("{} {name}", two_digits(seconds / unit))
}

fn two_digits(value: f64) -> f64 {
    format!("{value:.1e}").parse().unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::{Look, cut, duration, sentence, table};
    use crate::view::{Counts, Curve, Outcome, Overview, Row, Verdict, VerdictKind};

    fn row(property: &str, kind: VerdictKind, text: &str, discarded: u64) -> Row {
        Row {
            property: property.to_owned(),
            start: 0.0,
            documentation: None,
            source: None,
            verdict: Verdict { kind, text: text.to_owned() },
            outcome: Outcome::default(),
            counts: Counts { passed: 300, discarded, distinct: 200, distinct_valid: 150, ..Counts::default() },
            seconds: 0.0123,
            distinct: Curve::default(),
            warnings: Vec::new(),
            runs: 1,
        }
    }

    #[test]
    fn lines_are_aligned_and_fit() {
        let rows = vec![
            row("tests::short", VerdictKind::Failed, "fails on\n  short(n = 1,\n m = \x1b[31m2)", 0),
            row(&"long::".repeat(20), VerdictKind::Passed, &"fine ".repeat(100), 12345),
        ];
        let overview = Overview { properties: rows, files: 1, bytes: 1, broken: Vec::new() };
        let text = table(&overview, Look { width: 130, has_color: false });
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3, "{text}");
        assert!(lines.iter().all(|line| line.chars().count() <= 130), "{text}");
        assert!(lines[1].ends_with("300    300       150          0  12 ms  fails on (n = 1, m = ·[31m2)"), "{text}");
        assert!(lines[2].starts_with("✓ …:long::") && lines[2].ends_with('…'), "{text}");
        assert_eq!(sentence(&overview), "2 properties: 1 failed, 1 passed.");
    }

    #[test]
    fn numbers_have_suitable_units() {
        let times = [0.0, 0.000_012_3, 0.000_5, 0.012_3, 0.523, 0.999_6, 2.28, 100.0, 102.0, 600.0, 86_400.0];
        let wanted =
            ["0 µs", "12 µs", "0.5 ms", "12 ms", "520 ms", "1 s", "2.3 s", "100 s", "1.7 min", "10 min", "24 h"];
        assert_eq!(times.map(duration), wanted);
        assert_eq!([f64::NAN, f64::INFINITY].map(duration), ["?", "?"]);
        assert_eq!((cut("äöü", 3), cut("äöüß", 3)), ("äöü".to_owned(), "äö…".to_owned()));
    }
}
