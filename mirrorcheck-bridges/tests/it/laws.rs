//! The laws of generators that only run forward.

use std::fmt::Debug;

use mirrorcheck::prelude::*;
use mirrorcheck::{Checker, ReplayError};

/// Checks that the choices alone determine the value, wherever they come from.
#[track_caller]
pub(crate) fn check<G>(generator: G)
where
    G: Generator + Clone,
    G::Value: PartialEq + Debug,
{
    for seed in 0..200 {
        let generator = resize(seed as u32 % 101, generator.clone());
        let Ok(value) = generator.try_sample(seed) else { continue };
        assert_eq!(generator.try_sample(seed).as_ref(), Ok(&value), "a sample is a function of its seed");
        let choices = generator.randomness(seed);
        assert_eq!(generator.replay(&choices).as_ref(), Ok(&value), "replay of {choices}");
        let read: Choices = choices.to_string().parse().unwrap();
        assert_eq!(generator.replay(&read).as_ref(), Ok(&value), "replay of {choices}, read from text");
        let nothing: Choices = "".parse().unwrap();
        assert!(matches!(generator.replay(&nothing), Err(ReplayError::TooShort { .. })));
        let bytes: Vec<u8> = (0..100).map(|i| (i * 37 + seed) as u8).collect();
        assert_eq!(generator.from_bytes(&bytes), generator.from_bytes(&bytes), "a value is a function of its bytes");
    }
    assert!(generator.all_values().next().is_some(), "there are no values");
}

/// Returns what failures from ten seeds shrink to, and checks that each can be replayed.
#[track_caller]
pub(crate) fn shrunk<G>(generator: G, fails: impl Fn(&G::Value) -> bool) -> Vec<G::Value>
where
    G: Generator + Clone,
    G::Value: PartialEq + Debug + Clone,
{
    let of_seed = |seed| {
        let report = Checker::new(generator.clone()).cases(5_000).seed(seed).examine(|value| !fails(&value));
        let failure = report.failures.first().expect("some value fails");
        assert!(fails(&failure.value), "{:?} does not fail", failure.value);
        assert_eq!(generator.replay(&failure.choices).as_ref(), Ok(&failure.value), "replay of {}", failure.choices);
        failure.value.clone()
    };
    (0..10).map(of_seed).collect()
}
