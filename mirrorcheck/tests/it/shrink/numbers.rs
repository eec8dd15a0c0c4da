//! Numbers and characters.

use std::num::FpCategory;

use mirrorcheck::floats::float_class;
use mirrorcheck::numbers::{biased, uniform};
use mirrorcheck::prelude::*;
use mirrorcheck::text::chars;

minimal! {
    a_bool: any::<bool>(), |b| *b => true, 10;
    a_bool_of_either_kind: any::<bool>(), |_| true => false, 10;
    a_unit: any::<()>(), |()| true => (), 10;

    u8_over: any::<u8>(), |n| *n >= 100 => 100, 35;
    u16_over: any::<u16>(), |n| *n >= 1000 => 1000, 45;
    u32_over: any::<u32>(), |n| *n >= 1000 => 1000, 45;
    u64_over: any::<u64>(), |n| *n > 4_000_000_000 => 4_000_000_001, 80;
    u128_over: any::<u128>(), |n| *n > u128::from(u64::MAX) => 1 << 64, 125;
    usize_over: any::<usize>(), |n| *n > 7 => 8, 25;
    i8_over: any::<i8>(), |n| *n > 7 => 8, 20;
    i16_over: any::<i16>(), |n| *n > 300 => 301, 40;
    i32_over: any::<i32>(), |n| *n > 7 => 8, 20;
    i64_over: any::<i64>(), |n| *n > 1 << 40 => (1 << 40) + 1, 95;
    i128_over: any::<i128>(), |n| *n > 1 << 100 => (1 << 100) + 1, 185;
    isize_over: any::<isize>(), |n| *n > 7 => 8, 25;

    i8_below: any::<i8>(), |n| *n < -7 => -8, 25;
    i16_below: any::<i16>(), |n| *n < -300 => -301, 45;
    i32_below: any::<i32>(), |n| *n < 0 => -1, 10;
    i64_below: any::<i64>(), |n| *n < -(1 << 40) => -(1 << 40) - 1, 100;
    i128_below: any::<i128>(), |n| *n < -1000 => -1001, 50;
    isize_below: any::<isize>(), |n| *n < -1000 => -1001, 45;

    i32_of_either_sign: any::<i32>(), |n| n.unsigned_abs() > 100 => 101, 40;
    i64_least: any::<i64>(), |n| *n == i64::MIN => i64::MIN, 25;
    u8_greatest: any::<u8>(), |n| *n == u8::MAX => u8::MAX, 20;

    u8_odd: any::<u8>(), |n| n % 2 == 1 => 1, 10;
    i32_odd: any::<i32>(), |n| n % 2 != 0 => 1, 10;
    u64_odd_and_large: any::<u64>(), |n| n % 2 == 1 && *n > 100 => 101, 40;
    u16_multiple_of_seven: any::<u16>(), |n| *n > 0 && n % 7 == 0 => 7, 25;
    u32_multiple_of_seven: any::<u32>(), |n| *n > 0 && n % 7 == 0 => 7, 30;
    i32_multiple_of_seven: any::<i32>(), |n| *n != 0 && n % 7 == 0 => 7, 35;
    u32_large_multiple_of_seven: any::<u32>(), |n| *n >= 1000 && n % 7 == 0 => 1001, 60;
    i64_negative_multiple_of_seven: any::<i64>(), |n| *n < 0 && n % 7 == 0 => -7, 20;
    u16_power_of_two: any::<u16>(), |n| *n > 8 && n.is_power_of_two() => 16, 45;

    uniform_u8: uniform::<u8>(), |n| *n > 50 => 51, 35;
    uniform_i64: uniform::<i64>(), |n| *n > 1_000_000 => 1_000_001, 60;
    uniform_i64_below: uniform::<i64>(), |n| *n < -1_000_000 => -1_000_001, 65;
    uniform_i128: uniform::<i128>(), |n| n.unsigned_abs() > 9 => 10, 30;

    a_range: 0..1000, |n| *n > 456 => 457, 40;
    a_range_with_both_signs: -3..=10i8, |n| *n < 0 => -1, 10;
    a_range_above_zero: 100..=1000, |n| *n % 2 == 1 => 101, 10;
    a_range_above_zero_at_its_start: 100..=1000, |_| true => 100, 10;
    a_range_below_zero: -1000..=-100i64, |n| *n < -200 => -201, 35;
    a_range_below_zero_at_its_end: -9..=-3i64, |_| true => -3, 10;
    one_number: 5..=5u8, |_| true => 5, 10;
    a_range_from: 1000u32.., |n| *n > 1234 => 1235, 40;
    a_range_up_to: ..-100i64, |n| *n < -5000 => -5001, 45;
    a_range_up_to_inclusive: ..=7u8, |n| *n > 3 => 4, 10;
    a_biased_range: biased(-10..1000i32), |n| *n > 77 => 78, 35;
    a_biased_range_below_zero: biased(-1000..=-10i32), |n| *n < -77 => -78, 35;

    a_letter: 'a'..='z', |c| *c > 'k' => 'l', 20;
    a_digit_before_a_letter: biased('0'..='Z'), |c| c.is_alphanumeric() => '0', 10;
    a_letter_in_print: ' '..='~', |c| c.is_alphabetic() => 'a', 10;
    any_char: any::<char>(), |_| true => 'a', 10;
    a_char_out_of_ascii: uniform::<char>(), |c| !c.is_ascii() => '\u{80}', 25;
    an_upper_case_char: any::<char>(), |c| c.is_uppercase() => 'A', 20;
    a_char_of_two_units: any::<char>(), |c| c.len_utf16() == 2 => '\u{10000}', 40;
    a_range_of_chars_from: 'x'.., |c| *c > 'y' => 'z', 15;
    a_char_of_a_set: chars("a-zäöü"), |c| !c.is_ascii() => 'ä', 20;

    a_float_over: any::<f64>(), |x| *x > 10.5 => 11.0, 85;
    a_large_finite_float: any::<f64>(), |x| *x >= 1e6 && x.is_finite() => 1_000_000.0, 110;
    a_single_finite_float: any::<f32>(), |x| *x > 100.0 && x.is_finite() => 101.0, 150;
    a_float_below: any::<f64>(), |x| *x < -2.5 => -3.0, 20;
    a_float_of_either_sign: any::<f64>(), |x| x.abs() > 2.5 => 3.0, 15;
    a_float_with_a_fraction: any::<f64>(), |x| x.fract() != 0.0 => 0.1, 15;
    a_float_in_an_interval: 0.0..1.0, |x| *x > 0.3 => 0.4, 15;
    a_small_interval: 0.25..0.375, |x| *x > 0.3 => 0.31, 15;
    an_infinite_float: any::<f64>(), |x| x.is_infinite() => f64::INFINITY, 10;
    a_negative_infinite_float: any::<f64>(), |x| *x == f64::NEG_INFINITY => f64::NEG_INFINITY, 10;
    a_nan: bits(any::<f64>().with_nan()), |x| f64::from_bits(*x).is_nan() => f64::NAN.to_bits(), 20;
    a_negative_zero: bits(any::<f64>()), |x| *x == (-0.0f64).to_bits() => (-0.0f64).to_bits(), 10;
    a_finite_float: bits(any::<f64>().with_nan()), |_| true => 0, 10;
    a_whole_float: 3.0..=40.0f32, |x| *x > 20.2 => 21.0, 20;
    a_float_from: 5.0f64.., |x| *x > 6.5 => 7.0, 15;
    a_float_up_to: ..=-5.0f32, |x| *x < -6.5 => -7.0, 145;
    a_zero: bits(float_class(FpCategory::Zero)), |_| true => 0, 10;
    a_normal: bits(float_class(FpCategory::Normal)), |x| f64::from_bits(*x) >= 2.0 => 2.0f64.to_bits(), 10;
    an_infinity: bits(float_class(FpCategory::Infinite)), |_| true => f64::INFINITY.to_bits(), 10;
    a_large_float: any::<f64>(), |x| *x >= 1e6 => 1_000_000.0, 110;
    a_single_float_over: any::<f32>(), |x| *x > 100.0 => 101.0, 125;
}

/// Floats that are equal if their bits are, which NaNs and zeros are not by themselves.
fn bits<G: Reflective<Value = f64> + Clone>(floats: G) -> impl Reflective<Value = u64> + Clone {
    floats.convert(f64::to_bits, |bits| Some(f64::from_bits(*bits)))
}
