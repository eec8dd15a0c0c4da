use mirrorcheck::prelude::*;

#[generator(strict)]
fn number() -> u8 {
    if draw(any::<bool>()) { 1 } else { draw(2..=9) }
}

fn main() {
    number().sample(1);
}
