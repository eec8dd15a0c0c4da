use mirrorcheck::prelude::*;

#[generator(strict)]
fn digits() -> Vec<u8> {
    vec![draw(0..=9), 0]
}

fn main() {
    digits().sample(1);
}
