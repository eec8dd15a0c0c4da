//! What can be said and done in the body of a property.

use super::fixture::{shared, snapshot};

#[test]
fn what_the_body_draws_is_shrunk_and_replayed() {
    let name = "body::draws";
    shared().forget(name);
    let report = shared().test(name).fails().report();
    snapshot("draws", &report);
    let replay =
        |choices: &str| shared().test(name).env("MIRRORCHECK_KEEP", "false").env("MIRRORCHECK_REPLAY", choices);
    replay("(20 (100 false))").fails().says("the sum is too large");
    // The same argument, and something else drawn.
    replay("(20 (99 false))").passes();
    replay("(20 (100 true))").passes();
}

#[test]
fn each_draw_has_a_name_and_a_value() {
    let name = "body::draws_everything";
    shared().forget(name);
    snapshot("draws_everything", &shared().test(name).fails().report());
}

/// Where the macro does not see a draw, its place is shown, and its choices unless everybody knows its type.
#[test]
fn draws_that_cannot_be_seen_have_a_place() {
    for name in ["body::draws_in_the_dark", "body::draws_in_a_closure"] {
        shared().forget(name);
        let report = shared().test(name).fails().report();
        snapshot(name.trim_start_matches("body::"), &report);
    }
}

#[test]
fn what_is_assumed_holds_in_every_case() {
    let ran = shared().printing("body::assumes").passes();
    let cases: Vec<u8> = ran.cases().iter().map(|case| case.parse().unwrap()).collect();
    assert_eq!(cases.len(), 20, "{ran}");
    assert!(cases.iter().all(|n| n % 2 == 0), "{ran}");
}

#[test]
fn labels_classes_events_and_targets_are_counted() {
    let name = "body::speaks";
    assert_eq!(shared().test(name).passes().remarks(), [""; 0]);
    let ran = shared().test(name).env("MIRRORCHECK_VERBOSE", "1").passes();
    snapshot("speaks", &ran.remarks().join("\n"));
}

#[test]
fn cover_is_decided_by_statistics() {
    assert_eq!(shared().test("body::covers_enough").passes().remarks(), [""; 0]);
    snapshot("covers_too_little", &shared().test("body::covers_too_little").fails().report());
    let ran = shared().test("body::covers_nobody_knows").passes();
    snapshot("covers_nobody_knows", &ran.remarks().join("\n"));
}

#[test]
fn notes_are_those_of_the_case_that_is_shown() {
    let name = "body::notes";
    shared().forget(name);
    let ran = shared().test(name).fails();
    let notes: Vec<&str> = ran.stdout.lines().filter(|line| line.starts_with("  note: ")).collect();
    assert_eq!(notes, ["  note: this is the failing one", "  note: half of it is 250"], "{ran}");
}

/// Each says which function it is, and that it belongs in a property.
#[test]
fn outside_of_a_property_they_are_a_mistake() {
    for function in ["draw", "assume", "label", "classify", "event", "cover", "target", "note"] {
        let report = shared().test(&format!("outside::{function}_outside")).fails().report();
        assert!(report.starts_with(&format!("`{function}` ")) && report.contains("property"), "{report}");
    }
    shared().test("outside::assume_that_holds_outside").passes();
}
