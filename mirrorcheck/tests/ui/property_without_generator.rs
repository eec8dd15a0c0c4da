use mirrorcheck::prelude::*;

#[derive(Debug)]
struct Point {
    x: i32,
}

#[property]
fn near(n: u8, point: &Point) {
    assert!(point.x < 10 && n < 10);
}

fn main() {}
