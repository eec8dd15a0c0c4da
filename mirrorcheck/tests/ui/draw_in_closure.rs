use mirrorcheck::prelude::*;

#[generator(strict)]
fn digits() -> Vec<u8> {
    (0..3).map(|_| draw(0..=9)).collect()
}

fn main() {
    digits().sample(1);
}
