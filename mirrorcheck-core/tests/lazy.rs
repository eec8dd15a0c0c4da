//! Code that few test programs need is compiled where it is used, and not in every build of the library: its functions
//! are `#[inline]`. One that is not is compiled with all that it calls, so this test looks at every one of them.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules that are compiled where they are used.
const LAZY: [&str; 1] = ["grammar"];

#[test]
fn lazy_modules_have_no_function_that_the_library_must_compile() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut eager = Vec::new();
    let mut count = 0;
    for file in LAZY.iter().flat_map(|module| files(&root, module)) {
        let source = fs::read_to_string(&file).unwrap();
        let (all, found) = functions(&source);
        count += all;
        eager.extend(found.into_iter().map(|line| format!("{}:{line}", file.display())));
    }
    assert!(count > 100, "only {count} functions found");
    assert!(eager.is_empty(), "mark these `#[inline]`:\n{}", eager.join("\n"));
}

#[test]
fn functions_without_the_attribute_are_seen() {
    let source =
        "#[inline]\nfn a() {}\n\nfn b(n: u8) {}\n\nfn c<T>() {}\n\n#[cfg(test)]\nmod tests {\n    fn d() {}\n}\n";
    assert_eq!(functions(source), (3, vec![4]));
}

fn files(root: &Path, module: &str) -> Vec<PathBuf> {
    let mut found = vec![root.join(format!("{module}.rs"))];
    let mut folders = vec![root.join(module)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    found
}

/// How many functions a source has, its tests left out, and the lines of those that are neither generic nor marked.
fn functions(source: &str) -> (usize, Vec<usize>) {
    let (mut count, mut eager) = (0, Vec::new());
    let mut is_marked = false;
    for (number, line) in source.lines().enumerate() {
        let line = line.trim_start();
        if line == "#[cfg(test)]" {
            break;
        }
        let after = ["pub ", "pub(crate) ", "pub(super) "].iter().find_map(|start| line.strip_prefix(start));
        if let Some(signature) = after.unwrap_or(line).strip_prefix("fn ") {
            count += 1;
            let is_generic =
                signature.split('(').next().is_some_and(|name| name.contains('<')) || signature.contains("impl ");
            if !is_marked && !is_generic && !line.ends_with(';') {
                eager.push(number + 1);
            }
        }
        is_marked = line.starts_with("#[inline") || (is_marked && line.starts_with('#'));
    }
    (count, eager)
}
