//! JSON as RFC 8259 has it: whitespace anywhere, Unicode, escapes. `serde_json`, which knows nothing of the generator,
//! says what is JSON.

use mirrorcheck::prelude::*;
use mirrorcheck::text::{Text, chars, literal, many, separated};
use serde_json::Value;

use super::files;
use crate::laws;

#[generator]
pub(super) fn document() -> String {
    let before = draw(space());
    let element = draw(element());
    format!("{before}{element}")
}

/// A value with the whitespace after it. All whitespace belongs to what stands before it, so that there is one way to
/// read it, and never a need to go back.
#[generator]
fn element() -> String {
    let value = draw(value());
    let after = draw(space());
    format!("{value}{after}")
}

#[generator]
pub(super) fn space() -> String {
    pick([
        (9, "none", ""),
        (1, "some", {
            let space = draw(many(chars(" \n\r\t"), 1..));
            format!("{space}")
        }),
    ])
}

#[generator]
pub(super) fn value() -> String {
    pick([
        (6, "string", draw(string())),
        (5, "number", draw(number())),
        (2, "object", {
            let space = draw(space());
            let members = draw(members());
            format!("{{{space}{members}}}")
        }),
        (2, "array", {
            let space = draw(space());
            let elements = draw(elements());
            format!("[{space}{elements}]")
        }),
        (1, "true", "true"),
        (1, "false", "false"),
        (1, "null", "null"),
    ])
}

#[generator]
fn members() -> String {
    pick([
        (2, "none", ""),
        (3, "some", {
            let first = draw(member());
            let others = draw(many(another_member(), ..));
            format!("{first}{others}")
        }),
    ])
}

#[generator]
fn another_member() -> String {
    let space = draw(space());
    let member = draw(member());
    format!(",{space}{member}")
}

#[generator]
fn member() -> String {
    let key = draw(string());
    let colon = draw(colon());
    let element = draw(element());
    format!("{key}{colon}{element}")
}

#[generator]
pub(super) fn colon() -> String {
    let before = draw(space());
    let after = draw(space());
    format!("{before}:{after}")
}

#[generator]
fn elements() -> String {
    pick([
        (2, "none", ""),
        (3, "some", {
            let first = draw(element());
            let others = draw(many(another_element(), ..));
            format!("{first}{others}")
        }),
    ])
}

#[generator]
fn another_element() -> String {
    let space = draw(space());
    let element = draw(element());
    format!(",{space}{element}")
}

/// What is plain, then again and again something special with what is plain after it: there is one way to read it,
/// and no choice for each plain character what kind it is.
#[generator]
pub(super) fn string() -> String {
    let plain = draw(plain());
    let rest = draw(many(special(), 0..));
    format!("\"{plain}{rest}\"")
}

#[generator]
fn plain() -> String {
    let plain = draw(many(chars(" !#-[\\]-~"), 0..));
    format!("{plain}")
}

#[generator]
fn special() -> String {
    let special = draw(character());
    let plain = draw(plain());
    format!("{special}{plain}")
}

#[generator]
fn character() -> String {
    pick([
        (2, "letter", {
            let c = draw(chars("\u{7f}-\u{24f}\u{370}-\u{3ff}\u{4e00}-\u{4eff}"));
            format!("{c}")
        }),
        (1, "unicode", {
            let c = draw(chars("^\u{0}-\u{24f}\u{370}-\u{3ff}\u{4e00}-\u{4eff}"));
            format!("{c}")
        }),
        (2, "escape", {
            let c = draw(chars("\"\\\\/bfnrt"));
            format!("\\{c}")
        }),
        (1, "code", {
            let code = draw(code());
            format!("\\u{code}")
        }),
    ])
}

/// A code unit in four digits, or the two of a surrogate pair. A surrogate alone is no character; the grammar of the
/// RFC has it, and leaves open what it means.
#[generator]
fn code() -> String {
    pick([
        (8, "unit", {
            let first = draw(chars("0-9a-cA-CefEF"));
            let rest = draw(many(hex(), 3));
            format!("{first}{rest}")
        }),
        (1, "d unit", {
            let d = draw(chars("dD"));
            let second = draw(chars("0-7"));
            let rest = draw(many(hex(), 2));
            format!("{d}{second}{rest}")
        }),
        (1, "pair", {
            let d = draw(chars("dD"));
            let high = draw(chars("89abAB"));
            let rest = draw(many(hex(), 2));
            let e = draw(chars("dD"));
            let low = draw(chars("c-fC-F"));
            let end = draw(many(hex(), 2));
            format!("{d}{high}{rest}\\u{e}{low}{end}")
        }),
    ])
}

fn hex() -> impl Text<Value = char> + Clone {
    chars("0-9a-fA-F")
}

