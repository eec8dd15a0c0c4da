//! The crates with properties: copied below the target folder, built there once, and run by `cargo test`.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// What the services of continuous integration set, and what changes how a report looks.
const UNSET: [&str; 20] = [
    "CI",
    "GITHUB_ACTIONS",
    "GITLAB_CI",
    "BUILDKITE",
    "CIRCLECI",
    "CIRRUS_CI",
    "TRAVIS",
    "APPVEYOR",
    "TF_BUILD",
    "TEAMCITY_VERSION",
    "JENKINS_URL",
    "BITBUCKET_BUILD_NUMBER",
    "CODEBUILD_BUILD_ID",
    "DRONE",
    "SEMAPHORE",
    "RUST_BACKTRACE",
    "RUST_TEST_THREADS",
    "NO_COLOR",
    "COLUMNS",
    "CARGO_BUILD_TARGET",
];

/// A crate with properties.
#[derive(Debug, Clone)]
pub(super) struct Fixture {
    pub(super) folder: PathBuf,
}

/// The crate that most tests share. Each uses properties that no other does.
pub(super) fn shared() -> &'static Fixture {
    static SHARED: OnceLock<Fixture> = OnceLock::new();
    SHARED.get_or_init(|| Fixture::copy("properties", "properties"))
}

impl Fixture {
    /// A copy of the small crate for one test alone, with nothing kept.
    pub(super) fn small(name: &str) -> Fixture {
        let fixture = Fixture::copy("small", name);
        let _ = fs::remove_dir_all(fixture.folder.join("mirrorcheck-failures"));
        let _ = fs::remove_file(fixture.folder.join("mirrorcheck-failures"));
        let _ = fs::remove_file(fixture.folder.join("mirrorcheck.toml"));
        fixture
    }

    /// A copy of the small crate as a member of a workspace, whose folder is the one above it.
    pub(super) fn member(name: &str) -> Fixture {
        let fixture = Fixture::small(name);
        let manifest = fs::read_to_string(fixture.folder.join("Cargo.toml")).unwrap();
        let (root, member) = (below_target(&format!("{name}-workspace")), "member");
        fs::create_dir_all(root.join(member).join("src")).unwrap();
        let _ = fs::remove_dir_all(root.join(member).join("mirrorcheck-failures"));
        write(
            &root.join(member).join("Cargo.toml"),
            &manifest.replace("[workspace]\n", "").replace("[profile.dev]\ndebug = false\n", ""),
        );
        for file in ["src/lib.rs", "Cargo.lock"] {
            let to = if file == "Cargo.lock" { root.join(file) } else { root.join(member).join(file) };
            write(&to, &fs::read_to_string(fixture.folder.join(file)).unwrap());
        }
        write(
            &root.join("Cargo.toml"),
            "[workspace]\nmembers = [\"member\"]\nresolver = \"3\"\n\n[profile.dev]\ndebug = false\n",
        );
        Fixture { folder: root.join(member) }
    }

    /// A copy of another crate, under its own name.
    pub(super) fn copied(name: &str) -> Fixture {
        Fixture::copy(name, name)
    }

    fn copy(from: &str, to: &str) -> Fixture {
        let library = Path::new(env!("CARGO_MANIFEST_DIR"));
        let (from, folder) = (library.join("tests/fixtures").join(from), below_target(to));
        for part in ["src", "tests"] {
            fs::create_dir_all(folder.join(part)).unwrap();
            for entry in from.join(part).read_dir().into_iter().flatten() {
                let path = entry.unwrap().path();
                let text = fs::read_to_string(&path).unwrap();
                write(&folder.join(part).join(path.file_name().unwrap()), &text);
            }
        }
        let manifest = fs::read_to_string(from.join("Cargo.toml")).unwrap();
        let path = library.to_str().unwrap().replace('\\', "/");
        let manifest = manifest.replace("../../..", &path).replace("\"small\"", &format!("\"{to}\""));
        write(&folder.join("Cargo.toml"), &manifest);
        // Cargo takes out what the fixture does not need: it is copied again only when it has changed.
        let lock = fs::read_to_string(library.join("../Cargo.lock")).unwrap();
        if write(&folder.join("of-the-workspace.lock"), &lock) {
            write(&folder.join("Cargo.lock"), &lock);
        }
        Fixture { folder }
    }

