//! Generators that come back to where they are already.

use std::any::TypeId;

/// The runs that are under way on one focus, to see a generator come back to where it was.
#[derive(Default)]
pub(crate) struct Circles {
    pub(crate) innermost: Innermost,
    /// Runs inside of others on the same focus, with a hash of their arguments where it was needed.
    pub(crate) chain: Vec<(Innermost, u64)>,
}

/// The innermost run: its focus (with its epoch), and its generator.
#[derive(Clone, Copy, Default)]
pub(crate) struct Innermost {
    pub(crate) focus: usize,
    pub(crate) generator: Option<fn() -> TypeId>,
}

/// What to go back to when a run ends.
#[derive(Clone, Copy)]
pub(crate) struct Outer {
    pub(crate) innermost: Innermost,
    pub(crate) is_chained: bool,
}

impl Innermost {
    pub(crate) fn is(&self, generator: TypeId) -> bool {
        self.generator.is_some_and(|of_type| of_type() == generator)
    }
}
