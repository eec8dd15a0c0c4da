//! A bug report of a megabyte, reduced to the line that matters: `cargo run --release --example reduce`.
//!
//! The file is text in a grammar. It is read for its choices, and these are shrunk: whatever is tried is in the grammar.

use std::time::Instant;

use mirrorcheck::prelude::*;
use mirrorcheck::text::{chars, many, separated};

/// JSON texts, with spaces and lines wherever they may be.
#[generator]
fn json() -> String {
    let before = draw(space());
    let value = draw(value());
    let after = draw(space());
    format!("{before}{value}{after}")
}

#[generator]
fn space() -> String {
    draw(many(chars(" \n\t"), 0..))
}

#[generator]
fn value() -> String {
    labeled([
        ("null", "null"),
        ("true", "true"),
        ("false", "false"),
        ("number", draw(number())),
        ("string", draw(text())),
        ("array", {
            let items = draw(separated(json(), ",", 1..));
            format!("[{items}]")
        }),
        ("no items", {
            let space = draw(space());
            format!("[{space}]")
        }),
        ("object", {
            let members = draw(separated(member(), ",", 1..));
            format!("{{{members}}}")
        }),
        ("no members", {
            let space = draw(space());
            format!("{{{space}}}")
        }),
    ])
}

#[generator]
fn member() -> String {
    let before = draw(space());
    let name = draw(text());
    let after = draw(space());
    let value = draw(json());
    format!("{before}{name}{after}:{value}")
}

#[generator]
fn text() -> String {
    let characters = draw(many(chars("a-zA-Z0-9 !#$%&'()*+,./:;<=>?@^_`{|}~-"), 0..));
    format!("\"{characters}\"")
}

#[generator]
fn number() -> String {
    let n = draw(any::<i64>());
    format!("{n}")
}

/// What a user sent.
fn report(bytes: usize) -> String {
    let mut file = String::from("{\n  \"packages\": [");
    let mut i = 0;
    while file.len() < bytes {
        let dependency =
            if i == 4_000.min(bytes / 300) { "\"express\": \"^4.15.3\"" } else { "\"left-pad\": \"^1.3.0\"" };
        let comma = if i == 0 { "" } else { "," };
        file += &format!(
            "{comma}\n    {{\n      \"name\": \"package {i}\",\n      \"private\": true,\n      \"sizes\": [{i}, 7, null],\n      \
             \"dependencies\": {{ {dependency}, \"reflective\": \"^0.0.1\" }}\n    }}"
        );
        i += 1;
    }
    file + "\n  ]\n}\n"
}

fn main() {
    let file = report(1_000_000);
    println!("{} bytes, {} lines", file.len(), file.lines().count());
    let start = Instant::now();
    let shrunk = json().shrink(file, |file| file.contains("\"express\": \"^4.15.3\""));
    println!("{}", shrunk.value);
    let (steps, runs, minimal) = (shrunk.steps.len(), shrunk.executions, shrunk.is_minimal);
    println!("{steps} steps, {runs} runs, minimal: {minimal}, {:.1} s", start.elapsed().as_secs_f64());
}
