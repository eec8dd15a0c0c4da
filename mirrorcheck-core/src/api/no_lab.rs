//! The methods of the feature `lab` while it is off: each call is a compile error that names the feature.

use crate::core::generator::Generator;

/// Stand-ins for the methods of the feature `lab`, which is off.
///
/// Turn it on with `cargo add --dev mirrorcheck --features lab`.
pub trait Lab: Generator {
    /// Needs the feature `lab`.
    fn weighted<A>(&self, _: A) -> Missing
    where
        Self: NeedsFeatureLab,
    {
        Missing
    }

    /// Needs the feature `lab`.
    fn tuned<A>(&self, _: A) -> Missing
    where
        Self: NeedsFeatureLab,
    {
        Missing
    }

    /// Needs the feature `lab`.
    fn tuned_like<A>(&self, _: A) -> Missing
    where
        Self: NeedsFeatureLab,
    {
        Missing
    }

    /// Needs the feature `lab`.
    fn tuned_unlike<A>(&self, _: A) -> Missing
    where
        Self: NeedsFeatureLab,
    {
        Missing
    }

    /// Needs the feature `lab`.
    fn mutate<A, B>(&self, _: A, _: B) -> Missing
    where
        Self: NeedsFeatureLab,
    {
        Missing
    }

    /// Needs the feature `lab`.
    fn replay_repaired<A, B>(&self, _: A, _: B) -> Missing
    where
        Self: NeedsFeatureLab,
    {
        Missing
    }

    /// Needs the feature `lab`.
    fn valid<A>(&self, _: A) -> Missing
    where
        Self: NeedsFeatureLab,
    {
        Missing
    }

    /// Needs the feature `lab`.
    fn frequencies<A>(&self, _: A) -> Missing
    where
        Self: NeedsFeatureLab,
    {
        Missing
    }

    /// Needs the feature `lab`.
    fn try_frequencies<A>(&self, _: A) -> Missing
    where
        Self: NeedsFeatureLab,
    {
        Missing
    }

    /// Needs the feature `lab`.
    fn coverage<A, B>(&self, _: A, _: B) -> Missing
    where
        Self: NeedsFeatureLab,
    {
        Missing
    }

    /// Needs the feature `lab`.
    fn thinned<A, B, C>(&self, _: A, _: B, _: C) -> Missing
    where
        Self: NeedsFeatureLab,
    {
        Missing
    }

    /// Needs the feature `lab`.
    fn covering<A, B>(&self, _: A, _: B) -> Missing
    where
        Self: NeedsFeatureLab,
    {
        Missing
    }

    /// Needs the feature `lab`.
    fn expect<A>(&self, _: A) -> Missing
    where
        Self: NeedsFeatureLab,
    {
        Missing
    }

    /// Needs the feature `lab`.
    fn chance_of<A>(&self, _: A) -> Missing
    where
        Self: NeedsFeatureLab,
    {
        Missing
    }

    /// Needs the feature `lab`.
    fn chance_of_label<A>(&self, _: A) -> Missing
    where
        Self: NeedsFeatureLab,
    {
        Missing
    }

    /// Needs the feature `lab`.
    fn expected_choices(&self) -> Missing
    where
        Self: NeedsFeatureLab,
    {
        Missing
    }

    /// Needs the feature `lab`.
    fn sampled_expect<A, B, C>(&self, _: A, _: B, _: C) -> Missing
    where
        Self: NeedsFeatureLab,
    {
        Missing
    }

    /// Needs the feature `lab`.
    fn sampled_chance_of<A, B, C>(&self, _: A, _: B, _: C) -> Missing
    where
        Self: NeedsFeatureLab,
    {
        Missing
    }

    /// Needs the feature `lab`.
    fn distribution<A>(&self, _: A) -> Missing
    where
        Self: NeedsFeatureLab,
    {
        Missing
    }

    /// Needs the feature `lab`.
    fn sizes(&self) -> Missing
    where
        Self: NeedsFeatureLab,
    {
        Missing
    }
}

impl<G: Generator + ?Sized> Lab for G {}

/// The result of a `lab` method while the feature is off: it has no use.
#[derive(Debug)]
#[non_exhaustive]
pub struct Missing;

/// A bound that no type meets: a method with it needs the feature `lab`.
#[diagnostic::on_unimplemented(
    message = "this method needs the feature `lab` of mirrorcheck",
    label = "the feature `lab` is off",
    note = "run `cargo add --dev mirrorcheck --features lab`"
)]
pub trait NeedsFeatureLab {}
