//! Which tests the running program has, so that a reader can tell a property that failed from one that was renamed or
//! deleted since. A run of some tests says nothing about the others, but the program knows them all.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant, UNIX_EPOCH};

use openpbtstats::write as json;

use crate::run::files;

/// Longer than any test program takes to list its tests.
const PATIENCE: Duration = Duration::from_secs(10);

/// The program that runs.
struct Program {
    path: PathBuf,
    /// The root of its crate, which tells the library of a package from its binaries and its tests.
    root: String,
    /// When it was built, in milliseconds since 1970.
    built: u128,
}

/// Returns the program and the test that a property belongs to, as JSON, and leaves a list of all tests of the program
/// in `folder`. `None` if that is unknown, or if there is no such test: a property may run under the name of a thread.
pub(super) fn of(package: Option<&str>, test: &str, folder: &Path) -> Option<String> {
    static LIST: OnceLock<Option<String>> = OnceLock::new();
    let program = program()?;
    let list = LIST.get_or_init(|| program.list(package, folder)).as_ref()?;
    let test = quoted(test);
    list.contains(&test).then(|| format!("{},\"test\":{test}}}", program.fields(package)))
}

fn quoted(text: &str) -> String {
    let mut out = "\"".to_owned();
    json::escape(&mut out, text);
    out.push('"');
    out
}

fn program() -> Option<&'static Program> {
    static PROGRAM: OnceLock<Option<Program>> = OnceLock::new();
    let find = || {
        let path = std::env::current_exe().ok()?;
        let root = root(&files::read_text(&path.with_extension("d")).ok()?)?;
        let built = path.metadata().ok()?.modified().ok()?.duration_since(UNIX_EPOCH).ok()?.as_millis();
        Some(Program { path, root, built })
    };
    PROGRAM.get_or_init(find).as_ref()
}

/// Finds the root of a crate in what the compiler leaves beside the program: a rule of a makefile that names the root
/// first, with a backslash before each space in it.
fn root(rules: &str) -> Option<String> {
    let (_, files) = rules.lines().next()?.split_once(".d: ")?;
    let mut root = String::new();
    for word in files.split(' ') {
        match word.strip_suffix('\\') {
            Some(part) => root.extend([part, " "]),
            None => {
                root.push_str(word);
                break;
            }
        }
    }
    Some(root.replace('\\', "/"))
}

impl Program {
    /// The beginning of an object that names it.
    fn fields(&self, package: Option<&str>) -> String {
        format!("{{\"package\":{},\"root\":{}", quoted(package.unwrap_or_default()), quoted(&self.root))
    }

    /// Returns a list of its tests, which it leaves in a folder: other processes of the same build need not ask again.
    fn list(&self, package: Option<&str>, folder: &Path) -> Option<String> {
        let file = folder.join(format!("{}-{}.tests", self.built, hash(&self.path)));
        if let Ok(list) = files::read_text(&file) {
            return Some(list);
        }
        let tests: Vec<String> = self.tests()?.iter().map(|test| quoted(test)).collect();
        let (seconds, milliseconds) = (self.built / 1000, self.built % 1000);
        let (fields, tests) = (self.fields(package), tests.join(","));
        let list = format!("{fields},\"built\":{seconds}.{milliseconds:03},\"tests\":[{tests}]}}\n");
        // Without it, the next process asks again.
        let _ = files::replace(&file, &list);
        Some(list)
    }

    /// Asks a second process of the program for its tests. One that is not from the standard harness may do anything
    /// else: it is not observed, and it is given some seconds.
    fn tests(&self) -> Option<Vec<String>> {
        let mut child = Command::new(&self.path)
            .args(["--list", "--format", "terse"])
            .env("MIRRORCHECK_OBSERVE", "0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let mut out = child.stdout.take()?;
        let reader = std::thread::spawn(move || {
            let mut text = String::new();
            out.read_to_string(&mut text).map(|_| text)
        });
        if !ends(&mut child) {
            return None;
        }
        let text = reader.join().ok()?.ok()?;
        Some(text.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect())
    }
}

/// Waits for a process; kills it if it takes too long.
fn ends(child: &mut Child) -> bool {
    let started = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) if started.elapsed() < PATIENCE => std::thread::sleep(Duration::from_millis(1)),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                return false;
            }
        }
    }
}

/// A number for a path, the same in every process.
fn hash(path: &Path) -> u64 {
    let bytes = path.as_os_str().as_encoded_bytes();
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::root;

    #[test]
    fn the_root_is_named_first() {
        let rules = "/target/debug/deps/a-1.d: src/lib.rs src/tree.rs\n\nsrc/lib.rs:\n";
        assert_eq!(root(rules).as_deref(), Some("src/lib.rs"));
        assert_eq!(root("C:\\t\\a.d: my\\ crate\\tests\\a.rs x.rs\n").as_deref(), Some("my crate/tests/a.rs"));
        assert_eq!(root("a.d: tests/a.rs").as_deref(), Some("tests/a.rs"));
        assert_eq!((root(""), root("nothing")), (None, None));
    }
}
