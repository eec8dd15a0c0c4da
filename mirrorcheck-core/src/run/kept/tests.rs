mod folder;
mod noise;

use super::format::{read, write};
use super::name::{of_file, of_folder};
use super::{Kept, KeptDraw};

/// A failure as a user has it.
fn example() -> Kept {
    Kept {
        property: "tests::insert_keeps_order".to_owned(),
        values: vec![("tree".to_owned(), "Node(\n    Leaf,\n    0,\n    Leaf,\n)".to_owned()), pair("key", "0")],
        panic: "assertion failed: is_bst(&insert(tree, key)) (src/tree.rs:40:52)".to_owned(),
        choices: "@0 (node(0 leaf leaf) 0)".to_owned(),
        any: Some("@100 (node(leaf 0 leaf) 0)".to_owned()),
        serde: None,
        died: None,
        draws: Vec::new(),
    }
}

fn pair(name: &str, value: &str) -> (String, String) {
    (name.to_owned(), value.to_owned())
}

const EXAMPLE: &str = "\
# A failure of a property, found by Mirrorcheck (format 1). It runs first in every test run.
# Commit this file. To discard the failure, delete it.
property: tests::insert_keeps_order
value tree: Node(
        Leaf,
        0,
        Leaf,
    )
value key: 0
panic: assertion failed: is_bst(&insert(tree, key)) (src/tree.rs:40:52)
choices: @0 (node(0 leaf leaf) 0)
any: @100 (node(leaf 0 leaf) 0)
";

#[test]
fn a_failure_is_readable() {
    assert_eq!(write(&example()), EXAMPLE);
    assert_eq!(read(EXAMPLE.as_bytes()), Ok(example()));
}

#[test]
fn what_was_drawn_comes_last() {
    let draw = |name: &str, value: &str, any: Option<&str>, choices: Option<&str>| KeptDraw {
        name: name.to_owned(),
        value: value.to_owned(),
        any: any.map(str::to_owned),
        choices: choices.map(str::to_owned),
    };
    let level = draw("draw(level())", "Level {\n    n: 1,\n}", None, Some("@3 (high 1)"));
    let kept = Kept { draws: vec![draw("any::<u8>() #1", "7", Some("7"), None), level], ..example() };
    let text = write(&kept);
    let expected =
        "draw any::<u8>() #1: 7\nany: 7\ndraw draw(level()): Level {\n        n: 1,\n    }\nchoices: @3 (high 1)\n";
    assert_eq!(text, format!("{EXAMPLE}{expected}"));
    assert_eq!(read(text.as_bytes()), Ok(kept));
    let twice = text.replace("any: 7", "any: 7\nany: 7");
    assert_eq!(read(twice.as_bytes()).expect_err("a problem").what, "`any` appears twice");
}

#[test]
fn a_death_has_no_panic() {
    let died = Kept { panic: String::new(), died: Some("signal 6 (SIGABRT)".to_owned()), ..example() };
    let text = write(&died);
    assert!(text.ends_with("\ndied: signal 6 (SIGABRT)\n") && !text.contains("panic:"), "{text}");
    assert_eq!(read(text.as_bytes()), Ok(died));
}

