//! The JSON of 003, appendix D, as printed, and with the hash of its payload, appendix F.

use mirrorcheck::choices::Ways;
use mirrorcheck::prelude::*;
use mirrorcheck::text::Text;
use mirrorcheck::text::{chars, printed};

use super::rfc8259::Dice;
use crate::laws;

#[generator]
fn start() -> String {
    labeled([("array", draw(array())), ("object", draw(object()))])
}

#[generator]
fn object() -> String {
    labeled([
        ("'{' '}'", "{}"),
        ("'{' members '}'", {
            let ms = draw(members());
            format!("{{{ms}}}")
        }),
    ])
}

#[generator]
fn members() -> String {
    labeled([
        ("pair", draw(pair())),
        ("pair ',' members", {
            let p = draw(pair());
            let ps = draw(members());
            format!("{p},{ps}")
        }),
    ])
}

#[generator]
fn pair() -> String {
    let s = draw(string());
    let v = draw(value());
    format!("{s}:{v}")
}

#[generator]
fn array() -> String {
    labeled([
        ("'[' ']'", "[]"),
        ("'[' elements ']'", {
            let ms = draw(elements());
            format!("[{ms}]")
        }),
    ])
}

#[generator]
fn elements() -> String {
    labeled([
        ("value", draw(value())),
        ("value ',' elements", {
            let el = draw(value());
            let es = draw(elements());
            format!("{el},{es}")
        }),
    ])
}

#[generator]
fn value() -> String {
    labeled([
        ("false", "false"),
        ("string", draw(string())),
        ("array", draw(array())),
        ("number", draw(number())),
        ("true", "true"),
        ("object", draw(object())),
        ("null", "null"),
    ])
}

#[generator]
fn string() -> String {
    labeled([
        ("'\"' '\"'", "\"\""),
        ("'\"' chars '\"'", {
            let cs = draw(characters());
            format!("\"{cs}\"")
        }),
    ])
}

/// The appendix calls it `chars`.
#[generator]
fn characters() -> String {
    labeled([
        ("char_", {
            let c = draw(char_());
            format!("{c}")
        }),
        ("char_ chars", {
            let c = draw(char_());
            let cs = draw(characters());
            format!("{c}{cs}")
        }),
    ])
}

/// The escaped ones are themselves, not what JSON writes for them: so it is in the appendix.
fn char_() -> impl Text<Value = char> + Clone {
    labeled((
        ("letter", chars("a-zA-Z")),
        ("digit", digit()),
        ("unescapedspecial", chars("/+:@$!'(,.)\\-#_")),
        ("escapedspecial", chars("\u{8}\n\r\\\\\t\u{c}")),
    ))
}

#[generator]
fn number() -> String {
    labeled([
        ("int_", draw(int_())),
        ("int_ exp", {
            let i = draw(int_());
            let ex = draw(expo());
            format!("{i}{ex}")
        }),
        ("int_ frac", {
            let i = draw(int_());
            let f = draw(frac());
            format!("{i}{f}")
        }),
        ("int_ frac exp", {
            let i = draw(int_());
            let f = draw(frac());
            let ex = draw(expo());
            format!("{i}{f}{ex}")
        }),
    ])
}

#[generator]
fn int_() -> String {
    labeled([
        ("nonzero digits", {
            let n = draw('1'..='9');
            let ds = draw(digits());
            format!("{n}{ds}")
        }),
        ("digit", {
            let d = draw(digit());
            format!("{d}")
        }),
        ("'-' digit", {
            let d = draw(digit());
            format!("-{d}")
        }),
        ("'-' digit digits", {
            let d = draw(digit());
            let ds = draw(digits());
            format!("-{d}{ds}")
        }),
    ])
}

#[generator]
fn frac() -> String {
    labeled([("'.' digits", {
        let ds = draw(digits());
        format!(".{ds}")
    })])
}

#[generator]
fn expo() -> String {
    labeled([("e digits", {
        let e = draw(e());
        let ds = draw(digits());
        format!("{e}{ds}")
    })])
}

#[generator]
fn digits() -> String {
    labeled([
        ("digit", {
            let d = draw(digit());
            format!("{d}")
        }),
        ("digit digits", {
            let d = draw(digit());
            let ds = draw(digits());
            format!("{d}{ds}")
        }),
    ])
}

fn digit() -> impl Text<Value = char> + Clone {
    labeled((("nonzerodigit", '1'..='9'), ("'0'", printed(exact('0')))))
}

