//! The names of files and folders: readable, the same everywhere, and fit for every file system.

use std::borrow::Cow;

use super::Kept;
use crate::run::debug_text::canonical;

/// Longer names are cut. Some file systems take no more than 143 bytes.
const LONGEST: usize = 120;

/// What Windows gives to its devices, whatever follows after a dot.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// The name of a property's folder: `tests::order` is `tests.order`, and other signs are written as `%` and two digits
/// for each byte. Two properties never share one.
pub(super) fn of_folder(property: &str) -> String {
    let mut name = String::new();
    for (number, text) in property.split("::").enumerate() {
        let piece = piece(text);
        if number > 0 {
            name.push('.');
            name.push_str(&piece);
        } else if is_device(&piece) {
            name = escaped(&piece[..1]) + &piece[1..];
        } else {
            name = piece;
        }
    }
    if name.len() > LONGEST {
        let mut end = LONGEST;
        while !name.is_char_boundary(end) {
            end -= 1;
        }
        name.truncate(end);
        name = format!("{name}~{}", digits(hash(&[property.into()])));
    }
    name
}

/// The name of a failure's file: what it fails on decides, not how.
pub(super) fn of_file(kept: &Kept) -> String {
    // The size that a value was found at is no part of it.
    let choices = match kept.choices.split_once(' ') {
        Some((size, choices)) if size.starts_with('@') => choices,
        _ => &kept.choices,
    };
    let mut parts = vec![Cow::Borrowed(choices)];
    for (name, value) in &kept.values {
        parts.push(Cow::Borrowed(name));
        // The entries of a hash map come in any order.
        parts.push(canonical(value));
    }
    format!("{}.txt", digits(hash(&parts)))
}

fn piece(piece: &str) -> String {
    // A name must not end with a dot, and `%` alone means nothing else.
    if piece.is_empty() {
        return "%".to_owned();
    }
    let mut name = String::new();
    for c in piece.chars() {
        match c {
            '_' | '-' => name.push(c),
            _ if c.is_alphanumeric() => name.push(c),
            _ => name.push_str(&escaped(c.encode_utf8(&mut [0; 4]))),
        }
    }
    name
}

fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for byte in text.bytes() {
        escaped.push_str(&format!("%{byte:02x}"));
    }
    escaped
}

fn is_device(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let port = name.strip_prefix("com").or_else(|| name.strip_prefix("lpt"));
    // Also with a raised digit.
    let is_port = port.is_some_and(|port| port.chars().count() == 1 && port.chars().all(char::is_numeric));
    is_port || DEVICES.contains(&name.as_str())
}

fn digits(hash: u64) -> String {
    // The upper bits of the product are the better mixed ones.
    format!("{:012x}", hash >> 16)
}

/// FNV-1a, with an end after each part. Written out because the names of files must stay the same.
fn hash(parts: &[Cow<'_, str>]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    let mut add = |byte: u8| hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    for part in parts {
        for byte in part.bytes() {
            add(byte);
        }
        // No part of a text has this byte.
        add(0xff);
    }
    // Two texts that differ in their last byte only should not have neighbouring names.
    hash = (hash ^ (hash >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash ^ (hash >> 29)
}
