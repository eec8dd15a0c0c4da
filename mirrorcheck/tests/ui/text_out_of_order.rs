use mirrorcheck::prelude::*;

#[generator(strict)]
fn point() -> String {
    let x = draw(0..=9);
    let y = draw(0..=9);
    format!("({y}, {x})")
}

fn main() {
    point().sample(1);
}
