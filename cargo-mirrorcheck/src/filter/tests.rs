use super::{Filter, Term};
use crate::url::decode;
use mirrorcheck::prelude::*;

/// Pairs as a server decodes them.
fn decoded(query: &str) -> Vec<(String, String)> {
    let pairs = query.split('&').filter(|pair| !pair.is_empty()).map(|pair| pair.split_once('=').unwrap());
    pairs.map(|(name, value)| (decode(name).unwrap(), decode(value).unwrap())).collect()
}

fn read(query: &str) -> Result<Filter, String> {
    let pairs = decoded(query);
    Filter::of_pairs(pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())))
}

/// What a URL and a filter give a meaning to, and more.
fn name(text: &str, odd: u8) -> String {
    let odd = [":", "=", "&", "%", " ", "é", "\\", "#", "+", "..", ""][usize::from(odd) % 11];
    format!("{text}{odd}{text}")
}

#[property]
fn queries_are_read_back(kinds: Vec<u8>, text: String, odd: (u8, u8), numbers: (f64, f64), hash: u64) {
    let (one, other) = (name(&text, odd.0), name(&text, odd.1));
    assume(numbers.0.is_finite() && numbers.1.is_finite());
    let term = |kind: u8| match kind % 12 {
        0 => Term::Status(["passed", "failed", "discarded"][usize::from(odd.0) % 3].to_owned()),
        1 => Term::Unique(odd.0 % 2 == 0),
        2 => Term::How(one.clone()),
        3 | 4 => Term::Is(one.clone(), other.clone()),
        5 => Term::Rare(one.clone(), hash),
        6 => Term::In(one.clone(), numbers.0, numbers.1, odd.0 % 2 == 0),
        7 => Term::In(one.clone(), f64::NEG_INFINITY, numbers.1, odd.0 % 2 == 0),
        8 => Term::In(one.clone(), numbers.0, f64::INFINITY, false),
        9 => Term::Text(other.clone()),
        _ => Term::Same(hash),
    };
    let filter = Filter { terms: kinds.into_iter().map(term).collect() };
    let query = filter.query();
    assert!(query.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"<>'".contains(&byte)), "{query}");
    assert_eq!(read(&query), Ok(filter));
}

#[test]
fn queries_can_be_written_by_hand() {
    let filter = read("page=2&status=passed&in=length:2..5&in=time:execute:test:..=0.5&is=kind:a:b").unwrap();
    let texts: Vec<String> = filter.terms.iter().map(Term::text).collect();
    let expected = ["passed", "length is 2 or more, below 5", "time:execute:test is at most 0.5", "kind is a:b"];
    assert_eq!(texts, expected);
    assert_eq!(filter.without(1).query(), "status=passed&in=time:execute:test:..%3D0.5&is=kind:a:b");
    assert_eq!(filter.and(Term::Status("passed".to_owned())), filter);
}

#[test]
fn wrong_terms_say_what_is_wrong() {
    for (query, why) in [
        ("status=gave_up", "a status is `passed`, `failed` or `discarded`"),
        ("unique=1", "it is `yes` or `no`"),
        ("is=kind", "needs a name and a value"),
        ("in=length:2", "`2` is no range such as `2..5`"),
        ("in=length:a..b", "`a..b` is no range"),
        ("in=length:NaN..1", "is no range"),
        ("rare=kind:x", "`x` is no count"),
        ("same=xyz", "a number in hexadecimal"),
    ] {
        let error = read(query).unwrap_err();
        assert!(error.contains(why), "{query}: {error}");
    }
}
