use mirrorcheck::prelude::*;

#[generator(strict)]
fn below() -> u8 {
    let limit = draw(1..=9);
    let value = draw(0..=limit);
    value
}

fn main() {
    below().sample(1);
}
