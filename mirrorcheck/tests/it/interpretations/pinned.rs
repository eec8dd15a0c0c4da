//! What a seed makes is a contract: a seed in a report must mean the same tomorrow. One line for each base generator, so
//! that a change of the random source or of a generator is noticed.

use mirrorcheck::prelude::*;

use super::*;

#[test]
fn seeds_make_the_same_values_for_ever() {
    fn check<G: Reflective + Clone>(differ: &mut Vec<String>, name: &str, generator: &G, expected: &str)
    where
        G::Value: Value,
    {
        let seeds: Vec<G::Value> = (0..3).map(|seed| generator.sample(seed)).collect();
        let cases: Vec<G::Value> = generator.samples(0).take(3).collect();
        let made = format!("{seeds:?} {cases:?}");
        if made != expected {
            differ.push(format!("{name}: {made}"));
        }
    }
    let differ = &mut Vec::new();
    check(differ, "0..=9u8", &(0..=9u8), r#""#);
    check(differ, "0..1000u16", &(0..1000u16), r#""#);
    check(differ, "-5..=5i8", &(-5..=5i8), r#""#);
    check(differ, "u32", &(0..=u32::MAX), r#""#);
    check(differ, "i32", &(i32::MIN..=i32::MAX), r#""#);
    check(differ, "u64", &(0..=u64::MAX), r#""#);
    check(differ, "i64", &(i64::MIN..=i64::MAX), r#""#);
    check(differ, "u128", &(0..=u128::MAX), r#""#);
    check(differ, "i128", &(i128::MIN..=i128::MAX), r#""#);
    check(differ, "usize", &(0..=9usize), r#""#);
    check(differ, "isize", &(-9..9isize), r#""#);
    check(differ, "i16", &(i16::MIN..=i16::MAX), r#""#);
    check(differ, "lowercase", &('a'..='z'), r#""#);
    check(differ, "char", &('\0'..=char::MAX), r#""#);
    check(differ, "bool", &any::<bool>(), r#""#);
    check(differ, "unit", &any::<()>(), r#""#);
    check(differ, "pair", &(0..=9u8, 'a'..='z'), r#""#);
    check(differ, "array", &[0..=9u8, 0..=9, 0..=9], r#""#);
    check(differ, "vec", &vec(0..=9u8, 0..=4), r#""#);
    check(differ, "option", &option(0..=9u8), r#""#);
    check(differ, "element_of", &element_of(&NAMES), r#""#);
    check(differ, "exact", &exact(1), r#""#);
    check(differ, "oneof", &oneof([0..=9, 50..=59]), r#""#);
    check(differ, "frequency", &frequency([(1, 0..=9), (9, 50..=59)]), r#""#);
    check(differ, "labeled", &labeled([("a", 0..=9), ("b", 50..=59)]), r#""#);
    check(differ, "pick", &pick([(0, "never", 90..=99), (1, "a", 0..=9), (2, "b", 50..=59)]), r#""#);
    check(differ, "pick_from", &pick_from([(1, "a", 0..=9), (2, "b", 50..=59)]), r#""#);
    check(differ, "convert", &words(), r#""#);
    check(differ, "such_that", &(0..=99u8).such_that(|n| n % 7 == 0), r#""#);
    check(differ, "sized", &sized(|size| 0..=size), r#""#);
    check(differ, "resize", &sized(|size| 0..=size).resize(9), r#""#);
    check(differ, "then", &counted(), r#""#);
    check(differ, "derivative", &(0..=9u8, 0..=9u8).derivative(3), r#""#);
    check(differ, "generator", &list(), r#""#);
    check(differ, "bst", &bst(1, 3), r#""#);
    assert!(differ.is_empty(), "these seeds make other values now:\n{}", differ.join("\n"));
}

/// Their choices as well.
#[test]
fn seeds_make_the_same_choices_for_ever() {
    let choices = |seed| bst(1, 9).randomness(seed).to_string();
    let all: Vec<String> = (0..4).map(choices).collect();
    assert_eq!(all, [""; 4]);
}
