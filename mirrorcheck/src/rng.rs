//! The random source: wyrand, written out because its values are a contract. A seed in a report must mean the same
//! tomorrow, which no dependency promises.

/// As cheap to seed as to draw from, so that every case has its own.
#[derive(Debug, Clone)]
pub(crate) struct Rng(u64);

impl Rng {
    /// The source for one case: a pure function of the seed and the case's index.
    pub(crate) fn new(seed: u64, case: u64) -> Rng {
        // Each half goes through the mixer, so that neighbouring seeds and cases share nothing.
        let mut rng = Rng(seed ^ 0x9e37_79b9_7f4a_7c15);
        let mixed = rng.next();
        Rng(mixed.wrapping_add(Rng(case).next()))
    }

    #[inline]
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x2d35_8dcc_aa6c_78a5);
        let product = u128::from(self.0) * u128::from(self.0 ^ 0x8bb8_4b93_962e_acc9);
        (product as u64) ^ ((product >> 64) as u64)
    }

    /// Uniform in `0..bound`, without bias (Lemire's method). `bound` is not 0.
    #[inline]
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        let mut product = u128::from(self.next()) * u128::from(bound);
        if (product as u64) < bound {
            // Reached with probability bound / 2^64: only here does the exact threshold matter.
            let threshold = bound.wrapping_neg() % bound;
            while (product as u64) < threshold {
                product = u128::from(self.next()) * u128::from(bound);
            }
        }
        (product >> 64) as u64
    }

    /// Uniform in `0..=last`.
    #[inline]
    pub(crate) fn up_to(&mut self, last: u128) -> u128 {
        match u64::try_from(last) {
            Ok(u64::MAX) => u128::from(self.next()),
            Ok(last) => u128::from(self.below(last + 1)),
            Err(_) => self.up_to_wide(last),
        }
    }

    #[cold]
    fn up_to_wide(&mut self, last: u128) -> u128 {
        let mask = u128::MAX >> last.leading_zeros();
        loop {
            let drawn = (u128::from(self.next()) << 64 | u128::from(self.next())) & mask;
            if drawn <= last {
                return drawn;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Rng;

    #[test]
    fn below_is_uniform_and_in_range() {
        let mut rng = Rng::new(1, 0);
        let mut seen = [0u32; 7];
        for _ in 0..70_000 {
            seen[rng.below(7) as usize] += 1;
        }
        assert!(seen.iter().all(|&n| (9_500..10_500).contains(&n)), "{seen:?}");
        // With the largest bounds the rejection loop really runs.
        let bound = (1 << 63) + 1;
        assert!((0..1_000).all(|_| rng.below(bound) < bound));
        let last = (1u128 << 100) + 3;
        assert!((0..1_000).all(|_| rng.up_to(last) <= last));
        assert!((0..1_000).any(|_| rng.up_to(u128::MAX) > 1 << 127));
    }

    #[test]
    fn neighbouring_seeds_and_cases_differ() {
        let first: std::collections::HashSet<u64> =
            (0..100).flat_map(|seed| (0..100).map(move |case| Rng::new(seed, case).next())).collect();
        assert_eq!(first.len(), 10_000);
    }
}
