use super::contains_ignoring_case;
use mirrorcheck::prelude::*;

/// A text as JSON has it, with everything that can be escaped escaped or with as little as possible.
fn written(text: &str, escape: bool) -> String {
    if !escape {
        return serde_json::to_string(text).unwrap();
    }
    let units: String = text.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect();
    format!("\"{units}\"")
}

#[property]
fn parts_of_texts_are_found(before: String, part: String, after: String, escape: bool, upper: bool) {
    let whole = format!("{before}{}{after}", if upper { part.to_uppercase() } else { part.clone() });
    let lower = part.to_lowercase();
    // Few letters have an upper case whose lower case is another one, or depends on what stands beside it.
    assume(whole.to_lowercase().contains(&lower));
    let raw = written(&whole, escape);
    assert!(contains_ignoring_case(&raw.as_bytes()[1..], &lower));
}

#[test]
fn other_texts_are_not_found() {
    assert!(!contains_ignoring_case(b"node(1)\" leaf", "leaf"));
    assert!(contains_ignoring_case(b"\\\"leaf\\\"\" x", "\"leaf\""));
    assert!(contains_ignoring_case(b"NODE\"", "node"));
    assert!(!contains_ignoring_case(b"nod\"e", "node"));
    assert!(contains_ignoring_case("\u{212a}\"".as_bytes(), "k"), "the sign of kelvin");
}

#[property]
fn no_bytes_do_harm(bytes: Vec<u8>) {
    let _ = contains_ignoring_case(&bytes, "a");
}
