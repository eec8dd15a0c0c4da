//! Grammars that are given as text: what they say in all notations, what they make and read, and what is wrong with
//! those that are wrong.

use mirrorcheck::choices::Ways;
use mirrorcheck::prelude::*;
use mirrorcheck::text::GrammarRule;
use mirrorcheck::text::{Grammar, chars, many, separated};

use super::rfc8259::{self, Dice};
use crate::laws;

const JSON_ISO: &str = r#"
(* RFC 8259 *)
text = ws, value, ws ;
value = "false" | "null" | "true" | object | array | number | string ;
object = "{", ws, [ member, { ws, ",", ws, member } ], ws, "}" ;
member = string, ws, ":", ws, value ;
array = "[", ws, [ value, { ws, ",", ws, value } ], ws, "]" ;
number = [ "-" ], int, [ frac ], [ exp ] ;
exp = ( "e" | "E" ), [ "-" | "+" ], digit, { digit } ;
frac = ".", digit, { digit } ;
int = "0" | "1".."9", { digit } ;
string = '"', { char }, '"' ;
char = /[^"\\\x00-\x1f]/
     | "\\", ( '"' | "\\" | "/" | "b" | "f" | "n" | "r" | "t" | "u", hex, hex, hex, hex ) ;
hex = digit | "a".."f" | 'A' … 'F' ;
digit = "0".."9" ;
ws = { " " | "\t" | "\n" | "\r" } ;
"#;

const JSON_W3C: &str = r##"
/* RFC 8259, as W3C would */
text ::= ws value ws
value ::= "false" | "null" | "true" | object | array | number | string
object ::= "{" ws (member (ws "," ws member)*)? ws "}"
member ::= string ws ":" ws value
array ::= "[" ws (value (ws "," ws value)*)? ws "]"
number ::= "-"? ("0" | [1-9] [0-9]*) ("." [0-9]+)? ([eE] [-+]? [0-9]+)?
string ::= '"' ([#x20-#x21#x23-#x5B#x5D-#x10FFFF] | #x5C (["\\/bfnrt] | "u" [0-9a-fA-F]{4}))* '"'
ws ::= [ \t\n\r]*
"##;

/// 003, appendix D, without the characters.
const MEMBERS: &str = r#"
object = "{}" | "{" members "}"
members = pair | pair "," members
pair = name ":" value
name = "a".."c"
value = "0" | "1" | object
"#;

const LEFT: &str = r#"
expr = term | expr "+" term | expr "-" term
term = factor | term "*" factor | term "/" factor
factor = number | "(" expr ")"
number = "0".."9"
"#;

const LISP: &str = "sexpr = atom | '(' [ sexpr { ' ' sexpr } ] ')'\natom = /[a-z]/+";

/// In many ways: each of the four rules has another reason for it.
const AMBIGUOUS: [&str; 4] = [
    "a = 'x' | a a",
    "s = [ 'x' ] [ 'x' ] { 'x' }",
    "s = 'if' s | 'if' s 'else' s | 'x'",
    "s = a | b\na = 'x'+ 'y'*\nb = 'x'* 'y'+",
];

fn grammar(text: &str) -> Grammar {
    Grammar::new(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn rule(text: &str, name: &str) -> GrammarRule {
    grammar(text).rule(name).unwrap_or_else(|| panic!("there is no {name}"))
}

#[test]
fn keep_the_laws_for_json() {
    laws::check_large(grammar(JSON_ISO));
    laws::check_large(grammar(JSON_W3C));
    laws::check_large(rule(JSON_ISO, "number"));
}

#[test]
fn keep_the_laws_where_rules_lead_back() {
    laws::check_large(grammar(MEMBERS));
    laws::check_large(grammar("sum = one | sum '+' one\none = '0'..'3' | '(' sum ')'"));
    laws::check_large(grammar(LISP));
    laws::check_large(grammar("a = 'x' { a } 'y'"));
    laws::check_large(grammar("even = | 'x' odd\nodd = 'x' even"));
    laws::check_large(grammar("list ::= '(' item* ')'\nitem ::= [a-c] | list"));
}

#[test]
fn keep_the_laws_where_there_are_many_ways() {
    AMBIGUOUS.iter().for_each(|text| laws::check_large(grammar(text)));
    // Without end: an `a` is an `a`.
    let circular = grammar("a = 'x' | a | a a");
    assert_eq!(circular.reflect(&"xx".to_owned()).ways(), Ways::Infinite);
    laws::check_large(grammar("a = 'x' | b\nb = a"));
}

#[test]
fn keep_the_laws_for_bounds_and_classes() {
    laws::check_large(grammar("a ::= [^a] ([a-z] - 'q'){2} 'x'{0,2} ('y'?){1,3}"));
    laws::check_large(grammar("a = 'x'{0} 'y'{2,} /[\\n\\]]/ ; b = '' ;"));
    laws::check_large(grammar("empty = ε"));
    laws::check_large(grammar("a ::= #x10FFFF [#xD7FF-#xE000]"));
}

/// The number of ways is that of the trees with so many leaves.
#[test]
fn have_all_ways_of_an_ambiguous_one() {
    let a = grammar(AMBIGUOUS[0]);
    let ways = (1..10).map(|n| a.reflect(&"x".repeat(n)).ways());
    assert!(ways.eq([1, 1, 2, 5, 14, 42, 132, 429, 1430].map(Ways::Finite)));
}

#[test]
fn are_the_same_in_both_notations() {
    let (iso, w3c) = (grammar(JSON_ISO), grammar(JSON_W3C));
    let validation = iso.validate_against(&w3c);
    assert!(validation.is_sound(), "{validation}");
    let validation = w3c.validate_against(&iso);
    assert!(validation.is_sound(), "{validation}");
}

/// What `serde_json`, which knows nothing of the grammar, says of a text; nothing where the RFC leaves open what a text
/// means: halves of surrogate pairs and very large numbers.
fn is_json(text: &str) -> Option<bool> {
    match serde_json::from_str::<serde_json::Value>(text) {
        Ok(_) => Some(true),
        Err(error) => {
            let open = ["surrogate", "hex escape", "number out of range"];
            (!open.iter().any(|open| error.to_string().contains(open))).then_some(false)
        }
    }
}

#[test]
fn make_json() {
    for text in [JSON_ISO, JSON_W3C] {
        let json = grammar(text);
        for text in (0..2_000).map(|seed| json.sample(seed)) {
            assert_ne!(is_json(&text), Some(false), "{text:?}");
        }
        for text in (0..500).map(|seed| rfc8259::document().sample(seed)) {
            assert!(json.contains(&text), "{text:?}");
        }
    }
}

/// What was changed at random is JSON for the grammar exactly if it is for `serde_json`.
#[test]
fn refuse_what_is_not_json() {
    let (json, mut dice) = (grammar(JSON_ISO), Dice(1));
    let mut refused = 0;
    for seed in 0..2_000 {
        let text = dice.change(&rfc8259::document().sample(seed));
        let Some(is_json) = is_json(&text) else { continue };
        assert_eq!(json.parse(&text).is_ok(), is_json, "{text:?}");
        refused += usize::from(!is_json);
    }
    assert!(refused > 500, "{refused} are too few to tell");
}

#[generator]
fn expr() -> String {
    pick([
        (2, "term", draw(term())),
        (1, "plus", {
            let expr = draw(expr());
            let sign = draw(chars("+\\-"));
            let term = draw(term());
            format!("{expr}{sign}{term}")
        }),
    ])
}

#[generator]
fn term() -> String {
    pick([
        (2, "factor", draw(factor())),
        (1, "times", {
            let term = draw(term());
            let sign = draw(chars("*/"));
            let factor = draw(factor());
            format!("{term}{sign}{factor}")
        }),
    ])
}

#[generator]
fn factor() -> String {
    pick([
        (3, "number", {
            let digit = draw('0'..='9');
            format!("{digit}")
        }),
        (1, "brackets", {
            let expr = draw(expr());
            format!("({expr})")
        }),
    ])
}

#[test]
fn say_the_same_as_functions() {
    for validation in [grammar(LEFT).validate_against(&expr()), expr().validate_against(&grammar(LEFT))] {
        assert!(validation.is_sound() && validation.gave_up.is_none(), "{validation}");
    }
    // What is missing is found.
    let without_brackets = grammar("e = t | e ('+' | '-') t\nt = f | t ('*' | '/') f\nf = '0'..'9'");
    assert!(without_brackets.validate_against(&expr()).externally_incomplete.is_some());
    assert!(expr().validate_against(&without_brackets).externally_unsound.is_some());
}

#[generator]
fn assignment(values: Grammar) -> String {
    let name = draw(many('a'..='z', 1..=3));
    let value = draw(values.start());
    let again = draw(values.rule("value").unwrap_or(values.start()));
    format!("{name} = {value}; {again}")
}

/// What is drawn is known where it is used.
#[generator]
fn twice(word: GrammarRule) -> String {
    let word = draw(word);
    let length = word.len();
    format!("{word}:{length}")
}

#[test]
fn are_pieces_of_other_texts() {
    laws::check_large(assignment(grammar(MEMBERS)));
    laws::check_large(twice(rule(LISP, "atom")));
    assert!(twice(rule(LISP, "atom")).contains(&"abc:3".to_owned()));
    assert!(!twice(rule(LISP, "atom")).contains(&"abc:2".to_owned()));
    assert_eq!(many(rule(LISP, "atom"), 1..).parse("abc").unwrap().concat(), "abc");
    let lists = separated(grammar(LISP), ", ", 0..);
    assert_eq!(lists.parse("(a b), c, ()").unwrap(), ["(a b)", "c", "()"]);
    laws::check_large(option(grammar(MEMBERS)));
    laws::check_large((0..=9, grammar(AMBIGUOUS[1])));
}

/// Made anew in each attempt, at an address that another had before.
#[generator]
fn made_on_the_way(letter: char) -> String {
    let text = draw(grammar(&format!("a = /[{letter}]/ | /[{letter}]/ 'y' | a 'z'")));
    format!("{text}")
}

#[generator]
fn one_of_many() -> String {
    let line = "-".repeat(300);
    let letter = draw('a'..='l');
    let text = draw(made_on_the_way(letter));
    format!("{line}{letter}{text}")
}

#[test]
fn may_be_made_while_others_run() {
    for seed in 0..200 {
        let text = one_of_many().sample(seed);
        assert!(one_of_many().contains(&text), "{text}");
        assert!(!one_of_many().contains(&format!("{text}w")), "{text}");
    }
}

#[test]
fn have_names() {
    let lisp = grammar(LISP);
    assert!(lisp.rules().eq(["sexpr", "atom"]));
    assert_eq!(lisp.start().name(), "sexpr");
    assert_eq!(lisp.rule("atom").unwrap().name(), "atom");
    assert!(lisp.rule("atoms").is_none());
    assert_eq!(format!("{lisp:?} {:?}", lisp.start()), r#"Grammar ["sexpr", "atom"] GrammarRule("sexpr")"#);
    assert_eq!(lisp, lisp.clone());
    assert_ne!(lisp, grammar(LEFT));
    fn is_shared<T: Send + Sync + Clone>(_: &T) {}
    is_shared(&lisp);
    is_shared(&lisp.start());
}

#[test]
fn are_read_in_all_notations() {
    let notations = [
        "a = b ; b = 'x' ;",
        "a = b\nb = 'x'",
        "a = b . b = 'x' .",
        "a = b.\nb = 'x'.",
        "<a> ::= <b>\n<b> ::= 'x'",
        "a := b\n  b := 'x'",
        "a : b ;\nb\n  : 'x'\n  ;",
        "a->b\nb->'x'",
        "a = b ;\r\nb = 'x' ;\r\n",
        "\u{feff}a = b ; b = 'x' ;",
        "a = b # c\nb = #x78 # c",
        "a = < b >; < b > = 'x'",
        "a=b;b='x'",
        "// c\na # c\n = (* c *) b /* c */ ; // c\nb = 'x'",
    ];
    for text in notations {
        assert!(grammar(text).all_values().eq(["x"]), "{text}");
        assert!(grammar(text).rules().eq(["a", "b"]), "{text}");
    }
}

#[test]
fn have_labels() {
    let labels: [(&str, &[&str]); 7] = [
        ("a = | 'x' ;", &["empty", "'x'"]),
        ("a = \"\" | 'x' ;", &["empty", "'x'"]),
        ("a = ε | 'x' | ", &["empty", "'x'", "empty (2)"]),
        ("a = 'x' | 'x' | 'x'", &["'x'", "'x' (2)", "'x' (3)"]),
        ("a = 'x'   (* c *)\n 'y  z' | 'w' // c\n", &["'x' 'y  z'", "'w'"]),
        ("a = b | b | b (2) | b\nb = 'x'\n2 = 'y'", &["b", "b (2)", "b (2) (2)", "b (3)"]),
        ("a = [ 'x' ]", &["none", "some"]),
    ];
    for (text, expected) in labels {
        let labels: Vec<String> = grammar(text).choices_now().iter().filter_map(|choice| choice.label()).collect();
        assert_eq!(labels, expected, "{text}");
    }
}

#[test]
fn have_classes() {
    let classes = [
        ("a ::= [a-z] - [aeiou] - 'z'", "bcdfghjklmnpqrstvwxy"),
        ("a ::= [-'()+,./:=?;!*#@$_%]", "!#$%'()*+,-./:;=?@_"),
        (r"a ::= [\]\[\-\^\\\n\x41\u{42}]", "\n-AB[\\]^"),
        ("a = 'a'..'c'", "abc"),
        ("a = \"a\" … \"c\"", "abc"),
        ("a = \"a\" ... \"c\"", "abc"),
        ("a = #x61..#x63", "abc"),
        ("a = /[a-c]/", "abc"),
        ("a ::= [cba]", "abc"),
        (
            "a ::= Char - '-' - [^+-z]\nChar ::= [#x9] | '-' | [#x20-#xD7FF] | [#x10000-#x10FFFF]",
            "+,./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz",
        ),
    ];
    for (text, expected) in classes {
        assert_eq!(grammar(text).all_values().collect::<String>(), expected, "{text}");
    }
    let others = grammar("a ::= [^a]");
    assert_eq!(others.probability(&"\u{10ffff}".to_owned()), 1.0 / f64::from(0x11_0000 - 0x800 - 1));
    assert_eq!(others.parse("a").unwrap_err().expected, ["[^a]"]);
}

/// What is wrong with a grammar, and all that is said of it.
// One line each.
#[rustfmt::skip]
const ERRORS: &[(&str, &str)] = &[
    ("", "line 1, column 1: there are no rules; write one as `name = \"text\" ;`"),
    ("  (* nothing *)\n", "line 1, column 1: there are no rules; write one as `name = \"text\" ;`"),
    ("json = value ;\nvalue = \"x\"\n      | [ valeu ] ;", "line 3, column 11: there is no rule `valeu`; is `value` meant?"),
    ("a = Digit ;\ndigit = \"0\" ;", "line 1, column 5: there is no rule `Digit`; is `digit` meant?"),
    ("é = ü ;", "line 1, column 5: there is no rule `ü`; text stands in quotes"),
    ("a = hello ;", "line 1, column 5: there is no rule `hello`; text stands in quotes"),
    ("a = [a-zA-Z0-9_] ;", "line 1, column 6: there is no rule `a-zA-Z0-9_`; `[…]` is an option here, and a class is written `/[a-zA-Z0-9_]/`"),
    ("a = 3 * \"x\" ;", "line 1, column 5: there is no rule `3`; to repeat something write `x{3}`, without a space"),
    ("a = \"x\" {2} ;", "line 1, column 10: there is no rule `2`; to repeat something write `x{2}`, without a space"),
    ("a = \"x\" ;\nb = a ;\n<a> = \"y\" ;", "line 3, column 1: the rule `a` is defined twice; join the two with `|`"),
    ("a = ;", "line 1, column 1: the rule `a` has no body; write `\"\"` for the empty text"),
    ("a =", "line 1, column 1: the rule `a` has no body; write `\"\"` for the empty text"),
    ("a = b\nb =\nc = \"x\"", "line 2, column 1: the rule `b` has no body; write `\"\"` for the empty text"),
    ("a = \"x\" ( ) ;", "line 1, column 9: there is nothing in these brackets; write `\"\"` for the empty text"),
    ("a = \"x ;\nb = \"y\" ;", "line 1, column 5: this `\"` is not closed on the same line"),
    ("a = 'x", "line 1, column 5: this `'` is not closed on the same line"),
    ("a = \"\\\" ;", "line 1, column 5: this `\"` is not closed on the same line; a backslash is written `\\\\`"),
    ("a ::= [a-z", "line 1, column 7: this `[` is not closed on the same line"),
    ("a ::= [a-\nz]", "line 1, column 7: this `[` is not closed on the same line"),
    ("a ::= [^\"\\]\n", "line 1, column 7: this `[` is not closed on the same line; a backslash is written `\\\\`"),
    ("a = /[a-z/ ;", "line 1, column 6: this `[` is not closed on the same line"),
    ("a = /[a-z]+/ ;", "line 1, column 11: `/` is missing here: only one class can go between `/` and `/`"),
    ("a = ( \"x\" ;", "line 1, column 5: this `(` is never closed; put `)` where it ends"),
    ("a = \"x\" { \"y\" ( \"z\" }", "line 1, column 15: this `(` is never closed; put `)` where it ends"),
    ("a = [ \"x\"\nb = \"y\"", "line 1, column 5: this `[` is never closed; put `]` where it ends"),
    ("a = { \"x\"", "line 1, column 5: this `{` is never closed; put `}` where it ends"),
    ("a = \"x\" ) ;", "line 1, column 9: this `)` closes nothing"),
    ("a = \"x\" (* never", "line 1, column 9: this comment is never closed; put `*)` where it ends"),
    ("a = \"x\"\n/* never", "line 2, column 1: this comment is never closed; put `*/` where it ends"),
    ("a = <b ;", "line 1, column 5: this `<` is never closed; a name such as `<digit>` has letters, digits, `_` and `-`"),
    ("a = <> ;", "line 1, column 5: there is no name in `<>`"),
    ("a ::= []", "line 1, column 7: this class is empty: put characters between the brackets"),
    ("a = /[^]/", "line 1, column 6: this class is empty: put characters between the brackets"),
    ("a ::= [a-c] - [a-z]", "line 1, column 7: this class is empty: it leaves no character"),
    ("a ::= \"x\" [^#x0-#xD7FF#xE000-#x10FFFF]", "line 1, column 11: this class is empty: it leaves no character"),
    ("a ::= [ \"x\" ]", "line 1, column 7: `[…]` is a class of characters in a rule with `::=`; write `( … )?` for an option, or the rule with `=`"),
    ("a ::= [\"-\"] [0-9]", "line 1, column 7: `[…]` is a class of characters in a rule with `::=`; write `( … )?` for an option, or the rule with `=`"),
    ("<a> ::= [<b>] 'x'\n<b> ::= 'y'", "line 1, column 9: `[…]` is a class of characters in a rule with `::=`; write `( … )?` for an option, or the rule with `=`"),
    ("a ::= [a-zZ-A]", "line 1, column 11: the range from `Z` to `A` is the wrong way round"),
    ("a = \"z\"..\"a\" ;", "line 1, column 5: the range from `z` to `a` is the wrong way round"),
    ("a ::= [#x20-#x9]", "line 1, column 8: the range from ` ` to `\\t` is the wrong way round"),
    ("a = \"ab\"..\"z\" ;", "line 1, column 9: a range has one character in quotes on both sides, such as `\"a\"..\"z\"`"),
    ("a = \"a\".. ;", "line 1, column 8: a range has one character in quotes on both sides, such as `\"a\"..\"z\"`"),
    ("a = a..z ;", "line 1, column 6: a range has one character in quotes on both sides, such as `\"a\"..\"z\"`"),
    ("a = \"x\\q\" ;", "line 1, column 7: unknown escape `\\q`; write `\\\\` for a backslash"),
    ("a = \"\\x4\" ;", "line 1, column 6: two hexadecimal digits are missing after `\\x`"),
    ("a = \"\\u41\" ;", "line 1, column 6: a number in braces is missing after `\\u`, such as `\\u{e9}`"),
    ("a = \"\\u{41\" ;", "line 1, column 6: `}` is missing after `\\u{`"),
    ("a = \"\\u{D800}\" ;", "line 1, column 6: `\\u{D800}` is not a character code"),
    ("a = \"\\u{}\" ;", "line 1, column 6: `\\u{}` is not a character code"),
    ("a ::= [#xD800-#xDFFF]", "line 1, column 8: `#xD800` is not a character code"),
    ("a ::= #x110000", "line 1, column 7: `#x110000` is not a character code"),
    ("a = \"x\\\n\" ;", "line 1, column 7: nothing is escaped here; a backslash is written `\\\\`"),
    ("a = \"x\"{5,2} ;", "line 1, column 8: these bounds are the wrong way round; is `{2,5}` meant?"),
    ("a = \"x\"{99999999999} ;", "line 1, column 8: 99999999999 repetitions are too many"),
    ("a = \"x\"+? ;", "line 1, column 9: this repeats a repetition; put brackets around the inner one"),
    ("a = * \"x\" ;", "line 1, column 5: there is nothing before this `*` to repeat"),
    ("a = \"x\", ? any character ? ;", "line 1, column 10: there is nothing before this `?` to repeat"),
    ("a = \"x\" a ;", "line 1, column 1: the rule `a` never ends: every alternative needs `a` again"),
    ("s = a ;\na = \"x\" b | b ;\nb = \"(\" a \")\" | a+ ;", "line 2, column 1: the rule `a` never ends: every alternative needs `a` again"),
    ("s = \"x\" | [ b ] ;\nb = b ;", "line 2, column 1: the rule `b` never ends: every alternative needs `b` again"),
    ("a = [ \"x\" ]* ;", "line 1, column 5: a repeated part can be empty, so there would be infinitely many ways to read a text"),
    ("a = \"x\" { b } ;\nb = c c ;\nc = \"y\" | ;", "line 1, column 9: a repeated part can be empty, so there would be infinitely many ways to read a text"),
    ("a = ( \"x\"? ){2,} ;", "line 1, column 5: a repeated part can be empty, so there would be infinitely many ways to read a text"),
    ("a = \"x\" , , \"y\" ;", "line 1, column 11: something is missing before this `,`"),
    ("a = , \"y\" ;", "line 1, column 5: something is missing before this `,`"),
    ("a = \"x\" , ;", "line 1, column 9: something is missing after this `,`"),
    ("a = \"x\" - ;", "line 1, column 9: something is missing after this `-`"),
    ("a = \"x\" -", "line 1, column 9: something is missing after this `-`"),
    ("a = - \"x\" ;", "line 1, column 5: something is missing before this `-`"),
    ("a = \"xy\" - \"x\" ;", "line 1, column 5: a difference only works between single characters and character classes"),
    ("a ::= Char* - (Char* '?>' Char*)\nChar ::= [a-z]", "line 1, column 7: a difference only works between single characters and character classes"),
    ("a = \"x\" - b ;\nb = b | \"x\" ;", "line 1, column 11: a difference only works between single characters and character classes"),
    ("a = \"x\" b = \"y\" ;", "line 1, column 9: a new rule begins here; put `;` or a new line before it"),
    ("a = \"x\" = \"y\" ;", "line 1, column 9: only the name of a rule can come before this sign"),
    ("\"a\" = \"x\" ;", "line 1, column 1: a rule is expected here, such as `name = \"text\" ;`"),
    ("[1] a ::= \"x\"", "line 1, column 1: a rule is expected here, such as `name = \"text\" ;`"),
    ("a = \"x\" ;;", "line 1, column 10: a rule is expected here, such as `name = \"text\" ;`"),
    ("a = \"x\" . \"y\" ;", "line 1, column 9: `.` ends a rule, but no rule follows"),
    ("a = .* ;", "line 1, column 5: `.` ends a rule, but no rule follows"),
    ("a = \"x\" / \"y\" ;", "line 1, column 9: `/` has no meaning here; alternatives are separated by `|`"),
    ("a = [^\"] ;", "line 1, column 6: `^` has no meaning here; a class is written `/[^…]/` in this rule"),
    ("a = “x” ;", "line 1, column 5: `“` has no meaning here; the quotes around text are `\"` or `'`"),
    ("a = !b ;", "line 1, column 5: `!` has no meaning here; text stands in quotes"),
];

#[test]
fn that_are_wrong_are_refused() {
    for (text, expected) in ERRORS {
        match Grammar::new(text) {
            Ok(_) => panic!("this should be wrong: {text}"),
            Err(error) => assert_eq!(error.to_string(), *expected, "{text}"),
        }
    }
    let error = Grammar::new("a = 'x' ;\n  b = c ;").unwrap_err();
    assert_eq!((error.line, error.column), (2, 7));
}

#[test]
fn have_brackets_of_a_certain_depth() {
    let brackets =
        [("(", ")"), ("[", "]"), ("(", ")+"), ("('y' ", ")"), ("[ 'y' ", "]"), ("('y'|", ")"), ("('y' 'z'|", ")")];
    for (open, close) in brackets {
        let nested = |depth: usize| format!("a = {open}{}'x'{}{close}", open.repeat(depth), close.repeat(depth));
        let error = Grammar::new(&nested(500)).unwrap_err().to_string();
        assert!(error.ends_with("brackets are nested more than 500 levels deep"), "{error}");
        let deep = grammar(&nested(499));
        let text = match open {
            "('y' " | "[ 'y' " => "y".repeat(500) + "x",
            _ => "x".to_owned(),
        };
        assert!(deep.contains(&text), "{open}");
        assert!(deep.probability(&text) >= 0.0, "{open}");
        assert!(!deep.contains(&format!("{text}w")), "{open}");
        // Each level has four on average, which are too many.
        if close != ")+" {
            assert!(deep.contains(&deep.sample(1)), "{open}");
        }
    }
}

const DEEP: usize = 10_000;

#[test]
fn read_what_is_nested_deeply() {
    let json = grammar(JSON_ISO);
    let deep = "[".repeat(DEEP) + &"]".repeat(DEEP);
    assert_eq!(json.parse(&deep), Ok(deep.clone()));
    let choices = json.reflect_first(&deep).unwrap().unwrap();
    assert_eq!(json.replay(&choices), Ok(deep.clone()));
    assert!(!json.contains(&deep[1..].to_owned()));
    // Left recursion and right recursion in the same text.
    let deep = "(".repeat(300) + "1" + &"+1)*2".repeat(300);
    assert_eq!(grammar(LEFT).parse(&deep), Ok(deep));
}

/// Each member can end the list or go on: what follows decides, so that time grows with the length alone.
#[test]
fn read_long_texts_in_proportion_to_their_length() {
    let json = grammar(MEMBERS);
    let text = |count| format!("{{{}}}", vec!["a:0"; count].join(","));
    // Quadratic, this would take minutes.
    assert!(json.contains(&text(20_000)));
}

#[test]
fn say_what_is_wrong_with_a_text() {
    let error = |text: &str, input: &str| grammar(text).parse(input).unwrap_err().to_string();
    assert_eq!(
        error(JSON_ISO, "{\"a\":[1,2,tru]}"),
        "line 1, column 11: expected ws or value, found `t` in text › value › object › member › value › array\n\
         {\"a\":[1,2,tru]}\n          ^"
    );
    assert_eq!(
        error(JSON_ISO, "[1,2"),
        "line 1, column 5: expected digit, frac, exp, `,`, ws or `]`, found the end of the text in text › value › array\n\
         [1,2\n    ^"
    );
    assert_eq!(error(LEFT, "1+*2"), "line 1, column 3: expected term, found `*` in expr › expr\n1+*2\n  ^");
    assert_eq!(rule(MEMBERS, "pair").parse("a:x").unwrap_err().rules, ["pair"]);
    laws::is_refused(&grammar(LEFT), &"1+(2".to_owned());
    laws::is_refused(&grammar(JSON_W3C), &"[01]".to_owned());
}

/// Texts are not large on average, even at the greatest size of a run, and not all the same.
#[test]
fn make_texts_of_all_sizes() {
    // (grammar, mean length, how many of 2,000 are different at least, and the commonest at most)
    let expected = [
        (JSON_ISO, 10.0..200.0, 1_500, 100),
        (JSON_W3C, 10.0..200.0, 1_500, 100),
        (LEFT, 5.0..160.0, 1_000, 200),
        (LISP, 5.0..160.0, 1_000, 500),
        (MEMBERS, 5.0..160.0, 400, 1_200),
        (AMBIGUOUS[0], 1.5..20.0, 10, 1_500),
        ("a = 'x' {a}", 2.0..80.0, 30, 1_700),
        ("tree = node node node | 'l'\nnode = '<' tree '>' | 'n' tree", 3.0..30.0, 100, 1_600),
        ("a = b b b 'x' | 'y'\nb = c c | a c\nc = a a | a", 2.0..50.0, 20, 1_990),
    ];
    for (text, mean, different, commonest) in expected {
        let grammar = grammar(text);
        let mut texts: Vec<String> = (0..2_000).map(|seed| grammar.sample(seed)).collect();
        let length = texts.iter().map(|text| text.chars().count()).sum::<usize>() as f64 / 2_000.0;
        assert!(mean.contains(&length), "{length} characters on average: {text}");
        texts.sort();
        let counts: Vec<usize> = texts.chunk_by(|a, b| a == b).map(<[String]>::len).collect();
        assert!(counts.len() >= different, "{} are different: {text}", counts.len());
        assert!(
            counts.iter().max().is_some_and(|most| *most <= commonest),
            "{:?} are the same: {text}",
            counts.iter().max()
        );
    }
}

/// However often a rule needs itself, there is an end.
#[test]
fn come_to_an_end() {
    let wide = format!("a = 'x' | {}", "a ".repeat(100));
    let chain: String = (0..200).map(|i| format!("r{i} = 'x' r{} | 'y' r{0} r{0}\n", i + 1,)).collect();
    let chain = chain + "r200 = 'z' | r0 r0";
    for text in [wide.as_str(), &chain, "a = 'x' { a } { a } { a }", "a = [ a ] [ a ] 'x' [ a ]", "a = 'x' | a{50}"] {
        let grammar = grammar(text);
        let total: usize = (0..200).map(|seed| grammar.sample(seed).len()).sum();
        assert!(total < 1_000_000, "{total} characters in all: {text}");
    }
}

#[test]
fn may_be_large() {
    let many = 20_000;
    let rules: String = (0..many).map(|i| format!("r{i} = 'x' r{} | 'y'\n", (i + 1) % many)).collect();
    let alternatives = format!("a = {}", (0..many).map(|i| format!("'{i};'")).collect::<Vec<_>>().join(" | "));
    let parts = format!("a = {}", "'x' b ".repeat(many)) + "\nb = 'y'";
    for text in [rules, alternatives, parts] {
        let grammar = grammar(&text);
        let made = grammar.sample(1);
        assert!(grammar.contains(&made));
    }
}

/// Whatever the text is: there is a grammar or an error, and a grammar makes what it contains.
#[test]
fn are_never_the_end_of_the_program() {
    let mut dice = Dice(7);
    let signs: Vec<char> = "ab =:;.|,-()[]{}<>*+?\"'/\\#x09^_…ε\n é".chars().collect();
    let noise = (0..20_000).map(|i| (0..i % 40).map(|_| signs[dice.below(signs.len())]).collect::<String>());
    let mut texts: Vec<String> = noise.collect();
    for grammar in [JSON_ISO, JSON_W3C, MEMBERS, LEFT, LISP].repeat(400) {
        texts.push(dice.change(grammar));
    }
    let mut grammars = 0;
    for (seed, text) in texts.iter().enumerate() {
        match Grammar::new(text) {
            Err(error) => assert!(error.line > 0 && error.column > 0, "{error}"),
            Ok(grammar) => {
                grammars += 1;
                let made = grammar.sample(seed as u64);
                assert!(grammar.contains(&made), "{made:?} of {text}");
            }
        }
    }
    assert!(grammars > 200, "{grammars} are too few to tell");
}
