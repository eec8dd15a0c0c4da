//! The JSON of 003, appendix D, with the labels that it has there, and with the hash of its payload, appendix F.

use mirrorcheck::prelude::*;
use mirrorcheck::text::{Text, chars, printed};

/// A payload as a document with its hash.
pub(super) fn document(payload: &str) -> String {
    format!("{{\"payload\":{payload},\"hashcode\":{}}}", hashcode(payload))
}

/// The payload of a document, if it is one.
pub(super) fn payload(document: &str) -> Option<&str> {
    Some(document.strip_prefix("{\"payload\":")?.rsplit_once(",\"hashcode\":")?.0)
}

/// A payload with its hash, which no context-free grammar can describe.
#[generator]
pub(super) fn with_hashcode() -> String {
    let payload = draw(start());
    let hashcode = hashcode(&payload);
    format!("{{\"payload\":{payload},\"hashcode\":{hashcode}}}")
}

/// `take 8 (show (abs (hash payload)))`, where `Int` has 64 bits and wraps.
fn hashcode(payload: &str) -> String {
    let hash = payload.chars().fold(5381i64, |hash, c| hash.wrapping_mul(33) ^ i64::from(u32::from(c)));
    hash.unsigned_abs().to_string().chars().take(8).collect()
}

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

#[cfg(test)]
mod tests {
    use mirrorcheck::Interpretations;

    use super::{document, payload, with_hashcode};

    #[test]
    fn documents_are_in_range() {
        assert!(with_hashcode().contains(&document("[]")));
        assert!(with_hashcode().contains(&document("{\"a\":[1,-2.5e-3,null]}")));
        assert!(!with_hashcode().contains(&document("[01]")));
        let wrong_hash = document("[]").replace(|c: char| c.is_ascii_digit(), "0");
        assert!(!with_hashcode().contains(&wrong_hash));
    }

    /// The papers saw a spike at this length.
    #[test]
    fn trivial_documents_have_33_characters() {
        assert_eq!(document("[]").len(), 33);
        assert_eq!(document("{}").len(), 33);
    }

    #[test]
    fn payloads_come_out_as_they_went_in() {
        assert_eq!(payload(&document("{\"payload\":[1]}")), Some("{\"payload\":[1]}"));
        assert_eq!(payload("[]"), None);
        assert!((0..100).all(|seed| {
            let made = with_hashcode().sample(seed);
            payload(&made).map(document) == Some(made.clone())
        }));
    }
}
