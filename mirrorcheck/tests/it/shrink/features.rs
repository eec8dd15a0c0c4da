//! The types of other crates.

#[cfg(feature = "jiff")]
mod jiff {
    use jiff::civil::{Date, DateTime, Time, date, time};
    use jiff::{SignedDuration, Timestamp};
    use mirrorcheck::prelude::*;

    minimal! {
        // The last day of a month is an alternative of its own, and simpler than any number.
        a_date: any::<Date>(), |d| d.day() > 29 => date(2000, 1, 31), 10;
        a_date_in_a_leap_year: any::<Date>(), |d| (d.month(), d.day()) == (2, 29) => date(2000, 2, 29), 10;
        a_date_before: any::<Date>(), |d| d.year() < 1970 => date(1969, 1, 1), 65;
        a_time: any::<Time>(), |t| t.hour() > 11 => time(12, 0, 0, 0), 35;
        a_timestamp: any::<Timestamp>(), |t| t.as_second() < 0 => Timestamp::from_second(-1).unwrap(), 10;
        a_duration: any::<SignedDuration>(), |d| d.as_secs() > 9 => SignedDuration::from_secs(10), 110;
    }

    // The last day of a month is an alternative of its own: it does not become the first.
    near! {
        a_date_and_time: any::<DateTime>(), |d| d.minute() > 29 && d.month() == 12 =>
            date(2000, 12, 1).at(0, 30, 0, 0), |d| *d == date(2000, 12, 31).at(0, 30, 0, 0), 100;
    }
}

#[cfg(feature = "uuid")]
mod uuid {
    use mirrorcheck::prelude::*;
    use uuid::Uuid;

    minimal! {
        any_uuid: any::<Uuid>(), |_| true => Uuid::nil(), 10;
        a_uuid_with_a_last_bit: any::<Uuid>(), |u| !u.is_max() && u.as_u128() & 1 == 1 =>
            Uuid::from_u128(0x4000_8000_0000_0000_0001), 10;
    }
}

#[cfg(feature = "serde_json")]
mod serde_json {
    use mirrorcheck::prelude::*;
    use serde_json::{Value, json};

    minimal! {
        a_null: any::<Value>(), |_| true => Value::Null, 10;
        a_string: any::<Value>(), |v| v.as_str().is_some_and(|s| s.len() > 1) => json!("aa"), 30;
        an_array_in_an_object: any::<Value>(), |v| any_in(v, &|v| {
            v.as_object().is_some_and(|o| o.values().any(Value::is_array))
        }) => json!({ "": [] }), 30;
        an_object_in_an_array: any::<Value>(), |v| any_in(v, &|v| {
            v.as_array().is_some_and(|o| o.iter().any(Value::is_object))
        }) => json!([{}]), 30;
        a_true: any::<Value>(), |v| any_in(v, &|v| *v == json!(true)) => json!(true), 10;
        a_key: any::<Value>(), |v| any_in(v, &|v| v.as_object().is_some_and(|o| o.keys().any(|k| !k.is_empty()))) =>
            json!({ "a": null }), 35;
        a_negative_number: any::<Value>(), |v| any_in(v, &|v| v.as_i64().is_some_and(|n| n < 0)) => json!(-1), 20;
    }

    fn any_in(value: &Value, wanted: &dyn Fn(&Value) -> bool) -> bool {
        wanted(value)
            || match value {
                Value::Array(values) => values.iter().any(|value| any_in(value, wanted)),
                Value::Object(values) => values.values().any(|value| any_in(value, wanted)),
                _ => false,
            }
    }
}

#[cfg(feature = "arbitrary")]
mod arbitrary {
    use mirrorcheck::from_arbitrary;

    use crate::shrink::check_forward;

    #[test]
    fn bytes_behind_a_value() {
        check_forward(from_arbitrary::<(u8, bool)>(), |(n, is_large)| *n > 9 && *is_large, (10, true), 60);
        check_forward(from_arbitrary::<Option<u8>>(), |n| n.is_some_and(|n| n > 9), Some(10), 60);
        check_forward(from_arbitrary::<Vec<u8>>(), |list| list.len() > 1, vec![0, 0], 120);
    }
}
