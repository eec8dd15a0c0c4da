use mirrorcheck::prelude::*;

#[generator(strict)]
fn above(low: Option<u8>) -> Option<u8> {
    let low = low?;
    Some(draw(low..=9))
}

fn main() {
    above(None).sample(1);
}
