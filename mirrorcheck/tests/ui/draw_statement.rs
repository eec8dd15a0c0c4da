use mirrorcheck::prelude::*;

#[generator(strict)]
fn number() -> u8 {
    draw(0..=9);
    7
}

fn main() {
    number().sample(1);
}
