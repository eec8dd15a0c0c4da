//! The random source of hand-written code: wyrand, as small and as fast as they come.

/// Continues from value to value, as hand-written code would have it: no seeding in between.
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    #[inline]
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x2d35_8dcc_aa6c_78a5);
        let product = u128::from(self.0) * u128::from(self.0 ^ 0x8bb8_4b93_962e_acc9);
        (product as u64) ^ ((product >> 64) as u64)
    }

    /// Uniform in `0..bound`, without bias, so that both sides have the same distribution.
    #[inline]
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        let mut product = u128::from(self.next()) * u128::from(bound);
        if (product as u64) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (product as u64) < threshold {
                product = u128::from(self.next()) * u128::from(bound);
            }
        }
        (product >> 64) as u64
    }

    /// Uniform in `low..=high`.
    #[inline]
    pub(crate) fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low) as u64 + 1) as i64
    }
}
