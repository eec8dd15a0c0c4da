//! What the library writes where it is observed. Properties of this program are run by itself, in other processes.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU64, Ordering};

use mirrorcheck::prelude::*;
use mirrorcheck::strategy::{Gradient, Ordered};
use serde_json::Value;

/// Where a property writes its cases by itself, to compare.
fn tell(case: &str) {
    use std::io::Write;
    if let Some(path) = std::env::var_os("OBSERVED_TELLS") {
        let file = std::fs::File::options().create(true).append(true).open(path);
        writeln!(file.unwrap(), "{case}").unwrap();
    }
}

/// A list is as long as it is,
/// said in *two* lines.
#[property(cases = 50, keep = false, example(vec![1, 2], false), choices = "((1 7) true)")]
#[ignore = "run by others"]
fn healthy(list: Vec<i32>, flag: bool) {
    tell(&format!("healthy(list = {list:?}, flag = {flag:?})"));
    event("length", list.len());
    event("mean", list.iter().map(|n| f64::from(*n)).sum::<f64>() / list.len() as f64);
    event("first", list.first().map_or("none".to_owned(), |first| format!("\"{first}\"\n")));
    event("flag", flag);
    event("twice", 1);
    event("twice", 2);
    // One name, two kinds.
    event("all", 3);
    label(if flag { "on" } else { "off" });
    label("all");
    classify(list.is_empty(), "empty");
    cover(1, "some", !list.is_empty());
    target(list.len() as f64);
}

#[property(cases = 30, keep = false)]
#[ignore = "run by others"]
fn discards(n: u8) {
    event("label", "mine");
    label("yours");
    assume(n % 2 == 0);
}

#[property(keep = false)]
#[ignore = "run by others"]
fn dies(n: u8) {
    if n > 20 {
        std::process::abort();
    }
}

#[property(keep = false)]
#[ignore = "run by others"]
fn fails(list: Vec<u8>, name: String) {
    note("a note with \"quotes\"");
    assert!(list.len() < 3, "too long, whatever {:?}", name.get(..0));
}

#[property(cases = 20, keep = false, strategy = Ordered)]
#[ignore = "run by others"]
fn ordered(n: u8) {
    assert!(draw(0..=9) < 10, "{n}");
}

/// All that it tests is drawn in its body.
#[property(keep = false, strategy = Ordered)]
#[ignore = "run by others"]
fn proves_its_draws() {
    let first = draw(any::<bool>());
    for _ in 0..3 {
        let bit = draw(any::<bool>());
        assert!(bit | !bit | first);
    }
}

#[property(keep = false)]
#[ignore = "run by others"]
fn fails_on_its_draws(n: u8) {
    let n = u32::from(n) + draw(0..=99u32);
    let list = draw(vec(0..=9u8, 0..5));
    assert!(n < 50 || list.is_empty(), "too much");
}

#[property(cases = 20, keep = false, strategy = Gradient::default())]
#[ignore = "run by others"]
fn sought(list: Vec<u8>) {
    assume(list.is_sorted() && list.len() > 2);
}

#[property(cases = 5, keep = false, fork = true)]
#[ignore = "run by others"]
fn in_a_child(n: u8) {
    assert!(usize::from(n) <= 255);
}

struct Rude;

impl std::fmt::Debug for Rude {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        panic!("no")
    }
}

#[property(cases = 3, keep = false)]
#[ignore = "run by others"]
fn rude(#[from(from_fn(|| Rude))] value: Rude) {
    let Rude = value;
}

/// Runs a property of this program.
fn run(property: &str, variables: &[(&str, &str)]) -> Output {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", property, "--ignored"]).env("MIRRORCHECK_SEED", "7").env_remove("MIRRORCHECK_OBSERVE");
    command.envs(variables.iter().copied()).output().unwrap()
}

