//! The law that everybody says the same: `cargo test`, the exit code, the summary, `--json`, the report and the pages, on
//! a crate whose properties pass and fail in every way there is.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use cargo_mirrorcheck::server::Server;
use serde_json::Value;

use super::chrome::{Page, chrome};
use super::world::{address, mirrorcheck};

/// What comes of each property, without the name of the package: a word, and how its sentence begins.
const VERDICTS: [(&str, &str, &str); 49] = [
    ("aborts::aborts", "unfinished", "did not finish: its process ended"),
    ("exits::exits", "unfinished", "did not finish: its process ended"),
    ("overflows::overflows", "unfinished", "did not finish: its process ended"),
    ("hangs::hangs", "passed", ""),
    ("renamed::old_name", "failed", "fails on old_name(n = 100)"),
    ("renamed::stays", "passed", ""),
    ("src/lib.rs - double (line 5)", "passed", ""),
    ("src/lib.rs - double (line 11)", "failed", "fails on property(value = 75)"),
    ("src/lib.rs - double (line 17)", "passed", "panics as expected"),
    ("tests::passes", "passed", "300 cases passed, 295 distinct"),
    ("tests::is_proved", "passed", "proved: holds for all 2 values"),
    ("tests::draws_in_its_body", "passed", "300 cases passed"),
    ("tests::passes_in_a_child", "passed", "300 cases passed, 286 distinct"),
    ("tests::passes_in_time", "passed", "300 cases passed, 286 distinct"),
    ("tests::fails_as_expected", "passed", "panics as expected"),
    ("tests::fails_with_the_message_expected", "passed", "panics as expected"),
    ("tests::fails_as_expected_in_a_child", "passed", "panics as expected"),
    ("tests::aborts_as_expected_in_a_child", "passed", "panics as expected"),
    ("tests::fails_as_expected_without_a_macro", "passed", "panics as expected"),
    ("tests::has_a_stale_failure", "doubtful", "passes, but the saved failure "),
    ("tests::has_a_failure_that_passes_now", "passed", ""),
    ("tests::passes_without_a_macro", "passed", ""),
    ("tests::discards_much", "doubtful", "passes, but 2,247 of 2,547 cases were discarded"),
    ("tests::runs_no_case", "doubtful", "tested nothing, because no case ran"),
    ("tests::never_meets_its_class", "doubtful", "passes, but \"huge\" never happened"),
    ("tests::panics", "failed", "fails on panics(list = [0, 0, 0])"),
    ("tests::returns_an_error", "failed", "fails on returns_an_error(n = 100)"),
    ("tests::fails_on_its_draws", "failed", "fails on fails_on_its_draws(n = 500)"),
    ("tests::fails_on_an_example", "failed", "fails on fails_on_an_example(n = 7)"),
    ("tests::fails_in_two_places", "failed", "fails on fails_in_two_places(n = 1)"),
    ("tests::fails_without_a_macro", "failed", "fails on "),
    ("tests::is_flaky", "failed", "is flaky: failed on is_flaky("),
    ("tests::has_a_generator_that_panics", "failed", "fails: the generator panicked: the generator cannot make 100"),
    ("tests::discards_everything", "failed", "tested nothing, because all 3,000 cases were discarded"),
    ("tests::has_an_empty_generator", "failed", "tested nothing, because the generator made no value"),
    ("tests::covers_too_little", "failed", "fails: \"small\" covers only 93 of 300 cases"),
    ("tests::has_broken_choices", "failed", "did not run: "),
    ("tests::passes_unexpectedly", "failed", "fails: expected a panic, but no case failed"),
    ("tests::fails_with_an_unexpected_message", "failed", "fails: expected a panic with \"another message\""),
    ("tests::is_doubted_unexpectedly", "failed", "fails: expected a panic"),
    ("tests::fails_by_its_doubts", "failed", "fails: 2,247 of 2,547 cases were discarded"),
    ("tests::fails_in_a_child", "failed", "fails on fails_in_a_child(n = 100)"),
    ("tests::aborts_in_a_child", "failed", "fails on aborts_in_a_child(list = [0, 0, 0, 0]): the process died: "),
    ("tests::exits_in_a_child", "failed", "fails on exits_in_a_child(n = 101): the process exited with code 0"),
    ("tests::aborts_in_its_generator", "failed", "fails: property `tests::aborts_in_its_generator` "),
    ("tests::discards_everything_in_a_child", "failed", "tested nothing, because all 3,000 cases were discarded"),
    ("tests::discards_everything_unexpectedly_in_a_child", "failed", "fails: expected a panic"),
    ("tests::takes_too_long", "failed", "fails on takes_too_long(n = 101): it exceeded its timeout"),
    ("tests::overflows_in_a_child", "failed", "fails on overflows_in_a_child(n = 101): the process died: "),
];

