//! Properties under the test attributes of other crates.

use super::fixture::Fixture;

#[test]
fn each_is_a_test_once() {
    let fixture = Fixture::copied("attributes");
    let ran = fixture.cargo(["test", "--offline", "--lib"]).passes();
    let tests: Vec<&str> =
        ran.stdout.lines().filter(|line| line.starts_with("test ") && line.contains(" ... ")).collect();
    let mut names: Vec<&str> = tests.iter().map(|line| line.split(' ').nth(1).unwrap()).collect();
    names.sort_unstable();
    let expected = [
        "a_fixture_in_the_body",
        "a_test_under_a_condition",
        "another_that_is_serial_and_ignored",
        "fails_under_test_log",
        "ignored_under_a_condition",
        "lints_under_a_condition",
        "one_that_is_serial",
        "panics_under_a_condition",
        "serial_under_test_log",
        "under_rstest",
        "under_test",
        "under_test_log",
    ];
    assert_eq!(names, expected, "{ran}");
    ran.says("10 passed; 0 failed; 2 ignored");
    // Where the conditions are others, so are the attributes.
    let other = fixture.cargo(["test", "--offline", "--lib", "--features", "other"]).passes();
    other.says("11 passed; 0 failed; 1 ignored");
}
