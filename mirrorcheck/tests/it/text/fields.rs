//! A text generator is a generator of strings like any other: it can make a field of a value, an item of a list, or a
//! part that is looked for.

use mirrorcheck::Ways;
use mirrorcheck::prelude::*;

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
    replaces: Option<Box<Package>>,
}

#[generator]
fn package() -> Package {
    let name = draw(identifier());
    let version = draw(version());
    let tags = draw(vec(identifier(), 0..=2));
    Package { name, version, size: draw(0..=9), tags, replaces: draw(option(package()).convert(box_up, unbox)) }
}

fn box_up(package: Option<Package>) -> Option<Box<Package>> {
    package.map(Box::new)
}

fn unbox(package: &Option<Box<Package>>) -> Option<Option<Package>> {
    Some(package.as_deref().cloned())
}