#[generator]
fn number() -> String {
    let sign = draw(option(literal("-")));
    let integer = draw(integer());
    let fraction = draw(option(fraction()));
    let exponent = draw(option(exponent()));
    format!("{sign}{integer}{fraction}{exponent}")
}

#[generator]
fn integer() -> String {
    pick([
        (1, "zero", "0"),
        (3, "other", {
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
    let digits = draw(exponent_digits());
    format!("{e}{sign}{digits}")
}

/// Mostly few, so that most numbers are those of a float.
#[generator]
fn exponent_digits() -> String {
    pick([
        (9, "few", {
            let digits = draw(many('0'..='9', 1..=2));
            format!("{digits}")
        }),
        (1, "many", {
            let digits = draw(many('0'..='9', 3..));
            format!("{digits}")
        }),
    ])
}

/// What `serde_json` says of a text; nothing where it has a limit that JSON has not.
pub(super) fn is_json(text: &str) -> Option<bool> {
    match serde_json::from_str::<Value>(text) {
        Ok(_) => Some(true),
        Err(error) => {
            let error = error.to_string();
            let is_limit = ["number out of range", "recursion limit"].iter().any(|limit| error.starts_with(limit));
            (!is_limit).then_some(false)
        }
    }
}

#[test]
fn laws_hold() {
    laws::check_large(document());
}

#[test]
fn every_output_is_json() {
    let mut known = 0;
    for text in document().samples(1).take(3_000) {
        assert_ne!(is_json(&text), Some(false), "{text:?}");
        known += u32::from(is_json(&text).is_some());
    }
    assert!(known > 2_500, "{known}");
}

#[test]
fn every_layout_of_a_value_is_in_range() {
    for text in document().samples(2).take(500) {
        let Ok(value) = serde_json::from_str::<Value>(&text) else { continue };
        for layout in [value.to_string(), format!("{value:#}"), value.to_string().replace(':', " :\t\r\n")] {
            assert!(is_json(&layout) != Some(true) || document().contains(&layout), "{layout:?}");
        }
    }
}

/// The two texts of RFC 8259, section 13, with their layout, and some of the kinds that programs write and read.
const DOCUMENTS: [&str; 8] = [
    r#"      {
        "Image": {
            "Width":  800,
            "Height": 600,
            "Title":  "View from 15th Floor",
            "Thumbnail": {
                "Url":    "http://www.example.com/image/481989943",
                "Height": 125,
                "Width":  100
            },
            "Animated" : false,
            "IDs": [116, 943, 234, 38793]
          }
      }
"#,
    r#"      [
        {
           "precision": "zip",
           "Latitude":  37.7668,
           "Longitude": -122.3959,
           "Address":   "",
           "City":      "SAN FRANCISCO",
           "State":     "CA",
           "Zip":       "94107",
           "Country":   "US"
        },
        {
           "precision": "zip",
           "Latitude":  37.371991,
           "Longitude": -122.026020,
           "Address":   "",
           "City":      "SUNNYVALE",
           "State":     "CA",
           "Zip":       "94085",
           "Country":   "US"
        }
      ]
"#,
    r#"{"reason":"compiler-artifact","package_id":"path+file:///a#b@0.1.0","target":{"kind":["lib"],"doctest":true},"profile":{"opt_level":"0","debuginfo":2,"test":false},"features":[],"executable":null,"fresh":true}"#,
    "{\n\t\"compilerOptions\": {\r\n\t\t\"strict\": true,\n\t\t\"lib\": [ \"dom\", \"es2022\" ],\n\t\t\"paths\": { }\n\t},\n\t\"include\": [\n\t]\n}\n",
    r#"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[1.25e2,-0.5E-1,0]},"properties":{"name":"Dinagat Islands","näme":"\u00e4\ud83d\ude00😀\/\"\\\b\f\n\r\t"}}]}"#,
    r#"{"jsonrpc": "2.0", "method": "textDocument/didChange", "params": [42, 23, -0, 1E400, 0.1e-7], "id": null}"#,
    " [ ] ",
    "\r\n\t\"\"",
];

#[test]
fn real_looking_documents_are_in_range() {
    for text in DOCUMENTS {
        reads_and_writes(text);
        assert_eq!(document().reflect(&text.to_owned()).count(), 1, "{text}");
    }
}

#[test]
fn nesting_has_no_limit() {
    for depth in [1, 127, 128, 1_000] {
        let text = format!("{}{}", "[ {\"a\":".repeat(depth / 2) + "0", "} ]".repeat(depth / 2));
        assert_eq!(is_json(&text), (depth < 128).then_some(true));
        reads_and_writes(&text);
        assert!(!document().contains(&text[..text.len() - 1].to_owned()));
    }
}

/// Whitespace on both sides of a value, as the RFC writes it: whether there is a value shows only after the whitespace.
#[generator]
fn surrounded() -> String {
    pick([
        (1, "none", {
            let space = draw(space());
            format!("[{space}]")
        }),
        (2, "some", {
            let values = draw(separated(surrounded_value(), ",", 1..));
            format!("[{values}]")
        }),
    ])
}

#[generator]
fn surrounded_value() -> String {
    let before = draw(space());
    let value = draw(surrounded_inside());
    let after = draw(space());
    format!("{before}{value}{after}")
}

#[generator]
fn surrounded_inside() -> String {
    pick([(9, "null", "null"), (1, "array", draw(surrounded()))])
}

#[test]
fn whitespace_on_both_sides_is_read() {
    for count in [1, 10, 100, 300] {
        let text = format!("[{}[ ] ]", " null ,[ null\n],".repeat(count));
        let choices = surrounded().reflect_first(&text).unwrap().unwrap();
        assert_eq!(surrounded().replay(&choices).as_ref(), Ok(&text));
        assert_eq!(surrounded().reflect(&text).count(), 1);
        assert!(!surrounded().contains(&text.replace("[ ] ]", "[ ] ,]")));
    }
    laws::check_large(surrounded());
}

/// Reflects on a text, and makes it again, byte for byte.
#[track_caller]
fn reads_and_writes(text: &str) {
    let text = text.to_owned();
    let choices = document().reflect_first(&text).unwrap();
    let choices = choices.unwrap_or_else(|| panic!("{text}: {}", document().parse(&text).unwrap_err()));
    assert_eq!(document().replay(&choices).as_ref(), Ok(&text));
}

/// All kinds and sizes, without taking long: a large file is taken where the small ones before it have left room.
const FILES: usize = 1_000;
const BYTES_PER_FILE: usize = 2_000;

#[test]
fn the_json_files_of_installed_packages_reflect_and_replay() {
    let (mut count, mut bytes) = (0, 0);
    for (path, text) in files::installed(|name| name.ends_with(".json"), 200_000) {
        if count == FILES {
            break;
        }
        if bytes + text.len() > (count + 10) * BYTES_PER_FILE || is_json(&text) != Some(true) {
            continue;
        }
        reads_and_writes(&text);
        if count % 50 == 0 {
            let choices = document().to_bytes(&text).unwrap_or_else(|| panic!("{path:?}"));
            assert_eq!(document().from_bytes(&choices).as_ref(), Ok(&text), "{path:?}");
            assert_eq!(document().parse_bytes(text.as_bytes()).as_ref(), Ok(&text), "{path:?}");
        }
        count += 1;
        bytes += text.len();
    }
    println!("{count} files with {bytes} bytes");
}

#[test]
fn changed_documents_are_in_range_if_they_are_json() {
    let mut dice = Dice(1);
    let installed = files::installed(|name| name.ends_with(".json"), 500).map(|(_, text)| text).take(30);
    let made = document().samples(3).filter(|text| text.len() < 500).take(30);
    let texts: Vec<String> = DOCUMENTS.into_iter().map(str::to_owned).chain(installed).chain(made).collect();
    let (mut inside, mut outside) = (0, 0);
    for text in &texts {
        for _ in 0..30 {
            let changed = dice.change(text);
            let Some(is_json) = is_json(&changed) else { continue };
            assert_eq!(document().try_contains(&changed), Ok(is_json), "{changed:?}");
            assert_eq!(document().parse(&changed).is_ok(), is_json, "{changed:?}");
            *(if is_json { &mut inside } else { &mut outside }) += 1;
        }
    }
    assert!(inside > 100 && outside > 100, "{inside} inside, {outside} outside");
}

/// Changes texts at random.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn below(&mut self, end: usize) -> usize {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) as usize % end
    }

    /// Deletes, doubles, inserts or replaces a character, once or twice. What comes in is mostly out of the text itself.
    pub(super) fn change(&mut self, text: &str) -> String {
        let mut chars: Vec<char> = text.chars().collect();
        for _ in 0..=self.below(2) {
            let at = self.below(chars.len().max(1)).min(chars.len());
            let other = match self.below(4) {
                0 => b"\"\\{}[]:, \n\t\x000-1.eEtu/"[self.below(21)].into(),
                1 => ['ß', '😀', '\u{7f}', '\u{a0}'][self.below(4)],
                _ => chars.get(self.below(chars.len().max(1))).copied().unwrap_or(' '),
            };
            match self.below(4) {
                0 if at < chars.len() => drop(chars.remove(at)),
                1 if at < chars.len() => chars.insert(at, chars[at]),
                2 if at < chars.len() => chars[at] = other,
                _ => chars.insert(at, other),
            }
        }
        chars.into_iter().collect()
    }
}
