use mirrorcheck::prelude::*;

#[generator]
async fn number() -> u8 {
    draw(0..=9)
}

fn main() {}
