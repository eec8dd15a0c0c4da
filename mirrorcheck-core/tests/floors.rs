//! The floors of the library: which module may use which. ARCHITECTURE.md says no more than this test enforces.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The floors from the lowest to the highest. A module uses its own floor and lower ones, never one beside its own.
const FLOORS: [&[&str]; 5] =
    [&["core"], &["grammar", "effects", "run"], &["lab", "any_serde"], &["api", "language"], &["lib"]];

/// The floors whose modules are looked at one by one.
const DIVIDED: [&str; 3] = ["core", "run", "lab"];

/// The modules that are one idea and know each other; no others form a cycle.
const ONE_IDEA: [&str; 5] = ["core::cx", "core::direct", "core::generator", "core::journal", "core::sketch"];

/// A use of one module by another, and the file that it stands in.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Edge {
    from: String,
    to: String,
    file: String,
}

#[test]
fn no_module_uses_a_floor_above_or_beside_its_own() {
    let upward: Vec<Edge> = edges().into_iter().filter(is_forbidden).collect();
    assert!(upward.is_empty(), "these uses go upwards:\n{upward:#?}");
}

#[test]
fn only_the_modules_that_are_one_idea_form_a_cycle() {
    let knots = knots(&edges());
    assert_eq!(knots, [ONE_IDEA.map(str::to_owned).into()], "modules that depend on each other");
}

#[test]
fn every_file_belongs_to_a_floor() {
    for (file, _) in sources() {
        assert!(floor(&module(&file)).is_some(), "{file} is on no floor: add it to FLOORS");
    }
}

/// What is done in one place can be made to fail in one place. Exceptions are files of the system, and a file that is read
/// so often that nobody could count it.
#[test]
fn one_module_does_all_file_operations() {
    const EXCEPTIONS: [&str; 3] = ["run/child/channel/unix.rs", "run/child/limits.rs", "run/record.rs"];
    let of_fs = ["read", "write", "create_dir", "remove_", "rename", "copy", "hard_link", "set_permissions"];
    let of_file = ["open(", "create(", "create_new("];
    let all = || of_fs.map(|name| format!("fs::{name}")).into_iter().chain(of_file.map(|name| format!("File::{name}")));
    let mut found = Vec::new();
    for (file, source) in sources() {
        if !file.starts_with("run/files") && all().any(|operation| source.contains(&operation)) {
            found.push(file);
        }
    }
    assert_eq!(found, EXCEPTIONS);
}

#[test]
fn a_use_upwards_is_seen() {
    let source =
        "use crate::run::{check::Case, strategy};\nfn f() { crate::core::rng::seed(); super::super::lab::x() }";
    let found: Vec<String> = used(source, "core/choice/kinds.rs");
    assert_eq!(found, ["run::check", "run::strategy", "core::rng", "core::lab"]);
    assert_eq!(used("impl crate::Generator for A {}", "core/choice.rs"), ["lib"]);
    let edge = |from: &str, to: &str| Edge { from: from.to_owned(), to: to.to_owned(), file: String::new() };
    assert!(is_forbidden(&edge("core::choice", "run::check")));
    assert!(is_forbidden(&edge("effects", "run::check")), "floors beside each other do not know each other");
    assert!(!is_forbidden(&edge("lab::tuning", "run::check")));
}

#[test]
fn a_cycle_is_seen() {
    let edge = |from: &str, to: &str| Edge { from: from.to_owned(), to: to.to_owned(), file: String::new() };
    let edges = [edge("a", "b"), edge("b", "c"), edge("c", "a"), edge("c", "d"), edge("d", "e")];
    assert_eq!(knots(&edges), [BTreeSet::from(["a", "b", "c"].map(str::to_owned))]);
}

fn is_forbidden(edge: &Edge) -> bool {
    let (from, to) = (first(&edge.from), first(&edge.to));
    from != to && floor(&edge.from) <= floor(&edge.to)
}

fn first(module: &str) -> &str {
    module.split("::").next().unwrap_or(module)
}

fn floor(module: &str) -> Option<usize> {
    FLOORS.iter().position(|floor| floor.contains(&first(module)))
}

