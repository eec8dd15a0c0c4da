//! Paths and commands as the user can paste them: seen from the folder in which they ran `cargo`.
//!
//! A test runs in the folder of its package, and the compiler names sources from the root of the workspace. Neither need
//! be where the user is. A shell says where that is, in `PWD`; without it, or if that is outside of the workspace, paths
//! are those from the root of the workspace, as in the messages of the compiler.

use std::cell::OnceCell;
use std::path::{Component, Path, PathBuf};

use crate::run::doctest;

/// Where the user is, as far as that is known. Looked for when a path is shown: most properties pass.
#[derive(Debug, Clone)]
pub(crate) struct Viewpoint {
    manifest: PathBuf,
    file: Option<&'static str>,
    folders: OnceCell<Folders>,
}

#[derive(Debug, Clone)]
struct Folders {
    /// The folder of the package, and that of the workspace.
    package: PathBuf,
    root: PathBuf,
    /// The folder that paths are shown from.
    here: PathBuf,
}

/// A test, as `cargo test` can be told to run it.
pub(crate) struct TestName<'t> {
    pub(crate) package: Option<&'t str>,
    /// The file that it is in, as the compiler names it.
    pub(crate) file: &'t str,
    pub(crate) test: &'t str,
}

impl Viewpoint {
    /// Where the user is who tests the package in the folder `manifest`, of which `file` is a source.
    pub(crate) fn new(manifest: &Path, file: Option<&'static str>) -> Viewpoint {
        Viewpoint { manifest: manifest.to_path_buf(), file, folders: OnceCell::new() }
    }

    fn folders(&self) -> &Folders {
        self.folders.get_or_init(|| {
            let pwd = std::env::var_os("PWD").map(PathBuf::from);
            Folders::new(&self.manifest, self.file, pwd.as_deref())
        })
    }

    /// A path as it is from there.
    pub(crate) fn path(&self, path: &Path) -> String {
        let path = canonical(path);
        let shown = if path.starts_with(&self.folders().root) { relative(&self.folders().here, &path) } else { path };
        shown.to_string_lossy().replace('\\', "/")
    }

    /// The path of a file of the package.
    pub(crate) fn path_in_package(&self, file: &str) -> String {
        self.path(&self.folders().package.join(file))
    }

    /// A place `file:line:column` that the compiler has named.
    pub(crate) fn place(&self, place: &str) -> String {
        let mut parts = place.rsplitn(3, ':');
        let (column, line, file) = (parts.next(), parts.next(), parts.next());
        let (Some(column), Some(line), Some(file)) = (column, line, file) else { return place.to_owned() };
        let path = self.folders().root.join(file);
        if is_file(&path) { format!("{}:{line}:{column}", self.path(&path)) } else { place.to_owned() }
    }

    /// The command that runs a test, and no other.
    pub(crate) fn command(&self, name: &TestName<'_>) -> String {
        let executable = doctest::program().unwrap_or_default();
        self.command_in(name, &executable)
    }

    /// The command that runs the examples in the documentation of a file, if this process runs one: it has no other name.
    pub(crate) fn doctest_command(&self, package: Option<&str>, file: &str) -> Option<String> {
        let executable = doctest::program().unwrap_or_default();
        doctest::is_program(&executable).then(|| format!("cargo test {}--doc {file}", self.option(package)))
    }

    fn command_in(&self, TestName { package, file, test }: &TestName<'_>, executable: &Path) -> String {
        let (package, target) = (self.option(*package), self.target(file, executable));
        let cargo = if cfg!(miri) { "cargo miri test" } else { "cargo test" };
        format!("{cargo} {package}{target}{test} -- --exact")
    }

    /// How to name the package, where cargo would not take it anyway.
    fn option(&self, package: Option<&str>) -> String {
        match package {
            Some(package) if self.folders().here != self.folders().package => format!("-p {package} "),
            _ => String::new(),
        }
    }

    /// How to name the target that a source belongs to: nothing if it is the library or the main program, or not known.
    fn target(&self, file: &str, executable: &Path) -> String {
        let path = canonical(&self.folders().root.join(file));
        let Ok(path) = path.strip_prefix(&self.folders().package) else { return String::new() };
        let mut parts = Vec::new();
        for part in path.components() {
            parts.push(part.as_os_str().to_string_lossy());
        }
        let parts: Vec<&str> = parts.iter().map(AsRef::as_ref).collect();
        let (option, name) = match parts[..] {
            ["tests", name, ..] => ("--test", name),
            ["benches", name, ..] => ("--bench", name),
            ["examples", name, ..] => ("--example", name),
            ["src", "bin", name, ..] => ("--bin", name),
            _ => return String::new(),
        };
        let name = name.strip_suffix(".rs").unwrap_or(name);
        // A manifest can give it another name: the one that was built tells.
        let stem = executable.file_stem().unwrap_or_default().to_string_lossy();
        let built = stem.rsplit_once('-').map_or(&*stem, |(built, _)| built);
        if built == name.replace('-', "_") || built == name { format!("{option} {name} ") } else { String::new() }
    }
}

