//! `Choices`: labels, frequencies, terms, bits, folds, and the text form.

use std::collections::{BTreeMap, HashSet};

use mirrorcheck::Choice;
use mirrorcheck::choices::Fold;
use mirrorcheck::prelude::*;

use super::*;

fn reflected(tree: &Tree) -> Choices {
    bst(-10, 10).reflect_first(tree).unwrap().unwrap()
}

fn three_below_five() -> Tree {
    node(node(leaf(), 3, leaf()), 5, leaf())
}

#[test]
fn labels_in_the_order_of_the_choices() {
    let choices = reflected(&three_below_five());
    assert_eq!(choices.labels(), ["node", "5", "node", "3", "leaf", "leaf", "leaf"]);
    assert_eq!((choices.len(), choices.is_empty(), choices.size()), (7, false, 100));
    let sequence: Vec<Choice> = choices.sequence().collect();
    assert_eq!(sequence[..3], [Choice::from("node"), Choice::from(5), Choice::from("node")]);
}

#[test]
fn what_has_no_label_is_not_listed_but_counted() {
    let unnamed = (oneof([0..=4, 5..=9]), 'a'..='z', any::<bool>()).reflect_first(&(7, 'x', true)).unwrap().unwrap();
    assert_eq!(unnamed.labels(), ["7", "x", "true"]);
    assert_eq!(unnamed.len(), 4);
    assert_eq!(unnamed.to_string(), "(#1(7) 'x' true)");
    let nothing = exact(3).randomness(0);
    assert!(nothing.is_empty());
    assert_eq!((nothing.len(), nothing.to_string().as_str()), (0, "()"));
    assert_eq!(nothing.labels(), Vec::<String>::new());
}

#[test]
fn frequencies_count_labels() {
    let counts = reflected(&three_below_five()).frequencies();
    let expected = [("3", 1), ("5", 1), ("leaf", 3), ("node", 2)];
    assert_eq!(counts, expected.iter().map(|&(label, n)| (label.to_owned(), n)).collect::<BTreeMap<_, u64>>());
    assert!(exact(3).randomness(0).frequencies().is_empty());
}

#[test]
fn the_term_is_that_of_the_papers() {
    let term = reflected(&three_below_five()).term();
    assert_eq!(term.to_string(), "node(5, node(3, leaf, leaf), leaf)");
    assert_eq!(term.label, "node");
    assert_eq!(term.children[1].children.len(), 3);
    // Several parts have a root without a label, no choice is a root without parts.
    let pair = (0..=9, 'a'..='z').reflect_first(&(3, 'x')).unwrap().unwrap().term();
    assert_eq!((pair.label.as_str(), pair.children.len(), pair.to_string().as_str()), ("", 2, "(3, x)"));
    let nothing = exact(3).randomness(0).term();
    assert_eq!((nothing.label.as_str(), nothing.children.len()), ("", 0));
    // What has no label is passed over; what was chosen below it is not.
    let unnamed = oneof([(0..=4, 0..=4), (5..=9, 5..=9)]).reflect_first(&(7, 8)).unwrap().unwrap().term();
    assert_eq!(unnamed.to_string(), "(7, 8)");
}

/// 003's bit tree: a bit for each node, brackets for each level.
#[derive(Debug, Clone, PartialEq)]
enum Bits {
    Leaf,
    Node(Box<Bits>, Box<Bits>),
}

#[generator]
fn bits() -> Bits {
    oneof([Bits::Leaf, {
        let left = draw(bits());
        let right = draw(bits());
        Bits::Node(Box::new(left), Box::new(right))
    }])
}

#[test]
fn bits_are_bracketed_as_in_hypothesis() {
    fn fork(left: Bits, right: Bits) -> Bits {
        Bits::Node(Box::new(left), Box::new(right))
    }
    use Bits::Leaf;
    let tree = fork(Leaf, fork(fork(Leaf, Leaf), Leaf));
    let choices = bits().reflect_first(&tree).unwrap().unwrap();
    assert_eq!(choices.bits().as_deref(), Some("(10(1(100)0))"));
    assert_eq!(bits().reflect_first(&Leaf).unwrap().unwrap().bits().as_deref(), Some("0"), "a group of one");
    assert_eq!(bits().reflect_first(&fork(Leaf, Leaf)).unwrap().unwrap().bits().as_deref(), Some("(100)"));
    // As many bits as tell the alternatives apart, each number in brackets of its own.
    let number = (0..=7, any::<bool>()).reflect_first(&(5, true)).unwrap().unwrap();
    assert_eq!(number.bits().as_deref(), Some("((101)1)"));
    assert_eq!((4..=4).randomness(0).bits().as_deref(), Some(""), "no choice, no bit");
    assert_eq!(
        (0..=u128::MAX).reflect_first(&u128::MAX).unwrap().unwrap().bits(),
        Some(format!("({})", "1".repeat(128)))
    );
    // A text does not say how many alternatives there were.
    let read: Choices = choices.to_string().parse().unwrap();
    assert_eq!(read, choices);
    assert_eq!(read.bits(), None);
    assert_eq!("()".parse::<Choices>().unwrap().bits().as_deref(), Some(""));
}

