use mirrorcheck::prelude::*;

#[generator(backwards)]
fn number() -> u8 {
    draw(0..=9)
}

fn main() {}