/// A copy of the crate, with a target folder of its own. There is one, because what it depends on takes long to build: one
/// test has it at a time.
struct Fixture {
    folder: PathBuf,
    _turn: MutexGuard<'static, ()>,
}

impl Fixture {
    /// As it was at first, but for what is built.
    fn take() -> Fixture {
        static TURN: Mutex<()> = Mutex::new(());
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let library = Path::new(env!("CARGO_MANIFEST_DIR"));
        let from = library.join("tests/fixtures/verdicts");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("verdicts");
        for part in ["mirrorcheck-failures", "target/mirrorcheck", "target/debug/mirrorcheck"] {
            let _ = fs::remove_dir_all(folder.join(part));
        }
        for part in ["src", "tests"] {
            fs::create_dir_all(folder.join(part)).unwrap();
            for entry in from.join(part).read_dir().unwrap() {
                let path = entry.unwrap().path();
                write(&folder.join(part).join(path.file_name().unwrap()), &fs::read_to_string(&path).unwrap());
            }
        }
        let manifest = fs::read_to_string(from.join("Cargo.toml")).unwrap();
        let root = library.parent().unwrap().display().to_string().replace('\\', "/");
        write(&folder.join("Cargo.toml"), &manifest.replace("../../../..", &root));
        fs::copy(library.join("../Cargo.lock"), folder.join("Cargo.lock")).unwrap();
        Fixture { folder, _turn: turn }
    }

    /// A command in the folder of the crate, with nothing in the environment that changes what it does.
    fn command(&self, mut command: Command, arguments: &[&str]) -> Command {
        command.args(arguments).current_dir(&self.folder).stdin(Stdio::null());
        for (name, _) in std::env::vars_os() {
            let shown = name.to_string_lossy();
            let is_ours = ["MIRRORCHECK_", "NEXTEST", "RUST_TEST_"].iter().any(|start| shown.starts_with(start));
            if is_ours || ["CI", "GITHUB_ACTIONS", "CARGO_BUILD_TARGET", "RUSTFLAGS"].contains(&&*shown) {
                command.env_remove(&name);
            }
        }
        command.env("CARGO_TARGET_DIR", self.folder.join("target")).env("CARGO_TERM_COLOR", "never");
        command.env("COLUMNS", "400").env("CARGO_NET_OFFLINE", "true");
        command
    }

    fn cargo(&self, arguments: &[&str]) -> Command {
        self.command(Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into())), arguments)
    }

    fn mirrorcheck(&self, arguments: &[&str]) -> Command {
        self.command(mirrorcheck(), arguments)
    }

    /// What `report --json` says of each property.
    fn report(&self) -> BTreeMap<String, (String, String)> {
        let report = said(&mut self.mirrorcheck(&["report", "--json"]));
        verdicts(&json(&report)["overview"])
    }

    /// Forgets in which cases processes died: the next run would look at these first.
    fn forget(&self) {
        let _ = fs::remove_dir_all(self.folder.join("target/debug/mirrorcheck"));
    }

    fn rename(&self, file: &str, from: &str, to: &str) {
        let path = self.folder.join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{text}");
        // Cargo compares times with those of what it built.
        std::thread::sleep(Duration::from_millis(50));
        fs::write(path, text.replace(from, to)).unwrap();
    }

    fn observed(&self) -> PathBuf {
        self.folder.join("target/mirrorcheck/observed")
    }
}

