use super::{Line, Status, Value, mend, parse, unescaped};
use mirrorcheck::prelude::*;

fn case(line: &str) -> super::Case<'_> {
    match parse(line) {
        Ok(Some(Line::Case(case))) => case,
        other => panic!("{other:?}"),
    }
}

/// A line with these fields beside those that it must have.
fn with(fields: &str) -> String {
    format!(r#"{{"type":"test_case","run_start":1,"property":"p","status":"passed","representation":"r"{fields}}}"#)
}

#[test]
fn five_fields_are_enough() {
    let line = with("");
    let case = case(&line);
    assert_eq!((&*case.property, case.run_start, case.status), ("p", 1.0, Status::Passed));
    assert_eq!((&*case.representation, &*case.how, &*case.reason), ("r", "", ""));
    assert!(case.features.is_empty() && case.timing.is_empty() && case.coverage.is_empty());
    assert!(line[case.representation_at..].starts_with("r\""));
}

#[test]
fn other_spellings_are_read() {
    let line = r#"{"line_type":"example","run_start":1,"property":"p","status":"discarded","representation":"r"}"#;
    assert_eq!(case(line).status, Status::Discarded);
    assert_eq!(case(&line.replace("discarded", "gave_up")).status, Status::Discarded);
}

#[test]
fn what_is_absent_null_or_of_a_wrong_type_is_left_out() {
    for value in ["null", "[]", "3", "\"x\"", "{}", "true"] {
        let names = ["features", "timing", "coverage", "metadata", "how_generated", "status_reason", "arguments"];
        let fields: String = names.iter().map(|name| format!(",\"{name}\":{value}")).collect();
        assert!(case(&with(&fields)).features.is_empty(), "{value}");
    }
    let line = with(r#","coverage":{"a":[1,2],"b":"x","c":[-1]},"timing":{"a":1,"b":-1,"c":"x","d":null}"#);
    let case = case(&line);
    assert_eq!(case.coverage.len(), 1);
    assert_eq!(case.timing, [("a".into(), 1.0)]);
}

#[test]
fn of_two_fields_the_last_counts() {
    assert_eq!(&*case(&with(r#","representation":"second""#)).representation, "second");
}

#[test]
fn features_have_types() {
    let big = "9".repeat(400);
    let line = with(&format!(
        r#","features":{{"whole":3,"real":2.5,"text":"a\nb","yes":true,"none":null,"list":[1],
        "point":[["x",1],["y",2.5]],"nan":"NaN","inf":"-inf","big":{big}}}"#
    ));
    let features = case(&line).features;
    let of = |name: &str| features.iter().find(|feature| feature.0 == name).unwrap().1.clone();
    assert_eq!(of("whole"), Value::Number(3.0));
    assert_eq!(of("real"), Value::Number(2.5));
    assert_eq!(of("text"), Value::Text("a\nb".into()));
    assert_eq!(of("yes"), Value::Text("true".into()));
    assert_eq!(of("none"), Value::Text("null".into()));
    assert_eq!(of("list"), Value::Text("[1]".into()));
    assert_eq!(of("point"), Value::Point([("x".to_owned(), 1.0), ("y".to_owned(), 2.5)]));
    assert!(matches!(of("nan"), Value::Number(number) if number.is_nan()));
    assert_eq!(of("inf"), Value::Number(f64::NEG_INFINITY));
    assert_eq!(of("big"), Value::Number(f64::INFINITY));
}

#[test]
fn what_cannot_be_used_says_why() {
    let why = |line: &str| parse(line).unwrap_err();
    assert_eq!(why("hello"), "no JSON object");
    assert_eq!(why("[1]"), "no JSON object");
    assert!(why(r#"{"type":"#).starts_with("no valid JSON: EOF"));
    assert_eq!(why("{}"), "`type` is missing");
    assert_eq!(why(r#"{"type":"span"}"#), "lines of type `span` are not known");
    assert_eq!(why(&with("").replace("passed", "fine")), "the status `fine` is not known");
    assert_eq!(why(&with("").replace("\"r\"", "5")), "`representation` is no text");
    assert_eq!(why(&with("").replace(":1,", ":\"x\",")), "`run_start` is no number");
    assert!(why(&(with("") + "x")).starts_with("no valid JSON: trailing"));
}

#[test]
fn space_around_lines_does_not_matter() {
    for line in ["", "  ", "\r", "\u{feff}"] {
        assert!(matches!(parse(line), Ok(None)), "{line:?}");
    }
    assert_eq!(&*case(&format!("\u{feff}{}\r", with(""))).property, "p");
}

#[test]
fn deep_nesting_does_no_harm() {
    let deep = "[".repeat(200_000) + &"]".repeat(200_000);
    let line = with(&format!(",\"arguments\":{deep},\"metadata\":{{\"a\":{deep}}},\"features\":{{\"f\":{deep}}}"));
    assert!(matches!(&case(&line).features[0].1, Value::Text(text) if text.len() == deep.len()));
}

#[test]
fn errors_are_alerts_and_contents_may_be_objects() {
    let line = r#"{"type":"error","title":"t","content":{"a":1},"property":"p","run_start":1}"#;
    match parse(line) {
        Ok(Some(Line::Message(message))) => {
            assert!(message.is_alert);
            assert_eq!(&*message.content, "{\"a\":1}");
        }
        other => panic!("{other:?}"),
    }
}

fn mended(line: &str) -> String {
    let mut bytes = line.as_bytes().to_vec();
    mend(&mut bytes);
    assert_eq!(bytes.len(), line.len());
    String::from_utf8(bytes).unwrap()
}

#[test]
fn numbers_of_python_are_mended() {
    let line = with(r#","features":{"a":NaN,"b":Infinity,"c":-Infinity,"d":-1,"NaN":"NaN \" NaN"}"#);
    let line = mended(&line);
    let features = case(&line).features;
    assert!(matches!(features[0].1, Value::Number(number) if number.is_nan()));
    assert_eq!(features[1].1, Value::Number(f64::INFINITY));
    assert_eq!(features[2].1, Value::Number(f64::NEG_INFINITY));
    assert_eq!(features[3].1, Value::Number(-1.0));
    assert_eq!((&*features[4].0, &features[4].1), ("NaN", &Value::Text("NaN \" NaN".into())));
}

#[test]
fn halves_of_pairs_are_mended() {
    assert_eq!(mended(r#""\ud83d\ude00 \ud800 \\ud800 \udc00""#), r#""\ud83d\ude00 \ufffd \\ud800 \ufffd""#);
    // In a value they need no mending.
    assert_eq!(&*case(&with(r#","representation":"a\ud800b""#)).representation, "a\u{fffd}b");
}

/// A text as JSON has it, with everything that can be escaped escaped or with as little as possible.
fn written(text: &str, escape: bool) -> String {
    if !escape {
        return serde_json::to_string(text).unwrap();
    }
    let units: String = text.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect();
    format!("\"{units}\"")
}

#[property]
fn texts_are_read_as_they_were_written(text: String, escape: bool, #[from(0..20_usize)] most: usize) {
    let raw = &written(&text, escape).into_bytes()[1..];
    assert_eq!(unescaped(raw, usize::MAX), (text.clone(), false));
    let cut: String = text.chars().take(most).collect();
    assert_eq!(unescaped(raw, most), (cut, text.chars().count() > most));
}

#[property]
fn a_text_that_ends_early_is_a_beginning(text: String, escape: bool, #[from(0..50_usize)] long: usize) {
    let raw = &written(&text, escape).into_bytes()[1..];
    let (beginning, is_cut) = unescaped(&raw[..long.min(raw.len())], usize::MAX);
    assert!(text.starts_with(&beginning), "{beginning:?}");
    assert!(is_cut || beginning == text);
}

#[property]
fn no_bytes_do_harm(bytes: Vec<u8>) {
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let _ = parse(&text);
    let _ = parse(&format!("{{{text}}}"));
    let mut mended = bytes.clone();
    mend(&mut mended);
    let _ = unescaped(&bytes, 10);
    let _ = crate::Outcome::of_json(&text);
}
