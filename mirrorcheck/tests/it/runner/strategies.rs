//! Any property runs under any strategy: said in its attribute, in code, or in the environment.

use super::fixture::shared;

/// What a run says of itself.
fn summary(test: &str, variables: &[(&str, &str)]) -> String {
    let run = shared().test(test).env("MIRRORCHECK_VERBOSE", "1");
    let run = variables.iter().fold(run, |run, (name, value)| run.env(name, value));
    run.passes().remarks().join("\n")
}

#[test]
fn all_values_in_their_order_are_a_proof() {
    assert_eq!(summary("strategies::ordered", &[]), "strategies::ordered: proved: it holds for all 256 values");
    assert_eq!(
        summary("strategies::ordered_draws", &[]),
        "strategies::ordered_draws: proved: it holds for all 6 values"
    );
    assert_eq!(summary("strategies::ordered_is_cut", &[]), "strategies::ordered_is_cut: 100 passed, 0 discarded");
}

#[test]
fn the_smallest_failure_comes_first() {
    let name = "strategies::ordered_fails";
    shared().forget(name);
    let report = shared().test(name).fails().report();
    assert!(report.contains("  list: [0, 0]\n") && report.contains("already minimal"), "{report}");
}

#[test]
fn code_and_environment_say_which() {
    assert_eq!(summary("strategies::plain", &[]), "strategies::plain: 300 passed, 0 discarded");
    let proved = "strategies::plain: proved: it holds for all 256 values";
    assert_eq!(summary("strategies::under_another", &[]), proved);
    assert_eq!(summary("strategies::plain", &[("MIRRORCHECK_STRATEGY", "ordered")]), proved);
    // The environment counts for more than the code.
    let random = [("MIRRORCHECK_STRATEGY", "random")];
    assert_eq!(summary("strategies::ordered", &random), "strategies::ordered: 300 passed, 0 discarded");
}

#[test]
fn limits_are_kept() {
    assert_eq!(summary("strategies::limited", &[]), "strategies::limited: 17 passed, 0 discarded");
    let text = summary("strategies::for_a_time", &[]);
    let passed =
        text.strip_prefix("strategies::for_a_time: ").and_then(|text| text.strip_suffix(" passed, 0 discarded"));
    assert!(passed.is_some_and(|passed| passed.parse::<u64>().unwrap() > 0), "{text}");
}

#[test]
fn strategies_follow_each_other() {
    let ran = shared().printing("strategies::one_after_another").passes();
    let cases = ran.cases();
    assert_eq!(cases[..4], ["0", "1", "2", "3"], "{ran}");
    assert_eq!(cases.len(), 4 + 3, "{ran}");
}

#[test]
fn given_cases_are_all_that_are_run() {
    assert_eq!(shared().printing("strategies::replayed").passes().cases(), ["7", "3"]);
}

#[test]
fn a_user_writes_one() {
    assert_eq!(shared().printing("strategies::of_ones_own").passes().cases(), ["1", "2", "4", "8", "16"]);
    let name = "strategies::of_ones_own_fails";
    shared().forget(name);
    let report = shared().test(name).fails().report();
    assert!(report.contains("  n: 8\n") && report.contains("failed on case 4"), "{report}");
}
