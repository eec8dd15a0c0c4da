//! The rules for lines that every reader accepts: stricter than the reader of this crate.

use serde_json::{Map, Value};

const CASE: [&str; 12] = [
    "type",
    "run_start",
    "property",
    "status",
    "status_reason",
    "representation",
    "arguments",
    "how_generated",
    "features",
    "coverage",
    "timing",
    "metadata",
];
const MESSAGE: [&str; 5] = ["type", "title", "content", "property", "run_start"];

/// Checks that every reader accepts a line.
///
/// ```
/// use openpbtstats::read::rules::well_formed;
///
/// let info = r#"{"type": "info", "title": "t", "content": "c", "property": "p", "run_start": 1.5}"#;
/// assert_eq!(well_formed(info), Ok(()));
/// assert_eq!(well_formed("{}"), Err("`type` is missing".to_owned()));
/// ```
///
/// # Errors
/// Says which rule is broken.
pub fn well_formed(line: &str) -> Result<(), String> {
    if line.trim_end_matches('\n').contains(['\n', '\r']) {
        return Err("it is more than one line".to_owned());
    }
    let value: Value = serde_json::from_str(line).map_err(|error| format!("no valid JSON: {error}"))?;
    let fields = value.as_object().ok_or("no object")?;
    fields_twice(line)?;
    match text(fields, "type")? {
        "test_case" => case(fields),
        "info" | "alert" => message(fields),
        "error" => Err("one of the readers refuses a file with an `error` line".to_owned()),
        other => Err(format!("`type` is `{other}`")),
    }
}

fn case(fields: &Map<String, Value>) -> Result<(), String> {
    exactly(fields, &CASE)?;
    common(fields)?;
    let status = text(fields, "status")?;
    if !["passed", "failed", "gave_up"].contains(&status) {
        return Err(format!("`status` is `{status}`"));
    }
    let reason = text(fields, "status_reason")?;
    if status == "passed" && !reason.is_empty() {
        return Err("`status_reason` of a case that passed is not empty".to_owned());
    }
    text(fields, "representation")?;
    text(fields, "how_generated")?;
    for name in ["arguments", "features", "metadata"] {
        object(fields, name)?;
    }
    for (part, seconds) in object(fields, "timing")? {
        if !seconds.as_f64().is_some_and(|seconds| seconds >= 0.0) {
            return Err(format!("`timing` of `{part}` is no number from 0 up"));
        }
    }
    match &fields["coverage"] {
        Value::Null => Ok(()),
        Value::Object(files) => files.iter().try_for_each(|(file, lines)| covered(file, lines)),
        _ => Err("`coverage` is neither an object nor null".to_owned()),
    }
}

fn covered(file: &str, lines: &Value) -> Result<(), String> {
    let wrong = || format!("`coverage` of `{file}` is no sorted list of different line numbers from 1 up");
    let numbers: Option<Vec<u64>> = lines.as_array().and_then(|lines| lines.iter().map(Value::as_u64).collect());
    let numbers = numbers.ok_or_else(wrong)?;
    let is_sorted = numbers.windows(2).all(|pair| pair[0] < pair[1]);
    if is_sorted && numbers.first() != Some(&0) { Ok(()) } else { Err(wrong()) }
}

fn message(fields: &Map<String, Value>) -> Result<(), String> {
    exactly(fields, &MESSAGE)?;
    common(fields)?;
    text(fields, "title")?;
    text(fields, "content").map(|_| ())
}

fn common(fields: &Map<String, Value>) -> Result<(), String> {
    text(fields, "property")?;
    if fields["run_start"].is_number() { Ok(()) } else { Err("`run_start` is no number".to_owned()) }
}

fn exactly(fields: &Map<String, Value>, names: &[&str]) -> Result<(), String> {
    if let Some(missing) = names.iter().find(|name| !fields.contains_key(**name)) {
        return Err(format!("`{missing}` is missing"));
    }
    match fields.keys().find(|name| !names.contains(&name.as_str())) {
        Some(other) => Err(format!("`{other}` is not one of the fields")),
        None => Ok(()),
    }
}

fn text<'a>(fields: &'a Map<String, Value>, name: &str) -> Result<&'a str, String> {
    let value = fields.get(name).ok_or_else(|| format!("`{name}` is missing"))?;
    value.as_str().ok_or_else(|| format!("`{name}` is no text"))
}

fn object<'a>(fields: &'a Map<String, Value>, name: &str) -> Result<&'a Map<String, Value>, String> {
    fields[name].as_object().ok_or_else(|| format!("`{name}` is no object"))
}

/// Readers disagree which of two fields of the same name counts.
fn fields_twice(line: &str) -> Result<(), String> {
    let mut names = std::collections::HashSet::new();
    let mut twice = None;
    super::each_entry(line.trim(), |name, _| {
        if !names.insert(name.clone()) {
            twice = Some(name);
        }
    });
    twice.map_or(Ok(()), |name| Err(format!("`{name}` is there twice")))
}

#[cfg(test)]
mod tests {
    use super::{CASE, well_formed};
    use serde_json::{Value, json};

    fn case() -> Value {
        json!({
            "type": "test_case", "run_start": 1.5, "property": "p", "status": "passed", "status_reason": "",
            "representation": "p(1)", "arguments": {"x": 1}, "how_generated": "random", "features": {"a": 1},
            "coverage": {"src/a.rs": [1, 2]}, "timing": {"execute:test": 0.5}, "metadata": {}
        })
    }

    fn with(name: &str, value: Value) -> Result<(), String> {
        let mut line = case();
        line[name] = value;
        well_formed(&line.to_string())
    }

    #[test]
    fn all_fields_and_no_others() {
        assert_eq!(well_formed(&case().to_string()), Ok(()));
        assert_eq!(with("coverage", Value::Null), Ok(()));
        for name in CASE {
            let mut line = case();
            line.as_object_mut().unwrap().remove(name);
            assert_eq!(well_formed(&line.to_string()), Err(format!("`{name}` is missing")));
        }
        assert_eq!(with("more", json!(1)), Err("`more` is not one of the fields".to_owned()));
    }

    #[test]
    fn each_rule_is_needed() {
        for (name, value) in [
            ("type", json!("example")),
            ("type", json!("error")),
            ("run_start", json!("1")),
            ("property", json!(null)),
            ("status", json!("discarded")),
            ("status_reason", json!(null)),
            ("status_reason", json!("why")),
            ("representation", json!(1)),
            ("arguments", json!([])),
            ("how_generated", json!(null)),
            ("features", json!(null)),
            ("coverage", json!([])),
            ("coverage", json!({"a": [0]})),
            ("coverage", json!({"a": [2, 1]})),
            ("coverage", json!({"a": [1, 1]})),
            ("coverage", json!({"a": [1.5]})),
            ("timing", json!({"a": -1})),
            ("timing", json!({"a": "NaN"})),
            ("metadata", json!("")),
        ] {
            assert!(with(name, value.clone()).is_err(), "{name} {value}");
        }
        let message = |content: Value| {
            well_formed(
                &json!({"type": "alert", "title": "t", "content": content, "property": "p", "run_start": 1})
                    .to_string(),
            )
        };
        assert_eq!(message(json!("text")), Ok(()));
        assert!(message(json!({})).is_err());
        assert!(
            well_formed(r#"{"type":"info","type":"info","title":"","content":"","property":"","run_start":1}"#)
                .is_err()
        );
        assert!(well_formed(r#"{"type":"info","title":"","content":"","property":"","run_start":NaN}"#).is_err());
        assert!(well_formed("[]").is_err());
        assert!(well_formed("{}\n{}").is_err());
    }
}
