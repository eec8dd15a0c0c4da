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

#[test]
fn what_takes_more_than_a_second_gets_advice() {
    let ran = shared().test("doubts::is_slow").passes();
    let [remark] = ran.remarks()[..] else { panic!("{ran}") };
    let advice = "; `cases = …` sets how many there are, `jobs = …` how many threads share them";
    assert!(
        remark.starts_with("doubts::is_slow: took ") && remark.ends_with(&format!(" s for 4 cases{advice}")),
        "{ran}"
    );
}

#[test]
fn slow_generators_get_advice_of_their_own() {
    let ran = shared().test("doubts::waits_for_values").passes();
    let [remark] = ran.remarks()[..] else { panic!("{ran}") };
    assert!(remark.starts_with("doubts::waits_for_values: took "), "{ran}");
    assert!(remark.ends_with(" % of it to make values; make smaller ones, or fewer: `cases = …`"), "{ran}");
}

#[test]
fn without_a_doubt_nothing_is_said() {
    let ran = shared().tests(&["doubts::has_none", "doubts::sees_all"]).passes();
    ran.says("2 passed").says_nothing_of("mirrorcheck:");
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