/// Writes a file, unless it says the same already: Cargo goes by the time.
fn write(path: &Path, text: &str) {
    if fs::read_to_string(path).ok().as_deref() != Some(text) {
        fs::write(path, text).unwrap();
    }
}

struct Said {
    code: Option<i32>,
    out: String,
    err: String,
}

fn said(command: &mut Command) -> Said {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Said { code: status.code(), out: text(stdout), err: text(stderr) }
}

#[track_caller]
fn json(said: &Said) -> Value {
    serde_json::from_str(&said.out).unwrap_or_else(|why| panic!("{why}: {}{}", said.out, said.err))
}

/// The word and the sentence for each property of an overview, without the name of the package.
fn verdicts(overview: &Value) -> BTreeMap<String, (String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let verdict = |row: &Value| (text(&row["verdict"]["kind"]), text(&row["verdict"]["text"]));
    let rows = overview["properties"].as_array().unwrap().iter();
    rows.map(|row| (short(row["property"].as_str().unwrap()), verdict(row))).collect()
}

fn short(property: &str) -> String {
    property.strip_prefix("verdicts::").unwrap_or(property).to_owned()
}

/// The property of a test that `cargo test` names: the crates in `tests` have one of their own name, or `renamed`.
fn property_of(test: &str) -> String {
    match test {
        "hangs" | "aborts" | "exits" | "overflows" => format!("{test}::{test}"),
        "old_name" | "stays" => format!("renamed::{test}"),
        _ => test.to_owned(),
    }
}

/// What `cargo test` says of each test: `ok`, `FAILED` or `ignored`.
fn by_cargo(out: &str) -> BTreeMap<String, String> {
    let tests = out.lines().filter_map(|line| line.strip_prefix("test ")?.split_once(" ... "));
    tests
        .map(|(test, word)| {
            let word = word.split(',').next().unwrap_or_default();
            (property_of(test.trim_end_matches(" - should panic")), word.to_owned())
        })
        .collect()
}

/// The sign of each property in a summary; long names are cut at their beginning.
fn signs(summary: &str, properties: &[&String]) -> BTreeMap<String, char> {
    let mut signs = BTreeMap::new();
    let (_, table) = summary.split_once("\n  property ").unwrap_or_else(|| panic!("{summary}"));
    for line in table.lines().filter(|line| line.starts_with(['✗', '…', '!', '✓', '-'])) {
        let (sign, rest) = (line.chars().next().unwrap(), line.split_at(line.find(' ').unwrap()).1.trim_start());
        let name = rest.split("  ").next().unwrap().trim();
        let is_it = |property: &&&String| match name.strip_prefix('…') {
            Some(end) => format!("verdicts::{property}").ends_with(end),
            None => short(name) == ***property,
        };
        let found: Vec<_> = properties.iter().filter(is_it).collect();
        assert_eq!(found.len(), 1, "{line}: {found:?}");
        signs.insert((**found[0]).clone(), sign);
    }
    signs
}

/// How many there are of each word.
fn counted(verdicts: &BTreeMap<String, (String, String)>, word: &str) -> usize {
    verdicts.values().filter(|(kind, _)| kind == word).count()
}

/// The badge of each property on the page that is open.
fn badges(page: &mut Page) -> BTreeMap<String, String> {
    let rows = page.value(
        "[...document.querySelectorAll('[data-property]')].map(e => \
         [e.querySelector('h2').textContent, e.querySelector('.verdict .badge').textContent.trim().toLowerCase().replace(':', '')])",
    );
    let rows: Vec<(String, String)> = serde_json::from_value(rows).unwrap();
    // Names may be broken at invisible places.
    let name = |shown: String| short(&shown.replace('\u{200b}', ""));
    // People read another word than scripts.
    let kind = |badge: String| if badge == "in doubt" { "doubtful".to_owned() } else { badge };
    rows.into_iter().map(|(shown, badge)| (name(shown), kind(badge))).collect()
}

/// How many cases with the status failed each property has in the files below a folder: what other readers go by.
fn failed_cases(folder: &Path) -> BTreeMap<String, usize> {
    let mut failed = BTreeMap::new();
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "jsonl") {
            continue;
        }
        for line in fs::read_to_string(path).unwrap().lines() {
            let line: Value = serde_json::from_str(line).unwrap();
            let is_failed = line["type"] == "test_case" && line["status"] == "failed";
            *failed.entry(short(line["property"].as_str().unwrap())).or_default() += usize::from(is_failed);
        }
    }
    failed
}