/// A folder that is removed afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("mirrorcheck-observed-{}-{number}", std::process::id()));
        Folder(folder)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }

    fn files(&self) -> Vec<PathBuf> {
        let paths = std::fs::read_dir(&self.0).into_iter().flatten().map(|entry| entry.unwrap().path());
        paths.filter(|path| path.extension().is_some_and(|extension| extension == "jsonl")).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The lines that a property writes, each of which follows the rules.
fn observed(property: &str, variables: &[(&str, &str)]) -> Vec<Value> {
    let folder = Folder::new();
    let mut variables = variables.to_vec();
    variables.push(("MIRRORCHECK_OBSERVE", folder.path()));
    let output = run(property, &variables);
    let files = folder.files();
    assert!(!files.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    let text: String = files.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect();
    let lines = text.lines().inspect(|line| {
        if let Err(why) = cargo_mirrorcheck::line::rules::well_formed(line) {
            panic!("{why}: {line}");
        }
        // Which of two fields of one name counts, readers do not agree on.
        assert!(line.matches("\"twice\":").count() < 2, "{line}");
    });
    lines.map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn cases(lines: &[Value]) -> Vec<&Value> {
    lines.iter().filter(|line| line["type"] == "test_case").collect()
}

fn message<'l>(lines: &'l [Value], title: &str) -> &'l str {
    let line = lines.iter().find(|line| line["title"] == title);
    line.unwrap_or_else(|| panic!("no {title}"))["content"].as_str().unwrap()
}

#[test]
fn every_case_is_written_as_it_was_in_true_order() {
    let folder = Folder::new();
    std::fs::create_dir_all(&folder.0).unwrap();
    let (plain, seen) = (folder.0.join("plain.txt"), folder.0.join("seen.txt"));
    run("healthy", &[("OBSERVED_TELLS", plain.to_str().unwrap())]);
    let lines = observed("healthy", &[("OBSERVED_TELLS", seen.to_str().unwrap())]);
    let told = |path: &Path| std::fs::read_to_string(path).unwrap();
    assert_eq!(told(&plain), told(&seen), "observed or not, the cases are the same");
    let written: Vec<&str> = cases(&lines).iter().map(|case| case["representation"].as_str().unwrap()).collect();
    assert_eq!(written, told(&seen).lines().collect::<Vec<_>>());
    assert_eq!(written.len(), 52);
}

#[test]
fn a_case_has_all_that_is_known_of_it() {
    let lines = observed("healthy", &[]);
    let cases = cases(&lines);
    assert!(
        cases
            .iter()
            .all(|case| case["property"] == "cargo_mirrorcheck::observed::healthy" && case["status"] == "passed")
    );
    assert_eq!(cases[0]["how_generated"], "explicit example");
    assert_eq!(cases[0]["arguments"]["list"], serde_json::json!([1, 2]));
    assert_eq!(cases[0]["metadata"]["choices"], "((2 1 2) false)");
    assert_eq!(cases[1]["how_generated"], "explicit example");
    assert_eq!(cases[1]["arguments"]["flag"], true);
    assert!(cases[2..].iter().all(|case| case["how_generated"] == "random" && case["metadata"]["seed"] == 7));
    let numbers: Vec<u64> = cases[2..].iter().map(|case| case["metadata"]["case"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (0..50).collect::<Vec<_>>());
    for case in &cases {
        let list: Vec<i32> = serde_json::from_value(case["arguments"]["list"].clone()).unwrap();
        let features = &case["features"];
        assert_eq!(features["length"], list.len());
        assert_eq!(features["empty"], list.is_empty());
        assert_eq!(features["some"], !list.is_empty());
        assert_eq!(features["flag"], case["arguments"]["flag"]);
        assert_eq!(features["twice"], 2);
        assert_eq!(features["all"], 3);
        assert_eq!(features["target:score"], list.len() as f64);
        assert_eq!(features["label"], if case["arguments"]["flag"] == true { "on, all" } else { "off, all" });
        match list.is_empty() {
            true => assert_eq!(features["mean"], "NaN"),
            false => assert!(features["mean"].is_f64()),
        }
        let choices: Choices = case["metadata"]["choices"].as_str().unwrap().parse().unwrap();
        let again: (Vec<i32>, bool) = any::<(Vec<i32>, bool)>().replay(&choices).unwrap();
        assert_eq!(again.0, list);
        assert_eq!(u64::from(choices.size()), case["metadata"]["case"].as_u64().map_or(100, |case| case % 101));
    }
    let timed: Vec<&String> = cases[5]["timing"].as_object().unwrap().keys().collect();
    assert_eq!(timed, ["execute:test", "generate:flag", "generate:list"]);
}

#[test]
fn a_run_tells_what_it_is_about() {
    let lines = observed("healthy", &[]);
    assert_eq!(message(&lines, "documentation"), "A list is as long as it is,\nsaid in *two* lines.");
    let source = message(&lines, "source");
    assert!(source.starts_with("`cargo-mirrorcheck/tests/observed.rs:"), "{source}");
    assert!(source.contains("fn healthy(list: Vec<i32>, flag: bool) {\n") && source.ends_with("}\n````"), "{source}");
    assert!(message(&lines, "summary").starts_with("52 passed, 0 discarded"), "{}", message(&lines, "summary"));
    let starts: Vec<&Value> = lines.iter().map(|line| &line["run_start"]).collect();
    assert!(starts.windows(2).all(|pair| pair[0] == pair[1]));
}

#[test]
fn discarded_cases_say_which_assumption_failed() {
    let lines = observed("discards", &[]);
    let cases = cases(&lines);
    let discarded: Vec<&&Value> = cases.iter().filter(|case| case["status"] == "gave_up").collect();
    assert!(discarded.len() > 5 && cases.len() == 30 + discarded.len());
    for case in discarded {
        let reason = case["status_reason"].as_str().unwrap();
        assert!(reason.starts_with("an `assume` does not hold, at cargo-mirrorcheck/tests/observed.rs:"), "{reason}");
        assert!(case["arguments"]["n"].as_u64().unwrap() % 2 == 1);
        assert_eq!((&case["features"]["label"], &case["features"]["label()"]), (&"mine".into(), &"yours".into()));
    }
}

/// What is drawn in the body is a part of the case as its arguments are.
#[test]
fn draws_are_arguments() {
    let lines = observed("proves_its_draws", &[]);
    let cases = cases(&lines);
    let mut shown: Vec<&str> = cases.iter().map(|case| case["representation"].as_str().unwrap()).collect();
    assert_eq!(shown[0], "proves_its_draws(first = false, bit #1 = false, bit #2 = false, bit #3 = false)");
    assert_eq!(cases[0]["arguments"]["bit #3"], false);
    shown.sort_unstable();
    shown.dedup();
    assert_eq!((shown.len(), cases.len()), (16, 16));
    assert!(message(&lines, "summary").starts_with("proved: it holds for all 16 values"));
}

#[test]
fn a_failure_shows_what_was_drawn_on_the_way_to_the_simplest() {
    let lines = observed("fails_on_its_draws", &[]);
    let cases = cases(&lines);
    let last = cases.last().unwrap();
    // The second `n` is not the argument.
    let text = "fails_on_its_draws(n = 0, draw(0..=99u32) = 50, list = [0])";
    assert_eq!((&last["how_generated"], &last["representation"]), (&"minimal failing case".into(), &text.into()));
    assert_eq!(last["arguments"], serde_json::json!({ "n": 0, "draw(0..=99u32)": 50, "list": [0] }));
    let steps: Vec<&&Value> = cases.iter().filter(|case| case["how_generated"] == "shrinking").collect();
    assert!(!steps.is_empty() && steps.iter().all(|step| step["arguments"]["list"].is_array()));
    let timed: Vec<&String> = cases[0]["timing"].as_object().unwrap().keys().collect();
    assert_eq!(timed, ["execute:test", "generate:n"]);
}

#[test]
fn a_run_that_ends_its_process_has_begun() {
    let lines = observed("dies", &[]);
    assert!(message(&lines, "source").contains("fn dies"));
    assert!(lines.iter().all(|line| line["title"] != "summary"));
}

#[test]
fn a_failure_comes_with_the_way_to_the_simplest() {
    let lines = observed("fails", &[]);
    let cases = cases(&lines);
    let first = cases.iter().position(|case| case["status"] == "failed").unwrap();
    assert_eq!(cases[first]["how_generated"], "random");
    let steps: Vec<&&Value> = cases.iter().filter(|case| case["how_generated"] == "shrinking").collect();
    assert!(
        !steps.is_empty() && steps.iter().all(|step| step["status"] == "failed" && step["metadata"]["failure"] == 0)
    );
    let last = cases.last().unwrap();
    assert_eq!(last["how_generated"], "minimal failing case");
    assert_eq!(last["representation"], "fails(list = [0, 0, 0], name = \"\")");
    let reason = last["status_reason"].as_str().unwrap();
    assert!(reason.starts_with("too long, whatever Some(\"\") at cargo-mirrorcheck/tests/observed.rs:"), "{reason}");
    let metadata = &last["metadata"];
    assert_eq!(metadata["explanation"], "([_, _, _], _)");
    assert_eq!(metadata["notes"], serde_json::json!(["a note with \"quotes\""]));
    assert_eq!(metadata["minimal"], true);
    assert!(metadata["replay"].as_str().unwrap().starts_with("MIRRORCHECK_REPLAY="));
    assert_eq!(steps.last().unwrap()["representation"], last["representation"]);
}

#[test]
fn strategies_and_searches_write_the_cases_that_count() {
    let lines = observed("ordered", &[]);
    let seen: Vec<&Value> = cases(&lines);
    assert!(seen.iter().all(|case| case["how_generated"] == "strategy"));
    assert_eq!(seen[0]["representation"], "ordered(n = 0, draw(0..=9) = 0)");
    // What the property drew is among its choices.
    let choices: Choices = seen[1]["metadata"]["choices"].as_str().unwrap().parse().unwrap();
    assert_eq!(choices.len(), 2);
    let lines = observed("sought", &[]);
    let seen = cases(&lines);
    assert_eq!((seen.len(), seen.iter().filter(|case| case["status"] == "passed").count()), (20, 20));
}

#[test]
fn one_case_by_its_choices_is_replayed() {
    let lines = observed("healthy", &[("MIRRORCHECK_REPLAY", "((1 5) false)")]);
    let seen = cases(&lines);
    assert_eq!((seen.len(), &seen[0]["how_generated"]), (1, &Value::from("replayed")));
}

#[test]
fn children_write_too_and_a_rude_debug_is_no_obstacle() {
    assert_eq!(cases(&observed("in_a_child", &[])).len(), 5);
    let lines = observed("rude", &[]);
    assert_eq!(cases(&lines)[0]["representation"], "rude(value = (its Debug panics))");
}

#[test]
fn what_is_no_switch_and_no_folder_is_an_error() {
    for off in ["0", "off", ""] {
        assert!(run("healthy", &[("MIRRORCHECK_OBSERVE", off)]).status.success());
    }
    let wrong = run("healthy", &[("MIRRORCHECK_OBSERVE", "perhaps")]);
    let text = String::from_utf8_lossy(&wrong.stdout).into_owned();
    assert!(!wrong.status.success() && text.contains("MIRRORCHECK_OBSERVE"), "{text}");
}

#[test]
fn a_folder_that_cannot_be_written_to_is_said_and_no_failure() {
    let folder = Folder::new();
    std::fs::create_dir_all(&folder.0).unwrap();
    let file = folder.0.join("file");
    std::fs::write(&file, "").unwrap();
    let output = run("healthy", &[("MIRRORCHECK_OBSERVE", file.to_str().unwrap())]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && said.contains("observations cannot be written to"), "{said}");
}
