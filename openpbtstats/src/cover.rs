//! Demands on how many cases are of some kind.

/// How many cases are of a kind, and how many were demanded.
///
/// ```
/// use openpbtstats::Cover;
///
/// assert_eq!(Cover::new(5.0, 100, 1000).is_enough(), Some(true));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[non_exhaustive]
pub struct Cover {
    /// The percentage of cases demanded.
    pub percent: f64,
    /// In how many cases the condition held.
    pub count: u64,
    /// How many cases there were.
    pub cases: u64,
}

impl Cover {
    /// Demands a percentage of cases, of which so many were met.
    ///
    /// ```
    /// assert_eq!(openpbtstats::Cover::new(5.0, 1, 10).share(), 10.0);
    /// ```
    pub fn new(percent: f64, count: u64, cases: u64) -> Cover {
        Cover { percent, count, cases }
    }

    /// Returns the percentage of cases in which the condition held.
    ///
    /// ```
    /// assert_eq!(openpbtstats::Cover::new(5.0, 0, 0).share(), 0.0);
    /// ```
    pub fn share(&self) -> f64 {
        100.0 * self.count as f64 / self.cases.max(1) as f64
    }

    /// Returns whether enough cases were covered: `None` if the cases do not decide it.
    ///
    /// The rule is that of QuickCheck's `checkCoverage`: enough if the share is at least nine tenths of the demand,
    /// with a probability of error below one in a billion; too few if it is, just as certainly, less than the demand.
    ///
    /// ```
    /// use openpbtstats::Cover;
    ///
    /// assert_eq!(Cover::new(50.0, 100, 1000).is_enough(), Some(false));
    /// assert_eq!(Cover::new(50.0, 480, 1000).is_enough(), None);
    /// ```
    pub fn is_enough(&self) -> Option<bool> {
        let demanded = self.percent / 100.0;
        let (low, high) = wilson(self.count as f64, self.cases as f64);
        if low >= 0.9 * demanded {
            Some(true)
        } else if high < demanded {
            Some(false)
        } else {
            None
        }
    }
}

/// Returns the bounds of a probability after so many successes in so many trials (Wilson's score interval).
fn wilson(count: f64, cases: f64) -> (f64, f64) {
    /// How many standard deviations are exceeded once in a billion times.
    const DEVIATIONS: f64 = 6.1;
    if cases == 0.0 {
        return (0.0, 1.0);
    }
    let (share, z2) = (count / cases, DEVIATIONS * DEVIATIONS);
    let middle = (share + z2 / (2.0 * cases)) / (1.0 + z2 / cases);
    let spread = DEVIATIONS / (1.0 + z2 / cases) * (share * (1.0 - share) / cases + z2 / (4.0 * cases * cases)).sqrt();
    ((middle - spread).max(0.0), (middle + spread).min(1.0))
}