#[generator]
fn e() -> String {
    labeled([("'e'", "e"), ("'E'", "E"), ("'e-'", "e-"), ("'E-'", "E-"), ("'e+'", "e+"), ("'E+'", "E+")])
}

/// `take 8 (show (abs (hash payload)))`, where `Int` has 64 bits and wraps.
fn hashcode(payload: &str) -> String {
    let hash = payload.chars().fold(5381i64, |hash, c| hash.wrapping_mul(33) ^ i64::from(u32::from(c)));
    hash.unsigned_abs().to_string().chars().take(8).collect()
}

#[generator]
fn with_hashcode() -> String {
    let payload = draw(start());
    let hashcode = hashcode(&payload);
    format!("{{\"payload\":{payload},\"hashcode\":{hashcode}}}")
}

#[test]
fn laws_hold() {
    laws::check_large(start());
}

#[test]
fn laws_hold_with_a_hash() {
    laws::check_large(with_hashcode());
}

#[test]
fn the_labels_are_those_of_the_appendix() {
    let labels = |text: &str| start().reflect(&text.to_owned()).next().unwrap().labels();
    assert_eq!(labels("[]"), ["array", "'[' ']'"]);
    assert_eq!(
        labels("{\"a0\":[1,null]}"),
        [
            "object",
            "'{' members '}'",
            "pair",
            "'\"' chars '\"'",
            "char_ chars",
            "letter",
            "a",
            "char_",
            "digit",
            "'0'",
            "array",
            "'[' elements ']'",
            "value ',' elements",
            "number",
            "int_",
            "digit",
            "nonzerodigit",
            "1",
            "value",
            "null",
        ]
    );
}

#[test]
fn a_text_is_as_likely_as_the_appendix_says() {
    let chance = |text: &str| start().probability(&text.to_owned());
    assert_eq!(chance("[]"), 1.0 / 4.0);
    // One element, which is one of seven.
    assert_eq!(chance("[null]"), 1.0 / 4.0 / 2.0 / 7.0);
    // One pair: a string of one letter; a number without anything else, of one digit.
    let (string, number) = (1.0 / 2.0 / 2.0 / 4.0 / 52.0, 1.0 / 4.0 / 4.0 / 2.0 / 9.0);
    let expected = 1.0 / 4.0 / 2.0 * string * (number / 7.0);
    assert!((chance("{\"a\":1}") / expected - 1.0).abs() < 1e-12);
    for out_of_range in ["", "[", "[ ]", "null", "[01]", "[\" \"]", "[é]"] {
        assert_eq!(chance(out_of_range), 0.0, "{out_of_range}");
    }
}

#[test]
fn the_smallest_texts_come_first() {
    let texts: Vec<String> = start().all_values().take(5).collect();
    assert_eq!(texts[0], "[]");
    // Of size 1: what is second in one place.
    let mut second = texts[1..3].to_vec();
    second.sort();
    assert_eq!(second, ["[false]", "{}"]);
    // Of size 2.
    for text in &texts[3..] {
        assert!(["[\"\"]", "[false,false]", "{\"\":false}"].contains(&text.as_str()), "{text}");
    }
}

#[test]
fn derivatives_are_what_is_left_to_write() {
    let array = start().derivative("array");
    assert_eq!(array.derivative("'[' ']'").value_now(), Some("[]".to_owned()));
    let one = array.derivative("'[' elements ']'").derivative("value");
    assert_eq!(one.choices_now().len(), 7);
    assert_eq!(one.derivative("true").value_now(), Some("[true]".to_owned()));
    assert!(one.contains(&"[{}]".to_owned()) && !one.contains(&"[{},{}]".to_owned()));
    assert!((one.probability(&"[null]".to_owned()) - 1.0 / 7.0).abs() < 1e-12);
    assert!(start().derivative("number").is_void());
}

/// Each text can be made in one way, however long or deep it is.
#[test]
fn long_and_deep_texts_are_read() {
    let long = format!("[{}{{}}]", "{\"a\":[-12.5e+3]},".repeat(300));
    let deep = format!("{}{}", "[{\"a\":".repeat(150) + "1", "}]".repeat(150));
    for text in [long, deep] {
        let choices = start().reflect_first(&text).unwrap().unwrap();
        assert_eq!(start().replay(&choices).as_ref(), Ok(&text));
        assert_eq!(start().reflect(&text).ways(), Ways::Finite(1));
        assert!(!start().contains(&text.replace("}]", "}")));
    }
}