/// The instances of the papers' class, by our own hands.
struct Labels;

impl Fold for Labels {
    type Out = Vec<String>;

    fn none(&mut self) -> Vec<String> {
        Vec::new()
    }

    fn split(&mut self, first: Vec<String>, rest: Vec<String>) -> Vec<String> {
        [first, rest].concat()
    }

    fn mark(&mut self, label: &str, inner: Vec<String>) -> Vec<String> {
        [vec![label.to_owned()], inner].concat()
    }
}

struct Counts;

impl Fold for Counts {
    type Out = BTreeMap<String, u64>;

    fn none(&mut self) -> Self::Out {
        BTreeMap::new()
    }

    fn split(&mut self, mut first: Self::Out, rest: Self::Out) -> Self::Out {
        rest.into_iter().for_each(|(label, n)| *first.entry(label).or_default() += n);
        first
    }

    fn mark(&mut self, label: &str, mut inner: Self::Out) -> Self::Out {
        *inner.entry(label.to_owned()).or_default() += 1;
        inner
    }
}

/// Not associative: shows where the splits are.
struct Written;

impl Fold for Written {
    type Out = String;

    fn none(&mut self) -> String {
        "∅".to_owned()
    }

    fn split(&mut self, first: String, rest: String) -> String {
        format!("{first}+[{rest}]")
    }

    fn mark(&mut self, label: &str, inner: String) -> String {
        format!("{label}<{inner}>")
    }
}

#[test]
fn folds_are_what_a_user_defines() {
    fn check<G: Reflective + Clone>(name: &str, generator: &G)
    where
        G::Value: Value,
    {
        for seed in 0..10 {
            let choices = generator.randomness(seed);
            assert_eq!(choices.fold(&mut Labels), choices.labels(), "{name}: {choices}");
            assert_eq!(choices.fold(&mut Counts), choices.frequencies(), "{name}: {choices}");
        }
    }
    on_every_kind!(check);
    let choices = reflected(&three_below_five());
    let below_five = "5<∅>+[node<3<∅>+[leaf<∅>+[leaf<∅>]]>+[leaf<∅>]]";
    assert_eq!(choices.fold(&mut Written), format!("node<{below_five}>"));
    assert_eq!("()".parse::<Choices>().unwrap().fold(&mut Written), "∅");
    assert_eq!("(1 (2 3))".parse::<Choices>().unwrap().fold(&mut Written), "1<∅>+[2<∅>+[3<∅>]]");
    assert_eq!("((1 2) 3)".parse::<Choices>().unwrap().fold(&mut Written), "1<∅>+[2<∅>]+[3<∅>]");
}

