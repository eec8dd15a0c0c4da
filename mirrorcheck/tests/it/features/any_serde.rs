//! Generators of types with serde's traits.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::net::IpAddr;

use mirrorcheck::any_serde;
use mirrorcheck::choices::Ways;
use mirrorcheck::prelude::*;
use serde::{Deserialize, Serialize};

use crate::laws::{self, erased};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Record {
    id: u16,
    name: String,
    on: Option<bool>,
    place: (i8, f32),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Named {
    first_name: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    second: Option<u8>,
    #[serde(alias = "former", rename = "now")]
    third: u8,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum External {
    Unit,
    Newtype(u8),
    Tuple(bool, char),
    Struct { inner: Option<Box<External>> },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind")]
enum Internal {
    Unit,
    One { number: u8 },
    Two { text: String, list: Vec<bool> },
    Three { number: i32, on: Option<bool> },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "content")]
enum Adjacent {
    Unit,
    Newtype(u8),
    Struct { x: i16 },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Untagged {
    Number(u8),
    Text(String),
    Struct { flag: bool },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Flat {
    own: u8,
    #[serde(flatten)]
    part: Part,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Part {
    text: String,
    flag: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum Tree {
    Leaf(u8),
    Pair(Box<Tree>, Box<Tree>),
    Many(Vec<Tree>),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Chain {
    next: Option<Box<Chain>>,
}

macro_rules! laws_hold {
    ($($name:ident: $type:ty;)*) => { $(
        #[test]
        fn $name() {
            laws::check_large(erased(any_serde::<$type>()));
        }
    )* };
}
laws_hold! {
    laws_of_external_tags: External;
    laws_of_chains: Chain;
    laws_of_addresses: IpAddr;
}

/// Checks the laws that do not list all values, which would take very long for types that reject most choices.
fn laws_of_values<T: Serialize + Deserialize<'static> + PartialEq + std::fmt::Debug + 'static>() {
    let values = any_serde::<T>();
    let validation = values.validate();
    assert!(validation.is_sound() && validation.gave_up.is_none(), "{validation}");
    for seed in 0..60 {
        let sized = values.clone().resize(if seed % 2 == 0 { 100 } else { 5 });
        let Ok(value) = sized.try_sample(seed) else { continue };
        assert_eq!(sized.try_sample(seed).as_ref(), Ok(&value), "a sample is a function of its seed");
        assert_eq!(sized.replay(&sized.randomness(seed)).as_ref(), Ok(&value));
        let ways = values.reflect(&value);
        assert!(matches!(ways.ways(), Ways::Finite(1..)), "{value:?}");
        for way in ways.take(4) {
            assert_eq!(values.replay(&way).as_ref(), Ok(&value), "{way}");
        }
        assert!(values.log_probability(&value) <= 1e-9 && values.log_probability(&value).is_finite(), "{value:?}");
        let bytes = values.to_bytes(&value).unwrap();
        assert_eq!(values.from_bytes(&bytes).as_ref(), Ok(&value));
    }
}

macro_rules! laws_of_values_hold {
    ($($name:ident: $type:ty;)*) => { $(
        #[test]
        fn $name() {
            laws_of_values::<$type>();
        }
    )* };
}
laws_of_values_hold! {
    laws_of_records: Record;
    laws_of_renamed_fields: Named;
    laws_of_internal_tags: Internal;
    laws_of_adjacent_tags: Adjacent;
    laws_of_types_without_tags: Untagged;
    laws_of_flattened_fields: Flat;
    laws_of_trees: Tree;
    laws_of_leaves: (u128, char, (), [u8; 2], Result<bool, i8>);
    laws_of_json: serde_json::Value;
    laws_of_sets: HashSet<u8>;
    laws_of_maps: BTreeMap<u8, bool>;
}

#[test]
fn a_set_is_as_likely_as_it_is_made() {
    let sets = any_serde::<HashSet<bool>>().resize(2);
    let attempts = 4_000;
    let share = |set: &HashSet<bool>| {
        (0..attempts).filter(|seed| sets.try_sample(*seed).as_ref() == Ok(set)).count() as f64 / attempts as f64
    };
    let expected = |set: &HashSet<bool>| resize(100, sets.clone()).probability(set);
    let (both, one) = (HashSet::from([false, true]), HashSet::from([true]));
    // Runs that fail do not favour one or the other.
    let (found, expected) = (share(&both) / share(&one), expected(&both) / expected(&one));
    assert!((found / expected - 1.0).abs() < 0.2, "{found} {expected}");
}

#[test]
fn every_variant_and_option_is_made() {
    fn kinds<T: Serialize + serde::de::DeserializeOwned + PartialEq + 'static>(of: fn(&T) -> usize) -> HashSet<usize> {
        let values = any_serde::<T>();
        (0..400).filter_map(|seed| values.try_sample(seed).ok()).map(|value| of(&value)).collect()
    }
    let internal = kinds(|value| match value {
        Internal::Unit => 0,
        Internal::One { .. } => 1,
        Internal::Two { .. } => 2,
        Internal::Three { .. } => 3,
    });
    let untagged = kinds(|value| match value {
        Untagged::Number(_) => 0,
        Untagged::Text(_) => 1,
        Untagged::Struct { .. } => 2,
    });
    let adjacent = kinds(|value| match value {
        Adjacent::Unit => 0,
        Adjacent::Newtype(_) => 1,
        Adjacent::Struct { .. } => 2,
    });
    let named = kinds(|value: &Named| usize::from(value.second.is_some()));
    assert_eq!((internal.len(), untagged.len(), adjacent.len(), named.len()), (4, 3, 3, 2));
}

/// A tagged variant is a record to `Serialize` and a map to `Deserialize`, whose keys have to be drawn.
#[test]
fn optional_fields_under_a_tag_replay() {
    let tagged = any_serde::<Internal>();
    for on in [None, Some(true)] {
        let value = Internal::Three { number: 1, on };
        for choices in tagged.reflect(&value) {
            assert_eq!(tagged.replay(&choices).as_ref(), Ok(&value), "{choices}");
        }
        assert!(tagged.probability(&value) > 1e-7);
    }
}

#[test]
fn a_field_and_its_alias_do_not_come_together() {
    assert!(any_serde::<Named>().agreement().share() > 0.9, "a duplicate field makes a run fail");
}

/// Returns how many levels a tree has.
fn depth(tree: &Tree) -> usize {
    match tree {
        Tree::Leaf(_) => 1,
        Tree::Pair(a, b) => 1 + depth(a).max(depth(b)),
        Tree::Many(trees) => 1 + trees.iter().map(depth).max().unwrap_or(0),
    }
}

#[test]
fn values_of_recursive_types_are_finite() {
    let trees = any_serde::<Tree>();
    let depths: Vec<usize> = (0..300).map(|seed| depth(&trees.sample(seed))).collect();
    assert!(depths.iter().all(|depth| *depth < 60), "{depths:?}");
    assert!(depths.iter().any(|depth| *depth > 3), "{depths:?}");
}

#[test]
fn deeply_nested_values_are_in_range() {
    let chain = (0..20_000).fold(Chain { next: None }, |next, _| Chain { next: Some(Box::new(next)) });
    let chains = any_serde::<Chain>();
    assert!(chains.contains(&chain));
    let choices = chains.reflect_first(&chain).unwrap().unwrap();
    assert!(chains.replay(&choices).is_ok());
    // Dropping it would overflow the stack of this test.
    std::mem::forget(chain);
}

#[test]
fn failures_shrink_to_the_minimum() {
    let records = any_serde::<Vec<Record>>();
    let record = |id| Record { id, name: "a long name".to_owned(), on: Some(true), place: (-7, 1.5) };
    let shrunk = records.shrink(vec![record(3), record(700), record(5)], |all| all.iter().any(|one| one.id >= 500));
    let expected = Record { id: 500, name: String::new(), on: None, place: (0, 0.0) };
    assert_eq!(shrunk.value, [expected]);
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Secret {
    #[serde(skip_serializing, default)]
    secret: u8,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Misspelt {
    #[serde(rename(serialize = "colour"))]
    color: u8,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct Panics(u8);

impl<'de> Deserialize<'de> for Panics {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Panics, D::Error> {
        let number = u8::deserialize(deserializer)?;
        assert!(number < 100, "too large");
        Ok(Panics(number))
    }
}

#[test]
fn disagreements_are_reported() {
    let secrets = any_serde::<Secret>();
    let validation = secrets.validate();
    assert!(validation.unsound.is_some() && validation.why.is_some_and(|why| why.contains("leaves out")));
    assert!(!secrets.contains(&Secret { secret: 5 }) && secrets.contains(&Secret { secret: 0 }));
    let why = secrets.why_not(&Secret { secret: 5 }).unwrap().to_string();
    assert_eq!(
        why,
        "`Deserialize` reads a different value from what `Serialize` wrote; `Serialize` leaves out what tells them apart"
    );
    let report = any_serde::<Misspelt>().agreement();
    assert_eq!(report.disagreements[0].reason, "`Deserialize` fails on what `Serialize` wrote: missing field `color`");
    assert!(!report.is_sound());
}

#[test]
fn panics_of_deserialize_are_reported_and_make_no_value() {
    let values = any_serde::<Panics>();
    assert!((0..200).all(|seed| values.sample(seed).0 < 100));
    let report = values.agreement();
    assert!(report.to_string().contains("`Deserialize` panics: too large"), "{report}");
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
struct Code(String);

impl TryFrom<String> for Code {
    type Error = String;

    fn try_from(text: String) -> Result<Code, String> {
        if text.starts_with("code-") { Ok(Code(text)) } else { Err("not a code".to_owned()) }
    }
}

impl From<Code> for String {
    fn from(code: Code) -> String {
        code.0
    }
}

#[test]
fn texts_are_learnt_from_patterns_and_examples() {
    let codes = any_serde::<HashMap<u8, Code>>();
    let nothing = codes.agreement();
    assert!((0..50).filter_map(|seed| codes.try_sample(seed).ok()).all(|map| map.is_empty()), "{nothing}");
    let known = codes.clone().text("String", regex("code-[0-9]{3}"));
    let example = codes.examples([HashMap::from([(1, Code("code-7".to_owned()))])]);
    for codes in [known, example] {
        let filled = (0..50).filter(|seed| codes.try_sample(*seed).is_ok_and(|map| map.len() > 1)).count();
        assert!(filled > 5, "{filled}");
    }
}

/// A generator learns nothing after its first value, so a seed always makes the same value.
#[test]
fn samples_do_not_depend_on_earlier_samples() {
    let fresh = || any_serde::<(Internal, HashSet<u16>)>().examples([]);
    let (first, second) = (fresh(), fresh());
    (0..50).for_each(|seed| drop(second.try_sample(1_000 + seed)));
    for seed in 0..50 {
        assert_eq!(first.try_sample(seed), second.try_sample(seed));
        let value = first.try_sample(seed).unwrap();
        assert_eq!(first.reflect_first(&value), second.reflect_first(&value));
    }
}

#[derive(Serialize, Deserialize)]
struct Opaque {
    number: u8,
    map: HashMap<u8, u8>,
}

#[test]
fn by_tree_compares_what_is_written() {
    let opaque = any_serde::<Opaque>().by_tree();
    let one = Opaque { number: 7, map: HashMap::from([(1, 2), (3, 4)]) };
    let choices = opaque.reflect_first(&one).unwrap().unwrap();
    let again = opaque.replay(&choices).unwrap();
    assert_eq!((again.number, again.map), (one.number, one.map));
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Borrowed<'a> {
    name: &'a str,
    #[serde(borrow)]
    bytes: Option<&'a [u8]>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind")]
enum BorrowedTag<'a> {
    List {
        #[serde(borrow)]
        names: Vec<&'a str>,
    },
    Unit,
}

laws_of_values_hold! {
    laws_of_borrowed_texts: Borrowed<'static>;
    laws_of_borrowed_texts_in_a_buffer: BorrowedTag<'static>;
}

#[test]
fn borrowed_texts_are_made() {
    let tags = any_serde::<BorrowedTag<'static>>();
    let is_long = |tag: &BorrowedTag<'_>| matches!(tag, BorrowedTag::List { names } if names.len() > 1);
    assert!((0..100).any(|seed| tags.try_sample(seed).is_ok_and(|tag| is_long(&tag))));
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Shop {
    name: String,
    code: Option<Code>,
    codes: Vec<Code>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind")]
enum Stand {
    Fixed { code: Code },
    Moving,
}

#[test]
fn patterns_can_be_named_by_field() {
    let numbered = || regex("code-[0-9]{3}");
    let shops = any_serde::<Shop>().text("Shop.code", numbered()).text(".codes", numbered());
    assert!(shops.agreement().share() > 0.1, "{}", shops.agreement());
    let names: Vec<String> = (0..50).map(|seed| shops.sample(seed).name).collect();
    assert!(!names.iter().any(|name| name.starts_with("code-")), "{names:?}");
    assert!((0..50).any(|seed| shops.sample(seed).codes.len() > 1));
    let stands = any_serde::<Stand>().text(".code", numbered());
    assert!((0..50).any(|seed| matches!(stands.try_sample(seed), Ok(Stand::Fixed { .. }))));
    let others = any_serde::<Shop>().text("hop.code", numbered()).text("Shop.cod", numbered());
    assert!((0..50).filter_map(|seed| others.try_sample(seed).ok()).all(|shop| shop.code.is_none()));
}

fn whole<S: serde::Serializer>(price: &f64, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_f64(price.round())
}

#[test]
fn disagreements_name_the_part() {
    let lines = any_serde::<Vec<(u8, Option<Misspelt>)>>();
    let why = lines.why_not(&vec![(1, None), (2, Some(Misspelt { color: 3 }))]).unwrap().to_string();
    assert!(why.ends_with("`Deserialize` fails at `[1][1]`: missing field `color`"), "{why}");
    let prices = any_serde::<BTreeMap<u8, (bool, Rounded)>>();
    let why = prices.why_not(&BTreeMap::from([(1, (true, Rounded(2.0))), (7, (true, Rounded(2.5)))])).unwrap();
    let expected = "`Deserialize` reads a different value from what `Serialize` wrote; \
                    `Serialize` leaves out what tells them apart";
    assert!(why.to_string().ends_with(expected), "{why}");
    let clamped = any_serde::<BTreeMap<u8, (bool, Clamped)>>();
    let why = clamped.why_not(&BTreeMap::from([(1, (true, Clamped(2))), (7, (true, Clamped(250)))])).unwrap();
    let expected = "`Deserialize` reads a different value from what `Serialize` wrote: at `[7][1]`, 250 becomes 100";
    assert!(why.to_string().ends_with(expected), "{why}");
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Rounded(#[serde(serialize_with = "whole")] f64);

#[derive(Debug, Clone, PartialEq, Serialize)]
struct Clamped(u8);

impl<'de> Deserialize<'de> for Clamped {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Clamped, D::Error> {
        u8::deserialize(deserializer).map(|number| Clamped(number.min(100)))
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Strict {
    number: u8,
    #[serde(skip_deserializing)]
    cache: u8,
}

/// Formats hand out all fields, and so does this one.
#[test]
fn fields_that_deserialize_refuses_are_a_disagreement() {
    let report = any_serde::<Strict>().agreement();
    assert!(report.to_string().contains("unknown field `cache`"), "{report}");
    assert_eq!(report.reflected, 0);
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Endless(Box<Endless>);

#[derive(Debug, Clone, PartialEq)]
struct WritesItself;

impl Serialize for WritesItself {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_newtype_struct("WritesItself", self)
    }
}

impl<'de> Deserialize<'de> for WritesItself {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<WritesItself, D::Error> {
        u8::deserialize(deserializer).map(|_| WritesItself)
    }
}

#[test]
fn impls_that_recurse_forever_are_reported() {
    let error = any_serde::<Endless>().try_sample(1).unwrap_err().to_string();
    assert!(error.contains("recurses forever"), "{error}");
    let report = any_serde::<Endless>().agreement().to_string();
    assert!(report.contains("`Deserialize` fails: it recurses forever"), "{report}");
    let why = any_serde::<WritesItself>().why_not(&WritesItself).unwrap().to_string();
    assert_eq!(why, "`Serialize` fails: it recurses forever");
}
