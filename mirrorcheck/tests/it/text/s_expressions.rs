//! S-expressions as a tree that one generator prints and parses, in one layout.

use mirrorcheck::choices::Ways;
use mirrorcheck::prelude::*;
use mirrorcheck::text::{chars, many, separated};

use super::rfc8259::Dice;
use crate::laws;

#[derive(Debug, Clone, PartialEq)]
enum Sexp {
    Symbol(String),
    Number(i64),
    Text(Vec<char>),
    List(Vec<Sexp>),
    Quoted(Box<Sexp>),
}

#[generator]
fn sexp() -> Sexp {
    pick([
        (4, "symbol", {
            let name = draw(symbol());
            written(Sexp::Symbol(name), format!("{name}"))
        }),
        (3, "number", {
            let n = draw(-1_000..=1_000);
            written(Sexp::Number(n), format!("{n}"))
        }),
        (1, "text", {
            let characters = draw(many(character(), 0..=8));
            written(Sexp::Text(characters), format!("\"{characters}\""))
        }),
        (2, "list", {
            let items = draw(separated(sexp(), " ", 0..=4));
            written(Sexp::List(items), format!("({items})"))
        }),
        (1, "quoted", {
            let inner = draw(sexp());
            written(Sexp::Quoted(Box::new(inner)), format!("'{inner}"))
        }),
    ])
}

/// Begins with what no number does.
#[generator]
fn symbol() -> String {
    let first = draw(chars("a-z+*/<=>!?"));
    let rest = draw(many(chars("a-z0-9\\-!?"), 0..=6));
    format!("{first}{rest}")
}

/// What is written with a backslash is another character than what it stands for.
#[generator]
fn character() -> char {
    pick([
        (8, "plain", {
            let c = draw(chars(" !#-[\\]-~λ"));
            written(c, format!("{c}"))
        }),
        (1, "quote", written('"', "\\\"")),
        (1, "backslash", written('\\', "\\\\")),
        (1, "newline", written('\n', "\\n")),
    ])
}

fn symbols(names: &[&str]) -> Vec<Sexp> {
    names.iter().map(|name| Sexp::Symbol((*name).to_owned())).collect()
}

#[test]
fn laws_hold() {
    laws::check_large(sexp());
}

#[test]
fn laws_hold_of_characters() {
    laws::check_large(character());
    laws::check_large(many(character(), 0..=3));
}

#[test]
fn trees_are_printed_and_parsed() {
    let square = Sexp::List(vec![
        Sexp::Symbol("define".to_owned()),
        Sexp::List(symbols(&["square", "x"])),
        Sexp::List(symbols(&["*", "x", "x"])),
    ]);
    for (text, tree) in [
        ("(define (square x) (* x x))", square),
        ("'(a -12 \"λ\\\"\\\\\\n\")", {
            let items = vec![Sexp::Symbol("a".to_owned()), Sexp::Number(-12), Sexp::Text(vec!['λ', '"', '\\', '\n'])];
            Sexp::Quoted(Box::new(Sexp::List(items)))
        }),
        ("()", Sexp::List(Vec::new())),
        ("''x", Sexp::Quoted(Box::new(Sexp::Quoted(Box::new(Sexp::Symbol("x".to_owned())))))),
    ] {
        assert_eq!(sexp().parse(text).as_ref(), Ok(&tree), "{text}");
        assert_eq!(sexp().print(&tree).as_deref(), Some(text));
        assert_eq!(sexp().reflect(&tree).ways(), Ways::Finite(1), "{text}");
    }
    for wrong in ["", "(", ")", "(a", "a)", "(a  b)", "( a)", "01", "1001", "\"", "\"\\x\"", "a b", "'"] {
        assert!(sexp().parse(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn printing_is_what_it_is_by_hand() {
    fn print(tree: &Sexp) -> String {
        match tree {
            Sexp::Symbol(name) => name.clone(),
            Sexp::Number(n) => n.to_string(),
            Sexp::Text(text) => {
                let text: String = text.iter().collect();
                format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
            }
            Sexp::List(items) => format!("({})", items.iter().map(print).collect::<Vec<_>>().join(" ")),
            Sexp::Quoted(inner) => format!("'{}", print(inner)),
        }
    }
    let mut dice = Dice(5);
    for tree in sexp().samples(1).take(500) {
        let text = sexp().print(&tree).unwrap();
        assert_eq!(text, print(&tree));
        assert_eq!(sexp().parse(&text).as_ref(), Ok(&tree), "{text}");
        // Whatever can be parsed is printed as it was.
        let changed = dice.change(&text);
        if let Ok(other) = sexp().parse(&changed) {
            assert_eq!(sexp().print(&other).as_ref(), Some(&changed));
            assert_eq!(print(&other), changed);
        }
    }
}

#[test]
fn a_tree_that_cannot_be_written_has_no_text() {
    for tree in [Sexp::Symbol("two words".to_owned()), Sexp::Number(1_001), Sexp::Text(vec!['é'])] {
        assert_eq!(sexp().print(&tree), None, "{tree:?}");
        laws::is_refused(&sexp(), &tree);
    }
}
