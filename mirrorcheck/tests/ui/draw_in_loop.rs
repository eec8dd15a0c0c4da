use mirrorcheck::prelude::*;

#[generator(strict)]
fn digits() -> Vec<u8> {
    let mut digits = Vec::new();
    for _ in 0..3 {
        digits.push(draw(0..=9));
    }
    digits
}

fn main() {
    digits().sample(1);
}
