use mirrorcheck::prelude::*;
use serde_json::{Map, Number, Value, json};

use crate::laws;

#[test]
fn laws_hold() {
    laws::check(laws::erased(any::<Number>()));
    // The entries of an object can be drawn in any order, and are found in one.
    laws::check_but_probability(laws::erased(any::<Value>()));
    laws::check_but_probability(laws::erased(any::<Map<String, Value>>()));
}

#[test]
fn what_is_made_is_written_and_read_again() {
    for value in any::<Value>().samples(1).take(300) {
        let text = serde_json::to_string(&value).unwrap();
        let again: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(without_last_bits(&again), without_last_bits(&value));
    }
}

/// Without the feature `float_roundtrip` the last bit of a float may be lost.
fn without_last_bits(value: &Value) -> Value {
    match value {
        Value::Number(number) if number.is_f64() => json!(number.as_f64().unwrap() as f32 as f64),
        Value::Array(items) => items.iter().map(without_last_bits).collect(),
        Value::Object(entries) => entries.iter().map(|(key, value)| (key.clone(), without_last_bits(value))).collect(),
        other => other.clone(),
    }
}

#[test]
fn values_of_all_kinds_and_depths_are_in_range() {
    let values = any::<Value>();
    for value in [
        json!(null),
        json!({ "name": "mirror", "sizes": [1, -2, 3.5e300], "nested": { "": { "é": [[], {}] } } }),
        json!([u64::MAX, i64::MIN, -0.0, 1e-320]),
    ] {
        assert_eq!(values.reflect(&value).count(), 1, "{value}");
        assert_eq!(values.from_bytes(&values.to_bytes(&value).unwrap()), Ok(value));
    }
    let deep = (0..300).fold(json!(1), |inside, _| json!([inside]));
    assert!(values.contains(&deep));
    let choices = values.reflect_first(&json!({ "a": [true] })).unwrap().unwrap();
    assert_eq!(choices.labels().first().map(String::as_str), Some("object"));
}

#[test]
fn there_are_values_of_every_kind_and_none_is_huge() {
    let mut kinds = [0; 6];
    let mut longest = 0;
    for seed in 0..1_000 {
        let value = any::<Value>().sample(seed);
        let kind = [Value::is_null, Value::is_boolean, Value::is_number, Value::is_string, Value::is_array];
        kinds[kind.iter().position(|is_kind| is_kind(&value)).unwrap_or(5)] += 1;
        longest = longest.max(nodes(&value));
    }
    assert!(kinds.iter().all(|&count| count > 20), "{kinds:?}");
    assert!((50..100_000).contains(&longest), "{longest}");
}

fn nodes(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(nodes).sum::<usize>(),
        Value::Object(entries) => 1 + entries.values().map(nodes).sum::<usize>(),
        _ => 1,
    }
}
