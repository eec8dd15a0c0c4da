//! Values as Rust source: what is written, that it compiles, and that it gives the value back.

use std::fmt::Write;

mod types {
    #![expect(unused_imports, reason = "the same file is compiled with its sources, which name more types")]
    include!("source/types.rs");

    /// Lines that compare what a sample is with what its source says.
    pub(super) fn comparisons() -> Vec<String> {
        let mut all = Vec::new();
        macro_rules! compare {
            ($($type:ty,)*) => { $(
                for seed in 0..4 {
                    if let Some(source) = any::<$type>().sample(seed).source() {
                        all.push(format!("same::<{}>({seed}, {source});", stringify!($type)));
                    }
                }
            )* };
        }
        each_type!(compare);
        all
    }
}

use std::collections::{BTreeMap, BinaryHeap, HashMap, HashSet};
use std::time::{Duration, SystemTime};

use mirrorcheck::prelude::*;
use types::{Empty, Meters, Shape, Tree, Unit};

fn source(value: impl Arbitrary) -> String {
    value.source().unwrap()
}

#[test]
fn numbers_and_texts() {
    assert_eq!(source(-5), "-5");
    assert_eq!(source(u128::MAX), "340282366920938463463374607431768211455");
    assert_eq!(source(1.5), "1.5");
    assert_eq!(source(-0.0), "-0.0");
    assert_eq!(source(1e300), "1e300");
    assert_eq!(source(0.1f32), "0.1");
    assert_eq!(source(f64::NAN), "f64::NAN");
    assert_eq!(source(f32::NEG_INFINITY), "f32::NEG_INFINITY");
    assert_eq!(source(f64::from_bits(f64::NAN.to_bits() | 1)), "f64::from_bits(0x7ff8000000000001)");
    assert_eq!(source('\''), r"'\''");
    assert_eq!(source('\u{7f}'), r"'\u{7f}'");
    assert_eq!(source("a\"\n\\é".to_owned()), r#""a\"\n\\é".to_owned()"#);
    assert_eq!(source(Box::<str>::from("a")), r#"Box::from("a")"#);
    assert_eq!(source(true), "true");
}

#[test]
fn floats_come_back_bit_by_bit() {
    forall(any::<f64>(), |value| {
        let source = value.source().unwrap();
        let again = match source.as_str() {
            "f64::NAN" => f64::NAN,
            "f64::INFINITY" => f64::INFINITY,
            "f64::NEG_INFINITY" => f64::NEG_INFINITY,
            bits if bits.starts_with("f64::from_bits(0x") => {
                f64::from_bits(u64::from_str_radix(&bits[17..bits.len() - 1], 16).unwrap())
            }
            literal => literal.parse().unwrap(),
        };
        assert_eq!(again.to_bits(), value.to_bits(), "{source}");
    });
}

#[test]
fn what_holds_other_values() {
    assert_eq!(source((1, 'a')), "(1, 'a')");
    assert_eq!(source((1,)), "(1,)");
    assert_eq!(source(()), "()");
    assert_eq!(source(vec![Some(1), None]), "vec![Some(1), None]");
    assert_eq!(source([[1, 2], [3, 4]]), "[[1, 2], [3, 4]]");
    assert_eq!(source(Ok::<u8, String>(1)), "Ok(1)");
    assert_eq!(source(std::rc::Rc::new(1)), "::std::rc::Rc::new(1)");
    assert_eq!(source(std::cell::RefCell::new(1)), "::std::cell::RefCell::new(1)");
    assert_eq!(source(std::borrow::Cow::Borrowed("a")), "::std::borrow::Cow::Owned(\"a\".to_owned())");
    assert_eq!(
        source(BTreeMap::from([(1, 'a'), (2, 'b')])),
        "::std::collections::BTreeMap::from([(1, 'a'), (2, 'b')])"
    );
    let map = HashMap::<u8, char>::from([(2, 'b'), (1, 'a'), (3, 'c')]);
    assert_eq!(source(map), "::std::collections::HashMap::from_iter([(1, 'a'), (2, 'b'), (3, 'c')])");
    assert_eq!(source(HashSet::<u8>::from([2, 1])), "::std::collections::HashSet::from_iter([1, 2])");
    assert_eq!(source(BinaryHeap::from([1, 2])), "::std::collections::BinaryHeap::from([1, 2])");
}

#[test]
fn the_standard_library() {
    assert_eq!(source(1..5), "1..5");
    assert_eq!(source(-1..=5), "-1..=5");
    assert_eq!(source((1..2)..(3..4)), "(1..2)..(3..4)");
    assert_eq!(source(..), "..");
    assert_eq!(source(Duration::from_millis(1_500)), "::std::time::Duration::new(1, 500000000)");
    let before = SystemTime::UNIX_EPOCH - Duration::from_secs(1);
    assert_eq!(source(before), "::std::time::SystemTime::UNIX_EPOCH - ::std::time::Duration::new(1, 0)");
    assert_eq!(source(std::num::NonZero::<i8>::MIN), "::std::num::NonZero::new(-128).unwrap()");
    let address: std::net::IpAddr = "127.0.0.1".parse().unwrap();
    assert_eq!(source(address), "\"127.0.0.1\".parse::<::std::net::IpAddr>().unwrap()");
}

#[test]
fn derived_types() {
    assert_eq!(source(Tree::Leaf), "Tree::Leaf");
    let node = Tree::Node(Box::new(Tree::Leaf), 5, Box::new(Tree::Leaf));
    assert_eq!(source(node), "Tree::Node(Box::new(Tree::Leaf), 5, Box::new(Tree::Leaf))");
    assert_eq!(
        (source(Unit), source(Empty {}), source(Meters(-1))),
        ("Unit".into(), "Empty {}".into(), "Meters(-1)".into())
    );
    assert_eq!(
        source(Shape::Named { r#type: 7, name: "ab".to_owned(), count: 0 }),
        "Shape::Named { r#type: 7, name: \"ab\".to_owned(), count: 0 }"
    );
    assert_eq!(source(Shape::Pair(vec![1], Some(Meters(2)))), "Shape::Pair(vec![1], Some(Meters(2)))");
    assert_eq!(Shape::Never(1).source(), None);
}

#[test]
fn a_part_without_a_source_leaves_the_whole_without_one() {
    #[derive(Debug, Clone, PartialEq)]
    struct Opaque(u8);

    #[derive(Debug, Clone, PartialEq, Arbitrary)]
    enum Holder {
        Nothing,
        Holds(#[arbitrary(with = (0..=9).convert(Opaque, |opaque| Some(opaque.0)))] Opaque, u8),
    }
    assert_eq!(Holder::Holds(Opaque(1), 2).source(), None);
    assert_eq!(vec![Holder::Nothing, Holder::Holds(Opaque(1), 2)].source(), None);
    assert_eq!(source(vec![Holder::Nothing]), "vec![Holder::Nothing]");
}

#[test]
fn what_is_too_long_or_too_deep_has_none() {
    assert_eq!(vec![1u8; 1_000_000].source(), None);
    assert_eq!("a".repeat(10_001).source(), None);
    assert!(vec![1u8; 1_000].source().is_some());
    let mut deep = Tree::Leaf;
    for key in 0..100_000 {
        deep = Tree::Node(Box::new(Tree::Leaf), key, Box::new(deep));
    }
    assert_eq!(deep.source(), None);
    // It is taken apart without recursion.
    while let Tree::Node(_, _, right) = deep {
        deep = *right;
    }
    assert_eq!(source(deep), "Tree::Leaf");
}

#[test]
fn sources_compile_and_give_the_value_back() {
    let comparisons = types::comparisons();
    assert!(comparisons.len() > 200, "{}", comparisons.len());
    let types = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/source/types.rs");
    let mut file = format!(
        "#![allow(unused_imports, unused_macros, reason = \"each value needs some of them\")]\ninclude!({types:?});\n"
    );
    file += "fn same<T: Arbitrary + PartialEq + std::fmt::Debug>(seed: u64, pasted: T) {\n    \
             assert_eq!(pasted, any::<T>().sample(seed));\n}\n\nfn main() {\n";
    for line in &comparisons {
        writeln!(file, "    {line}").unwrap();
    }
    file += "}\n";
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("pasted_sources.rs");
    std::fs::write(&path, file).unwrap();
    trybuild::TestCases::new().pass(path);
}
