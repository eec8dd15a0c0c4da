//! `derivative`, `choices_now`, `value_now`, `is_void`.

use mirrorcheck::choices::{Outcome, Ways};
use mirrorcheck::prelude::*;
use mirrorcheck::{Choice, Derivative, void};

use super::*;

fn after<G: Generator + Clone>(generator: &G, choices: &[Choice]) -> Option<Derivative<G>> {
    let (first, rest) = choices.split_first()?;
    Some(rest.iter().fold(generator.derivative(first), |left, choice| left.derivative(choice)))
}

#[test]
fn a_value_is_made_choice_by_choice() {
    fn check<G: Reflective + Clone>(name: &str, generator: &G)
    where
        G::Value: Value,
    {
        for seed in 0..8 {
            let (value, choices) = (generator.sample(seed), generator.randomness(seed));
            let sequence: Vec<Choice> = choices.sequence().collect();
            let Some(whole) = after(generator, &sequence) else {
                assert_eq!(generator.value_now(), Some(value), "{name}");
                continue;
            };
            assert_eq!(whole.value_now(), Some(value), "{name}: {choices}");
            assert!(whole.choices_now().is_empty(), "{name}: {choices}");
            assert!(whole.derivative(0).is_void(), "{name}: nothing is left to choose");
            // Before the last choice there is no value yet, and the choice is among those there are.
            let (last, before) = sequence.split_last().unwrap();
            let (now, is_void, nothing_yet) = match after(generator, before) {
                Some(left) => (left.choices_now(), left.is_void(), left.value_now().is_none()),
                None => (generator.choices_now(), generator.is_void(), generator.value_now().is_none()),
            };
            assert!(!is_void && nothing_yet, "{name}: {choices}");
            if now.len() < 1_000 {
                assert!(now.iter().any(|choice| choice == *last), "{name}: {last} is none of {now:?}");
            }
        }
    }
    on_every_kind!(check);
}