/// The folder of the latest run.
fn latest(observed: &Path) -> PathBuf {
    observed.read_dir().unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()).max().unwrap()
}

#[test]
fn everybody_says_the_same_of_every_verdict() {
    let fixture = Fixture::take();
    // One of a generator that makes smaller numbers now, and one that passes now.
    for (property, number) in [("has_a_stale_failure", 200), ("has_a_failure_that_passes_now", 50)] {
        let folder = fixture.folder.join(format!("mirrorcheck-failures/tests.{property}"));
        fs::create_dir_all(&folder).unwrap();
        let text = format!(
            "# A failure of a property, found by Mirrorcheck (format 1). It is run first on every test run.\n\
             property: tests::{property}\nvalue n: {number}\npanic: too much\nchoices: @5 {number}\nany: {number}\n"
        );
        fs::write(folder.join("0123456789ab.txt"), text).unwrap();
    }
    let wanted: BTreeMap<String, &str> =
        VERDICTS.iter().map(|(property, word, _)| ((*property).to_owned(), *word)).collect();
    let words = |verdicts: &BTreeMap<String, (String, String)>| -> BTreeMap<String, String> {
        verdicts.iter().map(|(property, (word, _))| (property.clone(), word.clone())).collect()
    };
    let expected: BTreeMap<String, String> =
        wanted.iter().map(|(property, word)| (property.clone(), (*word).to_owned())).collect();

    // JSON has every property, with its verdict.
    let as_json = said(&mut fixture.mirrorcheck(&["test", "--json", "--no-fail-fast"]));
    let by_json = verdicts(&json(&as_json));
    assert_eq!(words(&by_json), expected, "{}", as_json.err);
    for (property, _, text) in VERDICTS {
        assert!(by_json[property].1.starts_with(text), "{property}: {}", by_json[property].1);
    }

    // Cases before the one that ends a process are not lost, and neither is that one where somebody watches.
    let counts = |property: &str| {
        let overview = json(&as_json);
        let rows = overview["properties"].as_array().unwrap();
        let row = rows.iter().find(|row| short(row["property"].as_str().unwrap()) == property).unwrap();
        ["passed", "failed"].map(|status| row["counts"][status].as_u64().unwrap())
    };
    assert_eq!([counts("aborts::aborts"), counts("tests::aborts_in_a_child")], [[4, 0], [4, 1]]);
    assert_eq!([counts("exits::exits"), counts("tests::exits_in_a_child")], [[11, 0], [11, 1]]);
    assert_eq!([counts("overflows::overflows"), counts("tests::takes_too_long")], [[11, 0], [11, 1]]);

    // Readers that go by cases see a failure where there is one, and none where there is none.
    let failed = failed_cases(&latest(&fixture.observed()));
    for (property, (word, text)) in &by_json {
        match (word.as_str(), text.as_str()) {
            ("failed", _) | (_, "panics as expected") => assert!(failed[property] > 0, "{property}"),
            _ => assert_eq!(failed[property], 0, "{property}"),
        }
    }

    // The report has the same, as JSON and as a page.
    assert_eq!(fixture.report(), by_json);
    let report = fixture.folder.join("report.html");
    assert_eq!(said(&mut fixture.mirrorcheck(&["report", "-o", "report.html"])).code, Some(0));
    if let Some(chrome) = chrome() {
        let mut page = chrome.page();
        page.open(&address(&report));
        assert_eq!(badges(&mut page), expected);
        let server = Server::start(&[fixture.observed()], 0).unwrap();
        page.open(&server.url());
        assert_eq!(badges(&mut page), expected);
        let text = page.text("document.body.innerText");
        let count = |word| counted(&by_json, word);
        let sentence = format!(
            "{} properties: {} failed, {} did not finish, {} in doubt, {} passed; ",
            by_json.len(),
            count("failed"),
            count("unfinished"),
            count("doubtful"),
            count("passed")
        );
        assert!(text.contains(&sentence), "{text}");
    }

    // The summary of a second run, in which nothing is known about the first.
    fixture.forget();
    let as_text = said(&mut fixture.mirrorcheck(&["test", "--no-fail-fast"]));
    let properties: Vec<&String> = wanted.keys().collect();
    let shown = signs(&as_text.out, &properties);
    let sign = |word: &str| match word {
        "failed" => '✗',
        "unfinished" => '…',
        "doubtful" => '!',
        _ => '✓',
    };
    let wanted_signs: BTreeMap<String, char> =
        wanted.iter().map(|(property, word)| (property.clone(), sign(word))).collect();
    assert_eq!(shown, wanted_signs, "{}", as_text.out);
    let counts =
        [("failed", "failed"), ("unfinished", "did not finish"), ("doubtful", "in doubt"), ("passed", "passed")];
    let counts: Vec<String> = counts.iter().map(|(word, name)| format!("{} {name}", counted(&by_json, word))).collect();
    let sentence = format!("{} properties: {}.", by_json.len(), counts.join(", "));
    assert!(as_text.out.contains(&sentence), "{}", as_text.out);

    // Plain `cargo test` agrees. What ends its process has no line.
    fixture.forget();
    let plain = said(&mut fixture.cargo(&["test", "--no-fail-fast"]));
    for (word, by_cargo) in [("failed", "FAILED"), ("passed", "ok"), ("doubtful", "ok")] {
        for (property, _) in wanted.iter().filter(|(_, wanted)| **wanted == word) {
            let said = self::by_cargo(&plain.out).get(property).cloned();
            assert_eq!(said.as_deref(), Some(by_cargo), "{property}: {}", plain.out);
        }
    }
    let by_cargo = by_cargo(&plain.out);
    assert_eq!(by_cargo.len(), VERDICTS.len() - counted(&by_json, "unfinished") + 1, "{by_cargo:?}");
    assert_eq!(by_cargo["tests::is_ignored"], "ignored");
    assert_eq!([plain.code, as_json.code, as_text.code], [Some(101); 3]);

    // The next run knows what ended the processes.
    let again = said(&mut fixture.mirrorcheck(&["test", "--json", "--test", "aborts", "--test", "exits"]));
    assert_eq!(again.code, Some(101));
    let aborts = &verdicts(&json(&again))["aborts::aborts"];
    assert_eq!(aborts.0, "failed");
    assert!(aborts.1.starts_with("fails on aborts(list = [0, 0, 0, 0]): the process died: "), "{}", aborts.1);
}

