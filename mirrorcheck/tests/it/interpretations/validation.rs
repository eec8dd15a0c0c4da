//! `validate`, `validate_for`, `validate_against`.

use mirrorcheck::choices::{Ask, Names, Number, Overlap};
use mirrorcheck::prelude::*;
use mirrorcheck::{Cx, OutOfFuel, Rejected};

use super::*;

#[test]
fn honest_generators_are_sound() {
    fn check<G: Reflective + Clone>(name: &str, generator: &G)
    where
        G::Value: Value,
    {
        let report = generator.validate();
        assert!(report.is_sound(), "{name}: {report}");
        assert_eq!(report.gave_up, None, "{name}");
        assert!(report.cases > 100, "{name}: {report}");
    }
    on_every_kind!(check);
}

#[test]
fn a_report_reads_well() {
    assert_eq!(bst(1, 20).validate().to_string(), "sound on 303 values\noverlap: one way to each value");
    let report = (0..=9).convert(|n| n + 1, |n| Some(*n)).validate();
    let (shown, why) = (report.unsound.clone().unwrap(), report.why.clone().unwrap());
    assert_eq!(why, "`convert` does not round-trip this value");
    assert_eq!(
        report.to_string(),
        format!(
            "not sound, tested on 303 values:\n  makes what it cannot take apart: {shown}\n    {why}\n\
             overlap: one way to each value"
        )
    );
}

/// Digits, with a backward direction that is written by hand, and wrong.
#[derive(Clone)]
struct ByHand(fn(&u8) -> Option<(u8, u8)>);

impl Generator for ByHand {
    type Value = u8;

    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, u8>) -> Result<u8, Rejected> {
        let ask = Ask::uniform(9, Names::Numbers(Number::from(0u8)));
        match focus {
            // The number that is chosen, and the one that is given back.
            Focus::On(value) => {
                let (chosen, given) = (self.0)(value).ok_or(Rejected)?;
                cx.choose(&ask, Some(chosen.into()))?;
                Ok(given)
            }
            _ => cx.choose(&ask, None).map(|n| n as u8),
        }
    }
}

impl Reflective for ByHand {}

#[test]
fn planted_faults_are_found() {
    assert!(ByHand(|&n| Some((n, n))).validate().is_sound());
    let rejects = ByHand(|&n| (n != 4).then_some((n, n))).validate();
    assert_eq!((rejects.unsound.as_deref(), rejects.is_sound()), (Some("4"), false));
    assert!(rejects.not_a_projection.is_none());
    let records_another = ByHand(|&n| Some((if n == 4 { 5 } else { n }, n))).validate();
    assert_eq!((records_another.not_a_projection.as_deref(), records_another.is_sound()), (Some("4"), false));
    assert!(records_another.unsound.is_none());
    let gives_another = ByHand(|&n| Some((n, if n == 4 { 5 } else { n }))).validate();
    assert_eq!((gives_another.not_a_projection.as_deref(), gives_another.is_sound()), (Some("4"), false));
    assert!(!(0..=9).convert(|n| n + 1, |n| Some(*n)).validate().is_sound(), "not an inverse");
    assert!(!(0..=9).convert(|n| n + 1, |_| None).validate().is_sound(), "no inverse");
    // Found inside of something larger, too.
    assert!(!vec((any::<bool>(), ByHand(|&n| (n != 4).then_some((n, n)))), 0..=5).validate().is_sound());
}

#[test]
fn a_wrong_claim_beyond_the_range_is_found_by_candidates() {
    // Takes everything for a digit; no sample of its own shows that.
    let greedy = ByHand(|&n| Some((n % 10, n)));
    assert!(greedy.validate().is_sound());
    let report = greedy.validate_for(&(0..=99u8), |_| true);
    assert!(report.not_a_projection.is_some() && !report.is_sound(), "{report}");
}

#[test]
fn overlap_is_told_apart() {
    assert_eq!(bst(1, 20).validate().overlap, Overlap::One);
    let Overlap::Finite(2, value) = oneof([0..=6, 4..=9]).validate().overlap else { panic!("two ways to some") };
    assert!((4..=6).contains(&value.parse::<i32>().unwrap()), "{value}");
    assert!(matches!(element_of(&[1, 1, 1, 2]).validate().overlap, Overlap::Finite(3, value) if value == "1"));
    // As many ways as the list is long are many, not exponentially many.
    let one_is_marked = vec(0..=3u8, 0..=40)
        .at(|items: &Vec<u8>| items.clone())
        .then(|items| (0..=items.len()).at(|_: &Vec<u8>| Some(0)).then(move |_| exact(items.clone())));
    assert_eq!(one_is_marked.validate().overlap, Overlap::One, "only the way that `at` shows is taken");
    assert!(matches!(long_nats().validate().overlap, Overlap::Exponential(ways, _) if ways > 500));
    assert!(matches!(linear(0).validate().overlap, Overlap::Finite(ways, _) if ways > 10));
    assert!(matches!(with_a_no_op().validate().overlap, Overlap::Unbounded(_)));
    let report = with_a_no_op().validate();
    assert!(report.is_sound(), "overlap is no fault");
    assert!(report.to_string().contains("overlap: infinite, at "), "{report}");
    assert!(long_nats().validate().to_string().contains("overlap: exponential, "));
    assert!(oneof([0..=6, 4..=9]).validate().to_string().contains("overlap: up to 2 ways, to "));
}

