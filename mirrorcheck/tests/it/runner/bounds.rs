//! However large a failure is, its report fits on a screen; everything is shown on request.

use super::fixture::{shared, snapshot};

/// Properties, each with the snapshot of its report.
const NAMES: [(&str, Option<&str>); 10] = [
    ("huge::has_a_large_value", Some("huge_value")),
    ("huge::has_many_elements", Some("huge_list")),
    ("huge::has_zeros", Some("huge_zeros")),
    ("huge::has_a_long_text", Some("huge_text")),
    ("huge::has_a_long_message", None),
    ("huge::has_many_notes", Some("many_notes")),
    ("huge::has_many_arguments", None),
    ("huge::has_a_large_example", None),
    ("huge::fails_in_many_places", Some("many_places")),
    ("huge::controls_the_terminal", Some("controls")),
];

#[test]
fn every_report_fits_on_a_screen() {
    for (name, file) in NAMES {
        for keep in ["false", "true"] {
            shared().forget(name);
            let report = shared().test(name).env("MIRRORCHECK_KEEP", keep).fails().report();
            assert!(report.starts_with(&format!("property `{name}` failed\n")), "{report}");
            assert!(report.lines().count() <= 60, "{} lines:\n{report}", report.lines().count());
            for line in report.lines() {
                assert!(line.chars().count() <= 200, "{} columns:\n{line}", line.chars().count());
            }
            assert!(!report.contains(|c: char| c.is_control() && c != '\n' || c == '\u{202e}'), "{report:?}");
            assert!(report.contains("\n  replay: "), "{report}");
            if let Some(file) = file.filter(|_| keep == "true") {
                snapshot(file, &report);
            }
        }
    }
}

#[test]
fn one_error_at_many_places_is_one_report() {
    let name = "huge::fails_in_other_places";
    shared().forget(name);
    let report = shared().test(name).fails().report();
    assert_eq!(report.matches("property `").count(), 1, "{report}");
    assert_eq!(report.matches("\n  also fails at src/").count(), 5, "{report}");
    // What is shown is saved. More is shown, and saved, on request.
    assert_eq!(shared().kept(name).len(), 6);
    shared().forget(name);
    let report = shared().test(name).env("MIRRORCHECK_VERBOSE", "1").fails().report();
    let places = report.matches("property `").count();
    assert!(places > 10, "{report}");
    assert_eq!(shared().kept(name).len(), places);
}
