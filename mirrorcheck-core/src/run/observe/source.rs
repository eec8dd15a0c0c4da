//! Where a property stands, and how it reads there: a report of what was tested is also a specification.

use std::path::Path;

use crate::run::check::SourcePlace;
use crate::run::files;

/// More lines are not shown.
const MAX_LINES: usize = 100;

/// A place, and the text of the item there if its file can be found.
pub(super) struct Source {
    place: SourcePlace,
    item: Option<String>,
}

impl Source {
    pub(super) fn of(place: &SourcePlace, manifest: Option<&Path>) -> Source {
        // Paths of files are relative to the workspace, which is the folder of the crate or one above it.
        let mut folders = manifest.into_iter().flat_map(Path::ancestors);
        let text = folders.find_map(|folder| files::read_text(&folder.join(place.file)).ok());
        Source { place: *place, item: text.and_then(|text| item(&text, place.line as usize)) }
    }

    pub(super) fn markdown(&self) -> String {
        let SourcePlace { file, line } = self.place;
        match &self.item {
            // A fence that the text itself cannot close.
            Some(item) => format!("`{file}:{line}`\n\n````rust\n{item}\n````"),
            None => format!("`{file}:{line}`"),
        }
    }

    /// The text that a panic of the item must contain by `#[should_panic]`, which has it on the same line.
    pub(super) fn should_panic(&self) -> Option<String> {
        let attributes = self.item.as_deref()?.lines().take_while(|line| is_before(line));
        let rest = attributes.filter_map(|line| line.trim_start().strip_prefix("#[should_panic")).next()?;
        let expected = rest.split_once('"').and_then(|(_, text)| text.rsplit_once('"'));
        Some(expected.map_or_else(String::new, |(text, _)| text.replace("\\\"", "\"").replace("\\\\", "\\")))
    }
}

/// Whether a line is an attribute or documentation.
fn is_before(line: &str) -> bool {
    line.trim_start().starts_with("#[") || line.trim_start().starts_with("///")
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
    fn what_should_panic_says_so_before_the_function() {
        let should_panic = |item: &str| {
            Source { place: SourcePlace { file: "a.rs", line: 1 }, item: Some(item.to_owned()) }.should_panic()
        };
        assert_eq!(should_panic("#[test]\n#[should_panic]\nfn f() {}").as_deref(), Some(""));
        let expected = "/// A test.\n#[should_panic(expected = \"too \\\"much\\\"\")]\nfn f() {}";
        assert_eq!(should_panic(expected).as_deref(), Some("too \"much\""));
        assert_eq!(should_panic("#[should_panic = \"no\"]\nfn f() {}").as_deref(), Some("no"));
        assert_eq!(should_panic("fn f() {\n    #[should_panic]\n    fn g() {}\n}"), None);
    }

    #[test]
    fn a_file_that_is_not_there_leaves_the_place() {
        let of = |file, line, folder| Source::of(&SourcePlace { file, line }, Some(Path::new(folder))).markdown();
        assert_eq!(of("no/such.rs", 3, "."), "`no/such.rs:3`");
        let here = of(file!(), 1, env!("CARGO_MANIFEST_DIR"));
        assert!(here.starts_with("`") && here.contains("source.rs:1`"), "{here}");
    }
}
