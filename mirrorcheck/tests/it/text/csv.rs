//! CSV as RFC 4180 has it: quoted fields, lines that end in CR LF, and as many columns in each line as in the first.

use mirrorcheck::choices::Ways;
use mirrorcheck::prelude::*;
use mirrorcheck::text::{chars, many, separated};

use super::rfc8259::Dice;
use crate::laws;

#[generator]
fn table() -> String {
    let header = draw(separated(field(), ",", 1..=4));
    let rows = draw(many(row(header.len()), 0..=4));
    format!("{header}\r\n{rows}")
}

#[generator]
fn row(columns: usize) -> String {
    let fields = draw(separated(field(), ",", columns));
    format!("{fields}\r\n")
}

#[generator]
fn field() -> String {
    pick([
        (3, "plain", {
            let text = draw(many(chars(" !#-+\\--~äöü"), 0..=6));
            format!("{text}")
        }),
        (1, "quoted", {
            let text = draw(many(quoted(), 0..=6));
            format!("\"{text}\"")
        }),
    ])
}

#[generator]
fn quoted() -> String {
    pick([
        (6, "other", {
            let c = draw(chars(" !#-~äöü\r\n"));
            format!("{c}")
        }),
        (1, "quote", "\"\""),
    ])
}

/// The same as values: what is in the cells, not how it is written. Quotes stand where they are needed.
#[derive(Debug, Clone, PartialEq)]
struct Table {
    header: Vec<Vec<char>>,
    rows: Vec<Vec<Vec<char>>>,
}

#[generator]
fn values() -> Table {
    let header = draw(separated(cell(), ",", 1..=3));
    let rows = draw(many(cells(header.len()), 0..=3));
    written(Table { header, rows }, format!("{header}\r\n{rows}"))
}

#[generator]
fn cells(columns: usize) -> Vec<Vec<char>> {
    let cells = draw(separated(cell(), ",", columns));
    written(cells, format!("{cells}\r\n"))
}

#[generator]
fn cell() -> Vec<char> {
    pick([
        (3, "plain", {
            let text = draw(many(chars("a-z "), 0..=4));
            written(text, format!("{text}"))
        }),
        (1, "quoted", {
            let text = draw(many(character(), 1..=4));
            assume(text.iter().any(|c| ",\"\n".contains(*c)));
            written(text, format!("\"{text}\""))
        }),
    ])
}

#[generator]
fn character() -> char {
    pick([
        (1, "other", {
            let c = draw(chars("a-z ,\n"));
            written(c, format!("{c}"))
        }),
        (1, "quote", written('"', "\"\"")),
    ])
}

#[test]
fn laws_hold_of_text() {
    laws::check_large(table());
}

#[test]
fn laws_hold_of_values() {
    laws::check_large(values());
}

#[test]
fn rows_are_as_wide_as_the_header() {
    for text in ["\r\n", ",\r\n", "a,b\r\n1,2\r\n", "a,\"b,\"\"c\r\n\"\r\n,\r\n\"\",\"\"\r\n", "ä\r\n\r\n"] {
        assert_eq!(table().reflect(&text.to_owned()).ways(), Ways::Finite(1), "{text:?}");
        assert_eq!(table().parse(text).as_deref(), Ok(text));
    }
    for text in
        ["", "a", "a\n", "a,b\r\n1\r\n", "a\r\n1,2\r\n", "\"\r\n", "\"a\"b\r\n", "a\"b\r\n", "a,b\r\n1,2\r\n3\r\n"]
    {
        laws::is_refused(&table(), &text.to_owned());
    }
    let error = table().parse("a,b\r\n1,2\r\n3\r\n").unwrap_err();
    assert_eq!((error.line, error.column), (3, 2), "{error}");
}

#[test]
fn the_range_is_what_a_reader_by_hand_says() {
    let mut dice = Dice(6);
    let (mut inside, mut outside) = (0, 0);
    for text in table().samples(2).take(1_000) {
        assert!(by_hand(&text), "{text:?}");
        let changed = dice.change(&text);
        let expected = by_hand(&changed);
        assert_eq!(table().try_contains(&changed), Ok(expected), "{changed:?}");
        *(if expected { &mut inside } else { &mut outside }) += 1;
    }
    assert!(inside > 50 && outside > 50, "{inside} inside, {outside} outside");
}

/// A machine with a few states, within the limits of the generator.
fn by_hand(text: &str) -> bool {
    let is_known = |c: char| matches!(c, ' '..='~' | 'ä' | 'ö' | 'ü');
    let mut chars = text.chars().peekable();
    let (mut widths, mut width) = (Vec::new(), 1);
    while chars.peek().is_some() {
        let mut length = 0;
        if chars.next_if_eq(&'"').is_some() {
            loop {
                match chars.next() {
                    Some('"') if chars.next_if_eq(&'"').is_none() => break,
                    Some('"' | '\r' | '\n') => {}
                    Some(c) if is_known(c) => {}
                    _ => return false,
                }
                length += 1;
            }
        } else {
            while chars.next_if(|&c| is_known(c) && c != ',' && c != '"').is_some() {
                length += 1;
            }
        }
        match (length <= 6, chars.next()) {
            (true, Some(',')) => width += 1,
            (true, Some('\r')) if chars.next() == Some('\n') => widths.push(std::mem::replace(&mut width, 1)),
            _ => return false,
        }
    }
    // A comma at the end has begun a field.
    width == 1
        && (1..=5).contains(&widths.len())
        && widths.iter().all(|width| *width == widths[0] && *width <= 4)
        && text.ends_with("\r\n")
}

#[test]
fn values_are_printed_and_parsed() {
    let cell = |text: &str| text.chars().collect::<Vec<_>>();
    let table = Table { header: vec![cell("a"), cell("b,c")], rows: vec![vec![cell(""), cell("\"\n")]] };
    let text = "a,\"b,c\"\r\n,\"\"\"\n\"\r\n";
    assert_eq!(values().print(&table).as_deref(), Some(text));
    assert_eq!(values().parse(text).as_ref(), Ok(&table));
    assert!(values().parse("\"a\"\r\n").is_err(), "these quotes are not needed");
    laws::is_refused(&values(), &Table { rows: vec![vec![cell("x")]], ..table });
    for table in values().samples(1).take(300) {
        let text = values().print(&table).unwrap();
        assert_eq!(values().parse(&text), Ok(table), "{text:?}");
    }
}