/// All uses of one module by another.
fn edges() -> Vec<Edge> {
    let sources = sources();
    let modules: BTreeSet<String> = sources.iter().map(|(file, _)| module(file)).collect();
    let mut edges = Vec::new();
    for (file, source) in &sources {
        let from = module(file);
        for to in used(source, file) {
            let is_other = to != from && !DIVIDED.contains(&from.as_str());
            if is_other && modules.contains(&to) {
                edges.push(Edge { from: from.clone(), to, file: file.clone() });
            }
        }
    }
    assert!(edges.len() > 300, "the walk finds {} uses only", edges.len());
    edges
}

/// The files of the library without their tests, with their paths below `src`.
fn sources() -> Vec<(String, String)> {
    fn walk(folder: &Path, root: &Path, into: &mut Vec<(String, String)>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, root, into);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let file = path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
                let is_test = file.ends_with("tests.rs") || file.contains("/tests/");
                if !is_test {
                    into.push((file, code(&fs::read_to_string(&path).unwrap())));
                }
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    walk(&root, &root, &mut found);
    found.sort();
    found
}

/// A source without comments and without the tests at its end.
fn code(source: &str) -> String {
    let source = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or(source);
    source.lines().map(|line| line.split("//").next().unwrap_or("")).collect::<Vec<_>>().join("\n")
}

/// The module that a file belongs to: two names on a divided floor, otherwise one.
fn module(file: &str) -> String {
    let path = file.trim_end_matches(".rs").replace('/', "::");
    shortened(&path)
}

fn shortened(path: &str) -> String {
    let count = if DIVIDED.contains(&first(path)) { 2 } else { 1 };
    path.split("::").take(count).collect::<Vec<_>>().join("::")
}

/// The modules that a source names, by `crate::` or by `super::`.
fn used(source: &str, file: &str) -> Vec<String> {
    let here: Vec<&str> = file.trim_end_matches(".rs").split('/').collect();
    let mut found = Vec::new();
    for (start, _) in source.match_indices("crate::") {
        if !source[..start].ends_with('$') {
            names(&source[start + "crate::".len()..], "", &mut found);
        }
    }
    let mut at = 0;
    while let Some(start) = source[at..].find("super::") {
        let mut rest = &source[at + start..];
        let mut depth = 0;
        while let Some(after) = rest.strip_prefix("super::") {
            (rest, depth) = (after, depth + 1);
        }
        at = source.len() - rest.len();
        if depth < here.len() {
            names(rest, &here[..here.len() - depth].join("::"), &mut found);
        }
    }
    found
}

/// The paths that begin here, those in braces one by one.
fn names(text: &str, before: &str, found: &mut Vec<String>) {
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')).unwrap_or(text.len());
    let (path, rest) = (text[..end].trim_end_matches(':'), &text[end..]);
    let whole = [before, path].iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join("::");
    let Some(inside) = rest.strip_prefix('{') else {
        // What is on no floor stands at the root of the crate.
        found.push(if floor(&whole).is_some() { shortened(&whole) } else { "lib".to_owned() });
        return;
    };
    let mut depth = 0;
    let mut start = 0;
    for (at, c) in inside.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                let one = inside[start..at].trim();
                if !one.is_empty() {
                    names(one, &whole, found);
                }
                start = at + 1;
                if c == '}' {
                    return;
                }
            }
            _ => {}
        }
    }
}

/// The sets of modules that all depend on each other, those of one module left out.
fn knots(edges: &[Edge]) -> Vec<BTreeSet<String>> {
    let mut reach: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for edge in edges {
        reach.entry(&edge.from).or_default().insert(&edge.to);
    }
    loop {
        let before: usize = reach.values().map(BTreeSet::len).sum();
        for from in reach.keys().copied().collect::<Vec<_>>() {
            let further: Vec<&str> = reach[from].iter().filter_map(|to| reach.get(to)).flatten().copied().collect();
            reach.entry(from).or_default().extend(further);
        }
        if before == reach.values().map(BTreeSet::len).sum::<usize>() {
            break;
        }
    }
    let reaches = |from: &str, to: &str| reach.get(from).is_some_and(|all| all.contains(to));
    let knot = |module: &str| {
        let both = reach[module].iter().filter(|other| reaches(other, module));
        both.map(|other| (*other).to_owned()).collect::<BTreeSet<String>>()
    };
    let all: BTreeSet<BTreeSet<String>> = reach.keys().map(|module| knot(module)).collect();
    all.into_iter().filter(|knot| knot.len() > 1).collect()
}
