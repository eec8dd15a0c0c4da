//! What becomes of a saved failure when its generator or its property changes: it runs as the same value, or it does not run
//! and that is said. It never runs as another value without a word.

use std::fs;

use super::fixture::{Fixture, snapshot};

/// What becomes of a saved failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// It runs as the same value, which still fails.
    FailsAgain,
    /// It runs as the same value, which passes.
    Passes,
    /// It runs as the same value, and passes without a draw. That is said.
    PassesSooner,
    /// It runs as the same value, which the property discards. That is said.
    IsDiscarded,
    /// It does not run. What it was, and what it would be now, is said.
    IsStale,
}
use Fate::{FailsAgain, IsDiscarded, IsStale, Passes, PassesSooner};

/// Each change, what comes of it, and the value that runs.
const CHANGES: &[(&str, Fate, &str)] = &[
    ("nothing", FailsAgain, "50"),
    ("mended", Passes, "50"),
    ("range_widened", FailsAgain, "50"),
    ("range_narrowed_around_it", FailsAgain, "50"),
    ("range_narrowed", IsStale, ""),
    ("range_shifted", IsStale, ""),
    ("conversion_shifted", FailsAgain, "50"),
    ("conversion_shifted_away", IsStale, ""),
    ("alternative_added", FailsAgain, "50"),
    ("alternative_removed", IsStale, ""),
    ("alternatives_reordered", FailsAgain, "50"),
    ("variant_added", FailsAgain, "Square(50)"),
    ("variant_removed", IsStale, ""),
    ("variants_reordered", FailsAgain, "Square(50)"),
    ("label_renamed", FailsAgain, "50"),
    ("label_renamed_of_an_unknown_type", IsStale, ""),
    ("argument_renamed", FailsAgain, "(50, 0)"),
    ("argument_added", IsStale, ""),
    ("arguments_swapped", IsStale, ""),
    ("arguments_swapped_and_renamed", IsStale, ""),
    ("fields_swapped", IsStale, ""),
    ("fields_swapped_in_serdes_form", FailsAgain, "(21, 0)"),
    ("field_renamed", IsStale, ""),
    ("field_added", IsStale, ""),
    ("field_removed", IsStale, ""),
    ("type_widened", FailsAgain, "50"),
    ("type_narrowed", IsStale, ""),
    ("type_changed", IsStale, ""),
    ("hidden_value_moved", FailsAgain, "50"),
    ("hidden_value_moved_away", IsStale, ""),
    ("order_of_a_map", FailsAgain, "{0: 0, 1: 0, 2: 0, 3: 0, 4: 0}"),
    ("draw_renamed", FailsAgain, "(50, 30)"),
    ("draw_added_before", IsStale, ""),
    ("draw_added_between", IsStale, ""),
    // What is drawn in addition is arbitrary, and always the same. A property that was mended often goes on.
    ("draw_added_behind", FailsAgain, "(50, 30)"),
    ("draw_added_where_there_was_none", FailsAgain, "50"),
    ("draw_removed_before", IsStale, ""),
    // Nobody can tell that from a property that was mended, and comes to its end sooner.
    ("draw_removed_behind", PassesSooner, "50"),
    ("mended_before_a_draw", PassesSooner, "50"),
    ("draws_swapped", IsStale, ""),
    ("draw_narrowed", IsStale, ""),
    ("draw_narrowed_in_a_helper", IsStale, ""),
    ("draw_shifted", FailsAgain, "50"),
    ("draw_shifted_in_a_helper", IsStale, ""),
    ("draw_of_a_hidden_value_moved", FailsAgain, "50"),
    ("draw_behind_an_assumption", IsDiscarded, ""),
];

#[test]
fn a_saved_failure_is_never_another_value_without_a_word() {
    let fixture = Fixture::copied("changes");
    let failures = fixture.folder.join("mirrorcheck-failures");
    let _ = fs::remove_dir_all(&failures);
    fixture.cargo(["test", "--offline", "--lib", "before::"]).fails().says(&format!("{} failed", CHANGES.len()));
    let mut moved = 0;
    for folder in failures.read_dir().unwrap() {
        let folder = folder.unwrap().path();
        let name = folder.file_name().unwrap().to_str().unwrap().replace("before.", "after.");
        for file in folder.read_dir().unwrap() {
            let file = file.unwrap().path();
            let text = fs::read_to_string(&file).unwrap().replace("property: before::", "property: after::");
            fs::write(&file, text).unwrap();
        }
        fs::rename(&folder, failures.join(name)).unwrap();
        moved += 1;
    }
    assert_eq!(moved, CHANGES.len());
    // No other cases run, of which nobody wants to hear. A failure that does not run is shown nevertheless.
    let run = fixture.cargo(["test", "--offline", "--lib", "after::", "--", "--show-output"]);
    let ran = run.env("MIRRORCHECK_DOUBTS", "hide").env("MIRRORCHECK_KEEP", "false").fails();
    let mut said = Vec::new();
    for (name, fate, value) in CHANGES {
        let start = format!("after::{name}: ");
        let remarks: Vec<&str> = ran.remarks().into_iter().filter_map(|remark| remark.strip_prefix(&start)).collect();
        said.push(format!("{name}: {}", if remarks.is_empty() { "-".to_owned() } else { remarks.join("\n") }));
        let output = ran.stdout.split_once(&format!("---- after::{name} stdout ----\n")).map_or("", |(_, rest)| rest);
        let output = output.split_once("\n---- ").map_or(output, |(output, _)| output);
        let is_stale = remarks.iter().any(|remark| remark.contains(" is stale: "));
        let is_sooner = remarks.iter().any(|remark| remark.contains(" passes without drawing "));
        let is_discarded = remarks.iter().any(|remark| remark.contains(" is discarded now"));
        let found = match (output.contains("\n  failed again on the case saved in "), &remarks[..]) {
            (true, []) => FailsAgain,
            (false, []) => Passes,
            (false, [_]) if is_sooner => PassesSooner,
            (false, [_]) if is_discarded => IsDiscarded,
            (false, [_]) if is_stale => IsStale,
            _ => panic!("{name}: {remarks:?}\n{output}"),
        };
        assert_eq!(found, *fate, "{name}: {remarks:?}\n{output}");
        assert!(*fate == IsStale || value.is_empty() || output.contains(&format!("on {value}\n")), "{name}: {output}");
        // The file stays where it is.
        assert_eq!(fixture.kept(&format!("after::{name}")).len(), 1, "{name}");
    }
    snapshot("changes", &said.join("\n"));
    // In continuous integration, a failure that does not run fails the test.
    let stale = |doubts: &str| fixture.test("after::arguments_swapped").env("MIRRORCHECK_DOUBTS", doubts);
    snapshot("stale_fails", &stale("fail").env("MIRRORCHECK_CASES", "1").fails().report());
    stale("show").env("MIRRORCHECK_CASES", "1").passes().says(" is stale: ");
    let in_child = || stale("show").env("MIRRORCHECK_CASES", "1").env("MIRRORCHECK_FORK", "true");
    in_child().passes().says(" is stale: ");
    // It is said in a run that fails as well.
    let failing = stale("show").env("MIRRORCHECK_CASES", "100").fails();
    assert!(failing.remarks().iter().any(|remark| remark.contains(" is stale: ")), "{failing}");
    in_child().fails().says(" is stale: ");
}