    /// Cargo in the folder of the crate, with nothing in the environment that changes what it does.
    pub(super) fn cargo<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> Run {
        let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
        self.command(&cargo, arguments)
    }

    /// A line as it is pasted into a shell.
    pub(super) fn shell(&self, line: &str) -> Run {
        self.command(OsStr::new("sh"), ["-c", line]).env("CARGO_NET_OFFLINE", "true")
    }

    pub(super) fn command<S: AsRef<OsStr>>(&self, program: &OsStr, arguments: impl IntoIterator<Item = S>) -> Run {
        let mut command = Command::new(program);
        command.args(arguments).current_dir(&self.folder).stdin(Stdio::null());
        for (name, _) in std::env::vars_os() {
            let shown = name.to_string_lossy();
            if UNSET.contains(&&*shown) || shown.starts_with("MIRRORCHECK_") || shown.starts_with("NEXTEST") {
                command.env_remove(&name);
            }
        }
        command.env("CARGO_TARGET_DIR", target()).env("CARGO_TERM_COLOR", "never");
        Run { command }
    }

    /// `cargo test` of one test.
    pub(super) fn test(&self, name: &str) -> Run {
        self.tests(&[name])
    }

    /// `cargo test` of these tests.
    pub(super) fn tests(&self, names: &[&str]) -> Run {
        let arguments = ["test", "--offline", "--lib", "--", "--exact"];
        self.cargo(arguments.iter().chain(names).copied())
    }

    /// `cargo test` of one test, with what it prints.
    pub(super) fn printing(&self, name: &str) -> Run {
        self.cargo(["test", "--offline", "--lib", "--", "--exact", "--nocapture", name])
    }

    /// The program with the tests of the crate, which is built.
    pub(super) fn program(&self) -> PathBuf {
        let ran = self.cargo(["test", "--offline", "--lib", "--no-run", "--message-format=json"]).ends();
        let messages = ran.stdout.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
        let mut programs = messages.filter_map(|message| message["executable"].as_str().map(PathBuf::from));
        programs.next().unwrap_or_else(|| panic!("{ran}"))
    }

    /// Where the failures of a property are kept.
    pub(super) fn folder_of(&self, property: &str) -> PathBuf {
        self.folder.join("mirrorcheck-failures").join(property.replace("::", "."))
    }

    /// Forgets what earlier runs of a property have left, also those of an earlier test run.
    pub(super) fn forget(&self, property: &str) {
        let folder = self.folder_of(property);
        let _ = fs::remove_dir_all(&folder);
        let _ = fs::remove_file(&folder);
        // Records of cases in which a process died have the name of their property, and nothing behind it.
        let name = format!("fixture::{property}\0").into_bytes();
        for entry in target().join("debug/mirrorcheck").read_dir().into_iter().flatten() {
            let path = entry.unwrap().path();
            let bytes = fs::read(&path).unwrap_or_default();
            if bytes.windows(name.len()).any(|window| window == name) {
                let _ = fs::remove_file(path);
            }
        }
    }

    /// The files that are kept of a property, by name, with what they say.
    pub(super) fn kept(&self, property: &str) -> Vec<(PathBuf, String)> {
        let entries = self.folder_of(property).read_dir().into_iter().flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        let read = |path: PathBuf| {
            let text = fs::read_to_string(&path).unwrap();
            (path, text)
        };
        paths.into_iter().map(read).collect()
    }

    /// The only file that is kept of a property.
    pub(super) fn only_kept(&self, property: &str) -> (PathBuf, String) {
        let mut kept = self.kept(property);
        assert_eq!(kept.len(), 1, "{kept:?}");
        kept.remove(0)
    }
}

fn below_target(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("fixtures").join(name)
}

/// The target folder of all fixtures: what they depend on is built once.
fn target() -> PathBuf {
    below_target("target")
}

/// Writes a file, unless it says the same already: cargo goes by the time. Gives whether it was written.
fn write(path: &Path, text: &str) -> bool {
    let is_new = fs::read_to_string(path).ok().as_deref() != Some(text);
    if is_new {
        // Other processes may do the same at this moment.
        let unfinished = path.with_extension(std::process::id().to_string());
        fs::write(&unfinished, text).unwrap();
        fs::rename(&unfinished, path).unwrap();
    }
    is_new
}

/// A command that is about to run.
#[derive(Debug)]
pub(super) struct Run {
    pub(super) command: Command,
}

