//! A library that exports generators of its types.

use std::fs;
use std::path::Path;

use super::fixture::Fixture;

#[test]
fn a_library_exports_generators_behind_a_feature() {
    let fixture = Fixture::copied("exports");
    let alone = fixture.cargo(["check", "--offline", "--all-targets"]).ends();
    assert_eq!(alone.code, Some(0), "{alone}");
    let user = fixture.cargo(["test", "--offline", "--test", "user", "--features", "mirrorcheck"]);
    user.passes().says("2 passed; 0 failed");
    // Without the feature, it depends on nothing.
    let tree = fixture.cargo(["tree", "--offline", "--edges", "normal,build", "--prefix", "none"]).ends();
    assert_eq!(tree.stdout.lines().count(), 1, "{tree}");
}

/// What the page shows is what is compiled here.
#[test]
fn the_page_shows_the_library() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("../docs/generators.md")).unwrap();
    let source = fs::read_to_string(root.join("tests/fixtures/exports/src/lib.rs")).unwrap();
    let (_, source) = source.split_once("\n\n").unwrap();
    assert!(page.contains(source), "docs/generators.md has another example");
}
