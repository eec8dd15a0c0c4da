use std::num::FpCategory;

use mirrorcheck::floats::float_class;
use mirrorcheck::generators::{no_shrink, shrink_with};
use mirrorcheck::numbers::{biased, toward, uniform};
use mirrorcheck::prelude::*;

laws! {
    bools: any::<bool>();
    toward_an_origin: (toward(2000, 1990..=2100), toward(-5, -5..9i8), toward('m', 'a'..='z'), toward(7u8, 9..));
    not_shrunk: (no_shrink(0..=9), any::<bool>());
    shrunk_with: (shrink_with(0..=9, |n| vec![n / 2]), any::<bool>());
    unit: any::<()>();
    any_u8: any::<u8>();
    any_u16: any::<u16>();
    any_u32: any::<u32>();
    any_u64: any::<u64>();
    any_u128: any::<u128>();
    any_usize: any::<usize>();
    any_i8: any::<i8>();
    any_i16: any::<i16>();
    any_i32: any::<i32>();
    any_i64: any::<i64>();
    any_i128: any::<i128>();
    any_isize: any::<isize>();
    uniform_u8: uniform::<u8>();
    uniform_i64: uniform::<i64>();
    uniform_i128: uniform::<i128>();
    half_open: -3..4i16;
    closed: -3..=10i8;
    below_zero: -9..=-3i64;
    one_number: 5..=5u8;
    from: 1000u32..;
    up_to: ..-100i64;
    up_to_inclusive: ..=7u8;
    biased_range: biased(-10..1000i32);
    biased_one: biased(3..=3u8);
    biased_two: biased(3..=4u8);
    biased_below_zero: biased(-1000..=-10i32);
    letters: 'a'..='z';
    printable: ' '..='~';
    around_surrogates: '\u{d7f0}'..='\u{e010}';
    any_char: uniform::<char>();
    biased_chars: biased('0'..='Z');
    chars_from: 'x'..;
    unit_interval: 0.0..1.0;
    around_zero: -1.0..=1.0f32;
    tiny_floats: -1e-320..=1e-320;
    one_float: 0.1..=0.1;
    floats_around_a_power: -1.0000005..=-0.9999998f32;
    floats_around_a_positive_power: 0.9999998..=1.0000005f32;
    floats_next_to_zero: (-3e-45..=3e-45f32).convert(f32::to_bits, |bits| Some(f32::from_bits(*bits)));
    whole_floats: 3.0..=40.0f32;
    large_floats: uniform::<f64>();
    biased_floats: biased::<f64>(..);
    biased_single_floats: biased::<f32>(..);
    positive_floats: 0.0f64..;
    negative_floats: ..=-5.0f32;
    zeros: bits(float_class(FpCategory::Zero));
    subnormals: bits(float_class(FpCategory::Subnormal));
    normals: bits(float_class(FpCategory::Normal));
    infinities: bits(float_class(FpCategory::Infinite));
    nans: bits(float_class(FpCategory::Nan));
    with_nans: bits(any::<f64>().with_nan());
}

/// Floats that are equal if their bits are, which NaNs and zeros are not by themselves.
fn bits<G: Reflective<Value = f64> + Clone>(floats: G) -> impl Reflective<Value = u64> + Clone {
    floats.convert(f64::to_bits, |bits| Some(f64::from_bits(*bits)))
}

/// The bits of every float of either width are in exactly one class.
#[test]
fn classes_share_all_floats() {
    for bits in
        uniform::<u32>().samples(1).take(2_000).chain([0, 1 << 31, 1, 0x7f80_0000, 0x7f80_0001, 0x7fc0_0000, u32::MAX])
    {
        let float = f32::from_bits(bits);
        for class in
            [FpCategory::Zero, FpCategory::Subnormal, FpCategory::Normal, FpCategory::Infinite, FpCategory::Nan]
        {
            let generator = float_class::<f32>(class);
            assert_eq!(generator.contains(&float), float.classify() == class, "{float:?} ({bits:#x}) and {class:?}");
            if let Some(choices) = generator.reflect(&float).next() {
                assert_eq!(generator.replay(&choices).unwrap().to_bits(), bits);
            }
        }
    }
}
