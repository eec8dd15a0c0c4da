use mirrorcheck::prelude::*;

#[generator(strict)]
fn point() -> (u8, u8) {
    let x = draw(0..=9);
    let y = draw(0..=9);
    written((x, y), format!("({y}, {x})"))
}

fn main() {
    point().sample(1);
}
