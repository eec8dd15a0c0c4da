//! A case in which the process dies or hangs is found, told with its value, and shrunk.

use std::fs;
use std::time::Duration;

use super::fixture::{shared, snapshot};

/// Dies in the first run; the second tells, the third too, and neither of them dies.
fn is_found(name: &str, value: &str, how: &str) {
    shared().forget(name);
    shared().test(name).dies();
    let report = shared().test(name).fails().report();
    assert!(report.starts_with(&format!("property `{name}` failed\n")), "{report}");
    let ended = how.replace("exited", "the process exited").replace("signal", "the process died: signal");
    assert!(report.contains(value) && report.contains(&format!("\n  {ended}\n")), "{report}");
    let kept = shared().kept(name);
    assert!(kept.iter().any(|(_, text)| text.contains(&format!("died: {how}\n"))), "{kept:?}");
    let report = shared().test(name).fails().report();
    assert!(report.contains(value) && report.contains("\n  failed again on the case saved in "), "{report}");
}

#[test]
fn an_abort_is_found_by_the_next_run() {
    let name = "deaths::aborts";
    is_found(name, "  list: [0, 0, 0, 0]\n", "signal 6 (SIGABRT)");
    snapshot("kept_death", &shared().only_kept(name).1);
    shared().forget(name);
    shared().test(name).dies();
    snapshot("death", &shared().test(name).fails().report());
}

#[test]
fn a_stack_overflow_is_found_by_the_next_run() {
    is_found("deaths::overflows", "  n: 101\n", "signal 6 (SIGABRT), stack overflow");
}

#[test]
fn an_exit_is_found_by_the_next_run() {
    is_found("deaths::exits", "  n: 101\n", "exited with code 0");
}

#[test]
fn a_kill_is_found_by_the_next_run() {
    is_found("deaths::kills_itself", "  n: 101\n", "signal 9 (SIGKILL)");
}

#[test]
fn running_out_of_memory_is_found_by_the_next_run() {
    is_found("deaths::runs_out_of_memory", "  n: 101\n", "signal 6 (SIGABRT), out of memory");
}

#[test]
fn a_death_on_one_of_many_threads_is_found() {
    is_found("deaths::aborts_on_one_of_many_threads", "  n: 101\n", "signal 6 (SIGABRT)");
}

#[test]
fn a_death_after_a_draw_can_be_replayed() {
    let name = "deaths::draws_its_death";
    is_found(name, "  n: 101\n", "signal 6 (SIGABRT)");
    let report = shared().test(name).fails().report();
    // What is drawn belongs to the case: without it, the same value passes.
    assert!(!report.contains("flaky") && report.contains("draws_its_death::replay("), "{report}");
    let again = report.lines().find_map(|line| line.strip_prefix("  replay: ")).unwrap();
    shared().shell(again).env("MIRRORCHECK_KEEP", "false").dies();
    shared().forget(name);
}

#[test]
fn a_death_while_shrinking_is_found() {
    let name = "deaths::dies_while_shrinking";
    is_found(name, "  n: 499\n", "signal 6 (SIGABRT)");
    // What was being shrunk is a failure of its own, and was saved before that.
    assert!(shared().kept(name).iter().any(|(_, text)| text.contains("is too much")));
}

#[test]
fn a_death_inside_of_forall_is_found() {
    is_found("deaths::aborts_without_a_macro", "  value: 101\n", "signal 6 (SIGABRT)");
}

/// Whoever runs next does not take what is another's.
#[test]
fn a_death_is_told_by_its_own_property() {
    let name = "deaths::begins_alike_and_aborts";
    shared().forget(name);
    shared().test(name).dies();
    assert_eq!(shared().test("deaths::begins_alike").passes().remarks(), [""; 0]);
    shared().test(name).fails().says("  n: 101\n");
}