#[test]
fn exit_codes_are_those_of_the_verdicts() {
    let fixture = Fixture::take();
    for (arguments, code) in [
        (&["--test", "hangs"][..], 0),
        (&["--test", "renamed", "stays"], 0),
        (&["--test", "renamed"], 101),
        // Cargo takes an exit with code 0 for a success.
        (&["--test", "exits"], 101),
        (&["--lib", "tests::fails_as_expected"], 0),
        (&["--lib", "tests::discards_much"], 0),
        (&["--lib", "tests::aborts_in_a_child"], 101),
    ] {
        fixture.forget();
        let said = said(&mut fixture.mirrorcheck(&[&["test", "--json"], arguments].concat()));
        let verdicts = verdicts(&json(&said));
        let is_bad = verdicts.values().any(|(word, _)| ["failed", "unfinished"].contains(&word.as_str()));
        assert_eq!((said.code, is_bad), (Some(code), code != 0), "{arguments:?}: {verdicts:?} {}", said.err);
    }
}

#[test]
fn what_was_renamed_or_deleted_is_gone() {
    let fixture = Fixture::take();
    let word = |report: &BTreeMap<String, (String, String)>, property: &str| report[property].0.clone();
    said(&mut fixture.mirrorcheck(&[
        "test",
        "--no-fail-fast",
        "--test",
        "renamed",
        "--test",
        "exits",
        "--test",
        "hangs",
    ]));
    let report = fixture.report();
    assert_eq!(word(&report, "renamed::old_name"), "failed");
    assert_eq!(counted(&report, "gone"), 0);

    // Only one of the tests runs: the others are still there.
    fixture.rename("tests/renamed.rs", "fn old_name(", "fn new_name(");
    said(&mut fixture.mirrorcheck(&["test", "--test", "renamed", "new_name"]));
    let report = fixture.report();
    let words = ["old_name", "new_name", "stays"].map(|name| word(&report, &format!("renamed::{name}")));
    assert_eq!(words, ["gone", "failed", "passed"]);
    assert_eq!(report["renamed::old_name"].1, "not in the latest build; its last run: fails on old_name(n = 100)");
    assert_eq!((word(&report, "exits::exits"), word(&report, "hangs::hangs")), ("unfinished".into(), "passed".into()));

    // A file with properties is deleted, and another program runs.
    fs::remove_file(fixture.folder.join("tests/exits.rs")).unwrap();
    let ran = said(&mut fixture.mirrorcheck(&["test", "--test", "hangs"]));
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let report = fixture.report();
    assert_eq!((word(&report, "exits::exits"), word(&report, "renamed::new_name")), ("gone".into(), "failed".into()));

    // Without the command, the program itself leaves the list of its tests.
    fixture.rename("tests/renamed.rs", "fn new_name(", "fn newest_name(");
    let mut plain = fixture.cargo(&["test", "--features", "mirrorcheck/observe", "--test", "renamed", "stays"]);
    assert_eq!(said(plain.env("MIRRORCHECK_OBSERVE", "1")).code, Some(0));
    let report = fixture.report();
    assert_eq!((word(&report, "renamed::new_name"), word(&report, "renamed::stays")), ("gone".into(), "passed".into()));
    assert_eq!((counted(&report, "gone"), counted(&report, "failed")), (3, 0));

    let Some(chrome) = chrome() else { return };
    let server = Server::start(&[fixture.observed()], 0).unwrap();
    let mut page = chrome.page();
    page.open(&server.url());
    let badges = badges(&mut page);
    assert_eq!(badges["renamed::old_name"], "gone");
    assert_eq!(badges["renamed::stays"], "passed");
    let text = page.text("document.body.innerText");
    assert!(text.contains("5 properties: 2 passed, 3 gone; "), "{text}");
    assert!(text.contains("not in the latest build; its last run: fails on old_name(n = 100)"), "{text}");
}

