//! `#[property]`: tests out of functions, run as everybody's are.

mod drawing;
mod groups;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::num::{ParseIntError, Wrapping};
use std::path::Path;
use std::sync::Mutex;

use mirrorcheck::prelude::*;

#[derive(Debug, Clone, PartialEq, Arbitrary)]
enum Tree {
    Leaf,
    Node(Box<Tree>, i32, Box<Tree>),
}

impl Tree {
    fn keys(&self) -> Vec<i32> {
        match self {
            Tree::Leaf => Vec::new(),
            Tree::Node(left, key, right) => [left.keys(), vec![*key], right.keys()].concat(),
        }
    }
}

#[generator]
fn bst(lo: i32, hi: i32) -> Tree {
    if lo > hi {
        return Tree::Leaf;
    }
    pick([
        (1, "leaf", Tree::Leaf),
        (5, "node", {
            let key = draw(lo..=hi);
            let left = draw(bst(lo, key - 1));
            let right = draw(bst(key + 1, hi));
            Tree::Node(Box::new(left), key, Box::new(right))
        }),
    ])
}

/// Doc comments stay.
#[property(cases = 100, example(Tree::Leaf, 5), example(Tree::Node(Box::new(Tree::Leaf), 1, Box::new(Tree::Leaf)), -1))]
fn search_trees_are_sorted(#[from(bst(0, 100))] tree: Tree, key: i32) {
    assume(key != 0);
    assert!(tree.keys().is_sorted());
}

#[property(example("abc", &[1, 2], &mut vec![3], Path::new("x"), &Tree::Leaf))]
fn what_is_lent(text: &str, list: &[u8], more: &mut Vec<i32>, path: &Path, tree: &Tree) {
    let before = more.len();
    more.push(1);
    assert_eq!(more.len(), before + 1);
    assert!(text.chars().count() <= text.len() && list.iter().all(|n| list.contains(n)));
    assert!(path.as_os_str().len() < 100_000 && tree.keys().len() < 10_000);
}

#[property]
fn patterns(mut list: Vec<i32>, (a, b): (i32, i32), [first, ..]: &[u8; 3]) -> bool {
    list.push(a);
    list.contains(&a) && b.checked_mul(1) == Some(b) && first.checked_add(0).is_some()
}

#[property]
fn what_borrows_forever(
    #[from(element_of(&["yes", "no"]))] word: &'static str,
    #[from(option(element_of(&["yes", "no"])))] perhaps: Option<&str>,
    text: Cow<'_, str>,
) {
    assert!(word.len() >= 2 && perhaps.is_none_or(|word| word.len() <= 3));
    assert_eq!(text.clone().into_owned(), text);
}

#[property(cases = 50 * 2, seed = 7)]
fn everything_is_drawn() -> Result<(), ParseIntError> {
    let n: u8 = draw(0..=99);
    assert_eq!(n.to_string().parse::<u8>()?, n);
    Ok(())
}

#[property]
fn a_result_of_bool(#[from(0..=9)] n: u8) -> Result<bool, ParseIntError> {
    Ok(n.to_string().parse::<u8>()? == n)
}

#[property]
fn twelve(a: u8, b: u8, c: u8, d: u8, e: u8, f: u8, g: u8, h: u8, i: u8, j: u8, k: u8, l: u8) {
    assert!([a, b, c, d, e, f, g, h, i, j, k, l].iter().map(|&n| u32::from(n)).sum::<u32>() <= 12 * 255);
}

/// A function of this name must not hide the type.
#[property]
fn char(c: char) {
    assert!(char::from_u32(u32::from(c)) == Some(c));
}

#[property]
fn r#match(r#type: u8) -> bool {
    r#type.checked_add(0).is_some()
}

#[property]
#[should_panic(expected = "  n: 100\n")]
fn fails_by_false(n: u32) -> bool {
    n < 100
}

#[property]
#[should_panic(expected = "property `it::property::fails_with_its_path` failed\n")]
fn fails_with_its_path(n: u32) -> bool {
    n < 100
}

#[property(seed = 3)]
#[should_panic(expected = "n is 100")]
fn fails_by_a_panic(n: u32) {
    assert!(n < 100, "n is {n}");
}

#[property]
#[should_panic(expected = "returned Err(ParseIntError")]
fn fails_by_an_error(text: &str) -> Result<(), ParseIntError> {
    text.parse::<u8>()?;
    Ok(())
}

