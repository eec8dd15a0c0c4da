//! Every form of the language, as users write it, in both directions.

mod backward;
mod choices;
mod combinators;
mod constants;
mod control;
mod forward;
mod lints;
mod names;
mod parts;
mod results;
mod signatures;
mod sizes;

use std::fmt::Debug;

use mirrorcheck::choices::{Answerer, Ask};
use mirrorcheck::prelude::*;
use mirrorcheck::{Choice, Rejected};

/// A generator with finitely many values makes exactly these, each as often forward as backward, and surely one.
#[track_caller]
fn makes<G>(generator: &G, values: &[G::Value])
where
    G: Reflective + Clone,
    G::Value: PartialEq + Debug,
{
    let total = makes_if_any(generator, values);
    assert!((total - 1.0).abs() < 1e-9, "the probabilities add up to {total}");
}

/// Every sequence of choices is one way back, and all values together are as likely as the generator comes to something.
#[track_caller]
fn makes_as_often_as_it_can<G>(generator: &G)
where
    G: Reflective + Clone,
    G::Value: PartialEq + Debug,
{
    let made: Vec<G::Value> = generator.all_values().take(2_000).collect();
    let mut values: Vec<(G::Value, usize)> = Vec::new();
    for value in made {
        match values.iter_mut().find(|(other, _)| *other == value) {
            Some((_, times)) => *times += 1,
            None => values.push((value, 1)),
        }
    }
    let accepted = 1.0 - rejections(generator);
    let mut total = 0.0;
    for (value, times) in &values {
        assert_eq!(generator.try_contains(value), Ok(true), "{value:?}");
        assert_eq!(generator.reflect(value).count(), *times, "ways to make {value:?}");
        total += generator.probability(value);
    }
    assert!((total - accepted).abs() < 1e-9, "the probabilities add up to {total}, not {accepted}");
}

/// How likely one attempt comes to nothing: what is missing in all that can be chosen.
fn rejections<G: Generator + Clone>(generator: &G) -> f64 {
    1.0 - generator.language().map(|choices| chance(generator, &choices)).sum::<f64>()
}

/// How likely these choices are.
fn chance<G: Generator>(generator: &G, choices: &Choices) -> f64 {
    struct Follower(Vec<Choice>, usize, f64);

    impl Answerer for Follower {
        fn answer(&mut self, ask: &Ask<'_>) -> Result<u128, Rejected> {
            let index = self.0.get(self.1).and_then(|choice| ask.find(choice)).ok_or(Rejected)?;
            self.1 += 1;
            self.2 += ask.log_chance(index);
            Ok(index)
        }
    }

    let mut follower = Follower(choices.sequence().collect(), 0, 0.0);
    generator.interpret(&mut follower).expect("these choices make a value");
    follower.2.exp()
}

/// Like [`makes`], for a generator that may reject: the probability that it does not.
#[track_caller]
fn makes_if_any<G>(generator: &G, values: &[G::Value]) -> f64
where
    G: Reflective + Clone,
    G::Value: PartialEq + Debug,
{
    let made: Vec<G::Value> = generator.all_values().take(1_000).collect();
    for value in &made {
        assert!(values.contains(value), "{value:?} is made");
    }
    for value in values {
        let times = made.iter().filter(|other| *other == value).count();
        assert!(times > 0, "{value:?} is not made");
        assert_eq!(generator.reflect(value).count(), times, "ways to make {value:?}");
    }
    takes_apart(generator, values);
    for seed in 0..20 {
        if let Ok(value) = generator.try_sample(seed) {
            assert!(values.contains(&value), "{value:?} is sampled");
        }
    }
    values.iter().map(|value| generator.probability(value)).sum()
}

/// The generator takes apart its own values and these, and each way to make a value makes it again.
#[track_caller]
fn takes_apart<G>(generator: &G, values: &[G::Value])
where
    G: Reflective + Clone,
    G::Value: PartialEq + Debug,
{
    for value in &generator.samples(1).take(30).collect::<Vec<_>>() {
        takes_apart_one(generator, value);
    }
    for value in values {
        takes_apart_one(generator, value);
    }
}

#[track_caller]
fn takes_apart_one<G>(generator: &G, value: &G::Value)
where
    G: Reflective,
    G::Value: PartialEq + Debug,
{
    assert!(generator.contains(value), "{value:?}: {}", generator.why_not(value).unwrap());
    let ways: Vec<Choices> = generator.reflect(value).take(10).collect();
    assert!(!ways.is_empty(), "{value:?} has no reflection");
    for way in ways {
        assert_eq!(generator.replay(&way).as_ref(), Ok(value), "{way}");
        let read: Choices = way.to_string().parse().unwrap();
        assert_eq!(generator.replay(&read).as_ref(), Ok(value), "{way} as text");
        if way.size() == mirrorcheck::DEFAULT_SIZE {
            assert!(generator.probability(value) > 0.0, "{value:?} is impossible");
        }
    }
    let bytes = generator.to_bytes(value).unwrap();
    assert_eq!(generator.from_bytes(&bytes).as_ref(), Ok(value), "{bytes:?}");
}

/// None of these values is in range, in any direction.
#[track_caller]
fn refuses<G>(generator: &G, values: &[G::Value])
where
    G: Reflective,
    G::Value: Debug,
{
    for value in values {
        assert!(!generator.contains(value), "{value:?} is in range");
        assert_eq!(generator.reflect(value).count(), 0, "{value:?} has a reflection");
        assert_eq!(generator.probability(value), 0.0, "{value:?} is possible");
        assert_eq!(generator.to_bytes(value), None, "{value:?} has bytes");
        assert!(generator.why_not(value).is_some(), "{value:?} has no reason");
    }
}

/// The labels of the one way to make a value.
#[track_caller]
fn labels<G: Reflective>(generator: &G, value: &G::Value) -> Vec<String> {
    let mut ways = generator.reflect(value);
    let labels = ways.next().expect("out of range").labels();
    assert!(ways.next().is_none(), "more than one way");
    labels
}
