//! What a property can look like, and that it is a test as others are.

use std::path::Path;
use std::process::Command;

use super::fixture::{shared, snapshot};

#[test]
fn arguments_come_from_types_and_from_generators() {
    let ran = shared().tests(&["kinds::by_type", "kinds::from_generators", "kinds::lent"]).passes();
    ran.says("3 passed");
    assert_eq!(ran.remarks(), [""; 0]);
}

#[test]
fn a_property_fails_by_what_it_gives_and_by_a_panic() {
    let ran = shared().tests(&["kinds::gives_true", "kinds::gives_ok"]).passes();
    ran.says("2 passed");
    for (name, value, why) in [
        ("kinds::gives_false", "\n  n: 100\n", "the property returned false"),
        ("kinds::gives_an_error", "\n  n: 256\n", "the property returned Err(ParseIntError { kind: PosOverflow })"),
        ("kinds::panics", "\n  n: 100\n", "panic: 100 is too much (src/kinds.rs:"),
    ] {
        let report = shared().test(name).fails().report();
        assert!(report.starts_with(&format!("property `{name}` failed\n")), "{report}");
        assert!(report.contains(value) && report.contains(&format!("\n  {why}")), "{report}");
    }
}

#[test]
fn one_that_should_panic_passes_by_a_failure() {
    let name = "kinds::should_panic";
    shared().test(name).passes().says("kinds::should_panic - should panic ... ok");
    assert!(!shared().folder_of(name).exists());
    let name = "kinds::should_panic_and_passes";
    shared().test(name).fails().says("test did not panic as expected");
}

#[test]
fn one_that_is_ignored_runs_when_it_is_asked_for() {
    let ran = shared().test("kinds::ignored").ends();
    ran.says("kinds::ignored ... ignored, fails").says("0 passed; 0 failed; 1 ignored");
    assert_eq!(ran.code, Some(0));
    let arguments = ["test", "--offline", "--lib", "kinds::ignored", "--", "--ignored"];
    shared().cargo(arguments).fails().says("100 is too much");
}

#[test]
fn filters_choose_among_properties() {
    let ran = shared().cargo(["test", "--offline", "kinds::gives_", "--", "--list"]).ends();
    let tests: Vec<&str> = ran.stdout.lines().filter_map(|line| line.strip_suffix(": test")).collect();
    let names = ["kinds::gives_an_error", "kinds::gives_false", "kinds::gives_ok", "kinds::gives_true"];
    assert_eq!(tests, names, "{ran}");
}

#[test]
fn examples_come_first() {
    let ran = shared().printing("kinds::examples_come_first").passes();
    let cases = ran.cases();
    assert_eq!(cases[..2], [r#"7 "seven""#, r#"8 "eight""#], "{ran}");
    assert_eq!(cases.len(), 2 + 5, "{ran}");
}

#[test]
fn a_failing_example_is_shrunk_as_others_are() {
    let name = "kinds::fails_on_an_example";
    shared().forget(name);
    snapshot("fails_on_an_example", &shared().test(name).fails().report());
}

#[test]
fn forall_needs_no_macro() {
    let name = "kinds::without_a_macro";
    shared().forget(name);
    let run = || shared().test(name).env("MIRRORCHECK_SEED", "1").fails().report();
    snapshot("without_a_macro", &run());
    // It is kept, too.
    shared().only_kept(name);
    assert!(run().contains("failed again on the case saved in mirrorcheck-failures/kinds.without_a_macro/"));
}

#[test]
fn nextest_runs_properties() {
    let version = shared().cargo(["nextest", "--version"]).ends();
    if version.code != Some(0) {
        return eprintln!("skipped: nextest is not installed");
    }
    // Not by their whole names: these would be run by another test at the same time.
    let run = |filter| {
        let run = shared().cargo(["nextest", "run", "--offline", "--lib", "--no-fail-fast", "-E", filter]);
        run.env("MIRRORCHECK_KEEP", "false").ends()
    };
    let ran = run("test(=kinds::by_type) | test(=kinds::should_panic) | test(=kinds::gives_ok)");
    assert_eq!(ran.code, Some(0), "{ran}");
    ran.says("3 passed");
    let ran = run("test(=kinds::panics) | test(=doubts::never_happens)");
    assert_ne!(ran.code, Some(0), "{ran}");
    ran.says("1 passed").says("1 failed").says("property `kinds::panics` failed\n").says("  n: 100\n");
}

#[test]
fn rustfmt_leaves_properties_as_they_are() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let sources = ["properties/src/lib.rs", "properties/tests/memory.rs", "small/src/lib.rs"];
    let mut command = Command::new("rustfmt");
    command.args(["--check", "--edition", "2024"]).args(sources.map(|source| fixtures.join(source)));
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}
