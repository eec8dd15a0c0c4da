//! Who looks for failures: each framework has generators for the inputs, written as its own documentation advises, and a
//! function that runs any property with a seed until it fails.

pub(crate) mod arbitrary;
pub(crate) mod bolero;
pub(crate) mod checkito;
pub(crate) mod crabcheck;
pub(crate) mod hegeltest;
pub(crate) mod mirrorcheck;
pub(crate) mod proptest;
pub(crate) mod quickcheck;

use super::subject::Property;
use super::watch::{Budget, Trial, Watch};

/// Where a generator comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// Written by hand, so that all inputs meet the precondition.
    Bespoke,
    /// From the type, as it stands.
    Derived,
}

impl Origin {
    pub(crate) const ALL: [Origin; 2] = [Origin::Bespoke, Origin::Derived];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Origin::Bespoke => "bespoke",
            Origin::Derived => "derived",
        }
    }
}

/// Inputs that every framework has both generators for.
pub(crate) trait Everywhere:
    mirrorcheck::Mirrorcheck
    + proptest::Proptest
    + quickcheck::Quickcheck
    + hegeltest::Hegeltest
    + crabcheck::Crabcheck
    + arbitrary::FromBytes
    + checkito::Checkito
    + bolero::Bolero
{
}

impl<
    I: mirrorcheck::Mirrorcheck
        + proptest::Proptest
        + quickcheck::Quickcheck
        + hegeltest::Hegeltest
        + crabcheck::Crabcheck
        + arbitrary::FromBytes
        + checkito::Checkito
        + bolero::Bolero,
> Everywhere for I
{
}

/// Looks for a failure of one property.
pub(crate) type Run = fn(Origin, Budget, u64) -> Trial;

/// One property under every framework, by name.
pub(crate) fn runs<P: Property>() -> Vec<(&'static str, Run)>
where
    P::Input: Everywhere,
{
    vec![
        ("mirrorcheck", |origin, budget, seed| {
            watched(budget, |watch| mirrorcheck::run::<P>(origin, budget, seed, watch))
        }),
        ("proptest", |origin, budget, seed| watched(budget, |watch| proptest::run::<P>(origin, budget, seed, watch))),
        ("quickcheck", |origin, budget, seed| quickcheck::run::<P>(origin, budget, seed)),
        ("hegeltest", |origin, budget, seed| watched(budget, |watch| hegeltest::run::<P>(origin, budget, seed, watch))),
        ("crabcheck", |origin, budget, seed| watched(budget, |watch| crabcheck::run::<P>(origin, budget, seed, watch))),
        ("arbitrary", |origin, budget, seed| watched(budget, |watch| arbitrary::run::<P>(origin, seed, watch))),
        ("checkito", |origin, budget, seed| watched(budget, |watch| checkito::run::<P>(origin, budget, seed, watch))),
        ("bolero", |origin, budget, seed| watched(budget, |watch| bolero::run::<P>(origin, seed, watch))),
    ]
}

fn watched(budget: Budget, run: impl FnOnce(&mut Watch)) -> Trial {
    let mut watch = Watch::begin(budget);
    run(&mut watch);
    watch.end()
}
