//! Sizes: `Choices` carry the size they were made at, and a value is in range if some size makes it.

use mirrorcheck::DEFAULT_SIZE;
use mirrorcheck::choices::Outcome;
use mirrorcheck::prelude::*;

use super::*;

/// Only lists of exactly as many elements as the size says, divided by ten: every size has a range of its own.
fn tens() -> impl Reflective<Value = Vec<bool>> + Clone {
    sized(|size| vec(any::<bool>(), (size / 10) as usize))
}

#[test]
fn values_of_every_size_reflect_and_record_it() {
    for length in 0..=10 {
        let value = vec![true; length];
        let choices = tens().reflect_first(&value).unwrap().unwrap();
        // The greatest size that makes it.
        assert_eq!(choices.size(), (length as u32 * 10 + 9).min(DEFAULT_SIZE));
        assert_eq!(tens().replay(&choices), Ok(value.clone()));
        assert_eq!(tens().reflect(&value).next().map(|choices| choices.size()), Some(choices.size()));
        assert_eq!(tens().reflect_likeliest(&value).map(|choices| choices.size()), Some(choices.size()));
        let bytes = tens().to_bytes(&value).unwrap();
        assert_eq!(tens().from_bytes(&bytes), Ok(value.clone()));
        assert!(tens().contains(&value));
        // The text form carries it as well.
        let text = choices.to_string();
        assert_eq!(text.starts_with('@'), length < 10, "{text}");
        assert_eq!(tens().replay(&text.parse().unwrap()), Ok(value));
    }
    assert!(!tens().contains(&vec![true; 11]));
    assert_eq!(tens().reflect(&vec![true; 11]).outcome(), Outcome::Complete);
}

#[test]
fn every_sample_of_a_run_reflects() {
    for value in tens().samples(3).take(303) {
        let choices = tens().reflect_first(&value).unwrap().unwrap();
        assert_eq!(tens().replay(&choices), Ok(value));
    }
    assert!(tens().validate().is_sound());
}

#[test]
fn the_default_size_is_looked_at_first() {
    let up_to = sized(|size| 0..=size);
    for value in 0..=100 {
        assert_eq!(up_to.reflect_first(&value).unwrap().unwrap().size(), DEFAULT_SIZE);
    }
    assert!(!up_to.contains(&101));
    let from = sized(|size| size..=200);
    assert_eq!(from.reflect_first(&150).unwrap().unwrap().size(), DEFAULT_SIZE);
    assert_eq!(from.reflect_first(&7).unwrap().unwrap().to_string(), "@7 7");
}

#[test]
fn probability_and_enumeration_are_those_of_the_default_size() {
    assert_eq!(tens().probability(&vec![true; 10]), 0.5f64.powi(10));
    assert_eq!(tens().probability(&vec![true; 9]), 0.0, "not at the default size");
    assert_eq!(tens().resize(95).probability(&vec![true; 9]), 0.5f64.powi(9));
    assert_eq!(tens().all_values().count(), 1 << 10);
    assert_eq!(tens().resize(39).all_values().count(), 1 << 3);
    assert!(tens().language().all(|choices| choices.size() == DEFAULT_SIZE));
}

#[test]
fn resizing_is_not_seen_from_outside() {
    let fixed = tens().resize(35);
    let choices = fixed.reflect_first(&vec![true; 3]).unwrap().unwrap();
    assert_eq!(choices.size(), DEFAULT_SIZE, "the size of the run, not of the part");
    assert!(!fixed.contains(&vec![true; 10]));
    // The part has its own size, what comes after it that of the run.
    let mixed = (tens().resize(20), sized(exact), tens());
    for (i, (two, size, tens)) in mixed.samples(1).take(101).enumerate() {
        assert_eq!((two.len(), size as usize, tens.len()), (2, i, i / 10));
    }
    let made_at_47 = (vec![true, false], 47, vec![false; 4]);
    let choices = mixed.reflect_first(&made_at_47).unwrap().unwrap();
    assert_eq!(choices.size(), 47);
    assert_eq!(mixed.replay(&choices), Ok(made_at_47));
    assert!(!mixed.contains(&(vec![true, false], 47, vec![false; 5])), "no size makes both");
    // A size beyond the default is possible.
    assert_eq!(sized(exact).resize(1_000).sample(0), 1_000);
    assert!(sized(exact).resize(1_000).contains(&1_000));
}

/// Lists that end when the size is used up, in the usual way of writing sized generators.
#[generator]
fn shrinking() -> List {
    let more = draw(sized(|size| 0..=size).at(|list: &List| match list {
        List::Nil => 0,
        List::Cons(..) => 1,
    }));
    if more == 0 {
        return List::Nil;
    }
    let head = draw(0..=2);
    let tail = draw(resize(0, shrinking()));
    List::Cons(head, Box::new(tail))
}

#[test]
fn a_generator_that_looks_at_the_size_inside() {
    assert!(shrinking().contains(&list_of(&[])));
    assert!(shrinking().contains(&list_of(&[2])));
    assert!(!shrinking().contains(&list_of(&[2, 1])), "at size 0 there is no more");
    let choices = shrinking().reflect_first(&list_of(&[1])).unwrap().unwrap();
    assert_eq!(choices.to_string(), "(1 1 0)");
    assert_eq!(shrinking().replay(&choices), Ok(list_of(&[1])));
}

#[test]
fn text_with_a_size_is_replayed_at_it() {
    let size = sized(exact);
    for n in [0, 1, 99, 100, 101, 5_000, u32::MAX] {
        assert_eq!(size.replay(&format!("@{n}").parse().unwrap()), Ok(n));
        assert_eq!(size.replay(&format!("@{n} ()").parse().unwrap()), Ok(n));
    }
    assert_eq!(size.replay(&"()".parse().unwrap()), Ok(100));
    assert_eq!(size.reflect_first(&30).unwrap().unwrap().to_string(), "@30 ()");
}
