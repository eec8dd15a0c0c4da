use mirrorcheck::prelude::*;

#[generator]
fn point() -> String {
    let x = draw(0..=9);
    format!("({x}, {y})")
}

fn main() {
    point().sample(1);
}
