//! Figures out of figures.

use std::collections::BTreeMap;

pub(crate) fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The standard deviation of a sample.
pub(crate) fn deviation(values: &[f64]) -> Option<f64> {
    let mean = mean(values)?;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    Some((squares / (values.len().max(2) - 1) as f64).sqrt())
}

pub(crate) fn quantile(values: &[f64], q: f64) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(((values.len().max(1) - 1) as f64 * q).round() as usize).copied()
}

/// How often each of several things occurs.
#[derive(Debug, Clone)]
pub(crate) struct Distribution<T> {
    counts: BTreeMap<T, u64>,
    total: u64,
}

impl<T: Ord> FromIterator<T> for Distribution<T> {
    fn from_iter<I: IntoIterator<Item = T>>(things: I) -> Distribution<T> {
        let mut all = Distribution { counts: BTreeMap::new(), total: 0 };
        for thing in things {
            *all.counts.entry(thing).or_default() += 1;
            all.total += 1;
        }
        all
    }
}

impl<T: Ord> Distribution<T> {
    fn share(&self, thing: &T) -> f64 {
        self.counts.get(thing).map_or(0.0, |&count| count as f64 / self.total as f64)
    }

    /// The Jensen–Shannon divergence of two distributions, in bits: 0 if they are the same, 1 if they have nothing in
    /// common.
    pub(crate) fn divergence(&self, other: &Distribution<T>) -> f64 {
        let toward_middle = |one: &Distribution<T>, two: &Distribution<T>| -> f64 {
            let bits = |thing| {
                let (p, q) = (one.share(thing), two.share(thing));
                p * (2.0 * p / (p + q)).log2()
            };
            one.counts.keys().map(bits).sum()
        };
        (toward_middle(self, other) + toward_middle(other, self)) / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::{Distribution, deviation, mean, quantile};

    fn divergence(one: &str, other: &str) -> f64 {
        let [one, other]: [Distribution<char>; 2] = [one, other].map(|text| text.chars().collect());
        one.divergence(&other)
    }

    fn assert_near(figure: f64, expected: f64) {
        assert!((figure - expected).abs() < 1e-12, "{figure}, not {expected}");
    }

    #[test]
    fn divergence_has_its_known_values() {
        assert_near(divergence("ab", "aabb"), 0.0);
        assert_near(divergence("aa", "bcd"), 1.0);
        // The middle of (1, 0) and (1/2, 1/2) is (3/4, 1/4).
        let expected = 0.5 * (4.0f64 / 3.0).log2() + 0.5 * (0.5 * (2.0f64 / 3.0).log2() + 0.5 * 2f64.log2());
        assert_near(divergence("a", "ab"), expected);
        assert_near(divergence("a", "ab"), 0.311_278_124_459_132_8);
        // (1/4, 3/4) and (3/4, 1/4): one less the entropy of a quarter.
        assert_near(divergence("abbb", "aaab"), 0.188_721_875_540_867_1);
    }

    #[test]
    fn divergence_has_no_direction() {
        assert_near(divergence("aab", "abcc"), divergence("abcc", "aab"));
    }

    #[test]
    fn means_deviations_and_quantiles() {
        let figures = [1.0, 4.0, 2.0, 3.0, 5.0];
        assert_eq!(mean(&figures), Some(3.0));
        assert_eq!(deviation(&figures), Some(2.5f64.sqrt()));
        assert_eq!([0.0, 0.25, 0.5, 1.0].map(|q| quantile(&figures, q)), [1.0, 2.0, 3.0, 5.0].map(Some));
        assert_eq!((mean(&[]), deviation(&[]), quantile(&[], 0.5)), (None, None, None));
        assert_eq!(deviation(&[7.0]), Some(0.0));
    }
}
