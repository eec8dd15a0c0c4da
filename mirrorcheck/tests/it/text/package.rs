//! `package.json` in any layout: the fields that are known have the types that they should have, in any order, and
//! whatever else there is may be any JSON.

use mirrorcheck::choices::Ways;
use mirrorcheck::prelude::*;
use mirrorcheck::text::literal;
use mirrorcheck::text::many;
use serde_json::Value;

use super::files;
use super::rfc8259::{self, Dice, colon, space, string, value};
use crate::laws;

#[generator]
fn package() -> String {
    let before = draw(space());
    let space_inside = draw(space());
    let fields = draw(fields());
    let after = draw(space());
    format!("{before}{{{space_inside}{fields}}}{after}")
}

#[generator]
fn fields() -> String {
    pick([
        (1, "none", ""),
        (9, "some", {
            let first = draw(field());
            let others = draw(many(another_field(), ..));
            format!("{first}{others}")
        }),
    ])
}

#[generator]
fn another_field() -> String {
    let space = draw(space());
    let field = draw(field());
    format!(",{space}{field}")
}

#[generator]
fn field() -> String {
    let field = draw(known_or_not());
    let after = draw(space());
    format!("{field}{after}")
}

#[generator]
fn known_or_not() -> String {
    pick([
        (3, "text", {
            let key = draw(oneof(TEXTS.map(literal)));
            let colon = draw(colon());
            let text = draw(string());
            format!("\"{key}\"{colon}{text}")
        }),
        (2, "texts by name", {
            let key = draw(oneof(MAPS.map(literal)));
            let colon = draw(colon());
            let texts = draw(texts_by_name());
            format!("\"{key}\"{colon}{texts}")
        }),
        (1, "list", {
            let key = draw(oneof(LISTS.map(literal)));
            let colon = draw(colon());
            let texts = draw(texts());
            format!("\"{key}\"{colon}{texts}")
        }),
        (1, "flag", {
            let colon = draw(colon());
            let flag = draw(any::<bool>());
            format!("\"private\"{colon}{flag}")
        }),
        (1, "other", {
            let key = draw(string());
            assume(!is_known(&key));
            let colon = draw(colon());
            let value = draw(value());
            format!("{key}{colon}{value}")
        }),
    ])
}

const TEXTS: [&str; 5] = ["name", "version", "description", "license", "main"];
const MAPS: [&str; 4] = ["scripts", "dependencies", "devDependencies", "engines"];
const LISTS: [&str; 2] = ["keywords", "files"];

/// A key as it stands in the text.
fn is_known(key: &str) -> bool {
    let key = key.trim_matches('"');
    TEXTS.contains(&key) || MAPS.contains(&key) || LISTS.contains(&key) || key == "private"
}

#[generator]
fn texts_by_name() -> String {
    let space = draw(space());
    let pairs = draw(option(pairs()));
    format!("{{{space}{pairs}}}")
}

#[generator]
fn pairs() -> String {
    let first = draw(pair());
    let others = draw(many(another_pair(), ..));
    format!("{first}{others}")
}

#[generator]
fn another_pair() -> String {
    let space = draw(space());
    let pair = draw(pair());
    format!(",{space}{pair}")
}

#[generator]
fn pair() -> String {
    let key = draw(string());
    let colon = draw(colon());
    let text = draw(text());
    format!("{key}{colon}{text}")
}

#[generator]
fn texts() -> String {
    let space = draw(space());
    let texts = draw(option(some_texts()));
    format!("[{space}{texts}]")
}

#[generator]
fn some_texts() -> String {
    let first = draw(text());
    let others = draw(many(another_text(), ..));
    format!("{first}{others}")
}

#[generator]
fn another_text() -> String {
    let space = draw(space());
    let text = draw(text());
    format!(",{space}{text}")
}

#[generator]
fn text() -> String {
    let text = draw(string());
    let after = draw(space());
    format!("{text}{after}")
}

/// The same by `serde_json`, which sees the last of several fields with one name.
fn is_package(text: &str) -> bool {
    let Ok(Value::Object(fields)) = serde_json::from_str(text) else { return false };
    fields.iter().all(|(key, value)| match key.as_str() {
        key if TEXTS.contains(&key) => value.is_string(),
        key if MAPS.contains(&key) => value.as_object().is_some_and(|map| map.values().all(Value::is_string)),
        key if LISTS.contains(&key) => value.as_array().is_some_and(|list| list.iter().all(Value::is_string)),
        "private" => value.is_boolean(),
        _ => true,
    })
}

