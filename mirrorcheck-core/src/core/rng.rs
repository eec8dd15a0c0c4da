//! The random source: wyrand, written out because its values are a contract. A seed in a report must mean the same
//! tomorrow, which no dependency promises.

/// As cheap to seed as to draw from, so that every case has its own.
#[derive(Debug, Clone, PartialEq, Eq)]
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

    /// Uniform in `0.0..1.0`.
    #[inline]
    pub(crate) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
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

impl Rng {
    /// Many numbers, each uniform in `0..=last`, out of fewer random words.
    #[inline]
    pub(crate) fn many<T: Copy + Default>(&mut self, last: u64, count: usize, map: impl Fn(u64) -> T) -> Vec<T> {
        match last {
            0xff => self.lanes::<T, 8>(count, map),
            0xffff => self.lanes::<T, 4>(count, map),
            0xffff_ffff => self.lanes::<T, 2>(count, map),
            u64::MAX => self.lanes::<T, 1>(count, map),
            // In lanes so wide that few numbers are drawn again.
            _ if last < 1 << 8 => self.scaled::<T, 4>(last + 1, count, map),
            _ if last < 1 << 20 => self.scaled::<T, 2>(last + 1, count, map),
            _ => {
                let mut items = Vec::with_capacity(count.min(MAX_AT_ONCE));
                items.extend((0..count).map(|_| map(self.below(last + 1))));
                items
            }
        }
    }

    /// The lanes of random words.
    #[inline]
    fn lanes<T: Copy + Default, const LANES: usize>(&mut self, count: usize, map: impl Fn(u64) -> T) -> Vec<T> {
        let lane = |word: u64, i: usize| map(word >> (i * 64 / LANES) & (u64::MAX >> (64 - 64 / LANES)));
        fill(count, |items| {
            // A copy stays in a register.
            let mut rng = self.clone();
            let mut words = items.chunks_exact_mut(LANES);
            for items in &mut words {
                let word = rng.next();
                items.iter_mut().enumerate().for_each(|(i, item)| *item = lane(word, i));
            }
            let rest = words.into_remainder();
            if !rest.is_empty() {
                let word = rng.next();
                rest.iter_mut().enumerate().for_each(|(i, item)| *item = lane(word, i));
            }
            *self = rng;
        })
    }

    /// The lanes of random words as numbers below `bound` (Lemire's method).
    #[inline]
    fn scaled<T: Copy + Default, const LANES: usize>(
        &mut self,
        bound: u64,
        count: usize,
        map: impl Fn(u64) -> T,
    ) -> Vec<T> {
        fill(count, |items| self.fill_scaled::<T, LANES>(bound, items, &map))
    }

    #[inline(always)]
    fn fill_scaled<T, const LANES: usize>(&mut self, bound: u64, items: &mut [T], map: impl Fn(u64) -> T) {
        let (width, mask) = (64 / LANES, u64::MAX >> (64 - 64 / LANES));
        // A copy stays in a register.
        let mut rng = self.clone();
        for items in items.chunks_mut(LANES) {
            let word = rng.next();
            for (i, item) in items.iter_mut().enumerate() {
                let product = (word >> (i * width) & mask) * bound;
                // Only below the bound could a number be one too many, and only then is the division worth its time.
                let is_one_too_many = product & mask < bound && product & mask < (mask + 1) % bound;
                *item = map(if is_one_too_many { rng.below(bound) } else { product >> width });
            }
        }
        *self = rng;
    }

    /// Many letters, each one of the ASCII characters from `low` to `low + last`.
    #[inline]
    pub(crate) fn letters(&mut self, low: u8, last: u8, count: usize) -> Option<String> {
        // Whatever is drawn, each byte is one of ASCII: to look at all of them again took a tenth of the time of short
        // words.
        let (bound, letter) = (u64::from(last) + 1, |offset: u64| low.wrapping_add(offset as u8) & 0x7f);
        if !low.checked_add(last)?.is_ascii() {
            return None;
        }
        let mut short = [0; SHORT];
        if let Some(short) = short.get_mut(..count) {
            self.fill_scaled::<u8, 4>(bound, short, letter);
            // SAFETY: `letter` clears the highest bit, and zeros are ASCII, too.
            return Some(unsafe { std::str::from_utf8_unchecked(short) }.to_owned());
        }
        // SAFETY: as above.
        Some(unsafe { String::from_utf8_unchecked(self.scaled::<u8, 4>(bound, count, letter)) })
    }
}

/// Fills a list with this many values, block by block.
#[inline]
fn fill<T: Copy + Default>(count: usize, mut block: impl FnMut(&mut [T])) -> Vec<T> {
    if count <= MAX_AT_ONCE {
        // Not `vec!`: memory that is zero already takes longer to get than to fill. Nor `resize`, which is not inlined
        // where it is called in two places.
        let mut items = Vec::with_capacity(count);
        items.extend(std::iter::repeat_n(T::default(), count));
        block(&mut items);
        return items;
    }
    let mut items = Vec::new();
    while items.len() < count {
        let start = items.len();
        items.resize(count.min(start + MAX_AT_ONCE), T::default());
        block(&mut items[start..]);
    }
    items
}

/// Up to this many letters are made in place, before there is a string.
const SHORT: usize = 64;

/// A length is only a promise until the elements are there: this much room is made for it at once.
pub(crate) const MAX_AT_ONCE: usize = 1 << 16;

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
    fn many_are_uniform_and_in_range() {
        let mut rng = Rng::new(2, 0);
        for last in [0, 1, 6, 25, 0xfe, 0xff, 0x100, 999, 0xffff, 0x1_0000, 0xf_ffff, 1 << 31, u32::MAX.into(), 1 << 63]
        {
            let many = rng.many(last, 70_003, |n| n);
            assert_eq!(many.len(), 70_003);
            assert!(many.iter().all(|&n| n <= last), "up to {last}");
            // Into seven classes that are as equal as can be.
            let classes = last.min(6) + 1;
            let mut seen = [0f64; 7];
            many.iter()
                .for_each(|&n| seen[(u128::from(n) * u128::from(classes) / (u128::from(last) + 1)) as usize] += 1.0);
            let share = |class: u64| {
                let first = (u128::from(class) * (u128::from(last) + 1)).div_ceil(classes.into());
                let next = (u128::from(class + 1) * (u128::from(last) + 1)).div_ceil(classes.into());
                (next - first) as f64 / (last as f64 + 1.0)
            };
            for class in 0..classes {
                let expected = 70_003.0 * share(class);
                assert!((seen[class as usize] - expected).abs() < 5.0 * expected.sqrt(), "up to {last}: {seen:?}");
            }
        }
        assert!(rng.many(9, 0, |n| n).is_empty());
    }

    #[test]
    fn neighbouring_seeds_and_cases_differ() {
        let first: std::collections::HashSet<u64> =
            (0..100).flat_map(|seed| (0..100).map(move |case| Rng::new(seed, case).next())).collect();
        assert_eq!(first.len(), 10_000);
    }
}
