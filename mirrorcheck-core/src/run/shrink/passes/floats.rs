//! Shorter floats: whole numbers, and otherwise few digits.

use super::numbers::{SMALL, any_small, minimise, nearer};
use crate::core::choice::{Choice, Made};
use crate::run::shrink::search::ShrinkSearch;
use crate::run::shrink::tree::{Item, ItemKind, decimals};

/// Lowers a float: to a whole number, or to one with fewer digits after the point, and then toward zero.
pub(super) fn lower_float(search: &mut ShrinkSearch<'_>, at: usize, float: f64) {
    let is_narrow = f64::from(float as f32) == float;
    let mut put = |candidate: f64| {
        let candidate = if is_narrow { f64::from(candidate as f32) } else { candidate };
        let item = Item::Choice(Made::read(Choice::from(candidate)), ItemKind::Plain);
        let edited = search.best.replaced(at, at + 1, &[item]);
        search.consider(&edited)
    };
    if put(0.0) || float.is_nan() || put(1.0) {
        return;
    }
    if float.is_infinite() {
        let greatest = f64::MAX.copysign(float);
        if put(greatest) || put(f64::from(f32::MAX).copysign(float)) {
            let now = search.best.items[at].float().unwrap_or(greatest);
            return lower_float(search, at, now);
        }
        if float < 0.0 {
            put(-float);
        }
        return;
    }
    if float < 0.0 && put(-float) {
        return lower_float(search, at, -float);
    }
    let sign = 1f64.copysign(float);
    let (mut scale, mut size) = (1.0, float.abs());
    if size.fract() != 0.0 {
        // Whole numbers first, then few digits; the float itself has so many.
        let most = decimals(float).min(17);
        let mut short = None;
        for digits in 0..most.max(1) {
            scale = 10f64.powi(digits as i32);
            let (below, above) = ((size * scale).floor() / scale, (size * scale).ceil() / scale);
            if put(sign * below) {
                short = Some(below);
                break;
            }
            if put(sign * above) {
                short = Some(above);
                break;
            }
        }
        if let Some(short) = short {
            size = short;
        } else {
            scale = 10f64.powi(most as i32);
        }
    }
    // What is left is to count down in units of the last digit.
    let units = (size * scale).round();
    if units > 1.0 && units < 1e36 {
        let mut put_units = |units: u128| put(sign * (units as f64 / scale));
        let left = nearer(units as u128, &mut put_units);
        if left > 2 * SMALL {
            any_small(&mut put_units);
        }
    } else if units >= 1e36 {
        // Too large to count: by the exponent.
        minimise(size.log2() as u128, &mut |exponent| put(sign * 2f64.powi(exponent as i32)));
    }
}
