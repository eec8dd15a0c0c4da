//! CSV as RFC 4180 has it: quoted fields, lines that end in CR LF, and as many columns in each line as in the first.

use mirrorcheck::Ways;
use mirrorcheck::prelude::*;

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

/// The same as values: what is in the fields, not how it is written. Quotes stand where they are needed.
#[generator]
fn records() -> Vec<Vec<Vec<char>>> {
    let header = draw(separated(cell(), ",", 1..=3));
    let rows = draw(many(record(header.len()), 0..=3).at(|all| all.get(1..).map(<[_]>::to_vec)));
    written([vec![header], rows].concat(), format!("{header}\r\n{rows}"))
}

#[generator]
fn record(columns: usize) -> Vec<Vec<char>> {
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
            let text = draw(many(special(), 1..=4));
            assume(text.iter().any(|c| ",\"\n".contains(*c)));
            written(text, format!("\"{text}\""))
        }),
    ])
}

#[generator]
fn special() -> char {
    pick([
        (1, "other", {
            let c = draw(chars("a-z ,\n"));
            written(c, format!("{c}"))
        }),
        (1, "quote", written('"', "\"\"")),
    ])
}
