//! Probabilities too small for a float: a mantissa and a binary exponent. Logarithms would lose the exactness of
//! `1/10`; this keeps every digit that a float has.

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Mass {
    /// Zero, or in `0.5..1`.
    mantissa: f64,
    exponent: i64,
}

impl Mass {
    pub(crate) const ZERO: Mass = Mass { mantissa: 0.0, exponent: 0 };
    /// Less than any probability that can be told from others: a part is never left out for an error of rounding.
    pub(crate) const TINY: Mass = Mass { mantissa: 0.5, exponent: -400 };
    pub(crate) const ONE: Mass = Mass { mantissa: 0.5, exponent: 1 };

    /// `mantissa × 2^exponent`.
    pub(crate) fn scaled(mantissa: f64, exponent: i64) -> Mass {
        Mass::new(mantissa, exponent)
    }

    /// The quotient; `other` is not zero.
    pub(crate) fn over(self, other: Mass) -> Mass {
        Mass::new(self.mantissa / other.mantissa, self.exponent - other.exponent)
    }

    pub(crate) fn sqrt(self) -> Mass {
        let odd = self.exponent.rem_euclid(2);
        Mass::new((self.mantissa * if odd == 1 { 2.0 } else { 1.0 }).sqrt(), (self.exponent - odd) / 2)
    }

    pub(crate) fn times(self, other: Mass) -> Mass {
        Mass::new(self.mantissa * other.mantissa, self.exponent + other.exponent)
    }

    pub(crate) fn plus(self, other: Mass) -> Mass {
        if self.mantissa == 0.0 {
            return other;
        }
        if other.mantissa == 0.0 {
            return self;
        }
        let (big, small) = if self.exponent >= other.exponent { (self, other) } else { (other, self) };
        let shift = (small.exponent - big.exponent).max(-1_100) as i32;
        Mass::new(big.mantissa + small.mantissa * 2f64.powi(shift), big.exponent)
    }

    /// The difference; nothing if `other` is the greater.
    pub(crate) fn less(self, other: Mass) -> Mass {
        if other.mantissa == 0.0 || !other.is_less(self) {
            return if other.mantissa == 0.0 { self } else { Mass::ZERO };
        }
        let shift = (other.exponent - self.exponent).max(-1_100) as i32;
        Mass::new(self.mantissa - other.mantissa * 2f64.powi(shift), self.exponent)
    }

    pub(crate) fn is_less(self, other: Mass) -> bool {
        match (self.mantissa == 0.0, other.mantissa == 0.0) {
            (true, zero) => !zero,
            (false, true) => false,
            (false, false) => (self.exponent, self.mantissa) < (other.exponent, other.mantissa),
        }
    }

    /// Equal up to what rounding does.
    pub(crate) fn is_close(self, other: Mass) -> bool {
        self == other
            || (self.exponent == other.exponent && (self.mantissa - other.mantissa).abs() < 4.0 * f64::EPSILON)
    }

    pub(crate) fn probability(self) -> f64 {
        let mut value = self.mantissa;
        let mut left = self.exponent;
        // In steps, because 2^exponent alone may be out of range where the product is not.
        while left != 0 && value != 0.0 {
            let step = left.clamp(-1_000, 1_000);
            value *= 2f64.powi(step as i32);
            left -= step;
        }
        value
    }

    #[inline]
    pub(crate) fn ln(self) -> f64 {
        if self.mantissa == 0.0 {
            return f64::NEG_INFINITY;
        }
        self.mantissa.ln() + self.exponent as f64 * std::f64::consts::LN_2
    }

    fn new(mantissa: f64, exponent: i64) -> Mass {
        if mantissa == 0.0 {
            return Mass::ZERO;
        }
        if mantissa.is_subnormal() {
            return Mass::new(mantissa * 2f64.powi(64), exponent - 64);
        }
        let bits = mantissa.to_bits();
        let shift = ((bits >> 52) & 0x7ff) as i64 - 1_022;
        Mass { mantissa: f64::from_bits(bits & !(0x7ff << 52) | 1_022 << 52), exponent: exponent + shift }
    }
}

impl From<f64> for Mass {
    fn from(chance: f64) -> Mass {
        Mass::new(chance, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::Mass;

    #[test]
    fn keeps_what_a_float_keeps() {
        assert_eq!(Mass::from(0.1).probability(), 0.1);
        assert_eq!(Mass::from(0.1).times(Mass::from(0.3)).probability(), 0.1 * 0.3);
        assert_eq!(Mass::from(0.1).plus(Mass::from(0.2)).probability(), 0.1 + 0.2);
        assert_eq!(Mass::ONE.probability(), 1.0);
        assert_eq!(Mass::ZERO.probability(), 0.0);
        assert_eq!(Mass::ZERO.ln(), f64::NEG_INFINITY);
    }

    #[test]
    fn goes_below_the_smallest_float() {
        let tiny = (0..1_000).fold(Mass::ONE, |mass, _| mass.times(Mass::from(0.1)));
        assert_eq!(tiny.probability(), 0.0);
        assert!((tiny.ln() + 1_000.0 * 10f64.ln()).abs() < 1e-9);
        assert!(Mass::ZERO.is_less(tiny) && tiny.is_less(Mass::ONE));
        assert_eq!(tiny.plus(Mass::ONE).probability(), 1.0);
    }
}
