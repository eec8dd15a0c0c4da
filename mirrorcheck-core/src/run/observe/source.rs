//! Where a property stands, and how it reads there: a report of what was tested is also a specification.

use std::path::Path;

use crate::run::check::SourcePlace;

/// More lines are not shown.
const MAX_LINES: usize = 100;

/// The place, and the text of the item there if its file can be found, as Markdown.
pub(super) fn of(place: &SourcePlace, manifest: Option<&Path>) -> String {
    let SourcePlace { file, line } = place;
    // Paths of files are relative to the workspace, which is the folder of the crate or one above it.
    let mut folders = manifest.into_iter().flat_map(Path::ancestors);
    let text = folders.find_map(|folder| std::fs::read_to_string(folder.join(file)).ok());
    let item = text.and_then(|text| item(&text, *line as usize));
    match item {
        // A fence that the text itself cannot close.
        Some(item) => format!("`{file}:{line}`\n\n````rust\n{item}\n````"),
        None => format!("`{file}:{line}`"),
    }
}

/// The item that begins in this line, from 1, or the function around it: it ends where a line is closed by a bracket at
/// its own depth.
fn item(text: &str, line: usize) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let first = first(&lines, line.checked_sub(1)?)?;
    let lines = &lines[first..lines.len().min(first + MAX_LINES)];
    let depth = indent(lines.first()?);
    let ends = |line: &&str| indent(line) == depth && line.trim_start().starts_with('}');
    // Also one that is written on a line, or that ends otherwise.
    let is_short = |line: &&str| indent(line) == depth && line.contains("fn ") && line.trim_end().ends_with('}');
    let end = lines.iter().position(|line| ends(line) || is_short(line))?;
    let item: Vec<&str> = lines[..=end].iter().map(|line| line.get(depth..).unwrap_or_default()).collect();
    Some(item.join("\n"))
}

/// Where the item begins that a line belongs to: with its first attribute or line of documentation.
fn first(lines: &[&str], at: usize) -> Option<usize> {
    let is_before = |line: &str| line.trim_start().starts_with("#[") || line.trim_start().starts_with("///");
    let line = lines.get(at)?;
    if is_before(line) {
        return Some(at);
    }
    let is_around = |other: usize| {
        let is_outside = other == at || indent(lines[other]) < indent(line);
        is_outside && lines[other].contains("fn ") && !lines[other].trim_start().starts_with("//")
    };
    let function = (0..=at).rev().find(|other| is_around(*other))?;
    let before = lines[..function].iter().rev().take_while(|line| is_before(line)).count();
    Some(function - before)
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "mod tests {\n    #[property]\n    fn holds(n: u8) {\n        assert!(n > 0);\n\n        {}\n    }\n\n    fn short() {}\n}";

    #[test]
    fn an_item_is_cut_out() {
        assert_eq!(item(TEXT, 2).unwrap(), "#[property]\nfn holds(n: u8) {\n    assert!(n > 0);\n\n    {}\n}");
        assert_eq!(item(TEXT, 9).unwrap(), "fn short() {}");
        // From inside of it.
        assert_eq!(item(TEXT, 4), item(TEXT, 2));
        assert_eq!(item(TEXT, 0), None);
        assert_eq!(item(TEXT, 99), None);
    }

    #[test]
    fn a_file_that_is_not_there_leaves_the_place() {
        assert_eq!(of(&SourcePlace { file: "no/such.rs", line: 3 }, Some(Path::new("."))), "`no/such.rs:3`");
        let here = of(&SourcePlace { file: file!(), line: 1 }, Some(Path::new(env!("CARGO_MANIFEST_DIR"))));
        assert!(here.starts_with("`") && here.contains("source.rs:1`"), "{here}");
    }
}