impl Folders {
    fn new(manifest: &Path, file: Option<&str>, pwd: Option<&Path>) -> Folders {
        let package = canonical(manifest);
        let has_source = |folder: &&Path| file.is_some_and(|file| is_file(&folder.join(file)));
        let root = package.ancestors().find(has_source).unwrap_or(&package).to_path_buf();
        let here = pwd.filter(|pwd| pwd.is_absolute()).map(canonical).filter(|pwd| pwd.starts_with(&root));
        Folders { here: here.unwrap_or_else(|| root.clone()), package, root }
    }
}

/// Whether a file is there. Nothing is under Miri, where to look for one is an error: paths are then those of the package.
fn is_file(path: &Path) -> bool {
    !cfg!(miri) && path.is_file()
}

/// A path without links, if it is there.
fn canonical(path: &Path) -> PathBuf {
    if cfg!(miri) {
        return path.to_path_buf();
    }
    std::fs::canonicalize(path).unwrap_or_else(|_| match (path.parent(), path.file_name()) {
        // Of a file that is gone, the folder may still be there.
        (Some(parent), Some(name)) if !parent.as_os_str().is_empty() => canonical(parent).join(name),
        _ => path.to_path_buf(),
    })
}

/// The way from one folder to a path.
fn relative(from: &Path, to: &Path) -> PathBuf {
    let (from, to): (Vec<Component<'_>>, Vec<Component<'_>>) = (from.components().collect(), to.components().collect());
    let mut common = 0;
    while common < from.len() && from.get(common) == to.get(common) {
        common += 1;
    }
    let mut path = PathBuf::new();
    for _ in common..from.len() {
        path.push("..");
    }
    path.extend(&to[common..]);
    path
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::{Folders, TestName, Viewpoint};

    /// A workspace with a member, below the target folder of this one.
    fn workspace() -> PathBuf {
        let root = std::env::temp_dir().join(format!("mirrorcheck-viewpoint-{}", std::process::id()));
        for file in ["a/src/lib.rs", "a/tests/my-it.rs", "a/src/bin/tool.rs", "a/mirrorcheck-failures/p/1.txt", "b/x"] {
            let path = root.join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
        root
    }

    #[test]
    fn paths_and_commands_are_those_of_where_the_user_is() {
        let root = workspace();
        let from = |pwd: Option<&Path>| {
            let (manifest, file) = (root.join("a"), Some("a/src/lib.rs"));
            Viewpoint { folders: Folders::new(&manifest, file, pwd).into(), ..Viewpoint::new(&manifest, file) }
        };
        let file = root.join("a/mirrorcheck-failures/p/1.txt");
        let name = TestName { package: Some("a"), file: "a/src/lib.rs", test: "m::t" };
        let exe = Path::new("/t/debug/deps/a-0123456789abcdef");
        for (pwd, path, place, command) in [
            (
                Some(root.clone()),
                "a/mirrorcheck-failures/p/1.txt",
                "a/src/lib.rs:1:2",
                "cargo test -p a m::t -- --exact",
            ),
            (Some(root.join("a")), "mirrorcheck-failures/p/1.txt", "src/lib.rs:1:2", "cargo test m::t -- --exact"),
            (
                Some(root.join("b")),
                "../a/mirrorcheck-failures/p/1.txt",
                "../a/src/lib.rs:1:2",
                "cargo test -p a m::t -- --exact",
            ),
            // Nobody knows: as seen from the root.
            (None, "a/mirrorcheck-failures/p/1.txt", "a/src/lib.rs:1:2", "cargo test -p a m::t -- --exact"),
            (
                Some(PathBuf::from("/")),
                "a/mirrorcheck-failures/p/1.txt",
                "a/src/lib.rs:1:2",
                "cargo test -p a m::t -- --exact",
            ),
        ] {
            let view = from(pwd.as_deref());
            assert_eq!(view.path(&file), path, "{pwd:?}");
            assert_eq!(view.place("a/src/lib.rs:1:2"), place, "{pwd:?}");
            assert_eq!(view.command_in(&name, exe), command, "{pwd:?}");
        }
        let view = from(Some(&root.join("a")));
        assert_eq!(
            view.place("/rustc/abc/library/core/src/option.rs:1:2"),
            "/rustc/abc/library/core/src/option.rs:1:2"
        );
        assert_eq!(view.place("signal 6 (SIGABRT)"), "signal 6 (SIGABRT)");
        for (file, exe, command) in [
            ("a/tests/my-it.rs", "/t/deps/my_it-0123", "cargo test --test my-it m::t -- --exact"),
            ("a/tests/my-it.rs", "/t/deps/other-0123", "cargo test m::t -- --exact"),
            ("a/src/bin/tool.rs", "/t/deps/tool-0123", "cargo test --bin tool m::t -- --exact"),
        ] {
            assert_eq!(view.command_in(&TestName { file, ..name }, Path::new(exe)), command);
        }
        std::fs::remove_dir_all(root).unwrap();
    }
}