/// Sums of ones and twos that seldom end.
#[generator]
fn long_nats() -> Nat {
    pick([
        (1, "Z", Nat::Z),
        (4, "S", {
            let n = draw(long_nats());
            Nat::S(Box::new(n))
        }),
        (4, "SS", {
            let n = draw(long_nats());
            Nat::S(Box::new(Nat::S(Box::new(n))))
        }),
    ])
}

/// One of the successors is special: as many ways as there are successors.
#[generator]
fn linear(seen: u8) -> Nat {
    pick([
        (1, "Z", {
            assume(seen == 1);
            Nat::Z
        }),
        (12, "S", {
            let n = draw(linear(seen));
            Nat::S(Box::new(n))
        }),
        (i32::from(seen == 0), "special", {
            let n = draw(linear(1));
            Nat::S(Box::new(n))
        }),
    ])
}

#[test]
fn what_comes_to_no_end_is_no_fault_but_is_told() {
    #[generator]
    fn undecided() -> (u8, bool) {
        let n =
            draw((0..=9u8).try_at(|whole: &(u8, bool)| if whole.0 == 3 { Err(OutOfFuel) } else { Ok(Some(whole.0)) }));
        let b = draw(any::<bool>());
        (n, b)
    }
    let report = undecided().validate();
    assert!(report.is_sound());
    assert!(report.gave_up.as_deref().is_some_and(|value| value.starts_with("(3, ")), "{report}");
    assert!(report.to_string().contains("gave up on: (3, "), "{report}");
}

/// Trees in no order.
#[generator]
fn trees(depth: u32) -> Tree {
    pick([
        (1, "leaf", Tree::Leaf),
        (depth, "node", {
            let left = draw(trees(depth - 1));
            let key = draw(1..=4);
            let right = draw(trees(depth - 1));
            Tree::Node(Box::new(left), key, Box::new(right))
        }),
    ])
}

fn keys(tree: &Tree) -> Vec<i32> {
    match tree {
        Tree::Leaf => vec![],
        Tree::Node(left, key, right) => [keys(left), vec![*key], keys(right)].concat(),
    }
}

fn is_ordered(tree: &Tree) -> bool {
    keys(tree).is_sorted_by(|a, b| a < b)
}

#[test]
fn a_predicate_tests_external_soundness_and_completeness() {
    let report = bst(1, 4).validate_for(&trees(3), is_ordered);
    assert!(report.is_sound(), "{report}");
    let unsound = trees(4).validate_for(&bst(1, 4), is_ordered);
    assert!(unsound.externally_unsound.is_some() && unsound.externally_incomplete.is_none(), "{unsound}");
    assert!(unsound.to_string().contains("makes a value that it should not: Node("), "{unsound}");
    let incomplete = bst(2, 4).validate_for(&trees(3), is_ordered);
    assert!(incomplete.externally_unsound.is_none() && incomplete.externally_incomplete.is_some(), "{incomplete}");
    assert!(incomplete.to_string().contains("does not make a value that it should: Node("), "{incomplete}");
    assert!(!unsound.is_sound() && !incomplete.is_sound());
}

#[test]
fn a_new_version_is_tested_against_the_old() {
    /// The same trees, key first into the left.
    #[generator]
    fn rewritten(lo: i32, hi: i32) -> Tree {
        if lo <= hi {
            oneof([
                {
                    let key = draw(lo..=hi);
                    let right = draw(rewritten(key + 1, hi));
                    let left = draw(rewritten(lo, key - 1));
                    Tree::Node(Box::new(left), key, Box::new(right))
                },
                Tree::Leaf,
            ])
        } else {
            Tree::Leaf
        }
    }
    assert!(rewritten(1, 6).validate_against(&bst(1, 6)).is_sound());
    assert!(bst(1, 6).validate_against(&rewritten(1, 6)).is_sound());
    let narrower = bst(1, 5).validate_against(&bst(1, 6));
    assert!(narrower.externally_incomplete.is_some() && narrower.externally_unsound.is_none(), "{narrower}");
    let wider = bst(1, 7).validate_against(&bst(1, 6));
    assert!(wider.externally_unsound.is_some() && wider.externally_incomplete.is_none(), "{wider}");
    assert!((0..=9).validate_against(&oneof([0..=5, 3..=9])).is_sound(), "how likely values are does not matter");
}

#[test]
fn a_generator_that_makes_nothing_is_not_called_sound() {
    let report = mirrorcheck::void::<u8>().validate();
    assert_eq!((report.cases, report.is_sound()), (0, false));
    assert_eq!(report.to_string(), "nothing was tested: the generator makes no values");
}