#[test]
fn the_text_form_is_stable() {
    assert_eq!(reflected(&three_below_five()).to_string(), "node(5 node(3 leaf leaf) leaf)");
    assert_eq!(format!("{:?}", reflected(&leaf())), "Choices(leaf)");
    let written = |choice: Choice| choice.to_string();
    for (label, text) in [
        ("node", "node"),
        ("_x", "_x"),
        ("a-b.c:d/e", "a-b.c:d/e"),
        ("übung", "übung"),
        ("日本", "日本"),
        ("x2", "x2"),
        ("two words", r#""two words""#),
        ("", r#""""#),
        ("5", r#""5""#),
        ("-1", r#""-1""#),
        ("#2", r##""#2""##),
        ("@3", r#""@3""#),
        ("'a'", r#""'a'""#),
        ("say \"hi\"", r#""say \"hi\"""#),
        ("a(b", r#""a(b""#),
        ("back\\slash", r#""back\\slash""#),
        ("line\nbreak\ttab\r\0", r#""line\nbreak\ttab\r\0""#),
        ("\u{7f}", r#""\u{7f}""#),
        ("\u{301}", r#""\u{301}""#),
        ("-", r#""-""#),
        (".", r#"".""#),
        ("🦀", r#""🦀""#),
    ] {
        assert_eq!(written(Choice::from(label)), text);
    }
    assert_eq!(written(Choice::from('\'')), r"'\''");
    assert_eq!(written(Choice::from('"')), "'\"'");
    assert_eq!(written(Choice::from('\u{301}')), r"'\u{301}'");
    assert_eq!(written(Choice::from(i128::MIN)), i128::MIN.to_string());
    assert_eq!(written(Choice::from(u128::MAX)), u128::MAX.to_string());
    assert_eq!(written(Choice::Index(u128::MAX)), format!("#{}", u128::MAX));
    assert_eq!(written(Choice::from(true)), "true");
}

/// What a text of choices can say.
#[derive(Debug, Clone, PartialEq)]
enum Said {
    One(Named),
    Below(Named, Vec<Said>),
    Group(Vec<Said>),
}

#[derive(Debug, Clone, PartialEq)]
enum Named {
    Label(String),
    Number(i128),
    Char(char),
    Index(u128),
}

const ODD: [&str; 16] = [
    "",
    " ",
    "a b",
    "\"",
    "'",
    "\\",
    "()",
    "5",
    "-5",
    "#1",
    "@1",
    "é\u{301}",
    "\u{301}",
    "x\u{200d}y",
    "\u{e000}",
    "true",
];

#[generator]
fn named() -> Named {
    labeled([
        ("odd", {
            let label = draw(
                element_of(&ODD)
                    .convert(|label| label.to_owned(), |label| ODD.iter().copied().find(|odd| odd == label)),
            );
            Named::Label(label)
        }),
        ("label", {
            let label = draw(
                vec('\0'..=char::MAX, 0..=4).convert(String::from_iter, |label: &String| Some(label.chars().collect())),
            );
            Named::Label(label)
        }),
        ("word", {
            let label = draw(words());
            Named::Label(label)
        }),
        ("number", {
            let n = draw(i128::MIN..=i128::MAX);
            Named::Number(n)
        }),
        ("small", {
            let n = draw(-3..=3);
            Named::Number(n)
        }),
        ("char", {
            let c = draw('\0'..=char::MAX);
            Named::Char(c)
        }),
        ("ascii", {
            let c = draw('\0'..='~');
            Named::Char(c)
        }),
        ("index", {
            let n = draw(0..=u128::MAX);
            Named::Index(n)
        }),
    ])
}

#[generator]
fn said(depth: u32) -> Said {
    pick([
        (2, "one", {
            let name = draw(named());
            Said::One(name)
        }),
        (depth, "below", {
            let name = draw(named());
            let parts = draw(vec(said(depth - 1), 0..=3));
            Said::Below(name, parts)
        }),
        (depth, "group", {
            let parts = draw(vec(said(depth - 1), 0..=3));
            Said::Group(parts)
        }),
    ])
}

impl Named {
    fn choice(&self) -> Choice {
        match self {
            Named::Label(label) => Choice::from(label.as_str()),
            Named::Number(n) => Choice::from(*n),
            Named::Char(c) => Choice::from(*c),
            Named::Index(n) => Choice::Index(*n),
        }
    }

    /// Not as the library writes it: labels are always in quotes.
    fn text(&self) -> String {
        match self {
            Named::Label(label) => format!("{label:?}"),
            Named::Number(n) => n.to_string(),
            Named::Char(c) => format!("{c:?}"),
            Named::Index(n) => format!("#{n}"),
        }
    }
}

impl Said {
    fn text(&self) -> String {
        let list = |parts: &[Said]| parts.iter().map(Said::text).collect::<Vec<_>>().join("  ");
        match self {
            Said::One(name) => name.text(),
            Said::Below(name, parts) => format!("{}( {} )", name.text(), list(parts)),
            Said::Group(parts) => format!("\t({})\n", list(parts)),
        }
    }

    fn sequence(&self) -> Vec<Choice> {
        let all = |parts: &[Said]| parts.iter().flat_map(Said::sequence).collect::<Vec<_>>();
        match self {
            Said::One(name) => vec![name.choice()],
            Said::Below(name, parts) => [vec![name.choice()], all(parts)].concat(),
            Said::Group(parts) => all(parts),
        }
    }
}

#[test]
fn texts_of_every_shape_are_read_and_written() {
    let mut different = HashSet::new();
    for said in said(4).samples(9).take(1_500) {
        let text = said.text();
        let choices: Choices = text.parse().unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(choices.sequence().collect::<Vec<_>>(), said.sequence(), "{text}");
        assert_eq!(choices.len(), said.sequence().len());
        let written = choices.to_string();
        let again: Choices = written.parse().unwrap_or_else(|error| panic!("{error}: {written}"));
        assert_eq!(again, choices, "{written}");
        assert_eq!(again.to_string(), written, "written twice");
        assert_eq!(choices.clone(), choices);
        assert_eq!(choices.fold(&mut Labels), choices.labels());
        let sized: Choices = format!("@42 {text}").parse().unwrap();
        assert_eq!((sized.size(), sized != choices), (42, true));
        assert_eq!(sized.to_string(), format!("@42 {written}"));
        different.insert(choices);
    }
    assert!(different.len() > 1_000, "{}", different.len());
}

#[test]
fn brackets_that_hold_fewer_than_two_are_dropped() {
    for (text, written) in [
        ("", "()"),
        ("   ", "()"),
        ("(())", "()"),
        ("((5))", "5"),
        ("(() 5)", "5"),
        ("5 6", "(5 6)"),
        ("(5) (6)", "(5 6)"),
        ("node()", "node"),
        ("node(())", "node"),
        ("node((5))", "node(5)"),
        ("node((5 6))", "node((5 6))"),
        ("a(b(c(d)))", "a(b(c(d)))"),
        ("node (5 6)", "(node (5 6))"),
        ("@100 x", "x"),
        ("@7", "@7 ()"),
        ("x(1)y(2)'z'\"w\"(3)", "(x(1) y(2) 'z' w(3))"),
    ] {
        let choices: Choices = text.parse().unwrap();
        assert_eq!(choices.to_string(), written, "{text}");
        assert_eq!(written.parse::<Choices>().unwrap(), choices, "{text}");
    }
}

#[test]
fn what_every_generator_chooses_is_read_back() {
    fn check<G: Reflective + Clone>(name: &str, generator: &G)
    where
        G::Value: Value,
    {
        for value in generator.samples(2).take(40) {
            let choices = generator.reflect_first(&value).unwrap().unwrap();
            let read: Choices = choices.to_string().parse().unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(read, choices, "{name}");
            assert_eq!(generator.replay(&read), Ok(value), "{name}: {choices}");
            assert!(HashSet::from([choices]).contains(&read), "{name}: equal choices have equal hashes");
        }
    }
    on_every_kind!(check);
}

#[test]
fn odd_labels_survive_the_text() {
    let labels: Vec<&str> = ODD.iter().copied().filter(|label| !label.is_empty()).collect();
    let generator = pick_from(labels.iter().enumerate().map(|(i, label)| (1, *label, exact(i))));
    for (i, &label) in labels.iter().enumerate() {
        let choices = generator.reflect_first(&i).unwrap().unwrap();
        assert_eq!(choices.labels(), [label]);
        let read: Choices = choices.to_string().parse().unwrap();
        assert_eq!(read, choices, "{choices}");
        assert_eq!(generator.replay(&read), Ok(i), "{choices}");
        assert_eq!(generator.derivative(label).value_now(), Some(i), "{choices}");
    }
}

#[test]
fn a_number_and_a_label_that_looks_like_one_are_two_things() {
    let labels = labeled([("1", exact('a')), ("2", exact('b'))]);
    assert_eq!(labels.replay(&"\"2\"".parse().unwrap()), Ok('b'));
    assert!(labels.replay(&"2".parse().unwrap()).is_err());
    assert_ne!("2".parse::<Choices>().unwrap(), "\"2\"".parse::<Choices>().unwrap());
    assert_ne!("'a'".parse::<Choices>().unwrap(), "a".parse::<Choices>().unwrap());
}

#[test]
fn equal_choices_are_equal_texts() {
    let texts = [
        "leaf",
        "(leaf leaf)",
        "leaf(leaf)",
        "5",
        "#5",
        "\"5\"",
        "'5'",
        "@5 5",
        "@5",
        "()",
        "(1 (2 3))",
        "(1 2 3)",
        "((1 2) 3)",
    ];
    let all: Vec<Choices> = texts.iter().map(|text| text.parse().unwrap()).collect();
    for (i, a) in all.iter().enumerate() {
        for (j, b) in all.iter().enumerate() {
            assert_eq!(a == b, i == j, "{a} and {b}");
            assert_eq!(a == b, a.to_string() == b.to_string());
        }
    }
    assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
}
