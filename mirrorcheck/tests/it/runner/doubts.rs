//! A property that passes for doubtful reasons says so, in one line that reaches the terminal.

use super::fixture::{shared, snapshot};

#[test]
fn each_doubt_is_one_line() {
    for name in ["discards_much", "sees_little", "never_happens", "is_huge"] {
        let ran = shared().test(&format!("doubts::{name}")).passes();
        assert_eq!(ran.remarks().len(), 1, "{ran}");
        snapshot(name, ran.remarks()[0]);
    }
}

#[cfg(unix)]
#[test]
fn a_run_that_works_for_more_than_a_second_gets_advice() {
    let ran = shared().test("doubts::is_slow").env("MIRRORCHECK_DOUBTS", "fail").passes();
    let [remark] = ran.remarks()[..] else { panic!("{ran}") };
    assert!(remark.starts_with("doubts::is_slow: took "), "{ran}");
    let advice = "run fewer cases with `cases = …`, or share them among threads with `jobs = …`";
    assert!(remark.ends_with(&format!(" s of processor time for 300 cases; {advice}")), "{ran}");
}

#[cfg(unix)]
#[test]
fn slow_generators_get_advice_of_their_own() {
    let ran = shared().test("doubts::waits_for_values").passes();
    let [remark] = ran.remarks()[..] else { panic!("{ran}") };
    assert!(remark.starts_with("doubts::waits_for_values: took "), "{ran}");
    let advice = " % of it to generate values; generate smaller values, or run fewer cases: `cases = …`";
    assert!(remark.ends_with(advice), "{ran}");
}

#[cfg(unix)]
#[test]
fn a_program_says_once_that_it_is_slow() {
    let ran = shared().tests(&["doubts::is_slow", "doubts::waits_for_values"]).passes();
    assert_eq!(ran.remarks().len(), 1, "{ran}");
}

#[test]
fn waiting_is_not_slow_and_neither_is_what_the_user_asked_for() {
    let ran = shared().tests(&["doubts::sleeps", "doubts::is_slow_by_choice"]).passes();
    ran.says("2 passed").says_nothing_of("mirrorcheck:");
    let ran = shared().test("doubts::is_slow").env("MIRRORCHECK_CASES", "300").passes();
    ran.says_nothing_of("mirrorcheck:");
}

#[test]
fn without_a_doubt_nothing_is_said() {
    let ran = shared().tests(&["doubts::has_none", "doubts::sees_all", "doubts::sees_twenty"]).passes();
    ran.says("3 passed").says_nothing_of("mirrorcheck:");
}

#[test]
fn what_was_not_tested_at_all_fails() {
    snapshot("discards_everything", &shared().test("doubts::discards_everything").fails().report());
}

#[test]
fn doubts_are_hidden_or_fail_where_that_is_wanted() {
    let run = |doubts: &str| shared().test("doubts::never_happens").env("MIRRORCHECK_DOUBTS", doubts);
    run("hide").passes().says_nothing_of("never happened");
    snapshot("never_happens_fails", &run("fail").fails().report());
    shared().test("doubts::has_none").env("MIRRORCHECK_DOUBTS", "fail").passes();
}
