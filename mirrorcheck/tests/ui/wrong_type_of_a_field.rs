use mirrorcheck::prelude::*;

struct Point {
    x: u8,
    y: bool,
}

#[generator]
fn point() -> Point {
    Point { x: draw(0..=9), y: draw(0..=1) }
}

fn main() {
    let point = point().sample(1);
    let _ = (point.x, point.y);
}