#[test]
fn what_is_left_runs_in_every_direction() {
    let pairs = (0..=9, labeled([("a", exact('a')), ("b", exact('b'))]));
    let left = pairs.derivative(5);
    assert!((0..50).all(|seed| left.sample(seed).0 == 5));
    assert_eq!(left.samples(0).take(20).filter(|pair| pair.0 == 5).count(), 20);
    assert_eq!(left.all_values().collect::<Vec<_>>(), [(5, 'a'), (5, 'b')]);
    assert_eq!(left.language().map(|choices| choices.to_string()).collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(left.reflect(&(5, 'b')).map(|choices| choices.to_string()).collect::<Vec<_>>(), ["b"]);
    assert_eq!(left.replay(&"b".parse().unwrap()), Ok((5, 'b')));
    assert_eq!(left.randomness(3).labels(), [left.sample(3).1.to_string()]);
    assert_eq!(left.probability(&(5, 'b')), 0.5);
    assert_eq!(left.probability(&(4, 'b')), 0.0);
    assert!(left.contains(&(5, 'a')) && !left.contains(&(6, 'a')));
    assert_eq!(left.to_bytes(&(5, 'b')).and_then(|bytes| left.from_bytes(&bytes).ok()), Some((5, 'b')));
    assert_eq!(left.reflect_likeliest(&(5, 'a')).unwrap().labels(), ["a"]);
    assert!(left.validate().is_sound());
    assert_eq!(left.complete(&sketch!((_, 'b')), 1), Some((5, 'b')));
    assert_eq!(left.complete(&sketch!((6, _)), 1), None);
}

#[test]
fn what_is_left_of_every_kind_is_a_part_of_it() {
    fn check<G: Reflective + Clone>(name: &str, generator: &G)
    where
        G::Value: Value,
    {
        for seed in 0..4 {
            let choices = generator.randomness(seed);
            let Some(first) = choices.sequence().next() else { return };
            let left = generator.derivative(first);
            for value in (0..4).map(|seed| left.sample(seed)) {
                assert_eq!(generator.try_contains(&value), Ok(true), "{name}: {value:?}");
                let rest = left.reflect_first(&value).unwrap().unwrap_or_else(|| panic!("{name}: {value:?}"));
                assert_eq!(left.replay(&rest).as_ref(), Ok(&value), "{name}: {rest}");
                let bytes = left.to_bytes(&value).unwrap();
                assert_eq!(left.from_bytes(&bytes).as_ref(), Ok(&value), "{name}");
            }
        }
    }
    on_every_kind!(check);
}

#[test]
fn the_choices_now_are_those_of_the_next_choice() {
    let now = bst(1, 9).choices_now();
    assert_eq!(now.weighted().collect::<Vec<_>>(), [(1, Choice::from("leaf")), (5, Choice::from("node"))]);
    assert_eq!(
        bst(1, 9).derivative("node").choices_now().iter().collect::<Vec<_>>(),
        (1..=9).map(Choice::from).collect::<Vec<_>>()
    );
    assert_eq!(bst(1, 9).derivative("node").derivative(9).choices_now().len(), 2);
    assert_eq!(bst(1, 1).derivative("node").derivative(1).value_now(), Some(node(leaf(), 1, leaf())));
    let named: Vec<Choice> = ('x'..='z').choices_now().iter().collect();
    assert_eq!(named, [Choice::from('x'), Choice::from('y'), Choice::from('z')]);
    let unnamed: Vec<String> = oneof([0..=1, 5..=6]).choices_now().iter().map(|choice| choice.to_string()).collect();
    assert_eq!(unnamed, ["#0", "#1"]);
    assert_eq!(
        frequency([(0, exact(1)), (4, exact(2))]).choices_now().weighted().collect::<Vec<_>>(),
        [(4, Choice::Index(1))]
    );
    assert_eq!((0..=u128::MAX).choices_now().len(), u128::MAX);
    assert_eq!((i128::MIN..=i128::MAX).choices_now().iter().nth(1), Some(Choice::from(1)));
    assert!(exact(1).choices_now().is_empty());
    assert!(void::<u8>().choices_now().is_empty());
}

#[test]
fn choices_are_named_in_several_ways() {
    assert_eq!(any::<bool>().derivative(true).value_now(), Some(true));
    assert_eq!(any::<bool>().derivative("true".to_owned()).value_now(), Some(true));
    assert_eq!(('a'..='z').derivative('q').value_now(), Some('q'));
    assert_eq!(('a'..='z').derivative("q").value_now(), Some('q'));
    assert_eq!(labeled([("q", exact(1))]).derivative('q').value_now(), Some(1));
    assert_eq!((-9..=9i64).derivative(-3i8).value_now(), Some(-3));
    assert_eq!((-9..=9i64).derivative(3u128).value_now(), Some(3));
    assert_eq!(oneof([exact(7), exact(8)]).derivative(1).value_now(), Some(8));
    assert_eq!(oneof([exact(7), exact(8)]).derivative(Choice::Index(1)).value_now(), Some(8));
    assert_eq!((i128::MIN..=i128::MAX).derivative(i128::MIN).value_now(), Some(i128::MIN));
    assert_eq!((0..=u128::MAX).derivative(u128::MAX).value_now(), Some(u128::MAX));
}

#[test]
fn a_choice_that_is_not_there_leaves_nothing() {
    for left in [bst(1, 9).derivative("twig"), bst(1, 9).derivative("node").derivative(10), bst(1, 9).derivative(1)] {
        assert!(left.is_void());
        assert_eq!(left.value_now(), None);
        assert!(left.choices_now().is_empty());
        assert!(left.try_sample(0).is_err());
        assert_eq!(left.samples(0).next(), None);
        assert_eq!(left.all_values().next(), None);
        assert!(!left.contains(&leaf()));
        assert_eq!(left.reflect(&leaf()).count(), 0);
    }
    // An alternative of weight 0 is not there either.
    assert!(pick([(0, "never", exact(1)), (1, "always", exact(2))]).derivative("never").is_void());
}

#[test]
fn the_choices_are_made_inside_a_larger_generator() {
    let fixed = vec((0..=9).derivative(4), 3);
    assert_eq!(fixed.sample(1), [4, 4, 4]);
    assert_eq!(fixed.randomness(1).labels(), ["3"]);
    assert_eq!(fixed.reflect_first(&vec![4, 4, 4]).unwrap().unwrap().labels(), ["3"]);
    let nested = (bst(1, 9).derivative("node"), any::<bool>());
    assert!((0..20).all(|seed| nested.sample(seed).0 != leaf()));
    assert_eq!(
        nested.derivative(3).derivative("leaf").derivative("leaf").derivative(true).value_now(),
        Some((node(leaf(), 3, leaf()), true))
    );
    for value in nested.samples(1).take(30) {
        let choices = nested.reflect_first(&value).unwrap().unwrap();
        assert_eq!(nested.replay(&choices), Ok(value));
    }
    // What is left of what is left.
    let again = bst(1, 9).derivative("node").derivative(5);
    let boxed: Box<dyn Reflective<Value = Tree>> = again.boxed();
    assert_eq!(boxed.choices_now().len(), 2);
}

#[test]
fn overlap_is_that_of_the_ways_that_are_left() {
    let generator = labeled([("low", 0..=6), ("high", 4..=9)]);
    assert_eq!(generator.reflect(&5).count(), 2);
    assert_eq!(generator.derivative("low").reflect(&5).count(), 1);
    assert_close(generator.derivative("low").probability(&5), 1.0 / 7.0, &"given the first choice");
    // 1 + (1+1+1+1 in 5 ways): after a first "S" the rest is 4, after "SS" it is 3.
    assert_eq!(ones_and_twos().derivative("S").reflect(&nat(5)).count(), 5);
    assert_eq!(ones_and_twos().derivative("SS").reflect(&nat(5)).count(), 3);
    assert_close(ones_and_twos().derivative("SS").probability(&nat(5)), ones_and_twos().probability(&nat(3)), &"SS");
}

#[test]
fn overlap_that_is_left_is_shared_too() {
    let generator = ones_and_twos().derivative("S").derivative("SS");
    assert_eq!(generator.reflect(&nat(93)).ways(), Ways::Finite(4_660_046_610_375_530_309));
    let generator = with_a_no_op().derivative("S");
    let ways = generator.reflect(&nat(2));
    assert_eq!(ways.outcome(), Outcome::Infinite);
    assert_close(generator.probability(&nat(2)), with_a_no_op().probability(&nat(1)), &"after an S");
    assert_eq!(ways.take(10).filter(|choices| generator.replay(choices) == Ok(nat(2))).count(), 10);
    assert!(generator.contains(&nat(1)) && !generator.contains(&nat(0)));
    let twice_round = with_a_no_op().derivative("inf").derivative("inf");
    assert_eq!(twice_round.reflect_likeliest(&nat(1)).unwrap().labels(), ["S", "Z"]);
}
