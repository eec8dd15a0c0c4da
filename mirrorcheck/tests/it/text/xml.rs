//! XML: an end tag repeats its start tag, and no attribute comes twice; neither is for a context-free grammar.

use mirrorcheck::prelude::*;
use mirrorcheck::text::literal;
use mirrorcheck::text::{chars, many};

use super::rfc8259::Dice;
use crate::laws;

#[generator]
fn element() -> String {
    let tag = draw(name());
    let attributes = draw(many(attribute(), 0..=2));
    assume(are_distinct(&attributes));
    pick([
        (2, "empty", format!("<{tag}{attributes}/>")),
        (1, "full", {
            let content = draw(content());
            format!("<{tag}{attributes}>{content}</{tag}>")
        }),
    ])
}

#[derive(Debug, Clone, PartialEq)]
struct Attribute {
    name: String,
    value: String,
}

/// The value is kept as it is written.
#[generator]
fn attribute() -> Attribute {
    let name = draw(name());
    let value = draw(value());
    written(Attribute { name, value }, format!(" {name}=\"{value}\""))
}

fn are_distinct(attributes: &[Attribute]) -> bool {
    attributes.iter().enumerate().all(|(i, one)| attributes[..i].iter().all(|other| one.name != other.name))
}

#[generator]
fn name() -> String {
    let first = draw(chars("a-zA-Z_"));
    let rest = draw(many(chars("a-zA-Z0-9._\\-"), 0..=4));
    format!("{first}{rest}")
}

#[generator]
fn value() -> String {
    let characters = draw(many(character(), 0..=5));
    format!("{characters}")
}

/// Text, then again and again markup with text after it, so that text is not cut into pieces.
#[generator]
fn content() -> String {
    let text = draw(text());
    let rest = draw(many(marked(), 0..=3));
    format!("{text}{rest}")
}

#[generator]
fn marked() -> String {
    let markup = draw(markup());
    let text = draw(text());
    format!("{markup}{text}")
}

#[generator]
fn markup() -> String {
    pick([
        (2, "element", draw(element())),
        (1, "comment", {
            let inside = draw(many(inside_comment(), 0..=5));
            format!("<!--{inside}-->")
        }),
    ])
}

/// No two hyphens in a row, and none at the end.
#[generator]
fn inside_comment() -> String {
    pick([
        (9, "other", {
            let c = draw(chars("^\\-\u{0}-\u{1f}"));
            format!("{c}")
        }),
        (1, "hyphen", {
            let c = draw(chars("^\\-\u{0}-\u{1f}"));
            format!("-{c}")
        }),
    ])
}

#[generator]
fn text() -> String {
    let characters = draw(many(character(), ..));
    format!("{characters}")
}

#[generator]
fn character() -> String {
    pick([
        (9, "plain", {
            let c = draw(chars(" !#-%'-;=?-~ä-ü\n"));
            format!("{c}")
        }),
        (1, "entity", {
            let entity = draw(oneof(["amp", "lt", "gt", "quot", "apos"].map(literal)));
            format!("&{entity};")
        }),
        (1, "code", {
            let code = draw(32..=0xD7FFu32);
            format!("&#{code};")
        }),
    ])
}

#[test]
fn laws_hold() {
    laws::check_large(element());
}

#[test]
fn tags_match() {
    let one = |text: &str| element().reflect(&text.to_owned()).count();
    for text in ["<a/>", "<a></a>", "<a b=\"c\"><!-- x-y --><d/>text<a>&lt;&#65;</a></a>", "<a><a><ab/></a></a>"] {
        assert_eq!(one(text), 1, "{text}");
        assert_eq!(element().parse(text).as_deref(), Ok(text));
    }
    for text in [
        "",
        "text",
        "<a>",
        "<a></b>",
        "<a></ab>",
        "<ab></a>",
        "<a><b></a></b>",
        "<a b=\"1\" b=\"2\"/>",
        "<a><!-- -- --></a>",
        "<a><!-- ---></a>",
        "<a>&amp</a>",
        "<a>&#;</a>",
        "<a>&#065;</a>",
        "<a b=\"<\"/>",
        "<a/><b/>",
        "<a /> ",
    ] {
        laws::is_refused(&element(), &text.to_owned());
    }
}

#[test]
fn a_parse_error_is_where_the_tags_part() {
    let error = element().parse("<a>\n<b>x</b><c></d></a>").unwrap_err();
    assert_eq!((error.line, error.offset), (2, "<a>\n<b>x</b><c></".len()), "{error}");
}

