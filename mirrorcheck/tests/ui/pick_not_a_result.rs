use mirrorcheck::prelude::*;

#[generator(strict)]
fn pair() -> (u8, u8) {
    let first = pick([(1, "low", 0), (2, "high", 9)]);
    (first, draw(0..=first))
}

fn main() {
    pair().sample(1);
}
