//! Each mistake has one compile error, on the right span, that shows the way out.

use std::path::Path;

#[test]
fn mistakes() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/ui/*.rs");
}

/// Without its feature, a method is an error that names the feature.
#[cfg(not(feature = "lab"))]
#[test]
fn a_missing_feature_is_named() {
    trybuild::TestCases::new().compile_fail("tests/ui/no_lab/*.rs");
}

/// Nobody who looks at a mistake should have to find out which of several errors is the cause.
#[test]
fn each_mistake_has_one_error() {
    let mut mistakes = 0;
    for entry in Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui").read_dir().unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            mistakes += 1;
            let message = std::fs::read_to_string(path.with_extension("stderr")).unwrap();
            let count = |start: &str| message.lines().filter(|line| line.starts_with(start)).count();
            assert_eq!((count("error"), count("warning")), (1, 0), "{}:\n{message}", path.display());
        }
    }
    assert!(mistakes > 40, "{mistakes}");
}
