//! The doctest that runs: its name and whether it should panic, by what rustdoc leaves beside its program.

use std::panic::Location;
use std::path::{Path, PathBuf};

use crate::run::files;

/// A doctest.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Doctest {
    pub(crate) name: String,
    pub(crate) should_panic: bool,
}

/// Returns the doctest that this process runs; `None` if it runs none, or if that is unknown. `path` is that of something
/// in it, as the compiler writes it.
pub(crate) fn running(place: &Location<'_>, path: &str, manifest: Option<&Path>) -> Option<Doctest> {
    let program = program()?;
    if !is_program(&program) {
        return None;
    }
    merged(program.parent()?).or_else(|| {
        // Paths of files are relative to the workspace, which is the folder of the crate or one above it.
        let mut folders = manifest.into_iter().flat_map(Path::ancestors);
        let text = folders.find_map(|folder| files::read_text(&folder.join(place.file())).ok())?;
        // Places in a doctest count from the beginning of its comment, which may have others before.
        alone(place.file(), line_of(path).unwrap_or(place.line() as usize), &text)
    })
}

/// The program that runs; unknown under Miri.
pub(crate) fn program() -> Option<PathBuf> {
    if cfg!(miri) { None } else { std::env::current_exe().ok() }
}

/// Whether rustdoc made this program: it is in a temporary folder of its own.
pub(crate) fn is_program(program: &Path) -> bool {
    let folder = program.parent().and_then(Path::file_name).and_then(|name| name.to_str());
    folder.is_some_and(|name| name.starts_with("rustdoctest"))
}

/// One of many in a program, which has a source file that lists them all.
fn merged(folder: &Path) -> Option<Doctest> {
    let number = std::env::var("RUSTDOC_DOCTEST_RUN_NB_TEST").ok()?;
    let is_list = |name: &str| name.starts_with("doctest_runner") && name.ends_with(".rs");
    let mut paths = files::list(folder).ok()?.into_iter();
    let list = paths.find(|path| path.file_name().and_then(|name| name.to_str()).is_some_and(is_list))?;
    listed(&files::read_text(&list).ok()?, &number)
}

/// Finds a doctest by its number in a list: its name, whether it is ignored, its file and line, whether it is run, and
/// whether it should panic.
fn listed(list: &str, number: &str) -> Option<Doctest> {
    let (_, rest) = list.split_once(&format!("mod __doctest_{number} {{"))?;
    let (_, rest) = rest.split_once("new_doctest(")?;
    let arguments = rest.trim_start().lines().next()?.trim_end().trim_end_matches(',');
    let (name, _) = arguments.strip_prefix('"')?.split_once("\", ")?;
    let name = name.replace("\\\"", "\"").replace("\\\\", "\\");
    Some(Doctest { name, should_panic: arguments.ends_with("true") })
}

/// The line in which a doctest begins, which rustdoc puts into the name of the function around it:
/// `_doctest_main_src_lib_rs_9_0`.
fn line_of(path: &str) -> Option<usize> {
    let (_, rest) = path.split_once("_doctest_main_")?;
    let (rest, _) = rest.split("::").next()?.rsplit_once('_')?;
    rest.rsplit_once('_')?.1.parse().ok()
}

/// One with a program of its own, by a line in it.
fn alone(file: &str, line: usize, text: &str) -> Option<Doctest> {
    let lines: Vec<&str> = text.lines().take(line).collect();
    let fence = lines.iter().rposition(|line| line.contains("```"))?;
    let name = format!("{file} (line {})", fence + 1);
    Some(Doctest { name, should_panic: lines[fence].contains("should_panic") })
}

#[cfg(test)]
mod tests {
    use super::{Doctest, alone, line_of, listed};

    fn doctest(name: &str, should_panic: bool) -> Option<Doctest> {
        Some(Doctest { name: name.to_owned(), should_panic })
    }

    #[test]
    fn doctests_of_one_program_are_found_in_its_source() {
        let list = "mod __doctest_0 {\npub const TEST: T = T::new_doctest(\n\"a.rs - b::c (line 3)\", false, \"a.rs\", 3, \
                    false, false,\nx));\n}\nmod __doctest_1 {\npub const TEST: T = T::new_doctest(\n\"a.rs - (line 9)\", \
                    false, \"a.rs\", 9, false, true,\nx));\n}\n";
        assert_eq!(listed(list, "0"), doctest("a.rs - b::c (line 3)", false));
        assert_eq!(listed(list, "1"), doctest("a.rs - (line 9)", true));
        assert_eq!((listed(list, "2"), listed("", "0")), (None, None));
    }

    #[test]
    fn a_doctest_alone_begins_with_a_fence() {
        let text = "/// ```\n/// a();\n/// ```\n///\n/// ```should_panic\n/// b();\n/// c();\n/// ```\nfn f() {}\n";
        assert_eq!(alone("src/a.rs", 2, text), doctest("src/a.rs (line 1)", false));
        assert_eq!(alone("src/a.rs", 7, text), doctest("src/a.rs (line 5)", true));
        assert_eq!(alone("src/a.rs", 9, ""), None);
        assert_eq!(line_of("rust_out::main::_doctest_main_src_a_rs_5_0::{{closure}}"), Some(5));
        assert_eq!((line_of("a::b"), line_of("_doctest_main_x")), (None, None));
    }
}