impl Run {
    pub(super) fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Run {
        self.command.env(name, value);
        self
    }

    pub(super) fn ends(mut self) -> Ran {
        let output = self.command.output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        Ran { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
    }

    /// Runs it: all tests pass.
    #[track_caller]
    pub(super) fn passes(self) -> Ran {
        let ran = self.ends();
        assert!(ran.code == Some(0) && ran.stdout.contains("test result: ok."), "{ran}");
        assert!(!ran.stdout.contains("result: ok. 0 passed"), "no such test: {ran}");
        ran
    }

    /// Runs it: there are tests that fail, each in the way of tests.
    #[track_caller]
    pub(super) fn fails(self) -> Ran {
        let ran = self.ends();
        assert!(ran.code == Some(101) && ran.stdout.contains("test result: FAILED."), "{ran}");
        ran
    }

    /// Runs it: the process comes to no proper end.
    #[track_caller]
    pub(super) fn dies(self) -> Ran {
        let ran = self.ends();
        assert!(!ran.stdout.contains("test result:"), "{ran}");
        ran
    }
}

/// What came of a command.
#[derive(Debug)]
pub(super) struct Ran {
    pub(super) code: Option<i32>,
    pub(super) stdout: String,
    pub(super) stderr: String,
}

impl std::fmt::Display for Ran {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Ran { code, stdout, stderr } = self;
        write!(f, "code {code:?}\n--- stdout\n{stdout}\n--- stderr\n{stderr}")
    }
}

impl Ran {
    /// What the only test that failed says.
    #[track_caller]
    pub(super) fn report(&self) -> String {
        let start = self.stdout.find(" panicked at ").unwrap_or_else(|| panic!("{self}"));
        let report = self.stdout[start..].split_once('\n').map_or("", |(_, rest)| rest);
        let ends = ["\nnote: run with `RUST_BACKTRACE", "\n\n\nfailures:"].map(|end| report.find(end));
        let end = ends.into_iter().flatten().min().unwrap_or(report.len());
        report[..end].to_owned()
    }

    /// What is said past the output that tests capture, line by line.
    pub(super) fn remarks(&self) -> Vec<&str> {
        self.stderr.lines().filter_map(|line| line.strip_prefix("mirrorcheck: ")).collect()
    }

    /// The lines that properties print about their cases.
    pub(super) fn cases(&self) -> Vec<&str> {
        // The first stands behind the name of the test.
        let lines = self.stdout.lines().map(|line| line.rsplit_once(" ... ").map_or(line, |(_, rest)| rest));
        lines.filter_map(|line| line.strip_prefix("on ")).collect()
    }

    #[track_caller]
    pub(super) fn says(&self, text: &str) -> &Ran {
        assert!(self.stdout.contains(text) || self.stderr.contains(text), "{text:?} is not in: {self}");
        self
    }

    #[track_caller]
    pub(super) fn says_nothing_of(&self, text: &str) -> &Ran {
        assert!(!self.stdout.contains(text) && !self.stderr.contains(text), "{text:?} is in: {self}");
        self
    }
}

/// Compares a text with the one that is kept for it, without what changes with the lines of sources.
///
/// `SNAPSHOTS=overwrite cargo test` writes those that differ.
#[track_caller]
pub(super) fn snapshot(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/snapshots").join(format!("{name}.txt"));
    let text = format!("{}\n", without_places(text).trim_end());
    let kept = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    if kept != text {
        if std::env::var_os("SNAPSHOTS").is_some_and(|value| value == "overwrite") {
            return fs::write(&path, text).unwrap();
        }
        panic!(
            "{name} has changed; if it should, run again with SNAPSHOTS=overwrite\n--- now\n{text}\n--- kept\n{kept}"
        );
    }
}

/// A text in which places in sources have no line and column, and files of failures no number. How many values were tried
/// to explain a failure may change with any of them.
fn without_places(text: &str) -> String {
    let replaced = |pattern: &str, with: &str, text: &str| -> String {
        ::regex::Regex::new(pattern).unwrap().replace_all(text, with).into_owned()
    };
    let text = replaced(r"\d+ other values for", "… other values for", text);
    replaced("/[0-9a-f]{12}.txt", "/….txt", &replaced(r"\.rs:\d+(:\d+)?", ".rs", &text))
}
