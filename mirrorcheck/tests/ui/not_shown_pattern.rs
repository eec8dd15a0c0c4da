use mirrorcheck::prelude::*;

#[generator(strict)]
fn first() -> u8 {
    let (first, _) = draw((0..=9, 0..=9));
    first
}

fn main() {
    first().sample(1);
}