/// 003, appendix G: a file, and what is left of it when it is reduced.
const LEFT: &str = r#"{
  "name": "reflective-generators",
  "description": "What a great project",
  "scripts": {
    "start": "node ./src/server.js",
    "build": "babel ./src -out-dir ./dist",
    "test": "mocha ./test"
  },
  "repository": {
    "type": "git",
    "url": "https://example.com"
  },
  "keywords": [
    "reflective",
    "generators"
  ],
  "author": "test",
  "license": "mit",
  "devDependencies": {
    "babel-cli": "^6.24.1",
    "babel-core": "^6.24.1",
    "babel-preset-es2015": "^6.24.1"
  },
  "dependencies": {
    "express": "^4.15.3",
    "reflective": "^0.0.1"
  }
}
"#;

const RIGHT: &str = r#"{
  "name": "a",
  "description": "a",
  "scripts": {
    "start": "a",
    "build": "a",
    "test": "a"
  },
  "repository": {
    "type": "a",
    "url": "a"
  },
  "keywords": [],
  "author": "a",
  "license": "a",
  "devDependencies": {},
  "dependencies": {
    "express": "^4.15.3"
  }
}
"#;

#[test]
fn laws_hold() {
    laws::check_large(package());
}

#[test]
fn the_files_of_appendix_g_are_in_range() {
    for text in [LEFT, RIGHT] {
        assert!(is_package(text));
        let text = text.to_owned();
        assert_eq!(package().reflect(&text).ways(), Ways::Finite(1));
        let choices = package().reflect_first(&text).unwrap().unwrap();
        assert_eq!(package().replay(&choices).as_ref(), Ok(&text));
        let bytes = package().to_bytes(&text).unwrap();
        assert_eq!(package().from_bytes(&bytes).as_ref(), Ok(&text));
        // Another layout is another text, and in range, too.
        let value: Value = serde_json::from_str(&text).unwrap();
        assert!(package().contains(&value.to_string()));
        assert!(package().contains(&text.replace('\n', "\r\n\t").replace(':', " :")));
    }
}

#[test]
fn types_of_known_fields_are_checked() {
    for text in ["{}", " {\n}\t", "{\"private\":true}", "{\"x\":{\"name\":1}}", "{\"main\":\"\",\"main\":\"\"}"] {
        assert!(is_package(text) && package().contains(&text.to_owned()), "{text}");
    }
    for text in [
        "[]",
        "{",
        "{\"name\":1}",
        "{\"private\":\"true\"}",
        "{\"keywords\":\"a\"}",
        "{\"keywords\":[1]}",
        "{\"scripts\":{\"a\":[]}}",
        "{\"scripts\":[]}",
        "{\"name\":\"a\",}",
        "{\"name\" \"a\"}",
    ] {
        assert!(!is_package(text), "{text}");
        laws::is_refused(&package(), &text.to_owned());
    }
    let error = package().parse("{\n  \"name\": 1\n}").unwrap_err();
    assert_eq!((error.line, error.column), (2, 11), "{error}");
}

#[test]
fn outputs_are_packages() {
    for text in package().samples(1).take(1_000) {
        assert!(is_package(&text) || rfc8259::is_json(&text).is_none(), "{text}");
    }
}

#[test]
fn installed_packages_are_in_range_if_their_types_are_right() {
    let (mut inside, mut outside) = (0, 0);
    for (path, text) in files::installed(|name| name == "package.json", 5_000).take(200) {
        let expected = is_package(&text);
        assert_eq!(package().try_contains(&text), Ok(expected), "{path:?}");
        *(if expected { &mut inside } else { &mut outside }) += 1;
    }
    println!("{inside} inside, {outside} outside");
}

#[test]
fn changed_packages_are_in_range_if_they_are_packages() {
    let mut dice = Dice(8);
    let (mut inside, mut outside) = (0, 0);
    for _ in 0..100 {
        for text in [LEFT, RIGHT] {
            let changed = dice.change(text);
            // An escape in a key would be another name for a known field.
            if rfc8259::is_json(&changed).is_none() || changed.contains('\\') {
                continue;
            }
            let expected = is_package(&changed);
            assert_eq!(package().try_contains(&changed), Ok(expected), "{changed:?}");
            *(if expected { &mut inside } else { &mut outside }) += 1;
        }
    }
    assert!(inside > 20 && outside > 20, "{inside} inside, {outside} outside");
}
