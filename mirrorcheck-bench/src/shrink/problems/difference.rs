//! Two positive numbers are not at a certain distance, once the first is 10 or more.

use super::Problem;

pub(crate) type Pair = (i64, i64);

/// The distance that is not to be met.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Distance {
    Zero,
    Small,
    One,
}

impl Distance {
    fn holds(self, (x, y): Pair) -> bool {
        x < 10
            || match self {
                Distance::Zero => x != y,
                Distance::Small => !(1..=4).contains(&x.abs_diff(y)),
                Distance::One => x.abs_diff(y) != 1,
            }
    }

    fn minimum(self) -> Pair {
        match self {
            Distance::Zero => (10, 10),
            Distance::Small => (10, 6),
            Distance::One => (10, 9),
        }
    }
}

macro_rules! difference {
    ($($problem:ident, $name:literal, $distance:ident;)*) => {$(
        #[doc = concat!("`", $name, "`: numbers up to 1000, or all positive ones.")]
        pub(crate) struct $problem;

        impl Problem for $problem {
            const NAME: &'static str = $name;
            type Input = Pair;

            fn holds(pair: &Pair) -> bool {
                Distance::$distance.holds(*pair)
            }

            fn is_minimal(pair: &Pair) -> bool {
                *pair == Distance::$distance.minimum()
            }

            fn size((x, y): &Pair) -> f64 {
                *x as f64 + *y as f64
            }
        }
    )*};
}

difference! {
    Zero1000, "difference_zero_1000", Zero;
    ZeroFull, "difference_zero_full", Zero;
    Small1000, "difference_small_1000", Small;
    SmallFull, "difference_small_full", Small;
    One1000, "difference_one_1000", One;
    OneFull, "difference_one_full", One;
}

#[cfg(test)]
mod tests {
    use super::super::check_problem;
    use super::*;

    #[test]
    fn zero() {
        let holding = [(1, 1), (9, 9), (10, 9), (i64::MAX, 1)];
        check_problem::<Zero1000>(&[(10, 10)], &holding, &[(11, 11)]);
        check_problem::<ZeroFull>(&[(10, 10)], &holding, &[(i64::MAX, i64::MAX)]);
    }

    #[test]
    fn small() {
        let holding = [(9, 6), (10, 5), (10, 10), (1, i64::MAX)];
        check_problem::<Small1000>(&[(10, 6)], &holding, &[(10, 7), (10, 14), (11, 7)]);
        check_problem::<SmallFull>(&[(10, 6)], &holding, &[(i64::MAX, i64::MAX - 1)]);
    }

    #[test]
    fn one() {
        let holding = [(9, 8), (10, 10), (10, 8)];
        check_problem::<One1000>(&[(10, 9)], &holding, &[(10, 11), (11, 10)]);
        check_problem::<OneFull>(&[(10, 9)], &holding, &[(i64::MAX - 1, i64::MAX)]);
    }
}
