use mirrorcheck::prelude::*;

#[derive(Debug, Clone, PartialEq)]
struct Point(u8, u8);

#[generator]
fn point() -> Point {
    Point(draw(0..=9), draw(0..=9))
}

#[generator]
fn line() -> String {
    let from = draw(point());
    format!("{from}")
}

fn main() {
    line().sample(1);
}
