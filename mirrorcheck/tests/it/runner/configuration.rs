//! What a file and the environment say about how properties are run, and what happens where they say nonsense.

use std::fs;

use super::fixture::{Fixture, Run, shared};

fn count(run: Run) -> usize {
    run.passes().cases().len()
}

#[test]
fn the_file_the_profile_the_code_and_the_environment_count() {
    let fixture = Fixture::small("configured");
    let file = "[default]\ncases = 7\n\n[ci]\nverbose = 1\n\n[long]\ncases = 1_000\n";
    fs::write(fixture.folder.join("mirrorcheck.toml"), file).unwrap();
    let run = || fixture.printing("shows_its_cases");
    assert_eq!(count(run()), 7);
    assert_eq!(count(run().env("MIRRORCHECK_PROFILE", "long")), 1000);
    // A profile that says one thing leaves the others as they are.
    let ran = run().env("MIRRORCHECK_PROFILE", "ci").passes();
    assert_eq!((ran.cases().len(), ran.remarks()), (7, vec!["shows_its_cases: 7 passed, 0 discarded"]));
    // One of those that are there without a file.
    assert_eq!(count(run().env("MIRRORCHECK_PROFILE", "thorough")), 10_000);
    assert_eq!(count(run().env("MIRRORCHECK_PROFILE", "long").env("MIRRORCHECK_CASES", "11")), 11);
    assert_eq!(count(fixture.printing("says_how_many")), 9);
    assert_eq!(count(fixture.printing("says_how_many").env("MIRRORCHECK_CASES", "11")), 11);
}

#[test]
fn a_mistake_fails_the_test_and_says_what_was_meant() {
    let fixture = Fixture::small("misconfigured");
    let place = fixture.folder.join("mirrorcheck.toml");
    let report = |run: Run| run.fails().report();
    let run = || fixture.test("shows_its_cases");
    for (file, message) in [
        ("[default]\ncase = 7\n", "2:1: unknown key `case`; did you mean `cases`?"),
        ("[default]\ncases = \"many\"\n", "2:"),
        ("[default\ncases = 7\n", "1:"),
        ("cases = 7\n", "1:1: "),
    ] {
        fs::write(&place, file).unwrap();
        let text = report(run());
        assert!(text.contains(&format!("mirrorcheck.toml:{message}")) && !text.contains("panicked"), "{text}");
    }
    fs::remove_file(&place).unwrap();
    for (name, value, message) in [
        ("MIRRORCHECK_CASE", "7", "unknown variable `MIRRORCHECK_CASE`; did you mean `MIRRORCHECK_CASES`?"),
        ("MIRRORCHECK_CASES", "many", "the variable MIRRORCHECK_CASES: "),
        ("MIRRORCHECK_STRATEGY", "orderd", "did you mean `ordered`?"),
        ("MIRRORCHECK_PROFILE", "thorogh", "did you mean `thorough`?"),
    ] {
        let text = report(run().env(name, value));
        assert!(text.contains(message), "{text}");
    }
    run().passes();
}

/// The fixture has no feature `observe`: whoever asks for files hears why there are none.
#[test]
fn observing_without_the_feature_is_told() {
    let ran = shared().test("defaults::shows_its_cases").env("MIRRORCHECK_OBSERVE", "1").passes();
    let remarks = ran.remarks();
    assert_eq!(remarks.len(), 1, "{remarks:?}");
    assert!(remarks[0].contains("the feature `observe` is off") && remarks[0].contains("cargo mirrorcheck test"));
    shared().test("defaults::shows_its_cases").passes().says_nothing_of("observe");
}
