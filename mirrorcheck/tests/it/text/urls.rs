//! Addresses, as text and as a record that one generator prints and parses.

use mirrorcheck::choices::Ways;
use mirrorcheck::prelude::*;
use mirrorcheck::text::{chars, many, separated};

use crate::laws;

#[generator]
fn url() -> String {
    let scheme = draw(scheme());
    let user = draw(option(user()));
    let host = draw(host());
    let port = draw(option(port()));
    let path = draw(many(segment(), 0..=2));
    let query = draw(option(query()));
    let fragment = draw(option(fragment()));
    format!("{scheme}://{user}{host}{port}{path}{query}{fragment}")
}

#[generator]
fn scheme() -> String {
    pick([
        (4, "https", "https"),
        (2, "http", "http"),
        (1, "other", {
            let first = draw(chars("a-z"));
            let rest = draw(many(chars("a-z0-9+.\\-"), 0..=7));
            // Those have names of their own.
            assume(first != 'h' || rest != ['t', 't', 'p'] && rest != ['t', 't', 'p', 's']);
            format!("{first}{rest}")
        }),
    ])
}

#[generator]
fn user() -> String {
    let name = draw(many(unreserved(), 1..=5));
    format!("{name}@")
}

#[generator]
fn host() -> String {
    pick([
        (3, "name", {
            let labels = draw(separated(label(), ".", 1..=3));
            format!("{labels}")
        }),
        (1, "address", {
            let bytes = draw(separated(0..=255u8, ".", 4));
            format!("{bytes}")
        }),
    ])
}

/// Begins with a letter, so that it is no part of an address of numbers.
#[generator]
fn label() -> String {
    let first = draw(chars("a-z"));
    let rest = draw(many(chars("a-z0-9\\-"), 0..=6));
    format!("{first}{rest}")
}

/// All that fits into 16 bits, without zeros in front.
#[generator]
fn port() -> u16 {
    let port = draw(0..=65535u16);
    written(port, format!(":{port}"))
}

#[generator]
fn segment() -> String {
    let segment = draw(many(unreserved(), 0..=4));
    format!("/{segment}")
}

#[generator]
fn query() -> String {
    let pairs = draw(separated(pair(), "&", 1..=2));
    format!("?{pairs}")
}

#[generator]
fn pair() -> String {
    let key = draw(many(unreserved(), 1..=3));
    let value = draw(option(value()));
    format!("{key}{value}")
}

#[generator]
fn value() -> String {
    let value = draw(many(unreserved(), 0..=3));
    format!("={value}")
}

#[generator]
fn fragment() -> String {
    let fragment = draw(many(unreserved(), 0..=4));
    format!("#{fragment}")
}

/// A character that means itself, or any byte in two digits.
#[generator]
fn unreserved() -> String {
    pick([
        (9, "plain", {
            let c = draw(chars("a-zA-Z0-9._~\\-"));
            format!("{c}")
        }),
        (1, "escaped", {
            let high = draw(chars("0-9A-F"));
            let low = draw(chars("0-9A-F"));
            format!("%{high}{low}")
        }),
    ])
}

/// The same, taken apart. A record shows all that is in the text, so that nothing is lost in either direction.
#[derive(Debug, Clone, PartialEq)]
struct Url {
    scheme: String,
    host: String,
    port: Option<u16>,
    path: Vec<String>,
    query: Option<String>,
}

#[generator]
fn record() -> Url {
    let scheme = draw(scheme());
    let host = draw(host());
    let port = draw(option(port()));
    let path = draw(many(segment(), 0..=2));
    let query = draw(option(query()));
    written(Url { scheme, host, port, path, query }, format!("{scheme}://{host}{port}{path}{query}"))
}

#[test]
fn laws_hold_of_text() {
    laws::check_large(url());
}

#[test]
fn laws_hold_of_records() {
    laws::check_large(record());
}

#[test]
fn addresses_are_read_in_one_way() {
    for text in [
        "https://example.com",
        "http://127.0.0.1:65535/",
        "https://me@docs.rs:0/a/b%20c?q=1&r=#top",
        "git+ssh://host",
        "h://a",
        "httpx://a?b",
    ] {
        assert_eq!(url().reflect(&text.to_owned()).ways(), Ways::Finite(1), "{text}");
        assert_eq!(url().parse(text).as_deref(), Ok(text));
    }
    for text in [
        "",
        "example.com",
        "https:/example.com",
        "https://",
        "https://a:65536",
        "https://a:080",
        "https://a:",
        "https://256.0.0.1",
        "https://1.2.3",
        "https://a..b",
        "https://a/%2",
        "https://a/%2g",
        "https://a/b c",
        "https://a?",
        "https://a#b#c",
        "1http://a",
    ] {
        laws::is_refused(&url(), &text.to_owned());
    }
}

#[test]
fn records_are_printed_and_parsed() {
    let docs = Url {
        scheme: "https".to_owned(),
        host: "docs.rs".to_owned(),
        port: Some(8080),
        path: vec!["/lib".to_owned(), "/".to_owned()],
        query: None,
    };
    assert_eq!(record().print(&docs).as_deref(), Some("https://docs.rs:8080/lib/"));
    assert_eq!(record().parse("https://docs.rs:8080/lib/"), Ok(docs.clone()));
    laws::is_refused(&record(), &Url { host: "docs..rs".to_owned(), ..docs.clone() });
    assert_eq!(record().print(&Url { path: vec!["no slash".to_owned()], ..docs }), None);
    for value in record().samples(1).take(300) {
        let text = record().print(&value).unwrap();
        assert_eq!(record().parse(&text).as_ref(), Ok(&value), "{text}");
        assert!(url().contains(&text), "{text}");
        let port = value.port.map_or(String::new(), |port| format!(":{port}"));
        let query = value.query.unwrap_or_default();
        assert_eq!(text, format!("{}://{}{port}{}{query}", value.scheme, value.host, value.path.concat()));
    }
}

/// The part between slashes, by hand.
#[test]
fn a_made_address_comes_apart_at_its_marks() {
    for text in url().samples(3).take(500) {
        let (scheme, rest) = text.split_once("://").unwrap();
        assert!(scheme.starts_with(|c: char| c.is_ascii_lowercase()), "{text}");
        let (rest, _) = rest.split_once('#').unwrap_or((rest, ""));
        let (rest, _) = rest.split_once('?').unwrap_or((rest, ""));
        let authority = rest.split('/').next().unwrap();
        let host = authority.split_once('@').map_or(authority, |(_, host)| host);
        if let Some((_, port)) = host.split_once(':') {
            assert_eq!(port.parse::<u16>().unwrap().to_string(), port, "{text}");
        }
    }
}
