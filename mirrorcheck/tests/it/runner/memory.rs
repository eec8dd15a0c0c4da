//! A run of any length takes the same memory, and a failing one stores choices, never values.

use super::fixture::{Run, shared};

fn test(name: &str) -> Run {
    shared().cargo(["test", "--offline", "--test", "memory", "--", "--exact", "--nocapture", name])
}

#[test]
fn memory_is_flat_over_a_million_cases() {
    let ran = test("memory_is_flat").passes();
    ran.says(" bytes early, ");
}

#[test]
fn a_failing_run_stores_choices_only() {
    let ran = test("only_choices_are_stored").passes();
    ran.says(" bytes at the peak");
}
