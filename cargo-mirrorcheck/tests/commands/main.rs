//! The commands, run as a user runs them.

mod features;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

/// So long is waited for what must happen.
const PATIENCE: Duration = Duration::from_secs(120);

fn mirrorcheck(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-mirrorcheck"));
    command.current_dir(folder).args(arguments).env_remove("CARGO_TARGET_DIR").env_remove("MIRRORCHECK_OBSERVE");
    command.env("COLUMNS", "140");
    command
}

fn run(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    outcome(&mut mirrorcheck(folder, arguments))
}

/// The exit code, and what was said on both ways.
fn outcome(command: &mut Command) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8_lossy(&stderr).into_owned())
}

/// A crate of which one test is observed and one may fail. It writes its line itself: what is tested here is what
/// becomes of it.
struct Crate {
    folder: PathBuf,
}

impl Crate {
    fn new(name: &str) -> Crate {
        let folder = std::env::temp_dir().join(format!("mirrorcheck-commands-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("src")).unwrap();
        let manifest = "[package]\nname = \"observed\"\nedition = \"2021\"\n\n[workspace]\n";
        fs::write(folder.join("Cargo.toml"), manifest).unwrap();
        let made = Crate { folder };
        made.save("before the save");
        made
    }

    fn save(&self, representation: &str) {
        let line = r#"{"type":"test_case","run_start":START,"property":"tests::observed","status":"passed","status_reason":"","representation":"REPRESENTATION","arguments":{},"how_generated":"random","features":{},"coverage":null,"timing":{"execute:test":0.001},"metadata":{}}"#;
        let source = format!(
            r##"
            #[test]
            fn observed() {{
                let folder = std::env::var("MIRRORCHECK_OBSERVE").unwrap();
                let start = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs_f64();
                let line = r#"{line}"#.replace("START", &start.to_string()).replace("REPRESENTATION", {representation:?});
                std::fs::write(format!("{{folder}}/{{}}.jsonl", std::process::id()), line + "\n").unwrap();
                println!("this is for people");
            }}

            #[test]
            fn fails() {{
                assert!(std::env::var_os("FAILS").is_none());
            }}
            "##
        );
        fs::write(self.folder.join("src/lib.rs"), source).unwrap();
    }
}

impl Drop for Crate {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn tests_are_run_and_summed_up() {
    let tested = Crate::new("test");
    let (code, out, err) = run(&tested.folder, &["test", "--", "--nocapture", "observed"]);
    assert_eq!(code, Some(0), "{out}{err}");
    assert!(out.contains("this is for people") && out.contains("test result: ok. 1 passed"), "{out}");
    let line = out.lines().find(|line| line.contains("tests::observed")).unwrap();
    let words: Vec<&str> = line.split_whitespace().take(8).collect();
    assert_eq!(words[1..], ["tests::observed", "1", "1", "1", "0", "1", "ms"], "{out}");
    assert!(out.contains("1 property: "), "{out}");
    assert!(
        out.ends_with("\nFor details: cargo mirrorcheck ui\n") && out.matches("mirrorcheck ui").count() == 1,
        "{out}"
    );

    // The exit code is that of the tests, and so is what comes out of them.
    let failing = mirrorcheck(&tested.folder, &["test", "--json"]).env("FAILS", "1").output().unwrap();
    assert_eq!(failing.status.code(), Some(101));
    assert!(String::from_utf8_lossy(&failing.stderr).contains("test result: FAILED. 1 passed; 1 failed"));
    let overview: Value = serde_json::from_slice(&failing.stdout).unwrap();
    assert_eq!(overview["properties"][0]["property"], "tests::observed");
    // Each of them was observed on its own.
    assert_eq!(overview["properties"][0]["runs"], 1);

    // A report has what both left.
    let (code, out, err) = run(&tested.folder, &["report"]);
    assert_eq!(code, Some(0), "{err}");
    assert!(out.trim().ends_with("report.html"), "{out}");
    assert!(fs::read_to_string(out.trim()).unwrap().contains("observed"));
    let (_, out, _) = run(&tested.folder, &["report", "--json"]);
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(report["runs"][0]["row"]["runs"], 2, "{out}");
}

#[test]
fn programs_that_did_not_run_are_mentioned() {
    let tested = Crate::new("early");
    // As a program with properties does.
    let list = r#"{"package": "observed", "root": "src/lib.rs", "built": 1.0, "tests": ["tests::observed"]}"#;
    let source = fs::read_to_string(tested.folder.join("src/lib.rs")).unwrap();
    let writes = format!(
        "#[test]\nfn lists() {{ std::fs::write(std::env::var(\"MIRRORCHECK_OBSERVE\").unwrap() + \"/1.tests\", {list:?}).unwrap(); }}\n"
    );
    fs::write(tested.folder.join("src/lib.rs"), source + &writes).unwrap();
    fs::create_dir(tested.folder.join("tests")).unwrap();
    for test in ["a", "b"] {
        fs::write(tested.folder.join(format!("tests/{test}.rs")), "#[test]\nfn passes() {}\n").unwrap();
    }
    let says = |arguments: &[&str], fails: &str| {
        let mut command = mirrorcheck(&tested.folder, arguments);
        let output = if fails.is_empty() { command.output() } else { command.env(fails, "1").output() }.unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let line = "\nCargo stopped at the first failing test program; `--no-fail-fast` runs the others.\n";
    let out = says(&["test"], "FAILS");
    assert!(out.ends_with(line), "{out}");
    for (arguments, fails) in
        [(&["test"][..], ""), (&["test", "--no-fail-fast"], "FAILS"), (&["test", "--lib"], "FAILS")]
    {
        let out = says(arguments, fails);
        assert!(out.contains("1 property") && !out.contains(line), "{arguments:?}: {out}");
    }
}

#[test]
fn nextest_runs_them_too() {
    if Command::new("cargo").args(["nextest", "--version"]).output().map_or(true, |output| !output.status.success()) {
        eprintln!("skipped: there is no cargo-nextest");
        return;
    }
    let tested = Crate::new("nextest");
    for arguments in [&["test", "--nextest"][..], &["test", "nextest", "run"]] {
        let (code, out, err) = run(&tested.folder, arguments);
        assert_eq!(code, Some(0), "{out}{err}");
        assert!(err.contains("2 passed") && out.contains("tests::observed"), "{out}{err}");
    }
}

/// The folders of runs that are there.
fn runs(tested: &Crate) -> usize {
    fs::read_dir(tested.folder.join("target/mirrorcheck/observed")).map_or(0, Iterator::count)
}

#[test]
fn builds_that_fail_leave_what_was_observed() {
    let tested = Crate::new("broken");
    let (code, out, err) = run(&tested.folder, &["test", "observed"]);
    assert_eq!((code, runs(&tested)), (Some(0), 1), "{out}{err}");
    fs::write(tested.folder.join("src/lib.rs"), "fn x( {").unwrap();
    for _ in 0..21 {
        let (code, out, _) = run(&tested.folder, &["test"]);
        assert_eq!((code, runs(&tested)), (Some(101), 1), "{out}");
        assert!(out.contains("No property was observed.") && !out.contains("mirrorcheck ui"), "{out}");
    }
    let (code, _, err) = run(&tested.folder, &["report"]);
    assert_eq!(code, Some(0), "{err}");
}

#[test]
fn the_workspace_may_be_elsewhere() {
    let tested = Crate::new("elsewhere");
    let (manifest, target) = (tested.folder.join("Cargo.toml"), tested.folder.join("an other"));
    let manifest = format!("--manifest-path={}", manifest.display());
    let here = std::env::temp_dir();
    let (code, out, err) = run(&here, &["test", &manifest, "--target-dir", target.to_str().unwrap(), "observed"]);
    assert_eq!(code, Some(0), "{out}{err}");
    assert!(out.contains("1 property: "), "{out}");
    let observed = target.join("mirrorcheck/observed");
    assert_eq!((fs::read_dir(&observed).unwrap().count(), tested.folder.join("target").exists()), (1, false));
    assert!(out.ends_with(&format!("\nFor details: cargo mirrorcheck ui '{}'\n", observed.display())), "{out}");
}

#[test]
fn nothing_observed_is_said() {
    let tested = Crate::new("nothing");
    let (code, out, _) = run(&tested.folder, &["test", "--", "nothing_at_all"]);
    assert_eq!((code, runs(&tested)), (Some(0), 0));
    assert!(out.contains("No property was observed.") && out.contains("`#[property]`"), "{out}");
    assert!(!out.contains("mirrorcheck ui"), "{out}");
    let (code, _, err) = run(&tested.folder, &["report"]);
    assert_eq!(code, Some(2));
    assert!(err.contains("nothing has been observed yet"), "{err}");
    let (code, _, err) = run(&tested.folder, &["report", "Cargo.toml"]);
    assert_eq!(code, Some(2));
    assert!(err.contains("no line in the OpenPBTStats format"), "{err}");
    let (code, _, err) = run(&std::env::temp_dir(), &["test"]);
    assert_eq!(code, Some(2));
    assert!(err.contains("cargo cannot read this workspace"), "{err}");
}

/// A process that is ended with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_save_runs_the_tests_again() {
    let tested = Crate::new("watch");
    let child = mirrorcheck(&tested.folder, &["ui", "--watch", "observed"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut running = Running(child.unwrap());
    let mut out = BufReader::new(running.0.stdout.take().unwrap());
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    let url = line.split_whitespace().find(|word| word.starts_with("http://")).unwrap().to_owned();
    let said = Arc::new(Mutex::new(Vec::new()));
    let lines = Arc::clone(&said);
    thread::spawn(move || out.lines().map_while(Result::ok).for_each(|line| lines.lock().unwrap().push(line)));
    let address = url.trim_start_matches("http://").trim_end_matches('/').to_owned();
    wait_for("the first run", || shown(&address).contains("before the save"));
    tested.save("after the save");
    wait_for("the second run", || shown(&address).contains("after the save"));

    let is_waiting = |said: &[String]| said.last().is_some_and(|line| line == "Waiting for a save.");
    wait_for("the end of it", || is_waiting(&said.lock().unwrap()));

    // Folders come and go too, with all that is in them.
    let folder = tested.folder.join("src/folder");
    let has_run = |what: &str| {
        let is_saved = |line: &String| line.starts_with("src/folder") && line.ends_with(" was saved.");
        wait_for(what, || {
            let said = said.lock().unwrap();
            said.iter().any(is_saved) && is_waiting(&said)
        });
        said.lock().unwrap().clear();
    };
    let make = |content: &str| {
        fs::create_dir_all(folder.join("deep")).unwrap();
        fs::write(folder.join("deep/one.rs"), content).unwrap();
    };
    make("// one");
    has_run("a new folder");
    fs::rename(&folder, tested.folder.join("target/away")).unwrap();
    has_run("a folder that is gone");
    fs::rename(tested.folder.join("target/away"), &folder).unwrap();
    has_run("a folder that comes back");
    fs::write(folder.join("deep/two.rs"), "// two").unwrap();
    has_run("a file in it");
    fs::remove_dir_all(&folder).unwrap();
    make("// another one");
    has_run("a folder that is made again");
    fs::write(folder.join("deep/one.rs"), "// the last one").unwrap();
    has_run("a file in that");
}

/// The examples of the latest run.
fn shown(address: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let path = "/examples.json?property=tests::observed";
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

fn wait_for(what: &str, mut is_there: impl FnMut() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !is_there() {
        assert!(Instant::now() < end, "{what} is not there");
        thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn the_demonstration_shows_a_mistake_a_doubt_and_a_property_that_holds() {
    let folder = std::env::temp_dir().join(format!("mirrorcheck-demo-{}", std::process::id()));
    fs::create_dir_all(folder.join("temporary")).unwrap();
    let mut command = mirrorcheck(&folder, &["demo", "-o", "here/demo.html"]);
    let (code, out, err) = outcome(command.env("TMPDIR", folder.join("temporary")));
    let report = fs::read_to_string(folder.join("here/demo.html")).unwrap();
    let mut left: Vec<_> = fs::read_dir(&folder).unwrap().flatten().map(|entry| entry.file_name()).collect();
    left.sort();
    fs::remove_dir_all(&folder).unwrap();
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    for (sign, property) in [('✗', "delete_leaves_other_keys"), ('!', "merge_is_sorted"), ('✓', "insert_keeps_order")]
    {
        assert!(out.contains(&format!("{sign} {property}")), "{out}");
        assert!(report.contains(property));
    }
    assert!(out.contains("Node(Node(Node(Leaf, 0, Leaf), 1, Leaf), 2, _)"), "{out}");
    assert!(out.contains("here/demo.html") && out.contains("demo --ui"), "{out}");
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines.iter().filter(|line| !line.contains("demo.html")).all(|line| line.chars().count() <= 120), "{out}");
    assert!(lines.windows(2).all(|pair| pair != ["", ""]), "{out}");
    assert_eq!((out.matches("fails").count(), out.matches("discarded").count()), (2, 2), "{out}");
    // Nothing is left where it was called, such as a failure that would be run first.
    assert_eq!(left, ["here", "temporary"]);
}

#[test]
fn help_for_all_and_for_each() {
    let here = std::env::temp_dir();
    for command in ["demo", "test", "ui", "report", "choices"] {
        let (code, help, _) = run(&here, &[command, "--help"]);
        assert_eq!(code, Some(0));
        assert!(help.starts_with(&format!("cargo mirrorcheck {command}")), "{help}");
        assert_eq!(run(&here, &["help", command]).1, help);
        assert!(run(&here, &[]).1.contains(&format!("\n  {command} ")));
    }
    // As Cargo calls it.
    let (code, out, _) = run(&here, &["mirrorcheck", "choices", "node(5 leaf leaf)"]);
    assert_eq!(code, Some(0));
    assert!(out.starts_with("node(5 leaf leaf)\n"), "{out}");
    let (code, _, err) = run(&here, &["reprot"]);
    assert_eq!(code, Some(2));
    assert!(err.contains("unknown command `reprot`"), "{err}");
}