#[property]
#[should_panic(expected = "  list: [0, -1]\n  argument 2: (0, 0)\n")]
fn fails_with_names(list: Vec<i32>, (_, _): (u8, u8)) -> bool {
    list.is_sorted()
}

#[property]
#[should_panic(expected = "  (a, Wrapping(b)): (0, 0)\n")]
fn fails_with_a_pattern((a, Wrapping(b)): (u8, Wrapping<u8>)) -> bool {
    a < b
}

#[property]
#[should_panic(expected = "        fails_with_a_line_to_paste::on(&vec![0, -1], \"\".to_owned());")]
fn fails_with_a_line_to_paste(list: &[i32], text: String) -> bool {
    list.is_sorted() || text.len() > 1_000_000
}

#[property(example(3), example(5))]
#[should_panic(expected = "  n: 5\n  the property returned false\n  failed on example 2;")]
fn fails_on_an_example(n: u32) -> bool {
    n != 5
}

#[property(cases = 0, choices = "4", choices = "7")]
#[should_panic(expected = "  n: 5\n  the property returned false\n  original n: 7\n")]
fn fails_on_choices(#[from(0..=9)] n: u8) -> bool {
    n < 5
}

#[property(
    discards = 20,
    jobs = 1,
    keep = false,
    doubts = "hide",
    verbose = 0,
    fork = false,
    timeout = "none",
    hang_limit = "3s",
    memory = "none"
)]
fn takes_every_option(n: u8) {
    assert_eq!(n.swap_bytes(), n);
}

#[cfg(any())]
#[property]
fn is_not_there(n: Missing) {}

/// What was seen, by the test that saw it: a property runs on a thread of its own, of the test's name.
static SEEN: Mutex<BTreeMap<String, Vec<u8>>> = Mutex::new(BTreeMap::new());

#[property(cases = 3, example(200), example(201), choices = "202")]
fn keeps_what_it_sees(n: u8) {
    let test = std::thread::current().name().unwrap().to_owned();
    SEEN.lock().unwrap().entry(test).or_default().push(n);
}

#[test]
fn examples_run_first() {
    keeps_what_it_sees::check();
    let seen = SEEN.lock().unwrap()["property::examples_run_first"].clone();
    assert_eq!((&seen[..3], seen.len()), (&[200, 201, 202][..], 6));
}

#[test]
fn a_property_runs_on_given_values() {
    search_trees_are_sorted::on(Tree::Leaf, 5);
    let mut more = vec![1];
    what_is_lent::on("a", &[1, 2], &mut more, Path::new("b"), &Tree::Leaf);
    assert_eq!(more, [1, 1]);
    patterns::on(vec![], (1, 2), &[1, 2, 3]);
    everything_is_drawn::on();
    fails_by_false::on(99);
    fails_by_false::replay("99");
    search_trees_are_sorted::replay("(node(5 leaf leaf) 7)");
}

#[test]
#[should_panic(expected = "the property returned false")]
fn a_given_value_fails_by_false() {
    fails_by_false::on(100);
}

#[test]
#[should_panic(expected = "n is 123")]
fn a_given_value_fails_by_a_panic() {
    fails_by_a_panic::on(123);
}

#[test]
#[should_panic(expected = "the property discards these values")]
fn a_given_value_out_of_range() {
    search_trees_are_sorted::on(Tree::Leaf, 0);
}

#[test]
#[should_panic(expected = "  n: 100\n  the property returned false\n")]
fn choices_fail() {
    fails_by_false::replay("100");
}

#[test]
#[should_panic(expected = "cannot read the choices `(1`")]
fn choices_that_are_none() {
    fails_by_false::replay("(1");
}

#[test]
#[should_panic(expected = "makes no value from the choices `leaf`: ")]
fn choices_of_something_else() {
    fails_on_choices::replay("leaf");
}

#[test]
#[should_panic(expected = "only 1 of the 2 choices `(1 2)` were used")]
fn too_many_choices() {
    fails_on_choices::replay("(1 2)");
}

#[test]
#[should_panic(expected = "panic: 200 is drawn")]
fn choices_of_the_body() {
    draws::replay("(1 100)");
    draws::replay("(1 300)");
}

#[property(cases = 0)]
fn draws(#[from(0..=9)] n: u32) {
    let drawn = draw(n..=999);
    assert!(drawn < 200, "{drawn} is drawn");
}

#[cfg(feature = "serde")]
#[property(cases = 20, serde)]
fn serde_form(list: Vec<u8>, text: &str) {
    assert!(list.len() + text.len() < 1_000_000);
}
