//! The test that a report proposes compiles, and fails as the property does.

use std::fs;

use super::fixture::Fixture;

/// The lines of the test to paste.
fn pasted(report: &str) -> String {
    let (_, code) = report.split_once("  test to paste:\n\n").unwrap_or_else(|| panic!("{report}"));
    code.lines().map(|line| format!("{}\n", line.strip_prefix("    ").unwrap_or(line))).collect()
}

/// What the panic says, without its place.
fn message(report: &str) -> &str {
    let line = report.lines().find_map(|line| line.strip_prefix("  panic: ")).unwrap_or_else(|| panic!("{report}"));
    line.rsplit_once(" (").map_or(line, |(message, _)| message)
}

#[test]
fn the_test_to_paste_compiles_and_fails() {
    let fixture = Fixture::small("pasted");
    let names = ["fails", "has_a_source", "has_choices", "draws", "draws_lists"];
    let reports = names.map(|name| fixture.test(name).fails().report());
    let tests = reports.each_ref().map(|report| pasted(report));
    let source = fixture.folder.join("src/lib.rs");
    let before = fs::read_to_string(&source).unwrap();
    fs::write(&source, format!("{before}\n{}", tests.join("\n"))).unwrap();
    for (name, report) in names.iter().zip(&reports) {
        let ran = fixture.test(&format!("{name}_fails")).fails();
        ran.says(message(report));
    }
    // Values that can be written are written; where they cannot, it is by choices.
    let calls = tests.each_ref().map(|test| test.lines().nth(2).unwrap_or_default().trim().to_owned());
    assert_eq!(calls[0], "fails::on(100);");
    assert!(calls[1].starts_with("has_a_source::on(&"), "{}", calls[1]);
    assert!(calls[2].starts_with("has_choices::replay(\""), "{}", calls[2]);
    assert_eq!(calls[3], "mirrorcheck::with_draws(&[&100u8], || draws::on(20));");
    assert_eq!(calls[4], "let list1: Vec<u64> = vec![];", "{}", tests[4]);
}
