//! What a failure says.

use super::fixture::{Run, shared, snapshot};

/// Without what earlier runs have kept, and keeping nothing.
fn alone(name: &str) -> Run {
    shared().forget(name);
    shared().test(name).env("MIRRORCHECK_KEEP", "false")
}

#[test]
fn a_failure_is_told_in_full() {
    let name = "failures::is_shallow";
    shared().forget(name);
    snapshot("is_shallow", &shared().test(name).fails().report());
    // Steps are shown on request.
    snapshot("is_shallow_in_steps", &alone(name).env("MIRRORCHECK_VERBOSE", "1").fails().report());
}

/// A letter of a text does not matter, and yet the text must not be empty.
#[test]
fn what_does_not_matter_is_said_of_no_more_than_was_tried() {
    let report = alone("failures::has_a_source").fails().report();
    assert!(report.contains(r#"too: ([_, _], "a", (false, _))"#), "{report}");
    // Another variant with the same number fails as well, another number does not.
    let report = alone("failures::needs_its_number").fails().report();
    assert!(report.contains("  shape: Circle { radius: 10 }\n  key: 0\n"), "{report}");
    assert!(report.contains("too: (Circle { radius: 10 }, _)\n"), "{report}");
}

#[test]
fn every_case_is_shown_on_request() {
    let ran = shared().printing("failures::has_no_source").env("MIRRORCHECK_KEEP", "false");
    let ran = ran.env("MIRRORCHECK_VERBOSE", "2").fails();
    ran.says("case 0: Level(88)\n").says("case 1: Level(");
}

#[test]
fn the_line_to_paste_replays_it() {
    let environment = |run: Run| run.env("MIRRORCHECK_KEEP", "false");
    for (name, line) in [
        ("failures::is_replayed", "  tree: Node(Leaf, 0, Node(Leaf, 1, Leaf))\n"),
        ("failures::has_quotes", "  levels: [Level(1), Level(1)]\n"),
        ("failures::has_no_source", "  level: Level(42)\n"),
    ] {
        let report = environment(shared().test(name)).fails().report();
        let again = report.lines().find_map(|line| line.strip_prefix("  replay: ")).unwrap();
        assert!(again.starts_with("MIRRORCHECK_REPLAY='"), "{report}");
        let replayed = environment(shared().shell(again)).fails().report();
        assert!(report.contains(line) && replayed.contains(line), "{report}\n{replayed}");
        let panic = |report: &str| report.lines().find(|line| line.starts_with("  panic: ")).map(str::to_owned);
        assert_eq!(panic(&replayed), panic(&report));
        assert!(replayed.contains("failed on the first case; already minimal"), "{replayed}");
    }
}

#[test]
fn choices_of_another_property_are_an_error_that_says_so() {
    let run = |choices: &str| alone("failures::has_no_source").env("MIRRORCHECK_REPLAY", choices).fails().report();
    snapshot("foreign_choices", &run("(leaf 5)"));
    snapshot("broken_choices", &run("(42"));
}

/// The panic alone would not say which case it was.
#[test]
fn a_panic_of_a_generator_is_a_failure_of_the_property() {
    let name = "failures::has_a_generator_that_panics";
    let report = alone(name).fails().report();
    assert!(report.contains(&format!("property `{name}`")) && report.contains("the generator cannot make"), "{report}");
    assert!(report.contains("seed 1"), "{report}");
}

#[test]
fn raw_names_are_those_of_the_test() {
    let name = "failures::r#type::r#match";
    let report = alone(name).fails().report();
    let again = report.lines().find_map(|line| line.strip_prefix("  replay: ")).unwrap();
    shared().shell(again).env("MIRRORCHECK_KEEP", "false").fails().says("100 is too much");
    assert!(report.contains(" r#match::on(100);"), "{report}");
    alone(name).env("MIRRORCHECK_FORK", "1").fails().says("100 is too much");
}

#[test]
fn other_failing_runs_print_nothing() {
    let ran = alone("failures::says_it_once").fails();
    assert_eq!(ran.stdout.matches(" panicked at ").count(), 1, "{ran}");
    assert_eq!(ran.stdout.matches("of them").count(), 1, "{ran}");
    assert!(!ran.stderr.contains("of them") && ran.remarks().is_empty(), "{ran}");
}

#[test]
fn each_place_is_a_failure_of_its_own() {
    let name = "failures::fails_in_two_places";
    shared().forget(name);
    snapshot("fails_in_two_places", &shared().test(name).fails().report());
    assert_eq!(shared().kept(name).len(), 2);
}

#[test]
fn long_values_stand_on_many_lines() {
    let run = |columns: &str| alone("failures::is_long").env("COLUMNS", columns).fails().report();
    let words = ["a", "b", "c", "d", "e", "f", "g", "h"].map(|last| format!("\"aaaaaaaaaaa{last}\""));
    let on_one_line = format!("  words: [{}]\n", words.join(", "));
    let on_many = format!("  words: [\n{}    ]\n", words.map(|word| format!("        {word},\n")).concat());
    let wide = run("200");
    assert!(wide.contains(&on_one_line), "{wide}");
    assert!(run("80").contains(&on_many));
    let report = alone("failures::is_long").fails().report();
    assert!(report.contains(&on_many), "{report}");
    // A message of several lines stays together.
    assert!(report.contains("\n  panic: eight words\n    are too many (src/failures.rs:"), "{report}");
}

#[test]
fn only_a_terminal_sees_colors() {
    let name = "failures::has_no_source";
    let ran = alone(name).fails();
    assert!(!ran.stdout.contains('\x1b') && !ran.stderr.contains('\x1b'), "{ran}");
    if shared().shell("script --version").ends().code != Some(0) {
        return eprintln!("skipped: there is no `script` that makes a terminal");
    }
    let line = format!("script -qec 'cargo test --lib -- --exact {name}' /dev/null");
    let on_terminal = || shared().shell(&line).env("MIRRORCHECK_KEEP", "false").env("TERM", "xterm");
    let headline = format!("property `{name}` failed");
    on_terminal().ends().says(&format!("\x1b[1;31m{headline}\x1b[0m"));
    let plain = format!("\n{headline}\r\n");
    on_terminal().env("NO_COLOR", "1").ends().says(&plain);
    on_terminal().env("TERM", "dumb").ends().says(&plain);
}

#[test]
fn one_that_passes_on_the_same_value_is_flaky() {
    let name = "failures::is_flaky";
    shared().forget(name);
    snapshot("is_flaky", &shared().test(name).fails().report());
}
