//! The crate `serde_json`.

use serde_json::{Map, Number, Value};

use crate::core::arbitrary::{Arbitrary, any};
use crate::core::arbitrary::{Outline, TypeForm};
use crate::core::base::wrapped::expressed;
use crate::core::base::{Entries, EntriesOf, biased};
use crate::core::combinators::{convert, pick};
use crate::core::cx::Cx;
use crate::core::derived::{Derive, Derived, Field, FieldPlace, resolve};
use crate::core::generator::{Focus, Generator, Reflective, Rejected};
use crate::core::lengths::LengthsOf;
use crate::core::search::of_type;
use crate::core::sketch::{Partial, Shape};
use crate::core::source;

expressed! {
    /// The generator of `any` for a JSON number: one that is written without a fraction, or a float.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use serde_json::Number;
    ///
    /// assert!(any::<Number>().contains(&Number::from(u64::MAX)));
    /// assert!(any::<Number>().contains(&Number::from_f64(0.1).unwrap()));
    /// ```
    JsonNumbers: Number = pick((
        (2, "natural", convert(any::<u64>(), Number::from, Number::as_u64)),
        (1, "negative", convert(biased(i64::MIN..=-1),
            Number::from,
            |number: &Number| number.as_i64().filter(|integer| *integer < 0),
        )),
        (1, "float", convert(biased(f64::MIN..=f64::MAX),
            // The generator makes finite ones only.
            |float| Number::from_f64(float).unwrap_or(Number::from(0)),
            |number: &Number| number.as_f64().filter(|_| number.is_f64()),
        )),
    )), |number| match (number.as_u64(), number.as_i64(), number.as_f64()) {
        (Some(natural), _, _) => source::leaf(format!("::serde_json::Number::from({natural}_u64)")),
        (None, Some(negative), _) => source::leaf(format!("::serde_json::Number::from({negative}_i64)")),
        (None, None, float) => source::leaf(format!("::serde_json::Number::from_f64({:?}).unwrap()", float?)),
    };
}

/// Makes values of all kinds, nested as deeply as there is room for.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use serde_json::{Value, json};
///
/// assert!(any::<Value>().contains(&json!({ "name": "mirror", "sizes": [1, -2, 3.5], "none": null })));
/// ```
impl Arbitrary for Value {
    type Generator = Derived<Value>;

    #[inline]
    fn arbitrary() -> Self::Generator {
        Derived::HERE
    }

    #[inline]
    fn source(&self) -> Option<String> {
        match self {
            Value::Null => source::leaf("::serde_json::Value::Null"),
            Value::Bool(value) => source::call("::serde_json::Value::Bool", &[value]),
            Value::Number(value) => source::call("::serde_json::Value::Number", &[value]),
            Value::String(value) => source::call("::serde_json::Value::String", &[value]),
            Value::Array(value) => source::call("::serde_json::Value::Array", &[value]),
            Value::Object(value) => source::call("::serde_json::Value::Object", &[value]),
        }
    }

    #[inline]
    fn outline(outline: &mut Outline) {
        outline.derived(Self::FORM);
    }
}

impl Derive for Value {
    const FORM: &'static TypeForm = &TypeForm::new(
        "Value",
        of_type::<Self>,
        |outline| {
            outline.variant();
            outline.variant();
            outline.part::<bool>();
            outline.variant();
            outline.part::<Number>();
            outline.variant();
            outline.part::<String>();
            outline.variant();
            outline.part::<Vec<Value>>();
            outline.variant();
            outline.part::<Map<String, Value>>();
        },
        &[
            Shape::Of("Null", &[]),
            Shape::Of("Bool", &[]),
            Shape::Of("Number", &[]),
            Shape::Of("String", &[]),
            Shape::Of("Array", &[]),
            Shape::Of("Object", &[]),
        ],
        &["null", "bool", "number", "string", "array", "object"],
        &[],
    );

    const RESOLVE: for<'a> fn(Focus<'a, Self>) -> Focus<'a, Self> = resolve;

    #[inline]
    fn shown(&self) -> u32 {
        match self {
            Value::Null => 0,
            Value::Bool(_) => 1,
            Value::Number(_) => 2,
            Value::String(_) => 3,
            Value::Array(_) => 4,
            Value::Object(_) => 5,
        }
    }

    #[inline]
    fn make(cx: &mut Cx<'_>, shown: Option<&Self>, sketch: Option<&Partial>, variant: u32) -> Result<Self, Rejected> {
        macro_rules! variant {
            ($variant:ident) => {{
                let shown = match shown {
                    Some(Value::$variant(inner)) => Some(inner),
                    _ => None,
                };
                Field::make(cx, shown, FieldPlace { sketch, constructor: stringify!($variant) }, "0")
                    .map(Value::$variant)
            }};
        }
        match variant {
            0 => Ok(Value::Null),
            1 => variant!(Bool),
            2 => variant!(Number),
            3 => variant!(String),
            4 => variant!(Array),
            _ => variant!(Object),
        }
    }
}

/// Makes objects, without duplicate keys.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use serde_json::{Map, Value};
///
/// let object = any::<Map<String, Value>>();
/// assert!(object.contains(&Map::from_iter([("key".to_owned(), Value::Bool(true))])));
/// ```
impl Arbitrary for Map<String, Value> {
    type Generator = EntriesOf<Self, <String as Arbitrary>::Generator, Derived<Value>>;

    #[inline]
    fn arbitrary() -> Self::Generator {
        EntriesOf::new(any::<String>(), any::<Value>(), LengthsOf::ANY)
    }

    #[inline]
    fn source(&self) -> Option<String> {
        let mut entries = self.iter().map(|(key, value)| source::call("", &[key, value]));
        source::ordered("::serde_json::Map::from_iter([", &mut entries)
    }

    #[inline]
    fn outline(outline: &mut Outline) {
        outline.perhaps::<(String, Value)>();
    }
}

impl Entries for Map<String, Value> {
    type Key = String;
    type Value = Value;
    // Not with the feature `preserve_order`, which any other crate may turn on.
    const IS_SORTED: bool = false;

    #[inline]
    fn put(&mut self, key: String, value: Value) {
        self.insert(key, value);
    }

    #[inline]
    fn has(&self, key: &String) -> bool {
        self.contains_key(key)
    }

    #[inline]
    fn entries(&self) -> Vec<(&String, &Value)> {
        self.iter().collect()
    }
}
