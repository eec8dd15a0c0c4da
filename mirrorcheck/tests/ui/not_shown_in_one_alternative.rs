use mirrorcheck::prelude::*;

#[generator(strict)]
fn shape() -> Option<u8> {
    let side = draw(1..=9);
    oneof([None, Some(side)])
}

fn main() {
    shape().sample(1);
}