#[test]
fn the_range_is_that_of_the_grammar() {
    let mut dice = Dice(2);
    let (mut inside, mut outside) = (0, 0);
    for text in start().samples(5).filter(|text| text.len() < 200).take(1_000) {
        assert!(recogniser::is_start(&text), "{text:?}");
        let changed = dice.change(&text);
        let expected = recogniser::is_start(&changed);
        assert_eq!(start().try_contains(&changed), Ok(expected), "{changed:?}");
        assert_eq!(start().reflect(&changed).ways(), Ways::Finite(expected.into()), "{changed:?}");
        *(if expected { &mut inside } else { &mut outside }) += 1;
    }
    assert!(inside > 50 && outside > 50, "{inside} inside, {outside} outside");
}

/// The grammar once more, by hand.
mod recogniser {
    pub(super) fn is_start(text: &str) -> bool {
        let mut text = Text { rest: text };
        text.rest.starts_with(['[', '{']) && text.value().is_some() && text.rest.is_empty()
    }

    struct Text<'t> {
        rest: &'t str,
    }

    impl Text<'_> {
        fn take(&mut self, set: &str) -> Option<char> {
            let c = self.rest.chars().next().filter(|c| set.contains(*c))?;
            self.rest = &self.rest[c.len_utf8()..];
            Some(c)
        }

        fn word(&mut self, word: &str) -> Option<()> {
            self.rest = self.rest.strip_prefix(word)?;
            Some(())
        }

        fn value(&mut self) -> Option<()> {
            match self.rest.chars().next()? {
                '[' => self.list(']', Self::value),
                '{' => self.list('}', |text| {
                    text.string()?;
                    text.word(":")?;
                    text.value()
                }),
                '"' => self.string(),
                't' => self.word("true"),
                'f' => self.word("false"),
                'n' => self.word("null"),
                _ => self.number(),
            }
        }

        fn list(&mut self, end: char, item: impl Fn(&mut Self) -> Option<()>) -> Option<()> {
            self.rest = &self.rest[1..];
            let end = end.to_string();
            if self.take(&end).is_some() {
                return Some(());
            }
            loop {
                item(self)?;
                if self.take(",").is_none() {
                    return self.word(&end);
                }
            }
        }

        fn string(&mut self) -> Option<()> {
            self.word("\"")?;
            let specials = "/+:@$!'(,.)-#_\u{8}\n\r\\\t\u{c}";
            let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric() && !specials.contains(c))?;
            self.rest = &self.rest[end..];
            self.word("\"")
        }

        fn number(&mut self) -> Option<()> {
            let is_negative = self.take("-").is_some();
            let first = self.take("0123456789")?;
            if is_negative || first != '0' {
                self.digits();
            }
            if self.take(".").is_some() {
                self.digits()?;
            }
            if self.take("eE").is_some() {
                self.take("+-");
                self.digits()?;
            }
            Some(())
        }

        fn digits(&mut self) -> Option<()> {
            self.take("0123456789")?;
            while self.take("0123456789").is_some() {}
            Some(())
        }
    }
}

#[test]
fn the_hash_is_compared() {
    // 33 · (33 · 5381 xor '[') xor ']', by hand.
    let right = "{\"payload\":[],\"hashcode\":5862883}".to_owned();
    assert_eq!(with_hashcode().probability(&right), 1.0 / 4.0);
    assert_eq!(with_hashcode().parse(&right).as_ref(), Ok(&right));
    for wrong in [
        "{\"payload\":[],\"hashcode\":5862884}",
        "{\"payload\":[],\"hashcode\":58628831}",
        "{\"payload\":[],\"hashcode\":586288}",
        "{\"payload\":{},\"hashcode\":5862883}",
        "{\"payload\":[],\"hashcode\":}",
        "{\"payload\":5862883,\"hashcode\":5862883}",
    ] {
        laws::is_refused(&with_hashcode(), &wrong.to_owned());
    }
    for text in with_hashcode().samples(1).take(300) {
        let start = "{\"payload\":".len();
        let (payload, hash) = text[start..].rsplit_once(",\"hashcode\":").unwrap();
        assert_eq!(format!("{}}}", hashcode(payload)), hash);
        assert!(!with_hashcode().contains(&text.replace("\"hashcode\":", "\"hashcode\":1")));
    }
}

/// A payload may look like what comes after it.
#[test]
fn a_hash_in_the_payload_is_not_the_hash() {
    let inner = "{\"payload\":[],\"hashcode\":5862883}";
    let text = format!("{{\"payload\":{inner},\"hashcode\":{}}}", hashcode(inner));
    assert_eq!(with_hashcode().reflect(&text).count(), 1);
    assert_eq!(with_hashcode().parse(&text), Ok(text));
}
