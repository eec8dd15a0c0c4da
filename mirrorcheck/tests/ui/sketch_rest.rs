use mirrorcheck::prelude::*;

#[derive(Clone, PartialEq)]
struct Point {
    x: u8,
    y: u8,
}

#[generator]
fn point() -> Point {
    Point { x: draw(0..=9), y: draw(0..=9) }
}

fn main() {
    let origin = Point { x: 0, y: 0 };
    point().complete(&sketch!(Point { x: 1, ..origin }), 1);
}
