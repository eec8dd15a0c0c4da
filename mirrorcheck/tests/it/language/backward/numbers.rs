//! Drawn values that are computed with.

use mirrorcheck::prelude::*;

#[generator]
fn cents() -> f64 {
    let cents = draw(0..=9_999u32);
    cents as f64 / 100.0
}

#[generator]
fn odd() -> (u32, u8) {
    let n = draw(0..=499u32);
    (2 * n + 1, draw(0..=9))
}

#[generator]
fn sum_with_a_known_one() -> (u32, u32) {
    let base = draw(0..=99);
    let difference = draw(0..=9);
    (base, base + difference)
}

#[generator]
fn difference_from_a_known_one() -> (i32, i32) {
    let base = draw(0..=99);
    let difference = draw(0..=9);
    (base, base - difference)
}

#[generator]
fn negated() -> (i32, u8) {
    let n = draw(0..=99);
    (-n, draw(0..=9))
}

#[generator]
fn product() -> (u32, u32) {
    let width = draw(1..=9);
    let height = draw(1..=9);
    (width, width * height)
}

#[generator]
fn remainder() -> (u32, u32) {
    let m = draw(1..=9);
    let n = draw(0..=20);
    (m, n % m)
}

#[generator]
fn quotient_and_remainder() -> (u32, u32) {
    let n = draw(0..=99);
    (n / 7, n % 7)
}

#[generator]
fn division() -> (u32, u8) {
    let n = draw(0..=20u32);
    (n / 7, draw(0..=9))
}

#[generator]
fn sum_of_two() -> u32 {
    draw(1..=6) + draw(1..=6)
}

#[generator]
fn two_digits() -> u32 {
    let tens = draw(0..=9);
    let ones = draw(0..=9);
    tens * 10 + ones
}

#[generator]
fn scaled_float() -> (f64, u8) {
    let fraction = draw(0.0..1.0);
    (fraction * 2.0 - 1.0, draw(0..=9))
}

#[generator]
fn bits_flipped() -> (u8, u8) {
    let mask = draw(0..=255);
    let n = draw(0..=15);
    (mask, n ^ mask)
}

#[generator]
fn words_joined() -> u16 {
    let (high, low) = draw((0..=255u16, 0..=255u16));
    high << 8 | low
}

#[generator]
fn ordered() -> (u32, u32) {
    let (a, b) = draw((0..=9, 0..=9));
    (a.min(b), a.max(b))
}

#[generator]
fn of_an_argument(scale: u32) -> (u32, u8) {
    let n = draw(0..=9u32);
    (n * scale, draw(0..=9))
}

#[generator]
fn times_an_argument() -> (u32, u8) {
    draw(of_an_argument(7))
}

const OFFSET: i32 = 1900;

#[generator]
fn year() -> (i32, u8) {
    let n = draw(0..=199);
    (OFFSET + n, draw(1..=12))
}

#[generator]
fn square() -> (u32, u8) {
    let n = draw(0..=99u32);
    (n * n, draw(0..=9))
}

#[generator]
fn checked() -> (u8, u8) {
    let (a, b) = draw((0..=9u8, 0..=9u8));
    (a, a.checked_sub(b).unwrap_or(0))
}

#[generator]
fn comparison() -> (u32, bool) {
    let n = draw(0..=9);
    let limit = draw(0..=9);
    (n, n < limit)
}

forms! {
    "Arithmetic":
    cents Few "`cents as f64 / 100.0`";
    odd Once "`2 * n + 1`";
    sum_with_a_known_one Once "`(base, base + d)`";
    difference_from_a_known_one Once "`(base, base - d)`";
    negated Once "`-n`";
    product Once "`(width, width * height)`";
    remainder Few "`(m, n % m)`";
    quotient_and_remainder Trying "`(n / 7, n % 7)`";
    division Few "`n / 7`";
    sum_of_two Trying "`draw(g) + draw(h)`";
    two_digits Few "`tens * 10 + ones`";
    scaled_float Few "`fraction * 2.0 - 1.0`";
    bits_flipped Once "`(mask, n ^ mask)`";
    words_joined Few "`high << 8 | low`";
    ordered Few "`(a.min(b), a.max(b))`";
    times_an_argument Once "`n * scale`, where `scale` is an argument";
    year Once "`OFFSET + n`, where `OFFSET` is a constant";
    square Trying "`n * n`";
    checked Few "`a.checked_sub(b).unwrap_or(0)`";
    comparison Few "`n < limit`";
}
