//! The file of 003's appendix G: the left one, from a bug report, becomes the right one.

use mirrorcheck::prelude::*;
use mirrorcheck::text::{chars, many, separated};

/// Package files with all their fields, laid out as in the appendix.
#[generator]
fn package() -> String {
    let name = draw(text());
    let description = draw(text());
    let start = draw(text());
    let build = draw(text());
    let test = draw(text());
    let kind = draw(text());
    let url = draw(text());
    let keywords = draw(keywords());
    let author = draw(text());
    let license = draw(text());
    let for_development = draw(versions());
    let dependencies = draw(versions());
    format!(
        "{{\n  \"name\": {name},\n  \"description\": {description},\n  \"scripts\": {{\n    \"start\": {start},\n    \"build\": {build},\n    \"test\": {test}\n  }},\n  \"repository\": {{\n    \"type\": {kind},\n    \"url\": {url}\n  }},\n  \"keywords\": {keywords},\n  \"author\": {author},\n  \"license\": {license},\n  \"devDependencies\": {for_development},\n  \"dependencies\": {dependencies}\n}}\n"
    )
}

#[generator]
fn text() -> String {
    let characters = draw(many(chars("a-zA-Z0-9 !#$%&'()*+,./:;<=>?@^_`{|}~-"), 1..));
    format!("\"{characters}\"")
}

#[generator]
fn keywords() -> String {
    labeled([
        ("none", "[]"),
        ("some", {
            let words = draw(separated(text(), ",\n    ", 1..));
            format!("[\n    {words}\n  ]")
        }),
    ])
}

#[generator]
fn versions() -> String {
    labeled([
        ("none", "{}"),
        ("some", {
            let versions = draw(separated(version(), ",\n    ", 1..));
            format!("{{\n    {versions}\n  }}")
        }),
    ])
}

#[generator]
fn version() -> String {
    let name = draw(text());
    let version = draw(text());
    format!("{name}: {version}")
}

const REPORTED: &str = r#"{
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

const REDUCED: &str = r#"{
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
fn the_file_of_the_report_becomes_the_one_of_the_paper() {
    // The program that crashes looks at what the project depends on.
    let crashes = |file: &str| {
        let dependencies = file.split("\"dependencies\"").nth(1);
        dependencies.is_some_and(|dependencies| dependencies.contains(r#""express": "^4.15.3""#))
    };
    let shrunk = package().shrink(REPORTED.to_owned(), |file| crashes(file));
    assert_eq!(shrunk.value, REDUCED);
    assert!(shrunk.is_minimal);
    assert!(shrunk.executions < 2_000, "{} runs", shrunk.executions);
}
