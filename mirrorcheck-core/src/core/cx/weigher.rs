//! Other weights for the choices of a run.

use crate::core::choice::{Ask, Rejected};

/// Weighs choices differently from what they ask for.
pub(crate) trait Weigher {
    /// Puts a choice with other weights to `choose`, or nothing if no alternative has a weight.
    fn weigh(
        &self,
        ask: &Ask<'_>,
        choose: &mut dyn FnMut(Option<&Ask<'_>>) -> Result<u128, Rejected>,
    ) -> Result<u128, Rejected>;
}

/// Why a run is rejected where no alternative has a weight.
pub(crate) const NOTHING_WEIGHS: &str = "every alternative has the weight 0";
