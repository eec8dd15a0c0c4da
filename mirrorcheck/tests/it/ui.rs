//! Each mistake has one compile error, on the right span, that shows the way out.

#[test]
fn mistakes() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/ui/*.rs");
}
