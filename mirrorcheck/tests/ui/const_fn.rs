use mirrorcheck::prelude::*;

#[generator]
const fn number() -> u8 {
    draw(0..=9)
}

fn main() {}
