use mirrorcheck::prelude::*;

#[generator]
unsafe fn number() -> u8 {
    draw(0..=9)
}

fn main() {}
