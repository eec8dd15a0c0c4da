//! JSON texts as RFC 8259 has them, with whitespace, Unicode and escapes.

use mirrorcheck::prelude::*;
use mirrorcheck::text::{chars, literal, many, separated};

/// A JSON text.
#[generator]
pub(crate) fn json() -> String {
    draw(padded())
}

#[generator]
fn padded() -> String {
    let before = draw(space());
    let value = draw(value());
    let after = draw(space());
    format!("{before}{value}{after}")
}

#[generator]
fn space() -> String {
    pick([
        (8, "none", ""),
        (2, "some", {
            let first = draw(chars(" \n\r\t"));
            let rest = draw(space());
            format!("{first}{rest}")
        }),
    ])
}

#[generator]
fn value() -> String {
    pick([
        (2, "null", "null"),
        (1, "false", "false"),
        (1, "true", "true"),
        (3, "number", draw(number())),
        (4, "string", draw(string())),
        (2, "array", draw(array())),
        (2, "object", draw(object())),
    ])
}

#[generator]
fn array() -> String {
    pick([
        (1, "empty", {
            let space = draw(space());
            format!("[{space}]")
        }),
        (3, "items", {
            let items = draw(separated(padded(), ",", 1..));
            format!("[{items}]")
        }),
    ])
}

#[generator]
fn object() -> String {
    pick([
        (1, "empty", {
            let space = draw(space());
            format!("{{{space}}}")
        }),
        (3, "members", {
            let members = draw(separated(member(), ",", 1..));
            format!("{{{members}}}")
        }),
    ])
}

#[generator]
fn member() -> String {
    let before = draw(space());
    let name = draw(string());
    let after = draw(space());
    let value = draw(padded());
    format!("{before}{name}{after}:{value}")
}

#[generator]
fn string() -> String {
    let characters = draw(many(character(), 0..));
    format!("\"{characters}\"")
}

#[generator]
fn character() -> String {
    pick([
        (20, "ascii", draw(chars(" !#-[]-~"))),
        (1, "unicode", draw(chars("\u{7f}-\u{10ffff}"))),
        (1, "escape", {
            let letter = draw(chars("\"\\\\/bfnrt"));
            format!("\\{letter}")
        }),
        (1, "code", {
            let code = draw(code());
            format!("\\u{code}")
        }),
    ])
}

/// Four digits; those of a surrogate come in pairs.
#[generator]
fn code() -> String {
    labeled([
        ("low", {
            let first = draw(chars("0-9a-cA-CefEF"));
            let rest = draw(many(chars("0-9a-fA-F"), 3));
            format!("{first}{rest}")
        }),
        ("d", {
            let d = draw(chars("dD"));
            let second = draw(chars("0-7"));
            let rest = draw(many(chars("0-9a-fA-F"), 2));
            format!("{d}{second}{rest}")
        }),
        ("pair", {
            let high = draw(chars("dD"));
            let second = draw(chars("89abAB"));
            let rest = draw(many(chars("0-9a-fA-F"), 2));
            let low = draw(chars("dD"));
            let fourth = draw(chars("c-fC-F"));
            let end = draw(many(chars("0-9a-fA-F"), 2));
            format!("{high}{second}{rest}\\u{low}{fourth}{end}")
        }),
    ])
}

#[generator]
fn number() -> String {
    let sign = draw(option(literal("-")));
    let whole = draw(whole());
    let fraction = draw(option(fraction()));
    let exponent = draw(option(exponent()));
    format!("{sign}{whole}{fraction}{exponent}")
}

#[generator]
fn whole() -> String {
    labeled([
        ("zero", "0"),
        ("digits", {
            let first = draw('1'..='9');
            let rest = draw(many('0'..='9', 0..));
            format!("{first}{rest}")
        }),
    ])
}

#[generator]
fn fraction() -> String {
    let digits = draw(many('0'..='9', 1..));
    format!(".{digits}")
}

#[generator]
fn exponent() -> String {
    let e = draw(chars("eE"));
    let sign = draw(option(chars("+\\-")));
    let digits = draw(many('0'..='9', 1..=3));
    format!("{e}{sign}{digits}")
}