/// Kills a test from outside when it has written its process to a file.
fn kill_when_it_waits(name: &str) {
    let process = shared().folder.join(format!("process-{}", name.replace("::", ".")));
    let _ = fs::remove_file(&process);
    let mut run = shared().test(name).env("FIXTURE_PROCESS", &process);
    let mut child =
        run.command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null()).spawn().unwrap();
    let id = loop {
        match fs::read_to_string(&process) {
            Ok(id) if !id.is_empty() => break id,
            _ if child.try_wait().unwrap().is_some() => panic!("it ended by itself"),
            _ => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    assert_eq!(shared().shell(&format!("kill -9 {id}")).ends().code, Some(0));
    assert!(!child.wait().unwrap().success());
}

#[test]
fn an_interrupted_case_that_passes_is_mentioned_once() {
    let name = "deaths::is_interrupted";
    shared().forget(name);
    kill_when_it_waits(name);
    let ran = shared().test(name).passes();
    assert_eq!(ran.remarks().len(), 1, "{ran}");
    snapshot("interrupted", ran.remarks()[0]);
    assert_eq!(shared().test(name).passes().remarks(), [""; 0]);
    assert!(!shared().folder_of(name).exists());
}

#[test]
fn in_a_child_a_death_is_told_at_once() {
    let name = "deaths::aborts_in_a_child";
    shared().forget(name);
    snapshot("death_in_a_child", &shared().test(name).fails().report());
    shared().test(name).fails().says("failed again on the case saved in ").says("  list: [0, 0, 0, 0]\n");
}

#[test]
fn in_a_child_other_failures_and_doubts_are_told_as_well() {
    let name = "deaths::fails_in_a_child";
    shared().forget(name);
    snapshot("failure_in_a_child", &shared().test(name).fails().report());
    let ran = shared().test("deaths::passes_in_a_child").passes();
    let doubt = r#"deaths::passes_in_a_child: "big" never happened; make such cases more likely in the generator, or add an example"#;
    assert_eq!(ran.remarks(), [doubt]);
    shared().test("deaths::should_panic_in_a_child").passes();
}

#[test]
fn in_a_child_all_is_told_as_without() {
    // Nothing is kept of any of these.
    for name in
        ["failures::is_replayed", "body::covers_too_little", "doubts::discards_everything", "failures::says_it_once"]
    {
        let report = |fork: &str| {
            let run = shared().test(name).env("MIRRORCHECK_KEEP", "false");
            run.env("MIRRORCHECK_FORK", fork).fails().report()
        };
        assert_eq!(report("true"), report("false"));
    }
}

#[test]
fn what_hangs_is_stopped_and_shrunk() {
    let name = "deaths::hangs";
    shared().forget(name);
    snapshot("hangs", &shared().test(name).fails().report());
    let report = shared().test(name).fails().report();
    assert!(
        report.contains("  list: [0, 0, 0, 0]\n") && report.contains("\n  failed again on the case saved in "),
        "{report}"
    );
}

#[test]
fn in_a_child_with_many_threads_the_case_that_dies_is_found() {
    let name = "deaths::aborts_in_a_child_with_many_threads";
    shared().forget(name);
    let report = shared().test(name).fails().report();
    assert!(report.contains("  n: 101\n  the process died: signal 6 (SIGABRT)\n"), "{report}");
    assert!(!report.contains("flaky"), "{report}");
}

#[test]
fn a_generator_that_ends_the_process_is_told() {
    let name = "deaths::aborts_in_its_generator";
    shared().forget(name);
    let ran = shared().test(name).fails();
    ran.says(&format!("property `{name}` failed while making the value of case "));
    ran.says("the process died: signal 6 (SIGABRT)");
}

/// Choices that are given in code run in a child as well, and nothing else does.
#[test]
fn in_a_child_a_replay_runs_its_choices() {
    shared().forget("deaths::dies_rarely");
    shared().test("deaths::dies_rarely").passes();
    shared().test("deaths::passes_on_other_choices").passes();
    let run = |name: &str| shared().test(name).env("MIRRORCHECK_KEEP", "false").fails().report();
    let report = run("deaths::dies_on_its_choices");
    assert!(report.contains("  n: 123456789\n  the process died: "), "{report}");
    for name in ["deaths::panics_on_its_choices", "deaths::fails_under_another_strategy"] {
        let report = run(name);
        assert!(report.contains("  n: 987654321\n  panic: it panics "), "{report}");
    }
}

#[test]
fn what_a_child_draws_before_it_dies_is_not_called_minimal() {
    let name = "deaths::draws_its_death_in_a_child";
    shared().forget(name);
    let report = shared().test(name).fails().report();
    assert!(report.contains("\n  choices of its draws: "), "{report}");
    assert!(report.contains("; draws not shrunk, because the process died\n"), "{report}");
    assert!(!report.contains("minimal"), "{report}");
}

/// Something else ends the process while the property fails, before the failure is saved.
#[test]
fn a_failure_whose_process_is_killed_from_outside_stays_until_it_has_run() {
    let name = "deaths::is_killed_while_it_fails";
    shared().forget(name);
    let killed = shared().folder.join("killed-while-it-fails");
    let _ = fs::remove_file(&killed);
    shared().test(name).env("FIXTURE_KILLED", &killed).dies();
    // This run runs one case only, and that is another.
    shared().test(name).env("MIRRORCHECK_REPLAY", "5").passes();
    let report = shared().test(name).env("MIRRORCHECK_CASES", "1").fails().report();
    assert!(report.contains("  n: 101\n") && report.contains("101 is too much"), "{report}");
    shared().test(name).fails().says("failed again on the case saved in ");
}

#[test]
fn a_failure_whose_child_is_killed_from_outside_is_shrunk_and_saved() {
    let name = "deaths::is_killed_in_a_child_while_it_fails";
    shared().forget(name);
    let killed = shared().folder.join("killed-in-a-child-while-it-fails");
    let _ = fs::remove_file(&killed);
    let report = shared().test(name).env("FIXTURE_KILLED", &killed).fails().report();
    assert!(report.contains("  n: 101\n") && report.contains("101 is too much"), "{report}");
    assert!(shared().only_kept(name).1.contains("101 is too much"));
    shared().test(name).env("MIRRORCHECK_CASES", "1").fails().says("failed again on the case saved in ");
}

#[test]
fn there_are_no_more_threads_than_the_record_has_places() {
    shared().test("deaths::has_no_more_threads_than_the_record").passes();
}

#[test]
fn limits_that_have_no_effect_are_said() {
    let name = "deaths::has_no_timeout_without_a_macro";
    let ran = shared().test(name).env("MIRRORCHECK_TIMEOUT", "1s").passes();
    let said = "`timeout` and `memory` have no effect on properties without `#[property]`, which run in the test's own process";
    assert_eq!(ran.remarks(), [said]);
    assert_eq!(shared().test(name).passes().remarks(), [""; 0]);
}

/// Its choices are saved before its text. The next run finds out in a child that nobody can write that text.
#[test]
fn a_failure_on_a_value_that_cannot_be_shown_is_reported() {
    for name in ["deaths::fails_on_what_cannot_be_shown", "deaths::aborts_on_what_cannot_be_shown"] {
        shared().forget(name);
        shared().test(name).dies();
        for _ in 0..3 {
            let report = shared().test(name).fails().report();
            assert!(report.starts_with(&format!("property `{name}` failed\n")), "{report}");
            assert!(report.contains("  n: (its `Debug` ended the process: signal 6 (SIGABRT))\n"), "{report}");
        }
        shared().test(name).fails().says("failed again on the case saved in ");
    }
}

#[test]
fn a_failure_on_a_value_that_is_shown_forever_is_reported() {
    let name = "deaths::fails_on_what_is_shown_forever";
    shared().forget(name);
    kill_when_it_waits(name);
    for _ in 0..2 {
        let report = shared().test(name).env("MIRRORCHECK_HANG_LIMIT", "1s").fails().report();
        assert!(report.contains("  n: (its `Debug` did not end within 1s)\n"), "{report}");
        assert!(report.contains("it is too much"), "{report}");
    }
}
