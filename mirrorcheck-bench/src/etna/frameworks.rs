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

use std::fmt::Debug;

use super::subject::Holds;
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
pub(crate) type Run = Box<dyn Fn(Origin, Budget, u64) -> Trial>;

/// One property under every framework, by name.
pub(crate) fn runs<I: Everywhere + Debug + 'static>(holds: Holds<I>) -> Vec<(&'static str, Run)> {
    vec![
        ("mirrorcheck", watched(holds, mirrorcheck::run)),
        ("proptest", watched(holds, proptest::run)),
        ("quickcheck", Box::new(move |origin, budget, seed| quickcheck::run(holds, origin, budget, seed))),
        ("hegeltest", watched(holds, hegeltest::run)),
        ("crabcheck", watched(holds, crabcheck::run)),
        ("arbitrary", watched(holds, arbitrary::run)),
        ("checkito", watched(holds, checkito::run)),
        ("bolero", watched(holds, bolero::run)),
    ]
}

type Watched<I> = fn(Holds<I>, Origin, Budget, u64, &mut Watch);

fn watched<I: 'static>(holds: Holds<I>, run: Watched<I>) -> Run {
    Box::new(move |origin, budget, seed| {
        let mut watch = Watch::begin(budget);
        run(holds, origin, budget, seed, &mut watch);
        watch.end()
    })
}