#[test]
fn the_range_is_what_a_reader_by_hand_says() {
    let mut dice = Dice(4);
    let (mut inside, mut outside) = (0, 0);
    for text in element().samples(2).filter(|text| text.len() < 300).take(1_000) {
        assert!(reader::is_element(&text), "{text:?}");
        let changed = dice.change(&text);
        let expected = reader::is_element(&changed);
        assert_eq!(element().try_contains(&changed), Ok(expected), "{changed:?}");
        *(if expected { &mut inside } else { &mut outside }) += 1;
    }
    assert!(inside > 50 && outside > 50, "{inside} inside, {outside} outside");
}

/// The language once more, with a stack instead of rules.
mod reader {
    pub(super) fn is_element(text: &str) -> bool {
        let (mut rest, mut open) = (text, Vec::new());
        let mut markups = vec![0];
        loop {
            let Some(tag) = rest.strip_prefix('<') else {
                let end = rest.find('<').unwrap_or(rest.len());
                if open.is_empty() || rest.is_empty() || !is_text(&rest[..end], None) {
                    return false;
                }
                rest = &rest[end..];
                continue;
            };
            if let Some(comment) = tag.strip_prefix("!--") {
                let Some(end) = comment.find("--") else { return false };
                let inside = &comment[..end];
                let length = inside.chars().count() - inside.matches('-').count();
                if open.is_empty() || !comment[end..].starts_with("-->") || length > 5 {
                    return false;
                }
                if inside.chars().any(|c| c < ' ') {
                    return false;
                }
                rest = &comment[end + 3..];
                if !count(&mut markups) {
                    return false;
                }
                continue;
            }
            if let Some(tag) = tag.strip_prefix('/') {
                let Some((name, after)) = tag.split_once('>') else { return false };
                if open.pop() != Some(name) {
                    return false;
                }
                markups.pop();
                rest = after;
            } else {
                let Some((name, after)) = name(tag) else { return false };
                let Some(after) = attributes(after) else { return false };
                if !open.is_empty() && !count(&mut markups) {
                    return false;
                }
                if let Some(after) = after.strip_prefix("/>") {
                    rest = after;
                } else if let Some(after) = after.strip_prefix('>') {
                    open.push(name);
                    markups.push(0);
                    rest = after;
                } else {
                    return false;
                }
            }
            if open.is_empty() {
                return rest.is_empty();
            }
        }
    }

    /// At most three pieces of markup stand in an element.
    fn count(markups: &mut [u32]) -> bool {
        markups.last_mut().is_some_and(|count| {
            *count += 1;
            *count <= 3
        })
    }

    fn name(text: &str) -> Option<(&str, &str)> {
        let is_first = |c: char| c.is_ascii_alphabetic() || c == '_';
        let end =
            text.find(|c: char| !is_first(c) && !c.is_ascii_digit() && c != '.' && c != '-').unwrap_or(text.len());
        (text.starts_with(is_first) && end <= 5).then(|| text.split_at(end))
    }

    fn attributes(text: &str) -> Option<&str> {
        let (mut rest, mut names) = (text, Vec::new());
        while let Some(attribute) = rest.strip_prefix(' ') {
            let (name, after) = name(attribute)?;
            let (value, after) = after.strip_prefix("=\"")?.split_once('"')?;
            if names.contains(&name) || names.len() == 2 || !is_text(value, Some(5)) {
                return None;
            }
            names.push(name);
            rest = after;
        }
        Some(rest)
    }

    fn is_text(text: &str, most: Option<usize>) -> bool {
        let (mut rest, mut count) = (text, 0);
        while let Some(c) = rest.chars().next() {
            rest = &rest[c.len_utf8()..];
            count += 1;
            if c == '&' {
                let Some((entity, after)) = rest.split_once(';') else { return false };
                let is_code = || {
                    let code = entity.strip_prefix('#').filter(|code| !code.starts_with(['0', '+']));
                    code.and_then(|code| code.parse().ok()).is_some_and(|code: u32| (32..=0xD7FF).contains(&code))
                };
                if !["amp", "lt", "gt", "quot", "apos"].contains(&entity) && !is_code() {
                    return false;
                }
                rest = after;
            } else if !matches!(c, ' '..='~' | 'ä'..='ü' | '\n') || "<\">".contains(c) {
                return false;
            }
        }
        most.is_none_or(|most| count <= most)
    }
}
