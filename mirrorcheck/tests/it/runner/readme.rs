//! The README's first example does what the README says.

use std::fs;

use super::fixture::Fixture;

#[test]
fn the_first_example_fails_as_the_readme_says() {
    let readme = include_str!("../../../../README.md");
    let code = block(readme, "rust");
    let fixture = Fixture::small("readme");
    fs::write(fixture.folder.join("tests/tree.rs"), code).unwrap();
    let ran = fixture.cargo(["test", "--offline", "--test", "tree"]).env("MIRRORCHECK_SEED", "7").fails();
    assert_eq!(ran.report().trim_end(), block(readme, "text").trim_end());
}

/// The first block of code in this language.
fn block<'t>(text: &'t str, language: &str) -> &'t str {
    let (_, rest) = text.split_once(&format!("\n```{language}\n")).expect("the README has such a block");
    rest.split_once("```\n").expect("the block ends").0
}
