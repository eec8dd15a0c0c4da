//! A panic in the `Drop` of a value is a failure as any other, and ends no run.

use super::fixture::shared;

/// Fails with this value, which is saved, and fails again when it is replayed.
fn is_reported(name: &str, value: &str, message: &str) {
    shared().forget(name);
    let report = shared().test(name).fails().report();
    assert!(report.starts_with(&format!("property `{name}` failed\n")), "{report}");
    assert!(report.contains(value) && report.contains(message), "{report}");
    assert!(shared().only_kept(name).1.contains(message));
    let report = shared().test(name).fails().report();
    assert!(report.contains(value) && report.contains("\n  failed again on the case saved in "), "{report}");
}

#[test]
fn a_drop_that_panics_for_some_values_is_shrunk_and_saved() {
    for name in ["drops::for_some", "drops::for_some_in_a_child", "drops::for_some_on_many_threads"] {
        is_reported(name, "  file: File { unsaved: 101 }\n", "101 unsaved bytes");
    }
    is_reported("drops::for_some_without_a_macro", "  value: File { unsaved: 101 }\n", "101 unsaved bytes");
}

#[test]
fn a_drop_that_always_panics_is_shrunk_and_saved() {
    is_reported("drops::always", "  value: Always(0)\n", "dropped 0");
}

#[test]
fn values_that_a_generator_holds_do_not_hide_the_report() {
    is_reported("drops::in_the_generator", "  file: (File { unsaved: 200 }, 0)\n", "200 unsaved bytes");
    is_reported("drops::in_the_generator_without_a_macro", "  value: File { unsaved: 200 }\n", "200 unsaved bytes");
}

/// What the runner makes for itself, the property does not answer for.
#[test]
fn values_that_the_property_did_not_drop_do_not_fail_it() {
    let name = "drops::commits";
    assert_eq!(shared().test(name).passes().remarks(), [""; 0]);
    shared().test(name).env("MIRRORCHECK_VERBOSE", "2").passes();
    shared().test("drops::is_examined_and_replayed").passes();
    is_reported("drops::commits_too_much", "  transaction: Transaction { amount: 101 }\n", "committed 101");
    is_reported("drops::commits_too_much_without_a_macro", "  value: Transaction { amount: 101 }\n", "returned false");
}

/// To drop such a value ends the process: also that of the run that looks into it, which therefore drops none.
#[test]
fn a_second_panic_while_the_first_unwinds_is_a_death() {
    let name = "drops::twice";
    shared().forget(name);
    shared().test(name).dies();
    for _ in 0..2 {
        let report = shared().test(name).fails().report();
        assert!(report.contains("  first: File { unsaved: 101 }\n  second: File { unsaved: 101 }\n"), "{report}");
        assert!(report.contains("\n  the process died: signal 6 (SIGABRT)\n"), "{report}");
    }
}