#[test]
fn only_what_cannot_be_seen_is_escaped() {
    let fields = |values: &[(&str, &str)]| {
        let values = values.iter().map(|(name, value)| pair(name, value)).collect();
        let kept = Kept { values, ..example() };
        let text = write(&kept);
        assert_eq!(read(text.as_bytes()), Ok(kept));
        let (_, values) = text.split_once("keeps_order\n").expect("values");
        values.split_once("\npanic:").expect("a panic").0.to_owned()
    };
    // Most values have backslashes, and accents are letters.
    assert_eq!(
        fields(&[("a", r#""\n\u{0}\\""#), ("b", "\"e\u{301} é ✓\"")]),
        "value a: \"\\n\\u{0}\\\\\"\nvalue b: \"e\u{301} é ✓\""
    );
    assert_eq!(fields(&[("a", ""), ("b", "\n\nx"), ("c", "  x\ty")]), "value a:\nvalue b:\n\n    x\nvalue c:   x\ty");
    assert_eq!(fields(&[("a", "x \n\\\ty\r\n\n")]), "escaped value a: x\\u{20}\n    \\\\\\ty\\u{d}\\n\\n");
    assert_eq!(fields(&[("a", "\u{feff}\u{202e}x\0")]), "escaped value a: \\u{feff}\\u{202e}x\\u{0}");
    assert_eq!(fields(&[(" a: \\b\n", "x")]), "value \\u{20}a\\u{3a} \\\\b\\n: x");
}

#[test]
fn choices_are_one_line_whatever_they_are() {
    let kept =
        Kept { choices: "a\nb ".to_owned(), property: "p\n".to_owned(), any: Some("\n".to_owned()), ..example() };
    let text = write(&kept);
    assert!(text.contains("\nescaped choices: a\\nb\\u{20}\nescaped any: \\n\n"), "{text}");
    assert_eq!(read(text.as_bytes()), Ok(kept));
}

#[test]
fn other_line_ends_and_remarks_make_no_difference() {
    assert_eq!(read(EXAMPLE.replace('\n', "\r\n").as_bytes()), Ok(example()));
    assert_eq!(read(format!("\u{feff}{EXAMPLE}\n\n").as_bytes()), Ok(example()));
    assert_eq!(read(EXAMPLE.trim_end().as_bytes()), Ok(example()));
    let remarked =
        EXAMPLE.replace("value key", "# The key is already there.\nvalue key").replace("choices", "\nchoices");
    assert_eq!(read(remarked.as_bytes()), Ok(example()));
}

#[test]
fn what_is_wrong_is_said() {
    for (from, to, expected) in [
        (
            "(format 1)",
            "(format 2)",
            "1: a later version of Mirrorcheck wrote it (format 2); update Mirrorcheck, or delete it",
        ),
        ("# A failure", "A failure", "1: not a saved failure: its first line lacks `(format 1)`"),
        (
            "any: ",
            "mood: ",
            "12: `mood:` is an unknown key; a later version may have written it; update Mirrorcheck, or delete it",
        ),
        ("any: ", "any:", "12: expected a blank after `any:`"),
        ("any: ", "any ", "12: expected `key: text`, found: any @100 (node(leaf 0 leaf) 0)"),
        ("any: ", "choices: ", "12: `choices` appears twice"),
        ("any: ", "\u{1}", "12: unexpected control character"),
        ("choices: ", "died: ", "the line `choices:` is missing"),
        ("panic: ", "value x: ", "the line `panic:` is missing"),
        ("property: ", "    ", "3: this line continues no other"),
        ("0 leaf leaf", "0\n    leaf", "11: `choices` must be one line"),
        ("panic: ", "escaped panic: \\q", "10: `\\q` is not an escape"),
        ("panic: ", "escaped panic: \\u{d800}", "10: `\\u` is not an escape"),
        ("panic: ", "escaped panic: \\", "10: `\\a` is not an escape"),
        ("value key", "value \\", "9: `\\` is not an escape"),
    ] {
        assert!(EXAMPLE.contains(from), "{from}");
        let problem = read(EXAMPLE.replacen(from, to, 1).as_bytes()).expect_err("a problem");
        let line = problem.line.map_or(String::new(), |line| format!("{line}: "));
        let said = format!("{line}{}; {}", problem.what, problem.advice);
        let usual = format!("{expected}; delete it, or restore it from version control");
        assert!(said == expected || said == usual, "{said}");
    }
    let problem = read(b"# x\n\xff").expect_err("a problem");
    assert_eq!((problem.line, problem.what.as_str()), (Some(2), "invalid UTF-8"));
    assert_eq!(read(b"").expect_err("a problem").line, Some(1));
}

#[test]
fn folders_have_names_that_every_system_takes() {
    for (property, name) in [
        ("tests::insert_keeps_order", "tests.insert_keeps_order"),
        ("größe", "größe"),
        ("r#type", "r%23type"),
        ("a.b", "a%2eb"),
        ("a:b", "a%3ab"),
        ("a::", "a.%"),
        ("::a", "%.a"),
        ("", "%"),
        ("<T as X>::y", "%3cT%20as%20X%3e.y"),
        ("../../etc", "%2e%2e%2f%2e%2e%2fetc"),
        ("nul::x", "%6eul.x"),
        ("COM1", "%43OM1"),
        ("lpt²", "%6cpt²"),
        ("common", "common"),
        ("com::x", "com.x"),
        ("x::nul", "x.nul"),
    ] {
        assert_eq!(of_folder(property), name);
    }
    let (one, other) = (of_folder(&"é".repeat(200)), of_folder(&"é".repeat(201)));
    assert!(one != other && one.len() <= 140, "{one} {other}");
}

/// Files are found again by a later version, so their names must not change.
#[test]
fn files_are_named_after_what_fails() {
    let name = of_file(&example());
    assert_eq!(name, "f448687dda43.txt");
    assert_eq!(of_file(&Kept { panic: "another".to_owned(), died: Some(String::new()), ..example() }), name);
    assert_ne!(of_file(&Kept { choices: String::new(), ..example() }), name);
    assert_ne!(of_file(&Kept { values: Vec::new(), ..example() }), name);
    let with = |values: &[(&str, &str)]| {
        of_file(&Kept { values: values.iter().map(|(name, value)| pair(name, value)).collect(), ..example() })
    };
    assert_ne!(with(&[("a", "bc")]), with(&[("ab", "c")]));
}
