//! Which cases are run where nothing is said, and that they are the same wherever they should be.

use super::fixture::{Run, shared};

fn cases(run: Run) -> Vec<String> {
    run.passes().cases().into_iter().map(str::to_owned).collect()
}

fn shown() -> Run {
    shared().printing("defaults::shows_its_cases")
}

#[test]
fn a_case_is_a_function_of_seed_and_number() {
    let run = |seed: &str, count: &str| cases(shown().env("MIRRORCHECK_SEED", seed).env("MIRRORCHECK_CASES", count));
    let all = run("5", "300");
    assert_eq!(all.len(), 300);
    assert_eq!(run("5", "20"), all[..20]);
    assert_ne!(run("6", "20"), all[..20]);
}

#[test]
fn there_are_a_few_hundred_and_others_each_time() {
    let (first, second) = (cases(shown()), cases(shown()));
    assert_eq!((first.len(), second.len()), (300, 300));
    assert_ne!(first, second);
}

#[test]
fn in_continuous_integration_each_run_is_the_same() {
    let run = |variable: &str, value: &str| cases(shown().env(variable, value));
    let first = run("CI", "1");
    assert_eq!(run("CI", "true"), first);
    assert_eq!(run("GITHUB_ACTIONS", "true"), first);
    assert_eq!(run("MIRRORCHECK_PROFILE", "ci"), first);
    assert_ne!(run("CI", "false"), first);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let run = |test: &str, seed: u64, jobs: &str| {
        let run = shared().test(test).env("MIRRORCHECK_SEED", seed.to_string()).env("MIRRORCHECK_JOBS", jobs);
        run.env("MIRRORCHECK_KEEP", "false").env("MIRRORCHECK_VERBOSE", "1")
    };
    for seed in 1..=4 {
        let report = |jobs| run("defaults::is_rarely_wrong", seed, jobs).fails().report();
        let alone = report("1");
        assert!(alone.contains("is too much") || alone.contains("are too many"), "{alone}");
        assert_eq!(report("4"), alone);
    }
    // A pass says the same, too.
    let remarks = |jobs| run("defaults::speaks", 1, jobs).passes().remarks().join("\n");
    let alone = remarks("1");
    assert!(alone.contains("20000 passed") && alone.contains("\"last digit\" 0..=9"), "{alone}");
    assert_eq!(remarks("4"), alone);
}
