//! Axes: from where to where, and which numbers stand on them.

/// What an axis shows; never empty.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Span {
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Span {
    /// From the least to the greatest of these figures.
    pub(super) fn around(figures: impl Iterator<Item = f64>) -> Span {
        let (low, high) = figures
            .filter(|figure| figure.is_finite())
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), figure| (low.min(figure), high.max(figure)));
        match low < high {
            true => Span { low, high },
            false if low == high => Span { low, high: low + 1.0 },
            false => Span { low: 0.0, high: 1.0 },
        }
    }

    /// Extends the span at the top.
    pub(super) fn with_room(self) -> Span {
        Span { high: self.high + (self.high - self.low) / 20.0, ..self }
    }

    /// How far up from the low end, as a share of the whole.
    pub(super) fn share(self, figure: f64) -> f64 {
        (figure - self.low) / (self.high - self.low)
    }

    /// Round numbers, about as many as wanted.
    pub(super) fn ticks(self, wanted: u32) -> impl Iterator<Item = f64> {
        let step = round_step((self.high - self.low) / f64::from(wanted));
        let first = (self.low / step).ceil() as i64;
        (first..).map(move |i| i as f64 * step).take_while(move |&tick| tick <= self.high + step * 1e-9)
    }
}

/// The nearest of 1, 2 and 5 times a power of ten that is not less.
fn round_step(step: f64) -> f64 {
    let power = 10f64.powf(step.log10().floor());
    let round = [1.0, 2.0, 5.0, 10.0].into_iter().find(|round| round * power >= step * (1.0 - 1e-9));
    round.unwrap_or(10.0) * power
}

/// A number as short as it can be.
pub(super) fn shown(tick: f64) -> String {
    let (tick, unit) = match tick.abs() {
        size if size >= 1e6 => (tick / 1e6, "M"),
        size if size >= 1e4 => (tick / 1e3, "k"),
        _ => (tick, ""),
    };
    let digits = format!("{tick:.3}");
    format!("{}{unit}", digits.trim_end_matches('0').trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::{Span, shown};

    fn ticks(low: f64, high: f64) -> Vec<String> {
        Span { low, high }.ticks(5).map(shown).collect()
    }

    #[test]
    fn ticks_are_round_numbers() {
        assert_eq!(ticks(0.0, 1.0), ["0", "0.2", "0.4", "0.6", "0.8", "1"]);
        assert_eq!(ticks(0.0, 23_000.0), ["0", "5000", "10k", "15k", "20k"]);
        assert_eq!(ticks(3.0, 9.0), ["4", "6", "8"]);
        assert_eq!(ticks(0.0, 3.2e6), ["0", "1M", "2M", "3M"]);
        assert_eq!(ticks(0.0, 0.013), ["0", "0.005", "0.01"]);
    }

    #[test]
    fn spans_are_never_empty() {
        assert_eq!(Span::around([].into_iter()), Span { low: 0.0, high: 1.0 });
        assert_eq!(Span::around([3.0].into_iter()), Span { low: 3.0, high: 4.0 });
        assert_eq!(Span::around([3.0, f64::NAN, -1.0].into_iter()), Span { low: -1.0, high: 3.0 });
    }
}
