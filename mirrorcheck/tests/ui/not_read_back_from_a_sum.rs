use mirrorcheck::prelude::*;

#[generator(strict)]
fn sum() -> u8 {
    let (a, b) = draw((0..=9, 0..=9));
    a + b * 2
}

fn main() {
    sum().sample(1);
}
