//! What ordinary Rust reads backward: each form of the table in `docs/generators.md`, under all laws, with the number of
//! runs that come to nothing before its value is found.

/// The forms of a file: the test of each, and its row in the table.
macro_rules! forms {
    ($about:literal: $($form:ident $how:ident $shown:literal;)*) => {
        pub(super) const TABLE: super::Group = super::Group {
            about: $about,
            forms: &[$((super::How::$how, $shown)),*],
        };

        mod forms {
            $(
                #[test]
                fn $form() {
                    $crate::language::backward::runs_backward(super::$form(), $crate::language::backward::How::$how);
                }
            )*
        }
    };
}

mod constructors;
mod control;
mod conversions;
mod exact;
mod honesty;
mod lists;
mod loops;
mod methods;
mod mutation;
mod numbers;
mod table;
mod values;

use std::fmt::Debug;

use mirrorcheck::choices::Outcome;
use mirrorcheck::language::tries;
use mirrorcheck::prelude::*;

/// How the draws of a form are found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum How {
    /// In one run.
    Once,
    /// In a few.
    Few,
    /// By trying what the generators make.
    Trying,
}

impl How {
    fn most(self) -> u64 {
        match self {
            How::Once => 0,
            How::Few => 64,
            How::Trying => 5_000,
        }
    }
}

/// Forms of one kind.
struct Group {
    about: &'static str,
    forms: &'static [(How, &'static str)],
}

/// Values are found as fast as it says, each way that is found makes the value, and what is said of how likely it is
/// holds. Where the search was not given up, that is all ways.
#[track_caller]
fn runs_backward<G>(generator: G, how: How)
where
    G: Reflective + Clone + 'static,
    G::Value: PartialEq + Debug + 'static,
{
    let mut worst = 0;
    for (i, value) in generator.samples(5).take(40).enumerate() {
        let tries = tries(&generator, &value).unwrap_or_else(|| panic!("{value:?} was not found"));
        worst = worst.max(tries);
        assert!(generator.contains(&value), "{value:?}: {}", generator.why_not(&value).unwrap());
        let first = generator.reflect_first(&value).unwrap().unwrap();
        assert_eq!(generator.replay(&first).as_ref(), Ok(&value), "{first}");
        if i < 2 {
            knows_all_ways(&generator, &value);
        }
    }
    let most = how.most();
    assert!(worst <= most, "{worst} runs came to nothing before one made a value, not {most}");
    let sketch = generator.complete(&sketch!(_), 3).unwrap();
    assert!(generator.contains(&sketch), "{sketch:?} completes nothing");
}

/// The ways to a value are different and make it, and it is as likely as they are.
#[track_caller]
fn knows_all_ways<G>(generator: &G, value: &G::Value)
where
    G: Reflective,
    G::Value: PartialEq + Debug,
{
    let all = generator.reflect(value);
    let is_all = all.outcome() == Outcome::Complete;
    let ways: Vec<Choices> = all.take(500).collect();
    assert!(!ways.is_empty() || !is_all, "there is no way to {value:?}");
    for (i, way) in ways.iter().enumerate() {
        assert_eq!(generator.replay(way).as_ref(), Ok(value), "{way}");
        assert!(!ways[..i].contains(way), "{way} comes twice");
    }
    let (low, high) = generator.likelihood(value).map_or((0.0, 1.0), |likelihood| likelihood.bounds());
    assert!(0.0 <= low && low <= high && high <= 1.0 + 1e-9, "{low} to {high}");
    assert!(
        !is_all || high - low < 1e-9 && low > 0.0,
        "all ways are known, and not how likely they are: {low} to {high}"
    );
}
