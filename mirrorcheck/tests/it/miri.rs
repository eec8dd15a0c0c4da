//! Few cases through all of the library's `unsafe` code: CI runs these under Miri, which checks each access to memory, where
//! a toolchain with Miri can be installed.

use mirrorcheck::effects::{self, Group, on_group, on_next, on_shrink};
use mirrorcheck::prelude::*;
use mirrorcheck::{Checker, regex};

#[property]
fn an_empty_property(n: u8) {
    let _ = n;
}

/// The body draws through a pointer to the run that it is lent; texts of ASCII are not checked again.
#[property(cases = 5)]
fn a_body_draws(list: Vec<u8>) {
    let word = draw(regex("[a-z]{2,40}"));
    label(if list.is_empty() { "empty" } else { "some" });
    let nested = draw(from_fn(|| draw(0..=9) + draw(0..=9)));
    assume(nested != 18);
    assert!((2..=40).contains(&word.len()) && nested < 18);
}

#[property(cases = 5, jobs = 2)]
fn many_threads(pair: (bool, Option<u8>)) {
    let _ = pair;
}

#[property]
#[should_panic(expected = "  n: 3\n")]
fn a_failure_is_shrunk_and_reported(n: u8) {
    let drawn = draw(any::<bool>());
    assert!(n < 3, "{drawn}");
}

/// Without a macro, draws are shown by their types, whose names are forgotten.
#[test]
fn what_a_closure_draws_is_shown() {
    let report = Checker::new(0..=9).cases(5).examine(|_| draw(any::<u8>()) > 0 && !draw(any::<String>()).is_empty());
    let draws = &report.failures[0].draws;
    assert!(draws.iter().any(|(_, text)| text == "0"), "{draws:?}");
}

#[test]
fn handlers_are_asked() {
    let generator = from_fn(|| {
        let next = on_next(|w0, w1| !effects::next(w1, w0));
        let shrink = on_shrink(effects::shrink);
        let group = on_group(Group::open);
        let handled = || {
            effects::group(|| effects::with(on_next(|_, _| effects::next(1, 1)), || draw(0..=3)));
            (effects::next(1, 2), effects::shrink(1), draw(vec(any::<bool>(), 0..3)))
        };
        effects::with(next, || effects::with(shrink, || effects::with(group, handled)))
    });
    assert_eq!(generator.sample(1), generator.sample(1));
    let report = Checker::new(&generator).cases(5).examine(|(_, _, list)| list.is_empty());
    assert!(report.failures.iter().all(|failure| failure.value.2.len() == 1), "{report:?}");
    let rejected = from_fn(|| effects::with(on_next(|_, _| effects::discard()), || draw(any::<bool>())));
    assert!(rejected.try_sample(1).is_err());
}

#[test]
fn a_value_is_reflected_on() {
    let generator = (vec(0..=9u8, 0..4), regex("a(b|c)*"));
    let value = (vec![3, 1], "abc".to_owned());
    let choices = generator.reflect(&value).next().unwrap();
    assert_eq!(generator.replay(&choices).unwrap(), value);
    assert!(!generator.contains(&(vec![10], "a".to_owned())));
}
