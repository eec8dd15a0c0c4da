//! From values to places on a chart. Nothing here is ever infinite or not a number, whatever the data is.

/// A range of finite numbers that is not empty.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Axis {
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Axis {
    /// Returns an axis for all finite values; `None` if there are none. A single value is in the middle.
    pub(super) fn of(values: impl Iterator<Item = f64>) -> Option<Axis> {
        let finite = values.filter(|value| value.is_finite());
        let bounds = finite.fold(None, |bounds: Option<(f64, f64)>, value| match bounds {
            None => Some((value, value)),
            Some((low, high)) => Some((low.min(value), high.max(value))),
        });
        let (low, high) = bounds?;
        if low < high {
            return Some(Axis { low, high });
        }
        let around = (low.abs() * 0.5).max(0.5);
        Some(Axis { low: (low - around).max(f64::MIN), high: (high + around).min(f64::MAX) })
    }

    /// Returns an axis from 0 to a round number at or above `top`.
    pub(super) fn up_to(top: f64) -> Axis {
        if !top.is_finite() || top <= 0.0 {
            return Axis { low: 0.0, high: 1.0 };
        }
        let step = round_step(top / 4.0);
        let high = (top / step).ceil() * step;
        Axis { low: 0.0, high: if high.is_finite() { high } else { top } }
    }

    pub(super) fn with(self, other: Axis) -> Axis {
        Axis { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// Where a value is, from 0 to 1; what is outside is at the border. Halves, because a range can be larger than the
    /// largest number.
    pub(super) fn share(self, value: f64) -> f64 {
        if value.is_nan() {
            return 0.0;
        }
        let share = (value / 2.0 - self.low / 2.0) / (self.high / 2.0 - self.low / 2.0);
        if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) }
    }

    /// Round numbers within, about so many.
    pub(super) fn ticks(self, about: usize) -> Vec<f64> {
        let step = round_step((self.high / 2.0 - self.low / 2.0) / about as f64 * 2.0);
        let first = (self.low / step).ceil();
        let ticks = (0..=2 * about + 2).map(|at| (first + at as f64) * step);
        // Multiples of a step such as 0.1 may end up a little beyond the end.
        let end = self.high + step * 1e-6;
        ticks.filter(|tick| tick.is_finite()).take_while(|tick| *tick <= end).collect()
    }

    /// Returns about this many ticks at whole numbers, for axes on which nothing else makes sense.
    pub(super) fn whole_ticks(self, about: usize) -> Vec<f64> {
        self.ticks(about).into_iter().filter(|tick| tick.fract() == 0.0).collect()
    }
}

/// 1, 2 or 5 times a power of ten, at or above.
fn round_step(rough: f64) -> f64 {
    if !rough.is_finite() || rough < f64::MIN_POSITIVE {
        return 1.0;
    }
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|times| times * power).find(|step| *step >= rough * 0.999_999);
    step.filter(|step| step.is_finite() && *step > 0.0).unwrap_or(rough)
}

/// A length in pixels as an attribute.
pub(super) fn px(value: f64) -> String {
    trimmed(if value.is_finite() { value } else { 0.0 })
}

/// A share of the width as an attribute.
pub(super) fn part(share: f64) -> String {
    format!("{}%", trimmed(if share.is_finite() { share * 100.0 } else { 0.0 }))
}

fn trimmed(value: f64) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_ranges_stay_finite() {
        let hostile = [
            vec![0.0, 0.0],
            vec![f64::MAX, f64::MIN],
            vec![f64::MIN_POSITIVE, 0.0],
            vec![5e-324, 0.0],
            vec![f64::MAX],
            vec![f64::MIN],
            vec![f64::NAN, 1.0, f64::INFINITY],
            vec![1e300, 1e300 + 1e285],
        ];
        for values in hostile {
            let axis = Axis::of(values.iter().copied()).unwrap();
            for value in values.iter().chain(&axis.ticks(5)) {
                let share = axis.share(*value);
                assert!((0.0..=1.0).contains(&share), "{value} of {axis:?} is at {share}");
            }
            assert!(axis.ticks(5).len() < 20);
        }
        assert_eq!(Axis::of([f64::NAN].into_iter()), None);
    }

    #[test]
    fn ticks_are_round() {
        assert_eq!(Axis { low: 0.0, high: 10.0 }.ticks(5), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(Axis { low: -6.0, high: -3.0 }.whole_ticks(6), [-6.0, -5.0, -4.0, -3.0]);
        assert_eq!(Axis { low: 0.0, high: 0.3 }.ticks(3).len(), 4);
        assert_eq!(Axis::up_to(37.0), Axis { low: 0.0, high: 40.0 });
        assert_eq!(Axis::up_to(2.0).whole_ticks(4), [0.0, 1.0, 2.0]);
        assert_eq!(Axis::up_to(f64::NAN), Axis { low: 0.0, high: 1.0 });
    }

    #[test]
    fn attributes_are_numbers() {
        assert_eq!(part(1.0 / 3.0), "33.333%");
        assert_eq!(px(f64::NAN), "0");
        assert_eq!(px(-0.0), "0");
    }
}
