//! Which module of the subcommand may use which: data flows upward, from lines of files to pages, and never back.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The modules of `src`, lowest floor first. A module may use those on lower floors, and none on its own or above.
const FLOORS: [&[&str]; 7] = [
    // Helpers that know nothing, and the properties of the demonstration.
    &["words", "url", "demo"],
    // A line as it is read.
    &["line"],
    // Files as columns; a part of them, as a URL names it.
    &["index", "filter"],
    // What is shown, as data.
    &["view"],
    // Data as HTML and SVG.
    &["page"],
    &["server"],
    &["commands"],
];

/// Modules that may use less than what is below them.
const USES_ONLY: [(&str, &[&str]); 2] = [
    // A pure function of a view: whoever draws must not read files.
    ("page", &["view", "filter", "words", "url"]),
    // These are the demonstration's own tests, written as a user would write them.
    ("demo", &[]),
];

fn floor(module: &str) -> Option<usize> {
    FLOORS.iter().position(|floor| floor.contains(&module))
}

fn is_allowed(from: &str, to: &str) -> bool {
    let only = USES_ONLY.iter().find(|(module, _)| *module == from);
    floor(to) < floor(from) && only.is_none_or(|(_, only)| only.contains(&to))
}

#[test]
fn modules_use_only_what_is_below_them() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut edges, mut against) = (BTreeSet::new(), Vec::new());
    for file in files(&source) {
        let path: Vec<String> = module_path(file.strip_prefix(&source).unwrap());
        // The root declares all modules.
        let Some(from) = path.first() else { continue };
        assert!(floor(from).is_some(), "the module `{from}` has no floor: add it to `FLOORS`");
        let text = fs::read_to_string(&file).unwrap();
        for to in used(&text, path.len()).into_iter().filter(|to| to != from) {
            if !is_allowed(from, &to) {
                against.push(format!("{} uses `{to}`", file.display()));
            }
            edges.insert((from.clone(), to));
        }
    }
    assert_eq!(against, Vec::<String>::new(), "see `FLOORS`");
    // A walk that finds nothing would forbid nothing.
    for (from, to) in [("index", "line"), ("view", "index"), ("page", "view"), ("server", "page")] {
        assert!(edges.contains(&(from.to_owned(), to.to_owned())), "{from} uses {to}: {edges:?}");
    }
}

#[test]
fn every_way_to_name_a_module_is_found() {
    let all = |text: &str, depth| used(text, depth).into_iter().collect::<Vec<_>>();
    assert_eq!(all("use crate::view::{self, Row};\nfn f() -> crate::index::Index {}", 1), ["index", "view"]);
    assert_eq!(all("use crate::{line, page::{Place, view}, url as words};", 1), ["line", "page", "url"]);
    assert_eq!(all("use super::view::Row;", 1), ["view"]);
    assert_eq!(all("use super::super::view::Row;", 2), ["view"]);
    assert_eq!(all("use super::view::Row; // crate::index\n/// [`crate::line`]", 2), Vec::<String>::new());
    assert_eq!(all("use other_crate::view; use crate::Nothing;", 1), Vec::<String>::new());
}

#[test]
fn what_the_order_forbids() {
    assert!(is_allowed("view", "index") && is_allowed("line", "words"));
    for (from, to) in [("index", "view"), ("line", "index"), ("index", "filter"), ("page", "index"), ("demo", "words")]
    {
        assert!(!is_allowed(from, to), "{from} uses {to}");
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let of = |path: PathBuf| if path.is_dir() { files(&path) } else { vec![path] };
    entries.flat_map(of).filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}

/// `view/row.rs` is `[view, row]`; the roots are `[]`.
fn module_path(file: &Path) -> Vec<String> {
    let names = file.with_extension("");
    let names = names.iter().map(|name| name.to_str().unwrap().to_owned()).collect::<Vec<_>>();
    if names == ["lib"] || names == ["main"] { Vec::new() } else { names }
}

/// The top modules that a file uses, which stands this many modules below the root: through `crate::…`,
/// `crate::{…, …}`, or as many `super::` as lead to the root.
fn used(text: &str, depth: usize) -> BTreeSet<String> {
    let code: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
    let code = code.join("\n");
    let root = "super::".repeat(depth);
    let after = |prefix: &str| {
        let is_word = |before: &str| before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let starts = code.match_indices(prefix).filter(|(at, _)| !is_word(&code[..*at]));
        starts.flat_map(|(at, _)| first_names(&code[at + prefix.len()..])).collect::<Vec<_>>()
    };
    let names = after("crate::").into_iter().chain(after(&root));
    names.filter(|name| floor(name).is_some()).collect()
}

/// The first name of each path: one path, or those of a group in braces.
fn first_names(text: &str) -> Vec<String> {
    let name = |path: &str| path.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let Some(group) = text.strip_prefix('{') else { return vec![name(text)] };
    let (mut depth, mut names, mut start) = (0, Vec::new(), 0);
    for (at, sign) in group.char_indices() {
        match sign {
            '{' => depth += 1,
            ',' | '}' if depth == 0 => {
                names.push(name(&group[start..at]));
                start = at + 1;
                if sign == '}' {
                    break;
                }
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
    names
}
