//! A text generator is a generator of strings like any other: it can make a field of a value, an item of a list, or a
//! part that is looked for.

use mirrorcheck::choices::Ways;
use mirrorcheck::prelude::*;
use mirrorcheck::text::{chars, literal, many};

use crate::laws;

#[generator]
fn identifier() -> String {
    let first = draw(chars("a-z_"));
    let rest = draw(many(chars("a-z0-9_"), 0..=5));
    format!("{first}{rest}")
}

#[generator]
fn version() -> String {
    let major = draw(0..=9u32);
    let minor = draw(0..=99u32);
    let patch = draw(option(patch()));
    format!("{major}.{minor}{patch}")
}

#[generator]
fn patch() -> String {
    let patch = draw(0..=99u32);
    format!(".{patch}")
}

#[derive(Debug, Clone, PartialEq)]
struct Package {
    name: String,
    version: String,
    size: u8,
    tags: Vec<String>,
    kind: Kind,
}

#[derive(Debug, Clone, PartialEq)]
enum Kind {
    New,
    /// The same package under another name.
    Renamed(String),
    Replaces(Box<Package>),
}

#[generator]
fn package() -> Package {
    let name = draw(identifier());
    let version = draw(version());
    let tags = draw(vec(identifier(), 0..=2));
    Package { name, version, size: draw(0..=9), tags, kind: draw(kind()) }
}

#[generator]
fn kind() -> Kind {
    pick([
        (3, "new", Kind::New),
        (1, "renamed", Kind::Renamed(draw(identifier()))),
        (1, "replaces", Kind::Replaces(Box::new(draw(package())))),
    ])
}

/// A file name and its two parts: the whole is text, and its parts are looked for in it.
#[generator]
fn file() -> (String, String, String) {
    let stem = draw(identifier());
    let ending = draw(oneof([literal("rs"), literal("toml")]));
    (format!("{stem}.{ending}"), stem, ending)
}

#[test]
fn laws_hold() {
    laws::check_large(package());
}

#[test]
fn laws_hold_of_text_in_other_places() {
    laws::check_large(file());
    laws::check_large(vec(version(), 0..=2));
    laws::check_large(option(identifier()));
    laws::check_large((identifier(), 0..=3, version()));
    laws::check_large(identifier().such_that(|name| !name.ends_with('_')));
    laws::check_large(version().convert(|version| version + "!", |text| text.strip_suffix('!').map(str::to_owned)));
}

#[test]
fn fields_are_read() {
    let one = Package {
        name: "mirror".to_owned(),
        version: "0.1.2".to_owned(),
        size: 3,
        tags: vec!["a".to_owned(), "_b".to_owned()],
        kind: Kind::Renamed("glass".to_owned()),
    };
    assert_eq!(package().reflect(&one).ways(), Ways::Finite(1));
    for wrong in [
        Package { name: "Mirror".to_owned(), ..one.clone() },
        Package { name: String::new(), ..one.clone() },
        Package { version: "0.1.".to_owned(), ..one.clone() },
        Package { version: "0.01".to_owned(), ..one.clone() },
        Package { tags: vec![String::new()], ..one.clone() },
        Package { kind: Kind::Renamed("1".to_owned()), ..one.clone() },
    ] {
        laws::is_refused(&package(), &wrong);
    }
    let outer = Package { kind: Kind::Replaces(Box::new(one.clone())), ..one };
    let choices = package().reflect_first(&outer).unwrap().unwrap();
    assert_eq!(package().replay(&choices), Ok(outer));
}

#[test]
fn what_is_fixed_may_be_text() {
    let found = package().complete(&sketch!(Package { name: "x".to_owned(), size: 3, .. }), 1).unwrap();
    assert_eq!((found.name.as_str(), found.size), ("x", 3));
    assert_eq!(package().complete(&sketch!(Package { version: "x".to_owned(), .. }), 1), None);
}