#[test]
fn a_run_that_hangs_did_not_finish_and_the_next_one_knows_why() {
    let fixture = Fixture::take();
    let built = said(&mut fixture.cargo(&["test", "--features", "mirrorcheck/observe", "--test", "hangs", "--no-run"]));
    let program = built.err.split_once("tests/hangs.rs (").and_then(|(_, rest)| rest.split_once(')')).unwrap().0;
    let run = |hangs: bool| {
        let mut command = fixture.command(Command::new(fixture.folder.join(program)), &["hangs"]);
        command.env("MIRRORCHECK_OBSERVE", "1").env("CARGO_PKG_NAME", "verdicts");
        if hangs {
            command.env("FIXTURE_HANGS", "1");
        }
        command
    };
    let mut child = run(true).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let is_there = || fixture.observed().exists() && fixture.report().contains_key("hangs::hangs");
    let started = Instant::now();
    // Its first cases pass at once.
    while !is_there() && started.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(100));
    }
    std::thread::sleep(Duration::from_millis(500));
    child.kill().unwrap();
    child.wait().unwrap();
    let (word, text) = fixture.report()["hangs::hangs"].clone();
    assert_eq!(
        (word.as_str(), text.as_str()),
        ("unfinished", "has not finished: it is still running, or its process died")
    );

    // It hangs again, for as long as one case is given.
    let again = said(&mut run(true));
    assert!(again.out.contains("the case did not end within 10s, the `hang_limit`"), "{}{}", again.out, again.err);
    let (word, text) = fixture.report()["hangs::hangs"].clone();
    assert_eq!(word, "failed");
    assert!(text.starts_with("fails on hangs(n = ") && text.ends_with("): it exceeded its timeout"), "{text}");
    assert_eq!(said(&mut run(false)).code, Some(0));
    assert_eq!(fixture.report()["hangs::hangs"].0, "passed");
}
